//! Runs a search within limits. During the search, handles the lines of the controlling program and
//! reports progress.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

use quadrille_agents::{
    Score, SearchLimits, SearchLine, SearchMemory, SearchUpdate, TreeFindings, TreeLimits,
    TreeMemory,
};
use quadrille_agents::{search_on_threads, search_tree_on_threads};
use quadrille_core::game::restore;
use quadrille_core::{Action, AnyGame};

use crate::engines::lines::{self, EngineLine};
use crate::engines::{EngineScore, centipawns};
use crate::output::exit::Failure;

use super::budget::{Allowance, TimeBudget};
use super::engine_state::EngineLoop;
use super::lines_out::{one_line, say};
use super::options::EngineOptions;

/// The time between two reports of a search that completes no depth in the meantime.
const INFO_INTERVAL: Duration = Duration::from_secs(1);
/// The maximum time that searches take together after the end of the input.
const MAX_TIME_AFTER_INPUT: Duration = Duration::from_secs(30);
/// If the value drops by more than this amount from one depth to the next, the search gets more
/// time. The amount is in hundredths of a unit.
const VALUE_DROP_FOR_MORE_TIME: i32 = 30;

/// The best action and the expected answer, in the notation of the controlling program.
pub(super) struct Best {
    action: String,
    answer: Option<String>,
}

impl Best {
    /// Returns the arguments of `bestmove`.
    pub fn describe(&self) -> String {
        match &self.answer {
            Some(answer) => format!("{} ponder {answer}", self.action),
            None => self.action.clone(),
        }
    }
}

/// The memory that the agent keeps from one decision to the next.
pub(super) struct AgentMemory {
    table: SearchMemory,
    tree: TreeMemory,
}

impl AgentMemory {
    /// Creates a transposition table and a tree. Each takes at most this number of bytes, and grows
    /// as it fills.
    pub fn new(bytes: usize) -> Self {
        Self { table: SearchMemory::new(bytes), tree: TreeMemory::new(bytes) }
    }

    /// Removes all stored positions from the memory.
    pub fn clear(&mut self) {
        self.table.clear();
        self.tree.clear();
    }
}

/// The limits of the search for a decision. Lines that arrive during the search can change these
/// limits.
pub(super) struct ThinkLimits<'e> {
    lines: &'e Receiver<EngineLine>,
    waiting: &'e RefCell<VecDeque<EngineLine>>,
    /// The time at which the input was found to have ended.
    input_end: &'e Cell<Option<Instant>>,
    budget: &'e TimeBudget,
    begun: Instant,
    /// `true` until `ponderhit` arrives.
    ponders: Cell<bool>,
    /// The time at which the clock starts.
    clock_from: Cell<Duration>,
    halted: Cell<bool>,
    quit: Cell<bool>,
    last_sign: Cell<Duration>,
}

impl<'e> ThinkLimits<'e> {
    pub fn new(
        lines: &'e Receiver<EngineLine>,
        waiting: &'e RefCell<VecDeque<EngineLine>>,
        input_end: &'e Cell<Option<Instant>>,
        budget: &'e TimeBudget,
    ) -> Self {
        Self {
            lines,
            waiting,
            input_end,
            budget,
            begun: Instant::now(),
            ponders: Cell::new(budget.ponders),
            clock_from: Cell::new(Duration::ZERO),
            halted: Cell::new(false),
            quit: Cell::new(false),
            last_sign: Cell::new(Duration::ZERO),
        }
    }

    /// Returns `true` if the controlling program has closed the connection or sent `quit`.
    pub fn is_over(&self) -> bool {
        self.quit.get()
    }

    /// Returns `true` if at present only `stop` ends the decision.
    fn is_open(&self) -> bool {
        self.ponders.get() || self.budget.is_open()
    }

