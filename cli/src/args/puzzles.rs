//! Arguments of `puzzles`.

use std::path::PathBuf;

use clap::Args;
use quadrille_agents::AgentSpec;

use super::RunArgs;

/// `puzzles`
#[derive(Args, Debug)]
pub struct PuzzlesArgs {
    /// A ruleset (id of a shipped one, or path of a folder; `@preset` may follow), or several presets of
    /// one. With `--check`, any rulesets, and files of puzzles.
    #[arg(required = true, value_name = "RULESET")]
    pub names: Vec<String>,
    /// Solve known puzzles again, instead of finding new ones.
    #[arg(long)]
    pub check: bool,
    /// Number of games.
    #[arg(short, long, value_name = "GAMES", default_value_t = 20, conflicts_with = "check")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub number: u64,
    /// Agents: one for all seats, or one per seat.
    #[arg(long, value_name = "AGENT,…", value_delimiter = ',', default_value = "greedy")]
    #[arg(conflicts_with = "check")]
    pub agents: Vec<AgentSpec>,
    /// Look for this goal only (repeatable).
    #[arg(long = "goal", value_name = "GOAL", conflicts_with = "check")]
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(quadrille_agents::solve::Goal::WORDS))]
    pub goals: Vec<String>,
    /// The most plies of the side that solves a puzzle.
    #[arg(long, value_name = "N", default_value_t = 2, conflicts_with = "check")]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=i64::from(quadrille_agents::solve::MAX_PLIES)))]
    pub plies: u8,
    /// Leave out puzzles that need fewer plies.
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "check")]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=i64::from(quadrille_agents::solve::MAX_PLIES)))]
    pub least: u8,
    /// Maximum number of positions that a search for a solution may reach.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// How to play games.
    #[command(flatten)]
    pub run: RunArgs,
    /// Write the puzzles to this file, instead of the screen.
    #[arg(short, long, value_name = "FILE", conflicts_with = "check")]
    pub out: Option<PathBuf>,
}
