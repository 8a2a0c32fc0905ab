//! Tests of tables: seats, messages between players, agreements and clocks.

use crate::common::{Client, Running, array, some_move, text};
use serde_json::{Value, json};

/// Hosts a table of chess.com's game for teams. The host plays Red, the seat of Blue is open, and
/// agents play the other seats.
async fn host(client: &mut Client) -> Value {
    let seats = json!({"red": "mine", "yellow": {"agent": "random"}, "green": {"agent": "random"}});
    let host =
        json!({"do": "host", "rules": {"id": "chesscom-teams"}, "seats": seats, "name": "Ada"});
    client.ask(&host).await
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_and_two_agents_play_a_game_and_a_third_watches() {
    let server = Running::start(None).await;
    let (mut ada, mut bob, mut eve) =
        (server.client().await, server.client().await, server.client().await);
    let hosted = host(&mut ada).await;
    let table = hosted["table"]["table"].clone();
    assert_eq!(hosted["table"]["yours"], json!(["red"]));
    assert_eq!(hosted["tokens"].as_object().unwrap().len(), 2);
    assert_eq!(text(&hosted["tokens"]["blue"]).len(), 32);

    let watching = eve.ask(&json!({"do": "join", "table": table})).await;
    assert_eq!((&watching["yours"], &watching["watching"]), (&json!([]), &json!(1)));
    let token = hosted["tokens"]["blue"].clone();
    let joined = bob
        .ask(&json!({"do": "join", "table": table, "token": token, "name": " Bob\u{7}\n"}))
        .await;
    assert_eq!(joined["yours"], json!(["blue"]));
    let presence = loop {
        let presence = ada.pushed("presence").await;
        if presence["seats"][1]["taken"] == true {
            break presence;
        }
    };
    assert_eq!(presence["seats"][1]["name"], "Bob");
    assert_eq!(presence["seats"][0]["name"], "Ada");

    // All clients see the same plies in the same order, and each person plays their own turns. The
    // agents play at random. If they mate within these turns, there is no seat left to resign.
    let (mut stands, mut turns) = (hosted["table"]["game"]["stands"].clone(), 0);
    let mut seen = vec![watching["game"]["stands"].clone()];
    while turns < 12 && stands["ending"].is_null() {
        let (at, seat) = (stands["at"].clone(), stands["next"]["seat"].clone());
        let mover = match text(&seat) {
            "red" => Some(&mut ada),
            "blue" => Some(&mut bob),
            _ => None,
        };
        if let Some(mover) = mover {
            turns += 1;
            let action = some_move(&stands, turns * 7);
            let play = json!({"do": "play", "game": table, "at": at, "action": action});
            stands = mover.ask(&play).await["stands"].clone();
            let push = eve.pushed("moved").await;
            assert_eq!(push["moved"]["stands"], stands);
            let other = if seat == "red" { &mut bob } else { &mut ada };
            assert_eq!(other.pushed("moved").await["moved"]["stands"], stands);
        } else {
            let pushes =
                [ada.pushed("moved").await, bob.pushed("moved").await, eve.pushed("moved").await];
            assert_eq!(pushes[0], pushes[1]);
            assert_eq!(pushes[0], pushes[2]);
            stands = pushes[0]["moved"]["stands"].clone();
        }
        assert_eq!(stands["at"].as_u64(), at.as_u64().map(|at| at + 1));
        seen.push(stands.clone());
    }
    // Blue resigns, in or out of turn, and the game records it. If an agent plays first, the
    // request is stale, and Blue repeats it.
    loop {
        let now = bob.ask(&json!({"do": "look", "game": table})).await;
        let at = &now["stands"]["at"];
        if !now["stands"]["ending"].is_null() {
            break;
        }
        let blue = now["stands"]["next"]["seat"] == "blue";
        let word = if blue { "resign" } else { "resign=blue" };
        let play = json!({"do": "play", "game": table, "at": at, "action": word});
        let response = bob.raw(&play).await;
        if response["err"]["code"] != "stale" {
            assert!(response.get("ok").is_some(), "{word}: {response}");
            break;
        }
    }
    let pgn = ada.ask(&json!({"do": "export", "game": table, "format": "pgn"})).await;
    let read = ada
        .ask(&json!({"do": "new", "rules": {"id": "chesscom-teams"}, "from": {"pgn": pgn["text"]}}))
        .await;
    assert!(read["stands"]["at"].as_u64() >= stands["at"].as_u64(), "{read}");
    server.stop().await;
    assert!(eve.pushed("closed").await["text"].is_string());
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_plays_what_is_not_theirs() {
    let server = Running::start(None).await;
    let (mut ada, mut bob, mut eve) =
        (server.client().await, server.client().await, server.client().await);
    let hosted = host(&mut ada).await;
    let (table, token) = (&hosted["table"]["table"], &hosted["tokens"]["blue"]);
    let play = json!({"do": "play", "game": table, "at": 0, "action": "h2-h3"});
    // A connection that has not joined does not even learn if the table exists.
    eve.refused(&play, "token").await;
    eve.refused(&json!({"do": "look", "game": table}), "token").await;
    eve.refused(&json!({"do": "join", "table": table, "token": "00"}), "token").await;
    eve.refused(&json!({"do": "join", "table": "t0123456789abcdef", "token": token}), "token")
        .await;
    eve.ask(&json!({"do": "join", "table": table})).await;
    eve.refused(&play, "not_yours").await;
    eve.refused(&json!({"do": "assign", "table": table, "seat": "red", "to": "mine"}), "not_yours")
        .await;
    bob.ask(&json!({"do": "join", "table": table, "token": token})).await;
    bob.refused(&play, "not_yours").await;
    bob.refused(&json!({"do": "play", "game": table, "at": 0, "action": "resign"}), "not_yours")
        .await;
    for word in ["flag", "flag=blue", "agree=blue"] {
        let code = if word == "flag" { "not_yours" } else { "not_here" };
        bob.refused(&json!({"do": "play", "game": table, "at": 0, "action": word}), code).await;
    }
    for (request, code) in [
        (json!({"do": "advise", "game": table, "agent": "random", "seed": 1}), "not_here"),
        (json!({"do": "play", "game": table, "at": 0, "action": "h2-h5"}), "illegal"),
        (json!({"do": "play", "game": table, "at": 0, "action": "nonsense"}), "text"),
        (json!({"do": "play", "game": table, "at": 7, "action": "h2-h3"}), "stale"),
        (json!({"do": "assign", "table": table, "seat": "pink", "to": "open"}), "unknown"),
        (
            json!({"do": "assign", "table": table, "seat": "blue", "to": {"agent": "duck"}}),
            "unknown",
        ),
    ] {
        ada.refused(&request, code).await;
    }
    // Going to an earlier ply does not change the table's game.
    ada.ask(&json!({"do": "goto", "game": table, "ply": 0})).await;
    ada.refused(&json!({"do": "goto", "game": table, "ply": 9}), "unknown").await;
    ada.ask(&play).await;
    // The move is repeated, like a replayed message.
    ada.refused(&play, "stale").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_gives_a_seat_to_an_agent_and_its_token_is_void() {
    let server = Running::start(None).await;
    let (mut ada, mut bob) = (server.client().await, server.client().await);
    let hosted = host(&mut ada).await;
    let (table, token) = (hosted["table"]["table"].clone(), hosted["tokens"]["blue"].clone());
    let join = json!({"do": "join", "table": table, "token": token});
    bob.ask(&join).await;
    ada.ask(&json!({"do": "assign", "table": table, "seat": "blue", "to": {"agent": "random"}}))
        .await;
    assert_eq!(bob.pushed("closed").await["table"], table);
    bob.refused(&join, "token").await;
    let opened = json!({"do": "assign", "table": table, "seat": "blue", "to": "open"});
    let opened = ada.ask(&opened).await;
    let join = json!({"do": "join", "table": table, "token": opened["token"]});
    assert_eq!(bob.ask(&join).await["yours"], json!(["blue"]));
    // The host returns with the host's token, and holds only the right to assign seats.
    drop(ada);
    let mut ada = server.client().await;
    let back = ada.ask(&json!({"do": "join", "table": table, "token": hosted["host"]})).await;
    assert_eq!((&back["host"], &back["yours"]), (&json!(true), &json!([])));
    server.stop().await;
}

/// Hosts a game for four players. The host plays Red, and the other seats are open.
async fn invite(client: &mut Client) -> Value {
    let seats = json!({"red": "mine"});
    client.ask(&json!({"do": "host", "rules": {"id": "chesscom-ffa"}, "seats": seats})).await
}

/// Returns a request to take a free seat.
fn take(hosted: &Value, seat: Option<&str>) -> Value {
    let (table, invitation) = (&hosted["table"]["table"], &hosted["invitation"]);
    json!({"do": "join", "table": table, "token": invitation, "seat": seat, "name": "a guest"})
}

#[tokio::test(flavor = "multi_thread")]
async fn the_invitation_gives_each_visitor_a_free_seat() {
    let server = Running::start(None).await;
    let (mut ada, mut bob) = (server.client().await, server.client().await);
    let hosted = invite(&mut ada).await;
    let table = &hosted["table"]["table"];
    assert_eq!(text(&hosted["invitation"]).len(), 32);
    // Bob chooses a seat. The link that the host had for it is void. Bob gets no second seat.
    let seated = bob.ask(&take(&hosted, Some("yellow"))).await;
    assert_eq!((&seated["is"], &seated["table"]["yours"]), (&json!("seated"), &json!(["yellow"])));
    let presence = ada.pushed("presence").await;
    assert_eq!(presence["seats"][2]["name"], "a guest");
    assert_eq!(presence["seats"][2]["taken"], true);
    let again = bob.ask(&take(&hosted, None)).await;
    assert_eq!((&again["is"], &again["yours"]), (&json!("table"), &json!(["yellow"])));
    let mut old = server.client().await;
    let link = json!({"do": "join", "table": table, "token": hosted["tokens"]["yellow"]});
    old.refused(&link, "token").await;
    // The new token leads back to the seat.
    drop(bob);
    let back = json!({"do": "join", "table": table, "token": seated["token"]});
    assert_eq!(server.client().await.ask(&back).await["yours"], json!(["yellow"]));
    // Visitors who do not choose get the first free seat. Taken seats can't be chosen.
    let mut eve = server.client().await;
    for seat in ["yellow", "red"] {
        eve.refused(&take(&hosted, Some(seat)), "taken").await;
    }
    eve.refused(&take(&hosted, Some("pink")), "unknown").await;
    assert_eq!(eve.ask(&take(&hosted, None)).await["table"]["yours"], json!(["blue"]));
    let mut zoe = server.client().await;
    assert_eq!(zoe.ask(&take(&hosted, None)).await["table"]["yours"], json!(["green"]));
    // The table is full. Visitors can watch.
    let mut late = server.client().await;
    let full = late.raw(&take(&hosted, None)).await;
    assert_eq!(full["err"]["code"], "taken");
    assert!(text(&full["err"]["text"]).contains("watch"), "{full}");
    let watching = late.ask(&json!({"do": "join", "table": table})).await;
    assert_eq!(watching["yours"], json!([]));
    // A seat that the host opens again is free again.
    ada.ask(&json!({"do": "assign", "table": table, "seat": "blue", "to": "open"})).await;
    assert_eq!(late.ask(&take(&hosted, None)).await["table"]["yours"], json!(["blue"]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn visitors_who_come_at_once_never_share_a_seat() {
    let server = Running::start(None).await;
    let mut ada = server.client().await;
    let hosted = invite(&mut ada).await;
    let mut visitors = Vec::new();
    for number in 0..12 {
        let (mut visitor, hosted) = (server.client().await, hosted.clone());
        let seat = ["blue", "yellow", "green"].get(number).copied().or(Some("blue"));
        let wanted = if number % 2 == 0 { seat } else { None };
        visitors.push(tokio::spawn(async move { visitor.raw(&take(&hosted, wanted)).await }));
    }
    let (mut seats, mut tokens) = (Vec::new(), std::collections::BTreeSet::new());
    for visitor in visitors {
        let answer = visitor.await.unwrap();
        if answer["ok"].is_null() {
            assert_eq!(answer["err"]["code"], "taken", "{answer}");
            continue;
        }
        seats.extend(
            array(&answer["ok"]["table"]["yours"]).iter().map(|seat| text(seat).to_owned()),
        );
        tokens.insert(text(&answer["ok"]["token"]).to_owned());
    }
    seats.sort_unstable();
    assert_eq!(seats, ["blue", "green", "yellow"]);
    assert_eq!(tokens.len(), 3);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_gives_only_free_seats_of_its_own_table() {
    let server = Running::start(None).await;
    let (mut ada, mut eve) = (server.client().await, server.client().await);
    let (hosted, other) = (invite(&mut ada).await, host(&mut ada).await);
    let table = &hosted["table"]["table"];
    let watching = eve.ask(&json!({"do": "join", "table": table})).await;
    assert!(!watching.to_string().contains(text(&hosted["invitation"])));
    let mut crossed = take(&hosted, None);
    crossed["token"] = other["invitation"].clone();
    eve.refused(&crossed, "token").await;
    for token in ["", "00", &text(&hosted["invitation"])[..31], &"f".repeat(60_000)] {
        crossed["token"] = json!(token);
        eve.refused(&crossed, "token").await;
    }
    // The seat of an agent is not free, and a guest has no rights of the host.
    eve.refused(&take(&other, Some("green")), "taken").await;
    eve.ask(&take(&other, None)).await;
    let assign =
        json!({"do": "assign", "table": other["table"]["table"], "seat": "red", "to": "mine"});
    eve.refused(&assign, "not_yours").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_is_agreed_by_all_persons_and_a_ply_makes_agreements_void() {
    let server = Running::start(None).await;
    let (mut ada, mut bob) = (server.client().await, server.client().await);
    let host = json!({"do": "host", "rules": {"id": "orthodox-chess"}, "seats": {"white": "mine"}});
    let hosted = ada.ask(&host).await;
    let table = hosted["table"]["table"].clone();
    bob.ask(&json!({"do": "join", "table": table, "token": hosted["tokens"]["black"]})).await;
    let play =
        |at: usize, action: &str| json!({"do": "play", "game": table, "at": at, "action": action});
    assert_eq!(bob.ask(&play(0, "agree=black")).await["seats"], json!(["black"]));
    assert_eq!(ada.pushed("agreed").await["seats"], json!(["black"]));
    ada.ask(&play(0, "e2-e4")).await;
    assert_eq!(bob.pushed("agreed").await["seats"], json!([]));
    ada.ask(&play(1, "agree=white")).await;
    let ended = bob.ask(&play(1, "agree")).await;
    assert_eq!(ended["is"], "moved");
    assert!(ended["stands"]["ending"].is_string(), "{ended}");
    server.stop().await;
}

/// Hosts a game of chess with a clock. The host plays White, and the plan of Black is given.
async fn duel(client: &mut Client, black: Value) -> Value {
    let seats = json!({"white": "mine", "black": black});
    let clock = json!({"seconds": 600, "increment": 0});
    let rules = json!({"id": "orthodox-chess"});
    client.ask(&json!({"do": "host", "rules": rules, "seats": seats, "clock": clock})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn players_who_all_ask_for_it_get_another_game_at_their_table() {
    let server = Running::start(None).await;
    let (mut ada, mut bob, mut eve) =
        (server.client().await, server.client().await, server.client().await);
    let hosted = duel(&mut ada, json!("open")).await;
    let table = hosted["table"]["table"].clone();
    let join = |token: &Value| json!({"do": "join", "table": table, "token": token});
    let (white, black) = (&hosted["tokens"]["white"], &hosted["tokens"]["black"]);
    bob.ask(&join(black)).await;
    eve.ask(&join(&Value::Null)).await;
    let rematch = |rotate: bool| json!({"do": "rematch", "table": table, "rotate": rotate});
    let play =
        |at: usize, action: &str| json!({"do": "play", "game": table, "at": at, "action": action});
    ada.refused(&rematch(false), "not_here").await;
    ada.ask(&play(0, "e2-e4")).await;
    bob.ask(&play(1, "resign")).await;
    eve.refused(&rematch(false), "not_yours").await;
    let asked = ada.ask(&rematch(false)).await;
    assert_eq!((&asked["is"], &asked["seats"]), (&json!("rematch"), &json!(["white"])));
    assert_eq!(bob.pushed("rematch").await["offer"]["seats"], json!(["white"]));
    // The finished game can still be read.
    let pgn = eve.ask(&json!({"do": "export", "game": table, "format": "pgn"})).await;
    assert!(text(&pgn["text"]).contains("e4"), "{pgn}");
    // With the other choice of seats, both have to ask again.
    let asked = bob.ask(&rematch(true)).await;
    assert_eq!((&asked["seats"], &asked["rotate"]), (&json!(["black"]), &json!(true)));
    let begun = ada.ask(&rematch(true)).await;
    assert_eq!((&begun["is"], &begun["yours"]), (&json!("table"), &json!(["black"])));
    assert_eq!((&begun["game"]["plies"], &begun["rematch"]), (&json!([]), &Value::Null));
    assert_eq!(begun["clocks"]["left"]["black"], 600_000);
    eve.pushed("restarted").await;
    bob.pushed("restarted").await;
    assert_eq!(bob.ask(&join(black)).await["yours"], json!(["white"]));
    bob.ask(&play(0, "d2-d4")).await;
    ada.ask(&play(1, "d7-d5")).await;
    // The players keep their tokens.
    assert_eq!(server.client().await.ask(&join(white)).await["yours"], json!(["black"]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_waits_only_for_persons() {
    let server = Running::start(None).await;
    let (mut ada, mut bob) = (server.client().await, server.client().await);
    let rematch = |hosted: &Value| json!({"do": "rematch", "table": hosted["table"]["table"]});
    let resign = |hosted: &Value| json!({"do": "play", "game": hosted["table"]["table"], "at": 0, "action": "resign"});
    // An agent always agrees to a rematch.
    let hosted = duel(&mut ada, json!({"agent": "random"})).await;
    ada.ask(&resign(&hosted)).await;
    assert_eq!(ada.ask(&rematch(&hosted)).await["is"], "table");
    // A person who has left is replaced by the host.
    let hosted = duel(&mut ada, json!("open")).await;
    let table = &hosted["table"]["table"];
    let token = &hosted["tokens"]["black"];
    bob.ask(&json!({"do": "join", "table": table, "token": token})).await;
    ada.ask(&resign(&hosted)).await;
    assert_eq!(ada.ask(&rematch(&hosted)).await["is"], "rematch");
    drop(bob);
    let to = json!({"agent": "random"});
    ada.ask(&json!({"do": "assign", "table": table, "seat": "black", "to": to})).await;
    ada.pushed("restarted").await;
    let now = ada.ask(&json!({"do": "look", "game": table})).await;
    assert_eq!(now["plies"], json!([]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_whose_time_is_over_has_lost_although_nobody_is_there() {
    let server = Running::start(None).await;
    let mut ada = server.client().await;
    let mut bob = server.client().await;
    let host = json!({"do": "host", "rules": {"id": "orthodox-chess"}, "seats": {"white": "mine"},
        "clock": {"seconds": 1, "increment": 0}});
    let hosted = ada.ask(&host).await;
    assert_eq!(hosted["table"]["clocks"]["running"], Value::Null, "black has not come");
    let table = hosted["table"]["table"].clone();
    let joined =
        bob.ask(&json!({"do": "join", "table": table, "token": hosted["tokens"]["black"]})).await;
    assert_eq!(joined["clocks"]["running"], "white");
    drop(ada);
    let flagged = bob.pushed("moved").await;
    assert!(text(&flagged["moved"]["ply"]["line"]["action"]).starts_with("flag"), "{flagged}");
    assert_eq!(flagged["clocks"]["left"]["white"], 0);
    assert!(flagged["moved"]["stands"]["ending"].is_string());
    let mut ada = server.client().await;
    let never = json!({"do": "host", "rules": {"id": "orthodox-chess"}, "clock": {"seconds": 0}});
    ada.refused(&never, "unknown").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_rolls_the_dice() {
    let server = Running::start(None).await;
    let mut ada = server.client().await;
    let rules = json!({"id": "chaturaji-tithitattva-1500"});
    let ruleset = ada.ask(&json!({"do": "ruleset", "rules": rules})).await;
    let names: Vec<&str> =
        array(&ruleset["card"]["armies"]).iter().map(|it| text(&it["name"])).collect();
    let seats = names
        .iter()
        .map(|name| ((*name).to_owned(), json!("mine")))
        .collect::<serde_json::Map<_, _>>();
    let hosted = ada.ask(&json!({"do": "host", "rules": rules, "seats": seats})).await;
    let table = &hosted["table"]["table"];
    let stands = &hosted["table"]["game"]["stands"];
    assert_ne!(stands["next"]["task"], "roll", "the first roll is made");
    let at = stands["at"].clone();
    let roll = json!({"do": "play", "game": table, "at": at, "action": "roll=4"});
    ada.refused(&roll, "illegal").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_takes_long_holds_up_nobody() {
    let server = Running::start(None).await;
    let (mut ada, mut bob) = (server.client().await, server.client().await);
    let game = ada.ask(&json!({"do": "new", "rules": {"id": "orthodox-chess"}})).await;
    // A search that would take minutes. It ends at its time limit, long after the other requests.
    let long = json!({"do": "advise", "game": game["game"], "agent": "mcts:1000000", "seed": 1});
    let thinking = ada.ask_only(&long).await;
    let play = json!({"do": "play", "game": game["game"], "at": 0, "action": "e2-e4"});
    assert_eq!(ada.ask(&play).await["stands"]["at"], 1);
    bob.ask(&json!({"do": "new", "rules": {"id": "verney-1881"}})).await;
    let more = [ada.ask_only(&long).await, ada.ask_only(&long).await, ada.ask_only(&long).await];
    ada.refused(&long, "busy").await;
    // The requests of a closed connection are abandoned, and the next client is served.
    assert!(more.iter().all(|id| *id > thinking));
    drop(ada);
    let own = bob.ask(&json!({"do": "new", "rules": {"id": "orthodox-chess"}})).await;
    let advise = json!({"do": "advise", "game": own["game"], "agent": "random", "seed": 1});
    assert!(bob.ask(&advise).await["action"].is_string());
    server.stop().await;
}
