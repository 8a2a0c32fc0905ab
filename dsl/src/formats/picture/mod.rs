//! Pictures of a board: the mask of squares and holes, and the men at the start.
//!
//! `picture.pest` is the grammar; it lets strange cells through, so that every one of them is
//! reported. Depends on the board's and the men's nouns only.

use std::ops::Range;

use pest::Parser;
use pest::iterators::Pair;
use pest_derive::Parser;
use quadrille_core::rules::{KindSpec, SeatSpec};
use quadrille_core::{Facing, Geometry, Kind, Piece, Seat, Square};

use crate::diagnostic::did_you_mean;

/// More rows or columns than any board has; what is beyond is not looked into.
const MAX_SIDE: usize = 64;
/// The longest text of a picture, in bytes.
const MAX_LENGTH: usize = 1 << 16;
/// The most errors worth reporting of one picture.
const MAX_ERRORS: usize = 64;

#[derive(Parser)]
#[grammar = "formats/picture/grammar.pest"]
struct Grammar;

/// What is wrong with a picture, and where in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PictureError {
    pub(crate) code: &'static str,
    /// Byte range in the picture's text.
    pub(crate) span: Range<usize>,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

impl PictureError {
    fn new(code: &'static str, span: Range<usize>, message: impl Into<String>) -> Self {
        Self { code, span, message: message.into(), help: None }
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Reads a mask: rows from the top rank down, `true` for a square.
pub(crate) fn mask(text: &str) -> Result<Vec<Vec<bool>>, Vec<PictureError>> {
    check_length(text)?;
    let mut errors = Vec::new();
    let mut rows: Vec<Vec<bool>> = Vec::new();
    for row in rows_of(Rule::mask, Rule::mask_row, text) {
        let whole = span(&row);
        let mut cells = Vec::new();
        for cell in row.into_inner() {
            let blank = cell.as_str().trim().is_empty();
            if cell.as_rule() == Rule::alien && errors.len() < MAX_ERRORS {
                let (message, help) = if blank {
                    ("white space in a row of a mask".to_owned(), "write the cells side by side")
                } else {
                    let message = format!("`{}` is no cell of a mask", cell.as_str());
                    (message, "write `.` for a square and `#` for a hole")
                };
                errors.push(PictureError::new("Q0120", span(&cell), message).help(help));
            }
            if !blank {
                cells.push(cell.as_rule() == Rule::square);
            }
        }
        let first = rows.first().map_or(cells.len(), Vec::len);
        if cells.len() != first && errors.len() < MAX_ERRORS {
            let message = format!("this row has {} cells where the first has {first}", cells.len());
            errors.push(PictureError::new("Q0121", whole, message));
        }
        rows.push(cells);
    }
    if errors.is_empty() { Ok(rows) } else { Err(errors) }
}

/// Reads the men of an array. Without a board, which may be wrong itself, only the cells are
/// checked, and no men come back.
pub(crate) fn array(
    text: &str,
    board: Option<&Geometry>,
    seats: &[SeatSpec],
    kinds: &[KindSpec],
) -> Result<Vec<(Square, Piece)>, Vec<PictureError>> {
    check_length(text)?;
    let rows: Vec<Pair<'_, Rule>> = rows_of(Rule::array, Rule::row, text);
    let mut reader = Reader { seats, kinds, errors: Vec::new(), men: Vec::new() };
    let ranks = board.map_or(rows.len(), |board| board.ranks().into());
    let fits = rows.len() == ranks && ranks <= MAX_SIDE;
    if !fits {
        // The first row too many, or the place where the missing ones would follow.
        let place = rows.get(ranks).or(rows.last()).map_or(0..text.len(), span);
        let message = format!("the picture has {} rows, and the board {ranks} ranks", rows.len());
        reader.errors.push(PictureError::new("Q0131", place, message));
    }
    for (i, row) in rows.into_iter().enumerate().take(MAX_SIDE) {
        // Rows that can't be matched to ranks are read for their cells alone.
        let rank = i32::try_from(ranks).unwrap_or(0) - 1 - i32::try_from(i).unwrap_or(0);
        reader.row(row, board.filter(|_| fits).map(|board| (board, rank)));
    }
    reader.errors.truncate(MAX_ERRORS);
    if reader.errors.is_empty() { Ok(reader.men) } else { Err(reader.errors) }
}

fn check_length(text: &str) -> Result<(), Vec<PictureError>> {
    if text.len() <= MAX_LENGTH {
        return Ok(());
    }
    let message = format!("a picture has at most {MAX_LENGTH} bytes, and this {}", text.len());
    Err(vec![PictureError::new("Q0131", 0..text.len(), message)])
}

/// The rows of a text; both grammars match any text.
fn rows_of(picture: Rule, one: Rule, text: &str) -> Vec<Pair<'_, Rule>> {
    Grammar::parse(picture, text)
        .into_iter()
        .flatten()
        .flat_map(Pair::into_inner)
        .filter(|pair| pair.as_rule() == one)
        .collect()
}

struct Reader<'a> {
    seats: &'a [SeatSpec],
    kinds: &'a [KindSpec],
    errors: Vec<PictureError>,
    men: Vec<(Square, Piece)>,
}

