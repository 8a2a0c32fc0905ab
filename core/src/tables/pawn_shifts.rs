//! Pawn shifts generate the moves of all pawns of one facing together, by shifts of the pawns'
//! square set.
//!
//! Shifts are used for the kind with the most pieces in the array, if this kind moves by few plain
//! steps. On most boards, a step changes the number of a square by the same amount everywhere. If
//! holes have no numbers, the amount differs between a few parts of the board, and each part is
//! shifted separately. To find the pawn that made a move, the step is reversed.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;

use crate::board::{Geometry, Kind, MAX_SEATS, Shift, Square, SquareMap, SquareSet, Vector};
use crate::rules::{ConditionSquare, Move, MoveKind, Relation, Spec};
use crate::tables::BoardPath;

/// The maximum number of parts into which a step may divide the board.
const MAX_PARTS: usize = 6;
/// The maximum number of steps of a kind with shifts.
const MAX_STEPS: usize = 4;
/// The minimum number of pieces of a kind in the array for which shifts save time.
const MIN_SHIFT_PIECES: usize = 6;

/// A part of the board for one step. From every square of the part, the step changes the square
/// number by the same amount. Contains these squares and the amount.
#[derive(Clone, Copy, Debug)]
struct BoardPart<const W: usize> {
    from: SquareSet<W>,
    by: Shift,
    up: bool,
}

impl<const W: usize> BoardPart<W> {
    #[inline(always)]
    fn targets(&self, pieces: SquareSet<W>) -> SquareSet<W> {
        let pieces = pieces & self.from;
        if self.up { pieces.raised(self.by) } else { pieces.lowered(self.by) }
    }
}

/// One step of pawns. A single operation shifts any number of pieces by this step.
#[derive(Debug)]
pub struct PawnShift<const W: usize> {
    /// The first part of the board. Nearly always, there is no other part.
    first: BoardPart<W>,
    others: Vec<BoardPart<W>>,
    /// For each square, the square from which the step leads to it.
    pub origin: SquareMap<Square, W>,
}

impl<const W: usize> PawnShift<W> {
    fn new(geometry: &Geometry, vector: Vector) -> Option<Self> {
        let mut board_parts: BTreeMap<i32, SquareSet<W>> = BTreeMap::new();
        let mut origin = SquareMap::all(Square(0));
        for from in geometry.squares() {
            if let Some(to) = geometry.step(from, vector) {
                let by = i32::from(to.0) - i32::from(from.0);
                board_parts.entry(by).or_insert(SquareSet::EMPTY).insert(from);
                origin[to] = from;
            }
        }
        if board_parts.len() > MAX_PARTS {
            return None;
        }
        let board_part = |(by, from): (i32, SquareSet<W>)| {
            Some(BoardPart { from, by: Shift::new(by.unsigned_abs())?, up: by > 0 })
        };
        let mut board_parts =
            board_parts.into_iter().map(board_part).collect::<Option<Vec<_>>>()?.into_iter();
        let no_part = BoardPart { from: SquareSet::EMPTY, by: Shift::new(1)?, up: true };
        Some(Self {
            first: board_parts.next().unwrap_or(no_part),
            others: board_parts.collect(),
            origin,
        })
    }

    /// Returns the move of the pawn that reaches a square by one step.
    #[inline(always)]
    pub fn single(&self, to: Square) -> Move {
        Move::new(self.origin[to], to)
    }

    /// Returns the move of the pawn that reaches a square by a double step.
    #[inline(always)]
    pub fn double(&self, to: Square) -> Move {
        let over = self.origin[to];
        Move { kind: MoveKind::Double { over }, ..Move::new(self.origin[over], to) }
    }

    /// Returns the squares that the step reaches from a set of squares.
    #[inline(always)]
    pub fn targets(&self, pieces: SquareSet<W>) -> SquareSet<W> {
        let mut to = self.first.targets(pieces);
        for board_part in &self.others {
            to |= board_part.targets(pieces);
        }
        to
    }
}

/// Pawns that may have moves other than shifts. They have to be handled one by one.
#[derive(Debug)]
pub struct ShiftException<const W: usize> {
    /// The squares where the pawns stand, by colour.
    pub on: [SquareSet<W>; MAX_SEATS],
    /// A step and a relation. If they are set, the exception applies to a pawn only under one
    /// condition. A piece with this relation to the pawn stands one such step ahead of the pawn.
    /// The number identifies the step.
    pub ahead: Option<(u16, Relation)>,
}

/// The shifts of the pawns of one facing.
#[derive(Debug)]
pub struct FacingShifts<const W: usize> {
    /// The numbers of the steps that lead to empty squares. `take` has the numbers of the steps
    /// that capture.
    pub quiet: ArrayVec<u16, MAX_STEPS>,
    pub take: ArrayVec<u16, MAX_STEPS>,
    /// The number of the quiet step that a pawn may make twice. Also, for each colour, the squares
    /// that pawns may skip by this double step.
    pub double: Option<(u16, [SquareSet<W>; MAX_SEATS])>,
    pub exceptions: Vec<ShiftException<W>>,
}

