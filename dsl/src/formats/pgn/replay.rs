//! A record played move by move: each word must mean exactly one legal action.

use std::ops::Range;

use quadrille_core::prose::with_article;
use quadrille_core::{
    Action, Decision, Declaration, Kind, Move, MoveKind, Piece, Play, PlayError, Seat, Seats, Spec,
    Status,
};

use super::{Left, Marks, Mistake, Moved, PgnError, Record, RecordWord, WordMeaning, result};
use crate::formats::actions;

/// The result of replaying a record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Replay {
    /// The actions played.
    pub actions: Vec<Action>,
    /// Where the record contradicts the rules, though every move was legal.
    pub notes: Vec<Note>,
    /// The seats that resigned or ran out of time, in order.
    pub left: Vec<(Seat, Left)>,
}

/// A remark about a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// Byte range in the text.
    pub span: Range<usize>,
    /// The remark: a lower-case fragment, no full stop.
    pub message: String,
}

/// Plays a record on a game that stands at the record's start.
///
/// Signs of check and mate, letters of pieces, marks that a seat is mated, and the `Result` tag are
/// compared with the game; differences become notes.
///
/// # Errors
/// The first word that is not exactly one legal action, or whose effects fail.
pub fn replay(record: &Record, game: &mut dyn Play) -> Result<Replay, PgnError> {
    let mut replay = Replay::default();
    let mut other_mate: Option<&RecordWord> = None;
    for word in &record.words {
        // A king that keeps moving after its player left carries the reason behind its moves, from
        // the first one on.
        if let WordMeaning::Move(Moved { marks, .. }) | WordMeaning::Castling { marks, .. } =
            &word.meaning
            && marks.left.iter().any(|how| matches!(how, Left::Resigned | Left::TimedOut))
            && game.controller(game.turn()).is_some()
        {
            leave(game, word, &marks.left, &mut replay)?;
        }
        if !matches!(word.meaning, WordMeaning::Left(_))
            && matches!(game.decision(), Ok(Decision::Over))
        {
            return Err(PgnError::new(word.span.clone(), Mistake::AfterEnd)
                .help("replay it with the ruleset that it was played by"));
        }
        let action = match &word.meaning {
            WordMeaning::Left(left) => {
                leave(game, word, left, &mut replay)?;
                continue;
            }
            WordMeaning::Move(moved) => find(game, word, moved)?,
            WordMeaning::Castling { king_side, .. } => castling(game, word, *king_side)?,
            WordMeaning::Action => read(game, word)?,
        };
        if let (WordMeaning::Move(moved), Action::Move(played)) = (&word.meaning, action) {
            compare(game, word, moved, &played, &mut replay.notes);
        }
        let before = Before::of(game);
        game.play(action).map_err(|error| failed(&*game, word, error))?;
        replay.actions.push(action);
        // Old files write no checks after castling.
        let (marks, complete) = match &word.meaning {
            WordMeaning::Move(Moved { marks, .. }) => (marks, true),
            WordMeaning::Castling { marks, .. } => (marks, false),
            _ => continue,
        };
        compare_checks(game, word, &before, marks, complete, &mut replay.notes);
        if other_mate.is_none() && !before.mates_agree(game, marks) {
            other_mate = Some(word);
        }
    }
    if let Some(note) = result::compare(record, game) {
        replay.notes.push(note);
        if let Some(word) = other_mate {
            let message = "the first move whose signs of mate are not those of these rules";
            replay.notes.push(Note { span: word.span.clone(), message: message.to_owned() });
        }
    }
    Ok(replay)
}

/// What signs of check and mate are compared with: what was so before the move.
struct Before {
    mover: Seat,
    checked: Seats,
    mated: Seats,
    /// The seats with turns.
    playing: Seats,
}

impl Before {
    fn of(game: &dyn Play) -> Self {
        let checked = seats(game).filter(|seat| game.in_check(*seat)).collect();
        Self { mover: game.turn(), checked, mated: mated(game), playing: playing(game) }
    }

    /// The other seats that have no turns any more.
    fn put_out(&self, game: &dyn Play) -> Seats {
        let now = playing(game);
        self.playing.iter().filter(|seat| *seat != self.mover && !now.contains(*seat)).collect()
    }

    /// Whether the move mated as many seats, or captured the royals of as many, as the signs say. The last
    /// move of a game may end it without putting anybody out.
    fn mates_agree(&self, game: &dyn Play, marks: &Marks) -> bool {
        // Others that are out are stalemated.
        let put_out = self.put_out(game);
        let lost = |seat: Seat| game.in_check(seat) || game.royals(seat).is_empty();
        let lost = put_out.iter().filter(|seat| lost(*seat));
        let mated = mated(game);
        let mated: Seats = mated.iter().filter(|seat| *seat != self.mover).chain(lost).collect();
        let new = mated.iter().filter(|seat| !self.mated.contains(*seat)).count();
        new == marks.mates || game.outcome().is_some()
    }
}

