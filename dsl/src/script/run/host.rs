//! Answers events with scripts. Each worker has a host. A host contains an engine, the compiled
//! scripts, and a sink that collects effects.

use std::cell::{Cell, OnceCell, RefCell};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use quadrille_core::rules::ScriptPlace;
use quadrille_core::{
    Candidate, CompiledRules, Emitted, Event, EventKind, Handler, HookError, Hooks, Move,
    RustRules, Seat, Spec, Square, View,
};
use rhai::{AST, Array, Dynamic, Map};

use crate::script::compile::scripts::{Script, Scripts};
use crate::script::compile::tabulate;
use crate::script::engine::direct::{Direct, DirectStop, EntryFunction, Library};
use crate::script::engine::sandbox;
use crate::script::engine::sandbox::{Callable, Sandbox};
use crate::script::interface::bindings;
use crate::script::interface::bindings::effects::EffectSink;
use crate::script::interface::bindings::game_view::MOVE_GENERATION_OPERATIONS;
use crate::script::interface::bindings::rule_facts::Facts;
use crate::script::interface::hook_catalogue::arguments;
use crate::script::interface::native::game_value::{GameAnswer, GameQuestion, GameValue};
use crate::script::interface::native::{
    Fallible, OperationBudget, Registrar, Value, fail, failure,
};
use crate::script::run::hook_arguments::Arguments;
use crate::script::run::hook_memo::{HookAnswer, Memo, MemoLookup};
use crate::script::run::recorded_reads::{AnsweringGame, ReadNotes, RecordingView};
use crate::script::syntax::Spanned;

/// The scripts of a ruleset, ready to answer events. A host can be used on one thread only.
pub struct Host {
    pub(super) scripts: Arc<Scripts>,
    pub(super) rules: CompiledRules,
    /// Rules that are written in Rust. Their handlers have higher indices than the handlers of the
    /// scripts.
    rust: RustRules,
    /// The compiled scripts. The first call of a hook compiles them. They are not compiled earlier,
    /// because compilation takes milliseconds and many games never call a hook. For example, the
    /// games of a short search rarely call a hook.
    compiled: OnceCell<CompiledScripts>,
    /// `true` if Rhai must run all functions.
    by_rhai: bool,
    /// The function of each handler. `None` if no script defines the function.
    handlers: Vec<Option<BoundHandler>>,
    /// `true` if there are hooks about moves.
    per_move: bool,
    /// A buffer for the arguments of a call. Each call reuses it.
    args: Cell<Vec<Value>>,
    /// Copies of games that no hook uses at present. They are reused for the next hooks.
    spare: RefCell<Vec<GameValue>>,
    /// `true` while the game answers a query that a hook has made.
    judging: Cell<bool>,
    /// The first failure of a hook about moves. It is removed when the engine reads it.
    fault: RefCell<Option<HookError>>,
}

impl std::fmt::Debug for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Host").finish_non_exhaustive()
    }
}

/// The compiled scripts, and all data that is needed to run them.
struct CompiledScripts {
    sandbox: Sandbox,
    sink: Rc<EffectSink>,
    /// The scripts in Rhai's form. If a script does not compile, its entry is `None`, and calls of
    /// its hooks report an error.
    callables: Vec<Option<Callable>>,
    /// The scripts for direct execution.
    direct: Direct,
}

/// The function of a handler.
pub(super) struct BoundHandler {
    pub(super) script: usize,
    pub(super) function: String,
    /// The byte offset where the function starts in its file.
    pub(super) start: usize,
    /// The number of the function's parameters.
    pub(super) params: usize,
    /// The function in a form that runs without Rhai. This form is created at the first call. The
    /// inner option is `None` if the function has no such form.
    pub(super) direct: OnceCell<Option<EntryFunction>>,
    /// `true` if only Rhai may run the function.
    pub(super) by_rhai: Cell<bool>,
    /// `true` if the function uses its `game` argument. Otherwise, no copy of the game is made for
    /// the function.
    pub(super) reads: bool,
    /// One bit for each parameter after `game`. The bit is set if the function uses the parameter.
    pub(super) mentions: u8,
    /// The stored answers of the hook.
    pub(super) memo: Memo,
}

