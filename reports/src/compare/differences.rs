//! Differences between two rulesets, in words.

use std::collections::{BTreeMap, BTreeSet};

use quadrille_core::{Piece, Spec, Square};
use quadrille_dsl::Ruleset;
use quadrille_dsl::load::FileRole;
use quadrille_dsl::notation::movement;
use serde::Serialize;

use quadrille_dsl::text::prose::quantity;

/// A difference between two rulesets.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Differing {
    /// The subject: `mate.AFTER_MATE`, `board`, `array`, …
    pub what: String,
    /// The value in the first ruleset.
    pub first: String,
    /// The value in the other ruleset.
    pub other: String,
    /// The meaning of the subject, if a meaning is known.
    pub about: String,
    /// The ruleset that lacks the subject of the difference, or `None` if both rulesets have the
    /// subject. The value for a ruleset that lacks the subject is a word such as `none`.
    #[serde(skip)]
    absent: Option<ComparedSide>,
}

/// One of the two rulesets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ComparedSide {
    First,
    Other,
}

/// The name of the row that lists clauses of only one of the two rulesets.
pub const OWN_CLAUSES: &str = "clauses in one ruleset only";

impl Differing {
    fn new(what: impl Into<String>, first: impl Into<String>, other: impl Into<String>) -> Self {
        let (what, first, other) = (what.into(), first.into(), other.into());
        Self { what, first, other, about: String::new(), absent: None }
    }

    /// Creates a difference in a subject that one of the two rulesets may lack. `none` is the value
    /// for a ruleset that lacks the subject.
    fn perhaps(
        what: impl Into<String>,
        first: Option<String>,
        other: Option<String>,
        none: &str,
    ) -> Self {
        let absent = match (&first, &other) {
            (None, Some(_)) => Some(ComparedSide::First),
            (Some(_), None) => Some(ComparedSide::Other),
            _ => None,
        };
        let or_none = |text: Option<String>| text.unwrap_or_else(|| none.to_owned());
        Self { absent, ..Self::new(what, or_none(first), or_none(other)) }
    }

    /// Returns the difference as a line of prose.
    #[must_use]
    pub fn line(&self) -> String {
        let what = if self.what == OWN_CLAUSES { "clauses" } else { &*self.what };
        // Sentences are quoted, because words of the line follow them.
        let quoted = |text: &str| match text.ends_with('.') {
            true => format!("“{text}”"),
            false => text.to_owned(),
        };
        let (first, other) = (quoted(&self.first), quoted(&self.other));
        match self.absent {
            Some(ComparedSide::First) => format!("{what}: {other} (added)"),
            Some(ComparedSide::Other) => format!("{what}: {first} (removed)"),
            None => format!("{what}: {other} instead of {first}"),
        }
    }
}

/// Returns all differences. The list is empty for equal rules.
#[must_use]
pub fn differences(first: &Ruleset, other: &Ruleset) -> Vec<Differing> {
    if first.hash == other.hash {
        return Vec::new();
    }
    let mut out = Vec::new();
    if first.meta.id != other.meta.id {
        out.push(Differing::new("ruleset", titled(first), titled(other)));
    }
    tunables(first, other, &mut out);
    let (a, b) = (first.rules.spec(), other.rules.spec());
    table(a, b, &mut out);
    pieces(a, b, &mut out);
    clauses(a, b, &mut out);
    scripts(first, other, &mut out);
    values(first, other, &mut out);
    if out.is_empty() {
        out.push(Differing::new("rules", first.hash.clone(), other.hash.clone()));
    }
    out
}

fn titled(loaded: &Ruleset) -> String {
    let year = loaded.meta.dated().map(|year| format!(" ({year})")).unwrap_or_default();
    format!("{}{year}", loaded.meta.title)
}

