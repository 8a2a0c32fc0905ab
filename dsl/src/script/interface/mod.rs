//! The interface of scripts. Tables list the [functions](api) and the [hooks](hook_catalogue). The
//! [reference](word_reference) is generated from both. Native functions implement the interface.

pub mod api;
pub(crate) mod bindings;
pub(crate) mod call_places;
pub mod hook_catalogue;
pub(crate) mod native;
pub mod rhai_definitions;
pub(crate) mod signature;
pub(crate) mod synonyms;
pub mod word_reference;
