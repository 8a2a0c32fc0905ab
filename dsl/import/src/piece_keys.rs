//! The keys of pieces: their movements, and a character for each piece.

use crate::ini::IniEntry;

/// The keys of pieces, each with its movement.
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

/// Returns a kind's name in the ruleset. This is the key in lower case. For a custom piece, the
/// name is made from the letter.
pub(crate) fn kind_name(key: &str, letter: char) -> String {
    if key.starts_with(CUSTOM_PIECE_PREFIX) {
        format!("piece-{letter}")
    } else {
        key.to_lowercase()
    }
}

/// The key of a cannon that has to jump over a piece in every move. It can neither jump over
/// another cannon nor capture one.
pub(crate) const JANGGI_CANNON: &str = "janggiCannon";
/// The prefix of keys that define custom pieces. A number follows.
const CUSTOM_PIECE_PREFIX: &str = "customPiece";
/// The maximum number of custom pieces in a file.
const MAX_CUSTOM_PIECES: u32 = 25;

/// Returns the character that represents the piece with this key. Returns `None` if no piece has
/// this key. The order of these characters is the order in which the pieces are read.
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

/// Returns `true` if a custom piece captures en passant according to its notation.
pub(crate) fn passes(entry: &IniEntry) -> bool {
    let own = entry.value.split_once(':').filter(|_| entry.key.starts_with(CUSTOM_PIECE_PREFIX));
    own.is_some_and(|(_, own)| own.contains('e'))
}
