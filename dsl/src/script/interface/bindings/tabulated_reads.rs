//! The answers of a tabulated hook, as a tree of its queries about a square.
//!
//! A tabulated hook is a function of a piece and a square. Most hooks read little about the square,
//! such as its zone, or its distance from a seat's side. If the same queries have the same answers
//! for two squares, the hook returns the same result for both. The hook then runs for only one of
//! the two squares. To recognise the other square, [`AnswerTree`] makes the hook's queries about
//! this square, in the hook's order.
//!
//! A square value in a script has one of three origins. It is the hook's square, a square that is
//! reached from the hook's square by steps, or a square that the script names. Squares of the first
//! two origins are called subjects. A value does not show its origin, so a query is recorded for
//! every subject that equals the queried square. If the script meant a subject, the query about
//! this subject is therefore recorded. If the script meant a named square, the recorded query is
//! not needed, because the named square is the same in every run. Such a query does no harm: the
//! tree may then distinguish squares that are equivalent, but it never treats different squares as
//! equivalent.

use quadrille_core::Square;

use super::rule_facts::{Facts, SquareQuestion, SquareReads};

/// The answers of a tabulated hook for one piece. They are stored as a tree of queries.
pub(crate) struct AnswerTree<T>(Vec<AnswerNode<T>>);

enum AnswerNode<T> {
    Answer(T),
    /// A query. For each answer that the query had so far, `next` contains the index of the node
    /// that follows.
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
    /// Returns the stored answer for a square. Returns `None` if no equivalent square has a stored
    /// answer.
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

    /// Stores an answer of the hook. `reads` contains the queries that the hook made before it
    /// answered.
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
