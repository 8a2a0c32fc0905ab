//! The options that a controlling program sets with `setoption`.

use std::convert::Infallible;
use std::time::Duration;

use quadrille_dsl::library::Shelf;
use quadrille_dsl::variant_names;

use crate::args::{EngineArgs, RuleChange};
use crate::engines::ORTHODOX;
use crate::output::exit::Failure;

use super::lines_out::say;
use super::variants;

/// The kinds of agents that `go` can use.
const AGENT_FAMILIES: [&str; 2] = ["search", "mcts"];
/// The default size of the transposition table in MB.
const DEFAULT_HASH_MB: u64 = 16;
/// The maximum size of the transposition table in MB.
const MAX_HASH_MB: u64 = 1024;
/// The maximum number of principal variations.
const MAX_MULTI_PV: u64 = 256;
/// The default time, in milliseconds, that is reserved for the transfer of lines between the engine
/// and the program that controls it.
const DEFAULT_MOVE_OVERHEAD_MS: u64 = 30;
/// The maximum time, in milliseconds, that is reserved for the transfer of lines between the engine
/// and the program that controls it.
const MAX_MOVE_OVERHEAD_MS: u64 = 10_000;
/// The maximum seed. It fits in 32 bits, because many programs store numbers of options in 32 bits.
const MAX_SEED: u64 = i32::MAX as u64;
/// The text that means an empty value of an option.
const EMPTY_OPTION: &str = "<empty>";

/// The options that a controlling program can set.
pub(super) struct EngineOptions {
    /// The name or path of the ruleset.
    pub ruleset: String,
    /// The changes to the rules of the ruleset.
    pub change: RuleChange,
    /// `true` if the engine uses Monte Carlo tree search, `false` if it uses iterative deepening.
    pub tree: bool,
    pub seed: u64,
    /// The size of the transposition table, in bytes.
    pub hash: usize,
    pub threads: usize,
    /// The number of principal variations to report.
    pub lines: usize,
    /// The time that is reserved for the transfer of lines between the engine and the program that
    /// controls it.
    pub overhead: Duration,
}

/// The action that is necessary after an option was set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OptionEffect {
    /// No action is necessary.
    None,
    /// The ruleset must be loaded again, or another ruleset must be loaded.
    Ruleset,
    /// A transposition table of another size must be created.
    Table,
    /// The transposition table must be cleared.
    Clear,
}

impl EngineOptions {
    /// Creates the options from the command line.
    pub fn new(args: &EngineArgs) -> Self {
        Self {
            ruleset: args.ruleset.clone().unwrap_or_else(|| ORTHODOX.to_owned()),
            change: args.change.clone(),
            tree: false,
            seed: args.seed,
            hash: megabytes(DEFAULT_HASH_MB),
            threads: 1,
            lines: 1,
            overhead: Duration::from_millis(DEFAULT_MOVE_OVERHEAD_MS),
        }
    }

    /// Prints the options. `variants` contains the names of all variants. `variant` is the name of
    /// the present variant.
    pub fn tell(&self, variant: &str, variants: &[String]) -> Result<(), Failure> {
        let choices = |names: &mut dyn Iterator<Item = &str>| {
            names.map(|name| format!(" var {name}")).collect::<String>()
        };
        let all = choices(&mut variants.iter().map(String::as_str));
        let spin = |name: &str, value: u64, (least, most): (u64, u64)| {
            say(&format!("option name {name} type spin default {value} min {least} max {most}"))
        };
        say(&format!("option name UCI_Variant type combo default {variant}{all}"))?;
        say(&format!("option name UCI_VariantPath type string default {EMPTY_OPTION}"))?;
        say(&format!(
            "option name EvalFile type string default {}",
            self.change
                .weights
                .as_ref()
                .map_or_else(|| EMPTY_OPTION.to_owned(), ToString::to_string)
        ))?;
        spin("Hash", (self.hash >> 20) as u64, (1, MAX_HASH_MB))?;
        say("option name Clear Hash type button")?;
        spin("Threads", self.threads as u64, (1, most_threads()))?;
        spin("MultiPV", self.lines as u64, (1, MAX_MULTI_PV))?;
        say("option name Ponder type check default false")?;
        spin("Move Overhead", self.overhead.as_millis() as u64, (0, MAX_MOVE_OVERHEAD_MS))?;
        let family = AGENT_FAMILIES[usize::from(self.tree)];
        let families = choices(&mut AGENT_FAMILIES.into_iter());
        say(&format!("option name Agent type combo default {family}{families}"))?;
        spin("Seed", self.seed.min(MAX_SEED), (0, MAX_SEED))
    }

