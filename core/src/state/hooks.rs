//! Where rules from outside come in: events, the filters that keep them cold, and the trait that
//! answers them. `dsl` implements it with Rhai; a test does in ten lines of Rust.
//!
//! Besides events there are two questions, asked while moves are generated: which moves there are more,
//! and which are forbidden. They are the expensive way to a rule that nothing else can say.
//!
//! Hooks never touch the position. They read a [`View`] and emit effects.

use std::rc::Rc;

use crate::board::{Seat, Square};
use crate::rules::{Candidate, Emitted, Event, HookError};
use crate::state::View;

/// Rules from outside.
pub trait Hooks {
    /// Answers an event for the handler of this number in [`crate::rules::Spec::handlers`], by
    /// adding effects to `out`.
    ///
    /// # Errors
    /// If the hook fails; its effects are then dropped.
    fn call(
        &self,
        handler: usize,
        event: &Event<'_>,
        view: &dyn View,
        out: &mut Vec<Emitted>,
    ) -> Result<(), HookError>;

    /// Adds to `out` what moves a seat has besides those of its pieces' movements, as pairs of squares,
    /// by the handler of this number, which is for [`crate::rules::EventKind::ExtraMoves`].
    ///
    /// Of these, the engine takes those that go from a piece that the seat moves to a square that it
    /// may enter, empty or of a piece who may be captured and is neither royal nor the seat's own, and that
    /// leave protected royals as safe as any move must. They never give check. `game` is the position
    /// by itself, where no hook is asked about moves.
    fn extra_moves(
        &self,
        handler: usize,
        seat: Seat,
        game: &Rc<dyn View>,
        out: &mut Vec<(Square, Square)>,
    ) {
        let _ = (handler, seat, game, out);
    }

    /// Whether a move that is legal else is forbidden by the handler of this number, which is for
    /// [`crate::rules::EventKind::Forbids`]. `game` is as for [`Hooks::extra_moves`].
    fn forbids(&self, handler: usize, candidate: &Candidate, game: &Rc<dyn View>) -> bool {
        let _ = (handler, candidate, game);
        false
    }

    /// The first failure of [`Hooks::extra_moves`] or [`Hooks::forbids`] since this was last called.
    ///
    /// Moves are generated in many places that know of no errors. So a hook that fails there offers
    /// and forbids nothing, its failure is kept, and the engine asks for it before anything comes
    /// of such moves.
    fn fault(&self) -> Option<HookError> {
        None
    }
}

/// No rules from outside.
pub struct NoHooks;

impl Hooks for NoHooks {
    fn call(
        &self,
        _: usize,
        _: &Event<'_>,
        _: &dyn View,
        _: &mut Vec<Emitted>,
    ) -> Result<(), HookError> {
        Ok(())
    }
}
