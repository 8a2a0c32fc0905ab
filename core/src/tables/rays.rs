//! Rays: the squares that riders reach, and the squares between a rider and its target.
//!
//! A ray has a direction and a greatest length. The square numbers always rise, or always fall,
//! along a ray. The tables of a ray take the board's mask and walls into account.

use std::collections::HashMap;

use crate::board::{Geometry, SharedSquareMap, Square, SquareMap, SquareSet, Vector, Zone};

/// The maximum number of rays of a ruleset. If a ruleset needs more, its other rides are generated
/// as paths.
const MAX_RAYS: usize = 60;

/// The value in `pairs` for a set of rays that has no number.
const NO_RAY_SET: u8 = u8::MAX;

/// For each square, the squares that lie on a line with it on an empty board. The first set is for
/// the direction in which square numbers rise. The second set is for the opposite direction.
pub(crate) type Sight<const W: usize> = SharedSquareMap<[SquareSet<W>; 2], W>;

/// The rides of a class for one purpose, such as captures. `lines` has pairs of opposite rays, and
/// `single` has rays without an opposite.
#[derive(Debug, Default)]
pub struct Rides {
    pub lines: Vec<u8>,
    pub single: Vec<u8>,
}

impl Rides {
    /// Returns `true` if there are no rides.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.single.is_empty()
    }
}

/// All rays of a ruleset on its board.
#[derive(Debug)]
pub struct Rays<const W: usize> {
    count: usize,
    /// The rays along which square numbers rise, a bit each.
    rising: u64,
    /// For each ray and square, the squares that the ray reaches from this square on an empty
    /// board.
    reach: Vec<SquareMap<SquareSet<W>, W>>,
    /// For each ray and square, the squares from which the ray reaches this square.
    back: Vec<SquareMap<SquareSet<W>, W>>,
    /// For each square, the squares from which a capturing ray reaches it. The first set is for
    /// straight rays, and the second for all others.
    onto: SquareMap<[SquareSet<W>; 2], W>,
    /// The straight rays (a bit each). They run along ranks and files.
    straight: u64,
    /// For each line and square, the squares on the line, seen from that square.
    sights: Vec<Sight<W>>,
    /// For each pair of squares, the rays that lead from the first to the second. The value is the
    /// number of a set in `sets`.
    pairs: SquareMap<SquareMap<u8, W>, W>,
    sets: Box<[u64; 256]>,
}

/// Collects rays before their tables are built.
#[derive(Debug)]
pub struct RayBuilder<'a> {
    geometry: &'a Geometry,
    ids: HashMap<(Vector, u8, Option<Zone>), u8>,
    /// The vector and the greatest length of each ray, and the zone in which it stays, if any.
    rays: Vec<(Vector, u8, Option<Zone>)>,
    /// The lines: pairs of opposite rays. The ray along which square numbers rise is first.
    lines: Vec<(u8, u8)>,
}

impl<'a> RayBuilder<'a> {
    /// Returns a builder without rays.
    pub fn new(geometry: &'a Geometry) -> Self {
        Self { geometry, ids: HashMap::new(), rays: Vec::new(), lines: Vec::new() }
    }

    /// Returns the number of a ray of at most `max` steps. Returns `None` if there are too many
    /// rays. Also returns `None` if the ray is winding, so that square numbers both rise and fall
    /// along it.
    pub fn ray(&mut self, vector: Vector, max: u8) -> Option<u8> {
        self.ray_along(vector, max, None)
    }

    /// Returns the number of a ray, as [`Self::ray`] does. The ray ends before the first square
    /// outside the zone.
    pub fn ray_along(&mut self, vector: Vector, max: u8, along: Option<Zone>) -> Option<u8> {
        let ray = (vector, max, along);
        if let Some(id) = self.ids.get(&ray) {
            return Some(*id);
        }
        if self.rays.len() >= MAX_RAYS || self.geometry.is_winding(vector) {
            return None;
        }
        let id = self.rays.len() as u8;
        self.rays.push(ray);
        self.ids.insert(ray, id);
        Some(id)
    }