/// The seats with turns that are mated.
fn mated(game: &dyn Play) -> Seats {
    let mated = |seat: &Seat| game.in_check(*seat) && game.status(*seat) == Status::Mate;
    playing(game).iter().filter(mated).collect()
}

fn seats(game: &dyn Play) -> impl Iterator<Item = Seat> + use<> {
    (0..game.rules().spec().seats.len()).map(|seat| Seat(seat as u8))
}

/// The seats with turns.
fn playing(game: &dyn Play) -> Seats {
    let states = &game.rules().spec().states;
    let state = |seat: Seat| states.get(usize::from(game.seat_state(seat).0));
    seats(game).filter(|seat| state(*seat).is_some_and(|state| state.has_turn)).collect()
}

fn seat_name(spec: &Spec, seat: Seat) -> String {
    spec.seats.get(seat.index()).map_or("?", |seat| &seat.name).to_owned()
}

/// The error of an action that could not be played or looked for.
fn failed(game: &dyn Play, word: &RecordWord, error: PlayError) -> PgnError {
    let kind = match error {
        PlayError::Hook(error) => Mistake::Hook(error),
        PlayError::Illegal => Mistake::IllegalMove {
            text: word.text.clone(),
            seat: seat_name(game.rules().spec(), game.turn()),
        },
    };
    PgnError::new(word.span.clone(), kind)
}

/// Action text.
fn read(game: &mut dyn Play, word: &RecordWord) -> Result<Action, PgnError> {
    actions::read(game, &word.text).map_err(|error| error.shifted(word.span.start).into_kind())
}

/// The one legal action that a move in algebraic notation means.
fn find(game: &mut dyn Play, word: &RecordWord, moved: &Moved) -> Result<Action, PgnError> {
    let legal =
        actions::legal(game).map_err(|error| failed(&*game, word, PlayError::Hook(error)))?;
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
        [] => Err(unfit(game, word, moved, &legal)),
        _ => {
            let texts: Vec<_> = fitting.iter().map(|(text, _)| *text).collect();
            let kind = Mistake::AmbiguousMove(word.text.clone());
            let help = format!("write one of {}", actions::quoted(texts.into_iter()));
            Err(PgnError::new(word.span.clone(), kind).help(help))
        }
    }
}

/// The error of a word that fits no legal move.
fn unfit(
    game: &mut dyn Play,
    word: &RecordWord,
    moved: &Moved,
    legal: &[(String, Action)],
) -> PgnError {
    if moved.from.starts_with(|c: char| c.is_ascii_lowercase())
        && moved.from.ends_with(|c: char| c.is_ascii_digit())
    {
        // With both squares, the mistake is the same as in the text of an action.
        let promotion = moved.promotion.map(|kind| format!("={kind}")).unwrap_or_default();
        let same = format!("{}-{}{promotion}", moved.from, moved.to);
        if let Err(error) = actions::read(game, &same) {
            return PgnError { span: word.span.clone(), ..error.into_kind() };
        }
    }
    let spec = game.rules().spec();
    let such = |action: &Action| match action {
        Action::Move(played) => {
            game.piece(played.from).map(|piece| letter(spec, piece)) == Some(moved.piece)
        }
        _ => false,
    };
    let texts: Vec<_> = legal.iter().filter(|(_, a)| such(a)).map(|(text, _)| text).collect();
    let seat = seat_name(spec, game.turn());
    let kind = Mistake::IllegalMove { text: word.text.clone(), seat };
    let help = format!("legal moves of such a piece: {}", actions::quoted(texts.into_iter()));
    PgnError::new(word.span.clone(), kind).help(help)
}

/// Whether a legal move fits the record: its squares, and, where the record gives only a part of the
/// first one, the piece's letter and whether it captures.
fn goes(game: &dyn Play, moved: &Moved, played: &Move) -> bool {
    let board = &game.rules().spec().geometry;
    let (from, to) = (board.name(played.from), board.name(played.to));
    if board.square_named(&moved.from).is_some() {
        return from == moved.from && to == moved.to;
    }
    // Where nothing stands between them, a letter may belong to either name: `Nab3` may lead to ab3.
    let joined = format!("{}{}", moved.from, moved.to);
    let part = if moved.captures && to == moved.to {
        Some(moved.from.as_str())
    } else if moved.captures {
        None
    } else {
        joined.strip_suffix(&to)
    };
    let Some(part) = part else { return false };
    let letter = game.piece(played.from).map(|piece| letter(game.rules().spec(), piece));
    let rank = from.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let fits = part.is_empty() || part == rank || from.strip_suffix(rank) == Some(part);
    let castles = matches!(played.kind, MoveKind::Castle(_));
    fits && !castles && letter == Some(moved.piece) && moved.captures == captures(game, played)
}

