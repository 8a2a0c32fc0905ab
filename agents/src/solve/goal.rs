//! Goals of puzzles, and functions that test if a goal is reached. Goals depend only on facts that
//! every game has: results, seats with and without turns, checks, and states that end
//! automatically.

use quadrille_core::board::Seat;
use quadrille_core::internals::{MoveGen, NOBODY, Stage};
use quadrille_core::rules::{SeatResult, Spec};
use quadrille_core::state::Position;

/// A goal for a side to force.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Goal {
    /// The side wins the game.
    Win,
    /// An opponent is mated or loses its royal. As a result, the opponent has no turns, or the game
    /// is lost for this opponent.
    Mate(Seat),
    /// At the side's next turn, or when the game is over, a given seat of the side has turns and
    /// has not lost.
    Save(Seat),
    /// A given seat of the side gets a turn again. At the start of the task, the army of this seat
    /// is frozen: it can't move until it is released. A win of the side also reaches this goal.
    Thaw(Seat),
}

impl Goal {
    /// The words of goals, in the order of their variants.
    pub const WORDS: [&'static str; 4] = ["win", "mate", "save", "thaw"];

    /// Returns the word of the goal.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Mate(_) => "mate",
            Self::Save(_) => "save",
            Self::Thaw(_) => "thaw",
        }
    }

    /// Returns the seat that the goal concerns, or `None` for a win.
    #[must_use]
    pub fn seat(self) -> Option<Seat> {
        match self {
            Self::Win => None,
            Self::Mate(seat) | Self::Save(seat) | Self::Thaw(seat) => Some(seat),
        }
    }

    /// Returns the goal as text: `win`, `mate red`.
    #[must_use]
    pub fn text(self, spec: &Spec) -> String {
        let seat = self.seat().and_then(|seat| spec.seats.get(seat.index()));
        match seat {
            Some(seat) => format!("{} {}", self.word(), seat.name),
            None => self.word().to_owned(),
        }
    }

    /// Parses a string written by [`Goal::text`].
    #[must_use]
    pub fn read(text: &str, spec: &Spec) -> Option<Self> {
        let mut words = text.split_whitespace();
        let word = words.next()?;
        let seat = words.next().map(|name| spec.seat_named(name));
        match (word, seat, words.next()) {
            ("win", None, None) => Some(Self::Win),
            ("mate", Some(seat), None) => seat.map(Self::Mate),
            ("save", Some(seat), None) => seat.map(Self::Save),
            ("thaw", Some(seat), None) => seat.map(Self::Thaw),
            _ => None,
        }
    }
}

/// A task: a goal for a side, and the number of plies in which the side has to reach it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GoalTask {
    /// A seat of the side. The partners of this seat also belong to the side, so their plies count
    /// as plies of the side.
    pub side: Seat,
    /// The goal.
    pub goal: Goal,
    /// The number of plies that the side may use. Answers to questions don't count. For
    /// [`Goal::Save`], this is the number of times that the side has to get its turn again.
    pub plies: u8,
}

/// The state of a task in a position: reached, failed, or still open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoalStatus {
    /// The goal is reached.
    Reached,
    /// The goal can't be reached.
    Failed,
    /// The goal is neither reached nor excluded.
    Open,
}

/// Returns `true` if a seat belongs to a side.
pub(super) fn is_of<const W: usize>(movegen: &MoveGen<'_, W>, seat: Seat, side: Seat) -> bool {
    movegen.t.team_of[seat.index()] == movegen.t.team_of[side.index()]
}

/// Returns `true` if the army of a seat can't move until it is released.
pub(super) fn is_frozen<const W: usize>(
    movegen: &MoveGen<'_, W>,
    pos: &Position<W>,
    seat: Seat,
) -> bool {
    let states = [pos.seat_state[seat.index()], pos.army_state[seat.index()]];
    let still = |state: &quadrille_core::rules::StateId| {
        let state = &movegen.spec.states[usize::from(state.0)];
        state.until.is_some() && !state.pieces.moves
    };
    !movegen.board.has_turn(pos, seat) && states.iter().any(still)
}

