//! What stands at the top level of a rule script: its sentence, its tunables, its functions with
//! their documentation, clause and `when:` lines.
//!
//! A pest grammar reads it from the [skimmed](skim) text, before Rhai sees anything, so that
//! every mistake in it has a span and a suggestion. What functions do is for the
//! [lint](super::lint).

mod reader;
mod refuse;
pub(crate) mod skim;

use std::ops::Range;
use std::sync::Arc;

use pest::Parser;

use crate::diagnostic::{Diagnostic, Source};
use crate::script::interface::catalogue::Hook;
use refuse::{forbidden_words, skim_diagnostic};
use skim::{Skim, skim};

mod grammar {
    #![allow(missing_docs, reason = "the derive documents nothing")]
    #[derive(pest_derive::Parser)]
    #[grammar = "script/outline/grammar.pest"]
    pub(super) struct Grammar;
}
use grammar::{Grammar, Rule};

/// How many findings of one sort are told of a script. Nobody reads as many; a file that has them
/// is something else.
pub(crate) const MAX_FINDINGS: usize = 100;

/// A piece of text with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Spanned<T> {
    pub value: T,
    pub span: Range<usize>,
}

impl<T> Spanned<T> {
    fn new(value: T, span: Range<usize>) -> Self {
        Self { value, span }
    }
}

/// The value of a tunable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Literal {
    Bool(bool),
    Int(i64),
    Text(String),
}

impl Literal {
    /// What kind of value it is, in words.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Bool(_) => "a bool",
            Self::Int(_) => "a whole number",
            Self::Text(_) => "a string",
        }
    }
}

impl std::fmt::Display for Literal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Bool(value) => value.fmt(f),
            Self::Int(value) => value.fmt(f),
            Self::Text(value) => f.write_str(value),
        }
    }
}

/// `const NAME = literal;`
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TunableLine {
    pub name: Spanned<String>,
    pub value: Spanned<Literal>,
    pub doc: String,
    pub one_of: Vec<String>,
    /// The whole statement.
    pub span: Range<usize>,
}

/// A function, hook or helper.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub name: Spanned<String>,
    pub params: Vec<Spanned<String>>,
    /// Its documentation without clause and `when:` lines.
    pub doc: String,
    pub clause: Option<Spanned<String>>,
    pub when: Option<Spanned<Vec<Condition>>>,
    /// From `fn` to the closing brace.
    pub span: Range<usize>,
    pub body: Range<usize>,
    /// Its place in the catalogue, if it is a hook.
    pub hook: Option<&'static Hook>,
}

/// A condition of a `when:` line; names are resolved later.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Condition {
    EveryPly,
    Capture(bool),
    Check(bool),
    To(String),
    From(String),
    Kinds(Vec<String>),
    /// At most so many men of some kinds are on the board.
    Few {
        most: u16,
        kinds: Vec<String>,
        /// Of each team.
        each_team: bool,
    },
}

/// The outline of one script.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    /// The file's rule, from its `//!` lines.
    pub header: String,
    pub tunables: Vec<TunableLine>,
    pub functions: Vec<Function>,
    /// Every word of the code, in order.
    pub words: Vec<Range<usize>>,
}

impl Outline {
    /// The function in whose text `offset` lies.
    pub(crate) fn function_at(&self, offset: usize) -> Option<usize> {
        self.functions.iter().position(|function| function.span.contains(&offset))
    }
}

/// Reads the outline of a script. Errors and warnings are added to `findings`; the outline is as
/// complete as they allow.
pub(crate) fn read(source: &Arc<Source>, findings: &mut Vec<Diagnostic>) -> Option<Outline> {
    let Skim { sketch, words } = match skim(&source.text) {
        Ok(skim) => skim,
        Err(error) => {
            findings.push(skim_diagnostic(source, &error));
            return None;
        }
    };
    let file = match Grammar::parse(Rule::file, &sketch) {
        Ok(mut pairs) => pairs.next()?,
        Err(error) => {
            // The grammar takes any text; this is for the day it does not.
            let at = match error.location {
                pest::error::InputLocation::Pos(at) => at..at,
                pest::error::InputLocation::Span((start, end)) => start..end,
            };
            findings.push(Diagnostic::error("Q0305", source, at, "this can't be read as a script"));
            return None;
        }
    };
    let outline = Outline { words, ..reader::items(source, file, findings) };
    forbidden_words(source, &outline, findings);
    Some(outline)
}

/// Whether a text can be the id of a clause.
pub(crate) fn is_clause_id(id: &str) -> bool {
    !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
}

/// Whether a name is one for tunables.
pub(crate) fn is_upper_case(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

/// `one parameter`, `2 parameters`.
pub(crate) fn parameters(count: usize) -> String {
    match count {
        0 => "no parameters".to_owned(),
        1 => "1 parameter".to_owned(),
        n => format!("{n} parameters"),
    }
}

#[cfg(test)]
mod tests;