/// Adds the scripts with different texts: functions and constants that differ, and whole files that
/// only one ruleset has.
fn scripts(first: &Ruleset, other: &Ruleset, out: &mut Vec<Differing>) {
    let texts = |loaded: &Ruleset| -> BTreeMap<String, String> {
        let scripts = loaded.files.iter().filter(|file| file.role == FileRole::Script);
        scripts.map(|file| (file.source.file_name().to_owned(), file.source.text.clone())).collect()
    };
    let parts = |loaded: &Ruleset| -> BTreeMap<(String, String), ScriptLines> {
        let parts = loaded.scripts.parts().into_iter();
        parts.map(|part| ((part.file, part.name), part.lines)).collect()
    };
    let (ours, theirs) = (texts(first), texts(other));
    let (our_parts, their_parts) = (parts(first), parts(other));
    let long = |text: &String| quantity(text.lines().count() as u64, "line");
    let names = |parts: &BTreeMap<(String, String), ScriptLines>, file: &String| {
        let of_file = parts.keys().filter(|(of, _)| of == file);
        let names: Vec<&str> = of_file.map(|(_, name)| name.as_str()).collect();
        if names.is_empty() { "no functions".to_owned() } else { names.join(", ") }
    };
    for file in ours.keys().chain(theirs.keys()).collect::<BTreeSet<_>>() {
        let (a, b) = (ours.get(file), theirs.get(file));
        if a == b {
            continue;
        }
        let (Some(text_a), Some(text_b)) = (a, b) else {
            let (ours, theirs) =
                (a.map(|_| names(&our_parts, file)), b.map(|_| names(&their_parts, file)));
            out.push(Differing::perhaps(file.clone(), ours, theirs, "none"));
            continue;
        };
        let of_file = our_parts.keys().chain(their_parts.keys()).filter(|(of, _)| of == file);
        let before = out.len();
        for key in of_file.collect::<BTreeSet<_>>() {
            let (a, b) = (our_parts.get(key), their_parts.get(key));
            let none = if a.is_some() && b.is_some() { "nothing" } else { "none" };
            let (a, b) = lines(a, b);
            if a != b {
                out.push(Differing::perhaps(format!("{file}: {}", key.1), a, b, none));
            }
        }
        if out.len() == before {
            let same =
                format!("{} with the same code, but different comments or layout", long(text_b));
            out.push(Differing::new(file.clone(), long(text_a), same));
        }
    }
}

/// The maximum number of lines shown of a function that differs.
const MAX_FUNCTION_LINES: usize = 3;

/// A line of a script, with the number of the line.
type ScriptLine = (usize, String);
/// The lines of a function or constant.
type ScriptLines = Vec<ScriptLine>;

/// Describes the lines in which two versions of a function or constant differ. Returns a
/// description for each version. The descriptions are equal only if the versions are equal. If a
/// version is missing, its description is `None`.
fn lines(
    ours: Option<&ScriptLines>,
    theirs: Option<&ScriptLines>,
) -> (Option<String>, Option<String>) {
    let (Some(ours), Some(theirs)) = (ours, theirs) else {
        let long = |lines: &ScriptLines| quantity(lines.len() as u64, "line");
        return (ours.map(long), theirs.map(long));
    };
    let (only_ours, only_theirs) = apart(ours, theirs);
    let describe = |lines: &[&ScriptLine]| {
        let shown =
            lines.iter().take(MAX_FUNCTION_LINES).map(|(at, line)| format!("line {at}: {line}"));
        let mut parts: Vec<String> = shown.collect();
        match lines.len().saturating_sub(MAX_FUNCTION_LINES) {
            0 => {}
            n => parts.push(quantity(n as u64, "more line")),
        }
        (!parts.is_empty()).then(|| parts.join("; "))
    };
    let (first, mut other) = (describe(&only_ours), describe(&only_theirs));
    if let (true, Some(other)) = (first == other, &mut other) {
        other.push_str(", and different lines after them");
    }
    (first, other)
}

