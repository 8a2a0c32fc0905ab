//! The server: accepts connections, refuses requests for other hosts and from other origins,
//! delivers the page, and opens sockets.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use quadrille_dsl::{Library, sentence};
use quadrille_service::Rulesets;
use quadrille_service::protocol::MAX_SERVER_MESSAGE_BYTES;
use serde::Serialize;
use tokio::net::{TcpListener, TcpStream};

use crate::connection;
use crate::doors::Doors;
use crate::draft_process::{DraftCommand, DraftStarter};
use crate::game_pages::{self, GamePages};
use crate::guard::{Names, only_here};
use crate::listed::ListedLibrary;
use crate::log::Log;
use crate::outbox::Outbox;
use crate::page::{Page, Rights, deliver, protect};
use crate::pool::Pool;
use crate::proxy::{self, is_proxy, is_secure};
use crate::shared::{ServerLimits, ServerState, TIMELINE_PATH};
use crate::stop::Stop;
use crate::store::{StoreError, TableStore};
use crate::tables::{Caller, Hall, Pools, TableOpener};
use crate::turns::{ConnectionId, Visitor, network};
use crate::write_timeout::WriteTimeout;

/// The maximum time for a request to arrive.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum time for which a client may accept no part of an answer.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// The number of TCP connections that are allowed in addition to the WebSockets. Clients use them
/// to fetch the page.
const MAX_PAGE_CONNECTIONS: usize = 64;
/// The maximum number of processes for the drafts of connections.
const MAX_DRAFT_PROCESSES: usize = 60;
/// The maximum number of processes for the drafts of one network address.
const MAX_ADDRESS_DRAFTS: usize = 40;
/// The maximum number of processes for tables with drafts.
const MAX_DRAFT_TABLES: usize = 60;
/// The maximum number of processes for the tables with drafts of one network address.
const MAX_ADDRESS_DRAFT_TABLES: usize = 20;
/// The maximum number of loaded rulesets: enough for all shipped ones and some of their presets.
const MAX_LOADED_RULESETS: usize = 64;
/// The time between two deletions of unused tables, and between two copies of the database.
const MAINTENANCE_INTERVAL: Duration = Duration::from_secs(60 * 60);
/// The connection id of requests that belong to no connection, such as requests for files. The ids
/// of connections start at 1.
const NO_CONNECTION: ConnectionId = 0;
/// The time that the server allows for sending the last messages. The server also pauses for this
/// time if it could not accept a connection.
const SETTLE_DELAY: Duration = Duration::from_millis(50);

/// The settings of a server.
pub struct Config {
    /// The address to listen at. Port 0 selects a free port.
    pub address: SocketAddr,
    /// Host names that the server accepts besides its addresses.
    pub names: Vec<String>,
    /// The addresses of reverse proxies. The header `X-Forwarded-For` or `Forwarded` of their
    /// requests names the client. Limits then apply to this client instead of the proxy.
    pub proxies: Vec<IpAddr>,
    /// The page.
    pub page: Page,
    /// The rulesets. Clients can use only the listed rulesets, and cannot name a path.
    pub library: Box<dyn Library + Send + Sync>,
    /// The command that starts a process for drafts, the rulesets from visitors' files. Without
    /// one, drafts are compiled and played in this process.
    pub draft_command: Option<DraftCommand>,
    /// The database of tables. Without one, tables end with the program.
    pub store: Option<PathBuf>,
    /// The file for copies of the database. The server writes a copy when it starts, each hour, and
    /// when it ends.
    pub backup: Option<PathBuf>,
    /// The limits for clients.
    pub limits: ServerLimits,
    /// The receiver of the server's events.
    pub log: Log,
}

impl std::fmt::Debug for Config {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Config")
            .field("address", &self.address)
            .field("names", &self.names)
            .finish_non_exhaustive()
    }
}

/// The reasons why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The server cannot listen at the address.
    #[error("{address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The cause.
        error: io::Error,
    },
    /// The store of tables cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system cannot start a thread.
    #[error("no thread can be started: {0}")]
    Thread(io::Error),
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    shared: Arc<ServerState>,
    /// The store and the file for its copies.
    backup: Option<(TableStore, PathBuf)>,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

/// The addresses of the two ends of a connection.
#[derive(Clone, Copy)]
struct SocketAddresses {
    local: SocketAddr,
    remote: SocketAddr,
}

