//! The outcome of a game: the result of each seat, and the reason why the game ended.

use crate::board::MAX_SEATS;
use crate::rules::{Clause, ClauseId, Spec};

/// A seat's result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum SeatResult {
    /// The seat won.
    Win,
    /// The game is drawn for the seat.
    Draw,
    /// The seat lost.
    Loss,
}

impl SeatResult {
    /// All results, best first.
    pub const ALL: [Self; 3] = [Self::Win, Self::Draw, Self::Loss];

    /// Returns the word for this result in scripts, lessons, records and stored rows.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }

    /// Returns the result with this word.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.word() == word)
    }
}

impl std::fmt::Display for SeatResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.word())
    }
}

impl std::str::FromStr for SeatResult {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        Self::named(word).ok_or_else(|| UnknownWord::new("result", word))
    }
}

/// The error for an unknown word, for example a word that is not one of the words for results.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no {expected} `{word}`")]
#[non_exhaustive]
pub struct UnknownWord {
    /// The expected kind of word, such as `result`.
    pub expected: &'static str,
    /// The word that is not known.
    pub word: String,
}

impl UnknownWord {
    /// Returns the error for an unknown word. `expected` names the kind of word, for example a
    /// result.
    #[must_use]
    pub fn new(expected: &'static str, word: &str) -> Self {
        Self { expected, word: word.to_owned() }
    }
}

/// The outcome of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// Each seat's result, in order.
    pub results: Vec<SeatResult>,
    /// Each seat's points, in order. `None` if the game did not end with points.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub points: Option<Vec<u32>>,
    /// The reason why the game ended.
    pub ending: Ending,
}

impl Outcome {
    /// Returns an outcome without points.
    #[must_use]
    pub const fn new(results: Vec<SeatResult>, ending: Ending) -> Self {
        Self { results, points: None, ending }
    }

    /// Returns an outcome with points for each seat. The team with the most points wins, and the
    /// other teams lose. If several teams have the most points, these teams draw. `team_of` contains
    /// the team of each seat.
    #[must_use]
    pub fn with_points(points: Vec<u32>, team_of: &[u8], ending: Ending) -> Self {
        let sums = sums_by_team(&points, team_of);
        let most = sums.iter().max().copied().unwrap_or_default();
        let is_best = |team: u8| sums[usize::from(team)] == most;
        let mut best = team_of.iter().copied().filter(|team| is_best(*team));
        let first = best.next();
        let top =
            if best.all(|team| Some(team) == first) { SeatResult::Win } else { SeatResult::Draw };
        let result = |team: &u8| if is_best(*team) { top } else { SeatResult::Loss };
        let results = team_of.iter().take(points.len()).map(result).collect();
        Self { results, points: Some(points), ending }
    }

    /// Returns the points of each team: the sum of the points of its seats. Returns `None` if the
    /// game did not end with points. `team_of` contains the team of each seat.
    #[must_use]
    pub fn team_points(&self, team_of: &[u8]) -> Option<[u64; MAX_SEATS]> {
        self.points.as_ref().map(|points| sums_by_team(points, team_of))
    }

    /// Returns the weight of each team's result. The shares of the teams in the result are in
    /// proportion to these weights. If all weights are zero, the shares are equal. The weight of a
    /// team is its points. If the game ended without points, the weight is the mean result of the
    /// team's seats: 1 for a win, 0.5 for a draw and 0 for a loss. `team_of` contains the team of
    /// each seat.
    #[must_use]
    pub fn team_weights(&self, team_of: &[u8]) -> [f64; MAX_SEATS] {
        if let Some(points) = self.team_points(team_of) {
            return points.map(|points| points as f64);
        }
        let (mut weights, mut seats) = ([0.0; MAX_SEATS], [0.0; MAX_SEATS]);
        for (team, result) in team_of.iter().zip(&self.results) {
            let team = usize::from(*team);
            seats[team] += 1.0;
            weights[team] += match result {
                SeatResult::Win => 1.0,
                SeatResult::Draw => 0.5,
                SeatResult::Loss => 0.0,
            };
        }
        for (weight, seats) in weights.iter_mut().zip(seats) {
            *weight /= f64::max(seats, 1.0);
        }
        weights
    }

