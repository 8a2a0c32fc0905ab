//! Men that step together: the kind with the most men at the start, if it goes by a few plain
//! steps. What such men may do is found for all of them at once.
//!
//! A step changes a square's number by the same amount everywhere, or, where holes have no numbers, by a
//! few amounts, each in its part of the board; the squares that share one are shifted together. Which
//! man went where is found by the same step taken back.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;

use crate::board::{BySquare, Geometry, Kind, MAX_SEATS, Shift, Square, SquareSet, Vector};
use crate::rules::{How, Move, Place, Relation, Spec};
use crate::tables::BoardWalk;

/// The most parts that a board may fall into for a step to be taken by shifts.
const PARTS: usize = 6;
/// The most steps that a man may have to be one who steps together with others.
const STEPS: usize = 4;
/// The fewest men at the start for whom it pays.
const MEN: usize = 6;

/// Squares a step may be taken from, and what it adds to their numbers or takes off.
#[derive(Clone, Copy, Debug)]
struct Part<const W: usize> {
    from: SquareSet<W>,
    by: Shift,
    up: bool,
}

impl<const W: usize> Part<W> {
    #[inline(always)]
    fn taken(&self, men: SquareSet<W>) -> SquareSet<W> {
        let men = men & self.from;
        if self.up { men.raised(self.by) } else { men.lowered(self.by) }
    }
}

/// One step, taken by any number of men.
#[derive(Debug)]
pub(crate) struct Step<const W: usize> {
    /// By parts of the board; nearly always there is but one.
    first: Part<W>,
    others: Vec<Part<W>>,
    /// The square from which it leads to each.
    pub origin: BySquare<Square>,
}

impl<const W: usize> Step<W> {
    fn new(geometry: &Geometry, vector: Vector) -> Option<Self> {
        let mut parts: BTreeMap<i16, SquareSet<W>> = BTreeMap::new();
        let mut origin = BySquare::all(Square(0));
        for from in geometry.squares() {
            if let Some(to) = geometry.step(from, vector) {
                let by = i16::from(to.0) - i16::from(from.0);
                parts.entry(by).or_insert(SquareSet::EMPTY).insert(from);
                origin[to] = from;
            }
        }
        if parts.len() > PARTS {
            return None;
        }
        let part = |(by, from): (i16, SquareSet<W>)| {
            Some(Part { from, by: Shift::new(u32::from(by.unsigned_abs()))?, up: by > 0 })
        };
        let mut parts = parts.into_iter().map(part).collect::<Option<Vec<_>>>()?.into_iter();
        let nowhere = Part { from: SquareSet::EMPTY, by: Shift::new(1)?, up: true };
        Some(Self { first: parts.next().unwrap_or(nowhere), others: parts.collect(), origin })
    }

    /// The move of the man who took it to get to a square.
    #[inline(always)]
    pub fn single(&self, to: Square) -> Move {
        Move::new(self.origin[to], to)
    }

    /// The move of the man who took it twice to get to a square.
    #[inline(always)]
    pub fn double(&self, to: Square) -> Move {
        let over = self.origin[to];
        Move { how: How::Double { over }, ..Move::new(self.origin[over], to) }
    }

    /// Where the men end who can take it.
    #[inline(always)]
    pub fn taken(&self, men: SquareSet<W>) -> SquareSet<W> {
        let mut to = self.first.taken(men);
        for part in &self.others {
            to |= part.taken(men);
        }
        to
    }
}

/// Men who may be able to do more than step, so that each has to be looked at by himself.
#[derive(Debug)]
pub(crate) struct Apart<const W: usize> {
    /// They stand here; by colour.
    pub on: [SquareSet<W>; MAX_SEATS],
    /// Straight ahead (by this step) stands a man of such a relation.
    pub ahead: Option<(u16, Relation)>,
}

/// How the men of one facing step.
#[derive(Debug)]
pub(crate) struct Rank<const W: usize> {
    /// Steps to empty squares, and steps that capture, by their numbers.
    pub quiet: ArrayVec<u16, STEPS>,
    pub take: ArrayVec<u16, STEPS>,
    /// One of the quiet steps twice, over these squares (by colour), after which a man may be captured
    /// en passant.
    pub double: Option<(u16, [SquareSet<W>; MAX_SEATS])>,
    pub apart: Vec<Apart<W>>,
}

