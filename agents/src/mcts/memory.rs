//! The memory of a tree search between decisions, its limits, and its results.

use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use super::grow::{Grower, TreeBudget, locked};
use super::tree::{ROOT, Tree};
use crate::agent::TypedAgent;
use crate::search::search_pool::SearchPool;
use crate::search::traversal::{Frame, Kit, Search};
use quadrille_core::internals::TypedGame;
use quadrille_core::numeric::rng::Rng;
use quadrille_core::rules::{Action, HookError};

/// The time between two checks of a helping thread for the root of the tree.
const ROOT_POLL_INTERVAL: Duration = Duration::from_micros(200);

/// The memory of a Monte Carlo tree search from one decision of a game to the next: its tree. The
/// search keeps the part of the tree below the new position. One memory can serve any number of
/// games.
pub struct TreeMemory(SearchPool<Mutex<Tree>>);

impl TreeMemory {
    /// Returns a memory whose tree takes at most this number of bytes.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Self(SearchPool::new(Mutex::new(Tree::new(Tree::nodes_in(bytes)))))
    }

    /// Takes out the memories of `count` helping threads. The threads wait until the first thread
    /// has begun.
    pub(crate) fn take_helpers(&mut self, count: usize) -> Vec<Self> {
        locked(self.0.all()).open = false;
        self.0.take_helpers(count).into_iter().map(Self).collect()
    }

    /// Waits until the first thread has begun, or until `stop` returns `true`.
    pub(crate) fn wait_for_root(&self, stop: &dyn Fn() -> bool) {
        while !locked(self.0.all()).open && !stop() {
            thread::sleep(ROOT_POLL_INTERVAL);
        }
    }

    /// Puts the memories of helping threads back.
    pub(crate) fn keep_helpers(&mut self, helpers: Vec<Self>) {
        self.0.keep_helpers(helpers.into_iter().map(|helper| helper.0).collect());
    }

    /// Clears the memory, for a new game.
    pub fn clear(&mut self) {
        locked(self.0.all()).clear();
        self.0.forget();
    }
}

impl std::fmt::Debug for TreeMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TreeMemory")
    }
}

/// The limits of a tree search. Without any limit, it ends when it is stopped, or when the result
/// is certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeLimits<'a> {
    /// The number of positions that the search may reach.
    pub nodes: Option<u64>,
    /// The number of best actions that are reported.
    pub lines: usize,
    /// The actions that are considered. All actions are considered if none of these is legal.
    pub only: &'a [Action],
    /// The seed of the random choices.
    pub seed: u64,
}

impl Default for TreeLimits<'_> {
    fn default() -> Self {
        Self { nodes: None, lines: 1, only: &[], seed: 0 }
    }
}

/// An action at the root, its value, and the line after it.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeLine {
    /// The share of the game that the deciding seat's team expects, from 0 to 1.
    pub share: f64,
    /// The number of times that the action was tried.
    pub visits: u32,
    /// The action, followed by the best tried actions of all seats.
    pub actions: Vec<Action>,
}

/// The results of a tree search.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct TreeFindings {
    /// The best action, or `None` if no seat decides here.
    pub action: Option<Action>,
    /// The best actions, best first.
    pub lines: Vec<TreeLine>,
    /// The number of positions reached.
    pub nodes: u64,
    /// The occupied part of the tree, in thousandths.
    pub full: u32,
    /// `true` if the caller stopped the search.
    pub stopped: bool,
}

impl TreeFindings {
    /// Returns the results at the root of a tree.
    fn of(tree: &Tree, team: usize, lines: usize, nodes: u64) -> Self {
        let ranked = tree.ranked(ROOT, team).into_iter().take(lines.max(1));
        let line = |at: usize| {
            let node = tree.node(at);
            let (share, visits) = (node.worth(team, 0.0), node.visits);
            TreeLine { share, visits, actions: tree.line(at) }
        };
        let lines: Vec<TreeLine> = ranked.map(line).collect();
        let action = lines.first().and_then(|line| line.actions.first().copied());
        Self { action, lines, nodes, full: tree.full(), stopped: false }
    }
}

/// An agent for one decision of an engine.
pub(crate) struct TreeEngine<'e, 'w> {
    pub memory: &'e mut TreeMemory,
    pub limits: &'e TreeLimits<'e>,
    /// A callback that receives interim results, and returns `false` to end the search.
    pub watch: &'w mut dyn FnMut(&TreeFindings) -> bool,
    pub found: TreeFindings,
}

impl<const W: usize> TypedAgent<W> for TreeEngine<'_, '_> {
    fn choose(
        &mut self,
        game: &mut TypedGame<'_, W>,
        _: &mut Rng,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Action>, HookError> {
        game.decide()?;
        let Self { memory, limits, watch, .. } = self;
        let rules = game.machine.board.rules;
        let shared = &mut memory.0;
        let helper = shared.helper();
        let (known, mut kit) = match shared.workspace::<Kit<W>>(rules) {
            Some(kit) => (true, kit),
            None => (false, Box::new(Kit::new(&game.machine.movegen))),
        };
        let (seat, stream, counter) = game.decider();
        let number = helper.map_or(0, |number| u64::from(number) + 1);
        let mut rng = Rng::new(limits.seed, number, stream, u64::from(seat.0), u64::from(counter));
        let tree = shared.all();
        let mut frames = kit.frames(&game.pos, 3);
        let mut grower = Grower::new(Search::new(game, &mut kit, stop), tree, &mut rng);
        let budget = TreeBudget { descents: u64::MAX, nodes: limits.nodes.unwrap_or(u64::MAX) };
        let found = match helper {
            Some(_) if !locked(tree).open => Ok(TreeFindings::default()),
            Some(_) => {
                let grown = grower.grow(&mut frames, budget, &mut |_| true);
                grown.map(|_| TreeFindings::default())
            }
            None => lead(&mut grower, &mut frames, (limits, known), budget, watch),
        };
        kit.frames = frames;
        shared.keep(rules, kit);
        self.found = found?;
        Ok(self.found.action)
    }
}

/// Runs the search of the first thread.
fn lead<const W: usize>(
    grower: &mut Grower<'_, '_, '_, W>,
    frames: &mut [Frame<W>],
    (limits, known): (&TreeLimits<'_>, bool),
    budget: TreeBudget,
    watch: &mut dyn FnMut(&TreeFindings) -> bool,
) -> Result<TreeFindings, HookError> {
    let tree = grower.tree;
    let (Some(team), mut stopped) = grower.begin(frames, limits.only, known)? else {
        return Ok(TreeFindings::default());
    };
    locked(tree).open = true;
    let find = |nodes| TreeFindings::of(&locked(tree), team, limits.lines, nodes);
    if !stopped && locked(tree).node(ROOT).children().len() > 1 {
        stopped = grower.grow(frames, budget, &mut |nodes| watch(&find(nodes)))?;
    }
    Ok(TreeFindings { stopped, ..find(grower.search.nodes) })
}
