//! Reads the rules that end a game.

use super::notes::Notes;
use super::scene::{Equipment, Scene};
use super::squares::Squares;
use super::syntax::Ludeme;
use crate::game::PlayerResult;

/// The rules that end a game.
#[derive(Default, Debug)]
pub(super) struct Ends {
    /// The result of a player who has no move and is not in check.
    pub(super) stalemate: Option<PlayerResult>,
    /// The number of moves without progress after which the game is drawn.
    pub(super) no_progress: Option<u64>,
    /// Conditions of scripts, each with the effect that ends the game.
    pub(super) outcomes: Vec<(String, String)>,
    /// The sets of squares that conditions refer to. Each set has a name.
    pub(super) zones: Vec<(String, Squares)>,
    /// `true` if a condition depends on the squares of pieces or on the number of moves.
    pub(super) every_ply: bool,
}

/// Returns the name of a player's seat.
pub(super) fn seat(player: usize, players: usize) -> &'static str {
    const TWO: [&str; 2] = ["white", "black"];
    const MORE: [&str; 8] = ["red", "blue", "yellow", "green", "orange", "violet", "teal", "pink"];
    if players == 2 { TWO[player % 2] } else { MORE[player % 8] }
}

/// Returns the name of a kind in rulesets.
pub(super) fn kind_name(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    let lower = lower.strip_suffix("_nocross").unwrap_or(&lower);
    let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let name: String = lower.chars().take(40).map(letter).collect();
    let name = name.trim_matches('-');
    if name.starts_with(|c: char| c.is_ascii_lowercase()) {
        name.to_owned()
    } else {
        format!("piece-{name}")
    }
}

struct EndReader<'e, 'n> {
    equipment: &'e Equipment,
    notes: &'n mut Notes,
    ends: Ends,
}

/// Reads the rules that end a game.
pub(super) fn read(rules: &Ludeme, equipment: &Equipment, notes: &mut Notes) -> Ends {
    let mut reader = EndReader { equipment, notes, ends: Ends::default() };
    let of_phases =
        rules.items().iter().flat_map(Ludeme::each).filter(|item| item.name() == "phase");
    let ends = rules.args().chain(of_phases.flat_map(Ludeme::args));
    for end in ends.filter(|part| part.name() == "end") {
        for rule in end.args().flat_map(Ludeme::each) {
            match (rule.name(), rule.arg(0), rule.arg(1).filter(|result| result.name() == "result"))
            {
                ("if", Some(test), Some(result)) => reader.rule(rule, test, result),
                _ => reader.notes.add(rule, "this end of the game has no counterpart"),
            }
        }
    }
    reader.ends
}

impl EndReader<'_, '_> {
    fn rule(&mut self, rule: &Ludeme, test: &Ludeme, result: &Ludeme) {
        let who = result.arg(0).and_then(Ludeme::word).unwrap_or_default();
        let outcome = match result.arg(1).and_then(Ludeme::word) {
            Some("Win") => PlayerResult::Win,
            Some("Loss") => PlayerResult::Loss,
            Some("Draw") => PlayerResult::Draw,
            _ => return self.notes.add(rule, "this result has no counterpart"),
        };
        if test.name() == "or" {
            for part in test.args().flat_map(Ludeme::each) {
                self.rule(rule, part, result);
            }
            return;
        }
        // Checkmate always ends the game.
        let check = test.any(&|part| part.is("is", "Threatened"));
        if check && test.name() == "and" && test.any(&blocks) {
            return;
        }
        if let Some(blocked) = blocked(test) {
            let opposite = match outcome {
                PlayerResult::Win => PlayerResult::Loss,
                PlayerResult::Loss => PlayerResult::Win,
                PlayerResult::Draw => PlayerResult::Draw,
            };
            self.ends.stalemate = Some(if blocked == who { outcome } else { opposite });
            return;
        }
        if let ("=" | ">=", Some(counter), Some(limit)) = (test.name(), test.arg(0), test.arg(1))
            && counter.name() == "counter"
            && outcome == PlayerResult::Draw
            && let Some(limit) = limit.number()
        {
            let players = self.equipment.facings.len() as u64;
            let limit = limit.clamp(1, 10_000).unsigned_abs();
            self.ends.no_progress = Some(limit.div_ceil(players));
            return;
        }
        let player = self.player(who);
        match (self.condition(test), player) {
            (Some(condition), Some(player)) => {
                let effect = match outcome {
                    PlayerResult::Win => format!("win({player});"),
                    PlayerResult::Loss => format!("lose({player});"),
                    PlayerResult::Draw => "draw();".to_owned(),
                };
                self.ends.outcomes.push((condition, effect));
            }
            _ => self.notes.add(rule, "this end of the game has no counterpart"),
        }
    }

    /// Returns the player of a role, as an expression of scripts.
    fn player(&self, role: &str) -> Option<String> {
        match role {
            "Mover" | "TeamMover" => Some("game.turn".to_owned()),
            "Next" => Some("game.turn.next".to_owned()),
            _ => {
                let player = Scene::new(self.equipment, 0).role(role)?;
                Some(format!("seat(\"{}\")", seat(player, self.equipment.facings.len())))
            }
        }
    }

