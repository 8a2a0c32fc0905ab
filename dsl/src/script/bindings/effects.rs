//! Effects as scripts cause them: each call is checked, and noted with its clause and line.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use quadrille_core::{
    ClauseId, Effect, Emitted, Kind, Piece, Protect, Restriction, Seat, SeatResult, Seats, Square,
    StateId,
};
use rhai::{Array, Dynamic, Engine, Map, NativeCallContext};

use super::values::{Facts, elements, facing, texts};
use crate::diagnostic::did_you_mean;
use crate::script::interface::api::{PROTECT, RESULT};
use crate::script::sandbox::{Fallible, fail, failure};

/// The most effects of one call of a hook.
const MAX_EFFECTS: usize = 4096;

/// The most options of a question; the engine takes no more.
const MAX_OPTIONS: usize = 64;

/// Where the effects of the running hook gather.
pub(crate) struct Sink {
    facts: Rc<Facts>,
    emitted: RefCell<Vec<Emitted>>,
    clause: Cell<Option<ClauseId>>,
}

impl Sink {
    pub(crate) fn new(facts: Rc<Facts>) -> Rc<Self> {
        Rc::new(Self { facts, emitted: RefCell::default(), clause: Cell::new(None) })
    }

    /// Forgets all effects, before a hook and after one that failed.
    pub(crate) fn open(&self, clause: Option<ClauseId>) {
        self.emitted.borrow_mut().clear();
        self.clause.set(clause);
    }

    /// Hands over what was emitted.
    pub(crate) fn drain(&self, out: &mut Vec<Emitted>) {
        out.append(&mut self.emitted.borrow_mut());
    }

    fn emit(&self, context: &NativeCallContext<'_>, effect: Effect) -> Fallible<()> {
        let mut emitted = self.emitted.borrow_mut();
        if emitted.len() >= MAX_EFFECTS {
            return fail(format!("more than {MAX_EFFECTS} effects"));
        }
        let line = context.call_position().line().unwrap_or(0) as u32;
        emitted.push(Emitted { effect, clause: self.clause.get(), line });
        Ok(())
    }

    fn state(&self, context: &NativeCallContext<'_>, seat: Seat, state: StateId) -> Fallible<()> {
        self.emit(context, Effect::SeatState(seat, state))?;
        self.emit(context, Effect::ArmyState(seat, state))
    }

    /// Ends the game: `ours` for a seat's team, `theirs` for everyone else.
    fn finish(
        &self,
        context: &NativeCallContext<'_>,
        seat: Seat,
        ours: SeatResult,
        theirs: SeatResult,
    ) -> Fallible<()> {
        let team = self.facts.team(seat);
        let mine = |other| if self.facts.team(other) == team { ours } else { theirs };
        self.emit(context, Effect::Finish(self.facts.seats().map(mine).collect()))
    }
}

/// The result of that name.
fn result(word: &str) -> Fallible<SeatResult> {
    match word {
        "win" => Ok(SeatResult::Win),
        "draw" => Ok(SeatResult::Draw),
        "loss" => Ok(SeatResult::Loss),
        _ => fail(format!("there is no result `{word}`; there are {}", RESULT.join(", "))),
    }
}

/// What a move owes to a royal, by name.
pub(crate) fn protection(word: &str) -> Fallible<Protect> {
    match word {
        "none" => Ok(Protect::None),
        "safe" => Ok(Protect::Safe),
        "no_new_attacker" => Ok(Protect::NoNewAttacker),
        "safe_unless_already_in_check" => Ok(Protect::SafeUnlessInCheck),
        _ => {
            let hint = did_you_mean(word, PROTECT.iter().copied())
                .unwrap_or_else(|| format!("there are {}", PROTECT.join(", ")));
            fail(format!("there is no protection `{word}`; {hint}"))
        }
    }
}

fn number(n: i64) -> Fallible<i32> {
    i32::try_from(n).map_err(|_| failure(format!("{n} is too large a number")))
}

/// A word for questions and offers: what can stand in an action's text.
fn word(text: &str) -> Fallible<String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if text.is_empty() || text.len() > 32 || !text.chars().all(plain) {
        return fail(format!("`{text}` is no word: letters, digits, `-` and `_`, at most 32"));
    }
    Ok(text.to_owned())
}

/// What a question is about, as one number: a number, a seat, a square or nothing.
fn about_number(about: &Dynamic) -> Fallible<i64> {
    if let Some(seat) = about.clone().try_cast::<Seat>() {
        return Ok(ABOUT_SEAT + i64::from(seat.0));
    }
    if let Some(square) = about.clone().try_cast::<Square>() {
        return Ok(ABOUT_SQUARE + i64::from(square.0));
    }
    if about.is_unit() {
        return Ok(ABOUT_NOTHING);
    }
    match about.as_int() {
        Ok(n) => number(n).map(i64::from),
        Err(_) => fail("a question can be about a seat, a square or a number"),
    }
}

