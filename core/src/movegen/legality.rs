//! Legality: the constraints that the protection of royals puts on a seat's moves.
//!
//! The checkers and pins of every protected royal are found once per ply. Plain moves are then
//! tested with masks. All other moves are made on a copy and tested. Such moves change more than
//! two squares, or start or end on a square that decides if a hop or path attacks a royal.

use arrayvec::ArrayVec;

use crate::board::{MAX_SEATS, Piece, Seat, Square, SquareSet};
use crate::movegen::{Dependence, MoveGen, Target};
use crate::rules::{Move, MoveKind, Protect, Royals};
use crate::state::{ColourMasks, Position};

/// The row of the protection matrix of a seat that protects nothing.
pub(crate) const UNPROTECTED: [Protect; MAX_SEATS] = [Protect::None; MAX_SEATS];

/// A royal that the seat's moves have to protect.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProtectedRoyal<const W: usize> {
    pub royal: Square,
    /// `true` if the royal must have no attacker after the move, `false` if it may keep its
    /// attackers but must have no new attacker.
    pub safe: bool,
    /// The pieces that could check the royal if their lines were open.
    pub threats: SquareSet<W>,
    /// The pieces that check the royal now.
    pub checkers: SquareSet<W>,
    /// The squares to which another piece has to move to answer the check.
    pub check_mask: SquareSet<W>,
}

/// The maximum number of protected royals that have masks. If there are more, every move is made
/// and tested.
const MAX_PROTECTED_ROYALS: usize = 4;
/// The maximum number of pins that are recorded. A royal has at most one pin per ray.
const MAX_PINS: usize = 16;

/// A piece that stands alone between a royal and a potential checker.
#[derive(Clone, Copy, Debug)]
struct Pin {
    piece: Square,
    by: Square,
    royal: Square,
    /// The ray of the pin, or [`UNBOUND`].
    ray: u8,
}

/// The value of `Pin::ray` if the piece may leave the line, because the pinning piece is a checker
/// already.
const UNBOUND: u8 = u8::MAX;

/// The moves that have to be made and tested, even if the masks allow them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MovesToTest<const W: usize> {
    /// No move needs to be tested because of its squares.
    Nothing,
    /// The moves from the squares `from` and the moves to the squares `to` have to be tested.
    Some { from: SquareSet<W>, to: SquareSet<W> },
    /// Every move has to be tested.
    Everything,
}

impl<const W: usize> MovesToTest<W> {
    /// Returns two sets of squares. All moves from a square of the first set are tested, and all
    /// moves to a square of the second set.
    #[inline(always)]
    pub fn squares(&self) -> (SquareSet<W>, SquareSet<W>) {
        match self {
            Self::Nothing => (SquareSet::EMPTY, SquareSet::EMPTY),
            Self::Some { from, to } => (*from, *to),
            Self::Everything => (SquareSet([u64::MAX; W]), SquareSet([u64::MAX; W])),
        }
    }
}

/// The constraints that the protection of royals puts on a seat's moves at one ply.
#[derive(Clone, Debug)]
pub(crate) struct Constraints<const W: usize> {
    protected: ArrayVec<ProtectedRoyal<W>, MAX_PROTECTED_ROYALS>,
    /// The squares to which pieces other than protected royals may go.
    pub check_mask: SquareSet<W>,
    pub pinned: SquareSet<W>,
    pins: ArrayVec<Pin, MAX_PINS>,
    /// The moves for which masks are not enough. They have to be made and tested.
    pub tested: MovesToTest<W>,
    /// `true` if the moves in `tested` are tested only for attacks on protected royals, and if
    /// these attacks depend only on the occupied squares.
    pub by_occupancy: bool,
}

impl<const W: usize> Default for Constraints<W> {
    /// Returns constraints that allow everything.
    #[inline(always)]
    fn default() -> Self {
        Self {
            protected: ArrayVec::new(),
            check_mask: SquareSet([u64::MAX; W]),
            pinned: SquareSet::EMPTY,
            pins: ArrayVec::new(),
            tested: MovesToTest::Nothing,
            by_occupancy: true,
        }
    }
}

