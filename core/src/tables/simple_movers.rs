//! Simple movers: pieces whose captures and moves coincide, made of leaps and two-way rides,
//! without promotions, marks or restricted squares. Their target squares take one look-up, and
//! blocked pieces are recognized at once.
//!
//! The tables tell which pieces are simple movers; all others are generated part by part. Depends
//! on `rules` and below.

use crate::board::{SharedSquareMap, Square, SquareSet};
use crate::tables::{Class, PieceProfile, Rays, Sight};

/// The most lines of a simple mover.
const LINES: usize = 6;

/// The movement of the pieces of one profile. The class's tables are copied here, next to each
/// other in memory.
#[derive(Clone, Debug)]
pub(crate) struct SimpleMover<const W: usize> {
    /// Whether these pieces are simple movers. If not, leaps and lines are not all their movement.
    pub applies: bool,
    pub royal: bool,
    pub class: u16,
    /// The nearest squares of its moves. If the piece can enter none of them, it has no move.
    pub next: SharedSquareMap<SquareSet<W>, W>,
    leaps: Option<SharedSquareMap<SquareSet<W>, W>>,
    /// Its lines, then `None`. A loop that may end early is not turned into vector instructions, which are slower here.
    lines: [Option<Sight<W>>; LINES],
}

impl<const W: usize> SimpleMover<W> {
    pub fn new(
        profile: &PieceProfile<W>,
        class: &Class<W>,
        leaps: &[SharedSquareMap<SquareSet<W>, W>],
        rays: &Rays<W>,
    ) -> Self {
        let goes = class.quiet.is_none()
            && class.take.is_none()
            && !class.uses_en_passant
            && class.partial_rides.is_none()
            && class.rides.single.is_empty()
            && class.rides.lines.len() <= LINES
            && class.paths.is_empty();
        let arrives = profile.enter.is_none()
            && profile.promotes.is_empty()
            && profile.royalty_changing.is_empty()
            && profile.binding == 0;
        let mut lines = class.rides.lines.iter().map(|line| rays.sight(*line).clone());
        Self {
            applies: goes && arrives,
            royal: profile.royal,
            class: profile.class,
            next: class.empty_board.next.clone(),
            leaps: class.both.map(|table| leaps[usize::from(table)].clone()),
            lines: std::array::from_fn(|_| lines.next()),
        }
    }

    /// The squares that the piece reaches, up to and including the first piece on each line.
    #[inline(always)]
    pub fn reach(&self, from: Square, occupied: &SquareSet<W>) -> SquareSet<W> {
        let mut to = match &self.leaps {
            Some(leaps) => leaps[from],
            None => SquareSet::EMPTY,
        };
        for sight in &self.lines {
            let Some(sight) = sight else { break };
            let [up, down] = &sight[from];
            to |= SquareSet::sight(up, down, occupied);
        }
        to
    }
}
