//! Infers the types of variables and of the parameters of helpers and closures. From these, infers
//! the types of expressions.
//!
//! The type of a name is evident if all values that are assigned to the name have this type. If the
//! values have different types, or if the type of one is unknown, the name has no evident type.
//! Uses the [interface](api) and the [language](super::rhai_functions).

use std::collections::{BTreeSet, HashMap};

use rhai::{AST, ASTNode, BinaryExpr, Expr, FnCallExpr, FnPtr, Stmt};

use super::function_values::curried;
use super::type_knowledge::{AssignedValue, EvidentType, Key, Locals};
use super::{Lint, each_node};
use crate::script::interface::api;
use crate::script::interface::api::{Form, Type};
use crate::script::syntax::{Literal, TunableLine};

/// The methods of arrays that call a closure and pass each element as its first argument.
const CLOSURE_METHODS: &[&str] = &[
    "filter", "map", "all", "some", "find", "find_map", "for_each", "index_of", "retain", "drain",
    "sort", "dedup",
];

impl Lint<'_> {
    /// Infers the types of a script's names.
    pub(super) fn locals(&mut self, ast: &AST) {
        let closures: HashMap<&str, Vec<&str>> = ast
            .iter_fn_def()
            .map(|f| {
                (f.name.as_str(), f.params.iter().map(rhai::ImmutableString::as_str).collect())
            })
            .collect();
        let mut given: HashMap<Key, Vec<AssignedValue>> = HashMap::new();
        let shared = self.outline.functions.iter().all(|function| function.hook.is_none());
        for (i, function) in self.outline.functions.iter().enumerate() {
            for (place, param) in function.params.iter().enumerate() {
                let of = function.hook.and_then(|hook| hook.params.get(place)).map(|param| param.1);
                let from = match of {
                    Some(of) => AssignedValue::Type(of),
                    // Other scripts may call a shared function, with unknown values.
                    None if shared => AssignedValue::Unknown,
                    None => continue,
                };
                given.entry((i, param.value.clone())).or_default().push(from);
            }
        }
        let mut keys = BTreeSet::new();
        each_node(self.source.text.len(), ast, &mut |node| {
            match node {
                ASTNode::Expr(Expr::Map(entries, _)) => {
                    keys.extend(entries.0.iter().map(|(key, _)| key.name.to_string()));
                }
                ASTNode::Stmt(Stmt::Assignment(of)) => {
                    if let Some(Expr::Property(key, _)) = parts(&of.1.lhs).1.last() {
                        keys.insert(key.2.to_string());
                    }
                }
                _ => {}
            }
            self.gives(node, &closures, &mut |key, from| {
                given.entry(key).or_default().push(from);
            });
            true
        });
        self.map_keys.extend(keys);
        self.locals = Locals { given, guesses: HashMap::new() };
        self.settle();
    }

    /// Infers the types of all names, in two rounds. Each round repeats until no guess changes. The
    /// second round also counts unknown values, so a name with an unknown value then loses its
    /// type.
    fn settle(&mut self) {
        let mut keys: Vec<Key> = self.locals.given.keys().cloned().collect();
        keys.sort_unstable();
        for strict in [false, true] {
            // A guess can change from `Open` to `Is`, and then to `Any`, but never back. The loop
            // therefore ends.
            loop {
                let mut changed = false;
                for key in &keys {
                    let all = self.locals.given[key].iter();
                    let guess = all.fold(EvidentType::Open, |guess, from| {
                        let one = self.guess_given(from);
                        // In the first round, an unknown value may still become known.
                        if one == EvidentType::Any && !strict { guess } else { guess.or(one) }
                    });
                    let before = self.locals.guesses.get(key).copied().unwrap_or(EvidentType::Open);
                    let guess = before.or(guess);
                    if guess != before {
                        self.locals.guesses.insert(key.clone(), guess);
                        changed = true;
                    }
                }
                if !changed {
                    break;
                }
                // Types spread along calls. A called function may be before or after the call in
                // the script.
                keys.reverse();
            }
        }
    }

    /// Finds the names to which a node assigns values, and passes each name and its value to `add`.
    fn gives(
        &self,
        node: &ASTNode<'_>,
        closures: &HashMap<&str, Vec<&str>>,
        add: &mut dyn FnMut(Key, AssignedValue),
    ) {
        match node {
            ASTNode::Stmt(Stmt::Var(var, _, at)) => {
                if let Some(within) = self.within(var.0.pos.or_else(*at)) {
                    add((within, var.0.name.to_string()), value(&var.1));
                }
            }
            ASTNode::Stmt(Stmt::For(parts, at)) => {
                let Some(within) = self.within(parts.0.pos.or_else(*at)) else { return };
                add(
                    (within, parts.0.name.to_string()),
                    AssignedValue::Element(parts.2.expr.clone()),
                );
                if let Some(counter) = &parts.1 {
                    add((within, counter.name.to_string()), AssignedValue::Type(Type::Int));
                }
            }
            ASTNode::Stmt(Stmt::TryCatch(parts, at)) => {
                if let Expr::Variable(name, _, pos) = &parts.expr
                    && let Some(within) = self.within(pos.or_else(*at))
                {
                    add((within, name.1.to_string()), AssignedValue::Unknown);
                }
            }
            ASTNode::Stmt(Stmt::Assignment(parts)) => {
                if let Expr::Variable(name, _, at) = &parts.1.lhs
                    && let Some(within) = self.within(*at)
                {
                    // The sum has the type of the added value, or an unknown type.
                    add((within, name.1.to_string()), value(&parts.1.rhs));
                }
            }
            ASTNode::Stmt(Stmt::FnCall(call, _)) | ASTNode::Expr(Expr::FnCall(call, _)) => {
                self.gives_params(call, add);
            }
            // A visit to the start of a chain also covers the rest of the chain.
            ASTNode::Expr(expr @ Expr::Dot(parts, ..))
                if !matches!(parts.lhs, Expr::Property(..) | Expr::MethodCall(..)) =>
            {
                self.gives_closures(expr, closures, add);
            }
            _ => {}
        }
    }

    /// Records the arguments of a helper's call as possible values of the helper's parameters.
    fn gives_params(&self, call: &FnCallExpr, add: &mut dyn FnMut(Key, AssignedValue)) {
        let Some(helper) = self.outline.function_named(&call.name) else { return };
        for (param, arg) in self.outline.functions[helper].params.iter().zip(&call.args) {
            add((helper, param.value.clone()), value(arg));
        }
    }

    /// Records the values that closures in the method calls of a chain receive as parameters. If
    /// the method passes the elements of an array, the parameter receives these elements.
    /// Otherwise, the parameter receives an unknown value.
    fn gives_closures(
        &self,
        chain: &Expr,
        closures: &HashMap<&str, Vec<&str>>,
        add: &mut dyn FnMut(Key, AssignedValue),
    ) {
        let (_, parts) = parts(chain);
        for (i, part) in parts.iter().enumerate() {
            let Expr::MethodCall(call, at) = part else { continue };
            for closure in &call.args {
                let Some((name, caught)) = closure_name(closure) else { continue };
                let Some(within) = self.within(*at) else { continue };
                let params = closures.get(name.as_str()).map_or(&[][..], Vec::as_slice);
                for (place, param) in params.iter().skip(caught).enumerate() {
                    let element = (place == 0 && CLOSURE_METHODS.contains(&call.name.as_str()))
                        || (place == 1
                            && matches!(call.name.as_str(), "sort" | "dedup" | "reduce"));
                    let from = if element {
                        AssignedValue::Receiver(chain.clone(), i)
                    } else {
                        AssignedValue::Unknown
                    };
                    add((within, (*param).to_owned()), from);
                }
            }
        }
    }

    fn guess_given(&self, given: &AssignedValue) -> EvidentType {
        let element = |guess: EvidentType| match guess {
            EvidentType::Is(of) => EvidentType::of(of.element()),
            other => other,
        };
        match given {
            AssignedValue::Value(expr) => self.guess(expr),
            AssignedValue::Element(expr) => element(self.guess(expr)),
            AssignedValue::Receiver(chain, place) => element(self.guess_before(chain, *place)),
            AssignedValue::Type(of) => EvidentType::of(Some(*of)),
            AssignedValue::Unknown => EvidentType::Any,
        }
    }

    /// Returns the type of an expression, if it is evident.
    pub(super) fn type_of(&self, expr: &Expr) -> Option<Type> {
        self.guess(expr).as_type()
    }

    fn guess(&self, expr: &Expr) -> EvidentType {
        match expr {
            Expr::BoolConstant(..) | Expr::And(..) | Expr::Or(..) => EvidentType::Is(Type::Bool),
            Expr::IntegerConstant(..) => EvidentType::Is(Type::Int),
            Expr::StringConstant(..) | Expr::InterpolatedString(..) => EvidentType::Is(Type::Text),
            Expr::Unit(_) => EvidentType::Open,
            Expr::Map(..) => EvidentType::Is(Type::Map),
            Expr::Array(items, _) => {
                let first = items.first().map_or(EvidentType::Any, |item| self.guess(item));
                let same = items.iter().all(|item| self.guess(item) == first);
                EvidentType::Is(first.as_type().filter(|_| same).map_or(Type::List, Type::list))
            }
            Expr::Coalesce(all, _) => {
                all.iter().fold(EvidentType::Open, |guess, one| guess.or(self.guess(one)))
            }
            Expr::Variable(variable, _, at) => {
                if let Some(tunable) = self.tunable_of(expr) {
                    return EvidentType::Is(match tunable.value.value {
                        Literal::Bool(_) => Type::Bool,
                        Literal::Int(_) => Type::Int,
                        Literal::Text(_) => Type::Text,
                    });
                }
                let Some(within) = self.within(*at) else { return EvidentType::Any };
                let key = (within, variable.1.to_string());
                if !self.locals.given.contains_key(&key) {
                    return EvidentType::Any;
                }
                self.locals.guesses.get(&key).copied().unwrap_or(EvidentType::Open)
            }
            Expr::FnCall(call, _) if call.op_token.is_some() => self.guess_operator(call),
            Expr::FnCall(call, _) => {
                let own = self.outline.function_named(&call.name);
                if own.is_some() || self.shared.params(&call.name).is_some() {
                    return EvidentType::Any;
                }
                EvidentType::of(gives(&call.name, call.args.len(), |form| form == Form::Free))
            }
            Expr::Dot(..) => {
                let (_, all) = parts(expr);
                self.guess_before(expr, all.len())
            }
            Expr::Index(parts, ..) => self.guess_index(self.guess(&parts.lhs), parts),
            _ => EvidentType::Any,
        }
    }

    fn guess_operator(&self, call: &FnCallExpr) -> EvidentType {
        match call.name.as_str() {
            "==" | "!=" | "<" | ">" | "<=" | ">=" | "!" | "contains" => EvidentType::Is(Type::Bool),
            "+" | "-" | "*" | "/" | "%" => {
                let whole =
                    call.args.iter().all(|arg| self.guess(arg) == EvidentType::Is(Type::Int));
                if whole { EvidentType::Is(Type::Int) } else { EvidentType::Any }
            }
            _ => EvidentType::Any,
        }
    }

    /// Returns the type of an element of a value with the type `on`. If further dots follow the
    /// brackets, returns the type of the whole expression.
    fn guess_index(&self, on: EvidentType, parts: &BinaryExpr) -> EvidentType {
        let element = match on {
            EvidentType::Is(of) => EvidentType::of(of.element()),
            other => other,
        };
        match &parts.rhs {
            // `list[0].name`. Also matches `list[a.b]`, which looks the same.
            Expr::Dot(rest, ..) if matches!(rest.lhs, Expr::IntegerConstant(..)) => {
                self.guess_part(element, &rest.rhs)
            }
            Expr::Dot(..) | Expr::Index(..) => EvidentType::Any,
            _ => element,
        }
    }

    /// Returns the type of the value that part number `place` of a chain applies to. In `a.b.c()`,
    /// this is the type of `a` for place 0, and of `a.b` for place 1.
    pub(super) fn guess_before(&self, chain: &Expr, place: usize) -> EvidentType {
        let (root, parts) = parts(chain);
        parts.iter().take(place).fold(self.guess(root), |on, part| self.guess_part(on, part))
    }

    /// Returns the type of the property or method call that follows a dot. `on` is the type of the
    /// value before the dot.
    fn guess_part(&self, on: EvidentType, part: &Expr) -> EvidentType {
        let known = match on {
            EvidentType::Open => return EvidentType::Open,
            EvidentType::Is(of) => Some(of),
            EvidentType::Any => None,
        };
        let fits = |of: Type| known.is_none_or(|on| on == of);
        match part {
            Expr::Property(property, _) => {
                let name = property.2.as_str();
                match known.and_then(Type::sort) {
                    Some(Type::List | Type::Text) if name == "len" => EvidentType::Is(Type::Int),
                    None if self.map_keys.contains(name) => EvidentType::Any,
                    _ => {
                        let property = |form| matches!(form, Form::Property(of) if fits(of));
                        EvidentType::of(gives(name, 0, property))
                    }
                }
            }
            Expr::MethodCall(call, _) => {
                let name = call.name.as_str();
                if let Some(list) = known.filter(|of| of.sort() == Some(Type::List)) {
                    return match name {
                        "filter" | "extract" => EvidentType::Is(list),
                        "find" | "pop" | "shift" => EvidentType::of(list.element()),
                        "len" | "index_of" => EvidentType::Is(Type::Int),
                        "contains" | "some" | "all" | "is_empty" => EvidentType::Is(Type::Bool),
                        _ => EvidentType::Any,
                    };
                }
                // The language has methods with the same name.
                if known.is_none() && self.language.functions.contains_key(name) {
                    return EvidentType::Any;
                }
                let method = |form| matches!(form, Form::Method(of) if fits(of));
                EvidentType::of(gives(name, call.args.len(), method))
            }
            Expr::Index(parts, ..) => self.guess_index(self.guess_part(on, &parts.lhs), parts),
            Expr::Dot(parts, ..) => self.guess_part(self.guess_part(on, &parts.lhs), &parts.rhs),
            _ => EvidentType::Any,
        }
    }

    /// Returns the tunable that an expression names. A variable can't have the name of a tunable,
    /// so such a name always means the tunable.
    pub(super) fn tunable_of(&self, expr: &Expr) -> Option<&'_ TunableLine> {
        let Expr::Variable(variable, ..) = expr else { return None };
        self.outline.tunables.iter().find(|tunable| tunable.name.value == *variable.1)
    }

    /// Returns the known value of an expression. If the expression is a variable, this is the value
    /// assigned to the variable, or `None` if several values are assigned. Any other expression is
    /// returned unchanged.
    pub(super) fn literal_of<'e>(&'e self, expr: &'e Expr) -> Option<&'e Expr> {
        match expr {
            Expr::Variable(variable, _, at) => {
                let key = (self.within(*at)?, variable.1.to_string());
                match self.locals.given.get(&key)?.as_slice() {
                    [AssignedValue::Value(value)] if !matches!(value, Expr::Variable(..)) => {
                        Some(value)
                    }
                    _ => None,
                }
            }
            other => Some(other),
        }
    }

    /// Returns the strings that an expression can have as its value. They are known for a literal,
    /// and for the variable of a loop over an array of literals.
    pub(super) fn texts_of(&self, expr: &Expr) -> Vec<(String, rhai::Position)> {
        let text = |expr: &Expr| match expr {
            Expr::StringConstant(text, at) => Some((text.to_string(), *at)),
            _ => None,
        };
        if let Expr::Variable(variable, _, at) = expr
            && let Some(within) = self.within(*at)
            && let Some([AssignedValue::Element(list)]) =
                self.locals.given.get(&(within, variable.1.to_string())).map(Vec::as_slice)
        {
            let Some(Expr::Array(items, _)) = self.literal_of(list) else { return Vec::new() };
            return items.iter().filter_map(text).collect();
        }
        self.literal_of(expr).and_then(text).into_iter().collect()
    }
}