/// All shifts, for one kind.
#[derive(Debug)]
pub struct PawnShifts<const W: usize> {
    pub kind: Kind,
    /// The shifts by facing.
    pub by_facing: [FacingShifts<W>; 4],
    steps: Vec<PawnShift<W>>,
}

/// The movement of the pieces of one kind and facing, from which shifts are built.
#[derive(Debug)]
pub struct PawnMovement<'w, const W: usize> {
    /// The vectors of the leaps, in three lists: leaps that move and capture, leaps that only move,
    /// and leaps that only capture.
    pub leaps: [Vec<Vector>; 3],
    /// `true` if the pieces have rides, or jumps of several steps.
    pub rides: bool,
    /// The paths, each with the smallest step of its first leg.
    pub paths: Vec<(&'w BoardPath<W>, Vector)>,
}

impl<const W: usize> PawnShifts<W> {
    /// Returns the kind whose moves are generated by shifts, if there is one. Royals and kinds with
    /// exclusive movements have no shifts.
    pub fn kind(spec: &Spec) -> Option<Kind> {
        let mut most = None;
        for (k, kind) in spec.kinds.iter().enumerate() {
            let kind_id = Kind(k as u8);
            let pieces = spec.array.iter().filter(|(_, piece)| piece.kind() == kind_id).count();
            let bound = kind.paths.iter().any(|path| path.exclusive);
            if !kind.royal
                && !bound
                && pieces >= MIN_SHIFT_PIECES
                && most.is_none_or(|(n, _)| pieces > n)
            {
                most = Some((pieces, kind_id));
            }
        }
        most.map(|(_, kind)| kind)
    }

    /// Builds the shifts of a kind. Returns `None` if a part of the kind's movement can't be
    /// shifted.
    pub fn new(
        geometry: &Geometry,
        kind: Kind,
        movements: &[PawnMovement<'_, W>; 4],
    ) -> Option<Self> {
        let mut steps = Vec::new();
        let mut numbers = BTreeMap::new();
        let mut number = |vector: Vector| -> Option<u16> {
            if let Some(id) = numbers.get(&(vector.dx, vector.dy)) {
                return Some(*id);
            }
            let id = steps.len() as u16;
            steps.push(PawnShift::new(geometry, vector)?);
            numbers.insert((vector.dx, vector.dy), id);
            Some(id)
        };
        let mut by_facing = Vec::new();
        for movements in movements {
            by_facing.push(Self::facing_shifts(geometry, movements, &mut number)?);
        }
        let by_facing = by_facing.try_into().ok()?;
        Some(Self { kind, by_facing, steps })
    }

    fn facing_shifts(
        geometry: &Geometry,
        movements: &PawnMovement<'_, W>,
        number: &mut dyn FnMut(Vector) -> Option<u16>,
    ) -> Option<FacingShifts<W>> {
        let [both, quiet, take] = &movements.leaps;
        if movements.rides || both.len() * 2 + quiet.len() + take.len() > MAX_STEPS {
            return None;
        }
        // Sorted, so that the order in which a file lists the moves does not change the games.
        let mut numbers = |some: &[Vector]| -> Option<ArrayVec<u16, MAX_STEPS>> {
            let mut all: Vec<Vector> = both.iter().chain(some).copied().collect();
            all.sort_by_key(|vector| (vector.dy, vector.dx));
            all.into_iter().map(&mut *number).collect()
        };
        let mut facing_shifts = FacingShifts {
            quiet: numbers(quiet)?,
            take: numbers(take)?,
            double: None,
            exceptions: Vec::new(),
        };
        let everywhere = [geometry.all().resize::<W>(); MAX_SEATS];
        for (path, unit) in &movements.paths {
            let step = number(*unit)?;
            let mut on = match (path.initial, path.from) {
                (Some(on), _) => on,
                (None, Some(on)) => [on; MAX_SEATS],
                (None, None) => everywhere,
            };
            let colours = path.path.colours.unwrap_or(u8::MAX);
            for (colour, on) in on.iter_mut().enumerate() {
                if colours >> colour & 1 == 0 {
                    *on = SquareSet::EMPTY;
                }
            }
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
                ConditionSquare::Ahead => true,
                ConditionSquare::Over => path.unit.1 > 1,
                ConditionSquare::Onto => false,
            });
            let ahead = next.map(|condition| (step, condition.relation));
            if ahead.is_none() && path.initial.is_none() && path.from.is_none() {
                return None;
            }
            facing_shifts.exceptions.push(ShiftException { on, ahead });
        }
        Some(facing_shifts)
    }

    #[inline(always)]
    pub fn step(&self, number: u16) -> &PawnShift<W> {
        &self.steps[usize::from(number)]
    }
}
