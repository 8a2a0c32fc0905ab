//! The reasons why an action is not legal, and the squares that a program highlights to show each
//! reason.

use crate::board::{Cell, Colour, Kind, Seat, Square, Zone};
use crate::rules::{Action, Again, ClauseId, Demand, Move, Restriction, StateId, UnknownWord};

/// An action that a player or program tries to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Attempt {
    /// A complete action.
    Action(Action),
    /// Any move of a piece from one square to another.
    Move {
        /// The square that the piece leaves.
        from: Square,
        /// The square that the piece goes to.
        to: Square,
        /// The kind that the piece promotes to.
        promotion: Option<Kind>,
    },
}

/// The reason why an action is not legal. `quadrille-dsl` puts it into words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Illegal {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// A question has to be answered before any other action.
    #[error("a question must be answered first")]
    QuestionPending {
        /// The seat that has to answer.
        seat: Seat,
        /// The question's name.
        question: String,
    },
    /// There is no question to answer.
    #[error("there is no question to answer")]
    NoQuestion,
    /// The question has no such option.
    #[error("the question has no such answer")]
    NoSuchAnswer {
        /// The possible answers.
        options: Vec<String>,
    },
    /// The dice have to be rolled before any other action.
    #[error("the dice must be rolled first")]
    MustRoll {
        /// The seat that rolls.
        seat: Seat,
    },
    /// There are no dice to roll now.
    #[error("there are no dice to roll now")]
    NoRoll,
    /// The dice can't show the faces of the roll.
    #[error("the dice can't show these faces")]
    NoSuchRoll,
    /// The pieces have to be shuffled before any other action.
    #[error("the pieces must be shuffled first")]
    MustShuffle,
    /// There is no such shuffle now.
    #[error("there is no such shuffle now")]
    NoSuchShuffle,
    /// It is another seat's turn.
    #[error("it is another seat's turn")]
    OutOfTurn {
        /// The seat that tries to act.
        seat: Seat,
        /// The seat whose turn it is.
        turn: Seat,
    },
    /// The seat has no turns.
    #[error("the seat has no more turns")]
    NoTurns {
        /// The seat.
        seat: Seat,
        /// The state of the seat.
        state: StateId,
    },
    /// The board has no such square.
    #[error("there is no such square")]
    NoSuchSquare {
        /// The number of the square.
        square: Square,
    },
    /// The square from which the move should start is empty.
    #[error("there is no piece there")]
    NoPiece {
        /// The square.
        square: Square,
    },
    /// The piece belongs to another seat or to nature, so the seat to move can't move it.
    #[error("another seat or nature moves the piece")]
    NotYours {
        /// The piece's square.
        square: Square,
        /// The controller of the piece, or `None` for nature.
        owner: Option<Seat>,
        /// The seat whose turn it is.
        turn: Seat,
    },
    /// The state of the piece's army, or the state of the piece's controller, keeps the piece from
    /// moving.
    #[error("the piece can't move in the present state of its army")]
    CannotMove {
        /// The piece's square.
        square: Square,
        /// The army's colour.
        colour: Colour,
        /// The state that keeps the piece from moving.
        state: StateId,
    },
    /// An announced move has to be played.
    #[error("the announced move must be played")]
    MustPlayAnnounced {
        /// The announced move.
        announced: Move,
    },
    /// The seat has to drop pieces from its hand before it may move.
    #[error("pieces in hand must be dropped first")]
    MustDrop,
    /// Pieces block the way of the move.
    #[error("the way is blocked")]
    Blocked {
        /// The piece's square.
        from: Square,
        /// The target square.
        to: Square,
        /// The squares of the blockers. If `together` is `false`, the removal of a single blocker
        /// makes the move possible, and each blocker is enough. If `together` is `true`, all
        /// blockers have to be removed.
        by: Zone,
        /// `true` if all blockers have to be removed to make the move possible. `false` if the
        /// removal of a single blocker is enough, no matter which.
        together: bool,
    },
    /// A gate is in the way. A gate is a wall that stands only under a condition.
    #[error("a wall is in the way")]
    Walled {
        /// The piece's square.
        from: Square,
        /// The target square.
        to: Square,
        /// The edges of the walls in the way.
        edges: Vec<(Cell, Cell)>,
    },
    /// The piece may go to the target square only by a capture, and there is nothing to capture.
    #[error("the piece moves there only to capture")]
    OnlyCaptures {
        /// The piece's square.
        from: Square,
        /// The target square.
        to: Square,
    },
    /// The piece's movement does not lead to the target square.
    #[error("the piece does not move like that")]
    NotHowItMoves {
        /// The piece's square.
        from: Square,
        /// The target square.
        to: Square,
        /// The squares to which the piece could go if no royal had to be protected.
        targets: Zone,
    },
    /// The rules don't allow the piece to enter the target square.
    #[error("the piece may not enter that square")]
    MayNotEnter {
        /// The piece's square.
        from: Square,
        /// The forbidden square.
        square: Square,
    },
    /// The moving piece may not capture the piece on the target square.
    #[error("the piece there may not be captured")]
    MayNotCapture {
        /// The square of the piece to be captured.
        square: Square,
        /// The reason why the piece may not be captured.
        why: Immunity,
    },
    /// The piece is pinned.
    #[error("the piece is pinned")]
    Pinned {
        /// The pinned piece's square.
        piece: Square,
        /// The pinning piece's square.
        by: Square,
        /// The square of the royal that the pinned piece shields.
        royal: Square,
        /// The royal's owner.
        owner: Seat,
        /// The squares from the pinning piece (included) to the royal (excluded).
        line: Zone,
    },
    /// A royal is in check, and the move doesn't answer the check.
    #[error("the move does not lift the check")]
    CheckNotAnswered {
        /// The royal's square.
        royal: Square,
        /// The royal's owner.
        owner: Seat,
        /// The squares of the checkers.
        by: Zone,
    },
    /// A royal would move to an attacked square.
    #[error("the royal would be in check on that square")]
    IntoCheck {
        /// The square that the royal would move to.
        royal: Square,
        /// The royal's owner.
        owner: Seat,
        /// The squares of the pieces that would give check.
        by: Zone,
    },
    /// The move of another piece would expose a royal to an attack.
    #[error("a royal would be in check")]
    ExposesRoyal {
        /// The royal's square.
        royal: Square,
        /// The royal's owner.
        owner: Seat,
        /// The squares of the pieces that would give check.
        by: Zone,
    },
    /// The move would expose a partner's royal.
    #[error("a partner's royal would be in check")]
    ExposesPartner {
        /// The royal's square.
        royal: Square,
        /// The royal's owner.
        owner: Seat,
        /// The squares of the pieces that would give check.
        by: Zone,
    },
    /// The move would give check to an opponent, and the seat may not give check.
    #[error("the move would give check")]
    GivesCheck {
        /// The royal's square.
        royal: Square,
        /// The royal's owner.
        owner: Seat,
        /// The squares of the pieces that would give check.
        by: Zone,
        /// The clause that forbids checks.
        clause: Option<ClauseId>,
    },
    /// The consequences of the move include the loss of a royal.
    #[error("the move would lose a royal")]
    LosesRoyal {
        /// The royal's square.
        royal: Square,
        /// The royal's owner.
        owner: Seat,
    },
    /// The seat can capture, and therefore has to capture.
    #[error("a capture is compulsory")]
    MustCapture {
        /// The captures that the seat has to make.
        demand: Demand,
        /// The squares of the pieces that can make a capture of the required sort.
        by: Zone,
        /// The clause of the duty.
        clause: Option<ClauseId>,
    },
    /// The move would repeat a position that the seat may not repeat.
    #[error("the position may not be repeated")]
    Repeats {
        /// The clause of the duty.
        clause: Option<ClauseId>,
    },
    /// None of the unused faces of the dice allows a move of this kind of piece.
    #[error("the dice do not let this piece move")]
    Dice {
        /// The kind.
        kind: Kind,
        /// The faces that are not used yet.
        faces: Vec<u8>,
    },
    /// A rule restricts the seat's next action.
    #[error("a rule restricts the next move")]
    Restricted {
        /// The restriction.
        restriction: Restriction,
    },
    /// A hook forbids the action.
    #[error("a rule forbids the move")]
    Forbidden {
        /// The hook's number in [`crate::rules::Spec::handlers`].
        handler: usize,
        /// The hook's clause.
        clause: Option<ClauseId>,
    },
    /// The action has no choice of promotion, or the chosen promotion is not available.
    #[error("the piece must promote to another kind")]
    Promotion {
        /// The promotion square.
        square: Square,
        /// The kinds to which the piece may promote.
        available: Vec<Kind>,
        /// `true` if the piece may also keep its kind.
        optional: bool,
    },
    /// Castling is not possible.
    #[error("castling is not possible")]
    Castling {
        /// The number of the move in [`crate::rules::Spec::castling`].
        right: usize,
        /// The reason why castling is not possible.
        why: CastlingFault,
    },
    /// The piece can't be dropped on the square.
    #[error("the piece can't be dropped there")]
    Drop {
        /// The kind.
        kind: Kind,
        /// The square.
        square: Square,
        /// The reason why the piece can't be dropped.
        why: DropFault,
    },
    /// The move can't be announced.
    #[error("the move can't be announced")]
    Announcement {
        /// The move.
        announced: Move,
        /// The reason why the move can't be announced.
        why: AnnouncementFault,
    },
    /// No rule allows the seat to pass.
    #[error("no rule offers a pass")]
    NoPass,
    /// The seat has no offer with this word.
    #[error("the seat has no such offer")]
    NoSuchOffer,
    /// The action is not in the list of legal actions, and no other reason applies.
    #[error("the move is not on the list of legal moves")]
    Unlisted,
}

