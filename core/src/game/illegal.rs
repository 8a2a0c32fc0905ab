//! Why an action is not legal: the reasons, and the squares that show each.

use crate::board::{Cell, Colour, Kind, Seat, Square, Zone};
use crate::rules::{Action, Again, ClauseId, Demand, Move, Restriction, StateId, UnknownWord};

/// An action that somebody wants to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Attempt {
    /// This action.
    Action(Action),
    /// Any move of a piece from one square to another.
    Move {
        /// The square it leaves.
        from: Square,
        /// The square it goes to.
        to: Square,
        /// The kind it promotes to.
        promotion: Option<Kind>,
    },
}

/// Why an action is not legal. `quadrille-dsl` puts this into words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Illegal {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// A question has to be answered first.
    #[error("a question waits for its answer")]
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
    /// The dice have to be rolled first.
    #[error("the dice have to be rolled first")]
    MustRoll {
        /// The seat that rolls.
        seat: Seat,
    },
    /// There are no dice to roll now.
    #[error("there are no dice to roll now")]
    NoRoll,
    /// The dice can't show these faces.
    #[error("the dice can't show that")]
    NoSuchRoll,
    /// It is another seat's turn.
    #[error("it is another seat's turn")]
    OutOfTurn {
        /// The seat that wants to act.
        seat: Seat,
        /// Whose turn it is.
        turn: Seat,
    },
    /// The seat no longer has turns.
    #[error("the seat has no turns any more")]
    NoTurns {
        /// The seat.
        seat: Seat,
        /// Its state.
        state: StateId,
    },
    /// The board has no such square.
    #[error("there is no such square")]
    NoSuchSquare {
        /// Its number.
        square: Square,
    },
    /// The square to move from is empty.
    #[error("there is no piece there")]
    NoPiece {
        /// The square.
        square: Square,
    },
    /// Another seat, or nature, moves this piece.
    #[error("the piece is moved by somebody else")]
    NotYours {
        /// The piece's square.
        square: Square,
        /// Its controller, or `None` for nature.
        owner: Option<Seat>,
        /// The seat whose turn it is.
        turn: Seat,
    },
    /// The state of the army or of its controller keeps the piece from moving.
    #[error("the state of its army keeps the piece from moving")]
    CannotMove {
        /// The piece's square.
        square: Square,
        /// The army's colour.
        colour: Colour,
        /// The state.
        state: StateId,
    },
    /// An announced move has to be played.
    #[error("the announced move has to be played")]
    MustPlayAnnounced {
        /// The announced move.
        announced: Move,
    },
    /// Pieces in hand have to be dropped first.
    #[error("pieces in hand have to be dropped first")]
    MustDrop,
    /// Pieces stand in between.
    #[error("the way is blocked")]
    Blocked {
        /// The piece's square.
        from: Square,
        /// The square it should go to.
        to: Square,
        /// The squares of the blockers. The move would be possible without any one of them, or only
        /// without all of them if `together` is true.
        by: Zone,
        /// Whether all blockers together are in the way.
        together: bool,
    },
    /// A wall stands in the way that is not always there.
    #[error("a wall is in the way")]
    Walled {
        /// The piece's square.
        from: Square,
        /// The square it should go to.
        to: Square,
        /// The edges of the walls in the way.
        edges: Vec<(Cell, Cell)>,
    },
    /// The piece goes there only to capture.
    #[error("the piece goes there only to capture")]
    OnlyCaptures {
        /// The piece's square.
        from: Square,
        /// The square it should go to.
        to: Square,
    },
    /// The piece does not move like that.
    #[error("the piece does not move like that")]
    NotHowItMoves {
        /// The piece's square.
        from: Square,
        /// The square it should go to.
        to: Square,
        /// The squares it could go to if no royal had to be protected.
        targets: Zone,
    },
    /// The piece may not enter that square.
    #[error("the piece may not enter that square")]
    MayNotEnter {
        /// The piece's square.
        from: Square,
        /// The square.
        square: Square,
    },
    /// The piece on that square may not be captured by this one.
    #[error("the piece there may not be captured")]
    MayNotCapture {
        /// The square of the piece to be captured.
        square: Square,
        /// The reason.
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
        /// The squares from the pinning piece, included, to the royal, excluded.
        line: Zone,
    },
    /// A royal is in check, and the move doesn't lift the check.
    #[error("the check is not answered")]
    CheckNotAnswered {
        /// The royal's square.
        royal: Square,
        /// The royal's owner.
        owner: Seat,
        /// The squares of the checkers.
        by: Zone,
    },
    /// A royal would move to an attacked square.
    #[error("the royal would be in check there")]
    IntoCheck {
        /// The square it would move to.
        royal: Square,
        /// The royal's owner.
        owner: Seat,
        /// The squares of the pieces that would give check.
        by: Zone,
    },
    /// The move would expose a royal that stays where it is.
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
    /// The move would give check to an opponent, which the seat may not.
    #[error("the move would give check")]
    GivesCheck {
        /// The royal's square.
        royal: Square,
        /// The royal's owner.
        owner: Seat,
        /// The squares of the pieces that would give check.
        by: Zone,
        /// The clause of the prohibition.
        clause: Option<ClauseId>,
    },
    /// The move would lose a royal by what it causes.
    #[error("the move would lose a royal")]
    LosesRoyal {
        /// The royal's square.
        royal: Square,
        /// The royal's owner.
        owner: Seat,
    },
    /// A capture is possible, and has to be made.
    #[error("a capture has to be made")]
    MustCapture {
        /// What the seat has to capture.
        demand: Demand,
        /// The squares of the pieces that can make such a capture.
        by: Zone,
        /// The clause of the duty.
        clause: Option<ClauseId>,
    },
    /// The move would bring about a position that the seat may not repeat.
    #[error("the position may not be repeated")]
    Repeats {
        /// The clause of the duty.
        clause: Option<ClauseId>,
    },
    /// The dice don't let this kind move.
    #[error("the dice do not let this piece move")]
    Dice {
        /// The kind.
        kind: Kind,
        /// The faces that remain.
        faces: Vec<u8>,
    },
    /// A rule restricts the seat's next action.
    #[error("a rule restricts the next move")]
    Restricted {
        /// The restriction.
        restriction: Restriction,
    },
    /// A hook forbids the action.
    #[error("a rule forbids it")]
    Forbidden {
        /// The hook's number in [`crate::rules::Spec::handlers`].
        handler: usize,
        /// The hook's clause.
        clause: Option<ClauseId>,
    },
    /// The promotion is missing or not available.
    #[error("the piece must become something else")]
    Promotion {
        /// The promotion square.
        square: Square,
        /// The kinds available.
        available: Vec<Kind>,
        /// Whether the piece may also stay what it is.
        optional: bool,
    },
    /// Castling is not possible.
    #[error("castling is not possible")]
    Castling {
        /// Its number in [`crate::rules::Spec::castling`].
        right: usize,
        /// The reason.
        why: CastlingFault,
    },
    /// The piece can't be dropped there.
    #[error("the piece can't be dropped there")]
    Drop {
        /// The kind.
        kind: Kind,
        /// The square.
        square: Square,
        /// The reason.
        why: DropFault,
    },
    /// The move can't be announced.
    #[error("the move can't be announced")]
    Announcement {
        /// The move.
        announced: Move,
        /// The reason.
        why: AnnouncementFault,
    },
    /// No rule offers a pass.
    #[error("no rule offers a pass")]
    NoPass,
    /// The seat has no such offer.
    #[error("there is no such offer")]
    NoSuchOffer,
    /// None of the above: other moves between these squares are legal, but not this one.
    #[error("it is not one of the legal moves")]
    Unlisted,
}

