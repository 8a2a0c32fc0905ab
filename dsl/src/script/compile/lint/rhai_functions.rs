//! The functions and properties of the Rhai language, without the functions of the interface.

use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet};

use rhai::{Engine, FnPtr, OptimizationLevel};

use crate::script::engine::sandbox::Sandbox;
use crate::script::interface::api;
use crate::script::interface::native::OperationBudget;

/// The functions of Rhai and its packages. Each has a list of its possible numbers of arguments.
/// The receiver of a method counts as an argument.
pub(crate) struct RhaiFunctions {
    pub(super) engine: Engine,
    pub(super) functions: BTreeMap<String, BTreeSet<usize>>,
    pub(super) properties: BTreeSet<String>,
    /// The arguments that must be functions, because the called function calls them. Each entry
    /// contains the name of the called function, its number of arguments, and the position of the
    /// argument. The receiver of a method counts as the first argument.
    callbacks: BTreeSet<(String, usize, usize)>,
}

impl RhaiFunctions {
    /// Collects the functions and properties of the language.
    pub(crate) fn new() -> Self {
        let Sandbox { mut engine, .. } = Sandbox::new(OperationBudget::NONE);
        engine.set_optimization_level(OptimizationLevel::None);
        let mut language = Self {
            functions: BTreeMap::new(),
            properties: BTreeSet::new(),
            callbacks: callbacks(&engine),
            engine,
        };
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
        // Keywords with the syntax of function calls.
        for (name, params) in [("type_of", 1), ("is_shared", 1)] {
            language.functions.entry(name.to_owned()).or_default().insert(params);
        }
        language
    }

    /// Returns `true` if a language function calls its argument at this position. `name` is the
    /// function's name, and `count` is its number of arguments.
    pub(super) fn calls_argument(&self, name: &str, count: usize, place: usize) -> bool {
        self.callbacks.contains(&(name.to_owned(), count, place))
    }

    /// Returns `true` if a function of the interface or of the language has this name.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.functions.contains_key(name) || api::named(name).next().is_some()
    }

    /// Returns `true` if a call of a function with this name means a function of the interface or of
    /// the language. The names of methods and properties of the interface do not count.
    pub(super) fn is_taken(&self, name: &str) -> bool {
        let is_free = |function: &api::Function| function.form == api::Form::Free;
        self.functions.contains_key(name) || api::named(name).any(is_free)
    }
}

/// Returns the functions of an engine. Each has its name and its number of parameters.
fn signatures(engine: &Engine) -> Vec<(String, usize)> {
    let all =
        |info: rhai::FuncInfo<'_>| Some((info.metadata.name.to_string(), info.metadata.num_params));
    engine.collect_fn_metadata(None, all, true)
}

/// For each function of an engine, returns the parameters whose arguments must be functions. The
/// language's functions call such an argument, but do not store it. The result of the call becomes
/// the result of the language's function, or a part of the receiver.
fn callbacks(engine: &Engine) -> BTreeSet<(String, usize, usize)> {
    let places = |info: rhai::FuncInfo<'_>| {
        let meta = info.metadata;
        let params = meta.param_types.iter().enumerate().skip(1);
        let functions = params.filter(|(_, of)| **of == TypeId::of::<FnPtr>());
        let key = |(place, _)| (meta.name.to_string(), meta.num_params, place);
        Some(functions.map(key).collect::<Vec<_>>())
    };
    engine.collect_fn_metadata(None, places, true).into_iter().flatten().collect()
}

/// Returns the functions that the interface registers with an engine. Each has its name and its
/// number of parameters.
#[cfg(test)]
pub(crate) fn registered(spec: &quadrille_core::Spec) -> BTreeSet<(String, usize)> {
    let mut full = Sandbox::new(OperationBudget::NONE);
    let facts = crate::script::interface::bindings::rule_facts::Facts::new(spec);
    let sink = crate::script::interface::bindings::effects::EffectSink::new(
        std::rc::Rc::clone(&facts),
        crate::script::interface::call_origin::Origins::default(),
    );
    let meter = std::rc::Rc::clone(&full.meter);
    let mut registrar = crate::script::interface::native::Registrar::new(&mut full.engine);
    crate::script::interface::bindings::register(&mut registrar, &meter, &facts, &sink);
    crate::script::compile::declare::register(&mut full.engine);
    let mut all = signatures(&full.engine);
    // Each function of the language is removed once, because a function of the interface may have
    // the same name.
    for signature in signatures(&Sandbox::new(OperationBudget::NONE).engine) {
        if let Some(place) = all.iter().position(|other| *other == signature) {
            all.swap_remove(place);
        }
    }
    all.into_iter().collect()
}
