//! The strength of agents against each other, and the speed of their searches.
//!
//! `cargo bench -p quadrille-tests --bench strength` plays the ladder of docs/reference/agents.md;
//! `… --bench strength -- verney-1881 mcts:500/greedy 40` plays one match of 40 blocks. A block is
//! two games with the same seed, and the two agents exchange sides in the second game. If there are
//! two teams, each team is a side. Otherwise, the seats at odd places form one side, and the seats
//! at even places form the other. The intervals are computed from blocks.

#![expect(clippy::print_stdout, reason = "a bench reports on standard output")]

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use quadrille_agents::AgentSpec;
use quadrille_core::numeric::math::student_quantile;
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::rules::{Ending, SeatResult};
use quadrille_core::{Outcome, Spec, game};
use quadrille_dsl::load;
use quadrille_study::sim::{Plan, run};
use quadrille_tests::Disk;
use quadrille_tests::games::plan;

/// The ply limit of games. Games that reach it count as even.
const PLY_LIMIT: u32 = 400;

/// A rung: the stronger agent, the weaker agent, and the number of blocks.
type Rung = (&'static str, &'static str, u64);

/// The rungs for each ruleset.
const LADDER: [(&str, &[Rung]); 5] = [
    ("verney-1881", &TWO_SIDES),
    ("chesscom-teams", &TWO_SIDES),
    ("chesscom-ffa", &MANY_SIDES),
    ("four-seasons-1283", &MANY_SIDES),
    ("nava-2018", &TWO_SIDES),
];
const TWO_SIDES: [Rung; 9] = [
    ("greedy", "random", 40),
    ("search:depth=1", "greedy", 20),
    ("search:depth=2", "search:depth=1", 20),
    ("search:depth=3", "search:depth=2", 16),
    ("mcts:250", "greedy", 16),
    ("mcts:1000", "mcts:250", 16),
    ("mcts:4000", "mcts:1000", 6),
    ("mcts:250", "search:depth=2", 20),
    ("mcts:1000", "search:depth=2", 12),
];
const MANY_SIDES: [Rung; 10] = [
    ("greedy", "random", 40),
    ("search-paranoid:depth=2", "greedy", 20),
    ("search-maxn:depth=2", "greedy", 16),
    ("search:depth=2", "greedy", 16),
    ("mcts:250", "greedy", 16),
    ("mcts:1000", "mcts:250", 12),
    ("mcts:4000", "mcts:1000", 4),
    ("mcts:250", "search-paranoid:depth=2", 16),
    ("mcts:1000", "search-paranoid:depth=2", 10),
    ("mcts:1000", "search-maxn:depth=2", 10),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if let [ruleset, rest @ ..] = words.as_slice() {
        let blocks = rest.iter().find_map(|word| word.parse().ok()).unwrap_or(20);
        let pairs: Vec<_> = rest.iter().filter_map(|word| word.split_once('/')).collect();
        for (strong, weak) in &pairs {
            play(ruleset, strong, weak, blocks);
        }
        if pairs.is_empty() {
            speed(
                ruleset,
                &["search:depth=2", "search-paranoid:depth=3", "search-maxn:depth=2", "mcts:1000"],
            );
        }
        return;
    }
    for (ruleset, rungs) in LADDER {
        for (strong, weak, blocks) in rungs {
            play(ruleset, strong, weak, *blocks);
        }
    }
    for (ruleset, _) in LADDER {
        speed(
            ruleset,
            &["search-paranoid:depth=2", "search-maxn:depth=2", "search:depth=2", "mcts:1000"],
        );
    }
}

