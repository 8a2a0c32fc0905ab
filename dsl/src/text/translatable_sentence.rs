//! Sentences for people, as codes with arguments.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use quadrille_core::Ending;
use serde::{Deserialize, Serialize};

use super::SentenceCode;
use super::prose::{self, capital, either, listed, with_article};

/// A sentence for people, as a code with arguments. [`Display`](fmt::Display) writes it in English.
/// The text has neither a capital letter at its start nor a full stop at its end. A program can
/// write it in another language with its own template for each [`SentenceCode`].
///
/// Create sentences with [`sentence!`](crate::sentence!).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct Sentence {
    /// The code.
    pub code: SentenceCode,
    /// The arguments. The key of an argument is the name of a placeholder in the template.
    #[cfg_attr(feature = "typescript", ts(as = "BTreeMap<String, Argument>"))]
    pub arguments: BTreeMap<Cow<'static, str>, Argument>,
}

/// An argument of a sentence.
///
/// A placeholder `{name}` stands for the argument in prose: `Red`, `Red's rook on d1`, or a list
/// such as `a, b and c`. A placeholder can have a form:
///
/// | placeholder | effect |
/// |---|---|
/// | `{name:a}` | adds an article, and joins a list with `or` |
/// | `{name:or}` | joins a list with `or` |
/// | `{name:plain}` | writes names as the files of the rules do, and joins a list with commas |
///
/// Templates of other languages can have other forms.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "SentenceArgument"))]
#[non_exhaustive]
pub enum Argument {
    /// A seat or an army, by its name.
    Seat(String),
    /// A kind of piece, by its name.
    Kind(String),
    /// A piece.
    Piece {
        /// The army. `None` if the context shows the army.
        army: Option<String>,
        /// The kind, if it is known.
        kind: Option<String>,
        /// The square, if the sentence names it.
        square: Option<String>,
    },
    /// A square, by its name.
    Square(String),
    /// A number.
    Number(i64),
    /// A figure, with the decimal point of English: `94.0 %`, `+12.1`.
    Figure {
        /// The number.
        number: String,
        /// The unit, such as `%` or `plies`. Empty if the figure has none.
        unit: String,
    },
    /// A metric of games. In prose, only the meaning of the metric is written. In the form `plain`,
    /// the name is written first, and the meaning follows in parentheses.
    Metric {
        /// The name.
        name: String,
        /// The meaning.
        about: String,
    },
    /// An agent, by its name: `greedy`, `search:500`.
    Agent(String),
    /// A word of the rules or of the program, such as the name of a state.
    Word(String),
    /// A text that has only one language, such as the text of a clause.
    Text(String),
    /// Several arguments.
    List(Vec<Argument>),
    /// A sentence within the sentence.
    Sentence(Box<Sentence>),
}

/// Creates a [`Sentence`] from the name of its [`SentenceCode`] and its arguments. The names of the
/// arguments must be the names of the template's placeholders. If the names differ, the program
/// does not compile.
///
/// ```
/// use quadrille_dsl::sentence;
/// use quadrille_dsl::text::Argument;
///
/// let who = Argument::Seat("red".to_owned());
/// assert_eq!(sentence!(PlyPasses, who = who).to_string(), "Red passes");
/// ```
#[macro_export]
macro_rules! sentence {
    ($code:ident $(, $name:ident = $value:expr)* $(,)?) => {{
        const { assert!($crate::text::SentenceCode::$code.takes(&[$(stringify!($name)),*])) };
        $crate::text::Sentence::new(
            $crate::text::SentenceCode::$code,
            [$((stringify!($name), $crate::text::Argument::from($value))),*],
        )
    }};
}

