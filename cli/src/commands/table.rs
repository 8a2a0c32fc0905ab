//! The table of all commands. Each row contains a command's name, help and arguments, and the
//! function that runs the command.
//!
//! To add a command, write its arguments in `args`, its function in a file in the folder
//! `commands`, and a row in this table.

use clap::{CommandFactory as _, Parser, Subcommand};

use super::{
    advise, check, claims, compare, completions, diff, doc, engine, explain, explore, export, fmt,
    import, learn, list, lsp, manual, matches, merge, migrate, moves, new, perft, play, playout,
    puzzles, replay, run_study, schema, search, serve, show, skill, study, survey, sweep, timeline,
    tournament, watch,
};
use crate::args::{
    CheckArgs, ClaimsArgs, CompareArgs, CompletionsArgs, DiffArgs, DocArgs, EngineArgs,
    ExplainArgs, ExploreArgs, ExportArgs, FmtArgs, GlobalArgs, ImportArgs, LearnArgs, ListArgs,
    LspArgs, ManualArgs, MatchArgs, MergeArgs, MigrateArgs, MoveArgs, MovesArgs, NewArgs,
    PerftArgs, PlayArgs, PlayoutArgs, PuzzlesArgs, ReplayArgs, RunStudyArgs, SchemaArgs,
    SearchArgs, ServeArgs, ShowArgs, SkillArgs, StudyArgs, SurveyArgs, SweepArgs, TimelineArgs,
    TournamentArgs, WatchArgs,
};
use crate::context::CommandContext;
use crate::output::exit::{self, Failure};

/// Plays, measures and explains chess variants whose rules you can read and change
#[derive(Parser, Debug)]
#[command(name = "quadrille", version = env!("QUADRILLE_VERSION"), max_term_width = 80, subcommand_required = true)]
#[command(
    override_usage = "quadrille <COMMAND> [OPTIONS]",
    help_template = "{about}\n\nUsage: {usage}{after-help}"
)]
pub struct Cli {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
    /// Options of all commands.
    #[command(flatten)]
    pub global: GlobalArgs,
}

