//! Finds the variables of a script's functions, with their declarations and uses.
//!
//! The module works on tokens and needs no syntax tree, so that it also works in scripts with
//! syntax errors.

use std::collections::HashMap;
use std::ops::Range;

use crate::script::is_word;

/// An occurrence of a variable: its declaration or a use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Local {
    /// The range of bytes of the name.
    pub span: Range<usize>,
    /// The range of bytes of the name in the variable's declaration.
    pub declared: Range<usize>,
}

/// Returns all uses and declarations of variables in a script, in the order of the text.
pub fn locals(text: &str) -> Vec<Local> {
    let mut reader = ScopeReader {
        text,
        scopes: Vec::new(),
        visible: HashMap::new(),
        pending: Vec::new(),
        found: Vec::new(),
    };
    reader.read(&tokens(text, 0..text.len(), 0));
    reader.found
}

/// A word, or a character that is neither white space nor part of a string or comment.
type Token = Range<usize>;

/// The maximum number of tokens in a list of parameters.
const MAX_LIST_TOKENS: usize = 200;

/// The maximum depth of nested interpolated strings.
const MAX_DEPTH: usize = 8;

/// Returns the tokens of a range of code. The code inside an interpolated string is included, and
/// its tokens are between braces.
fn tokens(text: &str, within: Range<usize>, depth: usize) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = within.start;
    while at < within.end {
        let rest = &text[at..within.end];
        match bytes[at] {
            b'/' if rest.starts_with("//") => at += rest.find('\n').unwrap_or(rest.len()),
            b'/' if rest.starts_with("/*") => {
                at += rest.find("*/").map_or(rest.len(), |end| end + 2);
            }
            b'"' => {
                at += 1;
                while at < within.end && !matches!(bytes[at], b'"' | b'\n') {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
            }
            b'`' => {
                at += 1;
                while at < within.end && bytes[at] != b'`' {
                    if depth < MAX_DEPTH && bytes[at..within.end].starts_with(b"${") {
                        let inside = inside_braces(text, at + 1, within.end);
                        found.push(at + 1..at + 2);
                        found.extend(tokens(text, inside.clone(), depth + 1));
                        found.push(inside.end..(inside.end + 1).min(within.end));
                        at = inside.end;
                    }
                    at += 1;
                }
                at += 1;
            }
            byte if is_word(byte.into()) => {
                let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                found.push(at..at + length);
                at += length;
            }
            byte if byte.is_ascii_whitespace() => at += 1,
            _ => {
                let length = rest.chars().next().map_or(1, char::len_utf8);
                found.push(at..at + length);
                at += length;
            }
        }
    }
    found
}

/// Returns the range between the brace at an offset and its closing brace.
fn inside_braces(text: &str, open: usize, end: usize) -> Range<usize> {
    let mut depth = 0;
    for (at, c) in text[open..end].char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return open + 1..open + at;
        }
    }
    open + 1..end
}

/// The kinds of scope, by the token that opens them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ScopeKind {
    /// A bracket. Its counterpart ends the scope.
    Bracket,
    /// The parameters of a closure. The scope ends at the end of the argument that contains the
    /// closure.
    Closure,
}

/// The position from which a variable is visible after its declaration.
#[derive(Clone, Copy, PartialEq, Eq)]
enum VariableStart {
    /// The variable is visible in the next block that opens at this depth, as parameters and loop
    /// variables are.
    InBlock(usize),
    /// The variable is visible after the end of the statement at this depth, as variables of `let`
    /// and `const` are.
    AfterStatement(usize),
}

struct ScopeReader<'t> {
    text: &'t str,
    /// The open scopes with their variables.
    scopes: Vec<(ScopeKind, Vec<Range<usize>>)>,
    /// The declarations of the variables of these scopes, by name. The innermost one is last.
    visible: HashMap<&'t str, Vec<Range<usize>>>,
    pending: Vec<(VariableStart, Range<usize>)>,
    found: Vec<Local>,
}

impl<'t> ScopeReader<'t> {
    /// Opens a scope with these variables.
    fn open(&mut self, kind: ScopeKind, names: Vec<Token>) {
        self.scopes.push((kind, Vec::new()));
        self.show(names);
    }

