//! What hooks have answered, so that they need not be asked again.
//!
//! A hook's answer follows from its arguments and from what it reads of the game: scripts have no
//! memory, no chance and no clock. So each call is noted as a path of a decision tree: first the
//! arguments that the function mentions, then each thing that it read with what it found, at the end
//! its effects. A later call is answered by the tree, which asks the game itself for the same things,
//! if it leads to an end; only then has the script nothing else to say. Trees are bounded. What differs at
//! every ply, and what takes a search to find out, is not noted: hooks that ask for it run as they are.
//!
//! Depends on `bindings::view`.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::convert::Infallible;
use std::rc::Rc;

use quadrille_core::rules::CounterId;
use quadrille_core::{
    Candidate, Colour, Emitted, Event, Hypothetical, Kind, Move, Piece, Ruleset, Seat, SeatResult,
    Square, StateId, Status, View, Zone,
};

use crate::script::bindings::view::{Answer as Verdict, Question};

/// The most places of a tree, in all.
const MAX_PLACES: usize = 16_384;
/// The most answers to one question that are told apart.
const MAX_BRANCHES: usize = 64;
/// The most that a noted call may read.
const MAX_READS: usize = 32;
/// A tree is given up that, after so many calls, has answered less than one in four.
const TRIAL: u32 = 4_096;

/// Something that a hook reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Read {
    Piece(Square),
    Pieces(Colour),
    PiecesOfKind(Colour, Kind),
    Count(Colour, Option<Kind>),
    Turn,
    Made,
    SeatState(Seat),
    ArmyState(Colour),
    Controller(Colour),
    Counter(CounterId, Seat),
    Royals(Seat),
    InCheck(Seat),
    Checkers(Seat),
    Attackers(Square, Seat),
    LastChecker(Colour),
    LastMover,
    InHand(Seat, Kind),
    Settled(Seat),
    Status(Seat),
    Lift(Seat, Square, Square),
    /// As a copy of the game sees it, which calls no hooks.
    LiftOfCopy(Seat, Move),
}

/// What it found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Found {
    Number(i64),
    Squares([u64; 16]),
}

impl From<Zone> for Found {
    fn from(zone: Zone) -> Self {
        Self::Squares(zone.0)
    }
}

/// Nothing is 0, and what there is counts from 1.
fn number<T: Into<i64>>(value: Option<T>) -> Found {
    Found::Number(value.map_or(0, |value| value.into() + 1))
}

fn found_piece(piece: Option<Piece>) -> Found {
    number(piece.map(Piece::bits))
}

fn found_seat(seat: Option<Seat>) -> Found {
    number(seat.map(|seat| seat.0))
}

fn found_verdict(verdict: Verdict) -> Found {
    Found::Number(match verdict {
        Verdict::Status(status) => status as i64,
        Verdict::Lift(can) => can.into(),
    })
}

fn found_result(result: Option<SeatResult>) -> Found {
    number(result.map(|result| result as u8))
}

/// The game that a memory asks what a hook would read.
pub(super) struct Asking<'a> {
    pub(super) view: &'a dyn View,
    /// Answers what only the game itself can, unless it is answering such a question already.
    pub(super) judge: &'a dyn Fn(Question) -> Option<Verdict>,
}

