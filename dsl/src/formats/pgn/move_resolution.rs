//! Finds the actions that the words of a record mean in the current position.

use quadrille_core::rules::KindSpec;
use quadrille_core::{
    Action, AnyGame, Decision, Kind, Move, MoveKind, Piece, PlayError, Seat, Spec, Square,
};

use super::{Drop, Left, Mistake, MoveText, PgnError, Put, RecordWord, WordMeaning};
use crate::formats::actions;

/// A function that plays an action.
pub type PlayAction<'a> = dyn FnMut(&mut dyn AnyGame, Action) -> Result<(), PlayError> + 'a;

/// The letter of pawns, which records omit.
pub(super) const PAWN: char = 'P';

/// The name of the option by which a player declines a question.
const NOTHING: &str = "none";

type Legal = Vec<(String, Action)>;

/// Returns the error for an action that was not found or could not be played.
pub(super) fn failed(game: &dyn AnyGame, word: &RecordWord, error: PlayError) -> PgnError {
    let kind = match error {
        PlayError::Hook(error) => Mistake::Hook(error),
        _ => Mistake::IllegalMove {
            text: word.text.clone(),
            seat: seat_name(game.rules().spec(), game.turn()),
        },
    };
    PgnError::new(word.span.clone(), kind)
}

fn legal(game: &mut dyn AnyGame, word: &RecordWord) -> Result<Legal, PgnError> {
    actions::legal(game).map_err(|error| failed(&*game, word, PlayError::Hook(error)))
}

fn is_question(game: &mut dyn AnyGame) -> bool {
    matches!(game.decision(), Ok(Decision::Question(_)))
}

/// Returns the kind that has this letter. Upper and lower case do not matter.
fn kind_of(spec: &Spec, letter: char) -> Option<Kind> {
    spec.kind_of_letter(letter.to_uppercase().next().unwrap_or(letter))
}

/// Returns the letter of a piece in records. Pawns have no letter.
pub(super) fn letter(spec: &Spec, piece: Piece) -> Option<char> {
    spec.kinds.get(piece.kind().index()).map(|kind| kind.letter).filter(|letter| *letter != PAWN)
}

/// Returns `true` if a move captures a piece on its last square or captures en passant.
pub(super) fn captures(game: &dyn AnyGame, played: &Move) -> bool {
    played.kind == MoveKind::EnPassant || game.piece(played.to).is_some()
}

/// Decides the meaning of a word that could mean several things. `a8R` is a promotion if the pawn
/// can promote to `R`. Otherwise, the `R` means that the player has resigned. `a8/Q` is a promotion
/// if the pawn can promote to `Q`. Otherwise, the player puts a `Q` on the board after the move.
pub(super) fn settled(game: &mut dyn AnyGame, word: &RecordWord) -> Result<WordMeaning, PgnError> {
    let mut meaning = word.meaning.clone();
    if let WordMeaning::Move(moved) = &mut meaning
        && moved.promotion.is_none()
        && moved.piece.is_none_or(|letter| letter == PAWN)
    {
        let left = match moved.marks.left[..] {
            [Left::Stalemated] => Some('S'),
            [Left::Resigned] => Some('R'),
            [Left::TimedOut] => Some('T'),
            _ => None,
        };
        let given = moved.put.as_ref().filter(|put| put.to.is_empty()).and_then(|put| put.piece);
        if let Some(letter) = left.or(given)
            && let Some(kind) = kind_of(game.rules().spec(), letter)
        {
            let promotes = legal(game, word)?.into_iter().any(|(_, action)| match action {
                Action::Move(played) => {
                    played.promotion == Some(kind) && goes(game, moved, &played)
                }
                _ => false,
            });
            if promotes {
                moved.promotion = Some(letter);
                moved.put = moved.put.take().filter(|_| given.is_none());
                moved.marks.left.retain(|_| left.is_none());
            }
        }
    }
    // Engines write promotions of shogi with a plus sign.
    if let WordMeaning::Move(moved) = &mut meaning
        && moved.is_bare
        && moved.promotion.is_none()
        && moved.marks.checks > 0
    {
        let legal = legal(game, word)?;
        let here = &*game;
        let promoted = legal.into_iter().find_map(|(_, action)| match action {
            Action::Move(played) if goes(here, moved, &played) => promoted_by_sign(here, &played),
            _ => None,
        });
        if promoted.is_some() {
            moved.promotion = promoted;
            moved.marks.checks -= 1;
        }
    }
    Ok(meaning)
}

/// Returns the letter of the kind that a piece promotes to, if the promoted piece becomes its
/// original kind again when it is captured. Otherwise returns `None`.
fn promoted_by_sign(game: &dyn AnyGame, played: &Move) -> Option<char> {
    let (kind, spec) = (played.promotion?, game.rules().spec());
    let base = game.piece(played.from)?.kind();
    let goes_back = spec.bases.iter().any(|of| (of.kind, of.base, of.mark) == (kind, base, None));
    spec.kinds.get(kind.index()).filter(|_| goes_back).map(|kind| kind.letter)
}

