//! Warns about event hooks that misjudge the time at which something happens. Effects apply only
//! after the hook. `outcome` does not run after every ply. A seat that leaves the game in `on_turn`
//! still has its turn.

use std::collections::BTreeSet;

use quadrille_core::EventKind;
use rhai::{AST, ASTNode, Expr, FnCallExpr, Position, Stmt};

use super::Lint;
use super::type_inference::parts;
use crate::diagnostic::{Code, Diagnostic};
use crate::script::engine::direct::statements;
use crate::script::interface::api::Type;
use crate::script::interface::hook_catalogue::HookKind;
use crate::script::syntax::{Condition, Function};

/// The maximum number of nodes of a hook that are visited.
const MAX_VISITED_NODES: usize = 20_000;

/// The maximum number of calls of helpers in a hook that are followed.
const MAX_FOLLOWED_CALLS: usize = 64;

/// The maximum number of effects of a hook that are remembered.
const MAX_REMEMBERED_EFFECTS: usize = 64;

/// The effects that change the result of a query. A row contains the effect, its number of
/// arguments, and the query. The last number in the row counts the leading arguments that the
/// effect and the query have in common.
const CHANGES: &[(&str, usize, &str, usize)] = &[
    ("set_counter", 2, "counter", 1),
    ("set_counter", 3, "counter", 2),
    ("add_counter", 2, "counter", 1),
    ("add_counter", 3, "counter", 2),
    ("set_counter_to_ply", 1, "counter", 1),
    ("remember", 2, "recall", 1),
    ("remember", 3, "recall", 2),
    ("add_to_hand", 3, "in_hand", 2),
    ("set_controller", 2, "controller", 1),
    ("eliminate", 1, "seat_state", 1),
    ("set_seat_state", 2, "seat_state", 1),
    ("set_army_state", 2, "army_state", 1),
    ("set_state", 2, "seat_state", 1),
    ("set_state", 2, "army_state", 1),
];

/// The words with which scripts examine the squares of pieces.
const SQUARE_WORDS: [&str; 11] = [
    "within", "rank", "file", "rank_for", "file_for", "distance", "step", "between", "empty",
    "piece", "zone",
];

/// The queries whose results change only with events after which `outcome` runs.
const EVENT_QUERIES: [&str; 9] = [
    "count",
    "team_count",
    "counter",
    "recall",
    "seat_state",
    "army_state",
    "controller",
    "in_hand",
    "settled",
];

/// A query whose result was changed by an effect, with the arguments of the query and the place of
/// the effect.
struct ChangedValue {
    query: &'static str,
    arguments: Vec<String>,
    effect: &'static str,
    at: Position,
}

/// Texts that stand for the values of variables. Variables with the same text have the same value.
#[derive(Default)]
enum Variables {
    /// The variables of the hook. The text of a variable is its name.
    #[default]
    OfHook,
    /// The variables of a helper. The text of a parameter is the text of its argument, if the
    /// argument has a text.
    OfHelper { parameters: Vec<(String, Option<String>)>, call: usize },
}

impl Variables {
    fn text(&self, name: &str) -> Option<String> {
        let Self::OfHelper { parameters, call } = self else { return Some(name.to_owned()) };
        match parameters.iter().find(|(parameter, _)| parameter == name) {
            Some((_, text)) => text.clone(),
            None => Some(format!("{name} of call {call}")),
        }
    }
}

/// The walk through a hook and its helpers, in the order in which its statements run.
struct EffectWalk<'w, 'l> {
    lint: &'w mut Lint<'l>,
    ast: &'w AST,
    changed: Vec<ChangedValue>,
    variables: Variables,
    /// The helpers that are running, by their indices.
    running: Vec<usize>,
    /// The number of calls of helpers that were followed.
    followed: usize,
    /// The number of nodes that may still be visited.
    visits_left: usize,
    reported: BTreeSet<usize>,
    /// The seat whose turn opens, if the hook is `on_turn`.
    turn: Option<String>,
    /// The places at which the seat whose turn opens leaves the game.
    leaves: Vec<Position>,
}

