//! Warns about lines that are read as prose but were probably meant for the program. Examples are a
//! `/// clause:` line without its colon, and a list of values below its tunable. Most warnings show
//! the corrected line.

use std::ops::Range;
use std::sync::Arc;

use super::OutlineReader;
use crate::diagnostic::{Code, Diagnostic, NameSuggestion, Source, suggest};
use crate::script::syntax::when_conditions::{KEYS, conditions, is_hook_line, is_single_word};
use crate::script::syntax::{
    Condition, Literal, MAX_FINDINGS, Outline, Spanned, is_clause_id, is_numbered_id,
};

/// Characters that authors may write between a key and its value.
const SEPARATORS: [char; 6] = [':', ';', '=', '.', ',', '-'];

/// Words that authors may write instead of a key. Such a word is accepted only if the rest of the
/// line is a valid value of the key.
const OTHER_KEYS: &[(&str, &str)] = &[
    ("id", "clause"),
    ("rule", "clause"),
    ("article", "clause"),
    ("section", "clause"),
    ("if", "when"),
    ("only", "when"),
    ("filter", "when"),
    ("condition", "when"),
    ("conditions", "when"),
];

/// A line as the author probably meant it: its key, and its value.
struct IntendedLine<'a> {
    key: &'static str,
    rest: &'a str,
}

impl OutlineReader<'_> {
    /// Warns about a line above a hook if the line is probably meant as a `/// clause:`, `///
    /// when:` or `/// judged:` line.
    pub(super) fn like_a_hook_line(&mut self, line: &Spanned<String>, is_doc: bool) {
        let what = if is_doc { "documentation" } else { "a comment" };
        if let Some(IntendedLine { key, rest }) = meant(&line.value) {
            let does = does_not(key, rest);
            let message = format!("this line is read as {what}, so {does}");
            self.read_as_prose(line.span.clone(), message, &format!("/// {key}: {rest}"));
            return;
        }
        let Some(rest) = line.value.strip_prefix(':').map(str::trim) else { return };
        if is_doc && is_single_word(rest) {
            let message = "this line is read as documentation, because nothing is before its colon";
            let help = format!("write `/// clause: {rest}` or `/// when: {rest}`");
            self.warn(Code::LineReadAsProse, line.span.clone(), message.to_owned(), help);
        }
    }

    /// Returns the conditions in a documentation line that begins with `when` and lacks the colon.
    /// Such a line may also be prose. The line is probably a condition if the rules have all names
    /// in it. This is tested later, when the rules are known.
    pub(super) fn doubtful(line: &Spanned<String>) -> Option<Spanned<Vec<Condition>>> {
        let conditions = conditions(line.value.strip_prefix("when ")?).ok()?;
        Some(Spanned::new(conditions, line.span.clone()))
    }

    /// Warns about `clause:`, `when:` and `judged:` lines that are separated from their function by
    /// blank lines.
    pub(super) fn lines_apart(&mut self, first: usize) {
        let apart = self.docs.iter().filter(|line| line.span.start < first);
        let apart: Vec<_> =
            apart.filter(|line| is_hook_line(&line.value)).take(MAX_FINDINGS).cloned().collect();
        for line in apart {
            let (key, rest) = line.value.split_once(':').unwrap_or_default();
            let does = does_not(key, rest.trim());
            let message = format!("this line is not right above a hook, so {does}");
            let help = "remove the blank lines between it and the hook";
            let code = Code::LineReadAsProse;
            let mut made =
                Diagnostic::warning(code, self.source, line.span.clone(), message).help(help);
            let gap = self.source.text.get(line.span.end..first).unwrap_or("-");
            if gap.trim().is_empty() {
                made = made.edit(line.span.end..first, "\n", false);
            }
            self.findings.push(made);
        }
    }

    /// Checks a comment that follows code on the same line. Warns if the code is a tunable and the
    /// comment is a `one of:` line.
    pub(super) fn behind(&mut self, comment: &str, span: Range<usize>) {
        let same_line = |end: usize| !self.source.text[end..span.start].contains('\n');
        let of_tunable = self.outline.tunables.last().is_some_and(|last| same_line(last.span.end));
        let text = comment.trim_end();
        if of_tunable && text.trim_start_matches('/').trim_start().starts_with("one of:") {
            self.list_apart(span.start..span.start + text.len());
        }
    }

    /// Warns about a line above a tunable that lists the tunable's values, but is not written as a
    /// `one of:` line.
    pub(super) fn like_a_value_list(&mut self, line: &Spanned<String>, value: &Literal) {
        let Literal::Text(default) = value else { return };
        if let Some(items) = listed(&line.value, default) {
            let message =
                "this line is read as prose, so the tunable accepts any string".to_owned();
            self.read_as_prose(
                line.span.clone(),
                message,
                &format!("// one of: {}", items.join(", ")),
            );
        }
    }

    /// Warns about `one of:` lines that are not directly above a tunable.
    pub(super) fn lists_apart(&mut self, read: &[Spanned<String>]) {
        let lists: Vec<_> = self
            .remarks
            .iter()
            .filter(|line| line.value.starts_with("one of:"))
            .filter(|line| !read.iter().any(|other| other.span == line.span))
            .take(MAX_FINDINGS)
            .cloned()
            .collect();
        for line in lists {
            self.list_apart(line.span);
        }
    }

    fn list_apart(&mut self, span: Range<usize>) {
        let message = "this list of values is read as prose: it is not right above a tunable";
        let help = "move it to the line above its `const`";
        self.warn(Code::LineReadAsProse, span, message.to_owned(), help);
    }

    /// Adds a warning about a line that is read as prose. `meant` is the corrected line, which
    /// becomes a fix.
    fn read_as_prose(&mut self, span: Range<usize>, message: String, meant: &str) {
        let written = self.source.text[span.clone()].to_owned();
        let help = NameSuggestion::replace(format!("write `{meant}`"), &written, meant);
        self.warn(Code::LineReadAsProse, span, message, help);
    }
}

