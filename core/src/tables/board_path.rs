//! Paths on a board. Leaps and rides have other tables, so this module is for all other paths of a
//! ruleset.

use crate::board::{MAX_SEATS, Piece, Square, SquareMap, SquareSet};
use crate::rules::{Condition, ConditionSquare, End, Gates, Path, Relation, Take};

/// A leg of a path on this board.
#[derive(Clone, Copy, Debug)]
pub struct BoardLeg {
    pub steps: u16,
    pub min: u8,
    pub max: u8,
    pub end: End,
    /// `true` if a gate may stop a step of the leg.
    pub gated: bool,
}

/// A way from one square to another.
#[derive(Clone, Copy, Debug)]
pub struct Way<const W: usize> {
    /// The squares that must be empty. `hurdles` has the squares that must be occupied. Neither set
    /// contains the target.
    pub empty: SquareSet<W>,
    pub hurdles: SquareSet<W>,
    pub to: Square,
}

impl<const W: usize> Way<W> {
    /// Returns the squares that block the way: occupied squares that have to be empty, and empty
    /// squares that have to be occupied.
    #[inline(always)]
    pub fn obstacles(&self, occupied: &SquareSet<W>) -> (SquareSet<W>, SquareSet<W>) {
        (self.empty & *occupied, self.hurdles - *occupied)
    }

    /// Returns `true` if every square that has to be empty is empty, and every hurdle is occupied.
    #[inline(always)]
    pub fn is_open(&self, occupied: &SquareSet<W>) -> bool {
        let (full, missing) = self.obstacles(occupied);
        full.is_empty() && missing.is_empty()
    }
}

/// A group of lame leaps from one square. All of them need the same squares to be empty and the
/// same squares to be occupied. Every piece of a class may use them, and they end in plain moves.
#[derive(Clone, Copy, Debug)]
pub struct LameLeaps<const W: usize> {
    /// The squares that must be empty or occupied. They are the same for all leaps of the group.
    pub way: Way<W>,
    /// The squares where the leaps may end without a capture. `take` has the squares where they may
    /// capture.
    pub quiet: SquareSet<W>,
    pub take: SquareSet<W>,
}

/// The numbers of the rays of a hop along a line: to the hurdle, from the hurdle on, and both
/// together.
#[derive(Clone, Copy, Debug)]
pub struct Hop {
    /// The number of the ray from the start to the hurdle.
    pub before: u8,
    /// The number of the ray from the hurdle on.
    pub after: u8,
    /// The number of the ray from the start over the hurdle and further in the same direction.
    pub whole: u8,
}

/// A hop over a hurdle, from one square. The hop has no special effects, and its only conditions
/// are about the kinds of the hurdle and of the captured piece. Every piece of a class may use it.
#[derive(Clone, Copy, Debug)]
pub struct PlainHop {
    pub hop: Hop,
    /// `true` if the hop may end on any empty square behind the hurdle. `false` if it may end only
    /// on the first square behind the hurdle.
    pub far: bool,
    /// The kinds that the hop may pass over (a bit each). `onto` has the kinds that it may capture.
    pub over: u32,
    pub onto: u32,
    pub quiet: bool,
}

/// A ride from one square. The ride only captures, and can capture only certain pieces. Every piece
/// of a class may use the ride.
#[derive(Clone, Copy, Debug)]
pub struct RideOnto {
    pub ray: u8,
    /// The number of the path. The path determines the pieces that the ride may capture.
    pub path: u16,
}

/// A path that may begin on a square, with a quick test of pieces. A piece that fails the test
/// can't use the path.
#[derive(Clone, Copy, Debug)]
pub struct PathStart {
    pub number: u16,
    /// The colours (a bit each) of the pieces that may pass the test.
    pub colours: u8,
    /// Marks (a bit each). The piece must have at least one of them, unless the set is empty.
    pub marks: u32,
}

impl PathStart {
    /// Returns `true` if a piece passes the quick test.
    #[inline(always)]
    pub fn suits(&self, piece: Piece) -> bool {
        self.colours & piece.colour().bit() != 0
            && (self.marks == 0 || self.marks & piece.marks() != 0)
    }
}

/// The course of a path over the board.
#[derive(Debug)]
pub enum Course<const W: usize> {
    /// Legs of fixed lengths. There is at most one way from each square. The value is `None` if the
    /// way would leave the board. It is also `None` if the path may not begin on the first square
    /// of the way, or may not end on the last.
    Fixed(SquareMap<Option<Way<W>>, W>),
    /// Along a ray. The path can end on any square of the ray if all squares before that square are
    /// empty.
    Ride(u8),
    /// Along a line, over the first piece on the line, and further in the same direction.
    Hop(Hop),
    /// Any other course, which is walked leg by leg.
    Walked,
}

