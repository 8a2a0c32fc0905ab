//! All tables: opens them, finds them in memory or in the store, and drives their agents and
//! clocks.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use quadrille_dsl::sentence;
use quadrille_dsl::text::Sentence;
use quadrille_service::protocol::{
    Ask, ClockPlan, MAX_CLOCK_SECONDS, MAX_INCREMENT_SECONDS, Refusal, RefusalCode, RulesKey,
    SeatPlan, Start,
};
use quadrille_service::respond;
use tokio::sync::Mutex as AsyncMutex;

use super::held_table::{HeldTable, Surroundings};
use super::opening::TablePlan;
use super::table::{no_chance, no_such};
use super::table_backend::TableOpener;
use super::table_call::{Credentials, Due, TableCall, written};
use super::wrong_codes::WrongCodes;
use crate::lock::lock;
use crate::log::Log;
use crate::outbox::Outbox;
use crate::pool::Pool;
use crate::secret::{self, TokenHash, hash};
use crate::store::{StoreError, TableStore};
use crate::timed_work::worked;
use crate::turns::Visitor;

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
    /// The locks of the classes whose seats are being given, by code.
    pub(super) class_turns: Mutex<HashMap<String, Arc<AsyncMutex<()>>>>,
    pub(super) wrong_codes: WrongCodes,
    pub(super) opener: TableOpener,
    pub(super) store: TableStore,
    /// The maximum number of stored tables that were opened from one network address.
    quota: usize,
    pub(super) pools: Pools,
    pub(super) log: Log,
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

/// A request to open a table.
pub(crate) struct Hosting {
    pub id: u64,
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
    /// A flag that is set when the connection ends. The connection's long requests then stop.
    pub ended: Arc<AtomicBool>,
}

pub(super) fn failed(error: &StoreError) -> Refusal {
    Refusal::new(RefusalCode::Failed, Sentence::text(error.to_string()))
}

