//! Mistakes in files: message, location, advice, and fixes that an editor can apply.
//!
//! [`render`] draws a diagnostic as the command line prints it, and so does
//! [`Display`](std::fmt::Display).

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
pub(crate) use suggest::{
    FirstSuggestions, TYPOGRAPHIC, instead_of, instead_of_seat, straight_quotes,
};
pub use suggest::{NameSuggestion, did_you_mean, near, suggest};

/// The severity of a mistake.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// A probable mistake. The ruleset can still be used.
    Warning,
    /// A mistake that makes the ruleset unusable.
    Error,
}

impl Severity {
    /// Returns the word for the severity: `warning` or `error`.
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

/// The place in which a mistake was made: a file of the ruleset, or the user's request.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MistakeOrigin {
    /// A file of the ruleset.
    File,
    /// The user's request. The preset that it names does not exist.
    Preset,
    /// The user's request. The tunable with this key does not exist, or can't have the requested
    /// value.
    Override(String),
}

/// An error or a warning about a file or a request.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The code. `None` if the mistake is in typed text, not in a file.
    pub code: Option<Code>,
    /// The severity.
    pub severity: Severity,
    /// The part of the input that contains the mistake.
    pub origin: MistakeOrigin,
    /// The message: a fragment in lower case, without a full stop.
    pub message: String,
    /// The places in files. The first place is the mistake itself. The other places are related to
    /// it. Empty if the mistake has no place in a file.
    pub labels: Vec<Label>,
    /// Advice that explains how to correct the mistake. `None` if there is none.
    pub help: Option<String>,
    /// Edits that correct the mistake. Each edit alone is sufficient.
    pub fixes: Vec<Fix>,
    /// The missing name. Set only if the mistake is a reference to a name that the ruleset does not
    /// define.
    pub missing: Option<MissingName>,
}

/// Sorts diagnostics by file and by position in the file. Files keep the order of their first
/// diagnostics. Diagnostics without a place are last.
pub fn sort_by_place(diagnostics: &mut [Diagnostic]) {
    let mut files: Vec<String> = Vec::new();
    for place in diagnostics.iter().filter_map(Diagnostic::place) {
        if !files.contains(&place.source.name) {
            files.push(place.source.name.clone());
        }
    }
    diagnostics.sort_by_cached_key(|diagnostic| {
        diagnostic.place().map_or((usize::MAX, 0), |place| {
            let file = files.iter().position(|name| *name == place.source.name);
            (file.unwrap_or(files.len()), place.span.start)
        })
    });
}

/// A name that a ruleset refers to and does not define.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MissingName {
    /// The sort of thing that should have the name, in a word: `zone`, `kind`.
    pub what: String,
    /// The missing name.
    pub name: String,
}

impl MissingName {
    /// Creates a missing name. `what` is the sort of thing that should have the name.
    #[must_use]
    pub fn new(what: impl Into<String>, name: impl Into<String>) -> Self {
        Self { what: what.into(), name: name.into() }
    }
}

/// A place in a file, with a comment on its relation to the mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The file.
    pub source: Arc<Source>,
    /// The byte range of the place in the file's text.
    pub span: Range<usize>,
    /// The comment about the place. Empty if the diagnostic's message explains the place.
    pub text: String,
}

/// An edit that corrects a mistake: a part of a file and its replacement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// The file.
    pub source: Arc<Source>,
    /// The byte range of the text that the edit replaces.
    pub span: Range<usize>,
    /// The text that replaces the text in the byte range.
    pub replacement: String,
    /// `true` if hardly any other correction is possible. Programs may then apply the edit
    /// automatically.
    pub sure: bool,
}

