//! Fits weights to positions. Earlier weights, and the weights derived from the rules, are prior
//! knowledge.
//!
//! A team's winning chances are modelled as in the evaluation: the ratio of two teams'
//! strengths doubles for each lead of 0.12 armies. The fit minimises the cross entropy with full-batch Adam (Kingma and Ba, 2015).
//! Each weight is scaled by its influence on the loss.

use crate::learn::features::{NetworkView, Sparse, dot};
use quadrille_agents::internals::LEAD_PER_DOUBLING;
use quadrille_core::numeric::math::{exp, ln};

/// The number of steps of the fit.
const FIT_STEPS: u32 = 250;
/// The length of the first step. Later steps are shorter.
const FIRST_STEP_LENGTH: f64 = 0.01;

/// The value that stands for a team that has lost. The share of such a team is 0.
pub(super) const LOST_STRENGTH: f64 = f64::NEG_INFINITY;

/// A position. It contains each team's factors for the weights, and each team's target share.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct FitSample {
    /// For each team, the factors of the fitted weights.
    pub features: Vec<Sparse>,
    /// For each team, the part of the team's value that the fit can't change, in thousandths of a
    /// unit. This part is [`LOST_STRENGTH`] if the team has lost.
    pub rest: Vec<f64>,
    /// The input of a network for the position, if a network is trained.
    pub seen: NetworkView,
    /// The number of decisions in the game that were searched before this position.
    pub decision: usize,
    /// The target share of each team.
    pub target: Vec<f32>,
}

impl FitSample {
    /// Computes the value of each team by these weights, in thousandths of a unit.
    pub fn leads(&self, weights: &[f64], out: &mut Vec<f64>) {
        out.clone_from(&self.rest);
        out.iter_mut().zip(&self.features).for_each(|(x, team)| *x += dot(team, weights));
    }

    /// Computes the teams' shares by these weights.
    pub fn shares(&self, weights: &[f64], scale: Scale, out: &mut Vec<f64>) {
        self.leads(weights, out);
        scale.shares(out);
    }
}

/// The data of a game that the fit needs: its search results, its outcome and its quiet positions.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct FittedGame {
    /// For each searched decision, the team that decided, and the share that the search expected
    /// for this team.
    pub searched: Vec<(usize, f64)>,
    /// Each team's share of the result.
    pub result: Vec<f64>,
    /// `true` if the game was stopped at the limit. Such a game has no result. `result` then
    /// contains an equal share for each team that had not lost.
    pub stopped: bool,
    pub quiet: Vec<FitSample>,
}

impl FittedGame {
    /// Returns each team's share at the end of the game. If the game was stopped at the limit,
    /// these shares are computed with `belief` from the last search result of each team. If the
    /// equal shares of a stopped game were used, the game would count as a draw even if a team led.
    fn end(&self, belief: Belief) -> Vec<f64> {
        let mut end = self.result.clone();
        if self.stopped {
            let mut known = vec![false; end.len()];
            for (team, share) in self.searched.iter().rev() {
                if end[*team] > 0.0 && !std::mem::replace(&mut known[*team], true) {
                    end[*team] = believed(*share, belief);
                }
            }
            share_out(&mut end, belief.trust);
        }
        end
    }

    /// Sets the target shares of each quiet position. A target is a weighted mean of the shares
    /// that searches expected at the position's decision and at later decisions, and of the result
    /// of the game. From one decision to the next, the weight of the expected shares is multiplied
    /// by `lasting`. The result has the remaining weight.
    fn aim(&mut self, belief: Belief, lasting: f64) {
        let end = self.end(belief);
        let mut target = end.clone();
        let mut left = self.quiet.iter_mut().rev().peekable();
        expected(&self.searched, &end, belief, |number, expected| {
            target.iter_mut().zip(expected).for_each(|(target, expected)| {
                *target = lasting * *target + (1.0 - lasting) * expected;
            });
            if let Some(sample) = left.next_if(|sample| sample.decision == number) {
                sample.target = target.iter().map(|share| *share as f32).collect();
            }
        });
    }
}

