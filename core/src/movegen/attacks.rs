//! [`Engine`], on which move generation and the turn machine are implemented, and attacks: which
//! pieces attack a square, and who is in check.
//!
//! `generate` lists moves, `legality` tests them, `turn` plays them. Depends on `state` and below.

use crate::board::{MAX_SEATS, Piece, Seat, Square, SquareSet};
use crate::numeric::rng::mix;
use crate::rules::{Abilities, CastlingMove, Relation, Royals, Spec};
use crate::state::{ColourMasks, Hooks, NOBODY, Position, SeatMasks};
use crate::tables::{Class, Ruleset, Tables};

/// A ruleset ready to work on positions: its description, tables and hooks. Cheap to copy.
pub(crate) struct Engine<'a, const W: usize> {
    pub rules: &'a Ruleset,
    pub spec: &'a Spec,
    pub t: &'a Tables<W>,
    pub hooks: &'a dyn Hooks,
}

impl<const W: usize> Clone for Engine<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const W: usize> Copy for Engine<'_, W> {}

impl<'a, const W: usize> Engine<'a, W> {
    /// The engine of a ruleset, or `None` if its board has another width.
    pub fn new(rules: &'a Ruleset, hooks: &'a dyn Hooks) -> Option<Self> {
        Some(Self { rules, spec: rules.spec(), t: rules.tables()?, hooks })
    }

    /// The controller of a piece's colour; where that is nature, the colour's own seat.
    #[inline]
    pub fn controller_of(&self, pos: &Position<W>, piece: Piece) -> Seat {
        let controller = pos.controller[piece.colour().index()];
        if controller == NOBODY { piece.colour() } else { Seat(controller) }
    }

    /// Whether the king and rook of a castling move stand on their starting squares.
    pub fn at_home(&self, pos: &Position<W>, castling: &CastlingMove) -> bool {
        let home = |square, royal| {
            pos.piece(square).is_some_and(|piece| {
                piece.colour() == castling.seat && self.t.profile(piece).royal == royal
            })
        };
        home(castling.king.0, true) && home(castling.rook.0, false)
    }

    /// Whether a piece of this class could capture by a leap from one square to another.
    #[inline(always)]
    pub fn leaps_onto(&self, class: &Class<W>, from: Square, to: Square) -> bool {
        class.both.is_some_and(|table| self.t.leap(table, from).contains(to))
            || class.take.is_some_and(|table| self.t.leap(table, from).contains(to))
    }

    /// The pieces that could check a seat's royal if it stood on this square: those that may check
    /// the seat and capture such a piece there. Whether their lines are open is not tested.
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

    /// Those of `pieces` that may enter a square and capture this kind of piece.
    #[inline]
    pub fn capturers(
        &self,
        pos: &Position<W>,
        mut pieces: SquareSet<W>,
        square: Square,
        victim: Piece,
    ) -> SquareSet<W> {
        if self.t.limited_captures || self.t.restricted_squares {
            for from in pieces {
                let Some(piece) = pos.piece(from) else { continue };
                let kinds = self.spec.kind_captures[piece.kind().index()];
                let enter = self.t.profile(piece).enter;
                let restricted_squares = enter.is_some_and(|enter| !enter.contains(square));
                if restricted_squares || kinds >> victim.kind().0 & 1 == 0 {
                    pieces.remove(from);
                }
            }
        }
        pieces
    }

