//! Makes moves on the board, with captures, promotion, marks and arrivals, but without events.

use arrayvec::ArrayVec;

use crate::board::{Kind, MOVED, Piece, Seat, Square, SquareSet};
use crate::rules::{CaptureHand, ClauseId, Move, MoveKind};
use crate::state::{Position, PositionRules};
use crate::tables::BoardBlast;

/// The pieces that a move captured. `arrival` has the clause of the moving piece's change on
/// arrival, if there is one.
#[derive(Clone, Debug, Default)]
pub struct Captures {
    pub pieces: ArrayVec<(Square, Piece), 8>,
    /// The pieces that the capture's blast removed. If the blast removed the capturing piece, that
    /// piece is last. This list is separate from `pieces`, so that moves without a blast have
    /// nothing to copy.
    pub blown_up: Vec<(Square, Piece)>,
    pub arrival: Option<ClauseId>,
}

impl Captures {
    #[inline(always)]
    fn add(&mut self, square: Square, piece: Option<Piece>) {
        if let Some(piece) = piece
            && !self.pieces.is_full()
        {
            self.pieces.push((square, piece));
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.pieces.iter().copied()
    }
}

impl<const W: usize> PositionRules<'_, W> {
    /// Makes a move on the board, but fires no events. Handles captures and their blast, promotion,
    /// marks and tabulated arrivals.
    #[inline(always)]
    pub fn make_move(&self, pos: &mut Position<W>, mv: Move) -> Captures {
        let captor = if self.t.blast.is_some() { pos.piece(mv.from) } else { None };
        let mut captures = match mv.kind {
            MoveKind::Plain | MoveKind::Double { .. } | MoveKind::Extra(_) => {
                let (captured, arrival) = self.make_simple_move(pos, mv);
                let mut captures = Captures { arrival, ..Captures::default() };
                captures.add(mv.to, captured);
                captures
            }
            MoveKind::EnPassant | MoveKind::Path { .. } | MoveKind::Castle(_) => {
                self.make_complex_move(pos, mv)
            }
        };
        if let (Some(blast), Some(captor)) = (&self.t.blast, captor)
            && !captures.pieces.is_empty()
        {
            self.blow_up(pos, blast, captor, mv.to, &mut captures);
        }
        captures
    }

    /// Removes the pieces within the blast of a capture.
    #[cold]
    fn blow_up(
        &self,
        pos: &mut Position<W>,
        blast: &BoardBlast<W>,
        captor: Piece,
        at: Square,
        captures: &mut Captures,
    ) {
        let goes = blast.captor.then_some(at);
        for square in self.reached(pos, blast, captor, at).into_iter().chain(goes) {
            if let Some(piece) = pos.take(self.t, square) {
                captures.blown_up.push((square, piece));
            }
        }
    }

    /// Returns the pieces that a blast around a square removes, without the capturing piece.
    pub fn reached(
        &self,
        pos: &Position<W>,
        blast: &BoardBlast<W>,
        captor: Piece,
        at: Square,
    ) -> SquareSet<W> {
        let removed = |square: &Square| {
            pos.piece(*square).is_some_and(|piece| {
                blast.spares >> piece.kind().0 & 1 == 0
                    && self.related(pos, captor, piece, blast.removes)
            })
        };
        (blast.zone[at] & pos.occupied).into_iter().filter(removed).collect()
    }

    /// Moves one piece to a square, and captures any piece there. Returns the captured piece, and
    /// the clause of the moving piece's change on arrival.
    #[inline(always)]
    fn make_simple_move(
        &self,
        pos: &mut Position<W>,
        mv: Move,
    ) -> (Option<Piece>, Option<ClauseId>) {
        if mv.promotion.is_none() && mv.from != mv.to {
            let piece = pos.piece(mv.from);
            return piece.map_or((None, None), |piece| self.make_plain_move(pos, piece, mv));
        }
        let Some(mut piece) = pos.take(self.t, mv.from) else { return (None, None) };
        let captured = pos.take(self.t, mv.to);
        if let Some(kind) = mv.promotion {
            piece = self.promote(piece, mv.to, kind);
        }
        piece = self.moved(piece);
        pos.put(self.t, mv.to, piece);
        (captured, self.arrive(pos, mv.to, piece))
    }