/// Warns about `clause:`, `when:` and `judged:` lines in places where such lines are not read.
/// These places are the bodies of hooks, the description of the file, and block comments.
pub(in crate::script::syntax) fn comments(
    source: &Arc<Source>,
    outline: &Outline,
    findings: &mut Vec<Diagnostic>,
) {
    let body_at = |at: usize| {
        outline.functions.iter().find(|function| function.body.contains(&at)).map(|f| f.hook)
    };
    let trimmed = |comment: &Range<usize>| {
        let text = source.text[comment.clone()].trim_end();
        comment.start..comment.start + text.len()
    };
    for comment in outline.comments.iter().map(trimmed) {
        let text = &source.text[comment.clone()];
        let found = match (body_at(comment.start), text.strip_prefix("//!")) {
            // In the body of a hook, three slashes are an error.
            (Some(Some(_)), _) if !text.starts_with("///") => {
                hook_line(text.trim_start_matches('/')).map(|line| in_body(source, comment, &line))
            }
            (None, Some(text)) => hook_line(text).map(|line| {
                let written = &source.text[comment.clone()];
                let meant = format!("/// {}: {}", line.key, line.rest);
                let help = if is_above_function(source, outline, comment.end) {
                    NameSuggestion::replace(format!("write `{meant}`"), written, &meant)
                } else {
                    format!("write `{meant}` right above the hook").into()
                };
                let does = does_not(line.key, line.rest);
                let message = format!("this line describes the file, so {does}");
                warning(source, comment, message).help(help)
            }),
            _ => None,
        };
        findings.extend(found);
        if findings.len() >= MAX_FINDINGS {
            return;
        }
    }
    for block in &outline.block_comments {
        for line in lines_of(source, block) {
            let Some(meant) = hook_line(&source.text[line.clone()]) else { continue };
            findings.extend(match body_at(block.start) {
                Some(Some(_)) => Some(in_body(source, line, &meant)),
                Some(None) => None,
                None => Some(in_block(source, outline, block, line, &meant)),
            });
            if findings.len() >= MAX_FINDINGS {
                return;
            }
        }
    }
}

/// Parses a `clause:`, `when:` or `judged:` line. Returns `None` if the text is not such a line.
fn hook_line(text: &str) -> Option<IntendedLine<'_>> {
    let (key, rest) = text.trim().split_once(':')?;
    let rest = rest.trim();
    let key = KEYS.into_iter().find(|known| *known == key && fits(key, rest))?;
    Some(IntendedLine { key, rest })
}

fn warning(source: &Arc<Source>, span: Range<usize>, message: String) -> Diagnostic {
    Diagnostic::warning(Code::LineReadAsProse, source, span, message)
}

