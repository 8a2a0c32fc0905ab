//! Operators and functions of the Rhai language. For some values, Rhai reports an error or behaves
//! unusually. For such values, the functions here return `None`, and Rhai then runs the script's
//! function.

use std::cmp::Ordering;
use std::rc::Rc;

use rhai::{Dynamic, Map};

use super::node::{Binary, LanguageFunction};
use crate::script::engine::sandbox::{MAX_ARRAY, MAX_MAP, MAX_STRING};
use crate::script::interface::native::Value;

/// The maximum length in bytes of a string in a list or a map. Rhai handles longer strings.
const MAX_ELEMENT_BYTES: usize = 64;
/// The maximum number of entries of a map literal, together with the entries of its inner maps.
/// Rhai handles larger literals.
pub(super) const MAX_LITERAL_ENTRIES: usize = MAX_MAP / 2;

/// Returns `true` if a list may contain a value. Large values are left to Rhai, which has limits
/// for their size. Deeply nested values are left to Rhai too, because dropping them could overflow
/// the stack.
pub(super) fn may_be_held(value: &Value) -> bool {
    match value {
        Value::List(inner) => inner.iter().all(is_small),
        Value::Other(_) => true,
        value => is_small(value),
    }
}

/// Returns `true` if a map may contain a value. Values that a map may not contain are left to Rhai.
fn may_be_entry(value: &Value) -> bool {
    !matches!(value, Value::Other(_)) && may_be_held(value)
}

/// Returns the value as an entry of a map literal, with the number of entries that it adds to the
/// map. For an inner map, the number includes the entries of the inner map. An inner map may not
/// contain lists or maps. Returns `None` if the literal may not contain the value.
pub(super) fn literal_entry(value: Value) -> Option<(Dynamic, usize)> {
    let Value::Other(other) = &value else {
        return may_be_entry(&value).then(|| (value.into_dynamic(), 1));
    };
    let inner = other.as_map_ref().ok()?;
    if !inner.values().all(|value| is_small(&Value::from_dynamic(value))) {
        return None;
    }
    let entries = 1 + inner.len();
    drop(inner);
    Some((value.into_dynamic(), entries))
}

/// Returns the number of entries of a map, together with the entries of its inner maps.
fn entries(map: &Map) -> usize {
    let inner = |value: &Dynamic| value.as_map_ref().map_or(0, |inner| inner.len());
    map.len() + map.values().map(inner).sum::<usize>()
}

fn is_small(value: &Value) -> bool {
    match value {
        Value::Text(text) => text.len() <= MAX_ELEMENT_BYTES,
        Value::List(_) | Value::Other(_) => false,
        _ => true,
    }
}

/// Returns `true` if two values are equal.
pub(super) fn equal(one: &Value, other: &Value) -> Option<bool> {
    use Value::{Bool, Char, Int, List, Move, Nothing, Other, Piece, Seat, Square, Text};

    Some(match (one, other) {
        (Nothing, Nothing) => true,
        (Bool(a), Bool(b)) => a == b,
        (Int(a), Int(b)) => a == b,
        (Char(a), Char(b)) => a == b,
        (Text(a), Text(b)) => a == b,
        (Seat(a), Seat(b)) => a == b,
        (Square(a), Square(b)) => a == b,
        (Piece(a), Piece(b)) => a == b,
        (Move(a), Move(b)) => a == b,
        (Nothing, Char(_) | Text(_) | Seat(_) | Square(_) | Piece(_) | Move(_) | List(_))
        | (Char(_) | Text(_) | Seat(_) | Square(_) | Piece(_) | Move(_) | List(_), Nothing) => {
            false
        }
        (Nothing, Other(other)) | (Other(other), Nothing) if other.is_map() => false,
        _ => return None,
    })
}