    /// Calls `found` with those of `pieces` that attack `square`, `occupied` being the squares that
    /// block, until it returns true. Returns whether it did.
    #[inline(always)]
    fn each_attacker(
        &self,
        pos: &Position<W>,
        square: Square,
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
                if crate::tables::bits(takes).any(open) && found(from) {
                    return true;
                }
            }
        }
        self.t.complex
            && (*pieces & pos.complex & self.t.path_sources[square])
                .into_iter()
                .any(|from| self.attacks_by_path(pos, from, square, occupied) && found(from))
    }

    /// Whether any of `pieces` attacks `square`, `occupied` being the squares that block.
    pub fn attacked(
        &self,
        pos: &Position<W>,
        square: Square,
        pieces: &SquareSet<W>,
        occupied: &SquareSet<W>,
    ) -> bool {
        self.each_attacker(pos, square, pieces, occupied, |_| true)
    }

    /// Those of `pieces` that attack `square`, `occupied` being the squares that block.
    pub fn attackers(
        &self,
        pos: &Position<W>,
        square: Square,
        pieces: &SquareSet<W>,
        occupied: &SquareSet<W>,
    ) -> SquareSet<W> {
        let mut out = SquareSet::EMPTY;
        self.each_attacker(pos, square, pieces, occupied, |from| {
            out.insert(from);
            false
        });
        out
    }

    /// The royals that a seat controls and that can be checked.
    #[inline]
    pub fn royals_at_stake(&self, pos: &Position<W>, seat: Seat) -> SquareSet<W> {
        let controls = pos.masks[seat.index()].controls & !pos.immune;
        pos.royals & pos.of_colours(controls)
    }

    /// Those of a seat's royals that are attacked by a piece that may check it.
    pub fn royals_in_check(&self, pos: &Position<W>, seat: Seat) -> SquareSet<W> {
        let attacked = |square: &Square| {
            pos.piece(*square).is_some_and(|piece| {
                let threats = self.threats(pos, seat, *square, piece);
                self.attacked(pos, *square, &threats, &pos.occupied)
            })
        };
        self.royals_at_stake(pos, seat).into_iter().filter(attacked).collect()
    }

    /// The pieces that check a seat's royal on a square.
    pub fn checkers(&self, pos: &Position<W>, owner: Seat, royal: Square) -> SquareSet<W> {
        let Some(piece) = pos.piece(royal) else { return SquareSet::EMPTY };
        let threats = self.threats(pos, owner, royal, piece);
        self.attackers(pos, royal, &threats, &pos.occupied)
    }

    /// Whether an attack on one of these royals can be a check: by the ruleset, if any royal is
    /// attacked, only if all are, or only for the last one.
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

    /// Whether a seat is in check by the ruleset's rule for several royals.
    pub fn in_check(&self, pos: &Position<W>, seat: Seat) -> bool {
        !self.royals_in_check(pos, seat).is_empty()
            && self.attacks_count(pos, seat, self.royals_at_stake(pos, seat))
    }

    /// Whether another seat of the same team controls a colour.
    pub fn are_partners(&self, pos: &Position<W>, seat: Seat, colour: Seat) -> bool {
        let controller = pos.controller[colour.index()];
        let controller_of = if controller == NOBODY { colour } else { Seat(controller) };
        controller_of != seat
            && self.t.team_of[controller_of.index()] == self.t.team_of[seat.index()]
    }

    /// Whether the controllers of two pieces stand in a relation: `other`'s as seen from `piece`'s.
    pub fn related(
        &self,
        pos: &Position<W>,
        piece: Piece,
        other: Piece,
        relation: Relation,
    ) -> bool {
        let (a, b) = (self.controller_of(pos, piece), self.controller_of(pos, other));
        let partners = self.t.team_of[a.index()] == self.t.team_of[b.index()];
        match relation {
            Relation::Own => a == b,
            Relation::Partner => a != b && partners,
            Relation::Friend => partners,
            Relation::Enemy => !partners,
            Relation::Anyone => true,
            Relation::Colours(colours) => colours & other.colour().bit() != 0,
        }
    }

    /// Recomputes all masks that follow from states, controllers and relations.
    pub fn rebuild_masks(&self, pos: &mut Position<W>) {
        let seats = self.t.seats;
        let mut hostility = [[(false, false); MAX_SEATS]; MAX_SEATS];
        for (a, row) in self.spec.relations.iter().enumerate().take(seats) {
            for (b, cell) in row.iter().enumerate().take(seats) {
                hostility[a][b] = (cell.capture, cell.check);
            }
        }
        for &(from, to, capture, allowed) in &pos.cold().relations {
            let cell = &mut hostility[from.index()][to.index()];
            if capture { cell.0 = allowed } else { cell.1 = allowed }
        }
        let mut masks = [SeatMasks::default(); MAX_SEATS];
        let mut immune = 0;
        let mut waiting = false;
        let set = |able: &mut ColourMasks, colour: usize, pieces: bool, royals: bool| {
            able.pieces |= u8::from(pieces) << colour;
            able.royals |= u8::from(royals) << colour;
        };
        for colour in 0..seats {
            let controller = pos.controller[colour];
            let controller_of = if controller == NOBODY { colour } else { usize::from(controller) };
            let state = &self.spec.states[pos.army_state[colour].0 as usize];
            let (mut pieces, mut royals): (Abilities, Abilities) = (state.pieces, state.royals);
            if controller_of != colour {
                let under = &self.spec.states[pos.seat_state[controller_of].0 as usize];
                (pieces, royals) = (pieces.meet(under.pieces), royals.meet(under.royals));
            }
            masks[controller_of].controls |= 1 << colour;
            set(&mut masks[controller_of].moves, colour, pieces.moves, royals.moves);
            set(&mut masks[controller_of].captures, colour, pieces.captures, royals.captures);
            for seat in 0..seats {
                let (captures, _) = hostility[seat][controller_of];
                let (_, checks) = hostility[controller_of][seat];
                set(
                    &mut masks[seat].capturable,
                    colour,
                    captures && pieces.capturable,
                    captures && royals.capturable,
                );
                set(
                    &mut masks[seat].threats,
                    colour,
                    checks && pieces.checks,
                    checks && royals.checks,
                );
            }
            immune |= u8::from(!royals.checkable) << colour;
            waiting |= state.until.is_some();
        }
        for seat in 0..seats {
            waiting |= self.spec.states[pos.seat_state[seat].0 as usize].until.is_some();
        }
        pos.masks = masks;
        pos.states_hash = (0..MAX_SEATS).fold(0, |hash, seat| {
            let states = u64::from(pos.seat_state[seat].0) << 16
                | u64::from(pos.army_state[seat].0) << 8
                | u64::from(pos.controller[seat]);
            mix(hash ^ states)
        });
        pos.immune = immune;
        pos.waiting = waiting || !pos.cold().shields.is_empty();
    }
}
