//! Parses the text of an action. The result has not yet been compared with the legal actions.

use pest::Parser;
use pest::iterators::Pair;
use quadrille_core::board::file_name;
use quadrille_core::rules::KindSpec;
use quadrille_core::{Action, Declaration, Kind, Seat, Spec, Square};
use quadrille_grammar::actions::{Grammar, Rule};

use super::{ActionError, Mistake};
use crate::diagnostic::{NameSuggestion, suggest};

/// The parsed text of an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ParsedAction {
    Pass,
    Move {
        squares: Vec<Square>,
        promotion: Option<Kind>,
        again: Option<u32>,
        /// The text of the choice within the move, such as `,corpse=f6`. May be empty.
        choice: String,
    },
    Announce {
        squares: Vec<Square>,
        promotion: Option<Kind>,
        again: Option<u32>,
    },
    Drop(Kind, Square),
    /// The rolled faces, lowest first.
    Roll(Vec<u8>),
    /// A declaration such as a resignation. The seat is `None` unless the text names a seat.
    Declare(Declaration, Option<Seat>),
    /// A choice or a claim. The string is the whole text of the action.
    Word(String),
}

impl ParsedAction {
    /// Returns the first square of a move or an announcement.
    pub fn from(&self) -> Option<Square> {
        match self {
            Self::Move { squares, .. } | Self::Announce { squares, .. } => squares.first().copied(),
            _ => None,
        }
    }

    /// Returns `true` if `self` and `action` have the same first and last square, and are both
    /// moves or both announcements.
    pub fn same_ends(&self, action: Action) -> bool {
        let (squares, played) = match (self, action) {
            (Self::Move { squares, .. }, Action::Move(played))
            | (Self::Announce { squares, .. }, Action::Announce(played)) => (squares, played),
            _ => return false,
        };
        squares.first() == Some(&played.from) && squares.last() == Some(&played.to)
    }
}

/// Parses one action.
pub(super) fn parse(spec: &Spec, token: &str) -> Result<ParsedAction, ActionError> {
    let action = Grammar::parse(Rule::action, token)
        .ok()
        .and_then(|mut pairs| pairs.next()?.into_inner().next())
        .ok_or_else(|| malformed(spec, token))?;
    match action.as_rule() {
        Rule::pass => Ok(ParsedAction::Pass),
        Rule::roll => {
            let mut faces =
                action.into_inner().map(|face| number(&face)).collect::<Result<Vec<u8>, _>>()?;
            faces.sort_unstable();
            Ok(ParsedAction::Roll(faces))
        }
        Rule::announce => match action.into_inner().next() {
            Some(played) => {
                let (squares, promotion, again, _) = path_text(spec, played)?;
                Ok(ParsedAction::Announce { squares, promotion, again })
            }
            None => Err(malformed(spec, token)),
        },
        Rule::drop => {
            let (mut piece, mut to) = (None, None);
            for part in action.into_inner() {
                match part.as_rule() {
                    Rule::kind => piece = Some(kind(spec, &part)?),
                    Rule::square => to = Some(square(spec, &part)?),
                    _ => {}
                }
            }
            match (piece, to) {
                (Some(piece), Some(to)) => Ok(ParsedAction::Drop(piece, to)),
                _ => Err(malformed(spec, token)),
            }
        }
        Rule::declare => declare(spec, action).ok_or_else(|| malformed(spec, token)),
        Rule::played => {
            let (squares, promotion, again, choice) = path_text(spec, action)?;
            Ok(ParsedAction::Move { squares, promotion, again, choice })
        }
        _ => Ok(ParsedAction::Word(token.to_owned())),
    }
}

/// Parses `resign`, `flag` or `agree`, with an optional seat.
fn declare(spec: &Spec, pair: Pair<'_, Rule>) -> Option<ParsedAction> {
    let mut parts = pair.into_inner();
    let said = parts.next()?;
    let word = Declaration::ALL.into_iter().find(|word| word.text() == said.as_str())?;
    let Some(name) = parts.next() else { return Some(ParsedAction::Declare(word, None)) };
    let seat = spec.seats.iter().position(|seat| seat.name == name.as_str())?;
    Some(ParsedAction::Declare(word, Some(Seat(seat as u8))))
}

/// The content of a move's text: the squares, the kind that the piece promotes to, a number, and
/// the text of the choice. If several moves have the same squares, the number distinguishes them.
type PathText = (Vec<Square>, Option<Kind>, Option<u32>, String);

