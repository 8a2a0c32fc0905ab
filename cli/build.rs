//! Sets `QUADRILLE_VERSION` to the version of the program with the commit from which it is built.
//!
//! The commit comes from git, from the file that `cargo package` writes, or from the environment
//! variable `QUADRILLE_COMMIT`. Without any of them, the version stands alone. In release builds, a
//! new commit triggers a new build. Debug builds ignore new commits, because the whole crate would
//! be compiled after each of them.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// The number of digits of a commit's hash that the program shows.
const COMMIT_DIGITS: usize = 9;

fn main() {
    println!("cargo::rerun-if-env-changed=QUADRILLE_COMMIT");
    println!("cargo::rerun-if-changed=build.rs");
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let set = env::var("QUADRILLE_COMMIT").ok().filter(|commit| !commit.is_empty());
    let commit = set.or_else(packaged).or_else(|| checked_out(release));
    let commit = commit.map(|commit| commit.chars().take(COMMIT_DIGITS).collect::<String>());
    let version = match commit {
        None => version,
        Some(commit) if release => format!("{version} ({commit})"),
        Some(commit) => format!("{version} (debug build of {commit} or later)"),
    };
    println!("cargo::rustc-env=QUADRILLE_VERSION={version}");
}

/// Returns the commit that `cargo package` has written into this package.
fn packaged() -> Option<String> {
    let text = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = text.split_once("\"sha1\"")?;
    rest.split('"').nth(1).map(str::to_owned)
}

/// Returns the commit of the repository of this crate. If `follow` is `true`, the program is built
/// again after each commit.
fn checked_out(follow: bool) -> Option<String> {
    // If this crate lies inside another repository, the commit of that repository does not identify
    // the crate.
    if !Path::new("../core/Cargo.toml").is_file() {
        return None;
    }
    if follow {
        for name in ["HEAD", "logs/HEAD"] {
            if let Some(path) = git(&["rev-parse", "--git-path", name]) {
                println!("cargo::rerun-if-changed={path}");
            }
        }
    }
    git(&["rev-parse", "HEAD"])
}

/// Runs git, and returns the first line of its output.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.lines().next()?.to_owned();
    (output.status.success() && !line.is_empty()).then_some(line)
}
