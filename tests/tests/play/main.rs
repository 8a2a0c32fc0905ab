//! Tests of agents, playouts, comparisons and learning.

mod agents;
mod experiments;
mod learn;
mod metrics;
mod playouts;
mod puzzles;
mod search;
mod solve;
