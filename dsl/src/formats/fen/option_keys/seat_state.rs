//! Defines an [`OptionKey`] for each part of the state of seats and armies: turn order, states,
//! controllers, counters, relations and results.

use quadrille_core::rules::{Held, Holds, SeatResult};
use quadrille_core::{Seat, Setup, Spec, StateId};

use super::OptionKey;
use crate::diagnostic::suggest;
use crate::formats::fen::option_syntax::{FenOption, OptionSpan, OptionValue};
use crate::formats::fen::seat_and_square_values::{
    a_seat, maybe_seat, per_seat, read_states, seat_of, show_seat, show_word, some_seats, word,
};
use crate::formats::fen::{FenError, Mistake, index_in_order, key, list, points, seats};
use crate::formats::memory_text;

/// The maximum length of a turn order.
const MAX_ORDER: usize = 64;

pub(super) const ORDER: OptionKey =
    OptionKey { name: "order", read: read_order, write: write_order };

fn read_order(spec: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    let order = some_seats(spec, value)?;
    if order.is_empty() || order.len() > MAX_ORDER {
        return Err(value.error(Mistake::OrderLength { max: MAX_ORDER }, "name the seats in order"));
    }
    setup.pointer = index_in_order(&order, setup.turn);
    setup.order = Some(order);
    Ok(())
}

fn write_order(spec: &Spec, setup: &Setup) -> Option<OptionValue> {
    let order = setup.order.as_ref()?;
    Some(OptionValue::texts(order.iter().map(|seat| key(spec, *seat).to_string())))
}

pub(super) const NEXT: OptionKey = OptionKey { name: "next", read: read_next, write: write_next };

/// Reads the index of the current turn in the turn order.
fn read_next(_: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    setup.pointer = value.number()?;
    Ok(())
}

fn write_next(spec: &Spec, setup: &Setup) -> Option<OptionValue> {
    let order = setup.order.as_ref().unwrap_or(&spec.order);
    let usual = index_in_order(order, setup.turn);
    (setup.pointer != usual).then(|| OptionValue::Number(i64::from(setup.pointer)))
}

fn show_state(spec: &Spec, state: StateId) -> String {
    spec.states.get(state.0 as usize).map_or("?", |state| &state.name).to_owned()
}

/// Returns the state of each seat as the flags of the second field represent it: active or dead.
fn flagged(setup: &Setup) -> Vec<StateId> {
    let dead = |state: &StateId| match *state {
        StateId::ACTIVE => StateId::ACTIVE,
        _ => StateId::DEAD,
    };
    setup.seat_states.iter().map(dead).collect()
}

/// Returns the default state of each army. This is the state of the army's seat. If the seat has
/// the state `gone`, the army is dead.
fn of_seats(setup: &Setup) -> Vec<StateId> {
    let army = |state: &StateId| match *state {
        StateId::GONE => StateId::DEAD,
        state => state,
    };
    setup.seat_states.iter().map(army).collect()
}

/// Reads the states of the seats from the options. This function is for positions without the field
/// that lists the seats that have left.
pub(in crate::formats::fen) fn read_states_freely(
    spec: &Spec,
    setup: &mut Setup,
    entries: &[FenOption],
) -> Result<(), FenError> {
    if let Some(entry) = entries.iter().find(|entry| entry.key == "seatState") {
        setup.seat_states = read_states(spec, &setup.seat_states, &entry.value)?;
    }
    Ok(())
}

pub(super) const SEAT_STATE: OptionKey =
    OptionKey { name: "seatState", read: read_seat_state, write: write_seat_state };

fn read_seat_state(spec: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    let states = read_states(spec, &setup.seat_states, value)?;
    for (seat, (state, flag)) in seats(spec).zip(states.iter().zip(&setup.seat_states)) {
        if (*state == StateId::ACTIVE) != (*flag == StateId::ACTIVE) {
            return Err(value.error(
                Mistake::StateContradiction {
                    seat: key(spec, seat),
                    state: show_state(spec, *state),
                },
                "write 1 in the second field for each seat that is not active, and 0 for the others",
            ));
        }
    }
    setup.seat_states = states;
    setup.army_states = of_seats(setup);
    Ok(())
}