/// A call without a stored answer.
struct UnansweredCall {
    arguments: Arguments,
    /// The record to which the script's reads are added. `None` if the reads should not be
    /// recorded.
    notes: Option<Rc<ReadNotes>>,
}

/// Returns a view of the game. If a hook reads the game through this view, the reads are recorded
/// in `notes`.
fn with_notes(GameValue(game, asked): &GameValue, notes: &Rc<ReadNotes>) -> GameValue {
    let view = RecordingView { game: Rc::clone(game), notes: Rc::clone(notes) };
    GameValue(Rc::new(view), Rc::clone(asked))
}

/// The subject of a query about moves.
#[derive(Clone, Copy)]
enum MoveSubject<'a> {
    Seat(Seat),
    Move(&'a Candidate),
}

impl CompiledScripts {
    fn new(scripts: &Scripts, spec: &Spec) -> Self {
        let facts = Facts::new(spec);
        let sink = EffectSink::new(Rc::clone(&facts), scripts.origins());
        let mut sandbox = Sandbox::new(OperationBudget::EVENTS);
        let meter = Rc::clone(&sandbox.meter);
        let mut registrar = Registrar::new(&mut sandbox.engine);
        bindings::register(&mut registrar, &meter, &facts, &sink);
        let Registrar { natives, .. } = registrar;
        scripts.share(&mut sandbox.engine);
        let compiled = scripts.scripts.iter().map(|script| script.compile(&sandbox.engine).ok());
        let compiled: Vec<_> = compiled.collect();
        let libraries = scripts.scripts.iter().zip(&compiled);
        let libraries = libraries.map(|(script, ast)| library(script, ast.as_ref()?)).collect();
        let direct = Direct::new(libraries, natives, &meter);
        let callables = compiled.into_iter().map(|ast| Some(sandbox.callable(ast?))).collect();
        Self { sandbox, sink, callables, direct }
    }
}

impl Host {
    pub(crate) fn new(scripts: &Arc<Scripts>, rules: &CompiledRules, rust: RustRules) -> Self {
        let spec = rules.spec();
        let handlers = spec.handlers.iter().map(|handler| bind(scripts, &handler.name)).collect();
        Self {
            scripts: Arc::clone(scripts),
            rules: rules.clone(),
            rust,
            compiled: OnceCell::new(),
            by_rhai: false,
            handlers,
            per_move: spec.handlers.iter().any(about_moves),
            args: Cell::default(),
            spare: RefCell::default(),
            judging: Cell::new(false),
            fault: RefCell::default(),
        }
    }

    fn compiled(&self) -> &CompiledScripts {
        self.compiled.get_or_init(|| CompiledScripts::new(&self.scripts, self.rules.spec()))
    }

    /// Disables stored answers. Every call of a hook then runs the script.
    #[must_use]
    pub fn without_memory(self) -> Self {
        for entry in self.handlers.iter().flatten() {
            entry.memo.give_up();
        }
        self
    }

    /// Makes Rhai run all scripts, without direct execution. The answers are the same.
    #[must_use]
    pub fn by_rhai(mut self) -> Self {
        self.by_rhai = true;
        self
    }

    /// Returns the name of each function that has a form for direct execution, with two numbers.
    /// The first number counts all calls of the function, and the second counts the calls that Rhai
    /// had to run.
    #[cfg(test)]
    pub(super) fn called_directly(&self) -> Vec<(&str, (u32, u32))> {
        let handlers = self.handlers.iter().zip(&self.rules.spec().handlers);
        let entry = |entry: &BoundHandler| entry.direct.get()?.as_ref().map(Direct::counts);
        handlers
            .filter_map(|(bound, of)| Some((of.name.as_str(), entry(bound.as_ref()?)?)))
            .collect()
    }

