//! Warns about seats that have no royal piece, and about seats that never have a turn.

use quadrille_core::{EventKind, Seat};

use super::lint_input::LintInput;
use crate::diagnostic::{Code, Diagnostic};

impl LintInput<'_> {
    pub(super) fn royals(&self, out: &mut Vec<Diagnostic>) {
        let spec = self.spec;
        // A hook that runs at the start of the game may place royals.
        let set_up = spec.handlers.iter().any(|handler| handler.event == EventKind::Setup);
        if set_up || !spec.kinds.iter().any(|kind| kind.royal) {
            return;
        }
        let royal = |kind: usize| spec.kinds.get(kind).is_some_and(|kind| kind.royal);
        for (i, seat) in spec.seats.iter().enumerate() {
            let mine = |other: Seat| other.index() == i;
            let on_board = spec
                .array
                .iter()
                .any(|(_, piece)| mine(piece.colour()) && royal(piece.kind().index()));
            let in_hand = spec.hands.iter().filter(|hand| mine(hand.seat));
            let in_hand = in_hand
                .flat_map(|hand| &hand.pieces)
                .any(|(kind, n)| *n > 0 && royal(kind.index()));
            if !on_board && !in_hand {
                let at = self.table.table("array").and_then(|array| array.get("picture"));
                let at = at.map_or(self.top, |node| &node.at);
                let message = format!("{} starts without a royal piece", seat.name);
                let names: Vec<_> = spec
                    .kinds
                    .iter()
                    .filter(|k| k.royal)
                    .map(|k| format!("`{}{}`", seat.key, k.letter))
                    .collect();
                let help = format!("add {} to the picture", names.join(" or "));
                out.push(at.warning(Code::SeatWithoutRoyal, message).help(help));
            }
        }
    }

    pub(super) fn seats(&self, out: &mut Vec<Diagnostic>) {
        // A script that changes the order may add any seat.
        if self.scripts.has_word("set_order") {
            return;
        }
        for (i, seat) in self.spec.seats.iter().enumerate() {
            if !self.spec.order.iter().any(|other| other.index() == i) {
                let turn = self.table.table("rules").and_then(|rules| rules.get("order"));
                let at = turn.map_or(self.top, |node| &node.at);
                let message = format!("{} never has a turn", seat.name);
                let help = format!("add `{}` to the turn order", seat.name);
                out.push(at.warning(Code::SeatWithoutTurn, message).help(help));
            }
        }
    }
}
