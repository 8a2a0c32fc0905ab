//! Training of a network that is added to the other weights.
//!
//! The training uses the loss function of `learn::fit`, and minimises it with Adam (Kingma and Ba,
//! 2015) in small batches. A step changes only the inputs that occur in its batch. The network is
//! trained in floating point, within the range of its quantised form. After each pass, the
//! network's loss on held-out positions is computed. The network of the best pass is kept.
//!
//! Weak players gain little from a lead in material. In their games, all other advantages therefore
//! appear to be worth much material. To correct this, the outputs are scaled to the value that a
//! lead has among strong players.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::learn::features::NetworkView;
use crate::learn::fit::{FitSample, Scale, divergence};
use quadrille_agents::internals::LEAD_PER_DOUBLING;
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::rules::{HIDDEN, Network, NetworkShape};

/// The number of passes over all positions.
const TRAINING_PASSES: u32 = 12;
/// The number of positions in a batch.
const BATCH_POSITIONS: usize = 256;
/// The length of the first steps. Later steps are shorter.
const FIRST_STEP_LENGTH: f32 = 0.001;
/// The largest initial weight. If all initial weights were 0, no gradient would change them.
const MAX_INITIAL_WEIGHT: f32 = 0.05;
/// The distance between a hidden unit's initial value and the nearer end of its range, at which the
/// unit saturates.
const INITIAL_BIAS: f32 = 0.4;
/// The decoupled weight decay (Loshchilov and Hutter, 2019). In each step, a weight shrinks by a
/// fraction: this number times the length of the step. The decay suppresses weights that few
/// positions support. The decay is not a part of the gradient. If it were, units with small
/// gradients would shrink as fast as other units, and would finally be cut off permanently.
const WEIGHT_DECAY: f32 = 4.0;
/// The largest weight of an input.
const MAX_INPUT_WEIGHT: f32 = i8::MAX as f32 / NETWORK_ONE;
const NETWORK_ONE: f32 = Network::ONE as f32;
/// The value that an output of 1 has in the training games, in thousandths of a unit. This value is
/// about as large as the terms that a network learns.
const OUTPUT_WORTH: f64 = LEAD_PER_DOUBLING / std::f64::consts::LN_2;

/// The influence that a lead has among strong players, divided by the influence that a lead has in
/// the evaluation. Among the players of the training games, the quotient is 0.2 to 1.4, if leads
/// are fully trusted. The smaller the quotient of the training games is, the smaller the outputs of
/// the network become. The constant was selected by matches in four games of two sides.
const STRONG_PLAYER_SHARPNESS: f64 = 0.8;

/// The positions on which a network is trained.
#[derive(Clone, Copy)]
pub(super) struct Samples<'s> {
    pub fitted: &'s [&'s FitSample],
    pub held_out: &'s [&'s FitSample],
}

/// The trainer of a network.
pub(super) struct Trainer {
    shape: NetworkShape,
    /// The influence of leads in the training games.
    scale: Scale,
    /// The value that an output of 1 has when the network is used in play, in thousandths of a
    /// unit.
    worth: f64,
    /// The weights of each input. Each weight is the sum of the input's separate weight and of
    /// weights that the input shares with similar inputs. Because of the shared weights, a property
    /// that all pawns on a rank have in common is learned once, not once for each square.
    inputs: Vec<[f32; HIDDEN]>,
    own: Vec<AdamWeights>,
    shared: Vec<AdamWeights>,
    shared_by: Vec<Option<[usize; 3]>>,
    outputs: AdamWeights,
}

/// Weights with Adam's moments of their gradients.
#[derive(Clone)]
struct AdamWeights {
    weights: [f32; HIDDEN],
    first: [f32; HIDDEN],
    second: [f32; HIDDEN],
}

impl AdamWeights {
    fn new(weights: [f32; HIDDEN]) -> Self {
        Self { weights, first: [0.0; HIDDEN], second: [0.0; HIDDEN] }
    }

