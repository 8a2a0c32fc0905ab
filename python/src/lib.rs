//! Quadrille for Python: rulesets, games, playouts and comparisons. The Python modules in
//! `quadrille/` wrap this library, and convert its JSON to dictionaries.
//!
//! `errors` defines the exceptions, `rules` holds rulesets, and `game` is a game. `run` plays games
//! in bulk without the interpreter's lock. `study` holds comparisons, sweeps, matches and tests of
//! claims, and `called` lets callables decide in games. `batch` plays many games together for
//! learning programs.

#![warn(missing_docs)]

mod batch;
mod called;
mod errors;
mod game;
mod rules;
mod run;
mod study;

/// The module that Python imports.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::called::playout_called;
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::rules::{PyRuleset, names};
    #[pymodule_export]
    use super::run::{identity, playout, report};
    #[pymodule_export]
    use super::study::{Study, claims};

    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
