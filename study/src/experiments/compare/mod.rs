//! Comparisons of rulesets: blocks are played until the question is answered.
//!
//! One primary metric, named beforehand, decides. Its confidence sequence is computed after batches
//! of blocks whose sizes depend only on the cap. Play stops in three cases:
//!
//! - The sequence excludes zero: the rules differ.
//! - The sequence lies within the margin: the rules are equivalent.
//! - The cap is reached: the question remains open.
//!
//! Other [aims](Aim) have other answers. All other metrics are exploratory. Their intervals are
//! valid at every time too, and are corrected for their number by Holm's method.

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
