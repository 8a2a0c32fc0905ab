//! Contests: agents with learned weights against the same agents without learned weights.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::learn::games::{GameRun, begin, each_game, result_shares};
use crate::sim::HookMaker;
use crate::statistics::multiple_testing::student;
use quadrille_agents::AgentSpec;
use quadrille_agents::internals::{choose_by_knowledge, make};
use quadrille_core::at_width;
use quadrille_core::internals::Machine;
use quadrille_core::rules::HookError;
use quadrille_core::state::Hooks;
use quadrille_core::tables::CompiledRules;

/// The result of a contest.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WeightsMatch {
    /// The number of games: two for each opening. In the second game, the agents have exchanged
    /// their teams.
    pub games: u64,
    /// The score of the learned weights, from 0 to 1.
    pub score: f64,
    /// Half the length of the 95 % interval; infinite for fewer than two openings.
    pub half: f64,
}

/// The games of a contest and their settings.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContestPlan {
    pub agent: AgentSpec,
    pub blocks: u64,
    pub seed: u64,
    pub ply_limit: u32,
    pub jobs: usize,
}

/// Plays a contest between two sets of weights for the same rules: the weights of `learned` and the
/// weights of `plain`. Returns `None` if `stop` is set before the contest ends.
pub(super) fn contest(
    learned: &CompiledRules,
    plain: &CompiledRules,
    hooks: &HookMaker<'_>,
    plan: ContestPlan,
    stop: &AtomicBool,
    tick: &(dyn Fn() + Sync),
) -> Result<Option<WeightsMatch>, HookError> {
    let play = |hooks: &dyn Hooks, number: u64| {
        at_width!(learned, W => {
            game::<W>(learned, plain, hooks, plan, number / 2, number % 2 == 1, stop)
        })
    };
    let played = each_game(2 * plan.blocks, plan.jobs, hooks, stop, tick, &play)?;
    let Some(scores) = played else { return Ok(None) };
    let blocks: Vec<f64> = scores.chunks(2).map(|two| two.iter().sum::<f64>() / 2.0).collect();
    let n = blocks.len() as f64;
    let score = blocks.iter().sum::<f64>() / n.max(1.0);
    let square: f64 = blocks.iter().map(|block| (block - score) * (block - score)).sum();
    let (_, high) = student(score, (square / (n - 1.0).max(1.0)).sqrt(), blocks.len(), 0.05);
    Ok(Some(WeightsMatch { games: scores.len() as u64, score, half: high - score }))
}

/// Plays one game and returns the score of the learned weights. Agents with the learned weights
/// play every second team, beginning with the first team. If `exchanged` is `true`, they begin with
/// the second team.
fn game<const W: usize>(
    learned: &CompiledRules,
    plain: &CompiledRules,
    hooks: &dyn Hooks,
    plan: ContestPlan,
    block: u64,
    exchanged: bool,
    stop: &AtomicBool,
) -> Result<f64, HookError> {
    let halted = || stop.load(Ordering::Relaxed);
    let Some(mut game) = begin::<W>(learned, hooks, plan.seed, block)? else { return Ok(0.5) };
    let Some(other) = Machine::<W>::new(plain, hooks) else { return Ok(0.5) };
    let own = game.machine;
    let spec = learned.spec();
    let ours = |team: u8| team.is_multiple_of(2) != exchanged;
    let mut agents = [make::<W>(plan.agent), make::<W>(plan.agent)];
    let run = GameRun { seed: plan.seed, index: block, ply_limit: plan.ply_limit, stop };
    let ended = run.play(&mut game, |game, seat, rng| {
        let ours = ours(spec.seats[seat.index()].team);
        // The two rulesets differ only in the weights that agents use.
        game.machine = if ours { own } else { other };
        let chosen = choose_by_knowledge(&mut *agents[usize::from(ours)], game, rng, &halted);
        game.machine = own;
        chosen
    })?;
    if !ended {
        game.stop()?;
    }
    let Some(outcome) = game.outcome() else { return Ok(0.5) };
    let shares = result_shares(spec, outcome);
    let won = shares.iter().enumerate().filter(|(team, _)| ours(*team as u8));
    Ok(won.map(|(_, share)| share).sum())
}
