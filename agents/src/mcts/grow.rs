//! The work of one thread in a Monte Carlo tree search: selects a node, expands it, and backs up
//! the result.

use std::hint;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use super::tree::{Branch, NO_SLOT, Node, NodeStatus, PendingExpansion, ROOT, Tree};
use crate::eval::{PAWN_WORTH, Shares};
use crate::search::position_key::search_key;
use crate::search::search_kit::{Frame, Halt, Search, Wait, shuffle};
use quadrille_core::board::MAX_SEATS;
use quadrille_core::numeric::rng::Rng;
use quadrille_core::rules::{Action, HookError};

/// The maximum length of a rollout, in actions.
const MAX_ROLLOUT_ACTIONS: usize = 8;
/// The number of times that a thread tries to lock the tree without sleeping. If all attempts fail,
/// the thread sleeps until the tree is unlocked.
const LOCK_ATTEMPTS: u32 = 2_000;

/// Converts the result of a search. Returns `None` if the search was stopped.
fn unless_stopped<T>(done: Result<T, Halt>) -> Result<Option<T>, HookError> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(Halt::Stopped) => Ok(None),
        Err(Halt::Hook(error)) => Err(error),
    }
}

/// Locks a tree that threads may share, and returns it.
pub(super) fn locked(tree: &Mutex<Tree>) -> MutexGuard<'_, Tree> {
    // The lock is usually held for less time than a thread needs to fall asleep and wake up.
    for _ in 0..LOCK_ATTEMPTS {
        match tree.try_lock() {
            Ok(tree) => return tree,
            Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => hint::spin_loop(),
        }
    }
    // If a thread panicked while it held the lock, the tree may lack a result, but the tree is
    // valid.
    tree.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A step at a node.
enum TreeStep {
    /// Take the final shares of the node.
    Over(Shares),
    /// Expand the node.
    Expand,
    /// Continue with a child by playing the child's action. `stuck` is `true` if a seat without
    /// legal actions is passed over before this action.
    Down { child: usize, action: Action, stuck: bool },
}

/// The limits at which the search stops.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeBudget {
    /// The number of descents.
    pub descents: u64,
    /// The number of positions.
    pub nodes: u64,
}

pub(super) struct Grower<'g, 'k, 'a, const W: usize> {
    pub search: Search<'k, 'a, W>,
    pub tree: &'g Mutex<Tree>,
    pub rng: &'g mut Rng,
    path: Vec<usize>,
    /// The generation of the tree in which the path began.
    generation: u64,
    branches: Vec<Branch>,
}

impl<'g, 'k, 'a, const W: usize> Grower<'g, 'k, 'a, W> {
    pub fn new(search: Search<'k, 'a, W>, tree: &'g Mutex<Tree>, rng: &'g mut Rng) -> Self {
        Self { search, tree, rng, path: Vec::new(), generation: 0, branches: Vec::new() }
    }

    /// Makes the position of the first frame the root. If the tree has a node of this position,
    /// `kept` is `true` and `only` is empty, the search continues with this node. Otherwise, the
    /// search begins a new tree.
    ///
    /// Returns two values. The first value is the team that decides, or `None` if no seat decides.
    /// The second value is `true` if the search was stopped before the root was expanded.
    pub fn begin(
        &mut self,
        frames: &mut [Frame<W>],
        only: &[Action],
        kept: bool,
    ) -> Result<(Option<usize>, bool), HookError> {
        let key = search_key(&frames[0].pos, true).unwrap_or(0);
        let (slots, even) = (self.search.kit.slots(), self.search.kit.eval.even());
        if !kept || !only.is_empty() || !locked(self.tree).keep(key) {
            locked(self.tree).begin(slots, even);
            let mark = self.search.mark();
            let (root, rest) = frames.split_at_mut(1);
            rest[0].pos.clone_from(&root[0].pos);
            self.generation = locked(self.tree).generation();
            let done = self.expand(rest, ROOT, only);
            self.search.back_to(mark);
            if unless_stopped(done)?.is_none() {
                return Ok((self.team(), true));
            }
        }
        Ok((self.team(), false))
    }

    /// Returns the team that decides at the root.
    fn team(&self) -> Option<usize> {
        match locked(self.tree).root()?.known {
            NodeStatus::Team(team) => Some(usize::from(team)),
            _ => None,
        }
    }

    /// Repeats descents until the budget is spent, the result is certain, or `watch` returns
    /// `false`. `watch` is called each time the number of descents has doubled. Returns `true` if
    /// the search was stopped.
    pub fn grow(
        &mut self,
        frames: &mut [Frame<W>],
        budget: TreeBudget,
        watch: &mut dyn FnMut(u64) -> bool,
    ) -> Result<bool, HookError> {
        let mark = self.search.mark();
        let mut next_report = 64;
        for descents in 1..=budget.descents {
            let (root, rest) = frames.split_at_mut(1);
            rest[0].pos.clone_from(&root[0].pos);
            let done = self.descend(rest);
            self.search.back_to(mark);
            if done.is_err()
                && let Some(mut tree) = self.mine()
            {
                tree.leave(&self.path);
            }
            if unless_stopped(done)?.is_none() {
                return Ok(true);
            }
            let over = locked(self.tree).root().is_none_or(|root| root.over().is_some());
            if over || self.search.nodes >= budget.nodes {
                break;
            }
            if descents == next_report {
                next_report *= 2;
                if !watch(self.search.nodes) {
                    break;
                }
            }
        }
        Ok(false)
    }

