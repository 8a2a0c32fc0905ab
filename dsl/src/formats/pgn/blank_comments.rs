//! Replaces comments and escaped lines by blanks, because they are not part of a game.

use std::collections::HashMap;
use std::ops::Range;

/// The sign at the beginning of some files.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A game's text in which blanks replace comments and escaped lines. A comment is `{…}`, or begins
/// with `;` and extends to the end of the line. An escaped line begins with `%`. The rest of the
/// text keeps its place. If a bracket is not closed, the text after it does not change.
///
/// The text arrives in segments. A segment ends before a line that begins with `[`.
#[derive(Debug, Default)]
pub(super) struct BlankedText {
    text: Vec<u8>,
    /// The place of a `{` whose comment continues after the last segment.
    open_comment: Option<usize>,
    /// `true` after a `[` that does not begin a tag.
    is_broken: bool,
    has_moves: bool,
}

impl BlankedText {
    /// Appends a segment of the text.
    pub(super) fn push(&mut self, segment: &[u8]) {
        let from = self.text.len();
        self.text.extend_from_slice(segment);
        if let Some(start) = self.open_comment {
            let Some(length) = segment.iter().position(|byte| *byte == b'}') else { return };
            self.open_comment = None;
            self.erase(start..from + length + 1);
            self.blank(segment, from, length + 1);
        } else if !self.is_broken {
            self.blank(segment, from, 0);
        }
    }

    /// Returns the length of the segments.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// Returns `true` if a tag after the last segment belongs to the next game.
    pub(super) fn is_whole_game(&self) -> bool {
        self.is_broken || self.has_moves && self.open_comment.is_none()
    }

    /// Returns the whole text.
    pub(super) fn into_text(self) -> Vec<u8> {
        self.text
    }

    /// Erases the comments of the last segment, which begins at the byte `from` of the text. Bytes
    /// of the segment before the byte `at` are left unchanged.
    fn blank(&mut self, segment: &[u8], from: usize, mut at: usize) {
        let line_end = |from: usize| {
            let rest = segment[from..].iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            rest.map_or(segment.len(), |length| from + length)
        };
        let nested = nested(segment);
        if from == 0 && segment.starts_with(BYTE_ORDER_MARK) {
            at = BYTE_ORDER_MARK.len();
            self.erase(0..at);
        }
        while let Some(byte) = segment.get(at) {
            let begins_line = at == 0 || matches!(segment[at - 1], b'\n' | b'\r');
            let end = match byte {
                b';' => Some(line_end(at)),
                b'%' if begins_line => Some(line_end(at)),
                b'{' => {
                    let closed = || segment[at..].iter().position(|byte| *byte == b'}');
                    match nested.get(&at).copied().or_else(|| closed().map(|length| at + length)) {
                        Some(close) => Some(close + 1),
                        None => {
                            self.open_comment = Some(from + at);
                            return;
                        }
                    }
                }
                b'[' => match tag_end(segment, at) {
                    Some(end) => {
                        at = end;
                        continue;
                    }
                    None => {
                        self.is_broken = true;
                        return;
                    }
                },
                _ => None,
            };
            match end {
                Some(end) => {
                    self.erase(from + at..from + end);
                    at = end;
                }
                None => {
                    self.has_moves |= byte.is_ascii_alphanumeric() || *byte == b'*';
                    at += 1;
                }
            }
        }
    }

    fn erase(&mut self, range: Range<usize>) {
        for byte in self.text[range].iter_mut().filter(|byte| !matches!(**byte, b'\n' | b'\r')) {
            *byte = b' ';
        }
    }
}

/// Finds the brackets of comments under the assumption that comments may be nested. Returns the
/// place of each `{` with the place of the matching `}`.
///
/// In a standard file, comments are not nested, and a comment ends at the first `}`. If such a
/// comment contains another `{`, the `}` matches this inner `{`, so the first `{` has no match.
fn nested(bytes: &[u8]) -> HashMap<usize, usize> {
    let (mut open, mut closed) = (Vec::new(), HashMap::new());
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'{' => open.push(at),
            b'}' => {
                if let Some(start) = open.pop() {
                    closed.insert(start, at);
                }
            }
            // A comment does not extend into the tags of the next game.
            b'[' if at > 0 && bytes[at - 1] == b'\n' => open.clear(),
            _ => {}
        }
    }
    closed
}

/// Returns the end of the tag that begins at `start`, as the grammar defines tags.
fn tag_end(bytes: &[u8], start: usize) -> Option<usize> {
    let skip = |mut at: usize, is: &dyn Fn(&u8) -> bool| {
        while bytes.get(at).is_some_and(is) {
            at += 1;
        }
        at
    };
    let space = |byte: &u8| byte.is_ascii_whitespace();
    let name = skip(start + 1, &space);
    let named = skip(name, &|byte| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(byte));
    let mut at = skip(named, &space);
    if named == name || bytes.get(at) != Some(&b'"') {
        return None;
    }
    at += 1;
    loop {
        match bytes.get(at)? {
            b'\n' | b'\r' => return None,
            b'\\' => at += 2,
            b'"' => {
                let end = skip(at + 1, &space);
                if bytes.get(end) == Some(&b']') {
                    return Some(end + 1);
                }
                at += 1;
            }
            _ => at += 1,
        }
    }
}