impl Reader<'_> {
    fn row(&mut self, row: Pair<'_, Rule>, place: Option<(&Geometry, i32)>) {
        let whole = span(&row);
        let cells: Vec<Pair<'_, Rule>> = row.into_inner().collect();
        let mut place = place;
        if let Some((board, rank)) = place {
            let files = usize::from(board.files());
            if cells.len() != files {
                let message = format!(
                    "this row (rank {}) has {} cells, and the board {files} files",
                    rank + 1,
                    cells.len()
                );
                let extra = cells.get(files).map_or(whole, span);
                self.errors.push(PictureError::new("Q0131", extra, message));
                place = None;
            }
        }
        // One disagreement with the mask shifts all that follow in its row.
        let mut shifted = false;
        for (file, cell) in cells.into_iter().enumerate().take(MAX_SIDE) {
            let at = span(&cell);
            let (rule, text) = (cell.as_rule(), cell.as_str());
            let man = match rule {
                Rule::man => self.man(cell),
                Rule::junk => {
                    self.errors.push(junk(at, text));
                    continue;
                }
                _ => None,
            };
            let Some((board, rank)) = place else { continue };
            let file = i32::try_from(file).unwrap_or(i32::MAX);
            let square = board.at(file, rank);
            let name = cell_name(file, rank);
            let wrong = match (rule, square) {
                (Rule::man, Some(square)) => {
                    self.men.extend(man.map(|man| (square, man)));
                    None
                }
                (Rule::man, None) => {
                    let message = format!("a man stands on {name}, which is a hole");
                    Some(PictureError::new("Q0134", at, message))
                }
                (Rule::hole, Some(_)) => {
                    let message = format!("{name} is a square, and the picture has a hole there");
                    Some(PictureError::new("Q0135", at, message).help("write `.`"))
                }
                (Rule::square, None) => {
                    let message = format!("{name} is a hole, and the picture has a square there");
                    Some(PictureError::new("Q0135", at, message).help("write `#`"))
                }
                _ => None,
            };
            if let Some(wrong) = wrong.filter(|_| !shifted) {
                shifted = true;
                self.errors.push(wrong);
            }
        }
    }

    /// The man of a cell; errors are kept.
    fn man(&mut self, cell: Pair<'_, Rule>) -> Option<Piece> {
        let (mut seat, mut kind, mut facing) = (None, None, None);
        for part in cell.into_inner() {
            let (at, text) = (span(&part), part.as_str());
            let is = |c: char| text.starts_with(c);
            match part.as_rule() {
                Rule::key => {
                    seat = self.seats.iter().position(|seat| is(seat.key));
                    if seat.is_none() {
                        let known = self.seats.iter().map(|s| format!("`{}` {}", s.key, s.name));
                        let message = format!("no seat has the key `{text}`");
                        self.errors.push(
                            PictureError::new("Q0132", at, message)
                                .help(format!("the keys are {}", join(known))),
                        );
                    }
                }
                Rule::letter => {
                    kind = self.kinds.iter().position(|kind| is(kind.letter));
                    if kind.is_none() {
                        let known = self.kinds.iter().map(|k| format!("`{}` {}", k.letter, k.name));
                        let message = format!("no piece has the letter `{text}`");
                        self.errors.push(
                            PictureError::new("Q0133", at, message)
                                .help(format!("the letters are {}", join(known))),
                        );
                    }
                }
                _ => facing = facing_of(text),
            }
        }
        let (seat, kind) = (seat?, kind?);
        let own = self.seats.get(seat)?.facing;
        let (seat, kind) = (u8::try_from(seat).ok()?, u8::try_from(kind).ok()?);
        Some(Piece::new(Kind(kind), Seat(seat), facing.unwrap_or(own)))
    }
}

fn facing_of(text: &str) -> Option<Facing> {
    ["^", ">", "v", "<"].iter().zip(Facing::ALL).find(|(sign, _)| **sign == text).map(|(_, f)| f)
}

fn join(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(", ")
}

fn cell_name(file: i32, rank: i32) -> String {
    let letter =
        u8::try_from(file).ok().filter(|file| *file < 26).map_or('?', |f| (b'a' + f) as char);
    format!("{letter}{}", rank + 1)
}

/// What is wrong with a cell that is none.
fn junk(at: Range<usize>, text: &str) -> PictureError {
    let shown: String = text.chars().take(24).collect();
    let error = PictureError::new("Q0130", at, format!("`{shown}` is no cell of a picture"));
    let letters: Vec<char> = text.chars().collect();
    let swapped: String = match *letters.as_slice() {
        [a, b] if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() => {
            [a.to_ascii_lowercase(), b.to_ascii_uppercase()].iter().collect()
        }
        _ => String::new(),
    };
    if letters.iter().all(|c| matches!(c, '.' | '#')) {
        error.help("put white space between the cells")
    } else if let Some(help) = did_you_mean(text, [swapped.as_str()]) {
        error.help(help)
    } else {
        error.help("a cell is `.`, `#`, or a seat's key and a piece's letter, as in `yP` or `yP>`")
    }
}

fn span(pair: &Pair<'_, Rule>) -> Range<usize> {
    let span = pair.as_span();
    span.start()..span.end()
}

#[cfg(test)]
mod tests;
