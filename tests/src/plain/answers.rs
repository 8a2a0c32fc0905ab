//! The answers of tabulated hooks, which come from two sources: the tables of the spec, or scripts
//! that are called for each query.

use quadrille_core::rules::{Arrival, Promotion};
use quadrille_core::{Kind, Piece, Spec, Square};
use quadrille_dsl::script::Live;

/// The answers of tabulated hooks about a piece on a square, and about a face of the dice.
pub trait Answers {
    /// Returns the promotion of the piece on the square `at`.
    fn promotes(&self, piece: Piece, at: Square) -> Option<Promotion>;
    /// Returns the effect of the piece's arrival on the square `at`.
    fn arrives(&self, piece: Piece, at: Square) -> Option<Arrival>;
    /// Returns `true` if the piece may enter the square `at`.
    fn may_enter(&self, piece: Piece, at: Square) -> bool;
    /// Returns `true` if a face of the dice allows pieces of a kind to move.
    fn dice_allows(&self, face: u8, kind: Kind) -> bool;
}

/// The answers in the tables of a spec. If two entries of a table contradict each other, the later
/// entry counts.
impl Answers for Spec {
    fn promotes(&self, piece: Piece, at: Square) -> Option<Promotion> {
        let mut entries = self.promotions.iter().rev();
        let found = entries.find(|(who, to, _)| who.profile() == piece.profile() && *to == at);
        found.map(|(_, _, promotion)| promotion.clone())
    }

    fn arrives(&self, piece: Piece, at: Square) -> Option<Arrival> {
        let mut entries = self.arrivals.iter().rev();
        let found = entries.find(|(who, to, _)| who.profile() == piece.profile() && *to == at);
        found.map(|(_, _, arrival)| *arrival)
    }

    fn may_enter(&self, piece: Piece, at: Square) -> bool {
        !self
            .restricted_squares
            .iter()
            .any(|(who, to)| who.profile() == piece.profile() && *to == at)
    }

    fn dice_allows(&self, face: u8, kind: Kind) -> bool {
        let mut faces = self.dice.iter().flat_map(|dice| &dice.faces);
        faces.any(|(known, _, kinds)| *known == face && kinds >> kind.0 & 1 != 0)
    }
}

/// The answers come from the scripts.
///
/// # Panics
/// Panics if a script fails. The scripts of a loaded ruleset do not fail here, because loading
/// called them for all queries to fill the tables.
impl Answers for Live<'_> {
    fn promotes(&self, piece: Piece, at: Square) -> Option<Promotion> {
        Live::promotes(self, piece, at).unwrap_or_else(|finding| panic!("{finding:?}"))
    }

    fn arrives(&self, piece: Piece, at: Square) -> Option<Arrival> {
        Live::arrives(self, piece, at).unwrap_or_else(|finding| panic!("{finding:?}"))
    }

    fn may_enter(&self, piece: Piece, at: Square) -> bool {
        Live::may_enter(self, piece, at).unwrap_or_else(|finding| panic!("{finding:?}"))
    }

    fn dice_allows(&self, face: u8, kind: Kind) -> bool {
        Live::dice_allows(self, face, kind).unwrap_or_else(|finding| panic!("{finding:?}"))
    }
}
