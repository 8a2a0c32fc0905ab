//! The limits of a tree search, and its results.

use super::tree::{ROOT, Tree};
use quadrille_core::rules::Action;

/// The limits of a tree search. A search without limits ends only when the caller stops it, or when
/// the result is certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeLimits<'a> {
    /// The number of positions that the search may reach.
    pub nodes: Option<u64>,
    /// The number of best actions that are reported.
    pub lines: usize,
    /// The actions that the search considers. If none of them is legal, it considers all legal
    /// actions.
    pub only: &'a [Action],
    /// The seed of the random choices.
    pub seed: u64,
}

impl Default for TreeLimits<'_> {
    fn default() -> Self {
        Self { nodes: None, lines: 1, only: &[], seed: 0 }
    }
}

/// An action at the root, with its value and the line that begins with it.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeLine {
    /// The share of the game that the deciding seat's team expects, from 0 to 1.
    pub share: f64,
    /// The number of times that the action was tried.
    pub visits: u32,
    /// The action at the root, and then the best actions of the following plies, in order. The
    /// search has tried each of these actions.
    pub actions: Vec<Action>,
}

/// The results of a tree search.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct TreeFindings {
    /// The best action, or `None` if no seat decides at the root.
    pub action: Option<Action>,
    /// The best actions, best first.
    pub lines: Vec<TreeLine>,
    /// The number of positions reached.
    pub nodes: u64,
    /// The fraction of the tree's capacity that is used, in thousandths.
    pub full: u32,
    /// `true` if the caller stopped the search.
    pub stopped: bool,
}

impl TreeFindings {
    /// Returns the results at the root of a tree.
    pub(super) fn of(tree: &Tree, team: usize, lines: usize, nodes: u64) -> Self {
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
