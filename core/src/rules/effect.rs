//! Effects: all changes that hooks can make. Hooks emit effects; the engine checks and applies
//! them.

use crate::board::{Colour, Facing, Kind, Piece, Seat, Square};
use crate::rules::{
    Clause, ClauseId, CounterId, MarkId, MetricId, PieceCounterId, Protect, SeatSpec, Spec,
    StateId, Subject,
};

/// A change that a hook requests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Puts a seat into a state.
    SeatState(Seat, StateId),
    /// Puts an army into a state.
    ArmyState(Colour, StateId),
    /// Gives control of a colour to another seat, or to nature (`None`).
    Control(Colour, Option<Seat>),
    /// Removes the piece on a square.
    Remove(Square),
    /// Captures the piece on a square for a seat. Without a seat, the seat to move captures it.
    Capture(Square, Option<Seat>),
    /// Removes all pieces of a colour.
    RemoveArmy(Colour),
    /// Removes all pieces of a colour, except pieces that shield a king. Shields stay as neutral
    /// pieces until they can be removed.
    ClearArmy(Colour),
    /// Puts a piece on an empty square.
    Place(Square, Piece),
    /// Relocates the piece on the first square to the second, which is empty. This is not a move:
    /// the piece keeps its facing and notes, and no rule about moves or arrivals applies.
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
    /// Gives a memory's mark to the piece on the square, and takes the mark from any other piece.
    /// The memory then holds the piece on the square, or nothing if the square is `None`.
    Remember(MarkId, Option<Square>),
    /// Sets a counter of the piece on a square.
    SetPieceCounter(Square, PieceCounterId, i32),
    /// Adds to a counter of the piece on a square.
    AddPieceCounter(Square, PieceCounterId, i32),
    /// Adds pieces of a kind to a seat's hand, or removes them if the number is negative.
    Hold(Seat, Kind, i8),
    /// Asks a seat a question before the game continues.
    Ask {
        /// The seat that answers.
        seat: Seat,
        /// The question's name.
        question: String,
        /// The options to choose from.
        options: Vec<String>,
        /// The subject of the question, passed on to `on_answer`.
        about: Subject,
        /// `true` if the answer stays sealed until no secret question is pending.
        secret: bool,
    },
    /// Offers a word to a seat. The offer holds in all of the seat's turns until it is withdrawn.
    Offer(Seat, String),
    /// Withdraws an offer.
    Withdraw(Seat, String),
    /// Restricts a seat's next action.
    Restrict(Seat, Restriction),
    /// Lets the seat to move continue its turn, if it can.
    Again(Again),
    /// Refuses the move that the seat has announced. The seat can't announce it again in this turn.
    Refuse(Seat),
    /// Reopens the seat's turn. In this turn, the seat's own royals have the given protection
    /// instead of the usual one.
    Relax(Seat, Protect),
    /// Sets a counter of a seat, or of the game if no seat is given.
    SetCounter(CounterId, Option<Seat>, i32),
    /// Sets a counter of the game to the number of plies played before the present ply.
    CounterToPly(CounterId),
    /// Adds to a counter of a seat, or of the game if no seat is given.
    AddCounter(CounterId, Option<Seat>, i32),
    /// Changes the order of turns. The second field is the seat whose turn is next.
    Order(Vec<Seat>, Seat),
    /// Skips the seat's current turn.
    Skip(Seat),
    /// Changes a relation between controllers.
    Relate {
        /// The seat whose pieces act.
        from: Seat,
        /// The seat whose pieces they act on.
        to: Seat,
        /// `true` for captures, `false` for check.
        capture: bool,
        /// `true` if the relation allows it.
        allowed: bool,
    },
    /// Settles a seat's result before the game is over.
    Settle(Seat, SeatResult),
    /// Ends the game, with a result for each seat in order.
    Finish(Vec<SeatResult>),
    /// Ends the game with a loss for a seat's side and a win for the other sides. Sides that have
    /// left the game do not win.
    Lose(Seat),
    /// Adds one to a metric.
    Count(MetricId),
}

