//! The names and the geometry of the rules, which scripts can read. This module also records which
//! properties of squares a tabulated hook reads.

use std::cell::RefCell;
use std::rc::Rc;

use quadrille_core::rules::{
    Counter, Holds, MarkId, MetricId, PieceCounter, PieceCounterId, PieceField, PieceMemory,
};
use quadrille_core::{
    ClauseId, CounterId, Facing, Geometry, Kind, Piece, Seat, Seats, Spec, Square, StateId, Vector,
    Zone,
};
use rhai::ImmutableString;

use crate::diagnostic::{instead_of, instead_of_seat};
use crate::script::interface::native::{Fallible, advised, fail, failure};

/// The parts of the rules that scripts can read: names and geometry, without the tables for move
/// generation.
pub(crate) struct Facts {
    pub geometry: Geometry,
    pub(crate) diagonal: Seats,
    pub(crate) zones: Vec<(String, Zone)>,
    pub(crate) seats: Vec<SeatFacts>,
    /// The colour of neutral pieces, with its name. `None` if the game has no neutral pieces.
    pub(crate) neutral: Option<(Seat, ImmutableString)>,
    pub(crate) kinds: Vec<KindFacts>,
    pub(crate) states: Vec<ImmutableString>,
    pub(crate) counters: Vec<Counter>,
    pub(crate) marks: Vec<String>,
    /// The counters of pieces. Each has the field in which a piece stores the value of the counter.
    pub(crate) piece_counters: Vec<(PieceCounter, PieceField)>,
    pub(crate) piece_memories: Vec<PieceMemory>,
    pub(crate) metrics: Vec<String>,
    pub(crate) clauses: Vec<String>,
    pub(crate) order: Vec<Seat>,
    /// The record of what the running hook has read about squares. `None` if nothing is being
    /// recorded.
    pub(crate) reads: RefCell<Option<SquareReads>>,
}

pub(crate) struct SeatFacts {
    pub(crate) name: ImmutableString,
    pub(crate) key: char,
    pub(crate) team: u8,
    pub team_name: ImmutableString,
    pub(crate) facing: Facing,
}

pub(crate) struct KindFacts {
    pub(crate) name: ImmutableString,
    pub royal: bool,
    pub value: i64,
}

/// Returns the index of `name` among `names`.
///
/// # Errors
/// Returns an error if `names` does not contain the name. The error suggests a similar name.
pub(crate) fn lookup<'a>(
    what: &str,
    name: &str,
    names: impl Iterator<Item = &'a str> + Clone,
) -> Fallible<usize> {
    names
        .clone()
        .position(|candidate| candidate == name)
        .ok_or_else(|| advised(format!("there is no {what} `{name}`"), instead_of(name, names)))
}

/// Checks that a query names a seat if each seat has its own value, and names no seat if all seats
/// share the value. Otherwise returns an error.
pub(crate) fn of_scope(what: &str, name: &str, per_seat: bool, with_seat: bool) -> Fallible<()> {
    match (per_seat, with_seat) {
        (true, false) => fail(format!("each seat has its own {what} `{name}`: name the seat")),
        (false, true) => fail(format!("all seats share the {what} `{name}`: remove the seat")),
        _ => Ok(()),
    }
}

/// The place where a position stores a memory.
#[derive(Clone, Copy)]
pub(crate) enum MemoryPlace<'f> {
    /// A counter, and the sort of thing that the memory contains. The value of the counter is the
    /// number of the remembered thing.
    Counter(CounterId, Holds),
    /// The memory is stored as a mark on the remembered piece.
    Mark(&'f PieceMemory),
}

