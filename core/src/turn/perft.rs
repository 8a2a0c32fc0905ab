//! Perft: counts action sequences, to test and to time move generation.
//!
//! The last action of a sequence is counted, but not played.

use crate::movegen::{Count, Sink};
use crate::rules::{Action, Decision, HookError};
use crate::state::{Position, Stage};
use crate::turn::{Log, Machine, TypedGame};

impl<const W: usize> Machine<'_, W> {
    /// Counts the sequences of `lists.len()` actions. There is one list per depth, so that no list
    /// is allocated during the count. `stop` is called before each action except the last two of a
    /// sequence. If `stop` returns `true`, the count stops and is incomplete.
    pub fn perft(
        &self,
        pos: &mut Position<W>,
        log: &mut Log,
        lists: &mut [Vec<Action>],
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<u64, HookError> {
        let (list, deeper) = match lists {
            [] => return Ok(1),
            [_] => return self.count_last(pos, log),
            [list, deeper @ ..] => (list, deeper),
        };
        list.clear();
        loop {
            self.settle(pos, log, None)?;
            if pos.stage == Stage::Over {
                return Ok(0);
            }
            if !self.is_turn(pos) {
                match self.decision(pos) {
                    Decision::Question(question) => {
                        list.extend((0..question.options.len() as u16).map(Action::Choose));
                    }
                    _ => list.extend(self.chances(pos).into_iter().map(|(action, _)| action)),
                }
                break;
            }
            self.movegen.actions(pos, list.erased())?;
            if !list.is_empty() {
                break;
            }
            self.no_moves(pos, log)?;
        }
        let mut nodes = 0;
        for action in &*list {
            let mut next = pos.clone();
            if deeper.len() == 1 {
                self.act(&mut next, action, log)?;
                nodes += self.count_last(&mut next, log)?;
            } else if stop() {
                break;
            } else {
                self.act(&mut next, action, log)?;
                nodes += self.perft(&mut next, log, deeper, stop)?;
            }
        }
        Ok(nodes)
    }

    /// Counts the actions of the next decision.
    #[inline(always)]
    fn count_last(&self, pos: &mut Position<W>, log: &mut Log) -> Result<u64, HookError> {
        loop {
            self.settle(pos, log, None)?;
            if !self.is_turn(pos) {
                return Ok(self.choices(pos));
            }
            let mut count = Count::default();
            self.movegen.actions(pos, &mut count)?;
            if count.0 > 0 {
                return Ok(count.0);
            }
            self.no_moves(pos, log)?;
        }
    }

    /// Returns the number of possible answers, rolls or shuffles, if a settled position waits for
    /// one.
    #[cold]
    fn choices(&self, pos: &Position<W>) -> u64 {
        match self.decision(pos) {
            Decision::Over => 0,
            Decision::Question(question) => question.options.len() as u64,
            _ => self.chances(pos).len() as u64,
        }
    }
}

impl<const W: usize> TypedGame<'_, W> {
    /// Counts the legal sequences of `depth` actions, and calls `stop` regularly. Returns `None` if
    /// `stop` returned `true`.
    pub fn perft_until(
        &mut self,
        depth: u32,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<u64>, HookError> {
        let mut lists: Vec<Vec<Action>> = vec![Vec::with_capacity(128); depth.min(64) as usize];
        let mut stopped = false;
        let mut poll = || {
            stopped = stopped || stop();
            stopped
        };
        let mut pos = self.pos.clone();
        let count = self.machine.perft(&mut pos, &mut Log::default(), &mut lists, &mut poll)?;
        Ok((!stopped).then_some(count))
    }
}
