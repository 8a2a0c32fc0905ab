//! Reads a single move, as a chess player types it.

use quadrille_core::{Action, AnyGame};

use super::{MoveText, PgnError, WordMeaning, move_resolution, parser};

/// Returns the legal action that a move means. The move is in algebraic notation (`Nf3`, `exd5`,
/// `O-O`) or in the notation of UCI (`e2e4`). Returns `None` if the text is in neither notation.
///
/// ```
/// use quadrille_core::game;
/// use quadrille_dsl::library::Shipped;
/// use quadrille_dsl::{actions, load, pgn};
///
/// let ruleset = load(&Shipped, "orthodox-chess", &[])?;
/// let hooks = ruleset.hooks();
/// let mut game = game::start(&ruleset.rules, &*hooks)?;
/// let knight = pgn::read_move(&mut *game, "Nf3")?;
/// assert_eq!(knight, Some(actions::read(&mut *game, "g1-f3")?));
/// assert_eq!(pgn::read_move(&mut *game, "castle")?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns a [`PgnError`] if the move fits no legal action, or fits several.
pub fn read_move(game: &mut dyn AnyGame, text: &str) -> Result<Option<Action>, PgnError> {
    let word = parser::read_word(text, 0);
    let meaning = move_resolution::settled(game, &word)?;
    match meaning {
        WordMeaning::Move(MoveText { put: None, .. })
        | WordMeaning::Castling { put: None, .. }
        | WordMeaning::Drop(_)
        | WordMeaning::Null => move_resolution::action(game, &word, &meaning).map(Some),
        _ => Ok(None),
    }
}

/// Returns the moves that a text in algebraic notation can mean, legal or not, as texts of actions.
/// There is one move for each possible piece. The piece must belong to the seat to move, and have
/// the letter in the text.
pub fn moves_meant(game: &dyn AnyGame, text: &str) -> Vec<String> {
    match parser::read_word(text, 0).meaning {
        WordMeaning::Move(moved) => move_resolution::meant(game, &moved),
        _ => Vec::new(),
    }
}
