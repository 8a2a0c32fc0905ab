//! [`Estimate`]: a mean with its interval.

use crate::statistics::confidence_sequence::Sequence;

/// A mean with its interval. The interval is valid at every time, not only after a fixed number of
/// blocks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean over the blocks that were played.
    pub mean: f64,
    /// The estimate of the mean over infinitely many blocks. This estimate differs from `mean` if
    /// play stopped because `mean` was far from zero ([`crate::experiments::stopping`]).
    pub expected: f64,
    /// The standard deviation between blocks.
    pub deviation: f64,
    /// The interval of the mean.
    pub interval: (f64, f64),
}

/// Returns the estimate of a sequence.
pub(super) fn estimate(sequence: &mut Sequence) -> Estimate {
    Estimate {
        mean: sequence.mean(),
        expected: sequence.mean(),
        deviation: sequence.deviation(),
        interval: sequence.interval(),
    }
}
