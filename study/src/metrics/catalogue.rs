//! The table of metrics: name, unit, meaning, and the function that computes the value from a
//! record.

use crate::metrics::{GameRecord, MILLION, Measurements, utility, winner};
use quadrille_core::rules::{Ending, Outcome, SeatResult, Spec};

/// The subject of a metric.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MetricGroup {
    /// The game's result.
    Result,
    /// The game's length.
    Length,
    /// The number of legal actions in a turn.
    Choice,
    /// Events on the board.
    Events,
    /// Frozen and eliminated seats.
    Absence,
    /// The balance of strength during the game.
    Course,
}

impl MetricGroup {
    /// Returns the title of the group for a table.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Result => "Result",
            Self::Length => "Length",
            Self::Choice => "Choice",
            Self::Events => "Events",
            Self::Absence => "Absence",
            Self::Course => "Course of the game",
        }
    }
}

/// The unit of a metric.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unit {
    /// A share, which is shown as a percentage. In a single game, some shares can only be 0 or 1.
    Share,
    /// Plies.
    Plies,
    /// Rounds of the order of turns.
    Rounds,
    /// Legal actions.
    Actions,
    /// A number of occurrences.
    Times,
    /// A number of seats, each counted once.
    Seats,
    /// Pieces per ply.
    PiecesPerPly,
    /// Occurrences per ply.
    TimesPerPly,
    /// Decimal digits.
    Digits,
    /// Growth of the number of legal actions per turn.
    ActionsPerTurn,
    /// The variance of a share.
    Variance,
}

impl Unit {
    /// Returns the name of the unit.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Share => "share",
            Self::Plies => "plies",
            Self::Rounds => "rounds",
            Self::Actions => "moves",
            Self::Times => "per game",
            Self::Seats => "seats",
            Self::PiecesPerPly => "pieces per ply",
            Self::TimesPerPly => "per ply",
            Self::Digits => "digits",
            Self::ActionsPerTurn => "moves per turn",
            Self::Variance => "variance",
        }
    }
}

/// A metric of games. Some games may have no value of the metric.
#[derive(Debug)]
#[non_exhaustive]
pub struct Metric {
    /// The name on command lines, in databases and in JSON.
    pub name: &'static str,
    /// The subject.
    pub group: MetricGroup,
    /// The unit.
    pub unit: Unit,
    /// The meaning, in a few words.
    pub meaning: &'static str,
    /// The value for a game in millionths, or `None` if the metric has no meaning for this game.
    pub value: fn(&MeasuredGame<'_>) -> Option<i64>,
}

/// A finished game with its record.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredGame<'a> {
    /// The ruleset.
    pub spec: &'a Spec,
    /// The length in plies.
    pub plies: u32,
    /// The outcome.
    pub outcome: &'a Outcome,
    /// The record.
    pub record: &'a Measurements,
}

impl<'a> MeasuredGame<'a> {
    /// Returns the game, or `None` if the game has no record or a fault stopped the game.
    #[must_use]
    pub fn new(spec: &'a Spec, game: &'a GameRecord) -> Option<Self> {
        let (outcome, record) = (game.end.as_ref().ok()?, game.measured.as_deref()?);
        Some(Self { spec, plies: game.plies, outcome, record })
    }

    fn stopped(&self) -> bool {
        self.outcome.ending == Ending::PlyLimit
    }

    /// Returns `true` if at least one side won and at least one side did not win. If the survivors
    /// share a draw, the game is not won.
    fn is_won(&self) -> bool {
        self.outcome.results.contains(&SeatResult::Win)
            && utility(self.spec, self.outcome)
                .is_some_and(|u| u.contains(&0) || self.spec.teams.len() < 2)
    }
}

/// Returns the metric with this name.
#[must_use]
pub fn metric(name: &str) -> Option<&'static Metric> {
    METRICS.iter().find(|metric| metric.name == name)
}

/// Returns `part / whole` in millionths, or `None` if `whole` is 0.
fn share(part: u64, whole: u64) -> Option<i64> {
    let value = u128::from(part) * u128::from(MILLION);
    (whole > 0).then(|| (value / u128::from(whole)) as i64)
}

fn yes(holds: bool) -> Option<i64> {
    Some(if holds { MILLION as i64 } else { 0 })
}

fn times(n: impl TryInto<i64>) -> Option<i64> {
    n.try_into().ok().and_then(|n: i64| n.checked_mul(MILLION as i64))
}

fn millionths(n: u64) -> Option<i64> {
    n.try_into().ok()
}

