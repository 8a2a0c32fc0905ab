//! Tabulated hooks: each is asked once for every man that can come about and every square, when the
//! ruleset is loaded, and answers from then on are looked up.
//!
//! They run on an engine that knows neither the game nor effects, and functions keep nothing
//! between calls, so they are pure by construction.

pub(super) mod live;

use std::collections::BTreeSet;
use std::rc::Rc;

use quadrille_core::rules::{Arrival, Clause, Promotion};
use quadrille_core::{ClauseId, Facing, Kind, Piece, Seat, Spec, Square};
use rhai::{AST, Array, Dynamic, Map};

use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::script::bindings::effects::has;
use crate::script::bindings::values::{self, Facts};
use crate::script::declare::{first_sentence, kinds_of};
use crate::script::interface::api::FACING;
use crate::script::outline::{Function, is_clause_id};
use crate::script::program::{Script, Scripts};
use crate::script::sandbox::{self, Budget, Fallible, Sandbox, failure, type_word};

/// The most clauses of a ruleset.
const MAX_CLAUSES: usize = 1024;

/// A tabulated hook, ready to be asked.
pub(super) struct Table<'a> {
    script: &'a Script,
    function: &'a Function,
    ast: AST,
    /// The kinds it is asked about, a bit each.
    pub(super) kinds: u32,
    clause: Option<ClauseId>,
}

/// Fills the tables of a ruleset.
pub(crate) fn run(scripts: &Scripts, spec: &mut Spec) -> Result<(), Vec<Diagnostic>> {
    let mut tabulator = Tabulator::new(Budget::TABLES, spec);
    if let Some(table) = tabulator.table(scripts, spec, "dice_allows") {
        tabulator.dice(&table, spec);
    }
    let men = tabulator.men_and_moves(scripts, spec);
    if let Some(table) = tabulator.table(scripts, spec, "may_enter") {
        tabulator.may_enter(&table, &men, spec);
    }
    if tabulator.findings.is_empty() { Ok(()) } else { Err(tabulator.findings) }
}

/// Asks tabulated hooks, and keeps what went wrong.
pub(super) struct Tabulator {
    sandbox: Sandbox,
    facts: Rc<Facts>,
    findings: Vec<Diagnostic>,
}

impl Tabulator {
    pub(super) fn new(budget: Budget, spec: &Spec) -> Self {
        let mut sandbox = Sandbox::new(budget);
        let facts = Facts::new(spec);
        values::register(&mut sandbox.engine, &facts);
        Self { sandbox, facts, findings: Vec::new() }
    }

    pub(super) fn facts(&self) -> Rc<Facts> {
        Rc::clone(&self.facts)
    }

    /// What went wrong last.
    ///
    /// # Panics
    /// If nothing did.
    pub(super) fn last(&mut self) -> Diagnostic {
        #[expect(clippy::expect_used, reason = "whoever got no answer has a finding")]
        self.findings.pop().expect("a hook that gives no answer says why")
    }

