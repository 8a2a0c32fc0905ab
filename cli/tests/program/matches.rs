//! `quadrille match`: matches between agents and external engines.

#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::common::Scene;

/// The source of a fake engine that speaks UCI. Its argument selects how it reacts to a request for
/// a move. The engine writes its process id to a file.
const FAKE: &str = r#"
echo $$ > "fake-$1.pid"
while read -r word rest; do
    case "$word" in
        uci) echo "id name fake"; echo "uciok" ;;
        isready) echo "readyok" ;;
        quit) exit 0 ;;
        go) case "$1" in
            crash) exit 3 ;;
            fork) sleep 1000 > /dev/null & echo $! > child.pid; exit 3 ;;
            hang) while :; do :; done ;;
            flood) while :; do echo "info string nothing at all, said again and again"; done ;;
            illegal) echo "bestmove a1a5" ;;
            garbage) printf 'bestmove \033[2J\n' ;;
            silent) ;;
        esac ;;
    esac
done
"#;

/// Returns a scene with the ruleset `./duel` and the fake engine.
fn scene() -> Scene {
    Scene::duel().file("fake.sh", FAKE)
}

/// Returns the command line on which Quadrille itself is the engine for the duel.
fn own() -> String {
    format!("uci:{} engine ./duel;go=depth 1;name=own", env!("CARGO_BIN_EXE_quadrille"))
}

/// Returns `true` if a process is running.
fn runs(pid: &str) -> bool {
    let stat = fs::read_to_string(Path::new("/proc").join(pid.trim()).join("stat"));
    // A zombie process has ended too.
    stat.is_ok_and(|stat| !stat.rsplit(')').next().unwrap_or_default().trim().starts_with('Z'))
}

