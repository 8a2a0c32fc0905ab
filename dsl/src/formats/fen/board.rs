//! Reads and writes the board of FEN4. The top rank comes first. In each rank, the left cell comes
//! first.

use pest::Parser;
use pest::iterators::Pair;
use quadrille_core::board::MOVED;
use quadrille_core::{Facing, Piece, Seat, Spec, Square, StateId};

use super::chess_com_frame::ChessComFrame;
use super::{FenError, Field, Mistake, all_colours};
use crate::diagnostic::suggest;
use quadrille_grammar::fen::{Grammar, Rule};

/// The pieces that a text puts on the board, and the cell of the text at which the ruleset's board
/// begins.
type PlacedPieces = (Vec<(Square, Piece)>, (i32, i32));

/// Reads the pieces. If a dead piece is written without a colour, its colour is determined from the
/// states of the seats. The text may surround the ruleset's board with holes, because chess.com
/// writes small boards as a part of a larger board.
pub(super) fn read(
    spec: &Spec,
    frame: ChessComFrame,
    field: Field<'_>,
    states: &[StateId],
) -> Result<PlacedPieces, FenError> {
    let ranks = usize::from(spec.geometry.ranks());
    let pairs = Grammar::parse(Rule::board, field.text).map_err(|_| {
        field.error(
            Mistake::NotABoard,
            "write rows from the top, with `/` between rows and `,` between cells",
        )
    })?;
    let rows: Vec<_> =
        pairs.flat_map(Pair::into_inner).filter(|pair| pair.as_rule() == Rule::row).collect();
    let Some((files, corner)) = outline(spec, field, &rows) else {
        return Err(field.error(
            Mistake::Rows { rows: rows.len(), ranks },
            format!("write {ranks} rows, the top rank first, with `/` between them"),
        ));
    };
    let top = rows.len() as i32 - 1;
    let mut pieces = Vec::new();
    for (number, row) in rows.into_iter().enumerate() {
        let rank = top - number as i32 - corner.1;
        let whole = place(field, &row);
        let cells = row
            .into_inner()
            .map(|cell| width(field, &cell).map(|width| (cell, width)))
            .collect::<Result<Vec<_>, _>>()?;
        let total = cells.iter().fold(0usize, |total, (_, width)| total.saturating_add(*width));
        if total != files {
            return Err(whole.error(
                Mistake::Cells { rank: top as usize - number + 1, cells: total, files },
                "a number counts cells without a piece, including holes of the board",
            ));
        }
        let mut file = -corner.0;
        for (cell, width) in cells {
            let here = place(field, &cell);
            let square = spec.geometry.at(file, rank);
            match cell.into_inner().next() {
                Some(inner) if inner.as_rule() == Rule::empties => {}
                Some(inner) if inner.as_rule() == Rule::wall => expect_hole(spec, here, square)?,
                Some(inner) if inner.as_rule() == Rule::piece => {
                    let piece = piece(spec, frame, field, inner, here, states)?;
                    let square = square.ok_or_else(|| {
                        here.error(
                            Mistake::PieceOnHole,
                            "count the cells before it, including holes of the board",
                        )
                    })?;
                    pieces.push((square, piece));
                }
                _ => return Err(invalid_cell(spec, here)),
            }
            file += width as i32;
        }
    }
    pieces.sort_by_key(|(square, _)| *square);
    Ok((pieces, corner))
}

