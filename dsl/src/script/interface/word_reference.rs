//! The reference of words: a section for each hook, function, property, state and type. What is said of
//! a word stands in `words/*.md`, one section for each, under a heading that is the word as a script
//! writes it; signatures and where a word may be used come from the tables. `docs/reference/words.md`
//! and `quadrille explain WORD` are both made from this.

use crate::text::prose::first_sentence;

use super::api::{Availability, Form, Function, Type, functions};
use super::hook_catalogue::{HOOKS, Hook, HookKind, hook_named};

/// The sources, in the order of the page: title and text.
const SOURCES: [&str; 7] = [
    include_str!("words/hooks.md"),
    include_str!("words/effects.md"),
    include_str!("words/declarations.md"),
    include_str!("words/refinements.md"),
    include_str!("words/queries.md"),
    include_str!("words/values.md"),
    include_str!("words/states.md"),
];

/// The game that the examples change, as a `geometry.toml` whose only script is `example.rhai`.
pub const BASE: &str = include_str!("words/base.toml");

/// A group of words: a part of the page.
#[derive(Debug)]
pub struct WordGroup {
    /// Its title.
    pub title: &'static str,
    /// What is common to its words.
    pub about: &'static str,
    /// Its words, in their order.
    pub words: Vec<WordEntry>,
}

/// What is said of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WordEntry {
    /// The word with what it belongs to: `on_capture`, `place`, `game.piece`, `declaration.over`, `state dead`.
    pub key: &'static str,
    /// Meaning, arguments, errors and examples, in Markdown.
    text: &'static str,
}

/// All words, in their groups.
#[must_use]
pub fn groups() -> Vec<WordGroup> {
    SOURCES.iter().map(|source| group(source)).collect()
}

/// All words.
pub fn words() -> impl Iterator<Item = WordEntry> {
    groups().into_iter().flat_map(|group| group.words)
}

/// Reads a source: `# Title`, a paragraph, and a `## ` section for each word.
fn group(source: &'static str) -> WordGroup {
    let mut parts = source.split("\n## ");
    let top = parts.next().unwrap_or_default().trim_start_matches("# ");
    let (title, about) = top.split_once('\n').unwrap_or((top, ""));
    let words = parts.map(|part| {
        let (key, text) = part.split_once('\n').unwrap_or((part, ""));
        WordEntry { key: key.trim(), text: text.trim() }
    });
    WordGroup { title: title.trim(), about: about.trim(), words: words.collect() }
}

/// The key of a function's section.
fn key(function: &Function) -> String {
    match function.form {
        Form::Free => function.name.to_owned(),
        Form::Method(on) | Form::Property(on) => format!("{}.{}", on.word(), function.name),
    }
}

/// The keys that the tables ask for: every hook, function and property, every type of values, and every
/// predefined state.
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
    /// The word alone, as one looks it up: `piece` of `game.piece`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.key.rsplit(['.', ' ']).next().unwrap_or(self.key)
    }

    /// What it is, in its first paragraph.
    #[must_use]
    pub fn about(&self) -> String {
        let first = self.text.split("\n\n").next().unwrap_or_default();
        first.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Its examples: each a complete script.
    pub fn examples(&self) -> impl Iterator<Item = &'static str> {
        self.text.split("```rhai\n").skip(1).filter_map(|rest| rest.split("```").next())
    }

    /// The keys of the words that its last line names.
    pub fn see_also(&self) -> impl Iterator<Item = &'static str> {
        let line = self.text.lines().last().and_then(|line| line.strip_prefix("See also: "));
        line.into_iter().flat_map(|line| line.split(", "))
    }

    /// The functions of the table that the section is about.
    fn functions(&self) -> impl Iterator<Item = &'static Function> {
        let key_of_word = self.key;
        functions().filter(move |function| key(function) == key_of_word)
    }

    /// How it is written, where it may be used, and what it takes: from the tables.
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

    /// Its section without a heading; `link` writes a word that it refers to.
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

/// Where a word may be used.
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

/// The same for a hook: when it runs.
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
            "Called for every input when the ruleset is loaded; the answers become a table. It has no effects."
        }
        HookKind::Event(_) => "An event hook: it runs in games, sees the game and has effects.",
        HookKind::PerMove(_) => {
            "A hook about moves: asked while moves are listed. It sees the game and has no effects."
        }
    };
    format!("    {}({})\n\n{runs}\n\n", hook.name, params.join(", "))
}

/// The conditions that a hook takes, and whether its effects can be judged.
fn conditions(hook: &Hook) -> String {
    let mut text = String::new();
    let conditions = hook.conditions();
    if !conditions.is_empty() {
        text += "\nA line `/// when:` above the function may hold these conditions, separated by commas:\n\n";
        for condition in conditions {
            text += &format!("- {condition}\n");
        }
    }
    if hook.can_be_judged() {
        text += "\n`/// judged: yes` above it lets its effects decide whether a move is legal.\n";
    }
    text
}

/// What `quadrille explain WORD` prints: every section of that word, or of one form of it (`game.piece`);
/// none if there is no such word.
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

/// A group of words: what is common to them, and a line for each.
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
    page += "\n`quadrille explain WORD` says all of one, with an example.\n";
    Some(page)
}

/// The page of all words: `docs/reference/words.md`.
#[must_use]
pub fn reference() -> String {
    let link = |key: &str| format!("[{key}](#{})", anchor(key));
    let mut page = format!(
        "# Words of rule scripts\n\n\
         Each hook, effect, declaration, query and property has a section here; `quadrille explain WORD` prints it. \
         [Rule scripts](scripts.md) is\nthe overview, [how a ply runs](how-a-ply-runs.md) says what happens when, \
         [limits](limits.md) has all bounds.\n\n\
         In signatures, `seat: seat` is an argument and its type; `-> square` is what the call gives. \
         A result of a seat, square or piece may be `()`, nothing, where the\nsection says so. \
         A word in a hook where it is not allowed is Q0346, a wrong number or type of arguments Q0341, a name that the \
         ruleset doesn't have Q0344, when the\nscript is checked. What shows only in a game stops that game, with \
         the file and the line.\n\n\
         The examples are complete scripts for this game, and the tests play each of them:\n\n```toml\n{BASE}```\n"
    );
    let groups = groups();
    for group in &groups {
        let all: Vec<String> = group.words.iter().map(|word| link(word.key)).collect();
        page += &format!("\n**{}**: {}\n", group.title, all.join(" · "));
    }
    for group in &groups {
        page += &format!("\n## {}\n\n{}\n", group.title, group.about);
        for word in &group.words {
            page += &format!("\n### {}\n\n{}", word.key, word.body(link));
        }
    }
    page
}

/// What a link to a heading says.
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
        assert!(text.contains("declaration.pieces(abilities: text)"), "{text}");
        assert!(explain("game.piece").unwrap().starts_with("# game.piece\n"));
        assert!(explain("dead").unwrap().starts_with("# state dead\n"));
        assert_eq!(explain("no_such_word"), None);
        assert_eq!(explain(""), None);
    }

    /// Run with `UPDATE=1` to write the page again.
    #[test]
    fn the_reference_page_of_words_is_made_from_the_table() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/words.md");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(path, reference()).unwrap();
        }
        let written = std::fs::read_to_string(path).unwrap_or_default();
        assert!(written == reference(), "docs/reference/words.md is out of date: set UPDATE=1");
    }
}
