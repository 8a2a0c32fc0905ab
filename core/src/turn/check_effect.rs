//! Checks that an effect refers only to seats, squares and counters that exist.

use crate::board::{Kind, Seat, Square};
use crate::rules::play_limits;
use crate::rules::{CounterId, Effect, MarkId, Restriction, StateId};
use crate::turn::Machine;

impl<const W: usize> Machine<'_, W> {
    /// Checks that every number in an effect refers to something that exists.
    pub fn check_effect(&self, effect: &Effect) -> Result<(), String> {
        let spec = self.spec;
        let below = |what: &str, number: usize, names: &mut dyn ExactSizeIterator<Item = &str>| {
            if number < names.len() {
                return Ok(());
            }
            let names: Vec<&str> = names.collect();
            let known = if names.is_empty() {
                "the rules have none".to_owned()
            } else {
                format!("counted from 0, the rules have {}", names.join(", "))
            };
            Err(format!("there is no {what} {number}; {known}"))
        };
        let seat = |seat: &Seat| {
            below("seat", seat.index(), &mut spec.seats.iter().map(|seat| seat.name.as_str()))
        };
        let colour = |of: &Seat| {
            if spec.neutral_colour() == Some(*of) { Ok(()) } else { seat(of) }
        };
        let kind = |kind: &Kind| {
            below("kind", kind.index(), &mut spec.kinds.iter().map(|kind| kind.name.as_str()))
        };
        let state = |state: &StateId| {
            let names = &mut spec.states.iter().map(|state| state.name.as_str());
            below("state", usize::from(state.0), names)
        };
        let counter = |counter: &CounterId| {
            let names = &mut spec.counters.iter().map(|counter| counter.name.as_str());
            below("counter", usize::from(counter.0), names)
        };
        let square = |square: &Square| {
            if spec.geometry.has(*square) {
                return Ok(());
            }
            Err(format!("there is no square with the number {}", square.index()))
        };
        let known_mark = |mark: MarkId| {
            below("mark", usize::from(mark.0), &mut spec.marks.iter().map(String::as_str))
        };
        match effect {
            Effect::SeatState(s, x) | Effect::ArmyState(s, x) => seat(s).and(state(x)),
            Effect::Control(s, to) => seat(s).and(to.as_ref().map_or(Ok(()), seat)),
            Effect::Remove(s) | Effect::Turn(s, _) => square(s),
            Effect::Capture(s, by) => square(s).and(by.as_ref().map_or(Ok(()), seat)),
            Effect::Again(again) => again.square().as_ref().map_or(Ok(()), square),
            Effect::Place(s, piece) => {
                square(s).and(kind(&piece.kind())).and(colour(&piece.colour()))
            }
            Effect::Relocate(from, to) => square(from).and(square(to)),
            Effect::Recolour(s, c) => square(s).and(colour(c)),
            Effect::Replace(s, k) => square(s).and(kind(k)),
            Effect::SetMark(s, mark) | Effect::ClearMark(s, mark) => {
                square(s).and(known_mark(*mark))
            }
            Effect::Remember(mark, s) => s.as_ref().map_or(Ok(()), square).and(known_mark(*mark)),
            Effect::SetPieceCounter(s, c, _) | Effect::AddPieceCounter(s, c, _) => {
                let names = &mut spec.piece_counters.iter().map(|counter| counter.name.as_str());
                square(s).and(below("counter of pieces", usize::from(c.0), names))
            }
            Effect::Hold(s, k, _) => seat(s).and(kind(k)),
            Effect::Restrict(s, Restriction::Lifts(at)) => seat(s).and(square(at)),
            Effect::Restrict(s, Restriction::From(squares) | Restriction::To(squares)) => {
                seat(s).and(squares.iter().try_for_each(square))
            }
            Effect::RemoveArmy(s)
            | Effect::ClearArmy(s)
            | Effect::Ask { seat: s, .. }
            | Effect::Offer(s, _)
            | Effect::Withdraw(s, _)
            | Effect::Relax(s, _)
            | Effect::Refuse(s)
            | Effect::AllowCastling(s)
            | Effect::Skip(s)
            | Effect::PlayNow(s)
            | Effect::Settle(s, _)
            | Effect::Restrict(s, _) => seat(s),
            Effect::SetCounter(c, s, _) | Effect::AddCounter(c, s, _) => {
                counter(c).and(s.as_ref().map_or(Ok(()), seat))
            }
            Effect::CounterToPly(c) => counter(c),
            Effect::Order(order, next) => {
                if order.is_empty() || order.len() > play_limits::MAX_ORDER {
                    return Err(format!(
                        "an order of turns needs 1 to {} seats",
                        play_limits::MAX_ORDER
                    ));
                }
                order.iter().chain([next]).try_for_each(seat)
            }
            Effect::Relate { from, to, .. } => seat(from).and(seat(to)),
            Effect::Choose { .. } | Effect::Finish(_) | Effect::FinishWithPoints(_) => Ok(()),
            Effect::Lose(loser) => seat(loser),
            Effect::Count(metric) => {
                let names = &mut spec.metrics.iter().map(String::as_str);
                below("metric", usize::from(metric.0), names)
            }
        }
    }
}
