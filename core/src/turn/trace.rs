//! What a ply changed, and why: a list of causes in the order in which they acted, each with its changes.
//!
//! Whenever a cause begins or ends, what has changed since the last look is written down under the cause in
//! force. So the entries of a ply hold every change once, in order. Positions are compared as plain data:
//! a game that is not traced pays for one test where a hook has answered, and nothing in move generation.
//!
//! Depends on `state` and below.

use crate::board::{Colour, Kind, Piece, Seat, Square};
use crate::rules::{
    Action, ClauseId, CounterId, Effect, Emitted, EventKind, Move, MoveKind, Outcome, Protect,
    Question, Restriction, SeatResult, Spec, StateId,
};
use crate::state::{Position, Setup};

/// Why something changed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Cause {
    /// An action, by what it does itself: pieces move, are captured and promote.
    Action(Action),
    /// An effect of a hook.
    Effect {
        /// The hook's number in [`crate::rules::Spec::handlers`]; none for what the core does where no hook answers.
        handler: Option<usize>,
        /// The event that the hook answered.
        event: EventKind,
        /// The effect, with its clause and the line of the script.
        emitted: Emitted,
    },
    /// The turn machine: the turn passes on, states end by themselves, built-in draws.
    Turns,
}

/// A cause and what it changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceEntry {
    /// Why.
    pub cause: Cause,
    /// The clauses by which it happened.
    pub clauses: Vec<ClauseId>,
    /// What changed, in order.
    pub changes: Vec<Change>,
}

impl TraceEntry {
    /// The effect, if the cause is one.
    #[must_use]
    pub fn emitted(&self) -> Option<&Emitted> {
        match &self.cause {
            Cause::Effect { emitted, .. } => Some(emitted),
            _ => None,
        }
    }
}

/// One thing that changed in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Change {
    /// A piece moved.
    Moved {
        /// From here.
        from: Square,
        /// To here.
        to: Square,
        /// As it was.
        before: Piece,
        /// As it arrived: promoted, turned or marked.
        after: Piece,
    },
    /// A piece was captured.
    Captured {
        /// Where it stood.
        square: Square,
        /// The piece.
        piece: Piece,
    },
    /// A piece left the board otherwise.
    Removed {
        /// Where it stood.
        square: Square,
        /// The piece.
        piece: Piece,
    },
    /// A piece came onto the board.
    Placed {
        /// Where.
        square: Square,
        /// The piece.
        piece: Piece,
    },
    /// A piece became another kind or colour.
    Replaced {
        /// Where it stands.
        square: Square,
        /// As it was.
        before: Piece,
        /// As it is.
        after: Piece,
    },
    /// A piece faces another way.
    Turned {
        /// Where it stands.
        square: Square,
        /// As it was.
        before: Piece,
        /// As it is.
        after: Piece,
    },
    /// A piece gained or lost marks.
    Marked {
        /// Where it stands.
        square: Square,
        /// As it was.
        before: Piece,
        /// As it is.
        after: Piece,
    },
    /// A seat's state changed.
    SeatState {
        /// Whose.
        seat: Seat,
        /// As it was.
        before: StateId,
        /// As it is.
        after: StateId,
    },
    /// An army's state changed.
    ArmyState {
        /// Whose.
        colour: Colour,
        /// As it was.
        before: StateId,
        /// As it is.
        after: StateId,
    },
    /// A colour's pieces obey another seat, or nature (`None`).
    Control {
        /// Whose pieces.
        colour: Colour,
        /// Who moved them.
        before: Option<Seat>,
        /// Who moves them.
        after: Option<Seat>,
    },
    /// A counter changed.
    Counter {
        /// Which.
        counter: CounterId,
        /// Whose; none for a counter of the game.
        seat: Option<Seat>,
        /// As it was.
        before: i32,
        /// As it is.
        after: i32,
    },
    /// The number of pieces of a kind in a hand changed.
    Hand {
        /// Whose.
        seat: Seat,
        /// Which kind.
        kind: Kind,
        /// As it was.
        before: u8,
        /// As it is.
        after: u8,
    },
    /// A castling right was lost (or, by a rule, came back).
    Castling {
        /// Its number in [`crate::rules::Spec::castling`].
        right: usize,
        /// Whether it is there.
        there: bool,
    },
    /// A right to capture a pawn en passant came, went or moved.
    EnPassant {
        /// The pawn's colour.
        colour: Colour,
        /// The skipped square and the pawn's; none if the right is over.
        right: Option<(Square, Square)>,
    },
    /// It is another seat's turn.
    Turn {
        /// Whose it was.
        before: Seat,
        /// Whose it is.
        after: Seat,
    },
    /// The order of turns changed.
    Order(Vec<Seat>),
    /// What one seat's pieces may do to another's changed; none where the rules' own relation holds again.
    Relation {
        /// Whose pieces.
        from: Seat,
        /// To whose.
        to: Seat,
        /// Capture (true) or check.
        capture: bool,
        /// Whether they may.
        allowed: Option<bool>,
    },
    /// Another seat gave the last check to a colour's king.
    LastChecker {
        /// Whose king.
        colour: Colour,
        /// Who.
        seat: Option<Seat>,
    },
    /// The faces of the dice still to be used.
    Dice(Vec<u8>),
    /// What the present turn owes to its own royals was relaxed, or is no longer.
    Relaxed(Option<Protect>),
    /// A restriction on a seat's next action began or ended.
    Restricted {
        /// Whose.
        seat: Seat,
        /// Which.
        restriction: Restriction,
        /// Whether it holds now.
        holds: bool,
    },
    /// A move was announced, or the announcement is over.
    Announced(Option<Move>),
    /// An announced move was refused.
    Refused(Move),
    /// A seat may say a word, or no longer.
    Offer {
        /// Who.
        seat: Seat,
        /// The word.
        word: String,
        /// Whether it may.
        open: bool,
    },
    /// A question was asked.
    Asked(Question),
    /// A question was answered, or fell away.
    Answered(Question),
    /// A seat's result was settled before the end.
    Settled {
        /// Whose.
        seat: Seat,
        /// The result.
        result: Option<SeatResult>,
    },
    /// The game is over.
    Finished(Outcome),
}

