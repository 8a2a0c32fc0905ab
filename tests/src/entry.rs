//! The entry points for external text, as functions of bytes. The fuzzer calls them. Ordinary tests
//! call them with each file of the fuzzer's corpus.
//!
//! Each function takes any bytes. It panics only if one of three guarantees is violated. First, an
//! error in the input has a place, and this place is inside the input. Second, a text that is read
//! and then written keeps its meaning. Third, positions stay valid.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use quadrille_core::{AnyGame, Geometry, game};
use quadrille_dsl::script::ScriptSource;
use quadrille_dsl::{
    Diagnostic, Folder, Library, LibraryError, Ruleset, Source, actions, fen, lessons, load,
    notation, pgn, puzzles, script, squares,
};

use crate::Disk;

/// An entry point for external text, with the resources that one input may use.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name of the fuzz target and of its folder in the corpus.
    pub name: &'static str,
    /// Checks any bytes.
    pub check: fn(&[u8]),
    /// The maximum processor time for one input, in seconds.
    pub max_seconds: u32,
    /// The maximum memory for one input, in mebibytes.
    pub max_mebibytes: u32,
}

const fn target(
    name: &'static str,
    check: fn(&[u8]),
    max_seconds: u32,
    max_mebibytes: u32,
) -> Target {
    Target { name, check, max_seconds, max_mebibytes }
}

/// The fuzz targets. The limits are at least twenty times the maximum of the corpus. A board may
/// also have tables of 256 MiB.
pub const TARGETS: [Target; 12] = [
    target("notation", notation, 1, 32),
    target("squares", squares, 1, 32),
    target("picture", picture, 10, 512),
    target("geometry", geometry, 10, 512),
    target("lessons", lessons, 1, 32),
    target("puzzles", puzzles, 1, 32),
    target("script", script, 2, 32),
    target("actions", actions, 5, 64),
    target("fen", fen, 5, 64),
    target("lud", lud, 30, 256),
    target("pgn", pgn, 5, 64),
    target("ruleset", ruleset, 20, 512),
];

/// The maximum length of an input in bytes. Longer inputs take more time and do not find more
/// faults.
const MAX_INPUT_BYTES: usize = 32 * 1024;
/// The number of plies that are played with a ruleset.
const PLAYED_PLIES: usize = 50;

/// Returns bytes as text, if they are valid UTF-8 and not too long.
fn utf8(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok().filter(|text| text.len() <= MAX_INPUT_BYTES)
}

#[track_caller]
fn inside(text: &str, span: &Range<usize>) {
    assert!(text.get(span.clone()).is_some(), "{span:?} is no part of {text:?}");
}

/// Checks that the place of every diagnostic is inside its text.
#[track_caller]
fn placed(found: &[Diagnostic]) {
    for finding in found {
        for label in &finding.labels {
            inside(&label.source.text, &label.span);
        }
        for fix in &finding.fixes {
            inside(&fix.source.text, &fix.span);
        }
    }
}

/// Tests movement notation.
pub fn notation(data: &[u8]) {
    let Some(text) = utf8(data) else { return };
    match notation::parse(text) {
        Ok(paths) => {
            let normal = notation::normalise(text).expect("what parses has a normal form");
            assert_eq!(notation::parse(&normal), Ok(paths), "{text} is {normal}");
            assert_eq!(notation::normalise(&normal).as_ref(), Ok(&normal), "{text}");
        }
        Err(errors) => {
            assert!(!errors.as_slice().is_empty(), "{text} is refused without a reason");
            errors.iter().for_each(|error| inside(text, &error.span));
        }
    }
}

/// Tests square sets on a board of 8x8.
pub fn squares(data: &[u8]) {
    let Some(text) = utf8(data) else { return };
    let board = Geometry::rectangle(8, 8).expect("a board");
    let mut zones = Vec::new();
    // A name may be used in the lines after its definition.
    for (number, line) in text.lines().enumerate() {
        let _ = (squares::mentions(line), squares::bad_name(line));
        match squares::parse(line, &board, &zones) {
            Ok(zone) => zones.push((format!("zone{number}"), zone)),
            Err(error) => inside(line, &error.span),
        }
    }
}

