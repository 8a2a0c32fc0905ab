//! Walks the legs of paths whose ends are not tabulated.

use arrayvec::ArrayVec;

use crate::board::{Piece, Square, SquareSet};
use crate::movegen::MoveGen;
use crate::rules::{ConditionSquare, End, Leg, MAX_LEGS, Relation};
use crate::state::Position;
use crate::tables::BoardPath;

/// The squares of pieces captured along the path, except at its end.
pub(super) type PathCaptures = [Option<Square>; 2];

/// A walk along the legs of a path.
pub(super) struct PathWalker<'a, 'e, const W: usize, F: FnMut(Square, PathCaptures)> {
    pub movegen: &'a MoveGen<'e, W>,
    pub pos: &'a Position<W>,
    pub occupied: &'a SquareSet<W>,
    /// The opponents' pieces that the piece may capture. `own` has the pieces of the same side. The
    /// kinds of these pieces are tested later.
    pub capturable: SquareSet<W>,
    pub own: SquareSet<W>,
    /// A square that is always treated as holding a piece that may be captured.
    pub target: Option<Square>,
    pub path: &'a BoardPath<W>,
    pub from: Square,
    pub piece: Piece,
    pub takes: PathCaptures,
    pub visited: VisitedStarts<W>,
    /// The squares that the walk has looked at.
    pub passed: SquareSet<W>,
    pub found: F,
}

/// For each leg from the third on, the squares where a walk has already begun this leg. Walks that
/// begin a leg on the same square with the same captures would continue equally. Therefore only the
/// first of them continues.
pub(super) type VisitedStarts<const W: usize> = ArrayVec<SquareSet<W>, MAX_LEGS>;

impl<const W: usize, F: FnMut(Square, PathCaptures)> PathWalker<'_, '_, W, F> {
    fn blocked(&self, square: Square) -> bool {
        square != self.from && self.occupied.contains(square) && !self.takes.contains(&Some(square))
    }

    /// Returns `true` if the piece may capture on this square along the path. For such a capture,
    /// the piece must be allowed to enter the square.
    fn may_take_passing(&self, square: Square) -> bool {
        let enter = self.movegen.t.profile(self.piece).enter;
        enter.is_none_or(|enter| enter.contains(square))
            && (self.target == Some(square)
                || self.movegen.may_take(self.pos, self.piece, square, &self.capturable))
    }

    /// Walks a leg and the legs after it. `through` is `true` if the walk has passed a gate, or if
    /// the path need not pass one.
    pub fn leg(&mut self, number: usize, start: Square, mut through: bool) {
        if !self.path.turns.is_empty() {
            self.turning_ride(start);
            return;
        }
        if let Some(place) = number.checked_sub(2) {
            while self.visited.len() <= place {
                self.visited.push(SquareSet::EMPTY);
            }
            if self.visited[place].contains(start) {
                return;
            }
            self.visited[place].insert(start);
        }
        let leg = self.path.legs[number];
        let last = number + 1 == self.path.legs.len();
        let mut at = start;
        for count in 1..=leg.max {
            let Some(next) = self.movegen.t.step(leg.steps, at) else {
                return;
            };
            if leg.gated && self.movegen.t.gates[usize::from(leg.steps)][at] != 0 {
                if self.movegen.is_stopped(self.pos, leg.steps, at) {
                    return;
                }
                through = true;
            }
            if !self.path.leads_over(next) {
                return;
            }
            at = next;
            self.passed.insert(at);
            // A ride around the board ends on its start.
            if at == start {
                return;
            }
            let blocked = self.blocked(at);
            if count >= leg.min {
                if !last {
                    self.turn(number, (at, through), blocked, leg.end);
                } else if through {
                    self.arrive(at, blocked);
                }
            }
            if blocked {
                return;
            }
        }
    }

    /// Walks a ride that may turn after each step. Each square is reached by the fewest steps.
    fn turning_ride(&mut self, start: Square) {
        let leg = self.path.legs[0];
        let mut seen = SquareSet::<W>::of(start);
        let mut ends = seen;
        let mut count = 0;
        while !ends.is_empty() && (count < leg.max || leg.max == Leg::UNLIMITED) {
            count = count.saturating_add(1);
            let mut next = SquareSet::EMPTY;
            for at in ends {
                for step in &self.path.turns {
                    if let Some(to) = self.movegen.t.step(*step, at)
                        && self.path.leads_over(to)
                        && !(leg.gated && self.movegen.is_stopped(self.pos, *step, at))
                    {
                        next.insert(to);
                    }
                }
            }
            next = next - seen;
            seen |= next;
            self.passed |= next;
            ends = next;
            for to in next {
                let blocked = self.blocked(to);
                self.arrive(to, blocked);
                if blocked {
                    ends.remove(to);
                }
            }
        }
    }

    /// Walks the next leg if the square `at` satisfies `end`, the required content of the square
    /// where this leg ends.
    fn turn(&mut self, number: usize, (at, through): (Square, bool), blocked: bool, end: End) {
        match end {
            End::Empty if !blocked => self.leg(number + 1, at, through),
            End::Any => self.leg(number + 1, at, through),
            End::Occupied if blocked && self.may_hop(at) => self.leg(number + 1, at, through),
            End::Friend if blocked && self.may_hop(at) => {
                let friend = self.pos.piece(at).is_some_and(|other| {
                    self.movegen.board.related(self.pos, self.piece, other, Relation::Friend)
                });
                if friend {
                    self.leg(number + 1, at, through);
                }
            }
            End::Enemy if blocked && self.may_take_passing(at) => {
                let before = self.takes;
                if let Some(free) = self.takes.iter_mut().find(|take| take.is_none()) {
                    *free = Some(at);
                    let visited = std::mem::take(&mut self.visited);
                    self.leg(number + 1, at, through);
                    self.visited = visited;
                }
                self.takes = before;
            }
            _ => {}
        }
    }

    /// Returns `true` if the piece on a square is a hurdle that the path's conditions allow.
    fn may_hop(&self, at: Square) -> bool {
        self.movegen.conditions_hold(self.pos, self.path, self.piece, ConditionSquare::Over, at)
    }

    fn arrive(&mut self, at: Square, blocked: bool) {
        let target = self.target.filter(|target| !self.takes.contains(&Some(*target)));
        let victims = (&self.capturable, &self.own);
        if self.movegen.may_end(self.pos, self.path, self.piece, (at, blocked), victims, target) {
            (self.found)(at, self.takes);
        }
    }
}