/// Returns the number of files of the board in a text, and the cell of the text at which the
/// ruleset's board begins.
///
/// The text may have a larger board, in which holes surround the ruleset's board. If the part
/// inside these holes has the right size, this part is the ruleset's board. Otherwise, the text
/// must have a board of chess.com's size, and the ruleset's board is in the middle of the larger
/// board.
fn outline(spec: &Spec, field: Field<'_>, rows: &[Pair<'_, Rule>]) -> Option<(usize, (i32, i32))> {
    let (files, ranks) = (usize::from(spec.geometry.files()), usize::from(spec.geometry.ranks()));
    if rows.len() <= ranks {
        return (rows.len() == ranks).then_some((files, (0, 0)));
    }
    let (mut left, mut right, mut low, mut high, mut outer) = (usize::MAX, 0, usize::MAX, 0, 0);
    for (number, row) in rows.iter().enumerate() {
        let mut file = 0usize;
        for cell in row.clone().into_inner() {
            let width = width(field, &cell).ok()?;
            let hole = cell.into_inner().next().is_some_and(|inner| inner.as_rule() == Rule::wall);
            if !hole {
                (left, right) = (left.min(file), right.max(file.saturating_add(width)));
                (low, high) = (low.min(rows.len() - 1 - number), high.max(rows.len() - number));
            }
            file = file.saturating_add(width);
        }
        outer = outer.max(file);
    }
    if right.saturating_sub(left) == files && high.saturating_sub(low) == ranks {
        return Some((outer, (left as i32, low as i32)));
    }
    let middle = |all: usize, part: usize| all.checked_sub(part).map(|rest| (rest / 2) as i32);
    let theirs = rows.len() == SITE_SIZE && outer == SITE_SIZE;
    let corner = (middle(outer, files)?, middle(rows.len(), ranks)?);
    theirs.then_some((outer, corner))
}

/// The number of files of chess.com's board. The number of its ranks is the same.
const SITE_SIZE: usize = 14;

/// Reads a piece that is written with its square after the letter, as in `wPe6^s+vowed`.
pub(super) fn read_placement(spec: &Spec, field: Field<'_>) -> Result<(Square, Piece), FenError> {
    let wrong = || {
        let example = spec.seats.first().map_or('y', |seat| seat.key);
        field.error(
            Mistake::InvalidPlacement(field.text.to_owned()),
            format!(
                "write seat, kind and square, as in `{example}Pe4`, then `^s` if its facing \
                 differs from its army's, and `+mark` for a mark"
            ),
        )
    };
    let pair = Grammar::parse(Rule::placed, field.text).ok().and_then(|mut pairs| pairs.next());
    let pair = pair.ok_or_else(wrong)?;
    let name = pair.clone().into_inner().find(|part| part.as_rule() == Rule::square);
    let name = place(field, &name.ok_or_else(wrong)?);
    let square = spec.geometry.square_named(name.text).ok_or_else(|| {
        name.error(
            Mistake::UnknownSquare(name.text.to_owned()),
            "write a file letter and a rank number, such as `d4`",
        )
    })?;
    Ok((square, piece(spec, ChessComFrame::default(), field, pair, field, &[])?))
}

/// Finds the part of a field from which a grammar pair was parsed.
fn place<'a>(field: Field<'a>, pair: &Pair<'a, Rule>) -> Field<'a> {
    Field::new(pair.as_str(), field.at + pair.as_span().start())
}

fn expect_hole(spec: &Spec, cell: Field<'_>, square: Option<Square>) -> Result<(), FenError> {
    match square {
        Some(square) => Err(cell.error(
            Mistake::HoleOnSquare(spec.geometry.name(square)),
            "write 1 for an empty square; the ruleset's mask defines the holes",
        )),
        None => Ok(()),
    }
}

/// Returns the number of board cells that one cell of the text represents. For example, the cell
/// `5` represents five empty cells.
fn width(field: Field<'_>, cell: &Pair<'_, Rule>) -> Result<usize, FenError> {
    match cell.clone().into_inner().next() {
        Some(inner) if inner.as_rule() == Rule::empties => place(field, &inner)
            .number("a number of squares", "write at most the width of the board"),
        _ => Ok(1),
    }
}

fn invalid_cell(spec: &Spec, cell: Field<'_>) -> FenError {
    let kind = match cell.text {
        "" => Mistake::NoCell,
        text => Mistake::InvalidCell(text.to_owned()),
    };
    let key = spec.seats.first().map_or('r', |seat| seat.key);
    let letter = spec.kinds.first().map_or('P', |kind| kind.letter);
    cell.error(
        kind,
        format!(
            "write a number of empty cells, `x` for a hole, or a piece such as `{key}{letter}`"
        ),
    )
}