/// Returns the share that is believed if a search expects `share`. The caller has to scale the
/// believed shares of all teams so that they add up to 1.
fn believed(share: f64, belief: Belief) -> f64 {
    exp(ln(share) * belief.power)
}

/// Calls the function `of` for each searched decision, from the last to the first. The function
/// receives the number of the decision and the expected share of each team. The expected share of a
/// team comes from the first search by this team at the decision or after it. If the team does not
/// search again, its share at the end of the game is used.
fn expected(
    searched: &[(usize, f64)],
    end: &[f64],
    belief: Belief,
    mut of: impl FnMut(usize, &[f64]),
) {
    let mut next = end.to_vec();
    let mut expected = Vec::new();
    for (number, (team, share)) in searched.iter().enumerate().rev() {
        next[*team] = believed(*share, belief);
        expected.clone_from(&next);
        share_out(&mut expected, belief.trust);
        of(number, &expected);
    }
}

/// The influence of leads on the teams' shares.
///
/// A share is a sum of two parts. The first part has the weight `trust`. In this part, shares are
/// proportional to the exponential of `per_lead` times the lead, in thousandths of a unit. The
/// second part has the remaining weight, and is divided equally among the teams that have not lost.
/// The second part is needed because many games are drawn, or are stopped at the limit, even if a
/// lead is large. Without the second part, large leads would appear to be worth less than small
/// leads.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Scale {
    pub per_lead: f64,
    /// The weight of the part of the shares that leads determine, from 0 to 1.
    pub trust: f64,
}

impl Scale {
    /// Returns the scale that the evaluation uses. Its trust is 1.
    pub fn of_evaluation() -> Self {
        Self { per_lead: std::f64::consts::LN_2 / LEAD_PER_DOUBLING, trust: 1.0 }
    }

    /// Returns the scale with which these weights explain the target shares best. The second value
    /// is the best `per_lead` under the condition that the trust is 1.
    pub fn best(samples: &[&FitSample], weights: &[f64]) -> (Self, f64) {
        let mut leads = Vec::new();
        let some = samples.iter().step_by(samples.len().div_ceil(MAX_SCALE_POSITIONS).max(1));
        let known: Vec<_> = some
            .map(|sample| {
                sample.leads(weights, &mut leads);
                (leads.clone(), &sample.target)
            })
            .collect();
        let start = Self::of_evaluation().per_lead;
        let mut out = Vec::new();
        let (trusted, full) = most_likely(|power, trust| {
            let scale = Self { per_lead: start * power, trust };
            let each = known.iter().map(|(leads, shares)| {
                out.clone_from(leads);
                scale.shares(&mut out);
                divergence(&out, shares)
            });
            each.sum::<f64>() / known.len().max(1) as f64
        });
        let (power, trust) = trusted;
        (Self { per_lead: start * power, trust }, start * full)
    }

    /// Converts the leads of teams to shares.
    pub fn shares(self, of: &mut [f64]) {
        let most = of.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        of.iter_mut().for_each(|x| *x = exp((*x - most) * self.per_lead));
        share_out(of, self.trust);
    }

    /// Computes the gradient of the cross entropy between shares and target. The variables are the
    /// teams' leads times `per_lead`.
    pub fn slopes<T: Copy + Into<f64>>(self, shares: &[f64], target: &[T], out: &mut Vec<f64>) {
        let kept = kept(shares, self.trust);
        // For each team that has not lost: the part of its share that follows from its lead, and
        // the ratio of target to share.
        let each = || {
            let pairs = shares.iter().zip(target.iter().map(|target| (*target).into()));
            pairs.map(|(share, target): (&f64, f64)| match *share > 0.0 {
                true => (share - kept, target / share),
                false => (0.0, 0.0),
            })
        };
        let mean = each().map(|(led, short)| led * short).sum::<f64>() / self.trust;
        out.clear();
        out.extend(each().map(|(led, short)| led * (mean - short)));
    }
}

/// The maximum number of positions from which a scale is computed. More positions would hardly
/// change the scale.
const MAX_SCALE_POSITIONS: usize = 40_000;

