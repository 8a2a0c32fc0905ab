//! Combines a section with the variant that the section inherits from.
//!
//! The keys for pieces are applied first. Older key names, short forms and ordinary keys come next.
//! A later key replaces an earlier value.

use quadrille_dsl::diagnostic::suggest;
use quadrille_dsl::text::prose::listed;

use crate::error::ImportError;
use crate::ini::{self, BUILT_IN_VARIANTS, IniEntry, Section};
use crate::piece_keys::{self, slot};

/// The maximum number of sections in a chain of parents.
const MAX_ANCESTORS: usize = 16;
/// The maximum number of names in a message.
const MAX_LISTED_NAMES: usize = 20;

/// Keys that apply to both players. With `White` or `Black` appended, they apply to one player.
const BOTH_PLAYERS_KEYS: &[&str] = &[
    "promotionPawnTypes",
    "promotionPieceTypes",
    "enPassantRegion",
    "enPassantTypes",
    "castlingKingPiece",
    "castlingRookPieces",
    "wallingRegion",
    "pass",
    "passOnStalemate",
    "nMoveRuleTypes",
    "flagPiece",
    "flagRegion",
];
/// A key that sets several other keys at once.
const COMPOUND_KEY: (&str, [&str; 3]) =
    ("pawnTypes", ["promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"]);
/// Older key names, each with the current names.
const OLD_KEYS: &[(&str, &[&str])] = &[
    ("whiteFlag", &["flagRegionWhite"]),
    ("blackFlag", &["flagRegionBlack"]),
    ("castlingRookPiece", &["castlingRookPiecesWhite", "castlingRookPiecesBlack"]),
    ("whiteDropRegion", &["dropRegionWhite"]),
    ("blackDropRegion", &["dropRegionBlack"]),
];
/// Keys whose values are pairs of a piece and a value. Each pair is stored as a separate entry. A
/// later pair replaces an earlier one for the same piece.
const PAIR_KEYS: &[&str] = &["promotedPieceType", "promotionLimit", "pieceValueMg", "pieceValueEg"];
/// The default values of a section without a parent. Each entry contains a key, the default value,
/// and the key of the piece to which the value refers.
const DEFAULT_VALUES: &[(&str, &str, &str)] = &[
    ("promotionPawnTypes", "p", "pawn"),
    ("enPassantTypes", "p", "pawn"),
    ("nMoveRuleTypes", "p", "pawn"),
    ("castlingKingPiece", "k", "king"),
    ("castlingRookPieces", "r", "rook"),
];
/// The suffixes of keys for one player.
const PLAYERS: [&str; 2] = ["White", "Black"];

/// Older region keys whose value is a rank.
const OLD_RANK_KEYS: [&str; 3] = ["promotionRank", "doubleStepRank", "doubleStepRankMin"];
/// The older name of the key for drops in which the piece falls to the lowest empty square.
const OLD_DROP_ON_TOP_KEY: &str = "dropOnTop";
/// The maximum number of pairs in the value of a key. If there are more, the rest of the text
/// belongs to the last pair.
const MAX_PAIRS: usize = 100;

/// Returns all older key names.
fn older() -> impl Iterator<Item = &'static str> {
    OLD_KEYS.iter().map(|(name, _)| *name).chain(OLD_RANK_KEYS).chain([OLD_DROP_ON_TOP_KEY])
}

/// Returns the names of keys whose values are stored under the names of other keys.
pub(crate) fn other_names() -> impl Iterator<Item = &'static str> {
    older().chain([COMPOUND_KEY.0]).chain(BOTH_PLAYERS_KEYS.iter().copied())
}

/// Returns the position of a key in the order in which keys are read. A later value replaces an
/// earlier one.
fn turn(entry: &IniEntry) -> u8 {
    match entry.key.as_str() {
        // Older region keys count ranks from the far edge, so `maxRank` must be known.
        "maxRank" => 0,
        key if older().any(|name| name == key) => 1,
        key if key == COMPOUND_KEY.0 => 2,
        key if BOTH_PLAYERS_KEYS.contains(&key) => 3,
        _ => 4,
    }
}

