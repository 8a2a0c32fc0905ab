//! Arguments of `explore`.

use clap::{Args, ValueEnum};
use quadrille_agents::AgentSpec;
use quadrille_reports::explore::MAX_DEPTH;

use super::{PlainChange, PositionArgs, parse_agents, threads};

/// `explore`
#[derive(Args, Debug)]
pub struct ExploreArgs {
    /// PGN4 file, database of `playout`, or ruleset whose games are played now.
    #[arg(value_name = "FILE|RULESET")]
    pub source: String,
    /// Read games of this ruleset instead of the one that the PGN4 file names.
    #[arg(long, value_name = "RULESET")]
    pub ruleset: Option<String>,
    /// Changes to the rules.
    #[command(flatten)]
    pub change: PlainChange,
    /// The position to use.
    #[command(flatten)]
    pub position: PositionArgs,
    /// Show the moves of this many plies.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    pub depth: u32,
    /// Leave out moves of fewer games.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub min_games: u64,
    /// Play this many games of a ruleset [default: 1000].
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub number: Option<u64>,
    /// Agents of these games: one for all seats, or one per seat [default: greedy].
    #[arg(long, value_name = "AGENT,…", value_delimiter = ',', value_parser = parse_agents::<AgentSpec>)]
    pub agents: Vec<AgentSpec>,
    /// Seed of these games [default: 1].
    #[arg(long, value_name = "SEED")]
    pub seed: Option<u64>,
    /// Number of threads [default: one per CPU]; results do not depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Output format: text, json or ndjson.
    #[arg(long, default_value = "text", hide_possible_values = true)]
    pub format: ExploreFormat,
}

impl ExploreArgs {
    /// Returns the number of threads to use.
    #[must_use]
    pub fn threads(&self) -> usize {
        threads(self.jobs)
    }
}

/// The format of opening trees.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExploreFormat {
    /// Text for people.
    Text,
    /// One JSON object.
    Json,
    /// One line of JSON per position.
    Ndjson,
}
