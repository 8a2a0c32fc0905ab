//! The trace of a ply: a list of causes in order, each with the changes that it made.
//!
//! Snapshots of the position are taken whenever a cause opens or closes. The changes since the last
//! snapshot then belong to the newest cause that is still open. Every change therefore appears
//! once, in order. A snapshot is plain data. If tracing is off, the trace costs only one test for
//! each hook that answers an event. Move generation never traces.

use crate::board::{Colour, Kind, Piece, Seat, Square};
use crate::rules::{
    Action, ClauseId, CounterId, Effect, Emitted, EventKind, Move, MoveKind, Outcome, Protect,
    Question, Restriction, SeatResult, Spec, StateId,
};
use crate::state::{Position, Setup};

/// The cause of a change.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Cause {
    /// The action itself: pieces move, are captured, or promote.
    Action(Action),
    /// An effect of a hook.
    Effect {
        /// The hook's number in [`crate::rules::Spec::handlers`]. `None` if no hook answered, and
        /// the engine itself made the effect.
        handler: Option<usize>,
        /// The event that the hook answered.
        event: EventKind,
        /// The effect, with its clause and the line of the script.
        emitted: Emitted,
    },
    /// The turn machine: the next turn, releases of states, built-in draws.
    Turns,
}

/// A cause and the changes that it made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceEntry {
    /// The cause.
    pub cause: Cause,
    /// The clauses that apply.
    pub clauses: Vec<ClauseId>,
    /// The changes, in order.
    pub changes: Vec<Change>,
}

impl TraceEntry {
    /// Returns the effect, if the cause is an effect.
    #[must_use]
    pub fn emitted(&self) -> Option<&Emitted> {
        match &self.cause {
            Cause::Effect { emitted, .. } => Some(emitted),
            _ => None,
        }
    }
}

/// A change in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Change {
    /// A piece moved.
    Moved {
        /// The square that the piece left.
        from: Square,
        /// The square that the piece reached.
        to: Square,
        /// The piece before the move.
        before: Piece,
        /// The piece after its arrival. It may be promoted, turned or marked.
        after: Piece,
    },
    /// A piece was captured.
    Captured {
        /// The square of the captured piece.
        square: Square,
        /// The piece.
        piece: Piece,
    },
    /// A piece left the board, but was not captured.
    Removed {
        /// The square of the removed piece.
        square: Square,
        /// The piece.
        piece: Piece,
    },
    /// A piece came onto the board.
    Placed {
        /// The square.
        square: Square,
        /// The piece.
        piece: Piece,
    },
    /// A piece became another kind or colour.
    Replaced {
        /// The square of the piece.
        square: Square,
        /// The piece before the change.
        before: Piece,
        /// The piece after the change.
        after: Piece,
    },
    /// A piece got another facing.
    Turned {
        /// The square of the piece.
        square: Square,
        /// The piece before the change.
        before: Piece,
        /// The piece after the change.
        after: Piece,
    },
    /// A piece gained or lost marks.
    Marked {
        /// The square of the piece.
        square: Square,
        /// The piece before the change.
        before: Piece,
        /// The piece after the change.
        after: Piece,
    },
    /// A seat's state changed.
    SeatState {
        /// The seat.
        seat: Seat,
        /// The state before the change.
        before: StateId,
        /// The state after the change.
        after: StateId,
    },
    /// An army's state changed.
    ArmyState {
        /// The army's colour.
        colour: Colour,
        /// The state before the change.
        before: StateId,
        /// The state after the change.
        after: StateId,
    },
    /// The controller of a colour's pieces changed. `None` is nature.
    Control {
        /// The colour.
        colour: Colour,
        /// The controller before the change.
        before: Option<Seat>,
        /// The controller after the change.
        after: Option<Seat>,
    },
    /// A counter changed.
    Counter {
        /// The counter.
        counter: CounterId,
        /// The seat, or `None` for a counter of the game.
        seat: Option<Seat>,
        /// The value before the change.
        before: i32,
        /// The value after the change.
        after: i32,
    },
    /// The number of pieces of a kind in a hand changed.
    Hand {
        /// The seat.
        seat: Seat,
        /// The kind.
        kind: Kind,
        /// The number before the change.
        before: u8,
        /// The number after the change.
        after: u8,
    },
    /// A castling right was lost, or a rule restored it.
    Castling {
        /// The number of the right in [`crate::rules::Spec::castling`].
        right: usize,
        /// `true` if the castling right exists now.
        there: bool,
    },
    /// An en passant right arose, ended or changed.
    EnPassant {
        /// The pawn's colour.
        colour: Colour,
        /// The skipped square and the pawn's square, or `None` if the right ended.
        right: Option<(Square, Square)>,
    },
    /// The turn passed to another seat.
    Turn {
        /// The seat that had the turn before.
        before: Seat,
        /// The seat that has the turn now.
        after: Seat,
    },
    /// The order of turns changed.
    Order(Vec<Seat>),
    /// A relation changed.
    Relation {
        /// The seat whose pieces act.
        from: Seat,
        /// The seat whose pieces are captured or checked.
        to: Seat,
        /// `true` for captures, `false` for check.
        capture: bool,
        /// `Some(true)` if the relation allows the captures or the check now, and `Some(false)` if
        /// the relation forbids them now. `None` if the ruleset's own relation applies again.
        allowed: Option<bool>,
    },
    /// A colour's king now has another last checker: the seat that gave check to it last.
    LastChecker {
        /// The king's colour.
        colour: Colour,
        /// The seat that gave check; `None` if no seat is recorded.
        seat: Option<Seat>,
    },
    /// Another seat is now the seat that moved last. This change is recorded only if the rules
    /// track the last mover.
    LastMover(Option<Seat>),
    /// The set of unused dice changed.
    Dice(Vec<u8>),
    /// The protection of the mover's own royals in this turn was relaxed, or the relaxation ended.
    Relaxed(Option<Protect>),
    /// A restriction on a seat's next action began or ended.
    Restricted {
        /// The seat.
        seat: Seat,
        /// The restriction.
        restriction: Restriction,
        /// `true` if the restriction began, `false` if it ended.
        holds: bool,
    },
    /// A move was announced. `None` if the announcement ended.
    Announced(Option<Move>),
    /// An announced move was refused.
    Refused(Move),
    /// An offer to a seat was made or withdrawn.
    Offer {
        /// The seat.
        seat: Seat,
        /// The word.
        word: String,
        /// `true` if the offer was made, `false` if it was withdrawn.
        open: bool,
    },
    /// A question was asked.
    Asked(Question),
    /// A question was answered, or was withdrawn without an answer.
    Answered(Question),
    /// A seat's result was settled before the end of the game.
    Settled {
        /// The seat.
        seat: Seat,
        /// The result.
        result: Option<SeatResult>,
    },
    /// The game is over.
    Finished(Outcome),
}

