//! Compares imported rulesets with pyffish. Each ruleset is made from a section of a
//! `variants.ini`, and pyffish reads the same file. In random games, the ruleset and pyffish must
//! have the same legal moves and the same result.
//!
//! Environment variables set the file (`FSF_VARIANTS`), the Python command (`PYTHON`, by default
//! `python3`), and the number of positions for each section (`FSF_POSITIONS`, by default 100).
//! Without a file, the comparison is skipped with a note.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::Command;

use quadrille_core::rules::SeatResult;
use quadrille_core::{Action, AnyGame, Decision, Kind, MoveKind, game};
use quadrille_dsl::library::Memory;
use quadrille_dsl::{Ruleset, load};
use serde_json::Value;

/// Writes a line that the test harness does not capture.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// The result of comparing a section with its ruleset.
enum Comparison {
    /// The ruleset and pyffish agree in this number of positions of random games.
    Agrees(usize),
    /// The first difference.
    Differs(String),
    /// The reason why no comparison is possible.
    NotMade(String),
}

#[test]
fn rulesets_of_sections_play_as_pyffish_does() {
    let Ok(path) = env::var("FSF_VARIANTS") else {
        say("left out: the comparison with pyffish, as FSF_VARIANTS names no variants.ini");
        return;
    };
    let text = fs::read_to_string(&path).unwrap();
    let only = env::var("FSF_SECTIONS").unwrap_or_default();
    let only: Vec<&str> = only.split_whitespace().collect();
    let (mut agree, mut wrong, mut made, mut all) = (0, Vec::new(), 0, 0);
    for name in quadrille_import::names(&text).unwrap() {
        if !only.is_empty() && !only.contains(&name.as_str()) {
            continue;
        }
        all += 1;
        let (comparison, missing) = compare(&path, &text, &name);
        let keys: Vec<&str> = missing.iter().map(|key| key.key.as_str()).collect();
        let without = match keys.as_slice() {
            [] => String::new(),
            keys => format!("; without {}", keys.join(", ")),
        };
        made += usize::from(!matches!(comparison, Comparison::NotMade(_)));
        match comparison {
            Comparison::Agrees(positions) => {
                agree += 1;
                say(&format!("{name}: {positions} positions agree{without}"));
            }
            Comparison::Differs(how) => {
                say(&format!("{name}: DIFFERS: {how}{without}"));
                if keys.is_empty() {
                    wrong.push(name);
                }
            }
            Comparison::NotMade(why) => say(&format!("{name}: not compared: {why}{without}")),
        }
    }
    say(&format!("{all} sections, {made} compared, {agree} agree"));
    assert_eq!(wrong, [""; 0], "made with all that the file says, and yet different");
}

/// Makes a ruleset from a section, and replays pyffish's games with it.
fn compare(
    path: &str,
    text: &str,
    name: &str,
) -> (Comparison, Vec<quadrille_import::Untranslated>) {
    let imported = match quadrille_import::variant(text, name, "made") {
        Ok(imported) => imported,
        Err(error) => return (Comparison::NotMade(error.to_string()), Vec::new()),
    };
    let mut library = Memory::default();
    for (file, text) in &imported.files {
        library = library.with_file("made", file, text.as_bytes());
    }
    let no_mating_drops = imported.files.iter().any(|(_, text)| text.contains(".may_not_mate()"));
    let compared = match (load(&library, "made", &[]), games(path, name, no_mating_drops)) {
        (Err(errors), _) => {
            let first =
                errors.iter().next().map_or_else(String::new, |error| error.message.clone());
            Comparison::Differs(format!("the ruleset does not load: {first}"))
        }
        (_, Err(why)) => Comparison::NotMade(why),
        (Ok(loaded), Ok(games)) => {
            let mut positions = 0;
            let different =
                games.iter().find_map(|game| replay(&loaded, game, &mut positions).err());
            different.map_or(Comparison::Agrees(positions), Comparison::Differs)
        }
    };
    (compared, imported.missing)
}

