//! The ways a man would have on an empty board, one by one: what moves are drawn from by lot, and what
//! tells at a glance that he is shut in.

use crate::board::{BySquare, Geometry, Shared, Square, SquareSet};
use crate::tables::{BoardWalk, Class, Rays, bits};

/// How a way is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Means {
    /// By a leap.
    Leap,
    /// Along a ray.
    Ride(u8),
    /// By a leap or a ray, or along several rays: whichever is open.
    Several,
    /// By a walk that is more than that.
    Walk(u16),
}

/// A way from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Way {
    pub means: Means,
    pub to: Square,
    /// May be gone to an empty square, and to capture.
    pub quiet: bool,
    pub take: bool,
}

/// All ways of the men of one class.
#[derive(Debug, Default)]
pub(crate) struct Ways<const W: usize> {
    /// Those from each square: the first in `all`, and how many there are.
    spans: BySquare<(u32, u16)>,
    all: Vec<Way>,
    /// The most from any square.
    pub most: u32,
    /// From each square: the first square of each way that is no walk.
    pub next: Shared<SquareSet<W>>,
    /// Each is one move at the most, but for promotions, so that it may be drawn by lot.
    pub drawn: bool,
}

impl<const W: usize> Ways<W> {
    pub fn new(
        geometry: &Geometry,
        class: &Class<W>,
        rays: &Rays<W>,
        leaps: &[BySquare<SquareSet<W>>],
        walks: &[BoardWalk<W>],
    ) -> Self {
        let walk = |number: u16| &walks[usize::from(number)];
        let apart = |walk: &BoardWalk<W>| walk.fixed.is_some() && (walk.double || walk.special);
        let doubles = class.walks.iter().filter(|number| walk(**number).double).count();
        let drawn = doubles < 2 && class.walks.iter().all(|number| apart(walk(*number)));
        let tables =
            [(class.both, true, true), (class.quiet, true, false), (class.take, false, true)];
        let mut ways = Self { drawn, ..Self::default() };
        let mut nexts: BySquare<SquareSet<W>> = BySquare::default();
        let mut found: BySquare<Option<Way>> = BySquare::default();
        for from in geometry.squares() {
            let first = ways.all.len();
            let mut next = SquareSet::EMPTY;
            let mut ends = SquareSet::<W>::EMPTY;
            let mut add = |way: Way| {
                ends.insert(way.to);
                match &mut found[way.to] {
                    Some(other) => {
                        other.means = Means::Several;
                        other.quiet |= way.quiet;
                        other.take |= way.take;
                    }
                    none => *none = Some(way),
                }
            };
            for (table, quiet, take) in tables {
                for to in table.map_or(SquareSet::EMPTY, |table| leaps[usize::from(table)][from]) {
                    next.insert(to);
                    add(Way { means: Means::Leap, to, quiet, take });
                }
            }
            for ray in bits(class.ray_moves | class.ray_takes) {
                let (quiet, take) =
                    (class.ray_moves >> ray & 1 != 0, class.ray_takes >> ray & 1 != 0);
                for to in *rays.reach(ray, from) {
                    if rays.between(ray, from, to).is_empty() {
                        next.insert(to);
                    }
                    add(Way { means: Means::Ride(ray), to, quiet, take });
                }
            }
            ways.all.extend(ends.into_iter().filter_map(|to| found[to].take()));
            for &number in &class.walks {
                let fixed = walk(number).fixed.as_ref().and_then(|fixed| fixed[from]);
                if let Some((_, to)) = fixed {
                    ways.all.push(Way { means: Means::Walk(number), to, quiet: true, take: false });
                }
            }
            let count = ways.all.len() - first;
            ways.most = ways.most.max(count as u32);
            ways.spans[from] = (first as u32, count as u16);
            nexts[from] = next;
        }
        ways.next = nexts.shared();
        ways
    }

    /// How many there are from a square.
    #[inline(always)]
    pub fn count(&self, from: Square) -> u32 {
        u32::from(self.spans[from].1)
    }

    /// One of those from a square, by its number.
    #[inline(always)]
    pub fn get(&self, from: Square, number: u32) -> Option<Way> {
        let (first, count) = self.spans[from];
        if number >= u32::from(count) {
            return None;
        }
        self.all.get((first + number) as usize).copied()
    }

    /// All squares that those from a square lead to.
    pub fn leads(&self, from: Square) -> SquareSet<W> {
        (0..self.count(from))
            .filter_map(|number| self.get(from, number))
            .map(|way| way.to)
            .collect()
    }
}
