//! Determines which two-player variant the record of another program is for, and which letters the
//! record uses for pieces.

use std::borrow::Cow;

use quadrille_core::Spec;

use super::{Record, WordMeaning};
use crate::formats::variant_names;
use crate::formats::variant_names::{PLAYERS, VariantName};

/// The letter of pawns, which records omit.
const PAWN: char = 'P';

impl Record {
    /// Returns the number of players. Returns `None` if the tags do not show the number.
    #[must_use]
    pub fn players(&self) -> Option<usize> {
        let has = |names: &[&str]| names.iter().all(|name| self.tag(name).is_some());
        match self.tag("StartFen4").map(|tag| tag.value.trim()) {
            Some(start) if start.eq_ignore_ascii_case("2PC") => Some(PLAYERS),
            _ if has(&["Red", "Blue", "Yellow", "Green"]) => Some(4),
            _ if has(&["White", "Black"]) => Some(PLAYERS),
            Some(start) if start.starts_with("4PC") => Some(4),
            _ => None,
        }
    }

    /// Returns the two-player variant that the tags name. In records from chess.com, the variant is
    /// part of the game's address in the tag `Site`. Other sites name the variant in the tag
    /// `Variant`.
    #[must_use]
    pub fn variant(&self) -> Option<&'static VariantName> {
        if self.players().is_some_and(|players| players != PLAYERS) {
            return None;
        }
        let site = self.tag("Site").and_then(|tag| {
            let (_, path) = tag.value.split_once("chess.com/variants/")?;
            variant_names::find(path.split('/').next()?)
        });
        site.or_else(|| variant_names::find(&self.tag("Variant")?.value))
    }

    /// Returns the piece letters that this record and the rules write differently. Each pair
    /// contains the letter in the record, then the letter in the rules.
    fn letters(&self, spec: &Spec) -> &'static [(char, char)] {
        let variant = self.variant().filter(|_| self.tag("Ruleset").is_none());
        let fits =
            |variant: &&VariantName| variant.ruleset == spec.id && spec.seats.len() == PLAYERS;
        variant.filter(fits).map_or(&[], |variant| variant.letters)
    }

    /// Returns the record with its piece letters replaced by the letters of these rules.
    pub(super) fn translated(&self, spec: &Spec) -> Cow<'_, Self> {
        let letters = self.letters(spec);
        if letters.is_empty() {
            return Cow::Borrowed(self);
        }
        let mut record = self.clone();
        for word in &mut record.words {
            match &mut word.meaning {
                WordMeaning::Move(moved) if !moved.is_bare => {
                    moved.piece = ours(letters, moved.piece.or(Some(PAWN)));
                    moved.promotion = ours(letters, moved.promotion);
                }
                WordMeaning::Move(moved) => moved.promotion = ours(letters, moved.promotion),
                WordMeaning::Drop(drop) => drop.piece = ours(letters, drop.piece.or(Some(PAWN))),
                _ => {}
            }
        }
        Cow::Owned(record)
    }

    /// Returns a position of this record with its piece letters replaced by the letters of these
    /// rules.
    pub(super) fn translated_fen(&self, spec: &Spec, fen: &str) -> String {
        let letters = self.letters(spec);
        if letters.is_empty() {
            return fen.to_owned();
        }
        let (board, rest) = fen.split_once(' ').unwrap_or((fen, ""));
        let ours = |c: char| match ours(letters, Some(c)) {
            Some(ours) if c.is_lowercase() => ours.to_ascii_lowercase(),
            found => found.unwrap_or(c),
        };
        format!("{} {rest}", board.chars().map(ours).collect::<String>())
    }
}

/// Converts a piece letter of the record to the letter that the rules use.
fn ours(letters: &[(char, char)], letter: Option<char>) -> Option<char> {
    let letter = letter?;
    let same = letters.iter().find(|(there, _)| there.eq_ignore_ascii_case(&letter));
    Some(same.map_or(letter, |(_, here)| *here))
}