/// The reason why a piece may not be captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Immunity {
    /// The piece belongs to the capturing seat itself.
    Own,
    /// The piece belongs to a partner of the capturing seat.
    Partner,
    /// The piece is neutral, and the rules don't allow the capture of neutral pieces.
    Neutral,
    /// The relation between the seats forbids the capture.
    Relation,
    /// The capturing piece may not capture pieces of this kind.
    Kind,
    /// Royals may not be captured.
    Royal,
    /// The state of the piece's army protects the piece from capture.
    State(StateId),
    /// The state of the capturing piece's army does not allow captures.
    Captor(StateId),
}

/// The reason why castling is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CastlingFault {
    /// The king or the rook has moved, or the castling right was lost in another way.
    RightLost,
    /// The king and the rook are not both on their starting squares.
    NotAtHome,
    /// Pieces stand on squares that must be empty for castling.
    Occupied(Zone),
    /// A gate is in the way. A gate is a wall that stands only under a condition.
    Walled,
    /// A square that has to be safe is attacked.
    Attacked {
        /// The attacked square.
        square: Square,
        /// The squares of the attackers.
        by: Zone,
    },
}

/// The reason why a piece can't be dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DropFault {
    /// The seat holds no piece of this kind.
    NotInHand,
    /// The square is outside the drop zone.
    Zone,
    /// The square is occupied.
    Occupied,
    /// The file or rank of the square already has as many pieces of the kind as the rules allow.
    Line,
    /// The drop would give mate, and the rules forbid a mate by a drop of this kind.
    Mates,
}

