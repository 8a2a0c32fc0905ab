//! How seats and their armies stand: their order and states, who moves whose men, counters,
//! relations, results. A [`Key`] for each option; depends on what FEN's other fields share.

use quadrille_core::rules::SeatResult;
use quadrille_core::{Seat, Setup, Spec, StateId};

use super::Key;
use crate::diagnostic::did_you_mean;
use crate::formats::fen::options::{Entry, Spanned, Value};
use crate::formats::fen::values::{
    a_seat, maybe_seat, per_seat, read_states, seat_of, show_seat, show_word, word,
};
use crate::formats::fen::{FenError, key, list, place_in_order, points, seats};

/// The longest order of turns that a position can have.
const MAX_ORDER: usize = 64;

pub(super) const ORDER: Key = Key { name: "order", read: read_order, write: write_order };

fn read_order(spec: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    let order =
        value.tuple()?.iter().map(|seat| a_seat(spec, seat)).collect::<Result<Vec<_>, _>>()?;
    if order.is_empty() || order.len() > MAX_ORDER {
        return Err(value.error(
            format!("an order of turns has 1 to {MAX_ORDER} seats"),
            "name the seats in order",
        ));
    }
    setup.pointer = place_in_order(&order, setup.turn);
    setup.order = Some(order);
    Ok(())
}

fn write_order(spec: &Spec, setup: &Setup) -> Option<Value> {
    let order = setup.order.as_ref()?;
    Some(Value::texts(order.iter().map(|seat| key(spec, *seat).to_string())))
}

pub(super) const NEXT: Key = Key { name: "next", read: read_next, write: write_next };

/// The place of the present turn in the order.
fn read_next(_: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    setup.pointer = value.number()?;
    Ok(())
}

fn write_next(spec: &Spec, setup: &Setup) -> Option<Value> {
    let order = setup.order.as_ref().unwrap_or(&spec.order);
    let usual = place_in_order(order, setup.turn);
    (setup.pointer != usual).then(|| Value::Number(i64::from(setup.pointer)))
}

fn show_state(spec: &Spec, state: StateId) -> String {
    spec.states.get(state.0 as usize).map_or("?", |state| &state.name).to_owned()
}

/// What the flags of field 2 mean by themselves.
fn flagged(setup: &Setup) -> Vec<StateId> {
    let dead = |state: &StateId| match *state {
        StateId::ACTIVE => StateId::ACTIVE,
        _ => StateId::DEAD,
    };
    setup.seat_states.iter().map(dead).collect()
}

/// Takes the states of seats from the options alone, where no field says who is out, and those
/// of armies from their seats'.
pub(in crate::formats::fen) fn read_states_freely(
    spec: &Spec,
    setup: &mut Setup,
    entries: &[Entry],
) -> Result<(), FenError> {
    if let Some(entry) = entries.iter().find(|entry| entry.key == "seatState") {
        setup.seat_states = read_states(spec, &setup.seat_states, &entry.value)?;
        setup.army_states.clone_from(&setup.seat_states);
    }
    Ok(())
}

pub(super) const SEAT_STATE: Key =
    Key { name: "seatState", read: read_seat_state, write: write_seat_state };

fn read_seat_state(spec: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    let states = read_states(spec, &setup.seat_states, value)?;
    for (seat, (state, flag)) in seats(spec).zip(states.iter().zip(&setup.seat_states)) {
        if (*state == StateId::ACTIVE) != (*flag == StateId::ACTIVE) {
            return Err(value.error(
                format!(
                    "`{}` is {} here and not in the second field",
                    key(spec, seat),
                    show_state(spec, *state)
                ),
                "the second field has 1 exactly for the seats that are not active",
            ));
        }
    }
    setup.seat_states = states;
    Ok(())
}

fn write_seat_state(spec: &Spec, setup: &Setup) -> Option<Value> {
    per_seat(&setup.seat_states, &flagged(setup), |state| show_state(spec, *state))
}

pub(super) const ARMY_STATE: Key =
    Key { name: "armyState", read: read_army_state, write: write_army_state };

fn read_army_state(spec: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    setup.army_states = read_states(spec, &setup.army_states, value)?;
    Ok(())
}

fn write_army_state(spec: &Spec, setup: &Setup) -> Option<Value> {
    per_seat(&setup.army_states, &flagged(setup), |state| show_state(spec, *state))
}

pub(super) const CONTROLLER: Key =
    Key { name: "controller", read: read_controller, write: write_controller };

/// Who moves each colour's men; `nature` where nobody does.
fn read_controller(spec: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    let read = |value: &Spanned| match value.text()? {
        "nature" => Ok(None),
        _ => a_seat(spec, value).map(Some),
    };
    setup.controllers =
        value.per_seat(spec.seats.len())?.iter().map(read).collect::<Result<_, _>>()?;
    Ok(())
}

