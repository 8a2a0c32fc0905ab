//! Effects: all changes that hooks can make. Hooks emit effects; the engine checks and applies
//! them.

use crate::board::{Colour, Facing, Kind, Piece, Seat, Square};
use crate::rules::{
    ClauseId, CounterId, MarkId, MetricId, PieceCounterId, Protect, SeatResult, SeatSpec, Spec,
    StateId, Subject,
};

/// A change that a hook requests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Puts a seat into a state.
    SeatState(Seat, StateId),
    /// Puts an army into a state.
    ArmyState(Colour, StateId),
    /// Gives control of a colour to another seat. `None` gives it to nature.
    Control(Colour, Option<Seat>),
    /// Removes the piece on a square.
    Remove(Square),
    /// Captures the piece on a square for a seat. If no seat is given, the seat to move captures
    /// the piece.
    Capture(Square, Option<Seat>),
    /// Removes all pieces of a colour.
    RemoveArmy(Colour),
    /// Removes all pieces of a colour. A piece that shields a king stays as a neutral piece, and is
    /// removed as soon as it shields no king.
    ClearArmy(Colour),
    /// Puts a piece on an empty square.
    Place(Square, Piece),
    /// Relocates the piece on the first square to the second square, which is empty. This is not a
    /// move: the piece keeps its facing and notes, and no rule about moves or arrivals applies.
    Relocate(Square, Square),
    /// Gives the piece on a square another colour. The piece keeps its facing and notes.
    Recolour(Square, Colour),
    /// Changes the kind of the piece on a square.
    Replace(Square, Kind),
    /// Changes the facing of the piece on a square.
    Turn(Square, Facing),
    /// Sets a mark of the piece on a square.
    SetMark(Square, MarkId),
    /// Clears a mark of the piece on a square.
    ClearMark(Square, MarkId),
    /// Makes a memory hold the piece on the square. That piece gets the memory's mark, and any
    /// other piece loses the mark. If the square is `None`, the memory then holds nothing.
    Remember(MarkId, Option<Square>),
    /// Sets a counter of the piece on a square.
    SetPieceCounter(Square, PieceCounterId, i32),
    /// Adds to a counter of the piece on a square.
    AddPieceCounter(Square, PieceCounterId, i32),
    /// Adds pieces of a kind to a seat's hand, or removes them if the number is negative.
    Hold(Seat, Kind, i8),
    /// Asks a seat a question. The game continues only after the answer.
    Ask {
        /// The seat that answers.
        seat: Seat,
        /// The question's name.
        question: String,
        /// The options to choose from.
        options: Vec<String>,
        /// The subject of the question, passed on to `on_answer`.
        about: Subject,
        /// `true` if the answer stays sealed as long as at least one secret question is pending.
        secret: bool,
    },
    /// Asks a question within a move. The seat that moves answers it as a part of the move, so each
    /// option makes a separate action. If no piece has moved, the question is an ordinary question.
    Choose {
        /// The question's name.
        question: String,
        /// The options to choose from.
        options: Vec<String>,
        /// The subject of the question, passed on to `on_answer`.
        about: Subject,
    },
    /// Offers a word to a seat, which may say it in any of its turns until the offer is withdrawn.
    Offer(Seat, String),
    /// Withdraws an offer.
    Withdraw(Seat, String),
    /// Restricts a seat's next action.
    Restrict(Seat, Restriction),
    /// Continues the turn of the seat to move, if the seat has a suitable move.
    Again(Again),
    /// Refuses the move that the seat has announced. The seat can't announce the same move again in
    /// this turn.
    Refuse(Seat),
    /// Reopens the turn of a seat. In this turn only, the given protection of the seat's own royals
    /// replaces the usual protection.
    Relax(Seat, Protect),
    /// Sets a counter of a seat, or of the game if no seat is given.
    SetCounter(CounterId, Option<Seat>, i32),
    /// Sets a counter of the game to the number of plies played before the present ply.
    CounterToPly(CounterId),
    /// Adds to a counter of a seat, or of the game if no seat is given.
    AddCounter(CounterId, Option<Seat>, i32),
    /// Changes the order of turns. The second field is the seat that has the next turn.
    Order(Vec<Seat>, Seat),
    /// Gives a seat castling rights. It gets the right to each castling move whose king and rook
    /// both stand on their starting squares.
    AllowCastling(Seat),
    /// Skips the seat's current turn.
    Skip(Seat),
    /// Gives a seat the turn. If no action has been played in the present turn, that turn ends, and
    /// the seat has the turn immediately. If an action has been played, the seat has the next turn.
    PlayNow(Seat),
    /// Changes a relation between controllers.
    Relate {
        /// The seat whose pieces act.
        from: Seat,
        /// The seat whose pieces are captured or checked.
        to: Seat,
        /// `true` for captures, `false` for check.
        capture: bool,
        /// `true` if the captures or the check are allowed from now on, `false` if they are
        /// forbidden.
        allowed: bool,
    },
    /// Settles a seat's result before the game is over.
    Settle(Seat, SeatResult),
    /// Ends the game, with a result for each seat in order.
    Finish(Vec<SeatResult>),
    /// Ends the game, with points for each seat in order. The results follow from the points, as
    /// [`Outcome::with_points`](crate::rules::Outcome::with_points) describes.
    FinishWithPoints(Vec<u32>),
    /// Ends the game with a loss for a seat's side and a win for the other sides. A side that has
    /// already left the game does not win.
    Lose(Seat),
    /// Adds one to a metric.
    Count(MetricId),
}

