//! Explains the errors of the TOML parser in plain words, and suggests corrections.

use std::ops::Range;
use std::sync::Arc;

use super::schema::{FILE, Key, LESSONS, PUZZLES, Shape, WEIGHTS};
use crate::diagnostic::{Code, Diagnostic, NameSuggestion, Source, TYPOGRAPHIC, straight_quotes};

/// An error of the parser.
struct SyntaxError<'a> {
    source: &'a Arc<Source>,
    /// The byte range of the error.
    span: Range<usize>,
    /// The text in the byte range of the error.
    text: &'a str,
    /// The part of the line before the error.
    before: &'a str,
    /// The part of the line from the start of the error, without a comment or spaces at the end of
    /// the line.
    rest: &'a str,
}

/// Returns a message of the parser without the list of alternatives that the parser expected.
fn what(message: &str) -> &str {
    message.split_once(", expected").map_or(message, |(what, _)| what)
}

/// Returns the shape of the values under keys with this name. Returns `None` if no table has such a
/// key, or if the shape differs between tables.
fn shape_named(name: &str) -> Option<&'static Shape> {
    fn find(keys: &'static [Key], name: &str, found: &mut Vec<&'static Shape>) {
        found.extend(keys.iter().filter(|key| key.name == name).map(|key| &key.shape));
        for key in keys {
            match &key.shape {
                Shape::Table(inner)
                | Shape::Tables(inner)
                | Shape::TableAndNamed(inner)
                | Shape::TextOrTable(inner)
                | Shape::Named(Shape::Table(inner) | Shape::TextOrTable(inner)) => {
                    find(inner, name, found);
                }
                _ => {}
            }
        }
    }
    let name = name.rsplit('.').next().unwrap_or_default().trim();
    let mut found = Vec::new();
    [FILE, LESSONS, PUZZLES, WEIGHTS].into_iter().for_each(|keys| find(keys, name, &mut found));
    let (first, rest) = found.split_first()?;
    let same = |other: &&Shape| std::mem::discriminant(*other) == std::mem::discriminant(*first);
    rest.iter().all(same).then_some(*first)
}

/// Returns `true` if this message of the parser is about an unclosed string.
pub(super) fn is_unclosed(message: &str) -> bool {
    matches!(
        what(message),
        "invalid basic string"
            | "invalid literal string"
            | "invalid multi-line basic string"
            | "invalid multi-line literal string"
    )
}

/// Returns `true` if this message of the parser is about an unclosed heading.
pub(super) fn is_open_heading(message: &str) -> bool {
    matches!(what(message), "unclosed table" | "unclosed array table")
}

/// Converts an error of the parser to a diagnostic, with an explanation in plain words.
pub(super) fn diagnostic(source: &Arc<Source>, span: Range<usize>, message: &str) -> Diagnostic {
    let error = SyntaxError::new(source, span);
    let what = what(message);
    match what {
        "duplicate key" => error.repeated(),
        _ if is_open_heading(message) => error.heading(message),
        _ if is_unclosed(message) && what.contains("multi-line") => error.unclosed_lines(),
        // In braces, the parser may expect a string even if there is none.
        _ if is_unclosed(message) && opening(error.before).is_none() => error.nothing(),
        _ if is_unclosed(message) => error.unclosed(),
        "key with no value" => error.without_value(),
        "missing assignment between key-value pairs" => error.unassigned(),
        "extra comma in inline table" => error.nothing(),
        "invalid boolean" => error.word(),
        "invalid float" if error.text.starts_with(char::is_alphabetic) => error.word(),
        "missing escaped value" | "too few unicode value digits" => error.escaped(message),
        "unexpected key or value" => error.beyond(),
        "unexpected leading zero" => {
            let digits = error.rest.trim_start_matches(['0', '_']);
            // If the number consists only of zeros, one of them stays.
            let all_zeros = !digits.starts_with(|c: char| c.is_ascii_digit());
            let zeros = error.rest.len() - digits.len() - usize::from(all_zeros);
            let zeros = error.span.start..error.span.start + zeros;
            error.made("a number begins with a zero").help("remove the zero").edit(zeros, "", true)
        }
        "invalid unquoted key" if error.rest.starts_with("//") => error.comment(),
        "invalid unquoted key" if error.text.starts_with(':') && !error.before.contains('[') => {
            let spaced = if error.before.ends_with(' ') { "=" } else { " =" };
            error.colon(error.span.start, spaced)
        }
        "invalid unquoted key" => {
            let help = "put the key in quotes, or use only letters, digits, `-` and `_`";
            error.made(&format!("a key without quotes contains `{}`", error.text)).help(help)
        }
        "unquoted keys cannot be empty" if error.before.trim_start().starts_with('[') => {
            error.made("this heading has no name").help("write its name, as in `[board]`")
        }
        "unquoted keys cannot be empty" => {
            error.made("there is no key before `=`").help("write `key = value`")
        }
        _ if what.starts_with("extra `=`") || what.starts_with("extra assignment") => {
            let extra = error.span.start..error.span.start + 1;
            error
                .made("there is one `=` too many")
                .help("write `key = value`")
                .edit(extra, "", true)
        }
        _ if what.starts_with("missing comma") => error.no_comma(),
        _ if what.starts_with("string values must be quoted") => error.word(),
        _ if error.rest.starts_with(TYPOGRAPHIC) => error.typographic(),
        _ => error.made(message),
    }
}