impl Facts {
    pub(crate) fn new(spec: &Spec) -> Rc<Self> {
        let team_name = |team: u8| spec.teams.get(usize::from(team)).cloned().unwrap_or_default();
        Rc::new(Self {
            geometry: spec.geometry.clone(),
            diagonal: spec.diagonal,
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

    /// Returns the colours that pieces can have: the colours of the seats, and the neutral colour
    /// if there is one.
    pub(crate) fn colours(&self) -> impl Iterator<Item = Seat> + use<> {
        self.seats().chain(self.neutral.as_ref().map(|(colour, _)| *colour))
    }

    pub(crate) fn kind(&self, name: &str) -> Fallible<Kind> {
        let names = self.kinds.iter().map(|kind| kind.name.as_str());
        lookup("kind", name, names).map(|i| Kind(i as u8))
    }

    /// Returns the royal kinds, as a set that has one bit for each kind.
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

    /// Returns an error if this is neither the name of a seat nor the name of the neutral colour.
    pub(crate) fn colour_name(&self, name: &str) -> Fallible<()> {
        let neutral = self.neutral.iter().any(|(_, neutral)| neutral == name);
        if neutral { Ok(()) } else { self.seat(name).map(drop) }
    }

    /// Checks that a team has this name.
    pub(crate) fn team_name(&self, name: &str) -> Fallible<()> {
        lookup("team", name, self.seats.iter().map(|seat| seat.team_name.as_str())).map(drop)
    }

    pub(crate) fn facing(&self, seat: Seat) -> Facing {
        self.seats.get(seat.index()).map_or(Facing::North, |seat| seat.facing)
    }

    /// Returns the word for the facing of a piece of a colour.
    pub(crate) fn facing_word(&self, colour: Seat, facing: Facing) -> &'static str {
        let first = if self.diagonal.contains(colour) { Facing::ALL.len() } else { 0 };
        Facing::WORDS[first + facing as usize]
    }

    /// Returns the step of one square straight ahead of a piece.
    pub(crate) fn forward(&self, piece: Piece) -> Vector {
        let diagonal = self.diagonal.contains(piece.colour());
        Vector::new(i8::from(diagonal), 1).turned(piece.facing())
    }

    /// Starts to record what a hook reads about squares. The hook runs for `square`.
    pub(crate) fn begin_reads(&self, square: Square) {
        *self.reads.borrow_mut() = Some(SquareReads::about(square));
    }

    /// Stops recording, and returns the recorded reads.
    pub(crate) fn end_reads(&self) -> Option<SquareReads> {
        self.reads.take()
    }

    /// Records that the answer of the hook may be different for every square.
    pub(crate) fn reads_all(&self) {
        if let Some(reads) = &mut *self.reads.borrow_mut() {
            reads.note_all(self);
        }
    }

    pub(crate) fn reads(&self, square: Square, question: impl FnOnce() -> SquareQuestion) {
        if let Some(reads) = &mut *self.reads.borrow_mut() {
            reads.note(self, square, &question());
        }
    }

    pub(crate) fn same(&self, one: Square, other: Square) -> bool {
        if let Some(reads) = &mut *self.reads.borrow_mut() {
            reads.compare(self, one, other);
        }
        one == other
    }

    /// Returns the name of a square.
    pub(crate) fn square_name(&self, square: Square) -> String {
        self.reads(square, || SquareQuestion::Number);
        self.geometry.name(square)
    }

    pub(crate) fn step(&self, square: Square, vector: Vector) -> Option<Square> {
        self.reads(square, || SquareQuestion::Step(vector));
        self.geometry.step(square, vector)
    }

    /// Returns a square's file, from 1, as `seat` counts files. If `seat` is `None`, files are
    /// counted from the a-file.
    pub(crate) fn file(&self, square: Square, seat: Option<Seat>) -> i64 {
        match seat {
            None => i64::from(self.geometry.cell(square).file) + 1,
            Some(seat) => self.cell_for(square, seat).0,
        }
    }

    /// Returns a square's rank, from 1, as `seat` counts ranks. If `seat` is `None`, ranks are
    /// counted from rank 1 of the board.
    pub(crate) fn rank(&self, square: Square, seat: Option<Seat>) -> i64 {
        match seat {
            None => i64::from(self.geometry.cell(square).rank) + 1,
            Some(seat) => self.cell_for(square, seat).1,
        }
    }

    /// Returns the file and rank of a square as a seat counts them, from 1. The seat counts ranks
    /// from its own side of the board, and files from its left.
    pub(crate) fn cell_for(&self, square: Square, seat: Seat) -> (i64, i64) {
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

    /// Returns the number of files and the number of ranks from one square to another. The numbers
    /// are positive to the right and up.
    pub(crate) fn offset(&self, from: Square, to: Square) -> (i64, i64) {
        let (from, to) = (self.geometry.cell(from), self.geometry.cell(to));
        (i64::from(to.file) - i64::from(from.file), i64::from(to.rank) - i64::from(from.rank))
    }

    /// Returns the squares between two squares on the same rank, file or diagonal. Holes are left
    /// out. The result is empty if the two are not on one such line.
    pub(crate) fn between(&self, from: Square, to: Square) -> Zone {
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

    /// Returns the zone with this name. The name `all` means the whole board.
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

    /// Returns the counter with this name. It must be a counter of seats if `per_seat` is `true`,
    /// and a counter of the game otherwise.
    pub(crate) fn counter(&self, name: &str, per_seat: bool) -> Fallible<(CounterId, &Counter)> {
        let numbers = self.counters.iter().filter(|c| c.holds == Holds::Number);
        lookup("counter", name, numbers.map(|c| c.name.as_str()))?;
        let i = self.counters.iter().position(|c| c.name == name).unwrap_or_default();
        let counter = &self.counters[i];
        of_scope("counter", name, counter.per_seat, per_seat)?;
        Ok((CounterId(i as u8), counter))
    }

    /// Returns the memory with this name. It must be a memory of seats if `per_seat` is `true`, and
    /// a memory of the game otherwise.
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

    /// Returns the memory with this name, which must hold a piece.
    pub(crate) fn piece_memory(&self, name: &str, per_seat: bool) -> Fallible<&PieceMemory> {
        match self.memory(name, per_seat)? {
            MemoryPlace::Mark(memory) => Ok(memory),
            MemoryPlace::Counter(..) => fail(format!("the memory `{name}` holds no piece")),
        }
    }

    pub(crate) fn mark(&self, name: &str) -> Fallible<u8> {
        lookup("mark", name, self.marks.iter().map(String::as_str)).map(|i| i as u8)
    }

    /// Returns the mark with this name, which scripts may set and clear. Returns an error if the
    /// mark belongs to a memory.
    pub(crate) fn free_mark(&self, name: &str) -> Fallible<MarkId> {
        let mark = self.mark(name)?;
        let mut memories = self.piece_memories.iter();
        match memories.find(|memory| memory.marks(self.seats.len()).contains(&mark)) {
            None => Ok(MarkId(mark)),
            Some(memory) => Err(advised(
                format!("`{name}` marks the piece in a memory, so only `remember` sets it"),
                format!("write `remember(\"{}\", …)`", memory.name),
            )),
        }
    }

    /// Returns the counter of pieces with this name: its number, the counter itself, and the field
    /// in which a piece stores the counter's value.
    pub(crate) fn piece_counter(
        &self,
        name: &str,
    ) -> Fallible<(PieceCounterId, &PieceCounter, PieceField)> {
        let names = self.piece_counters.iter().map(|(counter, _)| counter.name.as_str());
        let number = lookup("counter of pieces", name, names)?;
        let (counter, field) = &self.piece_counters[number];
        Ok((PieceCounterId(number as u8), counter, *field))
    }

    pub(crate) fn metric(&self, name: &str) -> Fallible<MetricId> {
        lookup("metric", name, self.metrics.iter().map(String::as_str)).map(|i| MetricId(i as u16))
    }

    pub(crate) fn clause(&self, id: &str) -> Fallible<ClauseId> {
        lookup("clause", id, self.clauses.iter().map(String::as_str)).map(|i| ClauseId(i as u16))
    }
}

/// A query about a square.
#[derive(Clone, PartialEq)]
pub(crate) enum SquareQuestion {
    /// Tests if the square is in this zone.
    Within(Box<Zone>),
    /// The file of the square, as the seat counts files. If the seat is `None`, files are counted
    /// from the a-file.
    File(Option<Seat>),
    Rank(Option<Seat>),
    /// Tests if there is a square one step away. If there is one, this square becomes the next
    /// subject.
    Step(Vector),
    /// Tests if the square is a given square.
    Is(Square),
    /// Returns a number that is different for each square.
    Number,
}

/// The queries that a hook made about squares, in order, each with its answer.
#[derive(Default)]
pub(crate) struct SquareReads {
    pub(crate) subjects: Vec<Square>,
    pub(crate) answered: Vec<SquareRead>,
}

/// A query about a subject, and the answer to it.
pub(crate) struct SquareRead {
    pub(crate) subject: usize,
    pub(crate) question: SquareQuestion,
    pub(crate) answer: i64,
}

impl SquareReads {
    /// Creates a record without queries. The hook runs for `square`, which is the first subject.
    pub(crate) fn about(square: Square) -> Self {
        Self { subjects: vec![square], answered: Vec::new() }
    }

    /// Returns the indices of the subjects that equal a square.
    pub(crate) fn those(&self, square: Square) -> Vec<usize> {
        let subjects = self.subjects.iter().enumerate();
        subjects.filter(|(_, subject)| **subject == square).map(|(number, _)| number).collect()
    }

    /// Records a query about a square.
    pub(crate) fn note(&mut self, facts: &Facts, square: Square, question: &SquareQuestion) {
        for subject in self.those(square) {
            let (answer, found) = facts.read(square, question);
            self.answered.push(SquareRead { subject, question: question.clone(), answer });
            self.subjects.extend(found);
        }
    }

    /// Records that two squares were compared.
    pub(crate) fn compare(&mut self, facts: &Facts, one: Square, other: Square) {
        match (self.those(one).is_empty(), self.those(other).is_empty()) {
            (true, _) => self.note(facts, other, &SquareQuestion::Is(one)),
            (_, true) => self.note(facts, one, &SquareQuestion::Is(other)),
            (false, false) => {
                self.note(facts, one, &SquareQuestion::Number);
                self.note(facts, other, &SquareQuestion::Number);
            }
        }
    }

    /// Records that the answer of the hook may be different for every square.
    pub(crate) fn note_all(&mut self, facts: &Facts) {
        if let Some(square) = self.subjects.first().copied() {
            self.note(facts, square, &SquareQuestion::Number);
        }
    }
}

impl Facts {
    /// Returns the answer to a query about a square. If the query is about the square that a step
    /// reaches, returns this square too.
    pub(crate) fn read(&self, square: Square, question: &SquareQuestion) -> (i64, Option<Square>) {
        match question {
            SquareQuestion::Within(zone) => (i64::from(zone.contains(square)), None),
            SquareQuestion::File(seat) => (self.file(square, *seat), None),
            SquareQuestion::Rank(seat) => (self.rank(square, *seat), None),
            SquareQuestion::Step(vector) => {
                let found = self.geometry.step(square, *vector);
                (i64::from(found.is_some()), found)
            }
            SquareQuestion::Is(other) => (i64::from(square == *other), None),
            SquareQuestion::Number => (i64::from(square.0), None),
        }
    }
}
