//! Rule scripts: the hooks of a variant, written in Rhai.
//!
//! A grammar parses a script's outline. The functions are linted, and the tunables are set.
//! `define` runs and adds declarations to the [`Spec`] ([`Scripts::declare`]). Tabulated hooks fill
//! the spec's tables ([`Scripts::tabulate`]). A [`Host`] for each worker answers events.
//! [`Scripts`] contain only sources and outlines, so that threads can share them. Each step creates
//! a separate Rhai engine.
//!
//! These are the folders from the bottom up. Each uses only the folders before it:
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

use crate::diagnostic::{Diagnostic, RulesetError};
use compile::{declare, tabulate};
use quadrille_core::{CompiledRules, RustRules, Spec};

pub use compile::compile_sources::compile;
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

/// The reference of rule scripts, as shown by `quadrille explain scripts`.
pub const REFERENCE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/scripts.md"));

/// The language of rule scripts, as shown by `quadrille explain rhai`.
pub const RHAI: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/rhai.md"));

/// The order of events in a ply, as shown by `quadrille explain ply`.
pub const PLY: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/how-a-ply-runs.md"));

impl Scripts {
    /// Runs every `define`, and adds its declarations, handlers and clauses to `spec`. The board,
    /// seats, kinds, zones and clauses must already be in `spec`. `arrays` returns the pieces of a
    /// named array.
    ///
    /// # Errors
    /// Every invalid declaration, and every script that fails. `spec` is then unchanged.
    pub fn declare(
        &self,
        spec: &mut Spec,
        arrays: Arrays<'_>,
    ) -> Result<Vec<Diagnostic>, RulesetError> {
        declare::run(self, spec, arrays).map_err(RulesetError::from)
    }

    /// Fills the tables of `spec` by running the tabulated hooks. Call it after
    /// [`Scripts::declare`], and after all other changes to the board or the array.
    ///
    /// # Errors
    /// The place where a hook failed or returned an invalid answer, with the piece and the square.
    pub fn tabulate(&self, spec: &mut Spec) -> Result<(), RulesetError> {
        tabulate::run(self, spec).map_err(RulesetError::from)
    }

    /// Returns the tabulated hooks, which then run for each query instead of using tables. `spec`
    /// must contain the declarations of these scripts.
    #[must_use]
    pub fn live<'a>(&'a self, spec: &'a Spec) -> Live<'a> {
        Live::new(self, spec)
    }

    /// Returns hooks that answer the events of `rules`. The spec of `rules` must contain the
    /// declarations of these scripts. Each thread needs separate hooks.
    #[must_use]
    pub fn host(self: &Arc<Self>, rules: &CompiledRules) -> Host {
        self.host_with(rules, RustRules::default())
    }

    /// Returns hooks of these scripts and of rules in Rust, whose handlers were added to `rules`.
    #[must_use]
    pub fn host_with(self: &Arc<Self>, rules: &CompiledRules, rust: RustRules) -> Host {
        Host::new(self, rules, rust)
    }
}

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
