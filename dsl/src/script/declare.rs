//! `define(rules)`: what scripts declare when a ruleset is loaded, and the handlers and clauses that
//! their hooks add to it.
//!
//! The `rules` object checks every call on the spot and goes on after a mistake, so that all are
//! told at once. What depends on the rest (castling on the array, movements on their refinements)
//! is worked out when every script has spoken. Depends on `notation` and `squares`.

mod methods;
mod refinements;

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use quadrille_core::movement::{Relation, Walk};
use quadrille_core::spec::Clause;
use quadrille_core::{
    ClauseId, Few, Filter, Handler, Kind, Piece, Protect, Seat, Spec, Square, Zone,
};
use rhai::{Dynamic, NativeCallContext};

use super::api::Type;
use super::castling;
use super::catalogue::HookKind;
use super::engine::{self, Budget, Meter, Sandbox, span_of};
use super::outline::{Condition, Function, Spanned, is_clause_id};
use super::values::{self, Facts};
use super::{Script, Scripts};
use crate::diagnostic::{Diagnostic, Severity, Source, did_you_mean};
use crate::{notation, squares};

/// The most declarations of all scripts, wrong ones included.
const MAX_DECLARATIONS: usize = 2048;

/// Finds the men of a named array.
pub type Arrays<'a> = &'a dyn Fn(&str) -> Option<Vec<(Square, Piece)>>;

/// The `rules` of `define`.
#[derive(Clone)]
struct Rules(Rc<Declarer>);

/// What a declaration gives back, to be refined.
#[derive(Clone)]
struct Declaration {
    rules: Rc<Declarer>,
    what: What,
}

/// What is being refined, by its place in its list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Movement(usize),
    Castling(usize),
    Wing(usize),
    State(usize),
    Counter(usize),
    /// A declaration that was wrong, and has been reported.
    Wrong,
}

/// A movement on its way into its kind.
struct Movement {
    kind: Kind,
    walks: Vec<Walk>,
}

/// A `castling(king, rook, steps)` still to be worked out.
struct CastlingRule {
    king: Kind,
    rook: Kind,
    steps: u8,
    clause: Option<ClauseId>,
    place: Place,
}

/// A place in a script.
#[derive(Clone)]
struct Place {
    source: Arc<Source>,
    span: Range<usize>,
}

/// What reading a notation or a set of squares is counted as, in operations.
const READING: u64 = 200;

/// Everything declared so far.
struct Declarer {
    meter: Rc<Meter>,
    spec: RefCell<Spec>,
    script: RefCell<(Arc<Source>, String)>,
    findings: RefCell<Vec<Diagnostic>>,
    movements: RefCell<Vec<Movement>>,
    castlings: RefCell<Vec<CastlingRule>>,
    array: RefCell<Option<(String, Place)>>,
    /// `protect_in_mate_test`, applied to what `protect` leaves.
    mate_protection: RefCell<Vec<(Whose, Protect)>>,
}

/// Whose royals a protection is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Own,
    Partner,
    All,
}

impl Declarer {
    fn place(&self, context: &NativeCallContext<'_>) -> Place {
        let source = Arc::clone(&self.script.borrow().0);
        let span = span_of(&source, context.call_position());
        Place { source, span }
    }

    /// Notes a wrong argument at the place of the call.
    fn wrong(&self, place: &Place, message: impl Into<String>, help: Option<String>) {
        let mut finding = Diagnostic::error("Q0351", &place.source, place.span.clone(), message);
        finding.help = help;
        self.findings.borrow_mut().push(finding);
    }

    fn wrong_here(
        &self,
        context: &NativeCallContext<'_>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.wrong(&self.place(context), message, Some(help.into()));
    }

    fn kind(&self, context: &NativeCallContext<'_>, name: &str) -> Option<Kind> {
        let spec = self.spec.borrow();
        let kind = spec.kind_named(name);
        if kind.is_none() {
            let names = || spec.kinds.iter().map(|kind| kind.name.as_str());
            let help = did_you_mean(name, names()).unwrap_or_else(|| {
                format!("the kinds are {}", names().collect::<Vec<_>>().join(", "))
            });
            self.wrong_here(context, format!("there is no kind `{name}`"), help);
        }
        kind
    }

    /// One of some words, by its place among them.
    fn word(&self, context: &NativeCallContext<'_>, word: &str, words: &[&str]) -> Option<usize> {
        let found = words.iter().position(|candidate| *candidate == word);
        if found.is_none() {
            let help = did_you_mean(word, words.iter().copied())
                .unwrap_or_else(|| format!("one of: {}", words.join(", ")));
            self.wrong_here(context, format!("`{word}` is not known here"), help);
        }
        found
    }

