//! The rows of games in the database: written when a game is over, read to export and to resume.

use quadrille_core::metrics::METRICS;
use quadrille_reports::row::GameRow;
use rusqlite::types::Value;
use rusqlite::{Result, Statement, params_from_iter};

use super::identity::{json, parsed};

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

/// Writes a row by a statement of [`insert`].
pub fn write(row: &GameRow, insert: &mut Statement<'_>) -> Result<()> {
    let text = |value: &Option<String>| value.clone().map_or(Value::Null, Value::Text);
    let maybe = |value: Option<String>| value.map_or(Value::Null, Value::Text);
    let mut values = vec![
        Value::Integer(row.game as i64),
        Value::Integer(row.block as i64),
        Value::Integer(i64::from(row.rotation)),
        Value::Text(json(&row.agents)),
        Value::Text(row.outcome.clone()),
        Value::Text(json(&row.winners)),
        maybe(row.results.as_ref().map(json)),
        maybe(row.utility.as_ref().map(json)),
        text(&row.ending),
        text(&row.clause),
        text(&row.hook),
        text(&row.error),
        Value::Integer(i64::from(row.plies)),
    ];
    values.extend(row.metrics.iter().map(|value| value.map_or(Value::Null, Value::Real)));
    values.extend(
        [
            json(&row.clauses),
            json(&row.counts),
            json(&row.eliminated),
            json(&row.absent),
            json(&row.captured_by),
            json(&row.frozen),
            json(&row.captures_at),
            json(&row.mates_at),
            json(&row.promotions_at),
            json(&row.pieces),
        ]
        .map(Value::Text),
    );
    insert.execute(params_from_iter(values))?;
    Ok(())
}

/// Reads a row of [`select`].
pub fn read(row: &rusqlite::Row<'_>) -> Result<GameRow> {
    let number = |name: &str| -> Result<u64> { Ok(row.get::<_, i64>(name)? as u64) };
    let text = |name: &str| -> Result<String> { row.get(name) };
    let metrics = METRICS.iter().map(|metric| row.get(metric.name)).collect::<Result<_>>()?;
    Ok(GameRow {
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
