//! Pictures of a board. A mask shows squares and holes. An array shows the pieces.
//!
//! The grammar also accepts invalid cells, so that one error can report all of them.

use std::ops::Range;

use pest::Parser;
use pest::iterators::Pair;
use quadrille_core::board::file_name;
use quadrille_core::rules::{KindSpec, SeatSpec};
use quadrille_core::{Facing, Geometry, Kind, Piece, Seat, Square};
use quadrille_grammar::picture::{Grammar, Rule};

use super::ParseError;
use crate::diagnostic::{Code, NameSuggestion, suggest};

/// The maximum number of rows or columns in a picture. Boards are always smaller.
const MAX_SIDE: usize = 64;
/// The maximum length of a picture, in bytes.
const MAX_LENGTH: usize = 1 << 16;
/// The maximum number of errors reported for a picture.
const MAX_ERRORS: usize = 64;

/// An error in a mask or picture.
pub(crate) type PictureError = ParseError<PictureErrorKind>;

/// The kind of an error in a mask or picture.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum PictureErrorKind {
    /// The cells of a mask are separated by white space.
    #[error("a row of a mask can't contain white space")]
    MaskSpace,
    /// A mask contains a character that is not a cell.
    #[error("`{0}` is not a cell of a mask")]
    MaskCell(String),
    /// A text looks like the name of a shape, but there is no such shape.
    #[error("`{0}` is not a shape of a board")]
    Shape(String),
    /// The rows of a mask do not all have the same length.
    #[error("this row has {cells} cells, but the first row has {first}")]
    MaskRow { cells: usize, first: usize },
    /// The text is too long.
    #[error("a picture has at most {max} bytes, but this one has {0}", max = MAX_LENGTH)]
    TooLong(usize),
    /// The picture has more or fewer rows than the board has ranks.
    #[error("the picture has {rows} rows, but the board has {ranks} ranks")]
    Rows { rows: usize, ranks: usize },
    /// A row has more or fewer cells than the board has files.
    #[error("this row (rank {rank}) has {cells} cells, but the board has {files} files")]
    Cells { rank: i32, cells: usize, files: usize },
    /// A picture contains a word that is not a cell.
    #[error("`{0}` is not a cell of a picture")]
    Cell(String),
    /// No seat has this key.
    #[error("no seat has the key `{0}`")]
    SeatKey(String),
    /// No piece has this letter.
    #[error("no piece has the letter `{0}`")]
    PieceLetter(String),
    /// The picture has a piece where the mask has a hole.
    #[error("there is a piece on {0}, which is a hole")]
    PieceOnHole(String),
    /// The picture has a hole where the mask has a square.
    #[error("{0} is a square, but the picture has a hole there")]
    HoleOnSquare(String),
    /// The picture has a square where the mask has a hole.
    #[error("{0} is a hole, but the picture has a square there")]
    SquareOnHole(String),
}
use PictureErrorKind as Mistake;

impl PictureErrorKind {
    /// Returns the code of the diagnostic.
    pub(crate) fn code(&self) -> Code {
        match self {
            Self::MaskSpace | Self::MaskCell(_) => Code::MaskCell,
            Self::Shape(_) => Code::BoardShape,
            Self::MaskRow { .. } => Code::MaskRows,
            Self::TooLong(_) | Self::Rows { .. } | Self::Cells { .. } => Code::PictureSize,
            Self::Cell(_) => Code::PictureCell,
            Self::SeatKey(_) => Code::PictureSeatKey,
            Self::PieceLetter(_) => Code::PicturePieceLetter,
            Self::PieceOnHole(_) => Code::PieceOnHole,
            Self::HoleOnSquare(_) | Self::SquareOnHole(_) => Code::PictureContradictsMask,
        }
    }
}

/// The default width of the arms of a cross. An army with eight files fits in such an arm.
const DEFAULT_ARM_WIDTH: usize = 8;

