//! Collects the parts of a Ludii game that have no counterpart in Quadrille.

use super::scene::Unknown;
use super::syntax::Ludeme;
use crate::error::Untranslated;

/// The greatest number of parts that are listed.
const MAX_NOTES: usize = 200;

/// The parts of a Ludii game that have no counterpart in Quadrille, without repetitions.
#[derive(Default, Debug)]
pub(super) struct Notes(Vec<Untranslated>);

impl Notes {
    pub(super) fn add(&mut self, ludeme: &Ludeme, why: &str) {
        self.plain(ludeme.line, &ludeme.shown(), why);
    }

    /// Adds a part whose condition depends on the game so far.
    pub(super) fn unknown(&mut self, unknown: &Unknown, part: &Ludeme, how: &str) {
        let line = if unknown.line == 0 { part.line } else { unknown.line };
        self.plain(line, &unknown.what, &format!("it has no counterpart, and {how}"));
    }

    pub(super) fn plain(&mut self, line: usize, what: &str, why: &str) {
        let (key, why) = (what.to_owned(), why.to_owned());
        let note = Untranslated { key, value: String::new(), line, why };
        if self.0.len() < MAX_NOTES && !self.0.contains(&note) {
            self.0.push(note);
        }
    }

    /// Returns the reason for leaving out a part.
    pub(super) fn reason(&self, ludeme: &Ludeme) -> Unknown {
        Unknown { line: ludeme.line, what: ludeme.shown() }
    }

    /// Returns all parts, in the order of their lines.
    pub(super) fn all(mut self) -> Vec<Untranslated> {
        self.0.sort_by_key(|note| note.line);
        self.0
    }
}
