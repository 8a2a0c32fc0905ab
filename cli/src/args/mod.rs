//! What can be typed: commands and the examples in their help. `shared` holds what several commands
//! take, `rules` the arguments of those that look at rules and positions, `study` of those that play
//! many games.

mod rules;
mod shared;
mod study;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub use rules::{
    CheckArgs, Drawing, ExplainArgs, ListArgs, MovesArgs, PerftArgs, ReplayArgs, ShowArgs,
    TimelineArgs,
};
pub use shared::{Format, PositionArgs, RuleChange, RulesArgs, RunArgs, Setting, threads};
pub use study::{
    ClaimsArgs, CompareArgs, ExportArgs, ExportFormat, LineUp, MergeArgs, PlayoutArgs,
    QuestionArgs, SkillArgs, SweepArgs,
};

/// Four-player chess by rules that you can read, change and measure.
#[derive(Parser, Debug)]
#[command(name = "quadrille", version, max_term_width = 100)]
#[command(subcommand_required = true, arg_required_else_help = true)]
#[command(after_help = concat!(
    "A RULESET is the id of a shipped one (`quadrille list`) or a path to a folder. `id@preset`\n",
    "and `--set script.CONST=value` change its rules.\n\n",
    "Examples:\n",
    "  quadrille list\n",
    "  quadrille show verney-1881\n",
    "  quadrille playout verney-1881 -n 1000\n",
    "  quadrille check ./my-variant\n",
    "  quadrille explain notation\n",
))]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// What all commands share.
    #[command(flatten)]
    pub global: GlobalArgs,
}

