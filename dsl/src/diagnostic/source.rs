//! Files as diagnostics point into them.

use std::sync::Arc;

/// A file's name and text, shared by the diagnostics that point into it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// Its name, as the author knows it: `verney-1881/mate.rhai`.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl Source {
    /// A shared source.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Arc::new(Self { name: name.into(), text: text.into() })
    }

    /// Line and column (both from 1, columns in characters) of a byte offset.
    #[must_use]
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &self.text[..offset];
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |i| i + 1);
        (line, before[start..].chars().count() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters_from_one() {
        let source = Source::new("file", "aé\nbcd");
        assert_eq!(source.position(0), (1, 1));
        assert_eq!(source.position(3), (1, 3));
        assert_eq!(source.position(2), (1, 2), "inside a character is its place");
        assert_eq!(source.position(5), (2, 2));
        assert_eq!(source.position(99), (2, 4));
    }
}
