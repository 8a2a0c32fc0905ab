//! Changes to a position at the stages of a turn. The steps in `machine` call these functions.

use crate::board::{Colour, Seat, Seats};
use crate::rules::{Ending, EpWindow, Outcome, Restriction, SeatResult};
use crate::state::{Position, Stage};
use crate::turn::Machine;

impl<const W: usize> Machine<'_, W> {
    /// Gives the turn to a seat. `pointer` is the place of the new turn in the order.
    #[inline]
    pub fn change_turn(&self, pos: &mut Position<W>, pointer: u8, seat: Seat) {
        let hot = pos.hot_mut();
        hot.round += u32::from(pointer <= hot.pointer);
        hot.pointer = pointer;
        hot.turn = seat;
        // A turn can be skipped before it opens, by the answer to a question of `on_setup`.
        hot.skipped = false;
    }

    /// Goes back to the stage after an action, as if an action had just led to the position. If a
    /// seat has acted in the present turn, the turn stays with that seat. Otherwise the turn goes
    /// back to the previous seat with turns in the order.
    pub fn turn_back(&self, pos: &mut Position<W>) {
        let order = self.board.order(pos);
        let mut pointer = usize::from(pos.pointer);
        for _ in 0..if pos.made == 0 { order.len() } else { 0 } {
            pointer = if pointer == 0 { order.len() - 1 } else { pointer - 1 };
            if self.board.has_turn(pos, order[pointer]) {
                break;
            }
        }
        let seat = if pos.made == 0 { order.get(pointer).copied() } else { Some(pos.turn) };
        let hot = pos.hot_mut();
        hot.turn = seat.unwrap_or(hot.turn);
        hot.pointer = pointer as u8;
        (hot.stage, hot.skips, hot.rolled) = (Stage::After, 0, true);
        (hot.dirty, hot.force_changed) = (true, true);
    }

    /// Ends the game with a known outcome.
    pub fn decide(&self, pos: &mut Position<W>, outcome: Outcome) {
        pos.cold_mut().outcome = Some(outcome);
        pos.hot_mut().stage = Stage::Over;
    }

    /// Sets the stage in which the turn opens next.
    #[inline]
    pub fn await_opening(&self, pos: &mut Position<W>) {
        pos.hot_mut().stage = Stage::Opening;
    }

    /// Opens a turn, in which the seat has to decide. Ends everything that applied only until this
    /// turn.
    #[inline]
    pub fn open_turn(&self, pos: &mut Position<W>) {
        if pos.ep_live.0 != 0 {
            self.expire_ep(pos, pos.turn);
        }
        let hot = pos.hot_mut();
        hot.stage = Stage::Turn;
        hot.answered = false;
        hot.made = 0;
        hot.rolled = self.spec.dice.is_none();
        if pos.cold.is_some() {
            let cold = pos.cold();
            if !cold.dice.is_empty() || !cold.refused.is_empty() || cold.relaxed.is_some() {
                let cold = pos.unhashed_mut();
                cold.dice.clear();
                cold.refused.clear();
                cold.relaxed = None;
            }
        }
    }

    /// Opens the present turn again, so that the seat to move can act once more.
    pub fn continue_turn(&self, pos: &mut Position<W>) {
        let hot = pos.hot_mut();
        hot.stage = Stage::Turn;
        hot.answered = false;
    }

    /// Removes the restrictions with which a rule continues the turn of the seat to move.
    pub fn stop_going_on(&self, pos: &mut Position<W>) {
        let seat = pos.turn;
        let restrictions = &mut pos.unhashed_mut().restrictions;
        restrictions.retain(|(other, how)| *other != seat || !matches!(how, Restriction::Again(_)));
    }

    /// Sets the stage in which the seat to move rolls its dice.
    pub fn await_roll(&self, pos: &mut Position<W>) {
        pos.hot_mut().stage = Stage::Roll;
    }

    /// Counts a shuffle.
    pub fn count_shuffle(&self, pos: &mut Position<W>) {
        let hot = pos.hot_mut();
        hot.ply += 1;
        hot.shuffled += 1;
        (hot.dirty, hot.force_changed) = (true, true);
    }

    /// Ends a turn in which no action was played.
    pub fn end_turn(&self, pos: &mut Position<W>) {
        let hot = pos.hot_mut();
        hot.skipped = false;
        hot.stage = Stage::After;
    }

    /// Counts a turn that was skipped.
    pub fn count_skip(&self, pos: &mut Position<W>) {
        pos.hot_mut().skips = pos.skips.saturating_add(1);
    }

    /// Records that the mate or stalemate of the seat to move has been reported in this turn.
    pub fn mark_answered(&self, pos: &mut Position<W>) {
        pos.hot_mut().answered = true;
    }

    /// Records that a seat's mate is reported.
    pub fn mark_mate_reported(&self, pos: &mut Position<W>, seat: Seat) {
        pos.hot_mut().mate_reported.insert(seat);
    }

    /// Records that a seat is not in check. Does nothing if the turn machine does not keep track of
    /// all checks.
    pub fn mark_unchecked(&self, pos: &mut Position<W>, seat: Seat) {
        if self.t.watch_checks && !self.t.complex && self.t.blast.is_none() {
            pos.hot_mut().unchecked.insert(seat);
        }
    }

    /// Records that it is not known if these seats are in check.
    pub fn forget_unchecked(&self, pos: &mut Position<W>, seats: Seats) {
        pos.hot_mut().unchecked.0 &= !seats.0;
    }

    /// Records that hooks about the end of the game have been called for all changes so far.
    pub fn mark_clean(&self, pos: &mut Position<W>) {
        pos.hot_mut().dirty = false;
    }

    /// Returns `true` if the pieces changed since the last call of this function.
    pub fn take_force_changed(&self, pos: &mut Position<W>) -> bool {
        std::mem::take(&mut pos.hot_mut().force_changed)
    }

    /// Records the seat that last checked a colour's king.
    pub fn record_checker(&self, pos: &mut Position<W>, colour: Colour, checker: Seat) {
        pos.cold_mut().last_checkers[colour.index()] = checker.0;
    }

    /// Counts a declaration as an action.
    pub fn count_declaration(&self, pos: &mut Position<W>) {
        let hot = pos.hot_mut();
        hot.ply += 1;
        hot.skips = 0;
    }

    /// Ends the restrictions on a seat. Such restrictions hold for one turn only.
    pub fn lift_restrictions(&self, pos: &mut Position<W>, seat: Seat) {
        if pos.cold.is_some() && !pos.cold().restrictions.is_empty() {
            pos.unhashed_mut().restrictions.retain(|(restricted, _)| *restricted != seat);
        }
    }

    /// Ends the en passant rights to capture a seat's pieces, if such rights expire when the seat's
    /// turn comes.
    pub fn expire_ep(&self, pos: &mut Position<W>, seat: Seat) {
        if self.spec.ep_window == EpWindow::OwnTurn {
            pos.hot_mut().ep_live.0 &= !pos.masks[seat.index()].controls;
        }
    }

    /// Skips the current turn. This is neither an action nor a ply. If some dice of a roll remain,
    /// they are lost.
    pub fn pass_over(&self, pos: &mut Position<W>) {
        self.end_turn(pos);
        if self.discard_dice(pos) {
            return;
        }
        self.count_skip(pos);
        if usize::from(pos.skips) >= self.board.order(pos).len() {
            self.finish(pos, vec![SeatResult::Draw; self.t.seats], Ending::Stuck);
        }
    }

    /// Discards the dice of this turn. Returns `true` if they had been rolled.
    ///
    /// A roll counts as an action. If the seat moved no piece after the roll, the position was
    /// already counted for repetition at the end of the last turn. In this case, the function
    /// clears `rolled`, so that the position is not counted again.
    pub fn discard_dice(&self, pos: &mut Position<W>) -> bool {
        let Some(dice) = self.spec.dice.as_ref().filter(|_| pos.rolled) else { return false };
        pos.hot_mut().rolled = pos.cold().dice.len() < usize::from(dice.count);
        pos.unhashed_mut().dice.clear();
        true
    }
}
