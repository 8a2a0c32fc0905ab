//! Hover texts in Markdown, and inlay hints that describe movements in words beside their notation.

use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;

use lsp_types::{InlayHint, InlayHintLabel, Position};
use quadrille_core::Spec;
use quadrille_dsl::diagnostic::Code;
use quadrille_dsl::notation;
use quadrille_dsl::script::api::Type;
use quadrille_dsl::script::word_reference;
use quadrille_dsl::{Ruleset, manifest::schema::Shape};

use crate::manifest::{self, KeyShape};
use crate::script::{self, is_word};
use crate::text::{self, is_name, name_at};

/// The known state of a file's ruleset.
#[derive(Clone, Copy)]
pub struct KnownRuleset<'a> {
    /// The last version of the ruleset that could be loaded.
    pub loaded: Option<&'a Ruleset>,
    /// The game that `loaded` defines. If no version of the ruleset could be loaded, this is the
    /// game that its manifest defines without scripts.
    pub spec: Option<&'a Spec>,
}

/// Returns the hover text at an offset of a file, and the range of bytes that the text describes.
pub fn at(
    path: &Path,
    text: &str,
    offset: usize,
    known: KnownRuleset<'_>,
) -> Option<(String, Range<usize>)> {
    if path.extension().is_some_and(|extension| extension == "rhai") {
        in_script(text, offset, known)
    } else {
        in_manifest(path, text, offset, known)
    }
}

fn in_script(text: &str, offset: usize, known: KnownRuleset<'_>) -> Option<(String, Range<usize>)> {
    let spec = known.spec;
    match script::place(text, offset) {
        script::ScriptContext::Comment => None,
        script::ScriptContext::Clause => {
            let span = name_at(text, offset, is_name);
            Some((named(Type::Clause, &text[span.clone()], spec?)?, span))
        }
        script::ScriptContext::When => {
            let span = name_at(text, offset, is_name);
            let name = &text[span.clone()];
            let description =
                named(Type::Kind, name, spec?).or_else(|| named(Type::Zone, name, spec?));
            Some((description?, span))
        }
        script::ScriptContext::Text { span, takes } => {
            let name = text.get(span.clone())?;
            let takes = if takes.is_empty() { &NAMED_TYPES[..] } else { &takes };
            let description = takes.iter().find_map(|kind| named(*kind, name, spec?));
            Some((description?, span))
        }
        script::ScriptContext::Member(_) | script::ScriptContext::Code => {
            let span = name_at(text, offset, is_word);
            let word = &text[span.clone()];
            let description = tunable(word, known.loaded)
                .or_else(|| interface(word))
                .or_else(|| helper(word, text));
            Some((description?, span))
        }
    }
}

/// Returns the section of the reference about a word of the script interface, such as a hook or an
/// effect.
fn interface(word: &str) -> Option<String> {
    word_reference::explain(word)
}

fn tunable(word: &str, loaded: Option<&Ruleset>) -> Option<String> {
    let tunable = loaded?.tunables.iter().find(|tunable| tunable.name == word)?;
    let mut text =
        format!("`{}.{}` = `{}`\n\n{}", tunable.script, tunable.name, tunable.value, tunable.doc);
    if !tunable.one_of.is_empty() {
        let _ = write!(text, "\n\nOne of: {}", tunable.one_of.join(", "));
    }
    Some(text)
}

/// Describes a function of the script: its name and parameters, and the comment above it.
fn helper(word: &str, text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let head = format!("fn {word}(");
    let at = lines.iter().position(|line| line.starts_with(&head))?;
    let above = lines[..at].iter().rev().take_while(|line| line.starts_with("///"));
    let mut docs: Vec<&str> = above.map(|line| line.trim_start_matches('/').trim()).collect();
    docs.reverse();
    Some(format!(
        "```rhai\n{}\n```\n{}",
        lines[at].trim_end_matches('{').trim_end(),
        docs.join("\n")
    ))
}

/// The possible types of a name in a string that is not the argument of a function. Such a string
/// can be a list item or an operand of a comparison. The types are tried in order.
const NAMED_TYPES: [Type; 4] = [Type::Kind, Type::Zone, Type::SeatName, Type::State];

/// Describes an item of the ruleset by its type and name.
fn named(kind: Type, name: &str, spec: &Spec) -> Option<String> {
    match kind {
        Type::Kind => {
            let kind = spec.kinds.iter().find(|kind| kind.name == name)?;
            Some(format!("**{name}**: {}", notation::movement(spec, kind)))
        }
        Type::Zone => {
            let (_, zone) = spec.zones.iter().find(|(zone, _)| zone == name)?;
            Some(zone_words(name, zone.into_iter().map(|square| spec.geometry.name(square))))
        }
        Type::Clause => {
            let clause = spec.clauses.iter().find(|clause| clause.id == name)?;
            Some(format!("**{name}**: {}", clause.text))
        }
        Type::State => {
            let state = spec.states.iter().find(|state| state.name == name)?;
            let turns = if state.has_turn { "turns" } else { "no turn" };
            Some(format!("**{name}**: a state, in which a seat has {turns}"))
        }
        Type::OneOf(words) if words.contains(&name) => {
            Some(format!("One of: {}", words.join(", ")))
        }
        Type::SeatName => {
            let colour = spec.seat_named(name)?;
            let seat = &spec.seats[colour.index()];
            let team = spec.teams.get(usize::from(seat.team)).map_or("", String::as_str);
            let facing = spec.facing_word(colour, seat.facing);
            Some(format!("**{name}** faces {facing} and plays for {team}"))
        }
        _ => None,
    }
}

