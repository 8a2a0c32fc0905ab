//! Arguments of `check`.

use clap::{Args, ValueEnum};
use quadrille_dsl::diagnostic::{Levels, LintLevel, LintName, NoLint, suggest};

use super::{PlainChange, RunArgs};

/// `check`
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Rulesets to check.
    #[arg(required_unless_present = "all", value_name = "RULESET")]
    pub names: Vec<String>,
    /// Check every ruleset that `list` shows.
    #[arg(long, conflicts_with = "names")]
    pub all: bool,
    /// Changes to the rules.
    #[command(flatten)]
    pub change: PlainChange,
    /// Report a lint's findings as errors (repeatable): its name or code, `all`, or `warnings` for
    /// all lints that are not allowed.
    #[arg(long, value_name = "LINT", value_parser = lint)]
    pub deny: Vec<LintName>,
    /// Report a lint's findings as warnings (repeatable).
    #[arg(long, value_name = "LINT", value_parser = lint)]
    pub warn: Vec<LintName>,
    /// Suppress a lint's findings (repeatable).
    #[arg(long, value_name = "LINT", value_parser = lint)]
    pub allow: Vec<LintName>,
    /// Apply the safe fixes to the files, then check the result.
    #[arg(long, conflicts_with = "all")]
    pub fix: bool,
    /// Number of random games to play.
    #[arg(short, long, alias = "games", default_value_t = 300, value_name = "N")]
    pub number: u64,
    /// Stop checking a ruleset after this many seconds.
    #[arg(long, default_value_t = 600, value_name = "SECONDS")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub time: u64,
    /// Settings of the random games.
    #[command(flatten)]
    pub run: RunArgs,
    /// Output format.
    #[arg(long, default_value = "text")]
    pub format: CheckFormat,
}

/// The output format of `check`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckFormat {
    /// Text for people.
    Text,
    /// JSON for programs.
    Json,
    /// SARIF 2.1.0, for tools that collect the findings of many programs.
    Sarif,
}

impl CheckArgs {
    /// Returns the levels of lints that the options set.
    ///
    /// # Errors
    /// If two options name the same lint.
    pub fn levels(&self) -> Result<Levels, String> {
        let mut levels = Levels::default();
        let asked = [
            (LintLevel::Deny, &self.deny),
            (LintLevel::Warn, &self.warn),
            (LintLevel::Allow, &self.allow),
        ];
        for (level, lints) in asked {
            for lint in lints {
                if let Some(other) = levels.chosen(*lint).filter(|other| *other != level) {
                    let (one, other) = (level.word(), other.word());
                    return Err(format!("`--{one}` and `--{other}` name the same lint, `{lint}`"));
                }
                levels.set(*lint, level);
            }
        }
        Ok(levels)
    }
}

fn lint(text: &str) -> Result<LintName, String> {
    LintName::read(text).map_err(|why| {
        let names: Vec<String> = LintName::names().collect();
        let close = suggest(text, names.iter().map(String::as_str));
        match close {
            Some(close) if why == NoLint::Unknown => format!("{why}; {close}"),
            _ => why.to_string(),
        }
    })
}