/// What all commands share.
#[derive(Args, Debug)]
pub struct GlobalArgs {
    /// Whether to use colours; `auto` means on a terminal, unless NO_COLOR is set.
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        help_heading = "Everywhere"
    )]
    pub color: ColourChoice,
    /// A folder whose folders are rulesets, looked at before the shipped ones (may be repeated).
    #[arg(long, global = true, value_name = "DIR", help_heading = "Everywhere")]
    pub rulesets: Vec<PathBuf>,
    /// A folder of plugin scripts, looked at before the shipped ones (may be repeated).
    #[arg(long, global = true, value_name = "DIR", help_heading = "Everywhere")]
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

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// The rulesets there are, by year.
    #[command(after_help = "Examples:\n  quadrille list\n  quadrille list --format json\n  \
                            quadrille list --rulesets ./my-variants")]
    List(ListArgs),
    /// The family tree of the rulesets: which came from which, and what each changed.
    #[command(after_help = "Examples:\n  quadrille timeline\n  quadrille timeline --format json")]
    Timeline(TimelineArgs),
    /// Finds what is wrong with rulesets: files, scripts, lessons, and a few hundred random games.
    #[command(after_help = "Examples:\n  quadrille check verney-1881\n  quadrille check --all\n  \
                            quadrille check ./my-variant --games 1000 --seed 7\n  \
                            quadrille check ./my-variant --format json")]
    Check(CheckArgs),
    /// A position as a picture, or a piece's moves, or the ruleset's flattened file.
    #[command(after_help = "Examples:\n  quadrille show verney-1881\n  \
        quadrille show orthodox-chess --play \"e2-e4 e7-e5\"\n  \
        quadrille show verney-1881 -o board.svg\n  \
        quadrille show orthodox-chess --piece knight --from f3\n  \
        quadrille show verney-1881 --resolved")]
    Show(ShowArgs),
    /// The legal actions of a position, one a line, sorted.
    #[command(after_help = "Examples:\n  quadrille moves verney-1881\n  \
        quadrille moves orthodox-chess --play \"e2-e4 d7-d5\"\n  \
        quadrille moves orthodox-chess --fen \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"")]
    Moves(MovesArgs),
    /// Counts the legal sequences of so many actions.
    #[command(after_help = "Examples:\n  quadrille perft orthodox-chess 5\n  \
        quadrille perft chesscom-teams 3 --divide\n  \
        quadrille perft orthodox-chess 3 --play \"e2-e4\"")]
    Perft(PerftArgs),
    /// Plays games automatically and reports what happened in them.
    #[command(after_help = "Examples:\n  quadrille playout verney-1881 -n 1000\n  \
        quadrille playout verney-1881 --set mate.AFTER_MATE=remove\n  \
        quadrille playout chesscom-teams --agents greedy,random,greedy,random --seed 7\n  \
        quadrille playout verney-1881 -n 100000 --agents greedy,random,random,random --rotate --out runs.db\n  \
        quadrille playout verney-1881 -n 100000 --agents greedy,random,random,random --rotate --out runs.db --resume\n  \
        quadrille playout verney-1881 --games 500..1000 --out shard.db --records games/")]
    Playout(PlayoutArgs),
    /// Plays two or more rulesets against each other's figures: what a change of the rules does to
    /// the game.
    #[command(after_help = "Examples:\n  \
        quadrille compare verney-1881 verney-1881 --set b:mate.AFTER_MATE=remove\n  \
        quadrille compare verney-1881 --set b:mate.AFTER_MATE=remove --agents greedy\n  \
        quadrille compare verney-1881 verney-1881@removal verney-1881@inert --primary length\n  \
        quadrille compare chesscom-teams chesscom-teams@old --margin 0.02 --report teams.html")]
    Compare(CompareArgs),
    /// Changes each tunable of a ruleset in turn: which rules matter, and which are decoration.
    #[command(after_help = "Examples:\n  quadrille sweep verney-1881 --agents greedy\n  \
        quadrille sweep verney-1881 --tunable mate.AFTER_MATE\n  \
        quadrille sweep fortress-chess --primary length --margin 20 --agents greedy")]
    Sweep(SweepArgs),
    /// Plays agents against weaker ones: how much the game rewards skill, and how much it leaves to
    /// luck.
    #[command(after_help = "Examples:\n  quadrille skill verney-1881\n  \
        quadrille skill chaturaji-tithitattva-1500 --agents mcts:8..256 -n 400\n  \
        quadrille skill chesscom-ffa --agents random,greedy,mcts:50")]
    Skill(SkillArgs),
    /// Puts what the sources claim about the games to the test.
    #[command(after_help = "Examples:\n  quadrille claims verney-1881\n  \
        quadrille claims --output docs/claims.md\n  quadrille claims --format json")]
    Claims(ClaimsArgs),
    /// Puts databases of parts of one run together.
    #[command(after_help = "Examples:\n  quadrille merge run.db a.db b.db c.db\n  \
        quadrille merge run.db shards/0.db shards/1.db\n\n\
        The parts are what `quadrille playout R --games A..B --out shard.db` writes. They must have \
        the same rules, seed, agents and version, and no game may be in two of them or in none \
        between the first and the last.")]
    Merge(MergeArgs),
    /// Writes the games of a database for other programs.
    #[command(after_help = "Examples:\n  quadrille export runs.db -o games.csv\n  \
        quadrille export runs.db --format ndjson\n\n\
        The columns are those of `quadrille explain playouts`.")]
    Export(ExportArgs),
    /// Replays recorded games (PGN4), checking every move.
    #[command(after_help = "Examples:\n  quadrille replay game.pgn4\n  \
        quadrille replay game.pgn4 --ruleset chesscom-teams\n  \
        quadrille replay game.pgn4 --format json")]
    Replay(ReplayArgs),
    /// Explains a ruleset, one of its clauses, a file format, or a diagnostic's code.
    #[command(after_help = "Examples:\n  quadrille explain verney-1881\n  \
        quadrille explain verney-1881 V11\n  quadrille explain notation\n  \
        quadrille explain Q0101")]
    Explain(ExplainArgs),
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_definitions_of_commands_agree_with_each_other() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_has_examples_that_can_be_typed() {
        for command in Cli::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let examples: Vec<&str> =
                help.lines().map(str::trim).filter(|line| line.starts_with("quadrille ")).collect();
            assert!(examples.len() >= 2, "{} has too few examples", command.get_name());
            for example in examples {
                Cli::try_parse_from(words(example)).unwrap_or_else(|e| panic!("{example}: {e}"));
            }
        }
    }

    /// The words of a command line, quotes taken off.
    fn words(line: &str) -> Vec<String> {
        let mut words = vec![String::new()];
        let mut quoted = false;
        for c in line.chars() {
            match c {
                '"' => quoted = !quoted,
                ' ' if !quoted => words.push(String::new()),
                c => words.last_mut().unwrap().push(c),
            }
        }
        words
    }
}