fn value(expr: &Expr) -> AssignedValue {
    match expr {
        // Blocks have no evident type, and may be long.
        Expr::Stmt(_) => AssignedValue::Unknown,
        expr => AssignedValue::Value(expr.clone()),
    }
}

/// Splits a chain such as `a.b.c()`. Returns the value before the first dot, then each part that
/// follows a dot.
pub(super) fn parts(chain: &Expr) -> (&Expr, Vec<&Expr>) {
    let Expr::Dot(first, ..) = chain else { return (chain, Vec::new()) };
    let mut all = Vec::new();
    let mut rest = &first.rhs;
    while let Expr::Dot(parts, ..) = rest {
        all.push(&parts.lhs);
        rest = &parts.rhs;
    }
    all.push(rest);
    (&first.lhs, all)
}

/// Returns the name that Rhai gives to a closure, and the number of variables that this closure
/// captures.
fn closure_name(expr: &Expr) -> Option<(String, usize)> {
    let named = |expr: &Expr| match expr {
        Expr::DynamicConstant(value, _) => {
            value.read_lock::<FnPtr>().map(|function| function.fn_name().to_owned())
        }
        _ => None,
    };
    match expr {
        Expr::Stmt(block) => {
            let curry = curried(block)?;
            Some((named(curry.args.first()?)?, curry.args.len() - 1))
        }
        other => Some((named(other)?, 0)),
    }
}

/// Returns the result type of the functions with this name, form and number of arguments. Returns
/// `None` if they do not all have the same result type.
fn gives(name: &str, count: usize, wanted: impl Fn(Form) -> bool) -> Option<Type> {
    let mut all =
        api::named(name).filter(|f| f.params.len() == count && wanted(f.form)).map(|f| f.gives);
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}