    fn in_range(
        &self,
        context: &NativeCallContext<'_>,
        what: &str,
        n: i64,
        range: std::ops::RangeInclusive<i64>,
    ) -> Option<i64> {
        if range.contains(&n) {
            return Some(n);
        }
        let (min, max) = (range.start(), range.end());
        self.wrong_here(
            context,
            format!("{what} can't be {n}"),
            format!("it is a number from {min} to {max}"),
        );
        None
    }

    fn relation(&self, context: &NativeCallContext<'_>, word: &str) -> Option<Relation> {
        let i = self.word(context, word, super::api::RELATION)?;
        Some(
            [Relation::Own, Relation::Partner, Relation::Friend, Relation::Enemy, Relation::Anyone]
                [i],
        )
    }

    /// A notation's walks; its mistakes are told where it stands in the script, if it stands
    /// there as it is.
    fn walks(&self, context: &NativeCallContext<'_>, text: &str) -> Option<Vec<Walk>> {
        self.meter.charge(READING);
        match notation::parse(text) {
            Ok(walks) => Some(walks),
            Err(errors) => {
                let place = self.place(context);
                let literal = literal_after(&place, text);
                for error in errors {
                    let mut place = place.clone();
                    if let Some(start) = literal {
                        place.span = start + error.span.start..start + error.span.end;
                    }
                    let message = format!("in the notation `{text}`: {}", error.message);
                    self.wrong(&place, message, error.help);
                }
                None
            }
        }
    }

    /// The squares that an argument means: an array of squares, or a square set as in
    /// geometry.toml.
    fn zone(&self, context: &NativeCallContext<'_>, squares: &Dynamic) -> Option<Zone> {
        if let Some(array) = squares.clone().try_cast::<rhai::Array>() {
            return match values::elements::<Square>(&array, "squares") {
                Ok(squares) => Some(squares.into_iter().collect()),
                Err(error) => {
                    self.wrong_here(
                        context,
                        engine::describe(&error).0,
                        "write `[square(\"d4\"), …]`, or `zone(\"name\")`",
                    );
                    None
                }
            };
        }
        let Ok(text) = squares.clone().into_immutable_string() else {
            self.wrong_here(
                context,
                "these are no squares",
                "write a square set such as `\"d1..k1\"`, or an array of squares",
            );
            return None;
        };
        self.meter.charge(READING);
        let spec = self.spec.borrow();
        match squares::parse(&text, &spec.geometry, &spec.zones) {
            Ok(zone) => Some(zone),
            Err(error) => {
                let mut place = self.place(context);
                if let Some(start) = literal_after(&place, &text) {
                    place.span = start + error.span.start..start + error.span.end;
                }
                self.wrong(
                    &place,
                    format!("in the squares `{text}`: {}", error.message),
                    error.help,
                );
                None
            }
        }
    }

    /// Refuses what can't be a clause's id.
    fn clause_id(&self, context: &NativeCallContext<'_>, id: &str) -> Option<()> {
        if is_clause_id(id) {
            return Some(());
        }
        let help = "it is letters, digits, `-`, `_` and `.`";
        self.wrong_here(context, format!("`{id}` is no clause's id"), help);
        None
    }

    /// What a script that declares without end is stopped with.
    fn excess(&self) -> Option<Dynamic> {
        let spec = self.spec.try_borrow().ok()?;
        let lists = [
            self.findings.try_borrow().ok()?.len(),
            self.movements.try_borrow().ok()?.len(),
            self.castlings.try_borrow().ok()?.len(),
            self.mate_protection.try_borrow().ok()?.len(),
            spec.castling.len(),
            spec.insufficient.len(),
            spec.hands.len(),
            spec.clauses.len(),
        ];
        (lists.iter().sum::<usize>() > MAX_DECLARATIONS)
            .then(|| format!("more than {MAX_DECLARATIONS} declarations").into())
    }

