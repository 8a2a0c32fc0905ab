//! Learning: tunes the weights of the evaluation by games of self-play.
//!
//! In a stage, agents with the weights known so far play games, and the weights are fitted to them
//! (logistic regression, as Österlund's Texel tuning): the evaluation of quiet positions is to say
//! what a search from there found, and how the game ended. What earlier stages have taught counts by the number of
//! their positions, so that a stage needs only its weights and that number: learning can be
//! interrupted after any stage and resumed. The weights do not depend on the number of threads.

mod contest;
mod features;
mod fit;
mod games;
mod learner;
mod train;

pub use contest::WeightsMatch;
pub use learner::{LearnPlan, Learned, Learner, LearningStage, OUTPUT_SCALES};
