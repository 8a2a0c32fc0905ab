//! Tests of the shipped puzzles: each has exactly one solution, which is the listed one.

use std::collections::BTreeSet;

use quadrille_agents::AgentSpec;
use quadrille_agents::solve::Limit;
use quadrille_dsl::library::Shipped;
use quadrille_dsl::puzzles::{self, DEFAULT_NODE_LIMIT, Puzzle, Puzzles};
use quadrille_dsl::{Library as _, load};
use quadrille_study::puzzles::{PuzzleFilter, find};
use quadrille_study::sim::Plan;

/// Returns the puzzles of every ruleset that has some.
fn shipped() -> Vec<(String, Puzzles)> {
    let read = |id: String| {
        let (file, found) = puzzles::of(&Shipped, &id);
        assert!(found.is_empty(), "{id}: {found:?}");
        (id, file)
    };
    Shipped.names().into_iter().map(read).filter(|(_, file)| !file.puzzles.is_empty()).collect()
}

#[test]
fn every_shipped_puzzle_has_its_one_solution() {
    let jobs: Vec<(String, String, Vec<Puzzle>)> = shipped()
        .into_iter()
        .flat_map(|(id, file)| {
            let presets: BTreeSet<String> =
                file.puzzles.iter().map(|puzzle| puzzle.preset().to_owned()).collect();
            presets.into_iter().map(move |preset| {
                let of = |puzzle: &&Puzzle| puzzle.preset() == preset;
                (id.clone(), preset.clone(), file.puzzles.iter().filter(of).cloned().collect())
            })
        })
        .collect();
    std::thread::scope(|scope| {
        for (id, preset, puzzles) in &jobs {
            scope.spawn(move || {
                let loaded = load(&Shipped, &format!("{id}@{preset}"), &[]).expect("it is shipped");
                let limit = Limit { nodes: DEFAULT_NODE_LIMIT, stop: &|| false };
                for puzzle in puzzles {
                    let verified = puzzle.verify(&loaded, limit);
                    assert!(verified.is_ok(), "{id}: {:?} {verified:?}", puzzle.fen);
                }
            });
        }
    });
}

#[test]
fn there_are_puzzles_of_many_kinds() {
    let shipped = shipped();
    let all: Vec<&Puzzle> = shipped.iter().flat_map(|(_, file)| &file.puzzles).collect();
    assert!(all.len() >= 100, "{}", all.len());
    assert!(shipped.len() >= 6);
    assert!(all.iter().filter(|puzzle| puzzle.plies > 1).count() >= 25);
    for word in ["win", "mate", "save", "thaw"] {
        assert!(all.iter().any(|puzzle| puzzle.goal.starts_with(word)), "{word}");
    }
    for (id, file) in &shipped {
        assert_eq!(*id, file.ruleset);
    }
}

#[test]
fn what_is_found_does_not_depend_on_the_number_of_jobs() {
    let loaded = load(&Shipped, "orthodox-chess", &[]).expect("it is shipped");
    let wanted = PuzzleFilter { goals: Vec::new(), plies: 1, actions: 5, nodes: 5000 };
    let found = |jobs| {
        let plan = Plan {
            seed: 1,
            games: 0..4,
            agents: vec![AgentSpec::Greedy; 2],
            jobs,
            ply_limit: Some(120),
            ..Plan::default()
        };
        let all = std::sync::Mutex::new(Vec::new());
        let done = |index, found| all.lock().unwrap().push((index, found));
        find(&loaded.rules, &|| loaded.hooks(), &plan, &wanted, &false.into(), &done);
        let mut all = all.into_inner().unwrap();
        all.sort_by_key(|(index, _)| *index);
        all
    };
    let one = found(1);
    assert_eq!(one, found(3));
    assert!(one.iter().any(|(_, found)| !found.is_empty()));
    let limit = Limit { nodes: DEFAULT_NODE_LIMIT, stop: &|| false };
    for found in one.iter().flat_map(|(_, found)| found) {
        let puzzle = Puzzle::of(&loaded, found, "greedy", 1).expect("it is of these rules");
        assert!(puzzle.verify(&loaded, limit).is_ok(), "{}", puzzle.fen);
    }
}
