//! Parses a notation into letters with their places, atoms and ranges. This module does not
//! interpret the letters.

use std::ops::Range;

use pest::Parser;
use pest::iterators::Pair;
use quadrille_grammar::notation::{Grammar, Rule};

use super::error::{NotationError, NotationErrorKind as Kind, error};
use super::limits::{MAX_LENGTH, MAX_STEPS};
use crate::diagnostic::NameSuggestion;

/// The letters of the basic leaps.
const ATOMS: &str = "WFDNAHCZG";
/// The letters of the modifiers.
const MODIFIERS: &str = "fblrvshmcienjpgzqtdyka";

/// A modifier and its place. All letters are ASCII, so each is one byte long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Letter {
    pub letter: char,
    pub at: usize,
}

impl Letter {
    /// Returns the byte range of the letter.
    pub fn span(self) -> Range<usize> {
        self.at..self.at + 1
    }
}

/// A part of the text before an atom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Prefix {
    Letter(Letter),
    /// A part in parentheses, `(…)`. Its letters may be repeated any number of times.
    Repeat(Vec<Letter>, Range<usize>),
}

/// The shape of an atom's step. It determines the squares that the atom reaches in one step, in all
/// directions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AtomShape {
    /// A leap in all symmetric directions. The numbers are the longer and the shorter distance.
    Leap(u8, u8),
    /// A step to one of the eight neighbouring squares.
    King,
}

/// The range of an atom, as a number of steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StepRange {
    /// At most this many steps.
    Steps(u8),
    /// Any number of steps, up to the edge of the board.
    Unlimited,
}

/// A leap or ride.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Atom {
    pub shape: AtomShape,
    pub reach: StepRange,
    pub span: Range<usize>,
}

/// An atom with its modifiers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PrefixedAtom {
    pub prefix: Vec<Prefix>,
    pub atom: Atom,
}

impl PrefixedAtom {
    /// Returns all modifiers. Modifiers in a repeated part are included once.
    pub fn letters(&self) -> Vec<Letter> {
        self.prefix
            .iter()
            .flat_map(|prefix| match prefix {
                Prefix::Letter(letter) => std::slice::from_ref(letter),
                Prefix::Repeat(letters, _) => letters,
            })
            .copied()
            .collect()
    }
}

/// A term of a notation. A notation has one or more terms, and the piece has the moves of all
/// terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum NotationTerm {
    /// A term without brackets. It is one leg, or several legs of one atom that are separated by
    /// `a`.
    Chain(PrefixedAtom),
    /// A term in brackets, such as `[F-R]` or `[F?R]`. It has a part for each leg.
    Bracket {
        /// The modifier `i` before the bracket.
        initial: Option<Letter>,
        parts: Vec<PrefixedAtom>,
        /// One boolean for each part, except the last part: `true` if the piece may stop after this
        /// part.
        may_stop: Vec<bool>,
        span: Range<usize>,
    },
}

/// Parses a notation. Returns the valid terms, and the errors of all other terms. The function
/// `is_valid` must return `true` for a complete, valid notation. It is used to find suggestions.
pub(super) fn parse(
    text: &str,
    is_valid: &dyn Fn(&str) -> bool,
) -> (Vec<NotationTerm>, Vec<NotationError>) {
    let refuse = |kind, help: &str| (vec![], vec![error(0..text.len(), kind, help)]);
    if text.len() > MAX_LENGTH {
        return refuse(Kind::TooLong(text.len()), "omit terms that other terms include");
    }
    if text.is_empty() {
        return refuse(Kind::Empty, "write the moves, such as `K` for a king and `R` for a rook");
    }
    let Ok(pairs) = Grammar::parse(Rule::notation, text) else {
        return refuse(Kind::Stray(text.to_owned()), REFERENCE);
    };
    let mut reader = SyntaxReader { errors: Vec::new(), is_valid };
    let mut terms = Vec::new();
    for pair in pairs.flat_map(Pair::into_inner) {
        let known = reader.errors.len();
        let term = reader.term(&pair);
        if reader.errors.len() == known {
            terms.extend(term);
        }
    }
    (terms, reader.errors)
}