/// A snapshot for the trace: the position as plain data, and the outcome.
#[derive(Clone, Debug)]
struct Snapshot {
    setup: Setup,
    outcome: Option<Outcome>,
}

impl Snapshot {
    fn of<const W: usize>(spec: &Spec, pos: &Position<W>) -> Self {
        Self { setup: Setup::of(spec, pos), outcome: pos.cold().outcome.clone() }
    }
}

/// A cause that is still open.
#[derive(Clone, Debug)]
struct OpenCause {
    cause: Cause,
    clauses: Vec<ClauseId>,
    /// `true` if the cause has already changed anything.
    changed: bool,
    /// `true` if the trace already has an entry for the cause.
    written: bool,
}

#[derive(Clone, Debug)]
pub struct Trace {
    entries: Vec<TraceEntry>,
    open: Vec<OpenCause>,
    seen: Snapshot,
}

impl Trace {
    /// Starts a trace at this position.
    pub fn new<const W: usize>(spec: &Spec, pos: &Position<W>) -> Self {
        Self { entries: Vec::new(), open: Vec::new(), seen: Snapshot::of(spec, pos) }
    }

    /// Returns all entries since the last `clear`.
    pub fn entries(&self) -> &[TraceEntry] {
        &self.entries
    }

    /// Discards all entries, and starts the trace again at this position.
    pub fn clear<const W: usize>(&mut self, spec: &Spec, pos: &Position<W>) {
        *self = Self::new(spec, pos);
    }

    /// Opens a cause. Changes after this call belong to the cause until it closes.
    pub fn begin<const W: usize>(&mut self, spec: &Spec, pos: &Position<W>, cause: Cause) {
        self.record_changes(Snapshot::of(spec, pos));
        let clauses = match &cause {
            Cause::Effect { emitted, .. } => emitted.clause.into_iter().collect(),
            _ => Vec::new(),
        };
        self.open.push(OpenCause { cause, clauses, changed: false, written: false });
    }

    /// Closes the cause that was opened last.
    pub fn end<const W: usize>(&mut self, spec: &Spec, pos: &Position<W>) {
        self.record_changes(Snapshot::of(spec, pos));
        self.open.pop();
    }

