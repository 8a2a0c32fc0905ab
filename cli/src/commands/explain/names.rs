//! The names that `explain` accepts, each with the command that shows the named thing.

use std::collections::BTreeSet;

use quadrille_agents::AGENTS;
use quadrille_core::rules::Clause;
use quadrille_dsl::diagnostic::{Code, near};
use quadrille_dsl::script::word_reference;
use quadrille_dsl::text::prose::{capital, first_sentence, sentence};
use quadrille_dsl::{Library as _, Meta, notation, plugin_page};
use quadrille_study::metrics::METRICS;

use super::outlines::Outlines;
use super::prose::{entry, heading, prose};
use super::topics::{self, PLUGIN_PREFIX};
use super::what::NameKind;

/// The maximum number of names in a suggestion, and of listed names of parts of rulesets.
const MAX_SUGGESTED_NAMES: usize = 6;

/// A name with its kind and a description.
#[derive(Clone, Debug)]
pub struct NamedThing {
    /// The name, as it is listed.
    pub name: String,
    /// The kind of the named thing.
    pub what: NameKind,
    /// A description in one or two sentences.
    pub about: String,
    /// The command that shows the named thing, without `quadrille`.
    pub see: String,
}

impl NamedThing {
    fn new(name: &str, what: NameKind, about: impl Into<String>, see: impl Into<String>) -> Self {
        Self { name: name.to_owned(), what, about: about.into(), see: see.into() }
    }

    /// Returns `true` if the text `asked` is the name of this thing. Upper and lower case and the
    /// characters between words do not matter.
    pub fn is_called(&self, asked: &str) -> bool {
        let asked = plain(asked);
        let name = plain(&self.name);
        // `mcts:200` is the agent `mcts`.
        let agent = if self.what == NameKind::Agent { asked.split(':').next() } else { None };
        name == asked
            || self.last().is_some_and(|last| plain(last) == asked)
            || agent == Some(&name)
    }

    /// Returns the last part of a compound name: `draws` of `plugin:draws`, `piece` of `game.piece`.
    fn last(&self) -> Option<&str> {
        match self.what {
            NameKind::Plugin | NameKind::Word(_) => {
                self.name.rsplit_once([':', '.', ' ']).map(|(_, last)| last)
            }
            _ => None,
        }
    }
}

/// Returns a name in lower case, with a `-` between its words.
pub fn plain(name: &str) -> String {
    name.to_lowercase().replace(['_', ' '], "-")
}

