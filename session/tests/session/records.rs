//! Games as JSON, PGN4 and FEN4: written games can be read back, and mistakes are reported without
//! a panic.

use std::sync::Arc;

use proptest::prelude::*;
use quadrille_dsl::library::Shipped;
use quadrille_dsl::{load, pgn};
use quadrille_session::{Game, GameError, JSON_SCHEMA, MAX_LENGTH, MAX_PLIES, SCHEMA, VERSION};
use serde_json::{Value, json};

use super::{ORTHODOX, everything, open, orthodox, random_game, start};

fn value(session: &Game) -> Value {
    serde_json::from_str(&session.to_json().unwrap()).unwrap()
}

fn same(what: &str, read: &Game, written: &Game) {
    assert_eq!(read.fen().unwrap(), written.fen().unwrap(), "{what}");
    assert_eq!(read.actions(), written.actions(), "{what}");
    assert!(read.plies().zip(written.plies()).all(|(a, b)| a == b), "{what}");
    assert_eq!(read.result(), written.result(), "{what}");
}

#[test]
fn json_keeps_the_whole_game_with_its_history() {
    for name in everything() {
        let mut session = random_game(&open(&name), 5, 30);
        session.undo();
        session.undo();
        let text = session.to_json().unwrap();
        let read =
            Game::open_json(&Shipped, &text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(read.notes.is_empty(), "{name}: {:?}", read.notes);
        let read = read.game;
        assert_eq!(
            (read.ply(), read.plies().len()),
            (session.ply(), session.plies().len()),
            "{name}"
        );
        same(&name, &read, &session);
        assert_eq!(read.ruleset().hash, session.ruleset().hash, "{name}");
        assert_eq!(read.to_json().unwrap(), text, "{name}");
    }
}

#[test]
fn json_keeps_preset_settings_and_start() {
    let set = [("mate.AFTER_MATE".to_owned(), "inert".to_owned())];
    let rules = Arc::new(load(&Shipped, "verney-1881@mirror-seating", &set).unwrap());
    let later = random_game(&rules, 6, 12).fen().unwrap();
    let mut session = Game::from_fen(Arc::clone(&rules), &later).unwrap();
    let action = session.legal_actions().unwrap()[0].text.clone();
    session.play(&action).unwrap();
    let written = value(&session);
    assert_eq!(written["ruleset"]["preset"], "mirror-seating");
    assert_eq!(written["ruleset"]["set"]["mate.AFTER_MATE"], "inert");
    assert_eq!(written["start"], later);
    let read = Game::open_json(&Shipped, &written.to_string()).unwrap();
    assert!(read.notes.is_empty(), "{:?}", read.notes);
    assert_eq!(read.game.ruleset().hash, rules.hash);
    same("settings", &read.game, &session);
}

#[test]
fn json_says_its_schema_and_version_and_the_schema_says_its_keys() {
    let mut session = orthodox("4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
    session.play("e1-e2").unwrap();
    let written = value(&session);
    assert_eq!((&written["schema"], &written["version"]), (&json!(SCHEMA), &json!(VERSION)));
    let schema: Value = serde_json::from_str(JSON_SCHEMA).unwrap();
    let properties = &schema["properties"];
    assert_eq!(properties["schema"]["const"], SCHEMA);
    assert_eq!(properties["version"]["const"], VERSION);
    assert_eq!(properties["actions"]["maxItems"], MAX_PLIES);
    for (written, said) in
        [(&written, properties), (&written["ruleset"], &properties["ruleset"]["properties"])]
    {
        for key in written.as_object().unwrap().keys() {
            assert!(said.get(key).is_some(), "the schema lacks `{key}`");
        }
    }
    // The reader requires exactly the keys that the schema requires. (Without `start` the game
    // begins from another position, in which its actions are not legal.)
    let mut without_actions = written.clone();
    (without_actions["actions"], without_actions["at"]) = (json!([]), json!(0));
    for key in written.as_object().unwrap().keys() {
        let mut without = without_actions.clone();
        without.as_object_mut().unwrap().remove(key);
        let required = schema["required"].as_array().unwrap().contains(&json!(key));
        let read = Game::open_json(&Shipped, &without.to_string());
        match read {
            Err(error) => {
                assert!(required && error.to_string().contains(key.as_str()), "{key}: {error}");
            }
            Ok(_) => assert!(!required, "{key}"),
        }
    }
    let mut more = written;
    more["remark"] = json!("a key of a later version");
    assert!(Game::open_json(&Shipped, &more.to_string()).is_ok());
}

#[test]
fn each_bad_field_of_json_is_named() {
    let good = {
        let mut game = start(ORTHODOX);
        game.play_all("e2-e4 e7-e5 g1-f3").unwrap();
        value(&game)
    };
    let cases: [(&str, Value, &str); 17] = [
        ("/schema", json!("chess-game"), "its schema is `chess-game`, not `quadrille-game`"),
        ("/schema", json!(1), "invalid type: integer `1`"),
        ("/version", json!(VERSION + 1), "version 2 of the format; this program reads version 1"),
        ("/version", json!(0), "version 0 of the format; this program reads version 1"),
        ("/version", json!("1"), "invalid type: string \"1\""),
        ("/ruleset/id", json!("no-such-game"), "there is no ruleset `no-such-game`"),
        ("/ruleset/id", json!(["x"]), "invalid type: sequence"),
        ("/ruleset/preset", json!("nope"), "no preset `nope`"),
        ("/ruleset/set", json!({"no.SUCH": "1"}), "`no.SUCH`"),
        ("/start", json!("nonsense"), "the game's `start`: "),
        ("/start", json!("8/8/8/8/8/8/8/8 w - - 0 1"), "move 1 of the game: "),
        ("/actions", json!(["e2-e4", "e4-e5"]), "move 2 of the game: `e4-e5` is not legal: "),
        (
            "/actions",
            json!(["e2-e4", "e7-e5", "castle"]),
            "move 3 of the game: `castle` is not a move",
        ),
        ("/actions", json!("e2-e4"), "invalid type: string \"e2-e4\""),
        ("/at", json!(4), "there is no position after ply 4: the game has 3 plies"),
        ("/at", json!(-1), "invalid value: integer `-1`"),
        ("/fen", json!(7), "invalid type: integer `7`"),
    ];
    for (place, wrong, message) in cases {
        let mut bad = good.clone();
        if place == "/actions" {
            bad["at"] = json!(0);
        }
        match bad.pointer_mut(place) {
            Some(field) => *field = wrong.clone(),
            None => {
                let (object, key) = place.rsplit_once('/').unwrap();
                bad.pointer_mut(object).unwrap()[key] = wrong.clone();
            }
        }
        let error = Game::open_json(&Shipped, &bad.to_string()).expect_err(place).to_string();
        assert!(error.contains(message), "{place} = {wrong}: {error}");
    }
}

#[test]
fn other_rules_are_refused_and_changed_rules_are_noted() {
    let text = start("verney-1881").to_json().unwrap();
    let error = Game::from_json(open(ORTHODOX), &text).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the game was played by `verney-1881`, but these rules are `orthodox-chess`"
    );
    let read = Game::from_json(open("verney-1881@mirror-seating"), &text).unwrap();
    assert!(
        read.notes.iter().any(|note| note.contains("a different version of these rules")),
        "{:?}",
        read.notes
    );
    let mut moved = start(ORTHODOX);
    moved.play("e2-e4").unwrap();
    let mut written = value(&moved);
    written["fen"] = json!(start(ORTHODOX).fen().unwrap());
    let read = Game::open_json(&Shipped, &written.to_string()).unwrap();
    assert_eq!(read.notes, ["the position differs from the position in the record"]);
}

#[test]
fn json_that_is_no_game_is_refused_in_words_of_the_format() {
    let mut game = value(&start(ORTHODOX));
    game["ruleset"] = json!(1);
    for (text, expected) in [("[]".to_owned(), "a game"), (game.to_string(), "a ruleset")] {
        let error = Game::open_json(&Shipped, &text).unwrap_err().to_string();
        assert!(error.contains(expected) && !error.contains("struct"), "{error}");
    }
}

#[test]
fn huge_input_is_refused_before_it_is_read() {
    let rules = open(ORTHODOX);
    let long = " ".repeat(MAX_LENGTH + 1);
    let too_large = |error: GameError| match error {
        GameError::TooLarge { length, most } => {
            assert!(length > most && error.to_string().contains("at most"), "{error}");
        }
        _ => panic!("{error}"),
    };
    too_large(Game::from_json(Arc::clone(&rules), &long).unwrap_err());
    too_large(Game::open_json(&Shipped, &long).unwrap_err());
    too_large(Game::from_pgn(Arc::clone(&rules), &" ".repeat(pgn::MAX_LENGTH + 1)).unwrap_err());
    let error = Game::from_fen(Arc::clone(&rules), &long).unwrap_err();
    assert!(error.to_string().contains("a position has at most"), "{error}");
    let mut many = value(&start(ORTHODOX));
    many["actions"] = json!(vec!["e2-e4"; MAX_PLIES + 1]);
    let error = Game::open_json(&Shipped, &many.to_string()).unwrap_err();
    assert!(matches!(error, GameError::TooManyPlies), "{error}");
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(matches!(Game::from_json(rules, &deep), Err(GameError::Json(_))));
}

#[test]
fn pgn_keeps_the_rules_the_start_and_what_was_played() {
    for name in everything() {
        let played = random_game(&open(&name), 8, 30);
        let tags = [("White".to_owned(), "a \"quoted\" name".to_owned())];
        let text = played.to_pgn(&tags).unwrap();
        let read = Game::from_pgn(open(&name), &text)
            .unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        same(&name, &read.game, &played);
        let records = pgn::read(&text).unwrap();
        assert_eq!(records[0].tag("White").map(|tag| tag.value.as_str()), Some(tags[0].1.as_str()));
        assert!(
            records[0]
                .tag("Ruleset")
                .is_some_and(|tag| tag.value.starts_with(name.split('@').next().unwrap()))
        );
    }
    // The record contains only the played actions, from the game's first position.
    let mut session = orthodox("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    session.play_all("e2-e4 e8-e7 e4-e5").unwrap();
    session.undo();
    let read = Game::from_pgn(open(ORTHODOX), &session.to_pgn(&[]).unwrap()).unwrap().game;
    assert_eq!(read.initial_fen(), session.initial_fen());
    assert_eq!(read.actions(), session.actions());
}

#[test]
fn a_bad_record_says_what_is_wrong_with_it() {
    let rules = open(ORTHODOX);
    let cases = [
        ("", "the record has no game"),
        ("[Event \"x\n\n1. e4", ""),
        ("1. e2-e5", ""),
        ("[FEN \"nonsense\"]\n\n1. e2-e4", ""),
    ];
    for (text, message) in cases {
        let error = Game::from_pgn(Arc::clone(&rules), text).expect_err(text).to_string();
        assert!(!error.is_empty() && error.contains(message), "{text}: {error}");
    }
}

#[test]
fn fen_is_read_back_as_it_was_written() {
    for name in everything() {
        let rules = open(&name);
        let mut session = random_game(&rules, 9, 40);
        for ply in [0, 10, 20, 30, 40] {
            if session.go_to(ply).is_err() {
                break;
            }
            let fen = session.fen().unwrap();
            if session.result().is_some() {
                continue;
            }
            let read = Game::from_fen(Arc::clone(&rules), &fen)
                .unwrap_or_else(|error| panic!("{name}: {error}\n{fen}"));
            assert_eq!(read.fen().unwrap(), fen, "{name}, ply {ply}");
            assert_eq!(
                read.legal_actions().unwrap(),
                session.legal_actions().unwrap(),
                "{name}, ply {ply}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// Every string is played, read or refused, and none causes a panic.
    #[test]
    fn no_text_makes_a_session_panic(text in "[ -~\u{e9}\n]{0,60}", place in 0..400_usize, byte in any::<u8>()) {
        let mut game = start(ORTHODOX);
        game.play_all("e2-e4 e7-e5").unwrap();
        let _ = game.why_not(&text);
        let _ = game.consequences(&text);
        let _ = game.play_all(&text);
        let rules = Arc::clone(game.ruleset());
        let _ = Game::from_fen(Arc::clone(&rules), &text);
        let _ = Game::from_pgn(Arc::clone(&rules), &text);
        for written in [game.to_json().unwrap(), game.to_pgn(&[]).unwrap(), game.fen().unwrap()] {
            let mut bytes = written.into_bytes();
            let at = place % bytes.len();
            bytes[at] = byte;
            bytes.splice(at..at, text.bytes().take(3));
            let Ok(damaged) = String::from_utf8(bytes) else { continue };
            let _ = Game::from_json(Arc::clone(&rules), &damaged);
            let _ = Game::from_pgn(Arc::clone(&rules), &damaged);
            let _ = Game::from_fen(Arc::clone(&rules), &damaged);
        }
    }
}
