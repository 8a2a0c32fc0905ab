//! Move ordering by the results of earlier searches. It uses the history of single actions and of
//! pairs of actions, killer moves and counter-moves.

use super::capture_values::Values;
use super::exchange::exchange;
use super::transpositions::mark;
use crate::search::search_kit::{MAX_ACTION_DEPTH, RankedAction, pick};
use quadrille_core::board::Seat;
use quadrille_core::internals::MoveGen;
use quadrille_core::rules::Action;
use quadrille_core::state::Position;

/// The rank of captures and promotions that seem to win material.
const WINNING_CAPTURE_RANK: i32 = 1 << 28;
/// The rank of killers and counter-moves.
const KILLER_RANK: i32 = 1 << 27;
/// The rank of captures that lose material by exchange.
const LOSING_CAPTURE_RANK: i32 = -(1 << 28);
/// The maximum credit of an action.
const MAX_HISTORY_CREDIT: i32 = 1 << 14;
/// The maximum number of credits of pairs of actions. It bounds the memory of a thread.
const MAX_PAIR_CREDITS: usize = 1 << 22;

/// The class of an action in the order of search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ActionClass {
    /// The best known action, or an action that wins material.
    Promising,
    /// A killer or counter-move.
    Killer,
    /// Any other action that wins nothing.
    Quiet,
    /// A capture that loses material by exchange.
    Losing,
}

/// The data that searches have collected about actions.
pub(super) struct MoveOrdering {
    /// The credit of each action that wins nothing. The index is the action's slot, which depends
    /// on seat, kind and target square.
    history: Vec<i16>,
    /// The credits of pairs of actions.
    pairs: PairHistory,
    /// Killer moves: the last two actions that caused a cutoff, among actions that win nothing. The
    /// index is the number of actions from the root.
    killers: Vec<[Option<Action>; 2]>,
    /// For each action, the last action that refuted it. The index is the refuted action's slot,
    /// which depends on seat, kind and target square.
    counters: Vec<Option<Action>>,
    /// For each position on the current line, the slot of the action that led to it. The index is
    /// the number of actions from the root.
    pub played: [Option<u32>; MAX_ACTION_DEPTH + 1],
}

impl MoveOrdering {
    /// Returns a move ordering without data. `slots` is the number of combinations of seat, kind
    /// and square.
    pub fn new(slots: usize, seats: usize) -> Self {
        Self {
            history: vec![0; slots],
            pairs: PairHistory::new(slots, seats),
            killers: vec![[None; 2]; MAX_ACTION_DEPTH + 1],
            counters: vec![None; slots],
            played: [None; MAX_ACTION_DEPTH + 1],
        }
    }

    /// Clears all data.
    pub fn clear(&mut self) {
        self.history.fill(0);
        self.pairs.clear();
        self.killers.fill([None; 2]);
        self.counters.fill(None);
        self.played.fill(None);
    }

    /// Prepares the ordering for another decision of the same game: halves all credits, and removes
    /// the killers.
    pub fn go_on(&mut self) {
        for credit in self.history.iter_mut().chain(&mut self.pairs.credits) {
            *credit /= 2;
        }
        self.killers.fill([None; 2]);
        self.played.fill(None);
    }

    /// Returns the slots of two actions played before a node: the last action, and the action
    /// played one round before this node.
    fn followed(&self, ply: usize, round: usize) -> [Option<u32>; 2] {
        let before = (ply + 1).checked_sub(round).and_then(|at| self.played[at]);
        [self.played[ply], before]
    }

    /// Returns the credit of a seat's action that wins nothing. `rows` are the rows of the two
    /// actions played before.
    #[inline]
    fn credit(&self, seat: Seat, slot: usize, rows: [Option<usize>; 2]) -> i32 {
        let column = self.pairs.column(seat, slot);
        let pairs = rows.into_iter().flatten();
        let pairs: i32 = pairs.map(|row| i32::from(self.pairs.credits[row + column])).sum();
        i32::from(self.history[slot]) + pairs
    }

