//! The options that hold what the other fields can't: one entry of [`KEYS`] for each.

use quadrille_core::effect::{Restriction, SeatResult};
use quadrille_core::{Colour, Kind, Phase, Protect, Question, Seat, Setup, Spec, Square, StateId};

use super::options::{Entry, Spanned, Value};
use super::values::{
    a_seat, a_square, maybe_seat, per_seat, read_states, seat_of, show_seat, show_square,
    show_word, word,
};
use super::{FenError, key, moves, place_in_order, points, seats, sites, wings};
use crate::diagnostic::did_you_mean;

type Read = fn(&Spec, &mut Setup, &Spanned) -> Result<(), FenError>;
/// The value, if it is not what leaving it out means.
type Write = fn(&Spec, &Setup) -> Option<Value>;

/// An option of our own.
struct Key {
    name: &'static str,
    read: Read,
    write: Write,
}

/// In the order in which they are written; a later one may rest on what an earlier one says.
const KEYS: &[Key] = &[
    Key { name: "enPassant", read: read_en_passant, write: write_en_passant },
    Key { name: "castling", read: read_castling, write: write_castling },
    Key { name: "order", read: read_order, write: write_order },
    Key { name: "next", read: read_next, write: write_next },
    Key { name: "seatState", read: read_seat_state, write: write_seat_state },
    Key { name: "armyState", read: read_army_state, write: write_army_state },
    Key { name: "controller", read: read_controller, write: write_controller },
    Key { name: "counters", read: read_counters, write: write_counters },
    Key { name: "relations", read: read_relations, write: write_relations },
    Key { name: "dice", read: read_dice, write: write_dice },
    Key { name: "rolled", read: read_rolled, write: write_rolled },
    Key { name: "hand", read: read_hand, write: write_hand },
    Key { name: "lastChecker", read: read_last_checker, write: write_last_checker },
    Key { name: "restrict", read: read_restrict, write: write_restrict },
    Key { name: "phase", read: read_phase, write: write_phase },
    Key { name: "relaxed", read: read_relaxed, write: write_relaxed },
    Key { name: "refused", read: read_refused, write: write_refused },
    Key { name: "announced", read: read_announced, write: write_announced },
    Key { name: "offers", read: read_offers, write: write_offers },
    Key { name: "pending", read: read_pending, write: write_pending },
    Key { name: "settled", read: read_settled, write: write_settled },
    Key { name: "shields", read: read_shields, write: write_shields },
    Key { name: "ply", read: read_ply, write: write_ply },
];

/// The `{…}` block, if anything has to stand in it.
pub(super) fn write(spec: &Spec, setup: &Setup) -> Option<String> {
    let entries: Vec<_> = KEYS
        .iter()
        .filter_map(|key| Some(format!("'{}':{}", key.name, (key.write)(spec, setup)?)))
        .collect();
    (!entries.is_empty()).then(|| format!("{{{}}}", entries.join(",")))
}

/// Reads the options into a position that the other fields have filled.
pub(super) fn read(spec: &Spec, setup: &mut Setup, entries: &[Entry]) -> Result<(), FenError> {
    for (number, entry) in entries.iter().enumerate() {
        if entries.iter().take(number).any(|before| before.key == entry.key) {
            return Err(FenError::new(
                entry.key_span.clone(),
                format!("`{}` stands twice", entry.key),
                "write it once",
            ));
        }
        let ours = KEYS.iter().any(|key| key.name == entry.key);
        if !ours && !sites::knows(&entry.key) {
            let names = KEYS.iter().map(|key| key.name).chain(sites::names());
            return Err(FenError::new(
                entry.key_span.clone(),
                format!("`{}` is no option", entry.key),
                did_you_mean(&entry.key, names)
                    .unwrap_or_else(|| "`quadrille explain fen` lists the options".to_owned()),
            ));
        }
    }
    for key in KEYS {
        if let Some(entry) = entries.iter().find(|entry| entry.key == key.name) {
            (key.read)(spec, setup, &entry.value)?;
        }
    }
    for entry in entries {
        sites::read(spec, setup, entry)?;
    }
    Ok(())
}