/// A piece's letter in records: a pawn has none.
pub(super) fn letter(spec: &Spec, piece: Piece) -> Option<char> {
    spec.kinds.get(piece.kind().index()).map(|kind| kind.letter).filter(|letter| *letter != 'P')
}

/// Whether a move captures where it ends.
pub(super) fn captures(game: &dyn Play, played: &Move) -> bool {
    played.kind == MoveKind::EnPassant || game.piece(played.to).is_some()
}

fn castling(game: &mut dyn Play, word: &RecordWord, king_side: bool) -> Result<Action, PgnError> {
    let legal =
        actions::legal(game).map_err(|error| failed(&*game, word, PlayError::Hook(error)))?;
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
            word.span.clone(),
            Mistake::IllegalCastling { seat: seat_name(game.rules().spec(), game.turn()) },
        )
        .help(
            match legal.iter().find(|(_, a)| matches!(a, Action::Move(m) if matches!(m.kind, MoveKind::Castle(_)))) {
                Some((text, _)) => format!("`{text}` is legal"),
                None => "king and rook must be unmoved on their start squares with nothing between them, \
                         and the king must not be attacked on its path".to_owned(),
            },
        )),
        _ => {
            let texts = found.iter().map(|(text, _)| text);
            Err(PgnError::new(word.span.clone(), Mistake::AmbiguousCastling)
                .help(format!("write one of {}", actions::quoted(texts))))
        }
    }
}

/// A seat leaves instead of moving.
fn leave(
    game: &mut dyn Play,
    word: &RecordWord,
    left: &[Left],
    replay: &mut Replay,
) -> Result<(), PgnError> {
    let over = matches!(game.decision(), Ok(Decision::Over));
    let leaves = left.iter().find_map(|how| match how {
        Left::Resigned => Some((*how, Declaration::Resign)),
        Left::TimedOut => Some((*how, Declaration::Flag)),
        Left::Mated | Left::Stalemated => None,
    });
    if let Some((how, said)) = leaves {
        let seat = game.turn();
        replay.left.push((seat, how));
        if !over {
            let action = Action::Declare(seat, said);
            game.play(action).map_err(|error| failed(&*game, word, error))?;
            replay.actions.push(action);
        }
    } else if !over && game.status(game.turn()) != Status::Ok {
        let seat = seat_name(game.rules().spec(), game.turn());
        return Err(PgnError::new(word.span.clone(), Mistake::NotOut { seat })
            .help("the record was played by other rules"));
    }
    // Otherwise the rules have removed the seat already, or it is another seat's turn.
    Ok(())
}

/// Notes where the letters of a record are not those of the pieces.
fn compare(
    game: &dyn Play,
    word: &RecordWord,
    moved: &Moved,
    played: &Move,
    notes: &mut Vec<Note>,
) {
    let spec = game.rules().spec();
    let mut note = |message: String| notes.push(Note { span: word.span.clone(), message });
    let name = |kind: Kind| spec.kinds.get(kind.index()).map_or("?", |kind| &kind.name).to_owned();
    if let Some(piece) = game.piece(played.from)
        && letter(spec, piece) != moved.piece
    {
        note(format!(
            "the piece on {} is {}",
            spec.geometry.name(played.from),
            with_article(&name(piece.kind()))
        ));
    }
    match (captures(game, played), moved.captures) {
        (true, false) => note("this move captures".to_owned()),
        (false, true) => note("this move captures nothing".to_owned()),
        _ => {}
    }
    if let (Some(victim), true) = (game.piece(played.to), moved.captured.is_some())
        && letter(spec, victim) != moved.captured
    {
        note(format!(
            "the piece on {} is {}",
            spec.geometry.name(played.to),
            with_article(&name(victim.kind()))
        ));
    }
}

/// Notes where signs of check contradict the game. `complete`: the absence of a sign means no check. Some
/// sites write a sign only for a new check.
fn compare_checks(
    game: &dyn Play,
    word: &RecordWord,
    before: &Before,
    marks: &Marks,
    complete: bool,
    notes: &mut Vec<Note>,
) {
    let checked: Seats =
        seats(game).filter(|seat| *seat != before.mover && game.in_check(*seat)).collect();
    // Kings of those who are out may be attacked all the time.
    let playing = playing(game);
    let new = checked.iter().any(|seat| playing.contains(seat) && !before.checked.contains(seat));
    let mated = marks.mates > 0 && !before.put_out(game).is_empty();
    let signs = marks.checks + marks.mates;
    let mut note = |message: &str| {
        notes.push(Note { span: word.span.clone(), message: message.to_owned() });
    };
    if signs > 0 && checked.is_empty() && !mated {
        note("a sign of check, but no king is attacked");
    } else if signs == 0 && new && complete && game.outcome().is_none() {
        note("a king is attacked, but there is no sign of check");
    }
}
