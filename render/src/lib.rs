#![doc = include_str!("../README.md")]
//!
//! [`layout`] decides the content of a picture. The back ends ([`terminal`], [`svg`], `png`) draw
//! it.

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
