//! Defines [`OptionKey`], an option of a position with its reader and writer.

use quadrille_core::{Setup, Spec};

use crate::formats::fen::FenError;
use crate::formats::fen::option_syntax::{OptionSpan, OptionValue};

pub(super) type Read = fn(&Spec, &mut Setup, &OptionSpan) -> Result<(), FenError>;

/// A function that writes the value of an option. It returns `None` if the position has the default
/// value.
pub(super) type Write = fn(&Spec, &Setup) -> Option<OptionValue>;

/// An option with its reader and writer.
pub(super) struct OptionKey {
    pub(super) name: &'static str,
    pub(super) read: Read,
    pub(super) write: Write,
}
