//! The recipes of the cookbook: each loads without a finding, its lessons hold, its rule applies in one of
//! them, and random games of it end without a fault.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use quadrille_core::AgentSpec;
use quadrille_core::sim::{Plan, run};
use quadrille_dsl::library::Shelf;
use quadrille_dsl::{lessons, load};
use quadrille_tests::games;

fn recipes() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/cookbook");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut recipes: Vec<PathBuf> = entries.filter(|path| path.is_dir()).collect();
    recipes.sort();
    assert!(recipes.len() >= 10);
    recipes
}

#[test]
fn every_recipe_runs_and_its_lessons_hold() {
    let shelf = Shelf::default();
    let stop = AtomicBool::new(false);
    for path in recipes() {
        let name = path.to_str().unwrap();
        let loaded = load(&shelf, name, &[]).unwrap_or_else(|found| panic!("{name}: {found:#?}"));
        assert!(loaded.warnings.is_empty(), "{name}: {:#?}", loaded.warnings);
        let report = lessons::run(&shelf, name, &loaded, true, &stop);
        assert!(report.findings.is_empty(), "{name}: {:#?}", report.findings);
        assert!(report.passed >= 2, "{name}");
        let seats = loaded.rules.spec().seats.len();
        let plan = Plan { agents: vec![AgentSpec::Random; seats], ..games::plan(20, Some(200)) };
        let faults = Mutex::new(Vec::new());
        let _ = run(&loaded.rules, &|| loaded.hooks(), &plan, &stop, &|record| {
            if let Err(error) = record.end {
                faults.lock().unwrap().push(error.to_string());
            }
        });
        assert_eq!(faults.into_inner().unwrap(), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn the_page_has_a_section_for_each() {
    let page = include_str!("../../docs/cookbook/README.md");
    for path in recipes() {
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(page.contains(&format!("]({name})\n")), "{name}");
    }
}
