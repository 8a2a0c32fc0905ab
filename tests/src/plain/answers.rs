//! What tabulated hooks say: looked up, or asked of the scripts each time.

use quadrille_core::rules::{Arrival, Promotion};
use quadrille_core::{Kind, Piece, Spec, Square};
use quadrille_dsl::script::Live;

/// Knows what tabulated hooks say of a piece on a square, and of a face of the dice.
pub trait Answers {
    /// What the piece may promote to on that square.
    fn promotes(&self, man: Piece, at: Square) -> Option<Promotion>;
    /// What happens to the piece on arrival there.
    fn arrives(&self, man: Piece, at: Square) -> Option<Arrival>;
    /// Whether the piece may go there.
    fn may_enter(&self, man: Piece, at: Square) -> bool;
    /// Whether a face lets pieces of a kind move.
    fn dice_allows(&self, face: u8, kind: Kind) -> bool;
}

/// The tables, as they stand in a description. Later entries replace earlier ones.
impl Answers for Spec {
    fn promotes(&self, man: Piece, at: Square) -> Option<Promotion> {
        let mut entries = self.promotions.iter().rev();
        let found = entries.find(|(who, to, _)| who.profile() == man.profile() && *to == at);
        found.map(|(_, _, promotion)| promotion.clone())
    }

    fn arrives(&self, man: Piece, at: Square) -> Option<Arrival> {
        let mut entries = self.arrivals.iter().rev();
        let found = entries.find(|(who, to, _)| who.profile() == man.profile() && *to == at);
        found.map(|(_, _, arrival)| *arrival)
    }

    fn may_enter(&self, man: Piece, at: Square) -> bool {
        !self.restricted_squares.iter().any(|(who, to)| who.profile() == man.profile() && *to == at)
    }

    fn dice_allows(&self, face: u8, kind: Kind) -> bool {
        let mut faces = self.dice.iter().flat_map(|dice| &dice.faces);
        faces.any(|(known, _, kinds)| *known == face && kinds >> kind.0 & 1 != 0)
    }
}

/// # Panics
/// If a script fails: then it failed when its table was filled, and nothing was loaded.
impl Answers for Live<'_> {
    fn promotes(&self, man: Piece, at: Square) -> Option<Promotion> {
        Live::promotes(self, man, at).unwrap_or_else(|finding| panic!("{finding:?}"))
    }

    fn arrives(&self, man: Piece, at: Square) -> Option<Arrival> {
        Live::arrives(self, man, at).unwrap_or_else(|finding| panic!("{finding:?}"))
    }

    fn may_enter(&self, man: Piece, at: Square) -> bool {
        Live::may_enter(self, man, at).unwrap_or_else(|finding| panic!("{finding:?}"))
    }

    fn dice_allows(&self, face: u8, kind: Kind) -> bool {
        Live::dice_allows(self, face, kind).unwrap_or_else(|finding| panic!("{finding:?}"))
    }
}
