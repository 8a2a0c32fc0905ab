//! Finds the context of a position in a TOML file: a header, a key or a value, and the tables
//! around it.
//!
//! The module works on lines and needs no syntax tree, so that it also works in files with syntax
//! errors.

use std::ops::Range;
use std::path::Path;

use quadrille_dsl::manifest::schema::{self, Key, Shape};

use crate::text::{is_name, line_at, name_at};

/// The context at an offset of a TOML file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TomlContext {
    /// The text at the offset has no meaning for Quadrille.
    Other,
    /// A part of a table's header.
    Header {
        /// The names of the enclosing tables.
        path: Vec<String>,
        /// The range of bytes of the name at the offset.
        span: Range<usize>,
    },
    /// A key of the table at this path.
    Key {
        /// The names of the tables around the key.
        path: Vec<String>,
        /// The range of bytes of the key before the offset.
        span: Range<usize>,
    },
    /// The value of a key.
    Value {
        /// The names of the tables around the key, followed by the key.
        path: Vec<String>,
        /// The range of bytes of the word at the offset, without quotes.
        span: Range<usize>,
    },
}

/// Returns the context at an offset.
pub fn place(text: &str, offset: usize) -> TomlContext {
    let offset = offset.min(text.len());
    let (start, line) = line_at(text, offset);
    let mut path = table(text, start);
    // The value of a key can span several lines, for example lists and pictures.
    if let Some(key) = unfinished(&text[..start]) {
        path.extend(key);
        let word = name_at(text, offset, is_value);
        return TomlContext::Value { path, span: word };
    }
    let before = &line[..offset - start];
    if line.trim_start().starts_with('[') && !line.contains('=') {
        let Some(inside) = before.trim_start().trim_start_matches('[').split(']').next() else {
            return TomlContext::Other;
        };
        let open = before.contains('[') && !before.contains(']');
        let mut path = segments(inside);
        path.pop();
        let span = name_at(text, offset, is_name);
        return if open { TomlContext::Header { path, span } } else { TomlContext::Other };
    }
    // Inside `{ … }`, keys belong to the inner table.
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
        let word = name_at(text, offset, is_value);
        return TomlContext::Value { path, span: word };
    }
    let first =
        before[entry..].find(|c: char| !c.is_whitespace()).map_or(offset, |at| start + entry + at);
    TomlContext::Key { path, span: first..offset }
}

fn is_value(c: char) -> bool {
    is_name(c) || matches!(c, ':' | '.' | '/')
}

/// Returns the key whose value continues on the line after `text`. Returns `None` if there is no
/// such key. `text` must end at the end of a line.
fn unfinished(text: &str) -> Option<Vec<String>> {
    let mut key: Option<&str> = None;
    let (mut depth, mut long) = (0usize, None);
    for line in text.lines() {
        let mut rest = line;
        if key.is_none() {
            let trimmed = line.trim_start();
            let Some((name, value)) = line.split_once('=').filter(|_| !trimmed.starts_with('['))
            else {
                continue;
            };
            if trimmed.starts_with('#') {
                continue;
            }
            (key, rest, depth) = (Some(name), value, 0);
        }
        loop {
            if let Some(quotes) = long {
                let Some(end) = rest.find(quotes) else { break };
                rest = &rest[end + 3..];
                long = None;
            }
            let Some(at) = rest.find(['"', '\'', '#', '[', ']', '{', '}']) else { break };
            let found = &rest[at..];
            long = [r#"""""#, "'''"].into_iter().find(|quotes| found.starts_with(quotes));
            rest = match found.as_bytes()[0] {
                _ if long.is_some() => &found[3..],
                b'#' => break,
                b'[' | b'{' => {
                    depth += 1;
                    &found[1..]
                }
                b']' | b'}' => {
                    depth = depth.saturating_sub(1);
                    &found[1..]
                }
                quote => match found[1..].find(char::from(quote)) {
                    Some(end) => &found[end + 2..],
                    None => break,
                },
            };
        }
        if depth == 0 && long.is_none() {
            key = None;
        }
    }
    key.map(segments)
}

/// Returns the path of the table that contains a line.
fn table(text: &str, line: usize) -> Vec<String> {
    let mut before = text[..line].lines().rev();
    let header = before.find_map(|line| {
        let line = line.trim();
        let inside = line.strip_prefix("[[").or_else(|| line.strip_prefix('['))?;
        inside.split(']').next()
    });
    header.map_or(Vec::new(), segments)
}

/// Returns the key before the first equals sign of a text, as in `a.b = "`.
fn key_before(text: &str) -> Option<Vec<String>> {
    let mut quoted = false;
    let equals = text.char_indices().find(|(_, c)| {
        quoted ^= *c == '"';
        *c == '=' && !quoted
    });
    Some(segments(&text[..equals?.0]))
}

/// Splits a dotted key into its parts.
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

/// Returns the top-level keys that are allowed in a file with this name.
pub fn keys_of(path: &Path) -> &'static [Key] {
    match path.file_name().and_then(|name| name.to_str()) {
        Some("lessons.toml") => schema::LESSONS,
        Some("puzzles.toml") => schema::PUZZLES,
        Some("weights.toml") => schema::WEIGHTS,
        _ => schema::FILE,
    }
}

