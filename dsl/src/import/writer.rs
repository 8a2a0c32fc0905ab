//! A game as the files of a ruleset.

use std::fmt::Write as _;

use super::reader::{Game, Outcome};
use super::start::Cell;
use crate::template;

/// The seats: name, key, facing and colour.
const SEATS: [(&str, char, &str, &str); 2] =
    [("white", 'w', "north", "#f5f0e1"), ("black", 'b', "south", "#4a4440")];

/// The files of a ruleset that is called `id`, made from a section called `name`.
pub(super) fn files(game: &Game, id: &str, name: &str) -> Vec<(&'static str, String)> {
    vec![("geometry.toml", manifest(game, id, name)), ("rules.rhai", script(game, name))]
}

/// A text in quotes.
fn quoted(text: &str) -> String {
    let plain = |c: char| !c.is_control() && c != '"' && c != '\\';
    format!("\"{}\"", text.chars().filter(|c| plain(*c)).collect::<String>())
}

fn manifest(game: &Game, id: &str, name: &str) -> String {
    let mut out = format!(
        "[variant]\nid = \"{id}\"\ntitle = {}\nsummary = {}\n\n[board]\nlight = \"odd\"\n",
        quoted(&template::title(id)),
        quoted(&format!("Made from the section {name} of a file of variants.")),
    );
    if game.start.rows.iter().flatten().any(|cell| *cell == Cell::Hole) {
        let row = |row: &Vec<Cell>| {
            let cells = row.iter().map(|cell| if *cell == Cell::Hole { '#' } else { '.' });
            cells.collect::<String>()
        };
        let rows: Vec<String> = game.start.rows.iter().map(row).collect();
        let _ = writeln!(out, "mask = \"\"\"\n{}\n\"\"\"", rows.join("\n"));
    } else {
        let _ = writeln!(out, "mask = \"{}x{}\"", game.files, game.ranks);
    }
    let mut zones = Vec::new();
    for (player, (seat, ..)) in SEATS.iter().enumerate() {
        if let Some(zone) = &game.double_zone[player] {
            zones.push((format!("{seat}-double-step"), zone.clone()));
        }
        zones.push((format!("{seat}-promotion"), game.promotion_zone[player].clone()));
        if let Some(flag) = &game.flag {
            zones.push((format!("{seat}-flag"), flag.zone[player].clone()));
        }
    }
    let _ = writeln!(out, "\n[zones]");
    let script = script(game, name);
    for (zone, squares) in zones {
        if !squares.is_empty() && script.contains(&zone) {
            let _ = writeln!(out, "{zone} = {}", quoted(&squares));
        }
    }
    for (seat, key, facing, colour) in SEATS {
        let _ = writeln!(
            out,
            "\n[[seats]]\nname = \"{seat}\"\nkey = \"{key}\"\ncolour = \"{colour}\"\nfacing = \"{facing}\""
        );
    }
    let _ = writeln!(out, "\n[pieces]");
    for kind in &game.kinds {
        let royal = if kind.royal { ", royal = true" } else { "" };
        let value = if kind.royal { String::new() } else { format!(", value = {}", kind.value) };
        let _ = writeln!(
            out,
            "{} = {{ letter = \"{}\", moves = {}{royal}{value} }}",
            kind.name,
            kind.letter.to_ascii_uppercase(),
            quoted(&kind.moves),
        );
    }
    let cell = |cell: &Cell| match cell {
        Cell::Hole => "# ".to_owned(),
        Cell::Empty => ". ".to_owned(),
        Cell::Piece(letter) => {
            let key = if letter.is_ascii_uppercase() { 'w' } else { 'b' };
            format!("{key}{}", letter.to_ascii_uppercase())
        }
    };
    let row = |row: &Vec<Cell>| row.iter().map(cell).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> =
        game.start.rows.iter().map(|line| row(line).trim_end().to_owned()).collect();
    let _ = writeln!(out, "\n[array]\npicture = \"\"\"\n{}\n\"\"\"", rows.join("\n"));
    let _ = writeln!(out, "\n[rules]\nscripts = [\"rules.rhai\"]");
    if game.start.black {
        let _ = writeln!(out, "order = [\"black\", \"white\"]");
    }
    let royals = |white: bool| {
        game.start.rows.iter().flatten().any(|cell| match cell {
            Cell::Piece(letter) => {
                letter.is_ascii_uppercase() == white
                    && game
                        .kinds
                        .iter()
                        .any(|kind| kind.royal && kind.letter == letter.to_ascii_lowercase())
            }
            _ => false,
        })
    };
    let odd = game.kinds.iter().any(|kind| kind.royal) && !(royals(true) && royals(false));
    let mut allowed = vec!["seats-not-alike", "piece-never-appears", "piece-gets-stuck"];
    if odd {
        allowed.push("seat-without-royal");
    }
    let _ = writeln!(out, "\n[lints]");
    for lint in allowed {
        let _ = writeln!(out, "{lint} = \"allow\"");
    }
    out
}

