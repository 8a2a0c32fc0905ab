//! The interface of hooks: rules that run outside the engine. `quadrille-dsl` implements it with
//! Rhai; tests implement it in Rust.
//!
//! Hooks answer events. They may also answer two kinds of question during move generation: which
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
    /// Answers an event by a handler, given by its number in [`crate::rules::Spec::handlers`]. Adds
    /// effects to `out`.
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
    /// The engine accepts a pair if the seat moves the piece on the first square, the piece may
    /// enter the second, it is empty or holds a capturable piece that is neither royal nor the
    /// seat's own, and the move satisfies protection. Extra moves never give check. `game` is a
    /// copy of the position that calls no hooks.
    fn extra_moves(
        &self,
        handler: usize,
        seat: Seat,
        game: &Rc<dyn View>,
        out: &mut Vec<(Square, Square)>,
    ) {
        let _ = (handler, seat, game, out);
    }

    /// Whether a handler for [`crate::rules::EventKind::Forbids`] forbids a move that is otherwise
    /// legal. `game` is as for [`Hooks::extra_moves`].
    fn forbids(&self, handler: usize, candidate: &Candidate, game: &Rc<dyn View>) -> bool {
        let _ = (handler, candidate, game);
        false
    }

    /// The first failure of [`Hooks::extra_moves`] or [`Hooks::forbids`] since the last call of
    /// this function.
    ///
    /// Many callers of move generation can't return errors. A hook that fails there adds and
    /// forbids nothing, its failure is kept, and the engine collects it before such moves have any
    /// effect.
    fn fault(&self) -> Option<HookError> {
        None
    }

    /// The operations that these hooks have taken since they were made, in a unit of their own that does
    /// not depend on the machine: of scripts, the steps of their interpreter. Playouts end a game
    /// whose hooks take too many. 0 for hooks that don't count.
    fn operations(&self) -> u64 {
        0
    }

    /// The place in a handler's script that an effect carries, for messages about it; none of a handler that is no script.
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
