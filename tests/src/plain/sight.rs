//! Finds the squares that seats see in fog, and the kinds of pieces that they know.

use std::collections::BTreeSet;

use quadrille_core::board::MOVED;
use quadrille_core::rules::{Fog, KnownTo};
use quadrille_core::{Kind, Piece, Seat, Setup, Square};

use super::Plain;

impl Plain<'_> {
    /// Returns the squares that a seat sees. A seat sees with its own pieces, and also with its
    /// partners' pieces if teams see together. It sees the squares on which these pieces stand, the
    /// squares on which they could capture, and the squares to which they may go.
    #[must_use]
    pub fn visible(&self, seat: Seat) -> BTreeSet<Square> {
        let board = &self.spec.geometry;
        let Some(fog) = self.spec.fog else { return board.squares().collect() };
        let sees_for_it =
            |other: &Seat| *other == seat || fog == Fog::Team && self.partners(seat, *other);
        let mut seen = BTreeSet::new();
        for eye in self.seats().filter(sees_for_it) {
            let own = self.pieces.iter().filter(|(_, piece)| {
                self.unowned(**piece).is_none() && self.controller(piece.colour()) == eye
            });
            for (from, piece) in own {
                seen.insert(*from);
                if self.abilities(*piece).captures {
                    seen.extend(board.squares().filter(|to| self.reaches(*from, *piece, *to)));
                }
            }
            seen.extend(self.pseudo_legal(eye).iter().map(|step| step.seen.1));
        }
        seen
    }

    /// Returns `true` if the piece could capture on a square if a piece stood there.
    fn reaches(&self, from: Square, piece: Piece, target: Square) -> bool {
        let takes = |square: Square| square == target || self.may_capture_on_path(piece, square);
        !self.restricted(piece, target)
            && self.paths(from, piece).any(|(_, path)| {
                self.path_ends(from, piece, path, &takes).into_iter().any(|(to, taken)| {
                    if taken.contains(&Some(target)) {
                        return !self.restricted(piece, to)
                            && self.may_end(from, piece, path, (to, taken));
                    }
                    to == target && !path.swaps && (path.take.enemy || path.take.checks_only)
                })
            })
    }

    /// Returns the pieces that a seat sees, with the kinds that it sees.
    #[must_use]
    pub fn seen_pieces(&self, seat: Seat) -> Vec<(Square, Piece)> {
        let seen = self.visible(seat);
        let pieces = self.pieces().into_iter().filter(|(square, _)| seen.contains(square));
        pieces.map(|(square, piece)| (square, self.seen_piece(seat, piece))).collect()
    }

    /// Returns a piece with the kind that a seat sees.
    fn seen_piece(&self, seat: Seat, piece: Piece) -> Piece {
        let Some(hidden) = &self.spec.hidden else { return piece };
        let is_hidden = hidden.pieces.contains(&(piece.colour(), piece.kind()))
            && piece.marks() & 1 << hidden.revealed.0 == 0;
        let mut owners = vec![piece.colour()];
        owners.extend(self.setup.controllers.get(piece.colour().index()).copied().flatten());
        let known = owners.into_iter().any(|owner| match hidden.known_to {
            KnownTo::Seat => owner == seat,
            KnownTo::Team => owner == seat || self.partners(owner, seat),
            KnownTo::Nobody => false,
        });
        if known || !is_hidden {
            return piece;
        }
        piece.with_kind(hidden.shown_as).with_marks(piece.marks() & !(1 << MOVED))
    }

    /// Returns a position that differs from this one only in information that a seat does not see.
    /// Pieces that the seat does not see stand on other squares that it does not see. Pieces of an
    /// army whose kinds the seat does not know have exchanged their kinds. Returns `None` if no
    /// such position exists, or if there are en passant rights.
    #[must_use]
    pub fn rearranged(&self, seat: Seat) -> Option<Setup> {
        if !self.setup.en_passant.is_empty() {
            return None;
        }
        let seen = self.visible(seat);
        let hidden = |square: &Square| !seen.contains(square);
        let free = self.spec.geometry.squares().filter(hidden).collect::<Vec<_>>();
        let (mut pieces, moved): (Vec<_>, Vec<_>) =
            self.pieces().into_iter().partition(|(square, _)| seen.contains(square));
        pieces
            .extend(free.into_iter().rev().zip(moved).map(|(square, (_, piece))| (square, piece)));
        pieces.sort_unstable();
        for colour in self.spec.colours() {
            let unknown = |(_, piece): &(Square, Piece)| {
                piece.colour() == colour && self.seen_piece(seat, *piece) != *piece
            };
            let places: Vec<usize> = (0..pieces.len()).filter(|n| unknown(&pieces[*n])).collect();
            let kinds: Vec<Kind> = places.iter().map(|n| pieces[*n].1.kind()).collect();
            for (place, kind) in places.into_iter().zip(kinds.into_iter().rev()) {
                pieces[place].1 = pieces[place].1.with_kind(kind);
            }
        }
        (pieces != self.pieces()).then(|| Setup { pieces, ..self.setup.clone() })
    }
}
