//! The course of learning, stage by stage.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::learn::contest::{ContestPlan, WeightsMatch, contest};
use crate::learn::features::{Layout, numbers};
use crate::learn::fit::{Belief, FitSample, FittedGame, Prior, Scale, aim, fit, loss};
use crate::learn::games::{GamesPlan, positions};
use crate::learn::train::{Samples, Trainer};
use crate::sim::HookMaker;
use quadrille_agents::AgentSpec;
use quadrille_agents::internals::derived_weights;
use quadrille_core::rules::{HookError, NetworkShape, Weights};
use quadrille_core::tables::CompiledRules;

/// Of every group of this many games, one game is not used for the fit. Such games serve to test
/// the fitted weights.
const HELD_OUT_EVERY: usize = 8;
/// The target of a position is a weighted mean of later search results and of the game's result.
/// From one decision to the next, the weight of a search result is multiplied by this factor. The
/// result of the game has the remaining weight.
const VALUE_DECAY: f64 = 0.7;
/// The maximum number of positions from earlier stages that count in the fit. Such positions come
/// from games of weaker agents, so they teach less.
const MAX_PRIOR_POSITIONS: f64 = 100_000.0;
/// A number that changes the seed for contests. The random streams of contests therefore differ
/// from the streams of the training games. Contests that select the scale of a network use the
/// number `TRIAL_SEED` instead.
const CONTEST_SEED: u64 = 0x5eed_0fc0_17e5_7000;
const TRIAL_SEED: u64 = 0x5eed_0f72_1a15_0000;

/// The factors by which contests may scale the outputs of a network.
///
/// Training sets the outputs to the scale that the training games suggest. These games do not
/// reveal which scale plays best.
pub const OUTPUT_SCALES: [f64; 4] = [0.25, 0.5, 1.0, 2.0];
/// The index in [`OUTPUT_SCALES`] of the default factor. The default factor is used if the
/// differences between the contests may be due to chance.
const DEFAULT_OUTPUT_SCALE: usize = 2;

/// Returns the index of the best of [`OUTPUT_SCALES`], judged by the contests of the scales. The
/// score is assumed to depend on the scale like a parabola. Deviations from the parabola are
/// assumed to be due to chance. The function returns a scale other than the default only if its
/// score is clearly better than the score of the default. For each doubling or halving between the
/// two scales, the difference of the scores must be at least one standard error.
fn best_size(contests: &[WeightsMatch]) -> usize {
    // The cubic component of four scores at equal distances, which a parabola lacks.
    const CUBIC: [f64; 4] = [-1.0, 3.0, -3.0, 1.0];
    let cubic: f64 = contests.iter().zip(CUBIC).map(|(of, part)| of.score * part / 20.0).sum();
    let halves = contests.iter().map(|contest| contest.half);
    let error = (halves.sum::<f64>() / contests.len().max(1) as f64 / 2.0).max(1e-6);
    if !error.is_finite() {
        return DEFAULT_OUTPUT_SCALE;
    }
    let worth = contests.iter().zip(CUBIC).enumerate().map(|(at, (of, part))| {
        (at, of.score - cubic * part - error * at.abs_diff(DEFAULT_OUTPUT_SCALE) as f64)
    });
    worth
        .max_by(|(_, one), (_, other)| one.total_cmp(other))
        .map_or(DEFAULT_OUTPUT_SCALE, |(at, _)| at)
}

/// The plan of learning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LearnPlan {
    /// The agent that plays the games.
    pub agent: AgentSpec,
    /// The number of games of each stage.
    pub games: u64,
    /// The seed of all games.
    pub seed: u64,
    /// The number of plies after which a game is stopped.
    pub ply_limit: u32,
    /// The number of openings of each contest. Each opening is played twice.
    pub openings: u64,
    /// The number of threads.
    pub jobs: usize,
    /// `true` to train a network whose outputs are added to the evaluation. `false` to fit the
    /// weights.
    pub network: bool,
}

/// The results of a completed stage.
#[derive(Clone, PartialEq, Debug)]
pub struct LearningStage {
    /// The total number of games up to this stage.
    pub games: u64,
    /// The total number of fitted positions up to this stage.
    pub positions: u64,
    /// The loss in the games that were not used for the fit, before the stage and after it. The
    /// loss is the mean cross entropy minus its minimum.
    pub held_out: (f64, f64),
    /// The factor for the outputs of the network, if contests selected it.
    pub size: Option<f64>,
    /// The contest against weights from the rules, if one was played.
    pub contest: Option<WeightsMatch>,
}

/// The state of learning after a stage. All later stages depend only on this state, the rules and
/// the plan.
#[derive(Clone, PartialEq, Debug)]
pub struct Learned {
    /// The weights learned so far.
    pub weights: Weights,
    /// The completed stages.
    pub stages: Vec<LearningStage>,
}

