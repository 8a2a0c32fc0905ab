//! Makes a first pass over a script, which finds its words, strings, comments and blocks.
//!
//! The [outline](crate::script::syntax) grammar reads only the top level of a script. This module
//! prepares the source for the grammar, without recursion. The module copies the source, but
//! replaces the content of every block and block comment with spaces, so that all positions stay
//! the same. The module returns an error for a source that is too large, is not text, or is nested
//! too deeply. Unmatched brackets and unclosed strings and comments are errors too. This module
//! recognises Rhai's strings, comments and brackets, but does not parse Rhai's grammar.

use std::ops::Range;

/// The maximum size of a script, in bytes.
pub(crate) const MAX_BYTES: usize = 256 * 1024;

/// The maximum nesting depth of brackets.
pub(crate) const MAX_NESTING: usize = 64;

/// The maximum number of statements and blocks of a script. The time of Rhai's optimiser increases
/// with the square of the number of statements in a block.
pub(crate) const MAX_STATEMENTS: usize = 2000;

/// The result of the first pass over a source.
#[derive(Debug, Default)]
pub(crate) struct Skim {
    /// The source, in which the contents of blocks and block comments are replaced by spaces. It
    /// has the same length in bytes.
    pub sketch: String,
    /// The ranges of all words in the code, in order. Words in strings and comments are not
    /// included.
    pub words: Vec<Range<usize>>,
    /// The ranges of the contents of strings, in order. An interpolated string is split at its
    /// interpolations.
    pub strings: Vec<Range<usize>>,
    /// The ranges of all line comments with their slashes, in order.
    pub comments: Vec<Range<usize>>,
    /// The ranges of all block comments with their delimiters, in order.
    pub block_comments: Vec<Range<usize>>,
}

/// The reason why a source can't be skimmed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SkimError {
    /// The byte range of the fault.
    pub span: Range<usize>,
    /// The bracket at which the fault was noticed. `None` if the fault was noticed at `span`.
    pub shown_by: Option<Range<usize>>,
    /// The kind of fault.
    pub fault: Fault,
}

impl SkimError {
    fn new(span: Range<usize>, fault: Fault) -> Self {
        Self { span, shown_by: None, fault }
    }
}

/// The kind of fault that prevents the first pass over a source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// The source is longer than [`MAX_BYTES`].
    TooLarge,
    /// The source contains a NUL character.
    Nul,
    /// A bracket is never closed.
    Unclosed,
    /// A closing bracket has no opening bracket.
    Unopened,
    /// The bracket is closed by a closing bracket of another kind.
    Mismatch,
    /// A string is never closed.
    OpenString,
    /// A comment is never closed.
    OpenComment,
    /// More than [`MAX_NESTING`] brackets are open at once.
    TooDeep,
    /// The source has more than [`MAX_STATEMENTS`] statements and blocks.
    TooManyStatements,
}

/// A bracket that is still open.
#[derive(Clone, Copy)]
struct OpenBracket {
    at: usize,
    close: u8,
    /// `true` if the bracket is the `{` of a `${` in an interpolated string.
    interpolates: bool,
}

struct Skimmer<'a> {
    text: &'a [u8],
    at: usize,
    open: Vec<OpenBracket>,
    /// The first block whose closing brace is indented less than the line on which the block
    /// begins. If a bracket is never closed, it is probably the opening brace of this block.
    suspect: Option<usize>,
    /// The number of open blocks. While this number is not 0, the first pass copies spaces instead
    /// of the source.
    blocks: usize,
    /// The number of blocks and semicolons so far.
    statements: usize,
    sketch: Vec<u8>,
    words: Vec<Range<usize>>,
    strings: Vec<Range<usize>>,
    comments: Vec<Range<usize>>,
    block_comments: Vec<Range<usize>>,
}

