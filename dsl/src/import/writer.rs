//! A game as the files of a ruleset.

use std::fmt::Write as _;

use super::armies::{self, far_ranks, region_name, stuck_ranks};
use super::goals;
use super::reader::{Game, Kind, Outcome, Walls, less};
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
    let passes = game.passes.then(|| ("passes.rhai", PASSES.to_owned()));
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
    promotes(game, &mut out);
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
    if let Some((white, black)) = game.start.checks {
        let _ = write!(
            out,
            "\n/// So many checks win.\nfn on_check(game, seat, royals) {{\n    add_counter(\"checks\", seat, 1);\n    \
             let wanted = if seat.name == \"white\" {{ {white} }} else {{ {black} }};\n    \
             if game.counter(\"checks\", seat) + 1 >= wanted {{ win(seat); }}\n}}\n"
        );
    }
    goals::write(game, &mut out);
    if game.drops && game.drops_fall {
        out.push_str("\n/// A dropped piece falls to the lowest empty square of its file.\n/// when: every ply\nfn forbids(game, move) {\n    if move.from != () { return false; }\n    let below = move.to.step(\"south\");\n    below != () && game.piece(below) == ()\n}\n");
    }
    start(game, &mut out);
    out
}

/// Marks the pieces that have turned at the start, so that they are held as what they were.
fn start(game: &Game, out: &mut String) {
    if game.start.turned.is_empty() || !turn_back(game) {
        return;
    }
    out.push_str("\n/// Some pieces have turned already.\nfn on_setup(game) {\n");
    for (row, file) in &game.start.turned {
        let Cell::Piece(letter) = game.start.rows[*row][*file] else { continue };
        let kind = game.kind_of(letter).map(|kind| &kind.name);
        if let Some((from, _)) = game.armies.turning.iter().find(|(_, to)| Some(to) == kind) {
            let square = format!("{}{}", (b'a' + *file as u8) as char, game.ranks - row);
            let _ = writeln!(out, "    set_mark(square(\"{square}\"), \"{}\");", turned(from));
        }
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
pub(super) fn pawns(game: &Game) -> Vec<String> {
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

/// The mark of a piece that turned from a kind, and is held as that kind again.
fn turned(kind: &str) -> String {
    format!("was_{}", kind.replace('-', "_"))
}

/// Whether captured pieces that turned are held as what they were.
fn turn_back(game: &Game) -> bool {
    game.drops && game.captures_to_hand && !game.keeps_promotion
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
    if turn_back(game) {
        for (from, to) in &game.armies.turning {
            let mark = turned(from);
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
    let zones = if kind.name == "pawn" { &game.pawn_drop_zone } else { &game.drop_zone };
    let zone = &zones[player];
    let stuck = if game.armies.keeps_moving { stuck_ranks(&kind.moves) } else { 0 };
    if stuck == 0 || zone.contains(" - ") {
        return zone.clone();
    }
    less(zone, &far_ranks(stuck, game.ranks, player), (game.files, game.ranks))
}

fn promotes(game: &Game, out: &mut String) {
    let known = |player: usize| {
        !game.promoting[player].is_empty()
            && !game.promotions[player].is_empty()
            && !game.promotion_zone[player].is_empty()
    };
    let turning =
        game.promotion_zone.iter().all(|zone| !zone.is_empty()) && !game.armies.turning.is_empty();
    if !known(0) && !known(1) && !turning {
        return;
    }
    let mut kinds = if known(0) || known(1) { pawns(game) } else { Vec::new() };
    if turning {
        kinds.extend(game.armies.turning.iter().map(|(from, _)| from.clone()));
        kinds.sort_unstable();
        kinds.dedup();
    }
    let _ = write!(
        out,
        "\n/// Where pieces promote, and to what.\n/// when: {}\nfn promotes(piece, square) {{\n",
        kinds.join(" or ")
    );
    let stuck: Vec<String> = game
        .kinds
        .iter()
        .filter(|kind| game.armies.keeps_moving && kinds.contains(&kind.name))
        .filter(|kind| stuck_ranks(&kind.moves) > 0)
        .map(|kind| format!("\"{}\": {}", kind.name, stuck_ranks(&kind.moves)))
        .collect();
    if game.armies.keeps_moving {
        let _ = writeln!(
            out,
            "    // A piece that could never move again has to promote.\n    \
             let last = #{{ {} }}[piece.kind];\n    \
             let stuck = last != () && square.rank_for(piece.colour) > {} - last;",
            stuck.join(", "),
            game.ranks
        );
    }
    let marked = game.drops && !reverting(game).is_empty();
    for (player, (seat, ..)) in SEATS.iter().enumerate().filter(|(player, _)| known(*player)) {
        let who = if game.promoting[0] == game.promoting[1] && !turning {
            String::new()
        } else {
            format!(" && piece.kind in {}", list(&game.promoting[player]))
        };
        let mut answer = list(&game.promotions[player]);
        let mut more = match (game.promotion_optional, game.armies.keeps_moving) {
            (true, true) => ", optional: !stuck, required: stuck".to_owned(),
            (true, false) => ", optional: true".to_owned(),
            (false, _) if game.supply.is_empty() => String::new(),
            (false, _) => ", required: true".to_owned(),
        };
        if marked {
            more.push_str(", set_mark: \"promoted\"");
        }
        if !more.is_empty() {
            answer = format!("#{{ kinds: {answer}{more} }}");
        }
        let _ = writeln!(
            out,
            "    if piece.colour.name == \"{seat}\" && square.within(\"{seat}-promotion\"){who} {{ return {answer}; }}"
        );
    }
    if turning {
        turns(game, out);
    }
    out.push_str("}\n");
}

/// Pieces that turn into another kind on entering, crossing or leaving a zone.
fn turns(game: &Game, out: &mut String) {
    let pairs = game.armies.turning.iter().map(|(from, to)| format!("\"{from}\": \"{to}\""));
    let pairs: Vec<String> = pairs.collect();
    let optional = match (game.armies.must_turn, game.armies.keeps_moving) {
        (true, _) => "false",
        (false, true) => "!stuck",
        (false, false) => "true",
    };
    let capture = if game.armies.turn_by_capture { ", by_capture: true" } else { "" };
    let _ = writeln!(
        out,
        "    let to = #{{ {} }}[piece.kind];\n    if to == () {{ return; }}\n    \
         let zone = if piece.colour.name == \"white\" {{ \"white-promotion\" }} else {{ \"black-promotion\" }};\n    \
         let answer = #{{ kinds: [to], optional: {optional}{capture} }};",
        pairs.join(", ")
    );
    if turn_back(game) {
        let marks = game.armies.turning.iter();
        let marks: Vec<String> =
            marks.map(|(from, _)| format!("\"{from}\": \"{}\"", turned(from))).collect();
        let _ = writeln!(out, "    answer.set_mark = #{{ {} }}[piece.kind];", marks.join(", "));
    }
    out.push_str("    if !square.within(zone) { answer.from = zone; }\n    answer\n");
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
