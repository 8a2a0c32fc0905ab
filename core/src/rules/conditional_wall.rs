//! Gates: walls that stand only while something about the game is so.

use crate::board::Cell;
use crate::rules::Circumstance;

/// A wall that stands only while its circumstances hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gate {
    /// Its edges, each as [`Geometry::edge`](crate::board::Geometry::edge) gives it.
    pub edges: Vec<(Cell, Cell)>,
    /// When it stands: all of them hold. They are about counters and memories of the game, or the ply.
    pub circumstances: Vec<Circumstance>,
}

/// A set of gates, a bit each.
pub(crate) type Gates = u64;

impl Gate {
    /// The maximum number of gates of a ruleset.
    pub const MAX_GATES: usize = Gates::BITS as usize;

    /// Whether it stands at a ply, where the counters of the game have these values.
    #[must_use]
    pub fn stands(&self, ply: u32, counter: impl Fn(usize) -> i32) -> bool {
        self.circumstances.iter().all(|circumstance| {
            let value = circumstance.of.of_game(ply, |number| counter(usize::from(number.0)));
            value.is_some_and(|value| circumstance.holds(value))
        })
    }
}