/// Escapes a text for a quoted TOML string.
fn quoted(text: &str) -> String {
    text.chars().map(|c| format!("\\U{:08x}", u32::from(c))).collect()
}

/// Tests the text of a mask and of the picture of an array. An empty line separates the two.
pub fn picture(data: &[u8]) {
    let Some(text) = utf8(data).filter(|text| text.len() <= 4096) else { return };
    let (mask, array) = text.split_once("\n\n").unwrap_or((text, ""));
    let picture = match array {
        "" => String::new(),
        array => format!("[array]\npicture = \"{}\"\n", quoted(array)),
    };
    let file = format!(
        r##"
[variant]
id = "fuzz"
title = "Fuzz"
year = 2000
summary = "A mask and a picture."
[board]
mask = "{}"
[[seats]]
name = "white"
key = "w"
colour = "#ffffff"
facing = "north"
[[seats]]
name = "black"
key = "b"
colour = "#000000"
facing = "south"
[pieces]
king = {{ letter = "K", moves = "K", royal = true }}
pawn = {{ letter = "P", moves = "fmWfceF" }}
{picture}"##,
        quoted(mask)
    );
    geometry(file.as_bytes());
}

/// A library that contains one folder in memory, and the plugins of the repository.
struct Shelf {
    files: BTreeMap<String, Vec<u8>>,
}

static PLUGINS: LazyLock<BTreeMap<String, Vec<u8>>> = LazyLock::new(|| {
    let disk = Disk::new();
    let read = |name: String| disk.plugin(&name).map(|text| (name, text));
    disk.plugins().into_iter().filter_map(read).collect()
});

impl Library for Shelf {
    fn folder(&self, name: &str) -> Result<Folder, LibraryError> {
        match name {
            "fuzz" => {
                Ok(Folder { name: name.to_owned(), files: self.files.clone(), single: false })
            }
            _ => Err(LibraryError::NotFound),
        }
    }

    fn names(&self) -> Vec<String> {
        vec!["fuzz".to_owned()]
    }

    fn plugin(&self, name: &str) -> Option<Vec<u8>> {
        PLUGINS.get(name).cloned()
    }

    fn plugins(&self) -> Vec<String> {
        PLUGINS.keys().cloned().collect()
    }
}

/// Loads the ruleset in the folder, and checks the places of all findings.
fn loaded(shelf: &Shelf) -> Option<Ruleset> {
    match load(shelf, "fuzz", &[]) {
        Ok(loaded) => {
            placed(&loaded.warnings());
            Some(loaded)
        }
        Err(errors) => {
            assert!(!errors.diagnostics().is_empty(), "refused without a reason");
            placed(errors.diagnostics());
            None
        }
    }
}

/// Tests a `geometry.toml`. If the file loads, the text of the merged manifest must load as the
/// same rules.
pub fn geometry(data: &[u8]) {
    if data.len() > MAX_INPUT_BYTES {
        return;
    }
    let mut shelf = Shelf { files: BTreeMap::from([("geometry.toml".to_owned(), data.to_vec())]) };
    let Some(first) = loaded(&shelf) else { return };
    shelf.files.insert("geometry.toml".to_owned(), first.resolved.clone().into_bytes());
    let again = loaded(&shelf).unwrap_or_else(|| panic!("is not read back: {}", first.resolved));
    assert_eq!(again.hash, first.hash, "{}", first.resolved);
}

/// Tests a `lessons.toml`. The lessons are read, but not played.
pub fn lessons(data: &[u8]) {
    let Some(text) = utf8(data) else { return };
    let source = Source::new("lessons.toml".to_owned(), text.to_owned());
    let (lessons, found) = lessons::read(&source);
    placed(&found);
    for lesson in &lessons {
        assert!(!lesson.expectations().iter().any(|(key, _)| key.is_empty()));
        assert!(lesson.line() <= text.lines().count() + 1);
    }
}

