//! The sandbox for scripts. It restricts scripts to parts of Rhai, sets limits on their operations
//! and data, and replaces unhelpful error messages of Rhai.
//!
//! Three engines use the sandbox: one for `define`, one for event hooks, and one for tabulated
//! hooks. The engine for tabulated hooks has neither a game nor effects, so these hooks are pure.
//! No engine has files, a clock, randomness, output or `eval`.

mod callable_script;
mod foreign_syntax;
mod parse_cache;

use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage,
    BasicMathPackage, BasicStringPackage, LogicPackage, MoreStringPackage, Package,
};
use rhai::{
    AST, Dynamic, Engine, EvalAltResult, LexError, OptimizationLevel, ParseError, ParseErrorType,
    Position, Scope,
};

pub(crate) use callable_script::Callable;
pub(crate) use foreign_syntax::code_before;

use crate::diagnostic::{Code, Diagnostic, NameSuggestion, Source, suggest};
use crate::script::interface::api;
use crate::script::interface::api::Form;
use crate::script::interface::native::{
    AdvisedFailure, Fallible, Meter, OperationBudget, TOO_MANY_OPERATIONS, a_type, type_word,
};
use crate::script::syntax::skim::is_word;
use crate::script::syntax::{Function, Literal, Outline, between_bars, is_upper_case};

/// The maximum nesting depth of function calls.
pub(crate) const MAX_CALLS: usize = 16;
/// The maximum nesting depth of an expression.
pub(crate) const MAX_EXPRESSION: usize = 32;
/// The maximum length of a string in bytes. The strings of an array together have the same limit.
pub(crate) const MAX_STRING: usize = 2048;
/// The maximum number of elements of an array.
pub(crate) const MAX_ARRAY: usize = 1024;
/// The maximum number of entries of a map.
pub(crate) const MAX_MAP: usize = 256;
/// The maximum number of variables in scope.
pub(crate) const MAX_VARIABLES: usize = 128;
/// The maximum number of functions in a script, including closures.
pub(crate) const MAX_FUNCTIONS: usize = 512;

/// An engine with the language and the limits for scripts. Functions of the game can be registered
/// with it.
pub(crate) struct Sandbox {
    pub engine: Engine,
    pub meter: Rc<Meter>,
}

impl Sandbox {
    /// Creates a sandbox. Its engine does not have the functions of the game yet.
    pub(crate) fn new(budget: OperationBudget) -> Self {
        let (mut engine, meter) = (language(), Meter::new(budget));
        let counts = Rc::clone(&meter);
        engine.on_progress(move |_| counts.step());
        Self { engine, meter }
    }

    /// Returns a compiled script that can be called.
    pub(crate) fn callable(&self, ast: AST) -> Callable {
        Callable::new(&self.engine, ast)
    }

    /// Calls a function of a script. Moves the values in `args` into the call.
    pub(crate) fn call(
        &self,
        script: &Callable,
        function: &str,
        args: &mut [Dynamic],
    ) -> Fallible<Dynamic> {
        self.call_again(script, function, args, 0)
    }

    /// Calls a function of a script. The operations in `taken` count as already used from the
    /// budget of the call.
    pub(crate) fn call_again(
        &self,
        script: &Callable,
        function: &str,
        args: &mut [Dynamic],
        taken: u64,
    ) -> Fallible<Dynamic> {
        self.meter.resume(taken);
        let answer = script.call(&self.engine, function, args)?;
        // A sort continues after a limit stopped its closure, so the limit is checked again.
        match self.meter.spent() {
            Some(reason) => Err(EvalAltResult::ErrorTerminated(reason, Position::NONE).into()),
            None => Ok(answer),
        }
    }
}

// The functions of Rhai that scripts may use. `LanguageCorePackage` is excluded because of `sleep`,
// which no limit affects.
rhai::def_package! {
    Library(module): ArithmeticPackage, LogicPackage, BasicMathPackage, BasicStringPackage,
        MoreStringPackage, BasicIteratorPackage, BasicFnPackage, BasicArrayPackage, BasicMapPackage
    {}
}

