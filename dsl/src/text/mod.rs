//! Text for people: English lists and plurals, and signs for characters that can't be seen.

pub mod printable;
pub mod prose;
