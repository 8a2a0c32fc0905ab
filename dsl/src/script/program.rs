//! The scripts of a ruleset after reading: text, outline, the values of tunables, names.
//!
//! Depends on the [outline](super::outline) and the [sandbox](super::sandbox).

use std::ops::Range;
use std::sync::Arc;

use rhai::{AST, Engine};

use crate::diagnostic::{Diagnostic, Source};
use crate::script::interface::api::Type;
use crate::script::outline::{Function, Literal, Outline};
use crate::script::sandbox;

/// A script to be compiled.
#[derive(Clone, Debug)]
pub struct ScriptSource {
    /// What it is called in `--set` and messages: the file's name without `.rhai`.
    pub stem: String,
    /// Its text.
    pub source: Arc<Source>,
}

/// The scripts of a ruleset, checked, with their tunables set. In the order in which their hooks
/// are called.
#[derive(Debug)]
pub struct Scripts {
    pub(super) scripts: Vec<Script>,
}

/// One script.
#[derive(Debug)]
pub(crate) struct Script {
    pub(crate) stem: String,
    pub(crate) source: Arc<Source>,
    pub(crate) outline: Outline,
    /// The values in force of the outline's tunables, in their order.
    pub(crate) values: Vec<Literal>,
    /// Literals that name something of the rules.
    pub(crate) names: Vec<Name>,
}

impl Script {
    pub(crate) fn compile(&self, engine: &Engine) -> Result<AST, Diagnostic> {
        sandbox::compile(engine, &self.source, &self.outline, &self.values)
            .map_err(|error| sandbox::parse_diagnostic(&self.source, &error))
    }

    pub(crate) fn function(&self, name: &str) -> Option<&Function> {
        self.outline.functions.iter().find(|function| function.name.value == name)
    }
}

/// A literal that names something of the rules, to be looked up when they are known.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub of: Type,
    pub text: String,
    pub span: Range<usize>,
}

/// A constant of a script that can be set from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tunable {
    /// The script's stem.
    pub script: String,
    /// The constant's name.
    pub name: String,
    /// What it means, from the comment above it.
    pub doc: String,
    /// The value in force, as written.
    pub value: String,
    /// The value without overrides.
    pub default: String,
    /// The values a string may have, where they are listed.
    pub one_of: Vec<String>,
}

impl Scripts {
    /// All tunables, in the order of the scripts.
    #[must_use]
    pub fn tunables(&self) -> Vec<Tunable> {
        let of_script = |script: &Script| {
            let lines = script.outline.tunables.iter().zip(&script.values);
            lines
                .map(|(line, value)| Tunable {
                    script: script.stem.clone(),
                    name: line.name.value.clone(),
                    doc: line.doc.clone(),
                    value: value.to_string(),
                    default: line.value.value.to_string(),
                    one_of: line.one_of.clone(),
                })
                .collect::<Vec<_>>()
        };
        self.scripts.iter().flat_map(of_script).collect()
    }

    /// Whether a hook of the name `script.on_move` looks at nothing but the man who moved and where he
    /// arrived, as a tabulated hook does.
    pub(crate) fn knows_man_and_square_only(&self, name: &str) -> bool {
        let Some((stem, function)) = name.rsplit_once('.') else { return false };
        let Some(script) = self.scripts.iter().find(|script| script.stem == stem) else {
            return false;
        };
        let Some(found) = script.function(function) else { return false };
        let [game, seat, _, from, _] = found.params.as_slice() else { return false };
        let text = |word: &Range<usize>| &script.source.text[word.clone()];
        let words = &script.outline.words;
        let mut inside = words.iter().filter(|word| found.body.contains(&word.start)).map(text);
        let others = [game, seat, from].map(|param| param.value.as_str());
        // Marks are known in a game only; a helper may ask for them too.
        let marks = words.iter().any(|word| text(word) == "has_mark");
        function == "on_move" && !marks && !inside.any(|word| others.contains(&word))
    }

    /// The names of the scripts, each with its file's sentence.
    pub fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.scripts.iter().map(|s| (s.stem.as_str(), s.outline.header.as_str()))
    }

    /// Whether any script calls a function of this name, which is no method.
    pub(super) fn any_uses(&self, name: &str) -> bool {
        self.scripts.iter().any(|script| {
            let text = &script.source.text;
            script.outline.words.iter().any(|word| {
                text[word.clone()] == *name
                    && text[word.end..].trim_start().starts_with('(')
                    && !text[..word.start].trim_end().ends_with('.')
            })
        })
    }
}
