#![doc = include_str!("../README.md")]

pub mod board;
pub mod game;
#[doc(hidden)]
pub mod internals;
// Public for the crates above this one, through `internals`.
#[allow(missing_docs)]
mod movegen;
pub mod numeric;
pub mod rules;
pub mod state;
pub mod tables;
#[allow(missing_docs)]
mod turn;
mod width;

pub use board::{
    BoardTurn, Cell, Colour, Facing, Geometry, GeometryError, Kind, Piece, Seat, Seats, Square,
    SquareSet, Vector, Zone,
};
pub use game::{
    AnyGame, Attempt, ForeignState, GameState, Illegal, IllegalKind, PlayError, SetupError, restore,
};
pub use rules::{
    Action, Again, Candidate, ChosenOption, ClauseId, CountedPieces, CounterId, Decision,
    Declaration, Effect, Emitted, Ending, Event, EventKind, Filter, Handler, HookError, Move,
    MoveChoice, MoveKind, Outcome, PieceLimit, Protect, Question, Restriction, SealedAnswer,
    SeatLimit, SeatResult, Since, Spec, SpecError, SpecErrors, SpecPart, StateId, Subject, Trouble,
};
pub use state::{
    Hooks, Hypothetical, MateLoses, NoHooks, Phase, Rule, RustRules, Setup, Status, View,
};
pub use tables::{CompiledRules, MAX_TABLE_BYTES};
pub use turn::{Cause, Change, TraceEntry};
