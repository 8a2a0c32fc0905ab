//! The view that a seat has of a position. In fog, a seat sees the squares that its pieces stand
//! on, attack or may go to. On these squares, kinds of pieces can be hidden.

use crate::board::{MAX_SEATS, Seat, Seats, Square, SquareSet};
use crate::movegen::{MoveGen, Sink};
use crate::rules::{Action, Fog, Protect};
use crate::state::{NOBODY, Position};

impl<const W: usize> MoveGen<'_, W> {
    /// Returns the seats whose pieces show squares to a seat: the seat itself, and its partners if
    /// the fog is shared by teams.
    fn eyes(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<'_, W> {
        let shared = self.spec.fog == Some(Fog::Team);
        (0..self.t.seats).map(|other| Seat(other as u8)).filter(move |other| {
            let partners = self.t.team_of[other.index()] == self.t.team_of[seat.index()];
            *other == seat || shared && partners
        })
    }

    /// Returns the squares that a seat sees. If the rules have no fog, a seat sees all squares.
    pub fn visible(&self, pos: &Position<W>, seat: Seat) -> SquareSet<W> {
        if self.spec.fog.is_none() {
            return self.t.all;
        }
        let mut seen = SquareSet::EMPTY;
        for eye in self.eyes(seat) {
            let own = pos.of_colours(pos.masks[eye.index()].controls);
            seen |= own;
            let captors = pos.pieces_in(pos.masks[eye.index()].captures);
            for square in self.t.all {
                if self.reached(pos, square, captors) {
                    seen.insert(square);
                }
            }
            let mut moves: Vec<Action> = Vec::new();
            self.declared_moves(pos, eye, &[Protect::None; MAX_SEATS], moves.erased());
            for action in moves {
                if let Action::Move(mv) = action {
                    seen.insert(mv.to);
                }
            }
        }
        seen
    }

    /// Returns `true` if one of these pieces could capture some piece on a square. The result must
    /// not reveal the piece on that square. Therefore the result does not depend on this piece.
    fn reached(&self, pos: &Position<W>, square: Square, captors: SquareSet<W>) -> bool {
        let pieces = self.entering(pos, captors, square);
        let on_paths = pieces & pos.complex & self.t.path_sources[square];
        self.attacked(pos, square, &pieces, &pos.occupied)
            || on_paths.into_iter().any(|from| self.reaches_by_path(pos, from, square))
    }

    /// Returns the position as the seats `viewers` see it if they share what they see. The result
    /// lacks the pieces on hidden squares. A piece whose kind is hidden from all these seats has the
    /// kind that is shown instead.
    pub fn as_seen_by(&self, pos: &Position<W>, viewers: Seats) -> Position<W> {
        let nothing = SquareSet::EMPTY;
        let visible = viewers.iter().fold(nothing, |all, seat| all | self.visible(pos, seat));
        // Without fog, all squares are visible even to viewers who have no seat.
        let visible = if self.spec.fog.is_none() { self.t.all } else { visible };
        let mut seen = pos.clone();
        for square in pos.occupied {
            let Some(piece) = pos.piece(square) else { continue };
            let known = visible.contains(square).then(|| {
                let controller = pos.controller[piece.colour().index()];
                let controller = (controller != NOBODY).then_some(Seat(controller));
                self.spec.seen_piece(piece, controller, viewers)
            });
            if known == Some(piece) {
                continue;
            }
            seen.take(self.t, square);
            if let Some(known) = known {
                seen.put(self.t, square, known);
            }
        }
        self.board.prune_ep(&mut seen);
        seen
    }
}
