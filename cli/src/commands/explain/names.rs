//! All names that `explain` can be asked for, whatever they stand for, each with the command that shows it.

use std::collections::BTreeSet;

use quadrille_agents::AGENTS;
use quadrille_dsl::diagnostic::{Code, near};
use quadrille_dsl::library::Shelf;
use quadrille_dsl::script::word_reference;
use quadrille_dsl::text::prose::{capital, first_sentence, sentence};
use quadrille_dsl::{Library as _, notation, plugin_page};
use quadrille_study::metrics::METRICS;

use super::prose::{entry, heading, prose};
use super::topics::{self, PLUGIN_PREFIX};
use super::what::NameKind;
use crate::context;

/// The maximum number of names that are suggested for one, and that are listed of the names inside
/// rulesets.
const MAX_SUGGESTED_NAMES: usize = 6;

/// A name and what it stands for.
#[derive(Clone, Debug)]
pub struct NamedThing {
    /// The name, as it is listed.
    pub name: String,
    /// What it stands for.
    pub what: NameKind,
    /// What that is, in a sentence or two.
    pub about: String,
    /// The command that shows it, without `quadrille`.
    pub see: String,
}

impl NamedThing {
    fn new(name: &str, what: NameKind, about: impl Into<String>, see: impl Into<String>) -> Self {
        Self { name: name.to_owned(), what, about: about.into(), see: see.into() }
    }

    /// Whether somebody who types `asked` means it: capitals, and what stands between words, don't count.
    pub fn is_called(&self, asked: &str) -> bool {
        let asked = plain(asked);
        let name = plain(&self.name);
        // `mcts:200` is the agent `mcts`.
        let agent = if self.what == NameKind::Agent { asked.split(':').next() } else { None };
        name == asked
            || self.last().is_some_and(|last| plain(last) == asked)
            || agent == Some(&name)
    }

    /// The last part of a name of several, as `draws` of `plugin:draws` and `piece` of `game.piece`.
    fn last(&self) -> Option<&str> {
        match self.what {
            NameKind::Plugin | NameKind::Word(_) => {
                self.name.rsplit_once([':', '.', ' ']).map(|(_, last)| last)
            }
            _ => None,
        }
    }
}

/// A name without capitals, and with a `-` between its words.
pub fn plain(name: &str) -> String {
    name.to_lowercase().replace(['_', ' '], "-")
}

