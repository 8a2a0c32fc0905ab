//! Loads a ruleset from its folder, in phases.
//!
//! Each phase is a type, made from the phase before. A tool may stop after any of them:
//!
//! - [`Files`]: the manifests of the ruleset and of its ancestors, read and checked
//! - [`Merged`]: one merged manifest with a preset applied, and the script sources
//! - [`Draft`]: the game that the manifest describes, and the checked scripts with their tunables
//!   set
//! - [`Declared`]: the game with the scripts' declarations, and the tables of tabulated hooks
//! - [`Ruleset`]: the compiled rules
//!
//! [`load`] performs all phases. A phase with errors continues as far as possible, so that many
//! mistakes are reported at once. The module never accesses a disk. A [`Library`] provides the
//! files.
//!
//! ```
//! use quadrille_dsl::library::Shipped;
//! use quadrille_dsl::load::Files;
//!
//! // An editor that only wants the flattened manifest stops after merging.
//! let merged = Files::read(&Shipped, "verney-1881")?.merge()?;
//! assert!(merged.resolved().contains("id = \"verney-1881\""));
//! # Ok::<(), quadrille_dsl::RulesetError>(())
//! ```

pub(crate) mod build;
mod draft;
mod fatal_errors;
mod lint;
mod manifest_files;
mod merged_files;
mod meta;
mod reconstruction_notes;
mod ruleset;
mod ruleset_file;
mod run_declarations;
mod script_files;

use std::sync::atomic::{AtomicBool, Ordering};

use crate::diagnostic::{Code, Diagnostic, Levels, MissingName, RulesetError};
use crate::library::{Library, SCRIPT};
use crate::limits::NEVER_STOPPED;
use crate::manifest::tree::FileSpan;

pub use crate::script::Tunable;
pub use draft::Draft;
pub use manifest_files::Files;
pub use merged_files::{Merged, PresetChanges};
pub use meta::Meta;
pub use ruleset::{Ruleset, level_weights};
pub(crate) use ruleset_file::LESSONS;
pub use ruleset_file::{FileOrigin, FileRole, RulesetFile};
pub use run_declarations::Declared;

/// The reference page of `geometry.toml`.
pub const REFERENCE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/geometry.md"));

/// The source key of clauses that had to be reconstructed.
pub const RECONSTRUCTED: &str = "reconstructed";

/// The source key of clauses that the author had to decide, because no historical source mentions
/// them.
pub const DECIDED: &str = "default";

/// Loads a ruleset. `name` is its id or path, and may end with `@preset`. `set` contains new values
/// for tunables. Each entry has the name of a tunable, which is `NAME` or `script.NAME`, and a
/// value.
///
/// # Errors
/// Returns a [`RulesetError`] with every mistake in the ruleset, and with the warnings.
pub fn load(
    library: &dyn Library,
    name: &str,
    set: &[(String, String)],
) -> Result<Ruleset, RulesetError> {
    load_until(library, name, set, &Levels::default(), &NEVER_STOPPED)
}

/// Loads a ruleset as [`load`] does. The given lint levels override the levels of the ruleset. When
/// another thread sets `stop`, loading soon ends.
///
/// # Errors
/// Returns a [`RulesetError`] with every mistake in the ruleset, and with the warnings. If loading
/// was stopped, the error contains a single diagnostic, which reports this.
pub fn load_until(
    library: &dyn Library,
    name: &str,
    set: &[(String, String)],
    levels: &Levels,
    stop: &AtomicBool,
) -> Result<Ruleset, RulesetError> {
    let merged = Files::read(library, name)?.merge()?.at_levels(levels);
    let levels = merged.levels().clone();
    let (dropped, plugins) = (merged.dropped.clone(), merged.plugins());
    let draft = merged.draft(set, stop);
    let loaded = draft.and_then(|draft| draft.declare(stop)).and_then(Declared::compile);
    // A phase that was stopped may have missed mistakes, or reported the stop as a mistake.
    if stop.load(Ordering::Relaxed) {
        let message = "loading was stopped before it was complete";
        let help = "allow more time, or make the ruleset smaller";
        return Err(Diagnostic::general(Code::LoadingStopped, message).help(help).into());
    }
    loaded.map_err(|error| {
        let found = at_drops(&dropped, error.into_diagnostics());
        levels.apply(at_plugins(&plugins, found)).into()
    })
}

/// Handles names that a plugin uses and the ruleset lacks. Moves the report of such a name to the
/// place where the ruleset lists the plugin. Reports each name once.
fn at_plugins(plugins: &[(String, FileSpan)], found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut out: Vec<Diagnostic> = Vec::new();
    for finding in found {
        let listed = finding.place().and_then(|place| {
            plugins.iter().find(|(file, _)| *file == place.source.name).map(|(_, at)| (at, place))
        });
        let (Some(missing), Some((at, place))) = (&finding.missing, listed) else {
            out.push(finding);
            continue;
        };
        let plugin = place.source.file_name().trim_end_matches(SCRIPT);
        let MissingName { what, name } = missing;
        let message = format!("the plugin `{plugin}` needs a {what} `{name}`");
        if out.iter().any(|known| known.message == message) {
            continue;
        }
        let help = format!("add it, or remove the plugin; see `quadrille explain plugin:{plugin}`");
        let code = finding.code.unwrap_or(Code::UnknownName);
        let made = at.error(code, message).about_missing(missing.clone()).help(help);
        out.push(made.label(&place.source, place.span.clone(), "used here"));
    }
    out
}

/// Handles a name that is missing because a manifest drops it. Moves the report to the place where
/// the manifest drops the name. Reports each name once.
fn at_drops(dropped: &[(String, FileSpan)], mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    for (path, at) in dropped {
        let Some((table, name)) = path.split_once('.') else { continue };
        let what = if table == "pieces" { "kind" } else { table.trim_end_matches('s') };
        let dropped = Some(MissingName::new(what, name));
        let about = |found: &Diagnostic| found.missing == dropped;
        let (uses, others): (Vec<_>, Vec<_>) = found.into_iter().partition(about);
        found = others;
        let mut places = uses.iter().filter_map(Diagnostic::place);
        let Some(first) = places.next() else { continue };
        let message = format!("`{name}` is dropped, but inherited files use it");
        let help = "keep it or replace it, or drop or replace the parts that use it";
        let made = at.error(Code::UnknownName, message).help(help);
        found.push(made.label(&first.source, first.span.clone(), "here"));
    }
    found
}

#[cfg(test)]
mod tests;
