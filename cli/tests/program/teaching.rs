//! Tests of lessons, the family tree, and games in prose.

use crate::common::{DUEL, ENDS, Scene};
use serde_json::Value;

const CLAUSES: &str = r#"
[clauses]
D1 = { text = "Mate ends the game.", source = "book" }
D2 = { text = "No move and no check.", source = "reconstructed" }
"#;

/// Lessons about both clauses. One lesson uses another reading of the rules.
const LESSONS: &str = r#"
[[lesson]]
clause = "D1"
says = "A rook mates on the edge."
pieces = "wKc3 wRa1 bKc5"
turn = "white"
play = "a1-a5"
fires = "D1"
result = { white = "win", black = "loss" }
ends = "D1"

[[lesson]]
clause = "D2"
says = "Who can't move loses by the other reading."
set = { "ends.STALEMATE" = "loss" }
pieces = "wKa3 wRb1 bKa5"
turn = "white"
play = "b1-b4"
result = { black = "loss" }
"#;

/// Returns the duel with a history, clauses and lessons.
fn taught(lessons: &str) -> Scene {
    let sources = "summary = \"Two kings and two rooks. For tests.\"\ninventor = \"A. Player\"\n\
        place = \"London\"\nparents = [\"elder\"]\nchanges = \"the armies face each other\"\n\
        sources = [\n    { key = \"book\", cite = \"A. Player, Duels, 2001\" },\n    \
        { key = \"reconstructed\", cite = \"Worked out from the games in it\" },\n]";
    let geometry =
        DUEL.replace("summary = \"Two kings and two rooks. For tests.\"", sources).replace(
            "[[seats]]\nname = \"white\"",
            "# [RECONSTRUCTED] Who begins follows\n# from the games.\n[[seats]]\nname = \"white\"",
        );
    Scene::new()
        .file("duel/geometry.toml", format!("{geometry}{CLAUSES}"))
        .file("duel/ends.rhai", ENDS)
        .file("duel/lessons.toml", lessons)
}

#[test]
fn check_plays_lessons_before_games_and_counts_them() {
    let scene = taught(LESSONS);
    scene.run("check ./duel -n 20").code(0).says("./duel: ok (2 lessons passed, 20 random games)");
    // The lessons are played with their own rules, independently of the command line.
    scene.run("check ./duel -n 5 --set STALEMATE=loss").code(0).says("2 lessons passed");
    let json = scene.run("check ./duel -n 5 --format json").code(0).json();
    let lessons = &json["rulesets"][0]["lessons"];
    assert_eq!((&lessons["total"], &lessons["hold"]), (&Value::from(2), &Value::from(2)));
}

#[test]
fn a_lesson_that_does_not_hold_is_a_finding_at_its_place() {
    let scene = taught(&LESSONS.replace("ends = \"D1\"", "ends = \"D2\"\nongoing = true"));
    scene
        .run("check ./duel -n 5")
        .code(1)
        .says("error[Q0618]: `D2` should end the game, but D1 ended it")
        .says("./duel/lessons.toml:10:8")
        .says("the game should continue, but the game is over: white win, black loss, by D1")
        .says("./duel: 2 errors (1 of 2 lessons passed");
    let scene = taught(&LESSONS.replace("play = \"a1-a5\"", "play = \"a1-b5\""));
    scene.run("check ./duel -n 5").code(1).says("error[Q0615]").says("legal moves: ");
    let scene = taught(&LESSONS.replace("clause = \"D2\"", "clause = \"D1\""));
    scene
        .run("check ./duel -n 5")
        .code(1)
        .says("warning[Q0619]: no lesson shows the clause `D2`")
        .says("./duel/geometry.toml:");
}

#[test]
fn a_script_that_fails_in_a_lesson_ends_as_in_a_game() {
    let scene = taught(LESSONS)
        .file("duel/ends.rhai", ENDS.replace("    lose(seat);\n}", "    throw \"no\";\n}"));
    scene
        .run("check ./duel -n 0")
        .code(4)
        .says("error[Q0621]: `ends.on_mate` failed: no")
        .says("in this lesson");
}

