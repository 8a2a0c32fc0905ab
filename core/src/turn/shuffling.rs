//! Shuffles, which chance decides before the first turn.

use crate::rules::{Action, Event, HookError, Shuffle};
use crate::state::{Position, Stage};
use crate::turn::{Log, Machine};

impl<const W: usize> Machine<'_, W> {
    /// Returns the shuffle for which a position waits.
    pub fn next_shuffle(&self, pos: &Position<W>) -> Option<&Shuffle> {
        self.spec.shuffles.get(usize::from(pos.shuffled))
    }

    /// Returns the possible actions of chance, with their weights. The position must be settled,
    /// and must wait for a roll or a shuffle.
    pub fn chances(&self, pos: &Position<W>) -> Vec<(Action, u32)> {
        match self.next_shuffle(pos) {
            Some(shuffle) => {
                let outcomes = 0..shuffle.outcomes.len() as u32;
                outcomes.map(|number| (Action::Shuffle(number as u16), 1)).collect()
            }
            None => {
                let rolls = self.t.rolls.iter();
                rolls.map(|(faces, weight)| (Action::Roll(*faces), *weight)).collect()
            }
        }
    }

    /// Plays an outcome of the next shuffle. After the last shuffle, kings and rooks at home have
    /// the right to castle, and `on_setup` is called.
    #[cold]
    pub fn shuffle(
        &self,
        pos: &mut Position<W>,
        outcome: u16,
        log: &mut Log,
    ) -> Result<(), HookError> {
        let Some(shuffle) = self.next_shuffle(pos) else { return Ok(()) };
        for (square, piece) in shuffle.outcome(outcome) {
            pos.take(self.t, square);
            if let Some(piece) = piece {
                pos.put(self.t, square, piece);
            }
        }
        log.clause(shuffle.clause);
        self.count_shuffle(pos);
        if self.next_shuffle(pos).is_none() {
            self.board.renew_castling(pos);
            self.fire(pos, &Event::Setup, log)?;
            self.judge(pos, false, log);
            if pos.stage == Stage::Opening && !self.board.has_turn(pos, pos.turn) {
                self.end_turn(pos);
            }
        }
        Ok(())
    }
}
