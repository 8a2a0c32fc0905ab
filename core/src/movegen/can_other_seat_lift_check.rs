//! Tests if a seat can lift the checks on another seat's royals by a move.
//!
//! Most moves neither capture a checker nor block its line. In simple positions, the test leaves
//! out these moves.

use crate::board::{Seat, SquareSet};
use crate::movegen::{MoveGen, MoveSet, Sink};
use crate::rules::{Action, Move};
use crate::state::Position;
use crate::tables::bits;

/// A sink that tests moves until it finds a move after which no royal of `owner` is in check.
struct CheckReliefSink<'s, 'a, const W: usize> {
    movegen: &'s MoveGen<'a, W>,
    pos: &'s Position<W>,
    /// The seat whose royals are in check.
    owner: Seat,
    /// All target squares on which a plain move may lift the check.
    onto: SquareSet<W>,
    found: bool,
}

impl<const W: usize> Sink<W> for CheckReliefSink<'_, '_, W> {
    fn add(&mut self, moves: MoveSet<'_, W>) {
        moves.onto(&self.onto).0.each(|action| {
            if let (Action::Move(mv), false) = (action, self.found) {
                let mut relieved = self.pos.clone();
                self.movegen.board.make_move(&mut relieved, mv);
                self.found = self.movegen.royals_in_check(&relieved, self.owner).is_empty();
            }
        });
    }

    fn is_empty(&self) -> bool {
        !self.found
    }

    fn is_full(&self) -> bool {
        self.found
    }

    fn erased(&mut self) -> &mut dyn Sink<W> {
        self
    }
}

impl<const W: usize> MoveGen<'_, W> {
    /// Returns `true` if `seat` can reply to the move `mv` with a legal move that leaves none of
    /// the mover's royals in check. The mover is the controller of the piece that `mv` moves.
    pub fn can_lift(&self, pos: &Position<W>, seat: Seat, mv: Move) -> bool {
        if !self.spec.geometry.has(mv.from) || !self.spec.geometry.has(mv.to) {
            return false;
        }
        // Scripts identify a move only by its squares. If the move was announced, the position has
        // the complete move.
        let whole = pos.cold().announced.filter(|whole| (whole.from, whole.to) == (mv.from, mv.to));
        let mv = whole.unwrap_or(mv);
        let Some(owner) = pos.piece(mv.from).map(|piece| self.board.controller_of(pos, piece))
        else {
            return false;
        };
        let mut after = pos.clone();
        self.board.make_move(&mut after, mv);
        let royals = self.royals_in_check(&after, owner);
        let onto = self.lifting_squares(&after, seat, owner, royals);
        let mut sink = CheckReliefSink { movegen: self, pos: &after, owner, onto, found: false };
        self.moves(&after, seat, &self.protection(&after, seat), sink.erased());
        sink.found
    }

    /// Returns the target squares of the plain moves of `seat` that may answer all checks on these
    /// royals. A plain move to any other square answers none or only some of the checks. A move to
    /// one of these squares does not always answer all checks.
    pub fn lifting_squares(
        &self,
        pos: &Position<W>,
        seat: Seat,
        owner: Seat,
        royals: SquareSet<W>,
    ) -> SquareSet<W> {
        let mut squares = SquareSet([u64::MAX; W]);
        let movers = pos.pieces_in(pos.masks[seat.index()].moves);
        let threats = pos.pieces_in(pos.masks[owner.index()].threats);
        // If the royal or a checking piece moves, the check may end whatever the target square is.
        // This is also true if moves can change hops, paths or the right to capture.
        if movers.meets(&(royals | threats)) || !pos.complex.is_empty() || self.t.blast.is_some() {
            return squares;
        }
        for royal in royals {
            for from in self.checkers(pos, owner, royal) {
                let Some(piece) = pos.piece(from) else { continue };
                let by = SquareSet::of(from);
                if self.leaps_onto(self.t.class(piece), from, royal) {
                    squares &= by;
                }
                for ray in bits(self.t.taking(piece, from, royal)) {
                    let line = self.t.rays.between(ray, from, royal);
                    if !line.meets(&pos.occupied) {
                        squares &= line | by;
                    }
                }
            }
        }
        squares | royals
    }
}
