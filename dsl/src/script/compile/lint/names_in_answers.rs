//! Checks the answers of the hooks `promotes` and `arrives`. Strings in these answers are names of
//! kinds and marks.

use std::collections::BTreeSet;

use rhai::{AST, ASTFlags, ASTNode, Expr, Stmt};

use super::Lint;
use crate::script::engine::direct::statements;
use crate::script::interface::api::Type;

/// The maximum number of nodes of a function that are visited.
const MAX_VISITED_NODES: usize = 20_000;

/// The hooks whose answers are checked.
const HOOKS: [&str; 2] = ["promotes", "arrives"];

/// A statement or an expression that may be an answer.
#[derive(Clone, Copy)]
enum AnswerPart<'a> {
    Statement(&'a Stmt),
    Expression(&'a Expr),
}

impl Lint<'_> {
    /// Records the names in the answers of `promotes` and `arrives`. If a hook returns the result
    /// of a helper, the names in that result are recorded too.
    pub(super) fn hook_answers(&mut self, ast: &AST) {
        for hook in HOOKS {
            let mut asked = BTreeSet::from([hook.to_owned()]);
            let mut waiting = vec![hook.to_owned()];
            while let Some(name) = waiting.pop() {
                let function = ast.iter_fn_def().find(|function| *function.name == *name);
                let params = function.map(|function| function.params.len());
                let body = params.map(|params| statements(ast, &name, params));
                let given = body.map(|body| answers(&body));
                for answer in given.unwrap_or_default() {
                    match &answer {
                        Expr::FnCall(call, _) if call.op_token.is_none() => {
                            let helper = call.name.to_string();
                            if asked.insert(helper.clone()) {
                                waiting.push(helper);
                            }
                        }
                        answer => self.answer(hook, answer),
                    }
                }
            }
        }
    }

    fn answer(&mut self, hook: &str, answer: &Expr) {
        match self.literal_of(answer).cloned() {
            Some(Expr::Map(entries, _)) => {
                for (key, value) in &entries.0 {
                    match key.name.as_str() {
                        "kinds" | "become" => self.named(Type::Kind, value),
                        "set_mark" | "clear_mark" => self.named(Type::Mark, value),
                        _ => {}
                    }
                }
            }
            _ if hook == "promotes" => self.named(Type::Kind, answer),
            _ => {}
        }
    }

    /// Records names of the type `of`. The value is a string, or an array of strings.
    fn named(&mut self, of: Type, value: &Expr) {
        let items = match self.literal_of(value) {
            Some(Expr::Array(items, _)) => items.to_vec(),
            _ => vec![value.clone()],
        };
        for (text, at) in items.iter().flat_map(|item| self.texts_of(item)).collect::<Vec<_>>() {
            self.literal(of, &text, self.text_span(&text, at));
        }
    }
}

/// Returns the expressions that may be the result of a function. They are the expressions that end
/// its body, including the ends of branches, and the expressions in `return` statements.
fn answers(body: &[Stmt]) -> Vec<Expr> {
    let mut found = returned(body);
    let mut parts: Vec<AnswerPart<'_>> =
        body.last().map(AnswerPart::Statement).into_iter().collect();
    while let Some(part) = parts.pop() {
        match part {
            AnswerPart::Statement(Stmt::Expr(expr)) => parts.push(AnswerPart::Expression(expr)),
            AnswerPart::Statement(Stmt::FnCall(call, at)) => {
                found.push(Expr::FnCall(call.clone(), *at));
            }
            AnswerPart::Statement(Stmt::Block(block)) => parts.extend(last(block.statements())),
            AnswerPart::Statement(Stmt::If(flow, _)) => {
                parts.extend(last(flow.body.statements()));
                parts.extend(last(flow.branch.statements()));
            }
            AnswerPart::Statement(Stmt::Switch(switch, _)) => {
                parts.extend(
                    switch.1.expressions.iter().map(|case| AnswerPart::Expression(&case.rhs)),
                );
            }
            AnswerPart::Statement(_) => {}
            AnswerPart::Expression(Expr::Stmt(block)) => parts.extend(last(block.statements())),
            AnswerPart::Expression(expr) => found.push(expr.clone()),
        }
    }
    found
}

/// Returns the last statement of a block, which determines the value of the block.
fn last(block: &[Stmt]) -> Option<AnswerPart<'_>> {
    block.last().map(AnswerPart::Statement)
}

/// Returns the expressions in the `return` statements of a function. A `return` in a closure is not
/// included, because Rhai compiles a closure as a separate function.
fn returned(body: &[Stmt]) -> Vec<Expr> {
    let mut found = Vec::new();
    let mut nodes = 0;
    for statement in body {
        statement.walk(&mut Vec::new(), &mut |path| {
            if let Some(ASTNode::Stmt(Stmt::Return(Some(expr), how, _))) = path.last()
                && !how.intersects(ASTFlags::BREAK)
            {
                found.push((**expr).clone());
            }
            // The cases of nested switches multiply.
            nodes += 1;
            nodes < MAX_VISITED_NODES
        });
    }
    found
}
