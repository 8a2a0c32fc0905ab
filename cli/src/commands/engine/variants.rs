//! The names that `UCI_Variant` accepts.

use quadrille_core::Spec;
use quadrille_dsl::Library as _;
use quadrille_dsl::library::Shelf;
use quadrille_dsl::variant_names::{self, PLAYERS, VariantName};

use crate::context::outline;

/// Returns the ruleset for the name of a two-player variant. It is the ruleset that implements this
/// variant, or else a two-player ruleset whose id is the name.
pub(super) fn ruleset<'a>(name: &'a str, variant: &VariantName, shelf: &Shelf) -> Option<&'a str> {
    [variant.ruleset, name].into_iter().find(|id| is_for_two(id, shelf))
}

fn is_for_two(id: &str, shelf: &Shelf) -> bool {
    outline(shelf, id).is_some_and(|(_, spec)| spec.seats.len() == PLAYERS)
}

/// Returns the name of the ruleset in use.
pub(super) fn name(spec: &Spec) -> &str {
    variant_names::of_ruleset(&spec.id, spec.seats.len()).map_or(&spec.id, |variant| variant.uci)
}

/// Returns all names of variants that the engine accepts: the usual names of two-player variants,
/// and then the ids of rulesets and recipes. An id is left out if other programs use it for a
/// two-player game and the ruleset has more than two seats.
pub(super) fn names(shelf: &Shelf) -> Vec<String> {
    let here = |variant: &&VariantName| is_for_two(variant.ruleset, shelf);
    let usual: Vec<&VariantName> = variant_names::ALL.iter().filter(here).collect();
    let mut names: Vec<String> = usual.iter().map(|variant| variant.uci.to_owned()).collect();
    for id in shelf.all_names() {
        let known = variant_names::find(&id);
        let fits = known.is_none_or(|variant| usual.contains(&variant) || is_for_two(&id, shelf));
        if fits && !names.contains(&id) {
            names.push(id);
        }
    }
    names
}
