//! Reads and writes the number of checks that each seat has given. Rules that count checks use a
//! counter `checks` of each seat.
//!
//! The maximum of this counter is the number of checks needed to win. If the maximum is too large
//! to have this meaning, three checks win. Other programs write the number of checks left (`3+3`)
//! or the number of checks given (`+0+0`).

use quadrille_core::rules::{Counter, Holds};
use quadrille_core::{Seat, Setup, Spec};

use super::{FenError, Field, Mistake};

/// Returns the index of the counter `checks`, which counts the checks that each seat has given.
pub(super) fn counter(spec: &Spec) -> Option<usize> {
    spec.counters.iter().position(|counter| {
        counter.per_seat && counter.name == "checks" && counter.holds == Holds::Number
    })
}

/// If the counter's maximum is at most this number, the maximum is the number of checks needed to
/// win.
const MAX_GOAL: i32 = 20;
/// The number of checks needed to win if the counter's maximum is larger than `MAX_GOAL`.
const USUAL_GOAL: i32 = 3;

/// Returns the number of checks with which a seat wins.
fn goal(counter: &Counter) -> i32 {
    if counter.max <= MAX_GOAL { counter.max } else { USUAL_GOAL }
}

/// Sets the number of checks that a seat still has to give. Returns `None` if the counter does not
/// exist or can't hold the resulting number.
pub(super) fn set_left(spec: &Spec, setup: &mut Setup, seat: Seat, left: i32) -> Option<()> {
    let number = counter(spec)?;
    let counter = spec.counters.get(number)?;
    let given = goal(counter).checked_sub(left)?;
    let held = setup.counters.get_mut(number)?.get_mut(seat.index())?;
    *held = Some(given).filter(|given| (counter.min..=counter.max).contains(given))?;
    Some(())
}

/// Returns `true` if a field has the form of check counts.
pub(super) fn is_field(field: Field<'_>) -> bool {
    parts(field.text).is_some()
}

/// Returns the two numbers of a field. The boolean is `true` if the numbers count the checks given,
/// and `false` if they count the checks left.
fn parts(text: &str) -> Option<([&str; 2], bool)> {
    let (rest, given) = match text.strip_prefix('+') {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let (first, second) = rest.split_once('+')?;
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    (number(first) && number(second)).then_some(([first, second], given))
}

/// Reads the check counts. The first number is for the seat that has the upper-case letters.
pub(super) fn read(
    spec: &Spec,
    setup: &mut Setup,
    field: Field<'_>,
    seats: [Seat; 2],
) -> Result<(), FenError> {
    let counter = counter(spec).and_then(|place| Some((place, spec.counters.get(place)?)));
    let (Some((place, counter)), Some((numbers, given))) = (counter, parts(field.text)) else {
        return Err(field.error(
            Mistake::NoChecks,
            "omit the field, or declare `rules.counter(\"checks\", \"seat\", 0, 3)` in a rule script",
        ));
    };
    for (seat, number) in seats.into_iter().zip(numbers) {
        let number = number.parse::<i32>().ok();
        let number = number.map(|number| if given { number } else { goal(counter) - number });
        let value = number.filter(|number| (counter.min..=counter.max).contains(number));
        let held = setup.counters.get_mut(place).and_then(|of| of.get_mut(seat.index()));
        match (value, held) {
            (Some(value), Some(held)) => *held = value,
            _ => {
                let help = format!(
                    "write numbers up to {}; the greatest value of the counter `checks` is the number that wins",
                    goal(counter)
                );
                return Err(field.error(Mistake::CounterValues(field.text.to_owned()), help));
            }
        }
    }
    Ok(())
}

/// Writes the numbers of checks that are left. Returns `None` if the rules do not count checks.
pub(super) fn write(spec: &Spec, setup: &Setup, seats: [Seat; 2]) -> Option<String> {
    let number = counter(spec)?;
    let most = goal(spec.counters.get(number)?);
    let [first, second] = seats.map(|seat| {
        setup.counters.get(number).and_then(|of| of.get(seat.index())).map(|given| most - given)
    });
    Some(format!("{}+{}", first?, second?))
}
