//! Compares the engine with the slow reference for every ruleset of the repository and nearly every
//! recipe of the cookbook. In positions of random games, both must have the same actions, the same
//! positions after these actions, and the same status of every seat. The reference does not use
//! tables of answers: it calls the scripts again each time. It also calls hooks whose effects
//! decide whether a move is legal.
//!
//! `AGREEMENT_GAMES=100 cargo test --release -p quadrille-tests --test rules shipped::` plays 100
//! games for every ruleset and each of its presets. A range such as `100..200` plays the games with
//! these indices. A game has up to `AGREEMENT_PLIES` plies. Every tenth game has up to four times
//! as many.

#![expect(clippy::print_stdout, reason = "says what the games came upon")]

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use quadrille_agents::AgentSpec;
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::{Action, Decision, Effect, TraceEntry, game};
use quadrille_dsl::{Library, Ruleset, lessons, load};
use quadrille_study::sim::MAX_GAME_OPERATIONS;
use quadrille_tests::Disk;
use quadrille_tests::agree::{Judge, Look, MAX_SECOND_PLY_ACTIONS};
use quadrille_tests::plain::{Choice, Manner, choice};

/// Returns the names of the rulesets in a folder of the repository.
fn names_in(folder: &str) -> impl Iterator<Item = String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let here = move |name: &String| folder.join(name).join("geometry.toml").is_file();
    Disk::new().names().into_iter().filter(here)
}

/// Returns the names of the shipped rulesets. If `presets` is `true`, each ruleset is also listed
/// with each of its presets.
fn shipped(presets: bool) -> Vec<String> {
    let mut names = Vec::new();
    for name in names_in("rulesets") {
        if presets {
            let loaded = open(&name);
            names.extend(loaded.meta.presets.iter().map(|(preset, _)| format!("{name}@{preset}")));
        }
        names.push(name);
    }
    names
}

fn open(name: &str) -> Ruleset {
    load(&Disk::new(), name, &[]).unwrap_or_else(|errors| panic!("{name}: {errors:#?}"))
}

/// The number of occurrences of each feature.
type Sights = BTreeMap<&'static str, u64>;

fn note(sights: &mut Sights, what: &'static str) {
    *sights.entry(what).or_default() += 1;
}

fn kind_of(choice: Choice) -> &'static str {
    match choice {
        Choice::Move((_, _, Some(_), _)) => "promotions",
        Choice::Move((_, _, _, manner)) => match manner {
            Manner::Plain => "plain moves",
            Manner::Double(_) => "double steps",
            Manner::EnPassant => "captures en passant",
            Manner::Castle(_) => "castlings",
            Manner::Path(_) => "walks",
        },
        Choice::Drop(..) => "drops",
        Choice::Announce(_) => "announcements",
        Choice::Pass => "passes",
        Choice::Say(_) => "words",
    }
}

/// Draws an action. At every second ply, a kind of action is drawn first, and then an action of
/// this kind. Rare kinds of action therefore occur more often.
fn drawn(actions: &[Action], ply: u64, rng: &mut Rng) -> Action {
    let mut pick = |among: &[Action]| among[rng.below(among.len() as u32) as usize];
    if ply.is_multiple_of(2) {
        return pick(actions);
    }
    let mut kinds: BTreeMap<Option<&str>, Vec<Action>> = BTreeMap::new();
    for action in actions {
        kinds.entry(choice(*action).map(kind_of)).or_default().push(*action);
    }
    let firsts: Vec<Action> = kinds.values().map(|of_kind| of_kind[0]).collect();
    let first = pick(&firsts);
    let of_kind = kinds.into_values().find(|of_kind| of_kind[0] == first);
    pick(&of_kind.expect("it was drawn from there"))
}

/// Plays a random game. In each of its positions, compares the engine with the reference.
fn agrees(loaded: &Ruleset, number: u64, plies: u64, sights: &mut Sights) -> Result<(), String> {
    let hooks = loaded.hooks();
    let live = loaded.scripts.live(loaded.spec());
    let judge = Judge::of_scripts(&loaded.rules, &*hooks, &live);
    let mut rng = Rng::new(29, number, Stream::Agent, 0, 0);
    let mut game = game::start(&loaded.rules, &*hooks).map_err(|error| error.to_string())?;
    game.trace(true);
    note(sights, "games");
    for ply in 0..plies {
        let at = |what: String| format!("game {number}, ply {ply}: {what}");
        let actions = game.actions().map_err(|error| at(error.to_string()))?;
        if game.decision() == Ok(Decision::Over) {
            note(sights, "ends");
            break;
        }
        // Every sixteenth ply, the results of all actions are compared. At other plies, only the
        // result of one action is compared.
        let only = if ply % 16 == 15 { None } else { Some(rng.below(1 << 16) as usize) };
        let deep = only.is_none() && actions.len() <= MAX_SECOND_PLY_ACTIONS;
        let look = Look { deep, standing: ply % 8 == 3, only, ..Look::default() };
        let compared = judge.compare(&mut *game, look).map_err(at)?;
        note(sights, "positions");
        if game.in_check(game.turn()) {
            note(sights, "checks");
        }
        for (action, _) in compared {
            note(sights, choice(action).map_or("answers and throws", kind_of));
        }
        let action = drawn(&actions, ply, &mut rng);
        game.play(action).map_err(|error| at(format!("{action:?}: {error}")))?;
        for emitted in game.trace_entries().iter().filter_map(TraceEntry::emitted) {
            note(
                sights,
                match emitted.effect {
                    Effect::SeatState(..) | Effect::ArmyState(..) => "states",
                    Effect::Control(..) => "conquests",
                    Effect::Restrict(..) | Effect::Relax(..) => "restrictions",
                    _ => "other effects",
                },
            );
        }
    }
    Ok(())
}

