//! Perft: counts action sequences, to test and to time move generation.
//!
//! The last action of a sequence is counted, not played. Depends on `movegen` and below.

use crate::movegen::{Count, Sink};
use crate::rules::{Action, Decision, HookError};
use crate::state::{Position, Stage};
use crate::turn::{Log, Machine};

/// What a settled position waits for.
enum DecisionKind {
    Turn,
    Other(Decision),
    Over,
}

impl<const W: usize> Machine<'_, W> {
    /// Counts the sequences of `lists.len()` actions. One list per depth avoids allocations. Polls `stop` before it counts
    /// what follows an action, but for the last two; once that returns true, the count is incomplete.
    pub fn perft(
        &self,
        pos: &mut Position<W>,
        log: &mut Log,
        lists: &mut [Vec<Action>],
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<u64, HookError> {
        let Some((list, deeper)) = lists.split_first_mut() else {
            return Ok(1);
        };
        list.clear();
        loop {
            self.settle(pos, log, None)?;
            match self.decision_kind(pos) {
                DecisionKind::Over => return Ok(0),
                DecisionKind::Other(decision) => {
                    match decision {
                        Decision::Question(question) => {
                            list.extend((0..question.options.len() as u16).map(Action::Choose));
                        }
                        _ => {
                            list.extend(self.t.rolls.iter().map(|(faces, _)| Action::Roll(*faces)));
                        }
                    }
                    break;
                }
                DecisionKind::Turn => {
                    if deeper.is_empty() {
                        let mut count = Count::default();
                        self.actions(pos, &mut count)?;
                        if count.0 > 0 {
                            return Ok(count.0);
                        }
                    } else {
                        self.actions(pos, list.erased())?;
                        if !list.is_empty() {
                            break;
                        }
                    }
                    self.no_moves(pos, log)?;
                }
            }
        }
        if deeper.is_empty() {
            return Ok(list.len() as u64);
        }
        let mut nodes = 0;
        for action in &*list {
            if deeper.len() > 1 && stop() {
                break;
            }
            let mut next = pos.clone();
            self.act(&mut next, action, log)?;
            nodes += self.perft(&mut next, log, deeper, stop)?;
        }
        Ok(nodes)
    }

    fn decision_kind(&self, pos: &Position<W>) -> DecisionKind {
        let asked = pos.cold.is_some() && !pos.cold().pending.is_empty();
        match pos.stage {
            Stage::Over => DecisionKind::Over,
            Stage::Turn if !asked => DecisionKind::Turn,
            _ => DecisionKind::Other(self.decision(pos)),
        }
    }
}
