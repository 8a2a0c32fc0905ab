//! Determines which hooks call each function, directly or through other functions. Reports calls
//! that these hooks may not make. Also reports functions and tunables that are never used.

use std::collections::HashMap;
use std::sync::Arc;

use quadrille_core::EventKind;

use super::{FunctionCall, Lint};
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::script::interface::api::Availability;
use crate::script::interface::hook_catalogue::{HOOKS, HookKind, hook_named};
use crate::script::syntax::Spanned;

impl Lint<'_> {
    /// For each function, returns the kinds of the hooks that call it, directly or through other
    /// functions. If the function is a hook, the kind of this hook is included.
    pub(super) fn reached(&self) -> Vec<Vec<HookKind>> {
        let functions = &self.outline.functions;
        let mut reached: Vec<Vec<HookKind>> = vec![Vec::new(); functions.len()];
        let called = self.called();
        for (hook, function) in functions.iter().enumerate() {
            let Some(kind) = function.hook.map(|hook| hook.kind) else { continue };
            let mut open = vec![hook];
            while let Some(next) = open.pop() {
                if !reached[next].contains(&kind) {
                    reached[next].push(kind);
                    open.extend(&called[next]);
                }
            }
        }
        reached
    }

    /// Returns the functions of the script that each function calls.
    fn called(&self) -> Vec<Vec<usize>> {
        let mut called = vec![Vec::new(); self.outline.functions.len()];
        for call in &self.calls {
            if let (Some(from), Some(to)) = (call.within, self.outline.function_named(&call.name)) {
                called[from].push(to);
            }
        }
        called
    }

    /// Returns the event hooks that have no effect, neither directly nor through helpers. `on_draw`
    /// is never returned, because even an empty `on_draw` changes the game: it replaces the
    /// built-in execution of draws.
    pub(super) fn idle_hooks(&self) -> Vec<Spanned<String>> {
        let functions = &self.outline.functions;
        let mut acts: Vec<bool> = functions.iter().map(|f| f.words.contains("throw")).collect();
        for call in &self.calls {
            let Some(within) = call.within else { continue };
            acts[within] |= match self.outline.function_named(&call.name) {
                Some(_) => false,
                None if self.shared.params(&call.name).is_some() => self.shared.acts(&call.name),
                None => call.phase == Availability::Event && call.name != "clause",
            };
        }
        let mut callers = vec![Vec::new(); functions.len()];
        for (from, called) in self.called().into_iter().enumerate() {
            called.into_iter().for_each(|to| callers[to].push(from));
        }
        let mut open: Vec<usize> = (0..functions.len()).filter(|number| acts[*number]).collect();
        while let Some(next) = open.pop() {
            for caller in &callers[next] {
                if !std::mem::replace(&mut acts[*caller], true) {
                    open.push(*caller);
                }
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
        // A misspelt call may be meant for the unused function, and a misspelt hook may call it.
        let misspelt = |found: &Diagnostic| {
            matches!(found.code, Some(Code::NoSuchFunction | Code::NoSuchHook))
                && found.place().is_some_and(|label| Arc::ptr_eq(&label.source, &self.source))
        };
        if self.findings.iter().any(misspelt) {
            return;
        }
        for (function, reached) in self.outline.functions.iter().zip(reached) {
            let name = &function.name;
            if reached.is_empty() {
                let message = format!("no hook calls `{}`", name.value);
                let hook = suggest(&name.value, HOOKS.iter().map(|hook| hook.name));
                let hook =
                    hook.and_then(|advice| advice.edit).and_then(|(_, hook)| hook_named(&hook));
                let help = match hook {
                    Some(hook) => format!(
                        "remove it, or call it; if it is meant as a hook, write `fn {}`",
                        hook.signature()
                    ),
                    None => "remove it, or call it".to_owned(),
                };
                self.findings.push(
                    Diagnostic::warning(
                        Code::UnusedHelper,
                        &self.source,
                        name.span.clone(),
                        message,
                    )
                    .help(help)
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
