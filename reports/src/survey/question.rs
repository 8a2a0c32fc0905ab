//! The question of a survey, its games and its metrics.

use std::sync::Arc;

use quadrille_agents::AgentSpec;
use quadrille_dsl::Ruleset;
use quadrille_study::metrics::Unit;

use crate::command_line::CommandLine;
use crate::opening::Openings;

/// What a survey asks.
#[derive(Clone, PartialEq, Debug)]
pub struct SurveyQuestion {
    /// The metrics, by name.
    pub metrics: Vec<String>,
    /// The agents; each plays all seats.
    pub agents: Vec<AgentSpec>,
    /// The number of games of each ruleset by each agent.
    pub number: u64,
    /// The number of clusters, if it is not chosen by the silhouette.
    pub clusters: Option<usize>,
    /// Where the games begin.
    pub openings: Openings,
    /// The seed of all random choices.
    pub seed: u64,
    /// A ply limit instead of the rulesets' own.
    pub ply_limit: Option<u32>,
    /// The number of threads; nothing that is found depends on it.
    pub jobs: usize,
}

impl SurveyQuestion {
    /// Adds the options that ask it again.
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
    /// What it was asked for by: an id with a preset, or a path.
    pub name: String,
    /// The rules.
    pub loaded: Arc<Ruleset>,
}

/// A metric of a survey.
#[derive(Clone, PartialEq, Debug)]
pub struct SurveyMetric {
    /// Its name.
    pub name: String,
    /// Its meaning, in a few words.
    pub about: String,
    /// Its unit.
    pub unit: Unit,
}
