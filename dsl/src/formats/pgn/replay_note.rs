//! Notes about differences between a record and the rules that do not stop the replay.

use std::ops::Range;

/// A note about a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The byte range in the text.
    pub span: Range<usize>,
    /// The message: a fragment in lower case, without a full stop.
    pub message: String,
}
