//! What a summary does not say: who won together. Whole numbers only, so that the order in which
//! games finish does not matter.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use quadrille_core::sim::GameRecord;
use quadrille_core::{Ending, Spec};

use super::playout::winners;

/// What came of a game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Won by these teams and seats.
    Won(Vec<String>),
    /// Nobody won.
    Drawn,
    /// Stopped for its length.
    Stopped,
    /// Stopped by a failing script.
    Failed,
}

/// Games by what came of them.
#[derive(Debug, Default)]
pub struct Tally(Mutex<BTreeMap<Kind, u64>>);

impl Tally {
    /// Counts a game.
    pub fn add(&self, spec: &Spec, record: &GameRecord) {
        let kind = kind(spec, record);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(kind).or_default() += 1;
    }

    /// The counts.
    #[must_use]
    pub fn counts(&self) -> BTreeMap<Kind, u64> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// What came of a game.
#[must_use]
pub fn kind(spec: &Spec, record: &GameRecord) -> Kind {
    match &record.end {
        Err(_) => Kind::Failed,
        Ok(outcome) if outcome.ending == Ending::PlyLimit => Kind::Stopped,
        Ok(outcome) => match winners(spec, outcome) {
            names if names.is_empty() => Kind::Drawn,
            names => Kind::Won(names),
        },
    }
}

/// An ending's name: what kind it is, and the clause if a rule ended the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndingName {
    /// `rule` or one of the built-in endings.
    pub kind: &'static str,
    /// The clause.
    pub clause: Option<String>,
    /// What it says.
    pub text: String,
}

/// The name of an ending.
#[must_use]
pub fn ending(spec: &Spec, ending: Ending) -> EndingName {
    let plain = |kind, text: &str| EndingName { kind, clause: None, text: text.to_owned() };
    match ending {
        Ending::Rule(clause) => {
            let clause = clause.and_then(|id| spec.clauses.get(usize::from(id.0)));
            EndingName {
                kind: "rule",
                clause: clause.map(|clause| clause.id.clone()),
                text: clause.map_or_else(
                    || "a rule without a clause".to_owned(),
                    |clause| clause.text.clone(),
                ),
            }
        }
        Ending::Repetition => plain("repetition", "the position was repeated too often"),
        Ending::NoProgress => plain("no_progress", "no capture nor pawn move for too long"),
        Ending::InsufficientForce => plain("insufficient_force", "nobody had the force to win"),
        Ending::Stuck => plain("stuck", "nobody could move in a full round"),
        Ending::Left => plain("left", "a player resigned or ran out of time"),
        Ending::Agreed => plain("agreed", "the players agreed to a draw"),
        Ending::PlyLimit => plain("ply_limit", "stopped for its length; no result of play"),
    }
}
