//! What ends a game beside mate: the loss of pieces, squares that are reached, rows of pieces.

use std::fmt::Write as _;

use super::ini::Entry;
use super::reader::{Both, Game, Outcome, Reader, named};
use super::start::Cell;
use super::writer::{SEATS, ends, list};

/// The goals of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Goals {
    pub(super) extinction: Option<Extinction>,
    pub(super) flag: Option<Flag>,
    pub(super) rows: Option<Rows>,
    /// Whether only the last royal of a player has to be protected.
    pub(super) last_royal: bool,
}

/// Pieces whose loss decides the game.
#[derive(Clone, Debug)]
pub(super) struct Extinction {
    result: Outcome,
    /// None: all pieces together.
    kinds: Option<Vec<String>>,
    left: u32,
    /// How many of them the other player has to have.
    others: u32,
    /// Whether a player whose turn it is loses them only to one who has another one more.
    claimed: bool,
}

/// Squares that decide the game.
#[derive(Clone, Debug)]
pub(super) struct Flag {
    /// None: any piece.
    kind: Both<Option<String>>,
    pub(super) zone: Both<String>,
    /// How many pieces have to be there.
    pieces: u32,
    /// Whether the other player has one more move to be there, too.
    extra_move: bool,
}

/// Pieces in a row, or in a square, that decide the game.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    result: Outcome,
    /// How many in a row; none if only squares of pieces count.
    length: u32,
    /// The directions of rows.
    ways: Vec<&'static str>,
    /// The side of a square of pieces; none if only rows count.
    side: u32,
    /// None: any kind.
    kinds: Option<Vec<String>>,
}

impl Reader {
    pub(super) fn goals(&mut self, game: &mut Game) {
        let result = self.result("extinctionValue", None);
        let letters = self.take("extinctionPieceTypes");
        let left = self.number("extinctionPieceCount", 0);
        let others = self.number("extinctionOpponentPieceCount", 0);
        let claimed = self.flag("extinctionClaim", false);
        let pseudo = self.flag("extinctionPseudoRoyal", false);
        if let (Some(result), Some(letters)) = (result, letters) {
            let kinds = (letters.value != "*").then(|| named(game, &letters.meant));
            if pseudo {
                self.pseudo_royal(game, (result, left), kinds.as_deref(), letters);
            } else {
                game.goals.extinction = Some(Extinction { result, kinds, left, others, claimed });
            }
        }
        let zone = self.zones("flagRegion", ["", ""], (game.files, game.ranks));
        let kinds = self.of_both("flagPiece", ["*", "*"]);
        let pieces = self.number("flagPieceCount", 1).max(1);
        let extra_move = self.flag("flagMove", false);
        if zone.iter().any(|zone| !zone.is_empty()) {
            let kind = kinds.map(|entry| self.kinds_of(game, entry).into_iter().next());
            game.goals.flag = Some(Flag { kind, zone, pieces, extra_move });
        }
        self.rows(game);
        if !self.flag("checkCounting", false) {
            game.start.checks = None;
        } else if game.start.checks.is_none() {
            game.start.checks = Some((3, 3));
        }
    }

    fn rows(&mut self, game: &mut Game) {
        let length = self.number("connectN", 0);
        let side = self.number("connectNxN", 0);
        let straight = [("connectHorizontal", &["east"][..]), ("connectVertical", &["north"])];
        let diagonal = [("connectDiagonal", &["northeast", "southeast"][..])];
        let mut ways = Vec::new();
        for (key, of_key) in straight.into_iter().chain(diagonal) {
            if self.flag(key, true) {
                ways.extend(of_key);
            }
        }
        let result = self.result("connectValue", Some(Outcome::Win)).unwrap_or(Outcome::Win);
        let letters = self.take("connectPieceTypes").filter(|entry| entry.value != "*");
        let kinds = letters.map(|entry| named(game, &entry.meant));
        if length > 0 || side > 0 {
            game.goals.rows = Some(Rows { result, length, ways, side, kinds });
        }
    }

