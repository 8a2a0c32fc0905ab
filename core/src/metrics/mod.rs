//! What happened in a game beyond its result, and in many games.
//!
//! Depends on `agents` and below; the rules know nothing of it.

mod catalogue;
mod clarity;
mod game_record;
mod lead;
mod measurements;
mod observer;
mod seat_contrast;
mod totals;

pub use catalogue::{Group, METRICS, Metric, Played, Unit, metric};
use clarity::standing_out;
pub use game_record::GameRecord;
pub use lead::{Outlook, Standing, outlook};
pub(crate) use lead::{strengths, worth};
pub use measurements::{Freeze, MILLION, Record, SAMPLE, WHOLE, utility, winner};
pub(crate) use observer::Meter;
pub use seat_contrast::{Contrast, contrasts};
pub use totals::{Moments, Sample, Totals};