impl Read {
    /// What the game says, if it can be asked.
    fn ask(self, game: &Asking<'_>) -> Option<Found> {
        let view = game.view;
        Some(match self {
            Self::Piece(square) => found_piece(view.piece(square)),
            Self::Pieces(colour) => view.pieces(colour).into(),
            Self::PiecesOfKind(colour, kind) => view.pieces_of_kind(colour, kind).into(),
            Self::Count(colour, kind) => Found::Number(i64::from(view.count(colour, kind))),
            Self::Turn => found_seat(Some(view.turn())),
            Self::Made => Found::Number(view.made().into()),
            Self::SeatState(seat) => Found::Number(view.seat_state(seat).0.into()),
            Self::ArmyState(colour) => Found::Number(view.army_state(colour).0.into()),
            Self::Controller(colour) => found_seat(view.controller(colour)),
            Self::Counter(counter, seat) => Found::Number(view.counter(counter, seat).into()),
            Self::Royals(seat) => view.royals(seat).into(),
            Self::InCheck(seat) => Found::Number(view.in_check(seat).into()),
            Self::Checkers(seat) => view.checkers(seat).into(),
            Self::Attackers(square, seat) => view.attackers(square, seat).into(),
            Self::LastChecker(colour) => found_seat(view.last_checker(colour)),
            Self::LastMover => found_seat(view.last_mover()),
            Self::InHand(seat, kind) => Found::Number(view.in_hand(seat, kind).into()),
            Self::Settled(seat) => found_result(view.settled(seat)),
            Self::Status(seat) => found_verdict((game.judge)(Question::Status(seat))?),
            Self::Lift(seat, from, to) => {
                found_verdict((game.judge)(Question::Lift(seat, from, to))?)
            }
            Self::LiftOfCopy(seat, mv) => Found::Number(view.detach().can_lift(seat, mv).into()),
        })
    }
}

/// What a hook answered.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    /// Its effects.
    Effects(Rc<[Emitted]>),
    /// Moves that it offers.
    Moves(Rc<[(Square, Square)]>),
    /// Whether it forbids a move.
    Forbidden(bool),
}

/// What is known about a call.
pub(super) enum Recalled {
    /// It answers this, and would take so many operations.
    Answer(Answer, u64),
    /// The script has to run, and what it does is worth noting.
    Unknown,
    /// The script has to run.
    Never,
}

/// A place of a tree.
enum Place {
    /// No call has come further.
    Vacant,
    /// The script reads this next, and goes on by what it finds: places by answers, in order.
    Reads(Read, Vec<(Found, usize)>),
    /// The script is done.
    Done(Answer, u64),
    /// What the script does from here on is not noted.
    Closed,
}

#[derive(Default)]
struct Tree {
    /// The first places, by arguments.
    roots: HashMap<Box<[u8]>, usize>,
    places: Vec<Place>,
}

impl Tree {
    fn add(&mut self) -> Option<usize> {
        if self.places.len() >= MAX_PLACES {
            return None;
        }
        self.places.push(Place::Vacant);
        Some(self.places.len() - 1)
    }

    /// What the next step after a place is; `Err` where there is none.
    fn step(&self, place: usize) -> Result<Read, Recalled> {
        match self.places.get(place) {
            Some(Place::Vacant) => Err(self.unknown()),
            Some(Place::Done(answer, operations)) => {
                Err(Recalled::Answer(answer.clone(), *operations))
            }
            Some(Place::Reads(read, _)) => Ok(*read),
            // Or the tree was given up meanwhile.
            Some(Place::Closed) | None => Err(Recalled::Never),
        }
    }

    /// Where an answer leads to.
    fn branch(&self, place: usize, found: Found) -> Result<usize, Recalled> {
        let Some(Place::Reads(_, branches)) = self.places.get(place) else {
            return Err(Recalled::Never);
        };
        match branches.binary_search_by(|(known, _)| known.cmp(&found)) {
            Ok(index) => Ok(branches[index].1),
            Err(_) if branches.len() >= MAX_BRANCHES => Err(Recalled::Never),
            Err(_) => Err(self.unknown()),
        }
    }

    fn unknown(&self) -> Recalled {
        if self.places.len() < MAX_PLACES { Recalled::Unknown } else { Recalled::Never }
    }

    /// Adds a call; `None` if there is no room.
    fn insert(&mut self, arguments: &[u8], reads: &[(Read, Found)], end: Place) -> Option<()> {
        let mut place = match self.roots.get(arguments) {
            Some(place) => *place,
            None => {
                let place = self.add()?;
                self.roots.insert(arguments.into(), place);
                place
            }
        };
        for &(read, found) in reads {
            if matches!(self.places[place], Place::Vacant) {
                self.places[place] = Place::Reads(read, Vec::new());
            }
            let Place::Reads(known, branches) = &self.places[place] else { return None };
            debug_assert_eq!(*known, read, "a hook reads the same after the same answers");
            place = match branches.binary_search_by(|(known, _)| known.cmp(&found)) {
                Ok(index) => branches[index].1,
                Err(_) if branches.len() >= MAX_BRANCHES => return None,
                Err(index) => {
                    let next = self.add()?;
                    let Place::Reads(_, branches) = &mut self.places[place] else { return None };
                    branches.insert(index, (found, next));
                    next
                }
            };
        }
        if matches!(self.places[place], Place::Vacant) {
            self.places[place] = end;
        }
        Some(())
    }
}