/// Returns the warning about a `clause:`, `when:` or `judged:` line in the body of a hook.
fn in_body(source: &Arc<Source>, span: Range<usize>, line: &IntendedLine<'_>) -> Diagnostic {
    let IntendedLine { key, rest } = line;
    let help = match *key {
        "clause" => format!("call `clause(\"{rest}\")`, or move the line above the hook"),
        _ => format!("move it above the hook, as `/// {key}: {rest}`"),
    };
    let message = format!("this line is read as a comment, so {}", does_not(key, rest));
    warning(source, span, message).help(help)
}

/// Returns the warning about a `clause:`, `when:` or `judged:` line in a block comment. If the
/// block comment is directly above a function, the warning has a fix that converts the comment to
/// documentation lines.
fn in_block(
    source: &Arc<Source>,
    outline: &Outline,
    block: &Range<usize>,
    line: Range<usize>,
    meant: &IntendedLine<'_>,
) -> Diagnostic {
    let IntendedLine { key, rest } = meant;
    let message = format!("this line is in a block comment, so {}", does_not(key, rest));
    let help = format!("write `/// {key}: {rest}` on a separate line above the hook");
    let mut made = warning(source, line, message).help(help);
    let before = source.text[..block.start].rsplit('\n').next().unwrap_or_default();
    if before.trim().is_empty() && is_above_function(source, outline, block.end) {
        let lines = lines_of(source, block);
        let lines: Vec<_> = lines.map(|line| format!("/// {}", &source.text[line])).collect();
        made = made.edit(block.clone(), lines.join("\n"), false);
    }
    made
}

/// Returns `true` if only comment lines are between `end` and the next function. `end` is the end
/// of a comment of either kind (`//` or `/* */`).
fn is_above_function(source: &Source, outline: &Outline, end: usize) -> bool {
    let next = outline.functions.iter().map(|function| function.span.start).find(|at| *at >= end);
    let between = next.map_or("-", |next| &source.text[end..next]);
    between.starts_with('\n')
        && between[1..].lines().all(|line| line.trim_start().starts_with("//"))
}

/// Returns the ranges of the text in a block comment, one for each line. Asterisks at the start of
/// lines are left out, and so are empty lines.
fn lines_of<'a>(
    source: &'a Source,
    block: &Range<usize>,
) -> impl Iterator<Item = Range<usize>> + use<'a> {
    let inside = block.start + 2..block.end - 2;
    let mut at = inside.start;
    source.text[inside].split('\n').filter_map(move |line| {
        let words = line.trim_start().trim_start_matches('*').trim_start();
        let start = at + line.len() - words.len();
        at += line.len() + 1;
        let words = words.trim_end();
        (!words.is_empty()).then_some(start..start + words.len())
    })
}

/// Describes the consequence if a line with this key is not read.
fn does_not(key: &str, rest: &str) -> String {
    match key {
        "clause" => format!("`{rest}` is not recorded"),
        "when" => "it sets no condition".to_owned(),
        _ => "no move is judged".to_owned(),
    }
}

/// Returns `true` if a condition contains words that are unlikely to follow `when` in prose.
fn is_no_prose(condition: &Condition) -> bool {
    !matches!(
        condition,
        Condition::Kinds(_)
            | Condition::Trouble { .. }
            | Condition::Pass
            | Condition::Capture(_)
            | Condition::Check(_)
    )
}

/// Returns `true` if a text is a valid value of a key.
fn fits(key: &str, rest: &str) -> bool {
    match key {
        "clause" => is_clause_id(rest),
        "when" => conditions(rest).is_ok(),
        _ => matches!(rest, "yes" | "true"),
    }
}

/// Returns `true` if a text is a valid value of a key, and is unlikely to be prose. This stricter
/// test is used if the key or its colon is missing or misspelt.
fn surely_fits(key: &str, rest: &str) -> bool {
    fits(key, rest) && (key != "clause" || is_numbered_id(rest))
}

