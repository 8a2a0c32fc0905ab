//! From the pairs of the grammar to the outline, with every mistake on the way: one item after the
//! other, each with the lines of comment above it.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use pest::Parser;
use pest::iterators::Pair;

use super::grammar::{Grammar, Rule};
use super::{
    Condition, Function, Literal, MAX_FINDINGS, Outline, Spanned, TunableLine, is_clause_id,
    is_upper_case, parameters,
};
use crate::diagnostic::{Diagnostic, Source, did_you_mean};
use crate::script::interface::catalogue::{HOOKS, hook_named};

/// The most tunables of a script.
const MAX_TUNABLES: usize = 128;

/// Reads the items of a script, until there is no room for more findings.
pub(super) fn items(
    source: &Arc<Source>,
    file: Pair<'_, Rule>,
    findings: &mut Vec<Diagnostic>,
) -> Outline {
    let mut reader = Reader {
        source,
        findings,
        outline: Outline::default(),
        remarks: Vec::new(),
        docs: Vec::new(),
        names: HashMap::new(),
    };
    let most = reader.findings.len() + MAX_FINDINGS;
    for pair in file.into_inner() {
        reader.item(&pair);
        if reader.findings.len() >= most {
            break;
        }
    }
    reader.outline
}

struct Reader<'a> {
    source: &'a Arc<Source>,
    findings: &'a mut Vec<Diagnostic>,
    outline: Outline,
    /// `//` lines that end right above what comes next.
    remarks: Vec<Spanned<String>>,
    /// `///` lines that do.
    docs: Vec<Spanned<String>>,
    names: HashMap<String, Range<usize>>,
}

