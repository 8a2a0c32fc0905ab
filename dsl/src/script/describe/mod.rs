//! Describes scripts, for pages and comparisons.

pub(crate) mod player_questions;
pub(crate) mod script_parts;
pub(crate) mod script_summary;