impl Sentence {
    /// Creates a sentence. The macro [`sentence!`](crate::sentence!) also checks the names of the
    /// arguments.
    #[doc(hidden)]
    #[must_use]
    pub fn new<const N: usize>(
        code: SentenceCode,
        arguments: [(&'static str, Argument); N],
    ) -> Self {
        let arguments = arguments.into_iter().map(|(name, argument)| (name.into(), argument));
        Self { code, arguments: arguments.collect() }
    }

    /// Creates a sentence from a text that has only one language.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        sentence!(Text, text = Argument::Text(text.into()))
    }

    /// Returns the English text with a capital letter at its start and a full stop at its end.
    #[must_use]
    pub fn punctuated(&self) -> String {
        prose::sentence(&self.to_string())
    }
}

/// Describes a built-in ending of a game.
impl From<Ending> for Sentence {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Repetition => sentence!(EndingRepetition),
            Ending::NoProgress => sentence!(EndingNoProgress),
            Ending::InsufficientForce => sentence!(EndingInsufficientForce),
            Ending::Stuck => sentence!(EndingStuck),
            Ending::Left => sentence!(EndingLeft),
            Ending::Agreed => sentence!(EndingAgreed),
            Ending::PlyLimit => sentence!(EndingPlyLimit),
            _ => sentence!(EndingRule),
        }
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.code.template();
        while let Some((before, after)) = rest.split_once('{') {
            let (placeholder, after) = after.split_once('}').unwrap_or((after, ""));
            let (name, form) = placeholder.split_once(':').unwrap_or((placeholder, ""));
            let argument = self.arguments.get(name).map(|argument| argument.english(form));
            write!(f, "{before}{}", argument.unwrap_or_default())?;
            rest = after;
        }
        f.write_str(rest)
    }
}

impl Argument {
    /// Creates a seat or an army.
    #[must_use]
    pub fn seat(name: &str) -> Self {
        Self::Seat(name.to_owned())
    }

    /// Creates a kind of piece.
    #[must_use]
    pub fn kind(name: &str) -> Self {
        Self::Kind(name.to_owned())
    }

    /// Creates a square.
    #[must_use]
    pub fn square(name: &str) -> Self {
        Self::Square(name.to_owned())
    }

    /// Creates an argument that is a word of the rules or of the program.
    #[must_use]
    pub fn word(word: &str) -> Self {
        Self::Word(word.to_owned())
    }

    /// Returns the argument in English. `form` is the form in the placeholder.
    fn english(&self, form: &str) -> String {
        let words =
            |name: &str| if form == "plain" { name.to_owned() } else { name.replace('_', " ") };
        let seat =
            |name: &str| if form == "plain" { name.to_owned() } else { capital(&words(name)) };
        let article = |name: String| if form == "a" { with_article(&name) } else { name };
        match self {
            Self::Seat(name) => seat(name),
            Self::Kind(name) | Self::Word(name) => article(words(name)),
            Self::Piece { army, kind, square } => {
                let kind = kind.as_deref().map_or("piece".to_owned(), words);
                let piece = match army.as_deref().map(seat) {
                    Some(army) if form == "plain" => format!("{army} {kind}"),
                    Some(army) => format!("{army}'s {kind}"),
                    None => format!("the {kind}"),
                };
                match square {
                    Some(square) => format!("{piece} on {square}"),
                    None => piece,
                }
            }
            Self::Number(number) => number.to_string(),
            Self::Figure { number, unit } if unit.is_empty() => number.clone(),
            Self::Figure { number, unit } => format!("{number} {unit}"),
            Self::Metric { name, about } if form == "plain" => format!("{name} ({about})"),
            Self::Metric { about, .. } => about.clone(),
            Self::Square(text) | Self::Agent(text) | Self::Text(text) => text.clone(),
            Self::List(items) => {
                let items: Vec<String> = items.iter().map(|item| item.english(form)).collect();
                match form {
                    "a" | "or" => either(&items),
                    "plain" => items.join(", "),
                    _ => listed(&items),
                }
            }
            Self::Sentence(sentence) => sentence.to_string(),
        }
    }
}

/// Writes the argument in English, in the form of prose.
impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english(""))
    }
}

/// Implements the conversion from integer types to an argument.
macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl From<$number> for Argument {
            fn from(number: $number) -> Self {
                Self::Number(number as i64)
            }
        })*
    };
}

