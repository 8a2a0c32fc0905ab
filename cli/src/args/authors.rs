//! Arguments of the commands for authors: `diff`, `doc`, `fmt`, `import`, `new` and `watch`.

use std::path::PathBuf;

use clap::Args;

use super::{OutputFormat, PlainRulesArgs};

/// `diff`
#[derive(Args, Debug)]
pub struct DiffArgs {
    /// Ruleset that the other is compared with; `@preset` may follow
    pub first: String,
    /// The other ruleset [default: a preset is compared with the ruleset without it, a ruleset
    /// with the one that it extends, which then comes first]
    pub other: Option<String>,
    /// Output format.
    #[arg(long, default_value = "text")]
    pub format: OutputFormat,
}

/// `fmt`
#[derive(Args, Debug)]
pub struct FmtArgs {
    /// Files, and folders to look for rule files in [default: this folder]
    pub paths: Vec<PathBuf>,
    /// Change nothing; name the files that are not formatted, and exit with code 1 if there are any
    #[arg(long)]
    pub check: bool,
    /// Read standard input as the file of this name, and write the result to standard output
    #[arg(long, value_name = "NAME", conflicts_with = "paths")]
    pub stdin: Option<String>,
}

/// `new`
#[derive(Args, Debug)]
pub struct NewArgs {
    /// Name of the ruleset, and of its folder: lower-case letters, digits and `-`
    #[arg(required_unless_present = "interactive")]
    pub name: Option<String>,
    /// Begin with a small game of its own: the default without `--from`
    #[arg(long, conflicts_with = "from")]
    pub blank: bool,
    /// Change this ruleset, instead of beginning with a small game of its own; `@preset` may follow
    #[arg(long, value_name = "RULESET", conflicts_with_all = ["seats", "board"])]
    pub from: Option<String>,
    /// Number of seats
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u8).range(2..=4))]
    pub seats: u8,
    /// Let each of four players play alone, as in a free-for-all; those across the board are partners otherwise
    #[arg(long, conflicts_with = "from")]
    pub no_teams: bool,
    /// Board: `8x8`, `cross-14`, or any other `FILESxRANKS` [default: cross-14 for four, 8x8 for two]
    #[arg(long, value_name = "SHAPE")]
    pub board: Option<String>,
    /// Ask for what is not given
    #[arg(long, short)]
    pub interactive: bool,
    /// Folder to make it in
    #[arg(long, short, value_name = "DIR", default_value = ".")]
    pub dir: PathBuf,
}

/// `import`
#[derive(Args, Debug)]
pub struct ImportArgs {
    /// File of variants, or a file and a section of it, as in `variants.ini:gothic` [default: all sections]
    pub file: String,
    /// Folder to make the rulesets' folders in
    #[arg(long, short, value_name = "DIR", default_value = ".")]
    pub output: PathBuf,
}

/// `watch`
#[derive(Args, Debug)]
pub struct WatchArgs {
    /// Path of a ruleset's folder or file; `@preset` may follow
    pub ruleset: String,
    /// Show how this piece moves, instead of the board at the start
    #[arg(long, value_name = "NAME")]
    pub piece: Option<String>,
}

/// `doc`
#[derive(Args, Debug)]
pub struct DocArgs {
    /// Which rules to use.
    #[command(flatten)]
    pub rules: PlainRulesArgs,
    /// The file to write (.html), or a folder: the page is then named by the ruleset
    #[arg(long, short, value_name = "PATH", default_value = ".")]
    pub output: PathBuf,
}
