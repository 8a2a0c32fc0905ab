//! Agents, playouts, comparisons and what is learned from games.

mod agents;
mod experiments;
mod learn;
mod metrics;
mod playouts;
mod puzzles;
mod search;
mod solve;
