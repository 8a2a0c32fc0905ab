//! Numbers, lists and entries in prose.

use std::fmt::Write as _;

use quadrille_dsl::text::prose::plural;
use quadrille_reports::table::paragraph;

/// The width of prose in columns.
pub const WIDTH: usize = 80;

/// Returns a number as it is written in prose. Small numbers are words.
pub fn number(n: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// Returns a number with a noun, such as `two rooks` or `a king`.
pub fn counted(n: usize, thing: &str) -> String {
    let vowel = thing.starts_with(['a', 'e', 'i', 'o', 'u']);
    match n {
        1 if vowel => format!("an {thing}"),
        1 => format!("a {thing}"),
        _ => format!("{} {}", number(n), plural(thing)),
    }
}

/// Prints a heading after an empty line.
pub fn heading(title: &str, out: &mut String) {
    let _ = writeln!(out, "\n{title}");
}

/// Prints a paragraph under a heading.
pub fn prose(text: &str, out: &mut String) {
    out.push_str(&paragraph(text, 2, WIDTH));
}

/// Prints a name and its meaning, which is indented. If the name is short, the meaning begins on
/// the same line, otherwise on the next line.
pub fn entry(name: &str, text: &str, out: &mut String) {
    const SHORT_NAME_COLUMNS: usize = 6;
    let text = paragraph(text, SHORT_NAME_COLUMNS + 2, WIDTH);
    let length = name.chars().count();
    if length < SHORT_NAME_COLUMNS && !text.is_empty() {
        let _ = write!(out, "  {name:<SHORT_NAME_COLUMNS$}{}", text.trim_start());
    } else {
        let _ = writeln!(out, "  {name}");
        out.push_str(&text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_prose() {
        assert_eq!(counted(1, "king"), "a king");
        assert_eq!(counted(1, "elephant"), "an elephant");
        assert_eq!(counted(2, "rook"), "two rooks");
        assert_eq!(counted(16, "ox"), "16 oxes");
    }

    #[test]
    fn a_short_name_stands_beside_its_text() {
        let mut out = String::new();
        entry("V1", "Yellow begins.", &mut out);
        entry("longer-name", "It is long.", &mut out);
        assert_eq!(out, "  V1    Yellow begins.\n  longer-name\n        It is long.\n");
    }
}
