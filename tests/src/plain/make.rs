//! What a move makes of a position: men and rights, on a copy.

use quadrille_core::board::MOVED;
use quadrille_core::rules::Path;
use quadrille_core::rules::{Arrival, EpOccupied, EpWindow};
use quadrille_core::{Colour, Piece, Seat, Square};

use super::{Manner, Plain, Step};

impl<'a> Plain<'a> {
    pub(super) fn walk_of(&self, man: Piece, step: &Step) -> Option<&'a Path> {
        step.walk.map(|number| &self.spec.kinds[man.kind().index()].paths[number])
    }

    pub(super) fn moved(&self, man: Piece) -> Piece {
        if self.spec.initial_by_mark >> man.kind().0 & 1 != 0 {
            return man.with_marks(man.marks() | 1 << MOVED);
        }
        man
    }

    /// The position after a move, as far as men and rights are concerned; whose turn it is does not
    /// change.
    ///
    /// # Panics
    /// If nobody stands where the move starts.
    #[must_use]
    pub fn after(&self, step: &Step) -> Self {
        let mut after = self.clone();
        let (from, to, promotion, manner) = step.seen;
        let mut gone = vec![from, to];
        if let Manner::Castle(number) = manner {
            let wing = &self.spec.castling[usize::from(number)];
            let (king, rook) = (self.men[&wing.king.0], self.men[&wing.rook.0]);
            after.men.remove(&wing.king.0);
            after.men.remove(&wing.rook.0);
            after.men.insert(wing.king.1, self.moved(king));
            after.men.insert(wing.rook.1, self.moved(rook));
            gone.push(wing.rook.0);
            after.arrive(wing.king.1);
            after.rights(&gone, None);
            return after;
        }
        let man = self.men[&from];
        let walk = self.walk_of(man, step);
        after.men.remove(&from);
        if manner == Manner::EnPassant {
            gone.extend(self.passed(man, to));
        }
        if let Manner::Walk(taken) = manner {
            gone.extend(taken.into_iter().flatten());
        }
        for square in &gone {
            after.men.remove(square);
        }
        if walk.is_some_and(|walk| walk.swaps) {
            after.men.insert(from, self.moved(self.men[&to]));
        }
        let mut marks = man.marks();
        if let Some(mark) = walk.and_then(|walk| walk.clear_mark) {
            marks &= !(1 << mark);
        }
        if let Some(mark) = walk.and_then(|walk| walk.set_mark) {
            marks |= 1 << mark;
        }
        let kind = promotion.unwrap_or(man.kind());
        after.men.insert(to, self.moved(man.with_marks(marks).with_kind(kind)));
        after.arrive(to);
        let stepped = self.doubled(man, step);
        after.rights(&gone, stepped.map(|over| (man.colour(), over, to)));
        after
    }

    /// The men that a move captures, in the order in which they go.
    pub(super) fn taken(&self, step: &Step) -> Vec<(Square, Piece)> {
        let (from, to, _, manner) = step.seen;
        let man = self.men[&from];
        let squares = match manner {
            Manner::Plain | Manner::Double(_) => vec![to],
            Manner::EnPassant => [vec![to], self.passed(man, to)].concat(),
            Manner::Castle(_) => Vec::new(),
            Manner::Walk(taken) => {
                let end = self.walk_of(man, step).is_none_or(|walk| !walk.swaps).then_some(to);
                taken.into_iter().flatten().chain(end).collect()
            }
        };
        let there = squares.into_iter().filter(|square| *square != from);
        there.filter_map(|square| Some((square, *self.men.get(&square)?))).collect()
    }

    /// The square that a double step skips.
    pub(super) fn doubled(&self, man: Piece, step: &Step) -> Option<Square> {
        if let Manner::Double(over) = step.seen.3 {
            return Some(over);
        }
        let walk = self.walk_of(man, step)?;
        let leg = walk.legs[0];
        let double = self.passable(man)
            && walk.quiet
            && walk.take == quadrille_core::rules::Take::NONE
            && !walk.swaps
            && walk.legs.len() == 1
            && (leg.min, leg.max) == (2, 2);
        let over = self.spec.geometry.step(step.seen.0, leg.vector.turned(man.facing()));
        over.filter(|_| double)
    }

    /// What happens to a man by standing where he has arrived.
    pub(super) fn arrive(&mut self, at: Square) {
        let man = self.men[&at];
        let Some(arrival) = self.answers.arrives(man, at) else { return };
        let Arrival { become_kind, turn, set_mark, clear_mark, clause: _ } = arrival;
        let mut marks = man.marks();
        if let Some(mark) = clear_mark {
            marks &= !(1 << mark);
        }
        if let Some(mark) = set_mark {
            marks |= 1 << mark;
        }
        let changed = man
            .with_kind(become_kind.unwrap_or(man.kind()))
            .with_facing(turn.unwrap_or(man.facing()))
            .with_marks(marks);
        self.men.insert(at, self.moved(changed));
    }

    /// Castling rights end with their men; en passant rights with the pawn, or when the skipped
    /// square is filled and that voids them.
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
        self.left(gone);
    }

    /// What rights are left when men have left these squares, or others have come.
    pub(super) fn left(&mut self, gone: &[Square]) {
        for (right, wing) in self.setup.castling.iter_mut().zip(&self.spec.castling) {
            *right &= !gone.contains(&wing.king.0) && !gone.contains(&wing.rook.0);
        }
        let mut rights = std::mem::take(&mut self.setup.en_passant);
        rights.retain(|(colour, skipped, pawn)| {
            let there = self.men.get(pawn);
            there.is_some_and(|man| man.colour() == *colour && self.passable(*man))
                && (self.spec.ep_occupied != EpOccupied::Void || !self.men.contains_key(skipped))
        });
        rights.sort();
        self.setup.en_passant = rights;
    }

    /// Who moves each colour's men.
    #[must_use]
    pub fn controllers(&self) -> &[Option<Seat>] {
        &self.setup.controllers
    }

    /// The castling rights left.
    #[must_use]
    pub fn castling_rights(&self) -> &[bool] {
        &self.setup.castling
    }

    /// The en passant rights left when these seats' turns have opened or were passed over.
    #[must_use]
    pub fn en_passant_rights(&self, opened: &[Seat]) -> Vec<(Colour, Square, Square)> {
        let own_turn = self.spec.ep_window == EpWindow::OwnTurn;
        let mut rights = self.setup.en_passant.clone();
        rights.retain(|(colour, _, _)| !own_turn || !opened.contains(&self.holder(*colour)));
        rights
    }
}
