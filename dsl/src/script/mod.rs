//! Rule scripts: the hooks of a variant, written in Rhai.
//!
//! A script goes through these steps. A grammar parses its outline. Its functions are linted, and
//! its tunables are set. Its function `define` runs and adds declarations to the [`Spec`]
//! ([`Scripts::declare`]). Its tabulated hooks fill the tables of the spec ([`Scripts::tabulate`]).
//! In games, a [`Host`] answers events. Each worker has a host.
//!
//! [`Scripts`] contain only sources and outlines, so that threads can share them. Each step creates
//! a separate Rhai engine.
//!
//! Each folder in this list uses only folders that are listed before it:
//!
//! - [`interface`]: the functions and hooks for scripts
//! - `syntax`: parses a script into an outline
//! - `engine`: Rhai in a sandbox, and the interpreter that runs functions directly
//! - `compile`: compiles sources to checked scripts, declarations and tables
//! - `run`: runs hooks in a game
//! - `describe`: lists the parts of scripts, for pages and comparisons

pub(crate) mod compile;
mod describe;
pub(crate) mod engine;
pub mod interface;
mod run;
pub(crate) mod syntax;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::diagnostic::{Diagnostic, RulesetError};
use crate::limits::Limits;
use compile::{declare, tabulate};
use quadrille_core::{CompiledRules, RustRules, Spec};

pub use compile::compile_sources::compile;
pub(crate) use compile::compile_sources::compile_despite_errors;
pub use compile::declare::Arrays;
pub(crate) use compile::piece_reach::{Exits, ends, leads, paths};
pub(crate) use compile::scripts::TextCall;
pub use compile::scripts::{Override, ScriptSource, Scripts, Tunable};
pub use compile::tabulate::untabulated_hooks::Live;
pub use describe::script_parts::ScriptPart;
pub use describe::script_summary::{About, AboutHook, about};
pub use interface::bindings::effects::effect_word;
pub use interface::{api, hook_catalogue, rhai_definitions, word_reference};
pub use run::host::Host;

/// The reference of rule scripts, which `quadrille explain scripts` prints.
pub const REFERENCE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/scripts.md"));

/// The description of the language of rule scripts, which `quadrille explain rhai` prints.
pub const RHAI: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/rhai.md"));

/// The order of events in a ply, which `quadrille explain ply` prints.
pub const PLY: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/how-a-ply-runs.md"));

impl Scripts {
    /// Runs `define` of every script. Adds to `spec` the declarations, and the handlers and clauses
    /// of hooks. The board, the seats, the kinds, the zones and the clauses must already be in
    /// `spec`. `arrays` returns the pieces of a named array, and `limits` contains the maximum number
    /// of operations. If `stop` is set, the `define` of further scripts does not run.
    ///
    /// # Errors
    /// Returns a [`RulesetError`] if a declaration is invalid or a script fails. The error contains
    /// all such mistakes, and `spec` is unchanged.
    pub fn declare(
        &self,
        spec: &mut Spec,
        arrays: Arrays<'_>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Vec<Diagnostic>, RulesetError> {
        declare::run(self, spec, arrays, limits.define_operations, stop).map_err(RulesetError::from)
    }

    /// Runs the tabulated hooks, and fills the tables of `spec` with their answers. Call it after
    /// [`Scripts::declare`], and after all other changes to the board or the array. When `stop` is
    /// set, the hooks are not called again, and the tables remain incomplete.
    ///
    /// # Errors
    /// Returns a [`RulesetError`] if a hook fails or returns an invalid answer. The error contains
    /// the place, the piece and the square.
    pub fn tabulate(
        &self,
        spec: &mut Spec,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<(), RulesetError> {
        tabulate::run(self, spec, limits.tabulated_operations, stop).map_err(RulesetError::from)
    }

    /// Returns the tabulated hooks in a form that uses no tables: a hook runs again for each query.
    /// `spec` must contain the declarations of these scripts.
    #[must_use]
    pub fn live<'a>(&'a self, spec: &'a Spec) -> Live<'a> {
        Live::new(self, spec)
    }

    /// Returns the hooks of these scripts, which answer the events of games with `rules`. The spec
    /// of `rules` must contain the declarations of these scripts. Each thread needs a separate
    /// host.
    #[must_use]
    pub fn host(self: &Arc<Self>, rules: &CompiledRules) -> Host {
        self.host_with(rules, RustRules::default())
    }

    /// Returns the hooks of these scripts, together with rules that are written in Rust. The
    /// handlers of the rules in Rust must already be in `rules`.
    #[must_use]
    pub fn host_with(self: &Arc<Self>, rules: &CompiledRules, rust: RustRules) -> Host {
        Host::new(self, rules, rust)
    }
}

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
