//! Solves a puzzle again. This verifies that its solution is correct and is the only solution.

use quadrille_agents::solve::{Goal, GoalStatus, GoalTask, Limit, Unsolved};
use quadrille_core::game;
use quadrille_core::{AnyGame, CompiledRules};

use super::puzzle::{Puzzle, written};
use crate::diagnostic::{Code, Diagnostic};
use crate::formats::actions::{self, tokens};
use crate::formats::fen;
use crate::load::Ruleset;

/// The default limit on the number of positions in the search for a solution.
pub const DEFAULT_NODE_LIMIT: u64 = 5_000_000;

impl Puzzle {
    /// Converts the goal of the puzzle to a task for the side to move. The game must be at the
    /// position of the puzzle.
    ///
    /// # Errors
    /// Returns a [`Diagnostic`] if the goal does not exist in this game, or makes no sense in this
    /// position.
    pub fn task(&self, game: &mut dyn AnyGame) -> Result<GoalTask, Diagnostic> {
        let spec = game.rules().spec();
        let goal = Goal::read(&self.goal, spec);
        let goal = goal.ok_or_else(|| {
            let message = format!("there is no goal `{}` in this game", self.goal);
            self.wrong(Code::PuzzlePosition, message)
        })?;
        let goals = quadrille_agents::solve::goals(&mut *game)
            .map_err(|error| self.unsolved(&Unsolved::Hook(error)))?;
        if !goals.contains(&goal) {
            let message = format!("the goal `{}` makes no sense in this position", self.goal);
            return Err(self.wrong(Code::PuzzlePosition, message));
        }
        Ok(GoalTask { side: game.turn(), goal, plies: self.plies })
    }

    /// Starts a game at the puzzle's position. `rules` must be the puzzle's rules.
    ///
    /// # Errors
    /// Returns a [`Diagnostic`] if a game with these rules can't start at the position.
    pub fn start<'a>(
        &self,
        rules: &'a CompiledRules,
        hooks: &'a dyn quadrille_core::Hooks,
    ) -> Result<Box<dyn AnyGame + 'a>, Diagnostic> {
        let setup = fen::read(rules, &self.fen);
        let setup =
            setup.map_err(|error| self.wrong(Code::PuzzlePosition, format!("the FEN: {error}")))?;
        game::resume(rules, hooks, &setup)
            .map_err(|error| self.wrong(Code::PuzzlePosition, format!("the position: {error}")))
    }

    /// Solves the puzzle and verifies its solution. Exactly one action must force the goal within
    /// the puzzle's plies, and no action may force it in fewer plies. The stored solution must
    /// begin with this action and reach the goal.
    ///
    /// # Errors
    /// Returns a [`Diagnostic`] about the first of these conditions that is not met.
    pub fn verify(&self, loaded: &Ruleset, limit: Limit<'_>) -> Result<(), Diagnostic> {
        let hooks = loaded.shared_hooks();
        let mut game = self.start(&loaded.rules, &*hooks)?;
        let game = &mut *game;
        let task = self.task(game)?;
        let solved = quadrille_agents::solve::solve(&mut *game, &task, 2, limit)
            .map_err(|error| self.unsolved(&error))?;
        let Some(solved) = solved else {
            let message = format!("no move forces `{}` within {} plies", self.goal, self.plies);
            return Err(self.wrong(Code::PuzzleUnsolved, message));
        };
        let each: Vec<String> =
            solved.actions.iter().map(|action| written(game, *action)).collect();
        if solved.plies != self.plies {
            let message = format!(
                "{} of {} plies are enough: `{}`",
                solved.plies,
                self.plies,
                each.join("`, `")
            );
            return Err(self.wrong(Code::PuzzleUnsolved, message));
        }
        let [only] = solved.actions[..] else {
            let message = format!("there is more than one solution: {}", each.join(", "));
            return Err(self.wrong(Code::PuzzleUnsolved, message));
        };
        self.follow(game, task, only)
    }

    /// Plays the stored solution. Returns an error unless the solution begins with the action
    /// `first` and reaches the goal.
    fn follow(
        &self,
        game: &mut dyn AnyGame,
        mut task: GoalTask,
        first: quadrille_core::Action,
    ) -> Result<(), Diagnostic> {
        let seats = game.rules().spec().team_of();
        for (number, (_, token)) in tokens(&self.solution).enumerate() {
            let status = quadrille_agents::solve::goal_status(&mut *game, &task)
                .map_err(|e| self.unsolved(&Unsolved::Hook(e)))?;
            if status != GoalStatus::Open {
                let message = format!("the solution continues after its end: `{token}`");
                return Err(self.wrong(Code::PuzzleUnsolved, message));
            }
            let illegal = |why: String| {
                self.wrong(Code::PuzzleUnsolved, format!("`{token}` of the solution: {why}"))
            };
            let action = actions::read(game, token).map_err(|error| illegal(error.to_string()))?;
            if number == 0 && action != first {
                let only = written(game, first);
                return Err(illegal(format!("only `{only}` solves the puzzle")));
            }
            if let Ok(quadrille_core::Decision::Turn(seat)) = game.decision()
                && seats[seat.index()] == seats[task.side.index()]
            {
                task.plies = task.plies.saturating_sub(1);
            }
            game.play(action).map_err(|error| illegal(error.to_string()))?;
        }
        match quadrille_agents::solve::goal_status(&mut *game, &task) {
            Ok(GoalStatus::Reached) => Ok(()),
            Ok(_) => {
                let message = "the solution does not reach the goal";
                Err(self.wrong(Code::PuzzleUnsolved, message))
            }
            Err(error) => Err(self.unsolved(&Unsolved::Hook(error))),
        }
    }

    fn unsolved(&self, error: &Unsolved) -> Diagnostic {
        self.wrong(Code::PuzzleUnsolved, error.to_string())
    }

    /// Returns a diagnostic at the puzzle's place.
    fn wrong(&self, code: Code, message: impl Into<String>) -> Diagnostic {
        match &self.at {
            Some(at) => at.error(code, message),
            None => Diagnostic::plain(message.into()),
        }
    }
}
