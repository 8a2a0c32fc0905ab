//! Renames symbols. Checks if a symbol can be renamed, explains refusals, and creates the edits.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use lsp_types::{
    PrepareRenameResponse, RenameParams, TextDocumentPositionParams, TextEdit, Uri, WorkspaceEdit,
};
use quadrille_dsl::script::api;
use serde_json::Value;

use super::answers::{FileLocation, SymbolLocations, to_value};
use super::state::{LanguageServer, RequestResult};
use crate::navigate::{self, Symbol};
use crate::{project, text};

impl LanguageServer<'_> {
    /// Checks if the word at a position can be renamed. The editor requests this before the user
    /// enters a new name. Returns the word's range and its present name, or the reason for a
    /// refusal.
    pub(super) fn prepare_rename(&self, params: &TextDocumentPositionParams) -> RequestResult {
        let Some(at) = self.at(params) else { return Ok(Value::Null) };
        let (symbol, places) = self.renamed(&at)?;
        let here = places.iter().find(|(place, _)| {
            place.path == at.path && place.span.start <= at.offset && at.offset <= place.span.end
        });
        let Some((place, _)) = here else { return Ok(Value::Null) };
        to_value(&PrepareRenameResponse::RangeWithPlaceholder {
            range: text::range(at.text, place.span.clone()),
            placeholder: symbol.name().to_owned(),
        })
    }

    // The hash of `Uri` does not depend on its internal cache.
    #[allow(clippy::mutable_key_type)]
    pub(super) fn rename(&self, params: &RenameParams) -> RequestResult {
        let Some(at) = self.at(&params.text_document_position) else { return Ok(Value::Null) };
        let (symbol, places) = self.renamed(&at)?;
        let new = &params.new_name;
        if new == symbol.name() {
            return Ok(Value::Null);
        }
        if let Some(why) = symbol.refuses(new).or_else(|| self.taken(&at, &symbol, new)) {
            return Err(why);
        }
        let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
        for (place, source) in places {
            let Some(uri) = text::uri_of(&place.path) else { continue };
            let range = text::range_in(&source, place.span);
            changes.entry(uri).or_default().push(TextEdit { range, new_text: new.clone() });
        }
        to_value(&WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
    }

    /// Returns the symbol at a position, and all its occurrences in the ruleset's own files. If the
    /// symbol can't be renamed, returns the reason.
    fn renamed(&self, at: &FileLocation<'_>) -> Result<(Symbol, SymbolLocations), String> {
        let Some((symbol, places)) = self.symbol(at) else {
            return Err(
                "only zones, kinds, clauses, tunables, helper functions and variables can be renamed"
                    .to_owned(),
            );
        };
        // Before the ruleset can be loaded, its inherited files are not known.
        if at.loaded.is_none() && !matches!(symbol, Symbol::Function(..) | Symbol::Local(..)) {
            return Err("the ruleset has errors: correct them before renaming".to_owned());
        }
        let own = |path: &Path| project::of(path, &self.open) == at.project;
        let (mine, _): (SymbolLocations, SymbolLocations) =
            places.into_iter().partition(|(p, _)| own(&p.path));
        if !mine.iter().any(|(place, _)| place.defines) {
            return Err(format!("`{}` is not defined in this ruleset's own files", symbol.name()));
        }
        let files = self.all_files(at);
        // Parent rulesets and shared plugins would continue to use the old name.
        let elsewhere = files.iter().find(|(path, text)| {
            !own(path) && !navigate::occurrences(&symbol, path, text).is_empty()
        });
        if let Some((path, _)) = elsewhere {
            return Err(format!(
                "`{}` is not only in this ruleset: it is also used in {}",
                symbol.name(),
                path.display()
            ));
        }
        let together = files.iter().find_map(|(path, text)| {
            Some((navigate::template(&symbol, path, text)?, path.display()))
        });
        if let Some((template, file)) = together {
            return Err(format!(
                "a script builds the name `{}` from `{template}` in {file}, which renaming would break",
                symbol.name()
            ));
        }
        Ok((symbol, mine))
    }

    /// Returns all files of a ruleset, from the editor, the disk, or the shipped rulesets.
    fn all_files(&self, at: &FileLocation<'_>) -> Vec<(PathBuf, String)> {
        let mut files = self.files(at);
        for file in at.loaded.map_or(&[][..], |loaded| &loaded.files) {
            let path = PathBuf::from(&file.source.name);
            if !path.is_absolute() {
                files.push((path, file.source.text.clone()));
            }
        }
        files
    }

    /// Returns an error message if another item already has the name `name`, or `None` if the name is
    /// free. The name must be valid.
    fn taken(&self, at: &FileLocation<'_>, symbol: &Symbol, name: &str) -> Option<String> {
        let (what, other) = match symbol {
            Symbol::Zone(_) => ("zone", Symbol::Zone(name.to_owned())),
            Symbol::Kind(_) => ("kind of piece", Symbol::Kind(name.to_owned())),
            Symbol::Clause(_) => ("clause", Symbol::Clause(name.to_owned())),
            // Either variable could be visible where the other one is used.
            Symbol::Local(path, declared, _) => {
                let text = if *path == at.path { at.text } else { "" };
                return navigate::stands_near(text, declared, name)
                    .then(|| format!("`{name}` is already used in this function"));
            }
            Symbol::Tunable(script, _) => {
                ("tunable", Symbol::Tunable(script.clone(), name.to_owned()))
            }
            Symbol::Function(path, _) => {
                if api::named(name).next().is_some() {
                    return Some(format!("the language already has a function `{name}`"));
                }
                ("function", Symbol::Function(path.clone(), name.to_owned()))
            }
        };
        let files = self.all_files(at);
        let defined = files.iter().any(|(path, text)| {
            navigate::occurrences(&other, path, text).iter().any(|place| place.defines)
        });
        defined.then(|| format!("there is already a {what} `{name}`"))
    }
}
