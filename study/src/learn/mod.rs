//! Learning: tunes the weights of the evaluation by games of self-play.
//!
//! In a stage, agents play games with the present weights. Then the weights are fitted to these
//! games by logistic regression, as in Österlund's Texel tuning. The fit adjusts the weights so
//! that the evaluation of a quiet position predicts the result of a search from this position and
//! the result of the game.
//!
//! A fit takes the weights of the earlier stages into account. The more positions the earlier
//! stages had, the more their weights count. A new stage needs only the earlier weights and the
//! number of earlier positions. Learning can therefore be interrupted after any stage and resumed.
//! The weights do not depend on the number of threads.

mod contest;
mod features;
mod fit;
mod games;
mod learner;
mod train;

pub use contest::WeightsMatch;
pub use learner::{LearnPlan, Learned, Learner, LearningStage, OUTPUT_SCALES};
