//! The handlers of events, and their filters.

use crate::board::{Kind, Square, Zone};
use crate::rules::{ClauseId, CounterId, EventKind};

/// A handler: the event that a hook answers, and the condition under which the event calls the
/// hook.
#[derive(Clone, Debug, PartialEq)]
pub struct Handler {
    /// The event or question that the hook answers.
    pub event: EventKind,
    /// The condition for calling the hook.
    pub filter: Filter,
    /// The clause that the hook's extra moves cite. An effect of the hook cites this clause too,
    /// unless the effect names another clause.
    pub clause: Option<ClauseId>,
    /// `true` if the effects of this hook are applied before the legality of a move is judged.
    pub judged: bool,
    /// `true` if the hook may have the effect [`crate::Effect::Choose`], so that a move which calls
    /// the hook may contain a choice.
    pub chooses: bool,
    /// The name `script.function`, for messages and profiles.
    pub name: String,
}

/// A condition for calling a hook. The engine tests this condition without running a script. Each
/// field is a test. The default accepts every event.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Filter {
    /// The piece that moved, was captured or promoted is of one of these kinds (a bit each).
    pub kinds: Option<u32>,
    /// The starting square of the move is one of these squares.
    pub from: Option<Zone>,
    /// The target square of the move, or the square of the captured piece, is one of these squares.
    pub to: Option<Zone>,
    /// `true` to require a pass.
    pub pass: bool,
    /// `Some(true)` requires an action that captured. `Some(false)` requires an action that did
    /// not.
    pub capture: Option<bool>,
    /// `Some(true)` requires an action that gave check. `Some(false)` requires an action that did
    /// not.
    pub check: Option<bool>,
    /// The number of royals that the event put in check is at least this number.
    pub checked: Option<u8>,
    /// The number of pieces on the board is within a limit.
    pub piece_limit: Option<PieceLimit>,
    /// The number of seats in some states is within a limit.
    pub seat_limit: Option<SeatLimit>,
    /// A piece of one of these kinds (a bit each) stands on one of these squares.
    pub stands: Option<(u32, Zone)>,
    /// Enough plies or rounds were played since a certain ply. A counter of the game holds the
    /// number of that ply.
    pub since: Option<Since>,
    /// The seat of the event is in one of these states (a bit each).
    pub states: Option<u64>,
    /// The army of the seat of the event is in one of these states (a bit each).
    pub armies: Option<u64>,
    /// At least one of these conditions holds for the seat of the event.
    pub trouble: Option<Trouble>,
    /// `true` if a hook about the end of the game is called after every ply. This includes a ply
    /// that only changed the square of a piece.
    pub every_ply: bool,
}

impl Filter {
    /// Returns `true` if a hook about the end of the game is called even after a ply that changed
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

/// A condition: at least a given number of plies or rounds were played since a certain ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Since {
    /// The counter of the game that holds the ply's number.
    pub counter: CounterId,
    /// The minimum number of plies or of rounds.
    pub number: u32,
    /// `true` if `number` counts rounds, `false` if it counts plies. A round has one ply for each
    /// turn in the order. The turns of a seat don't count while the seat's state gives the seat no
    /// turn.
    pub rounds: bool,
}

/// A limit for the number of seats in some states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatLimit {
    /// The states (a bit each).
    pub states: u64,
    /// The minimum number of seats.
    pub least: u16,
    /// The maximum number of seats.
    pub most: u16,
}

/// A limit for the number of pieces of some kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceLimit {
    /// The kinds (a bit each).
    pub kinds: u32,
    /// The minimum number of pieces.
    pub least: u16,
    /// The maximum number of pieces.
    pub most: u16,
    /// The pieces that are counted.
    pub of: CountedPieces,
}

/// The pieces that a [`PieceLimit`] counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountedPieces {
    /// All pieces on the board, together.
    Board,
    /// The pieces of each team. Every team must be within the limit.
    EachTeam,
    /// The pieces of each seat's colour. At least one colour must be within the limit.
    SomeArmy,
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
    /// `true` if the event's ply changed only the square of a piece.
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
