//! Finds the choices within a move: the questions that the move's hooks ask with
//! [`crate::Effect::Choose`], and their options.

use std::num::NonZeroU16;

use crate::rules::play_limits::MAX_MOVE_CHOICES;
use crate::rules::{Action, ChosenOption, EventKind, HookError, Move, MoveChoice};
use crate::state::Position;
use crate::turn::{Log, Machine};

/// A question and the option chosen, by their names.
type Answer<'q> = (&'q str, &'q str);

impl<const W: usize> Machine<'_, W> {
    /// Returns the choices within a move. Returns an empty list if the move has no choice or too
    /// many choices.
    pub fn move_choices(&self, pos: &Position<W>, mv: Move) -> Result<Vec<MoveChoice>, HookError> {
        let mut found = Vec::new();
        let all = self.each_choice(pos, mv, &mut |number, answers| {
            let chosen = |(question, option): &Answer<'_>| ChosenOption {
                question: (*question).to_owned(),
                option: (*option).to_owned(),
            };
            found.push(MoveChoice { number, answers: answers.iter().map(chosen).collect() });
        })?;
        Ok(if all { found } else { Vec::new() })
    }

    /// Plays a move on a copy, and calls a function for each choice. Returns `false` if there are
    /// more choices than a move may have.
    pub(super) fn each_choice(
        &self,
        pos: &Position<W>,
        mv: Move,
        each: &mut dyn FnMut(NonZeroU16, &[Answer<'_>]),
    ) -> Result<bool, HookError> {
        let mut after = pos.clone();
        self.act(&mut after, &Action::Move(mv.choosing(None)), &mut Log::default())?;
        self.explore(&after, (1, 1), &[], each)
    }

    /// Calls a function for each way to answer the open questions of a move. The function receives
    /// the number of the choice and the answers. The number is `first` plus a sum: each answer adds
    /// its index multiplied by a factor. The factor of the first open question is `step`. The
    /// factor of each later question is the previous factor multiplied by the previous number of
    /// options.
    fn explore(
        &self,
        pos: &Position<W>,
        (first, step): (usize, usize),
        answers: &[Answer<'_>],
        each: &mut dyn FnMut(NonZeroU16, &[Answer<'_>]),
    ) -> Result<bool, HookError> {
        let Some(question) = self.open_choice(pos) else {
            if let Some(number) = u16::try_from(first).ok().and_then(NonZeroU16::new)
                && !answers.is_empty()
            {
                each(number, answers);
            }
            return Ok(true);
        };
        let total = step * question.options.len();
        if total > MAX_MOVE_CHOICES {
            return Ok(false);
        }
        let answer_hooks = &self.t.handlers[EventKind::Answer as usize];
        let is_last = pos.cold().pending.iter().filter(|asked| asked.of_move).count() == 1
            && !answer_hooks.iter().any(|number| self.t.choosing.contains(number));
        for (at, option) in question.options.iter().enumerate() {
            let mut answers = answers.to_vec();
            answers.push((&question.name, option));
            let first = first + at * step;
            if is_last {
                let number = u16::try_from(first).ok().and_then(NonZeroU16::new);
                number.into_iter().for_each(|number| each(number, &answers));
                continue;
            }
            let mut next = pos.clone();
            self.answer_choice(&mut next, at, &mut Log::default())?;
            if !self.explore(&next, (first, total), &answers, each)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
