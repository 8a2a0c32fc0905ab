//! The arguments of the commands.
//!
//! | file | arguments of |
//! |---|---|
//! | `shared` | several commands |
//! | `play` | a game at the terminal |
//! | `rules` | commands about rules, positions and single games |
//! | `authors` | commands for authors of rulesets |
//! | `check` | `check` |
//! | `study` | commands that play many games, and those about their databases |
//! | `survey` | commands about many rulesets or readings |
//! | `explore` | `explore` |
//! | `puzzles` | `puzzles` |
//! | `learn` | `learn` |
//! | `matches`, `entrant` | `match`, and the players of a match |
//! | `studies` | `run` and `study` |
//! | `tournament` | `tournament` |
//! | `serve` | the server |
//! | `editors` | commands for editors, shells and manuals |

mod authors;
mod check;
mod editors;
mod entrant;
mod explore;
mod learn;
mod matches;
mod play;
mod puzzles;
mod rules;
mod serve;
mod shared;
mod studies;
mod study;
mod survey;
mod tournament;

use std::path::PathBuf;

use clap::{Args, ValueEnum};

pub use authors::{DiffArgs, DocArgs, FmtArgs, ImportArgs, NewArgs, WatchArgs};
pub use check::{CheckArgs, CheckFormat};
pub use editors::{CompletionsArgs, LspArgs, ManualArgs, SchemaArgs, SchemaOf};
pub use entrant::{EngineSpec, Entrant, Who};
pub use explore::{ExploreArgs, ExploreFormat};
pub use learn::LearnArgs;
pub use matches::{Clock, MatchArgs, MatchPlayArgs};
pub use play::{PlayArgs, SeatChoice, SeatPlayer};
pub use puzzles::PuzzlesArgs;
pub use rules::{
    Drawing, EngineArgs, ExplainArgs, ListArgs, MoveArgs, MovesArgs, PerftArgs, ReplayArgs,
    ShowArgs, TimelineArgs,
};
#[cfg(feature = "serve")]
pub use serve::EventLevel;
pub use serve::ServeArgs;
pub use shared::{
    FromArgs, KeepArgs, OutputFormat, PlainChange, PlainRulesArgs, PositionArgs, RuleChange,
    RulesArgs, RunArgs, Setting, WeightsFrom, parse_agents, threads,
};
pub use studies::{RunStudyArgs, StudyAction, StudyArgs};
pub use study::{
    ClaimsArgs, CompareArgs, ExportArgs, ExportFormat, MergeArgs, MigrateArgs, PlayoutArgs,
    QuestionArgs, SideSetting, SideWeights, SkillArgs, SweepArgs,
};
pub use survey::{SearchArgs, SurveyArgs};
pub use tournament::{Anchor, TournamentArgs, TournamentSystem};

/// Options of all commands.
#[derive(Args, Debug)]
pub struct GlobalArgs {
    /// Use colours: auto, always or never
    #[arg(long, global = true, hide = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColourChoice,
    /// Search this folder for rulesets first (repeatable)
    #[arg(long, global = true, hide = true, value_name = "DIR")]
    pub rulesets: Vec<PathBuf>,
    /// Search this folder for plugin scripts first (repeatable)
    #[arg(long, global = true, hide = true, value_name = "DIR")]
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
