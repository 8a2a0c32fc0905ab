//! Exports the games of a database for other programs, in order.

use std::collections::BTreeMap;
use std::io::{self, Write};

use quadrille_dsl::text::printable::printable;
use quadrille_reports::envelope::SCHEMA_VERSION;
use quadrille_study::metrics::METRICS;
use serde::Serialize;

use super::Store;
use crate::args::ExportFormat;
use crate::output::escaped;
use crate::output::exit::Failure;
use quadrille_reports::row::GameRow;
use quadrille_reports::run::RunIdentity;
use quadrille_reports::series::PlyRow;

/// The part of the JSON object before the games.
#[derive(Serialize)]
struct ExportHead<'a> {
    schema: u32,
    #[serde(flatten)]
    run: &'a RunIdentity,
    range: [u64; 2],
}

/// A function that calls its argument for each row, until a call fails.
type EachRow<'a, T> = dyn Fn(&mut dyn FnMut(&T) -> Result<(), Failure>) -> Result<(), Failure> + 'a;

/// Rows of games or of plies, which can be written one after the other.
struct ExportRows<'a, T> {
    store: &'a Store,
    /// The key under which the JSON contains the rows.
    name: &'static str,
    head: Vec<String>,
    cells: &'a dyn Fn(&T) -> Vec<String>,
    each: &'a EachRow<'a, T>,
}

/// Writes the selected games of a database, as a table or as JSON. `broken` converts an error of
/// `out` to a failure.
///
/// # Errors
/// Returns a [`Failure`] if the database can't be read, or the rows can't be written.
pub fn export(
    store: &Store,
    form: ExportFormat,
    wanted: &dyn Fn(u64) -> bool,
    out: &mut dyn Write,
    broken: &dyn Fn(&io::Error) -> Failure,
) -> Result<(), Failure> {
    let rows = ExportRows {
        store,
        name: "games",
        head: head(&store.identity),
        cells: &|row| cells(&store.identity, row),
        each: &|with| store.each(|row| if wanted(row.game) { with(&row) } else { Ok(()) }),
    };
    rows.write(form, out, broken)
}

/// Writes the plies of the selected games.
///
/// # Errors
/// Returns the errors of [`export`].
pub fn export_plies(
    store: &Store,
    form: ExportFormat,
    wanted: &dyn Fn(u64) -> bool,
    out: &mut dyn Write,
    broken: &dyn Fn(&io::Error) -> Failure,
) -> Result<(), Failure> {
    let run = &store.identity;
    let seats = run.seats.iter().map(|seat| format!("share_{seat}")).chain(counter_names(run));
    let fixed = ["game", "ply", "seat", "action", "legal", "captured", "checks"];
    let fixed = fixed.into_iter().map(str::to_owned);
    let rows = ExportRows {
        store,
        name: "plies",
        head: fixed.chain(seats).chain(["micros".to_owned()]).map(|name| quoted(&name)).collect(),
        cells: &|row: &PlyRow| {
            let mut cells = vec![
                row.game.to_string(),
                row.ply.to_string(),
                row.seat.clone().unwrap_or_default(),
                row.action.clone(),
                row.legal.to_string(),
                row.captured.to_string(),
                row.checks.join(" "),
            ];
            cells.extend(row.shares.iter().map(ToString::to_string));
            cells.extend(counter_cells(run, &row.counters));
            cells.push(row.micros.map_or_else(String::new, |micros| micros.to_string()));
            cells.iter().map(|cell| quoted(cell)).collect()
        },
        each: &|with| store.each_ply(|row| if wanted(row.game) { with(&row) } else { Ok(()) }),
    };
    rows.write(form, out, broken)
}

impl<T: Serialize> ExportRows<'_, T> {
    fn write(
        &self,
        form: ExportFormat,
        out: &mut dyn Write,
        broken: &dyn Fn(&io::Error) -> Failure,
    ) -> Result<(), Failure> {
        let ended = |written: io::Result<()>| written.map_err(|error| broken(&error));
        let line = |row: &T| escaped(&serde_json::to_string(row).unwrap_or_default());
        match form {
            ExportFormat::Csv => {
                ended(writeln!(out, "{}", self.head.join(",")))?;
                (self.each)(&mut |row| ended(writeln!(out, "{}", (self.cells)(row).join(","))))
            }
            ExportFormat::Ndjson => (self.each)(&mut |row| ended(writeln!(out, "{}", line(row)))),
            // A database has no moves. The caller plays the games again to write them.
            ExportFormat::Pgn => Ok(()),
            ExportFormat::Json => {
                let range = [self.store.range.start, self.store.range.end];
                let head = ExportHead { schema: SCHEMA_VERSION, run: &self.store.identity, range };
                let head = escaped(&serde_json::to_string(&head).unwrap_or_default());
                ended(write!(out, "{},\"{}\":[", head.trim_end_matches('}'), self.name))?;
                let mut first = true;
                (self.each)(&mut |row| {
                    let comma = if first { "" } else { "," };
                    first = false;
                    ended(write!(out, "{comma}\n{}", line(row)))
                })?;
                ended(writeln!(out, "\n]}}"))
            }
        }
    }
}

