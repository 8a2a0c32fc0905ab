//! The files of a ruleset. Each file has a role and an origin.

use std::sync::Arc;

use crate::diagnostic::Source;

/// The origin of a ruleset's file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FileOrigin {
    /// The ruleset's own folder.
    Own,
    /// A folder that the ruleset extends.
    Inherited,
    /// A plugin.
    Plugin,
}

/// The role of a ruleset's file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FileRole {
    /// A `geometry.toml`.
    Manifest,
    /// A rule script.
    Script,
}

/// A file of a ruleset.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RulesetFile {
    /// The role of the file.
    pub role: FileRole,
    /// The origin of the file.
    pub origin: FileOrigin,
    /// The file's name and content.
    pub source: Arc<Source>,
}

/// The name of the lessons file in a ruleset's folder.
pub(crate) const LESSONS: &str = "lessons.toml";
