//! Judges a given position, or the array. No ply of the game has led to such a position.

use crate::board::{Piece, Seat, Square};
use crate::rules::{Event, EventFacts, HookError};
use crate::state::{Position, Stage};
use crate::turn::{Log, Machine};

impl<const W: usize> Machine<'_, W> {
    /// Ends the game if the position already decides it. The position is judged as if a ply had
    /// just led to it. The engine first tests for mates, if the ruleset reports mates after every
    /// ply. It then calls `outcome`, and then tests for the built-in draws except repetition. If
    /// `given` is `true`, a royal that is in the array but not in the position counts as captured.
    /// The test is made on a copy of the position, and only the outcome is kept. All other effects
    /// of hooks are dropped.
    pub fn judge(&self, pos: &mut Position<W>, given: bool, log: &mut Log) {
        let cold = pos.cold();
        let waits = !cold.pending.is_empty() || cold.announced.is_some() || !cold.dice.is_empty();
        if !matches!(pos.stage, Stage::Opening | Stage::Turn) || pos.skipped || waits {
            return;
        }
        let judged = |log: &mut Log| {
            let mut after = pos.clone();
            self.turn_back(&mut after);
            if given {
                self.miss_royals(&mut after, log)?;
            }
            if after.stage != Stage::Over {
                self.follow_up(&mut after, log)?;
            }
            Ok::<_, HookError>(after.cold().outcome.clone())
        };
        // An error is ignored here. It occurs again when the game calls the same hook.
        let outcome = judged(&mut Log::default()).ok().flatten();
        drop(self.movegen.hooks.fault());
        if let Some(outcome) = outcome {
            // Judged once more, to count the clauses that ended the game.
            let _ = judged(log);
            self.decide(pos, outcome);
        }
    }

    /// Calls `on_royal_captured` for each seat that still plays, if the seat has a royal in the
    /// array but none in the position.
    fn miss_royals(&self, pos: &mut Position<W>, log: &mut Log) -> Result<(), HookError> {
        for owner in (0..self.t.seats as u8).map(Seat) {
            let Some((square, royal)) = self.missing_royal(pos, owner) else { continue };
            let order = self.board.order(pos);
            let before =
                order.iter().rev().cycle().skip(order.len() - 1 - usize::from(pos.pointer));
            let enemy = |seat: &&Seat| {
                self.t.team_of[seat.index()] != self.t.team_of[owner.index()]
                    && self.board.has_turn(pos, **seat)
            };
            let Some(seat) = before.take(order.len()).copied().find(|seat| enemy(&seat)) else {
                continue;
            };
            let facts = EventFacts {
                kind: Some(royal.kind()),
                to: Some(square),
                capture: true,
                ..EventFacts::default()
            };
            self.fire_with(pos, &Event::RoyalCaptured { seat, piece: royal, square }, facts, log)?;
        }
        Ok(())
    }

    /// Returns the royal that a seat has in the array, if the seat has no royal in the position.
    /// Returns `None` for a seat without pieces or turns.
    fn missing_royal(&self, pos: &Position<W>, owner: Seat) -> Option<(Square, Piece)> {
        let army = pos.colours[owner.index()];
        let held = &pos.cold().hands[owner.index()];
        let royal_held = self.spec.kinds.iter().zip(held).any(|(kind, n)| kind.royal && *n > 0);
        let plays = self.board.has_turn(pos, owner) && pos.controller[owner.index()] == owner.0;
        if army.is_empty() || army.meets(&pos.royals) || royal_held || !plays {
            return None;
        }
        let array = self.spec.array.iter().copied();
        array
            .filter(|(_, piece)| piece.colour() == owner)
            .find(|(_, piece)| self.t.profile(*piece).royal)
    }
}