/// Tests a `puzzles.toml`. The puzzles are read, but not solved. Then they are written and read
/// again, and must be the same.
pub fn puzzles(data: &[u8]) {
    let Some(text) = utf8(data) else { return };
    let source = Source::new("puzzles.toml".to_owned(), text.to_owned());
    let (file, found) = puzzles::read(&source);
    placed(&found);
    let written = puzzles::write(&file.ruleset, &file.puzzles, "");
    let again = Source::new("puzzles.toml".to_owned(), written.clone());
    let (again, _) = puzzles::read(&again);
    assert_eq!(again.puzzles.len(), file.puzzles.len(), "{written}");
    for (one, other) in file.puzzles.iter().zip(&again.puzzles) {
        let said = |puzzle: &puzzles::Puzzle| {
            (puzzle.goal.clone(), puzzle.fen.clone(), puzzle.solution.clone(), puzzle.from.clone())
        };
        assert_eq!(said(one), said(other), "{written}");
    }
    let kept = puzzles::distinct(file.puzzles);
    assert!(kept.len() <= again.puzzles.len());
}

/// Compiles arbitrary bytes as a rule script and reads its tunables. Every label and fix of a
/// diagnostic must point to a place in the script.
pub fn script(data: &[u8]) {
    let Some(text) = utf8(data) else { return };
    let source = Source::new("fuzz.rhai".to_owned(), text.to_owned());
    let script = ScriptSource { stem: "fuzz".to_owned(), source, plugin: None };
    match script::compile(vec![script], &[], &AtomicBool::new(false)) {
        Ok((scripts, found)) => {
            placed(&found);
            let _ = scripts.tunables();
        }
        Err(error) => placed(error.diagnostics()),
    }
}

/// Imports a game of Ludii. The line of each part in the list of missing parts must exist in the
/// text.
pub fn lud(data: &[u8]) {
    let Some(text) = utf8(data) else { return };
    if let Ok(imported) = quadrille_import::ludii_game(text, "fuzz", &[], &[]) {
        let lines = text.lines().count();
        for part in &imported.missing {
            assert!(part.line <= lines, "{part:?} is in line {}", part.line);
        }
    }
}

/// Rulesets of the repository that have different kinds of actions.
static RULESETS: LazyLock<Vec<Ruleset>> = LazyLock::new(|| {
    let disk = Disk::new();
    ["orthodox-chess", "chesscom-ffa", "four-seasons-1283@dice", "blocking-double-8x3", "taurus"]
        .iter()
        .map(|name| load(&disk, name, &[]).unwrap_or_else(|errors| panic!("{name}: {errors:#?}")))
        .collect()
});

/// Splits an input into a ruleset and a text. The first byte is the index of the ruleset.
fn chosen(data: &[u8]) -> Option<(&'static Ruleset, &str)> {
    let (first, rest) = data.split_first()?;
    let game = usize::from(first.wrapping_sub(b'0')) % RULESETS.len();
    Some((RULESETS.get(game)?, utf8(rest)?))
}

/// Tests the text form of actions. The actions are played from the start of the game.
pub fn actions(data: &[u8]) {
    let Some((loaded, text)) = chosen(data) else { return };
    let hooks = loaded.hooks();
    let mut game = game::start(&loaded.rules, &*hooks).expect("it starts");
    if let Err(error) = actions::play(&mut *game, text) {
        inside(text, &error.span);
    }
    sound(&mut *game);
}

/// Checks that a position is valid. The text of the position and the texts of its actions must have
/// the same meaning when they are read again.
fn sound(game: &mut dyn AnyGame) {
    if let Err(why) = game::validate(&mut *game) {
        panic!("{why}");
    }
    let setup = game.setup();
    let text = fen::write(game.rules(), &setup);
    assert_eq!(fen::read(game.rules(), &text).as_ref(), Ok(&setup), "{text}");
    let Ok(legal) = actions::legal(game) else { return };
    for (text, action) in legal.iter().take(8) {
        assert_eq!(actions::read(game, text).as_ref(), Ok(action), "{text}");
    }
}

