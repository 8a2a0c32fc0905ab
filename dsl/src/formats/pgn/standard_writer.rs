//! Writes the records of chess-like games for two players in standard PGN, so that other programs
//! can read them.

use quadrille_core::{Action, AnyGame, MoveKind, PlayError, Seat, SeatResult, Setup, game};

use super::castling_and_check_output::{castling_word, signs};
use super::word_writer::next_word;
use super::{DECLARATION, MoveText, move_resolution};
use crate::formats::{actions, fen, variant_names};
use crate::text::printable::one_line;

/// The tags that every record must have, in order. Each has the value that is written if the real
/// value is unknown.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    (RESULT, "*"),
];
const RESULT: &str = "Result";
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// The letters that pieces have in standard PGN.
const LETTERS: &str = "KQRBNP";
const SIDE_LENGTH: u8 = 8;
/// The maximum length of a line of the movetext.
const WIDTH: usize = 79;

/// Returns `true` if other programs can read a record of these actions.
///
/// White and black must play on a chessboard with pieces that have the usual letters. Plain FEN
/// must be able to represent the position after the shuffles at the beginning. The other actions
/// must be moves, drops and passes. Only the last action may be a declaration.
pub(super) fn applies(game: &dyn AnyGame, actions: &[Action]) -> bool {
    let spec = game.rules().spec();
    let board = &spec.geometry;
    let (shuffles, actions) = actions.split_at(shuffles(actions));
    let mut start = game.fork();
    let shuffled = shuffles.iter().all(|shuffle| start.play(*shuffle).is_ok());
    let seats = ['w', 'b'].map(|key| spec.seat_of_key(key));
    let moves =
        |action: &Action| matches!(action, Action::Move(_) | Action::Drop(..) | Action::Pass);
    let (last, before) = match actions.split_last() {
        Some((last, before)) => (moves(last) || matches!(last, Action::Declare(..)), before),
        None => (true, actions),
    };
    spec.seats.len() == seats.len()
        && seats.iter().all(Option::is_some)
        && spec.order.first().copied() == seats[0]
        && (board.files(), board.ranks()) == (SIDE_LENGTH, SIDE_LENGTH)
        && board.squares().count() == usize::from(SIDE_LENGTH).pow(2)
        && spec.kinds.iter().all(|kind| LETTERS.contains(kind.letter))
        && spec.dice.is_none()
        && last
        && before.iter().all(moves)
        && shuffled
        && fen::write_plain(start.rules(), &start.setup()).is_some()
}

/// Returns the number of shuffles at the beginning of a game.
fn shuffles(actions: &[Action]) -> usize {
    actions.iter().take_while(|action| matches!(action, Action::Shuffle(_))).count()
}

/// Writes a record. To do so, plays its actions on `game`.
pub(super) fn write(
    game: &mut dyn AnyGame,
    tags: &[(String, String)],
    actions: &[Action],
    comments: &[String],
) -> Result<String, PlayError> {
    // Other programs do not shuffle, so the record begins after the shuffles.
    let (shuffles, actions) = actions.split_at(shuffles(actions));
    for shuffle in shuffles {
        game.play(*shuffle)?;
    }
    let comments = comments.get(shuffles.len()..).unwrap_or_default();
    let (start, at_array) = (game.setup(), is_at_array(game));
    let fen = fen::write_plain(game.rules(), &start).unwrap_or_default();
    let id = game.rules().spec().id.clone();
    let variant = variant_names::of_ruleset(&id, game.rules().spec().seats.len());
    let white = game.rules().spec().order.first().copied();
    let mut text = Movetext::default();
    let mut number = start.ply.saturating_sub(u32::from(start.shuffled)) / 2 + 1;
    let mut last: Option<Seat> = None;
    let mut declared = None;
    let mut interrupted = true;
    for (place, action) in actions.iter().enumerate() {
        let mover = game.turn();
        if let Action::Declare(..) = action {
            declared = actions::write(game, &[*action]).pop();
            game.play(*action)?;
            continue;
        }
        let word = next_word(game, *action, word)?;
        game.play(*action)?;
        if Some(mover) == white {
            if last.is_some_and(|last| Some(last) != white) {
                number += 1;
            }
            if last != white || interrupted {
                text.push(&format!("{number}."));
            }
        } else if interrupted {
            text.push(&format!("{number}..."));
        }
        let algebraic = !matches!(action, Action::Pass);
        text.push(&format!("{word}{}", if algebraic { signs(game, mover) } else { String::new() }));
        let comment = comments.get(place).filter(|comment| !comment.is_empty());
        interrupted = comment.is_some();
        if let Some(comment) = comment {
            // A brace would end the comment.
            text.push(&format!("{{{}}}", one_line(comment).replace(['{', '}'], "|")));
        }
        last = Some(mover);
    }
    let given =
        |name: &str| tags.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str());
    let result = result(game, given(RESULT));
    text.push(result);
    let mut out = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = one_line(value).replace('\\', "\\\\").replace('"', "\\\"");
        out.push_str(&format!("[{name} \"{value}\"]\n"));
    };
    for (name, unknown) in ROSTER {
        tag(name, if name == RESULT { result } else { given(name).unwrap_or(unknown) });
    }
    for (name, value) in
        tags.iter().filter(|(name, _)| !ROSTER.iter().any(|(other, _)| other == name))
    {
        tag(name, value);
    }
    if given("Variant").is_none() {
        tag("Variant", variant.map_or(&id, |variant| variant.title));
    }
    if variant.is_none() || !at_array {
        tag("SetUp", "1");
        tag("FEN", &fen);
    }
    if let Some(declared) = declared {
        tag(DECLARATION, &declared);
    }
    Ok(format!("{out}\n{}\n", text.lines))
}

