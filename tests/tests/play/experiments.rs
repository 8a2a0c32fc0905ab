//! Tests of the statistical guarantees of comparisons. Also tests that results depend only on
//! rules, agents, seed and design.
//!
//! The bench `calibration` tests the guarantees with many more runs.

use std::sync::atomic::AtomicBool;

use quadrille_agents::AgentSpec;
use quadrille_core::numeric::rng::mix;
use quadrille_core::{CompiledRules, Effect, Event, EventKind, Hooks, SeatResult, Spec, View};
use quadrille_study::experiments::block::{BlockDesign, Side, play};
use quadrille_study::experiments::compare::{
    Aim, Design, Listener, Look, Trial, Verdict, compare, level,
};
use quadrille_study::experiments::metric::{Catalogue, MetricSource};
use quadrille_study::experiments::skill::{self, Pairing, SkillMatch};
use quadrille_study::metrics::Sample;
use quadrille_study::sim::{GameRecord, Opening};
use quadrille_tests::table::{Script, hooked, table as board};
use quadrille_tests::{OrthodoxEnds, orthodox};

struct Quiet;
impl Listener for Quiet {}

fn chess() -> CompiledRules {
    CompiledRules::new(orthodox()).expect("chess is a game")
}

fn hooks<'a>() -> Box<dyn Hooks + 'a> {
    Box::new(OrthodoxEnds)
}

fn table(agents: &[AgentSpec]) -> BlockDesign {
    BlockDesign { seed: 1, agents: agents.to_vec(), ply_limit: Some(80) }
}

fn design(catalogue: &Catalogue<'_>, primary: &str, cap: u64, jobs: usize) -> Design {
    let metrics: Vec<_> = catalogue.metrics().cloned().collect();
    let primary = metrics.iter().position(|m| m.name == primary).expect("a metric");
    let aim = Aim::Change(None);
    Design { metrics, primary, aim, alpha: 0.05, floor: 0, pursues: false, cap, jobs }
}

/// Returns the part of a trial that must not depend on the number of threads.
fn essence(trial: &Trial) -> String {
    format!("{:?} {:?} {:?}", trial.values, trial.pairs, trial.summaries)
}

#[test]
fn a_comparison_does_not_depend_on_jobs() {
    let rules = chess();
    let catalogue = Catalogue::new(&rules, 80);
    let side = |shift| Side {
        rules: &rules,
        hooks: &hooks,
        measure: &catalogue,
        opening: &Opening::Array,
        shift,
    };
    let sides = [side(0), side(1 << 32), side(2 << 32)];
    let agents = [AgentSpec::Random, AgentSpec::Greedy];
    let stop = AtomicBool::new(false);
    let run = |jobs| {
        let design = design(&catalogue, "captures", 70, jobs);
        compare(&sides, &table(&agents), &design, 0.05, &stop, &Quiet)
    };
    let one = run(1);
    assert_eq!(one.rotations, 2, "each agent sits in each seat");
    assert_eq!(one.summaries[0].games, 140);
    for jobs in [2, 3] {
        assert_eq!(essence(&one), essence(&run(jobs)));
    }
}

#[test]
fn the_same_rules_with_the_same_luck_are_the_same_game() {
    let rules = chess();
    let catalogue = Catalogue::new(&rules, 80);
    let side = Side {
        rules: &rules,
        hooks: &hooks,
        measure: &catalogue,
        opening: &Opening::Array,
        shift: 0,
    };
    let design = design(&catalogue, "length", 60, 2);
    let stop = AtomicBool::new(false);
    let trial =
        compare(&[side, side], &table(&[AgentSpec::Random; 2]), &design, 0.05, &stop, &Quiet);
    assert_eq!(trial.pairs[0].verdict, Verdict::Inconclusive);
    for difference in &trial.pairs[0].differences {
        assert_eq!(difference.change.mean, 0.0);
        assert!(!difference.called && difference.raw_p == 1.0);
    }
}

/// A source of values for one metric. A test chooses the proportion of ones.
struct Planted {
    up: f64,
    salt: u64,
}

impl MetricSource for Planted {
    fn values(&self, game: &GameRecord, _: Option<&Sample>) -> Vec<f64> {
        let x = (mix(mix(self.salt) ^ game.index) >> 11) as f64 / (1u64 << 53) as f64;
        vec![f64::from(u8::from(x < self.up))]
    }
}

