//! From text to records: tags, words, and what the words say.

use pest::Parser;
use pest::iterators::Pair;

use super::{Entry, Left, MAX_LENGTH, Marks, Moved, PgnError, Record, Said, Tag};

#[derive(pest_derive::Parser)]
#[grammar = "formats/pgn/grammar.pest"]
struct Grammar;

/// How deep variations may nest.
const MAX_DEPTH: usize = 64;

/// Reads all games of a file. Comments and variations are skipped.
///
/// # Errors
/// The first thing that can't be part of a record.
pub fn read(text: &str) -> Result<Vec<Record>, PgnError> {
    if text.len() > MAX_LENGTH {
        return Err(PgnError::new(
            0..text.len(),
            format!("a file of {} bytes, where {MAX_LENGTH} is the most", text.len()),
            "split it",
        ));
    }
    let pairs = Grammar::parse(Rule::file, text).map_err(|_| {
        PgnError::new(0..text.len(), "this is not a record", "`quadrille explain pgn` shows one")
    })?;
    let mut records = Vec::new();
    let mut record = Record::default();
    let mut open: Vec<usize> = Vec::new();
    for pair in pairs.flat_map(Pair::into_inner) {
        let span = pair.as_span().start()..pair.as_span().end();
        match pair.as_rule() {
            Rule::open => {
                open.push(span.start);
                if open.len() > MAX_DEPTH {
                    return Err(PgnError::new(
                        span.start..span.start + 1,
                        format!("variations nest more than {MAX_DEPTH} deep"),
                        "leave the inner ones out",
                    ));
                }
            }
            Rule::close if open.is_empty() => {
                return Err(PgnError::new(
                    span.start..span.start + 1,
                    "`)` closes no variation",
                    "leave it out, or write `(` where the variation begins",
                ));
            }
            Rule::close => {
                open.pop();
            }
            Rule::broken => return Err(broken(pair.as_str(), span.start)),
            _ if !open.is_empty() && pair.as_rule() != Rule::tag => {}
            Rule::tag => {
                if let Some(start) = open.first() {
                    return Err(unclosed(*start));
                }
                if !record.entries.is_empty() || record.result.is_some() {
                    records.push(std::mem::take(&mut record));
                }
                record.tags.extend(tag(pair));
            }
            Rule::result => record.result = Some(pair.as_str().trim().to_owned()),
            Rule::word => record.entries.extend(entry(&pair)),
            _ => {}
        }
    }
    if let Some(start) = open.first() {
        return Err(unclosed(*start));
    }
    if record != Record::default() {
        records.push(record);
    }
    Ok(records)
}

fn unclosed(start: usize) -> PgnError {
    PgnError::new(start..start + 1, "the variation has no end", "write `)` after its last move")
}

fn broken(text: &str, start: usize) -> PgnError {
    let (message, help) = match text {
        "{" => ("the comment has no end".to_owned(), "write `}` after it"),
        "}" => (
            "`}` closes no comment".to_owned(),
            "leave it out, or write `{` where the comment begins",
        ),
        "[" => ("this is not a tag".to_owned(), "a tag is `[Name \"value\"]`"),
        _ => (format!("`{text}` is out of place"), "leave it out"),
    };
    PgnError::new(start..start + text.len(), message, help)
}

fn tag(pair: Pair<'_, Rule>) -> Option<Tag> {
    let mut parts = pair.into_inner();
    let (name, value) = (parts.next()?, parts.next()?);
    let span = value.as_span().start()..value.as_span().end();
    let mut unescaped = String::new();
    let mut escaped = false;
    for c in value.as_str().chars() {
        if c == '\\' && !escaped {
            escaped = true;
        } else {
            unescaped.push(c);
            escaped = false;
        }
    }
    Some(Tag { name: name.as_str().to_owned(), value: unescaped, span })
}

fn entry(pair: &Pair<'_, Rule>) -> Option<Entry> {
    let letters = pair.clone().into_inner().next()?;
    let span = letters.as_span().start()..letters.as_span().end();
    let text = letters.as_str().to_owned();
    let said = said(&text).unwrap_or(Said::Action);
    Some(Entry { text, span, said })
}

/// What a word says, if it is a move in algebraic notation or a seat's leaving.
fn said(word: &str) -> Option<Said> {
    let pair = Grammar::parse(Rule::entry, word).ok()?.next()?.into_inner().next()?;
    match pair.as_rule() {
        Rule::left => Some(Said::Left(pair.into_inner().map(|gone| left(gone.as_str())).collect())),
        Rule::castling => {
            let mut parts = pair.into_inner();
            let king_side = parts.next()?.as_rule() == Rule::short;
            Some(Said::Castling { king_side, marks: marks(parts.next()?) })
        }
        Rule::moved => Some(Said::Move(moved(pair))),
        _ => None,
    }
}

fn moved(pair: Pair<'_, Rule>) -> Moved {
    let mut moved = Moved::default();
    let letter = |text: &str| text.chars().next_back();
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::piece => moved.piece = letter(part.as_str()),
            Rule::part => moved.from = part.as_str().to_owned(),
            Rule::square => {
                let square = part.as_str().to_owned();
                let before = std::mem::replace(&mut moved.to, square);
                if !before.is_empty() {
                    moved.from = before;
                }
            }
            Rule::take => {
                moved.captures = true;
                moved.captured = part.into_inner().next().and_then(|kind| letter(kind.as_str()));
            }
            Rule::promotion => moved.promotion = letter(part.as_str()),
            Rule::suffix => moved.marks = marks(part),
            _ => {}
        }
    }
    moved
}

fn marks(pair: Pair<'_, Rule>) -> Marks {
    let mut marks = Marks::default();
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::check => marks.checks += 1,
            Rule::mate => marks.mates += 1,
            _ => marks.left.push(left(part.as_str())),
        }
    }
    marks
}

fn left(text: &str) -> Left {
    match text {
        "S" => Left::Stalemated,
        "R" => Left::Resigned,
        "T" => Left::TimedOut,
        _ => Left::Mated,
    }
}