/// All of it, for one kind.
#[derive(Debug)]
pub(crate) struct Phalanx<const W: usize> {
    pub kind: Kind,
    /// By facing.
    pub ranks: [Rank<W>; 4],
    steps: Vec<Step<W>>,
}

/// What a builder of tables knows of the men of one kind and facing.
pub(crate) struct Movement<'w, const W: usize> {
    /// Vectors of leaps: move or capture, move only, capture only.
    pub leaps: [Vec<Vector>; 3],
    pub rides: bool,
    /// Walks, with the smallest step of the first leg.
    pub walks: Vec<(&'w BoardWalk<W>, Vector)>,
}

impl<const W: usize> Phalanx<W> {
    /// The kind that it pays for, if there is one; not a royal, and none whose men may be bound.
    pub fn kind(spec: &Spec) -> Option<Kind> {
        let mut most = None;
        for (k, kind) in spec.kinds.iter().enumerate() {
            let kind_id = Kind(k as u8);
            let men = spec.array.iter().filter(|(_, man)| man.kind() == kind_id).count();
            let bound = kind.walks.iter().any(|walk| walk.exclusive);
            if !kind.royal && !bound && men >= MEN && most.is_none_or(|(n, _)| men > n) {
                most = Some((men, kind_id));
            }
        }
        most.map(|(_, kind)| kind)
    }

    /// How its men step, if all their ways allow it.
    pub fn new(geometry: &Geometry, kind: Kind, ways: &[Movement<'_, W>; 4]) -> Option<Self> {
        let mut steps = Vec::new();
        let mut numbers = BTreeMap::new();
        let mut number = |vector: Vector| -> Option<u16> {
            if let Some(id) = numbers.get(&(vector.dx, vector.dy)) {
                return Some(*id);
            }
            let id = steps.len() as u16;
            steps.push(Step::new(geometry, vector)?);
            numbers.insert((vector.dx, vector.dy), id);
            Some(id)
        };
        let mut ranks = Vec::new();
        for ways in ways {
            ranks.push(Self::rank(geometry, ways, &mut number)?);
        }
        let ranks = ranks.try_into().ok()?;
        Some(Self { kind, ranks, steps })
    }

    fn rank(
        geometry: &Geometry,
        ways: &Movement<'_, W>,
        number: &mut dyn FnMut(Vector) -> Option<u16>,
    ) -> Option<Rank<W>> {
        let [both, quiet, take] = &ways.leaps;
        if ways.rides || both.len() * 2 + quiet.len() + take.len() > STEPS {
            return None;
        }
        // In an order of their own: the same rules make the same games, however they are written.
        let mut numbers = |some: &[Vector]| -> Option<ArrayVec<u16, STEPS>> {
            let mut all: Vec<Vector> = both.iter().chain(some).copied().collect();
            all.sort_by_key(|vector| (vector.dy, vector.dx));
            all.into_iter().map(&mut *number).collect()
        };
        let mut rank =
            Rank { quiet: numbers(quiet)?, take: numbers(take)?, double: None, apart: Vec::new() };
        let everywhere = [geometry.all().resize::<W>(); MAX_SEATS];
        for (walk, unit) in &ways.walks {
            let step = number(*unit)?;
            let on = match (walk.initial, walk.from) {
                (Some(on), _) => on,
                (None, Some(on)) => [on; MAX_SEATS],
                (None, None) => everywhere,
            };
            if rank.double.is_none() && rank.quiet.contains(&step) && walk.is_bare_double() {
                let over = |on: SquareSet<W>| {
                    on.into_iter().filter_map(|from| geometry.step(from, *unit)).collect()
                };
                rank.double = Some((step, on.map(over)));
                continue;
            }
            let next = walk.walk.conditions.iter().find(|condition| match condition.place {
                Place::Ahead => true,
                Place::Over => walk.unit.1 > 1,
                Place::Onto => false,
            });
            let ahead = next.map(|condition| (step, condition.relation));
            if ahead.is_none() && walk.initial.is_none() && walk.from.is_none() {
                return None;
            }
            rank.apart.push(Apart { on, ahead });
        }
        Some(rank)
    }

    #[inline(always)]
    pub fn step(&self, number: u16) -> &Step<W> {
        &self.steps[usize::from(number)]
    }
}
