//! Commands that play many games, and those about what they keep.

use std::ops::Range;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use quadrille_core::AgentSpec;

use super::{Format, RulesArgs, RunArgs, Setting};

/// `playout`
#[derive(Args, Debug)]
pub struct PlayoutArgs {
    /// Which rules.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// How many games.
    #[arg(short, long, value_name = "N", default_value_t = 1000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub number: u64,
    /// Which games, by index, instead of the first N.
    #[arg(long, value_name = "A..B", conflicts_with = "number", value_parser = games)]
    pub games: Option<Range<u64>>,
    /// Who plays: one agent for all seats, or one for each. `random`, `greedy`, `alphabeta:DEPTH`,
    /// `paranoid:DEPTH`, `maxn:DEPTH`, `brs:DEPTH` or `mcts:NODES`; see `quadrille explain agents`.
    #[arg(long, value_name = "AGENT,…", value_delimiter = ',', default_value = "random")]
    pub agents: Vec<AgentSpec>,
    /// How to play.
    #[command(flatten)]
    pub run: RunArgs,
    /// Let the agents change seats: a block of games has the same luck, and every rotation of the
    /// agents once.
    #[arg(long)]
    pub rotate: bool,
    /// Leave out metrics, for speed.
    #[arg(long, conflicts_with = "out")]
    pub no_metrics: bool,
    /// Tell where the time goes: generation, legality, applying, the turn machine and each hook. With
    /// `--no-metrics` it is the time of play alone.
    #[arg(long)]
    pub profile: bool,
    /// Keep every game in this new database, as it finishes.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Go on with the run in the database: play those games that are not in it.
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// Write the games themselves as PGN4: into a folder, a file for each, if the name ends with a
    /// slash or a folder is there; else all into one file.
    #[arg(long, value_name = "DIR/|FILE")]
    pub records: Option<PathBuf>,
    /// How to print the report.
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// `compare`
#[derive(Args, Debug)]
pub struct CompareArgs {
    /// The rulesets: the first is what the others are compared with. One alone is compared with
    /// what `--set b:…` makes of it.
    #[arg(required = true, value_name = "RULESET", num_args = 1..=8)]
    pub names: Vec<String>,
    /// Sets a script's constant on one side (`a:`, `b:`, …), or on all (may be repeated).
    #[arg(long = "set", value_name = "[SIDE:][SCRIPT.]CONST=VALUE")]
    pub set: Vec<SideSetting>,
    /// How the question is asked.
    #[command(flatten)]
    pub question: QuestionArgs,
    /// How to play.
    #[command(flatten)]
    pub run: RunArgs,
    /// Write a page with plots, heat maps and sample games: one file, for any browser.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Exit with 1 if the rules differ.
    #[arg(long)]
    pub fail_on_diff: bool,
    /// How to print the result.
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// `sweep`
#[derive(Args, Debug)]
pub struct SweepArgs {
    /// Which rules, as they are before anything is changed.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Only this tunable (may be repeated), maybe with values of your own:
    /// `script.CONST=1,2,3`.
    #[arg(long = "tunable", value_name = "SCRIPT.CONST[=VALUE,…]")]
    pub tunables: Vec<String>,
    /// How the question is asked. Where no margin is given, it is five points.
    #[command(flatten)]
    pub question: QuestionArgs,
    /// How to play.
    #[command(flatten)]
    pub run: RunArgs,
    /// How to print the result.
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// `skill`
#[derive(Args, Debug)]
pub struct SkillArgs {
    /// Which rules.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// The agents, weakest first: each plays against the one before it, and the last against the
    /// first. `mcts:A..B` stands for budgets from A to B, each twice the one before.
    #[arg(long, value_name = "AGENT,…", value_delimiter = ',', default_value = "mcts:4..64")]
    pub agents: Vec<Rungs>,
    /// How many games a match has, rounded up to whole blocks.
    #[arg(short, long, value_name = "N", default_value_t = 200)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub number: u64,
    /// How to play.
    #[command(flatten)]
    pub run: RunArgs,
    /// How to print the result.
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// `claims`
#[derive(Args, Debug)]
pub struct ClaimsArgs {
    /// The claims about this ruleset alone.
    pub ruleset: Option<String>,
    /// How to play.
    #[command(flatten)]
    pub run: RunArgs,
    /// No more games than this on a side, whatever a claim says.
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub number: Option<u64>,
    /// Write the page to a file instead of printing it.
    #[arg(short, long, value_name = "FILE", conflicts_with = "format")]
    pub output: Option<PathBuf>,
    /// How to print the result.
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// How rulesets are compared.
#[derive(Args, Clone, Debug)]
pub struct QuestionArgs {
    /// The one metric that decides; `quadrille explain compare` lists them.
    #[arg(long, value_name = "METRIC", default_value = "decided")]
    pub primary: String,
    /// Smaller differences of that metric do not matter: a share from 0 to 1, or plies.
    #[arg(long, value_name = "SIZE", value_parser = size, allow_negative_numbers = true)]
    pub margin: Option<f64>,
    /// Who plays, each by itself: agents that take all seats, or one for each seat, such as
    /// `greedy+random+greedy+random`.
    #[arg(long, value_name = "AGENT,…", value_delimiter = ',', default_value = "random,greedy")]
    pub agents: Vec<LineUp>,
    /// The most games on each side for each of them; play stops when the question is answered.
    #[arg(short, long, value_name = "N", default_value_t = 4000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub number: u64,
    /// The least games, even if the answer is known sooner: for the sake of the other metrics.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub at_least: u64,
}

/// `merge`
#[derive(Args, Debug)]
pub struct MergeArgs {
    /// The database to write.
    pub out: PathBuf,
    /// The databases of the parts, in any order.
    #[arg(required = true, value_name = "SHARD")]
    pub shards: Vec<PathBuf>,
}

/// `export`
#[derive(Args, Debug)]
pub struct ExportArgs {
    /// The database.
    pub database: PathBuf,
    /// How to write the games.
    #[arg(long, default_value = "csv")]
    pub format: ExportFormat,
    /// Write to a file.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What games are written as.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportFormat {
    /// A table with a line for each game.
    Csv,
    /// One object with the run and its games.
    Json,
    /// A line of JSON for each game.
    Ndjson,
}

/// A setting on one side of a comparison, or on all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideSetting {
    /// The side's place; none for all of them.
    pub side: Option<usize>,
    /// What is set.
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
            _ => Err(format!("`{side}` is no side; the rulesets are a, b, c, … in order")),
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

/// Who sits at the table: one agent for all seats, or one for each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineUp(pub Vec<AgentSpec>);

impl FromStr for LineUp {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.split('+').map(str::parse).collect::<Result<_, _>>().map(Self)
    }
}

impl std::fmt::Display for LineUp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&names.join("+"))
    }
}

/// Agents that follow each other in strength: one, or budgets that double.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rungs(pub Vec<AgentSpec>);

impl FromStr for Rungs {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((first, last)) = text.split_once("..") else {
            return text.parse().map(|agent| Self(vec![agent]));
        };
        let doubling = || format!("`{text}` is no range of budgets; write mcts:4..64");
        let Ok(AgentSpec::Mcts(first)) = first.parse() else { return Err(doubling()) };
        let Ok(AgentSpec::Mcts(last)) = format!("mcts:{last}").parse() else {
            return Err(doubling());
        };
        let doubled = |nodes: &u32| nodes.checked_mul(2);
        let budgets = std::iter::successors(Some(first), doubled);
        let agents: Vec<AgentSpec> =
            budgets.take_while(|nodes| *nodes <= last).map(AgentSpec::Mcts).collect();
        if agents.len() < 2 {
            return Err(format!("in `{text}` the second number must be twice the first, or more"));
        }
        Ok(Self(agents))
    }
}

