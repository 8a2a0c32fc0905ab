//! What scripts are written against: the functions of the [interface](api) and the
//! [hooks](catalogue). Tables only; depends on no other module of `script`.

pub mod api;
pub mod catalogue;
