//! Learning: tunes the weights of the evaluation by games of self-play.
//!
//! In a stage, agents play games with the present weights, and the weights are fitted to these
//! games (logistic regression, as in Österlund's Texel tuning). The evaluation of a quiet position
//! should predict the result of a search from this position, and the end of the game.
//!
//! The results of earlier stages count by the number of their positions. A stage therefore needs
//! only the weights and the number of earlier positions, so that learning can be interrupted after
//! any stage and resumed. The weights do not depend on the number of threads.

mod contest;
mod features;
mod fit;
mod games;
mod learner;
mod train;

pub use contest::WeightsMatch;
pub use learner::{LearnPlan, Learned, Learner, LearningStage, OUTPUT_SCALES};
