//! Determines which hooks call each function, directly or through other functions. Reports calls
//! that these hooks may not make. Also reports functions and tunables that are never used.

use std::collections::HashMap;
use std::sync::Arc;

use quadrille_core::EventKind;

use super::{FunctionCall, Lint};
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::script::interface::api::Availability;
use crate::script::interface::hook_catalogue::{HOOKS, HookKind};
use crate::script::syntax::Spanned;

impl Lint<'_> {
    /// For each function, returns the kinds of the hooks that call it, directly or through other
    /// functions. If the function is a hook, the kind of this hook is included.
    pub(super) fn reached(&self) -> Vec<Vec<HookKind>> {
        let functions = &self.outline.functions;
        let place = |name: &str| functions.iter().position(|f| f.name.value == name);
        let mut reached: Vec<Vec<HookKind>> =
            functions.iter().map(|f| f.hook.map(|hook| hook.kind).into_iter().collect()).collect();
        // Kinds only spread along calls, so this terminates.
        loop {
            let mut changed = false;
            for call in &self.calls {
                let (Some(from), Some(to)) = (call.within, place(&call.name)) else { continue };
                for kind in reached[from].clone() {
                    if !reached[to].contains(&kind) {
                        reached[to].push(kind);
                        changed = true;
                    }
                }
            }
            if !changed {
                return reached;
            }
        }
    }

    /// Returns the event hooks that have no effect, neither directly nor through helpers. `on_draw`
    /// is never returned, because even an empty `on_draw` changes the game: it replaces the
    /// built-in execution of draws.
    pub(super) fn idle_hooks(&self) -> Vec<Spanned<String>> {
        let functions = &self.outline.functions;
        let mut acts: Vec<bool> = functions.iter().map(|f| f.words.contains("throw")).collect();
        // Effects only spread along calls, so this terminates.
        loop {
            let before = acts.clone();
            for call in &self.calls {
                let Some(within) = call.within else { continue };
                let helper = functions.iter().position(|f| f.name.value == call.name);
                acts[within] |= match helper {
                    Some(helper) => acts[helper],
                    None if self.shared.params(&call.name).is_some() => {
                        self.shared.acts(&call.name)
                    }
                    None => call.phase == Availability::Event && call.name != "clause",
                };
            }
            if before == acts {
                break;
            }
        }
        let idle = functions.iter().zip(acts).filter(|(function, acts)| {
            let event = function.hook.map(|hook| hook.kind);
            let event = event
                .is_some_and(|kind| matches!(kind, HookKind::Event(of) if of != EventKind::Draw));
            event && !acts
        });
        idle.map(|(function, _)| function.name.clone()).collect()
    }

    /// Reports calls that a hook makes, directly or through helpers, but is not allowed to make.
    pub(super) fn phases(&mut self, reached: &[Vec<HookKind>]) {
        for call in std::mem::take(&mut self.calls) {
            let Some(within) = call.within else { continue };
            if call.phase == Availability::Anywhere {
                self.uses_of_shared(&call, &reached[within]);
                continue;
            }
            if let Some(kind) = reached[within].iter().find(|kind| !allowed(call.phase, kind)) {
                let from = hooks_of(kind);
                let (what, help) = match (call.phase, kind) {
                    (Availability::Declare, _) => {
                        ("is a declaration", "move the declaration to `define`")
                    }
                    (_, HookKind::PerMove(_)) => (
                        "is an effect",
                        "use effects in event hooks: hooks about moves only return an answer",
                    ),
                    _ => ("needs a game", "use effects and the game in event hooks"),
                };
                let message = format!("`{}` {what} and can't be used by {from}", call.name);
                self.error(Code::WrongPhase, call.span, message, Some(help.to_owned()));
            }
        }
    }

    /// Reports a call of a shared function if this function uses something that one of the calling
    /// hooks may not use.
    fn uses_of_shared(&mut self, call: &FunctionCall, reached: &[HookKind]) {
        let uses = self.shared.uses(&call.name);
        let wrong = uses.iter().find_map(|(phase, name)| {
            let kind = reached.iter().find(|kind| !allowed(*phase, kind))?;
            Some((name.clone(), hooks_of(kind)))
        });
        if let Some((name, from)) = wrong {
            let message = format!("`{}` uses `{name}`, which can't be used by {from}", call.name);
            let (stem, _) = self.shared.describe(&call.name);
            let help = Some(format!("call it from another hook, or change it in `{stem}`"));
            self.error(Code::WrongPhase, call.span.clone(), message, help);
        }
    }

    /// Reports unused helpers.
    pub(super) fn unused(&mut self, reached: &[Vec<HookKind>]) {
        // A misspelt call may be meant for the unused function.
        let misspelt = |found: &Diagnostic| {
            found.code == Some(Code::NoSuchFunction)
                && found.place().is_some_and(|label| Arc::ptr_eq(&label.source, &self.source))
        };
        if self.findings.iter().any(misspelt) {
            return;
        }
        for (function, reached) in self.outline.functions.iter().zip(reached) {
            let name = &function.name;
            if reached.is_empty() && !like_hook(&name.value) {
                let message = format!("no hook calls `{}`", name.value);
                self.findings.push(
                    Diagnostic::warning(
                        Code::UnusedHelper,
                        &self.source,
                        name.span.clone(),
                        message,
                    )
                    .help("remove it, or call it")
                    .removing(&self.source, function.span.clone(), "//"),
                );
            }
        }
    }

    /// Reports unused tunables.
    pub(super) fn unused_tunables(&mut self) {
        let mut uses: HashMap<&str, usize> = HashMap::new();
        for word in &self.outline.words {
            *uses.entry(&self.source.text[word.clone()]).or_default() += 1;
        }
        for tunable in &self.outline.tunables {
            let name = &tunable.name;
            // One use is the definition.
            if uses.get(name.value.as_str()).is_none_or(|n| *n < 2) {
                let message = format!("the tunable `{}` is never used", name.value);
                self.findings.push(
                    Diagnostic::warning(
                        Code::UnusedTunable,
                        &self.source,
                        name.span.clone(),
                        message,
                    )
                    .help("remove it, or use it")
                    .removing(&self.source, tunable.span.clone(), "//"),
                );
            }
        }
    }
}

/// Returns `true` if hooks of this kind may call functions with this availability.
fn allowed(phase: Availability, kind: &HookKind) -> bool {
    match phase {
        Availability::Anywhere => true,
        Availability::Declare => *kind == HookKind::Declare,
        Availability::Game => matches!(kind, HookKind::Event(_) | HookKind::PerMove(_)),
        Availability::Event => matches!(kind, HookKind::Event(_)),
    }
}

/// Returns the name by which messages refer to hooks of this kind.
fn hooks_of(kind: &HookKind) -> &'static str {
    match kind {
        HookKind::Tabulate => "tabulated hooks",
        _ => HOOKS.iter().find(|hook| hook.kind == *kind).map_or("this hook", |hook| hook.name),
    }
}

/// Returns `true` if a function's name resembles a hook's name. Such a function was already
/// reported as a misspelt hook, so it is not reported as unused too.
fn like_hook(name: &str) -> bool {
    name.starts_with("on_") || suggest(name, HOOKS.iter().map(|hook| hook.name)).is_some()
}
