//! Choices within moves. The reference plays each move, answers the questions of its hooks in every
//! way, and counts the ways.

use quadrille_core::rules::play_limits::MAX_MOVE_CHOICES;
use quadrille_core::{Event, Kind, Square, Subject};

use super::effects::Facts;
use super::{Choice, Plain, Step};

/// A question that belongs to a move.
#[derive(Clone, Debug)]
pub(super) struct AskedChoice {
    pub name: String,
    pub options: Vec<String>,
    pub about: Subject,
}

impl Plain<'_> {
    /// Returns the actions of the seat to move, sorted. A move occurs once for each choice within
    /// it.
    #[must_use]
    pub fn choices_with_answers(&self) -> Vec<Choice> {
        if !self.spec.handlers.iter().any(|handler| handler.chooses) {
            return self.choices();
        }
        let ways = |step: Option<Step>| step.map_or(1, |step| self.ways_to_answer(&step));
        let choices = self.choices_with_steps().into_iter();
        choices.flat_map(|(choice, step)| vec![choice; ways(step)]).collect()
    }

    /// Returns the number of ways to answer the questions of a move. 1 if it has no questions.
    fn ways_to_answer(&self, step: &Step) -> usize {
        let mut after = self.after(step);
        let over = after.call_hooks(self.setup.turn, self, step);
        let ways = if over { 1 } else { after.count_answers() };
        if ways > MAX_MOVE_CHOICES { 1 } else { ways }
    }

    fn count_answers(&self) -> usize {
        let Some(asked) = self.asked.first() else { return 1 };
        let answered = |choice: &String| {
            let mut next = self.clone();
            let later = next.asked.split_off(1);
            next.asked.clear();
            let (seat, about) = (self.setup.turn, asked.about);
            let event = Event::Answer { seat, question: &asked.name, choice, about };
            // The filters of this event test no piece.
            let facts = Facts { kind: Kind(0), from: None, to: Square(0), capture: false };
            let over = next.call_handlers(seat, &event, &facts);
            next.asked.extend(later);
            if over { 1 } else { next.count_answers() }
        };
        asked.options.iter().map(answered).sum()
    }
}
