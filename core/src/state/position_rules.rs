//! [`PositionRules`]: the functions that keep a position consistent, for example its masks,
//! castling rights and en passant rights. Attacks and legal moves are in another layer.

use crate::board::{MAX_SEATS, Piece, Seat, Seats, SquareSet};
use crate::numeric::rng::mix;
use crate::rules::{Abilities, EpOccupied, Relation, Spec, StateId, Tested, Until};
use crate::state::{ColourMasks, NOBODY, Position, SeatMasks, Stage};
use crate::tables::{BoardCastling, CompiledRules, Tables};

/// A ruleset's description and tables, for work on positions. Cheap to copy.
///
/// `MoveGen`, in the layer above, finds attacks and legal moves. `Machine`, in the next layer,
/// plays actions. Both types have a field `board` of the type `PositionRules`, so that each call
/// shows the layer that it uses.
pub struct PositionRules<'a, const W: usize> {
    pub rules: &'a CompiledRules,
    pub spec: &'a Spec,
    pub t: &'a Tables<W>,
}

impl<const W: usize> std::fmt::Debug for PositionRules<'_, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PositionRules").finish_non_exhaustive()
    }
}

impl<const W: usize> Clone for PositionRules<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const W: usize> Copy for PositionRules<'_, W> {}

impl<'a, const W: usize> PositionRules<'a, W> {
    /// Returns the rules of a ruleset, or `None` if the width of its board is not `W`.
    pub fn new(rules: &'a CompiledRules) -> Option<Self> {
        Some(Self { rules, spec: rules.spec(), t: rules.tables()? })
    }

    /// Returns the controller of a piece's colour. If the controller is nature, returns the seat of
    /// that colour.
    #[inline]
    pub fn controller_of(&self, pos: &Position<W>, piece: Piece) -> Seat {
        let controller = pos.controller[piece.colour().index()];
        if controller == NOBODY { piece.colour() } else { Seat(controller) }
    }

    /// Sets the rights of all castling moves whose king or rook starts on one of these squares.
    /// Each of these rights then exists if both the king and the rook stand on their starting
    /// squares, and does not exist otherwise.
    pub fn assume_castling(&self, pos: &mut Position<W>, squares: SquareSet<W>) {
        pos.hot_mut().castling = self.castling_rights(|castling| {
            let rule = &self.spec.castling[usize::from(castling.number)];
            if squares.contains(rule.king.0) || squares.contains(rule.rook.0) {
                self.at_home(pos, castling.number.into())
            } else {
                castling.is_allowed(pos.castling)
            }
        });
    }

    /// Gives all seats the rights that they have at the start of a game with these pieces.
    pub fn renew_castling(&self, pos: &mut Position<W>) {
        pos.hot_mut().castling =
            self.castling_rights(|castling| self.at_home(pos, castling.number.into()));
    }

    /// Gives a seat the rights of all castling moves whose king and rook stand on their starting
    /// squares.
    pub fn allow_castling(&self, pos: &mut Position<W>, seat: Seat) {
        let own = self.t.castling[seat.index()].iter();
        let at_home = own.filter(|castling| self.at_home(pos, castling.number.into()));
        let rights = at_home.fold(0, |rights, castling| rights | castling.rights);
        pos.hot_mut().castling |= rights;
    }

    /// Returns the rights of some castling moves.
    pub fn castling_rights(&self, mut has: impl FnMut(&BoardCastling<W>) -> bool) -> u64 {
        let held = self.t.castling.iter().flatten().filter(|castling| has(castling));
        held.fold(0, |rights, castling| rights | castling.rights)
    }

    /// Ends castling rights.
    #[inline(always)]
    pub fn end_castling(&self, pos: &mut Position<W>, ends: u64) {
        let lost = pos.castling & ends;
        pos.hot_mut().castling &= !ends;
        if lost & self.t.shared_castling != 0 {
            self.end_useless_rights(pos);
        }
    }

    /// Ends the shared castling rights of kings without a rook, and of rooks without a king. Such
    /// rights would make equal positions different.
    #[cold]
    fn end_useless_rights(&self, pos: &mut Position<W>) {
        let held = pos.castling;
        pos.hot_mut().castling = self.castling_rights(|castling| castling.is_allowed(held));
    }

    /// Returns `true` if the king and the rook of the castling move with this number stand on their
    /// starting squares.
    pub fn at_home(&self, pos: &Position<W>, number: usize) -> bool {
        let castling = &self.spec.castling[number];
        [castling.king.0, castling.rook.0].into_iter().zip([true, false]).all(|(square, king)| {
            pos.piece(square).is_some_and(|it| self.castles(number, it, king))
        })
    }

    /// Returns `true` if a piece is of the right colour and kind for a castling move. If `king` is
    /// `true`, the piece is to be the king, otherwise the rook.
    pub fn castles(&self, number: usize, piece: Piece, king: bool) -> bool {
        let castling = &self.spec.castling[number];
        piece.colour() == castling.seat
            && match castling.kinds {
                Some(kinds) => piece.kind() == kinds[usize::from(!king)],
                None => self.t.profile(piece).royal == king,
            }
    }

