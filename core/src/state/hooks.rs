//! The interface of hooks: rules that run outside the engine. `quadrille-dsl` implements it with
//! Rhai; tests implement it in Rust.
//!
//! Hooks answer events. They may also answer two kinds of questions during move generation: which
//! moves to add, and which to forbid. These are expensive, and meant for rules that nothing else
//! can express.
//!
//! Hooks never change the position. They read a [`View`] and emit effects.

use std::rc::Rc;

use crate::board::{Seat, Square};
use crate::rules::{Candidate, Emitted, Event, HookError, ScriptPlace};
use crate::state::View;

/// Rules that run outside the engine.
pub trait Hooks {
    /// Answers an event with a handler, given by its number in [`crate::rules::Spec::handlers`].
    /// Adds effects to `out`.
    ///
    /// # Errors
    /// If the hook fails. Its effects are then dropped.
    fn call(
        &self,
        handler: usize,
        event: &Event<'_>,
        view: &dyn View,
        out: &mut Vec<Emitted>,
    ) -> Result<(), HookError>;

    /// Adds to `out` the extra moves of a seat, as pairs of squares (from, to), by a handler for
    /// [`crate::rules::EventKind::ExtraMoves`].
    ///
    /// The engine accepts a pair if all of the following hold:
    ///
    /// - the seat moves the piece on the first square, and the piece may enter the second;
    /// - the second square is empty or holds a capturable piece that is neither royal nor the
    ///   seat's own;
    /// - the move satisfies protection.
    ///
    /// Extra moves never give check. `game` is a copy of the position that calls no hooks.
    fn extra_moves(
        &self,
        handler: usize,
        seat: Seat,
        game: &Rc<dyn View>,
        out: &mut Vec<(Square, Square)>,
    ) {
        let _ = (handler, seat, game, out);
    }

    /// Returns `true` if a handler for [`crate::rules::EventKind::Forbids`] forbids a move that is
    /// otherwise legal. `game` is a copy of the position that calls no hooks.
    fn forbids(&self, handler: usize, candidate: &Candidate, game: &Rc<dyn View>) -> bool {
        let _ = (handler, candidate, game);
        false
    }

    /// Returns the first error of [`Hooks::extra_moves`] or [`Hooks::forbids`] since the last call
    /// of this function.
    ///
    /// Many callers of move generation can't return errors. A hook that fails there adds and
    /// forbids nothing. Its error is kept, and the engine collects it before such moves have any
    /// effect.
    fn fault(&self) -> Option<HookError> {
        None
    }

    /// Returns the number of operations that these hooks have taken since they were made. Playouts
    /// end a game whose hooks take too many. Hooks that don't count return 0.
    ///
    /// The unit is up to the hooks, but must not depend on the machine. Scripts count the steps of
    /// their interpreter.
    fn operations(&self) -> u64 {
        0
    }

    /// Returns the place in a handler's script that an effect carries, for messages about the
    /// effect; `None` if the handler is not a script.
    fn place(&self, handler: usize, place: u64) -> Option<ScriptPlace> {
        let _ = (handler, place);
        None
    }
}

/// No hooks.
#[derive(Debug)]
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
