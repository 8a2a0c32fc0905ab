//! Automated games for tests and benches. This module depends on no ruleset.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use quadrille_agents::AgentSpec;
use quadrille_core::CompiledRules;
use quadrille_study::sim::{GameRecord, HookMaker, Plan, Summary, run};

/// Returns a plan for random games on one thread. The plan does not record the actions of the
/// games.
#[must_use]
pub fn plan(games: u64, ply_limit: Option<u32>) -> Plan {
    Plan {
        seed: 1,
        games: 0..games,
        agents: vec![AgentSpec::Random],
        jobs: 1,
        ply_limit,
        ..Plan::default()
    }
}

/// Plays a plan to its end.
pub fn summary(rules: &CompiledRules, hooks: &HookMaker<'_>, plan: &Plan) -> Summary {
    run(rules, hooks, plan, &AtomicBool::new(false), &|_| {})
}

/// Plays a plan, and returns the summary and each game by its index.
pub fn records(
    rules: &CompiledRules,
    hooks: &HookMaker<'_>,
    plan: &Plan,
) -> (Summary, BTreeMap<u64, GameRecord>) {
    let records = Mutex::new(BTreeMap::new());
    let keep = |record: GameRecord| {
        records.lock().expect("nobody panics").insert(record.index, record);
    };
    let summary = run(rules, hooks, plan, &AtomicBool::new(false), &keep);
    (summary, records.into_inner().expect("nobody panics"))
}

/// Returns the median of a nonempty list, or the upper of two middle values.
#[must_use]
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
