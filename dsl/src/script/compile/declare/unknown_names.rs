//! Checks the names that scripts write in literals. The names must exist in the rules.

use std::rc::Rc;

use quadrille_core::Spec;

use crate::diagnostic::{Code, Diagnostic, MissingName, instead_of};
use crate::script::compile::scripts::{Name, Script, Scripts};
use crate::script::engine::sandbox;
use crate::script::interface::api::Type;
use crate::script::interface::bindings::rule_facts::Facts;
use crate::script::interface::native::{Fallible, advised};

/// The names that literals are checked against.
struct DeclaredNames<'a> {
    facts: Rc<Facts>,
    /// The ids of the clauses for built-in draws that these rules do not have. A hook may name such
    /// a clause, because the same hook may also be used with rules that have the draw.
    left_out: &'a [String],
    questions: Option<Vec<&'a str>>,
    choices: Option<Vec<&'a str>>,
    offers: Option<Vec<&'a str>>,
}

impl DeclaredNames<'_> {
    /// Checks a name that a script writes in a literal. The name must exist in the rules.
    fn check(&self, script: &Script, name: &Name) -> Fallible<()> {
        let (facts, text) = (&self.facts, name.text.as_str());
        match name.of {
            Type::Kind => facts.kind(text).map(drop),
            Type::State => facts.state(text).map(drop),
            Type::Zone => facts.zone(text).map(drop),
            Type::SeatName => facts.seat(text).map(drop),
            Type::ColourName => facts.colour_name(text),
            Type::TeamName => facts.team_name(text),
            Type::SquareName => facts.square(text).map(drop),
            Type::Question => among("no question", text, self.questions.as_deref()),
            Type::Choice => among("no question with the option", text, self.choices.as_deref()),
            Type::Offer => among("no offer", text, self.offers.as_deref()),
            Type::Mark => facts.mark(text).map(drop),
            Type::Metric => facts.metric(text).map(drop),
            Type::Clause => {
                let id = script.clause_name(text);
                if self.left_out.iter().any(|known| *known == id) {
                    Ok(())
                } else {
                    facts.clause(&id).map(drop)
                }
            }
            Type::Counter => facts.counter(text, false).map(drop),
            Type::SeatCounter => facts.counter(text, true).map(drop),
            Type::PieceCounter => facts.piece_counter(text).map(drop),
            Type::Memory => facts.memory(text, false).map(drop),
            Type::SeatMemory => facts.memory(text, true).map(drop),
            _ => Ok(()),
        }
    }

    /// Returns the diagnostic for a literal that contains an unknown name.
    fn wrong(&self, script: &Script, name: &Name) -> Option<Diagnostic> {
        let error = self.check(script, name).err()?;
        let (message, help, _) = sandbox::describe(&error);
        let (code, span) = (Code::UnknownName, name.span.clone());
        let made = Diagnostic::error(code, &script.source, span, message).maybe_help(help);
        Some(made.about_missing(what(name.of).map(|what| MissingName::new(what, &name.text))))
    }
}

/// Returns the sort of thing that names of this type refer to. Returns `None` if neither a manifest
/// nor `define` defines such names.
fn what(of: Type) -> Option<&'static str> {
    Some(match of {
        Type::Kind => "kind",
        Type::State => "state",
        Type::Zone => "zone",
        Type::SeatName | Type::ColourName => "seat",
        Type::TeamName => "team",
        Type::Mark => "mark",
        Type::Clause => "clause",
        Type::Counter | Type::SeatCounter | Type::PieceCounter => "counter",
        Type::Memory | Type::SeatMemory => "memory",
        _ => return None,
    })
}

/// Reports each name in a literal that does not exist in the rules.
pub(super) fn check_names(
    scripts: &Scripts,
    spec: &Spec,
    left_out: &[String],
    findings: &mut Vec<Diagnostic>,
) {
    let (questions, choices, offers) = (scripts.questions(), scripts.choices(), scripts.offers());
    let known = DeclaredNames { facts: Facts::new(spec), left_out, questions, choices, offers };
    let all = |names: fn(&Script) -> &[Name]| {
        scripts
            .scripts
            .iter()
            .flat_map(move |script| names(script).iter().map(move |name| (script, name)))
    };
    // If `define` failed at an unknown name, this name is reported at its own place, like other
    // unknown names.
    let failed = |finding: &Diagnostic| finding.code == Some(Code::DefineFailed);
    let mut written = Vec::new();
    if findings.iter().any(failed) {
        let wrong = all(|script| &script.declared);
        let wrong = wrong.filter_map(|(script, name)| known.wrong(script, name));
        written.extend(wrong.filter(|wrong| {
            findings.iter().any(|finding| failed(finding) && finding.message == wrong.message)
        }));
        findings.retain(|finding| {
            !failed(finding) || !written.iter().any(|wrong| wrong.message == finding.message)
        });
    }
    findings.extend(written);
    // If `define` failed, the names that it would have declared are not reported as missing.
    let stopped = findings.iter().any(failed);
    let names = all(|script| &script.names).filter(|(_, name)| !stopped || !declarable(name.of));
    findings.extend(names.filter_map(|(script, name)| known.wrong(script, name)));
}

/// Returns `true` if `define` can declare names of this type.
fn declarable(of: Type) -> bool {
    matches!(
        of,
        Type::State
            | Type::Mark
            | Type::Clause
            | Type::Counter
            | Type::SeatCounter
            | Type::PieceCounter
            | Type::Memory
            | Type::SeatMemory
    )
}

/// Returns an error if the list `known` does not contain `word`. If `known` is `None`, every word
/// is accepted.
fn among(none: &str, word: &str, known: Option<&[&str]>) -> Fallible<()> {
    let Some(known) = known.filter(|known| !known.contains(&word)) else { return Ok(()) };
    Err(advised(format!("there is {none} `{word}`"), instead_of(word, known.iter().copied())))
}
