//! Boards with holes and walls, and areas. An area is a set of squares that is given by a rule, so
//! that it exists on any board. This module does not depend on pieces.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use quadrille_core::numeric::rng::mix;
use quadrille_core::rules::{Circumstance, CounterId, Gate, MeasuredValue};
use quadrille_core::{Cell, Facing, Geometry, Square, Zone};

/// A set of squares that is given by a rule, so that it exists on any board.
#[derive(Clone, Copy, Debug)]
pub(super) enum Area {
    /// The ranks and files at the edges of the board.
    Edge,
    /// The squares below a rank or, if the boolean is `true`, above it.
    Half(bool),
    /// A quarter of all squares, chosen pseudo-randomly by this seed.
    Some(u64),
}

impl Area {
    pub(super) fn zone(self, geometry: &Geometry) -> Zone {
        let (files, ranks) = (geometry.files(), geometry.ranks());
        let inside = |square: &Square| {
            let Cell { file, rank } = geometry.cell(*square);
            match self {
                Self::Edge => file == 0 || rank == 0 || file + 1 == files || rank + 1 == ranks,
                Self::Half(upper) => (rank >= ranks / 2) == upper,
                Self::Some(seed) => mix(seed ^ u64::from(square.0)).is_multiple_of(4),
            }
        };
        geometry.squares().filter(inside).collect()
    }
}

pub(super) fn area() -> impl Strategy<Value = Area> {
    prop_oneof![
        Just(Area::Edge),
        any::<bool>().prop_map(Area::Half),
        (0..1000u64).prop_map(Area::Some)
    ]
}

pub(super) fn facing() -> impl Strategy<Value = Facing> {
    select(Facing::ALL.to_vec())
}

pub(super) fn board() -> impl Strategy<Value = Geometry> {
    let size = prop_oneof![
        12 => (3..=8usize, 3..=8usize),
        4 => (8..=11usize, 9..=11usize),
        2 => (12..=14usize, 12..=13usize),
        2 => (14..=15usize, 14..=15usize),
        1 => (17..=32usize, 17..=32usize),
    ];
    // On some boards with large corners, holes have no numbers.
    let corner = prop_oneof![3 => Just(0), 1 => 1..=5usize];
    let holes = vec((0..32usize, 0..32usize), 0..8);
    // A wall, or a one-way edge.
    let walls = vec((0..32u8, 0..32u8, any::<bool>(), prop::bool::weighted(0.2)), 0..5);
    let wraps = prop_oneof![4 => Just((false, false)), 1 => any::<(bool, bool)>()];
    let portals = prop_oneof![4 => Just(Vec::new()), 1 => vec(vec(any::<u16>(), 2..4), 1..3)];
    let shape = (size, corner, holes);
    (shape, walls, wraps, portals).prop_map(
        |(((files, ranks), corner, holes), walls, wraps, portals)| {
            let corner = corner.min((files.min(ranks) - 1) / 2);
            let outside = |at: usize, size: usize| at < corner || at + corner >= size;
            let square = |y, x| !(outside(x, files) && outside(y, ranks));
            let row = |y| (0..files).map(|x| square(y, x)).collect();
            let mut rows: Vec<Vec<bool>> = (0..ranks).map(row).collect();
            for (x, y) in holes {
                rows[y % ranks][x % files] = false;
            }
            let full = || Geometry::rectangle(files, ranks);
            let mut geometry =
                Geometry::new(&rows).or_else(|_| full()).unwrap_or_else(|e| panic!("{e}"));
            geometry.set_wraps(wraps.0, wraps.1);
            for portal in portals {
                let at = |n: u16| geometry.nth(usize::from(n) % geometry.len());
                let squares: Vec<Square> = portal.into_iter().filter_map(at).collect();
                // A square can belong to only one portal.
                let _ = geometry.add_portal(&squares);
            }
            for (file, rank, upright, one_way) in walls {
                let a = Cell { file: file % files as u8, rank: rank % ranks as u8 };
                let (dx, dy) = if upright { (1, 0) } else { (0, 1) };
                let b = Cell { file: a.file + dx, rank: a.rank + dy };
                // A wall at the rim has no cell behind it.
                let _ = if one_way { geometry.add_one_way(a, b) } else { geometry.add_wall(a, b) };
            }
            geometry
        },
    )
}

/// A gate on any board. The numbers are the file and rank of a cell. The boolean is `true` if the
/// gate is at the cell's right edge. The gate is present while the measured value is in the range.
pub(super) type Passing = (u8, u8, bool, (MeasuredValue, i32, i32));

pub(super) fn gates() -> impl Strategy<Value = Vec<Passing>> {
    let measure = prop_oneof![
        3 => Just(MeasuredValue::Ply),
        1 => Just(MeasuredValue::Counter(CounterId(0))),
        1 => Just(MeasuredValue::PliesSince(CounterId(0))),
    ];
    let gate = (0..32u8, 0..32u8, any::<bool>(), (measure, 0..6, 0..8));
    prop_oneof![2 => Just(Vec::new()), 1 => vec(gate, 1..6)]
}

/// Fits gates to a board. Gates at the edge of the board are left out.
pub(super) fn fit_gates(geometry: &Geometry, gates: &[Passing]) -> Vec<Gate> {
    let fit = |(file, rank, upright, (of, least, more)): &Passing| {
        let a = Cell { file: file % geometry.files(), rank: rank % geometry.ranks() };
        let (dx, dy) = if *upright { (1, 0) } else { (0, 1) };
        let edge = geometry.edge(a, Cell { file: a.file + dx, rank: a.rank + dy }).ok()?;
        let circumstance = Circumstance { of: *of, least: *least, most: least + more };
        Some(Gate { edges: vec![edge], circumstances: vec![circumstance] })
    };
    gates.iter().filter_map(fit).collect()
}
