//! What the codes of findings mean: `quadrille explain Q0101`.
//!
//! The text is `docs/reference/codes.md`, a section a code; this module finds the section.

/// The reference page of all codes.
pub const REFERENCE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/codes.md"));

/// What a finding's code means, with an example and how to mend it: its section of the page, the
/// title in the first line. `None` if there is no such code.
#[must_use]
pub fn explain(code: &str) -> Option<&'static str> {
    sections().find(|(known, _)| known.eq_ignore_ascii_case(code)).map(|(_, text)| text)
}

/// Every code and its title, in order.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    sections().map(|(code, text)| {
        let line = text.lines().next().unwrap_or_default();
        (code, line.split_once(": ").map_or(line, |(_, title)| title))
    })
}

/// The page's sections that are about a code, without the marks of the heading.
fn sections() -> impl Iterator<Item = (&'static str, &'static str)> {
    let about = |section: &'static str| {
        let (code, _) = section.split_once(": ")?;
        let is_code = code.len() == 5 && code.starts_with('Q');
        // What follows the last code of a group is the next group's heading.
        let text = section.split("\n# ").next().unwrap_or(section);
        is_code.then_some((code, text.trim()))
    };
    REFERENCE.split("\n## ").filter_map(about)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The codes that the sources of this crate give to findings.
    fn given() -> Vec<String> {
        let mut codes = Vec::new();
        let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|end| end == "rs") {
                    let text = std::fs::read_to_string(path).unwrap();
                    let quoted = text.split('"').skip(1);
                    let code = |s: &&str| {
                        s.len() == 5
                            && s.starts_with('Q')
                            && s[1..].bytes().all(|b| b.is_ascii_digit())
                    };
                    codes.extend(quoted.filter(code).map(str::to_owned));
                }
            }
        }
        codes.sort();
        codes.dedup();
        codes
    }

    #[test]
    fn every_code_is_explained_once_and_in_order() {
        let explained: Vec<_> = all().map(|(code, _)| code).collect();
        assert!(explained.is_sorted_by(|a, b| a < b), "{explained:?}");
        for code in given() {
            assert!(explained.contains(&code.as_str()), "{code} has no section");
        }
    }

    #[test]
    fn an_explanation_begins_with_the_code_and_ends_before_the_next() {
        for (code, title) in all() {
            let text = explain(code).unwrap();
            assert!(text.starts_with(&format!("{code}: {title}\n")), "{text}");
            assert!(text.len() > title.len() + 40, "{code} says little");
            assert!(!text.contains("\n## "), "{text}");
        }
        assert!(explain("q0101").is_some());
        assert_eq!(explain("Q12"), None);
        assert_eq!(explain(""), None);
    }
}
