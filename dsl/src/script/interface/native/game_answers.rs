//! The `game` of event hooks, and what only the game itself can answer.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use quadrille_core::{Move, Seat, Square, Status, View};
use rhai::{EvalAltResult, Position};

use super::Fallible;

/// The `game` of event hooks: a copy of the position, and answers of the game itself. Only the game
/// takes into account what scripts do about captures of royals, and runs hooks about moves.
#[derive(Clone)]
pub(crate) struct GameValue(pub Rc<dyn View>, pub Rc<GameAnswers>);

/// A question that only the game can answer, and its copy can't.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum GameQuestion {
    /// `status`.
    Status(Seat),
    /// `can_lift`.
    Lift(Seat, Square, Square),
}

/// What the game answered.
#[derive(Clone, Copy)]
pub(crate) enum GameAnswer {
    Status(Status),
    Lift(bool),
}

/// Answers of the game itself, for hooks that may ask it.
#[derive(Default)]
pub(crate) struct GameAnswers {
    /// Whether the game has to be asked for a status that its copy can't know.
    pub statuses: Cell<bool>,
    /// Whether the game has to be asked what lifts a check, and not its copy.
    pub lifts: Cell<bool>,
    /// The answers so far.
    pub answers: RefCell<Vec<(GameQuestion, GameAnswer)>>,
    /// The question that the game has to answer before the hook can continue.
    pub open: Cell<Option<GameQuestion>>,
}

impl GameAnswers {
    /// The game's answer to a question, or the error that interrupts the hook until the game has answered.
    fn ask(&self, question: GameQuestion) -> Fallible<GameAnswer> {
        let answers = self.answers.borrow();
        let known = answers.iter().find(|(asked, _)| *asked == question);
        known.map(|(_, answer)| *answer).ok_or_else(|| {
            // A script can't catch this.
            self.open.set(Some(question));
            EvalAltResult::ErrorTerminated("the game has to be asked".into(), Position::NONE).into()
        })
    }

    /// The status of a seat.
    pub(crate) fn status(&self, view: &dyn View, seat: Seat) -> Fallible<Status> {
        if !self.statuses.get() {
            return Ok(view.status(seat));
        }
        if let Some(status) = view.status_without_hooks(seat) {
            return Ok(status);
        }
        let GameAnswer::Status(status) = self.ask(GameQuestion::Status(seat))? else {
            return Ok(Status::Ok);
        };
        Ok(status)
    }

    /// Whether a move's check can be lifted.
    pub(crate) fn can_lift(
        &self,
        view: &dyn View,
        seat: Seat,
        from: Square,
        to: Square,
    ) -> Fallible<bool> {
        if !self.lifts.get() {
            return Ok(view.can_lift(seat, Move::new(from, to)));
        }
        Ok(matches!(self.ask(GameQuestion::Lift(seat, from, to))?, GameAnswer::Lift(true)))
    }
}