impl Effect {
    /// Returns the effect that ends the game with a win for a seat's side and a loss for all other
    /// sides.
    #[must_use]
    pub fn win(seat: Seat, spec: &Spec) -> Self {
        let team = |seat: &SeatSpec| seat.team;
        let won = spec.seats.get(seat.index()).map(team);
        let result =
            |seat| if Some(team(seat)) == won { SeatResult::Win } else { SeatResult::Loss };
        Self::Finish(spec.seats.iter().map(result).collect())
    }
}

/// The properties of an effect that determine how the engine processes it.
#[derive(Debug)]
pub struct Nature {
    /// `true` if a piece may attack new squares because of the effect.
    pub may_give_check: bool,
    /// The square of the piece whose kind, colour, facing or notes the effect changes.
    pub reshapes: Option<Square>,
    /// The matter that the effect decides, for example the result of the game. `None` if the effect
    /// decides nothing of this sort. Two effects of one event may decide the same matter only if
    /// they are equal.
    pub(crate) decides: Option<SingleDecision>,
    /// `true` if the effect may change the pieces that a team has, on the board or in hand.
    pub changes_force: bool,
    /// `true` if the effect changes counters, memories or hands. Movements and gates may depend on
    /// these.
    pub changes_circumstances: bool,
}

/// A matter that may be decided only once per event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SingleDecision {
    /// A seat's state.
    SeatState(Seat),
    /// An army's state.
    ArmyState(Colour),
    /// A colour's controller.
    Controller(Colour),
    /// A seat's settled result.
    Result(Seat),
    /// The result of the game.
    Outcome,
    /// The order of turns.
    Order,
    /// The seat that plays now.
    Turn,
}

