//! A table in memory: its lock, its connections, and the store of its changes.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use quadrille_dsl::sentence;
use quadrille_dsl::text::{Argument, Sentence};
use quadrille_service::protocol::{Push, Refusal, RefusalCode};
use tokio::sync::{Mutex as AsyncMutex, Notify};

use super::table::AgentSearch;
use super::table_backend::{TableBackend, draft_failed};
use super::table_call::{TableCall, TableReply};
use crate::lock::lock;
use crate::log::Log;
use crate::outbox::{Outbox, push};
use crate::pool::Pool;
use crate::store::TableStore;
use crate::timed_work::worked;
use crate::turns::{ConnectionId, Visitor};

/// A flag that is never set. The call of a table is completed even if the connection that made it
/// has ended.
static NEVER_ENDED: AtomicBool = AtomicBool::new(false);

/// A table in memory.
pub(super) struct HeldTable {
    name: String,
    /// Requests get this lock in the order of their arrival. It is held until the changes of a
    /// request are stored, but no thread waits for the disk.
    locked: Arc<AsyncMutex<LockedTable>>,
    store: TableStore,
    /// The pool for this table.
    pool: Pool,
    log: Log,
    /// Notified after each request of a connection.
    changed: Notify,
    /// The network address from which the table was opened. `None` if this address has no limit on
    /// its tables.
    pub by: Option<IpAddr>,
    /// The visitor who brought the table into memory. The agents and the clock of the table work in
    /// this visitor's turns.
    pub visitor: Visitor,
    used: Mutex<Instant>,
    /// The number of plies of the game.
    plies: AtomicUsize,
}

/// The parts of a table that one request uses at a time.
struct LockedTable {
    backend: TableBackend,
    /// The connections at the table.
    outboxes: HashMap<ConnectionId, Outbox>,
    /// `true` if the game is over.
    is_over: bool,
    /// `true` if a task drives the agents and the clock of this table.
    is_attended: bool,
    /// `true` if the table was removed from memory. A request that began earlier may still refer to
    /// it.
    is_retired: bool,
}

/// The surroundings of a table in memory.
pub(super) struct Surroundings {
    pub store: TableStore,
    pub pool: Pool,
    pub log: Log,
    pub by: Option<IpAddr>,
    pub visitor: Visitor,
}

impl HeldTable {
    /// Creates the entry of a table in memory. `reply` is the reply to the opening of the table.
    /// `host` is the outbox of the connection that is already at the table.
    pub fn new(
        name: String,
        backend: TableBackend,
        reply: &TableReply,
        host: Option<&Outbox>,
        surroundings: Surroundings,
    ) -> Self {
        let Surroundings { store, pool, log, by, visitor } = surroundings;
        let host = host.map(|outbox| (visitor.connection, outbox.clone()));
        let locked = LockedTable {
            backend,
            outboxes: host.into_iter().collect(),
            is_over: reply.is_over,
            is_attended: false,
            is_retired: false,
        };
        Self {
            name,
            locked: Arc::new(AsyncMutex::new(locked)),
            store,
            pool,
            log,
            changed: Notify::new(),
            by,
            visitor,
            used: Mutex::new(Instant::now()),
            plies: AtomicUsize::new(reply.plies),
        }
    }

    /// Calls the table in a visitor's turn, stores its changes, and then sends its messages.
    /// `caller` receives the response. Returns `None` if the table has left memory.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if the changes can't be stored. In this case, the table does not
    /// change. Also returns a [`Refusal`] if the call panics, or if the table's process ends. In
    /// this case, the table is removed from memory.
    pub async fn call(
        &self,
        visitor: Visitor,
        call: TableCall,
        caller: Option<&Outbox>,
    ) -> Result<Option<TableReply>, Refusal> {
        let mut locked = Arc::clone(&self.locked).lock_owned().await;
        if locked.is_retired {
            return Ok(None);
        }
        let joins = match (&call, caller) {
            (TableCall::Join { connection, .. }, Some(outbox)) => {
                let known = locked.outboxes.insert(*connection, outbox.clone());
                Some(*connection).filter(|_| known.is_none())
            }
            _ => None,
        };
        let work = move |stop: &Arc<AtomicBool>| {
            let reply = locked.backend.call(call, stop);
            (locked, reply)
        };
        let done = worked(work, &self.pool, visitor, &NEVER_ENDED).await;
        let (mut locked, reply) = done.ok_or_else(|| {
            let sentence = sentence!(ServerFailed);
            Refusal::new(RefusalCode::Failed, sentence)
        })?;
        let Some(mut reply) = reply else {
            self.log.warning(format_args!("the process of table {} has failed", self.name));
            locked.close(&self.name, &sentence!(ServerDraftFailed));
            self.changed.notify_one();
            return Err(draft_failed());
        };
        let changes = std::mem::take(&mut reply.changes);
        if let Err(error) = self.store.write(changes).await {
            let undo = move |stop: &Arc<AtomicBool>| {
                locked.backend.undo(stop);
                locked
            };
            let undone = worked(undo, &self.pool, visitor, &NEVER_ENDED).await;
            if let (Some(mut locked), Some(connection)) = (undone, joins) {
                locked.outboxes.remove(&connection);
            }
            let error = Argument::Text(error.to_string());
            let sentence = sentence!(ServerNotStored, error = error);
            return Err(Refusal::new(RefusalCode::Failed, sentence));
        }
        for failure in &reply.failures {
            self.log.error(format_args!("{failure}"));
        }
        if let (Some(caller), Some(response)) = (caller, reply.response.take()) {
            caller.put(response.into());
        }
        locked.take(&mut reply);
        self.plies.store(reply.plies, Ordering::Relaxed);
        Ok(Some(reply))
    }