    /// Executes `setoption name … value …`. Reports an invalid value, and keeps the previous one.
    pub fn set(&mut self, line: &str, shelf: &Shelf) -> Result<OptionEffect, Failure> {
        let rest = line.split_once("name ").map_or("", |(_, rest)| rest);
        let (name, value) = rest.split_once(" value ").unwrap_or((rest, ""));
        let (name, value) = (name.trim(), value.trim());
        match name.to_ascii_lowercase().as_str() {
            option @ ("uci_variant" | "uci_variantpath")
                if !value.is_empty() && value != EMPTY_OPTION =>
            {
                let usual = variant_names::find(value).filter(|_| option == "uci_variant");
                match usual.map(|variant| variants::ruleset(value, variant, shelf)) {
                    Some(Some(ruleset)) => ruleset.clone_into(&mut self.ruleset),
                    None => value.clone_into(&mut self.ruleset),
                    Some(None) => {
                        say(&format!(
                            "info string `{value}` is a game for two players, and no ruleset here is that game"
                        ))?;
                        return Ok(OptionEffect::None);
                    }
                }
                self.change.set.clear();
                return Ok(OptionEffect::Ruleset);
            }
            "uci_variant" | "uci_variantpath" => {}
            "evalfile" => {
                let given = (!value.is_empty() && value != EMPTY_OPTION).then(|| value.parse());
                self.change.weights = given.map(|Ok(from): Result<_, Infallible>| from);
                return Ok(OptionEffect::Ruleset);
            }
            "agent" => match AGENT_FAMILIES.iter().position(|family| *family == value) {
                Some(family) => self.tree = family == 1,
                None => say(&format!("info string expected {}", AGENT_FAMILIES.join(" or ")))?,
            },
            "seed" => self.seed = number(value, (0, MAX_SEED))?.unwrap_or(self.seed),
            "hash" => {
                if let Some(size) = number(value, (1, MAX_HASH_MB))? {
                    self.hash = megabytes(size);
                    return Ok(OptionEffect::Table);
                }
            }
            "clear hash" => return Ok(OptionEffect::Clear),
            "threads" => {
                let threads = number(value, (1, most_threads()))?;
                self.threads = threads.map_or(self.threads, |threads| threads as usize);
            }
            "multipv" => {
                let lines = number(value, (1, MAX_MULTI_PV))?;
                self.lines = lines.map_or(self.lines, |lines| lines as usize);
            }
            "move overhead" => {
                let overhead = number(value, (0, MAX_MOVE_OVERHEAD_MS))?.map(Duration::from_millis);
                self.overhead = overhead.unwrap_or(self.overhead);
            }
            // `go ponder` starts pondering, so the option needs no action.
            "ponder" => {}
            _ => say("info string unknown option")?,
        }
        Ok(OptionEffect::None)
    }
}

/// Returns the maximum number of threads. It is a small multiple of the number of CPUs, so that a
/// search still ends in time.
fn most_threads() -> u64 {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    (processors as u64 * 4).clamp(8, 256)
}

fn megabytes(number: u64) -> usize {
    (number as usize) << 20
}

/// Parses the value of an option that is a whole number. Reports an invalid value.
fn number(value: &str, (least, most): (u64, u64)) -> Result<Option<u64>, Failure> {
    match value.parse().ok().filter(|number| (least..=most).contains(number)) {
        Some(number) => Ok(Some(number)),
        None => {
            say(&format!("info string expected a whole number from {least} to {most}"))?;
            Ok(None)
        }
    }
}
