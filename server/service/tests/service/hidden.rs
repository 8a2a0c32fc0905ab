//! Tests that messages to a seat reveal only facts that the seat may know. The games are in fog, or
//! have hidden kinds or secret answers.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use quadrille_dsl::library::Shipped;
use quadrille_dsl::{Folder, Library, LibraryError, Ruleset, load};
use quadrille_service::Service;
use quadrille_session::{Game, Viewer};
use serde_json::{Value, json};

fn cookbook(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cookbook").join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the rules of four-player Teams in fog, from the files of the recipe.
fn fog() -> Value {
    let geometry =
        cookbook("fog/geometry.toml").replace("= \"capture-the-king", "= \"chesscom-teams");
    json!({"id": "fog", "files": {
        "geometry.toml": geometry,
        "no-check.rhai": cookbook("capture-the-king/no-check.rhai"),
        "fog.rhai": cookbook("fog/fog.rhai"),
    }})
}

/// Loads rules from files.
fn loaded(rules: &Value) -> Ruleset {
    load(&InFiles(&rules["files"]), "fog", &[]).expect("they are rules")
}

struct InFiles<'a>(&'a Value);

impl Library for InFiles<'_> {
    fn folder(&self, name: &str) -> Result<Folder, LibraryError> {
        if name != "fog" {
            return Shipped.folder(name);
        }
        let files = self.0.as_object().unwrap().iter();
        let files = files.map(|(name, file)| (name.clone(), text(file).as_bytes().to_vec()));
        Ok(Folder { name: name.to_owned(), files: files.collect(), single: false })
    }

    fn names(&self) -> Vec<String> {
        Shipped.names()
    }

    fn plugin(&self, name: &str) -> Option<Vec<u8>> {
        Shipped.plugin(name)
    }

    fn plugins(&self) -> Vec<String> {
        Shipped.plugins()
    }
}

/// Returns rules by which both players choose their moves in secret.
fn at_once() -> Value {
    json!({"id": "at-once", "files": {
        "geometry.toml": cookbook("at-once/geometry.toml"),
        "at-once.rhai": cookbook("at-once/at-once.rhai"),
    }})
}

fn raw(service: &mut Service, request: &Value) -> Value {
    let mut request = request.clone();
    request["id"] = json!(1);
    serde_json::from_str(&service.answer(&request.to_string())).expect("an answer is JSON")
}

fn ask(service: &mut Service, request: &Value) -> Value {
    let answered = raw(service, request);
    assert!(answered.get("ok").is_some(), "{request}: {answered}");
    answered["ok"].clone()
}

