//! Open questions, and secret answers that are not revealed yet.

use quadrille_core::{Question, SealedAnswer, Setup};

/// The open questions and the secret answers of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Questions {
    /// The open questions, in the order in which they will be answered.
    pub waiting: Vec<Question>,
    /// The secret answers that are not revealed yet, in the order in which they were given.
    pub sealed: Vec<SealedAnswer>,
}

impl Questions {
    /// Returns the open questions and the secret answers of a position.
    #[must_use]
    pub fn of(setup: &Setup) -> Self {
        Self {
            waiting: setup.pending.iter().rev().cloned().collect(),
            sealed: setup.sealed.clone(),
        }
    }

    /// Asks several questions in order, before the questions that are already open.
    pub fn ask(&mut self, mut questions: Vec<Question>) {
        questions.append(&mut self.waiting);
        self.waiting = questions;
    }

    /// Answers the first question with the option that has this index. Returns the answers that
    /// become known, in the order in which they were given.
    pub fn answer(&mut self, choice: u16) -> Vec<SealedAnswer> {
        let question = self.waiting.remove(0);
        let answer = SealedAnswer { question, choice };
        if !answer.question.secret {
            return vec![answer];
        }
        self.sealed.push(answer);
        if self.waiting.iter().any(|question| question.secret) {
            return Vec::new();
        }
        std::mem::take(&mut self.sealed)
    }
}
