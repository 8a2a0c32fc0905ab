//! The search of the solver. A goal is forced if the side has, at each of its decisions, an action
//! that no answer of the other seats refutes.
//!
//! The search ignores rules about repetition, because a result can be forced within a few plies
//! without repeated positions.

use std::collections::HashMap;

use crate::search::search_kit::{Frame, RankedAction, RankedSink, Wait, pick};
use crate::solve::{Goal, GoalStatus, GoalTask, Limit, Solved, Unsolved, goal};
use quadrille_core::board::Seat;
use quadrille_core::internals::{Log, Machine, NOBODY, Sink as _, Stage};
use quadrille_core::numeric::rng::mix;
use quadrille_core::rules::Action;
use quadrille_core::state::Position;

/// The number of positions between two calls of `stop`.
const STOP_POLL_POSITIONS: u64 = 64;
/// The maximum depth of a search, in actions.
const MAX_ACTION_DEPTH: usize = 64;
/// The maximum number of positions in the table of results.
const MAX_TABLE_POSITIONS: usize = 1 << 17;

/// A searcher for one task.
pub(crate) struct Solver<'a, 's, const W: usize> {
    machine: Machine<'a, W>,
    task: GoalTask,
    limit: Limit<'s>,
    nodes: u64,
    log: Log,
    /// `true` if the side may only give check; see [`Solver::solve_by_checks`].
    checks_only: bool,
    /// For each depth, the last action that decided the result of a position.
    killers: [Option<Action>; MAX_ACTION_DEPTH],
    /// The results of searched positions: `true` if the side forces the goal. A key stands for a
    /// position and a number of plies left.
    known: HashMap<u64, bool>,
}

impl<'a, 's, const W: usize> Solver<'a, 's, W> {
    pub fn new(
        machine: Machine<'a, W>,
        task: GoalTask,
        limit: Limit<'s>,
    ) -> Result<Self, Unsolved> {
        if machine.spec.dice.is_some() {
            return Err(Unsolved::Dice);
        }
        let log = Log::default();
        let (killers, known) = ([None; MAX_ACTION_DEPTH], HashMap::new());
        Ok(Self { machine, task, limit, nodes: 0, log, checks_only: false, killers, known })
    }

    /// Returns the least number of plies in which the side to move forces the goal, and the first
    /// actions that force the goal. The number is at most the task's number of plies. The search
    /// stops when the number of these actions reaches `enough`. Returns `None` if there is no
    /// solution.
    pub fn solve(&mut self, root: &Position<W>, enough: usize) -> Result<Option<Solved>, Unsolved> {
        let mut frames = self.frames(root);
        let (wait, _) = self.reach(&mut frames[0])?;
        if !matches!(wait, Wait::Seat(seat) if self.is_ours(seat)) {
            return Ok(None);
        }
        let save = matches!(self.task.goal, Goal::Save(_));
        let mut best: Option<Solved> = None;
        for plies in 1..=self.task.plies {
            let left = self.left_after(&frames[0].pos, plies);
            self.rank(&mut frames, true, 0);
            let mut actions = Vec::new();
            for i in 0..frames[0].list.len() {
                let action = pick(&mut frames[0].list, i);
                if self.checks_only && frames[0].list[i].rank < CHECK_RANK {
                    break;
                }
                self.play(&mut frames, action)?;
                if self.forced(&mut frames[1..], left, 1)? {
                    actions.push(action);
                    if actions.len() >= enough {
                        break;
                    }
                }
            }
            let nodes = self.nodes;
            let solved = Solved { plies, actions, nodes };
            // For `Save`, more plies are harder; for all other goals, they are easier.
            match (save, solved.actions.len()) {
                (false, 0) => {}
                (true, 2..) => best = Some(solved),
                (true, 0) => return Ok(best),
                _ => return Ok(Some(solved)),
            }
        }
        Ok(best)
    }

    /// Solves like [`Self::solve`], but tries only plies of the side that give check to an
    /// opponent. This is faster, but misses solutions with other plies. The search stops at the
    /// first solution, so the result may lack other solutions.
    pub fn solve_by_checks(&mut self, root: &Position<W>) -> Result<Option<Solved>, Unsolved> {
        self.checks_only = true;
        let found = self.solve(root, 1);
        self.checks_only = false;
        self.known.clear();
        found
    }