fn write_seat_state(spec: &Spec, setup: &Setup) -> Option<OptionValue> {
    per_seat(&setup.seat_states, &flagged(setup), |state| show_state(spec, *state))
}

pub(super) const ARMY_STATE: OptionKey =
    OptionKey { name: "armyState", read: read_army_state, write: write_army_state };

fn read_army_state(spec: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    setup.army_states = read_states(spec, &setup.army_states, value)?;
    Ok(())
}

fn write_army_state(spec: &Spec, setup: &Setup) -> Option<OptionValue> {
    per_seat(&setup.army_states, &of_seats(setup), |state| show_state(spec, *state))
}

pub(super) const CONTROLLER: OptionKey =
    OptionKey { name: "controller", read: read_controller, write: write_controller };

/// For each colour, reads the seat that moves its pieces. `nature` means that no seat moves them.
fn read_controller(spec: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    let read = |value: &OptionSpan| match value.text()? {
        "nature" => Ok(None),
        other => a_seat(spec, value).map(Some).map_err(|error| match suggest(other, ["nature"]) {
            Some(near) => error.help(near),
            None => error,
        }),
    };
    setup.controllers =
        value.per_seat(spec.seats.len())?.iter().map(read).collect::<Result<_, _>>()?;
    Ok(())
}

fn write_controller(spec: &Spec, setup: &Setup) -> Option<OptionValue> {
    let own: Vec<_> = seats(spec).map(Some).collect();
    let show = |seat: &Option<Seat>| match seat {
        Some(seat) => key(spec, *seat).to_string(),
        None => "nature".to_owned(),
    };
    per_seat(&setup.controllers, &own, show)
}

pub(super) const COUNTERS: OptionKey =
    OptionKey { name: "counters", read: read_counters, write: write_counters };

/// Reads counters and memories. A counter of seats is written `name=1,2,3,4`, a counter of the game
/// `name=1`, and a memory of seats `name=red,-,blue,-`.
fn read_counters(spec: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    for entry in value.tuple()? {
        let text = entry.text()?;
        let (name, numbers) = text.rsplit_once('=').unwrap_or((text, ""));
        let Some((number, counter)) =
            spec.counters.iter().enumerate().find(|(_, counter)| counter.name == name)
        else {
            let names = spec.counters.iter().map(|counter| counter.name.as_str());
            return Err(entry.error(
                Mistake::UnknownCounter(name.to_owned()),
                suggest(name, names).unwrap_or_else(|| {
                    "write `'name=1,2,3,4'` for a counter that these rules declare".into()
                }),
            ));
        };
        let count = if counter.per_seat { spec.seats.len() } else { 1 };
        let value = |text: &str| match counter.holds {
            Holds::Number => text.parse().ok(),
            holds => memory_text::read(spec, holds, text).map(Held::value),
        };
        let numbers: Vec<i32> = numbers.split(',').filter_map(value).collect();
        if numbers.len() != count
            || numbers.iter().any(|n| !(counter.min..=counter.max).contains(n))
        {
            return Err(entry.error(
                Mistake::CounterValues(text.to_owned()),
                match counter.holds {
                    Holds::Number => format!(
                        "write {count} numbers from {} to {}, separated by commas",
                        counter.min, counter.max
                    ),
                    Holds::Seats => format!(
                        "write {count} sets of seats, separated by commas: names joined by `+`, or `-` for none"
                    ),
                    holds => format!(
                        "write {count} names, separated by commas, each of a {}, or `-` for nothing",
                        holds.word()
                    ),
                },
            ));
        }
        setup.counters[number] = numbers;
    }
    Ok(())
}

