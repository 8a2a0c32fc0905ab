//! The effects that scripts can cause. When a script calls an effect, the call is checked, and the
//! effect is recorded together with the current clause.

use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::rc::Rc;

use quadrille_core::rules::play_limits::{MAX_OPTIONS, MAX_ORDER};
use quadrille_core::rules::{Held, HiddenKinds, Holds, MarkId};
use quadrille_core::{
    Again, ClauseId, Effect, Emitted, Piece, Seat, SeatResult, Square, StateId, Subject,
};
use rhai::{Array, Dynamic, Map};

use super::board_values;
use super::board_values::elements;
use super::effect_arguments::{
    for_each_seat, number, protection, restrictions, result, seat_or_nobody, subject, word,
};
use super::rule_facts::{Facts, MemoryPlace};
use crate::script::interface::call_origin::Origins;
use crate::script::interface::native::{Call, Fallible, Registrar, Text, fail, failure};
use crate::script::interface::signature::{
    ABILITY, Availability, FACING, Form, Function, PROTECT, RESULT, Type,
};

/// The maximum number of effects in one call of a hook.
pub(crate) const MAX_EFFECTS: usize = 4096;

/// The type of the values in a map of results.
const A_RESULT: &Type = &Type::OneOf(RESULT);
/// The type of the values in a map of numbers.
const A_NUMBER: &Type = &Type::Int;

/// Collects the effects of the running hook.
pub(crate) struct EffectSink {
    facts: Rc<Facts>,
    origins: Origins,
    emitted: RefCell<Vec<Emitted>>,
    clause: Cell<Option<ClauseId>>,
}

impl EffectSink {
    pub(crate) fn new(facts: Rc<Facts>, origins: Origins) -> Rc<Self> {
        Rc::new(Self { facts, origins, emitted: RefCell::default(), clause: Cell::new(None) })
    }

    /// Removes all recorded effects, and sets the clause to the clause of the hook. This happens
    /// before each run of a hook, and after a hook has failed.
    pub(crate) fn open(&self, clause: Option<ClauseId>) {
        self.emitted.borrow_mut().clear();
        self.clause.set(clause);
    }

    /// Moves the collected effects to `out`.
    pub(crate) fn drain(&self, out: &mut Vec<Emitted>) {
        out.append(&mut self.emitted.borrow_mut());
    }

    fn emit(&self, call: &Call<'_>, effect: Effect) -> Fallible<()> {
        let mut emitted = self.emitted.borrow_mut();
        if emitted.len() >= MAX_EFFECTS {
            return fail(format!("the hook has more than {MAX_EFFECTS} effects"));
        }
        let place = self.origins.place(call);
        emitted.push(Emitted { effect, clause: self.clause.get(), place });
        Ok(())
    }

    fn state(&self, call: &Call<'_>, seat: Seat, state: StateId) -> Fallible<()> {
        self.emit(call, Effect::SeatState(seat, state))?;
        self.emit(call, Effect::ArmyState(seat, state))
    }

    /// Returns the name, the options and the subject of a question.
    fn question(
        &self,
        (question, options, about): (&str, Array, Dynamic),
    ) -> Fallible<(String, Vec<String>, Subject)> {
        let option = |option: Dynamic| match option.clone().try_cast::<Square>() {
            Some(square) => Ok(self.facts.geometry.name(square)),
            None => match (option.as_int(), option.into_immutable_string()) {
                (Ok(number), _) => Ok(number.to_string()),
                (_, Ok(text)) => word(&text),
                _ => fail("an option must be a word, a number or a square"),
            },
        };
        let options = options.into_iter().map(option).collect::<Fallible<Vec<_>>>()?;
        if options.is_empty() || options.len() > MAX_OPTIONS {
            return fail(format!("a question needs 1 to {MAX_OPTIONS} options"));
        }
        Ok((word(question)?, options, subject(&about)?))
    }

    fn ask(
        &self,
        call: &Call<'_>,
        seat: Seat,
        question: (&str, Array, Dynamic),
        secret: bool,
    ) -> Fallible<()> {
        let (question, options, about) = self.question(question)?;
        self.emit(call, Effect::Ask { seat, question, options, about, secret })
    }

    fn set_counter(&self, call: &Call<'_>, name: &str, seat: Option<Seat>, n: i64) -> Fallible<()> {
        let (id, counter) = self.facts.counter(name, seat.is_some())?;
        let n = number(n)?;
        if n < counter.min || n > counter.max {
            let (min, max) = (counter.min, counter.max);
            return fail(format!("the counter `{name}` can't be {n}: its range is {min} to {max}"));
        }
        self.emit(call, Effect::SetCounter(id, seat, n))
    }

