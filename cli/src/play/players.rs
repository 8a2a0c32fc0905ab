//! Chooses the player of each seat.

use quadrille_core::{Seat, Spec};
use quadrille_dsl::diagnostic::did_you_mean;

use crate::args::{SeatChoice, SeatPlayer};
use crate::engines;
use crate::output::exit::Failure;

/// The word for all seats that are not named on the command line.
pub const OTHER_SEATS: &str = "others";

/// The default agent. If the command line names no players, it plays all seats except the seat that
/// moves first.
const DEFAULT_AGENT: &str = "greedy";

/// Returns the player of every seat.
///
/// # Errors
/// Returns a [`Failure`] if a seat is unknown, or an agent can't play this game.
pub fn players(
    choices: &[SeatChoice],
    spec: &Spec,
    first: Seat,
) -> Result<Vec<SeatPlayer>, Failure> {
    let usual = |seat: usize| {
        let agent = DEFAULT_AGENT.parse().map_or(SeatPlayer::Person, SeatPlayer::Agent);
        if seat == first.index() { SeatPlayer::Person } else { agent }
    };
    let others = choices.iter().rev().find(|choice| choice.seat == OTHER_SEATS);
    let mut players: Vec<SeatPlayer> = (0..spec.seats.len())
        .map(|seat| others.map_or_else(|| usual(seat), |choice| choice.player.clone()))
        .collect();
    for choice in choices {
        suits(&choice.player, spec)?;
        if choice.seat != OTHER_SEATS {
            players[seat_named(spec, &choice.seat)?.index()] = choice.player.clone();
        }
    }
    Ok(players)
}

/// Checks that a player can play a game with these rules.
///
/// # Errors
/// Returns a [`Failure`] if the player is an engine that can't play the game.
pub fn suits(player: &SeatPlayer, spec: &Spec) -> Result<(), Failure> {
    match player {
        SeatPlayer::Engine(_) => engines::allowed(spec),
        SeatPlayer::Agent(_) | SeatPlayer::Person => Ok(()),
    }
}

/// Returns the seat with this name.
///
/// # Errors
/// Returns a [`Failure`] if the rules have no seat of that name.
pub fn seat_named(spec: &Spec, name: &str) -> Result<Seat, Failure> {
    spec.seat_named(name).ok_or_else(|| {
        let names = || spec.seats.iter().map(|seat| seat.name.as_str());
        let all = || format!("expected one of: {}", names().collect::<Vec<_>>().join(", "));
        let help = did_you_mean(name, names()).unwrap_or_else(all);
        Failure::advised(format!("there is no seat `{name}`"), Some(help))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::verney;

    fn choices(texts: &[&str]) -> Vec<SeatChoice> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    fn named(texts: &[&str]) -> Vec<String> {
        let players = players(&choices(texts), &verney(), Seat(1)).unwrap();
        players.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn who_is_not_named_is_played_by_the_others_player() {
        assert_eq!(named(&[]), ["greedy", "person", "greedy", "greedy"]);
        assert_eq!(
            named(&["others=random", "yellow=person"]),
            ["person", "random", "random", "random"]
        );
        assert_eq!(named(&["red=random"]), ["greedy", "random", "greedy", "greedy"]);
    }

    #[test]
    fn a_seat_that_the_game_has_not_is_a_mistake() {
        let failed = players(&choices(&["yelow=random"]), &verney(), Seat(0)).unwrap_err();
        assert!(format!("{failed:?}").contains("did you mean `yellow`?"), "{failed:?}");
    }
}
