//! Registers the interface of scripts with an engine. The interface consists of values, the view of
//! a game, and effects.

pub(crate) mod board_values;
pub(crate) mod effect_arguments;
pub(crate) mod effects;
pub(crate) mod find_queries;
pub(crate) mod game_view;
mod properties;
pub(crate) mod rule_facts;
pub(crate) mod tabulated_reads;
pub(crate) mod value_functions;

use std::rc::Rc;

use crate::script::interface::native::{Meter, Registrar};
use effects::EffectSink;
use rule_facts::Facts;

/// Registers values, `game` and effects.
pub(crate) fn register(
    registrar: &mut Registrar<'_>,
    meter: &Rc<Meter>,
    facts: &Rc<Facts>,
    sink: &Rc<EffectSink>,
) {
    value_functions::register(registrar, facts);
    game_view::register(registrar, facts, meter);
    effects::register(registrar, sink);
}