/// The reason why a move can't be announced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AnnouncementFault {
    /// The seat may not announce moves.
    NotAllowed,
    /// The move is legal, and can be played without an announcement.
    Legal,
    /// The partner has refused this move in this turn.
    Refused,
}

/// Declares the kinds of reasons. Each has a name, and a code for programs and messages.
macro_rules! kinds {
    ($($kind:ident = $code:literal,)+) => {
        /// The kind of an [`Illegal`], without its data.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[non_exhaustive]
        pub enum IllegalKind {
            $(
                #[doc = concat!("[`Illegal::", stringify!($kind), "`]: `", $code, "`.")]
                #[cfg_attr(feature = "serde", serde(rename = $code))]
                $kind,
            )+
        }

        impl IllegalKind {
            /// All kinds of reasons why an action is not legal.
            pub const ALL: &[Self] = &[$(Self::$kind,)+];

            /// Returns a short name, such as `pinned`, which is stable from version to version.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$kind => $code,)+
                }
            }
        }

        impl std::fmt::Display for IllegalKind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.code())
            }
        }

        impl std::str::FromStr for IllegalKind {
            type Err = UnknownWord;

            fn from_str(code: &str) -> Result<Self, UnknownWord> {
                let kind = Self::ALL.iter().find(|kind| kind.code() == code);
                kind.copied().ok_or_else(|| UnknownWord::new("kind of reason", code))
            }
        }

        impl Illegal {
            /// Returns the kind of this reason.
            #[must_use]
            pub const fn kind(&self) -> IllegalKind {
                match self {
                    $(Self::$kind { .. } => IllegalKind::$kind,)+
                }
            }
        }
    };
}