/// The names of the commands of a group, under its title.
type Group = (&'static str, &'static [&'static str]);

macro_rules! commands {
    ($($group:literal {
        $($name:ident($arguments:ty) => $run:path,
            $about:literal,
            [$(($comment:literal, $example:literal)),+ $(,)?]
            $(, $note:literal)?;)+
    })+) => {
        /// The commands.
        #[derive(Subcommand, Debug)]
        pub enum Command {
            $($(
                #[doc = $about]
                #[command(after_help = after_help(&[$(($comment, $example)),+], &[$($note)?]))]
                $name($arguments),
            )+)+
        }

        impl Command {
            /// Runs the command, and returns the exit code.
            ///
            /// # Errors
            /// Returns any failure of the command.
            pub fn run(&self, context: &mut CommandContext) -> Result<u8, Failure> {
                match self {
                    $($(Self::$name(arguments) => $run(arguments, context),)+)+
                }
            }
        }

        /// The commands by group.
        const GROUPS: &[Group] = &[$(($group, &[$(stringify!($name)),+])),+];
    };
}

/// Returns the text at the end of a command's help: the examples, each with a comment above it, and
/// notes.
fn after_help(examples: &[(&str, &str)], notes: &[&str]) -> String {
    let mut text = "Examples:\n".to_owned();
    for (comment, example) in examples {
        text += &format!("  # {comment}\n  {example}\n");
    }
    for note in notes {
        text += &format!("\n{note}\n");
    }
    text + "\n`quadrille --help` lists the options of all commands."
}

commands! {
    "Play and learn" {
        Play(PlayArgs) => play::run,
            "Play a game, a lesson or a puzzle in the terminal",
            [
                ("Play the side that moves first, against agents", "quadrille play chesscom-teams"),
                ("Choose the players, and keep the game",
                    "quadrille play verney-1881 --seat yellow=person \\\n      --seat others=mcts:200 --save game.json"),
                ("Continue a kept game", "quadrille play --from game.json"),
                ("Learn one clause of the rules", "quadrille play verney-1881 --lesson V11"),
                ("Solve puzzles", "quadrille play verney-1881 --puzzle 1"),
                ("Print lines instead of a screen", "quadrille play four-seasons-1283 --plain"),
            ],
            "`quadrille explain play` describes the keys and the words of `--plain`.";
        List(ListArgs) => list::run,
            "List the rulesets by year",
            [
                ("List the included games", "quadrille list"),
                ("Add your own", "quadrille list --rulesets ./my-variants"),
                ("List them for a program", "quadrille list --format json"),
            ];
        Timeline(TimelineArgs) => timeline::run,
            "Show which game came from which, and the changes",
            [
                ("Draw the family tree", "quadrille timeline"),
                ("Draw the ancestors and descendants of one game", "quadrille timeline verney-1881"),
                ("Print it for a program", "quadrille timeline --format json"),
            ];
        Explain(ExplainArgs) => run_explain,
            "Explain rules, words of scripts, formats and codes",
            [
                ("Read the rules of a game, with their sources", "quadrille explain verney-1881"),
                ("Read one clause", "quadrille explain verney-1881 V11"),
                ("Read a page of the documentation", "quadrille explain notation"),
                ("Look up a word of rule scripts", "quadrille explain on_mate"),
                ("Look up a diagnostic", "quadrille explain Q0101"),
                ("Search for anything else", "quadrille explain bughouse"),
            ];
        Show(ShowArgs) => show::run,
            "Draw a position, or the moves of a piece",
            [
                ("Draw the array", "quadrille show verney-1881"),
                ("Draw a position", "quadrille show orthodox-chess --play \"e2-e4 e7-e5\""),
                ("Write a picture", "quadrille show verney-1881 -o board.svg"),
                ("Show the moves of a piece",
                    "quadrille show orthodox-chess --piece knight --from f3"),
                ("Print the ruleset in one file, inherited parts included",
                    "quadrille show verney-1881 --resolved"),
            ];
        Moves(MovesArgs) => moves::run,
            "List the legal moves of a position",
            [
                ("List the first moves", "quadrille moves verney-1881"),
                ("List the moves after two moves",
                    "quadrille moves orthodox-chess --play \"e2-e4 d7-d5\""),
                ("Begin at a position",
                    "quadrille moves orthodox-chess --fen \"8/P6k/8/8/8/8/8/K7 w - - 0 1\""),
                ("Ask why a move is illegal", "quadrille moves orthodox-chess --why a1-a3"),
            ];
        Move(MoveArgs) => advise::run,
            "Ask an agent for a move, an evaluation and a line",
            [
                ("Ask the default agent", "quadrille move chesscom-teams"),
                ("Ask a search, in a position",
                    "quadrille move orthodox-chess --play \"e2-e4 e7-e5\" \\\n      --agent search:depth=3"),
                ("Print a line of eight moves for a program",
                    "quadrille move verney-1881 --agent mcts:200 --line 8 --format json"),
            ];
        Puzzles(PuzzlesArgs) => puzzles::run,
            "Find puzzles in simulated games",
            [
                ("Find positions with exactly one winning move", "quadrille puzzles orthodox-chess"),
                ("Find rescues of a partner, and keep them",
                    "quadrille puzzles verney-1881 -n 100 --goal save --goal thaw \\\n      --plies 2 -o puzzles.toml"),
                ("Search games of stronger agents",
                    "quadrille puzzles nava-2018 nava-2018@ffa \\\n      --agents search-maxn:depth=2"),
                ("Check the puzzles of two games",
                    "quadrille puzzles --check verney-1881 chesscom-teams"),
            ],
            "`quadrille explain puzzles` describes goals and files. To solve a puzzle, start
`quadrille play RULESET --puzzle 1`.";
        Doc(DocArgs) => doc::run,
            "Write a rule sheet to print",
            [
                ("Write the sheet of a game into a folder", "quadrille doc verney-1881 -o sheets"),
                ("Print the sheet of your ruleset", "quadrille doc ./my-variant"),
                ("Write a page for a web site",
                    "quadrille doc verney-1881 -o games --site https://example.org/"),
                ("Describe changed rules",
                    "quadrille doc verney-1881@removal --set pawn-bypass.PAWN_BLOCK=never"),
            ];
        Serve(ServeArgs) => serve::run,
            "Serve the page, for one player or a network",
            [
                ("Open the page in a browser", "quadrille serve --open"),
                ("Serve a local network, and keep its games",
                    "quadrille serve --host 0.0.0.0 --store tables.db"),
                ("Serve a page that you built", "quadrille serve --page web/dist --port 8080"),
            ];
    }
    "Make" {
        New(NewArgs) => new::run,
            "Create a ruleset to play and change",
            [
                ("Create a game for four", "quadrille new my-game"),
                ("Create a game for two", "quadrille new my-duel --seats 2 --board 10x8"),
                ("Change an included game", "quadrille new my-verney --from verney-1881"),
                ("Answer questions instead", "quadrille new my-game --interactive"),
            ];
        Check(CheckArgs) => check::run,
            "Report mistakes, run lessons and play random games",
            [
                ("Check your ruleset", "quadrille check ./my-variant"),
                ("Apply safe fixes, and treat warnings as errors",
                    "quadrille check ./my-variant --fix --deny warnings \\\n      --allow unused-zone"),
                ("Play more random games", "quadrille check ./my-variant -n 1000 --seed 7"),
                ("Check every included game", "quadrille check --all"),
                ("Print findings for a program", "quadrille check ./my-variant --format json"),
            ];
        Watch(WatchArgs) => watch::run,
            "Check a ruleset at each save and show its board",
            [
                ("Watch your ruleset", "quadrille watch ./my-variant"),
                ("Show the moves of one piece", "quadrille watch ./my-variant --piece knight"),
            ],
            "Ctrl-C ends it, with exit code 0.";
        Fmt(FmtArgs) => fmt::run,
            "Format rule files without changing their meaning",
            [
                ("Format the ruleset in this folder", "quadrille fmt"),
                ("Format another", "quadrille fmt ./my-variant"),
                ("Report unformatted files only", "quadrille fmt --check ./my-variants"),
                ("Format standard input", "quadrille fmt --stdin geometry.toml"),
            ];
        Diff(DiffArgs) => diff::run,
            "Describe the differences between two rulesets",
            [
                ("Compare two games", "quadrille diff verney-1881 four-seasons-1283"),
                ("Compare a preset with its ruleset", "quadrille diff chesscom-teams@ffa"),
                ("Compare your ruleset with the one that it extends", "quadrille diff ./my-variant"),
                ("Print the differences for a program",
                    "quadrille diff verney-1881 ./my-variant --format json"),
            ];
        Import(ImportArgs) => import::run,
            "Convert games of Fairy-Stockfish or Ludii to rulesets",
            [
                ("Convert one variant", "quadrille import variants.ini:gothic -o my-variants"),
                ("Convert a whole file", "quadrille import variants.ini -o my-variants"),
                ("Convert a game of Ludii", "quadrille import Shatranj.lud -o my-variants"),
            ],
            "`quadrille explain import` lists the keys and ludemes. `import` reports parts\nwithout a counterpart.";
        Schema(SchemaArgs) => schema::run,
            "Print schemas of rule files for editors",
            [
                ("Print the JSON Schema of geometry.toml", "quadrille schema geometry"),
                ("Print the Rhai definitions of rule scripts", "quadrille schema scripts"),
                ("Write all of them", "quadrille schema -o schemas"),
            ];
    }
    "Measure" {
        Playout(PlayoutArgs) => playout::run,
            "Play games automatically and report the results",
            [
                ("Play a hundred games", "quadrille playout chesscom-teams -n 100"),
                ("Change a rule, and print every table",
                    "quadrille playout verney-1881 --set mate.AFTER_MATE=remove --full"),
                ("Choose an agent for each seat",
                    "quadrille playout chesscom-teams --seed 7 \\\n      --agents greedy,random,greedy,random"),
                ("Keep the games in a database",
                    "quadrille playout verney-1881 -n 100000 --rotate \\\n      --agents greedy,random,random,random --out runs.db"),
                ("Continue an interrupted run",
                    "quadrille playout verney-1881 -n 100000 --rotate --resume \\\n      --agents greedy,random,random,random --out runs.db"),
                ("Play a part of the games, and write their records",
                    "quadrille playout verney-1881 --games 500..1000 \\\n      --out shard.db --records games/"),
            ],
            "`quadrille explain playouts` describes the metrics.";
        Compare(CompareArgs) => compare::run,
            "Compare rulesets by playing many games of each",
            [
                ("Measure one changed rule",
                    "quadrille compare verney-1881 --set b:mate.AFTER_MATE=remove"),
                ("Let one kind of agent play",
                    "quadrille compare verney-1881 --set b:mate.AFTER_MATE=remove \\\n      --agents greedy"),
                ("Compare three presets by the length of games",
                    "quadrille compare verney-1881 verney-1881@removal \\\n      verney-1881@inert --primary length"),
                ("Look for differences of two points or more, and write a page",
                    "quadrille compare chesscom-teams chesscom-teams@old \\\n      --margin 0.02 --report teams.html"),
            ],
            "`quadrille explain compare` describes the tables.";
        Sweep(SweepArgs) => sweep::run,
            "Rank the tunables of a ruleset by their effect",
            [
                ("Change every tunable in turn", "quadrille sweep verney-1881 --agents greedy"),
                ("Change one tunable", "quadrille sweep verney-1881 --tunable mate.AFTER_MATE"),
                ("Look for games that are twenty plies longer or shorter",
                    "quadrille sweep fortress-chess --primary length --margin 20 \\\n      --agents greedy"),
            ];
        Survey(SurveyArgs) => survey::run,
            "Measure many rulesets and group similar ones",
            [
                ("Measure three games",
                    "quadrille survey verney-1881 chesscom-ffa nava-2018 \\\n      --agents greedy --metrics length,decided"),
                ("Draw a map of all games", "quadrille survey --all -n 200 --report survey.html"),
                ("Add their presets, and write a table",
                    "quadrille survey verney-1881 chesscom-ffa --presets -o survey.csv"),
            ],
            "`quadrille explain survey` describes metrics, map and clusters.";
        Search(SearchArgs) => search::run,
            "Find settings of a ruleset that meet a goal",
            [
                ("Look for fair, decisive and short games",
                    "quadrille search verney-1881 \\\n      --goal \"seats within 2 %, decided >= 60 %, plies <= 300\""),
                ("Play more games by one kind of agent",
                    "quadrille search chesscom-ffa --goal \"length in 100..200\" \\\n      --agents greedy -n 5000"),
                ("Change one tunable only",
                    "quadrille search verney-1881 --goal \"decided >= 90 %\" \\\n      --tunable mate.AFTER_MATE --report found.html"),
            ],
            "`quadrille explain search` describes goals.";
        Skill(SkillArgs) => skill::run,
            "Measure how much skill decides a game, and how much luck",
            [
                ("Play strong agents against weak ones", "quadrille skill verney-1881"),
                ("Choose the range of strength",
                    "quadrille skill chaturaji-tithitattva-1500 \\\n      --agents mcts:8..256 -n 400"),
                ("Choose the agents", "quadrille skill chesscom-ffa --agents random,greedy,mcts:50"),
            ];
        Claims(ClaimsArgs) => claims::run,
            "Test claims of the sources about the games",
            [
                ("Test the claims about one game", "quadrille claims verney-1881"),
                ("Write the report about all games",
                    "quadrille claims --output docs/results/claims.md"),
                ("Print results for a program", "quadrille claims --format json"),
            ];
        Match(Box<MatchArgs>) => matches::run,
            "Play agents or UCI engines and estimate the Elo difference",
            [
                ("Play two agents",
                    "quadrille match verney-1881 --a search:depth=2 --b greedy -n 40"),
                ("Play an external engine",
                    "quadrille match orthodox-chess --a search:depth=3 \\\n      --b 'uci:stockfish;go=depth 1' --from random:6"),
                ("Stop as soon as the answer is known",
                    "quadrille match chesscom-teams --a mcts:500 --b search:depth=2 \\\n      --elo0 0 --elo1 30 -n 4000"),
                ("Rank four agents",
                    "quadrille match orthodox-chess --round-robin \\\n      --agents random,greedy,search:depth=1,search:depth=2"),
                ("Keep the games",
                    "quadrille match chesscom-ffa --a search-maxn:depth=1 --b greedy \\\n      --out games.jsonl --records games"),
            ],
            "`quadrille explain match` describes clocks, forfeits and files.";
        Tournament(Box<TournamentArgs>) => tournament::run,
            "Play a tournament of agents and engines, with ratings",
            [
                ("Play a round robin",
                    "quadrille tournament verney-1881 -n 8 \\\n      --agents random,greedy,search:depth=1"),
                ("Play a Swiss tournament, and write a page",
                    "quadrille tournament orthodox-chess --system swiss --rounds 3 \\\n      --agents random,greedy,mcts:50,search:depth=1,search:depth=2 \\\n      --from random:6 --report table.html"),
                ("Use the scale of an earlier tournament",
                    "quadrille tournament chesscom-ffa --agents greedy,mcts:50 \\\n      --anchor greedy=1500"),
            ],
            "`quadrille explain match` describes systems, anchors and files.";
        Study(StudyArgs) => study::run,
            "Write the file of a new study",
            [
                ("Answer questions", "quadrille study new my-study"),
                ("Give all parts as options",
                    "quadrille study new my-study --title \"Removed armies\" \\\n      --question \"Are games shorter if mated armies are removed?\" \\\n      --compare verney-1881,verney-1881@removal --primary length \\\n      --margin 20 --would-change \"An interval above zero\""),
            ],
            "`quadrille explain studies` describes the file.";
        Run(RunStudyArgs) => run_study::run,
            "Seal the plan of a study, play it, and write a paper",
            [
                ("Run a study, or continue it", "quadrille run my-study/study.toml"),
                ("Seal the plan before any game", "quadrille run my-study/study.toml --seal"),
            ],
            "`quadrille explain studies` describes the files.";
        Learn(LearnArgs) => learn::run,
            "Tune the evaluation of agents by self-play",
            [
                ("Learn weights", "quadrille learn verney-1881"),
                ("Play more games, and name the file",
                    "quadrille learn chesscom-teams -n 500 --stages 8 \\\n      --openings 100 -o teams.toml"),
                ("Continue an interrupted run",
                    "quadrille learn chesscom-teams -n 500 --stages 8 \\\n      --openings 100 -o teams.toml --resume"),
            ],
            "`quadrille explain learn` describes weights, stages and files.";
        Perft(PerftArgs) => perft::run,
            "Count the legal move sequences of a depth",
            [
                ("Count to depth five", "quadrille perft orthodox-chess 5"),
                ("Count for each first move", "quadrille perft chesscom-teams 3 --divide"),
                ("Count in a position", "quadrille perft orthodox-chess 3 --play \"e2-e4\""),
            ];
    }
    "Records" {
        Replay(ReplayArgs) => replay::run,
            "Check every move of recorded games",
            [
                ("Check a record", "quadrille replay game.pgn4"),
                ("Name the rules", "quadrille replay game.pgn4 --ruleset chesscom-teams"),
                ("Show the effects of each move, with hook and clause",
                    "quadrille replay game.pgn4 --trace"),
                ("Print results for a program", "quadrille replay game.pgn4 --format json"),
            ];
        Explore(ExploreArgs) => explore::run,
            "List the moves of many games, with their results",
            [
                ("List the first moves of recorded games", "quadrille explore games.pgn4"),
                ("List the answers to a move, in a database",
                    "quadrille explore run.db --play \"e2-e4\""),
                ("List three plies, without rare moves",
                    "quadrille explore games.pgn4 --depth 3 --min-games 10"),
                ("Play the games now",
                    "quadrille explore chesscom-teams -n 2000 --agents mcts:50"),
            ],
            "`quadrille explain explore` describes the columns.";
        Export(ExportArgs) => export::run,
            "Write the games of a database as CSV or JSON",
            [
                ("Write a row for each game", "quadrille export runs.db -o games.csv"),
                ("Write JSON lines", "quadrille export runs.db --format ndjson"),
                ("Write a row for each ply", "quadrille export runs.db --series -o plies.csv"),
            ],
            "`quadrille explain playouts` describes the columns.";
        Merge(MergeArgs) => merge::run,
            "Merge the databases of one run",
            [
                ("Merge three parts", "quadrille merge run.db a.db b.db c.db"),
                ("Merge parts in a folder", "quadrille merge run.db shards/0.db shards/1.db"),
            ],
            "`quadrille playout R --games A..B --out shard.db` writes a part. Parts must\n\
             agree in rules, seed, agents and version, and contain each game of a range once.";
        Migrate(MigrateArgs) => migrate::run,
            "Convert a database of an older version",
            [
                ("Convert into a new file", "quadrille migrate old.db new.db"),
                ("Convert in other folders", "quadrille migrate runs/old.db archive/new.db"),
            ],
            "Databases of `playout` and of the tables of `serve` have older versions. The old\n\
             database stays as it is. `quadrille explain compatibility` lists all formats.";
    }
    "Integrate" {
        Engine(EngineArgs) => engine::run,
            "Play moves for another program, by UCI",
            [
                ("Offer all games", "quadrille engine"),
                ("Offer one game", "quadrille engine chesscom-teams"),
            ],
            "`quadrille explain engine` describes the protocol.";
        Lsp(LspArgs) => lsp::run,
            "Serve an editor as a language server for rulesets",
            [
                ("Start it, as an editor does", "quadrille lsp"),
                ("Add your plugins", "quadrille lsp --plugins ./my-plugins"),
            ],
            "`quadrille explain editors` describes how to set up an editor.";
        Completions(CompletionsArgs) => run_completions,
            "Print completions for a shell",
            [
                ("Complete commands in Bash",
                    "quadrille completions bash > ~/.local/share/bash-completion/completions/quadrille"),
                ("Complete them in fish",
                    "quadrille completions fish > ~/.config/fish/completions/quadrille.fish"),
            ];
        Manual(ManualArgs) => run_manual,
            "Write the manual pages of all commands",
            [
                ("Write them into a folder", "quadrille manual -o pages"),
                ("Write them here", "quadrille manual -o ."),
            ];
    }
}

/// Returns the command line parser. Parts of its help are generated from the table.
#[must_use]
pub fn command() -> clap::Command {
    let commands = Cli::command();
    let overview = overview(&commands);
    commands.after_help(overview)
}

/// Returns the part of the program's help that follows the usage line.
fn overview(commands: &clap::Command) -> String {
    let mut text = String::new();
    for (title, names) in GROUPS {
        text += &format!("\n{title}:\n");
        for name in *names {
            let name = name.to_lowercase();
            let about = commands.find_subcommand(&name).and_then(clap::Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            text += &format!("  {name:<12} {about}\n");
        }
    }
    text += "\nOptions of all commands:\n";
    for argument in commands.get_arguments() {
        let Some(long) = argument.get_long() else { continue };
        let value = argument.get_value_names().and_then(<[_]>::first);
        let usage =
            value.map_or_else(|| format!("--{long}"), |value| format!("--{long} <{value}>"));
        let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
        text += &format!("  {usage:<18} {help}\n");
    }
    text += "  -h, --help         Print help\n  -V, --version      Print the version\n\n";
    text += "RULESET is the id of an included game or the path of a folder. `id@preset`,\n\
             `id@one+another` and `--set script.CONST=value` change its rules.\n\n\
             Start with `quadrille play chesscom-teams`, `quadrille new my-game` or\n\
             `quadrille explain tutorial`.\n\
             All documentation: https://github.com/quadrille-chess/quadrille/tree/main/docs\n\n\
             Exit codes:\n";
    for (code, meaning) in exit::ALL {
        text += &format!("  {code:<3}  {meaning}\n");
    }
    text
}

/// The text that is printed for a command line without a command. It lists commands for beginners.
pub const WELCOME: &str = "\
Quadrille: four-player chess with rules that you can read, change and measure

  quadrille play chesscom-teams        play a game against agents
  quadrille list                       list the included games
  quadrille explain verney-1881        read the rules of a game, with sources
  quadrille playout chesscom-teams     play a thousand games, and report
  quadrille new my-game                create a game of your own
  quadrille explain tutorial           learn how to change it

`quadrille --help` lists all commands.
";

/// Runs `completions`. It needs the command line parser with all commands.
fn run_completions(args: &CompletionsArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    completions::run(args, &mut command(), context)
}

/// Runs `manual`. It needs the command line parser with all commands.
fn run_manual(args: &ManualArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    manual::run(args, command(), context)
}

/// Runs `explain`. It needs the command line parser, because it also explains the commands.
fn run_explain(args: &ExplainArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    explain::run(args, &command(), context)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_of_commands_agree_with_each_other() {
        command().debug_assert();
    }

    #[test]
    fn every_command_has_examples_that_can_be_typed() {
        for command in Cli::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let help = help.replace("\\\n", "");
            let examples: Vec<&str> =
                help.lines().map(str::trim).filter(|line| line.starts_with("quadrille ")).collect();
            assert!(examples.len() >= 2, "{} has too few examples", command.get_name());
            for example in examples {
                let example = example.split(" > ").next().unwrap_or(example);
                Cli::try_parse_from(words(example)).unwrap_or_else(|e| panic!("{example}: {e}"));
            }
        }
    }

    #[test]
    fn summaries_are_short_and_every_command_is_in_a_group() {
        let all = Cli::command();
        for command in all.get_subcommands() {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            let name = command.get_name();
            assert!(about.chars().count() <= 60 && !about.contains(':'), "{name}: {about}");
        }
        let grouped: usize = GROUPS.iter().map(|(_, names)| names.len()).sum();
        assert_eq!(grouped, all.get_subcommands().count());
    }

    #[test]
    fn help_fits_eighty_columns() {
        let all = command();
        let mut texts = vec![overview(&all), WELCOME.to_owned()];
        texts.extend(
            all.get_subcommands().filter_map(|c| c.get_after_help()).map(ToString::to_string),
        );
        for text in texts {
            for line in text.lines().filter(|line| !line.contains("://") && !line.contains("~/.")) {
                assert!(line.chars().count() <= 80, "{line}");
            }
        }
    }

    /// Returns the words of a command line without their quotes.
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
        words.retain(|word| !word.is_empty());
        words
    }
}
