//! The interface of scripts: the functions of the [interface](api) and the
//! [hooks](hook_catalogue) as tables, with the [reference](word_reference) made of both, and the native functions behind them.

pub mod api;
pub(crate) mod bindings;
pub(crate) mod call_places;
pub mod hook_catalogue;
pub(crate) mod native;
pub mod rhai_definitions;
pub(crate) mod signature;
pub(crate) mod synonyms;
pub mod word_reference;
