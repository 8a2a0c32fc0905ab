//! An option of a position: how it is read and written.

use quadrille_core::{Setup, Spec};

use crate::formats::fen::FenError;
use crate::formats::fen::option_syntax::{OptionSpan, OptionValue};

pub(super) type Read = fn(&Spec, &mut Setup, &OptionSpan) -> Result<(), FenError>;

/// The value, if it is not the default.
pub(super) type Write = fn(&Spec, &Setup) -> Option<OptionValue>;

/// An option: how it is read and written.
pub(super) struct OptionKey {
    pub(super) name: &'static str,
    pub(super) read: Read,
    pub(super) write: Write,
}