thread_local! {
    // Created once per thread. This takes a tenth of the time of loading a small ruleset, and
    // loading creates several engines.
    static LIBRARY: Library = Library::new();
}

/// Creates an engine that has the language, but not the functions of the game.
fn language() -> Engine {
    let mut engine = Engine::new_raw();
    LIBRARY.with(|library| {
        library.register_into_engine(&mut engine);
    });
    for symbol in ["eval", "import", "export", "print", "debug", "Fn", "curry"] {
        engine.disable_symbol(symbol);
    }
    // A call from outside counts as two levels.
    engine.set_max_call_levels(MAX_CALLS + 2);
    engine.set_max_expr_depths(MAX_EXPRESSION, MAX_EXPRESSION);
    engine.set_max_string_size(MAX_STRING);
    engine.set_max_array_size(MAX_ARRAY);
    engine.set_max_map_size(MAX_MAP);
    engine.set_max_variables(MAX_VARIABLES);
    engine.set_max_functions(MAX_FUNCTIONS);
    engine.set_max_modules(0);
    engine.set_strict_variables(true);
    engine.set_optimization_level(OptimizationLevel::Simple);
    engine
}

/// Compiles a script, with the given values for its tunables.
///
/// Before the script is compiled, spaces replace its `const` statements, so that all positions stay
/// the same. The values become constants of the scope. Rhai inserts them into functions, closures
/// and interpolations.
pub(crate) fn compile(
    engine: &Engine,
    source: &Source,
    outline: &Outline,
    values: &[Literal],
) -> Result<AST, ParseError> {
    let scope = scope_of(outline, values);
    parse_cache::ast(engine, source, values, &scope, || {
        engine.compile_with_scope(&scope, without_tunables(source, outline))
    })
}

/// Returns the source of a script with spaces in place of the `const` statements.
pub(crate) fn without_tunables(source: &Source, outline: &Outline) -> String {
    let mut text = String::with_capacity(source.text.len());
    let mut done = 0;
    for tunable in &outline.tunables {
        text.push_str(&source.text[done..tunable.span.start]);
        done = tunable.span.end;
        // Rhai's columns count characters.
        let statement = source.text[tunable.span.clone()].chars();
        text.extend(statement.map(|c| if c == '\n' { c } else { ' ' }));
    }
    text.push_str(&source.text[done..]);
    text
}

/// Compiles `text`, which is the source of a script after its tunables were removed.
pub(crate) fn compile_text(
    engine: &Engine,
    source: &Source,
    outline: &Outline,
    values: &[Literal],
    text: &str,
) -> Result<AST, ParseError> {
    let mut ast = engine.compile_with_scope(&scope_of(outline, values), text)?;
    ast.set_source(source.name.as_str());
    Ok(ast)
}

/// Returns the tunables of a script as constants.
fn scope_of(outline: &Outline, values: &[Literal]) -> Scope<'static> {
    let mut scope = Scope::new();
    for (tunable, value) in outline.tunables.iter().zip(values) {
        let value = match value {
            Literal::Bool(value) => Dynamic::from_bool(*value),
            Literal::Int(value) => Dynamic::from_int(*value),
            Literal::Text(value) => value.clone().into(),
        };
        scope.push_constant_dynamic(tunable.name.value.clone(), value);
    }
    scope
}

/// The offsets of the lines and characters of a source. They are used to convert Rhai's positions
/// to byte ranges.
pub(crate) struct TextOffsets {
    /// The byte offset of each character. The last entry is the offset of the end of the text.
    characters: Vec<usize>,
    /// For each line, the index of its first character in `characters`.
    lines: Vec<usize>,
}

impl TextOffsets {
    pub(crate) fn new(text: &str) -> Self {
        let ends = text.chars().enumerate().filter(|(_, c)| *c == '\n');
        let lines = std::iter::once(0).chain(ends.map(|(i, _)| i + 1)).collect();
        let starts = text.char_indices().map(|(i, _)| i);
        Self { characters: starts.chain([text.len()]).collect(), lines }
    }

