//! A game's rules as plain data: movements, actions, effects, events, and the [`Spec`] that holds them.
//!
//! Nothing here is compiled or played. Depends on `board`.

mod action;
mod effect;
mod event;
mod movement;
mod spec;
mod validate;

pub use action::{Action, Decision, How, Move, Question, Word};
pub(crate) use effect::Decided;
pub use effect::{Effect, Emitted, Ending, Outcome, Restriction, SeatResult};
pub(crate) use event::Facts;
pub use event::{Candidate, Event, EventKind, Few, Filter, Handler, HookError};
pub use movement::{Condition, End, Leg, MAX_LEGS, Place, Relation, Take, Walk};
pub use spec::{
    Abilities, Arrival, Clause, ClauseId, Counter, CounterId, Dice, EpOccupied, EpWindow, Hand,
    Hostility, KindSpec, MateTest, Promotion, Protect, Royals, SeatSpec, Spec, State, StateId,
    Tested, Until, Wing,
};
pub use validate::SpecError;
pub(crate) use validate::validate;