fn order(one: &Value, other: &Value) -> Option<Ordering> {
    match (one, other) {
        (Value::Int(a), Value::Int(b)) => Some(a.cmp(b)),
        (Value::Char(a), Value::Char(b)) => Some(a.cmp(b)),
        (Value::Text(a), Value::Text(b)) => Some(a.as_str().cmp(b.as_str())),
        _ => None,
    }
}

/// Applies an operator to two values.
pub(super) fn binary(operator: Binary, one: Value, other: Value) -> Option<Value> {
    let truth = match operator {
        Binary::Equal => equal(&one, &other)?,
        Binary::Unequal => !equal(&one, &other)?,
        Binary::Less => order(&one, &other)?.is_lt(),
        Binary::LessOrEqual => order(&one, &other)?.is_le(),
        Binary::Greater => order(&one, &other)?.is_gt(),
        Binary::GreaterOrEqual => order(&one, &other)?.is_ge(),
        Binary::Add => return add(one, other),
        Binary::Range | Binary::RangeWith => return range(operator, &one, &other),
        Binary::Subtract | Binary::Multiply | Binary::Divide | Binary::Remainder => {
            let (Value::Int(a), Value::Int(b)) = (one, other) else { return None };
            return match operator {
                Binary::Subtract => a.checked_sub(b),
                Binary::Multiply => a.checked_mul(b),
                Binary::Divide => a.checked_div(b),
                _ => a.checked_rem(b),
            }
            .map(Value::Int);
        }
    };
    Some(Value::Bool(truth))
}

fn add(one: Value, other: Value) -> Option<Value> {
    match (one, other) {
        (Value::Int(a), Value::Int(b)) => a.checked_add(b).map(Value::Int),
        (Value::Text(a), Value::Text(b)) => {
            (a.len() + b.len() <= MAX_STRING).then(|| Value::Text(a + &b))
        }
        (Value::List(mut a), Value::List(b)) => (a.len() + b.len() <= MAX_ARRAY).then(|| {
            Rc::make_mut(&mut a).extend(b.iter().cloned());
            Value::List(a)
        }),
        _ => None,
    }
}

/// Returns the integers of a range as a list. Long ranges are left to Rhai, which creates the
/// integers only when they are needed.
fn range(operator: Binary, from: &Value, to: &Value) -> Option<Value> {
    let (Value::Int(from), Value::Int(to)) = (from, to) else { return None };
    let to = if operator == Binary::Range { *to } else { to.checked_add(1)? };
    let count = to.checked_sub(*from)?;
    (count <= MAX_ARRAY as i64).then(|| Value::List(Rc::new((*from..to).map(Value::Int).collect())))
}

/// Returns the index of the first element that equals `wanted`. The inner `None` means that no
/// element equals it.
fn position(list: &[Value], wanted: &Value) -> Option<Option<usize>> {
    for (place, item) in list.iter().enumerate() {
        if equal(item, wanted)? {
            return Some(Some(place));
        }
    }
    Some(None)
}

