//! Changes as text, one line each.

use std::fmt;

use quadrille_core::SeatResult;
use quadrille_dsl::sentence;
use quadrille_dsl::text::{Argument, Sentence};

use super::BoardChange;

impl BoardChange {
    /// Describes the change in a sentence.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        let (seat, square, word) = (Argument::seat, Argument::square, Argument::word);
        match self {
            Self::Move { from, to, piece, becomes } => {
                let (piece, from, to) = (piece.argument(), square(from), square(to));
                match becomes {
                    None => sentence!(ChangeMove, piece = piece, from = from, to = to),
                    Some(other) => sentence!(
                        ChangeMoveBecomes,
                        piece = piece,
                        from = from,
                        to = to,
                        other = other.argument(),
                    ),
                }
            }
            Self::Capture { square, piece } => sentence!(ChangeCapture, piece = piece.on(square)),
            Self::Remove { square, piece } => sentence!(ChangeRemove, piece = piece.on(square)),
            Self::Place { square: at, piece } => {
                sentence!(ChangePlace, piece = piece.argument(), square = square(at))
            }
            Self::Replace { square, before, after } => {
                sentence!(ChangeReplace, before = before.on(square), after = after.argument())
            }
            Self::Face { square, piece } => {
                sentence!(ChangeFace, piece = piece.on(square), facing = word(&piece.facing))
            }
            Self::Mark { square, piece } => {
                sentence!(ChangeMark, piece = piece.on(square), marks = list(&piece.marks, word))
            }
            Self::SeatState { seat: who, after, .. } => {
                sentence!(ChangeSeatState, seat = seat(who), state = word(after))
            }
            Self::ArmyState { army, after, .. } => {
                sentence!(ChangeArmyState, army = seat(army), state = word(after))
            }
            Self::Control { army, before, after } => {
                let [before, after] =
                    [before, after].map(|who| who.as_deref().map_or(word("none"), seat));
                sentence!(ChangeControl, army = seat(army), before = before, after = after)
            }
            Self::Counter { counter, seat: who, before, after } => {
                let (counter, before, after) = (word(counter), *before, *after);
                match who {
                    None => {
                        sentence!(ChangeCounter, counter = counter, before = before, after = after)
                    }
                    Some(who) => sentence!(
                        ChangeSeatCounter,
                        counter = counter,
                        seat = seat(who),
                        before = before,
                        after = after,
                    ),
                }
            }
            Self::Memory { memory, seat: who, after } => {
                let (memory, after) = (word(memory), word(after));
                match who {
                    None => sentence!(ChangeMemory, memory = memory, after = after),
                    Some(who) => sentence!(
                        ChangeSeatMemory,
                        memory = memory,
                        seat = seat(who),
                        after = after
                    ),
                }
            }
            Self::Hand { seat: who, kind, before, after } => sentence!(
                ChangeHand,
                seat = seat(who),
                kind = Argument::kind(kind),
                before = *before,
                after = *after,
            ),
            Self::Castling { seat: who, from, to, allowed } => {
                let (who, from, to) = (seat(who), square(from), square(to));
                if *allowed {
                    sentence!(ChangeCastlingRestored, seat = who, from = from, to = to)
                } else {
                    sentence!(ChangeCastlingLost, seat = who, from = from, to = to)
                }
            }
            Self::EnPassant { army, skipped: Some(skipped), .. } => {
                sentence!(ChangeEnPassant, army = seat(army), square = square(skipped))
            }
            Self::EnPassant { army, .. } => sentence!(ChangeEnPassantEnded, army = seat(army)),
            Self::Turn { after, .. } => sentence!(ChangeTurn, seat = seat(after)),
            Self::Order { seats } => sentence!(ChangeOrder, seats = list(seats, seat)),
            Self::Relation { from, to, capture, allowed } => {
                let (from, to) = (seat(from), seat(to));
                match (capture, allowed) {
                    (true, Some(true)) => sentence!(ChangeMayCapture, from = from, to = to),
                    (true, Some(false)) => sentence!(ChangeMayNotCapture, from = from, to = to),
                    (true, None) => sentence!(ChangeCaptureByRuleset, from = from, to = to),
                    (false, Some(true)) => sentence!(ChangeMayCheck, from = from, to = to),
                    (false, Some(false)) => sentence!(ChangeMayNotCheck, from = from, to = to),
                    (false, None) => sentence!(ChangeCheckByRuleset, from = from, to = to),
                }
            }
            Self::LastChecker { army, seat: Some(by) } => {
                sentence!(ChangeLastCheck, army = seat(army), seat = seat(by))
            }
            Self::LastChecker { army, seat: None } => {
                sentence!(ChangeNoLastCheck, army = seat(army))
            }
            Self::LastMover { seat: Some(by) } => sentence!(ChangeLastMove, seat = seat(by)),
            Self::LastMover { seat: None } => sentence!(ChangeNoLastMove),
            Self::Dice { faces } if faces.is_empty() => sentence!(ChangeNoDice),
            Self::Dice { faces } => {
                let faces: Argument = faces.iter().map(|face| Argument::from(*face)).collect();
                sentence!(ChangeDice, faces = faces)
            }
            Self::Relaxed { to: Some(protection) } => {
                sentence!(ChangeProtection, protection = word(protection))
            }
            Self::Relaxed { to: None } => sentence!(ChangeDefaultProtection),
            Self::Restricted { seat: who, restriction, holds } => {
                let (who, restriction) = (seat(who), word(restriction));
                if *holds {
                    sentence!(ChangeRestricted, seat = who, restriction = restriction)
                } else {
                    sentence!(ChangeUnrestricted, seat = who, restriction = restriction)
                }
            }
            Self::Announced { from: Some(from), to: Some(to) } => {
                sentence!(ChangeAnnounced, from = square(from), to = square(to))
            }
            Self::Announced { .. } => sentence!(ChangeNotAnnounced),
            Self::Refused { from, to } => {
                sentence!(ChangeRefused, from = square(from), to = square(to))
            }
            Self::Offer { seat: who, word: offer, open: true } => {
                sentence!(ChangeMaySay, seat = seat(who), word = word(offer))
            }
            Self::Offer { seat: who, word: offer, open: false } => {
                sentence!(ChangeMayNotSay, seat = seat(who), word = word(offer))
            }
            Self::Ask { seat: who, question, options } => sentence!(
                ChangeQuestion,
                seat = seat(who),
                question = word(question),
                options = list(options, word),
            ),
            Self::Answered { seat: who, question } => {
                sentence!(ChangeAnswered, seat = seat(who), question = word(question))
            }
            Self::Settle { seat: who, result: Some(result) } => {
                sentence!(ChangeResult, seat = seat(who), result = word(result.word()))
            }
            Self::Settle { seat: who, result: None } => {
                sentence!(ChangeNoResult, seat = seat(who))
            }
            Self::Finish { results, ending, .. } => {
                let of_seat = |(who, result): (&String, &SeatResult)| {
                    let result = word(result.word());
                    sentence!(ResultOfSeat, seat = seat(who), result = result).into()
                };
                let results: Argument = results.iter().map(of_seat).collect();
                sentence!(ChangeFinished, ending = word(ending), results = results)
            }
            Self::Other => sentence!(ChangeOther),
        }
    }
}

fn list(names: &[String], argument: impl Fn(&str) -> Argument) -> Argument {
    names.iter().map(|name| argument(name)).collect()
}

/// Writes the change as a sentence.
impl fmt::Display for BoardChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}
