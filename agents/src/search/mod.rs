//! Iterative deepening search within limits: the agent `search`, and [`SearchMemory`] for engines.
//!
//! Between two teams, this is alpha-beta search, for any order of turns. Among more teams, the
//! search assumes that all other teams play against the searcher's team. Between two decisions of
//! the searcher's team, only one opponent searches for a reply (BRS+). The search uses these
//! techniques:
//!
//! - a transposition table;
//! - null windows and reduced depth for the actions that come later in the order;
//! - null moves, and pruning by static values and their trend, if the rules allow the assumptions
//!   behind these techniques;
//! - quiescence search with captures and answers to checks.

mod alpha_beta;
mod best_reply;
mod capture_values;
mod chance;
mod exchange;
mod limits_and_findings;
mod maxn;
mod memory;
mod null_move;
mod ordering;
pub(crate) mod position_key;
mod quiescence;
mod root;
mod search_engine;
pub(crate) mod search_kit;
mod static_value;
pub(crate) mod thread_memories;
mod transpositions;

pub use self::alpha_beta::Opponents;
pub use self::limits_and_findings::{
    MAX_DEPTH, MAX_NODES, SearchFindings, SearchLimit, SearchLimits, SearchLine, SearchUpdate,
};
pub use self::memory::SearchMemory;
pub(crate) use self::search_engine::EngineDecision;
use self::search_engine::{SearchTask, Workspace};

use self::transpositions::Transpositions;
use crate::agent::{Advice, TypedAgent};
use quadrille_core::internals::TypedGame;
use quadrille_core::numeric::rng::Rng;
use quadrille_core::rules::{Action, HookError};

/// The greatest size of an agent's transposition table, in bytes.
const MAX_TABLE_BYTES: usize = 16 << 20;

/// The size of the table of a search that is limited by depth, in bytes.
const DEPTH_TABLE_BYTES: usize = 4 << 20;

/// An agent that searches to increasing depths, up to a limit.
pub(crate) struct IterativeDeepening<const W: usize> {
    limits: SearchLimits<'static>,
    opponents: Opponents,
    workspace: Option<Workspace<W>>,
    table: Transpositions,
    advice: Advice,
}

impl<const W: usize> IterativeDeepening<W> {
    pub fn new(limit: SearchLimit, opponents: Opponents) -> Self {
        let bytes = match limit {
            SearchLimit::Nodes(nodes) => (nodes as usize * 64).min(MAX_TABLE_BYTES),
            SearchLimit::Depth(_) => DEPTH_TABLE_BYTES,
        };
        Self {
            limits: limit.limits(),
            opponents,
            workspace: None,
            table: Transpositions::new(bytes),
            advice: Advice::default(),
        }
    }
}

impl<const W: usize> TypedAgent<W> for IterativeDeepening<W> {
    fn choose(
        &mut self,
        game: &mut TypedGame<'_, W>,
        rng: &mut Rng,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Action>, HookError> {
        game.decide()?;
        let opponents = self.opponents;
        let workspace =
            self.workspace.get_or_insert_with(|| Workspace::new(&game.machine.movegen, opponents));
        // The choice must not depend on earlier choices, so this search must not find table entries
        // of earlier searches.
        let apart = rng.bits() | 1;
        let task = SearchTask { limits: &self.limits, apart, first: 1 };
        self.table.begin();
        let found = workspace.search(game, &self.table, task, Some(rng), stop, &mut |_| true)?;
        let teams = game.machine.spec.teams.len();
        let score = found.lines.first().map(|line| line.score);
        self.advice = Advice {
            action: found.action,
            share: score.map_or(0.0, |score| score.share(teams)),
            score,
            nodes: found.nodes,
            stopped: found.stopped,
        };
        Ok(found.action)
    }

    fn advice(&self) -> Advice {
        self.advice
    }
}
