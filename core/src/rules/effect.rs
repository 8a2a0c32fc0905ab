//! Effects: everything that rules can cause. A hook emits them; the core checks and applies them.
//!
//! Depends on the nouns only. A new effect is a new variant here, its meaning stated.

use crate::board::{Colour, Facing, Kind, Piece, Seat, Square};
use crate::rules::{ClauseId, CounterId, Protect, StateId};

/// A consequence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// A seat comes into a state.
    SeatState(Seat, StateId),
    /// An army comes into a state.
    ArmyState(Colour, StateId),
    /// A colour's pieces obey another seat, or nature (`None`).
    Control(Colour, Option<Seat>),
    /// The piece on a square leaves the board.
    Remove(Square),
    /// The piece on a square is captured, credited to the seat that moved.
    Capture(Square),
    /// All pieces of a colour leave the board.
    RemoveArmy(Colour),
    /// All pieces of a colour leave the board but those whose going would expose a king; they stay,
    /// neutral, and go when they can.
    ClearArmy(Colour),
    /// A piece is put on an empty square.
    Place(Square, Piece),
    /// The piece on a square becomes another kind.
    Replace(Square, Kind),
    /// The piece on a square turns.
    Turn(Square, Facing),
    /// The piece on a square gains (true) or loses a mark.
    Mark(Square, u8, bool),
    /// So many pieces of a kind are added to a seat's hand (or taken, if negative).
    Hold(Seat, Kind, i8),
    /// A seat must choose before the game goes on.
    Ask {
        /// Who.
        seat: Seat,
        /// The question's name.
        question: String,
        /// What may be chosen.
        options: Vec<String>,
        /// Handed to `on_answer`.
        about: i64,
    },
    /// A seat may say this word at its turns until it is withdrawn.
    Offer(Seat, String),
    /// It may no longer.
    Withdraw(Seat, String),
    /// What the seat's next action must be.
    Restrict(Seat, Restriction),
    /// The move that the seat has announced is refused: it may not be announced again this turn.
    Refuse(Seat),
    /// The seat's turn opens again, its own royals' protection being what is given.
    Relax(Seat, Protect),
    /// A counter is set.
    SetCounter(CounterId, Option<Seat>, i32),
    /// A counter grows.
    AddCounter(CounterId, Option<Seat>, i32),
    /// The order of turns changes; the second is who comes next.
    Order(Vec<Seat>, Seat),
    /// The seat's present turn is passed over.
    Skip(Seat),
    /// What one controller's pieces may do to another's changes.
    Relate {
        /// Whose pieces.
        from: Seat,
        /// To whose.
        to: Seat,
        /// Capture (true) or check.
        capture: bool,
        /// Allowed or not.
        allowed: bool,
    },
    /// A seat's result is settled before the game is over.
    Settle(Seat, SeatResult),
    /// The game is over, with a result for each seat in order.
    Finish(Vec<SeatResult>),
    /// A metric of this number grows by one.
    Count(u16),
}

/// What the engine must know of an effect besides what it does.
pub(crate) struct Nature {
    /// Whether a piece may attack afterwards what it did not attack before.
    pub may_give_check: bool,
    /// The square of the piece that it turns, marks or replaces.
    pub reshapes: Option<Square>,
    /// What it decides. Two different effects of one event that decide the same contradict each other.
    pub decides: Option<Decided>,
}

/// What one event may decide only once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Decided {
    /// A seat's state.
    SeatState(Seat),
    /// An army's state.
    ArmyState(Colour),
    /// Who controls a colour's pieces.
    Controller(Colour),
    /// A seat's result.
    Result(Seat),
    /// The result of the game.
    Outcome,
    /// The order of turns.
    Order,
}