/// Returns all names except names of parts of rulesets, such as presets and clauses.
pub fn all(commands: &clap::Command, outlines: &Outlines<'_>) -> Vec<NamedThing> {
    let shelf = outlines.shelf;
    let mut all: Vec<NamedThing> = Vec::new();
    all.extend(topics::topics().map(|name| {
        NamedThing::new(name, NameKind::Topic, String::new(), format!("explain {name}"))
    }));
    all.extend(commands.get_subcommands().map(|command| {
        let name = command.get_name();
        let about = command.get_about().map(|about| format!("{about}.")).unwrap_or_default();
        NamedThing::new(name, NameKind::Command, about, format!("{name} --help"))
    }));
    all.extend(shelf.names().into_iter().map(|id| {
        let about = outlines.of(&id).map(|outline| match &outline.0 {
            Meta { title, summary: Some(summary), .. } => format!("{title}: {summary}"),
            meta => meta.title.clone(),
        });
        NamedThing::new(&id, NameKind::Ruleset, about.unwrap_or_default(), format!("explain {id}"))
    }));
    for group in word_reference::groups() {
        all.extend(group.words.iter().map(|word| {
            let see = format!("explain {}", word.key);
            NamedThing::new(word.key, NameKind::Word(group.title), word.about(), see)
        }));
    }
    all.extend(shelf.plugins().iter().map(|name| {
        let about =
            plugin_page::source(shelf, name).map(|text| first_lines(&text)).unwrap_or_default();
        let name = format!("{PLUGIN_PREFIX}{name}");
        NamedThing::new(&name, NameKind::Plugin, about, format!("explain {name}"))
    }));
    let recipes = topics::recipes().filter(|recipe| shelf.is_recipe(recipe.name));
    all.extend(recipes.map(|recipe| {
        let topics::Recipe { name, title, line } = recipe;
        NamedThing::new(
            name,
            NameKind::Recipe,
            format!("{title}: {line}"),
            format!("explain {name}"),
        )
    }));
    all.extend(AGENTS.iter().map(|agent| {
        let about = format!("`{}`: {}", agent.syntax(), agent.about);
        NamedThing::new(agent.name, NameKind::Agent, about, "explain agents")
    }));
    all.extend(METRICS.iter().map(|metric| {
        let about = format!("In {}: {}.", metric.unit.name(), metric.meaning);
        NamedThing::new(metric.name, NameKind::Metric, about, "explain playouts")
    }));
    all.extend(quadrille_import::built_in().iter().map(|name| {
        let about = format!("A section `[my-game:{name}]` of a `variants.ini` inherits from it.");
        NamedThing::new(name, NameKind::Variant, about, "explain import")
    }));
    all.extend(topics::sections().map(|(page, title)| {
        let about = format!("In the page `{page}`.");
        let heading = title.to_lowercase();
        // `explain` shows the recipe if a recipe has the same name.
        let see = if shelf.is_recipe(&heading) { page } else { &heading };
        NamedThing::new(title, NameKind::Section, about, format!("explain {see}"))
    }));
    all.extend(Code::lints().map(|code| {
        NamedThing::new(&code.name(), NameKind::Lint, code.title(), format!("explain {code}"))
    }));
    all.extend(
        topics::terms().map(|(term, meaning)| {
            NamedThing::new(term, NameKind::Term, meaning, "explain glossary")
        }),
    );
    all
}

