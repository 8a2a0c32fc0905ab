//! Monte Carlo tree search: UCT with max^n backups (every team maximizes its own share),
//! progressive history, and rollouts that follow captures until the position is quiet. Chance nodes
//! are sampled from the agent's stream.
//!
//! A node's worth is the mean of its visits mixed with the worth of its best child (implicit
//! minimax backups: Lanctot, Winands, Pepels and Sturtevant, CIG 2014). Means alone are slow to
//! notice that one reply refutes a move.
//!
//! The tree stores no positions: they are played again from the root, which is fast and keeps the
//! tree small. Depends on `turn` and below.

use crate::agents::{Advice, Agent, Frame, Halt, Kit, Search, Shares, UNIT, Wait, shuffle};
use crate::board::MAX_SEATS;
use crate::numeric::math::ln;
use crate::numeric::rng::Rng;
use crate::rules::{Action, HookError};
use crate::turn::Game;

/// Exploration constant of UCT.
const EXPLORE: f64 = 0.02;
/// Weight of progressive history: what the same action was worth elsewhere in the tree.
const HISTORY: f64 = 0.05;
/// The number of visits for which the prior of an action counts.
const FIRST: f64 = 4.0;
/// The greatest length of a rollout, in actions.
const ROLLOUT: usize = 8;
/// A share above this is a win.
const WON: f32 = 0.955;
/// The weight of the best child in a node's worth; the rest is the mean of its visits.
const BEST: f64 = 0.6;
/// The final choice must have at least one visit for this many of the most visited child.
const VISIT_RATIO: u32 = 4;
/// The most nodes of the tree (about 50 MB). Nodes reached after that are evaluated, but not
/// expanded.
const MAX_TREE: usize = 1 << 19;

/// What is known about a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    /// Not expanded.
    Fresh,
    /// The game is over here, or the result is certain: the shares are final.
    Over,
    /// Chance decides.
    Chance,
    /// A team decides.
    Team(u8),
}

/// A node, with the action that leads to it.
#[derive(Clone, Debug)]
struct Node {
    action: Action,
    /// The index of its first child; the others follow it.
    first: u32,
    count: u16,
    known: Known,
    /// A seat without legal actions was passed on the way to this node's decision.
    stuck: bool,
    visits: u32,
    /// The slot of the action's history, and its prior; for chance nodes' children, the weight.
    slot: u32,
    prior: f32,
    /// The sum of the shares of all visits; a single visit's if they are final.
    sum: [f32; MAX_SEATS],
    /// The shares if every team plays the best known action.
    best: [f32; MAX_SEATS],
}

const NO_SLOT: u32 = u32::MAX;

impl Node {
    fn new(action: Action) -> Self {
        Self {
            action,
            first: 0,
            count: 0,
            known: Known::Fresh,
            stuck: false,
            visits: 0,
            slot: NO_SLOT,
            prior: 0.5,
            sum: [0.0; MAX_SEATS],
            best: [0.0; MAX_SEATS],
        }
    }

    fn children(&self) -> std::ops::Range<usize> {
        let first = self.first as usize;
        first..first + usize::from(self.count)
    }

    /// The node's worth for a team, or `otherwise` if it has no visits.
    fn worth(&self, team: usize, otherwise: f64) -> f64 {
        match (self.known, self.visits) {
            (Known::Over, _) => f64::from(self.sum[team]),
            (_, 0) => otherwise,
            (_, n) => {
                let mean = f64::from(self.sum[team]) / f64::from(n);
                mean + BEST * (f64::from(self.best[team]) - mean)
            }
        }
    }
}

/// Turns a stopped search into `None`.
fn unless_stopped<T>(done: Result<T, Halt>) -> Result<Option<T>, HookError> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(Halt::Stopped) => Ok(None),
        Err(Halt::Hook(error)) => Err(error),
    }
}