/// What becomes of the game if the player in `who` has this result.
fn ends(outcome: Outcome, who: &str) -> String {
    match outcome {
        Outcome::Win => format!("win({who});"),
        Outcome::Draw => "draw();".to_owned(),
        Outcome::Loss => format!("lose({who});"),
    }
}

fn list(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    format!("[{}]", names.join(", "))
}

fn script(game: &Game, name: &str) -> String {
    let mut out = format!("//! The rules of {}.\n\nfn define(rules) {{\n", one_line(name));
    define(game, &mut out);
    out.push_str("}\n");
    promotes(game, &mut out);
    let royal = game.kinds.iter().any(|kind| kind.royal);
    if royal {
        let result = ends(game.checkmate, "seat");
        let _ = write!(
            out,
            "\n/// A player in check without a move.\nfn on_mate(game, seat) {{\n    {result}\n}}\n"
        );
    }
    let result = ends(game.stalemate, "seat");
    let _ = write!(
        out,
        "\n/// A player without a move, and not in check.\nfn on_stalemate(game, seat) {{\n    {result}\n}}\n"
    );
    if game.repetition > 0 || game.no_progress > 0 {
        out.push_str("\n/// Repetition, and long stretches without progress.\nfn on_draw(game, kind, seats) {\n    draw();\n}\n");
    }
    if royal && game.blast {
        out.push_str("\n/// A king that is blown up loses the game.\nfn on_royal_captured(game, seat, piece, square) {\n    lose(piece.colour);\n}\n");
    }
    if let Some((white, black)) = game.start.checks {
        let _ = write!(
            out,
            "\n/// So many checks win.\nfn on_check(game, seat, royals) {{\n    add_counter(\"checks\", seat, 1);\n    \
             let wanted = if seat.name == \"white\" {{ {white} }} else {{ {black} }};\n    \
             if game.counter(\"checks\", seat) + 1 >= wanted {{ win(seat); }}\n}}\n"
        );
    }
    extinction(game, &mut out);
    flag(game, &mut out);
    out
}

fn one_line(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(60).collect()
}