impl Diagnostic {
    /// Creates an error at a place.
    #[must_use]
    pub fn error(
        code: Code,
        source: &Arc<Source>,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> Self {
        Self { code: Some(code), ..Self::input(source, span, message) }
    }

    /// Creates a warning at a place.
    #[must_use]
    pub fn warning(
        code: Code,
        source: &Arc<Source>,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, source, span, message) }
    }

    /// Creates an error without a place in a file.
    #[must_use]
    pub fn general(code: Code, message: impl Into<String>) -> Self {
        Self { code: Some(code), ..Self::plain(message) }
    }

    /// Creates an error without a code, for typed text such as an argument of a command.
    #[must_use]
    pub fn input(source: &Arc<Source>, span: Range<usize>, message: impl Into<String>) -> Self {
        Self::plain(message).label(source, span, "")
    }

    /// Creates an error without a code or a place.
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

    /// Sets the missing name, if `missing` is not `None`.
    #[must_use]
    pub fn about_missing(mut self, missing: impl Into<Option<MissingName>>) -> Self {
        self.missing = missing.into();
        self
    }

    /// Changes the place of the mistake to `place`. Does nothing if `place` is `None`, or if the
    /// diagnostic has no place to change.
    #[must_use]
    pub(crate) fn at(mut self, place: Option<(&Arc<Source>, Range<usize>)>) -> Self {
        if let (Some((source, span)), Some(first)) = (place, self.labels.first_mut()) {
            (first.source, first.span) = (Arc::clone(source), span);
        }
        self
    }

    /// Sets the origin of the mistake.
    #[must_use]
    pub fn from_request(mut self, origin: MistakeOrigin) -> Self {
        self.origin = origin;
        self
    }

    /// Adds a place. The first place that is added is the place of the mistake.
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

    /// Sets the advice. If the advice replaces a word at the place of the mistake, adds the
    /// replacement as a fix.
    #[must_use]
    pub fn help(mut self, advice: impl Into<NameSuggestion>) -> Self {
        let NameSuggestion { text, edit, sure } = advice.into();
        if let (Some((old, new)), Some(place)) = (edit, self.labels.first().cloned()) {
            // A warning is about valid text, which may be intended.
            let sure = sure && self.severity == Severity::Error;
            self = self.replacing((&place.source, place.span), &old, &new, sure);
        }
        self.help = Some(bounded(text));
        self
    }

    /// Adds an edit that replaces a word at a place. Adds no edit if the word is missing there or
    /// occurs several times.
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

    /// Calls [`help`](Self::help) if `advice` is not `None`.
    #[must_use]
    pub fn maybe_help(self, advice: Option<impl Into<NameSuggestion>>) -> Self {
        match advice {
            Some(advice) => self.help(advice),
            None => self,
        }
    }

    /// Adds an edit in the file that contains the mistake.
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

    /// Adds an edit that removes a span. Adds no edit if there is other text on the lines of the
    /// span. If `comment` is not empty, the edit also removes the lines directly above the span
    /// that begin with `comment`. If two blank lines would then be adjacent, the edit removes one
    /// of them.
    #[must_use]
    pub fn removing(mut self, source: &Arc<Source>, span: Range<usize>, comment: &str) -> Self {
        if let Some(span) = lines_of(&source.text, span, comment) {
            let (source, replacement) = (Arc::clone(source), String::new());
            self.fixes.push(Fix { source, span, replacement, sure: true });
        }
        self
    }

    /// Returns the place of the mistake.
    #[must_use]
    pub fn place(&self) -> Option<&Label> {
        self.labels.first()
    }
}

/// The maximum number of characters in a message. A message may quote a word, which can be as long
/// as the whole file.
const MAX_TEXT: usize = 2000;

/// Cuts a text that is too long, and appends an ellipsis.
fn bounded(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(MAX_TEXT) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// Returns the place of a word in a part of a text, if the word occurs exactly once in this part.
fn find(text: &str, within: &Range<usize>, word: &str) -> Option<Range<usize>> {
    let mut found = text.get(within.clone())?.match_indices(word);
    let (start, _) = found.next().filter(|_| !word.is_empty())?;
    let span = within.start + start..within.start + start + word.len();
    found.next().is_none().then_some(span)
}

/// Returns the lines of a span. Returns `None` if these lines also contain other text, except
/// comments.
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
