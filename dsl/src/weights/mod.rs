//! Weights of the evaluation, in a ruleset's `weights.toml` or another file.
//!
//! [`read`] reads a file, [`write()`] writes one, and [`family`] returns an equal value for all
//! rulesets that can use the same weights.

mod read;
#[cfg(test)]
mod tests;
mod write;

use std::sync::Arc;

use quadrille_core::Spec;
use quadrille_study::learn::Learned;

use crate::diagnostic::{Diagnostic, Source};
use crate::manifest::{hash, tree};
pub use read::read;
pub use write::write;

/// The name of the weights file in a ruleset's folder.
pub const FILE: &str = "weights.toml";

/// The reference page of learning.
pub const REFERENCE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/learn.md"));

/// The word that is given instead of the name of a weights file. Agents then use only weights that
/// are derived from the rules.
pub const NONE: &str = "none";

/// The origin of the weights by which agents evaluate a ruleset's positions.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WeightsInUse {
    /// The weights are derived from the rules, because the ruleset ships no file.
    Rules,
    /// The weights come from the file in the ruleset's folder. The string is the hash of the file.
    Shipped(String),
    /// The weights come from another file, which has this hash.
    Given(String),
    /// The weights are derived from the rules, because the ruleset's file was left out on request.
    LeftOut,
}

impl WeightsInUse {
    /// Returns the hash of the weights file. Returns `None` if the weights are derived from the
    /// rules.
    #[must_use]
    pub fn hash(&self) -> Option<&str> {
        match self {
            Self::Rules | Self::LeftOut => None,
            Self::Shipped(hash) | Self::Given(hash) => Some(hash),
        }
    }
}

/// The content of a file of weights.
#[derive(Clone, PartialEq, Debug)]
pub struct WeightsFile {
    /// The id of the ruleset.
    pub ruleset: String,
    /// The hash of the ruleset's family.
    pub family: String,
    /// The agent that played the games.
    pub agent: String,
    /// The seed of the games.
    pub seed: u64,
    /// The number of games in a stage of the training.
    pub games: u64,
    /// The limit in plies at which the training games were stopped.
    pub ply_limit: u32,
    /// The weights, and the record of their training.
    pub learned: Learned,
}

/// Creates the source of a file from its bytes.
///
/// # Errors
/// Returns a [`Diagnostic`] if the bytes are not text, or if there are too many of them.
pub fn source(name: &str, bytes: &[u8]) -> Result<Arc<Source>, Diagnostic> {
    tree::source(name, bytes)
}

/// Returns a hash of everything that weights depend on: board, seats, teams, kinds with their
/// movement, and counters. Rulesets and presets with the same hash can use the same weights.
#[must_use]
pub fn family(spec: &Spec) -> String {
    let geometry = &spec.geometry;
    let mut parts: Vec<String> = geometry.squares().map(|square| geometry.name(square)).collect();
    for seat in &spec.seats {
        parts.push(format!("{} {:?} {}", seat.name, seat.facing, seat.team));
    }
    for kind in &spec.kinds {
        parts.push(format!("{} {} {}", kind.name, kind.royal, kind.notation));
    }
    parts.extend(spec.counters.iter().map(|counter| counter.name.clone()));
    hash(parts.iter().map(String::as_str))
}
