//! What is wrong with a file, where, and what to write instead.
//!
//! Data only; the command line draws it. Depends on nothing.

use std::ops::Range;
use std::sync::Arc;

/// A file's name and text, shared by the diagnostics that point into it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// Its name, as the author knows it: `verney-1881/mate.rhai`.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl Source {
    /// A shared source.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Arc::new(Self { name: name.into(), text: text.into() })
    }

    /// Line and column (both from 1, columns in characters) of a byte offset.
    #[must_use]
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &self.text[..offset];
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |i| i + 1);
        (line, before[start..].chars().count() + 1)
    }
}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Worth a look; the ruleset can be used.
    Warning,
    /// The ruleset can't be used.
    Error,
}

/// One finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Its code: `Q` and four digits. `Q00`: files, `Q01`: geometry.toml, `Q02`: notation,
    /// `Q03`: rule scripts, `Q04`: the rules as a whole, `Q05`: FEN, actions and records, `Q06`:
    /// lessons and games.
    pub code: &'static str,
    /// How bad.
    pub severity: Severity,
    /// What is wrong: a lower-case fragment, no full stop.
    pub message: String,
    /// Where: a file and a byte range in it; none if it is about no place.
    pub place: Option<(Arc<Source>, Range<usize>)>,
    /// What to write instead.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at a place.
    #[must_use]
    pub fn error(
        code: &'static str,
        source: &Arc<Source>,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            place: Some((Arc::clone(source), span)),
            help: None,
        }
    }

    /// A warning at a place.
    #[must_use]
    pub fn warning(
        code: &'static str,
        source: &Arc<Source>,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, source, span, message) }
    }

    /// An error about no place in a file.
    #[must_use]
    pub fn general(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, severity: Severity::Error, message: message.into(), place: None, help: None }
    }

    /// The same with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// `did you mean …?`, if one of the candidates is close enough to `word`. Capitals do not count.
#[must_use]
pub fn did_you_mean<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    let limit = (word.chars().count() / 3).max(1);
    let lower = word.to_lowercase();
    candidates
        .into_iter()
        // A word as short as the limit has nothing in common with what it would become.
        .filter(|candidate| candidate.chars().count() > limit && *candidate != word)
        .map(|candidate| (distance(&lower, &candidate.to_lowercase()), candidate))
        .filter(|(d, _)| *d <= limit)
        .min()
        .map(|(_, candidate)| format!("did you mean `{candidate}`?"))
}

/// The number of single-letter edits and neighbour swaps between two words.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) =
        (a.chars().take(64).collect(), b.chars().take(64).collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (row[j - 1] + 1).min(rows[i - 1][j] + 1).min(rows[i - 1][j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(rows[i - 2][j - 2] + 1);
            }
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_is_recognised_and_another_word_is_not() {
        let words = ["letter", "moves", "royal", "value", "id"];
        for (slip, meant) in [
            ("leter", "letter"),
            ("mvoes", "moves"),
            ("Royal", "royal"),
            ("vallue", "value"),
            ("di", "id"),
        ] {
            let expected = Some(format!("did you mean `{meant}`?"));
            assert_eq!(did_you_mean(slip, words), expected, "{slip}");
        }
        for other in ["", "x", "colour", "movement", "é"] {
            assert_eq!(did_you_mean(other, words), None, "{other}");
        }
        assert_eq!(did_you_mean("x", ["y"]), None);
    }

    #[test]
    fn positions_count_characters_from_one() {
        let source = Source::new("file", "aé\nbcd");
        assert_eq!(source.position(0), (1, 1));
        assert_eq!(source.position(3), (1, 3));
        assert_eq!(source.position(2), (1, 2), "inside a character is its place");
        assert_eq!(source.position(5), (2, 2));
        assert_eq!(source.position(99), (2, 4));
    }
}
