//! Tests of runs in databases. Stored games must survive a crash, must not count twice, and must
//! not depend on how the run was split.

use std::process::Child;
use std::time::Duration;

use crate::common::{Ended, Scene, words};

/// The rules and agents of most runs in this file.
const RUN: &str = "playout ./duel --agents greedy,random --rotate --seed 9";

/// Returns the games of a database as text.
fn exported(scene: &Scene, name: &str) -> String {
    scene.run(&format!("export {name} --format json")).code(0).out
}

/// Plays the run without interruption into a new database, and returns its games.
fn whole(scene: &Scene, games: u32) -> String {
    scene.run(&format!("{RUN} -n {games} --out whole.db")).code(0);
    exported(scene, "whole.db")
}

/// Returns the part of a report that does not depend on the clock.
fn report(ended: &Ended) -> String {
    let mut json = ended.json();
    let fields = json.as_object_mut().unwrap();
    fields.retain(|key, _| key != "seconds" && !key.ends_with("_per_second"));
    json.to_string()
}

#[test]
fn a_run_that_is_gone_on_with_is_the_run_in_one_go() {
    let scene = Scene::duel();
    let once = scene.run(&format!("{RUN} -n 101 --out whole.db --format json")).code(0);
    scene.run(&format!("{RUN} -n 30 --out parts.db")).code(0);
    scene.run(&format!("{RUN} -n 67 --out parts.db --resume --jobs 2")).code(0);
    let last = scene.run(&format!("{RUN} -n 101 --out parts.db --resume --format json")).code(0);
    assert_eq!(report(&last), report(&once), "the report is of all games");
    assert_eq!(exported(&scene, "parts.db"), exported(&scene, "whole.db"));
    // No games are left to play, and the report still covers all games.
    let idle = scene.run(&format!("{RUN} -n 101 --out parts.db --resume --format json")).code(0);
    assert_eq!(report(&idle), report(&once));
    for form in ["csv", "ndjson"] {
        let of = |db| scene.run(&format!("export {db} --format {form}")).code(0).out;
        assert_eq!(of("parts.db"), of("whole.db"));
    }
}

#[test]
fn a_run_begins_where_there_is_none_to_go_on_with() {
    let scene = Scene::duel().file("empty.db", "");
    scene.run(&format!("{RUN} -n 20 --out new.db --resume")).code(0);
    scene.run(&format!("{RUN} -n 20 --out empty.db --resume")).code(0);
    assert_eq!(exported(&scene, "new.db"), exported(&scene, "empty.db"));
}

#[test]
fn parts_merge_into_the_run_in_one_go() {
    let scene = Scene::duel();
    let once = whole(&scene, 90);
    for (games, name) in [("0..25", "a.db"), ("25..26", "b.db"), ("26..90", "c.db")] {
        scene.run(&format!("{RUN} --games {games} --out {name}")).code(0);
    }
    scene.run("merge all.db c.db a.db b.db").code(0).says("90 games of duel (0..90, seed 9)");
    assert_eq!(exported(&scene, "all.db"), once);
    // A merged run can be continued like any other run.
    scene.run(&format!("{RUN} -n 95 --out all.db --resume")).code(0);
}

#[test]
fn machines_of_an_array_play_the_parts_of_a_run() {
    let scene = Scene::duel();
    let once = whole(&scene, 90);
    for part in 1..=4 {
        let run = scene.run(&format!("{RUN} -n 90 --part {part}/4 --out p{part}.db --resume"));
        run.code(0);
    }
    scene.run("merge all.db p1.db p2.db p3.db p4.db").code(0);
    assert_eq!(exported(&scene, "all.db"), once);
    scene.run(&format!("{RUN} -n 90 --part 5/4")).code(2).complains("there is no part 5 of 4");
    scene.run(&format!("{RUN} -n 2 --part 1/9")).code(2).complains("fewer parts");
}

