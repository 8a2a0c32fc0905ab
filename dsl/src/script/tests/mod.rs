//! Tests of scripts as a whole.

mod consequences;
mod filters;
mod hostile;
mod per_move;
mod reference;
mod shared;
