//! The advantage of an agent in Elo, and answers about it.

use quadrille_core::numeric::math::{exp, ln};

/// The number of Elo points per unit of the natural logarithm of the odds.
pub(super) const ELO_PER_LOG_ODDS: f64 = 400.0 / std::f64::consts::LN_10;

/// Returns the advantage in Elo of an agent with this score (0 to 1), if this agent plays one of
/// `sides` sides against equal opponents. The advantage is -∞ for a score of 0, and ∞ for a score
/// of 1.
#[must_use]
pub fn elo(share: f64, sides: usize) -> f64 {
    match share {
        share if share <= 0.0 => f64::NEG_INFINITY,
        share if share >= 1.0 => f64::INFINITY,
        share => ELO_PER_LOG_ODDS * ln(share * opponents(sides) / (1.0 - share)),
    }
}

/// Returns the score that corresponds to an advantage in Elo. This function is the inverse of
/// [`elo`].
#[must_use]
pub fn share(elo: f64, sides: usize) -> f64 {
    let odds = exp((elo / ELO_PER_LOG_ODDS).clamp(-700.0, 700.0)) / opponents(sides);
    odds / (1.0 + odds)
}

fn opponents(sides: usize) -> f64 {
    sides.saturating_sub(1).max(1) as f64
}

/// The answer of a test: one of its two hypotheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchAnswer {
    /// The first agent's lead is greater than [`Hypotheses::more`](super::Hypotheses::more), or
    /// [`Sprt::elo1`](super::Sprt::elo1) is accepted.
    More,
    /// The first agent's lead is less than [`Hypotheses::less`](super::Hypotheses::less), or
    /// [`Sprt::elo0`](super::Sprt::elo0) is accepted.
    Less,
}