    /// Returns each action of the present decision, with the least number of plies in which the
    /// side then forces the goal. If the side decides now, the action counts as the first of these
    /// plies. The number is `None` if the side can't force the goal within the task's plies after
    /// this action. For [`Goal::Save`], the number is always either the task's number of plies or
    /// `None`.
    pub fn judge(&mut self, root: &Position<W>) -> Result<Vec<(Action, Option<u8>)>, Unsolved> {
        let mut frames = self.frames(root);
        let (wait, _) = self.reach(&mut frames[0])?;
        let ours = matches!(wait, Wait::Seat(seat) if self.is_ours(seat));
        self.rank(&mut frames, ours, 0);
        let mut judged = Vec::new();
        for i in 0..frames[0].list.len() {
            let action = pick(&mut frames[0].list, i);
            judged.push((action, self.least(&mut frames, action, ours)?));
        }
        Ok(judged)
    }

    /// Judges one action like [`Self::judge`]. The action must be legal.
    pub fn judge_one(
        &mut self,
        root: &Position<W>,
        action: Action,
    ) -> Result<Option<u8>, Unsolved> {
        let mut frames = self.frames(root);
        let (wait, _) = self.reach(&mut frames[0])?;
        let ours = matches!(wait, Wait::Seat(seat) if self.is_ours(seat));
        self.least(&mut frames, action, ours)
    }

    fn least(
        &mut self,
        frames: &mut [Frame<W>],
        action: Action,
        ours: bool,
    ) -> Result<Option<u8>, Unsolved> {
        let save = matches!(self.task.goal, Goal::Save(_));
        let own_turn = ours && self.left_after(&frames[0].pos, 1) == 0;
        let first = if save { self.task.plies } else { u8::from(own_turn) };
        for plies in first..=self.task.plies {
            self.play(frames, action)?;
            let left = if own_turn { plies - 1 } else { plies };
            if self.forced(&mut frames[1..], left, 1)? {
                return Ok(Some(plies));
            }
        }
        Ok(None)
    }

    fn frames(&self, root: &Position<W>) -> Vec<Frame<W>> {
        // Each of the side's plies is answered by all other seats. Two more actions are room for
        // questions.
        let round = self.machine.t.seats + 2;
        let deep = ((usize::from(self.task.plies) + 1) * round + 4).min(MAX_ACTION_DEPTH);
        let frame = || Frame { pos: root.clone(), list: Vec::with_capacity(128) };
        std::iter::repeat_with(frame).take(deep).collect()
    }

    fn is_ours(&self, seat: Seat) -> bool {
        goal::is_of(&self.machine.movegen, seat, self.task.side)
    }

    /// Returns the number of plies that the side has left after its action at this decision.
    /// Answers to questions don't count.
    fn left_after(&self, pos: &Position<W>, plies: u8) -> u8 {
        let asked = !pos.cold().pending.is_empty();
        if asked { plies } else { plies.saturating_sub(1) }
    }

    /// Plays an action in the position of the first frame, and stores the resulting position in the
    /// second frame.
    fn play(&mut self, frames: &mut [Frame<W>], action: Action) -> Result<(), Unsolved> {
        let [here, deeper, ..] = frames else { return Err(Unsolved::Undecided) };
        deeper.pos.clone_from(&here.pos);
        self.nodes += 1;
        let stopped = self.nodes.is_multiple_of(STOP_POLL_POSITIONS) && (self.limit.stop)();
        if self.nodes > self.limit.nodes || stopped {
            return Err(Unsolved::Undecided);
        }
        Ok(self.machine.act(&mut deeper.pos, &action, &mut self.log)?)
    }

    /// Runs the turn machine to the next decision, and lists its actions. The second value is
    /// `true` if the goal's seat was stalemated on the way: it had the turn, but no legal action,
    /// and was not in check.
    fn reach(&mut self, frame: &mut Frame<W>) -> Result<(Wait, bool), Unsolved> {
        let Frame { pos, list } = frame;
        list.clear();
        let mut stalemate = false;
        loop {
            self.machine.settle(pos, &mut self.log, None)?;
            if pos.stage == Stage::Over {
                return Ok((Wait::Over, stalemate));
            }
            if let Some(question) = pos.cold().pending.last() {
                let options = 0..question.options.len() as u16;
                list.extend(options.map(|n| RankedAction { action: Action::Choose(n), rank: 0 }));
                return Ok((Wait::Seat(question.seat), stalemate));
            }
            self.machine.movegen.actions(pos, RankedSink(list).erased())?;
            if list.is_empty() {
                stalemate |= self.task.goal.seat() == Some(pos.turn)
                    && !self.machine.movegen.in_check(pos, pos.turn);
                self.machine.no_moves(pos, &mut self.log)?;
                continue;
            }
            let free = pos.controller[pos.turn.index()] == NOBODY;
            return Ok((if free { Wait::Chance } else { Wait::Seat(pos.turn) }, stalemate));
        }
    }