/// Plays the games with these indices for each ruleset. Prints the features that occurred and all
/// differences. Panics if there is a difference.
fn all_agree(names: &[String], games: &Range<u64>, plies: u64) -> Sights {
    let mut sights = Sights::new();
    let mut wrong = Vec::new();
    for name in names {
        let loaded = open(name);
        let long = |n: u64| if n % 10 == 9 { 4 * plies } else { plies };
        let judged = games.clone().try_for_each(|n| agrees(&loaded, n, long(n), &mut sights));
        let positions = sights.get("positions").copied().unwrap_or(0);
        println!("{name}: {}, {positions} positions so far", judged.is_ok());
        if let Err(difference) = judged {
            println!("{difference}");
            wrong.push(format!("{name}: {difference}"));
        }
    }
    println!("{} readings, games {games:?}: {sights:#?}", names.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    sights
}

/// Parses a number of games, or a range such as `100..200`.
fn games(text: &str) -> Range<u64> {
    let number = |text: &str| text.parse().expect("a number of games");
    text.split_once("..").map_or_else(|| 0..number(text), |(a, b)| number(a)..number(b))
}

#[test]
fn every_ruleset_is_played_as_its_rules_say() {
    let plies = std::env::var("AGREEMENT_PLIES").ok().and_then(|plies| plies.parse().ok());
    let names = |presets| -> Vec<String> {
        shipped(presets).into_iter().filter(|name| is_followed(name)).collect()
    };
    if let Ok(asked) = std::env::var("AGREEMENT_GAMES") {
        all_agree(&names(true), &games(&asked), plies.unwrap_or(80));
        return;
    }
    let sights = all_agree(&names(false), &(0..1), plies.unwrap_or(40));
    for sight in ["checks", "promotions", "double steps", "castlings", "drops", "passes"] {
        assert!(sights.contains_key(sight), "the games came upon no {sight}: {sights:#?}");
    }
}

/// Rulesets and recipes that are left out because the reference does not implement their rules.
/// These rules are hooks that forbid moves, questions after a move, and further moves in the same
/// turn.
const NOT_FOLLOWED: [&str; 12] = [
    "bosworth-1998",
    "djambi-1975",
    "duck",
    "duck-teams",
    "enochian-1994",
    "hand-and-brain",
    "marseillais",
    "placement",
    "progressive",
    "seirawan",
    "sittuyin",
    "truce",
];

/// Returns `true` if the reference implements the rules of a ruleset. A preset may follow its name.
fn is_followed(name: &str) -> bool {
    NOT_FOLLOWED.iter().all(|other| name.split('@').next() != Some(*other))
}

#[test]
fn every_recipe_is_played_as_its_rules_say() {
    let names: Vec<String> = names_in("docs/cookbook").filter(|name| is_followed(name)).collect();
    assert!(names.len() > 60, "{names:?}");
    let plies = std::env::var("AGREEMENT_PLIES").ok().and_then(|plies| plies.parse().ok());
    let sights = all_agree(&names, &(0..1), plies.unwrap_or(10));
    assert!(sights["positions"] > 500, "{sights:#?}");
}

/// Rulesets with movements that capture on the way, or that capture without moving.
const SIDE_EFFECTS: [&str; 2] = ["draughts", "rifles"];

#[test]
fn movements_with_side_effects_are_as_the_reference_says() {
    let names = SIDE_EFFECTS.map(str::to_owned);
    let sights = all_agree(&names, &(0..3), 60);
    assert!(sights["walks"] > 20, "{sights:#?}");
}

/// Rulesets in which the effects of a move decide whether the move is legal, or whether it fulfils
/// a duty.
const CONSEQUENCES: [&str; 5] = ["antichess", "racing-kings", "atomic", "atomic-teams", "recoil"];

#[test]
fn moves_are_judged_by_what_they_cause_as_the_reference_says() {
    let names = CONSEQUENCES.map(str::to_owned);
    let sights = all_agree(&names, &(0..2), 60);
    assert!(sights["positions"] > 250, "{sights:#?}");
}

#[test]
fn the_lessons_of_these_rulesets_hold() {
    for name in CONSEQUENCES {
        let loaded = open(name);
        let report = lessons::run(&Disk::new(), name, &loaded, true, &AtomicBool::new(false));
        assert!(report.findings.is_empty(), "{name}: {:#?}", report.findings);
        assert!(report.passed > 2, "{name}");
    }
}

#[test]
fn no_game_of_a_shipped_ruleset_comes_near_its_budget_of_operations() {
    for name in shipped(false) {
        let loaded = open(&name);
        let hooks = loaded.hooks();
        let mut game = game::start(&loaded.rules, &*hooks).expect("no hook fails");
        while game.outcome().is_none() && game.ply() < 200 {
            let mut rng = Rng::new(1, 0, Stream::Agent, 0, game.ply().into());
            let advice = quadrille_agents::advise(&mut *game, AgentSpec::Random, &mut rng)
                .expect("no hook fails");
            let Some(action) = advice.action else { break };
            game.play(action).expect("an agent's choice is legal");
        }
        let plies = u64::from(game.ply().max(1));
        let longest = u64::from(loaded.spec().ply_limit);
        let whole = hooks.operations() * longest / plies;
        println!("{name}: {} operations a ply", hooks.operations() / plies);
        assert!(whole < MAX_GAME_OPERATIONS / 10, "{name}: {whole} in {longest} plies");
    }
}