/// Answers an open question with the option that does nothing. This is needed because records of
/// other programs do not contain this answer.
///
/// # Errors
/// Returns a [`PgnError`] if the question has no such option.
pub(super) fn decline(
    game: &mut dyn AnyGame,
    word: &RecordWord,
    play: &mut PlayAction<'_>,
) -> Result<Option<Action>, PgnError> {
    let declined = decline_quietly(game, word, play)?;
    if declined.is_some() || !is_question(game) {
        return Ok(declined);
    }
    let options = legal(game, word)?;
    let kind = Mistake::OpenQuestion(word.text.clone());
    let help =
        format!("write one of {} before it", actions::quoted(options.iter().map(|(t, _)| t)));
    Err(PgnError::new(word.span.clone(), kind).help(help))
}

/// Answers an open question with the option that does nothing. If there is no question or no such
/// option, does nothing.
pub(super) fn decline_quietly(
    game: &mut dyn AnyGame,
    word: &RecordWord,
    play: &mut PlayAction<'_>,
) -> Result<Option<Action>, PgnError> {
    if !is_question(game) {
        return Ok(None);
    }
    let found = legal(game, word)?.into_iter().find(|(text, _)| option(text) == Some(NOTHING));
    let Some((_, action)) = found else { return Ok(None) };
    play(game, action).map_err(|error| failed(&*game, word, error))?;
    Ok(Some(action))
}

/// Returns the part of an answer's text that is the chosen option.
fn option(text: &str) -> Option<&str> {
    text.strip_prefix("choose=")
}

/// Returns the legal action that a word means. Exactly one action must fit the word.
pub(super) fn action(
    game: &mut dyn AnyGame,
    word: &RecordWord,
    meaning: &WordMeaning,
) -> Result<Action, PgnError> {
    match meaning {
        // Engines write a pass as a move from a square to itself.
        WordMeaning::Move(moved) if moved.is_bare && moved.from == moved.to => pass(game, word),
        WordMeaning::Move(moved) => find(game, word, moved),
        WordMeaning::Castling { king_side, .. } => castling(game, word, *king_side),
        WordMeaning::Drop(Drop { piece: None, to, .. }) if is_question(game) => {
            answer(game, word, &Put { piece: None, to: to.clone() }, None)
        }
        WordMeaning::Drop(drop) => drop_of(game, word, drop),
        WordMeaning::Put(put) if is_question(game) => answer(game, word, put, None),
        WordMeaning::Put(_) => {
            Err(PgnError::new(word.span.clone(), Mistake::NothingToPut(word.text.clone()))
                .help("remove it, or replay the record with the ruleset under which it was played"))
        }
        WordMeaning::Null => pass(game, word),
        WordMeaning::Left(_) | WordMeaning::Action => actions::read(game, &word.text)
            .map_err(|error| error.shifted(word.span.start).into_kind()),
    }
}

/// Puts a piece on the board if a word names such a piece after its move. The function answers the
/// open question with this piece, and returns the answer.
pub(super) fn put(
    game: &mut dyn AnyGame,
    word: &RecordWord,
    meaning: &WordMeaning,
    played: Action,
    play: &mut PlayAction<'_>,
) -> Result<Option<Action>, PgnError> {
    let Action::Move(played) = played else { return Ok(None) };
    let (given, from) = match meaning {
        WordMeaning::Castling { put, .. } => (put.clone(), played.from),
        WordMeaning::Move(moved) => {
            // The letter of the gate's piece is written in the place of a promotion: `g1f3h`.
            let piece = moved.promotion.filter(|_| played.promotion.is_none());
            let gate = piece.map(|piece| Put { piece: Some(piece), to: String::new() });
            let start = game.rules().spec().geometry.square_named(&moved.from);
            (moved.put.clone().or(gate), start.unwrap_or(played.from))
        }
        _ => return Ok(None),
    };
    let Some(put) = given else { return Ok(None) };
    if !is_question(game) {
        let promotes = matches!(meaning, WordMeaning::Move(MoveText { put: None, .. }));
        let text = word.text.clone();
        let kind = if promotes { Mistake::NoPromotion(text) } else { Mistake::NothingToPut(text) };
        return Err(PgnError::new(word.span.clone(), kind)
            .help("remove it, or replay the record with the ruleset under which it was played"));
    }
    let action = answer(game, word, &put, Some(from))?;
    play(game, action).map_err(|error| failed(&*game, word, error))?;
    Ok(Some(action))
}

