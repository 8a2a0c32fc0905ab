//! Writes the hooks that end a game at its goals.

use std::fmt::Write as _;

use super::rhai::{ends, list};
use super::seats::SEATS;
use crate::game::{Flag, VariantGame, WinningRows};

/// Writes the hooks for all goals.
pub(super) fn write(game: &VariantGame, out: &mut String) {
    if let Some((white, black)) = game.start.checks {
        let _ = write!(
            out,
            "\n/// Counts checks.\nfn on_check(game, seat, royals) {{\n    add_counter(\"checks\", seat, 1);\n}}\n\n\
             /// Returns `true` if a player has given enough checks.\nfn has_checked(game, player) {{\n    \
             game.counter(\"checks\", player) >= {}\n}}\n",
            white.max(black)
        );
    }
    let goals = &game.goals;
    gone(game, out);
    if let Some(flag) = &goals.flag {
        reached(flag, out);
    }
    if let Some(rows) = &goals.rows {
        row(rows, out);
    }
    let moves = goals.flag.is_some() || goals.rows.is_some();
    if !moves && goals.extinction.is_none() && game.start.checks.is_none() {
        return;
    }
    out.push_str("\n/// Ends the game when a goal is reached. The goals of the player who moved are tested first.\n");
    if moves {
        out.push_str("/// when: every ply\n");
    }
    out.push_str("fn outcome(game) {\n    let mover = game.turn;\n");
    let rows_alone =
        goals.flag.is_none() && goals.extinction.is_none() && game.start.checks.is_none();
    if !rows_alone {
        out.push_str("    let other = mover.next;\n");
    }
    let either = |out: &mut String, test: &str, result: &str| {
        let _ = writeln!(
            out,
            "    for player in [mover, other] {{\n        if {test}(game, player) {{ {result} return; }}\n    }}"
        );
    };
    if game.start.checks.is_some() {
        either(out, "has_checked", "win(player);");
    }
    if let Some(rule) = &goals.extinction {
        either(out, "gone", &ends(rule.result, "player"));
    }
    if let Some(rows) = &goals.rows {
        let _ =
            writeln!(out, "    if row(game, mover) {{ {} return; }}", ends(rows.result, "mover"));
    }
    match &goals.flag {
        Some(flag) if flag.extra_move => races(game, flag, out),
        Some(_) => either(out, "reached", "win(player);"),
        None => {}
    }
    out.push_str("}\n");
}

/// Writes the end of a race in which both players have the same number of moves.
fn races(game: &VariantGame, flag: &Flag, out: &mut String) {
    let king = |player: usize| {
        flag.kind[player]
            .as_ref()
            .filter(|name| game.kinds.iter().any(|kind| kind.royal && kind.name == **name))
    };
    out.push_str("    if reached(game, other) {\n");
    if king(1).is_some() {
        out.push_str("        // Both have reached their squares.\n        if reached(game, mover) { draw(); } else { win(other); }\n");
    } else {
        out.push_str("        win(other);\n");
    }
    out.push_str("        return;\n    }\n");
    if let (Some(_), Some(black)) = (king(0), king(1)) {
        let _ = writeln!(
            out,
            "    // Black may still equalise with the next move.\n    \
             if reached(game, mover) {{\n        \
             let last = other == seat(\"black\") && game.moves(other).some(|move| move.piece.kind == \"{black}\" && move.to.within(\"black-flag\"));\n        \
             if !last {{ win(mover); }}\n    }}"
        );
    }
}

/// Writes a function that returns `true` if a player has reached the squares.
fn reached(flag: &Flag, out: &mut String) {
    out.push_str(
        "\n/// Returns `true` if a player's pieces are on the winning squares.\nfn reached(game, player) {\n",
    );
    for (player, (seat, ..)) in SEATS.iter().enumerate() {
        if flag.zone[player].is_empty() {
            continue;
        }
        let kind = flag.kind[player].as_ref();
        let kind = kind.map_or_else(String::new, |kind| format!(", kind: \"{kind}\""));
        let _ = writeln!(
            out,
            "    if player == seat(\"{seat}\") {{ return game.find(#{{ colour: player, zone: \"{seat}-flag\"{kind} }}).len() >= {}; }}",
            flag.pieces
        );
    }
    out.push_str("    false\n}\n");
}