/// A path that is more than a leap or a ride.
#[derive(Debug)]
pub struct BoardPath<const W: usize> {
    pub legs: Vec<BoardLeg>,
    pub path: Path,
    /// For an initial path, the squares from which it may start, by the colour of the piece.
    pub initial: Option<[SquareSet<W>; MAX_SEATS]>,
    /// `true` for an initial path that may be used only by pieces without the moved mark.
    pub unmoved: bool,
    /// For a ride that may turn, the numbers of its steps.
    pub turns: Vec<u16>,
    pub along: Option<SquareSet<W>>,
    pub from: Option<SquareSet<W>>,
    pub to: Option<SquareSet<W>>,
    /// `true` if the path has to pass a gate. The leap tables and rays contain the movement that
    /// passes no gate.
    pub through_gate: bool,
    /// The number of the step table for the smallest step of the first leg, and the number of such
    /// steps in the leg. Both numbers are used to test conditions on the square ahead or on squares
    /// passed over. For a hop, the number of steps is 0, because a hop passes only over its
    /// hurdles.
    pub unit: (u16, u8),
    /// The course of the path over the board.
    pub course: Course<W>,
    /// `true` if the path has no conditions for pieces of the class: every such piece may use it
    /// wherever its course begins.
    pub unconditional: bool,
    /// `true` if every piece that passes the test of the [`PathStart`] may use the path.
    pub decided_by_start: bool,
    /// `true` if the path ends in a plain move. Such a move captures nothing, or captures an
    /// opponent's piece at the end of the path.
    pub ends_plain: bool,
    /// For a path that captures: for each start square, all squares where the path ends or captures
    /// in at least one arrangement of pieces. If the path is walked, the squares that it passes
    /// over are included too.
    pub reached: Option<SquareMap<SquareSet<W>, W>>,
    /// `true` for a double step or a longer one, after which the piece may be captured en passant.
    /// A single step along the path does not give this right.
    pub double: bool,
    /// `true` if the path has effects that need a special kind of move.
    pub special: bool,
    /// The path number that special moves contain. Usually it is the path's own number. Paths of a
    /// class are alike if they change pieces and cite clauses in the same way, and can reach the
    /// same squares. All paths that are alike contain the number of the first of them. If each of
    /// these paths used its own number, they could generate two different moves to one square.
    pub alike: u16,
    /// `true` if another path of the class has the same number `alike`.
    pub shared: bool,
}

impl<const W: usize> BoardPath<W> {
    /// Returns every square that the path reaches or passes over in at least one arrangement of
    /// pieces.
    pub fn reach(
        &self,
        steps: &[SquareMap<Option<Square>, W>],
        gates: &[SquareMap<Gates, W>],
        from: Square,
    ) -> SquareSet<W> {
        if !self.turns.is_empty() {
            return self.reach_turning(steps, from);
        }
        let mut all = SquareSet::EMPTY;
        // The ends before a required gate, and the ends after it. If no gate is required, all ends
        // are in the second set.
        let mut ends = [SquareSet::<W>::EMPTY; 2];
        ends[usize::from(!self.through_gate)].insert(from);
        for leg in &self.legs {
            let table = &steps[usize::from(leg.steps)];
            let gates = gates.get(usize::from(leg.steps)).filter(|_| leg.gated);
            let mut next = [SquareSet::EMPTY; 2];
            for (passed, starts) in ends.iter().enumerate() {
                for start in *starts {
                    let (mut at, mut passed) = (start, passed != 0);
                    for count in 1..=leg.max {
                        let Some(to) = table[at].filter(|to| *to != start && self.leads_over(*to))
                        else {
                            break;
                        };
                        passed |= gates.is_some_and(|gates| gates[at] != 0);
                        at = to;
                        if passed {
                            all.insert(at);
                        }
                        if count >= leg.min {
                            next[usize::from(passed)].insert(at);
                        }
                    }
                }
            }
            ends = next;
        }
        all
    }

    /// Returns `true` if the path may lead over a square or end on it.
    #[inline]
    pub fn leads_over(&self, square: Square) -> bool {
        self.along.is_none_or(|along| along.contains(square))
    }

