//! Values of pieces, learned from games.
//!
//! For each kind, the model subtracts the mean number of pieces of the other sides from a side's
//! number of pieces. The logarithm of the side's odds is the sum of these differences, each
//! multiplied by the value of its kind. This is a logistic regression of results on material. The
//! values are valid for the agents that played. Random play reveals little except the value of the
//! strongest pieces.
//!
//! A ruleset states the values of its pieces. This module learns values with which they can be
//! compared.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use quadrille_core::game::{self, AnyGame, PlayError};
use quadrille_core::numeric::math::exp;
use quadrille_core::rules::{Action, Decision, Ending, Outcome, SeatResult, Spec};
use quadrille_core::{CompiledRules, Seat};
use quadrille_study::metrics::GameRecord;
use quadrille_study::sim::{HookMaker, Plan, run};

/// The number of plies between two sampled positions. It is large enough that one exchange of
/// pieces is rarely in several samples.
const PLIES_PER_SAMPLE: usize = 7;
/// The strength with which values are pulled towards zero, as a number of games. It matters only if
/// there are few games.
const RIDGE: f64 = 0.01;
/// The maximum number of steps of Newton's method. The method usually needs far fewer steps.
const MAX_NEWTON_STEPS: usize = 30;

/// The values of kinds, learned from games.
#[derive(Clone, PartialEq, Debug)]
pub struct Learned {
    /// The value of each kind. If the ruleset states values, the learned values are scaled. The
    /// total value of the array is then the same as with the ruleset's values. If the ruleset
    /// states none, the learned values are logarithms of odds. Royals that are never captured have
    /// the value 0.
    pub values: Vec<f64>,
    /// The number of games with a result.
    pub games: u64,
}

/// Plays the games of a plan, and learns from the games that end before the ply limit. The values
/// do not depend on the number of threads.
///
/// # Errors
/// Returns a [`PlayError`] if a hook fails in one of the games.
pub fn learn(
    rules: &CompiledRules,
    hooks: &HookMaker<'_>,
    plan: &Plan,
) -> Result<Learned, PlayError> {
    let plan = Plan { record: true, ..plan.clone() };
    // The games are sorted by index, because the last digits of a sum depend on the order of its
    // terms.
    let records: Mutex<BTreeMap<u64, GameRecord>> = Mutex::default();
    let _summary = run(rules, hooks, &plan, &AtomicBool::new(false), &|record| {
        if let Ok(mut records) = records.lock() {
            records.insert(record.index, record);
        }
    });
    let mut samples = Vec::new();
    let mut games = 0;
    for record in records.into_inner().unwrap_or_default().into_values() {
        let outcome = record.end?;
        if outcome.ending != Ending::PlyLimit {
            samples.extend(samples_of(rules, hooks, &record.actions, &outcome)?);
            games += 1;
        }
    }
    let spec = rules.spec();
    let mut values = fit(&samples, spec.kinds.len());
    let scale = scale(spec, &values);
    values.iter_mut().for_each(|value| *value *= scale);
    Ok(Learned { values, games })
}

/// A side in a position, as a sample for the regression.
struct Sample {
    /// For each kind, the side's number of pieces minus the mean number of pieces of the other
    /// sides.
    more: Vec<f64>,
    /// The result of the side's game, from 0 to 1.
    share: f64,
    /// The weight of the sample. The weights of the samples of one game have the same sum for short
    /// and long games.
    weight: f64,
}

/// Returns the samples of a game.
fn samples_of(
    rules: &CompiledRules,
    hooks: &HookMaker<'_>,
    actions: &[Action],
    outcome: &Outcome,
) -> Result<Vec<Sample>, PlayError> {
    let spec = rules.spec();
    let hooks = hooks();
    let mut game = game::start(rules, hooks.as_ref())?;
    let shares = shares(spec, outcome);
    let teams = spec.teams.len();
    let mut samples = Vec::new();
    for (ply, action) in actions.iter().enumerate() {
        let turn = matches!(game.decision(), Ok(Decision::Turn(_)));
        if turn && ply % PLIES_PER_SAMPLE == PLIES_PER_SAMPLE - 1 {
            let pieces = pieces(spec, game.as_ref());
            for team in 0..teams {
                let more = |kind: usize| {
                    let all: f64 = pieces.iter().map(|pieces| pieces[kind]).sum();
                    pieces[team][kind] - (all - pieces[team][kind]) / (teams as f64 - 1.0).max(1.0)
                };
                let more = (0..spec.kinds.len()).map(more).collect();
                samples.push(Sample { more, share: shares[team], weight: 0.0 });
            }
        }
        game.play(*action)?;
    }
    let weight = 1.0 / samples.len().max(1) as f64;
    samples.iter_mut().for_each(|sample| sample.weight = weight);
    Ok(samples)
}

