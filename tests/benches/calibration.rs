//! Tests the guarantees of the statistics by simulation. Some simulations play games, and others
//! draw random numbers.
//!
//! `cargo bench -p quadrille-tests --bench calibration` prints the promises beside the results, and
//! fails if a promise is broken. With `-- --quick`, it runs a tenth of the repetitions.

#![expect(clippy::print_stdout, reason = "a bench reports on standard output")]

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use quadrille_agents::AgentSpec;
use quadrille_core::Hooks;
use quadrille_core::numeric::math::{exp, ln, normal_quantile};
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_dsl::load;
use quadrille_study::experiments::block::{BlockDesign, Side};
use quadrille_study::experiments::compare::{
    Aim, Design, Difference, Listener, Verdict, compare, next_look,
};
use quadrille_study::experiments::metric::Catalogue;
use quadrille_study::sim::Opening;
use quadrille_study::statistics::confidence_sequence::Sequence;
use quadrille_study::statistics::multinomial::Categories;
use quadrille_study::statistics::multiple_testing::fixed_p;
use quadrille_tests::Disk;

const ALPHA: f64 = 0.05;

fn main() {
    let quick = std::env::args().any(|arg| arg == "--quick");
    let scale = if quick { 10 } else { 1 };
    let begun = Instant::now();
    coverage(10_000 / scale);
    seats(10_000 / scale, 400 / scale);
    counts(10_000 / scale);
    power(400 / scale);
    group_sequential(2000 / scale);
    same_rules(400 / scale);
    println!("\nevery promise kept, in {:.0} s", begun.elapsed().as_secs_f64());
}

/// A distribution on 0..1 with its mean.
struct Source {
    name: &'static str,
    mean: f64,
    draw: fn(&mut Rng) -> f64,
}

fn unit(rng: &mut Rng) -> f64 {
    (rng.bits() >> 11) as f64 / (1u64 << 53) as f64
}

/// Draws a nearly normal value with a standard deviation of 1.
fn normal(rng: &mut Rng) -> f64 {
    // The sum of twelve uniform values minus its mean.
    (0..12).map(|_| unit(rng)).sum::<f64>() - 6.0
}

fn exponential(rng: &mut Rng) -> f64 {
    -ln(unit(rng).max(1e-300))
}

/// Differences of counts between two equal sides.
const COUNTS: [Source; 4] = [
    Source { name: "normal", mean: 0.0, draw: normal },
    Source { name: "exponential", mean: 0.0, draw: |r| exponential(r) - exponential(r) },
    Source { name: "heavy tails", mean: 0.0, draw: |r| exp(normal(r)) - exp(normal(r)) },
    Source {
        name: "rare events",
        mean: 0.0,
        draw: |r| f64::from(u8::from(unit(r) < 0.05)) - f64::from(u8::from(unit(r) < 0.05)),
    },
];

/// Tests that counts of two equal sides are rarely called different. There is one test with the
/// error probability of a primary metric, and one with the error probability of a metric among
/// forty. The intervals of counts are approximate. The values in these tests use only about a
/// hundredth of the range between the bounds.
fn counts(runs: u64) {
    const LENGTH: usize = 1000;
    const FAMILY: f64 = 40.0;
    println!("\nCounts of equal sides: {runs} runs of {LENGTH} blocks, looked at after each");
    println!("  {:<20} {:>20} {:>24}", "differences", "called, of 5 %", "called, of 5 % / 40");
    for (i, source) in COUNTS.iter().enumerate() {
        let called = |alpha: f64| {
            let run = |run: &u64| {
                let mut rng = Rng::new(6, *run, Stream::Agent, i as u64, 0);
                let mut sequence =
                    Sequence::new(-500.0, 500.0, alpha, LENGTH as u64).for_counts(true);
                (0..LENGTH).for_each(|_| sequence.add((source.draw)(&mut rng)));
                sequence.evidence(source.mean) >= 1.0 / alpha
            };
            (0..runs).filter(run).count() as u64
        };
        let (decides, other) = (called(ALPHA), called(ALPHA / FAMILY));
        let share = |n: u64| n as f64 * 100.0 / runs as f64;
        println!("  {:<20} {:>18.2} % {:>22.3} %", source.name, share(decides), share(other));
        assert!(decides <= allowed(runs, ALPHA), "{}: {decides} of {runs}", source.name);
        assert!(other <= allowed(runs, ALPHA / FAMILY), "{}: {other} of {runs}", source.name);
    }
}