    /// Returns the byte range of the word, operator or character at a Rhai position.
    pub(crate) fn span(&self, text: &str, position: Position) -> Range<usize> {
        let Some(line) = position.line().and_then(|line| self.lines.get(line - 1)) else {
            return 0..0;
        };
        let place = line + position.position().unwrap_or(1).saturating_sub(1);
        token_at(text, self.characters.get(place).copied().unwrap_or(text.len()))
    }
}

/// Returns the byte range of the word, operator or character that begins at an offset.
fn token_at(text: &str, at: usize) -> Range<usize> {
    let tail = &text[at..];
    let run = |of: fn(u8) -> bool| tail.bytes().take_while(|b| of(*b)).count();
    let word = run(is_word).max(run(|b| b"=!<>&|+-*/%^?".contains(&b)));
    at..at + word.max(tail.chars().next().map_or(0, char::len_utf8))
}

/// Returns the byte range of the word at a line and column, both counted from 1. If the column is 1
/// or `None`, returns the range of the whole line without the white space around it.
pub(crate) fn span_at(text: &str, line: usize, column: Option<usize>) -> Range<usize> {
    let (line, column) = (u16::try_from(line), u16::try_from(column.unwrap_or(1)));
    let (Ok(line @ 1..), Ok(column_of)) = (line, column) else { return 0..0 };
    let places = TextOffsets::new(text);
    if column_of > 1 {
        return places.span(text, Position::new(line, column_of));
    }
    let start = places.span(text, Position::new(line, 1)).start;
    let whole = text[start..].lines().next().unwrap_or_default();
    let code = whole.trim();
    let indent = whole.len() - whole.trim_start().len();
    start + indent..start + indent + code.len()
}

/// Returns the byte range of the word, operator or character at a Rhai position. It searches only the
/// line of the position. For many positions in long lines, [`TextOffsets`] is faster.
pub(crate) fn span_of(source: &Source, position: Position) -> Range<usize> {
    let column = position.position().unwrap_or(1);
    let at = position.line().and_then(|line| source.offset(line, column));
    at.map_or(0..0, |at| token_at(&source.text, at))
}