fn write_controller(spec: &Spec, setup: &Setup) -> Option<Value> {
    let own: Vec<_> = seats(spec).map(Some).collect();
    let show = |seat: &Option<Seat>| match seat {
        Some(seat) => key(spec, *seat).to_string(),
        None => "nature".to_owned(),
    };
    per_seat(&setup.controllers, &own, show)
}

pub(super) const COUNTERS: Key =
    Key { name: "counters", read: read_counters, write: write_counters };

/// `name=1,2,3,4`, or `name=1` for a counter of the game.
fn read_counters(spec: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    for entry in value.tuple()? {
        let text = entry.text()?;
        let (name, numbers) = text.rsplit_once('=').unwrap_or((text, ""));
        let Some((number, counter)) =
            spec.counters.iter().enumerate().find(|(_, counter)| counter.name == name)
        else {
            let names = spec.counters.iter().map(|counter| counter.name.as_str());
            return Err(entry.error(
                format!("`{name}` is no counter of these rules"),
                did_you_mean(name, names).unwrap_or_else(|| {
                    "write `'name=1,2,3,4'` for a counter they declare".to_owned()
                }),
            ));
        };
        let count = if counter.per_seat { spec.seats.len() } else { 1 };
        let numbers: Vec<i32> =
            numbers.split(',').filter_map(|number| number.parse().ok()).collect();
        if numbers.len() != count
            || numbers.iter().any(|n| !(counter.min..=counter.max).contains(n))
        {
            return Err(entry.error(
                format!("`{text}` does not fit the counter"),
                format!(
                    "write {count} numbers from {} to {}, separated by commas",
                    counter.min, counter.max
                ),
            ));
        }
        setup.counters[number] = numbers;
    }
    Ok(())
}

fn write_counters(spec: &Spec, setup: &Setup) -> Option<Value> {
    let entries: Vec<_> = spec
        .counters
        .iter()
        .zip(&setup.counters)
        .enumerate()
        .filter(|(number, (counter, now))| {
            now.iter().any(|value| *value != counter.start) && Some(*number) != points(spec)
        })
        .map(|(_, (counter, now))| format!("{}={}", counter.name, list(now.iter())))
        .collect();
    (!entries.is_empty()).then(|| Value::texts(entries))
}

const ABILITIES: &[(&str, bool)] = &[("capture", true), ("check", false)];
const ALLOWED: &[(&str, bool)] = &[("yes", true), ("no", false)];

pub(super) const RELATIONS: Key =
    Key { name: "relations", read: read_relations, write: write_relations };

/// `r b capture no`: what r's men may do to b's, where it is not as the rules say.
fn read_relations(spec: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    for entry in value.tuple()? {
        let words: Vec<_> = entry.text()?.split(' ').collect();
        let [from, to, ability, allowed] = words[..] else {
            return Err(entry.error(
                "a relation has four words",
                "write who, to whom, `capture` or `check`, `yes` or `no`: `r b capture no`",
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

fn write_relations(spec: &Spec, setup: &Setup) -> Option<Value> {
    let show = |(from, to, ability, allowed): &(Seat, Seat, bool, bool)| {
        let (from, to) = (key(spec, *from), key(spec, *to));
        format!("{from} {to} {} {}", show_word(ability, ABILITIES), show_word(allowed, ALLOWED))
    };
    (!setup.relations.is_empty()).then(|| Value::texts(setup.relations.iter().map(show)))
}

pub(super) const LAST_CHECKER: Key =
    Key { name: "lastChecker", read: read_last_checker, write: write_last_checker };

fn read_last_checker(spec: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    let seats = value.per_seat(spec.seats.len())?;
    setup.last_checkers =
        seats.iter().map(|seat| maybe_seat(spec, seat)).collect::<Result<_, _>>()?;
    Ok(())
}

fn write_last_checker(spec: &Spec, setup: &Setup) -> Option<Value> {
    per_seat(&setup.last_checkers, &vec![None; spec.seats.len()], |seat| show_seat(spec, *seat))
}

const RESULTS: &[(&str, Option<SeatResult>)] = &[
    ("", None),
    ("win", Some(SeatResult::Win)),
    ("draw", Some(SeatResult::Draw)),
    ("loss", Some(SeatResult::Loss)),
];

pub(super) const SETTLED: Key = Key { name: "settled", read: read_settled, write: write_settled };

fn read_settled(spec: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    let results = value.per_seat(spec.seats.len())?;
    setup.settled = results
        .iter()
        .map(|result| word(result, result.text()?, RESULTS))
        .collect::<Result<_, _>>()?;
    Ok(())
}

fn write_settled(spec: &Spec, setup: &Setup) -> Option<Value> {
    per_seat(&setup.settled, &vec![None; spec.seats.len()], |result| show_word(result, RESULTS))
}