/// Returns, in order, the lines that only one of two versions has. These are the lines outside the
/// longest common subsequence. For very long functions, the result has all lines from the first to
/// the last difference.
fn apart<'a>(
    ours: &'a ScriptLines,
    theirs: &'a ScriptLines,
) -> (Vec<&'a ScriptLine>, Vec<&'a ScriptLine>) {
    let same = |((_, a), (_, b)): &(&ScriptLine, &ScriptLine)| a == b;
    let before = ours.iter().zip(theirs).take_while(same).count();
    let left = ours.len().min(theirs.len()) - before;
    let after = ours.iter().rev().zip(theirs.iter().rev()).take(left).take_while(same).count();
    let (a, b) = (&ours[before..ours.len() - after], &theirs[before..theirs.len() - after]);
    if a.len().saturating_mul(b.len()) > 1 << 20 {
        return (a.iter().collect(), b.iter().collect());
    }
    // The length of the longest common subsequence after each pair of places.
    let width = b.len() + 1;
    let mut common = vec![0_u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            common[i * width + j] = if a[i].1 == b[j].1 {
                common[(i + 1) * width + j + 1] + 1
            } else {
                common[(i + 1) * width + j].max(common[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let (mut only_a, mut only_b) = (Vec::new(), Vec::new());
    while i < a.len() && j < b.len() {
        if a[i].1 == b[j].1 {
            (i, j) = (i + 1, j + 1);
        } else if common[(i + 1) * width + j] >= common[i * width + j + 1] {
            only_a.push(&a[i]);
            i += 1;
        } else {
            only_b.push(&b[j]);
            j += 1;
        }
    }
    only_a.extend(&a[i..]);
    only_b.extend(&b[j..]);
    (only_a, only_b)
}

/// Adds the parts of the manifest that differ and that no other function describes.
fn values(first: &Ruleset, other: &Ruleset, out: &mut Vec<Differing>) {
    let names: Vec<String> = out.iter().map(|row| row.what.clone()).collect();
    let known = |path: &str| {
        let (table, key) = path.split_once('.').unwrap_or((path, ""));
        let is = |what: &str| names.iter().any(|name| name == what);
        match table {
            "variant" | "presets" | "tunables" => true,
            "clauses" => is(OWN_CLAUSES) || is(key.split('.').next().unwrap_or_default()),
            "board" => key != "light" && is("board"),
            "array" => is("array"),
            "seats" => (key.ends_with(".name") || key.ends_with(".team")) && is("seats"),
            "pieces" => {
                let (kind, what) = key.split_once('.').unwrap_or((key, ""));
                is(kind) || what == "moves" && is(&format!("{kind}'s moves"))
            }
            "rules" => match key {
                "order" => is("order of turns"),
                "ply_limit" => is("ply limit"),
                "array" => is("array"),
                _ => false,
            },
            _ => false,
        }
    };
    let of =
        |loaded: &Ruleset| -> BTreeMap<String, String> { loaded.values.iter().cloned().collect() };
    let (ours, theirs) = (of(first), of(other));
    let said = |text: &String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for path in ours.keys().chain(theirs.keys()).collect::<BTreeSet<_>>() {
        let (a, b) = (ours.get(path), theirs.get(path));
        if a != b && !known(path) {
            let (a, mut b) = (a.map(said), b.map(said));
            if let (true, Some(b)) = (a == b, &mut b) {
                b.push_str(", written differently");
            }
            out.push(Differing::perhaps(path.clone(), a, b, "none"));
        }
    }
}

fn tunables(first: &Ruleset, other: &Ruleset, out: &mut Vec<Differing>) {
    for tunable in &first.tunables {
        let same =
            |t: &&quadrille_dsl::Tunable| (&t.script, &t.name) == (&tunable.script, &tunable.name);
        if let Some(theirs) = other.tunables.iter().find(same)
            && theirs.value != tunable.value
        {
            out.push(Differing {
                about: tunable.doc.split_whitespace().collect::<Vec<_>>().join(" "),
                ..Differing::new(
                    format!("{}.{}", tunable.script, tunable.name),
                    tunable.value.clone(),
                    theirs.value.clone(),
                )
            });
        }
    }
}

/// Adds differences of the board and the seats.
fn table(a: &Spec, b: &Spec, out: &mut Vec<Differing>) {
    let mut unless_same = |what: &str, first: String, other: String| {
        if first != other {
            out.push(Differing::new(what, first, other));
        }
    };
    let squares = |spec: &Spec| {
        let board = &spec.geometry;
        let names: BTreeSet<String> = board.squares().map(|square| board.name(square)).collect();
        let walls = match board.walls().len() {
            0 => String::new(),
            n => format!(" with {n} walls"),
        };
        let size = format!("{} squares within {} x {}", board.len(), board.files(), board.ranks());
        (format!("{size}{walls}"), names)
    };
    let ((first, of_a), (other, of_b)) = (squares(a), squares(b));
    let others = if first == other && of_a != of_b { ", different squares" } else { "" };
    unless_same("board", first, format!("{other}{others}"));
    let seats = |spec: &Spec| {
        let name = |seat: &quadrille_core::rules::SeatSpec| match spec
            .teams
            .get(usize::from(seat.team))
        {
            Some(team) if spec.teams.len() < spec.seats.len() => format!("{} ({team})", seat.name),
            _ => seat.name.clone(),
        };
        spec.seats.iter().map(name).collect::<Vec<_>>().join(", ")
    };
    unless_same("seats", seats(a), seats(b));
    let order = |spec: &Spec| {
        let name = |seat: &quadrille_core::Seat| spec.seats[seat.index()].name.clone();
        spec.order.iter().map(name).collect::<Vec<_>>().join(", ")
    };
    unless_same("order of turns", order(a), order(b));
    let castling = |spec: &Spec| quantity(spec.castling.len() as u64, "way");
    unless_same("castling", castling(a), castling(b));
    let often = |n: Option<u32>| n.map_or_else(|| "never".to_owned(), |n| n.to_string());
    unless_same(
        "repetitions that draw",
        often(a.repetition.map(u32::from)),
        often(b.repetition.map(u32::from)),
    );
    unless_same("moves without progress that draw", often(a.no_progress), often(b.no_progress));
    unless_same("ply limit", a.ply_limit.to_string(), b.ply_limit.to_string());
    let dice = |spec: &Spec| {
        let dice = spec.dice.as_ref()?;
        Some(format!("{} with {} faces", dice.count, dice.faces.len()))
    };
    if dice(a) != dice(b) {
        out.push(Differing::perhaps("dice", dice(a), dice(b), "none"));
    }
    let shuffles = |spec: &Spec| {
        let outcomes = spec.shuffles.iter().map(|shuffle| shuffle.outcomes.len().to_string());
        let outcomes = outcomes.collect::<Vec<_>>();
        (!outcomes.is_empty()).then(|| format!("{} outcomes", outcomes.join(" and ")))
    };
    if shuffles(a) != shuffles(b) {
        out.push(Differing::perhaps("shuffles", shuffles(a), shuffles(b), "none"));
    }
}

/// Adds differences of the kinds of pieces and of the array.
fn pieces(a: &Spec, b: &Spec, out: &mut Vec<Differing>) {
    for kind in &a.kinds {
        match b.kinds.iter().find(|other| other.name == kind.name) {
            None => {
                let moves = Some(movement(a, kind));
                out.push(Differing::perhaps(kind.name.clone(), moves, None, "none"));
            }
            Some(other) => {
                let (ours, theirs) = (movement(a, kind), movement(b, other));
                if other.notation != kind.notation || ours != theirs {
                    let what = format!("{}'s moves", kind.name);
                    out.push(Differing::new(what, ours, theirs));
                }
            }
        }
    }
    for kind in b.kinds.iter().filter(|kind| a.kind_named(&kind.name).is_none()) {
        let moves = Some(movement(b, kind));
        out.push(Differing::perhaps(kind.name.clone(), None, moves, "none"));
    }
    let (of_a, of_b) = (array(a), array(b));
    let listed = |pieces: Vec<&PlacedPiece>| {
        // The squares of equal pieces are listed together.
        let mut squares: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let shown = pieces.len().min(MAX_PIECES);
        for (piece, square) in &pieces[..shown] {
            squares.entry(piece).or_default().push(square);
        }
        let groups =
            squares.iter().map(|(piece, squares)| format!("{piece} on {}", squares.join(" ")));
        let groups = groups.collect::<Vec<_>>().join(", ");
        match pieces.len() - shown {
            0 => Some(groups).filter(|groups| !groups.is_empty()),
            more => Some(format!("{groups} and {more} more")),
        }
    };
    if of_a != of_b {
        out.push(Differing::perhaps(
            "array",
            listed(of_a.difference(&of_b).collect()),
            listed(of_b.difference(&of_a).collect()),
            "no other piece",
        ));
    }
}

/// A piece in words, and the name of its square.
type PlacedPiece = (String, String);

/// Returns the pieces of the array. The words for a piece include its facing only if the piece does
/// not have the facing of its seat.
fn array(spec: &Spec) -> BTreeSet<PlacedPiece> {
    let placed = |(square, piece): &(Square, Piece)| {
        let seat = spec.colour_name(piece.colour());
        let kind = spec.kinds.get(piece.kind().index()).map_or("", |kind| kind.name.as_str());
        let facing = match piece.facing() {
            facing if facing == spec.facing(piece.colour()) => String::new(),
            facing => format!(" facing {}", facing.word()),
        };
        (format!("{seat} {kind}{facing}"), spec.geometry.name(*square))
    };
    spec.array.iter().map(placed).collect()
}

/// The maximum number of pieces of an array that are named.
const MAX_PIECES: usize = 32;

/// Adds differences of the clauses: clauses that only one ruleset has, and clauses with different
/// texts.
fn clauses(a: &Spec, b: &Spec, out: &mut Vec<Differing>) {
    let missing = |of: &Spec, in_: &Spec| -> Vec<String> {
        let missing = of.clauses.iter().filter(|clause| in_.clause_named(&clause.id).is_none());
        missing.map(|clause| clause.id.clone()).collect()
    };
    let (first, other) = (missing(a, b), missing(b, a));
    let listed = |ids: &[String]| (!ids.is_empty()).then(|| ids.join(", "));
    if !first.is_empty() || !other.is_empty() {
        out.push(Differing::perhaps(OWN_CLAUSES, listed(&first), listed(&other), "none"));
    }
    for clause in &a.clauses {
        let theirs = b.clause_named(&clause.id).map(|id| &b.clauses[usize::from(id.0)].text);
        if let Some(text) = theirs.filter(|text| **text != clause.text) {
            out.push(Differing::new(clause.id.clone(), clause.text.clone(), text.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line_differences(ours: &str, theirs: &str) -> (String, String) {
        let read =
            |text: &str| -> ScriptLines { (1..).zip(text.split(' ').map(str::to_owned)).collect() };
        let (a, b) = lines(Some(&read(ours)), Some(&read(theirs)));
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        (or_none(a), or_none(b))
    }

    #[test]
    fn what_only_one_has_is_added_or_removed_and_a_value_called_none_is_a_value() {
        let one = |first: Option<&str>, other: Option<&str>| {
            let [first, other] = [first, other].map(|text| text.map(str::to_owned));
            Differing::perhaps(OWN_CLAUSES, first, other, "none").line()
        };
        assert_eq!(one(None, Some("H1")), "clauses: H1 (added)");
        assert_eq!(one(Some("K2"), None), "clauses: K2 (removed)");
        assert_eq!(one(Some("K2"), Some("H1")), "clauses: H1 instead of K2");
        let value = Differing::new("ends.BONUS", "none", "three");
        assert_eq!(value.line(), "ends.BONUS: three instead of none");
    }

    #[test]
    fn arrays_differ_in_pieces_on_squares_and_files_in_their_functions() {
        let shelf = quadrille_dsl::library::Shelf::default();
        let [chess, other] = ["orthodox-chess", "chesscom-ffa"]
            .map(|name| quadrille_dsl::load(&shelf, name, &[]).unwrap());
        let rows = differences(&chess, &other);
        let row = |what: &str| rows.iter().find(|row| row.what == what).unwrap();
        let array = &row("array").first;
        assert!(array.contains("black king on e8, black knight on b8 g8"), "{array}");
        let script = &row("chess.rhai").first;
        assert!(script.contains("promotes(piece, square)"), "{script}");
    }

    #[test]
    fn of_two_versions_only_the_lines_that_differ_are_shown() {
        let both = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(line_differences("a b c", "a b c"), both("-", "-"));
        assert_eq!(
            line_differences("a b c d", "x b c y z"),
            both("line 1: a; line 4: d", "line 1: x; line 4: y; line 5: z")
        );
        assert_eq!(line_differences("a b", "a n b"), both("-", "line 2: n"));
        assert_eq!(line_differences("a b b", "a b"), both("line 3: b", "-"));
        assert_eq!(
            line_differences("a", "p q r s t").1,
            "line 1: p; line 2: q; line 3: r; 2 more lines"
        );
        assert_eq!(line_differences("a b c p", "a b c q").1, "line 4: q");
        assert_eq!(
            line_differences("1 2 3 4", "5 6 7 8").0,
            "line 1: 1; line 2: 2; line 3: 3; 1 more line"
        );
        let long: String = vec!["l"; 1500].join(" ");
        assert_eq!(
            line_differences(&format!("a {long} b"), &format!("c {long} {long} d"))
                .0
                .matches(';')
                .count(),
            3
        );
    }
}
