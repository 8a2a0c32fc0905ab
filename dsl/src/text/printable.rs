//! Makes the text of files safe to display. Visible signs replace invisible characters, characters
//! that control a terminal, and characters that change the direction of the text on a line.
//!
//! All output for people (terminal, picture, page, record) uses this module, so that the output
//! shows the real content of a file.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

/// Returns `true` if [`printable`] replaces a character with a sign. Line ends and tabs are never
/// replaced.
#[must_use]
pub fn is_hidden(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        // Control characters, soft hyphen, zero-width spaces, bidirectional marks, embeddings,
        // overrides and isolates, line and paragraph separators, tags, and noncharacters.
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}' => {
            true
        }
        '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}' => true,
        '\u{fffe}' | '\u{ffff}' | '\u{e0000}'..='\u{e007f}' => true,
        c => c.is_control(),
    }
}

/// A character as displayed: U+001B as `␛`, U+202E as `\u{202e}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown(pub char);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            c if !is_hidden(c) => f.write_char(c),
            '\u{7f}' => f.write_char('␡'),
            // Unicode has a picture for each of the first 32 characters, in order.
            c if c < ' ' => f.write_char(char::from_u32(0x2400 + c as u32).unwrap_or('␦')),
            c => write!(f, "\\u{{{:x}}}", c as u32),
        }
    }
}

/// Returns a text with signs for hidden characters. Line ends and tabs do not change.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.chars().any(is_hidden) {
        Cow::Owned(text.chars().map(|c| Shown(c).to_string()).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns a text on one line. Signs replace hidden characters and line ends, and blanks replace
/// tabs.
#[must_use]
pub fn one_line(text: &str) -> Cow<'_, str> {
    if !text.contains(|c: char| c == '\n' || c == '\t' || is_hidden(c)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push('␊'),
            '\t' => out.push(' '),
            c => out.push_str(&Shown(c).to_string()),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_t_be_seen_has_a_sign() {
        assert_eq!(printable("a\u{1b}[2J\u{7f}\r\u{0}"), "a␛[2J␡␍␀");
        assert_eq!(printable("\u{9b}31m"), "\\u{9b}31m");
        assert_eq!(
            printable("\u{202e}\u{2066}\u{200b}\u{feff}"),
            "\\u{202e}\\u{2066}\\u{200b}\\u{feff}"
        );
        assert_eq!(one_line("a\nb\tc\u{85}"), "a␊b c\\u{85}");
        for c in (0..=0x10_ffff).filter_map(char::from_u32).filter(|c| c.is_control()) {
            assert!(is_hidden(c) || matches!(c, '\n' | '\t'), "{c:?}");
            assert!(!Shown(c).to_string().contains(is_hidden), "{c:?}");
        }
    }

    #[test]
    fn letters_of_all_languages_and_line_ends_stay() {
        let text = "Échecs à quatre\n四人将棋\tचतुराजी 👩‍🚀";
        assert!(matches!(printable(text), Cow::Borrowed(same) if same == text));
        assert!(matches!(one_line("Zatrikion"), Cow::Borrowed(_)));
    }
}
