//! The program as people use it.

mod authoring;
mod book;
mod checking;
mod commands;
mod common;
mod comparing;
mod editing;
mod engine;
mod exploring;
#[cfg(target_os = "linux")]
mod faults;
mod hostile;
mod lints;
mod matches;
mod play;
mod profile;
mod records;
#[cfg(feature = "serve")]
mod serving;
mod shown;
mod store;
mod studies;
mod surveying;
mod teaching;
