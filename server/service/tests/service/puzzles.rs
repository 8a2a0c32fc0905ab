//! Tests puzzles as a page uses them. Puzzles are listed, opened, attempted and solved.

use quadrille_dsl::library::Shipped;
use quadrille_dsl::{Folder, Library, LibraryError};
use std::sync::Arc;

use quadrille_service::{Rulesets, Service, ServiceLimits};
use serde_json::{Value, json};

use crate::english;

/// A library with shipped chess and two puzzles for the tests.
struct TwoPuzzles;

const PUZZLES: &str = r#"
ruleset = "orthodox-chess"

[[puzzle]]
goal = "win"
plies = 1
grade = 1
fen = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
solution = "d1-d8"
from = { agents = "greedy", seed = 1, index = 2, ply = 3 }

# The queen is given up, and the rook mates.
[[puzzle]]
goal = "mate black"
plies = 2
grade = 4
fen = "2r3k1/5ppp/8/8/8/8/3Q1PPP/3R2K1 w - - 0 1"
solution = "d2-d8 c8-d8 d1-d8"
from = { agents = "greedy", seed = 1, index = 5, ply = 8 }
"#;

impl Library for TwoPuzzles {
    fn folder(&self, name: &str) -> Result<Folder, LibraryError> {
        let mut folder = Shipped.folder(name)?;
        folder.files.insert("puzzles.toml".to_owned(), PUZZLES.as_bytes().to_vec());
        Ok(folder)
    }

    fn names(&self) -> Vec<String> {
        vec!["orthodox-chess".to_owned()]
    }

    fn plugin(&self, name: &str) -> Option<Vec<u8>> {
        Shipped.plugin(name)
    }

    fn plugins(&self) -> Vec<String> {
        Shipped.plugins()
    }
}

fn raw(service: &mut Service, request: &Value) -> Value {
    let mut request = request.clone();
    request["id"] = json!(7);
    let answered = service.answer(&request.to_string());
    let answered = serde_json::from_str(&answered).expect("an answer is JSON");
    english::check(&answered);
    answered
}

fn ask(service: &mut Service, request: &Value) -> Value {
    let answered = raw(service, request);
    assert!(answered.get("ok").is_some(), "{request}: {answered}");
    answered["ok"].clone()
}

fn refused(service: &mut Service, request: &Value, code: &str) {
    let answered = raw(service, request);
    assert_eq!(answered["err"]["code"], code, "{request}: {answered}");
}

#[test]
fn puzzles_are_listed_with_what_they_ask() {
    let mut service =
        Service::new(Arc::new(Rulesets::new(Box::new(TwoPuzzles))), ServiceLimits::default());
    let listed = ask(&mut service, &json!({"do": "puzzles"}));
    let puzzles = listed["puzzles"].as_array().expect("a list");
    assert_eq!(puzzles.len(), 2);
    assert_eq!(puzzles[0]["asks"], "White to move: win in 1.");
    assert_eq!(puzzles[1]["asks"], "White to move: mate Black in 2.");
    assert_eq!(puzzles[1]["goal"], "mate");
    assert_eq!(puzzles[1]["about"], "black");
    assert_eq!(puzzles[1]["team"], json!(["white"]));
    assert_eq!(puzzles[1]["rules"]["id"], "orthodox-chess");
}

#[test]
fn a_puzzle_is_tried_until_it_is_solved() {
    let mut service =
        Service::new(Arc::new(Rulesets::new(Box::new(TwoPuzzles))), ServiceLimits::default());
    let open = json!({"do": "puzzle", "ruleset": "orthodox-chess", "number": 1});
    let opened = ask(&mut service, &open);
    let game = opened["game"]["game"].clone();
    let attempt =
        |at: u64, action: &str| json!({"do": "try", "game": game, "at": at, "action": action});
    // A wrong attempt is not played, and its refutation is returned.
    let wrong = ask(&mut service, &attempt(0, "d2-c2"));
    assert_eq!(wrong["judgement"], "wrong");
    assert_eq!(wrong["stands"]["at"], 0);
    assert_eq!(wrong["plies"], json!([]));
    assert_eq!(wrong["replies"].as_array().map(Vec::len), Some(1), "{wrong}");
    assert!(wrong["says"].as_str().is_some_and(|says| says.starts_with("Black answers ")));
    refused(&mut service, &attempt(0, "d2-a4"), "illegal");
    refused(&mut service, &attempt(3, "d2-d8"), "stale");
    let hint = ask(&mut service, &json!({"do": "hint", "game": game}));
    assert_eq!(hint["square"], "d2");
    assert_eq!((&hint["action"], &hint["left"]), (&json!("d2-d8"), &json!(2)));
    // The only reply is played at once.
    let right = ask(&mut service, &attempt(0, "d2-d8"));
    assert_eq!(right["judgement"], "right");
    assert_eq!(right["plies"].as_array().map(Vec::len), Some(2));
    assert_eq!((&right["left"], &right["stands"]["at"]), (&json!(1), &json!(2)));
    let solved = ask(&mut service, &attempt(2, "d1-d8"));
    assert_eq!(solved["judgement"], "solved");
    assert_eq!(solved["says"], "Solved.");
    assert_eq!(solved["stands"]["next"], Value::Null);
    refused(&mut service, &attempt(3, "d8-d1"), "illegal");
    refused(&mut service, &json!({"do": "hint", "game": game}), "unknown");
    // After going back, the attempt can be repeated.
    ask(&mut service, &json!({"do": "goto", "game": game, "ply": 0}));
    let again = ask(&mut service, &attempt(0, "d2-d8"));
    assert_eq!((&again["judgement"], &again["left"]), (&json!("right"), &json!(1)));
}

#[test]
fn a_missing_puzzle_is_called_by_the_number_that_readers_see() {
    let mut service =
        Service::new(Arc::new(Rulesets::new(Box::new(TwoPuzzles))), ServiceLimits::default());
    let open = json!({"do": "puzzle", "ruleset": "orthodox-chess", "number": 98});
    let answered = raw(&mut service, &open);
    assert_eq!(answered["err"]["text"], "there is no puzzle 99; `orthodox-chess` has 2");
}

#[test]
fn only_puzzles_can_be_solved() {
    let mut service =
        Service::new(Arc::new(Rulesets::new(Box::new(TwoPuzzles))), ServiceLimits::default());
    refused(
        &mut service,
        &json!({"do": "puzzle", "ruleset": "orthodox-chess", "number": 2}),
        "unknown",
    );
    refused(&mut service, &json!({"do": "puzzle", "ruleset": "none", "number": 0}), "unknown");
    let game = ask(&mut service, &json!({"do": "new", "rules": {"id": "orthodox-chess"}}));
    let game = game["game"].clone();
    refused(&mut service, &json!({"do": "hint", "game": game}), "unknown");
    let attempt = json!({"do": "try", "game": game, "at": 0, "action": "e2-e4"});
    refused(&mut service, &attempt, "unknown");
}
