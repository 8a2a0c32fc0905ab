//! Answers to requests about a position in a file.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use lsp_types::{
    CodeActionOrCommand, CodeActionParams, CompletionParams, DocumentFormattingParams,
    DocumentSymbolParams, GotoDefinitionParams, Hover, HoverContents, HoverParams, InlayHintParams,
    Location, MarkupContent, MarkupKind, ReferenceParams, TextDocumentPositionParams, TextEdit,
};
use quadrille_core::Spec;
use quadrille_dsl::{Library as _, Ruleset, Source, tidy};
use serde_json::Value;

use super::state::{LanguageServer, RequestResult};
use crate::navigate::{self, Occurrence, Symbol};
use crate::project::{self, Overlay, Project};
use crate::{actions, complete, hover, symbols, text};

/// Occurrences of a symbol, each with the text of its file.
pub(super) type SymbolLocations = Vec<(Occurrence, Arc<Source>)>;

impl LanguageServer<'_> {
    /// Returns the file of a position, with its text and ruleset, and the offset of the position in
    /// the text.
    pub(super) fn at(&self, params: &TextDocumentPositionParams) -> Option<FileLocation<'_>> {
        let path = text::path_of(&params.text_document.uri)?;
        let text = self.open.get(&path)?;
        let offset = text::offset(text, params.position);
        let project = project::of(&path, &self.open);
        let loaded = project.as_ref().and_then(|project| self.loaded.get(project));
        let loaded = loaded.map(|loaded| &**loaded);
        let checked = project.as_ref().and_then(|project| self.checked.get(project));
        let outline = checked.and_then(|checked| checked.outline.as_deref());
        let spec = loaded.map(Ruleset::spec).or(outline);
        Some(FileLocation { path, text, offset, project, loaded, spec })
    }

    pub(super) fn hover(&self, params: &HoverParams) -> RequestResult {
        let Some(at) = self.at(&params.text_document_position_params) else {
            return Ok(Value::Null);
        };
        let Some((value, span)) = hover::at(
            &at.path,
            at.text,
            at.offset,
            hover::KnownRuleset { loaded: at.loaded, spec: at.spec },
        ) else {
            return Ok(Value::Null);
        };
        let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
        to_value(&Hover { contents, range: Some(hover::range(at.text, span)) })
    }

    pub(super) fn completion(&self, params: &CompletionParams) -> RequestResult {
        let Some(at) = self.at(&params.text_document_position) else { return Ok(Value::Null) };
        let library = Overlay { shelf: &self.shelf, open: &self.open };
        let context =
            complete::CompletionContext { loaded: at.loaded, spec: at.spec, library: &library };
        to_value(&complete::at(&at.path, at.text, at.offset, &context))
    }

    /// Returns the symbol at a position, and its occurrences in the files of its ruleset.
    pub(super) fn symbol(&self, at: &FileLocation<'_>) -> Option<(Symbol, SymbolLocations)> {
        let spec = at.spec;
        let known = |symbol: &Symbol| {
            spec.is_some_and(|spec| match symbol {
                Symbol::Kind(name) => spec.kind_named(name).is_some(),
                Symbol::Zone(name) => spec.zones.iter().any(|(zone, _)| zone == name),
                _ => false,
            })
        };
        let files = self.files(at);
        let symbol = navigate::symbol(&at.path, at.text, at.offset, &known)
            .or_else(|| navigate::called(&at.path, at.text, at.offset, &files))?;
        let mut found = Vec::new();
        for (path, text) in files {
            let occurrences = navigate::occurrences(&symbol, &path, &text);
            let source = Source::new("", text);
            found.extend(occurrences.into_iter().map(|found| (found, Arc::clone(&source))));
        }
        Some((symbol, found))
    }

    /// Returns the files of the ruleset at a position. These are all files in the ruleset's folder,
    /// and the files on the disk that the ruleset inherits or lists.
    pub(super) fn files(&self, at: &FileLocation<'_>) -> Vec<(PathBuf, String)> {
        let mut files: BTreeMap<PathBuf, String> = BTreeMap::new();
        if let Some(Project::Ruleset(root)) = &at.project
            && let Some(name) = root.to_str()
        {
            let overlay = Overlay { shelf: &self.shelf, open: &self.open };
            if let Ok(folder) = overlay.folder(name) {
                for (file, bytes) in folder.files {
                    let path = if folder.single { root.clone() } else { root.join(file) };
                    files.insert(path, String::from_utf8_lossy(&bytes).into_owned());
                }
            }
        }
        for file in at.loaded.map_or(&[][..], |loaded| &loaded.files) {
            let path = PathBuf::from(&file.source.name);
            if path.is_absolute() {
                files.entry(path).or_insert_with(|| file.source.text.clone());
            }
        }
        files.entry(at.path.clone()).or_insert_with(|| at.text.to_owned());
        files.into_iter().collect()
    }

    pub(super) fn definition(&self, params: &GotoDefinitionParams) -> RequestResult {
        let Some(at) = self.at(&params.text_document_position_params) else {
            return Ok(Value::Null);
        };
        let Some((_, mut found)) = self.symbol(&at) else { return Ok(Value::Null) };
        found.retain(|(found, _)| found.defines);
        // A definition in the ruleset replaces an inherited one.
        let own = |found: &Occurrence| project::of(&found.path, &self.open) == at.project;
        if found.iter().any(|(found, _)| own(found)) {
            found.retain(|(found, _)| own(found));
        }
        to_value(&locations(found.into_iter()))
    }

    pub(super) fn symbols(&self, params: &DocumentSymbolParams) -> RequestResult {
        let path = text::path_of(&params.text_document.uri);
        let Some((path, text)) = path.as_ref().and_then(|path| self.open.get_key_value(path))
        else {
            return Ok(Value::Null);
        };
        to_value(&symbols::of(path, text))
    }

    pub(super) fn references(&self, params: &ReferenceParams) -> RequestResult {
        let Some(at) = self.at(&params.text_document_position) else { return Ok(Value::Null) };
        let Some((_, found)) = self.symbol(&at) else { return Ok(Value::Null) };
        let declaration = params.context.include_declaration;
        to_value(&locations(found.into_iter().filter(|(found, _)| declaration || !found.defines)))
    }

    // The hash of `Uri` does not depend on its internal cache.
    #[allow(clippy::mutable_key_type)]
    pub(super) fn actions(&self, params: &CodeActionParams) -> RequestResult {
        let none: &[CodeActionOrCommand] = &[];
        let Some(path) = text::path_of(&params.text_document.uri) else { return to_value(&none) };
        let Some(project) = project::of(&path, &self.open) else { return to_value(&none) };
        let found = self.checked.get(&project).map_or(&[][..], |checked| &checked.found);
        let manifest = project.manifest().and_then(|manifest| {
            let open = self.open.get(&manifest).cloned();
            let text = open.or_else(|| std::fs::read_to_string(&manifest).ok())?;
            Some((manifest, text))
        });
        let actions = actions::of(found, &path, &params.range, manifest.as_ref());
        to_value(&actions)
    }

    pub(super) fn inlays(&self, params: &InlayHintParams) -> RequestResult {
        let path = text::path_of(&params.text_document.uri);
        let Some((path, text)) = path.as_ref().and_then(|path| self.open.get_key_value(path))
        else {
            return Ok(Value::Null);
        };
        let lines = params.range.start.line..params.range.end.line.saturating_add(1);
        to_value(&hover::inlays(path, text, lines))
    }

    /// Returns the formatted text as one edit. A file with syntax errors is not formatted, because
    /// it already has findings about these errors.
    pub(super) fn formatting(&self, params: &DocumentFormattingParams) -> RequestResult {
        let path = text::path_of(&params.text_document.uri);
        let Some((path, text)) = path.as_ref().and_then(|path| self.open.get_key_value(path))
        else {
            return Ok(Value::Null);
        };
        let name = path.to_string_lossy();
        let tidied =
            if tidy::knows(&name) { tidy::text(&name, text.as_bytes()).ok() } else { None };
        let Some(new_text) = tidied.filter(|tidied| *tidied != **text) else {
            return Ok(Value::Null);
        };
        to_value(&[TextEdit { range: text::range(text, 0..text.len()), new_text }])
    }
}

/// A position in an open file.
pub(super) struct FileLocation<'a> {
    pub(super) path: PathBuf,
    pub(super) text: &'a str,
    pub(super) offset: usize,
    pub(super) project: Option<Project>,
    pub(super) loaded: Option<&'a Ruleset>,
    pub(super) spec: Option<&'a Spec>,
}

/// Passes the parameters of a request to `answer`, if they have the form that the protocol
/// requires.
pub(super) fn with<P: serde::de::DeserializeOwned>(
    params: Value,
    answer: impl FnOnce(P) -> RequestResult,
) -> RequestResult {
    answer(serde_json::from_value(params).map_err(|error| error.to_string())?)
}

pub(super) fn to_value(value: &impl serde::Serialize) -> RequestResult {
    serde_json::to_value(value).map_err(|error| error.to_string())
}

fn locations(found: impl Iterator<Item = (Occurrence, Arc<Source>)>) -> Vec<Location> {
    found
        .filter_map(|(found, source)| {
            let uri = text::uri_of(&found.path)?;
            Some(Location { uri, range: text::range_in(&source, found.span) })
        })
        .collect()
}
