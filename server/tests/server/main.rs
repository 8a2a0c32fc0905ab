//! The server as browsers and programs use it.

mod classes;
mod common;
mod drafts;
mod hidden;
mod hostile;
mod resume;
mod tables;
