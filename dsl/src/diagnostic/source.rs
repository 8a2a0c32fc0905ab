//! Source files that diagnostics refer to.

use std::fmt;
use std::sync::{Arc, OnceLock};

/// A file's name and content. All diagnostics about the file share them.
#[derive(Clone)]
pub struct Source {
    /// The name as the author knows it: `verney-1881/mate.rhai`.
    pub name: String,
    /// The text of the file.
    pub text: String,
    /// The number of the content's first line. It is greater than 1 if the content is only a part
    /// of the file.
    first_line: usize,
    /// The byte offsets at which the lines begin. They are computed at the first request for a
    /// position.
    lines: OnceLock<Vec<usize>>,
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.text, self.first_line) == (&other.name, &other.text, other.first_line)
    }
}

impl Eq for Source {}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, text, first_line, lines: _ } = self;
        f.debug_struct("Source")
            .field("name", name)
            .field("text", text)
            .field("first_line", first_line)
            .finish()
    }
}

impl Source {
    /// Creates a shared source.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Self::part(name, text, 1)
    }

    /// Creates a source whose text is a part of its file. `first_line` is the number of the line at
    /// which the part begins.
    #[must_use]
    pub fn part(name: impl Into<String>, text: impl Into<String>, first_line: usize) -> Arc<Self> {
        let (name, text, lines) = (name.into(), text.into(), OnceLock::new());
        Arc::new(Self { name, text, first_line, lines })
    }

    /// Returns the last part of the name, such as `mate.rhai`.
    #[must_use]
    pub fn file_name(&self) -> &str {
        self.name.rsplit(['/', '\\']).next().unwrap_or_default()
    }

    /// Returns the line and column of a byte offset. Both count from 1, lines from the beginning of
    /// the file. Columns count characters.
    #[must_use]
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let lines = self.line_starts();
        let line = lines.partition_point(|start| *start <= offset);
        let start = lines.get(line - 1).copied().unwrap_or_default();
        (self.first_line + line - 1, self.text[start..offset].chars().count() + 1)
    }

    /// Returns the byte offset of a character of the text. Lines and columns count from 1, lines
    /// from the beginning of the text. If the column is after the end of the text, returns the
    /// length of the text. Returns `None` if there is no such line.
    pub(crate) fn offset(&self, line: usize, column: usize) -> Option<usize> {
        let start = *self.line_starts().get(line.checked_sub(1)?)?;
        let skipped = self.text[start..].char_indices().nth(column.saturating_sub(1));
        Some(skipped.map_or(self.text.len(), |(at, _)| start + at))
    }

    /// Returns the byte offsets at which the lines begin.
    fn line_starts(&self) -> &[usize] {
        self.lines.get_or_init(|| {
            let after = |(end, _)| end + 1;
            std::iter::once(0).chain(self.text.match_indices('\n').map(after)).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_the_same_before_and_after_a_position_was_asked_for() {
        let (one, other) = (Source::new("file", "a\nb"), Source::new("file", "a\nb"));
        assert_eq!(one.position(2), (2, 1));
        assert_eq!(one, other);
        assert_eq!(format!("{one:?}"), format!("{other:?}"));
    }

    #[test]
    fn positions_count_characters_from_one() {
        let source = Source::new("file", "aé\nbcd");
        assert_eq!(source.position(0), (1, 1));
        assert_eq!(source.position(3), (1, 3));
        assert_eq!(source.position(2), (1, 2), "inside a character is its place");
        assert_eq!(source.position(5), (2, 2));
        assert_eq!(source.position(99), (2, 4));
        assert_eq!(source.offset(2, 2), Some(5));
        assert_eq!(source.offset(1, 3), Some(3));
        assert_eq!(source.offset(2, 9), Some(7), "after the end is the end");
        assert_eq!((source.offset(0, 1), source.offset(3, 1)), (None, None));
        let part = Source::part("file", "aé\nbcd", 7);
        assert_eq!(part.position(5), (8, 2), "the lines before the part count");
    }
}
