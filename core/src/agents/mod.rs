//! Agents: programs that choose actions in automated games.
//!
//! Depends on `turn` and below.

mod account;
mod agent;
mod deepening;
mod depth;
mod evaluate;
mod greedy;
mod guess;
mod maxn;
mod mcts;
mod minimax;
mod network;
mod search;
mod seating;
mod shared;
mod table;
mod tally;
mod worth;

pub(crate) use account::{Account, Part, each_in_play, has_pieces};
pub use agent::{Advice, REFERENCE, Unsuited};
pub(crate) use agent::{Agent, choose_by_knowledge, prospects};
pub(crate) use deepening::{Deepening, Engine, Opponents};
pub use deepening::{Score, SearchFindings, SearchLimits, SearchLine, SearchMemory, SearchUpdate};
pub(crate) use depth::{Depth, Method};
pub(crate) use evaluate::{Evaluation, PER_DOUBLING, Shares, certainty, derived_weights};
pub(crate) use greedy::Greedy;
use greedy::{ExchangeContext, Prices, prices};
pub(crate) use guess::imagined;
pub(crate) use maxn::{Maxn, better};
pub(crate) use mcts::{Mcts, TreeEngine};
pub use mcts::{TreeFindings, TreeLimits, TreeLine, TreeMemory};
pub(crate) use minimax::{Answers, Minimax};
pub(crate) use network::Inference;
pub(crate) use search::{Frame, Halt, Kit, RankedAction, Search, Wait, pick, shuffle};
pub(crate) use seating::{distinct, rotations};
pub(crate) use table::make;
pub use table::{AGENTS, AgentInfo, AgentSpec, MAX_DEPTH, MAX_NODES, NumberInfo};
pub(crate) use tally::Tally;
use worth::UNIT;
pub(crate) use worth::{promotion_gains, seen_from};
