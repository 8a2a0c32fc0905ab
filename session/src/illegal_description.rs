//! The description of the reason why an action is not legal.

use std::fmt;

use quadrille_core::{Illegal, IllegalKind, View};
use quadrille_dsl::formats::why_illegal;
use quadrille_dsl::text::Sentence;
use serde::{Deserialize, Serialize};

use crate::names::RulesetNames;
use crate::serde_words;

/// The description of an [`Illegal`], the reason why an action is not legal. It contains names from
/// the ruleset.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct IllegalDescription {
    /// The kind of reason. It is serialised as a code, such as `pinned`. The codes are stable
    /// across versions.
    #[serde(with = "serde_words::word")]
    pub code: IllegalKind,
    /// The reason in English, without capital letter or full stop.
    pub text: String,
    /// The reason as a sentence.
    pub sentence: Sentence,
    /// The squares to highlight: the squares of the pieces and lines that make the action illegal.
    pub squares: Vec<String>,
    /// The id of the clause that forbids the action, if one is known.
    pub clause: Option<String>,
    /// The reason itself. It is not serialised, so the field is `None` after deserialisation.
    #[serde(skip)]
    pub illegal: Option<Illegal>,
}

impl IllegalDescription {
    /// Describes a reason that was found in the position of `game`.
    #[must_use]
    pub fn new(game: &dyn View, illegal: Illegal) -> Self {
        let names = RulesetNames(game.rules().spec());
        let sentence = why_illegal::sentence(game, &illegal);
        Self {
            code: illegal.kind(),
            text: sentence.to_string(),
            sentence,
            squares: names.squares(illegal.squares()),
            clause: why_illegal::clause(&illegal).and_then(|id| names.clause(id)),
            illegal: Some(illegal),
        }
    }
}

/// Writes the reason as an English sentence.
impl fmt::Display for IllegalDescription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}
