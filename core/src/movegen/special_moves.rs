//! Special moves: promotion, en passant and castling.

use crate::board::{Kind, Piece, Seat, Square, SquareSet};
use crate::movegen::{MoveContext, MoveGen, MoveSet, Sink};
use crate::rules::{Action, EpOccupied, Move, MoveKind, Promotion};
use crate::state::Position;
use crate::tables::BoardCastling;

impl<const W: usize> MoveGen<'_, W> {
    /// Emits the promotions of pieces that promote on their squares without moving.
    #[cold]
    pub(crate) fn promotions_in_place(&self, context: &MoveContext<'_, W>, sink: &mut dyn Sink<W>) {
        for from in context.movers {
            let Some(piece) = context.pos.piece(from) else { continue };
            if !self.t.profile(piece).promotes_in_place.contains(from) {
                continue;
            }
            for kind in self.t.promotions.get(piece, from).into_iter().flat_map(|it| &it.kinds) {
                let mv = Move { promotion: Some(*kind), ..Move::new(from, from) };
                if self.supplied(context.pos, piece, *kind) && self.is_legal_alone(context, mv) {
                    sink.add(MoveSet::One(Action::Move(mv)));
                }
            }
        }
    }

    /// Returns the pieces that stand on squares from which an en passant capture may be possible.
    pub fn en_passant_candidates(&self, pos: &Position<W>) -> SquareSet<W> {
        if pos.ep_live.0 == 0 {
            return SquareSet::EMPTY;
        }
        if self.t.ep_paths {
            return pos.occupied;
        }
        pos.ep_live.iter().fold(SquareSet::EMPTY, |all, colour| {
            let skipped = self.t.skipped(pos.ep[colour.index()]).into_iter();
            skipped.fold(all, |all, square| all | self.t.ep_sources[square] & pos.occupied)
        })
    }

    /// Calls `out` with each allowed form of a move. There is one form for every kind that the
    /// piece may promote to. If the piece may keep its kind, there is also a form without
    /// promotion.
    pub fn promoted(
        &self,
        pos: &Position<W>,
        piece: Piece,
        mv: Move,
        allowed: impl Fn(Move) -> bool,
        mut out: impl FnMut(Move),
    ) {
        let promotes = self.t.profile(piece).promotes.contains(mv.to) && !self.board.stays(mv);
        let mut any = false;
        let mut stays = true;
        let promotion = promotes.then(|| self.t.promotions.get(piece, mv.to)).flatten();
        let starts = |promotion: &&Promotion| {
            promotion.from.is_none_or(|from| from.contains(mv.from))
                && (!promotion.by_capture || !self.board.captured_by(pos, mv).is_empty())
        };
        if let Some(promotion) = promotion.filter(starts) {
            for kind in &promotion.kinds {
                if self.supplied(pos, piece, *kind) {
                    any = true;
                    let mv = Move { promotion: Some(*kind), ..mv };
                    if allowed(mv) {
                        out(mv);
                    }
                }
            }
            stays = promotion.optional;
        }
        let required = promotion.filter(starts).is_some_and(|promotion| promotion.required);
        if (stays || !any && !required) && allowed(mv) {
            out(mv);
        }
    }

    /// Returns `true` if the limits on promotions to this kind allow the piece to promote. One
    /// limit is a maximum number of pieces of this kind and colour. Other limits are conditions
    /// about the state of the game.
    pub fn supplied(&self, pos: &Position<W>, piece: Piece, kind: Kind) -> bool {
        let limits = self.spec.promotion_limits.iter();
        let mut limits =
            limits.filter(|limit| (limit.kind, limit.into) == (piece.kind(), kind)).peekable();
        if limits.peek().is_some()
            && !limits.any(|limit| {
                limit.circumstances.iter().all(|it| self.circumstance_holds(pos, piece, it))
            })
        {
            return false;
        }
        let limit = self.spec.supply.iter().find(|(limited, _)| *limited == kind);
        limit.is_none_or(|(_, limit)| {
            let army = pos.colours[piece.colour().index()];
            let there =
                army.into_iter().filter(|s| pos.piece(*s).is_some_and(|m| m.kind() == kind));
            there.count() < usize::from(*limit)
        })
    }

    /// Emits a piece's en passant captures. A move may capture a pawn en passant and also the piece
    /// on the target square. Such a move replaces the plain capture on the target square.
    pub(crate) fn en_passant(
        &self,
        context: &MoveContext<'_, W>,
        from: Square,
        piece: Piece,
        to: &mut SquareSet<W>,
        sink: &mut dyn Sink<W>,
    ) {
        let pos = context.pos;
        let class = self.t.class(piece);
        let enter = self.t.profile(piece).enter;
        let mut done = SquareSet::<W>::EMPTY;
        let rights = pos.ep_live.iter().map(|colour| pos.ep[colour.index()]);
        for skipped in rights.flat_map(|right| self.t.skipped(right)) {
            let barred = enter.is_some_and(|enter| !enter.contains(skipped));
            if barred
                || done.contains(skipped)
                || !self.may_capture_en_passant(context, piece, skipped)
            {
                continue;
            }
            let leaps = class.ep.is_some_and(|t| self.t.leap(t, from).contains(skipped));
            if leaps || self.en_passant_by_path(context, from, piece, skipped) {
                done.insert(skipped);
                if pos.occupied.contains(skipped) {
                    to.remove(skipped);
                }
                let mv = Move { kind: MoveKind::EnPassant, ..Move::new(from, skipped) };
                self.emit_if_legal(context, piece, mv, sink);
            }
        }
    }

    /// Returns `true` if a piece may make an en passant capture on a skipped square.
    fn may_capture_en_passant(
        &self,
        context: &MoveContext<'_, W>,
        piece: Piece,
        skipped: Square,
    ) -> bool {
        let pos = context.pos;
        let hostile = self.board.en_passant_victims(pos, piece, skipped).next().is_some();
        if pos.occupied.contains(skipped) {
            let occupant = SquareSet::of(skipped) & context.capturable;
            return hostile
                && self.spec.ep_occupied == EpOccupied::CaptureBoth
                && !self.capturable_by(pos, piece, occupant).is_empty();
        }
        hostile
            || self.spec.ep_partner
                && pos.ep_live.iter().any(|colour| {
                    self.t.skipped(pos.ep[colour.index()]).contains(skipped)
                        && self.board.are_partners(pos, context.seat, colour)
                })
    }

    #[inline(always)]
    pub(crate) fn castling(&self, context: &MoveContext<'_, W>, sink: &mut dyn Sink<W>) {
        let pos = context.pos;
        if !self.may_castle(pos, context.seat) {
            return;
        }
        for castling in &self.t.castling[context.seat.index()] {
            if self.wing_open(pos, castling) {
                self.castle(context, castling, sink);
            }
        }
    }

    /// Returns `true` if a seat may move at least some pieces of its colour. A seat that may
    /// move none of them can't castle. This function does not test the other conditions of
    /// castling.
    #[inline(always)]
    pub fn may_castle(&self, pos: &Position<W>, seat: Seat) -> bool {
        let movers = pos.masks[seat.index()].moves;
        (movers.pieces | movers.royals) & seat.bit() != 0
    }

    /// Returns the king of a castling move if the king and the rook are on their starting squares
    /// and their seat may move both. Otherwise returns `None`.
    pub fn castling_king(&self, pos: &Position<W>, number: u8) -> Option<Piece> {
        let castling = &self.spec.castling[usize::from(number)];
        let movers = pos.masks[castling.seat.index()].moves;
        let moves = |square| {
            let piece = pos.piece(square)?;
            let able = if self.t.profile(piece).royal { movers.royals } else { movers.pieces };
            (able & castling.seat.bit() != 0).then_some(piece)
        };
        let king =
            moves(castling.king.0).filter(|_| self.board.at_home(pos, usize::from(number)))?;
        moves(castling.rook.0).map(|_| king)
    }

    /// Returns the pieces that would attack a castling king on one square of the king's way. The
    /// test assumes that the king has left its starting square and that the rook has not moved yet.
    /// The result is empty if the king is not royal, because only royals can be attacked.
    pub fn castling_attackers(
        &self,
        pos: &Position<W>,
        number: u8,
        king: Piece,
        square: Square,
    ) -> SquareSet<W> {
        if !self.t.profile(king).royal {
            return SquareSet::EMPTY;
        }
        let castling = &self.spec.castling[usize::from(number)];
        let on = (square, Some(king));
        if square == castling.king.0 {
            return self.checkers(pos, castling.seat, square);
        }
        if self.t.complex {
            // A path may depend on the position of other pieces.
            let mut there = pos.clone();
            there.take(self.t, castling.king.0);
            there.take(self.t, square);
            there.put(self.t, square, king);
            let threats = self.threats(&there, castling.seat, square, king);
            return self.attackers_there(&there, on, &threats, &there.occupied);
        }
        let mut occupied = pos.occupied;
        occupied.remove(castling.king.0);
        occupied.insert(square);
        let mut threats = self.threats(pos, castling.seat, square, king);
        threats.remove(castling.king.0);
        self.attackers_there(pos, on, &threats, &occupied)
    }

    /// Returns `true` if a castling right exists and no piece or gate stands in the way.
    #[inline(always)]
    pub(crate) fn wing_open(&self, pos: &Position<W>, castling: &BoardCastling<W>) -> bool {
        castling.is_allowed(pos.castling)
            && !castling.empty.meets(&pos.occupied)
            && (castling.gates == 0 || !self.any_stands(pos, castling.gates))
    }

    /// Emits a castling move if it is legal.
    #[inline(never)]
    pub(crate) fn castle(
        &self,
        context: &MoveContext<'_, W>,
        board_castling: &BoardCastling<W>,
        sink: &mut dyn Sink<W>,
    ) {
        let pos = context.pos;
        let number = board_castling.number;
        let castling = &self.spec.castling[usize::from(number)];
        let Some(king) = self.castling_king(pos, number) else { return };
        let attacked = |square| !self.castling_attackers(pos, number, king, square).is_empty();
        if board_castling.safe.into_iter().any(attacked) {
            return;
        }
        let kind = MoveKind::Castle(number);
        let mv = Move { kind, ..Move::new(castling.king.0, castling.king.1) };
        if self.is_legal_alone(context, mv) {
            sink.add(MoveSet::One(Action::Move(mv)));
        }
    }
}
