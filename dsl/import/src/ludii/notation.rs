//! Writes movements in movement notation.

use std::collections::BTreeMap;

use super::movement::{Movement, Travel};
use super::squares::Step;
use crate::betza;

/// Returns the notation of movements whose squares and conditions are the same.
pub(super) fn notation<'m>(movements: impl Iterator<Item = &'m Movement>) -> String {
    type Key = (Travel, i32, i32, [bool; 5]);
    let mut terms: BTreeMap<Key, Vec<Step>> = BTreeMap::new();
    for movement in movements {
        let Movement { way, travel, first, quiet, captures, own, passing, .. } = *movement;
        let (x, y) = (way.0.abs(), way.1.abs());
        let key = (travel, x.max(y), x.min(y), [first, quiet, captures, own, passing]);
        let ways = terms.entry(key).or_default();
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    let mut out: Vec<String> = Vec::new();
    for ((travel, long, short, [first, quiet, captures, own, passing]), mut ways) in terms {
        ways.sort_unstable();
        let directions = betza::directions((long, short), &ways);
        let goal = match (quiet, captures, own, passing) {
            (true, true, ..) => "",
            (true, ..) => "m",
            (_, true, ..) => "c",
            (_, _, true, _) => "d",
            _ => "ce",
        };
        let initial = if first { "i" } else { "" };
        let atom = match (long, short) {
            (0..=3, _) => betza::letter((long, short)).to_string(),
            _ => format!("({long},{short})"),
        };
        let ride = |range: u32| match (short, range) {
            (0, 0) => "R".to_owned(),
            (_, 0) => "B".to_owned(),
            (_, range) => format!("{atom}{range}"),
        };
        let prefix = format!("{initial}{directions}{goal}");
        out.push(match travel {
            Travel::Leap => format!("{prefix}{atom}"),
            Travel::Lame => format!("{prefix}n{atom}"),
            Travel::Jump => format!("{prefix}j{atom}"),
            Travel::Ride(range) => format!("{prefix}{}", ride(range)),
            Travel::Cannon => format!("{prefix}p{}", ride(0)),
            Travel::Grasshopper => format!("{prefix}g{}", ride(0)),
            Travel::Horse(steps) => {
                let between = "F-".repeat(steps.saturating_sub(1));
                format!("{initial}[{directions}W-{between}{goal}F]")
            }
        });
    }
    for [one, two, both] in [["W", "F", "K"], ["R", "B", "Q"]] {
        let place = |term: &str| out.iter().position(|known| known == term);
        if let (Some(first), Some(second)) = (place(one), place(two)) {
            both.clone_into(&mut out[first]);
            out.remove(second);
        }
    }
    out.concat()
}
