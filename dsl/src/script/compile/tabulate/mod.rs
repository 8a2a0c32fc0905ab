//! Tabulated hooks. When the ruleset is loaded, each of these hooks runs for every possible piece
//! on every square, and its answers are stored in a table. Games read the table.
//!
//! The hooks run on an engine that has neither a game nor effects, and functions keep no state
//! between calls. An answer therefore depends only on the piece and the square. If a hook reads the
//! same values about two squares, the squares are equivalent for this hook, and the hook runs for
//! only one of them.

pub(crate) mod answer_values;
pub(crate) mod untabulated_hooks;

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::text::prose::{first_sentence, with_article};
use quadrille_core::rules::Clause;
use quadrille_core::{ClauseId, Facing, Kind, Piece, Seat, Spec, Square};
use rhai::Dynamic;

use crate::diagnostic::{Code, Diagnostic};
use crate::script::compile::declare::kinds_of;
use crate::script::compile::scripts::{Script, ScriptSpan, Scripts};
use crate::script::engine::sandbox;
use crate::script::engine::sandbox::{Callable, Sandbox, ScriptStop};
use crate::script::interface::bindings::effect_arguments::has;
use crate::script::interface::bindings::rule_facts::Facts;
use crate::script::interface::bindings::tabulated_reads::AnswerTree;
use crate::script::interface::bindings::value_functions;
use crate::script::interface::native::{Fallible, OperationBudget, Registrar};
use crate::script::syntax::{Function, is_clause_id};
use answer_values::{arrival, gives, promotion, truth};

/// The maximum number of clauses in a ruleset.
const MAX_CLAUSES: usize = 1024;

/// A tabulated hook that is ready to run.
pub(super) struct TabulatedHook<'a> {
    scripts: &'a Scripts,
    script: &'a Script,
    function: &'a Function,
    callable: Callable,
    /// The kinds for whose pieces the hook runs. There is one bit for each kind.
    pub(super) kinds: u32,
    clause: Option<ClauseId>,
}

/// Fills the tables of a ruleset, with `operations` operations of its hooks at most.
pub(crate) fn run(
    scripts: &Scripts,
    spec: &mut Spec,
    operations: u64,
    stop: &AtomicBool,
) -> Result<(), Vec<Diagnostic>> {
    let budget = OperationBudget::loading(operations);
    let mut tabulator = Tabulator::new(budget, spec, scripts, stop);
    if let Some(table) = tabulator.table(scripts, spec, "dice_allows") {
        tabulator.dice(&table, spec);
    }
    let pieces = tabulator.pieces_and_moves(scripts, spec);
    if let Some(table) = tabulator.table(scripts, spec, "may_enter") {
        tabulator.may_enter(&table, &pieces, spec);
    }
    if tabulator.findings.is_empty() { Ok(()) } else { Err(tabulator.findings) }
}

/// Runs tabulated hooks, and collects diagnostics.
pub(super) struct Tabulator<'a> {
    budget: OperationBudget,
    sandbox: Sandbox,
    facts: Rc<Facts>,
    findings: Vec<Diagnostic>,
    /// When this flag is set, no further hook runs.
    stop: &'a AtomicBool,
}

impl<'s> Tabulator<'s> {
    pub(super) fn new(
        budget: OperationBudget,
        spec: &Spec,
        scripts: &Scripts,
        stop: &'s AtomicBool,
    ) -> Self {
        let mut sandbox = Sandbox::new(budget);
        let facts = Facts::new(spec);
        value_functions::register(&mut Registrar::new(&mut sandbox.engine), &facts);
        scripts.share(&mut sandbox.engine);
        Self { budget, sandbox, facts, findings: Vec::new(), stop }
    }

    pub(super) fn facts(&self) -> Rc<Facts> {
        Rc::clone(&self.facts)
    }

    /// Removes and returns the last diagnostic.
    ///
    /// # Panics
    /// Panics if there are no diagnostics.
    pub(super) fn last(&mut self) -> Diagnostic {
        #[expect(clippy::expect_used, reason = "a missing answer has a finding")]
        self.findings.pop().expect("a missing answer has a finding")
    }

