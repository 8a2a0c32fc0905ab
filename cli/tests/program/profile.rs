//! Tests of the profile, which shows authors the cost of their hooks.

use crate::common::{ENDS, Scene};
use serde_json::Value;

/// A script with two hooks: the results of one could be stored in a table, and the other nearly
/// always has no effect.
const HOOKS: &str = r#"
/// A rook becomes a king on the far side. Nobody would play so.
/// when: rook, to far
fn on_move(game, seat, piece, from, to) {
    if to.rank == 5 || to.rank == 1 { set_facing(to, "north") }
}

/// when: every ply
fn on_turn(game, seat) {
    if game.ply == 9 { count_metric("nines") }
}
"#;

fn scene() -> Scene {
    let duel =
        crate::common::DUEL.replace("[rules]", "[zones]\nfar = \"a1..e1, a5..e5\"\n\n[rules]");
    let ends =
        ENDS.replace("fn define(rules) {", "fn define(rules) {\n    rules.metric(\"nines\");");
    Scene::new().file("duel/geometry.toml", duel).file("duel/ends.rhai", format!("{ends}\n{HOOKS}"))
}

fn hook<'a>(profile: &'a Value, name: &str) -> &'a Value {
    let hooks = profile["hooks"].as_array().unwrap();
    hooks.iter().find(|hook| hook["hook"] == name).unwrap()
}