impl Effect {
    /// Returns the effect that ends the game with a win for the side of a seat and a loss for all
    /// others.
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
    /// `true` if it may make a piece attack a square that it did not attack before.
    pub may_give_check: bool,
    /// The square of the piece whose kind, colour, facing or notes the effect changes.
    pub reshapes: Option<Square>,
    /// The matter that the effect decides, if any. Two different effects of one event must not
    /// decide the same matter.
    pub(crate) decides: Option<SingleDecision>,
    /// `true` if the effect may change the pieces that a team has, on the board or in hand.
    pub changes_force: bool,
    /// `true` if the effect changes counters, memories or hands, on which movements and gates may
    /// depend.
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
            Self::Finish(_) | Self::Lose(_) => {
                Nature { decides: Some(SingleDecision::Outcome), ..quiet }
            }
            Self::Order(..) => Nature { decides: Some(SingleDecision::Order), ..quiet },
            Self::Hold(..) => Nature { changes_force: true, changes_circumstances: true, ..quiet },
            Self::SetCounter(..) | Self::CounterToPly(_) | Self::AddCounter(..) => {
                Nature { changes_circumstances: true, ..quiet }
            }
            Self::Ask { .. }
            | Self::Offer(..)
            | Self::Withdraw(..)
            | Self::Restrict(..)
            | Self::Refuse(_)
            | Self::Again(_)
            | Self::Relax(..)
            | Self::Skip(_)
            | Self::Count(_) => quiet,
        }
    }
}

/// A restriction on a seat's next action.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Restriction {
    /// The action must leave the seat's own royals safe, whatever the ruleset requires otherwise.
    Safe,
    /// The action must lift the check of the royal on this square.
    Lifts(Square),
    /// The action must move a piece of one of these kinds (a bit each).
    Kinds(u32),
    /// If the action captures, it may capture only pieces of these colours (a bit each).
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
    /// With any move or drop.
    Any,
    /// With a move of the piece on this square.
    Move(Square),
    /// With a capture by the piece on this square.
    Capture(Square),
}

impl Again {
    /// Returns the square of the piece that has to continue, or `None` if any piece may.
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
    pub const WORDS: &[&str] =
        &["safe", "lifts", "kinds", "captures", "spares", "again", "capture_again", "another"];

    /// The words that the script function `restrict` accepts. Other functions set the other
    /// restrictions.
    pub const BY_RESTRICT: &[&str] = Self::WORDS.split_at(5).0;

    /// Returns the word for this restriction.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Safe => Self::WORDS[0],
            Self::Lifts(_) => Self::WORDS[1],
            Self::Kinds(_) => Self::WORDS[2],
            Self::Captures(_) => Self::WORDS[3],
            Self::Spares(_) => Self::WORDS[4],
            Self::Again(Again::Move(_)) => Self::WORDS[5],
            Self::Again(Again::Capture(_)) => Self::WORDS[6],
            Self::Again(Again::Any) => Self::WORDS[7],
        }
    }
}

/// A seat's result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum SeatResult {
    /// The seat won.
    Win,
    /// The game is drawn for the seat.
    Draw,
    /// The seat lost.
    Loss,
}

impl SeatResult {
    /// All results, best first.
    pub const ALL: [Self; 3] = [Self::Win, Self::Draw, Self::Loss];

    /// Returns the word for this result in scripts, lessons, records and stored rows.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }

    /// Returns the result with this word.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.word() == word)
    }
}

impl std::fmt::Display for SeatResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.word())
    }
}

impl std::str::FromStr for SeatResult {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        Self::named(word).ok_or_else(|| UnknownWord::new("result", word))
    }
}

/// A word that does not belong to the expected kind of word.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no {expected} `{word}`")]
#[non_exhaustive]
pub struct UnknownWord {
    /// The expected kind of word, such as `result`.
    pub expected: &'static str,
    /// The word.
    pub word: String,
}