/// Makes the first pass over a script.
///
/// # Errors
/// Returns a [`SkimError`] about the first fault in the script.
pub(crate) fn skim(text: &str) -> Result<Skim, SkimError> {
    let fail = |span, fault| Err(SkimError::new(span, fault));
    if text.len() > MAX_BYTES {
        return fail(0..0, Fault::TooLarge);
    }
    if let Some(at) = text.find('\0') {
        return fail(at..at + 1, Fault::Nul);
    }
    let mut skimmer = Skimmer {
        text: text.as_bytes(),
        at: 0,
        open: Vec::new(),
        suspect: None,
        blocks: 0,
        statements: 0,
        sketch: Vec::with_capacity(text.len()),
        words: Vec::new(),
        strings: Vec::new(),
        comments: Vec::new(),
        block_comments: Vec::new(),
    };
    while let Some(byte) = skimmer.peek(0) {
        skimmer.step(byte)?;
    }
    match skimmer.open.last() {
        Some(open) => {
            let at = skimmer.suspect.unwrap_or(open.at);
            fail(at..at + 1, Fault::Unclosed)
        }
        // Only ASCII bytes are replaced one by one. Other characters are kept or blanked
        // completely.
        None => Ok(Skim {
            sketch: String::from_utf8_lossy(&skimmer.sketch).into_owned(),
            words: skimmer.words,
            strings: skimmer.strings,
            comments: skimmer.comments,
            block_comments: skimmer.block_comments,
        }),
    }
}

