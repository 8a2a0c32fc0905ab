//! Arguments of the commands that play many games, and of the commands about their databases.

use std::convert::Infallible;
use std::ops::Range;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use quadrille_agents::AgentSpec;
use quadrille_reports::compare::question::LineUp;
use quadrille_reports::skill::Rungs;

use super::{
    FromArgs, KeepArgs, OutputFormat, RulesArgs, RunArgs, Setting, WeightsFrom, parse_agents,
};

/// `playout`
#[derive(Args, Debug)]
pub struct PlayoutArgs {
    /// The ruleset and its changes.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Number of games.
    #[arg(short, long, value_name = "N", default_value_t = 1000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub number: u64,
    /// Play the games with these indices instead of the first N.
    #[arg(long, value_name = "A..B", conflicts_with = "number", value_parser = games)]
    pub games: Option<Range<u64>>,
    /// Play only this part of the games, such as `3/200` on the third of 200 machines; `quadrille
    /// merge` joins the databases.
    #[arg(long, value_name = "K/N")]
    pub part: Option<Share>,
    /// Agents: one for all seats, or one per seat.
    #[arg(long, value_name = "AGENT,…", value_delimiter = ',', default_value = "greedy")]
    #[arg(help = agents_help(), value_parser = parse_agents::<AgentSpec>)]
    pub agents: Vec<AgentSpec>,
    /// The openings of the games.
    #[command(flatten)]
    pub from: FromArgs,
    /// Settings of the games to play.
    #[command(flatten)]
    pub run: RunArgs,
    /// Rotate the agents through the seats; each block of games has every rotation once, with the
    /// same random stream.
    #[arg(long)]
    pub rotate: bool,
    /// Skip metrics, for speed.
    #[arg(long, conflicts_with = "out")]
    pub no_metrics: bool,
    /// Report the time of move generation, moves, the turn machine and each hook; `--no-metrics`
    /// leaves out the time of metrics.
    #[arg(long)]
    pub profile: bool,
    /// Play only a sample, and estimate the time of all games on several numbers of machines.
    #[arg(long, conflicts_with_all = ["out", "records", "profile", "full"])]
    pub estimate: bool,
    /// Save each game to this new database as it finishes.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Save every ply of each game too: the move, legal moves, captures, checks, evaluation and
    /// time.
    #[arg(long, requires = "out")]
    pub series: bool,
    /// Continue the run in the database: play only the games that it lacks.
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// Write the games as PGN4: one file for each game if this is a folder or ends with a slash,
    /// else one file.
    #[arg(long, value_name = "DIR/|FILE")]
    pub records: Option<PathBuf>,
    /// Print every table instead of one screen.
    #[arg(long)]
    pub full: bool,
    /// Output format: text or json.
    #[arg(long, default_value = "text", hide_possible_values = true)]
    pub format: OutputFormat,
}

/// `compare`
#[derive(Args, Debug)]
pub struct CompareArgs {
    /// Rulesets; each is compared with the first. A single one is compared with a copy that `--set`
    /// changes.
    #[arg(required = true, value_name = "RULESET", num_args = 1..=8)]
    pub names: Vec<String>,
    /// Set a constant of a rule script on one side (`a:`, `b:`, …) or on all (repeatable); for a
    /// single ruleset, on its changed side.
    #[arg(long = "set", value_name = "[SIDE:][SCRIPT.]CONST=VALUE")]
    pub set: Vec<SideSetting>,
    /// Let agents use the weights in this file on one side (`a:`, `b:`, …) or on all (repeatable);
    /// `none` derives values from the rules.
    #[arg(long, value_name = "[SIDE:]FILE")]
    pub weights: Vec<SideWeights>,
    /// The question.
    #[command(flatten)]
    pub question: QuestionArgs,
    /// Settings of the games to play.
    #[command(flatten)]
    pub run: RunArgs,
    /// The files in which the games are kept.
    #[command(flatten)]
    pub keep: KeepArgs,
    /// Write an HTML page with plots, heat maps and sample games.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Exit with code 1 if the rules differ.
    #[arg(long)]
    pub fail_on_diff: bool,
    /// Print every table instead of one screen.
    #[arg(long)]
    pub full: bool,
    /// Output format: text or json.
    #[arg(long, default_value = "text", hide_possible_values = true)]
    pub format: OutputFormat,
}

/// `sweep`
#[derive(Args, Debug)]
pub struct SweepArgs {
    /// The ruleset before any change.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Change only this tunable, optionally to these values (repeatable).
    #[arg(long = "tunable", value_name = "SCRIPT.CONST[=VALUE,…]")]
    pub tunables: Vec<String>,
    /// The question. The default margin is five percentage points.
    #[command(flatten)]
    pub question: QuestionArgs,
    /// Settings of the games to play.
    #[command(flatten)]
    pub run: RunArgs,
    /// The files in which the games are kept.
    #[command(flatten)]
    pub keep: KeepArgs,
    /// Output format: text or json.
    #[arg(long, default_value = "text", hide_possible_values = true)]
    pub format: OutputFormat,
}