    fn remember(
        &self,
        call: &Call<'_>,
        name: &str,
        seat: Option<Seat>,
        value: &Dynamic,
    ) -> Fallible<()> {
        let (id, holds) = match self.facts.memory(name, seat.is_some())? {
            MemoryPlace::Counter(id, holds) => (id, holds),
            MemoryPlace::Mark(memory) => {
                let square = match value.clone().try_cast::<Square>() {
                    None if !value.is_unit() => {
                        return fail(format!(
                            "the memory `{name}` holds a piece: write the square of the piece, or `()`"
                        ));
                    }
                    square => square,
                };
                let mark = memory.mark_of(seat.unwrap_or(Seat(0)));
                return self.emit(call, Effect::Remember(MarkId(mark), square));
            }
        };
        let held = match holds {
            Holds::Seats => value.clone().try_cast::<Array>().map(|seats| {
                elements::<Seat>(&seats, "seats")
                    .map(|seats| Held::Seats(seats.into_iter().collect()))
            }),
            _ if value.is_unit() => Some(Ok(Held::Nothing)),
            Holds::Seat => value.clone().try_cast().map(|seat| Ok(Held::Seat(seat))),
            Holds::Square => value.clone().try_cast().map(|square| Ok(Held::Square(square))),
            Holds::Kind | Holds::Number => {
                let name = value.clone().into_immutable_string().ok();
                name.map(|name| self.facts.kind(&name).map(Held::Kind))
            }
        };
        let Some(held) = held else {
            let what = match holds {
                Holds::Seat => "a seat or `()`",
                Holds::Seats => "an array of seats",
                Holds::Square => "a square or `()`",
                Holds::Kind | Holds::Number => "the name of a kind or `()`",
            };
            return fail(format!("the memory `{name}` holds {what}"));
        };
        self.emit(call, Effect::SetCounter(id, seat, held?.value()))
    }

    /// Sets the clause of all later effects of the hook. The change of the clause is itself not an
    /// effect.
    fn begin_clause(&self, call: &Call<'_>, id: &str) -> Fallible<()> {
        self.clause.set(Some(self.facts.clause(&self.origins.clause(call, id))?));
        Ok(())
    }
}

/// Expands to the Rust type of a parameter. The input of the macro is the type of the parameter in
/// scripts.
macro_rules! passed {
    (Seat) => {
        Seat
    };
    (Square) => {
        Square
    };
    (Int) => {
        i64
    };
    (Bool) => {
        bool
    };
    (List) => {
        Array
    };
    (Map) => {
        Map
    };
    (SeatMap) => {
        Map
    };
    (Any) => {
        Dynamic
    };
    ($name:ident) => {
        Text
    };
}

/// Converts a parameter for the body of an effect. Strings are borrowed.
macro_rules! taken {
    (Seat $param:ident) => {
        $param
    };
    (Square $param:ident) => {
        $param
    };
    (Int $param:ident) => {
        $param
    };
    (Bool $param:ident) => {
        $param
    };
    (List $param:ident) => {
        $param
    };
    (Map $param:ident) => {
        $param
    };
    (SeatMap $param:ident) => {
        $param
    };
    (Any $param:ident) => {
        $param
    };
    ($name:ident $param:ident) => {
        &*$param
    };
}

/// Expands to the type of a parameter for the table of effects. If only certain words are allowed,
/// their list is included. A map by seats includes the type of its values.
macro_rules! described {
    (OneOf $words:ident) => {
        Type::OneOf($words)
    };
    (SeatMap $of:ident) => {
        Type::SeatMap($of)
    };
    ($name:ident) => {
        Type::$name
    };
}

/// Defines the table of effects. A row contains a name, parameters, and the code that runs when a
/// script calls the effect. From each row, the macro generates the effect's description in
/// [`EFFECTS`] and its registration.
macro_rules! effects {
    ($(fn $name:ident($s:ident, $c:ident $(, $param:ident: $kind:ident $($words:ident)?)*) $body:block)*) => {
        /// The effects that scripts can cause.
        pub(crate) const EFFECTS: &[Function] = &[$(Function {
            name: stringify!($name),
            form: Form::Free,
            params: &[$((stringify!($param), described!($kind $($words)?))),*],
            gives: Type::Unit,
            phase: Availability::Event,
        }),*];

        /// Registers all effects.
        pub(crate) fn register(api: &mut Registrar<'_>, sink: &Rc<EffectSink>) {
            $({
                let sink = Rc::clone(sink);
                let effect = move |$c: &Call<'_>, $($param: passed!($kind)),*| -> Fallible<()> {
                    let $s = &*sink;
                    $(let $param = taken!($kind $param);)*
                    $body
                };
                api.effect(stringify!($name), effect);
            })*
        }
    };
}