/// Writes a function that returns `true` if a player's pieces are in a row or a square block.
fn row(rows: &WinningRows, out: &mut String) {
    let kinds = rows.kinds.as_ref();
    let kinds = kinds.map_or_else(String::new, |kinds| format!(", kind: {}", list(kinds)));
    let _ = write!(
        out,
        "\n/// Returns `true` if a player's pieces form a winning row or block.\nfn row(game, player) {{\n    \
         let all = game.find(#{{ colour: player{kinds} }});\n    for first in all {{\n"
    );
    if rows.length > 0 && !rows.ways.is_empty() {
        let ways: Vec<String> = rows.ways.iter().map(|way| (*way).to_owned()).collect();
        let _ = write!(
            out,
            "        for way in {} {{\n            let at = first;\n            let length = 1;\n            \
             while length < {} {{\n                at = at.step(way);\n                \
             if at == () || !all.contains(at) {{ break; }}\n                length += 1;\n            }}\n            \
             if length >= {} {{ return true; }}\n        }}\n",
            list(&ways),
            rows.length,
            rows.length
        );
    }
    if rows.side > 0 {
        let _ = write!(
            out,
            "        let whole = true;\n        let start = first;\n        for up in 0..{side} {{\n            \
             let at = start;\n            for right in 0..{side} {{\n                \
             if at == () || !all.contains(at) {{ whole = false; break; }}\n                at = at.step(\"east\");\n            }}\n            \
             if !whole {{ break; }}\n            start = start.step(\"north\");\n        }}\n        if whole {{ return true; }}\n",
            side = rows.side
        );
    }
    out.push_str("    }\n    false\n}\n");
}

/// Writes a function that returns `true` if a player has lost the pieces that decide the game.
fn gone(game: &VariantGame, out: &mut String) {
    let Some(rule) = &game.goals.extinction else { return };
    let (what, kind) = if rule.kinds.is_some() { ("of a kind ", ", kind") } else { ("", "") };
    let _ = writeln!(
        out,
        "\n/// Returns the number of a player's pieces {what}on the board and in hand.\nfn pieces_of(game, player{kind}) {{"
    );
    out.push_str(match (&rule.kinds, game.drops) {
        (None, false) => "    game.count(player)\n",
        (None, true) => {
            "    let number = game.count(player);\n    for held in kinds() { number += game.in_hand(player, held); }\n    number\n"
        }
        (Some(_), false) => "    game.count(player, kind)\n",
        (Some(_), true) => "    game.count(player, kind) + game.in_hand(player, kind)\n",
    });
    out.push_str(
        "}\n\n/// Returns `true` if a player has lost the pieces that decide the game.\nfn gone(game, player) {\n",
    );
    let mut few = format!("pieces_of(game, player{kind}) <= {}", rule.left);
    if rule.claimed {
        out.push_str("    // After a move of the opponent, the opponent needs one piece more.\n    let more = if player == game.turn { 0 } else { 1 };\n");
        let _ = write!(few, " && pieces_of(game, player.next{kind}) >= {} + more", rule.others);
    } else if rule.others > 0 {
        let _ = write!(few, " && pieces_of(game, player.next{kind}) >= {}", rule.others);
    }
    let _ = match &rule.kinds {
        None => writeln!(out, "    {few}\n}}"),
        Some(kinds) => writeln!(
            out,
            "    for kind in {} {{\n        if {few} {{ return true; }}\n    }}\n    false\n}}",
            list(kinds)
        ),
    };
}
