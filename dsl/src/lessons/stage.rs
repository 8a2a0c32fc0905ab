//! Sets a lesson's position up and plays its actions.

use std::ops::Range;

use quadrille_core::{HookError, Hooks, Play, PlayError, Ruleset, Setup, game};

use super::{Lesson, MAX_ACTIONS, Position, SCRIPT, expect};
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::formats::actions::{self, Judgement, tokens};
use crate::formats::fen::{self, FenError};
use crate::manifest::tree::At;

impl Lesson {
    /// A game at the lesson's position; its actions are not played yet. `rules` are those that it
    /// asks for.
    ///
    /// # Errors
    /// Everything that is wrong with the position.
    pub fn start<'a>(
        &self,
        rules: &'a Ruleset,
        hooks: &'a dyn Hooks,
    ) -> Result<Box<dyn Play + 'a>, Vec<Diagnostic>> {
        let (setup, key) = match &self.position {
            Position::Start => {
                return game::start(rules, hooks).map_err(|error| vec![failed(&self.at, &error)]);
            }
            Position::Fen(text) => {
                let read = fen::read(rules, text);
                (read.map_err(|error| vec![self.misread("fen", 0, error)])?, "fen")
            }
            Position::Men { men, turn, options } => {
                (self.arranged(rules, men, turn, options.as_deref())?, "pieces")
            }
        };
        game::resume(rules, hooks, &setup).map_err(|errors| {
            let at = self.place(key);
            errors.iter().map(|error| at.error("Q0614", error.to_string())).collect()
        })
    }

    fn arranged(
        &self,
        rules: &Ruleset,
        men: &str,
        turn: &str,
        options: Option<&str>,
    ) -> Result<Setup, Vec<Diagnostic>> {
        let spec = rules.spec();
        let (mut found, mut placed) = (Vec::new(), Vec::new());
        for (span, token) in tokens(men) {
            match fen::man_on(spec, token) {
                Ok((square, _)) if placed.iter().any(|(other, _)| *other == square) => {
                    let message = format!("two men stand on {}", spec.geometry.name(square));
                    found.push(self.inside("pieces", span).error("Q0614", message));
                }
                Ok(man) => placed.push(man),
                Err(error) => found.push(self.misread("pieces", span.start, error)),
            }
        }
        let seat = spec.seat_named(turn);
        if seat.is_none() {
            let help = did_you_mean(turn, spec.seats.iter().map(|seat| seat.name.as_str()));
            let made = self.place("turn").error("Q0614", format!("there is no seat `{turn}`"));
            found.push(Diagnostic { help, ..made });
        }
        let (Some(seat), true) = (seat, found.is_empty()) else {
            return Err(found);
        };
        fen::arrange(rules, placed, seat, options)
            .map_err(|error| vec![self.misread("options", 0, error)])
    }

    /// Plays the lesson's actions.
    ///
    /// # Errors
    /// The first that can't be read, is not legal, or whose consequences fail.
    pub fn play(&self, game: &mut dyn Play) -> Result<(), Diagnostic> {
        let actions = self.play.as_deref().unwrap_or_default();
        for (number, (span, token)) in tokens(actions).enumerate() {
            let at = self.inside("play", span.clone());
            if number == MAX_ACTIONS {
                let message = format!("more than {MAX_ACTIONS} actions are played");
                return Err(at.error("Q0620", message));
            }
            game.decision().map_err(|error| failed(&at, &error))?;
            if let Some(outcome) = game.outcome() {
                let how = expect::told(game.rules().spec(), outcome);
                return Err(at.error("Q0615", format!("the game is over by then: {how}")));
            }
            let legal = actions::legal(game).map_err(|error| failed(&at, &error))?;
            let action = match actions::judge(game, &legal, token) {
                Ok(Judgement::Legal(action)) => action,
                Ok(Judgement::Illegal { why, .. }) | Err(why) => {
                    let place = span.start + why.span.start..span.start + why.span.end;
                    let made = self.inside("play", place).error("Q0615", why.message);
                    return Err(Diagnostic { help: why.help, ..made });
                }
            };
            game.play(action).map_err(|error| match error {
                PlayError::Illegal => at.error("Q0615", format!("`{token}` is not legal here")),
                PlayError::Hook(error) => failed(&at, &error),
            })?;
        }
        Ok(())
    }

    /// The place of a part of a key's text.
    fn inside(&self, key: &str, span: Range<usize>) -> At {
        self.table.get(key).map_or_else(|| self.at.clone(), |node| node.inside(span))
    }

    /// What is wrong with the part, from `start` on, of a text about a position.
    fn misread(&self, key: &str, start: usize, error: FenError) -> Diagnostic {
        let at = self.inside(key, start + error.span.start..start + error.span.end);
        Diagnostic { help: error.help, ..at.error("Q0614", error.message) }
    }
}

/// A script that failed.
pub(super) fn failed(at: &At, error: &HookError) -> Diagnostic {
    at.error(SCRIPT, format!("a script failed: {error}"))
}
