//! The header of a ruleset: title, history, colours.

use quadrille_core::Cell;

/// What a ruleset's header says about it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Meta {
    /// The id, as in `[variant]`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The inventor.
    pub inventor: Option<String>,
    /// The year.
    pub year: Option<i64>,
    /// Whether the year is approximate.
    pub about: bool,
    /// The place.
    pub place: Option<String>,
    /// The games that it came from.
    pub parents: Vec<String>,
    /// What sets it apart; with a preset, only if the preset states it.
    pub changes: Option<String>,
    /// What the game is, in a sentence or two; with a preset, only if the preset states it.
    pub summary: Option<String>,
    /// What the game is without the preset in force, if that preset has no summary of its own.
    pub base_summary: Option<String>,
    /// Sources: key and citation.
    pub sources: Vec<(String, String)>,
    /// For each seat the colour of its pieces, as CSS (`#d9b300`).
    pub colours: Vec<String>,
    /// Lines drawn on the board, which mean nothing to the rules: the squares at their ends, each line
    /// crossing both and all between them.
    pub lines: Vec<(Cell, Cell)>,
    /// Names of the presets, with a sentence each.
    pub presets: Vec<(String, String)>,
}

impl Meta {
    /// The year as people write it: `1881`, `c. 1888`, `300 BC`.
    #[must_use]
    pub fn dated(&self) -> Option<String> {
        let year = self.year?;
        let about = if self.about { "c. " } else { "" };
        let era = if year < 0 { " BC" } else { "" };
        Some(format!("{about}{}{era}", year.unsigned_abs()))
    }
}