impl Effect {
    /// Returns the properties of the effect. The match is exhaustive, so that a new effect can't be
    /// forgotten.
    pub fn nature(&self) -> Nature {
        let quiet = Nature {
            may_give_check: false,
            reshapes: None,
            decides: None,
            changes_force: false,
            changes_circumstances: false,
        };
        let loud = Nature { may_give_check: true, ..quiet };
        let forceful = Nature { changes_force: true, ..loud };
        match self {
            Self::SeatState(seat, _) => {
                Nature { decides: Some(SingleDecision::SeatState(*seat)), ..loud }
            }
            Self::ArmyState(colour, _) => {
                Nature { decides: Some(SingleDecision::ArmyState(*colour)), ..loud }
            }
            Self::Control(colour, _) => {
                Nature { decides: Some(SingleDecision::Controller(*colour)), ..forceful }
            }
            Self::Remove(_)
            | Self::Capture(..)
            | Self::RemoveArmy(_)
            | Self::ClearArmy(_)
            | Self::Place(..) => forceful,
            Self::Relocate(..) | Self::Relate { .. } | Self::Remember(_, None) => loud,
            Self::Replace(square, _) | Self::Recolour(square, _) => {
                Nature { reshapes: Some(*square), ..forceful }
            }
            Self::Turn(square, _)
            | Self::SetMark(square, _)
            | Self::ClearMark(square, _)
            | Self::Remember(_, Some(square))
            | Self::SetPieceCounter(square, ..)
            | Self::AddPieceCounter(square, ..) => Nature { reshapes: Some(*square), ..loud },
            Self::Settle(seat, _) => {
                Nature { decides: Some(SingleDecision::Result(*seat)), ..quiet }
            }
            Self::Finish(_) | Self::FinishWithPoints(_) | Self::Lose(_) => {
                Nature { decides: Some(SingleDecision::Outcome), ..quiet }
            }
            Self::Order(..) => Nature { decides: Some(SingleDecision::Order), ..quiet },
            Self::PlayNow(_) => Nature { decides: Some(SingleDecision::Turn), ..quiet },
            Self::Hold(..) => Nature { changes_force: true, changes_circumstances: true, ..quiet },
            Self::SetCounter(..) | Self::CounterToPly(_) | Self::AddCounter(..) => {
                Nature { changes_circumstances: true, ..quiet }
            }
            Self::Ask { .. }
            | Self::Choose { .. }
            | Self::Offer(..)
            | Self::Withdraw(..)
            | Self::Restrict(..)
            | Self::Refuse(_)
            | Self::Again(_)
            | Self::Relax(..)
            | Self::AllowCastling(_)
            | Self::Skip(_)
            | Self::Count(_) => quiet,
        }
    }
}

/// A restriction on a seat's next action.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Restriction {
    /// The action must leave the seat's own royals safe, even if the ruleset does not require this.
    Safe,
    /// The action must lift the check of the royal on this square.
    Lifts(Square),
    /// The action must move a piece of one of these kinds (a bit each).
    Kinds(u32),
    /// The action must move a piece of one of these colours (a bit each).
    Colours(u8),
    /// The action must move a piece that stands on one of these squares.
    From(Vec<Square>),
    /// The action must move a piece to one of these squares.
    To(Vec<Square>),
    /// If the action captures, the captured pieces must be of these colours (a bit each).
    Captures(u8),
    /// The action must not capture pieces of these kinds (a bit each).
    Spares(u32),
    /// The action must continue the seat's turn in this way.
    Again(Again),
}

/// A way to continue a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Again {
    /// The seat continues with any move or drop.
    Any,
    /// The seat continues with a move of the piece on this square.
    Move(Square),
    /// The seat continues with a capture by the piece on this square.
    Capture(Square),
}

impl Again {
    /// Returns the square of the piece with which the seat has to continue, or `None` if the seat
    /// may use any piece.
    #[must_use]
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Any => None,
            Self::Move(square) | Self::Capture(square) => Some(square),
        }
    }
}

impl Restriction {
    /// The words for restrictions, in scripts, positions and traces.
    pub const WORDS: &[&str] = &[
        "safe",
        "lifts",
        "kinds",
        "colours",
        "from",
        "to",
        "captures",
        "spares",
        "again",
        "capture_again",
        "another",
    ];

    /// The words that the script function `restrict` accepts. There are other functions for the
    /// other restrictions.
    pub const BY_RESTRICT: &[&str] = Self::WORDS.split_at(8).0;

    /// Returns the word for this restriction.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Safe => Self::WORDS[0],
            Self::Lifts(_) => Self::WORDS[1],
            Self::Kinds(_) => Self::WORDS[2],
            Self::Colours(_) => Self::WORDS[3],
            Self::From(_) => Self::WORDS[4],
            Self::To(_) => Self::WORDS[5],
            Self::Captures(_) => Self::WORDS[6],
            Self::Spares(_) => Self::WORDS[7],
            Self::Again(Again::Move(_)) => Self::WORDS[8],
            Self::Again(Again::Capture(_)) => Self::WORDS[9],
            Self::Again(Again::Any) => Self::WORDS[10],
        }
    }
}

/// An effect with its origin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Emitted {
    /// The effect.
    pub effect: Effect,
    /// The clause that the effect cites, if any.
    pub clause: Option<ClauseId>,
    /// The place in the script that emitted the effect, as a number that the hooks encode. 0 if the
    /// place is not known.
    pub place: u64,
}
