//! Values of pieces, learned from games.
//!
//! `cargo bench -p quadrille-tests --bench values -- RULESET [GAMES]` prints the learned values
//! beside the values in the ruleset, on the same scale. To use the learned values, write them in
//! `[pieces]`.

#![expect(clippy::print_stdout, reason = "a bench reports on standard output")]

use quadrille_agents::{AgentSpec, Opponents, SearchLimit};
use quadrille_dsl::load;
use quadrille_study::sim::Plan;
use quadrille_tests::Disk;
use quadrille_tests::games::plan;
use quadrille_tests::values::learn;

/// The agent that plays. It searches exchanges to their end, so that it rarely loses pieces by
/// chance.
const PLAYER: AgentSpec = AgentSpec::Search(Opponents::Paranoid, SearchLimit::Depth(1));
/// The ply limit of games. Games that reach it are ignored.
const PLY_LIMIT: u32 = 400;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let games = words.iter().find_map(|word| word.parse().ok()).unwrap_or(400);
    for ruleset in words.iter().filter(|word| word.parse::<u64>().is_err()) {
        let loaded = load(&Disk::new(), ruleset, &[]).expect("the ruleset loads");
        let spec = loaded.spec();
        let plan = Plan {
            agents: vec![PLAYER; spec.seats.len()],
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            record: true,
            ..plan(games, Some(PLY_LIMIT))
        };
        let learned = learn(&loaded.rules, &|| loaded.hooks(), &plan)
            .unwrap_or_else(|error| panic!("{ruleset}: {error}"));
        println!("{ruleset}: {} of {games} games with a result", learned.games);
        for (kind, value) in spec.kinds.iter().zip(learned.values) {
            if !kind.royal {
                println!("  {:<16} {value:>6.1}   given {:>3}", kind.name, kind.value);
            }
        }
    }
}