    /// Returns `true` if a ray leads at least two steps from a square.
    pub fn has_room(&self, ray: u8, from: Square) -> bool {
        let (vector, ..) = self.rays[usize::from(ray)];
        let next = self.geometry.step(from, vector);
        next.is_some_and(|next| self.geometry.step(next, vector).is_some())
    }

    /// Sorts the rays of a piece's rides into lines and single rays. A line is a pair of opposite
    /// rays.
    pub fn rides(&mut self, rays: &[u8]) -> Rides {
        let opposite = |ray: u8| {
            let (vector, max, along) = self.rays[usize::from(ray)];
            let id = self.ids.get(&(vector.reversed(), max, along)).copied();
            id.filter(|id| rays.contains(id))
        };
        let (rising, falling): (Vec<u8>, Vec<u8>) = rays.iter().partition(|ray| self.rises(**ray));
        let joined: Vec<(u8, u8)> =
            rising.iter().filter_map(|up| opposite(*up).map(|down| (*up, down))).collect();
        let single = rising.iter().chain(&falling).filter(|ray| opposite(**ray).is_none());
        let single = single.copied().collect();
        let number = |line| {
            let known = self.lines.iter().position(|other| *other == line);
            known.unwrap_or_else(|| {
                self.lines.push(line);
                self.lines.len() - 1
            }) as u8
        };
        Rides { lines: joined.into_iter().map(number).collect(), single }
    }

    /// Returns `true` if square numbers rise along a ray.
    fn rises(&self, ray: u8) -> bool {
        let (vector, ..) = self.rays[usize::from(ray)];
        vector.dy > 0 || vector.dy == 0 && vector.dx > 0
    }

    /// Builds the tables of the rays. `takes` contains the rays along which at least one piece
    /// captures.
    pub fn lay<const W: usize>(self, takes: u64) -> Rays<W> {
        let geometry = self.geometry;
        let count = self.rays.len();
        let mut reach = vec![SquareMap::all(SquareSet::EMPTY); count];
        let mut back = vec![SquareMap::all(SquareSet::EMPTY); count];
        let mut onto = SquareMap::all([SquareSet::EMPTY; 2]);
        let mut straight = 0;
        let mut leading = SquareMap::<_, W>::all(SquareMap::<_, W>::all(0u64));
        for (ray, (vector, max, along)) in self.rays.iter().enumerate() {
            let other = usize::from(vector.dx != 0 && vector.dy != 0);
            straight |= u64::from(other == 0) << ray;
            for from in geometry.squares() {
                let mut at = from;
                for _ in 0..*max {
                    let Some(next) = geometry.step(at, *vector) else { break };
                    if along.is_some_and(|along| !along.contains(next)) {
                        break;
                    }
                    at = next;
                    reach[ray][from].insert(at);
                    back[ray][at].insert(from);
                    leading[from][at] |= 1 << ray;
                    if takes >> ray & 1 != 0 {
                        onto[at][other].insert(from);
                    }
                }
            }
        }
        let mut sets = vec![0];
        let mut numbers = HashMap::new();
        let mut number = |set: u64| {
            if set == 0 {
                return 0;
            }
            *numbers.entry(set).or_insert_with(|| {
                if sets.len() < usize::from(NO_RAY_SET) {
                    sets.push(set);
                    (sets.len() - 1) as u8
                } else {
                    NO_RAY_SET
                }
            })
        };
        let mut pairs = SquareMap::all(SquareMap::all(0));
        for from in geometry.squares() {
            for to in geometry.squares() {
                pairs[from][to] = number(leading[from][to]);
            }
        }
        let rising = (0..count as u8).map(|ray| u64::from(self.rises(ray)) << ray).sum();
        let sight = |(up, down): &(u8, u8)| {
            let (up, down) = (&reach[usize::from(*up)], &reach[usize::from(*down)]);
            SquareMap::of(geometry, |from| [up[from], down[from]]).to_shared()
        };
        let sights = self.lines.iter().map(sight).collect();
        let mut listed = Box::new([0; 256]);
        for (to, from) in listed.iter_mut().zip(sets) {
            *to = from;
        }
        let sets = listed;
        Rays { straight, count, rising, reach, back, onto, sights, pairs, sets }
    }
}