fn zone_words(name: &str, squares: impl Iterator<Item = String>) -> String {
    let squares: Vec<String> = squares.collect();
    format!("**{name}**, {} squares: {}", squares.len(), squares.join(" "))
}

fn in_manifest(
    path: &Path,
    text: &str,
    offset: usize,
    known: KnownRuleset<'_>,
) -> Option<(String, Range<usize>)> {
    let top = manifest::keys_of(path);
    match manifest::place(text, offset) {
        manifest::TomlContext::Other => None,
        manifest::TomlContext::Header { mut path, span } => {
            let name = text.get(span.clone())?;
            let description = match manifest::shaped(top, &path)? {
                KeyShape::Keys(keys) if keys.iter().any(|key| key.name == name) => {
                    let key = keys.iter().find(|key| key.name == name)?;
                    let mut entry = format!("`[{name}]`: {}", key.doc);
                    path.push(name.to_owned());
                    if let Some(KeyShape::Keys(keys)) = manifest::shaped(top, &path) {
                        let names: Vec<&str> = keys.iter().map(|key| key.name).collect();
                        let _ = write!(entry, "\n\nKeys: {}", names.join(", "));
                    }
                    entry
                }
                _ => named(Type::Kind, name, known.spec?)?,
            };
            Some((description, span))
        }
        manifest::TomlContext::Key { path, .. } => {
            let span = name_at(text, offset, is_name);
            let name = &text[span.clone()];
            let description = match manifest::shaped(top, &path)? {
                KeyShape::Keys(keys) => {
                    let key = keys.iter().find(|key| key.name == name)?;
                    format!("`{name}`: {}", key.doc)
                }
                KeyShape::Value(Shape::Lints, _) => name.parse::<Code>().ok()?.page(),
                KeyShape::Value(..) => {
                    let spec = known.spec?;
                    let named = |kind| named(kind, name, spec);
                    named(Type::Kind)
                        .or_else(|| named(Type::Zone))
                        .or_else(|| named(Type::Clause))?
                }
            };
            Some((description, span))
        }
        manifest::TomlContext::Value { path, span } => {
            let word = &text[span.clone()];
            let description = match path.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                [.., "pieces", _, "moves"] => in_words(word)?,
                [.., "zones", _] => named(Type::Zone, word, known.spec?)?,
                [.., key] if key.contains('.') => {
                    tunable(key.rsplit('.').next().unwrap_or_default(), known.loaded)?
                }
                [.., "clause" | "fires" | "silent"] => named(Type::Clause, word, known.spec?)?,
                _ => match manifest::shaped(top, &path)? {
                    KeyShape::Value(Shape::Word(words), doc) => {
                        format!("{doc}\n\nOne of: {}", words.join(", "))
                    }
                    KeyShape::Value(_, doc) => doc.to_owned(),
                    KeyShape::Keys(_) => return None,
                },
            };
            Some((description, span))
        }
    }
}

/// Describes a movement in words.
fn in_words(text: &str) -> Option<String> {
    let paths = notation::parse(text).ok()?;
    let lines = notation::describe(&paths);
    (!lines.is_empty()).then(|| lines.join("; "))
}

/// Returns inlay hints for these lines of a manifest. After each line with a movement, a hint
/// describes the movement in words.
pub fn inlays(path: &Path, text: &str, lines: Range<u32>) -> Vec<InlayHint> {
    if path.extension().is_none_or(|extension| extension != "toml") {
        return Vec::new();
    }
    let mut hints = Vec::new();
    for (number, line) in (0..).zip(text.lines()) {
        if !lines.contains(&number) {
            continue;
        }
        let Some((_, rest)) = line.split_once("moves = \"") else { continue };
        let Some(words) = rest.split('"').next().and_then(in_words) else { continue };
        let character = line.encode_utf16().count() as u32;
        hints.push(InlayHint {
            position: Position { line: number, character },
            label: InlayHintLabel::String(words),
            kind: None,
            text_edits: None,
            tooltip: None,
            padding_left: Some(true),
            padding_right: None,
            data: None,
        });
    }
    hints
}

/// Converts the range of bytes of a hover to a range of the protocol.
pub fn range(text: &str, span: Range<usize>) -> lsp_types::Range {
    text::range(text, span)
}
