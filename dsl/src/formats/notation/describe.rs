//! Describes paths in words, for people who do not read notation.

use crate::text::prose::{either, with_article};
use quadrille_core::rules::{ConditionSquare, End, KindSpec, Leg, Path, Relation};
use quadrille_core::{Spec, Vector};

/// Describes how a kind moves. The notation of the kind comes first. The movement that clauses add
/// comes after it.
#[must_use]
pub fn movement(spec: &Spec, kind: &KindSpec) -> String {
    let (plain, special): (Vec<_>, Vec<_>) = kind.paths.iter().cloned().partition(Path::is_plain);
    let mut parts = fragments(&plain, &spec.kinds);
    let mut clauses: Vec<_> = special.iter().map(|path| path.clause).collect();
    clauses.dedup();
    for clause in clauses {
        let paths: Vec<_> = special.iter().filter(|path| path.clause == clause).cloned().collect();
        let by = clause.and_then(|clause| spec.clauses.get(usize::from(clause.0)));
        let by = by.map_or("if the rules allow it".to_owned(), |by| format!("under {}", by.id));
        parts.push(format!("{by}, {}", fragments(&paths, &spec.kinds).join(", or ")));
    }
    if parts.is_empty() { "never moves".to_owned() } else { parts.join("; ") }
}

/// Returns descriptions of paths. Each description is a part of a sentence and describes one kind
/// of path. The descriptions are in the order of the paths. Paths that differ only in their
/// directions, zones or colours share one description.
#[must_use]
pub fn describe(paths: &[Path]) -> Vec<String> {
    fragments(paths, &[])
}

/// Describes paths. A description can name a kind only if `kinds` contains this kind.
fn fragments(paths: &[Path], kinds: &[KindSpec]) -> Vec<String> {
    let mut groups: Vec<Vec<&Path>> = Vec::new();
    for path in paths.iter().filter(|path| !path.legs.is_empty()) {
        match groups.iter_mut().find(|group| alike(group[0], path)) {
            Some(group) => group.push(path),
            None => groups.push(vec![path]),
        }
    }
    let mut sentences: Vec<String> = Vec::new();
    for sentence in groups.iter().map(|group| sentence(group, kinds)) {
        if !sentences.contains(&sentence) {
            sentences.push(sentence);
        }
    }
    sentences
}

/// Returns `true` if two paths differ only in their directions.
fn alike(a: &Path, b: &Path) -> bool {
    let same_legs = a.legs.len() == b.legs.len()
        && a.legs.iter().zip(&b.legs).all(|(a, b)| {
            size(a.vector) == size(b.vector) && (a.min, a.max, a.end) == (b.min, b.max, b.end)
        });
    let rest = |path: &Path| Path { legs: Vec::new(), ..path.clone() };
    same_legs && rest(a) == rest(b)
}

/// Returns the absolute values of a vector's two components, the larger first.
fn size(vector: Vector) -> (u8, u8) {
    let (x, y) = (vector.dx.unsigned_abs(), vector.dy.unsigned_abs());
    (x.max(y), x.min(y))
}

/// Describes a group of paths that differ only in their directions.
fn sentence(group: &[&Path], kinds: &[KindSpec]) -> String {
    let path = group[0];
    let mut vectors: Vec<Vector> = Vec::new();
    let turns = path.turns.iter().copied();
    for vector in group.iter().map(|path| path.legs[0].vector).chain(turns) {
        if !vectors.contains(&vector) {
            vectors.push(vector);
        }
    }
    let mut way = stretch(&path.legs[0], &directions(&vectors));
    for (number, pair) in path.legs.windows(2).enumerate() {
        way += between(pair[0].end);
        way += &stretch(&pair[1], &turning(group, number + 1));
    }
    let mut text = match path.legs.len() {
        1 => {
            let leaps = path.legs.iter().any(|leg| size(leg.vector).0 > 1);
            let by = if leaps { "by " } else { "" };
            format!("{} {by}{way}", ending(path, kinds))
        }
        _ => format!("goes {way}, and {} there", ending(path, kinds)),
    };
    if !path.turns.is_empty() {
        text += ", turning after any step";
    }
    if path.initial {
        text += ", from its start square only";
    }
    if path.take.tame {
        text += ", never capturing a royal";
    }
    text
}

/// Describes what the piece may do on the last square of a path.
fn ending(path: &Path, kinds: &[KindSpec]) -> String {
    if path.swaps {
        let there =
            path.conditions.iter().find(|condition| condition.place == ConditionSquare::Onto);
        let fits = |bit: usize| there.is_none_or(|there| there.kinds >> bit & 1 == 1);
        let named: Vec<&str> = (0..)
            .zip(kinds)
            .filter(|(bit, _)| fits(*bit))
            .map(|(_, kind)| kind.name.as_str())
            .collect();
        let piece = match named.len() {
            0 => "piece".to_owned(),
            n if n == kinds.len() => "piece".to_owned(),
            _ => either(&named),
        };
        let whom = match there.map(|condition| condition.relation) {
            Some(Relation::Own) => format!("{} of the same player", with_article(&piece)),
            Some(Relation::Partner) => format!("a partner's {piece}"),
            Some(Relation::Friend) => format!("{} of the same side", with_article(&piece)),
            Some(Relation::Enemy) => format!("an opponent's {piece}"),
            Some(Relation::Anyone | Relation::Colours(_)) | None => with_article(&piece),
        };
        return format!("changes places with {whom}");
    }
    let mut words = Vec::new();
    if path.quiet {
        words.push("moves".to_owned());
    }
    let without = if path.stays { " without moving" } else { "" };
    if path.take.enemy {
        words.push(format!("captures{without}"));
    }
    if path.take.own {
        words.push(format!("captures its own pieces{without}"));
    }
    if path.take.checks_only {
        words.push("gives check".to_owned());
    }
    if path.en_passant {
        words.push("captures en passant".to_owned());
    }
    if words.is_empty() { "does nothing".to_owned() } else { either(&words) }
}

