//! `quadrille engine`: its output to another program.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::common::Scene;

/// Returns the engine's answers to these lines, without its reports about the search.
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
    for two in ["crazyhouse", "antichess", "atomic", "horde", "racingkings", "makruk", "xiangqi"] {
        assert!(variants.contains(&format!(" var {two} ")), "{two}: {variants}");
    }
    // Other programs use these names for games for two. Here they are rulesets for four.
    for two in ["kingofthehill", "king-of-the-hill", "3check", "knightmate", "torpedo"] {
        assert!(!variants.contains(&format!(" var {two} ")), "{two}: {variants}");
    }
    let options =
        ["Hash", "Clear Hash", "Threads", "MultiPV", "Ponder", "EvalFile", "Move Overhead"];
    for name in options {
        let begins = format!("option name {name} type ");
        assert!(said.iter().any(|line| line.starts_with(&begins)), "{name}: {said:?}");
    }
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
fn every_variant_that_is_offered_can_be_chosen() {
    let said = said("engine", "uci\n");
    let variants = said.iter().find(|line| line.contains("UCI_Variant ")).unwrap();
    let names: Vec<&str> = variants.split(" var ").skip(1).collect();
    assert!(names.len() > 80, "{names:?}");
    // The usual names come first. A sample of the others is tested.
    let names = names[..20].iter().chain(names[20..].iter().step_by(9));
    let lines: Vec<String> =
        names.map(|name| format!("setoption name UCI_Variant value {name}\n")).collect();
    assert_eq!(self::said("engine", &lines.concat()), [""; 0]);
    for other in ["kingofthehill", "King of the Hill", "3check", "knightmate"] {
        let line =
            format!("setoption name UCI_Variant value {other}\nposition startpos moves e2e4\nd\n");
        let said = self::said("engine", &line);
        assert!(said[0].contains("is a game for two players"), "{said:?}");
        assert!(said[1].starts_with("Fen: "), "chess goes on: {said:?}");
    }
    let racing = "setoption name UCI_Variant value racingkings\nposition startpos moves h2h3\nd\n";
    assert!(self::said("engine", racing)[0].starts_with("Fen: "));
}

#[test]
fn declarations_are_moves_of_a_position() {
    let after = |ruleset: &str, moves: &str| {
        said(&format!("engine {ruleset}"), &format!("position startpos moves {moves}\nd\n"))
    };
    for moves in ["h2-h3 resign", "h2-h3 flag", "h2-h3 flag=blue", "resign=blue h2-h3"] {
        let said = after("chesscom-ffa", moves);
        assert!(said.len() == 1 && said[0].starts_with("Fen: "), "{moves}: {said:?}");
        assert_ne!(said, after("chesscom-ffa", "h2-h3"), "{moves}");
    }
    let drawn = said("engine", "position startpos moves e2e4 agree\ngo depth 1\n");
    assert_eq!(drawn, ["bestmove (none)"]);
    let lines = "position startpos\ngo depth 1 searchmoves resign e2e4\n";
    assert!(said("engine", lines)[1].starts_with("bestmove e2e4"));
}

#[test]
fn a_sign_of_promotion_promotes_or_is_refused() {
    let moves = "position startpos moves c3c4 g7g6 b2h8";
    let fen = |last: &str| said("engine shogi", &format!("{moves}{last}\nd\n"));
    let promoted = fen("+");
    assert_eq!(promoted, fen("h"));
    assert_ne!(promoted, fen(""));
    let only =
        said("engine shogi", "position startpos moves c3c4 g7g6\ngo depth 1 searchmoves b2h8+\n");
    assert!(only[0].starts_with("bestmove b2h8+"), "{only:?}");
    for illegal in
        ["position startpos moves e2e4+", "position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1 moves a7a8+"]
    {
        let said = said("engine", &format!("{illegal}\n"));
        assert!(said[0].contains("is not legal here"), "{said:?}");
    }
    let check = said("engine chesscom-teams", "position startpos moves h2-h3+\nd\n");
    assert!(check[0].starts_with("Fen: B-"), "a sign of check: {check:?}");
}

