//! A record played move by move: each word must mean exactly one legal action.

use std::ops::Range;

use quadrille_core::{
    Action, Decision, Declaration, Kind, Move, MoveKind, Piece, Play, PlayError, Seat, Spec,
};

use super::{Entry, Left, Marks, Moved, PgnError, Record, Said};
use crate::formats::actions;

/// What came of replaying a record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Replay {
    /// The actions played.
    pub actions: Vec<Action>,
    /// What the record says and the rules do not bear out, though every move was legal.
    pub notes: Vec<Note>,
    /// Who resigned or ran out of time, in order.
    pub left: Vec<(Seat, Left)>,
}

/// Something worth a look in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// Byte range in the text.
    pub span: Range<usize>,
    /// What.
    pub message: String,
}

/// Plays a record on a game that stands at the record's start.
///
/// Signs of check and mate, letters of men, and remarks that a seat is mated are compared with
/// the game and become notes where they differ.
///
/// # Errors
/// The first word that is not exactly one legal action, or whose consequences fail.
pub fn replay(record: &Record, game: &mut dyn Play) -> Result<Replay, PgnError> {
    let mut replay = Replay::default();
    for entry in &record.entries {
        // A king who walks on alone carries the reason behind his move, the first one too.
        if let Said::Move(Moved { marks, .. }) = &entry.said
            && marks.left.iter().any(|how| matches!(how, Left::Resigned | Left::TimedOut))
            && game.controller(game.turn()).is_some()
        {
            leave(game, entry, &marks.left, &mut replay)?;
        }
        if !matches!(entry.said, Said::Left(_)) && matches!(game.decision(), Ok(Decision::Over)) {
            return Err(PgnError::new(
                entry.span.clone(),
                "the record goes on, and by these rules the game is over",
                "replay it with the ruleset by which it was played",
            ));
        }
        let action = match &entry.said {
            Said::Left(left) => {
                leave(game, entry, left, &mut replay)?;
                continue;
            }
            Said::Move(moved) => find(game, entry, moved)?,
            Said::Castling { king_side, .. } => castling(game, entry, *king_side)?,
            Said::Action => read(game, entry)?,
        };
        if let (Said::Move(moved), Action::Move(played)) = (&entry.said, action) {
            compare(game, entry, moved, &played, &mut replay.notes);
        }
        let mover = game.turn();
        game.play(action).map_err(|error| failed(entry, &error))?;
        replay.actions.push(action);
        match &entry.said {
            Said::Move(Moved { marks, .. }) => {
                compare_checks(game, entry, mover, marks, true, &mut replay.notes);
            }
            // Old files write no checks after castling.
            Said::Castling { marks, .. } => {
                compare_checks(game, entry, mover, marks, false, &mut replay.notes);
            }
            _ => {}
        }
    }
    Ok(replay)
}

fn seat_name(spec: &Spec, seat: Seat) -> &str {
    spec.seats.get(seat.index()).map_or("?", |seat| &seat.name)
}

fn failed(entry: &Entry, error: &PlayError) -> PgnError {
    PgnError { span: entry.span.clone(), message: error.to_string(), help: None }
}

/// Action text.
fn read(game: &mut dyn Play, entry: &Entry) -> Result<Action, PgnError> {
    actions::read(game, &entry.text).map_err(|error| PgnError {
        span: entry.span.start + error.span.start..entry.span.start + error.span.end,
        message: error.message,
        help: error.help,
    })
}

