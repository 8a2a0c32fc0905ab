//! Tests that the registered functions of scripts agree with the table of the interface, which the
//! lint and the reference use.

use std::collections::BTreeSet;

use crate::script::compile::lint;
use crate::script::interface::api::{Form, functions};
use crate::script::testing::chess;

/// Returns the name and the number of parameters of each function in the table. The receiver of a
/// method counts as a parameter.
fn table() -> BTreeSet<(String, usize)> {
    functions()
        .map(|function| match function.form {
            Form::Free => (function.name.to_owned(), function.params.len()),
            Form::Method(_) => (function.name.to_owned(), function.params.len() + 1),
            Form::Property(_) => (format!("get${}", function.name), 1),
        })
        .collect()
}

#[test]
fn the_table_is_what_the_engines_know() {
    let mut known = lint::registered(&chess());
    for operator in ["==", "!="] {
        known.remove(&(operator.to_owned(), 2));
    }
    for printing in ["to_string", "to_debug"] {
        known.remove(&(printing.to_owned(), 1));
    }
    let table = table();
    let missing: Vec<_> = known.difference(&table).collect();
    let extra: Vec<_> = table.difference(&known).collect();
    assert!(
        missing.is_empty() && extra.is_empty(),
        "not in the table: {missing:?}; only there: {extra:?}"
    );
}
