//! Reads the pieces of a variant: those with predefined names, and those with notation.

use quadrille_dsl::formats::notation;

use super::keys::KeyReader;
use crate::betza;
use crate::game::VariantPiece;
use crate::ini::IniEntry;
use crate::piece_keys::{JANGGI_CANNON, PIECE_KEYS, kind_name, slot};

/// The double step that pawns have in addition to their notation.
const DOUBLE_STEP: &str = "fmnD";

impl KeyReader {
    /// Reads all pieces.
    pub(crate) fn kinds(&mut self) -> Vec<VariantPiece> {
        let mut kinds: Vec<VariantPiece> = Vec::new();
        let (of_pieces, rest): (Vec<IniEntry>, Vec<IniEntry>) = std::mem::take(&mut self.entries)
            .into_iter()
            .partition(|entry| slot(&entry.key).is_some());
        self.entries = rest;
        self.known.extend(PIECE_KEYS.iter().map(|(key, _)| (*key).to_owned()));
        let passing = self.passing();
        for entry in of_pieces {
            kinds.extend(self.kind(entry, &passing));
        }
        // Piece values are in units of 1/200 pawn, for the middlegame and for the endgame.
        for key in ["pieceValueMg", "pieceValueEg"] {
            for (kind, value) in self.numbers(key, &kinds) {
                kinds[kind].value = (value.saturating_add(100) / 200).min(1000);
            }
        }
        kinds
    }

    /// Returns the pieces that capture en passant.
    fn passing(&mut self) -> String {
        let [white, black] = self.of_both("enPassantTypes", ["", ""]);
        let regions = ["White", "Black"].map(|player| format!("enPassantRegion{player}"));
        let nowhere = |key: &String| {
            let mut entries = self.entries.iter().filter(|entry| entry.key == *key);
            entries.any(|entry| matches!(entry.value.as_str(), "" | "-"))
        };
        if regions.iter().all(nowhere) {
            self.entries.retain(|entry| !regions.contains(&entry.key));
            return String::new();
        }
        // The pawn always captures en passant.
        let pawn = slot("pawn");
        let (both, one): (String, String) = white
            .meant
            .chars()
            .chain(pawn)
            .partition(|c| Some(*c) == pawn || black.meant.contains(*c));
        if !one.is_empty() || black.meant.chars().any(|c| !both.contains(c)) {
            let entry = if white.line >= black.line { white } else { black };
            self.miss(entry, "here, pieces that capture en passant do so for both players");
        }
        both
    }

    /// Reads one piece.
    fn kind(&mut self, entry: IniEntry, passing: &str) -> Option<VariantPiece> {
        let (letter, own) = match entry.value.split_once(':') {
            Some((letter, own)) => (letter.trim(), Some(own.trim())),
            None => (entry.value.as_str(), None),
        };
        let mut letters = letter.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            self.miss(entry, "a piece needs exactly one letter");
            return None;
        };
        if !letter.is_ascii_alphabetic() {
            self.miss(entry, "a piece needs a letter from A to Z");
            return None;
        }
        let letter = letter.to_ascii_lowercase();
        let slot = slot(&entry.key)?;
        let named = PIECE_KEYS.iter().find(|(key, _)| *key == entry.key);
        let Some(text) = own.or(named.map(|(_, moves)| *moves)) else {
            self.miss(entry, "write a letter, `:` and the piece's movement");
            return None;
        };
        let mut moves = betza::read(text, passing.contains(slot));
        let unread = std::mem::take(&mut moves.unread);
        if !unread.is_empty() {
            let why = format!("`{unread}` means nothing in these files and is left out");
            self.miss(entry.clone(), why);
        }
        for term in &moves.idle {
            let why = format!("`{term}` moves no piece in these files and is left out");
            self.miss(entry.clone(), why);
        }
        if entry.key == JANGGI_CANNON {
            // The script declares this movement.
            moves.always.clear();
        }
        let all: String = moves.first.iter().chain([&moves.always]).map(String::as_str).collect();
        // A piece without a movement can't move.
        let parsed = if all.is_empty() { Ok(Vec::new()) } else { notation::parse(&all) };
        if let Err(errors) = parsed {
            let why = errors.as_slice().first().map(ToString::to_string).unwrap_or_default();
            self.miss(entry, format!("`{all}` is not valid movement notation: {why}"));
            return None;
        }
        let mut first = moves.first;
        if entry.key == "pawn" {
            first = vec![DOUBLE_STEP.to_owned()];
        }
        let value = match entry.key.as_str() {
            "pawn" => 1,
            "rook" => 5,
            "queen" => 9,
            _ => 3,
        };
        let (name, royal) = (kind_name(&entry.key, letter), entry.key == "king");
        let (key, quiet, moves) = (entry.key, moves.quiet, moves.always);
        Some(VariantPiece { key, slot, letter, name, moves, first, quiet, royal, value })
    }
}
