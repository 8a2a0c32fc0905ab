//! Checks calls. The called function must exist and take the given number of arguments. Arguments
//! that are literals must be valid. Uses the [interface](api) and the
//! [language](super::rhai_functions).

use std::collections::BTreeSet;
use std::ops::Range;

use rhai::{Expr, Position};

use super::{FunctionCall, Lint, Name};
use crate::diagnostic::{Code, NameSuggestion, suggest};
use crate::script::interface::api;
use crate::script::interface::api::{Availability, Form, Function, Type};
use crate::script::interface::synonyms;
use crate::script::syntax::parameters;
use crate::text::prose::with_article;

impl Lint<'_> {
    /// Checks a call. If it is a method call, `on` is the type of its receiver. If this type is not
    /// evident, `on` is `Any`.
    pub(super) fn call(&mut self, call: &rhai::FnCallExpr, at: Position, on: Option<Type>) {
        let method = on.is_some();
        let name = call.name.as_str();
        // Rhai generates this call for closures. Scripts can't contain this call.
        if name == "curry" {
            return;
        }
        let span = self.span(at);
        let count = call.args.len();
        let helper = self.outline.functions.iter().find(|f| f.name.value == name);
        if let Some(helper) = helper.filter(|_| !method) {
            let within = self.within(at);
            self.calls.push(FunctionCall {
                within,
                name: name.to_owned(),
                span: span.clone(),
                phase: Availability::Anywhere,
            });
            if helper.params.len() != count {
                let needs = parameters(helper.params.len());
                let message = format!("`{name}` has {needs}, but this call passes {count}");
                self.error(Code::WrongArguments, span, message, None::<NameSuggestion>);
            }
            return;
        }
        if let Some(known) = self.shared.params(name).filter(|_| !method) {
            let within = self.within(at);
            self.calls.push(FunctionCall {
                within,
                name: name.to_owned(),
                span: span.clone(),
                phase: Availability::Anywhere,
            });
            if known != count {
                let message =
                    format!("`{name}` has {}, but this call passes {count}", parameters(known));
                let (stem, signature) = self.shared.describe(name);
                let help = Some(format!("call `{signature}` of `{stem}`"));
                self.error(Code::WrongArguments, span, message, help);
            }
            return;
        }
        let same_form = |params: usize| method && params == count;
        let hides = helper.is_some_and(|helper| same_form(helper.params.len()))
            || self.shared.params(name).is_some_and(same_form);
        if hides && api::named(name).any(|function| fits_form(function, true)) {
            let message = format!("the helper `{name}` hides this method");
            let help = "rename the helper, or change its number of parameters".to_owned();
            return self.error(Code::HelperHidesFunction, span, message, Some(help));
        }
        let total = count + usize::from(method);
        let mut of_interface: Vec<&Function> =
            api::named(name).filter(|f| fits_form(f, method)).collect();
        // Methods of other types are considered only if this type has no method of this name.
        let own = |f: &&Function| matches!(f.form, Form::Method(of) if Some(of) == on);
        if of_interface.iter().any(own) {
            of_interface.retain(own);
        }
        let native = self.language.functions.get(name);
        if native.is_some_and(|counts| counts.contains(&total)) && of_interface.is_empty() {
            return;
        }
        if let Some(function) = of_interface.iter().find(|f| f.params.len() == count) {
            let phases: BTreeSet<u8> = of_interface.iter().map(|f| f.phase as u8).collect();
            // The language has methods with the same name.
            let of_language = method && native.is_some_and(|counts| counts.contains(&total));
            if phases.len() == 1 && !of_language {
                let within = self.within(at);
                let (name, phase) = (name.to_owned(), function.phase);
                self.calls.push(FunctionCall { within, name, span, phase });
            }
            if !of_language {
                let fitting: Vec<&Function> =
                    of_interface.iter().copied().filter(|f| f.params.len() == count).collect();
                self.arguments(&fitting, call, at);
            } else if let Some(map) = call.args.first() {
                // `find` of a game has a map as its argument, and `find` of an array has a closure.
                self.map(name, map);
            }
            return;
        }
        if native.is_some_and(|counts| counts.contains(&total)) {
            return;
        }
        // Seats, squares and games do not have the language's methods.
        let native = native.filter(|_| !on.is_some_and(Type::is_value));
        self.unknown(name, span, count, on, native, &of_interface);
    }

    /// Reports a call of a function that does not exist.
    fn unknown(
        &mut self,
        name: &str,
        span: Range<usize>,
        count: usize,
        on: Option<Type>,
        native: Option<&BTreeSet<usize>>,
        of_interface: &[&Function],
    ) {
        let method = on.is_some();
        if !of_interface.is_empty() {
            let known: Vec<_> = of_interface.iter().map(|f| f.signature()).collect();
            let message = format!("`{name}` {}", refused(count));
            let help = format!("write `{}`", known.join("`, or `"));
            return self.error(Code::WrongArguments, span, message, Some(help));
        }
        if let Some(counts) = native {
            let counts: Vec<_> = counts
                .iter()
                .filter_map(|n| n.checked_sub(usize::from(method)))
                .map(|n| n.to_string())
                .collect();
            let message = format!("`{name}` {}", refused(count));
            let help = format!("pass {} instead", counts.join(" or "));
            return self.error(Code::WrongArguments, span, message, Some(help));
        }
        if let Some(other) = api::named(name).min_by_key(|other| other.params.len().abs_diff(count))
        {
            let message = format!("`{name}` is not called like this");
            return self.error(
                Code::WrongArguments,
                span,
                message,
                Some(format!("write `{}`", other.signature())),
            );
        }
        if let Some(stem) = self.shared.kept(name).filter(|_| !method) {
            let message = format!(
                "`{name}` is a helper of `{stem}`, which has hooks, so no other script can call it"
            );
            let help = "move it to a script without hooks: every script can call its functions";
            return self.error(Code::NoSuchFunction, span, message, Some(help));
        }
        let helpers = self.outline.functions.iter().map(|f| f.name.value.as_str());
        let helpers = helpers.chain(self.shared.names());
        let interface = api::functions().filter(|f| fits_form(f, method)).map(|f| f.name);
        let language = self.language.functions.keys().map(String::as_str);
        let near = suggest(name, helpers.chain(interface));
        let slip = near.clone().filter(|near| near.sure);
        let help = slip
            .or_else(|| missing(name).map(Into::into))
            .or_else(|| synonyms::advice(name, false).map(Into::into))
            .or(near)
            .or_else(|| suggest(name, language.filter(|n| is_plain(n))))
            .or_else(|| listed(on).map(Into::into));
        let what = if method { "method" } else { "function" };
        self.error(Code::NoSuchFunction, span, format!("there is no {what} `{name}`"), help);
    }

    /// Checks the arguments of a call. The call may mean any of `functions`. Only two sorts of
    /// arguments are checked: arguments of an evident type, and arguments that are literal strings
    /// or maps.
    fn arguments(&mut self, functions: &[&Function], call: &rhai::FnCallExpr, at: Position) {
        self.collect_question(call, at);
        for (place, arg) in call.args.iter().enumerate() {
            let wanted = || functions.iter().filter_map(|f| Some((f.name, f.params.get(place)?.1)));
            if let Expr::CharConstant(c, place) = arg
                && wanted().all(|(_, of)| !matches!(of, Type::Any | Type::Area))
            {
                self.character(*c, place.or_else(at), Code::WrongArguments);
            }
            if wanted().any(|(_, of)| of.sort() == Some(Type::Map)) {
                self.map(&call.name, arg);
            }
            let texts = self.texts_of(arg);
            if texts.is_empty() {
                self.argument(functions, call, place);
            }
            // A function that queries the kinds of the game may name kinds of other games.
            let function = self.within(arg.position().or_else(at));
            let open = function.is_some_and(|f| self.outline.functions[f].words.contains("kinds"));
            for (text, at) in texts {
                let written = matches!(arg, Expr::StringConstant(..));
                let span = self.text_span(&text, at);
                let mut names = wanted().filter(|(_, of)| of.sort() == Some(Type::Text));
                match (names.next(), wanted().next()) {
                    // If functions with the same name expect different literals, the check happens
                    // at run time.
                    (Some((_, of)), _)
                        if (written || !open) && names.all(|(_, other)| other == of) =>
                    {
                        self.literal(of, &text, span);
                    }
                    (None, Some((name, of))) if wanted().all(|(_, of)| of.sort().is_some()) => {
                        let what = of.plain();
                        let message =
                            format!("`{name}` takes {} here, not a string", with_article(&what));
                        let help = match of {
                            Type::Seat | Type::Square => {
                                Some(format!("write `{what}(\"{text}\")`"))
                            }
                            Type::Int if text.parse::<i64>().is_ok() => {
                                Some(format!("write `{text}` without quotes"))
                            }
                            _ => Some(shown(functions)),
                        };
                        self.error(Code::WrongArguments, span, message, help);
                    }
                    _ => {}
                }
            }
        }
    }

    /// Reports an argument of an evident type if none of the functions accepts this type at this
    /// position.
    fn argument(&mut self, functions: &[&Function], call: &rhai::FnCallExpr, place: usize) {
        let Some(arg) = call.args.get(place) else { return };
        let unit = matches!(arg, Expr::Unit(_));
        let Some(given) = self.type_of(arg).or(unit.then_some(Type::Unit)) else { return };
        let mut wanted = functions.iter().filter_map(|f| Some(f.params.get(place)?.1));
        let fits = |of: Type| match (of, given) {
            (Type::Any, _) => true,
            (_, Type::Unit) => false,
            (Type::Area, _) => {
                matches!(given.sort(), Some(Type::Text | Type::List | Type::Square) | None)
            }
            // Names of different sorts can't be equal if both sorts are known.
            (Type::Kind, Type::State | Type::ColourName | Type::TeamName | Type::SquareName)
            | (Type::State, Type::Kind | Type::ColourName | Type::TeamName | Type::SquareName)
            | (Type::SeatName, Type::Kind | Type::State | Type::TeamName | Type::SquareName)
            | (Type::SquareName, Type::Kind | Type::State | Type::ColourName | Type::TeamName) => {
                false
            }
            (Type::List, _) => given.sort() == Some(Type::List),
            _ => given.sort() == of.sort(),
        };
        if wanted.clone().any(fits) {
            return;
        }
        let Some(of) = wanted.next() else { return };
        let word = |of: Type| if of.sort() == Some(Type::Text) { of.word() } else { of.plain() };
        let word = |of: Type| match of {
            Type::OneOf(_) => "a string".to_owned(),
            Type::Unit => "`()`".to_owned(),
            of => with_article(&word(of)),
        };
        let message = format!("`{}` takes {} here, not {}", call.name, word(of), word(given));
        let help = match (of, given) {
            (Type::Kind, Type::Piece) => "write its `.kind`".to_owned(),
            (Type::Seat, Type::Piece) => "write its `.colour`".to_owned(),
            (Type::Seat, Type::ColourName) => "remove `.name`".to_owned(),
            (Type::Square, Type::SquareName) => "remove `.name`".to_owned(),
            (of, Type::Seat | Type::Square)
                if of.sort() == Some(Type::Text) && of != Type::Kind =>
            {
                "write its `.name`".to_owned()
            }
            (Type::Int, given) if given.sort() == Some(Type::Text) => {
                "convert the string with `parse_int(…)`".to_owned()
            }
            (Type::Square, given) if given.sort() == Some(Type::Text) => {
                "convert the name with `square(…)`".to_owned()
            }
            _ => shown(functions),
        };
        let span = self.span(arg.start_position());
        self.error(Code::WrongArguments, span, message, Some(help));
    }

    /// Returns the range of the content of a string literal. `at` is the position of the opening
    /// quote.
    pub(super) fn text_span(&self, text: &str, at: Position) -> Range<usize> {
        let span = self.span(at);
        if self.source.text[span.start..].starts_with(&format!("\"{text}\"")) {
            return span.start + 1..span.start + 1 + text.len();
        }
        span
    }

    /// Checks a literal string where a value of this type is expected. If the type is a list of
    /// words, the string must be one of them. For any other type, the string is recorded as a name.
    /// The name is checked later, when the rules are known.
    pub(super) fn literal(&mut self, of: Type, text: &str, span: Range<usize>) {
        if let Type::OneOf(words) = of {
            if !words.contains(&text) {
                let help = suggest(text, words.iter().copied())
                    .unwrap_or_else(|| format!("use one of: {}", words.join(", ")).into());
                self.error(Code::UnknownName, span, format!("unknown word `{text}`"), Some(help));
            }
            return;
        }
        let within = self.outline.function_at(span.start);
        self.names.push((within, Name { of, text: text.to_owned(), span }));
    }
}