/// Returns the keys of a variant. Inherited keys are first.
///
/// # Errors
/// Returns an [`ImportError`] if a section is missing or inherits from itself, or if a chain of
/// parents is too long.
pub(crate) fn flattened(sections: &[Section], name: &str) -> Result<Vec<IniEntry>, ImportError> {
    let built_in = ini::read(BUILT_IN_VARIANTS).unwrap_or_default();
    let mut chain: Vec<(&Section, bool)> = Vec::new();
    let (mut wanted, mut line) = (name.to_owned(), 0);
    loop {
        // A section may change the built-in variant of the same name.
        let itself = chain.last().is_some_and(|(last, _)| last.name == wanted);
        let in_file = chain.last().is_none_or(|(_, in_file)| *in_file) && !itself;
        let own = sections.iter().find(|section| in_file && section.name == wanted);
        let found = own.map(|section| (section, true)).or_else(|| {
            built_in.iter().find(|section| section.name == wanted).map(|section| (section, false))
        });
        let Some(found) = found else {
            let names = sections.iter().chain(&built_in).map(|section| section.name.as_str());
            let known = || {
                let (own, built_in) = (names_of(sections), names_of(&built_in));
                format!("the file has {own}; the built-in variants are {built_in}")
            };
            let help = suggest(&wanted, names).map_or_else(known, |advice| advice.text);
            return Err(ImportError::Unknown { line, name: wanted, help });
        };
        if chain.iter().any(|(section, _)| std::ptr::eq(*section, found.0)) {
            return Err(ImportError::Loop { line: found.0.line, name: wanted });
        }
        if chain.len() >= MAX_ANCESTORS {
            return Err(ImportError::Line { line, why: "too many sections in a chain of parents" });
        }
        line = found.0.line;
        chain.push(found);
        match &found.0.parent {
            Some(parent) => parent.clone_into(&mut wanted),
            None => break,
        }
    }
    let mut variant = Variant::new();
    for (section, in_file) in chain.into_iter().rev() {
        variant.add(section, in_file);
    }
    Ok(variant.entries())
}

/// Lists the names of sections. A long list is cut.
fn names_of(sections: &[Section]) -> String {
    let names = sections.iter().take(MAX_LISTED_NAMES).map(|section| format!("`{}`", section.name));
    let mut names: Vec<String> = names.collect();
    let left = sections.len().saturating_sub(MAX_LISTED_NAMES);
    if left > 0 {
        names.push(format!("{left} more"));
    }
    if names.is_empty() { "none".to_owned() } else { listed(&names) }
}

/// The keys of a variant while sections are added to it.
struct Variant {
    entries: Vec<IniEntry>,
    /// Keys of pieces, each with its letter.
    letters: Vec<(String, char)>,
}

impl Variant {
    /// Returns a variant with default values only.
    fn new() -> Self {
        let mut entries = Vec::new();
        for (key, value, piece) in DEFAULT_VALUES {
            let meant: String = slot(piece).into_iter().collect();
            for player in PLAYERS {
                let (key, value) = (format!("{key}{player}"), (*value).to_owned());
                entries.push(IniEntry { key, value, meant: meant.clone(), ..IniEntry::default() });
            }
        }
        Self { entries, letters: Vec::new() }
    }

    /// Returns all keys.
    fn entries(self) -> Vec<IniEntry> {
        self.entries
    }

    /// Adds the keys of a section.
    fn add(&mut self, section: &Section, in_file: bool) {
        let mut own: Vec<IniEntry> = Vec::new();
        for entry in &section.entries {
            own.retain(|known| known.key != entry.key);
            own.push(IniEntry { line: if in_file { entry.line } else { 0 }, ..entry.clone() });
        }
        let (mut of_pieces, mut others): (Vec<IniEntry>, Vec<IniEntry>) =
            own.into_iter().partition(|entry| slot(&entry.key).is_some());
        of_pieces.sort_by_key(|entry| slot(&entry.key));
        for entry in of_pieces {
            self.piece(entry);
        }
        others.sort_by_key(turn);
        let both = others.iter().any(|entry| entry.key == "doubleStepRank");
        for entry in others {
            // If both keys are present, only `doubleStepRank` is read.
            if !(both && entry.key == "doubleStepRankMin") {
                self.key(&entry);
            }
        }
    }

    /// Adds a piece. If an earlier piece has the same letter, removes the earlier piece, and also
    /// removes the earlier piece from the lists of promotions.
    fn piece(&mut self, entry: IniEntry) {
        let letter = entry.value.chars().next().filter(char::is_ascii_alphabetic);
        let letter = letter.map(|letter| letter.to_ascii_lowercase());
        let gone = |(key, known): &(String, char)| match letter {
            Some(letter) => *known == letter,
            None => *key == entry.key,
        };
        let gone: Vec<String> =
            self.letters.iter().filter(|known| gone(known)).map(|(key, _)| key.clone()).collect();
        for key in gone {
            self.letters.retain(|(known, _)| *known != key);
            self.entries.retain(|known| known.key != key);
            let slot = slot(&key);
            for known in &mut self.entries {
                if known.key.starts_with("promotionPieceTypes") {
                    known.meant.retain(|c| Some(c) != slot);
                }
            }
        }
        self.letters.retain(|(known, _)| *known != entry.key);
        self.entries.retain(|known| known.key != entry.key);
        if entry.value == "-" {
            return;
        }
        if let Some(letter) = letter {
            self.letters.push((entry.key.clone(), letter));
        }
        if piece_keys::passes(&entry) {
            let slot = slot(&entry.key);
            let types =
                self.entries.iter_mut().filter(|known| known.key.starts_with("enPassantTypes"));
            types.for_each(|known| known.meant.extend(slot));
        }
        self.entries.push(entry);
    }

