//! Moves whose legality depends on consequences: captures of royals, captures with blasts, and
//! moves with judged hooks.
//!
//! The engine makes such a move on a copy of the position. If hooks can affect the result, it also
//! fires the events of the move.

use crate::board::{MAX_SEATS, Piece, Seat, Square, SquareSet};
use crate::movegen::{MoveContext, MoveGen, MoveSet, Sink};
use crate::rules::{Action, EventFacts, EventKind, Filter, Move, MoveKind, Protect, Royals};
use crate::state::{Captures, Position, Stage};
use crate::tables::BoardBlast;

impl<const W: usize> MoveGen<'_, W> {
    /// Makes a move on a copy, and emits the move if it is legal.
    pub(crate) fn emit_if_legal(
        &self,
        context: &MoveContext<'_, W>,
        piece: Piece,
        mv: Move,
        sink: &mut dyn Sink<W>,
    ) {
        let pos = context.pos;
        let takes = |square: Square| {
            context.tested_captures.contains(square) && pos.royals.contains(square)
        };
        let takes_royal = takes(mv.to)
            || matches!(mv.kind, MoveKind::Path { takes: on_way, .. }
                if on_way.iter().flatten().any(|square| takes(*square)));
        let allowed = |mv| {
            if !self.t.judged_captures.is_empty() {
                self.judged_is_legal(context, mv)
            } else if takes_royal {
                self.royal_capture_is_legal(context, mv)
            } else {
                self.satisfies(context, mv)
            }
        };
        self.promoted(pos, piece, mv, allowed, |mv| sink.add(MoveSet::One(Action::Move(mv))));
    }

    /// Returns `true` if a move is legal. The move must not capture anything. Makes the move on a
    /// copy to test it.
    pub(crate) fn is_legal_alone(&self, context: &MoveContext<'_, W>, mv: Move) -> bool {
        if self.t.judged_captures.is_empty() {
            self.satisfies(context, mv)
        } else {
            self.judged_is_legal(context, mv)
        }
    }

    /// Makes a move on a copy of the board, and tests if it satisfies the constraints.
    fn satisfies(&self, context: &MoveContext<'_, W>, mv: Move) -> bool {
        let &MoveContext { pos, seat, row, constraints, .. } = context;
        let mut after = pos.clone();
        let captures = self.board.make_move(&mut after, mv);
        self.board.fill_hands(&mut after, seat, &captures);
        let after = self.released(after);
        self.constraints_hold(pos, &after, row, constraints, mv)
    }

    /// Returns `true` if a move that captures a royal is legal. The move is played on a copy with
    /// all its scripted consequences. The move must then either end the game or satisfy the seat's
    /// constraints.
    fn royal_capture_is_legal(&self, context: &MoveContext<'_, W>, mv: Move) -> bool {
        let &MoveContext { pos, seat, row, constraints, .. } = context;
        if self.protects_nothing(row) {
            return true;
        }
        match (self.foresight.consequences)(*self, pos, seat, mv) {
            Ok(after) if after.stage == Stage::Over => true,
            Ok(after) => self.constraints_hold(pos, &after, row, constraints, mv),
            // If the move is played, this error occurs again and stops the game.
            Err(_) => true,
        }
    }

    /// Returns `true` if the seat has no royal to protect. All its moves are then legal, whatever
    /// their consequences.
    fn protects_nothing(&self, row: &[Protect; MAX_SEATS]) -> bool {
        row.iter().take(self.t.seats).all(|how| *how == Protect::None)
    }

    /// Returns `true` if a move is legal after its blasts and the effects of hooks. The move must
    /// not lose a royal that the seat has to protect. It must also either end the game or satisfy
    /// the seat's constraints.
    fn judged_is_legal(&self, context: &MoveContext<'_, W>, mv: Move) -> bool {
        let &MoveContext { pos, seat, row, constraints, .. } = context;
        if self.protects_nothing(row) {
            return true;
        }
        let mut after = pos.clone();
        let captures = self.board.make_move(&mut after, mv);
        let royal = |(_, piece): &(Square, Piece)| self.t.profile(*piece).royal;
        let takes_royal = captures.pieces.iter().chain(&captures.blown_up).any(royal);
        if takes_royal || self.effects_decide(pos, mv, &captures) {
            // If the move is played, this error occurs again and stops the game.
            let Ok(played) = (self.foresight.consequences)(*self, pos, seat, mv) else {
                return true;
            };
            after = played;
        } else {
            self.board.fill_hands(&mut after, seat, &captures);
            after = self.released(after);
        }
        self.loser_of_royal(pos, &after, seat, row).is_none()
            && (after.stage == Stage::Over
                || self.constraints_hold(pos, &after, row, constraints, mv))
    }

    /// Returns the seat that loses a royal between the positions `before` and `after`, if the mover
    /// has to protect this royal.
    pub fn loser_of_royal(
        &self,
        before: &Position<W>,
        after: &Position<W>,
        seat: Seat,
        row: &[Protect; MAX_SEATS],
    ) -> Option<Seat> {
        let loses = |owner: &Seat| {
            row[owner.index()] != Protect::None
                && self.t.team_of[owner.index()] == self.t.team_of[seat.index()]
                && self.loses_royals(
                    self.royals_at_stake(before, *owner).len(),
                    self.royals_at_stake(after, *owner).len(),
                )
        };
        (0..self.t.seats as u8).map(Seat).find(loses)
    }

    /// Returns `true` if a seat has lost a royal whose loss matters. `before` and `after` are the
    /// numbers of the seat's royals. The loss of the last royal always matters. The loss of another
    /// royal matters only if the rules protect every royal.
    fn loses_royals(&self, before: u32, after: u32) -> bool {
        after < before && (after == 0 || self.spec.royals == Royals::Any)
    }

    /// Returns `true` if the legality of a move depends on the effects of a hook.
    fn effects_decide(&self, pos: &Position<W>, mv: Move, captures: &Captures) -> bool {
        !self.t.judged.is_empty() && self.calls_any(&self.t.judged, pos, mv, captures)
    }

    /// Returns `true` if a move calls at least one of these handlers. `captures` are the pieces that
    /// the move captures.
    pub(super) fn calls_any(
        &self,
        handlers: &[u16],
        pos: &Position<W>,
        mv: Move,
        captures: &Captures,
    ) -> bool {
        let kind = pos.piece(mv.from).map(Piece::kind);
        let moved = EventFacts {
            kind,
            from: Some(mv.from),
            to: Some(mv.to),
            capture: !captures.pieces.is_empty(),
            check: false,
            ..EventFacts::default()
        };
        let passes = |facts: EventFacts, filter: &Filter| {
            // It is not known yet if the move gives check.
            facts.pass(&Filter { check: None, ..*filter }) && self.suits(pos, filter)
        };
        handlers.iter().any(|number| {
            let handler = &self.spec.handlers[usize::from(*number)];
            let filter = &handler.filter;
            let taken = |royals_only: bool| {
                captures.pieces.iter().chain(&captures.blown_up).any(|(square, piece)| {
                    let facts = EventFacts {
                        kind: Some(piece.kind()),
                        to: Some(*square),
                        capture: true,
                        ..EventFacts::default()
                    };
                    (!royals_only || self.t.profile(*piece).royal) && passes(facts, filter)
                })
            };
            match handler.event {
                EventKind::Move => passes(moved, filter),
                EventKind::Promotion => mv.promotion.is_some() && passes(moved, filter),
                EventKind::Capture => taken(false),
                EventKind::RoyalCaptured => taken(true),
                _ => false,
            }
        })
    }

    /// Returns the members of `pieces` that could capture on a square without losing a royal. A
    /// capture loses a royal if its blast removes a royal that the capturing side has to protect.
    #[cold]
    pub fn survivors(
        &self,
        pos: &Position<W>,
        mut pieces: SquareSet<W>,
        blast: &BoardBlast<W>,
        square: Square,
    ) -> SquareSet<W> {
        for seat in (0..self.t.seats as u8).map(Seat) {
            let own = pos.of_colours(pos.masks[seat.index()].controls) & pieces;
            // A blast depends only on the controller of the capturing piece.
            let Some(captor) = own.into_iter().next().and_then(|square| pos.piece(square)) else {
                continue;
            };
            let reached = self.board.reached(pos, blast, captor, square);
            let loses = |owner: Seat, gone: SquareSet<W>| {
                let royals = self.royals_at_stake(pos, owner);
                let left = royals - gone;
                self.t.team_of[owner.index()] == self.t.team_of[seat.index()]
                    && self.t.protect[seat.index()][owner.index()] != Protect::None
                    && self.loses_royals(royals.len(), left.len())
            };
            let owners = || (0..self.t.seats as u8).map(Seat);
            if owners().any(|owner| loses(owner, reached)) {
                pieces = pieces - (own - pos.royals);
            }
            for royal in own & pos.royals {
                let mut gone = reached;
                if blast.captor {
                    gone.insert(royal);
                } else {
                    gone.remove(royal);
                }
                if owners().any(|owner| loses(owner, gone)) {
                    pieces.remove(royal);
                }
            }
        }
        pieces
    }
}
