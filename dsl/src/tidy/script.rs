//! Formats scripts. Only tabs and the white space at the ends of lines and of the file change.

use std::ops::Range;

/// Returns the script with four spaces for each tab, and without white space at the ends of lines.
/// The result ends with a single line end. The contents of strings, whose ranges are in `strings`,
/// do not change.
pub(super) fn tidied(text: &str, strings: &[Range<usize>]) -> String {
    let mut tidied = String::with_capacity(text.len());
    // The output must not be cut before this length.
    let mut fixed = 0;
    let mut strings = strings.iter().peekable();
    for (at, c) in text.char_indices() {
        while strings.next_if(|string| string.end <= at).is_some() {}
        if strings.peek().is_some_and(|string| string.contains(&at)) {
            tidied.push(c);
            fixed = tidied.len();
            continue;
        }
        match c {
            '\t' => tidied.push_str("    "),
            '\n' => {
                trim(&mut tidied, fixed, &[' ', '\r']);
                tidied.push('\n');
            }
            _ => tidied.push(c),
        }
    }
    trim(&mut tidied, fixed, &[' ', '\r', '\n']);
    if !tidied.is_empty() {
        tidied.push('\n');
    }
    tidied
}

/// Removes the characters in `what` from the end of a text. The first `least` bytes do not change.
fn trim(text: &mut String, least: usize, what: &[char]) {
    let kept = text.get(least..).map_or(0, |end| end.trim_end_matches(what).len());
    text.truncate(least + kept);
}
