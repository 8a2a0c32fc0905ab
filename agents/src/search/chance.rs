//! The search of chance nodes by the algorithm Star1. Chance nodes are rolls of dice and moves of
//! nature.

use super::alpha_beta::{NodeContext, Searcher, Window};
use super::search_kit::{Frame, Halt, RankedAction};

/// The greatest possible value of an outcome at a chance node, in hundredths of a unit.
const MAX_CHANCE_VALUE: i32 = 20_000;

impl<const W: usize> Searcher<'_, '_, '_, W> {
    /// Returns the mean value of the possible outcomes of chance. If the first outcomes prove that
    /// the mean lies outside the window, the function skips the other outcomes and returns a bound
    /// of the mean (Star1: Ballard, 1983).
    pub fn star1(
        &mut self,
        frames: &mut [Frame<W>],
        place: NodeContext,
        window: Window,
    ) -> Result<i32, Halt> {
        let total: i64 = frames[0].list.iter().map(|ranked| i64::from(ranked.rank)).sum();
        let total = total.max(1);
        let (mut sum, mut open) = (0_i64, total);
        let most = i64::from(MAX_CHANCE_VALUE);
        // Without this reduction, a search through dice might not end.
        let inner = NodeContext { depth: place.depth - 1, passed: false, ..place };
        for i in 0..frames[0].list.len() {
            let RankedAction { action, rank } = frames[0].list[i];
            let weight = i64::from(rank).max(1);
            open -= weight;
            // The remaining outcomes contribute at least `-open * most`, and at most `open * most`.
            let alpha = (i64::from(window.alpha) * total - sum - open * most).div_euclid(weight);
            let beta = (i64::from(window.beta) * total - sum + open * most).div_euclid(weight) + 1;
            let alpha = alpha.clamp(-most - 1, most) as i32;
            let beta = beta.clamp(i64::from(alpha) + 1, most + 1) as i32;
            let value = self.after(frames, action, inner, Window { alpha, beta })?;
            let value = value.clamp(-MAX_CHANCE_VALUE, MAX_CHANCE_VALUE);
            sum += weight * i64::from(value);
            if value <= alpha && open > 0 {
                return Ok(((sum + open * most) / total) as i32);
            }
            if value >= beta && open > 0 {
                return Ok(((sum - open * most) / total) as i32);
            }
        }
        self.thread.lines[place.ply].clear();
        Ok((sum / total) as i32)
    }
}
