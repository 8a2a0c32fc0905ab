//! A server on a free port of this machine, and clients that use it as a web page does.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use quadrille_dsl::library::Shipped;
use quadrille_server::{Bytes, Config, Log, Page, Server, ServerLimits, Stop};
use quadrille_service::protocol::ANSWER_KINDS;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// The time that a test waits for a message before it fails.
pub const ANSWER_TIMEOUT: Duration = Duration::from_secs(120);

/// A running server. Dropping it cuts off its connections.
pub struct Running {
    pub address: SocketAddr,
    stop: Stop,
    task: tokio::task::JoinHandle<()>,
}

/// Returns a small page.
pub fn page() -> Page {
    let file = |name: &str, text: &str| (name.to_owned(), Bytes::from(text.to_owned()));
    Page::of([
        file("index.html", "<head><meta name=\"quadrille-service\" content=\"\" /></head>"),
        file("embed.html", "<head><meta name=\"quadrille-service\" content=\"\" /></head>"),
        file("assets/a-1.js", &"console.log(1);\n".repeat(200)),
        file("engine.wasm", "\0asm"),
    ])
}

/// Returns the limits of a test server. They allow almost any number of messages.
pub fn limits() -> ServerLimits {
    ServerLimits { each_second: 10_000, burst: 10_000, ..ServerLimits::default() }
}

impl Running {
    pub async fn start(store: Option<PathBuf>) -> Self {
        Self::with(store, limits()).await
    }

    pub async fn with(store: Option<PathBuf>, limits: ServerLimits) -> Self {
        Self::configured(|config| (config.store, config.limits) = (store, limits)).await
    }

    /// Starts a server with changed settings.
    pub async fn configured(change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config {
            address: ([127, 0, 0, 1], 0).into(),
            names: vec!["chess.example".to_owned()],
            proxies: Vec::new(),
            page: page(),
            library: Box::new(Shipped),
            draft_command: None,
            store: None,
            backup: None,
            limits: limits(),
            log: Log::silent(),
        };
        change(&mut config);
        let server = Server::bind(config).await.expect("a free port and a store");
        let address = server.address();
        let stop = Stop::new();
        let flag = stop.clone();
        let task = tokio::spawn(async move { server.run(&flag).await });
        Self { address, stop, task }
    }

    pub async fn stop(self) {
        self.stop.set();
        self.task.await.expect("it ends");
    }

    pub async fn client(&self) -> Client {
        Client::connect(self.address).await
    }

    /// Sends a request unchanged, and reads the whole answer.
    pub async fn raw(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.address).await.expect("it listens");
        stream.write_all(request.as_bytes()).await.expect("it reads");
        let mut answer = Vec::new();
        let read = tokio::time::timeout(ANSWER_TIMEOUT, stream.read_to_end(&mut answer));
        // A connection that was cut off may still have sent an answer.
        let _ = read.await.expect("it answers");
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Requests a path with additional header lines.
    pub async fn get(&self, path: &str, more: &str) -> String {
        let host = self.address;
        self.raw(&format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{more}\r\n"))
            .await
    }
}

/// A client like a page.
pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: u64,
    pushed: VecDeque<Value>,
}

impl Client {
    pub async fn connect(address: SocketAddr) -> Self {
        Self::try_connect(address, &[]).await.expect("it opens a socket")
    }

