//! Seats, squares and pieces as values in scripts. This module defines their properties, how they
//! are compared and how they are printed. A comparison of unrelated types is an error.

use std::rc::Rc;

use quadrille_core::{Facing, Seat, Vector};
use rhai::{Array, Dynamic, Engine, ImmutableString, NativeCallContext};

use super::rule_facts::{Facts, lookup};
use crate::script::interface::native::{Fallible, a_type, fail, failure};
use crate::script::interface::signature::{DIRECTION, FACING};

/// Returns the facing with this name.
pub(crate) fn facing(word: &str) -> Fallible<Facing> {
    lookup("facing", word, FACING.iter().copied()).map(|i| Facing::from_bits(i as u16))
}

pub(super) fn direction(word: &str) -> Fallible<Vector> {
    const STEPS: [(i8, i8); 8] =
        [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    let i = lookup("direction", word, DIRECTION.iter().copied())?;
    Ok(Vector::new(STEPS[i].0, STEPS[i].1))
}

/// Returns an array of seats.
pub(crate) fn seats(seats: impl IntoIterator<Item = Seat>) -> Vec<Seat> {
    seats.into_iter().collect()
}

/// Returns the elements of an array. Returns an error if an element does not have the type `T`.
pub(crate) fn elements<T: Clone + 'static>(array: &Array, what: &str) -> Fallible<Vec<T>> {
    array
        .iter()
        .map(|value| {
            let found = value.clone().try_cast::<T>();
            found.ok_or_else(|| failure(format!("the array must contain only {what}")))
        })
        .collect()
}

/// Returns the strings of an array.
pub(crate) fn texts(array: &Array, what: &str) -> Fallible<Vec<ImmutableString>> {
    elements(array, what)
}

/// Registers `==` and `!=` for two values of one type, and for a value of this type and `()`. A
/// comparison with a value of any other type is an error. Without this registration, Rhai would
/// silently treat values of different types as unequal.
pub(super) fn comparable<T: Clone + PartialEq + 'static>(
    engine: &mut Engine,
    article: &'static str,
) {
    engine.register_type_with_name::<T>(article);
    engine.register_fn("==", |a: T, b: T| a == b).register_fn("!=", |a: T, b: T| a != b);
    engine.register_fn("==", |_: T, (): ()| false).register_fn("==", |(): (), _: T| false);
    engine.register_fn("!=", |_: T, (): ()| true).register_fn("!=", |(): (), _: T| true);
    let wrong = move |context: &NativeCallContext<'_>, other: &Dynamic| -> Fallible<bool> {
        let other = a_type(context.engine().map_type_name(other.type_name()));
        fail(format!("a {article} can be compared only with a {article}, not with {other}"))
    };
    for operator in ["==", "!="] {
        engine.register_fn(operator, move |context: NativeCallContext<'_>, _: T, b: Dynamic| {
            wrong(&context, &b)
        });
        engine.register_fn(operator, move |context: NativeCallContext<'_>, a: Dynamic, _: T| {
            wrong(&context, &a)
        });
    }
}

/// Registers how a value is printed. The value may be alone or inside an array.
pub(super) fn printed<T: Clone + 'static>(
    engine: &mut Engine,
    facts: &Rc<Facts>,
    text: fn(&Facts, T) -> ImmutableString,
) {
    for name in ["to_string", "to_debug"] {
        let facts = Rc::clone(facts);
        engine.register_fn(name, move |value: &mut T| text(&facts, value.clone()));
    }
}