const SOURCES: [Source; 6] = [
    Source { name: "fair coin", mean: 0.5, draw: |r| f64::from(u8::from(unit(r) < 0.5)) },
    Source { name: "coin of 2 %", mean: 0.02, draw: |r| f64::from(u8::from(unit(r) < 0.02)) },
    Source { name: "uniform", mean: 0.5, draw: unit },
    Source {
        name: "win, draw, loss",
        mean: 0.515,
        draw: |r| match unit(r) {
            x if x < 0.05 => 1.0,
            x if x < 0.07 => 0.0,
            _ => 0.5,
        },
    },
    Source { name: "cube of uniform", mean: 0.25, draw: |r| unit(r).powi(3) },
    Source {
        name: "mean of four coins",
        mean: 0.5,
        draw: |r| {
            let heads: u32 = (0..4).map(|_| u32::from(unit(r) < 0.5)).sum();
            f64::from(heads) / 4.0
        },
    },
];

/// Tests that 95 % confidence sequences are valid at all times, not only at a time that is fixed
/// beforehand.
fn coverage(runs: u64) {
    const LENGTH: usize = 1000;
    println!(
        "\nConfidence sequences at 95 %: {runs} runs of {LENGTH} values, looked at after each"
    );
    println!(
        "  {:<20} {:>18} {:>26}",
        "values", "held at every time", "ordinary interval, likewise"
    );
    for (i, source) in SOURCES.iter().enumerate() {
        let (mut held, mut ordinary) = (0, 0);
        for run in 0..runs {
            let mut rng = Rng::new(1, run, Stream::Agent, i as u64, 0);
            let mut sequence = Sequence::new(0.0, 1.0, ALPHA, LENGTH as u64);
            let (mut sum, mut squares, mut missed) = (0.0, 0.0, false);
            for n in 1..=LENGTH {
                let value = (source.draw)(&mut rng);
                sequence.add(value);
                sum += value - source.mean;
                squares += (value - source.mean) * (value - source.mean);
                if n >= 20 {
                    let spread = (squares / n as f64).sqrt();
                    missed |= fixed_p(sum / n as f64, spread, n) < ALPHA;
                }
            }
            held += u64::from(sequence.evidence(source.mean) < 1.0 / ALPHA);
            ordinary += u64::from(!missed);
        }
        let share = |n: u64| n as f64 * 100.0 / runs as f64;
        println!("  {:<20} {:>16.2} % {:>24.2} %", source.name, share(held), share(ordinary));
        // By Ville's inequality at most 5 % fail. The limit also allows for chance.
        assert!(
            runs - held <= allowed(runs, ALPHA),
            "{} holds in {held} of {runs} runs",
            source.name
        );
    }
}

/// Tests that seats with equal winning chances are rarely called unequal. Also tests that a seat is
/// detected if it wins three percentage points more often than an equal seat.
fn seats(equal: u64, runs: u64) {
    const GAMES: u32 = 20_000;
    let run = |seed: u64, weights: [u32; 4]| {
        let mut rng = Rng::new(seed, 0, Stream::Agent, 0, 0);
        let mut seats = Categories::even(4);
        (1..=GAMES).find(|_| {
            let mut at = rng.below(weights.iter().sum());
            let mut seat = 0;
            while at >= weights[seat] {
                at -= weights[seat];
                seat += 1;
            }
            seats.add(seat);
            seats.p_value() <= ALPHA
        })
    };
    let called = (0..equal).filter(|seed| run(*seed, [1; 4]).is_some()).count() as u64;
    let found: Vec<u32> =
        (0..runs).filter_map(|seed| run(seed + 1_000_000, [28, 24, 24, 24])).collect();
    println!("\nSeats, looked at after each of {GAMES} games");
    println!(
        "  equal seats called unequal      {called} of {equal}, {:.2} %",
        called as f64 * 100.0 / equal as f64
    );
    let mean = found.iter().map(|n| f64::from(*n)).sum::<f64>() / found.len().max(1) as f64;
    println!(
        "  28, 24, 24, 24 %: found in      {} of {runs}, after {mean:.0} games on average",
        found.len()
    );
    // By Ville's inequality the probability is at most 5 %. The limit allows three standard
    // deviations more.
    assert!(called <= allowed(equal, ALPHA), "{called}");
    assert_eq!(found.len() as u64, runs, "a seat of three points more is found");
}

/// Returns the largest acceptable number of tests with a false result: the expected number plus
/// three standard deviations.
fn allowed(runs: u64, alpha: f64) -> u64 {
    let n = runs as f64;
    (alpha * n + 3.0 * (alpha * (1.0 - alpha) * n).sqrt()) as u64
}

