//! Limits under conditions: on promotion to a kind, and on entry to squares.

use crate::board::{Kind, Zone};
use crate::rules::{Circumstance, Path};

/// A condition for the promotion of one kind to another. If a pair of kinds has several such
/// limits, a piece may promote while at least one of them is met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PromotionLimit {
    /// The kind of the pieces that promote.
    pub kind: Kind,
    /// The kind to which the pieces promote.
    pub into: Kind,
    /// Conditions about the state of the game. All of them must hold before the move.
    pub circumstances: Vec<Circumstance>,
}

/// A condition for moves of a kind to some squares. If a square has several such limits for the
/// kind, a piece may move there while at least one of them is met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryLimit {
    /// The kind of the pieces that move.
    pub kind: Kind,
    /// The squares on which their moves end.
    pub zone: Zone,
    /// Conditions about the state of the game. All of them must hold before the move.
    pub circumstances: Vec<Circumstance>,
}

impl EntryLimit {
    /// Divides a path into several paths, according to the limits on the squares that its kind may
    /// enter. The first path in the result ends outside the zones of the limits. Each other path
    /// ends in the zone of one limit, and has the conditions of this limit. Paths without a
    /// possible last square are left out. `all` has all squares of the board.
    pub(crate) fn divide(path: &Path, limits: &[&Self], all: Zone) -> Vec<Path> {
        let to = path.to.unwrap_or(all);
        let limited = limits.iter().fold(Zone::EMPTY, |zones, limit| zones | limit.zone);
        if (to & limited).is_empty() {
            return vec![path.clone()];
        }
        let inside = limits.iter().map(|limit| {
            let mut inside = path.clone();
            inside.to = Some(to & limit.zone);
            inside.circumstances.extend(&limit.circumstances);
            inside
        });
        let outside = Path { to: Some(to - limited), ..path.clone() };
        let parts = std::iter::once(outside).chain(inside);
        parts.filter(|part| part.to.is_some_and(|to| !to.is_empty())).collect()
    }
}
