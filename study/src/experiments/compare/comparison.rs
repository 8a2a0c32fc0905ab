//! [`Comparison`]: a comparison that can be played in parts.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use super::open_pair::OpenPair;
use super::{Design, Listener, Look, Trial, Verdict, next_look};
use crate::experiments::block::{BlockDesign, Half, Side, play};
use crate::sim::Summary;

/// Compares the first side with every other side. The agents of `table` play all games. `level` is
/// the error probability of this comparison. If there are several tables of agents, the alpha of
/// the design is divided among these tables, and `level` is the part for `table`.
#[must_use]
pub fn compare(
    sides: &[Side<'_>],
    table: &BlockDesign,
    design: &Design,
    level: f64,
    stop: &AtomicBool,
    listener: &dyn Listener,
) -> Trial {
    let mut comparison = Comparison::new(sides, table, design, level);
    while !comparison.is_over(design) && !stop.load(Ordering::Relaxed) {
        comparison.advance(sides, design, u64::MAX, stop, listener);
    }
    comparison.trial(design)
}

/// The games that a comparison needs next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// For each side, `true` if its games are needed.
    pub wanted: Vec<bool>,
    /// The numbers of the blocks.
    pub blocks: Range<u64>,
}

/// A comparison with one table of agents. It can be played in parts. Between two parts, the sides
/// and the design must not change. The result does not depend on the division into parts.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The results of the comparison so far.
    trial: Trial,
    pairs: Vec<OpenPair>,
    /// The error probability of each pair.
    level: f64,
    /// The number of blocks played.
    played: u64,
}

impl Comparison {
    /// Creates a comparison of the first side with every other side. No block has been added yet.
    #[must_use]
    pub fn new(sides: &[Side<'_>], table: &BlockDesign, design: &Design, level: f64) -> Self {
        let others = sides.len().saturating_sub(1).max(1);
        let level = level / others as f64;
        let metric = &design.metrics[design.primary];
        let pair = |other| OpenPair {
            other,
            sequence: metric.change(level, design.cap),
            verdict: Verdict::Inconclusive,
            answered: None,
            looks: Vec::new(),
            expected: None,
            promising: false,
        };
        let plan = table.plan();
        let trial = Trial {
            table: table.clone(),
            rotations: table.rotations(),
            summaries: sides.iter().map(|side| Summary::of_plan(side.rules, &plan)).collect(),
            values: vec![Vec::new(); sides.len()],
            numbers: Vec::new(),
            pairs: Vec::new(),
            faults: 0,
            first_fault: None,
            interrupted: false,
        };
        Self { trial, pairs: (1..sides.len()).map(pair).collect(), level, played: 0 }
    }

    /// Returns the number of blocks played.
    #[must_use]
    pub fn played(&self) -> u64 {
        self.played
    }

    /// Returns `true` if no more blocks are needed.
    #[must_use]
    pub fn is_over(&self, design: &Design) -> bool {
        !self.pairs.iter().any(|pair| pair.is_asked(design))
    }

    /// Returns the games needed up to the next interim analysis, or `None` if no more games are
    /// needed.
    #[must_use]
    pub fn asks(&self, design: &Design) -> Option<Asked> {
        if self.is_over(design) {
            return None;
        }
        let mut wanted = vec![false; self.trial.values.len()];
        wanted[0] = true;
        for pair in &self.pairs {
            wanted[pair.other] = pair.is_asked(design);
        }
        // The time of the next interim analysis depends only on the last interim analysis. Playing
        // a batch in parts does not change this time.
        let last = self.pairs.iter().map(OpenPair::looked).max().unwrap_or(0);
        Some(Asked { wanted, blocks: self.played..next_look(last, design.cap) })
    }

    /// Adds the next blocks, in order. Each block contains the games of the sides that
    /// [`Comparison::asks`] requests.
    pub fn take(
        &mut self,
        sides: &[Side<'_>],
        design: &Design,
        blocks: Vec<Vec<Option<Half>>>,
        listener: &dyn Listener,
    ) {
        let Some(Asked { wanted, blocks: asked }) = self.asks(design) else { return };
        let most = (asked.end - asked.start) as usize;
        for block in blocks.into_iter().take(most) {
            self.trial.take(sides, self.played, block, &mut self.pairs, design.primary);
            self.played += 1;
        }
        if self.played == asked.end {
            for pair in self.pairs.iter_mut().filter(|pair| wanted[pair.other]) {
                pair.look(self.played, design);
                pair.promising =
                    design.pursues && self.trial.promises(pair.other, design, self.level);
            }
            listener.look(&latest(&mut self.pairs, self.played, design.cap));
        }
    }

    /// Plays up to the next interim analysis, but at most `blocks` blocks. Plays fewer blocks if
    /// `stop` is set.
    pub fn advance(
        &mut self,
        sides: &[Side<'_>],
        design: &Design,
        blocks: u64,
        stop: &AtomicBool,
        listener: &dyn Listener,
    ) {
        let Some(Asked { wanted, blocks: asked }) = self.asks(design) else { return };
        let range = asked.start..asked.end.min(asked.start.saturating_add(blocks.max(1)));
        let tick = || listener.game();
        let played = play(sides, &wanted, &self.trial.table, range, design.jobs, stop, &tick);
        self.take(sides, design, played, listener);
    }

    /// Returns the present results. If the comparison is not over, the results are computed as if
    /// the comparison were stopped now.
    #[must_use]
    pub fn trial(&self, design: &Design) -> Trial {
        let mut trial = self.trial.clone();
        trial.interrupted = !self.is_over(design);
        let pairs = self.pairs.iter().cloned().map(|mut pair| {
            if pair.is_asked(design) && pair.looked() < self.played {
                pair.look(self.played, design);
            }
            trial.pair(pair, design, self.level)
        });
        trial.pairs = pairs.collect();
        trial
    }
}

/// Returns the report of an interim analysis.
fn latest(pairs: &mut [OpenPair], blocks: u64, cap: u64) -> Look {
    let undecided = |pair: &&OpenPair| pair.verdict == Verdict::Inconclusive;
    let expected = pairs.iter().filter(undecided).filter_map(|pair| pair.expected).max();
    let changes = pairs.iter_mut().map(|pair| (pair.sequence.mean(), pair.sequence.interval()));
    Look { blocks, cap, changes: changes.collect(), expected }
}
