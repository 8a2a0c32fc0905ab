//! Reports text that no script may contain: text that prevents the first pass over the script, and
//! words of Rhai that are not allowed in rules.

use std::ops::Range;
use std::sync::Arc;

use super::{MAX_FINDINGS, Outline};
use crate::diagnostic::{Code, Diagnostic, Source, TYPOGRAPHIC, straight_quotes};
use crate::script::syntax::skim::{Fault, MAX_BYTES, MAX_NESTING, MAX_STATEMENTS, Skim, SkimError};

/// The maximum number of strings with typographic quotes that are reported at once.
const MAX_REPORTED_QUOTES: usize = 20;

/// Reports strings in typographic quotes. If the first pass succeeded, all code is examined. If the
/// first pass failed at a string that is not closed, only the line of this string is examined.
/// After any other failure, nothing is reported.
pub(super) fn typographic(
    source: &Arc<Source>,
    skimmed: Result<&Skim, &SkimError>,
) -> Vec<Diagnostic> {
    let text = &source.text;
    let is_quote = |c: char| c == '"' || TYPOGRAPHIC.contains(&c);
    // Returns the range from the first quote of a string to the next quote on the line.
    let whole = |start: usize| {
        let first = text[start..].chars().next().map_or(0, char::len_utf8);
        let line = text[start + first..].lines().next().unwrap_or_default();
        let (close, quote) = line.char_indices().find(|(_, c)| is_quote(*c))?;
        Some(start..start + first + close + quote.len_utf8())
    };
    let made = |span: Range<usize>| {
        let help = straight_quotes(&text[span.clone()]);
        let message = "a string has typographic quotes";
        Diagnostic::error(Code::ScriptSyntax, source, span, message).help(help)
    };
    let skim = match skimmed {
        Ok(skim) => skim,
        Err(SkimError { span, fault: Fault::OpenString, .. }) => {
            let line = text[..span.start].rfind('\n').map_or(0, |end| end + 1);
            let before = text[line..span.start].rfind(TYPOGRAPHIC).map(|at| line + at);
            let found = whole(before.unwrap_or(span.start));
            let found = found.filter(|found| text[found.clone()].contains(TYPOGRAPHIC));
            return found.into_iter().map(made).collect();
        }
        Err(_) => return Vec::new(),
    };
    // The ranges in each list are sorted.
    let lists = [&skim.strings, &skim.comments, &skim.block_comments];
    let is_code = |at: &usize| {
        !lists.iter().any(|list| {
            let next = list.partition_point(|range| range.end <= *at);
            list.get(next).is_some_and(|range| range.contains(at))
        })
    };
    let places = text.match_indices(TYPOGRAPHIC).map(|(at, _)| at).filter(is_code);
    let mut found: Vec<Range<usize>> = Vec::new();
    for at in places {
        if found.len() < MAX_REPORTED_QUOTES && found.last().is_none_or(|last| last.end <= at) {
            found.extend(whole(at));
        }
    }
    found.into_iter().map(made).collect()
}

/// Returns the diagnostic for a script that can't be skimmed.
pub(super) fn skim_diagnostic(source: &Arc<Source>, error: &SkimError) -> Diagnostic {
    let unopened = error.fault == Fault::Unopened;
    let headless = unopened.then(|| headless(source, error.span.start)).flatten();
    let (code, message, help) = match error.fault {
        Fault::TooLarge => (
            Code::ScriptTooLarge,
            format!("the script has {} bytes, more than {MAX_BYTES}", source.text.len()),
            "split it into several scripts",
        ),
        Fault::Nul => (
            Code::ScriptNotText,
            "the script contains a NUL character".to_owned(),
            "save the file as plain text",
        ),
        Fault::Unclosed | Fault::Mismatch => {
            (Code::Unclosed, "this bracket is not closed".to_owned(), "close it")
        }
        Fault::Unopened if headless.is_some() => {
            let help = headless.as_ref().map_or("", |(_, help)| *help);
            (Code::Unclosed, "a `{` is missing after this".to_owned(), help)
        }
        Fault::Unopened => (
            Code::Unclosed,
            "this bracket closes nothing".to_owned(),
            "remove it, or open one before it",
        ),
        Fault::OpenString => (
            Code::Unclosed,
            "this string is not closed".to_owned(),
            "close it on the same line, or use back quotes for several lines",
        ),
        Fault::OpenComment => {
            (Code::Unclosed, "this comment is not closed".to_owned(), "close it with `*/`")
        }
        Fault::TooManyStatements => (
            Code::ScriptTooLarge,
            format!("the script has more than {MAX_STATEMENTS} statements and blocks"),
            "split it into several scripts",
        ),
        Fault::TooDeep => (
            Code::NestingTooDeep,
            format!("more than {MAX_NESTING} brackets are open here"),
            "move inner parts into helpers",
        ),
    };
    let span = headless.map_or_else(|| error.span.clone(), |(head, _)| head);
    let made = Diagnostic::error(code, source, span, message).help(help);
    match &error.shown_by {
        Some(other) => made.label(source, other.clone(), "this closes another bracket"),
        None => made,
    }
}

