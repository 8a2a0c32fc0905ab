//! Creates the files of a new ruleset, which is a small playable game or extends another ruleset.

use std::fmt::Write as _;

use quadrille_core::{Cell, Facing, Geometry, Square};

use crate::Ruleset;
use crate::formats::picture;
use crate::load::PresetChanges;

/// A file of a new ruleset: its name and its content.
pub type File = (&'static str, String);

/// The reason why a ruleset can't be created.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TemplateError {
    /// The name is not valid for a ruleset.
    #[error(
        "`{0}` can't be the name of a ruleset: use lower-case letters, digits and `-`, with a letter first"
    )]
    Name(String),
    /// The board is not valid. The first string is the board, and the second is the reason.
    #[error("`{0}` can't be the board: {1}")]
    Board(String, String),
    /// The board has no room for the armies.
    #[error("the board `{board}` has no room for {seats} armies")]
    Crowded {
        /// The shape of the board, such as `cross-14`.
        board: String,
        /// The number of armies for which there is no room.
        seats: u8,
    },
}

impl TemplateError {
    /// Returns advice that explains how to correct the mistake.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Name(name) => {
                let kept: String = name
                    .to_ascii_lowercase()
                    .chars()
                    .map(|c| if c.is_ascii_lowercase() || c.is_ascii_digit() { c } else { '-' })
                    .collect();
                let kept = kept
                    .trim_matches('-')
                    .trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
                if name.contains(['/', '\\']) {
                    return Some("name the parent folder with `--dir`".to_owned());
                }
                self::name(kept).is_ok().then(|| format!("use the name `{kept}`"))
            }
            Self::Board(..) => None,
            Self::Crowded { seats, .. } => {
                let fits =
                    |side: &usize| blank("a", *seats, true, &format!("{side}x{side}")).is_ok();
                let side = (1..=quadrille_core::board::MAX_SIDE).find(fits)?;
                Some(format!(
                    "use a larger board; the smallest square board with enough room is `{side}x{side}`"
                ))
            }
        }
    }
}

/// Checks that a name is valid for a ruleset.
///
/// # Errors
/// Returns [`TemplateError::Name`] if the name is invalid.
pub fn name(name: &str) -> Result<(), TemplateError> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let good = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(fits)
        && name.len() <= 60;
    if good { Ok(()) } else { Err(TemplateError::Name(name.to_owned())) }
}

/// Returns a title made from a name, such as `Four Kings` for `four-kings`.
#[must_use]
pub fn title(name: &str) -> String {
    let words = name.split('-').filter(|word| !word.is_empty());
    words.map(crate::text::prose::capital).collect::<Vec<_>>().join(" ")
}

/// The seats of a new game in turn order. Each has a name, a key, a facing, and the name of its
/// team. Only a game with teams uses the names of teams.
const SEATS: [(&str, char, Facing, &str); 4] = [
    ("red", 'r', Facing::North, "red-yellow"),
    ("blue", 'b', Facing::East, "blue-green"),
    ("yellow", 'y', Facing::South, "red-yellow"),
    ("green", 'g', Facing::West, "blue-green"),
];

/// The back ranks of armies, one for each possible number of pieces. The pawns stand in front of
/// these pieces.
const BACK_ROWS: [&str; 8] = ["K", "QK", "RKR", "RQKR", "RBKBR", "RBQKBR", "RNBKBNR", "RNBQKBNR"];

