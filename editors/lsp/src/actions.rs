//! Creates code actions for a finding: the fixes of the finding, and an edit that allows its lint.

use std::path::{Path, PathBuf};

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeDescription, Diagnostic as LspDiagnostic,
    DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Range, TextEdit,
    Uri, WorkspaceEdit,
};
use quadrille_dsl::diagnostic::Code;
use quadrille_dsl::{Diagnostic, Severity};

use crate::text;

/// Returns the code actions for the findings in a range of a file. `manifest` is the path and text
/// of the manifest of the file's ruleset.
pub fn of(
    found: &[Diagnostic],
    path: &Path,
    part: &Range,
    manifest: Option<&(PathBuf, String)>,
) -> Vec<CodeActionOrCommand> {
    let mut actions = Vec::new();
    for finding in found {
        if actions.len() >= MAX_ACTIONS {
            break;
        }
        let Some(label) = finding.place() else { continue };
        if Path::new(&label.source.name) != path {
            continue;
        }
        let place = text::range_in(&label.source, label.span.clone());
        if place.end < part.start || part.end < place.start {
            continue;
        }
        for fix in &finding.fixes {
            let Some(uri) = text::uri_of(Path::new(&fix.source.name)) else { continue };
            let range = text::range_in(&fix.source, fix.span.clone());
            let edit = TextEdit { range, new_text: fix.replacement.clone() };
            let title = match (fix.span.is_empty(), fix.replacement.trim()) {
                (_, "") => "Remove it".to_owned(),
                (true, new) => format!("Write `{new}`"),
                (false, new) => format!("Replace with `{new}`"),
            };
            let preferred = fix.sure || finding.fixes.len() == 1;
            actions.push(action(finding, title, (uri, edit), preferred));
        }
        if let (Some(code), Some(manifest)) = (finding.code, manifest)
            && let Some(edit) = allowing(code, manifest)
        {
            let title = format!("Allow `{}` in this ruleset", code.name());
            actions.push(action(finding, title, edit, false));
        }
    }
    actions
}

/// The maximum number of actions, which an editor lists in a menu.
const MAX_ACTIONS: usize = 100;

/// The maximum number of related places of a diagnostic.
const MAX_RELATED_PLACES: usize = 10;

/// Converts a finding to a diagnostic of the protocol.
pub fn diagnostic(finding: &Diagnostic) -> LspDiagnostic {
    let range = finding.place().map(|label| text::range_in(&label.source, label.span.clone()));
    let mut message = finding.message.clone();
    if let Some(help) = &finding.help {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
    let related = finding.labels.iter().skip(1).take(MAX_RELATED_PLACES).filter_map(|label| {
        let uri = text::uri_of(Path::new(&label.source.name))?;
        let range = text::range_in(&label.source, label.span.clone());
        let message = if label.text.is_empty() { "here".to_owned() } else { label.text.clone() };
        Some(DiagnosticRelatedInformation { location: Location { uri, range }, message })
    });
    let related: Vec<_> =
        related.filter(|other| other.location.uri.as_str().starts_with("file:///")).collect();
    LspDiagnostic {
        range: range.unwrap_or_default(),
        severity: Some(match finding.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: finding.code.map(|code| NumberOrString::String(code.to_string())),
        code_description: None::<CodeDescription>,
        source: Some("quadrille".to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        ..LspDiagnostic::default()
    }
}

/// Returns a note at the top of a file. It states the number of findings that are not shown.
pub fn more_findings(count: usize) -> LspDiagnostic {
    LspDiagnostic {
        severity: Some(DiagnosticSeverity::INFORMATION),
        source: Some("quadrille".to_owned()),
        message: format!("{count} more findings in this file are not shown"),
        ..LspDiagnostic::default()
    }
}

fn action(
    finding: &Diagnostic,
    title: String,
    (uri, edit): (Uri, TextEdit),
    preferred: bool,
) -> CodeActionOrCommand {
    CodeActionOrCommand::CodeAction(CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic(finding)]),
        edit: Some(WorkspaceEdit {
            changes: Some([(uri, vec![edit])].into_iter().collect()),
            ..WorkspaceEdit::default()
        }),
        is_preferred: Some(preferred),
        ..CodeAction::default()
    })
}

/// Returns an edit that adds the code of a lint to the allowed lints of a manifest. Returns `None`
/// if the code is not a lint, or if the text of the manifest already contains the name or code of
/// the lint.
fn allowing(code: Code, (path, manifest): &(PathBuf, String)) -> Option<(Uri, TextEdit)> {
    code.lint()?;
    let name = code.name();
    if manifest.contains(&name) || manifest.contains(&code.to_string()) {
        return None;
    }
    let line = format!("{name} = \"allow\"\n");
    let mut end = 0;
    let table = manifest.split_inclusive('\n').find_map(|line| {
        end += line.len();
        (line.trim_end() == "[lints]" && line.ends_with('\n')).then_some(end)
    });
    let (at, new_text) = match table {
        Some(end) => (end, line),
        None if manifest.is_empty() || manifest.ends_with('\n') => {
            (manifest.len(), format!("\n[lints]\n{line}"))
        }
        None => (manifest.len(), format!("\n\n[lints]\n{line}")),
    };
    let range = text::range(manifest, at..at);
    Some((text::uri_of(path)?, TextEdit { range, new_text }))
}
