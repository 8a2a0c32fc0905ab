//! The printed form of a random ruleset: the board as a picture, and then everything that is not
//! ordinary.

use std::fmt::{Debug, Formatter, Result};

use quadrille_core::rules::{CastlingMove, KindSpec};
use quadrille_core::rules::{Leg, Path, Take};
use quadrille_core::{Geometry, Piece, Spec, Zone};

use super::Recipe;

impl Debug for Recipe {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f)?;
        board(&self.spec, f)?;
        for kind in &self.spec.kinds {
            moves(&self.spec.geometry, kind, f)?;
        }
        sides(&self.spec, f)?;
        rules(&self.spec, f)?;
        if !self.changes.is_empty() {
            writeln!(f, "otherwise than at the start: {:?}", self.changes)?;
        }
        writeln!(f, "{:?}", self.interview)?;
        write!(f, "choices {:?}", self.choices)
    }
}

/// Prints the board. A piece has its seat's key, the letter of its kind, its facing, and a sign for
/// its marks.
fn board(spec: &Spec, f: &mut Formatter<'_>) -> Result {
    let geometry = &spec.geometry;
    for rank in (0..geometry.ranks()).rev() {
        write!(f, "{:>3} ", rank + 1)?;
        for file in 0..geometry.files() {
            let square = geometry.at(file.into(), rank.into());
            match square.map(|square| spec.array.iter().find(|(at, _)| *at == square)) {
                None => write!(f, "#    ")?,
                Some(None) => write!(f, ".    ")?,
                Some(Some((_, piece))) => {
                    let key = spec.colour_key(piece.colour());
                    let marks = [' ', '\'', '"', '*'][(piece.marks() & 3) as usize];
                    write!(f, "{key}{}{}{marks} ", letter(spec, piece), piece.facing().letter())?;
                }
            }
        }
        writeln!(f)?;
    }
    for (a, b) in geometry.walls() {
        writeln!(f, "a wall between cells {},{} and {},{}", a.file, a.rank, b.file, b.rank)?;
    }
    for gate in &spec.gates {
        writeln!(f, "a gate: {gate:?}")?;
    }
    for portal in geometry.portals() {
        let names: Vec<String> = portal.iter().map(|square| geometry.name(*square)).collect();
        writeln!(f, "a portal: {}", names.join("="))?;
    }
    Ok(())
}

fn letter(spec: &Spec, piece: &Piece) -> char {
    spec.kinds[piece.kind().index()].letter
}

fn names(geometry: &Geometry, zone: Zone) -> String {
    zone.into_iter().map(|square| geometry.name(square)).collect::<Vec<_>>().join(" ")
}

fn moves(geometry: &Geometry, kind: &KindSpec, f: &mut Formatter<'_>) -> Result {
    writeln!(f, "{}{}", kind.letter, if kind.royal { ", royal" } else { "" })?;
    for path in &kind.paths {
        let legs = path.legs.iter().map(|Leg { vector, min, max, end }| {
            format!("{},{} {min}..{max} {end:?}", vector.dx, vector.dy)
        });
        write!(f, "    [{}]", legs.collect::<Vec<_>>().join(", "))?;
        let Path { quiet, take: Take { enemy, own, tame, checks_only }, .. } = *path;
        for (yes, word) in [
            (quiet, "quiet"),
            (enemy, "captures"),
            (own, "own-too"),
            (tame, "tame"),
            (checks_only, "checks"),
            (path.en_passant, "en-passant"),
            (path.initial, "initial"),
            (path.swaps, "swaps"),
            (path.stays, "stays"),
            (!path.gives_right, "no-en-passant"),
            (path.exclusive, "exclusive"),
            (path.clause.is_some(), "clause"),
        ] {
            if yes {
                write!(f, " {word}")?;
            }
        }
        for (mark, word) in [
            (path.with_mark, "with-mark"),
            (path.set_mark, "set-mark"),
            (path.clear_mark, "clear-mark"),
        ] {
            if let Some(mark) = mark {
                write!(f, " {word} {mark}")?;
            }
        }
        for circumstance in &path.circumstances {
            write!(f, " {circumstance:?}")?;
        }
        for condition in &path.conditions {
            write!(f, " {condition:?}")?;
        }
        for (zone, word) in [(path.from, "from"), (path.to, "to"), (path.along, "along")] {
            if let Some(zone) = zone {
                write!(f, " {word} {}", names(geometry, zone))?;
            }
        }
        if !path.turns.is_empty() {
            write!(f, " turns {:?}", path.turns)?;
        }
        if let Some(colours) = path.colours {
            write!(f, " colours {colours:b}")?;
        }
        writeln!(f)?;
    }
    Ok(())
}

