//! Compiles functions of scripts to nodes. An unsupported part of a function becomes a node that
//! stops the run.

use std::collections::HashMap;
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;

use rhai::{
    AST, ASTFlags, ASTNode, Dynamic, Engine, Expr, FlowControl, FnCallExpr, FnPtr,
    OptimizationLevel, ScriptFuncDef, Stmt, SwitchCasesCollection, Token,
};

use super::compiler_input::{Functions, Library, ScriptCode};
use super::node::{
    Binary, Comparison, DirectFunction, Each, EachKind, For, LanguageFunction, NativeCall, Node,
    Switch,
};
use super::operators;
use crate::script::engine::sandbox::MAX_VARIABLES;
use crate::script::interface::native::{Native, Value};

/// The compiled functions.
#[derive(Default)]
pub(super) struct Compiler {
    functions: Vec<Option<DirectFunction>>,
    known: HashMap<FunctionRequest, usize>,
    /// The functions that a compiled call needs, but that are not compiled yet. Each has its
    /// number.
    waiting: Vec<(FunctionRequest, usize)>,
    /// The values of `switch` cases, for each script. Rhai replaces each value by a number, which
    /// is the key here.
    cases: HashMap<usize, HashMap<u64, Value>>,
}

/// A function that will be compiled.
#[derive(Clone, PartialEq, Eq, Hash)]
struct FunctionRequest {
    script: usize,
    name: String,
    params: usize,
    /// The number of variables that the function captures if it is a closure. The captured
    /// variables are the first parameters of the function.
    captured: usize,
}

impl Compiler {
    pub(super) fn all(&self) -> &Functions {
        &self.functions
    }

    /// Returns the number of a script's function. If the function is not compiled yet, compiles it
    /// and all functions that it calls.
    pub(super) fn function(
        &mut self,
        code: &ScriptCode,
        script: usize,
        name: &str,
        params: usize,
    ) -> Option<usize> {
        let number = self.number(code, script, name, (params, 0))?;
        while let Some((wanted, number)) = self.waiting.pop() {
            self.functions[number] = self.compile(code, &wanted);
        }
        Some(number)
    }

    /// Returns the number of a function. The function has `params` parameters. The first `captured`
    /// of them are captured variables.
    fn number(
        &mut self,
        code: &ScriptCode,
        script: usize,
        name: &str,
        (params, captured): (usize, usize),
    ) -> Option<usize> {
        let wanted = FunctionRequest { script, name: name.to_owned(), params, captured };
        if let Some(number) = self.known.get(&wanted) {
            return Some(*number);
        }
        definition(code.library(script)?, name, params)?;
        let number = self.functions.len();
        self.functions.push(None);
        self.known.insert(wanted.clone(), number);
        self.waiting.push((wanted, number));
        Some(number)
    }

    fn compile(&mut self, code: &ScriptCode, wanted: &FunctionRequest) -> Option<DirectFunction> {
        let FunctionRequest { script, name, params, captured } = wanted;
        let library = code.library(*script)?;
        let found = definition(library, name, *params)?;
        let scope = found.params.iter().enumerate();
        let scope = scope.map(|(i, name)| (name.to_string(), i >= *captured)).collect();
        let mut body = Body {
            compiler: self,
            code,
            script: *script,
            scope,
            slots: *params,
            depth: 0,
            deepest: 0,
        };
        let node = body.block(&statements(&library.ast, name, *params));
        let Body { slots, deepest, .. } = body;
        (slots <= MAX_VARIABLES).then(|| DirectFunction {
            params: *params,
            slots,
            depth: deepest,
            body: node,
            source: Rc::clone(&library.source),
        })
    }

    /// Returns the value of a case of a `switch`.
    fn case(&mut self, code: &ScriptCode, script: usize, number: u64) -> Option<Value> {
        let texts = code.library(script).map_or(&[][..], |library| &library.texts);
        let cases = self.cases.entry(script).or_insert_with(|| cases(texts));
        cases.get(&number).cloned()
    }
}

