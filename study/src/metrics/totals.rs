//! Totals: sums of the metrics of many games. Every mean is a mean over blocks. If the agents
//! rotate, a block consists of one game for each rotation, and all games of a block have the same
//! random streams. If the agents do not rotate, each game is a block. All sums are sums of
//! integers, so neither the order of games nor the number of threads matters.

use std::collections::BTreeMap;

use crate::metrics::{
    GameRecord, METRICS, MILLION, MeasuredGame, SeatContrast, WHOLE, seat_contrasts, utility,
};
use quadrille_agents::AgentSpec;
use quadrille_agents::internals::{distinct, rotations};
use quadrille_core::board::Square;
use quadrille_core::rules::Spec;

/// The number of parts into which a unit is divided for the means of blocks. This number is
/// divisible by every possible block size.
const MEAN_PARTS: i64 = WHOLE as i64;

/// The first two moments of a quantity over blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moments {
    /// The number of blocks in which the quantity has a value.
    pub blocks: u64,
    sum: i128,
    squares: u128,
}

impl Moments {
    fn add(&mut self, value: i64) {
        self.blocks += 1;
        self.sum += i128::from(value);
        self.squares = self.squares.saturating_add(u128::from(value.unsigned_abs()).pow(2));
    }

    fn merge(&mut self, other: &Self) {
        self.blocks += other.blocks;
        self.sum += other.sum;
        self.squares = self.squares.saturating_add(other.squares);
    }

    /// Returns the mean over blocks, divided by `scale`. Returns `None` if there are no blocks.
    #[must_use]
    pub fn mean(&self, scale: u64) -> Option<f64> {
        let unit = self.blocks as f64 * MEAN_PARTS as f64 * scale as f64;
        (self.blocks > 0).then(|| self.sum as f64 / unit)
    }

    /// Returns the standard deviation between blocks, divided by `scale`. Returns `None` if there
    /// are fewer than two blocks.
    #[must_use]
    pub fn deviation(&self, scale: u64) -> Option<f64> {
        if self.blocks < 2 {
            return None;
        }
        let n = self.blocks as f64;
        let sum = self.sum as f64;
        let spread = (self.squares as f64 - sum * sum / n).max(0.0) / (n - 1.0);
        Some(spread.sqrt() / (MEAN_PARTS as f64 * scale as f64))
    }
}

/// A block whose games have not all been added. The first entry is the number of games so far. The
/// list contains, for each quantity, the sum of the values and the number of games that have a
/// value.
type Block = (u32, Vec<(i64, u8)>);

/// The part of a game's record that is added to totals.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sample {
    /// The index of the game.
    pub index: u64,
    /// The values of [`METRICS`] in millionths.
    pub metrics: Vec<Option<i64>>,
    /// The metrics that scripts count.
    pub counted: Vec<u32>,
    /// Each seat's utility; see [`utility`].
    pub utility: Option<Vec<u32>>,
    /// The plies at which seats were eliminated.
    pub eliminated: Vec<u32>,
    /// The squares on which pieces were captured.
    pub captures: Vec<Square>,
    /// The squares of mated royals.
    pub mates: Vec<Square>,
    /// The squares on which pieces promoted.
    pub promotions: Vec<Square>,
    /// The numbers of pieces on the board, counted at regular plies.
    pub pieces: Vec<u16>,
}

impl Sample {
    /// Returns the sample of a game, or `None` if the game has no record or a fault stopped the
    /// game.
    #[must_use]
    pub fn new(spec: &Spec, game: &GameRecord) -> Option<Self> {
        let played = MeasuredGame::new(spec, game)?;
        let record = played.record;
        Some(Self {
            index: game.index,
            metrics: METRICS.iter().map(|metric| (metric.value)(&played)).collect(),
            counted: game.metrics.clone(),
            utility: utility(spec, played.outcome),
            eliminated: record.eliminated.iter().flatten().copied().collect(),
            captures: record.captures.clone(),
            mates: record.mates.clone(),
            promotions: record.promotions.clone(),
            pieces: record.pieces.clone(),
        })
    }
}

