//! Recognises words and symbols of other programming languages, and suggests the words and symbols
//! that Rhai uses instead. The search runs only after a syntax error, so it never affects valid
//! code.

use std::ops::Range;

use crate::diagnostic::{NameSuggestion, straight_quotes};

/// Syntax of another language in a script, with a message about it.
pub(super) struct Habit {
    /// The range of the word or symbol.
    pub span: Range<usize>,
    /// The message about the word or symbol.
    pub message: String,
    /// The advice that suggests Rhai's word or symbol.
    pub help: NameSuggestion,
}

/// Words and symbols of other programming languages, each with advice about Rhai's words.
const HABITS: &[(&str, &str)] = &[
    ("and", "write `&&`"),
    ("or", "write `||`"),
    ("not", "write `!` before the condition: `!(a == b)`"),
    ("is", "write `==`"),
    ("elif", "write `else if`"),
    ("elsif", "write `else if`"),
    ("elseif", "write `else if`"),
    ("then", "write the block in braces: `if condition { … }`"),
    ("end", "end a block with `}`"),
    ("pass", "write an empty block: `{ }`"),
    ("None", "write `()`"),
    ("null", "write `()`"),
    ("nil", "write `()`"),
    ("undefined", "write `()`"),
    ("True", "write `true`"),
    ("False", "write `false`"),
    ("var", "write `let`"),
    ("local", "write `let`"),
    ("foreach", "write `for x in list { … }`"),
    ("of", "write `in`: `for x in list { … }`"),
    ("def", "write `fn name(first, second) { … }`, outside all other functions"),
    ("func", "write `fn name(first, second) { … }`, outside all other functions"),
    (
        "function",
        "write `fn name(first, second) { … }`, outside all other functions, or `|x| …` for a closure",
    ),
    ("lambda", "write a closure as `|x| …`"),
    ("match", "write `switch value { first => …, _ => … }`"),
    ("case", "write `switch value { first => …, _ => … }`"),
    ("self", "write the name of the hook's parameter"),
    (":", "write a block in braces: `if condition { … } else { … }`"),
    ("===", "write `==`"),
    ("!==", "write `!=`"),
    ("<>", "write `!=`"),
    (":=", "write `=`, with `let` before a new variable"),
    ("++", "write `+= 1`"),
    ("--", "write `-= 1`"),
    ("?", "write `if condition { a } else { b }`"),
    ("#", "begin a comment with `//`"),
    ("->", "remove the type of the result; a closure is `|x| …`"),
    ("=>", "write a closure as `|x| …`; `=>` belongs in `switch`"),
];

/// Returns the syntax of another language that caused a syntax error. The syntax is at the place of
/// the error or directly before it.
pub(super) fn habit_at(text: &str, at: &Range<usize>) -> Option<Habit> {
    if text[at.start..].starts_with('\'') {
        return Some(single_quotes(text, at.start));
    }
    if let Some(habit) = decimal(text, at.start).or_else(|| comparison(text, at.start)) {
        return Some(habit);
    }
    [token_at(text, at.start), code_before(text, at.start)].into_iter().find_map(|span| {
        let token = &text[span.clone()];
        let (_, help) = HABITS.iter().find(|(habit, _)| *habit == token)?;
        // In a map the colon is correct, and the error is after it.
        if token == ":" && in_map(text, span.start) {
            return None;
        }
        // The author may have chosen this name.
        let named = matches!(&text[code_before(text, span.start)], "let" | "const" | "fn" | ".");
        if named || text.contains(&format!("let {token}")) {
            return None;
        }
        let what = if token.bytes().all(is_sign) { "symbol" } else { "word" };
        let message = format!("`{token}` is a {what} from other languages");
        Some(Habit { span, message, help: advice(token, help) })
    })
}

/// Returns the advice. If `help` suggests a replacement for `token`, the advice includes an edit.
fn advice(token: &str, help: &str) -> NameSuggestion {
    let instead = help.strip_prefix("write `").and_then(|rest| rest.strip_suffix('`'));
    match instead.filter(|instead| !instead.contains(['`', '…'])) {
        Some(instead) => NameSuggestion::replace(help, token, instead).sure(true),
        None => help.into(),
    }
}

/// Returns `true` if the innermost bracket that is open at an offset begins a map.
fn in_map(text: &str, end: usize) -> bool {
    let mut closed = 0_usize;
    for (at, byte) in text.as_bytes()[..end].iter().enumerate().rev() {
        match byte {
            b'}' | b')' | b']' => closed += 1,
            b'{' | b'(' | b'[' if closed > 0 => closed -= 1,
            b'{' => return text[..at].ends_with('#'),
            b'(' | b'[' => return false,
            _ => {}
        }
    }
    false
}

