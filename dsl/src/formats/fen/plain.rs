//! Plain FEN for two players, for rulesets whose seats are `w` and `b`.

use quadrille_core::{Piece, Seat, Setup, Spec, Square};

use super::{FenError, Field, all_keys, place_in_order, wings};

/// Whether a text means to be plain FEN: a row of men before the first white space or `-`.
pub(super) fn is_plain(text: &str) -> bool {
    let first = text.trim_start().split([' ', '\t', '\n', '-']).next().unwrap_or_default();
    first.contains('/') && !first.contains(',')
}

/// Reads plain FEN; the last two of its six fields may be left out.
pub(super) fn read(spec: &Spec, mut setup: Setup, text: &str) -> Result<Setup, FenError> {
    let (Some(white), Some(black), 2) =
        (spec.seat_of_key('w'), spec.seat_of_key('b'), spec.seats.len())
    else {
        return Err(FenError::new(
            0..text.len(),
            "a position of two-player chess",
            format!("the seats of this ruleset are {}; write FEN4", all_keys(spec)),
        ));
    };
    let mut fields = fields(text);
    let mut next = |what: &str| {
        fields.next().ok_or_else(|| {
            FenError::new(
                text.len()..text.len(),
                format!("the text ends before {what}"),
                "write the board, `w` or `b`, castling such as `KQkq` or `-`, and the en passant square or `-`",
            )
        })
    };
    let (board, turn) = (next("the side to move")?, next("the side to move")?);
    let (castling, en_passant) = (next("the castling rights")?, next("the en passant square")?);
    let (halfmove, number) = (fields.next(), fields.next());
    if let Some(extra) = fields.next() {
        return Err(extra.error("a seventh field", "plain FEN has six"));
    }
    setup.pieces = read_board(spec, board, white, black)?;
    setup.turn = match turn.text {
        "w" => white,
        "b" => black,
        _ => return Err(turn.error(format!("`{}` is no side", turn.text), "write `w` or `b`")),
    };
    setup.pointer = place_in_order(&spec.order, setup.turn);
    read_castling(spec, castling, white, black, &mut setup)?;
    if en_passant.text != "-" {
        let right = read_en_passant(spec, en_passant, &setup)?;
        setup.en_passant.push(right);
    }
    if let Some(halfmove) = halfmove {
        setup.halfmove =
            halfmove.number("a number of plies", "write 0 after a capture or pawn move")?;
    }
    if let Some(number) = number {
        let moves: u32 = number.number("a move number", "the first move is 1")?;
        let before = moves.saturating_sub(1).saturating_mul(2);
        setup.ply = before.saturating_add(u32::from(setup.turn == black));
    }
    Ok(setup)
}

/// The parts between white space.
fn fields(text: &str) -> impl Iterator<Item = Field<'_>> {
    text.split_whitespace().map(|part| {
        // Both are parts of one text, so the distance of their beginnings is the offset.
        Field { text: part, at: part.as_ptr() as usize - text.as_ptr() as usize }
    })
}

fn read_board(
    spec: &Spec,
    field: Field<'_>,
    white: Seat,
    black: Seat,
) -> Result<Vec<(Square, Piece)>, FenError> {
    let (files, ranks) = (i32::from(spec.geometry.files()), i32::from(spec.geometry.ranks()));
    let rows = field.text.split('/').count();
    if rows as i32 != ranks {
        return Err(field.error(
            format!("{rows} rows on a board of {ranks} ranks"),
            format!("write {ranks} rows, `/` between them, the top rank first"),
        ));
    }
    let mut men = Vec::new();
    let mut at = field.at;
    for (number, row) in field.text.split('/').enumerate() {
        let whole = Field { text: row, at };
        let rank = ranks - 1 - number as i32;
        let (mut file, mut run) = (0i32, 0i32);
        for (offset, letter) in row.char_indices() {
            let here = Field { text: &row[offset..offset + letter.len_utf8()], at: at + offset };
            if let Some(digit) = letter.to_digit(10) {
                run = (run * 10 + digit as i32).min(1000);
                continue;
            }
            file += std::mem::take(&mut run);
            let seat = if letter.is_ascii_uppercase() { white } else { black };
            let Some(kind) = spec.kind_of_letter(letter.to_ascii_uppercase()) else {
                let kinds: String = spec.kinds.iter().map(|kind| kind.letter).collect();
                return Err(here.error(
                    format!("`{letter}` is no kind of piece"),
                    format!("the kinds are {kinds}, small for black"),
                ));
            };
            let Some(square) = spec.geometry.at(file, rank) else {
                return Err(here.error("a man off the board", "count the squares before him"));
            };
            let facing =
                spec.seats.get(seat.index()).map_or_else(Default::default, |seat| seat.facing);
            men.push((square, Piece::new(kind, seat, facing)));
            file += 1;
        }
        file += run;
        if file != files {
            return Err(whole.error(
                format!(
                    "the row of rank {} has {file} squares, and the board {files} files",
                    rank + 1
                ),
                "digits stand for so many empty squares",
            ));
        }
        at += row.len() + 1;
    }
    men.sort_by_key(|(square, _)| *square);
    Ok(men)
}

fn read_castling(
    spec: &Spec,
    field: Field<'_>,
    white: Seat,
    black: Seat,
    setup: &mut Setup,
) -> Result<(), FenError> {
    setup.castling.fill(false);
    if field.text == "-" {
        return Ok(());
    }
    for (offset, letter) in field.text.char_indices() {
        let here =
            Field { text: &field.text[offset..offset + letter.len_utf8()], at: field.at + offset };
        let (seat, king_side) = match letter {
            'K' => (white, true),
            'Q' => (white, false),
            'k' => (black, true),
            'q' => (black, false),
            _ => {
                return Err(here.error(
                    format!("`{letter}` is no castling right"),
                    "write some of `KQkq`, or `-`",
                ));
            }
        };
        let mut found = false;
        for wing in wings(spec, seat, king_side) {
            setup.castling[wing] = true;
            found = true;
        }
        if !found {
            return Err(here.error("these rules have no such castling", "write the others, or `-`"));
        }
    }
    Ok(())
}

/// The right that a skipped square stands for: of the pawn that the side not to move has just
/// set in front of it.
fn read_en_passant(
    spec: &Spec,
    field: Field<'_>,
    setup: &Setup,
) -> Result<(Seat, Square, Square), FenError> {
    let Some(skipped) = spec.geometry.square_named(field.text) else {
        return Err(field.error(
            format!("`{}` is no square of this board", field.text),
            "write the square that the pawn skipped, or `-`",
        ));
    };
    let pawn = setup.pieces.iter().find(|(square, man)| {
        man.colour() != setup.turn
            && spec.geometry.step(skipped, man.facing().forward()) == Some(*square)
    });
    match pawn {
        Some((square, man)) => Ok((man.colour(), skipped, *square)),
        None => Err(field.error(
            format!("no pawn has just passed over {}", field.text),
            "the pawn stands in front of the skipped square, and is not of the side to move",
        )),
    }
}
