//! Compiles the scripts of a ruleset. This includes reading their outlines, setting their tunables
//! and linting their functions.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::diagnostic::{Code, Diagnostic, Fix, Label, RulesetError, Severity, Source};
use crate::script::compile::lint::{self, RhaiFunctions};
use crate::script::compile::scripts::{Override, Script, ScriptSource, Scripts};
use crate::script::compile::tunables;
use crate::script::interface::hook_catalogue::{Hook, HookKind, hook_named};
use crate::script::syntax::{self, Function};

/// Reads and checks scripts, and sets their tunables. Each entry of `overrides` sets a tunable
/// `NAME` or `script.NAME` to a value. Later entries take precedence. When `stop` is set, further
/// scripts are not checked. Returns the scripts and warnings.
///
/// # Errors
/// Returns a [`RulesetError`] with every mistake in the scripts that can be found before the rules
/// are known.
pub fn compile(
    sources: Vec<ScriptSource>,
    overrides: &[Override],
    stop: &AtomicBool,
) -> Result<(Scripts, Vec<Diagnostic>), RulesetError> {
    let (scripts, findings) = compile_despite_errors(sources, overrides, stop);
    let failed = findings.iter().any(|found| found.severity == Severity::Error);
    if failed { Err(findings.into()) } else { Ok((scripts, findings)) }
}

/// Reads and checks scripts as [`compile`] does. Returns the scripts and all findings. If one of the
/// findings is an error, the scripts may be incomplete.
pub(crate) fn compile_despite_errors(
    sources: Vec<ScriptSource>,
    overrides: &[Override],
    stop: &AtomicBool,
) -> (Scripts, Vec<Diagnostic>) {
    let mut findings = Vec::new();
    stems(&sources, &mut findings);
    let all: Vec<Arc<Source>> = sources.iter().map(|script| Arc::clone(&script.source)).collect();
    let mut scripts: Vec<Script> = sources
        .into_iter()
        .take_while(|_| !stop.load(Ordering::Relaxed))
        .filter_map(|ScriptSource { stem, source, plugin }| {
            let outline = syntax::read(&source, &all, &mut findings)?;
            let values: Vec<_> = outline.tunables.iter().map(|t| t.value.value.clone()).collect();
            let requested = vec![false; values.len()];
            Some(Script {
                stem,
                source,
                plugin,
                outline,
                values,
                requested,
                names: Vec::new(),
                declared: Vec::new(),
                idle: Vec::new(),
                asks: Vec::new(),
            })
        })
        .collect();
    one_definer(&scripts, &mut findings);
    every_ply(&scripts, &mut findings);
    tunables::apply(&mut scripts, overrides, &mut findings);
    // For each file, Rhai reports only one error, and its message is less clear than ours. Rhai
    // therefore gets only scripts whose code can be read.
    let broken: Vec<Arc<Source>> = findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error && !leaves_code_readable(finding))
        .filter_map(|finding| finding.place().map(|label| Arc::clone(&label.source)))
        .collect();
    let language = RhaiFunctions::new();
    lint::check(&language, &mut scripts, &broken, stop, &mut findings);
    (Scripts { scripts }, findings)
}

/// Returns `true` if an error concerns only the name of a hook or a script, or a line above a
/// function or a tunable. The other parts of the script can then be checked too.
fn leaves_code_readable(error: &Diagnostic) -> bool {
    matches!(
        error.code,
        Some(
            Code::NoSuchHook
                | Code::HookParameters
                | Code::HookLineOnHelper
                | Code::InvalidHookLine
                | Code::ConditionDoesNotFit
                | Code::DefaultNotListed
                | Code::InvalidValueList
                | Code::InvalidScriptName
                | Code::TwoDefiners
        )
    )
}

impl Scripts {
    /// Returns `true` if none of these errors concerns what the scripts declare. Each error then
    /// concerns only an event hook, a hook about moves, or the lines above a hook. A misspelt hook
    /// counts as the hook that its author meant.
    pub(crate) fn declare_despite(&self, errors: &[Diagnostic]) -> bool {
        let meant = |script: &Script, function: &Function| {
            let is_name = |place: &Label| {
                Arc::ptr_eq(&place.source, &script.source) && place.span == function.name.span
            };
            let misspelt = errors.iter().filter(|error| error.code == Some(Code::NoSuchHook));
            let mut here = misspelt.filter(|error| error.place().is_some_and(is_name));
            let fix = here.next().and_then(|error| error.fixes.first());
            function.hook.or_else(|| hook_named(&fix?.replacement))
        };
        errors.iter().filter(|error| error.severity == Severity::Error).all(|error| {
            let above_a_hook = matches!(
                error.code,
                Some(Code::HookLineOnHelper | Code::InvalidHookLine | Code::ConditionDoesNotFit)
            );
            // The name resembles no hook.
            let unknown_hook = error.code == Some(Code::NoSuchHook) && error.fixes.is_empty();
            let Some(place) = error.place() else { return false };
            let own = |script: &&Script| Arc::ptr_eq(&script.source, &place.source);
            let Some(script) = self.scripts.iter().find(own) else { return false };
            let function = script.outline.function_at(place.span.start);
            let hook = function.and_then(|i| meant(script, &script.outline.functions[i]));
            let during_games =
                |hook: &Hook| matches!(hook.kind, HookKind::Event(_) | HookKind::PerMove(_));
            above_a_hook || unknown_hook || hook.is_some_and(during_games)
        })
    }
}

