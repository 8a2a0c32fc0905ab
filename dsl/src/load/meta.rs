//! The header of a ruleset, such as its title, its history and its colours.

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
    /// The games from which this game was derived.
    pub parents: Vec<String>,
    /// The differences from other games. With a preset in force, this is only the text of the
    /// preset.
    pub changes: Option<String>,
    /// A summary of the game in one or two sentences. With a preset in force, this is only the
    /// summary of the preset.
    pub summary: Option<String>,
    /// The summary that the ruleset has if no preset is in force. This field is set only if a
    /// preset is in force and has no summary.
    pub base_summary: Option<String>,
    /// The sources. Each has a key and a citation.
    pub sources: Vec<(String, String)>,
    /// The colour of each seat's pieces in CSS, such as `#d9b300`.
    pub colours: Vec<String>,
    /// The kinds of piece that choose a symbol, with their [symbols](crate::manifest::piece_figures).
    pub symbols: Vec<(String, String)>,
    /// The lines drawn on the board. They have no effect on the rules. A line is given by the
    /// squares at its two ends. It crosses these two squares and all squares between them.
    pub lines: Vec<(Cell, Cell)>,
    /// The presets. Each has a name and a sentence that describes it.
    pub presets: Vec<(String, String)>,
}

impl Meta {
    /// Returns the year in the usual form, such as `1881`, `c. 1888` or `300 BC`.
    #[must_use]
    pub fn dated(&self) -> Option<String> {
        let year = self.year?;
        let about = if self.about { "c. " } else { "" };
        let era = if year < 0 { " BC" } else { "" };
        Some(format!("{about}{}{era}", year.unsigned_abs()))
    }
}
