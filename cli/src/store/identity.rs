//! The identity of a run, which is stored in its database. Databases with the same identity contain
//! parts of the same run.

use std::collections::BTreeMap;
use std::ops::Range;

use quadrille_reports::envelope::RulesetId;
use quadrille_reports::opening::OpeningId;
use quadrille_reports::run::RunIdentity;
use rusqlite::{Connection, Result, params};
use serde::Serialize;

/// The statement that creates the table of the run. The table has one row.
pub const RUN_TABLE: &str = "CREATE TABLE run (
    version TEXT NOT NULL,    -- the program's
    ruleset TEXT NOT NULL,    -- its id
    preset TEXT,              -- the preset chosen
    hash TEXT NOT NULL,       -- of everything that decides the rules
    weights TEXT,             -- the hash of agents' weights, if they don't follow from the rules
    tunables TEXT NOT NULL,   -- those that differ from their defaults, as JSON
    seed TEXT NOT NULL,
    agents TEXT NOT NULL,     -- by seat, before anything rotates, as JSON
    rotate INTEGER NOT NULL,  -- whether the agents change seats
    ply_limit INTEGER,        -- instead of the ruleset's
    opening TEXT,             -- where the games begin, if not at the array
    positions TEXT NOT NULL,  -- where they begin, as a JSON list of FENs
    first INTEGER NOT NULL,   -- the games the run is to have: the first
    past INTEGER NOT NULL,    -- and the one past the last
    seats TEXT NOT NULL,      -- names, as JSON
    teams TEXT NOT NULL,      -- each seat's team, as JSON
    clauses TEXT NOT NULL,    -- ids, as JSON
    counters TEXT NOT NULL,   -- counters, each with whether every seat has one, as JSON
    counts TEXT NOT NULL      -- what scripts count, as JSON
) STRICT;";

/// Writes the row of a run to a database.
pub fn write(run: &RunIdentity, connection: &Connection, range: &Range<u64>) -> Result<()> {
    connection.execute(
        "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        params![
            run.version,
            run.ruleset.id,
            run.ruleset.preset,
            run.ruleset.hash,
            run.ruleset.weights,
            json(&run.ruleset.tunables),
            run.seed.to_string(),
            json(&run.agents),
            run.rotate,
            run.ply_limit,
            run.opening.as_ref().map(|opening| &opening.name),
            json(&run.opening.as_ref().map_or(&[][..], |opening| &opening.positions)),
            range.start as i64,
            range.end as i64,
            json(&run.seats),
            json(&run.teams),
            json(&run.clauses),
            json(&run.counters),
            json(&run.counts),
        ],
    )?;
    Ok(())
}

/// Reads the row of the run from a database.
pub fn read(connection: &Connection) -> Result<(RunIdentity, Range<u64>)> {
    connection.query_row("SELECT * FROM run", [], |row| {
        let list = |name: &str| -> Result<Vec<String>> { parsed(&row.get::<_, String>(name)?) };
        let tunables: BTreeMap<String, String> = parsed(&row.get::<_, String>("tunables")?)?;
        let seed: String = row.get("seed")?;
        let seed = seed.parse().map_err(|_| corrupt("the seed is not a number"))?;
        let identity = RunIdentity {
            version: row.get("version")?,
            ruleset: RulesetId {
                id: row.get("ruleset")?,
                preset: row.get("preset")?,
                hash: row.get("hash")?,
                weights: row.get("weights")?,
                tunables,
            },
            seed,
            agents: list("agents")?,
            rotate: row.get("rotate")?,
            ply_limit: row.get("ply_limit")?,
            opening: match row.get("opening")? {
                Some(name) => Some(OpeningId { name, positions: list("positions")? }),
                None => None,
            },
            seats: list("seats")?,
            teams: list("teams")?,
            clauses: list("clauses")?,
            counts: list("counts")?,
            counters: parsed(&row.get::<_, String>("counters")?)?,
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

/// Returns a value as JSON. The value must consist of names and numbers, so that the conversion
/// can't fail.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Parses a value from JSON.
pub fn parsed<T: serde::de::DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| corrupt(&error.to_string()))
}

/// Returns the error for a database with unexpected content.
pub fn corrupt(why: &str) -> rusqlite::Error {
    rusqlite::Error::ToSqlConversionFailure(format!("unexpected content: {why}").into())
}
