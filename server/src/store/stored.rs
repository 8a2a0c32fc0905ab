//! The stored forms of tables, seats and actions, and the changes that can be stored.

use quadrille_service::protocol::{ClockPlan, RulesKey};
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

/// A change to be written.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum StoreChange {
    /// A new table.
    Open(StoredTable),
    /// A new action.
    Act { table: String, action: StoredAction },
    /// A change of a seat: a player has taken it, or it has a new player.
    Seat { table: String, seat: StoredSeat },
    /// A new game with these seats. It replaces the actions of the game before.
    Restart { table: String, seats: Vec<StoredSeat> },
}
