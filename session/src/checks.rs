//! Royals in check, and the pieces that check them.

use quadrille_core::{AnyGame, Seat, Square};
use serde::{Deserialize, Serialize};

use crate::names::RulesetNames;

/// A royal in check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Check {
    /// The square of the royal.
    pub square: String,
    /// The seat that has the royal.
    pub seat: String,
    /// The squares of the pieces that give check.
    pub by: Vec<String>,
}

/// Returns all royals in check. Royals of a seat are left out if, under the rules, check has no
/// meaning for this seat.
pub(crate) fn list(game: &dyn AnyGame) -> Vec<Check> {
    let spec = game.rules().spec();
    let names = RulesetNames(spec);
    let checked = names
        .seats()
        .filter(|seat| spec.heeds_check(*seat) && game.in_check(*seat))
        .flat_map(|seat| {
            let royals = game.royals(seat).into_iter();
            royals.map(move |square| (seat, square))
        });
    let check = |(seat, square): (Seat, Square)| {
        let team = spec.seats[seat.index()].team;
        let opponents = names.seats().filter(|other| spec.seats[other.index()].team != team);
        let by = opponents.flat_map(|other| game.attackers(square, other));
        let by = by.map(|square| names.square(square)).collect();
        Check { square: names.square(square), seat: names.seat(seat), by }
    };
    checked.map(check).filter(|check| !check.by.is_empty()).collect()
}
