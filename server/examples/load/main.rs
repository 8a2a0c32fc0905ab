//! A load test of the server: many games at the same time, many idle sockets, and a visitor who
//! asks for advice. In each game, a simulated person plays against three agents. The test runs
//! twice, without and with nine attacks. It prints the time that the server takes to answer, and
//! the server's memory.
//!
//! `cargo run --release -p quadrille-server --example load -- [GAMES] [IDLE] [MOVES]`. The defaults
//! are 200, 1000 and 20.

mod attacks;
mod client;

use std::ffi::OsString;
use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, io};

use attacks::Attack;
use client::{Client, Failed};
use quadrille_dsl::library::Shipped;
use quadrille_server::{
    Bytes, Config, DraftCommand, Log, Page, Server, ServerLimits, Stop, serve_drafts,
};
use serde_json::{Value, json};

/// The time that a person thinks before each move.
const THOUGHT: Duration = Duration::from_millis(1500);
/// The number of the visitor who asks for advice. Persons have lower numbers.
const ADVISED: usize = 1 << 19;
/// The argument that starts the server.
const SERVE: &str = "serve";
/// The argument that starts a process for drafts.
const DRAFTS: &str = "drafts";

fn main() -> Result<(), Failed> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some(SERVE) => runtime.block_on(serve()),
        Some(DRAFTS) => Ok(serve_drafts(Box::new(Shipped), io::stdin().lock(), io::stdout())?),
        _ => {
            let number = |place: usize, default: usize| {
                arguments.get(place).map_or(Ok(default), |text| text.parse())
            };
            let (games, idle, moves) = (number(0, 200)?, number(1, 1000)?, number(2, 20)?);
            runtime.block_on(load(games, idle, moves, &[]))?;
            runtime.block_on(load(games, idle, moves, &Attack::ALL))
        }
    }
}

/// Runs the server in a separate process, so that its memory can be measured without its clients.
async fn serve() -> Result<(), Failed> {
    let index = ("index.html".to_owned(), Bytes::from_static(b"<head></head>"));
    let store = env::temp_dir().join(format!("quadrille-load-{}.db", std::process::id()));
    let arguments = vec![OsString::from(DRAFTS)];
    let config = Config {
        address: (Ipv4Addr::LOCALHOST, 0).into(),
        names: Vec::new(),
        // Each simulated visitor has a separate address.
        proxies: vec![Ipv4Addr::LOCALHOST.into()],
        page: Page::of([index]),
        library: Box::new(Shipped),
        draft_command: Some(DraftCommand { program: env::current_exe()?, arguments }),
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
    server.run(&Stop::new()).await;
    Ok(())
}

/// Measures a server with a load, and prints the figures.
async fn load(games: usize, idle: usize, moves: usize, attacks: &[Attack]) -> Result<(), Failed> {
    let mut command = Command::new(env::current_exe()?);
    let mut server = Killed(command.arg(SERVE).stdout(Stdio::piped()).spawn()?);
    let mut address = String::new();
    BufReader::new(server.0.stdout.take().ok_or("no output")?).read_line(&mut address)?;
    let address: SocketAddr = address.trim().parse()?;
    let process = server.0.id();

    let mut silent = Vec::new();
    for number in 0..idle {
        silent.push(Client::connect(address, number).await?);
    }
    let before = memory(process)?;
    let attackers: Vec<_> = attacks.iter().flat_map(|attack| attack.start(address)).collect();
    let begun = Instant::now();
    let advised = tokio::spawn(advised(address, moves));
    let players = (0..games).map(|number| tokio::spawn(person(address, number, moves)));
    let players: Vec<_> = players.collect();
    let mut times = Vec::new();
    for player in players {
        times.extend(player.await??);
    }
    let took = begun.elapsed();
    let advice = advised.await??;
    let after = memory(process)?;
    attackers.iter().for_each(tokio::task::JoinHandle::abort);
    #[expect(clippy::print_stdout, reason = "it is what this program is for")]
    {
        let count = attacks.len();
        println!("{games} games, {idle} idle sockets, {count} attacks, {took:.0?}");
        print_times("moves", times);
        print_times("advice", advice);
        println!("memory of the server: {before} MiB with idle sockets, {after} MiB at the end");
    }
    drop(silent);
    Ok(())
}

/// Prints the distribution of times.
#[expect(clippy::print_stdout, reason = "it is what this program is for")]
fn print_times(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: f64| {
        let place = (times.len() as f64 * share) as usize;
        times.get(place.min(times.len().saturating_sub(1))).copied().unwrap_or_default()
    };
    println!(
        "{} {what}: median {:.1?}, 95 % {:.1?}, 99 % {:.1?}, most {:.1?}",
        times.len(),
        at(0.5),
        at(0.95),
        at(0.99),
        at(1.0)
    );
}

/// Asks for the advice of an agent again and again. Returns the times until the answers.
async fn advised(address: SocketAddr, requests: usize) -> Result<Vec<Duration>, Failed> {
    let mut client = Client::connect(address, ADVISED).await?;
    let new = json!({"do": "new", "rules": {"id": "chesscom-ffa"}});
    let game = client.ask(new, 1).await?["ok"]["game"].clone();
    let mut times = Vec::new();
    for number in 0..requests as u64 {
        tokio::time::sleep(THOUGHT).await;
        let advise = json!({"do": "advise", "game": game, "agent": "search:20000", "seed": number});
        let begun = Instant::now();
        let answer = client.ask(advise, number + 2).await?;
        if answer["ok"]["action"].is_null() {
            return Err(format!("no advice: {answer}").into());
        }
        times.push(begun.elapsed());
    }
    Ok(times)
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
    let mut client = Client::connect(address, number).await?;
    let agent = json!({"agent": "greedy"});
    let host = json!({"do": "host", "rules": {"id": "chesscom-ffa"},
        "seats": {"red": "mine", "blue": agent, "yellow": agent, "green": agent}});
    let hosted = client.ask(host, 1).await?;
    let table = hosted["ok"]["table"]["table"].clone();
    let mut stands = hosted["ok"]["table"]["game"]["stands"].clone();
    let mut times = Vec::new();
    for turn in 0..moves {
        while stands["next"]["seat"] != "red" {
            if stands["next"].is_null() {
                return Ok(times);
            }
            let push = client.until(|message| message["on"] == "moved").await?;
            stands = push["moved"]["stands"].clone();
        }
        tokio::time::sleep(THOUGHT).await;
        let actions = stands["actions"].as_array().ok_or("no actions")?;
        let actions: Vec<&Value> =
            actions.iter().filter(|action| action["group"] != "declaration").collect();
        let action = &actions[(turn * 7 + number) % actions.len()]["text"];
        let play = json!({"do": "play", "game": table, "at": stands["at"], "action": action});
        let begun = Instant::now();
        let answer = client.ask(play, 2).await?;
        times.push(begun.elapsed());
        stands = answer["ok"]["stands"].clone();
        if stands.is_null() {
            return Err(format!("refused: {answer}").into());
        }
    }
    Ok(times)
}

/// Returns the memory of a process in MiB, as its file in `/proc` reports it.
fn memory(process: u32) -> io::Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    Ok(kib.unwrap_or_default() >> 10)
}