impl Skimmer<'_> {
    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.at + ahead).copied()
    }

    fn sees(&self, what: &[u8]) -> bool {
        self.text.get(self.at..).is_some_and(|rest| rest.starts_with(what))
    }

    /// Advances by `count` bytes, and copies these bytes to the sketch. Inside a block, spaces are
    /// written instead. Spaces are also written if `blank` is `true`.
    fn advance(&mut self, count: usize, blank: bool) {
        let end = (self.at + count).min(self.text.len());
        for &byte in &self.text[self.at..end] {
            let keep = byte == b'\n' || (self.blocks == 0 && !blank);
            self.sketch.push(if keep { byte } else { b' ' });
        }
        self.at = end;
    }

    fn step(&mut self, byte: u8) -> Result<(), SkimError> {
        match byte {
            b'/' if self.peek(1) == Some(b'/') => {
                let rest = &self.text[self.at..];
                let length = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
                self.comments.push(self.at..self.at + length);
                self.advance(length, false);
            }
            b'/' if self.peek(1) == Some(b'*') => self.block_comment()?,
            b'"' => self.string(self.at, b'"')?,
            b'\'' => self.string(self.at, b'\'')?,
            b'`' => {
                let start = self.at;
                self.advance(1, false);
                self.template(start)?;
            }
            b'#' if matches!(self.peek(1), Some(b'"' | b'#')) => self.raw_string()?,
            b'{' | b'(' | b'[' => {
                self.count_statement(byte)?;
                self.open(byte, false)?;
            }
            b';' => {
                self.count_statement(byte)?;
                self.advance(1, false);
            }
            b'}' | b')' | b']' => self.close(byte)?,
            b'_' | b'a'..=b'z' | b'A'..=b'Z' => {
                let rest = &self.text[self.at..];
                let length = rest.iter().position(|b| !is_word(*b)).unwrap_or(rest.len());
                self.words.push(self.at..self.at + length);
                self.advance(length, false);
            }
            b'0'..=b'9' => {
                let rest = &self.text[self.at..];
                let length = rest.iter().position(|b| !is_word(*b)).unwrap_or(rest.len());
                self.advance(length, false);
            }
            _ => self.advance(1, false),
        }
        Ok(())
    }

    /// Counts a block or the end of a statement. Ignores other brackets.
    fn count_statement(&mut self, byte: u8) -> Result<(), SkimError> {
        self.statements += usize::from(matches!(byte, b'{' | b';'));
        if self.statements > MAX_STATEMENTS {
            return Err(SkimError::new(self.at..self.at + 1, Fault::TooManyStatements));
        }
        Ok(())
    }

    fn open(&mut self, byte: u8, interpolates: bool) -> Result<(), SkimError> {
        if self.open.len() >= MAX_NESTING {
            return Err(SkimError::new(self.at..self.at + 1, Fault::TooDeep));
        }
        let close = match byte {
            b'{' => b'}',
            b'(' => b')',
            _ => b']',
        };
        self.open.push(OpenBracket { at: self.at, close, interpolates });
        self.advance(1, false);
        if close == b'}' {
            self.blocks += 1;
        }
        Ok(())
    }

    fn close(&mut self, byte: u8) -> Result<(), SkimError> {
        let span = self.at..self.at + 1;
        match self.open.pop() {
            None => Err(SkimError::new(span, Fault::Unopened)),
            Some(open) if open.close != byte => Err(SkimError {
                span: open.at..open.at + 1,
                shown_by: Some(span),
                fault: Fault::Mismatch,
            }),
            Some(open) => {
                if byte == b'}' {
                    self.blocks -= 1;
                    if self.suspect.is_none()
                        && self
                            .first_of_line(self.at)
                            .is_some_and(|here| here < self.indent(open.at))
                    {
                        self.suspect = Some(open.at);
                    }
                }
                self.advance(1, false);
                if open.interpolates { self.template(open.at) } else { Ok(()) }
            }
        }
    }

    /// Returns the indentation of a place's line.
    fn indent(&self, at: usize) -> usize {
        let start = self.text[..at].iter().rposition(|b| *b == b'\n').map_or(0, |end| end + 1);
        self.text[start..].iter().take_while(|b| is_blank(**b)).count()
    }

    /// Returns the indentation of the line that contains `at`. Returns `None` if anything other
    /// than blanks is before `at` on the line. Only the blanks before `at` are examined, so that
    /// long lines with many brackets cost little time.
    fn first_of_line(&self, at: usize) -> Option<usize> {
        let blanks = self.text[..at].iter().rev().take_while(|b| is_blank(**b)).count();
        let before = at.checked_sub(blanks + 1).map(|before| self.text[before]);
        before.is_none_or(|before| before == b'\n').then_some(blanks)
    }

    fn block_comment(&mut self) -> Result<(), SkimError> {
        let start = self.at;
        let mut depth = 0_usize;
        while self.at < self.text.len() {
            if self.sees(b"/*") {
                depth += 1;
                self.advance(2, true);
            } else if self.sees(b"*/") {
                depth -= 1;
                self.advance(2, true);
                if depth == 0 {
                    self.block_comments.push(start..self.at);
                    return Ok(());
                }
            } else {
                self.advance(1, true);
            }
        }
        Err(SkimError::new(start..start + 2, Fault::OpenComment))
    }

    /// Reads a string or a character, from its opening `quote` to the closing one. Both quotes must
    /// be on the same line, unless the end of the line is escaped.
    fn string(&mut self, start: usize, quote: u8) -> Result<(), SkimError> {
        self.advance(1, false);
        let inside = self.at;
        loop {
            match self.peek(0) {
                Some(b'\\') => self.advance(2, false),
                Some(byte) if byte == quote => {
                    self.strings.push(inside..self.at);
                    self.advance(1, false);
                    return Ok(());
                }
                Some(b'\n') | None => {
                    return Err(SkimError::new(start..start + 1, Fault::OpenString));
                }
                Some(_) => self.advance(1, false),
            }
        }
    }

    /// Reads the next part of a back-quoted string, up to the end of the string or the next `${`.
    fn template(&mut self, start: usize) -> Result<(), SkimError> {
        let inside = self.at;
        loop {
            match self.peek(0) {
                // Only the dollar sign of an interpolation can be escaped here.
                Some(b'\\') if self.sees(b"\\${") => self.advance(3, false),
                Some(b'`') => {
                    self.strings.push(inside..self.at);
                    self.advance(1, false);
                    return Ok(());
                }
                Some(b'$') if self.peek(1) == Some(b'{') => {
                    self.strings.push(inside..self.at);
                    self.advance(1, false);
                    return self.open(b'{', true);
                }
                Some(_) => self.advance(1, false),
                None => {
                    return Err(SkimError::new(start..start + 1, Fault::OpenString));
                }
            }
        }
    }

    /// Reads a raw string `#"…"#`, which may have any number of `#` on each side. If no quote
    /// follows the `#`, the code is invalid, and Rhai will report it.
    fn raw_string(&mut self) -> Result<(), SkimError> {
        let start = self.at;
        let hashes = self.text[start..].iter().take_while(|b| **b == b'#').count();
        self.advance(hashes, false);
        if self.peek(0) != Some(b'"') {
            return Ok(());
        }
        self.advance(1, false);
        let mut end = vec![b'#'; hashes + 1];
        end[0] = b'"';
        let rest = &self.text[self.at..];
        match rest.windows(end.len()).position(|window| window == end) {
            Some(length) => {
                self.strings.push(self.at..self.at + length);
                self.advance(length + end.len(), false);
                Ok(())
            }
            None => Err(SkimError::new(start..start + 1, Fault::OpenString)),
        }
    }
}

