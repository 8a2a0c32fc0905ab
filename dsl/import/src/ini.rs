//! The text of a file of variants: sections and keys.

use crate::error::ImportError;

/// The longest file, in bytes.
const MAX_FILE_BYTES: usize = 1 << 20;
/// The most sections of a file.
const MAX_SECTIONS: usize = 2000;
/// The most keys of a section.
const MAX_KEYS: usize = 2000;
/// The variants that sections may inherit from.
pub(crate) const BUILT_IN_VARIANTS: &str = include_str!("builtin.ini");

/// A key of a section.
#[derive(Clone, Default, Debug)]
pub(crate) struct IniEntry {
    pub(crate) key: String,
    pub(crate) value: String,
    /// The value with the [slot](crate::piece_keys::slot) of a piece in place of its letter. A letter may pass to
    /// another piece in a section that inherits, and what it inherits are pieces.
    pub(crate) meant: String,
    /// The key and value as the file has them, if they are an older or shorter form of this one.
    pub(crate) said: Option<(String, String)>,
    /// Its line in the file, from 1; zero for a key of a variant that the file only inherits from.
    pub(crate) line: usize,
}

/// The heading of a variant.
#[derive(Clone, Default, Debug)]
pub(crate) struct SectionHeading {
    pub(crate) name: String,
    /// Its line in the file, or zero.
    pub(crate) line: usize,
    /// Whether it inherits from another.
    pub(crate) based: bool,
}

/// A section: a variant, and the one that it is based on.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub(crate) name: String,
    pub(crate) parent: Option<String>,
    pub(crate) line: usize,
    pub(crate) entries: Vec<IniEntry>,
}

/// Reads a file.
pub(crate) fn read(text: &str) -> Result<Vec<Section>, ImportError> {
    if text.len() > MAX_FILE_BYTES {
        return Err(ImportError::TooLong { most: MAX_FILE_BYTES });
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
            return Err(ImportError::Line {
                line,
                why: "this key stands before the first `[name]`",
            });
        };
        if section.entries.len() >= MAX_KEYS {
            return Err(ImportError::Line { line, why: "the section has too many keys" });
        }
        let (key, value) = (key.trim().to_owned(), value.trim().to_owned());
        section.entries.push(IniEntry { key, value, line, ..IniEntry::default() });
    }
    if sections.is_empty() { Err(ImportError::Empty) } else { Ok(sections) }
}

/// The heading of a variant, or none of those in the file.
pub(crate) fn heading(sections: &[Section], name: &str) -> SectionHeading {
    let found = sections.iter().find(|section| section.name == name);
    let heading = |section: &Section| SectionHeading {
        name: section.name.clone(),
        line: section.line,
        based: section.parent.is_some(),
    };
    found.map(heading).unwrap_or_default()
}
