//! All tables: opens them, finds them in memory or in the store, and drives their agents and
//! clocks.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use quadrille_dsl::sentence;
use quadrille_dsl::text::{Argument, Sentence};
use quadrille_service::protocol::{
    Answer, Ask, ClockPlan, GameFormat, MAX_CLOCK_SECONDS, MAX_INCREMENT_SECONDS, Refusal,
    RefusalCode, RulesKey, SeatPlan, Start,
};
use quadrille_service::{Answered, HeldGame, Rulesets};
use tokio::sync::Notify;

use super::table::{Credentials, Due, Table, no_chance, no_such, planned, tidy};
use crate::log::Log;
use crate::outbox::Outbox;
use crate::pool::Pool;
use crate::secret::{self, hash};
use crate::store::{StoreChange, StoreError, StoredTable, TableStore};
use crate::turns::{ConnectionId, Visitor};

/// The maximum number of tables in memory. If the memory is full, a table without connections
/// leaves it, to make room for another.
const MAX_TABLES: usize = 2000;
/// The maximum number of plies of all tables in memory.
const MAX_TABLE_PLIES: usize = 200_000;
/// The time after which an agent tries again to move, if the tables in memory have too many plies.
const FULL_DELAY: Duration = Duration::from_secs(10);
/// The maximum number of tables in memory that were opened from one network address.
const MAX_HOSTED_TABLES: usize = 50;
/// The maximum time that an agent may take for one action.
const AGENT_TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum time that an agent may take while agents of other visitors wait.
const CONTENDED_AGENT_TIMEOUT: Duration = Duration::from_secs(1);

/// The tables of a server.
pub(crate) struct Hall {
    tables: Mutex<HashMap<String, Arc<HeldTable>>>,
    rulesets: Arc<Rulesets>,
    store: TableStore,
    /// The maximum number of stored tables that were opened from one network address.
    quota: usize,
    pools: Pools,
    log: Log,
}

/// The thread pools of the tables.
pub(crate) struct Pools {
    /// The pool for agents.
    pub thinking: Pool,
    /// The pool for requests at tables.
    pub answering: Pool,
    /// The pool for tables with rules from a player's files, and for tables that have to be
    /// reopened.
    pub slow: Pool,
}

/// A table in memory.
struct HeldTable {
    table: Mutex<Table>,
    /// The pool for this table.
    pool: Pool,
    /// Notified after each request at the table.
    changed: Notify,
    /// The network address from which the table was opened. `None` if this address has no limit on
    /// its tables.
    by: Option<IpAddr>,
    /// The visitor who brought the table into memory. The agents and the clock of the table work in
    /// this visitor's turns.
    visitor: Visitor,
    used: Mutex<Instant>,
    /// The number of plies of the game.
    plies: AtomicUsize,
}

impl HeldTable {
    /// Locks the table for `work`. It can wait for the disk, so it must be called in a thread pool.
    fn with<T>(&self, work: impl FnOnce(&mut Table) -> T) -> T {
        let mut table = lock(&self.table);
        let result = work(&mut table);
        self.plies.store(table.plies(), Ordering::Relaxed);
        result
    }

    /// Runs `work` with the locked table, in a turn of the table's visitor.
    async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&mut Table) -> T + Send + 'static,
    ) -> Option<T> {
        let place = Arc::clone(self);
        self.pool.run(self.visitor, move || place.with(work)).await
    }

    /// Waits until a time, or until the table changes. Returns `true` if it did not change.
    async fn is_unchanged_until(&self, time: Instant) -> bool {
        tokio::select! {
            () = tokio::time::sleep_until(time.into()) => true,
            () = self.changed.notified() => false,
        }
    }

    /// Retires the table if no connection is at it and `is_unneeded` holds. Does not wait for a
    /// table that is in use.
    fn retire_if(&self, is_unneeded: impl FnOnce(&Table) -> bool) -> bool {
        match self.table.try_lock() {
            Ok(mut table) => is_unneeded(&table) && table.retire(),
            Err(_) => false,
        }
    }
}

/// A request to open a table.
pub(crate) struct TableRequest {
    pub rules: RulesKey,
    pub from: Start,
    pub seats: BTreeMap<String, SeatPlan>,
    pub clock: Option<ClockPlan>,
    pub name: Option<String>,
}