/// Returns the message, the advice and the place of an error. An unhelpful message of Rhai is
/// replaced by a better one.
pub(crate) fn describe(error: &EvalAltResult) -> (String, Option<NameSuggestion>, Position) {
    let inner = error.unwrap_inner();
    // An error without a position may have the position of the call.
    let at = inner.position().or_else(error.position());
    let limit = |what: String, help: String| (what, Some(help.into()), at);
    match inner {
        EvalAltResult::ErrorFunctionNotFound(signature, _) => {
            let name = signature.split([' ', '(']).next().unwrap_or("");
            let known: Vec<_> = api::named(name).map(api::Function::signature).collect();
            let help =
                (!known.is_empty()).then(|| format!("write `{}`", known.join("`, or `")).into());
            let types = signature[name.len()..].trim();
            let types = types.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(types);
            let types: Vec<_> = types.split(", ").map(type_word).collect();
            (format!("there is no function `{name}({})`", types.join(", ")), help, at)
        }
        EvalAltResult::ErrorDotExpr(_, _) | EvalAltResult::ErrorPropertyNotFound(_, _) => {
            let properties = api::functions().filter(|f| matches!(f.form, Form::Property(_)));
            let text = lower_first(&inner.to_string());
            let mut quoted = text.split('\'').skip(1).step_by(2);
            let (word, of) = (quoted.next().unwrap_or(""), quoted.next());
            let known: Vec<_> = properties
                .clone()
                .filter(|property| property.name == word)
                .map(api::Function::signature)
                .collect();
            let help = if known.is_empty() {
                let list = of.map(|of| api::list_properties(Some(type_word(of))));
                let list = list.filter(|list| !list.is_empty());
                suggest(word, properties.map(|f| f.name)).or(list.map(Into::into))
            } else {
                Some(format!("use `{}`", known.join("`, or `")).into())
            };
            let message = match of {
                Some("()") => format!("there is no property `{word}` of `()`, which is nothing"),
                Some(kind) => format!("there is no property `{word}` of {}", a_type(kind)),
                None => strip_position(&text),
            };
            (message, help, at)
        }
        EvalAltResult::ErrorTerminated(what, _) => {
            let what = what.to_string();
            let most = OperationBudget::EVENTS.call / 1000;
            let help = if what == TOO_MANY_OPERATIONS {
                format!(
                    "end the loops sooner, or do less in them: the script was stopped after {most},000 operations in \
                     one call"
                )
            } else {
                "declare less: the script was stopped".to_owned()
            };
            limit(what, help)
        }
        EvalAltResult::ErrorStackOverflow(_) => limit(
            "functions call each other too deeply".to_owned(),
            format!(
                "end the recursion sooner, or write a loop: the script was stopped when calls were nested \
                 {MAX_CALLS} deep"
            ),
        ),
        EvalAltResult::ErrorTooManyVariables(_) => limit(
            "too many variables".to_owned(),
            format!("use at most {MAX_VARIABLES} at a time: the script was stopped"),
        ),
        EvalAltResult::ErrorDataTooLarge(what, _) => {
            let (what, most) = match what.to_lowercase() {
                what if what.contains("string") => (
                    "a string",
                    format!("{MAX_STRING} bytes, alone or with the others of an array"),
                ),
                what if what.contains("map") => {
                    ("a map", format!("{MAX_MAP} entries in total, with nested maps"))
                }
                _ => ("an array", format!("{MAX_ARRAY} elements in total, with nested arrays")),
            };
            limit(
                format!("too much data: {what} grows too large"),
                format!(
                    "keep less data, or end the loop sooner: the script was stopped because {what} has at most {most}"
                ),
            )
        }
        EvalAltResult::ErrorRuntime(value, _) => {
            if let Some(failure) = value.clone().try_cast::<AdvisedFailure>() {
                return (failure.message, Some(failure.help), at);
            }
            let text = match value.clone().into_immutable_string() {
                Ok(text) => text.to_string(),
                Err(_) => {
                    let shown = value.to_string();
                    // Values of the interface are shown as the names of their types, even in
                    // arrays.
                    let shown =
                        if shown.contains("::") { a_type(value.type_name()) } else { shown };
                    format!("the script threw {shown}")
                }
            };
            (text, None, at)
        }
        _ => {
            let (message, help) = reworded(inner);
            (message, help, at)
        }
    }
}

/// Returns `true` if the cause of an error is that a script passed `()` to a function, or read a
/// property of `()`.
pub(crate) fn is_of_nothing(error: &EvalAltResult) -> bool {
    match error.unwrap_inner() {
        EvalAltResult::ErrorFunctionNotFound(signature, _) => {
            let types = signature.split_once('(').map_or("", |(_, types)| types);
            let types = types.strip_suffix(')').unwrap_or(types);
            types.split(", ").any(|given| given == "()")
        }
        EvalAltResult::ErrorDotExpr(what, _) => what.contains("'()'"),
        _ => false,
    }
}

/// The kind of limit that stopped a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ScriptStop {
    /// The script used too many operations, or had too many declarations.
    Operations,
    /// Calls were nested too deeply, or there was too much data.
    Size,
}

/// Returns the limit that caused an error. Returns `None` if no limit caused the error.
pub(crate) fn stopped(error: &EvalAltResult) -> Option<ScriptStop> {
    match error.unwrap_inner() {
        EvalAltResult::ErrorTerminated(..) => Some(ScriptStop::Operations),
        EvalAltResult::ErrorStackOverflow(_)
        | EvalAltResult::ErrorTooManyVariables(_)
        | EvalAltResult::ErrorDataTooLarge(..) => Some(ScriptStop::Size),
        _ => None,
    }
}