    /// Descends once from the root, plays a rollout, and backs up its result. The first frame
    /// contains a copy of the root's position.
    fn descend(&mut self, frames: &mut [Frame<W>]) -> Result<(), Halt> {
        self.path.clear();
        self.generation = locked(self.tree).generation();
        let mut node = ROOT;
        let shares = loop {
            let Some(step) = self.step(node) else { return Ok(()) };
            match step {
                TreeStep::Over(shares) => break shares,
                TreeStep::Expand => break self.expand(frames, node, &[])?,
                TreeStep::Down { child, action, stuck } => {
                    if self.path.len() > 1 {
                        // Continues to the decision of this node, which is already in the tree.
                        if stuck {
                            self.search.reach(&mut frames[0])?;
                        } else {
                            self.search.settle(&mut frames[0].pos)?;
                        }
                    }
                    self.search.act(&mut frames[0].pos, action)?;
                    node = child;
                }
            }
        };
        if let Some(mut tree) = self.mine() {
            tree.back_up(&self.path, &shares);
        }
        Ok(())
    }

    /// Locks and returns the tree. Returns `None` if another thread has changed the indices of the
    /// tree's nodes since the path began.
    fn mine(&self) -> Option<MutexGuard<'g, Tree>> {
        Some(locked(self.tree)).filter(|tree| tree.generation() == self.generation)
    }

    /// Returns the step at the next node of the path, or `None` if the path is invalid.
    fn step(&mut self, node: usize) -> Option<TreeStep> {
        let mut tree = self.mine()?;
        self.path.push(node);
        tree.enter(node);
        let Node { known, stuck, .. } = *tree.node(node);
        let child = match known {
            NodeStatus::Over => return Some(TreeStep::Over(tree.node(node).mean.map(f64::from))),
            NodeStatus::Fresh => return Some(TreeStep::Expand),
            NodeStatus::Chance => tree.draw(node, self.rng),
            NodeStatus::Team(team) => tree.select(node, usize::from(team)),
        };
        Some(TreeStep::Down { child, action: tree.node(child).action, stuck })
    }

    /// Expands a node, and returns the shares from a rollout.
    fn expand(
        &mut self,
        frames: &mut [Frame<W>],
        node: usize,
        only: &[Action],
    ) -> Result<Shares, Halt> {
        let plies = self.path.len().saturating_sub(1) as u32;
        let wait = self.search.reach(&mut frames[0])?;
        let known = match wait {
            Wait::Over => {
                let shares = self.search.shares(&frames[0].pos, plies);
                if let Some(mut tree) = self.mine() {
                    tree.end(node, shares.map(|share| share as f32));
                }
                return Ok(shares);
            }
            Wait::Seat(seat) => {
                shuffle(&mut frames[0].list, self.rng);
                self.search.rank_by_worth(&mut frames[0], seat);
                NodeStatus::Team(self.search.machine.t.team_of[seat.index()])
            }
            Wait::Chance => NodeStatus::Chance,
        };
        let key = if only.is_empty() { search_key(&frames[0].pos, true).unwrap_or(0) } else { 0 };
        let wanted = PendingExpansion { known, stuck: self.search.stuck, key };
        self.list_branches(&frames[0], wait, only);
        if let Some(mut tree) = self.mine() {
            tree.expand(node, wanted, &self.branches);
        }
        self.rollout(frames, wait, plies)
    }

    /// Lists the actions of a frame as branches. If at least one action in `only` is legal, lists
    /// only actions in `only`.
    fn list_branches(&mut self, frame: &Frame<W>, wait: Wait, only: &[Action]) {
        let some = frame.list.iter().any(|ranked| only.contains(&ranked.action));
        let unit = 4.0 * f64::from(PAWN_WORTH);
        self.branches.clear();
        for ranked in &frame.list {
            if some && !only.contains(&ranked.action) {
                continue;
            }
            let (slot, prior) = match wait {
                Wait::Seat(seat) => {
                    let worth = f64::from(ranked.rank);
                    let prior = 0.5 + 0.5 * worth / (worth.abs() + unit);
                    (self.search.slot(&frame.pos, seat, ranked.action), prior as f32)
                }
                Wait::Chance | Wait::Over => (None, ranked.rank as f32),
            };
            let slot = slot.map_or(NO_SLOT, |slot| slot as u32);
            self.branches.push(Branch { action: ranked.action, slot, prior });
        }
    }

    /// Plays a rollout, and returns the shares at its end. In a rollout, seats play their best
    /// actions as long as these actions win material. However, a seat may decline to play its
    /// action. The function therefore returns the shares before an action if they are better for
    /// the seat's team than the shares at the end.
    fn rollout(
        &mut self,
        frames: &mut [Frame<W>],
        mut wait: Wait,
        mut plies: u32,
    ) -> Result<Shares, Halt> {
        let mut stands: [(usize, Shares); MAX_ROLLOUT_ACTIONS] =
            [(0, [0.0; MAX_SEATS]); MAX_ROLLOUT_ACTIONS];
        let mut count = 0;
        let mut shares = self.search.shares(&frames[0].pos, plies);
        while count < MAX_ROLLOUT_ACTIONS {
            let Wait::Seat(seat) = wait else { break };
            if count > 0 {
                self.search.rank_by_worth(&mut frames[0], seat);
            }
            let Some(best) = frames[0].list.iter().max_by_key(|ranked| ranked.rank).copied() else {
                break;
            };
            if best.rank <= 0 || self.search.gain(&frames[0].pos, best.action) <= 0 {
                break;
            }
            let team = usize::from(self.search.machine.t.team_of[seat.index()]);
            stands[count] = (team, shares);
            count += 1;
            self.search.act(&mut frames[0].pos, best.action)?;
            wait = self.search.reach(&mut frames[0])?;
            plies += 1;
            shares = self.search.shares(&frames[0].pos, plies);
        }
        for (team, stand) in stands[..count].iter().rev() {
            if stand[*team] > shares[*team] {
                shares = *stand;
            }
        }
        Ok(shares)
    }
}