#[test]
fn the_engines_of_a_match_that_is_ended_by_a_signal_end_too() {
    let scene = scene();
    let line = "match ./duel --a 'uci:sh fake.sh hang' --b greedy -n 2 --movetime 600000";
    for signal in ["-INT", "-TERM"] {
        let pid = scene.dir.join("fake-hang.pid");
        let _ = fs::remove_file(&pid);
        let mut child = scene.command(&crate::common::words(line)).spawn().unwrap();
        let mut engine = String::new();
        for _ in 0..3000 {
            engine = fs::read_to_string(&pid).unwrap_or_default();
            if engine.ends_with('\n') {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let id = child.id().to_string();
        // The first signal stops the match after the game, and the second stops it at once.
        for _ in 0..2 {
            std::thread::sleep(Duration::from_millis(300));
            assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        }
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        assert!(!runs(&engine), "{signal} leaves an engine");
    }
}

#[test]
fn the_processes_that_an_engine_has_started_end_with_it() {
    let scene = scene();
    let line = "match ./duel --a 'uci:sh fake.sh fork' --b greedy -n 2 --jobs 1 --movetime 50";
    scene.run(line).code(0).says("crashed");
    assert!(!runs(&scene.read("child.pid")), "a process is left");
}

#[test]
fn an_engine_that_fails_forfeits_and_its_process_is_ended() {
    let scene = scene();
    let line =
        "match ./duel --a 'uci:sh fake.sh crash' --b greedy -n 2 --movetime 50 --fail-on-forfeit";
    scene.run(line).code(1).says("crashed");
    for (how, kind) in [
        ("crash", "crashes"),
        ("hang", "late"),
        ("flood", "late"),
        ("silent", "late"),
        ("illegal", "illegal"),
        ("garbage", "illegal"),
    ] {
        let line = format!(
            "match ./duel --a 'uci:sh fake.sh {how};name=fake' --b greedy -n 2 --jobs 1 --movetime 50 --margin 200 --format json"
        );
        let report = scene.run(&line).code(0).json();
        let fake = &report["agents"][0];
        assert_eq!(fake[kind], 2, "{how}: {report:#}");
        let failed = ["crashes", "late", "illegal"].map(|kind| fake[kind].as_u64().unwrap());
        assert_eq!(failed.iter().sum::<u64>(), 2, "{how}: {report:#}");
        let played = &report["matches"][0];
        assert_eq!((&played["losses"], &played["games"]), (&2.into(), &2.into()), "{how}");
        assert_eq!(played["sums"][0]["blocks"], 1, "both games of the pair are lost");
        let said = fake["said"].as_str().unwrap_or_default();
        assert_eq!(said.contains("`a1a5`"), how == "illegal", "{said}");
        assert!(!said.contains('\u{1b}'), "{said:?}");
        let pid = fs::read_to_string(scene.dir.join(format!("fake-{how}.pid"))).unwrap();
        assert!(!runs(&pid), "{how}: {pid} still runs");
    }
}

#[test]
fn an_engine_plays_whole_games_and_its_records_are_replayed() {
    let scene = scene();
    let line = format!(
        "match ./duel --a '{}' --b random -n 4 --jobs 1 --from random:2 --records games --format json",
        own()
    );
    let report = scene.run(&line).code(0).json();
    for agent in report["agents"].as_array().unwrap() {
        for failure in ["crashes", "late", "illegal"] {
            assert_eq!(agent[failure], 0, "{report:#}");
        }
        assert!(agent["decisions"].as_u64().unwrap() > 0);
    }
    let games: Vec<_> = fs::read_dir(scene.dir.join("games")).unwrap().collect();
    assert_eq!(games.len(), 4);
    let text = fs::read_to_string(scene.dir.join("games/001-000001-0.pgn4")).unwrap();
    assert!(text.contains("[White \"own\"]") && text.contains("[Black \"random\"]"), "{text}");
    assert!(text.contains("{[%eval "), "{text}");
    scene.run("replay games/001-000001-0.pgn4 --ruleset ./duel").code(0);
}

#[test]
fn nothing_but_the_time_depends_on_the_number_of_threads() {
    let scene = scene();
    let games = |jobs: u32| {
        let line = format!(
            "match ./duel --a search-paranoid:depth=2 --b greedy -n 12 --from random:3 --jobs {jobs} --format json"
        );
        let report = scene.run(&line).code(0).json();
        (report["matches"].clone(), report["games"].clone())
    };
    let (one, three) = (games(1), games(3));
    assert_eq!(one, three);
    let row = &one.0[0];
    let counts: u64 =
        row["sums"].as_array().unwrap().iter().map(|sum| sum["blocks"].as_u64().unwrap()).sum();
    assert_eq!((counts, row["blocks"].as_u64(), row["games"].as_u64()), (6, Some(6), Some(12)));
    assert!(row["share"].as_f64().unwrap() > 0.5, "search beats greed: {row}");
}

#[test]
fn an_interrupted_match_goes_on_and_finds_the_same() {
    let scene = scene();
    let line = "match ./duel --a greedy --b random -n 8 --jobs 1 --format json --out games.jsonl";
    let whole = scene.run(line).code(0).json();
    let path = scene.dir.join("games.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().count(), 9, "what the match is, and its games");
    scene.run(line).code(2).complains("already exists");
    // Three games, and an incomplete fourth one.
    let kept: Vec<&str> = text.lines().take(4).collect();
    let cut = &text.lines().nth(4).unwrap()[..20];
    fs::write(&path, format!("{}\n{cut}", kept.join("\n"))).unwrap();
    let again = scene.run(&format!("{line} --resume")).code(0).json();
    assert_eq!(again["matches"], whole["matches"]);
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 9);
    let other = line.replace("-n 8", "-n 6");
    scene.run(&format!("{other} --resume")).code(2).complains("another match");
}

#[test]
fn a_match_ends_once_it_is_decided_and_many_agents_are_rated() {
    let scene = scene();
    let line = "match ./duel --a search-paranoid:depth=2 --b random -n 4000 --jobs 2 --decide --format json";
    let report = scene.run(line).code(0).json();
    let row = &report["matches"][0];
    assert_eq!(row["answer"], "more", "{report:#}");
    assert!(row["games"].as_u64().unwrap() < 400, "{row}");
    assert!(row["elo_interval"][0].as_f64().unwrap() > 0.0);
    let line = "match ./duel --agents random,greedy,search-paranoid:depth=2 --round-robin -n 10 --jobs 2 --format json";
    let report = scene.run(line).code(0).json();
    assert_eq!(report["matches"].as_array().unwrap().len(), 3);
    let ratings = report["ratings"].as_array().unwrap();
    assert_eq!(ratings[0]["name"], "search-paranoid:depth=2", "{report:#}");
    assert_eq!(ratings[0]["duels"], 20);
    scene.run("match ./duel --agents random,greedy,random --gauntlet -n 2").code(0).says("Ratings");
}

#[test]
fn one_against_three_and_four_at_a_table() {
    let scene = Scene::new();
    let line =
        "match chesscom-ffa --a greedy --b random -n 4 --jobs 2 --ply-limit 60 --format json";
    let report = scene.run(line).code(0).json();
    assert_eq!(report["even"], 0.25);
    assert_eq!(
        (&report["matches"][0]["games"], &report["matches"][0]["blocks"]),
        (&4.into(), &1.into())
    );
    let line = "match chesscom-ffa --agents greedy,random,random,random -n 4 --jobs 2 --ply-limit 40 --format json";
    let report = scene.run(line).code(0).json();
    assert_eq!((report["ratings"].as_array().unwrap().len(), &report["games"]), (4, &4.into()));
    assert_eq!(report["ratings"][0]["duels"], 12);
}

#[test]
fn both_sides_have_to_agree_that_a_game_is_decided() {
    let scene = scene();
    let fen = "W-0,0-0,0-0,0-0,0-0-5/1,bK,3/5/5/wR,3,wK\n";
    fs::write(scene.dir.join("won.fen"), fen).unwrap();
    let line = "match ./duel --a search-paranoid:depth=1 --b search-paranoid:depth=1 -n 2 --jobs 1 --from won.fen --adjudicate 1 --adjudicate-score 5 --format json";
    let report = scene.run(line).code(0).json();
    assert_eq!(report["adjudicated"], 2, "{report:#}");
    scene
        .run("match chesscom-ffa --a greedy --b random --adjudicate 3")
        .code(2)
        .complains("two sides");
}

#[test]
fn engines_are_told_clocks_and_four_seats() {
    let scene = scene();
    let engine = own().replace(";go=depth 1", "");
    let line = format!(
        "match ./duel --a '{engine}' --b random -n 2 --jobs 1 --tc 2+0.05 --ply-limit 20 --format json"
    );
    let report = scene.run(&line).code(0).json();
    assert_eq!(report["agents"][0]["late"], 0, "{report:#}");
    let engine =
        format!("uci:{} engine chesscom-teams;go=nodes 2", env!("CARGO_BIN_EXE_quadrille"));
    let line = format!(
        "match chesscom-teams --a '{engine}' --b random -n 2 --jobs 1 --ply-limit 12 --from random:9 --format json"
    );
    let report = scene.run(&line).code(0).json();
    assert_eq!(report["agents"][0]["illegal"], 0, "{report:#}");
    assert_eq!(report["agents"][0]["decisions"], 12);
}

#[test]
fn a_sequential_test_accepts_a_hypothesis_and_goes_on_after_an_interruption() {
    let scene = scene();
    let line = "match ./duel --a greedy --b random --sprt --elo0 0 --elo1 50 -n 2000 --from random:2 --format json";
    let whole = scene.run(line).code(0).json();
    let row = &whole["matches"][0];
    assert_eq!(row["answer"], "more", "{whole:#}");
    let test = &row["likelihood_ratio"];
    assert_eq!((&test["elo0"], &test["elo1"]), (&0.0.into(), &50.0.into()));
    assert!(test["log_ratio"].as_f64() >= test["bounds"][1].as_f64(), "{whole:#}");
    assert!(row["games"].as_u64().unwrap() < 2000, "{whole:#}");
    let kept = format!("{line} --out test.jsonl");
    scene.run(&kept).code(0);
    let text = fs::read_to_string(scene.dir.join("test.jsonl")).unwrap();
    let half: Vec<&str> = text.lines().take(text.lines().count() / 2).collect();
    fs::write(scene.dir.join("test.jsonl"), half.join("\n") + "\n").unwrap();
    let resumed = scene.run(&format!("{kept} --resume")).code(0).json();
    assert_eq!(resumed["matches"], whole["matches"]);
}

#[test]
fn engines_get_fen4_as_chess_com_writes_it_or_the_match_is_refused() {
    let heard = r#"
while read -r line; do
    echo "$line" >> heard.txt
    case "$line" in uci) echo uciok ;; isready) echo readyok ;; go*) echo "bestmove h2-h3" ;; esac
