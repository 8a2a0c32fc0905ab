//! The question of a survey, its games and its metrics.

use std::sync::Arc;

use quadrille_agents::AgentSpec;
use quadrille_dsl::Ruleset;
use quadrille_study::metrics::Unit;

use crate::command_line::CommandLine;
use crate::opening::Openings;

/// The question of a survey.
#[derive(Clone, PartialEq, Debug)]
pub struct SurveyQuestion {
    /// The metrics, by name.
    pub metrics: Vec<String>,
    /// The agents. Each agent plays all seats.
    pub agents: Vec<AgentSpec>,
    /// The number of games that each agent plays of each ruleset.
    pub number: u64,
    /// The number of clusters. `None` selects the number from 2 to 6 with the best silhouette.
    pub clusters: Option<usize>,
    /// The openings of the games.
    pub openings: Openings,
    /// The seed of all random choices.
    pub seed: u64,
    /// A ply limit that replaces the rulesets' ply limits.
    pub ply_limit: Option<u32>,
    /// The number of threads. Results do not depend on this number.
    pub jobs: usize,
}

impl SurveyQuestion {
    /// Adds the options that repeat the question.
    pub fn write(&self, line: &mut CommandLine) {
        line.agents(&self.agents);
        line.option("--metrics", self.metrics.join(","));
        line.option("-n", self.number);
        if let Some(clusters) = self.clusters {
            line.option("--clusters", clusters);
        }
        self.openings.write(line);
        line.seed(self.seed, self.ply_limit);
    }
}

/// A game of a survey.
#[derive(Clone, Debug)]
pub struct SurveyEntry {
    /// The name by which the game was requested: an id with a preset, or a path.
    pub name: String,
    /// The rules.
    pub loaded: Arc<Ruleset>,
}

/// A metric of a survey.
#[derive(Clone, PartialEq, Debug)]
pub struct SurveyMetric {
    /// The name.
    pub name: String,
    /// The meaning, in a few words.
    pub about: String,
    /// The unit.
    pub unit: Unit,
}
