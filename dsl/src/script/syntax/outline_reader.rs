//! Converts the items that the grammar found into the outline. Comment lines above an item belong
//! to this item. Every mistake is reported.

mod doc_lines;
mod misread_prose;

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use pest::iterators::Pair;

pub(super) use misread_prose::comments;

use super::when_conditions::{is_hook_line, is_single_word};
use super::{
    Function, Literal, MAX_FINDINGS, Outline, Spanned, TunableLine, is_upper_case, parameters,
};
use crate::diagnostic::{Code, Diagnostic, NameSuggestion, Source, suggest};
use crate::script::interface::api::{self, Form};
use crate::script::interface::hook_catalogue::{HOOKS, Hook, hook_named};
use quadrille_grammar::script::Rule;

/// The maximum number of tunables in a script.
pub(crate) const MAX_TUNABLES: usize = 128;

/// Reads the items of a script. Stops when the limit on findings is reached.
pub(super) fn items(
    source: &Arc<Source>,
    callers: &[Arc<Source>],
    file: Pair<'_, Rule>,
    findings: &mut Vec<Diagnostic>,
) -> Outline {
    let mut reader = OutlineReader {
        source,
        callers,
        findings,
        outline: Outline::default(),
        remarks: Vec::new(),
        docs: Vec::new(),
        names: HashMap::new(),
    };
    let most = reader.findings.len() + MAX_FINDINGS;
    for pair in file.into_inner() {
        reader.item(&pair);
        if reader.findings.len() >= most {
            break;
        }
    }
    reader.lists_apart(&[]);
    reader.outline
}

struct OutlineReader<'a> {
    source: &'a Arc<Source>,
    /// The scripts that may call the functions of this script.
    callers: &'a [Arc<Source>],
    findings: &'a mut Vec<Diagnostic>,
    outline: Outline,
    /// The `//` lines since the last tunable or function.
    remarks: Vec<Spanned<String>>,
    /// The `///` lines since the last tunable or function.
    docs: Vec<Spanned<String>>,
    names: HashMap<String, Range<usize>>,
}

/// The message for a constant that does not end with a semicolon.
const UNCLOSED: &str = "a constant must end with a semicolon";

