//! The finder: plays the games of a plan and searches their positions for puzzles.
//!
//! A game's puzzles depend on the plan's seed and the game's index, but not on the number of
//! threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::line::line;
use crate::sim::{HookMaker, Interruptible, Plan, player, spread};
use quadrille_agents::solve::{self, Goal, GoalTask, Limit, Solved, Unsolved};
use quadrille_core::board::Seat;
use quadrille_core::game::{self, AnyGame};
use quadrille_core::rules::{Action, HookError};
use quadrille_core::state::{Hooks, Setup};
use quadrille_core::tables::CompiledRules;

/// The conditions that a puzzle has to meet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleFilter {
    /// The goals to search for, as words from [`Goal::WORDS`]. If the list is empty, the finder
    /// searches for all goals.
    pub goals: Vec<String>,
    /// The maximum number of plies of the solving side.
    pub plies: u8,
    /// The minimum number of legal actions in the position.
    pub actions: usize,
    /// The maximum number of positions that a search may reach.
    pub nodes: u64,
}

/// A puzzle that the finder found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundPuzzle {
    /// The index of the game.
    pub index: u64,
    /// The number of plies of the game before the position.
    pub ply: u32,
    /// The position of the puzzle.
    pub setup: Setup,
    /// The task of the puzzle.
    pub task: GoalTask,
    /// The main line. Its first action is the only one that forces the goal.
    pub line: Vec<Action>,
    /// The number of legal actions in the position.
    pub legal: usize,
    /// `true` if the first action captures.
    pub captures: bool,
    /// `true` if the first action checks an opponent.
    pub checks: bool,
}

/// Plays the games of a plan until all are played or `stop` is set. Passes each game's index and
/// its puzzles to `done`, from any thread and in any order. A game in which a hook fails has no
/// puzzles.
pub fn find(
    rules: &CompiledRules,
    hooks: &HookMaker<'_>,
    plan: &Plan,
    wanted: &PuzzleFilter,
    stop: &AtomicBool,
    done: &(dyn Fn(u64, Vec<FoundPuzzle>) + Sync),
) {
    let next = AtomicU64::new(plan.games.start);
    let plan = Plan { record: true, measure: false, ..plan.clone() };
    spread(plan.jobs, &|| {
        let hooks = hooks();
        let hooks = Interruptible::new(hooks.as_ref(), stop);
        let mut player = player(rules, &hooks, &plan);
        while !stop.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= plan.games.end {
                break;
            }
            let Some(record) = player.game(index, stop) else { break };
            let finder = Finder { rules, hooks: &hooks, wanted, stop, index };
            let found = finder.look_through(&record.actions);
            // If the search was interrupted, some puzzles of the game are missing, so none are
            // passed on.
            if !stop.load(Ordering::Relaxed) {
                done(index, found.unwrap_or_default());
            }
        }
    });
}

/// A finder, which searches the positions of one game.
struct Finder<'f> {
    rules: &'f CompiledRules,
    hooks: &'f dyn Hooks,
    wanted: &'f PuzzleFilter,
    stop: &'f AtomicBool,
    index: u64,
}

