//! The topics of `explain` other than rulesets: pages and their sections, words of scripts, plugins
//! and diagnostic codes.

use quadrille_dsl::diagnostic::{Code, LintLevel, code};
use quadrille_dsl::library::Shelf;
use quadrille_dsl::script::word_reference;
use quadrille_dsl::{Library, history_page, limits_page, plugin_page};

use super::what::NameKind;

/// The topics with their pages.
const PAGES: [(&str, &str); 36] = [
    ("notation", quadrille_dsl::notation::REFERENCE),
    ("squares", quadrille_dsl::squares::REFERENCE),
    ("fen", quadrille_dsl::fen::REFERENCE),
    ("moves", quadrille_dsl::actions::REFERENCE),
    ("pgn", quadrille_dsl::pgn::REFERENCE),
    ("scripts", quadrille_dsl::script::REFERENCE),
    ("rhai", quadrille_dsl::script::RHAI),
    ("ply", quadrille_dsl::script::PLY),
    ("geometry", quadrille_dsl::load::REFERENCE),
    ("import", quadrille_import::REFERENCE),
    ("workarounds", include_str!("../../../docs/workarounds.md")),
    ("lessons", quadrille_dsl::lessons::REFERENCE),
    ("puzzles", quadrille_dsl::puzzles::REFERENCE),
    ("check", crate::commands::check::REFERENCE),
    ("compare", crate::commands::compare::REFERENCE),
    ("survey", crate::commands::survey::REFERENCE),
    ("search", crate::commands::search::REFERENCE),
    ("match", crate::commands::matches::REFERENCE),
    ("studies", crate::commands::run_study::REFERENCE),
    ("play", crate::play::REFERENCE),
    ("engine", crate::commands::engine::REFERENCE),
    ("playouts", PLAYOUTS),
    ("explore", crate::commands::explore::REFERENCE),
    ("agents", quadrille_agents::REFERENCE),
    ("learn", quadrille_dsl::weights::REFERENCE),
    ("statistics", include_str!("../../../docs/statistics.md")),
    ("performance", include_str!("../../../docs/performance.md")),
    ("strength", include_str!("../../../docs/strength.md")),
    ("teach", include_str!("../../../docs/teach.md")),
    ("hosting", include_str!("../../../docs/host-the-page.md")),
    ("tables", include_str!("../../../docs/play-together.md")),
    ("editors", include_str!("../../../docs/editors.md")),
    ("tutorial", include_str!("../../../docs/tutorial.md")),
    ("glossary", include_str!("../../../docs/glossary.md")),
    ("compatibility", include_str!("../../../docs/compatibility.md")),
    ("cookbook", include_str!("../../../docs/cookbook.md")),
];

/// The topics whose pages are generated from tables.
const GENERATED_TOPICS: [&str; 6] = ["words", "limits", "codes", "lints", "plugins", "history"];