impl Server {
    /// Starts to listen.
    ///
    /// # Errors
    /// Returns a [`ServeError`] if the address or the store cannot be used.
    pub async fn bind(config: Config) -> Result<Self, ServeError> {
        let Config {
            address,
            names,
            proxies,
            page,
            library,
            draft_command,
            store,
            backup,
            limits,
            log,
        } = config;
        let store = match store {
            Some(path) => TableStore::open(&path)?,
            None => TableStore::in_memory()?,
        };
        if let Some(path) = &backup {
            store.copy(path)?;
        }
        let failed = |error| ServeError::Listen { address, error };
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let pool =
            |name: &str, threads: usize| Pool::new(name, threads).map_err(ServeError::Thread);
        let answering = pool("answering", cores.max(2))?;
        let thinking = pool("thinking", cores.saturating_sub(1))?;
        let slow = pool("slow", cores.saturating_sub(1))?;
        let working = pool("working", cores.max(2))?;
        let events = log.clone();
        let rulesets = Rulesets::new(Box::new(ListedLibrary(library)))
            .keeping(MAX_LOADED_RULESETS)
            .reporting(move |ruleset| {
                events.info(format_args!(
                    "ruleset {ruleset} leaves memory: {MAX_LOADED_RULESETS} others were used later"
                ));
            });
        let rulesets = Arc::new(rulesets);
        let starter = |per_address, total| {
            let command = draft_command.clone()?;
            Some(DraftStarter::new(command, per_address, total, log.clone()))
        };
        let drafts = starter(MAX_ADDRESS_DRAFTS, MAX_DRAFT_PROCESSES);
        let table_drafts = starter(MAX_ADDRESS_DRAFT_TABLES, MAX_DRAFT_TABLES);
        let pools = Pools { thinking, answering: answering.clone(), slow: slow.clone() };
        let elsewhere = elsewhere(address, &names);
        let mut page = page;
        if let Some(address) = &elsewhere {
            page.set_address(address);
        }
        let shared = ServerState {
            page,
            address: elsewhere,
            names: Names::new(&names, address.port()),
            proxies,
            hall: Hall::new(
                TableOpener { rulesets: Arc::clone(&rulesets), drafts: table_drafts },
                store.clone(),
                limits.stored_tables,
                pools,
                log.clone(),
            ),
            rulesets,
            timeline: OnceLock::new(),
            game_pages: GamePages::default(),
            limits,
            answering,
            slow,
            working,
            plies: AtomicUsize::new(0),
            connections: AtomicU64::new(1),
            doors: Arc::default(),
            drafts,
            log,
        };
        let backup = backup.map(|path| (store, path));
        Ok(Self { listener, address, shared: Arc::new(shared), backup })
    }

    /// Returns the address at which the server listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the address of the page for a browser on this machine.
    #[must_use]
    pub fn page(&self) -> String {
        let ip = match self.address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        };
        format!("http://{}/", SocketAddr::new(ip, self.address.port()))
    }

    /// Returns the address of the page for other machines of the network, if it is known.
    #[must_use]
    pub fn elsewhere(&self) -> Option<&str> {
        self.shared.address.as_deref()
    }

    /// Serves until `stop` is set. Then sends a last message to every connection at a table.
    pub async fn run(self, stop: &Stop) {
        let router = router(&self.shared);
        let coming = Arc::new(Doors::default());
        let mut maintenance = tokio::time::interval(MAINTENANCE_INTERVAL);
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                _ = maintenance.tick() => {
                    tokio::spawn(maintain(Arc::clone(&self.shared), self.backup.clone()));
                    continue;
                }
                () = stop.wait() => break,
            };
            let Ok((stream, remote)) = accepted else {
                // Too many files are open. Wait until some are closed.
                self.shared.log.error(format_args!("no connection can be accepted"));
                tokio::time::sleep(SETTLE_DELAY).await;
                continue;
            };
            let ServerLimits { per_address, all_sockets, .. } = self.shared.limits;
            let per_address = per_address.saturating_add(MAX_PAGE_CONNECTIONS);
            let total = all_sockets.saturating_add(MAX_PAGE_CONNECTIONS);
            let is_proxy = is_proxy(remote.ip(), &self.shared.proxies);
            let address = if is_proxy { None } else { network(remote.ip()) };
            let Some(entry) = coming.enter(address, per_address, total) else {
                let from = remote.ip();
                self.shared.log.warning(format_args!(
                    "a connection from {from} is refused: too many are open"
                ));
                continue;
            };
            let (router, log) = (router.clone(), self.shared.log.clone());
            tokio::spawn(async move {
                if let Err(error) = answer(stream, remote, router).await {
                    log.info(format_args!("a connection from {} ended: {error}", remote.ip()));
                }
                drop(entry);
            });
        }
        self.shared.hall.close(&sentence!(ServerEnded)).await;
        // The last messages are still being sent.
        tokio::time::sleep(SETTLE_DELAY).await;
        if let Some((store, path)) = self.backup {
            copy(&self.shared, &store, &path);
        }
    }
}

