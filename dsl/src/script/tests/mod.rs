//! Tests of scripts from their source to their effects in games.

mod consequences;
mod filters;
mod hostile;
mod move_choices;
mod per_move;
mod reference;
mod shared;
