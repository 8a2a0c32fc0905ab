//! Describes positions in words: the turn, the pieces on their squares, and checks.

use quadrille_core::{Decision, Square};
use quadrille_dsl::text::printable::one_line;
use quadrille_dsl::text::prose::{capital, either, listed, plural};
use quadrille_render::layout::{Mark, PieceLook, PieceStatus};
use quadrille_render::{Picture, PictureOptions, terminal};
use quadrille_session::{Game, GameError};

use super::table::{TerminalGame, Turn};
use crate::args::SeatPlayer;

/// Returns the picture of the present position.
///
/// # Errors
/// Returns a [`GameError`] if the position can't be restored.
pub fn picture(table: &TerminalGame) -> Result<Picture, GameError> {
    let (session, viewer) = (&table.session, table.viewer());
    let loaded = session.ruleset();
    let spec = loaded.spec();
    let mut picture = session.with_game(|game| {
        // The picture includes the next decision, such as a mate or a question.
        game.decision()?;
        let options = PictureOptions { viewer, ..PictureOptions::of(loaded, "") };
        Ok(Picture::of_game(spec, game, &options))
    })?;
    if let (Some(legend), Some(result)) = (&mut picture.legend, session.result()) {
        legend.ending = Some(result.describe(loaded));
    }
    Ok(picture)
}

/// Returns the board as text with its legend, without colours and without box-drawing characters.
/// The squares in `lit` are highlighted.
///
/// # Errors
/// Returns the errors of [`picture`].
pub fn board(table: &TerminalGame, lit: &[String]) -> Result<String, GameError> {
    let mut picture = picture(table)?;
    let spec = table.session.ruleset().spec();
    for square in lit.iter().filter_map(|name| spec.geometry.square_named(name)) {
        picture.mark(spec, square, Mark::Highlight);
    }
    let text = terminal::draw(&picture, terminal::ColourDepth::Plain).plain();
    Ok(text.replace('┃', "|").replace('━', "-"))
}

/// Returns a sentence about the next decision, or about the end of the game.
///
/// # Errors
/// Returns the errors of [`picture`].
pub fn turn(table: &TerminalGame) -> Result<String, GameError> {
    if let Some(result) = table.session.result() {
        return Ok(result.describe(table.session.ruleset()));
    }
    let picture = picture(table)?;
    let Some(next) = picture.legend.as_ref().and_then(|legend| legend.next.as_ref()) else {
        return Ok(String::new());
    };
    let seat = picture.colours.get(next.seat).map_or("nobody", |seat| seat.name.as_str());
    let mut text = format!("{} {}", capital(seat), next.words());
    if !next.dice.is_empty() {
        let faces: Vec<String> = next.dice.iter().map(u8::to_string).collect();
        text.push_str(&format!(", dice {}", listed(&faces)));
    }
    text.push('.');
    if let Turn::Waits(_) = table.turn()? {
        let (at, all) = (table.session.ply(), table.session.plies().len());
        text.push_str(&format!(" You are at ply {at} of {all}; agents wait."));
    }
    Ok(text)
}

/// The maximum number of answers in a list.
const MAX_LISTED_ANSWERS: usize = 6;

/// Returns a sentence about the answers or rolls that a person may type. Returns `None` if the
/// person has to move, or no person has to decide.
///
/// # Errors
/// Returns a [`GameError`] if the legal actions can't be found.
pub fn to_type(table: &TerminalGame) -> Result<Option<String>, GameError> {
    if !matches!(table.turn()?, Turn::Person(_)) {
        return Ok(None);
    }
    let decision = table.session.decision()?;
    let actions = match decision {
        Decision::Question(_) | Decision::Roll(_) => table.session.legal_actions()?,
        Decision::Turn(_) | Decision::Over => return Ok(None),
    };
    let mut texts = actions.iter().map(|action| format!("`{}`", action.text));
    if let Decision::Roll(_) = decision {
        let shown = texts.next_back().map(|shown| format!(", or what they show, such as {shown}"));
        return Ok(Some(format!("Type `roll`{}.", shown.unwrap_or_default())));
    }
    let answers: Vec<String> = texts.collect();
    Ok(match answers.split_at_checked(MAX_LISTED_ANSWERS) {
        Some((some, rest)) if rest.len() > 1 => Some(format!(
            "Type {} or another of {} answers; `moves` lists them.",
            some.join(", "),
            answers.len()
        )),
        _ => Some(format!("Type {}.", either(&answers))),
    })
}

/// Returns a legal move, as an example of a move that the person to move can type.
///
/// # Errors
/// Returns a [`GameError`] if the legal actions can't be found.
pub fn example(table: &TerminalGame) -> Result<Option<String>, GameError> {
    if !matches!(table.turn()?, Turn::Person(_)) {
        return Ok(None);
    }
    let actions = table.session.legal_actions()?;
    Ok(actions.into_iter().find(|action| action.from.is_some()).map(|action| action.text))
}

