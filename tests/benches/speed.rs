//! The speed of the engine as ratios to a dedicated chess library, measured in the same run.
//!
//! `cargo bench -p quadrille-tests --bench speed` prints a table, which docs/results/performance.md
//! explains. Every count is asserted, so that a faster wrong answer does not pass.

#![expect(clippy::print_stdout, reason = "a bench reports on standard output")]

use std::hint::black_box;
use std::time::Instant;

use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::{CompiledRules, Hooks, game};
use quadrille_dsl::load;
use quadrille_study::sim::Plan;
use quadrille_tests::games::{median, plan, summary};
use quadrille_tests::{Disk, OrthodoxEnds, orthodox};

/// The number of measurements. The table has their medians.
const MEASUREMENT_ROUNDS: usize = 11;
/// The number of games of a playout measurement, for each job.
const GAMES_PER_JOB: u64 = 2000;
/// The ply limit of playouts.
const PLY_LIMIT: u32 = 400;

/// A task to be measured.
struct Work<'a> {
    name: &'a str,
    /// The name of the task with which this task is compared. The ratio is this task's speed
    /// divided by the speed of that other task.
    against: Option<&'a str>,
    /// Runs the task, and returns its number of units of work.
    run: Box<dyn FnMut() -> u64 + 'a>,
    /// Units per second in each round.
    rates: Vec<f64>,
}

fn main() {
    let chess = CompiledRules::new(orthodox()).expect("the rules in Rust are rules");
    let shipped = |name| load(&Disk::new(), name, &[]).expect("shipped rulesets load");
    let [orthodox, teams, verney] =
        ["orthodox-chess", "chesscom-teams", "verney-1881"].map(shipped);
    let (orthodox_hooks, teams_hooks) = (orthodox.hooks(), teams.hooks());
    let (depth, leaves) = (6, 119_060_324);

    let cozy = "cozy-chess, perft 6";
    let cozy_plies = "cozy-chess, random plies with a legal list";
    let teams_plies = "chesscom-teams, random plies";
    let mut works = Vec::new();
    let mut work = |name, against, run: Box<dyn FnMut() -> u64>| {
        works.push(Work { name, against, run, rates: Vec::new() });
    };
    work(
        cozy,
        None,
        Box::new(|| {
            let nodes = cozy_perft(&cozy_chess::Board::default(), depth);
            assert_eq!(nodes, leaves);
            nodes
        }),
    );
    work(
        "orthodox chess (rules in Rust), perft 6",
        Some(cozy),
        Box::new(|| counted(&chess, &OrthodoxEnds, depth, leaves)),
    );
    work(
        "orthodox-chess, perft 6",
        Some(cozy),
        Box::new(|| counted(&orthodox.rules, orthodox_hooks.as_ref(), depth, leaves)),
    );
    work(
        "chesscom-teams, perft 5",
        Some(cozy),
        Box::new(|| counted(&teams.rules, teams_hooks.as_ref(), 5, 3_452_310)),
    );
    work(cozy_plies, None, Box::new(|| (0..GAMES_PER_JOB).map(cozy_playout).sum()));
    work(
        "orthodox chess (rules in Rust), random plies",
        Some(cozy_plies),
        Box::new(|| playouts(&chess, || Box::new(OrthodoxEnds), 1)),
    );
    work(
        "orthodox-chess, random plies",
        Some(cozy_plies),
        Box::new(|| playouts(&orthodox.rules, || orthodox.hooks(), 1)),
    );
    work(
        "orthodox-chess, random plies with a legal list",
        Some(cozy_plies),
        Box::new(|| {
            let hooks = orthodox.hooks();
            (0..GAMES_PER_JOB)
                .map(|index| listed_playout(&orthodox.rules, hooks.as_ref(), index))
                .sum()
        }),
    );
    work(teams_plies, Some(cozy_plies), Box::new(|| playouts(&teams.rules, || teams.hooks(), 1)));
    work(
        "the same, two jobs against one",
        Some(teams_plies),
        Box::new(|| playouts(&teams.rules, || teams.hooks(), 2)),
    );
    work(
        "the same with metrics, against without",
        Some(teams_plies),
        Box::new(|| {
            let plan = Plan { measure: true, ..plan(GAMES_PER_JOB, Some(PLY_LIMIT)) };
            summary(&teams.rules, &|| teams.hooks(), &plan).plies
        }),
    );
    work(
        "verney-1881, random plies, against Teams",
        Some(teams_plies),
        Box::new(|| playouts(&verney.rules, || verney.hooks(), 1)),
    );
    work(
        "verney-1881, loaded from its folder",
        None,
        Box::new(|| {
            black_box(shipped("verney-1881"));
            1
        }),
    );

    // The tasks take turns, so that other load affects all of them equally.
    for _ in 0..MEASUREMENT_ROUNDS {
        for work in &mut works {
            let start = Instant::now();
            let units = black_box((work.run)());
            work.rates.push(units as f64 / start.elapsed().as_secs_f64());
        }
    }
    for work in &works {
        let rate = median(work.rates.clone());
        let Some(against) = work.against else {
            match rate {
                ..1e5 => println!("{:<48} {:>9.2} ms", work.name, 1e3 / rate),
                _ => println!("{:<48} {:>9.2} M/s", work.name, rate / 1e6),
            }
            continue;
        };
        let yardstick = works.iter().find(|work| work.name == against).expect("it is in the list");
        let ratios = work.rates.iter().zip(&yardstick.rates).map(|(rate, other)| rate / other);
        println!("{:<48} {:>9.2} M/s  {:>6.3} x", work.name, rate / 1e6, median(ratios.collect()));
    }
}

/// Runs a perft from the start, and checks that it has this number of leaves.
fn counted(rules: &CompiledRules, hooks: &dyn Hooks, depth: u32, leaves: u64) -> u64 {
    let mut game = game::start(rules, hooks).expect("the game starts");
    assert_eq!(game.perft(depth), Ok(leaves));
    leaves
}

fn playouts<'a>(
    rules: &'a CompiledRules,
    hooks: impl Fn() -> Box<dyn Hooks + 'a> + Sync + 'a,
    jobs: usize,
) -> u64 {
    summary(rules, &hooks, &Plan { jobs, ..plan(GAMES_PER_JOB * jobs as u64, Some(PLY_LIMIT)) })
        .plies
}

/// Plays one random game in the same way as the dedicated library does: lists all legal moves at
/// each ply and draws one.
fn listed_playout(rules: &CompiledRules, hooks: &dyn Hooks, index: u64) -> u64 {
    let mut game = game::start(rules, hooks).expect("the game starts");
    for ply in 0..PLY_LIMIT {
        let actions = game.actions().expect("no hook fails");
        if actions.is_empty() {
            return u64::from(ply);
        }
        let mut rng = Rng::new(1, index, Stream::Agent, u64::from(ply & 1), u64::from(ply));
        let n = rng.below(actions.len() as u32) as usize;
        game.play_nth(n).expect("it is in the list");
    }
    u64::from(PLY_LIMIT)
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

/// Plays one random game with the dedicated library: lists all legal moves at each ply and draws
/// one. The game ends if there is no legal move, or at the same ply limit. The library has no draw
/// rules.
fn cozy_playout(index: u64) -> u64 {
    let mut board = cozy_chess::Board::default();
    let mut list: Vec<cozy_chess::Move> = Vec::with_capacity(256);
    for ply in 0..PLY_LIMIT {
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
    u64::from(PLY_LIMIT)
}
