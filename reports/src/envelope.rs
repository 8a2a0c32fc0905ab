//! The common parts of all JSON results.

use std::collections::BTreeMap;

use quadrille_dsl::Ruleset;
use serde::Serialize;

/// The version of the schema of JSON results.
pub const SCHEMA_VERSION: u32 = 1;
/// The version of Quadrille that wrote the result.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A result, with the rules, the seed and the version from which it comes.
#[derive(Serialize, Debug)]
pub struct Envelope<T> {
    schema: u32,
    version: &'static str,
    ruleset: Option<RulesetId>,
    seed: Option<u64>,
    #[serde(flatten)]
    body: T,
}

impl<T: Serialize> Envelope<T> {
    /// Creates a command's result. The seed is `None` if the result involves no chance.
    #[must_use]
    pub fn new(ruleset: Option<RulesetId>, seed: Option<u64>, body: T) -> Self {
        Self { schema: SCHEMA_VERSION, version: VERSION, ruleset, seed, body }
    }
}

/// The identity of the rules with which a result was computed.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RulesetId {
    /// The ruleset's id.
    pub id: String,
    /// The chosen preset.
    pub preset: Option<String>,
    /// A hash of everything that determines the rules.
    pub hash: String,
    /// A hash of the evaluation weights, if they are not derived from the rules.
    pub weights: Option<String>,
    /// The tunables that differ from their defaults.
    pub tunables: BTreeMap<String, String>,
}

impl RulesetId {
    /// Returns the identity of a loaded ruleset.
    #[must_use]
    pub fn new(loaded: &Ruleset) -> Self {
        Self {
            id: loaded.meta.id.clone(),
            preset: loaded.preset.clone(),
            hash: loaded.hash.clone(),
            weights: loaded.weights.hash().map(str::to_owned),
            tunables: loaded
                .tunables
                .iter()
                .filter(|tunable| tunable.value != tunable.default)
                .map(|t| (format!("{}.{}", t.script, t.name), t.value.clone()))
                .collect(),
        }
    }
}
