//! Arguments that several commands take.

use std::convert::Infallible;
use std::fmt::{self, Display, Formatter};
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use quadrille_agents::{AGENTS, InvalidAgent};
use quadrille_core::Spec;
use quadrille_dsl::diagnostic::did_you_mean;
use quadrille_dsl::weights::NONE;
use quadrille_reports::skill::InvalidRungs;

/// The ruleset and its changes.
#[derive(Args, Debug)]
pub struct RulesArgs {
    /// Id of a shipped ruleset, or path of a folder or file; `@preset` or `@one+another` may
    /// follow.
    pub ruleset: String,
    /// Changes to the rules.
    #[command(flatten)]
    pub change: RuleChange,
}

/// Changes to rules.
#[derive(Args, Clone, Debug, Default)]
pub struct RuleChange {
    /// Set a constant of a rule script (repeatable).
    #[arg(long = "set", value_name = "[SCRIPT.]CONST=VALUE")]
    pub set: Vec<Setting>,
    /// Let agents use the weights in this file, as `learn` writes it; `none` ignores shipped
    /// weights and derives values from the rules.
    #[arg(long, value_name = "FILE")]
    pub weights: Option<WeightsFrom>,
}

/// A choice of weights that replaces the weights in the ruleset's folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WeightsFrom {
    /// The rules alone.
    Rules,
    /// This file.
    File(PathBuf),
}

impl FromStr for WeightsFrom {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(if text == NONE { Self::Rules } else { Self::File(PathBuf::from(text)) })
    }
}

impl Display for WeightsFrom {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules => f.write_str(NONE),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

impl From<Vec<Setting>> for RuleChange {
    fn from(set: Vec<Setting>) -> Self {
        Self { set, weights: None }
    }
}

/// The ruleset and its changes, for commands in which no agent uses weights.
#[derive(Args, Debug)]
pub struct PlainRulesArgs {
    /// Id of a shipped ruleset, or path of a folder or file; `@preset` or `@one+another` may
    /// follow.
    pub ruleset: String,
    /// Changes to the rules.
    #[command(flatten)]
    pub change: PlainChange,
}

/// Changes to rules, for commands in which no agent uses weights.
#[derive(Args, Clone, Debug, Default)]
pub struct PlainChange {
    /// Set a constant of a rule script (repeatable).
    #[arg(long = "set", value_name = "[SCRIPT.]CONST=VALUE")]
    pub set: Vec<Setting>,
}

impl From<&PlainChange> for RuleChange {
    fn from(change: &PlainChange) -> Self {
        change.set.clone().into()
    }
}

impl From<&Self> for RuleChange {
    fn from(change: &Self) -> Self {
        change.clone()
    }
}

/// The position to use.
#[derive(Args, Debug, Default)]
pub struct PositionArgs {
    /// Start from this position: FEN4, or standard FEN for two seats.
    #[arg(long)]
    pub fen: Option<String>,
    /// Play these moves first, such as `e2-e4 e7-e5`.
    #[arg(long, value_name = "MOVES")]
    pub play: Option<String>,
}

/// The format of results.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputFormat {
    /// Text for people.
    Text,
    /// JSON for programs.
    Json,
}

/// Settings of the games to play.
#[derive(Args, Debug)]
pub struct RunArgs {
    /// Seed of all random choices.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of threads [default: one per CPU]; results do not depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Stop games after this many plies, instead of the ruleset's limit.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=i64::from(Spec::MAX_PLY_LIMIT)))]
    pub ply_limit: Option<u32>,
}

impl RunArgs {
    /// Returns the number of threads to use.
    #[must_use]
    pub fn threads(&self) -> usize {
        threads(self.jobs)
    }
}

/// The openings of games.
#[derive(Args, Clone, Debug, Default)]
pub struct FromArgs {
    /// Begin games from the positions in a file (FENs, one a line, or PGN4 games), after N random
    /// plies, or after these moves; each block of games draws one.
    #[arg(long, value_name = "FILE|random:N|moves:MOVES")]
    pub from: Option<String>,
    /// Begin after this many plies of each recorded game, instead of at its end.
    #[arg(long, value_name = "N", requires = "from")]
    pub from_plies: Option<u32>,
}

/// The files in which a comparison or match saves its games.
#[derive(Args, Clone, Debug, Default)]
pub struct KeepArgs {
    /// Save the games to databases in this folder, one for each side and line-up.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Continue the run in `--out`: play only the games that its databases lack.
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// Write each game as a PGN4 file to folders in this one.
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,
}

impl KeepArgs {
    /// Returns `true` if games are saved, in databases or as records.
    #[must_use]
    pub fn any(&self) -> bool {
        self.out.is_some() || self.records.is_some()
    }
}

/// Returns the number of threads to use: `wanted`, or one per CPU.
#[must_use]
pub fn threads(wanted: Option<u16>) -> usize {
    let machine = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    wanted.map_or_else(machine, usize::from)
}

/// Parses agents. If a name is unknown, the error suggests the closest known name.
///
/// # Errors
/// If the text names no agents.
pub fn parse_agents<T: FromStr<Err: Into<InvalidRungs>>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|why: T::Err| {
        let why = why.into();
        let InvalidRungs::Agent(InvalidAgent::UnknownName(agent)) = &why else {
            return why.to_string();
        };
        let name = agent.split(':').next().unwrap_or(agent);
        match did_you_mean(name, AGENTS.iter().map(|agent| agent.name)) {
            Some(close) => format!("unknown agent `{agent}`; {close}"),
            None => why.to_string(),
        }
    })
}

/// A constant of a rule script and its value, from an argument `[SCRIPT.]CONST=VALUE`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The name of the constant. If the argument names a script, this is `SCRIPT.CONST`.
    pub name: String,
    /// The value.
    pub value: String,
}

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) =
            text.split_once('=').ok_or("missing `=`; write CONST=value or script.CONST=value")?;
        if name.is_empty() {
            return Err("missing name before `=`".to_owned());
        }
        if let Some((side, rest)) = name.split_once(':') {
            return Err(format!(
                "`{side}:` selects a side of a comparison, but there is only one ruleset here; \
                 write `{rest}={value}`"
            ));
        }
        Ok(Self { name: name.to_owned(), value: value.to_owned() })
    }
}

impl Display for Setting {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.value)
    }
}

#[cfg(test)]
mod tests {
    use quadrille_agents::AgentSpec;

    use super::*;

    #[test]
    fn a_misspelt_agent_is_answered_by_the_closest_one() {
        let error = |text: &str| parse_agents::<AgentSpec>(text).unwrap_err();
        assert_eq!(error("gredy"), "unknown agent `gredy`; did you mean `greedy`?");
        assert_eq!(error("serch:500"), "unknown agent `serch:500`; did you mean `search`?");
        assert!(error("oracle").contains("expected one of"), "{}", error("oracle"));
        assert!(error("mcts").contains("needs a number of nodes"), "{}", error("mcts"));
    }

    #[test]
    fn a_setting_is_a_name_and_a_value_that_may_hold_anything() {
        let setting: Setting = "mate.AFTER_MATE=a=b:c".parse().unwrap();
        assert_eq!((setting.name.as_str(), setting.value.as_str()), ("mate.AFTER_MATE", "a=b:c"));
        assert!("AFTER_MATE".parse::<Setting>().is_err());
        assert!("=x".parse::<Setting>().is_err());
        assert!("a:mate.X=1".parse::<Setting>().unwrap_err().contains("`mate.X=1`"));
    }
}