/// The memory of one hook.
#[derive(Default)]
pub(super) struct Memo {
    tree: RefCell<Tree>,
    calls: Cell<u32>,
    answered: Cell<u32>,
    given_up: Cell<bool>,
    /// Where the arguments of a call are written down.
    spare: Cell<Vec<u8>>,
}

impl Memo {
    /// Forgets everything, for good.
    pub(super) fn give_up(&self) {
        self.given_up.set(true);
        self.tree.take();
    }

    /// Looks for a call with these arguments.
    pub(super) fn recall(&self, arguments: &Arguments, game: &Asking<'_>) -> Recalled {
        if self.given_up.get() {
            return Recalled::Never;
        }
        let Err(recalled) = self.find(&arguments.bytes, game);
        self.calls.set(self.calls.get().saturating_add(1));
        if matches!(recalled, Recalled::Answer(..)) {
            self.answered.set(self.answered.get().saturating_add(1));
        }
        if self.calls.get() >= TRIAL {
            if self.answered.get() < self.calls.get() / 4 {
                self.give_up();
            }
            // What counts is what it is worth now.
            self.calls.set(self.calls.get() / 2);
            self.answered.set(self.answered.get() / 2);
        }
        recalled
    }

    /// Goes through the tree to an end. While the game is asked, hooks may run, this one among them.
    fn find(&self, arguments: &[u8], game: &Asking<'_>) -> Result<Infallible, Recalled> {
        let tree = self.tree.borrow();
        let root = tree.roots.get(arguments).copied();
        let mut place = root.ok_or_else(|| tree.unknown())?;
        drop(tree);
        loop {
            let read = self.tree.borrow().step(place)?;
            let found = read.ask(game).ok_or(Recalled::Never)?;
            place = self.tree.borrow().branch(place, found)?;
        }
    }

    /// Takes down what a call has read and answered.
    pub(super) fn note(
        &self,
        arguments: &Arguments,
        notes: &Notes,
        answer: Answer,
        operations: u64,
    ) {
        let end = if notes.closed.get() { Place::Closed } else { Place::Done(answer, operations) };
        // Without room for it the call is not noted.
        let _ = self.tree.borrow_mut().insert(&arguments.bytes, &notes.reads.borrow(), end);
    }

    /// The arguments of an event that a function mentions.
    pub(super) fn arguments(&self, event: &Event<'_>, mentions: u8) -> Arguments {
        let mut to = Arguments { bytes: self.spare.take(), mentions };
        to.write_event(event);
        to
    }

    /// The arguments of a question about a seat's moves.
    pub(super) fn about_seat(&self, seat: Seat, mentions: u8) -> Arguments {
        let mut to = Arguments { bytes: self.spare.take(), mentions };
        to.add(&[seat.0]);
        to
    }

    /// The arguments of a question about a move.
    pub(super) fn about_move(&self, candidate: &Candidate, mentions: u8) -> Arguments {
        let mut to = Arguments { bytes: self.spare.take(), mentions };
        to.write_candidate(candidate);
        to
    }

    /// Takes the memory of arguments back.
    pub(super) fn done(&self, arguments: Arguments) {
        let mut bytes = arguments.bytes;
        bytes.clear();
        self.spare.set(bytes);
    }
}

/// The arguments of a call that its function mentions, one after the other.
pub(super) struct Arguments {
    bytes: Vec<u8>,
    /// Which of those that are still to come it mentions, a bit each.
    mentions: u8,
}

impl Arguments {
    /// Adds the next argument, if it is mentioned. All of a hook's calls have the same types, so that
    /// lengths tell arguments apart.
    fn add(&mut self, bytes: &[u8]) {
        if self.mentions & 1 != 0 {
            self.bytes.extend((bytes.len() as u32).to_le_bytes());
            self.bytes.extend(bytes);
        }
        self.mentions >>= 1;
    }