/// Returns the rows of the shape that a text names. Returns `None` if the text is a picture.
///
/// These are the shapes:
///
/// - `8x8`: a rectangle of files and ranks
/// - `cross-14`: a square whose corners are cut so that the arms are eight squares wide
/// - `cross-8x4`: a cross whose arms are four squares wide
/// - `diamond-13`: a square that stands on its corner
fn shape(text: &str) -> Option<Result<Vec<Vec<bool>>, PictureError>> {
    if text.contains('\n') || !text.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return None;
    }
    let error = |help: &'static str| {
        Some(Err(PictureError::new(0..text.len(), Mistake::Shape(text.to_owned())).help(help)))
    };
    let parsed = Grammar::parse(Rule::shape, text).ok().and_then(|mut all| all.next());
    let Some(shape) = parsed.and_then(|shape| shape.into_inner().next()) else {
        return error(
            "write files and ranks as in `8x8`, `cross-14` for a cross with arms that are eight squares wide, \
             `cross-8x4` for arms of four, `diamond-13` for a square on its corner, or draw the \
             mask with `.` and `#`",
        );
    };
    let named = shape.as_rule();
    let numbers = shape.into_inner().filter_map(|number| number.as_str().parse().ok());
    let sides: Vec<usize> = numbers.collect();
    let of_square = |side: usize, inside: &dyn Fn(usize, usize) -> bool| {
        let row = |rank| (0..side).map(|file| inside(file, rank)).collect();
        Some(Ok((0..side).map(row).collect()))
    };
    match (named, &sides[..]) {
        (Rule::rectangle, [files, ranks]) => Some(Ok(vec![vec![true; *files]; *ranks])),
        (Rule::cross, [side, arm @ ..]) => {
            let arm = arm.first().copied().unwrap_or(DEFAULT_ARM_WIDTH);
            if arm == 0 || *side <= arm || !(side - arm).is_multiple_of(2) {
                return error(
                    "make the cross wider than its arms by the same number on both sides, as in `cross-12` or \
                     `cross-8x4`; arms are eight squares wide by default",
                );
            }
            let corner = (side - arm) / 2;
            let in_arms = |n: usize| n >= corner && n < side - corner;
            of_square(*side, &|file, rank| in_arms(file) || in_arms(rank))
        }
        (Rule::diamond, [side]) if *side > 1 => {
            // Twice the distance from the middle. The middle may be between squares.
            let far = |n: usize| (2 * n + 1).abs_diff(*side);
            of_square(*side, &|file, rank| far(file) + far(rank) <= *side)
        }
        (Rule::diamond, _) => error("write a diamond of two ranks or more, such as `diamond-13`"),
        _ => None,
    }
}

/// Reads a mask, which may be a picture or the name of a shape. Returns the rows, with the top rank
/// first. A value is `true` for a square.
pub(crate) fn mask(text: &str) -> Result<Vec<Vec<bool>>, Vec<PictureError>> {
    check_length(text)?;
    if let Some(rows) = shape(text) {
        return rows.map_err(|error| vec![error]);
    }
    let mut errors = Vec::new();
    let mut rows: Vec<Vec<bool>> = Vec::new();
    for row in rows_of(Rule::mask, Rule::mask_row, text) {
        let whole = span(&row);
        let mut cells = Vec::new();
        for cell in row.into_inner() {
            let blank = cell.as_str().trim().is_empty();
            if cell.as_rule() == Rule::alien && errors.len() < MAX_ERRORS {
                let (kind, help) = if blank {
                    let help = "write the cells without spaces";
                    (
                        Mistake::MaskSpace,
                        NameSuggestion::replace(help, cell.as_str(), "").sure(true),
                    )
                } else {
                    let help = "write `.` for a square and `#` for a hole";
                    (Mistake::MaskCell(cell.as_str().to_owned()), help.into())
                };
                errors.push(PictureError::new(span(&cell), kind).help(help));
            }
            if !blank {
                cells.push(cell.as_rule() == Rule::square);
            }
        }
        let first = rows.first().map_or(cells.len(), Vec::len);
        if cells.len() != first && errors.len() < MAX_ERRORS {
            let kind = Mistake::MaskRow { cells: cells.len(), first };
            errors.push(PictureError::new(whole, kind));
        }
        rows.push(cells);
    }
    if errors.is_empty() { Ok(rows) } else { Err(errors) }
}

/// A colour that pieces in a picture may have. Colours are sorted by their numbers.
pub(crate) struct PictureColour<'a> {
    pub(crate) key: char,
    pub(crate) name: &'a str,
    /// The facing of pieces with this colour, unless the picture sets another.
    pub(crate) facing: Facing,
}

impl<'a> PictureColour<'a> {
    /// Returns the colours of seats.
    pub(crate) fn of(seats: &'a [SeatSpec]) -> impl Iterator<Item = Self> {
        seats.iter().map(|seat| Self { key: seat.key, name: &seat.name, facing: seat.facing })
    }
}

