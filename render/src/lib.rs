#![doc = include_str!("../README.md")]
//!
//! [`layout`] decides what is to be seen, and the back ends ([`terminal`], [`svg`], `png`) what it
//! looks like.

pub mod colour;
pub mod glyphs;
pub mod layout;
#[cfg(feature = "png")]
pub mod png;
pub mod reach;
pub mod shapes;
pub mod svg;
pub mod terminal;
#[cfg(test)]
mod testing;

pub use layout::{Picture, PictureOptions};
pub use quadrille_dsl::text::Styled;
