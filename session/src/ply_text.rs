//! Describes plies and results in sentences, which can be spoken, printed or shown in lists of
//! moves.

use std::fmt;

use quadrille_core::{Ending, SeatResult};
use quadrille_dsl::text::{Argument, Sentence};
use quadrille_dsl::{Ruleset, sentence};

use crate::changes::{BoardChange, CauseKind, PlyChanges};
use crate::game::OutcomeDescription;

impl PlyChanges {
    /// Describes the events of the ply in sentences. The first sentence describes the action. The
    /// consequences follow, each with the clause that causes it.
    #[must_use]
    pub fn sentences(&self) -> Vec<Sentence> {
        let mut consequences: Vec<(Sentence, Vec<&str>)> = Vec::new();
        for step in &self.steps {
            let changes = step.changes.iter().filter(|change| !self.answers(change));
            for what in changes.filter_map(consequence) {
                let clauses = step.clauses.iter().map(String::as_str);
                // Most rules that change a seat's state change its army's state too. If two
                // sentences are equal, they become one sentence with the clauses of both.
                match consequences.last_mut() {
                    Some((known, by)) if *known == what => {
                        by.extend(clauses);
                        by.dedup();
                    }
                    _ => consequences.push((what, clauses.collect())),
                }
            }
        }
        let consequences = consequences.into_iter().map(|(what, by)| {
            if by.is_empty() {
                return what;
            }
            let clauses: Argument = by.into_iter().map(Argument::word).collect();
            sentence!(ByClauses, what = what, clauses = clauses)
        });
        let who = || self.seat.as_deref().map_or(Argument::word("nature"), Argument::seat);
        let choices = choices(&self.action).map(|(question, option)| {
            sentence!(
                PlyChooses,
                who = who(),
                option = Argument::word(option),
                question = Argument::word(question),
            )
        });
        let deed = std::iter::once(deed(self));
        deed.chain(choices).chain(consequences).collect()
    }

    /// Returns `true` if a change asks a question whose answer is a choice within the action.
    fn answers(&self, change: &BoardChange) -> bool {
        let BoardChange::Ask { question, .. } = change else { return false };
        choices(&self.action).any(|(answered, _)| answered == question)
    }

    /// Describes the events of the ply in English sentences, as [`PlyChanges::sentences`] does.
    #[must_use]
    pub fn describe(&self) -> String {
        self.sentences().iter().map(Sentence::punctuated).collect::<Vec<_>>().join(" ")
    }
}

/// Writes the events of the ply in sentences.
impl fmt::Display for PlyChanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.describe())
    }
}

impl OutcomeDescription {
    /// Returns a sentence that names the winners, the points and the reason for the end.
    #[must_use]
    pub fn sentence(&self, rules: &Ruleset) -> Sentence {
        ending(Some(rules), self)
    }

    /// Returns the English text of [`OutcomeDescription::sentence`].
    #[must_use]
    pub fn describe(&self, rules: &Ruleset) -> String {
        self.sentence(rules).punctuated()
    }
}

/// Writes the winners and the reason for the end. If the reason is a clause, only its id is
/// written. [`OutcomeDescription::describe`] adds the clause's text from the rules.
impl fmt::Display for OutcomeDescription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&ending(None, self).punctuated())
    }
}

/// Returns the choices within a move: the names of the questions, with the options chosen.
fn choices(action: &str) -> impl Iterator<Item = (&str, &str)> {
    action.split(',').skip(1).filter_map(|choice| choice.split_once('='))
}

/// Describes the seat's action.
fn deed(ply: &PlyChanges) -> Sentence {
    let who = ply.seat.as_deref().map_or(Argument::word("nature"), Argument::seat);
    let changes =
        || ply.steps.iter().filter(|s| s.cause == CauseKind::Action).flat_map(|s| &s.changes);
    let moves: Vec<_> = changes()
        .filter_map(|change| match change {
            BoardChange::Move { from, to, piece, becomes } => Some((from, to, piece, becomes)),
            _ => None,
        })
        .collect();
    let captured: Vec<Argument> = changes()
        .filter_map(|change| match change {
            BoardChange::Capture { square, piece } => Some(piece.on(square)),
            _ => None,
        })
        .collect();
    let takes = |ply: Sentence| match captured.as_slice() {
        [] => ply,
        _ => sentence!(PlyTakes, ply = ply, pieces = Argument::List(captured.clone())),
    };
    let placed = changes().find_map(|change| match change {
        BoardChange::Place { square, piece } => Some((square, piece)),
        _ => None,
    });
    if ply.action.is_empty() && ply.secret {
        return takes(sentence!(PlySecret, who = who));
    }
    if ply.action.is_empty() {
        return takes(sentence!(PlyHidden, who = who));
    }
    match (moves.as_slice(), placed) {
        ([(from, to, piece, becomes)], _) => {
            let own = ply.seat.as_ref() == Some(&piece.army);
            let moved = takes(sentence!(
                PlyMoves,
                who = who,
                piece = if own { Argument::kind(&piece.kind) } else { piece.argument() },
                from = Argument::square(from),
                to = Argument::square(to),
            ));
            match becomes.as_ref().filter(|other| other.kind != piece.kind) {
                Some(other) => {
                    sentence!(PlyBecomes, ply = moved, kind = Argument::kind(&other.kind))
                }
                None => moved,
            }
        }
        ([_, _, ..], _) => {
            sentence!(PlyPlays, who = who, action = Argument::Text(ply.action.clone()))
        }
        ([], Some((square, piece))) => sentence!(
            PlyPuts,
            who = who,
            kind = Argument::kind(&piece.kind),
            square = Argument::square(square),
        ),
        ([], None) => match ply.action.as_str() {
            "pass" => sentence!(PlyPasses, who = who),
            action => match action.split_once('=') {
                Some(("roll", faces)) => {
                    sentence!(PlyRolls, who = who, faces = Argument::Text(faces.to_owned()))
                }
                Some(("shuffle", order)) => {
                    sentence!(PlyShuffles, order = Argument::Text(order.to_owned()))
                }
                Some(("choose", answer)) => {
                    sentence!(PlyAnswers, who = who, answer = Argument::word(answer))
                }
                Some((_, word)) => sentence!(PlySays, who = who, word = Argument::word(word)),
                None => sentence!(PlyPlays, who = who, action = Argument::Text(action.to_owned())),
            },
        },
    }
}

