//! Writes the record of a game.

use quadrille_core::{Action, AnyGame, Declaration, PlayError, Seat, Setup};

use super::castling_and_check_output::{castling_word, signs};
use super::move_resolution::{captures, letter};
use super::standard_writer;
use super::word_writer::next_word;
use crate::formats::{actions, fen};
use crate::text::printable::one_line;

/// Writes a record of `actions`, and plays them on `game`. Visible signs replace invisible
/// characters.
///
/// The record of a chess-like game for two is standard PGN. In other records, a move is in long
/// algebraic notation if this notation is unambiguous. Everything else is action text. `tags` come
/// first, then `StartFen4` if the game is not at the ruleset's start.
///
/// ```
/// use quadrille_core::game;
/// use quadrille_dsl::library::Shipped;
/// use quadrille_dsl::{actions, pgn, load};
///
/// let ruleset = load(&Shipped, "orthodox-chess", &[])?;
/// let hooks = ruleset.hooks();
/// let mut game = game::start(&ruleset.rules, &*hooks)?;
/// let first = actions::read(&mut *game, "e2-e4")?;
/// let record = pgn::write(&mut *game, &[], &[first])?;
/// assert!(record.contains("1. e4"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns a [`PlayError`] if an action is not legal at its turn, or if a hook fails.
pub fn write(
    game: &mut dyn AnyGame,
    tags: &[(String, String)],
    actions: &[Action],
) -> Result<String, PlayError> {
    write_commented(game, tags, actions, &[])
}

/// Writes a record with comments. `comments` contains a comment for each action. An action has no
/// comment if its entry is empty or missing.
///
/// # Errors
/// Returns a [`PlayError`] if an action is not legal at its turn, or if a hook fails.
pub fn write_commented(
    game: &mut dyn AnyGame,
    tags: &[(String, String)],
    actions: &[Action],
    comments: &[String],
) -> Result<String, PlayError> {
    if standard_writer::applies(game, actions) {
        return standard_writer::write(game, tags, actions, comments);
    }
    let mut out = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = one_line(value).replace('\\', "\\\\").replace('"', "\\\"");
        out.push_str(&format!("[{name} \"{value}\"]\n"));
    };
    for (name, value) in tags {
        tag(name, value);
    }
    if let Some(start) = start(game) {
        tag("StartFen4", &start);
    }
    out.push('\n');
    let mut round = 0;
    let mut last = None;
    for (number, action) in actions.iter().enumerate() {
        let word = match action {
            Action::Declare(seat, word) => declaration(game, *seat, *word),
            _ => next_word(game, *action, word)?,
        };
        let place = index_in_order(game);
        if last.is_none_or(|last| place < last) {
            round += 1;
            if round > 1 {
                out.push('\n');
            }
            out.push_str(&format!("{round}. "));
        } else {
            out.push_str(" .. ");
        }
        last = Some(place);
        let mover = game.turn();
        game.play(*action)?;
        out.push_str(&one_line(&word));
        if matches!(action, Action::Move(_)) && is_algebraic(&word) {
            out.push_str(&signs(game, mover));
        }
        if let Some(comment) = comments.get(number).filter(|comment| !comment.is_empty()) {
            // A brace would end the comment.
            out.push_str(&format!(" {{{}}}", one_line(comment).replace(['{', '}'], "|")));
        }
    }
    out.push('\n');
    Ok(out)
}

/// Returns the position of a game. Returns `None` if it is the start position of the ruleset.
fn start(game: &dyn AnyGame) -> Option<String> {
    let rules = game.rules();
    let initial =
        Setup { rolled: rules.spec().dice.is_none(), ..quadrille_core::game::initial(rules) };
    let here = fen::write(rules, &game.setup());
    (here != fen::write(rules, &initial)).then_some(here)
}

/// Returns the index of the current turn in the turn order.
fn index_in_order(game: &dyn AnyGame) -> usize {
    let turn = game.turn();
    game.order().iter().position(|seat| *seat == turn).unwrap_or(0)
}

/// Returns `true` if a word has the form of algebraic notation. Signs of check may follow such a
/// word.
fn is_algebraic(word: &str) -> bool {
    let two_squares = word.matches('-').count() <= 1 && !word.contains(['~', '@']);
    two_squares || word.starts_with("O-O")
}

/// Returns the word for a declaration.
fn declaration(game: &mut dyn AnyGame, seat: Seat, word: Declaration) -> String {
    match word {
        Declaration::Resign if seat == game.turn() => "R".to_owned(),
        Declaration::Flag if seat == game.turn() => "T".to_owned(),
        _ => actions::write(game, &[Action::Declare(seat, word)]).concat(),
    }
}

/// Returns a legal action in long algebraic notation. `own` is the text of the action, which is
/// returned if the notation can't represent the action.
pub(super) fn word(
    game: &dyn AnyGame,
    legal: &[(String, Action)],
    own: &str,
    action: Action,
) -> String {
    let Action::Move(played) = action else { return own.to_owned() };
    let spec = game.rules().spec();
    if let Some(castling) = castling_word(spec, legal, played)
        && played.choice.is_none()
    {
        return castling;
    }
    let path = own.split(',').next().unwrap_or(own);
    let simple = path.matches('-').count() == 1 && !path.contains('~');
    let Some(piece) = game.piece(played.from).filter(|_| simple) else { return own.to_owned() };
    let mut word = letter(spec, piece).map(String::from).unwrap_or_default();
    let link = match captures(game, &played) {
        false => "-".to_owned(),
        true => {
            let victim = game.piece(played.to).and_then(|victim| letter(spec, victim));
            format!("x{}", victim.map(String::from).unwrap_or_default())
        }
    };
    word.push_str(&own.replacen('-', &link, 1));
    word
}
