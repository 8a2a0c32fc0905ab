//! The arguments of the commands: `shared` holds what several take, `check` those of `check`, `rules` those of commands about
//! rules, positions and single games, `play` those of a game at the terminal, `serve` those of the server, `editors` those of commands for editors, `learn` those of the command that learns, `authors` those of commands for authors,
//! `study` those of commands that play many games, `survey` those about many rulesets or readings, `puzzles` those of the command about puzzles, `matches` those of matches, `entrant` who plays in them.

mod authors;
mod check;
mod editors;
mod entrant;
mod learn;
mod matches;
mod play;
mod puzzles;
mod rules;
mod serve;
mod shared;
mod study;
mod survey;

use std::path::PathBuf;

use clap::{Args, ValueEnum};

pub use authors::{DiffArgs, DocArgs, FmtArgs, ImportArgs, NewArgs, WatchArgs};
pub use check::{CheckArgs, CheckFormat};
pub use editors::{LspArgs, SchemaArgs, SchemaOf};
pub use entrant::{EngineSpec, Entrant, Who};
pub use learn::LearnArgs;
pub use matches::{Clock, MatchArgs};
pub use play::{PlayArgs, SeatChoice, SeatPlayer};
pub use puzzles::PuzzlesArgs;
pub use rules::{
    Drawing, EngineArgs, ExplainArgs, ListArgs, MoveArgs, MovesArgs, PerftArgs, ReplayArgs,
    ShowArgs, TimelineArgs,
};
pub use serve::ServeArgs;
pub use shared::{
    FromArgs, KeepArgs, OutputFormat, PlainChange, PlainRulesArgs, PositionArgs, RuleChange,
    RulesArgs, RunArgs, Setting, WeightsFrom, threads,
};
pub use study::{
    ClaimsArgs, CompareArgs, ExportArgs, ExportFormat, MergeArgs, MigrateArgs, PlayoutArgs,
    QuestionArgs, SideWeights, SkillArgs, SweepArgs,
};
pub use survey::{SearchArgs, SurveyArgs};

/// Options of all commands.
#[derive(Args, Debug)]
pub struct GlobalArgs {
    /// When to use colours; `auto` means on terminals, unless NO_COLOR is set.
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        help_heading = "Global options"
    )]
    pub color: ColourChoice,
    /// A folder of ruleset folders, searched before the shipped ones (repeatable).
    #[arg(long, global = true, value_name = "DIR", help_heading = "Global options")]
    pub rulesets: Vec<PathBuf>,
    /// A folder of plugin scripts, searched before the shipped ones (repeatable).
    #[arg(long, global = true, value_name = "DIR", help_heading = "Global options")]
    pub plugins: Vec<PathBuf>,
}

/// When to use colours.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColourChoice {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}
