//! The turn machine determines the seat to move, the consequences for a seat without legal actions,
//! and the end of the game. Comments refer to steps by their numbers in
//! docs/explanation/how-a-ply-runs.md.
//!
//! The machine does work only when the result is needed. For example, it does not test a seat for
//! mate when the seat's turn opens, but only if the seat's list of actions is empty.

use std::num::NonZeroU16;

use crate::board::{Kind, Seat, Seats};
use crate::movegen::{Any, Foresight, MoveGen, Sink};
use crate::rules::{
    Action, Decision, Ending, Event, EventFacts, EventKind, HookError, MateTest, Move, Restriction,
    SeatResult, Spec, Tested,
};
use crate::state::{Cold, History, Hooks, Position, PositionRules, Stage, Status};
use crate::tables::{CompiledRules, Tables};
use crate::turn::Log;

/// The maximum number of times that standing conditions are handled after one ply. Handling stops
/// earlier, after the first time that changes nothing.
const MAX_CONDITION_ROUNDS: u8 = 16;

/// The turn machine: the only type whose methods play actions, fire events and apply effects. Cheap
/// to copy.
pub struct Machine<'a, const W: usize> {
    /// The description of the rules.
    pub spec: &'a Spec,
    /// The tables of the rules.
    pub t: &'a Tables<W>,
    /// The functions that set up positions and keep them consistent. They are two layers below.
    pub board: PositionRules<'a, W>,
    /// The layer directly below, which finds attacks and legal moves.
    pub movegen: MoveGen<'a, W>,
}

impl<const W: usize> std::fmt::Debug for Machine<'_, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Machine").finish_non_exhaustive()
    }
}

impl<const W: usize> Clone for Machine<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const W: usize> Copy for Machine<'_, W> {}

/// Calls a function with the number of each choice within a move. Does nothing if the move has too
/// many choices, or if a hook fails. The error of the hook then stops the game when the move is
/// played without a choice.
fn choices<const W: usize>(
    movegen: MoveGen<'_, W>,
    pos: &Position<W>,
    mv: Move,
    each: &mut dyn FnMut(NonZeroU16),
) {
    let mut numbers = Vec::new();
    let machine = Machine::of(movegen);
    if machine.each_choice(pos, mv, &mut |number, _| numbers.push(number)).is_ok_and(|all| all) {
        numbers.into_iter().for_each(each);
    }
}

impl<const W: usize> Machine<'_, W> {
    const FORESIGHT: Foresight<W> = Foresight { consequences, recurrence, choices };
}

/// Plays a move on a copy of the position, and returns the copy. [`MoveGen`] judges the copy.
fn consequences<const W: usize>(
    movegen: MoveGen<'_, W>,
    pos: &Position<W>,
    seat: Seat,
    mv: Move,
) -> Result<Position<W>, HookError> {
    let mut after = pos.clone();
    Machine::of(movegen).play_move(&mut after, seat, mv, &mut Log::default())?;
    Ok(after)
}

/// Returns the hash of the position that a move leads to at the end of the turn. The move is played
/// on a copy. The hash is used to test for repetitions. Returns `None` if the position can't be a
/// repetition, for example because the move makes progress, ends the game or causes a question.
fn recurrence<const W: usize>(movegen: MoveGen<'_, W>, pos: &Position<W>, mv: Move) -> Option<u64> {
    let machine = Machine::of(movegen);
    let mut after = pos.clone();
    // If no earlier positions are recorded, no position is a repetition. Mate tests during the move
    // therefore do not call this function again.
    machine.forget_past(&mut after);
    let log = &mut Log::default();
    // An error occurs again when the move is played, and stops the game.
    machine.act(&mut after, &Action::Move(mv), log).ok()?;
    let asked = !after.cold().pending.is_empty();
    if after.stage != Stage::After || after.halfmove == 0 || asked {
        return None;
    }
    machine.after(&mut after, log, None).ok()?;
    after.cold().past.last().copied()
}

impl<'a, const W: usize> Machine<'a, W> {
    /// Returns the turn machine of a ruleset, or `None` if the width of its board is not `W`.
    pub fn new(rules: &'a CompiledRules, hooks: &'a dyn Hooks) -> Option<Self> {
        MoveGen::new(rules, hooks, &Self::FORESIGHT).map(Self::of)
    }

