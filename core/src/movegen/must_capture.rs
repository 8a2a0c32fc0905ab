//! The duty to capture, and the actions that remain legal for a seat with this duty.

use crate::board::{Kind, MAX_SEATS, Piece, Seat, SquareSet};
use crate::movegen::{Any, Constraints, MoveContext, MoveGen, MoveSet, Sink};
use crate::rules::{Action, Demand, HookError, Protect};
use crate::state::{Position, PositionRules};

/// A sink that forwards only captures.
struct OnlyCaptures<'s, 'a, const W: usize> {
    rules: PositionRules<'a, W>,
    pos: &'s Position<W>,
    into: &'s mut dyn Sink<W>,
}

impl<const W: usize> Sink<W> for OnlyCaptures<'_, '_, W> {
    fn add(&mut self, moves: MoveSet<'_, W>) {
        let pieces = self.pos.occupied;
        self.into.add(match moves {
            MoveSet::Piece { from, to } => {
                MoveSet::Piece { from, to: (to & pieces) - SquareSet::of(from) }
            }
            MoveSet::Shift { number, step, to } => MoveSet::Shift { number, step, to: to & pieces },
            MoveSet::One(Action::Move(mv)) if !self.rules.captured_by(self.pos, mv).is_empty() => {
                moves
            }
            MoveSet::DoubleShift { .. } | MoveSet::Drops { .. } | MoveSet::One(_) => return,
        });
    }

    fn is_empty(&self) -> bool {
        self.into.is_empty()
    }

    fn is_full(&self) -> bool {
        self.into.is_full()
    }

    fn erased(&mut self) -> &mut dyn Sink<W> {
        self
    }
}

impl<const W: usize> MoveGen<'_, W> {
    /// Lists the legal actions of a seat that has to capture if it can.
    #[inline(never)]
    pub fn dutiful_actions(
        &self,
        pos: &Position<W>,
        row: &[Protect; MAX_SEATS],
        duty: Demand,
        sink: &mut dyn Sink<W>,
    ) {
        if duty == Demand::Capture && self.free_turn(pos) && !self.holds_pieces(pos) {
            self.captures(pos, pos.turn, row, sink);
            if sink.is_empty() {
                self.moves(pos, pos.turn, row, sink);
            }
            return;
        }
        let mut list: Vec<Action> = Vec::new();
        self.undutiful_actions(pos, row, list.erased());
        let most = list.iter().map(|action| self.catch(pos, duty, action)).max().flatten();
        for action in list {
            let stays = match action {
                Action::Say(_) | Action::Announce(_) => true,
                _ => self.catch(pos, duty, &action) == most,
            };
            if stays {
                sink.add(MoveSet::One(action));
            }
        }
    }

    /// Returns `true` if captures by a kind count for a seat's duty to capture.
    fn is_dutiful_kind(&self, seat: Seat, kind: Kind) -> bool {
        self.t.dutiful_kinds[seat.index()] >> kind.0 & 1 != 0
    }

    /// Returns the size of an action's capture. The duty determines the measure: the number of
    /// captured pieces, their total value, or always 0. Returns `None` if the action captures
    /// nothing, or if captures by its piece do not count for the duty.
    pub fn catch(&self, pos: &Position<W>, duty: Demand, action: &Action) -> Option<i64> {
        let Action::Move(mv) = action else { return None };
        if !self.is_dutiful_kind(pos.turn, pos.piece(mv.from)?.kind()) {
            return None;
        }
        let captured = self.board.captured_by(pos, *mv);
        if captured.is_empty() {
            return None;
        }
        let value = |piece: Piece| i64::from(self.spec.kinds[piece.kind().index()].value);
        Some(match duty {
            Demand::CaptureMostPieces => i64::from(captured.len()),
            Demand::CaptureMostValue => {
                captured.into_iter().filter_map(|square| pos.piece(square)).map(value).sum()
            }
            Demand::Capture | Demand::NoCheck | Demand::NoRepeat { .. } => 0,
        })
    }

    /// Returns `true` if a seat can capture with a piece whose captures count for the seat's duty to
    /// capture. Ignores restrictions on the seat's moves.
    pub fn can_capture(&self, pos: &Position<W>, seat: Seat, row: &[Protect; MAX_SEATS]) -> bool {
        let mut any = Any::default();
        self.captures(pos, seat, row, any.erased());
        any.0
    }

    /// Lists only the capturing moves of the seat to move, and returns `true`. Lists nothing and
    /// returns `false` if the seat may have actions other than declared moves and drops. Does the
    /// same if the seat has to make the largest capture, or if some captures do not count for its
    /// duty.
    pub fn capturing_actions(
        &self,
        pos: &Position<W>,
        sink: &mut dyn Sink<W>,
    ) -> Result<bool, HookError> {
        let seat = pos.turn;
        let most = matches!(
            self.t.capture_duties[seat.index()],
            Some(Demand::CaptureMostPieces | Demand::CaptureMostValue)
        );
        if most || self.t.dutiful_kinds[seat.index()] != u32::MAX || !self.free_turn(pos) {
            return Ok(false);
        }
        self.captures(pos, seat, &self.protection(pos, seat), sink);
        self.or_fault(()).map(|()| true)
    }

    /// Lists the captures among the declared moves of a seat that count for its duty to capture.
    fn captures(
        &self,
        pos: &Position<W>,
        seat: Seat,
        row: &[Protect; MAX_SEATS],
        sink: &mut dyn Sink<W>,
    ) {
        let mut constraints = Constraints::default();
        let context = self.context(pos, seat, row, &mut constraints);
        let context = MoveContext { empty: SquareSet::EMPTY, ..context };
        let mut found = OnlyCaptures { rules: self.board, pos, into: sink };
        let found: &mut dyn Sink<W> = &mut found;
        let mut shifted = SquareSet::EMPTY;
        if context.constraints.masks_suffice()
            && let Some(pawn_shifts) = &self.t.pawn_shifts
            && self.is_dutiful_kind(seat, pawn_shifts.kind)
        {
            shifted = self.pawn_moves(&context, pawn_shifts, found);
        }
        for from in (context.movers & context.captors) - shifted {
            if found.is_full() {
                return;
            }
            let Some(piece) = pos.piece(from) else { continue };
            if !self.is_dutiful_kind(seat, piece.kind()) {
                continue;
            }
            let simple_mover = &self.t.simple_movers[piece.profile()];
            if simple_mover.applies {
                let to = simple_mover.reach(from, &pos.occupied) & context.capturable;
                if !to.is_empty() {
                    self.emit_plain(&context, (from, piece), to, found);
                }
            } else {
                self.piece_moves(&context, from, piece, found);
            }
        }
    }
}
