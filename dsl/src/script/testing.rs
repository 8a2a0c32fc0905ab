//! Helpers for the tests of rule scripts. They compile small scripts, run the declarations of these
//! scripts on the sample games, play these games, and format findings.

use std::fmt::Debug;
use std::sync::Arc;

use quadrille_core::{CompiledRules, Emitted, Event, HookError, Hooks, Spec, Square, Zone};

use super::{Host, Override, ScriptSource, Scripts, compile};
use crate::diagnostic::{Diagnostic, RulesetError, Source};
use crate::limits::{Limits, NEVER_STOPPED};
use crate::testing;

/// Returns scripts with these texts. Their names are `first`, `second` and `third`.
pub(crate) fn sources(texts: &[&str]) -> Vec<ScriptSource> {
    let stems = ["first", "second", "third"];
    let made = stems.iter().zip(texts).map(|(stem, text)| ScriptSource {
        stem: (*stem).to_owned(),
        source: Source::new(format!("{stem}.rhai"), *text),
        plugin: None,
    });
    made.collect()
}

/// Formats a finding on one line. The line contains the code, the place with the marked text, the
/// message and the help.
pub(crate) fn line(finding: &Diagnostic) -> String {
    let place = finding.place().map_or_else(String::new, |at| {
        let (line, column) = at.source.position(at.span.start);
        format!(" {line}:{column} [{}]", &at.source.text[at.span.clone()])
    });
    let code = finding.code.unwrap();
    let help = finding.help.as_ref().map_or_else(String::new, |help| format!(" -- {help}"));
    format!("{code}{place}: {}{help}", finding.message)
}

pub(crate) fn lines<'a>(findings: impl IntoIterator<Item = &'a Diagnostic>) -> Vec<String> {
    findings.into_iter().map(line).collect()
}

/// Returns all findings about scripts that can be found before the rules are known. `set` sets
/// tunables.
pub(crate) fn findings(texts: &[&str], set: &[(&str, &str)]) -> Vec<String> {
    let set: Vec<_> = set.iter().map(|(key, value)| Override::requested(*key, *value)).collect();
    match compile(sources(texts), &set, &NEVER_STOPPED) {
        Ok((_, warnings)) => lines(&warnings),
        Err(errors) => lines(&errors),
    }
}

/// Returns all findings about one script that can be found before the rules are known.
pub(crate) fn findings_of(text: &str) -> Vec<String> {
    findings(&[text], &[])
}

/// Asserts that there is exactly one finding. The finding must have this code, mark this text, and
/// contain these words.
#[track_caller]
pub(crate) fn says(found: &[String], code: &str, marked: &str, words: &str) {
    let [one] = found else { panic!("not one finding: {found:#?}") };
    assert!(one.starts_with(code), "{one}");
    assert!(one.contains(&format!("[{marked}]")), "{one}");
    assert!(one.contains(words), "{one}");
}

/// Returns scripts with these texts, which must have no errors.
#[track_caller]
pub(crate) fn sound(texts: &[&str]) -> Scripts {
    let (scripts, warnings) = good(compile(sources(texts), &[], &NEVER_STOPPED));
    assert_eq!(lines(&warnings), [""; 0]);
    scripts
}

#[track_caller]
fn good<T>(result: Result<T, RulesetError>) -> T {
    result.unwrap_or_else(|errors| panic!("{:#?}", lines(&errors)))
}

/// Prepares a sample game for tests: removes its hooks, and adds a zone `centre` that scripts can
/// name.
fn game(mut spec: Spec) -> Spec {
    spec.handlers.clear();
    let centre = ["d4", "d5", "e4", "e5"].map(|name| spec.geometry.square_named(name).unwrap());
    spec.zones.push(("centre".to_owned(), centre.into_iter().collect::<Zone>()));
    spec
}

/// Returns orthodox chess without its hooks.
pub(crate) fn chess() -> Spec {
    game(testing::chess())
}