/// Returns the definition of a function, as Rhai has parsed it.
fn definition<'a>(
    library: &'a Library,
    name: &str,
    params: usize,
) -> Option<&'a rhai::Shared<ScriptFuncDef>> {
    let mut all = library.ast.iter_fn_def();
    all.find(|found| found.name == name && found.params.len() == params)
}

/// Returns the statements in the body of a function.
pub(crate) fn statements(ast: &AST, name: &str, params: usize) -> Vec<Stmt> {
    let mut alone = ast.clone();
    alone.retain_functions(|_, _, found, count| found == name && count == params);
    let mut statements = Vec::new();
    alone.walk(&mut |path: &[ASTNode<'_>]| {
        if let [ASTNode::Stmt(statement)] = path {
            statements.push((*statement).clone());
        }
        true
    });
    statements
}

/// Returns the values that `switch` cases can have. The key of a value is the number that Rhai
/// stores instead of the value. The values are small integers, booleans, ASCII characters, and
/// strings from `texts`. Other values are not supported.
fn cases(texts: &[String]) -> HashMap<u64, Value> {
    let mut values: Vec<(String, Value)> = Vec::new();
    for text in texts.iter().filter(|text| !text.contains(['\\', '\n'])) {
        let written = format!("\"{text}\"");
        if values.iter().all(|(other, _)| *other != written) {
            values.push((written, Value::Text(text.as_str().into())));
        }
    }
    let letters = ('!'..='~').filter(|letter| !matches!(letter, '\'' | '\\'));
    values.extend(letters.map(|letter| (format!("'{letter}'"), Value::Char(letter))));
    values.extend((0..=20).map(|number| (number.to_string(), Value::Int(number))));
    values.extend([true, false].map(|truth| (truth.to_string(), Value::Bool(truth))));
    let written = values.iter().enumerate().map(|(i, (value, _))| format!("{value} => {i}"));
    let text = format!("switch 0 {{ {} }}", written.collect::<Vec<_>>().join(", "));
    let mut engine = Engine::new_raw();
    engine.set_optimization_level(OptimizationLevel::None);
    let Ok(ast) = engine.compile(text) else { return HashMap::new() };
    let Some(Stmt::Switch(switch, _)) = ast.statements().first() else { return HashMap::new() };
    // The blocks are in the order of the cases, one for each.
    let value = |block: usize| values.get(block).map(|(_, value)| value.clone());
    let cases = switch.1.cases.iter();
    cases.filter_map(|(number, case)| Some((*number, value(*case.blocks.first()?)?))).collect()
}

/// The state of the compilation of one function.
struct Body<'a> {
    compiler: &'a mut Compiler,
    code: &'a ScriptCode,
    script: usize,
    /// The variables in scope. The index of a variable is its slot. The boolean is `true` if the
    /// variable may change.
    scope: Vec<(String, bool)>,
    /// The maximum number of variables in scope.
    slots: usize,
    /// The number of statements and expressions around the current one.
    depth: usize,
    deepest: usize,
}

