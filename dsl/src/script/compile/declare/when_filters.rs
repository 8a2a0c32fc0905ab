//! Converts the `when:` lines of hooks to native filters and handlers. The conversion uses the
//! outlines of the scripts and the declarations, and runs no scripts.

use quadrille_core::{
    ClauseId, CounterId, Filter, Handler, PieceLimit, SeatLimit, Since, Spec, Zone,
};

use crate::diagnostic::{Code, Diagnostic, MissingName, NameSuggestion, instead_of, suggest};
use crate::script::compile::scripts::Script;
use crate::script::interface::hook_catalogue::{HOOKS, Hook, HookKind};
use crate::script::syntax::{Amount, Condition, Function, Literal, Spanned, word_of};

/// Returns the handler of a hook. Only event hooks and hooks about moves have a handler. Returns
/// `None` for all other hooks.
pub(super) fn handler(
    spec: &Spec,
    script: &Script,
    function: &Function,
    clause: Option<ClauseId>,
    findings: &mut Vec<Diagnostic>,
) -> Option<Handler> {
    let hook = function.hook?;
    let filter = filter(spec, script, function, findings);
    findings.extend(in_prose(spec, script, function));
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
                format!("the effects of `{}` can't judge a move", hook.name),
            )
            .help(format!("use the line only above {}", names.join(", "))),
        );
    }
    Some(Handler {
        event,
        judged: function.judged.is_some(),
        chooses: may_call(script, function, "choose"),
        filter,
        clause,
        name: format!("{}.{}", script.stem, function.name.value),
    })
}

/// Returns `true` if a function may call `word`, directly or through other functions of the script.
fn may_call(script: &Script, function: &Function, word: &str) -> bool {
    let mut reached: Vec<&Function> = vec![function];
    let mut at = 0;
    while let Some(function) = reached.get(at).copied() {
        if function.words.contains(word) {
            return true;
        }
        let called = script.outline.functions.iter().filter(|other| {
            function.words.contains(&other.name.value)
                && reached.iter().all(|known| !std::ptr::eq(*known, *other))
        });
        let called: Vec<&Function> = called.collect();
        reached.extend(called);
        at += 1;
    }
    false
}

/// Returns the kinds that the `when:` line of a hook allows, as a set that has one bit for each
/// kind. Returns `None` if the line names no kinds.
pub(crate) fn kinds_of(spec: &Spec, function: &Function) -> Option<u32> {
    let conditions = function.when.as_ref()?.value.iter();
    conditions
        .filter_map(|condition| match condition {
            Condition::Kinds(names) => Some(kind_bits(spec, names)),
            _ => None,
        })
        .reduce(|a, b| a & b)
}

/// Returns the kinds with these names, as a set that has one bit for each kind. Unknown names are
/// ignored.
fn kind_bits(spec: &Spec, names: &[String]) -> u32 {
    let bit = |name: &String| spec.kind_named(name).map_or(0, |kind| 1 << kind.index());
    names.iter().fold(0, |bits, name| bits | bit(name))
}

/// A problem with one word of a `when:` line.
#[derive(Clone, Copy)]
enum Wrong {
    /// The condition does not exist for this hook or in these rules.
    Misfit,
    /// The rules do not declare this name. The string states the sort of thing to which the name
    /// must refer.
    Unknown(&'static str),
}

/// Some of the conditions that consist of one word. If a word is an unknown kind, the author may
/// have meant one of these conditions.
const ALONE: &[&str] = &["capture", "check"];

/// Reports an undeclared name. The message has the same wording as in
/// [`Facts`](crate::script::interface::bindings::rule_facts::Facts).
fn unknown<'a>(
    what: &'static str,
    name: &str,
    declared: impl Iterator<Item = &'a str> + Clone,
    error: &mut dyn FnMut(Wrong, &str, String, NameSuggestion),
) {
    let message = format!("there is no {what} `{name}`");
    error(Wrong::Unknown(what), name, message, instead_of(name, declared));
}

/// Reports unknown kinds.
fn kinds_known(
    spec: &Spec,
    names: &[String],
    error: &mut dyn FnMut(Wrong, &str, String, NameSuggestion),
) {
    for name in names.iter().filter(|name| spec.kind_named(name).is_none()) {
        let kinds = spec.kinds.iter().map(|kind| kind.name.as_str());
        match suggest(name, kinds.clone().chain(ALONE.iter().copied())) {
            Some(near) => {
                error(Wrong::Unknown("kind"), name, format!("there is no kind `{name}`"), near);
            }
            None => unknown("kind", name, kinds, error),
        }
    }
}

