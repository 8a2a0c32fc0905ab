//! What commands found: as data that is printed as JSON, and as text for people.
//!
//! Reports neither load rulesets nor play games; they may use `args` and `output`.

pub mod command_line;
pub mod compare;
pub mod envelope;
pub mod figures;
pub mod outcome;
pub mod playout;
pub mod statistics;
