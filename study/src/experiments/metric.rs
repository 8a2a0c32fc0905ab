//! The metrics of experiments. A metric gives each game a number, which lies within known bounds.
//!
//! Confidence sequences need bounds. The bounds of shares are 0 and 1, and the ply limit is the
//! bound of lengths. Counts have a chosen bound, and larger values count as this bound. Each metric
//! states the origin of its bounds. Metrics that are counted within a game are marked as counts,
//! because their values scatter over a small part of the range between the bounds.

use crate::metrics::{GameRecord, METRICS, MetricGroup, Sample, Unit, WHOLE, utility};
use crate::statistics::confidence_sequence::Sequence;
use quadrille_core::board::Seat;
use quadrille_core::rules::ClauseId;
use quadrille_core::tables::CompiledRules;

/// The integer that stands for the value 1 of a metric.
const METRIC_ONE: f64 = crate::metrics::MILLION as f64;
/// The upper bound of a count is the ply limit divided by this number.
const PLY_LIMIT_DIVISOR: f64 = 10.0;
/// The upper bound of metrics that are numbers of legal actions.
const MAX_LEGAL_ACTIONS: f64 = 256.0;

/// A metric with bounds.
#[derive(Clone, PartialEq, Debug)]
pub struct BoundedMetric {
    /// The name on the command line.
    pub name: String,
    /// The meaning, in a few words.
    pub about: String,
    /// The unit.
    pub unit: Unit,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
    /// The origin of the bounds.
    pub bound: Bound,
    /// `true` if the metric is counted or measured within a game. Otherwise it is a result of the
    /// game.
    pub counts: bool,
}

impl BoundedMetric {
    /// Returns a confidence sequence for the mean of the metric minus the number `less`.
    #[must_use]
    pub fn sequence(&self, less: f64, alpha: f64, cap: u64) -> Sequence {
        Sequence::new(self.low - less, self.high - less, alpha, cap).for_counts(self.counts)
    }

    /// Returns a confidence sequence for the difference between the means of this metric on two
    /// sides.
    #[must_use]
    pub fn change(&self, alpha: f64, cap: u64) -> Sequence {
        let range = self.high - self.low;
        Sequence::new(-range, range, alpha, cap).for_counts(self.counts)
    }
}

/// The origin of a metric's bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The metric can't have values beyond the bound.
    Nature,
    /// The ply limit of the games is the bound.
    PlyLimit,
    /// The bound was chosen, and larger values count as the bound.
    Cut,
}

/// A source of metrics, which computes their values for games.
pub trait MetricSource: Sync {
    /// Returns each metric's value, or NaN if the game has none. `sample` is `None` for games that
    /// were not measured or that a fault stopped.
    fn values(&self, game: &GameRecord, sample: Option<&Sample>) -> Vec<f64>;
}

/// The way in which a metric is computed from a game.
#[derive(Clone, Copy)]
enum Source {
    /// The metric at this index of [`METRICS`].
    Known(usize),
    /// The seat's utility.
    Seat(Seat),
    /// The seat's utility, in games that exactly one side won.
    Alone(Seat),
    /// The value 1 if the clause fired in the game, and 0 otherwise.
    Clause(ClauseId),
    /// A metric that a script counts.
    Counted(usize),
}

impl Source {
    /// Returns `true` if the metric is counted or measured within a game.
    fn counts(self) -> bool {
        match self {
            Self::Known(place) => METRICS[place].group != MetricGroup::Result,
            Self::Seat(_) | Self::Alone(_) | Self::Clause(_) => false,
            Self::Counted(_) => true,
        }
    }
}

/// The metrics of a ruleset.
#[derive(Clone)]
pub struct Catalogue<'a> {
    rules: &'a CompiledRules,
    entries: Vec<(BoundedMetric, Source)>,
}

impl std::fmt::Debug for Catalogue<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Catalogue").finish_non_exhaustive()
    }
}

