//! Compares the engine with the slow implementation in `plain`. In every position of random games,
//! both must find the same moves, and the moves must lead to the same positions. The games have
//! orthodox or random rules.
//!
//! `PROPTEST_CASES=100000 cargo test --release --test rules agreement::` tests more random
//! rulesets.

#![expect(clippy::print_stdout, reason = "says what random games came upon")]

use std::collections::BTreeSet;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::Mutex;
use std::thread;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{RngAlgorithm, TestCaseResult, TestRng, TestRunner};
use quadrille_core::board::MAX_SEATS;
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::rules::{Arrangement, Demand, MeasuredValue, Path, Shuffle};
use quadrille_core::{
    Action, AnyGame, CompiledRules, Decision, Hooks, Move, MoveKind, NoHooks, Piece, Seats, Setup,
    Spec, Square, game, restore,
};
use quadrille_dsl::notation;
use quadrille_tests::agree::{Judge, Look, MAX_SECOND_PLY_ACTIONS};
use quadrille_tests::plain::{Manner, seen};
use quadrille_tests::random::{Change, Recipe, recipe};
use quadrille_tests::turned::turned;
use quadrille_tests::{OrthodoxEnds, orthodox};

/// The number of random rulesets in each round, by default. The environment variable
/// `PROPTEST_CASES` can change it.
const CASES: u32 = 30;
/// The maximum number of rounds. Rounds are played until all features have occurred.
const PLAYED_ROUNDS: u32 = 8;
/// The widths of square sets for which the engine is compiled, in words.
const WIDTHS: &[usize] = if cfg!(debug_assertions) { &[1, 4, 16] } else { &[1, 2, 3, 4, 16] };

/// Checks that a game can be resumed from a position. The resumed game must behave in the same way
/// as the game in which the position occurred. Only the prohibition of repeated positions may
/// differ, because a position does not contain the game's history.
fn stands_alone(
    rules: &CompiledRules,
    hooks: &dyn Hooks,
    game: &mut dyn AnyGame,
) -> TestCaseResult {
    let setup = game.setup();
    let mut alone = match game::resume(rules, hooks, &setup) {
        Ok(alone) => alone,
        Err(errors) => return Err(TestCaseError::fail(format!("{errors:?} of {setup:?}"))),
    };
    let mut saved = restore(rules, hooks, &game.state()).expect("the same rules");
    let sorted = |game: &mut dyn AnyGame| {
        let mut actions = game.actions().expect("no hook fails");
        actions.sort();
        actions
    };
    let all = sorted(game);
    for again in [&mut alone, &mut saved] {
        prop_assert_eq!(&again.setup(), &setup, "a position is not what it was made from");
        prop_assert_eq!(again.decision(), game.decision());
    }
    prop_assert_eq!(&sorted(saved.as_mut()), &all);
    if no_repeat(rules.spec()) {
        let free = sorted(alone.as_mut());
        prop_assert!(all.iter().all(|action| free.contains(action)), "{:?} and {:?}", all, free);
    } else {
        prop_assert_eq!(&sorted(alone.as_mut()), &all);
    }
    Ok(())
}

/// Returns `true` if a seat may not repeat positions.
fn no_repeat(spec: &Spec) -> bool {
    spec.duties.iter().any(|duty| matches!(duty.demand, Demand::NoRepeat { .. }))
}

/// Checks that randomly drawn actions are legal. If there are few legal actions, each of them must
/// be drawn at least once.
fn draws(game: &dyn AnyGame, actions: &[(Action, bool)], rng: &mut Rng) -> TestCaseResult {
    let rounds = if actions.len() <= 6 { 25 * actions.len() } else { 3 };
    let mut drawn = BTreeSet::new();
    for _ in 0..rounds {
        let action = game.fork().play_random(rng).expect("there are no hooks");
        let legal = action.filter(|action| actions.iter().any(|(other, _)| other == action));
        prop_assert!(
            legal.is_some(),
            "{:?} is drawn, but is not legal in {:?}",
            action,
            game.setup()
        );
        drawn.extend(legal);
    }
    if rounds > 3 {
        prop_assert_eq!(drawn.len(), actions.len(), "some are never drawn in {:?}", game.setup());
    }
    Ok(())
}