    /// Tries to connect with these headers, and disconnects. If the server refuses, returns the
    /// HTTP status.
    pub async fn knock(address: SocketAddr, headers: &[(&'static str, &str)]) -> Result<(), u16> {
        Self::try_connect(address, headers).await.map(|_| ())
    }

    /// Connects with these headers. If the server refuses, returns the HTTP status.
    pub async fn try_connect(
        address: SocketAddr,
        headers: &[(&'static str, &str)],
    ) -> Result<Self, u16> {
        let mut request = format!("ws://{address}/socket").into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        match connect_async(request).await {
            Ok((socket, _)) => Ok(Self { socket, next: 1, pushed: VecDeque::new() }),
            Err(tokio_tungstenite::tungstenite::Error::Http(response)) => {
                Err(response.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    pub async fn send(&mut self, message: Message) {
        // The server may have closed the connection, which the next read detects.
        let _ = self.socket.send(message).await;
    }

    /// Receives the next message. Returns `None` if the connection has ended.
    pub async fn receive(&mut self) -> Option<Value> {
        loop {
            let message = tokio::time::timeout(ANSWER_TIMEOUT, self.socket.next()).await;
            match message.expect("the server answers")? {
                Ok(Message::Text(text)) => {
                    return Some(serde_json::from_str(&text).expect("messages are JSON"));
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Sends a request and returns the response. Messages that the server pushes before the
    /// response are kept for later.
    pub async fn raw(&mut self, request: &Value) -> Value {
        let id = self.ask_only(request).await;
        self.response(id).await
    }

    /// Sends a request without waiting for the response, and returns its number.
    pub async fn ask_only(&mut self, request: &Value) -> u64 {
        let id = self.next;
        self.next += 1;
        let mut request = request.clone();
        request["id"] = json!(id);
        self.send(Message::text(request.to_string())).await;
        id
    }

    pub async fn response(&mut self, id: u64) -> Value {
        loop {
            let message = self.receive().await.expect("the connection holds");
            if message.get("on").is_some() {
                self.pushed.push_back(message);
            } else if message["id"] == id {
                return message;
            }
        }
    }

    /// Sends a request and expects an answer of the kind that the protocol lists.
    pub async fn ask(&mut self, request: &Value) -> Value {
        let response = self.raw(request).await;
        let answer = &response["ok"];
        let kinds = ANSWER_KINDS.iter().find(|(tag, _)| request["do"] == *tag);
        let is_expected =
            kinds.is_some_and(|(_, kinds)| kinds.iter().any(|is| answer["is"] == *is));
        assert!(is_expected, "{request}: {response}");
        answer.clone()
    }

    /// Sends a request and expects a refusal with this code.
    pub async fn refused(&mut self, request: &Value, code: &str) {
        let response = self.raw(request).await;
        assert_eq!(response["err"]["code"], code, "{request}: {response}");
    }

    /// Returns the next push of a kind, and discards others before it.
    pub async fn pushed(&mut self, on: &str) -> Value {
        loop {
            let push = match self.pushed.pop_front() {
                Some(push) => push,
                None => self.receive().await.expect("the connection holds"),
            };
            if push["on"] == on {
                return push;
            }
        }
    }
}

pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("a text: {value}"))
}

pub fn array(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("a list: {value}"))
}

/// Returns an action from a list of actions. Skips declarations.
pub fn some_move(stands: &Value, number: usize) -> String {
    let moves: Vec<&Value> =
        array(&stands["actions"]).iter().filter(|it| it["group"] != "declaration").collect();
    text(&moves[number % moves.len()]["text"]).to_owned()
}

/// Creates a separate folder for a test.
pub fn folder(name: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("quadrille-server-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Ends a server with all its threads, and starts another with its store.
pub async fn restart(server: Running, threads: tokio::runtime::Runtime, store: &Path) -> Running {
    threads.spawn(server.stop()).await.unwrap();
    threads.shutdown_background();
    // The writer thread releases the database a little later.
    let free = async {
        loop {
            match try_start(store).await {
                Some(server) => break server,
                None => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
    };
    tokio::time::timeout(ANSWER_TIMEOUT, free).await.expect("the store is free again")
}

async fn try_start(store: &Path) -> Option<Running> {
    let free = rusqlite::Connection::open(store).and_then(|connection| {
        connection.query_row("SELECT count(*) FROM seat", [], |row| row.get::<_, i64>(0))
    });
    match free {
        Ok(_) => Some(Running::start(Some(store.to_owned())).await),
        Err(_) => None,
    }
}
