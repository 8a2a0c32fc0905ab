//! The codes of diagnostics, an enum generated from the entries in the files of `table/`.
//!
//! The number of a code never changes, because users look it up and write it into bug reports. The
//! name of a code is the name of the enum's variant, written with hyphens. To add a code, add an
//! entry `Name = number, "title", "explanation";` with an explanation in Markdown. A lint has its
//! level after the number, as in `Name = number (Warn), …`. `docs/reference/codes.md` is generated
//! from the entries by `UPDATE=1 cargo test -p quadrille-dsl reference_page`.

#[macro_use]
#[path = "table/files.rs"]
mod files;
#[macro_use]
#[path = "table/manifest.rs"]
mod manifest;
#[macro_use]
#[path = "table/scripts.rs"]
mod scripts;
#[macro_use]
#[path = "table/rules.rs"]
mod rules;
#[macro_use]
#[path = "table/trial_games_and_lessons.rs"]
mod trial_games_and_lessons;

use std::fmt;
use std::str::FromStr;

use super::LintLevel;

/// Generates the enum [`Code`] and its texts from the entries.
macro_rules! codes {
    ([] $($name:ident = $number:literal $(($level:ident))?, $title:literal, $text:literal;)*) => {
        /// The kind of mistake that a diagnostic reports. Displayed as `Q` and four digits.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        #[repr(u16)]
        pub enum Code {
            $(#[doc = concat!($title, ".")] $name = $number,)*
        }

        impl Code {
            /// Every code, in order.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Returns the name of the mistake, a fragment in lower case.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$name => $title,)*
                }
            }

            /// Returns an explanation of the mistake in Markdown, with an example or a correction.
            #[must_use]
            pub const fn explanation(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }

            /// Returns the default level if the code is a lint, and `None` otherwise. A lint warns
            /// about something that is valid but probably unintended. Any other code reports an
            /// error, or a check that was not made.
            #[must_use]
            pub const fn lint(self) -> Option<LintLevel> {
                #[allow(unused_mut, unused_assignments, reason = "most entries are not lints")]
                match self {
                    $(Self::$name => {
                        let mut level = None;
                        $(level = Some(LintLevel::$level);)?
                        level
                    })*
                }
            }

            /// Returns the name of the enum's variant.
            const fn variant(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name),)*
                }
            }
        }
    };
}

// The macro of each file adds the entries of this file to the entries so far, and passes all of
// them to the next macro.
files! { [manifest scripts rules trial_games_and_lessons codes] }

impl Code {
    /// Returns the name of the code, such as `unused-zone`.
    #[must_use]
    pub fn name(self) -> String {
        let mut name = String::new();
        for c in self.variant().chars() {
            if c.is_ascii_uppercase() && !name.is_empty() {
                name.push('-');
            }
            name.push(c.to_ascii_lowercase());
        }
        name
    }

    /// Returns an iterator over all lints.
    pub fn lints() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|code| code.lint().is_some())
    }

    /// Returns the number after the `Q`.
    #[must_use]
    pub const fn number(self) -> u16 {
        self as u16
    }

    /// Returns the code's section of the reference, with its title and explanation.
    #[must_use]
    pub fn page(self) -> String {
        let mut page = format!("{self}: {}\n{}", self.title(), self.explanation());
        if let Some(level) = self.lint() {
            page.push_str(&format!("\n\nLint `{}`, level `{}`.", self.name(), level.word()));
        }
        page
    }

    /// Returns the text that `quadrille explain` prints: the section from [`Self::page`] and, for a
    /// lint, the ways to change its level.
    #[must_use]
    pub fn advice(self) -> String {
        let mut page = self.page();
        if self.lint().is_some() {
            let name = self.name();
            page.push_str(&format!(
                " To change the level, use `quadrille check --deny {name}` (or `--warn`, `--allow`), or write in geometry.toml:\n\n\
                 ```toml\n[lints]\n{name} = \"allow\"\n```"
            ));
        }
        page
    }

    /// Returns the title of the group that the code belongs to.
    const fn group(self) -> &'static str {
        match self.number() {
            0..100 => "Files",
            100..200 => "geometry.toml",
            200..300 => "Movement notation",
            300..400 => "Rule scripts",
            400..500 => "The rules as a whole",
            500..600 => "Positions, moves and records",
            600..610 => "Games played by `check`",
            _ => "Lessons",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Q{:04}", self.number())
    }
}

/// The error for a string that is neither a code nor the name of a code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no such code")]
pub struct UnknownCode;

impl FromStr for Code {
    type Err = UnknownCode;

    /// Reads a code such as `Q0101`, or a name such as `unknown-key`. A code may be in upper or
    /// lower case, and its leading zeros may be missing.
    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        if let Some(named) = Self::ALL.iter().copied().find(|code| code.name() == text) {
            return Ok(named);
        }
        let digits = text.strip_prefix(['Q', 'q']).filter(|digits| {
            (1..=4).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit())
        });
        let number: u16 = digits.and_then(|digits| digits.parse().ok()).ok_or(UnknownCode)?;
        Self::ALL.iter().copied().find(|code| code.number() == number).ok_or(UnknownCode)
    }
}

/// Returns the reference page of all codes, `docs/reference/codes.md`.
#[must_use]
pub fn reference() -> String {
    let mut page = String::from(include_str!("codes.md"));
    let mut group = "";
    for code in Code::ALL {
        if code.group() != group {
            group = code.group();
            page.push_str(&format!("\n# {group}\n"));
        }
        page.push_str(&format!("\n## {}\n", code.page()));
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_in_order_and_explained() {
        assert!(Code::ALL.is_sorted_by(|a, b| a.number() < b.number()));
        for code in Code::ALL {
            assert_eq!(code.to_string().parse(), Ok(*code));
            assert_eq!(code.name().parse(), Ok(*code));
            assert!(code.explanation().len() > 40, "{code} says little");
            assert!(!code.explanation().contains("\n## "), "{code}");
        }
    }

    #[test]
    fn a_code_is_read_as_it_is_written_and_nothing_else_is() {
        assert_eq!("q0101".parse(), Ok(Code::UnknownKey));
        assert_eq!("unknown-key".parse(), Ok(Code::UnknownKey));
        for text in
            ["", "-", "unknown-", "UnknownKey", "Q", "Q00101", "Q+101", "0101", "Q9999", "Qé01"]
        {
            assert_eq!(text.parse::<Code>(), Err(UnknownCode), "{text}");
        }
        assert_eq!("q101".parse::<Code>(), "Q0101".parse());
    }

    #[test]
    fn every_code_is_given_by_some_module() {
        let mut given = String::new();
        let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
        // The command line reports the codes about played games.
        folders.push(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../cli/src"));
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).into_iter().flatten() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|end| end == "rs") {
                    given += &std::fs::read_to_string(path).unwrap();
                }
            }
        }
        for code in Code::ALL {
            assert!(given.contains(&format!("Code::{code:?}")), "nothing gives {code}");
        }
    }

    /// Rewrites the page if `UPDATE=1` is set.
    #[test]
    fn the_reference_page_is_made_from_the_table() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/codes.md");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(path, reference()).unwrap();
        }
        let written = std::fs::read_to_string(path).unwrap();
        assert!(written == reference(), "docs/reference/codes.md is out of date: set UPDATE=1");
    }
}
