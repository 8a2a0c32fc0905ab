//! The commands, each once: its name, its help, its arguments and the function that runs it.
//!
//! To add one, write its arguments in `args`, its function in a file beside this one, and a row
//! below.

use clap::{CommandFactory as _, Parser, Subcommand};

use super::{
    advise, check, claims, compare, diff, doc, engine, explain, export, fmt, import, learn, list,
    lsp, matches, merge, migrate, moves, new, perft, play, playout, puzzles, replay, schema,
    search, serve, show, skill, survey, sweep, timeline, watch,
};
use crate::args::{
    CheckArgs, ClaimsArgs, CompareArgs, DiffArgs, DocArgs, EngineArgs, ExplainArgs, ExportArgs,
    FmtArgs, GlobalArgs, ImportArgs, LearnArgs, ListArgs, LspArgs, MatchArgs, MergeArgs,
    MigrateArgs, MoveArgs, MovesArgs, NewArgs, PerftArgs, PlayArgs, PlayoutArgs, PuzzlesArgs,
    ReplayArgs, SchemaArgs, SearchArgs, ServeArgs, ShowArgs, SkillArgs, SurveyArgs, SweepArgs,
    TimelineArgs, WatchArgs,
};
use crate::context::CommandContext;
use crate::output::exit::Failure;

/// Play, measure and explain four-player chess by rules that you can read and change
#[derive(Parser, Debug)]
#[command(name = "quadrille", version, max_term_width = 100)]
#[command(subcommand_required = true, arg_required_else_help = true)]
#[command(after_help = concat!(
    "RULESET is the id of a shipped ruleset (see `quadrille list`) or the path of a folder.\n",
    "`id@preset`, `id@one+another` and `--set script.CONST=value` change its rules.\n\n",
    "Examples:\n",
    "  quadrille playout verney-1881\n",
    "  quadrille show verney-1881\n",
    "  quadrille explain verney-1881\n",
    "  quadrille check ./my-variant\n",
    "  quadrille explain notation\n",
))]
pub struct Cli {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
    /// Options of all commands.
    #[command(flatten)]
    pub global: GlobalArgs,
}

