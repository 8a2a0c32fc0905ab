//! Views of positions for scripts and tools.

use std::any::Any;
use std::cell::Cell;
use std::rc::Rc;

use crate::board::{Colour, Kind, Piece, Seat, Square, SquareSet, Zone};
use crate::movegen::{Foresight, MoveGen, Sink as _};
use crate::rules::{
    Action, Candidate, CounterId, Emitted, Event, HookError, Move, SeatResult, StateId,
};
use crate::state::{Hooks, Hypothetical, NOBODY, NoHooks, Position, Status, View};
use crate::tables::CompiledRules;

/// A position together with its rules.
pub(crate) struct PositionView<'p, 'a, const W: usize> {
    pub movegen: MoveGen<'a, W>,
    pub pos: &'p Position<W>,
}

impl<const W: usize> View for PositionView<'_, '_, W> {
    fn rules(&self) -> &CompiledRules {
        self.movegen.board.rules
    }

    fn piece(&self, square: Square) -> Option<Piece> {
        if self.movegen.spec.geometry.has(square) { self.pos.piece(square) } else { None }
    }

    fn pieces(&self, colour: Colour) -> Zone {
        self.pos.colours.get(colour.index()).map_or(Zone::EMPTY, SquareSet::resize)
    }

    fn count(&self, colour: Colour, kind: Option<Kind>) -> u32 {
        let Some(pieces) = self.pos.colours.get(colour.index()) else { return 0 };
        let Some(kind) = kind else { return pieces.len() };
        let of_kind = |s: &Square| self.pos.piece(*s).is_some_and(|p| p.kind() == kind);
        pieces.into_iter().filter(of_kind).count() as u32
    }

    fn turn(&self) -> Seat {
        self.pos.turn
    }

    fn ply(&self) -> u32 {
        self.pos.ply
    }

    fn made(&self) -> u8 {
        self.pos.made
    }

    fn halfmove(&self) -> u32 {
        self.pos.halfmove
    }

    fn seat_state(&self, seat: Seat) -> StateId {
        self.pos.seat_state[seat.index() & 7]
    }

    fn army_state(&self, colour: Colour) -> StateId {
        self.pos.army_state[colour.index() & 7]
    }

    fn controller(&self, colour: Colour) -> Option<Seat> {
        let seat = self.pos.controller[colour.index() & 7];
        (seat != NOBODY).then_some(Seat(seat))
    }

    fn counter(&self, counter: CounterId, seat: Seat) -> i32 {
        let per_seat =
            self.movegen.spec.counters.get(usize::from(counter.0)).is_some_and(|c| c.per_seat);
        let place = if per_seat { seat.index() & 7 } else { 0 };
        self.pos.cold().counters.get(usize::from(counter.0)).map_or(0, |values| values[place])
    }

    fn visible(&self, seat: Seat) -> Zone {
        self.movegen.visible(self.pos, seat).resize()
    }

    fn royals(&self, seat: Seat) -> Zone {
        let controls = self.pos.masks[seat.index() & 7].controls;
        (self.pos.royals & self.pos.of_colours(controls)).resize()
    }

    fn in_check(&self, seat: Seat) -> bool {
        self.movegen.in_check(self.pos, seat)
    }

    fn checkers(&self, seat: Seat) -> Zone {
        if !self.movegen.in_check(self.pos, seat) {
            return Zone::EMPTY;
        }
        let royals = self.movegen.royals_at_stake(self.pos, seat).into_iter();
        let checkers = royals.map(|royal| self.movegen.checkers(self.pos, seat, royal));
        checkers.fold(SquareSet::EMPTY, |all, some| all | some).resize()
    }

    fn status(&self, seat: Seat) -> Status {
        self.movegen.status(self.pos, seat)
    }

    fn status_without_hooks(&self, seat: Seat) -> Option<Status> {
        let hooks = NoticeHooks::default();
        let status = self.movegen.with_hooks(&hooks).status(self.pos, seat);
        (!hooks.asked.get()).then_some(status)
    }

    fn attackers(&self, square: Square, seat: Seat) -> Zone {
        if !self.movegen.spec.geometry.has(square) {
            return Zone::EMPTY;
        }
        let pieces = self.pos.pieces_in(self.pos.masks[seat.index() & 7].captures);
        let pieces = match self.pos.piece(square) {
            Some(victim) => self.movegen.capturers(self.pos, pieces, square, victim),
            None => self.movegen.entering(self.pos, pieces, square),
        };
        self.movegen.attackers(self.pos, square, &pieces, &self.pos.occupied).resize()
    }

    fn moves(&self, seat: Seat) -> Vec<Candidate> {
        if seat.index() >= self.movegen.t.seats {
            return Vec::new();
        }
        let row = self.movegen.protection(self.pos, seat);
        let mut moves: Vec<Action> = Vec::new();
        self.movegen.declared_moves(self.pos, seat, &row, moves.erased());
        let seen = |action| match action {
            Action::Move(mv) => self.movegen.candidate(self.pos, seat, mv),
            _ => None,
        };
        moves.into_iter().filter_map(seen).collect()
    }

    fn can_lift(&self, seat: Seat, mv: Move) -> bool {
        self.movegen.can_lift(self.pos, seat, mv)
    }