/// Finds the option that names this piece and this square, among the options of the open question.
/// `from` is the first square of the move before the question.
fn answer(
    game: &mut dyn AnyGame,
    word: &RecordWord,
    put: &Put,
    from: Option<Square>,
) -> Result<Action, PgnError> {
    let legal = legal(game, word)?;
    let spec = game.rules().spec();
    let board = &spec.geometry;
    let kind = |name: &str| spec.kinds.iter().position(|kind| kind.name == name);
    let wanted = put.piece.and_then(|letter| kind_of(spec, letter));
    let square = board.square_named(&put.to);
    let fits = |text: &str| {
        let Some(option) = option(text) else { return false };
        let parts = || option.split(|c: char| !c.is_alphanumeric() && c != '_');
        let kind = parts().find_map(kind).or_else(|| option.split('_').find_map(kind));
        let places: Vec<Square> = option
            .split(|c: char| !c.is_alphanumeric())
            .filter_map(|part| board.square_named(part))
            .collect();
        let placed = match square {
            Some(square) => places.contains(&square),
            None => places.is_empty() || from.is_some_and(|from| places.contains(&from)),
        };
        kind == wanted.map(Kind::index) && placed && put.piece.is_some() == wanted.is_some()
    };
    let fitting: Vec<_> = legal.iter().filter(|(text, _)| fits(text)).collect();
    match fitting[..] {
        [(_, action)] => Ok(*action),
        _ => {
            let kind = Mistake::NoSuchPut(word.text.clone());
            let help = format!("write one of {}", actions::quoted(legal.iter().map(|(t, _)| t)));
            Err(PgnError::new(word.span.clone(), kind).help(help))
        }
    }
}

/// Returns the drop of a piece. If the record has no letter for the piece, the piece is a pawn.
fn drop_of(game: &mut dyn AnyGame, word: &RecordWord, drop: &Drop) -> Result<Action, PgnError> {
    let letter = drop.piece.unwrap_or(PAWN).to_ascii_uppercase();
    let same = format!("{letter}@{}", drop.to);
    actions::read(game, &same)
        .map_err(|error| PgnError { span: word.span.clone(), ..error.into_kind() })
}

/// Returns the action that passes.
fn pass(game: &mut dyn AnyGame, word: &RecordWord) -> Result<Action, PgnError> {
    let passes = legal(game, word)?.into_iter().find(|(_, action)| *action == Action::Pass);
    passes.map(|(_, action)| action).ok_or_else(|| {
        let seat = seat_name(game.rules().spec(), game.turn());
        PgnError::new(word.span.clone(), Mistake::NoPass { text: word.text.clone(), seat })
            .help("remove it, or move it into a variation or a comment")
    })
}

