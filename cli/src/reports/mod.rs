//! What commands found: as data that is printed as JSON, and as text for people.
//!
//! Reports load no rulesets and may use `args` and `output`; of games they only play single ones
//! again to show them (`rerun`) or write them down (`record`).

pub mod command_line;
pub mod compare;
pub mod envelope;
pub mod fault;
pub mod figures;
pub mod outcome;
pub mod playout;
pub mod record;
pub mod rerun;
pub mod statistics;
