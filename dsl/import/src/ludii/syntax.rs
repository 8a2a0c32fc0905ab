//! Reads a `.lud` file as a tree of ludemes.

use crate::error::ImportError;

/// The maximum length of a file, in bytes.
const MAX_FILE_BYTES: usize = 1 << 20;
/// The maximum depth of nested ludemes.
pub(super) const MAX_DEPTH: usize = 120;

/// A ludeme or a value, with its line in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ludeme {
    /// The line in the file, from 1.
    pub(super) line: usize,
    /// The name of a named argument: `if` in `if:True`.
    pub(super) label: Option<String>,
    pub(super) value: Value,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// `(move Step …)`: the first item is the name.
    Call(Vec<Ludeme>),
    /// `{…}`
    Set(Vec<Ludeme>),
    /// `<…>`: a part of the game that an option selects.
    Choice(Vec<Ludeme>),
    /// `"…"`
    Text(String),
    /// A number, a symbol or an operator.
    Word(String),
    /// `#1`: an argument of a definition.
    Parameter(usize),
    /// `~`: an argument that is left out.
    Omitted,
}

impl Ludeme {
    /// Returns the items of a call or a set.
    pub(super) fn items(&self) -> &[Ludeme] {
        match &self.value {
            Value::Call(items) | Value::Set(items) | Value::Choice(items) => items,
            _ => &[],
        }
    }

    /// Returns the symbol or number.
    pub(super) fn word(&self) -> Option<&str> {
        if let Value::Word(word) = &self.value { Some(word) } else { None }
    }

    /// Returns the string.
    pub(super) fn text(&self) -> Option<&str> {
        if let Value::Text(text) = &self.value { Some(text) } else { None }
    }

    /// Returns the number.
    pub(super) fn number(&self) -> Option<i64> {
        self.word()?.parse().ok()
    }

    /// Returns the name of a call.
    pub(super) fn name(&self) -> &str {
        match &self.value {
            Value::Call(items) => items.first().and_then(Ludeme::word).unwrap_or_default(),
            _ => "",
        }
    }

    /// Returns `true` for a call with this name, whose first argument is the symbol `first`.
    pub(super) fn is(&self, name: &str, first: &str) -> bool {
        self.name() == name && self.arg(0).and_then(Ludeme::word) == Some(first)
    }

    /// Returns the arguments without names.
    pub(super) fn args(&self) -> impl Iterator<Item = &Ludeme> {
        self.items().iter().skip(1).filter(|item| item.label.is_none())
    }

    /// Returns an argument without a name, counted from 0.
    pub(super) fn arg(&self, n: usize) -> Option<&Ludeme> {
        self.args().nth(n)
    }

    /// Returns a named argument.
    pub(super) fn named(&self, label: &str) -> Option<&Ludeme> {
        self.items().iter().find(|item| item.label.as_deref() == Some(label))
    }

    /// Returns the argument that is a call with this name.
    pub(super) fn part(&self, name: &str) -> Option<&Ludeme> {
        self.args().find(|item| item.name() == name)
    }

    /// Returns the items of a set, or the ludeme itself.
    pub(super) fn each(&self) -> &[Ludeme] {
        match &self.value {
            Value::Set(items) => items,
            _ => std::slice::from_ref(self),
        }
    }

    /// Returns `true` if the ludeme or a part of it satisfies `test`.
    pub(super) fn any(&self, test: &dyn Fn(&Ludeme) -> bool) -> bool {
        test(self) || self.items().iter().any(|item| item.any(test))
    }

    /// Returns the beginning of the ludeme's text, for messages.
    pub(super) fn shown(&self) -> String {
        let mut out = String::new();
        self.show(&mut out);
        if out.chars().count() > 60 {
            out = out.chars().take(59).chain(['…']).collect();
        }
        out
    }

    fn show(&self, out: &mut String) {
        if out.len() > 240 {
            return;
        }
        if let Some(label) = &self.label {
            out.push_str(label);
            out.push(':');
        }
        let (open, close) = match &self.value {
            Value::Call(_) => ('(', ')'),
            Value::Set(_) => ('{', '}'),
            Value::Choice(_) => ('<', '>'),
            Value::Text(text) => return out.extend(["\"", text, "\""]),
            Value::Word(word) => return out.push_str(word),
            Value::Parameter(n) => return out.push_str(&format!("#{n}")),
            Value::Omitted => return out.push('~'),
        };
        out.push(open);
        for (index, item) in self.items().iter().enumerate() {
            if index > 0 {
                out.push(' ');
            }
            item.show(out);
        }
        out.push(close);
    }
}

