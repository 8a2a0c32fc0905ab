//! Boards on the page: heat maps, and games to step through.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use quadrille_core::Cell;
use quadrille_dsl::{Ruleset, actions};
use quadrille_study::sim::Plan;

use crate::outcome::describe;
use crate::rerun;
use quadrille_render::svg::{self, SQUARE_SIDE, corner, escape};
use quadrille_render::{Picture, PictureOptions};

/// The maximum number of plies that the page shows of a game.
const MAX_PLIES: usize = 3000;

/// Draws a board on which the colour of each square shows the number of events on this square,
/// relative to `most`.
#[must_use]
pub fn heat(loaded: &Ruleset, title: &str, counts: &[u64], games: u64, most: f64) -> String {
    let spec = loaded.spec();
    let picture = Picture::empty(spec, &PictureOptions::of(loaded, title));
    let (width, height) = svg::size(&picture);
    let mut out = format!(
        "<svg class=\"board\" viewBox=\"0 0 {width} {height}\" role=\"img\"><title>{}</title>\n",
        escape(title)
    );
    for (file, rank, _) in svg::tiles(&picture) {
        let (x, y) = corner(&picture, file, rank);
        let square = spec.geometry.at(file, rank);
        let count = square.and_then(|square| counts.get(square.index())).copied().unwrap_or(0);
        let rate = per_hundred(count, games);
        let strength = if most > 0.0 { (rate / most).min(1.0) } else { 0.0 };
        let name = square.map(|square| spec.geometry.name(square)).unwrap_or_default();
        let _ = writeln!(
            out,
            "<rect class=\"cold\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE_SIDE}\" height=\"{SQUARE_SIDE}\"/><rect \
             class=\"heat\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE_SIDE}\" height=\"{SQUARE_SIDE}\" \
             fill-opacity=\"{strength:.3}\"><title>{name}: {rate:.2}</title></rect>"
        );
    }
    out.push_str(&svg::frame(&picture));
    out.push_str("</svg>\n");
    out
}

/// Returns the number of events per hundred games.
#[must_use]
pub fn per_hundred(count: u64, games: u64) -> f64 {
    if games == 0 { 0.0 } else { count as f64 * 100.0 / games as f64 }
}

/// A game that the reader of the page can step through. The page has the definitions of the pieces
/// once, for all its games. A script on the page contains the steps of each game.
pub struct SampleGame {
    /// The description of the game.
    pub title: String,
    /// The empty board as SVG, with an empty group to which the pieces are added.
    pub board: String,
    /// The definitions of the pieces that the game needs, by id.
    pub costumes: BTreeMap<String, String>,
    /// The steps as JSON. Each step has the text of its action and the squares that change. Each of
    /// these squares has the id of the definition to draw on it.
    pub steps: String,
    /// The command line that repeats the game.
    pub again: String,
}

/// Replays a game and records the changes on the board for each action.
#[must_use]
pub fn sample(
    loaded: &Ruleset,
    plan: &Plan,
    index: u64,
    what: &str,
    again: String,
) -> Option<SampleGame> {
    let record = rerun::record(loaded, plan, index, &AtomicBool::new(false))?;
    let hooks = loaded.hooks();
    let mut game = rerun::start(loaded, hooks.as_ref(), plan, index).ok()?;
    let spec = loaded.spec();
    let end = record.end.as_ref().map(|outcome| describe(spec, outcome)).unwrap_or_default();
    let title = format!("{what}: game {index}, {} plies, {end}", record.plies);
    let actions = &record.actions[..record.actions.len().min(MAX_PLIES)];
    let texts = actions::write(game.as_ref(), actions);
    let mut costumes = BTreeMap::new();
    let mut before: BTreeMap<usize, String> = BTreeMap::new();
    let mut steps: Vec<(String, Vec<(usize, String)>)> = Vec::new();
    let mut ground = String::new();
    for (i, label) in std::iter::once("start".to_owned()).chain(texts).enumerate() {
        if i > 0 {
            game.play(*actions.get(i - 1)?).ok()?;
        }
        let setup = game.setup();
        let picture = Picture::new(spec, &setup, &PictureOptions::of(loaded, ""));
        if i == 0 {
            let (width, height) = svg::size(&picture);
            ground = format!(
                "<svg class=\"board\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
                 aria-label=\"{}\">{}<g class=\"pieces\"></g></svg>",
                escape(&title),
                svg::ground(&picture)
            );
        }
        let mut now = BTreeMap::new();
        for (square, _) in &setup.pieces {
            let Cell { file, rank } = spec.geometry.cell(*square);
            let tile = picture.tile(file.into(), rank.into());
            if let Some(piece) = tile.and_then(|tile| tile.piece.as_ref()) {
                let drawn = svg::costume(&picture, piece);
                let id = drawn.last().map(|(id, _)| id.clone()).unwrap_or_default();
                now.insert(square.index(), id);
                costumes.extend(drawn);
            }
        }
        let gone = before.keys().filter(|square| !now.contains_key(square));
        let gone = gone.map(|square| (*square, String::new()));
        let come = now.iter().filter(|(square, id)| before.get(square) != Some(id));
        let changes = gone.chain(come.map(|(square, id)| (*square, id.clone()))).collect();
        steps.push((label, changes));
        before = now;
    }
    let picture = Picture::empty(spec, &PictureOptions::of(loaded, ""));
    let corners: BTreeMap<usize, [f32; 2]> = spec
        .geometry
        .squares()
        .map(|square| {
            let Cell { file, rank } = spec.geometry.cell(square);
            let (x, y) = corner(&picture, file.into(), rank.into());
            (square.index(), [x, y])
        })
        .collect();
    let steps = serde_json::to_string(&(corners, steps)).ok()?;
    // The content of a script element must not contain the end tag of the element.
    Some(SampleGame { title, board: ground, costumes, steps: steps.replace('<', "\\u003c"), again })
}
