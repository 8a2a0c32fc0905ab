//! Finds the seats that are in check after each ply. Checks are recomputed only if the ply may have
//! changed them.

use crate::metrics::PlainPly;
use quadrille_core::board::{MAX_SEATS, Seat, Seats, Square, SquareSet};
use quadrille_core::internals::{Cold, MoveGen, bits};
use quadrille_core::rules::Protect;
use quadrille_core::state::Position;

/// A royal that may be in check.
#[derive(Clone, Copy)]
struct WatchedRoyal<const W: usize> {
    royal: Square,
    seat: Seat,
    /// The bit of the seat that owns the royal.
    bit: u8,
    /// A set that contains the royal's square and all squares between the royal and the riders that
    /// may check it. The set may contain further squares. Only a piece that leaves one of these
    /// squares can open a line to the royal.
    lines: SquareSet<W>,
}

/// A tracker that finds the seats in check after each ply of a game.
#[derive(Clone)]
pub(super) struct CheckTracker<const W: usize> {
    in_check: Seats,
    /// The relations between seats at the last full computation.
    relations: Vec<(Seat, Seat, bool, bool)>,
    /// The colours whose royals could not be checked at the last full computation. Each colour has
    /// one bit.
    immune: u8,
    watched: Vec<WatchedRoyal<W>>,
    /// For each colour, the seats to which its pieces may give check.
    checkable: [Seats; MAX_SEATS],
    /// For each seat, the seats that are never in check after one of its legal moves.
    kept_safe: [Seats; MAX_SEATS],
}

impl<const W: usize> CheckTracker<W> {
    pub fn new() -> Self {
        Self {
            in_check: Seats(0),
            relations: Vec::new(),
            immune: 0,
            watched: Vec::new(),
            checkable: [Seats(0); MAX_SEATS],
            kept_safe: [Seats(0); MAX_SEATS],
        }
    }

    /// Returns the seats that were in check at the last computation.
    pub fn last(&self) -> Seats {
        self.in_check
    }

    /// Resets the tracker for another game. No seat counts as in check.
    pub fn reset(&mut self, movegen: &MoveGen<'_, W>) {
        self.in_check = Seats(0);
        let seats = || (0..movegen.t.seats as u8).map(Seat);
        for (safe, row) in self.kept_safe.iter_mut().zip(&movegen.t.protect) {
            *safe = seats().filter(|seat| row[seat.index()] == Protect::Safe).collect();
        }
    }

    /// Returns the seats that are never in check after a legal move of the seat to move. The caller
    /// need not test these seats, because move generation has already tested each legal move.
    #[inline(always)]
    pub fn kept_safe(&self, movegen: &MoveGen<'_, W>, pos: &Position<W>) -> Seats {
        // An announced move may leave its seat in check, and releases may give checks.
        if !pos.cold.as_deref().is_none_or(Cold::restricts_nothing)
            || movegen.spec.judge_after_release && pos.waiting
        {
            return Seats(0);
        }
        self.kept_safe[pos.turn.index()]
    }

