//! Scores of positions, and the values used in searches.

use quadrille_core::numeric::math::{exp, ln};

/// The lead that multiplies the odds of winning by e, in hundredths of a unit.
const LEAD_PER_E_FOLD: f64 = 300.0;

/// The value of a position for the team of the seat that decides at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// The team leads by this many hundredths of a unit. A unit is 1/39 of an army's value, which
    /// is about the value of a pawn in chess.
    Lead(i32),
    /// The team wins by force after this number of actions, counted over all seats.
    Wins(u32),
    /// The team loses by force after this number of actions, counted over all seats.
    Loses(u32),
}

/// The value of a win at the root. For a later win, one is subtracted for each action that precedes
/// the win. The value of every win is greater than all other values.
pub(crate) const WIN: i32 = 4_000_000;
/// A value greater than this number is a forced win. A value less than the negative of this number
/// is a forced loss.
pub(crate) const FORCED_RESULT: i32 = WIN - 10_000;
/// The greatest static value. The least static value is the negative of this number.
pub(crate) const MAX_LEAD: i32 = 1_000_000;

impl Score {
    /// Returns the score of a value for the deciding team.
    pub(crate) fn of(value: i32) -> Self {
        if value > FORCED_RESULT {
            Self::Wins((WIN - value) as u32)
        } else if value < -FORCED_RESULT {
            Self::Loses((WIN + value) as u32)
        } else {
            Self::Lead(value)
        }
    }

    /// Returns the lead that corresponds to a share of a game between `teams` teams.
    pub(crate) fn lead_of(share: f64, teams: usize) -> i32 {
        let others = teams.max(2) as f64 - 1.0;
        let share = share.clamp(1e-6, 1.0 - 1e-6);
        (LEAD_PER_E_FOLD * ln(share * others / (1.0 - share))) as i32
    }

    /// Converts the score to a share of a game between `teams` teams, from 0 to 1.
    #[must_use]
    pub fn share(self, teams: usize) -> f64 {
        let fair = 1.0 / teams.max(1) as f64;
        match self {
            Self::Wins(_) => 1.0,
            Self::Loses(_) => 0.0,
            Self::Lead(lead) => {
                fair / (fair + (1.0 - fair) * exp(-f64::from(lead) / LEAD_PER_E_FOLD))
            }
        }
    }
}