/// A visitor with the outbox of its connection.
#[derive(Clone)]
pub(crate) struct Caller {
    pub visitor: Visitor,
    pub outbox: Outbox,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn failed(error: &StoreError) -> Refusal {
    Refusal::new(RefusalCode::Failed, Sentence::text(error.to_string()))
}

impl Hall {
    pub fn new(
        rulesets: Arc<Rulesets>,
        store: TableStore,
        quota: usize,
        pools: Pools,
        log: Log,
    ) -> Arc<Self> {
        let tables = Mutex::default();
        Arc::new(Self { tables, rulesets, store, quota, pools, log })
    }

    /// Returns the number of tables in memory.
    pub fn count(&self) -> usize {
        lock(&self.tables).len()
    }

    /// Returns the number of plies of all tables in memory.
    pub fn plies(&self) -> usize {
        plies(&lock(&self.tables))
    }

    /// Deletes the stored tables that were not used for the time `age`, except tables in memory.
    /// It waits for the disk, so it must be called in a thread pool.
    ///
    /// # Errors
    /// If the tables cannot be deleted.
    pub fn expire(&self, age: Duration) -> Result<(), StoreError> {
        let kept = lock(&self.tables).keys().cloned().collect();
        for name in self.store.expire(age, kept)? {
            let days = age.as_secs() / (24 * 60 * 60);
            self.log.info(format_args!("table {name} is deleted: it was not used for {days} days"));
        }
        Ok(())
    }

    /// Checks that the store answers. It waits for the disk, so it must be called in a thread pool.
    ///
    /// # Errors
    /// If the store fails.
    pub fn check_store(&self) -> Result<(), StoreError> {
        self.store.read("").map(drop)
    }

    /// Returns the pool for requests about a table.
    pub fn pool(&self, table: &str) -> Pool {
        let place = lock(&self.tables).get(table).cloned();
        // The actions of a table that is not in memory have to be replayed.
        place.map_or_else(|| self.pools.slow.clone(), |place| place.pool.clone())
    }

    /// Creates the entry of a table in memory.
    fn place(
        &self,
        table: Table,
        rules: &RulesKey,
        by: Option<IpAddr>,
        visitor: Visitor,
    ) -> Arc<HeldTable> {
        let pools = &self.pools;
        let pool = if rules.files.is_some() { &pools.slow } else { &pools.answering };
        let plies = table.plies();
        Arc::new(HeldTable {
            table: Mutex::new(table),
            pool: pool.clone(),
            changed: Notify::new(),
            by,
            visitor,
            used: Mutex::new(Instant::now()),
            plies: AtomicUsize::new(plies),
        })
    }

    /// Opens a table, and lets the caller join it. It takes long, so it must be called in a thread
    /// pool.
    pub fn host(self: &Arc<Self>, hosting: TableRequest, guest: &Caller) -> Answered {
        let TableRequest { rules, from, seats, clock, name } = hosting;
        if let Some(plan) = clock
            && (plan.seconds == 0
                || plan.seconds > MAX_CLOCK_SECONDS
                || plan.increment > MAX_INCREMENT_SECONDS)
        {
            let (most, added) = (MAX_CLOCK_SECONDS, MAX_INCREMENT_SECONDS);
            let sentence = sentence!(TableClock, most = most, added = added);
            return Err(Refusal::new(RefusalCode::Unknown, sentence));
        }
        self.make_room(1, guest.visitor.address)?;
        let owner = guest.visitor.address.map(|address| hash(&address.to_string()));
        if let Some(owner) = owner {
            let tables = self.store.count(owner).map_err(|error| failed(&error))?;
            if tables >= self.quota {
                let sentence = sentence!(TableQuota, tables = tables);
                return Err(Refusal::new(RefusalCode::TooMany, sentence));
            }
        }
        let table = secret::table_name().map_err(no_chance)?;
        let host = secret::token().map_err(no_chance)?;
        let invitation = secret::token().map_err(no_chance)?;
        let game = HeldGame::begin(&self.rulesets, table.clone(), rules, &from)?;
        let session = game.session();
        let names: Vec<&String> =
            session.ruleset().spec().seats.iter().map(|seat| &seat.name).collect();
        if let Some(unknown) = seats.keys().find(|seat| !names.contains(seat)) {
            let sentence = sentence!(GameNoSeat, seat = Argument::seat(unknown));
            return Err(Refusal::new(RefusalCode::Unknown, sentence));
        }
        let (mut stored, mut tokens, mut mine) = (Vec::new(), Vec::new(), Vec::new());
        for seat in names {
            let plan = seats.get(seat).cloned().unwrap_or_default();
            let (mut row, token) = planned(seat, &plan)?;
            if plan == SeatPlan::Mine {
                row.called = name.as_deref().and_then(tidy);
                mine.push(seat.clone());
            }
            stored.push(row);
            tokens.extend(token.map(|token| (seat.clone(), token)));
        }
        let start = match (&from, game.export(GameFormat::Json)?) {
            (Start::Start, _) => None,
            (_, Answer::Text { text }) => Some(text),
            _ => None,
        };
        let stored = StoredTable {
            name: table.clone(),
            rules: game.rules().clone(),
            start,
            clock,
            host: hash(&host),
            owner,
            invitation: Some(hash(&invitation)),
            seats: stored,
            actions: Vec::new(),
        };
        self.store.write(StoreChange::Open(stored.clone())).map_err(|error| failed(&error))?;
        let mut opened = Table::new(game, &stored, self.store.clone(), self.log.clone())?;
        let Visitor { address, connection } = guest.visitor;
        opened.welcome(connection, &guest.outbox, mine, true);
        let view = opened.view(connection)?;
        let place = self.place(opened, &stored.rules, address, guest.visitor);
        self.log.info(format_args!("table {table} is opened, with {}", stored.rules.id));
        lock(&self.tables).insert(table, place);
        let tokens = tokens.into_iter().collect();
        Ok(Answer::Hosted { table: Box::new(view), tokens, host, invitation, address: None })
    }