    /// Makes a step in the direction opposite to the gradient.
    fn step(&mut self, slope: &[f32; HIDDEN], length: f32, most: f32) {
        let Self { weights, first, second } = self;
        for (((weight, first), second), slope) in
            weights.iter_mut().zip(first).zip(second).zip(slope)
        {
            *first = 0.9 * *first + 0.1 * slope;
            *second = 0.999 * *second + 0.001 * slope * slope;
            *weight -= length * (*first / (second.sqrt() + 1e-8) + WEIGHT_DECAY * *weight);
            *weight = weight.clamp(-most, most);
        }
    }
}

/// Adds to each hidden unit the number at the same index of `more`.
fn add(to: &mut [f32; HIDDEN], more: &[f32; HIDDEN]) {
    to.iter_mut().zip(more).for_each(|(sum, x)| *sum += x);
}

/// The gradients of one batch.
struct Slopes {
    inputs: Vec<[f32; HIDDEN]>,
    shared: Vec<[f32; HIDDEN]>,
    /// The numbers of the inputs that occurred in the batch.
    touched: Vec<u32>,
    is_touched: Vec<bool>,
    outputs: [f32; HIDDEN],
}

/// The activations for one seat's view.
struct SeatOutput {
    team: usize,
    inputs: Vec<u32>,
    hidden: [f32; HIDDEN],
}

impl Trainer {
    /// Creates a trainer that continues with the network `from`, or starts with random weights.
    /// `scale` is the influence of leads in the training games. `trusted` is the influence that
    /// leads would have in these games if leads were fully trusted. `size` is a further factor for
    /// the outputs in play.
    pub fn new(
        shape: NetworkShape,
        from: Option<&Network>,
        (scale, trusted): (Scale, f64),
        size: f64,
        seed: u64,
    ) -> Self {
        let worth = size * OUTPUT_WORTH * trusted
            / (STRONG_PLAYER_SHARPNESS * Scale::of_evaluation().per_lead);
        let mut rng = Rng::new(seed, 0, Stream::Agent, 0, u64::MAX);
        let mut chance = |most: f32| -> [f32; HIDDEN] {
            std::array::from_fn(|_| (rng.below(2001) as f32 / 1000.0 - 1.0) * most)
        };
        let shared_by = shape.common_features();
        let numbers = shared_by.iter().flatten().flatten().max().map_or(0, |most| most + 1);
        let nothing = AdamWeights::new([0.0; HIDDEN]);
        let (own, shared, outputs) = match from {
            Some(network) => {
                let input = |weights: &[i8; HIDDEN]| {
                    AdamWeights::new(weights.map(|w| f32::from(w) / NETWORK_ONE))
                };
                let own = network.inputs.iter().map(input).collect();
                let outputs = network.outputs.map(|w| f32::from(w) / worth as f32);
                (own, vec![nothing; numbers], outputs)
            }
            None => {
                // A new network adds nothing to the evaluation. Shared weights start at random.
                // Separate weights start at zero and stay there unless a game changes them.
                let mut begun = || AdamWeights::new(chance(MAX_INITIAL_WEIGHT));
                // In every position, an input for the turn is active. The weights of these inputs
                // therefore contain the initial bias of the hidden units.
                let own = shared_by.iter().map(|shared_by| match shared_by {
                    Some(_) => nothing.clone(),
                    None => AdamWeights::new(begun().weights.map(|weight| weight + INITIAL_BIAS)),
                });
                let own = own.collect();
                (own, (0..numbers).map(|_| begun()).collect(), [0.0; HIDDEN])
            }
        };
        let (inputs, outputs) = (vec![[0.0; HIDDEN]; shape.inputs()], AdamWeights::new(outputs));
        let mut trainer = Self { shape, scale, worth, inputs, own, shared, shared_by, outputs };
        trainer.add_up();
        trainer
    }

    /// Sets the weights of each input to the sum of its separate and its shared weights.
    fn add_up(&mut self) {
        for ((sum, own), shared_by) in self.inputs.iter_mut().zip(&self.own).zip(&self.shared_by) {
            *sum = own.weights;
            for shared in shared_by.iter().flatten() {
                add(sum, &self.shared[*shared].weights);
            }
            sum.iter_mut()
                .for_each(|weight| *weight = weight.clamp(-MAX_INPUT_WEIGHT, MAX_INPUT_WEIGHT));
        }
    }

