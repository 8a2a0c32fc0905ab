//! Arguments of the commands for editors: `lsp` and `schema`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// `lsp`
#[derive(Args, Debug)]
pub struct LspArgs {
    /// Use standard input and output, as many editors ask for; there is no other way
    #[arg(long)]
    pub stdio: bool,
}

/// `schema`
#[derive(Args, Debug)]
pub struct SchemaArgs {
    /// Which file's format to print; without one, and without `-o`, the formats are listed
    pub what: Option<SchemaOf>,
    /// Write it to this file; all of them into this folder, if none is named
    #[arg(long, short, value_name = "PATH")]
    pub output: Option<PathBuf>,
}

/// The formats that can be described.
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
    /// What scripts can call, as a Rhai definition file (`.d.rhai`)
    Scripts,
}