const ABOUT_SEAT: i64 = 1 << 40;
const ABOUT_SQUARE: i64 = 1 << 41;
const ABOUT_NOTHING: i64 = 1 << 42;

/// The value that [`about_number`] wrote down. A position's text may hold any number: one that
/// means no square or seat of these rules is nothing.
pub(crate) fn about_value(spec: &quadrille_core::Spec, number: i64) -> Dynamic {
    let from = |base: i64| u8::try_from(number - base).ok();
    if number >= ABOUT_NOTHING {
        Dynamic::UNIT
    } else if number >= ABOUT_SQUARE {
        let square = from(ABOUT_SQUARE).map(Square).filter(|square| spec.geometry.has(*square));
        square.map_or(Dynamic::UNIT, Dynamic::from)
    } else if number >= ABOUT_SEAT {
        let seat = from(ABOUT_SEAT).map(Seat).filter(|seat| seat.index() < spec.seats.len());
        seat.map_or(Dynamic::UNIT, Dynamic::from)
    } else {
        number.into()
    }
}

type Context<'a> = NativeCallContext<'a>;

/// Registers all effects.
pub(crate) fn register(engine: &mut Engine, sink: &Rc<Sink>) {
    states(engine, sink);
    men(engine, sink);
    decisions(engine, sink);
    numbers_and_turns(engine, sink);
    ends(engine, sink);
}

fn states(engine: &mut Engine, sink: &Rc<Sink>) {
    let s = Rc::clone(sink);
    engine.register_fn("eliminate", move |c: Context<'_>, seat: Seat| {
        s.emit(&c, Effect::SeatState(seat, StateId::GONE))
    });
    let s = Rc::clone(sink);
    engine.register_fn("set_state", move |c: Context<'_>, seat: Seat, name: &str| {
        s.state(&c, seat, s.facts.state(name)?)
    });
    let s = Rc::clone(sink);
    engine.register_fn("set_seat_state", move |c: Context<'_>, seat: Seat, name: &str| {
        s.emit(&c, Effect::SeatState(seat, s.facts.state(name)?))
    });
    let s = Rc::clone(sink);
    engine.register_fn("set_army_state", move |c: Context<'_>, colour: Seat, name: &str| {
        s.emit(&c, Effect::ArmyState(colour, s.facts.state(name)?))
    });
    let s = Rc::clone(sink);
    engine.register_fn("set_controller", move |c: Context<'_>, colour: Seat, by: Seat| {
        s.emit(&c, Effect::Control(colour, Some(by)))
    });
    let s = Rc::clone(sink);
    engine.register_fn("set_controller", move |c: Context<'_>, colour: Seat, (): ()| {
        s.emit(&c, Effect::Control(colour, None))
    });
}

fn men(engine: &mut Engine, sink: &Rc<Sink>) {
    let s = Rc::clone(sink);
    engine.register_fn("remove", move |c: Context<'_>, square: Square| {
        s.emit(&c, Effect::Remove(square))
    });
    let s = Rc::clone(sink);
    engine.register_fn("capture", move |c: Context<'_>, square: Square| {
        s.emit(&c, Effect::Capture(square))
    });
    let s = Rc::clone(sink);
    engine.register_fn("remove_army", move |c: Context<'_>, colour: Seat| {
        s.emit(&c, Effect::RemoveArmy(colour))
    });
    let s = Rc::clone(sink);
    engine.register_fn("remove_army_except_shields", move |c: Context<'_>, colour: Seat| {
        s.emit(&c, Effect::ClearArmy(colour))
    });
    let s = Rc::clone(sink);
    engine.register_fn("place", move |c: Context<'_>, square: Square, kind: &str, colour: Seat| {
        let man = Piece::new(s.facts.kind(kind)?, colour, s.facts.facing(colour));
        s.emit(&c, Effect::Place(square, man))
    });
    let s = Rc::clone(sink);
    engine.register_fn("replace", move |c: Context<'_>, square: Square, kind: &str| {
        s.emit(&c, Effect::Replace(square, s.facts.kind(kind)?))
    });
    let s = Rc::clone(sink);
    engine.register_fn("set_facing", move |c: Context<'_>, square: Square, word: &str| {
        s.emit(&c, Effect::Turn(square, facing(word)?))
    });
    for (name, on) in [("set_mark", true), ("clear_mark", false)] {
        let s = Rc::clone(sink);
        engine.register_fn(name, move |c: Context<'_>, square: Square, mark: &str| {
            s.emit(&c, Effect::Mark(square, s.facts.mark(mark)?, on))
        });
    }
    let s = Rc::clone(sink);
    engine.register_fn("add_to_hand", move |c: Context<'_>, seat: Seat, kind: &str, n: i64| {
        let n = i8::try_from(n).map_err(|_| failure(format!("{n} men are too many")))?;
        s.emit(&c, Effect::Hold(seat, s.facts.kind(kind)?, n))
    });
}

