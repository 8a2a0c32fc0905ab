//! Visibility in fog: a seat sees the squares that its pieces stand on, attack or may go to.

use crate::board::{MAX_SEATS, Seat, Square, SquareSet};
use crate::movegen::{MoveGen, Sink};
use crate::rules::{Action, Fog, Protect};
use crate::state::Position;

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

    /// Returns the position as a seat sees it: without the pieces on hidden squares.
    pub fn as_seen_by(&self, pos: &Position<W>, seat: Seat) -> Position<W> {
        let hidden = self.t.all - self.visible(pos, seat);
        let mut seen = pos.clone();
        for square in hidden & pos.occupied {
            seen.take(self.t, square);
        }
        self.board.prune_ep(&mut seen);
        seen
    }
}