/// Deletes unused tables, and copies the database.
async fn maintain(shared: Arc<ServerState>, backup: Option<(TableStore, PathBuf)>) {
    let work = Arc::clone(&shared);
    let maintained = move || {
        let days = u64::from(work.limits.table_days);
        if let Err(error) = work.hall.expire(Duration::from_secs(days * 24 * 60 * 60)) {
            work.log.error(format_args!("unused tables can't be deleted: {error}"));
        }
        if let Some((store, path)) = backup {
            copy(&work, &store, &path);
        }
    };
    let visitor = Visitor { address: None, connection: NO_CONNECTION };
    shared.slow.run(visitor, maintained).await;
}

/// Copies the database of tables.
fn copy(shared: &ServerState, store: &TableStore, path: &Path) {
    if let Err(error) = store.copy(path) {
        shared.log.error(format_args!("the tables can't be copied: {error}"));
    }
}

/// Answers the HTTP requests of a connection.
async fn answer(stream: TcpStream, remote: SocketAddr, router: Router) -> hyper::Result<()> {
    let Ok(local) = stream.local_addr() else { return Ok(()) };
    // Moves are short, and a player waits for each.
    let _ = stream.set_nodelay(true);
    let service =
        TowerToHyperService::new(router.layer(Extension(SocketAddresses { local, remote })));
    hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(REQUEST_TIMEOUT)
        .max_buf_size(32 * 1024)
        .serve_connection(TokioIo::new(WriteTimeout::new(stream, WRITE_TIMEOUT)), service)
        .with_upgrades()
        .await
}

fn router(shared: &Arc<ServerState>) -> Router {
    Router::new()
        .route("/socket", get(socket))
        .route("/health", get(health))
        .fallback_service(get(file).with_state(Arc::clone(shared)))
        .layer(middleware::from_fn_with_state(Arc::clone(shared), guarded))
        .with_state(Arc::clone(shared))
}

/// The host name in a request.
#[derive(Clone)]
struct RequestHost(String);

/// The address of this server, as the client wrote it, with a final slash.
#[derive(Clone)]
struct RequestSite(String);

/// The [`network`] of the client that sent a request.
#[derive(Clone, Copy)]
struct ClientNetwork(Option<IpAddr>);

/// Refuses requests for other hosts, and adds the security headers to every answer.
async fn guarded(
    State(shared): State<Arc<ServerState>>,
    Extension(ends): Extension<SocketAddresses>,
    mut request: Request,
    next: Next,
) -> Response {
    let rights = Rights::of(request.uri().path());
    let mut response = match shared.names.host(request.headers(), ends.local) {
        Some(host) => {
            let client = proxy::client(ends.remote.ip(), &shared.proxies, request.headers());
            request.extensions_mut().insert(ClientNetwork(network(client)));
            let is_secure = is_secure(ends.remote.ip(), &shared.proxies, request.headers());
            let scheme = if is_secure { "https" } else { "http" };
            request.extensions_mut().insert(RequestSite(format!("{scheme}://{host}/")));
            request.extensions_mut().insert(RequestHost(host));
            next.run(request).await
        }
        None => {
            let text =
                "This server does not accept that host name; see `quadrille serve --help`.\n";
            (StatusCode::MISDIRECTED_REQUEST, text).into_response()
        }
    };
    protect(response.headers_mut(), rights);
    response
}

