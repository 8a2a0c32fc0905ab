//! Games that several people play: tables, their players and their clocks.
//!
//! `clock` counts time, and `table` is one table. `held_table` is a table with its lock and its store.
//! `hall` holds all tables and runs their agents.

mod clock;
mod hall;
mod held_table;
mod table;

pub(crate) use hall::{Caller, Hall, Pools, TableRequest};
pub(crate) use table::Credentials;
