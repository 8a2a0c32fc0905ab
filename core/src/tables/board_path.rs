//! Paths on a board: those of a ruleset that are more than leaps and rides.

use crate::board::{MAX_SEATS, Piece, Square, SquareMap, SquareSet};
use crate::rules::{Condition, ConditionSquare, End, Gates, Path, Relation, Take};

/// A leg of a path on this board.
#[derive(Clone, Copy, Debug)]
pub struct BoardLeg {
    pub steps: u16,
    pub min: u8,
    pub max: u8,
    pub end: End,
    /// True if a gate may stop its steps.
    pub gated: bool,
}

/// A way from one square to another.
#[derive(Clone, Copy, Debug)]
pub struct Way<const W: usize> {
    /// The squares that must be empty, and those on which a piece must stand. Where it leads is neither.
    pub empty: SquareSet<W>,
    pub hurdles: SquareSet<W>,
    pub to: Square,
}

impl<const W: usize> Way<W> {
    /// Returns the occupied squares that have to be empty, and the hurdles that are missing.
    #[inline(always)]
    pub fn obstacles(&self, occupied: &SquareSet<W>) -> (SquareSet<W>, SquareSet<W>) {
        (self.empty & *occupied, self.hurdles - *occupied)
    }

    /// Returns `true` if nothing stands in the way and no hurdle is missing.
    #[inline(always)]
    pub fn is_open(&self, occupied: &SquareSet<W>) -> bool {
        let (full, missing) = self.obstacles(occupied);
        full.is_empty() && missing.is_empty()
    }
}

/// Lame leaps from one square that are open at the same time, which every piece of a class may use, and which end in
/// plain moves.
#[derive(Clone, Copy, Debug)]
pub struct LameLeaps<const W: usize> {
    /// The way of one of them, which says what has to be empty for all, and where pieces have to stand.
    pub way: Way<W>,
    /// The squares where they end without a capture, and those where they capture.
    pub quiet: SquareSet<W>,
    pub take: SquareSet<W>,
}

/// The rays of a hop along a line, by their numbers.
#[derive(Clone, Copy, Debug)]
pub struct Hop {
    /// To the hurdle.
    pub before: u8,
    /// From the hurdle on.
    pub after: u8,
    /// Both together.
    pub whole: u8,
}

/// A hop from one square that every piece of a class may use, which ends in a plain move.
#[derive(Clone, Copy, Debug)]
pub struct PlainHop {
    pub hop: Hop,
    /// True if it may end on any of the empty squares behind the hurdle, not only on the first.
    pub far: bool,
    /// The kinds over which it leads, and those that it captures (a bit each).
    pub over: u32,
    pub onto: u32,
    pub quiet: bool,
}

/// A ride from one square that captures certain pieces and does nothing else, which every piece of a class may use.
#[derive(Clone, Copy, Debug)]
pub struct RideOnto {
    pub ray: u8,
    /// The path that it is, which says what it captures.
    pub path: u16,
}

/// A path that may begin on a square, and what can be told at once of the pieces that may use it.
#[derive(Clone, Copy, Debug)]
pub struct PathStart {
    pub number: u16,
    /// Their colours (a bit each).
    pub colours: u8,
    /// The marks of which they bear one (a bit each), or 0.
    pub marks: u32,
}

impl PathStart {
    /// Returns `true` if a piece may be one of them.
    #[inline(always)]
    pub fn suits(&self, piece: Piece) -> bool {
        self.colours & piece.colour().bit() != 0
            && (self.marks == 0 || self.marks & piece.marks() != 0)
    }
}

/// The course of a path over the board.
#[derive(Debug)]
pub enum Course<const W: usize> {
    /// Legs of fixed lengths: from each square one way, or none where the board ends, or the path may not begin or end.
    Fixed(SquareMap<Option<Way<W>>, W>),
    /// Along a ray, as far as it is empty, to each square on the way.
    Ride(u8),
    /// Over the first piece on a line, and on along that line.
    Hop(Hop),
    /// Any other: it is walked leg by leg.
    Walked,
}

