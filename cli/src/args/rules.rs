//! Arguments of the commands about rules, positions and single games.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{
    Entrant, OutputFormat, PlainChange, PlainRulesArgs, PositionArgs, RuleChange, RulesArgs,
};

/// `list`
#[derive(Args, Debug)]
pub struct ListArgs {
    /// Output format: text or json.
    #[arg(long, default_value = "text", hide_possible_values = true)]
    pub format: OutputFormat,
}

/// `timeline`
#[derive(Args, Debug)]
pub struct TimelineArgs {
    /// Show only this ruleset, its ancestors and its descendants.
    pub ruleset: Option<String>,
    /// Output format: text or json.
    #[arg(long, default_value = "text", hide_possible_values = true)]
    pub format: OutputFormat,
}

/// `show`
#[derive(Args, Debug)]
pub struct ShowArgs {
    /// The ruleset and its changes.
    #[command(flatten)]
    pub rules: PlainRulesArgs,
    /// The position to use.
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
    /// Hide the pieces that this seat can't see, if the rules have fog.
    #[arg(long, value_name = "SEAT", conflicts_with_all = ["piece", "resolved"])]
    pub seen_by: Option<String>,
    /// Show how this piece moves on an empty board.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["fen", "play", "resolved"])]
    pub piece: Option<String>,
    /// Put that piece on this square.
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
    /// Standard FEN, for two players.
    PlainFen,
}

/// `moves`
#[derive(Args, Debug)]
pub struct MovesArgs {
    /// The ruleset and its changes.
    #[command(flatten)]
    pub rules: PlainRulesArgs,
    /// The position to use.
    #[command(flatten)]
    pub position: PositionArgs,
    /// Explain why this move is not legal, instead of listing the legal moves.
    #[arg(long, value_name = "MOVE")]
    pub why: Option<String>,
    /// Output format: text or json.
    #[arg(long, default_value = "text", hide_possible_values = true)]
    pub format: OutputFormat,
}

/// `move`
#[derive(Args, Debug)]
pub struct MoveArgs {
    /// The ruleset and its changes.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// The position to use.
    #[command(flatten)]
    pub position: PositionArgs,
    /// Agent (see `quadrille explain agents`), or an external engine as
    /// `uci:COMMAND;go=movetime 100`.
    #[arg(long, default_value = "search:20000")]
    pub agent: Entrant,
    /// Show this many of the best moves, each with its line; only `search` finds more than one.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub lines: u16,
    /// Show this many plies of the line that the agent expects, the move included.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=100))]
    pub line: u16,
    /// Seed of random choices.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Output format: text or json.
    #[arg(long, default_value = "text", hide_possible_values = true)]
    pub format: OutputFormat,
}

/// `engine`
#[derive(Args, Debug)]
pub struct EngineArgs {
    /// Id of a shipped ruleset, or path of a folder; `@preset` may follow [default:
    /// orthodox-chess].
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
    /// The ruleset and its changes.
    #[command(flatten)]
    pub rules: PlainRulesArgs,
    /// Depth in plies.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=64))]
    pub depth: u32,
    /// The position to use.
    #[command(flatten)]
    pub position: PositionArgs,
    /// Print the count below each first move.
    #[arg(long)]
    pub divide: bool,
    /// Number of threads [default: one per CPU].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Output format: text or json.
    #[arg(long, default_value = "text", hide_possible_values = true)]
    pub format: OutputFormat,
}

/// `replay`
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// PGN4 file.
    pub file: PathBuf,
    /// Replay by this ruleset instead of the one that the file names.
    #[arg(long, value_name = "RULESET")]
    pub ruleset: Option<String>,
    /// Changes to the rules.
    #[command(flatten)]
    pub change: PlainChange,
    /// Show the effects of every move: each hook with its clause and script line, and each change.
    #[arg(long)]
    pub trace: bool,
    /// Output format: text or json.
    #[arg(long, default_value = "text", hide_possible_values = true)]
    pub format: OutputFormat,
}

/// `explain`
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// Ruleset, and maybe one of its clauses; a word of rule scripts; a diagnostic code; a topic,
    /// such as `notation`; or any other word to search for, such as `castle` [default: list the
    /// topics].
    #[arg(value_name = "TOPIC")]
    pub words: Vec<String>,
    /// List every name that can be explained.
    #[arg(long, conflicts_with = "words")]
    pub all: bool,
    /// Changes to the rules.
    #[command(flatten)]
    pub change: PlainChange,
}
