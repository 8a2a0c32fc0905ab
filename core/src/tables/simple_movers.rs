//! Simple movers are pieces that move and capture in the same way, by leaps and two-way rides. They
//! have no promotions, marks or restricted squares. One look-up gives all target squares of a
//! simple mover, and a quick test finds blocked pieces. Lame leaps, and squares that a leaper may
//! not enter, need little more work.
//!
//! The tables mark the pieces that are simple movers. For every other piece, the moves are
//! generated from one kind of movement after another.

use crate::board::{Geometry, SharedSquareMap, Square, SquareMap, SquareSet};
use crate::tables::{BySquare, Class, LameLeaps, PieceProfile, Rays, Sight};

/// The maximum number of lines of a simple mover.
const MAX_LINES: usize = 6;

/// The movement of the pieces of one profile. The copies of the class's tables are next to each
/// other in memory.
#[derive(Clone, Debug)]
pub struct SimpleMover<const W: usize> {
    /// `true` if the pieces are simple movers. If `false`, the pieces have promotions, restricted
    /// squares or another property that simple movers lack. Movement other than leaps and lines is
    /// also such a property.
    pub applies: bool,
    /// `true` if the movement of the pieces consists only of leaps, lines, lame leaps, hops, and
    /// rides that only capture certain pieces. The pieces must have no promotions and no exclusive
    /// movements. Simple movers have only leaps and lines. All other pieces need the tables of
    /// [`Self::with_lame_leaps`], which take restricted squares into account.
    pub whole: bool,
    /// `true` if the pieces move along their lines, but don't capture along them.
    pub quiet_lines: bool,
    /// `true` if the pieces have hops, rides that only capture certain pieces, or lines along which
    /// they don't capture.
    pub mixed: bool,
    pub royal: bool,
    /// `true` if masks are not enough to test the moves of the pieces. This applies to royals. This
    /// also applies to pieces that may capture only some kinds, except hoppers.
    pub tested: bool,
    /// `true` if there are kinds that the pieces may not capture.
    pub limited: bool,
    pub class: u16,
    /// For each square, the squares that the piece's moves reach first. If the piece can enter none
    /// of these squares, it has no move.
    pub next: SharedSquareMap<SquareSet<W>, W>,
    leaps: Option<SharedSquareMap<SquareSet<W>, W>>,
    /// The lines of the pieces, followed by `None`. Because the loop over the lines may end early,
    /// the compiler does not vectorize it. Vector instructions would be slower here.
    lines: [Option<Sight<W>>; MAX_LINES],
    lame_leaps: BySquare<LameLeaps<W>>,
}

impl<const W: usize> SimpleMover<W> {
    pub fn new(
        profile: &PieceProfile<W>,
        class: &Class<W>,
        leaps: &[SharedSquareMap<SquareSet<W>, W>],
        rays: &Rays<W>,
    ) -> Self {
        let partial_rides = class.partial_rides.as_deref();
        let quiet_lines = partial_rides.map(|[quiet, _]| quiet);
        let rides = quiet_lines.unwrap_or(&class.rides);
        let leaper = class.both.is_some() || !class.lame_leaps.is_empty();
        let only_quiet_lines = partial_rides
            .is_none_or(|[_, take]| take.is_empty() && class.rides.is_empty() && !leaper);
        let hops = !class.hops.is_empty() || !class.rides_onto.is_empty();
        let looked_up = class.quiet.is_none()
            && class.take.is_none()
            && !class.uses_en_passant
            && only_quiet_lines
            && rides.single.is_empty()
            && rides.lines.len() <= MAX_LINES
            && class.other_paths.is_empty()
            && class.lame_leaps.iter().all(|leaps| leaps.quiet == leaps.take);
        let arrives = profile.promotes.is_empty()
            && profile.royalty_changing.is_empty()
            && profile.binding == 0;
        let mut lines = rides.lines.iter().map(|line| rays.sight(*line).clone());
        Self {
            applies: looked_up
                && arrives
                && class.paths.is_empty()
                && quiet_lines.is_none()
                && !profile.limited
                && profile.enter.is_none(),
            whole: looked_up && arrives && (profile.enter.is_none() || rides.is_empty() && !hops),
            quiet_lines: quiet_lines.is_some(),
            mixed: hops || quiet_lines.is_some(),
            royal: profile.royal,
            tested: profile.royal || profile.limited && !hops,
            limited: profile.limited,
            class: profile.class,
            next: class.empty_board.next.clone(),
            leaps: class.both.map(|table| leaps[usize::from(table)].clone()),
            lines: std::array::from_fn(|_| lines.next()),
            lame_leaps: BySquare::default(),
        }
    }

    /// Returns this movement with the lame leaps of the class. All leaps are limited to squares
    /// that the pieces may enter.
    pub fn with_lame_leaps(
        mut self,
        geometry: &Geometry,
        class: &Class<W>,
        enter: Option<SquareSet<W>>,
    ) -> Self {
        let enter = enter.unwrap_or(geometry.all().resize());
        self.lame_leaps = BySquare::new(geometry, |from, all| {
            let leaps = class.lame_leaps.from(from).iter();
            let entering = leaps.map(|leaps| LameLeaps { take: leaps.take & enter, ..*leaps });
            all.extend(entering.filter(|leaps| !leaps.take.is_empty()));
        });
        if let Some(leaps) = &mut self.leaps {
            *leaps = SquareMap::of(geometry, |from| leaps[from] & enter).to_shared();
        }
        self
    }

    /// Returns the squares that the piece reaches by leaps and lines. The first piece on each line
    /// is included.
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

    /// Returns the squares that the piece reaches by leaps, lines and lame leaps. This function is
    /// for pieces that are not simple movers, but whose movement is `whole`. If `quiet_lines` is
    /// `true`, the piece does not capture along its lines.
    #[inline(always)]
    pub fn reach_lame(&self, from: Square, occupied: &SquareSet<W>) -> SquareSet<W> {
        let mut to = self.reach(from, occupied);
        for leaps in self.lame_leaps.from(from) {
            if leaps.way.is_open(occupied) {
                to |= leaps.take;
            }
        }
        to
    }
}
