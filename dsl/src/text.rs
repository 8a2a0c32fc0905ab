//! Actions as text.
use quadrille_core::{Action, Play, View};

/// The text of each of the legal actions `actions` at a decision; no two are equal.
#[must_use]
pub fn write(_view: &dyn View, _actions: &[Action]) -> Vec<String> {
    unimplemented!()
}

/// Plays white-space separated actions on a game.
///
/// # Errors
/// The first that can't be read or is not legal: its byte range in `text`, and why.
pub fn play(_game: &mut dyn Play, _text: &str) -> Result<(), (std::ops::Range<usize>, String)> {
    unimplemented!()
}