/// Returns, for each team, the number of pieces of each kind that the team controls.
fn pieces(spec: &Spec, game: &dyn AnyGame) -> Vec<Vec<f64>> {
    let mut pieces = vec![vec![0.0; spec.kinds.len()]; spec.teams.len()];
    let view = game.view();
    for colour in (0..spec.seats.len() as u8).map(Seat) {
        let Some(controller_of) = view.controller(colour) else { continue };
        if !spec.states[usize::from(view.army_state(colour).0)].pieces.moves {
            continue;
        }
        for square in view.pieces(colour) {
            if let Some(piece) = view.piece(square) {
                pieces[usize::from(spec.team(controller_of))][piece.kind().index()] += 1.0;
            }
        }
    }
    pieces
}

/// Returns each team's share of a game. A draw counts as half a win.
fn shares(spec: &Spec, outcome: &Outcome) -> Vec<f64> {
    let mut shares = vec![0.0; spec.teams.len()];
    for (seat, result) in outcome.results.iter().enumerate() {
        shares[usize::from(spec.team(Seat(seat as u8)))] += match result {
            SeatResult::Win => 1.0,
            SeatResult::Draw => 0.5,
            SeatResult::Loss => 0.0,
        };
    }
    let all: f64 = shares.iter().sum();
    let even = 1.0 / shares.len() as f64;
    shares.iter().map(|share| if all > 0.0 { share / all } else { even }).collect()
}

/// Returns the maximum likelihood values of the kinds. The fit also has a constant term, which
/// stands for a side's equal share. This term is not returned.
fn fit(samples: &[Sample], kinds: usize) -> Vec<f64> {
    let n = kinds + 1;
    let mut values = vec![0.0; n];
    for _ in 0..MAX_NEWTON_STEPS {
        let mut slope: Vec<f64> = values.iter().map(|value| -RIDGE * value).collect();
        let mut bend = vec![vec![0.0; n]; n];
        for (i, row) in bend.iter_mut().enumerate() {
            row[i] = RIDGE;
        }
        for sample in samples {
            let x = |i: usize| sample.more.get(i).copied().unwrap_or(1.0);
            let sum: f64 = (0..n).map(|i| values[i] * x(i)).sum();
            let odds = 1.0 / (1.0 + exp(-sum));
            for i in (0..n).filter(|i| x(*i) != 0.0) {
                slope[i] += sample.weight * (sample.share - odds) * x(i);
                for (j, cell) in bend[i].iter_mut().enumerate() {
                    *cell += sample.weight * odds * (1.0 - odds) * x(i) * x(j);
                }
            }
        }
        for (value, step) in values.iter_mut().zip(solve(bend, slope)) {
            *value += step;
        }
    }
    values.truncate(kinds);
    values
}

/// Solves a symmetric positive definite system by elimination.
fn solve(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for i in 0..n {
        let pivot = rows[i].clone();
        for j in i + 1..n {
            let factor = rows[j][i] / pivot[i];
            for (cell, above) in rows[j].iter_mut().zip(&pivot) {
                *cell -= factor * above;
            }
            right[j] -= factor * right[i];
        }
    }
    for i in (0..n).rev() {
        let rest: f64 = (i + 1..n).map(|j| rows[i][j] * right[j]).sum();
        right[i] = (right[i] - rest) / rows[i][i];
    }
    right
}

/// Returns the factor by which learned values are multiplied, so that the total value of the array
/// is the same as with the ruleset's values.
fn scale(spec: &Spec, learned: &[f64]) -> f64 {
    let (mut given, mut found) = (0.0, 0.0);
    for (_, piece) in &spec.array {
        let kind = &spec.kinds[piece.kind().index()];
        if !kind.royal && kind.value > 0 {
            given += f64::from(kind.value);
            found += learned[piece.kind().index()];
        }
    }
    if given > 0.0 && found > 0.0 { given / found } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::numeric::rng::{Rng, Stream};

    #[test]
    fn fit_recovers_the_generating_values() {
        let planted = [1.5, 0.5, -0.25];
        let mut rng = Rng::new(1, 0, Stream::Agent, 0, 0);
        let mut sample = || {
            let more: Vec<f64> = planted.iter().map(|_| f64::from(rng.below(5)) - 2.0).collect();
            let sum: f64 = more.iter().zip(planted).map(|(more, value)| more * value).sum();
            let won = f64::from(rng.below(1 << 30)) / f64::from(1 << 30) < 1.0 / (1.0 + exp(-sum));
            Sample { more, share: f64::from(u8::from(won)), weight: 1.0 }
        };
        let samples: Vec<Sample> = (0..20_000).map(|_| sample()).collect();
        for (found, planted) in fit(&samples, 3).into_iter().zip(planted) {
            assert!((found - planted).abs() < 0.08, "{found} for {planted}");
        }
    }
}