    /// Makes a simple move without promotion. The caller passes the piece, so the function does not
    /// look it up. Returns the captured piece, and the clause of the moving piece's change on
    /// arrival.
    #[inline(always)]
    pub fn make_plain_move(
        &self,
        pos: &mut Position<W>,
        piece: Piece,
        mv: Move,
    ) -> (Option<Piece>, Option<ClauseId>) {
        let captured = pos.take(self.t, mv.to);
        let moved = self.moved(piece);
        pos.relocate(self.t, (mv.from, piece), (mv.to, moved));
        (captured, self.arrive(pos, mv.to, moved))
    }

    /// Makes a move that changes more than two squares.
    fn make_complex_move(&self, pos: &mut Position<W>, mv: Move) -> Captures {
        let t = self.t;
        let mut captures = Captures::default();
        if let MoveKind::Castle(castling) = mv.kind {
            let castling = &self.spec.castling[usize::from(castling)];
            let king = pos.take(t, castling.king.0);
            let rook = pos.take(t, castling.rook.0);
            if let Some(rook) = rook {
                pos.put(t, castling.rook.1, self.moved(rook));
            }
            if let Some(king) = king {
                let king = self.moved(king);
                pos.put(t, castling.king.1, king);
                captures.arrival = self.arrive(pos, castling.king.1, king);
            }
            return captures;
        }
        let Some(mut piece) = pos.take(t, mv.from) else {
            return captures;
        };
        let mut swapped = None;
        let end = if self.stays(mv) { mv.from } else { mv.to };
        match mv.kind {
            MoveKind::EnPassant => {
                let pawns: SquareSet<W> = self.en_passant_victims(pos, piece, mv.to).collect();
                captures.add(mv.to, pos.take(t, mv.to));
                for pawn in pawns {
                    captures.add(pawn, pos.take(t, pawn));
                }
            }
            MoveKind::Path { path, takes } => {
                let path = &t.paths[usize::from(path)].path;
                for square in takes.into_iter().flatten() {
                    captures.add(square, pos.take(t, square));
                }
                if path.swaps {
                    swapped = pos.take(t, mv.to);
                } else {
                    captures.add(mv.to, pos.take(t, mv.to));
                }
                let marks = piece.marks() & !path.clear_mark.map_or(0, |mark| 1 << mark)
                    | path.set_mark.map_or(0, |mark| 1 << mark);
                piece = piece.with_marks(marks);
            }
            MoveKind::Plain
            | MoveKind::Double { .. }
            | MoveKind::Extra(_)
            | MoveKind::Castle(_) => {}
        }
        if let Some(kind) = mv.promotion {
            piece = self.promote(piece, mv.to, kind);
        }
        piece = self.moved(piece);
        pos.put(t, end, piece);
        if let Some(other) = swapped {
            pos.put(t, mv.from, self.moved(other));
        }
        if end == mv.to {
            captures.arrival = self.arrive(pos, mv.to, piece);
        }
        captures
    }

    /// Returns `true` if a move captures without moving.
    #[inline]
    pub fn stays(&self, mv: Move) -> bool {
        matches!(mv.kind, MoveKind::Path { path, .. } if self.t.paths[usize::from(path)].path.stays)
    }

    /// Returns the squares of the pieces that a move captures.
    pub fn captured_by(&self, pos: &Position<W>, mv: Move) -> SquareSet<W> {
        match mv.kind {
            MoveKind::Plain | MoveKind::Double { .. } | MoveKind::Extra(_) => {
                (SquareSet::of(mv.to) & pos.occupied) - SquareSet::of(mv.from)
            }
            MoveKind::Castle(_) => SquareSet::EMPTY,
            MoveKind::EnPassant | MoveKind::Path { .. } => {
                let captures = self.make_complex_move(&mut pos.clone(), mv);
                captures.iter().map(|(square, _)| square).collect()
            }
        }
    }

    /// Returns the piece that results when a piece promotes to a kind on a square.
    fn promote(&self, piece: Piece, square: Square, kind: Kind) -> Piece {
        let mut marks = piece.marks();
        if self.t.promotion_marks {
            let promotion = self.t.promotions.get(piece, square);
            marks |= promotion.and_then(|promotion| promotion.set_mark).map_or(0, |mark| 1 << mark);
        }
        piece.with_kind(kind).with_marks(marks)
    }

    /// Puts a piece from a seat's hand on the board, without events.
    pub fn drop_held(&self, pos: &mut Position<W>, seat: Seat, kind: Kind, square: Square) {
        let held = &mut pos.cold_mut().hands[seat.index()][kind.index()];
        *held = held.saturating_sub(1);
        pos.put(self.t, square, self.held(seat, kind));
    }

