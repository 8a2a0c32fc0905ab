//! The interface in its three forms: what the engines know, the table that the lint reads, and the
//! page that authors read. All must be one.

use std::collections::BTreeSet;

use crate::script::interface::api::{Form, Type, functions};
use crate::script::interface::catalogue::{HOOKS, HookKind};
use crate::script::testing::chess;
use crate::script::{REFERENCE, lint};

/// Name and number of parameters, a method's receiver counted.
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

/// A section of the page.
fn section(title: &str) -> &'static str {
    let start = REFERENCE.find(&format!("\n## {title}")).unwrap_or_else(|| panic!("{title}"));
    let rest = &REFERENCE[start + 3..];
    rest.split("\n## ").next().unwrap_or(rest)
}

/// The pieces of code of a text.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// `name` or `name(…)` or `.name(…)` at the start of a piece of code: its name, whether a dot is
/// before it, its number of arguments.
fn call(code: &str) -> Option<(bool, String, Option<usize>)> {
    let bare = code.strip_prefix('.').unwrap_or(code);
    let end = bare.find(|c: char| !c.is_ascii_lowercase() && c != '_').unwrap_or(bare.len());
    let (name, rest) = bare.split_at(end);
    if name.is_empty() || (!rest.is_empty() && !rest.starts_with('(')) {
        return None;
    }
    let dot = bare.len() < code.len();
    let Some(inside) = rest.strip_prefix('(') else {
        return Some((dot, name.to_owned(), None));
    };
    let (mut depth, mut commas, mut any) = (0, 0, false);
    for c in inside.chars() {
        match c {
            ')' if depth == 0 => {
                return Some((dot, name.to_owned(), Some(commas + usize::from(any))));
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => commas += 1,
            _ => {}
        }
        any |= !c.is_whitespace();
    }
    None
}

#[test]
fn the_page_has_every_function_and_no_other() {
    let mut written: BTreeSet<(&str, bool, String, Option<usize>)> = BTreeSet::new();
    for title in ["Values", "Declarations", "Effects"] {
        written.extend(
            code(section(title)).filter_map(call).map(|(dot, name, n)| (title, dot, name, n)),
        );
    }
    let mut known = BTreeSet::new();
    for function in functions() {
        let of = |title| (title, function.name.to_owned(), function.params.len());
        let (title, name, count) = match function.form {
            Form::Free if function.gives == Type::Unit => of("Effects"),
            Form::Free => of("Values"),
            Form::Method(Type::Rules | Type::Declaration) => of("Declarations"),
            Form::Method(_) | Form::Property(_) => of("Values"),
        };
        let dot =
            matches!(function.form, Form::Method(on) | Form::Property(on) if on != Type::Rules);
        let count = if matches!(function.form, Form::Property(_)) { None } else { Some(count) };
        known.insert((title, dot, name, count));
    }
    let undocumented: Vec<_> = known.difference(&written).collect();
    assert!(undocumented.is_empty(), "not on the page: {undocumented:?}");
    // Words without arguments may be anything: types, values, keys.
    let invented: Vec<_> =
        written.difference(&known).filter(|(_, dot, _, n)| *dot || n.is_some()).collect();
    assert!(invented.is_empty(), "only on the page: {invented:?}");
}

#[test]
fn the_page_has_every_hook_and_no_other() {
    let hooks: BTreeSet<String> =
        HOOKS.iter().map(crate::script::interface::catalogue::Hook::signature).collect();
    let first_cells = section("Hooks").lines().filter_map(|line| line.strip_prefix("| `"));
    let written: BTreeSet<String> = first_cells
        .flat_map(|line| code_before_bar(line).map(str::to_owned).collect::<Vec<_>>())
        .collect();
    assert_eq!(written, hooks);
    for hook in HOOKS {
        let listed = hook.when.every_ply == REFERENCE.contains(&format!("`{}` and", hook.name))
            || hook.when.every_ply;
        assert!(listed, "{}", hook.name);
        let tabulated = hook.kind == HookKind::Tabulate;
        let row = section("Hooks").lines().find(|line| line.contains(&hook.signature())).unwrap();
        assert_eq!(row.contains("at load"), tabulated || hook.name == "define", "{row}");
    }
}

/// The pieces of code in the first cell of a row whose first back quote is gone.
fn code_before_bar(line: &'static str) -> impl Iterator<Item = &'static str> {
    let cell = line.split(" | ").next().unwrap_or(line);
    cell.split('`').step_by(2)
}

#[test]
fn the_page_has_every_word_of_a_fixed_list() {
    for function in functions() {
        let types = function.params.iter().map(|(_, of)| *of).chain([function.gives]);
        for of in types {
            let Type::OneOf(words) = of else { continue };
            for word in words {
                assert!(REFERENCE.contains(&format!("\"{word}\"")), "{}: {word}", function.name);
            }
        }
    }
}

#[test]
fn explanations_are_found_by_name() {
    let (text, _) = crate::script::explain("on_mate");
    assert_eq!(
        text.unwrap(),
        "on_mate(game, seat)\n    the seat is in check and has no legal action"
    );
    let (text, _) = crate::script::explain("count");
    let text = text.unwrap();
    assert!(text.contains("game.count(seat: seat, kind: kind's name) -> number"), "{text}");
    assert_eq!(
        crate::script::explain("eliminat"),
        (None, Some("did you mean `eliminate`?".to_owned()))
    );
    assert_eq!(crate::script::explain(""), (None, None));
    for function in functions() {
        assert!(crate::script::explain(function.name).0.is_some());
    }
}