/// Returns the part of a share that does not depend on leads. The weight `1 - trust` is divided
/// equally among the teams that have not lost.
fn kept(shares: &[f64], trust: f64) -> f64 {
    (1.0 - trust) / shares.iter().filter(|share| **share > 0.0).count().max(1) as f64
}

/// Turns numbers into shares that sum to 1. The weight `trust` is divided in proportion to the
/// numbers. The rest is divided equally among the numbers that are not 0.
fn share_out(of: &mut [f64], trust: f64) {
    let all: f64 = of.iter().sum();
    let kept = kept(of, trust);
    for share in of.iter_mut().filter(|share| **share > 0.0) {
        *share = *share / all * trust + kept;
    }
}

/// The penalty for a trust of 0, in units of the loss of a position. The penalty makes the fit
/// prefer a high trust if the positions carry little information.
const DISTRUST_COST: f64 = 2e-4;

/// Returns the power (between 1/7 and 12) and the trust that have the smallest mean loss. The
/// second value is the best power under the condition that the trust is 1.
fn most_likely(mut loss: impl FnMut(f64, f64) -> f64) -> ((f64, f64), f64) {
    let mut power = |trust: f64| {
        let power = exp(least((-2.0, 2.5), |power| loss(exp(power), trust)));
        (power, loss(power, trust) + DISTRUST_COST * (1.0 - trust))
    };
    let trust = least((0.05, 1.0), |trust| power(trust).1);
    let (some, full) = (power(trust), power(1.0));
    (if some.1 < full.1 { (some.0, trust) } else { (full.0, 1.0) }, full.0)
}

/// Returns the point between two numbers at which a function is smallest, by golden-section search.
/// The function must have a single minimum.
fn least((mut low, mut high): (f64, f64), mut of: impl FnMut(f64) -> f64) -> f64 {
    for _ in 0..14 {
        let step = (high - low) * 0.381_966;
        if of(low + step) < of(high - step) {
            high -= step;
        } else {
            low += step;
        }
    }
    (low + high) / 2.0
}

/// The credibility of search results. A search expects shares for the teams. Each expected share is
/// raised to `power`. The resulting shares have the weight `trust`, and equal shares have the
/// remaining weight.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Belief {
    pub power: f64,
    pub trust: f64,
}

impl Belief {
    /// The belief that search results are exactly right.
    pub const FULL: Self = Self { power: 1.0, trust: 1.0 };

    /// Returns the belief with which search results best explain the results of some games. The
    /// belief depends on the players, because weak players gain less from a lead than strong
    /// players. If no game has a result, search results are fully believed.
    pub fn best(games: &[&FittedGame]) -> Self {
        let decided: Vec<&&FittedGame> = games.iter().filter(|game| !game.stopped).collect();
        if decided.is_empty() {
            return Self::FULL;
        }
        let decisions: usize = decided.iter().map(|game| game.searched.len()).sum();
        let some: Vec<_> =
            decided.iter().step_by(decisions.div_ceil(4 * MAX_SCALE_POSITIONS).max(1)).collect();
        let ((power, trust), _) = most_likely(|power, trust| {
            let (mut sum, mut count) = (0.0, 0.0);
            for game in &some {
                let of = |_, expected: &[f64]| {
                    sum += divergence(expected, &game.result);
                    count += 1.0;
                };
                expected(&game.searched, &game.result, Self { power, trust }, of);
            }
            sum / f64::max(count, 1.0)
        });
        Self { power, trust }
    }
}

/// Sets the target shares in the positions of games.
pub(super) fn aim(games: &mut [FittedGame], belief: Belief, lasting: f64) {
    games.iter_mut().for_each(|game| game.aim(belief, lasting));
}

/// Returns the cross entropy between shares and target, minus its minimum.
pub(super) fn divergence<T: Copy + Into<f64>>(shares: &[f64], target: &[T]) -> f64 {
    let pairs = shares.iter().zip(target.iter().map(|target| (*target).into()));
    let likely = pairs.filter(|(_, target)| *target > 0.0);
    likely.map(|(share, target)| target * (ln(target) - ln(share.max(1e-9)))).sum()
}

