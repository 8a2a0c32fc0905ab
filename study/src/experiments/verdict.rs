//! Interim analyses: the times at which an experiment looks at an interval, and the answers that the
//! interval gives.

/// The number of blocks before the first look.
const FIRST_LOOK_BLOCKS: u64 = 50;

/// The aim of an experiment: the property of a difference that answers its question.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Aim {
    /// The difference is not zero; with a margin, a difference within it is an answer too.
    Change(Option<f64>),
    /// The side of a limit on which the difference lies.
    Side(f64),
    /// The difference lies within the margin, or outside.
    Margin(f64),
}

impl Aim {
    /// Returns the distances of a difference from the values that answer the question; negative if it
    /// can't.
    pub(super) fn distances(self, difference: f64) -> [f64; 2] {
        let size = difference.abs();
        match self {
            Self::Change(margin) => [size, margin.map_or(-1.0, |margin| margin - size)],
            Self::Side(limit) => [(difference - limit).abs(), -1.0],
            Self::Margin(margin) => [(margin - size).abs(), -1.0],
        }
    }
}

/// The answer to a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// The sequence excludes zero or, if the aim is a limit or a margin, all values on one side of it.
    Different,
    /// The sequence lies within the margin.
    Equivalent,
    /// Neither, after all blocks played.
    Inconclusive,
}

/// Returns the answer that an interval gives.
#[must_use]
pub fn verdict((low, high): (f64, f64), aim: Aim) -> Verdict {
    let (margin, least, most) = match aim {
        Aim::Change(margin) => (margin, 0.0, 0.0),
        Aim::Side(limit) => (None, limit, limit),
        Aim::Margin(margin) => (Some(margin), -margin, margin),
    };
    match margin {
        // A difference known to be within the margin counts as none.
        Some(margin) if low >= -margin && high <= margin => Verdict::Equivalent,
        _ if low > most || high < least => Verdict::Different,
        _ => Verdict::Inconclusive,
    }
}

/// The change of the primary metric as known at a look.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct InterimEstimate {
    /// The number of blocks.
    pub blocks: u64,
    /// The mean.
    pub mean: f64,
    /// The interval.
    pub interval: (f64, f64),
}

/// Returns the number of blocks at the next look: a quarter more, at most the cap.
#[must_use]
pub fn next_look(blocks: u64, cap: u64) -> u64 {
    let next =
        if blocks < FIRST_LOOK_BLOCKS { FIRST_LOOK_BLOCKS } else { blocks + (blocks / 4).max(1) };
    next.min(cap)
}
