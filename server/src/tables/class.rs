//! Classes: groups of tables that people join by a code. A class exists only in the store. Its
//! tables are ordinary tables, whose host tokens and invitations are unknown to all people.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use quadrille_dsl::sentence;
use quadrille_service::protocol::{
    Answer, Ask, CLASS_CODE_CHARS, ClassOrder, ClassView, MAX_CLASS_TABLES, Refusal, RefusalCode,
    SeatPlan,
};
use quadrille_service::respond;
use tokio::sync::Mutex as AsyncMutex;

use super::hall::{Caller, Hall, Hosting, broken, failed, owner, refused};
use super::table::{no_chance, planned};
use super::table_call::{Credentials, TableCall};
use crate::lock::lock;
use crate::pool::Pool;
use crate::secret::{self, TokenHash, hash};
use crate::store::{ClassPlan, ClassTable, StoreChange, StoredClass};
use crate::timed_work::worked;
use crate::turns::Visitor;

/// The result of a request. An error is the response in JSON.
type ClassResult<T> = Result<T, String>;

/// A class that is not stored yet.
struct NewClass {
    class: StoredClass,
    /// The token of the host.
    host: String,
    changes: Vec<StoreChange>,
}

impl Hall {
    /// Answers a request about a class, except a request to join it.
    pub async fn ask_class(self: &Arc<Self>, id: u64, ask: Ask, guest: &Caller) {
        let answer = match ask {
            Ask::OpenClass { rules, from, seats, clock, most } => {
                let plan = ClassPlan { rules, from, seats, clock, most };
                self.open_class(id, plan, guest).await
            }
            Ask::Class { code, token } => self.view_class(id, code, token, guest).await,
            Ask::DirectClass { code, token, order } => {
                self.direct_class(id, code, token, order, guest).await
            }
            _ => Err(refused(id, broken())),
        };
        match answer {
            Ok(answer) => guest.outbox.respond(&respond(id, Ok(answer))),
            Err(response) => guest.outbox.put(response.into()),
        }
    }

    async fn open_class(
        self: &Arc<Self>,
        id: u64,
        plan: ClassPlan,
        guest: &Caller,
    ) -> ClassResult<Answer> {
        let (hall, visitor) = (Arc::clone(self), guest.visitor);
        let open = move |stop: &Arc<AtomicBool>| hall.new_class(id, plan, visitor, stop);
        let NewClass { class, host, changes } =
            self.work_on_class(id, &self.pools.slow, open, guest).await?;
        self.write_class(id, changes).await?;
        self.log.info(format_args!("a class is opened, with {}", class.plan.rules.id));
        Ok(Answer::ClassOpened { class: view(&class, true), host })
    }

    /// Checks the plan of a class, and creates the class with its first table. It reads the store,
    /// so it must be called in a thread pool.
    fn new_class(
        &self,
        id: u64,
        plan: ClassPlan,
        visitor: Visitor,
        stop: &AtomicBool,
    ) -> ClassResult<NewClass> {
        let refuse = |code, sentence| Err(refused(id, Refusal::new(code, sentence)));
        if !(1..=MAX_CLASS_TABLES).contains(&plan.most) {
            return refuse(RefusalCode::TooMany, sentence!(ClassTables, most = MAX_CLASS_TABLES));
        }
        let owner = owner(visitor);
        let (table, mut changes) = self.new_class_table(id, &plan, owner, visitor, stop)?;
        let is_open = |change: &StoreChange| match change {
            StoreChange::Open(table) => table.seats.iter().any(|seat| !seat.taken),
            _ => false,
        };
        if plan.seats.values().any(|seat| *seat == SeatPlan::Mine) || !changes.iter().any(is_open) {
            return refuse(RefusalCode::Unknown, sentence!(ClassOpenSeat));
        }
        let random = |error| refused(id, no_chance(error));
        let host = secret::token().map_err(random)?;
        let code = loop {
            let code = secret::class_code(CLASS_CODE_CHARS).map_err(random)?;
            let known = self.store.class(&code).map_err(|error| refused(id, failed(&error)))?;
            if known.is_none() {
                break code;
            }
        };
        let mut class =
            StoredClass { code: code.clone(), plan, host: hash(&host), owner, tables: Vec::new() };
        changes.push(StoreChange::OpenClass(class.clone()));
        changes.push(StoreChange::AddToClass { code, table: table.clone() });
        class.tables.push(ClassTable { name: table, has_free_seat: true });
        Ok(NewClass { class, host, changes })
    }

