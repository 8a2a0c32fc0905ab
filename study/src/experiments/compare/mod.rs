//! Comparisons of rulesets: blocks are played until the question is answered.
//!
//! One primary metric, named beforehand, decides. Blocks are played in batches. The sizes of the
//! batches depend only on the cap, and the metric's confidence sequence is computed after each
//! batch. Play stops in three cases:
//!
//! - The sequence excludes zero: the rules differ.
//! - The sequence lies within the margin: the rules are equivalent.
//! - The cap is reached: the question remains open.
//!
//! Other [aims](Aim) have other answers. All metrics except the primary one are exploratory. Their
//! intervals are also valid at every time, and Holm's method corrects them for the number of these
//! metrics.

mod comparison;
mod conclusion;
mod design;
mod estimate;
mod level;
mod open_pair;
mod trial;

pub use super::verdict::{Aim, InterimEstimate, Verdict, next_look, verdict};
pub use comparison::{Asked, Comparison, compare};
pub use conclusion::{Conclusion, conclude};
pub use design::{Design, Listener, Look};
pub use estimate::Estimate;
pub use level::{ReferenceTest, level};
pub use trial::{Difference, Pair, Trial};