impl Body<'_> {
    fn declare(&mut self, name: &str, may_change: bool) -> usize {
        self.scope.push((name.to_owned(), may_change));
        self.slots = self.slots.max(self.scope.len());
        self.scope.len() - 1
    }

    fn variable(&self, name: &str) -> Option<usize> {
        self.scope.iter().rposition(|(known, _)| known == name)
    }

    /// Returns the slot of a variable. Returns `None` unless the expression is a variable that may
    /// change.
    fn changing(&self, expr: &Expr) -> Option<usize> {
        let slot = self.variable(variable_name(expr)?)?;
        self.scope[slot].1.then_some(slot)
    }

    fn block(&mut self, statements: &[Stmt]) -> Node {
        let known = self.scope.len();
        let mut nodes: Vec<_> = statements.iter().map(|one| self.statement(one)).collect();
        self.scope.truncate(known);
        match nodes.len() {
            0 => Node::Constant(Value::Nothing),
            1 => nodes.remove(0),
            _ => Node::Block(nodes.into()),
        }
    }

    /// Compiles a part of the function that is nested in the current part.
    fn within(&mut self, part: impl FnOnce(&mut Self) -> Node) -> Node {
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        let node = part(self);
        self.depth -= 1;
        node
    }

    fn statement(&mut self, statement: &Stmt) -> Node {
        self.within(|body| body.statement_itself(statement))
    }

    fn statement_itself(&mut self, statement: &Stmt) -> Node {
        match statement {
            Stmt::Noop(_) => Node::Constant(Value::Nothing),
            Stmt::Expr(expr) => self.expression(expr),
            Stmt::FnCall(call, at) => self.call(call, *at),
            Stmt::Block(block) => self.block(block.statements()),
            Stmt::If(parts, _) => {
                let FlowControl { expr, body, branch } = &**parts;
                let condition = self.expression(expr);
                let then = self.block(body.statements());
                Node::If(Box::new((condition, then, self.block(branch.statements()))))
            }
            Stmt::Switch(parts, _) => self.switch(&parts.0, &parts.1),
            Stmt::While(parts, _) => {
                let condition = match &parts.expr {
                    // `loop`
                    Expr::Unit(_) => Node::Constant(Value::Bool(true)),
                    expr => self.expression(expr),
                };
                Node::While(Box::new((condition, self.block(parts.body.statements()))))
            }
            Stmt::For(parts, _) => {
                let (item, counter, FlowControl { expr, body, .. }) = &**parts;
                let list = self.expression(expr);
                let known = self.scope.len();
                let counter = counter.as_ref().map(|counter| self.declare(&counter.name, true));
                let item = self.declare(&item.name, true);
                let body = self.block(body.statements());
                self.scope.truncate(known);
                Node::For(Box::new(For { list, item, counter, body }))
            }
            Stmt::Var(parts, flags, _) => {
                let value = self.expression(&parts.1);
                let may_change = !flags.contains(ASTFlags::CONSTANT);
                Node::Let(self.declare(&parts.0.name, may_change), value.into())
            }
            Stmt::Assignment(parts) => {
                let (operator, sides) = &**parts;
                let operator = match operator.get_op_assignment_info() {
                    None => None,
                    Some((_, _, _, _, token, _)) => match operator_of(token) {
                        None => return Node::Unable,
                        operator => operator,
                    },
                };
                if let Some((slot, key)) = self.entry(&sides.lhs) {
                    let parts = (key, self.expression(&sides.rhs));
                    return Node::SetEntry(slot, operator, Box::new(parts));
                }
                match self.changing(&sides.lhs) {
                    Some(slot) => Node::Assign(slot, operator, self.expression(&sides.rhs).into()),
                    None => Node::Unable,
                }
            }
            Stmt::BreakLoop(None, flags, _) if flags.contains(ASTFlags::BREAK) => Node::Break,
            Stmt::BreakLoop(None, ..) => Node::Continue,
            Stmt::Return(value, flags, _) if !flags.contains(ASTFlags::BREAK) => {
                let value = value.as_ref().map(|value| self.expression(value));
                Node::Return(value.unwrap_or(Node::Constant(Value::Nothing)).into())
            }
            _ => Node::Unable,
        }
    }

    /// Splits an access such as `list[0]` or `map.key`. Returns the slot of the variable and the
    /// index or key. Returns `None` if the variable can't change.
    fn entry(&mut self, expr: &Expr) -> Option<(usize, Node)> {
        match expr {
            Expr::Index(sides, ..) => {
                let nested = matches!(sides.rhs, Expr::Dot(..) | Expr::Index(..))
                    && !expr.options().contains(ASTFlags::BREAK);
                let slot = self.changing(&sides.lhs).filter(|_| !nested)?;
                Some((slot, self.expression(&sides.rhs)))
            }
            Expr::Dot(sides, ..) => {
                let Expr::Property(name, _) = &sides.rhs else { return None };
                let slot = self.changing(&sides.lhs)?;
                Some((slot, Node::Constant(Value::Text(name.2.clone()))))
            }
            _ => None,
        }
    }

    fn switch(&mut self, value: &Expr, all: &SwitchCasesCollection) -> Node {
        if !all.ranges.is_empty() {
            return Node::Unable;
        }
        let value = self.expression(value);
        let mut cases = Vec::new();
        for (number, case) in &all.cases {
            let Some(of) = self.compiler.case(self.code, self.script, *number) else {
                return Node::Unable;
            };
            for block in &case.blocks {
                let block = &all.expressions[*block];
                let condition = match &block.lhs {
                    Expr::BoolConstant(true, _) => None,
                    condition => Some(self.expression(condition)),
                };
                cases.push((of.clone(), condition, self.expression(&block.rhs)));
            }
        }
        let otherwise = match all.def_case {
            Some(block) => self.expression(&all.expressions[block].rhs),
            None => Node::Constant(Value::Nothing),
        };
        Node::Switch(Box::new(Switch { value, cases: cases.into(), otherwise }))
    }

    fn expressions<'a>(&mut self, all: impl IntoIterator<Item = &'a Expr>) -> Box<[Node]> {
        all.into_iter().map(|expr| self.expression(expr)).collect()
    }

    fn expression(&mut self, expr: &Expr) -> Node {
        self.within(|body| body.expression_itself(expr))
    }

    fn expression_itself(&mut self, expr: &Expr) -> Node {
        match expr {
            Expr::Unit(_) => Node::Constant(Value::Nothing),
            Expr::BoolConstant(truth, _) => Node::Constant(Value::Bool(*truth)),
            Expr::IntegerConstant(number, _) => Node::Constant(Value::Int(*number)),
            Expr::CharConstant(letter, _) => Node::Constant(Value::Char(*letter)),
            Expr::StringConstant(text, _) => Node::Constant(Value::Text(text.clone())),
            Expr::DynamicConstant(value, _) => {
                // The content of a closure is unknown.
                if value.is_fnptr() {
                    return Node::Unable;
                }
                let value = numbers(value).unwrap_or_else(|| Value::from_dynamic(value));
                Node::Constant(value)
            }
            Expr::InterpolatedString(parts, _) => Node::Text(self.expressions(parts)),
            Expr::Array(items, _) => Node::List(self.expressions(items)),
            Expr::Map(parts, _) => {
                let entries = parts.0.iter();
                let entries =
                    entries.map(|(key, value)| (key.name.as_str().into(), self.expression(value)));
                Node::Map(entries.collect())
            }
            Expr::Variable(..) => match variable_name(expr).and_then(|name| self.variable(name)) {
                Some(slot) => Node::Variable(slot),
                None => Node::Unable,
            },
            Expr::And(parts, _) => Node::And(self.expressions(&**parts)),
            Expr::Or(parts, _) => Node::Or(self.expressions(&**parts)),
            Expr::Stmt(block) => self.block(block.statements()),
            Expr::FnCall(call, at) => self.call(call, *at),
            Expr::Dot(sides, ..) => {
                if let (Some(slot), Expr::MethodCall(call, _)) =
                    (self.changing(&sides.lhs), &sides.rhs)
                    && let [item] = &*call.args
                {
                    match call.name.as_str() {
                        "push" => return Node::Push(slot, self.expression(item).into()),
                        "sort" => return self.sort(slot, item),
                        _ => {}
                    }
                }
                let target = self.expression(&sides.lhs);
                self.link(target, expr)
            }
            Expr::Index(sides, ..) => {
                let target = self.expression(&sides.lhs);
                self.link(target, expr)
            }
            _ => Node::Unable,
        }
    }

    /// Compiles the properties, methods and indices that follow a value. In Rhai's tree, each of
    /// them contains the ones to its right.
    fn link(&mut self, target: Node, link: &Expr) -> Node {
        self.within(|body| body.link_itself(target, link))
    }

    fn link_itself(&mut self, target: Node, link: &Expr) -> Node {
        let (sides, flags, dot) = match link {
            Expr::Dot(sides, flags, _) => (sides, flags, true),
            Expr::Index(sides, flags, _) => (sides, flags, false),
            _ => return Node::Unable,
        };
        if flags.contains(ASTFlags::NEGATED) {
            return Node::Unable;
        }
        match &sides.rhs {
            rest @ (Expr::Dot(next, ..) | Expr::Index(next, ..))
                if !flags.contains(ASTFlags::BREAK) =>
            {
                let target = self.step(target, &next.lhs, dot);
                self.link(target, rest)
            }
            last => self.step(target, last, dot),
        }
    }

    fn step(&mut self, target: Node, step: &Expr, dot: bool) -> Node {
        match step {
            at if !dot => Node::Index(Box::new((target, self.expression(at)))),
            Expr::Property(name, at) => {
                let natives = self.code.natives.properties(&name.2);
                let language =
                    LanguageFunction::named(&name.2, 1).filter(|own| *own == LanguageFunction::Len);
                Node::Native(Box::new(NativeCall {
                    natives,
                    language,
                    entry: Some(name.2.clone()),
                    args: Box::new([target]),
                    at: *at,
                }))
            }
            Expr::MethodCall(call, at) => self.method(target, call, *at),
            _ => Node::Unable,
        }
    }

    fn method(&mut self, target: Node, call: &FnCallExpr, at: rhai::Position) -> Node {
        // A script's function would get the value as `this`.
        if call.is_qualified() || self.callee(&call.name, call.args.len()).is_some() {
            return Node::Unable;
        }
        if let (Some(kind), [closure]) = (EachKind::named(&call.name), &*call.args)
            && let Some((pointer, captured)) = closure_of(closure)
        {
            return self.each(kind, target, &pointer, captured);
        }
        let args: Box<[Node]> =
            std::iter::once(target).chain(self.expressions(&call.args)).collect();
        let natives = self.code.natives.functions(&call.name, args.len());
        native(natives, LanguageFunction::named(&call.name, args.len()), args, at)
    }

    /// Compiles a sort of the list in a variable.
    fn sort(&mut self, slot: usize, comparison: &Expr) -> Node {
        let Some((pointer, captured)) = closure_of(comparison) else { return Node::Unable };
        let Some(captured) = self.captured(captured) else { return Node::Unable };
        let params = (captured.len() + 2, captured.len());
        match self.compiler.number(self.code, self.script, pointer.fn_name(), params) {
            Some(function) => Node::Sort(slot, Box::new(Comparison { function, captured })),
            None => Node::Unable,
        }
    }

    /// Returns the slots of the variables that a closure captures.
    fn captured(&self, captured: &[Expr]) -> Option<Box<[usize]>> {
        captured.iter().map(|expr| self.variable(variable_name(expr)?)).collect()
    }

    fn each(&mut self, kind: EachKind, list: Node, pointer: &FnPtr, captured: &[Expr]) -> Node {
        let Some(slots) = self.captured(captured) else { return Node::Unable };
        let (code, script, name) = (self.code, self.script, pointer.fn_name());
        for numbered in [false, true] {
            let params = (slots.len() + 1 + usize::from(numbered), slots.len());
            if let Some(function) = self.compiler.number(code, script, name, params) {
                return Node::Each(Box::new(Each {
                    kind,
                    list,
                    function,
                    captured: slots,
                    numbered,
                }));
            }
        }
        Node::Unable
    }

    /// Returns the number of the script that contains the called function. Returns `None` if no
    /// script defines the function.
    fn callee(&self, name: &str, count: usize) -> Option<usize> {
        let defines = |script: usize| {
            let library = self.code.library(script);
            library.is_some_and(|library| definition(library, name, count).is_some())
        };
        let shared = |script: usize| self.code.library(script).is_some_and(|own| own.shared);
        let mut others = (0..self.code.libraries.len()).filter(|script| shared(*script));
        if defines(self.script) { Some(self.script) } else { others.find(|one| defines(*one)) }
    }

    fn call(&mut self, call: &FnCallExpr, at: rhai::Position) -> Node {
        if call.is_qualified() || call.capture_parent_scope {
            return Node::Unable;
        }
        if let Some(token) = &call.op_token {
            return match (token, &*call.args) {
                (Token::Bang, [one]) => Node::Not(self.expression(one).into()),
                (Token::Minus | Token::UnaryMinus, [one]) => {
                    Node::Negative(self.expression(one).into())
                }
                (token, [one, other]) => match operator_of(token) {
                    Some(operator) => {
                        let sides = (self.expression(one), self.expression(other));
                        Node::Binary(operator, Box::new(sides))
                    }
                    None => Node::Unable,
                },
                _ => Node::Unable,
            };
        }
        let count = call.args.len();
        match self.callee(&call.name, count) {
            // In Rhai, the call could also mean a function of the hook's script.
            Some(script) if self.is_shared() && script != self.script => Node::Unable,
            Some(script) => match self.compiler.number(self.code, script, &call.name, (count, 0)) {
                Some(function) => Node::Call(function, self.expressions(&call.args)),
                None => Node::Unable,
            },
            None if self.is_shared()
                && self.code.natives.functions(&call.name, count).is_empty()
                && self.is_defined(&call.name, count) =>
            {
                Node::Unable
            }
            None => {
                let args = self.expressions(&call.args);
                let natives = self.code.natives.functions(&call.name, count);
                native(natives, LanguageFunction::named(&call.name, count), args, at)
            }
        }
    }

    /// Returns `true` if at least one script defines a function with this name and number of
    /// parameters.
    fn is_defined(&self, name: &str, count: usize) -> bool {
        let mut libraries = self.code.libraries.iter().flatten();
        libraries.any(|library| definition(library, name, count).is_some())
    }

    /// Returns `true` if other scripts may call the current function.
    fn is_shared(&self) -> bool {
        self.code.library(self.script).is_some_and(|own| own.shared)
    }
}

