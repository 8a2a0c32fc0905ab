//! Commands that look at rules, positions and single games.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Format, PositionArgs, RuleChange, RulesArgs, RunArgs};

/// `list`
#[derive(Args, Debug)]
pub struct ListArgs {
    /// How to print it.
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// `timeline`
#[derive(Args, Debug)]
pub struct TimelineArgs {
    /// How to print it.
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// `check`
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Which rulesets.
    #[arg(required_unless_present = "all", value_name = "RULESET")]
    pub names: Vec<String>,
    /// All that `list` shows.
    #[arg(long, conflicts_with = "names")]
    pub all: bool,
    /// Options that change them.
    #[command(flatten)]
    pub change: RuleChange,
    /// How many random games to play.
    #[arg(long, default_value_t = 300, value_name = "N")]
    pub games: u64,
    /// How to play them.
    #[command(flatten)]
    pub run: RunArgs,
    /// How to print the findings.
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// `show`
#[derive(Args, Debug)]
pub struct ShowArgs {
    /// Which rules.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Which position.
    #[command(flatten)]
    pub position: PositionArgs,
    /// How to draw it; by default what the name after `-o` ends with, else text.
    #[arg(long, conflicts_with = "resolved")]
    pub format: Option<Drawing>,
    /// Write to a file.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print the ruleset's geometry.toml with everything it inherits.
    #[arg(long, conflicts_with_all = ["fen", "play"])]
    pub resolved: bool,
    /// Show how this kind of piece moves on the empty board.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["fen", "play", "resolved"])]
    pub piece: Option<String>,
    /// Where that piece stands.
    #[arg(long, value_name = "SQUARE", requires = "piece")]
    pub from: Option<String>,
}

/// What a position can be drawn as.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawing {
    /// For a terminal.
    Text,
    /// A vector picture.
    Svg,
    /// A picture of pixels.
    Png,
    /// A line to be read again with `--fen`.
    Fen,
}

/// `moves`
#[derive(Args, Debug)]
pub struct MovesArgs {
    /// Which rules.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Which position.
    #[command(flatten)]
    pub position: PositionArgs,
    /// How to print them.
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// `perft`
#[derive(Args, Debug)]
pub struct PerftArgs {
    /// Which rules.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// How many actions deep.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=64))]
    pub depth: u32,
    /// Which position.
    #[command(flatten)]
    pub position: PositionArgs,
    /// Count below each first action.
    #[arg(long)]
    pub divide: bool,
    /// How many threads; by default as many as the machine runs at once.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// How to print the counts.
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// `replay`
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// The file with the game.
    pub file: PathBuf,
    /// The rules it was played by, instead of what the file says.
    #[arg(long, value_name = "RULESET")]
    pub ruleset: Option<String>,
    /// Options that change them.
    #[command(flatten)]
    pub change: RuleChange,
    /// How to print the game.
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// `explain`
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// A ruleset; a topic (`notation`, `squares`, `fen`, `scripts`, `geometry`, `lessons`,
    /// `actions`, `pgn`, `playouts`, `agents`, `compare`); or a diagnostic's code.
    pub topic: String,
    /// One of the ruleset's clauses.
    pub clause: Option<String>,
    /// Options that change the ruleset.
    #[command(flatten)]
    pub change: RuleChange,
}
