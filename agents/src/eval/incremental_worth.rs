//! [`Accumulator`]: the worth of each seat's pieces on their squares. The sums for a position are
//! computed by updating the sums of the previous position, and not by adding all pieces again.

use quadrille_core::board::{MAX_SEATS, Square};
use quadrille_core::internals::MoveGen;
use quadrille_core::state::Position;

use super::evaluation_tables::Evaluation;
use super::network::HiddenUnits;
use super::pieces_in_play::{ArmyPart, army_part, each, each_in_play};

/// The worth of each seat's pieces on the board in one position. Hashes identify the position.
#[derive(PartialEq, Debug, Default)]
pub(crate) struct Accumulator {
    /// The hashes of the pieces and of the states in the position. `None` if the accumulator is
    /// empty or invalid.
    of: Option<(u64, u64)>,
    pub worth: [i64; MAX_SEATS],
    /// The hidden units of the network.
    pub hidden: HiddenUnits,
}

impl Clone for Accumulator {
    fn clone(&self) -> Self {
        let mut accumulator = Self::default();
        accumulator.clone_from(self);
        accumulator
    }

    /// Copies without a new allocation.
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        (self.of, self.worth) = (other.of, other.worth);
        self.hidden.clone_from(&other.hidden);
    }
}

impl Accumulator {
    /// Returns `true` if the accumulator belongs to a position.
    fn fits<const W: usize>(&self, pos: &Position<W>) -> bool {
        self.of == Some((pos.pieces_hash, pos.states_hash))
    }
}

impl<const W: usize> Evaluation<W> {
    /// Updates an accumulator, so that it belongs to a position.
    #[inline]
    pub(crate) fn refresh(
        &self,
        movegen: &MoveGen<'_, W>,
        pos: &Position<W>,
        accumulator: &mut Accumulator,
    ) {
        if !accumulator.fits(pos) {
            *accumulator = self.accumulate(movegen, pos);
        }
    }

    /// Returns the accumulator of a position, added up from zero.
    pub(crate) fn accumulate(&self, movegen: &MoveGen<'_, W>, pos: &Position<W>) -> Accumulator {
        let mut worth = [0; MAX_SEATS];
        each_in_play(&movegen.board, pos, |piece, square, part| {
            let seat = usize::from(pos.controller[piece.colour().index()]);
            worth[seat] += self.worth_of(piece, square, part);
        });
        let inference = self.inference.as_ref();
        let hidden = inference.map(|of| of.hidden(movegen, pos)).unwrap_or_default();
        Accumulator { of: Some((pos.pieces_hash, pos.states_hash)), worth, hidden }
    }

    /// Returns the worth of each seat's pieces on the board, including the network's output.
    #[inline]
    pub(crate) fn placed(
        &self,
        movegen: &MoveGen<'_, W>,
        pos: &Position<W>,
        accumulator: &Accumulator,
    ) -> [i64; MAX_SEATS] {
        let mut worth = accumulator.worth;
        if let Some(inference) = &self.inference {
            inference.add(movegen, pos, &accumulator.hidden, &mut worth);
        }
        worth
    }

    /// Computes the accumulator `next` of a position from the accumulator of the previous position.
    /// Adds the worth of pieces that were placed on a square, and subtracts the worth of pieces
    /// that left a square. If anything else has changed, marks `next` as invalid.
    ///
    /// If the accumulator of the previous position is outdated, that accumulator is updated first.
    /// Without this update, all later positions would have to be added up from zero.
    #[inline]
    pub(crate) fn carry(
        &self,
        movegen: &MoveGen<'_, W>,
        (before, accumulator): (&Position<W>, &mut Accumulator),
        (after, next): (&Position<W>, &mut Accumulator),
    ) {
        self.refresh(movegen, before, accumulator);
        next.of = None;
        if before.states_hash != after.states_hash {
            return;
        }
        let mut hash = before.pieces_hash;
        next.worth = accumulator.worth;
        next.hidden.clone_from(&accumulator.hidden);
        for colour in 0..movegen.t.seats {
            let (old, new) = (&before.colours[colour], &after.colours[colour]);
            if old == new {
                continue;
            }
            let part = army_part(&movegen.board, before, colour);
            let seat = usize::from(before.controller[colour]);
            let mut change = |pos: &Position<W>, square: Square, sign: i64| {
                let Some(piece) = pos.piece(square) else { return };
                hash ^= Position::piece_hash(movegen.t, square, piece);
                if part == ArmyPart::None {
                    return;
                }
                next.worth[seat] += sign * self.worth_of(piece, square, part);
                match &self.inference {
                    Some(inference) if sign > 0 => {
                        inference.change::<true>(&mut next.hidden, (seat, part), piece, square);
                    }
                    Some(inference) => {
                        inference.change::<false>(&mut next.hidden, (seat, part), piece, square);
                    }
                    None => {}
                }
            };
            each(&(*old - *new), |square| change(before, square, -1));
            each(&(*new - *old), |square| change(after, square, 1));
        }
        // If a piece has changed on its square, only the hash shows this.
        if hash == after.pieces_hash {
            next.of = Some((hash, after.states_hash));
        }
    }
}
