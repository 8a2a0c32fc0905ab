//! Writes the `rules.rhai` of a game.

use std::fmt::Write as _;

use super::piece_movement::keeps_by_movement;
use super::promotes::{reverting, stuck};
use super::rhai::ends;
use super::seats::{SEATS, region_name};
use super::{goals, piece_movement, promotes};
use crate::game::{PlayerResult, VariantGame, VariantPiece};
use crate::square_lists::less;
use crate::start_fen::FenCell;

/// Returns the content of the script.
pub(super) fn script(game: &VariantGame, name: &str) -> String {
    let mut out = format!("//! The rules of {}.\n\nfn define(rules) {{\n", one_line(name));
    define(game, &mut out);
    out.push_str("}\n");
    promotes::write(game, &mut out);
    may_enter(game, &mut out);
    let royal = game.kinds.iter().any(|kind| kind.royal);
    if royal {
        let result = ends(game.checkmate, "seat");
        let _ = write!(
            out,
            "\n/// Ends the game when a player is mated.\nfn on_mate(game, seat) {{\n    {result}\n}}\n"
        );
    }
    let result = ends(game.stalemate, "seat");
    let _ = write!(
        out,
        "\n/// Ends the game when a player is stalemated.\nfn on_stalemate(game, seat) {{\n    {result}\n}}\n"
    );
    if game.repetition > 0 || game.no_progress > 0 {
        let repeated = ends(game.repeated, "next");
        let of_next = if game.repeated == PlayerResult::Draw || game.repetition == 0 {
            String::new()
        } else {
            format!(
                "    let next = seats().find(|seat| seat != game.turn);\n    if kind == \"repetition\" {{ {repeated} return; }}\n"
            )
        };
        let _ = write!(
            out,
            "\n/// Ends the game by repetition, or after many plies without progress.\nfn on_draw(game, kind, seats) {{\n{of_next}    draw();\n}}\n"
        );
    }
    if royal && game.blast {
        out.push_str("\n/// A blown-up king loses the game.\nfn on_royal_captured(game, seat, piece, square) {\n    lose(piece.colour);\n}\n");
    }
    goals::write(game, &mut out);
    if game.drops && game.drops_fall {
        out.push_str("\n/// A dropped piece falls to the lowest empty square of its file.\n/// when: every ply\nfn forbids(game, move) {\n    if move.from != () { return false; }\n    let below = move.to.step(\"south\");\n    below != () && game.piece(below) == ()\n}\n");
    }
    start(game, &mut out);
    out
}

/// Writes the hook for the start of the game.
///
/// It marks the pieces that have turned or been promoted, so that in hand they become their
/// original kinds again. If one player needs fewer checks to win than the other, the hook adds the
/// difference to the checks that this player has given.
fn start(game: &VariantGame, out: &mut String) {
    let mut marks: Vec<((usize, usize), String)> = Vec::new();
    if promotes::turn_back(game) {
        marks.extend(game.turned.iter().map(|(at, from)| (*at, promotes::turned(from))));
    }
    let reverting = reverting(game);
    for at in &game.start.promoted {
        let FenCell::Piece(letter) = game.start.rows[at.0][at.1] else { continue };
        let player = usize::from(letter.is_ascii_lowercase());
        if game.kind_of(letter).is_some_and(|kind| reverting.contains(&kind.name)) {
            marks.push((*at, promotes::promoted(game, player).to_owned()));
        }
    }
    let (white, black) = game.start.checks.unwrap_or_default();
    if marks.is_empty() && white == black {
        return;
    }
    out.push_str("\n/// Sets checks and marks of the start.\nfn on_setup(game) {\n");
    if white != black {
        let seat = if white < black { "white" } else { "black" };
        let fewer = white.abs_diff(black);
        let _ = writeln!(out, "    add_counter(\"checks\", seat(\"{seat}\"), {fewer});");
    }
    for ((row, file), mark) in marks {
        let square = format!("{}{}", (b'a' + file as u8) as char, game.ranks - row);
        let _ = writeln!(out, "    set_mark(square(\"{square}\"), \"{mark}\");");
    }
    out.push_str("}\n");
}

fn one_line(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(60).collect()
}

