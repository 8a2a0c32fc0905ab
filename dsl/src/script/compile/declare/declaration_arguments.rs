//! Reads the arguments of declarations: names, words, numbers, notations and square sets. An
//! invalid argument is reported at its place.

use std::ops::RangeInclusive;
use std::sync::Arc;

use quadrille_core::rules::{Path, Relation};
use quadrille_core::{Kind, Square, Zone};
use rhai::{Dynamic, NativeCallContext};

use super::{CallSite, Declarer};
use crate::diagnostic::{Code, Diagnostic, MissingName, NameSuggestion, suggest};
use crate::formats::{notation, squares};
use crate::script::engine::sandbox;
use crate::script::engine::sandbox::span_of;
use crate::script::interface::api;
use crate::script::interface::bindings::board_values;
use crate::script::interface::native::Call;
use crate::script::syntax::is_clause_id;

/// The cost of reading a notation or a square set, as a number of operations.
const READING_OPERATIONS: u64 = 200;

impl Declarer {
    pub(super) fn place(&self, context: &NativeCallContext<'_>) -> CallSite {
        let source = match self.origins.source(&Call::from(context)) {
            Some(source) => Arc::clone(source),
            None => Arc::clone(&self.script.borrow().0),
        };
        let span = span_of(&source, context.call_position());
        CallSite { source, span }
    }

    /// Reports an invalid argument at the place of the call.
    pub(super) fn wrong(
        &self,
        place: &CallSite,
        message: impl Into<String>,
        help: Option<NameSuggestion>,
    ) {
        let finding =
            Diagnostic::error(Code::InvalidDeclaration, &place.source, place.span.clone(), message);
        self.findings.borrow_mut().push(finding.maybe_help(help));
    }

    pub(super) fn wrong_here(
        &self,
        context: &NativeCallContext<'_>,
        message: impl Into<String>,
        help: impl Into<NameSuggestion>,
    ) {
        self.wrong(&self.place(context), message, Some(help.into()));
    }

    /// Reports an argument with the text `written`. The place of the report is this text on the
    /// line of the call. If the line does not contain the text, the place is the call.
    pub(super) fn wrong_argument(
        &self,
        context: &NativeCallContext<'_>,
        written: &str,
        message: impl Into<String>,
        help: impl Into<NameSuggestion>,
    ) {
        let place = self.place(context);
        let start = argument_after(&place, written);
        self.wrong_at(place, start, written.len(), message, help);
    }

    /// Reports an argument that is a name in quotes. The place of the report is found as in
    /// `wrong_argument`.
    pub(super) fn wrong_name(
        &self,
        context: &NativeCallContext<'_>,
        name: &str,
        message: impl Into<String>,
        help: impl Into<NameSuggestion>,
    ) {
        let place = self.place(context);
        let start = literal_after(&place, name);
        self.wrong_at(place, start, name.len(), message, help);
    }

    /// Reports an argument. The place of the report begins at `start`. If `start` is `None`, the
    /// place is the call.
    fn wrong_at(
        &self,
        mut place: CallSite,
        start: Option<usize>,
        length: usize,
        message: impl Into<String>,
        help: impl Into<NameSuggestion>,
    ) {
        if let Some(start) = start {
            place.span = start..start + length;
        }
        self.wrong(&place, message, Some(help.into()));
    }

    pub(super) fn kind(&self, context: &NativeCallContext<'_>, name: &str) -> Option<Kind> {
        let spec = self.spec.borrow();
        let kind = spec.kind_named(name);
        if kind.is_none() {
            let names = || spec.kinds.iter().map(|kind| kind.name.as_str());
            let help = suggest(name, names()).unwrap_or_else(|| {
                format!("use one of: {}", names().collect::<Vec<_>>().join(", ")).into()
            });
            let mut place = self.place(context);
            if let Some(start) = literal_after(&place, name) {
                place.span = start..start + name.len();
            }
            let message = format!("there is no kind `{name}`");
            let made = Diagnostic::error(Code::UnknownName, &place.source, place.span, message);
            let made = made.about_missing(MissingName::new("kind", name)).help(help);
            self.findings.borrow_mut().push(made);
        }
        kind
    }

    /// Returns the index of a word in the list of allowed words.
    pub(super) fn word(
        &self,
        context: &NativeCallContext<'_>,
        word: &str,
        words: &[&str],
    ) -> Option<usize> {
        let found = words.iter().position(|candidate| *candidate == word);
        if found.is_none() {
            let help = suggest(word, words.iter().copied())
                .unwrap_or_else(|| format!("use one of: {}", words.join(", ")).into());
            self.wrong_name(context, word, format!("unknown word `{word}`"), help);
        }
        found
    }

    pub(super) fn in_range(
        &self,
        context: &NativeCallContext<'_>,
        what: &str,
        n: i64,
        range: RangeInclusive<i64>,
    ) -> Option<i64> {
        if range.contains(&n) {
            return Some(n);
        }
        let (min, max) = (range.start(), range.end());
        self.wrong_argument(
            context,
            &n.to_string(),
            format!("{what} can't be {n}"),
            format!("write a number from {min} to {max}"),
        );
        None
    }