/// Reads the pieces of an array. If the board is invalid, this function only checks the cells and
/// returns no pieces.
pub(crate) fn array(
    text: &str,
    board: Option<&Geometry>,
    colours: &[PictureColour<'_>],
    kinds: &[KindSpec],
) -> Result<Vec<(Square, Piece)>, Vec<PictureError>> {
    check_length(text)?;
    let rows: Vec<Pair<'_, Rule>> = rows_of(Rule::array, Rule::row, text);
    let mut reader = PictureReader { colours, kinds, errors: Vec::new(), pieces: Vec::new() };
    let ranks = board.map_or(rows.len(), |board| board.ranks().into());
    let fits = rows.len() == ranks && ranks <= MAX_SIDE;
    if !fits {
        // The first extra row, or the place of the missing ones.
        let place = rows.get(ranks).or(rows.last()).map_or(0..text.len(), span);
        let kind = Mistake::Rows { rows: rows.len(), ranks };
        reader.errors.push(PictureError::new(place, kind));
    }
    for (i, row) in rows.into_iter().enumerate().take(MAX_SIDE) {
        // If rows can't be matched to ranks, only their cells are checked.
        let rank = i32::try_from(ranks).unwrap_or(0) - 1 - i32::try_from(i).unwrap_or(0);
        reader.row(row, board.filter(|_| fits).map(|board| (board, rank)));
    }
    reader.errors.truncate(MAX_ERRORS);
    if reader.errors.is_empty() { Ok(reader.pieces) } else { Err(reader.errors) }
}

/// Returns the number of files and the number of ranks of a picture, and the name of its shape. The
/// name is `None` if the picture has no known shape. Returns `None` if the rows do not have the
/// same length, or if the picture is too large.
pub(crate) fn shape_of(text: &str) -> Option<((usize, usize), Option<String>)> {
    let rows: Vec<Vec<bool>> = rows_of(Rule::array, Rule::row, text)
        .into_iter()
        .map(|row| row.into_inner().map(|cell| cell.as_str() != "#").collect())
        .collect();
    let files = rows.first()?.len();
    if rows.iter().any(|row| row.len() != files) || rows.len().max(files) > MAX_SIDE {
        return None;
    }
    let side = rows.len();
    let corner = rows[0].iter().take_while(|square| !**square).count();
    let arm = side.saturating_sub(2 * corner);
    let cross = if arm == DEFAULT_ARM_WIDTH {
        format!("cross-{side}")
    } else {
        format!("cross-{side}x{arm}")
    };
    let names = [format!("{files}x{side}"), cross, format!("diamond-{side}")];
    let mut names = names.into_iter();
    let name = names.find(|name| matches!(shape(name), Some(Ok(shape)) if shape == rows));
    Some(((files, side), name))
}

fn check_length(text: &str) -> Result<(), Vec<PictureError>> {
    if text.len() <= MAX_LENGTH {
        return Ok(());
    }
    Err(vec![PictureError::new(0..text.len(), Mistake::TooLong(text.len()))])
}

/// Splits a text into rows. Both grammars accept every text.
fn rows_of(picture: Rule, one: Rule, text: &str) -> Vec<Pair<'_, Rule>> {
    Grammar::parse(picture, text)
        .into_iter()
        .flatten()
        .flat_map(Pair::into_inner)
        .filter(|pair| pair.as_rule() == one)
        .collect()
}

struct PictureReader<'a> {
    colours: &'a [PictureColour<'a>],
    kinds: &'a [KindSpec],
    errors: Vec<PictureError>,
    pieces: Vec<(Square, Piece)>,
}

