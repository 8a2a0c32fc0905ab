//! The positions that have occurred since the last progress. They determine which moves violate the
//! duty not to repeat a position.

use std::collections::BTreeSet;

use quadrille_core::rules::{Demand, EpWindow, Tested};
use quadrille_core::{Colour, Phase, Protect, Seat, Setup, Square, StateId, Status};

use super::{Manner, Plain, Step};

impl Plain<'_> {
    /// Returns the same position with a history of earlier positions. `past` contains these
    /// positions in the form that [`Plain::occurrence`] returns.
    #[must_use]
    pub fn with_past(mut self, past: &[Setup]) -> Self {
        self.past = past.to_vec();
        self
    }

    /// Returns the part of a position that is compared at the end of a turn to find repetitions.
    /// The length of the game and the data that only the present turn uses are left out. En passant
    /// rights that no capture can use are left out, too.
    #[must_use]
    pub fn occurrence(&self) -> Setup {
        let mut en_passant = self.setup.en_passant.clone();
        en_passant.retain(|(colour, first, pawn)| {
            self.is_usable(*colour, &self.skipped_squares(*first, *pawn))
        });
        Setup {
            en_passant,
            pieces: self.pieces(),
            phase: Phase::Turn,
            made: 0,
            halfmove: 0,
            ply: 0,
            relaxed: None,
            restrictions: Vec::new(),
            refused: Vec::new(),
            announced: None,
            ..self.setup.clone()
        }
    }

    /// Returns `true` if a capture can use an en passant right. The seat to move can use it with a
    /// legal capture. Any other seat whose turn comes before the turn of the pawn's controller can
    /// use it with a pseudo-legal capture.
    fn is_usable(&self, colour: Colour, skipped: &BTreeSet<Square>) -> bool {
        let takes = |steps: Vec<Step>| {
            steps
                .iter()
                .any(|step| skipped.contains(&step.seen.1) && step.seen.3 == Manner::EnPassant)
        };
        let turn = self.setup.turn;
        let legal = if self.spec.announcers.contains(turn) {
            let others = |owner| {
                if owner == turn { Protect::None } else { self.protection(turn, owner) }
            };
            self.moves_protecting(turn, &others)
        } else {
            self.moves(turn)
        };
        if takes(legal) {
            return true;
        }
        let order = self.setup.order.as_ref().unwrap_or(&self.spec.order);
        let later = order.iter().cycle().skip(usize::from(self.setup.pointer) + 1);
        self.spec.ep_window == EpWindow::OwnTurn
            && later
                .take(order.len())
                .take_while(|seat| self.controller(colour) != **seat)
                .filter(|seat| {
                    let state = self.setup.seat_states[seat.index()];
                    self.spec.states[usize::from(state.0)].has_turn
                })
                .any(|seat| takes(self.pseudo_legal(*seat)))
    }

    /// Returns the position at the start of the next turn. The position must be the one after the
    /// last action of a turn.
    #[must_use]
    pub fn next_turn(&self) -> Self {
        let mut next = self.clone();
        next.setup.ply += 1;
        for seat in self.seats() {
            let of_seat = next.setup.seat_states[seat.index()];
            let of_army = next.setup.army_states[seat.index()];
            let ends = |id: StateId| {
                let state = &self.spec.states[usize::from(id.0)];
                state.until.is_some() && state.tested == Tested::Continuous
            };
            // In random rulesets, only one state can end. This state lasts as long as the seat is
            // mated. A seat and its army can have this state, or only one of them.
            if (ends(of_seat) || ends(of_army)) && next.status(seat) != Status::Mate {
                if ends(of_seat) {
                    next.setup.seat_states[seat.index()] = StateId::ACTIVE;
                }
                if ends(of_army) {
                    next.setup.army_states[seat.index()] = StateId::ACTIVE;
                }
            }
        }
        let order = self.setup.order.as_ref().unwrap_or(&self.spec.order);
        let mut opened: Vec<Seat> = Vec::new();
        for _ in order {
            next.setup.pointer = (next.setup.pointer + 1) % order.len() as u8;
            next.setup.turn = order[usize::from(next.setup.pointer)];
            opened.push(next.setup.turn);
            let state = next.setup.seat_states[next.setup.turn.index()];
            if self.spec.states[usize::from(state.0)].has_turn {
                break;
            }
        }
        if self.spec.ep_window == EpWindow::OwnTurn {
            next.setup.en_passant = next.en_passant_rights(&opened);
        }
        next
    }

    /// Returns `true` if a move is progress, so that earlier positions can't be repeated.
    #[must_use]
    pub fn is_progress(&self, step: &Step) -> bool {
        let kind = self.pieces[&step.seen.0].kind();
        !self.taken(step).is_empty() || self.spec.progress_kinds >> kind.0 & 1 != 0
    }

    /// Returns `true` if a move is forbidden for the seat because the position after the move has
    /// already occurred as often as the rules allow.
    #[must_use]
    pub fn repeats(&self, seat: Seat, step: &Step) -> bool {
        let forbidden = self.spec.duties.iter().filter(|duty| duty.seats.contains(seat));
        let forbidden = forbidden.filter_map(|duty| match duty.demand {
            Demand::NoRepeat { times } => Some(usize::from(times)),
            _ => None,
        });
        let Some(times) = forbidden.min() else { return false };
        if self.is_progress(step) {
            return false;
        }
        let then = self.after(step).next_turn().occurrence();
        self.past.iter().filter(|other| **other == then).count() + 1 >= times
    }

    /// Returns the number of moves that are illegal only because they would repeat a position.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        let seat = self.setup.turn;
        self.moves(seat).iter().filter(|step| self.repeats(seat, step)).count()
    }
}