impl<const W: usize> Rays<W> {
    /// Returns the squares that a ray reaches from a square on an empty board.
    #[inline(always)]
    pub fn reach(&self, ray: u8, from: Square) -> &SquareSet<W> {
        &self.reach[ray as usize][from]
    }

    /// Returns the squares from which a ray reaches a square.
    #[inline(always)]
    pub fn back(&self, ray: u8, to: Square) -> &SquareSet<W> {
        &self.back[ray as usize][to]
    }

    /// Returns the riders that could capture on a square if all squares in between were empty.
    /// `straight` contains the riders along straight rays, and `others` contains the riders along
    /// other rays.
    #[inline(always)]
    pub fn onto(&self, to: Square, [straight, others]: &[SquareSet<W>; 2]) -> SquareSet<W> {
        let [along, across] = &self.onto[to];
        (*straight & *along) | (*others & *across)
    }

    /// Returns `true` if a rider could reach one square from another on an empty board. `straight`
    /// is `true` if the rider captures along straight rays. `others` is `true` if the rider
    /// captures along other rays.
    #[inline(always)]
    pub fn reaches(&self, from: Square, to: Square, [straight, others]: [bool; 2]) -> bool {
        let [along, across] = &self.onto[to];
        straight && along.contains(from) || others && across.contains(from)
    }

    /// Returns two flags: `true` if some of these rays (a bit each) are straight, and `true` if
    /// some are not.
    pub fn directions(&self, rays: u64) -> [bool; 2] {
        [rays & self.straight != 0, rays & !self.straight != 0]
    }

    /// Returns the rays (a bit each) that lead from one square to another on an empty board.
    #[inline(always)]
    pub fn leading(&self, from: Square, to: Square) -> u64 {
        match self.pairs[from][to] {
            NO_RAY_SET => (0..self.count as u8)
                .filter(|ray| self.reach(*ray, from).contains(to))
                .map(|ray| 1 << ray)
                .sum(),
            set => self.sets[set as usize],
        }
    }

    /// Returns the squares between two squares on a ray, without these two squares.
    #[inline(always)]
    pub fn between(&self, ray: u8, from: Square, to: Square) -> SquareSet<W> {
        *self.reach(ray, from) & *self.back(ray, to)
    }

    /// Returns the table of a line.
    #[inline(always)]
    pub fn sight(&self, line: u8) -> &Sight<W> {
        &self.sights[line as usize]
    }

    /// Returns the squares that a rider reaches along a line, in both directions. The first piece
    /// in each direction is included.
    #[inline(always)]
    pub fn line(&self, line: u8, from: Square, occupied: &SquareSet<W>) -> SquareSet<W> {
        let [up, down] = &self.sight(line)[from];
        SquareSet::sight(up, down, occupied)
    }

    /// Returns the squares that a rider reaches along a ray. The first piece on the ray is
    /// included.
    #[inline(always)]
    pub fn ride(&self, ray: u8, from: Square, occupied: &SquareSet<W>) -> SquareSet<W> {
        let reach = self.reach(ray, from);
        if self.rising >> ray & 1 != 0 {
            SquareSet::sight(reach, &SquareSet::EMPTY, occupied)
        } else {
            SquareSet::sight(&SquareSet::EMPTY, reach, occupied)
        }
    }

    /// Returns the first piece along a ray.
    #[inline(always)]
    pub fn first(&self, ray: u8, from: Square, occupied: &SquareSet<W>) -> Option<Square> {
        // Square numbers rise or fall along a ray.
        let pieces = *self.reach(ray, from) & *occupied;
        if self.rising >> ray & 1 != 0 { pieces.lowest() } else { pieces.highest() }
    }
}
