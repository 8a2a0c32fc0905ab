//! The header of a ruleset: title, history, colours.

use quadrille_core::Cell;

/// The data in a ruleset's header.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Meta {
    /// The id in `[variant]`.
    pub id: String,
    /// The title.
    pub title: String,
    /// The inventor.
    pub inventor: Option<String>,
    /// The year of invention. Negative years are BC.
    pub year: Option<i64>,
    /// `true` if the year is approximate.
    pub about: bool,
    /// The place.
    pub place: Option<String>,
    /// The games that it was derived from.
    pub parents: Vec<String>,
    /// The differences from other games. If a preset is in force, only the preset's text.
    pub changes: Option<String>,
    /// A summary of the game in one or two sentences. If a preset is in force, only the preset's
    /// summary.
    pub summary: Option<String>,
    /// The summary of the ruleset without the preset, if the preset in force has no summary.
    pub base_summary: Option<String>,
    /// The sources, each with its key and citation.
    pub sources: Vec<(String, String)>,
    /// The colour of each seat's pieces, as CSS (`#d9b300`).
    pub colours: Vec<String>,
    /// Lines drawn on the board, without an effect on the rules. A line is given by the squares at
    /// its ends. It crosses these squares and all squares between them.
    pub lines: Vec<(Cell, Cell)>,
    /// The names of the presets, with a sentence for each.
    pub presets: Vec<(String, String)>,
}

impl Meta {
    /// Returns the year as people write it: `1881`, `c. 1888`, `300 BC`.
    #[must_use]
    pub fn dated(&self) -> Option<String> {
        let year = self.year?;
        let about = if self.about { "c. " } else { "" };
        let era = if year < 0 { " BC" } else { "" };
        Some(format!("{about}{}{era}", year.unsigned_abs()))
    }
}