fn array(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
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

/// The true position: each piece's army and kind, and the squares that a seat sees.
struct Truth {
    pieces: BTreeMap<String, (String, String)>,
    seen: BTreeSet<String>,
}

impl Truth {
    fn of(session: &Game, sight: &Viewer) -> Self {
        let pieces = session.board().unwrap().into_iter();
        let seats = sight.seats().unwrap();
        let spec = session.ruleset().spec();
        let seen = session.with_game(|game| {
            let squares = spec.geometry.squares();
            let seen = squares.filter(|at| seats.iter().any(|s| game.visible(*s).contains(*at)));
            Ok(seen.map(|at| spec.geometry.name(at)).collect())
        });
        Self {
            pieces: pieces.map(|(at, piece)| (at, (piece.army, piece.kind))).collect(),
            seen: seen.unwrap(),
        }
    }

    fn shown(&self) -> BTreeMap<&String, &(String, String)> {
        self.pieces.iter().filter(|(at, _)| self.seen.contains(*at)).collect()
    }
}

/// Checks that the position in a message reveals nothing that is out of sight.
fn check_standing(stands: &Value, seats: &[&str], truth: &Truth) {
    let pieces: BTreeMap<String, (String, String)> = array(&stands["pieces"])
        .iter()
        .map(|piece| {
            let name = |key: &str| text(&piece[key]).to_owned();
            (name("square"), (name("army"), name("kind")))
        })
        .collect();
    assert_eq!(pieces.iter().collect::<BTreeMap<_, _>>(), truth.shown());
    let hidden: BTreeSet<&str> = array(&stands["hidden"]).iter().map(text).collect();
    assert!(hidden.iter().all(|square| !truth.seen.contains(*square)));
    assert_eq!(hidden.len() + truth.seen.len(), 160);
    assert_eq!(stands["fen"], "");
    let mover = &stands["next"]["seat"];
    if !seats.iter().any(|seat| mover == seat) {
        let declared = |action: &Value| action["group"] == "declaration";
        assert!(array(&stands["actions"]).iter().all(declared), "{}", stands["actions"]);
    }
    for check in array(&stands["checks"]) {
        assert!(array(&check["by"]).iter().all(|by| truth.seen.contains(text(by))));
    }
}

/// Checks that a message about another seat's ply names only squares that the viewer saw before or
/// after the ply.
fn check_ply(ply: &Value, before: &Truth, after: &Truth) {
    for named in squares(&ply.to_string()) {
        let seen = before.seen.contains(&named) || after.seen.contains(&named);
        assert!(seen, "{named} is out of sight: {ply}");
    }
    for step in array(&ply["steps"]) {
        for ends in array(&step["moves"]) {
            assert!(before.seen.contains(text(&ends[0])), "{ply}");
            assert!(after.seen.contains(text(&ends[1])), "{ply}");
        }
        for gone in array(&step["gone"]) {
            assert!(before.seen.contains(text(gone)), "{ply}");
        }
        for touched in array(&step["touched"]) {
            assert!(after.seen.contains(text(touched)), "{ply}");
        }
    }
}

#[test]
fn a_seat_in_fog_is_told_nothing_that_it_does_not_see() {
    let loaded = Arc::new(loaded(&fog()));
    let viewers: [&[&str]; 4] = [&["red"], &["blue"], &["green", "red"], &[]];
    let (mut hidden_plies, mut told_plies) = (0, 0);
    for (game, viewer) in viewers.into_iter().enumerate() {
        let mut service = Service::shipped();
        let mut truth = Game::start(Arc::clone(&loaded)).unwrap();
        let spec = loaded.spec();
        let sight = Viewer::of(viewer.iter().map(|seat| spec.seat_named(seat).unwrap()));
        let begun = ask(&mut service, &json!({"do": "new", "rules": fog()}));
        let name = begun["game"].clone();
        let view = ask(&mut service, &json!({"do": "see", "game": name, "by": viewer}));
        assert_eq!(array(&view["stands"]["seen_by"]).len(), viewer.len());
        let mut before = Truth::of(&truth, &sight);
        check_standing(&view["stands"], viewer, &before);
        for ply in 0..48 {
            let seat = truth.turn().unwrap().expect("the game continues");
            let actions = truth.legal_actions().unwrap();
            // Captures are preferred, because they are the most likely to leak.
            let captures = actions.iter().filter(|action| !action.captures.is_empty());
            let action = captures.cycle().nth((ply * 7 + game) % 5).filter(|_| ply % 3 != 1);
            let action = action.unwrap_or(&actions[(ply * 31 + game * 7) % actions.len()]);
            if action.captures.iter().any(|at| truth.board().unwrap()[at].kind == "king") {
                break;
            }
            let action = action.text.clone();
            truth.play(&action).unwrap();
            let play = json!({"do": "play", "game": name, "at": ply, "action": action});
            let moved = ask(&mut service, &play);
            let after = Truth::of(&truth, &sight);
            check_standing(&moved["stands"], viewer, &after);
            let line = &moved["ply"]["line"];
            assert_eq!(line["notation"] == "", line["action"] == "", "{line}");
            assert!(!text(&line["notation"]).contains(['+', '#']), "a hidden piece may check");
            if viewer.contains(&seat.as_str()) {
                assert_eq!(line["action"], action.as_str());
            } else {
                check_ply(&moved["ply"], &before, &after);
                if line["action"] == "" { hidden_plies += 1 } else { told_plies += 1 }
            }
            let threats = ask(&mut service, &json!({"do": "threats", "game": name}));
            for attacked in array(&threats["attacks"]) {
                let by = array(&attacked["by"]).iter().map(text);
                assert!(by.into_iter().all(|by| after.shown().contains_key(&by.to_owned())));
            }
            assert!(array(&threats["prospects"]).is_empty());
            before = after;
        }
        // Other requests must reveal no more: going back, exporting, asking for reasons.
        let traced =
            ask(&mut service, &json!({"do": "trace", "game": name, "from": 1, "count": 200}));
        let look = ask(&mut service, &json!({"do": "look", "game": name}));
        for (traced, line) in array(&traced["plies"]).iter().zip(array(&look["plies"])) {
            assert_eq!(traced["ply"]["line"], *line);
        }
        let mut back = Game::start(Arc::clone(&loaded)).unwrap();
        let actions: Vec<String> = truth.plies().map(|ply| ply.action.clone()).collect();
        let mut before = Truth::of(&back, &sight);
        for (ply, traced) in actions.iter().zip(array(&traced["plies"])) {
            let own = viewer.contains(&back.turn().unwrap().unwrap().as_str());
            back.play(ply).unwrap();
            let after = Truth::of(&back, &sight);
            if !own {
                check_ply(&traced["ply"], &before, &after);
            }
            before = after;
        }
        for format in ["fen", "pgn", "json"] {
            let refused =
                raw(&mut service, &json!({"do": "export", "game": name, "format": format}));
            assert_eq!(refused["err"]["code"], "not_yours", "{refused}");
        }
        for from in before.pieces.keys().filter(|at| !before.seen.contains(*at)) {
            // The reason for an illegal action does not reveal pieces on hidden squares.
            let why = json!({"do": "why", "game": name, "action": format!("{from}-{from}")});
            let mentions = squares(&raw(&mut service, &why).to_string());
            assert!(
                mentions.iter().all(|at| at == from || before.seen.contains(at)),
                "{mentions:?}"
            );
        }
        // The format for stored games contains everything. Without a viewer, the whole game is
        // shown.
        let kept = ask(&mut service, &json!({"do": "export", "game": name, "format": "store"}));
        let kept: Value = serde_json::from_str(text(&kept["text"])).unwrap();
        assert_eq!(kept["actions"], json!(actions));
        let all = ask(&mut service, &json!({"do": "see", "game": name}));
        assert_eq!(array(&all["stands"]["pieces"]).len(), before.pieces.len());
        assert_eq!(all["stands"]["seen_by"], Value::Null);
        assert!(array(&all["plies"]).iter().all(|line| line["action"] != ""));
    }
    assert!(hidden_plies > 30 && told_plies > 5, "{hidden_plies} hidden, {told_plies} told");
}

#[test]
fn a_secret_answer_is_told_once_all_are_given_and_a_record_ends_before_it() {
    let mut service = Service::shipped();
    let begun = ask(&mut service, &json!({"do": "new", "rules": at_once()}));
    let name = begun["game"].clone();
    let first = text(&begun["stands"]["next"]["seat"]).to_owned();
    let second = if first == "white" { "black" } else { "white" };
    let fen = begun["stands"]["fen"].clone();
    let see = |seat: &str| json!({"do": "see", "game": name, "by": [seat]});
    ask(&mut service, &see(&first));
    let choice = array(&begun["stands"]["actions"])[3]["text"].clone();
    let play =
        |at: usize, action: &Value| json!({"do": "play", "game": name, "at": at, "action": action});
    let own = ask(&mut service, &play(0, &choice));
    assert_eq!(own["ply"]["line"]["action"], choice, "a seat knows its own answer");

    // The other player learns that there is an answer.
    let other = ask(&mut service, &see(second));
    let squares_of = squares(text(&choice));
    let line = &array(&other["plies"])[0];
    assert_eq!(line["action"], "");
    assert!(text(&line["says"]).contains("answers in secret"), "{line}");
    let trace = ask(&mut service, &json!({"do": "trace", "game": name, "from": 1, "count": 9}));
    let mentions = squares(&trace.to_string());
    assert!(mentions.is_disjoint(&squares_of), "{trace}");
    // The other player's export ends before the secret answer. A game that continues from it asks
    // both questions again.
    assert_eq!(other["stands"]["fen"], fen);
    for format in ["fen", "pgn", "json"] {
        let request = json!({"do": "export", "game": name, "format": format});
        let record = ask(&mut service, &request)["text"].clone();
        assert!(!text(&record).contains("choose="), "{record}");
        let reopened =
            ask(&mut service, &json!({"do": "new", "rules": at_once(), "from": {format: record}}));
        assert_eq!(reopened["stands"]["next"]["seat"], first.as_str());
        assert_eq!(array(&reopened["plies"]).len(), 0);
    }
    let kept = ask(&mut service, &json!({"do": "export", "game": name, "format": "store"}));
    assert!(text(&kept["text"]).contains(text(&choice)), "who keeps the game has it");

    // The last answer reveals all of them.
    let answer = array(&other["stands"]["actions"])
        .iter()
        .find(|action| action["group"] == "answer")
        .expect("the other one answers")["text"]
        .clone();
    let moved = ask(&mut service, &play(1, &answer));
    assert_eq!(moved["revealed"][0]["action"], choice);
    let look = ask(&mut service, &json!({"do": "look", "game": name}));
    assert_eq!(look["plies"][0]["action"], choice);
    assert_eq!(look["plies"][1]["action"], answer);
}

/// Rulesets in which kings are captured like other pieces do not report checks.
#[test]
fn a_ruleset_says_whether_check_means_anything() {
    let mut service = Service::shipped();
    for (rules, heeds) in
        [(json!({"id": "orthodox-chess"}), true), (at_once(), false), (fog(), false)]
    {
        let view = ask(&mut service, &json!({"do": "ruleset", "rules": rules}));
        assert_eq!(view["heeds_check"], heeds, "{rules}");
    }
}

/// Returns the rules of a recipe with hidden kinds.
fn recipe(name: &str) -> Value {
    json!({"id": name, "files": {
        "geometry.toml": cookbook(&format!("{name}/geometry.toml")),
        (format!("{name}.rhai")): cookbook(&format!("{name}/{name}.rhai")),
    }})
}

/// Adds the army and the kind of each piece in a message to `found`.
fn named_pieces(message: &Value, found: &mut BTreeSet<(String, String)>) {
    match message {
        Value::Array(items) => items.iter().for_each(|item| named_pieces(item, found)),
        Value::Object(fields) => {
            if let (Some(Value::String(army)), Some(Value::String(kind))) =
                (fields.get("army"), fields.get("kind"))
            {
                found.insert((army.clone(), kind.clone()));
            }
            fields.values().for_each(|field| named_pieces(field, found));
        }
        _ => {}
    }
}

#[test]
fn a_seat_is_told_only_the_kinds_that_it_knows() {
    // Luzhanqi reveals flags, and kings of Face-down Chess are not hidden.
    for (name, viewer, seats, kinds, open) in [
        (
            "luzhanqi",
            "red",
            &["red", "blue", "yellow", "green"][..],
            &["marshal", "general", "major", "captain", "engineer", "bomb", "mine"][..],
            1,
        ),
        (
            "face-down",
            "white",
            &["white", "black"][..],
            &["queen", "rook", "bishop", "knight", "pawn"][..],
            0,
        ),
    ] {
        let mut service = Service::shipped();
        let rules = recipe(name);
        let begun = ask(&mut service, &json!({"do": "new", "rules": rules}));
        let game = begun["game"].clone();
        ask(&mut service, &json!({"do": "see", "game": game, "by": [viewer]}));
        let (mut unknown, mut moved_unknown) = (0, 0);
        for ply in 0..60 {
            let all = ask(&mut service, &json!({"do": "see", "game": game}));
            // No player resigns or runs out of time.
            let plays = |action: &&Value| {
                let text = text(&action["text"]);
                text.starts_with("shuffle=") || text.contains('-')
            };
            let actions: Vec<&Value> =
                array(&all["stands"]["actions"]).iter().filter(plays).collect();
            let captures = actions.iter().filter(|action| !array(&action["captures"]).is_empty());
            let action =
                captures.cycle().nth(ply * 7 % 5).unwrap_or(&actions[ply * 31 % actions.len()]);
            let mut revealed: BTreeSet<(String, String)> = BTreeSet::new();
            for piece in array(&all["stands"]["pieces"]) {
                let named = (text(&piece["army"]).to_owned(), text(&piece["kind"]).to_owned());
                if array(&piece["notes"]).iter().any(|note| note == "revealed") {
                    revealed.insert(named);
                }
            }
            let mover = all["stands"]["next"]["seat"].clone();
            let action = text(&action["text"]).to_owned();
            ask(&mut service, &json!({"do": "see", "game": game, "by": [viewer]}));
            let play = json!({"do": "play", "game": game, "at": ply, "action": action});
            let moved = ask(&mut service, &play);
            let own = |army: &str| open == 1 && army == viewer;
            let mut named = BTreeSet::new();
            named_pieces(&moved, &mut named);
            // A piece may be revealed by this ply.
            let now = ask(&mut service, &json!({"do": "see", "game": game}));
            for piece in array(&now["stands"]["pieces"]) {
                if array(&piece["notes"]).iter().any(|note| note == "revealed") {
                    revealed
                        .insert((text(&piece["army"]).to_owned(), text(&piece["kind"]).to_owned()));
                }
            }
            let message = moved["ply"].to_string();
            for army in seats.iter().filter(|army| !own(army)) {
                for kind in kinds {
                    let piece = ((*army).to_owned(), (*kind).to_owned());
                    if revealed.contains(&piece) {
                        continue;
                    }
                    assert!(!named.contains(&piece), "{piece:?} is unknown: {moved}");
                    assert!(!message.contains(&format!("{army} {kind}")), "{message}");
                }
            }
            unknown += named.iter().filter(|(_, kind)| kind == "unknown").count();
            let line = &moved["ply"]["line"];
            if action.starts_with("shuffle=") {
                assert_eq!((&line["action"], &line["notation"]), (&json!(""), &json!("")));
            } else if mover != viewer && name == "luzhanqi" {
                // The squares of a move are open, but the letter of its kind is not.
                assert_eq!((&line["action"], &line["notation"]), (&json!(action), &json!(action)));
                moved_unknown += 1;
            }
            let refused =
                raw(&mut service, &json!({"do": "export", "game": game, "format": "pgn"}));
            if now["stands"]["ending"] != Value::Null {
                break;
            }
            ask(&mut service, &json!({"do": "see", "game": game, "by": [viewer]}));
            let refused_to_viewer =
                raw(&mut service, &json!({"do": "export", "game": game, "format": "pgn"}));
            assert!(refused.get("ok").is_some(), "{refused}");
            assert_eq!(refused_to_viewer["err"]["code"], "not_yours", "{refused_to_viewer}");
        }
        assert!(
            unknown > 50 && (moved_unknown > 10 || name == "face-down"),
            "{name}: {unknown}, {moved_unknown}"
        );
    }
}
