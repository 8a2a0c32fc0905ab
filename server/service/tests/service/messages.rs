//! Tests the service as a page uses it. The tests play every lesson of every shipped ruleset, play
//! games, and check that invalid messages are refused without harm.

use std::sync::atomic::Ordering;

use quadrille_dsl::Library as _;
use quadrille_dsl::library::Shipped;
use quadrille_service::{MAX_GAMES, Service};
use serde_json::{Value, json};

use crate::english;

/// Sends a request and expects an answer.
fn ask(service: &mut Service, request: &Value) -> Value {
    let answered = raw(service, request);
    assert!(answered.get("ok").is_some(), "{request}: {answered}");
    answered["ok"].clone()
}

/// Sends a request and expects a refusal with this code.
fn refused(service: &mut Service, request: &Value, code: &str) -> Value {
    let answered = raw(service, request);
    assert_eq!(answered["err"]["code"], code, "{request}: {answered}");
    answered["err"].clone()
}

fn raw(service: &mut Service, request: &Value) -> Value {
    let mut request = request.clone();
    request["id"] = json!(7);
    let answered = service.answer(&request.to_string());
    let answered: Value = serde_json::from_str(&answered).expect("an answer is JSON");
    assert_eq!(answered["id"], 7);
    english::check(&answered);
    answered
}

