//! Reads the answers of tabulated hooks from Rhai values.

use quadrille_core::rules::{Arrival, Promotion};
use quadrille_core::{Kind, Piece, Spec, Square, Zone};
use rhai::{Array, Dynamic, Map};

use crate::diagnostic::suggest;
use crate::formats::squares;
use crate::script::engine::sandbox;
use crate::script::interface::api::FACING;
use crate::script::interface::bindings::board_values;
use crate::script::interface::bindings::board_values::elements;
use crate::script::interface::bindings::rule_facts::Facts;
use crate::script::interface::native::{Fallible, a_type, advised, failure};

/// The maximum length of a square set in an answer. The limit is low because answers are read for
/// every piece and square. Longer sets can be named zones.
const MAX_SET_BYTES: usize = 200;

/// Describes the values that a tabulated hook may return, for messages.
pub(super) fn gives(hook: &str) -> &'static str {
    match hook {
        "promotes" => {
            "return `()`, a kind, an array of kinds, or `#{ kinds: […] }` with any of `optional`, `required`, `from`, \
             `by_capture`, `in_place`, `set_mark` and `clause`"
        }
        "arrives" => {
            "return `()`, or `#{ set_facing: \"back\", become: kind, set_mark: name, clear_mark: name, clause: \"…\" }` \
             with the changes"
        }
        _ => "return `true` or `false`",
    }
}

/// Returns a boolean answer.
pub(crate) fn truth(answer: &Dynamic) -> Fallible<bool> {
    answer.as_bool().map_err(|found| failure(a_type(found)))
}

fn kind_of(facts: &Facts, value: &Dynamic) -> Fallible<Kind> {
    match value.clone().into_immutable_string() {
        Ok(name) => facts.kind(&name).map_err(|error| {
            let (_, help, _) = sandbox::describe(&error);
            let message = format!("the unknown kind `{name}`");
            help.map_or_else(|| failure(message.clone()), |help| advised(message.clone(), help))
        }),
        Err(found) => Err(failure(format!("{} instead of a kind", a_type(found)))),
    }
}

/// Returns the boolean under a key. If the key is missing, returns `false`.
fn flag(map: &Map, key: &str) -> Fallible<bool> {
    let wrong = |found: &str| failure(format!("{} for `{key}`", a_type(found)));
    map.get(key).map_or(Ok(false), |value| value.as_bool().map_err(wrong))
}

/// Returns an error if an answer has a key that is not listed in `known`.
fn only_keys(map: &Map, known: &[&str]) -> Fallible<()> {
    for key in map.keys() {
        if !known.contains(&key.as_str()) {
            let message = format!("the unknown key `{key}`");
            return Err(match suggest(key, known.iter().copied()) {
                Some(help) => advised(message, help),
                None => failure(message),
            });
        }
    }
    Ok(())
}

fn text_of(map: &Map, key: &str) -> Fallible<Option<String>> {
    match map.get(key).filter(|value| !value.is_unit()) {
        None => Ok(None),
        Some(value) => match value.clone().into_immutable_string() {
            Ok(text) => Ok(Some(text.to_string())),
            Err(found) => Err(failure(format!("{} for `{key}`", a_type(found)))),
        },
    }
}