    /// Trains on positions, and calls `tell` after each batch with the total number of batches.
    /// Returns the network with the smallest loss on the held-out positions, and this loss before
    /// and after the training. Returns `None` if `stop` is set.
    pub fn train(
        &mut self,
        samples: Samples<'_>,
        seed: u64,
        stop: &AtomicBool,
        tell: &dyn Fn(u32),
    ) -> Option<(Network, (f64, f64))> {
        let Samples { fitted, held_out } = samples;
        let mut slopes = Slopes {
            inputs: vec![[0.0; HIDDEN]; self.inputs.len()],
            shared: vec![[0.0; HIDDEN]; self.shared.len()],
            touched: Vec::new(),
            is_touched: vec![false; self.inputs.len()],
            outputs: [0.0; HIDDEN],
        };
        let before = self.loss(held_out);
        let mut best = (self.network(), before);
        let mut order: Vec<u32> = (0..fitted.len() as u32).collect();
        let batches = fitted.len().div_ceil(BATCH_POSITIONS) as u32;
        let mut done = 0;
        for pass in 0..TRAINING_PASSES {
            let mut rng = Rng::new(seed, u64::from(pass), Stream::Agent, 1, u64::MAX);
            for at in (1..order.len()).rev() {
                order.swap(at, rng.below(at as u32 + 1) as usize);
            }
            for batch in order.chunks(BATCH_POSITIONS) {
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                let length =
                    FIRST_STEP_LENGTH * (1.0 - done as f32 / (TRAINING_PASSES * batches) as f32);
                done += 1;
                for number in batch {
                    let number = *number as usize;
                    self.slope(fitted[number], &mut slopes);
                }
                self.step(&mut slopes, batch.len(), length);
                tell(TRAINING_PASSES * batches);
            }
            let network = self.network();
            let loss = self.loss(held_out);
            if loss <= best.1 {
                best = (network, loss);
            }
        }
        let (network, after) = best;
        Some((network, (before, after)))
    }

    /// Returns each seat's view of a position.
    fn views(&self, seen: &NetworkView) -> Vec<SeatOutput> {
        let mut views = Vec::new();
        for (seat, team) in seen.teams.iter().enumerate() {
            let Some(team) = team else { continue };
            let view = self.shape.view(seat);
            let mut inputs = vec![self.shape.turn(seat, usize::from(seen.turn)) as u32];
            for (owner, frozen, kind, square) in &seen.pieces {
                let (first, per_kind) = self.shape.pieces(seat, usize::from(*owner), *frozen);
                let place = usize::from(view[usize::from(*square)]);
                inputs.push((first + usize::from(*kind) * per_kind + place) as u32);
            }
            let mut hidden = [0.0; HIDDEN];
            for input in &inputs {
                add(&mut hidden, &self.inputs[*input as usize]);
            }
            views.push(SeatOutput { team: usize::from(*team), inputs, hidden });
        }
        views
    }

    /// Returns each team's share.
    fn shares(&self, views: &[SeatOutput], rest: &[f64]) -> Vec<f64> {
        let mut shares = rest.to_vec();
        for SeatOutput { team, hidden, .. } in views {
            let units = hidden.iter().map(|unit| unit.clamp(0.0, 1.0));
            let output: f32 =
                units.zip(&self.outputs.weights).map(|(unit, worth)| unit * worth).sum();
            shares[*team] += f64::from(output) * OUTPUT_WORTH;
        }
        self.scale.shares(&mut shares);
        shares
    }

    /// Adds the gradient of the loss of a position to the gradients of a batch.
    fn slope(&self, sample: &FitSample, slopes: &mut Slopes) {
        let views = self.views(&sample.seen);
        let shares = self.shares(&views, &sample.rest);
        let mut errors = Vec::new();
        self.scale.slopes(&shares, &sample.target, &mut errors);
        for SeatOutput { team, inputs, hidden } in &views {
            let error = errors[*team] as f32;
            let mut back = [0.0; HIDDEN];
            for (at, unit) in hidden.iter().enumerate() {
                slopes.outputs[at] += error * unit.clamp(0.0, 1.0);
                if *unit > 0.0 && *unit < 1.0 {
                    back[at] = error * self.outputs.weights[at];
                }
            }
            for input in inputs {
                let number = *input as usize;
                if !slopes.is_touched[number] {
                    slopes.is_touched[number] = true;
                    slopes.touched.push(*input);
                }
                add(&mut slopes.inputs[number], &back);
            }
        }
    }

