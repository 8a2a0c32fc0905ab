//! Arguments of `learn`.

use std::path::PathBuf;

use clap::Args;
use quadrille_agents::AgentSpec;

use super::{OutputFormat, RunArgs, Setting};

/// `learn`
#[derive(Args, Debug)]
pub struct LearnArgs {
    /// Id of a shipped ruleset, or path of a folder; `@preset` may follow.
    pub ruleset: String,
    /// Set a constant of a rule script (repeatable).
    #[arg(long = "set", value_name = "[SCRIPT.]CONST=VALUE")]
    pub set: Vec<Setting>,
    /// Games of each stage.
    #[arg(
        short,
        long,
        short_alias = 'g',
        alias = "games",
        value_name = "N",
        default_value_t = 200
    )]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub number: u64,
    /// Stages: after each, the weights are fitted to its games, and the next is played with them.
    #[arg(long, value_name = "N", default_value_t = 4)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub stages: u16,
    /// Train a network that adds to the weights that follow from the rules, instead of fitting these.
    #[arg(long)]
    pub network: bool,
    /// The agent that plays, in all seats; one that searches.
    #[arg(long, default_value = "search-paranoid:depth=2")]
    pub agent: AgentSpec,
    /// Openings of a contest, each played twice, between the weights learned and those that follow from the
    /// rules. There is one after the first stage, the second, the fourth and so on, and after the last.
    #[arg(long, value_name = "N", default_value_t = 20)]
    #[arg(value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    pub openings: u64,
    /// The agent of contests [default: that of --agent].
    #[arg(long, value_name = "AGENT")]
    pub contest: Option<AgentSpec>,
    /// How to play games.
    #[command(flatten)]
    pub run: RunArgs,
    /// Write the weights to this file, after each stage.
    #[arg(short, long, value_name = "FILE", default_value = "weights.toml")]
    pub out: PathBuf,
    /// Continue from that file, which this command must have written.
    #[arg(long)]
    pub resume: bool,
    /// Output format.
    #[arg(long, default_value = "text")]
    pub format: OutputFormat,
}
