//! What `explain` knows besides rulesets: pages, their sections, words of scripts, plugins and codes.

use quadrille_dsl::diagnostic::{Code, Level, code};
use quadrille_dsl::library::Shelf;
use quadrille_dsl::script::words;
use quadrille_dsl::{Library, limits, plugins};

use super::prose::{heading, prose};

/// The topics with their pages.
const PAGES: [(&str, &str); 26] = [
    ("notation", quadrille_dsl::notation::REFERENCE),
    ("squares", quadrille_dsl::squares::REFERENCE),
    ("fen", quadrille_dsl::fen::REFERENCE),
    ("actions", quadrille_dsl::actions::REFERENCE),
    ("pgn", quadrille_dsl::pgn::REFERENCE),
    ("scripts", quadrille_dsl::script::REFERENCE),
    ("rhai", quadrille_dsl::script::RHAI),
    ("ply", quadrille_dsl::script::PLY),
    ("geometry", quadrille_dsl::load::REFERENCE),
    ("import", quadrille_dsl::import::REFERENCE),
    ("lessons", quadrille_dsl::lessons::REFERENCE),
    ("puzzles", quadrille_dsl::puzzles::REFERENCE),
    ("check", crate::commands::check::REFERENCE),
    ("compare", crate::commands::compare::REFERENCE),
    ("survey", crate::commands::survey::REFERENCE),
    ("search", crate::commands::search::REFERENCE),
    ("match", crate::commands::versus::REFERENCE),
    ("play", crate::play::REFERENCE),
    ("engine", crate::commands::engine::REFERENCE),
    ("playouts", PLAYOUTS),
    ("agents", quadrille_core::agents::REFERENCE),
    ("learn", quadrille_dsl::weights::REFERENCE),
    ("editors", include_str!("../../../docs/editors.md")),
    ("tutorial", include_str!("../../../docs/tutorial.md")),
    ("glossary", include_str!("../../../docs/glossary.md")),
    ("cookbook", include_str!("../../../docs/cookbook.md")),
];

/// Topics whose pages are made from tables.
const MADE: [&str; 5] = ["words", "limits", "codes", "lints", "plugins"];

/// Other names of topics and of sections.
const ALIASES: [(&str, &str); 18] = [
    ("how a ply runs", "ply"),
    ("random", "chance"),
    ("rand", "chance"),
    ("recipe", "cookbook"),
    ("how-a-ply-runs", "ply"),
    ("geometry.toml", "geometry"),
    ("lessons.toml", "lessons"),
    ("puzzles.toml", "puzzles"),
    ("language", "rhai"),
    ("queries", "the game"),
    ("game", "the game"),
    ("recipes", "cookbook"),
    ("vscode", "editors"),
    ("when", "conditions and checks"),
    ("conditions", "conditions and checks"),
    ("judged", "moves judged by what they cause"),
    ("presets", "[presets.name]"),
    ("tunables", "[tunables]"),
];

/// The page about playouts and metrics.
const PLAYOUTS: &str = include_str!("../../../docs/playouts.md");

/// How many places are named where a word stands that has no page.
const MENTIONS: usize = 4;

/// How a plugin is asked for.
const PLUGIN: &str = "plugin:";

/// What is said of a topic that is no ruleset.
pub fn page(topic: &str, shelf: &Shelf) -> Option<String> {
    let lower = topic.to_lowercase();
    let alias = ALIASES.iter().find(|(name, _)| *name == lower);
    let named = alias.map_or(lower.as_str(), |(_, named)| named);
    let page = PAGES.iter().find(|(name, _)| *name == named).map(|(_, page)| (*page).to_owned());
    let page = page.map(|page| if named == "cookbook" { recipes(&page) } else { page });
    page.or_else(|| topic.parse::<Code>().ok().map(Code::advice))
        .or_else(|| made(named, shelf))
        .or_else(|| words::explain_group(named))
        .or_else(|| plugin(topic, shelf))
        // A ruleset of the author's own may have the name of a word.
        .or_else(|| if shelf.has(topic) { None } else { words::explain(topic) })
        .or_else(|| if shelf.has(topic) { None } else { section(named) })
}