/// Describes a change in a sentence. Returns `None` for a change that players need not know, such
/// as a change of an internal record.
fn consequence(change: &BoardChange) -> Option<Sentence> {
    let sentence = match change {
        BoardChange::SeatState { seat, after, .. } => state(seat, after),
        BoardChange::ArmyState { army, after, .. } => state(army, after),
        BoardChange::Control { army, after: Some(seat), .. } if seat == army => {
            sentence!(ConsequenceOwnPieces, seat = Argument::seat(seat))
        }
        BoardChange::Control { army, after: Some(seat), .. } => {
            sentence!(ConsequenceControl, seat = Argument::seat(seat), army = Argument::seat(army))
        }
        BoardChange::Control { army, after: None, .. } => {
            sentence!(ConsequenceUncontrolled, army = Argument::seat(army))
        }
        BoardChange::Replace { square, before, after } => {
            sentence!(ConsequenceReplaced, before = before.on(square), after = after.argument())
        }
        BoardChange::Ask { seat, question, .. } => sentence!(
            ConsequenceQuestion,
            seat = Argument::seat(seat),
            question = Argument::word(question),
        ),
        BoardChange::Refused { from, to } => {
            sentence!(ConsequenceRefused, from = Argument::square(from), to = Argument::square(to))
        }
        BoardChange::Order { seats } => {
            let seats: Argument = seats.iter().map(|seat| Argument::seat(seat)).collect();
            sentence!(ConsequenceOrder, seats = seats)
        }
        _ => return None,
    };
    Some(sentence)
}

fn state(who: &str, state: &str) -> Sentence {
    let who = Argument::seat(who);
    match state {
        "active" => sentence!(ConsequenceFree, who = who),
        state => sentence!(ConsequenceState, who = who, state = Argument::word(state)),
    }
}

fn ending(rules: Option<&Ruleset>, result: &OutcomeDescription) -> Sentence {
    let won = result.results.iter().filter(|(_, result)| **result == SeatResult::Win);
    let mut winners: Vec<Argument> = won.map(|(seat, _)| Argument::seat(seat)).collect();
    let outcome = match winners.len() {
        0 => sentence!(OutcomeDraw),
        1 => sentence!(OutcomeWin, seat = winners.remove(0)),
        _ => sentence!(OutcomeWins, seats = Argument::List(winners)),
    };
    let outcome = if result.points.is_empty() {
        outcome
    } else {
        let of_seat = |(seat, points): (&String, &u32)| {
            sentence!(PointsOfSeat, seat = Argument::seat(seat), points = *points).into()
        };
        let points: Argument = result.points.iter().map(of_seat).collect();
        sentence!(OutcomePoints, outcome = outcome, points = points)
    };
    let built_in = Ending::BUILT_IN.into_iter().find(|ending| ending.word() == result.ending);
    let clauses = rules.map_or(&[][..], |rules| &rules.spec().clauses);
    let clause = clauses.iter().find(|clause| clause.id == result.ending);
    match (built_in, clause) {
        (Some(ending), _) => {
            sentence!(OutcomeEnding, outcome = outcome, ending = Sentence::from(ending))
        }
        (None, Some(clause)) => sentence!(
            OutcomeClause,
            outcome = outcome,
            clause = Argument::word(&clause.id),
            text = Argument::Text(clause.text.clone()),
        ),
        (None, None) if rules.is_none() && result.ending != "rule" => {
            sentence!(OutcomeEndingName, outcome = outcome, ending = Argument::word(&result.ending))
        }
        (None, None) => outcome,
    }
}
