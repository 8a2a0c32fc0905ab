//! Quadrille for Python: rulesets, games, playouts and comparisons. The Python modules in
//! `quadrille/` wrap this library, and convert its JSON to dictionaries.
//!
//! `errors` defines the exceptions, `rules` holds rulesets, and `game` is a game. `run` plays games
//! in bulk without the interpreter's lock. `study` holds comparisons, sweeps and tests of claims,
//! `matches` holds matches, and `surveys` holds surveys and searches. `called` lets callables decide
//! in games, and `seat_view` is a position for a callable. `batch` plays many games together for
//! learning programs. `learning` learns weights and finds puzzles, and `self_play` makes data for
//! learning. `explore` lists the moves of many games.

#![warn(missing_docs)]

mod batch;
mod called;
mod errors;
mod explore;
mod game;
mod learning;
mod matches;
mod rules;
mod run;
mod seat_view;
mod self_play;
mod study;
mod surveys;

/// The module that Python imports.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::called::playout_called;
    #[pymodule_export]
    use super::explore::{explore_file, explore_run};
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::learning::{find_puzzles, learn};
    #[pymodule_export]
    use super::matches::Match;
    #[pymodule_export]
    use super::rules::{PyRuleset, names};
    #[pymodule_export]
    use super::run::{identity, playout, report};
    #[pymodule_export]
    use super::seat_view::{SeatView, planes_of};
    #[pymodule_export]
    use super::self_play::{self_play, unpack};
    #[pymodule_export]
    use super::study::{Study, claims};
    #[pymodule_export]
    use super::surveys::{Survey, search, survey_metrics};

    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
