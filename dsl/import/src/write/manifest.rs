//! Writes the `geometry.toml` of a game.

use std::fmt::Write as _;

use quadrille_dsl::template;

use super::extra_scripts::extra_scripts;
use super::piece_movement::keeps_by_movement;
use super::promotes::stuck;
use super::script::script;
use super::seats::{SEATS, region_name, stuck_name};
use crate::game::VariantGame;
use crate::start_fen::FenCell;

/// Returns a string in quotes. Characters that would need escapes are omitted.
fn quoted(text: &str) -> String {
    let plain = |c: char| !c.is_control() && c != '"' && c != '\\';
    format!("\"{}\"", text.chars().filter(|c| plain(*c)).collect::<String>())
}

/// Returns the text of the `geometry.toml` of a game.
pub(super) fn manifest(game: &VariantGame, id: &str, name: &str) -> String {
    let mut out = format!(
        "[variant]\nid = \"{id}\"\ntitle = {}\nsummary = {}\n\n[board]\nlight = \"odd\"\n",
        quoted(&template::title(id)),
        quoted(&format!("Imported from section {name} of a variants.ini file.")),
    );
    if game.start.rows.iter().flatten().any(|cell| *cell == FenCell::Hole) {
        let row = |row: &Vec<FenCell>| {
            let cells = row.iter().map(|cell| if *cell == FenCell::Hole { '#' } else { '.' });
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
        for (_, kind, zone) in game.piece_options.regions.iter().filter(|(of, ..)| *of == player) {
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
    let cell = |cell: &FenCell| match cell {
        FenCell::Hole => "# ".to_owned(),
        FenCell::Empty => ". ".to_owned(),
        FenCell::Piece(letter) => {
            let key = if letter.is_ascii_uppercase() { 'w' } else { 'b' };
            format!("{key}{}", letter.to_ascii_uppercase())
        }
    };
    let row = |row: &Vec<FenCell>| row.iter().map(cell).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> =
        game.start.rows.iter().map(|line| row(line).trim_end().to_owned()).collect();
    let _ = writeln!(out, "\n[array]\npicture = \"\"\"\n{}\n\"\"\"", rows.join("\n"));
    let more = extra_scripts(game);
    let scripts = more.iter().map(|(file, _)| format!(", \"{file}\"")).collect::<String>();
    let _ = writeln!(out, "\n[rules]\nscripts = [\"rules.rhai\"{scripts}]");
    if game.start.black {
        let _ = writeln!(out, "order = [\"black\", \"white\"]");
    }
    let royals = |white: bool| {
        game.start.rows.iter().flatten().any(|cell| match cell {
            FenCell::Piece(letter) => {
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
