//! The scripts of a ruleset after they were read. Each has its source, its outline, the values of
//! its tunables, and the names that it uses.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use quadrille_core::rules::ScriptPlace;
use quadrille_core::{Declaration, EventKind};
use rhai::{AST, Engine, EvalAltResult, Module, Scope};

use crate::diagnostic::{Code, Diagnostic, MistakeOrigin, Source};
use crate::script::engine::sandbox;
use crate::script::interface::api::Type;
use crate::script::interface::call_origin::{Origins, ScriptOrigin, clause_name, read_place};
use crate::script::interface::hook_catalogue::HookKind;
use crate::script::syntax::{Condition, Function, Literal, Outline, Spanned};

/// A script that will be compiled.
#[derive(Clone, Debug)]
pub struct ScriptSource {
    /// The name of the file without `.rhai`. `--set` and messages use this name for the script.
    pub stem: String,
    /// The source.
    pub source: Arc<Source>,
    /// The names of a plugin's clauses. Each pair contains the plugin's name of a clause and the
    /// ruleset's name of the same clause. If no pair names a clause, the ruleset's name consists of
    /// the plugin's stem, a dot and the plugin's name of the clause. `None` if the script is not a
    /// plugin.
    pub plugin: Option<Vec<(String, String)>>,
}

/// The checked scripts of a ruleset. Their tunables are set. The scripts are in the order in which
/// their hooks are called.
#[derive(Debug)]
pub struct Scripts {
    pub(crate) scripts: Vec<Script>,
}

/// One script.
#[derive(Debug)]
pub(crate) struct Script {
    pub(crate) stem: String,
    pub(crate) source: Arc<Source>,
    /// The names of a plugin's clauses. Each pair contains the plugin's name of a clause and the
    /// ruleset's name of the same clause. `None` if the script is not a plugin.
    pub(crate) plugin: Option<Vec<(String, String)>>,
    pub(crate) outline: Outline,
    /// The current values of the tunables. They are in the order in which the outline lists the
    /// tunables.
    pub(crate) values: Vec<Literal>,
    /// One boolean for each value. It is `true` if the value comes from the request, for example
    /// from `--set`, and `false` if it comes from a file.
    pub(crate) requested: Vec<bool>,
    /// The literals that name something in the rules, such as a kind or a zone.
    pub(crate) names: Vec<Name>,
    /// The names that `define` uses. If one of these names is unknown, the declaration that uses
    /// the name reports it.
    pub(crate) declared: Vec<Name>,
    /// The names of event hooks that have no effect.
    pub(crate) idle: Vec<Spanned<String>>,
    /// The script's questions and offers.
    pub(crate) asks: Vec<AskCall>,
}

/// A question or an offer. A part is `None` if the script computes this part, so that the code does
/// not show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum AskCall {
    /// A question.
    Question(AskedQuestion),
    /// A word that is offered to a seat.
    Offer(Option<String>),
}

/// A call of `ask`, `ask_in_secret` or `choose`. It contains the parts that are evident from the
/// code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AskedQuestion {
    /// The name of the question.
    pub(crate) name: Option<String>,
    /// The options, if they are literals.
    pub(crate) options: Option<Vec<String>>,
    /// The type of the options.
    pub(crate) of: Option<Type>,
    /// The seat that is asked.
    pub(crate) whom: QuestionSeat,
    /// `true` if the answer is sealed.
    pub(crate) secret: bool,
    /// `true` if the answer is a part of a move.
    pub(crate) of_move: bool,
    /// The index, in the outline, of the function that contains the call.
    pub(crate) within: Option<usize>,
    /// The events at which the question is asked. Empty if the code does not show them.
    pub(crate) events: Vec<EventKind>,
}

/// The seat that a question is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum QuestionSeat {
    /// The seat with this name.
    Seat(String),
    /// Every seat.
    Everyone,
    /// The seat whose turn it is.
    Mover,
    /// The seat that the event is about.
    Concerned(EventKind),
    /// The partner of another seat.
    PartnerOf(Box<QuestionSeat>),
    /// An unknown seat.
    Someone,
}