/// Changes the wording of a Rhai error if the error mentions the engine or Rust types.
fn reworded(error: &EvalAltResult) -> (String, Option<NameSuggestion>) {
    let just = |message: String| (message, None);
    match error {
        EvalAltResult::ErrorDataRace(..) => (
            "a closure uses a variable while a method of this variable runs".to_owned(),
            Some("use a copy in the closure: `let copy = …;` before the call".into()),
        ),
        EvalAltResult::ErrorMismatchDataType(wanted, found, _)
        | EvalAltResult::ErrorMismatchOutputType(wanted, found, _) => {
            let found = if found.is_empty() { "this".to_owned() } else { a_type(found) };
            if wanted.is_empty() {
                just(format!("{found} can't be used here"))
            } else {
                just(format!("{found} can't be used here: expected {}", a_type(wanted)))
            }
        }
        EvalAltResult::ErrorVariableNotFound(name, _) => {
            just(format!("there is no variable `{name}`"))
        }
        EvalAltResult::ErrorIndexingType(of, _) => {
            let of = of.split(" [").next().unwrap_or(of);
            just(format!("{} has no elements for an index", a_type(of)))
        }
        EvalAltResult::ErrorIndexNotFound(index, _) => {
            just(format!("there is no element `{index}`"))
        }
        EvalAltResult::ErrorArrayBounds(len, index, _) => {
            just(format!("there is no element {index} in an array of {len}"))
        }
        EvalAltResult::ErrorStringBounds(len, index, _) => {
            just(format!("there is no character {index} in a string of {len}"))
        }
        EvalAltResult::ErrorBitFieldBounds(_, index, _) => {
            just(format!("a number has no bit {index}"))
        }
        EvalAltResult::ErrorFor(_) => (
            "`for` can't iterate over this value".to_owned(),
            Some("iterate over an array, a string or a range such as `0..8`".into()),
        ),
        EvalAltResult::ErrorUnboundThis(_) => {
            just("`this` exists only in closures that a method of an array calls".to_owned())
        }
        EvalAltResult::ErrorAssignmentToConstant(name, _) => {
            just(format!("`{name}` can't be changed"))
        }
        EvalAltResult::ErrorNonPureMethodCallOnConstant(name, _) => {
            let name = name.trim_start_matches("get$").trim_start_matches("set$");
            just(format!("`{name}` would change a constant"))
        }
        // The remaining errors are about the script: arithmetic, and thrown values.
        _ => just(strip_position(&lower_first(&error.to_string()))),
    }
}

/// Returns the diagnostic for a script that failed while the ruleset was loaded. If the place of
/// the error is unknown, the diagnostic points at `function`.
pub(crate) fn diagnostic(
    code: Code,
    source: &Arc<Source>,
    error: &EvalAltResult,
    function: &Range<usize>,
) -> Diagnostic {
    let (message, help, at) = describe(error);
    let span = if at.is_none() { function.clone() } else { span_of(source, at) };
    Diagnostic::error(code, source, span, message).maybe_help(help)
}

/// Returns the diagnostic for a script that Rhai can't parse.
pub(crate) fn parse_diagnostic(
    source: &Arc<Source>,
    outline: &Outline,
    error: &ParseError,
) -> Diagnostic {
    let span = span_of(source, error.position());
    if let Some(habit) = foreign_syntax::habit_at(&source.text, &span) {
        let foreign_syntax::Habit { span, message, help } = habit;
        return Diagnostic::error(Code::ScriptSyntax, source, span, message).help(help);
    }
    if let ParseErrorType::BadInput(LexError::ImproperSymbol(sign, _)) = error.err_type() {
        let message = format!("Rhai has no symbol `{sign}`");
        return Diagnostic::error(Code::ScriptSyntax, source, span, message);
    }
    if let ParseErrorType::VariableUndefined(name) = error.err_type()
        && let Some(function) = outline.functions.iter().find(|f| f.name.value == *name)
    {
        return function_as_value(source, span, function);
    }
    if let ParseErrorType::VariableUndefined(name) = error.err_type() {
        let finding = Diagnostic::error(
            Code::ScriptSyntax,
            source,
            span.clone(),
            format!("there is no variable `{name}`"),
        );
        return finding.help(variable_help(&source.text, outline, name, span.start));
    }
    if let ParseErrorType::MissingToken(token, _) = error.err_type()
        && token == ";"
    {
        return missing_semicolon(source, &span);
    }
    let word = &source.text[span.clone()];
    let wants_name = matches!(
        error.err_type(),
        ParseErrorType::PropertyExpected
            | ParseErrorType::VariableExpected
            | ParseErrorType::FnMissingName
            | ParseErrorType::Reserved(_)
    );
    // Any word that is not reserved is a valid name.
    if wants_name && word.bytes().next().is_some_and(is_word) {
        let help = match word {
            "until" => "write `.ends_when(…)`",
            "in" if source.text[..span.start].ends_with('.') => {
                "write `square.within(\"zone\")` for a square in a zone, and `x in list` for an element of an array"
            }
            _ => "use another name",
        };
        let message = format!("`{word}` is a reserved word of Rhai");
        return Diagnostic::error(Code::ScriptSyntax, source, span, message).help(help);
    }
    let message = strip_position(&lower_first(&error.to_string()));
    Diagnostic::error(Code::ScriptSyntax, source, span, message)
}

