//! The default values for parts that the text of a position omits.

use quadrille_core::{CompiledRules, Setup};

use super::option_keys;

/// Returns the state at the start of a game. If the rules have a hook for the opening of a turn,
/// the first turn has not been opened yet. Otherwise, the first turn is already open. All shuffles
/// have been made.
pub(super) fn start(rules: &CompiledRules) -> Setup {
    let mut setup = quadrille_core::game::initial(rules);
    setup.phase = option_keys::default_phase(rules.spec());
    setup.rolled = rules.spec().dice.is_none();
    setup.shuffled = rules.spec().shuffles.len() as u8;
    setup
}