/// Other names of topics and sections, each with the name that it stands for.
pub const ALIASES: [(&str, &str); 95] = [
    ("opening explorer", "explore"),
    ("opening tree", "explore"),
    ("sprt", "match"),
    ("tournament", "match"),
    ("tournaments", "match"),
    ("study", "studies"),
    ("teaching", "teach"),
    ("teacher", "teach"),
    ("class", "teach"),
    ("classroom", "teach"),
    ("school", "teach"),
    ("lesson", "lessons in the terminal"),
    ("exercise", "lessons in the terminal"),
    ("exercises", "lessons in the terminal"),
    ("puzzle", "puzzles in the terminal"),
    ("course", "courses"),
    ("handout", "handouts"),
    ("rule sheet", "handouts"),
    ("rule sheets", "handouts"),
    ("worksheet", "handouts"),
    ("web", "hosting"),
    ("page", "hosting"),
    ("speed", "performance"),
    ("elo", "strength"),
    ("confidence sequence", "statistics"),
    ("together", "tables"),
    ("uci", "engine"),
    ("actions", "moves"),
    ("fairy piece", "notation"),
    ("fairy pieces", "notation"),
    ("how a ply runs", "ply"),
    ("random", "chance"),
    ("rand", "chance"),
    ("playout", "playouts"),
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
    ("what can't be said", "workarounds"),
    ("hex", "hexagons"),
    ("hexes", "hexagons"),
    ("hexagon", "hexagons"),
    ("hexagonal", "hexagons"),
    ("hexagonal board", "hexagons"),
    ("graph", "graphs, circles and cubes"),
    ("graphs", "graphs, circles and cubes"),
    ("circle", "graphs, circles and cubes"),
    ("circular", "graphs, circles and cubes"),
    ("circular board", "graphs, circles and cubes"),
    ("round board", "graphs, circles and cubes"),
    ("cube", "graphs, circles and cubes"),
    ("3d", "graphs, circles and cubes"),
    ("three dimensions", "graphs, circles and cubes"),
    ("real time", "two boards and real time"),
    ("realtime", "two boards and real time"),
    ("two boards", "two boards and real time"),
    ("asynchronous", "two boards and real time"),
    ("stack", "stacks and carriers"),
    ("stacks", "stacks and carriers"),
    ("stacking", "stacks and carriers"),
    ("carrier", "stacks and carriers"),
    ("carriers", "stacks and carriers"),
    ("tower", "stacks and carriers"),
    ("hit point", "hit points"),
    ("hp", "hit points"),
    ("health", "hit points"),
    ("strength of a piece", "hit points"),
    ("stratego", "[hidden]"),
    ("banqi", "[hidden]"),
    ("hidden pieces", "[hidden]"),
    ("hidden ranks", "[hidden]"),
    ("hidden identity", "[hidden]"),
    ("role", "hidden roles"),
    ("roles", "hidden roles"),
    ("hidden role", "hidden roles"),
    ("secret roles", "hidden roles"),
    ("traitor", "hidden roles"),
    ("mafia", "hidden roles"),
    ("payoff", "payoffs and places"),
    ("payoffs", "payoffs and places"),
    ("places", "payoffs and places"),
    ("ranking", "payoffs and places"),
    ("look-ahead", "look ahead"),
    ("lookahead", "look ahead"),
];

/// The page about playouts and metrics.
const PLAYOUTS: &str = include_str!("../../../docs/playouts.md");

/// The maximum number of listed topics that contain a word without a page.
const MAX_LISTED_MENTIONS: usize = 4;

/// The prefix of a topic that is the name of a plugin.
pub const PLUGIN_PREFIX: &str = "plugin:";

/// Returns the kind and the page of a topic that is not a ruleset.
pub fn page(topic: &str, shelf: &Shelf) -> Option<(NameKind, String)> {
    let lower = topic.to_lowercase();
    // `lesson 3` is the third lesson of a ruleset.
    let lower = match lower.split_once(' ') {
        Some((word, number)) if number.parse::<usize>().is_ok() => word.to_owned(),
        _ => lower,
    };
    let alias = ALIASES.iter().find(|(name, _)| *name == lower);
    let named = alias.map_or(lower.as_str(), |(_, named)| named);
    // An author's ruleset may have the same name as a word.
    let is_ruleset = shelf.has(topic);
    let page = PAGES.iter().find(|(name, _)| *name == named).map(|(_, page)| match named {
        "cookbook" => without_pictures(page),
        _ => (*page).to_owned(),
    });
    let kind = |what: NameKind| move |page: String| (what, page);
    page.map(kind(NameKind::Topic))
        .or_else(|| topic.parse::<Code>().ok().map(Code::advice).map(kind(NameKind::Code)))
        .or_else(|| made(named, shelf).map(kind(NameKind::Topic)))
        .or_else(|| word_reference::explain_group(named).map(kind(NameKind::Topic)))
        .or_else(|| plugin(topic.strip_prefix(PLUGIN_PREFIX)?, shelf).map(kind(NameKind::Plugin)))
        .or_else(|| {
            word_reference::explain(topic).filter(|_| !is_ruleset).map(kind(NameKind::Word("")))
        })
        .or_else(|| plugin(topic, shelf).filter(|_| !is_ruleset).map(kind(NameKind::Plugin)))
        .or_else(|| section(named).filter(|_| !is_ruleset).map(kind(NameKind::Section)))
}

