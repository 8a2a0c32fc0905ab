//! Square sets, as in zones and rule scripts. An example is `a4..a11 + file d - d1`.
//!
//! The grammar is [`quadrille_grammar::squares`], and its description is [`REFERENCE`].

use std::ops::Range;

use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;
use quadrille_core::board::{Cell, MAX_SIDE, file_name};
use quadrille_core::{Facing, Geometry, Square, Zone};
use quadrille_grammar::squares::{Grammar, Rule};

use super::ParseError;
use crate::diagnostic::{Code, MissingName, NameSuggestion, instead_of, suggest};

/// The reference page of square sets.
pub const REFERENCE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/squares.md"));

/// The maximum length of a square set, in bytes.
pub(crate) const MAX_LENGTH: usize = 4096;
/// The maximum nesting depth of parentheses.
const MAX_DEPTH: usize = 16;

/// The argument that `file` must have, as error messages describe it.
const FILE_LETTER: &str = "a file's letter after `file`";
const RANK_NUMBER: &str = "a rank's number after `rank`";
const DIRECTION: &str = "`north`, `east`, `south` or `west` after `edge`";

/// Words that can't be names of zones.
const RESERVED: [&str; 6] = ["all", "light", "dark", "file", "rank", "edge"];

/// An error in a square set.
pub type SquaresError = ParseError<SquaresErrorKind>;

/// The kind of an error in a square set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SquaresErrorKind {
    /// The text is too long.
    #[error("a square set has at most {MAX_LENGTH} bytes, but this one has {0}")]
    TooLong(usize),
    /// The text is blank.
    #[error("the square set is empty")]
    Blank,
    /// Parentheses are nested too deeply.
    #[error("parentheses are nested more than {MAX_DEPTH} deep")]
    TooDeep,
    /// The text does not fit the grammar.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// The part of a square set that is expected here.
        expected: &'static str,
        /// The text that was found instead.
        found: String,
    },
    /// The set has no squares.
    #[error("this set has no squares")]
    Empty,
    /// A part of the set consists only of holes of the board.
    #[error("this part has only holes")]
    OnlyHoles,
    /// The set names light or dark squares, but the squares of the board have no colours.
    #[error("this board is not coloured")]
    NotColoured,
    /// No zone has this name.
    #[error("there is no zone `{0}`")]
    UnknownZone(String),
    /// A cell is outside the board's rectangle.
    #[error("`{0}` is outside the board")]
    Outside(String),
    /// A cell is a hole.
    #[error("`{0}` is a hole")]
    Hole(String),
    /// A file or rank has no squares.
    #[error("the board has no squares on `{0}`")]
    NoSuchLine(String),
}

impl SquaresErrorKind {
    /// Returns the code of the diagnostic.
    pub(crate) fn code(&self) -> Code {
        match self {
            Self::UnknownZone(_) => Code::UnknownName,
            _ => Code::SquareSet,
        }
    }

    /// Returns the missing name if the error is about a name. Otherwise returns `None`.
    pub(crate) fn missing(&self) -> Option<MissingName> {
        match self {
            Self::UnknownZone(name) => Some(MissingName::new("zone", name)),
            _ => None,
        }
    }
}

impl SquaresError {
    /// Returns the advice of the error. If the error is about an unknown zone, the advice suggests
    /// a name from `zones`. This list may contain zones that were unknown when the error was found.
    pub(crate) fn help_with<'a>(
        self,
        zones: impl Iterator<Item = &'a str> + Clone,
    ) -> Option<NameSuggestion> {
        let Kind::UnknownZone(name) = &self.kind else { return self.help };
        let of_zone = |(_, new): &(String, String)| zones.clone().any(|zone| zone == new);
        match self.help {
            Some(help) if !help.edit.as_ref().is_some_and(of_zone) => Some(help),
            _ => Some(instead_of(name, zones)),
        }
    }
}

use SquaresErrorKind as Kind;

/// Reads a square set. `zones` contains the named sets that the text may use.
///
/// ```
/// use quadrille_core::Geometry;
/// use quadrille_dsl::squares;
///
/// let zone = squares::parse("rank 1 + file a - a8", &Geometry::rectangle(8, 8)?, &[])?;
/// assert_eq!(zone.len(), 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns a [`SquaresError`] if the text does not fit the grammar, if a name is neither a square
/// nor a zone, or if the set has no squares.
pub fn parse(
    text: &str,
    geometry: &Geometry,
    zones: &[(String, Zone)],
) -> Result<Zone, SquaresError> {
    let set = read(text)?;
    let zone = Evaluator { geometry, zones }.sum(set)?;
    if zone.is_empty() {
        return Err(SquaresError::new(0..text.len(), Kind::Empty));
    }
    Ok(zone)
}

