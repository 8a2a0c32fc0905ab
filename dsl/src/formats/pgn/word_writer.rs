//! Writes the word of the next action in a record.

use quadrille_core::{Action, AnyGame, PlayError};

use crate::formats::actions;

/// A function that returns the word of a legal action. Its arguments are the game, the legal
/// actions with their texts, the text of the action, and the action.
pub(super) type WordWriter = fn(&dyn AnyGame, &[(String, Action)], &str, Action) -> String;

/// Returns the word of the next action in a record. `word` is the function that writes words.
///
/// # Errors
/// Returns a [`PlayError`] if the action is not legal, or if a hook fails.
pub(super) fn next_word(
    game: &mut dyn AnyGame,
    action: Action,
    word: WordWriter,
) -> Result<String, PlayError> {
    let legal = actions::legal(game)?;
    match legal.iter().find(|(_, other)| *other == action) {
        Some((own, _)) => Ok(word(game, &legal, own, action)),
        // The player answers the questions of the move after the move.
        None if matches!(action, Action::Move(mv) if mv.choice.is_none()) => {
            Ok(actions::text_among(game, &legal, action))
        }
        None => Err(PlayError::illegal(game, action)),
    }
}
