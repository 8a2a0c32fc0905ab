//! Compares three ways to call hooks: scripts in Rhai, compiled scripts, and answers that are
//! remembered from earlier calls. Each ruleset and each recipe must play identical games in all
//! three ways.

use std::fs;
use std::path::{Path, PathBuf};

use quadrille_agents::AgentSpec;
use quadrille_dsl::library::Shelf;
use quadrille_dsl::{Ruleset, load};
use quadrille_study::sim::{HookMaker, Plan};
use quadrille_tests::games::{plan, records};

/// Returns the ruleset folders in a folder.
fn rulesets(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let entries = fs::read_dir(folder).expect("the folder is there");
    let folders = entries.map(|entry| entry.expect("it can be read").path());
    let mut found: Vec<_> = folders.filter(|path| path.join("geometry.toml").is_file()).collect();
    found.sort();
    found
}

/// Returns descriptions of some random games.
fn games(loaded: &Ruleset, hooks: &HookMaker<'_>) -> Vec<String> {
    let agents = vec![AgentSpec::Random; loaded.spec().seats.len()];
    let plan = Plan { agents, record: true, ..plan(5, Some(250)) };
    let records = records(&loaded.rules, hooks, &plan).1.into_values();
    let lines = records.map(|game| {
        format!("{:?} {:?} {:?} {:?}", game.actions, game.end, game.clauses, game.metrics)
    });
    lines.collect()
}

fn compare(folder: &str) {
    for path in rulesets(folder) {
        let name = path.to_str().expect("paths here are text");
        let loaded =
            load(&Shelf::default(), name, &[]).unwrap_or_else(|e| panic!("{name}: {e:#?}"));
        let remembered = games(&loaded, &|| loaded.hooks());
        let asked = games(&loaded, &|| loaded.hooks_without_memory());
        let by_rhai = games(&loaded, &|| loaded.hooks_by_rhai());
        for (index, (remembered, asked)) in remembered.iter().zip(&asked).enumerate() {
            assert_eq!(remembered, asked, "{name}, game {index}");
            assert_eq!(asked, &by_rhai[index], "{name}, game {index}, by Rhai");
        }
    }
}

#[test]
fn shipped_rulesets_play_the_same_games_from_memory() {
    compare("rulesets");
}

#[test]
fn recipes_play_the_same_games_from_memory() {
    compare("docs/cookbook");
}
