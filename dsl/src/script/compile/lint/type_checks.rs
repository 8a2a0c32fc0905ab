//! Checks comparisons, properties and assignments, if the types of the values are evident. Uses the
//! [interface](api).

use std::ops::Range;

use rhai::{Expr, Position};

use super::Lint;
use super::function_values::address;
use super::type_inference::parts;
use super::type_knowledge::EvidentType;
use crate::diagnostic::{Code, suggest};
use crate::script::interface::api;
use crate::script::interface::api::{Form, Type};
use crate::script::interface::synonyms;
use crate::text::prose::with_article;

impl Lint<'_> {
    /// Checks a comparison of two values, such as `piece.kind == "pawn"`. If one value is a string,
    /// it must be a valid name of the other value's type. Otherwise, both values must have the same
    /// type.
    pub(super) fn comparison(&mut self, operator: &str, args: &[Expr]) {
        let ("==" | "!=" | "<" | ">" | "<=" | ">=", [a, b]) = (operator, args) else { return };
        let equality = matches!(operator, "==" | "!=");
        for (value, text) in [(a, b), (b, a)].into_iter().filter(|_| equality) {
            if let Some(of) = self.type_of(value) {
                self.compared(of, text, operator == "!=");
            }
            for (text, at) in self.texts_of(text) {
                self.value_of_tunable(value, &text, self.text_span(&text, at));
            }
        }
        let (Some(one), Some(other)) = (self.type_of(a), self.type_of(b)) else { return };
        let texts = |of: Type| of.sort() == Some(Type::Text);
        // Literal strings, and the elements of literal lists, were already reported.
        if one.sort() == other.sort()
            || (equality && texts(one) && !self.texts_of(a).is_empty())
            || (equality && texts(other) && !self.texts_of(b).is_empty())
        {
            return;
        }
        let (what, is) = (with_article(&other.plain()), with_article(&one.plain()));
        let message = match operator {
            "==" => format!("comparing {is} with {what} is always false"),
            "!=" => format!("comparing {is} with {what} is always true"),
            _ => format!("{is} is neither smaller nor larger than {what}"),
        };
        let help = match (one, other) {
            (Type::Piece, Type::Seat) | (Type::Seat, Type::Piece) => {
                "compare the piece's `.colour`"
            }
            (Type::Piece, of) | (of, Type::Piece) if texts(of) => "compare the piece's `.kind`",
            (Type::Seat | Type::Square, of) | (of, Type::Seat | Type::Square) if texts(of) => {
                "compare its `.name`"
            }
            _ => "compare values of one type",
        };
        let span = self.span(a.position());
        self.error(Code::ComparisonNeverTrue, span, message, Some(help));
    }

    /// Reports a character that should be a string.
    pub(super) fn character(&mut self, c: char, at: Position, code: Code) {
        let message = format!("`'{c}'` is a character, not a string");
        let help = format!("write `\"{c}\"`: strings are in double quotes");
        let start = self.span(at).start;
        let end = (start + c.len_utf8() + 2).min(self.source.text.len());
        let span = if self.source.text.is_char_boundary(end) { start..end } else { start..start };
        self.error(code, span, message, Some(help));
    }

    pub(super) fn switch(&mut self, on: &Expr, at: Position) {
        if self.tunable_of(on).is_some() {
            for (case, span) in self.cases(at) {
                self.value_of_tunable(on, &case, span);
            }
        }
        let Some(of) = self.type_of(on) else { return };
        if of.is_value() {
            let message = format!("`switch` can't distinguish one {} from another", of.word());
            let help = "compare with `==` in `if`, or switch on its name".to_owned();
            self.error(Code::SwitchNeverMatches, self.span(at), message, Some(help));
        } else {
            for (case, span) in self.cases(at) {
                self.compared_text(of, &case, span, false);
            }
        }
    }

    /// Reports a comparison of a tunable with a string, if the string is not among the tunable's
    /// allowed values. If the tunable does not list its allowed values, nothing is reported.
    fn value_of_tunable(&mut self, tunable: &Expr, text: &str, span: Range<usize>) {
        let Some(line) = self.tunable_of(tunable) else { return };
        if line.one_of.is_empty() || line.one_of.iter().any(|value| value == text) {
            return;
        }
        let message =
            format!("`{text}` is not among the values that `{}` may have", line.name.value);
        let help = suggest(text, line.one_of.iter().map(String::as_str))
            .unwrap_or_else(|| format!("use one of: {}", line.one_of.join(", ")).into());
        self.error(Code::ComparisonNeverTrue, span, message, Some(help));
    }

    /// Reports assignments to constants and to read-only properties. Records the name of every
    /// assigned property as a possible key of a map.
    pub(super) fn assignment(&mut self, target: &Expr) {
        if let Expr::Variable(name, _, at) = target {
            let name = name.1.as_str();
            if self.outline.is_tunable(name) {
                let message = format!("`{name}` is a constant: its value can't be changed");
                let help = "store a value that changes in a counter or a mark".to_owned();
                self.error(Code::TunableShadowed, self.span(*at), message, Some(help));
            }
        }
        let (_, all) = parts(target);
        let shown = (0..all.len()).any(
            |place| matches!(self.guess_before(target, place), EvidentType::Is(of) if of.is_value()),
        );
        if let Some(Expr::Property(property, at)) = all.last() {
            let name = property.2.as_str();
            if shown {
                let message = format!("`{name}` can only be read");
                let help = Some("change the game by an effect".to_owned());
                self.error(Code::InvalidProperty, self.span(*at), message, help);
            }
            // Each name is reported only once.
            self.map_keys.insert(name.to_owned());
        }
    }

    /// Reports properties that no type has.
    pub(super) fn properties(&mut self) {
        for (name, span) in std::mem::take(&mut self.properties) {
            if self.full() {
                return;
            }
            let of_interface = |form: fn(&Form) -> bool| {
                api::functions().filter(move |f| form(&f.form)).map(|f| f.name)
            };
            let mut properties = of_interface(|form| matches!(form, Form::Property(_)));
            if properties.any(|property| property == name)
                || self.language.properties.contains(&name)
                || self.map_keys.contains(&name)
                || matches!(name.as_str(), "square" | "by")
            {
                continue;
            }
            let on = self.properties_on.get(&span.start).copied();
            let method = api::functions().any(|function| {
                let Form::Method(of) = function.form else { return false };
                function.name == name && on.is_none_or(|on| on == of)
            });
            let help = if method {
                Some(format!("write `.{name}(…)`: it is a method").into())
            } else {
                let properties = of_interface(|form| matches!(form, Form::Property(_)));
                let any = properties.chain(self.map_keys.iter().map(String::as_str));
                let word = on.map(Type::word);
                let own = on.and_then(|on| suggest(&name, api::properties_of(on)));
                let near = suggest(&name, any);
                let slip = own.or_else(|| near.clone().filter(|near| on.is_none() && near.sure));
                let property_help = || {
                    let properties = api::list_properties(word.as_deref());
                    let meant = synonyms::advice(&name, true);
                    let all: Vec<String> = meant
                        .into_iter()
                        .chain(Some(properties))
                        .filter(|t| !t.is_empty())
                        .collect();
                    (!all.is_empty()).then(|| all.join("; ").into())
                };
                let list = on.is_none_or(|on| on.sort() == Some(Type::List))
                    && matches!(name.as_str(), "length" | "size" | "count");
                let list =
                    list.then(|| "use `.len()` for the number of elements of an array".into());
                slip.or(list)
                    .or_else(|| if on.is_some() { property_help() } else { None })
                    .or(near)
                    .or_else(property_help)
            };
            self.error(Code::InvalidProperty, span, format!("there is no property `{name}`"), help);
        }
    }

    /// Reports a property or method that the type of the value before its dot does not have, such
    /// as `seat.kind`.
    pub(super) fn members(&mut self, chain: &Expr) {
        let (_, all) = parts(chain);
        for (place, part) in all.into_iter().enumerate() {
            let EvidentType::Is(on) = self.guess_before(chain, place) else { continue };
            if matches!(part, Expr::MethodCall(..)) {
                self.receivers.insert(address(part), on);
            }
            if !on.is_value() || self.full() {
                continue;
            }
            if let Expr::Property(_, at) = part {
                self.properties_on.insert(self.span(*at).start, on);
            }
            let (name, at, method) = match part {
                Expr::Property(property, at) => (property.2.as_str(), *at, false),
                Expr::MethodCall(call, at) => (call.name.as_str(), *at, true),
                _ => continue,
            };
            let own = |form: Form| match form {
                Form::Property(of) => !method && of == on,
                Form::Method(of) => method && of == on,
                Form::Free => false,
            };
            let others = |form: Form| match form {
                Form::Property(of) => (!method).then_some(of),
                Form::Method(of) => method.then_some(of),
                Form::Free => None,
            };
            let language = if method {
                self.language.functions.contains_key(name)
            } else {
                self.language.properties.contains(name)
            };
            // A property or method that no type has is reported as unknown.
            let Some(other) = api::named(name).find_map(|f| others(f.form)) else { continue };
            if language || api::named(name).any(|f| own(f.form)) {
                continue;
            }
            // If the property or method belongs to another hook, another check reports it.
            let whole = |of| matches!(of, Type::Game | Type::Rules | Type::Declaration);
            if whole(on) && whole(other) {
                continue;
            }
            let what = if method { "method" } else { "property" };
            let message = format!("a {} has no {what} `{name}`", on.word());
            let shown = if method { format!("{name}(…)") } else { name.to_owned() };
            let help = match (on, other) {
                (Type::Square, Type::Piece) => {
                    format!(
                        "only a piece has it: write `game.piece(square)`, which may be `()`, then `.{shown}`"
                    )
                }
                (_, other) => format!("use `{}.{shown}`", other.word()),
            };
            self.error(Code::InvalidProperty, self.span(at), message, Some(help));
        }
    }
}