impl Lint<'_> {
    /// Warns about the event hooks of a script.
    pub(super) fn hook_timing(&mut self, ast: &AST) {
        let outline = self.outline;
        for function in &outline.functions {
            let Some(HookKind::Event(event)) = function.hook.map(|hook| hook.kind) else {
                continue;
            };
            let words = self.words_reached(function);
            if CHANGES.iter().any(|(effect, ..)| words.contains(*effect)) {
                self.effects_of(ast, function, event);
            }
            if event == EventKind::Outcome {
                self.outcome_of_squares(function);
            }
        }
    }

    fn effects_of(&mut self, ast: &AST, function: &Function, event: EventKind) {
        let body = statements(ast, &function.name.value, function.params.len());
        let turn = function.params.get(1).filter(|_| event == EventKind::Turn);
        let mut walk = EffectWalk {
            ast,
            changed: Vec::new(),
            variables: Variables::default(),
            running: Vec::new(),
            followed: 0,
            visits_left: MAX_VISITED_NODES,
            reported: BTreeSet::new(),
            turn: turn.map(|seat| seat.value.clone()),
            leaves: Vec::new(),
            lint: self,
        };
        walk.block(&body);
        let leaves = std::mem::take(&mut walk.leaves);
        if self.words_reached(function).contains("skip") {
            return;
        }
        for at in leaves {
            let message = "a seat that leaves the game in `on_turn` still has this turn".to_owned();
            let help = "call `skip(seat);` too";
            self.warn(Code::TurnOfGoneSeat, at, message, help, None);
        }
    }

    /// Warns about an `outcome` that examines only the squares of pieces, unless it runs after every
    /// ply.
    fn outcome_of_squares(&mut self, function: &Function) {
        let conditions = function.when.as_ref().map_or(&[][..], |when| &when.value);
        let limits = |condition: &Condition| !matches!(condition, Condition::Since { .. });
        let words = self.words_reached(function);
        let contains = |list: &[&str]| list.iter().any(|word| words.contains(*word));
        // `seats()` returns all seats, and `game.seats(…)` the seats in a state.
        let states = self.source.text[function.body.clone()].contains(".seats(");
        let shared = words.iter().any(|word| self.shared.params(word).is_some());
        let examines_squares = contains(&SQUARE_WORDS) && !contains(&EVENT_QUERIES) && !states;
        if conditions.iter().any(limits) || shared || !examines_squares || self.full() {
            return;
        }
        let message = "`outcome` examines only squares, and does not run after a move to a square";
        let help = "write `/// when: KIND on ZONE` above it, as in `/// when: king on centre`, or \
                    `/// when: every ply`";
        let span = function.name.span.clone();
        let code = Code::OutcomeReadsSquares;
        self.findings.push(Diagnostic::warning(code, &self.source, span, message).help(help));
    }

    /// Returns the words of a function and of all helpers of the script that it calls, directly or
    /// through other helpers.
    fn words_reached<'f>(&'f self, function: &'f Function) -> BTreeSet<&'f str> {
        let mut reached = vec![function];
        let mut seen = vec![false; self.outline.functions.len()];
        let mut next = 0;
        while let Some(function) = reached.get(next) {
            let called = function.words.iter().filter_map(|word| self.outline.function_named(word));
            let new: Vec<usize> =
                called.filter(|i| !std::mem::replace(&mut seen[*i], true)).collect();
            reached.extend(new.into_iter().map(|i| &self.outline.functions[i]));
            next += 1;
        }
        reached.iter().flat_map(|function| &function.words).map(String::as_str).collect()
    }

    fn warn(
        &mut self,
        code: Code,
        at: Position,
        message: String,
        help: &str,
        effect: Option<Position>,
    ) {
        if self.full() {
            return;
        }
        let mut found = Diagnostic::warning(code, &self.source, self.span(at), message).help(help);
        if let Some(effect) = effect {
            found = found.label(&self.source, self.span(effect), "this effect");
        }
        self.findings.push(found);
    }
}