    /// Returns `true` if the side forces the goal with `left` more plies, from a position in which
    /// an action has just been played.
    fn forced(
        &mut self,
        frames: &mut [Frame<W>],
        left: u8,
        depth: usize,
    ) -> Result<bool, Unsolved> {
        let (wait, stalemate) = self.reach(&mut frames[0])?;
        if stalemate && matches!(self.task.goal, Goal::Mate(_)) {
            return Ok(false);
        }
        match goal::status(
            &self.machine.movegen,
            &frames[0].pos,
            &GoalTask { plies: left, ..self.task },
        ) {
            GoalStatus::Reached => return Ok(true),
            GoalStatus::Failed => return Ok(false),
            GoalStatus::Open => {}
        }
        // All moves of nature count as possible answers.
        let ours = matches!(wait, Wait::Seat(seat) if self.is_ours(seat));
        let key = self.key(&frames[0].pos, left);
        if let Some(forced) = key.and_then(|key| self.known.get(&key)) {
            return Ok(*forced);
        }
        let next = if ours { self.left_after(&frames[0].pos, left) } else { left };
        self.rank(frames, ours, depth);
        let mut forced = !ours;
        for i in 0..frames[0].list.len() {
            let action = pick(&mut frames[0].list, i);
            if ours && next < left && self.checks_only && frames[0].list[i].rank < CHECK_RANK {
                break;
            }
            self.play(frames, action)?;
            if self.forced(&mut frames[1..], next, depth + 1)? == ours {
                forced = ours;
                if let Some(killer) = self.killers.get_mut(depth) {
                    *killer = Some(action);
                }
                break;
            }
        }
        if let Some(key) = key
            && self.known.len() < MAX_TABLE_POSITIONS
        {
            self.known.insert(key, forced);
        }
        Ok(forced)
    }

    /// Ranks the actions. If the side decides and its goal is a win or a mate, checks come first.
    /// Next comes the last action that decided the result of a position at this depth. Captures
    /// follow.
    fn rank(&mut self, frames: &mut [Frame<W>], ours: bool, depth: usize) {
        let killer = self.killers.get(depth).copied().flatten();
        let attacks = ours && matches!(self.task.goal, Goal::Win | Goal::Mate(_));
        let [here, deeper, ..] = frames else { return };
        for ranked in &mut here.list {
            let captures = match ranked.action {
                Action::Move(mv) => here.pos.piece(mv.to).is_some(),
                _ => false,
            };
            ranked.rank = i32::from(captures) + 2 * i32::from(killer == Some(ranked.action));
            if attacks && self.checks(&here.pos, &mut deeper.pos, ranked.action) {
                ranked.rank += CHECK_RANK;
            }
        }
    }

    /// Returns `true` if an action of the side gives check to an opponent. If a hook fails, this
    /// function reports no error. The search reports the error when it searches the action.
    fn checks(&mut self, pos: &Position<W>, after: &mut Position<W>, action: Action) -> bool {
        after.clone_from(pos);
        if self.machine.act(after, &action, &mut self.log).is_err() {
            return false;
        }
        let seats = (0..self.machine.t.seats).map(|seat| Seat(seat as u8));
        let mut opponents = seats.filter(|seat| !self.is_ours(*seat));
        opponents.any(|seat| {
            self.machine.board.has_turn(after, seat) && self.machine.movegen.in_check(after, seat)
        })
    }

    /// Returns the key under which a position is stored. Returns `None` if the position has
    /// relevant data that its hash does not include.
    fn key(&self, pos: &Position<W>, left: u8) -> Option<u64> {
        if let Some(cold) = &pos.cold {
            let fleeting = !cold.pending.is_empty()
                || !cold.restrictions.is_empty()
                || !cold.refused.is_empty()
                || cold.announced.is_some()
                || cold.relaxed.is_some();
            if fleeting {
                return None;
            }
        }
        let mut key = pos.hash(pos.turn, pos.pointer, pos.ep_live);
        key = mix(key ^ u64::from(left) << 8 ^ u64::from(pos.answered) << 1);
        // If the halfmove clock may run out during the search, the key includes the clock.
        let moves = self.machine.spec.no_progress.unwrap_or(u32::MAX);
        if pos.halfmove.saturating_add(MAX_ACTION_DEPTH as u32) >= moves {
            key = mix(key ^ u64::from(pos.halfmove) << 16);
        }
        Some(key)
    }
}

/// The rank of a check.
const CHECK_RANK: i32 = 8;