impl OutlineReader<'_> {
    fn error(&mut self, code: Code, span: Range<usize>, message: impl Into<String>) {
        self.findings.push(Diagnostic::error(code, self.source, span, message));
    }

    fn helped(
        &mut self,
        code: Code,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<NameSuggestion>,
    ) {
        self.findings.push(Diagnostic::error(code, self.source, span, message).help(help));
    }

    /// Returns the comment lines directly above `start`. A line that is separated from `start` by a
    /// blank line is left out.
    fn attached(&self, lines: &[Spanned<String>], start: usize) -> Vec<Spanned<String>> {
        let mut next = start;
        let mut found: Vec<_> = lines
            .iter()
            .rev()
            .take_while(|line| {
                let between = self.source.text.get(line.span.end..next).unwrap_or("\n\n");
                next = line.span.start;
                between.matches('\n').count() == 1
            })
            .cloned()
            .collect();
        found.reverse();
        found
    }

    /// Returns `true` if there is other text before `at` on the same line.
    fn follows(&self, at: usize) -> bool {
        let line = self.source.text[..at].rsplit('\n').next().unwrap_or("");
        !line.trim().is_empty()
    }

    fn item(&mut self, pair: &Pair<'_, Rule>) {
        let span = pair.as_span().start()..pair.as_span().end();
        match pair.as_rule() {
            Rule::doc | Rule::remark if self.follows(span.start) => {
                self.behind(pair.as_str(), span);
            }
            Rule::header => {
                let line = pair.as_str()[3..].trim();
                if !self.outline.header.is_empty() {
                    self.outline.header.push(' ');
                }
                self.outline.header.push_str(line);
            }
            Rule::doc | Rule::remark => {
                let line = pair.as_str().trim_end();
                let text = line.trim_start_matches('/').trim().to_owned();
                let line = Spanned::new(text, span.start..span.start + line.len());
                let is_doc = pair.as_rule() == Rule::doc;
                if is_doc { &mut self.docs } else { &mut self.remarks }.push(line);
            }
            Rule::tunable => self.tunable(pair, span),
            Rule::unclosed => self.unclosed(pair.as_str(), span),
            Rule::constant => self.constant(pair.as_str(), span),
            Rule::function => self.function(pair, span),
            Rule::stray => self.stray(pair.as_str(), span),
            _ => {}
        }
        if matches!(
            pair.as_rule(),
            Rule::tunable | Rule::unclosed | Rule::constant | Rule::function | Rule::stray
        ) {
            self.remarks.clear();
            self.docs.clear();
        }
    }

    fn name(&mut self, name: &Spanned<String>) {
        if let Some(first) = self.names.get(&name.value) {
            let (line, _) = self.source.position(first.start);
            let message = format!("`{}` is defined twice, first in line {line}", name.value);
            self.error(Code::DefinedTwice, name.span.clone(), message);
        } else {
            self.names.insert(name.value.clone(), name.span.clone());
        }
    }

    fn tunable(&mut self, pair: &Pair<'_, Rule>, span: Range<usize>) {
        let mut inner = pair.clone().into_inner();
        let (Some(name), Some(literal)) = (inner.next(), inner.next()) else { return };
        let name = spanned(&name);
        self.name(&name);
        if !is_upper_case(&name.value) {
            self.helped(
                Code::TunableNotInCapitals,
                name.span.clone(),
                format!("the tunable `{}` is not in upper case", name.value),
                NameSuggestion::replace(
                    format!("write `{}`", name.value.to_uppercase()),
                    &name.value,
                    &name.value.to_uppercase(),
                ),
            );
        }
        let at = literal.as_span().start()..literal.as_span().end();
        let Some(value) = literal.into_inner().next().and_then(|l| literal_value(&l)) else {
            self.error(Code::TunableNotLiteral, at, "this number does not fit into 64 bits");
            return;
        };
        if let Some(first) = self.docs.first().cloned() {
            self.helped(
                Code::NotAtTopLevel,
                first.span,
                "a tunable is documented with `//`, not `///`",
                "write `//`: Rhai accepts `///` only above functions",
            );
        }
        let (mut doc, mut one_of) = (Vec::new(), Vec::new());
        let remarks = self.attached(&self.remarks, span.start);
        self.lists_apart(&remarks);
        for line in remarks {
            match line.value.strip_prefix("one of:") {
                Some(list) => one_of.extend(self.value_list(list, &line, &value)),
                None => {
                    self.like_a_value_list(&line, &value);
                    doc.push(line.value);
                }
            }
        }
        if let Literal::Text(text) = &value
            && !one_of.is_empty()
            && !one_of.contains(text)
        {
            let message =
                format!("`{text}` is not among the values that `{}` may have", name.value);
            let list = format!("use one of: {}", one_of.join(", "));
            let help = match suggest(text, one_of.iter().map(String::as_str)) {
                Some(close) => NameSuggestion { text: format!("{close} {list}"), ..close },
                None => list.into(),
            };
            self.helped(Code::DefaultNotListed, at.clone(), message, help);
        }
        if self.outline.tunables.len() >= MAX_TUNABLES {
            self.helped(
                Code::TunableCount,
                name.span.clone(),
                format!("the script has more than {MAX_TUNABLES} tunables"),
                "split the script into several",
            );
            return;
        }
        self.outline.tunables.push(TunableLine {
            name,
            value: Spanned::new(value, at),
            doc: doc.join(" "),
            one_of,
            span,
        });
    }

    /// Returns the values in a `// one of:` line. Reports a list that can't be used.
    fn value_list(&mut self, list: &str, line: &Spanned<String>, value: &Literal) -> Vec<String> {
        let items: Vec<&str> = list.split(',').map(str::trim).collect();
        let text = matches!(value, Literal::Text(_));
        let apart = items.len() > 1 || items.iter().all(|item| is_single_word(item));
        if text && apart && !items.contains(&"") {
            return items.into_iter().map(str::to_owned).collect();
        }
        let words: Vec<&str> = list.split([',', ' ']).filter(|word| !word.is_empty()).collect();
        let help = if text && words.len() > 1 && !words.contains(&"or") {
            let meant = format!("// one of: {}", words.join(", "));
            let written = &self.source.text[line.span.clone()];
            NameSuggestion::replace(
                format!("separate words with commas: `{meant}`"),
                written,
                &meant,
            )
        } else {
            "write `// one of: first, second` above a tunable that is a string".into()
        };
        let message = "this list of values can't be used";
        self.helped(Code::InvalidValueList, line.span.clone(), message, help);
        Vec::new()
    }

    fn warn(
        &mut self,
        code: Code,
        span: Range<usize>,
        message: String,
        help: impl Into<NameSuggestion>,
    ) {
        self.findings.push(Diagnostic::warning(code, self.source, span, message).help(help));
    }

    /// Reports a tunable whose line ends after the literal, without a semicolon.
    fn unclosed(&mut self, text: &str, span: Range<usize>) {
        let closed = format!("{text};");
        let help = NameSuggestion::replace(format!("write `{closed}`"), text, &closed).sure(true);
        self.helped(Code::TunableNotLiteral, span, UNCLOSED, help);
    }

    fn constant(&mut self, text: &str, span: Range<usize>) {
        if !text.ends_with(';') {
            let help = "write `const NAME = literal;`, with the semicolon";
            self.helped(Code::TunableNotLiteral, span, UNCLOSED, help);
            return;
        }
        let (name, value) = text.split_once('=').unwrap_or_default();
        let meant = match value.trim_matches([';', ' ']).to_lowercase().as_str() {
            "yes" | "on" | "true" => Some("true"),
            "no" | "off" | "false" => Some("false"),
            _ => None,
        };
        let help = match meant {
            Some(meant) => {
                let line = format!("{name}= {meant};");
                NameSuggestion::replace(format!("write `{line}`"), text, &line).sure(true)
            }
            None => {
                "write `const NAME = literal;` with a boolean, an integer or a plain string; for \
                  anything else, write a function that returns it"
                    .into()
            }
        };
        self.helped(Code::TunableNotLiteral, span, "a constant must be a literal", help);
    }

    fn function(&mut self, pair: &Pair<'_, Rule>, span: Range<usize>) {
        let mut inner = pair.clone().into_inner();
        let (Some(name), Some(params), Some(body)) = (inner.next(), inner.next(), inner.next())
        else {
            return;
        };
        let name = spanned(&name);
        let params: Vec<_> = params.into_inner().map(|param| spanned(&param)).collect();
        self.name(&name);
        for param in &params {
            if is_upper_case(&param.value) {
                self.error(
                    Code::TunableShadowed,
                    param.span.clone(),
                    format!("`{}` is a name for a tunable, not for a parameter", param.value),
                );
            }
        }
        let hook = hook_named(&name.value);
        match hook {
            Some(hook) if hook.params.len() != params.len() => self.helped(
                Code::HookParameters,
                name.span.clone(),
                format!(
                    "`{}` has {}, not {}",
                    hook.name,
                    parameters(hook.params.len()),
                    params.len()
                ),
                format!("write `fn {}`", hook.signature()),
            ),
            Some(_) | None => {}
        }
        // A misspelt hook is reported only once.
        let helper = hook.is_none() && !self.like_a_hook(&name, &params);
        let (mut doc, mut clause, mut when, mut judged) = (Vec::new(), None, None, None);
        let mut doubtful = None;
        let lines = self.lines_above(span.start);
        if hook.is_some() {
            self.lines_apart(lines.first().map_or(span.start, |(_, line)| line.span.start));
        }
        self.lists_apart(&[]);
        for (is_doc, line) in lines {
            if hook.is_some() && (!is_doc || !is_hook_line(&line.value)) {
                self.like_a_hook_line(&line, is_doc);
            }
            if !is_doc {
                continue;
            }
            if let Some(id) = line.value.strip_prefix("clause:") {
                clause = self.clause_line(id.trim(), &line.span, clause.is_some());
            } else if line.value.starts_with("when:") {
                when = self.when_line(&line);
            } else if let Some(answer) = line.value.strip_prefix("judged:") {
                judged = self.judged_line(answer.trim(), &line.span);
            } else {
                doubtful = doubtful.or_else(|| Self::doubtful(&line));
                doc.push(line.value);
                continue;
            }
            if helper {
                let what = line.value.split(':').next().unwrap_or_default();
                self.helped(
                    Code::HookLineOnHelper,
                    line.span,
                    format!("`{}` is not a hook and can't have a `{what}:` line", name.value),
                    "move it to the hook that calls this helper",
                );
            }
        }
        self.outline.functions.push(Function {
            name,
            params,
            doc: doc.join(" "),
            clause,
            when,
            doubtful,
            judged,
            span,
            body: body.as_span().start()..body.as_span().end(),
            words: BTreeSet::new(),
            hook,
        });
    }

    /// Returns the comment lines directly above a function. The boolean is `true` for a
    /// documentation line.
    fn lines_above(&self, start: usize) -> Vec<(bool, Spanned<String>)> {
        let mut lines: Vec<_> = self.docs.iter().chain(&self.remarks).cloned().collect();
        lines.sort_by_key(|line| line.span.start);
        let is_doc = |line: &Spanned<String>| self.docs.iter().any(|doc| doc.span == line.span);
        self.attached(&lines, start).into_iter().map(|line| (is_doc(&line), line)).collect()
    }

    /// Reports a function whose name is probably a misspelt hook. Returns `true` if the function
    /// was reported.
    fn like_a_hook(&mut self, name: &Spanned<String>, params: &[Spanned<String>]) -> bool {
        // Another check reports a helper that hides a function of the interface.
        if api::named(&name.value).any(|function| function.form == Form::Free) {
            return false;
        }
        let suggestion =
            meant(&name.value).or_else(|| suggest(&name.value, HOOKS.iter().map(|hook| hook.name)));
        let edit = suggestion.as_ref().and_then(|advice| advice.edit.as_ref());
        let hook = edit.and_then(|(_, hook)| HOOKS.iter().find(|known| known.name == *hook));
        // A helper may have any name. A misspelt hook is never called. Either its name begins with
        // `on_`, or its parameters are the parameters of a hook.
        let usual = |hook: &Hook| {
            let usual = hook.params.iter().map(|(name, _)| *name);
            usual.eq(params.iter().map(|param| param.value.as_str()))
        };
        let fits = name.value.starts_with("on_") || hook.is_some_and(usual);
        let like = fits && !self.calls(&name.value);
        if like {
            let help = suggestion.unwrap_or_else(|| {
                let names: Vec<_> = HOOKS.iter().map(|h| h.name).collect();
                format!("use one of: {}", names.join(", ")).into()
            });
            self.helped(
                Code::NoSuchHook,
                name.span.clone(),
                format!("there is no hook `{}`", name.value),
                help,
            );
        }
        like
    }

    /// Returns `true` if the script or another script calls a function with this name.
    fn calls(&self, name: &str) -> bool {
        let part = |c: char| c.is_alphanumeric() || c == '_';
        let called = |text: &str| {
            text.match_indices(name).any(|(at, _)| {
                let (before, after) = (&text[..at], &text[at + name.len()..]);
                !before.ends_with(part)
                    && !before.trim_end().ends_with("fn")
                    && after.trim_start().starts_with('(')
            })
        };
        self.callers.iter().chain([self.source]).any(|source| called(&source.text))
    }

    fn stray(&mut self, text: &str, span: Range<usize>) {
        let first = text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
        let help = match first {
            "let" => "use a tunable, or a counter: nothing is kept between calls",
            "import" | "export" => "list plugins in geometry.toml: scripts can't import each other",
            "private" => "remove the word: every helper is private to its file",
            "def" | "func" | "function" | "sub" => "write `fn name(first, second) { … }`",
            "var" | "static" => "write a tunable as `const NAME = literal;`",
            _ if text.starts_with('#') => "begin a comment with `//`",
            "fn" => "write `fn name(first, second) { … }` with plain names",
            _ => {
                "write only `//!` lines, tunables (`const NAME = literal;`) and functions at the top level"
            }
        };
        let close =
            suggest(first, ["fn", "const"]).filter(|_| text[first.len()..].starts_with(' '));
        let help = close.unwrap_or_else(|| help.into());
        let line = text.lines().next().unwrap_or("").trim_end();
        self.helped(
            Code::NotAtTopLevel,
            span.start..span.start + line.len(),
            "this can't be at the top level",
            help,
        );
    }
}