/// `skill`
#[derive(Args, Debug)]
pub struct SkillArgs {
    /// The ruleset and its changes.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Agents, weakest first; each plays the one before it, and the last also plays the first.
    /// `mcts:A..B` doubles the budget from A to B.
    #[arg(long, value_name = "AGENT,…", value_delimiter = ',', default_value = "mcts:4..64")]
    #[arg(value_parser = parse_agents::<Rungs>)]
    pub agents: Vec<Rungs>,
    /// Games per match, rounded up to whole blocks; with `--decide`, the maximum.
    #[arg(short, long, value_name = "N", default_value_t = 200)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub number: u64,
    /// End a match as soon as one agent is known to be stronger.
    #[arg(long)]
    pub decide: bool,
    /// The openings of the games.
    #[command(flatten)]
    pub from: FromArgs,
    /// Settings of the games to play.
    #[command(flatten)]
    pub run: RunArgs,
    /// The files in which the games are kept.
    #[command(flatten)]
    pub keep: KeepArgs,
    /// Output format: text or json.
    #[arg(long, default_value = "text", hide_possible_values = true)]
    pub format: OutputFormat,
}

/// `claims`
#[derive(Args, Debug)]
pub struct ClaimsArgs {
    /// Test only the claims about this ruleset.
    pub ruleset: Option<String>,
    /// Settings of the games to play.
    #[command(flatten)]
    pub run: RunArgs,
    /// Maximum number of games per side, even if a claim requests more.
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub number: Option<u64>,
    /// Write the page to this file instead of printing it.
    #[arg(short, long, value_name = "FILE", conflicts_with = "format")]
    pub output: Option<PathBuf>,
    /// Output format: text or json.
    #[arg(long, default_value = "text", hide_possible_values = true)]
    pub format: OutputFormat,
}

/// The question of a comparison.
#[derive(Args, Clone, Debug)]
pub struct QuestionArgs {
    /// Metric that decides; `quadrille explain compare` lists the metrics.
    #[arg(long, value_name = "METRIC", default_value = "decided")]
    pub primary: String,
    /// Smallest difference of that metric that matters: a fraction from 0 to 1, or plies.
    #[arg(long, value_name = "SIZE", value_parser = size, allow_negative_numbers = true)]
    pub margin: Option<f64>,
    /// Line-ups, each tested separately: an agent for all seats, or one per seat, such as
    /// `greedy+random+greedy+random`.
    #[arg(long, value_name = "AGENT,…", value_delimiter = ',', default_value = "random,greedy")]
    #[arg(value_parser = parse_agents::<LineUp>)]
    pub agents: Vec<LineUp>,
    /// Maximum number of games per side and line-up; play stops once the question is answered.
    #[arg(short, long, value_name = "N", default_value_t = 4000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub number: u64,
    /// Play at least this many games for the other metrics, even if the answer is known sooner.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub at_least: u64,
    /// The openings of the games.
    #[command(flatten)]
    pub from: FromArgs,
}

/// `merge`
#[derive(Args, Debug)]
pub struct MergeArgs {
    /// Database to write.
    pub out: PathBuf,
    /// Databases to merge, in any order.
    #[arg(required = true, value_name = "SHARD")]
    pub shards: Vec<PathBuf>,
}

/// `migrate`
#[derive(Args, Debug)]
pub struct MigrateArgs {
    /// Database of an older version; for another file, its version is reported.
    pub old: PathBuf,
    /// Database to write.
    pub out: PathBuf,
}

/// `export`
#[derive(Args, Debug)]
pub struct ExportArgs {
    /// Database to read.
    pub database: PathBuf,
    /// Output format.
    #[arg(long, default_value = "csv")]
    pub format: ExportFormat,
    /// Export the plies of games played with `--series`, instead of the games.
    #[arg(long)]
    pub series: bool,
    /// Export the games with these indices instead of all.
    #[arg(long, value_name = "A..B", value_parser = games)]
    pub games: Option<Range<u64>>,
    /// Write to this file.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The format of exported games.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportFormat {
    /// CSV, one line per game.
    Csv,
    /// One JSON object with the run and its games.
    Json,
    /// One line of JSON per game.
    Ndjson,
    /// PGN4, which `replay` and the page read.
    Pgn,
}

/// A constant that is set for one side of a comparison, or for all sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideSetting {
    /// The index of the side, or `None` for all sides.
    pub side: Option<usize>,
    /// The setting.
    pub setting: Setting,
}

impl FromStr for SideSetting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let name = text.split_once('=').map_or(text, |(name, _)| name);
        let Some((side, _)) = name.split_once(':') else {
            return Ok(Self { side: None, setting: text.parse()? });
        };
        match side.as_bytes() {
            [letter @ b'a'..=b'h'] => {
                let setting = text[side.len() + 1..].parse()?;
                Ok(Self { side: Some(usize::from(letter - b'a')), setting })
            }
            _ => Err(format!("unknown side `{side}`; the rulesets are a, b, c, … in order")),
        }
    }
}

