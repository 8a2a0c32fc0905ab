//! Runs the function `define(rules)` of each script at load time, and adds the declarations to the
//! rules. Then adds the handlers and clauses of hooks.
//!
//! The `rules` object checks every call and continues after a mistake, so that all mistakes are
//! reported at once. Some declarations depend on others: castling depends on the array, and a
//! movement depends on its refinements. Such declarations are resolved after all scripts have run.

mod castling;
mod declaration_arguments;
mod declaration_warnings;
mod declarer;
mod duties_and_fog;
mod limits_and_turns;
mod refinements;
pub(crate) mod rules_methods;
mod shuffles;
pub(crate) mod states_and_counters;
mod unknown_names;
mod when_filters;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::text::prose::first_sentence;
use quadrille_core::rules::{Clause, Gate};
use quadrille_core::{ClauseId, Piece, Spec, Square};
use rhai::Dynamic;

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::script::compile::scripts::{Script, ScriptSpan, Scripts};
use crate::script::engine::sandbox;
use crate::script::engine::sandbox::{Sandbox, ScriptStop};
use crate::script::interface::api::Type;
use crate::script::interface::bindings::rule_facts::Facts;
use crate::script::interface::bindings::value_functions;
use crate::script::interface::native::{OperationBudget, Registrar};
use declarer::{
    CallSite, CastlingRule, Declaration, DeclarationTarget, Declarer, DrawClause, Movement,
    ProtectedRoyals, Rules, protect,
};
use unknown_names::check_names;
use when_filters::handler;
pub(crate) use when_filters::kinds_of;

/// The maximum number of declarations in all scripts together. Invalid declarations count too.
pub(crate) const MAX_DECLARATIONS: usize = 2048;

/// A function that returns the pieces of a named array.
pub type Arrays<'a> = &'a dyn Fn(&str) -> Option<Vec<(Square, Piece)>>;

impl Declarer {
    /// Returns a message if the scripts have too many declarations. The message is the reason to
    /// stop the running script.
    fn excess(&self) -> Option<Dynamic> {
        let spec = self.spec.try_borrow().ok()?;
        let lists = [
            self.findings.try_borrow().ok()?.len(),
            self.movements.try_borrow().ok()?.len(),
            self.castlings.try_borrow().ok()?.len(),
            self.shuffles.try_borrow().ok()?.len(),
            self.walls.try_borrow().ok()?.len(),
            self.mate_protection.try_borrow().ok()?.len(),
            spec.castling.len(),
            spec.insufficient.len(),
            spec.hands.len(),
            spec.duties.len(),
            spec.bases.len(),
            spec.promotion_limits.len(),
            spec.entry_limits.len(),
            spec.clauses.len(),
            self.draw_clauses.try_borrow().ok()?.len(),
        ];
        (lists.iter().sum::<usize>() > MAX_DECLARATIONS)
            .then(|| format!("the scripts have more than {MAX_DECLARATIONS} declarations").into())
    }

    /// Returns the clause with this id. If there is no such clause, adds it. If the clause has no
    /// text yet, sets its text to the given text.
    fn clause(&self, place: &CallSite, id: &str, text: &str) -> ClauseId {
        let mut spec = self.spec.borrow_mut();
        if let Some(i) = spec.clauses.iter().position(|clause| clause.id == id) {
            let clause = &mut spec.clauses[i];
            if clause.text.is_empty() {
                text.clone_into(&mut clause.text);
            }
            return ClauseId(i as u16);
        }
        let (line, _) = place.source.position(place.span.start);
        self.named.borrow_mut().push((place.clone(), id.to_owned()));
        spec.clauses.push(Clause {
            id: id.to_owned(),
            text: text.to_owned(),
            place: format!("{}:{line}", place.source.name),
        });
        ClauseId((spec.clauses.len() - 1) as u16)
    }

    /// States the clauses about built-in draws that the rules have. Returns the ids of the clauses
    /// about draws that the rules do not have.
    fn state_draw_clauses(&self) -> Vec<String> {
        let mut left_out = Vec::new();
        for DrawClause { draw, id, text, place } in self.draw_clauses.take() {
            let has = {
                let spec = self.spec.borrow();
                match draw {
                    "repetition" => spec.repetition.is_some(),
                    "no_progress" => spec.no_progress.is_some(),
                    _ => !spec.insufficient.is_empty(),
                }
            };
            if has {
                self.clause(&place, &id, &text);
                self.stated.borrow_mut().push(id);
            } else if self.spec.borrow().clause_named(&id).is_none() {
                left_out.push(id);
            }
        }
        left_out
    }

