//! The history of chess for more than two players: dated events with their sources.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// The file with the events.
const FILE: &str = include_str!("../../rulesets/history.toml");

/// The events of the history, and their sources.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct History {
    /// The sources, sorted by key.
    pub sources: Vec<HistorySource>,
    /// The events, sorted by year.
    pub events: Vec<HistoryEvent>,
}

/// A source of events.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HistorySource {
    /// The key by which events name the source.
    pub key: String,
    /// The author, title, place and year.
    pub cite: String,
}

/// A dated event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HistoryEvent {
    /// The year, or the first year of a period.
    pub year: i32,
    /// The last year of a period, or the latest year that a source gives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub until: Option<i32>,
    /// `true` if the year is approximate.
    #[serde(default)]
    pub about: bool,
    /// The kind of event.
    pub kind: HistoryKind,
    /// The event in English.
    pub text: String,
    /// The key of the source.
    pub source: String,
}

/// The kind of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum HistoryKind {
    /// A new board.
    Board,
    /// A book or an article.
    Book,
    /// A club.
    Club,
    /// A match or a tournament.
    Match,
    /// New rules.
    Rules,
}

impl HistoryEvent {
    /// Returns the year or years in the usual form, such as `1881`, `c. 1030` or `1884-85`.
    #[must_use]
    pub fn dated(&self) -> String {
        let about = if self.about { "c. " } else { "" };
        match self.until {
            Some(until) if until / 100 == self.year / 100 => {
                format!("{about}{}-{:02}", self.year, until % 100)
            }
            Some(until) => format!("{about}{}-{until}", self.year),
            None => format!("{about}{}", self.year),
        }
    }
}

/// Returns the history that is part of this crate.
pub fn history() -> &'static History {
    static HISTORY: LazyLock<History> = LazyLock::new(|| {
        // A test checks that the file can be parsed, so the default is never used.
        toml::from_str(FILE).unwrap_or_default()
    });
    &HISTORY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_event_has_a_year_in_order_and_a_source() {
        let history: History = toml::from_str(FILE).unwrap();
        assert!(history.sources.is_sorted_by(|a, b| a.key < b.key));
        assert!(history.events.is_sorted_by_key(|event| event.year));
        for event in &history.events {
            assert!(history.sources.iter().any(|it| it.key == event.source), "{}", event.text);
            assert!(event.until.is_none_or(|until| until > event.year), "{}", event.text);
        }
        for source in &history.sources {
            let used = history.events.iter().any(|event| event.source == source.key);
            assert!(used, "no event names the source {}", source.key);
        }
    }

    #[test]
    fn years_are_written_as_historians_write_them() {
        let dated = |year, until, about| {
            let (kind, text, source) = (HistoryKind::Book, String::new(), String::new());
            HistoryEvent { year, until, about, kind, text, source }.dated()
        };
        assert_eq!(dated(1881, None, false), "1881");
        assert_eq!(dated(1030, None, true), "c. 1030");
        assert_eq!(dated(1884, Some(1885), false), "1884-85");
        assert_eq!(dated(1992, Some(2001), false), "1992-2001");
    }
}
