//! The readings of a ruleset: every combination of its tunables' values, or a sample of them.

use std::collections::BTreeSet;

use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_dsl::diagnostic::did_you_mean;
use quadrille_dsl::{Loaded, Tunable};

use crate::compare::question::QuestionError;

/// A tunable with the values that are tried, the one in force first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The tunable, as `script.CONST`.
    pub tunable: String,
    /// Its values.
    pub values: Vec<String>,
}

/// The tunables that vary, and why others do not.
///
/// # Errors
/// If a tunable that is asked for does not exist, or nothing varies.
pub fn choices(
    loaded: &Loaded,
    wanted: &[String],
) -> Result<(Vec<Choice>, Vec<String>), QuestionError> {
    let (mut all, mut constant): (Vec<Choice>, Vec<String>) = (Vec::new(), Vec::new());
    let full = |tunable: &Tunable| format!("{}.{}", tunable.script, tunable.name);
    let mut add = |tunable: &Tunable, values: Option<Vec<String>>| {
        let name = full(tunable);
        let values = values.unwrap_or_else(|| match tunable.value.as_str() {
            "true" | "false" => vec!["true".to_owned(), "false".to_owned()],
            _ => tunable.one_of.clone(),
        });
        if values.is_empty() {
            constant.push(format!("{name}: needs values, as in `--tunable {name}=1,2,3`"));
        }
        let mut kept = vec![tunable.value.clone()];
        for value in values {
            if !kept.contains(&value) {
                kept.push(value);
            }
        }
        if kept.len() > 1 && all.iter().all(|choice| choice.tunable != name) {
            all.push(Choice { tunable: name, values: kept });
        }
    };
    let wrong = |message: String, help: Option<String>| {
        Err(QuestionError { message, help, findings: Vec::new() })
    };
    if wanted.is_empty() {
        loaded.tunables.iter().filter(|t| !t.requested).for_each(|tunable| add(tunable, None));
    }
    for text in wanted {
        let (name, values) = match text.split_once('=') {
            Some((name, values)) => {
                (name, Some(values.split(',').map(|value| value.trim().to_owned()).collect()))
            }
            None => (text.as_str(), None),
        };
        let named = |tunable: &&Tunable| full(tunable) == name || tunable.name == name;
        let found: Vec<&Tunable> = loaded.tunables.iter().filter(named).collect();
        let names = |of: Vec<&Tunable>| of.into_iter().map(full).collect::<Vec<_>>();
        match found[..] {
            [tunable] => add(tunable, values),
            [] => {
                let names = names(loaded.tunables.iter().collect());
                let close = did_you_mean(name, names.iter().map(String::as_str));
                let help =
                    close.unwrap_or_else(|| format!("expected one of: {}", names.join(", ")));
                return wrong(format!("unknown tunable `{name}`"), Some(help));
            }
            _ => {
                let help = format!("write {}", names(found).join(" or "));
                return wrong(format!("several scripts have a tunable `{name}`"), Some(help));
            }
        }
    }
    if all.is_empty() {
        let help = constant.first().cloned();
        return wrong("there is no tunable to vary".to_owned(), help);
    }
    Ok((all, constant))
}

/// How many combinations there are.
#[must_use]
pub fn count(choices: &[Choice]) -> u128 {
    choices.iter().fold(1, |all, choice| all.saturating_mul(choice.values.len() as u128))
}

/// The combinations that are tried: all, or `most` of them, drawn by the seed, in either case with the one in force,
/// which is the first. Each has what it sets otherwise.
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

    #[test]
    fn tunables_vary_among_listed_values_unless_they_are_set() {
        let set = [("mate.AFTER_MATE".to_owned(), "remove".to_owned())];
        let load = |set: &[(String, String)]| {
            let shipped = quadrille_dsl::library::Shipped;
            quadrille_dsl::load(&shipped, "verney-1881", set).expect("a shipped ruleset")
        };
        let names = |loaded: &Loaded, wanted: &[&str]| -> Vec<String> {
            let wanted: Vec<String> = wanted.iter().map(|name| (*name).to_owned()).collect();
            choices(loaded, &wanted).unwrap().0.into_iter().map(|choice| choice.tunable).collect()
        };
        let free = load(&[]);
        assert!(names(&free, &[]).contains(&"mate.AFTER_MATE".to_owned()));
        assert!(!names(&load(&set), &[]).contains(&"mate.AFTER_MATE".to_owned()));
        assert_eq!(names(&free, &["AFTER_MATE"]), ["mate.AFTER_MATE"]);
        let wrong = choices(&free, &["mate.AFTER_MAT".to_owned()]).unwrap_err();
        assert!(wrong.help.unwrap().contains("mate.AFTER_MATE"));
    }
}
