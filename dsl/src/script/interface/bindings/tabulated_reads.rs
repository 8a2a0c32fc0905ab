//! The answers of a tabulated hook, as a tree of its queries about a square.
//!
//! A tabulated hook is a function of a piece and a square. Most hooks read little about the square,
//! such as its zone, or its distance from a seat's side. If all queries about one square have the
//! same answers for another, the hook's result is the same too, so the hook need not run again.
//! [`AnswerTree`] makes the queries itself, in the hook's order.
//!
//! A square value in a script is the hook's square, a square reached from it by steps, or a square
//! that the script names. The first two are called subjects. A value does not show its origin, so a
//! query is recorded for every subject that equals the queried square. If the script meant a
//! subject, this subject's query is therefore among the recorded ones. If the script meant a named
//! square, the recorded query is superfluous, because the result does not depend on it. The tree
//! may distinguish squares that are equivalent, but never treats different squares as equivalent.

use quadrille_core::Square;

use super::rule_facts::{Facts, SquareQuestion, SquareReads};

/// The answers of a tabulated hook for one piece: a tree of queries.
pub(crate) struct AnswerTree<T>(Vec<AnswerNode<T>>);

enum AnswerNode<T> {
    Answer(T),
    /// A query, with the next node for each answer.
    Ask {
        subject: usize,
        question: SquareQuestion,
        next: Vec<(i64, usize)>,
    },
}

impl<T> Default for AnswerTree<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> AnswerTree<T> {
    /// Returns the answer for a square, if the hook already answered for an equivalent square.
    pub(crate) fn find(&self, facts: &Facts, square: Square) -> Option<&T> {
        let mut subjects = vec![square];
        let mut node = self.0.first()?;
        loop {
            match node {
                AnswerNode::Answer(answer) => return Some(answer),
                AnswerNode::Ask { subject, question, next } => {
                    let (answer, found) = facts.read(*subjects.get(*subject)?, question);
                    subjects.extend(found);
                    let (_, number) = next.iter().find(|(known, _)| *known == answer)?;
                    node = self.0.get(*number)?;
                }
            }
        }
    }

    /// Stores an answer with the reads that led to it.
    pub(crate) fn keep(&mut self, reads: SquareReads, answer: T) {
        let mut at = 0;
        for read in reads.answered {
            if at == self.0.len() {
                let (subject, question) = (read.subject, read.question.clone());
                self.0.push(AnswerNode::Ask { subject, question, next: Vec::new() });
            }
            let end = self.0.len();
            // A hook makes the same queries until an answer differs. The recorded queries may
            // differ earlier, because other subjects may equal the queried square. The answer is
            // then not stored.
            let Some(AnswerNode::Ask { subject, question, next }) = self.0.get_mut(at) else {
                return;
            };
            if (&*subject, &*question) != (&read.subject, &read.question) {
                return;
            }
            at = match next.iter().find(|(known, _)| *known == read.answer) {
                Some((_, number)) => *number,
                None => {
                    next.push((read.answer, end));
                    end
                }
            };
        }
        if at == self.0.len() {
            self.0.push(AnswerNode::Answer(answer));
        }
    }
}
