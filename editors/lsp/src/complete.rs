//! Completes the text at a position of a file.

use std::ops::Range;
use std::path::Path;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, InsertTextFormat, TextEdit,
};
use quadrille_core::Spec;
use quadrille_core::rules::Holds;
use quadrille_dsl::diagnostic::{Code, LintName};
use quadrille_dsl::manifest::schema::Shape;
use quadrille_dsl::script::api::{self, Form, Type};
use quadrille_dsl::script::hook_catalogue;
use quadrille_dsl::{Library, Ruleset};

use crate::manifest::{self, KeyShape};
use crate::script::{self, is_word};
use crate::text::{self, is_name, line_at, name_at};

/// The maximum number of items in one completion.
const MAX_ITEMS: usize = 512;

/// The data from which completions are made.
pub struct CompletionContext<'a> {
    /// The last version of the ruleset that could be loaded.
    pub loaded: Option<&'a Ruleset>,
    /// The game that `loaded` defines. If no version of the ruleset could be loaded, this is the
    /// game that its manifest defines without scripts.
    pub spec: Option<&'a Spec>,
    /// The library of the rulesets and plugins that a file can name.
    pub library: &'a dyn Library,
}

/// Returns the completions at an offset of a file.
pub fn at(
    path: &Path,
    text: &str,
    offset: usize,
    context: &CompletionContext<'_>,
) -> Vec<CompletionItem> {
    let mut items = if path.extension().is_some_and(|extension| extension == "rhai") {
        in_script(text, offset, context)
    } else {
        in_manifest(path, text, offset, context)
    };
    items.truncate(MAX_ITEMS);
    items
}

/// Creates an item that replaces the word at the cursor.
fn item(text: &str, span: &Range<usize>, label: &str, kind: CompletionItemKind) -> CompletionItem {
    let edit = TextEdit { range: text::range(text, span.clone()), new_text: label.to_owned() };
    CompletionItem {
        label: label.to_owned(),
        kind: Some(kind),
        text_edit: Some(CompletionTextEdit::Edit(edit)),
        ..CompletionItem::default()
    }
}

fn in_script(text: &str, offset: usize, context: &CompletionContext<'_>) -> Vec<CompletionItem> {
    let word = name_at(text, offset, is_word);
    match script::place(text, offset) {
        script::ScriptContext::Comment => Vec::new(),
        script::ScriptContext::Clause => {
            let span = name_at(text, offset, is_name);
            let names = names(Type::Clause, context).into_iter();
            names.map(|name| item(text, &span, &name, CompletionItemKind::VALUE)).collect()
        }
        script::ScriptContext::When => {
            let span = name_at(text, offset, is_name);
            let names = [Type::Kind, Type::Zone].into_iter().flat_map(|kind| names(kind, context));
            let words = [
                "to",
                "from",
                "capture",
                "no capture",
                "check",
                "no check",
                "pass",
                "every ply",
                "at most",
            ];
            let names = names.chain(words.map(str::to_owned));
            names.map(|name| item(text, &span, &name, CompletionItemKind::VALUE)).collect()
        }
        script::ScriptContext::Text { span, takes } => {
            // The type of a list item or of a comparison's operand is unknown.
            let any = [Type::Kind, Type::SeatName, Type::State, Type::Zone];
            let takes = if takes.is_empty() { &any[..] } else { &takes };
            let names = takes.iter().flat_map(|kind| names(*kind, context));
            names.map(|name| item(text, &span, &name, CompletionItemKind::VALUE)).collect()
        }
        script::ScriptContext::Member(before) => {
            let members = script::members(before.as_deref());
            let mut items: Vec<CompletionItem> = Vec::new();
            for function in members {
                if items.iter().any(|item| item.label == function.name) {
                    continue;
                }
                let kind = match function.form {
                    Form::Property(_) => CompletionItemKind::PROPERTY,
                    _ => CompletionItemKind::METHOD,
                };
                let detail = Some(function.signature());
                items.push(CompletionItem { detail, ..item(text, &word, function.name, kind) });
            }
            items
        }
        script::ScriptContext::Code => in_code(text, &word),
    }
}

