//! The animated picture of the README, in which an army freezes and is released.
//!
//! `UPDATE=1` redraws it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use quadrille_core::{Action, game};
use quadrille_dsl::library::Shipped;
use quadrille_dsl::{actions, load};
use quadrille_render::layout::Mark;
use quadrille_render::{Picture, PictureOptions, svg};

/// A game of greedy agents by Verney's rules. The seventh move from the end is a mate of White by
/// Red. The second move from the end releases the mated army.
const MOVES: &str = "f2-f3 a10-c9 j14-i12 m7-l7 k2-k3 b8-c8 i12-j14 n8-l6 d2-d3 c9-d11 g13-g12 \
                     n7-n8 d3-d4 b10-c10 f14-n6 l6-e13 k1-k2 d11-f10 n6-k9 e13-d14 h2-h3 f10-d11 \
                     k9-h12 n8-n7 g1-f2 a9-i1 j14-i12 d14-e14 h1-i1 a7-h14 m9-l9 d1-d2 a5-c4 \
                     n7-n8 d2-d3 h14-c9 h12-f14";

/// The number of plies before the first frame.
const FIRST_FRAME: usize = 28;

/// The time for which a frame is shown, in seconds.
const FRAME_SECONDS: f64 = 1.6;

/// Returns the pictures of the last plies.
fn frames() -> Vec<String> {
    let ruleset = load(&Shipped, "verney-1881", &[]).expect("a shipped ruleset");
    let hooks = ruleset.hooks();
    let mut game = game::start(&ruleset.rules, hooks.as_ref()).expect("the array");
    let mut frames = Vec::new();
    for (ply, token) in MOVES.split_whitespace().enumerate() {
        game.decision().expect("no hook fails");
        let action = actions::read(game.as_mut(), token).expect("a legal move");
        game.play(action).expect("a legal move");
        if ply + 1 < FIRST_FRAME {
            continue;
        }
        game.decision().expect("no hook fails");
        let options = PictureOptions::of(&ruleset, &ruleset.meta.title);
        let mut picture = Picture::of_game(ruleset.spec(), game.as_ref(), &options);
        if let Action::Move(moved) = action {
            for square in [moved.from, moved.to] {
                picture.mark(ruleset.spec(), square, Mark::Highlight);
            }
        }
        frames.push(svg::draw(&picture));
    }
    frames
}

/// Splits a picture into the opening tag, the definitions by their ids, and the drawing.
fn parts(picture: &str) -> (&str, BTreeMap<&str, &str>, &str) {
    let (head, _) = picture.split_once('\n').expect("an opening tag");
    let (before, after) = picture.split_once("</defs>\n").expect("definitions");
    let (_, definitions) = before.split_once("<defs>\n").expect("definitions");
    let mut by_id = BTreeMap::new();
    let starts: Vec<usize> = definitions
        .match_indices(" id=\"")
        .filter_map(|(at, _)| definitions[..at].rfind('<'))
        .chain([definitions.len()])
        .collect();
    for range in starts.windows(2) {
        let definition = &definitions[range[0]..range[1]];
        let id = definition.split('"').nth(1).expect("an id");
        by_id.insert(id, definition);
    }
    (head, by_id, after.trim_end().trim_end_matches("</svg>"))
}

/// Returns one picture that shows the frames one after another. Readers whose settings avoid motion
/// see only the frame of the freeze.
fn animated(frames: &[String]) -> String {
    let parts: Vec<_> = frames.iter().map(|frame| parts(frame)).collect();
    let seconds = FRAME_SECONDS * frames.len() as f64;
    let shown = 100.0 / frames.len() as f64;
    let mut out = parts[0].0.replace(" aria-labelledby=\"title desc\"", "");
    let _ = writeln!(
        out,
        "\n<title>A mated army freezes; three moves later the mate is lifted</title>\n<style>\n\
         .frame {{ visibility: hidden; animation: show {seconds:.1}s step-end infinite }}\n\
         @keyframes show {{ 0% {{ visibility: visible }} {shown:.2}% {{ visibility: hidden }} }}\n\
         @media (prefers-reduced-motion) {{ .frame {{ animation: none }} .frozen {{ visibility: visible }} }}\n\
         </style>\n<defs>"
    );
    let definitions: BTreeMap<_, _> =
        parts.iter().flat_map(|(_, definitions, _)| definitions).collect();
    for definition in definitions.values() {
        out.push_str(definition);
    }
    out.push_str("</defs>\n");
    for (number, (.., drawing)) in parts.iter().enumerate() {
        let class = if number == 2 { "frame frozen" } else { "frame" };
        let delay = FRAME_SECONDS * number as f64;
        let _ = writeln!(
            out,
            "<g class=\"{class}\" style=\"animation-delay:{delay:.1}s\">{drawing}</g>"
        );
    }
    out + "</svg>\n"
}

#[test]
fn the_picture_of_the_readme_is_drawn_by_the_program() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures/released.svg");
    let drawn = animated(&frames());
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &drawn).expect("the picture can be written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == drawn, "docs/pictures/released.svg is out of date: set UPDATE=1");
}
