//! Sinks receive generated moves. A sink counts the moves, lists them, or keeps them as sets.
//!
//! Plain moves and drops arrive as sets. A set consists of a piece, or a kind to drop, and of
//! target squares. A popcount counts the moves of a set, and a random move can be drawn from a set
//! without a list. All other moves arrive one by one.

use crate::board::{Kind, Square, SquareSet};
use crate::rules::{Action, Move};
use crate::tables::{PawnShift, Tables};

/// A set of moves generated together.
#[derive(Clone, Copy, Debug)]
pub enum MoveSet<'m, const W: usize> {
    /// Plain moves of one piece, without promotions.
    Piece { from: Square, to: SquareSet<W> },
    /// Plain moves by one step, without promotions. `number` identifies the step, and `to` has the
    /// targets of the moves.
    Shift { number: u16, step: &'m PawnShift<W>, to: SquareSet<W> },
    /// Moves by one double step, without promotions. `number` identifies the step, and `to` has the
    /// targets of the moves.
    DoubleShift { number: u16, step: &'m PawnShift<W>, to: SquareSet<W> },
    /// Drops of a kind.
    Drops { kind: Kind, to: SquareSet<W> },
    /// Any other action.
    One(Action),
}

impl<const W: usize> MoveSet<'_, W> {
    /// Returns the number of moves, which may be zero.
    #[inline(always)]
    pub fn len(&self) -> u32 {
        match self {
            Self::Piece { to, .. }
            | Self::Shift { to, .. }
            | Self::DoubleShift { to, .. }
            | Self::Drops { to, .. } => to.len(),
            Self::One(_) => 1,
        }
    }

    /// Returns `true` if there is no move.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes the moves of pieces to squares outside `squares`. Returns the remaining moves, and
    /// the number of removed moves. Other actions, such as drops, stay.
    pub fn onto(mut self, squares: &SquareSet<W>) -> (Self, u32) {
        let all = self.len();
        if let Self::Piece { to, .. } | Self::Shift { to, .. } | Self::DoubleShift { to, .. } =
            &mut self
        {
            *to &= *squares;
        }
        let left = self.len();
        (self, all - left)
    }

    /// Calls `take` with each move as an action.
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
            Self::Drops { kind, to } => {
                to.into_iter().for_each(|to| take(Action::Drop(kind, to)));
            }
            Self::One(action) => take(action),
        }
    }
}

/// A consumer of generated moves. It must be empty when generation starts.
///
/// Move generation is compiled once for `Moves` and once for `Count`, because both have to be fast.
/// For all other sinks together, it is compiled only once (`dyn Sink`).
pub trait Sink<const W: usize> {
    /// Adds moves.
    fn add(&mut self, moves: MoveSet<'_, W>);

    /// Returns `true` if no move was added.
    fn is_empty(&self) -> bool;

    /// Returns the kinds whose moves the sink accepts (a bit each). Generation may skip all other
    /// kinds.
    #[inline(always)]
    fn kinds(&self) -> u32 {
        u32::MAX
    }

    /// Returns `true` if the sink needs no further moves, so that generation may stop.
    fn is_full(&self) -> bool {
        false
    }

    /// Returns this sink as a trait object, for code that is compiled once for all sinks.
    fn erased(&mut self) -> &mut dyn Sink<W>;

    /// Returns this sink as `Moves`, if the sink has this type. Generation is fastest into `Moves`.
    fn as_moves(&mut self) -> Option<&mut Moves<W>> {
        None
    }
}

/// A sink that counts moves.
#[derive(Default)]
pub struct Count(pub u64);

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

/// A sink that only records if a move was added.
#[derive(Default, Debug)]
pub struct Any(pub bool);

impl<const W: usize> Sink<W> for Any {
    fn add(&mut self, moves: MoveSet<'_, W>) {
        self.0 |= !moves.is_empty();
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

/// The way to find the starting square of each plain move in a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MoveSource {
    /// All moves start on this square.
    Piece(Square),
    /// The square one step back from the target. The number identifies the step.
    Single(u16),
    /// The square two steps back from the target. The number identifies the step.
    Double(u16),
}

/// A sink that keeps all moves. A random move can be drawn from it without a list, because plain
/// moves and drops are kept as sets.
#[derive(Clone, Default, Debug)]
pub struct Moves<const W: usize> {
    plain: Vec<(MoveSource, SquareSet<W>)>,
    drops: Vec<(Kind, SquareSet<W>)>,
    others: Vec<Action>,
    count: u32,
}

impl<const W: usize> Moves<W> {
    pub fn clear(&mut self) {
        self.plain.clear();
        self.drops.clear();
        self.others.clear();
        self.count = 0;
    }