    /// Adds a clause to the open cause.
    pub fn clause(&mut self, clause: ClauseId) {
        if let Some(open) = self.open.last_mut()
            && !open.clauses.contains(&clause)
        {
            open.clauses.push(clause);
        }
    }

    /// Records the changes since the last snapshot. They belong to the newest cause that is still
    /// open.
    fn record_changes(&mut self, now: Snapshot) {
        let Some(open) = self.open.last_mut() else {
            self.seen = now;
            return;
        };
        let changes = changes(&self.seen, &now, &open.cause, !open.changed);
        open.changed |= !changes.is_empty();
        // An action or effect gets an entry before the entries of its consequences, even if the
        // action or effect itself changes nothing. The turn machine gets an entry only for changes.
        let record_empty = !open.written && open.cause != Cause::Turns;
        if !changes.is_empty() || record_empty {
            open.written = true;
            let (cause, clauses) = (open.cause.clone(), open.clauses.clone());
            self.entries.push(TraceEntry { cause, clauses, changes });
        }
        self.seen = now;
    }
}

/// Returns the changes between two snapshots. `first` is `true` if the cause has changed nothing
/// before these changes. Only then can the changes include the move of an action.
fn changes(before: &Snapshot, after: &Snapshot, cause: &Cause, first: bool) -> Vec<Change> {
    let mut out = Vec::new();
    let captures = match cause {
        Cause::Action(Action::Move(_)) => true,
        Cause::Effect { emitted, .. } => matches!(emitted.effect, Effect::Capture(..)),
        _ => false,
    };
    let transfers = match cause {
        Cause::Action(Action::Move(mv)) if first => transfers(&before.setup, &after.setup, *mv),
        _ => Vec::new(),
    };
    pieces(&before.setup, &after.setup, &transfers, captures, &mut out);
    seats(&before.setup, &after.setup, &mut out);
    rights(&before.setup, &after.setup, &mut out);
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

/// Returns the squares (from, to) of each piece that a move took to another square.
fn transfers(before: &Setup, after: &Setup, mv: Move) -> Vec<(Square, Square)> {
    let mut all = vec![(mv.from, mv.to)];
    let profile = |setup: &Setup| piece_on(setup, mv.from).map(Piece::profile);
    let stayed = matches!(mv.kind, MoveKind::Path { .. })
        && piece_on(after, mv.to).is_none()
        && profile(before) == profile(after);
    let castles = matches!(mv.kind, MoveKind::Castle(_));
    if mv.from == mv.to && !castles || stayed {
        return Vec::new();
    }
    if castles {
        all.retain(|(from, to)| from != to);
        // The rook is the only other piece of that colour whose square changed.
        let left = before
            .pieces
            .iter()
            .find(|(square, piece)| *square != mv.from && piece_on(after, *square) != Some(*piece));
        let arrived = after.pieces.iter().find(|(square, piece)| {
            *square != mv.to
                && left.is_some_and(|(_, rook)| rook.profile() == piece.profile())
                && piece_on(before, *square) != Some(*piece)
        });
        all.extend(left.zip(arrived).map(|((from, _), (to, _))| (*from, *to)));
    } else if piece_on(after, mv.from).is_some() {
        // Only a swap puts a piece on the start square of the move.
        all.push((mv.to, mv.from));
    }
    all
}

fn pieces(
    before: &Setup,
    after: &Setup,
    transfers: &[(Square, Square)],
    captures: bool,
    out: &mut Vec<Change>,
) {
    let leaves = |square: Square| transfers.iter().any(|(from, _)| *from == square);
    let arrives = |square: Square| transfers.iter().any(|(_, to)| *to == square);
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
    for (from, to) in transfers {
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

/// Adds the changes of a piece that stayed on its square.
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

/// Adds the changes of seats, armies, hands and counters.
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
    if before.last_mover != after.last_mover {
        out.push(Change::LastMover(after.last_mover));
    }
    for (number, (was, is)) in before.counters.iter().zip(&after.counters).enumerate() {
        // A counter of the game has one value; a counter of the seats has one value for each seat,
        // so at least two values.
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

/// Adds the changes of castling and en passant rights, turn order, relations, dice, relaxed
/// protection, restrictions, offers, announcements, refusals and questions.
fn rights(before: &Setup, after: &Setup, out: &mut Vec<Change>) {
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

/// Returns the items of `new` that are not in `old`.
fn added<'l, T: PartialEq>(old: &'l [T], new: &'l [T]) -> impl Iterator<Item = &'l T> {
    new.iter().filter(|item| !old.contains(item))
}