/// A page that is made from a table.
fn made(topic: &str, library: &dyn Library) -> Option<String> {
    match topic {
        "words" => Some(words::reference()),
        "limits" => Some(limits::reference()),
        "codes" => Some(code::reference()),
        "lints" => Some(lints()),
        "plugins" => Some(plugins::reference(library)),
        _ => None,
    }
}

/// The page of a plugin, with its source.
fn plugin(topic: &str, library: &dyn Library) -> Option<String> {
    let name = topic.strip_prefix(PLUGIN)?;
    let (page, source) = (plugins::page(library, name)?, plugins::source(library, name)?);
    Some(format!("{page}\n**Source**\n\n```rhai\n{}\n```\n", source.trim_end()))
}

/// The first section of a page under this heading, capitals or not.
fn section(heading: &str) -> Option<String> {
    PAGES.iter().find_map(|(name, page)| {
        let mut parts = page.split("\n## ").skip(1);
        let part = parts.find(|part| {
            let title = part.lines().next().unwrap_or_default();
            title.trim_matches(['[', ']']).eq_ignore_ascii_case(heading.trim_matches(['[', ']']))
        })?;
        Some(format!("# {}\n\n`quadrille explain {name}` has the whole page.\n", part.trim_end()))
    })
}

/// The page of recipes without its pictures: a line for each.
fn recipes(page: &str) -> String {
    let mut out = String::new();
    for line in page.lines() {
        if !line.starts_with('|') {
            out.push_str(line);
            out.push('\n');
        }
        for cell in line.split('|') {
            let mut parts = cell.trim().split("<br>").skip(1);
            if let (Some(name), Some(text)) = (parts.next(), parts.next()) {
                out.push_str(&format!("- {name}: {text}\n"));
            }
        }
    }
    out
}

/// All lints with their levels.
fn lints() -> String {
    let mut page = section("levels of lints").unwrap_or_default();
    page.push_str("\n**All lints**\n\n");
    for code in Code::lints() {
        let level = code.lint().map_or("", Level::word);
        page.push_str(&format!("- `{}` ({code}, `{level}`): {}\n", code.name(), code.title()));
    }
    page
}

/// The topics that have a page.
fn topics() -> impl Iterator<Item = &'static str> + Clone {
    PAGES.iter().map(|(name, _)| *name).chain(MADE)
}

/// Everything that can be explained, under titles.
fn lists(library: &dyn Library) -> Vec<(String, Vec<String>)> {
    let mut lists = vec![
        ("Topics".to_owned(), topics().map(str::to_owned).collect()),
        ("Rulesets (`quadrille list` says more)".to_owned(), library.names()),
    ];
    for group in words::groups() {
        let names = group.words.iter().map(|word| word.key.to_owned()).collect();
        lists.push((format!("Words of scripts: {}", group.title.to_lowercase()), names));
    }
    let plugins = library.plugins();
    let plugins = plugins.iter().map(|name| format!("{PLUGIN}{name}")).collect();
    lists.push(("Plugins".to_owned(), plugins));
    lists
}

/// Everything that can be explained, by name.
pub fn index(library: &dyn Library) -> String {
    let mut out = String::from("`quadrille explain NAME` explains any of these.\n");
    for (title, names) in lists(library) {
        heading(&title, &mut out);
        prose(&names.join(", "), &mut out);
    }
    heading("Codes of diagnostics", &mut out);
    prose("Q0101 and others; `quadrille explain codes` has them all", &mut out);
    out
}

/// Every name that can be asked for.
pub fn known(library: &dyn Library) -> Vec<String> {
    let mut known: Vec<String> = lists(library).into_iter().flat_map(|(_, names)| names).collect();
    known.extend(words::words().map(|word| word.name().to_owned()));
    known.extend(words::groups().iter().map(|group| group.title.to_lowercase()));
    known.extend(ALIASES.iter().map(|(name, _)| (*name).to_owned()));
    known.extend(Code::lints().map(Code::name));
    known
}