    /// Returns the machine that plays the moves which a [`MoveGen`] finds.
    #[inline(always)]
    pub(super) fn of(movegen: MoveGen<'a, W>) -> Self {
        Self { spec: movegen.spec, t: movegen.t, board: movegen.board, movegen }
    }

    /// Runs the machine to the next decision or to the end of the game. Does not test if the seat
    /// to move has a legal action; see [`Machine::no_moves`].
    pub fn settle(
        &self,
        pos: &mut Position<W>,
        log: &mut Log,
        history: Option<&mut History>,
    ) -> Result<(), HookError> {
        let run = self.run(pos, log, history);
        self.movegen.or_fault(()).and(run)
    }

    fn run(
        &self,
        pos: &mut Position<W>,
        log: &mut Log,
        mut history: Option<&mut History>,
    ) -> Result<(), HookError> {
        // Most turns open as soon as the last one has ended.
        if pos.stage == Stage::After
            && self.t.simple_turns
            && pos.cold.is_none()
            && !pos.waiting
            && !self.between_turns(pos, log, history.as_deref_mut())?
        {
            return Ok(());
        }
        loop {
            if pos.cold.is_some() && !pos.cold().pending.is_empty() {
                return Ok(());
            }
            match pos.stage {
                Stage::Over | Stage::Roll => return Ok(()),
                Stage::After => self.after(pos, log, history.as_deref_mut())?,
                Stage::Opening if self.next_shuffle(pos).is_some() => return Ok(()),
                Stage::Opening => self.open(pos, log)?,
                Stage::Turn if pos.skipped => self.pass_over(pos),
                Stage::Turn if pos.rolled => return Ok(()),
                Stage::Turn => {
                    if self.can_act(pos)? {
                        self.await_roll(pos);
                    } else {
                        self.no_moves(pos, log)?;
                    }
                }
            }
        }
    }

    /// Returns the decision for which a settled position waits.
    pub fn decision(&self, pos: &Position<W>) -> Decision {
        if pos.stage == Stage::Over {
            return Decision::Over;
        }
        if let Some(question) = pos.cold.as_ref().and_then(|cold| cold.pending.last()) {
            return Decision::Question(question.clone());
        }
        let chance = pos.stage == Stage::Roll || self.next_shuffle(pos).is_some();
        if chance { Decision::Roll(pos.turn) } else { Decision::Turn(pos.turn) }
    }

    /// Returns `true` if a settled position waits for an action in a turn. Rolls and answers to
    /// questions are other decisions.
    #[inline(always)]
    pub fn is_turn(&self, pos: &Position<W>) -> bool {
        pos.stage == Stage::Turn && pos.cold.as_deref().is_none_or(|cold| cold.pending.is_empty())
    }

    /// Does the work of [`Machine::after`] and [`Machine::open`], for a position in which no state
    /// waits to end and no rule applies. Returns `true` if more work has to follow before a seat
    /// can decide.
    #[inline(always)]
    fn between_turns(
        &self,
        pos: &mut Position<W>,
        log: &mut Log,
        history: Option<&mut History>,
    ) -> Result<bool, HookError> {
        if pos.skips == 0 && pos.rolled {
            self.ends(pos, log, history)?;
        }
        if pos.stage != Stage::Over {
            self.advance(pos, log)?;
        }
        if pos.stage == Stage::Opening {
            self.open(pos, log)?;
        }
        Ok(pos.cold.is_some() || pos.stage != Stage::Turn || pos.skipped || !pos.rolled)
    }

    /// Performs steps 6 to 8: the consequences of an action, up to the opening of the next turn.
    /// Uses no history, so repetition is not tested.
    pub fn follow_up(&self, pos: &mut Position<W>, log: &mut Log) -> Result<(), HookError> {
        self.after(pos, log, None)
    }

