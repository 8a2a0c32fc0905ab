//! Where generated moves go: counted, sample_from_list, or kept as sets to draw from.
//!
//! Plain moves come as sets (a piece and where he may go), so that counting them is a popcount and
//! drawing one at random needs no list; the others come one by one.

use crate::board::{Square, SquareSet};
use crate::rules::{Action, Move};
use crate::tables::{Step, Tables};

/// What becomes of generated moves.
pub(crate) trait Sink<const W: usize> {
    /// Plain moves of one piece, none of them a promotion. `to` may be empty.
    fn plain(&mut self, from: Square, to: SquareSet<W>);
    /// Plain moves of pieces who take the same step, none of them a promotion. `to` may be empty.
    fn together(&mut self, step: (u16, &Step<W>), to: SquareSet<W>);
    /// The same for pieces who take it twice, and may be captured en passant for it.
    fn doubled(&mut self, step: (u16, &Step<W>), to: SquareSet<W>);
    /// Any other action.
    fn one(&mut self, action: Action);
    /// Enough: generation may stop.
    fn full(&self) -> bool {
        false
    }
}

/// Counts.
#[derive(Default)]
pub(crate) struct Count(pub u64);

impl<const W: usize> Sink<W> for Count {
    #[inline(always)]
    fn plain(&mut self, _: Square, to: SquareSet<W>) {
        self.0 += u64::from(to.len());
    }
    #[inline(always)]
    fn together(&mut self, _: (u16, &Step<W>), to: SquareSet<W>) {
        self.0 += u64::from(to.len());
    }
    #[inline(always)]
    fn doubled(&mut self, _: (u16, &Step<W>), to: SquareSet<W>) {
        self.0 += u64::from(to.len());
    }
    #[inline(always)]
    fn one(&mut self, _: Action) {
        self.0 += 1;
    }
}

/// Is there any?
#[derive(Default)]
pub(crate) struct Any(pub bool);

impl<const W: usize> Sink<W> for Any {
    fn plain(&mut self, _: Square, to: SquareSet<W>) {
        self.0 |= !to.is_empty();
    }
    fn together(&mut self, _: (u16, &Step<W>), to: SquareSet<W>) {
        self.0 |= !to.is_empty();
    }
    fn doubled(&mut self, _: (u16, &Step<W>), to: SquareSet<W>) {
        self.0 |= !to.is_empty();
    }
    fn one(&mut self, _: Action) {
        self.0 = true;
    }
    fn full(&self) -> bool {
        self.0
    }
}

/// Hands everything on, and knows whether there was any.
pub(crate) struct Noted<'s, S> {
    pub sink: &'s mut S,
    pub any: bool,
}

impl<const W: usize, S: Sink<W>> Sink<W> for Noted<'_, S> {
    fn plain(&mut self, from: Square, to: SquareSet<W>) {
        self.any |= !to.is_empty();
        self.sink.plain(from, to);
    }
    fn together(&mut self, step: (u16, &Step<W>), to: SquareSet<W>) {
        self.any |= !to.is_empty();
        self.sink.together(step, to);
    }
    fn doubled(&mut self, step: (u16, &Step<W>), to: SquareSet<W>) {
        self.any |= !to.is_empty();
        self.sink.doubled(step, to);
    }
    fn one(&mut self, action: Action) {
        self.any = true;
        self.sink.one(action);
    }
    fn full(&self) -> bool {
        self.sink.full()
    }
}

impl<const W: usize> Sink<W> for Vec<Action> {
    #[inline]
    fn plain(&mut self, from: Square, to: SquareSet<W>) {
        self.extend(to.into_iter().map(|to| Action::Move(Move::new(from, to))));
    }
    fn together(&mut self, (_, step): (u16, &Step<W>), to: SquareSet<W>) {
        self.extend(to.into_iter().map(|to| Action::Move(step.single(to))));
    }
    fn doubled(&mut self, (_, step): (u16, &Step<W>), to: SquareSet<W>) {
        self.extend(to.into_iter().map(|to| Action::Move(step.double(to))));
    }
    #[inline]
    fn one(&mut self, action: Action) {
        self.push(action);
    }
}

/// Plain moves that are kept as a set of squares to go to.
#[derive(Clone, Copy, Debug)]
enum MoveSource {
    /// One piece's.
    Piece_(Square),
    /// Men's who take the same step of the pawn_shifts, once.
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
                    MoveSource::Piece_(from) => Move::new(*from, to),
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
    fn plain(&mut self, from: Square, to: SquareSet<W>) {
        self.keep(MoveSource::Piece_(from), to);
    }
    #[inline]
    fn together(&mut self, (number, _): (u16, &Step<W>), to: SquareSet<W>) {
        self.keep(MoveSource::Single(number), to);
    }
    #[inline]
    fn doubled(&mut self, (number, _): (u16, &Step<W>), to: SquareSet<W>) {
        self.keep(MoveSource::Double(number), to);
    }
    #[inline]
    fn one(&mut self, action: Action) {
        self.others.push(action);
        self.count += 1;
    }
}
