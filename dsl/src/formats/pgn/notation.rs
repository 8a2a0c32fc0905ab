//! The notation of single actions, for lists of moves.

use quadrille_core::{Action, AnyGame, Seat};

use super::word_writer::WordWriter;
use super::{castling_and_check_output, standard_writer, writer};
use crate::formats::actions;

/// Returns the notation of each action in `legal`, without signs of check. `legal` must contain the
/// legal actions of the current decision, each with its text.
///
/// Records use the same notation. In chess-like games for two, it is the short algebraic notation
/// (`Nf3`). In other games, it is the long one (`Ng1-f3`). If neither can describe an action, the
/// notation of the action is its text.
///
/// ```
/// use quadrille_core::game;
/// use quadrille_dsl::library::Shipped;
/// use quadrille_dsl::{actions, load, pgn};
///
/// let ruleset = load(&Shipped, "verney-1881", &[])?;
/// let hooks = ruleset.hooks();
/// let mut game = game::start(&ruleset.rules, &*hooks)?;
/// let legal = actions::legal(&mut *game)?;
/// let notations = pgn::notations(&*game, &legal);
/// assert!(notations.iter().any(|notation| notation.starts_with('N')));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn notations(game: &dyn AnyGame, legal: &[(String, Action)]) -> Vec<String> {
    let word = writer_of(game);
    legal.iter().map(|(text, action)| word(game, legal, text, *action)).collect()
}

/// Returns the notation of one of the legal actions, as [`notations`] does. If `legal` does not
/// contain an action, the action has an empty notation. The exception is a move without its choice,
/// for which the action text is returned.
#[must_use]
pub fn notation(game: &dyn AnyGame, legal: &[(String, Action)], action: Action) -> String {
    let listed = legal.iter().find(|(_, other)| *other == action);
    match (listed, action) {
        (Some((text, _)), _) => writer_of(game)(game, legal, text, action),
        (None, Action::Move(_)) => actions::text_among(game, legal, action),
        (None, _) => String::new(),
    }
}

/// Returns the signs that follow the notation of an action that was just played. There is a `+` for
/// each seat that is in check but not mated, and a `#` for each seat that is mated. The seat
/// `mover`, which played the action, gets no sign. Only moves and drops have signs.
#[must_use]
pub fn check_signs(game: &dyn AnyGame, mover: Seat, action: Action) -> String {
    match action {
        Action::Move(_) | Action::Drop(..) => castling_and_check_output::signs(game, mover),
        _ => String::new(),
    }
}

/// Returns the function that writes the words of a game's actions.
fn writer_of(game: &dyn AnyGame) -> WordWriter {
    // If another piece can move to the same square, the short form contains a part of the starting
    // square. This part could reveal a hidden piece.
    let is_short = !game.rules().spec().hides_pieces() && standard_writer::applies(game, &[]);
    if is_short { standard_writer::word } else { writer::word }
}