impl Reader<'_> {
    fn error(&mut self, code: &'static str, span: Range<usize>, message: impl Into<String>) {
        self.findings.push(Diagnostic::error(code, self.source, span, message));
    }

    fn helped(
        &mut self,
        code: &'static str,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.findings.push(Diagnostic::error(code, self.source, span, message).help(help));
    }

    /// The lines of `lines` that stand directly above `start`.
    fn attached(&self, lines: &[Spanned<String>], start: usize) -> Vec<Spanned<String>> {
        let mut next = start;
        let mut found: Vec<_> = lines
            .iter()
            .rev()
            .take_while(|line| {
                let between = self.source.text.get(line.span.end..next).unwrap_or("\n\n");
                next = line.span.start;
                between.matches('\n').count() == 1
            })
            .cloned()
            .collect();
        found.reverse();
        found
    }

    /// Whether something stands before `at` on its line.
    fn follows(&self, at: usize) -> bool {
        let line = self.source.text[..at].rsplit('\n').next().unwrap_or("");
        !line.trim().is_empty()
    }

    fn item(&mut self, pair: &Pair<'_, Rule>) {
        let span = pair.as_span().start()..pair.as_span().end();
        match pair.as_rule() {
            Rule::doc | Rule::remark if self.follows(span.start) => {}
            Rule::header => {
                let line = pair.as_str()[3..].trim();
                if !self.outline.header.is_empty() {
                    self.outline.header.push(' ');
                }
                self.outline.header.push_str(line);
            }
            Rule::doc | Rule::remark => {
                let line = pair.as_str().trim_end();
                let text = line.trim_start_matches('/').trim().to_owned();
                let line = Spanned::new(text, span.start..span.start + line.len());
                let is_doc = pair.as_rule() == Rule::doc;
                if is_doc { &mut self.docs } else { &mut self.remarks }.push(line);
            }
            Rule::tunable => self.tunable(pair, span),
            Rule::constant => self.constant(pair.as_str(), span),
            Rule::function => self.function(pair, span),
            Rule::stray => self.stray(pair.as_str(), span),
            _ => {}
        }
        if matches!(pair.as_rule(), Rule::tunable | Rule::constant | Rule::function | Rule::stray) {
            self.remarks.clear();
            self.docs.clear();
        }
    }

    fn name(&mut self, name: &Spanned<String>) {
        if let Some(first) = self.names.get(&name.value) {
            let (line, _) = self.source.position(first.start);
            let message = format!("`{}` is defined twice, first in line {line}", name.value);
            self.error("Q0322", name.span.clone(), message);
        } else {
            self.names.insert(name.value.clone(), name.span.clone());
        }
    }

    fn tunable(&mut self, pair: &Pair<'_, Rule>, span: Range<usize>) {
        let mut inner = pair.clone().into_inner();
        let (Some(name), Some(literal)) = (inner.next(), inner.next()) else { return };
        let name = spanned(&name);
        self.name(&name);
        if !is_upper_case(&name.value) {
            self.helped(
                "Q0310",
                name.span.clone(),
                format!("the tunable `{}` is not in upper case", name.value),
                format!("write `{}`", name.value.to_uppercase()),
            );
        }
        let at = literal.as_span().start()..literal.as_span().end();
        let Some(value) = literal.into_inner().next().and_then(|l| literal_value(&l)) else {
            self.error("Q0311", at, "this number does not fit in 64 bits");
            return;
        };
        if let Some(first) = self.docs.first().cloned() {
            self.helped(
                "Q0304",
                first.span,
                "a tunable is documented with `//`, not `///`",
                "Rhai takes `///` only above functions",
            );
        }
        let (mut doc, mut one_of) = (Vec::new(), Vec::new());
        for line in self.attached(&self.remarks, span.start) {
            match line.value.strip_prefix("one of:") {
                Some(list) => {
                    one_of.extend(list.split(',').map(|w| w.trim().to_owned()));
                    if one_of.iter().any(String::is_empty) || !matches!(value, Literal::Text(_)) {
                        self.helped(
                            "Q0318",
                            line.span,
                            "this list of values can't be used",
                            "write `// one of: first, second` above a tunable that is a string",
                        );
                        one_of.clear();
                    }
                }
                None => doc.push(line.value),
            }
        }
        if let Literal::Text(text) = &value
            && !one_of.is_empty()
            && !one_of.contains(text)
        {
            let message =
                format!("`{text}` is not among the values that `{}` may have", name.value);
            self.helped("Q0315", at.clone(), message, format!("one of: {}", one_of.join(", ")));
        }
        if self.outline.tunables.len() >= MAX_TUNABLES {
            self.helped(
                "Q0319",
                name.span.clone(),
                format!("this is one tunable more than the {MAX_TUNABLES} that a script may have"),
                "split the script into several",
            );
            return;
        }
        self.outline.tunables.push(TunableLine {
            name,
            value: Spanned::new(value, at),
            doc: doc.join(" "),
            one_of,
            span,
        });
    }

    fn constant(&mut self, text: &str, span: Range<usize>) {
        let help = if text.ends_with(';') {
            "write `const NAME = literal;` with a bool, a whole number or a plain string; for \
             anything else write a function that gives it"
        } else {
            "write `const NAME = literal;`, with the semicolon"
        };
        self.helped("Q0311", span, "a constant must be a literal", help);
    }

    fn function(&mut self, pair: &Pair<'_, Rule>, span: Range<usize>) {
        let mut inner = pair.clone().into_inner();
        let (Some(name), Some(params), Some(body)) = (inner.next(), inner.next(), inner.next())
        else {
            return;
        };
        let name = spanned(&name);
        let params: Vec<_> = params.into_inner().map(|param| spanned(&param)).collect();
        self.name(&name);
        for param in &params {
            if is_upper_case(&param.value) {
                self.error(
                    "Q0314",
                    param.span.clone(),
                    format!("`{}` is a name for a tunable, not for a parameter", param.value),
                );
            }
        }
        let hook = hook_named(&name.value);
        match hook {
            Some(hook) if hook.params.len() != params.len() => self.helped(
                "Q0321",
                name.span.clone(),
                format!(
                    "`{}` has {}, not {}",
                    hook.name,
                    parameters(hook.params.len()),
                    params.len()
                ),
                format!("write `fn {}`", hook.signature()),
            ),
            None => self.like_a_hook(&name),
            Some(_) => {}
        }
        let (mut doc, mut clause, mut when) = (Vec::new(), None, None);
        for line in self.attached(&self.docs, span.start) {
            if let Some(id) = line.value.strip_prefix("clause:") {
                clause = self.clause_line(id.trim(), &line.span, clause.is_some());
            } else if line.value.starts_with("when:") {
                when = self.when_line(&line);
            } else {
                doc.push(line.value);
                continue;
            }
            if hook.is_none() {
                let what = if line.value.starts_with("when:") { "when" } else { "clause" };
                self.helped(
                    "Q0327",
                    line.span,
                    format!("`{}` is no hook and can't have a `{what}:` line", name.value),
                    "put it on the hook that calls this helper",
                );
            }
        }
        self.outline.functions.push(Function {
            name,
            params,
            doc: doc.join(" "),
            clause,
            when,
            span,
            body: body.as_span().start()..body.as_span().end(),
            hook,
        });
    }

    /// A function that looks like a hook and is none.
    fn like_a_hook(&mut self, name: &Spanned<String>) {
        let suggestion = did_you_mean(&name.value, HOOKS.iter().map(|hook| hook.name));
        if name.value.starts_with("on_") || suggestion.is_some() {
            let help = suggestion.unwrap_or_else(|| {
                let names: Vec<_> = HOOKS.iter().map(|h| h.name).collect();
                format!("the hooks are {}", names.join(", "))
            });
            self.helped(
                "Q0320",
                name.span.clone(),
                format!("there is no hook `{}`", name.value),
                help,
            );
        }
    }

    fn clause_line(
        &mut self,
        id: &str,
        span: &Range<usize>,
        again: bool,
    ) -> Option<Spanned<String>> {
        if !is_clause_id(id) || again {
            let message = if again {
                "a hook has one clause"
            } else {
                "a clause's id is letters, digits, `-`, `_` and `.`"
            };
            self.helped(
                "Q0328",
                span.clone(),
                message,
                "write one line such as `/// clause: V11`; inside the hook, `clause(\"V12\")` \
                 changes it for what follows",
            );
            return None;
        }
        Some(Spanned::new(id.to_owned(), span.clone()))
    }

    fn when_line(&mut self, line: &Spanned<String>) -> Option<Spanned<Vec<Condition>>> {
        let text = line.value.strip_prefix("when:")?.trim();
        match Grammar::parse(Rule::when, text) {
            Ok(mut pairs) => {
                let conditions = pairs.next()?.into_inner().filter_map(|p| condition(&p)).collect();
                Some(Spanned::new(conditions, line.span.clone()))
            }
            Err(_) => {
                self.helped(
                    "Q0328",
                    line.span.clone(),
                    format!("`{text}` is not a list of conditions"),
                    "separate with commas: kinds (`pawn or king`), `to ZONE`, `from ZONE`, \
                     `capture`, `no capture`, `check`, `no check`, `at most N of queen or rook`, \
                     the same with `per team` after it, `every ply`",
                );
                None
            }
        }
    }

    fn stray(&mut self, text: &str, span: Range<usize>) {
        let first = text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
        let help = match first {
            "let" => "nothing is kept between calls: use a tunable, or a counter",
            "import" | "export" => "plugins are listed in geometry.toml, and scripts are alone",
            "private" => "every helper is private to its file; leave the word out",
            "fn" => "write `fn name(first, second) { … }` with plain names",
            _ => {
                "at the top level stand only `//!` lines, tunables (`const NAME = literal;`) and \
                  functions"
            }
        };
        let line = text.lines().next().unwrap_or("").trim_end();
        self.helped(
            "Q0304",
            span.start..span.start + line.len(),
            "this can't stand at the top level",
            help,
        );
    }
}

