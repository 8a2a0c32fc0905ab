//! Converts the engine's trace of a ply into changes as data.

use quadrille_core::{Change, Protect, Seat};
use quadrille_dsl::fen;

use super::BoardChange;
use crate::names::RulesetNames;

impl BoardChange {
    pub(crate) fn new(names: RulesetNames<'_>, change: &Change) -> Self {
        let square = |square| names.square(square);
        let seat = |seat: Seat| names.seat(seat);
        let piece = |piece| names.piece(piece);
        match change {
            Change::Moved { from, to, before, after } => {
                let becomes = Some(piece(*after)).filter(|after| *after != piece(*before));
                Self::Move { from: square(*from), to: square(*to), piece: piece(*before), becomes }
            }
            Change::Captured { square: at, piece: gone } => {
                Self::Capture { square: square(*at), piece: piece(*gone) }
            }
            Change::Removed { square: at, piece: gone } => {
                Self::Remove { square: square(*at), piece: piece(*gone) }
            }
            Change::Placed { square: at, piece: come } => {
                Self::Place { square: square(*at), piece: piece(*come) }
            }
            Change::Replaced { square: at, before, after } => {
                Self::Replace { square: square(*at), before: piece(*before), after: piece(*after) }
            }
            Change::Turned { square: at, after, .. } => {
                Self::Face { square: square(*at), piece: piece(*after) }
            }
            Change::Marked { square: at, after, .. } => {
                Self::Mark { square: square(*at), piece: piece(*after) }
            }
            Change::SeatState { seat: of, before, after } => Self::SeatState {
                seat: seat(*of),
                before: names.state(*before),
                after: names.state(*after),
            },
            Change::ArmyState { colour, before, after } => Self::ArmyState {
                army: seat(*colour),
                before: names.state(*before),
                after: names.state(*after),
            },
            Change::Control { colour, before, after } => Self::Control {
                army: seat(*colour),
                before: before.map(seat),
                after: after.map(seat),
            },
            Change::Counter { counter, seat: of, after, .. }
                if names.memory(*counter, *after).is_some() =>
            {
                Self::Memory {
                    memory: names.counter(*counter),
                    seat: of.map(seat),
                    after: names.memory(*counter, *after).unwrap_or_default(),
                }
            }
            Change::Counter { counter, seat: of, before, after } => Self::Counter {
                counter: names.counter(*counter),
                seat: of.map(seat),
                before: *before,
                after: *after,
            },
            Change::Hand { seat: of, kind, before, after } => Self::Hand {
                seat: seat(*of),
                kind: names.kind(*kind),
                before: *before,
                after: *after,
            },
            Change::Castling { right, there } => match names.0.castling.get(*right) {
                Some(rule) => Self::Castling {
                    seat: seat(rule.seat),
                    from: square(rule.king.0),
                    to: square(rule.king.1),
                    allowed: *there,
                },
                None => Self::Other,
            },
            Change::EnPassant { colour, right } => Self::EnPassant {
                army: seat(*colour),
                skipped: right.map(|(skipped, _)| square(skipped)),
                pawn: right.map(|(_, pawn)| square(pawn)),
            },
            Change::Turn { before, after } => {
                Self::Turn { before: seat(*before), after: seat(*after) }
            }
            Change::Order(order) => {
                Self::Order { seats: order.iter().map(|of| seat(*of)).collect() }
            }
            Change::Relation { from, to, capture, allowed } => Self::Relation {
                from: seat(*from),
                to: seat(*to),
                capture: *capture,
                allowed: *allowed,
            },
            Change::LastChecker { colour, seat: by } => {
                Self::LastChecker { army: seat(*colour), seat: by.map(seat) }
            }
            Change::LastMover(by) => Self::LastMover { seat: by.map(seat) },
            Change::Dice(faces) => Self::Dice { faces: faces.clone() },
            Change::Relaxed(protect) => {
                Self::Relaxed { to: protect.map(|protect| protection(protect).into()) }
            }
            Change::Restricted { seat: of, restriction: which, holds } => Self::Restricted {
                seat: seat(*of),
                restriction: which.word().into(),
                holds: *holds,
            },
            Change::Announced(mv) => Self::Announced {
                from: mv.map(|mv| square(mv.from)),
                to: mv.map(|mv| square(mv.to)),
            },
            Change::Refused(mv) => Self::Refused { from: square(mv.from), to: square(mv.to) },
            Change::Offer { seat: of, word, open } => {
                Self::Offer { seat: seat(*of), word: word.clone(), open: *open }
            }
            Change::Asked(question) => Self::Ask {
                seat: seat(question.seat),
                question: question.name.clone(),
                options: question.options.clone(),
            },
            Change::Answered(question) => {
                Self::Answered { seat: seat(question.seat), question: question.name.clone() }
            }
            Change::Settled { seat: of, result: how } => {
                Self::Settle { seat: seat(*of), result: *how }
            }
            Change::Finished(outcome) => Self::Finish {
                results: names
                    .seats()
                    .zip(&outcome.results)
                    .map(|(of, how)| (seat(of), *how))
                    .collect(),
                points: names
                    .seats()
                    .zip(outcome.points.iter().flatten())
                    .map(|(of, points)| (seat(of), *points))
                    .collect(),
                ending: names.ending(outcome),
            },
            _ => Self::Other,
        }
    }
}

/// Returns the word for a protection of royals.
fn protection(protect: Protect) -> &'static str {
    let known = fen::PROTECTIONS.iter().find(|(_, known)| *known == protect);
    known.map_or("none", |(word, _)| word)
}