/// Compares two designs. One is a test of fixed size with a power of 80 %. The other is an analysis
/// at regular intervals, which stops as soon as it has a result.
fn power(runs: u64) {
    println!(
        "\nPower of comparing, {runs} runs: a fixed size for 80 % against stopping when known"
    );
    println!(
        "  {:<26} {:>10} {:>14} {:>14} {:>14} {:>16}",
        "effect", "fixed size", "found by then", "by twice that", "by 4 times", "median stop"
    );
    // The difference in a block is +1, 0 or -1, like a win on one side only.
    for (up, down) in [(0.10, 0.02), (0.30, 0.20), (0.10, 0.07), (0.25, 0.22)] {
        let (mean, spread) = {
            let mean: f64 = up - down;
            (mean, (up + down - mean * mean).sqrt())
        };
        let z = normal_quantile(ALPHA / 2.0) + normal_quantile(0.2);
        let fixed = (z * spread / mean).powi(2).ceil() as usize;
        let stop = |run: u64| {
            let mut rng = Rng::new(3, run, Stream::Agent, 0, 0);
            let mut sequence = Sequence::new(-1.0, 1.0, ALPHA, 4 * fixed as u64);
            let look = (fixed / 16).max(1);
            let mut n = 0;
            while n < fixed * 4 {
                for _ in 0..look {
                    let x = unit(&mut rng);
                    sequence.add(if x < up {
                        1.0
                    } else if x < up + down {
                        -1.0
                    } else {
                        0.0
                    });
                }
                n += look;
                if sequence.evidence(0.0) >= 1.0 / ALPHA {
                    return n;
                }
            }
            usize::MAX
        };
        let mut stops: Vec<usize> = (0..runs).map(stop).collect();
        stops.sort_unstable();
        let by = |n: usize| stops.iter().filter(|stop| **stop <= n).count() * 100 / stops.len();
        let median = stops[stops.len() / 2];
        let median_text =
            if median == usize::MAX { "later".to_owned() } else { median.to_string() };
        println!(
            "  {:<26} {:>10} {:>12} % {:>12} % {:>12} % {:>16}",
            format!("{:+.0} points ({up}, {down})", mean * 100.0),
            fixed,
            by(fixed),
            by(fixed * 2),
            by(fixed * 4),
            median_text
        );
        assert!(by(fixed * 4) >= 90, "four times the fixed size finds nearly every effect");
    }
}

/// Compares confidence sequences with a group-sequential test that has the same interim analyses.
/// The comparison shows the cost of validity at all times, as a number of additional values. The
/// bounds of the group-sequential test are the same number of standard errors at each analysis
/// (Pocock, "Group sequential methods in the design and analysis of clinical trials", Biometrika
/// 64, 1977).
fn group_sequential(runs: u64) {
    println!("\nComparing beside a group-sequential test with the same looks, {runs} runs");
    for (name, counts) in
        [("results, change in points", false), ("counts, in hundredths of a deviation", true)]
    {
        beside_pocock(name, counts, runs);
    }
}

fn beside_pocock(name: &str, counts: bool, runs: u64) {
    println!(
        "  {name}\n  {:<8} {:>7} {:>16} {:>16} {:>8} {:>9} {:>9}",
        "change", "cap", "blocks, Pocock", "blocks, ours", "ratio", "found", "found"
    );
    let changes = if counts { [0.1, 0.16, 0.24, 0.4, 0.0] } else { [0.05, 0.08, 0.12, 0.2, 0.0] };
    for cap in [1000, 4000] {
        let looks: Vec<u64> = std::iter::successors(Some(next_look(0, cap)), |n| {
            (*n < cap).then(|| next_look(*n, cap))
        })
        .collect();
        let bound = pocock(&looks, 20 * runs);
        for change in changes {
            let (mut theirs, mut ours) = ((0, 0), (0, 0));
            for run in 0..runs {
                let mut rng = Rng::new(4, run, Stream::Agent, cap, (change * 100.0) as u64);
                let range = if counts { 300.0 } else { 1.0 };
                let mut sequence = Sequence::new(-range, range, ALPHA, cap).for_counts(counts);
                let (mut sum, mut squares, mut n) = (0.0, 0.0, 0);
                let (mut stop, mut stop_ours) = (None, None);
                for look in &looks {
                    while n < *look {
                        let (x, up) = (unit(&mut rng), 0.125 + change / 2.0);
                        let value = match x {
                            _ if counts => change + normal(&mut rng),
                            x if x < up => 1.0,
                            x if x < 0.25 => -1.0,
                            _ => 0.0,
                        };
                        sequence.add(value);
                        sum += value;
                        squares += value * value;
                        n += 1;
                    }
                    let mean = sum / n as f64;
                    let error = ((squares / n as f64 - mean * mean) / n as f64).sqrt();
                    if mean.abs() > bound * error {
                        stop.get_or_insert(n);
                    }
                    if stop_ours.is_none() && sequence.evidence(0.0) >= 1.0 / ALPHA {
                        stop_ours = Some(n);
                    }
                    if stop.is_some() && stop_ours.is_some() {
                        break;
                    }
                }
                for (sums, stop) in [(&mut theirs, stop), (&mut ours, stop_ours)] {
                    sums.0 += stop.unwrap_or(cap);
                    sums.1 += u64::from(stop.is_some());
                }
            }
            let mean = |sums: (u64, u64)| sums.0 as f64 / runs as f64;
            let ratio = mean(ours) / mean(theirs);
            let found = |sums: (u64, u64)| format!("{:.1} %", sums.1 as f64 * 100.0 / runs as f64);
            println!(
                "  {:<8} {cap:>7} {:>16.0} {:>16.0} {ratio:>8.2} {:>9} {:>9}",
                format!("{:+.0}", change * 100.0),
                mean(theirs),
                mean(ours),
                found(theirs),
                found(ours)
            );
            if change > 0.0 {
                let most = if counts { 1.6 } else { 1.15 };
                assert!(ratio < most, "{ratio} times as many blocks");
            } else {
                assert!(ours.1 <= allowed(runs, ALPHA), "{} false calls", ours.1);
            }
        }
    }
}