    fn key(&mut self, entry: &IniEntry) {
        let both = |key: &str| PLAYERS.map(|player| format!("{key}{player}"));
        let key = entry.key.as_str();
        if BOTH_PLAYERS_KEYS.contains(&key) {
            for key in both(key) {
                self.say(entry, key, entry.value.clone());
            }
        } else if key == COMPOUND_KEY.0 {
            for key in COMPOUND_KEY.1.iter().flat_map(|key| both(key)) {
                self.say(entry, key, entry.value.clone());
            }
        } else if let Some((_, keys)) = OLD_KEYS.iter().find(|(older, _)| *older == key) {
            for key in *keys {
                self.say(entry, (*key).to_owned(), entry.value.clone());
            }
        } else if PAIR_KEYS.contains(&key) {
            self.pairs(entry);
        } else if key == OLD_DROP_ON_TOP_KEY {
            let value = if entry.value == "true" { "top" } else { return };
            self.say(entry, "enclosingDrop".to_owned(), value.to_owned());
        } else if let Some((keys, ranks)) = self.ranks(entry) {
            for (key, value) in both(keys).into_iter().zip(ranks) {
                self.say(entry, key, value);
            }
        } else {
            let key = entry.key.clone();
            self.say(entry, key, entry.value.clone());
        }
    }

    /// Translates an older rank key into a region key with a value for each player.
    fn ranks(&self, entry: &IniEntry) -> Option<(&'static str, [String; 2])> {
        let (keys, from, to) = match (entry.key.as_str(), entry.value.parse::<usize>().ok()?) {
            ("promotionRank", rank) => ("promotionRegion", rank, usize::MAX),
            ("doubleStepRank", rank) => ("doubleStepRegion", 2, rank),
            ("doubleStepRankMin", rank) => ("doubleStepRegion", rank, 2),
            _ => return None,
        };
        let last = self.entries.iter().find(|known| known.key == "maxRank");
        let last = last.and_then(|entry| entry.value.parse().ok()).unwrap_or(8_usize).min(16);
        let list = |ranks: &mut dyn Iterator<Item = usize>| {
            let ranks: Vec<String> = ranks.map(|rank| format!("*{rank}")).collect();
            if ranks.is_empty() { "-".to_owned() } else { ranks.join(" ") }
        };
        let ranks = from.max(1)..=to.min(last);
        let black = ranks.clone().map(|rank| last + 1 - rank);
        Some((keys, [list(&mut ranks.clone()), list(&mut black.clone())]))
    }

    /// Adds pairs such as `p:g n:-`.
    fn pairs(&mut self, entry: &IniEntry) {
        let text = entry.value.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = text.replace(" :", ":").replace(": ", ":");
        for pair in text.splitn(MAX_PAIRS, ' ').filter(|pair| !pair.is_empty()) {
            let one = IniEntry { value: pair.to_owned(), ..entry.clone() };
            let meant = self.meant(pair);
            let from = meant.split(':').next().unwrap_or_default().to_owned();
            self.entries.retain(|known| {
                known.key != entry.key || known.meant.split(':').next() != Some(&from)
            });
            self.entries.push(IniEntry { meant, ..one });
        }
    }

    /// Sets a key to the value from an entry.
    fn say(&mut self, entry: &IniEntry, key: String, value: String) {
        let said = (key != entry.key).then(|| (entry.key.clone(), entry.value.clone()));
        self.entries.retain(|known| known.key != key);
        let meant = self.meant(&value);
        self.entries.push(IniEntry { key, value, meant, said, line: entry.line });
    }

    /// Replaces the letters in a value by the slots of their pieces.
    fn meant(&self, value: &str) -> String {
        let piece = |c: char| {
            let letter = c.to_ascii_lowercase();
            let known = self.letters.iter().find(|(_, known)| *known == letter);
            known.and_then(|(key, _)| slot(key)).unwrap_or(c)
        };
        value.chars().map(piece).collect()
    }
}
