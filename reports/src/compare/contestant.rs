//! [`Contestant`]: one of the rulesets of a comparison.

use std::sync::Arc;

use quadrille_dsl::Ruleset;
use quadrille_dsl::weights::{NONE, WeightsInUse};

use crate::opening::Openings;

/// One of the rulesets.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// `a`, `b`, …
    pub letter: char,
    /// What it was asked for by: an id with a preset, or a path.
    pub name: String,
    /// What was set on this side: tunable and value.
    pub set: Vec<(String, String)>,
    /// Where the weights come from by which agents value its positions, if not from the ruleset's folder: a file, or
    /// `none` for those that follow from the rules.
    pub weights: Option<String>,
    /// The rules.
    pub loaded: Arc<Ruleset>,
    /// Where its games begin, if not where the question says.
    pub openings: Option<Openings>,
}

impl Contestant {
    /// The ruleset in this place of a comparison.
    #[must_use]
    pub fn new(place: usize, name: &str, set: Vec<(String, String)>, loaded: Arc<Ruleset>) -> Self {
        let letter = (b'a' + place.min(25) as u8) as char;
        Self { letter, name: name.to_owned(), set, weights: None, loaded, openings: None }
    }

    /// What it is called in tables: its name with what was set.
    #[must_use]
    pub fn label(&self) -> String {
        let set: Vec<String> = self.settings().collect();
        let set = if set.is_empty() { String::new() } else { format!(" with {}", set.join(", ")) };
        format!("{}{set}", self.name)
    }

    /// Where the weights come from if one of its games is played by itself: from the rules, too, where a comparison
    /// leaves those out that the ruleset ships.
    #[must_use]
    pub fn weights_alone(&self) -> Option<&str> {
        let left_out = self.loaded.weights == WeightsInUse::LeftOut;
        self.weights.as_deref().or(left_out.then_some(NONE))
    }

    /// What was set, as `script.CONST=value`.
    pub fn settings(&self) -> impl Iterator<Item = String> {
        self.set.iter().map(|(name, value)| format!("{name}={value}"))
    }
}