/// Reads a piece: `[d]cP[^f][+mark…]`.
fn piece(
    spec: &Spec,
    frame: ChessComFrame,
    field: Field<'_>,
    pair: Pair<'_, Rule>,
    cell: Field<'_>,
    states: &[StateId],
) -> Result<Piece, FenError> {
    let (mut dead, mut colour, mut kind, mut facing) = (false, None, None, None);
    let mut notes = Vec::new();
    for part in pair.into_inner() {
        let here = Field { text: part.as_str(), at: field.at + part.as_span().start() };
        let first = here.text.chars().next().unwrap_or(' ');
        match part.as_rule() {
            Rule::dead => dead = true,
            Rule::key => {
                colour = Some(frame.colour(spec, first).ok_or_else(|| {
                    here.error(
                        Mistake::UnknownColour(first),
                        format!("the colours are {}", all_colours(spec)),
                    )
                })?);
            }
            Rule::letter => {
                kind = Some(spec.kind_of_letter(first).ok_or_else(|| {
                    let kinds: String = spec.kinds.iter().map(|kind| kind.letter).collect();
                    here.error(Mistake::UnknownKind(first), format!("the kinds are {kinds}"))
                })?);
            }
            Rule::facing => {
                facing =
                    Facing::ALL.into_iter().find(|facing| here.text.ends_with(facing.letter()));
            }
            Rule::mark => notes.push(here),
            _ => {}
        }
    }
    let colour = match colour {
        Some(colour) => colour,
        None => colour_of_dead(spec, cell, dead, states)?,
    };
    let Some(kind) = kind else {
        return Err(invalid_cell(spec, cell));
    };
    let facing = facing.unwrap_or_else(|| spec.facing(colour));
    let piece = Piece::new(kind, colour, facing);
    notes.into_iter().try_fold(piece, |piece, here| note(spec, here, piece))
}

/// Returns the colour of a dead piece that is written without a colour. This is the colour of the
/// only seat that has left the game. If several seats or no seat have left, returns an error.
fn colour_of_dead(
    spec: &Spec,
    cell: Field<'_>,
    dead: bool,
    states: &[StateId],
) -> Result<Seat, FenError> {
    let mut out = super::seats(spec)
        .filter(|seat| states.get(seat.index()).is_some_and(|state| *state != StateId::ACTIVE));
    match (dead, out.next(), out.next()) {
        (true, Some(seat), None) => Ok(seat),
        (true, ..) => Err(cell.error(
            Mistake::DeadWithoutColour,
            format!("write the colour after the `d`: one of {}", all_colours(spec)),
        )),
        (false, ..) => Err(cell.error(
            Mistake::NoColour,
            format!("write the colour before the letter: one of {}", all_colours(spec)),
        )),
    }
}

/// Returns the names that may follow a piece's `+`: the marks that the piece may have, and the flag
/// `moved`.
fn marks(spec: &Spec) -> impl Iterator<Item = (u32, &str)> {
    let named = spec.marks.iter().map(String::as_str).zip(0..);
    named.chain([("moved", u32::from(MOVED))]).map(|(name, bit)| (1 << bit, name))
}