effects! {
    fn eliminate(s, c, seat: Seat) {
        s.emit(c, Effect::SeatState(seat, StateId::GONE))
    }
    fn set_state(s, c, seat: Seat, state: State) {
        s.state(c, seat, s.facts.state(state)?)
    }
    fn set_seat_state(s, c, seat: Seat, state: State) {
        s.emit(c, Effect::SeatState(seat, s.facts.state(state)?))
    }
    fn set_army_state(s, c, colour: Seat, state: State) {
        s.emit(c, Effect::ArmyState(colour, s.facts.state(state)?))
    }
    fn set_controller(s, c, colour: Seat, by: Any) {
        s.emit(c, Effect::Control(colour, seat_or_nobody(&by)?))
    }
    fn remove(s, c, square: Square) {
        s.emit(c, Effect::Remove(square))
    }
    fn capture(s, c, square: Square) {
        s.emit(c, Effect::Capture(square, None))
    }
    fn capture(s, c, square: Square, captor: Seat) {
        s.emit(c, Effect::Capture(square, Some(captor)))
    }
    fn remove_army(s, c, colour: Seat) {
        s.emit(c, Effect::RemoveArmy(colour))
    }
    fn remove_army_except_shields(s, c, colour: Seat) {
        s.emit(c, Effect::ClearArmy(colour))
    }
    fn place(s, c, square: Square, kind: Kind, colour: Seat) {
        let piece = Piece::new(s.facts.kind(kind)?, colour, s.facts.facing(colour));
        s.emit(c, Effect::Place(square, piece))
    }
    fn move_piece(s, c, from: Square, to: Square) {
        s.emit(c, Effect::Relocate(from, to))
    }
    fn set_colour(s, c, square: Square, colour: Seat) {
        s.emit(c, Effect::Recolour(square, colour))
    }
    fn replace(s, c, square: Square, kind: Kind) {
        s.emit(c, Effect::Replace(square, s.facts.kind(kind)?))
    }
    fn set_facing(s, c, square: Square, facing: OneOf FACING) {
        s.emit(c, Effect::Turn(square, board_values::facing(facing)?))
    }
    fn set_mark(s, c, square: Square, mark: Mark) {
        s.emit(c, Effect::SetMark(square, s.facts.free_mark(mark)?))
    }
    fn clear_mark(s, c, square: Square, mark: Mark) {
        s.emit(c, Effect::ClearMark(square, s.facts.free_mark(mark)?))
    }
    fn reveal(s, c, square: Square) {
        s.emit(c, Effect::SetMark(square, s.facts.free_mark(HiddenKinds::REVEALED)?))
    }
    fn set_piece_counter(s, c, square: Square, name: PieceCounter, n: Int) {
        let (id, counter, _) = s.facts.piece_counter(name)?;
        let n = number(n)?;
        if n < counter.min || n > counter.max {
            let (min, max) = (counter.min, counter.max);
            return fail(format!("the counter `{name}` can't be {n}: its range is {min} to {max}"));
        }
        s.emit(c, Effect::SetPieceCounter(square, id, n))
    }
    fn add_piece_counter(s, c, square: Square, name: PieceCounter, n: Int) {
        s.emit(c, Effect::AddPieceCounter(square, s.facts.piece_counter(name)?.0, number(n)?))
    }
    fn add_to_hand(s, c, seat: Seat, kind: Kind, n: Int) {
        let n = i8::try_from(n).map_err(|_| failure(format!("{n} pieces are too many")))?;
        s.emit(c, Effect::Hold(seat, s.facts.kind(kind)?, n))
    }
    fn ask(s, c, seat: Seat, question: Text, options: List, about: Any) {
        s.ask(c, seat, (question, options, about), false)
    }
    fn ask_in_secret(s, c, seat: Seat, question: Text, options: List, about: Any) {
        s.ask(c, seat, (question, options, about), true)
    }
    fn choose(s, c, question: Text, options: List, about: Any) {
        let (question, options, about) = s.question((question, options, about))?;
        s.emit(c, Effect::Choose { question, options, about })
    }
    fn offer(s, c, seat: Seat, word: Text) {
        s.emit(c, Effect::Offer(seat, self::word(word)?))
    }
    fn withdraw(s, c, seat: Seat, word: Text) {
        s.emit(c, Effect::Withdraw(seat, self::word(word)?))
    }
    fn restrict(s, c, seat: Seat, restrictions: Map) {
        for restriction in self::restrictions(&s.facts, &restrictions)? {
            s.emit(c, Effect::Restrict(seat, restriction))?;
        }
        Ok(())
    }
    fn move_again(s, c, square: Square) {
        s.emit(c, Effect::Again(Again::Move(square)))
    }
    fn capture_again(s, c, square: Square) {
        s.emit(c, Effect::Again(Again::Capture(square)))
    }
    fn another_move(s, c) {
        s.emit(c, Effect::Again(Again::Any))
    }
    fn refuse_announcement(s, c, seat: Seat) {
        s.emit(c, Effect::Refuse(seat))
    }
    fn relax(s, c, seat: Seat, how: OneOf PROTECT) {
        s.emit(c, Effect::Relax(seat, protection(how)?))
    }
    fn set_counter(s, c, name: Counter, n: Int) {
        s.set_counter(c, name, None, n)
    }
    fn set_counter(s, c, name: SeatCounter, seat: Seat, n: Int) {
        s.set_counter(c, name, Some(seat), n)
    }
    fn set_counter_to_ply(s, c, name: Counter) {
        s.emit(c, Effect::CounterToPly(s.facts.counter(name, false)?.0))
    }
    fn add_counter(s, c, name: Counter, n: Int) {
        s.emit(c, Effect::AddCounter(s.facts.counter(name, false)?.0, None, number(n)?))
    }
    fn add_counter(s, c, name: SeatCounter, seat: Seat, n: Int) {
        s.emit(c, Effect::AddCounter(s.facts.counter(name, true)?.0, Some(seat), number(n)?))
    }
    fn remember(s, c, name: Memory, value: Any) {
        s.remember(c, name, None, &value)
    }
    fn remember(s, c, name: SeatMemory, seat: Seat, value: Any) {
        s.remember(c, name, Some(seat), &value)
    }
    fn set_order(s, c, seats: List, next: Seat) {
        let seats: Vec<Seat> = elements(&seats, "seats")?;
        if seats.is_empty() || seats.len() > MAX_ORDER {
            return fail(format!("an order needs 1 to {MAX_ORDER} turns"));
        }
        if !seats.contains(&next) {
            return fail(format!("{} is not in the order", s.facts.seat_name(next)));
        }
        s.emit(c, Effect::Order(seats, next))
    }
    fn allow_castling(s, c, seat: Seat) {
        s.emit(c, Effect::AllowCastling(seat))
    }
    fn skip(s, c, seat: Seat) {
        s.emit(c, Effect::Skip(seat))
    }
    fn play_now(s, c, seat: Seat) {
        s.emit(c, Effect::PlayNow(seat))
    }
    fn relate(s, c, from: Seat, to: Seat, ability: OneOf ABILITY, allowed: Bool) {
        let capture = match ability {
            "capture" => true,
            "check" => false,
            _ => return fail(format!("`{ability}` is neither \"capture\" nor \"check\"")),
        };
        s.emit(c, Effect::Relate { from, to, capture, allowed })
    }
    fn settle(s, c, seat: Seat, result: OneOf RESULT) {
        s.emit(c, Effect::Settle(seat, self::result(result)?))
    }
    fn win(s, c, seat: Seat) {
        let team = s.facts.team(seat);
        let wins = |other| if s.facts.team(other) == team { SeatResult::Win } else { SeatResult::Loss };
        s.emit(c, Effect::Finish(s.facts.seats().map(wins).collect()))
    }
    fn lose(s, c, seat: Seat) {
        s.emit(c, Effect::Lose(seat))
    }
    fn draw(s, c) {
        s.emit(c, Effect::Finish(s.facts.seats().map(|_| SeatResult::Draw).collect()))
    }
    fn finish(s, c, results: SeatMap A_RESULT) {
        let results = for_each_seat(&s.facts, &results, "result", |name, value| {
            match value.into_immutable_string() {
                Ok(word) => result(&word),
                Err(_) => fail(format!("the result of {name} is not a string")),
            }
        })?;
        s.emit(c, Effect::Finish(results))
    }
    fn finish_with_points(s, c, points: SeatMap A_NUMBER) {
        let points = for_each_seat(&s.facts, &points, "points", |name, value| {
            match value.as_int().ok().and_then(|n| u32::try_from(n).ok()) {
                Some(points) => Ok(points),
                None => fail(format!("the points of {name} are not a number of at least 0")),
            }
        })?;
        s.emit(c, Effect::FinishWithPoints(points))
    }
    fn finish_with_places(s, c, places: SeatMap A_NUMBER) {
        let places = for_each_seat(&s.facts, &places, "place", |name, value| {
            match value.as_int().ok().filter(|place| *place >= 1) {
                Some(place) => Ok(place),
                None => fail(format!("the place of {name} is not a number of at least 1")),
            }
        })?;
        let points = |own: &i64| {
            let each = places.iter().map(|other| match other.cmp(own) {
                Ordering::Greater => 2,
                Ordering::Equal => 1,
                Ordering::Less => 0,
            });
            each.sum::<u32>()
        };
        // The sum contains the comparison of each seat with itself, which counts as a tie and adds
        // one point.
        let points = places.iter().map(|own| points(own) - 1).collect();
        s.emit(c, Effect::FinishWithPoints(points))
    }
    fn count_metric(s, c, metric: Metric) {
        s.emit(c, Effect::Count(s.facts.metric(metric)?))
    }
    fn clause(s, c, id: Clause) {
        s.begin_clause(c, id)
    }
}

