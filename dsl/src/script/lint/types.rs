//! Types of values, where they are evident: comparisons, properties, and assignments to them. Works from
//! the [interface](api).

use rhai::{Expr, Position};

use super::Lint;
use crate::diagnostic::{Code, suggest};
use crate::script::interface::api::{self, Form, Type};

impl Lint<'_> {
    /// `piece.kind == "pawn"`: the text must be a name of what it is compared with.
    pub(super) fn comparison(&mut self, operator: &str, args: &[Expr]) {
        let ("==" | "!=", [a, b]) = (operator, args) else { return };
        for (value, text) in [(a, b), (b, a)] {
            if let (Some(of), Expr::CharConstant(c, at)) = (self.type_of(value), text)
                && !of.is_value()
            {
                self.character(*c, *at, Code::ComparisonNeverTrue);
            }
            if let (Some(of), Expr::StringConstant(text, at)) = (self.type_of(value), text) {
                let within = self.within(*at);
                match of {
                    Type::OneOf(_) | Type::Kind | Type::State => {
                        self.literal(of, text, *at, within);
                    }
                    Type::Seat | Type::Square | Type::Piece => {
                        let what = of.word();
                        let message = format!("a {what} is never equal to a text");
                        let help = match of {
                            Type::Piece => "compare its `.kind`".to_owned(),
                            _ => format!("write `{what}(\"{text}\")`, or compare its `.name`"),
                        };
                        let span = self.text_span(text, *at);
                        self.error(Code::ComparisonNeverTrue, span, message, Some(help));
                    }
                    _ => {}
                }
            }
        }
    }

    /// Reports a character where a text is meant.
    pub(super) fn character(&mut self, c: char, at: Position, code: Code) {
        let message = format!("`'{c}'` is a character, which is never a text");
        let help = format!("write `\"{c}\"`: texts are in double quotes");
        let start = self.span(at).start;
        let end = (start + c.len_utf8() + 2).min(self.source.text.len());
        let span = if self.source.text.is_char_boundary(end) { start..end } else { start..start };
        self.error(code, span, message, Some(help));
    }

    pub(super) fn switch(&mut self, on: &Expr, at: Position) {
        if let Some(of) = self.type_of(on).filter(|of| of.is_value()) {
            let message = format!("`switch` can't tell one {} from another", of.word());
            let help = "compare with `==` in `if`, or switch on its name".to_owned();
            self.error(Code::SwitchNeverMatches, self.span(at), message, Some(help));
        }
    }

    /// Reports assignments to read-only properties; other properties are those of maps.
    pub(super) fn assignment(&mut self, target: &Expr) {
        let (mut part, mut on) = (target, None);
        let mut shown = false;
        while let Expr::Dot(parts, ..) = part {
            on = if on.is_none() {
                self.type_of(&parts.lhs)
            } else {
                self.type_of_part(on, &parts.lhs)
            };
            shown |= on.is_some_and(Type::is_value);
            part = &parts.rhs;
        }
        if let Expr::Property(property, at) = part {
            let name = property.2.as_str();
            if shown {
                let message = format!("`{name}` can only be read");
                let help = Some("a script changes the game by effects".to_owned());
                self.error(Code::InvalidProperty, self.span(*at), message, help);
            }
            // Reported once is enough.
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
            let method = of_interface(|form| matches!(form, Form::Method(_))).any(|m| m == name);
            let help = if method {
                Some(format!("it is a method: write `.{name}(…)`").into())
            } else {
                let properties = of_interface(|form| matches!(form, Form::Property(_)));
                suggest(&name, properties.chain(self.map_keys.iter().map(String::as_str)))
            };
            self.error(
                Code::InvalidProperty,
                span,
                format!("nothing has a property `{name}`"),
                help,
            );
        }
    }

    /// The type of an expression, if it is evident.
    fn type_of(&self, expr: &Expr) -> Option<Type> {
        match expr {
            Expr::Variable(variable, _, at) => {
                let function = &self.outline.functions[self.within(*at)?];
                let hook = function.hook?;
                let place = function.params.iter().position(|p| p.value == *variable.1.as_str())?;
                hook.params.get(place).map(|(_, of)| *of)
            }
            Expr::Dot(parts, ..) => self.type_of_part(self.type_of(&parts.lhs), &parts.rhs),
            Expr::FnCall(call, _) => gives(&call.name, |form| form == Form::Free),
            _ => None,
        }
    }

    /// The type of what follows a dot, after a value of type `on`, which may be unknown.
    fn type_of_part(&self, on: Option<Type>, part: &Expr) -> Option<Type> {
        let fits = |of: Type| on.is_none_or(|on| on == of);
        match part {
            Expr::Property(property, _)
                if on.is_some() || !self.map_keys.contains(property.2.as_str()) =>
            {
                gives(&property.2, |form| matches!(form, Form::Property(of) if fits(of)))
            }
            Expr::MethodCall(call, _) => {
                gives(&call.name, |form| matches!(form, Form::Method(of) if fits(of)))
            }
            Expr::Dot(parts, ..) => {
                self.type_of_part(self.type_of_part(on, &parts.lhs), &parts.rhs)
            }
            _ => None,
        }
    }
}

/// The result type of the functions of a name and form, if all have the same.
fn gives(name: &str, wanted: impl Fn(Form) -> bool) -> Option<Type> {
    let mut all = api::named(name).filter(|f| wanted(f.form)).map(|f| f.gives);
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}