/// Sums over many games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// The moments of each of [`METRICS`].
    pub metrics: Vec<Moments>,
    /// The moments of the metrics that scripts count, in the order of [`Spec::metrics`].
    pub counted: Vec<Moments>,
    /// The moments of each seat's utility, in units of 1 / [`WHOLE`].
    pub seats: Vec<Moments>,
    /// The moments of each contrast in [`Totals::contrasted`], in units of 1 / [`WHOLE`].
    pub contrasts: Vec<Moments>,
    /// For each distinct agent of the plan, the moments of the mean utility of the agent's seats.
    pub agents: Vec<Moments>,
    /// For the first, second and each later elimination of a game, two numbers. The first is the
    /// number of games that had such an elimination. The second is the sum of the ply numbers of
    /// these eliminations.
    pub eliminated: Vec<(u64, u64)>,
    /// The number of captures on each square.
    pub captures: Vec<u64>,
    /// The number of mates on each square.
    pub mates: Vec<u64>,
    /// The number of promotions on each square.
    pub promotions: Vec<u64>,
    /// For each time at which the pieces on the board are counted: the number of games that lasted
    /// until then, and the total number of pieces on the boards of these games.
    pub pieces: Vec<(u64, u64)>,
    /// The contrasts between seats.
    pub contrasted: Vec<SeatContrast>,
    /// For each seat: the number of games with a utility, the sum of utilities and the sum of their
    /// squares, in units of 1 / [`WHOLE`].
    pub results: Vec<(u64, u64, u64)>,
    /// For each seat, the agent that plays it in rotation 0. The number is an index into the list
    /// of distinct agents.
    slots: Vec<usize>,
    /// The number of games in a block.
    per_block: u32,
    /// The blocks whose games have not all been added, by number.
    open: BTreeMap<u64, Block>,
}

impl Totals {
    /// Creates empty totals. `agents` contains one agent for each seat. If `rotate` is `true`, the
    /// agents change seats.
    #[must_use]
    pub fn new(spec: &Spec, agents: &[AgentSpec], rotate: bool) -> Self {
        let squares = spec.geometry.span();
        let different = distinct(agents);
        let place = |agent| different.iter().position(|other| other == agent).unwrap_or(0);
        let slots = agents.iter().map(place).collect();
        let contrasted = seat_contrasts(spec);
        Self {
            metrics: vec![Moments::default(); METRICS.len()],
            counted: vec![Moments::default(); spec.metrics.len()],
            seats: vec![Moments::default(); spec.seats.len()],
            contrasts: vec![Moments::default(); contrasted.len()],
            agents: vec![Moments::default(); different.len()],
            contrasted,
            results: vec![(0, 0, 0); spec.seats.len()],
            eliminated: vec![(0, 0); spec.seats.len()],
            captures: vec![0; squares],
            mates: vec![0; squares],
            promotions: vec![0; squares],
            pieces: Vec::new(),
            slots,
            per_block: rotations(agents, rotate),
            open: BTreeMap::new(),
        }
    }

    /// Adds a game. A game does not count if it has no record or if a fault stopped it.
    pub fn add(&mut self, spec: &Spec, game: &GameRecord) {
        if let Some(sample) = Sample::new(spec, game) {
            self.count(&sample);
        }
    }

    /// Adds the sample of a game.
    pub fn count(&mut self, sample: &Sample) {
        let per_block = u64::from(self.per_block);
        let number = sample.index / per_block;
        let values = self.values(sample, (sample.index % per_block) as usize);
        self.add_by_place(sample);
        if self.per_block == 1 {
            let single = |v: Option<i64>| (v.unwrap_or(0), u8::from(v.is_some()));
            self.close(&(1, values.into_iter().map(single).collect()));
            return;
        }
        let empty = || (0, vec![(0, 0); values.len()]);
        let block = self.open.entry(number).or_insert_with(empty);
        block.0 += 1;
        for ((sum, n), value) in block.1.iter_mut().zip(values) {
            *sum += value.unwrap_or(0);
            *n += u8::from(value.is_some());
        }
        if block.0 == self.per_block
            && let Some(block) = self.open.remove(&number)
        {
            self.close(&block);
        }
    }

    /// Returns all values of a game, in the order of the moments.
    fn values(&self, sample: &Sample, rotation: usize) -> Vec<Option<i64>> {
        let parts = sample.utility.as_deref();
        let seats = (0..self.seats.len())
            .map(|seat| parts.and_then(|parts| parts.get(seat)).map(|part| i64::from(*part)));
        let of_agent = |agent: usize| {
            let agents = self.slots.iter().cycle().skip(rotation);
            let own = agents.zip(parts?).filter(|(other, _)| **other == agent);
            let (n, sum) = own.fold((0, 0), |(n, sum), (_, part)| (n + 1, sum + i64::from(*part)));
            // An agent may have several seats. The agent's mean is rounded to the nearest part.
            (n > 0).then(|| (2 * sum + n) / (2 * n))
        };
        let counted = (0..self.counted.len())
            .map(|i| sample.counted.get(i).map(|count| i64::from(*count) * MILLION as i64));
        let metrics = (0..self.metrics.len()).map(|i| sample.metrics.get(i).copied().flatten());
        let agents = (0..self.agents.len()).map(of_agent);
        let contrasts = self.contrasted.iter().map(|contrast| Some(contrast.of(parts?)));
        metrics.chain(counted).chain(seats).chain(contrasts).chain(agents).collect()
    }

