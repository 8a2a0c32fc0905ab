//! The sandbox that scripts run in: which parts of Rhai there are, the limits, and how its errors
//! are told.
//!
//! Three engines share it: one for `define`, one for tabulated hooks, which sees neither a game nor
//! effects and so keeps them pure, and one for event hooks. None has files, a clock, randomness,
//! output or `eval`.

use std::ops::Range;
use std::sync::Arc;

use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage,
    BasicMathPackage, BasicStringPackage, LogicPackage, MoreStringPackage, Package,
};
use rhai::{
    AST, CallFnOptions, Dynamic, Engine, EvalAltResult, FuncArgs, OptimizationLevel, ParseError,
    ParseErrorType, Position, Scope,
};

use super::api::{self, Form};
use super::outline::{Literal, Outline};
use super::skim::is_word;
use crate::diagnostic::{Diagnostic, Source, did_you_mean};

/// What a fallible native function gives.
pub(crate) type Fallible<T> = Result<T, Box<EvalAltResult>>;

/// An error of a native function; Rhai adds the place of the call.
pub(crate) fn fail<T>(message: impl Into<String>) -> Fallible<T> {
    Err(failure(message))
}

/// See [`fail`].
pub(crate) fn failure(message: impl Into<String>) -> Box<EvalAltResult> {
    EvalAltResult::ErrorRuntime(message.into().into(), Position::NONE).into()
}

/// The most operations of one call of an event hook, and of one entry of a table.
pub(crate) const MAX_OPERATIONS: u64 = 200_000;
/// The most operations of one `define`.
pub(crate) const MAX_OPERATIONS_AT_LOAD: u64 = 2_000_000;
/// How deep functions may call one another.
const MAX_CALLS: usize = 16;
/// How deep an expression may nest.
const MAX_EXPRESSION: usize = 32;
/// The longest string, in bytes.
const MAX_STRING: usize = 4096;
/// The longest array.
const MAX_ARRAY: usize = 1024;
/// The largest map.
const MAX_MAP: usize = 256;
/// The most variables alive at once.
const MAX_VARIABLES: usize = 128;
/// The most functions of a script, closures included.
const MAX_FUNCTIONS: usize = 512;

