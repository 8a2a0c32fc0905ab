//! Summarises a script for the pages about plugins. The summary contains the script's description,
//! its tunables, the names that it requires, its clauses and its hooks.

use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Label, Source};
use crate::formats::squares;
use crate::formats::squares::SquaresErrorKind;
use crate::limits::NEVER_STOPPED;
use crate::script::compile::scripts::{Script, ScriptSource};
use crate::script::interface::api::Type;
use crate::script::syntax::{Condition, Function, word_of};

/// A summary of a script.
#[derive(Debug)]
pub struct About {
    /// The description of the script's rule, from its `//!` lines.
    pub header: String,
    /// The tunables. Each has its meaning, its value and its allowed values.
    pub tunables: Vec<crate::script::Tunable>,
    /// The kinds that the script names.
    pub kinds: Vec<String>,
    /// The zones that the script names.
    pub zones: Vec<String>,
    /// The marks that the script names.
    pub marks: Vec<String>,
    /// The states that the script names.
    pub states: Vec<String>,
    /// The ids of the clauses that the script names for its effects or counts.
    pub clauses: Vec<String>,
    /// The hooks.
    pub hooks: Vec<AboutHook>,
    /// The functions that other scripts of a ruleset may call. Each has its signature and its
    /// description.
    pub functions: Vec<(String, String)>,
}

/// A hook of a script.
#[derive(Debug)]
pub struct AboutHook {
    /// The signature, such as `on_mate(game, seat)`.
    pub signature: String,
    /// The description of the function. It comes from the lines above the function.
    pub doc: String,
    /// The conditions in its `/// when:` line.
    pub when: Option<String>,
    /// `true` if the hook is called at every ply.
    pub every_ply: bool,
}

/// Summarises a script. Returns `None` if the script has errors.
#[must_use]
pub fn about(source: &Arc<Source>) -> Option<About> {
    let listed =
        ScriptSource { stem: "plugin".to_owned(), source: Arc::clone(source), plugin: None };
    let (scripts, _) = crate::script::compile(vec![listed], &[], &NEVER_STOPPED).ok()?;
    let tunables = scripts.tunables();
    let script = scripts.scripts.first()?;
    let conditions = || {
        script.outline.functions.iter().filter_map(|f| f.when.as_ref()).flat_map(|when| &when.value)
    };
    let named = |wanted: fn(Type) -> bool| {
        let names = script.names.iter().chain(&script.declared).filter(move |name| wanted(name.of));
        names.map(|name| name.text.clone()).collect::<Vec<_>>()
    };
    let mut kinds = named(|of| of == Type::Kind);
    let mut zones = named(|of| of == Type::Zone);
    let mut states = named(|of| of == Type::State);
    for condition in conditions() {
        match condition {
            Condition::Kinds(names) | Condition::Count { kinds: names, .. } => {
                kinds.extend(names.clone());
            }
            Condition::To(zone) | Condition::From(zone) => zones.push(zone.clone()),
            Condition::Stands { kinds: names, zone } => {
                kinds.extend(names.clone());
                zones.push(zone.clone());
            }
            Condition::State(names)
            | Condition::Army(names)
            | Condition::Seats { states: names, .. } => states.extend(names.clone()),
            Condition::EveryPly
            | Condition::Pass
            | Condition::Capture(_)
            | Condition::Check(_)
            | Condition::Checked(_)
            | Condition::Since { .. }
            | Condition::Trouble { .. } => {}
        }
    }
    Some(About {
        header: script.outline.header.clone(),
        tunables,
        kinds: unique(kinds),
        zones: unique(zones),
        marks: unique(named(|of| of == Type::Mark)),
        states: unique(states),
        clauses: unique(clauses(script)),
        hooks: script.outline.functions.iter().filter_map(|f| hook(script, f)).collect(),
        functions: match script.is_shared() {
            true => {
                script.outline.functions.iter().map(|f| (f.signature(), f.doc.clone())).collect()
            }
            false => Vec::new(),
        },
    })
}

fn hook(script: &Script, function: &Function) -> Option<AboutHook> {
    let hook = function.hook?;
    let conditions = function.when.as_ref();
    let often = match conditions {
        None => hook.runs_every_ply(),
        Some(when) => when.value.contains(&Condition::EveryPly) && when.value.len() == 1,
    };
    let line = |when: &crate::script::syntax::Spanned<Vec<Condition>>| {
        let text = &script.source.text[when.span.clone()];
        text.rsplit_once("when:").map_or(text, |(_, text)| text).trim().to_owned()
    };
    let when = conditions.map(line);
    Some(AboutHook {
        signature: hook.signature(),
        doc: function.doc.clone(),
        when,
        every_ply: often,
    })
}