    fn moments(&mut self) -> impl Iterator<Item = &mut Moments> {
        let Self { metrics, counted, seats, contrasts, agents, .. } = self;
        metrics.iter_mut().chain(counted).chain(seats).chain(contrasts).chain(agents)
    }

    /// Adds a complete block to the moments.
    fn close(&mut self, block: &Block) {
        for (moments, (sum, n)) in self.moments().zip(&block.1) {
            if *n > 0 {
                moments.add(sum * (MEAN_PARTS / i64::from(*n)));
            }
        }
    }

    /// Adds the quantities that are added up for each square, time or seat. For these quantities,
    /// the division of games into blocks does not matter.
    fn add_by_place(&mut self, record: &Sample) {
        for ((games, sum, squares), part) in
            self.results.iter_mut().zip(record.utility.iter().flatten())
        {
            *games += 1;
            *sum += u64::from(*part);
            *squares += u64::from(*part).pow(2);
        }
        let mut left = record.eliminated.clone();
        left.sort_unstable();
        for ((n, sum), ply) in self.eliminated.iter_mut().zip(left) {
            *n += 1;
            *sum += u64::from(ply);
        }
        let mark = |sums: &mut Vec<u64>, squares: &[Square]| {
            for square in squares {
                if let Some(sum) = sums.get_mut(square.index()) {
                    *sum += 1;
                }
            }
        };
        mark(&mut self.captures, &record.captures);
        mark(&mut self.mates, &record.mates);
        mark(&mut self.promotions, &record.promotions);
        if self.pieces.len() < record.pieces.len() {
            self.pieces.resize(record.pieces.len(), (0, 0));
        }
        for ((games, sum), pieces) in self.pieces.iter_mut().zip(&record.pieces) {
            *games += 1;
            *sum += u64::from(*pieces);
        }
    }

    /// Adds other totals of the same plan. The games of a block may be divided between the two
    /// totals.
    pub fn merge(&mut self, other: &Self) {
        let Self { metrics, counted, seats, contrasts, agents, .. } = other;
        let others = metrics.iter().chain(counted).chain(seats).chain(contrasts).chain(agents);
        for (moments, other) in self.moments().zip(others) {
            moments.merge(other);
        }
        let pairs = |sums: &mut Vec<(u64, u64)>, parts: &[(u64, u64)]| {
            if sums.len() < parts.len() {
                sums.resize(parts.len(), (0, 0));
            }
            for (sum, part) in sums.iter_mut().zip(parts) {
                sum.0 += part.0;
                sum.1 += part.1;
            }
        };
        pairs(&mut self.eliminated, &other.eliminated);
        pairs(&mut self.pieces, &other.pieces);
        for (sum, part) in self.results.iter_mut().zip(&other.results) {
            *sum = (sum.0 + part.0, sum.1 + part.1, sum.2 + part.2);
        }
        let singles = |sums: &mut Vec<u64>, parts: &[u64]| {
            sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
        };
        singles(&mut self.captures, &other.captures);
        singles(&mut self.mates, &other.mates);
        singles(&mut self.promotions, &other.promotions);
        for (number, (games, values)) in &other.open {
            let block = self.open.entry(*number).or_insert_with(|| (0, vec![(0, 0); values.len()]));
            block.0 += games;
            for ((sum, n), (part, m)) in block.1.iter_mut().zip(values) {
                *sum += part;
                *n += m;
            }
            if block.0 == self.per_block
                && let Some(block) = self.open.remove(number)
            {
                self.close(&block);
            }
        }
    }

    /// Returns the outcome uniformity, which Ludii defines on another scale. For each seat, the
    /// variance of its utility is computed. The result is 1 minus the mean of these variances.
    /// Returns `None` if there are no results.
    #[must_use]
    pub fn uniformity(&self) -> Option<f64> {
        let variance = |(games, sum, squares): &(u64, u64, u64)| {
            let (n, whole) = (*games as f64, f64::from(WHOLE));
            let mean = *sum as f64 / n / whole;
            (*games > 0).then(|| *squares as f64 / n / whole / whole - mean * mean)
        };
        let variances: Option<Vec<f64>> = self.results.iter().map(variance).collect();
        let variances = variances.filter(|list| !list.is_empty())?;
        Some(1.0 - variances.iter().sum::<f64>() / variances.len() as f64)
    }

    /// Adds all incomplete blocks to the moments. Blocks are incomplete if a fault stopped a game,
    /// or if the run ended before their last game. No game may be added after this call.
    pub fn finish(&mut self) {
        for block in std::mem::take(&mut self.open).into_values() {
            self.close(&block);
        }
    }
}