    /// Changes the weights by one step in the direction opposite to the gradients of a batch. Then
    /// resets the gradients to zero.
    fn step(&mut self, slopes: &mut Slopes, positions: usize, length: f32) {
        let mean = 1.0 / positions as f32;
        for input in slopes.touched.drain(..) {
            let number = input as usize;
            slopes.is_touched[number] = false;
            let slope = std::mem::replace(&mut slopes.inputs[number], [0.0; HIDDEN]);
            let slope = slope.map(|x| x * mean);
            for shared in self.shared_by[number].iter().flatten() {
                add(&mut slopes.shared[*shared], &slope);
            }
            self.own[number].step(&slope, length, MAX_INPUT_WEIGHT);
        }
        for (unit, slope) in self.shared.iter_mut().zip(&mut slopes.shared) {
            if *slope != [0.0; HIDDEN] {
                unit.step(slope, length, MAX_INPUT_WEIGHT);
                *slope = [0.0; HIDDEN];
            }
        }
        self.add_up();
        let slope = std::mem::replace(&mut slopes.outputs, [0.0; HIDDEN]);
        let most = f64::from(i16::MAX) / self.worth;
        self.outputs.step(&slope.map(|x| x * mean), length, most as f32);
    }

    /// Returns the mean loss of some positions.
    fn loss(&self, samples: &[&FitSample]) -> f64 {
        let each = samples.iter().map(|sample| {
            let shares = self.shares(&self.views(&sample.seen), &sample.rest);
            divergence(&shares, &sample.target)
        });
        each.sum::<f64>() / samples.len().max(1) as f64
    }

    /// Returns the network in its quantised form.
    fn network(&self) -> Network {
        let input =
            |weights: &[f32; HIDDEN]| weights.map(|weight| (weight * NETWORK_ONE).round() as i8);
        Network {
            inputs: self.inputs.iter().map(input).collect(),
            outputs: self
                .outputs
                .weights
                .map(|output| (f64::from(output) * self.worth).round() as i16),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::numeric::math::{exp, ln};

    #[test]
    fn what_squares_are_worth_counts_alike_whatever_players_make_of_a_lead() {
        let eval = Scale::of_evaluation();
        let seen = |square| NetworkView {
            pieces: vec![(0, false, 0, square)],
            turn: 0,
            teams: vec![Some(0), Some(1)],
        };
        for made in [1.0, 0.25] {
            let mut rng = Rng::new(3, 0, Stream::Agent, 0, 0);
            let mut sample = || {
                let (square, lead) =
                    (rng.below(2) as u16, f64::from(rng.below(9)) * 500.0 - 2000.0);
                let odds = made * eval.per_lead * lead + if square == 0 { 0.4 } else { -0.4 };
                let share = 1.0 / (1.0 + exp(-odds));
                let target = vec![share as f32, 1.0 - share as f32];
                FitSample {
                    rest: vec![lead, 0.0],
                    seen: seen(square),
                    target,
                    ..FitSample::default()
                }
            };
            let samples: Vec<FitSample> = (0..30_000).map(|_| sample()).collect();
            let all: Vec<&FitSample> = samples.iter().collect();
            let (fitted, held_out) = all.split_at(25_000);
            let scale = Scale::best(fitted, &[]);
            let shape = NetworkShape::of_one_view(2, 1, 2);
            let mut trainer = Trainer::new(shape.clone(), None, scale, 1.0, 1);
            let stop = AtomicBool::new(false);
            let samples = Samples { fitted, held_out };
            let (network, _) = trainer.train(samples, 1, &stop, &|_| ()).unwrap();
            // The scale of play among strong players.
            let strong = Scale { per_lead: STRONG_PLAYER_SHARPNESS * eval.per_lead, ..eval };
            let played = Trainer::new(shape, Some(&network), (strong, strong.per_lead), 1.0, 1);
            let odds = |square| {
                let shares = played.shares(&played.views(&seen(square)), &[0.0; 2]);
                ln(shares[0] / shares[1])
            };
            let apart = odds(0) - odds(1);
            assert!((apart - 0.8).abs() < 0.08, "{apart} where a lead is worth {made}");
        }
    }
}
