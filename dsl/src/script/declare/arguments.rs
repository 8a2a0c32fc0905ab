//! The arguments of declarations: names, words, numbers, notations and sets of squares, each either
//! what it means or a finding where it stands. Depends on `notation` and `squares`.

use std::ops::RangeInclusive;
use std::sync::Arc;

use quadrille_core::rules::{Path, Relation};
use quadrille_core::{Kind, Square, Zone};
use rhai::{Dynamic, NativeCallContext};

use super::{Declarer, Place};
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::formats::{notation, squares};
use crate::script::bindings::values;
use crate::script::interface::api;
use crate::script::outline::is_clause_id;
use crate::script::sandbox::{self, span_of};

/// What reading a notation or a set of squares is counted as, in operations.
const READING: u64 = 200;

impl Declarer {
    pub(super) fn place(&self, context: &NativeCallContext<'_>) -> Place {
        let source = Arc::clone(&self.script.borrow().0);
        let span = span_of(&source, context.call_position());
        Place { source, span }
    }

    /// Notes a wrong argument at the place of the call.
    pub(super) fn wrong(&self, place: &Place, message: impl Into<String>, help: Option<String>) {
        let mut finding = Diagnostic::error("Q0351", &place.source, place.span.clone(), message);
        finding.help = help;
        self.findings.borrow_mut().push(finding);
    }

    pub(super) fn wrong_here(
        &self,
        context: &NativeCallContext<'_>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.wrong(&self.place(context), message, Some(help.into()));
    }

    pub(super) fn kind(&self, context: &NativeCallContext<'_>, name: &str) -> Option<Kind> {
        let spec = self.spec.borrow();
        let kind = spec.kind_named(name);
        if kind.is_none() {
            let names = || spec.kinds.iter().map(|kind| kind.name.as_str());
            let help = did_you_mean(name, names()).unwrap_or_else(|| {
                format!("the kinds are {}", names().collect::<Vec<_>>().join(", "))
            });
            self.wrong_here(context, format!("there is no kind `{name}`"), help);
        }
        kind
    }

    /// One of some words, by its place among them.
    pub(super) fn word(
        &self,
        context: &NativeCallContext<'_>,
        word: &str,
        words: &[&str],
    ) -> Option<usize> {
        let found = words.iter().position(|candidate| *candidate == word);
        if found.is_none() {
            let help = did_you_mean(word, words.iter().copied())
                .unwrap_or_else(|| format!("one of: {}", words.join(", ")));
            self.wrong_here(context, format!("`{word}` is not known here"), help);
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
        self.wrong_here(
            context,
            format!("{what} can't be {n}"),
            format!("it is a number from {min} to {max}"),
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

    /// A notation's walks; its mistakes are told where it stands in the script, if it stands
    /// there as it is.
    pub(super) fn walks(&self, context: &NativeCallContext<'_>, text: &str) -> Option<Vec<Path>> {
        self.meter.charge(READING);
        match notation::parse(text) {
            Ok(walks) => Some(walks),
            Err(errors) => {
                let place = self.place(context);
                let literal = literal_after(&place, text);
                for error in errors {
                    let mut place = place.clone();
                    if let Some(start) = literal {
                        place.span = start + error.span.start..start + error.span.end;
                    }
                    let message = format!("in the notation `{text}`: {}", error.message);
                    self.wrong(&place, message, error.help);
                }
                None
            }
        }
    }

    /// The squares that an argument means: an array of squares, or a square set as in
    /// geometry.toml.
    pub(super) fn zone(&self, context: &NativeCallContext<'_>, squares: &Dynamic) -> Option<Zone> {
        if let Some(array) = squares.clone().try_cast::<rhai::Array>() {
            return match values::elements::<Square>(&array, "squares") {
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
                "these are no squares",
                "write a square set such as `\"d1..k1\"`, or an array of squares",
            );
            return None;
        };
        self.meter.charge(READING);
        let spec = self.spec.borrow();
        match squares::parse(&text, &spec.geometry, &spec.zones) {
            Ok(zone) => Some(zone),
            Err(error) => {
                let mut place = self.place(context);
                if let Some(start) = literal_after(&place, &text) {
                    place.span = start + error.span.start..start + error.span.end;
                }
                self.wrong(
                    &place,
                    format!("in the squares `{text}`: {}", error.message),
                    error.help,
                );
                None
            }
        }
    }

    /// Refuses what can't be a clause's id.
    pub(super) fn clause_id(&self, context: &NativeCallContext<'_>, id: &str) -> Option<()> {
        if is_clause_id(id) {
            return Some(());
        }
        let help = "it is letters, digits, `-`, `_` and `.`";
        self.wrong_here(context, format!("`{id}` is no clause's id"), help);
        None
    }
}

/// Where a text begins that stands as a string on the line of a call, after its name.
fn literal_after(place: &Place, text: &str) -> Option<usize> {
    let rest = place.source.text.get(place.span.start..)?;
    let line = rest.lines().next()?;
    line.find(&format!("\"{text}\"")).map(|at| place.span.start + at + 1)
}
