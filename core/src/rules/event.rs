//! Events, the filters that keep hooks cold, and the questions about moves that hooks answer.

use crate::board::{Kind, Piece, Seat, Seats, Square, Zone};
use crate::rules::{ClauseId, Move};

/// Declares [`EventKind`] and what follows from its list.
macro_rules! event_kinds {
    ($($(#[$meta:meta])* $kind:ident,)+) => {
        /// The kinds of event, in the order in which a turn meets them, and of question about moves.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum EventKind {
            $($(#[$meta])* $kind,)+
        }

        impl EventKind {
            /// All of them, in order.
            pub const ALL: &[Self] = &[$(Self::$kind),+];
            /// How many kinds there are.
            pub const COUNT: usize = Self::ALL.len();
        }
    };
}

event_kinds! {
    /// The game begins.
    Setup,
    /// A turn opens.
    Turn,
    /// Dice were thrown.
    Roll,
    /// No move fits the dice.
    Blocked,
    /// A piece was captured.
    Capture,
    /// A royal was captured.
    RoyalCaptured,
    /// A piece was promoted.
    Promotion,
    /// A ply, or what rules caused, gave check.
    Check,
    /// An action was played.
    Move,
    /// A seat is mated.
    Mate,
    /// A seat has no legal action and is not in check.
    Stalemate,
    /// A state ended by itself.
    Release,
    /// A question was answered.
    Answer,
    /// An offer was taken up.
    Say,
    /// A move was announced.
    Announce,
    /// A built-in draw is due.
    Draw,
    /// The ply limit is reached.
    Limit,
    /// Something happened that may have ended the game.
    Outcome,
    /// No event: which moves are there besides those of the pieces' movements?
    /// See [`crate::state::Hooks::extra_moves`].
    ExtraMoves,
    /// No event: is a move forbidden? See [`crate::state::Hooks::forbids`].
    Forbids,
}

/// What happened.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The game begins.
    Setup,
    /// A turn opens for the seat.
    Turn(Seat),
    /// The dice of a seat show these faces.
    Roll(Seat, &'a [u8]),
    /// No legal move of the seat fits the faces left.
    Blocked(Seat, &'a [u8]),
    /// A seat's action was played and its direct consequences applied.
    Move {
        /// Who.
        seat: Seat,
        /// The move, if a piece moved.
        played: Option<Move>,
        /// The piece, as it stands now (or stood before it left).
        piece: Option<Piece>,
    },
    /// A seat captured a piece.
    Capture {
        /// The captor.
        seat: Seat,
        /// The piece captured.
        piece: Piece,
        /// Where it stood.
        square: Square,
        /// Where the captor's piece arrived.
        to: Square,
    },
    /// A seat captured a royal.
    RoyalCaptured {
        /// The captor.
        seat: Seat,
        /// The royal.
        piece: Piece,
        /// Where it stood.
        square: Square,
    },
    /// A seat's piece was promoted.
    Promotion {
        /// Whose.
        seat: Seat,
        /// The piece, as it is now.
        piece: Piece,
        /// Where.
        square: Square,
    },
    /// A seat's ply gave check, or what rules caused did.
    Check {
        /// Who played the ply, gave the answer, or has the turn.
        seat: Seat,
        /// Where the royals stand that a piece attacks now who did not before.
        royals: &'a [Square],
        /// For each of them, who controls the new checker.
        by: &'a [Seat],
    },
    /// The seat is mated.
    Mate(Seat),
    /// The seat is stalemated.
    Stalemate(Seat),
    /// The seat's state ended by itself.
    Release(Seat),
    /// A question was answered.
    Answer {
        /// By whom.
        seat: Seat,
        /// The question's name.
        question: &'a str,
        /// The option chosen.
        choice: &'a str,
        /// As given to `ask`.
        about: i64,
    },
    /// A seat took up an offer.
    Say(Seat, &'a str),
    /// A seat announced a move that only the protection of its own royals forbids. Unless a hook
    /// refuses it (or asks somebody who may), it is what the seat must play next.
    Announce(Seat, Move),
    /// A built-in draw is due: `repetition`, `no_progress` or `insufficient_force`.
    Draw(&'static str, Seats),
    /// The ply limit is reached.
    Limit,
    /// Has the game ended?
    Outcome,
}

impl Event<'_> {
    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> EventKind {
        match self {
            Self::Setup => EventKind::Setup,
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

    /// Whose doing it is, where that need not be the seat whose turn it is.
    #[must_use]
    pub(crate) fn seat(&self) -> Option<Seat> {
        match self {
            Self::Answer { seat, .. } | Self::Say(seat, _) => Some(*seat),
            _ => None,
        }
    }
}

/// A move or drop that a seat could make, as [`crate::state::Hooks::forbids`] is asked about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Who would make it.
    pub seat: Seat,
    /// The piece, as it stands now. In castling the king.
    pub piece: Piece,
    /// Where it stands; none if it is dropped from the hand.
    pub from: Option<Square>,
    /// Where it would go.
    pub to: Square,
    /// What it would promote to.
    pub promotion: Option<Kind>,
    /// It is a castling move.
    pub castling: bool,
    /// The squares of the pieces it would capture.
    pub captures: Zone,
}

/// A hook's entry: which event it answers, and when it is worth calling.
#[derive(Clone, Debug, PartialEq)]
pub struct Handler {
    /// The event, or the question about moves.
    pub event: EventKind,
    /// Only then.
    pub filter: Filter,
    /// The clause that its effects are counted under, unless they name another; or the moves it offers,
    /// when they are played.
    pub clause: Option<ClauseId>,
    /// `script.function`, for messages and profiles.
    pub name: String,
}

/// A native condition on an event; what is `None` does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Filter {
    /// The piece (who moved, was captured, was promoted) is of one of these kinds, a bit each.
    pub kinds: Option<u32>,
    /// It started on one of these squares.
    pub from: Option<Zone>,
    /// It arrived on (or was captured on) one of these squares.
    pub to: Option<Zone>,
    /// The action captured something, or not.
    pub capture: Option<bool>,
    /// The action gave check, or not.
    pub check: Option<bool>,
    /// So few pieces are on the board.
    pub piece_limit: Option<PieceLimit>,
}

/// How few pieces of some kinds there must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceLimit {
    /// The kinds, a bit each.
    pub kinds: u32,
    /// At most so many.
    pub most: u16,
    /// Among the pieces of each team's colours, rather than among all pieces.
    pub each_team: bool,
}

/// A hook that failed. The game it failed in stops; other games go on.
///
/// As small as a pointer, because whatever a game does may come to this.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}: {}", .0.hook, .0.message)]
pub struct HookError(Box<Failure>);

/// Which hook failed, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Failure {
    hook: String,
    message: String,
}

impl HookError {
    /// A failure of the hook `script.function`; the message says what went wrong, with file and line.
    #[must_use]
    pub fn new(hook: impl Into<String>, message: impl Into<String>) -> Self {
        Self(Box::new(Failure { hook: hook.into(), message: message.into() }))
    }

    /// Which hook: `script.function`.
    #[must_use]
    pub fn hook(&self) -> &str {
        &self.0.hook
    }

    /// What went wrong, with file and line.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }
}

/// What a filter may ask about an event.
#[derive(Clone, Copy, Default)]
pub(crate) struct EventFacts {
    pub kind: Option<Kind>,
    pub from: Option<Square>,
    pub to: Option<Square>,
    pub capture: bool,
    pub check: bool,
}

impl EventFacts {
    pub fn pass(&self, filter: &Filter) -> bool {
        filter.kinds.is_none_or(|kinds| self.kind.is_some_and(|kind| kinds >> kind.0 & 1 != 0))
            && filter.from.is_none_or(|zone| self.from.is_some_and(|s| zone.contains(s)))
            && filter.to.is_none_or(|zone| self.to.is_some_and(|s| zone.contains(s)))
            && filter.capture.is_none_or(|capture| capture == self.capture)
            && filter.check.is_none_or(|check| check == self.check)
    }
}