    /// Translates a condition into an expression of scripts.
    fn condition(&mut self, test: &Ludeme) -> Option<String> {
        match test.name() {
            "and" | "or" => {
                let parts = test.args().flat_map(Ludeme::each).map(|part| self.condition(part));
                let parts: Vec<String> = parts.collect::<Option<_>>()?;
                let joint = if test.name() == "and" { " && " } else { " || " };
                Some(format!("({})", parts.join(joint)))
            }
            "not" => Some(format!("!{}", self.condition(test.arg(0)?)?)),
            "is" if test.is("is", "In") => self.on_squares(test),
            "is" if test.is("is", "Mover") => {
                Some(format!("game.turn == {}", self.player(test.arg(1)?.word()?)?))
            }
            "no" if test.is("no", "Pieces") => Some(format!("{} == 0", self.count(test)?)),
            "=" | "!=" | "<" | ">" | "<=" | ">=" => {
                let (left, right) = (test.arg(0)?, test.arg(1)?);
                if let (Some(count), Some("Off")) = (self.count(left), right.word()) {
                    let operator = if test.name() == "=" { "==" } else { ">" };
                    return Some(format!("{count} {operator} 0"));
                }
                let operator = if test.name() == "=" { "==" } else { test.name() };
                Some(format!("{} {operator} {}", self.number(left)?, self.number(right)?))
            }
            _ => None,
        }
    }

    fn number(&mut self, ludeme: &Ludeme) -> Option<String> {
        if let Some(number) = ludeme.number() {
            return Some(number.to_string());
        }
        match ludeme.name() {
            "counter" => {
                self.ends.every_ply = true;
                Some("game.halfmove_clock".to_owned())
            }
            "+" | "-" => {
                let (left, right) = (ludeme.arg(0)?, ludeme.arg(1)?);
                Some(format!("({} {} {})", self.number(left)?, ludeme.name(), self.number(right)?))
            }
            _ => self.count(ludeme),
        }
    }

    /// Returns the number of a player's pieces, as an expression of scripts.
    fn count(&self, ludeme: &Ludeme) -> Option<String> {
        let kind =
            |name: &str| Scene::new(self.equipment, 0).kind_named(name).map(|_| kind_name(name));
        let (role, name) = match ludeme.name() {
            "count" | "no" if ludeme.arg(0)?.word() == Some("Pieces") => {
                (ludeme.arg(1)?.word()?, ludeme.args().find_map(Ludeme::text))
            }
            "count" if ludeme.is("count", "Sites") => {
                let sites = ludeme.named("in").filter(|sites| sites.is("sites", "Occupied"))?;
                let name = match sites.named("component") {
                    Some(component) => Some(component.text()?),
                    None => None,
                };
                (sites.named("by")?.word()?, name)
            }
            "where" => {
                let first = ludeme.arg(0)?;
                let name = first.text().or_else(|| first.arg(0)?.text());
                let role = ludeme.arg(1).or_else(|| first.arg(1))?.word()?;
                (role, Some(name?))
            }
            _ => return None,
        };
        let player = self.player(role)?;
        Some(match name {
            Some(name) => format!("game.count({player}, \"{}\")", kind(name)?),
            None => format!("game.count({player})"),
        })
    }

    /// Returns the condition that a piece stands on some squares.
    fn on_squares(&mut self, test: &Ludeme) -> Option<String> {
        let (place, set) = (test.arg(1)?, test.arg(2)?);
        let name = place.arg(0).filter(|_| place.name() == "where")?;
        let name = name.text().or_else(|| name.arg(0)?.text())?;
        let role = place.arg(1).or_else(|| place.arg(0)?.arg(1))?.word()?;
        let player = self.player(role)?;
        Scene::new(self.equipment, 0).kind_named(name)?;
        let players = self.equipment.facings.len();
        let mut parts = Vec::new();
        for mover in 0..players {
            let squares = Scene::new(self.equipment, mover).squares(set).ok()?;
            if squares.is_empty() {
                continue;
            }
            let known = self.ends.zones.iter().find(|(_, known)| *known == squares);
            let zone = known.map_or_else(
                || format!("goal-{}", self.ends.zones.len() + 1),
                |(zone, _)| zone.clone(),
            );
            if known.is_none() {
                self.ends.zones.push((zone.clone(), squares));
            }
            let kind = kind_name(name);
            parts.push(format!(
                "game.turn == seat(\"{}\") && game.find(#{{ colour: {player}, kind: \"{kind}\", zone: \"{zone}\" }}).len() > 0",
                seat(mover, players)
            ));
        }
        self.ends.every_ply = true;
        (!parts.is_empty()).then(|| format!("({})", parts.join(" || ")))
    }
}

/// Returns `true` for a ludeme that asks whether a player has a move.
fn blocks(ludeme: &Ludeme) -> bool {
    ludeme.name() == "can" || ludeme.is("no", "Moves")
}

/// Returns the role of the player who has no move. Returns `None` if the condition is not about a
/// player without a move.
fn blocked(test: &Ludeme) -> Option<&str> {
    if test.is("no", "Moves") {
        return test.arg(1)?.word();
    }
    let can = test.arg(0).filter(|can| test.name() == "not" && can.is("can", "Move"))?;
    let moves = can.arg(1)?;
    let pieces = if moves.name() == "do" { moves.arg(0)? } else { moves };
    pieces.is("forEach", "Piece").then(|| pieces.arg(1).and_then(Ludeme::word).unwrap_or("Mover"))
}
