//! Seats, squares and pieces as scripts see them: properties, comparisons that reject what can't be
//! equal, and names to print.

use std::cell::RefCell;
use std::rc::Rc;

use quadrille_core::rules::{Counter, Holds, PieceCounter, PieceField, PieceMemory};
use quadrille_core::{
    Candidate, ClauseId, CounterId, Facing, Geometry, Kind, Piece, Seat, Spec, Square, StateId,
    Vector, Zone,
};
use rhai::{Array, Dynamic, Engine, ImmutableString, NativeCallContext};

use crate::diagnostic::{instead_of, instead_of_seat};
use crate::script::interface::bindings::tabulated_reads::{Question, Reads};
use crate::script::interface::native::{
    Fallible, Registrar, Text, advised, fail, failure, type_word,
};
use crate::script::interface::signature::{DIRECTION, FACING};

/// The names and the geometry of the rules, without their tables.
pub(crate) struct Facts {
    pub geometry: Geometry,
    zones: Vec<(String, Zone)>,
    pub(super) seats: Vec<SeatFacts>,
    /// The colour of pieces that belong to no seat, and its name.
    neutral: Option<(Seat, ImmutableString)>,
    pub(super) kinds: Vec<KindFacts>,
    states: Vec<ImmutableString>,
    counters: Vec<Counter>,
    marks: Vec<String>,
    /// The counters of pieces, and where pieces carry them.
    piece_counters: Vec<(PieceCounter, PieceField)>,
    piece_memories: Vec<PieceMemory>,
    metrics: Vec<String>,
    clauses: Vec<String>,
    pub(super) order: Vec<Seat>,
    /// What is read of squares, while that is noted.
    reads: RefCell<Option<Reads>>,
}

pub(super) struct SeatFacts {
    name: ImmutableString,
    key: char,
    team: u8,
    pub team_name: ImmutableString,
    facing: Facing,
}

pub(super) struct KindFacts {
    name: ImmutableString,
    pub royal: bool,
    pub value: i64,
}

/// The index of `name` among `names`, or an error with a suggestion.
fn lookup<'a>(
    what: &str,
    name: &str,
    names: impl Iterator<Item = &'a str> + Clone,
) -> Fallible<usize> {
    names
        .clone()
        .position(|candidate| candidate == name)
        .ok_or_else(|| advised(format!("there is no {what} `{name}`"), instead_of(name, names)))
}

/// Checks that what is one for each seat is asked with a seat, and what is one for the game without.
fn of_scope(what: &str, name: &str, per_seat: bool, with_seat: bool) -> Fallible<()> {
    match (per_seat, with_seat) {
        (true, false) => fail(format!("the {what} `{name}` is one for each seat; name the seat")),
        (false, true) => {
            fail(format!("the {what} `{name}` is one for the game; leave the seat out"))
        }
        _ => Ok(()),
    }
}

/// Where a position keeps a memory.
#[derive(Clone, Copy)]
pub(crate) enum MemoryPlace<'f> {
    /// In a counter, which means a thing of this sort.
    Counter(CounterId, Holds),
    /// In a mark of the piece that is remembered.
    Mark(&'f PieceMemory),
}