#[test]
fn what_does_not_belong_together_is_not_merged() {
    let scene = Scene::duel();
    let games = |line: &str, range: &str, name: &str| {
        scene.run(&format!("{line} --games {range} --out {name}")).code(0);
    };
    games(RUN, "0..10", "a.db");
    games(RUN, "10..20", "b.db");
    games(RUN, "15..30", "over.db");
    games(RUN, "22..30", "gap.db");
    games("playout ./duel --agents greedy,random --rotate --seed 8", "10..20", "seed.db");
    games("playout ./duel --agents random,greedy --rotate --seed 9", "10..20", "agents.db");
    games("playout ./duel --agents greedy,random --seed 9", "10..20", "still.db");
    games(&format!("{RUN} --set STALEMATE=loss"), "10..20", "rules.db");
    let refused = |with: &str, why: &str| {
        scene.run(&format!("merge out.db a.db {with}")).code(2).complains(why);
        assert!(!scene.dir.join("out.db").exists());
    };
    refused("b.db over.db", "games 15..20 are in both b.db and over.db");
    refused("b.db gap.db", "games 20..22 are missing");
    refused("a.db", "games 0..10 are in both a.db and a.db");
    refused("seed.db", "seed.db is not part of the run of a.db: its seed is 8, not 9");
    refused("agents.db", "its list of agents is random,greedy, not greedy,random");
    refused("still.db", "its rotation is no, not yes");
    refused("rules.db", "its ruleset is duel with ends.STALEMATE=");
    scene.run("merge b.db a.db").code(2).complains("b.db already exists");
    scene.run("merge out.db a.db nowhere.db").code(3).complains("nowhere.db: ");
    scene.run("merge nowhere/out.db a.db b.db").code(3).complains("nowhere/out.db: ");
    scene.run("merge out.db a.db duel/ends.rhai").code(3).complains("not a database");
    let left: Vec<_> = std::fs::read_dir(&scene.dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.contains(".part"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn another_run_is_not_gone_on_with() {
    let scene = Scene::duel().file("text.db", "This is a text and no database at all.\n".repeat(9));
    scene.run(&format!("{RUN} -n 10 --out a.db")).code(0);
    let before = std::fs::read(scene.dir.join("a.db")).unwrap();
    let refused = |line: &str, code: i32, why: &str| {
        scene.run(line).code(code).complains(why);
    };
    refused(&format!("{RUN} -n 20 --out a.db"), 2, "a.db already exists");
    refused(&format!("{RUN} -n 5 --out a.db --resume"), 2, "--games 0..10");
    refused(&format!("{RUN} --games 5..20 --out a.db --resume"), 2, "--games 0..10");
    let other = "playout ./duel --agents greedy,random --rotate --seed 8 -n 10 --out a.db --resume";
    refused(other, 2, "a.db holds another run: its seed is 9, not 8");
    let limited = format!("{RUN} --ply-limit 7 -n 10 --out a.db --resume");
    refused(&limited, 2, "its ply limit is the ruleset's, not 7");
    refused(&format!("{RUN} -n 10 --out text.db --resume"), 3, "text.db: not a database");
    refused(&format!("{RUN} -n 10 --out duel --resume"), 3, "duel: not a regular file");
    let one_file = format!("{RUN} -n 20 --out b.db --records all.pgn4 --resume");
    refused(&one_file, 2, "--records all.pgn4/");
    refused("export text.db", 3, "text.db: not a database");
    refused("export nowhere.db", 3, "nowhere.db: ");
    assert_eq!(std::fs::read(scene.dir.join("a.db")).unwrap(), before, "nothing was touched");
}

/// Changes a database directly by SQL. The change stands for one that another version of the
/// program could have made.
fn altered(scene: &Scene, name: &str, sql: &str) {
    let db = rusqlite::Connection::open(scene.dir.join(name)).unwrap();
    db.execute_batch(sql).unwrap();
}

#[test]
fn databases_of_other_versions_and_of_others_are_refused() {
    let scene = Scene::duel();
    for name in ["a.db", "old.db", "tables.db"] {
        scene.run(&format!("{RUN} -n 10 --out {name}")).code(0);
    }
    altered(
        &scene,
        "old.db",
        "UPDATE run SET version = '0.0.1'; UPDATE run SET first = 10, past = 20; UPDATE game SET game = game + 10",
    );
    altered(&scene, "tables.db", "PRAGMA user_version = 99");
    altered(&scene, "foreign.db", "CREATE TABLE game (x)");
    scene.run("merge out.db a.db old.db").code(2).complains("its program's version is 0.0.1, not ");
    scene.run("merge out.db a.db tables.db").code(3).complains("version 99");
    scene.run("export foreign.db").code(3).complains("not one written by `playout`");
    let line = format!("{RUN} -n 10 --out foreign.db --resume");
    scene.run(&line).code(3).complains("not one written by `playout`");
}

#[test]
fn a_part_with_missing_games_is_finished_before_it_is_merged() {
    let scene = Scene::duel();
    scene.run(&format!("{RUN} -n 20 --out a.db")).code(0);
    altered(&scene, "a.db", "DELETE FROM game WHERE game IN (3, 4, 17)");
    scene.run("merge out.db a.db").code(2).complains("a.db lacks 3 of its 20 games: 3..5, 17..18");
    scene.run(&format!("{RUN} -n 20 --out a.db --resume")).code(0);
    scene.run("merge out.db a.db").code(0);
    assert_eq!(exported(&scene, "out.db"), whole(&scene, 20));
}

#[test]
fn exports_have_a_value_in_every_column() {
    let scene = Scene::duel();
    scene.run(&format!("{RUN} -n 12 --out a.db")).code(0);
    scene.run("export a.db -o a.csv").code(0);
    let csv = scene.read("a.csv");
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 13);
    assert!(rows.iter().all(|row| row.len() == rows[0].len()));
    let place = |name: &str| rows[0].iter().position(|column| *column == name).unwrap();
    // Agents change seats within a block of two games with the same seed.
    let of = |row: usize, name: &str| rows[row][place(name)];
    assert_eq!([of(1, "block"), of(2, "block"), of(3, "block")], ["0", "0", "1"]);
    assert_eq!([of(1, "agent_white"), of(2, "agent_white")], ["greedy", "random"]);
    assert_eq!([of(1, "agent_black"), of(2, "agent_black")], ["random", "greedy"]);
    let ended: Vec<usize> = (1..=12).filter(|row| of(*row, "outcome") != "stopped").collect();
    assert!(!ended.is_empty());
    for row in ended {
        let sum: f64 = ["utility_white", "utility_black"]
            .iter()
            .map(|name| of(row, name).parse::<f64>().unwrap())
            .sum();
        assert!((sum - 1.0).abs() < 1e-6, "a game is shared whole");
        assert_eq!(of(row, "plies"), of(row, "length"));
    }
    scene.run("export a.db -o nowhere/a.csv").code(3).complains("nowhere/a.csv: ");
}

#[test]
fn a_failing_script_is_kept_with_its_game() {
    let scene = Scene::duel_with(
        "/// Fails in long games.\nfn on_capture(game, seat, piece, square) { if game.ply > 6 { throw \"no\"; } }",
    );
    let line = "playout ./duel -n 40 --out a.db";
    scene.run(line).code(4);
    let games = scene.run("export a.db --format json").code(0).json();
    let failed = games["games"].as_array().unwrap().iter().filter(|g| g["outcome"] == "failed");
    assert!(failed.clone().count() > 0);
    assert!(failed.clone().all(|g| g["hook"].is_string() && g["results"].is_null()));
    scene.run(&format!("{line} --resume")).code(4).says("Stopped by a failing script");
}

/// A run of the program in the background. It is always killed at the end of the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn running(scene: &Scene, line: &str) -> Running {
    let mut command = scene.command(&words(line));
    command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
    Running(command.spawn().unwrap())
}

#[test]
fn a_database_in_use_is_left_alone() {
    let scene = Scene::duel();
    let line = format!("{RUN} -n 100000000 --out a.db --resume");
    let mut first = running(&scene, &line);
    // The database has contents as soon as its log grows.
    let log = scene.dir.join("a.db-wal");
    for _ in 0..2000 {
        if std::fs::metadata(&log).is_ok_and(|meta| meta.len() > 50_000) {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    scene.run(&line).code(3).complains("a.db: it is in use by another process");
    scene.run("export a.db").code(3).complains("it is in use by another process");
    scene.run("merge out.db a.db").code(3).complains("it is in use by another process");
    assert!(first.0.try_wait().unwrap().is_none(), "the first goes on");
    first.0.kill().unwrap();
    first.0.wait().unwrap();
    scene.run("export a.db --format ndjson").code(0).says("\"game\":0,");
}

/// Kills a run repeatedly, and checks the stored games each time.
fn killed(kills: u32, games: u32) {
    let scene = Scene::duel();
    let line = format!("{RUN} -n {games} --jobs 2 --out a.db --resume");
    let mut kept: Vec<String> = Vec::new();
    let mut amid = 0;
    for kill in 0..kills {
        let mut run = running(&scene, &line);
        std::thread::sleep(Duration::from_millis(u64::from(60 + kill * 7919 % 240)));
        let done = run.0.try_wait().unwrap().is_some();
        let _ = run.0.kill();
        run.0.wait().unwrap();
        if !std::fs::metadata(scene.dir.join("a.db")).is_ok_and(|meta| meta.len() > 8192)
            && !scene.dir.join("a.db-wal").exists()
        {
            continue;
        }
        let ended = scene.run("export a.db --format ndjson");
        if ended.code != Some(0) {
            assert!(kept.is_empty(), "{}", ended.err);
            continue;
        }
        let now: Vec<String> = ended.out.lines().map(str::to_owned).collect();
        let mut later = now.iter();
        let all_there = kept.iter().all(|game| later.any(|other| other == game));
        assert!(all_there, "a game that was kept is gone after kill {kill}");
        amid += u32::from(!done && now.len() > kept.len());
        kept = now;
    }
    assert!(amid > 0, "no kill came while games were being kept");
    scene.run(&line).code(0);
    assert_eq!(exported(&scene, "a.db"), whole(&scene, games));
}

#[test]
fn killed_runs_lose_no_game_that_was_kept_and_count_none_twice() {
    killed(5, 4000);
}

#[test]
#[ignore = "takes minutes"]
fn fifty_kills_lose_no_game_that_was_kept_and_count_none_twice() {
    killed(50, 60_000);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing() {
    let scene = Scene::duel();
    let line = format!("{RUN} -n 3000 --out a.db");
    // Files can't exceed a number of blocks, as on a full disk.
    let limited =
        format!("trap '' XFSZ; ulimit -f 1000; exec {} {line}", env!("CARGO_BIN_EXE_quadrille"));
    let mut shell = std::process::Command::new("sh");
    let output = shell.args(["-c", &limited]).current_dir(&scene.dir).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(
        said.contains("a.db: ") && said.contains("games saved, `--resume` continues"),
        "{said}"
    );
    let kept = scene.run("export a.db --format ndjson").code(0).out.lines().count();
    assert!(said.contains(&format!("{kept} games saved")), "{kept}: {said}");
    assert!(0 < kept && kept < 3000, "{kept}");
    scene.run(&format!("{line} --resume")).code(0);
    assert_eq!(exported(&scene, "a.db"), whole(&scene, 3000));
    scene.run("export a.db -o /dev/full").code(3).complains("/dev/full: ");
}

/// Returns the names in the folder.
fn listing(scene: &Scene) -> Vec<String> {
    let entries = std::fs::read_dir(&scene.dir).unwrap().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn reading_a_database_writes_nothing_beside_it() {
    let scene = Scene::duel();
    scene.run(&format!("{RUN} --games 0..5 --out 'a b%3f?.db'")).code(0);
    scene.run(&format!("{RUN} --games 5..9 --out c.db")).code(0);
    let before = listing(&scene);
    // A program with write access would find lock files during reading.
    let (part, watched) = (scene.dir.clone(), std::sync::atomic::AtomicBool::new(true));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while watched.load(std::sync::atomic::Ordering::Relaxed) {
                let names = std::fs::read_dir(&part).unwrap().flatten();
                let lock = names.map(|name| name.file_name().to_string_lossy().into_owned());
                let locks: Vec<String> = lock.filter(|name| name.contains("-shm")).collect();
                assert!(locks.is_empty(), "{locks:?}");
            }
        });
        let games = scene.run("export 'a b%3f?.db' --format ndjson").code(0).out.lines().count();
        watched.store(false, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(games, 5);
    });
    assert_eq!(listing(&scene), before);
    scene.run("merge all.db 'a b%3f?.db' c.db").code(0);
    std::fs::remove_file(scene.dir.join("all.db")).unwrap();
    assert_eq!(listing(&scene), before);
}

#[test]
fn a_database_with_a_game_outside_its_run_is_refused() {
    let scene = Scene::duel();
    scene.run(&format!("{RUN} -n 5 --out a.db")).code(0);
    for game in ["9223372036854775807", "-1", "700"] {
        std::fs::copy(scene.dir.join("a.db"), scene.dir.join("b.db")).unwrap();
        altered(&scene, "b.db", &format!("UPDATE game SET game = {game} WHERE game = 4"));
        for line in ["merge m.db b.db", &format!("{RUN} -n 5 --out b.db --resume")] {
            scene.run(line).code(3).complains("but its run has the games 0..5");
        }
    }
}

#[test]
fn a_database_with_other_tables_is_refused() {
    let scene = Scene::duel();
    scene.run(&format!("{RUN} -n 3 --out a.db")).code(0);
    let path = scene.dir.join("a.db");
    let endless = "ALTER TABLE game RENAME TO real;
        CREATE VIEW game AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n)
        SELECT real.* FROM real, n;";
    for change in [endless, "CREATE TRIGGER t AFTER INSERT ON game BEGIN DELETE FROM game; END;"] {
        let copy = scene.dir.join("b.db");
        std::fs::copy(&path, &copy).unwrap();
        rusqlite::Connection::open(&copy).unwrap().execute_batch(change).unwrap();
        for line in ["export b.db", "merge m.db b.db", &format!("{RUN} -n 9 --out b.db --resume")] {
            scene.run(line).code(3).complains("its tables are not the ones that `playout` makes");
        }
        std::fs::remove_file(&copy).unwrap();
    }
}

#[test]
fn a_database_with_a_damaged_page_is_refused() {
    let scene = Scene::duel();
    scene.run(&format!("{RUN} -n 20 --out a.db")).code(0);
    let path = scene.dir.join("a.db");
    let mut bytes = std::fs::read(&path).unwrap();
    let last = bytes.len() - 4096;
    bytes[last..].fill(0xa5);
    std::fs::write(&path, bytes).unwrap();
    for line in ["export a.db", "merge m.db a.db", &format!("{RUN} -n 20 --out a.db --resume")] {
        scene.run(line).code(3).complains("a.db: it is damaged");
    }
}

#[test]
fn a_record_says_nothing_about_where_the_files_are() {
    let scene = Scene::duel();
    let geometry = format!("{}\n[presets.x]\nabout = \"X\"\n", scene.read("duel/geometry.toml"));
    let scene = scene.file("duel/geometry.toml", geometry);
    let folder = scene.dir.join("duel").display().to_string();
    for (name, tag) in [(folder.clone(), "duel"), (format!("{folder}@x"), "duel@x")] {
        scene.run(&format!("playout {name} -n 1 --records g.pgn4")).code(0);
        let text = scene.read("g.pgn4");
        assert!(text.starts_with(&format!("[Ruleset \"{tag}\"]\n")), "{text}");
        assert!(!text.contains(&*scene.dir.display().to_string()), "{text}");
        scene.run("replay g.pgn4 --rulesets .").code(0);
    }
}

#[test]
fn the_moves_of_stored_games_can_be_had_while_their_rules_are_at_hand() {
    let scene = Scene::duel();
    scene.run(&format!("{RUN} -n 6 --out games.db --records games.pgn4")).code(0);
    let all = scene.run("export games.db --format pgn").code(0).out;
    assert_eq!(all, scene.read("games.pgn4"));
    let one = scene.run("export games.db --format pgn --games 4..5").code(0).out;
    assert!(all.contains(&one) && one.contains("[Game \"4\"]") && !one.contains("[Game \"5\"]"));
    let table = scene.run("export games.db --format ndjson --games 4..6").code(0).out;
    assert_eq!(table.lines().count(), 2);
    // The rules have changed.
    let geometry = scene.read("duel/geometry.toml").replace("ply_limit = 200", "ply_limit = 20");
    let scene = scene.file("duel/geometry.toml", geometry);
    scene
        .run("export games.db --format pgn")
        .code(2)
        .complains("the games were played by rules of `duel`");
}

/// Parses a CSV table. Each row maps the names of columns to cells.
fn cells(csv: &str) -> Vec<std::collections::BTreeMap<&str, &str>> {
    let mut lines = csv.lines().map(|line| line.split(','));
    let head: Vec<&str> = lines.next().expect("a head").collect();
    lines.map(|line| head.iter().copied().zip(line).collect()).collect()
}

#[test]
fn points_are_exported_with_games_and_with_plies() {
    let scene = Scene::duel();
    scene.run("playout chesscom-ffa -n 3 --agents greedy --out ffa.db --series").code(0);
    let json = scene.run("export ffa.db --format json").code(0).json();
    let games = scene.run("export ffa.db").code(0).out;
    let plies = scene.run("export ffa.db --series").code(0).out;
    let (games, plies) = (cells(&games), cells(&plies));
    for (number, game) in games.iter().enumerate() {
        let last = plies.iter().rfind(|ply| ply["game"] == game["game"]).expect("its plies");
        let points = json["games"][number]["counters"]["points"].as_array().expect("a list");
        assert!(points.iter().any(|points| points.as_i64() > Some(0)));
        for (seat, points) in ["red", "blue", "yellow", "green"].into_iter().zip(points) {
            let column = format!("counter_points_{seat}");
            assert_eq!(game[&*column], points.to_string());
            assert_eq!(last[&*column], points.to_string());
        }
        let progress = &json["games"][number]["counters"]["progress_at"];
        assert_eq!(game["counter_progress_at"], progress[0].to_string(), "one for the game");
    }
    scene.run("playout ./duel -n 2 --out duel.db").code(0);
    assert!(!scene.run("export duel.db").code(0).out.contains("counter_"));
    // A merged run contains the counters too.
    scene.run("playout chesscom-ffa --games 3..4 --agents greedy --out more.db --series").code(0);
    scene.run("merge all.db ffa.db more.db").code(0);
    let merged = scene.run("export all.db").code(0).out;
    assert_eq!(cells(&merged)[..3], games);
}
