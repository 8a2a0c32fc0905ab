//! Reads the options that only chess.com writes. An unset option is ignored. An option that agrees
//! with the rules is accepted. An option that would change the rules is rejected.

use quadrille_core::{Setup, Spec, StateId};

use super::option_syntax::{FenOption, OptionSpan, OptionValue};
use super::{FenError, Mistake, check_counts, key, promoted_pieces, seats};

type OptionCheck = fn(&Spec, &mut Setup, &OptionSpan) -> Result<(), FenError>;

const KEYS: &[(&str, OptionCheck)] = &[
    ("royal", royal),
    ("royal8x8", other_royals),
    ("kingSquares", royal),
    ("lives", lives),
    ("resigned", left),
    ("flagged", left),
    ("stalemated", left),
    ("gameOver", game_over),
    ("zombieImmune", nothing_said),
    ("zombieType", nothing_said),
    ("seirawanDrops", nothing_said),
    ("pawnsBaseRank", base_rank),
    ("pawnBaseRank", base_rank),
    ("uniquify", harmless),
    ("std2pc", harmless),
    ("wb", harmless),
    ("dim", dimensions),
    ("noCorners", no_corners),
    ("boxOffset", harmless),
    ("setupPoints", setup_points),
    ("setupComplete", each_yes_or_no),
    ("promotedFrom", promoted_from),
    ("bank", bank),
];

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    KEYS.iter().map(|(name, _)| *name)
}

pub(super) fn knows(key: &str) -> bool {
    names().any(|name| name == key)
}

/// Returns `true` if chess.com writes this option.
pub(super) fn is_of_site(key: &str) -> bool {
    key == "enPassant" || knows(key)
}

/// Returns `true` if the option states on which rank pawns start.
pub(super) fn is_base_rank(key: &str) -> bool {
    matches!(key, "pawnsBaseRank" | "pawnBaseRank")
}

/// Returns `true` if the option contains squares.
pub(super) fn names_squares(key: &str) -> bool {
    matches!(key, "enPassant" | "royal" | "kingSquares" | "promotedFrom")
}

/// Applies an option if [`KEYS`] contains it. Ignores an option that is not set.
pub(super) fn read(spec: &Spec, setup: &mut Setup, entry: &FenOption) -> Result<(), FenError> {
    // For this option, zero does not mean "unset". It means that pawns never move two squares.
    let rank = matches!(entry.value.value, OptionValue::Number(_)) && is_base_rank(&entry.key);
    if entry.value.value.is_unset() && !rank {
        return Ok(());
    }
    match KEYS.iter().find(|(name, _)| *name == entry.key) {
        Some((_, check)) => check(spec, setup, &entry.value),
        None => Ok(()),
    }
}

fn rules_decide(value: &OptionSpan, what: &'static str) -> FenError {
    value.error(Mistake::ChangesRules(what), "remove the option: the ruleset decides this")
}

/// Checks that a seat has a royal on each square that is given for this seat.
fn royal(spec: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    for (seat, squares) in seats(spec).zip(value.per_seat(spec.seats.len())?) {
        for name in squares.text()?.split(',').filter(|name| !name.is_empty()) {
            let square = spec.geometry.square_named(name);
            let royal = setup.pieces.iter().any(|(at, piece)| {
                Some(*at) == square
                    && piece.colour() == seat
                    && spec.kinds.get(piece.kind().index()).is_some_and(|kind| kind.royal)
            });
            if !royal {
                return Err(squares.error(
                    Mistake::NoRoyal { seat: key(spec, seat), square: name.to_owned() },
                    "remove the option: the ruleset decides which kinds are royal",
                ));
            }
        }
    }
    Ok(())
}

fn other_royals(_: &Spec, _: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    Err(rules_decide(value, "other royal pieces"))
}

/// Reads the number of lives that each seat has left. This number is stored in the counter `lives`.
/// If a game for two players counts checks instead, the option contains the number of checks that
/// the other seat still has to give.
fn lives(spec: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    let lives = value.per_seat(spec.seats.len())?;
    let counter =
        spec.counters.iter().position(|counter| counter.per_seat && counter.name == "lives");
    for (seat, lives) in seats(spec).zip(lives) {
        let number = if lives.value.is_unset() { 1 } else { lives.number::<i32>()? };
        let of_counter = counter.and_then(|number| Some((number, spec.counters.get(number)?)));
        if let Some((place, counter)) = of_counter {
            if !(counter.min..=counter.max).contains(&number) {
                let help = format!("write a number from {} to {}", counter.min, counter.max);
                return Err(lives.error(Mistake::CounterValues(number.to_string()), help));
            }
            setup.counters[place][seat.index()] = number;
        } else if let (Some(_), [_, _]) = (check_counts::counter(spec), &spec.seats[..]) {
            let other = seats(spec).find(|other| *other != seat).unwrap_or(seat);
            check_counts::set_left(spec, setup, other, number).ok_or_else(|| {
                let help = "write the number of checks that would lose the game";
                lives.error(Mistake::CounterValues(number.to_string()), help)
            })?;
        } else if number != 1 {
            return Err(rules_decide(lives, "more lives than one"));
        }
    }
    Ok(())
}

