//! What can be typed: commands, options and the examples in their help.

use std::ops::Range;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand, ValueEnum};
use quadrille_core::AgentSpec;

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
    pub global: Global,
}

/// What all commands share.
#[derive(Args, Debug)]
pub struct Global {
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
    List(List),
    /// The family tree of the rulesets: which came from which, and what each changed.
    #[command(after_help = "Examples:\n  quadrille timeline\n  quadrille timeline --format json")]
    Timeline(Timeline),
    /// Finds what is wrong with rulesets: files, scripts, lessons, and a few hundred random games.
    #[command(after_help = "Examples:\n  quadrille check verney-1881\n  quadrille check --all\n  \
                            quadrille check ./my-variant --games 1000 --seed 7\n  \
                            quadrille check ./my-variant --format json")]
    Check(Check),
    /// A position as a picture, or a piece's moves, or the ruleset's flattened file.
    #[command(after_help = "Examples:\n  quadrille show verney-1881\n  \
        quadrille show orthodox-chess --play \"e2-e4 e7-e5\"\n  \
        quadrille show verney-1881 -o board.svg\n  \
        quadrille show orthodox-chess --piece knight --from f3\n  \
        quadrille show verney-1881 --resolved")]
    Show(Show),
    /// The legal actions of a position, one a line, sorted.
    #[command(after_help = "Examples:\n  quadrille moves verney-1881\n  \
        quadrille moves orthodox-chess --play \"e2-e4 d7-d5\"\n  \
        quadrille moves orthodox-chess --fen \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"")]
    Moves(Moves),
    /// Counts the legal sequences of so many actions.
    #[command(after_help = "Examples:\n  quadrille perft orthodox-chess 5\n  \
        quadrille perft chesscom-teams 3 --divide\n  \
        quadrille perft orthodox-chess 3 --play \"e2-e4\"")]
    Perft(Perft),
    /// Plays games automatically and reports what happened in them.
    #[command(after_help = "Examples:\n  quadrille playout verney-1881 -n 1000\n  \
        quadrille playout verney-1881 --set mate.AFTER_MATE=remove\n  \
        quadrille playout chesscom-teams --agents greedy,random,greedy,random --seed 7\n  \
        quadrille playout verney-1881 -n 100000 --agents greedy,random,random,random --rotate --out runs.db\n  \
        quadrille playout verney-1881 -n 100000 --agents greedy,random,random,random --rotate --out runs.db --resume\n  \
        quadrille playout verney-1881 --games 500..1000 --out shard.db --records games/")]
    Playout(Playout),
    /// Plays two or more rulesets against each other's figures: what a change of the rules does to
    /// the game.
    #[command(after_help = "Examples:\n  \
        quadrille compare verney-1881 verney-1881 --set b:mate.AFTER_MATE=remove\n  \
        quadrille compare verney-1881 --set b:mate.AFTER_MATE=remove --agents greedy\n  \
        quadrille compare verney-1881 verney-1881@removal verney-1881@inert --primary length\n  \
        quadrille compare chesscom-teams chesscom-teams@old --margin 0.02 --report teams.html")]
    Compare(Compare),
    /// Changes each tunable of a ruleset in turn: which rules matter, and which are decoration.
    #[command(after_help = "Examples:\n  quadrille sweep verney-1881 --agents greedy\n  \
        quadrille sweep verney-1881 --tunable mate.AFTER_MATE\n  \
        quadrille sweep fortress-chess --primary length --margin 20 --agents greedy")]
    Sweep(Sweep),
    /// Puts what the sources claim about the games to the test.
    #[command(after_help = "Examples:\n  quadrille claims verney-1881\n  \
        quadrille claims --output docs/claims.md\n  quadrille claims --format json")]
    Claims(Claims),
    /// Puts databases of parts of one run together.
    #[command(after_help = "Examples:\n  quadrille merge run.db a.db b.db c.db\n  \
        quadrille merge run.db shards/0.db shards/1.db\n\n\
        The parts are what `quadrille playout R --games A..B --out shard.db` writes. They must have \
        the same rules, seed, agents and version, and no game may be in two of them or in none \
        between the first and the last.")]
    Merge(Merge),
    /// Writes the games of a database for other programs.
    #[command(after_help = "Examples:\n  quadrille export runs.db -o games.csv\n  \
        quadrille export runs.db --format ndjson\n\n\
        The columns are those of `quadrille explain playouts`.")]
    Export(Export),
    /// Replays recorded games (PGN4), checking every move.
    #[command(after_help = "Examples:\n  quadrille replay game.pgn4\n  \
        quadrille replay game.pgn4 --ruleset chesscom-teams\n  \
        quadrille replay game.pgn4 --format json")]
    Replay(Replay),
    /// Explains a ruleset, one of its clauses, a file format, or a diagnostic's code.
    #[command(after_help = "Examples:\n  quadrille explain verney-1881\n  \
        quadrille explain verney-1881 V11\n  quadrille explain notation\n  \
        quadrille explain Q0101")]
    Explain(Explain),
}

