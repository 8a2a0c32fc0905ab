//! What is wrong with a file: the message, where, advice, and fixes that an editor can apply.
//!
//! [`render`] draws a diagnostic as the command line prints it, and so does its [`Display`](std::fmt::Display).

mod chosen_levels;
pub mod code;
mod lint_level;
mod rendering;
mod ruleset_error;
mod source;
mod suggest;

use std::ops::Range;
use std::sync::Arc;

pub use chosen_levels::{Levels, LintName, NoLint};
pub use code::Code;
pub use lint_level::LintLevel;
pub use rendering::{SOURCE_LINE_COLUMNS, count, render, render_all};
pub use ruleset_error::RulesetError;
pub use source::Source;
pub use suggest::{NameSuggestion, did_you_mean, near, suggest};
pub(crate) use suggest::{TYPOGRAPHIC, instead_of, instead_of_seat, straight_quotes};

/// How bad a mistake is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Worth a look; the ruleset can be used.
    Warning,
    /// The ruleset can't be used.
    Error,
}

impl Severity {
    /// Its word: `warning` or `error`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl std::fmt::Display for Severity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.word())
    }
}

/// What a mistake is in.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MistakeOrigin {
    /// A file.
    File,
    /// The request: there is no such preset.
    Preset,
    /// The request: the tunable of this key does not exist or can't have the value asked for.
    Override(String),
}

/// One mistake or remark.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Its code; none if it is about text that was typed, not about a file.
    pub code: Option<Code>,
    /// How bad it is.
    pub severity: Severity,
    /// What the mistake is in.
    pub origin: MistakeOrigin,
    /// What is wrong: a lower-case fragment, no full stop.
    pub message: String,
    /// Where: first the place of the mistake, then places that help to understand it. Empty if it
    /// is about no place in a file.
    pub labels: Vec<Label>,
    /// What to write instead.
    pub help: Option<String>,
    /// Edits that correct the mistake, each alone.
    pub fixes: Vec<Fix>,
    /// The name that something in the ruleset must have, if the mistake is that nothing has.
    pub missing: Option<MissingName>,
}

/// A name that nothing in a ruleset has.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MissingName {
    /// What should have it, in a word: `zone`, `kind`.
    pub what: String,
    /// The name.
    pub name: String,
}

impl MissingName {
    /// A name that no such thing has.
    #[must_use]
    pub fn new(what: impl Into<String>, name: impl Into<String>) -> Self {
        Self { what: what.into(), name: name.into() }
    }
}

/// A place in a file, and what it has to do with a mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The file.
    pub source: Arc<Source>,
    /// Byte range in its text.
    pub span: Range<usize>,
    /// What is there; empty where the message says it.
    pub text: String,
}

/// An edit that corrects a mistake: a piece of a file, and what to put in its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// The file.
    pub source: Arc<Source>,
    /// Byte range in its text.
    pub span: Range<usize>,
    /// The new text.
    pub replacement: String,
    /// Whether hardly anything else can be meant: a program may make the edit unasked.
    pub sure: bool,
}

