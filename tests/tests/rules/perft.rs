//! Tests of perft tables, which contain counts from independent engines. There is one file for each
//! ruleset, and one test for all files.
//!
//! Each line contains a position, a depth and the number of leaves, separated by tabs. The position
//! `start` is the array. A file has the name of its ruleset, which may be a preset (`id@preset`).
//! If a ruleset has several files, a `+` separates the name of the ruleset from the rest. Rulesets
//! that are not shipped are recipes of the cookbook, or are stored beside the tables.

use std::fs;
use std::path::Path;

use quadrille_core::game;
use quadrille_dsl::{fen, load};
use quadrille_tests::Disk;

/// The maximum number of leaves of a line that a quick run checks. `cargo test --release --
/// --include-ignored` checks the other lines.
const QUICK: u64 = if cfg!(debug_assertions) { 600_000 } else { u64::MAX };

fn check(file: &str) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let name = file.trim_end_matches(".perft");
    let name = name.split_once('+').map_or(name, |(ruleset, _)| ruleset);
    let loaded =
        load(&Disk::new(), name, &[]).unwrap_or_else(|errors| panic!("{name}: {errors:#?}"));
    let hooks = loaded.hooks();
    let text = fs::read_to_string(data.join(file)).expect("the table is there");
    let mut lines = 0;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let mut cells = line.split('\t');
        let (Some(position), Some(depth), Some(leaves)) =
            (cells.next(), cells.next(), cells.next())
        else {
            panic!("{file}: not three cells: {line}")
        };
        let (depth, leaves): (u32, u64) =
            (depth.parse().expect("a depth"), leaves.parse().expect("a count"));
        if leaves > QUICK {
            continue;
        }
        let mut game = if position == "start" {
            game::start(&loaded.rules, hooks.as_ref()).expect("the game starts")
        } else {
            let setup =
                fen::read(&loaded.rules, position).unwrap_or_else(|e| panic!("{position}: {e:?}"));
            game::resume(&loaded.rules, hooks.as_ref(), &setup)
                .unwrap_or_else(|e| panic!("{position}: {e:?}"))
        };
        game::validate(&mut *game).unwrap_or_else(|error| panic!("{position}: {error}"));
        assert_eq!(game.perft(depth), Ok(leaves), "{file}: depth {depth} from {position}");
        lines += 1;
    }
    assert!(lines > 0, "{file} has no line that was counted");
}

macro_rules! tables {
    ($($test:ident: $file:literal,)*) => { $(#[test] fn $test() { check($file); })* };
}

tables! {
    orthodox_chess: "orthodox-chess.perft",
    castling_king_stays: "king-stays.perft",
    castling_rook_stays: "rook-stays.perft",
    chesscom_chaturaji: "chesscom-chaturaji.perft",
    loeb: "loeb-1983.perft",
    los_alamos_vierschach: "los-alamos-vierschach.perft",
    bughouse: "bughouse.perft",
    chesscom_teams: "chesscom-teams.perft",
    chesscom_teams_old_array: "chesscom-teams@old.perft",
    chess960: "chess960.perft",
    shatranj: "shatranj.perft",
    capablanca: "capablanca.perft",
    antichess: "antichess.perft",
    racing_kings: "racing-kings.perft",
    atomic: "atomic.perft",
    crazyhouse: "crazyhouse.perft",
    minishogi: "minishogi.perft",
    shogi: "shogi.perft",
    berolina: "berolina.perft",
    coregal: "coregal.perft",
    draughts: "draughts.perft",
    duck: "duck.perft",
    extinction: "extinction.perft",
    horde: "horde.perft",
    janggi: "janggi.perft",
    janggi_traditional: "janggi@traditional.perft",
    janggi_play_on: "janggi@play-on.perft",
    makruk: "makruk.perft",
    placement: "placement.perft",
    pocket_knight: "pocket-knight.perft",
    seirawan: "seirawan.perft",
    sittuyin: "sittuyin.perft",
    spartan: "spartan.perft",
    xiangqi: "xiangqi.perft",
    seven_kingdoms: "seven-kingdoms.perft",
    enochian: "enochian-1994.perft",
    hand_and_brain: "hand-and-brain.perft",
    bosworth: "bosworth-1998.perft",
    dessau: "dessau-1784.perft",
    quatrochess: "quatrochess-1986.perft",
    forchess: "forchess-1975.perft",
    djambi: "djambi-1975.perft",
    lutze: "lutze-vierschach.perft",
    lange: "lange-1856.perft",
    octo: "octo-chess.perft",
    yonin_shogi: "yonin-shogi-1993.perft",
}

#[test]
#[ignore = "counts ten million leaves"]
fn chess960_arrays() {
    check("chess960+starts.perft");
}
