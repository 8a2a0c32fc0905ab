//! Computes the squares that the paths of pieces reach on an empty board. Warnings about movements
//! and pieces use this.
//!
//! These functions run at every load, so each examines as few squares as possible.

use quadrille_core::board::MAX_SIDE;
use quadrille_core::rules::{Leg, Path};
use quadrille_core::{Facing, Piece, Spec, Square, Vector, Zone};

/// Returns `true` if a path leads from at least one square of the board to another square, in at
/// least one facing. Other pieces are ignored.
pub(crate) fn leads(path: &Path, spec: &Spec) -> bool {
    let mut starts = path.from.unwrap_or(spec.geometry.all()).into_iter();
    starts.any(|start| {
        Facing::ALL.into_iter().any(|facing| !ends(path, spec, facing, start).is_empty())
    })
}

/// Returns the paths of a piece.
pub(crate) fn paths(piece: Piece, spec: &Spec) -> impl Iterator<Item = &Path> {
    let bit = piece.colour().bit();
    let paths = spec.kinds[piece.kind().index()].paths.iter();
    paths.filter(move |path| path.colours.is_none_or(|colours| colours & bit != 0))
}

/// Returns the squares to which a path leads from the square `from`, for a piece with this facing.
pub(crate) fn ends(path: &Path, spec: &Spec, facing: Facing, from: Square) -> Zone {
    let board = &spec.geometry;
    let mut reached = Zone::of(from);
    if let Some(zone) = path.from {
        reached &= zone;
    }
    if !path.turns.is_empty() {
        reached = reached
            .into_iter()
            .fold(Zone::EMPTY, |all, from| all | path.turning_reach(board, facing, from));
    }
    let legs = if path.turns.is_empty() { path.legs.as_slice() } else { &[] };
    for leg in legs {
        let from = reached;
        reached = Zone::EMPTY;
        let vector = leg.vector.turned(facing);
        for start in from {
            let within = |to: &Square| path.along.is_none_or(|zone| zone.contains(*to));
            let step = |at: &Square| board.step(*at, vector).filter(within);
            // No ride is longer than the board.
            let line =
                std::iter::successors(step(&start), step).take(usize::from(leg.max).min(MAX_SIDE));
            line.skip(usize::from(leg.min.max(1)) - 1).for_each(|square| reached.insert(square));
        }
    }
    if let Some(zone) = path.to {
        reached &= zone;
    }
    reached
}

/// The data for finding the squares that pieces can leave.
pub(crate) struct Exits<'a> {
    spec: &'a Spec,
    /// For each step, the squares from which this step leads to a square of the board.
    steps: Vec<(Vector, Zone)>,
}

impl<'a> Exits<'a> {
    pub(crate) fn new(spec: &'a Spec) -> Self {
        Self { spec, steps: Vec::new() }
    }

    /// Returns the squares that a piece could leave if the other pieces were suitably placed.
    pub(crate) fn of(&mut self, piece: Piece) -> Zone {
        let spec = self.spec;
        let all = spec.geometry.all();
        let mut exits = Zone::EMPTY;
        for path in paths(piece, spec) {
            if exits == all {
                break;
            }
            let from = path.from.unwrap_or(all) - exits;
            exits |= match (&path.legs[..], path.to.or(path.along)) {
                ([Leg { vector, min: 0 | 1, .. }], None) if path.turns.is_empty() => {
                    from & self.step(vector.turned(piece.facing()))
                }
                _ => {
                    let leave = |at: &Square| !ends(path, spec, piece.facing(), *at).is_empty();
                    from.into_iter().filter(leave).collect()
                }
            };
        }
        exits
    }

    /// Returns the squares from which a step leads to a square of the board.
    fn step(&mut self, vector: Vector) -> Zone {
        if let Some((_, zone)) = self.steps.iter().find(|(known, _)| *known == vector) {
            return *zone;
        }
        let board = &self.spec.geometry;
        let zone = board.all().into_iter().filter(|at| board.step(*at, vector).is_some()).collect();
        self.steps.push((vector, zone));
        zone
    }
}