/// Returns the line that the author probably meant. Returns `None` if the text is prose.
fn meant(line: &str) -> Option<IntendedLine<'_>> {
    let (keys, separators, rest) = head(line);
    let made = |key: &'static str, rest| Some(IntendedLine { key, rest });
    match (keys.as_slice(), separators.as_str()) {
        ([.., key], separators) if separators.contains(':') => {
            let prose = line.starts_with(char::is_uppercase) && !fits(key, rest);
            (!prose).then_some(IntendedLine { key, rest })
        }
        ([.., key], separators) if !separators.is_empty() => {
            surely_fits(key, rest).then_some(IntendedLine { key, rest })
        }
        // Without a separator it may be prose: `When two kings meet`.
        ([key], _) => {
            let rest = rest.trim_end_matches([':', ' ']);
            let certain = match *key {
                "when" => conditions(rest).is_ok_and(|all| all.iter().any(is_no_prose)),
                key => surely_fits(key, rest),
            };
            certain.then_some(IntendedLine { key, rest })
        }
        ([.., key], _) => surely_fits(key, rest).then_some(IntendedLine { key, rest }),
        ([], separators) if separators.contains(':') => {
            let fitting =
                |key: &&str| surely_fits(key, rest) && !(*key == "when" && is_single_word(rest));
            let key = KEYS.into_iter().find(fitting)?;
            made(key, rest)
        }
        ([], _) => misspelt(line),
    }
}

/// Splits a line into three parts: the keys at the beginning, the separators between and after the
/// keys, and the rest of the line.
fn head(line: &str) -> (Vec<&'static str>, String, &str) {
    let (mut keys, mut separators) = (Vec::new(), String::new());
    let mut rest = line.trim_start_matches(['-', '*', '@', ' ']);
    loop {
        rest = rest.trim_start();
        let part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let word = rest.split(|c| !part(c)).next().unwrap_or_default();
        if let Some(key) = KEYS.into_iter().find(|key| *key == word.to_lowercase()) {
            keys.push(key);
            rest = &rest[word.len()..];
        } else if let Some(c) = rest.chars().next().filter(|c| SEPARATORS.contains(c)) {
            separators.push(c);
            rest = &rest[c.len_utf8()..];
        } else {
            return (keys, separators, rest.trim_end());
        }
    }
}

/// Recognises a line whose key is misspelt or at the end of the line, or that has another word
/// instead of the key.
fn misspelt(line: &str) -> Option<IntendedLine<'_>> {
    let colon = line.split_once(':');
    let (word, rest) = colon.or_else(|| line.split_once(' '))?;
    let (word, rest) = (word.trim(), rest.trim());
    if let Some(key) = KEYS.into_iter().find(|key| colon.is_some() && *key == rest)
        && surely_fits(key, word)
    {
        return Some(IntendedLine { key, rest: word });
    }
    // The colon is after the id.
    if let Some(id) = word.strip_prefix("clause").filter(|id| rest.is_empty() && is_numbered_id(id))
    {
        return Some(IntendedLine { key: "clause", rest: id });
    }
    let near = suggest(word, KEYS).and_then(|advice| advice.edit);
    let near = near.and_then(|(_, near)| KEYS.into_iter().find(|key| *key == near));
    let near = near.filter(|key| match colon {
        Some(_) => fits(key, rest),
        None => *key != "when" && surely_fits(key, rest),
    });
    let other = || {
        let (_, key) = OTHER_KEYS.iter().find(|(other, _)| *other == word)?;
        (colon.is_some() && surely_fits(key, rest)).then_some(*key)
    };
    let key = near.or_else(other).filter(|_| is_single_word(word))?;
    Some(IntendedLine { key, rest })
}

/// Returns the values in a line that lists values but is not a correct `one of:` line. Returns
/// `None` if the line is prose.
fn listed<'a>(line: &'a str, default: &str) -> Option<Vec<&'a str>> {
    let letters = |text: &str| {
        text.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect::<String>()
    };
    let is_head = |text: &str| letters(text) == "oneof";
    let (head, list) = match line.split_once([':', ';', '=']) {
        // The colon is between the words.
        Some(("one ", list)) => ("one of", list.strip_prefix("of ").unwrap_or(list)),
        Some((head, list)) => (head, list),
        None => {
            let second = line.match_indices(' ').nth(1).map_or(0, |(at, _)| at);
            let (head, list) = line.split_at(second);
            if is_head(head) { (head, list) } else { ("", line) }
        }
    };
    let items = list.trim_end_matches('.').split(',').map(str::trim);
    let items: Vec<&str> = items.filter(|item| !item.is_empty()).collect();
    let plain = items.iter().all(|item| is_single_word(item));
    let values = items.contains(&default) || is_head(head);
    (plain && items.len() > 1 && values).then_some(items)
}