/// The recipes of the cookbook in whose lines a word stands, and the words of scripts and plugins, or else
/// the pages, that use it, those that do so most first.
pub fn mentioning(word: &str, library: &dyn Library) -> [Vec<String>; 2] {
    let word = word.to_lowercase();
    let count = |text: &str| {
        let text = text.to_lowercase();
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-');
        words.filter(|other| *other == word).count()
    };
    let cookbook = PAGES.iter().find(|(name, _)| *name == "cookbook").map_or("", |(_, page)| page);
    let recipes = recipes(cookbook);
    let recipes = recipes.lines().filter(|line| line.starts_with("- ") && count(line) > 0);
    let recipes = recipes.filter_map(|line| line.split(['(', ')']).nth(1).map(str::to_owned));
    let plugins = library.plugins().into_iter().filter_map(|name| {
        let page = plugins::page(library, &name)?;
        Some((format!("{PLUGIN}{name}"), page))
    });
    let words =
        words::words().filter_map(|word| Some((word.key.to_owned(), words::explain(word.key)?)));
    let ranked = |places: &mut dyn Iterator<Item = (String, String)>| {
        let counted = places.map(|(name, page)| (name, count(&page)));
        let mut found: Vec<_> = counted.filter(|(_, times)| *times > 0).collect();
        found.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
        found.into_iter().take(MENTIONS).map(|(name, _)| name).collect::<Vec<_>>()
    };
    let mut names = ranked(&mut words.chain(plugins));
    if names.is_empty() {
        let pages = PAGES.iter().filter(|(name, _)| *name != "cookbook");
        names = ranked(&mut pages.map(|(name, page)| ((*name).to_owned(), (*page).to_owned())));
    }
    [recipes.take(MENTIONS).collect(), names]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_metric_is_explained_with_its_unit() {
        for metric in quadrille_core::metrics::METRICS {
            let row = format!("| `{}` | {} |", metric.name, metric.unit.name());
            assert!(PLAYOUTS.contains(&row), "{row}");
        }
    }

    #[test]
    fn everything_that_is_listed_is_explained() {
        let shelf = Shelf::default();
        for name in known(&shelf) {
            assert!(shelf.has(&name) || page(&name, &shelf).is_some(), "{name}");
        }
    }

    #[test]
    fn what_authors_type_is_explained() {
        let says = |topic: &str, words: &str| {
            let page = page(topic, &Shelf::default()).unwrap_or_default();
            assert!(page.contains(words), "{topic}: {page}");
        };
        says("hooks", "- `on_capture(game, seat, piece, square)`:");
        says("effects", "- `add_counter`:");
        says("when", "conditions, all of which must hold");
        says("judged", "`/// judged: yes`");
        says("state frozen", "# state frozen");
        says("type seat", "# type seat");
        says("lints", "- `unused-zone` (Q0404, `warn`): ");
        says("plugins", "## plugin:castling");
        says("how-a-ply-runs", "What a hook sees");
        says("Hands", "may drop");
        says("tunables", "[tunables]");
        says("rand", "rules.dice");
        says("cookbook", "- [Shogi](shogi): Drops, promotion zones, nine by nine.");
        assert_eq!(page("no such thing", &Shelf::default()), None);
    }

    #[test]
    fn what_has_no_page_is_found_where_it_stands() {
        let shelf = Shelf::default();
        let [recipes, words] = mentioning("Pass", &shelf);
        assert!(words.contains(&"offer".to_owned()), "{words:?}");
        assert!(recipes.is_empty(), "{recipes:?}");
        assert_eq!(mentioning("torus", &shelf)[1], ["geometry"]);
        assert_eq!(mentioning("chancellor", &shelf)[0], ["capablanca"]);
        assert_eq!(mentioning("no-such-thing", &shelf), [[""; 0]; 2]);
    }
}
