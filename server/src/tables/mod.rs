//! Games that several people play: tables, their players and their clocks.
//!
//! `clock` counts time, `table` is one table, and `hall` holds all tables and runs their agents.

mod clock;
mod hall;
mod table;

pub(crate) use hall::{Caller, Hall, Pools, TableRequest};
pub(crate) use table::Credentials;
