//! The rules at work on a position: what everything else in the engine is methods of.
//!
//! This file answers who attacks what; `generate` lists moves, `legality` judges them, `apply`
//! plays them and `turn` runs the turn machine.

use crate::board::{MAX_SEATS, Piece, Seat, Square, SquareSet};
use crate::numeric::rng::mix;
use crate::rules::{Abilities, Relation, Royals, Spec, Wing};
use crate::state::{Able, Hooks, NOBODY, Position, SeatMasks};
use crate::tables::{Class, Ruleset, Tables};

/// The rules at hand: tables, description and scripts. Copied freely.
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
    /// The engine of a ruleset, if its board has this width.
    pub fn new(rules: &'a Ruleset, hooks: &'a dyn Hooks) -> Option<Self> {
        Some(Self { rules, spec: rules.spec(), t: rules.tables()?, hooks })
    }

    /// Who controls the man's colour; a seat itself where nature moves its men.
    #[inline]
    pub fn holder(&self, pos: &Position<W>, man: Piece) -> Seat {
        let controller = pos.controller[man.colour().index()];
        if controller == NOBODY { man.colour() } else { Seat(controller) }
    }

    /// Whether king and rook of a castling move stand where it starts.
    pub fn at_home(&self, pos: &Position<W>, wing: &Wing) -> bool {
        let home = |square, royal| {
            pos.man(square)
                .is_some_and(|man| man.colour() == wing.seat && self.t.profile(man).royal == royal)
        };
        home(wing.king.0, true) && home(wing.rook.0, false)
    }

    /// Whether a class's leaps capture from one square on another.
    #[inline(always)]
    pub fn leaps_onto(&self, class: &Class<W>, from: Square, to: Square) -> bool {
        class.both.is_some_and(|table| self.t.leap(table, from).contains(to))
            || class.take.is_some_and(|table| self.t.leap(table, from).contains(to))
    }

    /// The men that check a seat whose royal stands, or is thought to stand, on a square: those
    /// that could capture such a man there.
    #[inline]
    pub fn threats(
        &self,
        pos: &Position<W>,
        owner: Seat,
        square: Square,
        royal: Piece,
    ) -> SquareSet<W> {
        self.hunters(pos, pos.able(pos.masks[owner.index()].threats), square, royal)
    }

    /// Those of `men` that may enter a square and capture men of such a kind.
    #[inline]
    pub fn hunters(
        &self,
        pos: &Position<W>,
        mut men: SquareSet<W>,
        square: Square,
        prey: Piece,
    ) -> SquareSet<W> {
        if self.t.limited_captures || self.t.bars {
            for from in men {
                let Some(man) = pos.man(from) else { continue };
                let kinds = self.spec.kind_captures[man.kind().index()];
                let enter = self.t.profile(man).enter;
                let bars = enter.is_some_and(|enter| !enter.contains(square));
                if bars || kinds >> prey.kind().0 & 1 == 0 {
                    men.remove(from);
                }
            }
        }
        men
    }

    /// Looks for those of `men` that attack `square` while `occupied` are the squares that block,
    /// until `found` says that this will do; says whether it did.
    #[inline(always)]
    fn each_attacker(
        &self,
        pos: &Position<W>,
        square: Square,
        men: &SquareSet<W>,
        occupied: &SquareSet<W>,
        mut found: impl FnMut(Square) -> bool,
    ) -> bool {
        for from in self.t.leap_back[square] & *men {
            if let Some(man) = pos.man(from)
                && self.leaps_onto(self.t.class(man), from, square)
                && found(from)
            {
                return true;
            }
        }
        for from in *men & self.t.rays.onto(square, &pos.riders) {
            if let Some(man) = pos.man(from) {
                let takes = self.t.taking(man, from, square);
                let open = |ray| !self.t.rays.between(ray, from, square).meets(occupied);
                if crate::tables::bits(takes).any(open) && found(from) {
                    return true;
                }
            }
        }
        self.t.complex
            && (*men & pos.complex & self.t.walk_back[square])
                .into_iter()
                .any(|from| self.walks_onto(pos, from, square, occupied) && found(from))
    }

    /// Whether one of `men` attacks `square` while `occupied` are the squares that block.
    pub fn attacked(
        &self,
        pos: &Position<W>,
        square: Square,
        men: &SquareSet<W>,
        occupied: &SquareSet<W>,
    ) -> bool {
        self.each_attacker(pos, square, men, occupied, |_| true)
    }

    /// Those of `men` that attack `square`.
    pub fn attackers(
        &self,
        pos: &Position<W>,
        square: Square,
        men: &SquareSet<W>,
        occupied: &SquareSet<W>,
    ) -> SquareSet<W> {
        let mut out = SquareSet::EMPTY;
        self.each_attacker(pos, square, men, occupied, |from| {
            out.insert(from);
            false
        });
        out
    }

    /// The royals a seat controls that can be in check.
    #[inline]
    pub fn royals_at_stake(&self, pos: &Position<W>, seat: Seat) -> SquareSet<W> {
        let controls = pos.masks[seat.index()].controls & !pos.immune;
        pos.royals & pos.of_colours(controls)
    }

    /// Those of a seat's royals that are attacked by someone who checks it.
    pub fn royals_in_check(&self, pos: &Position<W>, seat: Seat) -> SquareSet<W> {
        let attacked = |square: &Square| {
            pos.man(*square).is_some_and(|man| {
                let threats = self.threats(pos, seat, *square, man);
                self.attacked(pos, *square, &threats, &pos.occupied)
            })
        };
        self.royals_at_stake(pos, seat).into_iter().filter(attacked).collect()
    }

    /// The men that check a seat's royal on a square.
    pub fn checkers(&self, pos: &Position<W>, owner: Seat, royal: Square) -> SquareSet<W> {
        let Some(man) = pos.man(royal) else { return SquareSet::EMPTY };
        let threats = self.threats(pos, owner, royal, man);
        self.attackers(pos, royal, &threats, &pos.occupied)
    }

    /// Whether attacks on a seat's royals count: on each of them, on all together, or on the last.
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

    /// Whether a seat is in check, as its royals count by the rules.
    pub fn in_check(&self, pos: &Position<W>, seat: Seat) -> bool {
        !self.royals_in_check(pos, seat).is_empty()
            && self.attacks_count(pos, seat, self.royals_at_stake(pos, seat))
    }

    /// Whether a seat is another than the holder of a colour, and of the same team.
    pub fn are_partners(&self, pos: &Position<W>, seat: Seat, colour: Seat) -> bool {
        let controller = pos.controller[colour.index()];
        let holder = if controller == NOBODY { colour } else { Seat(controller) };
        holder != seat && self.t.team_of[holder.index()] == self.t.team_of[seat.index()]
    }

    /// How the holder of `other` stands to the holder of `man`.
    pub fn related(&self, pos: &Position<W>, man: Piece, other: Piece, relation: Relation) -> bool {
        let (a, b) = (self.holder(pos, man), self.holder(pos, other));
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

    /// Rebuilds what follows from states, controllers and relations.
    pub fn rebuild_masks(&self, pos: &mut Position<W>) {
        let seats = self.t.seats;
        let mut hostility = [[(false, false); MAX_SEATS]; MAX_SEATS];
        for (a, row) in self.spec.relations.iter().enumerate().take(seats) {
            for (b, cell) in row.iter().enumerate().take(seats) {
                hostility[a][b] = (cell.capture, cell.check);
            }
        }
        for &(from, to, capture, allowed) in &pos.rare().relations {
            let cell = &mut hostility[from.index()][to.index()];
            if capture { cell.0 = allowed } else { cell.1 = allowed }
        }
        let mut masks = [SeatMasks::default(); MAX_SEATS];
        let mut immune = 0;
        let mut waiting = false;
        let set = |able: &mut Able, colour: usize, men: bool, royals: bool| {
            able.men |= u8::from(men) << colour;
            able.royals |= u8::from(royals) << colour;
        };
        for colour in 0..seats {
            let controller = pos.controller[colour];
            let holder = if controller == NOBODY { colour } else { usize::from(controller) };
            let state = &self.spec.states[pos.army_state[colour].0 as usize];
            let (mut men, mut royals): (Abilities, Abilities) = (state.men, state.royals);
            if holder != colour {
                let under = &self.spec.states[pos.seat_state[holder].0 as usize];
                (men, royals) = (men.meet(under.men), royals.meet(under.royals));
            }
            masks[holder].controls |= 1 << colour;
            set(&mut masks[holder].moves, colour, men.moves, royals.moves);
            set(&mut masks[holder].captures, colour, men.captures, royals.captures);
            for seat in 0..seats {
                let (captures, _) = hostility[seat][holder];
                let (_, checks) = hostility[holder][seat];
                set(
                    &mut masks[seat].prey,
                    colour,
                    captures && men.capturable,
                    captures && royals.capturable,
                );
                set(
                    &mut masks[seat].threats,
                    colour,
                    checks && men.checks,
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
        pos.waiting = waiting || !pos.rare().shields.is_empty();
    }
}
