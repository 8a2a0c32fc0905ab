//! Finds the squares that seats see in fog.

use std::collections::BTreeSet;

use quadrille_core::rules::Fog;
use quadrille_core::{Piece, Seat, Setup, Square};

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

    /// Returns a position that differs from this one only in the pieces that a seat does not see.
    /// These pieces are on other squares that the seat does not see. Returns `None` if no other
    /// placement exists, or if there are en passant rights.
    #[must_use]
    pub fn rearranged(&self, seat: Seat) -> Option<Setup> {
        let seen = self.visible(seat);
        let hidden = |square: &Square| !seen.contains(square);
        let free = self.spec.geometry.squares().filter(hidden).collect::<Vec<_>>();
        let pieces = self.pieces();
        let (mut kept, moved): (Vec<_>, Vec<_>) =
            pieces.into_iter().partition(|(square, _)| seen.contains(square));
        if moved.is_empty() || moved.len() == free.len() || !self.setup.en_passant.is_empty() {
            return None;
        }
        kept.extend(free.into_iter().rev().zip(moved).map(|(square, (_, piece))| (square, piece)));
        kept.sort_unstable();
        Some(Setup { pieces: kept, ..self.setup.clone() })
    }
}
