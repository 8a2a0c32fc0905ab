//! Describes plies and results in sentences, which can be spoken, printed or shown in lists of
//! moves.

use std::fmt;

use quadrille_core::{Ending, SeatResult};
use quadrille_dsl::Ruleset;
use quadrille_dsl::text::prose::{capital, listed, with_article};

use crate::changes::{BoardChange, CauseKind, PlyChanges};
use crate::game::OutcomeDescription;
use crate::names::NamedPiece;

impl PlyChanges {
    /// Describes the events of the ply in sentences. The seat's action comes first, then its
    /// consequences, each with the clause that causes it.
    #[must_use]
    pub fn describe(&self) -> String {
        let sentences = sentences(self);
        let ended = sentences.iter().map(|sentence| format!("{}.", capital(sentence)));
        ended.collect::<Vec<_>>().join(" ")
    }
}

/// Writes the events of the ply in sentences.
impl fmt::Display for PlyChanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.describe())
    }
}

impl OutcomeDescription {
    /// Returns a sentence that names the winners and the reason for the end.
    #[must_use]
    pub fn describe(&self, rules: &Ruleset) -> String {
        ending(Some(rules), self)
    }
}

/// Writes the winners and the reason for the end. If the reason is a clause, only its id is
/// written. [`OutcomeDescription::describe`] adds the clause's text from the rules.
impl fmt::Display for OutcomeDescription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&ending(None, self))
    }
}

fn sentences(ply: &PlyChanges) -> Vec<String> {
    let mut consequences: Vec<(String, Vec<&str>)> = Vec::new();
    for step in &ply.steps {
        for what in step.changes.iter().filter_map(consequence) {
            let clauses = step.clauses.iter().map(String::as_str);
            // Most rules change a seat and its army together, sometimes with a clause each.
            match consequences.last_mut() {
                Some((known, by)) if *known == what => {
                    by.extend(clauses);
                    by.dedup();
                }
                _ => consequences.push((what, clauses.collect())),
            }
        }
    }
    let consequences = consequences.into_iter().map(|(what, by)| match by.as_slice() {
        [] => what,
        clauses => format!("{what} ({})", clauses.join(", ")),
    });
    std::iter::once(deed(ply)).chain(consequences).collect()
}

/// Describes the seat's action.
fn deed(ply: &PlyChanges) -> String {
    let who = ply.seat.as_deref().unwrap_or("nature");
    let changes =
        || ply.steps.iter().filter(|s| s.cause == CauseKind::Action).flat_map(|s| &s.changes);
    let moves: Vec<_> = changes()
        .filter_map(|change| match change {
            BoardChange::Move { from, to, piece, becomes } => Some((from, to, piece, becomes)),
            _ => None,
        })
        .collect();
    let captured: Vec<String> = changes()
        .filter_map(|change| match change {
            BoardChange::Capture { square, piece } => Some(format!("{} on {square}", the(piece))),
            _ => None,
        })
        .collect();
    let placed = changes().find_map(|change| match change {
        BoardChange::Place { square, piece } => Some((square, piece)),
        _ => None,
    });
    if ply.action.is_empty() {
        let deed = if ply.secret { "answers in secret" } else { "acts out of sight" };
        let taken = match captured.as_slice() {
            [] => String::new(),
            captured => format!(", takes {}", listed(captured)),
        };
        return format!("{who} {deed}{taken}");
    }
    match (moves.as_slice(), placed) {
        ([(from, to, piece, becomes)], _) => {
            let mut text = format!("{who}: {} {from} to {to}", whose(piece, who));
            if !captured.is_empty() {
                text.push_str(&format!(", takes {}", listed(&captured)));
            }
            let other = becomes.as_ref().filter(|other| other.kind != piece.kind);
            if let Some(other) = other {
                text.push_str(&format!(", becomes {}", with_article(&other.kind)));
            }
            text
        }
        ([_, _, ..], _) => format!("{who} plays {}", ply.action),
        ([], Some((square, piece))) => {
            format!("{who} puts {} on {square}", with_article(&piece.kind))
        }
        ([], None) => match ply.action.as_str() {
            "pass" => format!("{who} passes"),
            action => match action.split_once('=') {
                Some(("roll", faces)) => format!("{who} rolls {faces}"),
                Some(("choose", answer)) => format!("{who} answers {}", answer.replace('_', " ")),
                Some((_, word)) => format!("{who} says {}", word.replace('_', " ")),
                None => format!("{who} plays {action}"),
            },
        },
    }
}

fn the(piece: &NamedPiece) -> String {
    format!("{}'s {}", capital(&piece.army), piece.kind)
}

/// Returns the kind of a piece. Adds the piece's army if it is not the army of `seat`.
fn whose(piece: &NamedPiece, seat: &str) -> String {
    if piece.army == seat { piece.kind.clone() } else { the(piece) }
}

/// Describes a change in words. Returns `None` for a change of bookkeeping that players need not
/// know.
fn consequence(change: &BoardChange) -> Option<String> {
    let text = match change {
        BoardChange::SeatState { seat, after, .. } => state(seat, after),
        BoardChange::ArmyState { army, after, .. } => state(army, after),
        BoardChange::Control { army, after: Some(seat), .. } if seat == army => {
            format!("{} moves its own pieces again", capital(army))
        }
        BoardChange::Control { army, after: Some(seat), .. } => {
            format!("{} now moves {}'s pieces", capital(seat), capital(army))
        }
        BoardChange::Control { army, after: None, .. } => {
            format!("{}'s pieces are uncontrolled", capital(army))
        }
        BoardChange::Replace { square, before, after } => {
            format!("{} on {square} becomes {}", the(before), the(after))
        }
        BoardChange::Ask { seat, question, .. } => {
            format!("{} has to answer: {}", capital(seat), question.replace('_', " "))
        }
        BoardChange::Refused { from, to } => format!("the move {from}-{to} is refused"),
        BoardChange::Order { seats } => {
            let seats: Vec<_> = seats.iter().map(|seat| capital(seat)).collect();
            format!("the order of turns is now {}", listed(&seats))
        }
        _ => return None,
    };
    Some(text)
}

fn state(who: &str, state: &str) -> String {
    match state {
        "active" => format!("{} is free again", capital(who)),
        state => format!("{} is {}", capital(who), state.replace('_', " ")),
    }
}

fn ending(rules: Option<&Ruleset>, result: &OutcomeDescription) -> String {
    let having = |wanted: SeatResult| {
        let seats = result.results.iter().filter(|(_, result)| **result == wanted);
        seats.map(|(seat, _)| capital(seat)).collect::<Vec<_>>()
    };
    let winners = having(SeatResult::Win);
    let who = match winners.as_slice() {
        [] => "Drawn".to_owned(),
        [one] => format!("{one} wins"),
        all => format!("{} win", listed(all)),
    };
    let built_in = Ending::BUILT_IN.into_iter().find(|ending| ending.word() == result.ending);
    let clauses = rules.map_or(&[][..], |rules| &rules.spec().clauses);
    let clause = clauses.iter().find(|clause| clause.id == result.ending);
    let by = match (built_in, clause) {
        (Some(ending), _) => format!(": {ending}"),
        (None, Some(clause)) => format!(" by {}: {}", clause.id, clause.text),
        (None, None) if rules.is_none() && result.ending != "rule" => {
            format!(" by {}", result.ending)
        }
        (None, None) => String::new(),
    };
    let text = format!("{who}{by}");
    if text.ends_with('.') { text } else { format!("{text}.") }
}
