//! The pieces of a variant: those that have names of their own, and notation in our terms.

use super::Missing;
use super::ini::Entry;
use super::reader::{Kind, Reader};
use crate::formats::notation;

/// A piece's key and how it moves.
const NAMED: &[(&str, &str)] = &[
    ("pawn", "fmWfceF"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("aiwok", "RNF"),
    ("bers", "RF"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogiPawn", "fW"),
    ("lance", "fR"),
    ("shogiKnight", "fN"),
    ("gold", "WfF"),
    ("dragonHorse", "BW"),
    ("clobber", "cW"),
    ("breakthrough", "fmWfF"),
    ("cannon", "mRcpR"),
    ("soldier", "fsW"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("banner", "RcpRnN"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
    ("immobile", ""),
    ("janggiCannon", ""),
    ("janggiElephant", "nZ"),
    ("king", "K"),
];

/// A kind's name in the ruleset: that of its key in lower-case letters, or of its letter.
fn kind_name(key: &str, letter: char) -> String {
    if key.starts_with("customPiece") { format!("piece-{letter}") } else { key.to_lowercase() }
}

/// A notation without the letters that mean nothing in such files, and those letters.
fn read_letters(notation: &str) -> (String, String) {
    notation.chars().partition(|c| !c.is_ascii_lowercase() || "mcepgnifbvhrls".contains(*c))
}

/// A notation, and the terms of it that are for the first move of a piece only.
fn split(notation: &str) -> (String, Vec<String>) {
    let (mut always, mut first) = (String::new(), Vec::new());
    let mut term = String::new();
    let mut letters = notation.chars().peekable();
    while let Some(letter) = letters.next() {
        term.push(letter);
        let more = |next: &char| next.is_ascii_digit() || *next == letter;
        if letter.is_ascii_uppercase() {
            while let Some(next) = letters.next_if(more) {
                term.push(next);
            }
            let modifiers = term.trim_end_matches(|c: char| !c.is_ascii_lowercase());
            if modifiers.contains('i') {
                first.push(term.replace('i', ""));
            } else {
                always.push_str(&term);
            }
            term.clear();
        }
    }
    always.push_str(&term);
    (always, first)
}

impl Reader {
    /// The pieces. One that is given a letter takes it from another.
    pub(super) fn kinds(&mut self) -> Vec<Kind> {
        let mut kinds: Vec<(String, Kind)> = Vec::new();
        let (of_pieces, rest): (Vec<Entry>, Vec<Entry>) =
            std::mem::take(&mut self.entries).into_iter().partition(|entry| {
                entry.key.starts_with("customPiece")
                    || NAMED.iter().any(|(key, _)| *key == entry.key)
            });
        self.entries = rest;
        self.known.extend(NAMED.iter().map(|(key, _)| (*key).to_owned()));
        for entry in of_pieces {
            kinds.retain(|(key, _)| *key != entry.key);
            if entry.value == "-" {
                continue;
            }
            let (letter, own) = match entry.value.split_once(':') {
                Some((letter, own)) => (letter.trim(), Some(own.trim())),
                None => (entry.value.as_str(), None),
            };
            let own = own.map(read_letters);
            if own.as_ref().is_some_and(|(_, unread)| !unread.is_empty()) {
                let unread: String = own.iter().flat_map(|(_, unread)| unread.chars()).collect();
                let (key, value, line) = (entry.key.clone(), entry.value.clone(), entry.line);
                let why = format!("in such files `{unread}` means nothing, and is left out");
                self.missing.push(Missing { key, value, line, why });
            }
            let own = own.as_ref().map(|(own, _)| own.as_str());
            let mut letters = letter.chars();
            let (Some(letter), None) = (letters.next(), letters.next()) else {
                self.miss(entry, "a piece has one letter");
                continue;
            };
            if !letter.is_ascii_alphabetic() {
                self.miss(entry, "a piece has a letter");
                continue;
            }
            let letter = letter.to_ascii_lowercase();
            let named = NAMED.iter().find(|(key, _)| *key == entry.key);
            let (moves, first) = match (own, named) {
                (Some(own), _) => split(own),
                (None, Some((_, moves))) => ((*moves).to_owned(), Vec::new()),
                (None, None) => {
                    self.miss(entry, "it is a letter, `:` and how the piece moves");
                    continue;
                }
            };
            let all: String = first.iter().map(String::as_str).chain([moves.as_str()]).collect();
            // A piece without a movement stays where it is.
            let parsed = if all.is_empty() { Ok(Vec::new()) } else { notation::parse(&all) };
            if let Err(errors) = parsed {
                let why = errors.first().map(ToString::to_string).unwrap_or_default();
                self.miss(entry, format!("`{all}` is not movement notation here: {why}"));
                continue;
            }
            kinds.retain(|(_, kind)| kind.letter != letter);
            let name = kind_name(&entry.key, letter);
            let royal = entry.key == "king";
            let value = match entry.key.as_str() {
                "pawn" => 1,
                "rook" => 5,
                "queen" => 9,
                _ => 3,
            };
            let key = entry.key;
            kinds.push((key.clone(), Kind { key, letter, name, moves, first, royal, value }));
        }
        let mut kinds: Vec<Kind> = kinds.into_iter().map(|(_, kind)| kind).collect();
        // The worth of pieces is in pawns of 200, for the middlegame and for the endgame.
        for key in ["pieceValueMg", "pieceValueEg"] {
            for (kind, value) in self.numbers(key, &kinds) {
                kinds[kind].value = (value.saturating_add(100) / 200).min(1000);
            }
        }
        kinds
    }
}