impl PictureReader<'_> {
    fn row(&mut self, row: Pair<'_, Rule>, place: Option<(&Geometry, i32)>) {
        let whole = span(&row);
        let cells: Vec<Pair<'_, Rule>> = row.into_inner().collect();
        let mut place = place;
        if let Some((board, rank)) = place {
            let files = usize::from(board.files());
            if cells.len() != files {
                let extra = cells.get(files).map_or(whole, span);
                let kind = Mistake::Cells { rank: rank + 1, cells: cells.len(), files };
                self.errors.push(PictureError::new(extra, kind));
                place = None;
            }
        }
        // A contradiction with the mask shifts all later cells in the row, so only the first one is
        // reported.
        let mut shifted = false;
        for (file, cell) in cells.into_iter().enumerate().take(MAX_SIDE) {
            let at = span(&cell);
            let (rule, text) = (cell.as_rule(), cell.as_str());
            let piece = match rule {
                Rule::piece => self.piece(cell),
                Rule::junk => {
                    self.errors.push(self.junk(at, text));
                    continue;
                }
                _ => None,
            };
            let Some((board, rank)) = place else { continue };
            let file = i32::try_from(file).unwrap_or(i32::MAX);
            let square = board.at(file, rank);
            let name = cell_name(file, rank);
            let wrong = match (rule, square) {
                (Rule::piece, Some(square)) => {
                    self.pieces.extend(piece.map(|piece| (square, piece)));
                    None
                }
                (Rule::piece, None) => Some(PictureError::new(at, Mistake::PieceOnHole(name))),
                (Rule::hole, Some(_)) => {
                    let help = NameSuggestion::replace("write `.`", text, ".");
                    Some(PictureError::new(at, Mistake::HoleOnSquare(name)).help(help))
                }
                (Rule::square, None) => {
                    let help = NameSuggestion::replace("write `#`", text, "#");
                    Some(PictureError::new(at, Mistake::SquareOnHole(name)).help(help))
                }
                _ => None,
            };
            if let Some(wrong) = wrong.filter(|_| !shifted) {
                shifted = true;
                self.errors.push(wrong);
            }
        }
    }

    fn junk(&self, at: Range<usize>, text: &str) -> PictureError {
        junk(at, text, |key, letter| {
            self.colours.iter().any(|colour| colour.key == key)
                && self.kinds.iter().any(|kind| kind.letter == letter)
        })
    }

    /// Returns the piece of a cell. Records the errors in the cell.
    fn piece(&mut self, cell: Pair<'_, Rule>) -> Option<Piece> {
        let (mut colour, mut kind, mut facing) = (None, None, None);
        for part in cell.into_inner() {
            let (at, text) = (span(&part), part.as_str());
            let is = |c: char| text.starts_with(c);
            match part.as_rule() {
                Rule::key => {
                    colour = self.colours.iter().position(|colour| is(colour.key));
                    if colour.is_none() {
                        let known = self.colours.iter().map(|c| format!("`{}` {}", c.key, c.name));
                        self.errors.push(
                            PictureError::new(at, Mistake::SeatKey(text.to_owned()))
                                .help(format!("the keys are {}", join(known))),
                        );
                    }
                }
                Rule::letter => {
                    kind = self.kinds.iter().position(|kind| is(kind.letter));
                    if kind.is_none() {
                        let known = self.kinds.iter().map(|k| format!("`{}` {}", k.letter, k.name));
                        self.errors.push(
                            PictureError::new(at, Mistake::PieceLetter(text.to_owned()))
                                .help(format!("the letters are {}", join(known))),
                        );
                    }
                }
                _ => facing = facing_of(text),
            }
        }
        let (colour, kind) = (colour?, kind?);
        let own = self.colours.get(colour)?.facing;
        let (colour, kind) = (u8::try_from(colour).ok()?, u8::try_from(kind).ok()?);
        Some(Piece::new(Kind(kind), Seat(colour), facing.unwrap_or(own)))
    }
}

fn facing_of(text: &str) -> Option<Facing> {
    ["^", ">", "v", "<"].iter().zip(Facing::ALL).find(|(sign, _)| **sign == text).map(|(_, f)| f)
}

fn join(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(", ")
}

fn cell_name(file: i32, rank: i32) -> String {
    let letters = u8::try_from(file).map_or_else(|_| "?".to_owned(), file_name);
    format!("{letters}{}", rank + 1)
}

/// Finds the mistake in a cell that can't be parsed. `exists` returns `true` if a colour with this
/// key and a kind with this letter are known.
fn junk(at: Range<usize>, text: &str, exists: impl Fn(char, char) -> bool) -> PictureError {
    let shown: String = text.chars().take(24).collect();
    let error = PictureError::new(at, Mistake::Cell(shown));
    let letters: Vec<char> = text.chars().collect();
    let swapped: String = match *letters.as_slice() {
        [a, b] if exists(a.to_ascii_lowercase(), b.to_ascii_uppercase()) => {
            [a.to_ascii_lowercase(), b.to_ascii_uppercase()].iter().collect()
        }
        _ => String::new(),
    };
    if letters.iter().all(|c| matches!(c, '.' | '#')) {
        error.help("put white space between the cells")
    } else if let Some(help) = suggest(text, [swapped.as_str()]) {
        error.help(help)
    } else {
        error.help("write `.`, `#`, or a seat's key and a piece's letter, as in `yP` or `yP>`")
    }
}

fn span(pair: &Pair<'_, Rule>) -> Range<usize> {
    let span = pair.as_span();
    span.start()..span.end()
}

#[cfg(test)]
mod tests;
