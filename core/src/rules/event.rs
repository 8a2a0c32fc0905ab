//! Events and questions about moves that hooks answer, filters that avoid needless calls, and hook
//! errors.

use crate::board::{Kind, Piece, Seat, Seats, Square, Zone};
use crate::rules::{ClauseId, CounterId, Move, Subject};

/// Declares [`EventKind`], [`EventKind::ALL`] and the number of kinds.
macro_rules! event_kinds {
    ($($(#[$meta:meta])* $kind:ident,)+) => {
        /// The kinds of events, in the order of a turn, followed by the questions about moves.
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
    /// A game begins or continues from a given position, and rules can derive values from the
    /// board.
    Position,
    /// A turn opens.
    Turn,
    /// The dice were rolled.
    Roll,
    /// No legal move fits the dice.
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
    /// An offer was accepted.
    Say,
    /// A move was announced.
    Announce,
    /// A built-in draw is due.
    Draw,
    /// The ply limit is reached.
    Limit,
    /// Something changed that may have ended the game.
    Outcome,
    /// A question: which extra moves are there? See [`crate::state::Hooks::extra_moves`].
    ExtraMoves,
    /// A question: is a move forbidden? See [`crate::state::Hooks::forbids`].
    Forbids,
}

/// An event, with the facts that hooks may use.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The game begins.
    Setup,
    /// A game begins or continues from a given position, and rules can derive values from the
    /// board.
    Position,
    /// A turn opens for the seat.
    Turn(Seat),
    /// A seat's dice show these faces.
    Roll(Seat, &'a [u8]),
    /// No legal move of the seat fits the remaining faces.
    Blocked(Seat, &'a [u8]),
    /// A seat played an action, and its direct consequences were applied.
    Move {
        /// The seat.
        seat: Seat,
        /// The move, if a piece moved.
        played: Option<Move>,
        /// The piece as it is now. If the piece has left the board, as it was before.
        piece: Option<Piece>,
        /// The square to which the piece moved or on which it was dropped; `None` for a pass.
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
        /// the seat to move.
        seat: Seat,
        /// The squares of the royals that have a new attacker.
        royals: &'a [Square],
        /// For each of these royals, the controller of the new checker.
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
    /// A seat accepted an offer.
    Say(Seat, &'a str),
    /// A seat announced a move that only the protection of the seat's own royals forbids. The seat
    /// has to play it next, unless a hook refuses it or asks a seat about it.
    Announce(Seat, Move),
    /// A built-in draw is due. The fields are its word (`repetition`, `no_progress` or
    /// `insufficient_force`) and the seats that still have turns.
    Draw(&'static str, Seats),
    /// The ply limit is reached.
    Limit,
    /// The game may have ended.
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

    /// Returns the seat that the event is about, or `None` if it is about the game.
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

    /// Returns the seat that caused the event, if that may be a seat other than the one to move.
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

/// A handler: the event that a hook answers, and the condition for calling it.
#[derive(Clone, Debug, PartialEq)]
pub struct Handler {
    /// The event or question that the hook answers.
    pub event: EventKind,
    /// The condition for calling the hook.
    pub filter: Filter,
    /// The clause for extra moves of the hook, and for its effects that name no clause.
    pub clause: Option<ClauseId>,
    /// `true` if the effects of this hook are applied before the legality of a move is judged.
    pub judged: bool,
    /// The name `script.function`, for messages and profiles.
    pub name: String,
}

/// A native condition for calling a hook. Each field is a test; the default tests nothing.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Filter {
    /// The piece that moved, was captured or promoted is of one of these kinds (a bit each).
    pub kinds: Option<u32>,
    /// The move started on one of these squares.
    pub from: Option<Zone>,
    /// The move ended on one of these squares, or the captured piece stood on one.
    pub to: Option<Zone>,
    /// `true` to require a pass.
    pub pass: bool,
    /// `Some(true)` to require an action that captured, `Some(false)` one that did not.
    pub capture: Option<bool>,
    /// `Some(true)` to require an action that gave check, `Some(false)` one that did not.
    pub check: Option<bool>,
    /// At least this number of royals is checked.
    pub checked: Option<u8>,
    /// The number of pieces on the board is within a limit.
    pub piece_limit: Option<PieceLimit>,
    /// The number of seats in some states is within a limit.
    pub seat_limit: Option<SeatLimit>,
    /// A piece of one of these kinds (a bit each) stands on one of these squares.
    pub stands: Option<(u32, Zone)>,
    /// Enough plies or rounds were played since a ply. A counter of the game holds the number of
    /// that ply.
    pub since: Option<Since>,
    /// The seat of the event is in one of these states (a bit each).
    pub states: Option<u64>,
    /// The army of the seat of the event is in one of these states (a bit each).
    pub armies: Option<u64>,
    /// At least one of these conditions is true of the seat of the event.
    pub trouble: Option<Trouble>,
    /// `true` to call a hook about the end of the game after every ply, even if the ply changed
    /// only the square of a piece.
    pub every_ply: bool,
}

impl Filter {
    /// Returns `true` if a hook about the end of the game is also called after a ply that changed
    /// only the square of a piece.
    #[must_use]
    pub fn asks_after_moves(&self) -> bool {
        self.every_ply || self.stands.is_some()
    }
}

/// Conditions of a seat at the beginning of its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Trouble {
    /// `true` if the seat is in check.
    pub in_check: bool,
    /// `true` if another seat of its team is in check.
    pub partner_in_check: bool,
    /// `true` if the seat has no legal move.
    pub no_move: bool,
    /// `true` if another seat of its team is settled.
    pub partner_settled: bool,
}

/// A number of plies or rounds since a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Since {
    /// The counter of the game that holds the ply's number.
    pub counter: CounterId,
    /// The least number of plies, or of rounds.
    pub number: u32,
    /// `true` if `number` counts rounds. A round has one ply for each turn in the order, except
    /// turns of seats whose state gives them no turn.
    pub rounds: bool,
}

/// A limit for the number of seats in some states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatLimit {
    /// The states (a bit each).
    pub states: u64,
    /// The least number.
    pub least: u16,
    /// The greatest number.
    pub most: u16,
}

/// A limit for the number of pieces of some kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceLimit {
    /// The kinds (a bit each).
    pub kinds: u32,
    /// The least number.
    pub least: u16,
    /// The greatest number.
    pub most: u16,
    /// The pieces that are counted.
    pub of: CountedPieces,
}

/// The pieces that a [`PieceLimit`] counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountedPieces {
    /// All pieces on the board, together.
    Board,
    /// The pieces of each team: every team must be within the limit.
    EachTeam,
    /// The pieces of each seat's colour: at least one army must be within the limit.
    SomeArmy,
}

/// An error of a hook. It stops the game in which it happened; other games continue.
///
/// It has the size of a pointer, because nearly every function of the engine may return it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}: {}", .0.hook, .0.message)]
pub struct HookError(Box<HookFailure>);

/// The hook that failed, and the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
struct HookFailure {
    hook: String,
    /// The place, followed by the reason.
    message: String,
    place: Option<ScriptPlace>,
    /// The length of the place within the message.
    place_length: usize,
}

/// A place in a hook's script. Displayed as `mate.rhai:12:5`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ScriptPlace {
    /// The name of the file.
    pub file: String,
    /// The line, from 1; `None` if only the file is known.
    pub line: Option<usize>,
    /// The column in characters, from 1; `None` if the whole line is meant.
    pub column: Option<usize>,
}

impl std::fmt::Display for ScriptPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.file)?;
        for number in [self.line, self.column].into_iter().map_while(|number| number) {
            write!(f, ":{number}")?;
        }
        Ok(())
    }
}