    fn after(&self, played: Hypothetical) -> Option<Rc<dyn View>> {
        let mut pos = self.pos.clone();
        let board = &self.movegen.spec.geometry;
        match played {
            Hypothetical::Move(mv) => {
                if !board.has(mv.from) || !board.has(mv.to) {
                    return None;
                }
                pos.piece(mv.from)?;
                self.movegen.board.make_move(&mut pos, mv);
            }
            Hypothetical::Drop(piece, square) => {
                if !board.has(square) {
                    return None;
                }
                pos.take(self.movegen.t, square);
                pos.put(self.movegen.t, square, piece);
            }
        }
        self.movegen.board.prune_ep(&mut pos);
        let (rules, foresight) = (self.movegen.board.rules.clone(), self.movegen.foresight);
        Some(Rc::new(DetachedView::<W> { rules, pos, foresight }))
    }

    fn last_checker(&self, colour: Colour) -> Option<Seat> {
        let seat = self.pos.cold().last_checkers[colour.index() & 7];
        (seat != NOBODY).then_some(Seat(seat))
    }

    fn last_mover(&self) -> Option<Seat> {
        let seat = self.pos.cold().last_mover;
        (seat != NOBODY).then_some(Seat(seat))
    }

    fn in_hand(&self, seat: Seat, kind: Kind) -> u8 {
        self.pos.cold().hands[seat.index() & 7].get(kind.index()).copied().unwrap_or(0)
    }

    fn settled(&self, seat: Seat) -> Option<SeatResult> {
        self.pos.cold().settled[seat.index() & 7]
    }

    fn order(&self) -> Vec<Seat> {
        self.movegen.board.order(self.pos).to_vec()
    }

    fn detach(&self) -> Rc<dyn View> {
        Rc::new(DetachedView::<W> {
            rules: self.movegen.board.rules.clone(),
            pos: self.pos.clone(),
            foresight: self.movegen.foresight,
        })
    }

    fn detach_over(&self, earlier: &mut Rc<dyn View>) {
        let owned = Rc::get_mut(earlier).and_then(|view| view.as_any_mut());
        match owned.and_then(|view| view.downcast_mut::<DetachedView<W>>()) {
            Some(copy) if copy.rules.is(self.movegen.board.rules) => copy.pos.clone_from(self.pos),
            _ => *earlier = self.detach(),
        }
    }
}

/// Hooks without effect that record if they were called.
#[derive(Default)]
struct NoticeHooks {
    asked: Cell<bool>,
}

impl Hooks for NoticeHooks {
    fn call(
        &self,
        _: usize,
        _: &Event<'_>,
        _: &dyn View,
        _: &mut Vec<Emitted>,
    ) -> Result<(), HookError> {
        self.asked.set(true);
        Ok(())
    }

    fn extra_moves(&self, _: usize, _: Seat, _: &Rc<dyn View>, _: &mut Vec<(Square, Square)>) {
        self.asked.set(true);
    }

    fn forbids(&self, _: usize, _: &Candidate, _: &Rc<dyn View>) -> bool {
        self.asked.set(true);
        false
    }
}

/// A view that owns its position and a handle to its rules.
struct DetachedView<const W: usize> {
    rules: CompiledRules,
    pos: Position<W>,
    foresight: &'static Foresight<W>,
}

impl<const W: usize> DetachedView<W> {
    fn view_of(&self) -> PositionView<'_, '_, W> {
        #[allow(clippy::expect_used)]
        let movegen = MoveGen::new(&self.rules, &NoHooks, self.foresight)
            .expect("made from rules of this width");
        PositionView { movegen, pos: &self.pos }
    }
}

/// Implements [`View`] by delegating every method to a [`PositionView`].
macro_rules! delegate_view {
    () => {
        crate::movegen::delegate_view! {
            piece(square: Square) -> Option<Piece>;
            pieces(colour: Colour) -> Zone;
            count(colour: Colour, kind: Option<Kind>) -> u32;
            turn() -> Seat;
            ply() -> u32;
            made() -> u8;
            halfmove() -> u32;
            seat_state(seat: Seat) -> StateId;
            army_state(colour: Colour) -> StateId;
            controller(colour: Colour) -> Option<Seat>;
            counter(counter: CounterId, seat: Seat) -> i32;
            visible(seat: Seat) -> Zone;
            royals(seat: Seat) -> Zone;
            in_check(seat: Seat) -> bool;
            checkers(seat: Seat) -> Zone;
            status(seat: Seat) -> Status;
            status_without_hooks(seat: Seat) -> Option<Status>;
            attackers(square: Square, seat: Seat) -> Zone;
            moves(seat: Seat) -> Vec<Candidate>;
            can_lift(seat: Seat, mv: Move) -> bool;
            after(played: Hypothetical) -> Option<Rc<dyn View>>;
            last_checker(colour: Colour) -> Option<Seat>;
            last_mover() -> Option<Seat>;
            in_hand(seat: Seat, kind: Kind) -> u8;
            settled(seat: Seat) -> Option<SeatResult>;
            order() -> Vec<Seat>;
            detach() -> Rc<dyn View>;
        }
    };
    ($($name:ident($($arg:ident: $type:ty),*) -> $out:ty;)*) => {
        $(fn $name(&self $(, $arg: $type)*) -> $out { self.view_of().$name($($arg),*) })*
    };
}
pub(crate) use delegate_view;

impl<const W: usize> View for DetachedView<W> {
    fn rules(&self) -> &CompiledRules {
        &self.rules
    }

    fn release(&mut self) {
        self.pos.cold = None;
    }

    fn as_any_mut(&mut self) -> Option<&mut dyn Any> {
        Some(self)
    }

    delegate_view!();
}