/// The one legal action that a move in algebraic notation means.
fn find(game: &mut dyn Play, entry: &Entry, moved: &Moved) -> Result<Action, PgnError> {
    let legal = actions::legal(game).map_err(|error| failed(entry, &PlayError::Hook(error)))?;
    let spec = game.rules().spec();
    let mut fitting: Vec<_> = legal
        .iter()
        .filter_map(|(text, action)| match action {
            Action::Move(played) if goes(game, moved, played) => Some((text, *played)),
            _ => None,
        })
        .collect();
    if fitting.len() > 1 {
        let wanted = moved.promotion.and_then(|letter| spec.kind_of_letter(letter));
        fitting.retain(|(_, played)| played.promotion == wanted);
    }
    match fitting[..] {
        [(_, played)] => Ok(Action::Move(played)),
        [] => Err(unfit(game, entry, moved, &legal)),
        _ => {
            let texts: Vec<_> = fitting.iter().map(|(text, _)| *text).collect();
            Err(PgnError::new(
                entry.span.clone(),
                format!("`{}` can mean several moves", entry.text),
                format!("write one of {}", actions::quoted(texts.into_iter())),
            ))
        }
    }
}

/// Why no legal move is what the record says.
fn unfit(
    game: &mut dyn Play,
    entry: &Entry,
    moved: &Moved,
    legal: &[(String, Action)],
) -> PgnError {
    if moved.from.len() > 1 && moved.from.starts_with(|c: char| c.is_ascii_lowercase()) {
        // Both squares are there: what is wrong is the same as with action text.
        let promotion = moved.promotion.map(|kind| format!("={kind}")).unwrap_or_default();
        let same = format!("{}-{}{promotion}", moved.from, moved.to);
        if let Err(error) = actions::read(game, &same) {
            return PgnError { span: entry.span.clone(), message: error.message, help: error.help };
        }
    }
    let spec = game.rules().spec();
    let such = |action: &Action| match action {
        Action::Move(played) => {
            game.piece(played.from).map(|man| letter(spec, man)) == Some(moved.piece)
        }
        _ => false,
    };
    let texts: Vec<_> = legal.iter().filter(|(_, a)| such(a)).map(|(text, _)| text).collect();
    PgnError::new(
        entry.span.clone(),
        format!("`{}` is not legal for {}", entry.text, seat_name(spec, game.turn())),
        format!("legal with such a man are {}", actions::quoted(texts.into_iter())),
    )
}

/// Whether a legal move goes as the record says: its squares, and, where the record names only a
/// part of the first one, the man's letter and whether he captures.
fn goes(game: &dyn Play, moved: &Moved, played: &Move) -> bool {
    let board = &game.rules().spec().geometry;
    let from = board.name(played.from);
    if board.name(played.to) != moved.to {
        return false;
    }
    if board.square_named(&moved.from).is_some() {
        return from == moved.from;
    }
    let letter = game.piece(played.from).map(|man| letter(game.rules().spec(), man));
    let part = moved.from.is_empty()
        || from.starts_with(&moved.from)
            && moved.from.starts_with(|c: char| c.is_ascii_lowercase())
        || from.get(1..) == Some(&moved.from);
    let castles = matches!(played.kind, MoveKind::Castle(_));
    part && !castles && letter == Some(moved.piece) && moved.captures == captures(game, played)
}

/// A man's letter in records: a pawn has none.
pub(super) fn letter(spec: &Spec, man: Piece) -> Option<char> {
    spec.kinds.get(man.kind().index()).map(|kind| kind.letter).filter(|letter| *letter != 'P')
}

/// Whether a move captures where it ends.
pub(super) fn captures(game: &dyn Play, played: &Move) -> bool {
    played.kind == MoveKind::EnPassant || game.piece(played.to).is_some()
}

