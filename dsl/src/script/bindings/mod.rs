//! What scripts see and do, registered with an engine: values, the view of a game, effects.
//!
//! Depends on the [interface](super::interface) and the [sandbox](super::sandbox).

pub(crate) mod effects;
pub(crate) mod values;
pub(crate) mod view;