/// Returns a comparison of two sides with planted proportions. Each game plays only one ply of
/// chess, and the values do not depend on it.
fn planted(first: f64, other: f64, salt: u64, margin: Option<f64>, cap: u64) -> Trial {
    let rules = chess();
    let (a, b) = (Planted { up: first, salt }, Planted { up: other, salt: salt + 1_000_003 });
    let mut catalogue = Catalogue::new(&rules, 1);
    catalogue.keep(&["decided".to_owned()]);
    let sides = [&a, &b].map(|m| Side {
        rules: &rules,
        hooks: &hooks,
        measure: m,
        opening: &Opening::Array,
        shift: 0,
    });
    let table = BlockDesign { ply_limit: Some(1), ..table(&[AgentSpec::Random; 2]) };
    let design = Design { aim: Aim::Change(margin), ..design(&catalogue, "decided", cap, 1) };
    compare(&sides, &table, &design, 0.05, &AtomicBool::new(false), &Quiet)
}

/// A source of values for two metrics. `decided` is always false, and `length` varies over 40
/// plies.
struct PlantedLength {
    least: f64,
    salt: u64,
}

impl MetricSource for PlantedLength {
    fn values(&self, game: &GameRecord, _: Option<&Sample>) -> Vec<f64> {
        let x = (mix(mix(self.salt) ^ game.index) >> 11) as f64 / (1u64 << 53) as f64;
        vec![0.0, self.least + 40.0 * x]
    }
}

/// Returns a comparison of two sides with planted lengths. The bound of the lengths is a thousand
/// plies.
fn planted_lengths(longer: f64, salt: u64, change: impl Fn(Design) -> Design) -> Trial {
    let rules = chess();
    let sides = [(100.0, salt), (100.0 + longer, salt + 1_000_003)];
    let measures = sides.map(|(least, salt)| PlantedLength { least, salt });
    let mut catalogue = Catalogue::new(&rules, 1000);
    catalogue.keep(&["decided".to_owned(), "length".to_owned()]);
    let sides = [&measures[0], &measures[1]].map(|measure| Side {
        rules: &rules,
        hooks: &hooks,
        measure,
        opening: &Opening::Array,
        shift: 0,
    });
    let table = BlockDesign { ply_limit: Some(1), ..table(&[AgentSpec::Random; 2]) };
    let design = change(design(&catalogue, "length", 1000, 1));
    compare(&sides, &table, &design, 0.05, &AtomicBool::new(false), &Quiet)
}

#[test]
fn a_count_that_differs_by_half_a_deviation_takes_150_blocks_at_the_median() {
    // The difference of two such lengths has a standard deviation of 16.3.
    let trials = (0..20).map(|salt| planted_lengths(8.0, salt * 7, |design| design));
    let mut blocks: Vec<u64> = trials
        .map(|trial| {
            let pair = &trial.pairs[0];
            assert_eq!(pair.verdict, Verdict::Different);
            let (low, high) = pair.differences[1].change.interval;
            assert!(low > 0.0 && low < 8.0 && high > 8.0, "{low} {high}");
            pair.blocks
        })
        .collect();
    blocks.sort_unstable();
    assert!(blocks[blocks.len() / 2] <= 150, "{blocks:?}");
}

#[test]
fn equal_counts_are_called_different_in_at_most_one_comparison_of_twenty() {
    let called = (0..100).filter(|salt| {
        planted_lengths(0.0, salt * 7, |design| Design { cap: 300, ..design }).pairs[0].verdict
            == Verdict::Different
    });
    let called = called.count();
    assert!(called <= 5, "{called} of 100");
}

#[test]
fn play_continues_for_another_metric_that_looks_as_if_it_changed() {
    // Each run answers its question after about 60 blocks. The lengths differ by 0.3 standard
    // deviations.
    let runs = |longer, pursues| {
        let aim = Aim::Change(Some(0.1));
        let run = |salt: u64| {
            let trial = planted_lengths(longer, salt * 7, |design| Design {
                primary: 0,
                aim,
                pursues,
                ..design
            });
            let pair = &trial.pairs[0];
            assert_eq!(pair.verdict, Verdict::Equivalent);
            (u64::from(pair.differences[1].called), pair.blocks)
        };
        (0..30).map(run).fold((0, 0), |sums, run| (sums.0 + run.0, sums.1 + run.1))
    };
    let (plain, pursued) = (runs(5.0, false), runs(5.0, true));
    assert!(pursued.0 > plain.0 + 1 && pursued.1 > plain.1, "{plain:?} {pursued:?}");
    let equal = runs(0.0, true);
    assert!(equal.0 <= 3 && equal.1 < 30 * 100, "{equal:?}: nothing looks as if it changed");
}