    /// Adds variables to the innermost scope.
    fn show(&mut self, names: Vec<Token>) {
        let Some((_, known)) = self.scopes.last_mut() else { return };
        for name in &names {
            self.visible.entry(&self.text[name.clone()]).or_default().push(name.clone());
        }
        known.extend(names);
    }

    /// Closes the innermost scope.
    fn close(&mut self) {
        for name in self.scopes.pop().into_iter().flat_map(|(_, names)| names) {
            if let Some(declared) = self.visible.get_mut(&self.text[name]) {
                declared.pop();
            }
        }
    }

    fn read(&mut self, tokens: &[Token]) {
        let mut at = 0;
        while at < tokens.len() {
            at += self.token(tokens, at);
        }
    }

    fn word(&self, token: Option<&Token>) -> &str {
        token.map_or("", |token| &self.text[token.clone()])
    }

    /// Reads the construct that starts at a token. Returns the number of tokens that were read.
    fn token(&mut self, tokens: &[Token], at: usize) -> usize {
        let before = self.word(at.checked_sub(1).and_then(|at| tokens.get(at))).to_owned();
        let token = &tokens[at];
        match self.word(Some(token)) {
            // These are the parameters of a function. No variable outside the function is visible
            // in it.
            "fn" => {
                self.scopes.clear();
                self.visible.clear();
                self.pending.clear();
                let (names, read) = self.list(tokens, at + 2, "(", ")");
                self.declare(VariableStart::InBlock(0), names);
                2 + read
            }
            "let" | "const" if before != "." && self.is_name(tokens.get(at + 1)) => {
                // A constant outside all functions is a tunable, not a variable.
                if !self.scopes.is_empty() {
                    let name = tokens[at + 1].clone();
                    self.declare(VariableStart::AfterStatement(self.scopes.len()), vec![name]);
                }
                2
            }
            "for" | "catch" => {
                let (names, read) = if self.word(tokens.get(at + 1)) == "(" {
                    self.list(tokens, at + 1, "(", ")")
                } else {
                    let name = tokens.get(at + 1).filter(|token| self.is_name(Some(token)));
                    (name.cloned().into_iter().collect(), 1)
                };
                self.declare(VariableStart::InBlock(self.scopes.len()), names);
                1 + read
            }
            "|" if self.begins_closure(&before) => {
                let (names, read) = self.list(tokens, at, "|", "|");
                self.found.extend(names.iter().map(declaration));
                self.open(ScopeKind::Closure, names);
                read
            }
            "(" | "[" | "{" => {
                let depth = self.scopes.len();
                let opens = self.word(Some(token)) == "{" && before != "#";
                let known = |(known, _): &(VariableStart, _)| {
                    opens && *known == VariableStart::InBlock(depth)
                };
                let names = self.pending.extract_if(.., |one| known(one)).map(|(_, name)| name);
                let names = names.collect();
                self.open(ScopeKind::Bracket, names);
                1
            }
            ")" | "]" | "}" => {
                self.end_closures();
                self.close();
                let depth = self.scopes.len();
                self.pending.retain(|(known, _)| match known {
                    VariableStart::InBlock(at) | VariableStart::AfterStatement(at) => *at <= depth,
                });
                1
            }
            "," => {
                self.end_closures();
                1
            }
            ";" => {
                self.end_closures();
                let depth = self.scopes.len();
                let ended = |(known, _): &(VariableStart, _)| {
                    *known == VariableStart::AfterStatement(depth)
                };
                let names = self.pending.extract_if(.., |one| ended(one)).map(|(_, name)| name);
                let names = names.collect();
                self.show(names);
                1
            }
            _ => {
                self.used(tokens, at, &before);
                1
            }
        }
    }

    /// Returns `true` if a `|` that follows the token `before` begins the parameters of a closure.
    fn begins_closure(&self, before: &str) -> bool {
        matches!(before, "(" | "," | "=" | ":" | "{" | "[" | ";" | ">" | "return")
    }

    fn is_name(&self, token: Option<&Token>) -> bool {
        self.word(token).starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
    }

