//! Tests of scripts as a whole.

mod hostile;
mod per_move;
mod reference;
