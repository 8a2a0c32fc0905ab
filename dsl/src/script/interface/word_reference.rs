//! The reference of words. It has a section for each hook, function, property, state and value
//! type.
//!
//! The text about a word is in `words/*.md`, in the section whose heading is the word as scripts
//! write it. Signatures and availability come from the tables. This module generates
//! `docs/reference/words.md`, the pages in `docs/reference/words`, and the output of
//! `quadrille explain WORD`.

use crate::text::prose::first_sentence;

use super::api::{Availability, Form, Function, Type, functions};
use super::hook_catalogue::{HOOKS, Hook, HookKind, hook_named};

/// The source files, in the order of the pages. Each has a name and a text.
const SOURCES: [(&str, &str); 7] = [
    ("hooks", include_str!("words/hooks.md")),
    ("effects", include_str!("words/effects.md")),
    ("declarations", include_str!("words/declarations.md")),
    ("refinements", include_str!("words/refinements.md")),
    ("queries", include_str!("words/queries.md")),
    ("values", include_str!("words/values.md")),
    ("states", include_str!("words/states.md")),
];

/// The `geometry.toml` of the game in which the examples run. Its only script is `example.rhai`.
pub const BASE: &str = include_str!("words/base.toml");

/// A group of words that have a page in common.
#[derive(Debug)]
pub struct WordGroup {
    /// The name of the page of the group, without the suffix. An example is `hooks`.
    pub file: &'static str,
    /// The title of the group.
    pub title: &'static str,
    /// The introduction to the group's words.
    pub about: &'static str,
    /// The words in order.
    pub words: Vec<WordEntry>,
}

/// The section of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WordEntry {
    /// The heading of the section. It is the word with its context, such as `on_capture`, `place`,
    /// `game.piece`, `declaration.over` or `state dead`.
    pub key: &'static str,
    /// The text of the section in Markdown: the meaning, arguments, errors and examples.
    text: &'static str,
}

/// Returns all words in their groups.
#[must_use]
pub fn groups() -> Vec<WordGroup> {
    SOURCES.iter().map(|(file, source)| group(file, source)).collect()
}

/// Returns all words.
pub fn words() -> impl Iterator<Item = WordEntry> {
    groups().into_iter().flat_map(|group| group.words)
}

/// Reads a source file. It consists of a line `# Title`, a paragraph, and a section for each word.
/// A section begins with `## `.
fn group(file: &'static str, source: &'static str) -> WordGroup {
    let mut parts = source.split("\n## ");
    let top = parts.next().unwrap_or_default().trim_start_matches("# ");
    let (title, about) = top.split_once('\n').unwrap_or((top, ""));
    let words = parts.map(|part| {
        let (key, text) = part.split_once('\n').unwrap_or((part, ""));
        WordEntry { key: key.trim(), text: text.trim() }
    });
    WordGroup { file, title: title.trim(), about: about.trim(), words: words.collect() }
}

/// Returns the key of the section about a function.
fn key(function: &Function) -> String {
    match function.form {
        Form::Free => function.name.to_owned(),
        Form::Method(on) | Form::Property(on) => format!("{}.{}", on.word(), function.name),
    }
}

/// Returns the keys of the sections that must exist. These are the keys of every hook, function,
/// property, value type and predefined state.
#[must_use]
pub fn expected() -> Vec<String> {
    let mut keys: Vec<String> = HOOKS.iter().map(|hook| hook.name.to_owned()).collect();
    keys.extend(functions().map(key));
    keys.extend(
        [Type::Seat, Type::Square, Type::Piece, Type::Move].map(|of| format!("type {}", of.word())),
    );
    let states = quadrille_core::rules::State::predefined();
    keys.extend(states.iter().map(|state| format!("state {}", state.name)));
    keys.sort_unstable();
    keys.dedup();
    keys
}

impl WordEntry {
    /// Returns the word without its context, such as `piece` for `game.piece`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.key.rsplit(['.', ' ']).next().unwrap_or(self.key)
    }

    /// Returns the first paragraph of the section.
    #[must_use]
    pub fn about(&self) -> String {
        let first = self.text.split("\n\n").next().unwrap_or_default();
        first.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Returns the examples in the section. Each example is a complete script.
    pub fn examples(&self) -> impl Iterator<Item = &'static str> {
        self.text.split("```rhai\n").skip(1).filter_map(|rest| rest.split("```").next())
    }

    /// Returns the keys of the related words. The last line of the section lists them after
    /// `See also:`.
    pub fn see_also(&self) -> impl Iterator<Item = &'static str> {
        let line = self.text.lines().last().and_then(|line| line.strip_prefix("See also: "));
        line.into_iter().flat_map(|line| line.split(", "))
    }

    /// Returns the functions that the section describes.
    fn functions(&self) -> impl Iterator<Item = &'static Function> {
        let key_of_word = self.key;
        functions().filter(move |function| key(function) == key_of_word)
    }

    /// Returns the part of the section that is generated from the tables. It contains the
    /// signatures with their arguments, and the availability.
    fn head(&self) -> String {
        if let Some(hook) = hook_named(self.key) {
            return hook_head(hook);
        }
        let mut head = String::new();
        let mut phase = None;
        for function in self.functions() {
            head += "    ";
            head += &function.signature();
            if function.gives != Type::Unit {
                head += " -> ";
                head += &function.gives.word();
            }
            head.push('\n');
            phase = Some(function.phase);
        }
        match phase {
            Some(phase) => format!("{head}\n{}\n\n", allowed(phase)),
            None => head,
        }
    }

    /// Returns the section without its heading. `link` converts the key of a related word to a
    /// link.
    fn body(&self, link: impl Fn(&str) -> String) -> String {
        let conditions = hook_named(self.key).map(conditions).unwrap_or_default();
        let text = match self.text.rsplit_once("\nSee also: ") {
            Some((text, words)) => {
                let links: Vec<String> = words.split(", ").map(link).collect();
                format!("{text}{conditions}\nSee also: {}", links.join(", "))
            }
            None => format!("{}{conditions}", self.text),
        };
        format!("{}{text}\n", self.head())
    }
}