/// Describes one leg. `way` describes its direction.
fn stretch(leg: &Leg, way: &str) -> String {
    let (one, many) = match size(leg.vector) {
        (1, _) => ("one step".to_owned(), "steps".to_owned()),
        (2, 1) => ("a knight's leap".to_owned(), "knight's leaps".to_owned()),
        (x, y) if y == 0 || x == y => {
            (format!("a leap of {x} squares"), format!("leaps of {x} squares"))
        }
        (x, y) => {
            (format!("a leap of {x} and {y} squares"), format!("leaps of {x} and {y} squares"))
        }
    };
    let count = match (leg.min, leg.max) {
        (1, 1) => one,
        (1, Leg::UNLIMITED) => format!("any number of {many}"),
        (min, Leg::UNLIMITED) => format!("{min} or more {many}"),
        (min, max) if min == max => format!("exactly {min} {many}"),
        (min, max) => format!("{min} to {max} {many}"),
    };
    let gap = if way.is_empty() { "" } else { " " };
    format!("{count}{gap}{way}")
}

/// Describes the line that a leg follows.
fn line(vector: Vector) -> &'static str {
    match size(vector) {
        (_, 0) => "along a file or rank",
        (x, y) if x == y => "diagonally",
        _ => "",
    }
}

/// Describes the direction of a leg in relation to the leg before it.
fn turning(group: &[&Path], number: usize) -> String {
    let turns = || {
        group.iter().map(|path| {
            let (before, leg) = (path.legs[number - 1].vector, path.legs[number].vector);
            let [a, b, c, d] = [before.dx, before.dy, leg.dx, leg.dy].map(i32::from);
            // The cosine and the sine of the angle, each times a positive factor.
            (a * c + b * d, a * d - b * c)
        })
    };
    let line = line(group[0].legs[number].vector);
    let turn = if turns().all(|turn| turn.0 > 0 && turn.1 == 0) {
        return "straight on".to_owned();
    } else if turns().all(|turn| turn.0 > 0) {
        "onward"
    } else if turns().all(|turn| turn.0 < 0) {
        "back"
    } else {
        ""
    };
    let gap = if line.is_empty() || turn.is_empty() { "" } else { " " };
    format!("{line}{gap}{turn}")
}

/// Describes the square on which one leg ends and the next leg begins.
fn between(end: End) -> &'static str {
    match end {
        End::Empty => ", then over that empty square ",
        End::Enemy => ", capturing there, then ",
        End::Occupied => " to a piece of any colour, then over it ",
        End::Friend => " to a friendly piece, then over it ",
        End::Any => ", whatever is there, then ",
    }
}

/// Describes the directions of several vectors. All vectors have the same size.
fn directions(vectors: &[Vector]) -> String {
    let Some(first) = vectors.first() else { return String::new() };
    let any = |test: fn(&Vector) -> bool| vectors.iter().any(test);
    let all = |test: fn(&Vector) -> bool| vectors.iter().all(test);
    let whole = match size(*first) {
        (x, y) if y == 0 || x == y => 4,
        _ => 8,
    };
    if vectors.len() >= whole {
        return line(*first).to_owned();
    }
    if all(|v| v.dx == 0 || v.dy == 0) {
        let sides = match (any(|v| v.dx < 0), any(|v| v.dx > 0)) {
            (true, true) => Some("sideways"),
            (true, false) => Some("to the left"),
            (false, true) => Some("to the right"),
            (false, false) => None,
        };
        let ahead = any(|v| v.dy > 0).then_some("straight ahead");
        let back = any(|v| v.dy < 0).then_some("straight back");
        return [ahead, sides, back].into_iter().flatten().collect::<Vec<_>>().join(" or ");
    }
    let side = if all(|v| v.dy > 0) {
        "forward"
    } else if all(|v| v.dy < 0) {
        "backward"
    } else if all(|v| v.dx < 0) {
        "to the left"
    } else if all(|v| v.dx > 0) {
        "to the right"
    } else {
        "on some lines only"
    };
    let hand = match (all(|v| v.dx < 0), all(|v| v.dx > 0)) {
        (true, _) if side != "to the left" => " to the left",
        (_, true) if side != "to the right" => " to the right",
        _ => "",
    };
    let gap = if line(*first).is_empty() { "" } else { " " };
    format!("{}{gap}{side}{hand}", line(*first))
}
