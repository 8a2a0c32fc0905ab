//! Checks that the work of reading grows in proportion to the input. Each test case is a text that
//! repeats one construct N, 2N or 4N times. The step from 2N to 4N repetitions may take at most 2.3
//! times as many instructions as the step from N to 2N. Linear work takes 2 times as many, and
//! quadratic work takes 4 times as many.
//!
//! The unit is instructions, which do not depend on the machine's load. Valgrind counts them, so
//! the check itself is an ignored test:
//!
//! `cargo test --workspace --test growth -- --ignored --nocapture`
//!
//! `GROWTH=TEXT` selects the cases whose names contain the text. `GROWTH_SCALE=8` multiplies all
//! numbers of repetitions by 8.

mod cases;
mod editor;
mod instructions;
mod manifests;
mod scripts;
mod texts;

use std::fmt::Write as _;

use cases::{Case, SIZES};

/// The maximum ratio of two numbers of instructions: of the step from 2N to 4N, and of the step
/// from N to 2N.
const MAX_GROWTH: f64 = 2.3;

/// A step of fewer instructions is never reported, because a limit may end the growth anywhere.
const MIN_STEP: i64 = 200_000;

/// The scales at which a case is measured. Each is used only if the work grew too fast at the scale
/// before it. If a limit ends the work, as in the search for a similar name, the work grows fast in
/// small inputs only.
const SCALES: [usize; 3] = [1, 4, 16];

/// The environment variable with the scale, a factor of all numbers of repetitions.
const SCALE: &str = "GROWTH_SCALE";

/// The environment variable with the numbers of the cases, separated by commas.
const SELECTED: &str = "GROWTH_CASES";

/// Returns all cases.
fn all() -> Vec<Case> {
    let mut cases = Vec::new();
    cases.extend(manifests::cases());
    cases.extend(scripts::cases());
    cases.extend(texts::cases());
    cases.extend(editor::cases());
    if let Ok(text) = std::env::var("GROWTH") {
        cases.retain(|case| case.name.contains(&text));
    }
    cases
}

#[test]
fn every_input_can_be_read() {
    all().iter().for_each(|case| case.run(1));
}

#[test]
#[ignore = "the next test runs it under valgrind"]
fn every_size_of_the_selected_inputs_is_read() {
    let number = |text: &str| text.parse::<usize>().expect("a number");
    let scale = std::env::var(SCALE).map_or(1, |text| number(&text));
    let cases = all();
    for selected in std::env::var(SELECTED).unwrap_or_default().split_terminator(',') {
        for size in SIZES {
            cases[number(selected)].run(size * scale);
        }
    }
}

/// Counts the instructions of the sizes of cases, in one process for each processor. Returns the
/// counts of each case.
fn counted(cases: &[usize], scale: usize) -> Vec<(usize, Vec<u64>)> {
    let parts = std::thread::available_parallelism().map_or(1, usize::from).min(cases.len());
    let of_part = |part: usize| cases.iter().copied().skip(part).step_by(parts).collect::<Vec<_>>();
    let count = |part: usize| {
        let selected = of_part(part).iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        let variables = [(SCALE, scale.to_string()), (SELECTED, selected)];
        instructions::counted("every_size_of_the_selected_inputs_is_read", &variables)
    };
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..parts).map(|part| scope.spawn(move || count(part))).collect();
        let counts = running.into_iter().enumerate().flat_map(|(part, running)| {
            let counts = running.join().expect("the part is counted");
            let cases = of_part(part);
            assert_eq!(counts.len(), cases.len() * SIZES.len(), "a count for each size");
            let sizes = counts.chunks(SIZES.len()).map(<[u64]>::to_vec).collect::<Vec<_>>();
            cases.into_iter().zip(sizes)
        });
        counts.collect()
    })
}

#[test]
#[ignore = "takes minutes, and needs valgrind"]
#[expect(clippy::print_stdout, reason = "the table shows how close each case is to the limit")]
fn work_grows_in_proportion_to_the_input() {
    let cases = all();
    let mut left: Vec<usize> = (0..cases.len()).collect();
    let first = std::env::var(SCALE).map_or(1, |text| text.parse().expect("a number"));
    let mut total = 0;
    let mut wrong = String::new();
    for scale in SCALES {
        wrong.clear();
        let mut fast = Vec::new();
        for (case, counts) in counted(&left, first * scale) {
            let [one, two, four] = counts[..] else { unreachable!("three sizes") };
            total += one + two + four;
            let (first, second) = (two as i64 - one as i64, four as i64 - two as i64);
            let growth = second as f64 / first.max(MIN_STEP / 2) as f64;
            let name = &cases[case].name;
            println!("{growth:>6.2} {one:>12} {two:>12} {four:>12}  {scale:>2}  {name}");
            if second > MIN_STEP && growth > MAX_GROWTH {
                let _ = writeln!(wrong, "{growth:.2} times: {name}");
                fast.push(case);
            }
        }
        left = fast;
        if left.is_empty() {
            break;
        }
    }
    println!("{total} instructions in {} cases", cases.len());
    assert!(wrong.is_empty(), "the work grows faster than the input:\n{wrong}");
}
