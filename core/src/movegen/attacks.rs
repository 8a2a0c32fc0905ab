//! Attacks: the pieces that attack a square, and the seats in check.

use crate::board::{Piece, Seat, Square, SquareSet};
use crate::movegen::MoveGen;
use crate::rules::Royals;
use crate::state::Position;
use crate::tables::{Class, bits};

impl<const W: usize> MoveGen<'_, W> {
    /// Returns `true` if a piece of this class that stands on `from` could capture on `to` by a
    /// leap.
    #[inline(always)]
    pub fn leaps_onto(&self, class: &Class<W>, from: Square, to: Square) -> bool {
        class.both.is_some_and(|table| self.t.leap(table, from).contains(to))
            || class.take.is_some_and(|table| self.t.leap(table, from).contains(to))
    }

    /// Returns the pieces that would attack a square if no other piece were on the board. The set
    /// may also contain pieces that would not attack the square.
    #[inline(always)]
    pub fn could_attack(&self, pos: &Position<W>, square: Square) -> SquareSet<W> {
        let near = self.t.leap_sources[square] | self.t.rays.onto(square, &pos.riders);
        if self.t.complex { near | (self.t.path_sources[square] & pos.complex) } else { near }
    }

    /// Returns pieces that may check a seat and capture its royal on this square. The result
    /// contains every piece that could check the royal there if no piece stood in between. It may
    /// also contain further pieces.
    #[inline]
    pub fn threats(
        &self,
        pos: &Position<W>,
        owner: Seat,
        square: Square,
        royal: Piece,
    ) -> SquareSet<W> {
        self.capturers(pos, pos.pieces_in(pos.masks[owner.index()].threats), square, royal)
    }

    /// Returns the members of `pieces` that may enter a square and capture this kind of piece
    /// there. In some rulesets, captures depend on the square. In these rulesets, the result
    /// excludes pieces that could not attack the square even if no piece stood in between.
    #[inline(always)]
    pub fn capturers(
        &self,
        pos: &Position<W>,
        pieces: SquareSet<W>,
        square: Square,
        victim: Piece,
    ) -> SquareSet<W> {
        if self.t.conditional_captures {
            self.capturers_by_condition(pos, pieces, square, victim)
        } else {
            pieces
        }
    }

    /// Implements [`Self::capturers`] for rulesets in which captures depend on kinds or squares.
    #[inline(never)]
    fn capturers_by_condition(
        &self,
        pos: &Position<W>,
        mut pieces: SquareSet<W>,
        square: Square,
        victim: Piece,
    ) -> SquareSet<W> {
        if self.t.local_threats {
            pieces &= self.could_attack(pos, square);
        }
        if let Some(blast) = &self.t.blast {
            pieces = self.survivors(pos, pieces, blast, square);
        }
        if !self.t.local_threats && self.t.limited_victims >> victim.kind().0 & 1 == 0 {
            return pieces;
        }
        for from in pieces {
            let Some(piece) = pos.piece(from) else { continue };
            let kinds = self.spec.kind_captures[piece.kind().index()];
            let enter = self.t.profile(piece).enter;
            let restricted_squares = enter.is_some_and(|enter| !enter.contains(square));
            if restricted_squares || kinds >> victim.kind().0 & 1 == 0 {
                pieces.remove(from);
            }
        }
        pieces
    }

    /// Returns the members of `pieces` that may enter a square, regardless of its content.
    pub fn entering(
        &self,
        pos: &Position<W>,
        mut pieces: SquareSet<W>,
        square: Square,
    ) -> SquareSet<W> {
        if self.t.conditional_captures {
            for from in pieces {
                let enter = pos.piece(from).and_then(|piece| self.t.profile(piece).enter);
                if enter.is_some_and(|enter| !enter.contains(square)) {
                    pieces.remove(from);
                }
            }
        }
        pieces
    }

    /// Returns the squares that a piece attacks from a square by leaps and rides. Ignores attacks
    /// by paths.
    #[inline]
    pub fn reach(&self, pos: &Position<W>, piece: Piece, from: Square) -> SquareSet<W> {
        let t = self.t;
        let mover = &t.simple_movers[piece.profile()];
        if mover.applies {
            return mover.reach(from, &pos.occupied);
        }
        let class = t.class(piece);
        let mut to = SquareSet::EMPTY;
        if let Some(table) = class.both {
            to |= t.leap(table, from);
        }
        if let Some(table) = class.take {
            to |= t.leap(table, from);
        }
        to |= t.ridden(&class.rides, from, &pos.occupied);
        if let Some([_, take]) = class.partial_rides.as_deref() {
            to |= t.ridden(take, from, &pos.occupied);
        }
        to
    }

    /// Calls `found` with each member of `pieces` that attacks `square`, until `found` returns
    /// `true`. Returns `true` if `found` has returned `true`. The squares in `occupied` block
    /// lines. If `victim` is given, the test assumes that this piece is on `square`.
    #[inline(always)]
    fn each_attacker(
        &self,
        pos: &Position<W>,
        (square, victim): (Square, Option<Piece>),
        pieces: &SquareSet<W>,
        occupied: &SquareSet<W>,
        mut found: impl FnMut(Square) -> bool,
    ) -> bool {
        for from in self.t.leap_sources[square] & *pieces {
            if let Some(piece) = pos.piece(from)
                && self.leaps_onto(self.t.class(piece), from, square)
                && found(from)
            {
                return true;
            }
        }
        for from in *pieces & self.t.rays.onto(square, &pos.riders) {
            if let Some(piece) = pos.piece(from) {
                let takes = self.t.taking(piece, from, square);
                let open = |ray| !self.t.rays.between(ray, from, square).meets(occupied);
                if bits(takes).any(open) && found(from) {
                    return true;
                }
            }
        }
        self.t.complex
            && (*pieces & pos.complex & self.t.path_sources[square]).into_iter().any(|from| {
                self.paths_reach(pos, from, square)
                    && self.attacks_by_path(pos, from, self.target(pos, square, victim), occupied)
                    && found(from)
            })
    }

    /// Returns `true` if at least one member of `pieces` attacks `square`. The squares in
    /// `occupied` block lines.
    pub fn attacked(
        &self,
        pos: &Position<W>,
        square: Square,
        pieces: &SquareSet<W>,
        occupied: &SquareSet<W>,
    ) -> bool {
        self.attacked_there(pos, (square, None), pieces, occupied)
    }

    /// Returns `true` if at least one member of `pieces` would attack `victim` if `victim` stood on
    /// `square`. The squares in `occupied` block lines.
    pub fn attacked_there(
        &self,
        pos: &Position<W>,
        (square, victim): (Square, Option<Piece>),
        pieces: &SquareSet<W>,
        occupied: &SquareSet<W>,
    ) -> bool {
        self.each_attacker(pos, (square, victim), pieces, occupied, |_| true)
    }

    /// Returns the members of `pieces` that attack `square`. The squares in `occupied` block lines.
    pub fn attackers(
        &self,
        pos: &Position<W>,
        square: Square,
        pieces: &SquareSet<W>,
        occupied: &SquareSet<W>,
    ) -> SquareSet<W> {
        self.attackers_there(pos, (square, None), pieces, occupied)
    }

    /// Returns the members of `pieces` that would attack `victim` if `victim` stood on `square`.
    /// The squares in `occupied` block lines.
    pub fn attackers_there(
        &self,
        pos: &Position<W>,
        (square, victim): (Square, Option<Piece>),
        pieces: &SquareSet<W>,
        occupied: &SquareSet<W>,
    ) -> SquareSet<W> {
        let mut out = SquareSet::EMPTY;
        self.each_attacker(pos, (square, victim), pieces, occupied, |from| {
            out.insert(from);
            false
        });
        out
    }

    /// Returns the pieces that attack a square after the piece on the square `left` has gone.
    /// `attackers` must contain every attacker that is in `pieces` or stands on `left`. The result
    /// excludes `left`. If the piece on `left` was the only piece between a rider of `pieces` and
    /// the square, the result includes this rider.
    pub fn attackers_without(
        &self,
        pos: &Position<W>,
        (square, left): (Square, Square),
        mut attackers: SquareSet<W>,
        pieces: &SquareSet<W>,
        occupied: &SquareSet<W>,
    ) -> SquareSet<W> {
        if self.t.complex && pos.complex.meets(pieces) {
            return self.attackers(pos, square, pieces, occupied);
        }
        attackers.remove(left);
        let behind = self.riders_through(pos, (left, square), occupied) & *pieces;
        if behind.is_empty() {
            return attackers;
        }
        attackers | self.attackers(pos, square, &behind, occupied)
    }

    /// Returns the royals that a seat controls and that can be checked.
    #[inline]
    pub fn royals_at_stake(&self, pos: &Position<W>, seat: Seat) -> SquareSet<W> {
        let controls = pos.masks[seat.index()].controls & !pos.immune;
        pos.royals & pos.of_colours(controls)
    }

    /// Returns `true` if a seat's royal on a square is attacked. An attack counts only if the
    /// attacker may check the seat.
    #[inline]
    fn is_checked(&self, pos: &Position<W>, seat: Seat, royal: Square) -> bool {
        self.checked_by(pos, seat, royal, pos.occupied)
    }

    /// Returns `true` if a piece on one of the squares `by` checks a seat's royal on a square.
    #[inline]
    pub fn checked_by(
        &self,
        pos: &Position<W>,
        seat: Seat,
        royal: Square,
        by: SquareSet<W>,
    ) -> bool {
        let threats = pos.pieces_in(pos.masks[seat.index()].threats);
        let able = by & threats & self.could_attack(pos, royal);
        !able.is_empty()
            && pos.piece(royal).is_some_and(|piece| {
                let threats = self.capturers(pos, able, royal, piece);
                self.attacked(pos, royal, &threats, &pos.occupied)
            })
    }

    /// Returns the riders that stand in line with the squares `through` and `to`, with `through` in
    /// between. There must be no square of `occupied` between `through` and `to`. Pieces between
    /// the rider and `through` are ignored.
    #[inline]
    pub fn riders_through(
        &self,
        pos: &Position<W>,
        (through, to): (Square, Square),
        occupied: &SquareSet<W>,
    ) -> SquareSet<W> {
        let rays = &self.t.rays;
        let open = |ray: &u8| !rays.between(*ray, through, to).meets(occupied);
        let beyond =
            bits(rays.leading(through, to)).filter(open).map(|ray| *rays.back(ray, through));
        beyond.fold(SquareSet::EMPTY, |all, squares| all | squares) & rays.onto(to, &pos.riders)
    }

    /// Returns the attacked royals of a seat. An attack counts only if the attacker may check the
    /// seat.
    pub fn royals_in_check(&self, pos: &Position<W>, seat: Seat) -> SquareSet<W> {
        let royals = self.royals_at_stake(pos, seat).into_iter();
        royals.filter(|royal| self.is_checked(pos, seat, *royal)).collect()
    }

    /// Returns the pieces that check a seat's royal on a square.
    pub fn checkers(&self, pos: &Position<W>, owner: Seat, royal: Square) -> SquareSet<W> {
        let Some(piece) = pos.piece(royal) else { return SquareSet::EMPTY };
        let threats = self.threats(pos, owner, royal, piece);
        self.attackers(pos, royal, &threats, &pos.occupied)
    }

    /// Returns `true` if an attack on one of these royals counts as a check of the seat `owner`.
    /// Rulesets differ. In some rulesets, every attack counts. In other rulesets, an attack counts
    /// only if all royals of the seat are attacked, or only if the seat has a single royal left.
    pub fn attacks_count(&self, pos: &Position<W>, owner: Seat, royals: SquareSet<W>) -> bool {
        !royals.many()
            || match self.spec.royals {
                Royals::Any => true,
                Royals::All => {
                    royals.into_iter().all(|royal| !self.checkers(pos, owner, royal).is_empty())
                }
                Royals::Last => false,
            }
    }

    /// Returns `true` if a seat is in check. If the seat has several royals, the ruleset's rule for
    /// this case decides.
    pub fn in_check(&self, pos: &Position<W>, seat: Seat) -> bool {
        let royals = self.royals_at_stake(pos, seat);
        royals.into_iter().any(|royal| self.is_checked(pos, seat, royal))
            && self.attacks_count(pos, seat, royals)
    }
}
