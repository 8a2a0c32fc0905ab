//! Many games added up. The block is what is averaged over: all games of one luck with the agents
//! in every rotation, or a single game where nothing rotates. Whole numbers only, so that neither
//! the order of games nor the number of threads can show.

use std::collections::BTreeMap;

use crate::agents::{AgentSpec, distinct, rotations};
use crate::board::Square;
use crate::metrics::{
    GameRecord, METRICS, MILLION, Played, SeatContrast, WHOLE, seat_contrasts, utility,
};
use crate::rules::Spec;

/// Block route are kept in parts of this, which every possible block size divides.
const PARTS: i64 = WHOLE as i64;

/// The first two moments of a number over blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moments {
    /// Blocks that had it.
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

    /// The mean, if `scale` of the whole numbers added are one; none without blocks.
    #[must_use]
    pub fn mean(&self, scale: u64) -> Option<f64> {
        let unit = self.blocks as f64 * PARTS as f64 * scale as f64;
        (self.blocks > 0).then(|| self.sum as f64 / unit)
    }

    /// The standard deviation between blocks; none with fewer than two.
    #[must_use]
    pub fn deviation(&self, scale: u64) -> Option<f64> {
        if self.blocks < 2 {
            return None;
        }
        let n = self.blocks as f64;
        let sum = self.sum as f64;
        let spread = (self.squares as f64 - sum * sum / n).max(0.0) / (n - 1.0);
        Some(spread.sqrt() / (PARTS as f64 * scale as f64))
    }

    /// The standard error of the mean; none with fewer than two blocks.
    #[must_use]
    pub fn error(&self, scale: u64) -> Option<f64> {
        self.deviation(scale).map(|deviation| deviation / (self.blocks as f64).sqrt())
    }
}

/// What one block has so far: for each number its sum and the games that had it.
type Block = (u32, Vec<(i64, u8)>);

/// What totals need of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sample {
    /// The game's index.
    pub index: u64,
    /// The values of [`METRICS`], in millionths.
    pub metrics: Vec<Option<i64>>,
    /// What scripts counted.
    pub counted: Vec<u32>,
    /// What each seat had of the game; see [`utility`].
    pub utility: Option<Vec<u32>>,
    /// The plies at which seats left the game.
    pub eliminated: Vec<u32>,
    /// Where pieces were captured.
    pub captures: Vec<Square>,
    /// Where royals were mated.
    pub mates: Vec<Square>,
    /// Where pieces became another kind.
    pub promotions: Vec<Square>,
    /// The pieces on the board, sampled.
    pub pieces: Vec<u16>,
}

impl Sample {
    /// Of a game that has a record and was not stopped by a hook.
    #[must_use]
    pub fn new(spec: &Spec, game: &GameRecord) -> Option<Self> {
        let played = Played::new(spec, game)?;
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
    /// Each of [`METRICS`].
    pub metrics: Vec<Moments>,
    /// What scripts count, in the order of [`Spec::metrics`].
    pub counted: Vec<Moments>,
    /// What each seat had of a game, in parts of [`WHOLE`].
    pub seats: Vec<Moments>,
    /// Each of [`Totals::contrasted`], in parts of [`WHOLE`].
    pub contrasts: Vec<Moments>,
    /// What each agent had of a game in a seat, in the order of the plan's different agents.
    pub agents: Vec<Moments>,
    /// For each place in the order in which seats left the game: how many did, and their plies.
    pub eliminated: Vec<(u64, u64)>,
    /// Captures by square.
    pub captures: Vec<u64>,
    /// Mates by square.
    pub mates: Vec<u64>,
    /// Promotions by square.
    pub promotions: Vec<u64>,
    /// Games that lasted so many samples, and their pieces on the board.
    pub pieces: Vec<(u64, u64)>,
    /// Which seats are set against each other.
    pub contrasted: Vec<SeatContrast>,
    /// For each seat the games that gave it something or nothing, the sum of what they gave and the
    /// sum of its squares, in parts of [`WHOLE`].
    pub results: Vec<(u64, u64, u64)>,
    /// Which of the different agents each seat has before anything rotates.
    slots: Vec<usize>,
    /// Games in a block.
    of: u32,
    /// Blocks whose games have not all come yet.
    open: BTreeMap<u64, Block>,
}

impl Totals {
    /// No games yet of these agents, one for each seat, which may change seats from game to game.
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
            of: rotations(agents, rotate),
            open: BTreeMap::new(),
        }
    }

    /// Counts a game in; one without a record, or stopped by a hook, does not count.
    pub fn add(&mut self, spec: &Spec, game: &GameRecord) {
        if let Some(sample) = Sample::new(spec, game) {
            self.count(&sample);
        }
    }

    /// Counts in what was kept of a game.
    pub fn count(&mut self, sample: &Sample) {
        let of = u64::from(self.of);
        let number = sample.index / of;
        let values = self.values(sample, (sample.index % of) as usize);
        self.tell(sample);
        if self.of == 1 {
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
        if block.0 == self.of
            && let Some(block) = self.open.remove(&number)
        {
            self.close(&block);
        }
    }

    /// Every number of a game, in the order of the moments.
    fn values(&self, sample: &Sample, rotation: usize) -> Vec<Option<i64>> {
        let parts = sample.utility.as_deref();
        let seats = (0..self.seats.len())
            .map(|seat| parts.and_then(|parts| parts.get(seat)).map(|part| i64::from(*part)));
        let of_agent = |agent: usize| {
            let agents = self.slots.iter().cycle().skip(rotation);
            let own = agents.zip(parts?).filter(|(other, _)| **other == agent);
            let (n, sum) = own.fold((0, 0), |(n, sum), (_, part)| (n + 1, sum + i64::from(*part)));
            // An agent may hold several seats; rounding is to the nearest part.
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

    /// A block is complete.
    fn close(&mut self, block: &Block) {
        for (moments, (sum, n)) in self.moments().zip(&block.1) {
            if *n > 0 {
                moments.add(sum * (PARTS / i64::from(*n)));
            }
        }
    }

    /// What is added up by place or time instead of by block.
    fn tell(&mut self, record: &Sample) {
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

    /// Adds the games of other totals of the same plan, whose blocks may be split between the two.
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
            if block.0 == self.of
                && let Some(block) = self.open.remove(number)
            {
                self.close(&block);
            }
        }
    }

    /// How alike a seat's results are from game to game: one less the variance of what a seat has of
    /// a game, averaged over seats (Ludii's outcome uniformity). None without results.
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

    /// Counts blocks of which games are missing (the run ended among them, or a script stopped
    /// some) by the games they have. Afterwards nothing may be added.
    pub fn finish(&mut self) {
        for block in std::mem::take(&mut self.open).into_values() {
            self.close(&block);
        }
    }
}
