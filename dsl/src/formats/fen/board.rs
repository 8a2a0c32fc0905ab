//! The board of FEN4: rows from the top, cells from the left.

use pest::Parser;
use pest::iterators::Pair;
use quadrille_core::board::MOVED;
use quadrille_core::{Facing, Piece, Seat, Spec, Square, StateId};

use super::{FenError, Field, all_keys};
use crate::diagnostic::did_you_mean;

#[derive(pest_derive::Parser)]
#[grammar = "formats/fen/grammar.pest"]
pub(super) struct Grammar;

/// Reads the men. `states` says who is out, for dead men without an owner.
pub(super) fn read(
    spec: &Spec,
    field: Field<'_>,
    states: &[StateId],
) -> Result<Vec<(Square, Piece)>, FenError> {
    let (files, ranks) = (spec.geometry.files() as usize, spec.geometry.ranks() as usize);
    let pairs = Grammar::parse(Rule::board, field.text).map_err(|_| {
        field.error(
            "this is not a board",
            "rows from the top, `/` between them, cells with `,` between",
        )
    })?;
    let rows: Vec<_> =
        pairs.flat_map(Pair::into_inner).filter(|pair| pair.as_rule() == Rule::row).collect();
    if rows.len() != ranks {
        return Err(field.error(
            format!("{} rows on a board of {ranks} ranks", rows.len()),
            format!("write {ranks} rows, `/` between them, the top rank first"),
        ));
    }
    let mut men = Vec::new();
    for (number, row) in rows.into_iter().enumerate() {
        let rank = ranks - 1 - number;
        let whole = place(field, &row);
        let cells = row
            .into_inner()
            .map(|cell| width(field, &cell).map(|width| (cell, width)))
            .collect::<Result<Vec<_>, _>>()?;
        let total = cells.iter().fold(0usize, |total, (_, width)| total.saturating_add(*width));
        if total != files {
            return Err(whole.error(
                format!(
                    "the row of rank {} has {total} cells, and the board {files} files",
                    rank + 1
                ),
                "a number stands for so many cells without a man, holes of the board among them",
            ));
        }
        let mut file = 0;
        for (cell, width) in cells {
            let here = place(field, &cell);
            let square = spec.geometry.at(file as i32, rank as i32);
            match cell.into_inner().next() {
                Some(inner) if inner.as_rule() == Rule::empties => {}
                Some(inner) if inner.as_rule() == Rule::wall => expect_hole(spec, here, square)?,
                Some(inner) if inner.as_rule() == Rule::man => {
                    let man = man(spec, field, inner, here, states)?;
                    let square = square.ok_or_else(|| {
                        here.error(
                            "a man on a hole of the board",
                            "count the cells before him, holes of the board among them",
                        )
                    })?;
                    men.push((square, man));
                }
                _ => return Err(no_cell(spec, here)),
            }
            file += width;
        }
    }
    men.sort_by_key(|(square, _)| *square);
    Ok(men)
}

/// Reads a man with his square after the letter: `wPe6^s+vowed`.
pub(super) fn placed(spec: &Spec, field: Field<'_>) -> Result<(Square, Piece), FenError> {
    let wrong = || {
        let example = spec.seats.first().map_or('y', |seat| seat.key);
        field.error(
            format!("`{}` is no man with his square", field.text),
            format!("write seat, kind and square, as in `{example}Pe4`, then `^s` if he looks another way than his army, and `+mark` for a mark"),
        )
    };
    let pair = Grammar::parse(Rule::placed, field.text).ok().and_then(|mut pairs| pairs.next());
    let pair = pair.ok_or_else(wrong)?;
    let name = pair.clone().into_inner().find(|part| part.as_rule() == Rule::square);
    let name = place(field, &name.ok_or_else(wrong)?);
    let square = spec.geometry.square_named(name.text).ok_or_else(|| {
        name.error(
            format!("`{}` is no square of this board", name.text),
            "a square is a file letter and a rank number, such as `d4`",
        )
    })?;
    Ok((square, man(spec, field, pair, field, &[])?))
}

/// The place of a pair that was parsed out of a field.
fn place<'a>(field: Field<'a>, pair: &Pair<'a, Rule>) -> Field<'a> {
    Field::new(pair.as_str(), field.at + pair.as_span().start())
}

fn expect_hole(spec: &Spec, cell: Field<'_>, square: Option<Square>) -> Result<(), FenError> {
    match square {
        Some(square) => Err(cell.error(
            format!("a wall on {}, which is a square of this board", spec.geometry.name(square)),
            "write 1 for an empty square; the ruleset's mask says where the holes are",
        )),
        None => Ok(()),
    }
}

/// How many cells of the board a cell of the text stands for.
fn width(field: Field<'_>, cell: &Pair<'_, Rule>) -> Result<usize, FenError> {
    match cell.clone().into_inner().next() {
        Some(inner) if inner.as_rule() == Rule::empties => place(field, &inner)
            .number("a number of squares", "it is at most the width of the board"),
        _ => Ok(1),
    }
}