impl Facts {
    pub(crate) fn new(spec: &Spec) -> Rc<Self> {
        let team_name = |team: u8| spec.teams.get(usize::from(team)).cloned().unwrap_or_default();
        Rc::new(Self {
            geometry: spec.geometry.clone(),
            zones: spec.zones.clone(),
            seats: spec
                .seats
                .iter()
                .map(|seat| SeatFacts {
                    name: seat.name.as_str().into(),
                    key: seat.key,
                    team: seat.team,
                    team_name: team_name(seat.team).into(),
                    facing: seat.facing,
                })
                .collect(),
            neutral: spec.neutral_colour().map(|colour| (colour, spec.colour_name(colour).into())),
            kinds: spec
                .kinds
                .iter()
                .map(|kind| KindFacts {
                    name: kind.name.as_str().into(),
                    royal: kind.royal,
                    value: kind.value.into(),
                })
                .collect(),
            states: spec.states.iter().map(|state| state.name.as_str().into()).collect(),
            counters: spec.counters.clone(),
            marks: spec.marks.clone(),
            piece_counters: spec
                .piece_counters
                .iter()
                .enumerate()
                .filter_map(|(number, counter)| Some((counter.clone(), spec.piece_field(number)?)))
                .collect(),
            piece_memories: spec.piece_memories.clone(),
            metrics: spec.metrics.clone(),
            clauses: spec.clauses.iter().map(|clause| clause.id.clone()).collect(),
            order: spec.order.clone(),
            reads: RefCell::default(),
        })
    }

    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats.len()).map(|i| Seat(i as u8))
    }

    /// The colours that pieces can have: those of the seats, and that of no seat.
    pub(crate) fn colours(&self) -> impl Iterator<Item = Seat> + use<> {
        self.seats().chain(self.neutral.as_ref().map(|(colour, _)| *colour))
    }

    pub(crate) fn kind(&self, name: &str) -> Fallible<Kind> {
        let names = self.kinds.iter().map(|kind| kind.name.as_str());
        lookup("kind", name, names).map(|i| Kind(i as u8))
    }

    /// The kinds that are royal, a bit each.
    pub(crate) fn royal_kinds(&self) -> u32 {
        let royal = self.kinds.iter().enumerate().filter(|(_, kind)| kind.royal);
        royal.fold(0, |bits, (kind, _)| bits | 1 << kind)
    }

    pub(crate) fn kind_name(&self, kind: Kind) -> ImmutableString {
        self.kinds.get(kind.index()).map(|kind| kind.name.clone()).unwrap_or_default()
    }

    pub(crate) fn seat(&self, name: &str) -> Fallible<Seat> {
        let found = self.seats.iter().position(|seat| seat.name == name);
        found.map(|i| Seat(i as u8)).ok_or_else(|| {
            let seats = self.seats.iter().map(|seat| (seat.name.as_str(), seat.key));
            advised(format!("there is no seat `{name}`"), instead_of_seat(name, seats))
        })
    }

    pub(crate) fn seat_name(&self, seat: Seat) -> ImmutableString {
        let neutral = self.neutral.iter().find(|(colour, _)| *colour == seat);
        let named = self.seats.get(seat.index()).map(|seat| &seat.name);
        named.or(neutral.map(|(_, name)| name)).cloned().unwrap_or_default()
    }

    /// Whether seats, or the pieces that belong to nobody, have this name.
    pub(crate) fn colour_name(&self, name: &str) -> Fallible<()> {
        let neutral = self.neutral.iter().any(|(_, neutral)| neutral == name);
        if neutral { Ok(()) } else { self.seat(name).map(drop) }
    }

    /// Whether a team has this name.
    pub(crate) fn team_name(&self, name: &str) -> Fallible<()> {
        lookup("team", name, self.seats.iter().map(|seat| seat.team_name.as_str())).map(drop)
    }

    pub(crate) fn facing(&self, seat: Seat) -> Facing {
        self.seats.get(seat.index()).map_or(Facing::North, |seat| seat.facing)
    }

    /// Notes what is read from now on, by a hook that is asked about a square.
    pub(crate) fn begin_reads(&self, square: Square) {
        *self.reads.borrow_mut() = Some(Reads::about(square));
    }

    /// Ends that, and gives what was read.
    pub(crate) fn end_reads(&self) -> Option<Reads> {
        self.reads.take()
    }

    /// Notes that it matters which square a hook is asked about.
    pub(crate) fn reads_all(&self) {
        if let Some(reads) = &mut *self.reads.borrow_mut() {
            reads.note_all(self);
        }
    }

    pub(super) fn reads(&self, square: Square, question: impl FnOnce() -> Question) {
        if let Some(reads) = &mut *self.reads.borrow_mut() {
            reads.note(self, square, &question());
        }
    }

    fn same(&self, one: Square, other: Square) -> bool {
        if let Some(reads) = &mut *self.reads.borrow_mut() {
            reads.compare(self, one, other);
        }
        one == other
    }

    /// The name of a square.
    pub(super) fn square_name(&self, square: Square) -> String {
        self.reads(square, || Question::Number);
        self.geometry.name(square)
    }

    pub(super) fn step(&self, square: Square, vector: Vector) -> Option<Square> {
        self.reads(square, || Question::Step(vector));
        self.geometry.step(square, vector)
    }

    /// A square's file, from 1, as a seat counts them or from the corner.
    pub(super) fn file(&self, square: Square, seat: Option<Seat>) -> i64 {
        match seat {
            None => i64::from(self.geometry.cell(square).file) + 1,
            Some(seat) => self.cell_for(square, seat).0,
        }
    }

    /// A square's rank, from 1, as a seat counts them or from the corner.
    pub(super) fn rank(&self, square: Square, seat: Option<Seat>) -> i64 {
        match seat {
            None => i64::from(self.geometry.cell(square).rank) + 1,
            Some(seat) => self.cell_for(square, seat).1,
        }
    }

    /// File and rank of a square as a seat counts them, from 1: ranks from its own side of the board
    /// forwards, files from its left.
    fn cell_for(&self, square: Square, seat: Seat) -> (i64, i64) {
        let cell = self.geometry.cell(square);
        let (file, rank) = (i64::from(cell.file), i64::from(cell.rank));
        let (files, ranks) = (i64::from(self.geometry.files()), i64::from(self.geometry.ranks()));
        match self.facing(seat) {
            Facing::North => (file + 1, rank + 1),
            Facing::East => (ranks - rank, file + 1),
            Facing::South => (files - file, ranks - rank),
            Facing::West => (rank + 1, files - file),
        }
    }

    /// How far one square lies from another: to the right, and up.
    pub(super) fn offset(&self, from: Square, to: Square) -> (i64, i64) {
        let (from, to) = (self.geometry.cell(from), self.geometry.cell(to));
        (i64::from(to.file) - i64::from(from.file), i64::from(to.rank) - i64::from(from.rank))
    }

    /// The squares between two squares of a rank, file or diagonal; holes are left out.
    pub(super) fn between(&self, from: Square, to: Square) -> Zone {
        let (across, up) = self.offset(from, to);
        if across != 0 && up != 0 && across.abs() != up.abs() {
            return Zone::EMPTY;
        }
        let cell = self.geometry.cell(from);
        let steps = across.abs().max(up.abs());
        let at = |n: i64| {
            let file = i64::from(cell.file) + across.signum() * n;
            let rank = i64::from(cell.rank) + up.signum() * n;
            self.geometry.at(file as i32, rank as i32)
        };
        (1..steps).filter_map(at).collect()
    }

    pub(crate) fn team(&self, seat: Seat) -> Option<u8> {
        self.seats.get(seat.index()).map(|seat| seat.team)
    }

    pub(crate) fn square(&self, name: &str) -> Fallible<Square> {
        self.geometry.square_named(name).ok_or_else(|| {
            let what = match self.geometry.cell_named(name) {
                Some(_) => "is a hole of the board",
                None => "is not a square of the board",
            };
            failure(format!("`{name}` {what}"))
        })
    }

    /// A zone by its name; `all` is the whole board.
    pub(crate) fn zone(&self, name: &str) -> Fallible<Zone> {
        if name == "all" {
            return Ok(self.geometry.all());
        }
        let i = lookup("zone", name, self.zones.iter().map(|(name, _)| name.as_str()))?;
        Ok(self.zones[i].1)
    }

    pub(crate) fn state(&self, name: &str) -> Fallible<StateId> {
        lookup("state", name, self.states.iter().map(ImmutableString::as_str))
            .map(|i| StateId(i as u8))
    }

    pub(crate) fn state_name(&self, state: StateId) -> ImmutableString {
        self.states.get(usize::from(state.0)).cloned().unwrap_or_default()
    }

    /// A counter, which must be one for each seat or one for the game.
    pub(crate) fn counter(&self, name: &str, per_seat: bool) -> Fallible<(CounterId, &Counter)> {
        let numbers = self.counters.iter().filter(|c| c.holds == Holds::Number);
        lookup("counter", name, numbers.map(|c| c.name.as_str()))?;
        let i = self.counters.iter().position(|c| c.name == name).unwrap_or_default();
        let counter = &self.counters[i];
        of_scope("counter", name, counter.per_seat, per_seat)?;
        Ok((CounterId(i as u8), counter))
    }

    /// A memory, which must be one for each seat or one for the game.
    pub(crate) fn memory(&self, name: &str, per_seat: bool) -> Fallible<MemoryPlace<'_>> {
        let held = self.counters.iter().filter(|c| c.holds != Holds::Number);
        let of_pieces = self.piece_memories.iter().map(|memory| memory.name.as_str());
        lookup("memory", name, held.map(|c| c.name.as_str()).chain(of_pieces))?;
        if let Some(memory) = self.piece_memories.iter().find(|memory| memory.name == name) {
            of_scope("memory", name, memory.per_seat, per_seat)?;
            return Ok(MemoryPlace::Mark(memory));
        }
        let i = self.counters.iter().position(|c| c.name == name).unwrap_or_default();
        let counter = &self.counters[i];
        of_scope("memory", name, counter.per_seat, per_seat)?;
        Ok(MemoryPlace::Counter(CounterId(i as u8), counter.holds))
    }

    /// A memory that holds a piece.
    pub(crate) fn piece_memory(&self, name: &str, per_seat: bool) -> Fallible<&PieceMemory> {
        match self.memory(name, per_seat)? {
            MemoryPlace::Mark(memory) => Ok(memory),
            MemoryPlace::Counter(_, holds) => {
                fail(format!("the memory `{name}` holds a {}, not a piece", holds.word()))
            }
        }
    }

    pub(crate) fn mark(&self, name: &str) -> Fallible<u8> {
        lookup("mark", name, self.marks.iter().map(String::as_str)).map(|i| i as u8)
    }

    /// A mark that may be set and cleared: not one that a memory keeps on a single piece.
    pub(crate) fn free_mark(&self, name: &str) -> Fallible<u8> {
        let mark = self.mark(name)?;
        let mut memories = self.piece_memories.iter();
        match memories.find(|memory| memory.marks(self.seats.len()).contains(&mark)) {
            None => Ok(mark),
            Some(memory) => Err(advised(
                format!("`{name}` marks the piece that a memory holds; only `remember` gives it"),
                format!("write `remember(\"{}\", …)`", memory.name),
            )),
        }
    }

    /// A counter of pieces: its number, and where pieces carry it.
    pub(crate) fn piece_counter(&self, name: &str) -> Fallible<(u8, &PieceCounter, PieceField)> {
        let names = self.piece_counters.iter().map(|(counter, _)| counter.name.as_str());
        let number = lookup("counter of pieces", name, names)?;
        let (counter, field) = &self.piece_counters[number];
        Ok((number as u8, counter, *field))
    }

    pub(crate) fn metric(&self, name: &str) -> Fallible<u16> {
        lookup("metric", name, self.metrics.iter().map(String::as_str)).map(|i| i as u16)
    }

    pub(crate) fn clause(&self, id: &str) -> Fallible<ClauseId> {
        lookup("clause", id, self.clauses.iter().map(String::as_str)).map(|i| ClauseId(i as u16))
    }
}

