//! Finds the context of a position in a rule script, such as a word of the interface, a string or a
//! tunable.

use std::ops::Range;

use quadrille_dsl::script::api::{self, Form, Function, Type};

use crate::text::name_at;

/// The context at an offset of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScriptContext {
    /// A comment other than a `/// when:` or `/// clause:` line.
    Comment,
    /// A `/// when:` line. It may contain kinds and zones.
    When,
    /// A `/// clause:` line. It may contain ids of clauses.
    Clause,
    /// A string.
    Text {
        /// The range of bytes between the quotes.
        span: Range<usize>,
        /// The types of names that the string may contain. Empty if the string is not an argument
        /// of a function of the interface.
        takes: Vec<Type>,
    },
    /// The position after a dot. The word is the one before the dot, if there is one.
    Member(Option<String>),
    /// Any other position in the code of the script.
    Code,
}

/// Returns the context at an offset.
pub fn place(text: &str, offset: usize) -> ScriptContext {
    let offset = offset.min(text.len());
    let scanned = scan(text);
    if let Some(comment) =
        scanned.comments.iter().find(|span| span.start < offset && offset <= span.end)
    {
        let comment = &text[comment.clone()];
        let said = comment.trim_start_matches('/').trim_start();
        return match said.split_once(':') {
            Some(("when", _)) => ScriptContext::When,
            Some(("clause", _)) => ScriptContext::Clause,
            _ => ScriptContext::Comment,
        };
    }
    let literal =
        scanned.literals.into_iter().find(|(span, _)| span.start <= offset && offset <= span.end);
    if let Some((span, takes)) = literal {
        return ScriptContext::Text { span, takes };
    }
    let word = name_at(text, offset, is_word);
    match text[..word.start].strip_suffix('.') {
        Some(before) => {
            let name = name_at(before, before.len(), is_word);
            ScriptContext::Member(Some(before[name].to_owned()).filter(|name| !name.is_empty()))
        }
        None => ScriptContext::Code,
    }
}

/// The strings and comments of a script.
pub struct ScannedScript {
    /// The strings of the script. Each entry has the range of bytes between the quotes, and the
    /// types of names that the string may contain. These are the types that a function accepts for
    /// this argument, if the string is an argument.
    pub literals: Vec<(Range<usize>, Vec<Type>)>,
    /// The range of bytes of each comment.
    pub comments: Vec<Range<usize>>,
}

/// Finds the strings and comments of a script, which may have syntax errors.
pub fn scan(text: &str) -> ScannedScript {
    let mut scanned = ScannedScript { literals: Vec::new(), comments: Vec::new() };
    let (mut at, bytes) = (0, text.as_bytes());
    // The open brackets: the position of a parenthesis, and the number of commas after it.
    let mut calls: Vec<(Option<usize>, usize)> = Vec::new();
    while at < bytes.len() {
        match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
                scanned.comments.push(at..end);
                at = end;
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                let end = text[at..].find("*/").map_or(text.len(), |end| at + end + 2);
                scanned.comments.push(at..end);
                at = end;
                continue;
            }
            quote @ (b'"' | b'`') => {
                let end = closing(bytes, at, quote);
                let takes = match calls.last() {
                    Some((Some(open), commas)) => taken(text, *open, *commas),
                    _ => Vec::new(),
                };
                scanned.literals.push((at + 1..end, takes));
                at = end;
            }
            b'(' => calls.push((Some(at), 0)),
            b'[' | b'{' => calls.push((None, 0)),
            b')' | b']' | b'}' => {
                calls.pop();
            }
            b',' => {
                if let Some(call) = calls.last_mut() {
                    call.1 += 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    scanned
}

/// Returns `true` if a character is part of a word of a script.
pub fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Returns the offset of the quote that closes a string, or the end of the line if no quote closes
/// it.
fn closing(bytes: &[u8], open: usize, quote: u8) -> usize {
    let mut at = open + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'\n' if quote == b'"' => return at,
            byte if byte == quote => return at,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// Returns the types that a function accepts for a parameter. If several functions have the same
/// name, returns the types of all of them.
fn taken(text: &str, open: usize, commas: usize) -> Vec<Type> {
    let name = &text[name_at(text, open, is_word).start..open];
    let mut types: Vec<Type> = Vec::new();
    for function in api::named(name) {
        if let Some((_, kind)) = function.params.get(commas)
            && !types.contains(kind)
        {
            types.push(*kind);
        }
    }
    types
}

/// Returns the members that may follow a dot. `before` is the word before the dot. After `game` and
/// `rules`, these are the members of `game` or of `rules`. After any other word, these are the
/// members of all other types.
pub fn members(before: Option<&str>) -> impl Iterator<Item = &'static Function> {
    let wanted = match before {
        Some("game") => Some(Type::Game),
        Some("rules") => Some(Type::Rules),
        _ => None,
    };
    api::functions().filter(move |function| match function.form {
        Form::Free => false,
        Form::Method(on) | Form::Property(on) => match wanted {
            Some(wanted) => on == wanted,
            None => on != Type::Game && on != Type::Rules,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the context at the bar `|` in a text.
    fn at(text: &str) -> ScriptContext {
        let offset = text.find('|').unwrap();
        place(&text.replacen('|', "", 1), offset)
    }

    fn takes(text: &str) -> Vec<Type> {
        match at(text) {
            ScriptContext::Text { takes, .. } => takes,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn a_text_is_what_the_function_around_it_takes() {
        assert_eq!(takes("fn f(g) { square.within(\"ce|\") }"), [Type::Zone]);
        assert_eq!(takes("game.count(seat, \"|\")"), [Type::Kind]);
        assert_eq!(takes("replace(g.x(1, 2), \"q|"), [Type::Kind]);
        assert_eq!(takes("let a = \"|\";"), []);
        // Brackets and commas inside an earlier string do not count.
        assert_eq!(takes("set_state(seat(\"r,(ed\"), \"|\")"), [Type::State]);
    }

    #[test]
    fn members_words_and_comments_are_told_apart() {
        assert_eq!(at("game.pi|"), ScriptContext::Member(Some("game".to_owned())));
        assert_eq!(at("seats()[0].|"), ScriptContext::Member(None));
        assert_eq!(at("let a = se|"), ScriptContext::Code);
        assert_eq!(at("// game.|"), ScriptContext::Comment);
        assert_eq!(at("/// when: pa|"), ScriptContext::When);
        assert_eq!(at("/// clause: M|"), ScriptContext::Clause);
        assert_eq!(
            at("let s = \"a\"; // x\ngame.|"),
            ScriptContext::Member(Some("game".to_owned()))
        );
    }
}
