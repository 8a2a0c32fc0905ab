//! Weights of the evaluation, kept in a ruleset's `weights.toml` or another file.
//!
//! [`read`] reads a file, [`write()`] writes one, and [`family`] says which rulesets can use the same weights.

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

/// The file of a ruleset's folder that holds them.
pub const FILE: &str = "weights.toml";

/// The reference page of learning.
pub const REFERENCE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/learn.md"));

/// What stands for no weights but those that follow from the rules, where a file could be named.
pub const NONE: &str = "none";

/// Where the weights come from by which agents value a ruleset's positions.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WeightsInUse {
    /// From the rules alone: the ruleset ships none.
    Rules,
    /// From the file in the ruleset's folder, of which this is a hash.
    Shipped(String),
    /// From another file, of which this is a hash.
    Given(String),
    /// From the rules, though the ruleset ships a file.
    LeftOut,
}

impl WeightsInUse {
    /// The hash of the file, if one is in use.
    #[must_use]
    pub fn hash(&self) -> Option<&str> {
        match self {
            Self::Rules | Self::LeftOut => None,
            Self::Shipped(hash) | Self::Given(hash) => Some(hash),
        }
    }
}

/// What a file of weights holds.
#[derive(Clone, PartialEq, Debug)]
pub struct WeightsFile {
    /// The ruleset's id.
    pub ruleset: String,
    /// Its family.
    pub family: String,
    /// Who played the games.
    pub agent: String,
    /// Their seed.
    pub seed: u64,
    /// The number of games of a stage.
    pub games: u64,
    /// Games were stopped after so many plies.
    pub ply_limit: u32,
    /// The weights, and how they were learned.
    pub learned: Learned,
}

/// The file of some bytes.
///
/// # Errors
/// If they are not text, or too many.
pub fn source(name: &str, bytes: &[u8]) -> Result<Arc<Source>, Diagnostic> {
    tree::source(name, bytes)
}

/// A hash of what weights are about: board, seats, teams, kinds with their movement, and counters.
/// Presets that change none of these are of one family, and can use the same weights.
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
