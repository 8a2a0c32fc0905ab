//! The stored forms of tables, seats, actions and classes, and the changes that can be stored.

use std::collections::BTreeMap;

use quadrille_service::protocol::{ClockPlan, RulesKey, SeatPlan, Start};
use serde::{Deserialize, Serialize};

use crate::secret::TokenHash;

/// A table in its stored form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct StoredTable {
    pub name: String,
    pub rules: RulesKey,
    /// The game at its start as JSON. `None` if it began at the array of its rules.
    pub start: Option<String>,
    pub clock: Option<ClockPlan>,
    pub host: TokenHash,
    /// The hash of the network from which the table was opened. `None` if the quota does not apply.
    pub owner: Option<TokenHash>,
    /// The token that gives a free seat. `None` if the table was stored without one.
    pub invitation: Option<TokenHash>,
    /// The seats in the order of the rules.
    pub seats: Vec<StoredSeat>,
    pub actions: Vec<StoredAction>,
}

/// A seat in its stored form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct StoredSeat {
    pub seat: String,
    pub agent: Option<String>,
    pub token: Option<TokenHash>,
    pub taken: bool,
    pub called: Option<String>,
}

/// An action in its stored form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct StoredAction {
    /// The number of the ply, from 1.
    pub ply: usize,
    pub action: String,
    /// The seat whose clock ran during the action, and the milliseconds that this seat had left
    /// after the action.
    pub left: Option<(String, u64)>,
}

/// The plan of a class and of each of its tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct ClassPlan {
    pub rules: RulesKey,
    pub from: Start,
    pub seats: BTreeMap<String, SeatPlan>,
    pub clock: Option<ClockPlan>,
    /// The maximum number of tables.
    pub most: usize,
}

/// A class in its stored form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct StoredClass {
    /// The code with which people join. It is also the name of the class.
    pub code: String,
    pub plan: ClassPlan,
    pub host: TokenHash,
    /// The hash of the network from which the class was opened. `None` if the quota does not apply.
    pub owner: Option<TokenHash>,
    /// The tables in the order in which they were opened.
    pub tables: Vec<ClassTable>,
}

/// A table of a class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct ClassTable {
    pub name: String,
    /// `true` if a person can take a seat.
    pub has_free_seat: bool,
}

/// A change to be written.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum StoreChange {
    /// A new table.
    Open(StoredTable),
    /// A new action.
    Act { table: String, action: StoredAction },
    /// A change of a seat: a player has taken it, or it has a new player.
    Seat { table: String, seat: StoredSeat },
    /// A new game with these seats. Its actions replace the actions of the previous game.
    Restart { table: String, seats: Vec<StoredSeat> },
    /// A new class. Its tables are added by further changes.
    OpenClass(StoredClass),
    /// A new table of the class with this code.
    AddToClass { code: String, table: String },
    /// The class with this code is closed. Its tables remain.
    CloseClass { code: String },
}
