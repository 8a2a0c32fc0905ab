#![doc = include_str!("../README.md")]

mod agent;
mod agent_rotations;
mod agent_spec;
mod blundering;
mod entry_points;
mod eval;
mod greedy;
mod guess;
#[doc(hidden)]
pub mod internals;
mod mcts;
mod parallel_search;
mod score;
mod search;
pub mod solve;

pub use agent::{Advice, Agent, AgentMaker, REFERENCE};
pub use agent_spec::{AGENTS, AgentInfo, AgentSpec, InvalidAgent};
pub use entry_points::{
    advise, advise_until, choose_until, imagined, position_key, prospects, search, search_tree,
};
pub use mcts::{TreeFindings, TreeLimits, TreeLine, TreeMemory};
pub use parallel_search::{Threads, search_on_threads, search_tree_on_threads};
pub use score::Score;
pub use search::{
    MAX_DEPTH, MAX_NODES, Opponents, SearchFindings, SearchLimit, SearchLimits, SearchLine,
    SearchMemory, SearchUpdate,
};
