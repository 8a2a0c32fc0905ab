//! Tests of the cookbook's recipes. Each recipe must load without a finding. Its lessons must hold,
//! and its rule must apply in one of them. Random games with it must end without a fault. Its page
//! must show the picture that the program draws.
//!
//! `UPDATE=1` rewrites the pictures.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use quadrille_agents::AgentSpec;
use quadrille_core::{Action, AnyGame, Seat, Square};
use quadrille_dsl::lessons::Lesson;
use quadrille_dsl::library::Shelf;
use quadrille_dsl::{actions, lessons, load};
use quadrille_render::layout::Mark;
use quadrille_render::{Picture, PictureOptions, svg};
use quadrille_reports::outcome;
use quadrille_study::sim::{Plan, run};
use quadrille_tests::games;

fn recipes() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/cookbook");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut recipes: Vec<PathBuf> = entries.filter(|path| path.is_dir()).collect();
    recipes.sort();
    recipes
}

fn name(recipe: &Path) -> &str {
    recipe.file_name().unwrap().to_str().unwrap()
}

#[test]
fn every_recipe_runs_and_its_lessons_hold() {
    let shelf = Shelf::default();
    let stop = AtomicBool::new(false);
    for path in recipes() {
        let name = path.to_str().unwrap();
        let loaded = load(&shelf, name, &[]).unwrap_or_else(|found| panic!("{name}: {found:#?}"));
        assert_eq!(loaded.warnings(), [], "{name}");
        let report = lessons::run(&shelf, name, &loaded, true, &stop);
        assert!(report.findings.is_empty(), "{name}: {:#?}", report.findings);
        assert!(report.passed >= 2, "{name}");
        let seats = loaded.spec().seats.len();
        let plan = Plan { agents: vec![AgentSpec::Random; seats], ..games::plan(10, Some(200)) };
        let faults = Mutex::new(Vec::new());
        let _ = run(&loaded.rules, &|| loaded.hooks(), &plan, &stop, &|record| {
            if let Err(error) = record.end {
                faults.lock().unwrap().push(error.to_string());
            }
        });
        assert_eq!(faults.into_inner().unwrap(), Vec::<String>::new(), "{name}");
    }
}

/// Returns the presets that a recipe declares itself, without inherited presets. Each is a switch,
/// and any two can be combined.
fn switches(name: &str) -> Vec<String> {
    let loaded = load(&Shelf::default(), name, &[]).unwrap_or_else(|e| panic!("{name}: {e:#?}"));
    let manifest = fs::read_to_string(Path::new(name).join("geometry.toml")).unwrap();
    // Inherited presets are arrays and interpretations, not switches.
    let own = |preset: &String| manifest.contains(&format!("[presets.{preset}]"));
    loaded.meta.presets.iter().map(|(preset, _)| preset.clone()).filter(own).collect()
}

#[test]
fn house_rules_combine_in_pairs() {
    let shelf = Shelf::default();
    let stop = AtomicBool::new(false);
    for path in recipes().iter().filter(|path| name(path).starts_with("house-rules")) {
        let recipe = path.to_str().unwrap();
        let switches = switches(recipe);
        assert_eq!(switches.len(), 12, "{recipe}");
        for (number, first) in switches.iter().enumerate() {
            for second in &switches[number + 1..] {
                let both = format!("{recipe}@{first}+{second}");
                let loaded = load(&shelf, &both, &[]).unwrap_or_else(|e| panic!("{both}: {e:#?}"));
                assert_eq!(loaded.warnings(), [], "{both}");
                let plan = Plan { agents: vec![AgentSpec::Random; 4], ..games::plan(2, Some(90)) };
                let faults = Mutex::new(Vec::new());
                let _ = run(&loaded.rules, &|| loaded.hooks(), &plan, &stop, &|record| {
                    if let Err(error) = record.end {
                        faults.lock().unwrap().push(error.to_string());
                    }
                });
                assert_eq!(faults.into_inner().unwrap(), Vec::<String>::new(), "{both}");
            }
        }
    }
}

/// Returns the picture of a recipe. It shows the first lesson's position after the lesson's
/// actions. Small zones and the squares of the last move are marked. If the lesson has no actions,
/// the target squares of its legal moves are marked.
fn picture(recipe: &Path) -> String {
    let shelf = Shelf::default();
    let named = recipe.to_str().unwrap();
    let loaded = load(&shelf, named, &[]).unwrap_or_else(|found| panic!("{named}: {found:#?}"));
    let source = loaded.lessons.as_ref().expect("a recipe has lessons");
    let lesson = lessons::read(source).0.remove(0);
    let loaded = lesson.rules(&shelf, named).expect("the ruleset loads");
    let hooks = loaded.hooks();
    let mut game = lesson.start(&loaded.rules, hooks.as_ref()).expect("a position");
    let mut marks = legal_moves(&lesson, game.as_mut());
    for token in lesson.play.as_deref().unwrap_or_default().split_whitespace() {
        game.decision().expect("no hook fails");
        let action = actions::read(game.as_mut(), token).expect("a legal action");
        marks = squares(action).into_iter().map(|square| (square, Mark::Highlight)).collect();
        game.play(action).expect("a legal action");
    }
    game.decision().expect("no hook fails");
    let spec = loaded.spec();
    // If a game hides something, its first seat's view is drawn.
    let look = PictureOptions::of(&loaded, &loaded.meta.title);
    let look = PictureOptions { viewer: Some(Seat(0)), ..look };
    let mut picture = Picture::of_game(spec, game.as_ref(), &look);
    if let (Some(legend), Some(over)) = (&mut picture.legend, game.outcome()) {
        legend.ending = Some(outcome::describe(spec, over));
    }
    let small = spec.zones.iter().filter(|(_, zone)| zone.len() <= 8);
    let zones = small.flat_map(|(_, zone)| *zone).map(|square| (square, Mark::Highlight));
    for (square, mark) in zones.chain(marks) {
        picture.mark(spec, square, mark);
    }
    svg::draw(&picture)
}