done
"#;
    let scene = scene().file("listen.sh", heard);
    let line = "match chesscom-ffa --a 'uci:sh listen.sh;go=depth 1' --b random -n 1 --ply-limit 4";
    scene.run(line).code(0);
    let heard = fs::read_to_string(scene.dir.join("heard.txt")).unwrap();
    let position = heard.lines().find(|line| line.starts_with("position")).unwrap();
    let position = position.split(" moves").next().unwrap();
    assert!(
        position.starts_with(
            "position fen R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-3,yR,yN,yB,yK,yQ,yB,yN,yR,3/"
        ),
        "{position}"
    );
    let restricted = position.replacen("position fen ", "", 1).replacen(
        "-0-3,",
        "-0-{'restrict':('r kinds P')}-3,",
        1,
    );
    fs::write(scene.dir.join("restricted.fen"), restricted + "\n").unwrap();
    let line = format!("{line} --from restricted.fen");
    scene.run(&line).code(2).complains("`restrict`");
    scene.run(&line.replace(";go", ";fen=quadrille;go")).code(0);
}

#[test]
fn what_can_t_be_played_is_refused() {
    let scene = scene();
    for (line, why) in [
        ("match ./duel --a greedy", "two agents"),
        ("match ./duel --agents greedy,random,random", "--round-robin"),
        ("match ./duel --a 'uci:sh fake.sh crash' --b greedy", "no limit on its thinking"),
        ("match ./duel --a 'uci:./no-such-engine' --b greedy --movetime 10", "can't play"),
        ("match ./duel --a 'uci:true' --b greedy --movetime 10", "ended at once"),
        (
            "match ./duel --a 'uci:sleep 100' --b greedy --movetime 10 --patience 1",
            "does not answer",
        ),
        ("match ./duel --a greedy --b random --elo0 10 --elo1 0", "--elo0 is greater"),
        ("match ./duel --a greedy --b random --sprt --elo0 5 --elo1 5", "two different advantages"),
        ("match ./duel --a greedy --b random --sprt --decide", "cannot be used with"),
        ("match ./duel --a 'uci:x;fen=x' --b greedy", "fen=quadrille"),
        ("match ./duel --a mcts:depth=1 --b random", "takes no depth"),
        ("match ./duel --a 'uci:x;Hash' --b greedy", "Name=value"),
        ("match ./duel --a greedy --b random --tc 0", "seconds"),
    ] {
        scene.run(line).code(2).complains(why);
    }
    let engine = format!("uci:{} engine;go=depth 1", env!("CARGO_BIN_EXE_quadrille"));
    scene
        .run(&format!("match ./duel --a '{engine}' --b greedy"))
        .code(2)
        .complains("UCI_Variant=NAME");
}

