//! Rule scripts.

use std::marker::PhantomData;
use std::sync::Arc;

use quadrille_core::effect::Emitted;
use quadrille_core::hooks::{Event, HookError, Hooks, View};
use quadrille_core::{Piece, Ruleset, Spec, Square};

use crate::diagnostic::{Diagnostic, Source};

/// A rule script's text under its name.
pub struct ScriptSource {
    /// `mate` for `mate.rhai`, or the plugin's name.
    pub stem: String,
    /// Its text.
    pub source: Arc<Source>,
}

/// The scripts of a ruleset.
pub struct Scripts;

/// Answers events in one thread.
pub struct Host<'a>(PhantomData<&'a ()>);

/// Reads scripts.
///
/// # Errors
/// What is wrong with them.
pub fn compile(
    _sources: Vec<ScriptSource>,
    _overrides: &[(String, String)],
) -> Result<(Scripts, Vec<Diagnostic>), Vec<Diagnostic>> {
    Ok((Scripts, Vec::new()))
}

impl Scripts {
    /// The constants.
    #[must_use]
    pub fn tunables(&self) -> Vec<crate::load::Tunable> {
        Vec::new()
    }

    /// Runs `define`.
    ///
    /// # Errors
    /// What is wrong.
    pub fn declare(
        &self,
        _spec: &mut Spec,
        _arrays: &dyn Fn(&str) -> Option<Vec<(Square, Piece)>>,
    ) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        Ok(Vec::new())
    }

    /// Fills tables.
    ///
    /// # Errors
    /// What is wrong.
    pub fn tabulate(&self, _spec: &mut Spec) -> Result<(), Vec<Diagnostic>> {
        Ok(())
    }

    /// The host of a thread.
    #[must_use]
    pub fn host<'a>(&'a self, _rules: &'a Ruleset) -> Host<'a> {
        Host(PhantomData)
    }
}

impl Hooks for Host<'_> {
    fn call(
        &self,
        _handler: usize,
        _event: &Event<'_>,
        _view: &dyn View,
        _out: &mut Vec<Emitted>,
    ) -> Result<(), HookError> {
        Ok(())
    }
}
