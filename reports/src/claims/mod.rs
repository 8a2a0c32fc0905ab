//! Claims of the sources about the games, and their tests.
//!
//! A ruleset's folder may have a `claims.toml`. A claim names a metric, its expected value, the
//! number of games, and the results that would support or refute it.

pub mod file;
pub mod page;
pub mod tester;