/// Returns the words of the script interface, the hooks that the script can define, and the
/// tunables and helper functions that it has defined.
fn in_code(text: &str, word: &Range<usize>) -> Vec<CompletionItem> {
    let (start, line) = line_at(text, word.start);
    let before = line[..word.start - start].trim_start();
    let mut items = Vec::new();
    // A function begins at the margin or after `fn`.
    if (before.is_empty() && word.start == start) || before == "fn " {
        for hook in hook_catalogue::HOOKS {
            let signature = hook.signature();
            let head = if before.is_empty() { "fn " } else { "" };
            let mut offered = item(text, word, hook.name, CompletionItemKind::FUNCTION);
            offered.text_edit = Some(CompletionTextEdit::Edit(TextEdit {
                range: text::range(text, word.clone()),
                new_text: format!("{head}{signature} {{\n    $0\n}}"),
            }));
            offered.insert_text_format = Some(InsertTextFormat::SNIPPET);
            offered.detail = Some(hook.doc.to_owned());
            items.push(offered);
        }
        return items;
    }
    for function in api::functions().filter(|function| function.form == Form::Free) {
        if items.iter().any(|item: &CompletionItem| item.label == function.name) {
            continue;
        }
        let detail = Some(function.signature());
        items.push(CompletionItem {
            detail,
            ..item(text, word, function.name, CompletionItemKind::FUNCTION)
        });
    }
    for name in ["game", "rules", "seat", "piece", "square"] {
        items.push(item(text, word, name, CompletionItemKind::VARIABLE));
    }
    for (kind, head) in
        [(CompletionItemKind::CONSTANT, "const "), (CompletionItemKind::FUNCTION, "fn ")]
    {
        for line in text.lines() {
            let Some(rest) = line.strip_prefix(head) else { continue };
            let name: &str = rest.split(|c: char| !is_word(c)).next().unwrap_or_default();
            if hook_catalogue::hook_named(name).is_none() && !name.is_empty() {
                items.push(item(text, word, name, kind));
            }
        }
    }
    items
}

fn in_manifest(
    path: &Path,
    text: &str,
    offset: usize,
    context: &CompletionContext<'_>,
) -> Vec<CompletionItem> {
    let top = manifest::keys_of(path);
    match manifest::place(text, offset) {
        manifest::TomlContext::Other => Vec::new(),
        manifest::TomlContext::Header { path, span } => {
            let Some(KeyShape::Keys(keys)) = manifest::shaped(top, &path) else {
                return Vec::new();
            };
            let tables = keys.iter().filter(|key| manifest::is_table(&key.shape));
            let offered = tables.map(|key| CompletionItem {
                detail: Some(key.doc.to_owned()),
                ..item(text, &span, key.name, CompletionItemKind::MODULE)
            });
            offered.collect()
        }
        manifest::TomlContext::Key { path, span } => {
            let keys = match manifest::shaped(top, &path) {
                Some(KeyShape::Keys(keys)) => keys,
                Some(KeyShape::Value(Shape::Tunables, _)) => return tunables(text, &span, context),
                Some(KeyShape::Value(Shape::Lints, _)) => return lints(text, &span),
                _ => return Vec::new(),
            };
            let mut items: Vec<CompletionItem> = keys
                .iter()
                .map(|key| CompletionItem {
                    detail: Some(key.doc.to_owned()),
                    ..item(text, &span, key.name, CompletionItemKind::PROPERTY)
                })
                .collect();
            if path.first().is_some_and(|first| first == "presets") {
                items.extend(tunables(text, &span, context));
            }
            items
        }
        manifest::TomlContext::Value { path, span } => {
            let words: Vec<String> = match manifest::shaped(top, &path) {
                Some(KeyShape::Value(Shape::Word(words), _)) => {
                    words.iter().map(|word| (*word).to_owned()).collect()
                }
                Some(KeyShape::Value(Shape::Boolean, _)) => {
                    vec!["true".to_owned(), "false".to_owned()]
                }
                _ => values(&path, context),
            };
            words.iter().map(|word| item(text, &span, word, CompletionItemKind::VALUE)).collect()
        }
    }
}

