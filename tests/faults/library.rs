//! Compiles `fail_once.c`. The tests of both stores include this file.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The text that the library prints if its call has failed.
pub const FAILED: &str = "call ";

/// Compiles the library that makes a call of the system fail, into a folder. To use it, set
/// `LD_PRELOAD` to its path and `FAIL_AT` to the number of the call.
pub fn build(folder: &Path) -> PathBuf {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/faults/fail_once.c");
    let library = folder.join("fail_once.so");
    let mut compiler = Command::new(std::env::var_os("CC").unwrap_or("cc".into()));
    compiler.args(["-shared", "-fPIC", "-o"]).arg(&library).args([source, "-ldl"]);
    // SQLite is compiled with the same compiler.
    assert!(compiler.status().unwrap().success());
    library
}
