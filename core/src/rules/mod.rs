//! Rules as plain data: movements, actions, effects, events, and the [`Spec`] that contains them.
//!
//! This module neither compiles nor plays rules.

mod action;
mod blast;
mod castling_rights;
mod conditional_wall;
mod duty;
mod effect;
mod event;
mod fog;
mod hands;
mod hidden_kinds;
mod hook_error;
mod hook_filter;
mod ids;
mod memories;
mod movement;
mod network;
mod network_inputs;
mod outcome;
mod piece_counter;
mod piece_counter_bits;
pub mod play_limits;
mod promotion_and_entry_limits;
mod seat_states;
mod seen_piece;
mod shuffle;
mod spec;
mod spec_shorthand;
mod special_moves;
mod validate;
mod weights;

pub use action::{
    Action, ChosenOption, Decision, Declaration, Move, MoveChoice, MoveKind, Question,
    SealedAnswer, Subject,
};
pub use blast::Blast;
pub use castling_rights::{MAX_CASTLING_MOVES, MAX_CASTLING_RIGHTS, castling_rights};
pub use conditional_wall::Gate;
pub(crate) use conditional_wall::Gates;
pub use duty::{Demand, Duty};
pub(crate) use effect::SingleDecision;
pub use effect::{Again, Effect, Emitted, Restriction};
pub use event::{Candidate, Event, EventKind};
pub use fog::Fog;
pub use hands::{Base, CaptureHand, DropLimits, Hand};
pub use hidden_kinds::{HiddenKinds, KnownTo};
pub use hook_error::{HookError, ScriptPlace};
pub(crate) use hook_filter::EventFacts;
pub use hook_filter::{CountedPieces, Filter, Handler, PieceLimit, SeatLimit, Since, Trouble};
pub use ids::{ClauseId, CounterId, MarkId, MetricId, PieceCounterId};
pub use memories::{Held, Holds, PieceMemory};
pub use movement::{
    Circumstance, Condition, ConditionSquare, End, Leg, MAX_LEGS, MeasuredValue, Path, Relation,
    Take,
};
pub use network::{HIDDEN, Network};
pub use network_inputs::NetworkShape;
pub use outcome::{Ending, Outcome, SeatResult, UnknownWord};
pub use piece_counter::PieceCounter;
pub use piece_counter_bits::PieceField;
pub use promotion_and_entry_limits::{EntryLimit, PromotionLimit};
pub use seat_states::{Abilities, State, StateId, Tested, Until};
pub use shuffle::{Arrangement, Shuffle};
pub use spec::{
    Clause, Counter, Dice, Hostility, KindSpec, MateTest, Neutral, Protect, Royals, SeatSpec, Spec,
};
pub use spec_shorthand::UnknownName;
pub use special_moves::{Arrival, CastlingMove, EpOccupied, EpWindow, Promotion};
pub(crate) use validate::validate;
pub use validate::{SpecError, SpecErrors, SpecPart};
pub use weights::{KindWeights, WeightShape, Weights};