/// The agent `mcts:NODES`.
pub(crate) struct Mcts<const W: usize> {
    nodes: u32,
    kit: Option<Kit<W>>,
    tree: Vec<Node>,
    history: Vec<(f32, u32)>,
    advice: Advice,
}

impl<const W: usize> Mcts<W> {
    pub fn new(nodes: u32) -> Self {
        let (tree, history) = (Vec::new(), Vec::new());
        Self { nodes, kit: None, tree, history, advice: Advice::default() }
    }
}

impl<const W: usize> Agent<W> for Mcts<W> {
    fn choose(
        &mut self,
        game: &mut Game<'_, W>,
        rng: &mut Rng,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Action>, HookError> {
        game.decide()?;
        let kit = self.kit.get_or_insert_with(|| Kit::new(&game.machine));
        let mut frames = kit.frames(&game.pos, 3);
        self.history.clear();
        self.history.resize(kit.slots(), (0.0, 0));
        self.tree.clear();
        let mut grower = Grower {
            search: Search::new(game, kit, stop),
            tree: &mut self.tree,
            history: &mut self.history,
            rng,
            path: Vec::new(),
        };
        let chosen = grower.grow(&mut frames, self.nodes);
        self.advice.nodes = grower.search.nodes;
        kit.frames = frames;
        let (chosen, stopped) = chosen?;
        self.advice.stopped = stopped;
        if let Some(node) = chosen {
            self.advice.action = Some(self.tree[node].action);
            if let Known::Team(team) = self.tree[0].known {
                self.advice.share = self.tree[node].worth(usize::from(team), 0.0);
            }
        }
        Ok(chosen.map(|node| self.tree[node].action))
    }

    fn advice(&self) -> Advice {
        self.advice
    }
}

struct Grower<'g, 'k, 'a, const W: usize> {
    search: Search<'k, 'a, W>,
    tree: &'g mut Vec<Node>,
    history: &'g mut Vec<(f32, u32)>,
    rng: &'g mut Rng,
    path: Vec<usize>,
}