impl UnknownWord {
    /// Returns the error for a word that does not belong to the expected kind.
    #[must_use]
    pub fn new(expected: &'static str, word: &str) -> Self {
        Self { expected, word: word.to_owned() }
    }
}

/// An effect with its origin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Emitted {
    /// The effect.
    pub effect: Effect,
    /// The clause that the effect cites, if any.
    pub clause: Option<ClauseId>,
    /// The place in the script that emitted the effect, encoded by the hooks; 0 if it is not known.
    pub place: u64,
}

/// The outcome of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// Each seat's result, in order.
    pub results: Vec<SeatResult>,
    /// The reason why the game ended.
    pub ending: Ending,
}

impl Outcome {
    /// Returns each team's result, in order. A team wins if more of its seats win than lose, and
    /// loses if more lose than win. For example, a win and a draw of two seats make a win, and a
    /// win and a loss make a draw.
    #[must_use]
    pub fn team_results(&self, spec: &Spec) -> Vec<SeatResult> {
        let mut balances = vec![0_i32; spec.teams.len()];
        for (seat, result) in spec.seats.iter().zip(&self.results) {
            if let Some(balance) = balances.get_mut(usize::from(seat.team)) {
                *balance += match result {
                    SeatResult::Win => 1,
                    SeatResult::Draw => 0,
                    SeatResult::Loss => -1,
                };
            }
        }
        let result = |balance: i32| match balance {
            1.. => SeatResult::Win,
            0 => SeatResult::Draw,
            _ => SeatResult::Loss,
        };
        balances.into_iter().map(result).collect()
    }
}

/// The reason why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Ending {
    /// A rule ended it, with its clause if it has one.
    Rule(Option<ClauseId>),
    /// The position was repeated too often.
    Repetition,
    /// There was no progress for too long.
    NoProgress,
    /// Neither side has the force to win.
    InsufficientForce,
    /// No seat could move in a whole round.
    Stuck,
    /// A player resigned or lost on time, and only one side was left.
    Left,
    /// The players agreed to a draw.
    Agreed,
    /// The ply limit was reached. This is not a result of play.
    PlyLimit,
}

impl Ending {
    /// The endings that the engine decides without a rule.
    pub const BUILT_IN: [Self; 7] = [
        Self::Repetition,
        Self::NoProgress,
        Self::InsufficientForce,
        Self::Stuck,
        Self::Left,
        Self::Agreed,
        Self::PlyLimit,
    ];

    /// Returns the word for this ending in lessons, records and reports. All endings made by rules
    /// have the word `rule`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rule(_) => "rule",
            Self::Repetition => "repetition",
            Self::NoProgress => "no_progress",
            Self::InsufficientForce => "insufficient_force",
            Self::Stuck => "stuck",
            Self::Left => "left",
            Self::Agreed => "agreed",
            Self::PlyLimit => "ply_limit",
        }
    }

    /// Returns the clause that ended the game, if it was a rule with a clause.
    #[must_use]
    pub fn clause(self, spec: &Spec) -> Option<&Clause> {
        match self {
            Self::Rule(clause) => spec.clauses.get(usize::from(clause?.0)),
            _ => None,
        }
    }

    /// Returns the name of this ending in lessons, records and reports: the clause's id, or else
    /// the word.
    #[must_use]
    pub fn name(self, spec: &Spec) -> &str {
        self.clause(spec).map_or(self.word(), |clause| &clause.id)
    }

    /// Returns the meaning of this ending, without a capital letter or full stop.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Rule(_) => "a rule without a clause",
            Self::Repetition => "the position was repeated too often",
            Self::NoProgress => "no capture or pawn move for too long",
            Self::InsufficientForce => "no side had enough force to win",
            Self::Stuck => "no player could move for a full round",
            Self::Left => "a player resigned or ran out of time",
            Self::Agreed => "the players agreed to a draw",
            Self::PlyLimit => "stopped at the ply limit, without a result",
        }
    }
}

/// Writes the meaning of the ending.
impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.meaning())
    }
}