fn no_cell(spec: &Spec, cell: Field<'_>) -> FenError {
    let message = if cell.text.is_empty() {
        "nothing between two commas".to_owned()
    } else {
        format!("`{}` is no cell", cell.text)
    };
    let key = spec.seats.first().map_or('r', |seat| seat.key);
    let letter = spec.kinds.first().map_or('P', |kind| kind.letter);
    cell.error(
        message,
        format!(
            "a cell is a number of empty ones, `x` for a hole, or a man such as `{key}{letter}`"
        ),
    )
}

/// A man: `[d]cP[^f][+mark…]`.
fn man(
    spec: &Spec,
    field: Field<'_>,
    pair: Pair<'_, Rule>,
    cell: Field<'_>,
    states: &[StateId],
) -> Result<Piece, FenError> {
    let (mut dead, mut colour, mut kind, mut facing, mut marks) = (false, None, None, None, 0);
    for part in pair.into_inner() {
        let here = Field { text: part.as_str(), at: field.at + part.as_span().start() };
        let first = here.text.chars().next().unwrap_or(' ');
        match part.as_rule() {
            Rule::dead => dead = true,
            Rule::key => {
                colour = Some(spec.seat_of_key(first).ok_or_else(|| {
                    here.error(
                        format!("`{first}` is no colour"),
                        format!("the colours are {}", all_keys(spec)),
                    )
                })?);
            }
            Rule::letter => {
                kind = Some(spec.kind_of_letter(first).ok_or_else(|| {
                    let kinds: String = spec.kinds.iter().map(|kind| kind.letter).collect();
                    here.error(
                        format!("`{first}` is no kind of piece"),
                        format!("the kinds are {kinds}"),
                    )
                })?);
            }
            Rule::facing => {
                facing =
                    Facing::ALL.into_iter().find(|facing| here.text.ends_with(facing.letter()));
            }
            Rule::mark => marks |= mark(spec, here)?,
            _ => {}
        }
    }
    let colour = match colour {
        Some(colour) => colour,
        None => owner_of_dead(spec, cell, dead, states)?,
    };
    let Some(kind) = kind else {
        return Err(no_cell(spec, cell));
    };
    let facing = facing.unwrap_or_else(|| natural_facing(spec, colour));
    Ok(Piece::new(kind, colour, facing).with_marks(marks))
}

/// A man without a colour is of the one army that is out, if it is one.
fn owner_of_dead(
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
            "a dead man whose colour is not known",
            format!("write the colour after the `d`: one of {}", all_keys(spec)),
        )),
        (false, ..) => Err(cell.error(
            "a man without a colour",
            format!("write the colour before the letter: one of {}", all_keys(spec)),
        )),
    }
}

/// What each bit of a man's marks is called; one that the rules do not name is its number.
fn mark_name(spec: &Spec, number: u8) -> String {
    match spec.marks.get(usize::from(number)) {
        Some(name) => name.clone(),
        None if number == MOVED => "moved".to_owned(),
        None => number.to_string(),
    }
}

/// The bit of a `+mark`.
fn mark(spec: &Spec, field: Field<'_>) -> Result<u8, FenError> {
    let name = field.text.strip_prefix('+').unwrap_or(field.text);
    let names: Vec<_> = (0..=MOVED).map(|number| mark_name(spec, number)).collect();
    match names.iter().position(|other| other == name) {
        Some(number) => Ok(1 << number),
        None => Err(field.error(
            format!("`{name}` is no mark of these rules"),
            did_you_mean(name, names.iter().map(String::as_str))
                .unwrap_or_else(|| format!("the marks are {}", super::list(names.iter()))),
        )),
    }
}

fn natural_facing(spec: &Spec, colour: Seat) -> Facing {
    spec.seats.get(colour.index()).map_or(Facing::North, |seat| seat.facing)
}

/// Writes the men: rows from the top, holes as `x`.
pub(super) fn write(spec: &Spec, men: &[(Square, Piece)]) -> String {
    let board = &spec.geometry;
    let mut squares = vec![None; board.span()];
    for (square, man) in men {
        if let Some(place) = squares.get_mut(square.index()) {
            *place = Some(*man);
        }
    }
    let row = |rank: u8| {
        let mut cells = Vec::new();
        let mut empty = 0;
        for file in 0..board.files() {
            let cell = match board.at(i32::from(file), i32::from(rank)) {
                None => Some("x".to_owned()),
                Some(square) => {
                    squares.get(square.index()).copied().flatten().map(|man| cell(spec, man))
                }
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

/// A man with his square, as [`placed`] reads him.
pub(super) fn write_placed(spec: &Spec, square: Square, man: Piece) -> String {
    let text = cell(spec, man);
    let (who, rest) = text.split_at(text.char_indices().nth(2).map_or(text.len(), |(at, _)| at));
    format!("{who}{}{rest}", spec.geometry.name(square))
}

/// One man.
fn cell(spec: &Spec, man: Piece) -> String {
    let letter = spec.kinds.get(man.kind().index()).map_or('?', |kind| kind.letter);
    let mut text = format!("{}{letter}", super::key(spec, man.colour()));
    if man.facing() != natural_facing(spec, man.colour()) {
        text.push('^');
        text.push(man.facing().letter());
    }
    for number in (0..=MOVED).filter(|number| man.marks() >> number & 1 != 0) {
        text.push('+');
        text += &mark_name(spec, number);
    }
    text
}