    /// Performs steps 6 to 8: the consequences of an action, up to the opening of the next turn.
    fn after(
        &self,
        pos: &mut Position<W>,
        log: &mut Log,
        history: Option<&mut History>,
    ) -> Result<(), HookError> {
        let outcome = !self.t.handlers[EventKind::Outcome as usize].is_empty();
        let at_once = self.spec.mate_test == MateTest::AfterEveryPly;
        let mut moved = self.t.outcome_after_moves;
        let has_work =
            pos.waiting || at_once || outcome && pos.dirty || moved || pos.cold.is_some();
        for _ in 0..if has_work { MAX_CONDITION_ROUNDS } else { 0 } {
            let mut changed = pos.waiting && self.standing_conditions(pos, log)?;
            if at_once {
                changed |= self.mates_now(pos, log)?;
            }
            if outcome && (pos.dirty || moved) {
                let facts = EventFacts { only_moved: !pos.dirty, ..EventFacts::default() };
                moved = false;
                self.mark_clean(pos);
                changed |= self.fire_with(pos, &Event::Outcome, facts, log)?;
            }
            let asked = pos.cold.is_some() && !pos.cold().pending.is_empty();
            if pos.stage == Stage::Over || asked {
                return Ok(());
            }
            if !changed {
                break;
            }
        }
        let dice_left = pos.cold.is_some() && !pos.cold().dice.is_empty();
        if dice_left && self.board.has_turn(pos, pos.turn) {
            self.continue_turn(pos);
            return Ok(());
        }
        if self.goes_on(pos) {
            if self.board.has_turn(pos, pos.turn) && self.can_go_on(pos)? {
                self.continue_turn(pos);
                return Ok(());
            }
            self.stop_going_on(pos);
        }
        // A position counts once, at the end of the turn that led to it.
        if pos.skips == 0 && pos.rolled {
            self.ends(pos, log, history)?;
            if pos.stage == Stage::Over {
                return Ok(());
            }
        }
        self.advance(pos, log)
    }

    /// Gives the turn to the next seat in the order that can have a turn.
    #[inline(always)]
    fn advance(&self, pos: &mut Position<W>, log: &mut Log) -> Result<(), HookError> {
        let order = self.board.order(pos);
        let pointer = next_in(order, pos.pointer);
        match order.get(pointer) {
            Some(&seat) if self.board.has_turn(pos, seat) => {
                self.change_turn(pos, pointer as u8, seat);
                self.await_opening(pos);
                Ok(())
            }
            _ => self.advance_past(pos, log),
        }
    }

    /// Gives the turn to the next seat in the order that can have a turn. Called if the seat that
    /// follows directly has no turn.
    #[inline(never)]
    fn advance_past(&self, pos: &mut Position<W>, log: &mut Log) -> Result<(), HookError> {
        let length = self.board.order(pos).len();
        if length == 0 {
            self.finish(pos, vec![SeatResult::Draw; self.t.seats], Ending::Stuck);
            return Ok(());
        }
        for _ in 0..=length {
            let pointer = next_in(self.board.order(pos), pos.pointer);
            let seat = self.board.order(pos)[pointer];
            self.change_turn(pos, pointer as u8, seat);
            if !self.board.has_turn(pos, seat) {
                self.release_at_turn(pos, seat, log)?;
            }
            if self.board.has_turn(pos, seat) {
                self.await_opening(pos);
                return Ok(());
            }
            self.expire_ep(pos, seat);
            self.count_skip(pos);
            if usize::from(pos.skips) >= length {
                break;
            }
        }
        self.finish(pos, vec![SeatResult::Draw; self.t.seats], Ending::Stuck);
        Ok(())
    }

    /// Opens the turn of `pos.turn`.
    #[inline(always)]
    fn open(&self, pos: &mut Position<W>, log: &mut Log) -> Result<(), HookError> {
        self.open_turn(pos);
        if !self.t.handlers[EventKind::Turn as usize].is_empty() {
            self.fire(pos, &Event::Turn(pos.turn), log)?;
        }
        Ok(())
    }