impl<const W: usize> Constraints<W> {
    pub fn protected(&self) -> &[ProtectedRoyal<W>] {
        &self.protected
    }

    /// Returns `true` if no move has to be made and tested because of its squares.
    #[inline(always)]
    pub fn masks_suffice(&self) -> bool {
        matches!(self.tested, MovesToTest::Nothing)
    }

    /// Returns `true` if a move has to be made and tested because of its squares.
    pub fn tests(&self, mv: Move) -> bool {
        match &self.tested {
            MovesToTest::Nothing => false,
            MovesToTest::Some { from, to } => from.contains(mv.from) || to.contains(mv.to),
            MovesToTest::Everything => true,
        }
    }

    /// If `so` is `true`, records that every move has to be made and tested. Otherwise does
    /// nothing.
    #[inline(always)]
    pub fn test_everything(&mut self, so: bool) {
        if so {
            self.tested = MovesToTest::Everything;
            self.by_occupancy = false;
        }
    }

    /// Records that moves to these squares have to be made and tested.
    pub fn test_moves_to(&mut self, squares: SquareSet<W>) {
        self.test_moves(SquareSet::EMPTY, squares);
        self.by_occupancy = false;
    }

    /// Records that moves from the squares `off`, and moves to the squares `onto`, have to be made
    /// and tested.
    fn test_moves(&mut self, off: SquareSet<W>, onto: SquareSet<W>) {
        match &mut self.tested {
            MovesToTest::Nothing => self.tested = MovesToTest::Some { from: off, to: onto },
            MovesToTest::Some { from, to } => {
                *from |= off;
                *to |= onto;
            }
            MovesToTest::Everything => {}
        }
    }

    /// Returns the squares to which a protected royal may go, if only the checks on the other
    /// protected royals limit its moves.
    pub fn check_mask_without(&self, royal: Square) -> SquareSet<W> {
        let mut check_mask = SquareSet([u64::MAX; W]);
        for protected in self.protected().iter().filter(|protected| protected.royal != royal) {
            check_mask &= protected.check_mask;
        }
        check_mask
    }
}

/// The protection that one seat's royals must have after moves of certain pieces.
struct Protection<'p, const W: usize> {
    /// The pieces whose moves have to protect the royals.
    movers: &'p SquareSet<W>,
    /// The pieces that may check the royals.
    threats: SquareSet<W>,
    how: Protect,
    /// `true` if the movers may check the royals too.
    own_threats: bool,
    /// `true` if pins and checking squares reveal every attack on the royals that a move of the
    /// movers can cause.
    pins_tell: bool,
}

