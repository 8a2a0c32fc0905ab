//! A game as the files of a ruleset.

use std::fmt::Write as _;

use super::armies::{self, region_name, stuck_name};
use super::goals;
use super::promotes::{self, reverting, stuck};
use super::reader::{Game, Kind, Outcome, Walls};
use super::squares::less;
use super::start::Cell;
use crate::template;

/// The seats: name, key, facing and colour.
pub(super) const SEATS: [(&str, char, &str, &str); 2] =
    [("white", 'w', "north", "#f5f0e1"), ("black", 'b', "south", "#4a4440")];

/// The files of a ruleset that is called `id`, made from a section called `name`.
pub(super) fn files(game: &Game, id: &str, name: &str) -> Vec<(&'static str, String)> {
    let mut files =
        vec![("geometry.toml", manifest(game, id, name)), ("rules.rhai", script(game, name))];
    files.extend(more_scripts(game));
    files
}

/// What is said in scripts of its own, because several may have the same hook.
fn more_scripts(game: &Game) -> Vec<(&'static str, String)> {
    let walls = game.walls.map(|walls| ("walls.rhai", walls_script(walls)));
    let who = SEATS.iter().zip(game.passes).filter(|(_, passes)| *passes);
    let who: Vec<String> = who.map(|((seat, ..), _)| format!("seat(\"{seat}\")")).collect();
    let passes =
        (!who.is_empty()).then(|| PASSES.replace("seats()", &format!("[{}]", who.join(", "))));
    let passes = passes.map(|script| ("passes.rhai", script));
    walls.into_iter().chain(passes).collect()
}

/// A wall for each move.
fn walls_script(walls: Walls) -> String {
    const CHOSEN: &str = "\n/// Where the player wants it.\nfn on_answer(game, seat, question, choice, about) {\n    place(square(choice), \"wall\", neutral());\n}\n";
    let (about, body, more) = match walls {
        Walls::Past => (
            "A wall falls on the square that a piece leaves.",
            "place(from, \"wall\", neutral());",
            "",
        ),
        Walls::Anywhere => (
            "A player who has moved sets a wall on an empty square.",
            "let free = game.empty();\n    if free.len() > 0 { ask(seat, \"wall\", free, ()); }",
            CHOSEN,
        ),
        Walls::Arrow => (
            "A player who has moved sets a wall where that piece could go next.",
            "let shots = game.moves(seat).filter(|move| move.from == to).map(|move| move.to);\n    if shots.len() > 0 { ask(seat, \"wall\", shots, ()); }",
            CHOSEN,
        ),
    };
    format!(
        "//! {about}\n\n/// {about}\n/// when: every ply\nfn on_move(game, seat, piece, from, to) {{\n    if from == () {{ return; }}\n    {body}\n}}\n{more}"
    )
}

/// Passing, and its end.
const PASSES: &str = r#"//! Players may pass. If both do, one after the other, the game is a draw.

fn define(rules) { rules.counter("passed_at", "game", 0, 20000); }

fn offer_passes() {
    for seat in seats() { offer(seat, "pass"); }
}

/// From the start.
fn on_setup(game) { offer_passes(); }

/// And in positions that are given.
fn on_position(game) { offer_passes(); }

/// Nobody wants to move.
/// when: pass
fn on_move(game, seat, piece, from, to) {
    let passed_at = game.counter("passed_at");
    set_counter_to_ply("passed_at");
    if passed_at > 0 && passed_at == game.ply - 1 { draw(); }
}
"#;

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
        for (_, kind, zone) in game.armies.regions.iter().filter(|(of, ..)| *of == player) {
            zones.push((region_name(seat, kind), zone.clone()));
        }
        for kind in &game.kinds {
            zones.push((stuck_name(seat, &kind.name), stuck(game, kind, player).join(" + ")));
        }
        if let Some(zone) = &game.triple_zone[player] {
            zones.push((format!("{seat}-triple-step"), zone.clone()));
        }
        if let Some(flag) = &game.goals.flag {
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
    if game.walls.is_some() {
        let _ = writeln!(out, "\n[neutral]\nkey = \"n\"");
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
            quoted(if keeps_by_movement(game, kind) { "" } else { &kind.moves }),
        );
    }
    if game.walls.is_some() {
        let free = ('A'..='Z').rev().find(|letter| game.kind_of(*letter).is_none());
        let letter = if game.kind_of('W').is_none() { 'W' } else { free.unwrap_or('Z') };
        let _ = writeln!(out, "wall = {{ letter = \"{letter}\", moves = \"\" }}");
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
    let more = more_scripts(game);
    let scripts = more.iter().map(|(file, _)| format!(", \"{file}\"")).collect::<String>();
    let _ = writeln!(out, "\n[rules]\nscripts = [\"rules.rhai\"{scripts}]");
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
pub(super) fn ends(outcome: Outcome, who: &str) -> String {
    match outcome {
        Outcome::Win => format!("win({who});"),
        Outcome::Draw => "draw();".to_owned(),
        Outcome::Loss => format!("lose({who});"),
    }
}

pub(super) fn list(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    format!("[{}]", names.join(", "))
}

fn script(game: &Game, name: &str) -> String {
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
            "\n/// A player in check without a move.\nfn on_mate(game, seat) {{\n    {result}\n}}\n"
        );
    }
    let result = ends(game.stalemate, "seat");
    let _ = write!(
        out,
        "\n/// A player without a move, and not in check.\nfn on_stalemate(game, seat) {{\n    {result}\n}}\n"
    );
    if game.repetition > 0 || game.no_progress > 0 {
        let repeated = ends(game.repeated, "next");
        let of_next = if game.repeated == Outcome::Draw || game.repetition == 0 {
            String::new()
        } else {
            format!(
                "    let next = seats().find(|seat| seat != game.turn);\n    if kind == \"repetition\" {{ {repeated} return; }}\n"
            )
        };
        let _ = write!(
            out,
            "\n/// Repetition, and long stretches without progress.\nfn on_draw(game, kind, seats) {{\n{of_next}    draw();\n}}\n"
        );
    }
    if royal && game.blast {
        out.push_str("\n/// A king that is blown up loses the game.\nfn on_royal_captured(game, seat, piece, square) {\n    lose(piece.colour);\n}\n");
    }
    goals::write(game, &mut out);
    if game.drops && game.drops_fall {
        out.push_str("\n/// A dropped piece falls to the lowest empty square of its file.\n/// when: every ply\nfn forbids(game, move) {\n    if move.from != () { return false; }\n    let below = move.to.step(\"south\");\n    below != () && game.piece(below) == ()\n}\n");
    }
    start(game, &mut out);
    out
}

