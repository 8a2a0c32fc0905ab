//! The `{…}` block: keys and values as Python writes them.

use std::ops::Range;

use pest::Parser;
use pest::iterators::Pair;

use super::board::{Grammar, Rule};
use super::{FenError, Field};

/// A value and where it stands.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Spanned {
    pub value: Value,
    pub span: Range<usize>,
}

/// What can stand in the block.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Text(String),
    Number(i64),
    Bool(bool),
    Tuple(Vec<Spanned>),
}

/// One `'key':value`.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Entry {
    pub key: String,
    pub key_span: Range<usize>,
    pub value: Spanned,
}

impl Value {
    /// For writing, where places do not matter.
    pub fn tuple(values: impl IntoIterator<Item = Value>) -> Self {
        Self::Tuple(values.into_iter().map(|value| Spanned { value, span: 0..0 }).collect())
    }

    pub fn texts<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Self {
        Self::tuple(texts.into_iter().map(|text| Self::Text(text.into())))
    }
}

impl std::fmt::Display for Value {
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
            Self::Tuple(values) => {
                let values: Vec<_> = values.iter().map(|value| value.value.to_string()).collect();
                write!(f, "({})", values.join(","))
            }
        }
    }
}

impl Spanned {
    pub fn error(&self, message: impl Into<String>, help: impl Into<String>) -> FenError {
        FenError::new(self.span.clone(), message, help)
    }

    fn wrong(&self, expected: &str) -> FenError {
        self.error(format!("`{}` is not {expected}", self.value), format!("write {expected}"))
    }

    pub fn text(&self) -> Result<&str, FenError> {
        match &self.value {
            Value::Text(text) => Ok(text),
            _ => Err(self.wrong("a text in single quotes")),
        }
    }

    pub fn number<N: TryFrom<i64>>(&self) -> Result<N, FenError> {
        match self.value {
            Value::Number(number) => N::try_from(number).map_err(|_| {
                self.error("this number is out of range", "write one nearer to nought")
            }),
            _ => Err(self.wrong("a number")),
        }
    }

    pub fn bool(&self) -> Result<bool, FenError> {
        match self.value {
            Value::Bool(value) => Ok(value),
            Value::Number(number @ (0 | 1)) => Ok(number == 1),
            _ => Err(self.wrong("true or false")),
        }
    }

    pub fn tuple(&self) -> Result<&[Spanned], FenError> {
        match &self.value {
            Value::Tuple(values) => Ok(values),
            _ => Err(self.wrong("a tuple in parentheses")),
        }
    }

    /// A tuple with one entry for each of `count` seats.
    pub fn per_seat(&self, count: usize) -> Result<&[Spanned], FenError> {
        let values = self.tuple()?;
        if values.len() == count {
            return Ok(values);
        }
        Err(self.error(
            format!("{} entries where the game has {count} seats", values.len()),
            "write one entry for each seat, in their order",
        ))
    }
}

/// Parts the block from the board after it.
pub(super) fn split(rest: Field<'_>) -> Result<(Option<Field<'_>>, Field<'_>), FenError> {
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
        if quote.is_some() {
            "a text in the options has no end"
        } else {
            "the options are not closed"
        },
        "write the closing quote and `}` before the board",
    ))
}

/// The board after options that end at `end`.
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
            "the options are not followed by `-`",
            "write `-` and the board after `}`",
        )),
    }
}

/// Reads the block.
pub(super) fn parse(field: Field<'_>) -> Result<Vec<Entry>, FenError> {
    let pairs = Grammar::parse(Rule::options, field.text).map_err(|error| {
        let at = match error.location {
            pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _)) => at,
        };
        let width = field.text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        FenError::new(
            field.at + at..field.at + at + width,
            "the options can't be read from here on",
            "they are `{'key':value,…}`; a value is a number, a 'text', true, false or a (tuple, of them)",
        )
    })?;
    Ok(pairs
        .flat_map(Pair::into_inner)
        .filter(|pair| pair.as_rule() == Rule::entry)
        .filter_map(|entry| {
            let mut parts = entry.into_inner();
            let (key, found) = (parts.next()?, parts.next()?);
            let key_span = span(field, &key);
            let Value::Text(key) = value(field, key) else {
                return None;
            };
            let place = span(field, &found);
            Some(Entry {
                key,
                key_span,
                value: Spanned { value: value(field, found), span: place },
            })
        })
        .collect())
}

fn span(field: Field<'_>, pair: &Pair<'_, Rule>) -> Range<usize> {
    field.at + pair.as_span().start()..field.at + pair.as_span().end()
}

/// A value; the grammar bounds how deep this goes.
fn value(field: Field<'_>, pair: Pair<'_, Rule>) -> Value {
    match pair.as_rule() {
        Rule::text => Value::Text(
            pair.into_inner().next().map(|text| unescape(text.as_str())).unwrap_or_default(),
        ),
        Rule::number => {
            let negative = pair.as_str().starts_with('-');
            let extreme = if negative { i64::MIN } else { i64::MAX };
            Value::Number(pair.as_str().parse().unwrap_or(extreme))
        }
        Rule::yes => Value::Bool(true),
        Rule::no => Value::Bool(false),
        _ => Value::Tuple(
            pair.into_inner()
                .map(|inner| {
                    let span = span(field, &inner);
                    Spanned { value: value(field, inner), span }
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
