//! Finds the loop that a script was in when it was stopped because it took too many operations. Rhai tells only which
//! function was called. So the script runs once more, with a call at the start of each loop's body that notes the
//! loop.

use std::cell::Cell;
use std::rc::Rc;

use rhai::{AST, ASTNode, Dynamic, Engine, Module, Scope, Stmt};

use super::program::{Place, Script, Scripts};
use super::sandbox::{self, Places, Sandbox};

/// The function that notes a loop.
const NOTE: &str = "note_loop__";

impl Scripts {
    /// The loop in which a function is stopped when it is called again in a sandbox that knows everything but shared
    /// functions; none if it is not stopped in one.
    pub(crate) fn endless_loop(
        &self,
        mut sandbox: Sandbox,
        script: &Script,
        function: &str,
        args: &mut [Dynamic],
    ) -> Option<Place<'_>> {
        let last = Rc::new(Cell::new(None));
        let note = Rc::clone(&last);
        sandbox.engine.register_fn(NOTE, move |script: i64, at: i64| note.set(Some((script, at))));
        for (number, shared) in self.scripts.iter().enumerate().filter(|(_, s)| s.is_shared()) {
            let module = noting(&sandbox.engine, shared, number)
                .and_then(|ast| Module::eval_ast_as_new(Scope::new(), &ast, &sandbox.engine).ok());
            if let Some(module) = module {
                sandbox.engine.register_global_module(module.into());
            }
        }
        let number = self.scripts.iter().position(|one| std::ptr::eq(one, script))?;
        let ast = noting(&sandbox.engine, script, number)?;
        let error = sandbox.call(&sandbox.callable(ast), function, args).err()?;
        if !sandbox::is_endless(&error) {
            return None;
        }
        let (number, at) = last.get()?;
        let source = &self.scripts.get(usize::try_from(number).ok()?)?.source;
        let start = usize::try_from(at).ok()?;
        let word = source.text.get(start..)?.bytes().take_while(u8::is_ascii_lowercase).count();
        Some((source, start..start + word))
    }
}

/// A script that notes each of its loops whenever its body begins.
fn noting(engine: &Engine, script: &Script, number: usize) -> Option<AST> {
    let Script { source, outline, values, .. } = script;
    let mut text = sandbox::without_tunables(source, outline);
    let compile = |text: &str| sandbox::compile_text(engine, source, outline, values, text).ok();
    let (here, there) = (Places::new(&text), Places::new(&source.text));
    let mut bodies: Vec<(usize, usize)> = Vec::new();
    compile(&text)?.walk(&mut |path| {
        let found = match path.last() {
            Some(ASTNode::Stmt(Stmt::While(flow, at) | Stmt::Do(flow, _, at))) => {
                Some((flow.body.position(), *at))
            }
            Some(ASTNode::Stmt(Stmt::For(parts, at))) => Some((parts.2.body.position(), *at)),
            _ => None,
        };
        if let Some((body, at)) = found {
            let word = there.span(&source.text, at).start;
            bodies.push((here.span(&text, body).start, word));
        }
        true
    });
    // From the end, so that the others stay where they are.
    bodies.sort_unstable();
    bodies.dedup();
    for (body, word) in bodies.into_iter().rev() {
        if text[body..].starts_with('{') {
            text.insert_str(body + 1, &format!(" {NOTE}({number}, {word});"));
        }
    }
    compile(&text)
}
