//! The pairings of a Swiss tournament.
//!
//! This is the Monrad system: players are sorted by points, and each player meets the next player
//! whom it has not met before. If the number of players is odd, one player gets a bye: the last of
//! the players with the fewest byes.

use std::collections::BTreeSet;

/// The maximum number of partial pairings that are tried to avoid a second meeting.
const MAX_PAIRING_STEPS: u32 = 100_000;

/// A round of a Swiss tournament.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SwissRound {
    /// The pairs of players.
    pub pairs: Vec<(usize, usize)>,
    /// The player without an opponent, if the number of players is odd.
    pub bye: Option<usize>,
}

/// Returns the next round of a Swiss tournament. `points` are the players' points, and `earlier`
/// are the earlier rounds. Two players meet a second time only if no other pairing is found.
#[must_use]
pub fn swiss_round(points: &[f64], earlier: &[SwissRound]) -> SwissRound {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|a, b| points[*b].total_cmp(&points[*a]).then(a.cmp(b)));
    let mut bye = None;
    if order.len() % 2 == 1 {
        let byes = |player: usize| earlier.iter().filter(|round| round.bye == Some(player)).count();
        // Of the players with the fewest byes, the last one.
        bye = order.iter().copied().rev().min_by_key(|player| byes(*player));
        order.retain(|player| Some(*player) != bye);
    }
    let met: BTreeSet<(usize, usize)> = earlier
        .iter()
        .flat_map(|round| &round.pairs)
        .map(|(a, b)| (*a.min(b), *a.max(b)))
        .collect();
    let mut pairs = Vec::new();
    let mut steps = 0;
    if !pair(&order, &met, &mut pairs, &mut steps) {
        pairs = order.chunks_exact(2).map(|two| (two[0], two[1])).collect();
    }
    // Both players play each side within a block. The order of a pair therefore matters only to
    // readers.
    SwissRound { pairs, bye }
}

/// Pairs the players of a list so that no pair has met. Returns `false` if no such pairing is found.
fn pair(
    order: &[usize],
    met: &BTreeSet<(usize, usize)>,
    pairs: &mut Vec<(usize, usize)>,
    steps: &mut u32,
) -> bool {
    let Some((first, rest)) = order.split_first() else { return true };
    for (at, other) in rest.iter().enumerate() {
        *steps += 1;
        if *steps > MAX_PAIRING_STEPS {
            return false;
        }
        if met.contains(&(*first.min(other), *first.max(other))) {
            continue;
        }
        let left: Vec<usize> =
            rest.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, player)| *player).collect();
        pairs.push((*first, *other));
        if pair(&left, met, pairs, steps) {
            return true;
        }
        pairs.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a tournament in which the player with the smaller number always wins.
    fn played(players: usize, rounds: usize) -> (Vec<f64>, Vec<SwissRound>) {
        let (mut points, mut all) = (vec![0.0; players], Vec::new());
        for _ in 0..rounds {
            let round = swiss_round(&points, &all);
            round.pairs.iter().for_each(|(a, b)| points[*a.min(b)] += 1.0);
            round.bye.iter().for_each(|player| points[*player] += 1.0);
            all.push(round);
        }
        (points, all)
    }

    #[test]
    fn nobody_meets_the_same_player_twice_while_others_are_left() {
        for players in 2..=9 {
            let rounds = if players % 2 == 0 { players - 1 } else { players };
            let (_, all) = played(players, rounds.min(5));
            let mut met = BTreeSet::new();
            for round in &all {
                assert_eq!(round.pairs.len(), players / 2);
                assert_eq!(round.bye.is_some(), players % 2 == 1);
                for (a, b) in &round.pairs {
                    assert!(met.insert((*a.min(b), *a.max(b))), "{players} players: {all:?}");
                }
            }
            let byes: BTreeSet<_> = all.iter().filter_map(|round| round.bye).collect();
            assert!(players % 2 == 0 || byes.len() == all.len(), "{all:?}");
        }
    }

    #[test]
    fn the_strongest_comes_first_and_equal_points_meet() {
        let (points, all) = played(8, 3);
        assert_eq!(points[0], 3.0);
        assert_eq!(all[0].pairs, [(0, 1), (2, 3), (4, 5), (6, 7)]);
        assert_eq!(all[1].pairs, [(0, 2), (4, 6), (1, 3), (5, 7)]);
    }

    #[test]
    fn a_second_meeting_is_better_than_none() {
        let (_, all) = played(2, 3);
        assert!(all.iter().all(|round| round.pairs == [(0, 1)]));
        assert_eq!(swiss_round(&[], &[]), SwissRound::default());
        assert_eq!(swiss_round(&[0.0], &[]).bye, Some(0));
    }
}