/// Returns a page that is generated from a table.
fn made(topic: &str, library: &dyn Library) -> Option<String> {
    match topic {
        "words" => Some(word_reference::reference()),
        "limits" => Some(limits_page::reference()),
        "codes" => Some(code::reference()),
        "lints" => Some(lints()),
        "plugins" => Some(plugin_page::reference(library)),
        "history" => Some(history_page::page(library)),
        _ => None,
    }
}

/// Returns the page of a plugin, with its source.
fn plugin(name: &str, library: &dyn Library) -> Option<String> {
    let (page, source) = (plugin_page::page(library, name)?, plugin_page::source(library, name)?);
    Some(format!("{page}\n**Source**\n\n```rhai\n{}\n```\n", source.trim_end()))
}

/// Returns the first section, on any page, that has this heading. Upper and lower case do not
/// matter.
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

/// A recipe in the list of the cookbook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// The name of the recipe's folder.
    pub name: &'static str,
    /// The title of the recipe.
    pub title: &'static str,
    /// A description of the recipe in one line.
    pub line: &'static str,
}

/// Returns the page of a topic.
fn page_of(topic: &str) -> &'static str {
    PAGES.iter().find(|(name, _)| *name == topic).map_or("", |(_, page)| page)
}

/// Returns the recipes of the cookbook.
pub fn recipes() -> impl Iterator<Item = Recipe> {
    page_of("cookbook").lines().flat_map(recipes_of_row)
}

/// Returns the recipes in a row of a table of the cookbook. Each cell has a picture, a link and a
/// line of text.
fn recipes_of_row(row: &'static str) -> impl Iterator<Item = Recipe> {
    row.split('|').filter_map(|cell| {
        let mut parts = cell.trim().split("<br>").skip(1);
        let (link, line) = (parts.next()?, parts.next()?);
        let (title, name) = link.strip_prefix('[')?.strip_suffix(')')?.split_once("](")?;
        Some(Recipe { name, title, line })
    })
}

/// Returns the page of recipes without its pictures, with one line for each recipe.
fn without_pictures(page: &'static str) -> String {
    let mut out = String::new();
    for line in page.lines() {
        if !line.starts_with('|') {
            out.push_str(line);
            out.push('\n');
        }
        for Recipe { name, title, line } in recipes_of_row(line) {
            out.push_str(&format!("- {title} (`{name}`): {line}\n"));
        }
    }
    out
}

/// Returns the terms of the glossary with their meanings.
pub fn terms() -> impl Iterator<Item = (&'static str, &'static str)> {
    let tables = page_of("glossary").split("\n## ").filter(|part| !part.starts_with("Retired"));
    let rows = tables.flat_map(str::lines).filter_map(|line| {
        let (terms, meaning) = line.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | ")?;
        (terms != "term").then_some((terms, meaning))
    });
    rows.flat_map(|(terms, meaning)| terms.split(", ").map(move |term| (term, meaning)))
}

/// Returns all sections of pages. Each has the name of its page, and its heading.
pub fn sections() -> impl Iterator<Item = (&'static str, &'static str)> {
    PAGES.iter().flat_map(|(name, page)| {
        let parts = page.split("\n## ").skip(1);
        parts.map(move |part| (*name, part.lines().next().unwrap_or_default()))
    })
}

/// Returns the page of all lints with their levels.
fn lints() -> String {
    let mut page = section("levels of lints").unwrap_or_default();
    page.push_str("\n**All lints**\n\n");
    for code in Code::lints() {
        let level = code.lint().map_or("", LintLevel::word);
        page.push_str(&format!("- `{}` ({code}, `{level}`): {}\n", code.name(), code.title()));
    }
    page
}

/// Returns the topics that have a page.
pub fn topics() -> impl Iterator<Item = &'static str> + Clone {
    PAGES.iter().map(|(name, _)| *name).chain(GENERATED_TOPICS)
}

