//! Calls: whether the function exists, its number of arguments, and whether literals among these are
//! valid. Works from the [interface](api) and the [language](super::rhai_functions).

use std::collections::BTreeSet;
use std::ops::Range;

use rhai::{Expr, Position};

use super::{FunctionCall, Lint, Name};
use crate::diagnostic::{Code, NameSuggestion, suggest};
use crate::script::interface::api;
use crate::script::interface::api::{Availability, Form, Function, Type};
use crate::script::interface::synonyms;
use crate::script::syntax::parameters;

impl Lint<'_> {
    /// Checks a call; of a method, `on` is the type of what it is called on, `Any` where that is not evident.
    pub(super) fn call(&mut self, call: &rhai::FnCallExpr, at: Position, on: Option<Type>) {
        let method = on.is_some();
        let name = call.name.as_str();
        // Rhai makes closures with it; scripts can't write it.
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
                let message = format!("`{name}` has {needs}, but this call gives {count}");
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
                    format!("`{name}` has {}, but this call gives {count}", parameters(known));
                let (stem, signature) = self.shared.describe(name);
                let help = Some(format!("it is `{signature}` of `{stem}`"));
                self.error(Code::WrongArguments, span, message, help);
            }
            return;
        }
        let total = count + usize::from(method);
        let mut of_interface: Vec<&Function> =
            api::named(name).filter(|f| fits_form(f, method)).collect();
        // Those of another type are meant only if this one has none.
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
            // The language has methods of the same names.
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
                // `find` of a game takes a map, that of an array a closure.
                self.map(name, map);
            }
            return;
        }
        if native.is_some_and(|counts| counts.contains(&total)) {
            return;
        }
        // The language's methods are not those of a seat, a square or a game.
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
            let help = format!("there is `{}`", known.join("`, `"));
            return self.error(Code::WrongArguments, span, message, Some(help));
        }
        if let Some(counts) = native {
            let counts: Vec<_> = counts
                .iter()
                .filter_map(|n| n.checked_sub(usize::from(method)))
                .map(|n| n.to_string())
                .collect();
            let message = format!("`{name}` {}", refused(count));
            let help = format!("it takes {}", counts.join(" or "));
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
            let help =
                "move it to a script without hooks: every script can call the functions of those";
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

    /// Checks the arguments of a call that may mean one of `functions`: their types, where these are evident, and
    /// texts and maps that are written down.
    fn arguments(&mut self, functions: &[&Function], call: &rhai::FnCallExpr, at: Position) {
        self.collect_question(call, at);
        for (place, arg) in call.args.iter().enumerate() {
            let wanted = || functions.iter().filter_map(|f| Some((f.name, f.params.get(place)?.1)));
            if let Expr::CharConstant(c, place) = arg
                && wanted().all(|(_, of)| !matches!(of, Type::Any | Type::Area))
            {
                self.character(*c, place.or_else(at), Code::WrongArguments);
            }
            if wanted().any(|(_, of)| of == Type::Map) {
                self.map(&call.name, arg);
            }
            let texts = self.texts_of(arg);
            if texts.is_empty() {
                self.argument(functions, call, place);
            }
            // Who asks which kinds there are may name others.
            let function = self.within(arg.position().or_else(at));
            let open = function.is_some_and(|f| self.outline.functions[f].words.contains("kinds"));
            for (text, at) in texts {
                let written = matches!(arg, Expr::StringConstant(..));
                let span = self.text_span(&text, at);
                let mut names = wanted().filter(|(_, of)| of.sort() == Some(Type::Text));
                match (names.next(), wanted().next()) {
                    // Literals that differ between functions of one name are checked at run time.
                    (Some((_, of)), _)
                        if (written || !open) && names.all(|(_, other)| other == of) =>
                    {
                        self.literal(of, &text, span);
                    }
                    (None, Some((name, of))) if wanted().all(|(_, of)| of.sort().is_some()) => {
                        let what = of.plain();
                        let message = format!("`{name}` takes a {what} here, not a text");
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

    /// Reports an argument whose type is evident, and none that the functions take in its place.
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
            // One name is not another, where both are known.
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
            Type::OneOf(_) | Type::Text => "text".to_owned(),
            Type::Unit => "`()`".to_owned(),
            of => format!("a {}", word(of)),
        };
        let message = format!("`{}` takes {} here, not {}", call.name, word(of), word(given));
        let help = match (of, given) {
            (Type::Kind, Type::Piece) => "write its `.kind`".to_owned(),
            (Type::Seat, Type::Piece) => "write its `.colour`".to_owned(),
            (Type::Seat, Type::ColourName) => "leave `.name` out".to_owned(),
            (Type::Square, Type::SquareName) => "leave `.name` out".to_owned(),
            (of, Type::Seat | Type::Square)
                if of.sort() == Some(Type::Text) && of != Type::Kind =>
            {
                "write its `.name`".to_owned()
            }
            (Type::Int, given) if given.sort() == Some(Type::Text) => {
                "`parse_int(…)` makes a number of a text".to_owned()
            }
            (Type::Square, given) if given.sort() == Some(Type::Text) => {
                "`square(…)` makes a square of its name".to_owned()
            }
            _ => shown(functions),
        };
        let span = self.span(arg.start_position());
        self.error(Code::WrongArguments, span, message, Some(help));
    }

    /// The contents of a string literal, whose position is that of its quote.
    pub(super) fn text_span(&self, text: &str, at: Position) -> Range<usize> {
        let span = self.span(at);
        if self.source.text[span.start..].starts_with(&format!("\"{text}\"")) {
            return span.start + 1..span.start + 1 + text.len();
        }
        span
    }

    /// A text that must be one of the words of a type, or a name that is looked up once the rules are known.
    pub(super) fn literal(&mut self, of: Type, text: &str, span: Range<usize>) {
        if let Type::OneOf(words) = of {
            if !words.contains(&text) {
                let help = suggest(text, words.iter().copied())
                    .unwrap_or_else(|| format!("one of: {}", words.join(", ")).into());
                self.error(Code::UnknownName, span, format!("unknown word `{text}`"), Some(help));
            }
            return;
        }
        let within = self.outline.function_at(span.start);
        self.names.push((within, Name { of, text: text.to_owned(), span }));
    }
}

/// How functions are called, as advice.
fn shown(functions: &[&Function]) -> String {
    let all: Vec<String> = functions.iter().map(|function| function.signature()).collect();
    format!("write `{}`", all.join("`, or `"))
}

/// Where all are listed that can be called on a type, or by themselves.
fn listed(on: Option<Type>) -> Option<&'static str> {
    match on {
        None => Some("`quadrille explain effects` lists what hooks can do"),
        Some(Type::Game) => Some("`quadrille explain game` lists what it can be asked"),
        Some(Type::Rules) => Some("`quadrille explain declarations` lists what it has"),
        Some(_) => None,
    }
}

/// What to do instead of calling a function that other languages have.
fn missing(name: &str) -> Option<&'static str> {
    Some(match name {
        "rand" | "random" | "rand_int" | "rand_bool" | "rnd" | "roll" | "shuffle" | "sample" => {
            "scripts have no random numbers: declare dice, `rules.dice(1, [[1, 1], [2, 1]])`, and read the faces in \
             `on_roll`; `quadrille explain rhai` says more"
        }
        "sqrt" | "round" | "floor" | "ceiling" | "ceil" | "parse_float" | "to_float" | "float" => {
            "numbers are whole: count in smaller units, such as tenths"
        }
        "size" | "length" | "count" => "the number of elements of a list is `.len()`",
        "join" => "put the text together with `+=` in a loop",
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