    /// Adds walls. A wall without conditions becomes a part of the board. A wall with conditions
    /// becomes a gate.
    fn build_walls(&self) {
        for (gate, place) in self.walls.take() {
            let mut spec = self.spec.borrow_mut();
            if gate.circumstances.is_empty() {
                for (a, b) in gate.edges {
                    // An invalid edge was already reported at its declaration.
                    let _ = spec.geometry.add_wall(a, b);
                }
            } else if spec.gates.len() < Gate::MAX_GATES {
                spec.gates.push(gate);
            } else {
                drop(spec);
                let message =
                    format!("there are more than {} walls with conditions", Gate::MAX_GATES);
                let help = "name several edges in one declaration, as in `\"d4|e4 d5|e5\"`";
                self.wrong(&place, message, Some(help.into()));
                return;
            }
        }
    }

    /// Resolves declarations that depend on others.
    fn finish(&self, scripts: &Scripts, arrays: Arrays<'_>) {
        if let Some((name, place)) = self.array.take() {
            match arrays(&name) {
                Some(pieces) => self.spec.borrow_mut().array = pieces,
                None => self.wrong(
                    &place,
                    format!("there is no array `{name}`"),
                    Some("define it in geometry.toml, as `[array.NAME]`".into()),
                ),
            }
        }
        self.build_walls();
        self.build_shuffles(arrays);
        let movements = self.movements.take();
        for movement in &movements {
            let mut spec = self.spec.borrow_mut();
            spec.kinds[movement.kind.index()].paths.extend(movement.paths.iter().cloned());
        }
        self.check_limits();
        let doubts = declaration_warnings::movements(&movements, &self.spec.borrow(), scripts);
        self.findings.borrow_mut().extend(doubts);
        let changes = self.mate_protection.take();
        if !changes.is_empty() {
            let mut spec = self.spec.borrow_mut();
            let mut matrix = spec.protect.clone();
            for (whose, how) in changes {
                protect(&spec, &mut matrix, whose, how);
            }
            spec.protect_in_mate_test = Some(matrix);
        }
        for rule in self.castlings.take() {
            let mut wings = {
                let spec = self.spec.borrow();
                castling::wings(&spec, rule.king, rule.rook, rule.steps, rule.clause)
            };
            if rule.through_check {
                wings.iter_mut().for_each(|wing| wing.safe = quadrille_core::Zone::EMPTY);
            }
            if wings.is_empty() {
                self.wrong(
                    &rule.place,
                    "no seat can ever castle from this array",
                    Some(
                        "give a seat such a king, one of its rooks on the line beside the king, and \
                         room for the king's steps"
                            .into(),
                    ),
                );
            }
            self.spec.borrow_mut().castling.extend(wings);
        }
        castling::name_kinds(&mut self.spec.borrow_mut(), self.given_castlings);
    }
}

/// Runs `define` of every script, with `operations` operations at most. Then registers the handlers
/// and clauses of hooks. When `stop` is set, the `define` of further scripts does not run.
pub(crate) fn run(
    scripts: &Scripts,
    spec: &mut Spec,
    arrays: Arrays<'_>,
    operations: u64,
    stop: &AtomicBool,
) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let Some(first) = scripts.scripts.first() else { return Ok(Vec::new()) };
    let budget = OperationBudget::loading(operations);
    let mut sandbox = Sandbox::new(budget);
    let declarer = prepared(&mut sandbox, scripts, spec, first);
    // The order of clauses follows the scripts, independent of `define`.
    let mut clauses = Vec::new();
    for script in &scripts.scripts {
        for function in &script.outline.functions {
            clauses.push(function.clause.as_ref().map(|id| {
                let place = CallSite { source: Arc::clone(&script.source), span: id.span.clone() };
                declarer.clause(
                    &place,
                    &script.clause_name(&id.value),
                    first_sentence(&function.doc).0,
                )
            }));
        }
    }
    plugin_clauses(scripts, &declarer);
    scripts.share(&mut sandbox.engine);
    for script in scripts.scripts.iter().take_while(|_| !stop.load(Ordering::Relaxed)) {
        let Some(define) = script.function("define") else { continue };
        let header = first_sentence(&script.outline.header).0.to_owned();
        declarer.script.replace((Arc::clone(&script.source), header));
        let called = script.compile(&sandbox.engine).map_err(|error| vec![error]).and_then(|ast| {
            let rules = Dynamic::from(Rules(Rc::clone(&declarer)));
            sandbox.call(&sandbox.callable(ast), "define", &mut [rules]).map_err(|error| {
                let failed = &scripts.failed(script, &error).source;
                let made =
                    sandbox::diagnostic(Code::DefineFailed, failed, &error, &define.name.span);
                let stopped = sandbox::stopped(&error);
                let place = stopped.and_then(|by| place_stopped(by, scripts, spec, script, budget));
                vec![made.at(place)]
            })
        });
        if let Err(errors) = called {
            declarer.findings.borrow_mut().extend(errors);
        }
    }
    let left_out = declarer.state_draw_clauses();
    declarer.finish(scripts, arrays);
    drop(sandbox);
    let mut findings = declarer.findings.take();
    let mut declared = declarer.spec.borrow().clone();
    let mut clauses = clauses.into_iter();
    // Other scripts may call the functions of shared scripts.
    let shared_choice = scripts.scripts.iter().any(|script| {
        script.is_shared() && script.outline.functions.iter().any(|f| f.words.contains("choose"))
    });
    for script in &scripts.scripts {
        for function in &script.outline.functions {
            let clause = clauses.next().flatten();
            if let Some(mut handler) = handler(&declared, script, function, clause, &mut findings) {
                handler.chooses |= shared_choice;
                declared.handlers.push(handler);
            }
        }
    }
    check_names(scripts, &declared, &left_out, &mut findings);
    scripts.name_everywhere(&mut findings);
    findings
        .extend(declaration_warnings::clauses(&declarer.named.borrow(), &declarer.stated.borrow()));
    findings.extend(declaration_warnings::marks(&declared, scripts));
    findings.extend(declaration_warnings::hands(&declared, scripts));
    if findings.iter().any(|finding| finding.severity == Severity::Error) {
        // If a name is misspelt where it is used, its declaration seems unused.
        findings.retain(|finding| {
            !matches!(finding.code, Some(Code::MarkNeverRead | Code::MovementNeverMade))
        });
        return Err(findings);
    }
    *spec = declared;
    Ok(findings)
}

