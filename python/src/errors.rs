//! Converts failures to the exceptions of `quadrille.errors`.

use pyo3::PyErr;
use pyo3::import_exception;
use quadrille_dsl::diagnostic;
use quadrille_dsl::{Diagnostic, Severity};
use quadrille_session::GameError;
use serde::Serialize;

import_exception!(quadrille.errors, RulesetError);
import_exception!(quadrille.errors, IllegalAction);
import_exception!(quadrille.errors, QuadrilleError);
import_exception!(quadrille.errors, ScriptError);

/// A finding in a file, as a value that is passed to Python.
#[derive(Serialize)]
struct FileFinding<'a> {
    code: Option<String>,
    severity: &'static str,
    message: &'a str,
    help: Option<&'a str>,
    places: Vec<FilePlace<'a>>,
    fixes: Vec<FileFix<'a>>,
    /// The rendered finding with its source lines.
    text: String,
}

/// A place in a file.
#[derive(Serialize)]
struct FilePlace<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    text: &'a str,
}

/// An edit that corrects a mistake.
#[derive(Serialize)]
struct FileFix<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    old: &'a str,
    new: &'a str,
}

/// Returns findings as JSON.
pub(crate) fn findings(list: &[Diagnostic]) -> String {
    let finding = |found: &'_ Diagnostic| {
        let places = found.labels.iter().map(|label| {
            let (line, column) = label.source.position(label.span.start);
            FilePlace { file: &label.source.name, line, column, text: &label.text }
        });
        let fixes = found.fixes.iter().map(|fix| {
            let (line, column) = fix.source.position(fix.span.start);
            let old = fix.source.text.get(fix.span.clone()).unwrap_or_default();
            FileFix { file: &fix.source.name, line, column, old, new: &fix.replacement }
        });
        let finding = FileFinding {
            code: found.code.map(|code| code.to_string()),
            severity: match found.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            message: &found.message,
            help: found.help.as_deref(),
            places: places.collect(),
            fixes: fixes.collect(),
            text: found.to_string(),
        };
        serde_json::to_value(finding).unwrap_or_default()
    };
    serde_json::Value::Array(list.iter().map(finding).collect()).to_string()
}

/// Returns the exception for a ruleset that can't be loaded.
pub(crate) fn invalid(list: &[Diagnostic]) -> PyErr {
    let text = diagnostic::render_all(list, false).to_string();
    RulesetError::new_err((text.trim_end().to_owned(), findings(list)))
}

/// Returns the exception for an operation that a game refuses.
pub(crate) fn failed(error: GameError) -> PyErr {
    match error {
        GameError::Illegal { ref action, ref why, .. } => {
            let why = serde_json::to_string(&**why).unwrap_or_default();
            IllegalAction::new_err((error.to_string(), action.clone(), why))
        }
        GameError::Hook(error) => ScriptError::new_err(error.to_string()),
        GameError::Ruleset(error) => invalid(error.diagnostics()),
        error => QuadrilleError::new_err(error.to_string()),
    }
}

/// Returns the exception for any other invalid request.
pub(crate) fn refused(text: impl Into<String>) -> PyErr {
    QuadrilleError::new_err(text.into())
}
