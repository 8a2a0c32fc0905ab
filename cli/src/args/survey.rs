//! Arguments of the commands about many rulesets or readings at once.

use std::path::PathBuf;

use clap::Args;
use quadrille_agents::AgentSpec;
use quadrille_reports::compare::question::LineUp;
use quadrille_reports::survey::measure::DEFAULT_METRICS;

use super::{FromArgs, OutputFormat, RulesArgs, RunArgs, parse_agents};

/// `survey`
#[derive(Args, Debug)]
pub struct SurveyArgs {
    /// Rulesets; `@preset` may follow each.
    #[arg(required_unless_present = "all", value_name = "RULESET")]
    pub names: Vec<String>,
    /// Survey every ruleset that `list` shows.
    #[arg(long, conflicts_with = "names")]
    pub all: bool,
    /// Survey each preset of these rulesets as well.
    #[arg(long)]
    pub presets: bool,
    /// Agents, each of which plays all seats.
    #[arg(long, value_name = "AGENT,…", value_delimiter = ',', default_value = "random,greedy")]
    #[arg(value_parser = parse_agents::<AgentSpec>)]
    pub agents: Vec<AgentSpec>,
    /// Metrics; `quadrille explain survey` lists them.
    #[arg(long, value_name = "METRIC,…", value_delimiter = ',', default_values_t = DEFAULT_METRICS.map(str::to_owned))]
    pub metrics: Vec<String>,
    /// Number of games for each ruleset and agent.
    #[arg(short, long, value_name = "N", default_value_t = 200)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub number: u64,
    /// Number of clusters [default: 2 to 6, whichever separates best].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub clusters: Option<u16>,
    /// The openings of the games.
    #[command(flatten)]
    pub from: FromArgs,
    /// Settings of the games to play.
    #[command(flatten)]
    pub run: RunArgs,
    /// Write an HTML page with the map, the clusters and the boards.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Write the map as SVG.
    #[arg(long, value_name = "FILE")]
    pub map: Option<PathBuf>,
    /// Write all means and intervals as CSV.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Output format: text or json.
    #[arg(long, default_value = "text", hide_possible_values = true)]
    pub format: OutputFormat,
}

/// `search`
#[derive(Args, Debug)]
pub struct SearchArgs {
    /// The ruleset whose tunables vary, except the ones that `--set` fixes.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Goal, such as `seats within 2 %, decided >= 60 %, plies <= 300`; `quadrille explain search`
    /// describes the grammar.
    #[arg(long)]
    pub goal: String,
    /// Vary only this tunable, optionally among these values (repeatable) [default: all with listed
    /// values].
    #[arg(long = "tunable", value_name = "SCRIPT.CONST[=VALUE,…]")]
    pub tunables: Vec<String>,
    /// Line-ups that must all meet the goal: an agent for all seats, or one per seat, joined by
    /// `+`.
    #[arg(long, value_name = "AGENT,…", value_delimiter = ',', default_value = "greedy")]
    #[arg(value_parser = parse_agents::<LineUp>)]
    pub agents: Vec<LineUp>,
    /// Number of games in all: half to explore, half to confirm.
    #[arg(short, long, value_name = "N", default_value_t = 20_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub number: u64,
    /// Maximum number of readings to try; if there are more, the seed draws a sample.
    #[arg(long, value_name = "N", default_value_t = 64)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub candidates: u16,
    /// Number of readings to confirm.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub finalists: u16,
    /// The openings of the games.
    #[command(flatten)]
    pub from: FromArgs,
    /// Settings of the games to play.
    #[command(flatten)]
    pub run: RunArgs,
    /// Write an HTML page with all readings.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Output format: text or json.
    #[arg(long, default_value = "text", hide_possible_values = true)]
    pub format: OutputFormat,
}