/// The format of a table or of the value of a key.
pub enum KeyShape {
    /// A table with these keys.
    Keys(&'static [Key]),
    /// A value. The first field is the shape of the value, and the second is the meaning of the
    /// key.
    Value(&'static Shape, &'static str),
}

/// Returns the format of the table or value with this path. Returns `None` if the file format has
/// no such path.
pub fn shaped(top: &'static [Key], path: &[String]) -> Option<KeyShape> {
    let Some((first, rest)) = path.split_first() else { return Some(KeyShape::Keys(top)) };
    let key = top.iter().find(|key| key.name == first)?;
    inside(&key.shape, key.doc, rest)
}

/// Returns `true` if a key of this shape can be written as a table header.
pub fn is_table(shape: &Shape) -> bool {
    matches!(
        shape,
        Shape::Table(_)
            | Shape::Tables(_)
            | Shape::Named(_)
            | Shape::TableAndNamed(_)
            | Shape::TextOrTable(_)
            | Shape::Tunables
            | Shape::Lints
            | Shape::Preset
    )
}

fn inside(shape: &'static Shape, doc: &'static str, path: &[String]) -> Option<KeyShape> {
    match (shape, path) {
        (Shape::Table(keys) | Shape::Tables(keys) | Shape::TextOrTable(keys), path) => {
            shaped(keys, path)
        }
        (Shape::TableAndNamed(keys), []) => Some(KeyShape::Keys(keys)),
        (Shape::TableAndNamed(keys), [first, rest @ ..]) => {
            if keys.iter().any(|key| key.name == first) {
                shaped(keys, path)
            } else {
                shaped(keys, rest)
            }
        }
        (Shape::Named(_) | Shape::Tunables | Shape::Lints | Shape::Preset, []) => {
            Some(KeyShape::Value(shape, doc))
        }
        (Shape::Lints, [_]) => Some(KeyShape::Value(&schema::LEVEL, doc)),
        (Shape::Named(shape), [_, rest @ ..]) => inside(shape, doc, rest),
        // A table `presets.NAME` has the same keys as the top level of the file.
        (Shape::Preset, path) => shaped(schema::FILE, path),
        (_, []) => Some(KeyShape::Value(shape, doc)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> TomlContext {
        let offset = text.find('|').unwrap();
        place(&text.replacen('|', "", 1), offset)
    }

    fn path(of: &[&str]) -> Vec<String> {
        of.iter().map(|part| (*part).to_owned()).collect()
    }

    #[test]
    fn keys_and_values_are_those_of_their_table() {
        assert_eq!(at("ex|"), TomlContext::Key { path: vec![], span: 0..2 });
        assert_eq!(at("[board]\nli|"), TomlContext::Key { path: path(&["board"]), span: 8..10 });
        assert_eq!(
            at("[board]\nlight = \"ev|en\""),
            TomlContext::Value { path: path(&["board", "light"]), span: 17..21 }
        );
        assert_eq!(
            at("[pieces]\npawn = { letter = \"P\", mo|"),
            TomlContext::Key { path: path(&["pieces", "pawn"]), span: 32..34 }
        );
        assert_eq!(
            at("[pieces]\npawn = { moves = \"|\""),
            TomlContext::Value { path: path(&["pieces", "pawn", "moves"]), span: 27..27 }
        );
        assert_eq!(at("[[seats]|]"), TomlContext::Other);
        assert_eq!(at("[[se|ats]]"), TomlContext::Header { path: vec![], span: 2..7 });
        assert_eq!(
            at("[presets.odds.bo|"),
            TomlContext::Header { path: path(&["presets", "odds"]), span: 14..16 }
        );
    }

    #[test]
    fn a_value_goes_on_over_lines() {
        let scripts = path(&["rules", "scripts"]);
        let list = "[rules]\nscripts = [ # a \"b\"\n    \"mate.rhai\",\n    \"plugin:dr|\"\n]\n";
        assert_eq!(at(list), TomlContext::Value { path: scripts, span: 50..59 });
        let picture = "[array]\npicture = \"\"\"\n= \"\n[ w|K\n\"\"\"\n";
        assert_eq!(
            at(picture),
            TomlContext::Value { path: path(&["array", "picture"]), span: 28..30 }
        );
        let after = "[array]\npicture = \"\"\"\n[ wK\n\"\"\"\n[bo|";
        assert!(matches!(at(after), TomlContext::Header { .. }));
        let text = "[clauses]\nA = \"[ it's \"\nB|";
        assert!(matches!(at(text), TomlContext::Key { .. }));
    }

    #[test]
    fn the_format_says_what_a_path_takes() {
        let keys = |of: &[&str]| match shaped(schema::FILE, &path(of)) {
            Some(KeyShape::Keys(keys)) => keys.iter().map(|key| key.name).collect::<Vec<_>>(),
            _ => Vec::new(),
        };
        assert!(keys(&[]).contains(&"extends"));
        assert!(keys(&["board"]).contains(&"mask"));
        assert!(keys(&["pieces", "pawn"]).contains(&"moves"));
        assert!(keys(&["seats"]).contains(&"facing"));
        let word = shaped(schema::FILE, &path(&["board", "light"]));
        assert!(matches!(word, Some(KeyShape::Value(Shape::Word(_), _))));
        for level in [&["lints", "unused-zone"][..], &["presets", "odds", "lints", "all"]] {
            let level = shaped(schema::FILE, &path(level));
            assert!(matches!(level, Some(KeyShape::Value(Shape::Word(_), _))));
        }
    }
}
