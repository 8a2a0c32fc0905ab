//! [`Tally`]: what each seat's pieces are worth on their squares, carried from a position to the next instead of
//! being added up again.

use crate::account::{Part, each, each_in_play, part};
use crate::network::HiddenUnits;
use crate::{Account, Evaluation};
use quadrille_core::board::{Kind, MAX_SEATS, Piece, Square};
use quadrille_core::internals::MoveGen;
use quadrille_core::state::Position;

/// What each seat's pieces on the board are worth in a position, which it knows by its hashes.
#[derive(PartialEq, Debug, Default)]
pub(crate) struct Tally {
    /// The hashes of pieces and of states, if anything was tallied.
    of: Option<(u64, u64)>,
    pub worth: [i64; MAX_SEATS],
    /// The hidden units of the network.
    pub hidden: HiddenUnits,
}

impl Clone for Tally {
    fn clone(&self) -> Self {
        let mut tally = Self::default();
        tally.clone_from(self);
        tally
    }

    /// Without a new allocation.
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        (self.of, self.worth) = (other.of, other.worth);
        self.hidden.clone_from(&other.hidden);
    }
}

impl Tally {
    /// Whether it is of this position.
    fn fits<const W: usize>(&self, pos: &Position<W>) -> bool {
        self.of == Some((pos.pieces_hash, pos.states_hash))
    }
}

impl<const W: usize> Evaluation<W> {
    /// Makes a tally that of a position.
    #[inline]
    pub(crate) fn tally(&self, movegen: &MoveGen<'_, W>, pos: &Position<W>, tally: &mut Tally) {
        if !tally.fits(pos) {
            *tally = self.whole_tally(movegen, pos);
        }
    }

    /// The tally of a position, added up.
    pub(crate) fn whole_tally(&self, movegen: &MoveGen<'_, W>, pos: &Position<W>) -> Tally {
        let mut worth = [0; MAX_SEATS];
        each_in_play(movegen, pos, |piece, square, part| {
            let seat = usize::from(pos.controller[piece.colour().index()]);
            worth[seat] += self.worth_of(piece, square, part);
        });
        let inference = self.inference.as_ref();
        let hidden = inference.map(|of| of.hidden(movegen, pos)).unwrap_or_default();
        Tally { of: Some((pos.pieces_hash, pos.states_hash)), worth, hidden }
    }

    /// What each seat has by its pieces on the board.
    #[inline]
    pub(crate) fn placed(
        &self,
        movegen: &MoveGen<'_, W>,
        pos: &Position<W>,
        tally: &Tally,
    ) -> [i64; MAX_SEATS] {
        let mut worth = tally.worth;
        if let Some(inference) = &self.inference {
            inference.add(movegen, pos, &tally.hidden, &mut worth);
        }
        worth
    }

    /// Makes a tally that of a position from that of the one before it: of none, if more has changed than pieces that
    /// came and went. That of the one before is made first if need be: otherwise each position below would have to be
    /// tallied from nothing.
    #[inline]
    pub(crate) fn carry(
        &self,
        movegen: &MoveGen<'_, W>,
        (before, tally): (&Position<W>, &mut Tally),
        (after, next): (&Position<W>, &mut Tally),
    ) {
        self.tally(movegen, before, tally);
        next.of = None;
        if before.states_hash != after.states_hash {
            return;
        }
        let mut hash = before.pieces_hash;
        next.worth = tally.worth;
        next.hidden.clone_from(&tally.hidden);
        for colour in 0..movegen.t.seats {
            let (old, new) = (&before.colours[colour], &after.colours[colour]);
            if old == new {
                continue;
            }
            let part = part(movegen, before, colour);
            let seat = usize::from(before.controller[colour]);
            let mut change = |pos: &Position<W>, square: Square, sign: i64| {
                let Some(piece) = pos.piece(square) else { return };
                hash ^= Position::piece_hash(movegen.t, square, piece);
                if part == Part::None {
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
        // A piece that became another where it stood shows in the hash alone.
        if hash == after.pieces_hash {
            next.of = Some((hash, after.states_hash));
        }
    }

    /// What a piece on a square is worth by the part that it takes in the game.
    #[inline(always)]
    pub fn worth_of(&self, piece: Piece, square: Square, part: Part) -> i64 {
        let worth = i64::from(self.worth_on(piece, square));
        match part {
            Part::Frozen => worth * i64::from(self.weights().frozen) / 1000,
            Part::Active | Part::None => worth,
        }
    }
}

/// An account of all but the pieces on the board.
pub(super) struct WithoutPieces<'a, A>(pub &'a mut A);

impl<A: Account> Account for WithoutPieces<'_, A> {
    #[inline(always)]
    fn piece(&mut self, _: usize, _: Piece, _: Square, _: Part) {}

    #[inline(always)]
    fn reach(&mut self, seat: usize, kind: Kind, squares: u32) {
        self.0.reach(seat, kind, squares);
    }

    #[inline(always)]
    fn danger(&mut self, seat: usize, square: u32) {
        self.0.danger(seat, square);
    }

    #[inline(always)]
    fn hanging(&mut self, seat: usize, worst: i64, others: i64) {
        self.0.hanging(seat, worst, others);
    }

    #[inline(always)]
    fn tempo(&mut self, seat: usize) {
        self.0.tempo(seat);
    }

    #[inline(always)]
    fn counter(&mut self, seat: usize, counter: usize, value: i32) {
        self.0.counter(seat, counter, value);
    }

    #[inline(always)]
    fn hand(&mut self, seat: usize, kind: Kind, pieces: u8) {
        self.0.hand(seat, kind, pieces);
    }
}
