//! Reasons why a drop, a pass or an announcement is illegal.

use super::Inquiry;
use crate::board::{Kind, Seat, Square, SquareSet};
use crate::game::illegal::{AnnouncementFault, DropFault, Illegal};
use crate::rules::{Action, Move, Protect, Restriction};

impl<const W: usize> Inquiry<'_, '_, W> {
    /// Returns the reason why the seat can't drop a piece.
    pub(super) fn drop(&self, kind: Kind, square: Square) -> Illegal {
        let (machine, pos) = (&self.machine, self.pos);
        if !machine.spec.geometry.has(square) {
            return Illegal::NoSuchSquare { square };
        }
        let held = pos.cold().hands[self.seat.index()].get(kind.index()).copied().unwrap_or(0);
        let piece = machine.board.held(self.seat, kind);
        let rule = machine.spec.hands.iter().find(|hand| {
            hand.seat == self.seat && hand.pieces.iter().any(|(other, _)| *other == kind)
        });
        let fault = match rule {
            Some(_) if held == 0 => Some(DropFault::NotInHand),
            None => Some(DropFault::NotInHand),
            Some(rule) if !rule.zone.contains(square) => Some(DropFault::Zone),
            Some(_) if pos.occupied.contains(square) => Some(DropFault::Occupied),
            Some(rule) => {
                let there = SquareSet::of(square);
                let open = machine.movegen.on_open_lines(pos, rule.limits, piece, there);
                open.is_empty().then_some(DropFault::Line)
            }
        };
        if let Some(why) = fault {
            return Illegal::Drop { kind, square, why };
        }
        let row = machine.movegen.protection(pos, self.seat);
        let mut after = pos.clone();
        machine.board.drop_held(&mut after, self.seat, kind, square);
        let mv = Move::new(square, square);
        if let Some(found) = self.exposure(&after, &row, mv) {
            return self.classify(&found, mv);
        }
        if rule.is_some_and(|rule| rule.limits.no_mate)
            && machine.movegen.drop_mates(pos, piece, square)
        {
            return Illegal::Drop { kind, square, why: DropFault::Mates };
        }
        match machine.movegen.forbid_hooks(pos).and_then(|hooks| hooks.of_drop(piece, square)) {
            Some(handler) => self.forbidden(handler),
            None => self.undutiful(&Action::Drop(kind, square)),
        }
    }

    /// Returns the reason why the seat can't pass.
    pub(super) fn pass(&self) -> Illegal {
        let (machine, pos) = (&self.machine, self.pos);
        if !pos.cold().offers.iter().any(|(seat, word)| *seat == self.seat && word == "pass") {
            return Illegal::NoPass;
        }
        let row = machine.movegen.protection(pos, self.seat);
        let nothing = Move::new(Square(0), Square(0));
        let found = self.exposure(pos, &row, nothing);
        match found {
            Some(found) => self.classify(&found, nothing),
            None => self.undutiful(&Action::Pass),
        }
    }

    /// Returns the reason why the seat can't announce this move. The caller has tested that the
    /// seat may announce moves. The protection of the seat's own royals is never the reason,
    /// because announced moves may expose these royals.
    pub(super) fn why_unannounced(&self, mv: Move) -> Illegal {
        let mine = |seat: &Seat| *seat == self.seat;
        let safe = Restriction::Safe;
        let restrictions = &self.pos.cold().restrictions;
        if restrictions.iter().any(|(seat, restriction)| mine(seat) && *restriction == safe) {
            return Illegal::Restricted { restriction: safe };
        }
        let mut row = self.machine.movegen.protection(self.pos, self.seat);
        row[self.seat.index()] = Protect::None;
        let mv = match self.movable(&row, mv.from, mv.to, mv.promotion) {
            Ok(mv) => mv,
            Err(why) => return why,
        };
        let hooks = self.machine.movegen.forbid_hooks(self.pos);
        match hooks.and_then(|hooks| hooks.of_move(self.seat, mv)) {
            Some(handler) => self.forbidden(handler),
            None => Illegal::Unlisted,
        }
    }

    /// Returns the reason why the seat can't announce a move.
    pub(super) fn announcement(&self, mv: Move) -> Illegal {
        let why = if !self.machine.spec.announcers.contains(self.seat) {
            AnnouncementFault::NotAllowed
        } else if self.legal.iter().any(|action| {
            matches!(action, Action::Move(other)
                if (other.from, other.to, other.promotion) == (mv.from, mv.to, mv.promotion))
        }) {
            AnnouncementFault::Legal
        } else if self.pos.cold().refused.iter().any(|refused| {
            (refused.from, refused.to, refused.promotion) == (mv.from, mv.to, mv.promotion)
        }) {
            AnnouncementFault::Refused
        } else {
            return self.why_unannounced(mv);
        };
        Illegal::Announcement { announced: mv, why }
    }
}
