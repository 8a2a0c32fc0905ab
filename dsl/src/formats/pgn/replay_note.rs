//! Notes about differences between a record and the rules. These differences do not stop the
//! replay.

use std::ops::Range;

/// A note about a difference between a record and the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The byte range in the text of the record that the note is about.
    pub span: Range<usize>,
    /// The message. It is not a full sentence: it begins in lower case and has no full stop.
    pub message: String,
}
