//! The third phase of loading: the game as its manifest describes it, and its scripts, checked.

use std::sync::Arc;

use quadrille_core::Spec;

use super::build::Description;
use super::declared_game::Declared;
use super::fatal;
use super::loaded::Meta;
use super::manifest_files::{FileOrigin, RulesetFile};
use crate::diagnostic::{Code, Diagnostic, Levels, RulesetError, Source};
use crate::manifest::tree::{At, Table};
use crate::script::{Scripts, Tunable};

/// The third phase: the game without what scripts declare, and the scripts.
pub struct Draft {
    pub(super) table: Table,
    pub(super) top: At,
    pub(super) preset: Option<String>,
    pub(super) files: Vec<RulesetFile>,
    pub(super) lessons: Option<Arc<Source>>,
    pub(super) weights: Option<Arc<Source>>,
    pub(super) levels: Levels,
    pub(super) description: Description,
    pub(super) scripts: Scripts,
    pub(super) tunables: Vec<Tunable>,
    pub(super) hash: String,
    pub(super) resolved: String,
    pub(super) values: Vec<(String, String)>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Draft {
    /// The game as the manifest alone describes it.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        &self.description.spec
    }

    /// Title, history, colours.
    #[must_use]
    pub fn meta(&self) -> &Meta {
        &self.description.meta
    }

    /// The scripts.
    #[must_use]
    pub fn scripts(&self) -> &Scripts {
        &self.scripts
    }

    /// Warnings so far.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Runs the declarations and the tabulated hooks of the scripts.
    ///
    /// # Errors
    /// Every wrong declaration, and what went wrong in a script.
    pub fn declare(mut self) -> Result<Declared, RulesetError> {
        let Description { spec, arrays, .. } = &mut self.description;
        let array = |name: &str| {
            arrays.iter().find(|(known, _)| known == name).map(|(_, array)| array.clone())
        };
        let (Ok(mut found) | Err(mut found)) = self.scripts.declare(spec, &array);
        // A plugin's own documentation states its clauses: it serves rulesets that know nothing of them.
        found.retain(|finding| {
            let source = finding.place().map(|place| &place.source);
            let plugin = self.files.iter().any(|file| {
                file.origin == FileOrigin::Plugin
                    && source.is_some_and(|source| Arc::ptr_eq(source, &file.source))
            });
            !(plugin && finding.code == Some(Code::ClauseNotStated))
        });
        self.diagnostics.extend(found);
        if !fatal(&self.diagnostics)
            && let Err(errors) = self.scripts.tabulate(spec)
        {
            self.diagnostics.extend(errors);
        }
        if fatal(&self.diagnostics) { Err(self.diagnostics.into()) } else { Ok(Declared(self)) }
    }
}
