//! Promoted pieces in the notations of other programs. `Q~` is a queen that was a pawn. `+R` is a
//! promoted rook.
//!
//! If the rules use a mark to record the original kind of a promoted piece, this mark determines
//! the original kind. Otherwise, the original kind follows from the piece's present kind.

use quadrille_core::{Colour, Kind, Piece, Spec};

/// The original kind of a promoted piece, and the mark that records it.
type PromotedForm = (Kind, Option<u8>);

/// Returns the possible original kinds of a promoted piece with this kind and colour. Each has the
/// mark that records it, if there is one.
fn forms(spec: &Spec, kind: Kind, colour: Colour) -> Vec<PromotedForm> {
    let bases = spec.bases.iter().filter(|base| base.kind == kind);
    let mut forms: Vec<PromotedForm> = bases.map(|base| (base.base, base.mark)).collect();
    if forms.is_empty() {
        let promotions = spec.promotions.iter().filter(|(piece, _, promotion)| {
            piece.colour() == colour && promotion.kinds.contains(&kind)
        });
        forms.extend(promotions.map(|(piece, _, promotion)| (piece.kind(), promotion.set_mark)));
    }
    forms.sort_unstable();
    forms.dedup();
    forms
}

/// The reason why a sign does not determine a piece.
#[derive(Clone, Copy)]
pub(super) enum Unclear {
    /// No promotion leads to such a piece.
    Never,
    /// Several promoted pieces are possible.
    Several,
}

/// Returns the promoted piece with the mark that records its promotion. If `from` is given, the
/// piece must have been promoted from this kind.
pub(super) fn after(spec: &Spec, piece: Piece, from: Option<Kind>) -> Result<Piece, Unclear> {
    let mut marks: Vec<_> = forms(spec, piece.kind(), piece.colour())
        .into_iter()
        .filter(|(was, _)| from.is_none_or(|from| *was == from))
        .map(|(_, mark)| mark)
        .collect();
    marks.sort_unstable();
    marks.dedup();
    match marks[..] {
        [] => Err(Unclear::Never),
        [None] => Ok(piece),
        [Some(mark)] => Ok(piece.with_marks(piece.marks() | 1 << mark)),
        _ => Err(Unclear::Several),
    }
}

/// Returns the piece after its promotion, if only one promotion of the piece is possible.
pub(super) fn of(spec: &Spec, piece: Piece) -> Result<Piece, Unclear> {
    let kinds = (0..spec.kinds.len()).map(|kind| Kind(kind as u8));
    let mut found = kinds.flat_map(|kind| {
        let of_base =
            move |(was, mark): PromotedForm| (was == piece.kind()).then_some((kind, mark));
        forms(spec, kind, piece.colour()).into_iter().filter_map(of_base)
    });
    match (found.next(), found.next()) {
        (None, _) => Err(Unclear::Never),
        (Some((kind, mark)), None) => {
            let marks = piece.marks() | mark.map_or(0, |mark| 1 << mark);
            Ok(piece.with_kind(kind).with_marks(marks))
        }
        _ => Err(Unclear::Several),
    }
}

/// Returns the parts of the text of a piece: the sign before the letter, the kind whose letter is
/// written, and the sign after the letter. Returns `None` if this notation can't represent the
/// piece.
pub(super) fn signs(spec: &Spec, piece: Piece) -> Option<(&'static str, Kind, &'static str)> {
    let plain = piece.with_marks(0);
    let bases = spec.bases.iter().filter(|base| base.kind == piece.kind());
    for base in bases {
        let before = plain.with_kind(base.base);
        if of(spec, before).is_ok_and(|promoted| promoted == piece) {
            return Some(("+", base.base, ""));
        }
    }
    if piece == plain {
        return Some(("", piece.kind(), ""));
    }
    let marked = after(spec, plain, None).is_ok_and(|promoted| promoted == piece);
    marked.then_some(("", piece.kind(), "~"))
}