    /// Makes an automatic call when it is the turn of the table's visitor in the server's queue. If
    /// the call fails, automatic actions pause for some time.
    pub async fn act(&self, call: TableCall) {
        if let Err(refusal) = self.call(self.visitor, call, None).await {
            // This call changes nothing that has to be stored.
            let _ = self.call(self.visitor, TableCall::Fail { reason: refusal.text }, None).await;
        }
    }

    /// Marks the table as attended. Returns `true` if it was not attended before.
    pub async fn attend(&self) -> bool {
        !std::mem::replace(&mut self.locked.lock().await.is_attended, true)
    }

    /// Returns the search of an agent that has to act.
    pub async fn search(&self, agent: String) -> Option<AgentSearch> {
        self.locked.lock().await.backend.search(agent)
    }

    /// Removes all connections, and sends them the reason. The table leaves memory.
    pub async fn close(&self, reason: &Sentence) {
        self.locked.lock().await.close(&self.name, reason);
    }

    /// Wakes the task of the table after a request.
    pub fn wake(&self) {
        self.changed.notify_one();
    }

    /// Waits until the table changes.
    pub async fn changed(&self) {
        self.changed.notified().await;
    }

    /// Waits for a time, or until the table changes. Returns `true` if it did not change.
    pub async fn is_unchanged_for(&self, time: Duration) -> bool {
        tokio::select! {
            () = tokio::time::sleep(time) => true,
            () = self.changed() => false,
        }
    }

    /// Retires the table if no connection is at it. Does not wait for a table that is in use.
    pub fn retire(&self) -> bool {
        self.locked.try_lock().is_ok_and(|mut locked| locked.retire())
    }

    /// Retires the table as [`HeldTable::retire`] does, but only if its game is over or it has its
    /// own process.
    pub fn retire_unneeded(&self) -> bool {
        self.locked.try_lock().is_ok_and(|mut locked| {
            (locked.is_over || locked.backend.is_apart()) && locked.retire()
        })
    }

    /// Returns the time of the last arrival or departure of a connection.
    pub fn used(&self) -> Instant {
        *lock(&self.used)
    }

    /// Records that a connection has arrived or left.
    pub fn note_use(&self) {
        *lock(&self.used) = Instant::now();
    }

    /// Returns the number of plies of the game.
    pub fn plies(&self) -> usize {
        self.plies.load(Ordering::Relaxed)
    }
}

impl LockedTable {
    /// Sends the messages of a reply, and updates the state.
    fn take(&mut self, reply: &mut TableReply) {
        for message in std::mem::take(&mut reply.messages) {
            let text = Utf8Bytes::from(message.text);
            let outboxes = message.to.iter().filter_map(|to| self.outboxes.get(to));
            outboxes.for_each(|outbox| outbox.put(text.clone()));
        }
        self.outboxes.retain(|connection, _| reply.guests.contains(connection));
        self.is_over = reply.is_over;
        if reply.ends_attendance() {
            self.is_attended = false;
        }
    }

    fn retire(&mut self) -> bool {
        self.is_retired |= self.outboxes.is_empty();
        self.is_retired
    }