#[test]
fn shares_add_up_and_calls_are_those_that_happened() {
    let json = scene().run("playout ./duel -n 50 --profile --format json").code(0).json();
    let profile = &json["profile"];
    let rows = profile["parts"].as_array().unwrap().iter().chain([&profile["scripts"]]);
    let sum: f64 = rows.map(|row| row["ns_share"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-4, "{profile}");
    let hooks = profile["hooks"].as_array().unwrap().iter();
    let hooks: f64 = hooks.map(|hook| hook["ns_share"].as_f64().unwrap()).sum();
    assert!((hooks - profile["scripts"]["ns_share"].as_f64().unwrap()).abs() < 1e-4, "{profile}");
    // A turn opens before every ply, and once more for a mated or stalemated seat.
    let plies = json["plies"].as_u64().unwrap();
    let turns = hook(profile, "ends.on_turn")["calls"].as_u64().unwrap();
    assert!((plies..=plies + 50).contains(&turns), "{turns} of {plies}");
    let mates = json["clauses"].as_array().unwrap().iter().find(|row| row["id"] == "D1").unwrap();
    assert_eq!(hook(profile, "ends.on_mate")["calls"], mates["times"]);
}

#[test]
fn a_profile_changes_no_game_and_its_counts_are_the_same_for_any_number_of_threads() {
    let scene = scene();
    let run = |more: &str| {
        let line = format!("playout ./duel -n 40 --format json {more}");
        let mut json = scene.run(&line).code(0).json();
        strip(&mut json);
        json
    };
    let one = run("--profile --jobs 1");
    let two = run("--profile --jobs 2");
    assert_eq!(one["profile"]["hooks"], two["profile"]["hooks"]);
    assert_eq!(one, two);
    let mut plain = one;
    plain.as_object_mut().unwrap().remove("profile");
    assert_eq!(plain, run(""));
}

/// Removes the parts that depend on the clock.
fn strip(json: &mut Value) {
    match json {
        Value::Object(map) => {
            map.retain(|key, _| {
                key != "seconds" && !key.ends_with("_per_second") && !key.starts_with("ns_")
            });
            map.values_mut().for_each(strip);
        }
        Value::Array(list) => list.iter_mut().for_each(strip),
        _ => {}
    }
}

#[test]
fn hooks_that_could_cost_less_get_a_hint() {
    let scene = scene();
    let line = "playout ./duel -n 50 --agents random --profile --no-metrics";
    let json = scene.run(&format!("{line} --format json")).code(0).json();
    let hint = |name: &str| hook(&json["profile"], name)["hint"].as_str().map(str::to_owned);
    assert!(hint("ends.on_move").unwrap().contains("tabulated hook"), "{json}");
    assert!(hint("ends.on_turn").unwrap().contains("add a `/// when:` filter"), "{json}");
    assert_eq!(hint("ends.on_mate"), None, "a hook that ends every game is worth its calls");
    scene.run(line).code(0).says("ns per call").says("generation").says("ends.on_turn: ");

    // A hook that depends on the game or the seat can't be tabulated.
    let impure = HOOKS.replace("to.rank == 5 ||", "to.rank == 5 && game.ply > 0 ||");
    let ends = scene.read("duel/ends.rhai").replace(HOOKS, &impure);
    let scene = scene.file("duel/ends.rhai", ends);
    let json = scene.run(&format!("{line} --format json")).code(0).json();
    assert_eq!(hook(&json["profile"], "ends.on_move")["hint"], Value::Null);
}

/// Rooks may not capture in the first plies, and may move between corners.
const ABOUT_MOVES: &str = r#"
/// when: rook, capture, every ply
fn forbids(game, move) { game.ply < 6 }

/// Rooks in a corner reach the opposite one.
/// clause: D9
/// when: every ply
fn extra_moves(game, seat) {
    let mine = game.pieces(seat);
    if game.ply < 4 || square("a1") !in mine { return []; }
    [#{ from: square("a1"), to: square("e5") }]
}
"#;

#[test]
fn hooks_about_moves_have_their_share_and_games_are_the_same_for_any_number_of_threads() {
    let scene = Scene::duel_with(ABOUT_MOVES);
    let run = |more: &str| {
        let line = format!("playout ./duel -n 60 --seed 3 --profile --format json {more}");
        scene.run(&line).code(0).json()
    };
    let one = run("--jobs 1");
    for name in ["ends.forbids", "ends.extra_moves"] {
        let row = hook(&one["profile"], name);
        assert!(row["calls"].as_u64().unwrap() > 60, "{row}");
        assert!(row["ns_share"].as_f64().unwrap() > 0.0, "{row}");
        assert!(row["idle"].as_u64().unwrap() < row["calls"].as_u64().unwrap(), "{row}");
    }
    let rows = one["clauses"].as_array().unwrap();
    let played = rows.iter().find(|row| row["id"] == "D9").unwrap();
    assert!(played["times"].as_u64().unwrap() > 0, "{played}");
    let [mut one, mut two] = [one, run("--jobs 2")];
    strip(&mut one);
    strip(&mut two);
    assert_eq!(one, two);
    // Games of other agents have no fault either.
    scene.run("playout ./duel -n 20 --seed 3 --agents greedy,mcts:20").code(0);
}

#[test]
fn hooks_about_moves_that_are_not_meant_are_findings() {
    let careless =
        ABOUT_MOVES.replace("/// when: rook, capture, every ply", "/// when: rook, capture");
    let run = Scene::duel_with(&careless).run("check ./duel").code(1);
    run.says("Q0331").says("`forbids`").says("may_enter");
}

#[test]
fn who_plays_a_forbidden_move_is_told_what_forbids_it() {
    let run = Scene::duel_with(ABOUT_MOVES).run("show ./duel --play 'd1-d5 b5-d5'").code(2);
    run.complains("`ends.forbids` forbids it");
}

#[test]
fn a_hook_about_moves_that_fails_stops_its_game_and_no_other() {
    let failing = "/// when: every ply\nfn forbids(game, move) { if game.ply == 9 { throw \"nine\"; } false }";
    let scene = Scene::duel_with(failing);
    scene.run("playout ./duel -n 20 --seed 3").code(4).complains("ends.forbids").complains("nine");
    let endless = Scene::duel_with("/// when: every ply\nfn forbids(game, move) { loop { } }");
    endless.run("moves ./duel").code(4).complains("too many operations");
}

#[test]
fn a_script_that_does_not_end_is_told_with_the_loop_that_it_was_in() {
    let helper = "fn count_up(from) {\n    let at = from;\n    for i in 0..3 { at += i; }\n    while at > 0 { at += 0; }\n}\n";
    let line = 23 + 4;
    let hook = format!("{helper}fn on_turn(game, seat) {{ count_up(1); }}");
    let run = Scene::duel_with(&hook).run("check ./duel -n 1").code(4);
    run.says(&format!("./duel/ends.rhai:{line}:5")).says("while at > 0").says("200,000");
    // A `define` with an endless loop declares nothing, and only the loop is reported.
    let names = "fn on_turn(game, seat) { set_counter(\"moves\", seat, 1); }";
    let script = ENDS.replace(
        "    rules.repetition",
        "    count_up(1);\n    rules.counter(\"moves\", \"seat\", 0, 9);\n    rules.repetition",
    );
    let script = format!("{script}\n{helper}{names}\n");
    let run = Scene::duel().file("duel/ends.rhai", &script).run("check ./duel").code(3);
    run.says("Q0350").says("while at > 0").says("1 error");
}
