//! A table in memory: its lock, its visitor, and the store of its changes.

use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use quadrille_dsl::sentence;
use quadrille_dsl::text::Argument;
use quadrille_service::protocol::{Refusal, RefusalCode};
use tokio::sync::{Mutex as AsyncMutex, Notify};

use super::table::Table;
use crate::lock::lock;
use crate::pool::Pool;
use crate::store::TableStore;
use crate::turns::Visitor;

/// A table in memory.
pub(super) struct HeldTable {
    /// Requests get this lock in the order of their arrival. It is held until the changes of a
    /// request are stored, but no thread waits for the disk.
    table: Arc<AsyncMutex<Table>>,
    store: TableStore,
    /// The pool for this table.
    pool: Pool,
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

impl HeldTable {
    /// Creates the entry of a table in memory.
    pub fn new(
        table: Table,
        store: TableStore,
        pool: Pool,
        by: Option<IpAddr>,
        visitor: Visitor,
    ) -> Self {
        let plies = AtomicUsize::new(table.plies());
        Self {
            table: Arc::new(AsyncMutex::new(table)),
            store,
            pool,
            changed: Notify::new(),
            by,
            visitor,
            used: Mutex::new(Instant::now()),
            plies,
        }
    }

    /// Runs `work` with the table in a visitor's turn, stores its changes, and then sends its
    /// messages.
    ///
    /// # Errors
    /// If the changes can't be stored. The table is then as it was before. Also if `work` panics.
    pub async fn run<T: Send + 'static>(
        &self,
        visitor: Visitor,
        work: impl FnOnce(&mut Table) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let mut table = Arc::clone(&self.table).lock_owned().await;
        let done = self.pool.run(visitor, move || {
            let before = Table::clone(&table);
            let result = work(&mut table);
            (table, before, result)
        });
        let (mut table, before, result) =
            done.await.ok_or_else(|| Refusal::new(RefusalCode::Failed, sentence!(ServerFailed)))?;
        let effects = table.take_effects();
        if let Err(error) = self.store.write(effects.changes).await {
            *table = before;
            let error = Argument::Text(error.to_string());
            let sentence = sentence!(ServerNotStored, error = error);
            return Err(Refusal::new(RefusalCode::Failed, sentence));
        }
        effects.messages.into_iter().for_each(|(outbox, text)| outbox.put(text));
        self.plies.store(table.plies(), Ordering::Relaxed);
        Ok(result)
    }

    /// Runs an automatic action in a turn of the table's visitor. If the action fails, automatic
    /// actions pause for some time.
    pub async fn act(&self, work: impl FnOnce(&mut Table) + Send + 'static) {
        if let Err(refusal) = self.run(self.visitor, work).await {
            // This changes nothing that has to be stored.
            let _ = self.run(self.visitor, move |table| table.fail(&refusal.text)).await;
        }
    }

    /// Removes all connections with `work`, and sends its messages.
    pub async fn close(&self, work: impl FnOnce(&mut Table)) {
        let mut table = self.table.lock().await;
        work(&mut table);
        let messages = table.take_effects().messages;
        messages.into_iter().for_each(|(outbox, text)| outbox.put(text));
    }

    /// Wakes the task of the table after a request.
    pub fn wake(&self) {
        self.changed.notify_one();
    }

    /// Waits until the table changes.
    pub async fn changed(&self) {
        self.changed.notified().await;
    }

    /// Waits until a time, or until the table changes. Returns `true` if it did not change.
    pub async fn is_unchanged_until(&self, time: Instant) -> bool {
        tokio::select! {
            () = tokio::time::sleep_until(time.into()) => true,
            () = self.changed() => false,
        }
    }

    /// Retires the table if no connection is at it and `is_unneeded` holds. Does not wait for a
    /// table that is in use.
    pub fn retire_if(&self, is_unneeded: impl FnOnce(&Table) -> bool) -> bool {
        self.table.try_lock().is_ok_and(|mut table| is_unneeded(&table) && table.retire())
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use quadrille_agents::AgentSpec;
    use quadrille_service::protocol::{RulesKey, Start};
    use quadrille_service::{HeldGame, Rulesets};

    use super::*;
    use crate::log::Log;
    use crate::outbox::Outbox;
    use crate::secret::hash;
    use crate::store::{StoreChange, StoredAction, StoredSeat, StoredTable};
    use crate::tables::table::{Credentials, Due};

    /// Returns a table of chess, with an agent as White, and its store. The store refuses the first
    /// action of the game until the table restarts, because it already has such an action.
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
        let rulesets = Rulesets::shipped();
        let (name, never) = ("t1".to_owned(), AtomicBool::new(false));
        let begun = HeldGame::begin(&rulesets, name, rules, &Start::Start, &never).unwrap();
        let table = Table::new(begun, &stored, Log::silent()).unwrap();
        let pool = Pool::new("test", 1).unwrap();
        let visitor = Visitor { address: None, connection: 1 };
        (HeldTable::new(table, store.clone(), pool, None, visitor), store)
    }

    #[tokio::test]
    async fn a_change_that_is_not_stored_is_not_made_and_an_agent_tries_it_again() {
        let (place, store) = table().await;
        let (outbox, mut outgoing) = Outbox::new();
        let watcher = outbox.clone();
        place.act(move |table| table.welcome(2, &watcher, None, false)).await;
        let play = |table: &mut Table| table.agent_plays(AgentSpec::Random, 0, Some("e2-e4"));
        place.act(play).await;
        let visitor = place.visitor;
        let (plies, is_stuck) =
            place.run(visitor, |table| (table.plies(), table.is_stuck())).await.unwrap();
        assert_eq!((plies, is_stuck, place.plies()), (0, true, 0));
        let joined = place.run(visitor, move |table| {
            let name = Some("Bob".to_owned());
            let credentials = Credentials { token: Some("token".to_owned()), seat: None, name };
            table.join(3, &outbox, credentials).is_ok()
        });
        assert!(joined.await.unwrap());
        let restart = StoreChange::Restart { table: "t1".to_owned(), seats: Vec::new() };
        store.write(vec![restart]).await.unwrap();
        place.act(Table::retry).await;
        let thinks = place.run(visitor, |table| matches!(table.due(), Due::Think { .. }));
        assert!(thinks.await.unwrap());
        place.act(play).await;
        let is_stuck = place.run(visitor, |table| table.is_stuck()).await.unwrap();
        assert_eq!((is_stuck, place.plies()), (false, 1));
        // The first message about a move came after the move was stored.
        let mut first = outgoing.next().await.unwrap();
        while !first.contains("\"moved\"") {
            first = outgoing.next().await.unwrap();
        }
        assert!(first.contains("\"at\":1"), "{first}");
    }
}
