//! Pictures of a ruleset with additional marks.

use quadrille_core::{Kind, Piece, Seat, Square};
use quadrille_dsl::Ruleset;
use quadrille_render::layout::Mark;
use quadrille_render::layout::zones::telling;
use quadrille_render::reach::{reach, vantage};
use quadrille_render::{Picture, PictureOptions};

/// Marks the zones of a ruleset in a picture, if there are few enough zones to distinguish them.
pub fn mark_few_zones(loaded: &Ruleset, picture: &mut Picture) {
    let spec = loaded.spec();
    picture.mark_zones(spec, &telling(spec));
}

/// Draws the movement of a kind on an empty board. The piece is on the square `from`. If `from` is
/// `None`, the piece is on a square from which the picture shows much of its movement.
#[must_use]
pub fn movement(loaded: &Ruleset, kind: Kind, from: Option<Square>, title: &str) -> Picture {
    let spec = loaded.spec();
    let seat = Seat(0);
    let from = from.or_else(|| vantage(spec, kind, seat)).unwrap_or(Square(0));
    let piece = Piece::new(kind, seat, spec.facing(seat));
    let mut picture = Picture::empty(spec, &PictureOptions::of(loaded, title));
    picture.place(spec, from, piece);
    picture.mark(spec, from, Mark::Origin);
    for (square, mark) in reach(spec, piece, from) {
        picture.mark(spec, square, mark);
    }
    picture
}
