//! Gates: walls that stand only while something about the game is so.

use crate::board::{Cell, Geometry, Square, Vector};
use crate::rules::{Circumstance, Spec};

/// A wall that stands only while its circumstances hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gate {
    /// Its edges, each as [`Geometry::edge`] gives it.
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

impl Spec {
    /// The gates that would stop a step, if they stand.
    pub(crate) fn gates_across(&self, from: Square, vector: Vector) -> Gates {
        let stops =
            |gate: &Gate| gate.edges.iter().any(|edge| self.geometry.stops(*edge, from, vector));
        let gates = self.gates.iter().take(Gate::MAX_GATES).enumerate();
        gates.filter(|(_, gate)| stops(gate)).fold(0, |all, (number, _)| all | 1 << number)
    }

    /// The board with the walls of those gates for which `stands` is true.
    #[must_use]
    pub fn geometry_while(&self, stands: impl Fn(&Gate) -> bool) -> Geometry {
        let mut geometry = self.geometry.clone();
        for (a, b) in self.gates.iter().filter(|gate| stands(gate)).flat_map(|gate| &gate.edges) {
            // An edge that is none was reported when the description was checked.
            let _ = geometry.add_wall(*a, *b);
        }
        geometry
    }
}