/// Returns a sentence that states in which hooks a word is allowed.
fn allowed(phase: Availability) -> &'static str {
    match phase {
        Availability::Anywhere => "Allowed in every hook.",
        Availability::Declare => "Allowed in `define`.",
        Availability::Game => {
            "Allowed in hooks that see a game: event hooks, `extra_moves`, `forbids`."
        }
        Availability::Event => "Allowed in event hooks.",
    }
}

/// Returns the signature of a hook, with a sentence that states when the hook runs.
fn hook_head(hook: &Hook) -> String {
    let params: Vec<String> = hook
        .params
        .iter()
        .map(|(name, of)| {
            let word = of.word();
            if *name == word { word } else { format!("{name}: {word}") }
        })
        .collect();
    let runs = match hook.kind {
        HookKind::Declare => "Runs once, when the ruleset is loaded.",
        HookKind::Tabulate => {
            "Called for every possible input when the ruleset is loaded. The engine keeps the results in a table. The hook has no effects."
        }
        HookKind::Event(_) => "An event hook: it runs in games, sees the game and has effects.",
        HookKind::PerMove(_) => {
            "A hook about moves: the engine calls it while it lists moves. The hook sees the game and has no effects."
        }
    };
    format!("    {}({})\n\n{runs}\n\n", hook.name, params.join(", "))
}

/// Lists the conditions that a hook accepts. Adds a sentence if the effects of the hook can be
/// judged.
fn conditions(hook: &Hook) -> String {
    let mut text = String::new();
    let conditions = hook.conditions();
    if !conditions.is_empty() {
        text += "\nA line `/// when:` above the function may contain these conditions, separated by commas:\n\n";
        for condition in conditions {
            text += &format!("- {condition}\n");
        }
    }
    if hook.can_be_judged() {
        text += "\nWith the line `/// judged: yes` above the function, the effects of this hook also decide whether a move is legal.\n";
    }
    text
}

/// Returns the output of `quadrille explain WORD`. A word without context, such as `piece`, selects
/// every section about it. A word with its context, such as `game.piece`, selects one section.
/// Returns `None` if there is no such word.
#[must_use]
pub fn explain(word: &str) -> Option<String> {
    let plain = |key: &str| format!("`{key}`");
    let asked = word.trim_start_matches('.').split('(').next().unwrap_or_default();
    let sections: Vec<String> = words()
        .filter(|word| word.key == asked || word.name() == asked)
        .map(|word| format!("# {}\n\n{}", word.key, word.body(plain)))
        .collect();
    (!sections.is_empty()).then(|| sections.join("\n"))
}

/// Returns the page that `quadrille explain` prints for a group. The page has the introduction of
/// the group and a line for each of its words. Returns `None` if there is no group with this title.
#[must_use]
pub fn explain_group(title: &str) -> Option<String> {
    let group = groups().into_iter().find(|group| group.title.eq_ignore_ascii_case(title))?;
    let mut page = format!("# {}\n\n{}\n\n", group.title, group.about);
    for word in &group.words {
        let text = word.about();
        let (first, _) = first_sentence(&text);
        let shown = hook_named(word.key).map_or_else(|| word.key.to_owned(), Hook::signature);
        page += &format!("- `{shown}`: {first}\n");
    }
    page += "\n`quadrille explain WORD` prints the whole section of a word, with an example.\n";
    Some(page)
}