/// Returns the games that are held out of the fit, or all other games if `held_out` is `false`.
fn part(games: &[FittedGame], held_out: bool) -> impl Iterator<Item = &FittedGame> {
    let numbered = games.iter().enumerate();
    // The length of an opening depends on the game's number. The place of the held-out game
    // therefore moves, so that openings of all lengths are held out.
    let is_held_out =
        |number: usize| number / HELD_OUT_EVERY % HELD_OUT_EVERY == number % HELD_OUT_EVERY;
    let part = numbered.filter(move |(number, _)| is_held_out(*number) == held_out);
    part.map(|(_, game)| game)
}

/// A learner, which learns the weights of a ruleset in stages.
#[derive(Debug)]
pub struct Learner {
    plain: CompiledRules,
    plan: LearnPlan,
    learned: Learned,
}

impl Learner {
    /// Creates a learner. Learning starts with the weights that are derived from the rules, or
    /// continues from `before`, the earlier results of the same plan. The weights that the ruleset
    /// contains are ignored. Returns `None` if the weights do not fit the rules.
    #[must_use]
    pub fn new(rules: &CompiledRules, plan: LearnPlan, before: Option<Learned>) -> Option<Self> {
        let plain = rules.with_weights(None)?;
        let nothing = || Learned { weights: derived_weights(&plain), stages: Vec::new() };
        let learned = before.unwrap_or_else(nothing);
        learned.weights.fits(plain.spec().weight_shape()).then_some(Self { plain, plan, learned })
    }

    /// Returns the results so far.
    #[must_use]
    pub fn learned(&self) -> &Learned {
        &self.learned
    }

    /// Returns the ruleset with the weights learned so far.
    #[must_use]
    pub fn rules(&self) -> Option<CompiledRules> {
        self.plain.with_weights(Some(self.learned.weights.clone()))
    }

    /// Plays the games of the next stage. Then fits the weights to these games, or trains the
    /// network with them.
    ///
    /// `tick` is called after each game. `trained` is called after each batch of the training, with
    /// the total number of batches. If `stop` is set, the function returns `false`, and the stage
    /// has no effect.
    ///
    /// # Errors
    /// Returns the hook's error if a hook fails in a game.
    pub fn stage(
        &mut self,
        hooks: &HookMaker<'_>,
        stop: &AtomicBool,
        tick: &(dyn Fn() + Sync),
        trained: &dyn Fn(u32),
    ) -> Result<bool, HookError> {
        let Some(rules) = self.rules() else { return Ok(false) };
        let LearnPlan { agent, games, seed, ply_limit, jobs, network, .. } = self.plan;
        let (played, known) = match self.learned.stages.last() {
            Some(stage) => (stage.games, stage.positions),
            None => (0, 0),
        };
        let plan = GamesPlan { agent, first: played, games, seed, ply_limit, jobs, network };
        let Some(mut games_played) = positions(&rules, hooks, plan, stop, tick)? else {
            return Ok(false);
        };
        let belief = Belief::best(&part(&games_played, false).collect::<Vec<_>>());
        aim(&mut games_played, belief, VALUE_DECAY);
        let samples_of = |held_out: bool| -> Vec<&FitSample> {
            part(&games_played, held_out).flat_map(|game| &game.quiet).collect()
        };
        let (fitted, held_out) = (samples_of(false), samples_of(true));
        let start = numbers(&self.learned.weights);
        // A factor that all weights share carries no information. `scale` takes up this factor, so
        // that the fit does not have to find it.
        let (scale, trusted) = Scale::best(&fitted, &start);
        let held_out_loss = if network {
            let number = self.learned.stages.len() as u64;
            let known = self.learned.weights.network.as_deref();
            // The scale that earlier contests selected also applies to the next network.
            let size: f64 = self.learned.stages.iter().filter_map(|stage| stage.size).product();
            let shape = NetworkShape::of(self.plain.spec());
            let mut trainer = Trainer::new(shape, known, (scale, trusted), size, seed);
            let samples = Samples { fitted: &fitted, held_out: &held_out };
            let Some((network, losses)) = trainer.train(samples, seed ^ number, stop, trained)
            else {
                return Ok(false);
            };
            self.learned.weights.network = Some(Arc::new(network));
            losses
        } else {
            let layout = Layout::of(self.plain.spec());
            let derived = numbers(&derived_weights(&self.plain));
            let spread: Vec<f64> =
                derived.iter().enumerate().map(|(at, of)| layout.spread(at, *of)).collect();
            let known = (known as f64).min(MAX_PRIOR_POSITIONS);
            let before = loss(&held_out, &start, scale);
            let prior = Prior { start: &start, known, derived: &derived, spread: &spread };
            let weights = fit(&fitted, games as usize, &prior, scale);
            self.take(&weights);
            (before, loss(&held_out, &weights, scale))
        };
        let positions = known + fitted.len() as u64;
        let (games, held_out) = (played + games, held_out_loss);
        self.learned.stages.push(LearningStage {
            games,
            positions,
            held_out,
            size: None,
            contest: None,
        });
        Ok(true)
    }

