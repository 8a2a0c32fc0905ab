//! The third loading phase. Its result is the game as the manifest describes it, and the checked
//! scripts.

use std::sync::Arc;

use quadrille_core::Spec;

use super::build::Description;
use super::meta::Meta;
use super::ruleset_file::RulesetFile;
use crate::diagnostic::{Diagnostic, Levels, Source};
use crate::limits::Limits;
use crate::manifest::tree::{FileSpan, TomlTable};
use crate::script::{Scripts, Tunable};

/// The result of the third phase: the checked scripts, and the game without the scripts'
/// declarations.
pub struct Draft {
    pub(super) table: TomlTable,
    pub(super) top: FileSpan,
    pub(super) preset: Option<String>,
    pub(super) files: Vec<RulesetFile>,
    pub(super) lessons: Option<Arc<Source>>,
    pub(super) weights: Option<Arc<Source>>,
    pub(super) levels: Levels,
    pub(super) limits: Limits,
    pub(super) description: Description,
    pub(super) scripts: Scripts,
    pub(super) tunables: Vec<Tunable>,
    pub(super) hash: String,
    pub(super) resolved: String,
    pub(super) values: Vec<(String, String)>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl std::fmt::Debug for Draft {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Draft").field("preset", &self.preset).finish_non_exhaustive()
    }
}

impl Draft {
    /// Returns the game as the manifest describes it, without the declarations of scripts.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        &self.description.spec
    }

    /// Returns the title, history and colours.
    #[must_use]
    pub fn meta(&self) -> &Meta {
        &self.description.meta
    }

    /// Returns the scripts.
    #[must_use]
    pub fn scripts(&self) -> &Scripts {
        &self.scripts
    }

    /// Returns the warnings so far.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }
}
