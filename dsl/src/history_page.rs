//! The page about the history of chess for more than two players, generated from the events and
//! from the rulesets. `docs/explanation/history.md` is this page.

use std::fmt::Write as _;

use crate::library::{HistoryKind, Library, history};
use crate::load;

/// The parts of the page, each with the first year after the part.
const PERIODS: [(&str, i64); 4] = [
    ("Before 1700", 1700),
    ("Germany and Russia, 1700 to 1880", 1881),
    ("London and after, 1881 to 1949", 1950),
    ("Since 1950", i64::MAX),
];

/// A row of the page.
struct Row {
    year: i64,
    dated: String,
    kind: &'static str,
    text: String,
    source: String,
}

/// Returns the rows: the events and the rulesets with a year, by year.
fn rows(library: &dyn Library) -> Vec<Row> {
    let event = |event: &crate::library::HistoryEvent| Row {
        year: event.year.into(),
        dated: event.dated(),
        kind: match event.kind {
            HistoryKind::Board => "board",
            HistoryKind::Book => "book",
            HistoryKind::Club => "club",
            HistoryKind::Match => "match",
            HistoryKind::Rules => "rules",
        },
        text: event.text.clone(),
        source: format!("[{0}](#sources)", event.source),
    };
    let game = |id: String| {
        let meta = load(library, &id, &[]).ok()?.meta;
        let changes = meta.changes.as_deref().or(meta.summary.as_deref()).unwrap_or_default();
        Some(Row {
            year: meta.year?,
            dated: meta.dated()?,
            kind: "game",
            text: format!("[{}](../../rulesets/{id}). {changes}", meta.title),
            source: format!("`quadrille explain {id}`"),
        })
    };
    let mut rows: Vec<Row> = history().events.iter().map(event).collect();
    rows.extend(library.names().into_iter().filter_map(game));
    rows.sort_by_key(|row| row.year);
    rows
}

/// Returns the page in Markdown.
#[must_use]
pub fn page(library: &dyn Library) -> String {
    let mut out = "# The history of chess for more than two players

This page is for teachers and for readers who want to know where a game comes from. It lists dated
boards, books, clubs and matches, each with its source, and the games that Quadrille can play.
`quadrille timeline` prints the same events and the family tree of the games. If sources differ
about a year, the text states this. “c.” means that a source gives the year as approximate.
"
    .to_owned();
    let rows = rows(library);
    let mut from = i64::MIN;
    for (title, until) in PERIODS {
        let _ =
            write!(out, "\n## {title}\n\n| year | what | event | source |\n|---|---|---|---|\n");
        for row in rows.iter().filter(|row| (from..until).contains(&row.year)) {
            let Row { dated, kind, text, source, .. } = row;
            let _ = writeln!(out, "| {dated} | {kind} | {text} | {source} |");
        }
        from = until;
    }
    out += "\n## Sources\n\n| source | text |\n|---|---|\n";
    for source in &history().sources {
        let _ = writeln!(out, "| {} | {} |", source.key, source.cite);
    }
    out
}

#[cfg(all(test, feature = "shipped"))]
mod tests {
    use super::*;
    use crate::library::Shipped;

    /// Rewrites the page if `UPDATE=1` is set.
    #[test]
    fn the_page_of_history_is_made_from_the_events_and_rulesets() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/history.md");
        let made = page(&Shipped);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(path, &made).unwrap();
        }
        let written = std::fs::read_to_string(path).unwrap_or_default();
        assert!(written == made, "docs/explanation/history.md is out of date: set UPDATE=1");
    }
}
