//! Tests of messages from attackers: other hosts, other origins, other protocols, invalid and
//! excessive input. The server refuses these messages or cuts the attacker off. Other players are
//! not affected.

use crate::common::{Client, Running, array, limits, text};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use quadrille_server::ServerLimits;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

#[tokio::test(flavor = "multi_thread")]
async fn the_page_is_delivered_with_what_protects_it() {
    let server = Running::start(None).await;
    let index = server.get("/", "").await;
    assert!(index.starts_with("HTTP/1.1 200"), "{index}");
    assert!(index.contains("name=\"quadrille-service\" content=\"./socket\""), "{index}");
    for header in [
        "content-security-policy: default-src 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "content-type: text/html; charset=utf-8",
        "cache-control: no-cache",
    ] {
        assert!(index.contains(header), "{header}: {index}");
    }
    let script = server.get("/assets/a-1.js", "accept-encoding: br, gzip;q=0.5\r\n").await;
    for header in
        ["content-encoding: gzip", "immutable", "text/javascript", "vary: accept-encoding"]
    {
        assert!(script.contains(header), "{header}: {script}");
    }
    let plain = server.get("/assets/a-1.js", "accept-encoding: gzip;q=0\r\n").await;
    assert!(!plain.contains("content-encoding") && plain.contains("console.log"), "{plain}");
    let tag = plain.lines().find_map(|line| line.strip_prefix("etag: ")).expect("an ETag").trim();
    let known = server.get("/assets/a-1.js", &format!("if-none-match: {tag}\r\n")).await;
    assert!(known.starts_with("HTTP/1.1 304"), "{known}");
    assert!(server.get("/engine.wasm", "").await.contains("content-type: application/wasm"));
    for path in
        ["/../Cargo.toml", "/assets/../../Cargo.toml", "/%2e%2e/Cargo.toml", "/none", "/assets/"]
    {
        let missing = server.get(path, "").await;
        assert!(missing.starts_with("HTTP/1.1 404"), "{path}: {missing}");
        assert!(missing.contains("content-security-policy"), "{path}: {missing}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn other_sites_may_frame_only_the_view_for_them() {
    let server = Running::start(None).await;
    for path in ["/embed", "/embed.html"] {
        let view = server.get(path, "").await;
        assert!(view.contains("frame-ancestors *;"), "{path}: {view}");
        assert!(view.contains("cross-origin-resource-policy: cross-origin"), "{path}: {view}");
        assert!(view.contains("name=\"quadrille-service\" content=\"./socket\""), "{path}: {view}");
    }
    for path in ["/", "/index.html", "/embed/", "/embed.html/..", "/assets/a-1.js", "/none"] {
        let page = server.get(path, "").await;
        assert!(page.contains("frame-ancestors 'none'"), "{path}: {page}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_ruleset_has_a_page_with_a_picture_for_links() {
    let server = Running::start(None).await;
    let page = server.get("/games/verney-1881.html", "").await;
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(page.contains("style-src 'unsafe-inline'; img-src 'self' data:"), "{page}");
    let picture = format!("content=\"http://{}/games/verney-1881.png\"", server.address);
    assert!(page.contains(&picture) && !page.contains("site.invalid"), "{page}");
    // A client that is no proxy can't choose the scheme.
    let other = server.get("/games/verney-1881", "x-forwarded-proto: https\r\n").await;
    assert!(other.contains(&picture), "{other}");
    let drawn = server.get("/games/verney-1881.png", "").await;
    assert!(drawn.contains("content-type: image/png"));
    for path in [
        "/games/",
        "/games/none.html",
        "/games/none.png",
        "/games/../verney-1881",
        "/games/verney-1881@removal",
    ] {
        let missing = server.get(path, "").await;
        assert!(missing.starts_with("HTTP/1.1 404"), "{path}: {missing}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_timeline_is_that_of_the_servers_own_rulesets() {
    let server = Running::start(None).await;
    let answer = server.get("/timeline.json", "").await;
    assert!(answer.contains("content-type: application/json"), "{answer}");
    let body = answer.split_once("\r\n\r\n").expect("a body").1;
    let cards: Value = serde_json::from_str(body).expect("a list");
    let ids: Vec<&str> = array(&cards).iter().map(|card| text(&card["id"])).collect();
    assert!(ids.contains(&"verney-1881"), "{ids:?}");
    let listed = server.client().await.ask(&json!({"do": "list"})).await;
    assert_eq!(cards, listed["rulesets"]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_pages_of_this_server_speak_to_it() {
    let server = Running::start(None).await;
    let host = server.address.to_string();
    let own = format!("http://{host}");
    let knock =
        async |headers: &[(&'static str, &str)]| Client::knock(server.address, headers).await;
    assert_eq!(knock(&[]).await, Ok(()), "a program without pages");
    assert_eq!(knock(&[("origin", &own)]).await, Ok(()));
    assert_eq!(
        knock(&[("host", "chess.example"), ("origin", "https://chess.example")]).await,
        Ok(())
    );
    for origin in ["http://evil.example", "null", "http://127.0.0.1", "http://localhost:1"] {
        assert_eq!(knock(&[("origin", origin)]).await, Err(403), "{origin}");
    }
    // A foreign name that resolves to this server. The origin matches the host, but the host is not
    // a name of this server.
    let rebound = [("host", "evil.example"), ("origin", "http://evil.example")];
    assert_eq!(knock(&rebound).await, Err(421));
    let page =
        server.raw("GET / HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n").await;
    assert!(page.starts_with("HTTP/1.1 421") && !page.contains("quadrille-service"), "{page}");
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        for path in ["/", "/socket"] {
            let request = format!(
                "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            );
            let answer = server.raw(&request).await;
            assert!(answer.starts_with("HTTP/1.1 405"), "{method} {path}: {answer}");
        }
    }
    let none = server.raw("GET / HTTP/1.1\r\nconnection: close\r\n\r\n").await;
    assert!(none.starts_with("HTTP/1.1 4"), "{none}");
    let garbage = server.raw("\u{1}\u{2}\u{3} nonsense\r\n\r\n").await;
    assert!(!garbage.contains(" 200 "), "{garbage}");
    server.stop().await;
}

/// Plays a game while other clients misbehave.
async fn unharmed(client: &mut Client) {
    let game = client.ask(&json!({"do": "new", "rules": {"id": "orthodox-chess"}})).await;
    let play = json!({"do": "play", "game": game["game"], "at": 0, "action": "e2-e4"});
    assert_eq!(client.ask(&play).await["stands"]["at"], 1);
    client.ask(&json!({"do": "close", "game": game["game"]})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_is_refused_and_what_is_no_message_ends_the_connection() {
    let server = Running::start(None).await;
    let mut good = server.client().await;
    let mut bad = server.client().await;
    for message in ["", "null", "{}", "[[[[", "{\"id\":3}", "{\"id\":3,\"do\":\"dance\"}", "\u{0}"]
    {
        bad.send(Message::text(message)).await;
        let response = bad.receive().await.expect("the connection holds");
        assert_eq!(response["err"]["code"], "message", "{message}: {response}");
    }
    let deep = "[".repeat(60_000);
    bad.send(Message::text(deep)).await;
    assert_eq!(bad.receive().await.expect("it holds")["err"]["code"], "message");
    // A request of a short kind that is too long, and a request of a long kind that is too long.
    let long = json!({"do": "why", "game": "g1", "action": "a".repeat(70_000)});
    bad.refused(&long, "too_many").await;
    let files = json!({"do": "check", "files": {"geometry.toml": "#".repeat(1_100_000)}});
    bad.refused(&files, "too_many").await;
    unharmed(&mut bad).await;
    bad.send(Message::text("#".repeat(3 * 1024 * 1024))).await;
    assert_eq!(bad.receive().await, None, "cut off");
    let mut binary = server.client().await;
    binary.send(Message::binary(vec![0, 1, 2])).await;
    assert_eq!(binary.receive().await, None, "the protocol is text");
    unharmed(&mut good).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_that_never_end_and_paths_on_the_disk_are_refused() {
    let server = Running::start(None).await;
    let mut bad = server.client().await;
    for id in ["/etc", "../rulesets/verney-1881", "./verney-1881", "C:\\", ""] {
        bad.refused(&json!({"do": "ruleset", "rules": {"id": id}}), "ruleset").await;
        bad.refused(&json!({"do": "files", "ruleset": id}), "unknown").await;
        bad.refused(&json!({"do": "host", "rules": {"id": id}}), "ruleset").await;
    }
    let host = |change: Value| {
        let mut host = json!({"do": "host", "rules": {"id": "orthodox-chess"}});
        host.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        host
    };
    bad.refused(&host(json!({"seats": {"pink": "mine"}})), "unknown").await;
    bad.refused(&host(json!({"seats": {"white": {"agent": "duck"}}})), "unknown").await;
    bad.refused(&host(json!({"clock": {"seconds": 4_000_000}})), "unknown").await;
    for agent in ["mcts:1000000", "search:1000000:blunders=10", "search-maxn:depth=20"] {
        bad.refused(&host(json!({"seats": {"white": {"agent": agent}}})), "too_many").await;
    }
    // The strongest level of the page.
    bad.ask(&host(json!({"seats": {"white": {"agent": "search:20000"}}}))).await;
    bad.refused(&host(json!({"from": {"fen": "nonsense"}})), "text").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn there_is_room_for_so_many_and_then_for_no_more() {
    let server = Running::with(None, ServerLimits { all_sockets: 3, ..limits() }).await;
    let mut clients = Vec::new();
    for _ in 0..3 {
        clients.push(server.client().await);
    }
    assert_eq!(Client::knock(server.address, &[]).await, Err(429));
    unharmed(&mut clients[0]).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_a_proxy_the_limits_are_those_of_the_visitors() {
    let here = [127, 0, 0, 1].into();
    let server = Running::configured(|config| {
        config.proxies = vec![here];
        config.limits = ServerLimits { per_address: 2, ..limits() };
    })
    .await;
    let connect = async |header: &'static str, value: &str| {
        Client::try_connect(server.address, &[(header, value)]).await
    };
    let _first = connect("x-forwarded-for", "192.0.2.1").await.expect("there is room");
    let _second = connect("x-forwarded-for", "9.9.9.9, 192.0.2.1").await.expect("there is room");
    assert_eq!(connect("x-forwarded-for", "192.0.2.1").await.err(), Some(429));
    assert_eq!(connect("forwarded", "for=192.0.2.1").await.err(), Some(429));
    let mut other = connect("x-forwarded-for", "192.0.2.2").await.expect("another address");
    unharmed(&mut other).await;
    // A server without a proxy ignores the header.
    let open = Running::with(None, ServerLimits { per_address: 0, ..limits() }).await;
    let sent = [("x-forwarded-for", "192.0.2.1")];
    assert_eq!(Client::knock(open.address, &sent).await, Ok(()));
    server.stop().await;
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_may_store_so_many_tables() {
    let server = Running::configured(|config| {
        config.proxies = vec![[127, 0, 0, 1].into()];
        config.limits = ServerLimits { stored_tables: 1, ..limits() };
    })
    .await;
    let connect = async |address: &str| {
        let headers = [("x-forwarded-for", address)];
        Client::try_connect(server.address, &headers).await.expect("there is room")
    };
    let host = json!({"do": "host", "rules": {"id": "orthodox-chess"}});
    connect("192.0.2.1").await.ask(&host).await;
    connect("192.0.2.1").await.refused(&host, "too_many").await;
    connect("192.0.2.2").await.ask(&host).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_read_is_cut_off_and_the_others_play_on() {
    let server = Running::start(None).await;
    let mut ada = server.client().await;
    let seats = json!({"white": "mine", "black": "mine"});
    let hosted =
        ada.ask(&json!({"do": "host", "rules": {"id": "orthodox-chess"}, "seats": seats})).await;
    let table = hosted["table"]["table"].clone();
    let mut deaf = server.client().await;
    deaf.ask(&json!({"do": "join", "table": table})).await;
    // This client sends requests continuously and reads no answers.
    for _ in 0..2_000 {
        deaf.ask_only(&json!({"do": "look", "game": table})).await;
    }
    let play = json!({"do": "play", "game": table, "at": 0, "action": "e2-e4"});
    ada.ask(&play).await;
    unharmed(&mut ada).await;
    server.stop().await;
}

/// Generates many kinds of frames, none of which a page would send.
fn frames() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let json = "\\PC{0,80}".prop_map(String::into_bytes);
    let ask = prop_oneof![
        Just("play"),
        Just("join"),
        Just("host"),
        Just("assign"),
        Just("rematch"),
        Just("close"),
        Just("look"),
        Just("new"),
    ];
    let value = prop_oneof![
        Just("null".to_owned()),
        Just("-1".to_owned()),
        Just("1e99".to_owned()),
        Just("\"t\"".to_owned()),
        Just("\"t0000000000000000\"".to_owned()),
        Just("{}".to_owned()),
        Just("[]".to_owned()),
        Just("{\"id\":\"verney-1881\"}".to_owned()),
    ];
    let fields = prop::collection::vec(
        (
            prop_oneof![
                Just("table"),
                Just("game"),
                Just("token"),
                Just("at"),
                Just("action"),
                Just("rules"),
                Just("seats"),
                Just("to"),
                Just("seat"),
                Just("id"),
            ],
            value,
        ),
        0..5,
    );
    let asked = (ask, fields).prop_map(|(ask, fields)| {
        let fields: String =
            fields.into_iter().map(|(key, value)| format!(",\"{key}\":{value}")).collect();
        format!("{{\"id\":1,\"do\":\"{ask}\"{fields}}}").into_bytes()
    });
    let bytes = prop::collection::vec(any::<u8>(), 0..60);
    prop::collection::vec(prop_oneof![json, asked, bytes], 1..8)
}

#[tokio::test(flavor = "multi_thread")]
async fn no_frame_harms_anybody() {
    let server = Running::start(None).await;
    let mut good = server.client().await;
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 60,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    for _ in 0..60 {
        let frames = frames().new_tree(&mut runner).unwrap().current();
        let mut bad = server.client().await;
        for frame in &frames {
            let message = match String::from_utf8(frame.clone()) {
                Ok(text) => Message::text(text),
                Err(error) => Message::binary(error.into_bytes()),
            };
            bad.send(message).await;
        }
        // Each message is answered, or the connection ends.
        for _ in &frames {
            match bad.receive().await {
                Some(response) => assert!(
                    response.get("ok").is_some()
                        || response["err"]["code"].is_string()
                        || response.get("on").is_some(),
                    "{response}"
                ),
                None => break,
            }
        }
        drop(bad);
        unharmed(&mut good).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bytes_that_are_no_protocol_at_all_harm_nobody() {
    let server = Running::start(None).await;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for _ in 0..30 {
        let bytes = "\\PC{0,200}".new_tree(&mut runner).unwrap().current();
        let answer = server.raw(&format!("{bytes}\r\n\r\n")).await;
        assert!(!answer.contains(" 200 "), "{bytes}: {answer}");
    }
    // Frames before a handshake, and a handshake that is followed by enough bytes to be parsed as a
    // frame.
    let host = server.address;
    let upgrade = format!(
        "GET /socket HTTP/1.1\r\nhost: {host}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n{}",
        "\u{7f}".repeat(16)
    );
    let answer = server.raw(&upgrade).await;
    assert!(answer.starts_with("HTTP/1.1 101"), "{answer}");
    unharmed(&mut server.client().await).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_messages_is_read_as_fast_as_is_allowed_and_all_of_it() {
    let server =
        Running::with(None, ServerLimits { each_second: 500, burst: 10, ..limits() }).await;
    let mut client = server.client().await;
    let mut last = 0;
    for _ in 0..200 {
        last = client.ask_only(&json!({"do": "hello"})).await;
    }
    assert_eq!(client.response(last).await["ok"]["protocol"], 1);
    server.stop().await;
}
