//! Reads and writes the board of plain FEN, and the pieces in hand.

use quadrille_core::{Kind, Piece, Seat, Spec, Square};

use super::FenSides;
use crate::formats::fen::promoted_pieces;
use crate::formats::fen::promoted_pieces::Unclear;
use crate::formats::fen::{FenError, Field, Mistake};

/// Pieces with their squares.
type Pieces = Vec<(Square, Piece)>;

/// Separates the pieces in hand from the rows. The pieces in hand are in brackets or after an extra
/// slash.
pub(super) fn split<'a>(spec: &Spec, field: Field<'a>) -> (Field<'a>, Option<Field<'a>>) {
    let ranks = usize::from(spec.geometry.ranks());
    let (rows, hands) = match field.text.split_once('[') {
        Some(parts) => parts,
        None if field.text.split('/').count() == ranks + 1 => {
            field.text.rsplit_once('/').unwrap_or((field.text, ""))
        }
        None => return (field, None),
    };
    let at = field.at + rows.len() + 1;
    (Field { text: rows, at: field.at }, Some(Field { text: hands, at }))
}

/// Reads the pieces in hand. Each piece has a letter. A number before a letter means several such
/// pieces. The text may end with the closing bracket.
pub(super) fn read_hands(
    spec: &Spec,
    field: Field<'_>,
    sides: FenSides,
    bracket: bool,
) -> Result<Vec<Vec<u8>>, FenError> {
    const HELP: &str =
        "write a letter for each piece in hand, lower case for black, as in `[QPPp]`";
    let wrong = || field.error(Mistake::InvalidHand(field.text.to_owned()), HELP);
    let letters = if bracket { field.text.strip_suffix(']') } else { Some(field.text) };
    let letters = letters.ok_or_else(wrong)?;
    let mut hands = vec![vec![0_u8; spec.kinds.len()]; spec.seats.len()];
    let mut run: Option<u8> = None;
    for letter in letters.chars().filter(|letter| *letter != '-') {
        if let Some(digit) = letter.to_digit(10) {
            let tens = run.unwrap_or(0).checked_mul(10);
            run = Some(tens.and_then(|n| n.checked_add(digit as u8)).ok_or_else(wrong)?);
            continue;
        }
        let seat = sides.of_letter(letter);
        let kind = spec.kind_of_letter(letter.to_ascii_uppercase()).ok_or_else(wrong)?;
        let hand = hands.get_mut(seat.index()).and_then(|hand| hand.get_mut(kind.index()));
        let held = hand.ok_or_else(wrong)?;
        *held = held.checked_add(run.take().unwrap_or(1)).ok_or_else(wrong)?;
    }
    if run.is_some() { Err(wrong()) } else { Ok(hands) }
}

/// Returns the neutral piece that never moves, which plain FEN writes as a star. Returns `None` if
/// the rules have no such kind or have several.
pub(super) fn star(spec: &Spec) -> Option<Piece> {
    let colour = spec.neutral_colour()?;
    let mut still = spec.kinds.iter().enumerate().filter(|(_, kind)| kind.paths.is_empty());
    match (still.next(), still.next()) {
        (Some((kind, _)), None) => Some(Piece::new(Kind(kind as u8), colour, spec.facing(colour))),
        _ => None,
    }
}

pub(super) fn read(spec: &Spec, field: Field<'_>, sides: FenSides) -> Result<Pieces, FenError> {
    let (files, ranks) = (i32::from(spec.geometry.files()), i32::from(spec.geometry.ranks()));
    let rows = field.text.split('/').count();
    if rows as i32 != ranks {
        return Err(field.error(
            Mistake::Rows { rows, ranks: ranks as usize },
            format!("write {ranks} rows, the top rank first, with `/` between them"),
        ));
    }
    let mut pieces = Vec::new();
    let mut at = field.at;
    for (number, row) in field.text.split('/').enumerate() {
        let whole = Field { text: row, at };
        let rank = ranks - 1 - number as i32;
        let found = read_row(spec, whole, rank, sides, &mut pieces)?;
        if found != files {
            return Err(whole.error(
                Mistake::Cells {
                    rank: rank as usize + 1,
                    cells: found as usize,
                    files: files as usize,
                },
                "a number counts empty squares",
            ));
        }
        at += row.len() + 1;
    }
    pieces.sort_by_key(|(square, _)| *square);
    Ok(pieces)
}

/// Reads the pieces of a row, and returns the number of the row's cells.
fn read_row(
    spec: &Spec,
    row: Field<'_>,
    rank: i32,
    sides: FenSides,
    pieces: &mut Pieces,
) -> Result<i32, FenError> {
    let (mut file, mut run) = (0i32, 0i32);
    // `plus` is the sign of a promoted piece whose letter has not been read yet. `last` is `true`
    // if the last character was a piece.
    let (mut plus, mut last): (Option<Field<'_>>, _) = (None, false);
    let stray = |here: Field<'_>, sign| {
        here.error(
            Mistake::StraySign(sign),
            "write `Q~` for a promoted queen, `+R` for a promoted rook",
        )
    };
    for (offset, letter) in row.text.char_indices() {
        let text = row.text.get(offset..offset + letter.len_utf8()).unwrap_or_default();
        let here = Field { text, at: row.at + offset };
        let follows = std::mem::take(&mut last);
        match letter {
            '+' if plus.is_none() => plus = Some(here),
            '~' if follows => {
                if let Some((_, piece)) = pieces.last_mut() {
                    *piece = promoted_pieces::after(spec, *piece, None)
                        .map_err(|why| unclear(spec, here, *piece, why))?;
                }
            }
            '~' => return Err(stray(here, letter)),
            _ if plus.is_some() && !letter.is_alphabetic() => {
                return Err(stray(plus.unwrap_or(here), '+'));
            }
            '0'..='9' => {
                run = (run * 10 + (letter as i32 - '0' as i32)).min(1000);
            }
            _ => {
                file += std::mem::take(&mut run);
                let square = spec.geometry.at(file, rank);
                if letter == '*' {
                    pieces.extend(starred(spec, here, square)?);
                } else {
                    let piece = piece(spec, here, letter, sides)?;
                    let piece = match plus.take() {
                        None => piece,
                        Some(_) => promoted_pieces::of(spec, piece)
                            .map_err(|why| unclear(spec, here, piece, why))?,
                    };
                    let square = square.ok_or_else(|| {
                        here.error(Mistake::PieceOutside, "count the squares before it")
                    })?;
                    pieces.push((square, piece));
                    last = true;
                }
                file += 1;
            }
        }
    }
    match plus {
        Some(here) => Err(stray(here, '+')),
        None => Ok(file + run),
    }
}