    fn add_seat(&mut self, seat: Seat) {
        self.add(&[seat.0]);
    }

    fn add_square(&mut self, square: Option<Square>) {
        match square {
            Some(square) => self.add(&square.0.to_le_bytes()),
            None => self.add(&[]),
        }
    }

    fn add_piece(&mut self, piece: Option<Piece>) {
        match piece {
            Some(piece) => self.add(&piece.bits().to_le_bytes()),
            None => self.add(&[]),
        }
    }

    fn write_event(&mut self, event: &Event<'_>) {
        match *event {
            Event::Setup | Event::Position | Event::Limit | Event::Outcome => {}
            Event::Turn(seat)
            | Event::Mate(seat)
            | Event::Stalemate(seat)
            | Event::Release(seat) => self.add_seat(seat),
            Event::Roll(seat, faces) | Event::Blocked(seat, faces) => {
                self.add_seat(seat);
                self.add(faces);
            }
            Event::Move { seat, played, piece } => {
                self.add_seat(seat);
                self.add_piece(piece);
                self.add_square(played.map(|mv| mv.from));
                self.add_square(played.map(|mv| mv.to));
            }
            Event::Capture { seat, piece, square, .. }
            | Event::RoyalCaptured { seat, piece, square }
            | Event::Promotion { seat, piece, square } => {
                self.add_seat(seat);
                self.add_piece(Some(piece));
                self.add_square(Some(square));
            }
            Event::Check { seat, royals, by } => {
                let check = |(square, by): (&Square, &Seat)| {
                    let [low, high] = square.0.to_le_bytes();
                    [low, high, by.0]
                };
                self.add_seat(seat);
                self.add(&royals.iter().zip(by).flat_map(check).collect::<Vec<u8>>());
            }
            Event::Answer { seat, question, choice, about } => {
                self.add_seat(seat);
                self.add(question.as_bytes());
                self.add(choice.as_bytes());
                self.add(&about.to_le_bytes());
            }
            Event::Announce(seat, played) => {
                self.add_seat(seat);
                self.add_square(Some(played.from));
                self.add_square(Some(played.to));
            }
            Event::Say(seat, word) => {
                self.add_seat(seat);
                self.add(word.as_bytes());
            }
            Event::Draw(kind, drawn) => {
                self.add(kind.as_bytes());
                self.add(&drawn.iter().map(|seat| seat.0).collect::<Vec<u8>>());
            }
        }
    }

    /// All that a script can see of a move: it is one argument.
    fn write_candidate(&mut self, candidate: &Candidate) {
        let Candidate { seat, piece, from, to, promotion, castling, captures, .. } = *candidate;
        let mut bytes = [0; 12];
        bytes[0] = seat.0;
        bytes[1..5].copy_from_slice(&piece.bits().to_le_bytes());
        bytes[5..7].copy_from_slice(&from.map_or(u16::MAX, |from| from.0).to_le_bytes());
        bytes[7..9].copy_from_slice(&to.0.to_le_bytes());
        bytes[9] = promotion.map_or(u8::MAX, |kind| kind.0);
        bytes[10] = castling.into();
        if captures.is_empty() {
            self.add(&bytes);
        } else {
            let captured = captures.into_iter().flat_map(|square| square.0.to_le_bytes());
            self.add(&bytes.into_iter().chain(captured).collect::<Vec<u8>>());
        }
    }
}

/// What the call that is running has read.
#[derive(Default)]
pub(super) struct Notes {
    reads: RefCell<Vec<(Read, Found)>>,
    /// Whether it has read something that is not noted.
    closed: Cell<bool>,
}

impl Notes {
    fn take(&self, read: Read, found: Found) {
        let mut reads = self.reads.borrow_mut();
        if self.closed.get() || reads.iter().any(|(earlier, _)| *earlier == read) {
            return;
        }
        if reads.len() >= MAX_READS {
            self.closed.set(true);
            return;
        }
        reads.push((read, found));
    }

