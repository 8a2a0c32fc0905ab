//! Null moves: a seat passes its turn, to test if its position is good enough even after a pass.

use super::alpha_beta::{NodeContext, Searcher, Window};
use super::search_kit::{Frame, Halt};
use quadrille_core::board::Seat;
use quadrille_core::state::Position;

/// The number of pieces in the condition for null moves. Null moves are tried only for a seat with
/// enough pieces, because such a seat usually has a better action than a pass.
///
/// Pieces other than royals and pawns count most. The number is 4, so a seat has enough pieces in
/// two cases. In the first case, the seat has at least two pieces other than royals and pawns. In
/// the second case, the seat has one such piece, and more than four pieces in all.
const NULL_MOVE_MIN_PIECES: u32 = 4;

impl<const W: usize> Searcher<'_, '_, '_, W> {
    /// Returns the value for the deciding seat after this seat passes its turn. The search after
    /// the pass has reduced depth.
    pub fn null_move(
        &mut self,
        frames: &mut [Frame<W>],
        place: NodeContext,
        sign: i32,
        beta: i32,
    ) -> Result<i32, Halt> {
        let (here, deeper) = frames.split_at_mut(1);
        deeper[0].pos.clone_from(&here[0].pos);
        self.search.machine.pass_over(&mut deeper[0].pos);
        self.thread.ordering.played[place.ply + 1] = None;
        let (before, after) = self.thread.accumulators.split_at_mut(place.ply + 1);
        after[0].clone_from(&before[place.ply]);
        let mark = self.search.mark();
        let depth = place.depth - 3 - place.depth / 3;
        let inner = NodeContext { ply: place.ply + 1, depth, passed: true, ..place };
        let ask = Window { alpha: beta - 1, beta }.seen_by(sign);
        let value = self.value(&mut frames[1..], inner, ask);
        self.search.back_to(mark);
        Ok(sign * value?)
    }

    /// Returns `true` if a null move may be tried, because the best action is nearly always better
    /// than a pass. The rules must allow this assumption, and the turn must have no dice,
    /// restrictions or other special actions. No other seat of the team may be in check. The seat
    /// must have enough pieces other than pawns and royals.
    pub fn may_pass(&self, pos: &Position<W>, seat: Seat) -> bool {
        if !self.assumptions.passing_loses || !self.search.machine.movegen.free_turn(pos) {
            return false;
        }
        let masks = pos.masks[seat.index()];
        let mut pieces = pos.pieces_in(masks.moves) - pos.royals;
        for pawns in pos.pawns {
            pieces = pieces - pawns;
        }
        let machine = &self.search.machine;
        let team_of = &machine.t.team_of;
        let checked = |other: usize| {
            team_of[other] == team_of[seat.index()]
                && other != seat.index()
                && machine.movegen.in_check(pos, Seat(other as u8))
        };
        let some = pieces.len() >= NULL_MOVE_MIN_PIECES / 2
            || pos.pieces_in(masks.moves).len() > NULL_MOVE_MIN_PIECES && !pieces.is_empty();
        some && !(0..machine.t.seats).any(checked)
    }
}