/// Completes the names of lints.
fn lints(text: &str, span: &Range<usize>) -> Vec<CompletionItem> {
    let offered = LintName::names().map(|name| CompletionItem {
        detail: name.parse::<Code>().ok().map(|code| format!("{code}: {}", code.title())),
        ..item(text, span, &name, CompletionItemKind::PROPERTY)
    });
    offered.collect()
}

/// Completes the quoted keys of tunables.
fn tunables(
    text: &str,
    span: &Range<usize>,
    context: &CompletionContext<'_>,
) -> Vec<CompletionItem> {
    let tunables = context.loaded.map_or(&[][..], |loaded| &loaded.tunables);
    let offered = tunables.iter().map(|tunable| CompletionItem {
        detail: Some(tunable.doc.clone()),
        ..item(
            text,
            span,
            &format!("\"{}.{}\"", tunable.script, tunable.name),
            CompletionItemKind::CONSTANT,
        )
    });
    offered.collect()
}

/// Returns the possible values of a key that takes a string. `path` contains the names of the
/// tables around the key, and then the key itself.
fn values(path: &[String], context: &CompletionContext<'_>) -> Vec<String> {
    let parts: Vec<&str> = path.iter().map(String::as_str).collect();
    let tunable = parts.last().filter(|key| key.contains('.'));
    if let (Some(key), Some(loaded)) = (tunable, context.loaded) {
        let found = loaded.tunables.iter().find(|t| format!("{}.{}", t.script, t.name) == **key);
        return found.map_or(Vec::new(), |tunable| tunable.one_of.clone());
    }
    match parts[..] {
        ["extends"] | ["variant", "parents"] | [.., "ruleset"] => context.library.all_names(),
        [.., "rules", "scripts"] => {
            context.library.plugins().into_iter().map(|name| format!("plugin:{name}")).collect()
        }
        [.., "rules", "order"] | [.., "turn" | "next"] | [.., "check"] => {
            names(Type::SeatName, context)
        }
        [.., "zones", _] => names(Type::Zone, context),
        [.., "clause" | "fires" | "silent"] => names(Type::Clause, context),
        [.., "preset"] => context.loaded.map_or(Vec::new(), |loaded| {
            let presets = loaded.values.iter().filter_map(|(path, _)| {
                path.strip_prefix("presets.").and_then(|rest| rest.split('.').next())
            });
            let mut presets: Vec<String> = presets.map(str::to_owned).collect();
            presets.dedup();
            presets
        }),
        _ => Vec::new(),
    }
}

/// Returns the strings that a parameter of this type accepts, such as the names of the ruleset's
/// zones.
fn names(kind: Type, context: &CompletionContext<'_>) -> Vec<String> {
    if let Type::OneOf(words) = kind {
        return words.iter().map(|word| (*word).to_owned()).collect();
    }
    let Some(spec) = context.spec else { return Vec::new() };
    let counters = |memory: bool, per_seat: bool| {
        let counters = spec.counters.iter().filter(move |counter| {
            (counter.holds != Holds::Number) == memory && counter.per_seat == per_seat
        });
        let of_pieces =
            spec.piece_memories.iter().filter(move |m| memory && m.per_seat == per_seat);
        let names = counters.map(|counter| &counter.name);
        names.chain(of_pieces.map(|memory| &memory.name)).cloned().collect()
    };
    match kind {
        Type::Kind => spec.kinds.iter().map(|kind| kind.name.clone()).collect(),
        Type::State => spec.states.iter().map(|state| state.name.clone()).collect(),
        Type::Zone => spec.zones.iter().map(|(name, _)| name.clone()).collect(),
        Type::SeatName => spec.seats.iter().map(|seat| seat.name.clone()).collect(),
        Type::SquareName => {
            spec.geometry.squares().map(|square| spec.geometry.name(square)).collect()
        }
        Type::Counter => counters(false, false),
        Type::SeatCounter => counters(false, true),
        Type::PieceCounter => {
            spec.piece_counters.iter().map(|counter| counter.name.clone()).collect()
        }
        Type::Memory => counters(true, false),
        Type::SeatMemory => counters(true, true),
        Type::Mark => spec.marks.clone(),
        Type::Metric => spec.metrics.clone(),
        Type::Clause => spec.clauses.iter().map(|clause| clause.id.clone()).collect(),
        _ => Vec::new(),
    }
}
