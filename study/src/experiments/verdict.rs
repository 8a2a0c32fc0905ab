//! Interim analyses: the times at which an experiment examines an interval, and the answers that
//! the interval gives.

/// The number of blocks before the first interim analysis.
const FIRST_LOOK_BLOCKS: u64 = 50;

/// The aim of an experiment: the property of a difference about which the experiment decides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Aim {
    /// Decides if the difference is not zero. If there is a margin, the answer can also be that the
    /// difference lies within the margin.
    Change(Option<f64>),
    /// Decides if the difference is above or below this limit.
    Side(f64),
    /// Decides if the difference lies within this margin of zero.
    Margin(f64),
}

impl Aim {
    /// Returns a width for each of two possible answers. If the half width of an interval around
    /// `difference` is below a width, the interval gives the answer of this width. A width is
    /// negative if its answer is not possible.
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
    /// The interval excludes zero. If the aim is [`Aim::Side`], the whole interval is on one side
    /// of the limit. If the aim is [`Aim::Margin`], the whole interval is outside the margin.
    Different,
    /// The interval lies within the margin.
    Equivalent,
    /// The blocks played so far give neither answer.
    Inconclusive,
}

/// Returns the answer that an interval gives. The intervals of a sequence never grow, so a later
/// mean can lie outside the interval. The answer [`Verdict::Equivalent`] therefore has a second
/// condition: the mean must also lie within the margin.
#[must_use]
pub fn verdict(mean: f64, (low, high): (f64, f64), aim: Aim) -> Verdict {
    let (margin, least, most) = match aim {
        Aim::Change(margin) => (margin, 0.0, 0.0),
        Aim::Side(limit) => (None, limit, limit),
        Aim::Margin(margin) => (Some(margin), -margin, margin),
    };
    match margin {
        // A difference that is known to lie within the margin counts as no difference.
        Some(margin) if low >= -margin && high <= margin && mean.abs() <= margin => {
            Verdict::Equivalent
        }
        _ if low > most || high < least => Verdict::Different,
        _ => Verdict::Inconclusive,
    }
}

/// The estimate of the primary metric's change at an interim analysis.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct InterimEstimate {
    /// The number of blocks up to the analysis.
    pub blocks: u64,
    /// The mean change over the blocks up to the analysis.
    pub mean: f64,
    /// The interval of the change.
    pub interval: (f64, f64),
}

/// Returns the number of blocks at the next interim analysis, which is at most the cap. From the
/// second analysis on, each analysis has a quarter more blocks than the analysis before it.
#[must_use]
pub fn next_look(blocks: u64, cap: u64) -> u64 {
    let next =
        if blocks < FIRST_LOOK_BLOCKS { FIRST_LOOK_BLOCKS } else { blocks + (blocks / 4).max(1) };
    next.min(cap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_follow_from_intervals() {
        let middle = |(low, high): (f64, f64)| (low + high) / 2.0;
        let change = |interval, margin| verdict(middle(interval), interval, Aim::Change(margin));
        assert_eq!(change((0.01, 0.2), None), Verdict::Different);
        assert_eq!(change((-0.2, -0.01), Some(0.1)), Verdict::Different);
        assert_eq!(change((-0.01, 0.02), Some(0.05)), Verdict::Equivalent);
        assert_eq!(change((0.01, 0.02), Some(0.05)), Verdict::Equivalent);
        assert_eq!(change((-0.01, 0.02), None), Verdict::Inconclusive);
        assert_eq!(change((-0.01, 0.2), Some(0.05)), Verdict::Inconclusive);
        // The mean has left the interval.
        assert_eq!(verdict(-0.07, (-0.05, 0.03), Aim::Change(Some(0.06))), Verdict::Inconclusive);
    }

    #[test]
    fn a_limit_or_margin_is_an_answer_only_if_the_interval_does_not_contain_it() {
        let middle = |(low, high): (f64, f64)| (low + high) / 2.0;
        let side = |interval| verdict(middle(interval), interval, Aim::Side(0.05));
        assert_eq!(side((0.06, 0.2)), Verdict::Different);
        assert_eq!(side((-0.1, 0.04)), Verdict::Different);
        assert_eq!(side((0.01, 0.2)), Verdict::Inconclusive);
        let margin = |interval| verdict(middle(interval), interval, Aim::Margin(0.05));
        assert_eq!(margin((-0.04, 0.05)), Verdict::Equivalent);
        assert_eq!(margin((-0.2, -0.06)), Verdict::Different);
        assert_eq!(margin((0.01, 0.2)), Verdict::Inconclusive);
    }

    #[test]
    fn looks_end_at_the_cap() {
        let mut looks = vec![0];
        while *looks.last().unwrap() < 1000 {
            looks.push(next_look(*looks.last().unwrap(), 1000));
        }
        assert_eq!(&looks[..5], [0, 50, 62, 77, 96]);
        assert_eq!(looks.last(), Some(&1000));
        assert_eq!(next_look(0, 7), 7);
    }
}