/// Returns the target squares of the actions that a lesson lists as legal.
fn legal_moves(lesson: &Lesson, game: &mut dyn AnyGame) -> Vec<(Square, Mark)> {
    let expected = lesson.expectations();
    let legal = expected.iter().filter(|(key, _)| *key == "legal" || *key == "only");
    let tokens: Vec<&str> = legal.flat_map(|(_, tokens)| tokens.split_whitespace()).collect();
    if lesson.play.is_some() || tokens.is_empty() {
        return Vec::new();
    }
    game.decision().expect("no hook fails");
    let mut marks = Vec::new();
    for token in tokens {
        let action = actions::read(game, token).expect("a legal action");
        let Some(to) = squares(action).pop() else { continue };
        let mark = if game.piece(to).is_some() { Mark::Capture } else { Mark::Quiet };
        marks.push((to, mark));
    }
    marks
}

/// Returns the squares of an action, the target last.
fn squares(action: Action) -> Vec<Square> {
    match action {
        Action::Move(moved) => vec![moved.from, moved.to],
        Action::Drop(_, square) => vec![square],
        _ => Vec::new(),
    }
}

#[test]
fn every_recipe_has_a_page_with_its_picture() {
    let update = std::env::var_os("UPDATE").is_some();
    let mut wrong = Vec::new();
    for recipe in recipes() {
        let name = name(&recipe);
        let page = fs::read_to_string(recipe.join("README.md")).unwrap_or_default();
        if !page.contains("](picture.svg)") || page.split_whitespace().count() < 100 {
            wrong.push(format!("{name} has no page that shows its picture and says what it is"));
        }
        let file = recipe.join("picture.svg");
        let drawn = picture(&recipe);
        if update {
            fs::write(&file, &drawn).unwrap();
        }
        if fs::read_to_string(&file).unwrap_or_default() != drawn {
            wrong.push(format!("{name}/picture.svg is out of date: set UPDATE=1"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The heading of the part of a page in which the recipe's files are shown.
const RULES_HEADING: &str = "\n## Its rules\n";

/// Returns the part of a page that shows the recipe's scripts. If the recipe has no scripts, this
/// part shows its `geometry.toml`.
fn rules_in_full(recipe: &Path) -> String {
    let mut files: Vec<PathBuf> =
        fs::read_dir(recipe).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "rhai"));
    files.sort();
    if files.is_empty() {
        files.push(recipe.join("geometry.toml"));
    }
    let mut part = RULES_HEADING.to_owned();
    for file in files {
        let language = file.extension().unwrap().to_str().unwrap();
        let text = fs::read_to_string(&file).unwrap();
        part += &format!("\n`{}`\n\n```{language}\n{}\n```\n", name(&file), text.trim_end());
    }
    part
}

/// `UPDATE=1` rewrites the scripts in the pages.
#[test]
fn every_page_shows_its_scripts() {
    for recipe in recipes() {
        let path = recipe.join("README.md");
        let page = fs::read_to_string(&path).unwrap();
        let prose = page.split(RULES_HEADING).next().unwrap_or_default();
        let made = format!("{}\n{}", prose.trim_end(), rules_in_full(&recipe));
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, &made).unwrap();
        }
        let written = fs::read_to_string(&path).unwrap();
        assert!(written == made, "{}: the scripts have changed: set UPDATE=1", path.display());
    }
}

#[test]
fn the_index_shows_each_recipe_once() {
    let index = include_str!("../../../docs/cookbook/README.md");
    let mut known = BTreeSet::new();
    for recipe in recipes() {
        let name = name(&recipe);
        assert_eq!(index.matches(&format!("]({name})")).count(), 1, "{name}");
        assert!(index.contains(&format!("src=\"{name}/picture.svg\"")), "{name}");
        known.insert(name.to_owned());
    }
    assert!(known.len() >= 40);
    // Pages and the index link only to each other.
    let pages = recipes().into_iter().map(|recipe| fs::read_to_string(recipe.join("README.md")));
    for page in pages {
        for link in page.unwrap().split("](../").skip(1) {
            let target = link.split(')').next().unwrap_or_default();
            assert!(target.starts_with("../") || known.contains(target), "{target}");
        }
    }
}
