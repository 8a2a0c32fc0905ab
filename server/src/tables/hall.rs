//! All tables: opens them, finds them in memory or in the store, and drives their agents and
//! clocks.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use quadrille_dsl::sentence;
use quadrille_dsl::text::{Argument, Sentence};
use quadrille_service::protocol::{
    Answer, Ask, ClockPlan, GameFormat, MAX_CLOCK_SECONDS, MAX_INCREMENT_SECONDS, Refusal,
    RefusalCode, RulesKey, SeatPlan, Start,
};
use quadrille_service::{HeldGame, Rulesets, respond};

use super::held_table::HeldTable;
use super::table::{Credentials, Due, Table, no_chance, no_such, planned, tidy};
use crate::lock::lock;
use crate::log::Log;
use crate::outbox::{Outbox, written};
use crate::pool::Pool;
use crate::secret::{self, hash};
use crate::store::{StoreChange, StoreError, StoredTable, TableStore};
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
    /// A flag that is set when the connection ends. The connection's long requests then stop.
    pub ended: Arc<AtomicBool>,
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

    /// Opens a table, lets the caller join it, and answers the request with this number. `pool` is
    /// the pool for the request, and `public` the address for other machines. Returns the name of
    /// the table, or `None` if it was refused.
    pub async fn host(
        self: &Arc<Self>,
        id: u64,
        hosting: TableRequest,
        guest: &Caller,
        pool: &Pool,
        public: Option<String>,
    ) -> Option<String> {
        let opened = self.open(hosting, guest, pool, public).await;
        let name = opened.as_ref().ok().map(|(name, _)| name.clone());
        guest.outbox.respond(&respond(id, opened.map(|(_, answer)| answer)));
        name
    }

    /// Opens a table. Returns its name and the answer.
    async fn open(
        self: &Arc<Self>,
        hosting: TableRequest,
        guest: &Caller,
        pool: &Pool,
        public: Option<String>,
    ) -> Result<(String, Answer), Refusal> {
        let (hall, caller) = (Arc::clone(self), guest.clone());
        let plan = move |stop: &Arc<AtomicBool>| hall.plan(hosting, &caller, stop);
        let planned = worked(plan, pool, guest.visitor, &guest.ended).await;
        let (mut table, stored, answer) = planned.ok_or_else(broken)??;
        let (name, rules) = (stored.name.clone(), stored.rules.clone());
        let mut changes = vec![StoreChange::Open(stored)];
        // At the start, the dice may already have been rolled.
        changes.extend(table.take_effects().changes);
        self.store.write(changes).await.map_err(|error| failed(&error))?;
        self.log.info(format_args!("table {name} is opened, with {}", rules.id));
        let place = self.place(table, &rules, guest.visitor.address, guest.visitor);
        lock(&self.tables).insert(name.clone(), place);
        let answer = match answer {
            Answer::Hosted { table, tokens, host, invitation, .. } => {
                Answer::Hosted { table, tokens, host, invitation, address: public }
            }
            other => other,
        };
        Ok((name, answer))
    }

    /// Creates a table that is not stored yet, with the caller at it. It takes long, so it must be
    /// called in a thread pool.
    fn plan(
        &self,
        hosting: TableRequest,
        guest: &Caller,
        stop: &AtomicBool,
    ) -> Result<(Table, StoredTable, Answer), Refusal> {
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
        let game = HeldGame::begin(&self.rulesets, table.clone(), rules, &from, stop)?;
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
        let mut opened = Table::new(game, &stored, self.log.clone())?;
        opened.go_on();
        let connection = guest.visitor.connection;
        opened.welcome(connection, &guest.outbox, mine, true);
        let table = Box::new(opened.view(connection)?);
        let tokens = tokens.into_iter().collect();
        let answer = Answer::Hosted { table, tokens, host, invitation, address: None };
        Ok((opened, stored, answer))
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
        Arc::new(HeldTable::new(table, self.store.clone(), pool.clone(), by, visitor))
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
            let place = match self.find(table, guest).await {
                Ok(place) => place,
                Err(refusal) => return refuse(id, refusal, guest),
            };
            let (credentials, caller) = (credentials.clone(), guest.clone());
            let joined = place.run(guest.visitor, move |table| {
                // A table that has just left memory has to be read from the store.
                if table.is_retired() {
                    return None;
                }
                let answered = table.join(caller.visitor.connection, &caller.outbox, credentials);
                let has_joined = answered.is_ok();
                table.respond(&caller.outbox, written(&respond(id, answered)));
                Some(has_joined)
            });
            match joined.await {
                Ok(None) => {}
                Ok(Some(has_joined)) => {
                    place.note_use();
                    place.wake();
                    return has_joined;
                }
                Err(refusal) => return refuse(id, refusal, guest),
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
        let caller = guest.clone();
        let asked = place.run(guest.visitor, move |table| {
            let answered = table.ask(caller.visitor.connection, &ask);
            let is_fine = answered.is_ok();
            table.respond(&caller.outbox, written(&respond(id, answered)));
            is_fine
        });
        let is_fine = asked.await.unwrap_or_else(|refusal| refuse(id, refusal, guest));
        place.wake();
        is_fine
    }

    /// Removes an ended connection from its tables.
    pub async fn leave(&self, tables: impl IntoIterator<Item = String>, visitor: Visitor) {
        for name in tables {
            let place = lock(&self.tables).get(&name).cloned();
            if let Some(place) = place {
                place.note_use();
                // A departure changes nothing that has to be stored.
                let _ = place.run(visitor, move |table| table.leave(visitor.connection)).await;
                place.wake();
            }
        }
    }

    /// Closes all tables.
    pub async fn close(&self, reason: &Sentence) {
        let places: Vec<_> = lock(&self.tables).values().cloned().collect();
        for place in places {
            place.close(|table| table.close(reason)).await;
            place.wake();
        }
    }

    /// Returns a table from memory, or loads it from the store.
    async fn find(self: &Arc<Self>, name: &str, guest: &Caller) -> Result<Arc<HeldTable>, Refusal> {
        let known = lock(&self.tables).get(name).cloned();
        if let Some(place) = known {
            return Ok(place);
        }
        let (hall, wanted, visitor) = (Arc::clone(self), name.to_owned(), guest.visitor);
        // The actions of a table that is not in memory have to be replayed.
        let load = move |stop: &Arc<AtomicBool>| hall.load(&wanted, visitor, stop);
        let loaded = worked(load, &self.pools.slow, visitor, &guest.ended).await;
        let place = loaded.ok_or_else(broken)??;
        self.log.info(format_args!("table {name} is read from the store"));
        // Another visitor may have loaded the table meanwhile. Use that one, because each name has
        // one table.
        let mut tables = lock(&self.tables);
        Ok(Arc::clone(tables.entry(name.to_owned()).or_insert(place)))
    }

    /// Rebuilds a stored table. It takes long, so it must be called in a thread pool.
    fn load(
        &self,
        name: &str,
        visitor: Visitor,
        stop: &AtomicBool,
    ) -> Result<Arc<HeldTable>, Refusal> {
        let stored = self.store.read(name).map_err(|error| failed(&error))?.ok_or_else(no_such)?;
        self.make_room(1, None)?;
        let from = stored.start.clone().map_or(Start::Start, Start::Json);
        let (name, rules) = (stored.name.clone(), stored.rules.clone());
        let begun = HeldGame::begin(&self.rulesets, name, rules, &from, stop)?;
        let table = Table::new(begun, &stored, self.log.clone())?;
        Ok(self.place(table, &stored.rules, None, visitor))
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
        if !matches!(place.run(place.visitor, Table::attend).await, Ok(false)) {
            return;
        }
        loop {
            let due = place.run(place.visitor, |table| {
                let due = table.due();
                let has_ended = matches!(due, Due::Nothing) && table.unattend();
                (due, has_ended)
            });
            match due.await {
                Ok((_, true)) => return self.drop_finished(&table, &place),
                Err(_) | Ok((Due::Nothing, false)) => place.changed().await,
                Ok((Due::Wait(deadline), _)) => {
                    if place.is_unchanged_until(deadline).await {
                        place.act(|table| table.flag(Instant::now())).await;
                    }
                }
                Ok((Due::Retry(time), _)) => {
                    if place.is_unchanged_until(time).await {
                        place.act(Table::retry).await;
                    }
                }
                Ok((Due::Think { session, agent, at, stop }, _)) => {
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
                    place.act(move |table| table.agent_plays(agent, at, action.as_deref())).await;
                }
            }
        }
    }
}

/// Sends a refusal. Returns `false`.
fn refuse(id: u64, refusal: Refusal, guest: &Caller) -> bool {
    guest.outbox.respond(&respond(id, Err(refusal)));
    false
}

/// Returns the refusal for a request that the server could not complete.
fn broken() -> Refusal {
    Refusal::new(RefusalCode::Failed, sentence!(ServerFailed))
}

/// Returns the number of plies of all tables.
fn plies(tables: &HashMap<String, Arc<HeldTable>>) -> usize {
    tables.values().map(|place| place.plies()).sum()
}
