//! Sends each kind of request to a service, and compares the kinds of its answers with the list of
//! the protocol.

use std::collections::BTreeSet;

use quadrille_service::Service;
use quadrille_service::protocol::ANSWER_KINDS;
use serde_json::{Value, json};

/// The requests that only a server answers.
const AT_TABLES: [&str; 8] =
    ["assign", "class", "direct_class", "host", "join", "join_class", "open_class", "rematch"];

#[test]
fn each_request_gets_an_answer_of_its_kind() {
    let mut service = Service::shipped();
    let mut sent = BTreeSet::new();
    let mut ask = |mut request: Value| -> Value {
        request["id"] = json!(1);
        let response: Value = serde_json::from_str(&service.answer(&request.to_string())).unwrap();
        let tag = request["do"].as_str().unwrap();
        let (name, answers) = ANSWER_KINDS.iter().find(|(name, _)| *name == tag).unwrap();
        sent.insert(*name);
        let answer = response["ok"].clone();
        assert!(answers.iter().any(|is| answer["is"] == *is), "{request}: {response}");
        answer
    };
    ask(json!({"do": "hello"}));
    ask(json!({"do": "list"}));
    ask(json!({"do": "cookbook"}));
    ask(json!({"do": "history"}));
    let rules = json!({"id": "orthodox-chess"});
    ask(json!({"do": "ruleset", "rules": rules}));
    let files = ask(json!({"do": "files", "ruleset": "orthodox-chess"}))["files"].clone();
    ask(json!({"do": "check", "files": files}));
    ask(json!({"do": "weights", "ruleset": "orthodox-chess", "weights": null}));
    ask(json!({"do": "reach", "rules": rules, "kind": "rook"}));
    ask(json!({"do": "lesson", "rules": {"id": "verney-1881"}, "lesson": 0}));
    ask(json!({"do": "alternatives", "rules": {"id": "verney-1881"}, "lesson": 0, "played": []}));

    let game = ask(json!({"do": "new", "rules": rules}))["game"].clone();
    for mut request in [
        json!({"do": "look"}),
        json!({"do": "play", "at": 0, "action": "e2-e4"}),
        json!({"do": "why", "action": "e7-e4"}),
        json!({"do": "threats"}),
        json!({"do": "trace", "from": 1, "count": 1}),
        json!({"do": "see", "by": ["white"]}),
        json!({"do": "advise", "agent": "random", "seed": 1}),
        json!({"do": "analyse", "nodes": 10, "lines": 1}),
        json!({"do": "export", "format": "pgn"}),
        json!({"do": "goto", "ply": 0}),
        json!({"do": "close"}),
    ] {
        request["game"] = game.clone();
        ask(request);
    }

    let puzzles = ask(json!({"do": "puzzles"}))["puzzles"].clone();
    let (ruleset, number) = (&puzzles[0]["ruleset"], &puzzles[0]["number"]);
    let puzzle = ask(json!({"do": "puzzle", "ruleset": ruleset, "number": number}))["game"].clone();
    ask(json!({"do": "puzzle_board", "ruleset": ruleset, "number": number}));
    ask(json!({"do": "hint", "game": puzzle["game"]}));
    let action = &puzzle["stands"]["actions"][0]["text"];
    ask(json!({"do": "try", "game": puzzle["game"], "at": 0, "action": action}));

    let games = json!({"rules": rules, "agents": ["random"], "seed": 1, "first": 0, "games": 1,
        "number": 0});
    for tag in ["playouts", "record"] {
        let mut request = games.clone();
        request["do"] = json!(tag);
        ask(request);
    }
    let question = json!({"primary": "length", "margin": null, "agents": "random", "number": 2,
        "at_least": 2, "seed": 1});
    let sides = [json!({"id": "chesscom-ffa"}), json!({"id": "chesscom-teams"})];
    let compared = ask(json!({"do": "compare", "sides": sides, "question": question}));
    let comparison = &compared["comparison"];
    ask(json!({"do": "continue", "comparison": comparison, "blocks": 1}));
    ask(json!({"do": "report", "comparison": comparison}));

    let all = ANSWER_KINDS.iter().map(|(name, _)| *name);
    let left: Vec<&str> = all.filter(|name| !sent.contains(name)).collect();
    assert!(AT_TABLES.iter().all(|name| left.contains(name)) && left.len() == AT_TABLES.len());
}