/// The numbers of features that occurred in random games. The test fails if a feature is missing.
#[derive(Default, Debug)]
struct Sights {
    positions: u64,
    checks: u64,
    mates: u64,
    promotions: u64,
    doubles: u64,
    en_passant: u64,
    castlings: u64,
    paths: u64,
    /// Moves for which the clause of a movement fires. The engine has to find this movement,
    /// because the moves do not contain their paths.
    cited: u64,
    captures_on_way: u64,
    /// Positions in which the seat to move has a duty to capture, and can capture.
    duties: u64,
    /// Captures whose blast removes further pieces.
    blasts: u64,
    drops: u64,
    /// Positions with more pieces in hand than at the start.
    held: u64,
    /// Moves and captures of neutral pieces.
    neutral: u64,
    /// Boards with portals.
    portals: u64,
    /// Positions in which a gate is closed, and positions in which a gate is open.
    gates: [u64; 2],
    /// Positions in which the movement of a piece depends on a counter, or on the time since a
    /// counter was set.
    counted: u64,
    /// The first number counts squares that are hidden from the seat to move. The second counts
    /// pieces on such squares.
    hidden: [u64; 2],
    /// Moves that would repeat a position.
    repetitions: u64,
    /// Questions, and questions with earlier secret answers.
    questions: [u64; 2],
    /// For each width of square sets, in words, the number of boards with this width.
    words: [u64; WIDTHS.len()],
}

impl Sights {
    /// Returns `true` if all features have occurred often enough.
    fn are_enough(&self) -> bool {
        let seen = [
            (self.positions, 400),
            (self.checks, 20),
            (self.promotions, 50),
            (self.doubles, 20),
            (self.en_passant, 1),
            (self.castlings, 1),
            (self.paths, 50),
            (self.cited, 5),
            (self.captures_on_way, 5),
            (self.duties, 5),
            (self.blasts, 5),
            (self.drops, 50),
            (self.held, 10),
            (self.neutral, 20),
            (self.portals, 20),
            (self.gates[0], 20),
            (self.gates[1], 20),
            (self.counted, 20),
            (self.hidden[0], 100),
            (self.hidden[1], 20),
            (self.repetitions, 10),
            (self.questions[0], 100),
            (self.questions[1], 20),
        ];
        seen.iter().all(|(sight, least)| sight >= least)
            && self.words.iter().all(|boards| *boards > 0)
    }

    fn note(&mut self, judge: &Judge<'_>, setup: &Setup, actions: &[(Action, bool)]) {
        let spec = judge.spec();
        if !setup.pending.is_empty() {
            self.questions[0] += 1;
            self.questions[1] += u64::from(!setup.sealed.is_empty());
            return;
        }
        self.positions += 1;
        let plain = judge.plain(setup);
        self.repetitions += plain.repetitions() as u64;
        let visible = plain.visible(setup.turn);
        self.hidden[0] += (spec.geometry.len() - visible.len()) as u64;
        let hidden = setup.pieces.iter().filter(|(square, _)| !visible.contains(square));
        self.hidden[1] += hidden.count() as u64;
        let standing = setup.geometry(spec).walls().len();
        let (open, closed) = (spec.geometry.walls(), spec.geometry_while(|_| true));
        self.gates[0] += u64::from(standing > open.len());
        self.gates[1] += u64::from(standing < closed.walls().len());
        let measures = |measure: &MeasuredValue| {
            matches!(measure, MeasuredValue::Counter(_) | MeasuredValue::PliesSince(_))
        };
        let mut of_paths = spec.kinds.iter().flat_map(|kind| &kind.paths);
        let counted = of_paths.any(|path| path.circumstances.iter().any(|c| measures(&c.of)));
        self.counted += u64::from(counted);
        let check = plain.in_check(setup.turn);
        self.checks += u64::from(check);
        self.mates += u64::from(check && actions.is_empty());
        let captures = |action: &Action| matches!(action, Action::Move(mv) if setup.pieces.iter().any(|(at, _)| *at == mv.to));
        let captures = actions.iter().filter(|(action, _)| captures(action)).count() as u64;
        let bound = spec.duties.iter().any(|duty| duty.seats.contains(setup.turn));
        self.duties += u64::from(bound && captures > 0);
        self.blasts += if spec.blast.is_some() { captures } else { 0 };
        let drops = actions.iter().filter(|(action, _)| matches!(action, Action::Drop(..)));
        self.drops += drops.count() as u64;
        let held = |seat: usize, kind: usize| {
            let own = spec.hands.iter().filter(|hand| hand.seat.index() == seat);
            let given = own.flat_map(|hand| &hand.pieces).filter(|(k, _)| k.index() == kind);
            setup.hands[seat][kind] > given.map(|(_, n)| *n).sum()
        };
        let kinds = 0..spec.kinds.len();
        let more = (0..spec.seats.len()).any(|seat| kinds.clone().any(|kind| held(seat, kind)));
        self.held += u64::from(more);
        let unowned = |at: Square| {
            let neutral = |(square, piece): &(Square, Piece)| {
                *square == at && Some(piece.colour()) == spec.neutral_colour()
            };
            setup.pieces.iter().any(neutral)
        };
        let concerned = |action: &Action| matches!(action, Action::Move(mv) if unowned(mv.from) || unowned(mv.to));
        self.neutral += actions.iter().filter(|(action, _)| concerned(action)).count() as u64;
        for (_, _, promotion, manner) in actions.iter().filter_map(|(action, _)| seen(*action)) {
            self.promotions += u64::from(promotion.is_some());
            match manner {
                Manner::Plain => {}
                Manner::Double(_) => self.doubles += 1,
                Manner::EnPassant => self.en_passant += 1,
                Manner::Castle(_) => self.castlings += 1,
                Manner::Path(takes) => {
                    self.paths += 1;
                    self.captures_on_way += u64::from(takes[0].is_some());
                }
            }
        }
    }
}

