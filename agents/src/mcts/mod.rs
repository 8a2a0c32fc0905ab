//! Monte Carlo tree search: UCT with max^n backups (every team maximizes its own share),
//! progressive history, and rollouts that follow captures until the position is quiet. Chance nodes
//! are sampled from a stream of random numbers.
//!
//! A node's value is a weighted mean of two values: the mean of the node's visits, and the value of
//! the node's best child (implicit minimax backups: Lanctot, Winands, Pepels and Sturtevant, CIG
//! 2014). If one reply refutes a move, the mean of the visits changes only slowly, but the value of
//! the best child changes at once.
//!
//! The tree stores no positions. Each descent plays the actions again from the root, which is fast
//! and keeps the tree small. Threads share the tree. While a thread is below a node, the thread
//! counts as a visit of this node with value zero (virtual loss: Chaslot, Winands and van den
//! Herik, 2008).

mod grow;
mod limits_and_findings;
mod memory;
mod tree;
mod tree_engine;

use std::sync::Mutex;

use self::grow::{Grower, TreeBudget, locked};
pub use self::limits_and_findings::{TreeFindings, TreeLimits, TreeLine};
pub use self::memory::TreeMemory;
use self::tree::{ROOT, Tree};
pub(crate) use self::tree_engine::TreeEngine;
use crate::agent::{Advice, TypedAgent};
use crate::search::search_kit::{Kit, Search};
use quadrille_core::internals::TypedGame;
use quadrille_core::numeric::rng::Rng;
use quadrille_core::rules::{Action, HookError};

/// The maximum number of nodes in an agent's tree. A tree of this size takes about 60 MB.
const MAX_TREE_NODES: usize = 1 << 19;

/// The agent `mcts:NODES`.
pub(crate) struct Mcts<const W: usize> {
    descents: u32,
    kit: Option<Kit<W>>,
    tree: Mutex<Tree>,
    advice: Advice,
}

impl<const W: usize> Mcts<W> {
    pub fn new(descents: u32) -> Self {
        let tree = Mutex::new(Tree::new(MAX_TREE_NODES));
        Self { descents, kit: None, tree, advice: Advice::default() }
    }
}

impl<const W: usize> TypedAgent<W> for Mcts<W> {
    fn choose(
        &mut self,
        game: &mut TypedGame<'_, W>,
        rng: &mut Rng,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Action>, HookError> {
        game.decide()?;
        let kit = self.kit.get_or_insert_with(|| Kit::new(&game.machine.movegen));
        let mut frames = kit.frames(&game.pos, 3);
        let mut grower = Grower::new(Search::new(game, kit, stop), &self.tree, rng);
        // The choice must not depend on earlier choices, so the tree is not kept.
        let begun = grower.begin(&mut frames, &[], false);
        let grown = match begun {
            Ok((Some(_), false)) if locked(&self.tree).node(ROOT).children().len() > 1 => {
                let descents = u64::from(self.descents);
                let budget = TreeBudget { descents, nodes: u64::MAX };
                grower.grow(&mut frames, budget, &mut |_| true)
            }
            Ok((_, stopped)) => Ok(stopped),
            Err(_) => Ok(false),
        };
        self.advice.nodes = grower.search.nodes;
        kit.frames = frames;
        let (team, _) = begun?;
        self.advice.stopped = grown?;
        let Some(team) = team else { return Ok(None) };
        let tree = locked(&self.tree);
        let Some(best) = tree.ranked(ROOT, team).into_iter().next().map(|best| tree.node(best))
        else {
            return Ok(None);
        };
        (self.advice.action, self.advice.share) = (Some(best.action), best.worth(team, 0.0));
        Ok(self.advice.action)
    }

    fn advice(&self) -> Advice {
        self.advice
    }
}