/// Returns `true` if a byte can be part of a word.
pub(crate) fn is_word(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric()
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> Fault {
        skim(text).unwrap_err().fault
    }

    #[test]
    fn only_the_inside_of_blocks_is_blanked_and_every_byte_keeps_its_place() {
        let text =
            "fn é(x) { \"}\" /* } */ 'a' // }\n `${ #{a: 1} } }` }\nconst A = \"{\"; // é {\n";
        let skim = skim(text).unwrap();
        assert_eq!(skim.sketch.len(), text.len());
        let mut lines = skim.sketch.lines();
        assert_eq!(lines.next().unwrap().trim_end(), "fn é(x) {");
        assert_eq!(lines.next().unwrap().trim(), "}");
        assert_eq!(lines.next().unwrap(), "const A = \"{\"; // é {");
    }

    #[test]
    fn words_are_those_of_the_code_and_of_interpolations() {
        let text = "a \"b\" `c ${d + \"e\"} \\${f}` // g\n/* h /* i */ j */ k #\"l\"# 'm' 12n";
        let words: Vec<_> = skim(text).unwrap().words.into_iter().map(|w| &text[w]).collect();
        assert_eq!(words, ["a", "d", "k"]);
    }

    #[test]
    fn what_never_ends_is_found_where_it_begins() {
        assert_eq!(fault("fn f() { ("), Fault::Unclosed);
        assert_eq!(fault("}"), Fault::Unopened);
        assert_eq!(fault("fn f( }"), Fault::Mismatch);
        assert_eq!(fault("\"abc"), Fault::OpenString);
        assert_eq!(fault("\"abc\n\""), Fault::OpenString);
        assert_eq!(fault("`abc"), Fault::OpenString);
        assert_eq!(fault("##\"abc\"#"), Fault::OpenString);
        assert_eq!(fault("/* /* */"), Fault::OpenComment);
        assert_eq!(skim("fn f() {\n  (").unwrap_err().span, 11..12);
        let inner = "fn f() {\n    if a { b();\n    c();\n}\n";
        assert_eq!(skim(inner).unwrap_err().span, 18..19, "the block that is closed too far left");
        let error = skim("fn f() {\n    g(h(1);\n}").unwrap_err();
        assert_eq!((error.span, error.shown_by), (14..15, Some(21..22)));
    }

    #[test]
    fn hostile_texts_are_refused_before_anything_parses_them() {
        assert_eq!(fault(&"(".repeat(200_000)), Fault::TooDeep);
        assert_eq!(fault(&"`${".repeat(50_000)), Fault::TooDeep);
        assert_eq!(fault(&"{}".repeat(2001)), Fault::TooManyStatements);
        assert_eq!(fault(&"let a = 1;".repeat(2001)), Fault::TooManyStatements);
        assert!(skim(&"{}".repeat(2000)).is_ok());
        assert_eq!(fault(&" ".repeat(MAX_BYTES + 1)), Fault::TooLarge);
        assert_eq!(fault("fn f() {\0}"), Fault::Nul);
    }
}
