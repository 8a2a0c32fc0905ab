//! Arguments of the commands for editors, shells and manuals.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// `lsp`
#[derive(Args, Debug)]
pub struct LspArgs {
    /// Accept this option of many editors; `lsp` always uses standard input and output.
    #[arg(long)]
    pub stdio: bool,
}

/// `schema`
#[derive(Args, Debug)]
pub struct SchemaArgs {
    /// Format to print; without a format and `-o`, list the formats.
    pub what: Option<SchemaOf>,
    /// Write the format to this file, or all formats to this folder if none is named.
    #[arg(long, short, value_name = "PATH")]
    pub output: Option<PathBuf>,
}

/// `completions`
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// Shell: bash, elvish, fish, powershell or zsh.
    #[arg(hide_possible_values = true)]
    pub shell: clap_complete::Shell,
}

/// `manual`
#[derive(Args, Debug)]
pub struct ManualArgs {
    /// Write a page for each command to this folder.
    #[arg(long, short, value_name = "DIR")]
    pub output: PathBuf,
}

/// A format that `schema` describes.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum SchemaOf {
    /// JSON Schema of `geometry.toml`, and of rulesets in a single file
    Geometry,
    /// JSON Schema of `lessons.toml`
    Lessons,
    /// JSON Schema of `puzzles.toml`
    Puzzles,
    /// JSON Schema of `weights.toml`, which `quadrille learn` writes
    Weights,
    /// Functions that scripts can call, as a Rhai definition file (`.d.rhai`)
    Scripts,
}
