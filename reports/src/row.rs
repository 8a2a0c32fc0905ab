//! A game as a row: plain data from which summaries and metrics can be restored exactly. Databases,
//! files and network messages contain rows.

use std::collections::BTreeMap;
use std::fmt;

use quadrille_core::{CompiledRules, Ending, HookError, Outcome, SeatResult, Spec, Square};
use quadrille_study::metrics::{METRICS, MILLION, Sample, WHOLE, utility};
use quadrille_study::sim::{GameRecord, Plan, Summary};
use serde::{Deserialize, Deserializer, Serialize, Serializer, ser::SerializeMap as _};

use crate::columns;
use crate::outcome::{GameOutcome, Tally, ending, game_outcome};
use crate::statistics::rounded;

/// The reason why a row does not fit the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowError(pub &'static str);

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unexpected content: {}", self.0)
    }
}

impl std::error::Error for RowError {}

type Result<T> = std::result::Result<T, RowError>;

/// Adds the game of a row to the sums of a run.
///
/// # Errors
/// Returns an error if the row has unexpected content.
pub fn add(
    rules: &CompiledRules,
    row: &GameRow,
    summary: &mut Summary,
    tally: &Tally,
) -> Result<GameRecord> {
    let (game, sample) = row.game(rules.spec())?;
    tally.add(rules.spec(), &game);
    summary.add(rules, &game);
    if let (Some(totals), Some(sample)) = (&mut summary.totals, &sample) {
        totals.count(sample);
    }
    Ok(game)
}

/// A game as a row.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRow {
    /// The index of the game.
    pub game: u64,
    /// The index of the block. The random streams of a game depend only on the seed and the block,
    /// so all games of a block have the same random streams.
    pub block: u64,
    /// The rotation of the agents: the number of seats by which the agents are moved.
    pub rotation: u32,
    /// The index of the opening position, from 0, if the games of the run begin at positions from a
    /// list.
    #[serde(default)]
    pub opening: Option<u32>,
    /// Each seat's agent.
    pub agents: Vec<String>,
    /// `won`, `drawn`, `stopped` or `failed`.
    pub outcome: String,
    /// The teams and seats that won.
    pub winners: Vec<String>,
    /// Each seat's result.
    pub results: Option<Vec<String>>,
    /// Each seat's points, if the game ended with points.
    #[serde(default)]
    pub points: Option<Vec<u32>>,
    /// Each seat's share of the result.
    pub utility: Option<Vec<f64>>,
    /// The kind of ending: `rule` or the name of a built-in ending.
    pub ending: Option<String>,
    /// The id of the clause that ended the game.
    pub clause: Option<String>,
    /// The hook that failed, if a failing hook stopped the game.
    pub hook: Option<String>,
    /// The error of the hook that failed.
    pub error: Option<String>,
    /// The length in plies.
    pub plies: u32,
    /// The metrics, in the order of the catalogue.
    #[serde(serialize_with = "named", deserialize_with = "by_name")]
    pub metrics: Vec<Option<f64>>,
    /// The number of times that each clause fired. Clauses that never fired are left out.
    pub clauses: BTreeMap<String, u32>,
    /// The metrics that scripts count.
    pub counts: BTreeMap<String, u32>,
    /// The counters at the end, such as points: a value for each seat, or one for the game. Empty
    /// if the game did not begin.
    #[serde(default)]
    pub counters: BTreeMap<String, Vec<i32>>,
    /// For each seat, the ply at which it was eliminated.
    pub eliminated: Vec<Option<u32>>,
    /// For each seat, the number of plies that were played while the seat was eliminated or frozen.
    pub absent: Vec<u32>,
    /// For each seat, the number of pieces that it captured.
    pub captured_by: Vec<u32>,
    /// Freezes. Each freeze has the seat, the ply after which the seat was frozen, the ply after
    /// which the freeze ended, and a flag. The flag is `true` if the freeze ended by release.
    pub frozen: Vec<(String, u32, u32, bool)>,
    /// The squares on which pieces were captured.
    pub captures_at: Vec<String>,
    /// The squares of mated royals.
    pub mates_at: Vec<String>,
    /// The squares on which pieces promoted.
    pub promotions_at: Vec<String>,
    /// Numbers of pieces on the board, sampled at regular plies.
    pub pieces: Vec<u16>,
}

