//! What scripts see and do, registered with an engine: values, the view of a game, effects.

pub(crate) mod arguments;
pub(crate) mod effects;
mod properties;
pub(crate) mod queries;
pub(crate) mod reads;
pub(crate) mod values;
pub(crate) mod view;
