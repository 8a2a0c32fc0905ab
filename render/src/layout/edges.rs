//! Special edges of squares. These are the edges where the board wraps round to its opposite side,
//! and the one-way edges. Walls are not special edges.

use quadrille_core::{Cell, Facing, Spec};

/// A special edge, which is on one side of the square at `file` and `rank`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The file of the square.
    pub file: u8,
    /// The rank of the square.
    pub rank: u8,
    /// The side of the square on which the edge lies. A piece that crosses the edge moves in this
    /// direction.
    pub side: Facing,
}

impl Edge {
    /// Returns the corner where the edge begins, and its direction from this corner: `true` if it
    /// goes up, and `false` if it goes right. A corner has the file and rank of the square above it
    /// and to its right, as in [`super::Wall`]. The file and rank of a corner at the right or at
    /// the top of the board are outside the board.
    #[must_use]
    pub fn bar(self) -> (i32, i32, bool) {
        let (file, rank) = (i32::from(self.file), i32::from(self.rank));
        match self.side {
            Facing::North => (file, rank + 1, false),
            Facing::South => (file, rank, false),
            Facing::East => (file + 1, rank, true),
            Facing::West => (file, rank, true),
        }
    }
}

/// Returns the edges where the board wraps round. A piece that crosses such an edge continues at
/// the opposite side of the board.
pub(super) fn joined(spec: &Spec) -> Vec<Edge> {
    let board = &spec.geometry;
    let [across, up] = board.wraps();
    let (last_file, last_rank) = (board.files() - 1, board.ranks() - 1);
    let has = |file: u8, rank: u8| board.at(i32::from(file), i32::from(rank)).is_some();
    let mut edges = Vec::new();
    if across {
        let rows = (0..=last_rank).filter(|rank| has(0, *rank) && has(last_file, *rank));
        edges.extend(rows.flat_map(|rank| {
            [(0, Facing::West), (last_file, Facing::East)].map(|(file, side)| Edge {
                file,
                rank,
                side,
            })
        }));
    }
    if up {
        let columns = (0..=last_file).filter(|file| has(*file, 0) && has(*file, last_rank));
        edges.extend(columns.flat_map(|file| {
            [(0, Facing::South), (last_rank, Facing::North)].map(|(rank, side)| Edge {
                file,
                rank,
                side,
            })
        }));
    }
    edges
}

/// Returns the one-way edges. Each edge belongs to the square from which a piece can cross it.
pub(super) fn one_way(spec: &Spec) -> Vec<Edge> {
    let edge = |(from, to): (Cell, Cell)| Edge {
        file: from.file,
        rank: from.rank,
        side: direction(from, to),
    };
    spec.geometry.one_way().map(edge).collect()
}

/// Returns the direction from a cell to a neighbouring cell, also across an edge where the board
/// wraps round.
fn direction(from: Cell, to: Cell) -> Facing {
    let step = |from: u8, to: u8| match i16::from(to) - i16::from(from) {
        apart @ -1..=1 => apart,
        apart => -apart.signum(),
    };
    match (step(from.file, to.file), step(from.rank, to.rank)) {
        (1, _) => Facing::East,
        (-1, _) => Facing::West,
        (_, 1) => Facing::North,
        _ => Facing::South,
    }
}
