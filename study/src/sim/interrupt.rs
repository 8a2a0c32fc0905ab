//! Hooks that end a game as soon as the caller sets a flag.

use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_core::board::{Seat, Square};
use quadrille_core::rules::{Candidate, Emitted, Event, HookError, ScriptPlace};
use quadrille_core::state::{Hooks, View};

/// Hooks that fail once a flag is set. If a game, a search, perft or a lesson uses these hooks, it
/// ends at its next call of a hook. The code that sets the flag must discard the result, because
/// the failure is not a fault of the rules.
pub struct Interruptible<'a> {
    hooks: &'a dyn Hooks,
    stop: &'a AtomicBool,
}

impl std::fmt::Debug for Interruptible<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Interruptible").finish_non_exhaustive()
    }
}

impl<'a> Interruptible<'a> {
    /// Returns hooks that pass calls to `hooks`, and that fail once `stop` is set.
    #[must_use]
    pub fn new(hooks: &'a dyn Hooks, stop: &'a AtomicBool) -> Self {
        Self { hooks, stop }
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn failure() -> HookError {
        HookError::new("none", "interrupted")
    }
}

impl Hooks for Interruptible<'_> {
    fn call(
        &self,
        handler: usize,
        event: &Event<'_>,
        view: &dyn View,
        out: &mut Vec<Emitted>,
    ) -> Result<(), HookError> {
        if self.stopped() {
            return Err(Self::failure());
        }
        self.hooks.call(handler, event, view, out)
    }

    fn extra_moves(
        &self,
        handler: usize,
        seat: Seat,
        game: &Rc<dyn View>,
        out: &mut Vec<(Square, Square)>,
    ) {
        if !self.stopped() {
            self.hooks.extra_moves(handler, seat, game, out);
        }
    }

    fn forbids(&self, handler: usize, candidate: &Candidate, game: &Rc<dyn View>) -> bool {
        !self.stopped() && self.hooks.forbids(handler, candidate, game)
    }

    fn fault(&self) -> Option<HookError> {
        if self.stopped() { Some(Self::failure()) } else { self.hooks.fault() }
    }

    fn operations(&self) -> u64 {
        self.hooks.operations()
    }

    fn place(&self, handler: usize, place: u64) -> Option<ScriptPlace> {
        self.hooks.place(handler, place)
    }
}
