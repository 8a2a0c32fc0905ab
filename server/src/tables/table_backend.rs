//! [`TableBackend`]: a table in this process or in another one.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_dsl::sentence;
use quadrille_service::Rulesets;
use quadrille_service::protocol::{Refusal, RefusalCode, RulesKey};

use super::opening::TablePlan;
use super::table::{AgentSearch, UndoableTable};
use super::table_call::{TableCall, TableReply};
use super::table_process::{TableProcess, TableWork};
use crate::draft_process::DraftStarter;
use crate::store::StoredTable;

/// A table in this process or in another one.
pub(super) enum TableBackend {
    Here(Box<UndoableTable>),
    Apart(Arc<TableProcess>),
}

/// Opens tables. A table with a draft runs in another process, if this server has such processes.
pub(crate) struct TableOpener {
    pub rulesets: Arc<Rulesets>,
    pub drafts: Option<DraftStarter>,
}

/// Returns the refusal if the process of a table has ended.
pub(super) fn draft_failed() -> Refusal {
    Refusal::new(RefusalCode::Failed, sentence!(ServerDraftFailed))
}

impl TableOpener {
    /// Opens a new table for a visitor from this network. Returns `None` instead of a table if it is
    /// refused. The reply contains the response, and the changes to store.
    pub(super) fn open(
        &self,
        plan: TablePlan,
        address: Option<IpAddr>,
        stop: &AtomicBool,
    ) -> (Option<TableBackend>, TableReply) {
        match self.process(&plan.rules, address) {
            Ok(None) => here(UndoableTable::open(&self.rulesets, plan, stop)),
            Ok(Some(process)) => apart(process, plan.id, TableWork::Open(Box::new(plan)), stop),
            Err(refusal) => (None, TableReply::refused(plan.id, refusal)),
        }
    }

    /// Opens a stored table for the visitor's request with the number `id`. Returns `None` instead
    /// of a table if it can't be opened. The reply then contains the response.
    pub(super) fn load(
        &self,
        id: u64,
        stored: StoredTable,
        address: Option<IpAddr>,
        stop: &AtomicBool,
    ) -> (Option<TableBackend>, TableReply) {
        match self.process(&stored.rules, address) {
            Ok(None) => here(UndoableTable::load(&self.rulesets, id, &stored, stop)),
            Ok(Some(process)) => {
                apart(process, id, TableWork::Load { id, stored: Box::new(stored) }, stop)
            }
            Err(refusal) => (None, TableReply::refused(id, refusal)),
        }
    }

    /// Starts a process if a table with these rules needs one.
    fn process(
        &self,
        rules: &RulesKey,
        address: Option<IpAddr>,
    ) -> Result<Option<TableProcess>, Refusal> {
        match &self.drafts {
            Some(drafts) if rules.files.is_some() => {
                drafts.start(address).map(|process| Some(TableProcess::new(process)))
            }
            _ => Ok(None),
        }
    }
}

fn here((table, reply): (Option<UndoableTable>, TableReply)) -> (Option<TableBackend>, TableReply) {
    (table.map(|table| TableBackend::Here(Box::new(table))), reply)
}

fn apart(
    process: TableProcess,
    id: u64,
    work: TableWork,
    stop: &AtomicBool,
) -> (Option<TableBackend>, TableReply) {
    let response = process.ask(work, &|| stop.load(Ordering::Relaxed));
    match response.and_then(|response| response.reply) {
        Some(reply) if reply.is_fine => (Some(TableBackend::Apart(Arc::new(process))), reply),
        Some(reply) => (None, reply),
        None => (None, TableReply::refused(id, draft_failed())),
    }
}

impl TableBackend {
    /// Handles a call. Returns `None` if the table's process has ended. It is killed if it does not
    /// answer soon after `stop` is set.
    pub fn call(&mut self, call: TableCall, stop: &AtomicBool) -> Option<TableReply> {
        match self {
            Self::Here(table) => Some(table.call(call)),
            Self::Apart(process) => {
                let call = TableWork::Call(Box::new(call));
                process.ask(call, &|| stop.load(Ordering::Relaxed))?.reply
            }
        }
    }

    /// Returns to the table before the last call. Its process is killed if it does not answer soon
    /// after `stop` is set.
    pub fn undo(&mut self, stop: &AtomicBool) {
        match self {
            Self::Here(table) => table.undo(),
            // If the process has ended, the table is opened from the store again.
            Self::Apart(process) => {
                drop(process.ask(TableWork::Undo, &|| stop.load(Ordering::Relaxed)));
            }
        }
    }

    /// Returns the search of an agent that has to act.
    pub fn search(&self, agent: String) -> Option<AgentSearch> {
        match self {
            Self::Here(table) => table.search(&agent),
            Self::Apart(process) => {
                let process = Arc::clone(process);
                Some(Box::new(move |is_over: &dyn Fn() -> bool| {
                    process.ask(TableWork::Search { agent }, is_over)?.action
                }))
            }
        }
    }

    /// Returns `true` if the table runs in another process.
    pub fn is_apart(&self) -> bool {
        matches!(self, Self::Apart(_))
    }
}