    /// Lets the game answer a query of a hook. The game may run other hooks to find the answer, for
    /// example to find whether a royal would be captured. If such a nested hook also makes a query,
    /// returns `None`, so that no further hooks run.
    fn judge<T>(&self, ask: impl FnOnce() -> T) -> Option<T> {
        if self.judging.replace(true) {
            return None;
        }
        let answer = ask();
        self.judging.set(false);
        Some(answer)
    }

    /// Returns a copy of the game for an event hook. An old copy is reused if there is one.
    fn copy(&self, view: &dyn View) -> GameValue {
        let spare = self.spare.borrow_mut().pop();
        let game = match spare {
            Some(mut game) => {
                view.detach_over(&mut game.0);
                game
            }
            None => GameValue(view.detach(), Rc::default()),
        };
        // While the game answers a hook's query, the copy answers the queries of nested scripts.
        let first = !self.judging.get();
        game.1.statuses.set(first);
        game.1.lifts.set(first && self.per_move);
        game
    }

    /// Stores a copy of a game, so that the next hook can reuse it. A copy that is still in use is
    /// not stored.
    fn keep(&self, mut game: GameValue) {
        if let (Some(view), Some(asked)) = (Rc::get_mut(&mut game.0), Rc::get_mut(&mut game.1)) {
            view.release();
            asked.answers.get_mut().clear();
            self.spare.borrow_mut().push(game);
        }
    }

    /// Lets the game answer a query of a hook.
    fn answer(&self, view: &dyn View, question: GameQuestion) -> Result<GameAnswer, HookError> {
        let answer = self.judge(|| match question {
            GameQuestion::Status(seat) => GameAnswer::Status(view.status(seat)),
            GameQuestion::Lift(seat, from, to) => {
                GameAnswer::Lift(view.can_lift(seat, Move::new(from, to)))
            }
        });
        // Hooks about moves may have run and failed.
        self.fault().map_or(Ok(()), Err)?;
        // Only the first of nested hooks queries the game.
        Ok(answer.unwrap_or(GameAnswer::Lift(false)))
    }

    /// Returns the function of a handler.
    fn entry(&self, handler: usize) -> Result<&BoundHandler, HookError> {
        let entry = self.handlers.get(handler).and_then(Option::as_ref);
        entry.ok_or_else(|| self.error(handler, "there is no such hook"))
    }

    /// Calls the function of a handler. The operations in `taken` count as already used from the
    /// budget of the call.
    fn run(
        &self,
        handler: usize,
        entry: &BoundHandler,
        args: &[Value],
        notes: Option<&Rc<ReadNotes>>,
        taken: u64,
    ) -> Fallible<Value> {
        self.open(handler);
        match self.run_directly(entry, args, notes, taken) {
            Ok(answer) => Ok(answer),
            Err(DirectStop::Interrupted(error)) => Err(error),
            Err(DirectStop::Unable) => {
                let CompiledScripts { sandbox, callables, .. } = self.compiled();
                let Some(Some(callable)) = callables.get(entry.script) else {
                    return fail("its script does not compile");
                };
                self.open(handler);
                let mut args: Vec<_> = args.iter().cloned().map(Value::into_dynamic).collect();
                let answer = sandbox.call_again(callable, &entry.function, &mut args, taken);
                answer.map(|answer| Value::from_dynamic(&answer))
            }
        }
    }

    /// Prepares a call. Removes the effects of the previous call, and sets the clause of later
    /// effects to the clause of the handler.
    fn open(&self, handler: usize) {
        self.compiled().sink.open(self.rules.spec().handlers.get(handler).and_then(|h| h.clause));
    }