impl Diagnostic {
    /// An error at a place.
    #[must_use]
    pub fn error(
        code: Code,
        source: &Arc<Source>,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> Self {
        Self { code: Some(code), ..Self::input(source, span, message) }
    }

    /// A warning at a place.
    #[must_use]
    pub fn warning(
        code: Code,
        source: &Arc<Source>,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, source, span, message) }
    }

    /// An error about no place in a file.
    #[must_use]
    pub fn general(code: Code, message: impl Into<String>) -> Self {
        Self { code: Some(code), ..Self::plain(message) }
    }

    /// An error in text that was typed, such as an argument of a command: it has no code.
    #[must_use]
    pub fn input(source: &Arc<Source>, span: Range<usize>, message: impl Into<String>) -> Self {
        Self::plain(message).label(source, span, "")
    }

    /// An error without a code and a place.
    #[must_use]
    pub fn plain(message: impl Into<String>) -> Self {
        Self {
            code: None,
            severity: Severity::Error,
            origin: MistakeOrigin::File,
            message: bounded(message.into()),
            labels: Vec::new(),
            help: None,
            fixes: Vec::new(),
            missing: None,
        }
    }

    /// The same about a name that is missing, if one is.
    #[must_use]
    pub fn about_missing(mut self, missing: impl Into<Option<MissingName>>) -> Self {
        self.missing = missing.into();
        self
    }

    /// The same with another place of the mistake, if there is one.
    #[must_use]
    pub(crate) fn at(mut self, place: Option<(&Arc<Source>, Range<usize>)>) -> Self {
        if let (Some((source, span)), Some(first)) = (place, self.labels.first_mut()) {
            (first.source, first.span) = (Arc::clone(source), span);
        }
        self
    }

    /// The same with another origin.
    #[must_use]
    pub fn from_request(mut self, origin: MistakeOrigin) -> Self {
        self.origin = origin;
        self
    }

    /// The same with one more place; the first is that of the mistake.
    #[must_use]
    pub fn label(
        mut self,
        source: &Arc<Source>,
        span: Range<usize>,
        text: impl Into<String>,
    ) -> Self {
        self.labels.push(Label { source: Arc::clone(source), span, text: bounded(text.into()) });
        self
    }

    /// The same with advice, and with a fix if the advice is to replace a word that is in the
    /// place of the mistake.
    #[must_use]
    pub fn help(mut self, advice: impl Into<NameSuggestion>) -> Self {
        let NameSuggestion { text, edit, sure } = advice.into();
        if let (Some((old, new)), Some(place)) = (edit, self.labels.first().cloned()) {
            // What is valid as it is may be meant as it is.
            let sure = sure && self.severity == Severity::Error;
            self = self.replacing((&place.source, place.span), &old, &new, sure);
        }
        self.help = Some(bounded(text));
        self
    }

    /// The same with an edit that replaces a word at a place by another, if it is there once.
    #[must_use]
    pub(crate) fn replacing(
        mut self,
        (source, within): (&Arc<Source>, Range<usize>),
        old: &str,
        new: &str,
        sure: bool,
    ) -> Self {
        if let Some(span) = find(&source.text, &within, old) {
            let (source, replacement) = (Arc::clone(source), new.to_owned());
            self.fixes.push(Fix { source, span, replacement, sure });
        }
        self
    }

    /// As [`help`](Self::help), if there is advice.
    #[must_use]
    pub fn maybe_help(self, advice: Option<impl Into<NameSuggestion>>) -> Self {
        match advice {
            Some(advice) => self.help(advice),
            None => self,
        }
    }

    /// The same with an edit of the file of the mistake.
    #[must_use]
    pub(crate) fn edit(
        mut self,
        span: Range<usize>,
        replacement: impl Into<String>,
        sure: bool,
    ) -> Self {
        if let Some(Label { source, .. }) = self.labels.first() {
            let source = Arc::clone(source);
            self.fixes.push(Fix { source, span, replacement: replacement.into(), sure });
        }
        self
    }

    /// The same with an edit that removes what is at a span, if it has its lines to itself: with the lines right above
    /// it that begin with `comment`, unless that is empty, and with one of two blank lines that would meet.
    #[must_use]
    pub fn removing(mut self, source: &Arc<Source>, span: Range<usize>, comment: &str) -> Self {
        if let Some(span) = lines_of(&source.text, span, comment) {
            let (source, replacement) = (Arc::clone(source), String::new());
            self.fixes.push(Fix { source, span, replacement, sure: true });
        }
        self
    }

    /// The place of the mistake.
    #[must_use]
    pub fn place(&self) -> Option<&Label> {
        self.labels.first()
    }
}

/// The most characters of a message: words of a file stand in it, which may be as long as the file.
const MAX_TEXT: usize = 2000;

