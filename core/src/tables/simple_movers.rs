//! How most pieces move: they leap, and ride lines in both directions, to capture as to move, and nothing
//! special happens to them wherever they arrive. Where they may go is one look-up, and a blocked piece is
//! passed over quickly.
//!
//! Which pieces these are is found from the tables; all others are handled clause by clause.

use arrayvec::ArrayVec;

use crate::board::{SharedSquareMap, Square, SquareSet};
use crate::tables::{Class, PieceProfile, Rays, Sight};

/// The most lines that such a piece rides.
const LINES: usize = 6;

/// How the pieces of one kind, colour and facing go. The tables are those of the class, side by side.
#[derive(Clone, Debug)]
pub(crate) struct SimpleMover<const W: usize> {
    /// It is as simple as that; otherwise leaps and lines are not all of it.
    pub applies: bool,
    pub royal: bool,
    pub class: u16,
    /// The first squares of its moves; if none of them is open to it, it can't move.
    pub next: SharedSquareMap<SquareSet<W>>,
    leaps: Option<SharedSquareMap<SquareSet<W>>>,
    lines: ArrayVec<Sight<W>, LINES>,
}

impl<const W: usize> SimpleMover<W> {
    /// The movement of the pieces of a profile and its class.
    pub fn new(
        profile: &PieceProfile<W>,
        class: &Class<W>,
        leaps: &[SharedSquareMap<SquareSet<W>>],
        rays: &Rays<W>,
    ) -> Self {
        let goes = class.quiet.is_none()
            && class.take.is_none()
            && !class.passable
            && class.rides.is_empty()
            && class.partial.is_empty()
            && class.paths.is_empty()
            && class.lines.len() <= LINES;
        let arrives = profile.enter.is_none()
            && profile.promotes.is_empty()
            && profile.royalty_changing.is_empty()
            && profile.binding == 0;
        Self {
            applies: goes && arrives,
            royal: profile.royal,
            class: profile.class,
            next: class.empty_board.next.clone(),
            leaps: class.both.map(|table| leaps[usize::from(table)].clone()),
            lines: class.lines.iter().take(LINES).map(|line| rays.sight(*line).clone()).collect(),
        }
    }

    /// What such a piece reaches, up to and including the first pieces.
    #[inline(always)]
    pub fn reach(&self, from: Square, occupied: &SquareSet<W>) -> SquareSet<W> {
        let mut to = match &self.leaps {
            Some(leaps) => leaps[from],
            None => SquareSet::EMPTY,
        };
        for sight in &self.lines {
            let [up, down] = &sight[from];
            to |= SquareSet::sight(up, down, occupied);
        }
        to
    }
}
