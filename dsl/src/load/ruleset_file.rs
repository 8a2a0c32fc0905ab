//! The files of a ruleset, their roles and origins.

use std::sync::Arc;

use crate::diagnostic::Source;

/// Where a file of a ruleset comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FileOrigin {
    /// The ruleset's own folder.
    Own,
    /// A folder that it extends.
    Inherited,
    /// The plugins.
    Plugin,
}

/// What a file of a ruleset is.
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
    /// What it is.
    pub role: FileRole,
    /// Where it comes from.
    pub origin: FileOrigin,
    /// Its name and text.
    pub source: Arc<Source>,
}

/// The file of lessons in a ruleset's folder.
pub(crate) const LESSONS: &str = "lessons.toml";
