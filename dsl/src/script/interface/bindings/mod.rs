//! What scripts see and do, registered with an engine: values, the view of a game, effects.

pub(crate) mod board_values;
pub(crate) mod effect_arguments;
pub(crate) mod effects;
pub(crate) mod game_view;
pub(crate) mod position_queries;
mod properties;
pub(crate) mod tabulated_reads;

use std::rc::Rc;

use crate::script::interface::native::{Meter, Registrar};
use board_values::Facts;
use effects::Sink;

/// Makes values, `game` and effects known.
pub(crate) fn register(
    registrar: &mut Registrar<'_>,
    meter: &Rc<Meter>,
    facts: &Rc<Facts>,
    sink: &Rc<Sink>,
) {
    board_values::register(registrar, facts);
    game_view::register(registrar, facts, meter);
    effects::register(registrar, sink);
}
