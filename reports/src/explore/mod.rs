//! Opening trees: the moves of games from one position, with frequencies, results and evaluations.

mod games;
mod report;
mod text;
mod tree;

pub use games::RecordError;
pub use report::{ExploreReport, ExploredMove, ExploredPosition, ResultCounts, SideResults};
pub use text::text;
pub use tree::{MAX_DEPTH, MAX_MOVES, OpeningTree, TreeError};
