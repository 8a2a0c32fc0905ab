//! Handles a connection. Reads its requests one after the other, and answers them with its private
//! service or at a table. Also sends it the messages of the tables.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::stream::SplitSink;
use futures_util::{SinkExt as _, StreamExt as _};
use quadrille_dsl::sentence;
use quadrille_dsl::text::Sentence;
use quadrille_service::protocol::{
    Ask, MAX_SERVER_MESSAGE_BYTES, Refusal, RefusalCode, Request, Response,
};
use quadrille_service::{Dispatched, Service, Work, read, respond};
use tokio::sync::Semaphore;

use crate::draft_process::DraftProcess;
use crate::outbox::{OutboxReceiver, written};
use crate::pool::Pool;
use crate::rate::Rate;
use crate::requests::{
    game_of, is_about_class, is_for_drafts, is_long, is_slow, is_work, table_of,
};
use crate::shared::ServerState;
use crate::tables::{Caller, Credentials, Hosting};
use crate::timed_work::worked;

/// The maximum length in bytes of a request that contains neither files nor the text of a game.
const MAX_SHORT_REQUEST_BYTES: usize = 64 * 1024;
/// The time between two pings of a connection.
const PING_INTERVAL: Duration = Duration::from_secs(30);
/// The time after which a silent connection is closed.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(75);
/// The maximum time for sending.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);
/// The reason for the end of a connection whose messages can't be sent.
const CUT_OFF: &str = "the client reads too slowly or has disconnected";
/// The maximum number of long requests that a connection can have open.
const MAX_LONG_REQUESTS: usize = 4;

/// The state of a connection.
struct Connection {
    shared: Arc<ServerState>,
    guest: Caller,
    /// The service with the private games of this connection. `None` while a request uses it.
    service: Option<Service>,
    /// The number of plies of the private games.
    plies: usize,
    /// The tables that the connection has joined.
    tables: BTreeSet<String>,
    works: Arc<Semaphore>,
    /// The process for the connection's drafts, once there are some.
    process: Option<Arc<DraftProcess>>,
}

/// Serves a connection until it ends.
pub(crate) async fn serve(
    socket: WebSocket,
    shared: Arc<ServerState>,
    guest: Caller,
    outgoing: OutboxReceiver,
) {
    let (sink, mut incoming) = socket.split();
    let mut sending = tokio::spawn(send(sink, outgoing));
    let mut connection = Connection {
        service: Some(shared.service()),
        guest,
        plies: 0,
        tables: BTreeSet::new(),
        works: Arc::new(Semaphore::new(MAX_LONG_REQUESTS)),
        process: None,
        shared,
    };
    let limits = connection.shared.limits;
    let mut rate = Rate::new(limits.each_second, limits.burst, Instant::now());
    // A message that came while a request was answered.
    let mut early = None;
    let reason = loop {
        let message = match early.take() {
            Some(_) if sending.is_finished() => break CUT_OFF.to_owned(),
            Some(message) => Ok(message),
            None => tokio::select! {
                _ = &mut sending => break CUT_OFF.to_owned(),
                message = tokio::time::timeout(SILENCE_TIMEOUT, incoming.next()) => message,
            },
        };
        let text = match message {
            Ok(Some(Ok(Message::Text(text)))) => text,
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => continue,
            Ok(Some(Ok(Message::Binary(_)))) => break "a message is not text".to_owned(),
            Ok(Some(Ok(Message::Close(_))) | None) => break "the client has closed it".to_owned(),
            Ok(Some(Err(error))) => break error.to_string(),
            Err(_) => break "the client was silent".to_owned(),
        };
        let weight = 1.0 + text.len() as f64 / MAX_SHORT_REQUEST_BYTES as f64;
        let wait = rate.take(weight, Instant::now());
        if !wait.is_zero() {
            tokio::time::sleep(wait).await;
        }
        let ended = Arc::clone(&connection.guest.ended);
        let request = connection.request(&text);
        tokio::pin!(request);
        let is_answered = loop {
            tokio::select! {
                is_answered = &mut request => break is_answered,
                message = incoming.next(), if early.is_none() => match message {
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    message => {
                        if !matches!(message, Some(Ok(Message::Text(_)))) {
                            ended.store(true, Ordering::Relaxed);
                        }
                        early = Some(message);
                    }
                },
            }
        };
        if !is_answered {
            break "a request could not be completed".to_owned();
        }
    };
    sending.abort();
    let number = connection.guest.visitor.connection;
    connection.shared.log.info(format_args!("connection {number} ended: {reason}"));
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.guest.ended.store(true, Ordering::Relaxed);
        self.shared.plies.fetch_sub(self.plies, Ordering::Relaxed);
        let (shared, visitor) = (Arc::clone(&self.shared), self.guest.visitor);
        let tables = std::mem::take(&mut self.tables);
        if !tables.is_empty() {
            // Without a runtime the program is ending, and no connection is left to notify.
            if let Ok(runtime) = tokio::runtime::Handle::try_current() {
                runtime.spawn(async move { shared.hall.leave(tables, visitor).await });
            }
        }
    }
}

