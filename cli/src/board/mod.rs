//! Pictures of positions: one layout, drawn by a terminal, an SVG and a PNG back end.
//!
//! [`layout`] decides what is to be seen; the back ends only decide what it looks like. Depends
//! on the engine's nouns and on no game being played.

pub mod colour;
pub mod glyphs;
pub mod layout;
pub mod png;
pub mod reach;
pub mod shapes;
pub mod svg;
pub mod terminal;
#[cfg(test)]
pub mod testing;

pub use layout::{Look, Picture};
