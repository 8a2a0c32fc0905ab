//! Which moves a seat's duties to royals allow.
//!
//! Checkers and pins of every protected royal are found once a ply; then a plain move is judged by
//! masks. Moves that change more than two squares, and everything while men that hop or go by
//! paths give check, are made and tested.

use arrayvec::ArrayVec;

use crate::board::{MAX_SEATS, Piece, Seat, Square, SquareSet};
use crate::movegen::Engine;
use crate::rules::{How, Move, Protect, Royals};
use crate::state::Position;

/// A royal that the mover must not expose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guard<const W: usize> {
    pub royal: Square,
    /// It may be attacked afterwards by nobody; otherwise by nobody new.
    pub safe: bool,
    /// Men that may give check to it.
    pub threats: SquareSet<W>,
    /// Men that do.
    pub checkers: SquareSet<W>,
    /// Where a move by another man must end to answer the check.
    pub answers: SquareSet<W>,
}

/// The most royals looked after fast; rulesets with more have every move tested.
const GUARDS: usize = 4;
/// The most pins kept; a royal has at most one a ray.
const PINS: usize = 16;

/// A man who alone stands between a royal and somebody who would check it.
#[derive(Clone, Copy, Debug)]
struct Pin {
    man: Square,
    by: Square,
    royal: Square,
    /// Along which ray, or [`UNBOUND`].
    ray: u8,
}

/// In place of a ray: the man may go anywhere after all.
const UNBOUND: u8 = u8::MAX;

/// Everything a seat owes to royals at one ply.
#[derive(Clone, Debug)]
pub(crate) struct Duty<const W: usize> {
    guards: ArrayVec<Guard<W>, GUARDS>,
    /// Where men that are not guarded royals may go.
    pub answers: SquareSet<W>,
    pub pinned: SquareSet<W>,
    pins: ArrayVec<Pin, PINS>,
    /// Every move must be made and tested.
    pub slow: bool,
}

impl<const W: usize> Default for Duty<W> {
    /// Nothing is owed.
    #[inline(always)]
    fn default() -> Self {
        Self {
            guards: ArrayVec::new(),
            answers: SquareSet([u64::MAX; W]),
            pinned: SquareSet::EMPTY,
            pins: ArrayVec::new(),
            slow: false,
        }
    }
}

impl<const W: usize> Duty<W> {
    pub fn guards(&self) -> &[Guard<W>] {
        &self.guards
    }

    /// Where a guarded royal may go as far as the other guards are concerned.
    pub fn answers_without(&self, royal: Square) -> SquareSet<W> {
        let mut answers = SquareSet([u64::MAX; W]);
        for guard in self.guards().iter().filter(|guard| guard.royal != royal) {
            answers &= guard.answers;
        }
        answers
    }
}