/// Returns the description at the start of a script. It consists of the lines that begin with
/// `//!`, up to the first empty one.
fn first_lines(script: &str) -> String {
    let lines = script.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns the names of the clauses of all rulesets.
pub fn clauses(outlines: &Outlines<'_>) -> Vec<NamedThing> {
    let mut clauses = Vec::new();
    for id in outlines.shelf.names() {
        let Some(outline) = outlines.of(&id) else { continue };
        clauses.extend(outline.1.clauses.iter().map(|clause| named_clause(&id, clause)));
    }
    clauses
}

fn named_clause(ruleset: &str, clause: &Clause) -> NamedThing {
    let see = format!("explain {ruleset} {}", clause.id);
    NamedThing::new(&clause.id, NameKind::Clause, clause.text.as_str(), see)
}

/// Returns the presets, clauses and kinds of pieces of all rulesets and recipes.
pub fn inside(outlines: &Outlines<'_>) -> Vec<NamedThing> {
    let mut inside = Vec::new();
    for id in outlines.shelf.all_names() {
        let Some(outline) = outlines.of(&id) else { continue };
        let (meta, spec) = &*outline;
        inside.extend(meta.presets.iter().map(|(name, about)| {
            NamedThing::new(name, NameKind::Preset, about, format!("explain {id}@{name}"))
        }));
        inside.extend(spec.clauses.iter().map(|clause| named_clause(&id, clause)));
        inside.extend(spec.kinds.iter().map(|kind| {
            let about = sentence(&notation::movement(spec, kind));
            let see = format!("show {id} --piece {}", kind.name);
            NamedThing::new(&kind.name, NameKind::Piece, about, see)
        }));
    }
    inside
}

/// Returns the things with the name `asked`, the most useful first. Things of the kind that is
/// already shown are left out. Parts of rulesets, such as presets and clauses, are searched only if
/// nothing is shown yet and no name in `all` matches.
pub fn called(
    asked: &str,
    shown: Option<NameKind>,
    all: &[NamedThing],
    outlines: &Outlines<'_>,
) -> Vec<NamedThing> {
    let named = |all: &[NamedThing]| -> Vec<NamedThing> {
        let is_word = |what: NameKind| matches!(what, NameKind::Word(_));
        let is_shown = |what: NameKind| {
            shown.is_some_and(|shown| shown == what || is_word(shown) && is_word(what))
        };
        let shown = all.iter().filter(|named| named.is_called(asked) && !is_shown(named.what));
        let mut found: Vec<NamedThing> = shown.cloned().collect();
        found.sort_by_key(|named| std::cmp::Reverse(named.what.preference()));
        found
    };
    let outside = named(all);
    if outside.is_empty() && shown.is_none() { named(&inside(outlines)) } else { outside }
}

/// Prints an entry with a description of one sentence for each thing that is related to a word.
pub fn related(named: &[NamedThing], out: &mut String) {
    for named in named {
        let NamedThing { name, what, about, see } = named;
        let (about, _) = first_sentence(about);
        let name = if see.contains(name.as_str()) { String::new() } else { format!(" `{name}`") };
        entry(&format!("{}{name}: quadrille {see}", capital(what.word())), about, out);
    }
}

/// Prints an entry for each thing that has the requested name. Parts of several rulesets with the
/// same description share one entry. Of these entries, the one for the most rulesets comes first.
pub fn listed(named: &[NamedThing], out: &mut String) {
    let (inside, outside): (Vec<&NamedThing>, Vec<&NamedThing>) =
        named.iter().partition(|named| is_inside(named.what));
    for named in outside {
        entry(&line(named), &named.about, out);
    }
    let mut alike: Vec<(&NamedThing, usize)> = Vec::new();
    for named in inside {
        match alike.iter_mut().find(|(one, _)| one.what == named.what && one.about == named.about) {
            Some((_, others)) => *others += 1,
            None => alike.push((named, 0)),
        }
    }
    alike.sort_by_key(|(_, others)| std::cmp::Reverse(*others));
    for (named, others) in alike.iter().take(MAX_SUGGESTED_NAMES) {
        let more = match others {
            0 => String::new(),
            1 => " So in another ruleset.".to_owned(),
            n => format!(" So in {n} other rulesets."),
        };
        entry(&line(named), &format!("{}{more}", named.about), out);
    }
    if alike.len() > MAX_SUGGESTED_NAMES {
        prose(&format!("and {} more", alike.len() - MAX_SUGGESTED_NAMES), out);
    }
}

fn is_inside(what: NameKind) -> bool {
    matches!(what, NameKind::Preset | NameKind::Clause | NameKind::Piece)
}

/// Returns the kind of a named thing and the command that shows it.
fn line(named: &NamedThing) -> String {
    format!("{}: quadrille {}", capital(named.what.word()), named.see)
}

/// Suggests names of any kind that are similar to an unknown name.
pub fn suggested(asked: &str, all: &[NamedThing]) -> Option<String> {
    let mut names: Vec<(&str, NameKind)> = Vec::new();
    for named in all {
        names.push((&named.name, named.what));
        names.extend(named.last().map(|last| (last, named.what)));
    }
    names.extend(topics::ALIASES.iter().map(|(name, _)| (*name, NameKind::Topic)));
    let different: BTreeSet<&str> = names.iter().map(|(name, _)| *name).collect();
    let near = near(asked, different);
    let shown = near.iter().take(MAX_SUGGESTED_NAMES).map(|name| {
        let whats = names.iter().filter(|(other, _)| other == name).map(|(_, what)| what.word());
        let whats: BTreeSet<&str> = whats.collect();
        format!("`{name}` ({})", Vec::from_iter(whats).join(", "))
    });
    let shown: Vec<String> = shown.collect();
    (!shown.is_empty()).then(|| format!("did you mean {}?", shown.join(" or ")))
}

/// Returns a short introduction: commands for beginners, and the list of topics.
pub fn short_index() -> String {
    let mut out = "\
`quadrille explain NAME` explains a game, a clause, a word of scripts, a file
format or a diagnostic, and searches the documentation for any other word.

  quadrille explain verney-1881   the rules of a game, with their sources
  quadrille explain tutorial      create a game of your own
  quadrille explain cookbook      71 rule changes to copy
  quadrille explain --all         every name

Topics
"
    .to_owned();
    prose(&topics::topics().collect::<Vec<_>>().join(", "), &mut out);
    out
}

/// Returns the names of everything that `explain` can explain.
pub fn index(commands: &clap::Command, outlines: &Outlines<'_>) -> String {
    let mut out = String::new();
    prose(
        "`quadrille explain NAME` explains each of these names. It searches the documentation for any other \
         word, such as `castle` or `stalemate`. Begin with `quadrille explain tutorial` to make your own game, \
         with `quadrille explain cookbook` to copy rules, or with a game: `quadrille explain verney-1881`.",
        &mut out,
    );
    let mut lists: Vec<(String, Vec<String>)> = Vec::new();
    let mut all = all(commands, outlines);
    // Names for players come before names for authors of scripts.
    all.sort_by_key(|named| match named.what {
        NameKind::Ruleset | NameKind::Recipe => 0,
        NameKind::Topic | NameKind::Command => 1,
        _ => 2,
    });
    for named in all {
        let Some(title) = named.what.title() else { continue };
        match lists.last_mut() {
            Some((last, names)) if *last == title => names.push(named.name),
            _ => lists.push((title, vec![named.name])),
        }
    }
    for (title, names) in lists {
        heading(&title, &mut out);
        prose(&names.join(", "), &mut out);
    }
    heading("Also", &mut out);
    prose(
        "codes of diagnostics such as Q0101 (`quadrille explain codes` has them all), terms of the glossary, the \
         headings of pages, and clauses and pieces of rulesets",
        &mut out,
    );
    out
}

#[cfg(test)]
mod tests {
    use quadrille_dsl::library::Shelf;

    use super::*;
    use crate::commands::table::command;

    #[test]
    fn a_name_is_found_whatever_it_stands_for() {
        let shelf = Shelf::default();
        let outlines = Outlines::new(&shelf);
        let all = all(&command(), &outlines);
        for (asked, expected) in [
            ("at-once", vec![NameKind::Recipe]),
            ("perft", vec![NameKind::Term, NameKind::Command]),
            ("stalemate", vec![NameKind::Term]),
            ("MCTS:200", vec![NameKind::Agent]),
            ("length", vec![NameKind::Metric, NameKind::Section]),
            ("minishogi", vec![NameKind::Variant]),
            ("drop", vec![NameKind::Term]),
            ("V11", vec![NameKind::Clause]),
            ("no such thing", vec![]),
        ] {
            let mut found: Vec<NameKind> =
                called(asked, None, &all, &outlines).iter().map(|named| named.what).collect();
            found.dedup();
            assert_eq!(found, expected, "{asked}");
        }
        let plugin = called("en passant", None, &all, &outlines);
        assert!(plugin.iter().any(|named| named.see == "explain plugin:en-passant"), "{plugin:?}");
    }

    #[test]
    fn suggestions_say_what_they_are() {
        let shelf = Shelf::default();
        let all = all(&command(), &Outlines::new(&shelf));
        for (asked, expected) in [
            ("at-onse", "did you mean `at-once` (recipe of the cookbook)?"),
            ("mtcs", "did you mean `mcts` (agent)?"),
            (
                "set_stat",
                "did you mean `set_state` (word of scripts) or `seat_state` (word of scripts)?",
            ),
            ("timelin", "did you mean `timeline` (command)?"),
        ] {
            assert_eq!(suggested(asked, &all).as_deref(), Some(expected));
        }
        assert_eq!(suggested("no such thing", &all), None);
    }
}