fn path_text(spec: &Spec, pair: Pair<'_, Rule>) -> Result<PathText, ActionError> {
    let (mut squares, mut promotion, mut again) = (Vec::new(), None, None);
    let mut choice = String::new();
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::square => squares.push(square(spec, &part)?),
            Rule::kind => promotion = Some(kind(spec, &part)?),
            Rule::again => {
                again = part.into_inner().next().map(|n| number(&n)).transpose()?;
            }
            Rule::choice => part.as_str().clone_into(&mut choice),
            _ => {}
        }
    }
    Ok((squares, promotion, again, choice))
}

fn wrong(pair: &Pair<'_, Rule>, kind: Mistake, help: impl Into<NameSuggestion>) -> ActionError {
    ActionError::new(pair.as_span().start()..pair.as_span().end(), kind).help(help)
}

fn square(spec: &Spec, pair: &Pair<'_, Rule>) -> Result<Square, ActionError> {
    spec.geometry.square_named(pair.as_str()).ok_or_else(|| {
        let last = file_name(spec.geometry.files().saturating_sub(1));
        wrong(
            pair,
            Mistake::UnknownSquare(pair.as_str().to_owned()),
            format!("the board has files a to {last} and ranks 1 to {}", spec.geometry.ranks()),
        )
    })
}

fn kind(spec: &Spec, pair: &Pair<'_, Rule>) -> Result<Kind, ActionError> {
    let letter = pair.as_str().chars().next().unwrap_or(' ');
    spec.kind_of_letter(letter).ok_or_else(|| {
        let kinds: String = spec.kinds.iter().map(|kind| kind.letter).collect();
        wrong(pair, Mistake::UnknownKind(letter), format!("the kinds are {kinds}"))
    })
}

fn number<N: std::str::FromStr>(pair: &Pair<'_, Rule>) -> Result<N, ActionError> {
    pair.as_str().parse().map_err(|_| {
        wrong(pair, Mistake::NumberTooLarge(pair.as_str().to_owned()), "write a smaller number")
    })
}

/// Actions that are one word.
const WORDS: [&str; 4] = ["pass", "resign", "flag", "agree"];

/// Returns the error, with advice, for a text that does not have the form of an action.
fn malformed(spec: &Spec, token: &str) -> ActionError {
    let lower = token.to_ascii_lowercase();
    let help: NameSuggestion = if token.starts_with("O-O") || token.starts_with("0-0") {
        "write castling as the king's move, from-to".into()
    } else if ["resign", "flag", "agree"].iter().any(|word| lower.starts_with(word)) {
        let seats: Vec<&str> = spec.seats.iter().map(|seat| seat.name.as_str()).collect();
        format!("write `resign`, or `resign=SEAT` for one of {}", seats.join(", ")).into()
    } else if ["roll", "choose", "say", "announce"].iter().any(|word| lower.starts_with(word)) {
        "write `roll=4`, `choose=word`, `say=word` or `announce=d2-d4`".into()
    } else if let Some(near) = suggest(token, WORDS) {
        near
    } else if let Some(text) = repaired(spec, token) {
        NameSuggestion::replace(format!("did you mean `{text}`?"), token, &text)
    } else {
        "write a move from-to, as in `d2-d4`, with `=Q` if a pawn promotes".into()
    };
    ActionError::new(0..token.len(), Mistake::Malformed(token.to_owned())).help(help)
}

/// Finds the squares that a malformed text names. Returns the text of a move over these squares.
fn repaired(spec: &Spec, token: &str) -> Option<String> {
    let mut squares = Vec::new();
    let bytes = token.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let run = |from: usize, is: fn(&u8) -> bool| {
            bytes[from..].iter().take(2).take_while(|b| is(b)).count()
        };
        let letters = run(at, u8::is_ascii_lowercase);
        let name = token.get(at..at + letters + run(at + letters, u8::is_ascii_digit));
        match name.filter(|name| spec.geometry.square_named(name).is_some()) {
            Some(name) => {
                squares.push(name);
                at += name.len();
            }
            None => at += 1,
        }
    }
    // The promotion follows the last square: `=Q`, `(Q)`, `/queen`.
    let behind = squares.last().and_then(|last| token.rsplit(last).next()).unwrap_or_default();
    let behind = behind.trim_matches(|c: char| !c.is_alphabetic());
    let is_meant = |kind: &&KindSpec| {
        kind.name.eq_ignore_ascii_case(behind)
            || behind.eq_ignore_ascii_case(&kind.letter.to_string())
    };
    let kind = spec.kinds.iter().find(is_meant).map(|kind| kind.letter);
    let promotion = kind.map_or_else(String::new, |letter| format!("={letter}"));
    (squares.len() >= 2).then(|| format!("{}{promotion}", squares.join("-")))
}