    /// Ranks a seat's actions. The action with the mark `hint` comes first. Captures and promotions
    /// that win material follow, then killers and counter-moves, and then all other actions by
    /// credit.
    pub fn rank<const W: usize>(
        &self,
        (movegen, values): (&MoveGen<'_, W>, &Values),
        (pos, list): (&Position<W>, &mut [RankedAction]),
        (seat, ply, round): (Seat, usize, usize),
        hint: u16,
    ) {
        let killers = self.killers[ply];
        let followed = self.followed(ply, round);
        let counter = followed[0].and_then(|slot| self.counters[slot as usize]);
        let rows = followed.map(|first| self.pairs.row(first?));
        for ranked in list {
            let action = ranked.action;
            ranked.rank = if hint != 0 && mark(action) == hint {
                i32::MAX
            } else {
                let gain = values.gain(movegen, pos, action);
                if gain > 0 {
                    WINNING_CAPTURE_RANK + gain * 16 - values.mover(pos, action).min(2_000)
                } else if gain < 0 {
                    LOSING_CAPTURE_RANK + gain
                } else if killers[0] == Some(action) {
                    KILLER_RANK + 2
                } else if killers[1] == Some(action) {
                    KILLER_RANK + 1
                } else if counter == Some(action) {
                    KILLER_RANK
                } else {
                    let slot = slot(movegen, pos, seat, action);
                    slot.map_or(0, |slot| self.credit(seat, slot, rows))
                }
            };
        }
    }

    /// Moves the best remaining action of a ranked list to index `at`. Returns this action with its
    /// class, and with its credit or its loss.
    pub fn next<const W: usize>(
        (movegen, values): (&MoveGen<'_, W>, &Values),
        (pos, list): (&Position<W>, &mut [RankedAction]),
        at: usize,
    ) -> (Action, ActionClass, i32) {
        loop {
            let action = pick(list, at);
            let rank = list[at].rank;
            if rank == i32::MAX {
                return (action, ActionClass::Promising, 0);
            }
            if rank < KILLER_RANK {
                let losing = rank < LOSING_CAPTURE_RANK / 2;
                let class = if losing { ActionClass::Losing } else { ActionClass::Quiet };
                return (action, class, if losing { rank - LOSING_CAPTURE_RANK } else { rank });
            }
            if rank < WINNING_CAPTURE_RANK / 4 * 3 {
                return (action, ActionClass::Killer, 0);
            }
            let gain = values.gain(movegen, pos, action);
            if let Action::Move(mv) = action
                && gain < values.mover(pos, action)
            {
                let won = exchange(movegen, values, pos, mv, gain);
                if won < 0 {
                    list[at].rank = LOSING_CAPTURE_RANK + won;
                    continue;
                }
            }
            return (action, ActionClass::Promising, 0);
        }
    }

    /// Records that an action caused a cutoff. Also records that the actions tried before this
    /// action caused no cutoff.
    pub fn reward<const W: usize>(
        &mut self,
        (movegen, values): (&MoveGen<'_, W>, &Values),
        pos: &Position<W>,
        (seat, ply, round): (Seat, usize, usize),
        (best, tried): (Action, &[Action]),
        depth: i32,
    ) {
        let followed = self.followed(ply, round);
        let bonus = (depth * depth * 8 + 32 * depth).min(1_600);
        if values.gain(movegen, pos, best) <= 0 {
            if self.killers[ply][0] != Some(best) {
                self.killers[ply] = [Some(best), self.killers[ply][0]];
            }
            if let Some(first) = followed[0] {
                self.counters[first as usize] = Some(best);
            }
            if let Some(slot) = slot(movegen, pos, seat, best) {
                self.change((seat, slot), followed, bonus);
            }
        }
        for action in tried {
            if values.gain(movegen, pos, *action) <= 0
                && let Some(slot) = slot(movegen, pos, seat, *action)
            {
                self.change((seat, slot), followed, -bonus);
            }
        }
    }

    /// Increases or decreases a credit. The nearer a credit is to its limit, the less it changes.
    fn change(&mut self, (seat, slot): (Seat, usize), followed: [Option<u32>; 2], bonus: i32) {
        let change = |credit: &mut i16| {
            let old = i32::from(*credit);
            *credit = (old + bonus - old * bonus.abs() / MAX_HISTORY_CREDIT) as i16;
        };
        change(&mut self.history[slot]);
        let column = self.pairs.column(seat, slot);
        for first in followed.into_iter().flatten() {
            if let Some(credit) = self.pairs.credit_mut(first, column) {
                change(credit);
            }
        }
    }
}

/// The credits of pairs of actions. The second action of a pair wins nothing, and is played after
/// the first action.
///
/// Each first action has a separate row. The row is created when the credit of a pair with this
/// action changes for the first time. The columns are the combinations of kind and square of the
/// second action. The seat of the second action is left out, because the first action nearly always
/// determines this seat.
struct PairHistory {
    /// For each slot of a first action, the start of its row, or [`NO_ROW`].
    rows: Vec<u32>,
    credits: Vec<i16>,
    columns: usize,
}

/// The entry of a first action that has no row.
const NO_ROW: u32 = u32::MAX;

impl PairHistory {
    fn new(slots: usize, seats: usize) -> Self {
        let columns = slots / seats.max(1);
        Self { rows: vec![NO_ROW; slots], credits: Vec::new(), columns }
    }

    fn clear(&mut self) {
        self.rows.fill(NO_ROW);
        self.credits.clear();
    }

    /// Returns the start of the row of a first action.
    #[inline]
    fn row(&self, first: u32) -> Option<usize> {
        let row = self.rows[first as usize];
        (row != NO_ROW).then_some(row as usize)
    }

    /// Returns the column of a seat's action.
    #[inline]
    fn column(&self, seat: Seat, slot: usize) -> usize {
        slot - seat.index() * self.columns
    }

    /// Returns the credit of a pair. Returns `None` if the first action has no row, and there is no
    /// memory for another row.
    fn credit_mut(&mut self, first: u32, column: usize) -> Option<&mut i16> {
        let row = match self.row(first) {
            Some(row) => row,
            None if self.credits.len() + self.columns > MAX_PAIR_CREDITS => return None,
            None => {
                let row = self.credits.len();
                self.credits.resize(row + self.columns, 0);
                self.rows[first as usize] = row as u32;
                row
            }
        };
        self.credits.get_mut(row + column)
    }
}

/// Returns the slot of an action that moves or drops a piece, by seat, kind and target square.
#[inline]
pub(super) fn slot<const W: usize>(
    movegen: &MoveGen<'_, W>,
    pos: &Position<W>,
    seat: Seat,
    action: Action,
) -> Option<usize> {
    let (kind, to) = match action {
        Action::Move(mv) => (pos.piece(mv.from)?.kind(), mv.to),
        Action::Drop(kind, to) => (kind, to),
        _ => return None,
    };
    let kinds = movegen.spec.kinds.len();
    Some((seat.index() * kinds + kind.index()) * movegen.t.span + to.index())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_first_actions_share_a_credit() {
        let (slots, seats) = (768, 2);
        let mut pairs = PairHistory::new(slots, seats);
        for first in 0..slots as u32 {
            for column in 0..slots / seats {
                let credit = pairs.credit_mut(first, column).unwrap();
                assert_eq!(*credit, 0);
                *credit = 1;
            }
        }
        assert!(pairs.credits.iter().all(|credit| *credit == 1));
        pairs.clear();
        assert_eq!(pairs.row(5), None);
    }

    #[test]
    fn a_full_history_keeps_its_rows_and_adds_none() {
        let slots = 1 << 15;
        let mut pairs = PairHistory::new(slots, 1);
        let rows = (MAX_PAIR_CREDITS / slots) as u32;
        (0..rows).for_each(|first| *pairs.credit_mut(first, 7).unwrap() = 3);
        assert!(pairs.credit_mut(rows, 7).is_none());
        assert_eq!(pairs.row(0).map(|row| pairs.credits[row + 7]), Some(3));
    }
}
