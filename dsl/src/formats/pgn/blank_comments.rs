//! Replaces comments and escaped lines by blanks, because they are not part of a game.

use std::collections::HashMap;
use std::ops::Range;

/// Replaces comments and escaped lines by blanks. A comment is `{…}`, or begins with `;` and
/// extends to the end of the line. An escaped line begins with `%`. The rest of the text keeps its
/// place. If a bracket is not closed, the text after it does not change.
pub(super) fn blank(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let mut erase = |range: Range<usize>| {
        for byte in out[range].iter_mut().filter(|byte| !matches!(**byte, b'\n' | b'\r')) {
            *byte = b' ';
        }
    };
    let line_end = |from: usize| {
        let rest = bytes[from..].iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        rest.map_or(bytes.len(), |length| from + length)
    };
    let nested = nested(bytes);
    let mut at = 0;
    if text.starts_with('\u{feff}') {
        at = '\u{feff}'.len_utf8();
        erase(0..at);
    }
    while let Some(byte) = bytes.get(at) {
        let begins_line = at == 0 || matches!(bytes[at - 1], b'\n' | b'\r');
        let end = match byte {
            b';' => Some(line_end(at)),
            b'%' if begins_line => Some(line_end(at)),
            b'{' => {
                let closed = || bytes[at..].iter().position(|byte| *byte == b'}');
                match nested.get(&at).copied().or_else(|| closed().map(|length| at + length)) {
                    Some(close) => Some(close + 1),
                    None => break,
                }
            }
            b'[' => match tag_end(bytes, at) {
                Some(end) => {
                    at = end;
                    continue;
                }
                None => break,
            },
            _ => None,
        };
        match end {
            Some(end) => {
                erase(at..end);
                at = end;
            }
            None => at += 1,
        }
    }
    // Only whole characters were erased, because each comment begins and ends with ASCII.
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
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

/// Returns the end of the tag that begins here, as the grammar defines tags.
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