impl std::fmt::Display for SideSetting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(side) = self.side {
            write!(f, "{}:", (b'a' + side.min(25) as u8) as char)?;
        }
        write!(f, "{}", self.setting)
    }
}

/// A file of weights for one side of a comparison, or for all sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideWeights {
    /// The side's index, or `None` for all sides.
    pub side: Option<usize>,
    /// The source of the weights.
    pub from: WeightsFrom,
}

impl FromStr for SideWeights {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let (side, rest) = match text.as_bytes() {
            [letter @ b'a'..=b'h', b':', ..] => (Some(usize::from(letter - b'a')), &text[2..]),
            _ => (None, text),
        };
        Ok(Self { side, from: rest.parse()? })
    }
}

/// One of the parts into which a run is divided: `3/200` is the third of 200 parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// The number of the part, from 1.
    pub part: u64,
    /// The number of parts.
    pub of: u64,
}

impl Share {
    /// Returns the games of the part. No block of `block` games is divided between parts. The sizes
    /// of two parts differ by at most one block.
    #[must_use]
    pub fn of(self, games: &Range<u64>, block: u64) -> Range<u64> {
        let blocks = u128::from((games.end - games.start).div_ceil(block));
        let cut = |part: u64| {
            let before = blocks * u128::from(part) / u128::from(self.of);
            games.end.min(games.start.saturating_add((before as u64).saturating_mul(block)))
        };
        cut(self.part - 1)..cut(self.part)
    }
}

impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |part: &str| part.parse::<u64>().ok().filter(|number| *number > 0);
        let share = text.split_once('/').and_then(|(a, b)| Some((number(a)?, number(b)?)));
        match share {
            Some((part, of)) if part <= of => Ok(Self { part, of }),
            Some((part, of)) => Err(format!("there is no part {part} of {of}; they are 1 to {of}")),
            None => Err("expected a part, such as 3/200".to_owned()),
        }
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

/// Returns the help of `--agents`, with the names of all agents.
fn agents_help() -> String {
    format!(
        "Agents: one for all seats, or one per seat, from {}; see `quadrille explain agents`",
        AgentSpec::syntaxes()
    )
}

/// Parses a positive number.
fn size(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(size) if size > 0.0 && size.is_finite() => Ok(size),
        _ => Err("expected a positive number, such as 0.02 or 5".to_owned()),
    }
}

/// Parses a range of games: `A..B`.
fn games(text: &str) -> Result<Range<u64>, String> {
    let number = |part: &str| part.parse::<u64>().ok();
    let range = text.split_once("..").and_then(|(a, b)| Some(number(a)?..number(b)?));
    match range {
        None => Err("expected a range, such as 0..500".to_owned()),
        Some(range) if range.is_empty() => {
            Err("the second number must be larger than the first".to_owned())
        }
        Some(range) => Ok(range),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_run_are_all_of_it_and_keep_blocks_whole() {
        for (games, block, of) in [(0..1000, 1, 7), (10..90, 4, 3), (0..5, 2, 9), (3..4, 4, 1)] {
            let parts = (1..=of).map(|part| Share { part, of }.of(&games, block));
            let mut at = games.start;
            for part in parts {
                assert_eq!(part.start, at, "{games:?} {of}");
                assert!(part.end == games.end || (part.end - games.start) % block == 0);
                at = part.end;
            }
            assert_eq!(at, games.end);
        }
        assert_eq!("3/200".parse(), Ok(Share { part: 3, of: 200 }));
        for wrong in ["0/5", "6/5", "3", "3/0", "a/b", "-1/4"] {
            assert!(wrong.parse::<Share>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_setting_may_name_its_side() {
        let on = |text: &str| text.parse::<SideSetting>().map(|s| (s.side, s.setting.to_string()));
        assert_eq!(on("b:mate.X=a:b"), Ok((Some(1), "mate.X=a:b".to_owned())));
        assert_eq!(on("mate.X=a:b"), Ok((None, "mate.X=a:b".to_owned())));
        assert!(on("z:mate.X=1").is_err());
        assert!(on("b:mate.X").is_err());
    }

    #[test]
    fn a_line_up_is_one_agent_or_one_for_each_seat() {
        let line = "greedy+random".parse::<LineUp>().unwrap();
        assert_eq!(line.0, [AgentSpec::Greedy, AgentSpec::Random]);
        assert_eq!(line.to_string(), "greedy+random");
        assert!("greedy+".parse::<LineUp>().is_err());
    }

    #[test]
    fn a_range_of_games_goes_upward() {
        assert_eq!(games("0..500"), Ok(0..500));
        for wrong in ["", "5", "5..", "..5", "5..5", "6..5", "-1..5", "a..b", "0..=5"] {
            assert!(games(wrong).is_err(), "{wrong}");
        }
    }
}