/// What the trace compares: a position as plain data, and how the game ended.
#[derive(Clone, Debug)]
struct Sight {
    setup: Setup,
    outcome: Option<Outcome>,
}

impl Sight {
    fn of<const W: usize>(spec: &Spec, pos: &Position<W>) -> Self {
        Self { setup: Setup::of(spec, pos), outcome: pos.cold().outcome.clone() }
    }
}

/// A cause that is not over yet.
#[derive(Clone, Debug)]
struct Open {
    cause: Cause,
    clauses: Vec<ClauseId>,
    /// It has changed something already.
    changed: bool,
    /// An entry has been written for it.
    written: bool,
}

/// Writes down what changes, and why.
#[derive(Clone, Debug)]
pub(crate) struct Trace {
    entries: Vec<TraceEntry>,
    open: Vec<Open>,
    seen: Sight,
}

impl Trace {
    /// A trace from this position on.
    pub fn new<const W: usize>(spec: &Spec, pos: &Position<W>) -> Self {
        Self { entries: Vec::new(), open: Vec::new(), seen: Sight::of(spec, pos) }
    }

    /// Everything since it was last cleared.
    pub fn entries(&self) -> &[TraceEntry] {
        &self.entries
    }

    /// Forgets what was written down, and begins again from this position.
    pub fn clear<const W: usize>(&mut self, spec: &Spec, pos: &Position<W>) {
        *self = Self::new(spec, pos);
    }

    /// From here on changes have this cause, until it ends.
    pub fn begin<const W: usize>(&mut self, spec: &Spec, pos: &Position<W>, cause: Cause) {
        self.look(Sight::of(spec, pos));
        let clauses = match &cause {
            Cause::Effect { emitted, .. } => emitted.clause.into_iter().collect(),
            _ => Vec::new(),
        };
        self.open.push(Open { cause, clauses, changed: false, written: false });
    }

    /// The cause that began last is over.
    pub fn end<const W: usize>(&mut self, spec: &Spec, pos: &Position<W>) {
        self.look(Sight::of(spec, pos));
        self.open.pop();
    }

    /// The action that is being played follows a clause.
    pub fn clause(&mut self, clause: ClauseId) {
        if let Some(open) = self.open.last_mut()
            && !open.clauses.contains(&clause)
        {
            open.clauses.push(clause);
        }
    }

    /// Writes down what has changed since the last look, for the cause in force.
    fn look(&mut self, now: Sight) {
        let Some(open) = self.open.last_mut() else {
            self.seen = now;
            return;
        };
        let changes = changes(&self.seen, &now, &open.cause, !open.changed);
        open.changed |= !changes.is_empty();
        // An action or effect without changes is told once, before what follows from it; the turn
        // machine only if it did something.
        let told = !open.written && open.cause != Cause::Turns;
        if !changes.is_empty() || told {
            open.written = true;
            let (cause, clauses) = (open.cause.clone(), open.clauses.clone());
            self.entries.push(TraceEntry { cause, clauses, changes });
        }
        self.seen = now;
    }
}

