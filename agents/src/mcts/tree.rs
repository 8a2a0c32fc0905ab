//! The tree of a Monte Carlo tree search: selection, backup, and reuse by later searches.

use std::num::NonZeroU32;
use std::ops::Range;

use quadrille_core::board::MAX_SEATS;
use quadrille_core::numeric::math::ln;
use quadrille_core::numeric::rng::Rng;
use quadrille_core::rules::Action;

/// The exploration constant of UCT.
const UCT_EXPLORATION: f64 = 0.02;
/// The weight of progressive history in the selection. Progressive history is the mean value of an
/// action over all nodes of the tree.
const PROGRESSIVE_HISTORY_WEIGHT: f64 = 0.05;
/// The weight of an action's prior, in visits.
const PRIOR_VISITS: f64 = 4.0;
/// A team with a final share greater than this number has won.
const WIN_SHARE: f32 = 0.955;
/// The weight of the best child's value in the value of a node. The other part of the value is the
/// mean of the node's visits. The two weights add up to 1.
const BEST_CHILD_WEIGHT: f64 = 0.6;
/// A child can be the final choice only if it has enough visits: at least 1/`MAX_VISIT_RATIO` of
/// the visits of the most visited child.
const MAX_VISIT_RATIO: u32 = 4;
/// The index of the root in a tree.
pub(super) const ROOT: usize = 0;

/// The status of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodeStatus {
    /// The node is not expanded.
    Fresh,
    /// The shares are final, because the game is over at this node or its result is certain.
    Over,
    /// Chance decides at the node.
    Chance,
    /// The team with this number decides at the node.
    Team(u8),
}

/// A node, with the action that leads to it.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub action: Action,
    /// The index of the node's first child. The other children follow the first child.
    first: u32,
    count: u16,
    pub known: NodeStatus,
    /// `true` if a seat without legal actions was passed over before this node's decision.
    pub stuck: bool,
    pub visits: u32,
    /// The number of threads below this node. Each of these threads counts as a visit with value
    /// zero, so that other threads search below other nodes.
    below: u16,
    /// The slot in which the history of the node's action is stored.
    slot: u32,
    /// The prior of the node's action. For a child of a chance node, this is the weight.
    prior: f32,
    /// The position key. It is 0 before the node is expanded, or if the position has no key.
    key: u64,
    /// The mean of the shares of all visits, or the final shares. The node stores a mean and not a
    /// sum. A sum would soon be so large that a single share is lost to rounding.
    pub mean: [f32; MAX_SEATS],
    /// The shares if every team plays the best known action.
    best: [f32; MAX_SEATS],
}

/// The slot number that marks an action without a history.
pub(super) const NO_SLOT: u32 = u32::MAX;

/// An action by which a node is expanded.
#[derive(Clone, Copy)]
pub(super) struct Branch {
    pub action: Action,
    pub slot: u32,
    /// An estimate of the action's value, from 0 to 1, made before the action is tried. At a chance
    /// node, this is the weight of the outcome.
    pub prior: f32,
}

/// The decision at a node. It is found when the node is expanded.
#[derive(Clone, Copy)]
pub(super) struct PendingExpansion {
    pub known: NodeStatus,
    pub stuck: bool,
    pub key: u64,
}

impl Node {
    fn new(branch: Branch) -> Self {
        Self {
            action: branch.action,
            first: 0,
            count: 0,
            known: NodeStatus::Fresh,
            stuck: false,
            visits: 0,
            below: 0,
            slot: branch.slot,
            prior: branch.prior,
            key: 0,
            mean: [0.0; MAX_SEATS],
            best: [0.0; MAX_SEATS],
        }
    }

    /// Returns an unexpanded root.
    fn root() -> Self {
        Self::new(Branch { action: Action::Pass, slot: NO_SLOT, prior: 0.5 })
    }

    pub fn children(&self) -> Range<usize> {
        let first = self.first as usize;
        first..first + usize::from(self.count)
    }

    /// Removes the node's children, so that the next visit expands the node again. If the shares
    /// are final, they are kept.
    fn forget(&mut self) {
        (self.first, self.count) = (0, 0);
        if self.known != NodeStatus::Over {
            self.known = NodeStatus::Fresh;
        }
    }

    /// Returns the node's value for a team. If the node has no visits, returns the number
    /// `otherwise`.
    pub fn worth(&self, team: usize, otherwise: f64) -> f64 {
        match (self.known, self.visits) {
            (NodeStatus::Over, _) => f64::from(self.mean[team]),
            (_, 0) => otherwise,
            _ => {
                let mean = f64::from(self.mean[team]);
                mean + BEST_CHILD_WEIGHT * (f64::from(self.best[team]) - mean)
            }
        }
    }

