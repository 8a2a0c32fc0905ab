//! Changes as text, one line each.

use std::fmt;

use quadrille_core::SeatResult;

use super::BoardChange;

impl fmt::Display for BoardChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { from, to, piece, becomes: None } => write!(f, "{piece} {from}-{to}"),
            Self::Move { from, to, piece, becomes: Some(other) } => {
                write!(f, "{piece} {from}-{to}, now {other}")
            }
            Self::Capture { square, piece } => write!(f, "{piece} on {square} is captured"),
            Self::Remove { square, piece } => write!(f, "{piece} on {square} is removed"),
            Self::Place { square, piece } => write!(f, "{piece} is placed on {square}"),
            Self::Replace { square, before, after } => {
                write!(f, "{before} on {square} becomes {after}")
            }
            Self::Face { square, piece } => {
                write!(f, "{piece} on {square} faces {}", piece.facing)
            }
            Self::Mark { square, piece } => {
                write!(f, "{piece} on {square} is marked [{}]", piece.marks.join(", "))
            }
            Self::SeatState { seat, after, .. } => write!(f, "{seat} becomes {after}"),
            Self::ArmyState { army, after, .. } => write!(f, "{army}'s army becomes {after}"),
            Self::Control { army, before, after } => {
                let [before, after] = [before, after].map(|who| who.as_deref().unwrap_or("none"));
                write!(f, "controller of {army}'s army: {before} -> {after}")
            }
            Self::Counter { counter, seat: Some(seat), before, after } => {
                write!(f, "{counter} {seat}: {before} -> {after}")
            }
            Self::Counter { counter, seat: None, before, after } => {
                write!(f, "{counter}: {before} -> {after}")
            }
            Self::Memory { memory, seat: Some(seat), after } => {
                write!(f, "{memory} {seat}: {after}")
            }
            Self::Memory { memory, seat: None, after } => write!(f, "{memory}: {after}"),
            Self::Hand { seat, kind, before, after } => {
                write!(f, "hand of {seat}, {kind}: {before} -> {after}")
            }
            Self::Castling { seat, from, to, allowed } => {
                let what = if *allowed { "is possible again" } else { "is lost" };
                write!(f, "castling {from}-{to} of {seat} {what}")
            }
            Self::EnPassant { army, skipped: Some(skipped), .. } => {
                write!(f, "{army} may be captured en passant on {skipped}")
            }
            Self::EnPassant { army, .. } => {
                write!(f, "{army} can't be captured en passant now")
            }
            Self::Turn { after, .. } => write!(f, "{after} is to move"),
            Self::Order { seats } => write!(f, "order of turns: {}", seats.join(", ")),
            Self::Relation { from, to, capture, allowed } => {
                let what = if *capture { "capture" } else { "check" };
                match allowed {
                    Some(true) => write!(f, "{from} may {what} {to}"),
                    Some(false) => write!(f, "{from} may not {what} {to}"),
                    None => write!(f, "the ruleset decides again if {from} may {what} {to}"),
                }
            }
            Self::LastChecker { army, seat: Some(seat) } => {
                write!(f, "last check to {army} by {seat}")
            }
            Self::LastChecker { army, seat: None } => write!(f, "no last check to {army}"),
            Self::LastMover { seat: Some(seat) } => write!(f, "last move by {seat}"),
            Self::LastMover { seat: None } => write!(f, "no last move"),
            Self::Dice { faces } => {
                let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
                write!(
                    f,
                    "dice left: {}",
                    if faces.is_empty() { "none".into() } else { faces.join(", ") }
                )
            }
            Self::Relaxed { to } => {
                write!(f, "protection of own royals: {}", to.as_deref().unwrap_or("default"))
            }
            Self::Restricted { seat, restriction, holds } => {
                let what = if *holds { "is restricted" } else { "is free of a restriction" };
                write!(f, "next move of {seat} {what}: {restriction}")
            }
            Self::Announced { from: Some(from), to: Some(to) } => {
                write!(f, "announced {from}-{to}")
            }
            Self::Announced { .. } => write!(f, "no announced move"),
            Self::Refused { from, to } => write!(f, "refused {from}-{to}"),
            Self::Offer { seat, word, open } => {
                let what = if *open { "may say" } else { "may not say" };
                write!(f, "{seat} {what} {word}")
            }
            Self::Ask { seat, question, options } => {
                write!(f, "question to {seat}, {question}: {}", options.join(", "))
            }
            Self::Answered { seat, question } => write!(f, "{seat} has answered {question}"),
            Self::Settle { seat, result } => {
                write!(f, "{seat}: {}", result.map_or("no result yet", SeatResult::word))
            }
            Self::Finish { results, ending } => {
                let results: Vec<String> =
                    results.iter().map(|(seat, result)| format!("{seat} {result}")).collect();
                write!(f, "the game is over by {ending}: {}", results.join(", "))
            }
            Self::Other => write!(f, "another change"),
        }
    }
}
