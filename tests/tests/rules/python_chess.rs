//! Exchanges records of games for two with python-chess in both directions.
//!
//! The test runs if the environment variable `PYTHON_CHESS` names a Python that has python-chess.

use std::io::{self, Write as _};
use std::process::{Command, Stdio};

use quadrille_core::{AnyGame, game};
use quadrille_dsl::library::Shipped;
use quadrille_dsl::record_ruleset::RulesetTags;
use quadrille_dsl::{Ruleset, fen, load, pgn, record_ruleset};
use quadrille_study::sim::Plan;
use quadrille_tests::games::{plan, records};
use serde_json::{Value, json};

/// The names of the variants. For each variant, `GAMES` games are exchanged in each direction.
const VARIANTS: [&str; 6] =
    ["Standard", "Crazyhouse", "Atomic", "Antichess", "Horde", "Racing Kings"];
const GAMES: u64 = 30;

/// Sends lines to python-chess and returns its answers.
fn ask_python(python: &str, lines: &[Value]) -> Vec<Value> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/data/python_chess.py");
    let mut command = Command::new(python);
    command.arg(script).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("Python starts");
    let mut input = child.stdin.take().expect("it is a pipe");
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let said = child.wait_with_output().expect("Python ends");
    writer.join().expect("no panic").expect("Python reads");
    assert!(said.status.success(), "the script failed");
    let said = String::from_utf8(said.stdout).expect("it is text");
    said.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect()
}

/// Returns the placement of the pieces.
fn stands(loaded: &Ruleset, game: &dyn AnyGame) -> String {
    let spec = loaded.spec();
    let cell = |file, rank| {
        let piece = game.piece(spec.geometry.at(file, rank)?)?;
        let letter = spec.kinds[piece.kind().index()].letter;
        Some(if piece.colour().0 == 0 { letter } else { letter.to_ascii_lowercase() })
    };
    let rows = (0..8).rev().map(|rank| {
        let (mut row, mut run) = (String::new(), 0);
        for file in 0..=8 {
            match cell(file, rank) {
                None if file < 8 => run += 1,
                letter => {
                    if run > 0 {
                        row += &std::mem::take(&mut run).to_string();
                    }
                    row.extend(letter);
                }
            }
        }
        row
    });
    rows.collect::<Vec<_>>().join("/")
}

/// Plays a record that python-chess has written.
fn agrees(loaded: &Ruleset, answer: &Value) {
    let text = answer["pgn"].as_str().expect("a record");
    assert_eq!(answer["errors"], json!([]), "{text}");
    let record = pgn::read(text).unwrap_or_else(|error| panic!("{text}\n{error}")).remove(0);
    assert_eq!(
        record_ruleset::ruleset_of(&RulesetTags::of(&record), &Shipped).as_deref(),
        Ok(&*loaded.meta.id),
        "{text}"
    );
    let hooks = loaded.hooks();
    let setup = record.start(&loaded.rules).unwrap_or_else(|error| panic!("{text}\n{error}"));
    let mut game = match &setup {
        None => game::start(&loaded.rules, &*hooks).expect("it starts"),
        Some(setup) => game::resume(&loaded.rules, &*hooks, setup).expect("it can be played from"),
    };
    let replay = pgn::replay(&record, &mut *game).unwrap_or_else(|error| panic!("{text}\n{error}"));
    assert_eq!(json!(replay.actions.len()), answer["plies"], "{text}");
    assert_eq!(json!(stands(loaded, &*game)), answer["board"], "{text}");
}

#[test]
fn records_are_exchanged_with_python_chess() {
    let Ok(python) = std::env::var("PYTHON_CHESS") else {
        let left_out = "left out: PYTHON_CHESS names no Python with python-chess";
        writeln!(io::stderr(), "{left_out}").expect("it is written");
        return;
    };
    for variant in VARIANTS {
        let record =
            pgn::read(&format!("[Variant \"{variant}\"]\n\n*")).expect("a record").remove(0);
        let id =
            record_ruleset::ruleset_of(&RulesetTags::of(&record), &Shipped).expect("it is known");
        let loaded = load(&Shipped, &id, &[]).expect("it loads");
        let theirs: Vec<Value> =
            (0..GAMES).map(|seed| json!({"variant": variant, "seed": seed})).collect();
        ask_python(&python, &theirs).iter().for_each(|answer| agrees(&loaded, answer));
        // From the array, and from the middle of the game.
        let mut ours = Vec::new();
        for seed in 0..GAMES {
            let plan = Plan { seed, record: true, ..plan(1, Some(150)) };
            let (_, mut played) = records(&loaded.rules, &|| loaded.hooks(), &plan);
            let actions = played.remove(&0).expect("a game was played").actions;
            for cut in [0, actions.len() / 2] {
                let hooks = loaded.hooks();
                let mut game = game::start(&loaded.rules, &*hooks).expect("it starts");
                for action in &actions[..cut] {
                    game.play(*action).expect("it was played");
                }
                // Quadrille's own format is used for a position that plain FEN can't represent.
                if fen::write_plain(&loaded.rules, &game.setup()).is_none() {
                    continue;
                }
                let text = pgn::write(&mut *game, &[], &actions[cut..]).expect("it was played");
                ours.push((text, actions.len() - cut, stands(&loaded, &*game)));
            }
        }
        let lines: Vec<Value> = ours.iter().map(|(text, ..)| json!({"pgn": text})).collect();
        for ((text, plies, board), answer) in ours.iter().zip(ask_python(&python, &lines)) {
            assert_eq!(answer["errors"], json!([]), "{text}");
            assert_eq!(answer["plies"], json!(plies), "{text}");
            assert_eq!(answer["board"], json!(board), "{text}");
            agrees(&loaded, &answer);
        }
    }
}
