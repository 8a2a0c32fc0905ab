//! The limits of a search, and its reports.

use quadrille_core::rules::Action;

use crate::score::Score;

/// The maximum depth of an agent's search, in decisions.
pub const MAX_DEPTH: u8 = 20;
/// The maximum number of nodes of an agent's search for one decision.
pub const MAX_NODES: u32 = 1_000_000;

/// The limit of an agent's search for one decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SearchLimit {
    /// The number of positions that the search may reach, from 1 to [`MAX_NODES`].
    Nodes(u32),
    /// The depth in decisions, from 1 to [`MAX_DEPTH`].
    Depth(u8),
}

impl SearchLimit {
    /// Returns the limits of a search for one decision.
    #[must_use]
    pub fn limits(self) -> SearchLimits<'static> {
        let (nodes, depth) = match self {
            Self::Nodes(nodes) => (Some(nodes.into()), None),
            Self::Depth(depth) => (None, Some(depth.into())),
        };
        SearchLimits { depth, nodes, ..SearchLimits::default() }
    }
}

/// The limits of a search. A search without limits ends at the maximum depth, or when the caller
/// stops it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchLimits<'a> {
    /// The maximum depth, in decisions.
    pub depth: Option<u32>,
    /// The number of positions that the search may reach.
    pub nodes: Option<u64>,
    /// The number of best actions for which the search finds an exact value and a line. This number
    /// is at least one.
    pub lines: usize,
    /// The actions that are searched. If none of them is legal, all legal actions are searched.
    pub only: &'a [Action],
}

impl Default for SearchLimits<'_> {
    fn default() -> Self {
        Self { depth: None, nodes: None, lines: 1, only: &[] }
    }
}

/// An action at the root, with its value and the line that begins with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchLine {
    /// The value of the action.
    pub score: Score,
    /// The principal variation: the action, followed by the expected actions of all seats. It ends
    /// before the first roll.
    pub actions: Vec<Action>,
}

/// The results that a search has found up to a certain depth.
#[derive(Clone, Copy, Debug)]
pub struct SearchUpdate<'a> {
    /// The depth that was completed, in decisions.
    pub depth: u32,
    /// The greatest number of actions from the root to a position that was searched, including
    /// captures beyond the depth.
    pub deepest: u32,
    /// The number of positions reached so far, by all threads.
    pub nodes: u64,
    /// The fraction of the transposition table that is used, in thousandths.
    pub full: u32,
    /// The best lines, best first: as many as requested, or one for each action if there are fewer
    /// actions.
    pub lines: &'a [SearchLine],
}

/// The final results of a search.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct SearchFindings {
    /// The best action, or `None` if no seat decides at the root.
    pub action: Option<Action>,
    /// The lines found by the deepest completed search, best first. Empty if not even the first
    /// depth was completed.
    pub lines: Vec<SearchLine>,
    /// The greatest completed depth.
    pub depth: u32,
    /// The number of positions reached.
    pub nodes: u64,
    /// `true` if the caller stopped the search.
    pub stopped: bool,
}