/// The text of the moves. Its lines are wrapped at the maximum length.
#[derive(Default)]
struct Movetext {
    lines: String,
    /// The length of the last line.
    length: usize,
}

impl Movetext {
    fn push(&mut self, word: &str) {
        let length = word.chars().count();
        if self.length > 0 {
            let fits = self.length + 1 + length <= WIDTH;
            self.lines.push(if fits { ' ' } else { '\n' });
            self.length = if fits { self.length + 1 } else { 0 };
        }
        self.lines.push_str(word);
        self.length += length;
    }
}

fn is_at_array(game: &dyn AnyGame) -> bool {
    let (rules, here) = (game.rules(), game.setup());
    // Plain FEN does not include the phase of the first turn.
    let array = Setup { phase: here.phase, rolled: here.rolled, ..game::initial(rules) };
    fen::write_plain(rules, &here) == fen::write_plain(rules, &array)
}

/// Returns the result that a tag states. If there is no such tag, returns the current result of the
/// game.
fn result(game: &dyn AnyGame, stated: Option<&str>) -> &'static str {
    let of = |first: SeatResult| match first {
        SeatResult::Win => "1-0",
        SeatResult::Loss => "0-1",
        SeatResult::Draw => "1/2-1/2",
    };
    let spec = game.rules().spec();
    let white = spec.order.first().and_then(|white| Some((*white, spec.seats.get(white.index())?)));
    let Some((seat, white)) = white else { return "*" };
    if let Some(stated) = stated {
        if let Some(known) = RESULTS.iter().find(|result| **result == stated) {
            return known;
        }
        // Tags may have a result in words for every seat.
        let word = stated.split(", ").find_map(|part| part.strip_prefix(white.name.as_str()));
        match word.and_then(|word| word.split_whitespace().next()) {
            Some("wins") => return of(SeatResult::Win),
            Some("loses") => return of(SeatResult::Loss),
            Some("draws") => return of(SeatResult::Draw),
            _ => {}
        }
    }
    let ended = game.outcome().and_then(|outcome| outcome.results.get(seat.index()).copied());
    ended.map_or("*", of)
}

/// Returns a legal action in short algebraic notation. `own` is the text of the action, which is
/// returned if the notation can't represent the action. A move contains only the part of its first
/// square that distinguishes it from other legal moves.
pub(super) fn word(
    game: &dyn AnyGame,
    legal: &[(String, Action)],
    own: &str,
    action: Action,
) -> String {
    let spec = game.rules().spec();
    let played = match action {
        Action::Pass => return "--".to_owned(),
        Action::Move(played) if played.choice.is_none() => played,
        _ => return own.to_owned(),
    };
    if let MoveKind::Castle(_) = played.kind {
        return castling_word(spec, legal, played).unwrap_or_else(|| own.to_owned());
    }
    let Some(piece) = game.piece(played.from) else { return own.to_owned() };
    let (from, to) = (spec.geometry.name(played.from), spec.geometry.name(played.to));
    let rank = from.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let file = from.strip_suffix(rank).unwrap_or_default();
    let captures = move_resolution::captures(game, &played);
    let piece = move_resolution::letter(spec, piece);
    let parts = match piece {
        None if captures => vec![file, from.as_str()],
        None => vec!["", from.as_str()],
        Some(_) => vec!["", file, rank, from.as_str()],
    };
    let promotion = played.promotion.and_then(|kind| spec.kinds.get(kind.index()));
    let promotion = promotion.map(|kind| kind.letter);
    for part in parts {
        let moved = MoveText {
            piece,
            from: part.to_owned(),
            captures,
            to: to.clone(),
            promotion,
            ..MoveText::default()
        };
        let alike = |(_, other): &&(String, Action)| match other {
            Action::Move(other) => {
                other.promotion == played.promotion && move_resolution::goes(game, &moved, other)
            }
            _ => false,
        };
        if legal.iter().filter(alike).count() == 1 {
            let piece = piece.map(String::from).unwrap_or_default();
            let link = if captures { "x" } else { "" };
            let promotion = promotion.map(|letter| format!("={letter}")).unwrap_or_default();
            return format!("{piece}{part}{link}{to}{promotion}");
        }
    }
    own.to_owned()
}
