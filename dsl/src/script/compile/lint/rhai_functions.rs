//! The functions and properties of Rhai itself, without those of the interface.

use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet};

use rhai::{Engine, FnPtr, OptimizationLevel};

use crate::script::engine::sandbox::Sandbox;
use crate::script::interface::api;
use crate::script::interface::native::OperationBudget;

/// What Rhai itself and its packages offer: for each name its numbers of arguments, a method's
/// receiver counted.
pub(crate) struct RhaiFunctions {
    pub(super) engine: Engine,
    pub(super) functions: BTreeMap<String, BTreeSet<usize>>,
    pub(super) properties: BTreeSet<String>,
    /// The arguments that are functions to be called: name, number of arguments, and place among them, a
    /// method's receiver counted in both.
    callbacks: BTreeSet<(String, usize, usize)>,
}

impl RhaiFunctions {
    /// Everything any hook may use.
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
        // Keywords that are called like functions.
        for (name, params) in [("type_of", 1), ("is_shared", 1)] {
            language.functions.entry(name.to_owned()).or_default().insert(params);
        }
        language
    }

    /// Whether a function of the language, called with so many arguments, calls the one in this place.
    pub(super) fn calls_argument(&self, name: &str, count: usize, place: usize) -> bool {
        self.callbacks.contains(&(name.to_owned(), count, place))
    }

    /// Whether a function of the interface or of the language has this name.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.functions.contains_key(name) || api::named(name).next().is_some()
    }
}

/// All functions that an engine knows: name and number of parameters.
fn signatures(engine: &Engine) -> Vec<(String, usize)> {
    let all =
        |info: rhai::FuncInfo<'_>| Some((info.metadata.name.to_string(), info.metadata.num_params));
    engine.collect_fn_metadata(None, all, true)
}

/// The arguments of an engine's functions that are functions themselves. Those of the language call them
/// and keep nothing; what they return is what the function called returns, or a part of their receiver.
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

/// The functions of the interface alone, as registered with the engines.
#[cfg(test)]
pub(crate) fn registered(spec: &quadrille_core::Spec) -> BTreeSet<(String, usize)> {
    let mut full = Sandbox::new(OperationBudget::NONE);
    let facts = crate::script::interface::bindings::rule_facts::Facts::new(spec);
    let sink = crate::script::interface::bindings::effects::EffectSink::new(
        std::rc::Rc::clone(&facts),
        crate::script::interface::call_places::Origins::default(),
    );
    let meter = std::rc::Rc::clone(&full.meter);
    let mut registrar = crate::script::interface::native::Registrar::new(&mut full.engine);
    crate::script::interface::bindings::register(&mut registrar, &meter, &facts, &sink);
    crate::script::compile::declare::register(&mut full.engine);
    let mut all = signatures(&full.engine);
    // Each once: a function of the interface may have the name of one of the language.
    for signature in signatures(&Sandbox::new(OperationBudget::NONE).engine) {
        if let Some(place) = all.iter().position(|other| *other == signature) {
            all.swap_remove(place);
        }
    }
    all.into_iter().collect()
}