    /// Returns the node's value for a thread that may visit it. Each thread that is below the node
    /// now reduces this value.
    fn worth_now(&self, team: usize, otherwise: f64) -> f64 {
        let worth = self.worth(team, otherwise);
        if self.below == 0 || self.known == NodeStatus::Over {
            return worth;
        }
        worth * f64::from(self.visits) / f64::from(self.visits + u32::from(self.below))
    }

    /// Returns the node's shares if they are final.
    pub fn over(&self) -> Option<[f32; MAX_SEATS]> {
        (self.known == NodeStatus::Over).then_some(self.mean)
    }
}

/// A tree: its nodes, and the mean value of each action over the whole tree.
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// For each slot, the history of its action: the acting team's mean share after the action, and
    /// the number of visits.
    history: Vec<(f32, u32)>,
    /// The maximum number of nodes. When the tree is full, its least visited parts are pruned.
    most: usize,
    /// A number that changes whenever nodes get new indices. A path that a thread began with an
    /// earlier number is invalid.
    generation: u64,
    /// `true` if the tree was full, so that the children of a node could not be added.
    crowded: bool,
    /// The value of a node before anything is known about it: an equal share.
    even: f64,
    /// `true` if the first thread has made the searched position the root. Helping threads must
    /// wait for this.
    pub open: bool,
}

impl Tree {
    /// Returns a tree of at most `most` nodes.
    pub fn new(most: usize) -> Self {
        Self {
            nodes: Vec::new(),
            history: Vec::new(),
            most: most.max(1),
            generation: 0,
            crowded: false,
            even: 0.5,
            open: false,
        }
    }

    /// Returns the greatest number of nodes that a tree of this number of bytes can have. Part of
    /// the bytes is reserved for pruning.
    pub fn nodes_in(bytes: usize) -> usize {
        bytes / (size_of::<Node>() + size_of::<Option<NonZeroU32>>() + size_of::<(u32, u16)>())
    }

    /// Begins a new tree with an unexpanded root and `slots` slots for actions. `even` is one
    /// team's share of the game if all teams have equal shares.
    pub fn begin(&mut self, slots: usize, even: f64) {
        self.generation += 1;
        self.nodes.clear();
        self.nodes.push(Node::root());
        self.history.clear();
        self.history.resize(slots, (0.0, 0));
        self.even = even;
    }

    /// Clears the tree.
    pub fn clear(&mut self) {
        self.nodes = Vec::new();
        self.history = Vec::new();
    }

    /// Returns the fraction of the tree's capacity that is used, in thousandths.
    pub fn full(&self) -> u32 {
        (self.nodes.len() * 1000 / self.most) as u32
    }

    pub fn root(&self) -> Option<&Node> {
        self.nodes.first()
    }

    pub fn node(&self, at: usize) -> &Node {
        &self.nodes[at]
    }

    /// Finds the most visited node of a position and makes it the root. Removes all nodes that are
    /// not below this node. Returns `false` if the position has no node.
    pub fn keep(&mut self, key: u64) -> bool {
        let decided = |node: &Node| matches!(node.known, NodeStatus::Team(_));
        let of = |at: &usize| {
            let node = &self.nodes[*at];
            node.key == key && key != 0 && decided(node)
        };
        let visits = |at: &usize| self.nodes[*at].visits;
        let Some(root) = (0..self.nodes.len()).filter(of).max_by_key(visits) else { return false };
        if root == ROOT {
            return true;
        }
        self.rebuild(root, 0);
        true
    }

    /// Makes a node the root, and removes all nodes that are not below it. Also removes all nodes
    /// below nodes with fewer visits than `least`.
    fn rebuild(&mut self, root: usize, least: u32) {
        // Children come after their parents. One pass finds the nodes that are kept, and a second
        // pass moves these nodes to the front.
        let mut places: Vec<Option<NonZeroU32>> = vec![None; self.nodes.len()];
        places[root] = Some(NonZeroU32::MIN);
        let mut kept = 0;
        for at in root..self.nodes.len() {
            if places[at].is_none() {
                continue;
            }
            kept += 1;
            places[at] = NonZeroU32::new(kept);
            let node = &mut self.nodes[at];
            node.below = 0;
            if at != root && node.visits < least {
                node.forget();
            }
            places[node.children()].fill(Some(NonZeroU32::MIN));
        }
        for at in root..self.nodes.len() {
            let Some(place) = places[at] else { continue };
            let node = &mut self.nodes[at];
            let first = places.get(node.first as usize).filter(|_| node.count > 0);
            node.first = first.copied().flatten().map_or(0, |first| first.get() - 1);
            self.nodes.swap(place.get() as usize - 1, at);
        }
        self.nodes.truncate(kept as usize);
        self.generation += 1;
    }