    /// Lets a connection join a table. Sends the response with `respond` while the table is locked,
    /// so that no action can be played before the response.
    pub fn join(
        &self,
        table: &str,
        credentials: Credentials<'_>,
        guest: &Caller,
        respond: impl FnOnce(Answered),
    ) {
        loop {
            let place = match self.find(table, guest.visitor) {
                Ok(place) => place,
                Err(refusal) => return respond(Err(refusal)),
            };
            let mut table = lock(&place.table);
            if table.is_retired() {
                // The table has just left memory, so read it from the store.
                continue;
            }
            *lock(&place.used) = Instant::now();
            respond(table.join(guest.visitor.connection, &guest.outbox, credentials));
            drop(table);
            place.changed.notify_one();
            return;
        }
    }

    /// Answers a request about a table that the connection has joined.
    pub fn ask(
        &self,
        table: &str,
        ask: &Ask,
        connection: ConnectionId,
        respond: impl FnOnce(Answered),
    ) {
        let place = lock(&self.tables).get(table).cloned();
        let Some(place) = place else { return respond(Err(no_such())) };
        if matches!(ask, Ask::Play { .. })
            && let Err(refusal) = self.make_room(0, None)
        {
            return respond(Err(refusal));
        }
        place.with(|table| table.ask(connection, ask, respond));
        place.changed.notify_one();
    }

    /// Removes an ended connection from its tables.
    pub fn leave(&self, tables: impl IntoIterator<Item = String>, connection: ConnectionId) {
        for name in tables {
            let place = lock(&self.tables).get(&name).cloned();
            if let Some(place) = place {
                *lock(&place.used) = Instant::now();
                place.with(|table| table.leave(connection));
                place.changed.notify_one();
            }
        }
    }

    /// Closes all tables.
    pub fn close(&self, reason: &Sentence) {
        let places: Vec<_> = lock(&self.tables).values().cloned().collect();
        for place in places {
            lock(&place.table).close(reason);
            place.changed.notify_one();
        }
    }

    /// Returns a table from memory, or loads it from the store.
    fn find(&self, name: &str, visitor: Visitor) -> Result<Arc<HeldTable>, Refusal> {
        let known = lock(&self.tables).get(name).cloned();
        if let Some(place) = known {
            return Ok(place);
        }
        let stored = self.store.read(name).map_err(|error| failed(&error))?.ok_or_else(no_such)?;
        self.make_room(1, None)?;
        let table = self.reopen(&stored)?;
        self.log.info(format_args!("table {name} is read from the store"));
        let place = self.place(table, &stored.rules, None, visitor);
        // Another thread may have loaded the table meanwhile. Use that one, because each name has
        // one table.
        let mut tables = lock(&self.tables);
        Ok(Arc::clone(tables.entry(name.to_owned()).or_insert(place)))
    }

