//! [`LanguageServer`]: the state of the server between two messages.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::{Receiver, Sender};
use lsp_server::Connection;
use quadrille_dsl::library::Shelf;
use quadrille_dsl::{Diagnostic, Ruleset};
use serde_json::Value;

use crate::project::{CheckedProject, OpenTexts, Project};

pub(super) struct LanguageServer<'c> {
    pub connection: &'c Connection,
    pub shelf: Shelf,
    pub open: OpenTexts,
    /// The editor's numbers for the texts that are open, by which it knows what a finding is about.
    pub versions: BTreeMap<PathBuf, i32>,
    /// What has changed since it was checked.
    pub dirty: BTreeSet<Project>,
    pub checked: BTreeMap<Project, CheckedProject>,
    /// Each ruleset as it was when it last loaded.
    pub loaded: BTreeMap<Project, Arc<Ruleset>>,
    /// The files that the editor was told something about, for each project.
    pub reported_files: BTreeMap<Project, BTreeSet<PathBuf>>,
    /// Set to end the thread that plays a ruleset's lessons.
    pub lessons: BTreeMap<Project, Arc<AtomicBool>>,
    /// How such threads say what they found.
    pub finished: (Sender<LessonResults>, Receiver<LessonResults>),
    /// Whether the editor has said that it asks no more.
    pub shut_down: bool,
}

/// What a thread has found in a ruleset's lessons.
pub(super) struct LessonResults {
    pub project: Project,
    /// The flag by which the thread would have been ended.
    pub stop: Arc<AtomicBool>,
    pub found: Vec<Diagnostic>,
}

impl Drop for LanguageServer<'_> {
    fn drop(&mut self) {
        for stop in self.lessons.values() {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

/// The answer to a request: a result, or why there is none.
pub(super) type RequestResult = Result<Value, String>;
