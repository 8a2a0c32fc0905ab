//! Arguments of `tournament`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};

use super::{Entrant, MatchPlayArgs, OutputFormat, RulesArgs};

/// `tournament`
#[derive(Args, Debug)]
pub struct TournamentArgs {
    /// The ruleset and its changes.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Players: agents, or external engines as `uci:COMMAND;go=movetime 100` (repeatable).
    #[arg(long, value_name = "AGENT,…", value_delimiter = ',', required = true)]
    pub agents: Vec<Entrant>,
    /// System of pairings: round-robin, gauntlet (the first against each other) or swiss.
    #[arg(long, value_name = "SYSTEM", default_value = "round-robin", hide_possible_values = true)]
    pub system: TournamentSystem,
    /// Rounds of a Swiss tournament [default: enough to find the best of all players].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub rounds: Option<u32>,
    /// Games per pairing, rounded up to whole blocks.
    #[arg(short, long, value_name = "N", default_value_t = 20)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub number: u64,
    /// Fix the rating of a player, as in `greedy=1500`, so that ratings of several tournaments have
    /// one scale (repeatable).
    #[arg(long, value_name = "NAME=ELO")]
    pub anchor: Vec<Anchor>,
    /// The play of the games.
    #[command(flatten)]
    pub play: MatchPlayArgs,
    /// Write the crosstable as an HTML page.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Output format: text or json.
    #[arg(long, default_value = "text", hide_possible_values = true)]
    pub format: OutputFormat,
}

/// The system of pairings of a tournament.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum TournamentSystem {
    /// Every two players meet.
    RoundRobin,
    /// The first player meets each other player.
    Gauntlet,
    /// Players with similar points meet.
    Swiss,
}

impl TournamentSystem {
    /// Returns the word for the system, as on the command line.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Swiss => "swiss",
        }
    }
}

/// A player with a known rating.
#[derive(Clone, PartialEq, Debug)]
pub struct Anchor {
    /// The name of the player.
    pub name: String,
    /// The known rating in Elo.
    pub elo: f64,
}

impl FromStr for Anchor {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // Names of agents may contain `=`.
        let parts = text.rsplit_once('=');
        let elo = |text: &str| text.parse::<f64>().ok().filter(|elo| elo.abs() <= 1e6);
        match parts.and_then(|(name, text)| Some((name, elo(text)?))) {
            Some((name, elo)) if !name.is_empty() => Ok(Self { name: name.to_owned(), elo }),
            _ => Err("expected a player and a rating, such as greedy=1500".to_owned()),
        }
    }
}

impl std::fmt::Display for Anchor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.name, self.elo)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_anchor_is_a_name_and_a_rating() {
        let anchor: Anchor = "search:depth=2=1500.5".parse().unwrap();
        assert_eq!((anchor.name.as_str(), anchor.elo), ("search:depth=2", 1500.5));
        assert_eq!(anchor.to_string(), "search:depth=2=1500.5");
        for wrong in ["greedy", "=5", "greedy=", "greedy=nan", "greedy=1e9"] {
            assert!(wrong.parse::<Anchor>().is_err(), "{wrong}");
        }
    }
}