fn spanned(pair: &Pair<'_, Rule>) -> Spanned<String> {
    let span = pair.as_span();
    Spanned::new(pair.as_str().to_owned(), span.start()..span.end())
}

fn literal_value(pair: &Pair<'_, Rule>) -> Option<Literal> {
    let text = pair.as_str();
    match pair.as_rule() {
        Rule::boolean => Some(Literal::Bool(text == "true")),
        Rule::integer => text.replace('_', "").parse().ok().map(Literal::Int),
        _ => Some(Literal::Text(text.trim_matches('"').to_owned())),
    }
}

fn condition(pair: &Pair<'_, Rule>) -> Option<Condition> {
    let words = || {
        let inner = pair.clone().into_inner().filter(|inner| inner.as_rule() == Rule::word);
        inner.map(|word| word.as_str().to_owned())
    };
    Some(match pair.as_rule() {
        Rule::every_ply => Condition::EveryPly,
        Rule::capture => Condition::Capture(true),
        Rule::no_capture => Condition::Capture(false),
        Rule::check => Condition::Check(true),
        Rule::no_check => Condition::Check(false),
        Rule::to => Condition::To(words().next()?),
        Rule::from => Condition::From(words().next()?),
        Rule::kinds => Condition::Kinds(words().collect()),
        Rule::few => {
            let mut inner = pair.clone().into_inner();
            let number = inner.find(|inner| inner.as_rule() == Rule::number)?;
            let each_team = inner.any(|inner| inner.as_rule() == Rule::per_team);
            let most = number.as_str().parse().ok()?;
            Condition::Few { most, kinds: words().collect(), each_team }
        }
        _ => return None,
    })
}
