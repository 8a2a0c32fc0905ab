//! Tests of `explore`: moves of recorded, stored and new games, with their results.

use serde_json::Value;

use crate::common::Scene;

/// Five games. The fourth reaches the position of the first two by another order of moves.
const GAMES: [(&str, &str); 5] = [
    ("1-0", "1. e4 e5 2. Nf3"),
    ("1/2-1/2", "1. e4 e5 2. Nf3"),
    ("0-1", "1. e4 c5"),
    ("*", "1. Nf3 e5 2. e4"),
    ("0-1", "1. f3 e5 2. g4 Qh4#"),
];

fn game(ruleset: &str, (result, moves): (&str, &str)) -> String {
    format!("[Ruleset \"{ruleset}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n")
}

/// Creates a folder with the five games.
fn five_games() -> Scene {
    let games = GAMES.map(|of| game("orthodox-chess", of)).concat();
    Scene::new().file("five.pgn", games)
}

/// Returns the position after a line of moves.
fn at<'a>(report: &'a Value, line: &str) -> &'a Value {
    let line: Vec<&str> = line.split_whitespace().collect();
    let positions = report["positions"].as_array().unwrap();
    positions.iter().find(|position| position["line"] == Value::from(line.clone())).unwrap()
}

/// Returns the names of the moves at a position, with their numbers of games.
fn counts(position: &Value) -> Vec<(&str, u64)> {
    let moves = position["moves"].as_array().unwrap().iter();
    moves.map(|of| (of["action"].as_str().unwrap(), of["games"].as_u64().unwrap())).collect()
}

/// Returns wins, draws and losses of a side.
fn score(of: &Value, side: usize) -> [u64; 3] {
    ["wins", "draws", "losses"].map(|name| of["results"][side][name].as_u64().unwrap())
}

#[test]
fn moves_are_counted_with_the_results_of_their_games() {
    let scene = five_games();
    let report = scene.run("explore five.pgn --depth 2 --format json").code(0).json();
    assert_eq!(report["ruleset"]["id"], "orthodox-chess");
    assert_eq!((&report["games"], &report["sides"][0]), (&5.into(), &"white".into()));
    let start = at(&report, "");
    assert_eq!(counts(start), [("e2-e4", 3), ("f2-f3", 1), ("g1-f3", 1)]);
    let [e4, f3, knight] = [0, 1, 2].map(|n| &start["moves"][n]);
    assert_eq!((e4["frequency"].as_f64(), e4["mean_plies"].as_f64()), (Some(0.6), Some(8.0 / 3.0)));
    assert_eq!((score(e4, 0), score(e4, 1)), ([1, 1, 1], [1, 1, 1]));
    assert_eq!(e4["results"][0]["share"].as_f64(), Some(0.5));
    // The rules end the last game, and the fourth has no result.
    assert_eq!((score(f3, 0), score(f3, 1)), ([0, 0, 1], [1, 0, 0]));
    assert_eq!((&knight["unfinished"], &knight["results"][0]["share"]), (&1.into(), &Value::Null));
    let answers = at(&report, "e2-e4");
    assert_eq!(counts(answers), [("e7-e5", 2), ("c7-c5", 1)]);
    assert_eq!(score(&answers["moves"][0], 0), [1, 1, 0]);
    assert_eq!(answers["moves"][0]["results"][0]["share"].as_f64(), Some(0.75));
    let evaluation: Vec<f64> =
        e4["evaluation"].as_array().unwrap().iter().filter_map(Value::as_f64).collect();
    assert!((evaluation.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{evaluation:?}");
}

#[test]
fn games_that_transpose_into_a_position_belong_to_it() {
    let scene = five_games();
    let report = scene.run("explore five.pgn --depth 4 --format json").code(0).json();
    assert_eq!(at(&report, "e2-e4 e7-e5 g1-f3")["games"], 3);
    for line in ["e2-e4 e7-e5 g1-f3", "g1-f3 e7-e5 e2-e4"] {
        let words = ["explore", "five.pgn", "--format", "json", "--play", line];
        let report = scene.run_words(&words.map(str::to_owned)).code(0).json();
        assert_eq!((&report["games"], &at(&report, "")["games"]), (&5.into(), &3.into()), "{line}");
    }
    let show = ["show", "orthodox-chess", "--format", "fen", "--play", "e2-e4 e7-e5 g1-f3"];
    let fen = scene.run_words(&show.map(str::to_owned)).code(0).out;
    let words = ["explore", "five.pgn", "--fen", fen.trim_end()].map(str::to_owned);
    scene.run_words(&words).code(0).says("3 games of 5 reach this position");
    let text = scene.run("explore five.pgn --depth 4").code(0).says("5 games").out;
    assert_eq!(text.lines().filter(|line| line.contains("e2-e4=")).count(), 1, "{text}");
}

#[test]
fn rare_moves_can_be_left_out() {
    let report =
        five_games().run("explore five.pgn --depth 3 --min-games 2 --format ndjson").code(0);
    let lines: Vec<Value> =
        report.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let all: Vec<_> = lines.iter().map(counts).collect();
    assert_eq!(all, [[("e2-e4", 3)], [("e7-e5", 2)], [("g1-f3", 2)]]);
}

#[test]
fn a_run_has_the_same_moves_in_a_database_in_records_and_when_played_now() {
    let scene = Scene::duel();
    let games = "-n 12 --agents random --seed 3";
    scene.run(&format!("playout ./duel {games} --out run.db --records run.pgn4")).code(0);
    let explore = |what: &str| {
        let report = scene.run(&format!("explore {what} --depth 3 --format json")).code(0).json();
        assert_eq!(report["games"], 12, "{what}");
        report["positions"].clone()
    };
    let stored = explore("run.db --jobs 1");
    assert_eq!(stored[0]["games"], 12);
    assert_eq!(explore("run.db --jobs 3"), stored);
    assert_eq!(explore(&format!("./duel {games} --jobs 2")), stored);
    assert_eq!(explore("run.pgn4"), stored);
}

#[test]
fn text_fits_eighty_columns_with_four_sides() {
    let scene = Scene::new();
    let ended = scene.run("explore chesscom-ffa -n 2 --agents random --depth 5").code(0);
    assert!(ended.says("red").says("green").out.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn mistakes_are_reported_with_advice_and_hide_no_other_game() {
    let scene = five_games();
    scene.run("explore five.pgn -n 5").code(2).complains("leave these options out");
    scene.run("explore five.pgn --play e2-e5").code(2).complains("--play");
    scene.run("explore none.pgn").code(3).complains("none.pgn");
    scene.run("explore five.pgn --play a2-a3").code(0).complains("no game reaches this position");
    let over = ["explore", "five.pgn", "--play", "f2-f3 e7-e5 g2-g4 d8-h4"].map(str::to_owned);
    scene.run_words(&over).code(2).complains("choose another position");
    let games = [
        game("orthodox-chess", GAMES[0]),
        game("orthodox-chess", ("*", "1. e5")),
        game("crazyhouse", GAMES[2]),
        game("orthodox-chess", GAMES[2]),
    ];
    let scene = scene.file("some.pgn", games.concat());
    let ended = scene.run("explore some.pgn").code(3).says("2 games");
    ended.complains("some.pgn:9").complains("1 game of other rules");
}
