//! Declarations: resignation, loss on time, and an agreed draw. If no hook answers a declaration,
//! the declaration has a built-in consequence.

use crate::board::Seat;
use crate::rules::{Declaration, Ending, Event, EventKind, HookError, SeatResult};
use crate::state::{Position, Stage};
use crate::turn::{Log, Machine};

impl<const W: usize> Machine<'_, W> {
    /// Returns `true` if a seat may make a declaration now. The seat must have turns, and no
    /// question may be pending.
    pub fn may_declare(&self, pos: &Position<W>, seat: Seat) -> bool {
        let asked = pos.cold.is_some() && !pos.cold().pending.is_empty();
        seat.index() < self.t.seats
            && pos.stage != Stage::Over
            && !asked
            && self.board.has_turn(pos, seat)
    }

    /// Makes a declaration. If no `on_say` hook answers it, the built-in consequence follows.
    pub fn declare(
        &self,
        pos: &mut Position<W>,
        seat: Seat,
        word: Declaration,
        log: &mut Log,
    ) -> Result<(), HookError> {
        self.count_declaration(pos);
        if !self.fire(pos, &Event::Say(seat, word.text()), log)? {
            match word {
                Declaration::Resign | Declaration::Flag => self.leave(pos, seat),
                Declaration::Agree => self.end_for(pos, SeatResult::Draw, Ending::Agreed, |_| true),
            }
        }
        if pos.dirty && !self.t.handlers[EventKind::Outcome as usize].is_empty() {
            self.mark_clean(pos);
            self.fire(pos, &Event::Outcome, log)?;
        }
        Ok(())
    }

    /// Makes a seat's side lose. If at most one other side still has turns, the game ends, and that
    /// side wins. Otherwise the game continues, and the losing side's pieces are dead.
    fn leave(&self, pos: &mut Position<W>, seat: Seat) {
        let side = self.t.team_of[seat.index()];
        let seats = || (0..self.t.seats).map(|seat| Seat(seat as u8));
        let team = |seat: Seat| self.t.team_of[seat.index()];
        let mut others: Vec<u8> =
            seats().filter(|seat| self.board.has_turn(pos, *seat)).map(team).collect();
        others.sort_unstable();
        others.dedup();
        others.retain(|other| *other != side);
        if others.len() < 2 {
            self.end_for(pos, SeatResult::Win, Ending::Left, |seat| team(seat) != side);
            return;
        }
        self.remove_side(pos, side);
    }

    /// Ends the game. A seat gets `result` if its side still has turns and `includes` returns
    /// `true` for the seat. All other seats lose.
    fn end_for(
        &self,
        pos: &mut Position<W>,
        result: SeatResult,
        ending: Ending,
        includes: impl Fn(Seat) -> bool,
    ) {
        let plays = |seat: usize| {
            let team = self.t.team_of[seat];
            (0..self.t.seats).any(|other| {
                self.t.team_of[other] == team && self.board.has_turn(pos, Seat(other as u8))
            })
        };
        let results =
            (0..self.t.seats)
                .map(|seat| {
                    if plays(seat) && includes(Seat(seat as u8)) {
                        result
                    } else {
                        SeatResult::Loss
                    }
                })
                .collect();
        self.finish(pos, results, ending);
    }
}