    /// Calls a handler's function without Rhai.
    fn run_directly(
        &self,
        entry: &BoundHandler,
        args: &[Value],
        notes: Option<&Rc<ReadNotes>>,
        taken: u64,
    ) -> Result<Value, DirectStop> {
        if self.by_rhai || entry.by_rhai.get() {
            return Err(DirectStop::Unable);
        }
        let CompiledScripts { sandbox, direct, .. } = self.compiled();
        let function =
            entry.direct.get_or_init(|| direct.entry(entry.script, &entry.function, entry.params));
        let Some(function) = function else { return Err(DirectStop::Unable) };
        sandbox.meter.resume(taken);
        let answer = direct.call(function, args);
        if matches!(answer, Err(DirectStop::Unable)) {
            // Rhai runs the function again, and may read in another order. The recorded reads then
            // do not fit the tree.
            if let Some(notes) = notes {
                notes.close();
            }
            if function.is_wasted() {
                entry.by_rhai.set(true);
                entry.memo.forget();
            }
        }
        answer
    }

    /// Calls the hook of an event. `game` is the copy of the game for the hook, or `None` if the
    /// hook does not read the game. If the hook makes a query that only the game itself can answer,
    /// the call ends. The game answers the query, and the hook is called again.
    fn call_with(
        &self,
        handler: usize,
        entry: &BoundHandler,
        event: &Event<'_>,
        view: &dyn View,
        game: Option<&GameValue>,
        notes: Option<&Rc<ReadNotes>>,
    ) -> Result<(), HookError> {
        let mut taken = 0;
        loop {
            let value = game.map_or(Value::Nothing, |game| Value::Game(game.clone()));
            let mut args = self.args.take();
            args.clear();
            arguments(value, event, entry.mentions, &mut args)
                .map_err(|error| self.error(handler, error.to_string()))?;
            let done = self.run(handler, entry, &args, notes, taken);
            // Queries to the game are answered between two calls, because hooks can't be called
            // during a call. Hooks only read and emit, so the second call makes the same query.
            let open = game.and_then(|GameValue(_, asked)| Some((asked, asked.open.take()?)));
            let ended = match (&open, done) {
                (None, Err(error)) => Err(self.failed(handler, entry, &args, &error)),
                _ => Ok(()),
            };
            // The copy of the game will be reused.
            args.clear();
            self.args.set(args);
            let Some((asked, question)) = open else { return ended };
            taken = self.compiled().sandbox.meter.taken() + MOVE_GENERATION_OPERATIONS;
            let answer = self.answer(view, question)?;
            if let Some(notes) = notes {
                notes.take_verdict(question, answer);
            }
            asked.answers.borrow_mut().push((question, answer));
        }
    }

    /// Calls the hook of an event, and returns its effects. If `notes` is not `None`, the hook's
    /// reads are recorded there.
    fn call_noted(
        &self,
        handler: usize,
        entry: &BoundHandler,
        event: &Event<'_>,
        view: &dyn View,
        notes: Option<&Rc<ReadNotes>>,
    ) -> Result<Vec<Emitted>, HookError> {
        let game = entry.reads.then(|| self.copy(view));
        let noted = game.as_ref().zip(notes).map(|(game, notes)| with_notes(game, notes));
        let shown = noted.as_ref().or(game.as_ref());
        let done = self.call_with(handler, entry, event, view, shown, notes);
        let mut emitted = Vec::new();
        match done {
            Ok(()) => self.compiled().sink.drain(&mut emitted),
            Err(_) => self.compiled().sink.open(None),
        }
        drop(noted);
        if let Some(game) = game {
            self.keep(game);
        }
        done.map(|()| emitted)
    }

    /// Returns the stored answer of a call. If no answer is stored, returns an `Err` that contains
    /// everything needed to run the script.
    fn recall(
        &self,
        entry: &BoundHandler,
        arguments: Arguments,
        view: &dyn View,
    ) -> Result<HookAnswer, UnansweredCall> {
        let judge = |question| match self.judging.get() {
            true => None,
            // If this fails, the hook's own query will report the failure.
            false => self.answer(view, question).ok(),
        };
        let notes = match entry.memo.recall(&arguments, &AnsweringGame { view, judge: &judge }) {
            MemoLookup::Answer(answer, operations) => {
                self.compiled().sandbox.meter.resume(0);
                self.compiled().sandbox.meter.charge(operations);
                entry.memo.done(arguments);
                return Ok(answer);
            }
            MemoLookup::Unknown => Some(Rc::default()),
            MemoLookup::Never => None,
        };
        Err(UnansweredCall { arguments, notes })
    }