/// Reads a size above nought.
fn size(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(size) if size > 0.0 && size.is_finite() => Ok(size),
        _ => Err("write a number above nought, such as 0.02 or 5".to_owned()),
    }
}

/// Reads `A..B`.
fn games(text: &str) -> Result<Range<u64>, String> {
    let number = |part: &str| part.parse::<u64>().ok();
    let range = text.split_once("..").and_then(|(a, b)| Some(number(a)?..number(b)?));
    match range {
        None => Err("write two numbers, such as 0..500".to_owned()),
        Some(range) if range.is_empty() => Err("the second number must be larger".to_owned()),
        Some(range) => Ok(range),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn budgets_double_up_to_the_last() {
        let rungs = |text: &str| text.parse::<Rungs>().map(|rungs| rungs.0);
        let mcts = |budgets: &[u32]| Ok(budgets.iter().map(|n| AgentSpec::Mcts(*n)).collect());
        assert_eq!(rungs("mcts:5..21"), mcts(&[5, 10, 20]));
        assert_eq!(rungs("mcts:5"), mcts(&[5]));
        assert_eq!(rungs("mcts:500000..1000000"), mcts(&[500_000, 1_000_000]));
        for wrong in
            ["mcts:4..", "mcts:0..8", "mcts:4..7", "mcts:8..4", "maxn:1..4", "4..8", "mcts"]
        {
            assert!(rungs(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_range_of_games_goes_upward() {
        assert_eq!(games("0..500"), Ok(0..500));
        for wrong in ["", "5", "5..", "..5", "5..5", "6..5", "-1..5", "a..b", "0..=5"] {
            assert!(games(wrong).is_err(), "{wrong}");
        }
    }
}
