//! Tables, seats and actions as the store keeps them, and the changes that it writes.

use quadrille_service::protocol::{ClockPlan, RulesKey};

use crate::secret::TokenHash;

/// A table as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StoredTable {
    pub name: String,
    pub rules: RulesKey,
    /// The game at its start as JSON; none if it began at the rules' own start.
    pub start: Option<String>,
    pub clock: Option<ClockPlan>,
    pub host: TokenHash,
    /// In the rules' order.
    pub seats: Vec<StoredSeat>,
    pub actions: Vec<StoredAction>,
}

/// A seat as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StoredSeat {
    pub seat: String,
    pub agent: Option<String>,
    pub token: Option<TokenHash>,
    pub taken: bool,
    pub called: Option<String>,
}

/// An action as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StoredAction {
    /// Its number, from 1.
    pub ply: usize,
    pub action: String,
    /// The seat whose clock ran, with the milliseconds that it had left afterwards.
    pub left: Option<(String, u64)>,
}

/// Something to be written.
#[derive(Clone, Debug)]
pub(crate) enum StoreChange {
    /// A table is opened.
    Open(StoredTable),
    /// An action is played.
    Act { table: String, action: StoredAction },
    /// A seat is taken, or given to somebody else.
    Seat { table: String, seat: StoredSeat },
}
