//! Writes the `promotes` hook.
//!
//! Pawns promote to one of several kinds, and other pieces to the kind that they turn into. A piece
//! may not arrive on a square from which it could never move again. A piece that must promote on a
//! square may not arrive there if there is no kind to promote to.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::piece_movement;
use super::rhai::list;
use super::seats::{SEATS, stuck_name};
use crate::game::{VariantGame, VariantPiece};

/// Returns the kinds that pawns promote to, if pieces of these kinds become pawns again when they
/// are captured. Otherwise returns no kinds.
pub(super) fn reverting(game: &VariantGame) -> Vec<String> {
    let mut kinds = Vec::new();
    if turn_back(game) {
        for (promoting, promotions) in game.promoting.iter().zip(&game.promotions) {
            if !promoting.is_empty() {
                kinds.extend(promotions.iter().cloned());
            }
        }
    }
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// Returns the mark of a player's piece that was a pawn. If the player has several kinds of pawn,
/// the piece is treated as the last of these kinds.
pub(super) fn promoted(game: &VariantGame, player: usize) -> &'static str {
    let [white, black] = &game.promoting;
    if player == 1 && white.last() != black.last() { "promoted_black" } else { "promoted" }
}

/// Returns the mark of a piece that has turned. Before it turned, the piece was of the kind `kind`.
/// In hand, the piece becomes this kind again.
pub(super) fn turned(kind: &str) -> String {
    format!("was_{}", kind.replace('-', "_"))
}

/// Returns `true` if a piece that has turned becomes its original kind again when a capture brings
/// the piece to a hand.
pub(super) fn turn_back(game: &VariantGame) -> bool {
    game.drops && game.captures_to_hand && !game.keeps_promotion
}

/// Returns the squares where a player's piece may not arrive because it could never move again.
pub(super) fn stuck(game: &VariantGame, kind: &VariantPiece, player: usize) -> Vec<String> {
    if game.piece_options.keeps_moving {
        piece_movement::stuck(game, kind, player)
    } else {
        Vec::new()
    }
}

/// Writes the hook `promotes`.
pub(super) fn write(game: &VariantGame, out: &mut String) {
    let mut ends = Vec::new();
    let mut bodies: [BTreeMap<String, Vec<String>>; 2] = [BTreeMap::new(), BTreeMap::new()];
    for (player, (seat, ..)) in SEATS.iter().enumerate() {
        for kind in &game.kinds {
            let sticks = !stuck(game, kind, player).is_empty();
            if sticks {
                let zone = stuck_name(seat, &kind.name);
                ends.push(format!("\"{seat} {}\": \"{zone}\"", kind.name));
            }
            let body = body(game, player, kind, sticks);
            if !body.is_empty() {
                bodies[player].entry(body).or_default().push(kind.name.clone());
            }
        }
    }
    let of_bodies = bodies.iter().flat_map(BTreeMap::values).flatten();
    let mut kinds: Vec<String> = of_bodies.cloned().collect();
    kinds.sort_unstable();
    kinds.dedup();
    if kinds.is_empty() {
        return;
    }
    let _ = write!(
        out,
        "\n/// Promotes pieces in their zones.\n/// when: {}\nfn promotes(piece, square) {{\n",
        kinds.join(" or ")
    );
    let whole: String = bodies.iter().flat_map(BTreeMap::keys).cloned().collect();
    names(game, &whole, &ends, out);
    let both = bodies[0] == bodies[1];
    for ((seat, ..), bodies) in SEATS.iter().zip(&bodies).take(if both { 1 } else { 2 }) {
        for (body, of) in bodies {
            let player = (!both).then(|| format!("piece.colour.name == \"{seat}\""));
            let piece = (of.len() < kinds.len()).then(|| format!("piece.kind in {}", list(of)));
            let who: Vec<String> = player.into_iter().chain(piece).collect();
            let _ = if who.is_empty() {
                writeln!(out, "    {body}")
            } else {
                writeln!(out, "    if {} {{ {body} }}", who.join(" && "))
            };
        }
    }
    out.push_str("}\n");
}

