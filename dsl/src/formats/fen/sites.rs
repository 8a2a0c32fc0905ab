//! The options that chess.com writes and that are not state here: accepted where they say what
//! the rules say anyway, refused where they would change them.

use quadrille_core::{Setup, Spec, StateId};

use super::options::{Entry, Spanned, Value};
use super::{FenError, key, seats};

type Check = fn(&Spec, &mut Setup, &Spanned) -> Result<(), FenError>;

const KEYS: &[(&str, Check)] = &[
    ("royal", royal),
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
    ("bank", bank),
];

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    KEYS.iter().map(|(name, _)| *name)
}

pub(super) fn knows(key: &str) -> bool {
    names().any(|name| name == key)
}

/// Takes an option over if it is one of these.
pub(super) fn read(spec: &Spec, setup: &mut Setup, entry: &Entry) -> Result<(), FenError> {
    match KEYS.iter().find(|(name, _)| *name == entry.key) {
        Some((_, check)) => check(spec, setup, &entry.value),
        None => Ok(()),
    }
}

fn rules_decide(value: &Spanned, what: &str) -> FenError {
    value.error(
        format!("{what} would change the rules"),
        "leave the option out: the ruleset decides this",
    )
}

/// Where each seat's royals stand; nothing new if royals stand there.
fn royal(spec: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    for (seat, squares) in seats(spec).zip(value.per_seat(spec.seats.len())?) {
        for name in squares.text()?.split(',').filter(|name| !name.is_empty()) {
            let square = spec.geometry.square_named(name);
            let royal = setup.pieces.iter().any(|(at, man)| {
                Some(*at) == square
                    && man.colour() == seat
                    && spec.kinds.get(man.kind().index()).is_some_and(|kind| kind.royal)
            });
            if !royal {
                return Err(squares.error(
                    format!("no royal of `{}` stands on `{name}`", key(spec, seat)),
                    "the ruleset says which kinds are royal; leave the option out",
                ));
            }
        }
    }
    Ok(())
}

fn lives(spec: &Spec, _: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    for lives in value.per_seat(spec.seats.len())? {
        if lives.number::<i64>()? != 1 {
            return Err(rules_decide(lives, "more lives than one"));
        }
    }
    Ok(())
}

/// Why seats are out: they must be out by the second field.
fn left(spec: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    for (seat, left) in seats(spec).zip(value.per_seat(spec.seats.len())?) {
        let active = setup.seat_states.get(seat.index()) == Some(&StateId::ACTIVE);
        if left.bool()? && active {
            return Err(left.error(
                format!("`{}` has left, but is not out by the second field", key(spec, seat)),
                "write 1 there; a king that still walks is said by 'seatState', 'armyState' and 'controller'",
            ));
        }
    }
    Ok(())
}

fn game_over(_: &Spec, _: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    match value.text()? {
        "" => Ok(()),
        _ => Err(value.error("the game is over", "leave the option out to play on from here")),
    }
}

/// Options that are only accepted empty.
fn nothing_said(_: &Spec, _: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    let says = |value: &Spanned| match &value.value {
        Value::Text(text) => !text.is_empty(),
        Value::Bool(value) => *value,
        Value::Number(number) => *number != 0,
        Value::Tuple(_) => true,
    };
    match value.tuple()?.iter().find(|value| says(value)) {
        Some(value) => Err(rules_decide(value, "this")),
        None => Ok(()),
    }
}

fn base_rank(_: &Spec, _: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    match value.number::<i64>()? {
        2 => Ok(()),
        _ => Err(rules_decide(value, "another base rank for pawns")),
    }
}

fn harmless(_: &Spec, _: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    match value.value {
        Value::Number(_) | Value::Bool(_) => Ok(()),
        _ => value.bool().map(|_| ()),
    }
}

fn dimensions(spec: &Spec, _: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    let board = format!("{}x{}", spec.geometry.files(), spec.geometry.ranks());
    if value.text()? == board {
        return Ok(());
    }
    Err(value.error(
        format!("a board of `{}`, and this ruleset's is `{board}`", value.text()?),
        "play a ruleset with such a board",
    ))
}

/// Men in hand: `rE,rH` for each seat.
fn bank(spec: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    // Older exports end the tuple with an empty entry too many.
    let banks = value.tuple()?;
    let (banks, rest) = banks.split_at(banks.len().min(spec.seats.len()));
    if banks.len() < spec.seats.len()
        || rest.iter().any(|bank| bank.value != Value::Text(String::new()))
    {
        value.per_seat(spec.seats.len())?;
    }
    for (seat, bank) in seats(spec).zip(banks) {
        let mut held = vec![0u8; spec.kinds.len()];
        for man in bank.text()?.split(',').filter(|man| !man.is_empty()) {
            let kind = man
                .strip_prefix(key(spec, seat))
                .and_then(|letter| super::moves::read_kind(spec, letter))
                .and_then(|kind| held.get_mut(kind.index()));
            match kind {
                Some(number) => *number = number.saturating_add(1),
                None => {
                    return Err(bank.error(
                        format!("`{man}` is no man of `{}`", key(spec, seat)),
                        "write the seat's letter and a kind's, separated by commas",
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
