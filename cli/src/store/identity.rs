//! The identity of a run: databases with the same identity hold parts of one run.

use std::collections::BTreeMap;
use std::ops::Range;

use quadrille_core::sim::Plan;
use quadrille_dsl::Loaded;
use quadrille_reports::envelope::{RulesetId, VERSION};
use rusqlite::{Connection, Result, params};
use serde::Serialize;

/// The table with the run; it has one row.
pub const TABLE: &str = "CREATE TABLE run (
    version TEXT NOT NULL,    -- the program's
    ruleset TEXT NOT NULL,    -- its id
    preset TEXT,              -- the preset chosen
    hash TEXT NOT NULL,       -- of everything that decides the rules
    tunables TEXT NOT NULL,   -- those that differ from their defaults, as JSON
    seed TEXT NOT NULL,
    agents TEXT NOT NULL,     -- by seat, before anything rotates, as JSON
    rotate INTEGER NOT NULL,  -- whether the agents change seats
    ply_limit INTEGER,        -- instead of the ruleset's
    first INTEGER NOT NULL,   -- the games the run is to have: the first
    past INTEGER NOT NULL,    -- and the one past the last
    seats TEXT NOT NULL,      -- names, as JSON
    teams TEXT NOT NULL,      -- each seat's team, as JSON
    clauses TEXT NOT NULL,    -- ids, as JSON
    counts TEXT NOT NULL      -- what scripts count, as JSON
) STRICT;";

/// The identity of a run, and the names that its games use.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RunIdentity {
    /// The program's version.
    pub version: String,
    /// The ruleset.
    pub ruleset: RulesetId,
    /// The seed.
    pub seed: u64,
    /// Each seat's agent, before anything rotates.
    pub agents: Vec<String>,
    /// Whether the agents change seats.
    pub rotate: bool,
    /// The ply limit, where it is not the ruleset's.
    pub ply_limit: Option<u32>,
    /// The seats' names.
    pub seats: Vec<String>,
    /// Each seat's team.
    pub teams: Vec<String>,
    /// The clauses' ids.
    #[serde(skip)]
    pub clauses: Vec<String>,
    /// What scripts count.
    #[serde(skip)]
    pub counts: Vec<String>,
}

impl RunIdentity {
    /// The identity of a plan's run.
    #[must_use]
    pub fn new(loaded: &Loaded, plan: &Plan) -> Self {
        let spec = loaded.rules.spec();
        let team = |team: u8| spec.teams.get(usize::from(team)).cloned().unwrap_or_default();
        Self {
            version: VERSION.to_owned(),
            ruleset: RulesetId::new(loaded),
            seed: plan.seed,
            agents: plan.agents.iter().map(ToString::to_string).collect(),
            rotate: plan.rotate,
            ply_limit: plan.ply_limit,
            seats: spec.seats.iter().map(|seat| seat.name.clone()).collect(),
            teams: spec.seats.iter().map(|seat| team(seat.team)).collect(),
            clauses: spec.clauses.iter().map(|clause| clause.id.clone()).collect(),
            counts: spec.metrics.clone(),
        }
    }

    /// The first difference between another run and this one, in words.
    #[must_use]
    pub fn differs(&self, other: &Self) -> Option<String> {
        let rules = |id: &RulesetId| {
            let preset = id.preset.as_ref().map(|preset| format!("@{preset}")).unwrap_or_default();
            let changes: Vec<String> =
                id.tunables.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let with = if changes.is_empty() {
                String::new()
            } else {
                format!(" with {}", changes.join(", "))
            };
            format!("{}{preset}{with}", id.id)
        };
        let limit =
            |limit: Option<u32>| limit.map_or("none of its own".to_owned(), |n| n.to_string());
        let yes = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
        let (a, b) = (&self.ruleset, &other.ruleset);
        let hash = |id: &RulesetId| {
            if rules(a) == rules(b) { format!("{} ({})", rules(id), id.hash) } else { rules(id) }
        };
        let pairs = [
            ("program's version", self.version.clone(), other.version.clone()),
            ("ruleset", format!("{}{}", a.hash, a.id), format!("{}{}", b.hash, b.id)),
            ("seed", self.seed.to_string(), other.seed.to_string()),
            ("list of agents", self.agents.join(","), other.agents.join(",")),
            ("rotation", yes(self.rotate), yes(other.rotate)),
            ("ply limit", limit(self.ply_limit), limit(other.ply_limit)),
        ];
        let (what, own, others) = pairs.into_iter().find(|(_, own, others)| own != others)?;
        let (own, others) = if what == "ruleset" { (hash(a), hash(b)) } else { (own, others) };
        Some(format!("its {what} is {own}, not {others}"))
    }

    /// Writes the run's row.
    pub fn write(&self, connection: &Connection, range: &Range<u64>) -> Result<()> {
        connection.execute(
            "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            params![
                self.version,
                self.ruleset.id,
                self.ruleset.preset,
                self.ruleset.hash,
                json(&self.ruleset.tunables),
                self.seed.to_string(),
                json(&self.agents),
                self.rotate,
                self.ply_limit,
                range.start as i64,
                range.end as i64,
                json(&self.seats),
                json(&self.teams),
                json(&self.clauses),
                json(&self.counts),
            ],
        )?;
        Ok(())
    }

    /// Reads the run's row.
    pub fn read(connection: &Connection) -> Result<(Self, Range<u64>)> {
        connection.query_row("SELECT * FROM run", [], |row| {
            let list = |name: &str| -> Result<Vec<String>> { parsed(&row.get::<_, String>(name)?) };
            let tunables: BTreeMap<String, String> = parsed(&row.get::<_, String>("tunables")?)?;
            let seed: String = row.get("seed")?;
            let seed = seed.parse().map_err(|_| corrupt("the seed is not a number"))?;
            let identity = Self {
                version: row.get("version")?,
                ruleset: RulesetId {
                    id: row.get("ruleset")?,
                    preset: row.get("preset")?,
                    hash: row.get("hash")?,
                    tunables,
                },
                seed,
                agents: list("agents")?,
                rotate: row.get("rotate")?,
                ply_limit: row.get("ply_limit")?,
                seats: list("seats")?,
                teams: list("teams")?,
                clauses: list("clauses")?,
                counts: list("counts")?,
            };
            let bound = |name: &str| -> Result<u64> { Ok(row.get::<_, i64>(name)? as u64) };
            Ok((identity, bound("first")?..bound("past")?))
        })
    }

    /// Extends the range of games of the run.
    pub fn widen(connection: &Connection, range: &Range<u64>) -> Result<()> {
        let bounds = params![range.start as i64, range.end as i64];
        connection.execute("UPDATE run SET first = ?, past = ?", bounds)?;
        Ok(())
    }
}

/// A value as JSON; names and numbers only, so it can't fail.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// A value from JSON.
pub fn parsed<T: serde::de::DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| corrupt(&error.to_string()))
}

/// The error of a database with unexpected content.
pub fn corrupt(why: &str) -> rusqlite::Error {
    rusqlite::Error::ToSqlConversionFailure(format!("unexpected content: {why}").into())
}