/// Returns the mean divergence over some positions.
pub(super) fn loss(samples: &[&FitSample], weights: &[f64], scale: Scale) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    let mut out = Vec::new();
    for sample in samples {
        sample.shares(weights, scale, &mut out);
        sum += divergence(&out, &sample.target);
        count += 1.0;
    }
    if count > 0.0 { sum / count } else { 0.0 }
}

/// The prior knowledge that a fit takes into account.
pub(super) struct Prior<'p> {
    /// The weights that were fitted to earlier positions, and the number of these positions.
    pub start: &'p [f64],
    pub known: f64,
    /// For each weight, the value that is derived from the rules, and the prior standard deviation.
    pub derived: &'p [f64],
    pub spread: &'p [f64],
}

/// The number of independent positions that carry as much information as the positions of one game,
/// which resemble each other.
const EFFECTIVE_POSITIONS_PER_GAME: f64 = 10.0;

/// Returns the most likely weights, given some positions from `games` games.
pub(super) fn fit(
    samples: &[&FitSample],
    games: usize,
    prior: &Prior<'_>,
    scale: Scale,
) -> Vec<f64> {
    let Prior { start, known, derived, spread } = *prior;
    let effective =
        (games as f64 * EFFECTIVE_POSITIONS_PER_GAME).min(samples.len() as f64).max(1.0);
    let n = samples.len() as f64;
    let mut weights = start.to_vec();
    if samples.is_empty() {
        return weights;
    }
    let bend = curvature(samples, start, scale);
    let (mut first, mut second) = (vec![0.0; start.len()], vec![0.0; start.len()]);
    let mut slope = vec![0.0; start.len()];
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let (mut decay1, mut decay2) = (1.0, 1.0);
    for step in 0..FIT_STEPS {
        slope.fill(0.0);
        for sample in samples {
            sample.shares(&weights, scale, &mut out);
            scale.slopes(&out, &sample.target, &mut errors);
            for (features, error) in sample.features.iter().zip(&errors) {
                for (number, x) in features {
                    slope[usize::from(*number)] += error * scale.per_lead * f64::from(*x);
                }
            }
        }
        decay1 *= 0.9;
        decay2 *= 0.999;
        let length = FIRST_STEP_LENGTH * (1.0 - f64::from(step) / f64::from(FIT_STEPS));
        for i in 0..start.len() {
            if bend[i] <= 0.0 {
                continue;
            }
            // In units of the weight's influence, so that all steps have the same size.
            let unit = bend[i].sqrt();
            let earlier = known / n * bend[i] * (weights[i] - start[i]);
            let rules = (weights[i] - derived[i]) / (spread[i] * spread[i] * effective);
            let g = (slope[i] / n + earlier + rules) / unit;
            first[i] = 0.9 * first[i] + 0.1 * g;
            second[i] = 0.999 * second[i] + 0.001 * g * g;
            let (mean, square) = (first[i] / (1.0 - decay1), second[i] / (1.0 - decay2));
            weights[i] -= length * mean / (square.sqrt() + 1e-8) / unit;
        }
    }
    weights
}