    /// Returns the function of a tabulated hook.
    pub(super) fn table<'a>(
        &mut self,
        scripts: &'a Scripts,
        spec: &Spec,
        name: &str,
    ) -> Option<TabulatedHook<'a>> {
        let (script, function) =
            scripts.scripts.iter().find_map(|script| Some((script, script.function(name)?)))?;
        let clause = function
            .clause
            .as_ref()
            .and_then(|id| spec.clause_named(&script.clause_name(&id.value)));
        let kinds = kinds_of(spec, function).unwrap_or(u32::MAX);
        match script.compile(&self.sandbox.engine) {
            Ok(ast) => {
                let callable = self.sandbox.callable(ast);
                Some(TabulatedHook { scripts, script, function, callable, kinds, clause })
            }
            Err(finding) => {
                self.findings.push(finding);
                None
            }
        }
    }

    /// Returns the place in a hook where a limit stopped the hook.
    fn place_stopped<'a>(
        &self,
        stopped: ScriptStop,
        table: &TabulatedHook<'a>,
        args: &[Dynamic],
    ) -> Option<ScriptSpan<'a>> {
        table.scripts.place_stopped(stopped, table.script, &table.function.name.value, || {
            let mut sandbox = Sandbox::new(self.budget);
            value_functions::register(&mut Registrar::new(&mut sandbox.engine), &self.facts);
            (sandbox, args.to_vec())
        })
    }

    /// Runs a hook. In the messages of errors, `about` describes the arguments. Returns `None` if the
    /// hook fails or the tabulation was stopped.
    fn ask<T>(
        &mut self,
        table: &TabulatedHook<'_>,
        args: &mut [Dynamic],
        about: impl FnOnce() -> String,
        read: impl FnOnce(&Dynamic) -> Fallible<T>,
    ) -> Option<T> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let name = &table.function.name;
        let source = &table.script.source;
        let again = args.to_vec();
        let answer = match self.sandbox.call(&table.callable, &name.value, args) {
            Ok(answer) => answer,
            Err(error) => {
                let failed = &table.scripts.failed(table.script, &error).source;
                let mut finding =
                    sandbox::diagnostic(Code::TabulatedHookFailed, failed, &error, &name.span);
                if let Some(stopped) = sandbox::stopped(&error) {
                    finding = finding.at(self.place_stopped(stopped, table, &again));
                }
                finding.message = format!("{} (called for {})", finding.message, about());
                self.findings.push(finding);
                return None;
            }
        };
        match read(&answer) {
            Ok(value) => Some(value),
            Err(error) => {
                let (message, help, _) = sandbox::describe(&error);
                let span = culprit(table, &message).unwrap_or_else(|| name.span.clone());
                let message =
                    format!("`{}` returned {message} (called for {})", name.value, about());
                let help = help.unwrap_or_else(|| gives(&name.value).into());
                self.findings
                    .push(Diagnostic::error(Code::InvalidAnswer, source, span, message).help(help));
                None
            }
        }
    }

    /// Runs a hook for a piece and a square.
    pub(super) fn ask_piece<T>(
        &mut self,
        table: &TabulatedHook<'_>,
        piece: Piece,
        square: Square,
        read: impl FnOnce(&Dynamic) -> Fallible<T>,
    ) -> Option<T> {
        let facts = Rc::clone(&self.facts);
        let about = move || {
            let (colour, kind) = (facts.seat_name(piece.colour()), facts.kind_name(piece.kind()));
            let facing = facts.facing_word(piece.colour(), piece.facing());
            let square = facts.geometry.name(square);
            format!("{} {kind} facing {facing} on {square}", with_article(&colour))
        };
        self.ask(table, &mut [Dynamic::from(piece), Dynamic::from(square)], about, read)
    }

    /// Returns the answer of a hook for a piece and a square. If the answer for an equivalent
    /// square is in `known`, returns this answer. Otherwise, runs the hook and stores its answer.
    fn ask_unless_known<T: Clone>(
        &mut self,
        known: &mut AnswerTree<T>,
        table: &TabulatedHook<'_>,
        piece: Piece,
        square: Square,
        read: impl FnOnce(&Dynamic) -> Fallible<T>,
    ) -> Option<T> {
        if let Some(answer) = known.find(&self.facts, square) {
            return Some(answer.clone());
        }
        self.facts.begin_reads(square);
        let answer = self.ask_piece(table, piece, square, read);
        let reads = self.facts.end_reads()?;
        if let Some(answer) = &answer {
            known.keep(reads, answer.clone());
        }
        answer
    }

    /// Fills the tables of promotions and arrivals for every possible piece, and returns these
    /// pieces. A piece is possible if games may begin with this piece. A piece is also possible if
    /// another possible piece may turn into this piece or promote to it.
    fn pieces_and_moves(&mut self, scripts: &Scripts, spec: &mut Spec) -> BTreeSet<Piece> {
        let arrives = self.table(scripts, spec, "arrives");
        let promotes = self.table(scripts, spec, "promotes");
        let mut pieces = starting_pieces(spec, scripts.any_uses("set_facing"));
        let mut waiting: Vec<Piece> = pieces.iter().copied().collect();
        let facts = Rc::clone(&self.facts);
        while let Some(piece) = waiting.pop() {
            let mut becomes = Vec::new();
            let (mut arrivals, mut promotions) = (AnswerTree::default(), AnswerTree::default());
            for square in spec.geometry.squares() {
                if let Some(table) = arrives.as_ref().filter(|t| has(t.kinds, piece.kind())) {
                    let read = |answer: &Dynamic| arrival(&facts, spec, piece, answer);
                    let known = &mut arrivals;
                    let Some(found) = self.ask_unless_known(known, table, piece, square, read)
                    else {
                        return pieces;
                    };
                    if let Some((mut found, clause)) = found {
                        let Some(clause) = self.clause(spec, table, clause) else { return pieces };
                        found.clause = clause;
                        let kind = found.become_kind.unwrap_or_else(|| piece.kind());
                        let turned = found.turn.unwrap_or_else(|| piece.facing());
                        becomes.push(piece.with_kind(kind).with_facing(turned));
                        spec.arrivals.push((piece, square, found));
                    }
                }
                if let Some(table) = promotes.as_ref().filter(|t| has(t.kinds, piece.kind())) {
                    let read = |answer: &Dynamic| promotion(&facts, spec, answer);
                    let known = &mut promotions;
                    let Some(found) = self.ask_unless_known(known, table, piece, square, read)
                    else {
                        return pieces;
                    };
                    if let Some((mut found, clause)) = found {
                        let Some(clause) = self.clause(spec, table, clause) else { return pieces };
                        found.clause = clause;
                        becomes.extend(found.kinds.iter().map(|kind| piece.with_kind(*kind)));
                        spec.promotions.push((piece, square, found));
                    }
                }
            }
            waiting.extend(becomes.into_iter().filter(|piece| pieces.insert(*piece)));
        }
        pieces
    }

    fn may_enter(&mut self, table: &TabulatedHook<'_>, pieces: &BTreeSet<Piece>, spec: &mut Spec) {
        for piece in pieces.iter().filter(|piece| has(table.kinds, piece.kind())) {
            let mut known = AnswerTree::default();
            for square in spec.geometry.squares() {
                match self.ask_unless_known(&mut known, table, *piece, square, truth) {
                    Some(true) => {}
                    Some(false) => spec.restricted_squares.push((*piece, square)),
                    None => return,
                }
            }
        }
    }

    /// Runs the hook for one face of the dice and one kind.
    pub(super) fn ask_face(
        &mut self,
        table: &TabulatedHook<'_>,
        face: u8,
        kind: Kind,
    ) -> Option<bool> {
        let name = self.facts.kind_name(kind);
        let args = &mut [i64::from(face).into(), name.clone().into()];
        self.ask(table, args, || format!("face {face} and the {name}"), truth)
    }

    fn dice(&mut self, table: &TabulatedHook<'_>, spec: &mut Spec) {
        let kinds = spec.kinds.len();
        let Some(dice) = &mut spec.dice else {
            self.findings.push(
                Diagnostic::error(
                    Code::NoDice,
                    &table.script.source,
                    table.function.name.span.clone(),
                    "there are no dice",
                )
                .help("declare them in `define`: `rules.dice(count, [[face, weight], …])`"),
            );
            return;
        };
        for (face, _, mask) in &mut dice.faces {
            *mask = 0;
            for kind in (0..kinds).map(|i| Kind(i as u8)) {
                match self.ask_face(table, *face, kind) {
                    Some(true) => *mask |= 1 << kind.index(),
                    Some(false) => {}
                    None => return,
                }
            }
        }
    }

    /// Returns the clause of an answer. This is the clause that the answer names, or else the
    /// clause of its hook. Returns `None` if the answer names a clause that is not valid.
    fn clause(
        &mut self,
        spec: &mut Spec,
        table: &TabulatedHook<'_>,
        named: Option<String>,
    ) -> Option<Option<ClauseId>> {
        let Some(id) = named else { return Some(table.clause) };
        let id = table.script.clause_name(&id).into_owned();
        if let Some(known) = spec.clause_named(&id) {
            return Some(Some(known));
        }
        let source = &table.script.source;
        let name = &table.function.name;
        if !is_clause_id(&id) || spec.clauses.len() >= MAX_CLAUSES {
            let (message, help) = if is_clause_id(&id) {
                (
                    format!("`{}` names too many clauses", name.value),
                    format!("use at most {MAX_CLAUSES} clauses"),
                )
            } else {
                let help = "use only letters, digits, `-`, `_` and `.`".to_owned();
                (format!("`{id}` can't be the id of a clause"), help)
            };
            let finding =
                Diagnostic::error(Code::InvalidAnswer, source, name.span.clone(), message);
            self.findings.push(finding.help(help));
            return None;
        }
        let (line, _) = source.position(name.span.start);
        spec.clauses.push(Clause {
            id,
            text: first_sentence(&table.function.doc).0.to_owned(),
            place: format!("{}:{line}", source.name),
        });
        Some(Some(ClauseId((spec.clauses.len() - 1) as u16)))
    }
}