/// Creates a declarer, and registers its functions with the sandbox.
fn prepared(sandbox: &mut Sandbox, scripts: &Scripts, spec: &Spec, first: &Script) -> Rc<Declarer> {
    let declarer = Rc::new(Declarer {
        meter: Rc::clone(&sandbox.meter),
        origins: scripts.origins(),
        spec: RefCell::new(spec.clone()),
        script: RefCell::new((Arc::clone(&first.source), String::new())),
        findings: RefCell::default(),
        movements: RefCell::default(),
        walls: RefCell::default(),
        castlings: RefCell::default(),
        shuffles: RefCell::default(),
        given_castlings: spec.castling.len(),
        stated: RefCell::new(spec.clauses.iter().map(|clause| clause.id.clone()).collect()),
        named: RefCell::default(),
        draw_clauses: RefCell::default(),
        array: RefCell::default(),
        mate_protection: RefCell::default(),
        limits: RefCell::default(),
    });
    value_functions::register(&mut Registrar::new(&mut sandbox.engine), &Facts::new(spec));
    register(&mut sandbox.engine);
    sandbox.engine.on_progress({
        let declarer = Rc::clone(&declarer);
        move |_| declarer.meter.step().or_else(|| declarer.excess())
    });
    declarer
}

/// Returns the place where a limit stopped the `define` of a script.
fn place_stopped<'a>(
    stopped: ScriptStop,
    scripts: &'a Scripts,
    spec: &Spec,
    script: &Script,
    budget: OperationBudget,
) -> Option<ScriptSpan<'a>> {
    scripts.place_stopped(stopped, script, "define", || {
        let mut sandbox = Sandbox::new(budget);
        let declarer = prepared(&mut sandbox, scripts, spec, script);
        (sandbox, vec![Dynamic::from(Rules(declarer))])
    })
}

/// Adds each clause that a plugin's hooks and functions name, if the ruleset lacks the clause. The
/// text of the clause is the first sentence of the description of the function that names it.
/// Clauses that the plugin's `define` names are skipped, because a declaration adds them.
fn plugin_clauses(scripts: &Scripts, declarer: &Declarer) {
    for script in scripts.scripts.iter().filter(|script| script.plugin.is_some()) {
        let function = |at: usize| {
            script.outline.function_at(at).map(|number| &script.outline.functions[number])
        };
        let in_define = |at: usize| function(at).is_some_and(|of| of.name.value == "define");
        let defined = |id: &str| {
            let mut strings = script.outline.strings.iter();
            strings.any(|at| script.source.text[at.clone()] == *id && in_define(at.start))
        };
        let names = script.names.iter().filter(|name| name.of == Type::Clause);
        for name in names.filter(|name| !defined(&name.text)) {
            let doc = function(name.span.start).map_or("", |function| function.doc.as_str());
            let place = CallSite { source: Arc::clone(&script.source), span: name.span.clone() };
            declarer.clause(&place, &script.clause_name(&name.text), first_sentence(doc).0);
        }
    }
}

/// Registers `rules` and the methods for its declarations with an engine.
pub(crate) fn register(engine: &mut rhai::Engine) {
    rules_methods::register(engine);
    duties_and_fog::register(engine);
    shuffles::register(engine);
    refinements::register(engine);
    limits_and_turns::register(engine);
}

#[cfg(test)]
mod tests;
