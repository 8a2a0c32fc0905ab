//! Arguments of `learn`.

use std::path::PathBuf;

use clap::Args;
use quadrille_agents::AgentSpec;

use super::{OutputFormat, RunArgs, Setting, parse_agents};

/// `learn`
#[derive(Args, Debug)]
pub struct LearnArgs {
    /// Id of a shipped ruleset, or path of a folder or file; `@preset` may follow.
    pub ruleset: String,
    /// Set a constant of a rule script (repeatable).
    #[arg(long = "set", value_name = "[SCRIPT.]CONST=VALUE")]
    pub set: Vec<Setting>,
    /// Number of games in each stage.
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
    /// Number of stages; each is played with the weights fitted after the one before.
    #[arg(long, value_name = "N", default_value_t = 4)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub stages: u16,
    /// Train a network on top of the weights that the rules give, instead of fitting those weights.
    #[arg(long)]
    pub network: bool,
    /// Agent for all seats; it must search.
    #[arg(long, default_value = "search-paranoid:depth=2")]
    #[arg(value_parser = parse_agents::<AgentSpec>)]
    pub agent: AgentSpec,
    /// Number of openings, each played twice, in a contest of learned against unlearned weights
    /// after stages 1, 2, 4, … and the last; 0 turns contests off.
    #[arg(long, value_name = "N", default_value_t = 20)]
    #[arg(value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    pub openings: u64,
    /// Agent for contests [default: the agent of `--agent`].
    #[arg(long, value_name = "AGENT", value_parser = parse_agents::<AgentSpec>)]
    pub contest: Option<AgentSpec>,
    /// Settings of the games to play.
    #[command(flatten)]
    pub run: RunArgs,
    /// Write the weights to this file after each stage.
    #[arg(short, long, value_name = "FILE", default_value = "weights.toml")]
    pub out: PathBuf,
    /// Continue from the file of `--out`, which `learn` must have written.
    #[arg(long)]
    pub resume: bool,
    /// Output format: text or json.
    #[arg(long, default_value = "text", hide_possible_values = true)]
    pub format: OutputFormat,
}
