//! The reason why an action is not legal, in words.

use std::fmt;

use quadrille_core::{Illegal, IllegalKind, View};
use quadrille_dsl::formats::why_illegal;
use serde::{Deserialize, Serialize};

use crate::names::RulesetNames;
use crate::serde_words;

/// The reason why an action is not legal by the names of its rules: an [`Illegal`] in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct IllegalDescription {
    /// The kind of reason. It is serialised as its code, such as `pinned`, which does not change
    /// from version to version.
    #[serde(with = "serde_words::word")]
    pub code: IllegalKind,
    /// A sentence, without capital letter or full stop.
    pub text: String,
    /// The squares to highlight: the pieces and lines that are the reason.
    pub squares: Vec<String>,
    /// The clause that forbids it, where one is known.
    pub clause: Option<String>,
    /// The reason itself. It is not serialised: `None` in a value that was deserialised.
    #[serde(skip)]
    pub illegal: Option<Illegal>,
}

impl IllegalDescription {
    /// A reason found in the position of `game`, in the words of its rules.
    #[must_use]
    pub fn new(game: &dyn View, illegal: Illegal) -> Self {
        let names = RulesetNames(game.rules().spec());
        Self {
            code: illegal.kind(),
            text: why_illegal::describe(game, &illegal),
            squares: names.squares(illegal.squares()),
            clause: why_illegal::clause(&illegal).and_then(|id| names.clause(id)),
            illegal: Some(illegal),
        }
    }
}

/// Writes the sentence.
impl fmt::Display for IllegalDescription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}