fn agree(recipe: &Recipe, sights: &Mutex<Sights>) -> TestCaseResult {
    let sights = || sights.lock().expect("no other round has failed");
    let rules = match CompiledRules::new(recipe.spec.clone()) {
        Ok(rules) => rules,
        Err(errors) => return Err(TestCaseError::fail(format!("no ruleset: {errors:?}"))),
    };
    sights().portals += u64::from(recipe.spec.geometry.portals().next().is_some());
    let width = WIDTHS.iter().position(|words| *words == rules.words());
    sights().words[width.expect("a width that the engine is compiled for")] += 1;
    let hooks = &recipe.interview;
    let mut game = match game::resume(&rules, hooks, &recipe.setup(&rules)) {
        Ok(game) => game,
        Err(errors) => return Err(TestCaseError::fail(format!("no position: {errors:?}"))),
    };
    game.trace(true);
    let mut judge = Judge::of_interview(&rules, hooks);
    judge.begin(&game.setup());
    let mut last: [Option<Move>; 4] = [None; 4];
    let mut rng = Rng::new(7, 0, Stream::Agent, 0, 0);
    for (ply, choice) in recipe.choices.iter().enumerate() {
        if game.decision() == Ok(Decision::Over) {
            break;
        }
        let few = game.actions().expect("there are no hooks").len() <= MAX_SECOND_PLY_ACTIONS;
        let look = Look { deep: few && ply % 4 == 0, knowledge: ply % 4 == 1, ..Look::default() };
        let actions = judge.compare(game.as_mut(), look).map_err(TestCaseError::fail)?;
        stands_alone(&rules, hooks, game.as_mut())?;
        draws(game.as_ref(), &actions, &mut rng)?;
        let setup = game.setup();
        sights().note(&judge, &setup, &actions);
        // Every second ply prefers rare actions.
        let sharp = |(_, sharp): &&(Action, bool)| choice % 2 == 0 || *sharp;
        let picked: Vec<_> = actions.iter().filter(sharp).collect();
        let from = if picked.is_empty() { actions.iter().collect() } else { picked };
        let picked =
            from.get(usize::from(*choice) / 2 % from.len().max(1)).map(|(action, _)| *action);
        // If positions may not be repeated, most moves go back and forth.
        let own_last = &mut last[setup.turn.index()];
        let back = own_last.map(|mv| (mv.to, mv.from));
        let goes_back =
            |action: &Action| matches!(action, Action::Move(mv) if Some((mv.from, mv.to)) == back);
        let back = actions.iter().map(|(action, _)| *action).find(goes_back);
        let back = back.filter(|_| no_repeat(&recipe.spec) && choice % 8 != 0);
        let Some(action) = back.or(picked) else { break };
        if let Action::Move(mv) = action {
            *own_last = Some(mv);
        }
        let counted = game.counts().clauses[0];
        game.play(action).expect("it was played on a copy");
        if let Action::Move(mv) = action
            && matches!(mv.kind, MoveKind::Plain | MoveKind::Double { .. } | MoveKind::EnPassant)
            && let Some(seen) = seen(action)
        {
            let cited = judge.plain(&setup).cites(seen);
            sights().cited += u64::from(cited);
            prop_assert_eq!(
                game.counts().clauses[0] - counted,
                u32::from(cited),
                "{:?} {:?}",
                mv,
                setup
            );
        }
        judge.follow(&setup, action, game.as_mut()).map_err(TestCaseError::fail)?;
    }
    Ok(())
}

