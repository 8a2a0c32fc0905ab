//! A load test of the server: many games at the same time, and many idle sockets. In each game, a
//! simulated person plays against three agents. Prints the time that the server takes to answer a
//! person's moves, and the server's memory.
//!
//! `cargo run --release -p quadrille-server --example load -- [GAMES] [IDLE] [MOVES]`. The defaults
//! are 200, 1000 and 20.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, io};

use futures_util::{SinkExt as _, StreamExt as _};
use quadrille_dsl::library::Shipped;
use quadrille_server::{Bytes, Config, Log, Page, Server, ServerLimits};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Failed = Box<dyn std::error::Error + Send + Sync>;
type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The time that a person thinks before each move.
const THOUGHT: Duration = Duration::from_millis(1500);

fn main() -> Result<(), Failed> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("serve") => runtime.block_on(serve()),
        _ => {
            let number = |place: usize, default: usize| {
                arguments.get(place).map_or(Ok(default), |text| text.parse())
            };
            runtime.block_on(load(number(0, 200)?, number(1, 1000)?, number(2, 20)?))
        }
    }
}

/// Runs the server in a separate process, so that its memory can be measured without its clients.
async fn serve() -> Result<(), Failed> {
    let index = ("index.html".to_owned(), Bytes::from_static(b"<head></head>"));
    let store = env::temp_dir().join(format!("quadrille-load-{}.db", std::process::id()));
    let config = Config {
        address: ([127, 0, 0, 1], 0).into(),
        names: Vec::new(),
        proxies: Vec::new(),
        page: Page::of([index]),
        library: Box::new(Shipped),
        draft_command: None,
        store: Some(store),
        backup: None,
        limits: ServerLimits::default(),
        log: Log::silent(),
    };
    let server = Server::bind(config).await?;
    #[expect(clippy::print_stdout, reason = "the other process reads it")]
    {
        println!("{}", server.address());
    }
    server.run(&quadrille_server::Stop::new()).await;
    Ok(())
}

async fn load(games: usize, idle: usize, moves: usize) -> Result<(), Failed> {
    let mut command = Command::new(env::current_exe()?);
    let mut server = Killed(command.arg("serve").stdout(Stdio::piped()).spawn()?);
    let mut address = String::new();
    BufReader::new(server.0.stdout.take().ok_or("no output")?).read_line(&mut address)?;
    let address: SocketAddr = address.trim().parse()?;
    let process = server.0.id();

    let mut silent = Vec::new();
    for _ in 0..idle {
        silent.push(connect(address).await?);
    }
    let before = memory(process)?;
    let begun = Instant::now();
    let players = (0..games).map(|number| tokio::spawn(person(address, number, moves)));
    let players: Vec<_> = players.collect();
    let mut times = Vec::new();
    for player in players {
        times.extend(player.await??);
    }
    times.sort_unstable();
    let at = |share: f64| {
        let place = (times.len() as f64 * share) as usize;
        times.get(place.min(times.len().saturating_sub(1))).copied().unwrap_or_default()
    };
    #[expect(clippy::print_stdout, reason = "it is what this program is for")]
    {
        println!(
            "{games} games, {idle} idle sockets, {} moves in {:.0?}",
            times.len(),
            begun.elapsed()
        );
        println!(
            "answers: median {:.1?}, 95 % {:.1?}, 99 % {:.1?}, most {:.1?}",
            at(0.5),
            at(0.95),
            at(0.99),
            at(1.0)
        );
        println!(
            "memory of the server: {before} MiB with idle sockets, {} MiB at the end",
            memory(process)?
        );
    }
    drop(silent);
    Ok(())
}

/// A child process that is killed when this value is dropped.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Hosts a game and plays one of its seats. Returns the time that the server took to answer each
/// move.
async fn person(address: SocketAddr, number: usize, moves: usize) -> Result<Vec<Duration>, Failed> {
    // Persons start at different times.
    tokio::time::sleep(THOUGHT * (number % 100) as u32 / 100).await;
    let mut socket = connect(address).await?;
    let agent = json!({"agent": "greedy"});
    let host = json!({"id": 1, "do": "host", "rules": {"id": "chesscom-ffa"},
        "seats": {"red": "mine", "blue": agent, "yellow": agent, "green": agent}});
    socket.send(Message::text(host.to_string())).await?;
    let hosted = until(&mut socket, |message| message["id"] == 1).await?;
    let table = hosted["ok"]["table"]["table"].clone();
    let mut stands = hosted["ok"]["table"]["game"]["stands"].clone();
    let mut times = Vec::new();
    for turn in 0..moves {
        while stands["next"]["seat"] != "red" {
            if stands["next"].is_null() {
                return Ok(times);
            }
            let push = until(&mut socket, |message| message["on"] == "moved").await?;
            stands = push["moved"]["stands"].clone();
        }
        tokio::time::sleep(THOUGHT).await;
        let actions = stands["actions"].as_array().ok_or("no actions")?;
        let actions: Vec<&Value> =
            actions.iter().filter(|action| action["group"] != "declaration").collect();
        let action = &actions[(turn * 7 + number) % actions.len()]["text"];
        let play =
            json!({"id": 2, "do": "play", "game": table, "at": stands["at"], "action": action});
        let begun = Instant::now();
        socket.send(Message::text(play.to_string())).await?;
        let answer = until(&mut socket, |message| message["id"] == 2).await?;
        times.push(begun.elapsed());
        stands = answer["ok"]["stands"].clone();
        if stands.is_null() {
            return Err(format!("refused: {answer}").into());
        }
    }
    Ok(times)
}

async fn connect(address: SocketAddr) -> Result<Socket, Failed> {
    Ok(connect_async(format!("ws://{address}/socket")).await?.0)
}

async fn until(socket: &mut Socket, wanted: impl Fn(&Value) -> bool) -> Result<Value, Failed> {
    loop {
        let message = socket.next().await.ok_or("the connection has ended")??;
        if let Message::Text(text) = message {
            let message: Value = serde_json::from_str(&text)?;
            if wanted(&message) {
                return Ok(message);
            }
        }
    }
}

/// Returns the memory of a process in MiB, as its file in `/proc` reports it.
fn memory(process: u32) -> io::Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    Ok(kib.unwrap_or_default() >> 10)
}
