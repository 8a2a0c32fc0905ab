//! A host that is made when a game first calls a hook.

use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

use quadrille_core::rules::ScriptPlace;
use quadrille_core::{Candidate, Emitted, Event, HookError, Hooks, Ruleset, Seat, Square, View};

use super::Host;
use crate::script::program::Scripts;

/// The scripts of a ruleset, made ready by the first call. Making a [`Host`] compiles every script, which takes milliseconds,
/// and many games call none: those of a search of few positions, or of a count of leaves.
pub struct LazyHost {
    scripts: Arc<Scripts>,
    rules: Ruleset,
    host: OnceCell<Host>,
}

impl LazyHost {
    pub(crate) fn new(scripts: &Arc<Scripts>, rules: &Ruleset) -> Self {
        Self { scripts: Arc::clone(scripts), rules: rules.clone(), host: OnceCell::new() }
    }

    fn host(&self) -> &Host {
        self.host.get_or_init(|| Host::new(&self.scripts, &self.rules))
    }
}

impl Hooks for LazyHost {
    fn call(
        &self,
        handler: usize,
        event: &Event<'_>,
        view: &dyn View,
        out: &mut Vec<Emitted>,
    ) -> Result<(), HookError> {
        self.host().call(handler, event, view, out)
    }

    fn extra_moves(
        &self,
        handler: usize,
        seat: Seat,
        game: &Rc<dyn View>,
        out: &mut Vec<(Square, Square)>,
    ) {
        self.host().extra_moves(handler, seat, game, out);
    }

    fn forbids(&self, handler: usize, candidate: &Candidate, game: &Rc<dyn View>) -> bool {
        self.host().forbids(handler, candidate, game)
    }

    fn fault(&self) -> Option<HookError> {
        self.host.get()?.fault()
    }

    fn operations(&self) -> u64 {
        self.host.get().map_or(0, Hooks::operations)
    }

    fn place(&self, handler: usize, place: u64) -> Option<ScriptPlace> {
        self.host().place(handler, place)
    }
}