/// Returns the index of all words: `docs/reference/words.md`.
#[must_use]
pub fn reference() -> String {
    let mut page = "# Words of rule scripts\n\n\
         This page lists the words of rule scripts, for authors: hooks, effects, declarations, queries and\n\
         properties. `quadrille explain WORD` prints the section of a word. [Rule scripts](scripts.md) is the\n\
         overview, [how a ply runs](../explanation/how-a-ply-runs.md) describes the order of events, and\n\
         [limits](limits.md) lists all limits.\n\n\
         In a signature, `seat: seat` is an argument and its type, and `-> square` is the type of the result. If\n\
         the section of a word states it, a result of type seat, square or piece may also be `()`, the\n\
         value for no result.\n\n\
         `quadrille check` reports a word in a hook in which the word is not allowed (Q0346), a wrong number of\n\
         arguments or an argument of a wrong type (Q0341), and a name that the ruleset does not have (Q0344). A\n\
         mistake that appears only in a game stops the game with an error that names the file and the line.\n"
        .to_owned();
    for group in groups() {
        let link = |word: &WordEntry| {
            format!("[{}](words/{}.md#{})", word.key, group.file, anchor(word.key))
        };
        let all: Vec<String> = group.words.iter().map(link).collect();
        page += &format!("\n## {}\n\n{}\n\n{}\n", group.title, group.about, all.join(" · "));
    }
    page += &format!(
        "\n## The game of the examples\n\n\
         The examples are complete scripts for this game, and the tests play each of them.\n\n```toml\n{BASE}```\n"
    );
    page
}

/// Returns the page of each group. Each has the name of its file in `docs/reference/words`, such as
/// `hooks.md`.
#[must_use]
pub fn group_pages() -> Vec<(String, String)> {
    let groups = groups();
    let page_of = |key: &str| {
        let has = |group: &&WordGroup| group.words.iter().any(|word| word.key == key);
        groups.iter().find(has).map_or("", |group| group.file)
    };
    let page = |group: &WordGroup| {
        let link = |key: &str| match page_of(key) {
            file if file == group.file => format!("[{key}](#{})", anchor(key)),
            file => format!("[{key}]({file}.md#{})", anchor(key)),
        };
        // The introduction's links are relative to the index, which is one folder above.
        let about = group.about.replace("](words/", "](");
        let mut page =
            format!("# {}\n\n{about}\n\nAll words are in [the index](../words.md).\n", group.title);
        for word in &group.words {
            page += &format!("\n## {}\n\n{}", word.key, word.body(link));
        }
        page
    };
    groups.iter().map(|group| (format!("{}.md", group.file), page(group))).collect()
}

/// Returns the anchor of a heading for links to it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, '_' | ' ' | '-'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_word_has_a_section_and_every_section_a_word() {
        let written: Vec<&str> = words().map(|word| word.key).collect();
        let unique: BTreeSet<&str> = written.iter().copied().collect();
        assert_eq!(written.len(), unique.len(), "a word has two sections");
        let expected = expected();
        let known: BTreeSet<&str> = expected.iter().map(String::as_str).collect();
        let missing: Vec<_> = known.difference(&unique).collect();
        let extra: Vec<_> = unique.difference(&known).collect();
        assert!(
            missing.is_empty() && extra.is_empty(),
            "words without a section in dsl/src/script/interface/words: {missing:?}; sections without a word: {extra:?}"
        );
    }

    #[test]
    fn every_section_says_something_shows_it_and_leads_on() {
        let known: BTreeSet<&str> = words().map(|word| word.key).collect();
        for word in words() {
            let key = word.key;
            let prose = word.text.split("```").next().unwrap_or_default();
            assert!(prose.trim().len() > 20, "{key} says little");
            assert!(word.examples().count() > 0, "{key} has no example");
            let name = word.name();
            let is_name = !key.starts_with("type ");
            assert!(
                !is_name || word.examples().any(|example| example.contains(name)),
                "no example of {key} uses it"
            );
            assert!(word.see_also().count() > 0, "{key} leads nowhere");
            for other in word.see_also() {
                assert!(known.contains(other) && other != key, "{key} refers to {other}");
            }
        }
    }

    #[test]
    fn every_word_of_a_fixed_list_is_explained_with_it() {
        for function in functions() {
            for (_, of) in function.params {
                let Type::OneOf(choices) = of else { continue };
                let text = explain(&key(function)).unwrap();
                for choice in *choices {
                    assert!(text.contains(&format!("\"{choice}\"")), "{}: {choice}", function.name);
                }
            }
        }
    }

    #[test]
    fn a_word_is_explained_in_all_its_forms() {
        let text = explain("pieces").unwrap();
        assert!(text.contains("game.pieces(seat: seat, kind: kind's name) -> array"), "{text}");
        assert!(text.contains("declaration.pieces(abilities: string)"), "{text}");
        assert!(explain("game.piece").unwrap().starts_with("# game.piece\n"));
        assert!(explain("dead").unwrap().starts_with("# state dead\n"));
        assert_eq!(explain("no_such_word"), None);
        assert_eq!(explain(""), None);
    }

    /// With `UPDATE=1`, this test writes the pages.
    #[test]
    fn the_reference_pages_of_words_are_made_from_the_table() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/docs");
        let mut pages = vec![(format!("{folder}/words.md"), reference())];
        let group_pages = group_pages().into_iter();
        pages.extend(group_pages.map(|(name, page)| (format!("{folder}/words/{name}"), page)));
        for (path, page) in pages {
            if std::env::var_os("UPDATE").is_some() {
                std::fs::write(&path, &page).unwrap();
            }
            let written = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(written == page, "{path} is out of date: set UPDATE=1");
        }
    }
}