    pub fn len(&self) -> u32 {
        self.count
    }

    /// Returns the action with number `n`. The numbers run from 0 to `len - 1`.
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
        for (kind, to) in &self.drops {
            let here = to.len();
            if n < here {
                return to.nth(n).map(|to| Action::Drop(*kind, to));
            }
            n -= here;
        }
        self.others.get(n as usize).copied()
    }

    /// Calls `take` with every action, in the order of the actions' numbers.
    pub fn each(&self, tables: &Tables<W>, mut take: impl FnMut(Action)) {
        self.sets(tables, |moves| moves.each(&mut take));
    }

    /// Calls `take` with each set of actions. The sets are the same as when move generation added
    /// them.
    pub fn sets<'m>(&self, tables: &'m Tables<W>, mut take: impl FnMut(MoveSet<'m, W>)) {
        let step = |number: &u16| tables.pawn_shifts.as_ref().map(|pieces| pieces.step(*number));
        for (source, to) in &self.plain {
            let moves = match source {
                MoveSource::Piece(from) => Some(MoveSet::Piece { from: *from, to: *to }),
                MoveSource::Single(number) => {
                    step(number).map(|step| MoveSet::Shift { number: *number, step, to: *to })
                }
                MoveSource::Double(number) => {
                    step(number).map(|step| MoveSet::DoubleShift { number: *number, step, to: *to })
                }
            };
            if let Some(moves) = moves {
                take(moves);
            }
        }
        self.drops.iter().for_each(|(kind, to)| take(MoveSet::Drops { kind: *kind, to: *to }));
        self.others.iter().for_each(|action| take(MoveSet::One(*action)));
    }

    /// Returns a set without the plain moves that this sink already contains in another set. Moves
    /// that this sink lists individually are not removed from the result.
    pub fn without<'m>(&self, mut moves: MoveSet<'m, W>) -> MoveSet<'m, W> {
        let (source, to) = match &mut moves {
            MoveSet::Piece { from, to } => (MoveSource::Piece(*from), to),
            MoveSet::Shift { number, to, .. } => (MoveSource::Single(*number), to),
            MoveSet::DoubleShift { number, to, .. } => (MoveSource::Double(*number), to),
            MoveSet::Drops { .. } | MoveSet::One(_) => return moves,
        };
        for (_, ends) in self.plain.iter().filter(|(other, _)| *other == source) {
            *to = *to - *ends;
        }
        moves
    }

    /// Returns `true` if the sink contains a move.
    pub fn contains(&self, tables: &Tables<W>, mv: Move) -> bool {
        let step = |number: &u16| tables.pawn_shifts.as_ref().map(|pieces| pieces.step(*number));
        self.plain.iter().any(|(source, ends)| {
            ends.contains(mv.to)
                && match source {
                    MoveSource::Piece(from) => mv == Move::new(*from, mv.to),
                    MoveSource::Single(number) => {
                        Some(mv) == step(number).map(|it| it.single(mv.to))
                    }
                    MoveSource::Double(number) => {
                        Some(mv) == step(number).map(|it| it.double(mv.to))
                    }
                }
        }) || self.others.contains(&Action::Move(mv))
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
            MoveSet::Drops { kind, to } => {
                let count = to.len();
                if count > 0 {
                    self.drops.push((kind, to));
                    self.count += count;
                }
            }
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

    fn as_moves(&mut self) -> Option<&mut Moves<W>> {
        Some(self)
    }
}
