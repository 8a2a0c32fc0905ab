//! The part of a piece that seats see, and the squares of pieces that can't move.

use crate::board::{Colour, Kind, MOVED, Piece, Seat, Seats, Zone};
use crate::rules::{KnownTo, Spec};

impl Spec {
    /// Returns `true` if the rules hide squares, or kinds of pieces, from seats.
    #[must_use]
    pub fn hides_pieces(&self) -> bool {
        self.fog.is_some() || self.hidden.is_some()
    }

    /// Returns a piece as seats with common knowledge see it. If none of the seats knows the kind
    /// of the piece, the result has the kind that is shown instead. `controller` is the controller
    /// of the piece's colour.
    #[must_use]
    pub fn seen_piece(&self, piece: Piece, controller: Option<Seat>, viewers: Seats) -> Piece {
        let Some(hidden) = self.hidden.as_ref().filter(|hidden| hidden.conceals(piece)) else {
            return piece;
        };
        let team = |seat: Seat| self.seats.get(seat.index()).map(|seat| seat.team);
        let owners = || std::iter::once(piece.colour()).chain(controller);
        let knows = |viewer: Seat| match hidden.known_to {
            KnownTo::Seat => owners().any(|owner| owner == viewer),
            KnownTo::Team => owners().any(|owner| team(owner) == team(viewer)),
            KnownTo::Nobody => false,
        };
        if viewers.iter().any(knows) {
            return piece;
        }
        // Only some kinds get the mark of a moved piece, so the mark would reveal the kind.
        piece.with_kind(hidden.shown_as).with_marks(piece.marks() & !(1 << MOVED))
    }

    /// Returns the squares on which a piece without movement can stand: those where the array or a
    /// shuffle puts it. Returns `None` if the piece can stand on any square, because it moves or
    /// because a script places it.
    #[must_use]
    pub fn standing_squares(&self, colour: Colour, kind: Kind) -> Option<Zone> {
        if self.kinds.get(kind.index()).is_none_or(|kind| !kind.paths.is_empty()) {
            return None;
        }
        let same = |piece: Piece| (piece.colour(), piece.kind()) == (colour, kind);
        let array = self.array.iter().filter(|(_, piece)| same(*piece)).map(|(square, _)| *square);
        // Assumes that a shuffle can put each of its pieces on each of its squares.
        let shuffled = self
            .shuffles
            .iter()
            .filter(|shuffle| shuffle.outcome(0).any(|(_, piece)| piece.is_some_and(same)));
        let squares: Zone =
            array.chain(shuffled.flat_map(|it| it.squares.iter().copied())).collect();
        (!squares.is_empty()).then_some(squares)
    }
}