/// Returns the bound of the group-sequential test, as a number of standard errors. This number is
/// the same at each of these interim analyses.
fn pocock(looks: &[u64], runs: u64) -> f64 {
    let mut most: Vec<f64> = (0..runs)
        .map(|run| {
            let mut rng = Rng::new(5, run, Stream::Agent, 0, 0);
            let (mut sum, mut before, mut most) = (0.0f64, 0, 0.0f64);
            for look in looks {
                sum += normal(&mut rng) * ((look - before) as f64).sqrt();
                before = *look;
                most = most.max(sum.abs() / (*look as f64).sqrt());
            }
            most
        })
        .collect();
    most.sort_by(f64::total_cmp);
    most[((1.0 - ALPHA) * runs as f64) as usize]
}

struct Quiet;
impl Listener for Quiet {}

/// Tests a ruleset against itself with independent seeds, so that the sides differ only by chance.
fn same_rules(runs: u64) {
    const NAMES: [&str; 5] = [
        "orthodox-chess",
        "verney-1881",
        "chesscom-teams",
        "chaturaji-tithitattva-1500",
        "hughes-hughes-1888",
    ];
    const BLOCKS: u64 = 120;
    println!(
        "\nA ruleset against itself: {runs} comparisons of at most {BLOCKS} blocks each, by length and by all others"
    );
    for name in NAMES {
        let loaded = load(&Disk::new(), name, &[]).unwrap_or_else(|_| panic!("{name} loads"));
        let limit = 300;
        let catalogue = Catalogue::new(&loaded.rules, limit);
        let metrics: Vec<_> = catalogue.metrics().cloned().collect();
        let primary = metrics.iter().position(|metric| metric.name == "length").expect("a metric");
        let design = Design {
            metrics,
            primary,
            aim: Aim::Change(None),
            alpha: ALPHA,
            floor: 0,
            pursues: false,
            cap: BLOCKS,
            jobs: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        };
        let hooks = || -> Box<dyn Hooks + '_> { loaded.hooks() };
        let side = |shift| Side {
            rules: &loaded.rules,
            hooks: &hooks,
            measure: &catalogue,
            opening: &Opening::Array,
            shift,
        };
        let (mut called, mut others) = (0, 0);
        for run in 0..runs {
            let table = BlockDesign {
                seed: 1000 + run,
                agents: vec![AgentSpec::Random; loaded.spec().seats.len()],
                ply_limit: Some(limit),
            };
            let sides = [side(0), side(1 << 32)];
            let stop = AtomicBool::new(false);
            let trial = compare(&sides, &table, &design, ALPHA, &stop, &Quiet);
            let pair = &trial.pairs[0];
            let other = |d: &Difference| d.called && d.metric != primary;
            called += u64::from(pair.verdict == Verdict::Different);
            others += u64::from(pair.differences.iter().any(other));
        }
        println!(
            "  {name:<28} called different in {called} of {runs}, by any other metric in {others}"
        );
        assert!(called * 20 <= runs.max(20), "{name}: {called} of {runs}");
        assert!(others * 20 <= runs.max(20), "{name}: {others} of {runs} by another metric");
    }
}