/// Serialises metrics by name.
fn named<S: Serializer>(values: &[Option<f64>], to: S) -> std::result::Result<S::Ok, S::Error> {
    let mut map = to.serialize_map(Some(values.len()))?;
    for (metric, value) in METRICS.iter().zip(values) {
        map.serialize_entry(metric.name, value)?;
    }
    map.end()
}

/// Deserialises metrics by name. A metric that is missing in the input has no value.
fn by_name<'de, D: Deserializer<'de>>(from: D) -> std::result::Result<Vec<Option<f64>>, D::Error> {
    let values: BTreeMap<String, Option<f64>> = Deserialize::deserialize(from)?;
    Ok(METRICS.iter().map(|metric| values.get(metric.name).copied().flatten()).collect())
}

impl GameRow {
    /// Creates the row of a game.
    #[must_use]
    pub fn new(spec: &Spec, plan: &Plan, game: &GameRecord) -> Self {
        let deal = plan.deal(game.index);
        let seats = spec.seats.len();
        let outcome = game.end.as_ref().ok();
        let how = outcome.map(|outcome| ending(spec, outcome.ending));
        let (word, winners) = match game_outcome(spec, game) {
            GameOutcome::Won(names) => ("won", names),
            GameOutcome::Drawn => ("drawn", Vec::new()),
            GameOutcome::Stopped => ("stopped", Vec::new()),
            GameOutcome::Failed => ("failed", Vec::new()),
        };
        let nonzero = |names: &mut dyn Iterator<Item = (&String, &u32)>| {
            names.filter(|(_, n)| **n > 0).map(|(name, n)| (name.clone(), *n)).collect()
        };
        let ids = spec.clauses.iter().map(|clause| &clause.id);
        let squares =
            |squares: &[Square]| squares.iter().map(|square| spec.geometry.name(*square)).collect();
        let error = game.end.as_ref().err();
        let parts = outcome.and_then(|outcome| utility(spec, outcome));
        let share = |parts: Vec<u32>| parts.iter().map(|n| part(*n)).collect();
        let sample = Sample::new(spec, game);
        let record = game.measured.as_deref().cloned().unwrap_or_default();
        let freezes = record.freezes.iter().map(|freeze| {
            let name = spec.seats.get(freeze.seat.index()).map(|seat| seat.name.clone());
            (name.unwrap_or_default(), freeze.from, freeze.until, freeze.released)
        });
        Self {
            game: game.index,
            block: deal.block,
            rotation: deal.rotation,
            opening: plan.opening.number(plan.seed, deal.block),
            agents: (0..seats).map(|seat| plan.agent(seat, deal.rotation).to_string()).collect(),
            outcome: word.to_owned(),
            winners,
            results: outcome.map(|o| o.results.iter().map(|r| r.word().to_owned()).collect()),
            points: outcome.and_then(|outcome| outcome.points.clone()),
            utility: parts.map(share),
            ending: how.as_ref().map(|how| how.kind.to_owned()),
            clause: how.and_then(|how| how.clause),
            hook: error.map(|error| error.hook().to_owned()),
            error: error.map(|error| error.message().to_owned()),
            plies: game.plies,
            metrics: match sample {
                Some(sample) => sample.metrics.iter().map(|value| value.map(real)).collect(),
                None => vec![None; METRICS.len()],
            },
            clauses: nonzero(&mut ids.zip(&game.clauses)),
            counts: nonzero(&mut spec.metrics.iter().zip(&game.metrics)),
            counters: columns::counters(spec, &game.counters),
            eliminated: record.eliminated[..seats].to_vec(),
            absent: record.absent[..seats].to_vec(),
            captured_by: record.captured_by[..seats].to_vec(),
            frozen: freezes.collect(),
            captures_at: squares(&record.captures),
            mates_at: squares(&record.mates),
            promotions_at: squares(&record.promotions),
            pieces: record.pieces,
        }
    }