/// Returns the states with these names, as a set that has one bit for each state. Reports unknown
/// names.
fn state_bits(
    spec: &Spec,
    names: &[String],
    error: &mut dyn FnMut(Wrong, &str, String, NameSuggestion),
) -> u64 {
    let mut bits = 0;
    for name in names {
        match spec.states.iter().position(|state| state.name == *name) {
            Some(state) if state < 64 => bits |= 1 << state,
            _ => unknown("state", name, spec.states.iter().map(|state| state.name.as_str()), error),
        }
    }
    bits
}

/// Returns the value that a script's tunable has after presets and `--set` are applied.
fn tunable<'a>(script: &'a Script, name: &str) -> Option<&'a Literal> {
    let lines = script.outline.tunables.iter().zip(&script.values);
    lines.into_iter().find(|(line, _)| line.name.value == name).map(|(_, value)| value)
}

/// Returns a number in a `when:` line.
fn amount(script: &Script, amount: &Amount) -> Result<u32, String> {
    match amount {
        Amount::Number(number) => Ok(*number),
        Amount::Tunable(times, name) => match tunable(script, name) {
            Some(Literal::Int(value)) => u32::try_from(*value)
                .map(|value| value.saturating_mul(*times))
                .map_err(|_| format!("`{name}` is {value}")),
            Some(_) => Err(format!("`{name}` is not a number")),
            None => Err(format!("this script has no tunable `{name}`")),
        },
    }
}

/// Warns about a line that lacks a colon. With the colon, it would be a `when:` line. Without the
/// colon, it is read as documentation.
fn in_prose(spec: &Spec, script: &Script, function: &Function) -> Option<Diagnostic> {
    let hook = function.hook?;
    let Spanned { value: conditions, span } =
        function.doubtful.as_ref().filter(|_| function.when.is_none())?;
    if !conditions.iter().all(|condition| takes(hook, condition)) {
        return None;
    }
    let kinds = spec.kinds.iter().map(|kind| &kind.name);
    let zones = spec.zones.iter().map(|(name, _)| name);
    let states = spec.states.iter().map(|state| &state.name);
    let counters = spec.counters.iter().map(|counter| &counter.name);
    let known: Vec<&String> = kinds.chain(zones).chain(states).chain(counters).collect();
    let mut names = conditions.iter().flat_map(Condition::names).peekable();
    names.peek()?;
    if !names.all(|name| known.iter().any(|known| *known == name)) {
        return None;
    }
    let written = script.source.text[span.clone()].trim_end();
    let rest = written.trim_start_matches('/').trim_start().strip_prefix("when")?;
    let meant = format!("/// when: {}", rest.trim());
    let message = "this line is read as documentation, so it sets no condition";
    let made = Diagnostic::warning(Code::LineReadAsProse, &script.source, span.clone(), message);
    Some(made.help(NameSuggestion::replace(format!("write `{meant}`"), written, &meant)))
}

/// Returns `true` if a hook can have this condition.
fn takes(hook: &Hook, condition: &Condition) -> bool {
    match condition {
        Condition::Kinds(_) => hook.when.kinds,
        Condition::Count { .. } => hook.when.count,
        Condition::Checked(_) => hook.when.checked,
        Condition::To(_) => hook.when.to,
        Condition::From(_) => hook.when.from,
        Condition::Pass => hook.when.pass,
        Condition::Capture(_) => hook.when.capture,
        Condition::Check(_) => hook.when.check,
        Condition::EveryPly => hook.when.every_ply,
        Condition::Stands { .. } | Condition::Since { .. } | Condition::Seats { .. } => {
            hook.when.position
        }
        Condition::State(_) | Condition::Army(_) => hook.when.seat,
        Condition::Trouble { .. } => hook.when.trouble,
    }
}

/// Returns advice that lists the conditions that a hook can have.
fn taken(hook: &Hook) -> String {
    let taken = hook.conditions_in_brief();
    match taken.is_empty() {
        true => "remove the line: this hook takes no conditions".to_owned(),
        false => format!("use only the conditions of this hook: {}", taken.join(", ")),
    }
}