/// An argument of a call.
#[derive(Clone, Debug)]
pub(crate) enum CallArgument<'a> {
    /// A string. The second value is the place of the name of the called function.
    Text(&'a str, ScriptSpan<'a>),
    /// Any other value.
    Other,
}

/// A call of a function. Only arguments that are strings are stored.
pub(crate) struct TextCall<'a> {
    /// The first argument, if it is a string.
    pub(crate) first: Option<&'a str>,
    /// The second argument, if it is a string.
    pub(crate) second: Option<&'a str>,
    /// The place of the function's name.
    pub(crate) place: ScriptSpan<'a>,
}

/// A place in a script.
pub(crate) type ScriptSpan<'a> = (&'a Arc<Source>, Range<usize>);

impl Script {
    pub(crate) fn compile(&self, engine: &Engine) -> Result<AST, Diagnostic> {
        sandbox::compile(engine, &self.source, &self.outline, &self.values)
            .map_err(|error| sandbox::parse_diagnostic(&self.source, &self.outline, &error))
    }

    /// Returns the range of the content of a plain string. White space may lie between the offset
    /// and the string.
    fn string_at(&self, offset: usize) -> Option<Range<usize>> {
        let rest = self.source.text[offset..].trim_start().strip_prefix('"')?;
        let start = self.source.text.len() - rest.len();
        let found = self.outline.strings.binary_search_by_key(&start, |string| string.start);
        self.outline.strings.get(found.ok()?).cloned()
    }

    /// Returns the range of the content of a call's second argument, if this argument is a plain
    /// string. `first` is the offset at which the first argument begins.
    fn second_at(&self, first: usize) -> Option<Range<usize>> {
        let mut depth = 0_usize;
        for (at, byte) in self.source.text.bytes().enumerate().skip(first) {
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b',' if depth == 0 => return self.string_at(at + 1),
                // The call ends.
                b')' | b']' | b'}' => depth = depth.checked_sub(1)?,
                _ => {}
            }
        }
        None
    }

    pub(crate) fn function(&self, name: &str) -> Option<&Function> {
        self.outline.functions.get(self.outline.function_named(name)?)
    }

    /// Returns `true` if the script has functions but no hooks. Every script of the ruleset may
    /// then call its functions.
    pub(crate) fn is_shared(&self) -> bool {
        let functions = &self.outline.functions;
        !functions.is_empty() && functions.iter().all(|function| function.hook.is_none())
    }

    /// Returns the name that the ruleset gives to a clause of this script.
    pub(crate) fn clause_name<'a>(&'a self, id: &'a str) -> Cow<'a, str> {
        clause_name(&self.stem, self.plugin.as_deref(), id)
    }
}

/// A literal that is the name of something in the rules. It is checked when the rules are known.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub of: Type,
    pub text: String,
    pub span: Range<usize>,
}

/// A value that replaces a tunable's value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Override {
    /// The name of the tunable. It is `script.NAME`, or `NAME` alone if no other script has a
    /// tunable with this name.
    pub key: String,
    /// The new value, as written.
    pub value: String,
    /// The place of the key and the place of the value. `None` unless the override is written in a
    /// file.
    pub place: Option<[(Arc<Source>, Range<usize>); 2]>,
}

impl Override {
    /// Creates an override that comes from the request, for example from `--set`, and not from a
    /// file.
    #[must_use]
    pub fn requested(key: impl Into<String>, value: impl Into<String>) -> Self {
        Self { key: key.into(), value: value.into(), place: None }
    }

    /// Returns an error about the key.
    pub(crate) fn error(&self, code: Code, message: String) -> Diagnostic {
        self.error_at(0, code, message)
    }

    /// Returns an error about the value.
    pub(crate) fn value_error(&self, message: String) -> Diagnostic {
        self.error_at(1, Code::InvalidTunableValue, message)
    }