/// All names but those inside rulesets.
pub fn all(commands: &clap::Command, shelf: &Shelf) -> Vec<NamedThing> {
    let mut all: Vec<NamedThing> = Vec::new();
    all.extend(topics::topics().map(|name| {
        NamedThing::new(name, NameKind::Topic, String::new(), format!("explain {name}"))
    }));
    all.extend(commands.get_subcommands().map(|command| {
        let name = command.get_name();
        let about = command.get_about().map(|about| format!("{about}.")).unwrap_or_default();
        NamedThing::new(name, NameKind::Command, about, format!("{name} --help"))
    }));
    all.extend(
        shelf.names().iter().map(|id| {
            NamedThing::new(id, NameKind::Ruleset, String::new(), format!("explain {id}"))
        }),
    );
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
        // A recipe of that name is what is shown for it.
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

/// What a script says of itself: its first lines that begin with `//!`, up to an empty one.
fn first_lines(script: &str) -> String {
    let lines = script.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The presets, clauses and kinds of pieces of all rulesets and recipes.
pub fn inside(shelf: &Shelf) -> Vec<NamedThing> {
    let mut inside = Vec::new();
    for id in shelf.all_names() {
        let Some((meta, spec)) = context::outline(shelf, &id) else { continue };
        inside.extend(meta.presets.iter().map(|(name, about)| {
            NamedThing::new(name, NameKind::Preset, about, format!("explain {id}@{name}"))
        }));
        inside.extend(spec.clauses.iter().map(|clause| {
            let text = clause.text.as_str();
            NamedThing::new(
                &clause.id,
                NameKind::Clause,
                text,
                format!("explain {id} {}", clause.id),
            )
        }));
        inside.extend(spec.kinds.iter().map(|kind| {
            let about = sentence(&notation::movement(&spec, kind));
            let see = format!("show {id} --piece {}", kind.name);
            NamedThing::new(&kind.name, NameKind::Piece, about, see)
        }));
    }
    inside
}

/// What is called so, of other kinds than the one that is shown already. Names inside rulesets are asked for
/// only if none of the others, `all`, is called so.
pub fn called(
    asked: &str,
    shown: Option<NameKind>,
    all: &[NamedThing],
    shelf: &Shelf,
) -> Vec<NamedThing> {
    let named = |all: &[NamedThing]| -> Vec<NamedThing> {
        let is_word = |what: NameKind| matches!(what, NameKind::Word(_));
        let is_shown = |what: NameKind| {
            shown.is_some_and(|shown| shown == what || is_word(shown) && is_word(what))
        };
        let shown = all.iter().filter(|named| named.is_called(asked) && !is_shown(named.what));
        shown.cloned().collect()
    };
    let outside = named(all);
    if outside.is_empty() && shown.is_none() { named(&inside(shelf)) } else { outside }
}

/// An entry for each of them, that are about a word without being called so: what they are in a sentence.
pub fn related(named: &[NamedThing], out: &mut String) {
    for named in named {
        let NamedThing { name, what, about, see } = named;
        let (about, _) = first_sentence(about);
        let name = if see.contains(name.as_str()) { String::new() } else { format!(" `{name}`") };
        entry(&format!("{}{name}: quadrille {see}", capital(what.word())), about, out);
    }
}

/// An entry for each of them, that are called so. Of those inside rulesets, what is said alike is listed once, what most rulesets say
/// first.
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

/// What it is, and the command that shows it.
fn line(named: &NamedThing) -> String {
    format!("{}: quadrille {}", capital(named.what.word()), named.see)
}

/// What may be meant by a name that nothing has, of whatever kind.
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

/// Everything that can be explained, by name.
pub fn index(commands: &clap::Command, shelf: &Shelf) -> String {
    let mut out = String::new();
    prose(
        "`quadrille explain NAME` explains each of these names, and of any other word, such as `castle` or \
         `stalemate`, it finds what there is about it. Begin with `quadrille explain tutorial` to make a game of \
         your own, with `quadrille explain cookbook` for rules to take from, or with a game: `quadrille explain \
         verney-1881`.",
        &mut out,
    );
    let mut lists: Vec<(String, Vec<String>)> = Vec::new();
    let mut all = all(commands, shelf);
    // What players ask for comes before what authors of scripts do.
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
    use super::*;
    use crate::commands::table::Cli;
    use clap::CommandFactory as _;

    #[test]
    fn a_name_is_found_whatever_it_stands_for() {
        let shelf = Shelf::default();
        let all = all(&Cli::command(), &shelf);
        for (asked, expected) in [
            ("at-once", vec![NameKind::Recipe]),
            ("perft", vec![NameKind::Command, NameKind::Term]),
            ("stalemate", vec![NameKind::Term]),
            ("MCTS:200", vec![NameKind::Agent]),
            ("length", vec![NameKind::Metric, NameKind::Section]),
            ("minishogi", vec![NameKind::Variant]),
            ("drop", vec![NameKind::Term]),
            ("V11", vec![NameKind::Clause]),
            ("no such thing", vec![]),
        ] {
            let mut found: Vec<NameKind> =
                called(asked, None, &all, &shelf).iter().map(|named| named.what).collect();
            found.dedup();
            assert_eq!(found, expected, "{asked}");
        }
        let plugin = called("en passant", None, &all, &shelf);
        assert!(plugin.iter().any(|named| named.see == "explain plugin:en-passant"), "{plugin:?}");
    }

    #[test]
    fn suggestions_say_what_they_are() {
        let all = all(&Cli::command(), &Shelf::default());
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
