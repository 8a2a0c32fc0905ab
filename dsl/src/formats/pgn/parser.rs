//! Parses records. A record has tags and words, and each word has a meaning.

use pest::Parser;
use pest::iterators::Pair;
use quadrille_grammar::pgn::{Grammar, Rule};

use super::limits::MAX_DEPTH;
use super::{
    Drop, Left, Mistake, MoveMarks, MoveText, PgnError, Put, Record, RecordWord, Tag, WordMeaning,
};

/// Reads the games of a text without comments.
pub(super) fn records(text: &str) -> Result<Vec<Record>, PgnError> {
    let pairs = Grammar::parse(Rule::file, text).map_err(|_| {
        let help = "see `quadrille explain pgn` for an example";
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
                    return Err(error.help("remove the inner variations"));
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
            // These moves come after a result. They belong to another game, which has no tags.
            Rule::number | Rule::word if record.result.is_some() => {
                records.push(std::mem::take(&mut record));
                record.words.extend(word(&pair));
            }
            Rule::result => record.result = Some(result(pair.as_str())),
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
        "[" => (Mistake::InvalidTag, "write a tag as `[Name \"value\"]`"),
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

/// Returns the result in the usual notation.
fn result(text: &str) -> String {
    match text.trim().chars().next() {
        Some('*') => "*",
        Some('0') => "0-1",
        Some('1') if !text.contains('/') => "1-0",
        _ => "1/2-1/2",
    }
    .to_owned()
}

fn word(pair: &Pair<'_, Rule>) -> Option<RecordWord> {
    let letters = pair.clone().into_inner().next()?;
    Some(read_word(letters.as_str(), letters.as_span().start()))
}

/// Reads a word of the movetext, which begins at the byte `start` of the text.
pub(super) fn read_word(text: &str, start: usize) -> RecordWord {
    // After `choose=`, `say=` and so on, a word of the ruleset may contain any signs.
    let of_rules = text.split_once('=').is_some_and(|(word, _)| {
        word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_lowercase())
    });
    let text = if of_rules { text } else { without_annotations(text) };
    let meaning = if of_rules { None } else { meaning(&usual_signs(text)) };
    RecordWord {
        text: text.to_owned(),
        span: start..start + text.len(),
        meaning: meaning.unwrap_or(WordMeaning::Action),
    }
}

/// The assessments that may follow a move, such as `!`. Assessments in the form `$n` are not in
/// this list.
const ANNOTATIONS: [&str; 22] = [
    "!", "?", "‼", "⁇", "⁈", "⁉", "□", "∞", "±", "∓", "⩲", "⩱", "+/-", "-/+", "+/=", "=/+", "+-",
    "-+", "+=", "=+", "=", "⌓",
];

/// Removes the assessments after a word. If the whole word is one assessment, the word is returned
/// unchanged.
fn without_annotations(text: &str) -> &str {
    let mut rest = text;
    loop {
        let glyph = rest.trim_end_matches(|c: char| c.is_ascii_digit()).strip_suffix('$');
        let glyph = glyph.filter(|_| rest.ends_with(|c: char| c.is_ascii_digit()));
        let shorter = glyph.or_else(|| ANNOTATIONS.iter().find_map(|sign| rest.strip_suffix(sign)));
        match shorter {
            Some(shorter) if !shorter.is_empty() => rest = shorter,
            _ => return rest,
        }
    }
}

/// Replaces figurines of pieces by letters, dashes by hyphens, and multiplication signs by `x`.
fn usual_signs(word: &str) -> String {
    let usual = |c| match c {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        '–' | '—' | '−' | '‐' | '‑' => '-',
        '×' => 'x',
        other => other,
    };
    word.chars().map(usual).collect()
}

/// Returns the meaning of a word. The word must be a move in algebraic notation, or state that a
/// seat leaves the game. Returns `None` for any other word.
fn meaning(word: &str) -> Option<WordMeaning> {
    let pair = Grammar::parse(Rule::entry, word).ok()?.next()?.into_inner().next()?;
    match pair.as_rule() {
        Rule::left => {
            Some(WordMeaning::Left(pair.into_inner().map(|gone| left(gone.as_str())).collect()))
        }
        Rule::castling => {
            let mut parts = pair.into_inner();
            let king_side = parts.next()?.as_rule() == Rule::short;
            let (mut found, mut given) = (MoveMarks::default(), None);
            for part in parts {
                match part.as_rule() {
                    Rule::put => given = Some(put(part)),
                    _ => found = marks(part),
                }
            }
            Some(WordMeaning::Castling { king_side, put: given, marks: found })
        }
        Rule::null => Some(WordMeaning::Null),
        Rule::put => Some(WordMeaning::Put(put(pair))),
        Rule::dropped => Some(WordMeaning::Drop(dropped(pair))),
        Rule::moved => Some(WordMeaning::Move(moved(pair))),
        _ => None,
    }
}

/// Returns the last letter of a part of a word.
fn letter(part: &Pair<'_, Rule>) -> Option<char> {
    part.as_str().chars().rfind(|c| c.is_alphabetic())
}

fn moved(pair: Pair<'_, Rule>) -> MoveText {
    let mut moved = MoveText { is_bare: true, ..MoveText::default() };
    let mut end = 0;
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::piece => {
                moved.piece = letter(&part);
                moved.is_bare = false;
            }
            Rule::far_file | Rule::part => moved.from = part.as_str().to_owned(),
            Rule::square => {
                moved.is_bare &= moved.to.is_empty() || end == part.as_span().start();
                end = part.as_span().end();
                let square = part.as_str().to_owned();
                let before = std::mem::replace(&mut moved.to, square);
                if !before.is_empty() {
                    moved.from = before;
                }
            }
            Rule::take => {
                moved.captures = true;
                moved.captured = part.into_inner().next().as_ref().and_then(letter);
            }
            Rule::promotion => moved.promotion = letter(&part),
            Rule::put => moved.put = Some(put(part)),
            Rule::choice => part.as_str().clone_into(&mut moved.choice),
            Rule::suffix => moved.marks = marks(part),
            _ => {}
        }
    }
    moved.is_bare &= moved.is_from_square();
    moved
}

fn dropped(pair: Pair<'_, Rule>) -> Drop {
    let mut drop = Drop::default();
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::kind => drop.piece = letter(&part),
            Rule::square => drop.to = part.as_str().to_owned(),
            Rule::suffix => drop.marks = marks(part),
            _ => {}
        }
    }
    drop
}

fn put(pair: Pair<'_, Rule>) -> Put {
    let mut put = Put::default();
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::kind => put.piece = letter(&part),
            // If there are two squares, the last is the destination.
            Rule::square => put.to = part.as_str().to_owned(),
            _ => {}
        }
    }
    put
}

fn marks(pair: Pair<'_, Rule>) -> MoveMarks {
    let mut marks = MoveMarks::default();
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
