//! Tests of the turn machine with small games. Each test states one rule about turns.

mod consequences;
mod decisions;
mod dice;
mod ends;
mod faults;
mod gates;
mod rights;
mod shuffles;
mod skips;
mod states;

use std::cell::RefCell;

use quadrille_core::{AnyGame, CompiledRules, Effect, Event, EventKind, Spec, View, game};
use quadrille_tests::table::{Script, hooked};

/// A script: a function from events to effects.
pub type Answer<'a> = &'a dyn Fn(&Event<'_>, &dyn View) -> Vec<Effect>;

/// Starts a game with a script that is called for these events. Passes the game to the test.
/// Returns the events in the order in which the script was called.
pub fn with(
    spec: Spec,
    events: &[EventKind],
    answer: Answer<'_>,
    test: impl FnOnce(&mut dyn AnyGame),
) -> Vec<String> {
    let log = RefCell::new(Vec::new());
    let rules = CompiledRules::new(hooked(spec, events)).expect("the spec is a game");
    let script = Script(|event: &Event<'_>, view: &dyn View| {
        log.borrow_mut().push(format!("{event:?}"));
        answer(event, view)
    });
    let mut game = game::start(&rules, &script).expect("no hook fails");
    test(game.as_mut());
    game::validate(&mut *game).expect("the position is sound");
    drop(game);
    log.into_inner()
}

/// Runs a test on a game without a script.
pub fn without(spec: Spec, test: impl FnOnce(&mut dyn AnyGame)) {
    with(spec, &[], &|_, _| Vec::new(), test);
}

/// A script without effects.
pub fn nothing(_: &Event<'_>, _: &dyn View) -> Vec<Effect> {
    Vec::new()
}
