//! Walks in words, for people who do not read notation.

use quadrille_core::Vector;
use quadrille_core::movement::{End, Leg, Walk};

/// What a piece with these walks may do, a sentence fragment for each kind of walk, in the
/// order of the walks.
#[must_use]
pub fn describe(walks: &[Walk]) -> Vec<String> {
    let mut groups: Vec<(&Walk, Vec<Vector>)> = Vec::new();
    for walk in walks {
        let Some(first) = walk.legs.first() else {
            continue;
        };
        match groups.iter_mut().find(|(other, _)| alike(other, walk)) {
            Some((_, vectors)) if vectors.contains(&first.vector) => {}
            Some((_, vectors)) => vectors.push(first.vector),
            None => groups.push((walk, vec![first.vector])),
        }
    }
    groups.iter().map(|(walk, vectors)| sentence(walk, vectors)).collect()
}

/// Whether two walks differ in their directions only.
fn alike(a: &Walk, b: &Walk) -> bool {
    let same_legs = a.legs.len() == b.legs.len()
        && a.legs.iter().zip(&b.legs).all(|(a, b)| {
            size(a.vector) == size(b.vector) && (a.min, a.max, a.end) == (b.min, b.max, b.end)
        });
    let rest = |walk: &Walk| Walk { legs: Vec::new(), ..walk.clone() };
    same_legs && rest(a) == rest(b)
}

/// A vector without its direction: the longer part first.
fn size(vector: Vector) -> (u8, u8) {
    let (x, y) = (vector.dx.unsigned_abs(), vector.dy.unsigned_abs());
    (x.max(y), x.min(y))
}

fn sentence(walk: &Walk, vectors: &[Vector]) -> String {
    let way = walk.legs.iter().enumerate().fold(String::new(), |text, (number, leg)| match number
        .checked_sub(1)
        .and_then(|before| walk.legs.get(before))
    {
        None => stretch(leg, directions(vectors)),
        Some(before) => format!("{text}{}{}", between(before.end), stretch(leg, "")),
    });
    let mut text = match walk.legs.len() {
        1 => format!("{} {way}", ending(walk)),
        _ => format!("goes {way}, and {} there", ending(walk)),
    };
    if walk.initial {
        text += ", from its start square only";
    }
    if walk.take.tame {
        text += ", never capturing a royal";
    }
    text
}

/// What it does where it ends.
fn ending(walk: &Walk) -> String {
    let mut words = Vec::new();
    if walk.quiet {
        words.push("moves");
    }
    if walk.take.enemy {
        words.push("captures");
    }
    if walk.take.own {
        words.push("captures its own men");
    }
    if walk.take.checks_only {
        words.push("gives check");
    }
    if walk.en_passant {
        words.push("captures en passant");
    }
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        Some((last, _)) => (*last).to_owned(),
        None => "does nothing".to_owned(),
    }
}

/// One leg.
fn stretch(leg: &Leg, directions: &str) -> String {
    let (long, short) = size(leg.vector);
    let leap = match (long, short) {
        (1, _) => "step".to_owned(),
        (x, y) => format!("leap of {x} and {y}"),
    };
    let plural = if long == 1 { "steps".to_owned() } else { leap.replace("leap", "leaps") };
    let count = match (leg.min, leg.max) {
        (1, 1) => format!("one {leap}"),
        (1, Leg::UNLIMITED) => format!("any number of {plural}"),
        (min, Leg::UNLIMITED) => format!("{min} or more {plural}"),
        (min, max) if min == max => format!("exactly {min} {plural}"),
        (min, max) => format!("{min} to {max} {plural}"),
    };
    let line = match (long, short) {
        (1, 0) => " along a file or rank",
        (1, 1) => " diagonally",
        _ => "",
    };
    let gap = if directions.is_empty() { "" } else { " " };
    format!("{count}{line}{gap}{directions}")
}

/// What happens between two legs.
fn between(end: End) -> &'static str {
    match end {
        End::Empty => ", then over that empty square ",
        End::Enemy => ", capturing there, then ",
        End::Occupied => " to a man of any colour, then over him ",
        End::Friend => " to a friendly man, then over him ",
        End::Any => ", whatever stands there, then ",
    }
}

/// Which of the directions of an atom these are, if not all.
fn directions(vectors: &[Vector]) -> &'static str {
    let all = |test: fn(&Vector) -> bool| vectors.iter().all(test);
    if all(|v| v.dy > 0 && v.dx == 0) {
        "straight ahead"
    } else if all(|v| v.dy > 0) {
        "forward"
    } else if all(|v| v.dy < 0) {
        "backward"
    } else if all(|v| v.dy == 0) {
        "sideways"
    } else {
        ""
    }
}
