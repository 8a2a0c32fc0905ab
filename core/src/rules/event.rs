//! Events and the questions about moves that hooks answer; filters, which avoid needless calls; and
//! faults.

use crate::board::{Kind, Piece, Seat, Seats, Square, Zone};
use crate::rules::{ClauseId, CounterId, Move, Subject};

/// Declares [`EventKind`], [`EventKind::ALL`] and the number of kinds.
macro_rules! event_kinds {
    ($($(#[$meta:meta])* $kind:ident,)+) => {
        /// The kinds of event, in the order of a turn, and of question about moves.
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
    /// A game begins, or goes on, from a given position: what the rules derive from the board is derived.
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
    /// Something changed that may have ended the game.
    Outcome,
    /// A question: which extra moves are there? See [`crate::state::Hooks::extra_moves`].
    ExtraMoves,
    /// A question: is a move forbidden? See [`crate::state::Hooks::forbids`].
    Forbids,
}

/// An event, with what hooks may know about it.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The game begins.
    Setup,
    /// A game begins, or goes on, from a given position: what the rules derive from the board is derived.
    Position,
    /// A turn opens for the seat.
    Turn(Seat),
    /// A seat's dice show these faces.
    Roll(Seat, &'a [u8]),
    /// No legal move of the seat fits the remaining faces.
    Blocked(Seat, &'a [u8]),
    /// A seat's action was played and its direct consequences were applied.
    Move {
        /// The seat.
        seat: Seat,
        /// The move, if a piece moved.
        played: Option<Move>,
        /// The piece as it stands now, or as it stood before it left.
        piece: Option<Piece>,
        /// Where the piece moved or was dropped to; `None` for a pass.
        to: Option<Square>,
    },
    /// A seat captured a piece.
    Capture {
        /// The capturing seat.
        seat: Seat,
        /// The captured piece.
        piece: Piece,
        /// The square it stood on.
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
        /// The square it stood on.
        square: Square,
    },
    /// A seat's piece was promoted.
    Promotion {
        /// The seat.
        seat: Seat,
        /// The piece after promotion.
        piece: Piece,
        /// Its square.
        square: Square,
    },
    /// A seat's ply, or a rule, gave check.
    Check {
        /// The seat that played the ply, answered, or has the turn.
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
    /// The seat's state ended by itself.
    Release(Seat),
    /// A question was answered.
    Answer {
        /// The seat that answered.
        seat: Seat,
        /// The question's name.
        question: &'a str,
        /// The option chosen.
        choice: &'a str,
        /// What it was about.
        about: Subject,
    },
    /// A seat took up an offer.
    Say(Seat, &'a str),
    /// A seat announced a move that only the protection of its own royals forbids. Unless a hook
    /// refuses it or asks a seat about it, the seat has to play it next.
    Announce(Seat, Move),
    /// A built-in draw is due: `repetition`, `no_progress` or `insufficient_force`.
    Draw(&'static str, Seats),
    /// The ply limit is reached.
    Limit,
    /// The game may have ended.
    Outcome,
}

impl Event<'_> {
    /// The kind of this event.
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

    /// The seat that the event is about; none if it is about the game.
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

    /// The seat that caused the event, if it need not be the seat whose turn it is.
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
    /// The seat that would make it.
    pub seat: Seat,
    /// The piece before the move; for castling, the king.
    pub piece: Piece,
    /// Its square, or `None` if it is dropped.
    pub from: Option<Square>,
    /// The target square.
    pub to: Square,
    /// The kind it would promote to.
    pub promotion: Option<Kind>,
    /// Whether it is a castling move.
    pub castling: bool,
    /// The squares of the pieces it would capture.
    pub captures: Zone,
    /// The move itself, or `None` for a drop.
    pub played: Option<Move>,
}

/// A handler: which event a hook answers, and when to call it.
#[derive(Clone, Debug, PartialEq)]
pub struct Handler {
    /// The event or question.
    pub event: EventKind,
    /// The condition for calling the hook.
    pub filter: Filter,
    /// The clause for its effects that name none, and for its extra moves when they are played.
    pub clause: Option<ClauseId>,
    /// Whether moves are judged with the effects of this hook.
    pub judged: bool,
    /// `script.function`, for messages and profiles.
    pub name: String,
}

/// A native condition on an event; `None` means no condition.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Filter {
    /// The piece that moved, was captured or promoted is of one of these kinds (a bit each).
    pub kinds: Option<u32>,
    /// The move started on one of these squares.
    pub from: Option<Zone>,
    /// The move ended, or the captured piece stood, on one of these squares.
    pub to: Option<Zone>,
    /// The action was a pass.
    pub pass: bool,
    /// Whether the action captured anything.
    pub capture: Option<bool>,
    /// Whether the action gave check.
    pub check: Option<bool>,
    /// At least so many royals are checked.
    pub checked: Option<u8>,
    /// A limit of pieces on the board.
    pub piece_limit: Option<PieceLimit>,
    /// A limit of seats.
    pub seat_limit: Option<SeatLimit>,
    /// Some piece of one of these kinds (a bit each) stands on one of these squares.
    pub stands: Option<(u32, Zone)>,
    /// So much was played since the ply whose number is in a counter of the game.
    pub since: Option<Since>,
    /// The seat of the event is in one of these states (a bit each).
    pub states: Option<u64>,
    /// Its army is in one of these states (a bit each).
    pub armies: Option<u64>,
    /// Any of these is true of the seat of the event.
    pub trouble: Option<Trouble>,
    /// The end of the game is asked about after every ply, and not only after those that change more than a place.
    pub every_ply: bool,
}

impl Filter {
    /// Returns `true` if a hook about the end of the game is also asked after a ply that changed only where a piece stands.
    #[must_use]
    pub fn asks_after_moves(&self) -> bool {
        self.every_ply || self.stands.is_some()
    }
}

/// What may be wrong for a seat at the beginning of its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Trouble {
    /// It is in check.
    pub in_check: bool,
    /// Another seat of its team is in check.
    pub partner_in_check: bool,
    /// It has no legal move.
    pub no_move: bool,
    /// Another seat of its team is settled.
    pub partner_settled: bool,
}

/// How much was played since a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Since {
    /// The counter of the game that holds the ply's number.
    pub counter: CounterId,
    /// The least number of plies, or of rounds.
    pub number: u32,
    /// Rounds are counted: as many plies each as there are turns in the order, those of seats without a turn left out.
    pub rounds: bool,
}

/// A limit of seats in some states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatLimit {
    /// The states (a bit each).
    pub states: u64,
    /// The least number.
    pub least: u16,
    /// The greatest number.
    pub most: u16,
}

/// A limit of pieces of some kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceLimit {
    /// The kinds (a bit each).
    pub kinds: u32,
    /// The least number.
    pub least: u16,
    /// The greatest number.
    pub most: u16,
    /// Whose pieces are counted.
    pub of: CountedPieces,
}

/// Whose pieces a [`PieceLimit`] counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountedPieces {
    /// All pieces on the board, together.
    Board,
    /// Those of each team's colours: every team keeps the limit.
    EachTeam,
    /// Those of each seat's colour: some army keeps the limit.
    SomeArmy,
}

