//! Tabulated hooks: each runs once for every piece that can occur and every square, when the ruleset is
//! loaded; games look the answers up.
//!
//! They run on an engine that knows neither the game nor effects, and functions keep nothing
//! between calls, so they are pure by construction. Squares of which a hook would read the same are
//! alike to it: it runs for one of them.

pub(super) mod live;

use std::collections::BTreeSet;
use std::rc::Rc;

use quadrille_core::rules::{Arrival, Clause, Promotion};
use quadrille_core::{ClauseId, Facing, Kind, Piece, Seat, Spec, Square, Zone};
use rhai::{Array, Dynamic, Map};

use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::formats::squares;
use crate::script::bindings::arguments::has;
use crate::script::bindings::reads::Answers;
use crate::script::bindings::values::{self, Facts, elements};
use crate::script::declare::{first_sentence, kinds_of};
use crate::script::interface::api::FACING;
use crate::script::native::{Budget, Fallible, failure, type_word};
use crate::script::outline::{Function, is_clause_id};
use crate::script::program::{Script, Scripts};
use crate::script::sandbox::{self, Callable, Sandbox};

/// The most clauses of a ruleset.
const MAX_CLAUSES: usize = 1024;

/// The longest square set in an answer, which is read for every piece and square. Zones have names.
const LONGEST_SET: usize = 200;

/// A tabulated hook, ready to run.
pub(super) struct TabulatedHook<'a> {
    scripts: &'a Scripts,
    script: &'a Script,
    function: &'a Function,
    callable: Callable,
    /// The kinds that it runs for, a bit each.
    pub(super) kinds: u32,
    clause: Option<ClauseId>,
}

/// Fills the tables of a ruleset.
pub(crate) fn run(scripts: &Scripts, spec: &mut Spec) -> Result<(), Vec<Diagnostic>> {
    let mut tabulator = Tabulator::new(Budget::TABLES, spec, scripts);
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
pub(super) struct Tabulator {
    sandbox: Sandbox,
    facts: Rc<Facts>,
    findings: Vec<Diagnostic>,
}

impl Tabulator {
    pub(super) fn new(budget: Budget, spec: &Spec, scripts: &Scripts) -> Self {
        let mut sandbox = Sandbox::new(budget);
        let facts = Facts::new(spec);
        values::register(&mut sandbox.engine, &facts);
        scripts.share(&mut sandbox.engine);
        Self { sandbox, facts, findings: Vec::new() }
    }

    pub(super) fn facts(&self) -> Rc<Facts> {
        Rc::clone(&self.facts)
    }

    /// The last diagnostic.
    ///
    /// # Panics
    /// If there is none.
    pub(super) fn last(&mut self) -> Diagnostic {
        #[expect(clippy::expect_used, reason = "whoever got no answer has a finding")]
        self.findings.pop().expect("a hook that gives no answer says why")
    }

    /// The script function that defines a tabulated hook.
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

    /// Runs a hook; `about` names its arguments in errors.
    fn ask<T>(
        &mut self,
        table: &TabulatedHook<'_>,
        args: &mut [Dynamic],
        about: impl FnOnce() -> String,
        read: impl FnOnce(&Dynamic) -> Fallible<T>,
    ) -> Option<T> {
        let name = &table.function.name;
        let source = &table.script.source;
        let answer = match self.sandbox.call(&table.callable, &name.value, args) {
            Ok(answer) => answer,
            Err(error) => {
                let failed = &table.scripts.failed(table.script, &error).source;
                let mut finding =
                    sandbox::diagnostic(Code::TabulatedHookFailed, failed, &error, &name.span);
                finding.message = format!("{} (asked about {})", finding.message, about());
                self.findings.push(finding);
                return None;
            }
        };
        match read(&answer) {
            Ok(value) => Some(value),
            Err(error) => {
                let (message, ..) = sandbox::describe(&error);
                let message = format!("`{}` gave {message} for {}", name.value, about());
                self.findings.push(
                    Diagnostic::error(Code::InvalidAnswer, source, name.span.clone(), message)
                        .help(gives(&name.value)),
                );
                None
            }
        }
    }

    /// The same for a piece and a square.
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
            let (facing, square) = (piece.facing().word(), facts.geometry.name(square));
            format!("a {colour} {kind} facing {facing} on {square}")
        };
        self.ask(table, &mut [Dynamic::from(piece), Dynamic::from(square)], about, read)
    }

    /// The same, unless what the hook has answered for other squares tells the answer.
    fn ask_unless_known<T: Clone>(
        &mut self,
        known: &mut Answers<T>,
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

    /// Fills promotions and arrivals, for every piece that others turn or change into. Gives all pieces
    /// that can occur.
    fn pieces_and_moves(&mut self, scripts: &Scripts, spec: &mut Spec) -> BTreeSet<Piece> {
        let arrives = self.table(scripts, spec, "arrives");
        let promotes = self.table(scripts, spec, "promotes");
        let mut pieces = starting_pieces(spec, scripts.any_uses("set_facing"));
        let mut waiting: Vec<Piece> = pieces.iter().copied().collect();
        let facts = Rc::clone(&self.facts);
        while let Some(piece) = waiting.pop() {
            let mut becomes = Vec::new();
            let (mut arrivals, mut promotions) = (Answers::default(), Answers::default());
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
            let mut known = Answers::default();
            for square in spec.geometry.squares() {
                match self.ask_unless_known(&mut known, table, *piece, square, truth) {
                    Some(true) => {}
                    Some(false) => spec.restricted_squares.push((*piece, square)),
                    None => return,
                }
            }
        }
    }

    /// Fills the table of faces and kinds.
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

    /// The clause of an answer: the one that it names, or its hook's. Nothing if its name is invalid.
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
                    format!("{MAX_CLAUSES} is the most"),
                )
            } else {
                let help = "it is letters, digits, `-`, `_` and `.`".to_owned();
                (format!("`{id}` is not the id of a clause"), help)
            };
            let finding =
                Diagnostic::error(Code::InvalidAnswer, source, name.span.clone(), message);
            self.findings.push(finding.help(help));
            return None;
        }
        let (line, _) = source.position(name.span.start);
        spec.clauses.push(Clause {
            id,
            text: first_sentence(&table.function.doc).to_owned(),
            place: format!("{}:{line}", source.name),
        });
        Some(Some(ClauseId((spec.clauses.len() - 1) as u16)))
    }
}