    /// Returns the piece that a seat would drop.
    pub fn held(&self, seat: Seat, kind: Kind) -> Piece {
        Piece::new(kind, seat, self.spec.seats[seat.index()].facing)
    }

    /// Puts captured pieces into hands if attacks depend on hands.
    pub(crate) fn fill_hands(&self, after: &mut Position<W>, captor: Seat, captures: &Captures) {
        if !self.t.attack_changing_captures.is_empty() {
            for (_, piece) in captures.iter() {
                self.take_in_hand(after, captor, piece);
            }
        }
    }

    /// Puts a captured piece into the hand that the rules select. In the hand, the piece has its
    /// base kind. Returns the clauses that apply.
    pub fn take_in_hand(
        &self,
        pos: &mut Position<W>,
        captor: Seat,
        piece: Piece,
    ) -> [Option<ClauseId>; 2] {
        let Some(whose) = self.spec.captures_to_hand else { return [None; 2] };
        if self.t.profile(piece).royal {
            return [None; 2];
        }
        let team = |seat: Seat| self.t.team_of[seat.index()];
        let seat = match whose {
            CaptureHand::Captor => captor,
            CaptureHand::Partner => (0..self.t.seats)
                .map(|seat| Seat(seat as u8))
                .find(|seat| *seat != captor && team(*seat) == team(captor))
                .unwrap_or(captor),
            CaptureHand::Owner if piece.colour().index() < self.t.seats => piece.colour(),
            CaptureHand::Owner => captor,
        };
        let bears = |mark: Option<u8>| mark.is_none_or(|mark| piece.marks() >> mark & 1 != 0);
        let mut bases = self.spec.bases.iter();
        let base = bases.find(|base| base.kind == piece.kind() && bears(base.mark));
        let kind = base.map_or(piece.kind(), |base| base.base);
        let held = &mut pos.cold_mut().hands[seat.index()][kind.index()];
        *held = held.saturating_add(1);
        [self.spec.captures_to_hand_clause, base.and_then(|base| base.clause)]
    }

    fn moved(&self, piece: Piece) -> Piece {
        if self.spec.initial_by_mark >> piece.kind().0 & 1 != 0 {
            piece.with_marks(piece.marks() | 1 << MOVED)
        } else {
            piece
        }
    }

    /// Returns the squares of the pawns that a piece captures en passant if it moves to a skipped
    /// square.
    pub fn en_passant_victims<'p>(
        &self,
        pos: &'p Position<W>,
        piece: Piece,
        skipped: Square,
    ) -> impl Iterator<Item = Square> + use<'p, '_, W> {
        let capturable =
            pos.pieces_in(pos.masks[self.controller_of(pos, piece).index()].capturable);
        let kinds = self.spec.kind_captures[piece.kind().index()];
        pos.ep_live.iter().map(|colour| pos.ep[colour.index()]).filter_map(move |(square, pawn)| {
            let kind = pos.piece(pawn)?.kind();
            let right = (square, pawn);
            let taken = self.t.skipped(right).contains(skipped)
                && capturable.contains(pawn)
                && kinds >> kind.0 & 1 != 0;
            taken.then_some(pawn)
        })
    }

    /// Changes a piece that has arrived on a square, if the tables have an arrival for the piece
    /// and the square. Returns the clause of the arrival if the piece changed.
    #[inline(always)]
    fn arrive(&self, pos: &mut Position<W>, square: Square, piece: Piece) -> Option<ClauseId> {
        if self.t.profile(piece).arrives.contains(square) {
            self.change_arrived(pos, square, piece)
        } else {
            None
        }
    }

    #[cold]
    fn change_arrived(
        &self,
        pos: &mut Position<W>,
        square: Square,
        piece: Piece,
    ) -> Option<ClauseId> {
        let arrival = self.t.arrivals.get(piece, square)?;
        let mut after = piece;
        if let Some(kind) = arrival.become_kind {
            after = after.with_kind(kind);
            pos.hot_mut().dirty = true;
            pos.hot_mut().force_changed = true;
        }
        if let Some(facing) = arrival.turn {
            after = after.with_facing(facing);
        }
        let marks = after.marks() & !arrival.clear_mark.map_or(0, |mark| 1 << mark)
            | arrival.set_mark.map_or(0, |mark| 1 << mark);
        after = self.moved(after.with_marks(marks));
        if after == piece {
            return None;
        }
        pos.take(self.t, square);
        pos.put(self.t, square, after);
        arrival.clause
    }
}