    /// Returns the names in a list of parameters, and the number of tokens in the list including
    /// its brackets.
    fn list(
        &self,
        tokens: &[Token],
        open: usize,
        opens: &str,
        closes: &str,
    ) -> (Vec<Token>, usize) {
        if self.word(tokens.get(open)) != opens {
            return (Vec::new(), 0);
        }
        let rest = &tokens[open + 1..];
        let mut near = rest.iter().take(MAX_LIST_TOKENS);
        let end = near.position(|token| self.word(Some(token)) == closes);
        let inside = &rest[..end.unwrap_or(0)];
        let names = inside.iter().filter(|token| self.is_name(Some(token))).cloned();
        (names.collect(), inside.len() + 1 + usize::from(end.is_some()))
    }

    fn declare(&mut self, known: VariableStart, names: Vec<Token>) {
        self.found.extend(names.iter().map(declaration));
        self.pending.extend(names.into_iter().map(|name| (known, name)));
    }

    /// Ends the scopes of the closures in an argument. Must be called at the end of the argument.
    fn end_closures(&mut self) {
        while self.scopes.last().is_some_and(|(opened, _)| *opened == ScopeKind::Closure) {
            self.close();
        }
    }

    /// Records a word as a use if it is the name of a visible variable.
    fn used(&mut self, tokens: &[Token], at: usize, before: &str) {
        let (token, next) = (&tokens[at], self.word(tokens.get(at + 1)));
        let key = next == ":" && matches!(before, "{" | ",");
        if before == "." || next == "(" || key || !self.is_name(Some(token)) {
            return;
        }
        let name = &self.text[token.clone()];
        if let Some(declared) = self.visible.get(name).and_then(|declared| declared.last()) {
            let declared = declared.clone();
            self.found.push(Local { span: token.clone(), declared });
        }
    }
}

fn declaration(name: &Token) -> Local {
    Local { span: name.clone(), declared: name.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns two line numbers for each occurrence of a name: the line of the occurrence, and the
    /// line of the declaration.
    fn uses(text: &str, name: &str) -> Vec<(usize, usize)> {
        let line = |span: &Range<usize>| text[..span.start].matches('\n').count() + 1;
        let named = locals(text).into_iter().filter(|local| &text[local.span.clone()] == name);
        named.map(|local| (line(&local.span), line(&local.declared))).collect()
    }

    #[test]
    fn a_variable_is_the_one_that_is_known_there() {
        let text = "fn f(a) {\n  let x = a;\n  if a {\n    let x = x + 1;\n    g(x);\n  }\n  x\n}\nfn g(a) {\n  x + a\n}\n";
        assert_eq!(uses(text, "x"), [(2, 2), (4, 4), (4, 2), (5, 4), (7, 2)]);
        assert_eq!(uses(text, "a"), [(1, 1), (2, 1), (3, 1), (9, 9), (10, 9)]);
    }

    #[test]
    fn loops_and_closures_have_variables_of_their_own() {
        let text = "fn f(s) {\n  for s in s.all {\n    s.go();\n  }\n  let n = s.filter(|s| s.x == 1 && s != ()).map(|q|\n    #{ q: q, s: `${s}-${q}` });\n  for (v, n) in s { n }\n}\n";
        assert_eq!(
            uses(text, "s"),
            [(1, 1), (2, 2), (2, 1), (3, 2), (5, 1), (5, 5), (5, 5), (5, 5), (6, 1), (7, 1)]
        );
        assert_eq!(uses(text, "q"), [(5, 5), (6, 5), (6, 5)]);
        assert_eq!(uses(text, "n"), [(5, 5), (7, 7), (7, 7)]);
    }

    #[test]
    fn comments_texts_members_and_constants_are_no_variables() {
        let text =
            "const N = 1;\nfn f(N, g) {\n  // N\n  g.N(\"N\"); N(1);\n  let h = #{ N: 1 };\n}\n";
        assert_eq!(uses(text, "N"), [(2, 2)]);
        assert_eq!(uses("let x = 1;\nx", "x"), []);
        let deep = format!("fn f(a) {{ {}", "`${".repeat(100_000));
        for broken in [
            &deep,
            "fn f(a) { `é${a}é` \"\\é\" é",
            "fn",
            "fn f(",
            "fn f(a) { `${a",
            "for (",
            "|a",
            "fn f(a) { let",
            "\"\\",
        ] {
            locals(broken);
        }
    }
}
