//! Converts the arguments of effects from script values to core values.

use quadrille_core::{Kind, Protect, Restriction, Seat, SeatResult, Seats, Square, Subject};
use rhai::{Array, Dynamic, Map};

use super::board_values::{elements, texts};
use super::find_queries::zone;
use super::rule_facts::Facts;
use crate::diagnostic::suggest;
use crate::formats::fen::PROTECTIONS;
use crate::script::interface::native::{Fallible, Value, advised, fail, failure};
use crate::script::interface::signature::{PROTECT, RESULT};

/// The maximum length of a word in a question or an offer, in bytes.
pub(crate) const MAX_WORD: usize = 32;

/// Returns the result of a seat for a word such as `win`.
pub(super) fn result(word: &str) -> Fallible<SeatResult> {
    match SeatResult::named(word) {
        Some(result) => Ok(result),
        None => fail(format!("there is no result `{word}`; use one of: {}", RESULT.join(", "))),
    }
}

/// Returns the protection of royals that a word names, such as `safe`.
pub(crate) fn protection(word: &str) -> Fallible<Protect> {
    match PROTECTIONS.iter().find(|(known, _)| *known == word) {
        Some((_, protect)) => Ok(*protect),
        None => {
            let help = suggest(word, PROTECT.iter().copied())
                .unwrap_or_else(|| format!("use one of: {}", PROTECT.join(", ")).into());
            Err(advised(format!("there is no protection `{word}`"), help))
        }
    }
}

/// Converts a map from the names of all seats to a list with a value for each seat, in order.
/// `what` names the values in messages.
pub(super) fn for_each_seat<T>(
    facts: &Facts,
    map: &Map,
    what: &str,
    convert: impl Fn(&str, Dynamic) -> Fallible<T>,
) -> Fallible<Vec<T>> {
    for name in map.keys() {
        facts.seat(name)?;
    }
    let of_seat = |seat| {
        let name = facts.seat_name(seat);
        match map.get(name.as_str()) {
            Some(value) => convert(name.as_str(), value.clone()),
            None => fail(format!("{name} has no {what}")),
        }
    };
    facts.seats().map(of_seat).collect()
}

pub(super) fn number(n: i64) -> Fallible<i32> {
    i32::try_from(n).map_err(|_| failure(format!("the number {n} is out of range")))
}

/// Returns a word of a question or an offer, or an error if the text of an action can't contain the
/// word.
pub(super) fn word(text: &str) -> Fallible<String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if text.is_empty() || text.len() > MAX_WORD || !text.chars().all(plain) {
        return fail(format!(
            "`{text}` is not a valid word: use at most {MAX_WORD} letters, digits, `-` and `_`"
        ));
    }
    Ok(text.to_owned())
}

/// Converts the subject of a question from a script value. The subject is a number, a seat, a
/// square or nothing.
pub(super) fn subject(about: &Dynamic) -> Fallible<Subject> {
    if let Some(seat) = about.clone().try_cast::<Seat>() {
        return Ok(Subject::Seat(seat));
    }
    if let Some(square) = about.clone().try_cast::<Square>() {
        return Ok(Subject::Square(square));
    }
    if about.is_unit() {
        return Ok(Subject::Nothing);
    }
    match about.as_int() {
        Ok(n) => number(n).map(Subject::Number),
        Err(_) => fail("a question can be about a seat, a square or a number"),
    }
}

/// Converts the subject of a question to the value that a hook receives.
pub(crate) fn subject_value(about: Subject) -> Value {
    match about {
        Subject::Nothing => Value::Nothing,
        Subject::Number(n) => Value::Int(n.into()),
        Subject::Seat(seat) => Value::Seat(seat),
        Subject::Square(square) => Value::Square(square),
    }
}

/// Returns the seat of a script value. Returns `None` for `()`, which means that nature acts
/// instead of a seat.
pub(super) fn seat_or_nobody(by: &Dynamic) -> Fallible<Option<Seat>> {
    if by.is_unit() {
        return Ok(None);
    }
    match by.clone().try_cast::<Seat>() {
        Some(seat) => Ok(Some(seat)),
        None => fail("only a seat, or nature as `()`, can control an army"),
    }
}

/// Returns the kinds that an array names, as a set that has one bit for each kind.
pub(crate) fn kind_bits(facts: &Facts, kinds: &Array) -> Fallible<u32> {
    texts(kinds, "names of kinds")?
        .iter()
        .try_fold(0, |bits, name| Ok(bits | 1 << facts.kind(name)?.index()))
}

/// Returns the restrictions that a map such as `#{ safe: true, spares: "royals" }` describes. They
/// are in the order of [`Restriction::BY_RESTRICT`].
pub(super) fn restrictions(facts: &Facts, map: &Map) -> Fallible<Vec<Restriction>> {
    if let Some(key) = map.keys().find(|key| !Restriction::BY_RESTRICT.contains(&key.as_str())) {
        let help = suggest(key, Restriction::BY_RESTRICT.iter().copied()).unwrap_or_else(|| {
            format!("use one of: {}", Restriction::BY_RESTRICT.join(", ")).into()
        });
        return Err(advised(format!("there is no restriction `{key}`"), help));
    }
    let kinds = |key: &str, value: &Dynamic| match value.clone().try_cast::<Array>() {
        Some(kinds) => kind_bits(facts, &kinds),
        None => fail(format!("`{key}` takes an array of kinds")),
    };
    let seats = |key: &str, value: &Dynamic| match value.clone().try_cast::<Array>() {
        Some(seats) => {
            let seats: Seats = elements::<Seat>(&seats, "seats")?.into_iter().collect();
            Ok(seats.0)
        }
        None => fail(format!("`{key}` takes an array of seats")),
    };
    let squares = |key: &str, value: &Dynamic| {
        let squares: Vec<Square> = zone(facts, key, value)?.into_iter().collect();
        if squares.is_empty() { fail(format!("`{key}` has no square")) } else { Ok(squares) }
    };
    let mut found = Vec::new();
    for key in Restriction::BY_RESTRICT {
        let Some(value) = map.get(*key) else { continue };
        found.push(match *key {
            "safe" if value.as_bool() == Ok(true) => Restriction::Safe,
            "safe" => return fail("`safe` takes only `true`"),
            "lifts" => match value.clone().try_cast::<Square>() {
                Some(square) => Restriction::Lifts(square),
                None => return fail("`lifts` takes a square"),
            },
            "kinds" => Restriction::Kinds(kinds(key, value)?),
            "colours" => Restriction::Colours(seats(key, value)?),
            "from" => Restriction::From(squares(key, value)?),
            "to" => Restriction::To(squares(key, value)?),
            "captures" => Restriction::Captures(seats(key, value)?),
            _ => match value.clone().into_immutable_string() {
                Ok(word) if word == "royals" => Restriction::Spares(facts.royal_kinds()),
                Ok(word) => {
                    return fail(format!(
                        "`spares` takes \"royals\" or an array of kinds, not `{word}`"
                    ));
                }
                Err(_) => Restriction::Spares(kinds(key, value)?),
            },
        });
    }
    if found.is_empty() {
        return fail("`restrict` needs at least one restriction");
    }
    Ok(found)
}

/// Returns `true` if a set of kinds contains a kind. The set must come from [`kind_bits`].
pub(crate) fn has(bits: u32, kind: Kind) -> bool {
    bits >> kind.index() & 1 == 1
}
