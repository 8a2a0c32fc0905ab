//! Generates a Rhai definition file. Editors with support for Rhai read this file to learn the
//! interface.

use std::fmt::Write as _;

use super::api::{Form, Function, Type, functions};

/// Returns the content of a `.d.rhai` file. It contains every function, method and property that
/// scripts may use.
#[must_use]
pub fn text() -> String {
    let mut text = "module static;\n".to_owned();
    for function in functions() {
        text.push('\n');
        let _ = writeln!(text, "/// {}", function.signature());
        define(&mut text, function);
    }
    text
}

fn define(text: &mut String, function: &Function) {
    let receiver = match function.form {
        Form::Free => None,
        Form::Method(on) | Form::Property(on) => Some(("self", on)),
    };
    let params = receiver.into_iter().chain(function.params.iter().copied());
    let params: Vec<_> = params.map(|(name, of)| format!("{name}: {}", rhai_type(of))).collect();
    let get = if matches!(function.form, Form::Property(_)) { "get " } else { "" };
    let gives = rhai_type(function.gives);
    let _ = writeln!(text, "fn {get}{}({}) -> {gives};", function.name, params.join(", "));
}

/// Returns the name by which a Rhai definition file refers to a type.
fn rhai_type(of: Type) -> &'static str {
    match of {
        Type::Seat => "Seat",
        Type::Square => "Square",
        Type::Piece => "Piece",
        Type::Move => "Move",
        Type::Game => "Game",
        Type::Rules => "Rules",
        Type::Declaration => "Declaration",
        Type::Int => "int",
        Type::Bool => "bool",
        Type::List | Type::ListOf(_) => "Array",
        Type::Map | Type::SeatMap(_) => "Map",
        Type::Area | Type::Any => "?",
        Type::Unit => "()",
        _ => "String",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_have_every_word_once_for_each_form() {
        let text = text();
        for function in functions() {
            let head = format!("{}(", function.name);
            assert!(text.contains(&head), "{head}");
        }
        let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("fn ")).collect();
        assert_eq!(lines.len(), functions().count());
        assert!(lines.contains(&"fn get kind(self: Piece) -> String;"));
        assert!(lines.contains(&"fn set_state(seat: Seat, state: String) -> ();"));
    }
}