/// Delivers a file of the page.
async fn file(
    State(shared): State<Arc<ServerState>>,
    Extension(ClientNetwork(address)): Extension<ClientNetwork>,
    Extension(RequestHost(host)): Extension<RequestHost>,
    Extension(RequestSite(site)): Extension<RequestSite>,
    uri: Uri,
    headers: HeaderMap,
) -> axum::http::Response<Body> {
    let work = Arc::clone(&shared);
    // The first request for a file compresses it. The first request for the timeline, or for the
    // page of a ruleset, also generates it, in the slow pool.
    let is_game = uri.path().starts_with(game_pages::FOLDER);
    let is_slow = is_game || uri.path() == TIMELINE_PATH;
    let pool = if is_slow { &shared.slow } else { &shared.answering };
    let answer = move || match uri.path() {
        TIMELINE_PATH => deliver(Some(work.timeline()), &headers),
        path if is_game => {
            deliver(work.game_pages.file(path, &site, &work.rulesets).as_ref(), &headers)
        }
        path => deliver(work.page.file(path, only_here(&host)), &headers),
    };
    let visitor = Visitor { address, connection: NO_CONNECTION };
    let response = pool.run(visitor, answer).await;
    response.unwrap_or_else(|| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

/// The figures in the answer to `/health`.
#[derive(Serialize)]
struct Health {
    /// `ok`, or the reason why the store fails.
    store: String,
    connections: usize,
    tables: usize,
    table_plies: usize,
    private_plies: usize,
    /// The requests that wait for a thread.
    waiting_requests: usize,
}

/// Reports if the server works. The answer comes from the pool that answers visitors.
async fn health(State(shared): State<Arc<ServerState>>) -> Response {
    let (work, visitor) =
        (Arc::clone(&shared), Visitor { address: None, connection: NO_CONNECTION });
    let Some(checked) = shared.answering.run(visitor, move || work.hall.check_store()).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let pools = [&shared.answering, &shared.slow, &shared.working];
    let health = Health {
        store: checked.as_ref().map_or_else(ToString::to_string, |()| "ok".to_owned()),
        connections: shared.doors.count(),
        tables: shared.hall.count(),
        table_plies: shared.hall.plies(),
        private_plies: shared.plies.load(Ordering::Relaxed),
        waiting_requests: pools.iter().map(|pool| pool.waiting()).sum(),
    };
    let status = if checked.is_ok() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let text = serde_json::to_string(&health).unwrap_or_default();
    (status, [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")], text)
        .into_response()
}

/// Opens a socket for a page of this server.
async fn socket(
    State(shared): State<Arc<ServerState>>,
    Extension(ClientNetwork(address)): Extension<ClientNetwork>,
    Extension(RequestHost(host)): Extension<RequestHost>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !Names::same_origin(&host, &headers) {
        let text = "Pages of other sites may not connect to this server.\n";
        return (StatusCode::FORBIDDEN, text).into_response();
    }
    let limits = &shared.limits;
    let Some(entry) = shared.doors.enter(address, limits.per_address, limits.all_sockets) else {
        let from = address.unwrap_or(Ipv4Addr::LOCALHOST.into());
        shared.log.warning(format_args!("a socket for {from} is refused: too many are open"));
        let text = "There are too many connections; close some pages.\n";
        return (StatusCode::TOO_MANY_REQUESTS, text).into_response();
    };
    let (outbox, outgoing) = Outbox::new();
    let visitor = Visitor { address, connection: shared.connection() };
    let guest = Caller { visitor, outbox, ended: Arc::default() };
    upgrade
        .max_message_size(MAX_SERVER_MESSAGE_BYTES)
        .max_frame_size(MAX_SERVER_MESSAGE_BYTES)
        .on_upgrade(async move |socket| {
            connection::serve(socket, shared, guest, outgoing).await;
            drop(entry);
        })
}

/// Returns the address at which other machines of the network find this server.
fn elsewhere(address: SocketAddr, names: &[String]) -> Option<String> {
    let at = |host: &str| format!("http://{host}/");
    if let Some(name) = names.first() {
        let port = address.port();
        let complete = name.contains(':') || port == 80;
        return Some(at(&if complete { name.clone() } else { format!("{name}:{port}") }));
    }
    let ip = address.ip();
    if ip.is_loopback() {
        return None;
    }
    let ip = if ip.is_unspecified() { own_address(ip)? } else { ip };
    Some(at(&SocketAddr::new(ip, address.port()).to_string()))
}

/// Returns the address that this machine would use to reach other machines. Nothing is sent to find
/// it. The target addresses are addresses that are reserved for documentation.
fn own_address(family: IpAddr) -> Option<IpAddr> {
    let far: SocketAddr = match family {
        IpAddr::V4(_) => (Ipv4Addr::new(192, 0, 2, 1), 9).into(),
        IpAddr::V6(_) => (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1), 9).into(),
    };
    let socket = std::net::UdpSocket::bind((family, 0)).ok()?;
    socket.connect(far).ok()?;
    let own = socket.local_addr().ok()?.ip();
    (!own.is_loopback() && !own.is_unspecified()).then_some(own)
}