/// Returns a sentence for each check, with the pieces that give it.
///
/// # Errors
/// Returns the errors of [`picture`].
pub fn checks(table: &TerminalGame) -> Result<Vec<String>, GameError> {
    let session = &table.session;
    // The piece that gives check may be hidden.
    if table.viewer().is_some() {
        return Ok(Vec::new());
    }
    let board = session.board()?;
    let named = |square: &String| {
        let piece = board.get(square).map_or_else(|| "?".to_owned(), ToString::to_string);
        format!("{piece} on {square}")
    };
    let sentences = session.checks()?.into_iter().map(|check| {
        let by: Vec<String> = check.by.iter().map(named).collect();
        format!("{} on {} is in check by {}.", capital(&check.seat), check.square, listed(&by))
    });
    Ok(sentences.collect())
}

/// Describes a square: `b7, red pawn, facing east, frozen`. Returns `None` if there is no such
/// square.
#[must_use]
pub fn square(session: &Game, picture: &Picture, name: &str) -> Option<String> {
    let spec = session.ruleset().spec();
    let square = spec.geometry.square_named(name)?;
    let name = spec.geometry.name(square);
    Some(match look(session, picture, square) {
        None if hidden(session, picture, square) => format!("{name}, out of sight"),
        None => format!("{name}, empty"),
        Some(piece) => {
            let seat = |seat: usize| picture.colours.get(seat).map_or("nobody", |it| &it.name);
            let mut words = vec![name, format!("{} {}", seat(piece.seat), piece.kind)];
            words.extend(piece.arrow.map(|facing| format!("facing {}", facing.word())));
            words.extend(status(piece.status).map(str::to_owned));
            words.extend(piece.holder.map(|holder| match holder {
                Some(holder) => format!("moved by {}", seat(holder)),
                None => "moved by no player".to_owned(),
            }));
            words.join(", ")
        }
    })
}

/// Returns `true` if a square is hidden from the viewer.
fn hidden(session: &Game, picture: &Picture, square: Square) -> bool {
    let cell = session.ruleset().spec().geometry.cell(square);
    let tile = picture.tile(cell.file.into(), cell.rank.into());
    tile.is_some_and(|tile| tile.mark == Some(Mark::Hidden))
}

fn look<'p>(session: &Game, picture: &'p Picture, square: Square) -> Option<&'p PieceLook> {
    let cell = session.ruleset().spec().geometry.cell(square);
    picture.tile(cell.file.into(), cell.rank.into())?.piece.as_ref()
}

/// Returns the word for the status of a piece. Returns `None` if the piece can move and be
/// captured.
fn status(status: PieceStatus) -> Option<&'static str> {
    match status {
        PieceStatus::Live => None,
        PieceStatus::Frozen => Some("frozen"),
        PieceStatus::Dead => Some("dead"),
    }
}

/// Describes the whole position in sentences: the legend of the board, the checks, and the pieces
/// of each army.
///
/// # Errors
/// Returns the errors of [`picture`].
pub fn position(table: &TerminalGame) -> Result<Vec<String>, GameError> {
    let session = &table.session;
    let picture = picture(table)?;
    let mut lines: Vec<String> = picture.words().iter().map(|line| ended(line)).collect();
    lines.extend(checks(table)?);
    lines.extend((0..picture.colours.len()).map(|seat| army(session, &picture, seat)));
    Ok(lines)
}

/// Describes the pieces of an army by kind, with their squares.
#[must_use]
pub fn army(session: &Game, picture: &Picture, seat: usize) -> String {
    let spec = session.ruleset().spec();
    let name = capital(picture.colours.get(seat).map_or("?", |seat| &seat.name));
    let kinds = spec.kinds.iter().filter_map(|kind| {
        let stands = |square: &Square| {
            let piece = look(session, picture, *square);
            piece.is_some_and(|piece| piece.seat == seat && piece.kind == kind.name)
        };
        let squares = spec.geometry.squares().filter(stands);
        let squares: Vec<String> = squares.map(|square| spec.geometry.name(square)).collect();
        let kind = if squares.len() == 1 { kind.name.clone() } else { plural(&kind.name) };
        (!squares.is_empty()).then(|| format!("{kind} {}", squares.join(" ")))
    });
    let kinds: Vec<String> = kinds.collect();
    if kinds.is_empty() {
        return format!("{name} has no piece on the board.");
    }
    format!("{name}: {}.", kinds.join(", "))
}

/// Describes the players of the seats.
#[must_use]
pub fn players(table: &TerminalGame) -> String {
    let seats = &table.session.ruleset().spec().seats;
    let each = seats.iter().zip(&table.players).map(|(seat, player)| match player {
        SeatPlayer::Person => format!("{} is yours", seat.name),
        agent => format!("{} is played by {agent}", seat.name),
    });
    ended(&capital(&listed(&each.collect::<Vec<_>>())))
}

/// Returns a text as a sentence on one line, with a capital letter and a full stop.
#[must_use]
pub fn ended(text: &str) -> String {
    let text = capital(&one_line(text));
    if text.ends_with(['.', '!', '?']) { text } else { format!("{text}.") }
}