    /// Returns each team's result, in order. A team wins if more of its seats win than lose, and
    /// loses if more lose than win. Otherwise the team draws. For example, a win and a draw of two
    /// seats make a win of the team, and a win and a loss make a draw.
    #[must_use]
    pub fn team_results(&self, spec: &Spec) -> Vec<SeatResult> {
        let mut balances = vec![0_i32; spec.teams.len()];
        for (seat, result) in spec.seats.iter().zip(&self.results) {
            if let Some(balance) = balances.get_mut(usize::from(seat.team)) {
                *balance += match result {
                    SeatResult::Win => 1,
                    SeatResult::Draw => 0,
                    SeatResult::Loss => -1,
                };
            }
        }
        let result = |balance: i32| match balance {
            1.. => SeatResult::Win,
            0 => SeatResult::Draw,
            _ => SeatResult::Loss,
        };
        balances.into_iter().map(result).collect()
    }
}

/// Returns the sum of the points of each team's seats.
fn sums_by_team(points: &[u32], team_of: &[u8]) -> [u64; MAX_SEATS] {
    let mut sums = [0; MAX_SEATS];
    for (points, team) in points.iter().zip(team_of) {
        sums[usize::from(*team)] += u64::from(*points);
    }
    sums
}

/// The reason why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Ending {
    /// A rule ended the game. The field is the clause of this rule, if it has one.
    Rule(Option<ClauseId>),
    /// A position occurred as often as the rules allow.
    Repetition,
    /// The number of moves without progress reached the limit of the rules.
    NoProgress,
    /// The remaining pieces of all sides match a pairing with insufficient force.
    InsufficientForce,
    /// No seat could move in a whole round.
    Stuck,
    /// A player resigned or lost on time, and only one side was left.
    Left,
    /// The players agreed to a draw.
    Agreed,
    /// The ply limit was reached. This is not a result of play.
    PlyLimit,
}

impl Ending {
    /// The endings that the engine decides without a rule of the ruleset.
    pub const BUILT_IN: [Self; 7] = [
        Self::Repetition,
        Self::NoProgress,
        Self::InsufficientForce,
        Self::Stuck,
        Self::Left,
        Self::Agreed,
        Self::PlyLimit,
    ];

    /// Returns the word for this ending in lessons, records and reports. The word for every ending
    /// by a rule is `rule`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rule(_) => "rule",
            Self::Repetition => "repetition",
            Self::NoProgress => "no_progress",
            Self::InsufficientForce => "insufficient_force",
            Self::Stuck => "stuck",
            Self::Left => "left",
            Self::Agreed => "agreed",
            Self::PlyLimit => "ply_limit",
        }
    }

    /// Returns the clause that ended the game, if a rule with a clause ended it.
    #[must_use]
    pub fn clause(self, spec: &Spec) -> Option<&Clause> {
        match self {
            Self::Rule(clause) => spec.clauses.get(usize::from(clause?.0)),
            _ => None,
        }
    }

    /// Returns the name of this ending in lessons, records and reports. The name is the id of the
    /// clause, or the word if there is no clause.
    #[must_use]
    pub fn name(self, spec: &Spec) -> &str {
        self.clause(spec).map_or(self.word(), |clause| &clause.id)
    }

    /// Returns the meaning of this ending, without a capital letter or full stop.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Rule(_) => "a rule without a clause",
            Self::Repetition => "the position was repeated too often",
            Self::NoProgress => "no capture or pawn move for too long",
            Self::InsufficientForce => "no side had enough force to win",
            Self::Stuck => "no player could move for a full round",
            Self::Left => "a player resigned or ran out of time",
            Self::Agreed => "the players agreed to a draw",
            Self::PlyLimit => "stopped at the ply limit, without a result",
        }
    }
}

/// Writes the meaning of the ending, as [`Ending::meaning`] returns it.
impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.meaning())
    }
}