    /// Handles new lines, and returns `true` if the search should stop.
    fn stop(&self) -> bool {
        // At most this many lines are read in advance. With more, the other program has to wait.
        while self.waiting.borrow().len() < lines::MAX_BUFFERED_LINES {
            match self.lines.try_recv() {
                Ok(EngineLine::Text(text)) => self.hear(text),
                Ok(EngineLine::TooLong) => {}
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    let ended = self.input_end.get().unwrap_or_else(Instant::now);
                    self.input_end.set(Some(ended));
                    // A program that is gone can't send `stop`.
                    if self.is_open() || ended.elapsed() >= MAX_TIME_AFTER_INPUT {
                        self.halted.set(true);
                    }
                    break;
                }
            }
        }
        // A `stop` among lines that are not read in advance would come too late.
        if self.is_open() && self.waiting.borrow().len() >= lines::MAX_BUFFERED_LINES {
            self.halted.set(true);
        }
        let spent = self.begun.elapsed();
        if spent >= self.last_sign.get() + INFO_INTERVAL {
            self.last_sign.set(spent);
            if say(&format!("info time {}", spent.as_millis())).is_err() {
                self.leave();
            }
        }
        self.halted.get() || self.limit().is_some_and(|limit| spent >= limit.hard)
    }

    /// Executes a line if it concerns the running search. Stores any other line for later.
    fn hear(&self, text: String) {
        // A line after a waiting `go` is about that `go`.
        let is_next = || {
            let of = |line: &EngineLine| matches!(line, EngineLine::Text(text) if word(text) == Some("go"));
            self.waiting.borrow().iter().any(of)
        };
        match word(&text) {
            Some("quit") => self.leave(),
            Some("isready") => say("readyok").unwrap_or_else(|_| self.leave()),
            Some("stop") if !is_next() => self.halted.set(true),
            // The pondered move was made, so the clock starts now. The time spent so far is free.
            Some("ponderhit") if !is_next() => {
                let spent = self.begun.elapsed();
                self.ponders.set(false);
                self.clock_from.set(spent);
                if self.budget.allowance.is_some_and(|allowance| spent >= allowance.soft) {
                    self.halted.set(true);
                }
            }
            None => {}
            Some(command) => {
                // Another `go` ends a search that only `stop` would end.
                if command == "go" && self.is_open() {
                    self.halted.set(true);
                }
                self.waiting.borrow_mut().push_back(EngineLine::Text(text));
            }
        }
    }

    fn leave(&self) {
        self.halted.set(true);
        self.quit.set(true);
    }

    /// Returns the time limits, counted from the start of the search. Returns `None` if no clock
    /// runs.
    fn limit(&self) -> Option<Allowance> {
        if self.ponders.get() || self.budget.infinite {
            return None;
        }
        let from = self.clock_from.get();
        let Allowance { soft, hard } = self.budget.allowance?;
        Some(Allowance { soft: from + soft, hard: from + hard })
    }

    /// If only `stop` ends the decision, waits for `stop`.
    fn hold(&self) {
        while self.is_open() && !self.stop() {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// The certainty of a search about its choice. The more certain the search is, the less time it
/// takes.
#[derive(Default)]
struct Certainty {
    best: Option<Action>,
    lead: i32,
    /// The number of completed depths for which the choice has been the same.
    steady: usize,
}

impl Certainty {
    /// Updates the certainty after a completed depth. Returns the time to use, in hundredths of the
    /// usual time.
    fn share(&mut self, line: &SearchLine) -> u32 {
        let lead = match line.score {
            Score::Lead(lead) => lead,
            Score::Wins(_) => i32::MAX / 2,
            Score::Loses(_) => i32::MIN / 2,
        };
        let best = line.actions.first().copied();
        let worse =
            self.best.is_some() && lead < self.lead.saturating_sub(VALUE_DROP_FOR_MORE_TIME);
        self.steady = if best == self.best { self.steady + 1 } else { 0 };
        (self.best, self.lead) = (best, lead);
        let share = [110, 100, 85, 70, 60][self.steady.min(4)];
        if worse { share * 3 / 2 } else { share }
    }
}

impl EngineLoop<'_> {
    /// Searches, and reports the results. Returns `None` if no seat decides.
    pub(super) fn think(
        &self,
        game: &mut dyn AnyGame,
        options: &EngineOptions,
        watch: &ThinkLimits<'_>,
        memory: &mut AgentMemory,
    ) -> Result<Option<Best>, Failure> {
        // A tree search has no depth.
        let best = if options.tree && !watch.budget.has_depth() {
            self.tree(game, options, watch, &mut memory.tree)?
        } else {
            self.deepen(game, options, watch, &mut memory.table)?
        };
        watch.hold();
        Ok(best)
    }

    fn deepen(
        &self,
        game: &mut dyn AnyGame,
        options: &EngineOptions,
        watch: &ThinkLimits<'_>,
        memory: &mut SearchMemory,
    ) -> Result<Option<Best>, Failure> {
        let budget = watch.budget;
        let seats = self.spec().seats.len() as u32;
        let only = self.root_actions(game, &budget.actions)?;
        let choices = if only.is_empty() { game.actions()?.len() } else { only.len() };
        let depth = match budget.depth_for(seats) {
            Some(depth) => Some(depth),
            // Analysis has no maximum depth. In play, a single legal action needs no search.
            None if budget.infinite => Some(u32::MAX),
            None => (choices == 1).then_some(1),
        };
        let limits = SearchLimits { depth, nodes: budget.nodes, lines: options.lines, only: &only };
        let state = game.state();
        let mut certainty = Certainty::default();
        let mut failure = None;
        let found = search_on_threads(
            game,
            (options.threads, &|| self.loaded.hooks()),
            memory,
            &limits,
            &|| watch.stop(),
            &mut |update| {
                let shadow = restore(&self.loaded.rules, self.hooks, &state);
                let result = shadow
                    .map_err(|error| Failure::usage(error.to_string()))
                    .and_then(|shadow| self.tell(&*shadow, update, watch.begun.elapsed()));
                if let Err(error) = result {
                    failure = Some(error);
                    return false;
                }
                let Some(line) = update.lines.first() else { return true };
                let share = certainty.share(line);
                let mates = matches!(line.score, Score::Wins(plies) if budget.is_enough(plies.div_ceil(seats)));
                let has_time = watch.limit().is_none_or(|limit| {
                    // The next depth takes longer than all earlier depths together, so it starts
                    // only if enough time is left.
                    let from = watch.clock_from.get();
                    limit.soft == limit.hard
                        || watch.begun.elapsed() < from + (limit.soft - from) * share / 100 * 2 / 3
                });
                !mates && has_time
            },
        )?;
        failure.map_or(Ok(()), Err)?;
        let Some(action) = found.action else { return Ok(None) };
        // The expected answer must follow the action that is played.
        let line = found.lines.first().map(|line| line.actions.as_slice());
        self.best_of(game, action, line)
    }

    /// Reports the principal variations that were found up to a depth.
    fn tell(
        &self,
        game: &dyn AnyGame,
        update: &SearchUpdate<'_>,
        time: Duration,
    ) -> Result<(), Failure> {
        let seats = self.spec().seats.len() as u32;
        let SearchUpdate { depth, deepest, nodes, full, lines } = *update;
        let (rate, millis) = (per_second(nodes, time), time.as_millis());
        for (number, line) in lines.iter().enumerate() {
            let number = number + 1;
            let score = EngineScore::of(line.score, seats);
            let words = self.written(game.fork().as_mut(), &line.actions)?;
            let pv = words.join(" ");
            say(&format!(
                "info depth {depth} seldepth {deepest} multipv {number} score {score} nodes {nodes} nps {rate} \
                 hashfull {full} time {millis} pv {pv}"
            ))?;
        }
        Ok(())
    }

    /// Returns the actions that `searchmoves` names.
    fn root_actions(
        &self,
        game: &mut dyn AnyGame,
        words: &[String],
    ) -> Result<Vec<Action>, Failure> {
        let mut wanted = Vec::new();
        for word in words {
            match self.dialect().find(game, word)? {
                Some(Action::Declare(..)) => say("info string declarations are not searched")?,
                Some(action) if wanted.contains(&action) => {}
                Some(action) => wanted.push(action),
                None => say(&format!("info string `{}` is not legal here", one_line(word)))?,
            }
        }
        Ok(wanted)
    }

    /// Runs a Monte Carlo tree search, which has no depth.
    fn tree(
        &self,
        game: &mut dyn AnyGame,
        options: &EngineOptions,
        watch: &ThinkLimits<'_>,
        memory: &mut TreeMemory,
    ) -> Result<Option<Best>, Failure> {
        let budget = watch.budget;
        let only = self.root_actions(game, &budget.actions)?;
        let limits = TreeLimits {
            nodes: budget.nodes,
            lines: options.lines,
            only: &only,
            seed: options.seed,
        };
        let state = game.state();
        let mut failure = None;
        let soft = || watch.limit().is_some_and(|limit| watch.begun.elapsed() >= limit.soft);
        let tell = |found: &TreeFindings| {
            let shadow = restore(&self.loaded.rules, self.hooks, &state)
                .map_err(|error| Failure::usage(error.to_string()))?;
            self.tell_tree(&*shadow, found, watch.begun.elapsed())
        };
        let found = search_tree_on_threads(
            game,
            (options.threads, &|| self.loaded.hooks()),
            memory,
            &limits,
            &|| watch.stop() || soft(),
            &mut |found| tell(found).map_err(|error| failure = Some(error)).is_ok(),
        )?;
        failure.map_or(Ok(()), Err)?;
        let Some(action) = found.action else { return Ok(None) };
        tell(&found)?;
        let line = found.lines.first().map(|line| line.actions.as_slice());
        self.best_of(game, action, line)
    }

    /// Reports the lines that the Monte Carlo tree search has found so far.
    fn tell_tree(
        &self,
        game: &dyn AnyGame,
        found: &TreeFindings,
        time: Duration,
    ) -> Result<(), Failure> {
        let (rate, millis, full) = (per_second(found.nodes, time), time.as_millis(), found.full);
        for (number, line) in found.lines.iter().enumerate() {
            let (number, depth) = (number + 1, line.actions.len());
            // An action that was never tried has no value yet.
            let score = centipawns(self.spec(), line.share).filter(|_| line.visits > 0);
            let score = score.map_or_else(String::new, |score| format!(" score cp {score}"));
            let pv = self.written(game.fork().as_mut(), &line.actions)?.join(" ");
            say(&format!(
                "info depth {depth} multipv {number}{score} nodes {} nps {rate} hashfull {full} time {millis} pv {pv}",
                found.nodes
            ))?;
        }
        Ok(())
    }

    /// Returns the best action. If the game has two seats, also returns the expected answer, which
    /// is the second action of the line.
    fn best_of(
        &self,
        game: &dyn AnyGame,
        action: Action,
        line: Option<&[Action]>,
    ) -> Result<Option<Best>, Failure> {
        let line =
            line.filter(|line| self.spec().seats.len() == 2 && line.len() > 1 && line[0] == action);
        let words =
            self.written(game.fork().as_mut(), line.map_or(&[action], |line| &line[..2]))?;
        let mut words = words.into_iter();
        Ok(words.next().map(|action| Best { action, answer: words.next() }))
    }

    /// Returns the actions of a line in the notation of the controlling program, up to the first
    /// action that is not legal. A search with hidden information may expect an illegal action.
    fn written(&self, game: &mut dyn AnyGame, actions: &[Action]) -> Result<Vec<String>, Failure> {
        let mut words = Vec::new();
        for (number, action) in actions.iter().enumerate() {
            let Some(word) = self.dialect().write(game, *action)? else { break };
            words.push(word);
            if number + 1 < actions.len() && game.play(*action).is_err() {
                break;
            }
        }
        Ok(words)
    }
}

/// Returns the first word of a line.
fn word(line: &str) -> Option<&str> {
    line.split_whitespace().next()
}

fn per_second(nodes: u64, time: Duration) -> u128 {
    u128::from(nodes) * 1000 / time.as_millis().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_sure_takes_less_of_a_clock_and_who_gets_worse_takes_more() {
        let mut certainty = Certainty::default();
        let mut share = |action, lead| {
            certainty.share(&SearchLine { score: Score::Lead(lead), actions: vec![action] })
        };
        let other = Action::Choose(0);
        let shares: Vec<u32> = (0..5).map(|_| share(Action::Pass, 10)).collect();
        assert!(shares.is_sorted_by(|a, b| a > b), "{shares:?}");
        assert!(share(Action::Pass, -100) > shares[4]);
        assert!(share(other, -100) > shares[1]);
    }
}
