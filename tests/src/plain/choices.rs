//! The actions other than moves that a seat has at its turn, and the limits that dice and rules set
//! on its moves.

use std::collections::BTreeSet;

use quadrille_core::rules::{CaptureHand, Demand, DropLimits};
use quadrille_core::{
    Action, Again, Facing, Kind, Move, Piece, Protect, Restriction, Seat, Square, Status,
};

use super::{Checks, Plain, Seen, Step, seen};

/// The visible part of an action at a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Choice {
    /// The seat moves a piece.
    Move(Seen),
    /// A piece is dropped from the hand on a square.
    Drop(Kind, Square),
    /// The seat announces a move that is illegal only because it exposes the seat's own royals.
    Announce(Seen),
    /// The seat passes.
    Pass,
    /// The seat accepts the offer with this index.
    Say(u8),
}

/// Returns the visible part of an action of the engine. Returns `None` if such an action is never
/// listed at a turn.
#[must_use]
pub fn choice(action: Action) -> Option<Choice> {
    match action {
        Action::Move(_) => seen(action).map(Choice::Move),
        Action::Announce(mv) => seen(Action::Move(mv)).map(Choice::Announce),
        Action::Drop(kind, square) => Some(Choice::Drop(kind, square)),
        Action::Pass => Some(Choice::Pass),
        Action::Say(offer) => Some(Choice::Say(offer)),
        Action::Choose(_) | Action::Roll(_) | Action::Shuffle(_) | Action::Declare(..) => None,
    }
}

/// Returns the visible part of a move that is stored in a position.
fn seen_move(mv: Move) -> Option<Seen> {
    seen(Action::Move(mv))
}

