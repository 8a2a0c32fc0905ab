//! The protocol: messages from and to an editor.
//!
//! Files are checked after all queued messages have been read, so that fast typing causes only one
//! check. Lessons take longer, so another thread plays them. After a change in a file, the lessons
//! start again.

mod answers;
mod rename;
mod state;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::{select, unbounded};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    CompletionOptions, Diagnostic as LspDiagnostic, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, HoverProviderCapability, OneOf,
    PublishDiagnosticsParams, RenameOptions, ServerCapabilities, TextDocumentItem,
    TextDocumentSyncCapability, TextDocumentSyncKind, Uri, WorkDoneProgressOptions,
};
use quadrille_dsl::{Diagnostic, Severity};
use serde_json::Value;

use crate::project::{self, CheckedProject, MAX_TEXT, OpenTexts, Overlay, Project};
use crate::wire::{self, Wire};
use crate::{actions, text};
use answers::with;
use state::{LanguageServer, LessonResults, RequestResult};

/// The maximum number of findings of a file that the server sends.
const MAX_FILE_FINDINGS: usize = 200;

/// The folders with rulesets and plugins. The shipped rulesets and the open files need no folder.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The folders that contain folders of rulesets.
    pub rulesets: Vec<PathBuf>,
    /// The folders that contain plugin scripts.
    pub plugins: Vec<PathBuf>,
}

/// The reason why the server ended early.
#[derive(Debug)]
pub struct LspError(String);

impl fmt::Display for LspError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LspError {}

/// Serves the editor at standard input and output.
///
/// # Errors
/// Returns the errors of [`serve`].
pub fn connect(options: Options) -> Result<(), LspError> {
    let failed = |error: std::io::Error| LspError(error.to_string());
    let Wire { connection, writer, broken } = wire::stdio().map_err(failed)?;
    let served = serve(&connection, options);
    // The writer thread ends when all senders are dropped.
    drop(connection);
    let written = writer.join().unwrap_or(Ok(()));
    written.map_err(|error| LspError(format!("can't write to the editor: {error}")))?;
    // If reading failed, the reason for this failure is clearer than the error of the server.
    served.map_err(|error| broken.try_recv().map_or(error, LspError))
}