fn castling(game: &mut dyn Play, entry: &Entry, king_side: bool) -> Result<Action, PgnError> {
    let legal = actions::legal(game).map_err(|error| failed(entry, &PlayError::Hook(error)))?;
    let wings = &game.rules().spec().castling;
    let fits = |action: &Action| match action {
        Action::Move(Move { kind: MoveKind::Castle(number), .. }) => {
            wings.get(usize::from(*number)).is_some_and(|wing| wing.king_side == king_side)
        }
        _ => false,
    };
    let found: Vec<_> = legal.iter().filter(|(_, action)| fits(action)).collect();
    match found[..] {
        [(_, action)] => Ok(*action),
        [] => Err(PgnError::new(
            entry.span.clone(),
            format!("{} can't castle so", seat_name(game.rules().spec(), game.turn())),
            match legal.iter().find(|(_, a)| matches!(a, Action::Move(m) if matches!(m.kind, MoveKind::Castle(_)))) {
                Some((text, _)) => format!("legal is `{text}`"),
                None => "king and rook stand at home and unmoved, nothing between them, and the king is not attacked on his way".to_owned(),
            },
        )),
        _ => {
            let texts = found.iter().map(|(text, _)| text);
            Err(PgnError::new(
                entry.span.clone(),
                "several castling moves are on this side",
                format!("write one of {}", actions::quoted(texts)),
            ))
        }
    }
}

/// A seat leaves in place of its move.
fn leave(
    game: &mut dyn Play,
    entry: &Entry,
    left: &[Left],
    replay: &mut Replay,
) -> Result<(), PgnError> {
    let over = matches!(game.decision(), Ok(Decision::Over));
    let leaves = left.iter().find_map(|how| match how {
        Left::Resigned => Some((*how, Declaration::Resign)),
        Left::TimedOut => Some((*how, Declaration::Flag)),
        Left::Mated | Left::Stalemated => None,
    });
    if let Some((how, word)) = leaves {
        let seat = game.turn();
        replay.left.push((seat, how));
        if !over {
            let action = Action::Declare(seat, word);
            game.play(action).map_err(|error| failed(entry, &error))?;
            replay.actions.push(action);
        }
    } else if !over && game.status(game.turn()) != quadrille_core::Status::Ok {
        return Err(PgnError::new(
            entry.span.clone(),
            format!(
                "{} has no move here, but is not out by these rules",
                seat_name(game.rules().spec(), game.turn())
            ),
            "the record was played by other rules",
        ));
    }
    // Otherwise the rules have taken the seat out already, or it is somebody else's turn.
    Ok(())
}

/// Notes where the letters of a record are not those of the men.
fn compare(game: &dyn Play, entry: &Entry, moved: &Moved, played: &Move, notes: &mut Vec<Note>) {
    let spec = game.rules().spec();
    let mut note = |message: String| notes.push(Note { span: entry.span.clone(), message });
    let name = |kind: Kind| spec.kinds.get(kind.index()).map_or("?", |kind| &kind.name).to_owned();
    if let Some(man) = game.piece(played.from)
        && letter(spec, man) != moved.piece
    {
        note(format!("the man on {} is a {}", spec.geometry.name(played.from), name(man.kind())));
    }
    match (captures(game, played), moved.captures) {
        (true, false) => note("this move captures".to_owned()),
        (false, true) => note("this move captures nothing".to_owned()),
        _ => {}
    }
    if let (Some(victim), true) = (game.piece(played.to), moved.captured.is_some())
        && letter(spec, victim) != moved.captured
    {
        note(format!("the man on {} is a {}", spec.geometry.name(played.to), name(victim.kind())));
    }
}

/// Notes where signs of check do not agree with the game. `complete`: no sign says no check.
fn compare_checks(
    game: &dyn Play,
    entry: &Entry,
    mover: Seat,
    marks: &Marks,
    complete: bool,
    notes: &mut Vec<Note>,
) {
    let seats = (0..game.rules().spec().seats.len()).map(|seat| Seat(seat as u8));
    let checked = seats.filter(|seat| *seat != mover && game.in_check(*seat)).count();
    let signs = marks.checks + marks.mates;
    let mut note = |message: &str| {
        notes.push(Note { span: entry.span.clone(), message: message.to_owned() });
    };
    if signs > 0 && checked == 0 {
        note("a sign of check where no king is attacked");
    } else if signs == 0 && checked > 0 && complete && game.outcome().is_none() {
        note("a king is attacked and no sign says so");
    }
}
