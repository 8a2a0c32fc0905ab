//! Empty-board moves: the moves that a piece would have on an empty board. Sampling draws from
//! them, and they tell quickly that a piece is blocked.

use std::collections::HashMap;

use crate::board::{Geometry, SharedSquareMap, Square, SquareMap, SquareSet};
use crate::tables::{BoardPath, BySquare, Class, Rays, Way, bits};

/// How an empty-board move is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Route {
    /// By a leap.
    Leap,
    /// Along a ray.
    Ride(u8),
    /// By a leap or a ray, or along several rays: any that is open.
    Several,
    /// By a path.
    Path(u16),
}

/// A move that a piece would have on an empty board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EmptyBoardMove {
    pub route: Route,
    pub to: Square,
    /// Whether the move may go to an empty square; whether it may capture.
    pub quiet: bool,
    pub take: bool,
}

/// The empty-board moves of the pieces of one class. Cheap to clone: most classes move alike in all facings, and share
/// what is looked up in play.
#[derive(Clone, Debug, Default)]
pub struct EmptyBoardMoves<const W: usize> {
    by_square: BySquare<EmptyBoardMove>,
    /// The most moves from any square.
    pub most: u32,
    /// For each square, the first squares along its leaps and rides.
    pub next: SharedSquareMap<SquareSet<W>, W>,
    /// Whether the moves can be sampled: each stands for at most one move, apart from promotion
    /// choices.
    pub drawn: bool,
}

impl<const W: usize> EmptyBoardMoves<W> {
    fn new(
        geometry: &Geometry,
        class: &Class<W>,
        rays: &Rays<W>,
        leaps: &[SquareMap<SquareSet<W>, W>],
        paths: &[BoardPath<W>],
    ) -> Self {
        let path = |number: u16| &paths[usize::from(number)];
        let doubles = class.paths.iter().filter(|number| path(**number).double).count();
        let quiet = class.paths.iter().all(|number| path(*number).quiet_ways().is_some());
        let mut drawn = doubles < 2 && quiet;
        let tables =
            [(class.both, true, true), (class.quiet, true, false), (class.take, false, true)];
        let mut nexts: SquareMap<SquareSet<W>, W> = SquareMap::default();
        let mut found: SquareMap<Option<EmptyBoardMove>, W> = SquareMap::default();
        let by_square = BySquare::new(geometry, |from, all| {
            let mut next = SquareSet::EMPTY;
            let mut ends = SquareSet::<W>::EMPTY;
            let mut add = |found_move: EmptyBoardMove| {
                ends.insert(found_move.to);
                match &mut found[found_move.to] {
                    Some(other) => {
                        other.route = Route::Several;
                        other.quiet |= found_move.quiet;
                        other.take |= found_move.take;
                    }
                    none => *none = Some(found_move),
                }
            };
            for (table, quiet, take) in tables {
                for to in table.map_or(SquareSet::EMPTY, |table| leaps[usize::from(table)][from]) {
                    next.insert(to);
                    add(EmptyBoardMove { route: Route::Leap, to, quiet, take });
                }
            }
            for ray in bits(class.ray_moves | class.ray_takes) {
                let (quiet, take) =
                    (class.ray_moves >> ray & 1 != 0, class.ray_takes >> ray & 1 != 0);
                for to in *rays.reach(ray, from) {
                    if rays.between(ray, from, to).is_empty() {
                        next.insert(to);
                    }
                    add(EmptyBoardMove { route: Route::Ride(ray), to, quiet, take });
                }
            }
            all.extend(ends.into_iter().filter_map(|to| found[to].take()));
            let mut shared: Vec<(u16, Square)> = Vec::new();
            for &number in &class.paths {
                let way = path(number).quiet_ways().and_then(|ways| ways[from].as_ref());
                if let Some(&Way { to, .. }) = way {
                    if path(number).ends_plain {
                        drawn &= !ends.contains(to);
                        ends.insert(to);
                    }
                    if path(number).shared {
                        let end = (path(number).alike, to);
                        drawn &= !shared.contains(&end);
                        shared.push(end);
                    }
                    all.push(EmptyBoardMove {
                        route: Route::Path(number),
                        to,
                        quiet: true,
                        take: false,
                    });
                }
            }
            nexts[from] = next;
        });
        let most = by_square.longest();
        Self { by_square, most, next: nexts.shared(), drawn }
    }

    /// Those of all classes. They follow from what a class moves by, and are found once for each such movement.
    pub fn of_classes(
        geometry: &Geometry,
        classes: &[Class<W>],
        rays: &Rays<W>,
        leaps: &[SquareMap<SquareSet<W>, W>],
        paths: &[BoardPath<W>],
    ) -> Vec<Self> {
        let mut found = HashMap::new();
        let movement = |class: &Class<W>| {
            let tables = [class.both, class.quiet, class.take];
            (tables, class.ray_moves, class.ray_takes, class.paths.clone())
        };
        let mut of = |class| {
            let moves = found.entry(movement(class));
            moves.or_insert_with(|| Self::new(geometry, class, rays, leaps, paths)).clone()
        };
        classes.iter().map(&mut of).collect()
    }

    /// The moves from a square.
    #[inline(always)]
    pub fn from(&self, square: Square) -> &[EmptyBoardMove] {
        self.by_square.from(square)
    }

    /// The target squares of all moves from a square.
    pub fn leads(&self, from: Square) -> SquareSet<W> {
        self.from(from).iter().map(|found_move| found_move.to).collect()
    }
}
