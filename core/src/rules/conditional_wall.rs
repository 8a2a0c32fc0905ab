//! Gates: walls that stand only while conditions about the game hold.

use crate::board::Cell;
use crate::rules::Circumstance;

/// A wall that stands only while certain conditions about the game hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gate {
    /// The edges of the gate, each in the form that
    /// [`Geometry::edge`](crate::board::Geometry::edge) returns.
    pub edges: Vec<(Cell, Cell)>,
    /// The gate stands only while all these conditions hold. The conditions depend on counters and
    /// memories of the game, or on the ply.
    pub circumstances: Vec<Circumstance>,
}

/// A set of gates, a bit each.
pub(crate) type Gates = u64;

impl Gate {
    /// The maximum number of gates in a ruleset.
    pub const MAX_GATES: usize = Gates::BITS as usize;

    /// Returns `true` if the gate stands at a ply, given the values of the game's counters.
    #[must_use]
    pub fn stands(&self, ply: u32, counter: impl Fn(usize) -> i32) -> bool {
        self.circumstances.iter().all(|circumstance| {
            let value = circumstance.of.of_game(ply, |number| counter(usize::from(number.0)));
            value.is_some_and(|value| circumstance.holds(value))
        })
    }
}