    /// The clause of that id, added if there is none; its text then is what the script says of
    /// itself.
    fn clause(&self, place: &Place, id: &str, text: &str) -> ClauseId {
        let mut spec = self.spec.borrow_mut();
        if let Some(i) = spec.clauses.iter().position(|clause| clause.id == id) {
            let clause = &mut spec.clauses[i];
            if clause.text.is_empty() {
                text.clone_into(&mut clause.text);
            }
            return ClauseId(i as u16);
        }
        let (line, _) = place.source.position(place.span.start);
        spec.clauses.push(Clause {
            id: id.to_owned(),
            text: text.to_owned(),
            place: format!("{}:{line}", place.source.name),
        });
        ClauseId((spec.clauses.len() - 1) as u16)
    }

    /// Works out what had to wait for everything else.
    fn finish(&self, arrays: Arrays<'_>) {
        if let Some((name, place)) = self.array.take() {
            match arrays(&name) {
                Some(men) => self.spec.borrow_mut().array = men,
                None => self.wrong(
                    &place,
                    format!("there is no array `{name}`"),
                    Some("arrays stand in geometry.toml, as `[array.NAME]`".to_owned()),
                ),
            }
        }
        for movement in self.movements.take() {
            self.spec.borrow_mut().kinds[movement.kind.index()].walks.extend(movement.walks);
        }
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
            let wings = {
                let spec = self.spec.borrow();
                castling::wings(&spec, rule.king, rule.rook, rule.steps, rule.clause)
            };
            if wings.is_empty() {
                self.wrong(
                    &rule.place,
                    "no seat of this array can ever castle",
                    Some(
                        "a seat needs exactly one such king, with a rook of its own on the line \
                         beside it and room for the king's steps"
                            .to_owned(),
                    ),
                );
            }
            self.spec.borrow_mut().castling.extend(wings);
        }
    }
}

/// Sets a protection in a matrix.
fn protect(spec: &Spec, matrix: &mut [Vec<Protect>], whose: Whose, how: Protect) {
    for (a, row) in matrix.iter_mut().enumerate() {
        for (b, cell) in row.iter_mut().enumerate() {
            let partners = a != b && spec.team(Seat(a as u8)) == spec.team(Seat(b as u8));
            let meant = match whose {
                Whose::Own => a == b,
                Whose::Partner => partners,
                Whose::All => a == b || partners,
            };
            if meant {
                *cell = how;
            }
        }
    }
}

/// Where a text begins that stands as a string on the line of a call, after its name.
fn literal_after(place: &Place, text: &str) -> Option<usize> {
    let rest = place.source.text.get(place.span.start..)?;
    let line = rest.lines().next()?;
    line.find(&format!("\"{text}\"")).map(|at| place.span.start + at + 1)
}

/// Runs every `define`, and registers handlers and clauses.
pub(crate) fn run(
    scripts: &Scripts,
    spec: &mut Spec,
    arrays: Arrays<'_>,
) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let Some(first) = scripts.scripts.first() else { return Ok(Vec::new()) };
    let mut sandbox = Sandbox::new(Budget::DEFINE);
    let declarer = Rc::new(Declarer {
        meter: Rc::clone(&sandbox.meter),
        spec: RefCell::new(spec.clone()),
        script: RefCell::new((Arc::clone(&first.source), String::new())),
        findings: RefCell::default(),
        movements: RefCell::default(),
        castlings: RefCell::default(),
        array: RefCell::default(),
        mate_protection: RefCell::default(),
    });
    // Clauses in the order of the scripts, whatever `define` does with them.
    let mut clauses = Vec::new();
    for script in &scripts.scripts {
        for function in &script.outline.functions {
            clauses.push(function.clause.as_ref().map(|id| {
                let place = Place { source: Arc::clone(&script.source), span: id.span.clone() };
                declarer.clause(&place, &id.value, first_sentence(&function.doc))
            }));
        }
    }
    values::register(&mut sandbox.engine, &Facts::new(spec));
    register(&mut sandbox.engine);
    sandbox.engine.on_progress({
        let declarer = Rc::clone(&declarer);
        move |_| declarer.meter.step().or_else(|| declarer.excess())
    });
    for script in &scripts.scripts {
        let Some(define) = script.function("define") else { continue };
        let header = first_sentence(&script.outline.header).to_owned();
        declarer.script.replace((Arc::clone(&script.source), header));
        let called = script.compile(&sandbox.engine).map_err(|error| vec![error]).and_then(|ast| {
            let rules = Dynamic::from(Rules(Rc::clone(&declarer)));
            sandbox.call(&ast, "define", (rules,)).map_err(|error| {
                vec![engine::diagnostic("Q0350", &script.source, &error, &define.name.span)]
            })
        });
        if let Err(errors) = called {
            declarer.findings.borrow_mut().extend(errors);
        }
    }
    declarer.finish(arrays);
    drop(sandbox);
    let mut findings = declarer.findings.take();
    let mut declared = declarer.spec.borrow().clone();
    let mut clauses = clauses.into_iter();
    for script in &scripts.scripts {
        for function in &script.outline.functions {
            let clause = clauses.next().flatten();
            if let Some(handler) = handler(&declared, script, function, clause, &mut findings) {
                declared.handlers.push(handler);
            }
        }
    }
    check_names(scripts, &declared, &mut findings);
    if findings.iter().any(|finding| finding.severity == Severity::Error) {
        return Err(findings);
    }
    *spec = declared;
    Ok(findings)
}

