//! Monte Carlo tree search: UCT with max^n back-up, so that everybody plays for their own team; progressive
//! history; chance drawn from the agent's stream; and rollouts that follow captures until it is quiet.
//!
//! What a node is worth is the mean of what its visits brought, drawn toward what the best of its
//! children is worth (implicit minimax backups: Lanctot, Winands, Pepels and Sturtevant, CIG 2014).
//! Route alone are slow to see that one answer refutes a move among many that don't.
//!
//! Positions are not kept in the tree but played again from the root, which takes little time and
//! keeps the tree small.

use crate::agents::{Advice, Agent, Frame, Halt, Kit, Search, Shares, Wait, shuffle};
use crate::board::MAX_SEATS;
use crate::numeric::math::ln;
use crate::numeric::rng::Rng;
use crate::rules::{Action, HookError};
use crate::turn::Game;

/// How much is tried that has been tried little.
const EXPLORE: f64 = 0.02;
/// How much an action counts by what the same one was worth elsewhere.
const HISTORY: f64 = 0.05;
/// As how many visits the first opinion of an action counts.
const FIRST: f64 = 4.0;
/// How far a rollout follows captures, in actions.
const ROLLOUT: usize = 8;
/// A share above this is a win.
const WON: f32 = 0.955;
/// How much of a node's worth is what its best child is worth; the rest is the mean of its visits.
const BEST: f64 = 0.6;
/// An action may be chosen that was visited at least so many times less often than the most visited.
const SELDOM: u32 = 4;
/// Nodes that the tree may have (about 50 MB). What is reached when it is full is valued, but no
/// longer grown.
const ROOM: usize = 1 << 19;

/// What is known of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    /// Nothing yet.
    Fresh,
    /// The game is over there, or as good as over: its shares are final.
    Over,
    /// Chance decides.
    Chance,
    /// A team decides.
    Team(u8),
}

/// A node of the tree, and the action that leads to it.
#[derive(Clone, Debug)]
struct Node {
    action: Action,
    /// Its children lie side by side.
    first: u32,
    count: u16,
    known: Known,
    /// A seat without a move was met on the way to its decision.
    stuck: bool,
    visits: u32,
    /// Where the action's history is kept, and the first opinion of it; the weight, for chance.
    slot: u32,
    opinion: f32,
    /// Shares of all visits together; of one, where they are final.
    sum: [f32; MAX_SEATS],
    /// Shares if everybody plays the best that is known.
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
            opinion: 0.5,
            sum: [0.0; MAX_SEATS],
            best: [0.0; MAX_SEATS],
        }
    }

    fn children(&self) -> std::ops::Range<usize> {
        let first = self.first as usize;
        first..first + usize::from(self.count)
    }

    /// What the node is worth to a team, or what is given where nothing is known yet.
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