/// Returns the files of a new game for 2 to 4 seats. `shape` is a board such as `cross-14` or
/// `10x8`. If there are four seats and `teams` is `true`, opposite seats are partners. In all other
/// games, each seat plays alone.
///
/// # Errors
/// Returns a [`TemplateError`] if the name or the board is invalid, or if the board has no room for
/// the armies.
pub fn blank(id: &str, seats: u8, teams: bool, shape: &str) -> Result<Vec<File>, TemplateError> {
    name(id)?;
    let no_board = |why: String| TemplateError::Board(shape.to_owned(), why);
    let rows = picture::mask(shape).map_err(|errors| {
        let help = errors.into_iter().find_map(|error| error.help);
        no_board(
            help.map_or_else(|| "write files and ranks, as in `10x8`".into(), |help| help.text),
        )
    })?;
    let board = Geometry::new(&rows).map_err(|error| no_board(error.to_string()))?;
    let crowded = || TemplateError::Crowded { board: shape.to_owned(), seats };
    let chosen: Vec<_> = match seats {
        2 => vec![SEATS[0], SEATS[2]],
        3 => SEATS[..3].to_vec(),
        _ => SEATS.to_vec(),
    };
    let mut cells: Vec<Vec<String>> = rows
        .iter()
        .map(|row| row.iter().map(|square| if *square { "." } else { "#" }.to_owned()).collect())
        .collect();
    let mut kings = Vec::new();
    for (_, key, facing, _) in &chosen {
        let king = army(&board, *facing, *key, chosen.len() > 2, &mut cells).ok_or_else(crowded)?;
        kings.push((*key, king));
    }
    let teams = teams && chosen.len() == 4;
    // If there are more than two sides, the game continues after one side is out.
    let alone = chosen.len() > 2 && !teams;
    let mut manifest = format!(
        "[variant]\nid = \"{id}\"\ntitle = \"{}\"\nsummary = \"Describe the game in a sentence.\"\n\
         sources = [{{ key = \"own\", cite = \"Rules of this game, by its author\" }}]\n\n\
         [board]\nmask = \"{shape}\"\n",
        title(id)
    );
    for (seat, key, facing, team) in &chosen {
        let _ = write!(
            manifest,
            "\n[[seats]]\nname = \"{seat}\"\nkey = \"{key}\"\nfacing = \"{}\"\n",
            facing.word()
        );
        if teams {
            let _ = writeln!(manifest, "team = \"{team}\"");
        }
    }
    let width = if cells.iter().flatten().any(|cell| cell.len() > 1) { 3 } else { 2 };
    let picture: String = cells
        .iter()
        .map(|row| {
            let line: String = row.iter().map(|cell| format!("{cell:width$}")).collect();
            format!("{}\n", line.trim_end())
        })
        .collect();
    let _ = write!(
        manifest,
        "\n# How each piece moves: `quadrille explain notation`.\n[pieces]\n\
         king = {{ letter = \"K\", moves = \"K\", royal = true }}\n\
         queen = {{ letter = \"Q\", moves = \"Q\", value = 9 }}\n\
         rook = {{ letter = \"R\", moves = \"R\", value = 5 }}\n\
         bishop = {{ letter = \"B\", moves = \"B\", value = 3 }}\n\
         knight = {{ letter = \"N\", moves = \"N\", value = 3 }}\n\
         pawn = {{ letter = \"P\", moves = \"fmWfceFifmnD\", value = 1 }}\n\n\
         [array]\npicture = \"\"\"\n{picture}\"\"\"\n\n\
         [rules]\nscripts = [\"rules.rhai\"]\n\n\
         # The rules in words. Scripts and lessons refer to clauses by their ids.\n[clauses]\n\
         N1 = {{ text = \"A pawn that can go no further becomes a queen, rook, bishop or knight.\", source = \"own\" }}\n\
         N2 = {{ text = \"{}\", source = \"own\" }}\n",
        if alone { LAST_WINS_CLAUSE } else { SIDE_LOSES_CLAUSE }
    );
    let mut lessons = promotion(&board, &kings).ok_or_else(crowded)?;
    lessons.push_str(&mate(&board, chosen[1].2, &kings, alone).ok_or_else(crowded)?);
    Ok(vec![
        ("geometry.toml", manifest),
        ("rules.rhai", format!("{SCRIPT}{}", if alone { LAST_WINS } else { SIDE_LOSES })),
        ("lessons.toml", lessons),
        ("README.md", readme(id)),
    ])
}

/// Returns the square at a file and rank. Both are counted from 0, as the owner of an army with
/// this facing counts them. Returns `None` if there is no such square.
fn square(board: &Geometry, facing: Facing, file: i32, rank: i32) -> Option<Square> {
    let (files, ranks) = (i32::from(board.files()) - 1, i32::from(board.ranks()) - 1);
    match facing {
        Facing::North => board.at(file, rank),
        Facing::East => board.at(rank, ranks - file),
        Facing::South => board.at(files - file, ranks - rank),
        Facing::West => board.at(files - rank, file),
    }
}

/// Places an army on the board, and returns the square of its king. The pieces are in the middle of
/// the army's first rank, and the pawns are in front of the pieces. If there are armies on the
/// neighbouring edges, the army leaves the corners free.
fn army(
    board: &Geometry,
    facing: Facing,
    key: char,
    neighbours: bool,
    cells: &mut [Vec<String>],
) -> Option<Square> {
    let upright = matches!(facing, Facing::North | Facing::South);
    let width = i32::from(if upright { board.files() } else { board.ranks() });
    let margin = if neighbours { 3 } else { 0 };
    let free = (margin..width - margin)
        .filter(|file| (0..2).all(|rank| square(board, facing, *file, rank).is_some()));
    let free: Vec<i32> = free.collect();
    // With fewer pieces, kings would face each other across the board.
    if neighbours && free.len() < 3 {
        return None;
    }
    let count = free.len().min(BACK_ROWS.len());
    let row = BACK_ROWS.get(count.checked_sub(1)?)?;
    let first = (free.len() - count) / 2;
    let mut king = None;
    let mut put = |cell: Cell, letter: char| -> Option<()> {
        let place = cells
            .get_mut(usize::from(board.ranks() - 1 - cell.rank))?
            .get_mut(usize::from(cell.file))?;
        // Another army is already there.
        (place == ".").then(|| *place = format!("{key}{letter}"))
    };
    for (file, letter) in free[first..].iter().zip(row.chars()) {
        let home = square(board, facing, *file, 0)?;
        put(board.cell(home), letter)?;
        put(board.cell(square(board, facing, *file, 1)?), 'P')?;
        if letter == 'K' {
            king = Some(home);
        }
    }
    king
}