    /// Converts the row to a record, which can be added to summaries, and a sample, which can be
    /// added to totals. A failed game has no sample.
    ///
    /// # Errors
    /// Returns an error if the row has unexpected content.
    pub fn game(&self, spec: &Spec) -> Result<(GameRecord, Option<Sample>)> {
        let count = |names: &mut dyn Iterator<Item = &String>, of: &BTreeMap<String, u32>| {
            names.map(|name| of.get(name).copied().unwrap_or(0)).collect::<Vec<u32>>()
        };
        let end = match (&self.results, &self.hook) {
            (Some(results), _) => Ok(Outcome {
                results: results.iter().map(|word| of_result(word)).collect::<Result<_>>()?,
                points: self.points.clone(),
                ending: self.ended(spec)?,
            }),
            (None, Some(hook)) => {
                Err(HookError::new(hook.clone(), self.error.clone().unwrap_or_default()))
            }
            (None, None) => return Err(RowError("a game without results or an error")),
        };
        let squares = |names: &[String]| {
            let square = |name: &String| {
                spec.geometry.square_named(name).ok_or(RowError("an unknown square"))
            };
            names.iter().map(square).collect::<Result<Vec<Square>>>()
        };
        let counted = count(&mut spec.metrics.iter(), &self.counts);
        let sample = if end.is_ok() {
            let parts = |shares: &Vec<f64>| {
                shares.iter().map(|share| (share * f64::from(WHOLE)).round() as u32).collect()
            };
            Some(Sample {
                index: self.game,
                metrics: self.metrics.iter().map(|value| value.map(whole)).collect(),
                counted: counted.clone(),
                utility: self.utility.as_ref().map(parts),
                eliminated: self.eliminated.iter().flatten().copied().collect(),
                captures: squares(&self.captures_at)?,
                mates: squares(&self.mates_at)?,
                promotions: squares(&self.promotions_at)?,
                pieces: self.pieces.clone(),
            })
        } else {
            None
        };
        let game = GameRecord {
            index: self.game,
            plies: self.plies,
            end,
            clauses: count(&mut spec.clauses.iter().map(|clause| &clause.id), &self.clauses),
            metrics: counted,
            counters: Vec::new(),
            actions: Vec::new(),
            micros: Vec::new(),
            measured: None,
        };
        Ok((game, sample))
    }

    fn ended(&self, spec: &Spec) -> Result<Ending> {
        let word = self.ending.as_deref().unwrap_or_default();
        if word == "rule" {
            let clause = self
                .clause
                .as_ref()
                .map(|id| spec.clause_named(id).ok_or(RowError("an unknown clause")));
            return Ok(Ending::Rule(clause.transpose()?));
        }
        let known = [
            Ending::Repetition,
            Ending::NoProgress,
            Ending::InsufficientForce,
            Ending::Stuck,
            Ending::PlyLimit,
        ];
        let found = known.into_iter().find(|known| ending(spec, *known).kind == word);
        found.ok_or(RowError("an unknown ending"))
    }
}

/// Converts a number of millionths to a decimal number.
fn real(value: i64) -> f64 {
    value as f64 / MILLION as f64
}

/// Converts a decimal number to a whole number of millionths.
fn whole(value: f64) -> i64 {
    (value * MILLION as f64).round() as i64
}

/// Returns `n` divided by [`WHOLE`], rounded to six decimal places.
fn part(n: u32) -> f64 {
    rounded(f64::from(n) / f64::from(WHOLE), 6)
}

fn of_result(word: &str) -> Result<SeatResult> {
    SeatResult::named(word).ok_or(RowError("an unknown result"))
}