    /// The game has answered a question of the call.
    pub(super) fn take_verdict(&self, question: Question, verdict: Verdict) {
        let read = match question {
            Question::Status(seat) => Read::Status(seat),
            Question::Lift(seat, from, to) => Read::Lift(seat, from, to),
        };
        self.take(read, found_verdict(verdict));
    }
}

/// A game of which is noted what a hook reads.
pub(super) struct Noted {
    pub(super) game: Rc<dyn View>,
    pub(super) notes: Rc<Notes>,
}

impl Noted {
    fn unnoted(&self) -> &dyn View {
        self.notes.closed.set(true);
        &*self.game
    }
}

/// Methods whose answers are noted, with what makes a [`Found`] of them.
macro_rules! noted {
    ($($name:ident($($arg:ident: $type:ty),*) -> $out:ty, $read:expr, $found:expr;)*) => {
        $(fn $name(&self $(, $arg: $type)*) -> $out {
            let answer = self.game.$name($($arg),*);
            self.notes.take($read, $found(answer));
            answer
        })*
    };
}

/// Methods whose answers are not noted.
macro_rules! unnoted {
    ($($name:ident($($arg:ident: $type:ty),*) -> $out:ty;)*) => {
        $(fn $name(&self $(, $arg: $type)*) -> $out { self.unnoted().$name($($arg),*) })*
    };
}

impl View for Noted {
    fn rules(&self) -> &Ruleset {
        self.game.rules()
    }

    noted! {
        piece(square: Square) -> Option<Piece>, Read::Piece(square), found_piece;
        pieces(colour: Colour) -> Zone, Read::Pieces(colour), Found::from;
        pieces_of_kind(colour: Colour, kind: Kind) -> Zone, Read::PiecesOfKind(colour, kind), Found::from;
        count(colour: Colour, kind: Option<Kind>) -> u32, Read::Count(colour, kind), |n| Found::Number(i64::from(n));
        turn() -> Seat, Read::Turn, |seat| found_seat(Some(seat));
        made() -> u8, Read::Made, |n| Found::Number(i64::from(n));
        seat_state(seat: Seat) -> StateId, Read::SeatState(seat), |state: StateId| Found::Number(state.0.into());
        army_state(colour: Colour) -> StateId, Read::ArmyState(colour), |state: StateId| Found::Number(state.0.into());
        controller(colour: Colour) -> Option<Seat>, Read::Controller(colour), found_seat;
        counter(counter: CounterId, seat: Seat) -> i32, Read::Counter(counter, seat), |n| Found::Number(i64::from(n));
        royals(seat: Seat) -> Zone, Read::Royals(seat), Found::from;
        in_check(seat: Seat) -> bool, Read::InCheck(seat), |check| Found::Number(i64::from(check));
        checkers(seat: Seat) -> Zone, Read::Checkers(seat), Found::from;
        attackers(square: Square, seat: Seat) -> Zone, Read::Attackers(square, seat), Found::from;
        last_checker(colour: Colour) -> Option<Seat>, Read::LastChecker(colour), found_seat;
        last_mover() -> Option<Seat>, Read::LastMover, found_seat;
        in_hand(seat: Seat, kind: Kind) -> u8, Read::InHand(seat, kind), |n| Found::Number(i64::from(n));
        settled(seat: Seat) -> Option<SeatResult>, Read::Settled(seat), found_result;
        can_lift(seat: Seat, mv: Move) -> bool, Read::LiftOfCopy(seat, mv), |can| Found::Number(i64::from(can));
    }

    fn status_without_hooks(&self, seat: Seat) -> Option<Status> {
        let status = self.game.status_without_hooks(seat);
        // If there is none, the game is asked, and its answer noted.
        if let Some(status) = status {
            self.notes.take_verdict(Question::Status(seat), Verdict::Status(status));
        }
        status
    }

    unnoted! {
        ply() -> u32;
        halfmove() -> u32;
        visible(seat: Seat) -> Zone;
        status(seat: Seat) -> Status;
        moves(seat: Seat) -> Vec<Candidate>;
        after(played: Hypothetical) -> Option<Rc<dyn View>>;
        order() -> Vec<Seat>;
        detach() -> Rc<dyn View>;
    }
}