fn array(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

#[test]
fn a_request_that_is_stopped_loads_no_rules() {
    let mut service = Service::shipped();
    let rules = json!({"id": "verney-1881"});
    let files = json!({"geometry.toml": "extends = \"verney-1881\"\n"});
    let stop = service.stopper();
    stop.store(true, Ordering::Relaxed);
    for rules in [rules.clone(), json!({"id": "mine", "files": files})] {
        for kind in ["ruleset", "new"] {
            let refusal = refused(&mut service, &json!({"do": kind, "rules": rules}), "ruleset");
            assert_eq!(refusal["findings"][0]["code"], "Q0019", "{refusal}");
        }
    }
    let checked = ask(&mut service, &json!({"do": "check", "files": files}));
    assert_eq!(checked["findings"][0]["code"], "Q0019", "{checked}");
    // Rules that were not loaded completely are not kept.
    stop.store(false, Ordering::Relaxed);
    ask(&mut service, &json!({"do": "new", "rules": rules}));
}

#[test]
fn moves_are_read_in_the_notations_of_chess_players() {
    let mut service = Service::shipped();
    for (id, typed, action) in [
        ("orthodox-chess", "Nf3", "g1-f3"),
        ("orthodox-chess", "e4", "e2-e4"),
        ("orthodox-chess", "e2e4", "e2-e4"),
        ("orthodox-chess", "Ng1-f3", "g1-f3"),
        ("chesscom-teams", "Ne1-f3", "e1-f3"),
        ("chesscom-teams", "Nf3", "e1-f3"),
        ("chesscom-teams", "h2-h4", "h2-h4"),
    ] {
        let game = ask(&mut service, &json!({"do": "new", "rules": {"id": id}}))["game"].clone();
        let play = json!({"do": "play", "game": game, "at": 0, "action": typed});
        let moved = ask(&mut service, &play);
        assert_eq!(moved["ply"]["line"]["action"], action, "{id}: {typed}");
    }
}

#[test]
fn an_analysis_finds_a_mate_and_plays_its_lines_out() {
    let mut service = Service::shipped();
    let from = json!({"fen": "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"});
    let rules = json!({"id": "orthodox-chess"});
    let game =
        ask(&mut service, &json!({"do": "new", "rules": rules, "from": from}))["game"].clone();
    let analyse = json!({"do": "analyse", "game": game, "nodes": 2000, "lines": 2});
    let found = ask(&mut service, &analyse);
    let [best, second] = array(&found["lines"]) else { panic!("{found}") };
    assert_eq!(best["plies"][0], json!({"seat": "white", "action": "a1-a8", "notation": "Ra8#"}));
    assert_eq!((&best["wins_after"], &best["share"]), (&json!(1), &json!(1.0)));
    assert!(second["share"].as_f64().unwrap() < 1.0, "{second}");
    let over = ask(&mut service, &json!({"do": "play", "game": game, "at": 0, "action": "Ra8#"}));
    assert_eq!(over["stands"]["next"], Value::Null);
    assert_eq!(ask(&mut service, &analyse)["lines"], json!([]));
}

#[test]
fn the_cookbook_lists_its_games() {
    let mut service = Service::shipped();
    let listed = ask(&mut service, &json!({"do": "cookbook"}));
    let cards = array(&listed["rulesets"]);
    assert_eq!(cards.len(), Shipped.recipes().len());
    assert!(cards.iter().all(|card| !text(&card["title"]).is_empty()));
}

#[test]
fn every_lesson_of_every_ruleset_can_be_walked_through() {
    let walked: usize = std::thread::scope(|scope| {
        let walks = Shipped.names().into_iter().map(|id| scope.spawn(move || walk(&id)));
        let walks: Vec<_> = walks.collect();
        walks.into_iter().map(|walk| walk.join().expect("its lessons hold")).sum()
    });
    assert!(walked > 1000, "{walked}");
}

/// Plays the lessons of a ruleset, grouped by their rules. Returns the number of lessons.
fn walk(id: &str) -> usize {
    let mut service = Service::shipped();
    let view = ask(&mut service, &json!({"do": "ruleset", "rules": {"id": id}}));
    let mut lessons: Vec<_> = array(&view["lessons"]).iter().enumerate().collect();
    lessons.sort_by_key(|(_, title)| (title["preset"].to_string(), title["set"].to_string()));
    let mut walked = 0;
    for (number, title) in lessons {
        let request = json!({"do": "lesson", "rules": {"id": id}, "lesson": number});
        if !title["unplayable"].is_null() {
            refused(&mut service, &request, "text");
            continue;
        }
        let lesson = ask(&mut service, &request);
        let game = lesson["game"]["game"].clone();
        for (at, action) in array(&lesson["actions"]).iter().enumerate() {
            let play = json!({"do": "play", "game": game, "at": at, "action": action});
            let moved = ask(&mut service, &play);
            let says = text(&moved["ply"]["line"]["says"]);
            assert!(says.ends_with('.') && !says.contains('?'), "{id} {number}: {says}");
        }
        for expected in array(&lesson["expects"]) {
            assert_eq!(expected["holds"], true, "{id} {number}: {expected}");
            if expected["key"] == "illegal" {
                let actions = text(&expected["value"]).split_whitespace().count();
                assert_eq!(array(&expected["reasons"]).len(), actions, "{id} {number}: {expected}");
            }
        }
        ask(&mut service, &json!({"do": "close", "game": game}));
        walked += 1;
    }
    walked
}

#[test]
fn a_game_is_played_taken_back_saved_and_opened_again() {
    let mut service = Service::shipped();
    let game = ask(&mut service, &json!({"do": "new", "rules": {"id": "verney-1881"}}));
    assert_eq!(
        array(&game["stands"]["actions"]).iter().filter(|a| a["group"] == "move").count(),
        12
    );
    let name = game["game"].clone();
    let why = ask(&mut service, &json!({"do": "why", "game": name, "action": "h2-h4"}));
    assert_eq!(why["why"]["code"], "not_how_it_moves");
    let play = json!({"do": "play", "game": name, "at": 0, "action": "h2-h3"});
    let moved = ask(&mut service, &play);
    assert_eq!(moved["ply"]["line"]["says"], "Yellow: pawn h2 to h3.");
    assert_eq!(moved["ply"]["steps"][0]["moves"], json!([["h2", "h3"]]));
    assert_eq!(moved["stands"]["next"]["seat"], "red");
    // A repeated message is stale.
    refused(&mut service, &play, "stale");
    refused(
        &mut service,
        &json!({"do": "play", "game": name, "at": 1, "action": "h3-h4"}),
        "illegal",
    );
    let saved = ask(&mut service, &json!({"do": "export", "game": name, "format": "json"}));
    let back = ask(&mut service, &json!({"do": "goto", "game": name, "ply": 0}));
    assert_eq!(back["stands"]["at"], 0);
    let again = ask(
        &mut service,
        &json!({"do": "new", "rules": {"id": ""}, "from": {"json": saved["text"]}}),
    );
    assert_eq!(again["rules"]["id"], "verney-1881");
    assert_eq!(again["stands"]["at"], 1);
    let pgn = ask(&mut service, &json!({"do": "export", "game": again["game"], "format": "pgn"}));
    let rules = json!({"id": "verney-1881"});
    let read =
        ask(&mut service, &json!({"do": "new", "rules": rules, "from": {"pgn": pgn["text"]}}));
    assert_eq!(read["stands"]["fen"], again["stands"]["fen"]);
    let advice =
        ask(&mut service, &json!({"do": "advise", "game": name, "agent": "greedy", "seed": 1}));
    assert!(advice["action"].is_string());
}

#[test]
fn checks_are_shown_with_those_who_give_them() {
    let mut service = Service::shipped();
    let game = ask(&mut service, &json!({"do": "new", "rules": {"id": "orthodox-chess"}}));
    for (at, action) in ["e2-e4", "f7-f6", "d1-h5"].iter().enumerate() {
        ask(&mut service, &json!({"do": "play", "game": game["game"], "at": at, "action": action}));
    }
    let game = ask(&mut service, &json!({"do": "look", "game": game["game"]}));
    assert_eq!(game["stands"]["checks"], json!([{"square": "e8", "seat": "black", "by": ["h5"]}]));
}

#[test]
fn a_rule_that_is_changed_is_checked_and_played() {
    let mut service = Service::shipped();
    let files =
        ask(&mut service, &json!({"do": "files", "ruleset": "verney-1881"}))["files"].clone();
    let checked = ask(&mut service, &json!({"do": "check", "files": files}));
    assert_eq!(checked["findings"], json!([]));
    assert_eq!(checked["passed"], checked["lessons"]);

    let mut broken = files.clone();
    let mate = text(&files["mate.rhai"])
        .replace("const AFTER_MATE = \"freeze\";", "const AFTER_MATE = \"frieze\";");
    broken["mate.rhai"] = json!(mate);
    let checked = ask(&mut service, &json!({"do": "check", "files": broken}));
    let finding = &checked["findings"][0];
    assert_eq!(
        (&finding["error"], &finding["places"][0]["file"]),
        (&json!(true), &json!("mate.rhai"))
    );
    let from = finding["places"][0]["from"].as_u64().unwrap() as usize;
    let units: Vec<u16> = mate.encode_utf16().skip(from).take(8).collect();
    assert_eq!(String::from_utf16_lossy(&units), "\"frieze\"");

    let removing =
        text(&files["mate.rhai"]).replace("AFTER_MATE = \"freeze\";", "AFTER_MATE = \"remove\";");
    let mut changed = files;
    changed["mate.rhai"] = json!(removing);
    let rules = json!({"id": "", "files": changed});
    let game = ask(&mut service, &json!({"do": "new", "rules": rules}));
    ask(&mut service, &json!({"do": "play", "game": game["game"], "at": 0, "action": "h2-h3"}));
    let plan = json!({"do": "playouts", "rules": rules, "agents": ["random"], "seed": 1, "first": 0, "games": 3});
    assert_eq!(ask(&mut service, &plan)["games"], 3);
}

/// A neutral piece belongs to the army that `[neutral]` names. Answers are listed in the order of
/// the rules, and a ply that answers a question is described as an answer.
#[test]
fn pieces_of_nobody_are_named_and_answers_are_told() {
    let geometry = "extends = \"orthodox-chess\"\n[variant]\nid = \"wood\"\ntitle = \"Wood\"\n\
        [neutral]\nname = \"forest\"\nkey = \"n\"\n[pieces]\ntree = { letter = \"T\", moves = \"\" }\n\
        [array]\npicture = \"\"\"\nbR bN bB bQ bK bB bN bR\nbP bP bP bP bP bP bP bP\n\
        .  .  .  .  .  .  .  .\n.  .  .  .  nT .  .  .\n.  .  .  .  .  .  .  .\n\
        .  .  .  .  .  .  .  .\nwP wP wP wP wP wP wP wP\nwR wN wB wQ wK wB wN wR\n\"\"\"\n[rules]\nscripts = [\"ask.rhai\"]\n";
    let script = "/// when: every ply\nfn on_move(game, seat, piece, from, to) {\n    \
        ask(seat, \"wish\", [\"two\", \"one\"], ());\n}\n";
    let rules = json!({"id": "", "files": {"geometry.toml": geometry, "ask.rhai": script}});
    let mut service = Service::shipped();
    let card = ask(&mut service, &json!({"do": "ruleset", "rules": rules}));
    let begun = ask(&mut service, &json!({"do": "new", "rules": rules}));
    let pieces = array(&begun["stands"]["pieces"]);
    let tree = pieces.iter().find(|piece| piece["kind"] == "tree").expect("a tree");
    assert_eq!(tree["army"], "forest");
    assert_eq!(card["card"]["board"]["neutral"]["name"], "forest");
    let play = |at: usize, action: &str| json!({"do": "play", "game": begun["game"], "at": at, "action": action});
    let asked = ask(&mut service, &play(0, "e2-e4"));
    let offered = array(&asked["stands"]["actions"]).iter();
    let answers: Vec<&str> = offered
        .filter(|action| action["group"] == "answer")
        .map(|action| text(&action["text"]))
        .collect();
    assert_eq!(answers, ["choose=two", "choose=one"]);
    let answered = ask(&mut service, &play(1, "choose=one"));
    assert_eq!(answered["ply"]["line"]["says"], "White answers one.");
}

#[test]
fn what_makes_no_sense_is_refused_with_a_reason() {
    let mut service = Service::shipped();
    let unread = [
        "",
        "null",
        "{}",
        "[",
        "{\"id\":1}",
        "{\"id\":-1,\"do\":\"list\"}",
        "\u{0}",
        "{\"do\":\"list\"}",
    ];
    for message in unread {
        let answered: Value = serde_json::from_str(&service.answer(message)).unwrap();
        assert_eq!(answered["err"]["code"], "message", "{message}");
    }
    let answered = service.answer("7");
    assert!(answered.contains("expected an object with a number `id`"), "{answered}");
    let rules = json!({"id": "verney-1881"});
    for (request, code) in [
        (json!({"do": "dance"}), "message"),
        (json!({"do": "ruleset", "rules": {"id": "chess"}}), "ruleset"),
        (json!({"do": "ruleset", "rules": {"id": "verney-1881@none"}}), "ruleset"),
        (
            json!({"do": "ruleset", "rules": {"id": "verney-1881", "set": {"mate.AFTER_MATE": "x"}}}),
            "ruleset",
        ),
        (json!({"do": "ruleset", "rules": {"id": "x", "files": {}}}), "ruleset"),
        (json!({"do": "files", "ruleset": "../verney-1881"}), "unknown"),
        (json!({"do": "reach", "rules": rules, "kind": "duck"}), "unknown"),
        (json!({"do": "reach", "rules": rules, "kind": "pawn", "square": "a1"}), "unknown"),
        (json!({"do": "reach", "rules": rules, "kind": "pawn", "facing": "up"}), "unknown"),
        (json!({"do": "look", "game": "g1"}), "unknown"),
        (json!({"do": "new", "rules": rules, "from": {"fen": "nonsense"}}), "text"),
        (json!({"do": "new", "rules": rules, "from": {"pgn": "1. e9"}}), "text"),
        (json!({"do": "new", "rules": rules, "from": {"json": "{}"}}), "text"),
        (json!({"do": "lesson", "rules": rules, "lesson": 100_000}), "unknown"),
        (
            json!({"do": "playouts", "rules": rules, "agents": ["x"], "seed": 1, "first": 0, "games": 1}),
            "unknown",
        ),
        (
            json!({"do": "playouts", "rules": rules, "agents": [], "seed": 1, "first": 0, "games": 1_000_000}),
            "too_many",
        ),
    ] {
        let refusal = refused(&mut service, &request, code);
        assert!(!text(&refusal["text"]).is_empty(), "{request}");
    }
    let game = ask(&mut service, &json!({"do": "new", "rules": rules}));
    for (action, code) in
        [("", "text"), ("zz9", "text"), ("h2-h5", "illegal"), ("h2-h3 h2-h3", "text")]
    {
        refused(
            &mut service,
            &json!({"do": "play", "game": game["game"], "at": 0, "action": action}),
            code,
        );
    }
    refused(&mut service, &json!({"do": "goto", "game": game["game"], "ply": 9}), "unknown");
}

#[test]
fn the_game_used_longest_ago_makes_room() {
    let mut service = Service::shipped();
    let new = json!({"do": "new", "rules": {"id": "orthodox-chess"}});
    for _ in 0..=MAX_GAMES {
        ask(&mut service, &new);
    }
    refused(&mut service, &json!({"do": "look", "game": "g1"}), "unknown");
    ask(&mut service, &json!({"do": "look", "game": "g2"}));
    ask(&mut service, &new);
    ask(&mut service, &json!({"do": "look", "game": "g2"}));
    refused(&mut service, &json!({"do": "look", "game": "g3"}), "unknown");
}

#[test]
fn a_trace_tells_plies_and_why_to_look_for_them() {
    let mut service = Service::shipped();
    let rules = json!({"id": "orthodox-chess"});
    let game = ask(&mut service, &json!({"do": "new", "rules": rules, "from": "start"}));
    let game = text(&game["game"]).to_owned();
    for (at, action) in ["f2-f3", "e7-e6", "g2-g4", "d8-h4"].iter().enumerate() {
        ask(&mut service, &json!({"do": "play", "game": game, "at": at, "action": action}));
    }
    // The present ply of the game makes no difference.
    ask(&mut service, &json!({"do": "goto", "game": game, "ply": 1}));
    let trace = |service: &mut Service, from: u64, count: u64| -> Vec<Value> {
        let request = json!({"do": "trace", "game": game, "from": from, "count": count});
        let answer = ask(service, &request);
        array(&answer["plies"]).to_vec()
    };
    let all = trace(&mut service, 1, 1000);
    let remarks: Vec<_> = all.iter().map(|ply| ply["remarks"].clone()).collect();
    assert_eq!(remarks, [json!([]), json!([]), json!([]), json!(["check", "status_change"])]);
    assert_eq!(trace(&mut service, 2, 2), &all[1..3]);
    assert_eq!(trace(&mut service, 5, 2), Vec::<Value>::new());
    refused(&mut service, &json!({"do": "trace", "game": "g99", "from": 1, "count": 1}), "unknown");
}

#[test]
fn a_game_of_playouts_is_told_again() {
    let mut service = Service::shipped();
    let rules = json!({"id": "orthodox-chess"});
    let about = json!({"rules": rules, "agents": ["random"], "seed": 3});
    let of = |what: &str, more: Value| {
        let mut asked = about.clone();
        asked["do"] = json!(what);
        asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        asked
    };
    let played = ask(&mut service, &of("playouts", json!({"first": 5, "games": 1})));
    let record = ask(&mut service, &of("record", json!({"number": 5})));
    let from = json!({"json": record["text"]});
    let game = ask(&mut service, &json!({"do": "new", "rules": rules, "from": from}));
    assert_eq!(json!(array(&game["plies"]).len()), played["plies"]);
    refused(&mut service, &of("record", json!({"number": 5, "agents": ["x"]})), "unknown");
}

#[test]
fn a_comparison_says_the_same_however_it_is_divided() {
    let question = json!({
        "primary": "decided", "margin": null, "agents": "random", "number": 200, "at_least": 70, "seed": 4,
    });
    let sides = json!([{"id": "nava-2018"}, {"id": "orthodox-chess"}]);
    let compare = json!({"do": "compare", "sides": sides, "question": question});
    let mut service = Service::shipped();
    let play = |service: &mut Service, blocks: u64| {
        let mut view = ask(service, &compare);
        assert_eq!(
            (&view["blocks"], &view["cap"], &view["report"]),
            (&json!(0), &json!(200), &json!(null))
        );
        let mut seen = Vec::new();
        while view["over"] == false {
            let go_on =
                json!({"do": "continue", "comparison": view["comparison"], "blocks": blocks});
            view = ask(service, &go_on);
            seen.push(view["blocks"].as_u64().unwrap());
        }
        (view, seen)
    };
    let (whole, _) = play(&mut service, 1000);
    let (parted, seen) = play(&mut service, 7);
    assert_eq!(seen[..3], [7, 14, 21], "only requested games are played");
    assert_eq!(seen.last(), Some(&77), "the first interim analysis after the minimum");
    assert_eq!(whole["report"], parted["report"]);
    assert_eq!(whole["report"]["conclusions"][0]["conclusion"], "different");
    let report = json!({"do": "report", "comparison": parted["comparison"]});
    let page = ask(&mut service, &report);
    assert!(text(&page["text"]).starts_with("<!doctype html>"));
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let mut service = Service::shipped();
    let (one, other) = (json!({"id": "verney-1881"}), json!({"id": "verney-1881@removal"}));
    let ask_for = |sides: Value, change: Value| {
        let mut question = json!({
            "primary": "decided", "margin": null, "agents": "random", "number": 10, "at_least": 0, "seed": 1,
        });
        question.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        json!({"do": "compare", "sides": sides, "question": question})
    };
    let both = json!([one, other]);
    refused(&mut service, &ask_for(json!([one]), json!({})), "too_many");
    refused(&mut service, &ask_for(json!([one, one]), json!({})), "unknown");
    refused(&mut service, &ask_for(both.clone(), json!({"number": 1_000_000})), "too_many");
    refused(&mut service, &ask_for(both.clone(), json!({"agents": "grady"})), "unknown");
    refused(&mut service, &ask_for(both.clone(), json!({"margin": 3.0})), "unknown");
    let unknown = refused(&mut service, &ask_for(both, json!({"primary": "lenght"})), "unknown");
    assert!(text(&unknown["text"]).contains("length"), "it is advised: {unknown}");
    refused(&mut service, &json!({"do": "continue", "comparison": "c9", "blocks": 1}), "unknown");
    refused(&mut service, &json!({"do": "report", "comparison": "c9"}), "unknown");
}

#[test]
fn threats_name_attackers_pins_and_prospects() {
    let mut service = Service::shipped();
    // The rook on e8 pins the queen to the white king.
    let fen = "W-0,0-0,0-0,0-0,0-0-4,bR,1,bK,1/8/8/8/8/8/4,wQ,3/4,wK,3";
    let rules = json!({"id": "orthodox-chess"});
    let game = ask(&mut service, &json!({"do": "new", "rules": rules, "from": {"fen": fen}}));
    let threats = ask(&mut service, &json!({"do": "threats", "game": game["game"]}));
    let attackers = |square: &str| -> Vec<String> {
        let found = array(&threats["attacks"]).iter().find(|one| one["square"] == square);
        found.map_or(vec![], |one| array(&one["by"]).iter().map(|by| text(by).to_owned()).collect())
    };
    assert_eq!(attackers("e1"), ["e2"], "what protects attacks too");
    assert_eq!(attackers("e2"), ["e1", "e8"]);
    let pin = json!({"square": "e2", "by": "e8", "royal": "e1"});
    assert_eq!(array(&threats["pins"]), [pin]);
    let sum: f64 =
        array(&threats["prospects"]).iter().map(|one| one["share"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-6, "the shares of both sides make a whole: {sum}");
    refused(&mut service, &json!({"do": "threats", "game": "g99"}), "unknown");
}

#[test]
fn a_board_has_the_zones_that_tell_players_something() {
    let mut service = Service::shipped();
    let rules = json!({"id": "verney-1881", "set": {}});
    let view = ask(&mut service, &json!({"do": "ruleset", "rules": rules}));
    let zones = view["card"]["board"]["zones"].as_array().expect("zones");
    let labels: Vec<_> = zones.iter().map(|zone| zone["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["each seat's rear", "each seat's row", "centre"]);
    let rear = &zones[0]["parts"][1];
    assert_eq!(
        (rear["seat"].as_str(), rear["squares"].as_array().unwrap().len()),
        (Some("red"), 8)
    );
}