/// Serves an editor until the editor sends `exit` or closes the connection.
///
/// # Errors
/// Returns a [`LspError`] if the editor violates the protocol, or the connection fails.
pub fn serve(connection: &Connection, options: Options) -> Result<(), LspError> {
    let wrong = |error: lsp_server::ProtocolError| LspError(error.to_string());
    let capabilities = serde_json::to_value(capabilities()).unwrap_or(Value::Null);
    let (id, _) = connection.initialize_start().map_err(wrong)?;
    let answer = serde_json::json!({
        "capabilities": capabilities,
        "serverInfo": { "name": "quadrille", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, answer).map_err(wrong)?;
    let shelf = project::shelf(options.rulesets, options.plugins);
    let mut server = LanguageServer {
        connection,
        shelf,
        open: OpenTexts::new(),
        versions: BTreeMap::new(),
        dirty: BTreeSet::new(),
        checked: BTreeMap::new(),
        loaded: BTreeMap::new(),
        reported_files: BTreeMap::new(),
        lessons: BTreeMap::new(),
        finished: unbounded(),
        shut_down: false,
    };
    loop {
        let message = match connection.receiver.try_recv() {
            Ok(message) => message,
            Err(_) => {
                server.check()?;
                select! {
                    recv(connection.receiver) -> message => match message {
                        Ok(message) => message,
                        Err(_) => return Ok(()),
                    },
                    recv(server.finished.1) -> played => {
                        if let Ok(played) = played {
                            server.lessons_played(played)?;
                        }
                        continue;
                    }
                }
            }
        };
        match message {
            Message::Request(request) => {
                server.check()?;
                server.request(request)?;
            }
            Message::Notification(notification) if notification.method == "exit" => {
                let early = || LspError("the editor ended without a `shutdown`".to_owned());
                return if server.shut_down { Ok(()) } else { Err(early()) };
            }
            Message::Notification(notification) => server.notification(notification),
            Message::Response(_) => {}
        }
    }
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some([".", "\"", "="].map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        code_action_provider: Some(lsp_types::CodeActionProviderCapability::Simple(true)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        ..ServerCapabilities::default()
    }
}

impl LanguageServer<'_> {
    fn notification(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        match method.as_str() {
            "textDocument/didOpen" => {
                if let Ok(params) = serde_json::from_value::<DidOpenTextDocumentParams>(params) {
                    let TextDocumentItem { uri, version, text, .. } = params.text_document;
                    self.changed(&uri, Some((version, text)));
                }
            }
            "textDocument/didChange" => {
                if let Ok(params) = serde_json::from_value::<DidChangeTextDocumentParams>(params) {
                    let uri = params.text_document.uri;
                    let before = text::path_of(&uri).and_then(|path| self.open.get(&path).cloned());
                    let mut after = before.unwrap_or_default();
                    for change in params.content_changes {
                        text::edit(&mut after, change.range, &change.text);
                    }
                    self.changed(&uri, Some((params.text_document.version, after)));
                }
            }
            "textDocument/didClose" => {
                if let Ok(params) = serde_json::from_value::<DidCloseTextDocumentParams>(params) {
                    self.changed(&params.text_document.uri, None);
                }
            }
            // The saved file may belong to a parent ruleset or a listed plugin.
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => {
                let projects = self.open.keys().filter_map(|path| project::of(path, &self.open));
                let projects: Vec<Project> = projects.collect();
                self.dirty.extend(projects);
            }
            _ => {}
        }
    }

    /// Stores the new version and text of a file. If there is no text, the editor has closed the
    /// file.
    fn changed(&mut self, uri: &Uri, text: Option<(i32, String)>) {
        let Some(path) = text::path_of(uri) else { return };
        self.dirty.extend(project::of(&path, &self.open));
        match text {
            Some((version, text)) if text.len() <= MAX_TEXT => {
                self.open.insert(path.clone(), text);
                self.versions.insert(path.clone(), version);
            }
            _ => {
                self.open.remove(&path);
                self.versions.remove(&path);
            }
        }
        self.dirty.extend(project::of(&path, &self.open));
        // A change in a plugin can affect all open rulesets.
        if let Some(Project::Plugin(_)) = project::of(&path, &self.open) {
            let all: Vec<Project> =
                self.open.keys().filter_map(|path| project::of(path, &self.open)).collect();
            self.dirty.extend(all);
        }
    }

    /// Checks the changed projects and sends the findings.
    fn check(&mut self) -> Result<(), LspError> {
        while let Some(project) = self.dirty.pop_first() {
            let still_open = self
                .open
                .keys()
                .any(|path| project::of(path, &self.open).as_ref() == Some(&project));
            let before = self.checked.remove(&project);
            let mut checked = if still_open {
                project::check(&project, &Overlay { shelf: &self.shelf, open: &self.open })
            } else {
                CheckedProject::default()
            };
            // While a line is incomplete, names come from the last valid manifest.
            if checked.loaded.is_none() && checked.outline.is_none() {
                checked.outline = before.and_then(|before| before.outline);
            }
            if let Some(loaded) = &checked.loaded {
                self.loaded.insert(project.clone(), Arc::clone(loaded));
            }
            if let Some(stop) = self.lessons.remove(&project) {
                stop.store(true, Ordering::Relaxed);
            }
            self.tell(&project, &checked.found)?;
            if still_open {
                self.play_lessons(&project, &checked);
                self.checked.insert(project, checked);
            } else {
                self.loaded.remove(&project);
                self.reported_files.remove(&project);
            }
        }
        Ok(())
    }

    /// Starts to play a ruleset's lessons.
    fn play_lessons(&mut self, project: &Project, checked: &CheckedProject) {
        let (Project::Ruleset(root), Some(loaded)) = (project, &checked.loaded) else { return };
        let stop = Arc::new(AtomicBool::new(false));
        self.lessons.insert(project.clone(), Arc::clone(&stop));
        let (root, loaded) = (root.clone(), Arc::clone(loaded));
        let (shelf, open) = (self.shelf.clone(), self.open.clone());
        let (finished, project) = (self.finished.0.clone(), project.clone());
        std::thread::spawn(move || {
            let overlay = Overlay { shelf: &shelf, open: &open };
            let found = project::lessons(&root, &loaded, &overlay, &stop);
            let _ = finished.send(LessonResults { project, stop, found });
        });
    }

    /// Sends the findings in a ruleset's lessons, unless the ruleset has changed since the thread
    /// began to play the lessons.
    fn lessons_played(&mut self, played: LessonResults) -> Result<(), LspError> {
        let LessonResults { project, stop, found } = played;
        if !self.lessons.get(&project).is_some_and(|current| Arc::ptr_eq(current, &stop)) {
            return Ok(());
        }
        if found.is_empty() {
            return Ok(());
        }
        let Some(mut checked) = self.checked.remove(&project) else { return Ok(()) };
        checked.found.extend(found);
        let result = self.tell(&project, &checked.found);
        self.checked.insert(project, checked);
        result
    }

    /// Sends the findings in each file of a project. For files whose findings are gone, sends an
    /// empty list. At most [`MAX_FILE_FINDINGS`] findings of a file are sent, errors first.
    fn tell(&mut self, project: &Project, found: &[Diagnostic]) -> Result<(), LspError> {
        let mut by_file: BTreeMap<PathBuf, Vec<LspDiagnostic>> = BTreeMap::new();
        for path in self.reported_files.remove(project).unwrap_or_default() {
            by_file.entry(path).or_default();
        }
        for path in self.open.keys() {
            if project::of(path, &self.open).as_ref() == Some(project) {
                by_file.entry(path.clone()).or_default();
            }
        }
        let mut left_out: BTreeMap<PathBuf, usize> = BTreeMap::new();
        let (errors, warnings): (Vec<_>, Vec<_>) =
            found.iter().partition(|finding| finding.severity == Severity::Error);
        for finding in errors.into_iter().chain(warnings) {
            let path = match finding.place() {
                Some(label) => PathBuf::from(&label.source.name),
                // A finding without a place is shown at the top of the manifest.
                None => match project {
                    Project::Plugin(path) => path.clone(),
                    Project::Ruleset(root) if root.is_dir() => root.join("geometry.toml"),
                    Project::Ruleset(root) => root.clone(),
                },
            };
            // The author can't fix a shipped file.
            if !path.is_absolute() {
                continue;
            }
            let shown = by_file.entry(path.clone()).or_default();
            if shown.len() < MAX_FILE_FINDINGS {
                shown.push(actions::diagnostic(finding));
            } else {
                *left_out.entry(path).or_default() += 1;
            }
        }
        for (path, count) in left_out {
            by_file.entry(path).or_default().push(actions::more_findings(count));
        }
        for (path, diagnostics) in &by_file {
            let Some(uri) = text::uri_of(path) else { continue };
            let version = self.versions.get(path).copied();
            let params =
                PublishDiagnosticsParams { uri, diagnostics: diagnostics.clone(), version };
            let params = serde_json::to_value(params).unwrap_or(Value::Null);
            let method = "textDocument/publishDiagnostics".to_owned();
            self.post(Message::Notification(Notification { method, params }))?;
        }
        let paths = by_file.into_iter().filter(|(_, all)| !all.is_empty()).map(|(path, _)| path);
        self.reported_files.insert(project.clone(), paths.collect());
        Ok(())
    }

    fn request(&mut self, request: Request) -> Result<(), LspError> {
        let Request { id, method, params } = request;
        if self.shut_down {
            let message = "the server was shut down".to_owned();
            return self.send(Response::new_err(id, ErrorCode::InvalidRequest as i32, message));
        }
        let answer = match method.as_str() {
            "textDocument/hover" => with(params, |params| self.hover(&params)),
            "textDocument/completion" => with(params, |params| self.completion(&params)),
            "textDocument/definition" => with(params, |params| self.definition(&params)),
            "textDocument/documentSymbol" => with(params, |params| self.symbols(&params)),
            "textDocument/references" => with(params, |params| self.references(&params)),
            "textDocument/prepareRename" => with(params, |params| self.prepare_rename(&params)),
            "textDocument/rename" => with(params, |params| self.rename(&params)),
            "textDocument/codeAction" => with(params, |params| self.actions(&params)),
            "textDocument/inlayHint" => with(params, |params| self.inlays(&params)),
            "textDocument/formatting" => with(params, |params| self.formatting(&params)),
            "shutdown" => {
                self.shut_down = true;
                Ok(Value::Null)
            }
            _ => {
                let message = format!("unknown method `{method}`");
                return self.send(Response::new_err(id, ErrorCode::MethodNotFound as i32, message));
            }
        };
        self.answer(id, answer)
    }

    fn answer(&self, id: RequestId, answer: RequestResult) -> Result<(), LspError> {
        self.send(match answer {
            Ok(value) => Response::new_ok(id, value),
            Err(message) => Response::new_err(id, ErrorCode::InvalidParams as i32, message),
        })
    }

    fn send(&self, response: Response) -> Result<(), LspError> {
        self.post(Message::Response(response))
    }

    fn post(&self, message: Message) -> Result<(), LspError> {
        let closed = |_| LspError("the editor has closed the connection".to_owned());
        self.connection.sender.send(message).map_err(closed)
    }
}