/// Recognises a decimal number such as `2.5`. Scripts have only integers. Rhai reports the error at
/// the digits after the point.
fn decimal(text: &str, start: usize) -> Option<Habit> {
    let bytes = text.as_bytes();
    let digits = |bytes: &[u8]| bytes.iter().take_while(|b| b.is_ascii_digit()).count();
    let after = digits(&bytes[start..]);
    let point = start.checked_sub(1).filter(|at| bytes[*at] == b'.')?;
    let before = bytes[..point].iter().rev().take_while(|b| b.is_ascii_digit()).count();
    if after == 0 || before == 0 {
        return None;
    }
    let span = point - before..start + after;
    let message =
        format!("`{}` is not a number here: scripts have only integers", &text[span.clone()]);
    Some(Habit { span, message, help: "count in smaller units, such as tenths".into() })
}

/// Recognises a wrong comparison. This is either an assignment in a condition, such as `if a = b`,
/// or an operator with its symbols in the wrong order, such as `a => b` or `a =< b`.
fn comparison(text: &str, start: usize) -> Option<Habit> {
    let span = token_at(text, start);
    let head = text[..span.start].rsplit([';', '{', '}']).next().unwrap_or_default().trim_start();
    let condition = ["if ", "else if ", "while "].iter().any(|word| head.starts_with(word));
    let value =
        condition || ["let ", "const ", "return "].iter().any(|word| head.starts_with(word));
    // `list.some(x => …)` and `let f = x => …` are closures in another language.
    let left = code_before(text, span.start);
    let before = text[..left.start].trim_end();
    let call = before.strip_suffix('(').is_some_and(|head| head.ends_with(char::is_alphanumeric));
    let closure = call
        || before.ends_with(',')
        || before.ends_with('=') && !before.ends_with("==")
        || &text[left] == ")" && !condition;
    let sign = &text[span.clone()];
    let (message, meant) = match sign {
        "=" if condition => ("`=` is not a comparison", "=="),
        "=>" if value && !closure => ("`=>` is not a comparison", ">="),
        "=<" => ("there is no operator `=<`", "<="),
        _ => return None,
    };
    let help = NameSuggestion::replace(format!("write `{meant}`"), sign, meant).sure(true);
    Some(Habit { span: span.clone(), message: message.to_owned(), help })
}

/// Recognises a string in single quotes, such as `'text'`. In Rhai, single quotes contain exactly
/// one character.
fn single_quotes(text: &str, start: usize) -> Habit {
    let line = text[start + 1..].lines().next().unwrap_or("");
    let inside = line.find('\'').map_or(line, |end| &line[..end]);
    let end = (start + inside.len() + 2).min(start + 1 + line.len());
    Habit {
        span: start..end,
        message: "a string needs double quotes".to_owned(),
        help: straight_quotes(&text[start..end]),
    }
}

/// Returns the range of the word or the sequence of symbols at an offset. Rhai may read such a
/// sequence as several operators. At the end of the text, the range is empty.
fn token_at(text: &str, start: usize) -> Range<usize> {
    let (head, tail) = text.as_bytes().split_at(start);
    let run = |of: fn(u8) -> bool| tail.iter().take_while(|b| of(**b)).count();
    let signs = run(is_sign);
    let before = head.iter().rev().take_while(|b| signs > 0 && is_sign(**b)).count();
    start - before..start + run(is_letter).max(signs)
}

/// Returns the range of the last word or sequence of symbols before an offset. Line comments are
/// skipped.
pub(crate) fn code_before(text: &str, end: usize) -> Range<usize> {
    let mut end = end;
    loop {
        end = text[..end].trim_end().len();
        let line = text[..end].rfind('\n').map_or(0, |at| at + 1);
        match comment(&text[line..end]) {
            Some(at) => end = line + at,
            None => break,
        }
    }
    let head = &text.as_bytes()[..end];
    let run = |of: fn(u8) -> bool| head.iter().rev().take_while(|b| of(**b)).count();
    let last = text[..end].chars().next_back().map_or(0, char::len_utf8);
    let length = run(is_letter).max(run(is_sign)).max(last);
    end - length..end
}

/// Returns the offset at which the comment of a line begins. This is a `//` that is not inside
/// double quotes.
fn comment(line: &str) -> Option<usize> {
    let mut quoted = false;
    let mut escaped = false;
    for (at, c) in line.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '/' if !quoted && line[at..].starts_with("//") => return Some(at),
            _ => {}
        }
    }
    None
}

fn is_letter(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric()
}

fn is_sign(byte: u8) -> bool {
    b":=<>!+-?#".contains(&byte)
}
