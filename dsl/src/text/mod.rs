//! Text for people: English lists and plurals, signs for characters that can't be seen, and coloured text.

pub mod printable;
pub mod prose;
mod styled;

pub use styled::Styled;