/// Returns `true` if [`EFFECTS`] has a row with this name.
const fn has_row(word: &str) -> bool {
    let word = word.as_bytes();
    let mut row = 0;
    while row < EFFECTS.len() {
        let name = EFFECTS[row].name.as_bytes();
        let mut same = 0;
        while same < name.len() && same < word.len() && name[same] == word[same] {
            same += 1;
        }
        if same == name.len() && same == word.len() {
            return true;
        }
        row += 1;
    }
    false
}

/// Defines `effect_word` from a list of effects and their words.
macro_rules! words {
    ($($effect:pat => $word:ident,)*) => {
        /// Returns the word by which scripts cause an effect. Traces use the same word. The match
        /// is exhaustive, so that an effect without a word does not compile.
        #[must_use]
        pub fn effect_word(effect: &Effect) -> &'static str {
            match effect {
                $($effect => stringify!($word),)*
            }
        }

        /// Checks that each word has a row in [`EFFECTS`]. Code with a word that has no row does
        /// not compile.
        const _: () = {
            $(assert!(has_row(stringify!($word)), "an effect's word has no row");)*
        };
    };
}

words! {
    Effect::SeatState(..) => set_seat_state,
    Effect::ArmyState(..) => set_army_state,
    Effect::Control(..) => set_controller,
    Effect::Remove(_) => remove,
    Effect::Capture(..) => capture,
    Effect::RemoveArmy(_) => remove_army,
    Effect::ClearArmy(_) => remove_army_except_shields,
    Effect::Place(..) => place,
    Effect::Relocate(..) => move_piece,
    Effect::Recolour(..) => set_colour,
    Effect::Replace(..) => replace,
    Effect::Turn(..) => set_facing,
    Effect::SetMark(..) => set_mark,
    Effect::ClearMark(..) => clear_mark,
    Effect::Remember(..) => remember,
    Effect::SetPieceCounter(..) => set_piece_counter,
    Effect::AddPieceCounter(..) => add_piece_counter,
    Effect::Hold(..) => add_to_hand,
    Effect::Ask { secret: false, .. } => ask,
    Effect::Ask { secret: true, .. } => ask_in_secret,
    Effect::Choose { .. } => choose,
    Effect::Offer(..) => offer,
    Effect::Withdraw(..) => withdraw,
    Effect::Restrict(..) => restrict,
    Effect::Again(Again::Move(_)) => move_again,
    Effect::Again(Again::Capture(_)) => capture_again,
    Effect::Again(Again::Any) => another_move,
    Effect::Refuse(_) => refuse_announcement,
    Effect::Relax(..) => relax,
    Effect::SetCounter(..) => set_counter,
    Effect::CounterToPly(_) => set_counter_to_ply,
    Effect::AddCounter(..) => add_counter,
    Effect::Order(..) => set_order,
    Effect::AllowCastling(_) => allow_castling,
    Effect::Skip(_) => skip,
    Effect::PlayNow(_) => play_now,
    Effect::Relate { .. } => relate,
    Effect::Settle(..) => settle,
    Effect::Finish(_) => finish,
    Effect::FinishWithPoints(_) => finish_with_points,
    Effect::Lose(_) => lose,
    Effect::Count(_) => count_metric,
}