/// Tests a property with random values. If the property fails, prints the smallest value for which
/// it fails. By default, the values depend only on the round. If `PROPTEST_CASES` is set, it
/// determines the number of values, and new values are drawn each time. `SEED` then repeats the
/// values of a failure.
fn over<S: Strategy>(
    round: u32,
    values: S,
    cases: u32,
    property: impl Fn(&S::Value) -> TestCaseResult,
) {
    let default = ProptestConfig {
        max_shrink_iters: 1_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let variable = |name: &str| std::env::var(name).ok();
    let (seed, config) = if variable("PROPTEST_CASES").is_some() {
        let seed = variable("SEED").map(|seed| seed.parse().expect("SEED is a number"));
        (seed.unwrap_or_else(|| RandomState::new().hash_one(round)), default)
    } else {
        (round.into(), ProptestConfig { cases, ..default })
    };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed.to_le_bytes().repeat(4));
    let run = TestRunner::new_with_rng(config, rng).run(&values, |value| property(&value));
    if let Err(failure) = run {
        panic!("SEED={seed}: {failure}");
    }
}

#[test]
fn the_engine_agrees_with_the_reference() {
    let sights = Mutex::new(Sights::default());
    // A rare feature can be missing from one round. Two rounds are played at the same time.
    for first in (0..PLAYED_ROUNDS).step_by(2) {
        thread::scope(|scope| {
            for round in [first, first + 1] {
                let sights = &sights;
                scope.spawn(move || over(round, recipe(), CASES, |recipe| agree(recipe, sights)));
            }
        });
        if sights.lock().expect("no round has failed").are_enough() {
            break;
        }
    }
    let sights = sights.into_inner().expect("no round has failed");
    println!("{sights:#?}");
    assert!(sights.are_enough(), "the games came upon too little: {sights:#?}");
}

/// Generates a term of movement notation. The term often makes no sense.
fn term() -> impl Strategy<Value = String> {
    let pick = |words: &'static [&'static str]| select(words.to_vec());
    let directions = pick(&["", "", "", "f", "b", "l", "v", "s", "fs", "fl", "lf", "fr", "fh"]);
    let manner = pick(&["", "", "", "m", "c", "d", "cd", "k", "t", "i", "mi"]);
    let way = pick(&["", "", "", "n", "j", "p", "g", "z", "q"]);
    let atom = pick(&[
        "W", "F", "D", "N", "A", "H", "C", "Z", "K", "R", "B", "Q", "WW", "FF", "NN", "W2", "F3",
        "(1,4)",
    ]);
    let plain = (directions, manner, way, atom).prop_map(|(a, b, c, d)| format!("{a}{b}{c}{d}"));
    let legs = pick(&[
        "afsW",
        "mpafsW",
        "masR",
        "yafsF",
        "mcabK",
        "caK",
        "fcafmF",
        "mRcpR",
        "pabR",
        "gQ",
        "nN",
        "[F-R]",
        "[W?B]",
        "[W-sR]",
        "[cW-mF]",
        "fmWfceF",
        "fmWfceFifmnD",
        "xzF",
    ]);
    prop_oneof![4 => plain, 1 => legs.prop_map(str::to_owned)]
}

/// Generates notations that have a meaning, with their paths. Some armies face diagonally.
/// Notations with too many paths are left out.
fn notated() -> impl Strategy<Value = (String, Vec<Path>)> {
    let text = vec(term(), 1..4).prop_map(|terms| terms.concat());
    let diagonal = prop_oneof![2 => Just(0), 1 => 1..16_u8];
    (text, diagonal).prop_filter_map("it means nothing", |(text, diagonal)| {
        let paths = notation::parse_for(&text, MAX_SEATS, Seats(diagonal)).ok();
        let paths = paths.filter(|paths| paths.len() <= 64)?;
        Some((text, paths))
    })
}

#[test]
fn pieces_that_go_by_notation_go_as_the_reference_says() {
    let sights = Mutex::new(Sights::default());
    let enough = |sights: &Sights| sights.positions >= 100 && sights.paths >= 5;
    for round in 0..PLAYED_ROUNDS {
        over(round, (recipe(), vec(notated(), 1..5)), CASES / 2, |(recipe, pieces)| {
            let mut recipe = recipe.clone();
            // All kinds except the pawns.
            let kinds = recipe.spec.kinds.iter_mut().enumerate();
            let others = kinds.filter(|(number, _)| *number != 1);
            for ((_, kind), (text, paths)) in others.zip(pieces) {
                kind.notation.clone_from(text);
                kind.paths.clone_from(paths);
            }
            agree(&recipe, &sights)
        });
        if enough(&sights.lock().expect("no round has failed")) {
            break;
        }
    }
    let sights = sights.into_inner().expect("no round has failed");
    println!("{sights:#?}");
    assert!(enough(&sights), "{sights:#?}");
}

