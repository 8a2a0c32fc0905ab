//! A game as a row of the database: written when it is over, read to export and to resume.

use std::collections::BTreeMap;

use quadrille_core::metrics::{METRICS, MILLION, Sample, WHOLE, utility};
use quadrille_core::sim::{GameRecord, Plan};
use quadrille_core::{Ending, HookError, Outcome, SeatResult, Spec, Square};
use quadrille_reports::outcome::{GameOutcome, ending, game_outcome};
use rusqlite::types::Value;
use rusqlite::{Result, Statement, params_from_iter};
use serde::{Serialize, Serializer, ser::SerializeMap as _};

use super::identity::{corrupt, json, parsed};

/// Columns before the metrics: name and type. Lists are JSON.
const FIRST: [(&str, &str); 13] = [
    ("game", "INTEGER PRIMARY KEY"),
    ("block", "INTEGER NOT NULL"),
    ("rotation", "INTEGER NOT NULL"),
    ("agents", "TEXT NOT NULL"),
    ("outcome", "TEXT NOT NULL"),
    ("winners", "TEXT NOT NULL"),
    ("results", "TEXT"),
    ("utility", "TEXT"),
    ("ending", "TEXT"),
    ("clause", "TEXT"),
    ("hook", "TEXT"),
    ("error", "TEXT"),
    ("plies", "INTEGER NOT NULL"),
];

/// Columns after the metrics.
const LAST: [&str; 10] = [
    "clauses",
    "counts",
    "eliminated",
    "absent",
    "captured_by",
    "frozen",
    "captures_at",
    "mates_at",
    "promotions_at",
    "pieces",
];

/// The table of games; a test checks that no name occurs twice.
pub fn table() -> String {
    let first = FIRST.iter().map(|(name, kind)| format!("{name} {kind}"));
    let metrics = METRICS.iter().map(|metric| format!("{} REAL", metric.name));
    let last = LAST.iter().map(|name| format!("{name} TEXT NOT NULL"));
    let columns: Vec<String> = first.chain(metrics).chain(last).collect();
    format!("CREATE TABLE game (\n    {}\n) STRICT;", columns.join(",\n    "))
}

/// The query for all games in order.
pub fn select() -> String {
    "SELECT * FROM game ORDER BY game".to_owned()
}

/// The statement that writes a game.
pub fn insert() -> String {
    let marks = vec!["?"; FIRST.len() + METRICS.len() + LAST.len()];
    format!("INSERT INTO game VALUES ({})", marks.join(", "))
}

/// A game as the database has it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameRow {
    /// Its number.
    pub game: u64,
    /// The block; its games share one stream of chance.
    pub block: u64,
    /// By how many seats the agents are rotated.
    pub rotation: u32,
    /// Each seat's agent.
    pub agents: Vec<String>,
    /// `won`, `drawn`, `stopped` or `failed`.
    pub outcome: String,
    /// The teams and seats that won.
    pub winners: Vec<String>,
    /// Each seat's result.
    pub results: Option<Vec<String>>,
    /// Each seat's share of the game.
    pub utility: Option<Vec<f64>>,
    /// The kind of ending.
    pub ending: Option<String>,
    /// The clause that ended it.
    pub clause: Option<String>,
    /// The hook that failed.
    pub hook: Option<String>,
    /// Its error.
    pub error: Option<String>,
    /// Its length.
    pub plies: u32,
    /// The metrics, in the order of the catalogue.
    #[serde(serialize_with = "named")]
    pub metrics: Vec<Option<f64>>,
    /// How often each clause applied, without those that never did.
    pub clauses: BTreeMap<String, u32>,
    /// What scripts counted.
    pub counts: BTreeMap<String, u32>,
    /// The ply at which each seat left.
    pub eliminated: Vec<Option<u32>>,
    /// The plies played without each seat.
    pub absent: Vec<u32>,
    /// Pieces captured by each seat.
    pub captured_by: Vec<u32>,
    /// Freezes: seat, first ply, last ply, whether it was released.
    pub frozen: Vec<(String, u32, u32, bool)>,
    /// Squares of captures.
    pub captures_at: Vec<String>,
    /// Squares of mated royals.
    pub mates_at: Vec<String>,
    /// Squares of promotions.
    pub promotions_at: Vec<String>,
    /// Numbers of pieces on the board, sampled at regular plies.
    pub pieces: Vec<u16>,
}

/// Metrics by their names.
fn named<S: Serializer>(values: &[Option<f64>], to: S) -> std::result::Result<S::Ok, S::Error> {
    let mut map = to.serialize_map(Some(values.len()))?;
    for (metric, value) in METRICS.iter().zip(values) {
        map.serialize_entry(metric.name, value)?;
    }
    map.end()
}

impl GameRow {
    /// The row of a game.
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
            agents: (0..seats).map(|seat| plan.agent(seat, deal.rotation).to_string()).collect(),
            outcome: word.to_owned(),
            winners,
            results: outcome.map(|o| o.results.iter().map(|r| r.word().to_owned()).collect()),
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