/// Returns a lesson in which a pawn of the first army promotes, as far from the kings as possible.
fn promotion(board: &Geometry, kings: &[(char, Square)]) -> Option<String> {
    let forward = Facing::North.forward();
    let (key, _) = *kings.first()?;
    let apart = |square: Square| {
        let at = board.cell(square);
        let from = |other: Square| {
            let cell = board.cell(other);
            at.file.abs_diff(cell.file).max(at.rank.abs_diff(cell.rank))
        };
        kings.iter().map(|(_, king)| from(*king)).min().unwrap_or(0)
    };
    let last = board.squares().filter(|square| board.step(*square, forward).is_none());
    let ways = last.filter_map(|to| {
        let from = board.step(to, Facing::South.forward())?;
        (kings.iter().all(|(_, king)| *king != to && *king != from)).then_some((from, to))
    });
    let (from, to) = ways.max_by_key(|(from, to)| (apart(*to).min(apart(*from)), *to))?;
    let kings: Vec<String> =
        kings.iter().map(|(key, king)| format!("{key}K{}", board.name(*king))).collect();
    let (from, to) = (board.name(from), board.name(to));
    let seat = SEATS.iter().find(|seat| seat.1 == key)?.0;
    Some(format!(
        "# A lesson shows a clause in a position, and tests it: `quadrille explain lessons`.\n\
         [[lesson]]\nclause = \"N1\"\nsays = \"The pawn on {from} has one step to go, and chooses what it becomes.\"\n\
         pieces = \"{} {key}P{from}\"\nturn = \"{seat}\"\nplay = \"{from}-{to}=N\"\nboard = \"{key}N{to}\"\n",
        kings.join(" ")
    ))
}

/// Returns a lesson in which the first army mates the second in a corner of the second army's first
/// rank. `facing` is the facing of the second army.
fn mate(board: &Geometry, facing: Facing, kings: &[(char, Square)], alone: bool) -> Option<String> {
    let [(key, _), (mated, _), ..] = *kings else { return None };
    let others = || kings.iter().filter(|(key, _)| *key != mated);
    let free = |square: &Square| others().all(|(_, king)| king != square);
    let corner = |file: i32, inwards: i32| {
        let beside = |rank| square(board, facing, file + inwards, rank).filter(free);
        let king = square(board, facing, file, 0).filter(free)?;
        Some((king, beside(2)?, beside(1)?, beside(3)?))
    };
    let width = i32::from(board.files().max(board.ranks()));
    let edge = |file: &i32| square(board, facing, *file, 0).is_some();
    let (left, right) = ((0..width).find(edge)?, (0..width).rev().find(edge)?);
    let (king, from, to, rook) = corner(left, 1).or_else(|| corner(right, -1))?;
    let mut pieces: Vec<String> =
        others().map(|(key, king)| format!("{key}K{}", board.name(*king))).collect();
    pieces.push(format!("{mated}K{}", board.name(king)));
    pieces.push(format!("{key}Q{}", board.name(from)));
    pieces.push(format!("{key}R{}", board.name(rook)));
    let name = |key: char| SEATS.iter().find(|seat| seat.1 == key).map(|seat| seat.0);
    let (seat, loser) = (name(key)?, name(mated)?);
    let end = match alone {
        true => format!("board = \".{}\"", board.name(king)),
        false => format!("result = {{ {seat} = \"win\", {loser} = \"loss\" }}"),
    };
    Some(format!(
        "\n[[lesson]]\nclause = \"N2\"\nsays = \"The rook protects the queen, and the king has no square left.\"\n\
         pieces = \"{}\"\nturn = \"{seat}\"\nplay = \"{}-{}\"\nfires = \"N2\"\n{end}\n",
        pieces.join(" "),
        board.name(from),
        board.name(to)
    ))
}