    /// Returns the seats that are in check now. If all changes since the last computation are
    /// known, `ply` contains these changes. `safe` contains seats that are certainly not in check
    /// now, because the last ply was legal.
    #[inline(always)]
    pub fn look(
        &mut self,
        movegen: &MoveGen<'_, W>,
        pos: &Position<W>,
        ply: Option<PlainPly>,
        safe: Seats,
    ) -> Seats {
        match ply {
            Some(ply) if self.is_local(movegen, pos, ply) => {
                self.look_near(movegen, pos, ply, safe);
            }
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

    /// Returns `true` if a ply can change checks only by changes on its two squares, or because the
    /// moved piece is a royal. For this, the ply must neither capture nor create a royal, and
    /// nothing else may have changed. The rules must also have no blasts and no attacks by paths,
    /// because blasts and such attacks can change checks anywhere on the board.
    #[inline(always)]
    fn is_local(&self, movegen: &MoveGen<'_, W>, pos: &Position<W>, ply: PlainPly) -> bool {
        let profile = |piece| movegen.t.profile(piece);
        let (mover, placed) = (profile(ply.mover), profile(ply.placed));
        pos.complex.is_empty()
            && movegen.t.blast.is_none()
            && !mover.complex
            && ply.taken.is_none_or(|piece| !profile(piece).complex && !profile(piece).royal)
            && mover.royal == placed.royal
            && pos.immune == self.immune
            && match &pos.cold {
                None => self.relations.is_empty(),
                Some(cold) => cold.relations == self.relations,
            }
    }

    /// Recomputes the checks of the royals that the ply may affect.
    #[inline(never)]
    fn look_near(
        &mut self,
        movegen: &MoveGen<'_, W>,
        pos: &Position<W>,
        ply: PlainPly,
        safe: Seats,
    ) {
        let t = movegen.t;
        let Self { in_check, watched, checkable, .. } = self;
        in_check.0 &= !safe.0;
        let checkable = checkable[ply.placed.colour().index()];
        let rider = t.profile(ply.placed).rider;
        let rides = rider != [false; 2];
        for watched in watched {
            let royal = watched.royal;
            if watched.lines.contains(ply.from)
                || in_check.0 & watched.bit != 0
                || checkable.0 & watched.bit != 0
                    && (t.leap_sources[royal].contains(ply.to)
                        || rides && t.rays.reaches(ply.to, royal, rider))
            {
                watched.look(movegen, pos, ply, (checkable, safe), in_check);
            }
        }
    }

    #[inline(never)]
    fn look_at_all(&mut self, movegen: &MoveGen<'_, W>, pos: &Position<W>) {
        self.immune = pos.immune;
        self.relations.clone_from(&pos.cold().relations);
        self.checkable = [Seats(0); MAX_SEATS];
        self.watched.clear();
        for seat in (0..movegen.t.seats as u8).map(Seat) {
            let threats = pos.masks[seat.index()].threats;
            for (colour, checkable) in self.checkable.iter_mut().enumerate() {
                if (threats.pieces | threats.royals) >> colour & 1 != 0 {
                    checkable.insert(seat);
                }
            }
            for royal in movegen.royals_at_stake(pos, seat) {
                let lines = lines(movegen, pos, seat, royal);
                self.watched.push(WatchedRoyal { royal, seat, bit: seat.bit(), lines });
            }
            ask(movegen, pos, seat, &mut self.in_check);
        }
    }
}

impl<const W: usize> WatchedRoyal<W> {
    /// Recomputes the check of a royal that a ply may affect. `checkable` contains the seats that
    /// the moved piece may check. `safe` contains the seats that are certainly not in check after
    /// the ply.
    #[inline(never)]
    fn look(
        &mut self,
        movegen: &MoveGen<'_, W>,
        pos: &Position<W>,
        PlainPly { from, to, placed, .. }: PlainPly,
        (checkable, safe): (Seats, Seats),
        in_check: &mut Seats,
    ) {
        let (t, seat) = (movegen.t, self.seat);
        if self.royal == from {
            self.royal = to;
            self.lines = lines(movegen, pos, seat, to);
            if !safe.contains(seat) {
                ask(movegen, pos, seat, in_check);
            }
            return;
        }
        let royal = self.royal;
        // The arriving piece may attack the royal, now or as soon as another piece leaves the line
        // between them.
        let mut came = false;
        if checkable.contains(seat) {
            came = t.leap_sources[royal].contains(to)
                && movegen.leaps_onto(t.class(placed), to, royal);
            if t.rays.reaches(to, royal, t.profile(placed).rider) {
                for ray in bits(t.taking(placed, to, royal)) {
                    let line = t.rays.between(ray, to, royal);
                    self.lines |= line;
                    came |= !line.meets(&pos.occupied);
                }
            }
        }
        if safe.contains(seat) {
            return;
        }
        if in_check.contains(seat) {
            let near = t.attack_sources(royal);
            if near.contains(from) || near.contains(to) {
                ask(movegen, pos, seat, in_check);
            }
            return;
        }
        let mut by = if came { SquareSet::of(to) } else { SquareSet::EMPTY };
        if self.lines.contains(from) {
            by |= movegen.riders_through(pos, (from, royal), &pos.occupied);
            self.lines = lines(movegen, pos, seat, royal);
        }
        if !by.is_empty()
            && movegen.checked_by(pos, seat, royal, by)
            && movegen.attacks_count(pos, seat, movegen.royals_at_stake(pos, seat))
        {
            in_check.insert(seat);
        }
    }
}

/// Returns the square of a seat's royal, and the squares between the royal and distant riders. The
/// function considers only riders that would check the royal if the line were empty.
fn lines<const W: usize>(
    movegen: &MoveGen<'_, W>,
    pos: &Position<W>,
    seat: Seat,
    royal: Square,
) -> SquareSet<W> {
    let t = movegen.t;
    let riders = t.rays.onto(royal, &pos.riders);
    let mut lines = SquareSet::of(royal);
    if riders.is_empty() {
        return lines;
    }
    for from in riders & pos.pieces_in(pos.masks[seat.index()].threats) {
        if let Some(piece) = pos.piece(from) {
            for ray in bits(t.taking(piece, from, royal)) {
                lines |= t.rays.between(ray, from, royal);
            }
        }
    }
    lines
}

/// Tests again if one seat is in check, and updates `in_check`.
fn ask<const W: usize>(
    movegen: &MoveGen<'_, W>,
    pos: &Position<W>,
    seat: Seat,
    in_check: &mut Seats,
) {
    if movegen.in_check(pos, seat) {
        in_check.insert(seat);
    } else {
        in_check.0 &= !seat.bit();
    }
}
