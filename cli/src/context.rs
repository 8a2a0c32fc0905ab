//! What most commands start with: the ruleset and the position that the command line asks for.
//!
//! Depends on `args` and `output`.

use std::ops::Range;
use std::sync::Arc;

use quadrille_core::{Hooks, Play, game};
use quadrille_dsl::diagnostic::did_you_mean;
use quadrille_dsl::{Diagnostic, Library as _, Loaded, Severity, Source, fen, load, text};

use crate::args::{PositionArgs, RuleChange, RulesArgs};
use crate::library::Shelf;
use crate::output::Output;
use crate::output::exit::Failure;

/// What commands share: the output and the rulesets.
pub struct CommandContext {
    /// Where its results go.
    pub out: Output,
    /// Where rulesets come from.
    pub shelf: Shelf,
}

/// Loads a ruleset.
///
/// # Errors
/// [`Failure::Usage`] if the name is unknown, [`Failure::Files`] with all problems of its files.
pub fn open(shelf: &Shelf, name: &str, change: &RuleChange) -> Result<Loaded, Failure> {
    let id = without_preset(name);
    if !shelf.has(id) {
        let names = shelf.names();
        let close = did_you_mean(id, names.iter().map(String::as_str));
        let all = "`quadrille list` lists the shipped ones; the path of a folder needs a slash";
        return Err(Failure::advised(
            format!("unknown ruleset `{id}`"),
            Some(close.unwrap_or_else(|| all.to_owned())),
        ));
    }
    let set: Vec<_> = change.set.iter().map(|s| (s.name.clone(), s.value.clone())).collect();
    load(shelf, name, &set).map_err(|findings| {
        if findings.iter().any(|finding| !is_about_change(finding, change)) {
            Failure::Files(findings)
        } else {
            Failure::Change(findings)
        }
    })
}

/// As [`open`], for the arguments of a command.
///
/// # Errors
/// As [`open`].
pub fn open_args(shelf: &Shelf, rules: &RulesArgs) -> Result<Loaded, Failure> {
    open(shelf, &rules.ruleset, &rules.change)
}

/// Whether a finding is about a change on the command line, not about a file.
fn is_about_change(finding: &Diagnostic, change: &RuleChange) -> bool {
    let unset = change.set.is_empty();
    match finding.code {
        "Q0007" => true,
        "Q0316" | "Q0317" => finding.place.is_none() && !unset,
        _ => finding.severity == Severity::Warning,
    }
}

/// Every ruleset of the shelf with its name, loaded one by one.
pub fn all(shelf: &Shelf) -> impl Iterator<Item = (String, Result<Loaded, Failure>)> {
    shelf.names().into_iter().map(|id| {
        let loaded = open(shelf, &id, &RuleChange::default());
        (id, loaded)
    })
}

/// The name of a ruleset without `@preset`.
#[must_use]
pub fn without_preset(name: &str) -> &str {
    match name.rsplit_once('@') {
        Some((id, preset)) if !preset.contains(['/', '\\']) && !id.is_empty() => id,
        _ => name,
    }
}

/// A game at the position that the command line asks for.
///
/// # Errors
/// [`Failure::Input`] if the FEN or an action is wrong, [`Failure::Script`] if a hook fails.
pub fn position<'a>(
    loaded: &'a Loaded,
    hooks: &'a dyn Hooks,
    args: &PositionArgs,
) -> Result<Box<dyn Play + 'a>, Failure> {
    let mut game = match &args.fen {
        None => game::start(&loaded.rules, hooks)?,
        Some(text) => resume(loaded, hooks, text)?,
    };
    if let Some(actions) = &args.play {
        text::play(&mut *game, actions).map_err(|error| {
            let source = Source::new("--play", actions.as_str());
            input(&source, error.span, error.message, error.help)
        })?;
    }
    Ok(game)
}

fn resume<'a>(
    loaded: &'a Loaded,
    hooks: &'a dyn Hooks,
    text: &str,
) -> Result<Box<dyn Play + 'a>, Failure> {
    let source = Source::new("--fen", text);
    let setup = fen::read(&loaded.rules, text)
        .map_err(|error| input(&source, error.span, error.message, error.help))?;
    game::resume(&loaded.rules, hooks, &setup).map_err(|errors| {
        let reasons: Vec<String> = errors.iter().map(ToString::to_string).collect();
        let message = format!("invalid position: {}", reasons.join("; "));
        input(&source, 0..text.len(), message, None)
    })
}

/// A failure at a location in the command line.
fn input(
    source: &Arc<Source>,
    span: Range<usize>,
    message: String,
    help: Option<String>,
) -> Failure {
    let wrong = Diagnostic::error("", source, span, message);
    Failure::Input(Box::new(Diagnostic { help, ..wrong }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preset_follows_the_last_at_sign_of_a_name_that_is_no_path_part() {
        assert_eq!(without_preset("duel@swift"), "duel");
        assert_eq!(without_preset("./me@home/duel"), "./me@home/duel");
        assert_eq!(without_preset("./me@home/duel@swift"), "./me@home/duel");
        assert_eq!(without_preset("@swift"), "@swift");
    }
}
