//! Comparisons of rulesets: the question, the games, and the report as data, as text, and as a page
//! in a single file.

pub mod contest;
mod contestant;
pub mod differences;
pub mod page;
pub mod question;
pub mod report;
pub mod text;
pub mod verdict;