    fn error_at(&self, place: usize, code: Code, message: String) -> Diagnostic {
        match self.place.as_ref().map(|places| &places[place]) {
            Some((source, span)) => Diagnostic::error(code, source, span.clone(), message),
            None => Diagnostic::general(code, message)
                .from_request(MistakeOrigin::Override(self.key.clone())),
        }
    }
}

/// A constant of a script. The value of the constant can be set without changing the script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tunable {
    /// The script's stem.
    pub script: String,
    /// The constant's name.
    pub name: String,
    /// The meaning, from the comment above the constant.
    pub doc: String,
    /// The value in force, as written.
    pub value: String,
    /// The value before overrides.
    pub default: String,
    /// The allowed values. Empty unless the value is a string and the script lists its allowed
    /// values.
    pub one_of: Vec<String>,
    /// `true` if the value comes from the request, for example from `--set`, and not from a file of
    /// the ruleset.
    pub requested: bool,
}

impl Scripts {
    /// Returns all tunables, in the order of the scripts.
    #[must_use]
    pub fn tunables(&self) -> Vec<Tunable> {
        let of_script = |script: &Script| {
            let given = script.values.iter().zip(&script.requested);
            let lines = script.outline.tunables.iter().zip(given);
            lines
                .map(|(line, (value, requested))| Tunable {
                    script: script.stem.clone(),
                    name: line.name.value.clone(),
                    doc: line.doc.clone(),
                    value: value.to_string(),
                    default: line.value.value.to_string(),
                    one_of: line.one_of.clone(),
                    requested: *requested,
                })
                .collect::<Vec<_>>()
        };
        self.scripts.iter().flat_map(of_script).collect()
    }

    /// Returns `true` if the hook `script.on_move` reads only the piece and its destination. A
    /// tabulated hook could do the same work.
    pub(crate) fn reads_piece_and_square_only(&self, name: &str) -> bool {
        let Some((stem, function)) = name.rsplit_once('.') else { return false };
        let Some(script) = self.scripts.iter().find(|script| script.stem == stem) else {
            return false;
        };
        let Some(found) = script.function(function) else { return false };
        let [game, seat, _, from, _] = found.params.as_slice() else { return false };
        let reads = |param: &Spanned<String>| found.words.contains(&param.value);
        // Marks are known only in a game, and a helper may read them too.
        let marks =
            script.outline.functions.iter().any(|function| function.words.contains("has_mark"));
        function == "on_move" && !marks && ![game, seat, from].into_iter().any(reads)
    }

    /// Returns the names of all questions. Returns `None` if a script computes one of the names.
    pub(crate) fn questions(&self) -> Option<Vec<&str>> {
        self.collect_words(|asked| match asked {
            AskCall::Question(asked) => Some(asked.name.as_deref().map(|one| vec![one])),
            AskCall::Offer(_) => None,
        })
    }

    /// Returns the options of all questions. Returns `None` if a script computes one of the
    /// options.
    pub(crate) fn choices(&self) -> Option<Vec<&str>> {
        self.collect_words(|asked| match asked {
            AskCall::Question(asked) => {
                let options = asked.options.as_ref();
                Some(options.map(|all| all.iter().map(String::as_str).collect()))
            }
            AskCall::Offer(_) => None,
        })
    }

    /// Returns the words that scripts offer, and the words that are always possible. Returns `None`
    /// if a script computes one of these words.
    pub(crate) fn offers(&self) -> Option<Vec<&str>> {
        let offered = self.collect_words(|asked| match asked {
            AskCall::Offer(word) => Some(word.as_deref().map(|one| vec![one])),
            AskCall::Question(..) => None,
        })?;
        Some(offered.into_iter().chain(Declaration::ALL.map(Declaration::text)).collect())
    }