    /// Removes all nodes below the least visited nodes, so that about half of the tree's nodes are
    /// left.
    fn prune(&mut self) {
        let parents = self.nodes.iter().filter(|node| node.count > 0);
        let mut parents: Vec<(u32, u16)> = parents.map(|node| (node.visits, node.count)).collect();
        parents.sort_unstable();
        let (mut freed, mut least) = (0, 0);
        for (visits, children) in parents {
            if freed > self.most / 2 {
                break;
            }
            freed += usize::from(children);
            least = visits + 1;
        }
        self.rebuild(ROOT, least);
        self.crowded = false;
    }

    /// Returns the child of a node that the search visits next: the child with the greatest urgency
    /// for `team`, the team that decides at the node.
    pub fn select(&self, node: usize, team: usize) -> usize {
        let parent = &self.nodes[node];
        let log = UCT_EXPLORATION * ln(f64::from(parent.visits + 1)).sqrt();
        let otherwise = parent.worth(team, self.even);
        let mut best = parent.children().start;
        let mut most = f64::NEG_INFINITY;
        for child in parent.children() {
            let at = &self.nodes[child];
            let n = f64::from(at.visits + u32::from(at.below));
            let worth = at.worth_now(team, otherwise);
            let prior = match self.history.get(at.slot as usize) {
                Some((mean, visited)) => {
                    let visited = f64::from(*visited);
                    (f64::from(*mean) * visited + PRIOR_VISITS * f64::from(at.prior))
                        / (visited + PRIOR_VISITS)
                }
                None => f64::from(at.prior),
            };
            let bias = PROGRESSIVE_HISTORY_WEIGHT * prior / ((1.0 - worth) * n + 1.0);
            let urgency = worth + log / (n + 1.0).sqrt() + bias;
            if urgency > most {
                most = urgency;
                best = child;
            }
        }
        best
    }

    /// Returns a random child of a chance node, drawn by the weights.
    pub fn draw(&self, node: usize, rng: &mut Rng) -> usize {
        let children = self.nodes[node].children();
        let total: u32 = self.nodes[children.clone()].iter().map(|child| child.prior as u32).sum();
        let mut at = rng.below(total);
        for child in children.clone() {
            let weight = self.nodes[child].prior as u32;
            if at < weight {
                return child;
            }
            at -= weight;
        }
        children.start
    }

    /// Records that a thread has entered a node.
    pub fn enter(&mut self, node: usize) {
        self.nodes[node].below = self.nodes[node].below.saturating_add(1);
    }

    /// Records that a thread has left the nodes of a path without a result.
    pub fn leave(&mut self, path: &[usize]) {
        for node in path {
            self.nodes[*node].below = self.nodes[*node].below.saturating_sub(1);
        }
    }

    /// Returns the generation of the tree. A path is valid only within one generation.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Adds the children of a node, if there is room and no other thread has added them. The root
    /// always gets its children.
    pub fn expand(&mut self, node: usize, wanted: PendingExpansion, branches: &[Branch]) {
        if self.nodes[node].known != NodeStatus::Fresh {
            return;
        }
        if self.nodes.len() + branches.len() > self.most && node != ROOT {
            self.crowded = true;
            return;
        }
        self.make_room(branches.len());
        let first = self.nodes.len() as u32;
        self.nodes.extend(branches.iter().copied().map(Node::new));
        let node = &mut self.nodes[node];
        (node.known, node.stuck, node.key) = (wanted.known, wanted.stuck, wanted.key);
        (node.first, node.count) = (first, branches.len() as u16);
    }

    /// Makes room for `more` further nodes. If the capacity is too small, it is doubled, up to the
    /// maximum size of the tree.
    fn make_room(&mut self, more: usize) {
        let (room, needed) = (self.nodes.capacity(), self.nodes.len() + more);
        if needed > room {
            let wanted = (room * 2).min(self.most).max(needed);
            self.nodes.reserve_exact(wanted - self.nodes.len());
        }
    }

