//! Checks that no memory is allocated when a ply is played. A little memory may be allocated when a
//! game starts or ends. The test counts all allocations of the program, so this program contains no
//! other test.

use std::alloc::System;

use quadrille_core::CompiledRules;
use quadrille_study::sim::Plan;
use quadrille_tests::{OrthodoxEnds, games, orthodox};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const GAMES: u64 = 40;

/// Returns the number of plies and the number of allocations when one thread plays these games with
/// this ply limit.
fn cost(rules: &CompiledRules, games: u64, limit: u32) -> (u64, usize) {
    let plan = Plan { seed: 3, ..games::plan(games, Some(limit)) };
    let region = Region::new(ALLOCATOR);
    let summary = games::summary(rules, &|| Box::new(OrthodoxEnds), &plan);
    let stats = region.change();
    assert_eq!(summary.faults, 0);
    (summary.plies, stats.allocations + stats.reallocations)
}

#[test]
fn plies_grow_and_allocations_do_not() {
    let rules = CompiledRules::new(orthodox()).expect("chess is a game");
    let _warm = cost(&rules, 2, 200);
    let (short, few) = cost(&rules, GAMES, 30);
    let (long, more) = cost(&rules, GAMES, 600);
    let plies = long - short;
    assert!(plies > 100 * GAMES, "only {plies} plies more");
    // Mates, draws and growing lists of positions may allocate per game, but not per ply.
    let allowed = 20 * GAMES as usize;
    assert!(more < few + allowed, "{plies} plies more took {} allocations more", more - few);

    let (_, half) = cost(&rules, GAMES / 2, 600);
    let per_game = (more - half) / (GAMES / 2) as usize;
    assert!(per_game < 20, "a game takes {per_game} allocations");
}