/// Returns the diagnostic for the name of a function that is used as a value, without a call.
pub(crate) fn function_as_value(
    source: &Arc<Source>,
    span: Range<usize>,
    function: &Function,
) -> Diagnostic {
    let name = &function.name.value;
    let message = format!("`{name}` is a function, not a value");
    let help =
        format!("call it, as in `{}`, or give a variable another name", function.signature());
    Diagnostic::error(Code::FunctionAsValue, source, span, message).help(help)
}

/// The keywords of Rhai that begin or form a statement or a value.
const KEYWORDS: &[&str] = &[
    "return", "if", "else", "for", "while", "loop", "break", "continue", "switch", "throw", "let",
    "const", "true", "false", "until", "do",
];

/// Returns advice about a variable that is not declared. The advice suggests a tunable, a variable
/// of the same function or a keyword with a similar name. Otherwise, the advice shows how to
/// declare the variable.
fn variable_help(text: &str, outline: &Outline, name: &str, at: usize) -> NameSuggestion {
    let within = outline.function_at(at).map(|i| &outline.functions[i]);
    let params = within.iter().flat_map(|function| &function.params);
    let declared = outline.words.windows(2).filter(|pair| {
        within.is_some_and(|function| function.body.contains(&pair[0].start))
            && matches!(&text[pair[0].clone()], "let" | "for" | "const")
    });
    let tunables = outline.tunables.iter().map(|tunable| &tunable.name);
    let names = tunables.chain(params).map(|name| name.value.as_str());
    let of_closures = outline.words.iter().filter(|word| {
        within.is_some_and(|function| function.body.contains(&word.start))
            && between_bars(text, word)
    });
    let names = names
        .chain(declared.map(|pair| &text[pair[1].clone()]))
        .chain(of_closures.map(|word| &text[word.clone()]));
    let near = suggest(name, names).or_else(|| suggest(name, KEYWORDS.iter().copied()));
    near.unwrap_or_else(|| {
        let help = if is_upper_case(name) {
            format!("declare the tunable above the functions: `const {name} = …;`")
        } else {
            format!("declare it first: `let {name} = …;`")
        };
        help.into()
    })
}

/// Returns the diagnostic for a statement that is not separated by a semicolon from the next
/// statement. `next` is the range of the next statement's first word.
fn missing_semicolon(source: &Arc<Source>, next: &Range<usize>) -> Diagnostic {
    let before = code_before(&source.text, next.start);
    let end = before.end;
    Diagnostic::error(Code::ScriptSyntax, source, before, "a `;` is missing after this")
        .help("end a statement with `;`, unless it is a block or the last statement of one")
        .edit(end..end, ";", true)
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_lowercase().chain(chars).collect())
}

/// Removes the position, such as ` (line 3, position 5)`, from a message of Rhai. The position is
/// not needed, because diagnostics show the place separately.
fn strip_position(text: &str) -> String {
    text.rfind(" (line ").map_or(text, |at| &text[..at]).trim_end_matches('.').to_owned()
}