/// The facing of that name.
pub(crate) fn facing(word: &str) -> Fallible<Facing> {
    lookup("facing", word, FACING.iter().copied()).map(|i| Facing::from_bits(i as u16))
}

pub(super) fn direction(word: &str) -> Fallible<Vector> {
    const STEPS: [(i8, i8); 8] =
        [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    let i = lookup("direction", word, DIRECTION.iter().copied())?;
    Ok(Vector::new(STEPS[i].0, STEPS[i].1))
}

/// An array of seats.
pub(crate) fn seats(seats: impl IntoIterator<Item = Seat>) -> Vec<Seat> {
    seats.into_iter().collect()
}

/// The elements of an array, all of one type.
pub(crate) fn elements<T: Clone + 'static>(array: &Array, what: &str) -> Fallible<Vec<T>> {
    array
        .iter()
        .map(|value| {
            let found = value.clone().try_cast::<T>();
            found.ok_or_else(|| failure(format!("the array must hold {what} only")))
        })
        .collect()
}

/// The texts of an array.
pub(crate) fn texts(array: &Array, what: &str) -> Fallible<Vec<ImmutableString>> {
    elements(array, what)
}

/// Makes `==` and `!=` work among values of a type, and with `()`, and fail with anything else:
/// without this, Rhai would silently treat them as different.
fn comparable<T: Clone + PartialEq + 'static>(engine: &mut Engine, article: &'static str) {
    engine.register_type_with_name::<T>(article);
    engine.register_fn("==", |a: T, b: T| a == b).register_fn("!=", |a: T, b: T| a != b);
    engine.register_fn("==", |_: T, (): ()| false).register_fn("==", |(): (), _: T| false);
    engine.register_fn("!=", |_: T, (): ()| true).register_fn("!=", |(): (), _: T| true);
    let wrong = move |context: &NativeCallContext<'_>, other: &Dynamic| -> Fallible<bool> {
        let other = type_word(context.engine().map_type_name(other.type_name()));
        fail(format!("a {article} can be compared with a {article} only, not with a {other}"))
    };
    for operator in ["==", "!="] {
        engine.register_fn(operator, move |context: NativeCallContext<'_>, _: T, b: Dynamic| {
            wrong(&context, &b)
        });
        engine.register_fn(operator, move |context: NativeCallContext<'_>, a: Dynamic, _: T| {
            wrong(&context, &a)
        });
    }
}