#[test]
fn what_is_put_on_the_board_after_a_move_may_be_in_its_word() {
    let fen = |ruleset: &str, moves: &str| {
        let said =
            said(&format!("engine {ruleset}"), &format!("position startpos moves {moves}\nd\n"));
        assert!(said.len() == 1 && said[0].starts_with("Fen: "), "{moves}: {said:?}");
        said
    };
    let duck = fen("duck", "e2e4 choose=e5 g8f6 choose=g8");
    assert_eq!(fen("duck", "e2e4,e4e5 g8f6,f6g8"), duck);
    let gate = fen("seirawan", "g1f3 choose=hawk-g1 e7e5 b1c3 choose=none e5e4");
    assert_eq!(fen("seirawan", "g1f3h e7e5 b1c3 e5e4"), gate);
}

#[test]
fn castling_that_shares_its_squares_with_a_step_is_the_kings_move_to_its_rook() {
    let scene = Scene::new().file(
        "small.ini",
        "[small:losalamos]\ncastling = true\ncastlingKingsideFile = e\ncastlingQueensideFile = b\n\
         startFen = r2k1r/pppppp/6/6/PPPPPP/R2K1R w KQkq - 0 1\n",
    );
    scene.run("import small.ini -o made").code(0);
    let fen = |moves: &str| {
        let ended =
            scene.fed("engine ./made/small", format!("position startpos moves {moves}\nd\n"));
        ended.code(0).out.trim().to_owned()
    };
    assert!(fen("d1e1").contains("3,wK,wR") || fen("d1e1").contains("R3KR"), "{}", fen("d1e1"));
    let castled = fen("d1f1");
    assert!(castled.starts_with("Fen: ") && castled != fen("d1e1"), "{castled}");
    for word in ["d1f1", "d1e1"] {
        let lines = format!("position startpos\ngo depth 1 searchmoves {word}\n");
        let ended = scene.fed("engine ./made/small", &lines).code(0);
        let best = ended.out.lines().last().unwrap_or_default();
        assert!(best.starts_with(&format!("bestmove {word}")), "{best}");
    }
    // Other forms of castling are accepted too.
    let lines = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1h1 e8a8\nd\n";
    let said = said("engine", lines);
    assert!(said[0].contains("wR,wK") || said[0].contains("R4RK1"), "{said:?}");
}

#[test]
fn positions_of_other_programs_are_read_here_too() {
    let crazyhouse = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/cookbook/crazyhouse");
    let lines = "position fen Q~r5k/8/8/8/8/8/8/K7/ b - - 0 1 moves b8a8\nd\n\
        position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1 moves e1g1\nd\n\
        position fen ~r5k/8/8/8/8/8/8/K7 b - - 0 1\n";
    let said = said(&format!("engine {crazyhouse}"), lines);
    assert!(said[0].contains("'hand':('','P1')"), "{said:?}");
    assert!(said[1].contains("wR,wK"), "{said:?}");
    assert_eq!(
        said[2],
        "info string the position can't be read from character 1: `~` belongs to no piece; \
         write `Q~` for a promoted queen, `+R` for a promoted rook"
    );
}

#[test]
fn what_makes_no_sense_is_told_and_nothing_is_lost() {
    let lines = "castle\nposition\nposition fen nonsense\nposition startpos moves e2e4 e2e4 d7d5\n\
        d\nsetoption name Nothing value 1\nsetoption name UCI_Variant value none-such\n\
        setoption name Agent value alphazero\nsetoption name Hash value none\n\
        setoption name Threads value 0\nsetoption name EvalFile value no-such.toml\ngo depth 1 searchmoves e2e9\n\u{0}\u{1b}[2J\n";
    let said = said("engine", lines);
    let count = said.iter().filter(|line| line.starts_with("info string ")).count();
    assert_eq!(count, 12, "{said:#?}");
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

/// Returns the lines about a search.
fn infos(line: &str, lines: &str) -> Vec<String> {
    let ended = Scene::new().fed(line, lines).code(0);
    ended.out.lines().filter(|line| line.starts_with("info depth")).map(str::to_owned).collect()
}

/// Returns the word after a key.
fn after<'a>(line: &'a str, key: &str) -> &'a str {
    let mut words = line.split_whitespace().skip_while(|word| *word != key);
    words.nth(1).unwrap_or_default()
}