/// Returns the names of zones that a square set uses, in order. The result is empty if the set
/// can't be read.
#[must_use]
pub fn mentions(text: &str) -> Vec<String> {
    let Ok(set) = read(text) else {
        return Vec::new();
    };
    set.into_inner()
        .flatten()
        .filter(|pair| pair.as_rule() == Rule::word && !RESERVED.contains(&pair.as_str()))
        .map(|pair| pair.as_str().to_owned())
        .collect()
}

/// Returns the reason why a zone can't have this name. Returns `None` if the name is allowed.
#[must_use]
pub fn bad_name(name: &str) -> Option<&'static str> {
    if RESERVED.contains(&name) {
        return Some("it is a reserved word of square sets");
    }
    if Grammar::parse(Rule::cell, name).is_ok_and(|found| found.as_str() == name) {
        return Some("it is the name of a square");
    }
    let whole = Grammar::parse(Rule::word, name).is_ok_and(|found| found.as_str() == name);
    if whole {
        None
    } else {
        Some("begin with a letter, and use only letters, digits, `_` and `-`")
    }
}

/// Parses a text. Returns its `sum`, which is the grammar's rule for a whole square set.
fn read(text: &str) -> Result<Pair<'_, Rule>, SquaresError> {
    let all = 0..text.len();
    if text.len() > MAX_LENGTH {
        return Err(SquaresError::new(all, Kind::TooLong(text.len())));
    }
    if text.trim().is_empty() {
        return Err(SquaresError::new(all, Kind::Blank)
            .help("write squares, such as `a1`, `a4..a11`, `rank 2` or `all`"));
    }
    let mut depth = 0_usize;
    for (i, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Err(SquaresError::new(i..i + 1, Kind::TooDeep));
        }
    }
    let mut pairs = Grammar::parse(Rule::set, text).map_err(|error| explain(text, &error))?;
    // A match of `set` is one pair, and its first part is the sum.
    pairs
        .next()
        .and_then(|set| set.into_inner().next())
        .ok_or_else(|| SquaresError::new(all, Kind::Blank))
}

/// Describes the error in a text that the grammar does not accept.
fn explain(text: &str, error: &pest::error::Error<Rule>) -> SquaresError {
    let start = match error.location {
        InputLocation::Pos(start) | InputLocation::Span((start, _)) => start.min(text.len()),
    };
    let rest = text.get(start..).unwrap_or_default();
    let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let length = if word > 0 { word } else { rest.chars().next().map_or(0, char::len_utf8) };
    let found = match rest.get(..length) {
        Some("") | None => "the end".to_owned(),
        Some(found) => format!("`{found}`"),
    };
    let wants = |rule: Rule| match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives.contains(&rule),
        ErrorVariant::CustomError { .. } => false,
    };
    // The parser reports the largest rule that could have begun here.
    let part = [Rule::sum, Rule::intersection, Rule::word].into_iter().any(wants);
    let expected = if wants(Rule::file_letter) {
        FILE_LETTER
    } else if wants(Rule::rank_number) {
        RANK_NUMBER
    } else if wants(Rule::direction) {
        DIRECTION
    } else if wants(Rule::cell) && !part {
        "a square after `..` or `:`"
    } else if part {
        "a square, a range or a zone"
    } else if text.get(..start).is_some_and(is_open) {
        "`+`, `-`, `&` or `)`"
    } else {
        "`+`, `-`, `&` or the end"
    };
    let made = SquaresError::new(start..start + length, Kind::Unexpected { expected, found });
    match rest.chars().next() {
        Some('|') => made.help("write a union with `+`"),
        Some('!' | '~' | '\\') => made.help("write a difference with ` - `, as in `all - d4`"),
        Some('.') if !rest.starts_with("..") => made.help("write a range as in `a4..a11`"),
        Some('.' | ':') => made.help(
            "write a square at both ends of a range or rectangle, as in `a4..a11` or `d4:e5`",
        ),
        _ => made,
    }
}