/// Finds the function or block whose opening brace is missing. `end` is the place of a closing
/// brace without an opening brace. Returns the range where the opening brace is missing, and
/// advice.
fn headless(source: &Source, end: usize) -> Option<(Range<usize>, &'static str)> {
    let before = source.text.get(..end)?;
    let start =
        before.rfind("\nfn ").map(|at| at + 1).or(before.starts_with("fn ").then_some(0))?;
    let mut at = start;
    let mut lines = before[start..].split_inclusive('\n').map(|line| {
        let code = line.split("//").next().unwrap_or_default();
        let text = code.trim();
        let place = at + (code.len() - code.trim_start().len());
        at += line.len();
        (text, place)
    });
    let (head, place) = lines.next()?;
    if !head.contains('{') {
        return Some((place..place + head.len(), "write `fn name(…) { … }`"));
    }
    let lines: Vec<_> = lines.filter(|(text, _)| !text.is_empty()).collect();
    let opens = |text: &str| text.contains('{');
    lines.iter().enumerate().find_map(|(i, (text, place))| {
        let bare = text.trim_start_matches('}').trim_start();
        let word = bare.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let (_, help) = BLOCKS.iter().find(|(block, _)| *block == word)?;
        // A condition may continue on the next line, or the block may begin there.
        let goes_on = text.ends_with(['(', ',', '&', '|', '=', '<', '>', '!', '+', '-']);
        let next = lines.get(i + 1).map_or("", |(next, _)| *next);
        let elsewhere = goes_on || next.starts_with(['{', '&', '|', '.', ')', '=', '+', '-']);
        (!opens(text) && !elsewhere).then(|| (*place..place + text.len(), *help))
    })
}

/// The words that begin a block. Each has the advice to give if the brace after the word is
/// missing.
const BLOCKS: [(&str, &str); 6] = [
    ("if", "write `if … { … }`"),
    ("else", "write `else { … }`"),
    ("for", "write `for … in … { … }`"),
    ("while", "write `while … { … }`"),
    ("loop", "write `loop { … }`"),
    ("switch", "write `switch … { … }`"),
];

/// Words of Rhai that are not allowed in a rule script. Each has the advice to give.
const FORBIDDEN: &[(&str, &str)] = &[
    ("import", "list plugins in geometry.toml"),
    ("export", "share rules as a plugin, or helpers in a script without hooks"),
    ("eval", "write the code itself"),
    ("Fn", "call the function by its name, or write a closure `|x| …`"),
    ("curry", "write a closure `|x| …`"),
    ("print", "count a metric, or fail with `throw`: a script has no output"),
    ("debug", "count a metric, or fail with `throw`: a script has no output"),
    ("sleep", "remove it: a script has no clock"),
    ("timestamp", "remove it: a script has no clock"),
];

/// Reports every forbidden word.
pub(super) fn forbidden_words(
    source: &Arc<Source>,
    outline: &Outline,
    findings: &mut Vec<Diagnostic>,
) {
    let most = findings.len() + MAX_FINDINGS;
    for span in &outline.words {
        if findings.len() >= most {
            return;
        }
        let word = &source.text[span.clone()];
        let help = FORBIDDEN.iter().find(|(name, _)| *name == word).map(|(_, help)| *help);
        let global = word == "global" && source.text[span.end..].trim_start().starts_with("::");
        let help = if global { Some("write only the name of the tunable") } else { help };
        if let Some(help) = help {
            let message = format!("`{word}` can't be used in a rule script");
            findings.push(
                Diagnostic::error(Code::ForbiddenWord, source, span.clone(), message).help(help),
            );
        }
    }
}
