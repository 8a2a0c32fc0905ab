//! The text of a file of variants: sections, keys, and what a section inherits.

use quadrille_core::prose::listed;

use crate::diagnostic::suggest;

use super::ImportError;
use super::inherit::Variant;

/// The longest file.
const LONGEST: usize = 1 << 20;
/// The most sections of a file, and keys of a section.
const MOST: usize = 2000;
/// The most names that a message lists.
const MOST_NAMES: usize = 20;
/// How many sections may inherit from each other in a row.
const DEEPEST: usize = 16;
/// The variants that sections may inherit from.
pub(super) const BUILT_IN: &str = include_str!("builtin.ini");

/// A key of a section.
#[derive(Clone, Default, Debug)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) value: String,
    /// The value with the [slot](super::pieces::slot) of a piece in place of its letter. A letter may pass to
    /// another piece in a section that inherits, and what it inherits are pieces.
    pub(super) meant: String,
    /// The key and value as the file has them, if they are an older or shorter form of this one.
    pub(super) said: Option<(String, String)>,
    /// Its line in the file, from 1; zero for a key of a variant that the file only inherits from.
    pub(super) line: usize,
}

/// The heading of a variant.
#[derive(Clone, Default, Debug)]
pub(super) struct Heading {
    pub(super) name: String,
    /// Its line in the file, or zero.
    pub(super) line: usize,
    /// Whether it inherits from another.
    pub(super) based: bool,
}

/// A section: a variant, and the one that it is based on.
#[derive(Clone, Debug)]
pub(super) struct Section {
    pub(super) name: String,
    parent: Option<String>,
    line: usize,
    pub(super) entries: Vec<Entry>,
}

/// Reads a file.
pub(super) fn read(text: &str) -> Result<Vec<Section>, ImportError> {
    if text.len() > LONGEST {
        return Err(ImportError::TooLong { most: LONGEST });
    }
    let mut sections: Vec<Section> = Vec::new();
    for (line, said) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let said = said.trim();
        if said.is_empty() || said.starts_with(['#', ';']) {
            continue;
        }
        if let Some(head) = said.strip_prefix('[') {
            let Some((head, _)) = head.split_once(']') else {
                return Err(ImportError::Line { line, why: "the `]` of this heading is missing" });
            };
            let (name, parent) = match head.split_once(':') {
                Some((name, parent)) => (name.trim(), Some(parent.trim().to_owned())),
                None => (head.trim(), None),
            };
            if name.is_empty() || parent.as_deref() == Some("") {
                let why = "a heading is `[name]` or `[name:parent]`";
                return Err(ImportError::Line { line, why });
            }
            if let Some(first) = sections.iter().find(|section| section.name == name) {
                let (name, first) = (name.to_owned(), first.line);
                return Err(ImportError::Twice { line, name, first });
            }
            if sections.len() >= MOST {
                return Err(ImportError::Line { line, why: "the file has too many sections" });
            }
            sections.push(Section { name: name.to_owned(), parent, line, entries: Vec::new() });
            continue;
        }
        let Some((key, value)) = said.split_once('=') else {
            return Err(ImportError::Line {
                line,
                why: "this is neither `[name]` nor `key = value`",
            });
        };
        let Some(section) = sections.last_mut() else {
            return Err(ImportError::Line {
                line,
                why: "this key stands before the first `[name]`",
            });
        };
        if section.entries.len() >= MOST {
            return Err(ImportError::Line { line, why: "the section has too many keys" });
        }
        let (key, value) = (key.trim().to_owned(), value.trim().to_owned());
        section.entries.push(Entry { key, value, line, ..Entry::default() });
    }
    if sections.is_empty() { Err(ImportError::Empty) } else { Ok(sections) }
}

/// The heading of a variant, or none of those in the file.
pub(super) fn heading(sections: &[Section], name: &str) -> Heading {
    let found = sections.iter().find(|section| section.name == name);
    let heading = |section: &Section| Heading {
        name: section.name.clone(),
        line: section.line,
        based: section.parent.is_some(),
    };
    found.map(heading).unwrap_or_default()
}

/// The keys of a variant, those that it inherits first.
pub(super) fn flattened(sections: &[Section], name: &str) -> Result<Vec<Entry>, ImportError> {
    let built_in = read(BUILT_IN).unwrap_or_default();
    let mut chain: Vec<(&Section, bool)> = Vec::new();
    let (mut wanted, mut line) = (name.to_owned(), 0);
    loop {
        // A section may change the built-in variant of its own name.
        let itself = chain.last().is_some_and(|(last, _)| last.name == wanted);
        let in_file = chain.last().is_none_or(|(_, in_file)| *in_file) && !itself;
        let own = sections.iter().find(|section| in_file && section.name == wanted);
        let found = own.map(|section| (section, true)).or_else(|| {
            built_in.iter().find(|section| section.name == wanted).map(|section| (section, false))
        });
        let Some(found) = found else {
            let names = sections.iter().chain(&built_in).map(|section| section.name.as_str());
            let known = || {
                let (own, built_in) = (names_of(sections), names_of(&built_in));
                format!("the file has {own}; known without it are {built_in}")
            };
            let help = suggest(&wanted, names).map_or_else(known, |advice| advice.text);
            return Err(ImportError::Unknown { line, name: wanted, help });
        };
        if chain.iter().any(|(section, _)| std::ptr::eq(*section, found.0)) {
            return Err(ImportError::Loop { line: found.0.line, name: wanted });
        }
        if chain.len() >= DEEPEST {
            return Err(ImportError::Line { line, why: "too many sections inherit in a row" });
        }
        line = found.0.line;
        chain.push(found);
        match &found.0.parent {
            Some(parent) => parent.clone_into(&mut wanted),
            None => break,
        }
    }
    let mut variant = Variant::new();
    for (section, in_file) in chain.into_iter().rev() {
        variant.add(section, in_file);
    }
    Ok(variant.entries())
}

/// The names of sections, of many the first ones.
fn names_of(sections: &[Section]) -> String {
    let names = sections.iter().take(MOST_NAMES).map(|section| format!("`{}`", section.name));
    let mut names: Vec<String> = names.collect();
    let left = sections.len().saturating_sub(MOST_NAMES);
    if left > 0 {
        names.push(format!("{left} more"));
    }
    if names.is_empty() { "none".to_owned() } else { listed(&names) }
}