impl Finder<'_> {
    fn look_through(&self, actions: &[Action]) -> Result<Vec<FoundPuzzle>, HookError> {
        let mut game = game::start(self.rules, self.hooks)?;
        let mut found: Vec<FoundPuzzle> = Vec::new();
        for action in actions {
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            self.look(&mut *game, &mut found)?;
            if game.play(*action).is_err() {
                break;
            }
        }
        Ok(found)
    }

    /// Searches a position for each goal.
    fn look(&self, game: &mut dyn AnyGame, found: &mut Vec<FoundPuzzle>) -> Result<(), HookError> {
        let goals = solve::goals(game)?;
        let (side, ply) = (game.turn(), game.ply());
        if goals.is_empty() || game.actions()?.len() < self.wanted.actions {
            return Ok(());
        }
        let setup = game.setup();
        for goal in goals {
            let word = goal.word();
            if !self.wanted.goals.is_empty() && !self.wanted.goals.iter().any(|g| g == word) {
                continue;
            }
            if found.iter().any(|other| self.goes_on(other, side, goal, ply)) {
                continue;
            }
            // The position is examined without its history, because solvers get the puzzle without
            // a history.
            let Ok(mut game) = game::resume(self.rules, self.hooks, &setup) else { continue };
            let task = GoalTask { side, goal, plies: self.wanted.plies };
            let Ok(Some(solved)) = self.solve(&mut *game, &task) else { continue };
            let [action] = solved.actions[..] else { continue };
            let task = GoalTask { plies: solved.plies, ..task };
            let made = self.made(&mut *game, task, action);
            if let Ok(Some(one)) = made {
                found.push(FoundPuzzle { index: self.index, ply, setup: setup.clone(), ..one });
            }
        }
        Ok(())
    }

    /// Returns `true` if a puzzle at this ply would only continue the puzzle `other`. This is so if
    /// the same side pursues the same kind of goal, and if the plies of `other` can last beyond
    /// `ply`.
    fn goes_on(&self, other: &FoundPuzzle, side: Seat, goal: Goal, ply: u32) -> bool {
        let seats = &self.rules.spec().seats;
        let attacks = |goal: Goal| matches!(goal, Goal::Win | Goal::Mate(_));
        let same = other.task.goal == goal || attacks(other.task.goal) && attacks(goal);
        same && seats[other.task.side.index()].team == seats[side.index()].team
            && ply < other.ply + seats.len() as u32 * u32::from(other.task.plies)
    }

    fn limit<'s>(&self, stop: &'s dyn Fn() -> bool) -> Limit<'s> {
        Limit { nodes: self.wanted.nodes, stop }
    }

    /// Returns the action that solves a task. If several actions solve it, returns two of them. For
    /// some goals, a full search is slow and rarely successful. In this case, a narrower search
    /// first shows if the full search is worthwhile.
    fn solve(&self, game: &mut dyn AnyGame, task: &GoalTask) -> Result<Option<Solved>, Unsolved> {
        let stop = || self.stop.load(Ordering::Relaxed);
        let limit = self.limit(&stop);
        let first = solve::solve(game, &GoalTask { plies: 1, ..*task }, 2, limit)?;
        let deeper = match task.goal {
            Goal::Win | Goal::Mate(_) => {
                if first.is_some() || task.plies < 2 {
                    return Ok(first);
                }
                solve::solve_by_checks(game, task, limit)?.map(|solved| solved.plies)
            }
            // If the seat is not in check, quiet plies rarely lead to its elimination.
            Goal::Save(seat) => {
                let several = first.as_ref().is_some_and(|solved| solved.actions.len() > 1);
                if !several || !game.in_check(seat) {
                    return Ok(first);
                }
                Some(task.plies.min(2))
            }
            Goal::Thaw(_) => {
                if first.is_some() {
                    return Ok(first);
                }
                Some(task.plies)
            }
        };
        match deeper {
            Some(plies) if plies > 1 => solve::solve(game, &GoalTask { plies, ..*task }, 2, limit),
            _ => Ok(None),
        }
    }

    /// Returns the puzzle for a task and its solution, unless the puzzle is trivial.
    fn made(
        &self,
        game: &mut dyn AnyGame,
        task: GoalTask,
        action: Action,
    ) -> Result<Option<FoundPuzzle>, Unsolved> {
        let stop = || self.stop.load(Ordering::Relaxed);
        let legal = game.actions()?.len();
        let captured = match action {
            Action::Move(mv) => game.captured_by(mv),
            _ => Default::default(),
        };
        let royal = |square| {
            let piece = game.piece(square);
            piece.is_some_and(|piece| self.rules.spec().kinds[piece.kind().index()].royal)
        };
        if task.plies == 1 && captured.into_iter().any(royal) {
            return Ok(None);
        }
        let setup = game.setup();
        let mut after = game.fork();
        if after.play(action).is_err() {
            return Ok(None);
        }
        let seats = self.rules.spec().seats.iter().enumerate();
        let team = self.rules.spec().seats[task.side.index()].team;
        let mut opponents = seats.filter(|(_, seat)| seat.team != team);
        let checks = opponents.any(|(seat, _)| after.in_check(Seat(seat as u8)));
        drop(after);
        let Some(line) = line(game, task, self.limit(&stop))? else { return Ok(None) };
        let captures = !captured.is_empty();
        let found = FoundPuzzle {
            index: 0,
            ply: 0,
            setup,
            task,
            line: line.actions,
            legal,
            captures,
            checks,
        };
        Ok((line.ways <= 1).then_some(found))
    }
}