const fn of(
    name: &'static str,
    group: MetricGroup,
    unit: Unit,
    meaning: &'static str,
    value: fn(&MeasuredGame<'_>) -> Option<i64>,
) -> Metric {
    Metric { name, group, unit, meaning, value }
}

/// All metrics, by group.
pub const METRICS: &[Metric] = {
    use MetricGroup::{Absence, Choice, Course, Events, Length, Result};
    use Unit::{
        Actions, ActionsPerTurn, Digits, PiecesPerPly, Plies, Rounds, Seats, Share, Times,
        TimesPerPly, Variance,
    };
    &[
        of("decided", Result, Share, "games with a winner", |g| yes(g.is_won())),
        of("outright", Result, Share, "games with a single winner", |g| {
            yes(!g.stopped() && winner(g.spec, g.outcome).is_some())
        }),
        of(
            "drawn",
            Result,
            Share,
            "games that end in a draw",
            |g| yes(!g.stopped() && !g.is_won()),
        ),
        of("stopped", Result, Share, "games stopped at the ply limit", |g| yes(g.stopped())),
        of("length", Length, Plies, "plies until the end", |g| times(g.plies)),
        of("rounds", Length, Rounds, "rounds begun", |g| times(g.record.rounds)),
        of("branching", Choice, Actions, "legal moves in a turn", |g| {
            share(g.record.legal, g.record.counted.into())
        }),
        of("branching_most", Choice, Actions, "most legal moves in any turn", |g| {
            if g.record.turns > 0 { times(g.record.legal_most) } else { None }
        }),
        of(
            "branching_trend",
            Choice,
            ActionsPerTurn,
            "legal moves gained from one turn to the next",
            |g| (g.record.turns > 1).then_some(g.record.legal_trend),
        ),
        of("choice_turns", Choice, Share, "turns with more than one legal move", |g| {
            share(g.record.choices.into(), g.record.counted.into())
        }),
        of("decision_factor", Choice, Actions, "legal moves in a turn with a choice", |g| {
            share(g.record.legal_open, g.record.choices.into())
        }),
        of("complexity", Choice, Digits, "digits in the size of the game tree", |g| {
            let all = u128::from(g.record.digits) * u128::from(g.record.turns);
            all.checked_div(g.record.counted.into()).map_or(Some(0), |n| n.try_into().ok())
        }),
        of("clarity", Choice, Share, "legal moves that gain nearly as much as the best", |g| {
            (g.record.clear_turns > 0)
                .then(|| (g.record.clear / u64::from(g.record.clear_turns)) as i64)
        }),
        of("chance_share", Choice, Share, "plies decided by dice or nature", |g| {
            share(g.record.chance.into(), g.plies.into())
        }),
        of("captures", Events, Times, "pieces captured", |g| times(g.record.captured())),
        of("capture_rate", Events, PiecesPerPly, "pieces captured per ply", |g| {
            share(g.record.captured().into(), g.plies.into())
        }),
        of("promotions", Events, Times, "pieces that became another kind", |g| {
            times(g.record.promotions.len())
        }),
        of("drops", Events, Times, "pieces dropped from the hand", |g| times(g.record.drops)),
        of("checks", Events, Times, "seats brought into check", |g| times(g.record.checks)),
        of("mates", Events, Times, "mates", |g| times(g.record.mates.len())),
        of("coverage", Events, Share, "squares that any piece ever occupied", |g| {
            share(g.record.squares_all.into(), g.spec.geometry.len() as u64)
        }),
        of("seat_coverage", Events, Share, "squares that a seat's pieces ever occupied", |g| {
            let seats = g.spec.seats.len();
            let sum = g.record.squares[..seats].iter().map(|n| u64::from(*n)).sum();
            share(sum, (g.spec.geometry.len() * seats) as u64)
        }),
        of("repetition", Events, Share, "turns in a position that occurred before", |g| {
            share(g.record.repeats.into(), g.record.turns.into())
        }),
        of("dead_time", Absence, Share, "time that a seat is frozen or out of the game", |g| {
            let seats = g.spec.seats.len();
            let sum = g.record.absent[..seats].iter().map(|n| u64::from(*n)).sum();
            share(sum, u64::from(g.plies) * seats as u64)
        }),
        of("freezes", Absence, Times, "seats frozen", |g| times(g.record.freezes.len())),
        of("releases", Absence, Times, "seats released", |g| times(released(g.record))),
        of("release_rate", Absence, Share, "freezes that end with a release", |g| {
            share(released(g.record) as u64, g.record.freezes.len() as u64)
        }),
        of("freeze_length", Absence, Plies, "length of a freeze", |g| {
            let freezes = &g.record.freezes;
            let sum: u64 = freezes.iter().map(|freeze| u64::from(freeze.until - freeze.from)).sum();
            share(sum, freezes.len() as u64)
        }),
        of("eliminations", Absence, Seats, "seats that left the game before its end", |g| {
            times(g.record.eliminated.iter().flatten().count())
        }),
        of("lead_changes", Course, Times, "changes of the side in the lead", |g| {
            times(g.record.lead.lead_changes)
        }),
        of("lead_change_rate", Course, TimesPerPly, "changes of the lead per ply", |g| {
            share(g.record.lead.lead_changes.into(), g.plies.into())
        }),
        of("kingmaking", Course, Times, "changes of the lead caused by a hopeless side", |g| {
            times(g.record.lead.kingmaking)
        }),
        of("drama", Course, Share, "distance of the winner behind the leader", |g| {
            g.record.lead.drama.and_then(millionths)
        }),
        of("drama_behind", Course, Share, "root of the winner's distance while behind", |g| {
            g.record.lead.drama_behind.and_then(millionths)
        }),
        of(
            "decision_threshold",
            Course,
            Share,
            "highest share that a losing side ever held",
            |g| g.record.lead.threshold.and_then(millionths),
        ),
        of(
            "decision_time",
            Course,
            Share,
            "time at which the winner's share passed all others",
            |g| g.record.lead.decided.and_then(millionths),
        ),
        of("instability", Course, Variance, "variance of a side's share of the strength", |g| {
            g.record.lead.variance.and_then(millionths)
        }),
        of("late_uncertainty", Course, Share, "entropy of the shares in the second half", |g| {
            g.record.lead.late_uncertainty.and_then(millionths)
        }),
        of("greatest_gain", Course, Share, "largest gain of the mover's share in one ply", |g| {
            millionths(g.record.lead.greatest_gain)
        }),
    ]
};

fn released(record: &Measurements) -> usize {
    record.freezes.iter().filter(|freeze| freeze.released).count()
}