/// Applies a `+mark` or `+counter=value` to a piece.
fn note(spec: &Spec, field: Field<'_>, piece: Piece) -> Result<Piece, FenError> {
    let text = field.text.strip_prefix('+').unwrap_or(field.text);
    let Some((name, value)) = text.split_once('=') else {
        return match marks(spec).find(|(_, name)| *name == text) {
            Some((bit, _)) => Ok(piece.with_marks(piece.marks() | bit)),
            None => {
                let names: Vec<_> = marks(spec).map(|(_, name)| name.to_owned()).collect();
                Err(field.error(
                    Mistake::UnknownMark(text.to_owned()),
                    suggest(text, names.iter().map(String::as_str)).unwrap_or_else(|| {
                        format!("the marks are {}", super::list(names.iter())).into()
                    }),
                ))
            }
        };
    };
    let number = spec.piece_counters.iter().position(|counter| counter.name == name);
    let found =
        number.and_then(|number| spec.piece_field(number).zip(spec.piece_counters.get(number)));
    let Some((place, counter)) = found else {
        let names = spec.piece_counters.iter().map(|counter| counter.name.as_str());
        return Err(field.error(
            Mistake::UnknownCounter(name.to_owned()),
            suggest(name, names).unwrap_or_else(|| {
                "write `+name=1` for a piece counter that these rules declare".into()
            }),
        ));
    };
    match value.parse() {
        Ok(value) if (counter.min..=counter.max).contains(&value) => Ok(place.set(piece, value)),
        _ => Err(field.error(
            Mistake::CounterValues(text.to_owned()),
            format!("write a number from {} to {}", counter.min, counter.max),
        )),
    }
}

/// Writes the pieces, with the top rank first. Holes are written as `x`.
pub(super) fn write(spec: &Spec, pieces: &[(Square, Piece)]) -> String {
    write_cells(spec, pieces, Some("x"), |piece| cell(spec, piece))
}

/// Writes the pieces, with the top rank first. The function `cell` returns the text of a piece.
/// `hole` is the text of a hole. Without this text, holes are counted as empty cells.
pub(super) fn write_cells(
    spec: &Spec,
    pieces: &[(Square, Piece)],
    hole: Option<&str>,
    cell: impl Fn(Piece) -> String,
) -> String {
    let board = &spec.geometry;
    let mut squares = vec![None; board.span()];
    for (square, piece) in pieces {
        if let Some(place) = squares.get_mut(square.index()) {
            *place = Some(*piece);
        }
    }
    let row = |rank: u8| {
        let mut cells = Vec::new();
        let mut empty = 0;
        for file in 0..board.files() {
            let cell = match board.at(i32::from(file), i32::from(rank)) {
                None => hole.map(str::to_owned),
                Some(square) => squares.get(square.index()).copied().flatten().map(&cell),
            };
            match cell {
                None => empty += 1,
                Some(cell) => {
                    if empty > 0 {
                        cells.push(empty.to_string());
                        empty = 0;
                    }
                    cells.push(cell);
                }
            }
        }
        if empty > 0 {
            cells.push(empty.to_string());
        }
        cells.join(",")
    };
    (0..board.ranks()).rev().map(row).collect::<Vec<_>>().join("/")
}

/// Writes a piece with its square, in the form that [`read_placement`] reads.
pub(super) fn write_placement(spec: &Spec, square: Square, piece: Piece) -> String {
    let text = cell(spec, piece);
    let (who, rest) = text.split_at(text.char_indices().nth(2).map_or(text.len(), |(at, _)| at));
    format!("{who}{}{rest}", spec.geometry.name(square))
}

/// Writes one piece.
fn cell(spec: &Spec, piece: Piece) -> String {
    let (text, notes) = cell_and_notes(spec, piece);
    text + &notes
}

/// Writes one piece. The first text has colour and kind. The second text has the parts that other
/// programs do not know: facing, marks and counters.
pub(super) fn cell_and_notes(spec: &Spec, piece: Piece) -> (String, String) {
    let letter = spec.kinds.get(piece.kind().index()).map_or('?', |kind| kind.letter);
    let text = format!("{}{letter}", spec.colour_key(piece.colour()));
    let mut notes = String::new();
    if piece.facing() != spec.facing(piece.colour()) {
        notes.push('^');
        notes.push(piece.facing().letter());
    }
    for (_, name) in marks(spec).filter(|(bit, _)| piece.marks() & bit != 0) {
        notes.push('+');
        notes += name;
    }
    for (number, counter) in spec.piece_counters.iter().enumerate() {
        let value = spec.piece_field(number).map_or(counter.start, |field| field.of(piece));
        if value != counter.start {
            notes += &format!("+{}={value}", counter.name);
        }
    }
    (text, notes)
}
