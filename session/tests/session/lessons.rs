//! Every lesson of every shipped ruleset, action by action.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use quadrille_dsl::library::Shipped;
use quadrille_dsl::{Library, Ruleset, lessons, load};
use quadrille_session::{GameError, LessonGame};

use super::changes;

/// Steps through the lessons of a ruleset. Returns the kinds of changes that occur in these
/// lessons, and the number of lessons.
fn step_through(name: &str) -> (BTreeSet<String>, usize) {
    let default = load(&Shipped, name, &[]).unwrap();
    let source = default.lessons.as_ref().unwrap_or_else(|| panic!("{name} has no lessons"));
    let (lessons, found) = lessons::read(source);
    assert!(found.is_empty(), "{name}: {found:#?}");
    let mut rules: BTreeMap<_, Arc<Ruleset>> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let mut shown = 0;
    for lesson in lessons {
        let what = format!("{name}, line {}", lesson.line());
        let key = (lesson.preset.clone(), lesson.set.clone());
        let loaded =
            rules.entry(key).or_insert_with(|| Arc::new(lesson.rules(&Shipped, name).unwrap()));
        let unplayable = lesson.unplayable.clone();
        let mut stepped = match LessonGame::with_rules(Arc::clone(loaded), lesson) {
            Ok(stepped) => stepped,
            Err(GameError::Unplayable(why)) => {
                assert_eq!(Some(why), unplayable, "{what}");
                continue;
            }
            Err(error) => panic!("{what}: {error}"),
        };
        let begun = stepped.game().fen().unwrap();
        let actions = stepped.actions().to_vec();
        for action in &actions {
            let ply = stepped.advance().unwrap_or_else(|error| panic!("{what}: {action}: {error}"));
            assert!(ply.is_some(), "{what}: {action}");
        }
        assert_eq!(stepped.advance().unwrap(), None, "{what}: the end");
        assert_eq!(stepped.game().ply(), actions.len(), "{what}");
        for expected in stepped.expectations().unwrap() {
            assert!(
                expected.holds,
                "{what}: {} = {}: {:?}",
                expected.key, expected.value, expected.why
            );
        }
        changes::check(&what, stepped.game(), &mut seen);
        while stepped.back().is_some() {}
        assert_eq!(stepped.game().fen().unwrap(), begun, "{what}: back at its position");
        shown += 1;
    }
    (seen, shown)
}

#[test]
fn every_lesson_holds_at_its_end_and_can_be_stepped_back() {
    let names = Shipped.names();
    let (first, second) = names.split_at(names.len() / 2);
    let all = |names: &[String]| names.iter().map(|name| step_through(name)).collect::<Vec<_>>();
    let results = std::thread::scope(|scope| {
        let other = scope.spawn(|| all(second));
        let mut results = all(first);
        results.extend(other.join().unwrap());
        results
    });
    let shown: usize = results.iter().map(|(_, shown)| shown).sum();
    assert!(shown > 500, "{shown} lessons");
    let seen: BTreeSet<String> = results.into_iter().flat_map(|(seen, _)| seen).collect();
    for kind in [
        "move",
        "capture",
        "remove",
        "place",
        "replace",
        "mark",
        "seat_state",
        "army_state",
        "control",
        "counter",
        "hand",
        "castling",
        "en_passant",
        "dice",
        "restricted",
        "announced",
        "refused",
        "offer",
        "ask",
        "answered",
        "settle",
        "finish",
    ] {
        assert!(seen.contains(kind), "no lesson shows `{kind}`: {seen:?}");
    }
}

#[test]
fn a_lesson_opens_by_the_rules_that_it_asks_for() {
    let default = load(&Shipped, "verney-1881", &[]).unwrap();
    let (lessons, _) = lessons::read(default.lessons.as_ref().unwrap());
    let mirrored = lessons.into_iter().find(|it| it.preset.as_deref() == Some("mirror-seating"));
    let mut stepped = LessonGame::open(&Shipped, "verney-1881", mirrored.unwrap()).unwrap();
    assert_eq!(stepped.game().ruleset().preset.as_deref(), Some("mirror-seating"));
    assert!(stepped.expectations().unwrap().iter().any(|it| !it.holds), "not before its actions");
    while stepped.advance().unwrap().is_some() {}
    assert!(stepped.expectations().unwrap().iter().all(|it| it.holds));
}

/// Opens the lesson of a ruleset with this explanation.
fn lesson(name: &str, says: &str) -> LessonGame {
    let default = load(&Shipped, name, &[]).unwrap();
    let found = lessons::of(&default).into_iter().find(|lesson| lesson.says.starts_with(says));
    LessonGame::open(&Shipped, name, found.expect(says)).unwrap()
}

#[test]
fn an_action_with_which_the_lesson_holds_too_can_take_the_place_of_the_next_one() {
    // The lesson is about the order of turns, so each move of Red will do.
    let mut order = lesson("chesscom-teams", "Red begins");
    let legal = order.game().legal_actions().unwrap().len();
    assert_eq!(order.alternatives().unwrap().len(), legal);
    order.play("k2-k4").unwrap();
    assert!(order.alternatives().unwrap().contains(&"b7-c7".to_owned()));
    // This one is about castling.
    let mut castling = lesson("chesscom-teams", "The rook stands beside the king");
    assert_eq!(castling.alternatives().unwrap(), ["h1-j1"]);
    castling.advance().unwrap();
    assert_eq!(castling.alternatives().unwrap(), Vec::<String>::new());
}
