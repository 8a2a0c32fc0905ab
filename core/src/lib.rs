//! The engine of Quadrille: boards, movement, positions, turns, agents and playouts.
//!
//! It knows no files, no script language and no terminal. A [`Spec`] describes a game as data;
//! [`Ruleset`] is that description checked and compiled to tables; [`game`] plays it.

pub mod action;
pub mod agent;
mod apply;
mod by_square;
mod compile;
mod consequence;
mod declare;
pub mod effect;
mod engine;
mod events;
mod gait;
mod generate;
pub mod geometry;
pub mod hooks;
mod legality;
mod lot;
pub mod metrics;
pub mod movement;
pub mod number;
mod options;
mod per_move;
mod perft;
mod phalanx;
pub mod piece;
mod position;
mod rays;
mod resume;
pub mod rng;
pub mod ruleset;
mod saved;
pub mod set;
pub mod setup;
mod sink;
pub mod spec;
mod tables;
pub mod trace;
mod turn;
mod view;
mod walk;
mod ways;

pub use action::{Action, Decision, How, Move, Question, Word};
pub use agent::{Advice, AgentSpec};
pub use effect::{Effect, Emitted, Ending, Outcome, Restriction, SeatResult};
pub use geometry::{Cell, Facing, Geometry, GeometryError, Square, Vector};
pub use hooks::{
    Candidate, Event, EventKind, Few, Filter, Handler, HookError, Hooks, NoHooks, Status, View,
};
pub use piece::{Colour, Kind, Piece, Seat, Seats};
pub use ruleset::{Ruleset, SpecError};
pub use set::{SquareSet, Zone};
pub use setup::{Phase, Setup};
pub use spec::{ClauseId, CounterId, Protect, Spec, StateId};

pub mod experiment;
pub mod game;
pub mod playout;
pub mod profile;
pub use game::{Play, PlayError, SetupError};
pub use saved::{ForeignState, GameState, restore};
pub use trace::{Cause, Change, TraceEntry};
