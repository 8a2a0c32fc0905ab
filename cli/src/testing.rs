//! Rulesets for unit tests.

use quadrille_core::Spec;
use quadrille_dsl::library::Shelf;

use crate::args::RuleChange;
use crate::context;

/// Returns the rules of a game with four players in two teams.
pub fn verney() -> Spec {
    let loaded = context::open(&Shelf::default(), "verney-1881", RuleChange::default());
    loaded.unwrap_or_else(|failure| panic!("{failure:?}")).rules.spec().clone()
}
