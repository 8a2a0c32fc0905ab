//! Finds brackets without a matching bracket in a TOML file. The parser notices such a bracket only
//! on a later line, and then reports every line after it.

/// The problem with a bracket that has no matching bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BracketError {
    /// An opening bracket is never closed.
    Open,
    /// A closing bracket has no opening bracket.
    Stray,
}

/// Returns the offset of the first bracket without a matching bracket, and the problem with it.
pub(super) fn unbalanced(text: &str) -> Option<(usize, BracketError)> {
    let mut open: Vec<(usize, u8)> = Vec::new();
    // The heading of a table ends on its line.
    let mut heading = false;
    // `true` if the line has only white space so far.
    let mut blank = true;
    let mut at = 0;
    let bytes = text.as_bytes();
    while let Some(&byte) = bytes.get(at) {
        let first = blank;
        blank = byte == b'\n' || blank && byte.is_ascii_whitespace();
        match byte {
            b'#' => {
                at += text[at..].find('\n').unwrap_or(text.len() - at);
                continue;
            }
            b'"' | b'\'' => {
                at = end_of_string(text, at);
                continue;
            }
            b'\n' if heading => match open.first() {
                Some((start, _)) => return Some((*start, BracketError::Open)),
                None => heading = false,
            },
            b'[' | b'{' => {
                heading |= open.is_empty() && byte == b'[' && first;
                open.push((at, byte));
            }
            b']' | b'}' => {
                let opener = if byte == b']' { b'[' } else { b'{' };
                match open.pop() {
                    None => return Some((at, BracketError::Stray)),
                    Some((start, other)) if other != opener => {
                        return Some((start, BracketError::Open));
                    }
                    Some(_) => {}
                }
            }
            _ => {}
        }
        at += 1;
    }
    // If several brackets are open at the end of the text, the outermost one is reported.
    open.first().map(|(start, _)| (*start, BracketError::Open))
}

/// Returns the end of the string that begins at `start`. If the string is not closed, this is the
/// end of its line.
fn end_of_string(text: &str, start: usize) -> usize {
    let quote = &text[start..=start];
    let long = quote.repeat(3);
    let (mark, escapes) =
        (if text[start..].starts_with(&long) { &*long } else { quote }, quote == "\"");
    let mut at = start + mark.len();
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with(mark) {
            return at + mark.len();
        }
        if mark.len() == 1 && rest.starts_with('\n') {
            return at;
        }
        let skipped = if escapes && rest.starts_with('\\') { 2 } else { 1 };
        at += rest.chars().take(skipped).map(char::len_utf8).sum::<usize>();
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bracket_without_a_counterpart_is_found_and_others_are_not() {
        for fine in
            ["", "a = [1, [2]]", "[[a]]\nb = { c = \"]\" } # [", "a = '''[\n{'''", "a = \"\\\"[\""]
        {
            assert_eq!(unbalanced(fine), None, "{fine}");
        }
        for (text, at, what) in [
            ("a = [1\n[b]\nc = 2", 4, BracketError::Open),
            ("a = { b = 1\nc = [2]", 4, BracketError::Open),
            ("a = [{ b = 1 ]", 5, BracketError::Open),
            ("[a\nb = [1]", 0, BracketError::Open),
            ("[a]]\nb = 1", 3, BracketError::Stray),
        ] {
            assert_eq!(unbalanced(text), Some((at, what)), "{text}");
        }
    }
}