/// What a tabulated hook must return, in words.
fn gives(hook: &str) -> &'static str {
    match hook {
        "promotes" => {
            "give `()`, a kind, an array of kinds, or `#{ kinds: […], optional: bool, from: squares, \
             set_mark: name, clause: \"…\" }`"
        }
        "arrives" => {
            "give `()`, or `#{ set_facing: \"back\", become: kind, set_mark: name, clear_mark: name, clause: \"…\" }` \
             with what changes"
        }
        _ => "give `true` or `false`",
    }
}

/// The pieces to start with: every kind of every colour, facing as at the start, or every way if an
/// effect can turn pieces.
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

pub(super) fn truth(answer: &Dynamic) -> Fallible<bool> {
    answer.as_bool().map_err(|found| failure(format!("a {}", type_word(found))))
}

fn kind_of(facts: &Facts, value: &Dynamic) -> Fallible<Kind> {
    match value.clone().into_immutable_string() {
        Ok(name) => facts.kind(&name).map_err(|error| {
            let (_, help, _) = sandbox::describe(&error);
            let hint = help.map_or_else(String::new, |help| format!(" ({help})"));
            failure(format!("the unknown kind `{name}`{hint}"))
        }),
        Err(found) => Err(failure(format!("a {} for a kind", type_word(found)))),
    }
}

/// The keys of an answer, which must be among `known`.
fn only_keys(map: &Map, known: &[&str]) -> Fallible<()> {
    for key in map.keys() {
        if !known.contains(&key.as_str()) {
            let hint = suggest(key, known.iter().copied())
                .map_or_else(String::new, |hint| format!(" ({hint})"));
            return Err(failure(format!("the unknown key `{key}`{hint}")));
        }
    }
    Ok(())
}

fn text_of(map: &Map, key: &str) -> Fallible<Option<String>> {
    match map.get(key).filter(|value| !value.is_unit()) {
        None => Ok(None),
        Some(value) => match value.clone().into_immutable_string() {
            Ok(text) => Ok(Some(text.to_string())),
            Err(found) => Err(failure(format!("a {} for `{key}`", type_word(found)))),
        },
    }
}

