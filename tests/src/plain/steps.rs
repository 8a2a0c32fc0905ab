//! The moves that the paths of pieces allow, including captures en passant. Promotions and the
//! safety of royals are not considered here.

use std::collections::BTreeSet;

use quadrille_core::rules::{End, EpOccupied, Path};
use quadrille_core::{Facing, Piece, Square};

use super::{Manner, Plain, Seen, Step};

/// Returns `true` if a path is a long step of a pawn. Such a path can't capture, leads along one
/// line over at least one square, and gives the right to capture the pawn en passant.
pub(super) fn is_long_step(path: &Path) -> bool {
    path.gives_right
        && path.quiet
        && path.take == quadrille_core::rules::Take::NONE
        && !path.swaps
        && path.turns.is_empty()
        && path.legs.len() == 1
        && path.legs[0].max > 1
}

impl Plain<'_> {
    /// Returns `true` if a path that has a clause allows this move. The visible part of a move does
    /// not name the path.
    #[must_use]
    pub fn cites(&self, (from, to, _, manner): Seen) -> bool {
        let piece = self.pieces[&from];
        let made = Step { seen: (from, to, None, manner), path: None };
        self.ways(from, piece).contains(&(made, true))
    }

    /// Returns the moves that a piece's paths allow, without promotions and without regard to the
    /// safety of royals.
    pub(super) fn moves_of(&self, from: Square, piece: Piece) -> BTreeSet<Step> {
        let mut steps: BTreeSet<Step> =
            self.ways(from, piece).into_iter().map(|(step, _)| step).collect();
        // If a capture en passant also captures a piece on its target square, this piece can't be
        // captured alone.
        let en_passant: Vec<Square> =
            steps.iter().filter(|s| s.seen.3 == Manner::EnPassant).map(|s| s.seen.1).collect();
        steps.retain(|step| {
            let (_, to, _, manner) = step.seen;
            manner != Manner::Plain || !en_passant.contains(&to) || !self.pieces.contains_key(&to)
        });
        steps
    }

    /// Returns the moves along a piece's paths. The boolean is `true` if the path of the move has a
    /// clause.
    fn ways(&self, from: Square, piece: Piece) -> BTreeSet<(Step, bool)> {
        let mut ways = BTreeSet::new();
        let pawn = self.capturable_en_passant(piece);
        for (number, path) in self.paths(from, piece) {
            let takes = |square: Square| self.may_capture_on_path(piece, square);
            for end in self.path_ends(from, piece, path, &takes) {
                let (to, taken) = end;
                if self.restricted(piece, to) {
                    continue;
                }
                let cited = path.clause.is_some();
                let add = |ways: &mut BTreeSet<(Step, bool)>, manner, path| {
                    let step = Step { seen: (from, to, None, manner), path };
                    ways.insert((step, cited));
                };
                if path.en_passant && taken == [None; 2] && self.may_capture_en_passant(piece, to) {
                    add(&mut ways, Manner::EnPassant, None);
                }
                if !self.may_end(from, piece, path, end) {
                    continue;
                }
                let first = path.legs[0];
                let is_double = |path: &Path| pawn && is_long_step(path);
                let result = |path: &Path| {
                    let marks = (path.set_mark, path.clear_mark);
                    (path.swaps, path.stays, marks, path.clause, is_double(path))
                };
                let special = path.swaps
                    || path.stays
                    || path.set_mark.is_some()
                    || path.clear_mark.is_some()
                    || path.legs.iter().rev().skip(1).any(|leg| leg.end == End::Enemy);
                let over = self.board.step(from, first.vector.turned(piece.facing()));
                let double = is_double(path) && over != Some(to);
                // Of several double steps to one square, only the first is a move.
                let known = double
                    && ways.iter().any(|(step, _)| {
                        let (_, other, _, manner) = step.seen;
                        other == to && matches!(manner, Manner::Double(it) if Some(it) != over)
                    });
                if known && !special {
                    continue;
                }
                match (special, double, over) {
                    (true, _, _) => {
                        let all = &self.spec.kinds[piece.kind().index()].paths;
                        let same = all.iter().position(|other| result(other) == result(path));
                        add(&mut ways, Manner::Path(taken), same.or(Some(number)));
                    }
                    (false, true, Some(over)) => add(&mut ways, Manner::Double(over), None),
                    _ => add(&mut ways, Manner::Plain, None),
                }
            }
        }
        ways
    }

    /// Returns `true` if a piece may be captured en passant.
    pub(super) fn capturable_en_passant(&self, piece: Piece) -> bool {
        self.spec.kinds[piece.kind().index()].paths.iter().any(|path| path.en_passant)
    }

    /// Returns the squares that the piece on `pawn` skipped. `over` is the first of them.
    pub(super) fn skipped_squares(&self, over: Square, pawn: Square) -> BTreeSet<Square> {
        let mut skipped = BTreeSet::from([over]);
        let kinds = self.spec.kinds.iter();
        let pawns = kinds.filter(|kind| kind.paths.iter().any(|path| path.en_passant));
        for path in pawns.flat_map(|kind| &kind.paths).filter(|path| is_long_step(path)) {
            for facing in Facing::ALL {
                let vector = path.legs[0].vector.turned(facing);
                let step = |at: &Square| self.spec.geometry.step(*at, vector);
                let line = std::iter::successors(Some(over), step);
                let line: Vec<Square> = line.take(usize::from(path.legs[0].max)).collect();
                let end = line.iter().skip(1).position(|at| *at == pawn || *at == over);
                if let Some(end) = end.filter(|end| line[end + 1] == pawn) {
                    skipped.extend(&line[..=end]);
                }
            }
        }
        skipped
    }

    /// Returns the squares of the pawns that a piece captures en passant if it moves to the square
    /// `skipped`.
    pub(super) fn en_passant_victims(&self, piece: Piece, skipped: Square) -> Vec<Square> {
        let here = self
            .setup
            .en_passant
            .iter()
            .filter(|(_, first, pawn)| self.skipped_squares(*first, *pawn).contains(&skipped));
        here.map(|(_, _, pawn)| *pawn).filter(|pawn| self.may_capture(piece, *pawn)).collect()
    }

    /// Returns `true` if a piece may move to a square to capture the pawn that has skipped this
    /// square.
    pub(super) fn may_capture_en_passant(&self, piece: Piece, skipped: Square) -> bool {
        let hostile = !self.en_passant_victims(piece, skipped).is_empty();
        if self.pieces.contains_key(&skipped) {
            return hostile
                && self.spec.ep_occupied == EpOccupied::CaptureBoth
                && self.may_capture(piece, skipped);
        }
        let seat = self.controller(piece.colour());
        let undisturbed = self.spec.ep_partner
            && self.abilities(piece).captures
            && self.setup.en_passant.iter().any(|(colour, first, pawn)| {
                self.skipped_squares(*first, *pawn).contains(&skipped)
                    && self.partners(seat, self.controller(*colour))
            });
        hostile || undisturbed
    }
}
