//! What a script's functions do, as far as that can be known without running them: which functions
//! they call, with how many arguments, from which hooks; which properties and names they use.
//!
//! Rhai finds unknown functions only when they are called. So the script is compiled once more
//! without any optimisation, which would hide what stands in dead branches, and every node of it
//! is looked at.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use rhai::{AST, ASTNode, Engine, Expr, OptimizationLevel, Position, Stmt};

use super::Script;
use super::api::{self, FUNCTIONS, Form, Function, Phase, Type};
use super::catalogue::{HOOKS, HookKind};
use super::engine::{Budget, Places, Sandbox};
use super::outline::{MAX_FINDINGS, Outline, is_upper_case, parameters};
use crate::diagnostic::{Diagnostic, Source, did_you_mean};

/// A literal that names something of the rules, to be looked up when they are known.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub of: Type,
    pub text: String,
    pub span: Range<usize>,
}

/// What Rhai itself and its packages offer: for each name its numbers of arguments, a method's
/// receiver counted.
pub(crate) struct Language {
    engine: Engine,
    functions: BTreeMap<String, BTreeSet<usize>>,
    properties: BTreeSet<String>,
}

impl Language {
    /// Everything any hook may use.
    pub(crate) fn new() -> Self {
        let Sandbox { mut engine, .. } = Sandbox::new(Budget::NONE);
        engine.set_optimization_level(OptimizationLevel::None);
        let mut language = Self { functions: BTreeMap::new(), properties: BTreeSet::new(), engine };
        for (name, params) in signatures(&language.engine) {
            match name.strip_prefix("get$") {
                Some(property) => {
                    language.properties.insert(property.to_owned());
                }
                None => {
                    language.functions.entry(name).or_default().insert(params);
                }
            }
        }
        // Words of the language that are called like functions.
        for (name, params) in [("type_of", 1), ("is_shared", 1)] {
            language.functions.entry(name.to_owned()).or_default().insert(params);
        }
        language
    }

    /// Whether a function of the interface or of the language has this name.
    fn knows(&self, name: &str) -> bool {
        self.functions.contains_key(name) || api::named(name).next().is_some()
    }
}

/// All functions that an engine knows: name and number of parameters.
fn signatures(engine: &Engine) -> Vec<(String, usize)> {
    let all =
        |info: rhai::FuncInfo<'_>| Some((info.metadata.name.to_string(), info.metadata.num_params));
    engine.collect_fn_metadata(None, all, true)
}

/// Whatever scripts could call, of the interface alone, as the engines have it.
#[cfg(test)]
pub(crate) fn registered(spec: &quadrille_core::Spec) -> BTreeSet<(String, usize)> {
    let mut full = Sandbox::new(Budget::NONE);
    let facts = super::values::Facts::new(spec);
    let sink = super::effects::Sink::new(std::rc::Rc::clone(&facts));
    super::host::register(&mut full, &facts, &sink);
    super::declare::register(&mut full.engine);
    let mut all = signatures(&full.engine);
    // Each once: a function of the interface may have the name of one of the language.
    for signature in signatures(&Sandbox::new(Budget::NONE).engine) {
        if let Some(place) = all.iter().position(|other| *other == signature) {
            all.swap_remove(place);
        }
    }
    all.into_iter().collect()
}

/// Checks a script; adds the names it uses.
pub(crate) fn check(language: &Language, script: &mut Script, findings: &mut Vec<Diagnostic>) {
    let ast = match script.compile(&language.engine) {
        Ok(ast) => ast,
        Err(finding) => {
            findings.push(finding);
            return;
        }
    };
    let mut lint = Lint {
        language,
        places: Places::new(&script.source.text),
        source: Arc::clone(&script.source),
        outline: &script.outline,
        most_findings: findings.len() + MAX_FINDINGS,
        findings,
        calls: Vec::new(),
        names: Vec::new(),
        map_keys: BTreeSet::new(),
        properties: Vec::new(),
    };
    lint.shadowing();
    lint.variables(&ast);
    lint.nodes(&ast);
    lint.properties();
    if lint.full() {
        return;
    }
    let reached = lint.reached();
    lint.phases(&reached);
    lint.unused(&reached);
    let only_define = |name: &(Option<usize>, Name)| {
        name.0.is_none_or(|f| reached[f].iter().any(|kind| *kind != HookKind::Declare))
    };
    script.names = lint.names.into_iter().filter(only_define).map(|(_, name)| name).collect();
}

