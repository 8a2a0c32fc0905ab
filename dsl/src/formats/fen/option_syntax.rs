//! Reads and writes the `{…}` block of options. Its keys and values are in Python syntax.

use std::ops::Range;

use pest::Parser;
use pest::iterators::Pair;

use super::{FenError, Field, Mistake};
use crate::diagnostic::NameSuggestion;
use quadrille_grammar::fen::{Grammar, Rule};

/// A value in the block of options, and its place in the text.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct OptionSpan {
    pub value: OptionValue,
    pub span: Range<usize>,
}

/// A value in the block of options.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum OptionValue {
    Text(String),
    Number(i64),
    Bool(bool),
    /// `null`: the option is unset.
    Null,
    Tuple(Vec<OptionSpan>),
    /// `{'key':value,…}` inside the block.
    Map(Vec<FenOption>),
}

/// An option, written `'key':value`.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct FenOption {
    pub key: String,
    pub key_span: Range<usize>,
    pub value: OptionSpan,
}

impl OptionValue {
    /// Returns `true` if chess.com's editor writes this value for an option that was never set.
    /// Such a value is an empty string, `false`, zero, `null`, or a collection that contains only
    /// such values.
    pub fn is_unset(&self) -> bool {
        match self {
            Self::Text(text) => text.is_empty(),
            Self::Number(number) => *number == 0,
            Self::Bool(value) => !value,
            Self::Null => true,
            Self::Tuple(values) => values.iter().all(|value| value.value.is_unset()),
            Self::Map(entries) => entries.iter().all(|entry| entry.value.value.is_unset()),
        }
    }

    /// Creates a tuple for the writer. Its values have empty places in the text, because the writer
    /// does not use the places.
    pub fn tuple(values: impl IntoIterator<Item = OptionValue>) -> Self {
        Self::Tuple(values.into_iter().map(|value| OptionSpan { value, span: 0..0 }).collect())
    }

    pub fn texts<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Self {
        Self::tuple(texts.into_iter().map(|text| Self::Text(text.into())))
    }
}

impl std::fmt::Display for OptionValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text(text) => {
                let escaped = text
                    .replace('\\', "\\\\")
                    .replace('\'', "\\'")
                    .replace('\n', "\\n")
                    .replace('\r', "\\r");
                write!(f, "'{escaped}'")
            }
            Self::Number(number) => write!(f, "{number}"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Null => write!(f, "null"),
            Self::Map(entries) => {
                let entries: Vec<_> = entries
                    .iter()
                    .map(|entry| format!("'{}':{}", entry.key, entry.value.value))
                    .collect();
                write!(f, "{{{}}}", entries.join(","))
            }
            Self::Tuple(values) => {
                let values: Vec<_> = values.iter().map(|value| value.value.to_string()).collect();
                write!(f, "({})", values.join(","))
            }
        }
    }
}

impl OptionSpan {
    pub fn error(&self, kind: Mistake, help: impl Into<NameSuggestion>) -> FenError {
        FenError::new(self.span.clone(), kind).help(help)
    }

    fn wrong(&self, expected: &'static str) -> FenError {
        let found = self.value.to_string();
        self.error(Mistake::Expected { found, expected }, format!("write {expected}"))
    }

    pub fn text(&self) -> Result<&str, FenError> {
        match &self.value {
            OptionValue::Text(text) => Ok(text),
            OptionValue::Null => Ok(""),
            _ => Err(self.wrong("a string in single quotes")),
        }
    }

    pub fn number<N: TryFrom<i64>>(&self) -> Result<N, FenError> {
        match self.value {
            OptionValue::Number(number) => N::try_from(number)
                .map_err(|_| self.error(Mistake::OutOfRange, "write a number closer to zero")),
            _ => Err(self.wrong("a number")),
        }
    }

    pub fn bool(&self) -> Result<bool, FenError> {
        match self.value {
            OptionValue::Bool(value) => Ok(value),
            OptionValue::Number(number @ (0 | 1)) => Ok(number == 1),
            OptionValue::Null => Ok(false),
            _ => Err(self.wrong("true or false")),
        }
    }

    pub fn tuple(&self) -> Result<&[OptionSpan], FenError> {
        match &self.value {
            OptionValue::Tuple(values) => Ok(values),
            _ => Err(self.wrong("a tuple in parentheses")),
        }
    }

    /// Returns the entries of a tuple. The tuple must have `count` entries, one for each seat.
    pub fn per_seat(&self, count: usize) -> Result<&[OptionSpan], FenError> {
        let values = self.tuple()?;
        if values.len() == count {
            return Ok(values);
        }
        Err(self.error(
            Mistake::SeatEntries { found: values.len(), seats: count },
            "write one entry for each seat, in their order",
        ))
    }
}

