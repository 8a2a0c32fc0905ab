//! Effects: everything that a hook can change. Hooks emit effects; the engine checks and applies
//! them.

use crate::board::{Colour, Facing, Kind, Piece, Seat, Square};
use crate::rules::{
    Clause, ClauseId, CounterId, MarkId, MetricId, PieceCounterId, Protect, SeatSpec, Spec,
    StateId, Subject,
};

/// A change that a hook asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Puts a seat into a state.
    SeatState(Seat, StateId),
    /// Puts an army into a state.
    ArmyState(Colour, StateId),
    /// Gives a colour another controller, or nature (`None`).
    Control(Colour, Option<Seat>),
    /// Removes the piece on a square.
    Remove(Square),
    /// Captures the piece on a square for a seat; for the seat whose turn it is, if none is named.
    Capture(Square, Option<Seat>),
    /// Removes all pieces of a colour.
    RemoveArmy(Colour),
    /// Removes all pieces of a colour except those that shield a king. These stay as neutral pieces
    /// until they can go.
    ClearArmy(Colour),
    /// Puts a piece on an empty square.
    Place(Square, Piece),
    /// Moves the piece on the first square to the second, which is empty. It is no move: it keeps
    /// its facing and notes, and no rule about moves or arrivals looks at it.
    Relocate(Square, Square),
    /// Gives the piece on a square another colour; it keeps facing and notes.
    Recolour(Square, Colour),
    /// Makes the piece on a square another kind.
    Replace(Square, Kind),
    /// Turns the piece on a square.
    Turn(Square, Facing),
    /// Sets a mark of the piece on a square.
    SetMark(Square, MarkId),
    /// Clears a mark of the piece on a square.
    ClearMark(Square, MarkId),
    /// Takes a mark from whichever piece bears it, and gives it to the piece on the square, if there is
    /// one: from now on a memory holds that piece.
    Remember(MarkId, Option<Square>),
    /// Sets a counter of the piece on a square.
    SetPieceCounter(Square, PieceCounterId, i32),
    /// Adds to a counter of the piece on a square.
    AddPieceCounter(Square, PieceCounterId, i32),
    /// Adds pieces of a kind to a seat's hand; removes them if the number is negative.
    Hold(Seat, Kind, i8),
    /// Asks a seat a question before the game goes on.
    Ask {
        /// The seat.
        seat: Seat,
        /// The question's name.
        question: String,
        /// The options.
        options: Vec<String>,
        /// What it is about, passed on to `on_answer`.
        about: Subject,
        /// Whether the answer stays sealed until no secret question waits.
        secret: bool,
    },
    /// Offers a word to a seat, for its turns, until it is withdrawn.
    Offer(Seat, String),
    /// Withdraws an offer.
    Withdraw(Seat, String),
    /// Restricts a seat's next action.
    Restrict(Seat, Restriction),
    /// Lets the seat whose turn it is go on, if it can.
    Again(Again),
    /// Refuses the move that the seat has announced; it can't be announced again in this turn.
    Refuse(Seat),
    /// Reopens the seat's turn with this protection of its own royals.
    Relax(Seat, Protect),
    /// Sets a counter.
    SetCounter(CounterId, Option<Seat>, i32),
    /// Sets a counter of the game to the number of plies played before the present one.
    CounterToPly(CounterId),
    /// Adds to a counter.
    AddCounter(CounterId, Option<Seat>, i32),
    /// Changes the order of turns; the second is the seat that is next.
    Order(Vec<Seat>, Seat),
    /// Skips the seat's current turn.
    Skip(Seat),
    /// Changes a relation between controllers.
    Relate {
        /// The seat whose pieces act.
        from: Seat,
        /// The seat whose pieces they act on.
        to: Seat,
        /// True for captures, false for check.
        capture: bool,
        /// Whether it is allowed.
        allowed: bool,
    },
    /// Settles a seat's result before the game is over.
    Settle(Seat, SeatResult),
    /// Ends the game, with a result for each seat in order.
    Finish(Vec<SeatResult>),
    /// Ends the game: a seat's side loses, and the others win, except sides that have left it.
    Lose(Seat),
    /// Adds one to a metric.
    Count(MetricId),
}

