//! Writes a game as the files of a ruleset.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use quadrille_dsl::template;

use super::ends::{kind_name, seat};
use super::game::LudiiGame;
use super::movement::{Movement, Travel};
use super::notation::notation;
use super::promotion::PromotionRule;
use super::scene::{KindId, Player};
use super::squares::{Squares, Step};
use crate::game::PlayerResult;

/// The number of squares that a piece has to reach to be worth a pawn.
const SQUARES_PER_POINT: f64 = 2.6;

/// Returns the manifest and the script of a game.
pub(super) fn files(game: &LudiiGame, id: &str) -> Vec<(&'static str, String)> {
    let names = names(game);
    let mut writer = Writer { game, names, letters: letters(game), zones: Vec::new() };
    let script = writer.script();
    vec![("geometry.toml", writer.manifest(id)), ("rules.rhai", script)]
}

/// Returns the names of the kinds, all different.
fn names(game: &LudiiGame) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for kind in &game.equipment.kinds {
        let mut name = kind_name(kind);
        while names.contains(&name) {
            name.push_str("-2");
        }
        names.push(name);
    }
    names
}

/// Returns a letter for each kind: the usual letter of chess, a letter of the name, or any letter.
fn letters(game: &LudiiGame) -> Vec<char> {
    let names: Vec<String> = game.equipment.kinds.iter().map(|kind| kind_name(kind)).collect();
    let mut letters = vec![None; names.len()];
    let usual = [
        ('P', "pawn"),
        ('K', "king"),
        ('Q', "queen"),
        ('R', "rook"),
        ('B', "bishop"),
        ('N', "knight"),
    ];
    for (letter, name) in usual {
        if let Some(kind) = names.iter().position(|known| known == name) {
            letters[kind] = Some(letter);
        }
    }
    for (kind, name) in
        names.iter().enumerate().filter(|(kind, _)| letters[*kind].is_none()).collect::<Vec<_>>()
    {
        let of_name = name.chars().filter(char::is_ascii_lowercase).map(|c| c.to_ascii_uppercase());
        let free = of_name.chain('A'..='Z').find(|letter| !letters.contains(&Some(*letter)));
        letters[kind] = free;
    }
    letters.into_iter().map(|letter| letter.unwrap_or('A')).collect()
}

struct Writer<'g> {
    game: &'g LudiiGame,
    names: Vec<String>,
    letters: Vec<char>,
    zones: Vec<(String, Squares)>,
}