    /// Creates a table according to the plan of a class. Returns its name and the changes to store.
    fn new_class_table(
        &self,
        id: u64,
        plan: &ClassPlan,
        owner: Option<TokenHash>,
        visitor: Visitor,
        stop: &AtomicBool,
    ) -> ClassResult<(String, Vec<StoreChange>)> {
        let name = secret::table_name().map_err(|error| refused(id, no_chance(error)))?;
        let ClassPlan { rules, from, seats, clock, .. } = plan.clone();
        let hosting = Hosting { id, rules, from, seats, clock, name: None };
        let plan = self.plan(hosting, visitor, owner, name.clone());
        let plan = plan.map_err(|refusal| refused(id, refusal))?;
        match self.opener.open(plan, visitor.address, stop) {
            (Some(_), reply) => Ok((name, reply.changes)),
            (None, reply) => Err(reply.response.unwrap_or_default()),
        }
    }

    /// Gives a connection a free seat at a table of a class, and answers the request. Returns the
    /// name of the table, or `None` if the request is refused.
    pub async fn join_class(
        self: &Arc<Self>,
        id: u64,
        code: String,
        name: Option<String>,
        guest: &Caller,
    ) -> Option<String> {
        let code = normal(&code);
        let turn = self.class_turn(&code);
        let _turn = turn.lock().await;
        let table = match self.free_table(id, code, guest).await {
            Ok(table) => table,
            Err(response) => {
                guest.outbox.put(response.into());
                return None;
            }
        };
        let credentials = Credentials { any_seat: true, name, ..Credentials::default() };
        self.join(id, &table, credentials, guest).await.then_some(table)
    }

    /// Returns the first table of a class that has a free seat. If there is none, opens a table.
    async fn free_table(
        self: &Arc<Self>,
        id: u64,
        code: String,
        guest: &Caller,
    ) -> ClassResult<String> {
        let (hall, visitor) = (Arc::clone(self), guest.visitor);
        let find = move |stop: &Arc<AtomicBool>| {
            let class = hall.class(&code, visitor).map_err(|refusal| refused(id, refusal))?;
            if let Some(table) = class.tables.iter().find(|table| table.has_free_seat) {
                return Ok((table.name.clone(), Vec::new()));
            }
            if is_full(&class) {
                return Err(refused(id, Refusal::new(RefusalCode::Taken, sentence!(ClassFull))));
            }
            let (table, mut changes) =
                hall.new_class_table(id, &class.plan, class.owner, visitor, stop)?;
            changes.push(StoreChange::AddToClass { code, table: table.clone() });
            Ok((table, changes))
        };
        let (table, changes) = self.work_on_class(id, &self.pools.slow, find, guest).await?;
        self.write_class(id, changes).await?;
        Ok(table)
    }

    async fn view_class(
        self: &Arc<Self>,
        id: u64,
        code: String,
        token: Option<String>,
        guest: &Caller,
    ) -> ClassResult<Answer> {
        let class = self.find_class(id, code, guest).await?;
        let is_host = token.is_some_and(|token| hash(&token) == class.host);
        Ok(Answer::Class(view(&class, is_host)))
    }

    async fn direct_class(
        self: &Arc<Self>,
        id: u64,
        code: String,
        token: String,
        order: ClassOrder,
        guest: &Caller,
    ) -> ClassResult<Answer> {
        let turn = self.class_turn(&normal(&code));
        let _turn = turn.lock().await;
        let class = self.find_class(id, code, guest).await?;
        if hash(&token) != class.host {
            let refusal = Refusal::new(RefusalCode::NotYours, sentence!(ClassOnlyHost));
            return Err(refused(id, refusal));
        }
        let call = match order {
            ClassOrder::Round { rotate } => TableCall::Restart { rotate },
            ClassOrder::Fill(agent) => {
                let plan = SeatPlan::Agent(agent);
                planned("", &plan).map_err(|refusal| refused(id, refusal))?;
                TableCall::Fill { plan }
            }
            ClassOrder::Close => {
                let close = StoreChange::CloseClass { code: class.code };
                self.write_class(id, vec![close]).await?;
                return Ok(Answer::Closed);
            }
        };
        for table in &class.tables {
            self.direct_table(id, &table.name, &call, guest).await?;
        }
        self.view_class(id, class.code, Some(token), guest).await
    }

