//! Why an action is not legal: one value with a code, a sentence and the squares to show.

use quadrille_core::{Illegal, View};
use quadrille_dsl::formats::why_illegal;
use serde::Serialize;

use crate::names::RulesetNames;

/// Why an action is not legal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Why {
    /// The kind of reason, such as `pinned`; it does not change from version to version.
    pub code: &'static str,
    /// A sentence, without capital letter or full stop.
    pub text: String,
    /// The squares to highlight: the pieces and lines that are the reason.
    pub squares: Vec<String>,
    /// The clause that forbids it, where one is known.
    pub clause: Option<String>,
    /// The reason itself.
    #[serde(skip)]
    pub illegal: Illegal,
}

impl Why {
    /// A reason found in the position of `game`, in the words of its rules.
    #[must_use]
    pub fn new(game: &dyn View, illegal: Illegal) -> Self {
        let names = RulesetNames(game.rules().spec());
        Self {
            code: why_illegal::code(&illegal),
            text: why_illegal::describe(game, &illegal),
            squares: names.squares(illegal.squares()),
            clause: why_illegal::clause(&illegal).and_then(|id| names.clause(id)),
            illegal,
        }
    }
}
