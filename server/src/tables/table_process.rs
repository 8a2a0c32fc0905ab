//! Tables with drafts. Each of them runs in a separate process.

use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use super::opening::TablePlan;
use super::table_call::{TableCall, TableReply, written};
use crate::draft_process::DraftProcess;
use crate::store::StoredTable;

/// The beginning of a line with a [`TableRequest`].
pub(crate) const TABLE: &str = "table ";

/// A request to the process of a table.
#[derive(Serialize, Deserialize)]
pub(crate) struct TableRequest {
    pub id: u64,
    pub work: TableWork,
}

/// The kinds of request to the process of a table.
#[derive(Serialize, Deserialize)]
pub(crate) enum TableWork {
    /// Open a new table.
    Open(Box<TablePlan>),
    /// Open a stored table, for the visitor's request with this number.
    Load { id: u64, stored: Box<StoredTable> },
    /// Call the table.
    Call(Box<TableCall>),
    /// Return to the table before the last call.
    Undo,
    /// Find an action for this agent, which has to act.
    Search { agent: String },
}

/// The response of the process of a table.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct TableResponse {
    pub id: u64,
    pub reply: Option<TableReply>,
    /// The result of a search.
    pub action: Option<String>,
}

/// A process that runs one table.
pub(super) struct TableProcess {
    process: DraftProcess,
    requests: AtomicU64,
}

impl TableProcess {
    pub fn new(process: DraftProcess) -> Self {
        Self { process, requests: AtomicU64::new(1) }
    }

    /// Sends a request and waits for its response. Returns `None` if the process ends before it has
    /// answered. If `stop` returns `true` and the process does not answer soon, the process is
    /// killed.
    pub fn ask(&self, work: TableWork, stop: &dyn Fn() -> bool) -> Option<TableResponse> {
        let id = self.requests.fetch_add(1, Ordering::Relaxed);
        let line = format!("{TABLE}{}", written(&TableRequest { id, work }));
        serde_json::from_str(&self.process.ask(id, &line, stop)?).ok()
    }
}
