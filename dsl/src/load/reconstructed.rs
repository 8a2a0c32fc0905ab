//! Comments in which authors say what they had to reconstruct.

use std::ops::Range;

/// What such a comment begins with.
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
        if !alone || said.is_empty() {
            continue;
        }
        if let Some(rest) = said.strip_prefix(MARK) {
            remarks.push(rest.trim_start_matches(':').trim().to_owned());
        } else if let (true, Some(last)) = (follows, remarks.last_mut()) {
            last.push(' ');
            last.push_str(said);
        } else {
            continue;
        }
        open = Some(comment.end);
    }
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
                    # [RECONSTRUCTED]: why.\n#\n# Not this.\nx = 1 # [RECONSTRUCTED] no\n";
        assert_eq!(remarks(text, &comments::find(text)), ["Seats follow the game.", "why."]);
    }
}
