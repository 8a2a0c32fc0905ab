//! Finds comments in which an author explains what was reconstructed.

use std::ops::Range;

/// The mark at which a remark about a reconstruction begins. It may be anywhere in a comment.
const MARK: &str = "[RECONSTRUCTED]";

/// Returns the remarks in the comments of a file. A remark begins at the mark and ends at the end
/// of the comment. A comment may continue over several consecutive lines.
pub(super) fn remarks(text: &str, comments: &[Range<usize>]) -> Vec<String> {
    let mut remarks: Vec<String> = Vec::new();
    // The end of the previous comment, if the next comment may continue its remark.
    let mut open = None;
    for comment in comments {
        let line = text[..comment.start].rfind('\n').map_or(0, |end| end + 1);
        let alone = text[line..comment.start].trim().is_empty();
        let follows = open.is_some_and(|end| text[end..line].trim_end_matches('\r') == "\n");
        let said = text[comment.clone()].trim_start_matches(['#', '/', '!']).trim();
        open = None;
        if said.is_empty() {
            continue;
        }
        let mut parts = said.split(MARK);
        // Text before the first mark continues the last remark.
        let before = parts.next().unwrap_or_default().trim();
        let continued = alone && follows;
        if let (true, Some(last)) = (continued, remarks.last_mut()) {
            last.push(' ');
            last.push_str(before);
        }
        let known = remarks.len();
        remarks.extend(parts.map(|rest| rest.trim_start_matches(':').trim().to_owned()));
        // A comment after code does not continue on the next line.
        if alone && (continued || remarks.len() > known) {
            open = Some(comment.end);
        }
    }
    remarks.iter_mut().for_each(|remark| *remark = remark.trim().to_owned());
    remarks.retain(|remark| !remark.is_empty());
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::comments;

    #[test]
    fn a_remark_continues_to_the_end_of_its_comment() {
        let text = "# Other.\n# [RECONSTRUCTED] Seats\n# follow the game.\n[[seats]]\n# More.\n\
                    # [RECONSTRUCTED]: why.\n#\n# Not this.\nx = 1 # [RECONSTRUCTED] one\n# No.\n";
        let found = remarks(text, &comments::find(text));
        assert_eq!(found, ["Seats follow the game.", "why.", "one"]);
    }

    #[test]
    fn a_remark_may_begin_anywhere_in_a_comment() {
        let text = "# The rule is known. [RECONSTRUCTED] The array\n# is not. [RECONSTRUCTED] Nor the\n\
                    # board.\n\n# [RECONSTRUCTED]\n# The rest.\n";
        let found = remarks(text, &comments::find(text));
        assert_eq!(found, ["The array is not.", "Nor the board.", "The rest."]);
    }
}
