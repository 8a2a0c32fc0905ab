//! Arguments of `match`.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;

use super::{Entrant, FromArgs, OutputFormat, RulesArgs, RunArgs};

/// `match`
#[derive(Args, Debug)]
pub struct MatchArgs {
    /// The ruleset and its changes.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Agents, or external engines as `uci:COMMAND;go=movetime 100;Hash=16`; short for `--a`,
    /// `--b`, …
    #[arg(long, value_name = "AGENT,…", value_delimiter = ',')]
    pub agents: Vec<Entrant>,
    /// First agent, whose strength is measured.
    #[arg(long, value_name = "AGENT")]
    pub a: Option<Entrant>,
    /// Second agent.
    #[arg(long, value_name = "AGENT")]
    pub b: Option<Entrant>,
    /// Third agent.
    #[arg(long, value_name = "AGENT")]
    pub c: Option<Entrant>,
    /// Fourth agent.
    #[arg(long, value_name = "AGENT")]
    pub d: Option<Entrant>,
    /// Play a match between every two agents, and rate all of them.
    #[arg(long, conflicts_with = "gauntlet")]
    pub round_robin: bool,
    /// Play a match of the first agent against each of the others, and rate all of them.
    #[arg(long)]
    pub gauntlet: bool,
    /// Games per match, rounded up to whole blocks; with `--decide`, `--elo0` or `--sprt`, the
    /// maximum.
    #[arg(short, long, value_name = "N", default_value_t = 200)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub number: u64,
    /// End a match as soon as one agent is known to be stronger.
    #[arg(long)]
    pub decide: bool,
    /// End a match as soon as the first agent is known to be stronger by more than ELO, or by less
    /// than `--elo1`.
    #[arg(long, value_name = "ELO", conflicts_with = "decide", allow_negative_numbers = true)]
    pub elo0: Option<f64>,
    /// End a match as soon as the first agent is known to be stronger by less than ELO [default:
    /// the value of `--elo0`].
    #[arg(long, value_name = "ELO", requires = "elo0", allow_negative_numbers = true)]
    pub elo1: Option<f64>,
    /// End a match by a sequential probability ratio test between `--elo0` [default: 0] and `--elo1`
    /// [default: 5 more].
    #[arg(long, conflicts_with = "decide")]
    pub sprt: bool,
    /// The play of the games.
    #[command(flatten)]
    pub play: MatchPlayArgs,
    /// Print the table to standard error once every BLOCKS blocks.
    #[arg(long, value_name = "BLOCKS", value_parser = clap::value_parser!(u64).range(1..))]
    pub every: Option<u64>,
    /// Output format: text or json.
    #[arg(long, default_value = "text", hide_possible_values = true)]
    pub format: OutputFormat,
}

/// The play of the games of a match or tournament.
#[derive(Args, Debug)]
pub struct MatchPlayArgs {
    /// Time for each decision, in milliseconds.
    #[arg(long, value_name = "MS", conflicts_with = "tc")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub movetime: Option<u64>,
    /// Clock of each seat: seconds for the game, plus seconds for each decision, such as `10+0.1`.
    #[arg(long, value_name = "SECONDS+INCREMENT")]
    pub tc: Option<Clock>,
    /// Accept answers up to this many milliseconds late; a seat that is later loses on time.
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    #[arg(value_parser = clap::value_parser!(u64).range(0..=3_600_000))]
    pub margin: u64,
    /// Wait this many seconds for an engine that has no time limit; it then forfeits.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub patience: u64,
    /// End a game between two sides once both have agreed on the winner for this many rounds.
    #[arg(long, value_name = "ROUNDS")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub adjudicate: Option<u32>,
    /// Advantage that counts as a win for `--adjudicate`, in hundredths of a pawn.
    #[arg(long, value_name = "CP", requires = "adjudicate", default_value_t = 1000)]
    #[arg(value_parser = clap::value_parser!(i64).range(1..=1_000_000))]
    pub adjudicate_score: i64,
    /// The openings of the games.
    #[command(flatten)]
    pub from: FromArgs,
    /// Settings of the games to play.
    #[command(flatten)]
    pub run: RunArgs,
    /// Save each game as a line of JSON to this file.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Continue the match in `--out`: play only the games that the file lacks.
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// Write each game with evaluations as a PGN4 file to this folder.
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,
    /// Exit with code 1 if an agent or engine forfeited a game.
    #[arg(long)]
    pub fail_on_forfeit: bool,
}

/// The time of a seat: a time for the whole game, and an increment for each decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// The time for the game.
    pub base: Duration,
    /// The time that each decision adds.
    pub increment: Duration,
}

impl FromStr for Clock {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let seconds = |text: &str| {
            let seconds = text.parse::<f64>().ok().filter(|s| (0.0..=1e6).contains(s))?;
            Some(Duration::from_secs_f64(seconds))
        };
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        match (seconds(base), seconds(increment)) {
            (Some(base), Some(increment)) if !base.is_zero() => Ok(Self { base, increment }),
            _ => {
                Err("expected seconds for the game and for each decision, such as 10+0.1"
                    .to_owned())
            }
        }
    }
}

impl std::fmt::Display for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_seconds_and_an_increment() {
        let clock: Clock = "10+0.1".parse().unwrap();
        assert_eq!((clock.base.as_millis(), clock.increment.as_millis()), (10_000, 100));
        assert_eq!(
            (clock.to_string(), "5".parse::<Clock>().unwrap().to_string()),
            ("10+0.1".to_owned(), "5+0".to_owned())
        );
        for wrong in ["", "0", "-1", "1+", "nan", "1e9", "inf+1", "40/10"] {
            assert!(wrong.parse::<Clock>().is_err(), "{wrong}");
        }
    }
}