/// How a value is printed, alone and inside arrays.
fn printed<T: Clone + 'static>(
    engine: &mut Engine,
    facts: &Rc<Facts>,
    text: fn(&Facts, T) -> ImmutableString,
) {
    for name in ["to_string", "to_debug"] {
        let facts = Rc::clone(facts);
        engine.register_fn(name, move |value: &mut T| text(&facts, value.clone()));
    }
}

/// Registers what every hook may use.
pub(crate) fn register(api: &mut Registrar<'_>, facts: &Rc<Facts>) {
    let engine = &mut *api.engine;
    comparable::<Seat>(engine, "seat");
    comparable::<Square>(engine, "square");
    let f = Rc::clone(facts);
    engine.register_fn("==", move |a: Square, b: Square| f.same(a, b));
    let f = Rc::clone(facts);
    engine.register_fn("!=", move |a: Square, b: Square| !f.same(a, b));
    comparable::<Piece>(engine, "piece");
    comparable::<Candidate>(engine, "move");
    printed::<Seat>(engine, facts, Facts::seat_name);
    printed::<Square>(engine, facts, |facts, square| facts.square_name(square).into());
    printed::<Piece>(engine, facts, |facts, piece| {
        let (colour, kind) = (facts.seat_name(piece.colour()), facts.kind_name(piece.kind()));
        format!("{colour} {kind}").into()
    });
    printed::<Candidate>(engine, facts, |facts, candidate| {
        let (from, to) = (candidate.from.map(|from| facts.geometry.name(from)), candidate.to);
        format!("{}-{}", from.unwrap_or_default(), facts.geometry.name(to)).into()
    });
    super::properties::register(api, facts);
    let f = Rc::clone(facts);
    api.function("seats", move || seats(f.seats()));
    let f = Rc::clone(facts);
    api.function("seat", move |name: Text| f.seat(&name));
    let f = Rc::clone(facts);
    api.function("neutral", move || match &f.neutral {
        Some((colour, _)) => Ok(*colour),
        None => Err(advised(
            "all pieces of this game belong to seats".to_owned(),
            "add `[neutral]` with a `key` to geometry.toml",
        )),
    });
    let f = Rc::clone(facts);
    api.function("square", move |name: Text| f.square(&name));
    let f = Rc::clone(facts);
    api.function("zone", move |name: Text| f.zone(&name));
    let f = Rc::clone(facts);
    api.function("kinds", move || f.kinds.iter().map(|kind| kind.name.clone()).collect::<Vec<_>>());
}