/// Describes which files and ranks a board has.
pub(crate) fn extent(geometry: &Geometry) -> String {
    let last = file_name(geometry.files().saturating_sub(1));
    format!("the board has files a to {last} and ranks 1 to {}", geometry.ranks())
}

fn is_open(before: &str) -> bool {
    before.matches('(').count() > before.matches(')').count()
}

struct Evaluator<'a> {
    geometry: &'a Geometry,
    zones: &'a [(String, Zone)],
}

impl Evaluator<'_> {
    /// Returns the squares of a sum. [`MAX_DEPTH`] limits the recursion.
    fn sum(&self, sum: Pair<'_, Rule>) -> Result<Zone, SquaresError> {
        let mut zone = Zone::EMPTY;
        let mut taken_out = false;
        for pair in sum.into_inner() {
            match pair.as_rule() {
                Rule::union => taken_out = false,
                Rule::minus => taken_out = true,
                _ => {
                    let part = self.intersection(pair)?;
                    zone = if taken_out { zone - part } else { zone | part };
                }
            }
        }
        Ok(zone)
    }

    fn intersection(&self, pair: Pair<'_, Rule>) -> Result<Zone, SquaresError> {
        let mut zone = self.geometry.all();
        for pair in pair.into_inner().filter(|pair| pair.as_rule() != Rule::meet) {
            zone &= self.part(pair)?;
        }
        Ok(zone)
    }

    fn part(&self, pair: Pair<'_, Rule>) -> Result<Zone, SquaresError> {
        let rule = pair.as_rule();
        let whole = span(&pair);
        if rule == Rule::word {
            return self.word(&pair);
        }
        let mut inner = pair.into_inner();
        let (Some(first), second) = (inner.next(), inner.next()) else {
            return Ok(Zone::EMPTY);
        };
        let zone = match (rule, second) {
            (Rule::group, _) => return self.sum(first),
            (Rule::range, Some(last)) => self.range(&first, &last)?,
            (Rule::block, Some(last)) => self.block(self.cell(&first)?, self.cell(&last)?),
            (Rule::file, _) => self.line(&first, |cell| file_name(cell.file))?,
            (Rule::rank, _) => self.line(&first, |cell| cell.rank + 1)?,
            (Rule::edge, _) => self.edge(first.as_str()),
            _ => self.square(&first)?,
        };
        if zone.is_empty() {
            return Err(SquaresError::new(whole, Kind::OnlyHoles));
        }
        Ok(zone)
    }

    fn word(&self, pair: &Pair<'_, Rule>) -> Result<Zone, SquaresError> {
        let board = self.geometry;
        let name = pair.as_str();
        match name {
            "all" => return Ok(board.all()),
            "light" | "dark" => {
                let shade = Some(name == "light");
                let zone: Zone = board.squares().filter(|s| board.is_light(*s) == shade).collect();
                return if zone.is_empty() {
                    Err(SquaresError::new(span(pair), Kind::NotColoured))
                } else {
                    Ok(zone)
                };
            }
            _ => {}
        }
        if let Some((_, zone)) = self.zones.iter().find(|(known, _)| known == name) {
            return Ok(*zone);
        }
        let incomplete = |expected| Kind::Unexpected { expected, found: "the end".to_owned() };
        let kind = match name {
            "file" => incomplete(FILE_LETTER),
            "rank" => incomplete(RANK_NUMBER),
            "edge" => incomplete(DIRECTION),
            _ => Kind::UnknownZone(name.to_owned()),
        };
        let error = SquaresError::new(span(pair), kind);
        let known = self.zones.iter().map(|(known, _)| known.as_str());
        let lower = name.to_lowercase();
        let cell = Grammar::parse(Rule::cell, &lower).is_ok_and(|found| found.as_str() == lower);
        Err(match suggest(name, known.chain(RESERVED)) {
            _ if cell => {
                let help = format!("write the square in lower case: `{lower}`");
                error.help(NameSuggestion::replace(help, name, &lower).sure(true))
            }
            Some(help) => error.help(help),
            None => match name.split_once('-') {
                Some((a, b))
                    if [a, b].into_iter().all(|end| self.geometry.cell_named(end).is_some()) =>
                {
                    let all = format!("{a}:{b}");
                    let help =
                        format!("write `{all}` for the squares from one corner to the other");
                    error.help(NameSuggestion::replace(help, name, &all).sure(false))
                }
                Some((a, b)) => {
                    let spaced = format!("{a} - {b}");
                    let help = format!("write a difference with spaces: `{spaced}`");
                    error.help(NameSuggestion::replace(help, name, &spaced).sure(true))
                }
                None => error,
            },
        })
    }

    /// Returns the cell that a name such as `e4` means. The cell may be a hole.
    fn cell(&self, pair: &Pair<'_, Rule>) -> Result<Cell, SquaresError> {
        let name = pair.as_str();
        self.geometry.cell_named(name).ok_or_else(|| {
            SquaresError::new(span(pair), Kind::Outside(name.to_owned()))
                .help(extent(self.geometry))
        })
    }

    fn at(&self, file: i32, rank: i32) -> Option<Square> {
        self.geometry.at(file, rank)
    }

    fn square(&self, pair: &Pair<'_, Rule>) -> Result<Zone, SquaresError> {
        let cell = self.cell(pair)?;
        if let Some(square) = self.at(cell.file.into(), cell.rank.into()) {
            return Ok(Zone::of(square));
        }
        let distance = |square: &Square| {
            let other = self.geometry.cell(*square);
            cell.file.abs_diff(other.file).max(cell.rank.abs_diff(other.rank))
        };
        let error = SquaresError::new(span(pair), Kind::Hole(pair.as_str().to_owned()));
        Err(match self.geometry.squares().min_by_key(distance) {
            Some(near) => {
                error.help(format!("the nearest square is `{}`", self.geometry.name(near)))
            }
            None => error,
        })
    }

    /// Returns the squares from one cell to another cell. If both cells are on one diagonal, these
    /// are the squares of the diagonal. In all other cases, these are the squares of the rectangle
    /// that has the two cells as corners.
    fn range(&self, first: &Pair<'_, Rule>, last: &Pair<'_, Rule>) -> Result<Zone, SquaresError> {
        let (a, b) = (self.cell(first)?, self.cell(last)?);
        let (dx, dy) = (b.file.abs_diff(a.file), b.rank.abs_diff(a.rank));
        let (ax, ay) = (i32::from(a.file), i32::from(a.rank));
        let (bx, by) = (i32::from(b.file), i32::from(b.rank));
        if dx == dy {
            let (sx, sy) = ((bx - ax).signum(), (by - ay).signum());
            let line = (0..=i32::from(dx)).filter_map(|i| self.at(ax + i * sx, ay + i * sy));
            return Ok(line.collect());
        }
        Ok(self.block(a, b))
    }

    /// Returns the squares of the rectangle that has two cells as corners.
    fn block(&self, a: Cell, b: Cell) -> Zone {
        let files = a.file.min(b.file)..=a.file.max(b.file);
        let ranks = a.rank.min(b.rank)..=a.rank.max(b.rank);
        ranks.flat_map(|y| files.clone().filter_map(move |x| self.at(x.into(), y.into()))).collect()
    }

    /// Returns the squares of one file or one rank. `of` returns the file or the rank of a cell.
    fn line<T: std::fmt::Display>(
        &self,
        name: &Pair<'_, Rule>,
        of: impl Fn(Cell) -> T,
    ) -> Result<Zone, SquaresError> {
        let board = self.geometry;
        let text = name.as_str();
        let zone: Zone =
            board.squares().filter(|s| of(board.cell(*s)).to_string() == text).collect();
        if zone.is_empty() {
            let kind = Kind::NoSuchLine(text.to_owned());
            return Err(SquaresError::new(span(name), kind).help(extent(self.geometry)));
        }
        Ok(zone)
    }

    /// Returns the squares on the edge of the board in a direction. From such a square, no square
    /// of the board lies further in this direction.
    fn edge(&self, direction: &str) -> Zone {
        let board = self.geometry;
        let facing = Facing::ALL.into_iter().find(|facing| facing.word() == direction);
        let step = facing.unwrap_or_default().forward();
        let last = |square: &Square| {
            let cell = board.cell(*square);
            (1..=MAX_SIDE as i32).all(|i| {
                let (dx, dy) = (i32::from(step.dx) * i, i32::from(step.dy) * i);
                self.at(i32::from(cell.file) + dx, i32::from(cell.rank) + dy).is_none()
            })
        };
        board.squares().filter(last).collect()
    }
}

fn span(pair: &Pair<'_, Rule>) -> Range<usize> {
    let span = pair.as_span();
    span.start()..span.end()
}

#[cfg(test)]
mod tests;
