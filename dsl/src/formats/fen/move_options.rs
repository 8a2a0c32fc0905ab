//! Reads and writes moves that are values of options. Unlike action text, such a move can be read
//! without the list of legal actions.
//!
//! Examples:
//!
//! - `d2-d4`, `d2-d4 double d3`, `e5-d6 ep`, `h1-j1 castle 0`, `c13-d14=Q`
//! - `a1-c3 walk 12 b2 -`: the number of the walk, and the squares of the captured pieces
//! - `h4-a4 extra 2`: the number of the hook that offers the move

use quadrille_core::{Kind, Move, MoveKind, Spec, Square};

use super::option_syntax::OptionSpan;
use super::{FenError, Mistake};

/// Writes a move as the value of an option.
pub(super) fn write(spec: &Spec, played: &Move) -> String {
    let name = |square: Square| match spec.geometry.has(square) {
        true => spec.geometry.name(square),
        false => "?".to_owned(),
    };
    let mut text = format!("{}-{}", name(played.from), name(played.to));
    if let Some(kind) = played.promotion {
        text.push('=');
        text.push(spec.kinds.get(kind.index()).map_or('?', |kind| kind.letter));
    }
    text += &match played.kind {
        MoveKind::Plain => String::new(),
        MoveKind::Double { over } => format!(" double {}", name(over)),
        MoveKind::EnPassant => " ep".to_owned(),
        MoveKind::Castle(number) => format!(" castle {number}"),
        MoveKind::Path { path: walk, takes } => {
            let [a, b] = takes.map(|take| take.map_or("-".to_owned(), name));
            format!(" walk {walk} {a} {b}")
        }
        MoveKind::Extra(hook) => format!(" extra {hook}"),
    };
    text
}

/// Reads a move from the value of an option.
pub(super) fn read(spec: &Spec, value: &OptionSpan) -> Result<Move, FenError> {
    let text = value.text()?;
    parse(spec, text).ok_or_else(|| {
        value.error(
            Mistake::InvalidMove(text.to_owned()),
            "write from-to, optionally `=Q`, then optionally `double d3`, `ep`, `castle 0`, `walk 12 b2 -` or `extra 2`",
        )
    })
}

fn parse(spec: &Spec, text: &str) -> Option<Move> {
    let square = |name: &str| spec.geometry.square_named(name);
    let mut words = text.split(' ');
    let (from, rest) = words.next()?.split_once('-')?;
    let (to, promotion) = match rest.split_once('=') {
        Some((to, kind)) => (to, Some(read_kind(spec, kind)?)),
        None => (rest, None),
    };
    let kind = match words.next() {
        None => MoveKind::Plain,
        Some("double") => MoveKind::Double { over: square(words.next()?)? },
        Some("ep") => MoveKind::EnPassant,
        Some("castle") => MoveKind::Castle(words.next()?.parse().ok()?),
        Some("walk") => {
            let walk = words.next()?.parse().ok()?;
            let mut take = || match words.next()? {
                "-" => Some(None),
                name => Some(Some(square(name)?)),
            };
            MoveKind::Path { path: walk, takes: [take()?, take()?] }
        }
        Some("extra") => MoveKind::Extra(words.next()?.parse().ok()?),
        Some(_) => return None,
    };
    words.next().is_none().then_some(())?;
    Some(Move { promotion, kind, ..Move::new(square(from)?, square(to)?) })
}

/// Returns the kind whose letter is the whole text.
pub(super) fn read_kind(spec: &Spec, text: &str) -> Option<Kind> {
    let mut letters = text.chars();
    let kind = spec.kind_of_letter(letters.next()?)?;
    letters.next().is_none().then_some(kind)
}
