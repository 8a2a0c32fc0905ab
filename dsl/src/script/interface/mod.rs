//! What scripts are written against: the functions of the [interface](api) and the
//! [hooks](catalogue), with the [reference](words) made of both. Tables only; depends on `signature`, and on `bindings` for the rows
//! of effects.

pub mod api;
pub mod catalogue;
pub mod definitions;
pub(crate) mod synonyms;
pub mod words;