/// Returns the random games that pyffish plays.
fn games(path: &str, name: &str, no_mating_drops: bool) -> Result<Vec<Value>, String> {
    let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools/pyffish_games.py");
    let python = env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let positions = env::var("FSF_POSITIONS").unwrap_or_else(|_| "100".to_owned());
    let mut command = Command::new(&python);
    command.arg(tool).args([path, name, &positions]);
    command.args(no_mating_drops.then_some("no-mating-drops"));
    let output = command.output();
    let output = output.unwrap_or_else(|error| panic!("{python}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!errors.contains("ModuleNotFoundError"), "{python} has no pyffish: set PYTHON");
    if !output.status.success() {
        return Err(format!("pyffish fails: {}", errors.lines().last().unwrap_or_default()));
    }
    match serde_json::from_slice(&output.stdout).unwrap() {
        Value::Array(games) => Ok(games),
        _ => Err("pyffish does not have it".to_owned()),
    }
}

/// Plays one game and compares each of its positions.
///
/// # Errors
/// Returns a message about the first difference.
fn replay(loaded: &Ruleset, played: &Value, positions: &mut usize) -> Result<(), String> {
    let texts = |value: &Value| -> Vec<String> {
        let texts = value.as_array().into_iter().flatten();
        texts.filter_map(|text| Some(text.as_str()?.to_owned())).collect()
    };
    let moves = texts(&played["moves"]);
    let hooks = loaded.hooks();
    let mut game = game::start(&loaded.rules, &*hooks).map_err(|error| error.to_string())?;
    for (ply, theirs) in played["positions"].as_array().unwrap().iter().enumerate() {
        let theirs = texts(theirs);
        let ours = words(&mut *game).map_err(|error| error.to_string())?;
        let at = || format!("after `{}`", moves[..ply].join(" "));
        let mut found = BTreeMap::new();
        for word in &theirs {
            let Some((mine, actions)) = ours.iter().find(|(mine, _)| mine.contains(word.as_str()))
            else {
                let over = if ours.is_empty() { " (ours is over)" } else { "" };
                return Err(format!("{}: no `{word}`{over}", at()));
            };
            found.insert(mine, (word, actions));
        }
        if let Some((more, _)) = ours.iter().find(|(mine, _)| !found.contains_key(mine)) {
            let over = if theirs.is_empty() { " (theirs is over)" } else { "" };
            return Err(format!("{}: `{}` is too much{over}", at(), more.first().unwrap()));
        }
        *positions += 1;
        let Some(word) = moves.get(ply) else { break };
        let (_, actions) = found.values().find(|(known, _)| *known == word).unwrap();
        for action in *actions {
            game.play(*action).map_err(|error| format!("{}: {word}: {error}", at()))?;
        }
    }
    let theirs = played["white_score"].as_i64();
    let ours = game.outcome().map(|outcome| match outcome.results[0] {
        SeatResult::Win => 1,
        SeatResult::Draw => 0,
        SeatResult::Loss => -1,
    });
    if ours != theirs {
        return Err(format!(
            "after `{}`: White's result is {ours:?}, not {theirs:?}",
            moves.join(" ")
        ));
    }
    Ok(())
}

/// A legal way to complete a turn. It contains the names that UCI notation allows for it, and its
/// actions. For example, the actions can be a move and the placing of a wall.
type Way = (BTreeSet<String>, Vec<Action>);

/// Returns all legal ways to move.
fn words(game: &mut dyn AnyGame) -> Result<Vec<Way>, String> {
    let mut all: Vec<Way> = Vec::new();
    for action in game.actions().map_err(|error| error.to_string())? {
        let spec = game.rules().spec();
        let name = |square| spec.geometry.name(square);
        let letter = |kind: Kind| spec.kinds[kind.index()].letter;
        let (meant, to) = match action {
            Action::Move(mv) => {
                let plain = format!("{}{}", name(mv.from), name(mv.to));
                let meant = match (mv.kind, mv.promotion) {
                    // Castling is written as the king's move. If that move has another meaning, the
                    // king captures its rook instead.
                    (MoveKind::Castle(number), _) => {
                        let rook = spec.castling[usize::from(number)].rook.0;
                        vec![format!("{}{}", name(mv.from), name(rook)), plain]
                    }
                    (_, Some(kind)) => {
                        vec![
                            format!("{plain}{}", letter(kind).to_ascii_lowercase()),
                            format!("{plain}+"),
                        ]
                    }
                    (_, None) => vec![plain],
                };
                (meant, Some(mv.to))
            }
            Action::Drop(kind, to) => {
                let letter = letter(kind).to_ascii_uppercase();
                (vec![format!("{letter}@{}", name(to))], Some(to))
            }
            Action::Pass | Action::Say(_) => {
                let names = spec.geometry.squares().map(|square| format!("{0}{0}", name(square)));
                (names.collect(), None)
            }
            _ => continue,
        };
        let to = to.map_or_else(String::new, name);
        let mut after = game.fork();
        after.play(action).map_err(|error| error.to_string())?;
        if let Ok(Decision::Question(question)) = after.decision() {
            for (number, wall) in (0..).zip(&question.options) {
                let meant = meant.iter().map(|word| format!("{word},{to}{wall}")).collect();
                all.push((meant, vec![action, Action::Choose(number)]));
            }
        } else {
            // A wall on the starting square is not a choice.
            let walled = |word: &String| format!("{word},{to}{}", &word[..word.len() - to.len()]);
            let walled: Vec<String> =
                meant.iter().filter(|word| word.ends_with(&to)).map(walled).collect();
            all.push((meant.into_iter().chain(walled).collect(), vec![action]));
        }
    }
    // A king's step and castling may share their squares.
    let plain: BTreeSet<String> = all
        .iter()
        .filter(|(_, actions)| !matches!(actions[0], Action::Move(mv) if matches!(mv.kind, MoveKind::Castle(_))))
        .flat_map(|(words, _)| words.iter().cloned())
        .collect();
    for (words, actions) in &mut all {
        if matches!(actions[0], Action::Move(mv) if matches!(mv.kind, MoveKind::Castle(_))) {
            words.retain(|word| !plain.contains(word));
        }
    }
    Ok(all)
}