impl Writer<'_> {
    fn players(&self) -> usize {
        self.game.equipment.facings.len()
    }

    fn seat(&self, player: Player) -> String {
        format!("seat(\"{}\")", seat(player, self.players()))
    }

    fn list(&self, kinds: &[KindId]) -> String {
        let kinds: Vec<String> =
            kinds.iter().map(|kind| format!("\"{}\"", self.names[*kind])).collect();
        format!("[{}]", kinds.join(", "))
    }

    /// Returns the notation of a kind: the movements that all its owners have on all squares.
    fn notation(&self, kind: KindId) -> String {
        notation(self.common(kind).into_iter())
    }

    fn owners(&self, kind: KindId) -> Vec<&Vec<Movement>> {
        let of = |player: Player| self.game.movements.get(&(kind, player));
        (0..self.players()).filter_map(of).collect()
    }

    fn common(&self, kind: KindId) -> Vec<&Movement> {
        let owners = self.owners(kind);
        let Some((first, others)) = owners.split_first() else { return Vec::new() };
        let all = self.game.equipment.board.all;
        let everywhere = |movement: &&Movement| {
            movement.from == all && movement.to == all && movement.onto.is_none()
        };
        first
            .iter()
            .filter(everywhere)
            .filter(|movement| others.iter().all(|other| other.contains(movement)))
            .collect()
    }

    /// Returns the value of a kind from the average number of squares that it reaches on an empty
    /// board.
    fn value(&self, kind: KindId) -> u32 {
        let board = &self.game.equipment.board;
        let Some((player, movements)) = (0..self.players())
            .find_map(|player| Some((player, self.game.movements.get(&(kind, player))?)))
        else {
            return 1;
        };
        let facing = self.game.equipment.facings[player];
        let mut reached = 0_u32;
        for movement in movements.iter().filter(|movement| movement.captures && !movement.first) {
            let (x, y) = movement.way;
            let step: Step = match facing {
                (1, 0) => (y, -x),
                (0, -1) => (-x, -y),
                (-1, 0) => (-y, x),
                _ => (x, y),
            };
            for start in movement.from.iter() {
                let most = match movement.travel {
                    Travel::Ride(0) | Travel::Cannon => 31,
                    Travel::Ride(range) => range as i32,
                    _ => 1,
                };
                let ends = (1..=most).map_while(|n| board.beyond(start, step, n));
                reached += ends.filter(|end| movement.to.contains(*end)).count() as u32;
            }
        }
        let squares = board.all.iter().count().max(1);
        let value = f64::from(reached) / squares as f64 / SQUARES_PER_POINT;
        (value.round() as u32).clamp(1, 100)
    }

    fn manifest(&self, id: &str) -> String {
        let game = self.game;
        let board = &game.equipment.board;
        let mut out = format!(
            "[variant]\nid = \"{id}\"\ntitle = \"{}\"\nsummary = \"Imported from a .lud file.\"\n\n[board]\nlight = \"odd\"\n",
            template::title(id).replace(['"', '\\'], "")
        );
        let rows = |cell: &dyn Fn(usize) -> String, hole: &str, joint: &str| {
            let row = |rank: usize| {
                let cells = (0..board.files).map(|file| {
                    board.at((file as i32, rank as i32)).map_or_else(|| hole.to_owned(), cell)
                });
                cells.collect::<Vec<_>>().join(joint).trim_end().to_owned()
            };
            (0..board.ranks).rev().map(row).collect::<Vec<_>>().join("\n")
        };
        if board.all.iter().count() == board.files * board.ranks {
            let _ = writeln!(out, "mask = \"{}x{}\"", board.files, board.ranks);
        } else {
            let _ = writeln!(out, "mask = \"\"\"\n{}\n\"\"\"", rows(&|_| ".".to_owned(), "#", ""));
        }
        if !self.zones.is_empty() {
            out.push_str("\n[zones]\n");
            for (name, squares) in &self.zones {
                let _ = writeln!(out, "{name} = \"{}\"", board.text(*squares));
            }
        }
        let teams = &game.equipment.teams;
        let shared = |team: usize| teams.iter().filter(|other| **other == team).count() > 1;
        for (player, facing) in game.equipment.facings.iter().enumerate() {
            let name = seat(player, self.players());
            let facing = match facing {
                (1, 0) => "east",
                (0, -1) => "south",
                (-1, 0) => "west",
                _ => "north",
            };
            let _ = write!(
                out,
                "\n[[seats]]\nname = \"{name}\"\nkey = \"{}\"\nfacing = \"{facing}\"\n",
                &name[..1]
            );
            if self.players() == 2 {
                let colour = ["#f5f0e1", "#4a4440"][player % 2];
                let _ = writeln!(out, "colour = \"{colour}\"");
            }
            if shared(teams[player]) {
                let _ = writeln!(out, "team = \"team-{}\"", teams[player]);
            }
        }
        out.push_str("\n[pieces]\n");
        for kind in 0..self.names.len() {
            let royal = game.play.royals.contains(&kind);
            let worth = if royal {
                ", royal = true".to_owned()
            } else {
                format!(", value = {}", self.value(kind))
            };
            let _ = writeln!(
                out,
                "{} = {{ letter = \"{}\", moves = \"{}\"{worth} }}",
                self.names[kind],
                self.letters[kind],
                self.notation(kind)
            );
        }
        let cell = |square: usize| {
            let Some(placed) = game.placed.iter().find(|placed| placed.square == square) else {
                return ".  ".to_owned();
            };
            let sign = match game.facings.get(&(placed.player, placed.kind)) {
                Some((0, 1)) => "^",
                Some((1, 0)) => ">",
                Some((0, -1)) => "v",
                Some(_) => "<",
                None => " ",
            };
            let key = &seat(placed.player, self.players())[..1];
            format!("{key}{}{sign}", self.letters[placed.kind])
        };
        let _ = writeln!(out, "\n[array]\npicture = \"\"\"\n{}\n\"\"\"", rows(&cell, "#  ", " "));
        out.push_str("\n[rules]\nscripts = [\"rules.rhai\"]\n");
        out
    }

    fn script(&mut self) -> String {
        let mut out = String::from("//! The rules of the imported game.\n\nfn define(rules) {\n");
        let mut lines = Vec::new();
        self.movements(&mut lines);
        self.declarations(&mut lines);
        for line in lines {
            let _ = writeln!(out, "    {line}");
        }
        out.push_str("}\n");
        self.promotes(&mut out);
        self.dice(&mut out);
        let game = self.game;
        if !game.play.royals.is_empty() {
            let end = if self.players() == 2 {
                "lose(seat);"
            } else {
                "eliminate(seat);\n    remove_army(seat);"
            };
            let _ = write!(
                out,
                "\n/// Ends the play of a mated player.\nfn on_mate(game, seat) {{\n    {end}\n}}\n"
            );
        }
        if let Some(stalemate) = game.ends.stalemate {
            let end = match stalemate {
                PlayerResult::Win => "win(seat);",
                PlayerResult::Draw => "draw();",
                PlayerResult::Loss if self.players() == 2 => "lose(seat);",
                PlayerResult::Loss => "eliminate(seat);",
            };
            let _ = write!(
                out,
                "\n/// Decides the result of a player who has no move.\nfn on_stalemate(game, seat) {{\n    {end}\n}}\n"
            );
        }
        self.outcome(&mut out);
        out
    }

    /// Writes the movements that not all owners of a kind have on all squares.
    fn movements(&self, lines: &mut Vec<String>) {
        let board = &self.game.equipment.board;
        type Key = (KindId, Option<Vec<KindId>>, bool, Vec<(Player, Squares, Squares)>);
        let mut groups: BTreeMap<Key, Vec<Movement>> = BTreeMap::new();
        for kind in 0..self.names.len() {
            let common: Vec<Movement> = self.common(kind).into_iter().cloned().collect();
            // Movements of several players share one entry if they differ only in their squares.
            let mut places: BTreeMap<Movement, Vec<(Player, Squares, Squares)>> = BTreeMap::new();
            for player in 0..self.players() {
                let movements = self.game.movements.get(&(kind, player)).into_iter().flatten();
                for movement in movements.filter(|movement| !common.contains(movement)) {
                    let plain = Movement { from: board.all, to: board.all, ..movement.clone() };
                    places.entry(plain).or_default().push((player, movement.from, movement.to));
                }
            }
            for (movement, places) in places {
                let key = (kind, movement.onto.clone(), movement.own, places);
                groups.entry(key).or_default().push(movement);
            }
        }
        for ((kind, onto, own, places), movements) in groups {
            let name = &self.names[kind];
            let notation = notation(movements.iter());
            let mut by_place: BTreeMap<(Squares, Squares), Vec<Player>> = BTreeMap::new();
            for (player, from, to) in places {
                by_place.entry((from, to)).or_default().push(player);
            }
            let owners = self.owners(kind).len();
            for ((from, to), players) in by_place {
                let mut line = format!("rules.movement(\"{name}\", \"{notation}\")");
                if from != board.all {
                    let _ = write!(line, ".from(\"{}\")", board.text(from));
                }
                if to != board.all {
                    let _ = write!(line, ".to(\"{}\")", board.text(to));
                }
                if let Some(kinds) = &onto {
                    let whose = if own { "own" } else { "enemy" };
                    let _ = write!(line, ".onto(\"{whose}\", {})", self.list(kinds));
                }
                if players.len() < owners {
                    let seats: Vec<String> =
                        players.iter().map(|player| self.seat(*player)).collect();
                    let _ = write!(line, ".colours([{}])", seats.join(", "));
                }
                lines.push(line + ";");
            }
        }
        for kind in 0..self.names.len() {
            if self
                .owners(kind)
                .iter()
                .any(|movements| movements.iter().any(|movement| movement.first))
            {
                lines.push(format!("rules.initial_by_mark(\"{}\");", self.names[kind]));
            }
        }
    }

    fn declarations(&mut self, lines: &mut Vec<String>) {
        let game = self.game;
        let board = &game.equipment.board;
        for castling in &game.castling {
            let squares = [castling.king, castling.rook].concat();
            let squares: Vec<String> = squares
                .iter()
                .map(|square| format!("square(\"{}\")", board.name(*square)))
                .collect();
            lines.push(format!(
                "rules.castling_move({}, {});",
                self.seat(castling.player),
                squares.join(", ")
            ));
        }
        for kind in &game.play.facing {
            let name = &self.names[*kind];
            lines.push(format!("rules.movement(\"{name}\", \"cR\").onto(\"enemy\", \"{name}\");"));
        }
        if game.to_hand && !game.play.drops.is_empty() {
            lines.push("rules.captures_to_hand(\"captor\");".to_owned());
            for (kind, base) in &game.bases {
                lines.push(format!(
                    "rules.base(\"{}\", \"{}\");",
                    self.names[*kind], self.names[*base]
                ));
            }
        }
        let mut dropped = Vec::new();
        for drop in &game.play.drops {
            for kind in &drop.kinds {
                let held = game.held.get(&(drop.player, *kind)).copied().unwrap_or(0);
                let comes = game.to_hand && !game.play.royals.contains(kind);
                if dropped.contains(&(drop.player, *kind))
                    || drop.squares.is_empty()
                    || held == 0 && !comes
                {
                    continue;
                }
                dropped.push((drop.player, *kind));
                let mut line = format!(
                    "rules.hand({}, #{{ \"{}\": {held} }}, \"{}\")",
                    self.seat(drop.player),
                    self.names[*kind],
                    board.text(drop.squares)
                );
                if !drop.required {
                    line.push_str(".optional()");
                }
                if drop.one_on_file {
                    line.push_str(".at_most_on_line(1)");
                }
                if drop.may_not_mate {
                    line.push_str(".may_not_mate()");
                }
                lines.push(line + ";");
            }
        }
        if let Some(limit) = game.ends.no_progress {
            for kind in &game.progress {
                lines.push(format!("rules.progress(\"{}\");", self.names[*kind]));
            }
            lines.push(format!("rules.no_progress({limit});"));
        }
        if !game.play.faces.is_empty() {
            let faces: Vec<String> =
                game.play.faces.iter().map(|(face, _)| format!("[{face}, 1]")).collect();
            lines.push(format!("rules.dice(1, [{}]);", faces.join(", ")));
        }
    }

    /// Returns the name of a zone with these squares.
    fn zone(&mut self, squares: Squares) -> String {
        if let Some((name, _)) = self.zones.iter().find(|(_, known)| *known == squares) {
            return name.clone();
        }
        let name = format!("promotion-{}", self.zones.len() + 1);
        self.zones.push((name.clone(), squares));
        name
    }

    fn promotes(&mut self, out: &mut String) {
        let all = self.game.equipment.board.all;
        let rules: Vec<&PromotionRule> =
            self.game.promotions.iter().filter(|rule| !rule.to.is_empty()).collect();
        if rules.is_empty() {
            return;
        }
        let mut kinds: Vec<KindId> = rules.iter().map(|rule| rule.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let when: Vec<&str> = kinds.iter().map(|kind| self.names[*kind].as_str()).collect();
        let _ = write!(
            out,
            "\n/// Promotes pieces.\n/// when: {}\nfn promotes(piece, square) {{\n",
            when.join(" or ")
        );
        for rule in rules {
            let mut tests = vec![format!("piece.colour == {}", self.seat(rule.player))];
            if kinds.len() > 1 {
                tests.push(format!("piece.kind == \"{}\"", self.names[rule.kind]));
            }
            if rule.to != all {
                tests.push(format!("square.within(\"{}\")", self.zone(rule.to)));
            }
            let mut answer = format!("kinds: {}", self.list(&rule.kinds));
            if rule.optional {
                answer.push_str(", optional: true");
            }
            if let Some(from) = rule.from {
                let _ = write!(answer, ", from: \"{}\"", self.zone(from));
            }
            let _ = writeln!(out, "    if {} {{ return #{{ {answer} }}; }}", tests.join(" && "));
        }
        out.push_str("}\n");
    }

    fn dice(&self, out: &mut String) {
        let faces = &self.game.play.faces;
        if faces.is_empty() {
            return;
        }
        out.push_str(
            "\n/// Lets each face of the die move some kinds.\nfn dice_allows(face, kind) {\n",
        );
        for (face, kinds) in faces {
            let _ =
                writeln!(out, "    if face == {face} {{ return kind in {}; }}", self.list(kinds));
        }
        out.push_str("    false\n}\n");
    }

    fn outcome(&mut self, out: &mut String) {
        let ends = &self.game.ends;
        self.zones.extend(ends.zones.iter().cloned());
        let last = self.players() > 2 && !self.game.play.royals.is_empty();
        if ends.outcomes.is_empty() && !last {
            return;
        }
        out.push_str("\n/// Ends the game.\n");
        if ends.every_ply {
            out.push_str("/// when: every ply\n");
        }
        out.push_str("fn outcome(game) {\n");
        for (condition, effect) in &ends.outcomes {
            let _ = writeln!(out, "    if {condition} {{ {effect} return; }}");
        }
        if last {
            out.push_str("    let left = game.seats(\"active\");\n    if left.len() == 0 { return; }\n    let first = left[0];\n    if left.all(|seat| seat == first || first.partners.contains(seat)) { win(first); }\n");
        }
        out.push_str("}\n");
    }
}