/// How often the nodes of a script are met at most for each byte of its text. Rhai meets a case of a
/// `switch` as often as it has values, and so the cases inside it too.
const VISITS: usize = 32;

/// A call of a function by name.
struct Call {
    /// The function it stands in.
    within: Option<usize>,
    name: String,
    span: Range<usize>,
    /// Where the called function may be used, if it is of the interface.
    phase: Phase,
}

struct Lint<'a> {
    language: &'a Language,
    source: Arc<Source>,
    places: Places,
    outline: &'a Outline,
    findings: &'a mut Vec<Diagnostic>,
    most_findings: usize,
    calls: Vec<Call>,
    names: Vec<(Option<usize>, Name)>,
    map_keys: BTreeSet<String>,
    properties: Vec<(String, Range<usize>)>,
}

impl Lint<'_> {
    fn error(
        &mut self,
        code: &'static str,
        span: Range<usize>,
        message: String,
        help: Option<String>,
    ) {
        if !self.full() {
            let mut finding = Diagnostic::error(code, &self.source, span, message);
            finding.help = help;
            self.findings.push(finding);
        }
    }

    fn span(&self, at: Position) -> Range<usize> {
        self.places.span(&self.source.text, at)
    }

    fn within(&self, at: Position) -> Option<usize> {
        self.outline.function_at(self.span(at).start)
    }

    /// Helpers that would silently take the place of a function that is there already.
    fn shadowing(&mut self) {
        for function in &self.outline.functions {
            let name = &function.name;
            if function.hook.is_none() && self.language.knows(&name.value) {
                let message = format!("there is a function `{}` already", name.value);
                let help = Some("call the helper something else".to_owned());
                self.error("Q0324", name.span.clone(), message, help);
            }
        }
    }

    /// Parameters of closures; those of functions are in the outline.
    fn variables(&mut self, ast: &AST) {
        // What a closure catches from outside is among its parameters too, but not between bars.
        let caught: HashSet<&str> = ast
            .iter_fn_def()
            .flat_map(|function| function.params.iter().map(rhai::ImmutableString::as_str))
            .filter(|param| is_upper_case(param))
            .collect();
        for word in &self.outline.words {
            let name = &self.source.text[word.clone()];
            if caught.contains(name) && between_bars(&self.source.text, word) {
                self.variable(name.to_owned().as_str(), word.clone());
            }
        }
    }

    /// A variable must not look like a tunable: where one has its name, the tunable would win.
    fn variable(&mut self, name: &str, span: Range<usize>) {
        if is_upper_case(name) {
            let tunable = self.outline.tunables.iter().any(|t| t.name.value == name);
            let message = if tunable {
                format!("`{name}` is a tunable and can't be a variable too")
            } else {
                format!("`{name}` is a name for a tunable, not for a variable")
            };
            let help = format!("call it `{}`", name.to_lowercase());
            self.error("Q0314", span, message, Some(help));
        }
    }

    /// Every node once, as long as there is room for findings.
    fn nodes(&mut self, ast: &AST) {
        let mut seen = HashSet::new();
        let mut visits = self.source.text.len().saturating_mul(VISITS) + 1000;
        ast.walk(&mut |path| {
            visits -= 1;
            if let Some(node) = path.last()
                && seen.insert(address(node))
            {
                self.node(node);
            }
            visits > 0 && !self.full()
        });
        if visits == 0 {
            let message = "the cases of this script's switches multiply beyond what can be checked";
            let help = "move inner switches into helpers".to_owned();
            self.error("Q0307", 0..0, message.to_owned(), Some(help));
        }
    }

    fn full(&self) -> bool {
        self.findings.len() >= self.most_findings
    }

    fn node(&mut self, node: &ASTNode<'_>) {
        match node {
            ASTNode::Stmt(stmt) => self.stmt(stmt),
            ASTNode::Expr(expr) => self.expr(expr),
            _ => {}
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Var(var, _, at) => {
                self.variable(&var.0.name, self.span(var.0.pos.or_else(*at)));
            }
            Stmt::For(parts, at) => {
                for name in std::iter::once(&parts.0).chain(&parts.1) {
                    self.variable(&name.name, self.span(name.pos.or_else(*at)));
                }
            }
            Stmt::TryCatch(parts, at) => {
                if let Expr::Variable(name, _, pos) = &parts.expr {
                    self.variable(&name.1, self.span(pos.or_else(*at)));
                }
            }
            Stmt::FnCall(call, at) => self.call(call, *at, false),
            Stmt::Switch(parts, at) => self.switch(&parts.0, *at),
            Stmt::Assignment(parts) => self.assignment(&parts.1.lhs),
            // Rhai's walk leaves out the value that a loop is broken off with.
            Stmt::BreakLoop(Some(value), ..) => {
                value.walk(&mut Vec::new(), &mut |path| {
                    if let Some(node) = path.last() {
                        self.node(node);
                    }
                    true
                });
            }
            _ => {}
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::FnCall(call, at) if call.op_token.is_none() => self.call(call, *at, false),
            Expr::FnCall(call, _) => self.comparison(&call.name, &call.args),
            Expr::MethodCall(call, at) => self.call(call, *at, true),
            Expr::Dot(parts, ..) => self.chain(&parts.lhs, &parts.rhs),
            Expr::Property(property, at) => {
                let span = self.span(*at);
                self.properties.push((property.2.to_string(), span));
            }
            Expr::Map(entries, _) => {
                self.map_keys.extend(entries.0.iter().map(|(key, _)| key.name.to_string()));
            }
            _ => {}
        }
    }

    /// Rhai holds on to the variable that a chain of dots begins with, so that no closure in the
    /// chain can use it.
    fn chain(&mut self, root: &Expr, parts: &Expr) {
        let Expr::Variable(root, ..) = root else { return };
        let (root, mut rest, mut first) = (root.1.as_str(), Some(parts), None);
        while let Some(part) = rest {
            let part = match part {
                Expr::Dot(parts, ..) => {
                    rest = Some(&parts.rhs);
                    &parts.lhs
                }
                last => {
                    rest = None;
                    last
                }
            };
            if let Expr::MethodCall(call, _) = part
                && let Some(at) = call.args.iter().find_map(|arg| caught(arg, root))
            {
                let help = match first {
                    Some(first) => {
                        format!("begin the chain with a variable: `let list = {root}.{first};`")
                    }
                    None => format!("let the closure use a copy: `let copy = {root};`"),
                };
                let message = format!("`{root}` is busy while this chain runs");
                return self.error("Q0347", self.span(at), message, Some(help));
            }
            first = first.or_else(|| match part {
                Expr::MethodCall(call, _) if call.args.is_empty() => {
                    Some(format!("{}()", call.name))
                }
                Expr::MethodCall(call, _) => Some(format!("{}(…)", call.name)),
                Expr::Property(property, _) => Some(property.2.to_string()),
                _ => None,
            });
        }
    }

    fn call(&mut self, call: &rhai::FnCallExpr, at: Position, method: bool) {
        let name = call.name.as_str();
        // Closures are made by these, and scripts can't write them.
        if matches!(name, "curry" | "Fn") || (method && name == "call") {
            return;
        }
        let span = self.span(at);
        let count = call.args.len();
        let helper = self.outline.functions.iter().find(|f| f.name.value == name);
        if let Some(helper) = helper.filter(|_| !method) {
            let within = self.within(at);
            self.calls.push(Call {
                within,
                name: name.to_owned(),
                span: span.clone(),
                phase: Phase::Anywhere,
            });
            if helper.params.len() != count {
                let needs = parameters(helper.params.len());
                let message = format!("`{name}` has {needs}, and this call gives {count}");
                self.error("Q0341", span, message, None);
            }
            return;
        }
        let total = count + usize::from(method);
        let of_interface: Vec<&Function> =
            api::named(name).filter(|f| fits_form(f, method)).collect();
        let native = self.language.functions.get(name);
        if native.is_some_and(|counts| counts.contains(&total)) && of_interface.is_empty() {
            return;
        }
        if let Some(function) = of_interface.iter().find(|f| f.params.len() == count) {
            let phases: BTreeSet<u8> = of_interface.iter().map(|f| f.phase as u8).collect();
            // The language has methods of the same names, and functions that nobody writes.
            let of_language = method && native.is_some_and(|counts| counts.contains(&total));
            if phases.len() == 1 && !of_language {
                let within = self.within(at);
                let (name, phase) = (name.to_owned(), function.phase);
                self.calls.push(Call { within, name, span, phase });
            }
            if !of_language {
                let fitting: Vec<&Function> =
                    of_interface.iter().copied().filter(|f| f.params.len() == count).collect();
                self.literals(&fitting, &call.args, at);
            }
            return;
        }
        if native.is_some_and(|counts| counts.contains(&total)) {
            return;
        }
        self.unknown(name, span, count, method, native, &of_interface);
    }

    /// A call that nothing answers.
    fn unknown(
        &mut self,
        name: &str,
        span: Range<usize>,
        count: usize,
        method: bool,
        native: Option<&BTreeSet<usize>>,
        of_interface: &[&Function],
    ) {
        if !of_interface.is_empty() {
            let known: Vec<_> = of_interface.iter().map(|f| f.signature()).collect();
            let message = format!("`{name}` does not take {}", arguments(count));
            let help = format!("there is `{}`", known.join("`, `"));
            return self.error("Q0341", span, message, Some(help));
        }
        if let Some(counts) = native {
            let counts: Vec<_> = counts
                .iter()
                .filter_map(|n| n.checked_sub(usize::from(method)))
                .map(|n| n.to_string())
                .collect();
            let message = format!("`{name}` does not take {}", arguments(count));
            let help = format!("it takes {}", counts.join(" or "));
            return self.error("Q0341", span, message, Some(help));
        }
        if let Some(other) = api::named(name).next() {
            let message = format!("`{name}` is not called like this");
            return self.error(
                "Q0341",
                span,
                message,
                Some(format!("write `{}`", other.signature())),
            );
        }
        let helpers = self.outline.functions.iter().map(|f| f.name.value.as_str());
        let interface = FUNCTIONS.iter().filter(|f| fits_form(f, method)).map(|f| f.name);
        let language = self.language.functions.keys().map(String::as_str);
        let help = did_you_mean(name, helpers.chain(interface))
            .or_else(|| did_you_mean(name, language.filter(|n| is_plain(n))));
        let what = if method { "method" } else { "function" };
        self.error("Q0340", span, format!("there is no {what} `{name}`"), help);
    }

    /// Texts that name something: words of a fixed list are checked now, the rest is noted.
    /// `functions` are those that the call may mean.
    fn literals(&mut self, functions: &[&Function], args: &[Expr], call: Position) {
        for (place, arg) in args.iter().enumerate() {
            let Expr::StringConstant(text, at) = arg else { continue };
            let at = at.or_else(call);
            let wanted = || functions.iter().filter_map(|f| Some((f.name, f.params.get(place)?.1)));
            let mut texts = wanted().filter(|(_, of)| !of.is_value());
            match (texts.next(), wanted().next()) {
                // Words of several functions of one name are for when it runs.
                (Some((_, of)), _) if texts.all(|(_, other)| other == of) => {
                    self.literal(of, text, at, self.within(at));
                }
                (None, Some((name, of))) => {
                    let what = of.word();
                    let message = format!("`{name}` takes a {what} here, not a text");
                    let help = match of {
                        Type::Seat | Type::Square => Some(format!("write `{what}(\"{text}\")`")),
                        _ => None,
                    };
                    self.error("Q0341", self.text_span(text, at), message, help);
                }
                _ => {}
            }
        }
    }

    /// The inside of a string; its position is that of its quote.
    fn text_span(&self, text: &str, at: Position) -> Range<usize> {
        let span = self.span(at);
        if self.source.text[span.start..].starts_with(&format!("\"{text}\"")) {
            return span.start + 1..span.start + 1 + text.len();
        }
        span
    }

    fn literal(&mut self, of: Type, text: &str, at: Position, within: Option<usize>) {
        let span = self.text_span(text, at);
        if let Type::OneOf(words) = of {
            if !words.contains(&text) {
                let help = did_you_mean(text, words.iter().copied())
                    .unwrap_or_else(|| format!("one of: {}", words.join(", ")));
                self.error("Q0344", span, format!("`{text}` is not known here"), Some(help));
            }
            return;
        }
        self.names.push((within, Name { of, text: text.to_owned(), span }));
    }

    /// `piece.kind == "pawn"`: the text must be a name of what it is compared with.
    fn comparison(&mut self, operator: &str, args: &[Expr]) {
        let ("==" | "!=", [a, b]) = (operator, args) else { return };
        for (value, text) in [(a, b), (b, a)] {
            if let (Some(of), Expr::StringConstant(text, at)) = (self.type_of(value), text) {
                let within = self.within(*at);
                match of {
                    Type::OneOf(_) | Type::Kind | Type::State => {
                        self.literal(of, text, *at, within);
                    }
                    Type::Seat | Type::Square | Type::Piece => {
                        let what = of.word();
                        let message = format!("a {what} is never equal to a text");
                        let help = match of {
                            Type::Piece => "compare its `.kind`".to_owned(),
                            _ => format!("write `{what}(\"{text}\")`, or compare its `.name`"),
                        };
                        let span = self.text_span(text, *at);
                        self.error("Q0345", span, message, Some(help));
                    }
                    _ => {}
                }
            }
        }
    }

    /// What an expression gives, where that is plain to see.
    fn type_of(&self, expr: &Expr) -> Option<Type> {
        match expr {
            Expr::Variable(variable, _, at) => {
                let function = &self.outline.functions[self.within(*at)?];
                let hook = function.hook?;
                let place = function.params.iter().position(|p| p.value == *variable.1.as_str())?;
                hook.params.get(place).map(|(_, of)| *of)
            }
            Expr::Dot(parts, ..) => self.type_of_part(self.type_of(&parts.lhs), &parts.rhs),
            Expr::FnCall(call, _) => gives(&call.name, |form| form == Form::Free),
            _ => None,
        }
    }

    /// What comes after a dot gives, if what is before it is `on`, which may not be known.
    fn type_of_part(&self, on: Option<Type>, part: &Expr) -> Option<Type> {
        let fits = |of: Type| on.is_none_or(|on| on == of);
        match part {
            Expr::Property(property, _)
                if on.is_some() || !self.map_keys.contains(property.2.as_str()) =>
            {
                gives(&property.2, |form| matches!(form, Form::Property(of) if fits(of)))
            }
            Expr::MethodCall(call, _) => {
                gives(&call.name, |form| matches!(form, Form::Method(of) if fits(of)))
            }
            Expr::Dot(parts, ..) => {
                self.type_of_part(self.type_of_part(on, &parts.lhs), &parts.rhs)
            }
            _ => None,
        }
    }

    fn switch(&mut self, on: &Expr, at: Position) {
        if let Some(of) = self.type_of(on).filter(|of| of.is_value()) {
            let message = format!("`switch` can't tell one {} from another", of.word());
            let help = "compare with `==` in `if`, or switch on its name".to_owned();
            self.error("Q0343", self.span(at), message, Some(help));
        }
    }

    /// What `game` and the values show can't be set; other properties that are set are a map's.
    fn assignment(&mut self, target: &Expr) {
        let (mut part, mut on) = (target, None);
        let mut shown = false;
        while let Expr::Dot(parts, ..) = part {
            on = if on.is_none() {
                self.type_of(&parts.lhs)
            } else {
                self.type_of_part(on, &parts.lhs)
            };
            shown |= on.is_some_and(Type::is_value);
            part = &parts.rhs;
        }
        if let Expr::Property(property, at) = part {
            let name = property.2.as_str();
            if shown {
                let message = format!("`{name}` can only be read");
                let help = Some("a script changes the game by effects".to_owned());
                self.error("Q0342", self.span(*at), message, help);
            }
            // Also where it was reported, which once is enough.
            self.map_keys.insert(name.to_owned());
        }
    }

    /// Properties that nothing has.
    fn properties(&mut self) {
        for (name, span) in std::mem::take(&mut self.properties) {
            if self.full() {
                return;
            }
            let of_interface = |form: fn(&Form) -> bool| {
                FUNCTIONS.iter().filter(move |f| form(&f.form)).map(|f| f.name)
            };
            let mut properties = of_interface(|form| matches!(form, Form::Property(_)));
            if properties.any(|property| property == name)
                || self.language.properties.contains(&name)
                || self.map_keys.contains(&name)
                || matches!(name.as_str(), "square" | "by")
            {
                continue;
            }
            let method = of_interface(|form| matches!(form, Form::Method(_))).any(|m| m == name);
            let help = if method {
                Some(format!("it is a method: write `.{name}(…)`"))
            } else {
                let properties = of_interface(|form| matches!(form, Form::Property(_)));
                did_you_mean(&name, properties.chain(self.map_keys.iter().map(String::as_str)))
            };
            self.error("Q0342", span, format!("nothing has a property `{name}`"), help);
        }
    }

    /// For each function, from which kinds of hook it can be reached.
    fn reached(&self) -> Vec<Vec<HookKind>> {
        let functions = &self.outline.functions;
        let place = |name: &str| functions.iter().position(|f| f.name.value == name);
        let mut reached: Vec<Vec<HookKind>> =
            functions.iter().map(|f| f.hook.map(|hook| hook.kind).into_iter().collect()).collect();
        // Kinds only ever spread along calls, so this ends.
        loop {
            let mut changed = false;
            for call in &self.calls {
                let (Some(from), Some(to)) = (call.within, place(&call.name)) else { continue };
                for kind in reached[from].clone() {
                    if !reached[to].contains(&kind) {
                        reached[to].push(kind);
                        changed = true;
                    }
                }
            }
            if !changed {
                return reached;
            }
        }
    }

    /// Calls from hooks that may not make them.
    fn phases(&mut self, reached: &[Vec<HookKind>]) {
        for call in std::mem::take(&mut self.calls) {
            let Some(within) = call.within else { continue };
            let allowed = |kind: &HookKind| match call.phase {
                Phase::Anywhere => true,
                Phase::Declare => *kind == HookKind::Declare,
                Phase::Game => matches!(kind, HookKind::Event(_) | HookKind::PerMove(_)),
                Phase::Event => matches!(kind, HookKind::Event(_)),
            };
            if let Some(kind) = reached[within].iter().find(|kind| !allowed(kind)) {
                let from = HOOKS.iter().find(|hook| hook.kind == *kind);
                let from = match kind {
                    HookKind::Tabulate => "tabulated hooks",
                    _ => from.map_or("this hook", |hook| hook.name),
                };
                let (what, help) = match (call.phase, kind) {
                    (Phase::Declare, _) => ("a declaration", "declarations belong to `define`"),
                    (_, HookKind::PerMove(_)) => (
                        "an effect",
                        "hooks about moves only answer; effects belong to event hooks",
                    ),
                    _ => ("of a game", "effects and the game belong to event hooks"),
                };
                let message = format!("`{}` is {what} and can't be used by {from}", call.name);
                self.error("Q0346", call.span, message, Some(help.to_owned()));
            }
        }
    }

    /// Helpers and tunables that nothing uses.
    fn unused(&mut self, reached: &[Vec<HookKind>]) {
        for (function, reached) in self.outline.functions.iter().zip(reached) {
            let name = &function.name;
            if reached.is_empty() && !like_hook(&name.value) {
                let message = format!("no hook ever calls `{}`", name.value);
                self.findings.push(
                    Diagnostic::warning("Q0323", &self.source, name.span.clone(), message)
                        .help("remove it, or call it"),
                );
            }
        }
        let mut uses: HashMap<&str, usize> = HashMap::new();
        for word in &self.outline.words {
            *uses.entry(&self.source.text[word.clone()]).or_default() += 1;
        }
        for name in self.outline.tunables.iter().map(|tunable| &tunable.name) {
            // One is where it is defined.
            if uses.get(name.value.as_str()).is_none_or(|n| *n < 2) {
                let message = format!("the tunable `{}` changes nothing", name.value);
                self.findings.push(
                    Diagnostic::warning("Q0313", &self.source, name.span.clone(), message)
                        .help("remove it, or use it"),
                );
            }
        }
    }
}