/// Sends messages until the client disconnects or reads too slowly.
async fn send(sink: SplitSink<WebSocket, Message>, outgoing: OutboxReceiver) {
    let given_up = outgoing.given_up();
    tokio::select! {
        biased;
        () = given_up => {}
        () = send_all(sink, outgoing) => {}
    }
}

/// Sends messages. Sends a ping if there was no message for a while.
async fn send_all(mut sink: SplitSink<WebSocket, Message>, mut outgoing: OutboxReceiver) {
    loop {
        let message = match tokio::time::timeout(PING_INTERVAL, outgoing.next()).await {
            Ok(Some(text)) => Message::Text(text),
            Ok(None) => break,
            Err(_) => Message::Ping(Vec::new().into()),
        };
        if !matches!(tokio::time::timeout(SEND_TIMEOUT, sink.send(message)).await, Ok(Ok(()))) {
            break;
        }
    }
}

impl Connection {
    /// Answers a request. Returns `false` if the connection has to end.
    async fn request(&mut self, text: &str) -> bool {
        let Request { id, ask } = match read(text, MAX_SERVER_MESSAGE_BYTES) {
            Ok(request) => request,
            Err(response) => {
                self.put(response).await;
                return true;
            }
        };
        if text.len() > MAX_SHORT_REQUEST_BYTES && !is_long(&ask) {
            let sentence =
                sentence!(RefusalMessageSize, bytes = text.len(), most = MAX_SHORT_REQUEST_BYTES);
            self.put(respond(id, Err(Refusal::new(RefusalCode::TooMany, sentence)))).await;
            return true;
        }
        match table_of(&ask) {
            Some(table) => {
                let table = table.to_owned();
                self.at_table(id, table, ask).await;
                true
            }
            None if matches!(ask, Ask::Host { .. }) => self.host(id, ask).await,
            None if is_about_class(&ask) => {
                self.at_class(id, ask).await;
                true
            }
            None if self.shared.drafts.is_some() && is_for_drafts(&ask) => {
                if let Some(answer) = self.draft(id, text.to_owned(), is_work(&ask)).await {
                    self.guest.outbox.wait_and_put(answer).await;
                }
                true
            }
            None => self.privately(id, ask).await,
        }
    }

    async fn put(&self, response: Response) {
        self.guest.outbox.wait_and_put(written(&response)).await;
    }

    /// Returns the pool for a request. Requests with a page's files or with long texts have a
    /// separate pool, so that they do not delay other requests.
    fn pool(&self, ask: &Ask) -> Pool {
        let draft = match (game_of(ask), &self.service) {
            (Some(game), Some(service)) => service.is_draft(game),
            _ => false,
        };
        let shared = &self.shared;
        if draft || is_slow(ask) { shared.slow.clone() } else { shared.answering.clone() }
    }

    /// Answers a request with the private service of the connection.
    async fn privately(&mut self, id: u64, ask: Ask) -> bool {
        let more = matches!(ask, Ask::New { .. } | Ask::Lesson { .. } | Ask::Play { .. });
        if more && self.shared.plies.load(Ordering::Relaxed) > self.shared.limits.plies {
            let sentence = sentence!(ServerTooManyGames);
            self.put(respond(id, Err(Refusal::new(RefusalCode::Busy, sentence)))).await;
            return true;
        }
        let pool = self.pool(&ask);
        let Some(mut service) = self.service.take() else { return false };
        let job = move |stop: &Arc<AtomicBool>| {
            service.set_stopper(Arc::clone(stop));
            let dispatched = service.dispatch(ask);
            let dispatched = match dispatched {
                Dispatched::Answered(answered) => Ready::Written(written(&respond(id, answered))),
                Dispatched::Work(work) => Ready::Work(work),
            };
            (service, dispatched)
        };
        let done = worked(job, &pool, self.guest.visitor, &self.guest.ended).await;
        let Some((service, ready)) = done else { return false };
        self.count(&service);
        self.service = Some(service);
        match ready {
            Ready::Written(text) => self.guest.outbox.wait_and_put(text).await,
            Ready::Work(work) => {
                let work: TextWork = Box::new(move |stop| Some(written(&respond(id, work(stop)))));
                self.spawn_work(id, work, sentence!(ServerFailed)).await;
            }
        }
        true
    }

    /// Updates the server's count of plies with the plies of this connection's games.
    fn count(&mut self, service: &Service) {
        let plies = service.plies();
        self.shared.plies.fetch_add(plies, Ordering::Relaxed);
        self.shared.plies.fetch_sub(self.plies, Ordering::Relaxed);
        self.plies = plies;
    }