impl<'a> Catalogue<'a> {
    /// Returns the metrics of a ruleset whose games are stopped at `ply_limit`. The list begins
    /// with the metrics that every game has. The utilities follow: `first_side`, `seat.NAME`,
    /// `team.NAME`, and `first_side_decided`, which is the utility of the first side in games that
    /// exactly one side won. At the end are the metrics that scripts count (`count.NAME`), and for
    /// each clause, the number of times that it fired (`clause.NAME`).
    #[must_use]
    pub fn new(rules: &'a CompiledRules, ply_limit: u32) -> Self {
        let spec = rules.spec();
        let limit = f64::from(ply_limit);
        let mut entries = Vec::new();
        let mut add = |name: String, about: String, unit: Unit, source: Source| {
            let (low, high, bound) = bounds(unit, limit, spec.seats.len());
            let counts = source.counts();
            entries.push((BoundedMetric { name, about, unit, low, high, bound, counts }, source));
        };
        for (place, known) in METRICS.iter().enumerate() {
            add(known.name.into(), known.meaning.into(), known.unit, Source::Known(place));
        }
        let first = spec.order.first().copied().unwrap_or(Seat(0));
        let about = "share of the result for the side that moves first";
        add("first_side".into(), about.into(), Unit::Share, Source::Seat(first));
        let about = "wins of the side that moves first, in games with a single winner";
        add("first_side_decided".into(), about.into(), Unit::Share, Source::Alone(first));
        for (i, seat) in spec.seats.iter().enumerate() {
            let about = format!("share of the result for {}", seat.name);
            add(format!("seat.{}", seat.name), about, Unit::Share, Source::Seat(Seat(i as u8)));
        }
        if spec.teams.len() < spec.seats.len() {
            for (i, team) in spec.teams.iter().enumerate() {
                let seat = spec.seats.iter().position(|seat| usize::from(seat.team) == i);
                let Some(seat) = seat else { continue };
                let about = format!("share of the result for {team}");
                add(format!("team.{team}"), about, Unit::Share, Source::Seat(Seat(seat as u8)));
            }
        }
        for (i, name) in spec.metrics.iter().enumerate() {
            let about = format!("{name}, counted by a script");
            add(format!("count.{name}"), about, Unit::Times, Source::Counted(i));
        }
        for (i, clause) in spec.clauses.iter().enumerate() {
            let about = format!("games in which {} fired", clause.id);
            let source = Source::Clause(ClauseId(i as u16));
            add(format!("clause.{}", clause.id), about, Unit::Share, source);
        }
        Self { rules, entries }
    }

    /// Returns the metrics, in the order of their values.
    pub fn metrics(&self) -> impl Iterator<Item = &BoundedMetric> {
        self.entries.iter().map(|(metric, _)| metric)
    }

    /// Keeps only the metrics with these names, in this order. Unknown names are ignored.
    pub fn keep(&mut self, names: &[String]) {
        let find = |name: &String| self.entries.iter().find(|(metric, _)| metric.name == *name);
        self.entries = names.iter().filter_map(find).cloned().collect();
    }

    fn value(&self, source: Source, game: &GameRecord, sample: Option<&Sample>) -> Option<f64> {
        let spec = self.rules.spec();
        match source {
            Source::Known(place) => Some((*sample?.metrics.get(place)?)? as f64 / METRIC_ONE),
            Source::Seat(seat) => {
                let outcome = game.end.as_ref().ok()?;
                match utility(spec, outcome) {
                    Some(parts) => Some(f64::from(*parts.get(seat.index())?) / f64::from(WHOLE)),
                    // A game stopped at the ply limit is shared equally.
                    None => Some(1.0 / spec.teams.len().max(1) as f64),
                }
            }
            Source::Alone(seat) => {
                let parts = utility(spec, game.end.as_ref().ok()?)?;
                match *parts.get(seat.index())? {
                    0 if parts.contains(&WHOLE) => Some(0.0),
                    WHOLE => Some(1.0),
                    _ => None,
                }
            }
            Source::Clause(id) => {
                let fired = *game.clauses.get(usize::from(id.0))? > 0;
                Some(f64::from(u8::from(fired)))
            }
            Source::Counted(i) => Some(f64::from(*game.metrics.get(i)?)),
        }
    }
}

impl MetricSource for Catalogue<'_> {
    fn values(&self, game: &GameRecord, sample: Option<&Sample>) -> Vec<f64> {
        let value = |(metric, source): &(BoundedMetric, Source)| {
            let value = self.value(*source, game, sample);
            value.map_or(f64::NAN, |value| value.clamp(metric.low, metric.high))
        };
        self.entries.iter().map(value).collect()
    }
}

/// Returns the bounds of metrics with this unit, and the origin of the bounds.
fn bounds(unit: Unit, limit: f64, seats: usize) -> (f64, f64, Bound) {
    match unit {
        Unit::Share | Unit::PiecesPerPly | Unit::TimesPerPly => (0.0, 1.0, Bound::Nature),
        Unit::Variance => (0.0, 0.25, Bound::Nature),
        Unit::Seats => (0.0, seats as f64, Bound::Nature),
        Unit::Plies | Unit::Rounds => (0.0, limit, Bound::PlyLimit),
        Unit::Digits => (0.0, 2.0 * limit, Bound::Cut),
        Unit::Times => (0.0, (limit / PLY_LIMIT_DIVISOR).max(10.0), Bound::Cut),
        Unit::Actions => (0.0, MAX_LEGAL_ACTIONS, Bound::Cut),
        Unit::ActionsPerTurn => (-1.0, 1.0, Bound::Cut),
    }
}