/// Returns the recipes that mention a word, and the topics that mention it. The topics are words of
/// scripts and plugins or, if none of these mentions the word, pages. The topic that mentions the
/// word most often comes first.
pub fn mentioning(word: &str, library: &dyn Library) -> [Vec<String>; 2] {
    let word = word.to_lowercase();
    let count = |text: &str| {
        let text = text.to_lowercase();
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-');
        words.filter(|other| *other == word).count()
    };
    let recipes = recipes().filter(|recipe| count(recipe.title) + count(recipe.line) > 0);
    let recipes = recipes.map(|recipe| recipe.name.to_owned());
    let plugins = library.plugins().into_iter().filter_map(|name| {
        let page = plugin_page::page(library, &name)?;
        Some((format!("{PLUGIN_PREFIX}{name}"), page))
    });
    let words = word_reference::words()
        .filter_map(|word| Some((word.key.to_owned(), word_reference::explain(word.key)?)));
    let ranked = |places: &mut dyn Iterator<Item = (String, String)>| {
        let counted = places.map(|(name, page)| (name, count(&page)));
        let mut found: Vec<_> = counted.filter(|(_, times)| *times > 0).collect();
        found.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
        found.into_iter().take(MAX_LISTED_MENTIONS).map(|(name, _)| name).collect::<Vec<_>>()
    };
    let mut names = ranked(&mut words.chain(plugins));
    if names.is_empty() {
        let pages = PAGES.iter().filter(|(name, _)| *name != "cookbook");
        names = ranked(&mut pages.map(|(name, page)| ((*name).to_owned(), (*page).to_owned())));
    }
    [recipes.take(MAX_LISTED_MENTIONS).collect(), names]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::explain::names;
    use crate::commands::explain::outlines::Outlines;
    use crate::commands::table::command;

    #[test]
    fn every_metric_is_explained_with_its_unit() {
        for metric in quadrille_study::metrics::METRICS {
            let row = format!("| `{}` | {} |", metric.name, metric.unit.name());
            assert!(PLAYOUTS.contains(&row), "{row}");
        }
    }

    #[test]
    fn everything_that_is_listed_is_explained() {
        let shelf = Shelf::default();
        let outlines = Outlines::new(&shelf);
        let all = names::all(&command(), &outlines);
        for named in &all {
            let name = &named.name;
            let shown = shelf.has(name) || page(name, &shelf).is_some();
            assert!(shown || !names::called(name, None, &all, &outlines).is_empty(), "{name}");
        }
        for (alias, _) in ALIASES {
            assert!(page(alias, &shelf).is_some(), "{alias}");
        }
    }

    #[test]
    fn what_authors_type_is_explained() {
        let says = |topic: &str, words: &str| {
            let (_, page) = page(topic, &Shelf::default()).expect(topic);
            assert!(page.contains(words), "{topic}: {page}");
        };
        says("hooks", "- `on_capture(game, seat, piece, square)`:");
        says("effects", "- `add_counter`:");
        says("when", "calls the hook only if all of them hold");
        says("judged", "`/// judged: yes`");
        says("state frozen", "# state frozen");
        says("type seat", "# type seat");
        says("lints", "- `unused-zone` (Q0404, `warn`): ");
        says("plugins", "## plugin:castling");
        says("how-a-ply-runs", "What a hook sees");
        says("Hands", "may drop");
        says("tunables", "[tunables]");
        says("rand", "rules.dice");
        for asked in ["teach", "class", "lesson", "lesson 3", "exercise"] {
            says(asked, "quadrille play verney-1881 --lesson");
        }
        says("course", "*Courses*");
        says("handout", "quadrille doc verney-1881");
        says("cookbook", "- Shogi (`shogi`): Drops, promotion zones, nine by nine.");
        says("draws", "# plugin:draws");
        says("stratego", "`shown_as`");
        for (asked, heading) in [
            ("hex", "# Hexagons"),
            ("graph", "# Graphs, circles and cubes"),
            ("real time", "# Two boards and real time"),
            ("stack", "# Stacks and carriers"),
            ("hit points", "# Hit points"),
            ("roles", "# Hidden roles"),
            ("payoff", "# Payoffs and places"),
        ] {
            says(asked, heading);
            says(asked, "`quadrille explain workarounds` has the whole page");
        }
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
