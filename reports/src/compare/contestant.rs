//! [`Contestant`]: one of the rulesets of a comparison.

use std::sync::Arc;

use quadrille_dsl::Ruleset;
use quadrille_dsl::weights::{NONE, WeightsInUse};

use crate::opening::Openings;

/// One of the rulesets of a comparison.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// The letter of the side: `a` for the first side, `b` for the second, and so on.
    pub letter: char,
    /// The name by which the ruleset was requested: an id with a preset, or a path.
    pub name: String,
    /// The settings of this side: tunables and values.
    pub set: Vec<(String, String)>,
    /// The file of the evaluation weights, or `none` for weights derived from the rules. `None` if
    /// the weights come from the ruleset's folder.
    pub weights: Option<String>,
    /// The ruleset of this side, with its settings.
    pub loaded: Arc<Ruleset>,
    /// The opening of this side's games. `None` if the side has the opening of the question.
    pub openings: Option<Openings>,
}

impl Contestant {
    /// Creates the contestant with index `place` in a comparison.
    #[must_use]
    pub fn new(place: usize, name: &str, set: Vec<(String, String)>, loaded: Arc<Ruleset>) -> Self {
        let letter = (b'a' + place.min(25) as u8) as char;
        Self { letter, name: name.to_owned(), set, weights: None, loaded, openings: None }
    }

    /// Returns the label in tables: the name with the settings.
    #[must_use]
    pub fn label(&self) -> String {
        let set: Vec<String> = self.settings().collect();
        let set = if set.is_empty() { String::new() } else { format!(" with {}", set.join(", ")) };
        format!("{}{set}", self.name)
    }

    /// Returns the value of the `--weights` option for a command that repeats a single game of this
    /// side. Returns `None` if the command does not need the option. The value is `none` if the
    /// ruleset ships weights that the comparison does not use.
    #[must_use]
    pub fn weights_alone(&self) -> Option<&str> {
        let left_out = self.loaded.weights == WeightsInUse::LeftOut;
        self.weights.as_deref().or(left_out.then_some(NONE))
    }

    /// Returns the settings, as `script.CONST=value`.
    pub fn settings(&self) -> impl Iterator<Item = String> {
        self.set.iter().map(|(name, value)| format!("{name}={value}"))
    }
}