fn native(
    natives: Box<[Rc<Native>]>,
    language: Option<LanguageFunction>,
    args: Box<[Node]>,
    at: rhai::Position,
) -> Node {
    if natives.is_empty() && language.is_none() {
        return Node::Unable;
    }
    Node::Native(Box::new(NativeCall { natives, language, entry: None, args, at }))
}

/// Returns the integers of a constant range, as a list.
fn numbers(value: &Dynamic) -> Option<Value> {
    let ends = |from: i64, to: i64, operator: Binary| {
        operators::binary(operator, Value::Int(from), Value::Int(to))
    };
    if let Some(range) = value.read_lock::<Range<i64>>() {
        return ends(range.start, range.end, Binary::Range);
    }
    let range = value.read_lock::<RangeInclusive<i64>>()?;
    ends(*range.start(), *range.end(), Binary::RangeWith)
}

/// Returns the name of a variable. Returns `None` if the expression is not a variable, or if the
/// variable belongs to a module.
fn variable_name(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Variable(parts, ..) if parts.2.is_empty() => Some(&parts.1),
        _ => None,
    }
}

/// Returns the function of a closure, and an expression for each variable that the closure
/// captures.
fn closure_of(expr: &Expr) -> Option<(FnPtr, &[Expr])> {
    let pointer = |value: &Dynamic| value.clone().try_cast::<FnPtr>();
    match expr {
        Expr::DynamicConstant(value, _) => Some((pointer(value)?, &[])),
        Expr::Stmt(block) => {
            let [Stmt::Share(_), curry] = block.statements() else { return None };
            let call = match curry {
                Stmt::FnCall(call, _) => call,
                Stmt::Expr(curry) => match &**curry {
                    Expr::FnCall(call, _) => call,
                    _ => return None,
                },
                _ => return None,
            };
            let (first, captured) = call.args.split_first()?;
            let Expr::DynamicConstant(value, _) = first else { return None };
            (call.name == "curry").then_some(())?;
            Some((pointer(value)?, captured))
        }
        _ => None,
    }
}

fn operator_of(token: &Token) -> Option<Binary> {
    Some(match token {
        Token::EqualsTo => Binary::Equal,
        Token::NotEqualsTo => Binary::Unequal,
        Token::LessThan => Binary::Less,
        Token::LessThanEqualsTo => Binary::LessOrEqual,
        Token::GreaterThan => Binary::Greater,
        Token::GreaterThanEqualsTo => Binary::GreaterOrEqual,
        Token::Plus => Binary::Add,
        Token::Minus => Binary::Subtract,
        Token::Multiply => Binary::Multiply,
        Token::Divide => Binary::Divide,
        Token::Modulo => Binary::Remainder,
        Token::ExclusiveRange => Binary::Range,
        Token::InclusiveRange => Binary::RangeWith,
        _ => return None,
    })
}