    /// Records that the game is over at a node.
    pub fn end(&mut self, node: usize, shares: [f32; MAX_SEATS]) {
        let node = &mut self.nodes[node];
        (node.known, node.mean) = (NodeStatus::Over, shares);
    }

    /// Backs up shares from the end of a path to the root. Marks the nodes whose shares thereby
    /// become final.
    pub fn back_up(&mut self, path: &[usize], shares: &[f64; MAX_SEATS]) {
        for i in (0..path.len()).rev() {
            let node = path[i];
            self.nodes[node].below = self.nodes[node].below.saturating_sub(1);
            if i > 0
                && let NodeStatus::Team(team) = self.nodes[path[i - 1]].known
                && let Some((mean, visited)) = self.history.get_mut(self.nodes[node].slot as usize)
            {
                *visited += 1;
                *mean += (shares[usize::from(team)] as f32 - *mean) / *visited as f32;
            }
            self.nodes[node].visits += 1;
            if self.nodes[node].known == NodeStatus::Over {
                self.nodes[node].best = self.nodes[node].mean;
                continue;
            }
            let Node { mean, visits, .. } = &mut self.nodes[node];
            for (mean, share) in mean.iter_mut().zip(shares) {
                *mean += (*share as f32 - *mean) / *visits as f32;
            }
            let next = path.get(i + 1).copied();
            if next.is_some_and(|next| self.nodes[next].known == NodeStatus::Over)
                && self.is_decided(node)
            {
                continue;
            }
            self.nodes[node].best = match next {
                None => shares.map(|share| share as f32),
                Some(_) => self.best_shares(node),
            };
        }
        if self.crowded {
            self.prune();
        }
    }

