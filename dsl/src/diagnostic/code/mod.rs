//! The codes of diagnostics: one enum, made from one [table](table).
//!
//! A code keeps its number: users look it up and write it into bug reports. A new code is
//! one entry of the table.

mod table;

use std::fmt;
use std::str::FromStr;

pub use table::Code;

/// Makes the enum [`Code`] and its texts from entries
/// `Name = number, "title", "explanation";`.
macro_rules! codes {
    ($($name:ident = $number:literal, $title:literal, $text:literal;)*) => {
        /// What kind of mistake a diagnostic is about. Displayed as `Q` and four digits.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        #[repr(u16)]
        pub enum Code {
            $(#[doc = concat!($title, ".")] $name = $number,)*
        }

        impl Code {
            /// Every code, in order.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// What the mistake is called: a lower-case fragment.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$name => $title,)*
                }
            }

            /// What the mistake is, with an example or how to fix it, in Markdown.
            #[must_use]
            pub const fn explanation(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }
        }
    };
}
use codes;

impl Code {
    /// The number behind the `Q`.
    #[must_use]
    pub const fn number(self) -> u16 {
        self as u16
    }

    /// The code with its title and explanation, as `quadrille explain` prints it.
    #[must_use]
    pub fn page(self) -> String {
        format!("{self}: {}\n{}", self.title(), self.explanation())
    }

    /// What the codes of this code's group are about.
    const fn group(self) -> &'static str {
        match self.number() {
            0..100 => "Files",
            100..200 => "geometry.toml",
            200..300 => "Movement notation",
            300..400 => "Rule scripts",
            400..500 => "The rules as a whole",
            500..600 => "Positions, actions and records",
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

/// A text that is not the name of a code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no such code")]
pub struct UnknownCode;

impl FromStr for Code {
    type Err = UnknownCode;

    /// Reads `Q0101`, in capitals or not.
    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        let digits = text.strip_prefix(['Q', 'q']).filter(|digits| digits.len() == 4);
        let number: u16 = digits.and_then(|digits| digits.parse().ok()).ok_or(UnknownCode)?;
        Self::ALL.iter().copied().find(|code| code.number() == number).ok_or(UnknownCode)
    }
}

/// The reference page of all codes: `docs/reference/codes.md`.
#[must_use]
pub fn reference() -> String {
    let mut page = String::from(
        "# Codes\n\nEvery diagnostic has a code; `quadrille explain Q0101` prints its section of \
         this page. A ruleset with\nwarnings can be used.\n",
    );
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
            assert!(code.explanation().len() > 40, "{code} says little");
            assert!(!code.explanation().contains("\n## "), "{code}");
        }
    }

    #[test]
    fn a_code_is_read_as_it_is_written_and_nothing_else_is() {
        assert_eq!("q0101".parse(), Ok(Code::UnknownKey));
        for text in ["", "Q", "Q12", "Q101", "Q00101", "Q+101", "0101", "Q9999", "Qé01"] {
            assert_eq!(text.parse::<Code>(), Err(UnknownCode), "{text}");
        }
    }

    #[test]
    fn every_code_is_given_by_some_module() {
        let mut given = String::new();
        let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
        // The command line gives the codes of played games.
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

    /// Run with `UPDATE=1` to write the page again.
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
