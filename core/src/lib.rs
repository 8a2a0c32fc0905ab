//! The engine of Quadrille: boards, movement, positions, turns, agents, playouts and statistics, for
//! chess of two to eight seats.
//!
//! It reads no files, and knows no script language and no terminal. A [`Spec`] describes a game as
//! data. [`Ruleset`] is that description, checked and compiled to tables. [`game::start`] starts a
//! game, and [`AnyGame`] plays it: ask for the legal [actions](AnyGame::actions), and [play](AnyGame::play)
//! one of them. Rules that data can't express are [`Hooks`]: functions that read the position and
//! emit [effects](Effect).
//!
//! Modules are layers, each of which may use those before it: [`printable`], [`prose`], [`numeric`], [`board`], [`rules`],
//! [`tables`], [`state`], `movegen`, `turn`, [`agents`], [`solve`], [`game`], [`metrics`], [`sim`], [`study`],
//! [`learn`], [`puzzles`].

pub mod agents;
pub mod board;
pub mod game;
pub mod internals;
pub mod learn;
pub mod metrics;
mod movegen;
pub mod numeric;
pub mod printable;
pub mod prose;
pub mod puzzles;
pub mod rules;
pub mod sim;
pub mod solve;
pub mod state;
pub mod study;
pub mod tables;
mod turn;

pub use agents::{
    Advice, AgentSpec, Score, SearchFindings, SearchLimits, SearchLine, SearchMemory, SearchUpdate,
    TreeFindings, TreeLimits, TreeLine, TreeMemory,
};
pub use board::{
    BoardTurn, Cell, Colour, Facing, Geometry, GeometryError, Kind, Piece, Seat, Seats, Square,
    SquareSet, Vector, Zone,
};
pub use game::{
    AnyGame, Attempt, ForeignState, GameState, Illegal, IllegalKind, PlayError, SetupError, restore,
};
pub use rules::{
    Action, Again, Candidate, ClauseId, Counted, CounterId, Decision, Declaration, Effect, Emitted,
    Ending, Event, EventKind, Filter, Handler, HookError, Move, MoveKind, Outcome, PieceLimit,
    Protect, Question, Restriction, Sealed, SeatLimit, SeatResult, Since, Spec, SpecError,
    SpecPart, StateId, Subject, Trouble,
};
pub use state::{Hooks, Hypothetical, NoHooks, Phase, Setup, Status, View};
pub use tables::Ruleset;
pub use turn::{Cause, Change, TraceEntry};
