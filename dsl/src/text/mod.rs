//! Text for people: English lists and plurals, signs for invisible characters, and coloured text.
//! Sentences are codes with arguments, so that other programs can write them in other languages.

pub mod printable;
pub mod prose;
mod sentence_templates;
mod styled;
mod translatable_sentence;

pub use sentence_templates::SentenceCode;
pub use styled::Styled;
pub use translatable_sentence::{Argument, Sentence};
