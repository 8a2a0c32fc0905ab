//! The functions and properties of Rhai itself, without those of the interface.

use std::collections::{BTreeMap, BTreeSet};

use rhai::{Engine, OptimizationLevel};

use crate::script::interface::api;
use crate::script::native::Budget;
use crate::script::sandbox::Sandbox;

/// What Rhai itself and its packages offer: for each name its numbers of arguments, a method's
/// receiver counted.
pub(crate) struct Language {
    pub(super) engine: Engine,
    pub(super) functions: BTreeMap<String, BTreeSet<usize>>,
    pub(super) properties: BTreeSet<String>,
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
        // Keywords that are called like functions.
        for (name, params) in [("type_of", 1), ("is_shared", 1)] {
            language.functions.entry(name.to_owned()).or_default().insert(params);
        }
        language
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

/// The functions of the interface alone, as registered with the engines.
#[cfg(test)]
pub(crate) fn registered(spec: &quadrille_core::Spec) -> BTreeSet<(String, usize)> {
    let mut full = Sandbox::new(Budget::NONE);
    let facts = crate::script::bindings::values::Facts::new(spec);
    let sink = crate::script::bindings::effects::Sink::new(std::rc::Rc::clone(&facts));
    crate::script::host::register(&mut full, &facts, &sink);
    crate::script::declare::register(&mut full.engine);
    let mut all = signatures(&full.engine);
    // Each once: a function of the interface may have the name of one of the language.
    for signature in signatures(&Sandbox::new(Budget::NONE).engine) {
        if let Some(place) = all.iter().position(|other| *other == signature) {
            all.swap_remove(place);
        }
    }
    all.into_iter().collect()
}
