//! Events, and questions about moves. Hooks react to events, and answer questions.

use crate::board::{Kind, Piece, Seat, Seats, Square, Zone};
use crate::rules::{Move, Subject};

/// Declares [`EventKind`], [`EventKind::ALL`] and the number of kinds.
macro_rules! event_kinds {
    ($($(#[$meta:meta])* $kind:ident,)+) => {
        /// The kinds of events and questions. Events come first, in the order of a turn. The
        /// questions about moves follow.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum EventKind {
            $($(#[$meta])* $kind,)+
        }

        impl EventKind {
            /// All kinds, in order.
            pub const ALL: &[Self] = &[$(Self::$kind),+];
            /// The number of kinds.
            pub const COUNT: usize = Self::ALL.len();
        }
    };
}

event_kinds! {
    /// The game begins.
    Setup,
    /// A game begins at the start position or at another position. A rule can answer this event to
    /// derive values of counters from the board.
    Position,
    /// A turn opens.
    Turn,
    /// The dice were rolled.
    Roll,
    /// The seat to move has no legal move by the dice.
    Blocked,
    /// A piece was captured.
    Capture,
    /// A royal was captured.
    RoyalCaptured,
    /// A piece was promoted.
    Promotion,
    /// A ply, or a rule, gave check.
    Check,
    /// An action was played.
    Move,
    /// A seat is mated.
    Mate,
    /// A seat has no legal action and is not in check.
    Stalemate,
    /// A state ended automatically.
    Release,
    /// A question was answered.
    Answer,
    /// An offer was accepted, or a declaration was made.
    Say,
    /// A move was announced.
    Announce,
    /// A built-in draw is due.
    Draw,
    /// The ply limit is reached.
    Limit,
    /// A change was made that may end the game, so hooks decide if it is over.
    Outcome,
    /// The question about extra moves of a seat; see [`crate::state::Hooks::extra_moves`].
    ExtraMoves,
    /// The question that asks if a move is forbidden; see [`crate::state::Hooks::forbids`].
    Forbids,
}

/// An event, with the facts that hooks may use.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The game begins.
    Setup,
    /// A game begins at the start position or at another position. A rule can answer this event to
    /// derive values of counters from the board.
    Position,
    /// A turn opens for the seat.
    Turn(Seat),
    /// A seat's dice show these faces.
    Roll(Seat, &'a [u8]),
    /// The seat has no legal move by any of the remaining faces of the dice.
    Blocked(Seat, &'a [u8]),
    /// A seat played an action, and its direct consequences were applied.
    Move {
        /// The seat.
        seat: Seat,
        /// The move, if a piece moved.
        played: Option<Move>,
        /// The piece after the action. If the action removed the piece from the board, this is the
        /// piece before the action.
        piece: Option<Piece>,
        /// The target square of the move or drop; `None` for a pass.
        to: Option<Square>,
    },
    /// A seat captured a piece.
    Capture {
        /// The capturing seat.
        seat: Seat,
        /// The captured piece.
        piece: Piece,
        /// The square of the captured piece.
        square: Square,
        /// The target square of the move.
        to: Square,
    },
    /// A seat captured a royal.
    RoyalCaptured {
        /// The capturing seat.
        seat: Seat,
        /// The royal.
        piece: Piece,
        /// The square of the royal.
        square: Square,
    },
    /// A seat's piece was promoted.
    Promotion {
        /// The seat.
        seat: Seat,
        /// The piece after promotion.
        piece: Piece,
        /// The square of the piece.
        square: Square,
    },
    /// A seat's ply or a rule gave check.
    Check {
        /// The seat that gave check by its ply or its answer. If a rule gave check at another time,
        /// this is the seat to move.
        seat: Seat,
        /// The squares of the royals that have a new attacker. A square is listed once for each
        /// seat that controls new attackers of this royal.
        royals: &'a [Square],
        /// For each entry of `royals`, the controller of the new attackers.
        by: &'a [Seat],
    },
    /// The seat is mated.
    Mate(Seat),
    /// The seat is stalemated.
    Stalemate(Seat),
    /// The seat's state ended automatically.
    Release(Seat),
    /// A question was answered.
    Answer {
        /// The seat that answered.
        seat: Seat,
        /// The question's name.
        question: &'a str,
        /// The option chosen.
        choice: &'a str,
        /// The subject of the question.
        about: Subject,
    },
    /// A seat accepted an offer or made a declaration.
    Say(Seat, &'a str),
    /// A seat announced a move that is illegal only because the seat has to protect its own royals.
    /// The seat has to play this move next, unless a hook refuses the move or asks a seat about the
    /// move.
    Announce(Seat, Move),
    /// A built-in draw is due. The fields are the word for the draw (`repetition`, `no_progress` or
    /// `insufficient_force`) and the seats that still have turns.
    Draw(&'static str, Seats),
    /// The ply limit is reached.
    Limit,
    /// The game may have ended, so hooks decide if it is over.
    Outcome,
}

impl Event<'_> {
    /// Returns the kind of this event.
    #[must_use]
    pub fn kind(&self) -> EventKind {
        match self {
            Self::Setup => EventKind::Setup,
            Self::Position => EventKind::Position,
            Self::Turn(_) => EventKind::Turn,
            Self::Roll(..) => EventKind::Roll,
            Self::Blocked(..) => EventKind::Blocked,
            Self::Move { .. } => EventKind::Move,
            Self::Capture { .. } => EventKind::Capture,
            Self::RoyalCaptured { .. } => EventKind::RoyalCaptured,
            Self::Promotion { .. } => EventKind::Promotion,
            Self::Check { .. } => EventKind::Check,
            Self::Mate(_) => EventKind::Mate,
            Self::Stalemate(_) => EventKind::Stalemate,
            Self::Release(_) => EventKind::Release,
            Self::Answer { .. } => EventKind::Answer,
            Self::Say(..) => EventKind::Say,
            Self::Announce(..) => EventKind::Announce,
            Self::Draw(..) => EventKind::Draw,
            Self::Limit => EventKind::Limit,
            Self::Outcome => EventKind::Outcome,
        }
    }

    /// Returns the seat that the event is about, or `None` if the event is about the game.
    #[must_use]
    pub fn about(&self) -> Option<Seat> {
        match *self {
            Self::Turn(seat)
            | Self::Roll(seat, _)
            | Self::Blocked(seat, _)
            | Self::Mate(seat)
            | Self::Stalemate(seat)
            | Self::Release(seat)
            | Self::Say(seat, _)
            | Self::Announce(seat, _)
            | Self::Move { seat, .. }
            | Self::Capture { seat, .. }
            | Self::RoyalCaptured { seat, .. }
            | Self::Promotion { seat, .. }
            | Self::Check { seat, .. }
            | Self::Answer { seat, .. } => Some(seat),
            Self::Setup | Self::Position | Self::Draw(..) | Self::Limit | Self::Outcome => None,
        }
    }

    /// Returns the seat that answered a question, accepted an offer or made a declaration. This
    /// seat is not always the seat to move. Returns `None` for all other events.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Self::Answer { seat, .. } | Self::Say(seat, _) => Some(*seat),
            _ => None,
        }
    }
}

/// A move or drop that a seat could make, as given to [`crate::state::Hooks::forbids`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The seat that would make the move.
    pub seat: Seat,
    /// The piece before the move; for castling, the king.
    pub piece: Piece,
    /// The piece's square, or `None` if it is dropped.
    pub from: Option<Square>,
    /// The target square.
    pub to: Square,
    /// The kind that the piece would promote to.
    pub promotion: Option<Kind>,
    /// `true` if it is a castling move.
    pub castling: bool,
    /// The squares of the pieces that the move would capture.
    pub captures: Zone,
    /// The move itself, or `None` for a drop.
    pub played: Option<Move>,
}