impl HookError {
    /// Returns an error of the hook `script.function` with a message that gives the reason.
    #[must_use]
    pub fn new(hook: impl Into<String>, message: impl Into<String>) -> Self {
        let (hook, message) = (hook.into(), message.into());
        Self(Box::new(HookFailure { hook, message, place: None, place_length: 0 }))
    }

    /// Adds the place in the script, if it is known. The message then begins with this place.
    #[must_use]
    pub fn at(mut self, place: Option<ScriptPlace>) -> Self {
        if let Some(place) = place {
            let before = format!("{place}: ");
            self.0.place_length = before.len();
            self.0.message.insert_str(0, &before);
            self.0.place = Some(place);
        }
        self
    }

    /// Returns the name of the hook: `script.function`.
    #[must_use]
    pub fn hook(&self) -> &str {
        &self.0.hook
    }

    /// Returns the reason of the error, with file and line.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns the reason of the error, without file and line.
    #[must_use]
    pub fn reason(&self) -> &str {
        self.0.message.get(self.0.place_length..).unwrap_or_default()
    }

    /// Returns the place in the script where the error happened.
    #[must_use]
    pub fn place(&self) -> Option<&ScriptPlace> {
        self.0.place.as_ref()
    }
}

/// The facts of an event that filters test.
#[derive(Clone, Copy, Default)]
pub(crate) struct EventFacts {
    pub kind: Option<Kind>,
    pub from: Option<Square>,
    pub to: Option<Square>,
    pub capture: bool,
    pub check: bool,
    /// The number of checked royals.
    pub checked: u8,
    /// `true` if only the square of a piece changed.
    pub only_moved: bool,
}

impl EventFacts {
    pub fn pass(&self, filter: &Filter) -> bool {
        filter.kinds.is_none_or(|kinds| self.kind.is_some_and(|kind| kinds >> kind.0 & 1 != 0))
            && filter.from.is_none_or(|zone| self.from.is_some_and(|s| zone.contains(s)))
            && filter.to.is_none_or(|zone| self.to.is_some_and(|s| zone.contains(s)))
            && (!filter.pass || self.kind.is_none())
            && filter.capture.is_none_or(|capture| capture == self.capture)
            && filter.check.is_none_or(|check| check == self.check)
            && filter.checked.is_none_or(|least| self.checked >= least)
            && (!self.only_moved || filter.asks_after_moves())
    }
}
