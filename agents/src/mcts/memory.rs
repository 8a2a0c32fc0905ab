//! What a tree search keeps from decision to decision, what it is asked for, and what it tells.

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

/// The time between two looks of a helping thread for the root of the tree.
const ROOT_POLL_INTERVAL: Duration = Duration::from_micros(200);

/// What a Monte Carlo tree search remembers from one decision of a game to the next: its tree, of which it keeps what
/// lies below the new position. It may be used for any number of games.
pub struct TreeMemory(SearchPool<Mutex<Tree>>);

impl TreeMemory {
    /// A memory whose tree takes at most so many bytes.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Self(SearchPool::new(Mutex::new(Tree::new(Tree::nodes_in(bytes)))))
    }

    /// Takes out the memories of so many helping threads. They wait until the first thread has begun.
    pub(crate) fn take_helpers(&mut self, count: usize) -> Vec<Self> {
        locked(self.0.all()).open = false;
        self.0.take_helpers(count).into_iter().map(Self).collect()
    }

    /// Waits until the first thread has begun, or it is to stop.
    pub(crate) fn wait_for_root(&self, stop: &dyn Fn() -> bool) {
        while !locked(self.0.all()).open && !stop() {
            thread::sleep(ROOT_POLL_INTERVAL);
        }
    }

    /// Puts them back.
    pub(crate) fn keep_helpers(&mut self, helpers: Vec<Self>) {
        self.0.keep_helpers(helpers.into_iter().map(|helper| helper.0).collect());
    }

    /// Forgets everything, for a new game.
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

/// When a tree search ends by itself. Without any limit it ends when it is stopped, or the result is certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeLimits<'a> {
    /// The number of positions reached.
    pub nodes: Option<u64>,
    /// How many of the best actions are told.
    pub lines: usize,
    /// The actions that are considered; all, if none of these is legal.
    pub only: &'a [Action],
    /// Names the random choices.
    pub seed: u64,
}

impl Default for TreeLimits<'_> {
    fn default() -> Self {
        Self { nodes: None, lines: 1, only: &[], seed: 0 }
    }
}

/// An action at the root, what it is worth, and how the game would go on.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeLine {
    /// The share of the game that the deciding seat's team expects, from 0 to 1.
    pub share: f64,
    /// How often it was tried.
    pub visits: u32,
    /// The action, and what all seats would play after it, as far as that was tried.
    pub actions: Vec<Action>,
}

/// What a tree search has found.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct TreeFindings {
    /// The best action, or `None` if nobody decides here.
    pub action: Option<Action>,
    /// The best actions, the best first.
    pub lines: Vec<TreeLine>,
    /// The number of positions reached.
    pub nodes: u64,
    /// How full the tree is, in thousandths.
    pub full: u32,
    /// Whether the caller stopped it.
    pub stopped: bool,
}

impl TreeFindings {
    /// What a tree says of its root.
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
    /// Is told now and then what was found, and says whether to go on.
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

/// The search of the first thread.
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
