//! The engine does fast what `plain` does slowly: on every position of random games, by orthodox and by
//! random rules, both find the same moves, and the moves lead to the same positions.
//!
//! `PROPTEST_CASES=100000 cargo test --release --test agreement` looks longer.

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use quadrille_core::{Action, Decision, NoHooks, Play, Ruleset, Seat, Setup, Spec, game};
use quadrille_tests::plain::{Plain, Seen, Step, seen};
use quadrille_tests::random::{Recipe, recipe};
use quadrille_tests::{OrthodoxEnds, orthodox};

/// How many random rulesets are tried unless the environment says otherwise.
const CASES: u32 = 150;
/// Positions with more moves than this have no second ply counted.
const DEEP: usize = 24;

fn config() -> ProptestConfig {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    let config = ProptestConfig {
        max_shrink_iters: 20_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    if asked { config } else { ProptestConfig { cases: CASES, ..config } }
}

/// The seats whose turns opened or were passed over between two positions.
fn opened(spec: &Spec, before: &Setup, after: &Setup) -> Vec<Seat> {
    let mut seats = Vec::new();
    let mut at = usize::from(before.pointer);
    loop {
        at = (at + 1) % spec.order.len();
        seats.push(spec.order[at]);
        if at == usize::from(after.pointer) {
            return seats;
        }
    }
}

/// Compares one position; returns its actions.
fn compare(spec: &Spec, game: &mut dyn Play, deep: bool) -> Result<Vec<Action>, TestCaseError> {
    let Ok(Decision::Turn(seat)) = game.decision() else { return Ok(Vec::new()) };
    if let Err(wrong) = game.validate() {
        return Err(TestCaseError::fail(wrong));
    }
    let setup = game.setup();
    let actions = game.actions().expect("there are no hooks");
    let mut fast: Vec<Seen> = actions.iter().filter_map(|action| seen(*action)).collect();
    fast.sort();
    let plain = Plain::new(spec, &setup);
    let steps = plain.moves(seat);
    let slow: Vec<Seen> = steps.iter().map(|step| step.seen).collect();
    prop_assert!(fast == slow, "{}", difference(spec, &setup, &fast, &slow));

    let mut leaves = 0;
    for action in &actions {
        let mut next = game.fork();
        let played = next.play(*action);
        prop_assert!(played.is_ok(), "{action:?} was listed, but: {played:?}");
        if let Err(wrong) = next.validate() {
            return Err(TestCaseError::fail(format!("after {action:?}: {wrong}")));
        }
        same_position(spec, &plain, &steps, *action, &setup, next.as_mut())?;
        if deep && let Ok(Decision::Turn(seat)) = next.decision() {
            leaves += Plain::new(spec, &next.setup()).moves(seat).len() as u64;
        }
    }
    prop_assert_eq!(game.perft(1).expect("there are no hooks"), actions.len() as u64);
    if deep {
        prop_assert_eq!(game.perft(2).expect("there are no hooks"), leaves, "two plies");
    }
    Ok(actions)
}

fn difference(spec: &Spec, setup: &Setup, fast: &[Seen], slow: &[Seen]) -> String {
    let name = |m: &Seen| {
        let (from, to, promotion, manner) = m;
        let board = &spec.geometry;
        format!("{}-{} {promotion:?} {manner:?}", board.name(*from), board.name(*to))
    };
    let only = |a: &[Seen], b: &[Seen]| {
        let count = |list: &[Seen], m: &Seen| list.iter().filter(|other| *other == m).count();
        let more = a.iter().filter(|m| count(a, m) > count(b, m));
        more.map(name).collect::<Vec<_>>()
    };
    format!(
        "turn of {}: the engine alone has {:?}; the reference alone has {:?}; in {setup:?}",
        setup.turn.0,
        only(fast, slow),
        only(slow, fast)
    )
}

/// Whether an action leads where the reference says: the same men and rights.
fn same_position(
    spec: &Spec,
    plain: &Plain<'_>,
    steps: &[Step],
    action: Action,
    before: &Setup,
    next: &mut dyn Play,
) -> TestCaseResult {
    let Some(move_seen) = seen(action) else { return Ok(()) };
    let over = next.decision() == Ok(Decision::Over);
    let after = next.setup();
    let opened = opened(spec, before, &after);
    let alike = steps.iter().filter(|step| step.seen == move_seen).any(|step| {
        let expected = plain.after(step);
        expected.men() == after.men
            && expected.castling_rights() == after.castling
            && (over || expected.en_passant_rights(&opened) == after.en_passant)
    });
    let what = || steps.iter().find(|step| step.seen == move_seen).map(|step| plain.after(step));
    prop_assert!(
        alike,
        "{action:?} from {before:?} leads to {after:?}, by the reference to {:?}, {:?}, {:?}",
        what().map(|plain| plain.men()),
        what().map(|plain| plain.castling_rights().to_vec()),
        what().map(|plain| plain.en_passant_rights(&opened))
    );
    Ok(())
}

/// Whether the position stands as well by itself as it does at the end of its game.
fn stands_alone(rules: &Ruleset, game: &mut dyn Play) -> TestCaseResult {
    let setup = game.setup();
    let mut again = match game::resume(rules, &NoHooks, &setup) {
        Ok(again) => again,
        Err(errors) => return Err(TestCaseError::fail(format!("{errors:?} of {setup:?}"))),
    };
    prop_assert_eq!(&again.setup(), &setup, "a position is not what it was made from");
    prop_assert_eq!(again.decision(), game.decision());
    let sorted = |game: &mut dyn Play| {
        let mut actions = game.actions().expect("there are no hooks");
        actions.sort();
        actions
    };
    prop_assert_eq!(sorted(again.as_mut()), sorted(game));
    Ok(())
}

fn agree(recipe: &Recipe) -> TestCaseResult {
    let rules = match Ruleset::new(recipe.spec.clone()) {
        Ok(rules) => rules,
        Err(errors) => return Err(TestCaseError::fail(format!("no ruleset: {errors:?}"))),
    };
    let mut game = match game::resume(&rules, &NoHooks, &recipe.setup(&rules)) {
        Ok(game) => game,
        Err(errors) => return Err(TestCaseError::fail(format!("no position: {errors:?}"))),
    };
    for (ply, choice) in recipe.choices.iter().enumerate() {
        if game.decision() == Ok(Decision::Over) {
            break;
        }
        let few = game.actions().expect("there are no hooks").len() <= DEEP;
        let actions = compare(&recipe.spec, game.as_mut(), few && ply % 4 == 0)?;
        stands_alone(&rules, game.as_mut())?;
        let Some(action) = actions.get(usize::from(*choice) % actions.len().max(1)) else { break };
        game.play(*action).expect("it was played on a copy");
    }
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_engine_agrees_with_the_reference(recipe in recipe()) {
        agree(&recipe)?;
    }
}

#[test]
fn orthodox_games_agree() {
    let spec = orthodox();
    let rules = Ruleset::new(spec.clone()).expect("chess is a game");
    let mut rng = quadrille_core::rng::Rng::new(5, 0, quadrille_core::rng::Stream::Agent, 0, 0);
    for _ in 0..2 {
        let mut game = game::start(&rules, &OrthodoxEnds).expect("no hook fails");
        for ply in 0..80 {
            let actions = compare(&spec, game.as_mut(), ply % 40 == 39).expect("they agree");
            if actions.is_empty() {
                break;
            }
            game.play(actions[rng.below(actions.len() as u32) as usize]).expect("it is legal");
        }
    }
}