impl<const W: usize> Engine<'_, W> {
    /// Where a pinned man may go.
    pub fn unpinning(&self, duty: &Duty<W>, square: Square) -> SquareSet<W> {
        let mut allowed = SquareSet([u64::MAX; W]);
        for pin in &duty.pins {
            if pin.man == square && pin.ray != UNBOUND {
                allowed &= self.t.rays.between(pin.ray, pin.by, pin.royal) | SquareSet::of(pin.by);
            }
        }
        allowed
    }

    /// What a seat owes, by one row of a protection matrix.
    pub fn duty(&self, pos: &Position<W>, seat: Seat, row: &[Protect; MAX_SEATS]) -> Duty<W> {
        let mut duty = Duty::default();
        self.find_duty(pos, &pos.able(pos.masks[seat.index()].moves), row, &mut duty);
        duty
    }

    /// Adds to `duty`, which is none, what is owed by the seat whose men are `movers`.
    #[inline(always)]
    pub fn find_duty(
        &self,
        pos: &Position<W>,
        movers: &SquareSet<W>,
        row: &[Protect; MAX_SEATS],
        duty: &mut Duty<W>,
    ) {
        duty.slow = self.spec.judge_after_release && pos.waiting;
        for owner in (0..self.t.seats as u8).map(Seat) {
            let how = row[owner.index()];
            if how == Protect::None {
                continue;
            }
            let royals = self.royals_at_stake(pos, owner);
            if royals.many() {
                match self.spec.royals {
                    Royals::Any => {}
                    Royals::Last => continue,
                    Royals::All => {
                        duty.slow = true;
                        continue;
                    }
                }
            }
            // With another royal, the check of this one may not count any more.
            duty.slow |= self.t.crowns && self.spec.royals != Royals::Any;
            let threats = pos.able(pos.masks[owner.index()].threats);
            // A mover whose own men check the owner may attack a royal by any move; so may men near
            // enough who hop or go by paths, when it makes their way.
            duty.slow |= threats.meets(movers);
            for royal in royals {
                let Some(man) = pos.man(royal) else { continue };
                if self.t.complex {
                    duty.slow |= (threats & pos.complex).meets(&self.t.walk_back[royal]);
                }
                let hunters = self.hunters(pos, threats, royal, man);
                self.guard(pos, duty, movers, (royal, how, hunters));
            }
        }
    }

    fn guard(
        &self,
        pos: &Position<W>,
        duty: &mut Duty<W>,
        movers: &SquareSet<W>,
        (royal, how, threats): (Square, Protect, SquareSet<W>),
    ) {
        let mut guard = Guard {
            royal,
            safe: how != Protect::NoNewAttacker,
            threats,
            checkers: SquareSet::EMPTY,
            answers: SquareSet([u64::MAX; W]),
        };
        // Who attacks in two ways is answered only by what answers both.
        let mut lines = SquareSet([u64::MAX; W]);
        for from in self.t.leap_back[royal] & threats {
            if let Some(man) = pos.man(from)
                && self.leaps_onto(self.t.class(man), from, royal)
            {
                guard.checkers.insert(from);
                lines &= SquareSet::of(from);
            }
        }
        let first_pin = duty.pins.len();
        for from in threats & self.t.rays.onto(royal, &pos.riders) {
            let Some(man) = pos.man(from) else { continue };
            let takes = self.t.taking(man, from, royal);
            for ray in crate::tables::bits(takes) {
                let line = self.t.rays.between(ray, from, royal);
                let blockers = line & pos.occupied;
                match blockers.len() {
                    0 => {
                        guard.checkers.insert(from);
                        lines &= line | SquareSet::of(from);
                    }
                    1 => {
                        if let Some(man) = (blockers & *movers).lowest()
                            && !duty.pins.is_full()
                        {
                            duty.pins.push(Pin { man, by: from, royal, ray });
                        }
                    }
                    _ => {}
                }
            }
        }
        if self.t.complex && (threats & pos.complex).meets(&self.t.walk_back[royal]) {
            guard.checkers = self.attackers(pos, royal, &threats, &pos.occupied);
        }
        if how == Protect::SafeUnlessInCheck && !guard.checkers.is_empty() {
            duty.pins.truncate(first_pin);
            return;
        }
        for pin in &mut duty.pins[first_pin..] {
            if guard.safe || !guard.checkers.contains(pin.by) {
                duty.pinned.insert(pin.man);
            } else {
                // He attacks already, and would not be a new attacker.
                pin.ray = UNBOUND;
            }
        }
        if guard.safe {
            match guard.checkers.len() {
                0 => {}
                1 => guard.answers = lines,
                _ => guard.answers = SquareSet::EMPTY,
            }
            duty.answers &= guard.answers;
        }
        if !duty.guards.is_full() && !duty.pins.is_full() {
            duty.guards.push(guard);
        } else {
            // More than is kept apart: every move is made, and `stands` looks at all royals.
            duty.slow = true;
        }
    }

    /// Whether a guarded royal may step to a square: nobody attacks it there, with the royal
    /// gone from where it stood and whatever it captures gone too.
    #[inline]
    pub fn royal_may_go(&self, pos: &Position<W>, guard: &Guard<W>, to: Square) -> bool {
        let mut occupied = pos.occupied;
        occupied.remove(guard.royal);
        occupied.insert(to);
        let mut threats = guard.threats;
        if self.t.bars
            && let Some(man) = pos.man(guard.royal)
        {
            threats = self.threats(pos, self.holder(pos, man), to, man);
        }
        threats.remove(to);
        !self.attacked(pos, to, &threats, &occupied)
    }

    /// Makes a move on a copy of the board and looks whether every duty is fulfilled.
    pub fn fulfils(&self, pos: &Position<W>, row: &[Protect], duty: &Duty<W>, mv: Move) -> bool {
        let mut after = pos.clone();
        self.shift_men(&mut after, mv);
        if self.spec.judge_after_release && after.waiting {
            self.release(&mut after);
        }
        self.stands(pos, &after, row, duty, mv)
    }

    /// Whether every duty is fulfilled when a seat does nothing.
    pub fn pass_fulfils(&self, pos: &Position<W>, seat: Seat, row: &[Protect; MAX_SEATS]) -> bool {
        let nothing = Move::new(Square(0), Square(0));
        self.stands(pos, pos, row, &self.duty(pos, seat, row), nothing)
    }

    /// Whether every duty is fulfilled when a man from the hand stands on a square.
    pub fn drop_fulfils(
        &self,
        pos: &Position<W>,
        row: &[Protect],
        duty: &Duty<W>,
        man: Piece,
        square: Square,
    ) -> bool {
        if !duty.slow && !self.t.profile(man).royal {
            return duty.answers.contains(square);
        }
        let mut after = pos.clone();
        after.put(self.t, square, man);
        self.stands(pos, &after, row, duty, Move::new(square, square))
    }

    /// Where the royal that stands on a square after a move stood before it.
    #[inline]
    pub fn came_from(
        &self,
        before: &Position<W>,
        after: &Position<W>,
        mv: Move,
        royal: Square,
    ) -> Option<Square> {
        if royal == mv.to {
            return Some(mv.from);
        }
        // Only a swap puts somebody on the square that was left.
        if royal == mv.from {
            return Some(mv.to);
        }
        if let How::Castle(wing) = mv.how {
            let wing = &self.spec.castling[usize::from(wing)];
            if royal == wing.king.1 {
                return Some(wing.king.0);
            }
        }
        (before.man(royal) == after.man(royal)).then_some(royal)
    }

    /// Whether every duty is fulfilled in the position `after` a move.
    pub fn stands(
        &self,
        before: &Position<W>,
        after: &Position<W>,
        row: &[Protect],
        duty: &Duty<W>,
        mv: Move,
    ) -> bool {
        for (owner, how) in row.iter().enumerate().take(self.t.seats) {
            if *how == Protect::None {
                continue;
            }
            let owner = Seat(owner as u8);
            let royals = self.royals_at_stake(after, owner);
            if !self.attacks_count(after, owner, royals) {
                continue;
            }
            for royal in royals {
                let now = self.checkers(after, owner, royal);
                if now.is_empty() {
                    continue;
                }
                let then = || {
                    let Some(at) = self.came_from(before, after, mv, royal) else {
                        return SquareSet::EMPTY;
                    };
                    if let Some(guard) = duty.guards().iter().find(|guard| guard.royal == at) {
                        return guard.checkers;
                    }
                    let all = self.royals_at_stake(before, owner);
                    if all.contains(at) && self.attacks_count(before, owner, all) {
                        self.checkers(before, owner, at)
                    } else {
                        SquareSet::EMPTY
                    }
                };
                let allowed = match how {
                    Protect::None => true,
                    Protect::Safe => false,
                    Protect::NoNewAttacker => (now - then()).is_empty(),
                    Protect::SafeUnlessInCheck => !then().is_empty(),
                };
                if !allowed {
                    return false;
                }
            }
        }
        true
    }
}