    fn close(&mut self, table: &str, reason: &Sentence) {
        let (table, sentence) = (table.to_owned(), reason.clone());
        let closed = push(&Push::Closed { table, text: reason.to_string(), sentence });
        self.outboxes.drain().for_each(|(_, outbox)| outbox.put(closed.clone()));
        self.is_retired = true;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use quadrille_service::Rulesets;
    use quadrille_service::protocol::RulesKey;

    use super::*;
    use crate::secret::hash;
    use crate::store::{StoreChange, StoredAction, StoredSeat, StoredTable};
    use crate::tables::table::UndoableTable;
    use crate::tables::table_call::{Credentials, Due};

    /// Returns a table of chess, with an agent as White, and its store. The store refuses the first
    /// action of the game until the table restarts, because it already contains an action with this
    /// number.
    async fn table() -> (HeldTable, TableStore) {
        let store = TableStore::in_memory().unwrap();
        let seat = |seat: &str, agent: Option<&str>| StoredSeat {
            seat: seat.to_owned(),
            agent: agent.map(str::to_owned),
            token: agent.is_none().then(|| hash("token")),
            taken: agent.is_some(),
            called: None,
        };
        let rules = RulesKey { id: "orthodox-chess".to_owned(), ..RulesKey::default() };
        let stored = StoredTable {
            name: "t1".to_owned(),
            rules: rules.clone(),
            start: None,
            clock: None,
            host: [1; 32],
            owner: None,
            invitation: None,
            seats: vec![seat("white", Some("random")), seat("black", None)],
            actions: Vec::new(),
        };
        let action = StoredAction { ply: 1, action: "a2-a3".to_owned(), left: None };
        let act = StoreChange::Act { table: "t1".to_owned(), action };
        store.write(vec![StoreChange::Open(stored.clone()), act]).await.unwrap();
        let never = AtomicBool::new(false);
        let (table, reply) = UndoableTable::load(&Rulesets::shipped(), 1, &stored, &never);
        let backend = TableBackend::Here(Box::new(table.unwrap()));
        let surroundings = Surroundings {
            store: store.clone(),
            pool: Pool::new("test", 1).unwrap(),
            log: Log::silent(),
            by: None,
            visitor: Visitor { address: None, connection: 1 },
        };
        (HeldTable::new("t1".to_owned(), backend, &reply, None, surroundings), store)
    }

    /// Lets a connection join, and returns `true` if its request is not refused.
    async fn join(
        place: &HeldTable,
        connection: ConnectionId,
        outbox: &Outbox,
        token: bool,
    ) -> bool {
        let token = token.then(|| "token".to_owned());
        let name = token.is_some().then(|| "Bob".to_owned());
        let credentials = Credentials { token, name, ..Credentials::default() };
        let call = TableCall::Join { id: 1, connection, credentials };
        place.call(place.visitor, call, Some(outbox)).await.unwrap().unwrap().is_fine
    }

    /// Returns the next task of the server.
    async fn due(place: &HeldTable) -> Due {
        let reply = place.call(place.visitor, TableCall::Due, None).await.unwrap().unwrap();
        reply.due.unwrap()
    }

    #[tokio::test]
    async fn a_change_that_is_not_stored_is_not_made_and_an_agent_tries_it_again() {
        let (place, store) = table().await;
        let (outbox, mut outgoing) = Outbox::new();
        assert!(join(&place, 2, &outbox, false).await);
        let play = || {
            let action = Some("e2-e4".to_owned());
            place.act(TableCall::AgentPlays { agent: "random".to_owned(), at: 0, action })
        };
        play().await;
        assert_eq!(place.plies(), 0);
        assert!(matches!(due(&place).await, Due::Retry(time) if time > Duration::ZERO));
        assert!(join(&place, 3, &outbox, true).await);
        let restart = StoreChange::Restart { table: "t1".to_owned(), seats: Vec::new() };
        store.write(vec![restart]).await.unwrap();
        place.act(TableCall::Retry).await;
        assert_eq!(due(&place).await, Due::Think { agent: "random".to_owned(), at: 0 });
        play().await;
        assert!(!matches!(due(&place).await, Due::Retry(_)));
        assert_eq!(place.plies(), 1);
        // The first message about a move came after the move was stored.
        let mut first = outgoing.next().await.unwrap();
        while !first.contains("\"moved\"") {
            first = outgoing.next().await.unwrap();
        }
        assert!(first.contains("\"at\":1"), "{first}");
    }

    #[tokio::test]
    async fn a_table_without_connections_leaves_memory_and_answers_no_call() {
        let (place, _) = table().await;
        let (outbox, _outgoing) = Outbox::new();
        assert!(join(&place, 2, &outbox, false).await);
        assert!(!place.retire());
        place.act(TableCall::Leave { connection: 2 }).await;
        assert!(!place.retire_unneeded(), "the game is not over");
        assert!(place.retire());
        let call = place.call(place.visitor, TableCall::Due, None).await.unwrap();
        assert!(call.is_none());
    }
}