    /// Stores the answer of a script that has just run. Does nothing if the reads of this run were
    /// not recorded.
    fn note(
        &self,
        entry: &BoundHandler,
        asked: UnansweredCall,
        answer: impl FnOnce() -> HookAnswer,
    ) {
        let UnansweredCall { arguments, notes } = asked;
        if let Some(notes) = notes {
            entry.memo.note(&arguments, &notes, answer(), self.compiled().sandbox.meter.taken());
        }
        entry.memo.done(arguments);
    }

    /// Answers a query about moves. If there is no stored answer, calls the hook. If a hook has
    /// failed, calls no hook until the engine has read the failure.
    fn ask(
        &self,
        handler: usize,
        about: MoveSubject<'_>,
        game: &Rc<dyn View>,
        read: impl FnOnce(Value) -> Fallible<HookAnswer>,
    ) -> Option<HookAnswer> {
        if self.fault.borrow().is_some() {
            return None;
        }
        let answer = self.entry(handler).and_then(|entry| {
            let mut arguments = entry.memo.arguments(entry.mentions);
            match about {
                MoveSubject::Seat(seat) => arguments.add_seat(seat),
                MoveSubject::Move(candidate) => arguments.write_candidate(candidate),
            }
            let asked = match self.recall(entry, arguments, &**game) {
                Ok(answer) => return Ok(answer),
                Err(asked) => asked,
            };
            // This copy of the game calls no hooks about moves. If the copy called such hooks, the
            // hooks could call each other endlessly.
            let value = if entry.reads {
                let game = GameValue(Rc::clone(game), Rc::default());
                Value::Game(match &asked.notes {
                    Some(notes) => with_notes(&game, notes),
                    None => game,
                })
            } else {
                Value::Nothing
            };
            let about = match about {
                MoveSubject::Seat(seat) => Value::Seat(seat),
                MoveSubject::Move(candidate) => Value::Move(Rc::new(*candidate)),
            };
            let args = [value, about];
            let answer = self.run(handler, entry, &args, asked.notes.as_ref(), 0).and_then(read);
            let answer = answer.map_err(|error| self.failed(handler, entry, &args, &error))?;
            self.note(entry, asked, || answer.clone());
            Ok(answer)
        });
        answer.map_err(|error| self.fault.replace(Some(error))).ok()
    }

    pub(super) fn error(&self, handler: usize, message: impl Into<String>) -> HookError {
        let hook = self.rules.spec().handlers.get(handler).map(|h| h.name.clone());
        HookError::new(hook.unwrap_or_default(), message)
    }
}

/// Returns a script in the form for direct execution.
fn library(script: &Script, ast: &AST) -> Option<Library> {
    let text = |span: &Range<usize>| script.source.text[span.clone()].to_owned();
    Some(Library {
        ast: ast.clone(),
        source: script.source.name.as_str().into(),
        shared: script.is_shared(),
        texts: script.outline.strings.iter().map(text).collect(),
    })
}

/// Returns `true` if the hook of a handler is a hook about moves.
fn about_moves(handler: &Handler) -> bool {
    matches!(handler.event, EventKind::ExtraMoves | EventKind::Forbids)
}

/// Finds the function of a handler. The handler's name is `script.function`.
fn bind(scripts: &Scripts, name: &str) -> Option<BoundHandler> {
    let (stem, function) = name.rsplit_once('.')?;
    let script = scripts.scripts.iter().position(|script| script.stem == stem)?;
    let found = scripts.scripts[script].function(function)?;
    let mentioned = |param: &Spanned<String>| found.words.contains(&param.value);
    let (game, others) = found.params.split_first()?;
    let mentions =
        others.iter().rev().fold(0, |bits, param| bits << 1 | u8::from(mentioned(param)));
    Some(BoundHandler {
        script,
        function: function.to_owned(),
        start: found.span.start,
        params: found.params.len(),
        direct: OnceCell::new(),
        by_rhai: Cell::new(false),
        reads: mentioned(game),
        mentions,
        memo: Memo::default(),
    })
}