impl<'a> SyntaxError<'a> {
    fn new(source: &'a Arc<Source>, span: Range<usize>) -> Self {
        let all = source.text.as_str();
        let whole = |mut at: usize| {
            while !all.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let span = whole(span.start)..whole(span.end);
        let line = all[..span.start].rfind('\n').map_or(0, |end| end + 1);
        let rest = all[span.start..].split('\n').next().unwrap_or_default();
        Self {
            source,
            text: all.get(span.clone()).unwrap_or_default(),
            before: &all[line..span.start],
            rest: rest.split('#').next().unwrap_or_default().trim_end(),
            span,
        }
    }

    fn made(&self, message: &str) -> Diagnostic {
        Diagnostic::error(Code::TomlSyntax, self.source, self.span.clone(), message)
    }

    /// Reports text at the place where a heading must have its closing bracket. The heading usually
    /// contains a name of two words without quotes.
    fn heading(&self, message: &str) -> Diagnostic {
        let Some((end, _)) = self.rest.split_once(']') else { return self.made(message) };
        let open = self.before.rfind(['.', '[']).map_or(0, |at| at + 1);
        let (tables, first) = self.before.split_at(open);
        let name = format!("{first}{end}");
        let close = if self.before.trim_start().starts_with("[[") { "]]" } else { "]" };
        if name.contains(['"', '\'', '[']) || !name.trim().contains(' ') {
            return self.made(message);
        }
        let (tables, name) = (tables.trim_start(), name.trim());
        let word = name.split_whitespace().collect::<Vec<_>>().join("-");
        let help = format!("write one word, such as `{tables}{word}{close}`");
        let message = format!("the name `{name}` in this heading contains a space");
        self.made(&message).help(help)
    }

    /// Reports a comment that begins with `//`, as in other languages.
    fn comment(&self) -> Diagnostic {
        let slashes = self.span.start..self.span.start + 2;
        self.made("a comment begins with `#`")
            .help("write `#` instead of `//`")
            .edit(slashes, "#", true)
    }

    /// Reports a colon after a key, and suggests `equals` in place of the colon.
    fn colon(&self, at: usize, equals: &str) -> Diagnostic {
        self.made("a key and its value are separated by `=`, not by `:`")
            .help("write `=` instead of `:`")
            .edit(at..at + 1, equals, true)
    }

    /// Reports a repeated key or table.
    fn repeated(&self) -> Diagnostic {
        let text = self.text;
        let made = self.made(&format!("`{text}` is repeated"));
        let tables = |key: &&Key| key.name == text && matches!(key.shape, Shape::Tables(_));
        match FILE.iter().chain(LESSONS).chain(PUZZLES).chain(WEIGHTS).find(tables) {
            Some(_) => made.help(format!("write each with double brackets: `[[{text}]]`")),
            None => made.help("keep one of the two"),
        }
    }

    /// Reports a string that is not closed on the line on which it begins.
    fn unclosed(&self) -> Diagnostic {
        let line = self.span.start - self.before.len();
        let start = opening(self.before).unwrap_or(self.before.len());
        let quote = self.before[start..].chars().next().unwrap_or('"');
        let (start, end) = (line + start, line + self.before.trim_end().len());
        let end = end.max(start);
        // The author may have closed the string with a typographic quote.
        let within = &self.source.text[start..end];
        if let Some((at, other)) = within.char_indices().find(|(_, c)| TYPOGRAPHIC.contains(c)) {
            let span = start..start + at + other.len_utf8();
            let message = "a string has typographic quotes";
            let help = straight_quotes(&self.source.text[span.clone()]);
            return Diagnostic::error(Code::TomlSyntax, self.source, span, message).help(help);
        }
        let made = Diagnostic::error(
            Code::TomlSyntax,
            self.source,
            start..end,
            "this string is not closed",
        )
        .help(format!("close it with `{quote}`"));
        // If other text follows, the string may end earlier.
        let alone = !self.source.text[start..end].contains([',', ']', '}', '#', '=']);
        if alone { made.edit(end..end, quote, true) } else { made }
    }

    /// Reports an unclosed string of several lines.
    fn unclosed_lines(&self) -> Diagnostic {
        let all = &self.source.text[..self.span.start];
        let marks = ["\"\"\"", "'''"].map(|mark| (all.rfind(mark).map(|at| at..at + 3), mark));
        let [(double, a), (single, b)] = marks;
        let (place, mark) = match (&double, &single) {
            (Some(one), Some(other)) if one.start < other.start => (single, b),
            (None, Some(_)) => (single, b),
            _ => (double, a),
        };
        let span = place.unwrap_or(self.span.clone());
        Diagnostic::error(Code::TomlSyntax, self.source, span, "this string is not closed")
            .help(format!("close it with `{mark}`"))
    }

    /// Reports a line that is a key without `=`.
    fn without_value(&self) -> Diagnostic {
        let key = self.before.trim();
        let rest = self.rest.trim_start();
        let at = self.span.start + self.rest.len() - rest.len();
        if rest.starts_with(':') {
            return self.colon(at, "=");
        }
        if let Some((word, _)) = rest.split_once('=')
            && !word.contains(['"', '\'', '[', '{'])
        {
            return self.spaced(key, word);
        }
        if rest.starts_with(['"', '\'', '[', '{']) || rest.starts_with(|c: char| c.is_ascii_digit())
        {
            let made = self.made(&format!("there is no `=` between `{key}` and its value"));
            return made.help(format!("write `{key} = {rest}`")).edit(at..at, "= ", true);
        }
        self.made(&format!("`{key}` has no value"))
            .help("write `key = value`; begin a comment with `#`, and a heading with `[`")
    }

    /// Reports a key without `=` in an inline table.
    fn unassigned(&self) -> Diagnostic {
        let (key, start) = (self.key(), self.span.start);
        // The sign may be `:=`, `->` and so on, or missing.
        let sign = self.rest.bytes().take_while(|b| b"=:<>-~".contains(b)).count();
        let follows = &self.rest[sign..];
        let other = follows.starts_with(|c: char| c.is_ascii_digit() || c.is_whitespace());
        let sign = if other { sign } else { 0 };
        if sign > 0 {
            let wrong = &self.rest[..sign];
            let message = format!("a key and its value are separated by `=`, not by `{wrong}`");
            return self.made(&message).help(format!("write `=` instead of `{wrong}`")).edit(
                start..start + sign,
                "=",
                true,
            );
        }
        let entry = self.rest.split([',', '}']).next().unwrap_or_default();
        if let Some((word, _)) = entry.split_once('=')
            && !word.contains(['"', '\'', '{', '['])
        {
            return self.spaced(key, word);
        }
        let end = if self.rest.starts_with(['"', '\'', '[', '{']) { "…" } else { entry.trim() };
        let made = self.made(&format!("there is no `=` between `{key}` and its value"));
        made.help(format!("write `{key} = {end}`")).edit(start..start, "= ", true)
    }

    /// Reports a key without a value in an inline table.
    fn nothing(&self) -> Diagnostic {
        let key = self.key();
        if key.is_empty() {
            return self.made("there is no key before this").help("write `key = value`");
        }
        self.made(&format!("`{key}` has no value")).help(format!("write `{key} = …`, or remove it"))
    }

    /// Returns the key directly before the error, in an inline table.
    fn key(&self) -> &str {
        let before = self.before.trim_end().trim_end_matches('=').trim_end();
        before.rsplit(['{', ',']).next().unwrap_or_default().trim()
    }

    /// Reports a key that consists of two words without quotes.
    fn spaced(&self, first: &str, second: &str) -> Diagnostic {
        let help = format!("write one word, such as `{first}_{}`", second.trim());
        self.made("this key contains a space").help(help)
    }

    /// Reports a word without quotes in the place of a value.
    fn word(&self) -> Diagnostic {
        let word = self.text.trim();
        if word.is_empty() {
            return self.made("a key has no value");
        }
        // A number or a boolean, followed by other text.
        if let Some((value, _)) = word.split_once(char::is_whitespace)
            && (value.parse::<f64>().is_ok() || matches!(value, "true" | "false"))
        {
            let value = self.span.end - self.text.trim_start().len() + value.len();
            let behind = &self.source.text[value..];
            let start = value + behind.len() - behind.trim_start().len();
            return Self::new(self.source, start..start).beyond();
        }
        let lower = word.to_lowercase();
        if matches!(lower.as_str(), "true" | "false") {
            let help = NameSuggestion::replace(format!("write `{lower}`"), word, &lower).sure(true);
            return self.made(&format!("`{word}` has capitals")).help(help);
        }
        match shape_named(self.key()) {
            Some(Shape::Boolean) => {
                let made = self.made(&format!("`{word}` is neither `true` nor `false`"));
                return match lower.as_str() {
                    "yes" | "on" => {
                        made.help(NameSuggestion::replace("write `true`", word, "true").sure(true))
                    }
                    "no" | "off" => made
                        .help(NameSuggestion::replace("write `false`", word, "false").sure(true)),
                    _ => made.help("write `true` or `false`"),
                };
            }
            Some(Shape::Integer(..)) if word.trim_matches(TYPOGRAPHIC).parse::<i64>().is_ok() => {
                let number = word.trim_matches(TYPOGRAPHIC);
                let help =
                    NameSuggestion::replace(format!("write `{number}`"), word, number).sure(true);
                return self.made("a number must not have quotes").help(help);
            }
            Some(Shape::Integer(least, most)) => {
                let help = format!("write a number from {least} to {most} in digits");
                return self.made(&format!("`{word}` is not a number")).help(help);
            }
            _ => {}
        }
        let message = if word.starts_with(TYPOGRAPHIC) {
            "a string has typographic quotes"
        } else {
            "this string needs quotes"
        };
        match self.elements() {
            Some((span, quoted)) => {
                let help = format!("write `{quoted}`");
                self.made(message).help(help).edit(span, quoted, true)
            }
            None => self.made(message).help(straight_quotes(word)),
        }
    }

    /// Corrects an array with elements that are words without quotes. Returns the range of the
    /// elements from the place of the error, and the text of these elements with the missing
    /// quotes. Returns `None` if no quotes are missing, or if an element needs any other
    /// correction.
    fn elements(&self) -> Option<(Range<usize>, String)> {
        let open = |bracket: char| self.before.matches(bracket).count();
        let within = open('[') > open(']') || self.before.trim().is_empty();
        let rest = &self.source.text[self.span.start..];
        let elements = rest.split(']').next().filter(|elements| elements.len() < rest.len())?;
        if !within || elements.contains(['[', '{', '}', '#', '\'', '\\']) {
            return None;
        }
        let mut quoted = String::new();
        let mut bare = 0;
        for element in elements.split_inclusive(',') {
            let word = element.trim_end_matches(',').trim();
            let is_value = word.parse::<f64>().is_ok() || matches!(word, "true" | "false" | "");
            let has_quotes = word.len() > 1 && word.starts_with('"') && word.ends_with('"');
            let NameSuggestion { edit: Some((_, new)), .. } = straight_quotes(word) else {
                return None;
            };
            if is_value || has_quotes {
                quoted += element;
                continue;
            }
            if new.matches('"').count() != 2 || word.contains(char::is_whitespace) {
                return None;
            }
            quoted += &element.replacen(word, &new, 1);
            bare += 1;
        }
        let kept = quoted.trim_end().len();
        let end = self.span.start + elements.trim_end().len();
        (bare > 0).then(|| (self.span.start..end, quoted[..kept].to_owned()))
    }

    /// Reports a string that begins with a typographic quote.
    fn typographic(&self) -> Diagnostic {
        let first = self.rest.chars().next().map_or(0, char::len_utf8);
        let closing = |c: char| c == '"' || TYPOGRAPHIC.contains(&c);
        let end = self.rest[first..].find(closing).map(|at| {
            let at = first + at;
            at + self.rest[at..].chars().next().map_or(0, char::len_utf8)
        });
        let end = end.unwrap_or(self.rest.len());
        let span = self.span.start..self.span.start + end;
        let help = straight_quotes(&self.rest[..end]);
        Diagnostic::error(Code::TomlSyntax, self.source, span, "a string has typographic quotes")
            .help(help)
    }

    /// Reports a backslash that does not begin an escape sequence.
    fn escaped(&self, message: &str) -> Diagnostic {
        let Some(back) = self.before.rfind('\\') else { return self.made(message) };
        let start = self.span.start - self.before.len() + back;
        let letter = self.source.text[start + 1..].chars().next().unwrap_or('\\');
        let span = start..start + 1 + letter.len_utf8();
        let said = &self.source.text[span.clone()];
        let message = format!("`{said}` is not an escape sequence");
        Diagnostic::error(Code::TomlSyntax, self.source, span, message).help(
            "write `\\\\` for a backslash, or put the string in `'` instead of `\"`; paths may have `/`",
        )
    }

    /// Reports a missing comma before an element of an array, or before a key of an inline table.
    fn no_comma(&self) -> Diagnostic {
        let at = self.span.start - (self.before.len() - self.before.trim_end().len());
        let made = self.made("there is no comma before this").help("separate the values with `,`");
        made.edit(at..at, ",", true)
    }

    /// Reports text that follows a value or a heading on the same line.
    fn beyond(&self) -> Diagnostic {
        let (start, rest) = (self.span.start, self.rest);
        let end = start + rest.len();
        match rest {
            ";" | "," => {
                let message = format!("a line can't end with `{rest}`");
                return self.made(&message).help("remove it").edit(start..end, "", true);
            }
            _ if rest.starts_with("//") => return self.comment(),
            _ => {}
        }
        let key = rest.split('=').next().unwrap_or_default().trim();
        let is_key = rest.contains('=')
            && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '"'));
        let open = |bracket: char| self.before.matches(bracket).count();
        if is_key && open('{') > open('}') {
            return self.no_comma();
        }
        if is_key && !self.before.contains(['{', '}']) {
            let spaces = self.before.len() - self.before.trim_end().len();
            let made = self.made(&format!("`{key}` needs a separate line"));
            return made.help("begin a new line before it").edit(start - spaces..start, "\n", true);
        }
        self.made("text follows the end of the value").help(
            "put the string in one pair of quotes, and write `\\\"` for a `\"` within it; begin a comment with `#`",
        )
    }
}

