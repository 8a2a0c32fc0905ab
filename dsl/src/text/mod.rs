//! Text for people: English lists and plurals, signs for invisible characters, and coloured text.

pub mod printable;
pub mod prose;
mod styled;

pub use styled::Styled;
