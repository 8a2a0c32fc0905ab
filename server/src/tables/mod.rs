//! Games that several people play: tables, their players and their clocks.
//!
//! `clock` counts time, and `table` holds one table. `table_call` contains its calls and their
//! replies, and `opening` opens a new table. `table_process` runs a table with a draft in another
//! process, and `table_backend` hides where a table runs. `held_table` is a table with its lock,
//! its connections and its store. `hall` holds all tables and runs their agents. `class` opens and
//! joins groups of tables, and `wrong_codes` limits attempts to guess their codes.

mod class;
mod clock;
mod hall;
mod held_table;
mod opening;
mod table;
mod table_backend;
mod table_call;
mod table_process;
mod wrong_codes;

pub(crate) use hall::{Caller, Hall, Hosting, Pools};
pub(crate) use table::UndoableTable;
pub(crate) use table_backend::TableOpener;
pub(crate) use table_call::{Credentials, TableReply};
pub(crate) use table_process::{TABLE, TableRequest, TableResponse, TableWork};