/// Reads a star. On a hole of the board, the star means that there is no piece. On a square, it
/// means the neutral piece.
fn starred(
    spec: &Spec,
    here: Field<'_>,
    square: Option<Square>,
) -> Result<Option<(Square, Piece)>, FenError> {
    match (square, star(spec)) {
        (None, _) => Ok(None),
        (Some(square), Some(piece)) => Ok(Some((square, piece))),
        (Some(square), None) => Err(here.error(
            Mistake::StarOnSquare(spec.geometry.name(square)),
            match spec.neutral {
                Some(_) => "write FEN4: the star could be one of several neutral kinds",
                None => {
                    "write a star for a hole of the board, or for a neutral piece if the rules have one"
                }
            },
        )),
    }
}

fn piece(spec: &Spec, here: Field<'_>, letter: char, sides: FenSides) -> Result<Piece, FenError> {
    let seat = sides.of_letter(letter);
    match spec.kind_of_letter(letter.to_ascii_uppercase()) {
        Some(kind) => Ok(Piece::new(kind, seat, spec.facing(seat))),
        None => {
            let kinds: String = spec.kinds.iter().map(|kind| kind.letter).collect();
            Err(here.error(
                Mistake::UnknownKind(letter),
                format!("the kinds are {kinds}, lower case for black"),
            ))
        }
    }
}

/// Returns the error for a sign before or after a letter if the meaning of the sign is unclear.
fn unclear(spec: &Spec, here: Field<'_>, piece: Piece, why: Unclear) -> FenError {
    let letter = spec.kinds.get(piece.kind().index()).map_or('?', |kind| kind.letter);
    match why {
        Unclear::Never => here.error(Mistake::NeverPromoted(letter), "remove the sign"),
        Unclear::Several => here.error(
            Mistake::AmbiguousPromoted(here.text.to_owned()),
            "write FEN4, which names the mark of the piece",
        ),
    }
}

/// Writes the rows of the board. Holes are written as stars. Returns `None` if plain FEN can't
/// represent a piece.
pub(super) fn write(spec: &Spec, pieces: &Pieces, sides: FenSides) -> Option<String> {
    let mut rows = Vec::new();
    let star = star(spec);
    for rank in (0..i32::from(spec.geometry.ranks())).rev() {
        let (mut row, mut run) = (String::new(), 0);
        for file in 0..i32::from(spec.geometry.files()) {
            let square = spec.geometry.at(file, rank);
            let piece = pieces.iter().find(|(at, _)| Some(*at) == square).map(|(_, piece)| *piece);
            let cell = match (square, piece) {
                (None, _) => "*".to_owned(),
                (Some(_), None) => {
                    run += 1;
                    continue;
                }
                (Some(_), Some(piece)) if Some(piece) == star => "*".to_owned(),
                (Some(_), Some(piece)) => {
                    let (before, kind, behind) = promoted_pieces::signs(spec, piece)?;
                    format!("{before}{}{behind}", sides.letter(spec, kind, piece.colour())?)
                }
            };
            if run > 0 {
                row.push_str(&std::mem::take(&mut run).to_string());
            }
            row.push_str(&cell);
        }
        if run > 0 {
            row.push_str(&run.to_string());
        }
        rows.push(row);
    }
    Some(rows.join("/"))
}

/// Writes the pieces in hand, in brackets. If the rules have hands, the brackets are also written
/// for empty hands.
pub(super) fn write_hands(spec: &Spec, hands: &[Vec<u8>], sides: FenSides) -> Option<String> {
    let mut letters = String::new();
    for seat in [sides.upper, sides.lower] {
        for (kind, held) in hands.get(seat.index()).into_iter().flatten().enumerate() {
            let letter = sides.letter(spec, Kind(u8::try_from(kind).ok()?), seat)?;
            letters.extend(std::iter::repeat_n(letter, usize::from(*held)));
        }
    }
    let known = !spec.hands.is_empty() || spec.captures_to_hand.is_some();
    Some(if known || !letters.is_empty() { format!("[{letters}]") } else { letters })
}

impl FenSides {
    /// Returns the seat of a letter. One seat uses upper-case letters, and the other uses
    /// lower-case letters.
    fn of_letter(self, letter: char) -> Seat {
        if letter.is_ascii_uppercase() { self.upper } else { self.lower }
    }

    /// Returns the letter of a kind in upper or lower case, depending on the seat. Returns `None`
    /// for neutral pieces.
    fn letter(self, spec: &Spec, kind: Kind, seat: Seat) -> Option<char> {
        let letter = spec.kinds.get(kind.index())?.letter;
        match seat {
            seat if seat == self.upper => Some(letter.to_ascii_uppercase()),
            seat if seat == self.lower => Some(letter.to_ascii_lowercase()),
            _ => None,
        }
    }
}
