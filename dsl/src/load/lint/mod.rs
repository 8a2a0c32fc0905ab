//! Lints that check the rules as a whole. They warn about parts that are valid but probably
//! unintended.

mod army_symmetry;
mod board_symmetry;
mod lint_input;
mod plugin_clause_names;
mod seats;
mod stuck_pieces;
mod teams;
mod unreachable_promotions;
mod unused_parts;
mod unused_state;
mod zone_symmetry;

use crate::diagnostic::Diagnostic;
pub(crate) use lint_input::LintInput;

/// Runs all lints.
pub(crate) fn all(whole: &LintInput<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    whole.royals(&mut out);
    whole.kinds(&mut out);
    whole.zones(&mut out);
    whole.seats(&mut out);
    whole.teams(&mut out);
    whole.partners(&mut out);
    whole.armies(&mut out);
    whole.features(&mut out);
    whole.dead_ends(&mut out);
    whole.promotions(&mut out);
    whole.zones_of_seats(&mut out);
    whole.plugins(&mut out);
    whole.kept(&mut out);
    whole.metrics(&mut out);
    whole.answers(&mut out);
    whole.states(&mut out);
    whole.mates(&mut out);
    whole.idle_hooks(&mut out);
    out
}
