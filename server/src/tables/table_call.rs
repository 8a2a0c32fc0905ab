//! The calls of a table and their replies. They are plain data, so that a table can run in another
//! process.

use std::time::Duration;

use quadrille_service::protocol::{Ask, Refusal, SeatPlan};
use quadrille_service::{Answered, respond};
use serde::{Deserialize, Serialize};

use crate::store::StoreChange;
use crate::turns::ConnectionId;

/// The rights that a connection claims when it joins a table.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Credentials {
    /// The token of a seat or of the host, or the table's invitation.
    pub token: Option<String>,
    /// The seat that the player chooses, if the token is the invitation.
    pub seat: Option<String>,
    /// The name that the player chooses.
    pub name: Option<String>,
    /// `true` if the server gives the connection a free seat without a token, as a class does.
    pub any_seat: bool,
}

/// A call of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum TableCall {
    /// A connection joins. Its request has the number `id`.
    Join { id: u64, connection: ConnectionId, credentials: Credentials },
    /// Answer a request of a connection.
    Ask { id: u64, connection: ConnectionId, ask: Ask },
    /// A connection leaves.
    Leave { connection: ConnectionId },
    /// Start another game.
    Restart { rotate: bool },
    /// Let the agent of this plan play all free seats.
    Fill { plan: SeatPlan },
    /// Find the next task of the server.
    Due,
    /// The time of a seat may be over.
    Flag,
    /// Try a failed automatic action again.
    Retry,
    /// An agent has chosen an action at ply `at`. Without an action, the agent has failed.
    AgentPlays { agent: String, at: usize, action: Option<String> },
    /// An automatic action could not be stored.
    Fail { reason: String },
}

/// The next task of the server at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Due {
    /// No task until the table changes.
    Nothing,
    /// Let an agent search the position after ply `at`.
    Think { agent: String, at: usize },
    /// Wait for this time. The running clock then runs out.
    Wait(Duration),
    /// Wait for this time, and then try a failed action again.
    Retry(Duration),
}

/// A message to connections at a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TableMessage {
    pub to: Vec<ConnectionId>,
    /// A push in JSON.
    pub text: String,
}

/// The reply to a call, and the state of the table after it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct TableReply {
    /// The response to the request in JSON.
    pub response: Option<String>,
    /// `false` if the call was a request that was refused.
    pub is_fine: bool,
    /// The changes to store before the response and the messages are sent.
    pub changes: Vec<StoreChange>,
    pub messages: Vec<TableMessage>,
    /// The failures of automatic actions, for the log.
    pub failures: Vec<String>,
    /// The next task of the server, if the call was about it.
    pub due: Option<Due>,
    /// The number of plies of the game.
    pub plies: usize,
    /// `true` if the game is over.
    pub is_over: bool,
    /// The connections at the table.
    pub guests: Vec<ConnectionId>,
}

impl TableReply {
    /// Creates a reply with only the response to the request with this number.
    pub fn responding(id: u64, answered: Answered) -> Self {
        let is_fine = answered.is_ok();
        Self { response: Some(written(&respond(id, answered))), is_fine, ..Self::default() }
    }

    /// Returns `true` if no connection is at the table and the server has no task.
    pub fn ends_attendance(&self) -> bool {
        self.due == Some(Due::Nothing) && self.guests.is_empty()
    }

    /// Creates the reply to a refused request.
    pub fn refused(id: u64, refusal: Refusal) -> Self {
        Self::responding(id, Err(refusal))
    }
}

/// Returns a message in JSON.
pub(crate) fn written(message: &impl Serialize) -> String {
    serde_json::to_string(message).unwrap_or_default()
}
