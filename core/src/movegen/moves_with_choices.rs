//! Choices within moves. If the hooks of a move ask for choices, each choice makes a separate
//! action.
//!
//! To find the choices of a move, the turn machine plays the move on a copy of the position. Only
//! moves that call a choosing hook are played. Rulesets without such hooks never use this module.

use crate::board::MAX_SEATS;
use crate::movegen::{MoveGen, MoveSet, Sink};
use crate::rules::{Action, Move, Protect};
use crate::state::Position;

impl<const W: usize> MoveGen<'_, W> {
    /// Lists the legal actions of the seat to move, with the choices within moves.
    #[cold]
    pub(super) fn actions_with_choices(
        &self,
        pos: &Position<W>,
        row: &[Protect; MAX_SEATS],
        sink: &mut dyn Sink<W>,
    ) {
        let mut actions: Vec<Action> = Vec::new();
        self.actions_without_choices(pos, row, &mut actions);
        for action in actions {
            if sink.is_full() {
                return;
            }
            let mut chosen = false;
            if let Action::Move(mv) = action
                && self.may_choose(pos, mv)
            {
                (self.foresight.choices)(*self, pos, mv, &mut |choice| {
                    chosen = true;
                    sink.add(MoveSet::One(Action::Move(mv.choosing(Some(choice)))));
                });
            }
            if !chosen {
                sink.add(MoveSet::One(action));
            }
        }
    }

    /// Returns `true` if a move calls a hook that may ask for a choice.
    fn may_choose(&self, pos: &Position<W>, mv: Move) -> bool {
        let captures = self.board.make_move(&mut pos.clone(), mv);
        self.calls_any(&self.t.choosing, pos, mv, &captures)
    }
}
