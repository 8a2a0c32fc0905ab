//! The keys of pieces: how those with names move, and the character that stands for each.

use crate::ini::IniEntry;

/// The keys of pieces with their movements.
pub(crate) const PIECE_KEYS: &[(&str, &str)] = &[
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
    (JANGGI_CANNON, "pR"),
    ("janggiElephant", "nZ"),
    ("king", "K"),
];

/// A kind's name in the ruleset: that of its key in lower-case letters, or of its letter.
pub(crate) fn kind_name(key: &str, letter: char) -> String {
    if key.starts_with(CUSTOM_PIECE_PREFIX) {
        format!("piece-{letter}")
    } else {
        key.to_lowercase()
    }
}

/// The key of the piece that captures and moves only over one piece, which is none of its kind.
pub(crate) const JANGGI_CANNON: &str = "janggiCannon";
/// The prefix of keys of a file's own pieces, before a number.
const CUSTOM_PIECE_PREFIX: &str = "customPiece";
/// The most pieces of a file's own.
const MAX_CUSTOM_PIECES: u32 = 25;

/// A character that stands for a piece, by its key; none for other keys. They are in the order in which pieces are
/// read.
pub(crate) fn slot(key: &str) -> Option<char> {
    const FIRST_PRIVATE_CHARACTER: u32 = 0xe000;
    let named = PIECE_KEYS.len() as u32;
    let place = match key.strip_prefix(CUSTOM_PIECE_PREFIX) {
        Some(number) => {
            let number =
                number.parse().ok().filter(|number| (1..=MAX_CUSTOM_PIECES).contains(number))?;
            named + number
        }
        None if key == "king" => named + MAX_CUSTOM_PIECES + 1,
        None => PIECE_KEYS.iter().position(|(known, _)| *known == key)? as u32,
    };
    char::from_u32(FIRST_PRIVATE_CHARACTER + place)
}

/// Whether a piece's own notation makes it one that captures en passant.
pub(crate) fn passes(entry: &IniEntry) -> bool {
    let own = entry.value.split_once(':').filter(|_| entry.key.starts_with(CUSTOM_PIECE_PREFIX));
    own.is_some_and(|(_, own)| own.contains('e'))
}
