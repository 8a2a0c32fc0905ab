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
    /// The version numbers of the open texts, as the editor counts versions. Findings are sent with
    /// the version number of their text.
    pub versions: BTreeMap<PathBuf, i32>,
    /// The projects that have changed since their last check.
    pub dirty: BTreeSet<Project>,
    pub checked: BTreeMap<Project, CheckedProject>,
    /// For each project, the last version of the ruleset that could be loaded.
    pub loaded: BTreeMap<Project, Arc<Ruleset>>,
    /// The files of each project for which findings were sent.
    pub reported_files: BTreeMap<Project, BTreeSet<PathBuf>>,
    /// For each ruleset, the flag that stops the thread that plays its lessons.
    pub lessons: BTreeMap<Project, Arc<AtomicBool>>,
    /// The channel for the results of the threads that play lessons.
    pub finished: (Sender<LessonResults>, Receiver<LessonResults>),
    /// `true` after the editor has sent `shutdown`.
    pub shut_down: bool,
}

/// The findings in a ruleset's lessons, as sent by the thread that played the lessons.
pub(super) struct LessonResults {
    pub project: Project,
    /// The flag that stops the thread. It also identifies the thread that sent these results.
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

/// The answer to a request: a result, or the reason why the request is refused.
pub(super) type RequestResult = Result<Value, String>;