/// The minimum length of a text that counts as an English word. Shorter texts count as modifiers.
const MIN_WORD_LETTERS: usize = 4;
const WORD: &str = "write movement in notation, not in words: `fW` is forward (`f`), one square straight (`W`); \
                    see `quadrille explain notation`";

const REFERENCE: &str = "see `quadrille explain notation` for every letter";

/// Returns the byte range of a pair.
fn span(pair: &Pair<'_, Rule>) -> Range<usize> {
    pair.as_span().start()..pair.as_span().end()
}

struct SyntaxReader<'a> {
    errors: Vec<NotationError>,
    is_valid: &'a dyn Fn(&str) -> bool,
}

impl SyntaxReader<'_> {
    fn fail(&mut self, span: Range<usize>, kind: Kind, help: impl Into<NameSuggestion>) {
        self.errors.push(error(span, kind, help));
    }

    fn term(&mut self, pair: &Pair<'_, Rule>) -> Option<NotationTerm> {
        match pair.as_rule() {
            Rule::term => self.part(pair).map(NotationTerm::Chain),
            Rule::bracket => self.bracket(pair),
            Rule::broken => {
                self.fail(
                    span(pair),
                    Kind::NoLegs,
                    "write two or more legs joined by `-` (must continue) or `?` (may stop), as in `[F-R]`",
                );
                None
            }
            Rule::dangling => {
                self.dangling(pair);
                None
            }
            Rule::parenthesis => {
                self.fail(
                    span(pair),
                    Kind::InvalidParentheses(pair.as_str().to_owned()),
                    PARENTHESES,
                );
                None
            }
            Rule::stray => {
                let (kind, help) = stray(pair.as_str());
                self.fail(span(pair), kind, help);
                None
            }
            _ => None,
        }
    }

    /// Reports letters without an atom after them. The author may have meant the last letter as an
    /// atom, but written it in lower case.
    fn dangling(&mut self, pair: &Pair<'_, Rule>) {
        let known = self.errors.len();
        self.prefix(pair);
        let text = pair.as_str();
        let last = text.chars().last().unwrap_or(' ');
        let atom = last.to_ascii_uppercase();
        let rest = text.strip_suffix(last).unwrap_or(text);
        let meant = format!("{rest}{atom}");
        let is_atom = ATOMS.contains(atom) || "KQRB".contains(atom);
        let is_word =
            text.len() >= MIN_WORD_LETTERS && text.bytes().all(|c| c.is_ascii_lowercase());
        if is_word && !(is_atom && (self.is_valid)(&meant)) {
            self.errors.truncate(known);
            self.fail(span(pair), Kind::ModifiersWithoutAtom(text.to_owned()), WORD);
        } else if is_atom {
            self.errors.truncate(known);
            self.fail(
                span(pair),
                Kind::ModifiersWithoutAtom(text.to_owned()),
                NameSuggestion::replace(format!("did you mean `{meant}`?"), text, &meant),
            );
        } else if self.errors.len() == known {
            self.fail(
                span(pair),
                Kind::ModifiersWithoutAtom(text.to_owned()),
                "add the capital letter, as in `fW`: forward (`f`), one square straight (`W`)",
            );
        }
    }

    fn bracket(&mut self, pair: &Pair<'_, Rule>) -> Option<NotationTerm> {
        let mut initial = None;
        let mut parts = Vec::new();
        let mut may_stop = Vec::new();
        let mut whole = true;
        for inner in pair.clone().into_inner() {
            match inner.as_rule() {
                Rule::prefix => {
                    for prefix in self.prefix(&inner) {
                        match prefix {
                            Prefix::Letter(letter) if letter.letter == 'i' => {
                                initial = Some(letter);
                            }
                            Prefix::Letter(letter) => self.fail(
                                letter.span(),
                                Kind::BeforeBracket(letter.letter),
                                "move it into the brackets, before the leg that it modifies",
                            ),
                            Prefix::Repeat(_, span) => self.fail(
                                span,
                                Kind::RepeatedBracket,
                                "repeat the legs of a chain, as in `(af)W`",
                            ),
                        }
                    }
                }
                Rule::link => may_stop.push(inner.as_str() == "?"),
                Rule::part => match self.part(&inner) {
                    Some(part) => {
                        self.check_inside(&part);
                        parts.push(part);
                    }
                    None => whole = false,
                },
                _ => {}
            }
        }
        whole.then_some(NotationTerm::Bracket { initial, parts, may_stop, span: span(pair) })
    }

    /// Checks that a leg in brackets contains neither `a` nor a repeated part.
    fn check_inside(&mut self, part: &PrefixedAtom) {
        for prefix in &part.prefix {
            match prefix {
                Prefix::Letter(letter) if letter.letter == 'a' => self.fail(
                    letter.span(),
                    Kind::InsideBrackets("`a`"),
                    "join the legs with `-`, each with its own atom",
                ),
                Prefix::Letter(_) => {}
                Prefix::Repeat(_, span) => self.fail(
                    span.clone(),
                    Kind::InsideBrackets("a repetition"),
                    "repeat the legs of a chain, as in `(af)W`",
                ),
            }
        }
    }

    fn part(&mut self, pair: &Pair<'_, Rule>) -> Option<PrefixedAtom> {
        let mut prefix = Vec::new();
        let mut atom = None;
        for inner in pair.clone().into_inner() {
            match inner.as_rule() {
                Rule::prefix => prefix = self.prefix(&inner),
                Rule::atom => atom = self.atom(&inner),
                _ => {}
            }
        }
        Some(PrefixedAtom { prefix, atom: atom? })
    }

    fn prefix(&mut self, pair: &Pair<'_, Rule>) -> Vec<Prefix> {
        let mut found = Vec::new();
        for inner in pair.clone().into_inner() {
            if inner.as_rule() == Rule::letter {
                found.extend(self.letter(&inner).map(Prefix::Letter));
            } else {
                let place = span(&inner);
                let letters: Vec<_> =
                    inner.into_inner().filter_map(|letter| self.letter(&letter)).collect();
                if !letters.iter().any(|letter| letter.letter == 'a') {
                    self.fail(
                        place.clone(),
                        Kind::RepetitionWithoutLeg,
                        "repeat whole legs, as in `(af)W`",
                    );
                } else if found.iter().any(|prefix| matches!(prefix, Prefix::Repeat(..))) {
                    self.fail(
                        place.clone(),
                        Kind::SecondRepetition,
                        "repeat only one part of a term",
                    );
                }
                found.push(Prefix::Repeat(letters, place));
            }
        }
        found
    }

    fn letter(&mut self, pair: &Pair<'_, Rule>) -> Option<Letter> {
        let letter = pair.as_str().chars().next()?;
        let (kind, help) = match letter {
            'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' | 'm' | 'c' | 'i' | 'e' | 'n' | 'j' | 'p'
            | 'g' | 'z' | 'q' | 't' | 'd' | 'y' | 'k' | 'a' => {
                return Some(Letter { letter, at: pair.as_span().start() });
            }
            'o' => (
                Kind::Unsupported { letter, meaning: "the board as a cylinder" },
                "offer such moves in a rule script, with `extra_moves`".into(),
            ),
            'u' => (
                Kind::Unsupported { letter, meaning: "unloading a piece picked up on the path" },
                "replace pieces in a rule script, with `on_move`".into(),
            ),
            _ => (
                Kind::UnknownModifier(letter),
                if ATOMS.contains(letter.to_ascii_uppercase()) {
                    let atom = letter.to_ascii_uppercase().to_string();
                    let help = format!("did you mean the atom `{atom}`?");
                    NameSuggestion::replace(help, &letter.to_string(), &atom)
                } else {
                    "a modifier goes before its atom; see `quadrille explain notation`".into()
                },
            ),
        };
        self.fail(span(pair), kind, help);
        None
    }

    fn atom(&mut self, pair: &Pair<'_, Rule>) -> Option<Atom> {
        let place = span(pair);
        let mut shape = None;
        let mut reach = None;
        for inner in pair.clone().into_inner() {
            match inner.as_rule() {
                Rule::leap => shape = Some((self.leap(&inner)?, StepRange::Steps(1))),
                Rule::doubled => {
                    shape = Some((self.doubled(&inner)?, StepRange::Unlimited));
                }
                Rule::named => shape = Some(self.named(&inner)?),
                Rule::range => {
                    let doubled = matches!(pair.clone().into_inner().next(), Some(first) if first.as_rule() == Rule::doubled);
                    if doubled {
                        self.fail(
                            span(&inner),
                            Kind::RangeOfRide,
                            "write one letter and the range: a doubled letter rides to the edge",
                        );
                        return None;
                    }
                    reach = Some(self.range(&inner)?);
                }
                _ => {}
            }
        }
        let (shape, natural) = shape?;
        Some(Atom { shape, reach: reach.unwrap_or(natural), span: place })
    }

    fn leap(&mut self, pair: &Pair<'_, Rule>) -> Option<AtomShape> {
        let mut numbers = pair.clone().into_inner().map(|number| number.as_str().parse::<u8>());
        let (Some(Ok(x)), Some(Ok(y))) = (numbers.next(), numbers.next()) else {
            self.fail(span(pair), Kind::LeapTooLong, FARTHEST);
            return None;
        };
        if x.max(y) > MAX_STEPS {
            self.fail(span(pair), Kind::LeapTooLong, FARTHEST);
            return None;
        }
        if x == 0 && y == 0 {
            self.fail(span(pair), Kind::NullLeap, "make one of the numbers larger than 0");
            return None;
        }
        Some(AtomShape::Leap(x.max(y), x.min(y)))
    }

    fn doubled(&mut self, pair: &Pair<'_, Rule>) -> Option<AtomShape> {
        let letter = pair.as_str().chars().next()?;
        match basic(letter) {
            Some((x, y)) => Some(AtomShape::Leap(x, y)),
            None => {
                let help = match letter {
                    'K' => "write `Q`: a king that rides is a queen".to_owned(),
                    _ => format!("write `{letter}`, which rides to the edge without doubling"),
                };
                self.fail(span(pair), Kind::UnknownAtom(format!("{letter}{letter}")), help);
                None
            }
        }
    }

    fn named(&mut self, pair: &Pair<'_, Rule>) -> Option<(AtomShape, StepRange)> {
        let mut chars = pair.as_str().chars();
        let (letter, suffix) = (chars.next()?, chars.next());
        if let Some((x, y)) = basic(letter) {
            let (x, y) = match suffix {
                Some('X') => (x + 3, y),
                Some(_) => (x + 2, y + 2),
                None => (x, y),
            };
            return Some((AtomShape::Leap(x, y), StepRange::Steps(1)));
        }
        let compound = match letter {
            'K' => (AtomShape::King, StepRange::Steps(1)),
            'Q' => (AtomShape::King, StepRange::Unlimited),
            'R' => (AtomShape::Leap(1, 0), StepRange::Unlimited),
            'B' => (AtomShape::Leap(1, 1), StepRange::Unlimited),
            _ => {
                let (kind, help) = no_atom(letter);
                self.fail(span(pair), kind, help);
                return None;
            }
        };
        if let Some(suffix) = suffix {
            self.fail(
                span(pair),
                Kind::NotLengthened { suffix, atom: letter },
                "write `X` and `Y` only after one of `W F D N A H C Z G`",
            );
            return None;
        }
        Some(compound)
    }

    fn range(&mut self, pair: &Pair<'_, Rule>) -> Option<StepRange> {
        let digits = pair.as_str();
        if digits == "0" {
            return Some(StepRange::Unlimited);
        }
        if let Some(rest) = digits.strip_prefix('0') {
            self.fail(
                span(pair),
                Kind::LeadingZero(digits.to_owned()),
                format!(
                    "write `{0}` for up to {0} steps, `0` for a ride to the edge, or a lame leap, as in `nD`, for an exact number",
                    rest.trim_start_matches('0')
                ),
            );
            return None;
        }
        match digits.parse::<u8>() {
            Ok(steps) if steps <= MAX_STEPS => Some(StepRange::Steps(steps)),
            _ => {
                self.fail(span(pair), Kind::RangeTooLong, "write `0` to go to the edge");
                None
            }
        }
    }
}