#[test]
fn a_game_turned_by_a_quarter_is_the_same_game() {
    over(0, recipe(), CASES, |recipe| {
        let nodes = |recipe: &Recipe| -> Result<Vec<u64>, TestCaseError> {
            let rules = CompiledRules::new(recipe.spec.clone())
                .map_err(|errors| TestCaseError::fail(format!("no ruleset: {errors:?}")))?;
            let mut game = game::resume(&rules, &NoHooks, &recipe.setup(&rules))
                .map_err(|errors| TestCaseError::fail(format!("no position: {errors:?}")))?;
            let depths = if game.perft(2).is_ok_and(|nodes| nodes < 400) { 1..=3 } else { 1..=2 };
            Ok(depths.map(|depth| game.perft(depth).expect("there are no hooks")).collect())
        };
        let mut recipe = recipe.clone();
        // The squares of a restriction do not turn with the board.
        recipe.changes.retain(|change| !matches!(change, Change::Confined(..)));
        let first = nodes(&recipe)?;
        for quarters in 1..=3 {
            recipe.spec = turned(&recipe.spec);
            prop_assert_eq!(&nodes(&recipe)?, &first, "after {} quarters", quarters);
        }
        Ok(())
    });
}

/// Returns a shuffle of the first squares of the array. Each outcome rotates the pieces by another
/// number of squares.
fn rotations(spec: &Spec) -> Shuffle {
    let first: Vec<_> = spec.array.iter().take(4).copied().collect();
    let outcomes = (0..first.len()).map(|by| {
        let mut pieces: Vec<_> = first.iter().map(|(_, piece)| Some(*piece)).collect();
        pieces.rotate_left(by);
        Arrangement { name: by.to_string(), pieces }
    });
    Shuffle {
        squares: first.iter().map(|(square, _)| *square).collect(),
        outcomes: outcomes.collect(),
        clause: None,
    }
}

/// Checks that the engine and the reference agree after each outcome of two shuffles. They must
/// have the same position and the same actions.
fn shuffles_agree(recipe: &Recipe) -> TestCaseResult {
    let mut spec = recipe.spec.clone();
    spec.shuffles = vec![rotations(&spec), rotations(&spec)];
    let rules = CompiledRules::new(spec).expect("the shuffles are valid");
    let game = game::start(&rules, &NoHooks).expect("there are no hooks");
    let mut judge = Judge::of_tables(&rules);
    let plain = judge.plain(&game.setup());
    let all = rules.spec().shuffles[0].outcomes.len() as u16;
    for (first, second) in (0..all).map(|first| (first, all - 1 - first)) {
        let mut game = game.fork();
        prop_assert_eq!(game.actions().map(|list| list.len()), Ok(usize::from(all)));
        for outcome in [first, second] {
            game.play(Action::Shuffle(outcome)).expect("each outcome is possible");
        }
        let (setup, expected) = (game.setup(), plain.shuffled(first).shuffled(second));
        prop_assert_eq!(&setup.pieces, &expected.pieces());
        prop_assert_eq!(&setup.castling, expected.castling_rights());
        prop_assert!(game.play(Action::Shuffle(0)).is_err(), "a third shuffle");
        judge.begin(&setup);
        // The reference does not know the turns that were passed over after the shuffles. They count
        // as occurrences of positions.
        if !no_repeat(rules.spec()) {
            judge.compare(game.as_mut(), Look::default()).map_err(TestCaseError::fail)?;
        }
        if game.decision() == Ok(Decision::Over) {
            continue;
        }
        let mut resumed = game::resume(&rules, &NoHooks, &setup).expect("it was reached");
        judge.compare(resumed.as_mut(), Look::default()).map_err(TestCaseError::fail)?;
    }
    Ok(())
}

#[test]
fn positions_after_shuffles_agree() {
    over(3, recipe(), CASES, shuffles_agree);
}

#[test]
fn orthodox_games_agree() {
    let rules = CompiledRules::new(orthodox()).expect("chess is a game");
    let judge = Judge::of_tables(&rules);
    let mut rng = Rng::new(5, 0, Stream::Agent, 0, 0);
    for _ in 0..2 {
        let mut game = game::start(&rules, &OrthodoxEnds).expect("no hook fails");
        for ply in 0..80 {
            let look = Look { deep: ply % 40 == 39, ..Look::default() };
            let actions = judge.compare(game.as_mut(), look).expect("they agree");
            if actions.is_empty() {
                break;
            }
            game.play(actions[rng.below(actions.len() as u32) as usize].0).expect("it is legal");
        }
    }
}