/// What has changed. `first`: the cause has not been looked at before, so pieces may have moved by it.
fn changes(before: &Sight, after: &Sight, cause: &Cause, first: bool) -> Vec<Change> {
    let mut out = Vec::new();
    let captures = match cause {
        Cause::Action(Action::Move(_)) => true,
        Cause::Effect { emitted, .. } => matches!(emitted.effect, Effect::Capture(_)),
        _ => false,
    };
    let journeys = match cause {
        Cause::Action(Action::Move(mv)) if first => journeys(&before.setup, &after.setup, *mv),
        _ => Vec::new(),
    };
    pieces(&before.setup, &after.setup, &journeys, captures, &mut out);
    seats(&before.setup, &after.setup, &mut out);
    claims(&before.setup, &after.setup, &mut out);
    if before.outcome != after.outcome {
        out.extend(after.outcome.clone().map(Change::Finished));
    }
    if before.setup.turn != after.setup.turn {
        out.push(Change::Turn { before: before.setup.turn, after: after.setup.turn });
    }
    out
}

fn piece_on(setup: &Setup, square: Square) -> Option<Piece> {
    let place = setup.pieces.binary_search_by_key(&square, |(square, _)| *square).ok()?;
    setup.pieces.get(place).map(|(_, piece)| *piece)
}

/// From where to where pieces went by a move.
fn journeys(before: &Setup, after: &Setup, mv: Move) -> Vec<(Square, Square)> {
    let mut all = vec![(mv.from, mv.to)];
    if mv.from == mv.to {
        return Vec::new();
    }
    if let MoveKind::Castle(_) = mv.kind {
        // The rook is the one other piece of the king's colour that stands elsewhere now.
        let gone = before
            .pieces
            .iter()
            .find(|(square, piece)| *square != mv.from && piece_on(after, *square) != Some(*piece));
        let come = after.pieces.iter().find(|(square, piece)| {
            *square != mv.to
                && gone.is_some_and(|(_, rook)| rook.profile() == piece.profile())
                && piece_on(before, *square) != Some(*piece)
        });
        all.extend(gone.zip(come).map(|((from, _), (to, _))| (*from, *to)));
    } else if piece_on(after, mv.from).is_some() {
        // Only a swap leaves a piece where the move began.
        all.push((mv.to, mv.from));
    }
    all
}

fn pieces(
    before: &Setup,
    after: &Setup,
    journeys: &[(Square, Square)],
    captures: bool,
    out: &mut Vec<Change>,
) {
    let leaves = |square: Square| journeys.iter().any(|(from, _)| *from == square);
    let arrives = |square: Square| journeys.iter().any(|(_, to)| *to == square);
    let gone = |square: Square, piece: Piece| {
        if captures {
            Change::Captured { square, piece }
        } else {
            Change::Removed { square, piece }
        }
    };
    for (square, piece) in &before.pieces {
        let there = piece_on(after, *square).is_some();
        if !leaves(*square) && (!there || arrives(*square)) {
            out.push(gone(*square, *piece));
        }
    }
    for (from, to) in journeys {
        match (piece_on(before, *from), piece_on(after, *to)) {
            (Some(before), Some(after)) => {
                out.push(Change::Moved { from: *from, to: *to, before, after });
            }
            (Some(piece), None) => out.push(gone(*from, piece)),
            _ => {}
        }
    }
    for (square, piece) in &after.pieces {
        if arrives(*square) {
            continue;
        }
        match piece_on(before, *square).filter(|_| !leaves(*square)) {
            None => out.push(Change::Placed { square: *square, piece: *piece }),
            Some(was) => altered(*square, was, *piece, out),
        }
    }
}

/// MoveKind a piece that stayed where it was has changed.
fn altered(square: Square, mut before: Piece, after: Piece, out: &mut Vec<Change>) {
    if (before.kind(), before.colour()) != (after.kind(), after.colour()) {
        let same = Piece::new(after.kind(), after.colour(), before.facing());
        let same = same.with_marks(before.marks());
        out.push(Change::Replaced { square, before, after: same });
        before = same;
    }
    if before.facing() != after.facing() {
        let turned = before.with_facing(after.facing());
        out.push(Change::Turned { square, before, after: turned });
        before = turned;
    }
    if before != after {
        out.push(Change::Marked { square, before, after });
    }
}