macro_rules! commands {
    ($($(#[$attribute:meta])* $name:ident($arguments:ty) => $run:path,)+) => {
        /// The commands.
        #[derive(Subcommand, Debug)]
        pub enum Command {
            $($(#[$attribute])* $name($arguments),)+
        }

        impl Command {
            /// Runs the command, and returns the exit code.
            ///
            /// # Errors
            /// Why it could not do what it was asked.
            pub fn run(&self, context: &mut CommandContext) -> Result<u8, Failure> {
                match self {
                    $(Self::$name(arguments) => $run(arguments, context),)+
                }
            }
        }
    };
}

commands! {
    /// List the rulesets by year
    #[command(after_help = "Examples:\n  quadrille list\n  quadrille list --format json\n  \
        quadrille list --rulesets ./my-variants")]
    List(ListArgs) => list::run,

    /// Show the family tree of the rulesets: which came from which, and what each changed
    #[command(after_help = "Examples:\n  quadrille timeline\n  quadrille timeline --format json")]
    Timeline(TimelineArgs) => timeline::run,

    /// Check rulesets: their files, scripts and lessons, and a few hundred random games
    #[command(after_help = "Examples:\n  quadrille check verney-1881\n  quadrille check --all\n  \
        quadrille check ./my-variant -n 1000 --seed 7\n  \
        quadrille check ./my-variant --format json\n  \
        quadrille check ./my-variant --fix --deny warnings --allow unused-zone")]
    Check(CheckArgs) => check::run,

    /// Make the files of a ruleset to begin with: a game that can be played, or one that changes another
    #[command(after_help = "Examples:\n  quadrille new my-game\n  quadrille new my-duel --seats 2 --board 10x8\n  \
        quadrille new my-verney --from verney-1881\n  quadrille new my-game --interactive")]
    New(NewArgs) => new::run,

    /// Make rulesets of the two-player variants of a `variants.ini`; keys without a counterpart are listed
    #[command(after_help = "Examples:\n  quadrille import variants.ini:gothic -o my-variants\n  \
        quadrille import variants.ini -o my-variants\n\n\
        `quadrille explain import` says which keys have a counterpart.")]
    Import(ImportArgs) => import::run,

    /// Write the rule sheet of a game: a page to print and hand to players
    #[command(after_help = "Examples:\n  quadrille doc verney-1881 -o sheets\n  \
        quadrille doc ./my-variant\n  quadrille doc verney-1881@removal --set pawn-bypass.PAWN_BLOCK=none")]
    Doc(DocArgs) => doc::run,

    /// Format rule files: spaces, pictures in columns, nothing that changes what they say
    #[command(after_help = "Examples:\n  quadrille fmt\n  quadrille fmt ./my-variant\n  \
        quadrille fmt --check ./my-variants\n  quadrille fmt --stdin geometry.toml")]
    Fmt(FmtArgs) => fmt::run,

    /// Check a ruleset again at each save: mistakes, lessons, what has changed, and the board
    #[command(after_help = "Examples:\n  quadrille watch ./my-variant\n  \
        quadrille watch ./my-variant --piece knight\n\nFiles may go and come back. Ctrl-C ends it, with exit code 0.")]
    Watch(WatchArgs) => watch::run,

    /// Say what differs between two rulesets, in the language of rules
    #[command(after_help = "Examples:\n  quadrille diff verney-1881 four-seasons-1283\n  \
        quadrille diff chesscom-teams@ffa\n  quadrille diff ./my-variant\n  \
        quadrille diff verney-1881 ./my-variant --format json")]
    Diff(DiffArgs) => diff::run,

    /// Draw a position or a piece's moves, or print a ruleset's flattened file
    #[command(after_help = "Examples:\n  quadrille show verney-1881\n  \
        quadrille show orthodox-chess --play \"e2-e4 e7-e5\"\n  \
        quadrille show verney-1881 -o board.svg\n  \
        quadrille show orthodox-chess --piece knight --from f3\n  \
        quadrille show verney-1881 --resolved")]
    Show(ShowArgs) => show::run,

    /// List the legal moves of a position, one per line, sorted
    #[command(after_help = "Examples:\n  quadrille moves verney-1881\n  \
        quadrille moves orthodox-chess --play \"e2-e4 d7-d5\"\n  \
        quadrille moves orthodox-chess --fen \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"\n  \
        quadrille moves orthodox-chess --why a1-a3")]
    Moves(MovesArgs) => moves::run,

    /// Choose one move in a position by an agent, and say how it expects the game to go on
    #[command(after_help = "Examples:\n  quadrille move chesscom-teams\n  \
        quadrille move orthodox-chess --play \"e2-e4 e7-e5\" --agent search:depth=3\n  \
        quadrille move verney-1881 --agent mcts:200 --line 8 --format json")]
    Move(MoveArgs) => advise::run,

    /// Play a game, or walk through a ruleset's lessons, in the terminal
    #[command(after_help = "Examples:\n  quadrille play verney-1881\n  \
        quadrille play verney-1881 --seat yellow=person --seat others=mcts:200 --save game.json\n  \
        quadrille play --from game.json\n  \
        quadrille play verney-1881 --lesson V11\n  \
        quadrille play four-seasons-1283 --plain\n\n\
        `quadrille explain play` describes the keys, and the words of `--plain`.")]
    Play(PlayArgs) => play::run,

    /// Count the legal move sequences of a given depth
    #[command(after_help = "Examples:\n  quadrille perft orthodox-chess 5\n  \
        quadrille perft chesscom-teams 3 --divide\n  \
        quadrille perft orthodox-chess 3 --play \"e2-e4\"")]
    Perft(PerftArgs) => perft::run,

    /// Play games automatically and report what happened in them
    #[command(after_help = "Examples:\n  quadrille playout verney-1881\n  \
        quadrille playout verney-1881 --set mate.AFTER_MATE=remove --full\n  \
        quadrille playout chesscom-teams --agents greedy,random,greedy,random --seed 7\n  \
        quadrille playout verney-1881 -n 100000 --agents greedy,random,random,random --rotate --out runs.db\n  \
        quadrille playout verney-1881 -n 100000 --agents greedy,random,random,random --rotate --out runs.db --resume\n  \
        quadrille playout verney-1881 --games 500..1000 --out shard.db --records games/")]
    Playout(PlayoutArgs) => playout::run,

    /// Compare rulesets by playing many games of each
    #[command(after_help = "Examples:\n  \
        quadrille compare verney-1881 verney-1881 --set b:mate.AFTER_MATE=remove\n  \
        quadrille compare verney-1881 --set b:mate.AFTER_MATE=remove --agents greedy\n  \
        quadrille compare verney-1881 verney-1881@removal verney-1881@inert --primary length\n  \
        quadrille compare chesscom-teams chesscom-teams@old --margin 0.02 --report teams.html")]
    Compare(CompareArgs) => compare::run,

    /// Change each tunable of a ruleset in turn, to see which rules matter
    #[command(after_help = "Examples:\n  quadrille sweep verney-1881 --agents greedy\n  \
        quadrille sweep verney-1881 --tunable mate.AFTER_MATE\n  \
        quadrille sweep fortress-chess --primary length --margin 20 --agents greedy")]
    Sweep(SweepArgs) => sweep::run,

    /// Measure many rulesets in the same way, to see what distinguishes them
    #[command(after_help = "Examples:\n  \
        quadrille survey verney-1881 chesscom-ffa nava-2018 --agents greedy --metrics length,decided\n  \
        quadrille survey --all -n 200 --report survey.html\n  \
        quadrille survey verney-1881 chesscom-ffa --presets -o survey.csv\n\n\
        `quadrille explain survey` describes metrics, map and clusters.")]
    Survey(SurveyArgs) => survey::run,

    /// Search a ruleset's readings for those that meet a goal
    #[command(after_help = "Examples:\n  \
        quadrille search verney-1881 --goal \"seats within 2 %, decided >= 60 %, plies <= 300\"\n  \
        quadrille search chesscom-ffa --goal \"length in 100..200\" --agents greedy -n 5000\n  \
        quadrille search verney-1881 --goal \"decided >= 90 %\" --tunable mate.AFTER_MATE --report found.html\n\n\
        `quadrille explain search` describes goals.")]
    Search(SearchArgs) => search::run,

    /// Play strong agents against weak ones, to see how much skill and luck decide
    #[command(after_help = "Examples:\n  quadrille skill verney-1881\n  \
        quadrille skill chaturaji-tithitattva-1500 --agents mcts:8..256 -n 400\n  \
        quadrille skill chesscom-ffa --agents random,greedy,mcts:50")]
    Skill(SkillArgs) => skill::run,

    /// Play agents and engines of other programs against each other: who is stronger, by how much, and who fails
    #[command(after_help = "Examples:\n  quadrille match verney-1881 --a search:depth=2 --b greedy -n 40\n  \
        quadrille match orthodox-chess --a search:depth=3 --b 'uci:stockfish;go=depth 1' --from random:6\n  \
        quadrille match chesscom-teams --a mcts:500 --b search:depth=2 --elo0 0 --elo1 30 -n 4000\n  \
        quadrille match orthodox-chess --agents random,greedy,search:depth=1,search:depth=2 --round-robin\n  \
        quadrille match chesscom-ffa --a search-maxn:depth=1 --b greedy --out games.jsonl --records games")]
    Match(Box<MatchArgs>) => matches::run,

    /// Tune the weights by which agents value positions, by games of self-play
    #[command(after_help = "Examples:\n  quadrille learn verney-1881\n  \
        quadrille learn chesscom-teams -n 500 --stages 8 --openings 100 -o teams.toml\n  \
        quadrille learn chesscom-teams -n 500 --stages 8 --openings 100 -o teams.toml --resume\n\n\
        `quadrille explain learn` describes weights, stages and files.")]
    Learn(LearnArgs) => learn::run,

    /// Find puzzles in played games: positions with one move that forces a win, a mate or a rescue
    #[command(after_help = "Examples:\n  quadrille puzzles orthodox-chess\n  \
        quadrille puzzles verney-1881 -n 100 --goal save --goal thaw --plies 2 -o puzzles.toml\n  \
        quadrille puzzles nava-2018 nava-2018@ffa --agents search-maxn:depth=2\n  \
        quadrille puzzles --check verney-1881 chesscom-teams\n\n\
        `quadrille explain puzzles` describes goals and files.")]
    Puzzles(PuzzlesArgs) => puzzles::run,

    /// Test what the sources claim about the games
    #[command(after_help = "Examples:\n  quadrille claims verney-1881\n  \
        quadrille claims --output docs/claims.md\n  quadrille claims --format json")]
    Claims(ClaimsArgs) => claims::run,

    /// Merge databases that hold parts of one run
    #[command(after_help = "Examples:\n  quadrille merge run.db a.db b.db c.db\n  \
        quadrille merge run.db shards/0.db shards/1.db\n\n\
        The parts are databases that `quadrille playout R --games A..B --out shard.db` writes. They \
        must agree in rules, seed, agents and version, and together hold every game of a range once.")]
    Merge(MergeArgs) => merge::run,

    /// Convert a database of an older version
    #[command(after_help = "Examples:\n  quadrille migrate old.db new.db\n  \
        quadrille migrate runs/old.db runs/new.db\n\n\
        The old database stays as it is.")]
    Migrate(MigrateArgs) => migrate::run,

    /// Export the games of a database as CSV or JSON
    #[command(after_help = "Examples:\n  quadrille export runs.db -o games.csv\n  \
        quadrille export runs.db --format ndjson\n  \
        quadrille export runs.db --series -o plies.csv\n\n\
        `quadrille explain playouts` describes the columns.")]
    Export(ExportArgs) => export::run,

    /// Replay recorded games (PGN4) and check every move
    #[command(after_help = "Examples:\n  quadrille replay game.pgn4\n  \
        quadrille replay game.pgn4 --ruleset chesscom-teams\n  \
        quadrille replay game.pgn4 --trace\n  \
        quadrille replay game.pgn4 --format json")]
    Replay(ReplayArgs) => replay::run,

    /// Serve the page: learn, play and change rules in a browser, and play together on a network
    #[command(after_help = "Examples:\n  quadrille serve\n  quadrille serve --open\n  \
        quadrille serve --host 0.0.0.0 --store tables.db\n  \
        quadrille serve --page web/dist --port 8080")]
    Serve(ServeArgs) => serve::run,

    /// Choose moves for another program, which speaks UCI on standard input and output
    #[command(after_help = "Examples:\n  quadrille engine\n  quadrille engine chesscom-teams\n\n\
        `quadrille explain engine` describes what it says.")]
    Engine(EngineArgs) => engine::run,

    /// Serve an editor: a language server for rulesets (docs/editors.md)
    #[command(after_help = "Examples:\n  quadrille lsp\n  quadrille lsp --plugins ./my-plugins")]
    Lsp(LspArgs) => lsp::run,

    /// Print the formats of rule files for editors: JSON Schemas, and a Rhai definition file
    #[command(after_help = "Examples:\n  quadrille schema geometry\n  quadrille schema scripts\n  \
        quadrille schema -o schemas")]
    Schema(SchemaArgs) => schema::run,

    /// Explain a ruleset or one of its clauses, a word of scripts, a file format, a diagnostic code, or any other name
    #[command(after_help = "Examples:\n  quadrille explain verney-1881\n  \
        quadrille explain verney-1881 V11\n  quadrille explain notation\n  \
        quadrille explain on_mate\n  quadrille explain Q0101")]
    Explain(ExplainArgs) => run_explain,
}

/// Runs `explain`, which explains the commands too.
fn run_explain(args: &ExplainArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    explain::run(args, &Cli::command(), context)
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let mut quoted = None;
        for c in line.chars() {
            match c {
                '"' | '\'' if quoted.is_none() => quoted = Some(c),
                c if quoted == Some(c) => quoted = None,
                ' ' if quoted.is_none() => words.push(String::new()),
                c => words.last_mut().unwrap().push(c),
            }
        }
        words
    }
}