/// Returns the mean second derivative of the loss for each weight.
fn curvature(samples: &[&FitSample], weights: &[f64], scale: Scale) -> Vec<f64> {
    let mut bend = vec![0.0; weights.len()];
    let (mut mean, mut square) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
    let mut out = Vec::new();
    for sample in samples {
        sample.shares(weights, scale, &mut out);
        for (features, share) in sample.features.iter().zip(&out) {
            for (number, x) in features {
                let x = f64::from(*x) * scale.per_lead;
                mean[usize::from(*number)] += share * x;
                square[usize::from(*number)] += share * x * x;
            }
        }
        for (number, _) in sample.features.iter().flatten() {
            let i = usize::from(*number);
            bend[i] += (square[i] - mean[i] * mean[i]).max(0.0);
            (mean[i], square[i]) = (0.0, 0.0);
        }
    }
    // A feature that hardly ever varies carries no information.
    bend.iter_mut().for_each(|bend| *bend /= samples.len() as f64);
    bend.iter_mut().filter(|bend| **bend < 1e-12).for_each(|bend| *bend = 0.0);
    bend
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::numeric::rng::{Rng, Stream};

    #[test]
    fn the_weights_that_made_the_shares_are_found_again() {
        let (planted, scale) = ([1000.0, 300.0, -500.0], Scale::of_evaluation());
        let mut rng = Rng::new(1, 0, Stream::Agent, 0, 0);
        let mut side = || {
            (0..3).map(|number| (number, rng.below(5) as f32)).filter(|(_, x)| *x > 0.0).collect()
        };
        let mut sample = || {
            let features: Vec<Sparse> = (0..3).map(|_| side()).collect();
            let mut sample = FitSample { features, rest: vec![0.0; 3], ..FitSample::default() };
            let mut out = Vec::new();
            sample.shares(&planted, scale, &mut out);
            sample.target = out.into_iter().map(|share| share as f32).collect();
            sample
        };
        let samples: Vec<FitSample> = (0..500).map(|_| sample()).collect();
        let samples: Vec<&FitSample> = samples.iter().collect();
        let start = [500.0, 500.0, 0.0];
        let prior = |known, spread| Prior { start: &start, known, derived: &start, spread };
        let found = fit(&samples, 500, &prior(0.0, &[1e6; 3]), scale);
        for (found, planted) in found.iter().zip(planted) {
            assert!((found - planted).abs() < 20.0, "{found} for {planted}");
        }
        assert!(loss(&samples, &found, scale) < 0.01 * loss(&samples, &start, scale));
        // Prior knowledge counts.
        for prior in [prior(1e9, &[1e6; 3]), prior(0.0, &[0.1; 3])] {
            let stubborn = fit(&samples, 500, &prior, scale);
            assert!((stubborn[0] - start[0]).abs() < 1.0, "{stubborn:?}");
        }
    }

    #[test]
    fn leads_twice_as_large_matter_half_as_much() {
        let scale = Scale { per_lead: 0.0004, trust: 1.0 };
        let sample = |lead: f64| {
            let mut shares = vec![lead, 0.0];
            scale.shares(&mut shares);
            let target = shares.into_iter().map(|share| share as f32).collect();
            FitSample { rest: vec![lead, 0.0], target, ..FitSample::default() }
        };
        let mut samples: Vec<FitSample> =
            (-9..10).map(|lead| sample(f64::from(lead) * 1000.0)).collect();
        let best = |samples: &[FitSample]| {
            Scale::best(&samples.iter().collect::<Vec<_>>(), &[]).0.per_lead
        };
        assert!((best(&samples) / scale.per_lead - 1.0).abs() < 0.01, "{}", best(&samples));
        samples.iter_mut().for_each(|sample| sample.rest[0] *= 2.0);
        assert!((best(&samples) / scale.per_lead - 0.5).abs() < 0.01, "{}", best(&samples));
    }

    /// A game of three teams that search one after another, with a quiet position at the first
    /// decision.
    fn game(expected: &[f64], result: [f64; 3]) -> FittedGame {
        let searched = expected.iter().enumerate().map(|(number, share)| (number % 3, *share));
        FittedGame {
            searched: searched.collect(),
            result: result.to_vec(),
            stopped: false,
            quiet: vec![FitSample::default()],
        }
    }

    fn target(mut game: FittedGame, lasting: f64) -> Vec<f32> {
        game.aim(Belief::FULL, lasting);
        game.quiet.remove(0).target
    }

    #[test]
    fn a_position_teaches_what_each_team_expects_when_it_decides_next() {
        // All three teams are a third too hopeful.
        let game = game(&[0.8, 0.2667, 0.2667], [0.0, 1.0, 0.0]);
        let target = target(game, 0.0);
        for (share, should) in target.iter().zip([0.6, 0.2, 0.2]) {
            assert!((share - should).abs() < 1e-3, "{target:?}");
        }
    }

    #[test]
    fn later_searches_and_the_result_count_less_with_each_decision() {
        let even = [1.0 / 3.0; 9];
        let with = |number: usize, lasting: f64| {
            let mut expected = even;
            expected[number] = 0.9;
            target(game(&expected, [1.0 / 3.0; 3]), lasting)[0]
        };
        assert!(with(0, 0.5) > with(3, 0.5) && with(3, 0.5) > with(6, 0.5));
        assert!(with(6, 0.9) > with(6, 0.5));
        let won = |lasting: f64| target(game(&even, [1.0, 0.0, 0.0]), lasting)[0];
        assert!(won(0.99) > 0.9 && won(0.5) < 0.34, "{} {}", won(0.99), won(0.5));
    }

    #[test]
    fn a_game_that_was_stopped_teaches_what_its_last_searches_expect() {
        let stopped = |expected: &[f64], open| {
            let game = FittedGame { stopped: true, ..game(expected, open) };
            assert_eq!(Belief::best(&[&game]), Belief::FULL);
            target(game, 0.99)
        };
        let third = 1.0 / 3.0;
        let leading = stopped(&[0.6, 0.2, 0.2].repeat(4), [third; 3]);
        assert!((leading[0] - 0.6).abs() < 1e-3, "{leading:?}");
        // The first team lost earlier.
        let early = [[0.6, 0.2, 0.2].as_slice(), &[0.6, 0.3]].concat();
        let out = stopped(&early, [0.0, 0.5, 0.5]);
        assert!(out[0] < 0.1, "{out:?}");
    }

    #[test]
    fn searches_that_expect_more_than_results_show_are_believed_less() {
        // Ten games, in each of which a team expects a share of 0.8. The team wins `wins` of these
        // games.
        let found = |wins: usize| {
            let result =
                |number: usize| if number < wins { [1.0, 0.0, 0.0] } else { [0.0, 0.5, 0.5] };
            let expected = [0.8, 0.1, 0.1].repeat(40);
            let games: Vec<FittedGame> =
                (0..10).map(|number| game(&expected, result(number))).collect();
            let belief = Belief::best(&games.iter().collect::<Vec<_>>());
            let mut shares = [0.8, 0.1, 0.1].map(|share| believed(share, belief));
            share_out(&mut shares, belief.trust);
            shares[0]
        };
        for wins in [6, 8, 9] {
            let share = wins as f64 / 10.0;
            assert!((found(wins) - share).abs() < 0.02, "{share}: {}", found(wins));
        }
    }

    #[test]
    fn leads_that_never_decide_more_than_half_of_a_game_are_no_smaller_for_that() {
        // However large the lead is, no team has more than three quarters.
        let made = Scale { per_lead: 0.0004, trust: 0.5 };
        let sample = |lead: i32| {
            let mut shares = vec![f64::from(lead) * 1000.0, 0.0];
            let rest = shares.clone();
            made.shares(&mut shares);
            let target = shares.into_iter().map(|share| share as f32).collect();
            FitSample { rest, target, ..FitSample::default() }
        };
        let samples: Vec<FitSample> = (-20..21).map(sample).collect();
        let (found, full) = Scale::best(&samples.iter().collect::<Vec<_>>(), &[]);
        assert!((found.per_lead / made.per_lead - 1.0).abs() < 0.05, "{found:?}");
        assert!((found.trust - made.trust).abs() < 0.02, "{found:?}");
        assert!(full < 0.5 * made.per_lead, "{full}");
    }

    #[test]
    fn slopes_say_how_the_loss_changes_with_each_lead() {
        let scale = Scale { per_lead: 0.001, trust: 0.7 };
        let (leads, target) = ([900.0, -300.0, 0.0, LOST_STRENGTH], [0.2, 0.5, 0.3, 0.0]);
        let loss = |leads: &[f64]| {
            let mut shares = leads.to_vec();
            scale.shares(&mut shares);
            (divergence(&shares, &target), shares)
        };
        let mut slopes = Vec::new();
        scale.slopes(&loss(&leads).1, &target, &mut slopes);
        for (team, slope) in slopes.iter().enumerate() {
            let mut more = leads;
            more[team] += 1.0;
            let step = (loss(&more).0 - loss(&leads).0) / scale.per_lead;
            assert!((step - slope).abs() < 1e-3, "{team}: {step} and {slope}");
        }
        // A team that has lost has nothing. The untrusted part is divided among the other teams.
        let shares = loss(&leads).1;
        assert!(shares[3] == 0.0 && (shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{shares:?}");
    }
}
