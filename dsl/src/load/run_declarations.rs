//! The fourth loading phase. Its result is the whole game, ready to be compiled.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_core::{CompiledRules, RustRules, Spec, SpecError, SpecPart};

use super::build::{Description, MergedManifest};
use super::draft::Draft;
use super::fatal_errors::fatal;
use super::reconstruction_notes;
use super::ruleset::Ruleset;
use super::ruleset_file::{FileOrigin, FileRole, RulesetFile};
use crate::diagnostic::{Code, Diagnostic, RulesetError, Source};
use crate::manifest;
use crate::manifest::comments;
use crate::manifest::tree::{FileSpan, TomlTable};
use crate::script::{Scripts, TextCall};
use crate::weights;
use crate::weights::WeightsInUse;

/// The result of the fourth phase: the whole game before it is compiled.
pub struct Declared(pub(super) Draft);

impl std::fmt::Debug for Declared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Declared").finish_non_exhaustive()
    }
}

impl Draft {
    /// Runs the declarations of the scripts, and their tabulated hooks. When `stop` is set, further
    /// calls of hooks are left out.
    ///
    /// # Errors
    /// Returns a [`RulesetError`] with every invalid declaration and every failure of a script.
    pub fn declare(mut self, stop: &AtomicBool) -> Result<Declared, RulesetError> {
        let Description { spec, arrays, .. } = &mut self.description;
        let array = |name: &str| {
            arrays.iter().find(|(known, _)| known == name).map(|(_, array)| array.clone())
        };
        let declared = self.scripts.declare(spec, &array, &self.limits, stop);
        let mut found = declared.unwrap_or_else(RulesetError::into_diagnostics);
        // The documentation of a plugin states its clauses. Rulesets that use the plugin need not
        // repeat them.
        found.retain(|finding| {
            let source = finding.place().map(|place| &place.source);
            let plugin = self.files.iter().any(|file| {
                file.origin == FileOrigin::Plugin
                    && source.is_some_and(|source| Arc::ptr_eq(source, &file.source))
            });
            !(plugin && finding.code == Some(Code::ClauseNotStated))
        });
        self.diagnostics.extend(found);
        if !fatal(&self.diagnostics)
            && let Err(errors) = self.scripts.tabulate(spec, &self.limits, stop)
        {
            self.diagnostics.extend(errors);
        }
        if fatal(&self.diagnostics) { Err(self.diagnostics.into()) } else { Ok(Declared(self)) }
    }
}

impl Declared {
    /// Returns the game.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        self.0.spec()
    }

    /// Returns the warnings so far.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        self.0.diagnostics()
    }

    /// Compiles the rules.
    ///
    /// # Errors
    /// Returns a [`RulesetError`] with every reason why the game can't be played.
    pub fn compile(self) -> Result<Ruleset, RulesetError> {
        let Draft {
            table,
            top,
            preset,
            files,
            lessons,
            weights,
            levels,
            limits,
            description: Description { mut spec, meta, arrays, clause_sources },
            scripts,
            tunables,
            hash,
            resolved,
            values,
            diagnostics: mut found,
        } = self.0;
        let mut in_use = WeightsInUse::Rules;
        let varied = preset.is_some() || tunables.iter().any(|tunable| tunable.requested);
        if let Some(source) = &weights {
            match weights::read(source, &spec) {
                Ok(file) => {
                    spec.weights = Some(file.learned.weights);
                    in_use = WeightsInUse::Shipped(manifest::hash([source.text.as_str()]));
                }
                // A preset or a tunable may change the rules, so that the weights do not apply.
                Err(wrong) if varied && wrong.iter().all(of_other_rules) => {}
                Err(wrong) => found.extend(wrong),
            }
        }
        let rules = match CompiledRules::with_table_limit(spec, limits.table_bytes) {
            Ok(rules) => rules,
            Err(errors) => {
                let about = |error: &SpecError| place_of(error.part, &table, &scripts);
                let errors = errors.into_iter().map(|error| {
                    let at = about(&error).unwrap_or_else(|| top.clone());
                    match error.part {
                        SpecPart::TableBytes => at
                            .error(Code::TablesTooLarge, error.message)
                            .help("use a smaller board, or fewer movements that bend or jump"),
                        _ => at.error(Code::ContradictoryRules, error.message),
                    }
                });
                found.extend(errors);
                return Err(found.into());
            }
        };
        if fatal(&found) {
            return Err(found.into());
        }
        let reconstructed = remarks(&files, &scripts);
        let own_clauses = own_clauses(&table, &files, &scripts, &rules);
        let limit = table.table("rules").and_then(|rules| rules.entry("ply_limit"));
        let limit = limit.or_else(|| table.entry("rules")).map(|entry| &entry.key_at);
        let ply_limit_at = limit.map(|at| (Arc::clone(&at.source), at.span.clone()));
        Ok(Ruleset {
            rules,
            meta,
            tunables,
            found,
            written: MergedManifest { table, top, arrays },
            levels,
            hash,
            weights: in_use,
            resolved,
            values,
            preset,
            files,
            lessons,
            clause_sources,
            reconstructed,
            scripts: Arc::new(scripts),
            ply_limit_at,
            own_clauses,
            rust: RustRules::default(),
        })
    }
}