/// The kinds of an array of names, a bit each.
pub(crate) fn kind_bits(facts: &Facts, kinds: &Array) -> Fallible<u32> {
    texts(kinds, "names of kinds")?
        .iter()
        .try_fold(0, |bits, name| Ok(bits | 1 << facts.kind(name)?.index()))
}

/// The keys of the map that `restrict` takes.
const RESTRICTIONS: &[&str] = &["safe", "lifts", "kinds", "captures", "spares"];

/// The restrictions of a map such as `#{ safe: true, spares: "royals" }`, in the order of
/// [`RESTRICTIONS`].
fn restrictions(facts: &Facts, map: &Map) -> Fallible<Vec<Restriction>> {
    if let Some(key) = map.keys().find(|key| !RESTRICTIONS.contains(&key.as_str())) {
        let hint = did_you_mean(key, RESTRICTIONS.iter().copied())
            .unwrap_or_else(|| format!("the restrictions are {}", RESTRICTIONS.join(", ")));
        return fail(format!("there is no restriction `{key}`; {hint}"));
    }
    let kinds = |key: &str, value: &Dynamic| match value.clone().try_cast::<Array>() {
        Some(kinds) => kind_bits(facts, &kinds),
        None => fail(format!("`{key}` takes an array of kinds")),
    };
    let mut found = Vec::new();
    for key in RESTRICTIONS {
        let Some(value) = map.get(*key) else { continue };
        found.push(match *key {
            "safe" if value.as_bool() == Ok(true) => Restriction::Safe,
            "safe" => return fail("`safe` takes `true`"),
            "lifts" => match value.clone().try_cast::<Square>() {
                Some(square) => Restriction::Lifts(square),
                None => return fail("`lifts` takes a square"),
            },
            "kinds" => Restriction::Kinds(kinds(key, value)?),
            "captures" => match value.clone().try_cast::<Array>() {
                Some(seats) => {
                    let seats: Seats = elements::<Seat>(&seats, "seats")?.into_iter().collect();
                    Restriction::Captures(seats.0)
                }
                None => return fail("`captures` takes an array of seats"),
            },
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

fn decisions(engine: &mut Engine, sink: &Rc<Sink>) {
    let s = Rc::clone(sink);
    engine.register_fn(
        "ask",
        move |c: Context<'_>, seat: Seat, question: &str, options: Array, about: Dynamic| {
            let options = options
                .iter()
                .map(|option| match option.clone().try_cast::<Square>() {
                    Some(square) => Ok(s.facts.geometry.name(square)),
                    None => match option.clone().into_immutable_string() {
                        Ok(text) => word(&text),
                        Err(_) => fail("options are words or squares"),
                    },
                })
                .collect::<Fallible<Vec<_>>>()?;
            if options.is_empty() || options.len() > MAX_OPTIONS {
                return fail(format!("a question has 1 to {MAX_OPTIONS} options"));
            }
            let (question, about) = (word(question)?, about_number(&about)?);
            s.emit(&c, Effect::Ask { seat, question, options, about })
        },
    );
    let s = Rc::clone(sink);
    engine.register_fn("offer", move |c: Context<'_>, seat: Seat, text: &str| {
        s.emit(&c, Effect::Offer(seat, word(text)?))
    });
    let s = Rc::clone(sink);
    engine.register_fn("withdraw", move |c: Context<'_>, seat: Seat, text: &str| {
        s.emit(&c, Effect::Withdraw(seat, word(text)?))
    });
    let s = Rc::clone(sink);
    engine.register_fn("restrict", move |c: Context<'_>, seat: Seat, restrictions: Map| {
        for restriction in self::restrictions(&s.facts, &restrictions)? {
            s.emit(&c, Effect::Restrict(seat, restriction))?;
        }
        Fallible::Ok(())
    });
    let s = Rc::clone(sink);
    engine.register_fn("refuse_announcement", move |c: Context<'_>, seat: Seat| {
        s.emit(&c, Effect::Refuse(seat))
    });
    let s = Rc::clone(sink);
    engine.register_fn("relax", move |c: Context<'_>, seat: Seat, how: &str| {
        s.emit(&c, Effect::Relax(seat, protection(how)?))
    });
}