/// Words that authors may use for events. Each has the hook that it means.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("checkmate", "on_mate"),
    ("checkmated", "on_mate"),
    ("mated", "on_mate"),
    ("checked", "on_check"),
    ("take", "on_capture"),
    ("taken", "on_capture"),
    ("captured", "on_capture"),
    ("king_captured", "on_royal_captured"),
    ("promote", "on_promotion"),
    ("promoted", "on_promotion"),
    ("moved", "on_move"),
    ("play", "on_move"),
    ("turn_start", "on_turn"),
    ("start", "on_setup"),
    ("begin", "on_setup"),
    ("init", "on_setup"),
    ("roll_dice", "on_roll"),
    ("dice", "on_roll"),
    ("resign", "on_say"),
    ("repetition", "on_draw"),
    ("end", "outcome"),
    ("over", "outcome"),
    ("finish", "outcome"),
    ("game_over", "outcome"),
];

/// If a name consists of `on_` and a word that authors use for an event, as in `on_checkmate`,
/// returns the suggested hook.
fn meant(name: &str) -> Option<NameSuggestion> {
    let word = name.strip_prefix("on_")?.to_lowercase();
    let (_, hook) = OTHER_WORDS.iter().find(|(other, _)| *other == word)?;
    Some(NameSuggestion::replace(format!("did you mean `{hook}`?"), name, hook))
}

fn spanned(pair: &Pair<'_, Rule>) -> Spanned<String> {
    let span = pair.as_span();
    Spanned::new(pair.as_str().to_owned(), span.start()..span.end())
}

fn literal_value(pair: &Pair<'_, Rule>) -> Option<Literal> {
    let text = pair.as_str();
    match pair.as_rule() {
        Rule::boolean => Some(Literal::Bool(text == "true")),
        Rule::integer => text.replace('_', "").parse().ok().map(Literal::Int),
        _ => Some(Literal::Text(text.trim_matches('"').to_owned())),
    }
}