    /// Returns the words that the function `of` selects from questions and offers. Returns `None`
    /// if a script computes one of these words.
    fn collect_words<'a>(
        &'a self,
        of: impl Fn(&'a AskCall) -> Option<Option<Vec<&'a str>>>,
    ) -> Option<Vec<&'a str>> {
        let all = self.scripts.iter().flat_map(|script| &script.asks).filter_map(of);
        let all: Option<Vec<Vec<&str>>> = all.collect();
        all.map(|all| all.concat())
    }

    /// Registers the shared functions with an engine, so that every script that runs on the engine
    /// can call them. A function is shared if its script has no hooks.
    pub(crate) fn share(&self, engine: &mut Engine) {
        for script in self.scripts.iter().filter(|script| script.is_shared()) {
            let Ok(ast) = script.compile(engine) else { continue };
            if let Ok(module) = Module::eval_ast_as_new(Scope::new(), &ast, engine) {
                engine.register_global_module(module.into());
            }
        }
    }

    /// Returns the script in which an error arose. This is the script `called`, or a script whose
    /// function was called from `called`.
    pub(crate) fn failed<'a>(&'a self, called: &'a Script, error: &EvalAltResult) -> &'a Script {
        let (mut script, mut error) = (called, error);
        while let EvalAltResult::ErrorInFunctionCall(_, source, inner, _) = error {
            script = self.named(source).unwrap_or(script);
            error = inner;
        }
        script
    }

    /// Returns the script with this file name.
    pub(crate) fn named(&self, source: &str) -> Option<&Script> {
        self.scripts.iter().find(|script| script.source.name == source)
    }

    /// Returns the origins of all scripts.
    pub(crate) fn origins(&self) -> Origins {
        let origin = |script: &Script| ScriptOrigin {
            stem: script.stem.clone(),
            source: Arc::clone(&script.source),
            plugin: script.plugin.clone(),
            shared: script.is_shared(),
        };
        Origins::new(self.scripts.iter().map(origin).collect())
    }

    /// Returns `true` if the id belongs to a plugin's clause, and the ruleset has no name for this
    /// clause.
    pub(crate) fn of_plugin(&self, id: &str) -> bool {
        let plugins = self.scripts.iter().filter(|script| script.plugin.is_some());
        let mut named = plugins.filter_map(|script| {
            let own = id.strip_prefix(script.stem.as_str())?.strip_prefix('.')?;
            Some(script.clause_name(own) == id)
        });
        named.any(|own| own)
    }

    /// Returns the place where a hook caused an effect. `hook` is the name of the hook, as
    /// `script.function`. `place` is the packed place that was recorded together with the effect.
    #[must_use]
    pub fn effect_place(&self, hook: &str, place: u64) -> Option<ScriptPlace> {
        let (shared, line, column) = read_place(place);
        let source = match shared {
            Some(number) => &self.scripts.get(number)?.source,
            None => self.source_of(hook)?,
        };
        Some(ScriptPlace { file: source.name.clone(), line, column })
    }

    /// Returns the hook with the name `script.function`.
    fn hook(&self, hook: &str) -> Option<(&Script, &Function)> {
        let (stem, function) = hook.rsplit_once('.')?;
        let script = self.scripts.iter().find(|script| script.stem == stem)?;
        Some((script, script.function(function)?))
    }

    /// Returns the place of a hook's name.
    pub(crate) fn hook_place(&self, hook: &str) -> Option<ScriptSpan<'_>> {
        let (script, function) = self.hook(hook)?;
        Some((&script.source, function.name.span.clone()))
    }

    /// Returns `true` if a hook has the condition `every ply`.
    pub(crate) fn runs_every_ply(&self, hook: &str) -> bool {
        let when = self.hook(hook).and_then(|(_, function)| function.when.as_ref());
        when.is_some_and(|when| when.value.contains(&Condition::EveryPly))
    }

    /// Returns the file of the hook with the name `script.function`.
    pub(crate) fn source_of(&self, hook: &str) -> Option<&Arc<Source>> {
        let (stem, _) = hook.rsplit_once('.')?;
        self.scripts.iter().find(|script| script.stem == stem).map(|script| &script.source)
    }

    /// Returns the scripts. Each has its name and its description.
    pub fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.scripts.iter().map(|s| (s.stem.as_str(), s.outline.header.as_str()))
    }

    /// Returns the places where scripts name a clause. These are `/// clause:` lines, and strings
    /// that are the id of the clause.
    pub(crate) fn clause_places<'a>(
        &'a self,
        clause: &'a str,
    ) -> impl Iterator<Item = (&'a Arc<Source>, Range<usize>)> {
        self.scripts.iter().flat_map(move |script| {
            let hooks = script.outline.functions.iter().filter_map(|f| f.clause.as_ref());
            let names = move |id: &str| script.clause_name(id) == clause;
            let hooks = hooks.filter(move |id| names(&id.value)).map(|id| id.span.clone());
            let text = |span: &&Range<usize>| names(&script.source.text[(*span).clone()]);
            let strings = script.outline.strings.iter().filter(text).cloned();
            let mut spans: Vec<_> = hooks.chain(strings).collect();
            spans.sort_by_key(|span| span.start);
            spans.into_iter().map(|span| (&script.source, span))
        })
    }

    /// Returns the strings from which scripts compose longer strings: `-pawns` of `${side}-pawns`,
    /// or of `side + "-pawns"`. The first flag of a string is `true` if text is added before the
    /// string. The second flag is `true` if text is added after the string. Strings without a
    /// letter are omitted.
    pub(crate) fn composed_texts(&self) -> Vec<(&str, bool, bool)> {
        let mut parts = Vec::new();
        for script in &self.scripts {
            let text = &script.source.text;
            for span in &script.outline.strings {
                let part = &text[span.clone()];
                if !part.contains(char::is_alphabetic) {
                    continue;
                }
                let (before, after) = (&text[..span.start], &text[span.end..]);
                let unquoted =
                    |rest: &str| rest.trim_start_matches(['"', '`']).trim_start().starts_with('+');
                let follows = before.ends_with('}')
                    || before.trim_end_matches(['"', '`']).trim_end().ends_with(['+']);
                let goes_on = after.starts_with("${") || unquoted(after);
                if follows || goes_on {
                    parts.push((part, follows, goes_on));
                }
            }
        }
        parts
    }

    /// Returns the comments that mention a clause as a word.
    pub(crate) fn clause_mentions<'a>(
        &'a self,
        clause: &'a str,
    ) -> impl Iterator<Item = (&'a Arc<Source>, Range<usize>)> {
        self.scripts.iter().flat_map(move |script| {
            let part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
            let mentions = move |span: &&Range<usize>| {
                let text = script.source.text.get((*span).clone()).unwrap_or_default();
                let words = text.split(|c: char| !part(c));
                words
                    .map(|word| word.trim_end_matches('.'))
                    .any(|word| script.clause_name(word) == clause)
            };
            let comments = &script.outline.comments;
            comments.iter().filter(mentions).map(|span| (&script.source, span.clone()))
        })
    }

    /// Returns each hook without a `/// clause:` line, with its file and the number of its line,
    /// from 1. Such a hook may implement any clause.
    pub(crate) fn hooks_without_clause(&self) -> impl Iterator<Item = (&Arc<Source>, usize, &str)> {
        self.scripts.iter().flat_map(|script| {
            let source = &script.source;
            let functions = script.outline.functions.iter();
            let hooks = functions.filter(|f| f.hook.is_some() && f.clause.is_none());
            hooks.map(move |hook| {
                (source, source.position(hook.name.span.start).0, hook.name.value.as_str())
            })
        })
    }

    /// Finds the strings in scripts that are the id of a clause. Returns one entry for each string:
    /// the event of the hook that contains the string. The entry is `None` if a helper or a tunable
    /// contains the string, because any hook may use these. Strings in hooks of other kinds are
    /// omitted.
    pub(crate) fn hooks_naming<'a>(
        &'a self,
        clause: &'a str,
    ) -> impl Iterator<Item = Option<EventKind>> {
        self.scripts.iter().flat_map(move |script| {
            let text = &script.source.text;
            let strings = script.outline.strings.iter();
            let names = move |id: &str| script.clause_name(id) == clause;
            let strings = strings.filter(move |span| names(&text[(*span).clone()]));
            strings.filter_map(|span| {
                let function = script.outline.function_at(span.start);
                match function.and_then(|i| script.outline.functions[i].hook).map(|hook| hook.kind)
                {
                    Some(HookKind::Event(event)) => Some(Some(event)),
                    // Clauses that other hooks name are already in the rules.
                    Some(HookKind::Declare | HookKind::Tabulate | HookKind::PerMove(_)) => None,
                    None => Some(None),
                }
            })
        })
    }

    /// Returns each event hook that may end the game, directly or through functions that it calls.
    /// Each entry is the event and the hook's name, as `script.function`.
    pub(crate) fn ending(&self) -> Vec<(EventKind, String)> {
        const ENDING: [&str; 6] =
            ["win", "lose", "draw", "finish", "finish_with_points", "finish_with_places"];
        let helpers = || {
            let functions = self.scripts.iter().flat_map(|script| &script.outline.functions);
            functions.filter(|function| function.hook.is_none())
        };
        let ends = |function: &Function| {
            let mut called = vec![function];
            let mut next = 0;
            while let Some(function) = called.get(next) {
                if ENDING.iter().any(|word| function.words.contains(*word)) {
                    return true;
                }
                let words = &function.words;
                let new: Vec<_> = helpers()
                    .filter(|helper| words.contains(&helper.name.value))
                    .filter(|helper| called.iter().all(|known| !std::ptr::eq(*known, *helper)))
                    .collect();
                called.extend(new);
                next += 1;
            }
            false
        };
        let mut found = Vec::new();
        for script in self.scripts.iter() {
            for function in &script.outline.functions {
                if let Some(HookKind::Event(event)) = function.hook.map(|hook| hook.kind)
                    && ends(function)
                {
                    found.push((event, format!("{}.{}", script.stem, function.name.value)));
                }
            }
        }
        found
    }

    /// Returns the hooks that have no effect.
    pub(crate) fn idle(&self) -> impl Iterator<Item = (&Arc<Source>, &Spanned<String>)> {
        self.scripts.iter().flat_map(|script| script.idle.iter().map(|name| (&script.source, name)))
    }

    /// Returns the first argument of each call of the function or method with this name.
    pub(crate) fn given<'a>(&'a self, name: &'a str) -> impl Iterator<Item = CallArgument<'a>> {
        self.calls(name).map(|(script, word, rest)| match script.string_at(rest) {
            Some(text) => CallArgument::Text(&script.source.text[text], (&script.source, word)),
            None => CallArgument::Other,
        })
    }

    /// Returns the number of calls of the function `name` whose first argument is the string
    /// `text`.
    pub(crate) fn count_given(&self, name: &str, text: &str) -> usize {
        self.given(name)
            .filter(|given| matches!(given, CallArgument::Text(other, _) if *other == text))
            .count()
    }

    /// Returns an entry for each call of a function with this name: the second argument if it is a
    /// string, and the place of the function's name.
    pub(crate) fn second_given<'a>(
        &'a self,
        name: &'a str,
    ) -> impl Iterator<Item = (Option<&'a str>, ScriptSpan<'a>)> {
        self.calls(name).map(|(script, word, rest)| {
            let text = &script.source.text;
            let second = script.second_at(rest);
            (second.map(|span| &text[span]), (&script.source, word))
        })
    }

    /// Returns every call of a function or method with this name.
    pub(crate) fn all_calls<'a>(&'a self, name: &'a str) -> impl Iterator<Item = TextCall<'a>> {
        self.calls(name).map(|(script, word, rest)| {
            let text = &script.source.text;
            let first = script.string_at(rest).map(|span| &text[span]);
            let second = script.second_at(rest).map(|span| &text[span]);
            TextCall { first, second, place: (&script.source, word) }
        })
    }

    /// Returns each function with this name, with the file of its script.
    pub(crate) fn hooks<'a>(
        &'a self,
        name: &'a str,
    ) -> impl Iterator<Item = (&'a Arc<Source>, &'a Spanned<String>)> {
        self.scripts.iter().flat_map(move |script| {
            let functions = script.outline.functions.iter();
            let named = functions.filter(move |function| function.name.value == name);
            named.map(|function| (&script.source, &function.name))
        })
    }

    /// Returns an entry for each call of a function or method with this name. The entry contains
    /// the script, the place of the name, and the offset at which the first argument begins.
    fn calls<'a>(
        &'a self,
        name: &'a str,
    ) -> impl Iterator<Item = (&'a Script, Range<usize>, usize)> {
        self.scripts.iter().flat_map(move |script| {
            let text = &script.source.text;
            let words =
                script.outline.words.iter().filter(move |word| text[(*word).clone()] == *name);
            words.filter_map(move |word| {
                let rest = text[word.end..].trim_start().strip_prefix('(')?;
                Some((script, word.clone(), text.len() - rest.len()))
            })
        })
    }

    /// The functions that ask questions.
    pub(crate) const ASKING_WORDS: [&str; 3] = ["ask", "ask_in_secret", "choose"];

    /// Returns `true` if the code of any script contains this word.
    pub(crate) fn has_word(&self, word: &str) -> bool {
        let functions = self.scripts.iter().flat_map(|script| &script.outline.functions);
        functions.into_iter().any(|function| function.words.contains(word))
    }

    /// Returns the contents of all strings in the scripts, and all names in `when:` lines.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.scripts.iter().flat_map(|script| {
            let strings =
                script.outline.strings.iter().map(|span| &script.source.text[span.clone()]);
            let hooks = script.outline.functions.iter().filter_map(|f| f.when.as_ref());
            strings.chain(hooks.flat_map(|when| &when.value).flat_map(Condition::names))
        })
    }

    /// Returns the names in `when:` lines.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = &str> {
        let functions = self.scripts.iter().flat_map(|script| &script.outline.functions);
        let lines = functions.filter_map(|function| function.when.as_ref());
        lines.flat_map(|when| &when.value).flat_map(Condition::names)
    }

    /// Returns the hook with this name, if its answers are always the same. This is so if the
    /// script is not a plugin, and if neither the hook nor a helper uses a tunable.
    pub(crate) fn constant_hook(&self, name: &str) -> Option<ScriptSpan<'_>> {
        let script = self.scripts.iter().find(|script| script.function(name).is_some())?;
        let tunables = &script.outline.tunables;
        let uses = |function: &Function| {
            tunables.iter().any(|tunable| function.words.contains(&tunable.name.value))
        };
        let mut may = script
            .outline
            .functions
            .iter()
            .filter(|function| function.hook.is_none() || function.name.value == name);
        if script.plugin.is_some() || may.any(uses) {
            return None;
        }
        Some((&script.source, script.function(name)?.name.span.clone()))
    }

    /// Returns the comments of each script. A comment includes its slashes, and extends to the end
    /// of its line.
    pub(crate) fn comments(&self) -> impl Iterator<Item = (&Arc<Source>, &[Range<usize>])> {
        self.scripts.iter().map(|script| (&script.source, script.outline.comments.as_slice()))
    }

    /// Returns `true` if any script calls a function with this name. Calls of a method do not
    /// count.
    pub(crate) fn any_uses(&self, name: &str) -> bool {
        self.scripts.iter().any(|script| {
            let text = &script.source.text;
            script.outline.words.iter().any(|word| {
                text[word.clone()] == *name
                    && text[word.end..].trim_start().starts_with('(')
                    && !text[..word.start].trim_end().ends_with('.')
            })
        })
    }
}
