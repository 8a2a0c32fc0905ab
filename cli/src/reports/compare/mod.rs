//! The report of a comparison: as data, as text, and as a page for browsers.

pub mod contest;
pub mod differences;
pub mod page;
pub mod report;
pub mod text;
mod verdict;
