//! Text for terminals, with colours. Only control sequences that [`Styled`] writes may reach a
//! terminal.
//!
//! [`Styled::push`] and [`Styled::paint`] make their text [`printable`], so that text from a file
//! can't control the terminal. Only [`Styled::paint`] adds colours.

use std::fmt;

use super::printable::printable;

/// A text with coloured parts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Styled(String);

impl Styled {
    /// Creates an empty text.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends text without colour. Signs replace characters that would control a terminal.
    pub fn push(&mut self, text: &str) {
        self.0.push_str(&printable(text));
    }

    /// Appends text with these graphic attributes, such as 1 and 31 for bold red.
    pub fn paint(&mut self, attributes: &[u8], text: &str) {
        if attributes.is_empty() {
            return self.push(text);
        }
        let numbers: Vec<String> = attributes.iter().map(u8::to_string).collect();
        self.0.push_str(&format!("\x1b[{}m", numbers.join(";")));
        self.push(text);
        self.0.push_str("\x1b[0m");
    }

    /// Appends text with its colours.
    pub fn append(&mut self, other: &Self) {
        self.0.push_str(&other.0);
    }

    /// Returns the text with control sequences for its colours.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns `true` if the text is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the lines of the text. No coloured part may contain a line end.
    pub fn lines(&self) -> impl Iterator<Item = Self> + '_ {
        self.0.lines().map(|line| Self(line.to_owned()))
    }

    /// Returns the text without its colours.
    #[must_use]
    pub fn plain(&self) -> String {
        let mut out = String::with_capacity(self.0.len());
        let mut parts = self.0.split('\x1b');
        out.push_str(parts.next().unwrap_or_default());
        for part in parts {
            out.push_str(part.split_once('m').map_or("", |(_, text)| text));
        }
        out
    }

    /// Removes blanks at the end.
    pub fn trim_end(&mut self) {
        self.0.truncate(self.0.trim_end_matches(' ').len());
    }
}

impl fmt::Display for Styled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Write for Styled {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text);
        Ok(())
    }
}

impl From<&str> for Styled {
    fn from(text: &str) -> Self {
        Self(printable(text).into_owned())
    }
}

impl From<&String> for Styled {
    fn from(text: &String) -> Self {
        text.as_str().into()
    }
}

impl From<String> for Styled {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_can_t_drive_the_terminal_and_colours_can() {
        let mut text = Styled::from("a\x1b[31mb");
        text.paint(&[1, 31], "c\u{9b}2J");
        assert_eq!(text.as_str(), "a␛[31mb\x1b[1;31mc\\u{9b}2J\x1b[0m");
        assert_eq!(text.plain(), "a␛[31mbc\\u{9b}2J");
    }
}