    /// Returns the lock of a class. It is held while free seats are given. Two people, or a person
    /// and an agent, therefore can't get the same seat.
    fn class_turn(&self, code: &str) -> Arc<AsyncMutex<()>> {
        let mut turns = lock(&self.class_turns);
        turns.retain(|_, turn| Arc::strong_count(turn) > 1);
        Arc::clone(turns.entry(code.to_owned()).or_default())
    }

    /// Makes a call at a table of a class.
    async fn direct_table(
        self: &Arc<Self>,
        id: u64,
        table: &str,
        call: &TableCall,
        guest: &Caller,
    ) -> ClassResult<()> {
        loop {
            let place = self.find(id, table, guest).await?;
            let called = place.call(guest.visitor, call.clone(), None).await;
            place.wake();
            match called {
                // A table that has just left memory has to be read from the store.
                Ok(None) => self.forget(table, &place),
                Ok(Some(_)) => return Ok(()),
                Err(refusal) => return Err(refused(id, refusal)),
            }
        }
    }

    async fn find_class(
        self: &Arc<Self>,
        id: u64,
        code: String,
        guest: &Caller,
    ) -> ClassResult<StoredClass> {
        let (hall, visitor) = (Arc::clone(self), guest.visitor);
        let find = move |_: &Arc<AtomicBool>| {
            hall.class(&normal(&code), visitor).map_err(|refusal| refused(id, refusal))
        };
        self.work_on_class(id, &self.pools.answering, find, guest).await
    }

    /// Returns the class with a code. It reads the store, so it must be called in a thread pool.
    fn class(&self, code: &str, visitor: Visitor) -> Result<StoredClass, Refusal> {
        let now = Instant::now();
        if self.wrong_codes.are_too_many(visitor.address, now) {
            return Err(Refusal::new(RefusalCode::Busy, sentence!(ClassWrongCodes)));
        }
        let class = self.store.class(code).map_err(|error| failed(&error))?;
        class.ok_or_else(|| {
            self.wrong_codes.count(visitor.address, now);
            Refusal::new(RefusalCode::Token, sentence!(ClassNoCode))
        })
    }

    /// Runs work on a class in a pool.
    async fn work_on_class<T: Send + 'static>(
        &self,
        id: u64,
        pool: &Pool,
        work: impl FnOnce(&Arc<AtomicBool>) -> ClassResult<T> + Send + 'static,
        guest: &Caller,
    ) -> ClassResult<T> {
        let done = worked(work, pool, guest.visitor, &guest.ended).await;
        done.unwrap_or_else(|| Err(refused(id, broken())))
    }

    async fn write_class(&self, id: u64, changes: Vec<StoreChange>) -> ClassResult<()> {
        self.store.write(changes).await.map_err(|error| refused(id, failed(&error)))
    }
}

/// Returns a code in capital letters and without other characters.
fn normal(code: &str) -> String {
    let letters = code.chars().filter(char::is_ascii_alphanumeric);
    letters.take(CLASS_CODE_CHARS + 1).map(|letter| letter.to_ascii_uppercase()).collect()
}

/// Returns `true` if no seat is free and the class can have no further table.
fn is_full(class: &StoredClass) -> bool {
    class.tables.len() >= class.plan.most && !class.tables.iter().any(|table| table.has_free_seat)
}

fn view(class: &StoredClass, host: bool) -> ClassView {
    ClassView {
        code: class.code.clone(),
        tables: class.tables.iter().map(|table| table.name.clone()).collect(),
        most: class.plan.most,
        full: is_full(class),
        host,
    }
}