/// Returns the native filter for a hook's `when:` line.
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
    // The word itself is marked if it occurs once in the line.
    let mut error = |wrong: Wrong, word: &str, message: String, help: NameSuggestion| {
        let span = word_of(&script.source.text, span, word);
        let (code, missing) = match wrong {
            Wrong::Misfit => (Code::ConditionDoesNotFit, None),
            Wrong::Unknown(what) => (Code::UnknownName, Some(MissingName::new(what, word))),
        };
        let made = Diagnostic::error(code, &script.source, span, message).help(help);
        findings.push(made.about_missing(missing));
    };
    let misfit = Wrong::Misfit;
    let mut filter = Filter { kinds: kinds_of(spec, function), ..Filter::default() };
    let zone = |name: &str, error: &mut dyn FnMut(Wrong, &str, String, NameSuggestion)| {
        let found = spec.zones.iter().find(|(zone, _)| zone == name).map(|(_, zone)| *zone);
        if found.is_none() {
            unknown("zone", name, spec.zones.iter().map(|(name, _)| name.as_str()), error);
        }
        found
    };
    let meet = |a: Option<Zone>, b: Option<Zone>| match (a, b) {
        (Some(a), Some(b)) => Some(a & b),
        (a, b) => a.or(b),
    };
    for condition in conditions {
        if !takes(hook, condition) {
            let message = format!("`{}` can't have this condition", hook.name);
            error(misfit, "", message, taken(hook).into());
            continue;
        }
        match condition {
            Condition::Kinds(names) | Condition::Count { kinds: names, .. } => {
                let all =
                    matches!(condition, Condition::Count { .. }) && names.as_slice() == ["all"];
                if !all {
                    kinds_known(spec, names, &mut error);
                }
                if let Condition::Count { least, most, of, .. } = *condition {
                    let kinds = if all { u32::MAX } else { kind_bits(spec, names) };
                    filter.piece_limit = Some(PieceLimit { kinds, least, most, of });
                }
            }
            Condition::To(name) => {
                filter.to = meet(filter.to, zone(name, &mut error));
            }
            Condition::From(name) => {
                filter.from = meet(filter.from, zone(name, &mut error));
            }
            Condition::Pass => filter.pass = true,
            Condition::Capture(wanted) => {
                filter.capture = Some(*wanted);
            }
            Condition::Check(wanted) => {
                filter.check = Some(*wanted);
            }
            Condition::EveryPly => filter.every_ply = true,
            Condition::Stands { kinds, zone: name } => {
                kinds_known(spec, kinds, &mut error);
                let zone = zone(name, &mut error);
                filter.stands = zone.map(|zone| (kind_bits(spec, kinds), zone));
            }
            Condition::Seats { least, most, states } => {
                let states = state_bits(spec, states, &mut error);
                filter.seat_limit = Some(SeatLimit { states, least: *least, most: *most });
            }
            Condition::Checked(least) => filter.checked = Some(*least),
            Condition::Since { number, rounds, counter } => {
                let number = amount(script, number).unwrap_or_else(|message| {
                    error(misfit, "", message, "use a tunable with a number of 0 or more".into());
                    0
                });
                let found = spec.counters.iter().position(|known| known.name == *counter);
                match found.filter(|found| !spec.counters[*found].per_seat) {
                    Some(found) => {
                        let counter = CounterId(found as u8);
                        filter.since = Some(Since { counter, number, rounds: *rounds });
                    }
                    None => {
                        let games = spec.counters.iter().filter(|known| !known.per_seat);
                        let games = games.map(|known| known.name.as_str());
                        let message = format!("the game has no counter `{counter}`");
                        error(misfit, counter, message, instead_of(counter, games));
                    }
                }
            }
            Condition::State(names) => {
                filter.states = Some(state_bits(spec, names, &mut error));
            }
            Condition::Army(names) => {
                filter.armies = Some(state_bits(spec, names, &mut error));
            }
            Condition::Trouble { trouble, readings } => {
                let mut always = false;
                for (name, value) in readings {
                    match tunable(script, name) {
                        Some(set) => always |= set.to_string().trim_matches('"') == value,
                        None => error(
                            misfit,
                            name,
                            format!("this script has no tunable `{name}`"),
                            "write `const NAME = …;` above the functions".into(),
                        ),
                    }
                }
                filter.trouble = (!always).then_some(*trouble);
            }
        }
    }
    let Filter { pass, kinds, from, to, capture, check, .. } = filter;
    let of_moves = kinds.is_some() || from.is_some() || to.is_some();
    if pass && (of_moves || capture == Some(true) || check == Some(true)) {
        let help = "remove `pass`, or the conditions on a move";
        error(misfit, "pass", "no piece moves when a seat passes".to_owned(), help.into());
    }
    filter
}
