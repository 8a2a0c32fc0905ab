//! Rule scripts: the hooks that a variant consists of, written in Rhai.
//!
//! The outline of a script is parsed by a grammar, its functions are linted, and its tunables are
//! set. `define` is run into the [`Spec`] ([`Scripts::declare`]), and tabulated hooks fill the spec's
//! tables ([`Scripts::tabulate`]). A [`Host`] for each worker answers events. [`Scripts`] hold
//! text and outlines only, so that threads can share them; each step makes its own Rhai engine.
//!
//! Folders from the bottom up; each uses only those before it:
//!
//! - [`interface`]: what scripts can call and define
//! - `syntax`: the text of a script as an outline
//! - `engine`: Rhai in a sandbox, and the interpreter that runs functions directly
//! - `compile`: from texts to checked scripts, declarations and tables
//! - `run`: hooks in a game
//! - `describe`: what scripts consist of, for pages and comparisons

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

/// The reference of rule scripts, as `quadrille explain scripts` shows it.
pub const REFERENCE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/scripts.md"));

/// The language of rule scripts, as `quadrille explain rhai` shows it.
pub const RHAI: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/rhai.md"));

/// What happens in a ply, in order, as `quadrille explain ply` shows it.
pub const PLY: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/how-a-ply-runs.md"));

impl Scripts {
    /// Runs every `define` into `spec`, whose board, seats, kinds, zones and clauses must be
    /// there; registers handlers and clauses. `arrays` finds the pieces of a named array.
    ///
    /// # Errors
    /// Every wrong declaration, and every script that fails. `spec` is then left as it was.
    pub fn declare(
        &self,
        spec: &mut Spec,
        arrays: Arrays<'_>,
    ) -> Result<Vec<Diagnostic>, RulesetError> {
        declare::run(self, spec, arrays).map_err(RulesetError::from)
    }

    /// Fills the tables of `spec` by asking the tabulated hooks. To be called after
    /// [`Scripts::declare`], and after everything else that changes the board or the array.
    ///
    /// # Errors
    /// Where a hook failed or gave an invalid answer, and for which piece on which square.
    pub fn tabulate(&self, spec: &mut Spec) -> Result<(), RulesetError> {
        tabulate::run(self, spec).map_err(RulesetError::from)
    }

    /// The tabulated hooks of `spec`, which they declared, run at each question instead of looked up.
    #[must_use]
    pub fn live<'a>(&'a self, spec: &'a Spec) -> Live<'a> {
        Live::new(self, spec)
    }

    /// Returns hooks that answer the events of `rules`, whose spec these scripts declared. Each thread needs
    /// its own.
    #[must_use]
    pub fn host(self: &Arc<Self>, rules: &CompiledRules) -> Host {
        self.host_with(rules, RustRules::default())
    }

    /// Returns hooks of these scripts and of rules in Rust whose handlers were added to `rules`.
    #[must_use]
    pub fn host_with(self: &Arc<Self>, rules: &CompiledRules, rust: RustRules) -> Host {
        Host::new(self, rules, rust)
    }
}

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
