//! Comments in which authors say what they had to reconstruct.

/// What such a comment begins with.
const MARK: &str = "[RECONSTRUCTED]";

/// The remarks of a file, each the text of its comment from the mark to the comment's end.
pub(super) fn remarks(text: &str) -> Vec<String> {
    let mut remarks: Vec<String> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        let line = line.trim_start();
        let comment = line.starts_with('#') || line.starts_with("//");
        let said = line.trim_start_matches(['#', '/', '!']).trim();
        if !comment || said.is_empty() {
            open = false;
        } else if let Some(rest) = said.strip_prefix(MARK) {
            remarks.push(rest.trim_start_matches(':').trim().to_owned());
            open = true;
        } else if let (true, Some(last)) = (open, remarks.last_mut()) {
            last.push(' ');
            last.push_str(said);
        }
    }
    remarks.retain(|remark| !remark.is_empty());
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_goes_on_to_the_end_of_its_comment() {
        let text = "# Other.\n# [RECONSTRUCTED] Seats\n# follow the game.\n[[seats]]\n# More.\n\
                    // [RECONSTRUCTED]: why.\n//\n// Not this.\nx = 1 # [RECONSTRUCTED] no\n";
        assert_eq!(remarks(text), ["Seats follow the game.", "why."]);
    }
}