/// An engine with the language and nothing of the game.
pub(crate) fn sandbox(operations: u64) -> Engine {
    let mut engine = Engine::new_raw();
    // `LanguageCorePackage` is left out for its `sleep`, which no limit holds.
    ArithmeticPackage::new().register_into_engine(&mut engine);
    LogicPackage::new().register_into_engine(&mut engine);
    BasicMathPackage::new().register_into_engine(&mut engine);
    BasicStringPackage::new().register_into_engine(&mut engine);
    MoreStringPackage::new().register_into_engine(&mut engine);
    BasicIteratorPackage::new().register_into_engine(&mut engine);
    BasicFnPackage::new().register_into_engine(&mut engine);
    BasicArrayPackage::new().register_into_engine(&mut engine);
    BasicMapPackage::new().register_into_engine(&mut engine);
    for symbol in ["eval", "import", "export", "print", "debug", "Fn", "curry"] {
        engine.disable_symbol(symbol);
    }
    engine.set_max_operations(operations);
    engine.set_max_call_levels(MAX_CALLS);
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

/// Compiles a script whose tunables have these values.
///
/// The `const` statements are blanked, so that all positions stay, and the values go in as
/// constants of the scope, which Rhai propagates into functions, closures and interpolations.
pub(crate) fn compile(
    engine: &Engine,
    source: &Source,
    outline: &Outline,
    values: &[Literal],
) -> Result<AST, ParseError> {
    let mut text = String::with_capacity(source.text.len());
    let mut done = 0;
    let mut scope = Scope::new();
    for (tunable, value) in outline.tunables.iter().zip(values) {
        text.push_str(&source.text[done..tunable.span.start]);
        done = tunable.span.end;
        // Rhai's columns are characters.
        let statement = source.text[tunable.span.clone()].chars();
        text.extend(statement.map(|c| if c == '\n' { c } else { ' ' }));
        let value = match value {
            Literal::Bool(value) => Dynamic::from_bool(*value),
            Literal::Int(value) => Dynamic::from_int(*value),
            Literal::Text(value) => value.clone().into(),
        };
        scope.push_constant_dynamic(tunable.name.value.clone(), value);
    }
    text.push_str(&source.text[done..]);
    let mut ast = engine.compile_with_scope(&scope, &text)?;
    ast.set_source(source.name.as_str());
    Ok(ast)
}

/// Calls a function of a script.
pub(crate) fn call(
    engine: &Engine,
    ast: &AST,
    function: &str,
    args: impl FuncArgs,
) -> Fallible<Dynamic> {
    let options = CallFnOptions::new().eval_ast(false);
    engine.call_fn_with_options(options, &mut Scope::new(), ast, function, args)
}

/// The bytes of the word (or the character) at a position of Rhai's.
pub(crate) fn span_of(source: &Source, position: Position) -> Range<usize> {
    let text = &source.text;
    let Some(line) = position.line() else { return 0..0 };
    let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let rest = &text[start.min(text.len())..];
    let column = position.position().unwrap_or(1).saturating_sub(1);
    let offset = rest.char_indices().nth(column).map_or(rest.len(), |(i, _)| i);
    let at = start + offset;
    let tail = &text[at.min(text.len())..];
    let word = tail.bytes().take_while(|b| is_word(*b)).count();
    let length = word.max(tail.chars().next().map_or(0, char::len_utf8));
    at..at + length
}

/// What went wrong, in our words where Rhai's do not help, and where.
pub(crate) fn describe(error: &EvalAltResult) -> (String, Option<String>, Position) {
    let inner = error.unwrap_inner();
    let at = inner.position();
    let limit = |what: &str| (format!("{what}; the script is stopped"), None, at);
    match inner {
        EvalAltResult::ErrorFunctionNotFound(signature, _) => {
            let name = signature.split([' ', '(']).next().unwrap_or("");
            let known: Vec<_> = api::named(name).map(api::Function::signature).collect();
            let help = (!known.is_empty()).then(|| format!("there is `{}`", known.join("`, `")));
            (format!("there is no function `{signature}`"), help, at)
        }
        EvalAltResult::ErrorDotExpr(_, _) | EvalAltResult::ErrorPropertyNotFound(_, _) => {
            let properties = api::FUNCTIONS.iter().filter(|f| matches!(f.form, Form::Property(_)));
            let text = lower_first(&inner.to_string());
            let word = text.split('\'').nth(1).unwrap_or("").to_owned();
            (strip_position(&text), did_you_mean(&word, properties.map(|f| f.name)), at)
        }
        EvalAltResult::ErrorTooManyOperations(_) => limit("too many operations"),
        EvalAltResult::ErrorStackOverflow(_) => limit("functions call one another too deeply"),
        EvalAltResult::ErrorTooManyVariables(_) => limit("too many variables"),
        EvalAltResult::ErrorDataTooLarge(what, _) => {
            limit(&format!("too much data ({})", what.to_lowercase()))
        }
        EvalAltResult::ErrorRuntime(value, _) => {
            let text = match value.clone().into_immutable_string() {
                Ok(text) => text.to_string(),
                Err(_) => format!("the script threw {value}"),
            };
            (text, None, at)
        }
        _ => (strip_position(&lower_first(&inner.to_string())), None, at),
    }
}

/// The diagnostic of a script that failed while the ruleset was loaded.
pub(crate) fn diagnostic(
    code: &'static str,
    source: &Arc<Source>,
    error: &EvalAltResult,
) -> Diagnostic {
    let (message, help, at) = describe(error);
    let mut diagnostic = Diagnostic::error(code, source, span_of(source, at), message);
    diagnostic.help = help;
    diagnostic
}

/// The diagnostic of a script that Rhai can't parse.
pub(crate) fn parse_diagnostic(source: &Arc<Source>, error: &ParseError) -> Diagnostic {
    let span = span_of(source, error.position());
    let word = &source.text[span.clone()];
    let wants_name = matches!(
        error.err_type(),
        ParseErrorType::PropertyExpected
            | ParseErrorType::VariableExpected
            | ParseErrorType::FnMissingName
            | ParseErrorType::Reserved(_)
    );
    // Any other word would have done for a name.
    if wants_name && word.bytes().next().is_some_and(is_word) {
        let help = match word {
            "until" => "write `.ends_when(…)`",
            _ => "use another name",
        };
        let message = format!("`{word}` is a reserved word of Rhai");
        return Diagnostic::error("Q0305", source, span, message).help(help);
    }
    let message = strip_position(&lower_first(&error.to_string()));
    Diagnostic::error("Q0305", source, span, message)
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_lowercase().chain(chars).collect())
}

/// Without Rhai's own ` (line 3, position 5)`; the place is shown our way.
fn strip_position(text: &str) -> String {
    text.rfind(" (line ").map_or(text, |at| &text[..at]).trim_end_matches('.').to_owned()
}
