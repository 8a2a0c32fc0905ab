//! Command lines that repeat a run, for the end of a report.

use std::fmt::{Display, Write as _};

use std::path::PathBuf;

use quadrille_dsl::text::prose::quantity;

/// The folders of rulesets and plugins that a command names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Folders {
    /// The folders that the option `--rulesets` names.
    pub rulesets: Vec<PathBuf>,
    /// The folders that the option `--plugins` names.
    pub plugins: Vec<PathBuf>,
}

/// A command line, word by word.
#[derive(Debug)]
pub struct CommandLine(Vec<String>);

impl CommandLine {
    /// Creates a command line that calls `quadrille` with a command, without arguments.
    #[must_use]
    pub fn new(command: &str) -> Self {
        Self(vec!["quadrille".to_owned(), command.to_owned()])
    }

    /// Adds one word, such as a ruleset or a flag.
    pub fn word(&mut self, word: impl Into<String>) {
        self.0.push(word.into());
    }

    /// Adds the folders in which rulesets and plugins are searched.
    pub fn folders(&mut self, folders: &Folders) {
        let named = [("--rulesets", &folders.rulesets), ("--plugins", &folders.plugins)];
        for (name, folders) in named {
            folders.iter().for_each(|folder| self.option(name, folder.display()));
        }
    }

    /// Adds an option with its value.
    pub fn option(&mut self, name: &str, value: impl Display) {
        self.0.extend([name.to_owned(), value.to_string()]);
    }

    /// Adds the options that change tunables of the rules.
    pub fn settings(&mut self, set: impl IntoIterator<Item = impl Display>) {
        set.into_iter().for_each(|setting| self.option("--set", setting));
    }

    /// Adds the option for evaluation weights, unless the weights come from the ruleset's folder.
    pub fn weights(&mut self, from: Option<impl Display>) {
        if let Some(from) = from {
            self.option("--weights", from);
        }
    }

    /// Adds the options for agents or line-ups.
    pub fn agents(&mut self, agents: &[impl Display]) {
        let names: Vec<String> = agents.iter().map(ToString::to_string).collect();
        self.option("--agents", names.join(","));
    }

    /// Adds the option for the seed. If `ply_limit` is given, also adds the option for this ply
    /// limit, which replaces the ruleset's ply limit.
    pub fn seed(&mut self, seed: u64, ply_limit: Option<u32>) {
        self.option("--seed", seed);
        if let Some(limit) = ply_limit {
            self.option("--ply-limit", limit);
        }
    }

    /// Returns the command line as text, quoted for a shell.
    #[must_use]
    pub fn text(&self) -> String {
        self.0.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }
}

/// Returns a word, quoted for a shell.
#[must_use]
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=@,:+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// Writes the last lines of an experiment's report: the number of games, the time, and the command
/// line that repeats the experiment.
pub fn ending(games: u64, seconds: f64, again: &str, out: &mut String) {
    let games = quantity(games, "game");
    let _ = writeln!(out, "\n{games} in {seconds:.1} s. To repeat them\n  {}", again);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_can_be_typed_again() {
        assert_eq!(quoted("mate.AFTER_MATE=remove"), "mate.AFTER_MATE=remove");
        assert_eq!(quoted("my variant"), "'my variant'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
