//! Comments in which authors say what they had to reconstruct.

use std::ops::Range;

/// What such a remark begins with, wherever it stands in a comment.
const MARK: &str = "[RECONSTRUCTED]";

/// The remarks among the comments of a file, each from the mark to the end of its comment: the last
/// of the lines that follow each other and begin with a comment.
pub(super) fn remarks(text: &str, comments: &[Range<usize>]) -> Vec<String> {
    let mut remarks: Vec<String> = Vec::new();
    // The end of the comment that continues the last remark.
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
        // What stands before the first mark belongs to the remark that the comment continues.
        let before = parts.next().unwrap_or_default().trim();
        let continued = alone && follows;
        if let (true, Some(last)) = (continued, remarks.last_mut()) {
            last.push(' ');
            last.push_str(before);
        }
        let known = remarks.len();
        remarks.extend(parts.map(|rest| rest.trim_start_matches(':').trim().to_owned()));
        // A comment behind something else on its line says no more than that line.
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
