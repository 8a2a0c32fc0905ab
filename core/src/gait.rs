//! How most men go: they leap, and ride lines both ways, to capture as to move, and nothing special
//! befalls them wherever they get. Where they may go is then looked up in one breath, and who is shut
//! in by others is passed over at a glance.
//!
//! Which men these are is found from the tables; all others are gone through clause by clause.

use arrayvec::ArrayVec;

use crate::by_square::BySquare;
use crate::geometry::Square;
use crate::rays::Rays;
use crate::set::SquareSet;
use crate::tables::{Class, Profile};

/// The most lines that such a man rides.
const LINES: usize = 6;

/// In place of a leap table.
const NONE: u16 = u16::MAX;

/// How the men of one kind, colour and facing go, if it is as simple as that.
#[derive(Clone, Debug)]
pub(crate) struct Gait {
    /// It is; otherwise the rest means nothing.
    pub simple: bool,
    pub royal: bool,
    pub class: u16,
    leap: u16,
    lines: ArrayVec<u8, LINES>,
}

impl Gait {
    /// The gait of the men of a profile and its class.
    pub fn new<const W: usize>(profile: &Profile<W>, class: &Class<W>) -> Self {
        let goes = class.quiet.is_none()
            && class.take.is_none()
            && !class.passable
            && class.rides.is_empty()
            && class.partial.is_empty()
            && class.walks.is_empty()
            && class.lines.len() <= LINES;
        let arrives = profile.enter.is_none()
            && profile.promotes.is_empty()
            && profile.crowns.is_empty()
            && profile.binding == 0;
        Self {
            simple: goes && arrives,
            royal: profile.royal,
            class: profile.class,
            leap: class.both.unwrap_or(NONE),
            lines: class.lines.iter().take(LINES).copied().collect(),
        }
    }

    /// The squares next on the ways of such a man; if none of them is open to him, he can't go.
    #[inline(always)]
    pub fn next<'t, const W: usize>(
        &self,
        classes: &'t [Class<W>],
        from: Square,
    ) -> &'t SquareSet<W> {
        &classes[self.class as usize].ways.next[from]
    }

    /// What such a man reaches, up to and including the first men.
    #[inline(always)]
    pub fn reach<const W: usize>(
        &self,
        leaps: &[BySquare<SquareSet<W>>],
        rays: &Rays<W>,
        from: Square,
        occupied: &SquareSet<W>,
    ) -> SquareSet<W> {
        let mut to = SquareSet::EMPTY;
        if self.leap != NONE {
            to = leaps[self.leap as usize][from];
        }
        for line in &self.lines {
            to |= rays.line(*line, from, occupied);
        }
        to
    }
}
