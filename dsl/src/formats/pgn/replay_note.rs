//! Notes about differences between a record and the rules. These differences do not stop the
//! replay.

use std::ops::Range;

/// A note about a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The byte range in the text.
    pub span: Range<usize>,
    /// The message. It is not a full sentence: it begins in lower case and has no full stop.
    pub message: String,
}
