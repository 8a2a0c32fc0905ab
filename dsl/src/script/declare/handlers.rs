//! The handlers of hooks, with the native filters that their `when:` lines mean. Works from outlines
//! and from what was declared; runs nothing.

use quadrille_core::{ClauseId, Filter, Handler, PieceLimit, Spec, Zone};

use crate::diagnostic::{Advice, Code, Diagnostic, suggest};
use crate::script::interface::catalogue::{HOOKS, HookKind};
use crate::script::outline::{Condition, Function, Spanned};
use crate::script::program::Script;

/// The handler of an event hook, or of one about moves.
pub(super) fn handler(
    spec: &Spec,
    script: &Script,
    function: &Function,
    clause: Option<ClauseId>,
    findings: &mut Vec<Diagnostic>,
) -> Option<Handler> {
    let hook = function.hook?;
    let filter = filter(spec, script, function, findings);
    let (HookKind::Event(event) | HookKind::PerMove(event)) = hook.kind else { return None };
    if let Some(span) = &function.judged
        && !hook.can_be_judged()
    {
        let judged = HOOKS.iter().filter(|hook| hook.can_be_judged());
        let names: Vec<_> = judged.map(|hook| format!("`{}`", hook.name)).collect();
        findings.push(
            Diagnostic::error(
                Code::ConditionDoesNotFit,
                &script.source,
                span.clone(),
                format!("no move is judged with the effects of `{}`", hook.name),
            )
            .help(format!("only {} can be judged", names.join(", "))),
        );
    }
    Some(Handler {
        event,
        judged: function.judged.is_some(),
        filter,
        clause,
        name: format!("{}.{}", script.stem, function.name.value),
    })
}

/// The kinds that a hook's `when:` line names, a bit each.
pub(crate) fn kinds_of(spec: &Spec, function: &Function) -> Option<u32> {
    let conditions = function.when.as_ref()?.value.iter();
    conditions
        .filter_map(|condition| match condition {
            Condition::Kinds(names) => Some(kind_bits(spec, names)),
            _ => None,
        })
        .reduce(|a, b| a & b)
}

/// Kinds by name, a bit each; unknown names are ignored.
fn kind_bits(spec: &Spec, names: &[String]) -> u32 {
    let bit = |name: &String| spec.kind_named(name).map_or(0, |kind| 1 << kind.index());
    names.iter().fold(0, |bits, name| bits | bit(name))
}

/// The native filter of a hook's `when:` line.
fn filter(
    spec: &Spec,
    script: &Script,
    function: &Function,
    findings: &mut Vec<Diagnostic>,
) -> Filter {
    let (Some(hook), Some(Spanned { value: conditions, span })) = (function.hook, &function.when)
    else {
        return Filter::default();
    };
    let mut error = |message: String, help: Advice| {
        findings.push(
            Diagnostic::error(Code::ConditionDoesNotFit, &script.source, span.clone(), message)
                .help(help),
        );
    };
    let mut filter = Filter { kinds: kinds_of(spec, function), ..Filter::default() };
    let zone = |name: &str, error: &mut dyn FnMut(String, Advice)| {
        let found = spec.zones.iter().find(|(zone, _)| zone == name).map(|(_, zone)| *zone);
        if found.is_none() {
            let names = spec.zones.iter().map(|(name, _)| name.as_str());
            let help = suggest(name, names)
                .unwrap_or_else(|| "zones are declared in geometry.toml, under `[zones]`".into());
            error(format!("there is no zone `{name}`"), help);
        }
        found
    };
    let meet = |a: Option<Zone>, b: Option<Zone>| match (a, b) {
        (Some(a), Some(b)) => Some(a & b),
        (a, b) => a.or(b),
    };
    for condition in conditions {
        let fits = match condition {
            Condition::Kinds(names) | Condition::Few { kinds: names, .. } => {
                for name in names {
                    if spec.kind_named(name).is_none() {
                        let help = suggest(name, spec.kinds.iter().map(|k| k.name.as_str()))
                            .unwrap_or_else(|| {
                                "kinds are declared in geometry.toml, under `[pieces]`".into()
                            });
                        error(format!("there is no kind `{name}`"), help);
                    }
                }
                if let Condition::Few { most, each_team, .. } = *condition {
                    filter.piece_limit =
                        Some(PieceLimit { kinds: kind_bits(spec, names), most, each_team });
                    hook.when.few
                } else {
                    hook.when.kinds
                }
            }
            Condition::To(name) => {
                filter.to = meet(filter.to, zone(name, &mut error));
                hook.when.to
            }
            Condition::From(name) => {
                filter.from = meet(filter.from, zone(name, &mut error));
                hook.when.from
            }
            Condition::Capture(wanted) => {
                filter.capture = Some(*wanted);
                hook.when.capture
            }
            Condition::Check(wanted) => {
                filter.check = Some(*wanted);
                hook.when.check
            }
            Condition::EveryPly => hook.when.every_ply,
        };
        if !fits {
            let mut may = Vec::new();
            for (takes, text) in [
                (hook.when.kinds, "kinds"),
                (hook.when.from, "`from ZONE`"),
                (hook.when.to, "`to ZONE`"),
                (hook.when.capture, "`capture`"),
                (hook.when.check, "`check`"),
                (hook.when.few, "`at most N of KIND`, and `… per team`"),
                (hook.when.every_ply, "`every ply`"),
            ] {
                if takes {
                    may.push(text);
                }
            }
            let help = if may.is_empty() {
                "it takes no conditions".into()
            } else {
                format!("it takes {}", may.join(", ")).into()
            };
            error(format!("`{}` can't have this condition", hook.name), help);
        }
    }
    filter
}