    /// Pieces that are treated like a king, the last of a player's: they are kings.
    fn pseudo_royal(
        &mut self,
        game: &mut Game,
        (result, left): (Outcome, u32),
        kinds: Option<&[String]>,
        entry: Entry,
    ) {
        let kinds = kinds.unwrap_or_default();
        if result != Outcome::Loss || kinds.is_empty() {
            return self.miss(entry, "only named pieces whose loss loses are treated like kings");
        }
        let royals: Vec<_> =
            game.kinds.iter().filter(|kind| kind.royal || kinds.contains(&kind.name)).collect();
        let on_board = |white: bool, letter: char| {
            let shown = if white { letter.to_ascii_uppercase() } else { letter };
            let cells = game.start.rows.iter().flatten();
            cells.filter(|cell| **cell == Cell::Piece(shown)).count()
        };
        let counts: Vec<Vec<usize>> = [true, false]
            .into_iter()
            .map(|white| royals.iter().map(|kind| on_board(white, kind.letter)).collect())
            .collect();
        let more = royals.iter().any(|kind| {
            let turning = game.armies.turning.iter().any(|(_, to)| *to == kind.name);
            turning || game.promotions.iter().flatten().any(|name| *name == kind.name)
        });
        let one_kind = counts.iter().all(|of| of.iter().filter(|count| **count > 0).count() <= 1);
        let none = counts.iter().any(|of| of.iter().all(|count| *count == 0));
        // As many as may not be lost are all royal.
        let all = counts.iter().flatten().all(|count| *count as u32 <= left + 1);
        let exact = counts.iter().flatten().all(|count| *count == 0 || *count as u32 == left + 1);
        let fine = if left == 0 { one_kind || all && !more } else { exact && !more };
        if none || !fine {
            let why = "a player needs such pieces at the start, and of several kinds one of each";
            return self.miss(entry, why);
        }
        game.goals.last_royal = left == 0 && (more || !all);
        for known in &mut game.kinds {
            known.royal |= kinds.contains(&known.name);
        }
    }
}

/// The hooks that end the game at these goals.
pub(super) fn write(game: &Game, out: &mut String) {
    if let Some((white, black)) = game.start.checks {
        let _ = write!(
            out,
            "\n/// Counts checks.\nfn on_check(game, seat, royals) {{\n    add_counter(\"checks\", seat, 1);\n}}\n\n\
             /// Whether a player has given so many checks.\nfn has_checked(game, player) {{\n    \
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
    out.push_str("\n/// Ends the game when a goal is reached. Who moved is looked at first.\n");
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

/// Both players have as many moves to reach their squares.
fn races(game: &Game, flag: &Flag, out: &mut String) {
    let king = |player: usize| {
        flag.kind[player]
            .as_ref()
            .filter(|name| game.kinds.iter().any(|kind| kind.royal && kind.name == **name))
    };
    out.push_str("    if reached(game, other) {\n");
    if king(1).is_some() {
        out.push_str("        // Both are there.\n        if reached(game, mover) { draw(); } else { win(other); }\n");
    } else {
        out.push_str("        win(other);\n");
    }
    out.push_str("        return;\n    }\n");
    if let (Some(_), Some(black)) = (king(0), king(1)) {
        let _ = writeln!(
            out,
            "    // Black still has the move that White had more, if it leads there.\n    \
             if reached(game, mover) {{\n        \
             let last = other == seat(\"black\") && game.moves(other).some(|move| move.piece.kind == \"{black}\" && move.to.within(\"black-flag\"));\n        \
             if !last {{ win(mover); }}\n    }}"
        );
    }
}

/// A function that says whether a player has reached the squares.
fn reached(flag: &Flag, out: &mut String) {
    out.push_str(
        "\n/// Whether a player's pieces are on the squares that win.\nfn reached(game, player) {\n",
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

/// A function that says whether a player's pieces stand in a row or a square.
fn row(rows: &Rows, out: &mut String) {
    let kinds = rows.kinds.as_ref();
    let kinds = kinds.map_or_else(String::new, |kinds| format!(", kind: {}", list(kinds)));
    let _ = write!(
        out,
        "\n/// Whether a player's pieces stand as they have to.\nfn row(game, player) {{\n    \
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

/// A function that says whether the pieces are gone that decide the game for a player.
fn gone(game: &Game, out: &mut String) {
    let Some(rule) = &game.goals.extinction else { return };
    let (what, kind) = if rule.kinds.is_some() { ("of a kind ", ", kind") } else { ("", "") };
    let _ = writeln!(
        out,
        "\n/// How many pieces {what}a player has, with those in hand.\nfn pieces_of(game, player{kind}) {{"
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
        "}\n\n/// Whether pieces are gone that decide the game.\nfn gone(game, player) {\n",
    );
    let mut few = format!("pieces_of(game, player{kind}) <= {}", rule.left);
    if rule.claimed {
        out.push_str("    // Who loses them by the other's move loses only to one more.\n    let more = if player == game.turn { 0 } else { 1 };\n");
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
