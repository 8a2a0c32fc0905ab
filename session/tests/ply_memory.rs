//! Measures the memory of a game's plies. The measurement counts all allocations of the program, so
//! this program contains no other test.

use std::alloc::System;
use std::sync::Arc;

use quadrille_agents::AgentSpec;
use quadrille_dsl::library::Shipped;
use quadrille_dsl::{Library as _, load};
use quadrille_session::Game;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The maximum memory of a ply in a shipped ruleset, in bytes. `docs/explanation/trust.md` contains
/// the same limit.
const MAX_PLY_BYTES: usize = 24 << 10;

/// The numbers of plies after which the memory is measured. Between them, no list of rules or of
/// scripts grows.
const PLIES: [usize; 2] = [40, 160];

/// Plays random actions until the game has this number of plies or is over.
fn play(game: &mut Game, plies: usize) {
    for ply in game.ply()..plies {
        let advice = game.advise(AgentSpec::Random, ply as u64, &|| false).expect("no hook fails");
        let Some(action) = advice.action else { return };
        game.play(&action).expect("it is legal");
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "the table shows how close each ruleset is to the limit")]
fn a_ply_of_a_shipped_ruleset_needs_little_memory() {
    for name in Shipped.names() {
        let rules = Arc::new(load(&Shipped, &name, &[]).expect("a shipped ruleset"));
        let mut game = Game::start(rules).expect("no hook fails");
        play(&mut game, PLIES[0]);
        let before = game.ply();
        let region = Region::new(ALLOCATOR);
        play(&mut game, PLIES[1]);
        let change = region.change();
        let kept = change.bytes_allocated as isize + change.bytes_reallocated
            - change.bytes_deallocated as isize;
        let plies = game.ply() - before;
        if let Some(bytes) = usize::try_from(kept).unwrap_or_default().checked_div(plies) {
            println!("{bytes:>6} bytes a ply: {name}, {plies} plies");
            assert!(bytes <= MAX_PLY_BYTES, "{name} needs {bytes} bytes for a ply");
        }
    }
}
