//! The calls of a table.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use quadrille_service::protocol::Start;
use quadrille_service::{Answered, HeldGame, Rulesets};

use super::{AgentSearch, Effects, Table};
use crate::store::{StoreChange, StoredTable};
use crate::tables::opening::{self, TablePlan};
use crate::tables::table_call::{TableCall, TableReply};

/// A table whose last call can be undone.
pub(crate) struct UndoableTable {
    table: Table,
    before: Option<Table>,
}

impl UndoableTable {
    /// Opens a table that is not stored yet. Returns the table, or `None` if it is refused, and the
    /// reply with the changes to store. When `stop` is set, loading soon ends.
    pub fn open(
        rulesets: &Rulesets,
        plan: TablePlan,
        stop: &AtomicBool,
    ) -> (Option<Self>, TableReply) {
        let id = plan.id;
        match opening::open(rulesets, plan, stop) {
            Ok((mut table, stored, answer)) => {
                let mut reply = table.reply(Some((id, Ok(answer))));
                // At the start, the dice may already have been rolled.
                reply.changes.insert(0, StoreChange::Open(stored));
                (Some(Self { table, before: None }), reply)
            }
            Err(refusal) => (None, TableReply::refused(id, refusal)),
        }
    }

    /// Opens a stored table again, for the request with the number `id`. Returns the table, or `None`
    /// if its rules can't be loaded or an action can't be played again. When `stop` is set, loading
    /// soon ends.
    pub fn load(
        rulesets: &Rulesets,
        id: u64,
        stored: &StoredTable,
        stop: &AtomicBool,
    ) -> (Option<Self>, TableReply) {
        let from = stored.start.clone().map_or(Start::Start, Start::Json);
        let (name, rules) = (stored.name.clone(), stored.rules.clone());
        let begun = HeldGame::begin(rulesets, name, rules, &from, stop);
        match begun.and_then(|begun| Table::new(begun, stored)) {
            Ok(mut table) => {
                let reply = table.reply(None);
                (Some(Self { table, before: None }), reply)
            }
            Err(refusal) => (None, TableReply::refused(id, refusal)),
        }
    }

    /// Handles a call.
    pub fn call(&mut self, call: TableCall) -> TableReply {
        self.before = Some(self.table.clone());
        self.table.call(call)
    }

    /// Returns to the table before the last call.
    pub fn undo(&mut self) {
        if let Some(before) = self.before.take() {
            self.table = before;
        }
    }

    /// Returns the search of an agent that has to act.
    pub fn search(&self, agent: &str) -> Option<AgentSearch> {
        self.table.search(agent)
    }
}

impl Table {
    fn call(&mut self, call: TableCall) -> TableReply {
        let mut answered = None;
        let mut due = None;
        match call {
            TableCall::Join { id, connection, credentials } => {
                answered = Some((id, self.join(connection, credentials)));
            }
            TableCall::Ask { id, connection, ask } => {
                answered = Some((id, self.ask(connection, &ask)));
            }
            TableCall::Leave { connection } => self.leave(connection),
            TableCall::Restart { rotate } => self.restart(rotate, None),
            TableCall::Fill { plan } => self.fill(&plan),
            TableCall::Due => due = Some(self.due()),
            TableCall::Flag => self.flag(Instant::now()),
            TableCall::Retry => self.retry(),
            TableCall::AgentPlays { agent, at, action } => {
                self.agent_plays(&agent, at, action.as_deref());
            }
            TableCall::Fail { reason } => self.fail(&reason),
        }
        TableReply { due, ..self.reply(answered) }
    }

    /// Takes the effects, and returns them as a reply. `answered` is the answer to a request, with
    /// its number.
    fn reply(&mut self, answered: Option<(u64, Answered)>) -> TableReply {
        let Effects { changes, messages, failures } = self.take_effects();
        let session = self.game.session();
        TableReply {
            changes,
            messages,
            failures,
            plies: session.plies().len(),
            is_over: session.result().is_some(),
            guests: self.guests.iter().map(|guest| guest.connection).collect(),
            ..match answered {
                Some((id, answered)) => TableReply::responding(id, answered),
                None => TableReply { is_fine: true, ..TableReply::default() },
            }
        }
    }
}
