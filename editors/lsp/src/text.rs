//! Documents that an editor sends, and positions in them.
//!
//! Editors count columns in UTF-16 code units, and Quadrille counts bytes.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr as _;

use lsp_types::{Position, Range as LspRange, Uri};
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use quadrille_dsl::Source;

/// The characters that must be escaped in the path of a URI.
const RESERVED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// Returns the path of a `file` URI, or `None` for another scheme.
pub fn path_of(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    // The authority is empty or `localhost`.
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let path = percent_decode_str(path).decode_utf8().ok()?;
    path.starts_with('/').then(|| PathBuf::from(path.as_ref()))
}

/// Returns the URI of an absolute path.
pub fn uri_of(path: &Path) -> Option<Uri> {
    let path = path.to_str()?;
    Uri::from_str(&format!("file://{}", utf8_percent_encode(path, RESERVED))).ok()
}

/// Returns the byte offset of a position. A position past the end of its line means the end of the
/// line. A position past the end of the text means the end of the text.
pub fn offset(text: &str, position: Position) -> usize {
    let mut start = 0;
    for _ in 0..position.line {
        match text[start..].find('\n') {
            Some(end) => start += end + 1,
            None => return text.len(),
        }
    }
    let line = text[start..].split(['\n', '\r']).next().unwrap_or_default();
    let mut units = 0;
    for (at, c) in line.char_indices() {
        if units >= position.character {
            return start + at;
        }
        units += c.len_utf16() as u32;
    }
    start + line.len()
}

/// Replaces the text between two positions, or the whole text.
pub fn edit(text: &mut String, range: Option<LspRange>, new: &str) {
    let Some(range) = range else {
        new.clone_into(text);
        return;
    };
    let (start, end) = (offset(text, range.start), offset(text, range.end));
    text.replace_range(start.min(end)..end.max(start), new);
}

/// Returns the position of a byte offset.
pub fn position(text: &str, offset: usize) -> Position {
    let end = boundary(text, offset);
    let line = text[..end].matches('\n').count() as u32;
    Position { line, character: column(text, end) }
}

/// Returns the column of a byte offset, which is the boundary of a character.
fn column(text: &str, offset: usize) -> u32 {
    let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    text[start..offset].encode_utf16().count() as u32
}

/// Returns the position of a byte offset, which is the boundary of a character of the source. If
/// many positions in one text are needed, this function is faster than [`position`].
fn position_in(source: &Source, offset: usize) -> Position {
    let (line, _) = source.position(offset);
    Position { line: line as u32 - 1, character: column(&source.text, offset) }
}

/// Converts a range of bytes to a range of the protocol. If many ranges in one text are needed,
/// this function is faster than [`range`].
pub fn range_in(source: &Source, span: Range<usize>) -> LspRange {
    let (start, end) = (boundary(&source.text, span.start), boundary(&source.text, span.end));
    LspRange { start: position_in(source, start), end: position_in(source, end) }
}

/// Returns the last boundary of a character that is not after an offset.
fn boundary(text: &str, offset: usize) -> usize {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    end
}

/// Converts a range of bytes to a range of the protocol.
pub fn range(text: &str, span: Range<usize>) -> LspRange {
    LspRange { start: position(text, span.start), end: position(text, span.end) }
}

/// Returns `true` if a character is part of a name of a function, zone, square or key.
pub fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '-'
}

/// Returns the range of the name that contains an offset, or that begins or ends at the offset.
pub fn name_at(text: &str, offset: usize, part: impl Fn(char) -> bool) -> Range<usize> {
    let offset = offset.min(text.len());
    let before: usize =
        text[..offset].chars().rev().take_while(|c| part(*c)).map(char::len_utf8).sum();
    let after: usize = text[offset..].chars().take_while(|c| part(*c)).map(char::len_utf8).sum();
    offset - before..offset + after
}

/// Returns the start and the text of the line that contains an offset.
pub fn line_at(text: &str, offset: usize) -> (usize, &str) {
    let offset = offset.min(text.len());
    let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    (start, text[start..].split('\n').next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_in_utf_16() {
        let text = "a\n𝄞é = 1\nend";
        let at = text.find('=').unwrap();
        assert_eq!(position(text, at), Position { line: 1, character: 4 });
        assert_eq!(offset(text, Position { line: 1, character: 4 }), at);
        assert_eq!(offset(text, Position { line: 1, character: 99 }), text.find("\nend").unwrap());
        assert_eq!(offset(text, Position { line: 9, character: 0 }), text.len());
        let source = Source::new("text", text);
        for at in 0..text.len() + 2 {
            assert_eq!(range_in(&source, at..at).start, position(text, at), "{at}");
        }
    }

    #[test]
    fn a_part_of_a_text_is_replaced_whatever_its_ends_are() {
        let mut text = "one\n𝄞é two\n".to_owned();
        let range = |from: (u32, u32), to: (u32, u32)| {
            let place = |(line, character)| Position { line, character };
            Some(LspRange { start: place(from), end: place(to) })
        };
        edit(&mut text, range((1, 2), (1, 3)), "e");
        assert_eq!(text, "one\n𝄞e two\n");
        // These ranges are reversed, inside a surrogate pair, and beyond the end.
        edit(&mut text, range((1, 3), (0, 3)), " ");
        assert_eq!(text, "one  two\n");
        edit(&mut text, range((0, 4), (u32::MAX, u32::MAX)), ".");
        assert_eq!(text, "one .");
        edit(&mut text, None, "all");
        assert_eq!(text, "all");
    }

    #[test]
    fn paths_and_uris_are_each_others() {
        let path = Path::new("/tmp/a b/é#1/geometry.toml");
        let uri = uri_of(path).unwrap();
        assert_eq!(uri.as_str(), "file:///tmp/a%20b/%C3%A9%231/geometry.toml");
        assert_eq!(path_of(&uri).unwrap(), path);
        assert_eq!(path_of(&Uri::from_str("untitled:1").unwrap()), None);
    }
}