    /// The one definer of a tabulated hook.
    pub(super) fn table<'a>(
        &mut self,
        scripts: &'a Scripts,
        spec: &Spec,
        name: &str,
    ) -> Option<Table<'a>> {
        let (script, function) =
            scripts.scripts.iter().find_map(|script| Some((script, script.function(name)?)))?;
        let clause = function.clause.as_ref().and_then(|id| spec.clause_named(&id.value));
        let kinds = kinds_of(spec, function).unwrap_or(u32::MAX);
        match script.compile(&self.sandbox.engine) {
            Ok(ast) => Some(Table { script, function, ast, kinds, clause }),
            Err(finding) => {
                self.findings.push(finding);
                None
            }
        }
    }

    /// Asks a hook; what it was asked about is named in its errors.
    fn ask<T>(
        &mut self,
        table: &Table<'_>,
        args: Vec<Dynamic>,
        about: impl FnOnce() -> String,
        read: impl FnOnce(&Dynamic) -> Fallible<T>,
    ) -> Option<T> {
        let name = &table.function.name;
        let source = &table.script.source;
        let answer = match self.sandbox.call(&table.ast, &name.value, args) {
            Ok(answer) => answer,
            Err(error) => {
                let mut finding = sandbox::diagnostic("Q0352", source, &error, &name.span);
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
                    Diagnostic::error("Q0353", source, name.span.clone(), message)
                        .help(gives(&name.value)),
                );
                None
            }
        }
    }

    /// The same for a man and a square.
    pub(super) fn ask_man<T>(
        &mut self,
        table: &Table<'_>,
        man: Piece,
        square: Square,
        read: impl FnOnce(&Dynamic) -> Fallible<T>,
    ) -> Option<T> {
        let facts = Rc::clone(&self.facts);
        let about = move || {
            let (colour, kind) = (facts.seat_name(man.colour()), facts.kind_name(man.kind()));
            let (facing, square) = (man.facing().word(), facts.geometry.name(square));
            format!("a {colour} {kind} facing {facing} on {square}")
        };
        self.ask(table, vec![Dynamic::from(man), Dynamic::from(square)], about, read)
    }

    /// Fills promotions and arrivals, following men through what they turn and change into.
    /// Gives all men that can come about.
    fn men_and_moves(&mut self, scripts: &Scripts, spec: &mut Spec) -> BTreeSet<Piece> {
        let arrives = self.table(scripts, spec, "arrives");
        let promotes = self.table(scripts, spec, "promotes");
        let mut men = starting_men(spec, scripts.any_uses("set_facing"));
        let mut waiting: Vec<Piece> = men.iter().copied().collect();
        let facts = Rc::clone(&self.facts);
        while let Some(man) = waiting.pop() {
            let mut becomes = Vec::new();
            for square in spec.geometry.squares() {
                if let Some(table) = arrives.as_ref().filter(|t| has(t.kinds, man.kind())) {
                    let read = |answer: &Dynamic| arrival(&facts, spec, man, answer);
                    let Some(found) = self.ask_man(table, man, square, read) else { return men };
                    if let Some((mut found, clause)) = found {
                        let Some(clause) = self.clause(spec, table, clause) else { return men };
                        found.clause = clause;
                        let kind = found.become_kind.unwrap_or_else(|| man.kind());
                        let turned = found.turn.unwrap_or_else(|| man.facing());
                        becomes.push(man.with_kind(kind).with_facing(turned));
                        spec.arrivals.push((man, square, found));
                    }
                }
                if let Some(table) = promotes.as_ref().filter(|t| has(t.kinds, man.kind())) {
                    let read = |answer: &Dynamic| promotion(&facts, answer);
                    let Some(found) = self.ask_man(table, man, square, read) else { return men };
                    if let Some((mut found, clause)) = found {
                        let Some(clause) = self.clause(spec, table, clause) else { return men };
                        found.clause = clause;
                        becomes.extend(found.kinds.iter().map(|kind| man.with_kind(*kind)));
                        spec.promotions.push((man, square, found));
                    }
                }
            }
            waiting.extend(becomes.into_iter().filter(|man| men.insert(*man)));
        }
        men
    }

    fn may_enter(&mut self, table: &Table<'_>, men: &BTreeSet<Piece>, spec: &mut Spec) {
        for man in men.iter().filter(|man| has(table.kinds, man.kind())) {
            for square in spec.geometry.squares() {
                match self.ask_man(table, *man, square, truth) {
                    Some(true) => {}
                    Some(false) => spec.restricted_squares.push((*man, square)),
                    None => return,
                }
            }
        }
    }

    /// Asks whether a face lets men of a kind move.
    pub(super) fn ask_face(&mut self, table: &Table<'_>, face: u8, kind: Kind) -> Option<bool> {
        let name = self.facts.kind_name(kind);
        let args = vec![i64::from(face).into(), name.clone().into()];
        self.ask(table, args, || format!("face {face} and the {name}"), truth)
    }

    fn dice(&mut self, table: &Table<'_>, spec: &mut Spec) {
        let kinds = spec.kinds.len();
        let Some(dice) = &mut spec.dice else {
            self.findings.push(
                Diagnostic::error(
                    "Q0354",
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

    /// The clause of an answer: the one it names, or its hook's. None at all if it can't be one.
    fn clause(
        &mut self,
        spec: &mut Spec,
        table: &Table<'_>,
        named: Option<String>,
    ) -> Option<Option<ClauseId>> {
        let Some(id) = named else { return Some(table.clause) };
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
                (format!("`{id}` is no clause's id"), help)
            };
            let finding = Diagnostic::error("Q0353", source, name.span.clone(), message);
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

/// What a tabulated hook must give, in words.
fn gives(hook: &str) -> &'static str {
    match hook {
        "promotes" => {
            "give `()`, a kind, an array of kinds, or `#{ kinds: […], optional: bool, clause: \"…\" }`"
        }
        "arrives" => {
            "give `()`, or `#{ turn: \"back\", become: kind, mark: name, unmark: name, clause: \"…\" }` \
             with what changes"
        }
        _ => "give `true` or `false`",
    }
}

/// The men whose answers are wanted: every kind of every colour, as it looks at the start; and
/// looking anywhere if an effect may turn men in a game.
fn starting_men(spec: &Spec, any_facing: bool) -> BTreeSet<Piece> {
    let mut men: BTreeSet<Piece> = spec.array.iter().map(|(_, man)| man.with_marks(0)).collect();
    for (i, seat) in spec.seats.iter().enumerate() {
        for kind in (0..spec.kinds.len()).map(|k| Kind(k as u8)) {
            let facings = if any_facing { &Facing::ALL[..] } else { &[seat.facing][..] };
            men.extend(facings.iter().map(|facing| Piece::new(kind, Seat(i as u8), *facing)));
        }
    }
    men
}

pub(super) fn truth(answer: &Dynamic) -> Fallible<bool> {
    answer.as_bool().map_err(|found| failure(format!("a {}", type_word(found))))
}

fn kind_of(facts: &Facts, value: &Dynamic) -> Fallible<Kind> {
    match value.clone().into_immutable_string() {
        Ok(name) => facts.kind(&name).map_err(|_| failure(format!("the unknown kind `{name}`"))),
        Err(found) => Err(failure(format!("a {} for a kind", type_word(found)))),
    }
}

/// The keys of an answer, which must be among `known`.
fn only_keys(map: &Map, known: &[&str]) -> Fallible<()> {
    for key in map.keys() {
        if !known.contains(&key.as_str()) {
            let hint = did_you_mean(key, known.iter().copied())
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

/// Reads what `promotes` gave: a promotion and the clause it names.
pub(super) fn promotion(
    facts: &Facts,
    answer: &Dynamic,
) -> Fallible<Option<(Promotion, Option<String>)>> {
    if answer.is_unit() {
        return Ok(None);
    }
    let (kinds, optional, clause) = match answer.clone().try_cast::<Map>() {
        Some(map) => {
            only_keys(&map, &["kinds", "optional", "clause"])?;
            let optional = map.get("optional").map_or(Ok(false), truth)?;
            let kinds = map.get("kinds").cloned().unwrap_or(Dynamic::UNIT);
            (kinds, optional, text_of(&map, "clause")?)
        }
        None => (answer.clone(), false, None),
    };
    let list = match kinds.clone().try_cast::<Array>() {
        Some(list) => list,
        None => vec![kinds],
    };
    let mut kinds: Vec<Kind> = Vec::new();
    for value in &list {
        let kind = kind_of(facts, value)?;
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    if kinds.is_empty() {
        return Err(failure("no kinds"));
    }
    Ok(Some((Promotion { kinds, optional, clause: None }, clause)))
}

/// Reads what `arrives` gave: what changes, if anything, and the clause it names.
pub(super) fn arrival(
    facts: &Facts,
    spec: &Spec,
    man: Piece,
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
        Some("right") => Some(man.facing().turned(1)),
        Some("back") => Some(man.facing().turned(2)),
        Some("left") => Some(man.facing().turned(3)),
        Some(word) if FACING.contains(&word) => Some(values::facing(word)?),
        Some(word) => return Err(failure(format!("the unknown direction `{word}`"))),
    };
    let mark = |key: &str| {
        text_of(&map, key)?
            .map(|name| {
                let place = spec.marks.iter().position(|known| *known == name);
                place.map(|i| i as u8).ok_or_else(|| failure(format!("the unknown mark `{name}`")))
            })
            .transpose()
    };
    let become_kind = map
        .get("become")
        .filter(|value| !value.is_unit())
        .map(|value| kind_of(facts, value))
        .transpose()?;
    let found = Arrival {
        become_kind,
        turn: turn.filter(|facing| *facing != man.facing()),
        set_mark: mark("set_mark")?,
        clear_mark: mark("clear_mark")?,
        clause: None,
    };
    let clause = text_of(&map, "clause")?;
    Ok((found != Arrival::default()).then_some((found, clause)))
}

#[cfg(test)]
mod tests;
