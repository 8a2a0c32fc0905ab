//! From text to records: tags, words, and what the words say.

use pest::Parser;
use pest::iterators::Pair;

use super::{
    Left, MAX_LENGTH, Marks, Mistake, Moved, PgnError, Record, RecordWord, Tag, WordMeaning,
};

#[derive(pest_derive::Parser)]
#[grammar = "formats/pgn/grammar.pest"]
struct Grammar;

/// How deep variations may nest.
pub(super) const MAX_DEPTH: usize = 64;

/// Reads all games of a file. Comments and variations are skipped.
///
/// # Errors
/// The first thing that can't be part of a record.
pub fn read(text: &str) -> Result<Vec<Record>, PgnError> {
    if text.len() > MAX_LENGTH {
        return Err(PgnError::new(0..text.len(), Mistake::TooLong(text.len())).help("split it"));
    }
    let pairs = Grammar::parse(Rule::file, text).map_err(|_| {
        let help = "`quadrille explain pgn` shows an example";
        PgnError::new(0..text.len(), Mistake::NotARecord).help(help)
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
                    let error = PgnError::new(span.start..span.start + 1, Mistake::TooDeep);
                    return Err(error.help("remove the inner ones"));
                }
            }
            Rule::close if open.is_empty() => {
                let error = PgnError::new(span.start..span.start + 1, Mistake::UnopenedVariation);
                return Err(error.help("remove it, or write `(` where the variation begins"));
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
                if !record.words.is_empty() || record.result.is_some() {
                    records.push(std::mem::take(&mut record));
                }
                record.tags.extend(tag(pair));
            }
            Rule::result => record.result = Some(pair.as_str().trim().to_owned()),
            Rule::word => record.words.extend(word(&pair)),
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
    PgnError::new(start..start + 1, Mistake::UnclosedVariation)
        .help("write `)` after its last move")
}

fn broken(text: &str, start: usize) -> PgnError {
    let (kind, help) = match text {
        "{" => (Mistake::UnclosedComment, "write `}` after it"),
        "}" => (Mistake::UnopenedComment, "remove it, or write `{` where the comment begins"),
        "[" => (Mistake::InvalidTag, "a tag is `[Name \"value\"]`"),
        _ => (Mistake::Stray(text.to_owned()), "remove it"),
    };
    PgnError::new(start..start + text.len(), kind).help(help)
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

fn word(pair: &Pair<'_, Rule>) -> Option<RecordWord> {
    let letters = pair.clone().into_inner().next()?;
    let span = letters.as_span().start()..letters.as_span().end();
    let text = letters.as_str().to_owned();
    let meaning = meaning(&text).unwrap_or(WordMeaning::Action);
    Some(RecordWord { text, span, meaning })
}

/// What a word means, if it is a move in algebraic notation or says that a seat leaves.
fn meaning(word: &str) -> Option<WordMeaning> {
    let pair = Grammar::parse(Rule::entry, word).ok()?.next()?.into_inner().next()?;
    match pair.as_rule() {
        Rule::left => {
            Some(WordMeaning::Left(pair.into_inner().map(|gone| left(gone.as_str())).collect()))
        }
        Rule::castling => {
            let mut parts = pair.into_inner();
            let king_side = parts.next()?.as_rule() == Rule::short;
            Some(WordMeaning::Castling { king_side, marks: marks(parts.next()?) })
        }
        Rule::moved => Some(WordMeaning::Move(moved(pair))),
        _ => None,
    }
}

fn moved(pair: Pair<'_, Rule>) -> Moved {
    let mut moved = Moved::default();
    let letter = |text: &str| text.chars().next_back();
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::piece => moved.piece = letter(part.as_str()),
            Rule::far_file | Rule::part => moved.from = part.as_str().to_owned(),
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
