//! Which seats are in check after each ply, looked at again only where the ply may have changed it.
//!
//! Depends on `movegen` and below.

use crate::board::{MAX_SEATS, Seat, Seats, Square, SquareSet};
use crate::metrics::PlainPly;
use crate::movegen::MoveGen;
use crate::state::Position;
use crate::tables::bits;

/// The seats in check, ply after ply.
#[derive(Clone)]
pub(super) struct Checks<const W: usize> {
    in_check: Seats,
    /// What the last full look depended on besides pieces and states: relations between seats, and
    /// colours whose royals can't be checked.
    relations: Vec<(Seat, Seat, bool, bool)>,
    immune: u8,
    /// For each seat, its royals, and the squares from which a piece may attack one of them, their
    /// own included.
    royals: [SquareSet<W>; MAX_SEATS],
    near: [SquareSet<W>; MAX_SEATS],
}

impl<const W: usize> Checks<W> {
    pub fn new() -> Self {
        Self {
            in_check: Seats(0),
            relations: Vec::new(),
            immune: 0,
            royals: [SquareSet::EMPTY; MAX_SEATS],
            near: [SquareSet::EMPTY; MAX_SEATS],
        }
    }

    /// The seats that were in check at the last look.
    pub fn last(&self) -> Seats {
        self.in_check
    }

    /// Starts with another game, in which no seat has been in check.
    pub fn reset(&mut self) {
        self.in_check = Seats(0);
    }

    /// The seats that are in check now. `ply` is all that has changed since the last look, if that is
    /// known.
    pub fn look(
        &mut self,
        movegen: &MoveGen<'_, W>,
        pos: &Position<W>,
        ply: Option<PlainPly>,
    ) -> Seats {
        match ply {
            Some(ply) if self.is_local(movegen, pos, ply) => self.look_near(movegen, pos, ply),
            _ => self.look_at_all(movegen, pos),
        }
        debug_assert!(
            (0..movegen.t.seats as u8)
                .map(Seat)
                .all(|seat| movegen.in_check(pos, seat) == self.in_check.contains(seat)),
            "checks have changed where the ply could not change them"
        );
        self.in_check
    }

    /// Whether a ply changes checks by its two squares alone, apart from those of a royal that moved: it
    /// takes no royal and makes none, nothing else has changed, and no piece attacks by paths or blasts,
    /// which are affected from anywhere.
    fn is_local(&self, movegen: &MoveGen<'_, W>, pos: &Position<W>, ply: PlainPly) -> bool {
        let royal = |piece| movegen.t.profile(piece).royal;
        pos.complex.is_empty()
            && movegen.t.blast.is_none()
            && !movegen.t.profile(ply.mover).complex
            && ply.taken.is_none_or(|piece| !movegen.t.profile(piece).complex && !royal(piece))
            && royal(ply.mover) == royal(ply.placed)
            && pos.immune == self.immune
            && pos.cold().relations == self.relations
    }

    fn look_near(&mut self, movegen: &MoveGen<'_, W>, pos: &Position<W>, ply: PlainPly) {
        let royal_moved = movegen.t.profile(ply.placed).royal;
        let moved = royal_moved.then(|| movegen.controller_of(pos, ply.placed));
        let reach = movegen.reach(pos, ply.placed, ply.to);
        for seat in (0..movegen.t.seats as u8).map(Seat) {
            if moved == Some(seat) {
                self.look_at(movegen, pos, seat);
                continue;
            }
            let (near, royals) = (&self.near[seat.index()], self.royals[seat.index()]);
            let left = near.contains(ply.from);
            if self.in_check.contains(seat) {
                let mut at = [(left, ply.from), (near.contains(ply.to), ply.to)].into_iter();
                if at.any(|(near, at)| near && matters(movegen, pos, at, royals)) {
                    self.ask(movegen, pos, seat);
                }
                continue;
            }
            // Only the piece that came can check now, or a rider along a line that was opened.
            let came = reach.meets(&royals);
            if !left && !came {
                continue;
            }
            let checked = royals.into_iter().any(|royal| {
                let mut by = SquareSet::EMPTY;
                if came {
                    by.insert(ply.to);
                }
                if left {
                    by |= movegen.riders_through(pos, (ply.from, royal), &pos.occupied);
                }
                !by.is_empty() && movegen.checked_by(pos, seat, royal, by)
            });
            if checked && movegen.attacks_count(pos, seat, royals) {
                self.in_check.insert(seat);
            }
        }
    }

    fn look_at_all(&mut self, movegen: &MoveGen<'_, W>, pos: &Position<W>) {
        self.immune = pos.immune;
        self.relations.clone_from(&pos.cold().relations);
        for seat in (0..movegen.t.seats as u8).map(Seat) {
            self.look_at(movegen, pos, seat);
        }
    }

    /// Looks at a seat whose royals may stand elsewhere.
    fn look_at(&mut self, movegen: &MoveGen<'_, W>, pos: &Position<W>, seat: Seat) {
        let royals = movegen.royals_at_stake(pos, seat);
        let mut near = royals;
        for royal in royals {
            near |= movegen.t.attack_sources(royal);
        }
        (self.royals[seat.index()], self.near[seat.index()]) = (royals, near);
        self.ask(movegen, pos, seat);
    }

    fn ask(&mut self, movegen: &MoveGen<'_, W>, pos: &Position<W>, seat: Seat) {
        if movegen.in_check(pos, seat) {
            self.in_check.insert(seat);
        } else {
            self.in_check.0 &= !seat.bit();
        }
    }
}

/// Whether what stands on a square, or stood there before a move to or from it, may give or block a
/// check of one of these royals.
fn matters<const W: usize>(
    movegen: &MoveGen<'_, W>,
    pos: &Position<W>,
    at: Square,
    royals: SquareSet<W>,
) -> bool {
    let rays = &movegen.t.rays;
    royals.into_iter().any(|royal| {
        let open = |ray| !rays.between(ray, at, royal).meets(&pos.occupied);
        movegen.t.leap_sources[royal].contains(at) || bits(rays.leading(at, royal)).any(open)
    })
}