    /// Replaces the weights by fitted weights, which are rounded. Fractions are clamped to 0..2.
    /// All other weights are multiplied by a common factor from 0.25 to 4. Within these limits, the
    /// factor keeps the total value of the armies at the start unchanged.
    fn take(&mut self, weights: &[f64]) {
        let spec = self.plain.spec();
        let layout = Layout::of(spec);
        let before = numbers(&self.learned.weights);
        let factor = layout.armies(spec, &before) / layout.armies(spec, weights).max(1.0);
        let factor = factor.clamp(0.25, 4.0);
        let rounded: Vec<i32> = weights
            .iter()
            .enumerate()
            .map(|(number, weight)| match layout.is_part(number) {
                true => weight.clamp(0.0, 2000.0).round() as i32,
                false => (weight * factor).round() as i32,
            })
            .collect();
        self.learned.weights = self.learned.weights.with_numbers(&rounded);
        for kind in &mut self.learned.weights.kinds {
            kind.value = kind.value.max(10);
        }
    }

    /// Plays the learned weights against the derived weights, and stores the result with the last
    /// stage. Returns `false` if `stop` was set.
    ///
    /// # Errors
    /// Returns the hook's error if a hook fails in a game.
    pub fn contest(
        &mut self,
        agent: AgentSpec,
        hooks: &HookMaker<'_>,
        stop: &AtomicBool,
        tick: &(dyn Fn() + Sync),
    ) -> Result<bool, HookError> {
        let found =
            self.against_rules(&self.learned.weights, CONTEST_SEED, agent, hooks, stop, tick)?;
        if let Some(stage) = self.learned.stages.last_mut() {
            stage.contest = found;
        }
        Ok(found.is_some())
    }

    /// For each of [`OUTPUT_SCALES`], plays a contest of the scaled network against the derived
    /// weights. Then scales the network's outputs by the best factor. If `stop` is set, the
    /// function returns `false` and selects no scale.
    ///
    /// # Errors
    /// Returns the hook's error if a hook fails in a game.
    pub fn choose_size(
        &mut self,
        agent: AgentSpec,
        hooks: &HookMaker<'_>,
        stop: &AtomicBool,
        tick: &(dyn Fn() + Sync),
    ) -> Result<bool, HookError> {
        let Some(network) = self.learned.weights.network.clone() else { return Ok(false) };
        let sized = |size: f64| {
            let network = Some(Arc::new(network.with_outputs_times(size)));
            Weights { network, ..self.learned.weights.clone() }
        };
        let mut contests = Vec::new();
        for size in OUTPUT_SCALES {
            let found = self.against_rules(&sized(size), TRIAL_SEED, agent, hooks, stop, tick)?;
            let Some(found) = found else { return Ok(false) };
            contests.push(found);
        }
        let size = OUTPUT_SCALES[best_size(&contests)];
        self.learned.weights = sized(size);
        if let Some(stage) = self.learned.stages.last_mut() {
            stage.size = Some(size);
        }
        Ok(true)
    }

    /// Plays a contest of `weights` against the derived weights. Returns `None` if `stop` was set.
    fn against_rules(
        &self,
        weights: &Weights,
        stream: u64,
        agent: AgentSpec,
        hooks: &HookMaker<'_>,
        stop: &AtomicBool,
        tick: &(dyn Fn() + Sync),
    ) -> Result<Option<WeightsMatch>, HookError> {
        let Some(rules) = self.plain.with_weights(Some(weights.clone())) else { return Ok(None) };
        let LearnPlan { openings, seed, ply_limit, jobs, .. } = self.plan;
        let seed = seed ^ stream;
        let plan = ContestPlan { agent, blocks: openings, seed, ply_limit, jobs };
        contest(&rules, &self.plain, hooks, plan, stop, tick)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_chosen_only_where_contests_tell_more_than_chance() {
        let chosen = |scores: [f64; 4], half: f64| {
            let contest = |score| WeightsMatch { games: 200, score, half };
            OUTPUT_SCALES[best_size(&scores.map(contest))]
        };
        let falling = [0.74, 0.70, 0.64, 0.55];
        assert_eq!(chosen(falling, 0.06), 0.25);
        assert_eq!(chosen(falling, 0.15), 1.0);
        assert_eq!(chosen(falling, f64::INFINITY), 1.0);
        assert_eq!(chosen([0.52, 0.57, 0.66, 0.72], 0.06), 2.0);
        // A single score that does not fit the parabola is chance.
        assert_eq!(chosen([0.60, 0.58, 0.63, 0.50], 0.02), 0.5);
        assert_eq!(chosen([0.5; 4], 0.0), 1.0);
    }
}