fn sides(spec: &Spec, f: &mut Formatter<'_>) -> Result {
    for (number, seat) in spec.seats.iter().enumerate() {
        let allowed = |yes: bool| {
            if yes {
                seat_keys(spec, |b| spec.relations[number][b].capture)
            } else {
                seat_keys(spec, |b| spec.relations[number][b].check)
            }
        };
        writeln!(
            f,
            "{} {:?}, team {}, captures {}, checks {}, protects {:?}",
            seat.key,
            seat.facing,
            seat.team,
            allowed(true),
            allowed(false),
            spec.protect[number]
        )?;
    }
    Ok(())
}

fn seat_keys(spec: &Spec, holds: impl Fn(usize) -> bool) -> String {
    let keys = spec.seats.iter().enumerate().filter(|(number, _)| holds(*number));
    format!("\"{}\"", keys.map(|(_, seat)| seat.key).collect::<String>())
}

fn rules(spec: &Spec, f: &mut Formatter<'_>) -> Result {
    let geometry = &spec.geometry;
    let Spec { royals, ep_occupied, ep_window, ep_partner, .. } = spec;
    writeln!(f, "royals {royals:?}, en passant {ep_occupied:?} {ep_window:?} {ep_partner}")?;
    if spec.initial_by_mark != 0 {
        writeln!(f, "initial by mark {:b}", spec.initial_by_mark)?;
    }
    for CastlingMove { seat, king, rook, empty, safe, .. } in &spec.castling {
        let way = |(from, to)| format!("{}-{}", geometry.name(from), geometry.name(to));
        let (empty, safe) = (names(geometry, *empty), names(geometry, *safe));
        let (king, rook) = (way(*king), way(*rook));
        writeln!(f, "castling of {}: {king} {rook}, empty {empty}, safe {safe}", seat.0)?;
    }
    let every = (1u32 << spec.kinds.len()) - 1;
    if spec.kind_captures.iter().any(|set| set & every != every) {
        writeln!(f, "kinds captured {:?}", spec.kind_captures)?;
    }
    let mut entries: Vec<String> = Vec::new();
    for (piece, square) in &spec.restricted_squares {
        entries.push(format!("{} may not enter {}", letter(spec, piece), geometry.name(*square)));
    }
    for (piece, square, promotion) in &spec.promotions {
        let name = geometry.name(*square);
        entries.push(format!("{} promotes on {name}: {promotion:?}", letter(spec, piece)));
    }
    for (piece, square, arrival) in &spec.arrivals {
        entries.push(format!("{} on {}: {arrival:?}", letter(spec, piece), geometry.name(*square)));
    }
    entries.sort();
    entries.dedup();
    for entry in entries {
        writeln!(f, "{entry}")?;
    }
    if !spec.duties.is_empty() {
        writeln!(f, "duties {:?}, progress {:b}", spec.duties, spec.progress_kinds)?;
    }
    if let Some(fog) = spec.fog {
        writeln!(f, "fog by {fog:?}")?;
    }
    if let Some(hidden) = &spec.hidden {
        writeln!(f, "{hidden:?}")?;
    }
    if let Some(neutral) = &spec.neutral {
        writeln!(f, "{neutral:?}")?;
    }
    if let Some(blast) = &spec.blast {
        writeln!(f, "{blast:?}")?;
    }
    for hand in &spec.hands {
        writeln!(f, "{hand:?}")?;
    }
    if let Some(whose) = spec.captures_to_hand {
        writeln!(f, "captures go to the hand of {whose:?}, {:?}", spec.bases)?;
    }
    if !spec.supply.is_empty() {
        writeln!(f, "supply {:?}", spec.supply)?;
    }
    for limit in &spec.promotion_limits {
        writeln!(f, "{limit:?}")?;
    }
    for limit in &spec.entry_limits {
        let (zone, when) = (names(&spec.geometry, limit.zone), &limit.circumstances);
        writeln!(f, "kind {} enters {zone} while {when:?}", limit.kind.0)?;
    }
    for state in &spec.states[5..] {
        writeln!(f, "{}: pieces {:?}, royals {:?}", state.name, state.pieces, state.royals)?;
    }
    Ok(())
}