/// Shows the signatures of functions, as advice.
fn shown(functions: &[&Function]) -> String {
    let all: Vec<String> = functions.iter().map(|function| function.signature()).collect();
    format!("write `{}`", all.join("`, or `"))
}

/// Returns advice to read the page about effects, or the page about the methods of the type `on`.
/// Returns `None` if this type has no such page.
fn listed(on: Option<Type>) -> Option<&'static str> {
    match on {
        None => Some("see `quadrille explain effects` for the effects of hooks"),
        Some(Type::Game) => Some("see `quadrille explain game` for its methods"),
        Some(Type::Rules) => Some("see `quadrille explain declarations` for its methods"),
        Some(_) => None,
    }
}

/// Returns advice about a function that exists in other languages, but neither in Rhai nor in the
/// interface.
fn missing(name: &str) -> Option<&'static str> {
    Some(match name {
        "rand" | "random" | "rand_int" | "rand_bool" | "rnd" | "roll" | "shuffle" | "sample" => {
            "declare dice with `rules.dice(1, [[1, 1], [2, 1]])` and read the faces in `on_roll`: scripts have no random \
             numbers; see `quadrille explain rhai`"
        }
        "sqrt" | "round" | "floor" | "ceiling" | "ceil" | "parse_float" | "to_float" | "float" => {
            "count in smaller units, such as tenths: scripts have only integers"
        }
        "size" | "length" | "count" => "use `.len()` for the number of elements of an array",
        "join" => "build the string with `+=` in a loop",
        _ => return None,
    })
}

fn fits_form(function: &Function, method: bool) -> bool {
    match function.form {
        Form::Free => !method,
        Form::Method(_) => method,
        Form::Property(_) => false,
    }
}

fn is_plain(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn refused(count: usize) -> String {
    match count {
        0 => "can't be called without arguments".to_owned(),
        1 => "does not take 1 argument".to_owned(),
        n => format!("does not take {n} arguments"),
    }
}