/// Returns `true` if a seat is out. A seat is out if it has no turns, or if the game is lost for
/// this seat.
pub(super) fn is_out<const W: usize>(
    movegen: &MoveGen<'_, W>,
    pos: &Position<W>,
    seat: Seat,
) -> bool {
    let cold = pos.cold();
    let lost = |result: Option<SeatResult>| result == Some(SeatResult::Loss);
    let over = cold.outcome.as_ref().and_then(|outcome| outcome.results.get(seat.index()));
    !movegen.board.has_turn(pos, seat) || lost(cold.settled[seat.index()]) || lost(over.copied())
}

/// Returns `true` if a seat is out, and the reason may be a mate or the loss of its royals. If the
/// seat has no turns, this function assumes such a reason.
fn is_beaten<const W: usize>(movegen: &MoveGen<'_, W>, pos: &Position<W>, seat: Seat) -> bool {
    is_out(movegen, pos, seat)
        && (!movegen.board.has_turn(pos, seat)
            || movegen.in_check(pos, seat)
            || !pos.royals.meets(&pos.colours[seat.index()]))
}

/// Returns `true` if a side can pursue a goal in a position. The game must not be over, and the
/// goal's seat must exist. Each goal has further conditions:
///
/// - for [`Goal::Win`], none;
/// - for [`Goal::Mate`], the seat is an opponent and is not out;
/// - for [`Goal::Save`], the seat belongs to the side and is not out, and the side has more than
///   one seat;
/// - for [`Goal::Thaw`], the seat belongs to the side and is frozen.
pub(super) fn is_open<const W: usize>(
    movegen: &MoveGen<'_, W>,
    pos: &Position<W>,
    side: Seat,
    goal: Goal,
) -> bool {
    if pos.stage == Stage::Over || goal.seat().is_some_and(|seat| seat.index() >= movegen.t.seats) {
        return false;
    }
    match goal {
        Goal::Win => true,
        Goal::Mate(seat) => !is_of(movegen, seat, side) && !is_out(movegen, pos, seat),
        // For a side of one seat, the goal would only require that the seat does not lose.
        Goal::Save(seat) => {
            let seats = (0..movegen.t.seats).map(|seat| Seat(seat as u8));
            let team = seats.filter(|seat| is_of(movegen, *seat, side)).count();
            team > 1 && is_of(movegen, seat, side) && !is_out(movegen, pos, seat)
        }
        Goal::Thaw(seat) => is_of(movegen, seat, side) && is_frozen(movegen, pos, seat),
    }
}

/// Returns the state of a task if the side has `task.plies` plies left. A position does not show if
/// a seat was mated or stalemated, so both count as mate.
pub(super) fn status<const W: usize>(
    movegen: &MoveGen<'_, W>,
    pos: &Position<W>,
    task: &GoalTask,
) -> GoalStatus {
    let over = pos.stage == Stage::Over;
    let asked = !pos.cold().pending.is_empty();
    let own_turn = !over
        && !asked
        && pos.stage == Stage::Turn
        && pos.controller[pos.turn.index()] != NOBODY
        && is_of(movegen, pos.turn, task.side);
    let wins = || {
        let team = usize::from(movegen.t.team_of[task.side.index()]);
        let outcome = pos.cold().outcome.as_ref();
        outcome.is_some_and(|outcome| {
            outcome.team_results(movegen.spec).get(team) == Some(&SeatResult::Win)
        })
    };
    let reached = match task.goal {
        Goal::Win => over && wins(),
        Goal::Mate(seat) => is_beaten(movegen, pos, seat),
        Goal::Save(seat) => {
            if is_out(movegen, pos, seat) {
                return GoalStatus::Failed;
            }
            over || own_turn && task.plies == 0
        }
        Goal::Thaw(seat) => over && wins() || own_turn && pos.turn == seat,
    };
    let late = over || own_turn && task.plies == 0;
    match (reached, late) {
        (true, _) => GoalStatus::Reached,
        (false, true) => GoalStatus::Failed,
        (false, false) => GoalStatus::Open,
    }
}