    /// Returns the shares of the visited child that is best for the deciding team. At a chance
    /// node, returns the weighted mean of the visited children's shares.
    fn best_shares(&self, node: usize) -> [f32; MAX_SEATS] {
        let node = &self.nodes[node];
        let visited = self.nodes[node.children()].iter().filter(|child| child.visits > 0);
        if let NodeStatus::Team(team) = node.known {
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

    /// Makes a node final if all its children are final, or if one of them is a final win for the
    /// deciding team. Returns `true` if the node is now final.
    fn is_decided(&mut self, node: usize) -> bool {
        let NodeStatus::Team(team) = self.nodes[node].known else { return false };
        let team = usize::from(team);
        let children = &self.nodes[self.nodes[node].children()];
        let over = |child: &&Node| child.known == NodeStatus::Over;
        let all = children.iter().all(|child| over(&child));
        let best =
            children.iter().filter(over).max_by(|a, b| a.mean[team].total_cmp(&b.mean[team]));
        let Some(best) = best.filter(|best| all || best.mean[team] > WIN_SHARE) else {
            return false;
        };
        let shares = best.mean;
        let node = &mut self.nodes[node];
        (node.mean, node.best, node.known) = (shares, shares, NodeStatus::Over);
        true
    }

    /// Returns the children of a node, sorted by their value for `team`, best first. Children come
    /// last if they are not final and have less than 1/`MAX_VISIT_RATIO` of the visits of the most
    /// visited child.
    pub fn ranked(&self, node: usize, team: usize) -> Vec<usize> {
        let children = self.nodes[node].children();
        let most = self.nodes[children.clone()].iter().map(|child| child.visits).max().unwrap_or(0);
        let rank = |at: usize| {
            let child = &self.nodes[at];
            let sure = child.known == NodeStatus::Over || child.visits * MAX_VISIT_RATIO >= most;
            (sure, child.worth(team, 0.0))
        };
        let mut ranked: Vec<usize> = children.rev().collect();
        ranked.sort_by(|a, b| {
            let ((sure, worth), (other_sure, other)) = (rank(*a), rank(*b));
            other_sure.cmp(&sure).then(other.total_cmp(&worth))
        });
        ranked
    }

    /// Returns the line that begins with a node's action. In this line, every team plays its best
    /// action among the actions with enough visits.
    pub fn line(&self, mut node: usize) -> Vec<Action> {
        let mut actions = vec![self.nodes[node].action];
        while let NodeStatus::Team(team) = self.nodes[node].known {
            let best = self.ranked(node, usize::from(team)).into_iter().next();
            let Some(best) = best.filter(|best| self.nodes[*best].visits > 0) else { break };
            actions.push(self.nodes[best].action);
            node = best;
        }
        actions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVEN: f64 = 0.5;

    fn tree() -> Tree {
        let mut tree = Tree::new(100);
        tree.begin(0, EVEN);
        tree
    }

    /// Adds `children` new children to a node at which `team` decides.
    fn grow(tree: &mut Tree, node: usize, team: u8, key: u64, children: usize) {
        let branch = Branch { action: Action::Pass, slot: NO_SLOT, prior: 0.5 };
        let wanted = PendingExpansion { known: NodeStatus::Team(team), stuck: false, key };
        tree.expand(node, wanted, &vec![branch; children]);
    }

    fn shares(first: f64) -> [f64; MAX_SEATS] {
        std::array::from_fn(|team| [first, 1.0 - first].get(team).copied().unwrap_or(0.0))
    }

    #[test]
    fn a_win_among_the_actions_of_who_decides_is_final_and_so_is_a_loss_by_all() {
        let mut tree = tree();
        grow(&mut tree, ROOT, 0, 1, 2);
        grow(&mut tree, 1, 1, 2, 2);
        let won = shares(0.0).map(|share| share as f32);
        tree.end(3, won);
        tree.back_up(&[ROOT, 1, 3], &shares(0.0));
        assert_eq!(tree.node(1).over(), Some(won), "the second team wins there");
        assert_eq!(tree.node(ROOT).over(), None, "the first need not go there");
        tree.end(2, won);
        tree.back_up(&[ROOT, 2], &shares(0.0));
        assert_eq!(tree.node(ROOT).over(), Some(won));
    }

    #[test]
    fn what_is_kept_is_what_lies_below_the_position() {
        let mut tree = tree();
        grow(&mut tree, ROOT, 0, 1, 2);
        grow(&mut tree, 1, 1, 2, 3);
        grow(&mut tree, 2, 1, 3, 1);
        grow(&mut tree, 4, 0, 4, 2);
        for path in [&[ROOT, 1, 4][..], &[ROOT, 1, 3], &[ROOT, 2]] {
            tree.back_up(path, &shares(0.75));
        }
        assert!(!tree.keep(99));
        assert!(!tree.keep(0));
        assert!(tree.keep(2));
        let root = tree.node(ROOT);
        assert_eq!((root.known, root.visits, root.children().len()), (NodeStatus::Team(1), 2, 3));
        let visits: Vec<u32> = root.children().map(|child| tree.node(child).visits).collect();
        assert_eq!(visits, [1, 1, 0]);
        let deeper: usize = root.children().map(|child| tree.node(child).children().len()).sum();
        assert_eq!((deeper, tree.nodes.len()), (2, 6));
    }

    #[test]
    fn what_two_million_visits_bring_is_not_rounded_away() {
        let mut tree = tree();
        grow(&mut tree, ROOT, 0, 1, 1);
        for _ in 0..2_000_000 {
            tree.back_up(&[ROOT, 1], &shares(0.51));
        }
        let worth = tree.node(ROOT).worth(0, EVEN);
        assert!((worth - 0.51).abs() < 5e-4, "{worth}");
    }

    #[test]
    fn threads_go_different_ways() {
        let mut tree = tree();
        grow(&mut tree, ROOT, 0, 1, 2);
        for child in [1, 2] {
            tree.back_up(&[ROOT, child], &shares(0.6));
        }
        let first = tree.select(ROOT, 0);
        tree.enter(first);
        assert_ne!(tree.select(ROOT, 0), first);
        tree.leave(&[first]);
        assert_eq!(tree.select(ROOT, 0), first);
    }

    #[test]
    fn a_full_tree_forgets_what_was_visited_least() {
        let mut tree = Tree::new(6);
        tree.begin(0, EVEN);
        grow(&mut tree, ROOT, 0, 1, 2);
        grow(&mut tree, 1, 1, 2, 1);
        grow(&mut tree, 2, 1, 3, 2);
        for path in [&[ROOT, 1, 3][..], &[ROOT, 2, 4], &[ROOT, 2, 4], &[ROOT, 2, 4]] {
            tree.back_up(path, &shares(0.5));
        }
        let before = tree.generation();
        assert!(tree.nodes.capacity() <= 6, "no room beyond what it may have");
        grow(&mut tree, 4, 0, 4, 1);
        tree.back_up(&[ROOT, 2, 4], &shares(0.5));
        assert_ne!(tree.generation(), before);
        let (least, most) = (tree.node(1), tree.node(2));
        assert_eq!((least.known, least.visits, least.children().len()), (NodeStatus::Fresh, 1, 0));
        assert_eq!((most.visits, tree.node(ROOT).visits), (4, 5));
        assert!(tree.nodes.len() < 6 && tree.nodes.capacity() <= 6);
    }
}
