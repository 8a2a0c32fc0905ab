//! Tests that hidden facts are not sent to a player, in a game in fog and in one with secret
//! answers. The tests read each message from the socket.

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::{Client, Running, array, text};
use serde_json::{Value, json};

fn cookbook(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/cookbook").join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the rules of four-player Teams in which each seat has a separate fog.
fn fog() -> Value {
    let geometry =
        cookbook("fog/geometry.toml").replace("= \"capture-the-king", "= \"chesscom-teams");
    json!({"id": "fog", "set": {"fog.PARTNERS_SHARE": "false"}, "files": {
        "geometry.toml": geometry,
        "no-check.rhai": cookbook("capture-the-king/no-check.rhai"),
        "fog.rhai": cookbook("fog/fog.rhai"),
    }})
}

fn at_once() -> Value {
    json!({"id": "at-once", "files": {
        "geometry.toml": cookbook("at-once/geometry.toml"),
        "at-once.rhai": cookbook("at-once/at-once.rhai"),
    }})
}

/// Returns the pieces that a position shows, with their squares.
fn shown(stands: &Value) -> BTreeSet<(String, String)> {
    let pieces = array(&stands["pieces"]).iter();
    let piece = |piece: &Value| {
        (text(&piece["square"]).to_owned(), format!("{} {}", piece["army"], piece["kind"]))
    };
    pieces.map(piece).collect()
}

/// Returns the squares that a text names.
fn squares(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let is_square = |word: &&str| {
        let mut letters = word.chars();
        letters.next().is_some_and(|file| ('a'..='n').contains(&file))
            && (1..=2).contains(&letters.as_str().len())
            && letters.all(|c| c.is_ascii_digit())
    };
    words.filter(is_square).map(str::to_owned).collect()
}

fn hidden(stands: &Value) -> BTreeSet<String> {
    array(&stands["hidden"]).iter().map(|square| text(square).to_owned()).collect()
}

/// A client at the table, and the last position that the server sent to this client.
struct Guest {
    client: Client,
    seat: Option<&'static str>,
    stands: Value,
}

impl Guest {
    /// Receives another player's ply. Checks that the client saw every square that the message
    /// names, either before or after the ply.
    fn hears(&mut self, moved: &Value) {
        let (before, after) = (hidden(&self.stands), hidden(&moved["stands"]));
        for named in squares(&moved["ply"].to_string()) {
            let seen = !before.contains(&named) || !after.contains(&named);
            assert!(seen, "{:?} can see {named}: {}", self.seat, moved["ply"]);
        }
        self.shows(&moved["stands"]);
    }

    /// Receives a position.
    fn shows(&mut self, stands: &Value) {
        let hidden = hidden(stands);
        let mut rest = stands.clone();
        for known in ["hidden", "actions", "last"] {
            rest[known] = Value::Null;
        }
        let named = squares(&rest.to_string());
        assert!(named.is_disjoint(&hidden), "{:?}: {rest}", self.seat);
        assert_eq!(stands["fen"], "");
        if stands["next"]["seat"] != json!(self.seat) {
            let declared = |action: &Value| action["group"] == "declaration";
            assert!(array(&stands["actions"]).iter().all(declared));
        }
        self.stands = stands.clone();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_sent_what_is_in_the_fog_until_the_game_is_over() {
    const SEATS: [&str; 4] = ["red", "blue", "yellow", "green"];
    let server = Running::start(None).await;
    let mut host = server.client().await;
    let clock = json!({"seconds": 3600, "increment": 0});
    let ask = json!({"do": "host", "rules": fog(), "seats": {"red": "mine"}, "clock": clock});
    let hosted = host.ask(&ask).await;
    let table = hosted["table"]["table"].clone();
    let stands = hosted["table"]["game"]["stands"].clone();
    let mut tokens = hosted["tokens"].clone();
    tokens["red"] = hosted["tokens"]["red"].clone();
    let mut guests = vec![Guest { client: host, seat: Some("red"), stands: Value::Null }];
    guests[0].shows(&stands);
    for seat in [Some("blue"), Some("yellow"), Some("green"), None] {
        let mut client = server.client().await;
        let mut join = json!({"do": "join", "table": table});
        if let Some(seat) = seat {
            join["token"] = tokens[seat].clone();
        }
        let joined = client.ask(&join).await;
        let mut guest = Guest { client, seat, stands: Value::Null };
        guest.shows(&joined["game"]["stands"]);
        guests.push(guest);
    }
    assert!(shown(&guests[4].stands).is_empty(), "a spectator could inform a player");
    assert_eq!(array(&guests[4].stands["hidden"]).len(), 160);

    let mut played: Vec<String> = Vec::new();
    for at in 0..28 {
        let mover = at % 4;
        let actions = array(&guests[mover].stands["actions"]);
        let moves: Vec<&Value> =
            actions.iter().filter(|action| action["group"] != "declaration").collect();
        // Captures are preferred, because they are the most likely to leak. No king is captured.
        let kings = shown(&guests[mover].stands);
        let is_king =
            |at: &Value| kings.iter().any(|(on, what)| on == text(at) && what.contains("king"));
        let captures = |action: &Value| array(&action["captures"]).to_vec();
        let capture = moves.iter().find(|action| {
            let taken = captures(action);
            !taken.is_empty() && !taken.iter().any(is_king)
        });
        let other = moves.iter().filter(|action| captures(action).is_empty());
        let other = other.cycle().nth(at * 17 + 3).expect("there is a move");
        let action = capture.unwrap_or(other)["text"].clone();
        let play = json!({"do": "play", "game": table, "at": at, "action": action});
        let moved = guests[mover].client.ask(&play).await;
        assert_eq!(moved["ply"]["line"]["action"], action);
        assert!(moved["stands"]["ending"].is_null(), "no king is taken so soon");
        guests[mover].shows(&moved["stands"]);
        played.push(text(&action).to_owned());
        for (i, guest) in guests.iter_mut().enumerate().filter(|(i, _)| *i != mover) {
            let push = guest.client.pushed("moved").await;
            assert!(push["clocks"]["running"] == SEATS[(at + 1) % 4], "the next clock runs");
            guest.hears(&push["moved"]);
            assert_eq!(array(&push["moved"]["revealed"]).len(), 0, "{i}");
        }
    }
    // Exports reveal nothing hidden either.
    for guest in &mut guests {
        let (Guest { client, seat, stands }, name) = (guest, table.clone());
        for format in ["fen", "pgn", "json", "store"] {
            client
                .refused(&json!({"do": "export", "game": name, "format": format}), "not_yours")
                .await;
        }
        let look = client.ask(&json!({"do": "look", "game": name})).await;
        assert_eq!(look["stands"], *stands);
        let own = seat.map_or(4, |seat| SEATS.iter().position(|known| *known == seat).unwrap());
        for (i, line) in array(&look["plies"]).iter().enumerate() {
            if i % 4 == own {
                assert_eq!(line["action"], played[i].as_str());
            } else {
                assert!(line["action"] == "" || line["action"] == played[i].as_str());
            }
        }
        let known_plies = array(&look["plies"]).iter().filter(|line| line["action"] != "").count();
        assert!(known_plies < 28, "something is hidden from {seat:?}");
        let back = client.ask(&json!({"do": "goto", "game": name, "ply": 5})).await;
        assert!(
            squares(&back["stands"]["pieces"].to_string()).is_disjoint(&hidden(&back["stands"]))
        );
        client.refused(&json!({"do": "see", "game": name}), "not_here").await;
        client
            .refused(
                &json!({"do": "advise", "game": name, "agent": "greedy", "seed": 1}),
                "not_here",
            )
            .await;
        let threats = client.ask(&json!({"do": "threats", "game": name})).await;
        assert!(squares(&threats["attacks"].to_string()).iter().all(|at| {
            let by = array(&threats["attacks"]).iter().flat_map(|one| array(&one["by"]));
            !by.map(text).any(|by| by == at) || !hidden(stands).contains(at)
        }));
    }
    // A player who reconnects sees the same as before.
    let kept = guests[1].stands.clone();
    drop(guests);
    let (mut blue, mut green) = (server.client().await, server.client().await);
    let join = |seat: &str| json!({"do": "join", "table": table, "token": tokens[seat]});
    assert_eq!(blue.ask(&join("blue")).await["game"]["stands"], kept);
    green.ask(&join("green")).await;
    // The end of the game reveals everything.
    let resign = json!({"do": "play", "game": table, "at": 28, "action": "resign=blue"});
    let own = blue.ask(&resign).await;
    let over = green.pushed("moved").await["moved"].clone();
    assert_eq!(over["stands"], own["stands"]);
    assert_eq!(over["revealed"], own["revealed"]);
    assert!(over["stands"]["ending"].is_string(), "{}", over["stands"]["next"]);
    assert_eq!(array(&over["stands"]["hidden"]).len(), 0);
    let revealed: Vec<&str> =
        array(&over["revealed"]).iter().map(|line| text(&line["action"])).collect();
    assert_eq!(revealed[..28], played[..]);
    assert!(array(&over["stands"]["pieces"]).len() >= 40);
    blue.ask(&json!({"do": "export", "game": table, "format": "pgn"})).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_in_secret_is_sent_to_nobody_until_all_have_answered() {
    let server = Running::start(None).await;
    let (mut ada, mut bob, mut eve) =
        (server.client().await, server.client().await, server.client().await);
    let ask = json!({"do": "host", "rules": at_once(), "seats": {"white": "mine"}});
    let hosted = ada.ask(&ask).await;
    let table = hosted["table"]["table"].clone();
    let token = hosted["tokens"]["black"].clone();
    let joined = bob.ask(&json!({"do": "join", "table": table, "token": token})).await;
    eve.ask(&json!({"do": "join", "table": table})).await;
    let mut stands = joined["game"]["stands"].clone();
    let mut sealed: Option<String> = None;
    for at in 0..2 {
        let white = stands["next"]["seat"] == "white";
        let answers: Vec<&Value> =
            array(&stands["actions"]).iter().filter(|one| one["group"] == "answer").collect();
        let action = text(&answers[5]["text"]).to_owned();
        let play = json!({"do": "play", "game": table, "at": at, "action": action});
        let (player, other) = if white { (&mut ada, &mut bob) } else { (&mut bob, &mut ada) };
        let own = player.ask(&play).await;
        assert_eq!(own["ply"]["line"]["action"], action.as_str());
        for hears in [other, &mut eve] {
            let push = hears.pushed("moved").await;
            let line = &push["moved"]["ply"]["line"];
            match &sealed {
                None => {
                    assert_eq!(line["action"], "");
                    let named = squares(&push["moved"]["ply"].to_string());
                    assert!(named.is_empty(), "{push}");
                    assert!(!text(&push["moved"]["stands"]["fen"]).contains("sealed"));
                    let pgn = json!({"do": "export", "game": table, "format": "pgn"});
                    let pgn = hears.ask(&pgn).await;
                    assert!(!text(&pgn["text"]).contains(&action), "{pgn}");
                }
                Some(first) => {
                    assert_eq!(line["action"], action.as_str());
                    let revealed = array(&push["moved"]["revealed"]);
                    assert_eq!(revealed.len(), 1);
                    assert_eq!(revealed[0]["action"], first.as_str());
                }
            }
            stands = push["moved"]["stands"].clone();
        }
        sealed.get_or_insert(action);
    }
    server.stop().await;
}
