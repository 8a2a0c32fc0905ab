//! Conditions in hooks' filters that depend on the position and not on the event.

use crate::board::{MAX_SEATS, Piece, Seat, Seats, SquareSet};
use crate::movegen::MoveGen;
use crate::rules::{CountedPieces, Filter, PieceLimit, SeatLimit, Since, Trouble};
use crate::state::{Position, Status};

/// Returns `true` if a state is in a set of states (a bit each).
#[inline]
fn among(state: u8, states: u64) -> bool {
    state < 64 && states >> state & 1 != 0
}

impl<const W: usize> MoveGen<'_, W> {
    /// Returns `true` if a position satisfies the conditions of a filter, apart from the conditions
    /// about the seat of the event.
    pub fn suits(&self, pos: &Position<W>, filter: &Filter) -> bool {
        filter.piece_limit.is_none_or(|limit| self.within_piece_limit(pos, limit))
            && filter.stands.is_none_or(|(kinds, zone)| {
                let mut there = (pos.occupied & zone.resize()).into_iter();
                there.any(|square| {
                    pos.piece(square).is_some_and(|piece| kinds >> piece.kind().0 & 1 != 0)
                })
            })
            && filter.since.is_none_or(|since| self.is_since(pos, since))
            && filter.seat_limit.is_none_or(|SeatLimit { states, least, most }| {
                let states_of = pos.seat_state[..self.t.seats].iter();
                let count = states_of.filter(|state| among(state.0, states)).count();
                (usize::from(least)..=usize::from(most)).contains(&count)
            })
    }

    /// Returns `true` if enough plies or rounds have been played since the ply whose number a
    /// counter holds.
    fn is_since(&self, pos: &Position<W>, since: Since) -> bool {
        let Since { counter, number, rounds } = since;
        let values = pos.cold().counters.get(usize::from(counter.0));
        let begun = values.map_or(0, |values| i64::from(values[0]));
        let has_turn = |seat: &&Seat| {
            let state = pos.seat_state[seat.index()];
            self.spec.states[usize::from(state.0)].has_turn
        };
        let plies = i64::from(pos.ply) - begun;
        // While at least one seat has turns, a round has at least one ply.
        if plies < i64::from(number)
            && (!rounds || self.board.order(pos).iter().any(|it| has_turn(&it)))
        {
            return false;
        }
        let turns = if rounds { self.board.order(pos).iter().filter(has_turn).count() } else { 1 };
        plies >= i64::from(number) * turns as i64
    }

    /// Returns `true` if a seat satisfies the conditions of a filter about the seat of the event.
    pub fn seat_suits(&self, pos: &Position<W>, seat: Seat, filter: &Filter) -> bool {
        filter.states.is_none_or(|states| among(pos.seat_state[seat.index() & 7].0, states))
            && filter.armies.is_none_or(|states| among(pos.army_state[seat.index() & 7].0, states))
            && filter.trouble.is_none_or(|trouble| self.is_in_trouble(pos, seat, trouble))
    }

    fn is_in_trouble(&self, pos: &Position<W>, seat: Seat, trouble: Trouble) -> bool {
        let team = self.t.team_of[seat.index()];
        let partners = || {
            let others = (0..self.t.seats as u8).map(Seat);
            others.filter(|other| *other != seat && self.t.team_of[other.index()] == team)
        };
        let settled =
            |seat: Seat| pos.cold.as_ref().is_some_and(|cold| cold.settled[seat.index()].is_some());
        let mut unchecked = Seats(0);
        trouble.partner_settled && partners().any(settled)
            || trouble.in_check && {
                unchecked.insert(seat);
                self.in_check(pos, seat)
            }
            || trouble.partner_in_check && partners().any(|partner| self.in_check(pos, partner))
            || trouble.no_move && self.status_with(pos, seat, unchecked) != Status::Ok
    }

    /// Returns `true` if the number of pieces on the board is within a limit.
    fn within_piece_limit(&self, pos: &Position<W>, limit: PieceLimit) -> bool {
        let PieceLimit { kinds, least, most, of } = limit;
        let (least, most) = (usize::from(least), usize::from(most));
        let counts = |piece: &Piece| kinds >> piece.kind().0 & 1 != 0;
        let within = |pieces: SquareSet<W>| {
            let pieces = pieces.into_iter().filter_map(|square| pos.piece(square));
            // Counting stops as soon as the result is certain.
            let enough = least.max(most.saturating_add(1).min(self.t.span));
            let count = pieces.filter(counts).take(enough).count();
            (least..=most).contains(&count)
        };
        let mut colours = pos.colours[..self.t.seats].iter();
        match of {
            CountedPieces::Board => within(pos.occupied),
            CountedPieces::SomeArmy => colours.any(|army| within(*army)),
            CountedPieces::EachTeam => {
                let mut teams = [SquareSet::EMPTY; MAX_SEATS];
                for (army, team) in colours.zip(&self.t.team_of) {
                    teams[usize::from(*team)] |= *army;
                }
                teams.into_iter().take(self.spec.teams.len()).all(within)
            }
        }
    }
}