/// Returns the place where a part of the rules is written: the last script call that declares the
/// part. If there is no such call, returns the place of the part's key in the manifest.
fn place_of(part: SpecPart, table: &TomlTable, scripts: &Scripts) -> Option<FileSpan> {
    let (calls, keys): (&[&'static str], &[&str]) = match part {
        SpecPart::Board => (&[], &["board", "mask"]),
        SpecPart::Seats => (&[], &["seats"]),
        SpecPart::Neutral => (&[], &["neutral"]),
        SpecPart::Kinds | SpecPart::TableBytes => (&["movement", "set_movement"], &["pieces"]),
        SpecPart::Marks => (&["memory", "counter", "mark"], &[]),
        SpecPart::Array => (&[], &["array"]),
        SpecPart::Order => (&["order"], &["rules", "order"]),
        SpecPart::Castling => (&["castling", "castling_move", "castling_from"], &[]),
        SpecPart::Shuffles => (&["shuffle", "shuffle_arrays"], &[]),
        SpecPart::Walls => (&["wall"], &[]),
        SpecPart::Duties => (&["must", "may_not", "blast"], &[]),
        SpecPart::Hands => (&["hand", "base"], &[]),
        SpecPart::Dice => (&["dice"], &[]),
        SpecPart::Counters => (&["state", "counter"], &[]),
        SpecPart::PlyLimit => (&["ply_limit"], &["rules", "ply_limit"]),
        _ => (&[], &[]),
    };
    let declared = calls.iter().flat_map(|name| scripts.all_calls(name)).last();
    if let Some(TextCall { place: (source, span), .. }) = declared {
        return Some(FileSpan { source: Arc::clone(source), span });
    }
    let (first, rest) = keys.split_first()?;
    let mut entry = table.entry(first)?;
    for key in rest {
        let Some(inner) = entry.node.table().and_then(|table| table.entry(key)) else { break };
        entry = inner;
    }
    Some(entry.key_at.clone())
}

/// Returns `true` if a diagnostic reports weights for another family of rules.
fn of_other_rules(found: &Diagnostic) -> bool {
    found.code == Some(Code::WeightsOfOtherRules)
}

/// Returns the remarks about reconstructed rules. They are comments in the ruleset's own files and
/// plugins.
fn remarks(files: &[RulesetFile], scripts: &Scripts) -> Vec<String> {
    let own = |source: &Arc<Source>| {
        let file = files.iter().find(|file| Arc::ptr_eq(&file.source, source));
        file.is_some_and(|file| file.origin != FileOrigin::Inherited)
    };
    let manifest = files.first().map(|file| &file.source);
    let manifest = manifest.map(|source| (source, comments::find(&source.text)));
    let scripts = scripts.comments().filter(|(source, _)| own(source));
    let scripts = scripts.map(|(source, comments)| (source, comments.to_vec()));
    let all = manifest.into_iter().chain(scripts);
    all.flat_map(|(source, comments)| reconstruction_notes::remarks(&source.text, &comments))
        .collect()
}

/// Returns the places where the ruleset's own files state clauses. If the ruleset extends no other
/// ruleset, the places in its plugins are included.
fn own_clauses(
    table: &TomlTable,
    files: &[RulesetFile],
    scripts: &Scripts,
    rules: &CompiledRules,
) -> Vec<(String, FileSpan)> {
    let manifests = files.iter().filter(|file| file.role == FileRole::Manifest);
    let inherits = manifests.count() > 1;
    let own = |source: &Arc<Source>| {
        let file = files.iter().find(|file| Arc::ptr_eq(&file.source, source));
        file.is_some_and(|file| match file.origin {
            FileOrigin::Own => true,
            FileOrigin::Plugin => !inherits,
            FileOrigin::Inherited => false,
        })
    };
    let stated = |clause: &quadrille_core::rules::Clause| {
        let at = match table.entries_of("clauses").iter().find(|entry| entry.key == clause.id) {
            Some(entry) => entry.key_at.clone(),
            // If only the plugin names a clause, the clause belongs to the plugin.
            None if scripts.of_plugin(&clause.id) => return None,
            None => {
                let (source, span) = scripts.clause_places(&clause.id).next()?;
                FileSpan { source: Arc::clone(source), span }
            }
        };
        own(&at.source).then(|| (clause.id.clone(), at))
    };
    rules.spec().clauses.iter().filter_map(stated).collect()
}