numbers! { u8 u32 i32 u64 usize }

impl From<Sentence> for Argument {
    fn from(sentence: Sentence) -> Self {
        Self::Sentence(Box::new(sentence))
    }
}

impl FromIterator<Argument> for Argument {
    fn from_iter<I: IntoIterator<Item = Argument>>(items: I) -> Self {
        Self::List(items.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(army: Option<&str>, square: Option<&str>) -> Argument {
        let [army, square] = [army, square].map(|name| name.map(str::to_owned));
        Argument::Piece { army, kind: Some("arch_bishop".to_owned()), square }
    }

    #[test]
    fn a_form_decides_how_a_name_is_written() {
        let [seat, kind] = [Argument::seat("light_blue"), Argument::kind("arch_bishop")];
        assert_eq!(seat.english(""), "Light blue");
        assert_eq!(seat.english("plain"), "light_blue");
        assert_eq!(kind.english("a"), "an arch bishop");
        assert_eq!(kind.english("plain"), "arch_bishop");
        assert_eq!(Argument::word("not_yet").english(""), "not yet");
        let both: Argument = [seat, kind].into_iter().collect();
        assert_eq!(both.english(""), "Light blue and arch bishop");
        assert_eq!(both.english("or"), "Light blue or arch bishop");
        assert_eq!(both.english("plain"), "light_blue, arch_bishop");
        let kinds: Argument = ["rook", "archer"].into_iter().map(Argument::kind).collect();
        assert_eq!(kinds.english("a"), "a rook or an archer");
    }

    #[test]
    fn a_metric_is_written_by_its_meaning_and_in_the_form_plain_also_by_its_name() {
        let metric = Argument::Metric { name: "mates".into(), about: "royals mated".into() };
        assert_eq!(metric.english(""), "royals mated");
        assert_eq!(metric.english("plain"), "mates (royals mated)");
    }

    #[test]
    fn the_sentence_of_an_ending_is_its_meaning() {
        for ending in Ending::BUILT_IN.into_iter().chain([Ending::Rule(None)]) {
            assert_eq!(Sentence::from(ending).to_string(), ending.meaning());
        }
    }

    #[test]
    fn a_piece_is_written_with_its_army_and_its_square_if_it_has_them() {
        assert_eq!(piece(Some("red"), Some("d1")).english(""), "Red's arch bishop on d1");
        assert_eq!(piece(Some("red"), Some("d1")).english("plain"), "red arch_bishop on d1");
        assert_eq!(piece(None, None).english(""), "the arch bishop");
        let unknown = Argument::Piece { army: None, kind: None, square: None };
        assert_eq!(unknown.english(""), "the piece");
    }

    #[test]
    fn a_sentence_can_contain_a_sentence() {
        let passes = sentence!(PlyPasses, who = Argument::seat("red"));
        let pieces = piece(Some("blue"), None);
        let takes = sentence!(PlyTakes, pieces = pieces, ply = passes);
        assert_eq!(takes.to_string(), "Red passes, takes Blue's arch bishop");
        assert_eq!(sentence!(ChangeNoLastMove).punctuated(), "No last move.");
    }

    #[test]
    fn a_code_takes_exactly_the_names_of_its_placeholders() {
        let code = SentenceCode::PlyBecomes;
        assert!(code.takes(&["kind", "ply"]));
        assert!(!code.takes(&["ply"]));
        assert!(!code.takes(&["ply", "kin"]));
        assert!(!code.takes(&["ply", "kind", "more"]));
    }

    #[test]
    fn templates_use_the_forms_of_english_only() {
        for code in SentenceCode::ALL {
            let placeholders = code.template().split('{').skip(1);
            for placeholder in placeholders.filter_map(|rest| rest.split_once('}')) {
                let form = placeholder.0.split_once(':').map_or("", |(_, form)| form);
                assert!(["", "a", "or", "plain"].contains(&form), "{code:?}: {form}");
            }
        }
    }
}
