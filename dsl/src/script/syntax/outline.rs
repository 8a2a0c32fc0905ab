//! The outline of a script: its tunables, its functions, and the conditions in their `when:` lines.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use quadrille_core::{CountedPieces, Trouble};

use crate::script::interface::hook_catalogue::Hook;

/// The maximum number of findings that one kind of check reports about a script.
pub(crate) const MAX_FINDINGS: usize = 100;

/// A value with its place in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Spanned<T> {
    pub value: T,
    pub span: Range<usize>,
}

impl<T> Spanned<T> {
    pub(super) fn new(value: T, span: Range<usize>) -> Self {
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
    /// Returns the name of the value's type.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Bool(_) => "a boolean",
            Self::Int(_) => "an integer",
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

/// A tunable, from a statement `const NAME = literal;`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TunableLine {
    pub name: Spanned<String>,
    pub value: Spanned<Literal>,
    pub doc: String,
    pub one_of: Vec<String>,
    /// The range of the whole statement.
    pub span: Range<usize>,
}

/// A function of a script: a hook or a helper.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub name: Spanned<String>,
    pub params: Vec<Spanned<String>>,
    /// The documentation of the function. It does not contain the `clause:`, `when:` and `judged:`
    /// lines.
    pub doc: String,
    pub clause: Option<Spanned<String>>,
    pub when: Option<Spanned<Vec<Condition>>>,
    /// The conditions in a documentation line that looks like a `when:` line without its colon,
    /// such as `/// when king`.
    pub doubtful: Option<Spanned<Vec<Condition>>>,
    /// The range of a `judged: yes` line, if there is one.
    pub judged: Option<Range<usize>>,
    /// The range from `fn` to the closing brace.
    pub span: Range<usize>,
    pub body: Range<usize>,
    /// All words in the code of the function's body. They include names of variables, functions and
    /// properties.
    pub words: BTreeSet<String>,
    /// The hook's entry in the catalogue. `None` if the function is a helper.
    pub hook: Option<&'static Hook>,
}

impl Function {
    /// Returns the signature of the function, such as `far(piece, square)`.
    pub(crate) fn signature(&self) -> String {
        let params: Vec<_> = self.params.iter().map(|param| param.value.as_str()).collect();
        format!("{}({})", self.name.value, params.join(", "))
    }
}

/// A condition of a `when:` line. The names in it are resolved when the rules are known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Condition {
    EveryPly,
    Pass,
    Capture(bool),
    Check(bool),
    To(String),
    From(String),
    Kinds(Vec<String>),
    /// The number of pieces of some kinds on the board is within limits.
    Count {
        least: u16,
        most: u16,
        kinds: Vec<String>,
        /// The owners of the counted pieces.
        of: CountedPieces,
    },
    /// A piece of these kinds is in a zone.
    Stands {
        kinds: Vec<String>,
        zone: String,
    },
    /// The number of seats in some states is within limits.
    Seats {
        least: u16,
        most: u16,
        states: Vec<String>,
    },
    /// At least this many royals are in check.
    Checked(u8),
    /// At least this many plies or rounds have passed since the ply that a counter contains.
    Since {
        number: Amount,
        rounds: bool,
        counter: String,
    },
    /// The seat that the event concerns is in one of these states.
    State(Vec<String>),
    /// The army of the seat that the event concerns is in one of these states.
    Army(Vec<String>),
    /// The seat is in trouble of this kind, such as check. `readings` lists alternatives of the
    /// form `TUNABLE is VALUE`. If a tunable is set to its listed value, the condition is always
    /// true.
    Trouble {
        trouble: Trouble,
        readings: Vec<(String, String)>,
    },
}

/// A number in a `when:` line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Amount {
    Number(u32),
    /// A multiple of a tunable's value.
    Tunable(u32, String),
}

impl Condition {
    /// Returns the names of kinds, zones, states and counters that the condition contains.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let (name, names) = match self {
            Self::To(name) | Self::From(name) | Self::Since { counter: name, .. } => {
                (Some(name), &[][..])
            }
            Self::Stands { kinds, zone } => (Some(zone), kinds.as_slice()),
            Self::State(names) | Self::Army(names) | Self::Seats { states: names, .. } => {
                (None, names.as_slice())
            }
            Self::Kinds(names) | Self::Count { kinds: names, .. } => (None, names.as_slice()),
            Self::EveryPly
            | Self::Pass
            | Self::Capture(_)
            | Self::Check(_)
            | Self::Checked(_)
            | Self::Trouble { .. } => (None, &[][..]),
        };
        name.into_iter().chain(names).map(String::as_str)
    }
}

