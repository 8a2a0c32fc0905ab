//! The rows of games and plies in the database. A row is written when its game is over, and read
//! for an export or to resume a run.

use quadrille_reports::row::GameRow;
use quadrille_reports::series::PlyRow;
use quadrille_study::metrics::METRICS;
use rusqlite::types::Value;
use rusqlite::{Result, Statement, params, params_from_iter};

use super::identity::{json, parsed};

/// The columns that precede the metrics, each with its type. Columns that contain lists are stored
/// as JSON.
const COLUMNS_BEFORE_METRICS: [(&str, &str); 15] = [
    ("game", "INTEGER PRIMARY KEY"),
    ("block", "INTEGER NOT NULL"),
    ("rotation", "INTEGER NOT NULL"),
    ("opening", "INTEGER"),
    ("agents", "TEXT NOT NULL"),
    ("outcome", "TEXT NOT NULL"),
    ("winners", "TEXT NOT NULL"),
    ("results", "TEXT"),
    ("points", "TEXT"),
    ("utility", "TEXT"),
    ("ending", "TEXT"),
    ("clause", "TEXT"),
    ("hook", "TEXT"),
    ("error", "TEXT"),
    ("plies", "INTEGER NOT NULL"),
];

/// The columns of the table of games that follow the metrics.
const COLUMNS_AFTER_METRICS: [&str; 11] = [
    "clauses",
    "counts",
    "counters",
    "eliminated",
    "absent",
    "captured_by",
    "frozen",
    "captures_at",
    "mates_at",
    "promotions_at",
    "pieces",
];

/// Returns the definition of the table of games. A test checks that no name occurs twice.
pub fn table() -> String {
    let first = COLUMNS_BEFORE_METRICS.iter().map(|(name, kind)| format!("{name} {kind}"));
    let metrics = METRICS.iter().map(|metric| format!("{} REAL", metric.name));
    let last = COLUMNS_AFTER_METRICS.iter().map(|name| format!("{name} TEXT NOT NULL"));
    let columns: Vec<String> = first.chain(metrics).chain(last).collect();
    format!("CREATE TABLE game (\n    {}\n) STRICT;", columns.join(",\n    "))
}

/// The statement that creates the table of plies. The table stays empty unless the run saves plies.
pub const PLY_TABLE: &str = "CREATE TABLE ply (
    game INTEGER NOT NULL,
    ply INTEGER NOT NULL,     -- from 1
    seat TEXT,                -- who decided; none for chance
    action TEXT NOT NULL,
    legal INTEGER NOT NULL,   -- how many actions were legal
    captured INTEGER NOT NULL, -- pieces that left the board
    checks TEXT NOT NULL,     -- seats in check after it, as JSON
    shares TEXT NOT NULL,     -- each seat's share by static evaluation after it, as JSON
    counters TEXT NOT NULL,   -- the counters after it, as JSON
    micros INTEGER,           -- how long the decision took, in microseconds
    PRIMARY KEY (game, ply)
) STRICT;";

/// The statement that writes a ply.
pub const INSERT_PLY: &str = "INSERT INTO ply VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

/// The query for all plies in order.
pub const SELECT_PLIES: &str = "SELECT * FROM ply ORDER BY game, ply";

/// Writes a ply. `insert` must be prepared from [`INSERT_PLY`].
pub fn write_ply(row: &PlyRow, insert: &mut Statement<'_>) -> Result<()> {
    insert.execute(params![
        row.game as i64,
        row.ply,
        row.seat,
        row.action,
        row.legal,
        row.captured,
        json(&row.checks),
        json(&row.shares),
        json(&row.counters),
        row.micros,
    ])?;
    Ok(())
}

/// Reads a row of [`SELECT_PLIES`].
pub fn read_ply(row: &rusqlite::Row<'_>) -> Result<PlyRow> {
    Ok(PlyRow {
        game: row.get::<_, i64>("game")? as u64,
        ply: row.get("ply")?,
        seat: row.get("seat")?,
        action: row.get("action")?,
        legal: row.get("legal")?,
        captured: row.get("captured")?,
        checks: parsed(&row.get::<_, String>("checks")?)?,
        shares: parsed(&row.get::<_, String>("shares")?)?,
        counters: parsed(&row.get::<_, String>("counters")?)?,
        micros: row.get("micros")?,
    })
}

/// The query that selects a range of games in the order of their numbers.
pub const SELECT_GAME_RANGE: &str = "SELECT * FROM game WHERE game >= ? AND game < ? ORDER BY game";

/// Returns the query that selects all games in the order of their numbers.
pub fn select() -> String {
    "SELECT * FROM game ORDER BY game".to_owned()
}

/// Returns the statement that writes a game.
pub fn insert() -> String {
    let marks =
        vec!["?"; COLUMNS_BEFORE_METRICS.len() + METRICS.len() + COLUMNS_AFTER_METRICS.len()];
    format!("INSERT INTO game VALUES ({})", marks.join(", "))
}

/// Writes the row of a game. `insert` must be prepared from the text that [`insert`] returns.
pub fn write(row: &GameRow, insert: &mut Statement<'_>) -> Result<()> {
    let text = |value: &Option<String>| value.clone().map_or(Value::Null, Value::Text);
    let maybe = |value: Option<String>| value.map_or(Value::Null, Value::Text);
    let mut values = vec![
        Value::Integer(row.game as i64),
        Value::Integer(row.block as i64),
        Value::Integer(i64::from(row.rotation)),
        row.opening.map_or(Value::Null, |number| Value::Integer(number.into())),
        Value::Text(json(&row.agents)),
        Value::Text(row.outcome.clone()),
        Value::Text(json(&row.winners)),
        maybe(row.results.as_ref().map(json)),
        maybe(row.points.as_ref().map(json)),
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
            json(&row.counters),
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
    let list = |name: &str| -> Result<Option<String>> { row.get(name) };
    let metrics = METRICS.iter().map(|metric| row.get(metric.name)).collect::<Result<_>>()?;
    Ok(GameRow {
        game: number("game")?,
        block: number("block")?,
        rotation: row.get("rotation")?,
        opening: row.get("opening")?,
        agents: parsed(&text("agents")?)?,
        outcome: row.get("outcome")?,
        winners: parsed(&text("winners")?)?,
        results: list("results")?.as_deref().map(parsed).transpose()?,
        points: list("points")?.as_deref().map(parsed).transpose()?,
        utility: list("utility")?.as_deref().map(parsed).transpose()?,
        ending: row.get("ending")?,
        clause: row.get("clause")?,
        hook: row.get("hook")?,
        error: row.get("error")?,
        plies: row.get("plies")?,
        metrics,
        clauses: parsed(&text("clauses")?)?,
        counts: parsed(&text("counts")?)?,
        counters: parsed(&text("counters")?)?,
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
