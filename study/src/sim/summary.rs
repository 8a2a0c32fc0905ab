//! Summaries of many games.

use std::collections::BTreeMap;

use crate::metrics::{GameRecord, Totals};
use crate::sim::Plan;
use quadrille_core::rules::{Ending, HookError, SeatResult};
use quadrille_core::tables::CompiledRules;

/// The maximum number of faults in a summary.
const MAX_FAULTS: usize = 10;

/// The results of a number of games. The results do not depend on the order in which the games are
/// added.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Summary {
    /// The number of games that ended without a fault, including games that were stopped at the ply
    /// limit.
    pub games: u64,
    /// The number of games stopped by a fault.
    pub faults: u64,
    /// The first ten faults, by game index.
    pub first_faults: BTreeMap<u64, HookError>,
    /// The number of plies of all games.
    pub plies: u64,
    /// The number of games by their ending.
    pub endings: BTreeMap<Ending, u64>,
    /// For each seat, the numbers of its wins, draws and losses. Games that were stopped at the ply
    /// limit do not count here.
    pub seats: Vec<[u64; 3]>,
    /// For each team: the games that it won, drew and lost.
    pub teams: Vec<[u64; 3]>,
    /// For each length in plies, the number of games with this length.
    pub lengths: BTreeMap<u32, u64>,
    /// For each clause: the number of times that it fired, and the number of games in which it
    /// fired.
    pub clauses: Vec<(u64, u64)>,
    /// The metrics that scripts count.
    pub metrics: Vec<u64>,
    /// The metrics of measured games. Call [`Totals::finish`] before you read them.
    pub totals: Option<Totals>,
}

impl Summary {
    /// Creates an empty summary.
    #[must_use]
    pub fn new(rules: &CompiledRules) -> Self {
        let spec = rules.spec();
        Self {
            seats: vec![[0; 3]; spec.seats.len()],
            teams: vec![[0; 3]; spec.teams.len()],
            clauses: vec![(0, 0); spec.clauses.len()],
            metrics: vec![0; spec.metrics.len()],
            ..Self::default()
        }
    }

    /// Creates an empty summary for a plan, with totals if the plan measures games.
    #[must_use]
    pub fn of_plan(rules: &CompiledRules, plan: &Plan) -> Self {
        let totals = plan.measure.then(|| Totals::new(rules.spec(), &plan.agents, plan.rotate));
        Self { totals, ..Self::new(rules) }
    }

    /// Adds a game.
    pub fn add(&mut self, rules: &CompiledRules, record: &GameRecord) {
        self.plies += u64::from(record.plies);
        if let Some(totals) = &mut self.totals {
            totals.add(rules.spec(), record);
        }
        for (sum, fired) in self.clauses.iter_mut().zip(&record.clauses) {
            sum.0 += u64::from(*fired);
            sum.1 += u64::from(*fired > 0);
        }
        for (sum, count) in self.metrics.iter_mut().zip(&record.metrics) {
            *sum += u64::from(*count);
        }
        let outcome = match &record.end {
            Ok(outcome) => outcome,
            Err(error) => {
                self.faults += 1;
                self.first_faults.insert(record.index, error.clone());
                if self.first_faults.len() > MAX_FAULTS {
                    self.first_faults.pop_last();
                }
                return;
            }
        };
        self.games += 1;
        *self.lengths.entry(record.plies).or_default() += 1;
        *self.endings.entry(outcome.ending).or_default() += 1;
        if outcome.ending == Ending::PlyLimit {
            return;
        }
        for (counts, result) in self.seats.iter_mut().zip(&outcome.results) {
            counts[column(*result)] += 1;
        }
        for (counts, result) in self.teams.iter_mut().zip(outcome.team_results(rules.spec())) {
            counts[column(result)] += 1;
        }
    }

    /// Adds another summary, whose games were played by the same rules.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.faults += other.faults;
        self.plies += other.plies;
        if let (Some(totals), Some(other)) = (&mut self.totals, &other.totals) {
            totals.merge(other);
        }
        self.first_faults.extend(other.first_faults.iter().map(|(i, e)| (*i, e.clone())));
        while self.first_faults.len() > MAX_FAULTS {
            self.first_faults.pop_last();
        }
        for (ending, n) in &other.endings {
            *self.endings.entry(*ending).or_default() += n;
        }
        for (length, n) in &other.lengths {
            *self.lengths.entry(*length).or_default() += n;
        }
        let add = |sums: &mut Vec<[u64; 3]>, parts: &Vec<[u64; 3]>| {
            for (sum, part) in sums.iter_mut().zip(parts) {
                for (a, b) in sum.iter_mut().zip(part) {
                    *a += b;
                }
            }
        };
        add(&mut self.seats, &other.seats);
        add(&mut self.teams, &other.teams);
        for (sum, part) in self.clauses.iter_mut().zip(&other.clauses) {
            sum.0 += part.0;
            sum.1 += part.1;
        }
        for (sum, part) in self.metrics.iter_mut().zip(&other.metrics) {
            *sum += part;
        }
    }
}

/// Returns the index of a result in an array of wins, draws and losses.
fn column(result: SeatResult) -> usize {
    match result {
        SeatResult::Win => 0,
        SeatResult::Draw => 1,
        SeatResult::Loss => 2,
    }
}
