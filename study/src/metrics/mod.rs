//! Metrics: numbers that describe single games and many games.

mod catalogue;
mod checks;
mod clarity;
mod game_record;
mod lead;
mod measurements;
mod observer;
mod plain_ply;
mod seat_contrast;
mod totals;
mod units;

pub use catalogue::{METRICS, MeasuredGame, Metric, MetricGroup, Unit, metric};
use checks::CheckTracker;
use clarity::Gains;
pub use game_record::GameRecord;
use lead::Strengths;
pub(crate) use lead::worth;
pub use lead::{Lead, SideStrengths, lead};
pub use measurements::{Freeze, Measurements, PLIES_PER_SAMPLE, utility, winner};
pub(crate) use observer::Observer;
use plain_ply::{PlainPly, PlannedMove};
pub use seat_contrast::{SeatContrast, seat_contrasts};
pub use totals::{Moments, Sample, Totals};
pub use units::{MILLION, WHOLE};