/// Returns the pieces that may be in a game before any piece turns or promotes: the array's pieces,
/// and every kind in every colour. Pieces of a seat have the seat's facing. If `any_facing` is
/// `true`, an effect can turn pieces, so they are returned with every facing.
fn starting_pieces(spec: &Spec, any_facing: bool) -> BTreeSet<Piece> {
    let mut pieces: BTreeSet<Piece> =
        spec.array.iter().map(|(_, piece)| piece.with_marks(0)).collect();
    for (i, seat) in spec.seats.iter().enumerate() {
        for kind in (0..spec.kinds.len()).map(|k| Kind(k as u8)) {
            let facings = if any_facing { &Facing::ALL[..] } else { &[seat.facing][..] };
            pieces.extend(facings.iter().map(|facing| Piece::new(kind, Seat(i as u8), *facing)));
        }
    }
    pieces
}

/// Returns the place of the first word that a message quotes, if the word occurs exactly once in
/// the hook.
fn culprit(table: &TabulatedHook<'_>, message: &str) -> Option<Range<usize>> {
    let word = message.split('`').nth(1)?;
    let (outline, text) = (&table.script.outline, &table.script.source.text);
    let written = outline.words.iter().chain(&outline.strings).filter(|span| {
        table.function.body.contains(&span.start) && text.get((*span).clone()) == Some(word)
    });
    let written: Vec<&Range<usize>> = written.collect();
    match written[..] {
        [once] => Some(once.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