    /// Writes the row by a statement of [`insert`].
    pub fn write(&self, insert: &mut Statement<'_>) -> Result<()> {
        let text = |value: &Option<String>| value.clone().map_or(Value::Null, Value::Text);
        let maybe = |value: Option<String>| value.map_or(Value::Null, Value::Text);
        let mut values = vec![
            Value::Integer(self.game as i64),
            Value::Integer(self.block as i64),
            Value::Integer(i64::from(self.rotation)),
            Value::Text(json(&self.agents)),
            Value::Text(self.outcome.clone()),
            Value::Text(json(&self.winners)),
            maybe(self.results.as_ref().map(json)),
            maybe(self.utility.as_ref().map(json)),
            text(&self.ending),
            text(&self.clause),
            text(&self.hook),
            text(&self.error),
            Value::Integer(i64::from(self.plies)),
        ];
        values.extend(self.metrics.iter().map(|value| value.map_or(Value::Null, Value::Real)));
        values.extend(
            [
                json(&self.clauses),
                json(&self.counts),
                json(&self.eliminated),
                json(&self.absent),
                json(&self.captured_by),
                json(&self.frozen),
                json(&self.captures_at),
                json(&self.mates_at),
                json(&self.promotions_at),
                json(&self.pieces),
            ]
            .map(Value::Text),
        );
        insert.execute(params_from_iter(values))?;
        Ok(())
    }

    /// Reads a row of [`select`].
    pub fn read(row: &rusqlite::Row<'_>) -> Result<Self> {
        let number = |name: &str| -> Result<u64> { Ok(row.get::<_, i64>(name)? as u64) };
        let text = |name: &str| -> Result<String> { row.get(name) };
        let metrics = METRICS.iter().map(|metric| row.get(metric.name)).collect::<Result<_>>()?;
        Ok(Self {
            game: number("game")?,
            block: number("block")?,
            rotation: row.get("rotation")?,
            agents: parsed(&text("agents")?)?,
            outcome: row.get("outcome")?,
            winners: parsed(&text("winners")?)?,
            results: row.get::<_, Option<String>>("results")?.as_deref().map(parsed).transpose()?,
            utility: row.get::<_, Option<String>>("utility")?.as_deref().map(parsed).transpose()?,
            ending: row.get("ending")?,
            clause: row.get("clause")?,
            hook: row.get("hook")?,
            error: row.get("error")?,
            plies: row.get("plies")?,
            metrics,
            clauses: parsed(&text("clauses")?)?,
            counts: parsed(&text("counts")?)?,
            eliminated: parsed(&text("eliminated")?)?,
            absent: parsed(&text("absent")?)?,
            captured_by: parsed(&text("captured_by")?)?,
            frozen: parsed(&text("frozen")?)?,
            captures_at: parsed(&text("captures_at")?)?,
            mates_at: parsed(&text("mates_at")?)?,
            promotions_at: parsed(&text("promotions_at")?)?,
            pieces: parsed(&text("pieces")?)?,
        })
    }

    /// The game as summaries and totals need it.
    ///
    /// # Errors
    /// If the row has unexpected content.
    pub fn game(&self, spec: &Spec) -> Result<(GameRecord, Option<Sample>)> {
        let count = |names: &mut dyn Iterator<Item = &String>, of: &BTreeMap<String, u32>| {
            names.map(|name| of.get(name).copied().unwrap_or(0)).collect::<Vec<u32>>()
        };
        let end = match (&self.results, &self.hook) {
            (Some(results), _) => Ok(Outcome {
                results: results.iter().map(|word| of_result(word)).collect::<Result<_>>()?,
                ending: self.ended(spec)?,
            }),
            (None, Some(hook)) => {
                Err(HookError::new(hook.clone(), self.error.clone().unwrap_or_default()))
            }
            (None, None) => return Err(corrupt("a game without results or an error")),
        };
        let squares = |names: &[String]| {
            let square = |name: &String| {
                spec.geometry.square_named(name).ok_or_else(|| corrupt("an unknown square"))
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
            actions: Vec::new(),
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
                .map(|id| spec.clause_named(id).ok_or_else(|| corrupt("an unknown clause")));
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
        found.ok_or_else(|| corrupt("an unknown ending"))
    }
}

/// Millionths as a number, exact to six places.
fn real(value: i64) -> f64 {
    value as f64 / MILLION as f64
}

/// A number as millionths.
fn whole(value: f64) -> i64 {
    (value * MILLION as f64).round() as i64
}

/// A part of [`WHOLE`] as a number of six places.
fn part(n: u32) -> f64 {
    quadrille_reports::statistics::rounded(f64::from(n) / f64::from(WHOLE), 6)
}

fn of_result(word: &str) -> Result<SeatResult> {
    SeatResult::named(word).ok_or_else(|| corrupt("an unknown result"))
}
