//! Finds the place where a limit stopped a script. Rhai reports only which function was running.
//! The script therefore runs again with additional calls, which record each loop or each statement
//! that is reached.

use std::cell::RefCell;
use std::rc::Rc;

use rhai::{AST, ASTNode, Dynamic, Engine, Module, NativeCallContext, Position, Scope, Stmt};

use super::scripts::{Script, ScriptSpan, Scripts};
use crate::script::engine::sandbox;
use crate::script::engine::sandbox::{Sandbox, ScriptStop, TextOffsets, code_before};
use crate::script::syntax::skim::is_word;

/// The function that notes a place.
const NOTE: &str = "note_place__";

/// The unit whose places are noted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StopUnit {
    /// Loops, each time their body begins.
    Loops,
    /// Statements of blocks.
    Statements,
}

/// A place that was noted. It consists of the index of the script, and the offset in the source of
/// this script.
type PlaceNote = (i64, i64);

/// The last note of each running function. Each has the call depth of the function.
#[derive(Default)]
struct Trail(RefCell<Vec<(usize, PlaceNote)>>);

impl Trail {
    /// Registers the functions that note places with an engine.
    #[expect(deprecated, reason = "Rhai calls the interface volatile")]
    fn register(self: &Rc<Self>, engine: &mut Engine) {
        let trail = Rc::clone(self);
        engine.register_fn(NOTE, move |context: NativeCallContext<'_>, script: i64, at: i64| {
            // The note itself is a function call.
            let level = context.call_level().saturating_sub(1);
            trail.leave(level);
            trail.0.borrow_mut().push((level, (script, at)));
        });
        // A function is looking up a variable, so the functions that it called have ended.
        let trail = Rc::clone(self);
        engine.on_var(move |_, _, context| {
            trail.leave(context.call_level() + 1);
            Ok(None)
        });
    }

    /// Removes the notes of all functions at this call depth and deeper.
    fn leave(&self, level: usize) {
        let mut notes = self.0.borrow_mut();
        let running = notes.iter().take_while(|(at, _)| *at < level).count();
        notes.truncate(running);
    }
}

impl Scripts {
    /// Calls a function again, and returns the place where it stops. `sandbox` creates the
    /// arguments, and a sandbox to which the shared functions have not been added.
    ///
    /// If there were too many operations, the place is the innermost loop that was running. If no
    /// loop was running, the place is the current statement of `function`. If calls were nested too
    /// deeply or a value became too large, the place is the innermost current statement.
    pub(crate) fn place_stopped(
        &self,
        stopped: ScriptStop,
        script: &Script,
        function: &str,
        mut sandbox: impl FnMut() -> (Sandbox, Vec<Dynamic>),
    ) -> Option<ScriptSpan<'_>> {
        let mut trail = |noted| {
            let (sandbox, mut args) = sandbox();
            self.trail(noted, sandbox, script, function, &mut args)
        };
        let place = match stopped {
            ScriptStop::Size => *trail(StopUnit::Statements)?.last()?,
            ScriptStop::Operations => match trail(StopUnit::Loops)?.last() {
                Some(place) => *place,
                None => *trail(StopUnit::Statements)?.first()?,
            },
        };
        self.word_at(place)
    }

    /// Calls a function again. Returns the notes of the functions that were running when the call
    /// stopped.
    fn trail(
        &self,
        noted: StopUnit,
        mut sandbox: Sandbox,
        script: &Script,
        function: &str,
        args: &mut [Dynamic],
    ) -> Option<Vec<PlaceNote>> {
        let trail = Rc::new(Trail::default());
        trail.register(&mut sandbox.engine);
        for (number, shared) in self.scripts.iter().enumerate().filter(|(_, s)| s.is_shared()) {
            let module = noting(noted, &sandbox.engine, shared, number)
                .and_then(|ast| Module::eval_ast_as_new(Scope::new(), &ast, &sandbox.engine).ok());
            if let Some(module) = module {
                sandbox.engine.register_global_module(module.into());
            }
        }
        let number = self.scripts.iter().position(|one| std::ptr::eq(one, script))?;
        let ast = noting(noted, &sandbox.engine, script, number)?;
        let error = sandbox.call(&sandbox.callable(ast), function, args).err()?;
        sandbox::stopped(&error)?;
        let notes = trail.0.borrow();
        Some(notes.iter().map(|(_, place)| *place).collect())
    }

    /// Returns the word at a noted place.
    fn word_at(&self, (number, at): PlaceNote) -> Option<ScriptSpan<'_>> {
        let source = &self.scripts.get(usize::try_from(number).ok()?)?.source;
        let start = usize::try_from(at).ok()?;
        let rest = source.text.get(start..)?;
        let word = rest.bytes().take_while(|b| is_word(*b)).count();
        Some((source, start..start + word.max(1)))
    }
}

/// Compiles a script with additional calls that note its loops or its statements.
fn noting(noted: StopUnit, engine: &Engine, script: &Script, number: usize) -> Option<AST> {
    let Script { source, outline, values, .. } = script;
    let mut text = sandbox::without_tunables(source, outline);
    let compile = |text: &str| sandbox::compile_text(engine, source, outline, values, text).ok();
    let (here, there) = (TextOffsets::new(&text), TextOffsets::new(&source.text));
    // The offset at which to insert each note, and the place that the note records.
    let mut notes: Vec<(usize, usize)> = Vec::new();
    compile(&text)?.walk(&mut |path| {
        let Some(ASTNode::Stmt(statement)) = path.last() else { return true };
        let (at, place) = match noted {
            StopUnit::Loops => match body(statement) {
                Some((body, at)) => (here.span(&text, body).start, at),
                None => return true,
            },
            StopUnit::Statements => {
                let at = start(statement);
                (here.span(&text, at).start, at)
            }
        };
        let place = there.span(&source.text, place).start;
        match noted {
            StopUnit::Loops if text[at..].starts_with('{') => notes.push((at + 1, place)),
            // A closure's body, or the other branch of a condition, is not a statement of a block.
            StopUnit::Statements if text[code_before(&text, at)].ends_with(['{', '}', ';']) => {
                notes.push((at, place));
            }
            _ => {}
        }
        true
    });
    // Insertion from the end keeps the other offsets valid.
    notes.sort_unstable();
    notes.dedup();
    for (at, place) in notes.into_iter().rev() {
        text.insert_str(at, &format!(" {NOTE}({number}, {place}); "));
    }
    compile(&text)
}

/// Returns the position of the body of a loop, and the position of the loop's keyword.
fn body(statement: &Stmt) -> Option<(Position, Position)> {
    match statement {
        Stmt::While(flow, at) | Stmt::Do(flow, _, at) => Some((flow.body.position(), *at)),
        Stmt::For(parts, at) => Some((parts.2.body.position(), *at)),
        _ => None,
    }
}

/// Returns the start of a statement.
fn start(statement: &Stmt) -> Position {
    match statement {
        Stmt::Assignment(parts) => parts.1.lhs.start_position(),
        _ => statement.position(),
    }
}
