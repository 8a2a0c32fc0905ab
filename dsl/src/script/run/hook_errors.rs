//! Error messages for hooks that failed. A message states the reason, the script and the place.

use std::rc::Rc;

use crate::text::prose::listed;
use quadrille_core::HookError;
use quadrille_core::rules::ScriptPlace;
use rhai::{EvalAltResult, Position};

use super::host::{BoundHandler, Host};
use crate::script::compile::scripts::{Script, ScriptSpan};
use crate::script::engine::sandbox;
use crate::script::engine::sandbox::{Sandbox, ScriptStop};
use crate::script::interface::bindings;
use crate::script::interface::bindings::effects::EffectSink;
use crate::script::interface::bindings::rule_facts::Facts;
use crate::script::interface::native::{OperationBudget, Registrar, Value};

impl Host {
    /// Returns the error for a handler whose function failed. `args` are the arguments of the
    /// failed call.
    pub(super) fn failed(
        &self,
        handler: usize,
        entry: &BoundHandler,
        args: &[Value],
        error: &EvalAltResult,
    ) -> HookError {
        let (message, help, at) = sandbox::describe(error);
        let called = &self.scripts.scripts[entry.script];
        let failed = self.scripts.failed(called, error);
        let stopped = sandbox::stopped(error);
        let stopped = stopped.and_then(|stopped| self.place_stopped(stopped, entry, args));
        let source = stopped.as_ref().map_or(&failed.source, |(source, _)| *source);
        let mut help = help.map_or_else(String::new, |help| format!("; {help}"));
        if let Some(why) = self.without_partner(failed, error, at) {
            help += &format!("; {why}");
        }
        let (line, column) = match (stopped, at.line(), at.position()) {
            (Some((source, span)), ..) => source.position(span.start),
            (None, Some(line), Some(column)) => (line, column),
            _ if std::ptr::eq(failed, called) => source.position(entry.start),
            _ => (1, 1),
        };
        let (line, column) = (Some(line), Some(column));
        let place = ScriptPlace { file: source.name.clone(), line, column };
        self.error(handler, format!("{message}{help}")).at(Some(place))
    }

    /// Explains an error that a value `()` caused. Returns an explanation only if the function
    /// reads `.partner` and some seats have no partner.
    fn without_partner(
        &self,
        script: &Script,
        error: &EvalAltResult,
        at: Position,
    ) -> Option<String> {
        let Script { source, outline, .. } = script;
        let function = outline.function_at(sandbox::span_of(source, at).start)?;
        let body = source.text.get(outline.functions[function].body.clone())?;
        if !sandbox::is_of_nothing(error) || !body.contains(".partner") {
            return None;
        }
        let seats = &self.rules.spec().seats;
        let partners = |team: u8| seats.iter().filter(move |seat| seat.team == team).count() - 1;
        let alone = seats.iter().filter(|seat| partners(seat.team) == 0);
        let alone: Vec<&str> = alone.map(|seat| seat.name.as_str()).collect();
        match alone.len() {
            0 => None,
            n if n == seats.len() => {
                Some("`.partner` is `()`, because no seat has a partner".to_owned())
            }
            1 => Some(format!("`.partner` is `()` for {}, alone in its team", alone[0])),
            _ => {
                let alone = listed(&alone);
                Some(format!("`.partner` is `()` for {alone}, each alone in its team"))
            }
        }
    }

    /// Returns the place in a handler's function at which a limit stopped the function.
    fn place_stopped(
        &self,
        stopped: ScriptStop,
        entry: &BoundHandler,
        args: &[Value],
    ) -> Option<ScriptSpan<'_>> {
        let script = &self.scripts.scripts[entry.script];
        self.scripts.place_stopped(stopped, script, &entry.function, || {
            let facts = Facts::new(self.rules.spec());
            let sink = EffectSink::new(Rc::clone(&facts), self.scripts.origins());
            let mut sandbox = Sandbox::new(OperationBudget::EVENTS);
            let meter = Rc::clone(&sandbox.meter);
            bindings::register(&mut Registrar::new(&mut sandbox.engine), &meter, &facts, &sink);
            (sandbox, args.iter().cloned().map(Value::into_dynamic).collect())
        })
    }
}
