//! Lints that check the rules as a whole. They warn about parts that are valid but probably
//! unintended.

mod army_symmetry;
mod board_symmetry;
mod lint_input;
mod missing_counterparts;
mod plugins_table;
mod seats;
mod stuck_pieces;
mod teams;
mod unreachable_promotions;
mod unused_parts;
mod unused_state;
mod zone_symmetry;

use crate::diagnostic::Diagnostic;
pub(crate) use lint_input::LintInput;

/// The lints, in the order in which they run.
const LINTS: &[fn(&LintInput<'_>, &mut Vec<Diagnostic>)] = &[
    |whole, out| whole.royals(out),
    |whole, out| whole.kinds(out),
    |whole, out| whole.zones(out),
    |whole, out| whole.seats(out),
    |whole, out| whole.seat_colours(out),
    |whole, out| whole.teams(out),
    |whole, out| whole.partners(out),
    |whole, out| whole.armies(out),
    |whole, out| whole.features(out),
    |whole, out| whole.dead_ends(out),
    |whole, out| whole.promotions(out),
    |whole, out| whole.zones_of_seats(out),
    |whole, out| whole.plugins(out),
    |whole, out| whole.kept(out),
    |whole, out| whole.metrics(out),
    |whole, out| whole.answers(out),
    |whole, out| whole.states(out),
    |whole, out| whole.mates(out),
    |whole, out| whole.mate_not_handled(out),
    |whole, out| whole.answer_not_handled(out),
    |whole, out| whole.en_passant(out),
    |whole, out| whole.idle_hooks(out),
];

/// Runs the lints in order. Ends early if another thread stops them.
pub(crate) fn all(whole: &LintInput<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for lint in LINTS.iter().take_while(|_| !whole.is_stopped()) {
        lint(whole, &mut out);
    }
    out
}