kinds! {
    GameOver = "game_over",
    QuestionPending = "question_pending",
    NoQuestion = "no_question",
    NoSuchAnswer = "no_such_answer",
    MustRoll = "must_roll",
    NoRoll = "no_roll",
    NoSuchRoll = "no_such_roll",
    MustShuffle = "must_shuffle",
    NoSuchShuffle = "no_such_shuffle",
    OutOfTurn = "out_of_turn",
    NoTurns = "no_turns",
    NoSuchSquare = "no_such_square",
    NoPiece = "no_piece",
    NotYours = "not_yours",
    CannotMove = "cannot_move",
    MustPlayAnnounced = "must_play_announced",
    MustDrop = "must_drop",
    Blocked = "blocked",
    Walled = "walled",
    OnlyCaptures = "only_captures",
    NotHowItMoves = "not_how_it_moves",
    MayNotEnter = "may_not_enter",
    MayNotCapture = "may_not_capture",
    Pinned = "pinned",
    CheckNotAnswered = "check_not_answered",
    IntoCheck = "into_check",
    ExposesRoyal = "exposes_royal",
    ExposesPartner = "exposes_partner",
    GivesCheck = "gives_check",
    LosesRoyal = "loses_royal",
    MustCapture = "must_capture",
    Repeats = "repeats",
    Dice = "dice",
    Restricted = "restricted",
    Forbidden = "forbidden",
    Promotion = "promotion",
    Castling = "castling",
    Drop = "drop",
    Announcement = "announcement",
    NoPass = "no_pass",
    NoSuchOffer = "no_such_offer",
    Unlisted = "not_legal",
}

impl Illegal {
    /// Returns the squares to highlight: the pieces and lines that make the action illegal.
    #[must_use]
    pub fn squares(&self) -> Zone {
        let of = |squares: &[Square]| squares.iter().copied().collect::<Zone>();
        match self {
            Self::NoPiece { square }
            | Self::NotYours { square, .. }
            | Self::CannotMove { square, .. }
            | Self::MayNotEnter { square, .. }
            | Self::MayNotCapture { square, .. }
            | Self::Promotion { square, .. }
            | Self::Drop { square, .. } => of(&[*square]),
            Self::MustPlayAnnounced { announced } | Self::Announcement { announced, .. } => {
                of(&[announced.from, announced.to])
            }
            Self::Blocked { by, .. } => *by,
            Self::Walled { from, to, .. } => of(&[*from, *to]),
            Self::OnlyCaptures { to, .. } => of(&[*to]),
            Self::NotHowItMoves { targets, .. } => *targets,
            Self::Pinned { piece, by, royal, line, .. } => *line | of(&[*piece, *by, *royal]),
            Self::CheckNotAnswered { royal, by, .. }
            | Self::IntoCheck { royal, by, .. }
            | Self::ExposesRoyal { royal, by, .. }
            | Self::ExposesPartner { royal, by, .. }
            | Self::GivesCheck { royal, by, .. } => *by | of(&[*royal]),
            Self::LosesRoyal { royal, .. } => of(&[*royal]),
            Self::MustCapture { by, .. } => *by,
            Self::Restricted {
                restriction:
                    Restriction::Lifts(at) | Restriction::Again(Again::Move(at) | Again::Capture(at)),
            } => of(&[*at]),
            Self::Restricted {
                restriction: Restriction::From(squares) | Restriction::To(squares),
            } => of(squares),
            Self::Castling { why, .. } => match why {
                CastlingFault::Occupied(by) => *by,
                CastlingFault::Attacked { square, by } => *by | of(&[*square]),
                CastlingFault::RightLost | CastlingFault::NotAtHome | CastlingFault::Walled => {
                    Zone::EMPTY
                }
            },
            _ => Zone::EMPTY,
        }
    }
}
