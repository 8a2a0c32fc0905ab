//! The readings of a ruleset: every combination of its tunables' values, or a sample of them.

use std::collections::BTreeSet;

use quadrille_core::numeric::rng::{Rng, Stream};

use crate::choices::Choice;

/// Returns the number of combinations.
#[must_use]
pub fn count(choices: &[Choice]) -> u128 {
    choices.iter().fold(1, |all, choice| all.saturating_mul(choice.values.len() as u128))
}

/// Returns the combinations to try: all combinations, or a random sample of `most` combinations.
/// `seed` determines the sample. The combination of the values in force always comes first. Each
/// combination consists of the settings that differ from the ruleset.
#[must_use]
pub fn combinations(choices: &[Choice], most: usize, seed: u64) -> Vec<Vec<(String, String)>> {
    let all = count(choices);
    let numbers: BTreeSet<u128> = if all <= most as u128 {
        (0..all).collect()
    } else {
        let mut rng = Rng::new(seed, 0, Stream::Opening, 0, 0);
        let mut drawn = BTreeSet::from([0]);
        while drawn.len() < most.max(1) {
            drawn.insert((u128::from(rng.bits()) << 64 | u128::from(rng.bits())) % all);
        }
        drawn
    };
    let combination = |mut number: u128| {
        let mut set = Vec::new();
        for choice in choices {
            let values = choice.values.len() as u128;
            let value = (number % values) as usize;
            number /= values;
            if value > 0 {
                set.push((choice.tunable.clone(), choice.values[value].clone()));
            }
        }
        set
    };
    numbers.into_iter().map(combination).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(tunable: &str, values: &[&str]) -> Choice {
        let values = values.iter().map(|value| (*value).to_owned()).collect();
        Choice { tunable: tunable.to_owned(), values }
    }

    #[test]
    fn all_combinations_or_a_sample_that_depends_on_the_seed() {
        let choices = [choice("a.X", &["1", "2", "3"]), choice("a.Y", &["no", "yes"])];
        let all = combinations(&choices, 6, 1);
        assert_eq!(all.len(), 6);
        assert!(all[0].is_empty(), "the first is the one in force");
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 6);
        assert!(all.contains(&vec![("a.X".into(), "3".into()), ("a.Y".into(), "yes".into())]));
        let some = combinations(&choices, 4, 1);
        assert!(some.len() == 4 && some[0].is_empty());
        assert_eq!(some, combinations(&choices, 4, 1));
        let vast: Vec<Choice> = (0..200).map(|_| choice("a.Z", &["1", "2", "3"])).collect();
        assert_eq!(combinations(&vast, 10, 3).len(), 10);
        assert_ne!(combinations(&vast, 10, 3), combinations(&vast, 10, 4));
    }
}