fn agent(text: &str) -> AgentSpec {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Plays a match and prints the result.
fn play(ruleset: &str, strong: &str, weak: &str, blocks: u64) {
    let loaded = load(&Disk::new(), ruleset, &[]).expect("shipped rulesets load");
    let spec = loaded.spec();
    let (a, b) = (agent(strong), agent(weak));
    let first = |seat: usize| {
        if spec.teams.len() == 2 { spec.seats[seat].team == 0 } else { seat.is_multiple_of(2) }
    };
    let scores: Mutex<BTreeMap<u64, f64>> = Mutex::default();
    let unfinished = Mutex::new(0u64);
    let begun = Instant::now();
    let mut plies = 0;
    for turned in [false, true] {
        let ours: Vec<bool> = (0..spec.seats.len()).map(|seat| first(seat) != turned).collect();
        let plan = Plan {
            agents: ours.iter().map(|ours| if *ours { a } else { b }).collect(),
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            ..plan(blocks, Some(PLY_LIMIT))
        };
        let summary =
            run(&loaded.rules, &|| loaded.hooks(), &plan, &AtomicBool::new(false), &|record| {
                let outcome = record.end.unwrap_or_else(|error| panic!("{ruleset}: {error}"));
                *unfinished.lock().expect("nobody panics") +=
                    u64::from(outcome.ending == Ending::PlyLimit);
                *scores.lock().expect("nobody panics").entry(record.index).or_default() +=
                    share(&outcome, spec, &ours) / 2.0;
            });
        plies += summary.plies;
    }
    let scores: Vec<f64> = scores.into_inner().expect("nobody panics").into_values().collect();
    let n = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / n;
    let spread =
        scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    // If all blocks are equal, the spread is zero, and the rule of three gives an interval.
    let half = if spread == 0.0 {
        (3.0 / n).min(1.0)
    } else {
        student_quantile(0.025, (n - 1.0).max(1.0)) * (spread / n).sqrt()
    };
    println!(
        "{ruleset:<20} {strong:>12} v {weak:<12} {:>4} games  {:>5.1} % ± {:>4.1}  {:>3} unfinished  {:>6.2} ms/ply",
        2 * scores.len(),
        100.0 * mean,
        100.0 * half,
        unfinished.into_inner().expect("nobody panics"),
        1e3 * begun.elapsed().as_secs_f64() / plies as f64,
    );
}

/// Returns the score of one side, divided by the sum of the scores of all teams. A draw counts as
/// half a win. The score of a team is the mean score of its seats.
fn share(outcome: &Outcome, spec: &Spec, ours: &[bool]) -> f64 {
    let mut all = 0.0;
    let mut mine = 0.0;
    for (seat, result) in outcome.results.iter().enumerate() {
        let weight = match result {
            SeatResult::Win => 1.0,
            SeatResult::Draw => 0.5,
            SeatResult::Loss => 0.0,
        };
        let team = spec.seats[seat].team;
        let size = spec.seats.iter().filter(|other| other.team == team).count() as f64;
        all += weight / size;
        mine += if ours[seat] { weight / size } else { 0.0 };
    }
    let stopped = outcome.ending == Ending::PlyLimit
        && outcome.results.iter().all(|r| *r == SeatResult::Draw);
    if all == 0.0 || stopped { 0.5 } else { mine / all }
}

/// Searches positions of random games, and prints the nodes per second of each agent.
fn speed(ruleset: &str, agents: &[&str]) {
    let loaded = load(&Disk::new(), ruleset, &[]).expect("shipped rulesets load");
    let hooks = loaded.hooks();
    for name in agents {
        let (mut nodes, mut seconds, mut searches) = (0, 0.0, 0);
        for index in 0..6 {
            let mut game = game::start(&loaded.rules, hooks.as_ref()).expect("the game starts");
            let mut rng = Rng::new(5, index, Stream::Agent, 0, 0);
            for _ in 0..12 * index {
                let advice = quadrille_agents::advise(&mut *game, AgentSpec::Greedy, &mut rng)
                    .expect("no hook fails");
                let Some(action) = advice.action else { break };
                game.play(action).expect("it is legal");
            }
            let begun = Instant::now();
            let advice =
                quadrille_agents::advise(&mut *game, agent(name), &mut rng).expect("no hook fails");
            seconds += begun.elapsed().as_secs_f64();
            nodes += advice.nodes;
            searches += 1;
        }
        println!(
            "{ruleset:<20} {name:>12} {:>9} nodes a search  {:>8.1} k nodes/s",
            nodes / searches,
            nodes as f64 / seconds / 1e3,
        );
    }
}
