//! Tests that tables survive broken connections and restarts. No action may be lost after the
//! server has acknowledged it.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::common::{ANSWER_TIMEOUT, Client, Running, folder, restart, some_move};
use serde_json::{Value, json};

/// Plays a few turns of a game in which one client plays all four seats. Returns the answer to its
/// request for a table, and the last position.
async fn play(client: &mut Client, turns: usize) -> (Value, Value) {
    let seats = json!({"red": "mine", "blue": "mine", "yellow": "mine", "green": "mine"});
    let host = json!({"do": "host", "rules": {"id": "chesscom-ffa"}, "seats": seats,
        "clock": {"seconds": 3600, "increment": 1}});
    let hosted = client.ask(&host).await;
    let table = &hosted["table"]["table"];
    let mut stands = hosted["table"]["game"]["stands"].clone();
    for turn in 0..turns {
        let action = some_move(&stands, turn * 5);
        let play = json!({"do": "play", "game": table, "at": stands["at"], "action": action});
        stands = client.ask(&play).await["stands"].clone();
    }
    (hosted, stands)
}

/// Rejoins with the tokens, checks that the game is unchanged, and plays more moves.
async fn come_back(client: &mut Client, hosted: &Value, stands: &Value) {
    let table = &hosted["table"]["table"];
    let mut back = Value::Null;
    for seat in ["red", "blue", "yellow", "green"] {
        let token = &hosted["tokens"][seat];
        back = client.ask(&json!({"do": "join", "table": table, "token": token})).await;
    }
    assert_eq!(&back["game"]["stands"], stands);
    assert_eq!(
        back["game"]["plies"].as_array().map(Vec::len),
        stands["at"].as_u64().map(|at| at as usize)
    );
    assert_eq!(back["yours"].as_array().map(Vec::len), Some(4));
    let action = some_move(stands, 3);
    let play = json!({"do": "play", "game": table, "at": stands["at"], "action": action});
    assert_eq!(
        client.ask(&play).await["stands"]["at"].as_u64(),
        stands["at"].as_u64().map(|at| at + 1)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_connection_comes_back_to_the_game_as_it_is() {
    let server = Running::start(None).await;
    let mut ada = server.client().await;
    let (hosted, stands) = play(&mut ada, 4).await;
    drop(ada);
    come_back(&mut server.client().await, &hosted, &stands).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_begins_again_has_the_tables_of_its_store() {
    let folder = folder("again");
    let store = folder.join("tables.db");
    // The server's threads end with the runtime, as in the program.
    let threads = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let server = threads.spawn(Running::start(Some(store.clone()))).await.unwrap();
    let mut ada = server.client().await;
    let (hosted, stands) = play(&mut ada, 5).await;
    let spare =
        ada.ask(&json!({"do": "export", "game": hosted["table"]["table"], "format": "pgn"})).await;
    drop(ada);
    let server = restart(server, threads, &store).await;
    let mut ada = server.client().await;
    come_back(&mut ada, &hosted, &stands).await;
    let read =
        json!({"do": "new", "rules": {"id": "chesscom-ffa"}, "from": {"pgn": spare["text"]}});
    assert_eq!(ada.ask(&read).await["stands"]["fen"], stands["fen"]);
    server.stop().await;
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_and_the_seats_that_it_gave_outlast_the_server() {
    let folder = folder("invitation");
    let store = folder.join("tables.db");
    let threads = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let server = threads.spawn(Running::start(Some(store.clone()))).await.unwrap();
    let (mut ada, mut bob) = (server.client().await, server.client().await);
    let seats = json!({"red": "mine", "green": {"agent": "random"}});
    let hosted =
        ada.ask(&json!({"do": "host", "rules": {"id": "chesscom-ffa"}, "seats": seats})).await;
    let table = &hosted["table"]["table"];
    let join = |token: &Value| json!({"do": "join", "table": table, "token": token});
    let seated = bob.ask(&join(&hosted["invitation"])).await;
    assert_eq!(seated["table"]["yours"], json!(["blue"]));
    drop((ada, bob));
    let server = restart(server, threads, &store).await;
    let (mut bob, mut eve) = (server.client().await, server.client().await);
    assert_eq!(bob.ask(&join(&seated["token"])).await["yours"], json!(["blue"]));
    let seated = eve.ask(&join(&hosted["invitation"])).await;
    assert_eq!(seated["table"]["yours"], json!(["yellow"]));
    server.client().await.refused(&join(&hosted["invitation"]), "taken").await;
    server.stop().await;
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_outlasts_the_server() {
    let folder = folder("rematch");
    let store = folder.join("tables.db");
    let threads = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let server = threads.spawn(Running::start(Some(store.clone()))).await.unwrap();
    let (mut ada, mut bob) = (server.client().await, server.client().await);
    let seats = json!({"white": "mine"});
    let hosted =
        ada.ask(&json!({"do": "host", "rules": {"id": "orthodox-chess"}, "seats": seats})).await;
    let table = &hosted["table"]["table"];
    let join = |seat: &str| json!({"do": "join", "table": table, "token": hosted["tokens"][seat]});
    let play =
        |at: usize, action: &str| json!({"do": "play", "game": table, "at": at, "action": action});
    bob.ask(&join("black")).await;
    ada.ask(&play(0, "e2-e4")).await;
    bob.ask(&play(1, "resign")).await;
    let rematch = json!({"do": "rematch", "table": table, "rotate": true});
    ada.ask(&rematch).await;
    bob.ask(&rematch).await;
    bob.ask(&play(0, "d2-d4")).await;
    drop((ada, bob));
    let server = restart(server, threads, &store).await;
    let back = server.client().await.ask(&join("white")).await;
    assert_eq!(back["yours"], json!(["black"]));
    assert_eq!(back["game"]["plies"][0]["action"], "d2-d4");
    assert_eq!(back["game"]["plies"].as_array().map(Vec::len), Some(1));
    server.stop().await;
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_are_in_the_store_only_as_hashes() {
    let folder = folder("hashes");
    let store = folder.join("tables.db");
    let server = Running::start(Some(store.clone())).await;
    let mut ada = server.client().await;
    let (hosted, _) = play(&mut ada, 1).await;
    for file in std::fs::read_dir(&folder).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        for token in [&hosted["host"], &hosted["invitation"], &hosted["tokens"]["red"]] {
            let token = crate::common::text(token).as_bytes();
            assert!(!bytes.windows(token.len()).any(|window| window == token));
        }
    }
    server.stop().await;
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_of_the_store_has_its_tables() {
    let folder = folder("backup");
    let copy = folder.join("copy.db");
    let server = Running::configured(|config| config.backup = Some(copy.clone())).await;
    let mut ada = server.client().await;
    let (hosted, stands) = play(&mut ada, 3).await;
    drop(ada);
    // The server writes the last copy when it ends.
    server.stop().await;
    let server = Running::start(Some(copy)).await;
    come_back(&mut server.client().await, &hosted, &stands).await;
    server.stop().await;
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Returns the figures of `/health`.
async fn health(server: &Running) -> Value {
    let answer = server.get("/health", "").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let (_, body) = answer.split_once("\r\n\r\n").expect("an answer has a body");
    serde_json::from_str(body).expect("the body is JSON")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_table_leaves_memory_and_returns_for_its_next_visitor() {
    let server = Running::start(None).await;
    let mut ada = server.client().await;
    let seats = json!({"white": "mine", "black": "mine"});
    let hosted =
        ada.ask(&json!({"do": "host", "rules": {"id": "orthodox-chess"}, "seats": seats})).await;
    let table = &hosted["table"]["table"];
    let play = json!({"do": "play", "game": table, "at": 0, "action": "e2-e4"});
    ada.ask(&play).await;
    let resign = json!({"do": "play", "game": table, "at": 1, "action": "resign"});
    let stands = ada.ask(&resign).await["stands"].clone();
    assert!(!stands["ending"].is_null());
    let before = health(&server).await;
    assert_eq!((&before["tables"], &before["connections"]), (&json!(1), &json!(1)));
    assert_eq!((&before["table_plies"], &before["store"]), (&json!(2), &json!("ok")));
    drop(ada);
    let gone = async {
        while health(&server).await["tables"] != 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(ANSWER_TIMEOUT, gone).await.expect("the table leaves memory");
    let join = json!({"do": "join", "table": table, "token": hosted["tokens"]["white"]});
    let back = server.client().await.ask(&join).await;
    assert_eq!((&back["game"]["stands"], &back["yours"]), (&stands, &json!(["white"])));
    server.stop().await;
}

/// The environment variable with the path of the store. It is set for the server that another test
/// starts and kills.
const STORE: &str = "QUADRILLE_TEST_STORE";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "another test starts this, and kills it"]
async fn the_server_that_is_killed() {
    let Some(store) = std::env::var_os(STORE) else { return };
    let server = Running::start(Some(store.into())).await;
    #[expect(clippy::print_stdout, reason = "the other test reads it")]
    {
        println!("listening {}", server.address);
    }
    std::future::pending::<()>().await;
}

/// Starts this test program again as a server.
fn child(store: &Path) -> (Child, std::net::SocketAddr) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "resume::the_server_that_is_killed", "--ignored", "--nocapture"])
        .env(STORE, store)
        .stdout(Stdio::piped())
        .spawn()
        .expect("this program can be started again");
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let address = lines
        .map_while(Result::ok)
        .find_map(|line| line.split_once("listening ").map(|(_, address)| address.to_owned()))
        .expect("it prints its address");
    (child, address.parse().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_killed_in_mid_game_has_lost_no_acknowledged_move() {
    let folder = folder("killed");
    let store = folder.join("tables.db");
    let (mut server, address) = child(&store);
    let mut ada = Client::connect(address).await;
    let (hosted, stands) = play(&mut ada, 6).await;
    // SIGKILL leaves no time to clean up.
    server.kill().unwrap();
    server.wait().unwrap();
    let (mut server, address) = child(&store);
    come_back(&mut Client::connect(address).await, &hosted, &stands).await;
    server.kill().unwrap();
    server.wait().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
}