    /// Performs step 3: the consequences if the seat to move has no legal action.
    pub fn no_moves(&self, pos: &mut Position<W>, log: &mut Log) -> Result<(), HookError> {
        let seat = pos.turn;
        let dice: Vec<u8> = pos.cold().dice.clone();
        if !dice.is_empty() && self.discard_dice(pos) {
            self.fire(pos, &Event::Blocked(seat, &dice), log)?;
            if pos.stage == Stage::Turn {
                self.end_turn(pos);
            }
            return Ok(());
        }
        if pos.answered {
            self.lift_restrictions(pos, seat);
            self.pass_over(pos);
            return Ok(());
        }
        self.mark_answered(pos);
        let status = self.movegen.status(pos, seat);
        self.movegen.or_fault(())?;
        let event = match status {
            // The mate test may allow a move that the seat's protection forbids. In this case, the
            // seat can't move, but the seat is not mated.
            Status::Ok => None,
            Status::Mate => Some(Event::Mate(seat)),
            Status::Stale => Some(Event::Stalemate(seat)),
        };
        let caused = match event {
            Some(event) => self.fire(pos, &event, log)?,
            None => false,
        };
        if pos.stage == Stage::Turn && (!caused || !self.board.has_turn(pos, seat) || pos.skipped) {
            self.pass_over(pos);
        }
        Ok(())
    }

    /// Handles the standing conditions of step 6. First, all releases (states that end
    /// automatically) are made at the same time. Then the hooks for these releases are called.
    /// Finally, shielding pieces are removed if possible. Returns `true` if anything changed.
    fn standing_conditions(&self, pos: &mut Position<W>, log: &mut Log) -> Result<bool, HookError> {
        let checks = self.watch(pos, log);
        let released = self.movegen.releases(pos);
        for seat in released.iter() {
            self.board.wake(pos, seat);
        }
        self.unwatch(pos, pos.turn, checks, log)?;
        for seat in released.iter() {
            self.fire(pos, &Event::Release(seat), log)?;
        }
        let cleared = !pos.cold().shields.is_empty() && self.clear_shields(pos);
        Ok(!released.is_empty() || cleared)
    }

    fn release_at_turn(
        &self,
        pos: &mut Position<W>,
        seat: Seat,
        log: &mut Log,
    ) -> Result<(), HookError> {
        if let Some(until) = self.board.until(pos, seat.index(), Tested::OwnTurn)
            && self.movegen.ends_now(pos, seat, until)
        {
            let checks = self.watch(pos, log);
            self.board.wake(pos, seat);
            self.unwatch(pos, seat, checks, log)?;
            self.fire(pos, &Event::Release(seat), log)?;
        }
        Ok(())
    }

    /// Reports mates directly after the ply that causes them. Each mate is reported once per ply.
    /// Returns `true` if at least one hook had effects.
    fn mates_now(&self, pos: &mut Position<W>, log: &mut Log) -> Result<bool, HookError> {
        let mut any = false;
        for seat in 0..self.t.seats {
            let seat = Seat(seat as u8);
            let open = pos.stage != Stage::Over && !pos.mate_reported.contains(seat);
            if !open || !self.board.has_turn(pos, seat) {
                continue;
            }
            if pos.unchecked.contains(seat) {
                debug_assert!(!self.movegen.in_check(pos, seat), "a check was not noticed");
            } else if !self.movegen.in_check(pos, seat) {
                self.mark_unchecked(pos, seat);
            } else if self.movegen.status(pos, seat) == Status::Mate {
                self.mark_mate_reported(pos, seat);
                any |= self.fire(pos, &Event::Mate(seat), log)?;
            }
        }
        Ok(any)
    }

    /// Tests for the built-in draws: repetition, no progress and insufficient force.
    #[inline(always)]
    fn ends(
        &self,
        pos: &mut Position<W>,
        log: &mut Log,
        history: Option<&mut History>,
    ) -> Result<(), HookError> {
        self.note_past(pos);
        match self.draw_due(pos, history) {
            Some(ending) => self.draw(pos, ending, log),
            None => Ok(()),
        }
    }

    /// Returns the built-in draw that ends the game now, if any.
    #[inline(always)]
    fn draw_due(&self, pos: &mut Position<W>, history: Option<&mut History>) -> Option<Ending> {
        let force_changed = self.take_force_changed(pos);
        if let (Some(limit), Some(history)) = (self.spec.repetition, history)
            && self.movegen.remember(pos, history) >= limit
        {
            return Some(Ending::Repetition);
        }
        if let Some(moves) = self.spec.no_progress
            && pos.halfmove >= moves
        {
            let seats =
                (0..self.t.seats).filter(|s| self.board.has_turn(pos, Seat(*s as u8))).count();
            if pos.halfmove >= moves.saturating_mul(seats as u32) {
                return Some(Ending::NoProgress);
            }
        }
        let insufficient = force_changed
            && pos.occupied.len() <= self.t.insufficient_most
            && self.insufficient(pos);
        insufficient.then_some(Ending::InsufficientForce)
    }