#[test]
fn a_tournament_pairs_its_players_and_goes_on_after_an_interruption() {
    let scene = scene();
    let players = "--agents random,greedy,search:depth=1,mcts:4 --from random:2 -n 2 --format json";
    let all = scene.run(&format!("tournament ./duel {players}")).code(0).json();
    assert_eq!(all["games"], 12, "{all:#}");
    let standings = all["standings"].as_array().unwrap();
    let points: f64 = standings.iter().map(|row| row["points"].as_f64().unwrap()).sum();
    assert!((points - 12.0).abs() < 1e-9, "{all:#}");
    let gauntlet =
        scene.run(&format!("tournament ./duel {players} --system gauntlet")).code(0).json();
    assert_eq!(gauntlet["games"], 6);
    let line = format!(
        "tournament ./duel {players} --system swiss --rounds 3 --anchor greedy=1500 --out t.jsonl"
    );
    let whole = scene.run(&line).code(0).json();
    assert_eq!((&whole["games"], &whole["rounds"]), (&12.into(), &3.into()), "{whole:#}");
    let rows = whole["standings"].as_array().unwrap();
    let anchor = rows.iter().find(|row| row["name"] == "greedy").unwrap();
    assert_eq!((&anchor["elo"], &anchor["anchor"]), (&1500.0.into(), &true.into()));
    for row in rows {
        let met = row["against"].as_array().unwrap().iter().filter(|cell| !cell.is_null());
        assert_eq!(met.count(), 3, "each player meets three others: {whole:#}");
    }
    let text = fs::read_to_string(scene.dir.join("t.jsonl")).unwrap();
    let some: Vec<&str> = text.lines().take(6).collect();
    fs::write(scene.dir.join("t.jsonl"), some.join("\n") + "\n").unwrap();
    let resumed = scene.run(&format!("{line} --resume --jobs 1")).code(0).json();
    assert_eq!(resumed["standings"], whole["standings"]);
}

#[test]
fn a_tournament_that_can_t_be_played_is_refused() {
    let scene = scene();
    for (line, why) in [
        ("tournament ./duel --agents greedy", "two players"),
        ("tournament ./duel --agents greedy,greedy", "two players have the name"),
        ("tournament ./duel --agents greedy,random --rounds 2", "Swiss"),
        ("tournament ./duel --agents greedy,random --anchor greedi=1", "does not play"),
        ("tournament ./duel --agents greedy,random --anchor greedy", "greedy=1500"),
    ] {
        scene.run(line).code(2).complains(why);
    }
}
