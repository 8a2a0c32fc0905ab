//! Reads and writes the castling and en passant fields of plain FEN.

use quadrille_core::{Piece, Seat, Setup, Spec, Square};

use super::FenSides;
use crate::formats::fen::{FenError, Field, Mistake, wings, wings_in};

/// Reads castling rights. They are letters for the sides of the board (`KQkq`), or letters of
/// rooks' files as in X-FEN and Shredder-FEN. If castling moves share rights, a letter for a side
/// means the outermost rook of this side.
pub(super) fn read_castling(
    spec: &Spec,
    field: Field<'_>,
    sides: FenSides,
    setup: &mut Setup,
) -> Result<(), FenError> {
    setup.castling.fill(false);
    if field.text == "-" {
        return Ok(());
    }
    for (offset, letter) in field.text.char_indices() {
        let text = field.text.get(offset..offset + letter.len_utf8()).unwrap_or_default();
        let here = Field { text, at: field.at + offset };
        let seat = if letter.is_ascii_uppercase() { sides.upper } else { sides.lower };
        let of_side = match letter.to_ascii_lowercase() {
            'k' => Some(true),
            'q' => Some(false),
            _ => None,
        };
        let mut found: Vec<usize> =
            of_side.map_or_else(Vec::new, |side| of_outermost_rook(spec, setup, seat, side));
        if found.is_empty() && letter.is_ascii_alphabetic() {
            found = of_file(spec, setup, seat, letter);
        }
        if found.is_empty() {
            return Err(no_right(spec, here, letter, of_side.is_some()));
        }
        for wing in found {
            setup.castling[wing] = true;
        }
    }
    Ok(())
}

/// Returns the castling moves of a seat to one side. If castling moves share rights, returns only
/// the moves with the rook that is farthest from the king.
fn of_outermost_rook(spec: &Spec, setup: &Setup, seat: Seat, king_side: bool) -> Vec<usize> {
    let distance = |number: &usize| {
        let wing = &spec.castling[*number];
        let [king, rook] = [wing.king.0, wing.rook.0].map(|square| spec.geometry.cell(square));
        wing.shares_rights.then(|| king.file.abs_diff(rook.file) + king.rank.abs_diff(rook.rank))
    };
    let all: Vec<usize> = wings_in(spec, setup, seat, king_side).collect();
    let outermost = all.iter().filter_map(distance).max();
    let held = |number: &usize| distance(number).is_none() || distance(number) == outermost;
    all.into_iter().filter(held).collect()
}

/// Returns the castling moves of a seat with the rook on this file. A castling move is left out if
/// no piece of the seat is on the king's square for castling.
fn of_file(spec: &Spec, setup: &Setup, seat: Seat, letter: char) -> Vec<usize> {
    let home = |number: &usize| {
        spec.castling.get(*number).is_some_and(|wing| {
            let file = b'a' + spec.geometry.cell(wing.rook.0).file;
            let king = setup.pieces.iter().find(|(square, _)| *square == wing.king.0);
            char::from(file) == letter.to_ascii_lowercase()
                && king.is_some_and(|(_, piece)| piece.colour() == seat)
        })
    };
    let both = [true, false].into_iter();
    both.flat_map(|side| wings_in(spec, setup, seat, side)).filter(home).collect()
}

fn no_right(spec: &Spec, here: Field<'_>, letter: char, of_side: bool) -> FenError {
    if spec.castling.is_empty() {
        return here.error(Mistake::NoSuchCastling, "write `-`");
    }
    if of_side {
        return here.error(Mistake::NoSuchCastling, "write the other rights, or `-`");
    }
    let files = usize::from(spec.geometry.files()).min(26) as u8;
    if !letter.is_ascii_alphabetic() || letter.to_ascii_lowercase() as u8 - b'a' >= files {
        return here.error(
            Mistake::InvalidRight(letter),
            "write some of `KQkq`, files of rooks such as `HAha`, or `-`",
        );
    }
    let name = |square| spec.geometry.name(square);
    let ways: Vec<_> = spec
        .castling
        .iter()
        .map(|wing| format!("{}-{}", name(wing.king.0), name(wing.rook.0)))
        .collect();
    here.error(
        Mistake::NoSuchRook { letter, file: letter.to_ascii_lowercase() },
        format!("these rules castle with king and rook on {}", ways.join(", ")),
    )
}

/// Writes castling rights as in X-FEN. If the letter of a side would mean other rights, the letters
/// of the rooks' files are written instead.
pub(super) fn write_castling(spec: &Spec, setup: &Setup, sides: FenSides) -> String {
    let mut text = String::new();
    for (seat, upper) in [(sides.upper, true), (sides.lower, false)] {
        for (side, letter) in [(true, 'k'), (false, 'q')] {
            let right = |wing: &usize| setup.castling.get(*wing) == Some(&true);
            let held: Vec<_> = wings(spec, seat, side).filter(right).collect();
            let mut letters = vec![letter];
            if held != of_outermost_rook(spec, setup, seat, side) {
                let file = |wing: &usize| spec.geometry.cell(spec.castling[*wing].rook.0).file;
                letters = held.iter().map(|wing| char::from(b'a' + file(wing))).collect();
            }
            let cased = |letter: char| if upper { letter.to_ascii_uppercase() } else { letter };
            if !held.is_empty() {
                text.extend(letters.into_iter().map(cased));
            }
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

/// Reads en passant rights. The pawn that skipped a square is the first piece in front of this
/// square. The pawn belongs to the side that is not to move.
pub(super) fn read_en_passant(
    spec: &Spec,
    field: Field<'_>,
    setup: &mut Setup,
) -> Result<(), FenError> {
    let mut at = 0;
    while let Some(rest) = field.text.get(at..).filter(|rest| !rest.is_empty()) {
        let digits = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let after = rest.get(digits..).unwrap_or_default();
        let end = after.find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |end| digits + end);
        let here = Field { text: rest.get(..end).unwrap_or(rest), at: field.at + at };
        let Some(skipped) = spec.geometry.square_named(here.text) else {
            return Err(here.error(
                Mistake::UnknownSquare(here.text.to_owned()),
                "write the square that the pawn skipped, or `-`",
            ));
        };
        let passed = setup.pieces.iter().find(|(square, piece)| {
            piece.colour() != setup.turn
                && next_ahead(spec, setup, skipped, *piece) == Some(*square)
        });
        match passed {
            Some((square, piece)) => {
                let right = (piece.colour(), skipped, *square);
                setup.en_passant.push(right);
            }
            None => {
                return Err(here.error(
                    Mistake::NoPassingPawn(here.text.to_owned()),
                    "write the square that a pawn of the side not to move has just skipped, or `-`",
                ));
            }
        }
        at += end;
    }
    setup.en_passant.sort_unstable();
    Ok(())
}

/// Returns the square of the first piece in front of a skipped square. Further empty squares may
/// lie between, because the pawn may have skipped several squares.
fn next_ahead(spec: &Spec, setup: &Setup, skipped: Square, piece: Piece) -> Option<Square> {
    let forward = piece.facing().forward();
    let longest = spec.geometry.files().max(spec.geometry.ranks());
    let ahead = std::iter::successors(Some(skipped), |at| spec.geometry.step(*at, forward));
    ahead
        .skip(1)
        .take(usize::from(longest))
        .find(|ahead| setup.pieces.iter().any(|(square, _)| square == ahead))
}
