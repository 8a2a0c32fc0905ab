//! Tests of the examples in the reference of words. Each example must load without a finding, and
//! each of its hooks must be called. Random games with the example must end without a fault.

use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use quadrille_agents::AgentSpec;
use quadrille_core::rules::{Candidate, ScriptPlace};
use quadrille_core::{Emitted, Event, EventKind, HookError, Hooks, Seat, Square, View};
use quadrille_dsl::diagnostic::{Code, Levels, LintLevel, LintName};
use quadrille_dsl::library::Memory;
use quadrille_dsl::script::word_reference::{self, WordEntry};
use quadrille_dsl::{Ruleset, load_until};
use quadrille_study::sim::Plan;
use quadrille_tests::games::{plan, records};

/// Loads the ruleset that all examples use, together with one example.
fn loaded(example: &str) -> Result<Ruleset, String> {
    let library = Memory::new()
        .with_file("four-camps", "geometry.toml", word_reference::BASE)
        .with_file("four-camps", "example.rhai", example);
    let describe = |findings: Vec<quadrille_dsl::Diagnostic>| {
        findings
            .iter()
            .map(|found| format!("{:?}: {}", found.code, found.message))
            .collect::<Vec<_>>()
            .join("\n")
    };
    // An example may have counters that only another script would read.
    let mut levels = Levels::default();
    levels.set(LintName::One(Code::CounterNeverRead), LintLevel::Allow);
    let loaded = load_until(&library, "four-camps", &[], &levels, &AtomicBool::new(false))
        .map_err(|error| describe(error.into_diagnostics()))?;
    // The base has items that the example does not use. The test therefore counts only warnings
    // about the example.
    let mut about = loaded.warnings();
    about.retain(|found| found.place().is_some_and(|at| at.source.name.ends_with("example.rhai")));
    if about.is_empty() { Ok(loaded) } else { Err(describe(about)) }
}

/// Hooks that count how often each handler is called.
struct Counting<'a> {
    inner: Box<dyn Hooks + 'a>,
    calls: &'a [AtomicU32],
}

impl Counting<'_> {
    fn count(&self, handler: usize) {
        self.calls[handler].fetch_add(1, Ordering::Relaxed);
    }
}

impl Hooks for Counting<'_> {
    fn call(
        &self,
        handler: usize,
        event: &Event<'_>,
        view: &dyn View,
        out: &mut Vec<Emitted>,
    ) -> Result<(), HookError> {
        self.count(handler);
        self.inner.call(handler, event, view, out)
    }

    fn extra_moves(
        &self,
        handler: usize,
        seat: Seat,
        game: &Rc<dyn View>,
        out: &mut Vec<(Square, Square)>,
    ) {
        self.count(handler);
        self.inner.extra_moves(handler, seat, game, out);
    }

    fn forbids(&self, handler: usize, candidate: &Candidate, game: &Rc<dyn View>) -> bool {
        self.count(handler);
        self.inner.forbids(handler, candidate, game)
    }

    fn fault(&self) -> Option<HookError> {
        self.inner.fault()
    }

    fn operations(&self) -> u64 {
        self.inner.operations()
    }

    fn place(&self, handler: usize, place: u64) -> Option<ScriptPlace> {
        self.inner.place(handler, place)
    }
}

/// Returns the problems of an example.
fn faults(example: &str) -> Vec<String> {
    let loaded = match loaded(example) {
        Ok(loaded) => loaded,
        Err(findings) => return vec![findings],
    };
    let handlers = &loaded.spec().handlers;
    let calls: Vec<AtomicU32> = handlers.iter().map(|_| AtomicU32::new(0)).collect();
    let idle = || {
        let quiet = |number: &usize| {
            // This hook is called only for given positions. `on_setup` of the same example calls
            // the same function.
            handlers[*number].event != EventKind::Position
                && calls[*number].load(Ordering::Relaxed) == 0
        };
        (0..handlers.len()).filter(quiet).collect::<Vec<_>>()
    };
    // Random play causes most events soon. Mates are likelier with agents that prefer captures and
    // checks.
    for (agent, games) in
        [("random", 0..2), ("greedy", 2..6), ("random", 6..40), ("greedy", 40..160)]
    {
        let agent: AgentSpec = agent.parse().unwrap();
        let plan = Plan { games, agents: vec![agent], ..plan(0, Some(600)) };
        let make = || -> Box<dyn Hooks + '_> {
            Box::new(Counting { inner: loaded.hooks(), calls: &calls })
        };
        let (_, played) = records(&loaded.rules, &make, &plan);
        for game in played.values() {
            if let Err(fault) = &game.end {
                return vec![format!("game {}: {fault}", game.index)];
            }
        }
        if idle().is_empty() {
            break;
        }
    }
    idle().into_iter().map(|number| format!("{} is never called", handlers[number].name)).collect()
}

#[test]
fn every_example_of_the_reference_is_played() {
    let all: Vec<(WordEntry, &str)> = word_reference::words()
        .flat_map(|word| word.examples().map(|text| (word, text)).collect::<Vec<_>>())
        .collect();
    assert!(all.len() > 100);
    let mut wrong = Vec::new();
    for (word, example) in all {
        wrong.extend(faults(example).into_iter().map(|fault| format!("{}: {fault}", word.key)));
    }
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
}