    /// Returns every square that a ride which may turn reaches on an empty board.
    fn reach_turning(&self, steps: &[SquareMap<Option<Square>, W>], from: Square) -> SquareSet<W> {
        let mut all = SquareSet::of(from);
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for step in &self.turns {
                let next = steps[usize::from(*step)][at];
                if let Some(next) = next.filter(|to| self.leads_over(*to) && !all.contains(*to)) {
                    all.insert(next);
                    open.push(next);
                }
            }
        }
        all.remove(from);
        all
    }

    /// Returns the ways of the path, if the path never captures and has a single leg of fixed
    /// length.
    pub fn quiet_ways(&self) -> Option<&SquareMap<Option<Way<W>>, W>> {
        let Path { quiet, take, swaps, stays, .. } = self.path;
        let only_quiet = quiet && take == Take::NONE && !swaps && !stays;
        match &self.course {
            Course::Fixed(ways) if only_quiet && self.legs.len() == 1 => Some(ways),
            _ => None,
        }
    }

    /// Returns every square where the path ends or captures in at least one arrangement of pieces.
    pub fn ends(
        &self,
        steps: &[SquareMap<Option<Square>, W>],
        gates: &[SquareMap<Gates, W>],
        from: Square,
    ) -> SquareSet<W> {
        match &self.course {
            Course::Fixed(ways) => ways[from].iter().map(|way| way.to).collect(),
            Course::Ride(_) | Course::Hop(_) | Course::Walked => self.reach(steps, gates, from),
        }
    }

    /// Returns `true` if the path may begin on a square. The path's zone must contain the square,
    /// and a path of fixed length must have a way from the square.
    pub fn begins(&self, from: Square) -> bool {
        let leads = match &self.course {
            Course::Fixed(ways) => ways[from].is_some(),
            Course::Ride(_) | Course::Hop(_) | Course::Walked => true,
        };
        leads && self.from.is_none_or(|zone| zone.contains(from))
    }

    /// Returns `true` if the path is only a lame leap.
    pub fn is_lame_leap(&self) -> bool {
        self.unconditional && self.ends_plain && matches!(self.course, Course::Fixed(_))
    }

    /// Returns the ray of the path, if the path is only for captures of certain pieces along this
    /// ray.
    pub fn ray_onto(&self) -> Option<u8> {
        let Course::Ride(ray) = self.course else { return None };
        let Path { take, quiet, conditions, .. } = &self.path;
        let plain = self.unconditional
            && !self.special
            && !self.through_gate
            && !self.unmoved
            && self.to.is_none()
            && !*quiet
            && *take == Take { enemy: true, ..Take::NONE };
        (plain && !conditions.is_empty()).then_some(ray)
    }

    /// Returns the path as a plain hop, if it is one. A plain hop may have a zone for its end only
    /// if there is a single target from each square. The zone is then tested when tables are built.
    pub fn plain_hop(&self) -> Option<PlainHop> {
        let Course::Hop(hop) = self.course else { return None };
        let Path { take, quiet, conditions, circumstances, .. } = &self.path;
        let plain = !self.special
            && !self.double
            && !self.through_gate
            && !self.unmoved
            && self.initial.is_none()
            && (self.to.is_none() || self.legs.iter().all(|leg| leg.max == 1))
            && circumstances.is_empty()
            && self.path.colours.is_none()
            && self.path.with_mark.is_none()
            && *take == Take { enemy: take.enemy, ..Take::NONE };
        let mut found = PlainHop {
            hop,
            far: self.legs.last().is_some_and(|leg| leg.max > 1),
            over: u32::MAX,
            onto: if take.enemy { u32::MAX } else { 0 },
            quiet: *quiet,
        };
        for condition in conditions {
            if condition.relation != Relation::Anyone || condition.head_on {
                return None;
            }
            match condition.place {
                ConditionSquare::Ahead => return None,
                ConditionSquare::Over => found.over &= condition.kinds,
                ConditionSquare::Onto => {
                    // An empty square can't satisfy a condition on its piece.
                    found.quiet = false;
                    found.onto &= condition.kinds;
                }
            }
        }
        plain.then_some(found)
    }

    /// Returns `true` if an attack by the path depends only on the occupied squares and the
    /// attacked square.
    pub fn attacks_by_occupancy(&self) -> bool {
        let Path { take, conditions, circumstances, .. } = &self.path;
        let quiet = *take == Take::NONE && self.legs.iter().all(|leg| leg.end != End::Enemy);
        quiet
            || conditions.iter().all(|condition| condition.place == ConditionSquare::Onto)
                && circumstances.is_empty()
                && !matches!(self.course, Course::Walked)
    }

    /// Returns `true` if the path is a step of exactly two squares, and has no other conditions or
    /// effects.
    pub fn is_bare_double(&self) -> bool {
        self.double
            && self.legs[0].max == 2
            && matches!(self.course, Course::Fixed(_))
            && self.path.is_plain()
            && !self.special
            && !self.unmoved
    }
}

impl Condition {
    /// Returns the squares to which the condition applies. Each square is given as a number of
    /// smallest steps from the start. The range is empty if the condition applies to the end of the
    /// path.
    pub fn steps(&self, total: u8) -> std::ops::Range<u8> {
        match self.place {
            ConditionSquare::Ahead => 1..2,
            ConditionSquare::Over => 1..total,
            ConditionSquare::Onto => 0..0,
        }
    }
}