#[test]
fn it_tells_its_best_lines_of_each_depth() {
    let lines = "setoption name MultiPV value 3\nposition startpos moves e2e4\ngo depth 3\n";
    let reports = infos("engine", lines);
    let places: Vec<_> =
        reports.iter().map(|line| (after(line, "depth"), after(line, "multipv"))).collect();
    assert_eq!(places.len(), 9, "{reports:#?}");
    assert_eq!((places[0], places[8]), (("1", "1"), ("3", "3")));
    let scores: Vec<i32> = reports.iter().map(|line| after(line, "cp").parse().unwrap()).collect();
    assert!(scores.chunks(3).all(|depth| depth.is_sorted_by(|a, b| a >= b)), "{scores:?}");
    for key in ["seldepth", "nodes", "nps", "hashfull", "time", "pv"] {
        assert!(!after(&reports[8], key).is_empty(), "{key}: {}", reports[8]);
    }
}

#[test]
fn a_mate_is_told_in_moves_and_other_moves_are_left_out() {
    let morphy = "position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\n";
    let reports = infos("engine", &format!("{morphy}go mate 2\n"));
    assert!(reports.last().unwrap().contains("score mate 2 "), "{reports:#?}");
    let said = said(
        "engine",
        &format!("{morphy}go depth 2 searchmoves c8d8 c8d7\ngo movetime 50 searchmoves c8d7\n"),
    );
    assert!(["bestmove c8d7", "bestmove c8d8"].contains(&&said[0][..13]), "{said:?}");
    assert!(said[1].starts_with("bestmove c8d7"), "{said:?}");
    let mated = infos("engine", "position fen 7k/8/8/8/8/1r6/r7/7K w - - 0 1\ngo depth 4\n");
    assert!(mated.last().unwrap().contains("score mate -1 "), "{mated:#?}");
}

#[test]
fn an_only_move_takes_no_time_of_a_clock() {
    let said = said("engine", "position fen 7k/8/8/8/8/8/6q1/7K w - - 0 1\ngo wtime 90000000\n");
    assert_eq!(said, ["bestmove h1g2"]);
}

/// A running dialogue with the program.
struct Talk {
    _scene: Scene,
    program: std::process::Child,
    input: std::process::ChildStdin,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Talk {
    fn with(ruleset: &str) -> Self {
        let scene = Scene::new();
        let words = ["engine", ruleset].map(str::to_owned);
        let mut program = scene.command(&words).stdin(Stdio::piped()).spawn().unwrap();
        let input = program.stdin.take().unwrap();
        let lines = BufReader::new(program.stdout.take().unwrap()).lines();
        Self { _scene: scene, program, input, lines }
    }

    fn say(&mut self, lines: &str) {
        writeln!(self.input, "{lines}").unwrap();
    }

    fn until(&mut self, what: &str) -> String {
        self.lines.by_ref().map(Result::unwrap).find(|line| line.starts_with(what)).unwrap()
    }

    fn ends(mut self) {
        assert!(self.program.wait().unwrap().success());
    }
}

#[test]
fn it_thinks_until_it_is_stopped() {
    for ruleset in ["orthodox-chess", "verney-1881"] {
        let mut talk = Talk::with(ruleset);
        talk.say("go infinite\nisready");
        talk.until("readyok");
        std::thread::sleep(Duration::from_millis(100));
        let begun = Instant::now();
        talk.say("position startpos\nstop");
        assert_ne!(talk.until("bestmove "), "bestmove (none)");
        assert!(begun.elapsed() < Duration::from_secs(20), "{ruleset}");
        talk.say("quit");
        talk.ends();
    }
}

#[test]
fn it_ponders_until_the_move_is_made() {
    let mut talk = Talk::with("orthodox-chess");
    talk.say("position startpos moves e2e4 e7e5\ngo ponder depth 2\nisready");
    talk.until("readyok");
    talk.say("isready");
    let next = talk.lines.by_ref().map(Result::unwrap).find(|line| !line.starts_with("info"));
    assert_eq!(next.as_deref(), Some("readyok"), "there is no answer before");
    talk.say("ponderhit");
    talk.until("bestmove ");
    talk.say("go ponder wtime 100\nponderhit");
    talk.until("bestmove ");
    talk.say("quit");
    talk.ends();
}

#[test]
fn nothing_that_it_is_told_while_it_thinks_makes_it_think_on() {
    // A new command ends a search that otherwise only `stop` would have ended.
    let mut talk = Talk::with("orthodox-chess");
    talk.say("go infinite\ngo infinite\nposition startpos moves e2e4\ngo infinite\nquit");
    talk.ends();
    let mut talk = Talk::with("orthodox-chess");
    let flood = "position startpos\n".repeat(1000);
    talk.say(&format!("go infinite\n{flood}quit"));
    talk.ends();
    // After the end of input no `stop` can arrive, but searches that end are answered.
    let scene = Scene::new();
    let ended = scene.fed("engine chesscom-ffa", "go infinite\ngo ponder\ngo depth 2").code(0);
    assert_eq!(ended.out.lines().filter(|line| line.starts_with("bestmove ")).count(), 3);
    let long = format!("position startpos moves {}\nisready\n", "e2e4 ".repeat(400_000));
    assert!(scene.fed("engine", &long).code(0).out.contains("readyok"));
}

#[test]
#[ignore = "takes half a minute"]
fn searches_end_soon_after_the_input() {
    let ended = Scene::new().fed("engine", "go movetime 99999999999\ngo depth 99").code(0);
    assert_eq!(ended.out.lines().filter(|line| line.starts_with("bestmove ")).count(), 2);
}

#[test]
fn weights_come_from_a_file_and_stay_with_their_rules() {
    let scene = Scene::new().file("notes.toml", "nothing = 1\n");
    let lines = "setoption name EvalFile value notes.toml\nsetoption name UCI_Variant value nava-2018\n\
        setoption name EvalFile value <empty>\ngo nodes 50\n";
    let ended = scene.fed("engine", lines).code(0);
    let said: Vec<&str> =
        ended.out.lines().filter(|line| !line.starts_with("info depth")).collect();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].starts_with("info string without weights: "), "{said:?}");
    assert!(said[1].starts_with("bestmove "), "{said:?}");
}