/// The fault of a hook. It stops the game in which it happened; other games go on.
///
/// One pointer in size, because nearly every function of the engine may return it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}: {}", .0.hook, .0.message)]
pub struct HookError(Box<HookFailure>);

/// The hook that failed, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
struct HookFailure {
    hook: String,
    /// What is wrong, after the place.
    message: String,
    place: Option<ScriptPlace>,
    /// The length of the place in the message.
    place_length: usize,
}

/// A place in a hook's script. Displayed as `mate.rhai:12:5`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ScriptPlace {
    /// The name of the file.
    pub file: String,
    /// The line, from 1; none if only the file is known.
    pub line: Option<usize>,
    /// The character of the line, from 1; none if it is the whole line.
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
    /// A fault of the hook `script.function`. The message says what is wrong.
    #[must_use]
    pub fn new(hook: impl Into<String>, message: impl Into<String>) -> Self {
        let (hook, message) = (hook.into(), message.into());
        Self(Box::new(HookFailure { hook, message, place: None, place_length: 0 }))
    }

    /// The same at a place of the script, if it is known; the message begins with it.
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

    /// The hook's name: `script.function`.
    #[must_use]
    pub fn hook(&self) -> &str {
        &self.0.hook
    }

    /// What is wrong, with file and line.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// What is wrong, without file and line.
    #[must_use]
    pub fn reason(&self) -> &str {
        self.0.message.get(self.0.place_length..).unwrap_or_default()
    }

    /// Where in the script it went wrong.
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
    /// The number of royals that are checked.
    pub checked: u8,
    /// Nothing changed but where a piece stands.
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
