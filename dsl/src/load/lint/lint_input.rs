//! The rules and files that the lints check.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_core::{CompiledRules, Spec};

use crate::diagnostic::Source;
use crate::load::build::{Array, MergedManifest};
use crate::manifest::tree::{self, FileSpan, TomlNode, TomlTable, TomlValue};
use crate::script::Scripts;

/// The input of the lints.
pub(crate) struct LintInput<'a> {
    pub(super) table: &'a TomlTable,
    pub(super) top: &'a FileSpan,
    pub(super) rules: &'a CompiledRules,
    pub(super) spec: &'a Spec,
    /// The pieces of each named array.
    pub(super) arrays: &'a [(String, Array)],
    pub(super) scripts: &'a Scripts,
    pub(super) lessons: Option<&'a Arc<Source>>,
    /// `true` if a preset is in force.
    pub(super) preset: bool,
    /// When this flag is set, the lints end.
    stop: &'a AtomicBool,
    /// The strings in the positions and actions of lessons. The lessons are read only when a lint
    /// looks for a name that no script mentions.
    of_lessons: OnceCell<Vec<String>>,
    /// The words of all strings in lessons and in scripts.
    words: OnceCell<HashSet<String>>,
}

/// Collects all strings in a value, except strings that are prose.
pub(super) fn strings(node: &TomlNode, out: &mut Vec<String>) {
    match &node.value {
        TomlValue::Text(text) => out.push(text.clone()),
        TomlValue::List(items) => items.iter().for_each(|item| strings(item, out)),
        TomlValue::Table(table) => {
            for entry in table.entries.iter().filter(|entry| entry.key != "says") {
                strings(&entry.node, out);
            }
        }
        TomlValue::Integer(_) | TomlValue::Boolean(_) | TomlValue::Other(_) => {}
    }
}

impl<'a> LintInput<'a> {
    pub(crate) fn new(
        manifest: &'a MergedManifest,
        rules: &'a CompiledRules,
        scripts: &'a Scripts,
        lessons: Option<&'a Arc<Source>>,
        preset: bool,
        stop: &'a AtomicBool,
    ) -> Self {
        let MergedManifest { table, top, arrays } = manifest;
        let (of_lessons, words) = (OnceCell::new(), OnceCell::new());
        let spec = rules.spec();
        Self { table, top, rules, spec, arrays, scripts, lessons, preset, stop, of_lessons, words }
    }

    /// Returns `true` if the lints should end.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns the strings of all scripts, followed by the strings of the lessons.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        let of_lessons = || {
            self.of_lessons.get_or_init(|| {
                let mut texts = Vec::new();
                if let Some(source) = self.lessons {
                    // Mistakes in this file are reported when the lessons are read.
                    let (table, _) = tree::parse(source);
                    table.entries.iter().for_each(|entry| strings(&entry.node, &mut texts));
                }
                texts
            })
        };
        let of_lessons = std::iter::once_with(of_lessons).flatten();
        self.scripts.texts().chain(of_lessons.map(String::as_str))
    }

    /// Returns `true` if a string of a script or a lesson contains this name as a whole word.
    pub(super) fn mentioned(&self, name: &str) -> bool {
        let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        let words = || {
            // A piece's name may follow `choose=`, and a zone's name may follow another word.
            let words = self.texts().flat_map(|text| text.split(move |c| !part(c)));
            words.map(str::to_owned).collect::<HashSet<String>>()
        };
        self.words.get_or_init(words).contains(name)
    }

    /// Returns `true` if a script, a lesson or a clause contains the name.
    pub(super) fn mentions_anywhere(&self, name: &str) -> bool {
        let clause = |text: &str| text.to_lowercase().contains(name);
        self.mentioned(name) || self.spec.clauses.iter().any(|known| clause(&known.text))
    }

    /// Returns `true` if a string of a script or a lesson contains this text.
    pub(super) fn contains(&self, part: &str) -> bool {
        self.texts().any(|text| text.contains(part))
    }
}
