//! Weights of the evaluation, kept in a ruleset's `weights.toml` or another file.
//!
//! [`read`] reads a file, [`write`] writes one, and [`family`] says which rulesets can use the same weights.
//! Depends on `manifest`, and on the weights and the learner of the core.

mod read;
#[cfg(test)]
mod tests;
mod write;

use std::sync::Arc;

use quadrille_core::Spec;
use quadrille_core::learn::Learned;

use crate::diagnostic::{Diagnostic, Source};
use crate::manifest::{hash, tree};
pub use read::read;
pub use write::write;

/// The file of a ruleset's folder that holds them.
pub const FILE: &str = "weights.toml";

/// The reference page of learning.
pub const REFERENCE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/learn.md"));

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