fn write_counters(spec: &Spec, setup: &Setup) -> Option<OptionValue> {
    let entries: Vec<_> = spec
        .counters
        .iter()
        .zip(&setup.counters)
        .enumerate()
        .filter(|(number, (counter, now))| {
            now.iter().any(|value| *value != counter.start) && Some(*number) != points(spec)
        })
        .map(|(_, (counter, now))| {
            let show = |value: &i32| match counter.holds.read(*value) {
                Some(held) => memory_text::show(spec, held),
                None => value.to_string(),
            };
            format!("{}={}", counter.name, list(now.iter().map(show)))
        })
        .collect();
    (!entries.is_empty()).then(|| OptionValue::texts(entries))
}

const ABILITIES: &[(&str, bool)] = &[("capture", true), ("check", false)];
const ALLOWED: &[(&str, bool)] = &[("yes", true), ("no", false)];

pub(super) const RELATIONS: OptionKey =
    OptionKey { name: "relations", read: read_relations, write: write_relations };

/// Reads relations between seats. Only relations that differ from the rules are listed. For
/// example, `r b capture no` means that the pieces of `r` may not capture the pieces of `b`.
fn read_relations(spec: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    for entry in value.tuple()? {
        let words: Vec<_> = entry.text()?.split(' ').collect();
        let [from, to, ability, allowed] = words[..] else {
            return Err(entry.error(
                Mistake::InvalidRelation,
                "write two seats, `capture` or `check`, and `yes` or `no`, as in `r b capture no`",
            ));
        };
        setup.relations.push((
            seat_of(spec, entry, from)?,
            seat_of(spec, entry, to)?,
            word(entry, ability, ABILITIES)?,
            word(entry, allowed, ALLOWED)?,
        ));
    }
    Ok(())
}

fn write_relations(spec: &Spec, setup: &Setup) -> Option<OptionValue> {
    let show = |(from, to, ability, allowed): &(Seat, Seat, bool, bool)| {
        let (from, to) = (key(spec, *from), key(spec, *to));
        format!("{from} {to} {} {}", show_word(ability, ABILITIES), show_word(allowed, ALLOWED))
    };
    (!setup.relations.is_empty()).then(|| OptionValue::texts(setup.relations.iter().map(show)))
}

pub(super) const LAST_CHECKER: OptionKey =
    OptionKey { name: "lastChecker", read: read_last_checker, write: write_last_checker };

fn read_last_checker(spec: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    let seats = value.per_seat(spec.seats.len())?;
    setup.last_checkers =
        seats.iter().map(|seat| maybe_seat(spec, seat)).collect::<Result<_, _>>()?;
    Ok(())
}

fn write_last_checker(spec: &Spec, setup: &Setup) -> Option<OptionValue> {
    per_seat(&setup.last_checkers, &vec![None; spec.seats.len()], |seat| show_seat(spec, *seat))
}

pub(super) const LAST_MOVER: OptionKey =
    OptionKey { name: "lastMover", read: read_last_mover, write: write_last_mover };

fn read_last_mover(spec: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    setup.last_mover = maybe_seat(spec, value)?;
    Ok(())
}

fn write_last_mover(spec: &Spec, setup: &Setup) -> Option<OptionValue> {
    setup.last_mover.map(|seat| OptionValue::Text(show_seat(spec, Some(seat))))
}

const RESULTS: &[(&str, Option<SeatResult>)] = &[
    ("", None),
    ("win", Some(SeatResult::Win)),
    ("draw", Some(SeatResult::Draw)),
    ("loss", Some(SeatResult::Loss)),
];

pub(super) const SETTLED: OptionKey =
    OptionKey { name: "settled", read: read_settled, write: write_settled };

fn read_settled(spec: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    let results = value.per_seat(spec.seats.len())?;
    setup.settled = results
        .iter()
        .map(|result| word(result, result.text()?, RESULTS))
        .collect::<Result<_, _>>()?;
    Ok(())
}

fn write_settled(spec: &Spec, setup: &Setup) -> Option<OptionValue> {
    per_seat(&setup.settled, &vec![None; spec.seats.len()], |result| show_word(result, RESULTS))
}
