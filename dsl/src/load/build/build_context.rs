//! The state that the functions for reading a manifest share.

use quadrille_core::{Piece, Seats, Square};

use crate::diagnostic::Diagnostic;
use crate::manifest::tree::{FileSpan, TomlTable};

/// The pieces of a picture, each with its square.
pub(crate) type Array = Vec<(Square, Piece)>;

pub(super) struct BuildContext<'a> {
    pub(super) root: &'a TomlTable,
    pub(super) top: &'a FileSpan,
    pub(super) diagnostics: &'a mut Vec<Diagnostic>,
    /// The seats that face diagonally. Empty until the seats are read.
    pub(super) diagonal: Seats,
}
