//! The interface of hooks: rules that run outside the engine. `quadrille-dsl` implements it with
//! Rhai; tests implement it in Rust.
//!
//! Hooks answer events. During move generation, hooks may also answer two kinds of questions: which
//! moves to add, and which moves to forbid. Hooks that answer such questions are expensive. They
//! are meant for rules that nothing else can express.
//!
//! Hooks never change the position. They read a [`View`] and emit effects.

use std::rc::Rc;

use crate::board::{Seat, Square};
use crate::rules::{Candidate, Emitted, Event, HookError, ScriptPlace};
use crate::state::View;

/// Rules that run outside the engine.
pub trait Hooks {
    /// Answers an event, and adds effects to `out`. `handler` is the number of the handler in
    /// [`crate::rules::Spec::handlers`].
    ///
    /// # Errors
    /// Returns a [`HookError`] if the hook fails. The engine then drops the hook's effects.
    fn call(
        &self,
        handler: usize,
        event: &Event<'_>,
        view: &dyn View,
        out: &mut Vec<Emitted>,
    ) -> Result<(), HookError>;

    /// Adds extra moves of a seat to `out`, as pairs of squares (from, to). `handler` is the number
    /// of a handler for [`crate::rules::EventKind::ExtraMoves`].
    ///
    /// The engine accepts a pair if all of the following hold:
    ///
    /// - the seat may move the piece on the first square, and the piece may enter the second
    ///   square;
    /// - the second square is empty or holds a capturable piece that is neither royal nor the
    ///   seat's own;
    /// - the move leaves royals as safe as the rules require.
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
    /// Many callers of move generation can't return errors. If a hook fails during generation, it
    /// adds no move and forbids no move, and its error is kept. The engine collects the error with
    /// this method, before the generated moves have any effect.
    fn fault(&self) -> Option<HookError> {
        None
    }

    /// Returns the number of operations that these hooks have done since their creation. If the
    /// number becomes too large during a game, playouts end the game. Hooks that don't count return
    /// 0.
    ///
    /// The hooks choose the unit of an operation, but the unit must not depend on the machine.
    /// Scripts count the steps of their interpreter.
    fn operations(&self) -> u64 {
        0
    }

    /// Returns the place in the handler's script that emitted an effect. Used for messages about
    /// the effect. `place` is the encoded place in [`crate::rules::Emitted::place`]. Returns `None`
    /// if the handler is not a script.
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
