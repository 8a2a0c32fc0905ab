//! Arguments of the commands about rules, positions and single games.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{
    Entrant, OutputFormat, PlainChange, PlainRulesArgs, PositionArgs, RuleChange, RulesArgs,
};

/// `list`
#[derive(Args, Debug)]
pub struct ListArgs {
    /// Output format.
    #[arg(long, default_value = "text")]
    pub format: OutputFormat,
}

/// `timeline`
#[derive(Args, Debug)]
pub struct TimelineArgs {
    /// Output format.
    #[arg(long, default_value = "text")]
    pub format: OutputFormat,
}

/// `show`
#[derive(Args, Debug)]
pub struct ShowArgs {
    /// Which rules to use.
    #[command(flatten)]
    pub rules: PlainRulesArgs,
    /// Which position to use.
    #[command(flatten)]
    pub position: PositionArgs,
    /// Output format [default: by the extension of the output file, else text].
    #[arg(long, conflicts_with = "resolved")]
    pub format: Option<Drawing>,
    /// Write to this file.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print the ruleset's geometry.toml with everything it inherits.
    #[arg(long, conflicts_with_all = ["fen", "play"])]
    pub resolved: bool,
    /// Leave out what this seat can't see, where the rules have fog.
    #[arg(long, value_name = "SEAT", conflicts_with_all = ["piece", "resolved"])]
    pub seen_by: Option<String>,
    /// Show how this piece moves on an empty board.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["fen", "play", "resolved"])]
    pub piece: Option<String>,
    /// Square to move that piece from.
    #[arg(long, value_name = "SQUARE", requires = "piece")]
    pub from: Option<String>,
    /// Mark the zones of the rules, with a legend.
    #[arg(long, conflicts_with = "resolved")]
    pub zones: bool,
    /// Mark this zone (repeatable).
    #[arg(long, value_name = "NAME", conflicts_with_all = ["resolved", "zones"])]
    pub zone: Vec<String>,
}

/// The format of drawings.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawing {
    /// Text for a terminal.
    Text,
    /// Vector image.
    Svg,
    /// Raster image.
    Png,
    /// One line that `--fen` reads.
    Fen,
    /// The same as other programs write it, for two players.
    PlainFen,
}

/// `moves`
#[derive(Args, Debug)]
pub struct MovesArgs {
    /// Which rules to use.
    #[command(flatten)]
    pub rules: PlainRulesArgs,
    /// Which position to use.
    #[command(flatten)]
    pub position: PositionArgs,
    /// Say why this move is not legal, instead of listing those that are.
    #[arg(long, value_name = "MOVE")]
    pub why: Option<String>,
    /// Output format.
    #[arg(long, default_value = "text")]
    pub format: OutputFormat,
}

/// `move`
#[derive(Args, Debug)]
pub struct MoveArgs {
    /// Which rules to use.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Which position to use.
    #[command(flatten)]
    pub position: PositionArgs,
    /// Who chooses: an agent (see `quadrille explain agents`), or an engine of another program as `uci:COMMAND;go=movetime 100`.
    #[arg(long, default_value = "search:20000")]
    pub agent: Entrant,
    /// How many of the best moves to show, each with its line; only `search` knows more than one.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub lines: u16,
    /// How many plies to show: the move, and how the agent expects the game to continue.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=100))]
    pub line: u16,
    /// Seed of random choices.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Output format.
    #[arg(long, default_value = "text")]
    pub format: OutputFormat,
}

/// `engine`
#[derive(Args, Debug)]
pub struct EngineArgs {
    /// Id of a shipped ruleset, or path of a folder; `@preset` may follow [default: orthodox-chess].
    pub ruleset: Option<String>,
    /// Changes to the rules.
    #[command(flatten)]
    pub change: RuleChange,
    /// Seed of random choices.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// `perft`
#[derive(Args, Debug)]
pub struct PerftArgs {
    /// Which rules to use.
    #[command(flatten)]
    pub rules: PlainRulesArgs,
    /// Depth in plies.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=64))]
    pub depth: u32,
    /// Which position to use.
    #[command(flatten)]
    pub position: PositionArgs,
    /// Print the count below each first move.
    #[arg(long)]
    pub divide: bool,
    /// Number of threads [default: one per CPU].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Output format.
    #[arg(long, default_value = "text")]
    pub format: OutputFormat,
}

/// `replay`
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// PGN4 file.
    pub file: PathBuf,
    /// Rules to replay by, instead of those that the file names.
    #[arg(long, value_name = "RULESET")]
    pub ruleset: Option<String>,
    /// Changes to the rules.
    #[command(flatten)]
    pub change: PlainChange,
    /// Show what every move caused: each hook with its clause and script line, and what changed.
    #[arg(long)]
    pub trace: bool,
    /// Output format.
    #[arg(long, default_value = "text")]
    pub format: OutputFormat,
}

/// `explain`
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// A ruleset, and maybe a clause of it; a word of rule scripts, a diagnostic code, a topic such as `notation` or
    /// `state frozen`, or any other name, such as that of a command, a plugin, a recipe or an agent. Without one,
    /// everything that can be explained is listed.
    #[arg(value_name = "TOPIC")]
    pub words: Vec<String>,
    /// Changes to the rules.
    #[command(flatten)]
    pub change: PlainChange,
}