const PARENTHESES: &str = "write a leap, such as `(2,1)`, or repeated legs, such as `(af)W`";
const FARTHEST: &str = "write numbers up to 25";

/// Returns the error of an unexpected character.
fn stray(text: &str) -> (Kind, &'static str) {
    match text {
        "[" => (Kind::Unpaired('['), "write `]` after the last leg"),
        "]" => (Kind::Unpaired(']'), "begin a path in brackets with `[`, as in `[F-R]`"),
        "-" | "?" => (
            Kind::LinkOutsideBrackets(text.to_owned()),
            "write legs joined by `-` or `?` in brackets, as in `[F-R]`",
        ),
        "(" => (Kind::Unpaired('('), PARENTHESES),
        ")" => (Kind::Unpaired(')'), PARENTHESES),
        _ if text.chars().all(char::is_whitespace) => {
            (Kind::WhiteSpace, "write the terms without spaces")
        }
        _ if text.chars().all(|c| c.is_ascii_digit()) => (
            Kind::RangeWithoutAtom(text.to_owned()),
            "write a number after the letter of a move, as in `W3`: up to three squares straight",
        ),
        _ => (Kind::Stray(text.to_owned()), REFERENCE),
    }
}

/// Returns the error for a capital letter that is not an atom.
fn no_atom(letter: char) -> (Kind, NameSuggestion) {
    let old = |new, x, y| {
        let other = if new == 'C' { 'Z' } else { 'C' };
        (Kind::AmbiguousAtom(letter), format!("write `{new}` for ({x},{y}), or `{other}`").into())
    };
    let script = |what, help: &str| (Kind::NotMovement(what), help.into());
    match letter {
        'L' => old('C', 3, 1),
        'J' => old('Z', 3, 2),
        'O' => script(
            "castling",
            "declare it in a rule script: `rules.castling(\"king\", \"rook\", 2)`",
        ),
        '@' => script("drops", "declare them in a rule script: `rules.hand(seat, #{ … }, zone)`"),
        'U' => script(
            "a leap to any square",
            "drop the piece from the hand instead: `rules.hand(seat, #{ … }, zone)`",
        ),
        _ => {
            let help = match letter.to_ascii_lowercase() {
                lower if MODIFIERS.contains(lower) && letter != 'X' && letter != 'Y' => {
                    let help = format!("did you mean the modifier `{lower}`?");
                    NameSuggestion::replace(help, &letter.to_string(), &lower.to_string())
                }
                _ => "use `K Q R B N` of chess, `W` or `F` for one square straight or diagonally, `D A H C Z G` for longer leaps, \
                      or `(x,y)` for any leap; see `quadrille explain notation`"
                    .into(),
            };
            (Kind::UnknownAtom(letter.to_string()), help)
        }
    }
}

/// Returns the two distances of a basic atom's leap. The longer distance comes first.
fn basic(letter: char) -> Option<(u8, u8)> {
    Some(match letter {
        'W' => (1, 0),
        'F' => (1, 1),
        'D' => (2, 0),
        'N' => (2, 1),
        'A' => (2, 2),
        'H' => (3, 0),
        'C' => (3, 1),
        'Z' => (3, 2),
        'G' => (3, 3),
        _ => return None,
    })
}

/// Returns the letter of the basic atom with this shape.
pub(super) fn letter_of(shape: (u8, u8)) -> Option<char> {
    ATOMS.chars().find(|letter| basic(*letter) == Some(shape))
}
