//! What several commands take.

use std::str::FromStr;

use clap::{Args, ValueEnum};

/// Which rules.
#[derive(Args, Debug)]
pub struct RulesArgs {
    /// A shipped ruleset's id or a path to a folder, with `@preset` where wanted.
    pub ruleset: String,
    /// Options that change them.
    #[command(flatten)]
    pub change: RuleChange,
}

/// Changes to rules.
#[derive(Args, Clone, Debug, Default)]
pub struct RuleChange {
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

/// How games are played.
#[derive(Args, Debug)]
pub struct RunArgs {
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

impl RunArgs {
    /// How many threads to work with.
    #[must_use]
    pub fn threads(&self) -> usize {
        threads(self.jobs)
    }
}

/// How many threads to work with: as many as wanted, or as the machine runs at once.
#[must_use]
pub fn threads(wanted: Option<u16>) -> usize {
    let machine = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    wanted.map_or_else(machine, usize::from)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_a_name_and_a_value_that_may_hold_anything() {
        let setting: Setting = "mate.AFTER_MATE=a=b:c".parse().unwrap();
        assert_eq!((setting.name.as_str(), setting.value.as_str()), ("mate.AFTER_MATE", "a=b:c"));
        assert!("AFTER_MATE".parse::<Setting>().is_err());
        assert!("=x".parse::<Setting>().is_err());
        assert!("a:mate.X=1".parse::<Setting>().unwrap_err().contains("`mate.X=1`"));
    }
}
