//! How most men go: they leap, and ride lines both ways, to capture as to move, and nothing special
//! befalls them wherever they get. Where they may go is then looked up in one breath.
//!
//! Which men these are is found from the tables; all others are gone through clause by clause.

use crate::geometry::Square;
use crate::rays::Rays;
use crate::set::SquareSet;
use crate::tables::{Class, Profile};

/// The most lines that such a man rides.
const LINES: usize = 8;

/// In place of a leap table.
const NONE: u16 = u16::MAX;

/// How the men of one kind, colour and facing go, if it is as simple as that.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gait {
    /// It is; otherwise the rest means nothing.
    pub simple: bool,
    lines: u8,
    leap: u16,
    line: [(u8, u8); LINES],
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
            && profile.binding == 0
            && !profile.royal;
        let mut line = [(0, 0); LINES];
        for (to, from) in line.iter_mut().zip(&class.lines) {
            *to = *from;
        }
        Self {
            simple: goes && arrives,
            lines: class.lines.len() as u8,
            leap: class.both.unwrap_or(NONE),
            line,
        }
    }

    /// What such a man reaches, up to and including the first men.
    #[inline(always)]
    pub fn reach<const W: usize>(
        &self,
        leaps: &[Vec<SquareSet<W>>],
        rays: &Rays<W>,
        from: Square,
        occupied: &SquareSet<W>,
    ) -> SquareSet<W> {
        let mut to = if self.leap == NONE {
            SquareSet::EMPTY
        } else {
            leaps[self.leap as usize][from.index()]
        };
        for line in &self.line[..usize::from(self.lines)] {
            to |= rays.line(*line, from, occupied);
        }
        to
    }
}