impl Effect {
    /// Returns the effect that ends the game with a win for the side of a seat and a loss for all others.
    #[must_use]
    pub fn win(seat: Seat, spec: &Spec) -> Self {
        let team = |seat: &SeatSpec| seat.team;
        let won = spec.seats.get(seat.index()).map(team);
        let result =
            |seat| if Some(team(seat)) == won { SeatResult::Win } else { SeatResult::Loss };
        Self::Finish(spec.seats.iter().map(result).collect())
    }
}

/// Properties of an effect that the engine needs besides its meaning.
#[derive(Debug)]
pub struct Nature {
    /// Whether it may make a piece attack a square that it did not attack before.
    pub may_give_check: bool,
    /// The square of the piece that it turns, marks or replaces.
    pub reshapes: Option<Square>,
    /// What it decides. Two different effects of one event must not decide the same thing.
    pub(crate) decides: Option<SingleDecision>,
    /// Whether it may change which pieces a team has, on the board and in hand.
    pub changes_force: bool,
    /// Whether it changes what movements and gates may depend on besides the pieces on the board:
    /// counters, memories and hands.
    pub changes_circumstances: bool,
}

/// A thing that one event may decide only once.
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
    /// The effect's properties. The match is exhaustive, so that a new effect can't be forgotten.
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
    /// It must leave the seat's own royals safe, whatever the ruleset demands otherwise.
    Safe,
    /// It must lift the check of the royal on this square.
    Lifts(Square),
    /// It must move one of these kinds (a bit each).
    Kinds(u32),
    /// If it captures, it may capture only pieces of these colours (a bit each).
    Captures(u8),
    /// It must not capture pieces of these kinds (a bit each).
    Spares(u32),
    /// Its turn goes on.
    Again(Again),
}

/// How a turn goes on.
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
    /// The square of the piece that has to go on, if only one may.
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

    /// Those that `restrict` takes. The others come with effects of their own.
    pub const BY_RESTRICT: &[&str] = Self::WORDS.split_at(5).0;

    /// Its word.
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
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
}

impl SeatResult {
    /// All, best first.
    pub const ALL: [Self; 3] = [Self::Win, Self::Draw, Self::Loss];

    /// Its word in scripts, lessons, records and stored rows.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }

    /// The result of that word.
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

/// A word without a meaning where a certain kind of word is expected.
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
    /// The error for a word where another kind of word is expected.
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
    /// The clause, if any.
    pub clause: Option<ClauseId>,
    /// Where it was called for, as the hooks read it; 0 if that is not known.
    pub place: u64,
}

/// The outcome of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// Each seat's result, in order.
    pub results: Vec<SeatResult>,
    /// What ended the game.
    pub ending: Ending,
}

impl Outcome {
    /// Each team's result, in order: a team wins if more of its seats win than lose, and loses if more
    /// lose. So a win and a draw make a win, and a win and a loss make a draw.
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

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Ending {
    /// A rule, with its clause if it has one.
    Rule(Option<ClauseId>),
    /// The position was repeated too often.
    Repetition,
    /// No progress for too long.
    NoProgress,
    /// Neither side has the force to win.
    InsufficientForce,
    /// No seat could move in a whole round.
    Stuck,
    /// A player resigned or lost on time, and only one side was left.
    Left,
    /// The players agreed to a draw.
    Agreed,
    /// The ply limit was reached; no result of play.
    PlyLimit,
}

impl Ending {
    /// Those that no rule makes.
    pub const BUILT_IN: [Self; 7] = [
        Self::Repetition,
        Self::NoProgress,
        Self::InsufficientForce,
        Self::Stuck,
        Self::Left,
        Self::Agreed,
        Self::PlyLimit,
    ];

    /// Its word in lessons, records and reports; `rule` for all that a rule makes.
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

    /// The clause that ended the game, if it was a rule with a clause.
    #[must_use]
    pub fn clause(self, spec: &Spec) -> Option<&Clause> {
        match self {
            Self::Rule(clause) => spec.clauses.get(usize::from(clause?.0)),
            _ => None,
        }
    }

    /// Its name in lessons, records and reports: the clause's id, or its word.
    #[must_use]
    pub fn name(self, spec: &Spec) -> &str {
        self.clause(spec).map_or(self.word(), |clause| &clause.id)
    }

    /// What it means, without capital letter or full stop.
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

/// Writes its meaning.
impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.meaning())
    }
}