/// Returns the legal action that a move in algebraic notation means. Exactly one action must fit.
fn find(game: &mut dyn AnyGame, word: &RecordWord, moved: &MoveText) -> Result<Action, PgnError> {
    let legal = legal(game, word)?;
    if let Some((_, action)) = legal.iter().find(|(text, _)| *text == word.text) {
        return Ok(*action);
    }
    let spec = game.rules().spec();
    let those = |fits: &dyn Fn(&Move) -> bool| -> Vec<(&String, Move)> {
        let moves = legal.iter().filter_map(|(text, action)| match action {
            Action::Move(played) => Some((text, *played)),
            _ => None,
        });
        moves.filter(|(_, played)| fits(played)).collect()
    };
    let mut fitting = those(&|played| goes(game, moved, played));
    if fitting.is_empty() {
        fitting = those(&|played| takes_rook(spec, moved, played));
    }
    // A king's step to the same square takes precedence over castling.
    if fitting.iter().any(|(_, played)| !is_castling(played)) {
        fitting.retain(|(_, played)| !is_castling(played));
    }
    if fitting.len() > 1 {
        let wanted = moved.promotion.and_then(|letter| kind_of(spec, letter));
        fitting.retain(|(_, played)| played.promotion == wanted);
    }
    fitting.retain(|(text, _)| text.ends_with(&moved.choice));
    if let [(_, first), ..] = fitting[..]
        && moved.choice.is_empty()
        && fitting.iter().all(|(_, played)| played.choosing(None) == first.choosing(None))
    {
        // If the word leaves out the choice within the move, the next words make the choice.
        let choice = first.choice.filter(|_| fitting.len() == 1);
        return Ok(Action::Move(first.choosing(choice)));
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

fn is_castling(played: &Move) -> bool {
    matches!(played.kind, MoveKind::Castle(_))
}

/// Returns `true` if the record writes a castling move as a move between the squares of king and
/// rook. Either of the two squares may come first.
fn takes_rook(spec: &Spec, moved: &MoveText, played: &Move) -> bool {
    let MoveKind::Castle(number) = played.kind else { return false };
    let Some(wing) = spec.castling.get(usize::from(number)) else { return false };
    let (king, rook) = (spec.geometry.name(played.from), spec.geometry.name(wing.rook.0));
    let ends = (moved.from.as_str(), moved.to.as_str());
    ends == (king.as_str(), rook.as_str()) || ends == (rook.as_str(), king.as_str())
}

/// Returns the error for a word that fits no legal move.
fn unfit(
    game: &mut dyn AnyGame,
    word: &RecordWord,
    moved: &MoveText,
    legal: &[(String, Action)],
) -> PgnError {
    if moved.is_from_square() {
        // If the word contains both squares, the error is the same as in action text.
        let promotion = moved.promotion.and_then(|letter| kind_of(game.rules().spec(), letter));
        let letter = promotion.and_then(|kind| game.rules().spec().kinds.get(kind.index()));
        let promotion =
            letter.map(|kind: &KindSpec| format!("={}", kind.letter)).unwrap_or_default();
        let same = format!("{}-{}{promotion}", moved.from, moved.to);
        if let Err(error) = actions::read(game, &same) {
            return PgnError { span: word.span.clone(), ..error.into_kind() };
        }
    }
    let spec = game.rules().spec();
    let stated = moved.piece.filter(|letter| *letter != PAWN);
    let such = |action: &Action| match action {
        Action::Move(played) => {
            game.piece(played.from).map(|piece| letter(spec, piece)) == Some(stated)
        }
        _ => false,
    };
    let texts: Vec<_> = legal.iter().filter(|(_, a)| such(a)).map(|(text, _)| text).collect();
    let seat = seat_name(spec, game.turn());
    let kind = Mistake::IllegalMove { text: word.text.clone(), seat };
    let help = format!("legal moves of such a piece: {}", actions::quoted(texts.into_iter()));
    PgnError::new(word.span.clone(), kind).help(help)
}

/// Returns `true` if a legal move fits a move of the record. The squares of both moves must be
/// equal. If the record does not contain the whole first square, the letter of the piece and the
/// sign for a capture must fit too.
pub(super) fn goes(game: &dyn AnyGame, moved: &MoveText, played: &Move) -> bool {
    let board = &game.rules().spec().geometry;
    let to = board.name(played.to);
    if board.square_named(&moved.from).is_some() {
        return board.name(played.from) == moved.from && to == moved.to;
    }
    let Some(part) = stated_start(moved, &to) else { return false };
    let captures = captures(game, played);
    // A capture may lack its sign: `ed5`.
    let signed = moved.captures == captures || captures && !part.is_empty();
    starts(game, moved, &part, played.from) && !is_castling(played) && signed
}

/// Returns the part of the first square that the record contains. Returns `None` if the move of the
/// record does not end on the square `to`.
fn stated_start(moved: &MoveText, to: &str) -> Option<String> {
    if moved.captures {
        return (moved.to == to).then(|| moved.from.clone());
    }
    // Without a sign in between, a letter may belong to either square: `Nab3` may lead to ab3.
    format!("{}{}", moved.from, moved.to).strip_suffix(to).map(str::to_owned)
}

/// Returns `true` if the piece on the square `from` has the letter of the record, and `part` is a
/// part of the name of this square.
fn starts(game: &dyn AnyGame, moved: &MoveText, part: &str, from: Square) -> bool {
    let spec = game.rules().spec();
    let letter = game.piece(from).map(|piece| letter(spec, piece));
    let stated = moved.piece.filter(|letter| *letter != PAWN);
    let from = spec.geometry.name(from);
    let rank = from.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let fits = ["", rank, &from].contains(&part) || from.strip_suffix(rank) == Some(part);
    fits && letter == Some(stated)
}

/// Returns the moves that a move of the record can mean, legal or not, as texts of actions.
pub(super) fn meant(game: &dyn AnyGame, moved: &MoveText) -> Vec<String> {
    let board = &game.rules().spec().geometry;
    let is_own = |square: &Square| {
        let piece = game.piece(*square);
        piece.is_some_and(|piece| game.controller(piece.colour()) == Some(game.turn()))
    };
    let own: Vec<Square> = board.squares().filter(is_own).collect();
    let mut moves = Vec::new();
    for to in board.squares().map(|square| board.name(square)) {
        let Some(part) = stated_start(moved, &to) else { continue };
        let from = own.iter().filter(|from| starts(game, moved, &part, **from));
        moves.extend(from.map(|from| format!("{}-{to}", board.name(*from))));
    }
    moves
}

fn castling(
    game: &mut dyn AnyGame,
    word: &RecordWord,
    king_side: bool,
) -> Result<Action, PgnError> {
    let legal = legal(game, word)?;
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

/// Returns the name of a seat, for use in messages.
pub(super) fn seat_name(spec: &Spec, seat: Seat) -> String {
    spec.seats.get(seat.index()).map_or("?", |seat| &seat.name).to_owned()
}
