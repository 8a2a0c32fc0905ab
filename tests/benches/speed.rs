//! How fast the engine is, as ratios to a dedicated chess library measured in the same run.
//!
//! `cargo bench -p quadrille-tests --bench speed` prints a table; docs/performance.md says how to
//! read it. Every count is asserted, so that a faster wrong answer does not pass.

#![expect(clippy::print_stdout, reason = "a bench reports on standard output")]

use std::hint::black_box;
use std::time::Instant;

use quadrille_core::playout::Plan;
use quadrille_core::rng::{Rng, Stream};
use quadrille_core::{Hooks, Ruleset, game};
use quadrille_dsl::load;
use quadrille_tests::games::{plan, summary};
use quadrille_tests::{Disk, OrthodoxEnds, orthodox};

/// Repetitions of each measurement; the median counts.
const RUNS: usize = 5;
/// Games of a playout measurement.
const GAMES: u64 = 400;
/// Where playouts are cut.
const CUT: u32 = 400;

fn main() {
    let chess = Ruleset::new(orthodox()).expect("the rules in Rust are rules");
    let (depth, leaves) = (6, 119_060_324);

    let cozy = median(|| {
        let nodes = cozy_perft(&cozy_chess::Board::default(), depth);
        assert_eq!(nodes, leaves);
        nodes
    });
    let ours = median(|| {
        let mut game = game::start(&chess, &OrthodoxEnds).expect("the game starts");
        assert_eq!(game.perft(depth), Ok(leaves));
        leaves
    });
    report("cozy-chess, perft 6", cozy, cozy);
    report("orthodox chess (rules in Rust), perft 6", ours, cozy);

    let cozy_games = median(|| (0..GAMES).map(cozy_playout).sum());
    report("cozy-chess, random plies with a legal list", cozy_games, cozy_games);
    let ours_games = median(|| playouts(&chess, || Box::new(OrthodoxEnds), 1));
    report("orthodox chess (rules in Rust), random plies", ours_games, cozy_games);

    for (name, depth, leaves) in
        [("orthodox-chess", depth, leaves), ("chesscom-teams", 5, 3_452_310)]
    {
        let loaded = load(&Disk::new(), name, &[]).expect("shipped rulesets load");
        let hooks = loaded.hooks();
        let rate = median(|| {
            let mut game = game::start(&loaded.rules, hooks.as_ref()).expect("the game starts");
            assert_eq!(game.perft(depth), Ok(leaves));
            leaves
        });
        report(&format!("{name}, perft {depth}"), rate, cozy);
    }
    let mut teams = 0.0;
    for name in ["orthodox-chess", "chesscom-teams", "verney-1881"] {
        let loaded = load(&Disk::new(), name, &[]).expect("shipped rulesets load");
        let rate = median(|| playouts(&loaded.rules, || loaded.hooks(), 1));
        report(&format!("{name}, random plies"), rate, cozy_games);
        match name {
            "chesscom-teams" => {
                teams = rate;
                let two = median(|| playouts(&loaded.rules, || loaded.hooks(), 2));
                println!("{:<48} {:>21.3} x", "two jobs against one", two / rate);
            }
            "verney-1881" => println!("{:<48} {:>21.3} x", "Verney against Teams", rate / teams),
            _ => {}
        }
    }
    let loading = median(|| {
        load(&Disk::new(), "verney-1881", &[]).expect("shipped rulesets load");
        1
    });
    println!("{:<48} {:>9.2} ms", "verney-1881, loaded from its folder", 1e3 / loading);
}

fn report(name: &str, rate: f64, yardstick: f64) {
    println!("{name:<48} {:>9.2} M/s  {:>6.3} x", rate / 1e6, rate / yardstick);
}

/// Units of work a second: the median of several runs.
fn median(mut work: impl FnMut() -> u64) -> f64 {
    let mut rates: Vec<f64> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            let units = black_box(work());
            units as f64 / start.elapsed().as_secs_f64()
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    rates[RUNS / 2]
}

fn playouts<'a>(
    rules: &'a Ruleset,
    hooks: impl Fn() -> Box<dyn Hooks + 'a> + Sync + 'a,
    jobs: usize,
) -> u64 {
    summary(rules, &hooks, &Plan { jobs, ..plan(GAMES, Some(CUT)) }).plies
}

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
        return nodes;
    }
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            nodes += cozy_perft(&next, depth - 1);
        }
        false
    });
    nodes
}

/// One random game: a list of all legal moves each ply, one of them drawn; no draw rules but
/// the end of moves, cut like ours.
fn cozy_playout(index: u64) -> u64 {
    let mut board = cozy_chess::Board::default();
    let mut list: Vec<cozy_chess::Move> = Vec::with_capacity(256);
    for ply in 0..CUT {
        list.clear();
        board.generate_moves(|moves| {
            list.extend(moves);
            false
        });
        if list.is_empty() {
            return u64::from(ply);
        }
        let mut rng = Rng::new(1, index, Stream::Agent, u64::from(ply & 1), u64::from(ply));
        let n = rng.below(list.len() as u32) as usize;
        board.play_unchecked(list[n]);
    }
    u64::from(CUT)
}