/// Returns the game on the cross without its hooks.
pub(crate) fn cross() -> Spec {
    game(testing::cross())
}

/// Returns the rules of a game with the changes that these scripts declare, or the errors.
pub(crate) fn ruled(
    texts: &[&str],
    mut spec: Spec,
) -> Result<(Arc<Scripts>, CompiledRules), Vec<String>> {
    let (scripts, _) =
        compile(sources(texts), &[], &NEVER_STOPPED).map_err(|errors| lines(&errors))?;
    let arrays = |name: &str| (name == "bare").then(Vec::new);
    let declared = scripts.declare(&mut spec, &arrays, &Limits::LOCAL, &NEVER_STOPPED);
    declared.map_err(|errors| lines(&errors))?;
    scripts.tabulate(&mut spec, &Limits::LOCAL, &NEVER_STOPPED).map_err(|errors| lines(&errors))?;
    let rules = CompiledRules::new(spec)
        .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    Ok((Arc::new(scripts), rules))
}

/// Returns the rules of a game with the changes that these scripts declare. The scripts must be
/// valid.
#[track_caller]
pub(crate) fn rules(texts: &[&str], spec: Spec) -> (Arc<Scripts>, CompiledRules) {
    ruled(texts, spec).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

/// Returns the rules of orthodox chess after a `define` with this body has run.
#[track_caller]
pub(crate) fn defined(body: &str) -> Spec {
    let mut spec = chess();
    declare(body, &mut spec).unwrap_or_else(|errors| panic!("{errors:#?}"));
    spec
}

/// Runs a function `define` with this body on a game.
pub(crate) fn declare(body: &str, spec: &mut Spec) -> Result<(), Vec<String>> {
    let text = format!("fn define(rules) {{ {body} }}");
    let (scripts, _) = compile(sources(&[&text]), &[], &NEVER_STOPPED).map_err(|e| lines(&e))?;
    let pieces = |spec: &Spec| spec.array[..2].to_vec();
    let two = pieces(spec);
    let arrays = move |name: &str| (name == "two").then(|| two.clone());
    scripts.declare(spec, &arrays, &Limits::LOCAL, &NEVER_STOPPED).map(drop).map_err(|e| lines(&e))
}

/// Returns the diagnostics about a `define` with this body. There must be at least one error.
#[track_caller]
pub(crate) fn wrong(body: &str) -> Vec<String> {
    let mut spec = chess();
    let before = format!("{spec:?}");
    let errors = declare(body, &mut spec).expect_err("nothing is wrong");
    assert_eq!(before, format!("{spec:?}"), "a failed `define` leaves the rules as they were");
    errors
}

/// Calls the first handler of these rules for an event at the start of the game, and returns its
/// effects.
#[track_caller]
pub(crate) fn answer(
    scripts: &Arc<Scripts>,
    rules: &CompiledRules,
    event: &Event<'_>,
) -> Result<Vec<Emitted>, HookError> {
    let quiet = quadrille_core::NoHooks;
    let game = quadrille_core::game::start(rules, &quiet).unwrap();
    let ask = |host: &Host| {
        let mut out = Vec::new();
        host.call(0, event, game.view(), &mut out).map(|()| out)
    };
    let answer = ask(&scripts.host(rules));
    // Direct execution must give the same answer.
    assert_eq!(answer, ask(&scripts.host(rules).by_rhai()));
    answer
}

/// Returns the square with this name.
pub(crate) fn at(spec: &Spec, name: &str) -> Square {
    spec.geometry.square_named(name).unwrap()
}

/// Returns the squares with these names.
pub(crate) fn squares(spec: &Spec, names: &str) -> Zone {
    names.split_whitespace().map(|name| at(spec, name)).collect()
}

/// Returns the only element of a list.
#[track_caller]
pub(crate) fn only<T: Debug>(list: &[T]) -> &T {
    let [one] = list else { panic!("not one: {list:?}") };
    one
}