impl Hall {
    pub fn new(
        opener: TableOpener,
        store: TableStore,
        quota: usize,
        pools: Pools,
        log: Log,
    ) -> Arc<Self> {
        let (tables, class_turns) = (Mutex::default(), Mutex::default());
        let wrong_codes = WrongCodes::default();
        Arc::new(Self { tables, class_turns, wrong_codes, opener, store, quota, pools, log })
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
    /// Returns a [`StoreError`] if the tables cannot be deleted.
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
    /// Returns a [`StoreError`] if the store fails.
    pub fn check_store(&self) -> Result<(), StoreError> {
        self.store.read("").map(drop)
    }

    /// Opens a table, lets the caller join it, and answers the request. `pool` is the pool for the
    /// request. Returns the name of the table, or `None` if it was refused.
    pub async fn host(
        self: &Arc<Self>,
        hosting: Hosting,
        guest: &Caller,
        pool: &Pool,
    ) -> Option<String> {
        let (hall, visitor, id) = (Arc::clone(self), guest.visitor, hosting.id);
        let open = move |stop: &Arc<AtomicBool>| {
            let name = secret::table_name().map_err(no_chance);
            let plan = name.and_then(|name| hall.plan(hosting, visitor, owner(visitor), name));
            plan.map(|plan| {
                let (name, rules) = (plan.table.clone(), plan.rules.clone());
                let (backend, reply) = hall.opener.open(plan, visitor.address, stop);
                (name, rules, backend, reply)
            })
        };
        let opened = worked(open, pool, visitor, &guest.ended).await;
        let (name, rules, backend, mut reply) = match opened.unwrap_or_else(|| Err(broken())) {
            Ok(opened) => opened,
            Err(refusal) => {
                refuse(id, refusal, guest);
                return None;
            }
        };
        if let Err(error) = self.store.write(std::mem::take(&mut reply.changes)).await {
            refuse(id, failed(&error), guest);
            return None;
        }
        let name = backend.map(|backend| {
            self.log.info(format_args!("table {name} is opened, with {}", rules.id));
            let around = self.surroundings(&rules, visitor.address, visitor);
            let host = Some(&guest.outbox);
            let place = HeldTable::new(name.clone(), backend, &reply, host, around);
            lock(&self.tables).insert(name.clone(), Arc::new(place));
            name
        });
        guest.outbox.put(reply.response.unwrap_or_default().into());
        name
    }

    /// Checks that a visitor may open a table for an owner, and returns its plan. It reads the store,
    /// so it must be called in a thread pool.
    pub(super) fn plan(
        &self,
        hosting: Hosting,
        visitor: Visitor,
        owner: Option<TokenHash>,
        table: String,
    ) -> Result<TablePlan, Refusal> {
        let Hosting { id, rules, from, seats, clock, name } = hosting;
        if let Some(plan) = clock
            && (plan.seconds == 0
                || plan.seconds > MAX_CLOCK_SECONDS
                || plan.increment > MAX_INCREMENT_SECONDS)
        {
            let (most, added) = (MAX_CLOCK_SECONDS, MAX_INCREMENT_SECONDS);
            let sentence = sentence!(TableClock, most = most, added = added);
            return Err(Refusal::new(RefusalCode::Unknown, sentence));
        }
        self.make_room(1, visitor.address)?;
        if let Some(owner) = owner {
            let tables = self.store.count(owner).map_err(|error| failed(&error))?;
            if tables >= self.quota {
                let sentence = sentence!(TableQuota, tables = tables);
                return Err(Refusal::new(RefusalCode::TooMany, sentence));
            }
        }
        let connection = visitor.connection;
        Ok(TablePlan { id, connection, table, owner, rules, from, seats, clock, name })
    }

    /// Returns the surroundings of a table with these rules: its store, its pool and its log, and
    /// the visitor who brought it into memory.
    fn surroundings(&self, rules: &RulesKey, by: Option<IpAddr>, visitor: Visitor) -> Surroundings {
        let pools = &self.pools;
        let pool = if rules.files.is_some() { &pools.slow } else { &pools.answering };
        let (store, log) = (self.store.clone(), self.log.clone());
        Surroundings { store, pool: pool.clone(), log, by, visitor }
    }

    /// Lets a connection join a table, and answers the request with this number. Returns `true` if
    /// the connection has joined.
    pub async fn join(
        self: &Arc<Self>,
        id: u64,
        table: &str,
        credentials: Credentials,
        guest: &Caller,
    ) -> bool {
        loop {
            let place = match self.find(id, table, guest).await {
                Ok(place) => place,
                Err(response) => {
                    guest.outbox.put(response.into());
                    return false;
                }
            };
            let (connection, credentials) = (guest.visitor.connection, credentials.clone());
            let call = TableCall::Join { id, connection, credentials };
            match place.call(guest.visitor, call, Some(&guest.outbox)).await {
                // A table that has just left memory has to be read from the store.
                Ok(None) => self.forget(table, &place),
                Ok(Some(reply)) => {
                    place.note_use();
                    place.wake();
                    return reply.is_fine;
                }
                Err(refusal) => {
                    place.wake();
                    return refuse(id, refusal, guest);
                }
            }
        }
    }

    /// Answers a request about a table that the connection has joined. Returns `true` if the
    /// request is not refused.
    pub async fn ask(&self, id: u64, table: &str, ask: Ask, guest: &Caller) -> bool {
        let place = lock(&self.tables).get(table).cloned();
        let Some(place) = place else { return refuse(id, no_such(), guest) };
        if matches!(ask, Ask::Play { .. })
            && let Err(refusal) = self.make_room(0, None)
        {
            return refuse(id, refusal, guest);
        }
        let call = TableCall::Ask { id, connection: guest.visitor.connection, ask };
        let reply = place.call(guest.visitor, call, Some(&guest.outbox)).await;
        place.wake();
        match reply {
            Ok(Some(reply)) => reply.is_fine,
            Ok(None) => refuse(id, no_such(), guest),
            Err(refusal) => refuse(id, refusal, guest),
        }
    }

    /// Removes an ended connection from its tables.
    pub async fn leave(&self, tables: impl IntoIterator<Item = String>, visitor: Visitor) {
        for name in tables {
            let place = lock(&self.tables).get(&name).cloned();
            if let Some(place) = place {
                place.note_use();
                let call = TableCall::Leave { connection: visitor.connection };
                // A departure changes nothing that has to be stored.
                let _ = place.call(visitor, call, None).await;
                place.wake();
            }
        }
    }

    /// Closes all tables.
    pub async fn close(&self, reason: &Sentence) {
        let places: Vec<_> = lock(&self.tables).values().cloned().collect();
        for place in places {
            place.close(reason).await;
            place.wake();
        }
    }

    /// Returns a table from memory, or loads it from the store. If it can't be loaded, returns the
    /// response to the request with the number `id`.
    pub(super) async fn find(
        self: &Arc<Self>,
        id: u64,
        name: &str,
        guest: &Caller,
    ) -> Result<Arc<HeldTable>, String> {
        let known = lock(&self.tables).get(name).cloned();
        if let Some(place) = known {
            return Ok(place);
        }
        let (hall, wanted, visitor) = (Arc::clone(self), name.to_owned(), guest.visitor);
        // The actions of a table that is not in memory have to be replayed.
        let load = move |stop: &Arc<AtomicBool>| hall.load(id, &wanted, visitor, stop);
        let loaded = worked(load, &self.pools.slow, visitor, &guest.ended).await;
        let place = loaded.unwrap_or_else(|| Err(refused(id, broken())))?;
        self.log.info(format_args!("table {name} is read from the store"));
        // Another visitor may have loaded the table meanwhile. Use that one, because each name has
        // one table.
        let mut tables = lock(&self.tables);
        Ok(Arc::clone(tables.entry(name.to_owned()).or_insert(place)))
    }

    /// Rebuilds a stored table. It takes long, so it must be called in a thread pool. If it fails,
    /// returns the response to the request with the number `id`.
    fn load(
        &self,
        id: u64,
        name: &str,
        visitor: Visitor,
        stop: &AtomicBool,
    ) -> Result<Arc<HeldTable>, String> {
        let stored = self.store.read(name).map_err(|error| failed(&error));
        let stored = stored.and_then(|stored| stored.ok_or_else(no_such));
        let stored = stored.and_then(|stored| self.make_room(1, None).map(|()| stored));
        let stored = stored.map_err(|refusal| refused(id, refusal))?;
        let rules = stored.rules.clone();
        let (backend, reply) = self.opener.load(id, stored, visitor.address, stop);
        let Some(backend) = backend else { return Err(reply.response.unwrap_or_default()) };
        let around = self.surroundings(&rules, None, visitor);
        Ok(Arc::new(HeldTable::new(name.to_owned(), backend, &reply, None, around)))
    }

    /// Removes a retired table from the tables in memory.
    pub(super) fn forget(&self, name: &str, place: &Arc<HeldTable>) {
        let mut tables = lock(&self.tables);
        if tables.get(name).is_some_and(|known| Arc::ptr_eq(known, place)) {
            tables.remove(name);
        }
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
            candidates.sort_by_key(|(_, place)| place.used());
            let retired = candidates.into_iter().find(|(_, place)| place.retire());
            let Some(name) = retired.map(|(name, _)| name.clone()) else {
                let sentence = sentence!(TableAllInUse, tables = tables.len());
                return Err(Refusal::new(RefusalCode::Busy, sentence));
            };
            tables.remove(&name);
            self.log.info(format_args!("table {name} leaves memory to make room: it is empty"));
        }
    }