/// Why a piece may not be captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Immunity {
    /// It is the capturing seat's own piece.
    Own,
    /// It is a partner's piece.
    Partner,
    /// It belongs to no seat, and the rules don't let it be captured.
    Neutral,
    /// The relation between the seats forbids it.
    Relation,
    /// The capturing piece may not capture this kind.
    Kind,
    /// Royals may not be captured.
    Royal,
    /// The state of its army keeps it from being captured.
    State(StateId),
    /// The state of the capturing piece's army keeps it from capturing.
    Captor(StateId),
}

/// Why castling is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CastlingFault {
    /// The king or the rook has moved, or the right was lost in another way.
    RightLost,
    /// The king and the rook are not both on their starting squares.
    NotAtHome,
    /// Pieces stand in between.
    Occupied(Zone),
    /// A wall stands in between that is not always there.
    Walled,
    /// A square that has to be safe is attacked.
    Attacked {
        /// The attacked square.
        square: Square,
        /// The squares of the attackers.
        by: Zone,
    },
}

/// Why a piece can't be dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DropFault {
    /// The seat holds no piece of this kind.
    NotInHand,
    /// The square is outside the zone for drops.
    Zone,
    /// The square is occupied.
    Occupied,
    /// As many pieces of the kind as the rules allow stand on the square's line.
    Line,
    /// The drop would mate, which pieces of this kind may not do.
    Mates,
}

/// Why a move can't be announced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AnnouncementFault {
    /// The seat may not announce moves.
    NotAllowed,
    /// The move is legal, and can be played without an announcement.
    Legal,
    /// The partner refused it in this turn.
    Refused,
}

/// Kinds of reasons, each once: its name and the code that programs and messages know it by.
macro_rules! kinds {
    ($($kind:ident = $code:literal,)+) => {
        /// The kind of an [`Illegal`]: a variant for each of its variants.
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
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$kind,)+];

            /// A short name, such as `pinned`. It does not change from version to version.
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
            /// Its kind.
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
    /// The squares to highlight: pieces and lines that are the reason.
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