impl Hooks for Host {
    fn call(
        &self,
        handler: usize,
        event: &Event<'_>,
        view: &dyn View,
        out: &mut Vec<Emitted>,
    ) -> Result<(), HookError> {
        if self.rust.of_handler(handler).is_some() {
            return self.rust.call(handler, event, view, out);
        }
        let entry = self.entry(handler)?;
        let mut arguments = entry.memo.arguments(entry.mentions);
        arguments.write_event(event);
        let asked = match self.recall(entry, arguments, view) {
            Ok(answer) => {
                if let HookAnswer::Effects(effects) = answer {
                    out.extend(effects.iter().cloned());
                }
                return Ok(());
            }
            Err(asked) => asked,
        };
        let emitted = self.call_noted(handler, entry, event, view, asked.notes.as_ref())?;
        self.note(entry, asked, || HookAnswer::Effects(emitted.as_slice().into()));
        out.extend(emitted);
        Ok(())
    }

    fn extra_moves(
        &self,
        handler: usize,
        seat: Seat,
        game: &Rc<dyn View>,
        out: &mut Vec<(Square, Square)>,
    ) {
        if self.rust.of_handler(handler).is_some() {
            return self.rust.extra_moves(handler, seat, game, out);
        }
        let read = |answer: Value| {
            pairs(&**game, answer.into_dynamic()).map(|moves| HookAnswer::Moves(moves.into()))
        };
        if let Some(HookAnswer::Moves(moves)) =
            self.ask(handler, MoveSubject::Seat(seat), game, read)
        {
            out.extend(moves.iter());
        }
    }

    fn forbids(&self, handler: usize, candidate: &Candidate, game: &Rc<dyn View>) -> bool {
        if self.rust.of_handler(handler).is_some() {
            return self.rust.forbids(handler, candidate, game);
        }
        let truth = |answer: Value| {
            let truth =
                tabulate::answer_values::truth(&answer.into_dynamic()).map_err(|error| {
                    let (gave, ..) = sandbox::describe(&error);
                    failure(format!("it returned {gave}, but must return `true` or `false`"))
                })?;
            Ok(HookAnswer::Forbidden(truth))
        };
        let answer = self.ask(handler, MoveSubject::Move(candidate), game, truth);
        matches!(answer, Some(HookAnswer::Forbidden(true)))
    }

    fn fault(&self) -> Option<HookError> {
        self.fault.take()
    }

    fn operations(&self) -> u64 {
        self.compiled.get().map_or(0, |compiled| compiled.sandbox.meter.total())
    }

    fn place(&self, handler: usize, place: u64) -> Option<ScriptPlace> {
        let name = self.rules.spec().handlers.get(handler).map_or("", |handler| &handler.name);
        self.scripts.effect_place(name, place)
    }
}

/// Converts the answer of `extra_moves` to the moves that the hook offers.
fn pairs(game: &dyn View, answer: Dynamic) -> Fallible<Vec<(Square, Square)>> {
    const HELP: &str = "it must return an array of moves, each `#{ from: …, to: … }` with squares";
    let Some(moves) = answer.try_cast::<Array>() else { return fail(HELP) };
    let end = |mv: &Map, key: &str| mv.get(key).and_then(|end| end.clone().try_cast::<Square>());
    moves
        .into_iter()
        .map(|mv| {
            let Some(mv) = mv.try_cast::<Map>() else { return fail(HELP) };
            if let Some(key) = mv.keys().find(|key| !matches!(key.as_str(), "from" | "to")) {
                return fail(format!("an offered move has the key `{key}`; {HELP}"));
            }
            let Some((from, to)) = end(&mv, "from").zip(end(&mv, "to")) else { return fail(HELP) };
            if game.piece(from).is_none() {
                let name = game.rules().spec().geometry.name(from);
                return fail(format!("an offered move starts on {name}, which is empty"));
            }
            Ok((from, to))
        })
        .collect()
}
