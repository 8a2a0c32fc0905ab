//! The `game` value of event hooks. It contains a copy of the position, and answers that only the
//! game itself can give.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use quadrille_core::{Move, Seat, Square, Status, View};
use rhai::{EvalAltResult, Position};

use super::Fallible;

/// The `game` value of event hooks. It contains a copy of the position, and the answers of the game
/// itself. The game's answers are needed because the copy does not run hooks about moves. The copy
/// can't run the hooks that react to the capture of a royal either.
#[derive(Clone)]
pub(crate) struct GameValue(pub Rc<dyn View>, pub Rc<GameAnswers>);

/// A query that only the game can answer. The copy of the position can't answer the query.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum GameQuestion {
    /// A query for the status of a seat.
    Status(Seat),
    /// A query that tests if the seat can lift all checks after a move between the two squares.
    Lift(Seat, Square, Square),
}

/// The game's answer to a query.
#[derive(Clone, Copy)]
pub(crate) enum GameAnswer {
    Status(Status),
    Lift(bool),
}

/// The answers that the game has given so far, and the kinds of queries that only the game can
/// answer.
#[derive(Default)]
pub(crate) struct GameAnswers {
    /// `true` if only the game can determine the status of a seat, because the status may depend on
    /// something that the copy does not know.
    pub statuses: Cell<bool>,
    /// `true` if only the game can answer queries about moves that lift a check.
    pub lifts: Cell<bool>,
    /// The answers that the game has given so far, each with its query.
    pub answers: RefCell<Vec<(GameQuestion, GameAnswer)>>,
    /// The query for which the hook waits. The game must answer it before the hook can continue.
    pub open: Cell<Option<GameQuestion>>,
}

impl GameAnswers {
    /// Returns the game's answer to a query. If the answer is not known yet, returns an error that
    /// interrupts the hook. The hook runs again when the game has answered.
    fn ask(&self, question: GameQuestion) -> Fallible<GameAnswer> {
        let answers = self.answers.borrow();
        let known = answers.iter().find(|(asked, _)| *asked == question);
        known.map(|(_, answer)| *answer).ok_or_else(|| {
            // A script can't catch this error.
            self.open.set(Some(question));
            EvalAltResult::ErrorTerminated("the game must be queried".into(), Position::NONE).into()
        })
    }

    /// Returns the status of a seat.
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

    /// Returns `true` if `seat` can reply with a move that lifts every check to the previous
    /// player. `from` and `to` are the squares of the previous player's move.
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
