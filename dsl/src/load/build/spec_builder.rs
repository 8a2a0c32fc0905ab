//! The shared state of the functions that read a manifest.

use quadrille_core::{Piece, Square};

use crate::diagnostic::Diagnostic;
use crate::manifest::tree::{FileSpan, TomlTable};

/// The pieces of a picture, with their squares.
pub(crate) type Array = Vec<(Square, Piece)>;

pub(super) struct SpecBuilder<'a> {
    pub(super) root: &'a TomlTable,
    pub(super) top: &'a FileSpan,
    pub(super) diagnostics: &'a mut Vec<Diagnostic>,
}