impl Effect {
    /// Its name in traces and reports, such as `seat_state`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::SeatState(..) => "seat_state",
            Self::ArmyState(..) => "army_state",
            Self::Control(..) => "control",
            Self::Remove(_) => "remove",
            Self::Capture(_) => "capture",
            Self::RemoveArmy(_) => "remove_army",
            Self::ClearArmy(_) => "clear_army",
            Self::Place(..) => "place",
            Self::Replace(..) => "replace",
            Self::Turn(..) => "turn",
            Self::Mark(..) => "mark",
            Self::Hold(..) => "hold",
            Self::Ask { .. } => "ask",
            Self::Offer(..) => "offer",
            Self::Withdraw(..) => "withdraw",
            Self::Restrict(..) => "restrict",
            Self::Refuse(_) => "refuse",
            Self::Relax(..) => "relax",
            Self::SetCounter(..) => "set_counter",
            Self::AddCounter(..) => "add_counter",
            Self::Order(..) => "order",
            Self::Skip(_) => "skip",
            Self::Relate { .. } => "relate",
            Self::Settle(..) => "settle",
            Self::Finish(_) => "finish",
            Self::Count(_) => "count",
        }
    }

    /// What is to be known of it. The match names every effect, so that a new one can't be forgotten.
    pub(crate) fn nature(&self) -> Nature {
        let quiet = Nature { may_give_check: false, reshapes: None, decides: None };
        let loud = Nature { may_give_check: true, reshapes: None, decides: None };
        match self {
            Self::SeatState(seat, _) => Nature { decides: Some(Decided::SeatState(*seat)), ..loud },
            Self::ArmyState(colour, _) => {
                Nature { decides: Some(Decided::ArmyState(*colour)), ..loud }
            }
            Self::Control(colour, _) => {
                Nature { decides: Some(Decided::Controller(*colour)), ..loud }
            }
            Self::Remove(_)
            | Self::Capture(_)
            | Self::RemoveArmy(_)
            | Self::ClearArmy(_)
            | Self::Place(..)
            | Self::Relate { .. } => loud,
            Self::Replace(square, _) | Self::Turn(square, _) | Self::Mark(square, ..) => {
                Nature { reshapes: Some(*square), ..loud }
            }
            Self::Settle(seat, _) => Nature { decides: Some(Decided::Result(*seat)), ..quiet },
            Self::Finish(_) => Nature { decides: Some(Decided::Outcome), ..quiet },
            Self::Order(..) => Nature { decides: Some(Decided::Order), ..quiet },
            Self::Hold(..)
            | Self::Ask { .. }
            | Self::Offer(..)
            | Self::Withdraw(..)
            | Self::Restrict(..)
            | Self::Refuse(_)
            | Self::Relax(..)
            | Self::SetCounter(..)
            | Self::AddCounter(..)
            | Self::Skip(_)
            | Self::Count(_) => quiet,
        }
    }
}

/// A condition on a seat's next action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Restriction {
    /// Leaves its own royals safe, whatever the rules demand otherwise.
    Safe,
    /// Leaves the royal on this square unattacked.
    Lifts(Square),
    /// Moves one of these kinds (a bit each).
    Kinds(u32),
    /// Captures only pieces of these colours, if it captures.
    Captures(u8),
    /// Captures no piece of these kinds (a bit each).
    Spares(u32),
}

/// What a seat has come to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SeatResult {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
}

/// An effect with its author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Emitted {
    /// What.
    pub effect: Effect,
    /// By which clause, if any.
    pub clause: Option<ClauseId>,
    /// The line of the script, or zero.
    pub line: u32,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Each seat's result, in order.
    pub results: Vec<SeatResult>,
    /// Why.
    pub ending: Ending,
}

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Ending {
    /// A rule, by its clause.
    Rule(Option<ClauseId>),
    /// The position was repeated too often.
    Repetition,
    /// Nothing was captured, nor a pawn moved, for too long.
    NoProgress,
    /// Nobody has the force to win.
    InsufficientForce,
    /// Nobody could move in a full round.
    Stuck,
    /// Somebody resigned or ran out of time, and only one side was left.
    Left,
    /// The players agreed to a draw.
    Agreed,
    /// The game was stopped for its length; no result of play.
    PlyLimit,
}