/// Returns the files of a ruleset that extends another ruleset and changes it. `loaded` is the
/// ruleset that is extended. If `changes` contains the changes of a preset, `loaded` must have been
/// loaded with this preset.
///
/// # Errors
/// Returns [`TemplateError::Name`] if the name is invalid.
pub fn child(
    id: &str,
    parent: &str,
    loaded: &Ruleset,
    changes: Option<&PresetChanges>,
) -> Result<Vec<File>, TemplateError> {
    name(id)?;
    let set: &[(String, String)] = changes.map_or(&[], |changes| &changes.tunables);
    let tables = changes.map_or("", |changes| changes.tables.as_str());
    let mut manifest = format!(
        "extends = \"{parent}\"\n\n[variant]\nid = \"{id}\"\ntitle = \"{}\"\n\
         changes = \"Describe the changes in a sentence.\"\nsummary = \"{}, changed.\"\n",
        title(id),
        loaded.meta.title.replace('"', "'")
    );
    if !loaded.tunables.is_empty() {
        manifest.push_str(
            "\n# The tunables with their present values. To change one, remove the `#` and write another value.\n[tunables]\n",
        );
        for tunable in &loaded.tunables {
            for line in tunable.doc.lines() {
                let _ = writeln!(manifest, "# {}", line.trim());
            }
            let key = format!("{}.{}", tunable.script, tunable.name);
            let is_set = set.iter().any(|(name, _)| *name == key || *name == tunable.name);
            let mark = if is_set { "" } else { "# " };
            let _ = writeln!(manifest, "{mark}\"{key}\" = {}", literal(&tunable.value));
        }
    }
    if !tables.is_empty() {
        let _ = write!(manifest, "\n{}", tables.trim_end());
        manifest.push('\n');
    }
    let inherited = loaded.values.iter().find(|(path, _)| path == "rules.scripts");
    let inherited = inherited.and_then(|(_, list)| list.strip_prefix('[')?.strip_suffix(']'));
    let listed = match inherited {
        None | Some("") => "\"own.rhai\"".to_owned(),
        Some(scripts) => format!("{scripts}, \"own.rhai\""),
    };
    // The changes of a preset may already contain this table.
    let header = if tables.contains("[rules]\n") { "" } else { "# [rules]\n" };
    let _ = write!(
        manifest,
        "\n# To add a script, write its name at the end of this list.\n{header}# scripts = [{listed}]\n"
    );
    Ok(vec![("geometry.toml", manifest), ("README.md", readme(id))])
}

/// Returns a tunable's value as TOML.
fn literal(value: &str) -> String {
    let plain = value.parse::<i64>().is_ok() || matches!(value, "true" | "false");
    if plain { value.to_owned() } else { format!("\"{value}\"") }
}

fn readme(id: &str) -> String {
    format!(
        "# {}\n\nDescribe the game, its author, its year and the sources of its rules.\n\n\
         ```sh\nquadrille check {id}\nquadrille play {id}\nquadrille playout {id}\n```\n",
        title(id)
    )
}

const SCRIPT: &str = r#"//! Promotion, mate and draws. `quadrille explain hooks` lists all hooks.

// The fate of a player who is not in check and can't move.
// one of: draw, lose
const STALEMATE = "draw";

fn define(rules) {
    rules.repetition(3);
    rules.no_progress(50);
    rules.progress("pawn");
}

/// The last square before the edge promotes.
/// clause: N1
/// when: pawn
fn promotes(piece, square) {
    if piece.forward(square) != () { return; }
    ["queen", "rook", "bishop", "knight"]
}
"#;

/// The clause about mate in a game with two sides.
const SIDE_LOSES_CLAUSE: &str = "A mated player loses, together with a partner.";

/// The clause about mate in a game with more than two sides.
const LAST_WINS_CLAUSE: &str =
    "A mated player is out, and their pieces leave the board. The last player wins.";

/// The script for the end of a game with two sides.
const SIDE_LOSES: &str = r#"
/// A mated player loses, together with a partner.
/// clause: N2
fn on_mate(game, seat) {
    lose(seat);
}

fn on_stalemate(game, seat) {
    if STALEMATE == "draw" { draw(); } else { lose(seat); }
}
"#;

/// The script for the end of a game with more than two sides.
const LAST_WINS: &str = r#"
/// A mated player is out, and their pieces leave the board.
/// clause: N2
fn on_mate(game, seat) {
    eliminate(seat);
    remove_army(seat);
}

fn on_stalemate(game, seat) {
    if STALEMATE == "draw" { draw(); } else { eliminate(seat); remove_army(seat); }
}

/// The last player wins.
fn outcome(game) {
    let left = game.seats("active");
    if left.len == 1 { win(left[0]); }
}
"#;
