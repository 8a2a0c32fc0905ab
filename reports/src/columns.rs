//! The columns of tables of games and of plies: name, type, unit and meaning. They depend only on
//! the ruleset, so that all parts of a run have the same columns.

use std::collections::BTreeMap;

use quadrille_core::Spec;
use quadrille_core::rules::{Counter, Holds};
use quadrille_study::metrics::METRICS;
use serde::Serialize;

/// The type of a column. Every column may have missing values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ColumnType {
    /// A whole number.
    Integer,
    /// A floating-point number.
    Number,
    /// Text.
    Text,
    /// A list of whole numbers, some of which may be missing.
    Integers,
    /// A list of texts.
    Texts,
    /// A list of freezes. Each freeze has the seat, the ply after which the seat was frozen, the
    /// ply after which the freeze ended, and a flag. The flag is `true` if the freeze ended by
    /// release.
    Freezes,
}

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Column {
    /// The name of the column.
    pub name: String,
    /// The type of the column's values.
    #[serde(rename = "type")]
    pub kind: ColumnType,
    /// The unit of the numbers. `None` for names and texts.
    pub unit: Option<&'static str>,
    /// The meaning of the column, in a few words.
    pub meaning: String,
}

fn column(
    name: impl Into<String>,
    kind: ColumnType,
    unit: Option<&'static str>,
    meaning: impl Into<String>,
) -> Column {
    Column { name: name.into(), kind, unit, meaning: meaning.into() }
}

/// Returns those counters of a ruleset that contain numbers, with their indices. Memories, which
/// contain squares, kinds or seats, are left out.
pub fn numbers(spec: &Spec) -> impl Iterator<Item = (usize, &Counter)> {
    spec.counters.iter().enumerate().filter(|(_, counter)| counter.holds == Holds::Number)
}

/// Returns the values of counters by name: one for each seat, or a single one for the game.
#[must_use]
pub fn counters(spec: &Spec, values: &[Vec<i32>]) -> BTreeMap<String, Vec<i32>> {
    let of = |(place, counter): (usize, &Counter)| {
        values.get(place).map(|values| (counter.name.clone(), values.clone()))
    };
    numbers(spec).filter_map(of).collect()
}

fn counter_columns(spec: &Spec, when: &str) -> Vec<Column> {
    let of = |counter: &Counter, name: String, whose: &str| {
        let meaning = format!("the counter {} of {whose} {when}", counter.name);
        column(name, ColumnType::Integer, Some("count"), meaning)
    };
    let mut columns = Vec::new();
    for (_, counter) in numbers(spec) {
        let name = format!("counter_{}", counter.name);
        if !counter.per_seat {
            columns.push(of(counter, name, "the game"));
            continue;
        }
        let seats = spec.seats.iter().map(|seat| &seat.name);
        columns.extend(seats.map(|seat| of(counter, format!("{name}_{seat}"), seat)));
    }
    columns
}

/// Returns the columns of a table with one row per game.
#[must_use]
pub fn games(spec: &Spec) -> Vec<Column> {
    use ColumnType::{Freezes, Integer, Integers, Number, Text, Texts};
    let seats = || spec.seats.iter().map(|seat| &seat.name);
    let mut columns = vec![
        column("game", Integer, None, "the number of the game"),
        column("block", Integer, None, "the block, whose games share one stream of chance"),
        column(
            "rotation",
            Integer,
            Some("seats"),
            "the number of seats by which the agents are rotated",
        ),
        column("opening", Integer, None, "the number of the opening position, from 0"),
        column("outcome", Text, None, "won, drawn, stopped (at the ply limit) or failed"),
        column("winners", Texts, None, "the teams or seats that won"),
        column("ending", Text, None, "the kind of ending"),
        column("clause", Text, None, "the clause that ended the game"),
        column("hook", Text, None, "the hook that failed"),
        column("error", Text, None, "the error of that hook"),
        column("plies", Integer, Some("plies"), "the length of the game"),
    ];
    for seat in seats() {
        columns.extend([
            column(format!("agent_{seat}"), Text, None, format!("the agent of {seat}")),
            column(format!("result_{seat}"), Text, None, format!("win, draw or loss of {seat}")),
            column(
                format!("points_{seat}"),
                Integer,
                Some("points"),
                format!("the points of {seat}, if the game ended with points"),
            ),
            column(
                format!("utility_{seat}"),
                Number,
                Some("share"),
                format!("the share of the result for {seat}"),
            ),
        ]);
    }
    for metric in METRICS {
        columns.push(column(metric.name, Number, Some(metric.unit.name()), metric.meaning));
    }
    for clause in &spec.clauses {
        let meaning = format!("the number of times that clause {} fired", clause.id);
        columns.push(column(format!("clause_{}", clause.id), Integer, Some("per game"), meaning));
    }
    for counted in &spec.metrics {
        let meaning = format!("the number of times that scripts counted {counted}");
        columns.push(column(format!("count_{counted}"), Integer, Some("per game"), meaning));
    }
    columns.extend(counter_columns(spec, "at the end"));
    let left = "the ply after which each seat left, in the order of seats";
    columns.extend([
        column("eliminated", Integers, Some("plies"), left),
        column("absent", Integers, Some("plies"), "plies played without each seat"),
        column("captured_by", Integers, Some("pieces"), "pieces captured by each seat"),
        column("frozen", Freezes, Some("plies"), "freezes of seats, in order"),
        column("captures_at", Texts, None, "squares of captures, in order"),
        column("mates_at", Texts, None, "squares of mated royals, in order"),
        column("promotions_at", Texts, None, "squares of promotions, in order"),
        column("pieces", Integers, Some("pieces"), "pieces on the board after 0, 20, 40, … plies"),
    ]);
    columns
}

/// Returns the columns of a table with one row per ply.
#[must_use]
pub fn plies(spec: &Spec) -> Vec<Column> {
    use ColumnType::{Integer, Number, Text, Texts};
    let mut columns = vec![
        column("game", Integer, None, "the number of the game"),
        column("ply", Integer, None, "the number of the ply in its game, from 1"),
        column("seat", Text, None, "the seat that decided, or none for chance"),
        column("action", Text, None, "the move, as in records"),
        column("legal", Integer, Some("moves"), "the number of legal moves"),
        column("captured", Integer, Some("pieces"), "the number of pieces that left the board"),
        column("checks", Texts, None, "the seats in check after the ply"),
    ];
    for seat in &spec.seats {
        let meaning = format!("the share of {} after the ply, by static evaluation", seat.name);
        columns.push(column(format!("share_{}", seat.name), Number, Some("share"), meaning));
    }
    columns.extend(counter_columns(spec, "after the ply"));
    columns.push(column("micros", Integer, Some("microseconds"), "the duration of the decision"));
    columns
}