    /// Returns `true` if a colour is controlled by another seat of the same team as `seat`.
    pub fn are_partners(&self, pos: &Position<W>, seat: Seat, colour: Seat) -> bool {
        let controller = pos.controller[colour.index()];
        let controller_of = if controller == NOBODY { colour } else { Seat(controller) };
        controller_of != seat
            && self.t.team_of[controller_of.index()] == self.t.team_of[seat.index()]
    }

    /// Returns `true` if `other` has the relation `relation` to `piece`.
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
        if let (Some(neutral), Some(colour)) = (&self.spec.neutral, self.spec.neutral_colour()) {
            for (seat, masks) in masks.iter_mut().enumerate().take(seats) {
                let moves = neutral.movers.contains(Seat(seat as u8));
                set(&mut masks.moves, colour.index(), moves, moves);
                let capturable = neutral.capturable;
                set(&mut masks.capturable, colour.index(), capturable, capturable);
            }
            immune |= colour.bit();
        }
        for seat in 0..seats {
            waiting |= self.spec.states[pos.seat_state[seat].0 as usize].until.is_some();
        }
        pos.hot_mut().masks = masks;
        pos.hot_mut().states_hash = (0..MAX_SEATS).fold(0, |hash, seat| {
            let states = u64::from(pos.seat_state[seat].0) << 16
                | u64::from(pos.army_state[seat].0) << 8
                | u64::from(pos.controller[seat]);
            mix(hash ^ states)
        });
        pos.hot_mut().immune = immune;
        pos.hot_mut().unchecked = Seats(0);
        pos.hot_mut().waiting = waiting || !pos.cold().shields.is_empty();
    }

    /// Returns the current order of turns.
    pub fn order<'p>(&self, pos: &'p Position<W>) -> &'p [Seat]
    where
        'a: 'p,
    {
        match &pos.cold {
            Some(cold) => cold.order.as_deref().unwrap_or(&self.spec.order),
            None => &self.spec.order,
        }
    }

    /// Returns `true` if a seat's state gives it turns.
    pub fn has_turn(&self, pos: &Position<W>, seat: Seat) -> bool {
        self.spec.states[usize::from(pos.seat_state[seat.index()].0)].has_turn
    }

    /// Returns the condition for the end of a seat's state or its army's state. Returns `None` if
    /// there is no such condition, or if the condition is tested at another time than `tested`.
    pub fn until(&self, pos: &Position<W>, seat: usize, tested: Tested) -> Option<Until> {
        let states = [pos.seat_state[seat], pos.army_state[seat]];
        states
            .iter()
            .map(|state| &self.spec.states[usize::from(state.0)])
            .find(|state| state.until.is_some() && state.tested == tested)
            .and_then(|state| state.until)
    }

    /// Returns a copy of the position as it would be at the opening of a seat's turn. The copy has
    /// the en passant rights `live`. The copy has no record of earlier positions.
    pub fn opened(&self, pos: &Position<W>, turn: Seat, live: Seats) -> Position<W> {
        let mut opened = pos.clone();
        let hot = opened.hot_mut();
        (hot.turn, hot.stage, hot.ep_live) = (turn, Stage::Turn, live);
        if !pos.cold().past.is_empty() {
            opened.unhashed_mut().past.clear();
        }
        opened
    }

    /// Returns a copy of the position in which a seat and its army are active. No state ends
    /// automatically in the copy.
    pub fn awake(&self, pos: &Position<W>, seat: Seat) -> Position<W> {
        let mut awake = pos.clone();
        let hot = awake.hot_mut();
        hot.seat_state[seat.index()] = StateId::ACTIVE;
        hot.army_state[seat.index()] = StateId::ACTIVE;
        self.rebuild_masks(&mut awake);
        // If states could end here, the test of a move would include its releases. The releases
        // would test this status again, in an endless recursion.
        awake.hot_mut().waiting = false;
        awake
    }

    /// Makes a seat active if the seat's state can end automatically. Does the same for the seat's
    /// army.
    pub fn wake(&self, pos: &mut Position<W>, seat: Seat) {
        let ends = |state: StateId| self.spec.states[usize::from(state.0)].until.is_some();
        let hot = pos.hot_mut();
        for state in [&mut hot.seat_state[seat.index()], &mut hot.army_state[seat.index()]] {
            if ends(*state) {
                *state = StateId::ACTIVE;
            }
        }
        hot.dirty = true;
        pos.note_progress();
        self.rebuild_masks(pos);
    }

    /// Removes each en passant right whose pawn has left its square. Also removes a right if one of
    /// its skipped squares is occupied and the rules make such a right void.
    pub fn prune_ep(&self, pos: &mut Position<W>) {
        if pos.ep_live.0 == 0 {
            return;
        }
        for colour in pos.ep_live.iter() {
            let (first, pawn) = pos.ep[colour.index()];
            let there = pos.piece(pawn).is_some_and(|piece| {
                piece.colour() == colour && self.t.class(piece).uses_en_passant
            });
            let filled = self.spec.ep_occupied == EpOccupied::Void
                && pos.occupied.meets(&self.t.skipped((first, pawn)));
            if !there || filled {
                pos.hot_mut().ep_live.0 &= !colour.bit();
            }
        }
    }
}