/// Reads an answer of `promotes`. Returns the promotion, and the clause if the answer names one.
/// Returns `None` if the answer is `()`.
pub(crate) fn promotion(
    facts: &Facts,
    spec: &Spec,
    answer: &Dynamic,
) -> Fallible<Option<(Promotion, Option<String>)>> {
    if answer.is_unit() {
        return Ok(None);
    }
    let mut found = Promotion::default();
    let (kinds, clause) = match answer.clone().try_cast::<Map>() {
        Some(map) => {
            only_keys(
                &map,
                &[
                    "kinds",
                    "optional",
                    "required",
                    "from",
                    "by_capture",
                    "in_place",
                    "set_mark",
                    "clause",
                ],
            )?;
            found.required = flag(&map, "required")?;
            found.optional = flag(&map, "optional")?;
            found.by_capture = flag(&map, "by_capture")?;
            found.in_place = flag(&map, "in_place")?;
            if found.in_place && (found.by_capture || map.contains_key("from")) {
                return Err(failure("`in_place` together with `from` or `by_capture`"));
            }
            if found.required && (found.optional || found.in_place) {
                return Err(failure("`required` together with `optional` or `in_place`"));
            }
            found.from = map
                .get("from")
                .filter(|value| !value.is_unit())
                .map(|squares| zone_of(facts, spec, squares))
                .transpose()?;
            found.set_mark = mark_of(spec, &map, "set_mark")?;
            let kinds = map.get("kinds").cloned().unwrap_or(Dynamic::UNIT);
            (kinds, text_of(&map, "clause")?)
        }
        None => (answer.clone(), None),
    };
    let list = match kinds.clone().try_cast::<Array>() {
        Some(list) => list,
        None => vec![kinds],
    };
    for value in &list {
        let kind = kind_of(facts, value)?;
        if !found.kinds.contains(&kind) {
            found.kinds.push(kind);
        }
    }
    // If a piece must promote but has no kind to promote to, the piece may not go to this square.
    if found.kinds.is_empty() && !found.required {
        return Err(failure("no kinds"));
    }
    Ok(Some((found, clause)))
}

/// Returns the mark under a key.
fn mark_of(spec: &Spec, map: &Map, key: &str) -> Fallible<Option<u8>> {
    let Some(name) = text_of(map, key)? else { return Ok(None) };
    let place = spec.marks.iter().position(|known| *known == name);
    if place.is_some_and(|mark| spec.is_memory_mark(mark as u8)) {
        return Err(failure(format!("the mark `{name}`, which only `remember` sets")));
    }
    place.map(|i| Some(i as u8)).ok_or_else(|| failure(format!("the unknown mark `{name}`")))
}

/// Returns the squares in an answer. They are written as a square set such as `"a1..h2"`, or as an
/// array of squares.
fn zone_of(facts: &Facts, spec: &Spec, answer: &Dynamic) -> Fallible<Zone> {
    if let Ok(text) = answer.clone().into_immutable_string() {
        if text.len() > MAX_SET_BYTES {
            return Err(failure(format!("a square set of more than {MAX_SET_BYTES} bytes")));
        }
        let parsed = squares::parse(&text, &spec.geometry, &spec.zones);
        return parsed.map_err(|_| failure(format!("the invalid square set `{text}`")));
    }
    match answer.clone().try_cast::<Array>() {
        Some(list) => {
            facts.reads_all();
            Ok(elements::<Square>(&list, "squares")?.into_iter().collect())
        }
        None => Err(failure(format!("{} for `from`", a_type(answer.type_name())))),
    }
}

/// Reads an answer of `arrives`. Returns the change of the piece, and the clause if the answer
/// names one. Returns `None` if there is no change.
pub(crate) fn arrival(
    facts: &Facts,
    spec: &Spec,
    piece: Piece,
    answer: &Dynamic,
) -> Fallible<Option<(Arrival, Option<String>)>> {
    if answer.is_unit() {
        return Ok(None);
    }
    let Some(map) = answer.clone().try_cast::<Map>() else {
        return Err(failure(a_type(answer.type_name())));
    };
    only_keys(&map, &["set_facing", "become", "set_mark", "clear_mark", "clause"])?;
    let turn = match text_of(&map, "set_facing")?.as_deref() {
        None => None,
        Some("right") => Some(piece.facing().turned(1)),
        Some("back") => Some(piece.facing().turned(2)),
        Some("left") => Some(piece.facing().turned(3)),
        Some(word) if FACING.contains(&word) => Some(board_values::facing(word)?),
        Some(word) => return Err(failure(format!("the unknown direction `{word}`"))),
    };
    let mark = |key: &str| mark_of(spec, &map, key);
    let become_kind = map
        .get("become")
        .filter(|value| !value.is_unit())
        .map(|value| kind_of(facts, value))
        .transpose()?;
    let found = Arrival {
        become_kind,
        turn: turn.filter(|facing| *facing != piece.facing()),
        set_mark: mark("set_mark")?,
        clear_mark: mark("clear_mark")?,
        clause: None,
    };
    let clause = text_of(&map, "clause")?;
    Ok((found != Arrival::default()).then_some((found, clause)))
}
