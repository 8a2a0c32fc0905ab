//! A rule in Rust instead of a script: king of the hill, where a king on a middle square wins.
//!
//! `cargo run --example hooks`

use std::error::Error;
use std::io::{Write as _, stdout};
use std::sync::atomic::AtomicBool;

use quadrille::engine::rules::{Filter, Handler};
use quadrille::engine::{CompiledRules, Effect, Emitted, Event, EventKind, HookError, SeatResult};
use quadrille::study::sim;
use quadrille::{AgentSpec, Hooks, Memory, Plan, Square, View, load};

/// Board, seats and pieces may come from a file, or be built in code as a `Spec`.
const GEOMETRY: &str = r#"
[variant]
id = "hill"
title = "King of the hill"

[board]
mask = """
.......
.......
.......
.......
.......
.......
.......
"""

[[seats]]
name = "white"
key = "w"
facing = "north"

[[seats]]
name = "black"
key = "b"
facing = "south"

[pieces]
king = { letter = "K", moves = "K", royal = true }
rook = { letter = "R", moves = "R", value = 5 }

[array]
picture = """
bR .  .  bK .  .  bR
.  .  .  .  .  .  .
.  .  .  .  .  .  .
.  .  .  .  .  .  .
.  .  .  .  .  .  .
.  .  .  .  .  .  .
wR .  .  wK .  .  wR
"""
"#;

/// The rule: it reads the event and the position, and emits effects.
struct Hill {
    top: Square,
}

impl Hooks for Hill {
    fn call(
        &self,
        _handler: usize,
        event: &Event<'_>,
        view: &dyn View,
        out: &mut Vec<Emitted>,
    ) -> Result<(), HookError> {
        let Event::Move { seat, .. } = *event else { return Ok(()) };
        if view.royals(seat).contains(self.top) {
            let mut results = vec![SeatResult::Loss; 2];
            results[seat.index()] = SeatResult::Win;
            out.push(Emitted { effect: Effect::Finish(results), clause: None, place: 0 });
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let library = Memory::new().with_file("hill", "geometry.toml", GEOMETRY);
    let loaded = load(&library, "hill", &[])?;
    let mut spec = loaded.spec().clone();
    // The engine calls a hook only for events that a handler asks for.
    spec.handlers.push(Handler {
        event: EventKind::Move,
        filter: Filter::default(),
        clause: None,
        judged: false,
        name: "hill".to_owned(),
    });
    let top = spec.geometry.square_named("d4").ok_or("the board has no d4")?;
    let rules = CompiledRules::new(spec)?;
    let plan = Plan {
        seed: 1,
        games: 0..100,
        agents: vec![AgentSpec::Random; 2],
        ply_limit: Some(400),
        ..Plan::default()
    };
    let stop = AtomicBool::new(false);
    let summary = sim::run(&rules, &|| Box::new(Hill { top }), &plan, &stop, &|_game| {});
    let decided: u64 = summary.seats.iter().map(|[wins, ..]| wins).sum();
    writeln!(stdout(), "{decided} of {} games were won on the hill", summary.games)?;
    Ok(())
}