#[test]
fn every_shipped_game_gets_a_move() {
    let list = Scene::new().run("list --format json").code(0).json();
    let ids = list["rulesets"].as_array().or_else(|| list.as_array()).unwrap();
    assert!(ids.len() > 20);
    for id in ids.iter().map(|row| row["id"].as_str().unwrap()) {
        let mut output = said(&format!("engine {id}"), "go nodes 3\n");
        if output[0].contains("chance decides") {
            // The program that runs the game rolls the dice.
            let rolls = Scene::new().run(&format!("moves {id}")).code(0).out;
            let roll = rolls.lines().next().unwrap();
            let lines = format!("position startpos moves {roll}\ngo nodes 3\n");
            output = said(&format!("engine {id}"), &lines);
        }
        let best = output.last().unwrap();
        assert!(best.starts_with("bestmove ") && best != "bestmove (none)", "{id}: {output:?}");
    }
}

#[test]
fn a_pass_may_be_a_move_that_goes_nowhere() {
    let janggi = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/cookbook/janggi");
    let fen =
        |moves: &str| said(&format!("engine {janggi}"), &format!("position startpos{moves}\nd\n"));
    let begun = fen("");
    let passed = fen(" moves e2e2");
    assert!(passed[0].starts_with("Fen: ") && passed != begun, "{passed:?}");
    assert_eq!(passed, fen(" moves 0000"));
}

#[test]
fn a_tree_search_tells_its_best_actions_and_considers_only_those_asked_for() {
    let lines = "setoption name Agent value mcts\nsetoption name MultiPV value 2\nposition startpos\ngo nodes 3000\n\
        position startpos moves e2e4 e7e5\ngo nodes 3000 searchmoves a2a3 h2h3\n\
        setoption name Threads value 2\nposition startpos moves e2e4 e7e5\ngo movetime 50\n\
        setoption name MultiPV value 1\nposition fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ngo nodes 3000\n";
    let ended = Scene::new().fed("engine", lines).code(0);
    let best: Vec<&str> = ended.out.lines().filter(|line| line.starts_with("bestmove")).collect();
    assert_eq!(best.len(), 4, "{}", ended.out);
    assert!(best[0].contains(" ponder "), "{best:?}");
    assert!(
        ["bestmove a2a3", "bestmove h2h3"].iter().any(|it| best[1].starts_with(it)),
        "{best:?}"
    );
    assert!(best[3].starts_with("bestmove a1a8"), "{best:?}");
    for number in ["multipv 1 ", "multipv 2 "] {
        assert!(ended.out.contains(number), "{number}: {}", ended.out);
    }
}
