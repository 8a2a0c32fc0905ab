//! Tests of one ruleset's metric against a number.

use std::sync::atomic::{AtomicBool, Ordering};

use super::estimate::{Estimate, estimate};
use super::{Design, InterimEstimate, Listener, Look, Verdict, next_look, verdict};
use crate::experiments::block::{BlockDesign, Side, play};

/// Tests if a metric of one ruleset has the value `reference`, which a claim states. The test
/// treats the difference between the metric and `reference` like a difference between two rulesets.
#[must_use]
pub fn level(
    side: &Side<'_>,
    table: &BlockDesign,
    design: &Design,
    reference: f64,
    alpha: f64,
    stop: &AtomicBool,
    listener: &dyn Listener,
) -> ReferenceTest {
    let metric = &design.metrics[design.primary];
    let mut sequence = metric.sequence(reference, alpha, design.cap);
    let mut found = ReferenceTest {
        verdict: Verdict::Inconclusive,
        blocks: 0,
        without: 0,
        faults: 0,
        value: estimate(&mut sequence),
        interrupted: false,
    };
    let mut looks = Vec::new();
    while found.verdict == Verdict::Inconclusive && found.blocks < design.cap {
        let next = next_look(found.blocks, design.cap);
        let tick = || listener.game();
        let sides = std::slice::from_ref(side);
        let blocks = play(sides, &[true], table, found.blocks..next, design.jobs, stop, &tick);
        let complete = blocks.len() as u64 == next - found.blocks;
        found.blocks += blocks.len() as u64;
        for half in blocks.into_iter().flatten().flatten() {
            let value = half.values[design.primary];
            if half.fault().is_some() {
                found.faults += 1;
            } else if value.is_nan() {
                found.without += 1;
            } else {
                sequence.add(value - reference);
            }
        }
        let interval = sequence.interval();
        found.verdict = verdict(sequence.mean(), interval, design.aim);
        let changes = vec![(sequence.mean(), interval)];
        looks.push(InterimEstimate { blocks: found.blocks, mean: sequence.mean(), interval });
        listener.look(&Look { blocks: found.blocks, cap: design.cap, changes, expected: None });
        if !complete || stop.load(Ordering::Relaxed) {
            found.interrupted = found.verdict == Verdict::Inconclusive && found.blocks < design.cap;
            break;
        }
    }
    found.value = estimate(&mut sequence);
    // A test of a level stops as soon as it has an answer.
    let design = Design { floor: 0, ..design.clone() };
    found.value.expected = design.stopping(&looks, found.value.deviation).estimate();
    found
}

/// The result of a test of a metric against a reference.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct ReferenceTest {
    /// The verdict on the difference between the metric and the reference.
    pub verdict: Verdict,
    /// The number of blocks played.
    pub blocks: u64,
    /// The number of blocks in which the metric has no value.
    pub without: u64,
    /// The number of blocks left out because of a fault.
    pub faults: u64,
    /// The estimate of the metric minus the reference.
    pub value: Estimate,
    /// `true` if the caller stopped the test early.
    pub interrupted: bool,
}