/// Returns the ids of clauses that a script names in `clause("…")`, `draw_clause(…, "…")`,
/// `clause: "…"` or a `/// clause:` line.
fn clauses(script: &Script) -> Vec<String> {
    let text = &script.source.text;
    let of_hooks = script.outline.functions.iter().filter_map(|f| f.clause.as_ref());
    let mut found: Vec<String> = of_hooks.map(|clause| clause.value.clone()).collect();
    for word in &script.outline.words {
        let argument = match &text[word.clone()] {
            "clause" => 0,
            "draw_clause" => 1,
            _ => continue,
        };
        // The word is not a variable or property, but `clause("…")`, or `clause: "…"` in an answer.
        let after = text[word.end..].trim_start();
        if !after.starts_with('(') && !after.starts_with(':') {
            continue;
        }
        let mut strings = script.outline.strings.iter().filter(|string| string.start > word.end);
        if let Some(string) = strings.nth(argument) {
            found.push(text[string.clone()].to_owned());
        }
    }
    found
}

impl crate::script::Scripts {
    /// Finds all places where scripts name a missing zone. Each missing zone in `findings` was
    /// reported at one place. Adds a finding for each other place, so that one message can list all
    /// places.
    pub(crate) fn name_everywhere(&self, findings: &mut Vec<Diagnostic>) {
        let unknown = findings.iter().filter(|found| found.code == Some(Code::UnknownName));
        let unknown: Vec<Diagnostic> = unknown.cloned().collect();
        let is_at = |found: &Diagnostic, source: &Arc<Source>, span: &Range<usize>| {
            let same = |place: &Label| Arc::ptr_eq(&place.source, source) && place.span == *span;
            found.place().is_some_and(same)
        };
        for (source, span, zone) in self.zones() {
            let zone = SquaresErrorKind::UnknownZone(zone);
            let mut alike = unknown.iter().filter(|found| found.missing == zone.missing());
            let Some(first) = alike.clone().next() else { continue };
            if !alike.any(|found| is_at(found, source, &span)) {
                let made = Diagnostic::error(Code::UnknownName, source, span, zone.to_string());
                let made = made.about_missing(zone.missing());
                let mut made = made.maybe_help(first.help.clone());
                let replacement =
                    first.fixes.first().map(|fix| (fix.replacement.clone(), fix.sure));
                if let (Some((replacement, sure)), Some(place)) = (replacement, made.place()) {
                    let span = place.span.clone();
                    made = made.edit(span, replacement, sure);
                }
                findings.push(made);
            }
        }
    }

    /// Returns the places where scripts name zones: in code, in `/// when:` lines, and in square
    /// sets of declarations. Words that may be the name of a zone are included.
    fn zones(&self) -> Vec<(&Arc<Source>, Range<usize>, String)> {
        let mut zones = Vec::new();
        for script in &self.scripts {
            let (source, text) = (&script.source, &script.source.text);
            let names = || script.names.iter().chain(&script.declared);
            for name in names().filter(|name| name.of == Type::Zone) {
                zones.push((source, name.span.clone(), name.text.clone()));
            }
            let whens = script.outline.functions.iter().filter_map(|f| f.when.as_ref());
            for (when, condition) in
                whens.flat_map(|when| when.value.iter().map(move |it| (when, it)))
            {
                if let Condition::To(zone)
                | Condition::From(zone)
                | Condition::Stands { zone, .. } = condition
                {
                    zones.push((source, word_of(text, &when.span, zone), zone.clone()));
                }
            }
            let Some(define) = script.function("define") else { continue };
            let strings =
                script.outline.strings.iter().filter(|at| define.body.contains(&at.start));
            for span in strings.filter(|span| names().all(|name| name.span != **span)) {
                for zone in squares::mentions(&text[span.clone()]) {
                    zones.push((source, word_of(text, span, &zone), zone));
                }
            }
        }
        zones
    }

    /// Returns the plugins. Each has its name and the ids of the clauses that it names, as the
    /// plugin writes them.
    pub(crate) fn plugins(&self) -> impl Iterator<Item = (&str, Vec<String>)> {
        let plugins = self.scripts.iter().filter(|script| script.plugin.is_some());
        plugins.map(|script| (script.stem.as_str(), unique(clauses(script))))
    }
}

fn unique(mut names: Vec<String>) -> Vec<String> {
    names.sort_unstable();
    names.dedup();
    names
}