/// Which rules.
#[derive(Args, Debug)]
pub struct RulesArgs {
    /// A shipped ruleset's id or a path to a folder, with `@preset` where wanted.
    pub ruleset: String,
    /// Options that change them.
    #[command(flatten)]
    pub change: Change,
}

/// Changes to rules.
#[derive(Args, Clone, Debug, Default)]
pub struct Change {
    /// Sets a script's constant (may be repeated).
    #[arg(long = "set", value_name = "[SCRIPT.]CONST=VALUE")]
    pub set: Vec<Setting>,
}

/// Which position.
#[derive(Args, Debug, Default)]
pub struct PositionArgs {
    /// The position to start from: FEN4, or plain FEN where two seats play.
    #[arg(long)]
    pub fen: Option<String>,
    /// Actions to play from there, such as `e2-e4 e7-e5`.
    #[arg(long, value_name = "ACTIONS")]
    pub play: Option<String>,
}

/// How results are printed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// `list`
#[derive(Args, Debug)]
pub struct List {
    /// How to print it.
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// `timeline`
#[derive(Args, Debug)]
pub struct Timeline {
    /// How to print it.
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// `check`
#[derive(Args, Debug)]
pub struct Check {
    /// Which rulesets.
    #[arg(required_unless_present = "all", value_name = "RULESET")]
    pub names: Vec<String>,
    /// All that `list` shows.
    #[arg(long, conflicts_with = "names")]
    pub all: bool,
    /// Options that change them.
    #[command(flatten)]
    pub change: Change,
    /// How many random games to play.
    #[arg(long, default_value_t = 300, value_name = "N")]
    pub games: u64,
    /// How to play them.
    #[command(flatten)]
    pub run: Run,
    /// How to print the findings.
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// `show`
#[derive(Args, Debug)]
pub struct Show {
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
pub struct Moves {
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
pub struct Perft {
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

/// How games are played.
#[derive(Args, Debug)]
pub struct Run {
    /// The seed that all chance derives from.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many threads; by default as many as the machine runs at once. Results do not depend
    /// on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Stop games after so many plies instead of the ruleset's limit.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    pub ply_limit: Option<u32>,
}

/// `playout`
#[derive(Args, Debug)]
pub struct Playout {
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
    pub run: Run,
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
pub struct Compare {
    /// The rulesets: the first is what the others are compared with. One alone is compared with
    /// what `--set b:…` makes of it.
    #[arg(required = true, value_name = "RULESET", num_args = 1..=8)]
    pub names: Vec<String>,
    /// Sets a script's constant on one side (`a:`, `b:`, …), or on all (may be repeated).
    #[arg(long = "set", value_name = "[SIDE:][SCRIPT.]CONST=VALUE")]
    pub set: Vec<SideSetting>,
    /// How the question is asked.
    #[command(flatten)]
    pub question: Question,
    /// How to play.
    #[command(flatten)]
    pub run: Run,
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
pub struct Sweep {
    /// Which rules, as they are before anything is changed.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Only this tunable (may be repeated), maybe with values of your own:
    /// `script.CONST=1,2,3`.
    #[arg(long = "tunable", value_name = "SCRIPT.CONST[=VALUE,…]")]
    pub tunables: Vec<String>,
    /// How the question is asked. Where no margin is given, it is five points.
    #[command(flatten)]
    pub question: Question,
    /// How to play.
    #[command(flatten)]
    pub run: Run,
    /// How to print the result.
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// `claims`
#[derive(Args, Debug)]
pub struct Claims {
    /// The claims about this ruleset alone.
    pub ruleset: Option<String>,
    /// How to play.
    #[command(flatten)]
    pub run: Run,
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
pub struct Question {
    /// The one metric that decides; `quadrille explain compare` lists them.
    #[arg(long, value_name = "METRIC", default_value = "decided")]
    pub primary: String,
    /// Smaller differences of that metric do not matter: a share from 0 to 1, or plies.
    #[arg(long, value_name = "SIZE", value_parser = size)]
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
pub struct Merge {
    /// The database to write.
    pub out: PathBuf,
    /// The databases of the parts, in any order.
    #[arg(required = true, value_name = "SHARD")]
    pub shards: Vec<PathBuf>,
}

/// `export`
#[derive(Args, Debug)]
pub struct Export {
    /// The database.
    pub database: PathBuf,
    /// How to write the games.
    #[arg(long, default_value = "csv")]
    pub format: Table,
    /// Write to a file.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What games are written as.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Table {
    /// A table with a line for each game.
    Csv,
    /// One object with the run and its games.
    Json,
    /// A line of JSON for each game.
    Ndjson,
}

/// `replay`
#[derive(Args, Debug)]
pub struct Replay {
    /// The file with the game.
    pub file: PathBuf,
    /// The rules it was played by, instead of what the file says.
    #[arg(long, value_name = "RULESET")]
    pub ruleset: Option<String>,
    /// Options that change them.
    #[command(flatten)]
    pub change: Change,
    /// How to print the game.
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// `explain`
#[derive(Args, Debug)]
pub struct Explain {
    /// A ruleset; a topic (`notation`, `squares`, `fen`, `scripts`, `geometry`, `lessons`,
    /// `actions`, `pgn`, `playouts`, `agents`, `compare`); or a diagnostic's code.
    pub topic: String,
    /// One of the ruleset's clauses.
    pub clause: Option<String>,
    /// Options that change the ruleset.
    #[command(flatten)]
    pub change: Change,
}

/// `[script.]CONST=value`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The constant, with its script where given.
    pub name: String,
    /// Its value.
    pub value: String,
}

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = text
            .split_once('=')
            .ok_or("there is no `=`; write CONST=value or script.CONST=value")?;
        if name.is_empty() {
            return Err("there is no name before the `=`".to_owned());
        }
        if let Some((side, rest)) = name.split_once(':') {
            return Err(format!(
                "`{side}:` chooses one of two rulesets to compare, and there is one here; \
                 write `{rest}={value}`"
            ));
        }
        Ok(Self { name: name.to_owned(), value: value.to_owned() })
    }
}

impl std::fmt::Display for Setting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.name, self.value)
    }
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

    #[test]
    fn a_setting_is_a_name_and_a_value_that_may_hold_anything() {
        let setting: Setting = "mate.AFTER_MATE=a=b:c".parse().unwrap();
        assert_eq!((setting.name.as_str(), setting.value.as_str()), ("mate.AFTER_MATE", "a=b:c"));
        assert!("AFTER_MATE".parse::<Setting>().is_err());
        assert!("=x".parse::<Setting>().is_err());
        assert!("a:mate.X=1".parse::<Setting>().unwrap_err().contains("`mate.X=1`"));
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