/// The outline of a script.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    /// The description of the script's rule. It is written in the `//!` lines.
    pub header: String,
    pub tunables: Vec<TunableLine>,
    pub functions: Vec<Function>,
    /// All words of the code, in order.
    pub words: Vec<Range<usize>>,
    /// The range of the content of each string in the code, in order.
    pub strings: Vec<Range<usize>>,
    /// All line comments, in order.
    pub comments: Vec<Range<usize>>,
    /// All block comments, in order.
    pub block_comments: Vec<Range<usize>>,
    /// The index of each function, by its name. If two functions have the same name, the first
    /// counts.
    pub(super) functions_by_name: HashMap<String, usize>,
}

impl Outline {
    /// Returns `true` if a name is one of the script's tunables.
    pub(crate) fn is_tunable(&self, name: &str) -> bool {
        self.tunables.iter().any(|tunable| tunable.name.value == name)
    }

    /// Returns the index of the function that contains `offset`.
    pub(crate) fn function_at(&self, offset: usize) -> Option<usize> {
        // The functions are in the order of the file.
        let next = self.functions.partition_point(|function| function.span.end <= offset);
        self.functions.get(next).filter(|function| function.span.start <= offset).map(|_| next)
    }

    /// Returns the index of the function with this name.
    pub(crate) fn function_named(&self, name: &str) -> Option<usize> {
        self.functions_by_name.get(name).copied()
    }

    /// Returns the words in a range of the code.
    pub(crate) fn words_in(&self, range: &Range<usize>) -> &[Range<usize>] {
        let start = self.words.partition_point(|word| word.start < range.start);
        let end = self.words.partition_point(|word| word.start < range.end);
        self.words.get(start..end).unwrap_or_default()
    }
}

/// Returns `true` if a text has the form of a clause's id.
pub(crate) fn is_clause_id(id: &str) -> bool {
    !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
}

/// Returns `true` if a text is probably the id of a clause and not a word of prose, because it
/// contains a digit, as `V12` does.
pub(crate) fn is_numbered_id(text: &str) -> bool {
    is_clause_id(text) && text.contains(|c: char| c.is_ascii_digit())
}

/// Returns `true` if a name has the form of a tunable's name.
pub(crate) fn is_upper_case(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

/// Returns the place of a word in a line, if the word occurs exactly once. Otherwise returns the
/// place of the line.
pub(crate) fn word_of(text: &str, line: &Range<usize>, word: &str) -> Range<usize> {
    match text[line.clone()].match_indices(word).collect::<Vec<_>>()[..] {
        [(at, _)] if !word.is_empty() => line.start + at..line.start + at + word.len(),
        _ => line.clone(),
    }
}

/// Returns `true` if a word is a parameter of a closure, such as `first` in `|first, second|`.
pub(crate) fn between_bars(text: &str, word: &Range<usize>) -> bool {
    let listed = |c: &char| *c == ',' || *c == '_' || c.is_alphanumeric() || c.is_whitespace();
    let before = text[..word.start].chars().rev().take(MAX_PARAMETER_LETTERS);
    let after = text[word.end..].chars().take(MAX_PARAMETER_LETTERS);
    let (mut before, mut after) = (before.skip_while(listed), after.skip_while(listed));
    before.next() == Some('|')
        && after.next() == Some('|')
        && before.next() != Some('|')
        && after.next() != Some('|')
}

/// The maximum number of characters between a parameter of a closure and each of the two bars
/// around the parameters.
const MAX_PARAMETER_LETTERS: usize = 500;

/// Describes a number of parameters in words, such as `1 parameter` or `2 parameters`.
pub(crate) fn parameters(count: usize) -> String {
    match count {
        0 => "no parameters".to_owned(),
        1 => "1 parameter".to_owned(),
        n => format!("{n} parameters"),
    }
}