/// Reports a script whose stem is the stem of another script too. Also reports a script whose stem
/// can't be written in `--set stem.NAME=value`.
fn stems(sources: &[ScriptSource], findings: &mut Vec<Diagnostic>) {
    for (i, script) in sources.iter().enumerate() {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if script.stem.is_empty() || !script.stem.chars().all(plain) {
            findings.push(
                Diagnostic::error(
                    Code::InvalidScriptName,
                    &script.source,
                    0..0,
                    format!("`{}` can't be the name of a script", script.stem),
                )
                .help("use only letters, digits, `-` and `_` before `.rhai`"),
            );
        }
        if sources[..i].iter().any(|other| other.stem == script.stem) {
            findings.push(
                Diagnostic::error(
                    Code::InvalidScriptName,
                    &script.source,
                    0..0,
                    format!("there are two scripts with the name `{}`", script.stem),
                )
                .help("rename one; a plugin's name counts too"),
            );
        }
    }
}

/// Reports tabulated hooks that two scripts define.
fn one_definer(scripts: &[Script], findings: &mut Vec<Diagnostic>) {
    let mut seen: Vec<(&str, &Script, &Range<usize>)> = Vec::new();
    for script in scripts {
        for function in &script.outline.functions {
            let Some(hook) = function.hook else { continue };
            if hook.kind != HookKind::Tabulate {
                continue;
            }
            match seen.iter().find(|(name, ..)| *name == hook.name) {
                Some((_, first, span)) if !std::ptr::eq(*first, script) => findings.push(
                    Diagnostic::error(
                        Code::TwoDefiners,
                        &script.source,
                        function.name.span.clone(),
                        format!("`{}` is already defined in `{}`", hook.name, first.source.name),
                    )
                    .label(&first.source, (*span).clone(), "first defined here")
                    .help("define it in one script only, because its answers become one table"),
                ),
                Some(_) => {}
                None => seen.push((hook.name, script, &function.name.span)),
            }
        }
    }
}

/// Reports hooks that run at every ply. A hook is not reported if its `/// when:` line restricts
/// its calls or contains `every ply`. If the hook is about moves, only `every ply` prevents the
/// report.
fn every_ply(scripts: &[Script], findings: &mut Vec<Diagnostic>) {
    for script in scripts {
        for function in &script.outline.functions {
            let Some(hook) = function.hook else { continue };
            let name = &function.name;
            let conditions = function.when.as_ref().map(|when| when.value.as_slice());
            if let HookKind::PerMove(_) = hook.kind {
                if !conditions.is_some_and(|all| all.contains(&syntax::Condition::EveryPly)) {
                    let mut found = asked_of_moves(script, name);
                    found.fixes.push(said(script, function));
                    findings.push(found);
                }
            } else if hook.runs_every_ply()
                && conditions.is_none()
                && !has_invalid_line(script, function, findings)
            {
                let cases = hook.when.kinds;
                let help = if cases {
                    "name its cases, as in `/// when: king, to ZONE`, or write `/// when: every ply`"
                } else {
                    "write `/// when: every ply` if that is intended"
                };
                let message =
                    format!("`{}` runs at every ply, which costs more than the ply", name.value);
                let (code, span) = (Code::HookRunsEveryPly, name.span.clone());
                let mut found = Diagnostic::warning(code, &script.source, span, message).help(help);
                found.fixes.push(said(script, function));
                findings.push(found);
            }
        }
    }
}

/// Returns `true` if a line above a function is an invalid condition. The author meant the line as
/// a condition for the calls of the function.
fn has_invalid_line(script: &Script, function: &Function, findings: &[Diagnostic]) -> bool {
    let next = |at: usize| script.outline.functions.iter().find(|other| other.span.start > at);
    let about_lines = |found: &&Diagnostic| {
        matches!(found.code, Some(Code::InvalidHookLine | Code::LineReadAsProse))
    };
    function.doubtful.is_some()
        || findings.iter().filter(about_lines).any(|found| {
            found.place().is_some_and(|label| {
                Arc::ptr_eq(&label.source, &script.source)
                    && next(label.span.start)
                        .is_some_and(|next| next.name.span == function.name.span)
            })
        })
}

/// Returns the edit that adds the condition `every ply` to a hook. The condition states that the
/// cost of the hook is intended.
fn said(script: &Script, function: &Function) -> Fix {
    let text = &script.source.text;
    let (at, replacement) = match &function.when {
        Some(when) => (when.span.end, ", every ply".to_owned()),
        None => {
            let line = text[..function.name.span.start].rfind('\n').map_or(0, |end| end + 1);
            (line, "/// when: every ply\n".to_owned())
        }
    };
    Fix { source: Arc::clone(&script.source), span: at..at, replacement, sure: false }
}

/// Returns the warning that a hook runs while moves are generated.
fn asked_of_moves(script: &Script, name: &syntax::Spanned<String>) -> Diagnostic {
    let message = format!(
        "`{}` runs whenever moves are listed, which costs many times as much as the moves",
        name.value
    );
    Diagnostic::warning(Code::HookRunsForMoves, &script.source, name.span.clone(), message).help(
        "use a declaration if possible, such as a movement with conditions, or `may_enter`, or an effect \
         such as `restrict`; otherwise write `/// when: every ply` after conditions that narrow it",
    )
}
