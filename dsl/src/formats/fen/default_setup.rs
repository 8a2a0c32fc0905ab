//! The default of omitted parts of a position.

use quadrille_core::{CompiledRules, Setup};

use super::option_keys;

/// The state at the start of a game, in or before its first turn: the default of omitted parts.
pub(super) fn start(rules: &CompiledRules) -> Setup {
    let mut setup = quadrille_core::game::initial(rules);
    setup.phase = option_keys::default_phase(rules.spec());
    setup.rolled = rules.spec().dice.is_none();
    setup
}
