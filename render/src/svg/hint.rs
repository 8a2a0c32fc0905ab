//! Draws hints, which are the signs on squares where a piece may move.

use std::fmt::Write as _;

use super::grid::SQUARE_SIDE;
use super::palette::{DANGER, HINT};
use crate::layout::Mark;

/// Draws the sign that shows how a piece may move to a square.
pub(super) fn hint(mark: Mark, occupied: bool, x: f32, y: f32, out: &mut String) {
    let (x, y) = (x + SQUARE_SIDE / 2.0, y + SQUARE_SIDE / 2.0);
    let dot = |out: &mut String| {
        let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"{HINT}\"/>");
    };
    let ring = |out: &mut String| {
        let r = if occupied { 22.0 } else { 15.0 };
        let _ = writeln!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"none\" stroke=\"{DANGER}\" \
             stroke-width=\"3.5\"/>"
        );
    };
    match mark {
        Mark::Check | Mark::Origin | Mark::Highlight | Mark::Hidden => {}
        Mark::Quiet => dot(out),
        Mark::Capture => ring(out),
        Mark::Either => {
            ring(out);
            dot(out);
        }
        Mark::Assisted => {
            let _ = writeln!(
                out,
                "<path d=\"M{x} {}l11 11l-11 11l-11 -11z\" fill=\"none\" stroke=\"{HINT}\" \
                 stroke-width=\"3\" stroke-dasharray=\"5 3\"/>",
                y - 11.0
            );
        }
    }
}
