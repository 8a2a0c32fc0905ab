//! The limits of a search, and its reports.

use quadrille_core::rules::Action;

use crate::score::Score;

/// The greatest depth that an agent takes, in decisions.
pub const MAX_DEPTH: u8 = 20;
/// The most nodes that an agent takes for one decision.
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

/// When a search ends by itself. Without any limit it ends at the greatest depth, or when it is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchLimits<'a> {
    /// The depth in decisions.
    pub depth: Option<u32>,
    /// The number of positions reached.
    pub nodes: Option<u64>,
    /// How many of the best actions are searched in full, each with its line; at least one.
    pub lines: usize,
    /// The actions that are searched; all, if none of these is legal.
    pub only: &'a [Action],
}

impl Default for SearchLimits<'_> {
    fn default() -> Self {
        Self { depth: None, nodes: None, lines: 1, only: &[] }
    }
}

/// An action at the root, its value, and how the game would go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchLine {
    /// The value.
    pub score: Score,
    /// The principal variation: the action, and what all seats would play after it. Rolls are not on it, and it ends
    /// where they come.
    pub actions: Vec<Action>,
}

/// What a search has found out up to a depth.
#[derive(Clone, Copy, Debug)]
pub struct SearchUpdate<'a> {
    /// The depth that was completed, in decisions.
    pub depth: u32,
    /// The greatest number of actions from the root to a position that was looked at, captures after the last depth
    /// included.
    pub deepest: u32,
    /// The number of positions reached so far, by all threads.
    pub nodes: u64,
    /// How full the transposition table is, in thousandths.
    pub full: u32,
    /// The lines, best first: as many as asked for, or as there are actions.
    pub lines: &'a [SearchLine],
}

/// What a search has found out in the end.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct SearchFindings {
    /// The best action, or `None` if nobody decides here.
    pub action: Option<Action>,
    /// The lines of the greatest depth that was completed, best first; empty if there was none.
    pub lines: Vec<SearchLine>,
    /// That depth.
    pub depth: u32,
    /// The number of positions reached.
    pub nodes: u64,
    /// Whether the caller stopped it.
    pub stopped: bool,
}
