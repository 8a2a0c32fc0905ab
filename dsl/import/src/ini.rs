//! Reads a file of variants as sections and keys.

use std::collections::HashMap;

use crate::error::ImportError;

/// The maximum length of a file, in bytes.
const MAX_FILE_BYTES: usize = 1 << 20;
/// The maximum number of sections in a file.
const MAX_SECTIONS: usize = 2000;
/// The maximum number of keys in a section. The format has about half as many keys.
const MAX_KEYS: usize = 300;
/// The built-in variants that sections may inherit from.
pub(crate) const BUILT_IN_VARIANTS: &str = include_str!("builtin.ini");

/// One key of a section.
#[derive(Clone, Default, Debug)]
pub(crate) struct IniEntry {
    pub(crate) key: String,
    pub(crate) value: String,
    /// The value, with each letter replaced by the [slot](crate::piece_keys::slot) of its piece. A
    /// section may inherit this value and give the letter to another piece. The value then still
    /// refers to the old piece.
    pub(crate) meant: String,
    /// The key and value as written in the file. Set only if the file uses an older name or a short
    /// form.
    pub(crate) said: Option<(String, String)>,
    /// The key's line in the file, from 1. Zero if the key is inherited from a variant outside the
    /// file.
    pub(crate) line: usize,
}

/// The heading of a variant.
#[derive(Clone, Default, Debug)]
pub(crate) struct SectionHeading {
    pub(crate) name: String,
    /// The heading's line in the file. Zero if the file does not have the variant.
    pub(crate) line: usize,
    /// `true` if the variant inherits from another.
    pub(crate) based: bool,
}

/// A section: a variant and its parent.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub(crate) name: String,
    pub(crate) parent: Option<String>,
    pub(crate) line: usize,
    pub(crate) entries: Vec<IniEntry>,
}

/// Reads a file.
///
/// # Errors
/// Returns an [`ImportError`] if the file is too long, or a line can't be read.
pub(crate) fn read(text: &str) -> Result<Vec<Section>, ImportError> {
    if text.len() > MAX_FILE_BYTES {
        return Err(ImportError::TooLong { most: MAX_FILE_BYTES });
    }
    let mut sections: Vec<Section> = Vec::new();
    let mut lines: HashMap<String, usize> = HashMap::new();
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
                let why = "write a heading as `[name]` or `[name:parent]`";
                return Err(ImportError::Line { line, why });
            }
            if let Some(first) = lines.insert(name.to_owned(), line) {
                return Err(ImportError::Twice { line, name: name.to_owned(), first });
            }
            if sections.len() >= MAX_SECTIONS {
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
            return Err(ImportError::Line { line, why: "this key is before the first `[name]`" });
        };
        if section.entries.len() >= MAX_KEYS {
            return Err(ImportError::Line { line, why: "the section has too many keys" });
        }
        let (key, value) = (key.trim().to_owned(), value.trim().to_owned());
        section.entries.push(IniEntry { key, value, line, ..IniEntry::default() });
    }
    if sections.is_empty() { Err(ImportError::Empty) } else { Ok(sections) }
}

/// Returns the heading of a variant. The heading is empty if the file does not have the variant.
pub(crate) fn heading(sections: &[Section], name: &str) -> SectionHeading {
    let found = sections.iter().find(|section| section.name == name);
    let heading = |section: &Section| SectionHeading {
        name: section.name.clone(),
        line: section.line,
        based: section.parent.is_some(),
    };
    found.map(heading).unwrap_or_default()
}
