//! Arguments of the commands for authors: `diff`, `doc`, `fmt`, `import`, `new` and `watch`.

use std::path::PathBuf;

use clap::Args;

use super::{OutputFormat, PlainRulesArgs};

/// `diff`
#[derive(Args, Debug)]
pub struct DiffArgs {
    /// First ruleset; `@preset` may follow.
    pub first: String,
    /// Second ruleset [default: FIRST without its preset, or the ruleset that FIRST extends].
    pub other: Option<String>,
    /// Output format: text or json.
    #[arg(long, default_value = "text", hide_possible_values = true)]
    pub format: OutputFormat,
}

/// `fmt`
#[derive(Args, Debug)]
pub struct FmtArgs {
    /// Files, or folders with rule files [default: this folder].
    pub paths: Vec<PathBuf>,
    /// Change nothing: list unformatted files, and exit with code 1 if there are any.
    #[arg(long)]
    pub check: bool,
    /// Format standard input as the file of this name, and write the result to standard output.
    #[arg(long, value_name = "NAME", conflicts_with = "paths")]
    pub stdin: Option<String>,
}

/// `new`
#[derive(Args, Debug)]
pub struct NewArgs {
    /// Name of the ruleset and its folder: lower-case letters, digits and `-`.
    #[arg(required_unless_present = "interactive")]
    pub name: Option<String>,
    /// Start from the built-in template: the default without `--from`.
    #[arg(long, conflicts_with = "from")]
    pub blank: bool,
    /// Start from this ruleset instead of the built-in template; `@preset` may follow.
    #[arg(long, value_name = "RULESET", conflicts_with_all = ["seats", "board"])]
    pub from: Option<String>,
    /// Number of seats.
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u8).range(2..=4))]
    pub seats: u8,
    /// Make each of four players play alone; by default, players across the board are partners.
    #[arg(long, conflicts_with = "from")]
    pub no_teams: bool,
    /// Board: `8x8`, `cross-14`, or any other `FILESxRANKS` [default: cross-14, or 8x8 for two
    /// seats].
    #[arg(long, value_name = "SHAPE")]
    pub board: Option<String>,
    /// Prompt for missing options.
    #[arg(long, short)]
    pub interactive: bool,
    /// Create the ruleset's folder in this folder.
    #[arg(long, short, value_name = "DIR", default_value = ".")]
    pub dir: PathBuf,
}

/// `import`
#[derive(Args, Debug)]
pub struct ImportArgs {
    /// A `.lud` file, or a file of variants; `variants.ini:gothic` selects one variant.
    pub file: String,
    /// Read the definitions of `.lud` files from this folder; by default, from `def` near the file.
    #[arg(long, value_name = "DIR")]
    pub definitions: Option<PathBuf>,
    /// Select an item of an option of a `.lud` file, or one of its rulesets; repeatable.
    #[arg(long, value_name = "HEADING/ITEM")]
    pub option: Vec<String>,
    /// Create the rulesets' folders in this folder.
    #[arg(long, short, value_name = "DIR", default_value = ".")]
    pub output: PathBuf,
}

/// `watch`
#[derive(Args, Debug)]
pub struct WatchArgs {
    /// Folder or file of a ruleset; `@preset` may follow.
    pub ruleset: String,
    /// Show the moves of this piece instead of the board at the start.
    #[arg(long, value_name = "NAME")]
    pub piece: Option<String>,
}

/// `doc`
#[derive(Args, Debug)]
pub struct DocArgs {
    /// The ruleset and its changes.
    #[command(flatten)]
    pub rules: PlainRulesArgs,
    /// Write to this .html file, or to a file in this folder, named after the ruleset.
    #[arg(long, short, value_name = "PATH", default_value = ".")]
    pub output: PathBuf,
    /// Add a description and a picture for previews of links to the sheet. URL is the address of
    /// the web page.
    #[arg(long, value_name = "URL")]
    pub site: Option<String>,
}
