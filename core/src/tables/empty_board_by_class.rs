//! Finds the empty-board moves of each class.

use std::collections::HashMap;

use crate::board::{Geometry, Square, SquareMap, SquareSet};
use crate::tables::{
    BoardPath, BySquare, Class, EmptyBoardMove, EmptyBoardMoves, Rays, Route, Way, bits,
};

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
        Self { by_square, most, next: nexts.to_shared(), drawn }
    }

    /// Returns the empty-board moves of each class. If several classes have the same movement,
    /// their moves are computed once.
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
}