    /// Rebuilds a stored table.
    fn reopen(&self, stored: &StoredTable) -> Result<Table, Refusal> {
        let from = stored.start.clone().map_or(Start::Start, Start::Json);
        let name = stored.name.clone();
        let begun = HeldGame::begin(&self.rulesets, name, stored.rules.clone(), &from)?;
        Table::new(begun, stored, self.store.clone(), self.log.clone())
    }

    /// Makes room in memory for `more` tables, and for the next plies of all tables. Tables without
    /// connections leave memory, the least recently used one first. Returns a refusal if there is
    /// no room.
    fn make_room(&self, more: usize, by: Option<IpAddr>) -> Result<(), Refusal> {
        let mut tables = lock(&self.tables);
        loop {
            let hosted = tables.values().filter(|place| by.is_some() && place.by == by).count();
            let own = hosted + more > MAX_HOSTED_TABLES;
            if !own && tables.len() + more <= MAX_TABLES && plies(&tables) < MAX_TABLE_PLIES {
                return Ok(());
            }
            let mut candidates: Vec<_> =
                tables.iter().filter(|(_, place)| !own || place.by == by).collect();
            candidates.sort_by_key(|(_, place)| *lock(&place.used));
            let retired = candidates.into_iter().find(|(_, place)| place.retire_if(|_| true));
            let Some(name) = retired.map(|(name, _)| name.clone()) else {
                let sentence = sentence!(TableAllInUse, tables = tables.len());
                return Err(Refusal::new(RefusalCode::Busy, sentence));
            };
            tables.remove(&name);
            self.log.info(format_args!("table {name} leaves memory to make room: it is empty"));
        }
    }

    /// Removes a table from memory if its game is over and no connection is at it. A visitor can
    /// read it from the store again.
    fn drop_finished(&self, name: &str, place: &HeldTable) {
        let mut tables = lock(&self.tables);
        if place.retire_if(Table::is_over) {
            tables.remove(name);
            self.log.info(format_args!("table {name} leaves memory: its game is over"));
        }
    }

    /// Runs the agents and the clock of a table. Returns when no connection is left at the table
    /// and no task is due.
    pub async fn attend(self: Arc<Self>, table: String) {
        let Some(place) = lock(&self.tables).get(&table).cloned() else { return };
        // One task for each table.
        if place.run(Table::attend).await != Some(false) {
            return;
        }
        loop {
            let due = place.run(|table| {
                let due = table.due();
                let has_ended = matches!(due, Due::Nothing) && table.unattend();
                (due, has_ended)
            });
            match due.await {
                Some((_, true)) => return self.drop_finished(&table, &place),
                None | Some((Due::Nothing, false)) => place.changed.notified().await,
                Some((Due::Wait(deadline), _)) => {
                    if place.is_unchanged_until(deadline).await {
                        place.run(|table| table.flag(Instant::now())).await;
                    }
                }
                Some((Due::Retry(time), _)) => {
                    if place.is_unchanged_until(time).await {
                        place.run(Table::retry).await;
                    }
                }
                Some((Due::Think { session, agent, at, stop }, _)) => {
                    if self.make_room(0, None).is_err() {
                        self.log.warning(format_args!("table {table} waits: memory is full"));
                        place.is_unchanged_until(Instant::now() + FULL_DELAY).await;
                        continue;
                    }
                    let seed = secret::seed().unwrap_or_default();
                    let (pool, visitor) = (self.pools.thinking.clone(), place.visitor);
                    let think = move || {
                        let begun = Instant::now();
                        let over = || {
                            let time = begun.elapsed();
                            stop.load(Ordering::Relaxed)
                                || time > AGENT_TIMEOUT
                                || (time > CONTENDED_AGENT_TIMEOUT && pool.others_wait(visitor))
                        };
                        session.advise(agent, seed, &over).ok()
                    };
                    let advice = self.pools.thinking.run(visitor, think).await;
                    let action = advice.flatten().and_then(|advice| advice.action);
                    place.run(move |table| table.agent_plays(agent, at, action.as_deref())).await;
                }
            }
        }
    }
}

/// Returns the number of plies of all tables.
fn plies(tables: &HashMap<String, Arc<HeldTable>>) -> usize {
    tables.values().map(|place| place.plies.load(Ordering::Relaxed)).sum()
}