#[test]
fn explain_tells_the_whole_game() {
    let scene = taught(LESSONS)
        .file(
            "elder/geometry.toml",
            DUEL.replace("\"duel\"", "\"elder\"").replace("\"Duel\"", "\"Old Duel\""),
        )
        .file("elder/ends.rhai", ENDS);
    scene
        .run("explain duel --rulesets .")
        .code(0)
        .says("Duel (duel)")
        .says("A. Player, London, 2001. It comes from Old Duel (elder).")
        .says("What sets it apart: the armies face each other.")
        .says("5x5 squares. a1 is dark.")
        .says("  5  bK  bR  .   .   .")
        .says("Two players: white and black, each for themselves.")
        .says("up the board for white")
        .says("Each player has a king and a rook.")
        .says("Moves or captures any number of steps along a file or rank.")
        .says("  A. Player, Duels, 2001:\n  D1    Mate ends the game.")
        .says("  D2    [reconstructed] No move and no check.")
        .says("Who begins follows from the games.")
        .says("ends.STALEMATE = draw; one of draw, loss")
        .says("2 lessons show these rules");
    scene.run("show ./duel").code(0).says("partly reconstructed; see `quadrille explain duel`");
}

#[test]
fn explain_says_once_what_several_declarations_make_a_piece_do() {
    let steps = "for file in [\"a\", \"b\", \"c\"] {
        rules.movement(\"rook\", \"mW\").from(`file ${file}`);
    }
    rules.repetition(3);";
    let ends = ENDS.replace("rules.repetition(3);", steps);
    let scene = Scene::new().file("duel/geometry.toml", DUEL).file("duel/ends.rhai", ends);
    let text = scene.run("explain ./duel").code(0).out;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(text.matches("moves one step").count(), 1, "{text}");
}

