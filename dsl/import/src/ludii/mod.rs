//! Imports games from the `.lud` format of the program Ludii.
//!
//! A `.lud` file describes a game by nested ludemes. The importer replaces definitions and options,
//! evaluates the conditions of moves for each square and each piece, and writes the game as a
//! `geometry.toml` and a rule script. It lists every part that has no counterpart.

mod ends;
mod expand;
mod game;
mod landing;
mod legs;
mod movement;
mod notation;
mod notes;
mod play;
mod promotion;
mod scene;
mod sites;
mod squares;
mod syntax;
mod write;

use crate::error::{ImportError, Untranslated};
use notes::Notes;

/// The files of a ruleset, and the parts of the game that have no counterpart.
type Imported = (Vec<(&'static str, String)>, Vec<Untranslated>);

/// Makes the files of the ruleset `id` from a `.lud` file.
pub(crate) fn game(
    text: &str,
    id: &str,
    definitions: &[String],
    choices: &[String],
) -> Result<Imported, ImportError> {
    let expanded = expand::game(text, definitions, choices)?;
    let mut notes = Notes::default();
    let game = game::read(&expanded, &mut notes)?;
    Ok((write::files(&game, id), notes.all()))
}

#[cfg(test)]
mod tests;
