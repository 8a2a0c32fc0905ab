//! `quadrille engine`: what it says to another program.

mod common;

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;
use std::time::{Duration, Instant};

use common::Scene;

/// The answers to lines, those about the search left out.
fn said(line: &str, lines: &str) -> Vec<String> {
    let ended = Scene::new().fed(line, lines).code(0);
    ended.out.lines().filter(|line| !line.starts_with("info depth")).map(str::to_owned).collect()
}

#[test]
fn it_introduces_itself_as_programs_expect() {
    let said = said("engine", "uci\nisready\nquit\n");
    assert!(said[0].starts_with("id name Quadrille "), "{said:?}");
    let variants = said.iter().find(|line| line.contains("UCI_Variant ")).unwrap();
    assert!(variants.contains("default chess var chess"), "{variants}");
    assert!(variants.contains(" var verney-1881"), "{variants}");
    assert_eq!(said[said.len() - 2..], ["uciok", "readyok"]);
}

#[test]
fn it_mates_promotes_and_castles_in_their_notation() {
    let lines = "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ngo depth 2\n\
        position fen 7k/P7/6K1/8/8/8/8/8 w - - 0 1\ngo depth 1\n\
        position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1 e8c8\nd\n";
    let said = said("engine", lines);
    assert_eq!(said[0], "bestmove a1a8");
    assert!(["bestmove a7a8q", "bestmove a7a8r"].contains(&said[1].as_str()), "{said:?}");
    assert!(said[2].contains("2,bK,bR") && said[2].contains("wR,wK"), "{said:?}");
}

#[test]
fn four_seats_play_in_the_notation_used_here() {
    let lines = "position startpos moves h2-h3 b7c7\nd\ngo nodes 20\n";
    let said = said("engine chesscom-teams", lines);
    assert!(said[0].starts_with("Fen: Y-"), "{said:?}");
    let best = said[1].strip_prefix("bestmove ").unwrap();
    assert!(best.contains('-'), "{best}");
    let again = format!("position startpos moves h2-h3 b7-c7 {best}\nd\n");
    let said = self::said("engine chesscom-teams", &again);
    assert!(said[0].starts_with("Fen: G-"), "the move is legal: {said:?}");
}

#[test]
fn what_makes_no_sense_is_told_and_nothing_is_lost() {
    let lines = "castle\nposition\nposition fen nonsense\nposition startpos moves e2e4 e2e4 d7d5\n\
        d\nsetoption name Nothing value 1\nsetoption name UCI_Variant value none-such\n\
        setoption name Agent value alphazero\ngo depth 1\n\u{0}\u{1b}[2J\n";
    let said = said("engine", lines);
    let told = said.iter().filter(|line| line.starts_with("info string ")).count();
    assert_eq!(told, 8, "{said:#?}");
    assert!(said.iter().any(|line| line.starts_with("Fen: B-")), "after the first move: {said:?}");
    assert!(said.iter().any(|line| line.starts_with("bestmove ")), "{said:?}");
    assert!(!said.iter().any(|line| line.contains('\u{1b}')), "{said:?}");
}

#[test]
fn a_rule_script_that_fails_is_told_and_another_position_may_follow() {
    let scene = Scene::duel_with(
        "/// when: every ply\nfn on_move(game, seat, piece, from, to) { 1 / 0; }\n",
    );
    let ended = scene.fed("engine duel", "go depth 1\nisready\nposition startpos\nd\n").code(0);
    let said: Vec<&str> = ended.out.lines().collect();
    assert!(said[0].starts_with("info string "), "{said:?}");
    assert_eq!(said[1..3], ["bestmove (none)", "readyok"]);
    assert!(said[3].starts_with("Fen: "), "{said:?}");
}

#[test]
fn the_same_nodes_give_the_same_move() {
    let lines = "position startpos moves e2e4\ngo nodes 200\n";
    assert_eq!(said("engine --seed 5", lines), said("engine --seed 5", lines));
}

#[test]
fn it_thinks_until_it_is_stopped() {
    let scene = Scene::new();
    for ruleset in ["orthodox-chess", "verney-1881"] {
        let words = ["engine", ruleset].map(str::to_owned);
        let mut program = scene.command(&words).stdin(Stdio::piped()).spawn().unwrap();
        let mut input = program.stdin.take().unwrap();
        let mut lines = BufReader::new(program.stdout.take().unwrap()).lines();
        let mut until = |what: &str| {
            lines.by_ref().map(Result::unwrap).find(|line| line.starts_with(what)).unwrap()
        };
        writeln!(input, "go infinite").unwrap();
        writeln!(input, "isready").unwrap();
        until("readyok");
        std::thread::sleep(Duration::from_millis(100));
        let begun = Instant::now();
        writeln!(input, "stop").unwrap();
        assert_ne!(until("bestmove "), "bestmove (none)");
        assert!(begun.elapsed() < Duration::from_secs(20), "{ruleset}");
        writeln!(input, "quit").unwrap();
        assert!(program.wait().unwrap().success());
    }
}

#[test]
fn every_shipped_game_gets_a_move() {
    let list = Scene::new().run("list --format json").code(0).json();
    let ids = list["rulesets"].as_array().or_else(|| list.as_array()).unwrap();
    assert!(ids.len() > 20);
    for id in ids.iter().map(|row| row["id"].as_str().unwrap()) {
        let said = said(&format!("engine {id}"), "go nodes 3\n");
        let best = said.last().unwrap();
        let rolls = said.iter().any(|line| line.contains("the dice have to be rolled"));
        assert!(best != "bestmove (none)" || rolls, "{id}: {said:?}");
    }
}
