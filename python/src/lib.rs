//! Quadrille for Python: rulesets, games, playouts and comparisons. `quadrille/` has the Python around it, which turns
//! JSON into dictionaries and offers the rest.
//!
//! `errors` says how failures arrive, `rules` holds rulesets, `game` is a game, `run` plays games in bulk without the
//! interpreter's lock, `study` holds comparisons, sweeps, matches and tests of claims, `called` lets callables decide in them, `batch` steps many games at once for learners.

#![warn(missing_docs)]

mod batch;
mod called;
mod errors;
mod game;
mod rules;
mod run;
mod study;

/// What Python sees.
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

    /// The version.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