impl<const W: usize> Grower<'_, '_, '_, W> {
    /// Searches `nodes` nodes. Returns the best child of the root, and whether the search was
    /// stopped.
    fn grow(
        &mut self,
        frames: &mut [Frame<W>],
        nodes: u32,
    ) -> Result<(Option<usize>, bool), HookError> {
        self.tree.push(Node::new(Action::Pass));
        let mark = self.search.mark();
        {
            let (root, rest) = frames.split_at_mut(1);
            rest[0].pos.clone_from(&root[0].pos);
        }
        let mut stopped = unless_stopped(self.expand(&mut frames[1..], 0))?.is_none();
        self.search.back_to(mark);
        let Known::Team(team) = self.tree[0].known else { return Ok((None, stopped)) };
        let children = self.tree[0].children();
        if children.len() == 1 {
            return Ok((Some(children.start), false));
        }
        for _ in 0..nodes {
            if stopped {
                break;
            }
            let (root, rest) = frames.split_at_mut(1);
            rest[0].pos.clone_from(&root[0].pos);
            let done = self.iterate(rest);
            self.search.back_to(mark);
            stopped = unless_stopped(done)?.is_none();
            if matches!(self.tree[0].known, Known::Over) {
                break;
            }
        }
        Ok((self.best(usize::from(team)), stopped))
    }

    /// The root's child with the greatest worth among those that are final or visited often enough.
    fn best(&self, team: usize) -> Option<usize> {
        let children = self.tree[0].children();
        let most = self.tree[children.clone()].iter().map(|child| child.visits).max()?;
        let sure = |child: &usize| {
            let child = &self.tree[*child];
            child.known == Known::Over || child.visits * VISIT_RATIO >= most
        };
        let worth = |child: usize| self.tree[child].worth(team, 0.0);
        children.filter(sure).max_by(|a, b| worth(*a).total_cmp(&worth(*b)))
    }

    /// One iteration: down the tree, rollout, backup. `frames[0]` holds a copy of the root's
    /// position.
    fn iterate(&mut self, frames: &mut [Frame<W>]) -> Result<(), Halt> {
        self.path.clear();
        let mut node = 0;
        let shares = loop {
            self.path.push(node);
            match self.tree[node].known {
                Known::Over => break self.tree[node].sum.map(f64::from),
                Known::Fresh => break self.expand(frames, node)?,
                Known::Chance => {
                    if node != 0 && self.path.len() > 1 {
                        self.replay_turn(frames, node)?;
                    }
                    node = self.sample_child(node);
                }
                Known::Team(team) => {
                    if self.path.len() > 1 {
                        self.replay_turn(frames, node)?;
                    }
                    node = self.select_child(node, usize::from(team));
                }
            }
            let action = self.tree[node].action;
            self.search.act(&mut frames[0].pos, action)?;
        };
        self.back_up(&shares);
        Ok(())
    }

    /// Runs the turn machine after an action to the decision of an expanded node.
    fn replay_turn(&mut self, frames: &mut [Frame<W>], node: usize) -> Result<(), Halt> {
        if self.tree[node].stuck {
            self.search.reach(&mut frames[0])?;
            Ok(())
        } else {
            self.search.settle(&mut frames[0].pos)
        }
    }

    fn sample_child(&mut self, node: usize) -> usize {
        let children = self.tree[node].children();
        let total: u32 = self.tree[children.clone()].iter().map(|child| child.prior as u32).sum();
        let mut at = self.rng.below(total);
        for child in children.clone() {
            let weight = self.tree[child].prior as u32;
            if at < weight {
                return child;
            }
            at -= weight;
        }
        children.start
    }

    fn select_child(&self, node: usize, team: usize) -> usize {
        let parent = &self.tree[node];
        let log = EXPLORE * ln(f64::from(parent.visits + 1)).sqrt();
        let default_worth = parent.worth(team, self.search.kit.eval.even());
        let mut best = parent.children().start;
        let mut most = f64::NEG_INFINITY;
        for child in parent.children() {
            let at = &self.tree[child];
            let n = f64::from(at.visits);
            let worth = at.worth(team, default_worth);
            let prior = match self.history.get(at.slot as usize) {
                Some((sum, visited)) => {
                    (f64::from(*sum) + FIRST * f64::from(at.prior)) / (f64::from(*visited) + FIRST)
                }
                None => f64::from(at.prior),
            };
            let bias = HISTORY * prior / ((1.0 - worth) * n + 1.0);
            let urgency = worth + log / (n + 1.0).sqrt() + bias;
            if urgency > most {
                most = urgency;
                best = child;
            }
        }
        best
    }

    /// Expands a node, and returns the shares from a rollout.
    fn expand(&mut self, frames: &mut [Frame<W>], node: usize) -> Result<Shares, Halt> {
        let plies = self.path.len().saturating_sub(1) as u32;
        let wait = self.search.reach(&mut frames[0])?;
        match wait {
            Wait::Over => {
                let shares = self.search.shares(&frames[0].pos, plies);
                self.tree[node].known = Known::Over;
                self.tree[node].sum = shares.map(|share| share as f32);
                return Ok(shares);
            }
            Wait::Seat(seat) => {
                shuffle(&mut frames[0].list, self.rng);
                self.search.rank_by_worth(&mut frames[0], seat);
            }
            Wait::Chance => {}
        }
        if self.tree.len() + frames[0].list.len() <= MAX_TREE {
            self.add_children(&frames[0], node, wait);
        }
        self.rollout(frames, wait, plies)
    }

    /// Gives a node its children: the actions listed in a frame.
    fn add_children(&mut self, frame: &Frame<W>, node: usize, wait: Wait) {
        let first = self.tree.len();
        let known = match wait {
            Wait::Seat(seat) => {
                let unit = 4.0 * f64::from(UNIT);
                for ranked in &frame.list {
                    let worth = f64::from(ranked.rank);
                    let mut child = Node::new(ranked.action);
                    child.prior = (0.5 + 0.5 * worth / (worth.abs() + unit)) as f32;
                    let slot = self.search.slot(&frame.pos, seat, ranked.action);
                    child.slot = slot.map_or(NO_SLOT, |slot| slot as u32);
                    self.tree.push(child);
                }
                Known::Team(self.search.machine.t.team_of[seat.index()])
            }
            Wait::Chance | Wait::Over => {
                for ranked in &frame.list {
                    let mut child = Node::new(ranked.action);
                    child.prior = ranked.rank as f32;
                    self.tree.push(child);
                }
                Known::Chance
            }
        };
        let node = &mut self.tree[node];
        node.known = known;
        node.stuck = self.search.stuck;
        node.first = first as u32;
        node.count = frame.list.len() as u16;
    }

    /// Plays the best action as long as it wins material, and returns the shares at the end. A seat
    /// for which an earlier position was better stands pat there.
    fn rollout(
        &mut self,
        frames: &mut [Frame<W>],
        mut wait: Wait,
        mut plies: u32,
    ) -> Result<Shares, Halt> {
        let mut stands: [(usize, Shares); ROLLOUT] = [(0, [0.0; MAX_SEATS]); ROLLOUT];
        let mut count = 0;
        let mut shares = self.search.shares(&frames[0].pos, plies);
        while count < ROLLOUT {
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

    /// Backs up shares from the end of the path to the root, and marks nodes that are now final.
    fn back_up(&mut self, shares: &Shares) {
        for i in (0..self.path.len()).rev() {
            let node = self.path[i];
            if i > 0
                && let Known::Team(team) = self.tree[self.path[i - 1]].known
                && let Some((sum, visited)) = self.history.get_mut(self.tree[node].slot as usize)
            {
                *sum += shares[usize::from(team)] as f32;
                *visited += 1;
            }
            self.tree[node].visits += 1;
            if self.tree[node].known == Known::Over {
                self.tree[node].best = self.tree[node].sum;
                continue;
            }
            for (sum, share) in self.tree[node].sum.iter_mut().zip(shares) {
                *sum += *share as f32;
            }
            let next = self.path.get(i + 1).copied();
            if next.is_some_and(|next| self.tree[next].known == Known::Over)
                && self.is_decided(node)
            {
                continue;
            }
            self.tree[node].best = match next {
                None => shares.map(|share| share as f32),
                Some(_) => self.best_of(node),
            };
        }
    }

    /// The best shares among a node's visited children for the deciding team, or their mean by
    /// weight at a chance node.
    fn best_of(&self, node: usize) -> [f32; MAX_SEATS] {
        let node = &self.tree[node];
        let visited = self.tree[node.children()].iter().filter(|child| child.visits > 0);
        if let Known::Team(team) = node.known {
            let team = usize::from(team);
            let best = visited.max_by(|a, b| a.best[team].total_cmp(&b.best[team]));
            return best.map_or(node.best, |best| best.best);
        }
        let (mut all, mut mean) = (0.0, [0.0; MAX_SEATS]);
        for child in visited {
            all += child.prior;
            for (mean, share) in mean.iter_mut().zip(child.best) {
                *mean += (share - *mean) * child.prior / all;
            }
        }
        mean
    }

    /// Makes a node final if its children are all final, or if one is a final win for the deciding
    /// team.
    fn is_decided(&mut self, node: usize) -> bool {
        let Known::Team(team) = self.tree[node].known else { return false };
        let team = usize::from(team);
        let children = &self.tree[self.tree[node].children()];
        let over = |child: &&Node| child.known == Known::Over;
        let all = children.iter().all(|child| over(&child));
        let best = children.iter().filter(over).max_by(|a, b| a.sum[team].total_cmp(&b.sum[team]));
        let Some(best) = best.filter(|best| all || best.sum[team] > WON) else { return false };
        let sum = best.sum;
        let node = &mut self.tree[node];
        (node.sum, node.best) = (sum, sum);
        node.known = Known::Over;
        true
    }
}