/// One of several alternative parts of a hook, such as the cases of a `switch`. At most one of the
/// parts runs.
#[derive(Clone, Copy)]
enum Branch<'e> {
    Block(&'e [Stmt]),
    Expression(&'e Expr),
}

impl EffectWalk<'_, '_> {
    /// Walks through the statements of a block. Returns `true` if the statement after the block does
    /// not run.
    fn block(&mut self, statements: &[Stmt]) -> bool {
        statements.iter().any(|statement| self.statement(statement))
    }

    /// Walks through branches. Effects of a branch count after the branches, but not in the other
    /// branches. Returns `true` if each branch ends the function or the loop.
    fn branches(&mut self, branches: &[Branch<'_>]) -> bool {
        let known = self.changed.len();
        let (mut later, mut all_end) = (Vec::new(), true);
        for branch in branches {
            let ends = match branch {
                Branch::Block(statements) => self.block(statements),
                Branch::Expression(expr) => self.expression(expr),
            };
            let new = self.changed.split_off(known);
            if !ends {
                all_end = false;
                later.extend(new);
            }
        }
        self.changed.extend(later);
        all_end
    }

    fn statement(&mut self, statement: &Stmt) -> bool {
        match statement {
            Stmt::Expr(expr) => return self.expression(expr),
            Stmt::FnCall(..) => self.nodes(|visit| statement.walk(&mut Vec::new(), visit)),
            Stmt::Var(parts, ..) => return self.expression(&parts.1),
            Stmt::Assignment(parts) => return self.expression(&parts.1.rhs),
            Stmt::Block(block) => return self.block(block.statements()),
            Stmt::If(parts, _) => {
                self.expression(&parts.expr);
                let branches = [&parts.body, &parts.branch];
                return self.branches(&branches.map(|block| Branch::Block(block.statements())));
            }
            Stmt::Switch(parts, _) => {
                self.expression(&parts.0);
                let cases = parts.1.expressions.iter();
                let cases: Vec<_> = cases.map(|case| Branch::Expression(&case.rhs)).collect();
                // Without a default case, it may be that no case runs.
                return self.branches(&cases) && parts.1.def_case.is_some();
            }
            Stmt::While(parts, _) | Stmt::Do(parts, ..) => {
                self.expression(&parts.expr);
                self.branches(&[Branch::Block(parts.body.statements())]);
            }
            Stmt::For(parts, _) => {
                self.expression(&parts.2.expr);
                self.branches(&[Branch::Block(parts.2.body.statements())]);
            }
            Stmt::Return(value, ..) => {
                if let Some(value) = value {
                    self.expression(value);
                }
                return true;
            }
            Stmt::BreakLoop(..) => return true,
            _ => {}
        }
        false
    }

    /// Walks through an expression. Returns `true` if the statement after it does not run.
    fn expression(&mut self, expr: &Expr) -> bool {
        match expr {
            Expr::Stmt(block) => return self.block(block.statements()),
            _ => self.nodes(|visit| expr.walk(&mut Vec::new(), visit)),
        }
        false
    }

    /// Handles the queries and effects in the nodes that `walk` visits. The queries come first,
    /// because the arguments of a call are evaluated before the call.
    fn nodes(&mut self, walk: impl FnOnce(&mut dyn FnMut(&[ASTNode<'_>]) -> bool) -> bool) {
        let (mut queries, mut effects) = (Vec::new(), Vec::new());
        let (lint, variables, left) = (&*self.lint, &self.variables, &mut self.visits_left);
        walk(&mut |path| {
            match path {
                [.., ASTNode::Expr(Expr::FnCall(sum, _)), ASTNode::Expr(Expr::Dot(..))]
                    if matches!(sum.name.as_str(), "+" | "-") => {}
                [.., ASTNode::Expr(chain @ Expr::Dot(..))] => {
                    queries.extend(lint.query(chain, variables));
                }
                [
                    ..,
                    ASTNode::Expr(Expr::FnCall(call, at)) | ASTNode::Stmt(Stmt::FnCall(call, at)),
                ] => {
                    effects.push(((**call).clone(), *at));
                }
                _ => {}
            }
            *left = left.saturating_sub(1);
            *left > 0
        });
        for (query, arguments, at) in queries {
            self.query(&query, &arguments, at);
        }
        for (call, at) in effects {
            self.effect(&call, at);
            self.helper(&call);
        }
    }

    /// Walks through the called function, if this function is a helper of the script.
    fn helper(&mut self, call: &FnCallExpr) {
        let outline = self.lint.outline;
        let Some(index) = outline.function_named(&call.name) else { return };
        let function = &outline.functions[index];
        if function.hook.is_some()
            || function.params.len() != call.args.len()
            || self.running.contains(&index)
            || self.followed >= MAX_FOLLOWED_CALLS
        {
            return;
        }
        self.followed += 1;
        let texts = call.args.iter().map(|arg| text_of(arg, &self.variables));
        let names = function.params.iter().map(|parameter| parameter.value.clone());
        let parameters = names.zip(texts).collect();
        let body = statements(self.ast, &function.name.value, function.params.len());
        let inner = Variables::OfHelper { parameters, call: self.followed };
        let outer = std::mem::replace(&mut self.variables, inner);
        self.running.push(index);
        self.block(&body);
        self.running.pop();
        self.variables = outer;
    }

    /// Reports a query if an effect has changed its result.
    fn query(&mut self, query: &str, arguments: &[String], at: Position) {
        let mut changed = self.changed.iter();
        let same = |one: &&ChangedValue| one.query == query && one.arguments == arguments;
        let Some(changed) = changed.find(same) else { return };
        let (effect, place) = (changed.effect, changed.at);
        if self.reported.insert(self.lint.span(at).start) {
            let message = format!(
                "`{query}` returns the value before `{effect}`, because effects apply after the hook"
            );
            let help = "read the value before the effect, and add the change yourself; or read it in \
                        another hook, such as `outcome`";
            self.lint.warn(Code::ReadsOwnEffect, at, message, help, Some(place));
        }
    }

    /// Remembers the values that a call changes.
    fn effect(&mut self, call: &FnCallExpr, at: Position) {
        let arguments = |count: usize| {
            let texts = call.args.iter().take(count).map(|arg| text_of(arg, &self.variables));
            texts.collect::<Option<Vec<String>>>()
        };
        for &(effect, count, query, shared) in CHANGES {
            if call.name != effect || call.args.len() != count {
                continue;
            }
            if let Some(arguments) = arguments(shared)
                && self.changed.len() < MAX_REMEMBERED_EFFECTS
            {
                self.changed.push(ChangedValue { query, arguments, effect, at });
            }
        }
        let gone = match (call.name.as_str(), call.args.as_slice()) {
            ("eliminate", [_]) => true,
            ("set_state" | "set_seat_state", [_, Expr::StringConstant(state, _)]) => {
                state.as_str() == "gone"
            }
            _ => false,
        };
        let seat = arguments(1).and_then(|arguments| arguments.into_iter().next());
        if let (true, Some(turn), Some(seat)) = (gone, &self.turn, seat)
            && (seat == *turn || seat == "game.turn")
        {
            self.leaves.push(at);
        }
    }
}

impl Lint<'_> {
    /// Returns a query of the game at the start of a chain: its name, its arguments and its place.
    /// Returns `None` if an argument has no [text](text_of).
    fn query(
        &self,
        chain: &Expr,
        variables: &Variables,
    ) -> Option<(String, Vec<String>, Position)> {
        let (game, parts) = parts(chain);
        let Some(Expr::MethodCall(call, at)) = parts.first() else { return None };
        let known = CHANGES.iter().any(|(_, _, query, _)| call.name == *query);
        if !known || !matches!(game, Expr::Variable(..)) || self.type_of(game) != Some(Type::Game) {
            return None;
        }
        let texts = call.args.iter().map(|arg| text_of(arg, variables));
        let arguments = texts.collect::<Option<_>>()?;
        Some((call.name.to_string(), arguments, *at))
    }
}

/// Returns the text of a literal, a variable, or a chain of properties. Two expressions with the same
/// text have the same value. Returns `None` for other expressions.
fn text_of(expr: &Expr, variables: &Variables) -> Option<String> {
    match expr {
        Expr::StringConstant(text, _) => Some(format!("{text:?}")),
        Expr::IntegerConstant(number, _) => Some(number.to_string()),
        Expr::Variable(variable, ..) => variables.text(&variable.1),
        Expr::FnCall(call, _) if call.name == "seat" => match call.args.as_slice() {
            [Expr::StringConstant(name, _)] => Some(format!("seat({name:?})")),
            _ => None,
        },
        Expr::Dot(..) => {
            let (head, parts) = parts(expr);
            let mut text = text_of(head, variables)?;
            for part in parts {
                let Expr::Property(property, _) = part else { return None };
                text.push('.');
                text.push_str(&property.2);
            }
            Some(text)
        }
        _ => None,
    }
}