/// A path that is more than a leap or a ride.
#[derive(Debug)]
pub struct BoardPath<const W: usize> {
    pub legs: Vec<BoardLeg>,
    pub path: Path,
    /// By colour, the squares from which an initial path starts, if it is one.
    pub initial: Option<[SquareSet<W>; MAX_SEATS]>,
    /// An initial path for pieces without the moved mark.
    pub unmoved: bool,
    pub from: Option<SquareSet<W>>,
    pub to: Option<SquareSet<W>>,
    /// Only through a gate: where none is passed, leaps and rays lead.
    pub through_gate: bool,
    /// The step table of the first leg's smallest step, and the number of these steps, for
    /// conditions on squares ahead or passed over. A hop passes over its hurdles only: 0.
    pub unit: (u16, u8),
    /// Its course over the board.
    pub course: Course<W>,
    /// True if every piece of the class may use it at any time where its course begins.
    pub unconditional: bool,
    /// True if every piece may use it that its [`PathStart`] admits.
    pub decided_by_start: bool,
    /// True if it ends in a plain move: without a capture, or with that of an opponent's piece at its end.
    pub ends_plain: bool,
    /// For each square, every square where a path by which pieces may capture can end or capture, whatever
    /// stands on the board; for one that is walked, those that it passes over, too.
    pub reached: Option<SquareMap<SquareSet<W>, W>>,
    /// A double step, after which the piece may be captured en passant.
    pub double: bool,
    /// Has consequences that need a special kind of move.
    pub special: bool,
    /// The number of the first path of the class that changes pieces and counts clauses as this one
    /// does. Special moves carry this number, so that the same move by two paths is one.
    pub alike: u16,
    /// True if another path of the class is equal.
    pub shared: bool,
}

impl<const W: usize> BoardPath<W> {
    /// Every square that the path may reach or pass over, whatever stands on the board.
    pub fn reach(
        &self,
        steps: &[SquareMap<Option<Square>, W>],
        gates: &[SquareMap<Gates, W>],
        from: Square,
    ) -> SquareSet<W> {
        let mut all = SquareSet::EMPTY;
        // The ends before and after a gate that has to be passed; all are after it where none has.
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
                        let Some(to) = table[at].filter(|to| *to != start) else { break };
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

    /// The ways of a quiet path of one leg with a fixed length.
    pub fn quiet_ways(&self) -> Option<&SquareMap<Option<Way<W>>, W>> {
        let Path { quiet, take, swaps, stays, .. } = self.path;
        let only_quiet = quiet && take == Take::NONE && !swaps && !stays;
        match &self.course {
            Course::Fixed(ways) if only_quiet && self.legs.len() == 1 => Some(ways),
            _ => None,
        }
    }

    /// Every square where the path may end or capture, whatever stands on the board.
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

    /// Returns `true` if its zone and the board let it begin on a square.
    pub fn begins(&self, from: Square) -> bool {
        let leads = match &self.course {
            Course::Fixed(ways) => ways[from].is_some(),
            Course::Ride(_) | Course::Hop(_) | Course::Walked => true,
        };
        leads && self.from.is_none_or(|zone| zone.contains(from))
    }

    /// Returns `true` if it is only a lame leap.
    pub fn is_lame_leap(&self) -> bool {
        self.unconditional && self.ends_plain && matches!(self.course, Course::Fixed(_))
    }

    /// The ray along which the path captures certain pieces, if it does nothing else.
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

    /// The path as a hop, if it is no more than that. One that ends in a zone leads to a single square, which is looked at
    /// beforehand.
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
                    // An empty square has no piece of these kinds.
                    found.quiet = false;
                    found.onto &= condition.kinds;
                }
            }
        }
        plain.then_some(found)
    }

    /// Returns `true` if an attack by it depends only on the occupied squares and on the attacked square.
    pub fn attacks_by_occupancy(&self) -> bool {
        let Path { take, conditions, circumstances, .. } = &self.path;
        let quiet = *take == Take::NONE && self.legs.iter().all(|leg| leg.end != End::Enemy);
        quiet
            || conditions.iter().all(|condition| condition.place == ConditionSquare::Onto)
                && circumstances.is_empty()
                && !matches!(self.course, Course::Walked)
    }

    /// Returns `true` if the path is a double step without further conditions or effects.
    pub fn is_bare_double(&self) -> bool {
        self.double
            && matches!(self.course, Course::Fixed(_))
            && self.path.is_plain()
            && !self.special
            && !self.unmoved
    }
}

impl Condition {
    /// The squares of a condition, as numbers of smallest steps from the start; empty for the
    /// arrival square.
    pub fn steps(&self, total: u8) -> std::ops::Range<u8> {
        match self.place {
            ConditionSquare::Ahead => 1..2,
            ConditionSquare::Over => 1..total,
            ConditionSquare::Onto => 0..0,
        }
    }
}