impl<const W: usize> MoveGen<'_, W> {
    /// Returns the pin mask of a piece: the squares to which the piece may go in spite of its pins.
    pub(crate) fn pin_mask(&self, constraints: &Constraints<W>, square: Square) -> SquareSet<W> {
        let mut allowed = SquareSet([u64::MAX; W]);
        for pin in &constraints.pins {
            if pin.piece == square && pin.ray != UNBOUND {
                allowed &= self.t.rays.between(pin.ray, pin.by, pin.royal) | SquareSet::of(pin.by);
            }
        }
        allowed
    }

    /// Returns the constraints on a seat's moves under a row of the protection matrix.
    pub(crate) fn constraints(
        &self,
        pos: &Position<W>,
        seat: Seat,
        row: &[Protect; MAX_SEATS],
    ) -> Constraints<W> {
        let mut constraints = Constraints::default();
        let movers = pos.pieces_in(pos.masks[seat.index()].moves);
        self.find_constraints(
            pos,
            &movers,
            (ColourMasks::default(), &SquareSet::EMPTY),
            row,
            &mut constraints,
        );
        constraints
    }

    /// Finds the constraints of the seat whose pieces are `movers`. `constraints` must be empty.
    /// `known` consists of colour masks and the pieces that these masks select. If this function
    /// needs the same masks, it does not compute the pieces again.
    #[inline(always)]
    pub(crate) fn find_constraints(
        &self,
        pos: &Position<W>,
        movers: &SquareSet<W>,
        known: (ColourMasks, &SquareSet<W>),
        row: &[Protect; MAX_SEATS],
        constraints: &mut Constraints<W>,
    ) {
        constraints.test_everything(self.spec.judge_after_release && pos.waiting);
        for owner in (0..self.t.seats as u8).map(Seat) {
            let how = row[owner.index()];
            if how != Protect::None {
                self.protect_owner(pos, movers, known, owner, how, constraints);
            }
        }
    }

    /// Finds the constraints that the protection of one seat's royals adds.
    #[inline(never)]
    fn protect_owner(
        &self,
        pos: &Position<W>,
        movers: &SquareSet<W>,
        known: (ColourMasks, &SquareSet<W>),
        owner: Seat,
        how: Protect,
        constraints: &mut Constraints<W>,
    ) {
        let royals = self.royals_at_stake(pos, owner);
        if royals.many() {
            match self.spec.royals {
                Royals::Any => {}
                Royals::Last => return,
                Royals::All => {
                    constraints.test_everything(true);
                    return;
                }
            }
        }
        // If a move adds a royal, an attack on only one royal is not always a check.
        constraints.test_everything(self.t.royalty_changing && self.spec.royals != Royals::Any);
        let threats = pos.pieces_given(pos.masks[owner.index()].threats, known);
        // If the mover's own pieces can check the owner, any move may attack a royal. If only new
        // attackers are forbidden, such a move has one of two forms. Either the piece goes to a
        // square from which the royal can be attacked, or it leaves a line. Pins show such lines.
        let own_threats = threats.meets(movers);
        let pins_tell = how == Protect::NoNewAttacker && !royals.meets(movers);
        constraints.test_everything(own_threats && !pins_tell);
        let protection = Protection { movers, threats, how, own_threats, pins_tell };
        if royals.many() {
            for royal in royals {
                self.protect_royal_outlined(pos, &protection, royal, constraints);
            }
        } else if let Some(royal) = royals.lowest() {
            self.protect_royal(pos, &protection, royal, constraints);
        }
    }

    /// Calls [`Self::protect_royal`]; not inlined, for seats with several royals.
    #[inline(never)]
    fn protect_royal_outlined(
        &self,
        pos: &Position<W>,
        protection: &Protection<'_, W>,
        royal: Square,
        constraints: &mut Constraints<W>,
    ) {
        self.protect_royal(pos, protection, royal, constraints);
    }

    /// Finds the constraints that the protection of one royal adds.
    #[inline(always)]
    fn protect_royal(
        &self,
        pos: &Position<W>,
        protection: &Protection<'_, W>,
        royal: Square,
        constraints: &mut Constraints<W>,
    ) {
        let Protection { movers, threats, how, own_threats, pins_tell } = *protection;
        if own_threats && pins_tell {
            constraints.test_moves_to(self.checking_squares(pos, movers, royal));
        }
        let Some(piece) = pos.piece(royal) else { return };
        let capturers = self.capturers(pos, threats, royal, piece);
        let path_checkers = if self.t.complex {
            // If captures have blasts, any move may change the pieces that can capture without a
            // loss.
            let able = if self.t.blast.is_some() { threats } else { capturers };
            let near = able & pos.complex & self.t.path_sources[royal];
            constraints.by_occupancy &= how == Protect::Safe && !self.t.attacks_by_more;
            self.path_checkers(pos, constraints, movers, royal, near) & capturers
        } else {
            SquareSet::EMPTY
        };
        self.protected(pos, constraints, movers, (royal, how, capturers), path_checkers);
    }

    /// Returns the members of `pieces` that check a royal by hops or paths. Records that all moves
    /// that may change this set have to be made and tested.
    fn path_checkers(
        &self,
        pos: &Position<W>,
        constraints: &mut Constraints<W>,
        movers: &SquareSet<W>,
        royal: Square,
        pieces: SquareSet<W>,
    ) -> SquareSet<W> {
        let mut checkers = SquareSet::EMPTY;
        for from in pieces {
            if !self.paths_reach(pos, from, royal) {
                continue;
            }
            let target = Target { square: royal, piece: pos.piece(royal), royal: true };
            let attack = self.path_attack(pos, from, target, &pos.occupied);
            let own = SquareSet::of(from) & *movers;
            match attack.depends_on {
                Some(Dependence { left, entered }) => {
                    constraints.test_moves(left | own, entered | SquareSet::of(from));
                }
                None => constraints.test_everything(true),
            }
            if attack.attacks {
                checkers.insert(from);
            }
        }
        checkers
    }

    /// Finds the checkers of a royal and the pieces pinned to it.
    #[inline(always)]
    fn protected(
        &self,
        pos: &Position<W>,
        constraints: &mut Constraints<W>,
        movers: &SquareSet<W>,
        (royal, how, threats): (Square, Protect, SquareSet<W>),
        path_checkers: SquareSet<W>,
    ) {
        let mut checkers = SquareSet::EMPTY;
        // An attack along two lines is answered only on squares that both lines have in common.
        let mut lines = SquareSet([u64::MAX; W]);
        let mut near = self.t.leap_sources[royal] & threats;
        while let Some(from) = near.pop() {
            if let Some(piece) = pos.piece(from)
                && self.leaps_onto(self.t.class(piece), from, royal)
            {
                checkers.insert(from);
                lines &= SquareSet::of(from);
            }
        }
        let first_pin = constraints.pins.len();
        let mut riders = threats & self.t.rays.onto(royal, &pos.riders);
        while let Some(from) = riders.pop() {
            let Some(piece) = pos.piece(from) else { continue };
            let takes = self.t.taking(piece, from, royal);
            for ray in crate::tables::bits(takes) {
                let line = self.t.rays.between(ray, from, royal);
                let blockers = line & pos.occupied;
                if blockers.is_empty() {
                    checkers.insert(from);
                    lines &= line | SquareSet::of(from);
                } else if !blockers.many()
                    && let Some(piece) = (blockers & *movers).lowest()
                {
                    // If there is no room, every move is tested; see below.
                    let _ = constraints.pins.try_push(Pin { piece, by: from, royal, ray });
                }
            }
        }
        if !path_checkers.is_empty() {
            // All possible answers to path checkers are tested.
            checkers |= path_checkers;
            lines = SquareSet::EMPTY;
        }
        if how == Protect::SafeUnlessInCheck && !checkers.is_empty() {
            constraints.pins.truncate(first_pin);
            return;
        }
        let safe = how != Protect::NoNewAttacker;
        for pin in &mut constraints.pins[first_pin..] {
            if safe || !checkers.contains(pin.by) {
                constraints.pinned.insert(pin.piece);
            } else {
                // The pinning piece is a checker already, so it can't become a new attacker.
                pin.ray = UNBOUND;
            }
        }
        let mut check_mask = SquareSet([u64::MAX; W]);
        if safe && !checkers.is_empty() {
            check_mask = if checkers.many() { SquareSet::EMPTY } else { lines };
            constraints.check_mask &= check_mask;
        }
        let protected = ProtectedRoyal { royal, safe, threats, checkers, check_mask };
        if constraints.protected.try_push(protected).is_err() || constraints.pins.is_full() {
            // There is no room to record more. Every move is tested instead, against all royals.
            constraints.test_everything(true);
        }
    }

    /// Returns each square from which a member of `movers` might attack a royal after a move to
    /// this square.
    #[cold]
    fn checking_squares(
        &self,
        pos: &Position<W>,
        movers: &SquareSet<W>,
        royal: Square,
    ) -> SquareSet<W> {
        let mut near = self.t.leap_sources[royal];
        if self.t.complex {
            near |= self.t.path_sources[royal];
        }
        for from in self.t.rays.onto(royal, &[self.t.all; 2]) - near {
            // The moving piece may be the one that blocks the line now.
            let open = |ray| {
                let blockers = self.t.rays.between(ray, from, royal) & pos.occupied;
                !blockers.many() && (blockers - *movers).is_empty()
            };
            if crate::tables::bits(self.t.rays.leading(from, royal)).any(open) {
                near.insert(from);
            }
        }
        near
    }

    /// Returns `true` if a protected royal would not be attacked on its target square. The test
    /// takes into account that the royal leaves its square and captures any piece on the target
    /// square. Returns `None` if the move has to be made and tested.
    #[inline(always)]
    pub(crate) fn royal_may_go(
        &self,
        pos: &Position<W>,
        protected: &ProtectedRoyal<W>,
        to: Square,
    ) -> Option<bool> {
        // Even on an empty board, few pieces could attack the target square.
        if !self.t.local_threats && !protected.threats.meets(&self.could_attack(pos, to)) {
            return Some(true);
        }
        self.royal_is_safe(pos, protected, to)
    }

    /// Implements [`Self::royal_may_go`], with a test of all attacks.
    #[inline(never)]
    fn royal_is_safe(
        &self,
        pos: &Position<W>,
        protected: &ProtectedRoyal<W>,
        to: Square,
    ) -> Option<bool> {
        if self.t.attacks_by_more && self.attacks_by_more(pos, protected, to) {
            return None;
        }
        let royal = pos.piece(protected.royal);
        let mut threats = protected.threats;
        if self.t.local_threats
            && let Some(piece) = royal
        {
            threats = self.threats(pos, self.board.controller_of(pos, piece), to, piece);
        }
        threats.remove(to);
        let mut occupied = pos.occupied;
        occupied.remove(protected.royal);
        occupied.insert(to);
        Some(!self.attacked_there(pos, (to, royal), &threats, &occupied))
    }

    /// Returns `true` if an attack by a path on the royal's target square can depend on more than
    /// the occupied squares. It can depend on the kinds of pieces, for example.
    fn attacks_by_more(
        &self,
        pos: &Position<W>,
        protected: &ProtectedRoyal<W>,
        to: Square,
    ) -> bool {
        let mut walkers = pos.complex & self.t.path_sources[to];
        walkers.remove(protected.royal);
        if !self.t.local_threats {
            walkers &= protected.threats;
        }
        let mut walkers = walkers.into_iter().filter_map(|from| pos.piece(from));
        walkers.any(|walker| !self.t.class(walker).by_occupancy)
    }

    /// Returns `true` if no protected royal is attacked after another piece has made a plain move.
    /// Valid only if all attacks depend on the occupied squares alone.
    pub(crate) fn stays_safe(
        &self,
        pos: &Position<W>,
        constraints: &Constraints<W>,
        from: Square,
        to: Square,
    ) -> bool {
        let mut occupied = pos.occupied;
        occupied.remove(from);
        occupied.insert(to);
        constraints.protected().iter().all(|protected| {
            let royal = (protected.royal, pos.piece(protected.royal));
            let mut threats = protected.threats;
            threats.remove(to);
            !self.attacked_there(pos, royal, &threats, &occupied)
        })
    }

    /// Makes the releases that a move causes. A release is the automatic end of a seat's state.
    /// `after` is the position after the move. Returns the position after the releases. If the
    /// rules judge moves before releases, returns `after` unchanged.
    #[inline(always)]
    pub fn released(&self, mut after: Position<W>) -> Position<W> {
        if self.spec.judge_after_release && after.waiting {
            for seat in self.releases(&after).iter() {
                self.board.wake(&mut after, seat);
            }
        }
        after
    }

    /// Returns the square on which the royal at `royal` stood before a move. Returns `None` if the
    /// royal was not on the board before.
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
        // After a swap, the royal on the start square comes from the target square. After a capture
        // without moving, the same piece is still on the start square. Effects can also bring the
        // moving piece back.
        if royal == mv.from {
            let owner = |piece: Piece| self.t.profile(piece).royal.then(|| piece.colour());
            let swapped = !self.board.stays(mv)
                && before.piece(mv.to).and_then(owner) == after.piece(royal).and_then(owner);
            return Some(if swapped { mv.to } else { mv.from });
        }
        if let MoveKind::Castle(castling) = mv.kind {
            let castling = &self.spec.castling[usize::from(castling)];
            if royal == castling.king.1 {
                return Some(castling.king.0);
            }
        }
        (before.piece(royal) == after.piece(royal)).then_some(royal)
    }

    /// Returns `true` if passing satisfies the constraints. A pass changes nothing. It satisfies
    /// the constraints if no royal that has to be safe is attacked.
    pub fn pass_satisfies(&self, pos: &Position<W>, row: &[Protect]) -> bool {
        let owners = row.iter().take(self.t.seats).enumerate();
        let mut at_stake = owners.filter(|(_, how)| **how == Protect::Safe);
        !at_stake.any(|(owner, _)| self.in_check(pos, Seat(owner as u8)))
    }

    /// Returns `true` if a drop might add an attack on a royal that the seat has to protect. The
    /// dropped piece may attack the royal. If attacks have conditions about the state of the game,
    /// the seat's other pieces may attack it too. The constraints consider only pieces on the board,
    /// so they do not cover these cases.
    pub fn drops_may_attack(&self, pos: &Position<W>, row: &[Protect], piece: Piece) -> bool {
        let seat = piece.colour();
        let army = if self.t.circumstantial { pos.masks[seat.index()].controls } else { 0 };
        row.iter().zip(&pos.masks).any(|(how, masks)| {
            let ColourMasks { pieces, royals } = masks.threats;
            *how != Protect::None && (pieces & seat.bit() | (pieces | royals) & army) != 0
        })
    }

    /// Returns the squares on which drops of a piece have to be made and tested. For all other
    /// squares, the check mask shows if the drop is legal.
    pub(crate) fn drops_tested(
        &self,
        pos: &Position<W>,
        row: &[Protect],
        constraints: &Constraints<W>,
        piece: Piece,
    ) -> SquareSet<W> {
        if self.t.profile(piece).royal || self.drops_may_attack(pos, row, piece) {
            return self.t.all;
        }
        let (from, to) = constraints.tested.squares();
        from | to
    }

    /// Makes a drop on a copy, and tests if the drop satisfies the constraints.
    pub(crate) fn drop_satisfies(
        &self,
        pos: &Position<W>,
        row: &[Protect],
        constraints: &Constraints<W>,
        piece: Piece,
        square: Square,
    ) -> bool {
        let drop = Move::new(square, square);
        let mut after = pos.clone();
        self.board.drop_held(&mut after, piece.colour(), piece.kind(), square);
        self.constraints_hold(pos, &after, row, constraints, drop)
    }

    /// Returns `true` if the constraints on a seat's move are satisfied in `after`, the position
    /// after the move.
    pub(crate) fn constraints_hold(
        &self,
        before: &Position<W>,
        after: &Position<W>,
        row: &[Protect],
        constraints: &Constraints<W>,
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
                let checkers_before = || {
                    let Some(at) = self.came_from(before, after, mv, royal) else {
                        return SquareSet::EMPTY;
                    };
                    if let Some(protected) =
                        constraints.protected().iter().find(|protected| protected.royal == at)
                    {
                        return protected.checkers;
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
                    Protect::NoNewAttacker => (now - checkers_before()).is_empty(),
                    Protect::SafeUnlessInCheck => !checkers_before().is_empty(),
                };
                if !allowed {
                    return false;
                }
            }
        }
        true
    }
}