/// A ludeme that is not closed yet.
struct Open {
    bracket: char,
    line: usize,
    label: Option<String>,
    items: Vec<Ludeme>,
}

/// Reads a file. Its `(metadata …)`, which describes the game for readers, may have mistakes.
///
/// # Errors
/// Returns an [`ImportError`] if the file is too long, is nested too deep, or has brackets or
/// quotes without a counterpart.
pub(super) fn read(text: &str) -> Result<Vec<Ludeme>, ImportError> {
    if text.len() > MAX_FILE_BYTES {
        return Err(ImportError::TooLong { most: MAX_FILE_BYTES });
    }
    let (mut open, mut top) = (Vec::new(), Vec::new());
    match parts(text, &mut open, &mut top) {
        Err(error) => {
            let name = open.first().and_then(|open| open.items.first()?.word());
            if name == Some("metadata") { Ok(top) } else { Err(error) }
        }
        Ok(()) => Ok(top),
    }
}

/// Reads a file into `top`. Brackets that are not closed yet are in `open`.
fn parts(text: &str, open: &mut Vec<Open>, top: &mut Vec<Ludeme>) -> Result<(), ImportError> {
    let mut label = None;
    let mut line = 1;
    let mut letters = text.trim_start_matches('\u{feff}').chars().peekable();
    let wrong = |line, why| Err(ImportError::Line { line, why });
    while let Some(c) = letters.next() {
        let value = match c {
            '\n' => {
                line += 1;
                continue;
            }
            c if c.is_whitespace() => continue,
            '/' if letters.peek() == Some(&'/') => {
                while letters.next_if(|c| *c != '\n').is_some() {}
                continue;
            }
            '(' | '{' | '<' => {
                if open.len() >= MAX_DEPTH {
                    return wrong(line, "the ludemes are nested too deep");
                }
                open.push(Open { bracket: c, line, label: label.take(), items: Vec::new() });
                // `<` and `>` at the start of a call are operators.
                if c == '(' && matches!(letters.peek(), Some('<' | '>')) {
                    let mut word = String::new();
                    while let Some(c) = letters.next_if(|c| matches!(c, '<' | '>' | '=')) {
                        word.push(c);
                    }
                    let value = Value::Word(word);
                    let name = Ludeme { line, label: None, value };
                    open.last_mut().into_iter().for_each(|open| open.items.push(name.clone()));
                }
                continue;
            }
            ')' | '}' | '>' => {
                let pair = match c {
                    ')' => '(',
                    '}' => '{',
                    _ => '<',
                };
                if open.last().is_some_and(|open| open.bracket != pair) {
                    return wrong(line, "this bracket does not fit the bracket that it closes");
                }
                let Some(Open { line: start, label: of, items, .. }) = open.pop() else {
                    return wrong(line, "this bracket closes nothing");
                };
                let value = match c {
                    ')' => Value::Call(items),
                    '}' => Value::Set(items),
                    _ => Value::Choice(items),
                };
                let ludeme = Ludeme { line: start, label: of, value };
                open.last_mut().map_or(&mut *top, |open| &mut open.items).push(ludeme);
                continue;
            }
            '"' => {
                let (start, mut text) = (line, String::new());
                loop {
                    match letters.next() {
                        None => return wrong(start, "the closing `\"` of this string is missing"),
                        Some('"') => break,
                        Some('\\') => text.extend(letters.next()),
                        Some(c) => {
                            line += usize::from(c == '\n');
                            text.push(c);
                        }
                    }
                }
                Value::Text(text)
            }
            '~' => Value::Omitted,
            c => {
                let mut word = String::from(c);
                let ends = |c: &char| c.is_whitespace() || "(){}<>\"".contains(*c);
                // `<=` and `>=` never occur inside a word.
                while let Some(c) = letters.next_if(|c| !ends(c) && *c != ':') {
                    word.push(c);
                }
                if letters.next_if_eq(&':').is_some() {
                    label = Some(word);
                    continue;
                }
                match word.strip_prefix('#').and_then(|n| n.parse().ok()) {
                    Some(n) => Value::Parameter(n),
                    None => Value::Word(word),
                }
            }
        };
        let ludeme = Ludeme { line, label: label.take(), value };
        open.last_mut().map_or(&mut *top, |open| &mut open.items).push(ludeme);
    }
    match open.last() {
        Some(open) => wrong(open.line, "this bracket is never closed"),
        None => Ok(()),
    }
}