/// The text, with an ellipsis where it is cut off.
fn bounded(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(MAX_TEXT) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// The only occurrence of a word in a part of a text.
fn find(text: &str, within: &Range<usize>, word: &str) -> Option<Range<usize>> {
    let mut found = text.get(within.clone())?.match_indices(word);
    let (start, _) = found.next().filter(|_| !word.is_empty())?;
    let span = within.start + start..within.start + start + word.len();
    found.next().is_none().then_some(span)
}

/// The lines of a span of a text, unless something other than a comment shares them.
fn lines_of(text: &str, span: Range<usize>, comment: &str) -> Option<Range<usize>> {
    let line_of = |at: usize| text[..at].rfind('\n').map_or(0, |end| end + 1);
    let mut start = line_of(span.start);
    let last = text.get(span.end..)?.split('\n').next()?;
    let after = last.trim_start();
    if !text[start..span.start].trim().is_empty()
        || !(after.is_empty() || after.starts_with(['#', '/']))
    {
        return None;
    }
    let mut end = (span.end + last.len() + 1).min(text.len());
    while !comment.is_empty() && start > 0 {
        let above = line_of(start - 1);
        let line = text[above..start].trim();
        if !line.starts_with(comment) || line.starts_with("//!") {
            break;
        }
        start = above;
    }
    let blank_above = text[..start].trim_end_matches(' ').ends_with("\n\n") || start == 0;
    let next = text[end..].split_inclusive('\n').next().unwrap_or_default();
    if blank_above && next.trim().is_empty() {
        end += next.len();
    }
    Some(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unknown(text: &str, word: &str) -> Diagnostic {
        let source = Source::new("file", text);
        let made = Diagnostic::error(Code::UnknownKey, &source, 0..text.len(), "unknown key");
        made.maybe_help(suggest(word, ["walls", "mask"]))
    }

    #[test]
    fn a_suggestion_for_a_word_at_the_place_is_a_fix() {
        let found = unknown("\"walsl\"", "walsl");
        assert_eq!(found.help.as_deref(), Some("did you mean `walls`?"));
        assert_eq!((found.fixes[0].span.clone(), &*found.fixes[0].replacement), (1..6, "walls"));
    }

    #[test]
    fn no_text_is_longer_than_a_page() {
        let source = Source::new("file", "");
        let long = "é".repeat(100_000);
        let found = Diagnostic::error(Code::UnknownKey, &source, 0..0, &*long)
            .label(&source, 0..0, &*long)
            .help(&*long);
        let texts =
            [Some(found.message), found.labels.into_iter().last().map(|l| l.text), found.help];
        assert!(texts.into_iter().flatten().all(|text| text.chars().count() == MAX_TEXT + 1));
    }

    #[test]
    fn what_is_removed_takes_its_lines_and_comments_with_it() {
        let removed = |text: &str, part: &str, comment: &str| {
            let source = Source::new("file", text);
            let at = text.find(part).unwrap();
            let span = at..at + part.len();
            let made = Diagnostic::warning(Code::UnusedZone, &source, span.clone(), "unused");
            let mut made = made.removing(&source, span, comment);
            let fix = made.fixes.pop()?;
            let mut text = text.to_owned();
            text.replace_range(fix.span, &fix.replacement);
            Some(text)
        };
        let zones = "[zones]\n# Hills.\nhill = \"e4\" # one\nlake = \"e5\"\n";
        assert_eq!(
            removed(zones, "hill = \"e4\"", "").unwrap(),
            "[zones]\n# Hills.\nlake = \"e5\"\n"
        );
        assert_eq!(removed("zones = { hill = \"e4\" }\n", "hill = \"e4\"", ""), None);
        assert_eq!(removed("a = 1, b = 2", "a = 1", ""), None);
        let script = "//! About.\n// Kept.\n\n// One.\n/// Two.\nfn a() {\n}\n\nfn b() {}";
        assert_eq!(
            removed(script, "fn a() {\n}", "//").unwrap(),
            "//! About.\n// Kept.\n\nfn b() {}"
        );
        assert_eq!(removed("//! About.\nfn b() {}", "fn b() {}", "//").unwrap(), "//! About.\n");
    }

    #[test]
    fn a_word_that_is_not_there_or_there_twice_is_not_fixed() {
        assert_eq!(unknown("walls", "walsl").fixes, []);
        assert_eq!(unknown("walsl walsl", "walsl").fixes, []);
        assert_eq!(unknown("walsl", "castle").help, None);
    }
}