/// `skipped:pawn` for each of a colour's rights, white space between several.
fn read_en_passant(spec: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    for (colour, rights) in seats(spec).zip(value.per_seat(spec.seats.len())?) {
        for right in rights.text()?.split_whitespace() {
            let Some((skipped, pawn)) = right.split_once(':') else {
                return Err(rights.error(
                    format!("`{right}` is no en passant right"),
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

fn write_en_passant(spec: &Spec, setup: &Setup) -> Option<Value> {
    let of = |colour: Colour| {
        let mut rights: Vec<_> =
            setup.en_passant.iter().filter(|(owner, ..)| *owner == colour).collect();
        rights.sort_unstable();
        let show = |(_, skipped, pawn): &&(Colour, Square, Square)| {
            format!("{}:{}", show_square(spec, *skipped), show_square(spec, *pawn))
        };
        rights.iter().map(show).collect::<Vec<_>>().join(" ")
    };
    (!setup.en_passant.is_empty()).then(|| Value::texts(seats(spec).map(of)))
}

/// Each castling move of the rules, where two of them share a flag and only one is left.
fn read_castling(spec: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    let rights = value.tuple()?;
    if rights.len() != spec.castling.len() {
        return Err(value.error(
            format!(
                "{} entries where the rules have {} castling moves",
                rights.len(),
                spec.castling.len()
            ),
            "write one entry for each, in the rules' order",
        ));
    }
    setup.castling = rights.iter().map(Spanned::bool).collect::<Result<_, _>>()?;
    Ok(())
}

fn write_castling(spec: &Spec, setup: &Setup) -> Option<Value> {
    let shared = seats(spec).flat_map(|seat| [(seat, true), (seat, false)]).any(|(seat, side)| {
        let mut rights = wings(spec, seat, side).map(|wing| setup.castling.get(wing));
        let first = rights.next();
        rights.any(|right| Some(right) != first)
    });
    let rights = setup.castling.iter().map(|right| Value::Number(i64::from(*right)));
    shared.then(|| Value::tuple(rights))
}

/// The longest order of turns that a position can have.
const MAX_ORDER: usize = 64;

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

/// Takes the states of seats from the options alone, where no field says who is out, and those
/// of armies from their seats'.
pub(super) fn read_states_freely(
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

fn read_army_state(spec: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    setup.army_states = read_states(spec, &setup.army_states, value)?;
    Ok(())
}

fn write_army_state(spec: &Spec, setup: &Setup) -> Option<Value> {
    per_seat(&setup.army_states, &flagged(setup), |state| show_state(spec, *state))
}

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
        .map(|(_, (counter, now))| format!("{}={}", counter.name, super::list(now.iter())))
        .collect();
    (!entries.is_empty()).then(|| Value::texts(entries))
}

const ABILITIES: &[(&str, bool)] = &[("capture", true), ("check", false)];
const ALLOWED: &[(&str, bool)] = &[("yes", true), ("no", false)];

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

fn read_dice(spec: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    setup.dice = value.tuple()?.iter().map(Spanned::number).collect::<Result<_, _>>()?;
    setup.rolled = spec.dice.is_none() || !setup.dice.is_empty();
    Ok(())
}

fn write_dice(_: &Spec, setup: &Setup) -> Option<Value> {
    let faces = setup.dice.iter().map(|face| Value::Number(i64::from(*face)));
    (!setup.dice.is_empty()).then(|| Value::tuple(faces))
}

fn read_rolled(_: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    setup.rolled = value.bool()?;
    Ok(())
}

fn write_rolled(spec: &Spec, setup: &Setup) -> Option<Value> {
    let told = spec.dice.is_none() || setup.rolled != setup.dice.is_empty();
    (!told).then_some(Value::Bool(setup.rolled))
}

/// The men in each seat's hand: letters with numbers, `Q1P3`.
fn read_hand(spec: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    let hands = value.per_seat(spec.seats.len())?;
    setup.hands = hands.iter().map(|hand| one_hand(spec, hand)).collect::<Result<_, _>>()?;
    Ok(())
}

fn one_hand(spec: &Spec, value: &Spanned) -> Result<Vec<u8>, FenError> {
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
                    format!("`{letter}{number}` is no men of a kind"),
                    "write letters of kinds with numbers up to 255, as in `Q1P3`",
                ));
            }
        }
        rest = after;
    }
    Ok(held)
}

fn write_hand(spec: &Spec, setup: &Setup) -> Option<Value> {
    let show = |hand: &Vec<u8>| {
        let men = spec.kinds.iter().zip(hand).filter(|(_, number)| **number > 0);
        men.map(|(kind, number)| format!("{}{number}", kind.letter)).collect::<String>()
    };
    // Rules that deal hands out at the start make an empty one worth saying.
    let said = !spec.hands.is_empty() || setup.hands.iter().flatten().any(|number| *number > 0);
    said.then(|| Value::texts(setup.hands.iter().map(show)))
}

fn read_last_checker(spec: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    let seats = value.per_seat(spec.seats.len())?;
    setup.last_checkers =
        seats.iter().map(|seat| maybe_seat(spec, seat)).collect::<Result<_, _>>()?;
    Ok(())
}

fn write_last_checker(spec: &Spec, setup: &Setup) -> Option<Value> {
    per_seat(&setup.last_checkers, &vec![None; spec.seats.len()], |seat| show_seat(spec, *seat))
}

/// `r safe`, `r lifts h1`, `r kinds KQ`, `r spares K`, `r captures by`: what a seat's next action must be.
fn read_restrict(spec: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    for entry in value.tuple()? {
        let text = entry.text()?;
        let mut words = text.splitn(3, ' ');
        let seat = seat_of(spec, entry, words.next().unwrap_or_default())?;
        let (what, which) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let restriction = match what {
            "safe" if which.is_empty() => Restriction::Safe,
            "lifts" => Restriction::Lifts(a_square(spec, entry, which)?),
            "kinds" => Restriction::Kinds(kinds_of(spec, entry, which)?),
            "spares" => Restriction::Spares(kinds_of(spec, entry, which)?),
            "captures" => Restriction::Captures(which.chars().try_fold(0, |colours, letter| {
                Ok::<_, FenError>(colours | seat_of(spec, entry, &letter.to_string())?.bit())
            })?),
            _ => {
                return Err(entry.error(
                    format!("`{text}` is no restriction"),
                    "write `r safe`, `r lifts h1`, `r kinds KQ`, `r spares K` or `r captures by`",
                ));
            }
        };
        setup.restrictions.push((seat, restriction));
    }
    Ok(())
}

/// The kinds of these letters, a bit each.
fn kinds_of(spec: &Spec, entry: &Spanned, letters: &str) -> Result<u32, FenError> {
    letters.chars().try_fold(0, |kinds, letter| match spec.kind_of_letter(letter) {
        Some(Kind(kind)) => Ok(kinds | 1u32.checked_shl(kind.into()).unwrap_or(0)),
        None => {
            let message = format!("`{letter}` is no kind of piece");
            Err(entry.error(message, "write the letters of kinds of pieces"))
        }
    })
}

fn write_restrict(spec: &Spec, setup: &Setup) -> Option<Value> {
    let letters = |kinds: u32| -> String {
        let held = spec.kinds.iter().enumerate().filter(|(kind, _)| kinds >> kind & 1 != 0);
        held.map(|(_, kind)| kind.letter).collect()
    };
    let show = |(seat, restriction): &(Seat, Restriction)| {
        let seat = key(spec, *seat);
        match restriction {
            Restriction::Safe => format!("{seat} safe"),
            Restriction::Lifts(square) => format!("{seat} lifts {}", show_square(spec, *square)),
            Restriction::Kinds(kinds) => format!("{seat} kinds {}", letters(*kinds)),
            Restriction::Spares(kinds) => format!("{seat} spares {}", letters(*kinds)),
            Restriction::Captures(colours) => {
                let letters: String = seats(spec)
                    .filter(|seat| colours & seat.bit() != 0)
                    .map(|s| key(spec, s))
                    .collect();
                format!("{seat} captures {letters}")
            }
        }
    };
    (!setup.restrictions.is_empty()).then(|| Value::texts(setup.restrictions.iter().map(show)))
}

const PROTECTIONS: &[(&str, Protect)] = &[
    ("none", Protect::None),
    ("safe", Protect::Safe),
    ("no_new_attacker", Protect::NoNewAttacker),
    ("safe_unless_already_in_check", Protect::SafeUnlessInCheck),
];

const PHASES: &[(&str, Phase)] = &[
    ("opening", Phase::Opening),
    ("turn", Phase::Turn),
    ("answered", Phase::Answered),
    ("skipped", Phase::Skipped),
    ("done", Phase::Done),
];

fn read_phase(_: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    setup.phase = word(value, value.text()?, PHASES)?;
    Ok(())
}

fn write_phase(_: &Spec, setup: &Setup) -> Option<Value> {
    (setup.phase != Phase::Turn).then(|| Value::Text(show_word(&setup.phase, PHASES)))
}

fn read_relaxed(_: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    setup.relaxed = Some(word(value, value.text()?, PROTECTIONS)?);
    Ok(())
}

fn write_relaxed(_: &Spec, setup: &Setup) -> Option<Value> {
    setup.relaxed.map(|protect| Value::Text(show_word(&protect, PROTECTIONS)))
}

fn read_refused(spec: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    setup.refused =
        value.tuple()?.iter().map(|played| moves::read(spec, played)).collect::<Result<_, _>>()?;
    Ok(())
}

fn write_refused(spec: &Spec, setup: &Setup) -> Option<Value> {
    let moves = setup.refused.iter().map(|played| moves::write(spec, played));
    (!setup.refused.is_empty()).then(|| Value::texts(moves))
}

fn read_announced(spec: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    setup.announced = Some(moves::read(spec, value)?);
    Ok(())
}

fn write_announced(spec: &Spec, setup: &Setup) -> Option<Value> {
    setup.announced.map(|played| Value::Text(moves::write(spec, &played)))
}

/// `r claim`: a word that a seat may say.
fn read_offers(spec: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    for entry in value.tuple()? {
        let text = entry.text()?;
        let (seat, word) = text.split_once(' ').unwrap_or((text, ""));
        setup.offers.push((seat_of(spec, entry, seat)?, word.to_owned()));
    }
    Ok(())
}

fn write_offers(spec: &Spec, setup: &Setup) -> Option<Value> {
    let show = |(seat, word): &(Seat, String)| format!("{} {word}", key(spec, *seat));
    (!setup.offers.is_empty()).then(|| Value::texts(setup.offers.iter().map(show)))
}

/// `('r','question',about,('option',…))` for each.
fn read_pending(spec: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    for entry in value.tuple()? {
        let [seat, name, about, options] = entry.tuple()? else {
            return Err(entry
                .error("a question has four parts", "write ('r','name',0,('option','option'))"));
        };
        let options = options.tuple()?.iter().map(|option| Ok(option.text()?.to_owned()));
        setup.pending.push(Question {
            seat: a_seat(spec, seat)?,
            name: name.text()?.to_owned(),
            options: options.collect::<Result<_, FenError>>()?,
            about: about.number()?,
        });
    }
    Ok(())
}

fn write_pending(spec: &Spec, setup: &Setup) -> Option<Value> {
    let show = |question: &Question| {
        Value::tuple([
            Value::Text(key(spec, question.seat).to_string()),
            Value::Text(question.name.clone()),
            Value::Number(question.about),
            Value::texts(question.options.iter().cloned()),
        ])
    };
    (!setup.pending.is_empty()).then(|| Value::tuple(setup.pending.iter().map(show)))
}

const RESULTS: &[(&str, Option<SeatResult>)] = &[
    ("", None),
    ("win", Some(SeatResult::Win)),
    ("draw", Some(SeatResult::Draw)),
    ("loss", Some(SeatResult::Loss)),
];

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

/// The colours whose men are being cleared.
fn read_shields(spec: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    setup.shields =
        value.tuple()?.iter().map(|seat| a_seat(spec, seat)).collect::<Result<_, _>>()?;
    Ok(())
}

fn write_shields(spec: &Spec, setup: &Setup) -> Option<Value> {
    let keys = setup.shields.iter().map(|seat| key(spec, *seat).to_string());
    (!setup.shields.is_empty()).then(|| Value::texts(keys))
}

fn read_ply(_: &Spec, setup: &mut Setup, value: &Spanned) -> Result<(), FenError> {
    setup.ply = value.number()?;
    Ok(())
}

fn write_ply(_: &Spec, setup: &Setup) -> Option<Value> {
    (setup.ply != 0).then(|| Value::Number(i64::from(setup.ply)))
}
