//! Values of tunables, for sweeps and searches.

use quadrille_dsl::diagnostic::did_you_mean;
use quadrille_dsl::{Ruleset, Tunable};

use crate::compare::question::QuestionError;

/// A tunable, with the values to try. The first value is the value in force in the ruleset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The tunable, as `script.CONST`.
    pub tunable: String,
    /// The values of the tunable.
    pub values: Vec<String>,
}

/// Returns the tunables that vary, with their values. Also returns a message about the tunables
/// that can't vary because the ruleset lists no values for them. `wanted` names tunables as
/// `script.CONST` or `script.CONST=value,value`. If `wanted` is empty, each tunable that lists its
/// values varies, and so does each tunable that is `true` or `false`.
///
/// # Errors
/// Returns a [`QuestionError`] if a wanted tunable does not exist, or several tunables have its
/// name.
pub fn choices(
    loaded: &Ruleset,
    wanted: &[String],
) -> Result<(Vec<Choice>, Vec<String>), QuestionError> {
    let (mut all, mut unlisted): (Vec<Choice>, Vec<String>) = (Vec::new(), Vec::new());
    let full = |tunable: &Tunable| format!("{}.{}", tunable.script, tunable.name);
    let mut add = |tunable: &Tunable, values: Option<Vec<String>>| {
        let name = full(tunable);
        let values = values.unwrap_or_else(|| match tunable.value.as_str() {
            "true" | "false" => vec!["true".to_owned(), "false".to_owned()],
            _ => tunable.one_of.clone(),
        });
        if values.is_empty() {
            unlisted.push(name.clone());
        }
        let known = all.iter().position(|choice| choice.tunable == name);
        let place = known.unwrap_or_else(|| {
            all.push(Choice { tunable: name, values: vec![tunable.value.clone()] });
            all.len() - 1
        });
        for value in values {
            if !all[place].values.contains(&value) {
                all[place].values.push(value);
            }
        }
    };
    let wrong = |message: String, help: Option<String>| {
        Err(QuestionError { message, help, findings: Vec::new() })
    };
    if wanted.is_empty() {
        loaded.tunables.iter().for_each(|tunable| add(tunable, None));
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
    all.retain(|choice| choice.values.len() > 1);
    let unlisted = unlisted.first().map(|first| {
        let names = unlisted.join(", ");
        format!("{names}: no values listed; list values, as in `--tunable {first}=1,2,3`")
    });
    Ok((all, unlisted.into_iter().collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tunables_vary_among_listed_values_or_those_that_are_named() {
        let shipped = quadrille_dsl::library::Shipped;
        let loaded = quadrille_dsl::load(&shipped, "verney-1881", &[]).expect("a shipped ruleset");
        let found = |wanted: &[&str]| {
            let wanted: Vec<String> = wanted.iter().map(|name| (*name).to_owned()).collect();
            choices(&loaded, &wanted)
        };
        let (all, constant) = found(&[]).unwrap();
        let mate = all.iter().find(|choice| choice.tunable == "mate.AFTER_MATE").unwrap();
        assert_eq!(mate.values, ["freeze", "remove", "inert"]);
        assert!(constant[..].iter().all(|why| why.contains("no values listed")));
        assert!(constant.len() <= 1, "one message for all: {constant:?}");
        let (one, _) = found(&["AFTER_MATE=inert", "mate.AFTER_MATE=remove,freeze"]).unwrap();
        assert_eq!(one.len(), 1);
        assert_eq!(one[0].values, ["freeze", "inert", "remove"]);
        assert!(found(&["AFTER_MATE=freeze"]).unwrap().0.is_empty(), "it is in force");
        assert!(found(&["mate.AFTER_MAT"]).unwrap_err().help.unwrap().contains("mate.AFTER_MATE"));
    }
}