/// What came of a part of a search; nothing if it was stopped.
fn stops<T>(done: Result<T, Halt>) -> Result<Option<T>, HookError> {
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
        let kit = self.kit.get_or_insert_with(|| Kit::new(game.engine));
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
    /// Searches so many nodes and says which child of the root is best, and whether it was stopped.
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
        let mut stopped = stops(self.expand(&mut frames[1..], 0))?.is_none();
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
            let done = self.once(rest);
            self.search.back_to(mark);
            stopped = stops(done)?.is_none();
            if matches!(self.tree[0].known, Known::Over) {
                break;
            }
        }
        Ok((self.best(usize::from(team)), stopped))
    }

    /// The child of the root that is worth most, of those that are decided or were visited often.
    fn best(&self, team: usize) -> Option<usize> {
        let children = self.tree[0].children();
        let most = self.tree[children.clone()].iter().map(|child| child.visits).max()?;
        let sure = |child: &usize| {
            let child = &self.tree[*child];
            child.known == Known::Over || child.visits * SELDOM >= most
        };
        let worth = |child: usize| self.tree[child].worth(team, 0.0);
        children.filter(sure).max_by(|a, b| worth(*a).total_cmp(&worth(*b)))
    }

    /// One way down the tree and back. `frames[0]` holds the root's position, to be used up.
    fn once(&mut self, frames: &mut [Frame<W>]) -> Result<(), Halt> {
        self.path.clear();
        let mut node = 0;
        let shares = loop {
            self.path.push(node);
            match self.tree[node].known {
                Known::Over => break self.tree[node].sum.map(f64::from),
                Known::Fresh => break self.expand(frames, node)?,
                Known::Chance => {
                    if node != 0 && self.path.len() > 1 {
                        self.come_to(frames, node)?;
                    }
                    node = self.drawn(node);
                }
                Known::Team(team) => {
                    if self.path.len() > 1 {
                        self.come_to(frames, node)?;
                    }
                    node = self.selected(node, usize::from(team));
                }
            }
            let action = self.tree[node].action;
            self.search.act(&mut frames[0].pos, action)?;
        };
        self.back_up(&shares);
        Ok(())
    }

    /// From an action's end to the decision of a node that is known.
    fn come_to(&mut self, frames: &mut [Frame<W>], node: usize) -> Result<(), Halt> {
        if self.tree[node].stuck {
            self.search.reach(&mut frames[0])?;
            Ok(())
        } else {
            self.search.settle(&mut frames[0].pos)
        }
    }

    fn drawn(&mut self, node: usize) -> usize {
        let children = self.tree[node].children();
        let total: u32 = self.tree[children.clone()].iter().map(|child| child.opinion as u32).sum();
        let mut at = self.rng.below(total);
        for child in children.clone() {
            let weight = self.tree[child].opinion as u32;
            if at < weight {
                return child;
            }
            at -= weight;
        }
        children.start
    }

    fn selected(&self, node: usize, team: usize) -> usize {
        let parent = &self.tree[node];
        let log = EXPLORE * ln(f64::from(parent.visits + 1)).sqrt();
        let hope = parent.worth(team, self.search.kit.eval.even());
        let mut best = parent.children().start;
        let mut most = f64::NEG_INFINITY;
        for child in parent.children() {
            let at = &self.tree[child];
            let n = f64::from(at.visits);
            let worth = at.worth(team, hope);
            let opinion = match self.history.get(at.slot as usize) {
                Some((sum, view_of)) => {
                    (f64::from(*sum) + FIRST * f64::from(at.opinion))
                        / (f64::from(*view_of) + FIRST)
                }
                None => f64::from(at.opinion),
            };
            let bias = HISTORY * opinion / ((1.0 - worth) * n + 1.0);
            let urgency = worth + log / (n + 1.0).sqrt() + bias;
            if urgency > most {
                most = urgency;
                best = child;
            }
        }
        best
    }

    /// Makes a fresh node known, and says what a rollout from there brings.
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
        if self.tree.len() + frames[0].list.len() <= ROOM {
            self.branch(&frames[0], node, wait);
        }
        self.rollout(frames, wait, plies)
    }

    /// Gives a node its children: what is sample_from_list in a frame.
    fn branch(&mut self, frame: &Frame<W>, node: usize, wait: Wait) {
        let first = self.tree.len();
        let known = match wait {
            Wait::Seat(seat) => {
                let unit = 4.0 * self.search.kit.eval.unit();
                for ranked in &frame.list {
                    let worth = f64::from(ranked.rank);
                    let mut child = Node::new(ranked.action);
                    child.opinion = (0.5 + 0.5 * worth / (worth.abs() + unit)) as f32;
                    let slot = self.search.slot(&frame.pos, seat, ranked.action);
                    child.slot = slot.map_or(NO_SLOT, |slot| slot as u32);
                    self.tree.push(child);
                }
                Known::Team(self.search.engine.t.team_of[seat.index()])
            }
            Wait::Chance | Wait::Over => {
                for ranked in &frame.list {
                    let mut child = Node::new(ranked.action);
                    child.opinion = ranked.rank as f32;
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

    /// Plays on while the best action takes something, and hands back what everybody has then; who
    /// would rather not have taken stays where it was.
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
            if best.rank <= 0 || self.search.gain(&frames[0].pos, best.action) <= 0.0 {
                break;
            }
            let team = usize::from(self.search.engine.t.team_of[seat.index()]);
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

    /// Counts shares in along the path, from its end to the root, and notes what is now decided.
    fn back_up(&mut self, shares: &Shares) {
        for i in (0..self.path.len()).rev() {
            let node = self.path[i];
            if i > 0
                && let Known::Team(team) = self.tree[self.path[i - 1]].known
                && let Some((sum, view_of)) = self.history.get_mut(self.tree[node].slot as usize)
            {
                *sum += shares[usize::from(team)] as f32;
                *view_of += 1;
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
            if next.is_some_and(|next| self.tree[next].known == Known::Over) && self.decided(node) {
                continue;
            }
            self.tree[node].best = match next {
                None => shares.map(|share| share as f32),
                Some(_) => self.best_of(node),
            };
        }
    }

    /// What the children of a node that were visited promise: the best for who decides, or the mean by
    /// the odds.
    fn best_of(&self, node: usize) -> [f32; MAX_SEATS] {
        let node = &self.tree[node];
        let view_of = self.tree[node.children()].iter().filter(|child| child.visits > 0);
        if let Known::Team(team) = node.known {
            let team = usize::from(team);
            let best = view_of.max_by(|a, b| a.best[team].total_cmp(&b.best[team]));
            return best.map_or(node.best, |best| best.best);
        }
        let (mut all, mut mean) = (0.0, [0.0; MAX_SEATS]);
        for child in view_of {
            all += child.opinion;
            for (mean, share) in mean.iter_mut().zip(child.best) {
                *mean += (share - *mean) * child.opinion / all;
            }
        }
        mean
    }

    /// Whether a node is decided by its children: one wins for who chooses, or all are over.
    fn decided(&mut self, node: usize) -> bool {
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
