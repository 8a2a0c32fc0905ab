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
//! `GROWTH=TEXT` selects the cases whose names contain the text.

mod cases;
mod editor;
mod instructions;
mod manifests;
mod scripts;
mod texts;

use std::fmt::Write as _;

use cases::{Case, SIZES};

/// The maximum ratio of two numbers of instructions: of the step from 2N to 4N, and of the step from
/// N to 2N.
const MAX_GROWTH: f64 = 2.3;

/// A step of fewer instructions is never reported, because a limit may end the growth anywhere.
const MIN_STEP: i64 = 200_000;

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

/// Returns the cases of the part that [`instructions::PART`] selects, or all.
fn of_this_part() -> Vec<Case> {
    let part = std::env::var(instructions::PART).unwrap_or_else(|_| "0/1".to_owned());
    let (part, parts) = part.split_once('/').expect("the number of the part, and of parts");
    let (part, parts) = (part.parse().expect("a number"), parts.parse().expect("a number"));
    all().into_iter().skip(part).step_by(parts).collect()
}

#[test]
fn every_input_can_be_read() {
    all().iter().for_each(|case| case.run(1));
}

#[test]
#[ignore = "the next test runs it under valgrind"]
fn every_size_of_every_input_is_read() {
    for case in of_this_part() {
        for size in SIZES {
            case.run(size);
        }
    }
}

#[test]
#[ignore = "takes minutes, and needs valgrind"]
#[expect(clippy::print_stdout, reason = "the table shows how close each case is to the limit")]
fn work_grows_in_proportion_to_the_input() {
    let parts = std::thread::available_parallelism().map_or(1, usize::from);
    let cases = all();
    let mut counts: Vec<&[u64]> = vec![&[]; cases.len()];
    let counted = instructions::counted("every_size_of_every_input_is_read", parts);
    for (part, of_part) in counted.iter().enumerate() {
        let numbers = (part..cases.len()).step_by(parts);
        assert_eq!(
            of_part.len(),
            numbers.len() * SIZES.len(),
            "a count for each size of each case"
        );
        for (case, sizes) in numbers.zip(of_part.chunks(SIZES.len())) {
            counts[case] = sizes;
        }
    }
    let mut wrong = String::new();
    let mut total = 0;
    for (case, counts) in cases.iter().zip(counts) {
        let [one, two, four] = *counts else { unreachable!("three sizes") };
        total += one + two + four;
        let (first, second) = (two as i64 - one as i64, four as i64 - two as i64);
        let growth = second as f64 / first.max(MIN_STEP / 2) as f64;
        println!("{growth:>6.2} {one:>12} {two:>12} {four:>12}  {}", case.name);
        if second > MIN_STEP && growth > MAX_GROWTH {
            let _ = writeln!(wrong, "{growth:.2} times: {}", case.name);
        }
    }
    println!("{total} instructions in {} cases", cases.len());
    assert!(wrong.is_empty(), "the work grows faster than the input:\n{wrong}");
}
