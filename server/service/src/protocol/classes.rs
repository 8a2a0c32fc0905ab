//! Messages about classes: groups of tables on a server. People join a class by its code, and the
//! class gives each of them a free seat.

use serde::{Deserialize, Serialize};

#[cfg(doc)]
use super::Ask;

/// A class as one connection sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ClassView {
    /// The code with which people join the class.
    pub code: String,
    /// The names of the tables, in the order in which they were opened.
    pub tables: Vec<String>,
    /// The maximum number of tables.
    pub most: usize,
    /// `true` if no seat is free and the class can have no further table.
    pub full: bool,
    /// `true` if this connection may [direct](Ask::DirectClass) the class.
    pub host: bool,
}

/// A change of a class by its host.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ClassOrder {
    /// Starts another game at each table.
    Round {
        /// `true` if the players change seats, see [`Ask::Rematch`].
        rotate: bool,
    },
    /// Lets this agent play all free seats.
    Fill(String),
    /// Closes the class. Its code becomes invalid, and its tables continue.
    Close,
}
