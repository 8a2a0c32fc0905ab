//! Which seats are in check after each ply, looked at anew only where the ply may have changed it.
//!
//! Depends on `movegen` and below.

use crate::board::{MAX_SEATS, Seat, Seats, Square, SquareSet};
use crate::movegen::MoveGen;
use crate::rules::{Action, MoveKind};
use crate::state::{Position, SeatMasks};
use crate::tables::bits;

/// A move that is about to be played: where it starts and ends, and the hash of all other pieces.
#[derive(Clone, Copy)]
struct Planned {
    from: Square,
    to: Square,
    others: u64,
}

/// The seats in check, ply after ply.
#[derive(Clone)]
pub(super) struct Checks<const W: usize> {
    in_check: Seats,
    planned: Option<Planned>,
    /// What the seats may do, and whose royals can't be checked, as of the last full look.
    masks: [SeatMasks; MAX_SEATS],
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
            planned: None,
            masks: [SeatMasks::default(); MAX_SEATS],
            immune: 0,
            royals: [SquareSet::EMPTY; MAX_SEATS],
            near: [SquareSet::EMPTY; MAX_SEATS],
        }
    }

    /// The seats that were in check at the last look.
    pub fn last(&self) -> Seats {
        self.in_check
    }

    /// Starts with another game: no seat is in check, and nothing is known.
    pub fn reset(&mut self) {
        self.in_check = Seats(0);
        self.planned = None;
    }

    /// Takes down an action that is played next.
    pub fn plan(&mut self, movegen: &MoveGen<'_, W>, pos: &Position<W>, action: Action) {
        self.planned = None;
        // Pieces that attack by paths, and blasts, are affected from anywhere.
        if !pos.complex.is_empty() || movegen.t.blast.is_some() {
            return;
        }
        let Action::Move(mv) = action else { return };
        if !matches!(mv.kind, MoveKind::Plain | MoveKind::Double { .. })
            || pos.royals.contains(mv.from)
            || pos.royals.contains(mv.to)
        {
            return;
        }
        let Some(piece) = pos.piece(mv.from) else { return };
        let hash = |square, piece| Position::piece_hash(movegen.t, square, piece);
        let taken = pos.piece(mv.to).map_or(0, |piece| hash(mv.to, piece));
        let others = pos.pieces_hash ^ hash(mv.from, piece) ^ taken;
        self.planned = Some(Planned { from: mv.from, to: mv.to, others });
    }

    /// The seats that are in check now.
    pub fn look(&mut self, movegen: &MoveGen<'_, W>, pos: &Position<W>) -> Seats {
        let planned =
            self.planned.take().filter(|planned| self.nothing_else(movegen, pos, *planned));
        if let Some(Planned { from, to, .. }) = planned {
            for seat in (0..movegen.t.seats as u8).map(Seat) {
                let near = &self.near[seat.index()];
                if (near.contains(from) || near.contains(to))
                    && self.royals[seat.index()].into_iter().any(|royal| {
                        [from, to].into_iter().any(|at| matters(movegen, pos, at, royal))
                    })
                {
                    self.ask(movegen, pos, seat);
                }
            }
        } else {
            self.look_at_all(movegen, pos);
        }
        debug_assert!(
            (0..movegen.t.seats as u8)
                .map(Seat)
                .all(|seat| movegen.in_check(pos, seat) == self.in_check.contains(seat)),
            "checks have changed where no ply could change them"
        );
        self.in_check
    }

    /// Whether the planned move, and nothing else, has changed what checks depend on.
    fn nothing_else(&self, movegen: &MoveGen<'_, W>, pos: &Position<W>, planned: Planned) -> bool {
        let Planned { to, others, .. } = planned;
        pos.piece(to).is_some_and(|piece| {
            pos.pieces_hash == others ^ Position::piece_hash(movegen.t, to, piece)
        }) && !pos.royals.contains(to)
            && pos.complex.is_empty()
            && pos.immune == self.immune
            && pos.masks == self.masks
    }

    fn look_at_all(&mut self, movegen: &MoveGen<'_, W>, pos: &Position<W>) {
        (self.masks, self.immune) = (pos.masks, pos.immune);
        for seat in (0..movegen.t.seats as u8).map(Seat) {
            let royals = movegen.royals_at_stake(pos, seat);
            let mut near = royals;
            for royal in royals {
                near |= movegen.t.leap_sources[royal];
                near |= movegen.t.rays.onto(royal, &[movegen.t.all; 2]);
            }
            (self.royals[seat.index()], self.near[seat.index()]) = (royals, near);
            self.ask(movegen, pos, seat);
        }
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
/// check of a royal.
fn matters<const W: usize>(
    movegen: &MoveGen<'_, W>,
    pos: &Position<W>,
    at: Square,
    royal: Square,
) -> bool {
    let rays = &movegen.t.rays;
    movegen.t.leap_sources[royal].contains(at)
        || bits(rays.leading(at, royal))
            .any(|ray| !rays.between(ray, at, royal).meets(&pos.occupied))
}
