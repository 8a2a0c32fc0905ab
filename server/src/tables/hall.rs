//! All tables: opens them, finds them in memory or in the store, and does what is due at them.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use quadrille_service::protocol::{
    Answer, Ask, ClockPlan, GameFormat, Refusal, RefusalCode, RulesKey, SeatPlan, Start,
};
use quadrille_service::{Answered, HeldGame, Rulesets};
use tokio::sync::Notify;

use super::table::{ConnectionId, Due, Table, no_such, planned, tidy};
use crate::outbox::Outbox;
use crate::pool::Pool;
use crate::secret::{self, hash};
use crate::store::{StoreChange, StoreError, StoredTable, TableStore};

/// The most tables in memory. One at which nobody is makes room for another.
const MAX_TABLES: usize = 2000;
/// The most tables in memory that were opened from one address of the network.
const MAX_HOSTED_TABLES: usize = 50;
/// The maximum time of an agent for an action.
const AGENT_TIMEOUT: Duration = Duration::from_secs(10);

/// The tables of a server.
pub(crate) struct Hall {
    tables: Mutex<HashMap<String, Arc<HeldTable>>>,
    rulesets: Arc<Rulesets>,
    store: TableStore,
    pools: Pools,
}

/// Where things are computed.
pub(crate) struct Pools {
    /// Where agents think.
    pub thinking: Pool,
    /// Where tables are played at.
    pub answering: Pool,
    /// The same for rules in somebody's own files, and for what takes longer.
    pub slow: Pool,
}

/// A table in memory.
struct HeldTable {
    table: Mutex<Table>,
    /// Where it is played at.
    pool: Pool,
    /// Something has happened there.
    changed: Notify,
    /// Who opened it, if that counts.
    by: Option<IpAddr>,
    used: Mutex<Instant>,
}

/// A request for a table.
pub(crate) struct TableRequest {
    pub rules: RulesKey,
    pub from: Start,
    pub seats: BTreeMap<String, SeatPlan>,
    pub clock: Option<ClockPlan>,
    pub name: Option<String>,
}

/// Who comes: a connection's number, where its messages go, and where it comes from.
#[derive(Clone)]
pub(crate) struct Caller {
    pub connection: ConnectionId,
    pub outbox: Outbox,
    /// None for this machine itself, which may open as many tables as there can be.
    pub by: Option<IpAddr>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn failed(error: &StoreError) -> Refusal {
    Refusal::new(RefusalCode::Failed, error.to_string())
}

impl Hall {
    pub fn new(rulesets: Arc<Rulesets>, store: TableStore, pools: Pools) -> Arc<Self> {
        let tables = Mutex::default();
        Arc::new(Self { tables, rulesets, store, pools })
    }

    /// Where requests about a table are answered.
    pub fn pool(&self, table: &str) -> Pool {
        let place = lock(&self.tables).get(table).cloned();
        // A table that is not in memory has to be played again.
        place.map_or_else(|| self.pools.slow.clone(), |place| place.pool.clone())
    }

    /// A place for a table.
    fn place(&self, table: Table, rules: &RulesKey, by: Option<IpAddr>) -> Arc<HeldTable> {
        let pools = &self.pools;
        let pool = if rules.files.is_some() { &pools.slow } else { &pools.answering };
        Arc::new(HeldTable {
            table: Mutex::new(table),
            pool: pool.clone(),
            changed: Notify::new(),
            by,
            used: Mutex::new(Instant::now()),
        })
    }

    /// Opens a table, with who asks at it. Takes long enough to be done by a pool.
    pub fn host(self: &Arc<Self>, hosting: TableRequest, guest: &Caller) -> Answered {
        let TableRequest { rules, from, seats, clock, name } = hosting;
        if let Some(plan) = clock
            && (plan.seconds == 0
                || plan.seconds > ClockPlan::MAX_CLOCK_SECONDS
                || plan.increment > ClockPlan::MAX_INCREMENT_SECONDS)
        {
            let (most, added) = (ClockPlan::MAX_CLOCK_SECONDS, ClockPlan::MAX_INCREMENT_SECONDS);
            let text = format!("a clock has 1 to {most} seconds, and adds at most {added}");
            return Err(Refusal::new(RefusalCode::Unknown, text));
        }
        self.make_room(guest.by)?;
        let random = |_| Refusal::new(RefusalCode::Failed, "the system has no random numbers");
        let table = secret::table_name().map_err(random)?;
        let host = secret::token().map_err(random)?;
        let game = HeldGame::begin(&self.rulesets, table.clone(), rules, &from)?;
        let session = game.session();
        let names: Vec<&String> =
            session.ruleset().spec().seats.iter().map(|seat| &seat.name).collect();
        if let Some(unknown) = seats.keys().find(|seat| !names.contains(seat)) {
            let text = format!("there is no seat `{unknown}`");
            return Err(Refusal::new(RefusalCode::Unknown, text));
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
            seats: stored,
            actions: Vec::new(),
        };
        self.store.write(StoreChange::Open(stored.clone())).map_err(|error| failed(&error))?;
        let mut opened = Table::new(game, &stored, self.store.clone());
        opened.welcome(guest.connection, &guest.outbox, mine, true);
        let view = opened.view(guest.connection)?;
        let place = self.place(opened, &stored.rules, guest.by);
        lock(&self.tables).insert(table, Arc::clone(&place));
        let tokens = tokens.into_iter().collect();
        Ok(Answer::Hosted { table: Box::new(view), tokens, host, address: None })
    }