    pub(super) fn relation(&self, context: &NativeCallContext<'_>, word: &str) -> Option<Relation> {
        let i = self.word(context, word, api::RELATION)?;
        Some(
            [Relation::Own, Relation::Partner, Relation::Friend, Relation::Enemy, Relation::Anyone]
                [i],
        )
    }

    /// Parses a notation. If the argument is a literal, each mistake is reported at its place in
    /// the literal.
    pub(super) fn walks(&self, context: &NativeCallContext<'_>, text: &str) -> Option<Vec<Path>> {
        self.meter.charge(READING_OPERATIONS);
        let (seats, diagonal) = {
            let spec = self.spec.borrow();
            (spec.seats.len(), spec.diagonal)
        };
        match notation::parse_for(text, seats, diagonal) {
            Ok(walks) => Some(walks),
            Err(errors) => {
                let place = self.place(context);
                let literal = literal_after(&place, text);
                for error in errors {
                    let mut place = place.clone();
                    if let Some(start) = literal {
                        place.span = start + error.span.start..start + error.span.end;
                    }
                    let message = format!("in the notation `{text}`: {error}");
                    self.wrong(&place, message, error.help);
                }
                None
            }
        }
    }

    /// Returns the squares that an argument selects. The argument is an array of squares, or a
    /// square set as in `geometry.toml`.
    pub(super) fn zone(&self, context: &NativeCallContext<'_>, squares: &Dynamic) -> Option<Zone> {
        if let Some(array) = squares.clone().try_cast::<rhai::Array>() {
            return match board_values::elements::<Square>(&array, "squares") {
                Ok(squares) => Some(squares.into_iter().collect()),
                Err(error) => {
                    self.wrong_here(
                        context,
                        sandbox::describe(&error).0,
                        "write `[square(\"d4\"), …]`, or `zone(\"name\")`",
                    );
                    None
                }
            };
        }
        let Ok(text) = squares.clone().into_immutable_string() else {
            self.wrong_here(
                context,
                "these are not squares",
                "write a square set such as `\"d1..k1\"`, or an array of squares",
            );
            return None;
        };
        self.meter.charge(READING_OPERATIONS);
        let spec = self.spec.borrow();
        match squares::parse(&text, &spec.geometry, &spec.zones) {
            Ok(zone) => Some(zone),
            Err(error) => {
                let mut place = self.place(context);
                if let Some(start) = literal_after(&place, &text) {
                    place.span = start + error.span.start..start + error.span.end;
                }
                let (code, message) = match error.kind.code() {
                    Code::UnknownName => (Code::UnknownName, error.to_string()),
                    _ => (Code::InvalidDeclaration, format!("in the squares `{text}`: {error}")),
                };
                let made = Diagnostic::error(code, &place.source, place.span.clone(), message)
                    .about_missing(error.kind.missing());
                let help = error.help_with(spec.zones.iter().map(|(name, _)| name.as_str()));
                self.findings.borrow_mut().push(made.maybe_help(help));
                None
            }
        }
    }

    /// Returns the id that the ruleset gives to a clause of the script. Reports a string that can't
    /// be a clause id.
    pub(super) fn clause_id(&self, context: &NativeCallContext<'_>, id: &str) -> Option<String> {
        if is_clause_id(id) {
            return Some(self.origins.clause(&Call::from(context), id).into_owned());
        }
        let help = "use only letters, digits, `-`, `_` and `.`";
        self.wrong_here(context, format!("`{id}` can't be the id of a clause"), help);
        None
    }
}

/// Returns the offset of the first argument with the text `written` on the line of a call. A longer
/// word that contains this text is not a match.
fn argument_after(place: &CallSite, written: &str) -> Option<usize> {
    let rest = place.source.text.get(place.span.end..)?;
    let line = rest.lines().next()?;
    let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '"'));
    let mut all = line.match_indices(written);
    let found = all.find(|(at, _)| {
        let (before, after) = (&line[..*at], &line[at + written.len()..]);
        !part(before.chars().next_back()) && !part(after.chars().next())
    });
    found.map(|(at, _)| place.span.end + at)
}

/// Returns the offset of `text` on the line of a call. `text` is a whole string literal, or one
/// word of a string literal.
fn literal_after(place: &CallSite, text: &str) -> Option<usize> {
    let rest = place.source.text.get(place.span.start..)?;
    let line = rest.lines().next()?;
    let whole = || line.find(&format!("\"{text}\"")).map(|at| at + 1);
    let first = || line.find(&format!("\"{text} ")).map(|at| at + 1);
    let later = || {
        let ends = [format!(" {text}\""), format!(" {text} ")];
        ends.iter().find_map(|word| line.find(word)).map(|at| at + 1)
    };
    whole().or_else(first).or_else(later).map(|at| place.span.start + at)
}
