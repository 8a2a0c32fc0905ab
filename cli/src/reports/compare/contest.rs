//! A comparison: the rulesets, the question and the results.

use quadrille_core::study::compare::{Design, Trial};
use quadrille_core::study::metric::BoundedMetric;
use quadrille_dsl::Loaded;

use crate::args::{RunArgs, Setting};

/// The chance of a false answer, over all pairs and line-ups of a comparison together.
pub const ALPHA: f64 = 0.05;

/// One of the rulesets.
pub struct Contestant {
    /// `a`, `b`, …
    pub letter: char,
    /// As it was typed.
    pub name: String,
    /// What was set on this side.
    pub set: Vec<Setting>,
    /// The rules.
    pub loaded: Loaded,
}

impl Contestant {
    /// What it is called in tables: its name with what was set.
    #[must_use]
    pub fn label(&self) -> String {
        let set: Vec<String> = self.set.iter().map(ToString::to_string).collect();
        let set = if set.is_empty() { String::new() } else { format!(" with {}", set.join(", ")) };
        format!("{}{set}", self.name)
    }

    /// The ply limit of its games.
    #[must_use]
    pub fn limit(&self, run: &RunArgs) -> u32 {
        run.ply_limit.unwrap_or(self.loaded.rules.spec().ply_limit)
    }
}

/// The question and the results.
pub struct Contest {
    /// The rulesets, the first being what the others are compared with.
    pub sides: Vec<Contestant>,
    /// The question.
    pub design: Design,
    /// The results of each line-up; fewer than line-ups after an interruption.
    pub trials: Vec<Trial>,
    /// The chance of a false answer for each line-up.
    pub level: f64,
    /// Duration in seconds.
    pub seconds: f64,
}

impl Contest {
    /// The primary metric.
    #[must_use]
    pub fn primary(&self) -> &BoundedMetric {
        &self.design.metrics[self.design.primary]
    }

    /// Whether it was stopped before it was over.
    #[must_use]
    pub fn interrupted(&self, line_ups: usize) -> bool {
        self.trials.len() < line_ups || self.trials.iter().any(|trial| trial.interrupted)
    }
}
