//! Finds the comments of a TOML file. The parsed tree of the file does not contain comments.

use std::ops::Range;

use toml_parser::Source;
use toml_parser::lexer::TokenKind;

/// Returns the byte range of every comment in order, from its `#`.
pub(crate) fn find(text: &str) -> Vec<Range<usize>> {
    let tokens = Source::new(text).lex();
    let comments = tokens.filter(|token| token.kind() == TokenKind::Comment);
    comments.map(|token| token.span().start()..token.span().end()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_in_a_string_starts_no_comment() {
        let text = "# one\na = \"# no\" # two\nb = \"\"\"\n# no\n\"\"\"\n";
        let found: Vec<&str> = find(text).into_iter().map(|span| &text[span]).collect();
        assert_eq!(found, ["# one", "# two"]);
    }
}
