//! Finds the place at which a part of a TOML string's value is written in the file.

use std::ops::Range;

/// Returns the range of the characters in `raw` that decode to `range` of `value`. `raw` is a
/// string as written in the file, with its quotes. `value` is the decoded string. Returns `None` if
/// `raw` does not decode to `value`.
pub(crate) fn locate(raw: &str, value: &str, range: Range<usize>) -> Option<Range<usize>> {
    let literal = Literal::new(raw)?;
    let mut decoded = 0;
    let (mut start, mut end) = (None, None);
    let mut expected = value.chars();
    for (place, written) in literal {
        let character = expected.next()?;
        if written.character != character {
            return None;
        }
        if decoded <= range.start && range.start < decoded + character.len_utf8() {
            start = Some(place);
        }
        decoded += character.len_utf8();
        if decoded <= range.end {
            end = Some(place + written.length);
        }
    }
    if expected.next().is_some() {
        return None;
    }
    // A range at the end of the value, such as the range of a missing part, is empty in the file.
    let past = raw.len() - quotes(raw).len();
    let start = start.unwrap_or(past);
    let end = if range.is_empty() { start } else { end.unwrap_or(past).max(start) };
    Some(start..end)
}

/// Returns the quotes around a string as the file writes them: one or three quotes, double or
/// single.
fn quotes(raw: &str) -> &'static str {
    ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quotes| raw.starts_with(quotes)).unwrap_or("")
}

/// An iterator over the decoded characters of a string as written. Each character has the place in
/// `raw` and the length of the text that encodes it.
struct Literal<'a> {
    raw: &'a str,
    at: usize,
    end: usize,
    escapes: bool,
}

struct CharacterSpan {
    character: char,
    length: usize,
}

impl<'a> Literal<'a> {
    fn new(raw: &'a str) -> Option<Self> {
        let quotes = quotes(raw);
        let (mut at, end) = (quotes.len(), raw.len().checked_sub(quotes.len())?);
        if at == 0 || at > end || !raw.ends_with(quotes) {
            return None;
        }
        if quotes.len() == 3 {
            // A line break immediately after the opening quotes is not part of the value.
            at += ["\r\n", "\n"]
                .into_iter()
                .find(|b| raw[at..end].starts_with(b))
                .map_or(0, str::len);
        }
        Some(Self { raw, at, end, escapes: quotes.starts_with('"') })
    }

    /// Skips a backslash at the end of a line and all white space after it.
    fn skip_joined_lines(&mut self) {
        while let Some(after) = self.raw.get(self.at..self.end).and_then(|r| r.strip_prefix('\\')) {
            let blank = after.len() - after.trim_start_matches([' ', '\t', '\r', '\n']).len();
            if !after.get(..blank).is_some_and(|blank| blank.contains('\n')) {
                return;
            }
            self.at += 1 + blank;
        }
    }
}

impl Iterator for Literal<'_> {
    type Item = (usize, CharacterSpan);

    fn next(&mut self) -> Option<Self::Item> {
        if self.escapes {
            self.skip_joined_lines();
        }
        let rest = self.raw.get(self.at..self.end)?;
        let first = rest.chars().next()?;
        let plain = CharacterSpan { character: first, length: first.len_utf8() };
        let written = if first == '\\' && self.escapes { escape(rest)? } else { plain };
        let place = self.at;
        self.at += written.length;
        Some((place, written))
    }
}

/// Returns the escape sequence with which `rest` begins.
fn escape(rest: &str) -> Option<CharacterSpan> {
    let letter = rest.chars().nth(1)?;
    let digits = match letter {
        'x' => 2,
        'u' => 4,
        'U' => 8,
        _ => 0,
    };
    let character = match letter {
        'b' => '\u{8}',
        't' => '\t',
        'n' => '\n',
        'f' => '\u{c}',
        'r' => '\r',
        'e' => '\u{1b}',
        '"' | '\\' => letter,
        _ if digits > 0 => char::from_u32(u32::from_str_radix(rest.get(2..2 + digits)?, 16).ok()?)?,
        _ => return None,
    };
    Some(CharacterSpan { character, length: 2 + digits })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place<'a>(raw: &'a str, part: &str) -> &'a str {
        let text = format!("key = {raw}");
        let table = toml::de::DeTable::parse(&text).unwrap();
        let value = table.get_ref().get("key").unwrap().get_ref().as_str().unwrap().to_owned();
        let start = value.find(part).unwrap();
        &raw[locate(raw, &value, start..start + part.len()).unwrap()]
    }

    #[test]
    fn plain_strings_map_byte_for_byte() {
        assert_eq!(place("\"ab cd\"", "cd"), "cd");
        assert_eq!(place("'a\\b cd'", "\\b"), "\\b");
    }

    #[test]
    fn the_first_line_break_of_a_long_string_is_not_in_the_value() {
        assert_eq!(place("\"\"\"\nab\ncd\n\"\"\"", "cd"), "cd");
        assert_eq!(place("'''\r\nab\r\ncd'''", "cd"), "cd");
    }

    #[test]
    fn escapes_count_as_the_character_they_mean() {
        assert_eq!(place(r#""\u00e9\t\x41yP""#, "yP"), "yP");
        assert_eq!(place(r#""\u00e9\t\x41yP""#, "\u{e9}"), r"\u00e9");
        assert_eq!(place("\"\"\"a \\\n   b c\"\"\"", "b"), "b");
    }

    #[test]
    fn something_missing_at_the_end_is_just_before_the_quotes() {
        assert_eq!(locate("\"ab\"", "ab", 2..2), Some(3..3));
        assert_eq!(locate("'''ab'''", "ab", 2..2), Some(5..5));
        assert_eq!(locate("\"\"", "", 0..0), Some(1..1));
    }

    #[test]
    fn what_does_not_match_is_not_located() {
        assert_eq!(locate("\"ab\"", "ac", 0..1), None);
        assert_eq!(locate("\"ab\"", "abc", 0..1), None);
        assert_eq!(locate("ab", "ab", 0..1), None);
        assert_eq!(locate("\"", "", 0..0), None);
    }
}