#[test]
fn explain_names_the_walls_between_squares_and_what_others_stop() {
    let walled = |walls: &str, mask: &str| {
        let board = format!("walls = [{walls}]\nmask = \"\"\"\n{mask}\"\"\"");
        let open = "mask = \"\"\"\n.....\n.....\n.....\n.....\n.....\n\"\"\"";
        let array = "bK bR .  .  .\n.  .  .  .  .\n.  .  .  .  .\n";
        let holes = "bK bR .  .  .\n.  .  .  .  .\n#  #  .  .  .\n";
        let text = DUEL.replace(open, &board).replace(array, holes);
        let scene = Scene::new().file("duel/geometry.toml", text).file("duel/ends.rhai", ENDS);
        scene.run("explain ./duel").code(0).out.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let mask = ".....\n.....\n##...\n.....\n.....\n";
    let text = walled("\"d2|e2\", \"d1|e1\"", mask);
    let between = "Nothing crosses the walls d2|e2 and d1|e1, or passes diagonally at their ends.";
    assert!(text.contains(between), "{text}");
    assert!(!text.contains("Walls along"), "{text}");
    // b3 is a hole, so the wall is not described, but its end blocks a diagonal.
    let text = walled("\"b3|c3\", \"a3|b3\"", mask);
    let stopped = "Walls along the edge of the board also stop the diagonal steps b2-c3 and c3-b4.";
    assert!(text.contains(stopped), "{text}");
    assert!(!text.contains("Nothing crosses") && !text.contains("a3|b3"), "{text}");
}

#[test]
fn explain_shows_a_clause_with_its_source_and_lessons() {
    let scene = taught(LESSONS);
    scene
        .run("explain ./duel d1")
        .code(0)
        .says("A. Player, Duels, 2001")
        .says("./duel/ends.rhai:")
        .says("Lesson 1 of 2\n  A rook mates on the edge.")
        .says("quadrille play ./duel --lesson D1")
        .says("pieces      wKc3 wRa1 bKc5")
        .says("play        a1-a5")
        .says("expected    White has won.\n    expected    Black has lost.");
    let heir = "extends = \"../duel\"\nvariant = { id = \"heir\", title = \"Heir\" }\n";
    let scene = scene.file("heir/geometry.toml", heir);
    let run = scene.run("explain ./heir D1").code(0).says("Lessons of duel, by its rules\n");
    assert_eq!(run.out.matches("A rook mates on the edge.").count(), 1, "{}", run.out);
    // A lesson that the heir repeats word for word is listed once.
    let own = LESSONS.split("[[lesson]]").nth(1).unwrap();
    let scene = scene.file("heir/lessons.toml", format!("[[lesson]]{own}"));
    let run = scene.run("explain ./heir D1").code(0).says("\nLessons\n");
    assert_eq!(run.out.matches("A rook mates on the edge.").count(), 1, "{}", run.out);
    scene.run("explain lessons").code(0).says("[[lesson]]");
    scene.run("explain Q0618").code(0).says("Q0618: ");
}

#[test]
fn words_of_teachers_and_players_lead_to_commands_and_clauses() {
    let scene = Scene::new();
    for word in ["teach", "learn", "class", "lesson", "lesson 3", "exercise"] {
        scene.run(&format!("explain '{word}'")).code(0).says("quadrille play ").says("--lesson");
    }
    scene.run("explain handout").code(0).says("quadrille doc ");
    scene.run("explain treason").code(0).says("quadrille explain nava-2018 N3");
    let castling = scene.run("explain castling").code(0).out;
    let place = |text: &str| castling.find(text).unwrap_or_else(|| panic!("{text}: {castling}"));
    assert!(place("explain plugin:castling") < place("Allowed in `define`."));
    let chess = scene.run("explain chess").code(0).out;
    assert!(chess.starts_with("About `chess`\n  Ruleset: quadrille explain orthodox-chess"));
}

#[test]
fn timeline_draws_the_family_tree() {
    let elder = DUEL.replace("\"duel\"", "\"elder\"").replace("2001", "1283");
    let scene = taught(LESSONS).file("elder/geometry.toml", elder).file("elder/ends.rhai", ENDS);
    scene
        .run("timeline --rulesets .")
        .code(0)
        .says("   1283  Duel (elder)\n   2001  └─ Duel (duel)\n")
        .says("the armies face each other")
        .says("\nEvents\n   c. 1030  Al-Biruni describes")
        .says("\n wikibooks  Wikibooks, on four-player chess\n");
    let line = scene.run("timeline verney-1881").code(0).says("(hughes-hughes-1888)");
    assert!(!line.out.contains("nava-2018"), "{}", line.out);
    assert!(!line.out.contains("Events"), "the events are not about one game: {}", line.out);
    scene.run("timeline ./duel --rulesets .").code(0).says("Duel (elder)").says("Duel (duel)");
    scene.run("timeline verny-1881").code(2).complains("did you mean `verney-1881`?");
    let json = scene.run("timeline --rulesets . --format json").code(0).json();
    let all = json["rulesets"].as_array().unwrap();
    let duel = all.iter().find(|entry| entry["id"] == "duel").unwrap();
    assert_eq!((&duel["parents"][0], &duel["year"]), (&"elder".into(), &2001.into()));
    assert_eq!(duel["changes"], "the armies face each other");
    assert_eq!(json["events"][0]["year"], 1030);
    assert_eq!(json["sources"][0]["key"], "batgirl");
}

#[test]
fn list_has_title_place_seats_and_board() {
    let scene = taught(LESSONS);
    scene.run("list --rulesets .").code(0).says(" 2001  duel ").says("  2 seats  ").says("  5x5\n");
    let json = scene.run("list --rulesets . --format json").code(0).json();
    let all = json["rulesets"].as_array().unwrap();
    let duel = all.iter().find(|entry| entry["id"] == "duel").unwrap();
    assert_eq!((&duel["seats"], &duel["squares"]), (&2.into(), &25.into()));
}

#[test]
fn zones_are_marked_if_asked_for() {
    let scene = Scene::new();
    let unmarked = scene.run("show nava-2018").code(0);
    assert!(!unmarked.out.contains("summit"), "{}", unmarked.out);
    scene.run("show nava-2018 --zones").code(0).says("¹ each seat's summit: southwest e5");
    let one = scene.run("show nava-2018 --zone northwest-summit --piece king --from e5").code(0);
    one.says("¹ northwest summit: e4").says("¹*");
    let unknown = scene.run("show nava-2018 --zone northwest-sumit").code(2);
    unknown.complains("unknown zone").complains("northwest-summit");
    scene.run("show orthodox-chess --zones").code(2).complains("has no zones");
    scene.run("show nava-2018 --zones --format fen").code(2).complains("a FEN can't show zones");
}

#[test]
fn a_schema_is_written_to_a_file_or_all_into_a_folder() {
    let scene = Scene::new();
    scene.run("schema").code(0).says("lessons   JSON Schema of `lessons.toml`");
    scene.run("schema geometry -o mine.json").code(0).says("mine.json");
    assert_eq!(scene.read("mine.json"), scene.run("schema geometry").code(0).out);
    scene.run("schema -o mine2.json").code(2).complains("quadrille schema geometry -o mine2.json");
    scene.run("schema -o all").code(0).says("all/quadrille.d.rhai");
    scene.run("schema scripts -o all").code(0).says("all/quadrille.d.rhai");
}