fn numbers_and_turns(engine: &mut Engine, sink: &Rc<Sink>) {
    let set = |s: &Sink, c: &Context<'_>, name: &str, seat: Option<Seat>, n: i64| {
        let (id, counter) = s.facts.counter(name, seat.is_some())?;
        let n = number(n)?;
        if n < counter.min || n > counter.max {
            let (min, max) = (counter.min, counter.max);
            return fail(format!("the counter `{name}` goes from {min} to {max}, not to {n}"));
        }
        s.emit(c, Effect::SetCounter(id, seat, n))
    };
    let s = Rc::clone(sink);
    engine.register_fn("set_counter", move |c: Context<'_>, name: &str, n: i64| {
        set(&s, &c, name, None, n)
    });
    let s = Rc::clone(sink);
    engine.register_fn("set_counter", move |c: Context<'_>, name: &str, seat: Seat, n: i64| {
        set(&s, &c, name, Some(seat), n)
    });
    let s = Rc::clone(sink);
    engine.register_fn("add_counter", move |c: Context<'_>, name: &str, n: i64| {
        let (id, _) = s.facts.counter(name, false)?;
        s.emit(&c, Effect::AddCounter(id, None, number(n)?))
    });
    let s = Rc::clone(sink);
    engine.register_fn("add_counter", move |c: Context<'_>, name: &str, seat: Seat, n: i64| {
        let (id, _) = s.facts.counter(name, true)?;
        s.emit(&c, Effect::AddCounter(id, Some(seat), number(n)?))
    });
    let s = Rc::clone(sink);
    engine.register_fn("set_order", move |c: Context<'_>, seats: Array, next: Seat| {
        let seats: Vec<Seat> = elements(&seats, "seats")?;
        if seats.is_empty() || seats.len() > 64 {
            return fail("an order has 1 to 64 turns");
        }
        if !seats.contains(&next) {
            return fail(format!("{} is not in the order", s.facts.seat_name(next)));
        }
        s.emit(&c, Effect::Order(seats, next))
    });
    let s = Rc::clone(sink);
    engine.register_fn("skip", move |c: Context<'_>, seat: Seat| s.emit(&c, Effect::Skip(seat)));
    let s = Rc::clone(sink);
    engine.register_fn(
        "relate",
        move |c: Context<'_>, from: Seat, to: Seat, ability: &str, allowed: bool| {
            let capture = match ability {
                "capture" => true,
                "check" => false,
                _ => return fail(format!("`{ability}` is neither \"capture\" nor \"check\"")),
            };
            s.emit(&c, Effect::Relate { from, to, capture, allowed })
        },
    );
}

fn ends(engine: &mut Engine, sink: &Rc<Sink>) {
    let s = Rc::clone(sink);
    engine.register_fn("settle", move |c: Context<'_>, seat: Seat, word: &str| {
        s.emit(&c, Effect::Settle(seat, result(word)?))
    });
    let s = Rc::clone(sink);
    engine.register_fn("win", move |c: Context<'_>, seat: Seat| {
        s.finish(&c, seat, SeatResult::Win, SeatResult::Loss)
    });
    let s = Rc::clone(sink);
    engine.register_fn("lose", move |c: Context<'_>, seat: Seat| {
        s.finish(&c, seat, SeatResult::Loss, SeatResult::Win)
    });
    let s = Rc::clone(sink);
    engine.register_fn("draw", move |c: Context<'_>| {
        s.emit(&c, Effect::Finish(s.facts.seats().map(|_| SeatResult::Draw).collect()))
    });
    let s = Rc::clone(sink);
    engine.register_fn("finish", move |c: Context<'_>, results: Map| {
        for name in results.keys() {
            s.facts.seat(name)?;
        }
        let results = s.facts.seats().map(|seat| {
            let name = s.facts.seat_name(seat);
            match results.get(name.as_str()).map(|r| r.clone().into_immutable_string()) {
                Some(Ok(word)) => result(&word),
                Some(Err(_)) => fail(format!("the result of {name} is no text")),
                None => fail(format!("{name} has no result")),
            }
        });
        let results = results.collect::<Fallible<_>>()?;
        s.emit(&c, Effect::Finish(results))
    });
    let s = Rc::clone(sink);
    engine.register_fn("count_metric", move |c: Context<'_>, metric: &str| {
        s.emit(&c, Effect::Count(s.facts.metric(metric)?))
    });
    let s = Rc::clone(sink);
    engine.register_fn("clause", move |_: Context<'_>, id: &str| {
        s.clause.set(Some(s.facts.clause(id)?));
        Fallible::Ok(())
    });
}

/// Kinds that a rule names more than once are told once; see [`kind_bits`].
pub(crate) fn has(bits: u32, kind: Kind) -> bool {
    bits >> kind.index() & 1 == 1
}
