//! Tests of classes: opening, joining by code, limits, rounds and closing.

use crate::common::{Client, Running, array, folder, limits, restart, text};
use quadrille_server::ServerLimits;
use serde_json::{Value, json};

/// Opens a class of chess with at most `most` tables, and returns the answer.
async fn open(client: &mut Client, most: usize) -> Value {
    client.ask(&json!({"do": "open_class", "rules": {"id": "orthodox-chess"}, "most": most})).await
}

fn code(opened: &Value) -> &str {
    text(&opened["class"]["code"])
}

fn join(code: &str, name: &str) -> Value {
    json!({"do": "join_class", "code": code, "name": name})
}

fn class(code: &str, token: Option<&Value>) -> Value {
    json!({"do": "class", "code": code, "token": token})
}

fn direct(opened: &Value, order: &Value) -> Value {
    json!({"do": "direct_class", "code": code(opened), "token": opened["host"], "order": order})
}

#[tokio::test(flavor = "multi_thread")]
async fn learners_with_the_code_fill_one_table_after_the_other() {
    let server = Running::start(None).await;
    let mut teacher = server.client().await;
    let opened = open(&mut teacher, 2).await;
    let code = code(&opened);
    assert_eq!(code.len(), 6);
    assert!(code.chars().all(|c| c.is_ascii_alphanumeric() && !"01ILO".contains(c)), "{code}");
    let mut learners = Vec::new();
    let mut seats = Vec::new();
    for (number, typed) in [
        code.to_owned(),
        code.to_lowercase(),
        format!(" {}-{}", &code[..3], &code[3..]),
        code.to_owned(),
    ]
    .into_iter()
    .enumerate()
    {
        let mut learner = server.client().await;
        let seated = learner.ask(&join(&typed, &format!("Learner {number}"))).await;
        assert_eq!(text(&seated["token"]).len(), 32);
        seats.push((text(&seated["table"]["table"]).to_owned(), seated["table"]["yours"].clone()));
        learners.push((learner, seated));
    }
    let view = teacher.ask(&class(code, Some(&opened["host"]))).await;
    let tables: Vec<&str> = array(&view["tables"]).iter().map(text).collect();
    let expected: Vec<(String, Value)> = tables
        .iter()
        .flat_map(|table| ["white", "black"].map(|seat| ((*table).to_owned(), json!([seat]))))
        .collect();
    assert_eq!(seats, expected);
    assert_eq!((&view["full"], &view["host"]), (&json!(true), &json!(true)));

    // A late learner can watch, but gets no seat.
    let mut late = server.client().await;
    late.refused(&join(code, "Late"), "taken").await;
    let seen = late.ask(&class(code, None)).await;
    assert_eq!((&seen["tables"], &seen["host"]), (&view["tables"], &json!(false)));
    late.ask(&json!({"do": "join", "table": tables[0]})).await;

    // A learner returns with the token of the seat.
    let (learner, seated) = learners.remove(0);
    drop(learner);
    let again = json!({"do": "join", "table": tables[0], "token": seated["token"]});
    assert_eq!(server.client().await.ask(&again).await["yours"], json!(["white"]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_learners_who_join_at_the_same_time_get_two_seats() {
    let server = Running::start(None).await;
    let opened = open(&mut server.client().await, 30).await;
    let mut learners = Vec::new();
    for _ in 0..12 {
        let mut learner = server.client().await;
        let id = learner.ask_only(&join(code(&opened), "Bo")).await;
        learners.push((learner, id));
    }
    let mut seats = std::collections::BTreeSet::new();
    for (learner, id) in &mut learners {
        let table = learner.response(*id).await["ok"]["table"].clone();
        assert!(seats.insert(format!("{} {}", table["table"], table["yours"])), "{table}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_host_directs_a_class_and_no_token_leaks() {
    let server = Running::start(None).await;
    let (mut teacher, mut learner) = (server.client().await, server.client().await);
    let opened = open(&mut teacher, 3).await;
    let seated = learner.ask(&join(code(&opened), "Bo")).await;
    let seen = learner.ask(&class(code(&opened), Some(&seated["token"]))).await;
    assert_eq!(seen["host"], false);
    let told = format!("{seated}{seen}");
    assert!(!told.contains(text(&opened["host"])));
    let table = &seated["table"]["table"];
    let watched = teacher.ask(&json!({"do": "join", "table": table})).await;
    assert!(!watched.to_string().contains(text(&seated["token"])));
    assert_eq!((&watched["yours"], &watched["host"]), (&json!([]), &json!(false)));
    for token in [&seated["token"], &json!(""), &json!(code(&opened))] {
        for order in
            [json!({"round": {"rotate": false}}), json!({"fill": "random"}), json!("close")]
        {
            let mut request = direct(&opened, &order);
            request["token"] = token.clone();
            learner.refused(&request, "not_yours").await;
        }
    }
    // The code is not a token of a table, and the token of the host gives no seat.
    for token in [&json!(code(&opened)), &opened["host"]] {
        let request = json!({"do": "join", "table": table, "token": token});
        learner.refused(&request, "token").await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_round_and_filled_seats_reach_all_tables() {
    let server = Running::start(None).await;
    let mut teacher = server.client().await;
    let opened = open(&mut teacher, 5).await;
    let mut learners = Vec::new();
    for name in ["Ada", "Bo", "Cy"] {
        let mut learner = server.client().await;
        let seated = learner.ask(&join(code(&opened), name)).await;
        learners.push((learner, seated));
    }
    teacher.refused(&direct(&opened, &json!({"fill": "search:999999"})), "too_many").await;
    teacher.ask(&direct(&opened, &json!({"fill": "random"}))).await;
    let presence = learners[2].0.pushed("presence").await;
    assert_eq!(presence["seats"][1]["agent"], "random");

    let table = learners[0].1["table"]["table"].clone();
    let play = json!({"do": "play", "game": table, "at": 0, "action": "e2-e4"});
    learners[0].0.ask(&play).await;
    teacher.ask(&direct(&opened, &json!({"round": {"rotate": true}}))).await;
    for (number, seat) in [(0, "black"), (1, "white"), (2, "black")] {
        let (learner, seated) = &mut learners[number];
        learner.pushed("restarted").await;
        let again =
            json!({"do": "join", "table": seated["table"]["table"], "token": seated["token"]});
        let joined = learner.ask(&again).await;
        assert_eq!(joined["yours"], json!([seat]), "{number}");
    }
    let now = learners[1].0.ask(&json!({"do": "look", "game": table})).await;
    assert_eq!(now["stands"]["at"], 0);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_joins_a_closed_class_but_its_games_go_on() {
    let server = Running::start(None).await;
    let (mut teacher, mut learner) = (server.client().await, server.client().await);
    let opened = open(&mut teacher, 2).await;
    let seated = learner.ask(&join(code(&opened), "Bo")).await;
    let closed = teacher.ask(&direct(&opened, &json!("close"))).await;
    assert_eq!(closed["is"], "closed");
    learner.refused(&join(code(&opened), "Bo"), "token").await;
    teacher.refused(&class(code(&opened), Some(&opened["host"])), "token").await;
    let play = json!({"do": "play", "game": seated["table"]["table"], "at": 0, "action": "e2-e4"});
    learner.ask(&play).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_class_needs_a_possible_plan() {
    let server = Running::start(None).await;
    let mut teacher = server.client().await;
    let rules = json!({"id": "orthodox-chess"});
    let agents = json!({"white": {"agent": "random"}, "black": {"agent": "random"}});
    for (change, value, refusal) in [
        ("most", json!(0), "too_many"),
        ("most", json!(31), "too_many"),
        ("seats", json!({"white": "mine"}), "unknown"),
        ("seats", agents, "unknown"),
        ("seats", json!({"red": "open"}), "unknown"),
        ("rules", json!({"id": "no-such-game"}), "ruleset"),
        ("clock", json!({"seconds": 0}), "unknown"),
    ] {
        let mut request = json!({"do": "open_class", "rules": rules, "most": 2});
        request[change] = value;
        teacher.refused(&request, refusal).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_class_outlasts_the_server() {
    let folder = folder("class");
    let store = folder.join("tables.db");
    let threads = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let server = threads.spawn(Running::start(Some(store.clone()))).await.unwrap();
    let mut teacher = server.client().await;
    let opened = open(&mut teacher, 2).await;
    let seated = server.client().await.ask(&join(code(&opened), "Ada")).await;
    drop(teacher);
    let server = restart(server, threads, &store).await;
    let (mut teacher, mut learner) = (server.client().await, server.client().await);
    let view = teacher.ask(&class(code(&opened), Some(&opened["host"]))).await;
    assert_eq!((&view["host"], &view["tables"]), (&json!(true), &opened["class"]["tables"]));
    let next = learner.ask(&join(code(&opened), "Bo")).await;
    assert_eq!(next["table"]["table"], seated["table"]["table"]);
    assert_eq!(next["table"]["yours"], json!(["black"]));
    server.stop().await;
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn codes_cannot_be_guessed_and_classes_count_as_tables_of_their_network() {
    let server = Running::configured(|config| {
        config.proxies = vec![[127, 0, 0, 1].into()];
        config.limits = ServerLimits { stored_tables: 3, ..limits() };
    })
    .await;
    let connect = async |address: &str| {
        let headers = [("x-forwarded-for", address)];
        Client::try_connect(server.address, &headers).await.expect("there is room")
    };
    let mut teacher = connect("192.0.2.1").await;
    // A class and its tables are all counted.
    let opened = open(&mut teacher, 30).await;
    let mut learner = connect("192.0.2.2").await;
    learner.ask(&join(code(&opened), "Ada")).await;
    connect("192.0.2.3").await.ask(&join(code(&opened), "Bo")).await;
    connect("192.0.2.3").await.ask(&join(code(&opened), "Cy")).await;
    teacher.refused(&json!({"do": "host", "rules": {"id": "orthodox-chess"}}), "too_many").await;

    let mut stranger = connect("192.0.2.9").await;
    let mut refusals = std::collections::BTreeSet::new();
    for _ in 0..40 {
        let response = stranger.raw(&join("ZZZZZ", "Eve")).await;
        refusals.insert(text(&response["err"]["code"]).to_owned());
    }
    assert_eq!(refusals.into_iter().collect::<Vec<_>>(), ["busy", "token"]);
    stranger.refused(&join(code(&opened), "Eve"), "busy").await;
    learner.ask(&class(code(&opened), None)).await;
    server.stop().await;
}
