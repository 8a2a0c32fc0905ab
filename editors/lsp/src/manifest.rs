//! What stands at a place of a TOML file: a key, a value, and of which table.
//!
//! Looks at lines, so that a file that does not parse can be completed. Depends on `text`.

use std::ops::Range;
use std::path::Path;

use quadrille_dsl::manifest::schema::{self, Key, Shape};

use crate::text::{is_name, line_at, name_at};

/// What stands at an offset of a TOML file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// A table's header, or nothing.
    Other,
    /// A key of the table at this path.
    Key {
        /// The names of the tables.
        path: Vec<String>,
        /// The bytes of what is written of the key.
        span: Range<usize>,
    },
    /// The value of a key.
    Value {
        /// The names of the tables, and the key's.
        path: Vec<String>,
        /// The bytes of the word at the place, between quotes if there are any.
        span: Range<usize>,
    },
}

/// What stands at an offset.
pub fn place(text: &str, offset: usize) -> Place {
    let offset = offset.min(text.len());
    let (start, line) = line_at(text, offset);
    if line.trim_start().starts_with('[') && !line.contains('=') {
        return Place::Other;
    }
    let mut path = table(text, start);
    let before = &line[..offset - start];
    // Inside `{ … }`, keys are those of the inner table.
    let inner = before.rfind('{').filter(|at| !before[*at..].contains('}'));
    if let Some(open) = inner
        && let Some(key) = key_before(&before[..open])
    {
        path.extend(key);
    }
    let entry = inner.map_or(0, |open| open + 1);
    let entry =
        entry + before[entry..].rfind(',').filter(|_| inner.is_some()).map_or(0, |at| at + 1);
    if let Some(key) = key_before(&before[entry..]) {
        path.extend(key);
        let word = name_at(text, offset, |c| is_name(c) || c == ':' || c == '.' || c == '/');
        return Place::Value { path, span: word };
    }
    let first =
        before[entry..].find(|c: char| !c.is_whitespace()).map_or(offset, |at| start + entry + at);
    Place::Key { path, span: first..offset }
}

/// The names of the table that a line is in.
fn table(text: &str, line: usize) -> Vec<String> {
    let mut before = text[..line].lines().rev();
    let header = before.find_map(|line| {
        let line = line.trim();
        let inside = line.strip_prefix("[[").or_else(|| line.strip_prefix('['))?;
        inside.split(']').next()
    });
    header.map_or(Vec::new(), segments)
}

/// The key whose value begins before the end of a text: `a.b = "`.
fn key_before(text: &str) -> Option<Vec<String>> {
    let mut quoted = false;
    let equals = text.char_indices().find(|(_, c)| {
        quoted ^= *c == '"';
        *c == '=' && !quoted
    });
    Some(segments(&text[..equals?.0]))
}

/// The parts of a dotted key.
fn segments(key: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut quoted = false;
    for c in key.trim().chars() {
        match c {
            '"' => quoted = !quoted,
            '.' if !quoted => parts.push(String::new()),
            c if quoted || !c.is_whitespace() => {
                if let Some(part) = parts.last_mut() {
                    part.push(c);
                }
            }
            _ => {}
        }
    }
    parts
}

/// The keys at the top of a file, by its name.
pub fn keys_of(path: &Path) -> &'static [Key] {
    match path.file_name().and_then(|name| name.to_str()) {
        Some("lessons.toml") => schema::LESSONS,
        Some("puzzles.toml") => schema::PUZZLES,
        Some("weights.toml") => schema::WEIGHTS,
        _ => schema::FILE,
    }
}

/// What a table or key at a path takes.
pub enum Shaped {
    /// These keys.
    Keys(&'static [Key]),
    /// A value of this shape, and the key's meaning.
    Value(&'static Shape, &'static str),
}

/// What stands at a path, if the format has it.
pub fn shaped(top: &'static [Key], path: &[String]) -> Option<Shaped> {
    let Some((first, rest)) = path.split_first() else { return Some(Shaped::Keys(top)) };
    let key = top.iter().find(|key| key.name == first)?;
    inside(&key.shape, key.doc, rest)
}

fn inside(shape: &'static Shape, doc: &'static str, path: &[String]) -> Option<Shaped> {
    match (shape, path) {
        (Shape::Table(keys) | Shape::Tables(keys) | Shape::TextOrTable(keys), path) => {
            shaped(keys, path)
        }
        (Shape::TableAndNamed(keys), []) => Some(Shaped::Keys(keys)),
        (Shape::TableAndNamed(keys), [first, rest @ ..]) => {
            if keys.iter().any(|key| key.name == first) {
                shaped(keys, path)
            } else {
                shaped(keys, rest)
            }
        }
        (Shape::Named(_) | Shape::Tunables | Shape::Lints | Shape::Preset, []) => {
            Some(Shaped::Value(shape, doc))
        }
        (Shape::Lints, [_]) => Some(Shaped::Value(&schema::LEVEL, doc)),
        (Shape::Named(shape), [_, rest @ ..]) => inside(shape, doc, rest),
        // `presets.NAME`, and then as at the top.
        (Shape::Preset, path) => shaped(schema::FILE, path),
        (_, []) => Some(Shaped::Value(shape, doc)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Place {
        let offset = text.find('|').unwrap();
        place(&text.replacen('|', "", 1), offset)
    }

    fn path(of: &[&str]) -> Vec<String> {
        of.iter().map(|part| (*part).to_owned()).collect()
    }

    #[test]
    fn keys_and_values_are_those_of_their_table() {
        assert_eq!(at("ex|"), Place::Key { path: vec![], span: 0..2 });
        assert_eq!(at("[board]\nli|"), Place::Key { path: path(&["board"]), span: 8..10 });
        assert_eq!(
            at("[board]\nlight = \"ev|en\""),
            Place::Value { path: path(&["board", "light"]), span: 17..21 }
        );
        assert_eq!(
            at("[pieces]\npawn = { letter = \"P\", mo|"),
            Place::Key { path: path(&["pieces", "pawn"]), span: 32..34 }
        );
        assert_eq!(
            at("[pieces]\npawn = { moves = \"|\""),
            Place::Value { path: path(&["pieces", "pawn", "moves"]), span: 27..27 }
        );
        assert_eq!(at("[[seats]|]"), Place::Other);
    }

    #[test]
    fn the_format_says_what_a_path_takes() {
        let keys = |of: &[&str]| match shaped(schema::FILE, &path(of)) {
            Some(Shaped::Keys(keys)) => keys.iter().map(|key| key.name).collect::<Vec<_>>(),
            _ => Vec::new(),
        };
        assert!(keys(&[]).contains(&"extends"));
        assert!(keys(&["board"]).contains(&"mask"));
        assert!(keys(&["pieces", "pawn"]).contains(&"moves"));
        assert!(keys(&["seats"]).contains(&"facing"));
        let word = shaped(schema::FILE, &path(&["board", "light"]));
        assert!(matches!(word, Some(Shaped::Value(Shape::Word(_), _))));
        for level in [&["lints", "unused-zone"][..], &["presets", "odds", "lints", "all"]] {
            let level = shaped(schema::FILE, &path(level));
            assert!(matches!(level, Some(Shaped::Value(Shape::Word(_), _))));
        }
    }
}