    /// Starts a long task. Its answer is sent when it is done. If there is no answer, a refusal with
    /// the sentence `failure` is sent instead.
    async fn spawn_work(&self, id: u64, work: TextWork, failure: Sentence) {
        let Ok(permit) = Arc::clone(&self.works).try_acquire_owned() else {
            let sentence = sentence!(ServerTooManyRequests, most = MAX_LONG_REQUESTS);
            self.put(respond(id, Err(Refusal::new(RefusalCode::Busy, sentence)))).await;
            return;
        };
        let (pool, guest) = (self.shared.working.clone(), self.guest.clone());
        tokio::spawn(async move {
            let done = worked(move |stop| work(stop), &pool, guest.visitor, &guest.ended).await;
            let answer = done.flatten();
            drop(permit);
            let refusal = || Refusal::new(RefusalCode::Failed, failure);
            let answer = answer.unwrap_or_else(|| written(&respond(id, Err(refusal()))));
            guest.outbox.wait_and_put(answer).await;
        });
    }

    /// Answers a request with the connection's process for drafts. `text` is the request in JSON.
    /// Returns the answer, unless it is sent later.
    async fn draft(&mut self, id: u64, text: String, is_work: bool) -> Option<Utf8Bytes> {
        let process = match self.draft_process() {
            Ok(process) => process,
            Err(refusal) => return Some(written(&respond(id, Err(refusal)))),
        };
        let work: TextWork = Box::new(move |stop| {
            let stop = || stop.load(Ordering::Relaxed);
            process.ask(id, &text, &stop).map(Utf8Bytes::from)
        });
        if is_work {
            self.spawn_work(id, work, sentence!(ServerDraftFailed)).await;
            return None;
        }
        let (visitor, ended) = (self.guest.visitor, &self.guest.ended);
        let done = worked(move |stop| work(stop), &self.shared.slow, visitor, ended).await;
        let answer = done.flatten();
        Some(answer.unwrap_or_else(|| {
            let connection = visitor.connection;
            self.shared.log.warning(format_args!(
                "the process for drafts of connection {connection} has failed"
            ));
            let refusal = Refusal::new(RefusalCode::Failed, sentence!(ServerDraftFailed));
            written(&respond(id, Err(refusal)))
        }))
    }

    /// Returns the connection's process for drafts. Starts it if it does not run.
    fn draft_process(&mut self) -> Result<Arc<DraftProcess>, Refusal> {
        if let Some(process) = &self.process
            && !process.has_ended()
        {
            return Ok(Arc::clone(process));
        }
        self.process = None;
        let full = || Refusal::new(RefusalCode::Busy, sentence!(ServerTooManyDrafts));
        let starter = self.shared.drafts.as_ref().ok_or_else(full)?;
        let process = Arc::new(starter.start(self.guest.visitor.address)?);
        self.process = Some(Arc::clone(&process));
        Ok(process)
    }

    /// Opens a table.
    async fn host(&mut self, id: u64, ask: Ask) -> bool {
        let pool = self.pool(&ask);
        let Ask::Host { rules, from, seats, clock, name } = ask else { return true };
        let hosting = Hosting { id, rules, from, seats, clock, name };
        let hall = Arc::clone(&self.shared.hall);
        if let Some(name) = hall.host(hosting, &self.guest, &pool).await {
            self.tables.insert(name.clone());
            tokio::spawn(hall.attend(name));
        }
        true
    }

    /// Answers a request about a class.
    async fn at_class(&mut self, id: u64, ask: Ask) {
        let hall = Arc::clone(&self.shared.hall);
        let Ask::JoinClass { code, name } = ask else {
            return hall.ask_class(id, ask, &self.guest).await;
        };
        if let Some(table) = hall.join_class(id, code, name, &self.guest).await {
            self.tables.insert(table.clone());
            tokio::spawn(hall.attend(table));
        }
    }

    /// Answers a request about a table.
    async fn at_table(&mut self, id: u64, table: String, ask: Ask) {
        let hall = Arc::clone(&self.shared.hall);
        match ask {
            Ask::Join { token, seat, name, .. } => {
                let credentials = Credentials { token, seat, name, any_seat: false };
                if hall.join(id, &table, credentials, &self.guest).await {
                    self.tables.insert(table.clone());
                    tokio::spawn(hall.attend(table));
                }
            }
            ask => {
                let closes = matches!(ask, Ask::Close { .. });
                if hall.ask(id, &table, ask, &self.guest).await && closes {
                    self.tables.remove(&table);
                }
            }
        }
    }
}

/// The result of a request that a service has handled.
enum Ready {
    /// An answer in the form that is sent to the client.
    Written(Utf8Bytes),
    /// A task that takes long.
    Work(Work),
}

/// A long task. Its flag stops it early. Returns `None` if there is no answer.
type TextWork = Box<dyn FnOnce(&AtomicBool) -> Option<Utf8Bytes> + Send>;