    /// Removes a table without connections from memory, if its game is over or it has its own
    /// process. A visitor can read it from the store again.
    fn drop_unneeded(&self, name: &str, place: &HeldTable) {
        let mut tables = lock(&self.tables);
        if place.retire_unneeded() {
            tables.remove(name);
            self.log.info(format_args!("table {name} leaves memory: it is empty"));
        }
    }

    /// Runs the agents and the clock of a table. Returns when no connection is left at the table
    /// and no task is due.
    pub async fn attend(self: Arc<Self>, table: String) {
        let Some(place) = lock(&self.tables).get(&table).cloned() else { return };
        // One task for each table.
        if !place.attend().await {
            return;
        }
        loop {
            let reply = match place.call(place.visitor, TableCall::Due, None).await {
                Ok(Some(reply)) => reply,
                Ok(None) => return self.forget(&table, &place),
                Err(_) => {
                    place.changed().await;
                    continue;
                }
            };
            if reply.ends_attendance() {
                return self.drop_unneeded(&table, &place);
            }
            match reply.due {
                None | Some(Due::Nothing) => place.changed().await,
                Some(Due::Wait(time)) => {
                    if place.is_unchanged_for(time).await {
                        place.act(TableCall::Flag).await;
                    }
                }
                Some(Due::Retry(time)) => {
                    if place.is_unchanged_for(time).await {
                        place.act(TableCall::Retry).await;
                    }
                }
                Some(Due::Think { agent, at }) => {
                    if self.make_room(0, None).is_err() {
                        self.log.warning(format_args!("table {table} waits: memory is full"));
                        place.is_unchanged_for(FULL_DELAY).await;
                        continue;
                    }
                    let action = self.think(&place, agent.clone()).await;
                    place.act(TableCall::AgentPlays { agent, at, action }).await;
                }
            }
        }
    }

    /// Lets an agent search for its action.
    async fn think(&self, place: &HeldTable, agent: String) -> Option<String> {
        let search = place.search(agent).await?;
        let (pool, visitor) = (self.pools.thinking.clone(), place.visitor);
        let think = move || {
            let begun = Instant::now();
            let is_over = || {
                let time = begun.elapsed();
                time > AGENT_TIMEOUT
                    || (time > CONTENDED_AGENT_TIMEOUT && pool.others_wait(visitor))
            };
            search(&is_over)
        };
        self.pools.thinking.run(visitor, think).await.flatten()
    }
}

/// Returns the hash of a visitor's network. Returns `None` if the quota does not apply.
pub(super) fn owner(visitor: Visitor) -> Option<TokenHash> {
    visitor.address.map(|address| hash(&address.to_string()))
}

/// Returns the response to a refused request in JSON.
pub(super) fn refused(id: u64, refusal: Refusal) -> String {
    written(&respond(id, Err(refusal)))
}

/// Sends a refusal. Returns `false`.
fn refuse(id: u64, refusal: Refusal, guest: &Caller) -> bool {
    guest.outbox.respond(&respond(id, Err(refusal)));
    false
}

/// Returns the refusal for a request that the server could not complete.
pub(super) fn broken() -> Refusal {
    Refusal::new(RefusalCode::Failed, sentence!(ServerFailed))
}

/// Returns the number of plies of all tables.
fn plies(tables: &HashMap<String, Arc<HeldTable>>) -> usize {
    tables.values().map(|place| place.plies()).sum()
}