/// Returns the start of the string that is still open at the end of `line`.
fn opening(line: &str) -> Option<usize> {
    let mut open: Option<(usize, char)> = None;
    let mut letters = line.char_indices();
    while let Some((at, letter)) = letters.next() {
        match open {
            Some((_, '"')) if letter == '\\' => drop(letters.next()),
            Some((_, quote)) if letter == quote => open = None,
            None if matches!(letter, '"' | '\'') => open = Some((at, letter)),
            _ => {}
        }
    }
    open.map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::super::tree;
    use super::*;

    /// Parses a text that has a syntax error. Returns the message and the help of the first error.
    /// If the error has a fix that is certain to be correct, also returns the text after this fix.
    fn first_error(text: &str) -> (String, String, Option<String>) {
        let source = Source::new("file", text);
        let found = tree::parse(&source).1.into_iter().next().expect(text);
        let fixed = found.fixes.into_iter().find(|fix| fix.sure).map(|fix| {
            let mut text = text.to_owned();
            text.replace_range(fix.span, &fix.replacement);
            text
        });
        (found.message, found.help.unwrap_or_default(), fixed)
    }

    #[test]
    fn mistakes_of_syntax_are_told_in_plain_words_and_sure_fixes_mend_them() {
        for (text, words, mended) in [
            ("a = \"b\nc = 1", "not closed", "a = \"b\"\nc = 1"),
            ("a = 'b c\n", "not closed", "a = 'b c'\n"),
            ("a \"b\"", "no `=` between `a` and its value", "a = \"b\""),
            ("a : 1", "not by `:`", "a = 1"),
            ("a: 1", "not by `:`", "a = 1"),
            ("a == 1", "one `=` too many", "a = 1"),
            ("a = b-c", "needs quotes", "a = \"b-c\""),
            ("clause = N1", "needs quotes", "clause = \"N1\""),
            ("moves = NF", "needs quotes", "moves = \"NF\""),
            ("royal = yes", "neither `true` nor `false`", "royal = true"),
            ("a = True", "`True` has capitals", "a = true"),
            ("a = “b”", "typographic quotes", "a = \"b\""),
            ("a = “b\"", "typographic quotes", "a = \"b\""),
            ("a = \"b”", "typographic quotes", "a = \"b\""),
            ("a = [“b”, “c”]", "typographic quotes", "a = [\"b\", \"c\"]"),
            ("year = “1881”", "a number must not have quotes", "year = 1881"),
            ("a = [b, \"c\", 2, d-e]", "needs quotes", "a = [\"b\", \"c\", 2, \"d-e\"]"),
            ("a = [\n  b,\n  c,\n]", "needs quotes", "a = [\n  \"b\",\n  \"c\",\n]"),
            ("a = [b1-b2=Q]", "needs quotes", "a = [\"b1-b2=Q\"]"),
            ("a = 0018", "begins with a zero", "a = 18"),
            ("a = 00", "begins with a zero", "a = 0"),
            ("a = [\"b\" \"c\"]", "no comma before this", "a = [\"b\", \"c\"]"),
            ("a = \"b\";", "can't end with `;`", "a = \"b\""),
            ("a = 1,\nb = 2", "can't end with `,`", "a = 1\nb = 2"),
            ("a = 1 b = 2", "`b` needs a separate line", "a = 1\nb = 2"),
            ("[a] b = 2", "`b` needs a separate line", "[a]\nb = 2"),
            ("a = 1 // one", "a comment begins with `#`", "a = 1 # one"),
            ("// one\na = 1", "a comment begins with `#`", "# one\na = 1"),
            ("a = { b 9 }", "no `=` between `b` and its value", "a = { b = 9 }"),
            (
                "a = { c = 1, b \"x\" }",
                "no `=` between `b` and its value",
                "a = { c = 1, b = \"x\" }",
            ),
            ("a = { b [1] }", "no `=` between `b` and its value", "a = { b = [1] }"),
            ("a = { b == 9 }", "one `=` too many", "a = { b = 9 }"),
            ("a = { b := 9 }", "not by `:=`", "a = { b = 9 }"),
            ("a = { b -> 9 }", "not by `->`", "a = { b = 9 }"),
            ("a = { b = 9 c = 1 }", "no comma before this", "a = { b = 9, c = 1 }"),
        ] {
            let (message, _, fixed) = first_error(text);
            assert!(message.contains(words), "{text}: {message}");
            assert_eq!(fixed.as_deref(), Some(mended), "{text}");
            assert!(tree::parse(&Source::new("file", mended)).1.is_empty(), "{mended}");
        }
    }

    #[test]
    fn where_more_than_one_thing_can_be_meant_nothing_is_changed() {
        for (text, words, advice) in [
            ("a = [\"b, 1]", "not closed", "close it with"),
            ("a = \"C:\\Users\"", "`\\U` is not an escape sequence", "write `\\\\`"),
            ("a = \"b\\q\"", "`\\q` is not an escape sequence", "in `'`"),
            ("a b = 1", "contains a space", "`a_b`"),
            ("N 2 = { text = \"x\" }", "contains a space", "`N_2`"),
            ("royal = maybe", "neither `true` nor `false`", "write `true` or `false`"),
            ("value = four", "`four` is not a number", "in digits"),
            ("a\nb = 1", "`a` has no value", "key = value"),
            ("= 1", "no key before `=`", "key = value"),
            ("[]\na = 1", "heading has no name", "[board]"),
            ("a = \"b\" c", "follows the end of the value", "one pair of quotes"),
            ("a = \"\"\"b\n", "not closed", "`\"\"\"`"),
            ("a = '''b\n", "not closed", "`'''`"),
            ("a = 1\na = 2", "`a` is repeated", "keep one"),
            ("a =\n", "a key has no value", ""),
            ("a = { b }", "`b` has no value", "`b = …`"),
            ("a = { b = }", "`b` has no value", "`b = …`"),
            ("a = { , c = 1 }", "no key before this", "key = value"),
            ("a = { b, c = 1 }", "`b` has no value", "`b = …`"),
            ("a = { b c = 1 }", "contains a space", "`b_c`"),
        ] {
            let (message, help, fixed) = first_error(text);
            assert!(message.contains(words) && help.contains(advice), "{text}: {message}; {help}");
            assert_eq!(fixed, None, "{text}");
        }
    }
}