    /// A connection comes to a table. The response is given while nobody can play there.
    pub fn join(
        &self,
        table: &str,
        token: Option<&str>,
        name: Option<&str>,
        guest: &Caller,
        respond: impl FnOnce(Answered),
    ) {
        loop {
            let place = match self.find(table) {
                Ok(place) => place,
                Err(refusal) => return respond(Err(refusal)),
            };
            let mut table = lock(&place.table);
            if table.is_retired() {
                // It has just made room for another; the store has it.
                continue;
            }
            *lock(&place.used) = Instant::now();
            let view = table.join(guest.connection, &guest.outbox, token, name);
            respond(view.map(|view| Answer::Table(Box::new(view))));
            drop(table);
            place.changed.notify_one();
            return;
        }
    }

    /// Answers a request about a table of somebody who is at it.
    pub fn ask(
        &self,
        table: &str,
        ask: &Ask,
        connection: ConnectionId,
        respond: impl FnOnce(Answered),
    ) {
        let place = lock(&self.tables).get(table).cloned();
        let Some(place) = place else { return respond(Err(no_such())) };
        lock(&place.table).ask(connection, ask, respond);
        place.changed.notify_one();
    }

    /// A connection has ended: it is at none of these tables any more.
    pub fn leave(&self, tables: impl IntoIterator<Item = String>, connection: ConnectionId) {
        for name in tables {
            let place = lock(&self.tables).get(&name).cloned();
            if let Some(place) = place {
                *lock(&place.used) = Instant::now();
                lock(&place.table).leave(connection);
                place.changed.notify_one();
            }
        }
    }

    /// Everybody has to go.
    pub fn close(&self, text: &str) {
        let places: Vec<_> = lock(&self.tables).values().cloned().collect();
        for place in places {
            lock(&place.table).close(text);
            place.changed.notify_one();
        }
    }

    /// A table in memory, or brought there from the store.
    fn find(&self, name: &str) -> Result<Arc<HeldTable>, Refusal> {
        let known = lock(&self.tables).get(name).cloned();
        if let Some(place) = known {
            return Ok(place);
        }
        let stored = self.store.read(name).map_err(|error| failed(&error))?.ok_or_else(no_such)?;
        self.make_room(None)?;
        let table = self.reopen(&stored)?;
        let place = self.place(table, &stored.rules, None);
        // Somebody else may have come meanwhile: there is one table of a name.
        let mut tables = lock(&self.tables);
        Ok(Arc::clone(tables.entry(name.to_owned()).or_insert(place)))
    }

    /// A table as it was stored: its actions are played again.
    fn reopen(&self, stored: &StoredTable) -> Result<Table, Refusal> {
        let from = stored.start.clone().map_or(Start::Start, Start::Json);
        let name = stored.name.clone();
        let mut game = HeldGame::begin(&self.rulesets, name, stored.rules.clone(), &from)?;
        let actions: Vec<&str> = stored.actions.iter().map(|it| it.action.as_str()).collect();
        game.replay(&actions.join(" "))?;
        Ok(Table::new(game, stored, self.store.clone()))
    }

    /// Makes room for one more table, or refuses it.
    fn make_room(&self, by: Option<IpAddr>) -> Result<(), Refusal> {
        let mut tables = lock(&self.tables);
        let hosted = tables.values().filter(|place| by.is_some() && place.by == by).count();
        if tables.len() < MAX_TABLES && hosted < MAX_HOSTED_TABLES {
            return Ok(());
        }
        let own = hosted >= MAX_HOSTED_TABLES;
        let deserted = tables
            .iter()
            .filter(|(_, place)| (!own || place.by == by) && lock(&place.table).is_deserted());
        let longest = deserted.min_by_key(|(_, place)| *lock(&place.used));
        let longest = longest.map(|(name, place)| (name.clone(), Arc::clone(place)));
        let retired = longest.filter(|(_, place)| lock(&place.table).retire());
        if let Some((name, _)) = retired {
            tables.remove(&name);
            return Ok(());
        }
        let text = format!("there are {} tables, with people at each", tables.len());
        Err(Refusal::new(RefusalCode::Busy, text))
    }

    /// Does what is due at a table until there is nothing more to do without somebody's coming.
    pub async fn attend(self: Arc<Self>, table: String) {
        let Some(place) = lock(&self.tables).get(&table).cloned() else { return };
        // One at a time.
        if lock(&place.table).attend() {
            return;
        }
        loop {
            let looked = Arc::clone(&place);
            let due = place.pool.run(move || lock(&looked.table).due()).await;
            match due.unwrap_or(Due::Nothing) {
                Due::Nothing => {
                    if lock(&place.table).unattend() {
                        return;
                    }
                    place.changed.notified().await;
                }
                Due::Wait(deadline) => {
                    tokio::select! {
                        () = tokio::time::sleep_until(deadline.into()) => {
                            let late = Arc::clone(&place);
                            let flag = move || lock(&late.table).flag(Instant::now());
                            place.pool.run(flag).await;
                        }
                        () = place.changed.notified() => {}
                    }
                }
                Due::Think { session, agent, at, stop } => {
                    let seed = secret::seed().unwrap_or_default();
                    let think = move || {
                        let begun = Instant::now();
                        let over =
                            || stop.load(Ordering::Relaxed) || begun.elapsed() > AGENT_TIMEOUT;
                        session.advise(agent, seed, &over).ok()
                    };
                    let advice = self.pools.thinking.run(think).await;
                    let action = advice.flatten().and_then(|advice| advice.action);
                    let played = Arc::clone(&place);
                    let play =
                        move || lock(&played.table).agent_plays(agent, at, action.as_deref());
                    place.pool.run(play).await;
                }
            }
        }
    }
}