impl Plain<'_> {
    /// Returns the actions of the seat to move, sorted.
    #[must_use]
    pub fn choices(&self) -> Vec<Choice> {
        self.choices_with_steps().into_iter().map(|(choice, _)| choice).collect()
    }

    /// Returns the actions of the seat to move, sorted. Each legal move has its step. Two moves with
    /// different captures can have the same visible part.
    pub(super) fn choices_with_steps(&self) -> Vec<(Choice, Option<Step>)> {
        let seat = self.setup.turn;
        if let Some(announced) = self.setup.announced {
            let announced = seen_move(announced);
            let steps = self.pseudo_legal(seat);
            let step = steps.into_iter().find(|step| Some(step.seen) == announced);
            return announced.map(|seen| (Choice::Move(seen), step)).into_iter().collect();
        }
        let (drops, only) = self.drops(seat, &|owner| self.protection(seat, owner));
        let mut choices: Vec<_> = drops.into_iter().map(|drop| (drop, None)).collect();
        if only {
            return choices;
        }
        let legal = self.moves(seat);
        let allowed = |step: &&Step| {
            self.thrown(step) && self.complies(seat, step) && !self.repeats(seat, step)
        };
        let left: Vec<Step> = legal.iter().filter(allowed).copied().collect();
        choices.extend(left.iter().map(|step| (Choice::Move(step.seen), Some(*step))));
        let careful = self.setup.restrictions.contains(&(seat, Restriction::Safe));
        if self.spec.announcers.contains(seat) && !careful {
            let refused: Vec<Seen> =
                self.setup.refused.iter().filter_map(|mv| seen_move(*mv)).collect();
            let protection =
                |owner| if owner == seat { Protect::None } else { self.protection(seat, owner) };
            let all = self.moves_protecting(seat, &protection).into_iter();
            let fresh = all.filter(|step| !legal.contains(step) && !refused.contains(&step.seen));
            choices.extend(fresh.map(|step| (Choice::Announce(step.seen), None)));
        }
        for (number, (offered, word)) in self.setup.offers.iter().enumerate() {
            if *offered != seat {
                continue;
            }
            // A pass is an action like a move. Other offers do not save a seat from being mated.
            if word == "pass" {
                let protection = |owner| self.protection(seat, owner);
                if self.is_protected(&protection, &self.all_checks(), self, &|royal| Some(royal)) {
                    choices.push((Choice::Pass, None));
                }
            } else if !choices.is_empty() {
                choices.push((Choice::Say(number as u8), None));
            }
        }
        self.keep_duty(seat, &mut choices);
        choices.sort_by_key(|(choice, _)| *choice);
        choices
    }

    /// If the seat has a duty to capture and can fulfil it, removes all actions that do not fulfil
    /// the duty, except offers and announcements.
    fn keep_duty(&self, seat: Seat, choices: &mut Vec<(Choice, Option<Step>)>) {
        let duties = self.spec.duties.iter().rev();
        let mut duties = duties.filter(|duty| duty.seats.contains(seat));
        let Some(duty) = duties.find(|duty| duty.demand.of_captures()) else { return };
        let catch = |step: &Option<Step>| {
            let step = step.as_ref()?;
            let kind = self.pieces[&step.seen.0].kind();
            let taken = self.taken(step);
            let values = taken.iter().map(|(_, piece)| self.spec.kinds[piece.kind().index()].value);
            match duty.demand {
                _ if taken.is_empty() || duty.kinds >> kind.0 & 1 == 0 => None,
                Demand::CaptureMostPieces => Some(taken.len() as i32),
                Demand::CaptureMostValue => Some(values.sum()),
                _ => Some(0),
            }
        };
        let most = choices.iter().map(|(_, step)| catch(step)).max().flatten();
        choices.retain(|(choice, step)| {
            matches!(choice, Choice::Say(_) | Choice::Announce(_)) || catch(step) == most
        });
    }

    fn all_checks(&self) -> Vec<Checks> {
        self.seats().map(|owner| self.checks(owner)).collect()
    }

    /// Returns the drops from the hand. The boolean is `true` if the seat must drop a piece.
    pub(super) fn drops(
        &self,
        seat: Seat,
        protection: &dyn Fn(Seat) -> Protect,
    ) -> (Vec<Choice>, bool) {
        let mut drops = BTreeSet::new();
        let mut only = false;
        let before = self.all_checks();
        let hand = &self.setup.hands[seat.index()];
        for rule in self.spec.hands.iter().filter(|rule| rule.seat == seat) {
            let held = rule.pieces.iter().filter(|(kind, _)| hand[kind.index()] > 0);
            for (kind, _) in held {
                let piece = Piece::new(*kind, seat, self.spec.seats[seat.index()].facing);
                for square in rule.zone {
                    if self.pieces.contains_key(&square) {
                        continue;
                    }
                    let mut after = self.clone();
                    after.pieces.insert(square, piece);
                    after.setup.hands[seat.index()][kind.index()] -= 1;
                    let before_move = |royal| (royal != square).then_some(royal);
                    if self.is_protected(protection, &before, &after, &before_move)
                        && self.within_limits(rule.limits, &after, square)
                    {
                        drops.insert(Choice::Drop(*kind, square));
                        only |= rule.first;
                    }
                }
            }
        }
        (drops.into_iter().collect(), only)
    }

    /// Returns `true` if a drop on `square` obeys the limits on drops. `after` is the position
    /// after the drop.
    fn within_limits(&self, limits: DropLimits, after: &Self, square: Square) -> bool {
        let dropped = after.pieces[&square];
        let seat = dropped.colour();
        let board = &self.spec.geometry;
        let line = |square: Square| match dropped.facing() {
            Facing::North | Facing::South => board.cell(square).file,
            Facing::East | Facing::West => board.cell(square).rank,
        };
        let alike = after.pieces.iter().filter(|(at, piece)| {
            (piece.kind(), piece.colour()) == (dropped.kind(), seat) && line(**at) == line(square)
        });
        let few = limits.on_line.is_none_or(|most| alike.count() <= usize::from(most));
        let mates = |other: Seat| {
            let state = usize::from(self.setup.seat_states[other.index()].0);
            other != seat
                && self.spec.states[state].has_turn
                && after.royals_checked_from(other, square)
                && after.status(other) == Status::Mate
        };
        few && !(limits.no_mate && self.seats().any(mates))
    }

    /// Returns `true` if the piece on a square attacks a royal of `owner`.
    fn royals_checked_from(&self, owner: Seat, square: Square) -> bool {
        let royals = self.pieces.iter().filter(|(_, piece)| {
            self.royal(**piece)
                && self.controller(piece.colour()) == owner
                && self.abilities(**piece).checkable
        });
        let mut attackers = royals.map(|(at, piece)| self.attackers(owner, *at, *piece));
        attackers.any(|attackers| attackers.contains(&square))
    }

    /// Returns `true` if the dice allow the kind of the moved piece to move.
    fn thrown(&self, step: &Step) -> bool {
        let dice = &self.setup.dice;
        let kind = self.pieces[&step.seen.0].kind();
        dice.is_empty() || dice.iter().any(|face| self.answers.dice_allows(*face, kind))
    }

    /// Returns `true` if a move obeys the restrictions on the next action of the seat.
    fn complies(&self, seat: Seat, step: &Step) -> bool {
        let kind = self.pieces[&step.seen.0].kind();
        let taken = self.taken(step);
        let demands = self.setup.restrictions.iter().filter(|(who, _)| *who == seat);
        demands.into_iter().all(|(_, demand)| match demand {
            // The protection of royals already covers this restriction.
            Restriction::Safe => true,
            Restriction::Again(Again::Any) => true,
            Restriction::Again(Again::Move(square)) => step.seen.0 == *square,
            Restriction::Again(Again::Capture(square)) => {
                step.seen.0 == *square && !taken.is_empty()
            }
            Restriction::Kinds(kinds) => kinds >> kind.0 & 1 != 0,
            Restriction::Colours(colours) => {
                colours & self.pieces[&step.seen.0].colour().bit() != 0
            }
            Restriction::From(squares) => squares.contains(&step.seen.0),
            Restriction::To(squares) => squares.contains(&step.seen.1),
            Restriction::Captures(colours) => {
                taken.iter().all(|(_, piece)| colours & piece.colour().bit() != 0)
            }
            Restriction::Spares(kinds) => {
                taken.iter().all(|(_, piece)| kinds >> piece.kind().0 & 1 == 0)
            }
            Restriction::Lifts(royal) => {
                let after = self.after(step);
                after.pieces.get(royal).is_some_and(|king| {
                    after.attackers(after.controller(king.colour()), *royal, *king).is_empty()
                })
            }
        })
    }

    /// Returns the position after a piece is dropped from the hand on a square.
    #[must_use]
    pub fn dropped(&self, kind: Kind, square: Square) -> Self {
        let mut after = self.clone();
        let seat = self.setup.turn;
        let piece = Piece::new(kind, seat, self.spec.seats[seat.index()].facing);
        after.pieces.insert(square, piece);
        after.setup.hands[seat.index()][kind.index()] -= 1;
        after.rights(&[], None);
        after
    }

    /// Puts a captured piece into a hand, if the rules have hands for captured pieces.
    pub(super) fn hold(&mut self, captor: Seat, piece: Piece) {
        let Some(whose) = self.spec.captures_to_hand else { return };
        if self.royal(piece) {
            return;
        }
        let seat = match whose {
            CaptureHand::Captor => captor,
            CaptureHand::Partner => {
                let mut partners = self.seats().filter(|seat| self.partners(captor, *seat));
                partners.next().unwrap_or(captor)
            }
            CaptureHand::Owner if self.unowned(piece).is_none() => piece.colour(),
            CaptureHand::Owner => captor,
        };
        let becomes = self.spec.bases.iter().find(|base| {
            base.kind == piece.kind()
                && base.mark.is_none_or(|mark| piece.marks() & (1 << mark) != 0)
        });
        let kind = becomes.map_or(piece.kind(), |base| base.base);
        self.setup.hands[seat.index()][kind.index()] += 1;
    }

    /// Returns the pieces in hand, by seat and kind.
    #[must_use]
    pub fn hands(&self) -> &[Vec<u8>] {
        &self.setup.hands
    }

    /// Returns the values of all counters.
    #[must_use]
    pub fn counters(&self) -> &[Vec<i32>] {
        &self.setup.counters
    }
}