/// Makes `rules` and its declarations known to an engine.
pub(crate) fn register(engine: &mut rhai::Engine) {
    methods::register(engine);
    refinements::register(engine);
}

/// The first sentence of a documentation.
pub(crate) fn first_sentence(doc: &str) -> &str {
    doc.find(". ").map_or(doc, |end| &doc[..=end]).trim()
}

/// The handler of an event hook, or of one about moves.
fn handler(
    spec: &Spec,
    script: &Script,
    function: &Function,
    clause: Option<ClauseId>,
    findings: &mut Vec<Diagnostic>,
) -> Option<Handler> {
    let hook = function.hook?;
    let filter = filter(spec, script, function, findings);
    let (HookKind::Event(event) | HookKind::PerMove(event)) = hook.kind else { return None };
    Some(Handler {
        event,
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

/// Kinds by name, a bit each; names that are none count for nothing.
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
    let mut error = |message: String, help: String| {
        findings.push(Diagnostic::error("Q0329", &script.source, span.clone(), message).help(help));
    };
    let mut filter = Filter { kinds: kinds_of(spec, function), ..Filter::default() };
    let zone = |name: &str, error: &mut dyn FnMut(String, String)| {
        let found = spec.zones.iter().find(|(zone, _)| zone == name).map(|(_, zone)| *zone);
        if found.is_none() {
            let names = spec.zones.iter().map(|(name, _)| name.as_str());
            let help = did_you_mean(name, names)
                .unwrap_or_else(|| "zones stand in geometry.toml, under `[zones]`".to_owned());
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
                        let help = did_you_mean(name, spec.kinds.iter().map(|k| k.name.as_str()))
                            .unwrap_or_else(|| "kinds stand in geometry.toml".to_owned());
                        error(format!("there is no kind `{name}`"), help);
                    }
                }
                if let Condition::Few { most, each_team, .. } = *condition {
                    filter.few = Some(Few { kinds: kind_bits(spec, names), most, each_team });
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
                (hook.when.few, "`at most N of KIND`, and `… a team`"),
                (hook.when.every_ply, "`every ply`"),
            ] {
                if takes {
                    may.push(text);
                }
            }
            let help = if may.is_empty() {
                "it takes no conditions".to_owned()
            } else {
                format!("it takes {}", may.join(", "))
            };
            error(format!("`{}` can't have this condition", hook.name), help);
        }
    }
    filter
}

/// Names in literals that the rules do not have.
fn check_names(scripts: &Scripts, spec: &Spec, findings: &mut Vec<Diagnostic>) {
    let facts = Facts::new(spec);
    for script in &scripts.scripts {
        for name in &script.names {
            let known = match name.of {
                Type::Kind => facts.kind(&name.text).map(drop),
                Type::State => facts.state(&name.text).map(drop),
                Type::Zone => facts.zone(&name.text).map(drop),
                Type::SeatName => facts.seat(&name.text).map(drop),
                Type::SquareName => facts.square(&name.text).map(drop),
                Type::Mark => facts.mark(&name.text).map(drop),
                Type::Metric => facts.metric(&name.text).map(drop),
                Type::Clause => facts.clause(&name.text).map(drop),
                Type::Counter => facts.counter(&name.text, false).map(drop),
                Type::SeatCounter => facts.counter(&name.text, true).map(drop),
                _ => Ok(()),
            };
            if let Err(error) = known {
                let (message, _, _) = engine::describe(&error);
                let (message, help) = match message.split_once("; ") {
                    Some((message, help)) => (message.to_owned(), Some(help.to_owned())),
                    None => (message, None),
                };
                let mut finding =
                    Diagnostic::error("Q0344", &script.source, name.span.clone(), message);
                finding.help = help;
                findings.push(finding);
            }
        }
    }
}

#[cfg(test)]
mod tests;
