//! Where generated moves go: counted, listed, or kept as sets to draw from.
//!
//! Plain moves come as sets (a piece and where it may go), so that counting them is a popcount and
//! drawing one at random needs no list; the others come one by one.

use crate::board::{Square, SquareSet};
use crate::rules::{Action, Move};
use crate::tables::{Step, Tables};

/// Moves that generation found at once.
#[derive(Clone, Copy)]
pub(crate) enum MoveSet<'m, const W: usize> {
    /// Plain moves of one piece, none of them a promotion.
    Piece { from: Square, to: SquareSet<W> },
    /// Plain moves of pieces that take the same step, with its number; none of them a promotion.
    Shift { number: u16, step: &'m Step<W>, to: SquareSet<W> },
    /// The same for pieces that take the step twice and may be captured en passant for it.
    DoubleShift { number: u16, step: &'m Step<W>, to: SquareSet<W> },
    /// Any other action.
    One(Action),
}

impl<const W: usize> MoveSet<'_, W> {
    /// How many moves these are; maybe none.
    #[inline(always)]
    pub fn len(&self) -> u32 {
        match self {
            Self::Piece { to, .. } | Self::Shift { to, .. } | Self::DoubleShift { to, .. } => {
                to.len()
            }
            Self::One(_) => 1,
        }
    }

    /// Each of them as an action.
    #[inline]
    pub fn each(self, mut take: impl FnMut(Action)) {
        match self {
            Self::Piece { from, to } => {
                to.into_iter().for_each(|to| take(Action::Move(Move::new(from, to))));
            }
            Self::Shift { step, to, .. } => {
                to.into_iter().for_each(|to| take(Action::Move(step.single(to))));
            }
            Self::DoubleShift { step, to, .. } => {
                to.into_iter().for_each(|to| take(Action::Move(step.double(to))));
            }
            Self::One(action) => take(action),
        }
    }
}

/// What becomes of generated moves. Generation begins with an empty one.
///
/// Move generation is compiled for [`Moves`] and [`Count`], which need speed, and once more for
/// all others together (`dyn Sink`).
pub(crate) trait Sink<const W: usize> {
    /// Takes moves.
    fn add(&mut self, moves: MoveSet<'_, W>);

    /// Whether none have come.
    fn is_empty(&self) -> bool;

    /// Whether generation may stop.
    fn is_full(&self) -> bool {
        false
    }

    /// The same sink, for code that is compiled once for all sinks.
    fn erased(&mut self) -> &mut dyn Sink<W>;
}

/// Counts.
#[derive(Default)]
pub(crate) struct Count(pub u64);

impl<const W: usize> Sink<W> for Count {
    #[inline(always)]
    fn add(&mut self, moves: MoveSet<'_, W>) {
        self.0 += u64::from(moves.len());
    }

    fn is_empty(&self) -> bool {
        self.0 == 0
    }

    fn erased(&mut self) -> &mut dyn Sink<W> {
        self
    }
}

/// Is there any?
#[derive(Default)]
pub(crate) struct Any(pub bool);

impl<const W: usize> Sink<W> for Any {
    fn add(&mut self, moves: MoveSet<'_, W>) {
        self.0 |= moves.len() > 0;
    }

    fn is_empty(&self) -> bool {
        !self.0
    }

    fn is_full(&self) -> bool {
        self.0
    }

    fn erased(&mut self) -> &mut dyn Sink<W> {
        self
    }
}

impl<const W: usize> Sink<W> for Vec<Action> {
    fn add(&mut self, moves: MoveSet<'_, W>) {
        moves.each(|action| self.push(action));
    }

    fn is_empty(&self) -> bool {
        self.is_empty()
    }

    fn erased(&mut self) -> &mut dyn Sink<W> {
        self
    }
}

/// Plain moves that are kept as a set of squares to go to.
#[derive(Clone, Copy, Debug)]
enum MoveSource {
    /// One piece's.
    Piece(Square),
    /// Those of pieces that take the same step, once.
    Single(u16),
    /// The same, twice.
    Double(u16),
}

/// All moves, plain ones still as sets: what a random draw needs.
#[derive(Clone, Default, Debug)]
pub(crate) struct Moves<const W: usize> {
    plain: Vec<(MoveSource, SquareSet<W>)>,
    others: Vec<Action>,
    count: u32,
}

impl<const W: usize> Moves<W> {
    pub fn clear(&mut self) {
        self.plain.clear();
        self.others.clear();
        self.count = 0;
    }

    pub fn len(&self) -> u32 {
        self.count
    }

    /// The action of a number below `len`.
    pub fn get(&self, tables: &Tables<W>, mut n: u32) -> Option<Action> {
        for (source, to) in &self.plain {
            let here = to.len();
            if n < here {
                let to = to.nth(n)?;
                let step =
                    |number: &u16| tables.pawn_shifts.as_ref().map(|pieces| pieces.step(*number));
                let mv = match source {
                    MoveSource::Piece(from) => Move::new(*from, to),
                    MoveSource::Single(number) => step(number)?.single(to),
                    MoveSource::Double(number) => step(number)?.double(to),
                };
                return Some(Action::Move(mv));
            }
            n -= here;
        }
        self.others.get(n as usize).copied()
    }

    #[inline(always)]
    fn keep(&mut self, source: MoveSource, to: SquareSet<W>) {
        let count = to.len();
        if count > 0 {
            self.plain.push((source, to));
            self.count += count;
        }
    }
}

impl<const W: usize> Sink<W> for Moves<W> {
    #[inline]
    fn add(&mut self, moves: MoveSet<'_, W>) {
        match moves {
            MoveSet::Piece { from, to } => self.keep(MoveSource::Piece(from), to),
            MoveSet::Shift { number, to, .. } => self.keep(MoveSource::Single(number), to),
            MoveSet::DoubleShift { number, to, .. } => self.keep(MoveSource::Double(number), to),
            MoveSet::One(action) => {
                self.others.push(action);
                self.count += 1;
            }
        }
    }

    fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn erased(&mut self) -> &mut dyn Sink<W> {
        self
    }
}