/// Calls a function of the Rhai language.
pub(super) fn language(function: LanguageFunction, args: &[Value]) -> Option<Value> {
    Some(match (function, args) {
        (LanguageFunction::Len, [Value::List(list)]) => Value::Int(list.len() as i64),
        (LanguageFunction::Len, [Value::Text(text)]) => Value::Int(text.chars().count() as i64),
        (LanguageFunction::IsEmpty, [Value::List(list)]) => Value::Bool(list.is_empty()),
        (LanguageFunction::IsEmpty, [Value::Text(text)]) => Value::Bool(text.is_empty()),
        (LanguageFunction::Contains, [Value::List(list), wanted]) => {
            Value::Bool(position(list, wanted)?.is_some())
        }
        (LanguageFunction::IndexOf, [Value::List(list), wanted]) => {
            Value::Int(position(list, wanted)?.map_or(-1, |place| place as i64))
        }
        (LanguageFunction::Contains, [Value::Text(text), Value::Text(part)]) => {
            Value::Bool(text.contains(part.as_str()))
        }
        (LanguageFunction::Contains, [Value::Text(text), Value::Char(part)]) => {
            Value::Bool(text.contains(*part))
        }
        (LanguageFunction::IndexOf, [Value::Text(text), Value::Char(part)]) => {
            Value::Int(text.chars().position(|letter| letter == *part).map_or(-1, |at| at as i64))
        }
        (LanguageFunction::StartsWith, [Value::Text(text), Value::Text(part)]) => {
            Value::Bool(text.starts_with(part.as_str()))
        }
        (LanguageFunction::EndsWith, [Value::Text(text), Value::Text(part)]) => {
            Value::Bool(text.ends_with(part.as_str()))
        }
        (LanguageFunction::Min, [Value::Int(a), Value::Int(b)]) => Value::Int(*a.min(b)),
        (LanguageFunction::Max, [Value::Int(a), Value::Int(b)]) => Value::Int(*a.max(b)),
        (function, [Value::Other(other), rest @ ..]) => {
            return of_map(function, &*other.as_map_ref().ok()?, rest);
        }
        _ => return None,
    })
}

/// Calls a function of the language whose first argument is a map.
fn of_map(function: LanguageFunction, map: &Map, rest: &[Value]) -> Option<Value> {
    let list = |items: Vec<Value>| Value::List(Rc::new(items));
    Some(match (function, rest) {
        (LanguageFunction::Len, []) => Value::Int(map.len() as i64),
        (LanguageFunction::IsEmpty, []) => Value::Bool(map.is_empty()),
        (LanguageFunction::Contains, [Value::Text(key)]) => {
            Value::Bool(map.contains_key(key.as_str()))
        }
        (LanguageFunction::Keys, []) => {
            list(map.keys().map(|key| Value::Text(key.as_str().into())).collect())
        }
        (LanguageFunction::Values, []) => {
            let values: Vec<_> = map.values().map(Value::from_dynamic).collect();
            return values.iter().all(may_be_held).then(|| list(values));
        }
        _ => return None,
    })
}

/// Returns the value under a key. If the map does not have the key, returns `()`.
pub(super) fn entry(map: &Value, key: &str) -> Option<Value> {
    let Value::Other(other) = map else { return None };
    let map = other.as_map_ref().ok()?;
    Some(map.get(key).map_or(Value::Nothing, Value::from_dynamic))
}

/// Returns an element of a list or a map, or a character of a string. Negative indices count from
/// the end.
pub(super) fn index(of: &Value, at: &Value) -> Option<Value> {
    match (of, at) {
        (Value::List(list), Value::Int(at)) => list.get(place(list.len(), *at)?).cloned(),
        (Value::Text(text), Value::Int(at)) => {
            let place = place(text.chars().count(), *at)?;
            text.chars().nth(place).map(Value::Char)
        }
        (Value::Other(_), Value::Text(key)) => entry(of, key),
        _ => None,
    }
}

fn place(length: usize, at: i64) -> Option<usize> {
    let at = if at < 0 { at.checked_add(length as i64)? } else { at };
    usize::try_from(at).ok()
}

/// Sets an element of a list or a map.
pub(super) fn set_entry(of: &mut Value, at: &Value, value: Value) -> Option<()> {
    match (of, at) {
        (Value::List(list), Value::Int(at)) if may_be_held(&value) => {
            let place = place(list.len(), *at)?;
            *Rc::make_mut(list).get_mut(place)? = value;
        }
        (Value::Other(other), Value::Text(key)) if may_be_entry(&value) => {
            let mut map = Rc::make_mut(other).as_map_mut().ok()?;
            // Inner maps come only from literals, whose size is limited.
            if map.len() > MAX_LITERAL_ENTRIES && entries(&map) >= MAX_MAP || map.len() >= MAX_MAP {
                return None;
            }
            map.insert(key.as_str().into(), value.into_dynamic());
        }
        _ => return None,
    }
    Some(())
}
