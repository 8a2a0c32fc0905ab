//! What a search is asked for, and what it tells.

use quadrille_core::numeric::math::{exp, ln};
use quadrille_core::rules::Action;

/// A lead of so many hundredths of a unit multiplies the odds of winning by e.
const SCALE: f64 = 300.0;

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

/// The value of a position for the team of the seat that decides at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// It leads by so many hundredths of a unit, which is what a pawn is to an army in chess.
    Lead(i32),
    /// It wins by force after so many actions of anybody.
    Wins(u32),
    /// It loses by force after so many actions of anybody.
    Loses(u32),
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

/// The value of a win, less a little for each action until it. All values are below.
pub(super) const WIN: i32 = 4_000_000;
/// Values beyond this are results by force.
pub(super) const RESULT: i32 = WIN - 10_000;
/// Static values lie between this and its negative.
pub(super) const LEAD: i32 = 1_000_000;

impl Score {
    /// The score of a value for the deciding team.
    pub(super) fn of(value: i32) -> Self {
        if value > RESULT {
            Self::Wins((WIN - value) as u32)
        } else if value < -RESULT {
            Self::Loses((WIN + value) as u32)
        } else {
            Self::Lead(value)
        }
    }

    /// The lead of a team that can expect a share of a game between so many teams.
    pub(super) fn lead_of(share: f64, teams: usize) -> i32 {
        let others = teams.max(2) as f64 - 1.0;
        let share = share.clamp(1e-6, 1.0 - 1e-6);
        (SCALE * ln(share * others / (1.0 - share))) as i32
    }

    /// The share of a game between so many teams that the team can expect, from 0 to 1.
    #[must_use]
    pub fn share(self, teams: usize) -> f64 {
        let fair = 1.0 / teams.max(1) as f64;
        match self {
            Self::Wins(_) => 1.0,
            Self::Loses(_) => 0.0,
            Self::Lead(lead) => fair / (fair + (1.0 - fair) * exp(-f64::from(lead) / SCALE)),
        }
    }
}
