//! Arguments of `run` and `study`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{OutputFormat, SideSetting};

/// `run`
#[derive(Args, Debug)]
pub struct RunStudyArgs {
    /// File of the study; plan, data and paper are written beside it.
    #[arg(value_name = "STUDY.toml")]
    pub file: PathBuf,
    /// Number of threads [default: one per CPU]; results do not depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Check the study and seal its plan, without any game.
    #[arg(long)]
    pub seal: bool,
    /// Output format: text or json.
    #[arg(long, default_value = "text", hide_possible_values = true)]
    pub format: OutputFormat,
}

/// `study`
#[derive(Args, Debug)]
pub struct StudyArgs {
    /// Action: `new` writes the file of a study.
    #[arg(hide_possible_values = true)]
    pub action: StudyAction,
    /// Folder of the new study.
    pub folder: PathBuf,
    /// Title of the paper.
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Question that the study answers.
    #[arg(long, value_name = "TEXT")]
    pub question: Option<String>,
    /// Rulesets; each is compared with the first.
    #[arg(long = "compare", value_name = "RULESET,…", value_delimiter = ',')]
    pub names: Vec<String>,
    /// Set a constant of a rule script on one side (`a:`, `b:`, …) or on all (repeatable).
    #[arg(long = "set", value_name = "[SIDE:][SCRIPT.]CONST=VALUE")]
    pub set: Vec<SideSetting>,
    /// Metric that answers the question; `quadrille explain compare` lists the metrics.
    #[arg(long, value_name = "METRIC")]
    pub primary: Option<String>,
    /// Smallest change of that metric that matters.
    #[arg(long, value_name = "SIZE")]
    pub margin: Option<f64>,
    /// Metrics to report without a hypothesis.
    #[arg(long, value_name = "METRIC,…", value_delimiter = ',')]
    pub exploratory: Vec<String>,
    /// Agents, each tested separately [default: greedy].
    #[arg(long, value_name = "AGENT,…", value_delimiter = ',')]
    pub agents: Vec<String>,
    /// Maximum number of games per ruleset and line-up of agents [default: 2000].
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub number: Option<u64>,
    /// Openings, as in `quadrille compare --from`.
    #[arg(long, value_name = "FILE|random:N|moves:MOVES")]
    pub from: Option<String>,
    /// Seed of all random choices.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Results that would change the conclusion.
    #[arg(long, value_name = "TEXT")]
    pub would_change: Option<String>,
    /// Limits of the study that are known before it starts.
    #[arg(long, value_name = "TEXT")]
    pub limits: Option<String>,
}

/// An action of `study`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum StudyAction {
    /// Write the file of a new study.
    New,
}
