//! `match`: its arguments.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;

use super::{Entrant, FromArgs, OutputFormat, RulesArgs, RunArgs};

/// `match`
#[derive(Args, Debug)]
pub struct MatchArgs {
    /// Which rules to use.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Who plays: agents, or engines of other programs as `uci:COMMAND;go=movetime 100;Hash=16`. The same as `--a`, `--b`, …
    #[arg(long, value_name = "AGENT,…", value_delimiter = ',')]
    pub agents: Vec<Entrant>,
    /// The first agent: the one whose strength is asked for.
    #[arg(long, value_name = "AGENT")]
    pub a: Option<Entrant>,
    /// The second.
    #[arg(long, value_name = "AGENT")]
    pub b: Option<Entrant>,
    /// A third.
    #[arg(long, value_name = "AGENT")]
    pub c: Option<Entrant>,
    /// A fourth.
    #[arg(long, value_name = "AGENT")]
    pub d: Option<Entrant>,
    /// Each agent plays a match with each other, and all are rated.
    #[arg(long, conflicts_with = "gauntlet")]
    pub round_robin: bool,
    /// The first agent plays a match with each other, and all are rated.
    #[arg(long)]
    pub gauntlet: bool,
    /// Games per match, rounded up to whole blocks; with `--decide` or `--elo0`, the most.
    #[arg(short, long, value_name = "N", default_value_t = 200)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub number: u64,
    /// End a match as soon as it is known who is stronger.
    #[arg(long)]
    pub decide: bool,
    /// End a match as soon as the first agent is known to be more than this many Elo stronger, or less than `--elo1`.
    #[arg(long, value_name = "ELO", conflicts_with = "decide", allow_negative_numbers = true)]
    pub elo0: Option<f64>,
    /// End a match as soon as the first agent is known to be less than this many Elo stronger [default: as `--elo0`].
    #[arg(long, value_name = "ELO", requires = "elo0", allow_negative_numbers = true)]
    pub elo1: Option<f64>,
    /// Time for each decision, in milliseconds.
    #[arg(long, value_name = "MS", conflicts_with = "tc")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub movetime: Option<u64>,
    /// A clock for each seat: seconds for the game, and for each decision on top, such as `10+0.1`.
    #[arg(long, value_name = "SECONDS+INCREMENT")]
    pub tc: Option<Clock>,
    /// How late an answer may be, in milliseconds, before its seat loses on time.
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    #[arg(value_parser = clap::value_parser!(u64).range(0..=3_600_000))]
    pub margin: u64,
    /// How long an engine without a time limit may be silent, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub patience: u64,
    /// End a game between two sides once both have agreed for this many rounds on who wins.
    #[arg(long, value_name = "ROUNDS")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub adjudicate: Option<u32>,
    /// The advantage that counts as a win for `--adjudicate`, in hundredths of a pawn.
    #[arg(long, value_name = "CP", requires = "adjudicate", default_value_t = 1000)]
    #[arg(value_parser = clap::value_parser!(i64).range(1..=1_000_000))]
    pub adjudicate_score: i64,
    /// Where games begin.
    #[command(flatten)]
    pub from: FromArgs,
    /// How to play games.
    #[command(flatten)]
    pub run: RunArgs,
    /// Save each game as a line of JSON to this file.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Continue from that file: play only the games that it lacks.
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// Write the games as PGN4 with evaluations to this folder, a file for each.
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,
    /// Print the table to standard error every so many blocks.
    #[arg(long, value_name = "BLOCKS", value_parser = clap::value_parser!(u64).range(1..))]
    pub every: Option<u64>,
    /// Exit with code 1 if an agent or engine has forfeited a game.
    #[arg(long)]
    pub fail_on_forfeit: bool,
    /// Output format.
    #[arg(long, default_value = "text")]
    pub format: OutputFormat,
}

/// Time for a game, and for each decision on top.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// For the game.
    pub base: Duration,
    /// For each decision.
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
