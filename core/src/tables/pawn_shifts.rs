//! Pieces that step together: the kind with the most pieces at the start, if it goes by a few plain
//! steps. What such pieces may do is found for all of them at once.
//!
//! A step changes a square's number by the same amount everywhere, or, where holes have no numbers, by a
//! few amounts, each in its board_part of the board; the squares that share one are shifted together. Which
//! piece went where is found by the same step taken back.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;

use crate::board::{Geometry, Kind, MAX_SEATS, Shift, Square, SquareMap, SquareSet, Vector};
use crate::rules::{Move, MoveKind, Place, Relation, Spec};
use crate::tables::BoardPath;

/// The most board_parts that a board may fall into for a step to be taken by shifts.
const MAX_PARTS: usize = 6;
/// The most steps that a piece may have to be one who steps together with others.
const MAX_STEPS: usize = 4;
/// The fewest pieces at the start for whom it pays.
const MIN_PIECES: usize = 6;

/// Squares a step may be taken from, and what it adds to their numbers or takes off.
#[derive(Clone, Copy, Debug)]
struct BoardPart<const W: usize> {
    from: SquareSet<W>,
    by: Shift,
    up: bool,
}

impl<const W: usize> BoardPart<W> {
    #[inline(always)]
    fn taken(&self, pieces: SquareSet<W>) -> SquareSet<W> {
        let pieces = pieces & self.from;
        if self.up { pieces.raised(self.by) } else { pieces.lowered(self.by) }
    }
}

/// One step, taken by any number of pieces.
#[derive(Debug)]
pub(crate) struct Step<const W: usize> {
    /// By board_parts of the board; nearly always there is but one.
    first: BoardPart<W>,
    others: Vec<BoardPart<W>>,
    /// The square from which it leads to each.
    pub origin: SquareMap<Square>,
}

impl<const W: usize> Step<W> {
    fn new(geometry: &Geometry, vector: Vector) -> Option<Self> {
        let mut board_parts: BTreeMap<i16, SquareSet<W>> = BTreeMap::new();
        let mut origin = SquareMap::all(Square(0));
        for from in geometry.squares() {
            if let Some(to) = geometry.step(from, vector) {
                let by = i16::from(to.0) - i16::from(from.0);
                board_parts.entry(by).or_insert(SquareSet::EMPTY).insert(from);
                origin[to] = from;
            }
        }
        if board_parts.len() > MAX_PARTS {
            return None;
        }
        let board_part = |(by, from): (i16, SquareSet<W>)| {
            Some(BoardPart { from, by: Shift::new(u32::from(by.unsigned_abs()))?, up: by > 0 })
        };
        let mut board_parts =
            board_parts.into_iter().map(board_part).collect::<Option<Vec<_>>>()?.into_iter();
        let nowhere = BoardPart { from: SquareSet::EMPTY, by: Shift::new(1)?, up: true };
        Some(Self {
            first: board_parts.next().unwrap_or(nowhere),
            others: board_parts.collect(),
            origin,
        })
    }

    /// The move of the piece who took it to get to a square.
    #[inline(always)]
    pub fn single(&self, to: Square) -> Move {
        Move::new(self.origin[to], to)
    }

    /// The move of the piece who took it twice to get to a square.
    #[inline(always)]
    pub fn double(&self, to: Square) -> Move {
        let over = self.origin[to];
        Move { kind: MoveKind::Double { over }, ..Move::new(self.origin[over], to) }
    }

    /// Where the pieces end who can take it.
    #[inline(always)]
    pub fn taken(&self, pieces: SquareSet<W>) -> SquareSet<W> {
        let mut to = self.first.taken(pieces);
        for board_part in &self.others {
            to |= board_part.taken(pieces);
        }
        to
    }
}

/// Pieces that may be able to do more than step, so that each has to be looked at by itself.
#[derive(Debug)]
pub(crate) struct SingledOut<const W: usize> {
    /// They stand here; by colour.
    pub on: [SquareSet<W>; MAX_SEATS],
    /// Straight ahead (by this step) stands a piece of such a relation.
    pub ahead: Option<(u16, Relation)>,
}

/// How the pieces of one facing step.
#[derive(Debug)]
pub(crate) struct FacingShifts<const W: usize> {
    /// Steps to empty squares, and steps that capture, by their numbers.
    pub quiet: ArrayVec<u16, MAX_STEPS>,
    pub take: ArrayVec<u16, MAX_STEPS>,
    /// One of the quiet steps twice, over these squares (by colour), after which a piece may be captured
    /// en passant.
    pub double: Option<(u16, [SquareSet<W>; MAX_SEATS])>,
    pub singled_out: Vec<SingledOut<W>>,
}