/// Separates the block of options from the board that follows the block.
pub(super) fn split(rest: Field<'_>) -> Result<(Option<Field<'_>>, Field<'_>), FenError> {
    // Some programs write `null` for unset options.
    if let Some(board) = rest.text.strip_prefix("null-") {
        return Ok((None, Field::new(board, rest.at + "null-".len())));
    }
    if !rest.text.starts_with('{') {
        return Ok((None, rest));
    }
    let mut depth = 0usize;
    let mut quote = None;
    let mut escaped = false;
    for (at, c) in rest.text.char_indices() {
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if c == '\\' => escaped = true,
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None => match c {
                '\'' | '"' => quote = Some(c),
                '{' => depth += 1,
                '}' => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return after(rest, at + 1);
                    }
                }
                _ => {}
            },
        }
    }
    Err(rest.error(
        if quote.is_some() { Mistake::UnclosedText } else { Mistake::UnclosedOptions },
        "write the closing quote and `}` before the board",
    ))
}

/// Splits the text at `end`. Returns the options before `end` and the board after it.
fn after(rest: Field<'_>, end: usize) -> Result<(Option<Field<'_>>, Field<'_>), FenError> {
    let (options, board) = rest.text.split_at(end);
    let gap = board.len() - board.trim_start().len();
    let board = Field { text: board.trim_start(), at: rest.at + end + gap };
    match board.text.strip_prefix('-') {
        Some(text) => {
            Ok((Some(Field { text: options, at: rest.at }), Field::new(text, board.at + 1)))
        }
        None => Err(FenError::new(
            board.at..board.at + board.text.chars().next().map_or(0, char::len_utf8),
            Mistake::NoBoardAfterOptions,
        )
        .help("write `-` and the board after `}`")),
    }
}

/// Parses the block of options.
pub(super) fn parse(field: Field<'_>) -> Result<Vec<FenOption>, FenError> {
    let pairs = Grammar::parse(Rule::options, field.text).map_err(|error| {
        let at = match error.location {
            pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _)) => at,
        };
        let width =
            field.text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        FenError::new(field.at + at..field.at + at + width, Mistake::InvalidOptions).help(
            "write `{'key':value,…}`, with a number, a 'string', true, false, null or a \
             (tuple, of values) for each value",
        )
    })?;
    Ok(pairs
        .flat_map(Pair::into_inner)
        .filter(|pair| pair.as_rule() == Rule::entry)
        .filter_map(|pair| entry(field, pair))
        .collect())
}

/// Converts a parsed option, which was written `'key':value`.
fn entry(field: Field<'_>, pair: Pair<'_, Rule>) -> Option<FenOption> {
    let mut parts = pair.into_inner();
    let (key, found) = (parts.next()?, parts.next()?);
    let key_span = span(field, &key);
    let OptionValue::Text(key) = value(field, key) else {
        return None;
    };
    let place = span(field, &found);
    Some(FenOption { key, key_span, value: OptionSpan { value: value(field, found), span: place } })
}

fn span(field: Field<'_>, pair: &Pair<'_, Rule>) -> Range<usize> {
    field.at + pair.as_span().start()..field.at + pair.as_span().end()
}

/// Converts a parsed value. The recursion is not too deep, because the grammar limits the depth of
/// a value.
fn value(field: Field<'_>, pair: Pair<'_, Rule>) -> OptionValue {
    match pair.as_rule() {
        Rule::text => OptionValue::Text(
            pair.into_inner().next().map(|text| unescape(text.as_str())).unwrap_or_default(),
        ),
        Rule::number => {
            let negative = pair.as_str().starts_with('-');
            let extreme = if negative { i64::MIN } else { i64::MAX };
            OptionValue::Number(pair.as_str().parse().unwrap_or(extreme))
        }
        Rule::yes => OptionValue::Bool(true),
        Rule::no => OptionValue::Bool(false),
        Rule::none => OptionValue::Null,
        Rule::map => {
            OptionValue::Map(pair.into_inner().filter_map(|pair| entry(field, pair)).collect())
        }
        _ => OptionValue::Tuple(
            pair.into_inner()
                .map(|inner| {
                    let span = span(field, &inner);
                    OptionSpan { value: value(field, inner), span }
                })
                .collect(),
        ),
    }
}

fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => out.push('\n'),
                Some('r') => out.push('\r'),
                Some(other) => out.push(other),
                None => {}
            },
            _ => out.push(c),
        }
    }
    out
}