#[test]
fn equal_rules_are_called_different_in_at_most_one_comparison_of_twenty() {
    let called = (0..100)
        .filter(|salt| planted(0.3, 0.3, *salt, None, 300).pairs[0].verdict == Verdict::Different);
    // In the worst case 5 are expected. 11 is three standard deviations above.
    let called = called.count();
    assert!(called <= 11, "{called} of 100");
}

#[test]
fn what_differs_is_found_and_what_does_not_matter_is_said_to_be_equivalent() {
    let found = planted(0.1, 0.4, 5, None, 4000);
    assert_eq!(found.pairs[0].verdict, Verdict::Different);
    assert!(found.pairs[0].blocks < 400, "{}", found.pairs[0].blocks);
    let (low, high) = found.pairs[0].differences[0].change.interval;
    assert!(low > 0.0 && low < 0.3 && high > 0.3, "{low} {high}");
    let same = planted(0.2, 0.2, 6, Some(0.1), 4000);
    assert_eq!(same.pairs[0].verdict, Verdict::Equivalent);
    let open = planted(0.2, 0.22, 7, None, 60);
    assert_eq!((open.pairs[0].verdict, open.pairs[0].blocks), (Verdict::Inconclusive, 60));
    assert_eq!(open.pairs[0].answered, None);
}

#[test]
fn a_first_side_with_three_points_more_is_found() {
    let rules = chess();
    let measure = Planted { up: 0.53, salt: 9 };
    let mut catalogue = Catalogue::new(&rules, 1);
    catalogue.keep(&["first_side".to_owned()]);
    let side = Side {
        rules: &rules,
        hooks: &hooks,
        measure: &measure,
        opening: &Opening::Array,
        shift: 0,
    };
    let table = BlockDesign { ply_limit: Some(1), ..table(&[AgentSpec::Random; 2]) };
    let design = design(&catalogue, "first_side", 20_000, 1);
    let stop = AtomicBool::new(false);
    let found = level(&side, &table, &design, 0.5, 0.05, &stop, &Quiet);
    assert_eq!(found.verdict, Verdict::Different);
    let (low, high) = found.value.interval;
    assert!(low > 0.0 && low < 0.03 && high > 0.03, "{low} {high}");
}

#[test]
fn what_is_stopped_keeps_whole_blocks_from_the_first_on() {
    let rules = chess();
    let catalogue = Catalogue::new(&rules, 80);
    let side = Side {
        rules: &rules,
        hooks: &hooks,
        measure: &catalogue,
        opening: &Opening::Array,
        shift: 0,
    };
    let agents = [AgentSpec::Random, AgentSpec::Greedy];
    // An unfinished game is dropped, together with its block and all later blocks.
    for jobs in [1, 2] {
        let stop = AtomicBool::new(false);
        let games = std::sync::atomic::AtomicU64::new(0);
        let tick = || {
            use std::sync::atomic::Ordering::Relaxed;
            if games.fetch_add(1, Relaxed) == 20 {
                stop.store(true, Relaxed);
            }
        };
        let sides = [side, side];
        let blocks = play(&sides, &[true, true], &table(&agents), 0..50, jobs, &stop, &tick);
        assert!(blocks.len() <= 6, "{} blocks of four games", blocks.len());
        assert!(jobs > 1 || blocks.len() == 5, "{} blocks of four games", blocks.len());
        let whole = |halves: &Vec<Option<quadrille_study::experiments::block::Half>>| {
            halves.iter().all(|half| half.as_ref().is_some_and(|half| half.games.len() == 2))
        };
        assert!(blocks.iter().all(whole));
    }

    struct StopAtOnce<'a>(&'a AtomicBool);
    impl Listener for StopAtOnce<'_> {
        fn look(&self, _: &Look) {
            self.0.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    }
    let stop = AtomicBool::new(false);
    let design = design(&catalogue, "length", 500, 1);
    let sides = [side, Side { shift: 1 << 32, ..side }];
    let listener = StopAtOnce(&stop);
    let trial = compare(&sides, &table(&agents), &design, 0.05, &stop, &listener);
    assert_eq!((trial.interrupted, trial.pairs[0].blocks), (true, 50));
}