/// Tests the text of a position. Reads, writes and rereads it. If the position can be played, plays
/// a few plies from it.
pub fn fen(data: &[u8]) {
    let Some((loaded, text)) = chosen(data) else { return };
    let rules = &loaded.rules;
    match fen::read(rules, text) {
        Ok(setup) => {
            let normal = fen::write(rules, &setup);
            assert_eq!(fen::read(rules, &normal).as_ref(), Ok(&setup), "{text} is {normal}");
            let hooks = loaded.hooks();
            if let Ok(mut game) = game::resume(rules, &*hooks, &setup) {
                wander(&mut *game, data.len() as u64, 6);
            }
        }
        Err(error) => inside(text, &error.span),
    }
}

/// Tests records, which are read and replayed. Valid records are then written and replayed again.
pub fn pgn(data: &[u8]) {
    let Some((loaded, text)) = chosen(data) else { return };
    let records = match pgn::read(text) {
        Ok(records) => records,
        Err(error) => return inside(text, &error.span),
    };
    for record in records.iter().take(3) {
        for entry in &record.words {
            assert_eq!(text.get(entry.span.clone()), Some(&*entry.text));
        }
        if let Err(error) = replayed(loaded, record) {
            inside(text, &error.span);
        }
    }
}

/// Plays a record. If the record is valid, checks that its written form plays the same game.
fn replayed(loaded: &Ruleset, record: &pgn::Record) -> Result<(), pgn::PgnError> {
    let hooks = loaded.hooks();
    let begin = |record: &pgn::Record| -> Result<Option<Box<dyn AnyGame + '_>>, pgn::PgnError> {
        Ok(match record.start(&loaded.rules)? {
            None => game::start(&loaded.rules, &*hooks).ok(),
            Some(setup) => game::resume(&loaded.rules, &*hooks, &setup).ok(),
        })
    };
    let Some(mut game) = begin(record)? else { return Ok(()) };
    let replay = pgn::replay(record, &mut *game)?;
    let Some(mut game) = begin(record)? else { return Ok(()) };
    let written = pgn::write(&mut *game, &[], &replay.actions).expect("it was played");
    let mut again = pgn::read(&written).unwrap_or_else(|error| panic!("{written}: {error:?}"));
    assert!(again.len() <= 1, "{written}");
    let again = again.pop().unwrap_or_default();
    let mut game = begin(&again)?.expect("it began before");
    let played = pgn::replay(&again, &mut *game);
    let played = played.unwrap_or_else(|error| panic!("{written}: {error:?}"));
    assert_eq!(played.actions, replay.actions, "{written}");
    Ok(())
}

/// Plays pseudo-random actions, and checks each position.
fn wander(game: &mut dyn AnyGame, seed: u64, plies: usize) {
    let mut state = seed;
    for _ in 0..plies {
        sound(game);
        let Ok(actions) = game.actions() else { return };
        if actions.is_empty() {
            return;
        }
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let action = actions[(state >> 33) as usize % actions.len()];
        if game.play(action).is_err() {
            return;
        }
    }
    sound(game);
}

/// The start of a line that names a file, in a text that contains a whole folder. The rest of the
/// line is the file's name. The following lines are the file's content.
const FILE: &str = "=== ";

/// Tests a whole folder. Loads it and plays its ruleset. In the input, a line such as `===
/// geometry.toml` precedes the text of each file.
pub fn ruleset(data: &[u8]) {
    let Some(text) = utf8(data) else { return };
    let mut files = BTreeMap::new();
    let mut name = None;
    for line in text.split_inclusive('\n') {
        match line.strip_prefix(FILE) {
            Some(begun) => name = Some(begun.trim().to_owned()),
            None => {
                let file: &mut Vec<u8> = files.entry(name.clone().unwrap_or_default()).or_default();
                file.extend(line.as_bytes());
            }
        }
    }
    let Some(loaded) = loaded(&Shelf { files }) else { return };
    let hooks = loaded.hooks();
    if let Ok(mut game) = game::start(&loaded.rules, &*hooks) {
        wander(&mut *game, data.len() as u64, PLAYED_PLIES);
    }
}