/// What seats have and are.
fn seats(before: &Setup, after: &Setup, out: &mut Vec<Change>) {
    let all = (0..after.seat_states.len()).map(|seat| Seat(seat as u8));
    for seat in all {
        let i = seat.index();
        let (was, is) = (before.seat_states[i], after.seat_states[i]);
        if was != is {
            out.push(Change::SeatState { seat, before: was, after: is });
        }
        let (was, is) = (before.army_states[i], after.army_states[i]);
        if was != is {
            out.push(Change::ArmyState { colour: seat, before: was, after: is });
        }
        let (was, is) = (before.controllers[i], after.controllers[i]);
        if was != is {
            out.push(Change::Control { colour: seat, before: was, after: is });
        }
        for (kind, (was, is)) in before.hands[i].iter().zip(&after.hands[i]).enumerate() {
            if was != is {
                let kind = Kind(kind as u8);
                out.push(Change::Hand { seat, kind, before: *was, after: *is });
            }
        }
        if before.last_checkers[i] != after.last_checkers[i] {
            out.push(Change::LastChecker { colour: seat, seat: after.last_checkers[i] });
        }
        if before.settled[i] != after.settled[i] {
            out.push(Change::Settled { seat, result: after.settled[i] });
        }
    }
    for (number, (was, is)) in before.counters.iter().zip(&after.counters).enumerate() {
        // A counter of the game has one number, one of the seats several: every game has two seats.
        let per_seat = is.len() > 1;
        for (place, (was, is)) in was.iter().zip(is).enumerate() {
            if was != is {
                let seat = per_seat.then_some(Seat(place as u8));
                let counter = CounterId(number as u8);
                out.push(Change::Counter { counter, seat, before: *was, after: *is });
            }
        }
    }
}

/// Rights, demands and what else hangs on turns.
fn claims(before: &Setup, after: &Setup, out: &mut Vec<Change>) {
    for (right, (was, is)) in before.castling.iter().zip(&after.castling).enumerate() {
        if was != is {
            out.push(Change::Castling { right, there: *is });
        }
    }
    let right = |setup: &Setup, colour: Colour| {
        let found = setup.en_passant.iter().find(|(of, ..)| *of == colour);
        found.map(|(_, skipped, pawn)| (*skipped, *pawn))
    };
    for colour in (0..after.seat_states.len()).map(|seat| Seat(seat as u8)) {
        let is = right(after, colour);
        if right(before, colour) != is {
            out.push(Change::EnPassant { colour, right: is });
        }
    }
    if before.order != after.order {
        out.extend(after.order.clone().map(Change::Order));
    }
    for (from, to, capture, allowed) in added(&before.relations, &after.relations) {
        let allowed = Some(*allowed);
        out.push(Change::Relation { from: *from, to: *to, capture: *capture, allowed });
    }
    for (from, to, capture, _) in added(&after.relations, &before.relations) {
        let still = |(a, b, c, _): &(Seat, Seat, bool, bool)| (a, b, c) == (from, to, capture);
        if !after.relations.iter().any(still) {
            out.push(Change::Relation { from: *from, to: *to, capture: *capture, allowed: None });
        }
    }
    if before.dice != after.dice {
        out.push(Change::Dice(after.dice.clone()));
    }
    if before.relaxed != after.relaxed {
        out.push(Change::Relaxed(after.relaxed));
    }
    for (holds, old, new) in [(false, after, before), (true, before, after)] {
        for (seat, restriction) in added(&old.restrictions, &new.restrictions) {
            let restriction = restriction.clone();
            out.push(Change::Restricted { seat: *seat, restriction, holds });
        }
        for (seat, word) in added(&old.offers, &new.offers) {
            out.push(Change::Offer { seat: *seat, word: word.clone(), open: holds });
        }
    }
    if before.announced != after.announced {
        out.push(Change::Announced(after.announced));
    }
    out.extend(added(&before.refused, &after.refused).map(|mv| Change::Refused(*mv)));
    out.extend(added(&after.pending, &before.pending).cloned().map(Change::Answered));
    out.extend(added(&before.pending, &after.pending).cloned().map(Change::Asked));
}

/// What is in the second list and not in the first.
fn added<'l, T: PartialEq>(old: &'l [T], new: &'l [T]) -> impl Iterator<Item = &'l T> {
    new.iter().filter(|item| !old.contains(item))
}