/// All of it, for one kind.
#[derive(Debug)]
pub(crate) struct PawnShifts<const W: usize> {
    pub kind: Kind,
    /// By facing.
    pub by_facing: [FacingShifts<W>; 4],
    steps: Vec<Step<W>>,
}

/// What a builder of tables knows of the pieces of one kind and facing.
pub(crate) struct PawnMovement<'w, const W: usize> {
    /// Vectors of leaps: move or capture, move only, capture only.
    pub leaps: [Vec<Vector>; 3],
    pub rides: bool,
    /// Walks, with the smallest step of the first leg.
    pub paths: Vec<(&'w BoardPath<W>, Vector)>,
}

impl<const W: usize> PawnShifts<W> {
    /// The kind that it pays for, if there is one; not a royal, and none whose pieces may be bound.
    pub fn kind(spec: &Spec) -> Option<Kind> {
        let mut most = None;
        for (k, kind) in spec.kinds.iter().enumerate() {
            let kind_id = Kind(k as u8);
            let pieces = spec.array.iter().filter(|(_, piece)| piece.kind() == kind_id).count();
            let bound = kind.paths.iter().any(|path| path.exclusive);
            if !kind.royal && !bound && pieces >= MIN_PIECES && most.is_none_or(|(n, _)| pieces > n)
            {
                most = Some((pieces, kind_id));
            }
        }
        most.map(|(_, kind)| kind)
    }

    /// How its pieces step, if all their movement allows it.
    pub fn new(
        geometry: &Geometry,
        kind: Kind,
        empty_board: &[PawnMovement<'_, W>; 4],
    ) -> Option<Self> {
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
        let mut by_facing = Vec::new();
        for empty_board in empty_board {
            by_facing.push(Self::facing_shifts(geometry, empty_board, &mut number)?);
        }
        let by_facing = by_facing.try_into().ok()?;
        Some(Self { kind, by_facing, steps })
    }

    fn facing_shifts(
        geometry: &Geometry,
        empty_board: &PawnMovement<'_, W>,
        number: &mut dyn FnMut(Vector) -> Option<u16>,
    ) -> Option<FacingShifts<W>> {
        let [both, quiet, take] = &empty_board.leaps;
        if empty_board.rides || both.len() * 2 + quiet.len() + take.len() > MAX_STEPS {
            return None;
        }
        // In an order of their own: the same rules make the same games, however they are written.
        let mut numbers = |some: &[Vector]| -> Option<ArrayVec<u16, MAX_STEPS>> {
            let mut all: Vec<Vector> = both.iter().chain(some).copied().collect();
            all.sort_by_key(|vector| (vector.dy, vector.dx));
            all.into_iter().map(&mut *number).collect()
        };
        let mut facing_shifts = FacingShifts {
            quiet: numbers(quiet)?,
            take: numbers(take)?,
            double: None,
            singled_out: Vec::new(),
        };
        let everywhere = [geometry.all().resize::<W>(); MAX_SEATS];
        for (path, unit) in &empty_board.paths {
            let step = number(*unit)?;
            let on = match (path.initial, path.from) {
                (Some(on), _) => on,
                (None, Some(on)) => [on; MAX_SEATS],
                (None, None) => everywhere,
            };
            if facing_shifts.double.is_none()
                && facing_shifts.quiet.contains(&step)
                && path.is_bare_double()
            {
                let over = |on: SquareSet<W>| {
                    on.into_iter().filter_map(|from| geometry.step(from, *unit)).collect()
                };
                facing_shifts.double = Some((step, on.map(over)));
                continue;
            }
            let next = path.path.conditions.iter().find(|condition| match condition.place {
                Place::Ahead => true,
                Place::Over => path.unit.1 > 1,
                Place::Onto => false,
            });
            let ahead = next.map(|condition| (step, condition.relation));
            if ahead.is_none() && path.initial.is_none() && path.from.is_none() {
                return None;
            }
            facing_shifts.singled_out.push(SingledOut { on, ahead });
        }
        Some(facing_shifts)
    }

    #[inline(always)]
    pub fn step(&self, number: u16) -> &Step<W> {
        &self.steps[usize::from(number)]
    }
}