/// Returns the names of the table's columns.
fn head(run: &RunIdentity) -> Vec<String> {
    let fixed = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let each = |what: &str, of: &[String]| of.iter().map(|name| format!("{what}_{name}")).collect();
    let metrics = METRICS.iter().map(|metric| metric.name.to_owned()).collect();
    let parts: Vec<Vec<String>> = vec![
        fixed(&["game", "block", "rotation", "opening"]),
        each("agent", &run.seats),
        fixed(&["outcome", "winners"]),
        each("result", &run.seats),
        each("points", &run.seats),
        each("utility", &run.seats),
        fixed(&["ending", "clause", "hook", "error", "plies"]),
        metrics,
        each("clause", &run.clauses),
        each("count", &run.counts),
        counter_names(run).collect(),
        each("eliminated", &run.seats),
        each("absent", &run.seats),
        each("captured_by", &run.seats),
        fixed(&["captures_at", "mates_at", "promotions_at", "pieces"]),
    ];
    parts.concat().iter().map(|name| quoted(name)).collect()
}

/// Returns the cells of the row of a game.
fn cells(run: &RunIdentity, row: &GameRow) -> Vec<String> {
    let mut cells: Vec<String> = Vec::new();
    let seats = run.seats.len();
    // A list that is missing from a failed game still fills its columns.
    let fill = |list: Vec<String>| {
        (0..seats).map(|i| list.get(i).cloned().unwrap_or_default()).collect::<Vec<_>>()
    };
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    cells.extend([row.game.to_string(), row.block.to_string(), row.rotation.to_string()]);
    cells.push(row.opening.map_or_else(String::new, |number| number.to_string()));
    cells.extend(fill(row.agents.clone()));
    cells.extend([row.outcome.clone(), row.winners.join(" ")]);
    cells.extend(fill(row.results.clone().unwrap_or_default()));
    cells.extend(fill(row.points.iter().flatten().map(ToString::to_string).collect()));
    let shares = row.utility.iter().flatten().map(ToString::to_string);
    cells.extend(fill(shares.collect()));
    cells.extend([&row.ending, &row.clause, &row.hook, &row.error].map(text));
    cells.push(row.plies.to_string());
    let number = |value: &Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    cells.extend(row.metrics.iter().map(number));
    for (names, counts) in [(&run.clauses, &row.clauses), (&run.counts, &row.counts)] {
        cells.extend(names.iter().map(|name| counts.get(name).unwrap_or(&0).to_string()));
    }
    cells.extend(counter_cells(run, &row.counters));
    let left = |ply: &Option<u32>| ply.map_or_else(String::new, |ply| ply.to_string());
    cells.extend(fill(row.eliminated.iter().map(left).collect()));
    cells.extend(fill(row.absent.iter().map(ToString::to_string).collect()));
    cells.extend(fill(row.captured_by.iter().map(ToString::to_string).collect()));
    let pieces: Vec<String> = row.pieces.iter().map(ToString::to_string).collect();
    let lists = [&row.captures_at, &row.mates_at, &row.promotions_at, &pieces];
    cells.extend(lists.map(|list| list.join(" ")));
    cells.iter().map(|cell| quoted(cell)).collect()
}

/// Returns the names of the columns of counters.
fn counter_names(run: &RunIdentity) -> impl Iterator<Item = String> + '_ {
    run.counters.iter().flat_map(|(name, per_seat)| match per_seat {
        true => run.seats.iter().map(|seat| format!("counter_{name}_{seat}")).collect(),
        false => vec![format!("counter_{name}")],
    })
}

/// Returns the cells of the columns of counters. They are empty for a game that did not begin.
fn counter_cells(run: &RunIdentity, values: &BTreeMap<String, Vec<i32>>) -> Vec<String> {
    let mut cells = Vec::new();
    for (name, per_seat) in &run.counters {
        let values = values.get(name).map_or(&[][..], Vec::as_slice);
        let columns = if *per_seat { run.seats.len() } else { 1 };
        cells
            .extend((0..columns).map(|at| values.get(at).map_or_else(String::new, i32::to_string)));
    }
    cells
}

/// Returns a CSV cell (RFC 4180) in which visible signs replace invisible characters.
fn quoted(cell: &str) -> String {
    let cell = &*printable(cell);
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        assert_eq!(quoted("plain text"), "plain text");
        assert_eq!(quoted("a,b"), "\"a,b\"");
        assert_eq!(quoted("say \"no\""), "\"say \"\"no\"\"\"");
    }
}
