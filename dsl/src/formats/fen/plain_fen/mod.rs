//! Reads and writes plain FEN, for games with two players who face each other. Plain FEN is the FEN
//! of chess. Python-chess, lichess and Fairy-Stockfish also use it for other games.

use quadrille_core::{CompiledRules, Setup, Spec};

use super::default_setup::start;
use super::{FenError, Field, Mistake, all_keys, check_counts, index_in_order};

mod board;
mod castling_and_en_passant;
mod sides;

use sides::FenSides;

/// Returns `true` if a text looks like plain FEN. Such a text has a row of pieces before the first
/// white space or `-`.
pub(super) fn is_plain(text: &str) -> bool {
    let first = text.trim_start().split([' ', '\t', '\n', '-']).next().unwrap_or_default();
    first.contains('/') && !first.contains(',')
}

/// The fields of plain FEN after the board and the seat to move.
#[derive(Default)]
struct Fields<'a> {
    castling: Option<Field<'a>>,
    en_passant: Option<Field<'a>>,
    halfmove: Option<Field<'a>>,
    number: Option<Field<'a>>,
}

impl<'a> Fields<'a> {
    /// Assigns the fields after the board and the seat to move. The fields for castling and en
    /// passant may both be missing, because positions of games such as shogi omit them.
    fn of(spec: &Spec, rest: &[Field<'a>], end: usize) -> Result<Self, FenError> {
        let number = |field: &Field<'_>| field.text.bytes().all(|b| b.is_ascii_digit());
        let omitted = spec.castling.is_empty();
        match *rest {
            [halfmove, ref more @ ..] if omitted && number(&halfmove) && more.len() <= 1 => {
                Ok(Self {
                    halfmove: Some(halfmove),
                    number: more.first().copied(),
                    ..Self::default()
                })
            }
            [_, _, _, _, extra, ..] => Err(extra.error(
                Mistake::ExtraField,
                "write board, side to move, castling, en passant, plies and move",
            )),
            _ => {
                let next = |number: usize, what| match rest.get(number) {
                    Some(field) => Ok(Some(*field)),
                    None => Err(missing(end, what)),
                };
                Ok(Self {
                    castling: next(0, "the castling rights")?,
                    en_passant: next(1, "the en passant square")?,
                    halfmove: rest.get(2).copied(),
                    number: rest.get(3).copied(),
                })
            }
        }
    }
}

fn missing(end: usize, what: &'static str) -> FenError {
    FenError::new(end..end, Mistake::MissingField(what)).help(
        "write the board, `w` or `b`, castling such as `KQkq` or `-`, and the en passant \
         square or `-`",
    )
}

/// Reads plain FEN. It has six fields, but the last two may be missing. If the rules have no
/// castling, the fields for castling and en passant may be missing too.
pub(super) fn read(spec: &Spec, mut setup: Setup, text: &str) -> Result<Setup, FenError> {
    let Some(sides) = FenSides::of(spec) else {
        let help = format!("write FEN4: the seats of this ruleset are {}", all_keys(spec));
        return Err(FenError::new(0..text.len(), Mistake::TwoPlayers).help(help));
    };
    let mut all: Vec<Field<'_>> = fields(text).collect();
    let counted: Vec<_> =
        all.iter().copied().skip(2).filter(|field| check_counts::is_field(*field)).collect();
    all.retain(|field| counted.iter().all(|counted| counted.at != field.at));
    let [board, turn, rest @ ..] = &all[..] else {
        return Err(missing(text.len(), "the side to move"));
    };
    let rest = Fields::of(spec, rest, text.len())?;
    let (rows, hands) = board::split(spec, *board);
    if let Some(hands) = hands {
        let bracket = board.text.contains('[');
        setup.hands = board::read_hands(spec, hands, sides, bracket)?;
    }
    setup.pieces = board::read(spec, rows, sides)?;
    setup.turn = sides.turn(spec, turn.text).ok_or_else(|| {
        turn.error(Mistake::UnknownSeat(turn.text.to_owned()), "write `w` or `b`")
    })?;
    setup.pointer = index_in_order(&spec.order, setup.turn);
    match rest.castling {
        Some(castling) => {
            castling_and_en_passant::read_castling(spec, castling, sides, &mut setup)?;
        }
        None => setup.castling.fill(false),
    }
    if let Some(en_passant) = rest.en_passant.filter(|field| field.text != "-") {
        castling_and_en_passant::read_en_passant(spec, en_passant, &mut setup)?;
    }
    match counted[..] {
        [] => {}
        [field] => check_counts::read(spec, &mut setup, field, [sides.upper, sides.lower])?,
        [_, again, ..] => {
            return Err(again.error(Mistake::ExtraField, "write the numbers of checks once"));
        }
    }
    if let Some(halfmove) = rest.halfmove {
        setup.halfmove =
            halfmove.number("a number of plies", "write 0 after a capture or pawn move")?;
    }
    if let Some(number) = rest.number {
        let moves: u32 = number.number("a move number", "write 1 for the first move")?;
        let before = moves.saturating_sub(1).saturating_mul(2);
        let played = before.saturating_add(u32::from(setup.turn == sides.lower));
        setup.ply = played.saturating_add(u32::from(setup.shuffled));
    }
    Ok(setup)
}

/// Returns the parts separated by white space.
fn fields(text: &str) -> impl Iterator<Item = Field<'_>> {
    text.split_whitespace().map(|part| {
        // Both are slices of the same text, so the distance between their starts is the offset.
        Field { text: part, at: part.as_ptr() as usize - text.as_ptr() as usize }
    })
}

/// Writes plain FEN. Returns `None` if the game is not for two players who face each other, or if
/// plain FEN can't represent the position.
pub(super) fn write(rules: &CompiledRules, setup: &Setup) -> Option<String> {
    let spec = rules.spec();
    let sides = FenSides::of(spec)?;
    let skipped: String =
        setup.en_passant.iter().map(|(_, skipped, _)| spec.geometry.name(*skipped)).collect();
    let board = board::write(spec, &setup.pieces, sides)?;
    let hands = board::write_hands(spec, &setup.hands, sides)?;
    let turn = if setup.turn == sides.upper { 'w' } else { 'b' };
    let castling = castling_and_en_passant::write_castling(spec, setup, sides);
    let fields = [
        format!("{board}{hands}"),
        turn.to_string(),
        castling,
        if skipped.is_empty() { "-".to_owned() } else { skipped },
    ];
    let counted = check_counts::write(spec, setup, [sides.upper, sides.lower]);
    let moves = setup.ply.saturating_sub(u32::from(setup.shuffled)) / 2 + 1;
    let numbers = [setup.halfmove.to_string(), moves.to_string()];
    let text = fields.into_iter().chain(counted).chain(numbers).collect::<Vec<_>>().join(" ");
    // The text is complete if the reader returns the same position from it. The number of plies may
    // differ by one if the game began with Black.
    let again = read(spec, start(rules), &text).ok()?;
    (Setup { ply: setup.ply, ..again } == *setup).then_some(text)
}
