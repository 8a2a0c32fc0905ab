//! Warns about seats that have no royal piece, seats that never have a turn, and seats with the
//! same colour.

use quadrille_core::{EventKind, Seat};

use super::lint_input::LintInput;
use crate::diagnostic::{Code, Diagnostic};
use crate::load::build::seat_colours;
use crate::manifest::tree::TomlNode;

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
            if !on_board && !in_hand && !self.is_without_army(i) {
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
        let asks = ["ask", "ask_in_secret"].iter().any(|word| self.scripts.has_word(word));
        for (i, seat) in self.spec.seats.iter().enumerate() {
            // A seat without an army may still answer questions.
            if self.spec.order.iter().all(|other| other.index() != i)
                && !(asks && self.is_without_army(i))
            {
                let turn = self.table.table("rules").and_then(|rules| rules.get("order"));
                let at = turn.map_or(self.top, |node| &node.at);
                let message = format!("{} never has a turn", seat.name);
                let help = format!("add `{}` to the turn order", seat.name);
                out.push(at.warning(Code::SeatWithoutTurn, message).help(help));
            }
        }
    }

    /// Returns `true` if a seat has no pieces at the start, on the board or in hand, and no turns.
    fn is_without_army(&self, seat: usize) -> bool {
        let spec = self.spec;
        let absent = |other: Seat| other.index() != seat;
        let held = spec.hands.iter().map(|hand| hand.seat);
        spec.order.iter().copied().all(absent)
            && spec.array.iter().all(|(_, piece)| absent(piece.colour()))
            && held.into_iter().all(absent)
    }

    /// Warns about a seat whose colour is the colour of an earlier seat.
    pub(super) fn seat_colours(&self, out: &mut Vec<Diagnostic>) {
        let seats = self.table.get("seats").map_or(&[][..], TomlNode::list);
        let colours: Vec<u32> = seat_colours(seats).iter().filter_map(|c| rgb(c)).collect();
        let named = self.spec.seats.iter().zip(&colours).enumerate();
        for (i, (seat, colour)) in named {
            let Some(first) = colours[..i].iter().position(|other| other == colour) else {
                continue;
            };
            let at = seats.get(i).and_then(|seat| seat.table()?.get("colour"));
            let at = at.map_or(self.top, |node| &node.at);
            let message =
                format!("{} has the same colour as {}", seat.name, self.spec.seats[first].name);
            let help = "write another `colour`, or remove it: a seat without `colour` gets a colour that no seat has";
            out.push(at.warning(Code::SeatColourRepeated, message).help(help));
        }
    }
}

/// Reads a colour such as `#d9b300`, or `#db0` with one digit for each pair.
fn rgb(colour: &str) -> Option<u32> {
    let digits = colour.strip_prefix('#')?;
    let doubled = || digits.chars().flat_map(|digit| [digit, digit]).collect();
    let digits = if digits.len() == 3 { doubled() } else { digits.to_owned() };
    u32::from_str_radix(&digits, 16).ok()
}
