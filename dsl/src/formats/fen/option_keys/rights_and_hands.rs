//! Defines an [`OptionKey`] for each of these parts: en passant rights, castling rights, hands and
//! shields.

use quadrille_core::{Colour, Setup, Spec, Square};

use super::OptionKey;
use crate::formats::fen::option_syntax::{OptionSpan, OptionValue};
use crate::formats::fen::seat_and_square_values::{a_square, show_square, some_seats};
use crate::formats::fen::{FenError, Mistake, key, seats, wings_in};

pub(super) const EN_PASSANT: OptionKey =
    OptionKey { name: "enPassant", read: read_en_passant, write: write_en_passant };

/// Reads the en passant rights of each colour. White space separates the rights. A right is written
/// `skipped:pawn`, with the square that was skipped and the square of the pawn.
fn read_en_passant(spec: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    for (colour, rights) in seats(spec).zip(value.per_seat(spec.seats.len())?) {
        for right in rights.text()?.split_whitespace() {
            let Some((skipped, pawn)) = right.split_once(':') else {
                return Err(rights.error(
                    Mistake::InvalidEnPassant(right.to_owned()),
                    "write the skipped square and the pawn's, as in `d3:d4`",
                ));
            };
            let right = (colour, a_square(spec, rights, skipped)?, a_square(spec, rights, pawn)?);
            setup.en_passant.push(right);
        }
    }
    setup.en_passant.sort_unstable();
    Ok(())
}

fn write_en_passant(spec: &Spec, setup: &Setup) -> Option<OptionValue> {
    let of = |colour: Colour| {
        let mut rights: Vec<_> =
            setup.en_passant.iter().filter(|(owner, ..)| *owner == colour).collect();
        rights.sort_unstable();
        let show = |(_, skipped, pawn): &&(Colour, Square, Square)| {
            format!("{}:{}", show_square(spec, *skipped), show_square(spec, *pawn))
        };
        rights.iter().map(show).collect::<Vec<_>>().join(" ")
    };
    (!setup.en_passant.is_empty()).then(|| OptionValue::texts(seats(spec).map(of)))
}

pub(super) const CASTLING: OptionKey =
    OptionKey { name: "castling", read: read_castling, write: write_castling };

/// Reads a flag for each castling move. The two castling fields of FEN4 have only one flag for all
/// castling moves of a seat to one side. So this option is needed if a seat has several castling
/// moves to one side, and only some of the rights are left.
fn read_castling(spec: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    let rights = value.tuple()?;
    if rights.len() != spec.castling.len() {
        return Err(value.error(
            Mistake::CastlingEntries { found: rights.len(), rules: spec.castling.len() },
            "write one entry for each, in the rules' order",
        ));
    }
    setup.castling = rights.iter().map(OptionSpan::bool).collect::<Result<_, _>>()?;
    Ok(())
}

fn write_castling(spec: &Spec, setup: &Setup) -> Option<OptionValue> {
    let shared = seats(spec).flat_map(|seat| [(seat, true), (seat, false)]).any(|(seat, side)| {
        let mut rights = wings_in(spec, setup, seat, side).map(|wing| setup.castling.get(wing));
        let first = rights.next();
        rights.any(|right| Some(right) != first)
    });
    let rights = setup.castling.iter().map(|right| OptionValue::Number(i64::from(*right)));
    shared.then(|| OptionValue::tuple(rights))
}

pub(super) const HAND: OptionKey = OptionKey { name: "hand", read: read_hand, write: write_hand };

/// Reads the pieces in the hand of each seat, such as `Q1P3`. A letter may have a number after it.
fn read_hand(spec: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    let hands = value.per_seat(spec.seats.len())?;
    setup.hands = hands.iter().map(|hand| one_hand(spec, hand)).collect::<Result<_, _>>()?;
    Ok(())
}

fn one_hand(spec: &Spec, value: &OptionSpan) -> Result<Vec<u8>, FenError> {
    let mut held = vec![0; spec.kinds.len()];
    let mut rest = value.text()?;
    while let Some(letter) = rest.chars().next() {
        let after = rest.get(letter.len_utf8()..).unwrap_or_default();
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        let (number, after) = after.split_at(digits);
        let place = spec.kind_of_letter(letter).and_then(|kind| held.get_mut(kind.index()));
        match (place, number.parse()) {
            (Some(place), Ok(number)) => *place = number,
            _ => {
                return Err(value.error(
                    Mistake::InvalidHand(format!("{letter}{number}")),
                    "write letters of kinds with numbers up to 255, as in `Q1P3`",
                ));
            }
        }
        rest = after;
    }
    Ok(held)
}

fn write_hand(spec: &Spec, setup: &Setup) -> Option<OptionValue> {
    let show = |hand: &Vec<u8>| {
        let held = spec.kinds.iter().zip(hand).filter(|(_, number)| **number > 0);
        held.map(|(kind, number)| format!("{}{number}", kind.letter)).collect::<String>()
    };
    // If the rules fill hands at the start, an empty hand must be written.
    let written = !spec.hands.is_empty() || setup.hands.iter().flatten().any(|number| *number > 0);
    written.then(|| OptionValue::texts(setup.hands.iter().map(show)))
}

pub(super) const SHIELDS: OptionKey =
    OptionKey { name: "shields", read: read_shields, write: write_shields };

/// Reads the colours whose removal has begun. The remaining pieces of such a colour still shield a
/// king.
fn read_shields(spec: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    setup.shields = some_seats(spec, value)?;
    Ok(())
}

fn write_shields(spec: &Spec, setup: &Setup) -> Option<OptionValue> {
    let keys = setup.shields.iter().map(|seat| key(spec, *seat).to_string());
    (!setup.shields.is_empty()).then(|| OptionValue::texts(keys))
}