fn define(game: &Game, out: &mut String) {
    let mut line = |text: String| {
        let _ = writeln!(out, "    {text}");
    };
    for kind in &game.kinds {
        let pawn = kind.name == "pawn" && kind.moves == "fmWfceF";
        let double = ["fmnD".to_owned()];
        // A pawn by its name has the double step beside its notation.
        let first = if pawn { double.as_slice() } else { &kind.first };
        for moves in first {
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
    for (player, [king, to, rook, beside]) in &game.castling {
        let seat = SEATS[*player].0;
        line(format!(
            "rules.castling_move(seat(\"{seat}\"), square(\"{king}\"), square(\"{to}\"), square(\"{rook}\"), square(\"{beside}\"));"
        ));
    }
    if game.must_capture {
        line("rules.must(\"capture\");".to_owned());
    }
    if game.no_checks {
        line("rules.may_not(\"check\");".to_owned());
    }
    let pawns: Vec<String> = pawns(game);
    if game.blast {
        line(format!("rules.blast(\"K\").spares({});", list(&pawns)));
    }
    for (kind, most) in &game.supply {
        line(format!("rules.supply(\"{kind}\", {most});"));
    }
    if game.drops {
        hands(game, &mut line);
    }
    if game.start.checks.is_some() {
        line("rules.counter(\"checks\", \"seat\", 0, 100).worth(2);".to_owned());
    }
    if game.repetition > 0 {
        line(format!("rules.repetition({});", game.repetition.min(100)));
    }
    if game.no_progress > 0 {
        for kind in &pawns {
            line(format!("rules.progress(\"{kind}\");"));
        }
        line(format!("rules.no_progress({});", game.no_progress));
    }
}

/// The kinds that promote.
fn pawns(game: &Game) -> Vec<String> {
    let mut pawns = game.promoting.concat();
    pawns.sort_unstable();
    pawns.dedup();
    pawns
}

/// The kinds that are promoted to, if captured ones go back to being pawns.
fn reverting(game: &Game) -> Vec<String> {
    if !game.captures_to_hand || game.keeps_promotion || pawns(game).is_empty() {
        return Vec::new();
    }
    let mut kinds = game.promotions.concat();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

fn hands(game: &Game, line: &mut impl FnMut(String)) {
    let reverting = reverting(game);
    if game.captures_to_hand {
        line("rules.captures_to_hand(\"captor\");".to_owned());
        if let (false, Some(pawn)) = (reverting.is_empty(), pawns(game).first()) {
            line("rules.mark(\"promoted\");".to_owned());
            for kind in &reverting {
                line(format!("rules.base(\"{kind}\", \"{pawn}\").with_mark(\"promoted\");"));
            }
        }
    }
    for (player, (seat, ..)) in SEATS.iter().enumerate() {
        for kind in game.kinds.iter().filter(|kind| !kind.royal) {
            let shown = if player == 0 { kind.letter.to_ascii_uppercase() } else { kind.letter };
            let held = game.start.hand.iter().filter(|letter| **letter == shown).count();
            let zones = if kind.name == "pawn" { &game.pawn_drop_zone } else { &game.drop_zone };
            line(format!(
                "rules.hand(seat(\"{seat}\"), #{{ \"{}\": {held} }}, \"{}\").optional();",
                kind.name, zones[player]
            ));
        }
    }
}

fn promotes(game: &Game, out: &mut String) {
    let known = |player: usize| {
        !game.promoting[player].is_empty()
            && !game.promotions[player].is_empty()
            && !game.promotion_zone[player].is_empty()
    };
    if !known(0) && !known(1) {
        return;
    }
    let pawns = pawns(game).join(" or ");
    let _ = write!(
        out,
        "\n/// Where pieces promote, and to what.\n/// when: {pawns}\nfn promotes(piece, square) {{\n"
    );
    let marked = game.drops && !reverting(game).is_empty();
    for (player, (seat, ..)) in SEATS.iter().enumerate().filter(|(player, _)| known(*player)) {
        let who = if game.promoting[0] == game.promoting[1] {
            String::new()
        } else {
            format!(" && piece.kind in {}", list(&game.promoting[player]))
        };
        let kinds = list(&game.promotions[player]);
        let answer = match (marked, game.promotion_optional) {
            (false, false) => kinds,
            (true, false) => format!("#{{ kinds: {kinds}, set_mark: \"promoted\" }}"),
            (false, true) => format!("#{{ kinds: {kinds}, optional: true }}"),
            (true, true) => {
                format!("#{{ kinds: {kinds}, optional: true, set_mark: \"promoted\" }}")
            }
        };
        let _ = writeln!(
            out,
            "    if piece.colour.name == \"{seat}\" && square.within(\"{seat}-promotion\"){who} {{ return {answer}; }}"
        );
    }
    out.push_str("}\n");
}

fn extinction(game: &Game, out: &mut String) {
    let Some(rule) = &game.extinction else { return };
    let result = ends(rule.result, "player");
    let left = rule.left;
    out.push_str(
        "\n/// Ends the game if pieces that decide it are gone.\nfn gone(game, player) {\n",
    );
    match &rule.kinds {
        None => {
            let _ = writeln!(out, "    if game.count(player) <= {left} {{ {result} }}");
        }
        Some(kinds) => {
            let _ = write!(
                out,
                "    for kind in {} {{\n        if game.count(player, kind) <= {left} {{ {result} return; }}\n    }}\n",
                list(kinds)
            );
        }
    }
    out.push_str("}\n\n/// A capture may take the last of them.\nfn on_capture(game, seat, piece, square) {\n    gone(game, piece.colour);\n}\n");
    let pawns = pawns(game);
    if rule.kinds.as_ref().is_some_and(|kinds| kinds.iter().any(|kind| pawns.contains(kind))) {
        out.push_str("\n/// So may a promotion.\nfn on_promotion(game, seat, piece, square) {\n    gone(game, seat);\n}\n");
    }
}

fn flag(game: &Game, out: &mut String) {
    let Some(flag) = &game.flag else { return };
    out.push_str("\n/// A piece that reaches the squares wins.\n/// when: every ply\nfn on_move(game, seat, piece, from, to) {\n    if to == () { return; }\n    let there = game.piece(to);\n    if there == () { return; }\n");
    for (player, (seat, ..)) in SEATS.iter().enumerate() {
        if flag.zone[player].is_empty() {
            continue;
        }
        let kind = flag.kind[player]
            .as_ref()
            .map_or_else(String::new, |kind| format!(" && there.kind == \"{kind}\""));
        let _ = writeln!(
            out,
            "    if seat.name == \"{seat}\" && to.within(\"{seat}-flag\"){kind} {{ win(seat); }}"
        );
    }
    out.push_str("}\n");
}
