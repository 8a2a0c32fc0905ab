//! The interface of scripts. Its [functions](api) and its [hooks](hook_catalogue) are listed in two
//! tables. The [reference](word_reference) is generated from these tables. Native functions
//! implement the interface.

pub mod api;
pub(crate) mod bindings;
pub(crate) mod call_origin;
pub mod hook_catalogue;
pub(crate) mod native;
pub mod rhai_definitions;
pub(crate) mod signature;
pub(crate) mod synonyms;
pub mod word_reference;