/// Compares an option such as `resigned` with the second field of the position. If a seat has left
/// according to the option, the seat must be out according to the second field.
fn left(spec: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    for (seat, left) in seats(spec).zip(value.per_seat(spec.seats.len())?) {
        let active = setup.seat_states.get(seat.index()) == Some(&StateId::ACTIVE);
        if left.bool()? && active {
            return Err(left.error(
                Mistake::LeftAndActive(key(spec, seat)),
                "write 1 in that field; for a king that still moves, use 'seatState', 'armyState' \
                 and 'controller'",
            ));
        }
    }
    Ok(())
}

fn game_over(_: &Spec, _: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    match value.text()? {
        "" => Ok(()),
        _ => Err(value.error(Mistake::Over, "remove the option to continue from here")),
    }
}

/// Rejects an option in which any value is set.
fn nothing_said(_: &Spec, _: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    let inner = value.tuple()?.iter().find(|value| !value.value.is_unset());
    Err(rules_decide(inner.unwrap_or(value), "this"))
}

/// Rejects an option with points that players spend to set up their armies.
fn setup_points(_: &Spec, _: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    let inner = value.tuple()?.iter().find(|value| !value.value.is_unset());
    Err(rules_decide(inner.unwrap_or(value), "a phase in which players set up their armies"))
}

/// Checks that the option has a boolean for each seat. A boolean is `true` if the player has set up
/// the army. The booleans have no effect on a position.
fn each_yes_or_no(spec: &Spec, _: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    value.per_seat(spec.seats.len())?.iter().try_for_each(|value| value.bool().map(|_| ()))
}

/// Rejects the option if it is true and a corner of the board is a hole.
fn no_corners(spec: &Spec, _: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    let (files, ranks) = (i32::from(spec.geometry.files()), i32::from(spec.geometry.ranks()));
    let corners = [(0, 0), (files - 1, 0), (0, ranks - 1), (files - 1, ranks - 1)];
    let squares = corners.iter().all(|(file, rank)| spec.geometry.at(*file, *rank).is_some());
    match value.bool()? && !squares {
        true => Err(rules_decide(value, "a board whose corners are squares")),
        false => Ok(()),
    }
}

/// Reads the option for promoted pieces. For the square of each promoted piece, the option has the
/// piece before the promotion: `{'h8':'rP'}`.
fn promoted_from(spec: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    let OptionValue::Map(entries) = &value.value else {
        return Err(value.error(
            Mistake::Expected { found: value.value.to_string(), expected: "a map of squares" },
            "write `{'h8':'P'}`: the square of the piece, and the letter of its earlier kind",
        ));
    };
    for entry in entries {
        let square = super::seat_and_square_values::a_square(spec, &entry.value, &entry.key)?;
        let letter = entry.value.text()?.chars().last().unwrap_or(' ');
        let from = spec.kind_of_letter(letter).ok_or_else(|| {
            entry.value.error(Mistake::UnknownKind(letter), "write the letter of a kind of piece")
        })?;
        let piece = setup.pieces.iter_mut().find(|(at, _)| *at == square).map(|(_, piece)| piece);
        let after = piece.map(|piece| (promoted_pieces::after(spec, *piece, Some(from)), piece));
        match after {
            Some((Ok(marked), piece)) => *piece = marked,
            _ => {
                let kind = Mistake::NeverPromoted(letter);
                return Err(entry
                    .value
                    .error(kind, "name the square of a piece that this kind promotes to"));
            }
        }
    }
    Ok(())
}

fn base_rank(_: &Spec, _: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    match value.number::<i64>()? {
        2 => Ok(()),
        _ => Err(rules_decide(value, "another base rank for pawns")),
    }
}

fn harmless(_: &Spec, _: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    match value.value {
        OptionValue::Number(_) | OptionValue::Bool(_) => Ok(()),
        _ => value.bool().map(|_| ()),
    }
}

fn dimensions(spec: &Spec, _: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    let board = format!("{}x{}", spec.geometry.files(), spec.geometry.ranks());
    if value.text()? == board {
        return Ok(());
    }
    Err(value.error(
        Mistake::OtherBoard { found: value.text()?.to_owned(), board },
        "use a ruleset with such a board",
    ))
}

/// Reads the pieces in the hand of each seat, such as `rE,rH`.
fn bank(spec: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    // Older exports end the tuple with an extra empty entry.
    let banks = value.tuple()?;
    let (banks, rest) = banks.split_at(banks.len().min(spec.seats.len()));
    if banks.len() < spec.seats.len()
        || rest.iter().any(|bank| bank.value != OptionValue::Text(String::new()))
    {
        value.per_seat(spec.seats.len())?;
    }
    for (seat, bank) in seats(spec).zip(banks) {
        let mut held = vec![0u8; spec.kinds.len()];
        for piece in bank.text()?.split(',').filter(|piece| !piece.is_empty()) {
            let kind = piece
                .strip_prefix(key(spec, seat))
                .and_then(|letter| super::move_options::read_kind(spec, letter))
                .and_then(|kind| held.get_mut(kind.index()));
            match kind {
                Some(number) => *number = number.saturating_add(1),
                None => {
                    return Err(bank.error(
                        Mistake::NotItsPiece { piece: piece.to_owned(), seat: key(spec, seat) },
                        "write a seat's and a kind's letter for each piece, separated by commas",
                    ));
                }
            }
        }
        if let Some(hand) = setup.hands.get_mut(seat.index()) {
            *hand = held;
        }
    }
    Ok(())
}
