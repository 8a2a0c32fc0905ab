//! Games that several people play: tables, who sits at them, and their time.
//!
//! `clock` counts time, `table` is one table, `hall` has all of them and lets agents think.

mod clock;
mod hall;
mod table;

pub(crate) use hall::{Caller, Hall, Pools, TableRequest};
pub(crate) use table::ConnectionId;
