#![doc = include_str!("../README.md")]

mod account;
mod advise;
mod agent;
mod deepening;
mod depth;
mod evaluate;
mod greedy;
mod guess;
#[doc(hidden)]
pub mod internals;
mod maxn;
mod mcts;
mod minimax;
mod network;
mod parallel_search;
mod search;
mod seating;
mod shared;
pub mod solve;
mod table;
mod tally;
mod worth;

pub(crate) use account::Account;
pub use advise::{advise, advise_until, imagined, prospects, search, search_tree};
pub(crate) use agent::Agent;
pub use agent::{Advice, REFERENCE, Unsuited};
pub(crate) use deepening::{Deepening, Engine, Opponents};
pub use deepening::{Score, SearchFindings, SearchLimits, SearchLine, SearchMemory, SearchUpdate};
pub(crate) use depth::{Depth, Method};
pub(crate) use evaluate::{Evaluation, Shares};
pub(crate) use greedy::Greedy;
use greedy::{ExchangeContext, Prices, prices};
pub(crate) use maxn::{Maxn, better};
pub(crate) use mcts::{Mcts, TreeEngine};
pub use mcts::{TreeFindings, TreeLimits, TreeLine, TreeMemory};
pub(crate) use minimax::{Answers, Minimax};
pub(crate) use network::Inference;
pub use parallel_search::{Threads, search_on_threads, search_tree_on_threads};
pub(crate) use search::{Frame, Halt, Kit, RankedAction, RankedSink, Search, Wait, pick, shuffle};
pub(crate) use table::make;
pub use table::{AGENTS, AgentInfo, AgentSpec, MAX_DEPTH, MAX_NODES, NumberInfo};
pub(crate) use tally::Tally;
use worth::UNIT;