/// Reads an answer of `promotes`: a promotion and the clause that it names.
pub(super) fn promotion(
    facts: &Facts,
    spec: &Spec,
    answer: &Dynamic,
) -> Fallible<Option<(Promotion, Option<String>)>> {
    if answer.is_unit() {
        return Ok(None);
    }
    let mut found = Promotion::default();
    let (kinds, clause) = match answer.clone().try_cast::<Map>() {
        Some(map) => {
            only_keys(
                &map,
                &[
                    "kinds",
                    "optional",
                    "required",
                    "from",
                    "by_capture",
                    "in_place",
                    "set_mark",
                    "clause",
                ],
            )?;
            found.required = map.get("required").map_or(Ok(false), truth)?;
            found.optional = map.get("optional").map_or(Ok(false), truth)?;
            found.by_capture = map.get("by_capture").map_or(Ok(false), truth)?;
            found.in_place = map.get("in_place").map_or(Ok(false), truth)?;
            if found.in_place && (found.by_capture || map.contains_key("from")) {
                return Err(failure("`in_place` goes with neither `from` nor `by_capture`"));
            }
            if found.required && (found.optional || found.in_place) {
                return Err(failure("`required` goes with neither `optional` nor `in_place`"));
            }
            found.from = map
                .get("from")
                .filter(|value| !value.is_unit())
                .map(|squares| zone_of(facts, spec, squares))
                .transpose()?;
            found.set_mark = mark_of(spec, &map, "set_mark")?;
            let kinds = map.get("kinds").cloned().unwrap_or(Dynamic::UNIT);
            (kinds, text_of(&map, "clause")?)
        }
        None => (answer.clone(), None),
    };
    let list = match kinds.clone().try_cast::<Array>() {
        Some(list) => list,
        None => vec![kinds],
    };
    for value in &list {
        let kind = kind_of(facts, value)?;
        if !found.kinds.contains(&kind) {
            found.kinds.push(kind);
        }
    }
    if found.kinds.is_empty() {
        return Err(failure("no kinds"));
    }
    Ok(Some((found, clause)))
}

/// The mark that a key of an answer names.
fn mark_of(spec: &Spec, map: &Map, key: &str) -> Fallible<Option<u8>> {
    let Some(name) = text_of(map, key)? else { return Ok(None) };
    let place = spec.marks.iter().position(|known| *known == name);
    if place.is_some_and(|mark| spec.is_memory_mark(mark as u8)) {
        return Err(failure(format!("the mark `{name}` of a memory, which one piece bears")));
    }
    place.map(|i| Some(i as u8)).ok_or_else(|| failure(format!("the unknown mark `{name}`")))
}

/// The squares of an answer: a square set such as `"a1..h2"`, or an array of squares.
fn zone_of(facts: &Facts, spec: &Spec, answer: &Dynamic) -> Fallible<Zone> {
    if let Ok(text) = answer.clone().into_immutable_string() {
        if text.len() > LONGEST_SET {
            return Err(failure(format!("a square set of more than {LONGEST_SET} letters")));
        }
        let parsed = squares::parse(&text, &spec.geometry, &spec.zones);
        return parsed.map_err(|_| failure(format!("the invalid square set `{text}`")));
    }
    match answer.clone().try_cast::<Array>() {
        Some(list) => {
            facts.reads_all();
            Ok(elements::<Square>(&list, "squares")?.into_iter().collect())
        }
        None => Err(failure(format!("a {} for `from`", type_word(answer.type_name())))),
    }
}

/// Reads an answer of `arrives`: what changes, if anything, and the clause that it names.
pub(super) fn arrival(
    facts: &Facts,
    spec: &Spec,
    piece: Piece,
    answer: &Dynamic,
) -> Fallible<Option<(Arrival, Option<String>)>> {
    if answer.is_unit() {
        return Ok(None);
    }
    let Some(map) = answer.clone().try_cast::<Map>() else {
        return Err(failure(format!("a {}", type_word(answer.type_name()))));
    };
    only_keys(&map, &["set_facing", "become", "set_mark", "clear_mark", "clause"])?;
    let turn = match text_of(&map, "set_facing")?.as_deref() {
        None => None,
        Some("right") => Some(piece.facing().turned(1)),
        Some("back") => Some(piece.facing().turned(2)),
        Some("left") => Some(piece.facing().turned(3)),
        Some(word) if FACING.contains(&word) => Some(values::facing(word)?),
        Some(word) => return Err(failure(format!("the unknown direction `{word}`"))),
    };
    let mark = |key: &str| mark_of(spec, &map, key);
    let become_kind = map
        .get("become")
        .filter(|value| !value.is_unit())
        .map(|value| kind_of(facts, value))
        .transpose()?;
    let found = Arrival {
        become_kind,
        turn: turn.filter(|facing| *facing != piece.facing()),
        set_mark: mark("set_mark")?,
        clear_mark: mark("clear_mark")?,
        clause: None,
    };
    let clause = text_of(&map, "clause")?;
    Ok((found != Arrival::default()).then_some((found, clause)))
}

#[cfg(test)]
mod tests;
