//! The cost of the engine as a function of the size of the board and of the number of seats. Every
//! seat has the same orthodox army. The boards have 64 to 1,024 squares, and the rules have no
//! scripts.
//!
//! `cargo bench -p quadrille-tests --bench scaling` prints a table, which
//! docs/results/performance.md explains. Every count is asserted.

#![expect(clippy::print_stdout, reason = "a bench reports on standard output")]

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Instant;

use quadrille_core::rules::Promotion;
use quadrille_core::{
    CompiledRules, Effect, Event, EventKind, Facing, Hooks, Piece, Seat, SeatResult, Spec, View,
    game,
};
use quadrille_tests::games::{median, plan, summary};
use quadrille_tests::orthodox;
use quadrille_tests::table::{Script, hooked, table};

/// The number of measurements. The table has their medians.
const MEASUREMENT_ROUNDS: usize = 7;
/// The number of games of a playout measurement.
const GAMES_PER_PLAYOUT: u64 = 200;
/// The ply limit of playouts.
const PLY_LIMIT: u32 = 400;
/// The depth of the counted sequences.
const DEPTH: u32 = 5;

/// The boards. Each entry contains the number of ranks, which equals the number of files, and the
/// size of the missing corners. The number of seats and the number of sequences of [`DEPTH`] moves
/// follow.
const BOARDS: [(usize, usize, usize, u64); 11] = [
    (8, 0, 2, 4_865_609),
    (14, 3, 2, 6_973_132),
    (14, 3, 4, 3_593_432),
    (16, 4, 2, 6_844_427),
    (16, 4, 4, 3_619_788),
    (16, 0, 2, 57_568_610),
    (16, 0, 4, 28_083_640),
    (24, 0, 2, 252_965_758),
    (24, 0, 4, 102_033_916),
    (32, 0, 2, 803_932_790),
    (32, 0, 4, 285_755_620),
];

/// The army along its back row, from left to right for each player.
const LINE: &str = "RNBQKBNR";

fn main() {
    let boards: Vec<(CompiledRules, u64)> = BOARDS
        .into_iter()
        .map(|(side, corner, seats, leaves)| {
            let rules = CompiledRules::new(armies(side, corner, seats));
            (rules.expect("armies on a board are a game"), leaves)
        })
        .collect();
    let plies: Vec<u64> = boards.iter().map(|(rules, _)| playouts(rules)).collect();
    // The boards take turns, so that other load affects all of them equally.
    let mut times = vec![[const { Vec::new() }; 2]; boards.len()];
    for _ in 0..MEASUREMENT_ROUNDS {
        for (((rules, leaves), plies), times) in boards.iter().zip(&plies).zip(&mut times) {
            times[0].push(timed(|| count(rules, *leaves)));
            times[1].push(timed(|| assert_eq!(playouts(rules), *plies)));
        }
    }

    println!("squares  seats  M leaves/s          ns a parent         k plies/s");
    let mut first = None;
    for (((rules, leaves), plies), times) in boards.iter().zip(plies).zip(times) {
        let [counting, playing] = times.map(median);
        let row = [
            *leaves as f64 / counting / 1e6,
            counting / counted(rules, DEPTH - 1) as f64 * 1e9,
            plies as f64 / playing / 1e3,
        ];
        let first = *first.get_or_insert(row);
        let spec = rules.spec();
        let mut line = format!("{:>7}  {:>5}", spec.geometry.len(), spec.seats.len());
        for (value, yardstick) in row.into_iter().zip(first) {
            let _ = write!(line, "  {value:>10.1} {:>6.2}x", value / yardstick);
        }
        println!("{line}");
    }
}

/// Returns the rules of a free-for-all. Each orthodox army stands in the middle of one side of the
/// board. A pawn promotes on a square from which it can't go further.
fn armies(side: usize, corner: usize, seats: usize) -> Spec {
    let mut cells = vec![vec![" .".to_owned(); side]; side];
    let far = side - 1;
    for (down, row) in cells.iter_mut().enumerate() {
        for (file, cell) in row.iter_mut().enumerate() {
            let outside = |at: usize| at < corner || at + corner > far;
            if outside(down) && outside(file) {
                " #".clone_into(cell);
            }
        }
    }
    // Two players face each other like the first and the third of four.
    let keys = if seats == 2 { ["r", "", "b", ""] } else { ["r", "b", "y", "g"] };
    for (place, letter) in LINE.chars().enumerate() {
        let at = (side - LINE.len()) / 2 + place;
        for (turns, key) in keys.into_iter().enumerate().filter(|(_, key)| !key.is_empty()) {
            for (piece, up) in [(letter, 0), ('P', 1)] {
                // The sides are bottom, left, top and right, and kings face kings.
                let (down, file) = [(far - up, at), (at, up), (up, at), (at, far - up)][turns];
                cells[down][file] = format!("{key}{piece}");
            }
        }
    }
    let rows: Vec<String> = cells.iter().map(|row| row.join(" ")).collect();
    let mut spec = table(&rows.join("\n"));
    if seats == 2 {
        spec.seats[1].facing = Facing::South;
        for (_, piece) in spec.array.iter_mut().filter(|(_, piece)| piece.colour() == Seat(1)) {
            *piece = piece.with_facing(Facing::South);
        }
    }
    hooked(promoting(spec), &[EventKind::Mate, EventKind::Stalemate])
}

/// Returns hooks that end the game if a seat has no move. The measurements need no other rule that
/// ends a game.
fn ends() -> Box<dyn Hooks> {
    Box::new(Script(|_: &Event<'_>, view: &dyn View| {
        vec![Effect::Finish(vec![SeatResult::Draw; view.rules().spec().seats.len()])]
    }))
}

fn promoting(mut spec: Spec) -> Spec {
    let kinds: Vec<_> = orthodox().promotions.swap_remove(0).2.kinds;
    let pawn = spec.kind_named("pawn").expect("there are pawns");
    for (number, seat) in spec.seats.iter().enumerate() {
        let piece = Piece::new(pawn, Seat(number as u8), seat.facing);
        let last = |square: &_| spec.geometry.step(*square, seat.facing.forward()).is_none();
        let promotion = Promotion { kinds: kinds.clone(), optional: false, ..Promotion::default() };
        let squares = spec.geometry.squares().filter(last);
        spec.promotions.extend(squares.map(|square| (piece, square, promotion.clone())));
    }
    spec
}

/// Returns the seconds that some work takes.
fn timed(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

fn counted(rules: &CompiledRules, depth: u32) -> u64 {
    let ends = ends();
    let mut game = game::start(rules, &*ends).expect("no hook fails");
    black_box(game.perft(depth).expect("no hook fails"))
}

fn count(rules: &CompiledRules, leaves: u64) {
    assert_eq!(counted(rules, DEPTH), leaves);
}

/// Returns the number of plies of random games.
fn playouts(rules: &CompiledRules) -> u64 {
    black_box(summary(rules, &ends, &plan(GAMES_PER_PLAYOUT, Some(PLY_LIMIT))).plies)
}