/// Marks the pieces that have turned or been promoted at the start, so that they are held as what they were, and
/// counts the checks that one player has fewer to give than the other.
fn start(game: &Game, out: &mut String) {
    let mut marks: Vec<((usize, usize), String)> = Vec::new();
    if promotes::turn_back(game) {
        marks.extend(game.turned.iter().map(|(at, from)| (*at, promotes::turned(from))));
    }
    let reverting = reverting(game);
    for at in &game.start.promoted {
        let Cell::Piece(letter) = game.start.rows[at.0][at.1] else { continue };
        let player = usize::from(letter.is_ascii_lowercase());
        if game.kind_of(letter).is_some_and(|kind| reverting.contains(&kind.name)) {
            marks.push((*at, promotes::promoted(game, player).to_owned()));
        }
    }
    let (white, black) = game.start.checks.unwrap_or_default();
    if marks.is_empty() && white == black {
        return;
    }
    out.push_str("\n/// The start differs from that of other games.\nfn on_setup(game) {\n");
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

fn define(game: &Game, out: &mut String) {
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
    armies::declare(game, &mut line);
    if game.armies.kings_face {
        for kind in game.kinds.iter().filter(|kind| kind.royal) {
            let name = &kind.name;
            // They keep to their regions in all other movement.
            if keeps_by_movement(game, kind) {
                for (player, ..) in game.armies.regions.iter().filter(|(_, of, _)| of == name) {
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
        // A piece that only moves like a pawn is not spared.
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

fn hands(game: &Game, line: &mut impl FnMut(String)) {
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
        for (from, to) in &game.armies.turning {
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
            // A king never comes to a hand later.
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
            if let Some((kinds, most)) = &game.armies.on_file
                && kinds.contains(&kind.name)
            {
                let _ = write!(rule, ".at_most_on_line({most})");
            }
            if game.armies.no_drop_mate.as_ref() == Some(&kind.name) {
                rule.push_str(".may_not_mate()");
            }
            line(format!("{rule};"));
        }
    }
}

/// Where a player may drop pieces of a kind; empty for nowhere.
fn drop_zone(game: &Game, player: usize, kind: &Kind) -> String {
    let mut without = stuck(game, kind, player);
    if kind.key == "pawn" {
        without.extend(game.no_pawn_drops[player].iter().cloned());
    }
    let zone = &game.drop_zone[player];
    if without.is_empty() { zone.clone() } else { less(zone, &without, (game.files, game.ranks)) }
}

/// Whether a king keeps to a region that an opponent's may be attacked from: its movement says so, not a
/// hook.
fn keeps_by_movement(game: &Game, kind: &Kind) -> bool {
    let both = game.armies.regions.iter().filter(|(_, of, _)| *of == kind.name).count() == 2;
    game.armies.kings_face && kind.royal && both
}

/// The squares to which kinds keep.
fn may_enter(game: &Game, out: &mut String) {
    let by_hook = |name: &String| {
        game.kinds.iter().any(|kind| kind.name == *name && !keeps_by_movement(game, kind))
    };
    let regions: Vec<_> = game.armies.regions.iter().filter(|(_, of, _)| by_hook(of)).collect();
    if regions.is_empty() {
        return;
    }
    let mut kinds: Vec<&str> = regions.iter().map(|(_, kind, _)| kind.as_str()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let _ = write!(
        out,
        "\n/// Where pieces may go.\n/// when: {}\nfn may_enter(piece, square) {{\n",
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