/// A function that was already reported as a misspelt hook is not reported as unused too.
fn like_hook(name: &str) -> bool {
    name.starts_with("on_") || did_you_mean(name, HOOKS.iter().map(|hook| hook.name)).is_some()
}

/// What the functions of a name and form give, if that is the same for all.
fn gives(name: &str, wanted: impl Fn(Form) -> bool) -> Option<Type> {
    let mut all = api::named(name).filter(|f| wanted(f.form)).map(|f| f.gives);
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

/// Where a closure, as it stands among arguments, uses a variable from outside.
fn caught(closure: &Expr, variable: &str) -> Option<Position> {
    let Expr::Stmt(block) = closure else { return None };
    let catches = block.statements().iter().find_map(|stmt| match stmt {
        Stmt::Expr(expr) => match expr.as_ref() {
            Expr::FnCall(call, _) if call.name == "curry" => Some(call),
            _ => None,
        },
        Stmt::FnCall(call, _) if call.name == "curry" => Some(call),
        _ => None,
    })?;
    catches.args.iter().find_map(|arg| match arg {
        Expr::Variable(name, _, at) if name.1 == variable => Some(*at),
        _ => None,
    })
}

/// Whether a word is a parameter of a closure: `|first, second|`.
fn between_bars(text: &str, word: &Range<usize>) -> bool {
    let listed = |c: char| c == ',' || c == '_' || c.is_alphanumeric() || c.is_whitespace();
    let before = text[..word.start].trim_end_matches(listed);
    let after = text[word.end..].trim_start_matches(listed);
    before.ends_with('|')
        && after.starts_with('|')
        && !before.ends_with("||")
        && !after.starts_with("||")
}

/// Where a node lies, by which it is known again.
fn address(node: &ASTNode<'_>) -> (bool, usize) {
    match node {
        ASTNode::Stmt(stmt) => (true, std::ptr::from_ref(*stmt).addr()),
        ASTNode::Expr(expr) => (false, std::ptr::from_ref(*expr).addr()),
        _ => (false, 0),
    }
}

fn fits_form(function: &Function, method: bool) -> bool {
    match function.form {
        Form::Free => !method,
        Form::Method(_) => method,
        Form::Property(_) => false,
    }
}

fn is_plain(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn arguments(count: usize) -> String {
    match count {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        n => format!("{n} arguments"),
    }
}

#[cfg(test)]
#[path = "lint_tests.rs"]
mod tests;