/// Writes the definitions of the names that the bodies of the hook use.
fn names(game: &VariantGame, bodies: &str, ends: &[String], out: &mut String) {
    let turning = &game.piece_options.turning;
    let map = |value: &dyn Fn(&(String, String)) -> String| {
        let pairs = turning.iter().map(|pair| format!("\"{}\": \"{}\"", pair.0, value(pair)));
        pairs.collect::<Vec<_>>().join(", ")
    };
    if bodies.contains("zone") {
        let [white, black] = SEATS.map(|(seat, ..)| format!("\"{seat}-promotion\""));
        let [in_white, in_black] = [0, 1].map(|player| !game.promotion_zone[player].is_empty());
        let zone = match (in_white, in_black) {
            (true, true) => {
                format!("if piece.colour.name == \"white\" {{ {white} }} else {{ {black} }}")
            }
            (true, false) => white,
            _ => black,
        };
        let _ = writeln!(out, "    let zone = {zone};");
    }
    if bodies.contains("[to]") || bodies.contains(", to]") {
        let to = map(&|(_, to)| to.clone());
        let _ = writeln!(out, "    let to = #{{ {to} }}[piece.kind];");
    }
    if bodies.contains("set_mark: mark") {
        let marks = map(&|(from, _)| turned(from));
        let _ = writeln!(out, "    let mark = #{{ {marks} }}[piece.kind];");
    }
    if bodies.contains("stuck") {
        let _ = writeln!(
            out,
            "    // A piece may not go to a square from which it could never move.\n    \
             let end = #{{ {} }}[piece.colour.name + \" \" + piece.kind];\n    \
             let stuck = end != () && square.within(end);",
            ends.join(", ")
        );
    }
}

/// Returns the body of the hook for a player's kind. Empty if the kind never promotes.
fn body(game: &VariantGame, player: usize, kind: &VariantPiece, sticks: bool) -> String {
    let zone = !game.promotion_zone[player].is_empty();
    let promotes = zone && game.promoting[player].contains(&kind.name);
    let turns = zone && game.piece_options.turning.iter().any(|(from, _)| *from == kind.name);
    let answer = |kinds: &str, optional: bool, more: &str| {
        let how = match (optional, sticks) {
            (true, false) => ", optional: true",
            (true, true) => ", optional: !stuck, required: stuck",
            (false, true) => ", required: stuck",
            (false, false) => "",
        };
        format!("return #{{ kinds: {kinds}{how}{more} }};")
    };
    let of_turning = if turn_back(game) { ", set_mark: mark" } else { "" };
    let by_capture = if game.piece_options.turn_by_capture { ", by_capture: true" } else { "" };
    let mut parts = Vec::new();
    if promotes {
        let options = &game.promotions[player];
        let kinds = match (turns, options.is_empty()) {
            (true, true) => "[to]".to_owned(),
            (true, false) => list(options).replace(']', ", to]"),
            (false, _) => list(options),
        };
        let mut more = if turns {
            of_turning.to_owned()
        } else if options.is_empty() || reverting(game).is_empty() {
            String::new()
        } else {
            format!(", set_mark: \"{}\"", promoted(game, player))
        };
        if turns && options.is_empty() {
            more.push_str(by_capture);
        }
        let answer = if game.promotion_optional {
            (turns || !options.is_empty()).then(|| answer(&kinds, true, &more))
        } else {
            // If a pawn must promote but has no kind to promote to, the pawn may not enter the
            // zone.
            Some(format!("return #{{ kinds: {kinds}, required: true{more} }};"))
        };
        parts.extend(answer.map(|answer| format!("if square.within(zone) {{ {answer} }}")));
    }
    // Pawns turn only on arrival. Other pieces also turn when they start in the zone.
    if turns && kind.key != "pawn" {
        let optional = !game.piece_options.must_turn;
        let more = format!("{of_turning}{by_capture}");
        if !promotes {
            let answer = answer("[to]", optional, &more);
            parts.push(format!("if square.within(zone) {{ {answer} }}"));
        }
        parts.push(answer("[to]", optional, &format!(", from: zone{more}")));
    } else if sticks {
        parts.push("if stuck { return #{ kinds: [], required: true }; }".to_owned());
    }
    parts.join(" ")
}
