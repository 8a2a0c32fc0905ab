//! Differences between a record and the rules that do not stop its replay.

use std::ops::Range;

/// A remark about a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// Byte range in the text.
    pub span: Range<usize>,
    /// The remark: a lower-case fragment, no full stop.
    pub message: String,
}