fn define(game: &VariantGame, out: &mut String) {
    let mut line = |text: String| {
        let _ = writeln!(out, "    {text}");
    };
    for kind in &game.kinds {
        for moves in &kind.first {
            for (player, (seat, ..)) in SEATS.iter().enumerate() {
                if game.double_zone[player].is_some() {
                    line(format!(
                        "rules.movement(\"{}\", \"{moves}\").from(\"{seat}-double-step\").colours([seat(\"{seat}\")]);",
                        kind.name
                    ));
                }
            }
        }
    }
    for (player, (seat, ..)) in SEATS.iter().enumerate() {
        if game.triple_zone[player].is_some() && game.kinds.iter().any(|kind| kind.name == "pawn") {
            line(format!(
                "rules.movement(\"pawn\", \"fmnH\").from(\"{seat}-triple-step\").colours([seat(\"{seat}\")]);"
            ));
        }
    }
    for (player, [king, to, rook, beside]) in &game.castling {
        let seat = SEATS[*player].0;
        line(format!(
            "rules.castling_move(seat(\"{seat}\"), square(\"{king}\"), square(\"{to}\"), square(\"{rook}\"), square(\"{beside}\"));"
        ));
    }
    piece_movement::declare(game, &mut line);
    if game.piece_options.kings_face {
        for kind in game.kinds.iter().filter(|kind| kind.royal) {
            let name = &kind.name;
            // The king's ordinary moves stay inside its regions. Only a capture of the other king,
            // which is declared below, may lead out of these regions.
            if keeps_by_movement(game, kind) {
                for (player, ..) in
                    game.piece_options.regions.iter().filter(|(_, of, _)| of == name)
                {
                    let seat = SEATS[*player].0;
                    let region = region_name(seat, name);
                    line(format!(
                        "rules.movement(\"{name}\", \"{}\").to(\"{region}\").colours([seat(\"{seat}\")]);",
                        kind.moves
                    ));
                }
            }
            line(format!("rules.movement(\"{name}\", \"cR\").onto(\"enemy\", \"{name}\");"));
        }
    }
    if game.goals.last_royal {
        line("rules.protected_royals(\"last\");".to_owned());
    }
    if game.must_capture {
        line("rules.must(\"capture\");".to_owned());
    }
    if game.no_checks {
        line("rules.may_not(\"check\");".to_owned());
    }
    if game.blast {
        // Blasts spare pawns, but no other kind that moves like a pawn.
        let pawn = game.kinds.iter().any(|kind| kind.key == "pawn");
        line(format!("rules.blast(\"K\"){};", if pawn { ".spares([\"pawn\"])" } else { "" }));
    }
    for (kind, most) in &game.supply {
        line(format!("rules.supply(\"{kind}\", {most});"));
    }
    if game.drops {
        hands(game, &mut line);
    }
    if let Some((white, black)) = game.start.checks {
        let wanted = white.max(black);
        line(format!("rules.counter(\"checks\", \"seat\", 0, {wanted}).worth(2);"));
    }
    if game.repetition > 0 {
        line(format!("rules.repetition({});", game.repetition.min(100)));
    }
    if game.no_progress > 0 {
        for kind in &game.progress {
            line(format!("rules.progress(\"{kind}\");"));
        }
        line(format!("rules.no_progress({});", game.no_progress));
    }
}

fn hands(game: &VariantGame, line: &mut impl FnMut(String)) {
    let reverting = reverting(game);
    if game.captures_to_hand {
        line("rules.captures_to_hand(\"captor\");".to_owned());
        let mut marks = Vec::new();
        for (player, promoting) in game.promoting.iter().enumerate() {
            let mark = promotes::promoted(game, player);
            let Some(pawn) = promoting.last() else { continue };
            if reverting.is_empty() || marks.contains(&mark) {
                continue;
            }
            marks.push(mark);
            line(format!("rules.mark(\"{mark}\");"));
            for kind in &reverting {
                line(format!("rules.base(\"{kind}\", \"{pawn}\").with_mark(\"{mark}\");"));
            }
        }
    }
    if promotes::turn_back(game) {
        for (from, to) in &game.piece_options.turning {
            let mark = promotes::turned(from);
            line(format!("rules.mark(\"{mark}\");"));
            line(format!("rules.base(\"{to}\", \"{from}\").with_mark(\"{mark}\");"));
        }
    }
    for (player, (seat, ..)) in SEATS.iter().enumerate() {
        for kind in &game.kinds {
            let shown = if player == 0 { kind.letter.to_ascii_uppercase() } else { kind.letter };
            let held = game.start.hand.iter().filter(|letter| **letter == shown).count();
            let zone = drop_zone(game, player, kind);
            // Captured kings never come to a hand, so a king has an entry only if one is in hand at
            // the start.
            if zone.is_empty() || kind.royal && held == 0 {
                continue;
            }
            let mut rule = format!(
                "rules.hand(seat(\"{seat}\"), #{{ \"{}\": {held} }}, \"{zone}\")",
                kind.name
            );
            if !game.must_drop {
                rule.push_str(".optional()");
            }
            if let Some((kinds, most)) = &game.piece_options.on_file
                && kinds.contains(&kind.name)
            {
                let _ = write!(rule, ".at_most_on_line({most})");
            }
            if game.piece_options.no_drop_mate.as_ref() == Some(&kind.name) {
                rule.push_str(".may_not_mate()");
            }
            line(format!("{rule};"));
        }
    }
}

/// Returns the squares where a player may drop pieces of a kind. Empty if there are none.
fn drop_zone(game: &VariantGame, player: usize, kind: &VariantPiece) -> String {
    let mut without = stuck(game, kind, player);
    if kind.key == "pawn" {
        without.extend(game.no_pawn_drops[player].iter().cloned());
    }
    let zone = &game.drop_zone[player];
    if without.is_empty() { zone.clone() } else { less(zone, &without, (game.files, game.ranks)) }
}

/// Writes the hook that restricts kinds to their regions.
fn may_enter(game: &VariantGame, out: &mut String) {
    let by_hook = |name: &String| {
        game.kinds.iter().any(|kind| kind.name == *name && !keeps_by_movement(game, kind))
    };
    let regions: Vec<_> =
        game.piece_options.regions.iter().filter(|(_, of, _)| by_hook(of)).collect();
    if regions.is_empty() {
        return;
    }
    let mut kinds: Vec<&str> = regions.iter().map(|(_, kind, _)| kind.as_str()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let _ = write!(
        out,
        "\n/// Limits pieces to their regions.\n/// when: {}\nfn may_enter(piece, square) {{\n",
        kinds.join(" or ")
    );
    for (player, kind, _) in &regions {
        let seat = SEATS[*player].0;
        let _ = writeln!(
            out,
            "    if piece.colour.name == \"{seat}\" && piece.kind == \"{kind}\" {{ return square.within(\"{}\"); }}",
            region_name(seat, kind)
        );
    }
    out.push_str("    true\n}\n");
}