/// Returns a game for four in which the first capture wins. The rooks face each other.
fn first_blood(teams: Option<[u8; 4]>) -> Spec {
    let mut spec = hooked(
        board(
            "
            rK rR .  bR bK
            .  .  .  .  .
            yR .  .  .  gR
            .  .  .  .  .
            yK .  .  .  gK",
        ),
        &[EventKind::Capture],
    );
    if let Some(teams) = teams {
        spec.teams = vec!["one".to_owned(), "two".to_owned()];
        spec.seats.iter_mut().zip(teams).for_each(|(seat, team)| seat.team = team);
        let other = |a: usize, b: usize| teams[a] != teams[b];
        for (a, row) in spec.relations.iter_mut().enumerate() {
            for (b, relation) in row.iter_mut().enumerate() {
                (relation.capture, relation.check) = (other(a, b), other(a, b));
            }
        }
    }
    spec
}

fn who_captures_wins(event: &Event<'_>, view: &dyn View) -> Vec<Effect> {
    let Event::Capture { seat, .. } = event else { return Vec::new() };
    let spec = view.rules().spec();
    let side = |seat: usize| spec.seats[seat].team;
    let result = |other: usize| {
        if side(other) == side(seat.index()) { SeatResult::Win } else { SeatResult::Loss }
    };
    vec![Effect::Finish((0..spec.seats.len()).map(result).collect())]
}

fn met(spec: Spec, strong: AgentSpec, weak: AgentSpec, jobs: usize) -> SkillMatch {
    let rules = CompiledRules::new(spec).expect("it is a game");
    let hooks = || -> Box<dyn Hooks> { Box::new(Script(who_captures_wins)) };
    let pairing = Pairing {
        strong,
        weak,
        blocks: 60,
        decide: false,
        seed: 1,
        ply_limit: Some(60),
        alpha: 0.05,
        opening: Opening::Array,
    };
    skill::play(&rules, &hooks, &pairing, jobs, &AtomicBool::new(false), &|| {})
}

#[test]
fn equals_share_every_block_evenly_whichever_side_the_luck_is_on() {
    let found = met(first_blood(None), AgentSpec::Random, AgentSpec::Random, 1);
    assert_eq!((found.blocks, found.games), (60, 240));
    assert_eq!((found.share.mean, found.share.deviation, found.even), (0.25, 0.0, 0.25));
    assert_eq!(found.beyond(found.share.mean), 0.0);
    assert!(found.explained.unwrap() < 1e-20);
}

#[test]
fn the_stronger_side_is_found_and_jobs_do_not_show() {
    let (strong, weak) = (AgentSpec::Greedy, AgentSpec::Random);
    for teams in [None, Some([0, 1, 0, 1]), Some([0, 0, 1, 1])] {
        let found = met(first_blood(teams), strong, weak, 1);
        let even = if teams.is_some() { 0.5 } else { 0.25 };
        let (low, high) = found.share.interval;
        assert!(found.even == even && low > even && high > found.share.mean, "{found:?}");
        assert!(found.beyond(1.0) == 1.0 && found.explained.unwrap() > 0.02, "{found:?}");
        assert_eq!(found, met(first_blood(teams), strong, weak, 3));
        // If the agents exchange seats, the weaker one loses what the stronger one wins.
        let less = met(first_blood(teams), weak, strong, 1);
        assert!(less.share.interval.1 < even, "{less:?}");
    }
}

#[test]
fn what_the_seat_decides_no_agent_explains() {
    // Only Red has turns, so Red's side wins with any agent.
    let mut spec = first_blood(Some([0, 1, 0, 1]));
    spec.order.truncate(1);
    let found = met(spec, AgentSpec::Greedy, AgentSpec::Random, 1);
    assert_eq!((found.share.mean, found.share.deviation), (0.5, 0.0));
    assert!(found.stopped == 0 && found.explained.unwrap() < 1e-20);
}
