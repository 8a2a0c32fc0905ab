//! What is measured of a game: numbers with a unit and bounds.
//!
//! Confidence sequences need bounds. A share has them by nature; a length or a count is bounded by
//! the ply limit, and says so.

use crate::effect::{Ending, SeatResult};
use crate::piece::Seat;
use crate::playout::GameRecord;
use crate::ruleset::Ruleset;
use crate::spec::ClauseId;

/// A number that every game has.
#[derive(Clone, PartialEq, Debug)]
pub struct Metric {
    /// What it is called on the command line.
    pub name: String,
    /// What it is, in a few words.
    pub about: String,
    /// What it is counted in.
    pub unit: Unit,
    /// The least it can be.
    pub low: f64,
    /// The most it can be.
    pub high: f64,
    /// The bounds are no part of its nature but follow from the limit on a game's length.
    pub limited: bool,
}

/// What a metric is counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// A share of the games: printed as per cent, its differences in points.
    Share,
    /// Results: 1 for a win, 1/2 for a draw; printed like shares.
    Result,
    /// Plies.
    Plies,
    /// Things counted.
    Count,
}

impl Unit {
    /// Whether numbers are printed a hundredfold, as per cent.
    #[must_use]
    pub fn is_share(self) -> bool {
        matches!(self, Self::Share | Self::Result)
    }

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Share => "share",
            Self::Result => "result",
            Self::Plies => "plies",
            Self::Count => "count",
        }
    }
}

/// Reads metrics off games.
pub trait Measure: Sync {
    /// The value of each metric; not a number where the game has none.
    fn values(&self, record: &GameRecord) -> Vec<f64>;
}

/// How a metric is read off a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    Decisive,
    Drawn,
    Stopped,
    Length,
    Team(u8),
    Seat(Seat),
    Clause(ClauseId),
    Counted(usize),
}

/// The metrics that need nothing but how games ended and what was counted in them.
#[derive(Clone, PartialEq, Debug)]
pub struct Catalogue {
    teams: Vec<u8>,
    entries: Vec<(Metric, Source)>,
}

impl Catalogue {
    /// The metrics of a ruleset, with games stopped at so many plies at the latest.
    #[must_use]
    pub fn new(rules: &Ruleset, ply_limit: u32) -> Self {
        let spec = rules.spec();
        let limit = f64::from(ply_limit);
        let mut entries = Vec::new();
        let mut add = |name: String, about: String, unit: Unit, source| {
            let limited = !unit.is_share();
            let high = if limited { limit } else { 1.0 };
            entries.push((Metric { name, about, unit, low: 0.0, high, limited }, source));
        };
        let share = Unit::Share;
        add("decisive".into(), "games that somebody wins".into(), share, Source::Decisive);
        add("draws".into(), "games drawn".into(), share, Source::Drawn);
        add("stopped".into(), "games stopped at the ply limit".into(), share, Source::Stopped);
        add("length".into(), "length of a game".into(), Unit::Plies, Source::Length);
        let first = spec.order.first().map_or(0, |seat| spec.team(*seat));
        add(
            "first-side".into(),
            "result of the side that moves first".into(),
            Unit::Result,
            Source::Team(first),
        );
        for (i, seat) in spec.seats.iter().enumerate() {
            let (name, about) = (format!("seat.{}", seat.name), format!("result of {}", seat.name));
            add(name, about, Unit::Result, Source::Seat(Seat(i as u8)));
        }
        if spec.teams.len() < spec.seats.len() {
            for (i, team) in spec.teams.iter().enumerate() {
                let (name, about) = (format!("team.{team}"), format!("result of {team}"));
                add(name, about, Unit::Result, Source::Team(i as u8));
            }
        }
        for (i, name) in spec.metrics.iter().enumerate() {
            let about = format!("{name} in a game");
            add(format!("count.{name}"), about, Unit::Count, Source::Counted(i));
        }
        for (i, clause) in spec.clauses.iter().enumerate() {
            let about = format!("games in which {} fired", clause.id);
            let source = Source::Clause(ClauseId(i as u16));
            add(format!("clause.{}", clause.id), about, share, source);
        }
        let teams = spec.seats.iter().map(|seat| seat.team).collect();
        Self { teams, entries }
    }

    /// The metrics, in the order of their values.
    pub fn metrics(&self) -> impl Iterator<Item = &Metric> {
        self.entries.iter().map(|(metric, _)| metric)
    }

    /// Keeps these metrics only, in this order; names that are not there are left out.
    pub fn keep(&mut self, names: &[String]) {
        let find = |name: &String| self.entries.iter().find(|(metric, _)| metric.name == *name);
        self.entries = names.iter().filter_map(find).cloned().collect();
    }

    fn value(&self, source: Source, record: &GameRecord) -> Option<f64> {
        let outcome = record.end.as_ref().ok()?;
        let stopped = outcome.ending == Ending::PlyLimit;
        let won = !stopped && outcome.results.contains(&SeatResult::Win);
        let truth = |holds: bool| f64::from(u8::from(holds));
        Some(match source {
            Source::Decisive => truth(won),
            Source::Drawn => truth(!won && !stopped),
            Source::Stopped => truth(stopped),
            Source::Length => f64::from(record.plies),
            Source::Seat(_) | Source::Team(_) if stopped => 0.5,
            Source::Seat(seat) => points(*outcome.results.get(seat.index())?),
            // A team has come to what the best of its seats has.
            Source::Team(team) => {
                let results = outcome.results.iter().zip(&self.teams);
                let mine = results.filter(|(_, of)| **of == team).map(|(result, _)| *result);
                mine.map(points).reduce(f64::max)?
            }
            Source::Clause(id) => truth(*record.clauses.get(usize::from(id.0))? > 0),
            Source::Counted(i) => f64::from(*record.metrics.get(i)?),
        })
    }
}

impl Measure for Catalogue {
    fn values(&self, record: &GameRecord) -> Vec<f64> {
        let values = self.entries.iter();
        values.map(|(_, source)| self.value(*source, record).unwrap_or(f64::NAN)).collect()
    }
}

/// What a result is worth.
fn points(result: SeatResult) -> f64 {
    match result {
        SeatResult::Win => 1.0,
        SeatResult::Draw => 0.5,
        SeatResult::Loss => 0.0,
    }
}
