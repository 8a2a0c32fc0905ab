//! Makes a move on a copy of a position.

use quadrille_core::board::MOVED;
use quadrille_core::rules::Path;
use quadrille_core::rules::{Arrival, EpOccupied, EpWindow};
use quadrille_core::{Colour, Kind, Piece, Seat, Square};

use super::steps::is_long_step;
use super::{Manner, Plain, Step};

impl<'a> Plain<'a> {
    pub(super) fn path_of(&self, piece: Piece, step: &Step) -> Option<&'a Path> {
        step.path.map(|number| &self.spec.kinds[piece.kind().index()].paths[number])
    }

    pub(super) fn moved(&self, piece: Piece) -> Piece {
        if self.spec.initial_by_mark >> piece.kind().0 & 1 != 0 {
            return piece.with_marks(piece.marks() | 1 << MOVED);
        }
        piece
    }

    /// Returns the position after a move, with its pieces and rights. The seat to move does not
    /// change.
    ///
    /// # Panics
    /// Panics if no piece stands on the starting square.
    #[must_use]
    pub fn after(&self, step: &Step) -> Self {
        let mut after = self.clone();
        let (from, to, promotion, manner) = step.seen;
        let mut gone = vec![from, to];
        if let Manner::Castle(number) = manner {
            let castling = &self.spec.castling[usize::from(number)];
            let (king, rook) = (self.pieces[&castling.king.0], self.pieces[&castling.rook.0]);
            after.pieces.remove(&castling.king.0);
            after.pieces.remove(&castling.rook.0);
            after.pieces.insert(castling.king.1, self.moved(king));
            after.pieces.insert(castling.rook.1, self.moved(rook));
            gone.push(castling.rook.0);
            after.arrive(castling.king.1);
            after.rights(&gone, None);
            return after;
        }
        let piece = self.pieces[&from];
        let path = self.path_of(piece, step);
        after.pieces.remove(&from);
        if manner == Manner::EnPassant {
            gone.extend(self.en_passant_victims(piece, to));
        }
        if let Manner::Path(taken) = manner {
            gone.extend(taken.into_iter().flatten());
        }
        for square in &gone {
            after.pieces.remove(square);
        }
        if path.is_some_and(|path| path.swaps) {
            after.pieces.insert(from, self.moved(self.pieces[&to]));
        }
        let mut marks = piece.marks();
        if let Some(mark) = path.and_then(|path| path.clear_mark) {
            marks &= !(1 << mark);
        }
        if let Some(mark) = path.and_then(|path| path.set_mark) {
            marks |= 1 << mark;
        }
        if promotion.is_some()
            && let Some(mark) = self.answers.promotes(piece, to).and_then(|found| found.set_mark)
        {
            marks |= 1 << mark;
        }
        for (_, captured) in self.taken(step) {
            after.hold(self.setup.turn, captured);
        }
        let kind = promotion.unwrap_or(piece.kind());
        let moved = self.moved(piece.with_marks(marks).with_kind(kind));
        let captor_revealed = self
            .spec
            .hidden
            .as_ref()
            .filter(|hidden| hidden.captures_reveal && !self.taken(step).is_empty());
        if path.is_some_and(|path| path.stays) {
            after.pieces.remove(&to);
            after.pieces.insert(from, moved);
        } else {
            after.pieces.insert(to, moved);
            after.arrive(to);
        }
        for (square, _) in self.blown_up(step) {
            after.pieces.remove(&square);
            gone.push(square);
        }
        let end = if path.is_some_and(|path| path.stays) { from } else { to };
        if let (Some(hidden), Some(captor)) = (captor_revealed, after.pieces.get_mut(&end))
            && hidden.pieces.contains(&(captor.colour(), captor.kind()))
        {
            *captor = captor.with_marks(captor.marks() | 1 << hidden.revealed.0);
        }
        // A piece that captures in place has not moved. It may still castle unless the blast
        // removed it.
        if path.is_some_and(|path| path.stays) && after.pieces.contains_key(&from) {
            gone.retain(|square| *square != from);
        }
        let stepped = self.skipped_square(piece, step).filter(|_| self.unowned(piece).is_none());
        after.rights(&gone, stepped.map(|over| (piece.colour(), over, to)));
        after
    }

    /// Returns the pieces that the blast of a capture removes. Each piece is listed with its square
    /// before the move. Only a capturing piece that moves is listed with its target square.
    pub(super) fn blown_up(&self, step: &Step) -> Vec<(Square, Piece)> {
        let (from, to, promotion, _) = step.seen;
        let taken = self.taken(step);
        let Some(blast) = self.spec.blast.as_ref().filter(|_| !taken.is_empty()) else {
            return Vec::new();
        };
        let left = |square: &Square| {
            *square != from && *square != to && taken.iter().all(|(captured, _)| captured != square)
        };
        let captor = self.pieces[&from];
        // A capturing piece is promoted before the blast.
        let promoted = captor.with_kind(promotion.unwrap_or(captor.kind()));
        let mut gone: Vec<(Square, Piece)> =
            self.reached(captor, to).into_iter().filter(|(square, _)| left(square)).collect();
        // A swap leaves another piece on the capturing piece's starting square.
        let swapped = self.path_of(captor, step).filter(|path| path.swaps);
        if swapped.is_some() && self.near(to, from) {
            let other = self.pieces[&to];
            if self.goes(captor, other) {
                gone.push((from, other));
            }
        }
        // A piece that captures without moving can be among the pieces around its target.
        if self.path_of(captor, step).is_some_and(|path| path.stays) {
            if self.near(to, from) && self.goes(captor, captor) {
                gone.push((from, promoted));
            }
        } else if blast.captor {
            gone.push((to, promoted));
        }
        gone
    }

    /// Returns `true` if a blast on the square `at` reaches `square`.
    fn near(&self, at: Square, square: Square) -> bool {
        let Some(blast) = &self.spec.blast else { return false };
        let mut reach = blast.reach.iter();
        square != at && reach.any(|leap| self.spec.geometry.step(at, *leap) == Some(square))
    }

    /// Returns `true` if a blast that reaches `piece` removes it. `captor` is the capturing piece.
    fn goes(&self, captor: Piece, piece: Piece) -> bool {
        self.spec.blast.as_ref().is_some_and(|blast| {
            blast.spares >> piece.kind().0 & 1 == 0 && self.relation(captor, piece, blast.removes)
        })
    }

    /// Returns the pieces around a square that a blast removes if `captor` captures there.
    pub(super) fn reached(&self, captor: Piece, at: Square) -> Vec<(Square, Piece)> {
        let pieces = self.pieces.iter().map(|(square, piece)| (*square, *piece));
        pieces
            .filter(|(square, piece)| self.near(at, *square) && self.goes(captor, *piece))
            .collect()
    }

    /// Returns the pieces that a move captures, in the order of their removal.
    pub(super) fn taken(&self, step: &Step) -> Vec<(Square, Piece)> {
        let (from, to, _, manner) = step.seen;
        let piece = self.pieces[&from];
        let squares = match manner {
            Manner::Plain | Manner::Double(_) => vec![to],
            Manner::EnPassant => [vec![to], self.en_passant_victims(piece, to)].concat(),
            Manner::Castle(_) => Vec::new(),
            Manner::Path(taken) => {
                let end = self.path_of(piece, step).is_none_or(|path| !path.swaps).then_some(to);
                taken.into_iter().flatten().chain(end).collect()
            }
        };
        let there = squares.into_iter().filter(|square| *square != from);
        there.filter_map(|square| Some((square, *self.pieces.get(&square)?))).collect()
    }

    /// Returns the square that a double step skips.
    pub(super) fn skipped_square(&self, piece: Piece, step: &Step) -> Option<Square> {
        if let Manner::Double(over) = step.seen.3 {
            return Some(over);
        }
        let path = self.path_of(piece, step)?;
        let double = self.capturable_en_passant(piece) && is_long_step(path);
        // If several paths have this result, the step has the first of these paths. This path need
        // not be the double step.
        let (from, to) = (step.seen.0, step.seen.1);
        let paths = self.spec.kinds[piece.kind().index()].paths.iter();
        paths.filter(|other| double && is_long_step(other)).find_map(|other| {
            let vector = other.legs[0].vector.turned(piece.facing());
            let over = self.board.step(from, vector)?;
            let line = std::iter::successors(Some(over), |at| self.board.step(*at, vector));
            let mut later = line.take(usize::from(other.legs[0].max)).skip(1);
            later.any(|at| at == to).then_some(over)
        })
    }

    /// Applies the effect of a piece's arrival on its square.
    pub(super) fn arrive(&mut self, at: Square) {
        let piece = self.pieces[&at];
        let Some(arrival) = self.answers.arrives(piece, at) else { return };
        let Arrival { become_kind, turn, set_mark, clear_mark, clause: _ } = arrival;
        let mut marks = piece.marks();
        if let Some(mark) = clear_mark {
            marks &= !(1 << mark);
        }
        if let Some(mark) = set_mark {
            marks |= 1 << mark;
        }
        let changed = piece
            .with_kind(become_kind.unwrap_or(piece.kind()))
            .with_facing(turn.unwrap_or(piece.facing()))
            .with_marks(marks);
        self.pieces.insert(at, self.moved(changed));
    }

    /// Updates rights after a move. A castling right ends if its king or its rook has moved or was
    /// captured. An en passant right ends if its pawn leaves its square or is captured. Under some
    /// rules, an en passant right also ends if a piece enters the skipped square.
    pub(super) fn rights(&mut self, gone: &[Square], fresh: Option<(Colour, Square, Square)>) {
        if self.spec.ep_window == EpWindow::NextPlayer {
            self.setup.en_passant.clear();
        }
        let mut rights = std::mem::take(&mut self.setup.en_passant);
        if let Some(fresh) = fresh {
            rights.retain(|(colour, _, _)| *colour != fresh.0);
            rights.push(fresh);
        }
        self.setup.en_passant = rights;
        self.drop_lost_rights(gone);
    }

    /// Returns the position after an outcome of the next shuffle. After the last shuffle, each
    /// castling right exists if king and rook stand on their starting squares.
    #[must_use]
    pub fn shuffled(&self, outcome: u16) -> Self {
        let mut after = self.clone();
        let shuffle = &self.spec.shuffles[usize::from(self.setup.shuffled)];
        let arrangement = &shuffle.outcomes[usize::from(outcome)];
        for (square, piece) in shuffle.squares.iter().zip(&arrangement.pieces) {
            after.pieces.remove(square);
            after.pieces.extend(piece.map(|piece| (*square, piece)));
        }
        after.setup.shuffled += 1;
        if usize::from(after.setup.shuffled) == self.spec.shuffles.len() {
            let stands = |square: Square, kind: Kind, seat: Seat| {
                let piece = after.pieces.get(&square);
                piece.is_some_and(|it| (it.kind(), it.colour()) == (kind, seat))
            };
            let moves = self.spec.castling.iter();
            let rights = moves.map(|castling| {
                castling.kinds.is_some_and(|[king, rook]| {
                    stands(castling.king.0, king, castling.seat)
                        && stands(castling.rook.0, rook, castling.seat)
                })
            });
            after.setup.castling = rights.collect();
        }
        after
    }

    /// Removes the rights that are lost because the squares in `gone` have changed.
    pub(super) fn drop_lost_rights(&mut self, gone: &[Square]) {
        for (right, castling) in self.setup.castling.iter_mut().zip(&self.spec.castling) {
            *right &= !gone.contains(&castling.king.0) && !gone.contains(&castling.rook.0);
        }
        let mut rights = std::mem::take(&mut self.setup.en_passant);
        rights.retain(|(colour, skipped, pawn)| {
            let there = self.pieces.get(pawn);
            there.is_some_and(|piece| {
                piece.colour() == *colour && self.capturable_en_passant(*piece)
            }) && (self.spec.ep_occupied != EpOccupied::Void
                || self
                    .skipped_squares(*skipped, *pawn)
                    .iter()
                    .all(|square| !self.pieces.contains_key(square)))
        });
        rights.sort();
        self.setup.en_passant = rights;
    }

    /// Returns the controller of each colour's pieces.
    #[must_use]
    pub fn controllers(&self) -> &[Option<Seat>] {
        &self.setup.controllers
    }

    /// Returns the castling rights.
    #[must_use]
    pub fn castling_rights(&self) -> &[bool] {
        &self.setup.castling
    }

    /// Returns the en passant rights that remain after the turns of these seats have opened or were
    /// passed over.
    #[must_use]
    pub fn en_passant_rights(&self, opened: &[Seat]) -> Vec<(Colour, Square, Square)> {
        let own_turn = self.spec.ep_window == EpWindow::OwnTurn;
        let mut rights = self.setup.en_passant.clone();
        rights.retain(|(colour, _, _)| !own_turn || !opened.contains(&self.controller(*colour)));
        rights
    }
}
