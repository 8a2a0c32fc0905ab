//! Arguments of `puzzles`.

use std::path::PathBuf;

use clap::Args;
use quadrille_agents::AgentSpec;

use super::{RunArgs, parse_agents};

/// `puzzles`
#[derive(Args, Debug)]
pub struct PuzzlesArgs {
    /// Ruleset, or several presets of one; with `--check`, any rulesets and files of puzzles.
    #[arg(required = true, value_name = "RULESET")]
    pub names: Vec<String>,
    /// Solve known puzzles again instead of finding new ones.
    #[arg(long)]
    pub check: bool,
    /// Number of games.
    #[arg(short, long, value_name = "GAMES", default_value_t = 20, conflicts_with = "check")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub number: u64,
    /// Agents: one for all seats, or one per seat.
    #[arg(long, value_name = "AGENT,…", value_delimiter = ',', default_value = "greedy")]
    #[arg(value_parser = parse_agents::<AgentSpec>, conflicts_with = "check")]
    pub agents: Vec<AgentSpec>,
    /// Find only puzzles with this goal (repeatable).
    #[arg(long = "goal", value_name = "GOAL", conflicts_with = "check")]
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(quadrille_agents::solve::Goal::WORDS))]
    pub goals: Vec<String>,
    /// Maximum number of plies of the side that solves a puzzle.
    #[arg(long, value_name = "N", default_value_t = 2, conflicts_with = "check")]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=i64::from(quadrille_agents::solve::MAX_PLIES)))]
    pub plies: u8,
    /// Leave out puzzles that need fewer plies than this.
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "check")]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=i64::from(quadrille_agents::solve::MAX_PLIES)))]
    pub least: u8,
    /// Maximum number of positions in the search for a solution.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Settings of the games to play.
    #[command(flatten)]
    pub run: RunArgs,
    /// Write the puzzles to this file instead of the screen.
    #[arg(short, long, value_name = "FILE", conflicts_with = "check")]
    pub out: Option<PathBuf>,
}