    /// Ends the game with a built-in draw. If a hook answers the event for draws, the hook's
    /// effects apply instead.
    #[cold]
    fn draw(&self, pos: &mut Position<W>, ending: Ending, log: &mut Log) -> Result<(), HookError> {
        let seats: Seats = (0..self.t.seats as u8)
            .map(Seat)
            .filter(|seat| self.board.has_turn(pos, *seat))
            .collect();
        if self.t.handlers[EventKind::Draw as usize].is_empty() {
            self.finish(pos, vec![SeatResult::Draw; self.t.seats], ending);
        } else {
            self.fire(pos, &Event::Draw(ending.word(), seats), log)?;
        }
        Ok(())
    }

    /// Ends a game at the ply limit. If `on_ply_limit` does not decide the result, the game is a
    /// draw.
    pub fn stop(&self, pos: &mut Position<W>, log: &mut Log) -> Result<(), HookError> {
        self.fire(pos, &Event::Limit, log)?;
        if pos.stage != Stage::Over {
            self.finish(pos, vec![SeatResult::Draw; self.t.seats], Ending::PlyLimit);
        }
        Ok(())
    }

    /// Returns `true` if the remaining pieces of all sides match a declared pairing with
    /// insufficient force. Pieces in hand count too.
    #[cold]
    fn insufficient(&self, pos: &Position<W>) -> bool {
        let mut sides: Vec<Vec<Kind>> = vec![Vec::new(); self.spec.teams.len()];
        for square in pos.occupied {
            if let Some(piece) = pos.piece(square) {
                let team = self.t.team_of[self.board.controller_of(pos, piece).index()];
                if let Some(side) = sides.get_mut(usize::from(team)) {
                    side.push(piece.kind());
                }
            }
        }
        let hands = pos.cold.iter().flat_map(|cold| &cold.hands);
        for (team, hand) in self.t.team_of.iter().zip(hands) {
            let Some(side) = sides.get_mut(usize::from(*team)) else { continue };
            for (kind, held) in hand.iter().enumerate() {
                side.extend(std::iter::repeat_n(Kind(kind as u8), usize::from(*held)));
            }
        }
        sides.retain(|side| !side.is_empty());
        sides.iter_mut().for_each(|side| side.sort_unstable());
        sides.sort_unstable();
        self.spec.insufficient.iter().any(|pairing| {
            let mut pairing = pairing.clone();
            pairing.iter_mut().for_each(|side| side.sort_unstable());
            pairing.sort_unstable();
            pairing == sides
        })
    }

    /// Returns `true` if the seat to move continues its turn because of a rule.
    fn goes_on(&self, pos: &Position<W>) -> bool {
        pos.cold.as_ref().is_some_and(|cold| {
            let mut restrictions = cold.restrictions.iter();
            restrictions
                .any(|(seat, how)| *seat == pos.turn && matches!(how, Restriction::Again(_)))
        })
    }

    /// Returns `true` if the legal actions of the seat to move include a move or a drop.
    fn can_go_on(&self, pos: &Position<W>) -> Result<bool, HookError> {
        let mut actions: Vec<Action> = Vec::new();
        self.movegen.actions(pos, actions.erased())?;
        Ok(actions.iter().any(|action| matches!(action, Action::Move(_) | Action::Drop(..))))
    }

    fn can_act(&self, pos: &Position<W>) -> Result<bool, HookError> {
        if self.t.capture_duties[pos.turn.index()].is_none()
            && !self.movegen.holds_pieces(pos)
            && pos.cold.as_deref().is_none_or(Cold::restricts_nothing)
            && self.movegen.surely_moves(
                pos,
                pos.turn,
                &self.movegen.protection(pos, pos.turn),
                Seats(0),
            )
        {
            return Ok(true);
        }
        let mut any = Any::default();
        self.movegen.actions(pos, any.erased())?;
        Ok(any.0)
    }
}

/// Returns the place after `pointer` in a cyclic order of turns.
#[inline]
fn next_in(order: &[Seat], pointer: u8) -> usize {
    let next = usize::from(pointer) + 1;
    if next < order.len() { next } else { 0 }
}
