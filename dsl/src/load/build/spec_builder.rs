//! The state while a manifest is read, and its pieces.

use quadrille_core::{Piece, Square};

use crate::diagnostic::Diagnostic;
use crate::manifest::tree::{FileSpan, TomlTable};

/// The pieces of a picture.
pub(crate) type Array = Vec<(Square, Piece)>;

pub(super) struct SpecBuilder<'a> {
    pub(super) root: &'a TomlTable,
    pub(super) top: &'a FileSpan,
    pub(super) diagnostics: &'a mut Vec<Diagnostic>,
}
