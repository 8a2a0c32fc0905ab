//! Text for people: English lists and plurals, signs for invisible characters, and coloured text.
//! Sentences are codes with arguments, so that other programs can write them in other languages.

pub mod printable;
pub mod prose;
mod sentence;
mod sentence_code;
mod styled;

pub use sentence::{Argument, Sentence};
pub use sentence_code::SentenceCode;
pub use styled::Styled;
