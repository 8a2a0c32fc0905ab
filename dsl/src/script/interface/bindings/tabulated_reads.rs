//! The answers of a tabulated hook as a tree of the questions that it asks about a square.
//!
//! Such a hook is a function of a piece and a square, and most read little of the square: in which zone it lies,
//! how far it is from a seat's side. Where all that a hook has read of one square holds of another, it would do
//! and answer the same there, so it need not run again: [`AnswerTree`] asks the questions itself, in the hook's
//! order.
//!
//! A square that a script holds is the one asked about, one found from that by steps, or one that it names. The
//! first two are subjects. A question about a square is taken as one about each subject that it equals. If the
//! script meant a square that it names, nothing depends on the question, and the condition is superfluous; if it
//! meant a subject, that subject is among them. So a condition can be too strict, but never missing.

use quadrille_core::Square;

use super::rule_facts::{Facts, SquareQuestion, SquareReads};

/// The answers of a tabulated hook for one piece: a tree of questions.
pub(crate) struct AnswerTree<T>(Vec<AnswerNode<T>>);

enum AnswerNode<T> {
    Answer(T),
    /// The nodes that follow by the answer to a question.
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
    /// The answer for a square, if the hook has answered for one that is the same to it.
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

    /// Keeps the answer that a hook gave after reading this.
    pub(crate) fn keep(&mut self, reads: SquareReads, answer: T) {
        let mut at = 0;
        for read in reads.answered {
            if at == self.0.len() {
                let (subject, question) = (read.subject, read.question.clone());
                self.0.push(AnswerNode::Ask { subject, question, next: Vec::new() });
            }
            let end = self.0.len();
            // A hook asks the same until an answer differs, but here a square may equal other subjects.
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
